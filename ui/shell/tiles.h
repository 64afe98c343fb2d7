// SPDX-License-Identifier: GPL-3.0-or-later
// The five numbers that are always in sight.
#pragma once

#include "ui/session/snapshot.h"

#include <QWidget>

namespace ui
{

class ValueLabel;

class Tiles : public QWidget
{
    Q_OBJECT
public:
    explicit Tiles(QWidget* parent = nullptr);

    void present(const Snapshot&);

private:
    ValueLabel* add(const char* metricId, const QString& title, const char* name);
    void presentCount(ValueLabel*, const Snapshot&, std::string_view chip);
    QString memoryHover() const;
    QString countHover(const std::string& chip) const;

    Snapshot m_snapshot;  // the last that could be evaluated, else the latest
    bool m_known = false; // there was one that could be
    ValueLabel* m_step;
    ValueLabel* m_memory;
    ValueLabel* m_h100;
    ValueLabel* m_v5p;
    ValueLabel* m_mfu;
};

} // namespace ui

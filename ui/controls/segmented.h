// SPDX-License-Identifier: GPL-3.0-or-later
// A few choices side by side, one of them chosen.
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

class QAbstractButton;

namespace ui
{

class Segmented : public QWidget
{
    Q_OBJECT
public:
    explicit Segmented(QWidget* parent = nullptr);

    /// `name` prefixes what screen readers say; `id` the object names of the segments.
    void setChoices(const QStringList& texts, const QString& name, const QString& id);
    void choose(int index);

signals:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    std::vector<QAbstractButton*> m_segments;
};

} // namespace ui

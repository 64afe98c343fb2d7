// SPDX-License-Identifier: GPL-3.0-or-later
// The conventions that are part of the answer: one chip with a menu for each.
#pragma once

#include "ui/session/session.h"

#include <QWidget>

class QAbstractButton;
class QMenu;

namespace core
{
struct Field;
}

namespace ui
{

class ConventionsStrip : public QWidget
{
    Q_OBJECT
public:
    explicit ConventionsStrip(Session&, QWidget* parent = nullptr);

    void present(const Snapshot&);
    /// One button whose menu has all conventions.
    void setFolded(bool);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    struct Chip {
        const core::Field* field;
        QAbstractButton* button;
    };
    void open(const Chip&);
    void openAll();
    void fill(QMenu&, const Chip&);
    QString chipText(const core::Field&, const core::Scenario&) const;

    Session& m_session;
    std::vector<Chip> m_chips;
    QAbstractButton* m_all;
};

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The line of a sharded product; what is wrong in it is underlined where it begins.
#pragma once

#include <QLineEdit>

namespace ui
{

class ExpressionEdit : public QLineEdit
{
    Q_OBJECT
public:
    explicit ExpressionEdit(QWidget* parent = nullptr);

    /// What the scenario has; what is being typed stays.
    void present(const QString&);
    /// Is on its way to the scenario, by what is typed here: the line keeps what it holds when it is presented.
    void setGiven(const QString& text) { m_given = text; }
    /// The character that is wrong, from 0; -1: none.
    void setWrong(int character);

signals:
    /// Esc: back to what the scenario has.
    void reverted();
    /// Enter, or the focus moved on.
    void finished();

protected:
    bool event(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    void fit();
    QString m_shown; // of the scenario
    QString m_given; // null: nothing is on its way
    int m_wrong = -1;
};

} // namespace ui

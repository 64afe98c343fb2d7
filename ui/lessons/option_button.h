// SPDX-License-Identifier: GPL-3.0-or-later
// One of several texts to choose from, with its number; wraps its text.
#pragma once

#include <QAbstractButton>

namespace ui
{

class OptionButton : public QAbstractButton
{
    Q_OBJECT
public:
    /// right, wrong: what the answer showed. chosen: it was given and is not shown yet.
    enum class State { open, chosen, right, wrong };

    OptionButton(int number, const QString& text, QWidget* parent = nullptr);

    void setState(State);

    QSize sizeHint() const override { return {220, heightForWidth(220)}; }
    QSize minimumSizeHint() const override { return {120, 32}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent*) override;
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

private:
    int m_number;
    State m_state = State::open;
};

} // namespace ui

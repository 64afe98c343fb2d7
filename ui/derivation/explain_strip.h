// SPDX-License-Identifier: GPL-3.0-or-later
// The strip at the right edge that opens the explain dock.
#pragma once

#include <QAbstractButton>

namespace ui
{

class ExplainStrip : public QAbstractButton
{
    Q_OBJECT
public:
    explicit ExplainStrip(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent*) override;
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }
};

} // namespace ui

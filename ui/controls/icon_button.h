// SPDX-License-Identifier: GPL-3.0-or-later
// A flat button with one icon, a name for screen readers and a reason where it is disabled.
#pragma once

#include <QAbstractButton>

namespace ui
{

class IconButton : public QAbstractButton
{
    Q_OBJECT
public:
    /// `icon` as in :/icons/NAME.svg; `name` is the accessible name and the tooltip.
    IconButton(const QString& icon, const QString& name, QWidget* parent = nullptr);

    void setIconName(const QString&);
    /// Enabled, or disabled with a reason that the tooltip and screen readers give.
    void setReason(const QString& whyDisabled);

    QSize sizeHint() const override { return {28, 28}; }
    QSize minimumSizeHint() const override { return {28, 28}; }

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QString m_icon;
    QString m_name;
};

} // namespace ui

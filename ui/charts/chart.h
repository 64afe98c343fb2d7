// SPDX-License-Identifier: GPL-3.0-or-later
// The face every chart shows, whichever library draws it.
#pragma once

#include "ui/session/snapshot.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QPainter;

namespace ui
{

/// A picture of a Snapshot. Knows no other view and no session.
class Chart : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Takes over a snapshot and repaints once per event-loop turn.
    virtual void present(const Snapshot&) = 0;
    virtual void setTheme(const Theme&) = 0;
    /// Draws the presented snapshot laid out for `area`, independent of the widget's size. The painter's unit is one
    /// logical pixel; `area` is painted edge to edge on the theme's panel colour.
    virtual void render(QPainter&, const QRectF& area, const Theme&) = 0;
    /// The picture in words: a verdict-like sentence with its main values. Also the accessible description.
    virtual QString description() const = 0;
    /// Another thread draws parts of it while this one does something else; it had better be painted late.
    virtual bool isDrawnAhead() const { return false; }
    /// Number of the snapshot that was painted last.
    std::uint64_t paintedNumber() const { return m_painted; }

protected:
    std::uint64_t m_painted = 0;
};

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict in words, icon, colour and margin, with the tiles beside or below it; never hidden.
#pragma once

#include "ui/session/snapshot.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>

class QBoxLayout;
class QPainter;

namespace ui
{

class Tiles;

/// The sentence itself; a button that explains the verdict.
class VerdictSentence : public QAbstractButton
{
    Q_OBJECT
public:
    explicit VerdictSentence(QWidget* parent = nullptr);

    void present(const Snapshot&);
    void setLow(bool);
    QString sentence() const { return accessibleName(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    void paintDetail(QPainter&, const QRect& room) const;

    QString m_state;
    QString m_detail;
    QString m_icon;
    QColor Theme::*m_colour = &Theme::muted;
    bool m_low = false;
};

class VerdictBar : public QWidget
{
    Q_OBJECT
public:
    explicit VerdictBar(QWidget* parent = nullptr);

    void present(const Snapshot&);
    /// In one low row: the tiles that find no room beside the sentence stand in a menu.
    void setLow(bool);

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override { arrange(); }

private:
    void arrange();

    VerdictSentence* m_sentence;
    Tiles* m_tiles;
    QBoxLayout* m_layout;
    bool m_narrow = false; // the tiles stand below the sentence
    bool m_low = false;
    QColor Theme::*m_colour = &Theme::muted;
};

} // namespace ui

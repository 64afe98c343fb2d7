// SPDX-License-Identifier: GPL-3.0-or-later
// The verdict in words, icon, colour and margin, beside the tiles; never hidden.
#pragma once

#include "ui/session/snapshot.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>

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
    QString sentence() const { return accessibleName(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, 64}; }

protected:
    void paintEvent(QPaintEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    QString m_state;
    QString m_detail;
    QString m_icon;
    QColor Theme::*m_colour = &Theme::muted;
};

class VerdictBar : public QWidget
{
    Q_OBJECT
public:
    explicit VerdictBar(QWidget* parent = nullptr);

    void present(const Snapshot&);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    VerdictSentence* m_sentence;
    Tiles* m_tiles;
    QColor Theme::*m_colour = &Theme::muted;
};

} // namespace ui

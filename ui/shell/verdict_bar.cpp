// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the verdict and layout of its bar.
#include "ui/shell/verdict_bar.h"

#include "ui/numbers/verdict_text.h"
#include "ui/session/why_event.h"
#include "ui/shell/tiles.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QtMath>

#include <utility>

namespace ui
{

namespace
{

constexpr int barWidth = 4;
constexpr int textLeft = 44;

} // namespace

VerdictSentence::VerdictSentence(QWidget* parent) : QAbstractButton(parent)
{
    setObjectName(QStringLiteral("verdict"));
    setAccessibleName(tr("Verdict"));
    setStatusTip(tr("Enter or click: how the verdict comes about"));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void VerdictSentence::present(const Snapshot& snapshot)
{
    const VerdictText verdict = verdictText(snapshot);
    const bool news = verdict.state != m_state;
    m_state = verdict.state;
    // The bar of issues right below has the sentence with its repairs.
    m_detail = cannotEvaluate(snapshot) ? tr("the reason and its repairs stand below") : verdict.detail;
    m_icon = verdict.icon;
    m_colour = verdict.colour;
    setAccessibleName(verdict.sentence());
    setAccessibleDescription(fitText(snapshot));
    setToolTip(verdict.sentence() + QStringLiteral("<br>") + fitText(snapshot) +
               tr("<br>Roofs compared: math, HBM, each network axis, latency where it counts."));
    if (news && QAccessible::isActive()) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
    update();
}

QSize VerdictSentence::sizeHint() const
{
    const qreal state = lineWidth(m_state, uiFont(20, QFont::DemiBold));
    const qreal detail = lineWidth(m_detail, uiFont(13));
    return {textLeft + qCeil(std::max(state, detail)) + 16, 64};
}

void VerdictSentence::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    if (underMouse())
        drawBox(painter, rect(), 6, mixed(theme.panel, theme.text, 0.04), {}, 0);
    drawIcon(painter, QRectF(10, 8, 24, 24), m_icon, theme.*m_colour, 24);
    const int room = width() - textLeft - 8;
    painter.setPen(theme.text);
    drawLineIn(painter, QRect(textLeft, 6, room, 28), m_state, uiFont(20, QFont::DemiBold));
    QFont detail = uiFont(13);
    detail.setUnderline(hasFocus());
    painter.setPen(theme.muted);
    if (lineWidth(m_detail, uiFont(13)) <= room) {
        drawLineIn(painter, QRect(textLeft, 36, room, 20), m_detail, detail);
    } else {
        detail.setPixelSize(12);
        painter.setFont(detail);
        painter.drawText(QRect(textLeft, 32, room, 32), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_detail);
    }
    if (hasFocus())
        drawFocusRing(painter, rect(), 6, theme);
}

void VerdictSentence::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

VerdictBar::VerdictBar(QWidget* parent)
    : QWidget(parent), m_sentence(new VerdictSentence(this)), m_tiles(new Tiles(this))
{
    setObjectName(QStringLiteral("verdict.bar"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(barWidth + 4, 8, 16, 8);
    layout->setSpacing(16);
    layout->addWidget(m_sentence, 1);
    layout->addWidget(m_tiles, 0, Qt::AlignVCenter);
    connect(m_sentence, &QAbstractButton::clicked, this, [this] { askWhy(*this, QStringLiteral("bound.verdict")); });
}

void VerdictBar::present(const Snapshot& snapshot)
{
    const auto colour = verdictText(snapshot).colour;
    if (std::exchange(m_colour, colour) != colour)
        update();
    m_sentence->present(snapshot);
    m_tiles->present(snapshot);
}

void VerdictBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.fillRect(QRect(0, 0, barWidth, height()), theme.*m_colour);
}

} // namespace ui

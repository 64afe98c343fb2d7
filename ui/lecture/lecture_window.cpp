// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the page once into an image and the rest over it.
#include "ui/lecture/lecture_window.h"

#include "ui/theme/painting.h"

#include <QCloseEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

namespace ui
{

namespace
{

constexpr int ringFades = 2000; // ms
constexpr int pointerHides = 3000;
constexpr int ringRadius = 32;
constexpr qreal spotRadius = 0.16; // of the height

} // namespace

LectureWindow::LectureWindow()
{
    setObjectName(QStringLiteral("lecture"));
    setWindowTitle(tr("Rooflight — Lecture"));
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    for (QTimer* timer : {&m_fade, &m_hide})
        timer->setSingleShot(true);
    connect(&m_fade, &QTimer::timeout, this, [this] {
        m_ring = false;
        update();
    });
    connect(&m_hide, &QTimer::timeout, this, [this] { setCursor(Qt::BlankCursor); });
}

/// Screen readers are told what is on the page, and no more.
void LectureWindow::setPage(LecturePage page)
{
    m_page = std::move(page);
    QStringList words{m_page.sentence};
    for (const LectureOption& option : m_page.options)
        words << option.text;
    words << (m_page.cover.isEmpty() ? m_page.answer : m_page.cover);
    for (const auto& [title, value] : m_page.given)
        words << title + u' ' + value;
    setAccessibleName(m_page.sentence);
    setAccessibleDescription(words.join(QStringLiteral("\n")).trimmed());
    m_live = m_page.live;
    refresh();
}

void LectureWindow::refresh()
{
    if (!m_frozen)
        m_image = {};
    update();
}

void LectureWindow::setTheme(const Theme& theme)
{
    m_theme = &theme;
    refresh();
}

void LectureWindow::setText(qreal text)
{
    m_text = text;
    refresh();
}

void LectureWindow::setBlank(Blank blank)
{
    m_blank = blank;
    update();
}

void LectureWindow::setFrozen(bool frozen, bool strip)
{
    if (frozen && m_image.isNull())
        repaint(); // what is held has to be there
    m_frozen = frozen;
    m_strip = frozen && strip;
    refresh();
}

void LectureWindow::setLive(const std::optional<LiveControl>& live)
{
    m_live = live;
    update();
}

void LectureWindow::setSpotlight(bool lit)
{
    m_spotlight = lit;
    update();
}

void LectureWindow::setBar(const QString& words)
{
    m_bar = words;
    update();
}

void LectureWindow::setTable(const QString& title, const std::vector<std::pair<QString, QString>>& rows)
{
    m_title = title;
    m_table = rows;
    update();
}

void LectureWindow::resizeEvent(QResizeEvent*) { m_image = {}; }

void LectureWindow::mouseMoveEvent(QMouseEvent* event)
{
    m_pointer = event->position();
    m_ring = true;
    unsetCursor();
    m_fade.start(ringFades);
    m_hide.start(pointerHides);
    update();
}

/// Nothing that a window manager does ends a lecture at once.
void LectureWindow::closeEvent(QCloseEvent* event)
{
    event->ignore();
    emit closeAsked();
}

void LectureWindow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_blank != Blank::none) {
        painter.fillRect(rect(), m_blank == Blank::black ? Qt::black : Qt::white);
        return;
    }
    if (m_image.isNull()) {
        m_image = QImage(size() * devicePixelRatioF(), QImage::Format_ARGB32_Premultiplied);
        m_image.setDevicePixelRatio(devicePixelRatioF());
        QPainter page(&m_image);
        paintLecturePage(page, size(), m_page, *m_theme, m_text);
    }
    painter.drawImage(0, 0, m_image);
    if (m_strip)
        paintStrip(painter);
    paintPointer(painter);
    if (!m_table.empty())
        paintTable(painter);
    if (!m_bar.isEmpty())
        paintBar(painter);
}

/// Where a page has nothing.
QRectF LectureWindow::foot() const
{
    const qreal room = lectureFoot * smallestLectureText(height());
    return {0, height() - room, static_cast<qreal>(width()), room};
}

/// What the lecturer changes while the picture is held.
void LectureWindow::paintStrip(QPainter& painter)
{
    const QRectF strip = foot(), words = strip.adjusted(strip.height(), 0, -strip.height(), 0);
    drawBox(painter, strip, 0, m_theme->panel, m_theme->edge, 1);
    painter.setPen(m_theme->text);
    painter.setFont(uiFont(smallestLectureText(this->height()), QFont::DemiBold));
    const QString live = m_live ? m_live->title + QStringLiteral("  ") + m_live->value : QString();
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft, live);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignRight, QStringLiteral("❄ ") + tr("held; F shows the newest"));
}

void LectureWindow::paintPointer(QPainter& painter)
{
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_spotlight) {
        QPainterPath dark;
        dark.addRect(rect());
        QPainterPath spot;
        spot.addEllipse(m_pointer, height() * spotRadius, height() * spotRadius);
        painter.fillPath(dark.subtracted(spot), QColor(0, 0, 0, 190));
    } else if (m_ring) {
        painter.setPen(QPen(m_theme->accent, 4));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(m_pointer, ringRadius, ringRadius);
    }
}

void LectureWindow::paintBar(QPainter& painter)
{
    const qreal unit = smallestLectureText(height());
    const QFont font = uiFont(unit, QFont::DemiBold);
    const qreal width = QFontMetricsF(font).horizontalAdvance(m_bar) + 3 * unit;
    const QRectF bar((this->width() - width) / 2, foot().top(), width, foot().height());
    drawBox(painter, bar, unit * 0.3, m_theme->accent, {}, 0);
    painter.setFont(font);
    painter.setPen(m_theme->onAccent);
    painter.drawText(bar, Qt::AlignCenter, m_bar);
}

LectureWindow::TableLayout LectureWindow::tableOf(qreal size, qreal width) const
{
    TableLayout table{size, 0, {}, size * 2.4}; // the title, and air below the last row
    const QFontMetricsF bold(uiFont(size, QFont::DemiBold)), plain(uiFont(size));
    for (const auto& [left, right] : m_table)
        table.keys = std::max(table.keys, bold.horizontalAdvance(left) + 1.5 * size);
    for (const auto& [left, right] : m_table) {
        const QRectF words = plain.boundingRect(QRectF(0, 0, width - table.keys, 1e6), Qt::TextWordWrap, right);
        table.rows.push_back(std::max(bold.height(), words.height()) + size * 0.3);
        table.height += table.rows.back();
    }
    return table;
}

/// In rows as high as their words; where there is little room, smaller.
void LectureWindow::paintTable(QPainter& painter)
{
    const qreal unit = smallestLectureText(height());
    const qreal width = this->width() * 0.84 - 2 * unit;
    TableLayout table = tableOf(unit, width);
    while (table.height > height() - 3 * unit && table.size > unit / 2)
        table = tableOf(table.size * 0.96, width);
    const QRectF box(this->width() * 0.08, (height() - table.height - unit) / 2, this->width() * 0.84,
                     table.height + unit);
    drawBox(painter, box, unit * 0.5, m_theme->panel, m_theme->edge, 2);
    painter.setPen(m_theme->text);
    const auto draw = [&](const QRectF& room, const QString& text, const QFont& font) {
        painter.setFont(font);
        painter.drawText(room, Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, text);
    };
    const QFont bold = uiFont(table.size, QFont::DemiBold), plain = uiFont(table.size);
    const qreal x = box.left() + unit;
    qreal y = box.top() + unit * 0.8;
    draw({x, y, width, table.size * 2}, m_title, uiFont(table.size * 1.1, QFont::DemiBold));
    y += table.size * 2;
    for (std::size_t row = 0; row < m_table.size(); ++row) {
        draw({x, y, table.keys, table.rows[row]}, m_table[row].first, bold);
        draw({x + table.keys, y, width - table.keys, table.rows[row]}, m_table[row].second, plain);
        y += table.rows[row];
    }
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Lays a page out from above: sentence, picture with options beside it, answer, live control, caption. The picture
// takes what the texts leave.
#include "ui/lecture/lecture_page.h"

#include "ui/charts/hatch.h"
#include "ui/theme/painting.h"

#include <QPainter>

#include <algorithm>

namespace ui
{

namespace
{

constexpr qreal smallest = 24. / 1080; // of the height of the page
constexpr qreal optionsShare = 0.36;   // of the width
constexpr qreal smallTimes = 0.85;     // of captions and counts, which grow with the text from the smallest on
constexpr int wrapped = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

class PageLayout
{
public:
    PageLayout(QPainter& painter, const QSizeF& size, const LecturePage& page, const Theme& theme, qreal text)
        : m_painter(painter), m_page(page), m_theme(theme), m_unit(size.height() * smallest),
          m_text(std::max(1., text / 1.5)),
          m_room(QRectF(QPointF(), size).adjusted(2 * m_unit, 1.4 * m_unit, -2 * m_unit, -lectureFoot * m_unit))
    {
    }

    void paint()
    {
        m_painter.setRenderHint(QPainter::Antialiasing);
        if (m_page.alone)
            return paintPicture(m_room);
        paintHead();
        paintFoot();
        paintAnswer();
        if (m_page.options.empty())
            return paintPicture(m_room);
        QRectF options = m_room;
        if (m_page.picture || !m_page.cover.isEmpty() || !m_page.given.empty()) {
            options.setLeft(m_room.right() - m_room.width() * optionsShare);
            m_room.setRight(options.left() - m_unit);
            paintPicture(m_room);
        }
        paintOptions(options);
    }

private:
    QFont font(qreal times, QFont::Weight weight = QFont::Normal) const
    {
        return uiFont(std::max(m_unit, m_unit * times * m_text), weight);
    }

    /// The height that a text takes in a width.
    qreal heightOf(const QString& text, const QFont& font, qreal width) const
    {
        return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e6), wrapped, text).height();
    }

    void draw(const QRectF& room, const QString& text, const QFont& font, const QColor& colour, int flags = wrapped)
    {
        m_painter.setFont(font);
        m_painter.setPen(colour);
        m_painter.drawText(room, flags, text);
    }

    void paintHead()
    {
        const QFont small = font(0.9);
        const qreal placeWidth = QFontMetricsF(small).horizontalAdvance(m_page.place) + m_unit;
        const QRectF place(m_room.right() - placeWidth, m_room.top(), placeWidth, m_unit * 2);
        draw(place, m_page.place, small, m_theme.muted, Qt::AlignRight | Qt::AlignTop);
        const qreal width = m_room.width() - placeWidth - m_unit;
        const bool fits = m_page.sentence.size() < 90;
        const QFont large = font(fits ? 1.7 : 1.3, QFont::DemiBold);
        const qreal height = heightOf(m_page.sentence, large, width);
        draw({m_room.left(), m_room.top(), width, height}, m_page.sentence, large, m_theme.text);
        m_room.setTop(m_room.top() + height + m_unit * 0.8);
    }

    void paintFoot()
    {
        const QFont small = font(smallTimes);
        for (const auto& [text, colour] :
             {std::pair(m_page.caption, m_theme.muted), std::pair(m_page.hint, m_theme.muted),
              std::pair(m_page.note, m_theme.text)}) {
            if (text.isEmpty())
                continue;
            const qreal height = heightOf(text, small, m_room.width());
            draw({m_room.left(), m_room.bottom() - height, m_room.width(), height}, text, small, colour);
            m_room.setBottom(m_room.bottom() - height - m_unit * 0.4);
        }
        if (m_page.live)
            paintLive(*m_page.live);
    }

    void paintLive(const LiveControl& live)
    {
        const QFont middle = font(0.9);
        const qreal height = m_unit * 1.7 * std::max(1., m_text);
        const QRectF row(m_room.left(), m_room.bottom() - height, m_room.width(), height);
        const qreal title = QFontMetricsF(middle).horizontalAdvance(live.title) + m_unit;
        const qreal value = std::max(QFontMetricsF(middle).horizontalAdvance(live.value) + m_unit, m_unit * 8);
        draw(row, live.title, middle, m_theme.text, Qt::AlignLeft | Qt::AlignVCenter);
        draw(row, live.value, middle, m_theme.text, Qt::AlignRight | Qt::AlignVCenter);
        const QRectF track(row.left() + title, row.center().y(), row.width() - title - value - m_unit, 0);
        m_painter.setPen(QPen(m_theme.edge, m_unit * 0.14, Qt::SolidLine, Qt::RoundCap));
        m_painter.drawLine(track.topLeft(), track.topRight());
        for (const double detent : live.detents) {
            const qreal x = track.left() + track.width() * detent;
            m_painter.drawLine(QPointF(x, track.top() - m_unit * 0.25), QPointF(x, track.top() + m_unit * 0.25));
        }
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_theme.accent);
        m_painter.drawEllipse(QPointF(track.left() + track.width() * live.position, track.top()), m_unit * 0.5,
                              m_unit * 0.5);
        m_room.setBottom(row.top() - m_unit * 0.3);
    }

    void paintAnswer()
    {
        for (const auto& [text, weight] :
             {std::pair(m_page.answer, QFont::DemiBold), std::pair(m_page.said, QFont::Normal)}) {
            if (text.isEmpty())
                continue;
            const QFont middle = font(weight == QFont::Normal ? 1.1 : 1.4, weight);
            const qreal height = heightOf(text, middle, m_room.width());
            draw({m_room.left(), m_room.top(), m_room.width(), height}, text, middle,
                 weight == QFont::Normal ? m_theme.muted : m_theme.good);
            m_room.setTop(m_room.top() + height + m_unit * 0.5);
        }
    }

    /// Rows of what is given in columns, for one size of text.
    struct GivenTable {
        QFont font;
        int columns = 1, lines = 0;
        qreal line = 0, titles = 0, values = 0;

        qreal column() const { return titles + values; }
        QSizeF size(qreal gap) const { return {columns * column() + (columns - 1) * gap, lines * line}; }
    };

    GivenTable tableOf(const QFont& font, int columns) const
    {
        const QFontMetricsF metrics(font);
        const int rows = static_cast<int>(m_page.given.size());
        GivenTable table{font, columns, (rows + columns - 1) / columns, metrics.height() * 1.15};
        for (const auto& [title, value] : m_page.given) {
            table.titles = std::max(table.titles, metrics.horizontalAdvance(title) + m_unit);
            table.values = std::max(table.values, metrics.horizontalAdvance(value));
        }
        return table;
    }

    /// The largest text with which all rows have room, in as few columns as it takes.
    GivenTable givenTable(const QSizeF& room) const
    {
        GivenTable table;
        for (const qreal times : {1.6, 1.3, 1.1, smallTimes})
            for (const int columns : {1, 2, 3}) {
                table = tableOf(font(times), columns);
                const QSizeF size = table.size(2 * m_unit);
                if (size.width() <= room.width() && size.height() <= room.height())
                    return table;
            }
        return table;
    }

    void paintGiven(const QPointF& from, const GivenTable& table)
    {
        int row = 0;
        for (const auto& [title, value] : m_page.given) {
            const QPointF at =
                from + QPointF((row / table.lines) * (table.column() + 2 * m_unit), (row % table.lines) * table.line);
            draw({at, QSizeF(table.titles, table.line)}, title, table.font, m_theme.muted, Qt::AlignLeft);
            draw({at + QPointF(table.titles, 0), QSizeF(table.values + m_unit, table.line)}, value, table.font,
                 m_theme.text, Qt::AlignLeft);
            ++row;
        }
    }

    /// Why it is hidden, and below that what is given.
    void paintCover(const QRectF& room)
    {
        const QFont middle = font(1.1, QFont::DemiBold);
        const QSizeF head =
            QFontMetricsF(middle).boundingRect(QRectF(0, 0, 1e6, 1e6), Qt::AlignLeft, m_page.cover).size();
        const auto within = [&](qreal rim) { return room.size() - QSizeF(rim * m_unit, head.height() + rim * m_unit); };
        GivenTable table = givenTable(within(6));
        if (table.size(2 * m_unit).boundedTo(within(6)) != table.size(2 * m_unit)) // rather than hatch around it
            table = givenTable(within(2));
        const QSizeF list = m_page.given.empty() ? QSizeF(0, 0) : table.size(2 * m_unit);
        const QSizeF plateSize(std::min(room.width(), std::max(head.width(), list.width()) + 2 * m_unit),
                               std::min(room.height(), head.height() + list.height() + 2 * m_unit));
        QRectF plate(QPointF(), plateSize);
        QRectF hatched = room; // no higher than it takes to be seen around the plate
        hatched.setHeight(std::min(room.height(), plate.height() + 5 * m_unit));
        plate.moveCenter(hatched.center());
        drawBox(m_painter, hatched, m_unit * 0.5, m_theme.panel, m_theme.outline, m_unit * 0.1);
        drawHatch(m_painter, hatched, Hatch::diagonal, mixed(m_theme.panel, m_theme.text, 0.2), m_unit, m_unit * 0.1);
        drawBox(m_painter, plate, m_unit * 0.4, m_theme.panel, m_theme.outline, m_unit * 0.1);
        const QRectF inside = plate.adjusted(m_unit, m_unit * 0.8, -m_unit, 0);
        draw(inside, m_page.cover, middle, m_theme.text, Qt::AlignHCenter | Qt::AlignTop);
        paintGiven(QPointF(plate.center().x() - list.width() / 2, inside.top() + head.height() + m_unit * 0.3), table);
    }

    void paintPicture(const QRectF& room)
    {
        if (!m_page.cover.isEmpty())
            return paintCover(room);
        if (!m_page.picture && !m_page.given.empty())
            return paintGiven(room.topLeft() + QPointF(0, m_unit), givenTable(room.size() - QSizeF(0, 1.5 * m_unit)));
        if (!m_page.picture || room.height() < m_unit * 4)
            return;
        const qreal scale = m_unit / m_page.smallest;
        m_painter.save();
        m_painter.translate(room.topLeft());
        m_painter.scale(scale, scale);
        m_page.picture(m_painter, QRectF(QPointF(), room.size() / scale), m_theme);
        m_painter.restore();
    }

    /// Below its text each option has a bar as long as its share of the hands.
    void paintOptions(const QRectF& room)
    {
        const int most = std::max(1, std::ranges::max(m_page.options, {}, &LectureOption::votes).votes);
        const bool counted = std::ranges::any_of(m_page.options, [](const auto& option) {
            return option.votes > 0 || !option.hands.trimmed().isEmpty(); // "0 of 3 right"
        });
        QFont middle = font(1);
        const qreal gap = m_unit * 0.7;
        const qreal count = counted ? font(smallTimes).pixelSize() * 1.1 : 0;
        const auto numberRoom = [&] { return m_unit * 1.1 + QFontMetricsF(middle).horizontalAdvance(u'0'); };
        const auto needed = [&] {
            qreal sum = 0;
            for (const LectureOption& option : m_page.options)
                sum += heightOf(option.text, middle, room.width() - numberRoom() - 1.5 * m_unit) + gap * 2 + count;
            return sum;
        };
        const bool summary = !m_page.picture && m_page.cover.isEmpty() && m_page.given.empty();
        for (const qreal times : {summary ? 1.4 : 1.3, 1.15, 1., 0.}) // as large as there is room for
            if (middle = font(times); needed() <= room.height())
                break;
        const qreal number = numberRoom();
        qreal hands = 0;
        for (const LectureOption& option : m_page.options)
            hands = std::max(hands, QFontMetricsF(font(smallTimes)).horizontalAdvance(handsOf(option)));
        qreal y = room.top();
        int place = 0;
        for (const LectureOption& option : m_page.options) {
            const qreal text = heightOf(option.text, middle, room.width() - number - 1.5 * m_unit);
            const QRectF box(room.left(), y, room.width(), text + gap + count);
            const bool right = m_page.revealed && option.right;
            const QColor rim = right ? m_theme.good : m_theme.outline;
            drawBox(m_painter, box, m_unit * 0.35, right ? mixed(m_theme.panel, m_theme.good, 0.15) : m_theme.panel,
                    rim, m_unit * (right ? 0.18 : 0.08));
            draw(box.adjusted(m_unit * 0.5, gap / 2, 0, 0), m_page.numbering + QString::number(++place),
                 uiFont(middle.pixelSize(), QFont::DemiBold), m_theme.muted);
            draw(box.adjusted(number, gap / 2, -1.5 * m_unit, 0), option.text, middle, m_theme.text);
            if (right)
                draw(box.adjusted(0, gap / 2, -m_unit * 0.3, 0), QStringLiteral("✓"),
                     uiFont(middle.pixelSize(), QFont::Bold), m_theme.good, Qt::AlignRight | Qt::AlignTop);
            else if (m_page.revealed && option.chosen)
                draw(box.adjusted(0, gap / 2, -m_unit * 0.3, 0), QStringLiteral("◇"), middle, m_theme.text,
                     Qt::AlignRight | Qt::AlignTop);
            if (counted)
                paintVotes(QRectF(box.left() + number, box.bottom() - count * 1.1,
                                  box.width() - number - hands - m_unit, count),
                           option, most);
            y = box.bottom() + gap;
        }
    }

    void paintVotes(const QRectF& room, const LectureOption& option, int most)
    {
        const qreal share = option.share >= 0 ? option.share : static_cast<qreal>(option.votes) / most;
        const QRectF bar(room.left(), room.top() + room.height() * 0.3, room.width() * share, room.height() * 0.4);
        m_painter.fillRect(bar, m_theme.accent);
        draw(QRectF(bar.right() + m_unit * 0.4, room.top(), m_room.width(), room.height()), handsOf(option),
             font(smallTimes), m_theme.text, Qt::AlignLeft | Qt::AlignVCenter);
    }

    static QString handsOf(const LectureOption& option)
    {
        return option.hands.isEmpty() ? QString::number(option.votes) : option.hands;
    }

    QPainter& m_painter;
    const LecturePage& m_page;
    const Theme& m_theme;
    qreal m_unit; // height of the smallest text
    qreal m_text;
    QRectF m_room; // what is still free
};

} // namespace

qreal smallestLectureText(qreal pageHeight) { return pageHeight * smallest; }

void paintLecturePage(QPainter& painter, const QSizeF& size, const LecturePage& page, const Theme& theme, qreal text)
{
    painter.fillRect(QRectF(QPointF(), size), theme.window);
    PageLayout(painter, size, page, theme, text).paint();
}

} // namespace ui

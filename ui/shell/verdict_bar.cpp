// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the verdict and layout of its bar.
#include "ui/shell/verdict_bar.h"

#include "core/numbers/numbers.h"
#include "ui/charts/chart_style.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/word_flow.h"
#include "ui/numbers/value_label.h"
#include "ui/numbers/verdict_text.h"
#include "ui/session/field_text.h"
#include "ui/session/why_event.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QtMath>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace ui
{

namespace
{

constexpr int barWidth = 4;
constexpr int textLeft = 44;
constexpr int tileGap = 16;      // between sentence and tiles
constexpr int tilesBeside = 920; // for the sentence with all tiles beside it
constexpr int restsRoom = 1200;  // and with what is said beside the values
constexpr int sentenceRoom = 320;

double valueOf(const Snapshot& snapshot, std::string_view id)
{
    const auto number = core::value(snapshot.workspace(), id);
    return number ? number->si() : std::numeric_limits<double>::quiet_NaN();
}

QString shownText(const Snapshot& snapshot, std::string_view id)
{
    const auto number = core::value(snapshot.workspace(), id);
    return number ? QString::fromStdString(number->text()) : QStringLiteral("–");
}

/// One line for each value of conv.capacity: "Nominal GB: 44"; the one in use in bold.
QString countsByCapacity(const core::Scenario& scenario, const std::string& id)
{
    const core::Field& field = *core::findField("conv.capacity");
    const auto inUse = std::get<std::string>(field.get(scenario));
    QStringList lines;
    for (const std::string_view choice : field.choices) {
        core::Scenario other = scenario;
        if (!core::setField(other, field.id, std::string(choice))) {
            continue;
        }
        const QString count = countText(valueOf(snapshotOf(other), id));
        const QString line = QStringLiteral("%1: %2").arg(choiceText(field, choice, other), count);
        lines << (choice == inUse ? QStringLiteral("<b>%1</b>").arg(line) : line);
    }
    return lines.join(QStringLiteral("<br>"));
}

} // namespace

/// The five numbers that are always in sight.
class Tiles : public QWidget
{
public:
    explicit Tiles(QWidget* parent = nullptr);

    void present(const Snapshot&);
    /// What is said beside the counts and beside the memory.
    void setRests(bool counts, bool capacity);
    /// Those that find room in one row of this width, the others in a menu; 0: all, in as many rows as they need.
    void setRoom(int width);

private:
    ValueLabel* add(const char* metricId, const QString& title, const char* name);
    void showWhatFits();
    void openMore();
    void presentCount(ValueLabel*, const Snapshot&, std::string_view chip);
    QString memoryHover() const;
    QString countHover(const std::string& chip) const;

    Snapshot m_snapshot;    // the last that could be evaluated, else the latest
    bool m_known = false;   // there was one that could be
    bool m_counts = true;   // what is said beside the counts has room
    bool m_capacity = true; // and beside the memory
    ValueLabel* m_step;
    ValueLabel* m_memory;
    ValueLabel* m_h100;
    ValueLabel* m_v5p;
    ValueLabel* m_mfu;
    IconButton* m_more;
    int m_room = 0;
};

Tiles::Tiles(QWidget* parent)
    : QWidget(parent), m_more(new IconButton(QStringLiteral("chevron-down"), tr("More numbers"), this))
{
    setLayout(new WordFlow(4, 0));
    m_step = add("time.step", tr("Step time"), "tile.step");
    m_memory = add("mem.total", tr("HBM per chip"), "tile.hbm");
    m_h100 = add("count.h100-sxm", tr("H100s if all sharded"), "tile.h100");
    m_v5p = add("count.tpu-v5p", tr("v5ps if all sharded"), "tile.v5p");
    m_mfu = add("mfu.bound", tr("Max MFU"), "tile.mfu");
    m_more->setObjectName(QStringLiteral("tile.more"));
    m_more->setVisible(false);
    layout()->addWidget(m_more);
    connect(m_more, &IconButton::clicked, this, &Tiles::openMore);
    m_step->setHover([this] {
        return tr("At least %1, if all overlaps<br>At most %2, if nothing does")
            .arg(shownText(m_snapshot, "time.lower"), shownText(m_snapshot, "time.upper"));
    });
    m_memory->setHover([this] { return memoryHover(); });
    m_h100->setHover([this] { return countHover("h100-sxm"); });
    m_v5p->setHover([this] { return countHover("tpu-v5p"); });
    m_mfu->setHover(
        [this] { return tr("Bound on the share of the peak rate: %1").arg(shownText(m_snapshot, "mfu.bound")); });
}

ValueLabel* Tiles::add(const char* metricId, const QString& title, const char* name)
{
    auto* label = new ValueLabel(QLatin1String(metricId), title, this);
    label->setObjectName(QLatin1String(name));
    layout()->addWidget(label);
    return label;
}

QString Tiles::memoryHover() const
{
    const double total = m_snapshot.report.memory.total.si();
    QStringList lines{fitText(m_snapshot)};
    for (const core::ByteUnits units : {core::ByteUnits::decimal, core::ByteUnits::binary}) {
        lines << QString::fromStdString(core::format(total, core::dim::byte, {.digits = 4, .bytes = units}));
    }
    lines << QString::fromStdString(core::grouped(std::round(total))) + QStringLiteral(" B");
    return lines.join(QStringLiteral("<br>"));
}

QString Tiles::countHover(const std::string& chip) const
{
    const bool decode = m_snapshot.scenario.work.mode == core::Mode::decode;
    const QString basis = tr("Chips whose memory holds it if everything were sharded over them,<br>"
                             "whatever the mesh and its roles. In this scenario: %1.")
                              .arg(fitText(m_snapshot));
    return basis + QStringLiteral("<br><br>") +
           (decode ? tr("<b>Weights and KV cache, by capacity</b><br>%1<br><br><b>Weights only</b><br>%2")
                   : tr("<b>State and activations, by capacity</b><br>%1<br><br>"
                        "<b>Weights, gradients, optimizer only</b><br>%2"))
               .arg(countsByCapacity(m_snapshot.scenario, "count." + chip),
                    countsByCapacity(m_snapshot.scenario, "count.state." + chip));
}

void Tiles::presentCount(ValueLabel* label, const Snapshot& snapshot, std::string_view chip)
{
    const double all = valueOf(snapshot, "count." + std::string(chip));
    const double state = valueOf(snapshot, "count.state." + std::string(chip));
    const bool decode = snapshot.scenario.work.mode == core::Mode::decode;
    const QString rest = (decode ? tr("%1 without KV cache") : tr("%1 without activations")).arg(countText(state));
    label->present(countText(all), m_counts ? rest : QString());
}

void Tiles::setRests(bool counts, bool capacity)
{
    if (m_counts == counts && m_capacity == capacity)
        return;
    m_counts = counts;
    m_capacity = capacity;
    if (m_known)
        present(m_snapshot);
}

void Tiles::setRoom(int width)
{
    m_room = width;
    showWhatFits();
}

void Tiles::showWhatFits()
{
    constexpr int between = 4;
    const std::array tiles{m_step, m_memory, m_h100, m_v5p, m_mfu};
    int all = 0;
    for (const ValueLabel* tile : tiles)
        all += tile->sizeHint().width() + between;
    const bool some = m_room > 0 && all > m_room;
    int left = some ? m_room - m_more->sizeHint().width() : m_room;
    for (ValueLabel* tile : tiles) {
        left -= tile->sizeHint().width() + between;
        tile->setVisible(!some || left >= 0);
    }
    m_more->setVisible(some);
}

void Tiles::openMore()
{
    QMenu menu(this);
    for (ValueLabel* tile : {m_step, m_memory, m_h100, m_v5p, m_mfu})
        if (tile->isHidden())
            connect(menu.addAction(QStringLiteral("%1: %2").arg(tile->title(), tile->shown())), &QAction::triggered,
                    tile, &QAbstractButton::click);
    menu.exec(m_more->mapToGlobal(QPoint(0, m_more->height())));
}

void Tiles::present(const Snapshot& latest)
{
    const bool valid = !cannotEvaluate(latest);
    m_known = m_known || valid;
    if (valid || !m_known) {
        m_snapshot = latest;
    }
    for (ValueLabel* label : {m_step, m_memory, m_h100, m_v5p, m_mfu}) {
        label->setGhost(!valid && m_known);
        if (!m_known) {
            label->present(QStringLiteral("–"));
        }
    }
    if (!m_known) {
        return;
    }
    const Snapshot& snapshot = m_snapshot;
    const core::MemoryOf<double>& memory = snapshot.report.memory;
    const core::FormatOptions shown{.bytes = snapshot.scenario.conv.unit};
    const Theme& theme = themeOf(this);
    const core::Work& work = snapshot.scenario.work;
    m_step->setMetric(QStringLiteral("time.step"), work.mode != core::Mode::training  ? tr("Step time")
                                                   : work.pass == core::Pass::forward ? tr("Time, forward pass")
                                                                                      : tr("Time, both passes"));
    m_step->present(shownText(snapshot, "time.step"));
    m_memory->present(
        QString::fromStdString(core::format(memory.total.si(), core::dim::byte, shown)),
        m_capacity ? tr("of %1").arg(QString::fromStdString(core::format(memory.capacity.si(), core::dim::byte, shown)))
                   : QString());
    m_memory->setMark(memory.fits ? QStringLiteral("fits") : QStringLiteral("overflow"),
                      memory.fits ? theme.good : theme.overflow);
    presentCount(m_h100, snapshot, "h100-sxm");
    presentCount(m_v5p, snapshot, "tpu-v5p");
    m_mfu->present(shownText(snapshot, "mfu.bound"));
    showWhatFits();
}

VerdictSentence::VerdictSentence(QWidget* parent) : QAbstractButton(parent)
{
    setObjectName(QStringLiteral("verdict"));
    setAccessibleName(tr("Verdict"));
    setStatusTip(tr("Enter or click: how the verdict is found"));
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
    const QString detail = cannotEvaluate(snapshot) ? tr("the reason and its repairs stand below") : verdict.detail;
    if (news || m_detail != detail || m_icon != verdict.icon || m_colour != verdict.colour)
        update();
    m_detail = detail;
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
}

void VerdictSentence::setLow(bool low)
{
    m_low = low;
    updateGeometry();
    update();
}

QSize VerdictSentence::sizeHint() const
{
    const qreal state = lineWidth(m_state, uiFont(20, QFont::DemiBold));
    const qreal detail = lineWidth(m_detail, uiFont(13));
    return {textLeft + qCeil(std::max(state, detail)) + 16, m_low ? 44 : 64};
}

void VerdictSentence::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    if (underMouse())
        drawBox(painter, rect(), 6, mixed(theme.panel, theme.text, 0.04), {}, 0);
    const int icon = m_low ? 16 : 24;
    const int stateHeight = m_low ? 20 : 28;
    const int top = m_low ? 1 : 6;
    drawIcon(painter, QRectF(10, top + (stateHeight - icon) / 2., icon, icon), m_icon, theme.*m_colour, icon);
    const int left = textLeft - 24 + icon;
    const int room = width() - left - 8;
    int size = m_low ? 16 : 20;
    while (size > 13 && lineWidth(m_state, uiFont(size, QFont::DemiBold)) > room)
        --size;
    painter.setPen(theme.text);
    drawLineIn(painter, QRect(left, top, room, stateHeight), m_state, uiFont(size, QFont::DemiBold));
    painter.setPen(theme.muted);
    paintDetail(painter, QRect(left, top + stateHeight - 1, room, height() - top - stateHeight + 1));
    if (hasFocus())
        drawFocusRing(painter, rect(), 6, theme);
}

/// In one line, or in two of smaller letters.
void VerdictSentence::paintDetail(QPainter& painter, const QRect& room) const
{
    QFont font = uiFont(m_low ? 12 : 13);
    const bool one = lineWidth(m_detail, font) <= room.width();
    const int flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    for (int size = 12; !one && size >= 10; --size) {
        font.setPixelSize(size);
        if (QFontMetrics(font).boundingRect(room, flags, m_detail).height() <= room.height())
            break;
    }
    font.setUnderline(hasFocus());
    if (one)
        return drawLine(painter, room.topLeft() + QPointF(0, (m_low ? 2 : 3) + QFontMetricsF(font).ascent()), m_detail,
                        font);
    painter.setFont(font);
    painter.drawText(room, flags, m_detail);
}

void VerdictSentence::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

VerdictBar::VerdictBar(QWidget* parent)
    : QWidget(parent), m_sentence(new VerdictSentence(this)), m_tiles(new Tiles(this)),
      m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this))
{
    setObjectName(QStringLiteral("verdict.bar"));
    m_layout->setContentsMargins(barWidth + 4, 4, 16, 4);
    m_layout->setSpacing(tileGap);
    m_layout->addWidget(m_sentence, 1);
    m_layout->addWidget(m_tiles, 0, Qt::AlignVCenter);
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

void VerdictBar::setLow(bool low)
{
    m_low = low;
    m_sentence->setLow(low);
    const int rim = low ? 0 : 4;
    m_layout->setContentsMargins(barWidth + 4, rim, low ? 4 : 16, rim);
    arrange();
}

void VerdictBar::arrange()
{
    constexpr int capacityRoom = 560; // for all five in one row
    const bool narrow = !m_low && width() < tilesBeside;
    m_tiles->setRests(!m_low && width() >= restsRoom, !m_low && width() >= capacityRoom);
    m_tiles->setSizePolicy(narrow ? QSizePolicy::Preferred : QSizePolicy::Minimum, QSizePolicy::Preferred);
    m_tiles->setRoom(m_low ? std::max(1, width() - sentenceRoom - barWidth - 8 - tileGap) : 0);
    if (std::exchange(m_narrow, narrow) == narrow)
        return;
    m_layout->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_layout->setSpacing(narrow ? 0 : tileGap);
    m_layout->setAlignment(m_tiles, narrow ? Qt::Alignment() : Qt::AlignVCenter);
}

void VerdictBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.fillRect(QRect(0, 0, barWidth, height()), theme.*m_colour);
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the verdict and layout of its bar.
#include "ui/shell/verdict_bar.h"

#include "core/numbers/numbers.h"
#include "ui/charts/chart_style.h"
#include "ui/numbers/value_label.h"
#include "ui/numbers/verdict_text.h"
#include "ui/session/field_text.h"
#include "ui/session/why_event.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QtMath>

#include <cmath>
#include <limits>
#include <utility>

namespace ui
{

namespace
{

constexpr int barWidth = 4;
constexpr int textLeft = 44;

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

/// A count without its unit: the tile's title says what is counted.
QString countText(double count) { return QString::fromStdString(core::format(count, core::dim::count)); }

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

private:
    ValueLabel* add(const char* metricId, const QString& title, const char* name);
    void presentCount(ValueLabel*, const Snapshot&, std::string_view chip);
    QString memoryHover() const;
    QString countHover(const std::string& chip) const;

    Snapshot m_snapshot;  // the last that could be evaluated, else the latest
    bool m_known = false; // there was one that could be
    ValueLabel* m_step;
    ValueLabel* m_memory;
    ValueLabel* m_h100;
    ValueLabel* m_v5p;
    ValueLabel* m_mfu;
};

Tiles::Tiles(QWidget* parent) : QWidget(parent)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    m_step = add("time.step", tr("Step time"), "tile.step");
    m_memory = add("mem.total", tr("HBM per chip"), "tile.hbm");
    m_h100 = add("count.h100-sxm", tr("H100s needed"), "tile.h100");
    m_v5p = add("count.tpu-v5p", tr("v5ps needed"), "tile.v5p");
    m_mfu = add("mfu.bound", tr("MFU at most"), "tile.mfu");
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
    return (decode ? tr("<b>Weights and KV cache, by capacity</b><br>%1<br><br><b>Weights only</b><br>%2")
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
    label->present(countText(all),
                   (decode ? tr("%1 without KV cache") : tr("%1 without activations")).arg(countText(state)));
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
    m_step->present(shownText(snapshot, "time.step"));
    m_memory->present(
        QString::fromStdString(core::format(memory.total.si(), core::dim::byte, shown)),
        tr("of %1").arg(QString::fromStdString(core::format(memory.capacity.si(), core::dim::byte, shown))));
    m_memory->setMark(memory.fits ? QStringLiteral("fits") : QStringLiteral("overflow"),
                      memory.fits ? theme.good : theme.overflow);
    presentCount(m_h100, snapshot, "h100-sxm");
    presentCount(m_v5p, snapshot, "tpu-v5p");
    m_mfu->present(shownText(snapshot, "mfu.bound"));
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
    layout->setContentsMargins(barWidth + 4, 4, 16, 4);
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Tools around the board, and words for what was built.
#include "ui/timeline/order_builder.h"

#include "core/collectives/analysis.h"
#include "ui/controls/combo.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/segmented.h"
#include "ui/controls/word_flow.h"
#include "ui/playback/recording.h"
#include "ui/session/field_text.h"
#include "ui/session/snapshot.h"
#include "ui/theme/nth.h"
#include "ui/theme/painting.h"
#include "ui/timeline/order_builder_board.h"
#include "ui/timeline/order_facts.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

using Mode = core::CollectiveAlgorithm;

constexpr int boardInSight = 340; // pixels: that of a ring of four is in sight whole

bool isEmpty(const core::ChipOrder& order)
{
    return std::all_of(order.begin(), order.end(), [](const auto& step) { return step.empty(); });
}

/// One axis that the user can close.
bool isOpenAxis(const core::Topology& topology)
{
    const auto active = topology.activeAxes();
    return topology.wiring == core::Wiring::torus && active.size() == 1 && topology.chips() > 2 &&
           topology.chips() <= OrderBuilder::maxChips && !topology.axes[nth(active.front())].wraps;
}

/// Why no order can be built on this network; empty where it can.
QString obstacle(const core::Topology& topology)
{
    const auto active = topology.activeAxes();
    if (topology.wiring != core::Wiring::torus || active.size() != 1) {
        return OrderBuilder::tr("Custom schedules go round a single ring. Choose one axis, such as a torus of 4.");
    }
    if (topology.chips() > OrderBuilder::maxChips) {
        return OrderBuilder::tr("Custom schedules have at most %1 chips. Choose a smaller ring.")
            .arg(OrderBuilder::maxChips);
    }
    if (isOpenAxis(topology)) {
        return OrderBuilder::tr("On an open axis every chip needs a schedule of its own; custom schedules go round a "
                                "ring.");
    }
    return {};
}

} // namespace

OrderBuilder::OrderBuilder(QWidget* parent)
    : CollectivePage(parent), m_board(new OrderBoard), m_builds(new QWidget), m_verdict(new QLabel),
      m_facts(new OrderFacts), m_links(new Segmented), m_presets(new Combo),
      m_rings(new QPushButton(tr("Close the axis into a ring"))), m_finish(new QPushButton(tr("Complete it for me"))),
      m_clear(new QPushButton(tr("Clear"))), m_play(new QPushButton(tr("Play it"))),
      m_fewer(new IconButton(QStringLiteral("minus"), tr("One step fewer"))),
      m_more(new IconButton(QStringLiteral("plus"), tr("One step more")))
{
    setObjectName(QStringLiteral("own"));
    auto* area = scrolled(m_board);
    m_verdict->setObjectName(QStringLiteral("own.verdict"));
    m_verdict->setWordWrap(true);
    m_verdict->setContentsMargins(12, 2, 12, 0);
    auto* rows = new QVBoxLayout(m_builds);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    rows->addWidget(makeTools());
    rows->addWidget(area, 1);
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(0, 4, 0, 4);
    list->setSpacing(2);
    list->addWidget(m_builds, 1);
    list->addWidget(m_verdict);
    list->addWidget(makeRings());
    list->addWidget(m_facts);
    list->addWidget(makeEnd());
    connect(m_board, &OrderBoard::edited, this, &OrderBuilder::build);
    connect(m_board, &OrderBoard::roomChanged, area,
            [this, area] { area->setMinimumHeight(std::min(m_board->sizeHint().height(), boardInSight)); });
    connect(m_board, &OrderBoard::stepChosen, area, [this, area](int step) {
        const OrderScene& scene = m_board->scene();
        const QRectF box = scene.steps[nth(step)].box;
        const QPoint centre = (box.center() * scene.unit).toPoint();
        area->ensureVisible(centre.x(), centre.y(), qRound(box.width() * scene.unit), 40);
    });
    setFocusProxy(m_presets);
    QWidget* before = m_presets; // Tab goes as the eye does
    for (QWidget* next :
         std::initializer_list<QWidget*>{m_links, m_fewer, m_more, m_board, m_finish, m_clear, m_play}) {
        setTabOrder(before, next);
        before = next;
    }
}

/// With the lines that its texts and buttons take in this width: where the page is low, it scrolls as a whole rather
/// than the board within it. Out of sight it asks for no height.
QSize OrderBuilder::minimumSizeHint() const
{
    const QSize min = CollectivePage::minimumSizeHint();
    return {min.width(), isHidden() ? 0 : layout()->totalMinimumHeightForWidth(width())};
}

void OrderBuilder::resizeEvent(QResizeEvent* event)
{
    updateGeometry();
    CollectivePage::resizeEvent(event);
}

QWidget* OrderBuilder::makeRings()
{
    auto* bar = new QWidget;
    auto* line = new QHBoxLayout(bar);
    line->setContentsMargins(12, 6, 12, 0);
    line->addWidget(m_rings);
    line->addStretch();
    m_rings->setObjectName(QStringLiteral("own.rings"));
    m_rings->setToolTip(tr("Sets Wraparound to Rings"));
    connect(m_rings, &QPushButton::clicked, this, &OrderBuilder::ringAsked);
    return bar;
}

QWidget* OrderBuilder::makeTools()
{
    auto* bar = new QWidget;
    auto* line = new WordFlow(8, 4);
    bar->setLayout(line);
    line->setContentsMargins(12, 2, 12, 0);
    m_presets->setObjectName(QStringLiteral("own.presets"));
    m_presets->setAccessibleName(tr("Start from"));
    m_presets->addItems({tr("Start from…"), tr("One direction"), tr("Halves"), tr("Whole shards"), QString()});
    m_links->setChoices({tr("Both ways"), tr("One way")}, tr("Links"), QStringLiteral("own.links"));
    m_fewer->setObjectName(QStringLiteral("own.fewer"));
    m_more->setObjectName(QStringLiteral("own.more"));
    line->addWidget(m_presets);
    line->addWidget(m_links);
    auto* steps = new QWidget; // a word and its buttons stay together
    auto* together = new QHBoxLayout(steps);
    together->setContentsMargins(0, 0, 0, 0);
    together->setSpacing(8);
    for (QWidget* part : std::initializer_list<QWidget*>{new QLabel(tr("Steps")), m_fewer, m_more})
        together->addWidget(part);
    line->addWidget(steps);
    connect(m_presets, &QComboBox::activated, this, &OrderBuilder::loadPreset);
    connect(m_links, &Segmented::chosen, this, [this](int i) { setLinks(i == 1); });
    connect(m_fewer, &IconButton::clicked, this, [this] { changeSteps(-1); });
    connect(m_more, &IconButton::clicked, this, [this] { changeSteps(1); });
    return bar;
}

void OrderBuilder::loadPreset(int preset)
{
    constexpr std::array modes{Mode::uni, Mode::halves, Mode::whole};
    m_presets->setCurrentIndex(0);
    if (preset > 0 && preset <= static_cast<int>(modes.size())) {
        loadMode(modes[nth(preset - 1)], preset == 1);
    } else if (preset > 0) {
        gatherFirst();
    }
}

QWidget* OrderBuilder::makeEnd()
{
    auto* bar = new QWidget;
    auto* line = new WordFlow(8, 4);
    bar->setLayout(line);
    line->setContentsMargins(12, 2, 12, 2);
    m_finish->setObjectName(QStringLiteral("own.finish"));
    m_clear->setObjectName(QStringLiteral("own.clear"));
    m_play->setObjectName(QStringLiteral("own.play"));
    m_play->setToolTip(tr("Shows this order on the torus and the timeline"));
    line->addWidget(m_finish);
    line->addWidget(m_clear);
    line->addWidget(m_play);
    connect(m_finish, &QPushButton::clicked, this, &OrderBuilder::finish);
    connect(m_clear, &QPushButton::clicked, this, &OrderBuilder::clear);
    connect(m_play, &QPushButton::clicked, this, [this] { emit played(*m_own); });
    return bar;
}

bool OrderBuilder::isOfUse(const core::Scenario& scenario) const { return core::isMatmul(scenario.coll.kind); }

/// The order stays while the ring does.
void OrderBuilder::present(const Snapshot& snapshot)
{
    m_scenario = snapshot.scenario;
    const auto before = m_request;
    const auto request = core::matmulRequest(snapshot.scenario);
    m_reason = request ? obstacle(request->topology) : inWords(request.error(), m_scenario);
    m_request = m_reason.isEmpty() ? std::optional(*request) : std::nullopt;
    m_rings->parentWidget()->setVisible(request && isOpenAxis(request->topology));
    if (m_request) {
        const int chips = m_request->topology.chips();
        const bool same = before && before->form == m_request->form && before->topology.chips() == chips;
        if (!same) {
            m_oneWay = m_request->topology.oneWay;
            m_order.assign(nth(chips), {});
        }
        m_presets->setItemText(m_presets->count() - 1,
                               m_request->form == core::MatmulForm::gather ? tr("Gather first") : tr("Multiply first"));
    }
    check();
}

void OrderBuilder::setSought(bool sought)
{
    m_sought = sought;
    m_presets->setEnabled(!sought);
    m_presets->setToolTip(sought ? tr("Hidden until you answer") : QString());
    m_finish->setToolTip(m_presets->toolTip());
    check();
}

void OrderBuilder::build(const core::ChipOrder& order)
{
    m_order = order;
    check();
}

void OrderBuilder::loadMode(Mode mode, bool oneWay)
{
    if (!m_request)
        return;
    auto request = *m_request;
    request.mode = mode;
    request.topology.oneWay = false; // the page has links of its own
    const auto plan = core::planMatmul(request);
    if (!plan) {
        say(inWords(plan.error(), m_scenario), true);
        return;
    }
    m_oneWay = oneWay && request.topology.chips() > 2;
    core::ChipOrder order;
    for (const auto& row : plan->products) {
        order.push_back(row.front());
    }
    build(order);
}

void OrderBuilder::gatherFirst()
{
    if (!m_request)
        return;
    m_oneWay = false;
    const int chips = m_request->topology.chips();
    core::ChipOrder order(nth(chips / 2 + 1));
    auto& all = m_request->form == core::MatmulForm::gather ? order.back() : order.front();
    for (int shard = 0; shard < chips; ++shard) {
        all.push_back({shard});
    }
    build(order);
}

void OrderBuilder::finish()
{
    if (!m_request)
        return;
    auto request = *m_request;
    request.topology.oneWay = m_oneWay;
    const auto order = core::finishOrder(request, m_order);
    if (order)
        build(*order);
    else
        say(inWords(order.error(), m_scenario), true);
}

void OrderBuilder::changeSteps(int by)
{
    auto order = m_order;
    order.resize(nth(static_cast<int>(order.size()) + by));
    build(order);
}

void OrderBuilder::setLinks(bool oneWay)
{
    m_oneWay = oneWay;
    check();
}

/// Empty slots at the end of a gather do not count as waiting.
core::ChipOrder OrderBuilder::inUse() const
{
    auto order = m_order;
    while (m_request->form == core::MatmulForm::gather && !order.empty() && order.back().empty()) {
        order.pop_back();
    }
    return order;
}

void OrderBuilder::check()
{
    m_builds->setVisible(m_request.has_value());
    for (QWidget* part : std::initializer_list<QWidget*>{m_finish, m_clear, m_play, m_facts}) {
        part->setVisible(m_request.has_value());
    }
    m_own.reset();
    if (!m_request) {
        say(m_reason, false);
        return emit changed();
    }
    OrderShown shown;
    auto request = *m_request;
    request.topology.oneWay = m_oneWay;
    shown.form = request.form;
    shown.topology = request.topology;
    shown.order = m_order;
    shown.chosen = isEmpty(m_order) ? 0 : m_board->shown().chosen;
    const auto table = core::rotated(inUse(), request.topology.chips());
    shown.fault = core::firstFault(request.form, request.topology, table);
    if (!shown.fault) {
        if (auto own = core::planOwnOrder(request, table)) {
            m_own = *std::move(own);
            m_own->plan.alone = core::collectiveAlone(*m_request); // over all links there are
            m_own->timing.serialized = core::timeMatmul(*m_request, m_own->plan).serialized;
        }
    }
    shown.own = m_own;
    m_board->present(shown);
    m_links->choose(m_oneWay ? 1 : 0);
    m_links->setEnabled(request.topology.chips() > 2);
    m_fewer->setEnabled(m_order.size() > 1 && m_order.back().empty());
    m_more->setEnabled(static_cast<int>(m_order.size()) < 2 * request.topology.chips());
    m_clear->setEnabled(!isEmpty(m_order));
    const bool missing = shown.fault && shown.fault->kind == core::OrderFault::Kind::missing;
    m_finish->setEnabled(missing && !m_sought);
    m_play->setEnabled(m_own.has_value());
    m_facts->present(*m_request, m_own ? &*m_own : nullptr);
    say(verdict(*m_request, shown.fault), shown.fault && !missing);
    emit changed();
}

QString OrderBuilder::verdict(const core::MatmulRequest& request, const std::optional<core::OrderFault>& fault) const
{
    if (isEmpty(m_order)) {
        return tr("Put a shard into each step of chip 0: drag it, or click it, or type its number. The other chips "
                  "follow round the ring.");
    }
    if (fault) {
        const auto text = QString::fromStdString(core::faultText(request.form, *fault));
        return fault->kind == core::OrderFault::Kind::missing ? tr("So far so good. %1 yet.").arg(text) : text + u'.';
    }
    if (!m_own) {
        return {};
    }
    const auto& timing = m_own->timing;
    const auto clock = request.clock;
    if (timing.overlapped.by(clock).si() >= timing.serialized.by(clock).si() * (1 - 1e-9)) {
        return request.form == core::MatmulForm::gather
                   ? tr("Valid, but naive: gathering everything first and multiplying then is as quick.")
                   : tr("Valid, but naive: multiplying everything first and adding up then is as quick.");
    }
    return timing.hidden(clock) ? tr("Valid: all transfers are hidden behind the products.")
                                : tr("Valid: some transfers are not hidden.");
}

void OrderBuilder::hideEvent(QHideEvent* event)
{
    CollectivePage::hideEvent(event);
    emit changed();
}

/// An error is coloured, and announced to screen readers.
void OrderBuilder::say(const QString& text, bool wrong)
{
    const bool news = text != m_verdict->text();
    m_verdict->setText(text);
    m_verdict->setAccessibleName(text);
    QPalette colours = palette();
    const Theme& theme = themeOf(this);
    colours.setColor(QPalette::WindowText, wrong ? theme.error : theme.text);
    m_verdict->setPalette(colours);
    if (wrong && news && QAccessible::isActive()) {
        QAccessibleEvent event(m_verdict, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace ui

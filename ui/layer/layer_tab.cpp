// SPDX-License-Identifier: GPL-3.0-or-later
// What a click opens is put into the scenario by the edits of core, each one undo step.
#include "ui/layer/layer_tab.h"

#include "core/design/opening.h"
#include "core/evaluate/evaluate.h"
#include "core/layer/edited_arrays.h"
#include "core/layer/layer.h"
#include "core/numbers/network_numbers.h"
#include "core/operation/model_operations.h"
#include "core/scenario/fields.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/layer_layout.h"
#include "ui/charts/network_chips.h"
#include "ui/controls/field_control.h"
#include "ui/controls/folding_row.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/segmented.h"
#include "ui/controls/word_flow.h"
#include "ui/layer/array_edit.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/theme/words.h"

#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <QtMath>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace ui
{

namespace
{

constexpr int networkPage = 2;

/// The part of a box by its id; nothing for what lies outside the layer.
std::optional<core::LayerPart> partOf(const core::Scenario& s, const QString& box)
{
    auto all = core::partsOf(s.model);
    std::ranges::copy(core::endsOf(s.model), std::back_inserter(all));
    const auto found = std::ranges::find(all, box.toStdString(), [](core::LayerPart part) { return core::idOf(part); });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

/// Why that sharding does not lead to a design that can be evaluated; empty where it does.
QString whyNot(const core::Scenario& now, core::ShardingPreset preset, const core::Mesh& origin)
{
    if (const auto why = core::whyNoPreset(now, preset); !why.empty())
        return toText(why);
    core::Scenario then = now;
    for (const auto& [field, value] : core::presetEdits(now, preset, origin))
        if (const auto done = core::setField(then, field, value); !done)
            return inWords(done.error(), now);
    const auto errors = core::errorsOf(then, core::evaluate(then));
    return errors.empty() ? QString() : LayerTab::tr("It would be an error: %1").arg(inWords(errors.front().text, now));
}

} // namespace

LayerTab::LayerTab(Session& session, QWidget* picture, QWidget* attention, QWidget* network, QWidget* parent)
    : QWidget(parent), m_session(session), m_picture(picture), m_which(new Segmented), m_pages(new QStackedWidget),
      m_note(new QLabel), m_origin(session.scenario().mesh)
{
    setObjectName(QStringLiteral("layer"));
    m_note->setObjectName(QStringLiteral("layer.note"));
    m_note->setWordWrap(true);
    m_note->setContentsMargins(4, 0, 4, 0);
    m_note->hide();
    m_which->setChoices({tr("One layer"), tr("Attention"), tr("Network")}, tr("Picture"),
                        QStringLiteral("layer.picture"));
    m_which->choose(0);
    connect(m_which, &Segmented::chosen, this, &LayerTab::choose);
    m_pages->addWidget(makeLayer());
    attention->setMinimumHeight(300);
    m_pages->addWidget(attention);
    m_pages->addWidget(makeNetwork(network));
    network->findChild<Chart*>()->setOpener({[](const QString& place) { return place.startsWith(u"chip "); },
                                             [this](const QString& place) { pick(place.section(u' ', 1)); }});
    shrinkHidden(*m_pages);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(4, 0, 4, 0);
    head->addWidget(m_which);
    head->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addLayout(head);
    column->addWidget(m_pages, 1);
    picture->findChild<Chart*>()->setOpener(
        {[](const QString& place) { return place.contains(u' '); }, [this](const QString& place) { open(place); }});
}

void LayerTab::choose(int page)
{
    m_which->choose(page);
    m_pages->setCurrentIndex(page);
    shrinkHidden(*m_pages);
    if (page == networkPage)
        presentPlaces();
    emit pictureChanged();
}

void LayerTab::showNetwork(bool shows)
{
    if (const int page = shows ? networkPage : 0; m_pages->currentIndex() != page)
        choose(page);
}

/// Places are called "box qkv", "product qkv", "collective 3 qkv", "found 1 qkv".
void LayerTab::open(const QString& place)
{
    say({});
    m_opened.reset();
    const QString kind = place.section(u' ', 0, 0);
    const QString name = place.section(u' ', 1, 1);
    if (kind == QLatin1String("box"))
        openOperation(name);
    else if (kind == QLatin1String("product") || kind == QLatin1String("found"))
        openProduct(place.section(u' ', -1));
    else if (kind == QLatin1String("collective"))
        openCollective(name.toULongLong());
}

/// The first chip sends, the second one receives; the third begins anew.
void LayerTab::pick(const QString& chip)
{
    const auto& net = m_session.scenario().net;
    const bool second = QGuiApplication::keyboardModifiers().testFlag(Qt::ShiftModifier);
    core::Repair picked{tr("Pick chip %1").arg(chip).toStdString(),
                        {{second ? "net.to" : "net.from", chip.toStdString()}}};
    if (!second && !net.from.empty() && net.to.empty())
        picked.edits = {{"net.to", chip.toStdString()}};
    else if (!second)
        picked.edits.emplace_back("net.to", std::string());
    [[maybe_unused]] const auto done = m_session.apply(picked); // chips of the picture are places of the slice
}

QWidget* LayerTab::makeLayer()
{
    m_intro =
        new QLabel(tr("One layer of the present model: arrays on the mesh, what chips send, its share of the step. "
                      "Click a box, its arrays or a collective to open it."));
    m_intro->setObjectName(QStringLiteral("layer.intro"));
    m_intro->setWordWrap(true);
    m_intro->setContentsMargins(4, 0, 4, 0);
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(m_intro);
    column->addWidget(m_note);
    column->addWidget(makePresets());
    m_array = new ArrayEdit(m_session);
    column->addWidget(m_array);
    column->addWidget(m_picture, 1);
    return page;
}

QWidget* LayerTab::makeNetwork(QWidget* picture)
{
    auto* intro = new QLabel(tr("What contains what, and how long bytes take from place to place or between two chips "
                                "of the slice. Click a number to see why."));
    intro->setObjectName(QStringLiteral("layer.network.intro"));
    intro->setWordWrap(true);
    intro->setContentsMargins(4, 0, 4, 0);
    auto* places = new FoldingRow({4, 0, 4, 0}, 16);
    for (const auto& [id, widest] :
         {std::pair("net.bytes", 360), std::pair("net.from", 240), std::pair("net.to", 240)}) {
        auto* control = makeControl(*core::findField(id), m_session, nullptr);
        control->setMinimumWidth(200);
        control->setMaximumWidth(widest); // large texts leave less
        auto* group = places->addGroup(widest);
        group->addWidget(control, 100, Qt::AlignTop);
        group->addStretch(1);
        m_places.push_back(control);
    }
    m_noPath = new QLabel;
    m_noPath->setObjectName(QStringLiteral("layer.network.noway"));
    m_noPath->setWordWrap(true);
    m_noPath->setContentsMargins(4, 0, 4, 0);
    m_noPath->hide();
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(intro);
    column->addWidget(places);
    column->addWidget(m_noPath);
    picture->setMinimumHeight(300);
    picture->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // what it prefers would lengthen the page
    column->addWidget(picture, 1);
    return page;
}

/// As high as its arrays and collectives need: the page scrolls.
void LayerTab::fit()
{
    constexpr int rim = 4, least = 290;
    const auto* chart = m_picture->findChild<Chart*>();
    const auto reading = LayerReading::of(m_snapshot);
    const int needed = reading.layer ? qCeil(layerHeight(*reading.layer, chart->width() - rim)) + rim : 0;
    m_picture->setMinimumHeight(std::max(least, needed + m_picture->height() - chart->height()));
}

void LayerTab::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

QWidget* LayerTab::makePresets()
{
    auto* row = new QWidget;
    auto* flow = new WordFlow(8, 6);
    row->setLayout(flow);
    row->setContentsMargins(4, 0, 4, 0);
    auto* title = new QLabel(tr("Sharding"));
    title->setMinimumHeight(26);
    flow->addWidget(title);
    for (const auto& preset : core::shardingPresets) {
        auto* button = new QPushButton(toText(preset.title));
        button->setObjectName(QStringLiteral("layer.preset.%1").arg(m_presets.size()));
        button->setCheckable(true);
        button->setStatusTip(toText(preset.tip));
        connect(button, &QPushButton::clicked, this, [this, preset] { takePreset(preset); });
        m_presets.push_back(button);
        flow->addWidget(button);
    }
    return row;
}

/// The next snapshot says what it changed.
void LayerTab::takePreset(const core::ShardingPresetRow& preset)
{
    const core::Scenario before = m_session.scenario();
    const auto edits = core::presetEdits(before, preset.preset, m_origin);
    const auto words = tr("Sharding: %1").arg(toText(preset.title));
    const auto done = m_session.apply({words.toStdString(), edits});
    present(m_snapshot); // a click on the one that is chosen leaves it so
    if (!done)
        return say(inWords(done.error(), before));
    const auto& after = m_session.scenario();
    const QString mesh = after.mesh == before.mesh
                             ? tr("arrays of the layer changed")
                             : tr("%1 became %2").arg(meshText(before.mesh), meshText(after.mesh));
    if (!edits.empty())
        m_changed = tr("%1: %2. Undo, or the plan before, leads back.").arg(toText(preset.title), mesh);
}

void LayerTab::present(const Snapshot& snapshot)
{
    if (snapshot.scenario != m_snapshot.scenario)
        say(std::exchange(m_changed, {}));
    m_snapshot = snapshot;
    if (m_pages->currentIndex() == networkPage)
        presentPlaces();
    m_array->present(snapshot);
    fit();
    m_origin = core::presetOrigin(snapshot.scenario, m_origin);
    const auto now = core::presetOf(snapshot.scenario);
    for (std::size_t i = 0; i < m_presets.size(); ++i) {
        const auto& row = core::shardingPresets[i];
        const auto why = whyNot(snapshot.scenario, row.preset, m_origin);
        m_presets[i]->setEnabled(why.isEmpty());
        m_presets[i]->setToolTip(why.isEmpty() ? toText(row.tip) : why);
        m_presets[i]->setChecked(now == row.preset);
    }
}

/// Of the network: fields and what stands in the way.
void LayerTab::presentPlaces()
{
    for (FieldControl* control : m_places)
        control->present(m_snapshot);
    const NetworkChips chips(m_snapshot.scenario);
    for (const auto& [control, example] :
         {std::pair(m_places[1], chips.name({0, 0, 0})), std::pair(m_places[2], chips.farthest())})
        control->findChild<QLineEdit*>()->setPlaceholderText(tr("such as %1").arg(example));
    const auto wrong = std::ranges::find(m_snapshot.issues, "CHIP", &core::Issue::code); // also where one is named
    auto noPath = toText(wrong != m_snapshot.issues.end() ? wrong->text : core::whyNoPickedPath(m_snapshot.scenario));
    if (!noPath.isEmpty() && !noPath.endsWith(u'.'))
        noPath += u'.';
    m_noPath->setText(noPath);
    m_noPath->setVisible(!noPath.isEmpty());
}

/// In the place of the sentence that says what the tab is: the picture stays where it is.
void LayerTab::say(const QString& text)
{
    if (!m_intro->isHidden())
        m_note->setMinimumHeight(m_intro->height());
    m_note->setText(text);
    m_intro->setVisible(text.isEmpty());
    m_note->setVisible(!text.isEmpty());
}

/// What was said was about a click.
void LayerTab::hideEvent(QHideEvent* event)
{
    say({});
    QWidget::hideEvent(event);
}

void LayerTab::openOperation(const QString& box)
{
    const auto& s = m_session.scenario();
    const auto part = partOf(s, box);
    const auto operations = part ? core::operationsOf(s, *part) : std::vector<core::Operation>();
    if (operations.empty())
        return say(
            tr("Operation has no kind for this box: it knows matmuls, attention, experts, elementwise operations "
               "and sums."));
    if (!std::ranges::all_of(operations, core::fits))
        return say(tr("The batch is no whole number of sequences, or too large for one operation."));
    emit operationsAsked(operations);
}

void LayerTab::openProduct(const QString& box)
{
    auto layer = core::layerArrays(m_session.scenario());
    layer.boxes.insert(layer.boxes.end(), layer.ends.begin(), layer.ends.end());
    const auto found = std::ranges::find(layer.boxes, box.toStdString(),
                                         [](const core::BoxArrays& one) { return core::idOf(one.part); });
    if (found == layer.boxes.end())
        return;
    const auto edits = core::shardingEdits(layer, *found, m_session.scenario());
    if (edits.empty())
        return say(tr("This box multiplies by no weights: Sharding shows products only."));
    emit productAsked({tr("%1 in Sharding").arg(toText(core::titleOf(found->part))).toStdString(), edits});
    m_opened = {*found, m_session.scenario().shard.expression, m_session.undoStack().index()};
}

/// Nothing where the way back undid the opening, since nothing was edited.
void LayerTab::takeProduct()
{
    const auto opened = std::exchange(m_opened, std::nullopt);
    const auto& now = m_session.scenario();
    if (!opened || m_session.undoStack().index() <= opened->step || now.shard.expression == opened->expression)
        return;
    const auto arrays = core::arraysOfProduct(now, opened->box);
    if (!arrays)
        return say(tr("The layer cannot take the product that was edited in Sharding: %1 It stays there.")
                       .arg(inWords(arrays.error(), now)));
    if (*arrays != now.layer.arrays)
        (void)m_session.edit("layer.arrays", *arrays); // have been read
}

void LayerTab::openCollective(std::size_t at)
{
    const auto all = core::designCollectives(m_session.scenario());
    if (at >= all.size())
        return;
    const auto edits = core::openingEdits(m_session.scenario(), all[at]);
    if (!edits)
        return say(inWords(edits.error(), m_session.scenario()) + u'.');
    emit collectiveAsked({tr("Open %1").arg(toText(all[at].name)).toStdString(), *edits});
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the tab and carries scenario, player and views together.
#include "ui/torus/collectives_tab.h"

#include "core/quantity/format.h"
#include "core/scenario/names.h"
#include "ui/controls/choice_control.h"
#include "ui/controls/combo.h"
#include "ui/controls/number_control.h"
#include "ui/controls/text_control.h"
#include "ui/theme/painting.h"
#include "ui/torus/number_grid.h"
#include "ui/torus/shard_names.h"
#include "ui/torus/step_table.h"
#include "ui/torus/torus_view.h"
#include "ui/torus/transport_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

namespace ui
{

namespace
{

constexpr int sideWidth = 336;
constexpr int mostFollowed = 512;

QString timeText(core::Quantity<core::dim::second> time)
{
    return QString::fromStdString(core::format(time.si(), core::dim::second));
}

QString bytesText(core::Quantity<core::dim::byte> bytes)
{
    return QString::fromStdString(core::format(bytes.si(), core::dim::byte));
}

bool isMatmul(const core::Scenario& s)
{
    return s.coll.kind == core::CollectiveKind::matmulGather || s.coll.kind == core::CollectiveKind::matmulScatter;
}

/// Fields that would change nothing are not shown.
bool isRelevant(const core::Field& field, const core::Scenario& s)
{
    if (field.id == "coll.B" || field.id == "coll.D" || field.id == "coll.F") {
        return isMatmul(s);
    }
    if (field.id == "coll.bytes") {
        return !isMatmul(s);
    }
    if (field.id == "coll.from" || field.id == "coll.to") {
        return s.coll.kind == core::CollectiveKind::permute;
    }
    return true;
}

FieldControl* makeControl(const core::Field& field, Session& session, QWidget* parent)
{
    if (field.kind == core::FieldKind::choice) {
        return new ChoiceControl(field, session, parent);
    }
    if (field.kind == core::FieldKind::text) {
        return new TextControl(field, session, parent);
    }
    return new NumberControl(field, session, parent);
}

QString row(const QString& name, const QString& value)
{
    return QStringLiteral("<tr><td style='padding-right:14px'>%1</td><td align='right'><b>%2</b></td></tr>")
        .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
}

} // namespace

CollectivesTab::CollectivesTab(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_view(new TorusView(m_player)), m_steps(new StepTable),
      m_grid(new NumberGrid), m_side(new QTabWidget), m_numbers(new QLabel), m_layout(new Combo), m_detail(new Combo),
      m_follow(new Combo)
{
    setObjectName(QStringLiteral("collectives"));
    auto* grid = new QScrollArea;
    auto* room = new QWidget; // the grid itself would lose its palette to the area
    auto* rows = new QVBoxLayout(room);
    rows->setContentsMargins(4, 8, 8, 8);
    rows->addWidget(m_grid);
    grid->setWidget(room);
    grid->setFocusPolicy(Qt::NoFocus);
    grid->setWidgetResizable(true);
    m_side->setDocumentMode(true);
    m_side->tabBar()->setAccessibleName(tr("Views of the collective"));
    m_side->setObjectName(QStringLiteral("collectives.side"));
    m_side->addTab(makeSetup(), tr("Setup"));
    m_side->addTab(m_steps, tr("Steps"));
    m_side->addTab(grid, tr("Who holds what"));
    m_side->setFixedWidth(sideWidth);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(9, 9, 1, 1);
    layout->setSpacing(8);
    layout->addWidget(makeStage(), 1);
    layout->addWidget(m_side);
    connect(&m_player, &Player::moved, this, &CollectivesTab::presentStep);
    connect(m_view, &TorusView::lookChanged, this, &CollectivesTab::fillViewBar);
    connect(m_steps, &StepTable::stepAsked, this, [this](int step) {
        m_player.setPlaying(false);
        m_player.seek(step);
    });
}

CollectivesTab::~CollectivesTab() = default;

QWidget* CollectivesTab::makeStage()
{
    auto* stage = new QWidget;
    auto* list = new QVBoxLayout(stage);
    list->setContentsMargins(0, 0, 0, 4);
    list->setSpacing(0);
    list->addWidget(makeViewBar());
    list->addWidget(m_view, 1);
    list->addWidget(new TransportBar(m_player));
    return stage;
}

QWidget* CollectivesTab::makeViewBar()
{
    auto* bar = new QWidget;
    auto* line = new QHBoxLayout(bar);
    line->setContentsMargins(8, 4, 8, 2);
    line->setSpacing(8);
    m_layout->addItems({tr("Unrolled"), tr("Solid")});
    m_layout->setAccessibleName(tr("Layout of the torus"));
    m_layout->setToolTip(tr("Unrolled or solid (V)"));
    m_detail->addItems({tr("Every chip"), tr("Blocks of 4×4×4"), tr("Outer faces"), tr("One slice")});
    m_detail->setAccessibleName(tr("How much of the torus is drawn"));
    m_follow->setAccessibleName(tr("Follow a shard"));
    m_follow->setToolTip(tr("Lights up one shard on its way and numbers its hops by step"));
    line->addWidget(m_layout);
    line->addWidget(m_detail);
    line->addStretch();
    line->addWidget(m_follow);
    connect(m_layout, &QComboBox::activated, m_view, [this](int i) { m_view->setLayout(static_cast<TorusLayout>(i)); });
    connect(m_detail, &QComboBox::activated, m_view, [this](int i) { m_view->setDetail(static_cast<TorusDetail>(i)); });
    connect(m_follow, &QComboBox::activated, this, [this](int i) {
        if (m_reel) {
            m_reel->follow(i > 0 ? std::optional(i - 1) : std::nullopt);
            m_view->setLayout(m_view->look().layout);
        }
    });
    return bar;
}

void CollectivesTab::fillViewBar()
{
    m_layout->setCurrentIndex(static_cast<int>(m_view->look().layout));
    m_detail->setCurrentIndex(static_cast<int>(m_view->look().detail));
    const bool deep = m_reel && m_reel->whole().activeAxes().size() == 3;
    m_detail->setVisible(m_reel && (deep || m_reel->whole().chips() > mostSingleChips));
}

QWidget* CollectivesTab::makeSetup()
{
    auto* area = new QScrollArea;
    auto* contents = new QWidget;
    auto* list = new QVBoxLayout(contents);
    list->setContentsMargins(4, 10, 16, 10);
    list->setSpacing(6);
    m_numbers->setObjectName(QStringLiteral("collectives.numbers"));
    m_numbers->setTextFormat(Qt::RichText);
    m_numbers->setWordWrap(true);
    m_numbers->setTextInteractionFlags(Qt::TextSelectableByMouse);
    list->addWidget(m_numbers);
    for (const core::Field& field : core::fields()) {
        if (field.group == "Collective") {
            m_controls.push_back(makeControl(field, m_session, contents));
            list->addWidget(m_controls.back());
        }
    }
    auto* slide = new QPushButton(tr("Four numbers, added up"));
    slide->setObjectName(QStringLiteral("collectives.slide"));
    slide->setToolTip(tr("A reduce-scatter round a one-way ring of four chips, shown with numbers"));
    list->addWidget(slide, 0, Qt::AlignLeft);
    list->addStretch();
    connect(slide, &QPushButton::clicked, this, &CollectivesTab::loadSlide);
    area->setWidget(contents);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return area;
}

void CollectivesTab::loadSlide()
{
    const Gesture gesture = m_session.nextGesture();
    const std::pair<const char*, const char*> edits[] = {{"coll.torus", "4"},        {"coll.axes", "all"},
                                                         {"coll.wrap", "ring"},      {"coll.direction", "one"},
                                                         {"coll.algorithm", "ring"}, {"coll.kind", "reduce-scatter"}};
    for (const auto& [field, value] : edits) {
        [[maybe_unused]] const auto done = m_session.editFromText(field, value, gesture); // all of them are choices
    }
    m_side->setCurrentIndex(2);
}

void CollectivesTab::present(const Snapshot& snapshot)
{
    for (FieldControl* control : m_controls) {
        control->setVisible(isRelevant(control->field(), snapshot.scenario));
        control->present(snapshot);
    }
    const core::Scenario& s = snapshot.scenario;
    const bool same = m_hasShown && m_shown.coll == s.coll && m_shown.hw == s.hw && m_shown.prec == s.prec;
    if (!same) {
        rebuild(s);
        m_shown = s;
        m_hasShown = true;
    }
}

void CollectivesTab::rebuild(const core::Scenario& scenario)
{
    m_view->show(nullptr);
    m_reel.reset();
    m_follow->clear();
    auto collective = core::wholeCollective(scenario);
    if (!collective) {
        const QString reason = QString::fromStdString(collective.error());
        m_player.load({});
        m_view->show(nullptr, reason);
        m_steps->show(nullptr);
        m_grid->show(nullptr, reason);
        m_numbers->setText(reason.toHtmlEscaped());
        return;
    }
    m_reel = std::make_unique<Reel>(*std::move(collective));
    const auto& shown = m_reel->collective();
    m_player.load(shown.stepEnds);
    m_view->show(m_reel.get());
    m_steps->show(&shown);
    presentNumbers(shown);
    const int chips = shown.study.request.topology.chips();
    const bool follows = m_reel->holdings() && chips <= mostFollowed &&
                         shown.study.schedule.goal != core::Goal::deliver &&
                         shown.study.schedule.chunks.form().cut != core::Cut::pieces;
    m_follow->setVisible(follows);
    if (follows) {
        m_follow->addItem(tr("Follow no shard"));
        for (int chip = 0; chip < chips; ++chip) {
            m_follow->addItem(tr("Follow A%1").arg(subscript(chip)));
        }
    }
    fillViewBar();
    presentHoldings();
    presentStep();
}

void CollectivesTab::presentStep()
{
    const int before = m_reel ? m_reel->step() : -1;
    m_view->present();
    if (m_reel && m_reel->step() != before) { // not in every frame
        presentHoldings();
        m_steps->goTo(m_reel->step());
    }
}

void CollectivesTab::presentHoldings()
{
    m_grid->show(m_reel->holdings(), tr("Shards are not followed on so many chips"));
}

void CollectivesTab::presentNumbers(const core::WholeCollective& collective)
{
    const double bound = collective.study.lowerBound.si();
    const auto number = [](double value) { return QString::fromStdString(core::format(value, core::dim::count)); };
    QString text = QStringLiteral("<table>") + row(tr("Time"), timeText(collective.study.time));
    if (collective.study.matmulTiming) {
        text += row(tr("One after the other"), timeText(collective.study.matmulTiming->naive)) +
                row(tr("Pipelined"), timeText(collective.study.matmulTiming->pipelined));
    } else {
        text += row(tr("Lower bound"), timeText(collective.study.lowerBound));
        text += row(tr("Gap"), bound > 0 ? number(collective.study.gap.si()) + u'×' : QStringLiteral("–"));
    }
    text += row(tr("Steps"), number(collective.study.steps)) +
            row(tr("Hops, one after the other"), number(collective.study.hops)) +
            row(tr("Busiest link"), bytesText(collective.study.bytesPerLink)) +
            row(tr("All links"), bytesText(collective.study.totalBytes)) + QStringLiteral("</table>");
    text += QStringLiteral("<p>%1 (%2)</p>")
                .arg(QString::fromStdString(collective.study.title).toHtmlEscaped(),
                     QString::fromStdString(collective.study.why).toHtmlEscaped());
    if (!collective.study.bound.reason.empty()) {
        text += QStringLiteral("<p>%1</p>")
                    .arg(tr("Bound: %1").arg(QString::fromStdString(collective.study.bound.reason)).toHtmlEscaped());
    }
    for (const std::string& note : collective.study.notes) {
        text += QStringLiteral("<p>%1</p>").arg(QString::fromStdString(note).toHtmlEscaped());
    }
    m_numbers->setText(text);
}

void CollectivesTab::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    drawBox(painter, rect(), 8, theme.panel, theme.outline);
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Which collective is shown, the facts beside it, and its few keys.
#include "ui/collectives/slice_card.h"

#include "core/collectives/report.h"
#include "core/design/opening.h"
#include "core/numbers/collective_cache.h"
#include "core/scenario/fields.h"
#include "core/step/mesh_fit.h"
#include "ui/collectives/design_list.h"
#include "ui/collectives/slice_facts.h"
#include "ui/collectives/timing_button.h"
#include "ui/controls/icon_button.h"
#include "ui/numbers/value_label.h"
#include "ui/numbers/verdict_text.h"
#include "ui/playback/recording.h"
#include "ui/session/field_text.h"
#include "ui/session/patience.h"
#include "ui/session/session.h"
#include "ui/theme/painting.h"
#include "ui/torus/torus_view.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

constexpr int maxFollowed = 1024; // chips that keep pace with a slider

QString sidesText(const std::array<int, 3>& sides)
{
    QStringList texts;
    for (const int side : sides) {
        if (texts.isEmpty() || side > 1) {
            texts << QString::number(side);
        }
    }
    return texts.join(u'×');
}

/// Of the network that is drawn: the slice, or the mesh where its axes were told how many of the slice they span.
/// Axes of two chips have no links round, and make no mesh of a torus.
QString titleOf(const core::Topology& whole, const core::Scenario& scenario)
{
    if (whole.wiring == core::Wiring::throughSwitch) {
        return QString::fromStdString(core::topologyText(whole));
    }
    if (whole.activeAxes().size() == 1) {
        return isRing(whole) ? SliceCard::tr("Ring of %1").arg(whole.chips())
                             : SliceCard::tr("Line of %1").arg(whole.chips());
    }
    const std::array sides{whole.axes[0].length, whole.axes[1].length, whole.axes[2].length};
    const auto slice = core::fitMesh(scenario).torus;
    const bool known = slice[0] * slice[1] * slice[2] > 0;
    if (known && slice != sides && std::ranges::any_of(scenario.mesh.axis, [](const auto& a) { return a.axes > 0; }))
        return SliceCard::tr("Mesh %1 on slice %2").arg(sidesText(sides), sidesText(slice));
    if (std::ranges::none_of(whole.axes, &core::TorusAxis::wraps))
        return SliceCard::tr("Mesh %1").arg(sidesText(sides));
    const bool closed = std::ranges::all_of(whole.axes, [](const auto& a) { return a.length <= 2 || a.wraps; });
    return closed ? SliceCard::tr("Torus %1").arg(sidesText(sides)) : QString::fromStdString(core::topologyText(whole));
}

/// "X 16 · FSDP, ZeRO-3" for every axis of the mesh with more than one chip.
QList<SliceFacts::Role> rolesOf(const core::Scenario& scenario)
{
    QList<SliceFacts::Role> roles;
    for (int axis = 0; axis < 3; ++axis) {
        const char letter = "XYZ"[axis];
        const core::Field& size = *core::findField(std::string("mesh.") + letter);
        const core::Field& role = *core::findField(std::string("mesh.") + letter + ".role");
        if (std::get<double>(size.get(scenario)) > 1) {
            const QString is = valueText(role, role.get(scenario), scenario);
            roles << SliceFacts::Role{
                axis, QStringLiteral("%1 %2 · %3")
                          .arg(QString(QLatin1Char(letter)), valueText(size, size.get(scenario), scenario), is)};
        }
    }
    return roles;
}

} // namespace

SliceCard::SliceCard(Session& session, QWidget* parent)
    : QFrame(parent), m_session(session), m_title(new QLabel(this)), m_facts(new SliceFacts(this)),
      m_where(new ValueLabel({}, {}, this)), m_view(new TorusView(m_player, this)),
      m_body(new QBoxLayout(QBoxLayout::TopToBottom))
{
    setObjectName(QStringLiteral("card.torus"));
    m_view->setObjectName(QStringLiteral("card.torus.view"));
    m_view->setCompact(true);
    m_view->setMinimumSize(240, 220);
    m_view->setStatusTip(tr("Space plays · , and . step · Enter opens the tab Collectives"));
    m_body->setContentsMargins(1, 0, 1, 4);
    m_body->setSpacing(0);
    auto* header = makeHeader(); // before the facts: Tab goes as the eye does
    m_body->addWidget(m_view, 1);
    m_body->addWidget(makeFacts());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 4);
    layout->setSpacing(0);
    layout->addWidget(header);
    layout->addLayout(m_body, 1);
    connect(&m_player, &Player::moved, this, &SliceCard::presentStep);
    connect(&m_player, &Player::changed, this, &SliceCard::presentStep);
    m_cache->setPatience({windowPatience, [this] {
                              QMetaObject::invokeMethod(
                                  this, [this] { present(m_session.snapshot()); }, Qt::QueuedConnection);
                          }});
}

SliceCard::~SliceCard() { m_cache->setPatience({}); }

QWidget* SliceCard::makeHeader()
{
    auto* header = new QWidget(this);
    auto* line = new QHBoxLayout(header);
    line->setContentsMargins(16, 6, 8, 2);
    m_title->setFont(uiFont(13, QFont::DemiBold));
    m_title->setWordWrap(true); // beside the buttons a narrow card leaves room for a word or two
    m_title->installEventFilter(this);
    auto* open = new IconButton(QStringLiteral("chevron-right"), tr("Open this collective in its tab"), header);
    open->setObjectName(QStringLiteral("card.torus.open"));
    auto* all = new QPushButton(tr("All collectives"), header);
    all->setObjectName(QStringLiteral("card.torus.design"));
    all->setToolTip(tr("The collectives of this design (Ctrl+D)"));
    line->setSpacing(8);
    line->addWidget(m_title, 1);
    line->addWidget(all);
    line->addWidget(open);
    setTabOrder(all, open);
    setTabOrder(open, m_view);
    connect(open, &IconButton::clicked, this, &SliceCard::open);
    connect(all, &QPushButton::clicked, this, &SliceCard::designAsked);
    return header;
}

QWidget* SliceCard::makeFacts()
{
    auto* facts = new QWidget(this);
    auto* list = new QVBoxLayout(facts);
    list->setContentsMargins(15, 2, 15, 4);
    list->setSpacing(2);
    list->addWidget(m_facts);
    auto* row = new QHBoxLayout;
    row->setSpacing(2);
    const auto add = [&](const char* icon, const QString& name, void (Player::*act)()) {
        auto* button = new IconButton(QLatin1String(icon), name, facts);
        button->setObjectName(QStringLiteral("card.torus.") + QLatin1String(icon));
        connect(button, &IconButton::clicked, &m_player, act);
        row->addWidget(button);
        return button;
    };
    auto* back = add("back", tr("One step back (,)"), &Player::back);
    setTabOrder(m_view, back);
    m_play = add("play", tr("Play (Space)"), &Player::toggle);
    auto* forward = add("forward", tr("One step forward (.)"), &Player::forward);
    m_where->setObjectName(QStringLiteral("card.torus.where"));
    m_where->setForm(ValueLabel::Form::line, 12, 13);
    setTabOrder(back, m_play);
    setTabOrder(m_play, forward);
    setTabOrder(forward, m_where);
    row->addSpacing(6 - ValueLabel::lineRim);
    row->addWidget(m_where);
    row->addStretch();
    m_timing = new TimingButton(facts);
    m_timing->setObjectName(QStringLiteral("card.torus.timing"));
    row->addWidget(m_timing);
    connect(m_timing, &TimingButton::cancelAsked, this, [this] {
        m_cache->cancel();
        present(m_session.snapshot());
    });
    connect(m_timing, &TimingButton::againAsked, this, [this] {
        m_cache->tryAgain();
        present(m_session.snapshot());
    });
    list->addLayout(row);
    list->addStretch();
    return facts;
}

void SliceCard::present(const Snapshot& snapshot)
{
    const bool large = m_recording && m_recording->whole().chips() > maxFollowed;
    if (snapshot.dragging && m_hasShown && large) {
        return; // shown when the slider is let go
    }
    if (cannotEvaluate(snapshot)) {
        m_view->setRecording(nullptr, tr("Nothing to show until the scenario can be evaluated."));
        m_player.load({});
        m_recording.reset();
        m_hasShown = false;
        m_where->setMetric({}, m_where->title());
        return;
    }
    presentFacts(snapshot);
}

void SliceCard::presentFacts(const Snapshot& snapshot)
{
    core::Scenario opened = snapshot.scenario;
    QString name = tr("The collective of the tab Collectives");
    QString place;
    QString steps = QStringLiteral("coll.steps");
    m_opening = {};
    const auto all = core::designCollectives(snapshot.scenario);
    if (const core::DesignCollective* one = core::longest(all)) {
        if (const auto edits = core::openingEdits(snapshot.scenario, *one)) {
            opened = *core::openedCollective(snapshot.scenario, *one);
            name = QString::fromStdString(one->name);
            place = QString::fromStdString(core::placeOf(snapshot.scenario, *one));
            steps = idOf("steps", *one);
            m_opening = {tr("Open %1").arg(name).toStdString(), *edits};
        }
    }
    m_where->setMetric(steps, tr("Steps of the schedule"));
    m_facts->present({name, place, rolesOf(snapshot.scenario), tr("Link busy so far: 0 to 100 %")});
    if (!m_hasShown || !isSameCollective(m_shown, opened)) {
        rebuild(std::move(opened));
    }
    m_title->setText(m_recording ? titleOf(m_recording->whole(), snapshot.scenario) : tr("Torus"));
    m_title->setFixedHeight(m_title->heightForWidth(m_title->width()));
    m_view->setAccessibleName(m_title->text());
}

bool SliceCard::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_title && event->type() == QEvent::Resize)
        m_title->setFixedHeight(m_title->heightForWidth(m_title->width()));
    return QFrame::eventFilter(watched, event);
}

void SliceCard::rebuild(core::Scenario opened)
{
    const bool sameSteps = m_hasShown && onlySizesDiffer(m_shown.coll, opened.coll);
    const auto report = m_cache->report(opened);
    m_timing->present(*m_cache, opened);
    if (m_cache->isWorking() && sameSteps)
        return;
    const auto old = std::move(m_recording); // goes when the view does not show it any more
    auto collective =
        report->analysis ? core::wholeCollective(opened, *report->analysis) : tl::unexpected(report->problem);
    const QString reason = collective ? QString() : inWords(collective.error(), opened);
    if (collective)
        m_recording = std::make_unique<Recording>(*std::move(collective));
    m_view->setRecording(m_recording.get(), reason);
    auto ends = m_recording ? m_recording->collective().stepEnds : std::vector<double>();
    sameSteps ? m_player.retime(std::move(ends)) : m_player.load(std::move(ends));
    m_hasShown = !m_cache->isWorking() && !m_cache->isCancelled(opened);
    m_shown = std::move(opened);
}

void SliceCard::presentStep()
{
    m_view->present();
    m_where->present(tr("Step %1/%2").arg(m_player.step()).arg(m_player.steps()));
    m_play->setIconName(m_player.isPlaying() ? QStringLiteral("pause") : QStringLiteral("play"));
    m_play->setAccessibleName(m_player.isPlaying() ? tr("Pause (Space)") : tr("Play (Space)"));
}

void SliceCard::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    const bool enters = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (plain && enters && m_view->hasFocus()) { // of the buttons each opens something of its own
        open();
    } else {
        QFrame::keyPressEvent(event);
    }
}

void SliceCard::open()
{
    const core::Collective& now = m_session.scenario().coll;
    if (!m_opening.edits.empty() && !(now == m_shown.coll)) {
        [[maybe_unused]] const auto done = m_session.apply(m_opening); // checked when they were made
    }
    emit openAsked(QStringLiteral("collectives"));
}

void SliceCard::setFactsBeside(bool beside)
{
    m_body->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void SliceCard::mouseDoubleClickEvent(QMouseEvent*) { open(); }

void SliceCard::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    drawBox(painter, rect(), 8, theme.panel, theme.outline);
}

} // namespace ui

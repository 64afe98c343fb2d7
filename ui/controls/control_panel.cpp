// SPDX-License-Identifier: GPL-3.0-or-later
// Which control a field gets, in which group, and when it is of use.
#include "ui/controls/control_panel.h"
#include "core/scenario/catalogue.h"

#include "core/scenario/fields.h"
#include "ui/controls/field_control.h"
#include "ui/controls/mesh_control.h"
#include "ui/controls/section.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/theme/painting.h"

#include <QCoreApplication>
#include <QCursor>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

using Predicate = bool (*)(const core::Scenario&);

bool hasRole(const core::Scenario& s, core::Role role)
{
    return std::ranges::any_of(s.mesh.axis, [role](const core::MeshAxis& axis) { return axis.role == role; });
}

bool trains(const core::Scenario& s) { return s.work.mode == core::Mode::training; }
bool hasPipeline(const core::Scenario& s) { return hasRole(s, core::Role::pipeline); }
bool hasAttention(const core::Scenario& s) { return s.model.attention; }
bool hasExperts(const core::Scenario& s) { return s.model.E > 0; }

/// Fields that would change nothing are not shown.
struct Relevance {
    std::string_view field;
    Predicate holds;
};

constexpr std::array relevances{
    Relevance{"work.pass", trains},
    Relevance{"work.micro", [](const core::Scenario& s) { return trains(s) || hasPipeline(s) || s.work.micro > 1; }},
    Relevance{"work.remat", trains},
    Relevance{"work.remat.k",
              [](const core::Scenario& s) { return trains(s) && s.work.remat == core::Remat::boundary; }},
    Relevance{"work.tokens", trains},
    Relevance{"work.mfu", trains},
    Relevance{"model.N", hasAttention},
    Relevance{"model.K", hasAttention},
    Relevance{"model.H", hasAttention},
    Relevance{"model.causal", hasAttention},
    Relevance{"model.k", hasExperts},
    Relevance{"model.Es", hasExperts},
    Relevance{"hw.variant",
              [](const core::Scenario& s) {
                  const core::ChipPreset* chip = s.presets->chip(s.hw.chip);
                  return chip && !chip->variants.empty();
              }},
    Relevance{"hw.torus", [](const core::Scenario& s) { return s.hw.kind == core::ChipKind::tpu; }},
    Relevance{"pipe.schedule", hasPipeline},
    Relevance{
        "pipe.chunks",
        [](const core::Scenario& s) { return hasPipeline(s) && s.pipe.schedule == core::PipeSchedule::interleaved; }},
    Relevance{"act.sharded", trains},
    Relevance{"opt.kind", trains},
    Relevance{"prec.kv", [](const core::Scenario& s) { return !trains(s); }},
};

bool isRelevant(const core::Field& field, const core::Scenario& scenario)
{
    const auto row = std::ranges::find(relevances, field.id, &Relevance::field);
    return row == relevances.end() || row->holds(scenario);
}

bool isMeshAxis(const core::Field& field)
{
    return std::ranges::any_of(axisLetters, [&](char letter) {
        const std::string id = std::string("mesh.") + letter;
        return field.id == id || field.id.starts_with(id + ".");
    });
}

/// The nested section a field stands in; empty where it stands in its group itself.
QString foldOf(const core::Field& field)
{
    if (field.group == "Model" && field.id != "model.preset")
        return QStringLiteral("shape");
    if (field.id == "work.micro" || field.id == "work.tokens" || field.id == "work.mfu")
        return QStringLiteral("run");
    return field.group == "Hardware" && field.kind == core::FieldKind::real ? QStringLiteral("numbers") : QString();
}

} // namespace

ControlPanel::ControlPanel(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_scroll(new QScrollArea(this))
{
    setObjectName(QStringLiteral("design"));
    auto* contents = new QWidget;
    auto* list = new QVBoxLayout(contents);
    list->setContentsMargins(0, 4, 0, 4);
    list->setSpacing(0);
    addSection(*list, tr("Workload"), QStringLiteral("workload"), true, [this](QVBoxLayout& rows) {
        addFolded(rows, "Workload", tr("Microbatches and whole run"), QStringLiteral("run"));
    });
    addSection(*list, tr("Model"), QStringLiteral("model"), true, [this](QVBoxLayout& rows) {
        addFolded(rows, "Model", tr("Numbers of the model"), QStringLiteral("shape"));
    });
    addSection(*list, tr("Hardware and mesh"), QStringLiteral("hardware"), true,
               [this](QVBoxLayout& rows) { addHardware(rows); });
    addSection(*list, tr("Parallelism"), QStringLiteral("parallelism"), false,
               [this](QVBoxLayout& rows) { addGroup(rows, "Parallelism"); });
    addSection(*list, tr("Precision and memory"), QStringLiteral("precision"), false,
               [this](QVBoxLayout& rows) { addGroup(rows, "Precision"); });
    list->addStretch();
    m_scroll->setWidget(contents);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 1, 0);
    layout->addWidget(m_scroll);
}

Section* ControlPanel::addSection(QVBoxLayout& list, const QString& title, const QString& id, bool open,
                                  std::function<void(QVBoxLayout&)> fill)
{
    auto* section = new Section(title, id, std::move(fill));
    list.addWidget(section);
    section->setOpen(open);
    connect(section, &Section::filled, this, [this] { present(m_session.snapshot()); });
    m_sections.push_back(section);
    return section;
}

void ControlPanel::addControl(QVBoxLayout& rows, const core::Field& field)
{
    auto* control = makeControl(field, m_session, rows.parentWidget());
    rows.addWidget(control);
    m_controls.push_back(control);
}

void ControlPanel::addGroup(QVBoxLayout& rows, std::string_view group)
{
    for (const core::Field& field : core::fields())
        if (field.group == group && !isMeshAxis(field))
            addControl(rows, field);
}

void ControlPanel::addFolded(QVBoxLayout& rows, std::string_view group, const QString& title, const QString& id)
{
    const auto add = [this, group](QVBoxLayout& to, const QString& fold) {
        for (const core::Field& field : core::fields())
            if (field.group == group && foldOf(field) == fold)
                addControl(to, field);
    };
    add(rows, {});
    addSection(rows, title, id, false, [add, id](QVBoxLayout& own) { add(own, id); })->setNested();
}

void ControlPanel::addHardware(QVBoxLayout& rows)
{
    for (const char* id : {"hw.chip", "hw.variant", "hw.torus"})
        addControl(rows, *core::findField(id));
    m_mesh = new MeshControl(m_session, rows.parentWidget());
    rows.addWidget(m_mesh);
    addGroup(rows, "Mesh");
    auto* numbers =
        addSection(rows, tr("Numbers of the chip"), QStringLiteral("numbers"), false, [this](QVBoxLayout& own) {
            for (const core::Field& field : core::fields())
                if (foldOf(field) == QLatin1String("numbers"))
                    addControl(own, field);
        });
    numbers->setNested();
}

/// What the user is at: the part under the pointer, or the one with the focus.
QWidget* ControlPanel::steadyPart() const
{
    QWidget* contents = m_scroll->widget();
    const QPoint pointer = m_scroll->viewport()->mapFromGlobal(QCursor::pos());
    QWidget* under = m_scroll->viewport()->rect().contains(pointer)
                         ? contents->childAt(contents->mapFromGlobal(QCursor::pos()))
                         : nullptr;
    QWidget* focus = window()->focusWidget();
    QWidget* part = under && m_scroll->underMouse() ? under : focus;
    return part && contents->isAncestorOf(part) ? part : nullptr;
}

void ControlPanel::present(const Snapshot& snapshot)
{
    QWidget* const steady = isVisible() ? steadyPart() : nullptr;
    const auto place = [&] { return steady->mapTo(m_scroll->widget(), QPoint()).y(); };
    const int before = steady ? place() : 0;
    auto* const run = findChild<Section*>(QStringLiteral("section.run"));
    const bool runs = isRelevant(*core::findField("work.micro"), snapshot.scenario);
    bool moves = run->isHidden() == runs;
    run->setVisible(runs);
    for (FieldControl* control : m_controls) {
        const bool shown = isRelevant(control->field(), snapshot.scenario);
        moves = moves || control->isHidden() == shown;
        control->setVisible(shown);
        control->present(snapshot);
    }
    if (m_mesh)
        m_mesh->present(snapshot);
    presentSummaries(snapshot);
    if (!steady || !moves)
        return;
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);       // lays out what is nested
    for (QWidget* w = steady; w != m_scroll->widget(); w = w->parentWidget()) // and what waits for the next turn
        w->updateGeometry();
    for (QWidget* w = steady; w != m_scroll->viewport(); w = w->parentWidget())
        if (w->layout())
            w->layout()->activate();
    if (const int moved = place() - before; moved != 0) { // a row came or went above
        QScrollBar* bar = m_scroll->verticalScrollBar();
        bar->setValue(bar->value() + moved);
    }
}

void ControlPanel::presentSummaries(const Snapshot& snapshot)
{
    const core::Scenario& s = snapshot.scenario;
    const auto words = [&](const char* id) {
        const core::Field& field = *core::findField(id);
        return valueText(field, field.get(s), s);
    };
    const QString dot = QStringLiteral(" · ");
    for (Section* section : m_sections) {
        const QString id = section->objectName();
        if (id == QLatin1String("section.workload")) {
            section->setSummary(words("work.mode") + dot + words("work.batch"));
        } else if (id == QLatin1String("section.hardware")) {
            section->setSummary(words("hw.chip") + dot + words("mesh.X") + u'×' + words("mesh.Y") + u'×' +
                                words("mesh.Z"));
        } else if (id == QLatin1String("section.model")) {
            section->setSummary(words("model.preset"));
        } else if (id == QLatin1String("section.run")) {
            section->setSummary(QStringLiteral("m ") + words("work.micro"));
        } else if (id == QLatin1String("section.shape")) {
            section->setSummary(QStringLiteral("D ") + words("model.D") + QStringLiteral(" · F ") + words("model.F"));
        } else if (id == QLatin1String("section.precision")) {
            section->setSummary(words("prec.compute") + dot + words("opt.kind"));
        }
    }
}

/// Null where the field has no control here.
QWidget* ControlPanel::shownControl(const QString& fieldId)
{
    const core::Field* field = core::findField(fieldId.toStdString());
    if (!field)
        return nullptr;
    static constexpr std::array groups{std::pair{"Workload", "workload"},       std::pair{"Model", "model"},
                                       std::pair{"Hardware", "hardware"},       std::pair{"Mesh", "hardware"},
                                       std::pair{"Parallelism", "parallelism"}, std::pair{"Precision", "precision"}};
    const auto group = std::ranges::find(groups, isMeshAxis(*field) ? "Mesh" : field->group,
                                         [](const auto& row) { return std::string_view(row.first); });
    if (group == groups.end())
        return nullptr;
    findChild<Section*>(QStringLiteral("section.") + QLatin1String(group->second))->setOpen(true);
    if (const QString fold = foldOf(*field); !fold.isEmpty())
        findChild<Section*>(QStringLiteral("section.") + fold)->setOpen(true);
    auto* control = findChild<QWidget*>(fieldId);
    if (control) {
        m_scroll->widget()->layout()->activate();
        m_scroll->ensureWidgetVisible(control, 0, 80);
    }
    return control;
}

bool ControlPanel::bringIntoSight(const QString& fieldId) { return shownControl(fieldId) != nullptr; }

bool ControlPanel::focusField(const QString& fieldId)
{
    QWidget* control = shownControl(fieldId);
    if (!control)
        return false;
    const auto* whole = qobject_cast<FieldControl*>(control);
    (whole && whole->entry() ? whole->entry() : control)->setFocus(Qt::ShortcutFocusReason);
    return true;
}

void ControlPanel::resizeEvent(QResizeEvent*)
{
    const auto show = [this] {
        QWidget* focus = window()->focusWidget();
        if (focus && m_scroll->widget()->isAncestorOf(focus))
            m_scroll->ensureWidgetVisible(focus, 0, 8);
    };
    QMetaObject::invokeMethod(this, show, Qt::QueuedConnection); // once the area has its size
}

void ControlPanel::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), theme.outline);
}

} // namespace ui

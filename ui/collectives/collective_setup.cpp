// SPDX-License-Identifier: GPL-3.0-or-later
// Fields that matter, the story, all numbers, the slide; below them a strip with the main results, always in sight.
#include "ui/collectives/collective_setup.h"

#include "core/scenario/fields.h"
#include "ui/collectives/collective_numbers.h"
#include "ui/controls/field_control.h"
#include "ui/controls/number_control.h"
#include "ui/playback/recording.h"
#include "ui/session/session.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace ui
{

namespace
{

constexpr int indent = 10; // of everything but numbers, whose own padding it is

bool isRelevant(const core::Field& field, const core::Scenario& s)
{
    if (field.id == "coll.B" || field.id == "coll.D" || field.id == "coll.F") {
        return core::isMatmul(s.coll.kind);
    }
    if (field.id == "coll.bytes") {
        return !core::isMatmul(s.coll.kind);
    }
    if (field.id == "coll.axes" && s.coll.kind == core::CollectiveKind::permute && s.coll.from != "all") {
        return false; // goes by all axes
    }
    if (field.id == "coll.axes" || field.id == "coll.wrap" || field.id == "coll.direction") {
        return !s.coll.torus.starts_with("switch");
    }
    if (field.id == "coll.from" || field.id == "coll.to") {
        return s.coll.kind == core::CollectiveKind::permute;
    }
    return true;
}

} // namespace

CollectiveSetup::CollectiveSetup(Session& session, QWidget* parent)
    : CollectivePage(parent), m_session(session), m_numbers(new CollectiveNumbers)
{
    setObjectName(QStringLiteral("collectives.numbers"));
    auto* area = new QScrollArea(this);
    auto* contents = new QWidget(area->viewport());
    connect(qApp, &QApplication::focusChanged, area, [area, contents](const QWidget*, QWidget* now) {
        if (now && contents->isAncestorOf(now)) { // also where the keyboard comes from elsewhere
            area->ensureWidgetVisible(now, 0, 8);
        }
    });
    auto* list = new QVBoxLayout(contents);
    list->setContentsMargins(0, 10, 16, 10);
    list->setSpacing(6);
    for (const core::Field& field : core::fields()) {
        if (field.group == "Collective") {
            m_controls.push_back(makeControl(field, m_session, contents));
            m_controls.back()->setContentsMargins(indent, 0, 0, 0);
            list->addWidget(m_controls.back());
        }
    }
    list->addWidget(m_numbers->story());
    list->addWidget(m_numbers);
    auto* slide = new QPushButton(tr("Four numbers, added up"));
    slide->setObjectName(QStringLiteral("collectives.slide"));
    slide->setToolTip(tr("A reduce-scatter round a one-way ring of four chips, shown with numbers"));
    auto* last = new QHBoxLayout;
    last->setContentsMargins(indent, 6, 0, 0);
    last->addWidget(slide, 0, Qt::AlignLeft);
    list->addLayout(last);
    list->addStretch();
    connect(slide, &QPushButton::clicked, this, &CollectiveSetup::loadSlide);
    area->setObjectName(QStringLiteral("collectives.setup.area"));
    area->setWidget(contents);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setMinimumWidth(0);
    setMinimumWidth(240); // its rows wrap and its numbers stand in one column then
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(area, 1);
    layout->addWidget(m_numbers->strip());
}

void CollectiveSetup::resizeEvent(QResizeEvent*)
{
    constexpr int bar = 16; // scrolls
    m_numbers->fitInto(width() - bar);
}

void CollectiveSetup::loadSlide()
{
    const Gesture gesture = m_session.nextGesture();
    const std::pair<const char*, const char*> edits[] = {{"coll.torus", "4"},        {"coll.axes", "all"},
                                                         {"coll.wrap", "ring"},      {"coll.direction", "one"},
                                                         {"coll.algorithm", "ring"}, {"coll.kind", "reduce-scatter"}};
    for (const auto& [field, value] : edits) {
        [[maybe_unused]] const auto done = m_session.editFromText(field, value, gesture); // all of them are choices
    }
    emit slideLoaded();
}

void CollectiveSetup::present(const Snapshot& snapshot)
{
    for (FieldControl* control : m_controls) {
        control->setVisible(isRelevant(control->field(), snapshot.scenario));
        control->present(snapshot);
    }
    m_numbers->present(snapshot);
}

} // namespace ui

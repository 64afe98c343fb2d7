// SPDX-License-Identifier: GPL-3.0-or-later
// The window with the tab Collectives after some steps, and what its numbers and its explanation say, for tests.
#pragma once

#include "asked_numbers.h"
#include "core/quantity/format.h"
#include "recording_stage.h"
#include "support/asked.h"
#include "ui/collectives/collective_stage.h"
#include "ui/collectives/collectives_tab.h"
#include "ui/derivation/explain_panel.h"
#include "ui/numbers/value_label.h"
#include "ui/torus/torus_view.h"
#include "window_stage.h"

#include <QLabel>
#include <QMouseEvent>
#include <QTabWidget>

#include <algorithm>
#include <iterator>

namespace tests
{

/// The window with the tab open, after some steps.
struct ExplainedStage : WindowStage {
    explicit ExplainedStage(const Edits& edits, int step = 0) : WindowStage("start", {1280, 900})
    {
        takeOwnCollective();
        const auto gesture = window.session().nextGesture();
        for (const auto& [field, value] : edits) {
            if (const auto done = window.session().editFromText(field, value, gesture); !done) {
                qFatal("%s", done.error().c_str());
            }
        }
        trigger("tab-6");
        goTo(step);
    }

    ~ExplainedStage() { window.session().undoStack().setClean(); }

    ui::CollectivesTab& tab() const { return *window.findChild<ui::CollectivesTab*>(); }
    ui::TorusView& torus() const { return tab().stage().torus(); }
    ui::ExplainPanel& panel() const { return *part<ui::ExplainPanel>("explain"); }
    QString value() const { return part<QLabel>("explain.value")->text(); }

    void goTo(int step)
    {
        tab().player().seek(step);
        settle();
    }

    /// As shown to people, from the derivation.
    QString derived(const QString& id)
    {
        const core::Scenario& scenario = window.session().scenario();
        const auto derivation = tests::derivation(scenario, id.toStdString());
        if (derivation.steps.empty()) {
            return QStringLiteral("no derivation of ") + id;
        }
        const auto& top = derivation.steps.front();
        return QString::fromStdString(
            core::format(top.value, top.dim, {.bytes = scenario.conv.unit, .countUnit = top.unit}));
    }

    /// Empty where a click on the label explains the number that it shows.
    QString complaint(ui::ValueLabel& label)
    {
        label.click();
        settle();
        if (panel().metricId() != label.metricId()) {
            return QStringLiteral("%1 was not explained").arg(label.metricId());
        }
        if (!panel().isVisible() || !label.shown().endsWith(derived(label.metricId())) ||
            value() != derived(label.metricId())) {
            return QStringLiteral("%1 is shown as %2, derived as %3 and headed %4")
                .arg(label.metricId(), label.shown(), derived(label.metricId()), value());
        }
        return {};
    }

    void openPage(const QString& name)
    {
        auto* side = part<QTabWidget>("collectives.side");
        auto* page = tab().findChild<ui::CollectivePage*>(name);
        side->indexOf(page) < 0 ? tab().stage().showPage(page) : side->setCurrentWidget(page);
        settle();
    }

    /// Upon the card of a line that was clicked.
    std::vector<ui::ValueLabel*> numbersOfLine() const
    {
        const auto labels = torus().findChildren<ui::ValueLabel*>(QStringLiteral("mark.number"));
        std::vector<ui::ValueLabel*> shown;
        std::ranges::copy_if(labels, std::back_inserter(shown), &QWidget::isVisible);
        return shown;
    }

    ui::TorusScene scene() const { return ui::layoutTorus(*tab().recording(), torus().look(), torus().size()); }

    /// Which the card of a link at that point leaves free.
    ui::SceneText plateFarFrom(const QPointF& at) const
    {
        const auto texts = scene().texts;
        const auto far = [&](const ui::SceneText& text) { return (text.at - at).manhattanLength(); };
        return *std::ranges::max_element(texts, {}, far);
    }

    void mouse(QEvent::Type type, const QPointF& at) const
    {
        const bool pressed = type == QEvent::MouseButtonPress;
        const auto button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
        QMouseEvent event(type, at, torus().mapToGlobal(at), button, pressed ? Qt::LeftButton : Qt::NoButton,
                          Qt::NoModifier);
        QCoreApplication::sendEvent(&torus(), &event);
    }

    void click(const QPointF& at)
    {
        mouse(QEvent::MouseMove, at);
        mouse(QEvent::MouseButtonPress, at);
        mouse(QEvent::MouseButtonRelease, at);
        settle();
    }
};

} // namespace tests

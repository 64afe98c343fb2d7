// SPDX-License-Identifier: GPL-3.0-or-later
// The window on a shipped scenario, shown and settled, for tests.
#pragma once

#include "start_scenario.h"

#include "core/scenario/fields.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/controls/section.h"
#include "ui/shell/actions.h"
#include "ui/shell/main_window.h"
#include "ui/shell/tabs.h"
#include "ui/shell/verdict_bar.h"
#include "ui/theme/style_sheet.h"

#include <QAction>
#include <QApplication>
#include <QTest>

namespace tests
{

/// As when the program starts: fonts stand before the first widget measures its text, the window puts the sheet on once
/// its parts have their places.
inline core::Scenario dressed(core::Scenario scenario, bool dark)
{
    qApp->setStyleSheet({});
    ui::prepare(*qApp, ui::Theme::of(dark));
    return scenario;
}

/// A shown window; its document is clean when it goes, so that closing asks nothing.
struct WindowStage {
    ui::MainWindow window;

    explicit WindowStage(std::string_view scenario = "start", QSize size = {1280, 720}, bool dark = false)
        : window(dressed(shippedScenario(scenario), dark)), m_own(shippedScenario(scenario))
    {
        window.setTheme(ui::Theme::of(dark));
        window.resize(size);
        window.show();
        QApplication::setActiveWindow(&window);
        settle();
    }

    void settle()
    {
        for (int turn = 0; turn < 4; ++turn) {
            QApplication::processEvents();
        }
    }

    template <class Widget = QWidget> Widget* part(const char* name) const
    {
        return window.findChild<Widget*>(QString::fromLatin1(name));
    }

    QString verdict() const { return part<ui::VerdictSentence>("verdict")->sentence(); }

    void trigger(const char* action)
    {
        window.actions().action(action)->trigger();
        settle();
    }

    /// From 1; the last one is that of lessons.
    void openTab(int number)
    {
        const auto charts = static_cast<int>(ui::tabRows().size());
        trigger(number > charts ? "lessons" : ("tab-" + std::to_string(number)).c_str());
    }

    /// The fields coll.* of the file, not of the collective of the design; no undo step.
    void takeOwnCollective()
    {
        core::Repair own{"as in the file", {}};
        for (const core::Field& field : core::fields())
            if (field.id.starts_with("coll."))
                own.edits.emplace_back(field.id, field.get(m_own));
        if (!window.session().apply(own))
            qFatal("the fields of the file are refused");
        window.session().undoStack().clear();
        settle();
    }

    /// The tab Collectives with them.
    void openCollectives()
    {
        trigger("tab-6");
        takeOwnCollective();
    }

    void key(const char* name, Qt::Key key)
    {
        QTest::keyClick(part(name), key);
        settle();
    }

    void openAllSections()
    {
        for (auto* section : window.findChildren<ui::Section*>()) {
            section->setOpen(true);
        }
        settle();
        for (auto* section : window.findChildren<ui::Section*>()) {
            section->setOpen(true);
        }
        settle();
    }

private:
    core::Scenario m_own;
};

} // namespace tests

// SPDX-License-Identifier: GPL-3.0-or-later
// The tabs that lessons may name are those of the window, and a lesson opens the picture that it means.
#include "core/lesson/lesson.h"
#include "own_lesson.h"
#include "support/shipped_lesson.h"
#include "support/suite.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/layer/layer_tab.h"
#include "ui/shell/tabs.h"

#include <QSet>

class TstLessonTabs : public QObject
{
    Q_OBJECT

private slots:
    void tabsOfLessonsAreTabsOfTheWindow();
    void aPathIsSeenInTheNetwork();
};

void TstLessonTabs::tabsOfLessonsAreTabsOfTheWindow()
{
    QSet<QString> window;
    for (const auto& row : ui::tabRows())
        window << row.id;
    QSet<QString> lessons;
    for (const auto tab : core::lessonTabs)
        lessons << QString::fromUtf8(tab.data(), static_cast<qsizetype>(tab.size()));
    QCOMPARE(lessons, window);
}

/// As in a lecture; its mesh is the slice, of which the verdict of a design says nothing.
void TstLessonTabs::aPathIsSeenInTheNetwork()
{
    const tests::Home home;
    tests::Stage stage;
    ui::OpenLesson& open = tests::lessonOf(stage);
    const auto chartInSight = [&](const char* id, std::size_t step) {
        if (!open.open(tests::lessonNamed(id), step))
            return QString();
        open.reveal();
        stage.settle();
        return stage.window.findChild<ui::Tabs*>()->currentChart()->id();
    };
    QCOMPARE(chartInSight("E6", 6), QStringLiteral("network"));
    QCOMPARE(stage.window.findChildren<ui::LayerTab*>().size(), 1); // its page is made once
    QVERIFY(!stage.part("verdict")->isVisible());
    QCOMPARE(chartInSight("E6", 5), QStringLiteral("operation"));
    QVERIFY(!stage.part("verdict")->isVisible());
    QCOMPARE(chartInSight("G1", 1), QStringLiteral("layer"));
}

ROOFLIGHT_TEST(TstLessonTabs)
#include "tst_lesson_tabs.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The tabs that lessons may name are those of the window.
#include "core/lesson/lesson.h"
#include "support/suite.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/shell/tabs.h"

#include <QSet>

class TstLessonTabs : public QObject
{
    Q_OBJECT

private slots:
    void tabsOfLessonsAreTabsOfTheWindow();
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

ROOFLIGHT_TEST(TstLessonTabs)
#include "tst_lesson_tabs.moc"

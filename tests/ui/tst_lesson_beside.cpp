// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the editor of a lesson where the window has no room for it and its preview side by side.
#include "clipping.h"
#include "own_lesson.h"
#include "support/suite.h"

#include "ui/lessons/lesson_editor.h"

#include <QLineEdit>
#include <QPushButton>

using namespace tests;

namespace
{

/// As 1280x720 at twice the text size.
struct SmallStage : Stage {
    SmallStage()
    {
        window.setMinimumSize(0, 0);
        window.resize(640, 360);
        settle();
        makeLesson(*this, QStringLiteral("Mine"), ui::LessonEditor::Page::form);
        settle();
    }

    QRect placeOf(const QWidget& part) const { return {part.mapTo(&window, QPoint()), part.size()}; }
    void click(const char* name)
    {
        QTest::mouseClick(part(name), Qt::LeftButton);
        settle();
    }
};

} // namespace

class TstLessonBeside : public QObject
{
    Q_OBJECT
private slots:
    void theEditorStandsAlone();
    void eitherComesIntoSight();
    void allOfALowFormIsReached();
};

void TstLessonBeside::theEditorStandsAlone()
{
    const Home home;
    SmallStage stage;
    const auto* editor = stage.part("lesson.editor");
    QVERIFY(editor->isVisible());
    QVERIFY(stage.window.rect().contains(stage.placeOf(*editor)));
    QCOMPARE(clippedParts(*editor).join(u'\n'), QString());
    stage.window.resize(1280, 720);
    stage.settle();
    QVERIFY(editor->isVisible() && stage.part("tabs")->parentWidget()->isVisible());
    QVERIFY(!stage.part("lesson.sight.0")->isVisible());
}

void TstLessonBeside::eitherComesIntoSight()
{
    const Home home;
    SmallStage stage;
    stage.click("lesson.sight.0");
    QVERIFY(!stage.part("lesson.editor")->isVisible());
    stage.click("lesson.sight.1");
    QVERIFY(stage.part("lesson.editor")->isVisible());
    stage.trigger("lessons");
    QVERIFY(stage.part("lessons.list")->isVisible());
    stage.click("lessons.edit");
    QVERIFY(stage.part("lesson.editor")->isVisible());
    QVERIFY(!stage.part("lessons.list")->isVisible());
    stage.click("lesson.editor.close");
    QVERIFY(!stage.part("lesson.sight.0")->isVisible());
}

/// Steps and buttons scroll with the fields, so that a field is in sight with several lines.
void TstLessonBeside::allOfALowFormIsReached()
{
    const Home home;
    SmallStage stage;
    const auto* prompt = stage.part("lesson.field.prompt");
    for (int tab = 0; tab < 20 && stage.window.focusWidget() != prompt; ++tab)
        QTest::keyClick(stage.window.focusWidget(), Qt::Key_Tab);
    stage.settle();
    const auto* form = stage.part("lesson.form");
    QVERIFY(stage.window.rect().contains(stage.placeOf(*form)));
    QVERIFY(stage.placeOf(*form).intersected(stage.placeOf(*prompt)).height() >= 3 * prompt->fontMetrics().height());
}

ROOFLIGHT_TEST(TstLessonBeside)
#include "tst_lesson_beside.moc"

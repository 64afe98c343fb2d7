// SPDX-License-Identifier: GPL-3.0-or-later
// Files of lessons that others write: what the window says of them, and until when; and what Esc closes beside them.
#include "own_lesson.h"
#include "support/suite.h"

#include "core/io/course_json.h"
#include "core/io/lesson_library.h"
#include "ui/shell/tabs.h"

#include <QLabel>
#include <QLineEdit>
#include <QTableView>

using namespace tests;

namespace
{

QString said(const Stage& stage)
{
    const auto* notice = stage.part("notice");
    return notice->isVisible() ? stage.part<QLabel>("notice.sentence")->text() : QString();
}

QString courseFile(const Home& home)
{
    return home.folder.filePath(QStringLiteral("data/rooflight/courses/week-1.json"));
}

const QString spoilt = QStringLiteral("{\n  oops\n}");

bool showsLessons(const Stage& stage) { return stage.part("lessons")->isVisible(); }

} // namespace

class TstLessonFiles : public QObject
{
    Q_OBJECT

private slots:
    void aNoticeGoesWithItsCause();
    void whatIsShownAsItWasIsReadOnceMended();
    void aCourseThatCameBackIsSaid();
    void whatWasSavedMovesNothingLater();
    void escClosesWhatIsOpen();
};

/// It cannot be read when the list is opened, and is mended elsewhere.
void TstLessonFiles::aNoticeGoesWithItsCause()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3"}}));
    write(courseFile(home), spoilt);
    Stage stage;
    const auto& tab = openTab(stage);
    QVERIFY2(said(stage).contains(QStringLiteral("week-1.json")), qPrintable(said(stage)));
    stage.openTab(1); // the notice is in sight on each
    QVERIFY(QFile::remove(courseFile(home)));
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3"}}));
    QTRY_COMPARE(said(stage), QString());
    openTab(stage, "week-1");
    QVERIFY(tab.playlist());
}

void TstLessonFiles::whatIsShownAsItWasIsReadOnceMended()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3", "C2"}}));
    Stage stage;
    auto& tab = openTab(stage, "week-1");
    tab.choose("B3");
    write(courseFile(home), spoilt);
    QTest::keyClick(stage.part("lessons.list"), Qt::Key_Down, Qt::AltModifier); // to be saved
    stage.settle();
    QVERIFY2(said(stage).contains(QStringLiteral("is shown as it was")), qPrintable(said(stage)));
    write(courseFile(home), QString::fromStdString(core::courseText({"week-1", "Week one", {"D1"}})));
    QTRY_COMPARE(said(stage), QString());
    QCOMPARE(tab.playlist()->title, "Week one");
}

/// Of a pack that was to be replaced when the program was killed.
void TstLessonFiles::aCourseThatCameBackIsSaid()
{
    const Home home;
    const QString old = home.folder.filePath(QStringLiteral("data/rooflight/packs/.rooflight-week-3.old"));
    QVERIFY(QDir().mkpath(old));
    write(old + QStringLiteral("/course.json"), QString::fromStdString(core::courseText({"week-3", "Week 3", {"B3"}})));
    Stage stage;
    const auto& tab = openTab(stage, "week-3");
    QVERIFY2(said(stage).contains(QStringLiteral("packs/week-3 was to be replaced when the program ended. It is as")),
             qPrintable(said(stage)));
    QVERIFY(tab.playlist() && tab.playlist()->title == "Week 3");
}

/// The rest of the last keys is over by then, whatever the machine has to do.
void TstLessonFiles::whatWasSavedMovesNothingLater()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    auto& text = typeBehind(stage, QStringLiteral("\"title\": \"M"), QStringLiteral("y m"));
    QTest::keyClick(&text, Qt::Key_S, Qt::ControlModifier);
    stage.trigger("lessons");
    QTest::qWait(400); // ms, more than that rest takes
    QVERIFY(showsLessons(stage));
}

/// The search, then the editor; never the page.
void TstLessonFiles::escClosesWhatIsOpen()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    openTab(stage);
    auto* words = stage.part<QLineEdit>("lessons.words");
    words->setFocus();
    QTest::keyClicks(words, QStringLiteral("mine"));
    stage.key("lessons.words", Qt::Key_Escape);
    QVERIFY(words->text().isEmpty() && showsLessons(stage));
    QVERIFY(!stage.part("lesson.editor")->isHidden());
    stage.key("lessons.list", Qt::Key_Escape);
    QVERIFY(stage.part("lesson.editor")->isHidden() && showsLessons(stage));
    stage.key("lessons.list", Qt::Key_Escape);
    QVERIFY(showsLessons(stage));
    QTest::mouseClick(stage.part("lessons.edit"), Qt::LeftButton);
    stage.settle();
    QVERIFY(!stage.part("lesson.editor")->isHidden());
    const QWidget* before = stage.part<ui::Tabs>("tabs")->currentWidget();
    stage.part<ui::LessonEditor>("lesson.editor")->showPage(ui::LessonEditor::Page::text);
    stage.key("lesson.edited", Qt::Key_Escape);
    QVERIFY(stage.part("lesson.editor")->isHidden());
    QCOMPARE(stage.part<ui::Tabs>("tabs")->currentWidget(), before);
}

ROOFLIGHT_TEST(TstLessonFiles)
#include "tst_lesson_files.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Files of lessons that others write: what the window says of them, and until when; and what Esc closes beside them.
#include "own_lesson.h"
#include "support/small_files.h"
#include "support/suite.h"

#include "core/io/course_json.h"
#include "core/io/lesson_library.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/tabs.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
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

/// What another program writes.
void writeCourse(const Home& home, const core::Course& course)
{
    write(courseFile(home), QString::fromStdString(core::courseText(course)));
}

std::vector<std::string> inFile(const Home& home)
{
    const auto course = core::readCourse(contentOf(courseFile(home)).toStdString(), "week-1.json");
    return course ? course->lessons : std::vector<std::string>();
}

using Lessons = std::vector<std::string>;

/// What the notice in sight offers; those of notices before wait to be deleted.
void answer(Stage& stage, const QString& words)
{
    QAbstractButton* last = nullptr;
    for (auto* button : stage.part<ui::NoticeBar>("notice")->findChildren<QAbstractButton*>())
        last = button->text() == words ? button : last;
    QVERIFY2(last, qPrintable(words));
    QTest::mouseClick(last, Qt::LeftButton);
    stage.settle();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

/// To the first playlist of one's own.
void add(Stage& stage, const char* lesson)
{
    stage.part<ui::LessonsTab>("lessons")->choose(lesson);
    QTest::mouseClick(stage.part("lessons.add"), Qt::LeftButton);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QAction* first = menu->actions().front();
    menu->close();
    first->trigger();
    stage.settle();
}

bool showsLessons(const Stage& stage) { return stage.part("lessons")->isVisible(); }

} // namespace

class TstLessonFiles : public QObject
{
    Q_OBJECT

private slots:
    void aNoticeGoesWithItsCause();
    void aCourseIsReadOnceMended();
    void whatIsShownAsItWasIsReadOnceMended();
    void anEditOutlivesABrokenFile_data();
    void anEditOutlivesABrokenFile();
    void onlyWhatIsWrittenIsSaid();
    void onAFullDiskNothingIsAdded();
    void undoAsksAboutWhatIsThere();
    void undoStaysUntilThePlaylistIsBack();
    void anyNameOfAFileWillDo();
    void aCourseThatCameBackIsSaid();
    void whatWasSavedMovesNothingLater();
    void whatOthersWriteShowsUp();
    void savingMakesTheFolderAgain();
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

/// As the files of lessons and playlists are.
void TstLessonFiles::aCourseIsReadOnceMended()
{
    const Home home;
    const QString course = home.folder.filePath(QStringLiteral("data/rooflight/packs/week-3/course.json"));
    QVERIFY(QDir().mkpath(QFileInfo(course).path()));
    write(course, spoilt);
    Stage stage;
    openTab(stage);
    QVERIFY2(said(stage).contains(QStringLiteral("course.json")), qPrintable(said(stage)));
    write(course, QString::fromStdString(core::courseText({"week-3", "Week 3", {"B3"}})));
    QTRY_COMPARE(said(stage), QString());
    QCOMPARE(openTab(stage, "week-3").playlist()->title, "Week 3");
}

void TstLessonFiles::whatIsShownAsItWasIsReadOnceMended()
{
    const Home home;
    const QString other = home.folder.filePath(QStringLiteral("data/rooflight/courses/week-2.json"));
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3", "C2"}}));
    write(other, spoilt); // so that files are watched
    Stage stage;
    auto& tab = openTab(stage, "week-1");
    write(courseFile(home), spoilt);
    QTRY_VERIFY2(said(stage).contains(QStringLiteral("is shown as it was")), qPrintable(said(stage)));
    QVERIFY(QFile::remove(other));
    writeCourse(home, {"week-1", "Week one", {"D1"}});
    QTRY_COMPARE(said(stage), QString());
    QCOMPARE(tab.playlist()->title, "Week one");
}

void TstLessonFiles::anEditOutlivesABrokenFile_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QStringList>("lessons");
    QTest::newRow("theirs") << QStringLiteral("Reload") << QStringList{QStringLiteral("A1"), QStringLiteral("C1")};
    QTest::newRow("mine") << QStringLiteral("Keep mine") << QStringList{QStringLiteral("A1"), QStringLiteral("B1")};
}

/// Another program mends the file after a lesson was added: it is a change like any other.
void TstLessonFiles::anEditOutlivesABrokenFile()
{
    QFETCH(QString, words);
    QFETCH(QStringList, lessons);
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"A1"}}));
    Stage stage;
    openTab(stage);
    write(courseFile(home), spoilt);
    add(stage, "B1");
    QVERIFY2(said(stage).contains(QStringLiteral("cannot be read")), qPrintable(said(stage)));
    writeCourse(home, {"week-1", "Week 1", {"A1", "C1"}});
    QTRY_COMPARE(said(stage), QStringLiteral("Another program changed the playlist “Week 1”."));
    QCOMPARE(inFile(home), (Lessons{"A1", "C1"}));
    answer(stage, words);
    QStringList now;
    for (const auto& id : inFile(home))
        now << QString::fromStdString(id);
    QCOMPARE(now, lessons);
    QCOMPARE(said(stage).contains(QStringLiteral("is added")), words == QStringLiteral("Keep mine"));
    const core::Course* shown = openTab(stage, "week-1").playlist();
    QVERIFY(shown && shown->lessons == inFile(home));
}

void TstLessonFiles::onlyWhatIsWrittenIsSaid()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"A1"}}));
    Stage stage;
    openTab(stage);
    writeCourse(home, {"week-1", "Week 1", {"A1", "C1"}});
    add(stage, "B1");
    answer(stage, QStringLiteral("Reload"));
    QCOMPARE(said(stage), QString());
    add(stage, "B1");
    QVERIFY2(said(stage).contains(QStringLiteral("is added to “Week 1”")), qPrintable(said(stage)));
    QCOMPARE(inFile(home), (Lessons{"A1", "C1", "B1"}));
    write(courseFile(home), spoilt);
    add(stage, "B2");
    answer(stage, QStringLiteral("Write it again"));
    QVERIFY2(said(stage).contains(QStringLiteral("is added to “Week 1”")), qPrintable(said(stage)));
    QCOMPARE(inFile(home), (Lessons{"A1", "C1", "B1", "B2"}));
}

void TstLessonFiles::onAFullDiskNothingIsAdded()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"A1"}}));
    Stage stage;
    openTab(stage);
    {
        const tests::SmallFiles full(16);
        add(stage, "B1");
    }
    QVERIFY2(said(stage).contains(QStringLiteral("cannot be written")), qPrintable(said(stage)));
    answer(stage, {});
    QCOMPARE(said(stage), QString());
    writeCourse(home, {"week-1", "Week 1", {"A1", "C1"}});
    add(stage, "B1");
    {
        const tests::SmallFiles full(16);
        answer(stage, QStringLiteral("Keep mine"));
    }
    QVERIFY2(said(stage).contains(QStringLiteral("cannot be written")), qPrintable(said(stage)));
    answer(stage, {});
    answer(stage, QStringLiteral("Keep mine")); // nothing of it is lost
    QCOMPARE(inFile(home), (Lessons{"A1", "B1"}));
}

void TstLessonFiles::undoAsksAboutWhatIsThere()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"A1"}}));
    Stage stage;
    openTab(stage, "week-1");
    playlistMenu(stage, QStringLiteral("Delete"));
    writeCourse(home, {"week-1", "Week 1", {"C1"}});
    answer(stage, QStringLiteral("Undo"));
    QCOMPARE(said(stage), QStringLiteral("Another program changed the playlist “Week 1”."));
    QCOMPARE(inFile(home), Lessons{"C1"});
    answer(stage, QStringLiteral("Keep mine"));
    QCOMPARE(inFile(home), Lessons{"A1"});
    const core::Course* shown = stage.part<ui::LessonsTab>("lessons")->playlist();
    QVERIFY(shown && shown->lessons == Lessons{"A1"});
}

void TstLessonFiles::undoStaysUntilThePlaylistIsBack()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"A1"}}));
    Stage stage;
    openTab(stage, "week-1");
    playlistMenu(stage, QStringLiteral("Delete"));
    for (int tried = 0; tried < 2; ++tried) {
        const tests::SmallFiles full(16);
        answer(stage, QStringLiteral("Undo"));
        QVERIFY2(said(stage).contains(QStringLiteral("cannot be written")), qPrintable(said(stage)));
        answer(stage, {});
    }
    answer(stage, QStringLiteral("Undo"));
    QCOMPARE(said(stage), QString());
    QCOMPARE(inFile(home), Lessons{"A1"});
    QVERIFY(stage.part<ui::LessonsTab>("lessons")->playlist());
}

/// Also one that is not the id of the playlist.
void TstLessonFiles::anyNameOfAFileWillDo()
{
    const Home home;
    const QDir courses(home.folder.filePath(QStringLiteral("data/rooflight/courses")));
    QVERIFY(courses.mkpath(QStringLiteral(".")));
    writeCourse(home, {"monday", "Monday", {"A1"}});
    Stage stage;
    auto& tab = openTab(stage);
    add(stage, "B1");
    QVERIFY2(said(stage).contains(QStringLiteral("is added to “Monday”")), qPrintable(said(stage)));
    QCOMPARE(inFile(home), (Lessons{"A1", "B1"}));
    QCOMPARE(courses.entryList(QDir::Files), QStringList{QStringLiteral("week-1.json")});
    tab.choosePlaylist("monday");
    playlistMenu(stage, QStringLiteral("Delete"));
    QVERIFY(courses.isEmpty());
    answer(stage, QStringLiteral("Undo"));
    QCOMPARE(inFile(home), (Lessons{"A1", "B1"}));
    QVERIFY(tab.playlist() && tab.playlist()->id == "monday");
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

/// The search, then the editor, then the lesson; never the page.
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
    for (int press = 0; press < 2; ++press) { // the second finds nothing
        QVERIFY(lessonOf(stage).isOpen() == (press == 0));
        stage.key("lessons.list", Qt::Key_Escape);
        QVERIFY(showsLessons(stage) && !lessonOf(stage).isOpen());
    }
    QTest::mouseClick(stage.part("lessons.edit"), Qt::LeftButton);
    stage.settle();
    QVERIFY(!stage.part("lesson.editor")->isHidden());
    const QWidget* before = stage.part<ui::Tabs>("tabs")->currentWidget();
    stage.part<ui::LessonEditor>("lesson.editor")->showPage(ui::LessonEditor::Page::text);
    stage.key("lesson.edited", Qt::Key_Escape);
    QVERIFY(stage.part("lesson.editor")->isHidden());
    QCOMPARE(stage.part<ui::Tabs>("tabs")->currentWidget(), before);
}

/// Nothing is told of any file: a playlist, a change of it, and its end; no folder of playlists is there at first.
void TstLessonFiles::whatOthersWriteShowsUp()
{
    const Home home;
    Stage stage;
    auto& tab = openTab(stage);
    QVERIFY(!QFile::exists(QFileInfo(courseFile(home)).path()));
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3"}}));
    const auto isListed = [&] {
        tab.choosePlaylist("week-1");
        return tab.playlist() && tab.playlist()->id == "week-1";
    };
    QTRY_VERIFY(isListed());
    writeCourse(home, {"week-1", "Week one", {"D1", "B3"}});
    QTRY_COMPARE(tab.playlist()->title, "Week one");
    QVERIFY(QFile::remove(courseFile(home)));
    QTRY_VERIFY(!tab.playlist() || tab.playlist()->id != "week-1");
    QCOMPARE(said(stage), QString());
}

/// Of the user's lessons, while one of them is edited.
void TstLessonFiles::savingMakesTheFolderAgain()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    const QFileInfo file = onlyFile(home);
    typeBehind(stage, QStringLiteral("slowest part"), QStringLiteral(" today"));
    QVERIFY(QDir(file.path()).removeRecursively());
    QTest::mouseClick(stage.part("lesson.save"), Qt::LeftButton);
    QVERIFY(contentOf(file.filePath()).contains(QStringLiteral("slowest part today")));
    write(file.filePath(), contentOf(file.filePath()).replace(QStringLiteral("Mine"), QStringLiteral("Theirs")));
    QTRY_COMPARE(stage.window.findChild<ui::LessonDesk*>()->lesson().lesson().title, "Theirs"); // is watched again
    stage.window.session().undoStack().setClean();
}

ROOFLIGHT_TEST(TstLessonFiles)
#include "tst_lesson_files.moc"

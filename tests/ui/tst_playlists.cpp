// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what is done with a whole playlist: started, printed, renamed, deleted and brought back.
#include "own_lesson.h"
#include "support/shipped_lesson.h"
#include "support/suite.h"

#include "core/io/course_pack.h"
#include "core/io/lesson_draft.h"
#include "core/io/lesson_library.h"
#include "ui/shell/notice_bar.h"

#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QStatusBar>
#include <QTableView>

using namespace tests;

namespace
{

QString noticeText(Stage& stage) { return stage.part<QLabel>("notice.sentence")->text(); }

void answerTitle(const QString& title)
{
    QTimer::singleShot(200, qApp, [title] {
        auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->setTextValue(title);
        dialog->accept();
    });
}

} // namespace

class TstPlaylists : public QObject
{
    Q_OBJECT
private slots:
    void anEmptyOneSaysWhatToDo();
    void aLessonThatIsAddedIsSaid();
    void theQuestionsOfALessonAreListed();
    void severalLessonsAreAdded();
    void aNewOneTakesTheSelection();
    void itsOwnOrderHasNoArrow();
    void theListStandsAtTheOpenLesson();
    void itStartsWhereTheClassStopped();
    void itIsRenamed();
    void aBrokenFileKeepsItInSight();
    void itIsDeletedAndComesBack();
    void twoThatAreDeletedComeBack();
    void itsHandoutEndsWithAllAnswers();
    void noTwoHaveOneTitle();
    void itBecomesOneFile();
};

void TstPlaylists::anEmptyOneSaysWhatToDo()
{
    const Home home;
    Stage stage;
    openTab(stage);
    answerTitle(QStringLiteral("Monday"));
    QVERIFY((playlistMenu(stage, QStringLiteral("New playlist…")) == QStringList{QStringLiteral("New playlist…")}));
    QCOMPARE(stage.part<QTableView>("lessons.list")->model()->rowCount(), 0);
    QVERIFY(stage.part<QLabel>("lessons.none")->text().contains(QStringLiteral("Add to a playlist")));
    QVERIFY(stage.part("lessons.none")->isVisible());
}

void TstPlaylists::aLessonThatIsAddedIsSaid()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3"}}));
    Stage stage;
    openTab(stage).choose("C2");
    QTest::mouseClick(stage.part("lessons.add"), Qt::LeftButton);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QAction* first = menu->actions().front();
    menu->close();
    first->trigger();
    stage.settle();
    QVERIFY2(noticeText(stage).contains(QStringLiteral("is added to “Week 1”")), qPrintable(noticeText(stage)));
    QVERIFY((core::lessonLibrary().courses.back().lessons == std::vector<std::string>{"B3", "C2"}));
}

/// So that a new one can be put in a playlist at once.
/// With the numbers of their prompts, and without answers.
void TstPlaylists::theQuestionsOfALessonAreListed()
{
    const Home home;
    Stage stage;
    openTab(stage).choose("A3");
    const QString asked = stage.part<QLabel>("lessons.questions")->text();
    const QStringList questions = asked.split(QStringLiteral("\n\n"));
    QCOMPARE(questions.size(), 3);
    QVERIFY2(questions[0].startsWith(QStringLiteral("1  A layer gathers I bytes")), qPrintable(questions[0]));
    QVERIFY2(questions[0].contains(QStringLiteral("C = 275 TFLOP/s")), qPrintable(questions[0]));
    QCOMPARE(questions[1], QStringLiteral("2  How many FLOPs per gathered byte are needed?"));
    QVERIFY(!asked.contains(QStringLiteral("44,000")));      // of the reveal
    QVERIFY(!asked.contains(QStringLiteral("FLOPs alone"))); // an option
}

/// Shift and Ctrl select; their minutes are added up.
void TstPlaylists::severalLessonsAreAdded()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3"}}));
    Stage stage;
    openTab(stage).choose("B2");
    auto* list = stage.part<QTableView>("lessons.list");
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(list, Qt::Key_Down, Qt::ShiftModifier); // B2, B3, B4
    double minutes = 0;
    for (const char* id : {"B2", "B3", "B4"})
        minutes += tests::lessonNamed(id).minutes;
    QCOMPARE(stage.part<QLabel>("lessons.title")->text(), QStringLiteral("3 lessons, about %1 minutes").arg(minutes));
    QVERIFY(!stage.part("lessons.start")->isVisible());
    QTest::mouseClick(stage.part("lessons.add"), Qt::LeftButton);
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QCOMPARE(menu->actions().front()->text(), QStringLiteral("Week 1"));
    menu->actions().front()->trigger();
    menu->close();
    QCOMPARE(noticeText(stage), QStringLiteral("2 lessons are added to “Week 1”.")); // one stood there
    const auto library = core::lessonLibrary();
    const auto& course = *std::ranges::find(library.courses, "week-1", &core::Course::id);
    QVERIFY((course.lessons == std::vector<std::string>{"B3", "B2", "B4"}));
}

void TstPlaylists::aNewOneTakesTheSelection()
{
    const Home home;
    Stage stage;
    openTab(stage).choose("C2");
    auto* list = stage.part<QTableView>("lessons.list");
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down, Qt::ShiftModifier);
    answerTitle(QStringLiteral("Monday"));
    playlistMenu(stage, QStringLiteral("New playlist of 2 lessons…"));
    QCOMPARE(list->model()->rowCount(), 2);
    QCOMPARE(list->model()->index(0, 0).data().toString(), QStringLiteral("C2"));
}

/// All lessons stand by their ids, a playlist as its class takes them.
void TstPlaylists::itsOwnOrderHasNoArrow()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"C2", "B3"}}));
    Stage stage;
    auto& tab = openTab(stage);
    const auto* list = stage.part<QTableView>("lessons.list");
    QCOMPARE(list->horizontalHeader()->sortIndicatorSection(), 0);
    tab.choosePlaylist("week-1");
    QCOMPARE(list->horizontalHeader()->sortIndicatorSection(), -1);
    QCOMPARE(list->model()->index(0, 0).data().toString(), QStringLiteral("C2"));
    tab.choosePlaylist({});
    QCOMPARE(list->horizontalHeader()->sortIndicatorSection(), 0);
    tab.openPlaylist("week-1");
    QCOMPARE(tab.chosen()->id, "C2");
}

void TstPlaylists::theListStandsAtTheOpenLesson()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    auto& tab = openTab(stage);
    QVERIFY(tab.chosen());
    QCOMPARE(tab.chosen()->title, "Mine");
    const auto* list = stage.part<QTableView>("lessons.list");
    QVERIFY(list->viewport()->rect().contains(list->visualRect(list->currentIndex()).center()));
}

/// In the window and in lecture mode.
void TstPlaylists::itStartsWhereTheClassStopped()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3", "C2"}}));
    Stage stage;
    openTab(stage, "week-1");
    playlistMenu(stage, QStringLiteral("Start"));
    QCOMPARE(lessonOf(stage).lesson().id, "B3");
    while (!lessonOf(stage).isLast() || lessonOf(stage).waits()) {
        lessonOf(stage).reveal();
        lessonOf(stage).next();
    }
    stage.trigger("lesson-leave");
    openTab(stage, "week-1");
    QCOMPARE(playlistMenu(stage).mid(0, 3),
             (QStringList{QStringLiteral("Go on at C2, step 1"), QStringLiteral("Go on at C2, step 1 in lecture mode"),
                          QStringLiteral("Begin anew")}));
    playlistMenu(stage, QStringLiteral("Go on at C2, step 1"));
    QCOMPARE(lessonOf(stage).lesson().id, "C2");
    stage.trigger("lesson-leave");
    openTab(stage, "week-1");
    playlistMenu(stage, QStringLiteral("Begin anew"));
    QCOMPARE(lessonOf(stage).lesson().id, "B3");
    QCOMPARE(lessonOf(stage).step(), 0U);
}

void TstPlaylists::itIsRenamed()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3"}}));
    Stage stage;
    auto& tab = openTab(stage, "week-1");
    answerTitle(QStringLiteral("Week 2"));
    playlistMenu(stage, QStringLiteral("Rename…"));
    QCOMPARE(core::lessonLibrary().courses.back().title, "Week 2");
    QCOMPARE(tab.playlist()->title, "Week 2");
    tab.choosePlaylist(core::shippedCourses().front().id);
    const QStringList offered = playlistMenu(stage);
    QVERIFY(!offered.contains(QStringLiteral("Rename…")) && !offered.contains(QStringLiteral("Delete")));
}

/// Another program spoils it: what is seen stays, and is written or read again, as one likes.
void TstPlaylists::aBrokenFileKeepsItInSight()
{
    const Home home;
    const QString path = home.folder.filePath(QStringLiteral("data/rooflight/courses/week-1.json"));
    const auto spoil = [&] { write(path, QStringLiteral("{\n  \"format\": \"rooflight-course\",\n  oops\n}")); };
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3", "C2"}}));
    Stage stage;
    auto& tab = openTab(stage, "week-1");
    tab.choose("B3");
    spoil();
    QTest::keyClick(stage.part("lessons.list"), Qt::Key_Down, Qt::AltModifier); // to be saved
    stage.settle();
    QVERIFY(tab.playlist() && tab.playlist()->id == "week-1");
    for (const char* words : {"“Week 1”", "week-1.json, line 3"})
        QVERIFY2(noticeText(stage).contains(QString::fromUtf8(words)), qPrintable(noticeText(stage)));
    QCOMPARE(core::lessonLibrary().courses.size(), core::shippedCourses().size()); // the file is as it was
    QTest::mouseClick(stage.part("notice.1"), Qt::LeftButton);                     // still spoilt
    stage.settle();
    QVERIFY(tab.playlist() && (tab.playlist()->lessons == std::vector<std::string>{"C2", "B3"}));
    QVERIFY2(noticeText(stage).contains(QStringLiteral("line 3")), qPrintable(noticeText(stage)));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // of its buttons
    QTest::mouseClick(stage.part("notice.0"), Qt::LeftButton);
    stage.settle();
    QVERIFY((core::lessonLibrary().courses.back() == core::Course{"week-1", "Week 1", {"C2", "B3"}}));
    QVERIFY(tab.playlist() && tab.playlist()->id == "week-1");
}

void TstPlaylists::itIsDeletedAndComesBack()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3"}}));
    const auto shipped = core::shippedCourses().size();
    Stage stage;
    auto& tab = openTab(stage, "week-1");
    playlistMenu(stage, QStringLiteral("Delete"));
    QCOMPARE(core::lessonLibrary().courses.size(), shipped);
    QVERIFY(!tab.playlist());
    QVERIFY2(noticeText(stage).contains(QStringLiteral("“Week 1” is deleted")), qPrintable(noticeText(stage)));
    QTest::mouseClick(stage.part("notice.0"), Qt::LeftButton);
    stage.settle();
    QCOMPARE(core::lessonLibrary().courses.size(), shipped + 1);
    QCOMPARE(tab.playlist()->id, "week-1");
}

/// Each by its own notice, and neither takes the place of one that was made meanwhile.
void TstPlaylists::twoThatAreDeletedComeBack()
{
    const Home home;
    const auto shipped = core::shippedCourses().size();
    Stage stage;
    openTab(stage);
    const auto make = [&](const char* title) {
        answerTitle(QLatin1String(title));
        playlistMenu(stage, QStringLiteral("New playlist…"));
    };
    for (const char* title : {"Monday", "Tuesday"}) {
        make(title);
        playlistMenu(stage, QStringLiteral("Delete"));
        QCOMPARE(core::lessonLibrary().courses.size(), shipped);
    }
    make("Wednesday");
    for (int undone = 0; undone < 2; ++undone) {
        QTest::mouseClick(stage.part("notice.0"), Qt::LeftButton);
        stage.settle();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // of its buttons
    }
    QSet<QString> titles;
    const auto courses = core::lessonLibrary().courses;
    for (auto own = courses.begin() + static_cast<std::ptrdiff_t>(shipped); own != courses.end(); ++own)
        titles.insert(QString::fromStdString(own->title));
    QCOMPARE(titles, (QSet<QString>{QStringLiteral("Monday"), QStringLiteral("Tuesday"), QStringLiteral("Wednesday")}));
}

/// Two lessons: as many pages as both have alone.
void TstPlaylists::itsHandoutEndsWithAllAnswers()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3", "D4"}}));
    const auto pagesOf = [&](const QString& path) {
        const QString text = QString::fromLatin1([&] {
            QFile file(path);
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        }());
        return text.count(QStringLiteral("/Type /Page\n")) + text.count(QStringLiteral("/Type /Page "));
    };
    Stage stage;
    const auto save = [&](const QString& name, const std::function<void()>& ask) {
        const QString path = home.folder.filePath(name);
        QTimer::singleShot(300, qApp, [path] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
            static_cast<QDialog*>(dialog)->accept();
        });
        ask();
        stage.settle();
        return pagesOf(path);
    };
    qsizetype alone = 0;
    for (const char* id : {"B3", "D4"}) {
        openTab(stage).choose(id);
        QTest::mouseClick(stage.part("lessons.start"), Qt::LeftButton);
        alone += save(QLatin1String(id) + QStringLiteral(".pdf"), [&] { stage.trigger("handout"); });
        stage.trigger("lesson-leave");
    }
    openTab(stage, "week-1");
    const auto both =
        save(QStringLiteral("both.pdf"), [&] { playlistMenu(stage, QStringLiteral("Handout of all its lessons…")); });
    QVERIFY(alone > 4);
    QCOMPARE(both, alone);
}

void TstPlaylists::noTwoHaveOneTitle()
{
    const Home home;
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3"}}));
    Stage stage;
    openTab(stage);
    QTimer::singleShot(400, qApp, [] {
        auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->setTextValue(QStringLiteral("week 1"));
        answerTitle(QStringLiteral("Week 2"));
        dialog->accept();
    });
    playlistMenu(stage, QStringLiteral("New playlist…"));
    const auto& courses = core::lessonLibrary().courses;
    QVERIFY(std::ranges::find(courses, "week 1", &core::Course::title) == courses.end());
    QVERIFY(std::ranges::find(courses, "Week 2", &core::Course::title) != courses.end());
}

/// With the lessons of it that do not ship; a lesson that is gone is named.
void TstPlaylists::itBecomesOneFile()
{
    const Home home;
    const QString lesson = home.folder.filePath(QStringLiteral("data/rooflight/lessons/own_1.json"));
    QVERIFY(QDir().mkpath(QFileInfo(lesson).path()));
    const std::string text = core::lessonDraft(tests::shippedScenario("start"), "own_1", "Mine", "memory");
    write(lesson, QString::fromStdString(text));
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3", "own_1"}}));
    Stage stage;
    stage.trigger("lessons");
    const QString pack = QStringLiteral("Save as course pack…");
    QVERIFY(!playlistMenu(stage).contains(pack));
    stage.part<ui::LessonsTab>("lessons")->choosePlaylist("week-1");
    const auto save = [&](const QString& path) {
        const QObject here; // where nothing is asked, nothing is answered later
        QTimer::singleShot(300, &here, [path] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
            static_cast<QDialog*>(dialog)->accept();
        });
        playlistMenu(stage, pack);
        stage.settle();
    };
    const QString path = home.folder.filePath(QStringLiteral("w.rooflight-course"));
    save(path);
    const auto written = core::readCoursePack(path.toStdString());
    QVERIFY2(written, qPrintable(stage.part<QLabel>("notice.sentence")->text()));
    QVERIFY(stage.window.statusBar()->currentMessage().startsWith(QStringLiteral("Saved as ")));
    QVERIFY((written->course.lessons == std::vector<std::string>{"B3", "own_1"}));
    QCOMPARE(written->files.size(), 2U); // B3 ships
    QVERIFY((written->files.back() == core::PackedFile{"lessons/own_1.json", text}));
    QVERIFY(QFile::remove(lesson));
    const QString other = home.folder.filePath(QStringLiteral("x.rooflight-course"));
    save(other);
    QVERIFY(!QFile::exists(other));
    const QString said = stage.part<QLabel>("notice.sentence")->text();
    QVERIFY2(said.contains(QStringLiteral("own_1.json")), qPrintable(said));
}

ROOFLIGHT_TEST(TstPlaylists)
#include "tst_playlists.moc"

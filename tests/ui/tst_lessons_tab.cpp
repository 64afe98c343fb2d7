// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the tab Lessons: its filters and playlists, and that a lesson goes on where it stopped.
#include "support/suite.h"
#include "window_stage.h"

#include "core/io/lesson_catalogue.h"
#include "ui/lessons/lessons_tab.h"
#include "ui/lessons/progress_file.h"
#include "ui/shell/lesson_desk.h"

#include <QComboBox>
#include <QFile>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>

using Stage = tests::WindowStage;

namespace
{

/// Folders of its own for data and state.
struct Home {
    QTemporaryDir folder;
    QByteArray data = qgetenv("XDG_DATA_HOME"), state = qgetenv("XDG_STATE_HOME");

    Home()
    {
        qputenv("XDG_DATA_HOME", folder.filePath(QStringLiteral("data")).toUtf8());
        qputenv("XDG_STATE_HOME", folder.filePath(QStringLiteral("state")).toUtf8());
    }
    ~Home()
    {
        qputenv("XDG_DATA_HOME", data);
        qputenv("XDG_STATE_HOME", state);
    }
};

QStringList idsIn(const Stage& stage)
{
    QStringList ids;
    const auto* model = stage.part<QTableView>("lessons.list")->model();
    for (int row = 0; row < model->rowCount(); ++row)
        ids << model->index(row, 0).data().toString();
    return ids;
}

void choosePlaylist(Stage& stage, const QString& title)
{
    auto* playlists = stage.part<QComboBox>("lessons.playlist");
    playlists->setCurrentIndex(playlists->findText(title));
    stage.settle();
}

void click(Stage& stage, const char* name)
{
    QTest::mouseClick(stage.part(name), Qt::LeftButton);
    stage.settle();
}

/// Of the menu that comes up.
void chooseInMenu(Stage& stage, bool last)
{
    click(stage, "lessons.add");
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QAction* chosen = last ? menu->actions().back() : menu->actions().front();
    menu->close();
    chosen->trigger();
    stage.settle();
}

/// Answers the question for a title, too.
void makePlaylist(Stage& stage, const QString& title)
{
    QTimer::singleShot(200, qApp, [title] {
        auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->setTextValue(title);
        dialog->accept();
    });
    chooseInMenu(stage, true);
}

} // namespace

class TstLessonsTab : public QObject
{
    Q_OBJECT
private slots:
    void filtersNarrowTheList();
    void aPlaylistHasItsOrder();
    void anOwnPlaylistIsMadeSortedAndKept();
    void aLessonGoesOnWhereItStopped();
    void aFileThatIsNoneIsKept();
    void aNewLessonFollowsItsFile();
};

void TstLessonsTab::filtersNarrowTheList()
{
    const Home home;
    Stage stage;
    stage.trigger("lessons");
    QCOMPARE(idsIn(stage).size(), static_cast<qsizetype>(core::shippedLessons().size()));
    auto* course = stage.part<QComboBox>("lessons.course");
    course->setCurrentIndex(course->findData(QStringLiteral("D")));
    QCOMPARE(idsIn(stage).join(u' '), QStringLiteral("D1 D2 D3 D4 D5"));
    stage.part<QLineEdit>("lessons.words")->setText(QStringLiteral("no such words"));
    QVERIFY(idsIn(stage).isEmpty());
    QVERIFY(!stage.part("lessons.start")->isVisible());
}

void TstLessonsTab::aPlaylistHasItsOrder()
{
    const Home home;
    Stage stage;
    stage.trigger("lessons");
    choosePlaylist(stage, QStringLiteral("Who waits"));
    QCOMPARE(idsIn(stage).join(u' '), QStringLiteral("B6 F6 A1"));
    QVERIFY(!stage.part("lessons.up")->isVisible()); // shipped lists stay as they are
}

void TstLessonsTab::anOwnPlaylistIsMadeSortedAndKept()
{
    const Home home;
    {
        Stage stage;
        stage.trigger("lessons");
        auto* tab = stage.part<ui::LessonsTab>("lessons");
        tab->choose("C2");
        makePlaylist(stage, QStringLiteral("Monday"));
        QCOMPARE(idsIn(stage), QStringList{QStringLiteral("C2")});
        choosePlaylist(stage, QStringLiteral("No playlist"));
        tab->choose("A3");
        chooseInMenu(stage, false);
        choosePlaylist(stage, QStringLiteral("Monday"));
        QCOMPARE(idsIn(stage).join(u' '), QStringLiteral("C2 A3"));
        tab->choose("A3");
        click(stage, "lessons.up");
        QCOMPARE(idsIn(stage).join(u' '), QStringLiteral("A3 C2"));
        QCOMPARE(tab->chosen()->id, "A3");
    }
    Stage stage;
    stage.trigger("lessons");
    choosePlaylist(stage, QStringLiteral("Monday"));
    QCOMPARE(idsIn(stage).join(u' '), QStringLiteral("A3 C2"));
    click(stage, "lessons.add"); // takes the chosen one out
    QCOMPARE(idsIn(stage).size(), 1);
}

void TstLessonsTab::aLessonGoesOnWhereItStopped()
{
    const Home home;
    {
        Stage stage;
        stage.trigger("lessons");
        stage.part<ui::LessonsTab>("lessons")->choose("B3");
        click(stage, "lessons.start");
        stage.trigger("lesson-next");
        QCOMPARE(stage.window.findChild<ui::LessonDesk*>()->lesson().step(), 1U);
    }
    Stage stage;
    stage.trigger("lessons");
    stage.part<ui::LessonsTab>("lessons")->choose("B3");
    QCOMPARE(stage.part<QPushButton>("lessons.start")->text(), QStringLiteral("Go on"));
    click(stage, "lessons.start");
    QCOMPARE(stage.window.findChild<ui::LessonDesk*>()->lesson().step(), 1U);
}

/// It holds nothing that can be read, says so once, and is not replaced.
void TstLessonsTab::aFileThatIsNoneIsKept()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("lessons.json"));
    const QByteArray text("[1, 2");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    ui::ProgressFile progress(path);
    QVERIFY(progress.read().empty());
    QVERIFY(progress.takeProblem().contains(QStringLiteral("lessons.json")));
    QVERIFY(progress.takeProblem().isEmpty());
    progress.write({{"B3", {1, false}}});
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), text);
    ui::ProgressFile other(folder.filePath(QStringLiteral("new/lessons.json")));
    other.write({{"B3", {1, true}}});
    QVERIFY((other.read() == std::map<std::string, ui::LessonPlace>{{"B3", {1, true}}}));
}

void TstLessonsTab::aNewLessonFollowsItsFile()
{
    const Home home;
    Stage stage;
    QVERIFY(stage.window.session().editFromText("work.batch", "8192"));
    stage.window.session().undoStack().setClean();
    stage.settle();
    QTimer::singleShot(100, qApp, [] {
        auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->setTextValue(QStringLiteral("Mine"));
        dialog->accept();
    });
    stage.trigger("lesson-new");
    ui::OpenLesson& lesson = stage.window.findChild<ui::LessonDesk*>()->lesson();
    QVERIFY(lesson.isOpen());
    QCOMPARE(lesson.lesson().title, "Mine");
    QCOMPARE(stage.window.session().scenario().work.batch, 8192.);
    QFile file(home.folder.filePath(QStringLiteral("data/rooflight/lessons/own_1.json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    file.close();
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(text).replace("Say what is given", "Eight thousand tokens"));
    file.close();
    QTRY_VERIFY(lesson.prompt().startsWith(QStringLiteral("Eight thousand tokens")));
    stage.trigger("lessons");
    QVERIFY(idsIn(stage).contains(QStringLiteral("own_1")));
}

ROOFLIGHT_TEST(TstLessonsTab)
#include "tst_lessons_tab.moc"

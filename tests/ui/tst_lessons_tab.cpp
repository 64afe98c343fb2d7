// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the tab Lessons: its filters and playlists, and that a lesson goes on where it stopped.
#include "own_lesson.h"
#include "support/shipped_lesson.h"
#include "support/suite.h"

#include "core/io/course_json.h"
#include "core/io/course_pack.h"
#include "core/io/lesson_catalogue.h"
#include "core/io/lesson_library.h"
#include "core/io/scenario_json.h"
#include "core/io/write_file.h"
#include "ui/lessons/lesson_model.h"
#include "ui/lessons/lessons_tab.h"
#include "ui/lessons/progress_file.h"
#include "ui/shell/lesson_desk.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStatusBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>

#include <memory>

using Stage = tests::WindowStage;
using tests::Home;

namespace
{

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
    void idsAreTypedInAnyColumn();
    void filtersNarrowTheList();
    void columnsAreWideEnoughBehindASearch();
    void aPlaylistHasItsOrder();
    void anOwnPlaylistIsMadeSortedAndKept();
    void aLessonGoesOnWhereItStopped();
    void rowsAreDragged();
    void aCoursePackStays();
    void anotherPackAsksFirst();
    void aBrokenPackIsRefused();
    void pinsStayAndTellNothing();
    void examplesOfAnswersAreWhole();
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

/// The list may be filled anew while few rows are in sight, or none.
void TstLessonsTab::columnsAreWideEnoughBehindASearch()
{
    const Home home;
    Stage stage;
    stage.trigger("lessons");
    const auto* list = stage.part<QTableView>("lessons.list");
    const int width = list->columnWidth(ui::LessonModel::titleColumn);
    auto* words = stage.part<QLineEdit>("lessons.words");
    for (const char* search : {"A4", "no such words"}) {
        words->setText(QString::fromLatin1(search));
        choosePlaylist(stage, QStringLiteral("Who waits"));
        choosePlaylist(stage, QStringLiteral("No playlist"));
        words->clear();
        QCOMPARE(idsIn(stage).size(), static_cast<qsizetype>(core::shippedLessons().size()));
        QCOMPARE(list->columnWidth(ui::LessonModel::titleColumn), width);
    }
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
        QVERIFY(!tab->playlist()); // what is added from stays in sight
        QCOMPARE(tab->chosen()->id, "C2");
        const QString said = stage.part<QLabel>("notice.sentence")->text();
        QVERIFY2(said.endsWith(QStringLiteral("is added to the new playlist “Monday”.")), qPrintable(said));
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
    click(stage, "lessons.take");
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

/// A click on a title makes its column the one of the keys.
void TstLessonsTab::idsAreTypedInAnyColumn()
{
    const Home home;
    Stage stage;
    tests::openTab(stage);
    auto* list = stage.part<QTableView>("lessons.list");
    list->setFocus();
    list->setCurrentIndex(list->model()->index(20, ui::LessonModel::titleColumn));
    QTest::keyClicks(list, QStringLiteral("B3"));
    QCOMPARE(list->currentIndex().siblingAtColumn(ui::LessonModel::idColumn).data().toString(), QStringLiteral("B3"));
    QCOMPARE(stage.part<QLabel>("lessons.title")->text().section(u' ', 0, 0), QStringLiteral("B3"));
    for (const Qt::KeyboardModifiers held : {Qt::KeyboardModifiers(), Qt::KeyboardModifiers(Qt::ControlModifier)})
        for (const Qt::Key key : {Qt::Key_End, Qt::Key_Home}) {
            QTest::keyClick(list, key, held);
            QCOMPARE(list->currentIndex().row(), key == Qt::Key_Home ? 0 : list->model()->rowCount() - 1);
            QCOMPARE(list->selectionModel()->selectedRows(), QModelIndexList{list->currentIndex().siblingAtColumn(0)});
        }
}

/// Before or behind another row, or below all; a list that ships stays as it is.
void TstLessonsTab::rowsAreDragged()
{
    const Home home;
    QVERIFY(core::saveCourse({"own", "Own", {"A1", "B3", "C2", "D1"}}));
    Stage stage;
    stage.trigger("lessons");
    choosePlaylist(stage, QStringLiteral("Own"));
    QAbstractItemModel* rows = stage.part<QTableView>("lessons.list")->model();
    const auto drag = [&](int from, int before, int last = -1) {
        QModelIndexList dragged;
        for (int row = std::max(from, last); row >= from; --row) // as they were chosen, in any order
            dragged << rows->index(row, 0);
        const std::unique_ptr<QMimeData> data(rows->mimeData(dragged));
        rows->dropMimeData(data.get(), Qt::MoveAction, before, 0, {});
        stage.settle();
        return idsIn(stage).join(u' ');
    };
    QCOMPARE(drag(0, 2), QStringLiteral("B3 A1 C2 D1"));
    QCOMPARE(drag(3, 0), QStringLiteral("D1 B3 A1 C2"));
    QCOMPARE(drag(1, -1), QStringLiteral("D1 A1 C2 B3"));
    QCOMPARE(drag(2, 2), QStringLiteral("D1 A1 C2 B3"));
    QCOMPARE(drag(2, 3), QStringLiteral("D1 A1 C2 B3"));
    QCOMPARE(stage.part<ui::LessonsTab>("lessons")->chosen()->id, "B3"); // what was moved last
    QCOMPARE(drag(1, -1, 2), QStringLiteral("D1 B3 A1 C2"));             // what is selected stays together
    QCOMPARE(stage.part<QTableView>("lessons.list")->selectionModel()->selectedRows().size(), 2);
    QCOMPARE(drag(1, -1), QStringLiteral("D1 A1 C2 B3"));
    const auto kept = core::lessonLibrary().courses.back();
    QVERIFY((kept.lessons == std::vector<std::string>{"D1", "A1", "C2", "B3"}));
    choosePlaylist(stage, QStringLiteral("Who waits"));
    QVERIFY(!rows->flags({}).testFlag(Qt::ItemIsDropEnabled));
    QCOMPARE(drag(0, 2), QStringLiteral("B6 F6 A1"));
}

/// Week 3 with a scenario and a note, as a file.
QString packIn(const QTemporaryDir& folder, const std::string& title = "Week 3")
{
    const core::CoursePack pack{
        {},
        {{"course.json", core::courseText({"week-3", title, {"D2", "B3"}})},
         {"notes/intro (1).md", "# Intro"},
         {"scenarios/mine.rooflight.json", core::writeScenario(tests::shippedScenario("llama3-70b-h100"))}}};
    QString path = folder.filePath(QStringLiteral("week3.rooflight-course"));
    if (!core::writeFile(path.toStdString(), core::packedCourse(pack).value()))
        qFatal("the pack of the test cannot be written");
    return path;
}

void TstLessonsTab::aCoursePackStays()
{
    const Home home;
    const QString path = packIn(home.folder);
    {
        Stage stage;
        stage.window.openFile(path);
        stage.settle();
        QVERIFY(stage.part("lessons.list")->isVisible());
        QCOMPARE(idsIn(stage).join(u' '), QStringLiteral("D2 B3"));
        QVERIFY(!stage.part("lessons.up")->isVisible());
        QCOMPARE(stage.window.session().scenario().title, tests::shippedScenario("start").title); // stays open
    }
    Stage stage;
    stage.window.openFile(path); // once more is nothing new
    stage.trigger("lessons");
    choosePlaylist(stage, QStringLiteral("Week 3"));
    tests::playlistMenu(stage, QStringLiteral("Course files…"));
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu);
    QStringList names;
    QAction* scenario = nullptr;
    for (QAction* action : menu->actions()) {
        names << action->text();
        scenario = action->text().startsWith(QStringLiteral("mine")) ? action : scenario;
    }
    QCOMPARE(names.join(u'|'), QStringLiteral("Scenarios|mine.rooflight.json|Notes|intro (1).md"));
    menu->close();
    scenario->trigger();
    stage.settle();
    QCOMPARE(stage.window.session().scenario().title, tests::shippedScenario("llama3-70b-h100").title);
    QVERIFY(stage.window.session().fileName().isEmpty()); // saving leaves the course as it is
    choosePlaylist(stage, QStringLiteral("Who waits"));
    QVERIFY(!tests::playlistMenu(stage).contains(QStringLiteral("Course files…")));
}

void TstLessonsTab::anotherPackAsksFirst()
{
    const Home home;
    Stage stage;
    stage.window.openFile(packIn(home.folder));
    stage.settle();
    const auto openOther = [&](bool replace) {
        bool asked = false;
        QTimer::singleShot(300, qApp, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            asked = box != nullptr;
            if (!box)
                return;
            for (QAbstractButton* button : box->buttons())
                if (replace == (box->buttonRole(button) == QMessageBox::DestructiveRole))
                    return button->click();
        });
        stage.window.openFile(packIn(home.folder, "Week 3, again"));
        stage.settle();
        return asked;
    };
    const auto* playlists = stage.part<QComboBox>("lessons.playlist");
    QVERIFY(openOther(false));
    QCOMPARE(playlists->currentText(), QStringLiteral("Week 3"));
    QVERIFY(openOther(true));
    QCOMPARE(playlists->currentText(), QStringLiteral("Week 3, again"));
}

void TstLessonsTab::aBrokenPackIsRefused()
{
    const Home home;
    QFile file(packIn(home.folder));
    QVERIFY(file.resize(file.size() / 2));
    Stage stage;
    stage.window.openFile(file.fileName());
    stage.settle();
    const QString said = stage.part<QLabel>("notice.sentence")->text();
    QVERIFY2(said.contains(QStringLiteral("week3.rooflight-course is no course")), qPrintable(said));
    QVERIFY(!QDir(home.folder.filePath(QStringLiteral("data/rooflight/packs"))).exists());
}

/// A baseline that is pinned in a lesson stays from step to step; nothing is compared or swapped while results are
/// hidden.
void TstLessonsTab::pinsStayAndTellNothing()
{
    const Home home;
    Stage stage;
    ui::OpenLesson& lesson = stage.window.findChild<ui::LessonDesk*>()->lesson();
    const auto open = [&](std::string_view id, std::size_t step) {
        QVERIFY(lesson.open(tests::lessonNamed(id), step));
        stage.settle();
    };
    open("B3", 1);
    stage.trigger("pin-baseline");
    for (const char* id : {"compare", "swap-baseline"}) {
        QVERIFY2(!stage.window.actions().action(id)->isEnabled(), id);
        QCOMPARE(stage.window.actions().action(id)->statusTip(), QStringLiteral("Hidden until you answer"));
    }
    lesson.answer(QStringLiteral("44"));
    stage.settle();
    for (const char* id : {"compare", "swap-baseline"}) {
        QVERIFY2(stage.window.actions().action(id)->isEnabled(), id);
        QVERIFY(!stage.window.actions().action(id)->statusTip().contains(QStringLiteral("Hidden")));
    }
    QVERIFY(!stage.window.statusBar()->currentMessage().contains(QStringLiteral("Hidden")));
    stage.trigger("lesson-next");
    QCOMPARE(lesson.step(), 2U);
    QCOMPARE(stage.window.session().scenario().baselines.size(), 1U);
    lesson.leave();
    stage.window.session().undoStack().clear();
    open("A3", 0);
    QVERIFY(stage.window.session().scenario().baselines.empty()); // another lesson begins without
}

/// In the field beside its button, whose tool tip says more.
void TstLessonsTab::examplesOfAnswersAreWhole()
{
    const Home home;
    Stage stage;
    auto& lesson = stage.window.findChild<ui::LessonDesk*>()->lesson();
    for (const std::string_view id : {"B7", "D1", "E4", "F4", "G7"}) { // FLOPs, a range, times, rates
        QVERIFY(lesson.open(tests::lessonNamed(id)));
        for (std::size_t step = 0; step < lesson.steps(); ++step) {
            lesson.goTo(step);
            stage.settle();
            const auto* field = stage.part<QLineEdit>("lesson.field");
            if (!field || !field->isVisible())
                continue;
            const int room = field->width() - 24; // of its frame
            QVERIFY2(field->fontMetrics().horizontalAdvance(field->placeholderText()) <= room,
                     qPrintable(field->placeholderText()));
        }
    }
}

ROOFLIGHT_TEST(TstLessonsTab)
#include "tst_lessons_tab.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks lessons of one's own in the window: made, edited beside their preview, opened as files, and taken away.
#include "lesson_home.h"
#include "support/suite.h"
#include "window_stage.h"

#include "core/io/lesson_draft.h"
#include "core/io/write_file.h"
#include "ui/lessons/lessons_tab.h"
#include "ui/shell/lesson_desk.h"

#include <QDropEvent>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QMimeData>
#include <QTableView>
#include <QTimer>

using Stage = tests::WindowStage;
using tests::Home;

class TstOwnLessons : public QObject
{
    Q_OBJECT
private slots:
    void aNewLessonFollowsItsFile();
    void aFileOfALessonIsListed();
};

void TstOwnLessons::aNewLessonFollowsItsFile()
{
    const Home home;
    Stage stage;
    stage.trigger("lessons"); // the list shows lessons that are read anew later
    stage.trigger("tab-1");
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
    stage.part<ui::LessonsTab>("lessons")->choose("own_1");
    QCOMPARE(stage.part<ui::LessonsTab>("lessons")->chosen()->title, "Mine");
    stage.trigger("lesson-leave"); // what is opened then, no file takes away
    const auto write = [&](const char* words) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(text).replace("Say what is given", words));
        file.close();
        QTest::qWait(400);
    };
    write("Nine thousand tokens");
    QVERIFY(!lesson.isOpen());
}

/// Dropped on the window, named on the command line or opened by File > Open, wherever it lies; the document stays.
void TstOwnLessons::aFileOfALessonIsListed()
{
    const Home home;
    const QString path = home.folder.filePath(QStringLiteral("from a friend.json"));
    const std::string text = core::lessonDraft(tests::shippedScenario("start"), "friend", "Of a friend", "memory");
    QVERIFY(core::writeFile(path.toStdString(), text));
    Stage stage;
    QVERIFY(stage.window.session().editFromText("work.batch", "8192"));
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({100, 100}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&stage.window, &enter);
    QDropEvent drop({100, 100}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&stage.window, &drop);
    stage.settle();
    QVERIFY(stage.part("lessons.list")->isVisible());
    QCOMPARE(stage.part<ui::LessonsTab>("lessons")->chosen()->id, "friend");
    QCOMPARE(stage.window.session().scenario().work.batch, 8192.);
    stage.window.session().undoStack().setClean();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    stage.settle();
    QCOMPARE(stage.window.findChild<ui::LessonDesk*>()->lesson().lesson().title, "Of a friend");
    const auto refusal = [&](const char* before, const char* after) {
        const QByteArray other = QByteArray::fromStdString(text).replace(before, after);
        [[maybe_unused]] const auto written = core::writeFile(path.toStdString(), other.toStdString());
        stage.window.openFile(path);
        stage.settle();
        return stage.part<QLabel>("notice.sentence")->text();
    };
    const QString key = refusal("\"points\"", "\"pionts\"");
    QVERIFY2(key.contains(QStringLiteral("pionts")) && key.contains(QStringLiteral("points")), qPrintable(key));
    const QString taken = refusal("\"friend\"", "\"B3\"");
    QVERIFY2(taken.contains(QStringLiteral("the id \"B3\" is taken")), qPrintable(taken));
}

ROOFLIGHT_TEST(TstOwnLessons)
#include "tst_own_lessons.moc"

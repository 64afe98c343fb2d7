// SPDX-License-Identifier: GPL-3.0-or-later
// Checks lessons of one's own in the window: made, edited beside their preview, opened as files, and taken away.
#include "own_lesson.h"
#include "support/suite.h"

#include "core/io/read_file.h"

#include "core/io/course_pack.h"
#include "core/io/lesson_draft.h"
#include "core/io/lesson_library.h"
#include "core/io/write_file.h"
#include "ui/lessons/covered_page.h"
#include "ui/lessons/lessons_tab.h"
#include "ui/shell/lesson_author.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/tabs.h"

#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTextBlock>
#include <QTimer>

#include <memory>

using namespace tests;

class TstOwnLessons : public QObject
{
    Q_OBJECT
private slots:
    void aNewLessonFollowsItsFile();
    void aFileOfALessonIsListed();
    void thePreviewFollowsTheText();
    void whatIsGivenHasItsHeight();
    void mistakesStandAtTheirLine();
    void aBrokenLessonStaysListed();
    void unsavedTextAsksFirst();
    void unsavedTextOutlivesTheProgram();
    void anotherProgramIsNotOverwritten();
    void f6ReachesCardAndText();
    void aLessonGoesToTheTrash();
    void signsStayAsTheyAre();
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
    QFile file(onlyFile(home).filePath());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    file.close();
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(text).replace("{mesh.chips} chips of", "Eight thousand tokens"));
    file.close();
    QTRY_VERIFY(lesson.prompt().startsWith(QStringLiteral("Eight thousand tokens")));
    stage.trigger("lessons");
    stage.part<ui::LessonsTab>("lessons")->choose(onlyId(home));
    QCOMPARE(stage.part<ui::LessonsTab>("lessons")->chosen()->title, "Mine");
    stage.trigger("lesson-leave"); // what is opened then, no file takes away
    const auto write = [&](const char* words) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(text).replace("{mesh.chips} chips of", words));
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

/// While keys come the lesson follows, the keys stay in the text, and the file waits for Ctrl+S; undo is the text's
/// own.
void TstOwnLessons::thePreviewFollowsTheText()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    const QString path = onlyFile(home).filePath();
    QPlainTextEdit& text = typeBehind(stage, QStringLiteral("slowest part"), QStringLiteral(" today"));
    QVERIFY(stage.part("lesson.editor")->isVisible() && stage.part("lesson")->isVisible());
    QTRY_VERIFY(lessonOf(stage).prompt().contains(QStringLiteral("slowest part today:")));
    QVERIFY(text.hasFocus());
    QVERIFY(!contentOf(path).contains(QStringLiteral("today")));
    QTest::keyClick(&text, Qt::Key_S, Qt::ControlModifier);
    QVERIFY(contentOf(path).contains(QStringLiteral("slowest part today:")));
    QVERIFY(!stage.part("lesson.save")->isEnabled());
    QVERIFY(stage.window.session().fileName().isEmpty()); // the key did not save the scenario
    QTest::keyClick(&text, Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(lessonOf(stage).prompt().contains(QStringLiteral("slowest part:")));
    QVERIFY(lessonOf(stage).isOpen());
    stage.trigger("save"); // whatever has the focus
    QVERIFY(!contentOf(path).contains(QStringLiteral("today")));
}

/// In the little room beside the text.
void TstOwnLessons::whatIsGivenHasItsHeight()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    ui::CoveredPage page;
    page.resize(420, 500);
    page.show();
    page.present(lessonOf(stage));
    stage.settle();
    const QWidget* card = page.findChild<QLabel*>()->parentWidget();
    QVERIFY(card->height() >= card->layout()->totalHeightForWidth(card->width()));
}

void TstOwnLessons::mistakesStandAtTheirLine()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    const QPlainTextEdit& text = typeBehind(stage, QStringLiteral("\"points"), QStringLiteral("y"));
    const int line = text.textCursor().blockNumber() + 1;
    const auto* problem = stage.part<QLabel>("lesson.problem");
    QTRY_VERIFY(problem->text().contains(QStringLiteral("line %1: unknown key \"steps.1.pointsy\"").arg(line)));
    QCOMPARE(text.extraSelections().size(), 1);
    QCOMPARE(text.extraSelections().constFirst().cursor.blockNumber() + 1, line);
    QCOMPARE(lessonOf(stage).lesson().title, "Mine"); // what was good stays in sight
    QTest::keyClick(stage.part("lesson.edited"), Qt::Key_Home, Qt::ControlModifier);
    QTest::mouseClick(stage.part("lesson.goto"), Qt::LeftButton);
    QCOMPARE(text.textCursor().blockNumber() + 1, line);
    QTest::keyClick(stage.part("lesson.edited"), Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(!problem->isVisible());
    QVERIFY(text.extraSelections().isEmpty());
    QTest::keyClick(stage.part("lesson.edited"), Qt::Key_S, Qt::ControlModifier);
}

/// One that cannot be read, and one whose answer cannot be computed: marked in the list, and opened at the error.
void TstOwnLessons::aBrokenLessonStaysListed()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    const std::string id = onlyId(home);
    const QString good = contentOf(onlyFile(home).filePath());
    const auto* about = stage.part<QLabel>("lessons.about");
    const auto* list = stage.part<QTableView>("lessons.list");
    auto* tab = stage.part<ui::LessonsTab>("lessons");
    auto& text = *stage.part<QPlainTextEdit>("lesson.edited");
    const auto saveAndEdit = [&](const QString& wrong) {
        text.selectAll();
        text.insertPlainText(wrong);
        QTest::keyClick(&text, Qt::Key_S, Qt::ControlModifier);
        QTest::mouseClick(stage.part("lesson.editor.close"), Qt::LeftButton);
        stage.trigger("lessons");
        tab->choose(id);
        QCOMPARE(tab->chosen()->id, id);
        const int row = list->currentIndex().row();
        QCOMPARE(list->currentIndex().siblingAtColumn(ui::LessonModel::progressColumn).data().toString(),
                 QStringLiteral("Broken"));
        QVERIFY(row >= 0 && about->text().contains(QStringLiteral("has an error")));
    };
    saveAndEdit(QString(good).replace(QStringLiteral("\"points\""), QStringLiteral("\"pointsy\"")));
    QVERIFY(!stage.part("lessons.start")->isVisible());
    QTest::keyClick(stage.part("lessons.list"), Qt::Key_Return);
    QVERIFY(text.isVisible() && text.textCursor().block().text().contains(QStringLiteral("pointsy")));

    const qsizetype value = good.indexOf(QStringLiteral("\"when\": \"")) + 9;
    saveAndEdit(QString(good).replace(value, good.indexOf(u'"', value) - value, QStringLiteral("no.such")));
    QVERIFY(stage.part("lessons.start")->isVisible());
    QTest::mouseClick(stage.part("lessons.edit"), Qt::LeftButton);
    QVERIFY(text.isVisible() && text.textCursor().block().text().contains(QStringLiteral("no.such")));
    QVERIFY(text.textCursor().blockNumber() > 0);

    text.selectAll();
    text.insertPlainText(good);
    QTest::keyClick(&text, Qt::Key_S, Qt::ControlModifier);
    stage.trigger("lessons");
    tab->choose(id);
    QVERIFY(!about->text().contains(QStringLiteral("has an error")));
}

void TstOwnLessons::unsavedTextAsksFirst()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    typeBehind(stage, QStringLiteral("slowest part"), QStringLiteral(" today"));
    const auto stayed = answerBox(QStringLiteral("lesson.unsaved"), QMessageBox::RejectRole);
    QVERIFY(!stage.window.close());
    QVERIFY(*stayed && stage.window.isVisible());
    const auto saved = answerBox(QStringLiteral("lesson.unsaved"), QMessageBox::AcceptRole);
    QTest::mouseClick(stage.part("lesson.editor.close"), Qt::LeftButton);
    QVERIFY(*saved && !stage.part("lesson.editor")->isVisible());
    QVERIFY(contentOf(onlyFile(home).filePath()).contains(QStringLiteral("part today")));
    stage.trigger("lesson-leave");
    stage.window.session().undoStack().setClean();
    stage.trigger("lessons"); // and it is found again
    stage.part<ui::LessonsTab>("lessons")->choose(onlyId(home));
    QTest::mouseClick(stage.part("lessons.edit"), Qt::LeftButton);
    QVERIFY(stage.part("lesson.editor")->isVisible());
    QVERIFY(lessonOf(stage).prompt().contains(QStringLiteral("part today")));
}

/// Typed without a pause, and kept at once where the program is asked to end. The first window stands for a program
/// that was killed: it is asked nothing, and saves nothing. While it lives, nobody else edits the lesson.
void TstOwnLessons::unsavedTextOutlivesTheProgram()
{
    const Home home;
    const QDir kept(home.folder.filePath(QStringLiteral("state/rooflight/lessons")));
    const auto drafts = [&kept] { return kept.entryList({QStringLiteral("*.json")}, QDir::Files); };
    auto killed = std::make_unique<Stage>();
    makeLesson(*killed, QStringLiteral("Mine"));
    const QString path = onlyFile(home).filePath();
    typeBehind(*killed, QStringLiteral("Mine"), QStringLiteral(" and you"));
    for (int i = 0; i < 50 && drafts().isEmpty(); ++i)
        QTest::keyClick(killed->part<QPlainTextEdit>("lesson.edited"), Qt::Key_R, Qt::NoModifier, 50);
    QCOMPARE(drafts().size(), 1);
    QVERIFY(contentOf(kept.filePath(drafts().front())).contains(QStringLiteral("Mine and your")));
    typeBehind(*killed, QStringLiteral("Mine"), QStringLiteral(" own"));
    emit killed->window.session().keepAsked();
    QVERIFY(contentOf(kept.filePath(drafts().front())).contains(QStringLiteral("Mine own and your")));
    QVERIFY(!contentOf(path).contains(QStringLiteral("your")));

    Stage next;
    QApplication::setActiveWindow(&next.window);
    next.window.findChild<ui::LessonAuthor*>()->edit(path);
    auto& text = *next.part<QPlainTextEdit>("lesson.edited");
    QVERIFY(!text.isVisible());
    killed.reset();
    next.window.findChild<ui::LessonAuthor*>()->edit(path);
    next.part<ui::LessonEditor>("lesson.editor")->showPage(ui::LessonEditor::Page::text);
    QTRY_VERIFY(text.isVisible());
    QVERIFY(text.toPlainText().contains(QStringLiteral("Mine own and your")) && text.document()->isModified());
    QTest::keyClick(&text, Qt::Key_S, Qt::ControlModifier);
    QTRY_VERIFY(contentOf(path).contains(QStringLiteral("Mine own and your")));
    QCOMPARE(drafts().size(), 0);
}

/// What stands in the text and what another program wrote are both kept until one of them is chosen.
void TstOwnLessons::anotherProgramIsNotOverwritten()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    const QString path = onlyFile(home).filePath();
    const QString first = contentOf(path);
    QPlainTextEdit& text = typeBehind(stage, QStringLiteral("slowest part"), QStringLiteral(" today"));
    write(path, QString(first).replace(QStringLiteral("Mine"), QStringLiteral("Theirs")));
    QTest::keyClick(&text, Qt::Key_S, Qt::ControlModifier);
    QVERIFY(contentOf(path).contains(QStringLiteral("Theirs")));
    QVERIFY(stage.part("lesson.keep")->isVisible());
    QTest::mouseClick(stage.part("lesson.keep"), Qt::LeftButton);
    QTest::keyClick(&text, Qt::Key_S, Qt::ControlModifier);
    QVERIFY(!contentOf(path).contains(QStringLiteral("Theirs")));
    write(path, QString(first).replace(QStringLiteral("Mine"), QStringLiteral("Theirs"))); // nothing is unsaved now
    QTRY_VERIFY(text.toPlainText().contains(QStringLiteral("Theirs")));
    QTRY_COMPARE(lessonOf(stage).lesson().title, "Theirs");
}

void TstOwnLessons::f6ReachesCardAndText()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    stage.window.findChild<ui::Tabs*>()->setFocus();
    QStringList seen;
    for (int i = 0; i < 8; ++i) {
        stage.trigger("next-region");
        for (const char* region : {"lesson", "lesson.editor"})
            if (stage.part(region)->isAncestorOf(QApplication::focusWidget()))
                seen << QString::fromLatin1(region);
    }
    QVERIFY(seen.contains(QStringLiteral("lesson")) && seen.contains(QStringLiteral("lesson.editor")));
}

void TstOwnLessons::aLessonGoesToTheTrash()
{
    const Home home;
    Stage stage;
    stage.trigger("lessons");
    QVERIFY(!stage.part("lessons.delete")->isVisible()); // what ships stays
    makeLesson(stage, QStringLiteral("Mine"));
    stage.trigger("lessons");
    auto* list = stage.part<ui::LessonsTab>("lessons");
    const std::string id = onlyId(home);
    list->choose(id);
    const QString path = onlyFile(home).filePath();
    const QString typed = QStringLiteral("Mine and not saved");
    typeBehind(stage, QStringLiteral("\"title\": \"Mine"), QStringLiteral(" and not saved"));
    const QString text = stage.part<ui::LessonEditor>("lesson.editor")->text();
    QVERIFY(text.contains(typed) && !contentOf(path).contains(typed));
    stage.trigger("lessons");
    list->choose(id);
    QTest::mouseClick(stage.part("lessons.delete"), Qt::LeftButton);
    QVERIFY(!QFile::exists(path));
    QVERIFY(QFile::exists(home.folder.filePath(QStringLiteral("data/Trash/files/") + QFileInfo(path).fileName())));
    QVERIFY(!lessonOf(stage).isOpen() && !stage.part("lesson.editor")->isVisible());
    list->choose(id);
    QVERIFY(list->chosen()->id != id);
    const QString said = stage.part<QLabel>("notice.sentence")->text();
    QVERIFY2(said.contains(QStringLiteral("is in the trash")), qPrintable(said));
    QTest::mouseClick(stage.part("notice.0"), Qt::LeftButton); // Undo
    QCOMPARE(contentOf(path), text);
    stage.settle();
    list->choose(id);
    QCOMPARE(list->chosen()->id, id);
    stage.window.session().undoStack().setClean();
}

/// No-break spaces are kept; bytes that are no text are not edited.
void TstOwnLessons::signsStayAsTheyAre()
{
    const Home home;
    Stage stage;
    makeLesson(stage, QStringLiteral("Mine"));
    const QString path = onlyFile(home).filePath();
    const auto edit = [&](const QString& text) {
        QTest::mouseClick(stage.part("lesson.editor.close"), Qt::LeftButton);
        write(path, text);
        stage.trigger("lessons");
        stage.part<ui::LessonsTab>("lessons")->choose(path.section(u'/', -1).section(u'.', 0, 0).toStdString());
        QTest::mouseClick(stage.part("lessons.edit"), Qt::LeftButton);
        stage.settle();
    };
    const QString title = QStringLiteral("\"title\": \"5\u00a0% of\u00a0HBM");
    edit(contentOf(path).replace(QStringLiteral("\"title\": \"Mine"), title));
    QVERIFY(stage.part("lesson.editor")->isVisible());
    stage.part<ui::LessonEditor>("lesson.editor")->showPage(ui::LessonEditor::Page::text);
    typeBehind(stage, QStringLiteral("slowest part"), QStringLiteral(" today"));
    QTest::mouseClick(stage.part("lesson.save"), Qt::LeftButton);
    QVERIFY(contentOf(path).contains(title) && contentOf(path).contains(QStringLiteral("part today")));
    const QByteArray latin = contentOf(path).replace(QStringLiteral("Mine"), QStringLiteral("M")).toLatin1();
    QTest::mouseClick(stage.part("lesson.editor.close"), Qt::LeftButton);
    QVERIFY(core::writeFile(path.toStdString(), latin.toStdString()));
    stage.window.findChild<ui::LessonDesk*>()->openFile(path);
    stage.settle();
    QVERIFY(!stage.part("lesson.editor")->isVisible());
    QVERIFY(core::readFile(path.toStdString()).value() == latin.toStdString());
    stage.window.session().undoStack().setClean();
}

ROOFLIGHT_TEST(TstOwnLessons)
#include "tst_own_lessons.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks lecture mode: its keys with any focus, pause and end, hands, what is held, blanked and hidden.
#include "support/shipped_lesson.h"
#include "support/suite.h"
#include "window_stage.h"

#include "ui/lecture/lecture.h"
#include "ui/lecture/lecture_keys.h"
#include "ui/lecture/lecture_page.h"
#include "ui/lessons/open_lesson.h"
#include "ui/shell/lecture_actions.h"
#include "ui/shell/lesson_desk.h"

#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTimer>

using Stage = tests::WindowStage;

namespace
{

struct LectureStage : Stage {
    ui::OpenLesson& lesson = window.findChild<ui::LessonDesk*>()->lesson();
    ui::Lecture& lecture = window.findChild<ui::LectureActions*>()->lecture();

    explicit LectureStage(std::string_view id = {}, std::size_t step = 0)
    {
        if (!id.empty() && !lesson.open(tests::lessonNamed(id), step))
            qFatal("no such lesson");
        settle();
    }

    void start()
    {
        trigger("lecture-here");
        QCOMPARE(lecture.state(), ui::Lecture::State::running);
    }

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(lecture.window() ? static_cast<QWidget*>(lecture.window()) : &window, key, modifiers);
        settle();
    }

    QImage seen() { return lecture.window()->grab().toImage(); }
};

int footOf(const QImage& page) { return qCeil(ui::lectureFoot * ui::smallestLectureText(page.height())) + 1; }

} // namespace

class TstLecture : public QObject
{
    Q_OBJECT
private slots:
    void pageKeysWorkWithAnyFocus();
    void escPausesThenLeaves();
    void nothingQuits();
    void handsRevealTheAnswer();
    void backHidesAgain();
    void heldPicturesStay();
    void keysBlankTheScreen();
    void aBlankScreenIsTheNextFrame();
    void theLiveControlMoves();
    void anAnswerOfOtherNumbersSaysSo();
    void lettersAreTypedIntoFields();
    void aScenarioNeedsNoLesson();
    void everyKeyIsListed();
    void theClickerIsTested();
    void votesAreRows();
    void aHandoutSaysWhereItIs();
    void anotherScreenShowsIt();
};

/// Page Down would move a slider: it moves the lesson, and no value.
void TstLecture::pageKeysWorkWithAnyFocus()
{
    LectureStage stage("B3");
    stage.openAllSections();
    stage.start();
    QApplication::setActiveWindow(&stage.window);
    int tried = 0;
    QList<QPointer<QWidget>> parts; // steps make others
    for (auto* part : stage.window.findChildren<QWidget*>())
        parts << part;
    for (const QPointer<QWidget>& part : parts) {
        if (!part || !part->isVisible() || !part->isEnabled() || !(part->focusPolicy() & Qt::TabFocus))
            continue;
        stage.lesson.goTo(0);
        stage.settle();
        if (!part)
            continue;
        part->setFocus();
        if (QApplication::focusWidget() != part)
            continue;
        const core::Scenario before = stage.window.session().scenario();
        QTest::keyClick(part, Qt::Key_PageDown);
        QCOMPARE(stage.lesson.step(), 1U);
        QTest::keyClick(part, Qt::Key_PageUp);
        QCOMPARE(stage.lesson.step(), 0U);
        QVERIFY2(stage.window.session().scenario() == before, qPrintable(part->objectName()));
        ++tried;
    }
    QVERIFY(tried > 20);
}

void TstLecture::escPausesThenLeaves()
{
    LectureStage stage("B3", 1);
    stage.trigger("lecture"); // from the first step
    QCOMPARE(stage.lesson.step(), 0U);
    stage.press(Qt::Key_PageDown);
    QCOMPARE(stage.lesson.step(), 1U);
    stage.press(Qt::Key_Escape);
    QCOMPARE(stage.lecture.state(), ui::Lecture::State::paused);
    stage.press(Qt::Key_PageDown);
    QCOMPARE(stage.lesson.step(), 1U);
    stage.press(Qt::Key_F5);
    QCOMPARE(stage.lecture.state(), ui::Lecture::State::running);
    QCOMPARE(stage.lesson.step(), 1U);
    stage.press(Qt::Key_Escape);
    stage.press(Qt::Key_Escape);
    QCOMPARE(stage.lecture.state(), ui::Lecture::State::off);
    QVERIFY(!stage.lecture.window());
    QVERIFY(stage.window.isVisible() && stage.lesson.isOpen());
}

void TstLecture::nothingQuits()
{
    LectureStage stage("B3");
    stage.start();
    stage.lecture.window()->close();
    stage.settle();
    QCOMPARE(stage.lecture.state(), ui::Lecture::State::paused);
    QVERIFY(stage.lecture.window()->isVisible());
}

/// Two hands and Page Down: the answer is there, the hands stay, and the next Page Down moves on.
void TstLecture::handsRevealTheAnswer()
{
    LectureStage stage("D4");
    stage.start();
    QVERIFY(!stage.lecture.window()->page().revealed);
    stage.press(Qt::Key_1);
    stage.press(Qt::Key_2);
    stage.press(Qt::Key_2);
    stage.press(Qt::Key_2, Qt::ShiftModifier);
    QCOMPARE(stage.lesson.state().votes[0], 1);
    QCOMPARE(stage.lesson.state().votes[1], 1);
    stage.press(Qt::Key_PageDown);
    QVERIFY(!stage.lesson.waits());
    QVERIFY(stage.lecture.window()->page().revealed);
    QCOMPARE(stage.lecture.window()->page().options[1].votes, 1);
    stage.press(Qt::Key_PageDown);
    QCOMPARE(stage.lesson.step(), 1U);
}

void TstLecture::backHidesAgain()
{
    LectureStage stage("B3", 1);
    stage.start();
    QVERIFY(!stage.lecture.window()->page().cover.isEmpty());
    stage.press(Qt::Key_PageDown);
    QVERIFY(stage.lesson.waits()); // the first press asks for hands
    QVERIFY(stage.lecture.window()->page().note.contains(QStringLiteral("twice")));
    stage.press(Qt::Key_PageDown);
    QVERIFY(stage.lecture.window()->page().cover.isEmpty());
    QCOMPARE(stage.lecture.window()->page().answer, QStringLiteral("44 chips"));
    stage.press(Qt::Key_PageUp);
    QVERIFY(stage.lesson.waits());
    QVERIFY(stage.lecture.window()->page().answer.isEmpty());
    QVERIFY(!stage.lecture.window()->accessibleDescription().contains(QStringLiteral("44")));
}

void TstLecture::heldPicturesStay()
{
    LectureStage stage;
    stage.start();
    const QImage before = stage.seen();
    stage.press(Qt::Key_F);
    const QImage held = stage.seen();
    const int strip = footOf(held); // of the live control, where there is one screen
    const auto picture = [&](const QImage& image) { return image.copy(0, 0, image.width(), image.height() - strip); };
    QCOMPARE(picture(held), picture(before));
    for (int i = 0; i < 10; ++i) {
        stage.press(Qt::Key_Up);
        QCOMPARE(picture(stage.seen()), picture(before));
    }
    stage.press(Qt::Key_F);
    QVERIFY(picture(stage.seen()) != picture(before));
}

void TstLecture::keysBlankTheScreen()
{
    LectureStage stage("B3");
    stage.start();
    for (const auto& [key, colour] :
         {std::pair(Qt::Key_B, Qt::black), std::pair(Qt::Key_W, Qt::white), std::pair(Qt::Key_Period, Qt::black)}) {
        stage.press(key);
        const QImage image = stage.seen();
        for (const QPoint at : {QPoint(3, 3), image.rect().center(), QPoint(image.width() - 4, image.height() - 4)})
            QCOMPARE(image.pixelColor(at), QColor(colour));
        stage.press(Qt::Key_PageDown); // any key comes back, and does nothing else
        QCOMPARE(stage.lesson.step(), 0U);
        QVERIFY(stage.lecture.window()->blank() == ui::LectureWindow::Blank::none);
    }
}

/// A blank screen needs one paint and waits for nothing.
void TstLecture::aBlankScreenIsTheNextFrame()
{
    struct Paints : QObject {
        int count = 0;
        bool eventFilter(QObject*, QEvent* event) override
        {
            count += event->type() == QEvent::Paint;
            return false;
        }
    } paints;
    LectureStage stage("B3");
    stage.start();
    stage.lecture.window()->installEventFilter(&paints);
    for (const Qt::Key key : {Qt::Key_B, Qt::Key_W, Qt::Key_Period})
        for (int press = 0; press < 2; ++press) { // and back
            paints.count = 0;
            QTest::keyClick(stage.lecture.window(), key);
            QCOMPARE(stage.lecture.window()->blank() != ui::LectureWindow::Blank::none, press == 0);
            QApplication::processEvents();
            QCOMPARE(paints.count, 1);
        }
}

void TstLecture::theLiveControlMoves()
{
    LectureStage stage;
    stage.start();
    QCOMPARE(stage.window.session().scenario().work.batch, 32768.);
    QCOMPARE(stage.lecture.window()->page().live->value, QStringLiteral("32,768 tokens"));
    stage.press(Qt::Key_Up);
    QCOMPARE(stage.lecture.window()->page().live->value, QStringLiteral("65,536 tokens"));
    stage.press(Qt::Key_Down);
    stage.press(Qt::Key_Tab);
    QVERIFY(stage.lecture.window()->page().live->title.contains(u'X'));
    stage.window.session().undoStack().setClean();
}

void TstLecture::anAnswerOfOtherNumbersSaysSo()
{
    LectureStage stage("A1", 2);
    stage.start();
    stage.press(Qt::Key_PageDown);
    stage.press(Qt::Key_PageDown);
    QCOMPARE(stage.lecture.window()->page().answer, QStringLiteral("1.003 ms"));
    stage.press(Qt::Key_Up);
    QVERIFY(stage.window.session().scenario().coll.B > 4096);
    QVERIFY(stage.lecture.window()->page().answer.contains(QStringLiteral(" 4,096")));
    stage.press(Qt::Key_Down);
    QCOMPARE(stage.lecture.window()->page().answer, QStringLiteral("1.003 ms"));
}

void TstLecture::lettersAreTypedIntoFields()
{
    LectureStage stage("B3", 1);
    stage.start();
    QApplication::setActiveWindow(&stage.window);
    auto* field = stage.part<QLineEdit>("lesson.field");
    field->setFocus();
    QTest::keyClicks(field, QStringLiteral("44 b"));
    QCOMPARE(field->text(), QStringLiteral("44 b"));
    QTest::keyClick(field, Qt::Key_PageUp);
    QCOMPARE(stage.lesson.step(), 0U);
}

void TstLecture::aScenarioNeedsNoLesson()
{
    LectureStage stage;
    stage.start();
    QVERIFY(stage.lecture.window()->page().sentence.contains(QStringLiteral("Compute-bound")));
    const core::Scenario before = stage.window.session().scenario();
    stage.press(Qt::Key_PageDown);
    QVERIFY(stage.window.session().scenario() == before);
    QCOMPARE(stage.lecture.state(), ui::Lecture::State::running);
}

/// Each row of the table has a key that means it.
void TstLecture::everyKeyIsListed()
{
    QSet<int> meant;
    for (int key = Qt::Key_Space; key < Qt::Key_ydiaeresis; ++key)
        if (const auto known = ui::lectureKey(QKeyEvent(QEvent::KeyPress, key, Qt::NoModifier)))
            meant << static_cast<int>(known->command);
    for (const int key : {Qt::Key_Escape, Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_F5, Qt::Key_Tab, Qt::Key_Return,
                          Qt::Key_Up, Qt::Key_Down})
        if (const auto known = ui::lectureKey(QKeyEvent(QEvent::KeyPress, key, Qt::NoModifier)))
            meant << static_cast<int>(known->command);
    for (const ui::LectureKeyRow& row : ui::lectureKeys())
        QVERIFY2(meant.contains(static_cast<int>(row.command)), row.keys);
    QVERIFY(!ui::lectureKey(QKeyEvent(QEvent::KeyPress, Qt::Key_B, Qt::ControlModifier)));
}

void TstLecture::theClickerIsTested()
{
    LectureStage stage("B3");
    stage.trigger("clicker");
    stage.press(Qt::Key_PageDown);
    QCOMPARE(stage.lesson.step(), 0U);
    QVERIFY(stage.lecture.window()->showsTable());
    stage.press(Qt::Key_Escape);
    stage.press(Qt::Key_Escape);
    QCOMPARE(stage.lecture.state(), ui::Lecture::State::off); // where it began
    QVERIFY(!stage.lecture.window());
    stage.start();
    stage.trigger("clicker");
    stage.press(Qt::Key_Escape);
    stage.press(Qt::Key_Escape);
    QVERIFY(!stage.lecture.window()->showsTable());
    QCOMPARE(stage.lecture.state(), ui::Lecture::State::running);
}

void TstLecture::votesAreRows()
{
    LectureStage stage("D4");
    QVERIFY(!stage.window.actions().action("votes")->isEnabled());
    stage.start();
    stage.press(Qt::Key_2);
    QVERIFY(stage.window.actions().action("votes")->isEnabled());
    const QStringList rows = QString::fromUtf8(stage.lesson.votesCsv()).split(u'\n');
    QCOMPARE(rows.front(), QStringLiteral("lesson,step,question,option,text,votes,right,value,unit"));
    QVERIFY(rows[2].startsWith(QStringLiteral("D4,1,")));
    QVERIFY(rows[2].section(u',', -4).startsWith(QStringLiteral("1,")));
}

void TstLecture::aHandoutSaysWhereItIs()
{
    LectureStage stage("B3");
    QVERIFY(stage.window.actions().action("lesson-next")->isEnabled());
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("b3.pdf"));
    QTimer::singleShot(300, qApp, [path] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
        static_cast<QDialog*>(dialog)->accept();
    });
    stage.trigger("handout");
    stage.settle();
    QVERIFY(QFile::exists(path));
    const QString said = stage.window.statusBar()->currentMessage();
    QVERIFY2(said.startsWith(QStringLiteral("Saved as ")) && said.endsWith(QStringLiteral("b3.pdf.")),
             qPrintable(said));
    stage.trigger("lesson-leave");
    for (const char* action : {"lesson-next", "lesson-back", "lesson-leave", "handout"})
        QVERIFY(!stage.window.actions().action(action)->isEnabled());
}

/// On one screen the page stands over the window. This suite runs once more on two, see CMakeLists.txt.
void TstLecture::anotherScreenShowsIt()
{
    LectureStage stage("B3");
    stage.start();
    const bool two = QGuiApplication::screens().size() > 1;
    QCOMPARE(stage.lecture.hasOwnScreen(), two);
    QCOMPARE(stage.lecture.window()->screen() != stage.window.screen(), two);
    const auto* notes = stage.part<QLabel>("lesson.notes");
    QCOMPARE(notes->isVisible(), two);
    if (!two)
        return;
    QVERIFY(notes->text().contains(QStringLiteral("How many H100"))); // the next prompt
    stage.press(Qt::Key_F);
    QVERIFY(notes->text().contains(u'❄'));
    const QImage held = stage.seen();
    QVERIFY(stage.window.session().editFromText("work.batch", "4096"));
    stage.settle();
    QCOMPARE(stage.seen(), held);
}

ROOFLIGHT_TEST(TstLecture)
#include "tst_lecture.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks questions for an order of products: no schedule but the student's own is shown or played before the answer.
#include "own_lesson.h"
#include "support/shipped_lesson.h"
#include "support/suite.h"
#include "text_recorder.h"
#include "window_stage.h"

#include "core/collectives/matmul/own_order.h"
#include "core/io/lesson_catalogue.h"
#include "ui/collectives/collectives_tab.h"
#include "ui/lecture/lecture.h"
#include "ui/lessons/open_lesson.h"
#include "ui/playback/recording.h"
#include "ui/shell/lecture_actions.h"
#include "ui/shell/lesson_desk.h"
#include "ui/theme/text_size.h"
#include "ui/timeline/order_builder.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>

using namespace Qt::Literals::StringLiterals;
using Stage = tests::WindowStage;

namespace
{

ui::CollectivesTab& tabOf(const Stage& stage) { return *stage.part<ui::CollectivesTab>("collectives"); }

/// Each question for an order with those of its steps that come before it.
void forEachOrderLesson(const std::function<void(const core::Lesson&, std::size_t asked)>& look)
{
    for (const core::Lesson& lesson : core::shippedLessons())
        for (std::size_t i = 0; i < lesson.steps.size(); ++i)
            if (std::holds_alternative<core::ScheduleAnswer>(lesson.steps[i].question))
                look(lesson, i);
}

QStringList paintedIn(const Stage& stage)
{
    const auto& lecture = stage.window.findChild<ui::LectureActions*>()->lecture();
    tests::TextRecorder recorder(QSize(1920, 1080));
    QPainter painter(&recorder);
    ui::paintLecturePage(painter, QSizeF(1920, 1080), lecture.window()->page(), ui::Theme::litRoom());
    painter.end();
    QStringList texts;
    for (const tests::PaintedText& painted : recorder.texts)
        texts << painted.text;
    return texts;
}

} // namespace

class TstAskedOrder : public QObject
{
    Q_OBJECT
private slots:
    /// Progress of another run would be gone on with.
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toUtf8()); }
    void noPageHasOne();
    void noneIsOffered();
    void ofOnesOwnIsPlayed();
    void aLectureStaysAtRest();
    void spaceIsNotNextInALecture();
    void theRevealShowsThePicture();
    void aQuestionBeginsWithoutAnOrder();
    void whatIsBuiltIsTaken();
    void aLowPageScrollsOneWay();

private:
    QTemporaryDir m_state;
};

/// At the question and at the steps before it, on every page of Collectives.
void TstAskedOrder::noPageHasOne()
{
    Stage stage("start", {1600, 1000});
    int looked = 0;
    forEachOrderLesson([&](const core::Lesson& lesson, std::size_t asked) {
        for (std::size_t step = 0; step <= asked; ++step) {
            QVERIFY(lessonOf(stage).open(lesson, step));
            stage.settle();
            if (step < asked)
                lessonOf(stage).reveal();
            stage.settle();
            stage.window.findChild<ui::Tabs*>()->openChart(QStringLiteral("collectives"));
            auto* side = stage.part<QTabWidget>("collectives.side");
            for (int page = 0; page < side->count(); ++page) {
                if (side->tabText(page) == QLatin1String("Design")) // of the step
                    continue;
                side->setCurrentIndex(page);
                stage.settle();
                if (const auto* shown = tabOf(stage).recording()) { // of the scenario before, behind the cover
                    QVERIFY2(!shown->collective().analysis.matmul, lesson.id.c_str());
                    continue;
                }
                for (const auto* rows : side->widget(page)->findChildren<QAbstractItemView*>())
                    if (rows->isVisible())
                        QVERIFY2(!rows->model() || rows->model()->rowCount() == 0, qPrintable(side->tabText(page)));
                ++looked;
            }
        }
    });
    QVERIFY(looked > 8);
}

/// Neither by the tools of the page, nor by files, clipboard or derivations.
void TstAskedOrder::noneIsOffered()
{
    Stage stage("start", {1600, 1000});
    int looked = 0;
    forEachOrderLesson([&](const core::Lesson& lesson, std::size_t asked) {
        QVERIFY(lessonOf(stage).open(lesson, asked));
        stage.settle();
        QVERIFY(stage.window.findChild<ui::OrderBuilder*>()->isVisible());
        QVERIFY(stage.part("own.presets")->isVisible() && !stage.part("own.presets")->isEnabled());
        QVERIFY(!stage.part("own.finish")->isEnabled());
        for (const char* action : {"export", "animate", "copy-chart", "explain", "play", "last-step"})
            QVERIFY2(!stage.window.actions().action(action)->isEnabled(), action);
        lessonOf(stage).answer(QString::fromStdString(*core::ownAnswer(lessonOf(stage).posed())));
        stage.settle();
        if (lessonOf(stage).seeksOrder()) // another one of the lesson
            return;
        QVERIFY(stage.part("own.presets")->isEnabled());
        QVERIFY(tabOf(stage).recording());
        QVERIFY(stage.window.actions().action("export")->isEnabled());
        ++looked;
    });
    QVERIFY(looked >= 2);
}

void TstAskedOrder::ofOnesOwnIsPlayed()
{
    Stage stage("start", {1600, 1000});
    QVERIFY(lessonOf(stage).open(tests::lessonNamed("A1"), 4));
    stage.settle();
    stage.window.findChild<ui::OrderBuilder*>()->build({{{0}}, {{3}}, {{2}}, {{1}}});
    stage.settle();
    QTest::mouseClick(stage.part("own.play"), Qt::LeftButton);
    stage.settle();
    QVERIFY(tabOf(stage).recording() && tabOf(stage).recording()->collective().ownOrder);
    QVERIFY(tabOf(stage).player().isPlaying());
    QVERIFY(lessonOf(stage).waits());
}

/// Enter plays nothing, also where something was played in the window before.
void TstAskedOrder::aLectureStaysAtRest()
{
    Stage stage("start", {1600, 1000});
    const core::Lesson& lesson = tests::lessonNamed("A1");
    QVERIFY(lessonOf(stage).open(lesson, 4));
    stage.settle();
    stage.trigger("lecture-here");
    const QStringList before = paintedIn(stage);
    QVERIFY(!before.empty());
    auto& lecture = stage.window.findChild<ui::LectureActions*>()->lecture();
    QTest::keyClick(lecture.window(), Qt::Key_Return);
    QTest::qWait(300);
    QVERIFY(!tabOf(stage).player().isPlaying());
    QCOMPARE(paintedIn(stage), before);
    QTest::keyClick(lecture.window(), Qt::Key_R);
    stage.settle();
    QVERIFY(paintedIn(stage) != before);
    QTest::keyClick(lecture.window(), Qt::Key_Return);
    QVERIFY(tabOf(stage).player().isPlaying());
}

/// It stands between steps; of items it begins the order, in which digits are places (C7: with nothing overlapped).
void TstAskedOrder::spaceIsNotNextInALecture()
{
    Stage stage("start", {1600, 1000});
    auto& lecture = stage.window.findChild<ui::LectureActions*>()->lecture();
    for (const auto& [id, step] : {std::pair{"A1", 4}, std::pair{"C7", 0}}) {
        const core::Lesson& lesson = tests::lessonNamed(id);
        QVERIFY(lessonOf(stage).open(lesson, static_cast<std::size_t>(step)));
        stage.settle();
        if (lecture.state() == ui::Lecture::State::off)
            stage.trigger("lecture-here");
        for (int press = 0; press < 2; ++press)
            QTest::keyClick(lecture.window(), Qt::Key_Space);
        QVERIFY2(lessonOf(stage).waits(), id);
        QVERIFY(lessonOf(stage).guess().isEmpty());
    }
    QVERIFY(lecture.window()->page().hint.contains(QStringLiteral("order")));
    QTest::keyClicks(lecture.window(), QStringLiteral("2 143"));
    QCOMPARE(lecture.window()->page().said, QStringLiteral("The class says 2 143"));
    for (int sign = 0; sign < 4; ++sign)
        QTest::keyClick(lecture.window(), Qt::Key_Backspace);
    QTest::keyClicks(lecture.window(), QStringLiteral("143"));
    QTest::keyClick(lecture.window(), Qt::Key_PageDown);
    QVERIFY(!lessonOf(stage).waits());
    const QString said = lecture.window()->page().said;
    QVERIFY2(said.startsWith(QStringLiteral("You said 2143. Nearly: full sharding")), qPrintable(said));
}

/// Ring and timeline, as in a lecture; where an order is built stays with its question.
void TstAskedOrder::theRevealShowsThePicture()
{
    Stage stage("start", {1600, 1000});
    QVERIFY(lessonOf(stage).open(tests::lessonNamed("A1"), 4));
    stage.settle();
    const auto* builder = stage.window.findChild<ui::OrderBuilder*>();
    QVERIFY(builder->isVisible());
    lessonOf(stage).answer(QStringLiteral("0 1+3 2"));
    stage.settle();
    QVERIFY(builder->isVisible());
    lessonOf(stage).next();
    stage.settle();
    QVERIFY(!builder->isVisible());
    QVERIFY(tabOf(stage).isVisible());
    QCOMPARE(stage.part<QTabBar>("collectives.stage")->currentIndex(), 0);
}

/// What was built for another question answers none, and its first step is chosen.
void TstAskedOrder::aQuestionBeginsWithoutAnOrder()
{
    Stage stage("start", {1600, 1000});
    QVERIFY(lessonOf(stage).open(tests::lessonNamed("A1"), 4));
    stage.settle();
    const core::ChipOrder order{{{0}}, {{3}}, {{2}}, {{1}}};
    auto* builder = stage.window.findChild<ui::OrderBuilder*>();
    builder->build(order);
    stage.settle();
    QVERIFY(builder->order() == order);
    lessonOf(stage).answer(QStringLiteral("0 1+3 2"));
    stage.settle();
    QVERIFY(lessonOf(stage).open(tests::lessonNamed("F14"), 2));
    stage.settle();
    QVERIFY(builder->isVisible() && lessonOf(stage).waits());
    QVERIFY(builder->order() == core::ChipOrder(4));
    builder->build(order); // and of one that is left without an answer
    QVERIFY(lessonOf(stage).open(tests::lessonNamed("A1"), 4));
    stage.settle();
    QVERIFY(builder->isVisible() && lessonOf(stage).waits());
    QVERIFY(builder->order() == core::ChipOrder(4));
}

/// Whether it was played or not.
void TstAskedOrder::whatIsBuiltIsTaken()
{
    Stage stage("start", {1600, 1000});
    QVERIFY(lessonOf(stage).open(tests::lessonNamed("A1"), 4));
    stage.settle();
    auto* take = stage.part<QPushButton>("lesson.check1");
    QTest::mouseClick(take, Qt::LeftButton); // nothing is built
    QVERIFY(lessonOf(stage).waits());
    const auto labels = take->parentWidget()->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
        return label->isVisible() && label->text().contains(QStringLiteral("has no order yet that works"));
    }));
    stage.window.findChild<ui::OrderBuilder*>()->build({{{0}}, {{3}}, {{2}}, {{1}}});
    stage.settle();
    QTest::mouseClick(take, Qt::LeftButton);
    QVERIFY(!lessonOf(stage).waits());
    QCOMPARE(lessonOf(stage).state().typed, QStringLiteral("0 3 2 1"));
}

/// At 200 % on 1280x720: neither sideways nor within the page.
void TstAskedOrder::aLowPageScrollsOneWay()
{
    Stage stage;
    stage.window.resize(1280, 720);
    ui::setTextSize(200);
    const core::Lesson& lesson = tests::lessonNamed("A1");
    QVERIFY(lessonOf(stage).open(lesson, 4));
    stage.settle();
    const QWidget* board = stage.part("own.board");
    QVERIFY(board->isVisible());
    const auto scrolling = [board] {
        QStringList ways;
        for (const QWidget* one = board->parentWidget(); one && one->objectName() != QLatin1String("tabs");
             one = one->parentWidget())
            if (const auto* area = qobject_cast<const QScrollArea*>(one)) {
                ways << (area->horizontalScrollBar()->maximum() > 0 ? QStringList{u"sideways"_s} : QStringList());
                ways << (area->verticalScrollBar()->maximum() > 0 ? QStringList{u"down"_s} : QStringList());
            }
        return ways;
    };
    QTRY_COMPARE(scrolling(), QStringList{u"down"_s});
    ui::setTextSize(100);
}

ROOFLIGHT_TEST(TstAskedOrder)
#include "tst_asked_order.moc"

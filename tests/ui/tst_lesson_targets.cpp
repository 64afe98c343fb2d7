// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that a step of a lesson points at the thing it means, and not at a whole picture.
#include "support/shipped_lesson.h"
#include "support/suite.h"
#include "window_stage.h"

#include "core/io/lesson_catalogue.h"
#include "core/io/preset_catalogue.h"
#include "core/lesson/run_lesson.h"
#include "core/lesson/stage.h"
#include "ui/charts/chart.h"
#include "ui/lessons/pointing_ring.h"
#include "ui/shell/lesson_desk.h"
#include "ui/theme/text_size.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>

#include <set>

using Stage = tests::WindowStage;
using namespace Qt::Literals::StringLiterals;

namespace
{

/// Steps that mean all of a picture: a sum of its bars, or what follows from it and stands nowhere in it.
const QSet<QString> wholes{u"A3.2"_s, u"B1.3"_s, u"B1.5"_s, u"B2.2"_s, u"B5.7"_s, u"B8.3"_s,
                           u"C3.3"_s, u"C4.6"_s, u"C5.3"_s, u"C7.6"_s, u"E6.6"_s};

struct LessonStage : Stage {
    ui::LessonDesk& desk = *window.findChild<ui::LessonDesk*>();

    LessonStage() : Stage("start", {1920, 1080}) {}

    /// The step, its question revealed.
    void show(const core::Lesson& lesson, std::size_t step)
    {
        QVERIFY(desk.lesson().open(lesson, step));
        settle();
        if (desk.lesson().waits())
            desk.lesson().reveal();
        settle();
    }

    /// Null where there is none.
    const ui::PointingRing* ring() const
    {
        for (const auto* one : window.findChildren<ui::PointingRing*>())
            if (one->isVisible())
                return one;
        return nullptr;
    }

    /// Of the picture that is pointed at; null where something else is.
    const ui::Chart* chart() const { return ring() ? qobject_cast<const ui::Chart*>(ring()->part()) : nullptr; }
};

/// Where question, form and what was said of the answer end, and the room that they have; empty where all is in sight.
QString outOfSight(const Stage& stage)
{
    const QWidget* area = stage.part("lesson.answer");
    while (!qobject_cast<const QScrollArea*>(area))
        area = area->parentWidget();
    int bottom = 0;
    for (const char* name : {"lesson.answer", "lesson.said", "lesson.shown"})
        if (const QWidget* part = stage.part(name); part->isVisible())
            bottom = std::max(bottom, part->mapTo(area, QPoint(0, part->height())).y());
    const int top = stage.part("lesson.prompt")->mapTo(area, QPoint()).y();
    return top >= 0 && bottom <= area->height() ? QString()
                                                : u"%1 to %2 of %3"_s.arg(top).arg(bottom).arg(area->height());
}

/// Where what was said of the answer lies, and the room that it has; empty where it is whole and in sight.
QString saidOutOfSight(const Stage& stage)
{
    const auto* said = stage.part<QLabel>("lesson.said");
    const QWidget* area = said;
    while (!qobject_cast<const QScrollArea*>(area))
        area = area->parentWidget();
    const QRect place(said->mapTo(area, QPoint()), said->size());
    const bool whole = said->height() >= said->heightForWidth(said->width());
    return !said->isVisible() || (whole && place.top() >= 0 && place.bottom() <= area->height())
               ? QString()
               : u"%1 to %2 of %3, needs %4"_s.arg(place.top())
                     .arg(place.bottom())
                     .arg(area->height())
                     .arg(said->heightForWidth(said->width()));
}

/// By what is said of them.
std::vector<const core::TriedAnswer*> firstAndLongest(const std::vector<core::TriedAnswer>& listed)
{
    const auto length = [](const core::TriedAnswer& one) { return one.text.size(); };
    if (listed.empty())
        return {};
    return {&listed.front(), &*std::ranges::max_element(listed, {}, length)};
}

} // namespace

class TstLessonTargets : public QObject
{
    Q_OBJECT

private slots:
    void stepsPointAtOneThing();
    void theRingStandsAround_data();
    void theRingStandsAround();
    void theRingFollowsItsBar();
    void questionsAndAnswersAreInSight();
    void verdictsAreReadInLargeText();
    void keysStayWithTheAnswer();
    void theVerdictGoesWithItsAnswer();
    void whatIsTypedStaysAtItsStep();
    void nextStaysWhereItIs();
    void theWindowShowsWhatALectureShows();
    void eachWayToTrainIsSeen();
};

void TstLessonTargets::stepsPointAtOneThing()
{
    LessonStage stage;
    QSet<QString> whole, nowhere;
    for (const auto& lesson : core::shippedLessons())
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            stage.show(lesson, step);
            const QString name = u"%1.%2"_s.arg(QString::fromStdString(lesson.id)).arg(step + 1);
            if (!stage.ring() && stage.desk.hidden() != ui::Hidden::results)
                nowhere << name;
            if (stage.chart() && stage.ring()->size() == stage.chart()->size())
                whole << name;
        }
    QCOMPARE(nowhere, QSet<QString>());
    QCOMPARE(whole, wholes);
}

void TstLessonTargets::theRingStandsAround_data()
{
    QTest::addColumn<QByteArray>("lesson");
    QTest::addColumn<int>("step"); // from 1
    QTest::addColumn<QString>("part");
    QTest::newRow("a control") << QByteArray("A3") << 3 << u"work.batch"_s;
    QTest::newRow("a field of a tab") << QByteArray("F6") << 4 << u"shard.size.D.field"_s;
    QTest::newRow("a tile") << QByteArray("B4") << 2 << u"tile.hbm"_s;
    QTest::newRow("a number of a tab") << QByteArray("A1") << 6 << u"value.coll.pipelined"_s;
    QTest::newRow("a bar") << QByteArray("B1") << 4 << u"chart.memory"_s;
    QTest::newRow("a mark of a curve") << QByteArray("B6") << 5 << u"chart.batch"_s;
    QTest::newRow("a cell of a table") << QByteArray("D2") << 5 << u"qt_scrollarea_viewport"_s;
}

void TstLessonTargets::theRingStandsAround()
{
    QFETCH(QByteArray, lesson);
    QFETCH(int, step);
    QFETCH(QString, part);
    LessonStage stage;
    stage.show(tests::lessonNamed(lesson.toStdString()), static_cast<std::size_t>(step) - 1);
    const auto* ring = stage.ring();
    QVERIFY(ring);
    QCOMPARE(ring->part()->objectName(), part);
    QVERIFY(ring->parentWidget()->rect().contains(ring->geometry()));
    const QRect inside = QRect(ring->mapToGlobal(QPoint()), ring->size()).adjusted(2, 2, -2, -2); // of its line
    const QRect meant(ring->part()->mapToGlobal(QPoint()), ring->part()->size());
    QVERIFY(ring->parentWidget() == ring->part() || inside.contains(meant)); // no line through its text
    QVERIFY(ring->width() <= 420 && ring->height() <= 80);                   // pixels: a thing, not a picture
}

/// Weights of half as many bytes.
void TstLessonTargets::theRingFollowsItsBar()
{
    LessonStage stage;
    stage.show(tests::lessonNamed("B1"), 3);
    const auto* chart = stage.chart();
    QVERIFY(chart);
    const auto around = [&] { return chart->placeOf(u"mem.weights"_s).adjusted(-4, -4, 4, 4); };
    const QRect before = stage.ring()->geometry();
    QCOMPARE(before, around());
    QVERIFY(stage.window.session().editFromText("prec.weights", "bf16"));
    stage.settle();
    QCOMPARE(stage.ring()->geometry(), around());
    QVERIFY(stage.ring()->geometry() != before);
}

/// With all that there is to choose from, and with what is said of each answer that a lesson lists, in the smallest
/// window that a projector has. Its own answer is taken, and the way on has the keys.
void TstLessonTargets::questionsAndAnswersAreInSight()
{
    Stage stage("start", {1280, 720});
    ui::OpenLesson& lesson = stage.window.findChild<ui::LessonDesk*>()->lesson();
    QStringList hidden;
    for (const auto& shipped : core::shippedLessons()) {
        const core::LessonRun run = core::runLesson(shipped, core::shippedCatalogue());
        for (std::size_t step = 0; step < shipped.steps.size(); ++step) {
            lesson.leave(); // the room is shared out anew
            QVERIFY(lesson.open(shipped, step));
            stage.settle();
            if (!lesson.asks())
                continue;
            const auto look = [&](const QString& when) {
                if (const QString lies = outOfSight(stage); !lies.isEmpty())
                    hidden << u"%1.%2 %3: %4"_s.arg(QString::fromStdString(shipped.id)).arg(step + 1).arg(when, lies);
            };
            look(u"asked"_s);
            stage.trigger("lesson-next");
            look(u"asked again"_s);
            if (const auto listed = firstAndLongest(run.steps[step].listed); !listed.empty()) {
                const core::TriedAnswer* longest = listed.back();
                lesson.answer(QString::fromStdString(longest->typed));
                stage.settle();
                look(QString::fromStdString(longest->typed));
            }
            if (!lesson.waits())
                lesson.back(true); // a prediction counts as it is
            for (auto* button : stage.part("lesson.answer")->findChildren<QAbstractButton*>())
                if (button->isVisible())
                    button->setFocus();
            QVERIFY2(stage.part("lesson.answer")->isAncestorOf(stage.window.focusWidget()), shipped.id.c_str());
            lesson.answer(QString::fromStdString(*core::ownAnswer(lesson.posed())));
            stage.settle();
            look(u"answered"_s);
            QVERIFY2(!lesson.waits(), (shipped.id + " step " + std::to_string(step)).c_str());
            QCOMPARE(stage.window.focusWidget(), stage.part("lesson.next"));
        }
    }
    QVERIFY2(hidden.isEmpty(), qPrintable(hidden.join(u", "_s)));
}

/// At 150 % in a small window the page may scroll, but what is said of an answer is whole and in sight.
void TstLessonTargets::verdictsAreReadInLargeText()
{
    Stage stage("start", {1024, 700});
    ui::setTextSize(150);
    stage.settle();
    ui::OpenLesson& lesson = stage.window.findChild<ui::LessonDesk*>()->lesson();
    QStringList cut;
    for (const auto& shipped : core::shippedLessons()) {
        const core::LessonRun run = core::runLesson(shipped, core::shippedCatalogue());
        for (std::size_t step = 0; step < shipped.steps.size(); ++step) {
            lesson.leave();
            QVERIFY(lesson.open(shipped, step));
            stage.settle();
            for (const core::TriedAnswer* tried : firstAndLongest(run.steps[step].listed)) {
                lesson.answer(QString::fromStdString(tried->typed));
                stage.settle();
                if (const QString lies = saidOutOfSight(stage); !lies.isEmpty())
                    cut << u"%1.%2 %3: %4"_s.arg(QString::fromStdString(shipped.id))
                               .arg(step + 1)
                               .arg(QString::fromStdString(tried->typed), lies);
            }
        }
    }
    ui::setTextSize(100);
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join(u'\n')));
}

/// Esc clears the field, which keeps the keys, and closes the lesson where nothing is typed; a digit typed once the
/// lesson is left changes no field.
void TstLessonTargets::keysStayWithTheAnswer()
{
    Stage stage("start", {1280, 720});
    ui::OpenLesson& lesson = stage.window.findChild<ui::LessonDesk*>()->lesson();
    QVERIFY(lesson.open(tests::lessonNamed("A1b"), 1));
    stage.settle();
    auto* field = stage.part<QLineEdit>("lesson.field");
    QVERIFY(field);
    field->setFocus();
    QTest::keyClicks(field, u"123"_s);
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(field->hasFocus());
    QCOMPARE(field->text(), QString());
    field->undo();
    QCOMPARE(field->text(), u"123"_s);
    field->clear();
    stage.key("lesson.field", Qt::Key_Escape);
    QVERIFY(!lesson.isOpen());
    const core::Scenario before = stage.window.session().scenario();
    QVERIFY(stage.window.focusWidget());
    QTest::keyClicks(stage.window.focusWidget(), u"27"_s);
    QTest::keyClick(stage.window.focusWidget(), Qt::Key_Return);
    stage.settle();
    QVERIFY(stage.window.session().scenario() == before);
}

/// Of a number, an order, and a scenario that is to be changed: B3 takes 44 chips, F4 another order than that of its
/// file, A3 a larger batch.
void TstLessonTargets::theVerdictGoesWithItsAnswer()
{
    Stage stage("start", {1280, 720});
    ui::OpenLesson& lesson = stage.window.findChild<ui::LessonDesk*>()->lesson();
    const auto* said = stage.part<QLabel>("lesson.said");
    const auto pose = [&](std::string_view id, std::size_t step) {
        QVERIFY(lesson.open(tests::lessonNamed(id), step));
        stage.settle();
    };
    pose("B3", 1);
    auto* field = stage.part<QLineEdit>("lesson.field");
    QTest::keyClicks(field, u"43"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(said->isVisible() && lesson.state().misses == 1);
    QTest::keyClicks(field, u"4"_s);
    QVERIFY(!said->isVisible() && lesson.state().misses == 1);
    pose("F4", 1);
    auto* items = stage.part<QListWidget>("lesson.items");
    QTest::mouseClick(stage.part("lesson.check2"), Qt::LeftButton);
    QVERIFY(said->isVisible());
    QTest::keyClick(items, Qt::Key_Down, Qt::AltModifier);
    QVERIFY(!said->isVisible());
    pose("A3", 2);
    lesson.checkScenario();
    QVERIFY(said->isVisible());
    QVERIFY(stage.window.session().editFromText("work.batch", "20000"));
    stage.settle();
    QVERIFY(lesson.waits() && !said->isVisible());
}

/// Also what was not checked yet, when the step before was looked at or the lesson was left.
void TstLessonTargets::whatIsTypedStaysAtItsStep()
{
    Stage stage("start", {1280, 720});
    ui::OpenLesson& lesson = stage.window.findChild<ui::LessonDesk*>()->lesson();
    const auto leaveAndReturn = [&] {
        const std::size_t step = lesson.step();
        lesson.back();
        lesson.goTo(step);
        stage.settle();
    };
    QVERIFY(lesson.open(tests::lessonNamed("B3"), 1));
    stage.settle();
    QTest::keyClicks(stage.part("lesson.field"), u"17"_s);
    leaveAndReturn();
    QCOMPARE(stage.part<QLineEdit>("lesson.field")->text(), u"17"_s);
    lesson.leave();
    QVERIFY(lesson.open(tests::lessonNamed("B3"), 1, true));
    stage.settle();
    QCOMPARE(stage.part<QLineEdit>("lesson.field")->text(), u"17"_s);
    QVERIFY(lesson.open(tests::lessonNamed("F4"), 1));
    stage.settle();
    const QString second = stage.part<QListWidget>("lesson.items")->item(1)->text();
    QTest::keyClick(stage.part("lesson.items"), Qt::Key_Down, Qt::AltModifier);
    leaveAndReturn();
    QCOMPARE(stage.part<QListWidget>("lesson.items")->item(0)->text(), second);
}

/// What an answer uncovers takes no room of the card.
void TstLessonTargets::nextStaysWhereItIs()
{
    Stage stage("start", {1280, 720});
    ui::LessonDesk& desk = *stage.window.findChild<ui::LessonDesk*>();
    const auto& taken = tests::lessonNamed("B3");
    for (std::size_t step = 0; step < taken.steps.size(); ++step) {
        QVERIFY(desk.lesson().open(taken, step));
        stage.settle();
        const auto place = [&] { return stage.part("lesson.next")->mapTo(&stage.window, QPoint()); };
        const QPoint before = place();
        desk.lesson().reveal();
        stage.settle();
        QCOMPARE(place(), before);
    }
    QVERIFY(desk.hidden() == ui::Hidden::nothing); // so that all is uncovered
}

/// A ring before anything is sent tells nothing; a chart may hold what a later question asks.
void TstLessonTargets::theWindowShowsWhatALectureShows()
{
    Stage stage("start", {1280, 720});
    ui::OpenLesson& lesson = stage.window.findChild<ui::LessonDesk*>()->lesson();
    for (const auto& [id, step, shown] :
         {std::tuple("A1", 0, true), std::tuple("A1", 1, false), std::tuple("B8", 0, false)}) {
        const auto& taken = tests::lessonNamed(id);
        QVERIFY(lesson.open(taken, static_cast<std::size_t>(step)));
        stage.settle();
        QVERIFY(stage.part("covered")->isVisible());
        QCOMPARE(stage.part("covered.picture")->isVisible(), shown);
    }
}

/// C7 asks about four timelines: with its answers each of them is uncovered at a step.
void TstLessonTargets::eachWayToTrainIsSeen()
{
    LessonStage stage;
    const auto& lesson = tests::lessonNamed("C7");
    std::set<core::Role> seen;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        stage.show(lesson, step);
        if (stage.desk.hidden() == ui::Hidden::nothing && lesson.steps[step].tab == "step")
            seen.insert(stage.window.session().scenario().mesh.axis[0].role);
    }
    QCOMPARE(seen.size(), 4U);
}

ROOFLIGHT_TEST(TstLessonTargets)
#include "tst_lesson_targets.moc"

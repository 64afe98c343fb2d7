// SPDX-License-Identifier: GPL-3.0-or-later
// What pictures and texts of a lesson tell is not asked for afterwards.
#include "core/lesson/answer_in_sight.h"
#include "core/lesson/run_lesson.h"
#include "core/scenario/fields.h"
#include "lessons/sample_lesson.h"
#include "support/suite.h"

#include <QRegularExpression>

using namespace core;

class TstAnswerInSight : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsAskedOfWhatWasInSight_data();
    void nothingIsAskedOfWhatWasInSight();
    void whatWasToldIsNotAsked_data();
    void whatWasToldIsNotAsked();
};

void TstAnswerInSight::nothingIsAskedOfWhatWasInSight_data()
{
    // u: until, v: value, o: of another batch, s: in other units, x: of a deeper model, e: of the end of u, t: tell,
    // c: constant, w, n: with another batch, f: free, r: reveal
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QStringList>("faults");
    QTest::newRow("right after") << QStringLiteral("uv") << QStringList{QStringLiteral("1 2")};
    QTest::newRow("later") << QStringLiteral("uuv") << QStringList{QStringLiteral("1 3"), QStringLiteral("2 3")};
    QTest::newRow("after a reveal") << QStringLiteral("rv") << QStringList{QStringLiteral("1 2")};
    QTest::newRow("the same number") << QStringLiteral("us") << QStringList{QStringLiteral("1 2")};
    QTest::newRow("where it ends") << QStringLiteral("ue") << QStringList{QStringLiteral("1 2")};
    QTest::newRow("what if") << QStringLiteral("rw") << QStringList();
    QTest::newRow("what if not") << QStringLiteral("rn") << QStringList{QStringLiteral("1 2")};
    QTest::newRow("of what is given") << QStringLiteral("uc") << QStringList();
    QTest::newRow("before") << QStringLiteral("vu") << QStringList();
    QTest::newRow("another number") << QStringLiteral("uo") << QStringList();
    QTest::newRow("a text before") << QStringLiteral("tv") << QStringList();
    QTest::newRow("a text before other units") << QStringLiteral("ts") << QStringList();
    QTest::newRow("a text before a change that is none") << QStringLiteral("tx") << QStringList{QStringLiteral("1 2")};
    QTest::newRow("an answer before such a change") << QStringLiteral("vxr") << QStringList{QStringLiteral("1 2")};
    QTest::newRow("an answer before a change") << QStringLiteral("vo") << QStringList();
    QTest::newRow("not of a result") << QStringLiteral("uf") << QStringList();
}

void TstAnswerInSight::whatWasToldIsNotAsked_data()
{
    QTest::addColumn<QString>("told"); // by the first step, which has no question
    QTest::addColumn<Question>("question");
    QTest::addColumn<Settings>("set"); // by the second
    QTest::addColumn<QString>("says");
    const Settings none, other{{"op.B", 64.}}, batch{{"work.batch", 131072.}};
    const Question verdict = ChoiceAnswer{{{"a", "bound.verdict='compute'", "."}, {"b", "bound.margin<1", "."}}};
    const QString picture = QStringLiteral("Step 1 has all"), text = QStringLiteral("Step 1 says in its text");
    QTest::newRow("a name with blanks") << "x"
                                        << Question(ValueAnswer{"{design.total/forward/AllGather_X of W_in}", {}, {}})
                                        << other << picture;
    QTest::newRow("a factor that is 0 for 1")
        << "x" << Question(ValueAnswer{"1/(1-1/mesh.X)*time.X", {}, {}}) << other << picture;
    QTest::newRow("a word") << "x" << Question(ValueAnswer{"bound.verdict", {}, {}}) << other << picture;
    QTest::newRow("a word of another design")
        << "x" << Question(ValueAnswer{"bound.verdict", {}, {}}) << batch << QString();
    QTest::newRow("a choice") << "x" << verdict << other << picture;
    QTest::newRow("a choice of another design") << "x" << verdict << batch << QString();
    QTest::newRow("a text") << "It takes {time.step}." << Question(ValueAnswer{"time.step", {}, {}}) << none << text;
    QTest::newRow("a text with a rounded one")
        << "{time.step|2|s}" << Question(ValueAnswer{"time.step", {}, {}}) << none << text;
    QTest::newRow("a text in another unit")
        << "{time.step*1000|4|1} ms" << Question(ValueAnswer{"time.step", {}, {}}) << none << text;
    QTest::newRow("a text of a what if") << "{{time.step with work.batch=131072}}"
                                         << Question(ValueAnswer{"time.step", {}, {}}) << batch << text;
    QTest::newRow("a text with an apostrophe")
        << "The chip's step takes {time.step}." << Question(ValueAnswer{"time.step", {}, {}}) << none << text;
    QTest::newRow("a text with a word") << "{bound.verdict}" << Question(ValueAnswer{"bound.verdict", {}, {}}) << none
                                        << text;
    QTest::newRow("the longer of two times")
        << "{max(time.math,time.hbm)}" << Question(ValueAnswer{"max(time.math,time.hbm)", {}, {}}) << none << text;
    QTest::newRow("times of which the longer is asked")
        << "{time.math}" << Question(ValueAnswer{"max(time.math,time.hbm)", {}, {}}) << none << QString();
    QTest::newRow("what if, with choices")
        << "x"
        << Question(ChoiceAnswer{{{"a", "{time.step with work.batch=131072}>time.step", "."},
                                  {"b", "{time.step with work.batch=131072}<=time.step", "."}}})
        << other << QString();
    QTest::newRow("what is given") << "{work.batch}" << Question(ValueAnswer{"time.step", {}, {}}) << none << QString();
    QTest::newRow("another number") << "{time.hbm}" << Question(ValueAnswer{"time.step", {}, {}}) << none << QString();
}

void TstAnswerInSight::whatWasToldIsNotAsked()
{
    QFETCH(QString, told);
    QFETCH(Question, question);
    QFETCH(Settings, set);
    QFETCH(QString, says);
    Lesson lesson = tests::asking(question);
    lesson.start.clear();
    lesson.steps.push_back(lesson.steps.front());
    lesson.steps[0].question = {};
    lesson.steps[0].kind = StepKind::tell;
    lesson.steps[0].prompt = told.toStdString();
    lesson.steps[1].set = set;
    const auto faults = runLesson(lesson, shippedCatalogue()).faults;
    QCOMPARE(faults.size(), says.isEmpty() ? 0U : 1U);
    if (!says.isEmpty())
        QVERIFY2(QString::fromStdString(faults[0].text).startsWith(says), faults[0].text.c_str());
}

/// All numbers of a picture are, while the class works with it, a reveal shows it, or no question covers it.
void TstAnswerInSight::nothingIsAskedOfWhatWasInSight()
{
    QFETCH(QString, steps);
    Lesson lesson = tests::asking(UntilAnswer{"op.intensity>=op.machine * 4", {}});
    const LessonStep works = lesson.steps.front();
    const PosedStep first = *posedStep(lesson, 0, shippedCatalogue());
    const Scenario atEnd = onceMet(first, *ownAnswer(first)).scenario;
    QVERIFY(atEnd != first.scenario);
    lesson.steps.clear();
    for (const QChar step : steps) {
        LessonStep& added = lesson.steps.emplace_back(works);
        if (QStringLiteral("vosex").contains(step))
            added.question = ValueAnswer{"op.lower", {}, {}};
        if (step == u'e')
            added.set = {{"op.B", std::get<double>(*fieldValue(atEnd, "op.B"))}};
        if (step == u'w')
            added.question = ValueAnswer{"{op.lower with op.B=999}", {}, {}};
        if (step == u'n') // the batch of the picture
            added.question = ValueAnswer{"{op.lower with op.B=256}", {}, {}}, added.set = {{"op.B", 64.}};
        if (step == u'c')
            added.question = ValueAnswer{"2*1234*1234", {}, {}};
        if (step == u'o')
            added.set = {{"op.B", 64.}};
        if (step == u's')
            added.set = {{"conv.unit", std::string("GiB")}};
        if (step == u'x')
            added.set = {{"model.L", 48.}};
        if (step == u't')
            added.question = {}, added.kind = StepKind::tell;
        if (step == u'f')
            added.question = FreeAnswer{"As the batch grows."};
        if (step == u'r')
            added.question = {}, added.kind = StepKind::reveal;
    }
    QStringList found;
    static const QRegularExpression sentence(
        QStringLiteral("^Step (\\d) has all .* and the answer of step (\\d) with"));
    for (const auto& fault : runLesson(lesson, shippedCatalogue()).faults) {
        const auto match = sentence.match(QString::fromStdString(fault.text));
        QVERIFY2(match.hasMatch(), fault.text.c_str());
        QCOMPARE(QString::fromStdString(fault.path), QStringLiteral("steps.") + match.captured(1));
        found << match.captured(1) + u' ' + match.captured(2);
    }
    QTEST(found, "faults");
}

ROOFLIGHT_TEST(TstAnswerInSight)
#include "tst_answer_in_sight.moc"

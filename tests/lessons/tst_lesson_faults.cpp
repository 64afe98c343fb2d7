// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons that are not sound: what is said of them, and where.
#include "core/io/lesson_catalogue.h"
#include "core/io/preset_catalogue.h"
#include "core/lesson/evaluation_count.h"
#include "core/lesson/run_lesson.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/fields.h"
#include "lessons/sample_lesson.h"
#include "support/suite.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

using namespace core;
using namespace Qt::Literals::StringLiterals;

class TstLessonFaults : public QObject
{
    Q_OBJECT

private slots:
    void whatNothingReadsIsSaid_data();
    void whatNothingReadsIsSaid();
    void noAnswerSetsWhatNothingReads();
    void unitsAreNotCompared_data();
    void unitsAreNotCompared();
    void aReversedRangeNamesBothEnds();
    void tooMuchToEvaluateIsRefused();
    void noStepIsPassedOver();
    void noneComesNearTheLimit();
    void pointsAreThere_data();
    void pointsAreThere();
    void nothingToShowIsSaid_data();
    void nothingToShowIsSaid();
    void anEmptyPictureIsSaid();
    void untilMayBeginWithNothingToShow();
    void pinnedAndStartedIsSaid();
    void sizesThatAreReadAreThere();
    void passesOfTheTimelineCount();
};

void TstLessonFaults::whatNothingReadsIsSaid_data()
{
    QTest::addColumn<std::string>("where"); // a size is set: settings, or an expression
    QTest::addColumn<std::string>("product");
    QTest::addColumn<std::string>("path");
    const auto row = [](const char* where, const char* product, const char* path) {
        QTest::addRow("%s with %s", where, product) << std::string(where) << std::string(product) << std::string(path);
    };
    const char* other = "A[I_X, J] * B[J, K] -> C[I, K]";
    row("start", other, "start.shard.size.ZZ");
    row("pins", other, "pins.shard.size.ZZ");
    row("set", other, "steps.1.set.shard.size.ZZ");
    row("{shard.time with shard.size.ZZ=3}", other, "steps.1.value");
    row("{time.step with layer.arrays=Q[D]}", other, "steps.1.value");
    row("{op.B with op.Q=1}", other, "steps.1.value");
    const char* its = "A[I_X, ZZ] * B[ZZ, K] -> C[I, K]"; // which the last step sets
    row("start", its, "");
    row("pins", its, "");
    row("set", its, "");
}

/// As of the command line.
void TstLessonFaults::whatNothingReadsIsSaid()
{
    QFETCH(std::string, where);
    QFETCH(std::string, product);
    QFETCH(std::string, path);
    auto lesson = tests::asking(ValueAnswer{where.starts_with('{') ? where : "op.B", {}, {}});
    lesson.steps.push_back(lesson.steps.front());
    lesson.steps[1].question = ValueAnswer{"op.B", {}, {}};
    lesson.steps[1].set = {{"shard.expr", product}};
    const Setting size{"shard.size.ZZ", 3.};
    if (where == "start")
        lesson.start.push_back(size);
    else if (where == "pins")
        lesson.pins.push_back(size);
    else if (where == "set")
        lesson.steps[0].set = {size};
    const auto faults = runLesson(lesson, shippedCatalogue()).faults;
    QCOMPARE(faults.size(), path.empty() ? 0U : 1U);
    if (path.empty())
        return;
    QCOMPARE(faults.front().path, path);
    const char* said = where.find("layer") != where.npos ? "layer.arrays: "
                       : where.find("op.Q") != where.npos
                           ? "There is no field \"op.Q\"."
                           : "shard.size.ZZ is the size of no dimension: shard.expr names ";
    QVERIFY2(faults.front().text.find(said) != std::string::npos, faults.front().text.c_str());
}

/// Answers beside the expected one change fields, as a solution does; an answer that brings its product is read.
void TstLessonFaults::noAnswerSetsWhatNothingReads()
{
    const Setting size{"shard.size.ZZ", 3.};
    for (const Settings& with : {Settings{{"op.B", 7.}, size},
                                 Settings{{"op.B", 7.}, {"shard.expr", "A[I_X, ZZ] * B[ZZ, K] -> C[I, K]"}, size}}) {
        auto listed = tests::asking(ValueAnswer{"op.B", {}, {}});
        listed.steps[0].accepted = {{"op.B", {}, "A."}, {{}, with, "B."}};
        auto mistaken = tests::asking(ValueAnswer{"op.B", {}, {}});
        mistaken.steps[0].wrong = {{{}, with, "B."}};
        auto solved = tests::asking(UntilAnswer{"op.intensity<=7", with});
        const auto read = with.size() == 3;
        for (const auto& [lesson, path] : {std::pair(listed, "steps.1.accepted.2.with.shard.size.ZZ"),
                                           {mistaken, "steps.1.wrong.1.with.shard.size.ZZ"},
                                           {solved, "steps.1.solution.shard.size.ZZ"}}) {
            const auto faults = runLesson(lesson, shippedCatalogue()).faults;
            QVERIFY2(faults.size() == (read ? 0U : 1U), path);
            QCOMPARE(read ? std::string() : faults[0].path, read ? std::string() : path);
            QVERIFY(read || faults[0].text.starts_with("Step 1 sets what nothing reads: shard.size.ZZ is the size "));
        }
    }
}

void TstLessonFaults::unitsAreNotCompared_data()
{
    QTest::addColumn<int>("question");
    QTest::addColumn<std::string>("one");
    QTest::addColumn<std::string>("other");
    QTest::addColumn<std::string>("said"); // empty: they are
    const char* names[]{"order", "range", "accepted", "wrong", "find the error"};
    for (int question = 0; question < 5; ++question) {
        const auto row = [&](const char* one, const char* other, const std::string& said) {
            QTest::addRow("%s: %s, %s", names[question], one, other)
                << question << std::string(one) << std::string(other) << said;
        };
        const bool isRange = question == 1;
        row("op.B", "op.lower", "\"op.B\" is a plain number and \"op.lower\" in s, which are not compared");
        row("op.bytes", "op.flops", "\"op.bytes\" is in B and \"op.flops\" in FLOP, which are not compared");
        row("op.lower", "op.upper*2", "");
        row("op.B", "op.intensity", ""); // FLOP/B count tokens
        if (question != 0 && !isRange)
            row("op.B", "hw.chip", "\"hw.chip\" is a word and \"op.B\" a number, which are not compared");
    }
    QTest::addRow("order: words") << 0 << std::string("bound.verdict") << std::string("hw.chip")
                                  << std::string("\"bound.verdict\" is a word, which has no order");
}

/// Nor are words and numbers.
void TstLessonFaults::unitsAreNotCompared()
{
    QFETCH(int, question);
    QFETCH(std::string, one);
    QFETCH(std::string, other);
    QFETCH(std::string, said);
    const std::array<Question, 5> questions{RankingAnswer{{{"a", one}, {"b", other}}}, BandAnswer{one, other, {}},
                                            ValueAnswer{one, {}, {}}, ValueAnswer{one, {}, {}},
                                            ErrorAnswer{{{"a", {}, {}, {}}, {"b", one, other, {}}}}};
    auto lesson = tests::asking(questions.at(static_cast<std::size_t>(question)));
    if (question == 2)
        lesson.steps[0].accepted = {{other, {}, "A."}};
    if (question == 3)
        lesson.steps[0].wrong = {{other, {}, "A."}};
    QString all;
    for (const auto& fault : runLesson(lesson, shippedCatalogue()).faults)
        all += QString::fromStdString(fault.text);
    QVERIFY2(said.empty() ? !all.contains(u"compared"_s) : all.contains(QString::fromStdString(said)), qPrintable(all));
}

void TstLessonFaults::aReversedRangeNamesBothEnds()
{
    auto lesson = tests::asking(BandAnswer{"high", "low", {}});
    lesson.given = {{"low", 174e-6, dim::second}, {"high", 268e-6, dim::second}};
    const auto faults = runLesson(lesson, shippedCatalogue()).faults;
    QCOMPARE(faults.size(), 1U);
    QCOMPARE(faults[0].path, "steps.1.from");
    QCOMPARE(QString::fromStdString(faults[0].text),
             u"Step 1 has no answer: its \"from\" \"high\" is 268 µs and its \"to\" \"low\" is 174 µs, which is "
             "smaller: exchange them."_s);
    lesson.steps[0].question = BandAnswer{"low", "low", {}};
    QVERIFY(runLesson(lesson, shippedCatalogue()).isSolved());
}

/// However short its text is.
void TstLessonFaults::tooMuchToEvaluateIsRefused()
{
    auto lesson = tests::asking(ValueAnswer{"op.B", {}, {}});
    lesson.start.push_back({"coll.torus", "4"}); // which takes little
    for (int time = 1; time <= 900; ++time)
        lesson.steps[0].hints.push_back(fmt::format("{{{{least coll.bytes until coll.time>{}ms}}}}", time));
    const auto faults = runLesson(lesson, shippedCatalogue()).faults;
    QCOMPARE(faults.size(), 1U);
    const QString said = QString::fromStdString(faults.front().text);
    QVERIFY2(said.contains(u"{least coll.bytes until coll.time>"_s) &&
                 said.contains(u"the lesson T1 has more evaluated"_s),
             qPrintable(said));
    lesson.steps[0].hints.resize(2);
    QVERIFY(runLesson(lesson, shippedCatalogue()).isSolved());
}

/// Also where its last number is the one too many: what comes behind it was not looked at.
void TstLessonFaults::noStepIsPassedOver()
{
    auto lesson = tests::asking(ValueAnswer{"step.simulated", {}, {}});
    lesson.start = {{"hw.chip", "h100-sxm"},     {"mesh.X", 1.},        {"mesh.Y", 1.},          {"mesh.Z", 8.},
                    {"mesh.Z.role", "pipeline"}, {"work.micro", 4096.}, {"work.batch", 4194304.}};
    lesson.steps.resize(200, lesson.steps[0]);
    lesson.steps.back().prompt = "{no.such}";
    const auto run = runLesson(lesson, shippedCatalogue());
    QVERIFY(run.evaluations > mostEvaluations && run.steps.size() < lesson.steps.size());
    QVERIFY(std::ranges::any_of(run.faults, [](const LessonFault& fault) {
        return fault.text.find("has more evaluated than the 2,400,000 scenarios") != std::string::npos;
    }));
}

/// Twenty of the dearest are not too much.
void TstLessonFaults::noneComesNearTheLimit()
{
    std::size_t most = 0;
    for (const Lesson& lesson : shippedLessons())
        most = std::max(most, runLesson(lesson, shippedCatalogue()).evaluations);
    QVERIFY2(most > 0 && most * 20 <= mostEvaluations, std::to_string(most).c_str());
}

void TstLessonFaults::pointsAreThere_data()
{
    QTest::addColumn<std::string>("points");
    QTest::addColumn<QString>("said");
    QTest::newRow("a chip") << std::string("coll.held@99,99") << u"Step 1 points at \"coll.held@99,99\", which"_s;
    QTest::newRow("an operation") << std::string("op.B@7") << u"Step 1 points at \"op.B@7\", which"_s;
    QTest::newRow("a chip that is") << std::string("coll.held@0,0") << QString();
    for (const char* nowhere : {"shard.size.Q", "shard.local.Z", "layer.flops.cat", "design.total/forward/cat",
                                "coll.hidden"}) // of an all-gather
        QTest::newRow(nowhere) << std::string(nowhere)
                               << u"Step 1 points at \"%1\", which is not there: "_s.arg(QLatin1StringView(nowhere));
    for (const char* there : {"shard.size.I", "shard.local.A", "coll.time", "time.step"})
        QTest::newRow(there) << std::string(there) << QString();
}

void TstLessonFaults::pointsAreThere()
{
    QFETCH(std::string, points);
    QFETCH(QString, said);
    auto lesson = tests::asking(ValueAnswer{"op.B", {}, {}});
    lesson.steps[0].points = points;
    const auto faults = runLesson(lesson, shippedCatalogue()).faults;
    QCOMPARE(faults.size(), said.isEmpty() ? 0U : 1U);
    if (said.isEmpty())
        return;
    QCOMPARE(faults.front().path, "steps.1.points");
    QVERIFY2(QString::fromStdString(faults.front().text).startsWith(said), faults.front().text.c_str());
}

void TstLessonFaults::nothingToShowIsSaid_data()
{
    QTest::addColumn<std::string>("tab");
    QTest::addColumn<Settings>("start");
    QTest::addColumn<QString>("said"); // of the issue; the number pointed at is not there either
    QTest::addColumn<QString>("path");
    const auto row = [](const char* name, const char* tab, const Settings& start, const char* said, const char* path) {
        QTest::newRow(name) << std::string(tab) << start << QString::fromLatin1(said) << QString::fromLatin1(path);
    };
    row("no whole shard", "sharding", {{"shard.size.I", 8191.}}, "shard.expr: Sharded product, column 3: X = 4",
        "start.shard.size.I");
    row("an axis twice", "sharding", {{"shard.expr", "A[I_X, J_X] * B[J, K_Y] -> C[I_X, K_Y]"}},
        "shard.expr: Sharded product, column 10: X already", "start.shard.expr");
    row("no such chip", "collectives", {{"coll.kind", "permute"}, {"coll.from", "9,9"}},
        "coll.from: ", "start.coll.from");
    row("heads", "operation", {{"op.kind", "attention"}, {"op.heads", 7.}, {"op.kv", 3.}}, "op.kv: Operation 1: 7",
        "start.op.kv");
    row("no place", "layer", {{"net.to", "99,0,0"}}, "net.to: ", "start.net.to");
    row("another tab", "memory", {{"shard.size.I", 8191.}, {"net.to", "99,0,0"}}, "", "");
}

/// On the tab that shows it.
void TstLessonFaults::nothingToShowIsSaid()
{
    QFETCH(std::string, tab);
    QFETCH(Settings, start);
    QFETCH(QString, said);
    QFETCH(QString, path);
    auto lesson = tests::asking(std::monostate());
    lesson.steps[0].kind = StepKind::tell;
    lesson.steps[0].tab = tab;
    lesson.start.insert(lesson.start.end(), start.begin(), start.end());
    lesson.steps.push_back(lesson.steps[0]); // told once
    const auto faults = runLesson(lesson, shippedCatalogue()).faults;
    QCOMPARE(faults.size(), said.isEmpty() ? 0U : 1U);
    if (said.isEmpty())
        return;
    const QString text = QString::fromStdString(faults[0].text);
    QVERIFY2(text.startsWith(u"Step 1 begins with "_s + said), qPrintable(text));
    QCOMPARE(QString::fromStdString(faults[0].path), path);
}

/// A chip without a rate for its operation, and more passes than are laid out: no issues of the scenario.
void TstLessonFaults::anEmptyPictureIsSaid()
{
    const auto faultOf = [](const char* tab, const Settings& start) {
        auto lesson = tests::asking(std::monostate());
        lesson.steps[0].kind = StepKind::tell;
        lesson.steps[0].tab = tab;
        lesson.start = start;
        const auto faults = runLesson(lesson, shippedCatalogue()).faults;
        return faults.empty() ? std::string() : faults[0].text;
    };
    QCOMPARE(faultOf("operation", {{"hw.chip", "tpu-v5p"}}), std::string());
    const auto rate = faultOf("operation", {{"hw.chip", "tpu-v3"}, {"op.x", "fp4"}, {"op.w", "fp4"}});
    QVERIFY2(rate.starts_with("Step 1 begins with an empty picture: No rate of the fp4 MXU"), rate.c_str());
    const Settings pipeline{
        {"hw.chip", "h100-sxm"}, {"model.preset", "llama3-405b"}, {"mesh.X", 1.},           {"mesh.Y", 1.},
        {"mesh.Z", 126.},        {"mesh.Z.role", "pipeline"},     {"work.batch", 33554432.}};
    QCOMPARE(faultOf("step", pipeline), std::string());
    auto many = pipeline;
    many.push_back({"work.micro", 8192.});
    const auto passes = faultOf("step", many);
    QVERIFY2(passes.starts_with("Step 1 begins with an empty picture: ") &&
                 passes.find("more than 1,048,576 passes") != std::string::npos,
             passes.c_str());
}

/// Which has it mended.
void TstLessonFaults::untilMayBeginWithNothingToShow()
{
    auto lesson = tests::asking(UntilAnswer{"shard.time<1s", {}});
    lesson.start = {{"shard.size.I", 8191.}};
    lesson.steps[0].kind = StepKind::until;
    lesson.steps[0].tab = "sharding";
    lesson.steps[0].points = "shard.size.I";
    const auto run = runLesson(lesson, shippedCatalogue());
    QVERIFY2(run.isSolved(), run.isSolved() ? "" : run.faults[0].text.c_str());
    QCOMPARE(run.steps[0].own.typed, "shard.size.I=4"); // the least that X = 4 divides
    lesson = tests::asking(UntilAnswer{"op.lower<1s", {{"hw.chip", "b200"}}});
    lesson.start = {{"hw.chip", "tpu-v3"}, {"op.x", "fp4"}, {"op.w", "fp4"}}; // which has no rate for them
    lesson.steps[0].kind = StepKind::until;
    lesson.steps[0].tab = "operation";
    lesson.steps[0].points = "hw.chip";
    const auto rate = runLesson(lesson, shippedCatalogue());
    QVERIFY2(rate.isSolved(), rate.isSolved() ? "" : rate.faults[0].text.c_str());
}

void TstLessonFaults::pinnedAndStartedIsSaid()
{
    auto lesson = tests::asking(ValueAnswer{"op.B", {}, {}});
    lesson.pins = {{"hw.chip", "tpu-v5e"}};
    QVERIFY(runLesson(lesson, shippedCatalogue()).isSolved());
    lesson.start.push_back({"hw.chip", "tpu-v4"});
    const auto faults = runLesson(lesson, shippedCatalogue()).faults;
    QCOMPARE(faults.size(), 1U);
    QCOMPARE(faults[0].path, "start.hw.chip");
    QCOMPARE(faults[0].text, "hw.chip is pinned to tpu-v5e and started as tpu-v4: keep one.");
}

/// One that is set may be read without a product, as a number.
void TstLessonFaults::sizesThatAreReadAreThere()
{
    const char* size = "shard.size.Q";
    std::vector<Lesson> lessons{
        tests::asking(ValueAnswer{size, {}, {}}),
        tests::asking(ChoiceAnswer{{{"a", "shard.size.Q>1", "."}, {"b", "shard.size.Q<=1", "."}}}),
        tests::asking(FormulaAnswer{"Q", {{"Q", size}}, size}),
        tests::asking(BandAnswer{size, "2*shard.size.Q", {}}),
        tests::asking(ValueAnswer{"op.B", {}, {}}),
        tests::asking(ValueAnswer{"op.B", {}, {}})};
    lessons[4].steps[0].prompt = "{shard.size.Q}?";
    lessons[5].steps[0].wrong = {{size, {}, "That is Q."}};
    for (Lesson& lesson : lessons) {
        const auto faults = runLesson(lesson, shippedCatalogue()).faults;
        QVERIFY(!faults.empty());
        QVERIFY2(faults[0].text.find("shard.size.Q is the size of no dimension") != std::string::npos,
                 faults[0].text.c_str());
        lesson.start.push_back({size, 3.});
        const auto run = runLesson(lesson, shippedCatalogue());
        QVERIFY2(run.isSolved(), run.isSolved() ? "" : run.faults[0].text.c_str());
    }
}

/// 126 stages take 4,096 microbatches forward and back: 1,032,192 passes, five as long as an evaluation.
void TstLessonFaults::passesOfTheTimelineCount()
{
    Scenario s = defaultScenario(shippedCatalogue());
    for (const Setting& one : Settings{
             {"model.preset", "llama3-405b"}, {"mesh.Z", 126.}, {"mesh.Z.role", "pipeline"}, {"work.micro", 4096.}})
        QVERIFY(setField(s, one.field, one.value));
    const auto weight = [&](const char* number) {
        const EvaluationCount count;
        EvaluationCount::add(2, number, s);
        return count.count();
    };
    QCOMPARE(weight("step.simulated"), 2 * (1U + 1'032'192 / 5));
    QCOMPARE(weight("step.held@1"), weight("step.simulated"));
    QCOMPARE(weight("time.step"), 2U);
    QCOMPARE(weight("step.optimizer"), 2U);    // a formula
    QVERIFY(setField(s, "work.micro", 8192.)); // more than are laid out: refused at once
    QCOMPARE(weight("step.simulated"), 2U);
}

ROOFLIGHT_TEST(TstLessonFaults)
#include "tst_lesson_faults.moc"

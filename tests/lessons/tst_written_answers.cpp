// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers and ranges in the forms that people give them: rounded, with nouns, with k, in the other bytes.
#include "core/lesson/stage.h"
#include "core/numbers/metrics.h"
#include "core/numbers/numbers.h"
#include "sample_lesson.h"
#include "support/suite.h"

using namespace core;

class TstWrittenAnswers : public QObject
{
    Q_OBJECT

private slots:
    void numbersAreJudged_data();
    void numbersAreJudged();
    void rangesAreJudged_data();
    void rangesAreJudged();
    void aMistakeGoesBeforeTheTolerance_data();
    void aMistakeGoesBeforeTheTolerance();
    void mistakesAreNotSeenInRightDigits();
    void slipsAreNamed_data();
    void slipsAreNamed();
    void aPredictionWithoutItsUnitIsNotTaken();
    void theFormIsAnExample();
    void whatIsShownIsAnAnswer_data();
    void whatIsShownIsAnAnswer();
};

namespace
{

const ValueAnswer gibibytes{"12*2^30", "B", {}}; // 12,884,901,888
const ValueAnswer share{"559/680", "share", {}}; // 82.2 %
const ValueAnswer ratio{"15/4", "1", "digit"};
const ValueAnswer chips{"44", "chip", "exact"};
const ValueAnswer copies{"16", {}, {}};
const ValueAnswer width{"11000", "token", {}};
const ValueAnswer tokenRate{"21600", "token/s", {}};
const ValueAnswer batch{"184/3*1000", "token", "0.5%"}; // 61,333

} // namespace
Q_DECLARE_METATYPE(ValueAnswer)

void TstWrittenAnswers::numbersAreJudged_data()
{
    QTest::addColumn<ValueAnswer>("asked");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("begins");
    const auto row = [](const ValueAnswer& asked, const char* typed, const char* begins) {
        QTest::addRow("%s: %s", asked.value.c_str(), typed) << asked << QString(typed) << QString(begins);
    };
    row(gibibytes, "12884901888", "right: ");
    row(gibibytes, "12884801888", "wrong: ");
    row(gibibytes, "12 GiB", "right: ");
    row(gibibytes, "12.88 GB", "right: Right: 12.88 GB.");
    row(gibibytes, "12.9 GB", "right: ");
    row(gibibytes, "12.8 GB", "wrong: ");
    row(gibibytes, "13 GB", "wrong: "); // a rounding, 0.9 % off
    row(tokenRate, "21,600 tokens/s", "right: Right: 21,600 tokens/s.");
    row(tokenRate, "18,000 tokens/s", "wrong: ");
    row(tokenRate, "21,600 sequences/s", "unreadable: The answer counts tokens, not sequences.");
    row(tokenRate, "21,600 tokens", "unreadable: ");
    row({"44", "device", {}}, "44 hosts", "unreadable: The answer counts devices, not hosts.");
    row({"44", "device", {}}, "44 H100 GPUs", "right: ");
    row({"16384", "B", {}}, "16 kB", "known-wrong: The number is right in KiB: 16 KiB are 16.38 kB.");
    row(gibibytes, "12.88e9", "right: ");
    row(gibibytes, "12 GB", "known-wrong: The number is right in GiB: 12 GiB are 12.88 GB.");
    row(gibibytes, "12.88 GiB", "known-wrong: The number is right in GB: 12.88 GB are 12 GiB.");
    row({"4*1024e9", "B", {}}, "4.1 TB", "right: ");
    row({"4*1024e9", "B", {}}, "4 TB", "wrong: "); // one digit
    row(share, "82.2 %", "right: ");
    row(share, "82 %", "right: ");
    row(share, "0.82", "right: ");
    row(share, "82 % of the bound", "right: ");
    row(share, "0.8", "wrong: ");
    row(share, "81 %", "wrong: ");
    row(batch, "61333 tokens", "right: ");
    row(batch, "61333 seqs", "unreadable: The answer counts tokens, not sequences.");
    row(ratio, "3.8", "right: ");
    row(ratio, "4", "wrong: ");
    for (const char* noun :
         {"", " H100", " H100s", " GPUs", " chips", " (80 GB)", " H100 GPUs (80 GB each)", " x H100"})
        row(chips, ("44" + std::string(noun)).c_str(), "right: ");
    row(chips, "41 GiB", "unreadable: \"41 GiB\" is not understood: its unit is B, where chips are counted");
    row(chips, "41 GiB of HBM", "unreadable: \"41 GiB\" is not understood: its unit is B, where chips are counted");
    row(chips, "44 or 41", "unreadable: ");
    row(chips, "many GPUs", "unreadable: ");
    row(chips, "43.97", "known-wrong: Not rounded: whole ones are needed.");
    row(chips, "43", "wrong: Not yet.");
    row(chips, "42.97", "wrong: Not yet.");
    for (const char* noun : {" copies", " devices", " all-reduces", " times", "x", "×"})
        row(copies, ("16" + std::string(noun)).c_str(), "right: ");
    row(copies, "15.9", "wrong: ");
    row(width, "11k", "right: ");
    row(width, "11k tokens", "right: ");
    row(width, "10k", "wrong: 10k is read as 10,240 tokens; 10,000 tokens would not be right either.");
    row(batch, "61k", "right: ");
    row(batch, "60k", "right: "); // 61,440
    row(batch, "62k", "wrong: 62k is read as 63,488 tokens; 62,000 tokens would not be right either.");
    row(batch, "61,000", "wrong: Not yet."); // 0.54 % off
}

void TstWrittenAnswers::numbersAreJudged()
{
    QFETCH(ValueAnswer, asked);
    QFETCH(QString, typed);
    QFETCH(QString, begins);
    const auto judged = tests::judged(tests::asking(asked), typed);
    QVERIFY2(judged.startsWith(begins), qPrintable(judged));
}

void TstWrittenAnswers::rangesAreJudged_data()
{
    QTest::addColumn<QString>("begins");
    for (const char* right : {"174us .. 268us", "174.4..267.6 us", "174.4 - 267.6 us", "174.4us-267.6us",
                              "174.4 us – 267.6", "1.744e-4 - 2.676e-4", "268us .. 174us", "267.6 to 174.4 us",
                              "from 174 to 268 us", "between 174.4 us and 267.6 us", "174 and 268 us"})
        QTest::newRow(right) << "right: ";
    QTest::newRow("93us .. 174us") << "known-wrong: Their sum.";
    QTest::newRow("174us .. 93us") << "known-wrong: Their sum.";
    QTest::newRow("174us") << "unreadable: The answer is a range";
    QTest::newRow("1us .. 2us") << "wrong: ";
    QTest::newRow("174-268 µs") << "right: ";
    QTest::newRow("174 to 268 microseconds") << "right: ";
    QTest::newRow("174 to 268") << "wrong: Without a unit, both are read in s.";
}

void TstWrittenAnswers::rangesAreJudged()
{
    QFETCH(QString, begins);
    auto lesson = tests::asking(BandAnswer{"low", "high", {}});
    lesson.given = {{"low", 174.4e-6, dim::second}, {"high", 267.6e-6, dim::second}, {"other", 93.2e-6, dim::second}};
    lesson.steps[0].wrong = {{"other .. low", {}, "Their sum."}};
    const auto judged = tests::judged(lesson, QString::fromUtf8(QTest::currentDataTag()));
    QVERIFY2(judged.startsWith(begins), qPrintable(judged));
}

void TstWrittenAnswers::aMistakeGoesBeforeTheTolerance_data()
{
    QTest::addColumn<QString>("begins");
    QTest::newRow("21.8 %") << "known-wrong: Rounded.";
    QTest::newRow("21.6 %") << "right: ";
    QTest::newRow("21.7 %") << "right: "; // within 1 %
    QTest::newRow("22 %") << "right: ";   // both are
}

void TstWrittenAnswers::aMistakeGoesBeforeTheTolerance()
{
    QFETCH(QString, begins);
    auto lesson = tests::asking(ValueAnswer{"0.2162", "share", "1%"});
    lesson.steps[0].wrong = {{"0.218", {}, "Rounded."}};
    const auto judged = tests::judged(lesson, QString::fromUtf8(QTest::currentDataTag()));
    QVERIFY2(judged.startsWith(begins), qPrintable(judged));
}

/// 17.55 is asked and 17.517 a mistake: 17.5 is a rounding of both, and 17.6 too large for either.
void TstWrittenAnswers::mistakesAreNotSeenInRightDigits()
{
    auto lesson = tests::asking(ValueAnswer{"17547264", "B", "0.1%"});
    lesson.steps[0].wrong = {{"17517164", {}, "Too little."}};
    QVERIFY(tests::judged(lesson, "17.5 MB").startsWith("right"));
    QVERIFY(tests::judged(lesson, "17.52 MB").startsWith("known-wrong: Too little."));
    QVERIFY(tests::judged(lesson, "17.6 MB").startsWith("wrong: Not yet."));
}

/// 4.096 TB are 4,096 GB; 50.432 PFLOP/s; 24.62 %; 3 µs; 17.44 billion.
void TstWrittenAnswers::slipsAreNamed_data()
{
    QTest::addColumn<ValueAnswer>("asked");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("begins");
    const ValueAnswer memory{"256*16e9", "B", {}}, rate{"256*1.97e14", "FLOP/s", {}}, part{"0.2462", "share", {}},
        time{"3e-6", "s", {}}, parameters{"17.44e9", "parameter", {}};
    const auto row = [](const ValueAnswer& asked, const char* typed, const char* begins) {
        QTest::addRow("%s: %s", asked.value.c_str(), typed) << asked << QString(typed) << QString(begins);
    };
    row(memory, "4 TiB", "known-wrong: That takes GiB (2^30) for GB (10^9): a factor of 1.074.");
    row(memory, "4096 GiB", "known-wrong: The number is right in GB: 4096 GB are 3.725 TiB.");
    row(memory, "3.725 TB", "known-wrong: The number is right in TiB: ");
    row(memory, "3.8147 TB",
        "known-wrong: That takes GB (10^9) for GiB (2^30): a factor of 1.074."); // 4.096e12 / 1.024³
    row(memory, "4.096 GB", "known-wrong: That is 1,000 times too small: a slip of a prefix, such as G (10^9) for T");
    row(memory, "4 GB", "known-wrong: That is 1,024 times too small"); // 4096 GB are 1,024 of them
    row(memory, "4194.304 TB", "known-wrong: That is 1,024 times too large: a slip of a prefix, such as Mi (2^20)");
    row(memory, "4096", "unreadable: Without a unit, 4096 is read as 4096 B. If you mean 4096 GB, write the unit.");
    row(memory, "100", "unreadable: Without a unit, 100 is read as 100 B. Write the unit.");
    row(rate, "50.4",
        "unreadable: Without a unit, 50.4 is read as 50.4 FLOP/s. If you mean 50.4 PFLOP/s, write the unit.");
    row(rate, "50.4 TFLOPS", "known-wrong: That is 1,000 times too small");
    row(time, "3", "unreadable: Without a unit, 3 is read as 3 s. If you mean 3 µs, write the unit.");
    row(time, "3 ms", "known-wrong: That is 1,000 times too large: a slip of a prefix, such as µs (10^-6) for ms");
    row(part, "24.6", "unreadable: 24.6 is read as 2,460 %. If you mean 24.6 %, write the %.");
    row(part, "0.246 %", "known-wrong: The % is one too many: 0.246 % is a hundredth of the share.");
    row(part, "12", "wrong: 12 is read as 1,200 %.");
    row(parameters, "17.44 million",
        "known-wrong: That is 1,000 times too small: a slip of a prefix, such as thousand");
    row(parameters, "19", "wrong: Not yet.");
    row({"240", "FLOP/B", {}}, "120", "wrong: Not yet."); // has no prefix to forget
}

void TstWrittenAnswers::slipsAreNamed() { numbersAreJudged(); }

/// It has one try, which a missing unit does not use up, and is not told yet.
void TstWrittenAnswers::aPredictionWithoutItsUnitIsNotTaken()
{
    auto lesson = tests::asking(ValueAnswer{"3e-6", "s", {}});
    lesson.steps[0].kind = StepKind::predict;
    const auto judged = tests::judged(lesson, "3");
    QVERIFY2(judged.startsWith("unreadable: ") && !judged.contains("You said"), qPrintable(judged));
    QVERIFY(tests::judged(lesson, "3 ms").contains("You said"));
}

/// Such a text is read, as a wrong answer.
void TstWrittenAnswers::theFormIsAnExample()
{
    const auto formOf = [](const Question& question) {
        const auto lesson = tests::asking(question);
        return QString::fromStdString(answerForm(*posedStep(lesson, 0, shippedCatalogue())));
    };
    for (const auto& [unit, example] : {std::pair("s", "7 µs"),
                                        {"B", "7 GB"},
                                        {"FLOP/B", "7 FLOP/B"},
                                        {"FLOP/s", "7 GFLOP/s"},
                                        {"token/s", "7,000 tokens/s"}}) {
        const ValueAnswer asked{"123e20", unit, {}};
        QCOMPARE(formOf(asked), QStringLiteral("a number with unit, such as ") + QString::fromUtf8(example));
        QVERIFY(tests::judged(tests::asking(asked), QString::fromUtf8(example)).startsWith("wrong: Not yet."));
    }
    QCOMPARE(formOf(BandAnswer{"chip.hbm.bytes", "2*chip.hbm.bytes", {}}),
             QStringLiteral("a range, such as 7 GB .. 9 GB"));
}

void TstWrittenAnswers::whatIsShownIsAnAnswer_data()
{
    QTest::addColumn<Settings>("start");
    QTest::newRow("training") << Settings{};
    QTest::newRow("decoding") << Settings{{"work.mode", "decode"}, {"work.batch", 96.}};
    QTest::newRow("a product that travels") << Settings{{"coll.kind", "matmul-gather"}, {"coll.torus", "4"}};
}

/// Of every number, as tables and labels show it, with its unit.
void TstWrittenAnswers::whatIsShownIsAnAnswer()
{
    QFETCH(Settings, start);
    int compared = 0;
    for (const Metric& metric : metrics(core::shippedCatalogue())) {
        auto lesson = tests::asking(ValueAnswer{"{" + metric.id + "}", {}, {}});
        lesson.start = start;
        const auto at = posedStep(lesson, 0, shippedCatalogue());
        const auto number = at ? numberIn(at->scenario, metric.id) : tl::unexpected(std::string());
        if (!number || !std::holds_alternative<double>(number->value) ||
            !std::isfinite(std::get<double>(number->value)))
            continue;
        const auto judged = tests::judged(lesson, QString::fromStdString(number->text()));
        QVERIFY2(judged.startsWith("right: "),
                 qPrintable(QString::fromStdString(metric.id + ": " + number->text() + ": ") + judged));
        ++compared;
    }
    QVERIFY(compared > 50);
}

ROOFLIGHT_TEST(TstWrittenAnswers)
#include "tst_written_answers.moc"

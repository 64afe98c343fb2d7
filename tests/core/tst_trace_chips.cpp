// SPDX-License-Identifier: GPL-3.0-or-later
// Checks which chip an event of a trace is of, how long events last whose times count from 1970, what a trace may hold
// at most, what of it does not count, and which kernels no pattern matches.
#include "core/io/trace.h"
#include "support/near.h"
#include "support/suite.h"

#include <sstream>

#include <fmt/format.h>

using core::WorkClass;

class TstTraceChips : public QObject
{
    Q_OBJECT
private slots:
    void shortEventsOfLateTimesKeepTheirLength();
    void chipsOfOneNameAreTwo();
    void aChipWithoutStepsIsReadAsAWhole();
    void longNumbersOfChipsAreCut();
    void moreStepsThanAreReadAreRefused();
    void theHostOfJaxIsNoChip();
    void chipsWithoutStepsAreWholesOfTheirOwn();
    void endsCloseWhatTheyName();
    void theHostOfJaxAloneIsRefused();
    void kernelsThatNoPatternMatchesAreCounted();
    void stepsWithoutAKernelAreNamed();
    void stepsThatMissAllKernelsGiveWayToTheWhole();
    void hostCallsAreNoKernels_data();
    void hostCallsAreNoKernels();
    void beginsAndEndsWithoutTheOtherAreCounted();
    void patternsAreRead_data();
    void patternsAreRead();
};

namespace
{

tl::expected<core::Trace, core::Error> traceOf(const std::string& events)
{
    std::istringstream bytes("[" + events + "]");
    return core::readTrace(bytes, "t.json");
}

double mathOf(const core::Trace& trace, const std::string& process)
{
    const auto step = trace.stepsOf(process).at(trace.middleStep(process));
    return core::classSeconds(trace, trace.classes, process, step)[static_cast<std::size_t>(WorkClass::math)];
}

} // namespace

/// 1,000 kernels of 1.3 us, one every 10 us since November 2023.
void TstTraceChips::shortEventsOfLateTimesKeepTheirLength()
{
    std::string events;
    for (int i = 0; i < 1000; ++i)
        events += fmt::format(R"({}{{"ph":"X","name":"gemm","cat":"kernel","ts":{},"dur":1.3,"pid":0,"tid":7}})",
                              i == 0 ? "" : ",", 1'700'000'000'000'000 + 10L * i);
    const auto trace = traceOf(events);
    QVERIFY(trace.has_value());
    COMPARE_NEAR(mathOf(*trace, trace->processes().front()), 1.3e-3, 1e-6);
}

void TstTraceChips::chipsOfOneNameAreTwo()
{
    const auto trace = traceOf(R"({"ph":"M","name":"process_name","pid":3,"tid":0,"args":{"name":"trainer"}},
        {"ph":"M","name":"process_name","pid":4,"tid":0,"args":{"name":"trainer"}},
        {"ph":"X","name":"gemm","ts":0,"dur":100,"pid":3,"tid":1},{"ph":"X","name":"gemm","ts":500,"dur":40,"pid":4,"tid":1})");
    QVERIFY(trace.has_value());
    QCOMPARE(trace->processes(), (std::vector<std::string>{"trainer (3)", "trainer (4)"}));
    COMPARE_NEAR(mathOf(*trace, "trainer (3)"), 100e-6, 1e-9);
    COMPARE_NEAR(mathOf(*trace, "trainer (4)"), 40e-6, 1e-9);
}

void TstTraceChips::aChipWithoutStepsIsReadAsAWhole()
{
    const auto trace = traceOf(
        R"({"ph":"X","cat":"gpu_user_annotation","name":"ProfilerStep#1","pid":0,"tid":7,"ts":0,"dur":50},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":30},
        {"ph":"X","cat":"kernel","name":"gemm","pid":1,"tid":7,"ts":10,"dur":20},
        {"ph":"X","cat":"kernel","name":"gemm","pid":1,"tid":7,"ts":70,"dur":5})");
    QVERIFY(trace.has_value());
    QCOMPARE(trace->stepsOf("GPU 0").size(), 1U);
    QCOMPARE(trace->stepsOf("GPU 1").size(), 1U);
    COMPARE_NEAR(mathOf(*trace, "GPU 1"), 25e-6, 1e-9);
}

void TstTraceChips::longNumbersOfChipsAreCut()
{
    const auto trace =
        traceOf(R"({"ph":"X","name":"gemm","ts":0,"dur":1,"tid":1,"pid":")" + std::string(1'000'000, '7') + "\"}");
    QVERIFY(trace.has_value());
    QVERIFY(trace->processes().front().size() < 5000);
}

void TstTraceChips::moreStepsThanAreReadAreRefused()
{
    std::string events = R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":30})";
    for (int i = 0; i <= 100'000; ++i)
        events += fmt::format(R"(,{{"ph":"X","name":"ProfilerStep#{}","pid":1,"tid":1,"ts":{},"dur":1}})", i, i);
    const auto trace = traceOf(events);
    QVERIFY(!trace);
    QVERIFY2(trace.error().text.find("has more than 100,000 steps") != std::string::npos, trace.error().text.c_str());
}

/// As JAX writes them: no category, the host before the GPU, whose streams are no "XLA Ops".
void TstTraceChips::theHostOfJaxIsNoChip()
{
    const auto trace = traceOf(R"({"ph":"M","name":"process_name","pid":1,"args":{"name":"/host:CPU"}},
 {"ph":"M","name":"process_name","pid":2,"args":{"name":"/device:GPU:0"}},
 {"ph":"X","name":"PjitFunction","pid":1,"tid":1,"ts":0,"dur":1000},
 {"ph":"X","name":"gemm","pid":2,"tid":20,"ts":500,"dur":50})");
    QVERIFY2(trace, trace ? "" : trace.error().text.c_str());
    QCOMPARE(trace->processes(), std::vector<std::string>{"/device:GPU:0"});
    COMPARE_NEAR(trace->steps.front().end - trace->steps.front().start, 50e-6, 1e-9);
}

/// Nor where the file has nothing else, but for the threads on which XLA computes without a chip.
void TstTraceChips::theHostOfJaxAloneIsRefused()
{
    const std::string host = R"({"ph":"M","name":"process_name","pid":1,"args":{"name":"/host:CPU"}},
 {"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"python"}},
 {"ph":"X","name":"PjitFunction","pid":1,"tid":1,"ts":0,"dur":1000})";
    const auto alone = traceOf(host);
    QVERIFY(!alone);
    QVERIFY2(alone.error().text.find("host calls only (/host:CPU python)") != std::string::npos,
             alone.error().text.c_str());
    const auto computes = traceOf(host + R"(,
 {"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"tf_XLAEigen/12"}},
 {"ph":"X","name":"dot.3","pid":1,"tid":2,"ts":500,"dur":50})");
    QVERIFY2(computes, computes ? "" : computes.error().text.c_str());
    QCOMPARE(computes->streams.size(), std::size_t(1));
    QCOMPARE(computes->streams.front().name, std::string("tf_XLAEigen/12"));
}

/// Each from its own first kernel to its own last.
void TstTraceChips::chipsWithoutStepsAreWholesOfTheirOwn()
{
    const auto trace = traceOf(R"({"ph":"X","name":"gemm","cat":"kernel","pid":0,"tid":7,"ts":0,"dur":100},
 {"ph":"X","name":"gemm","cat":"kernel","pid":1,"tid":7,"ts":10000000,"dur":300})");
    QVERIFY(trace);
    for (const auto& [chip, seconds] : {std::pair("GPU 0", 100e-6), {"GPU 1", 300e-6}}) {
        const auto steps = trace->stepsOf(chip);
        QCOMPARE(steps.size(), std::size_t(1));
        COMPARE_NEAR(steps[0].end - steps[0].start, seconds, 1e-6);
    }
}

/// An end closes what it names; without a name the latest.
void TstTraceChips::endsCloseWhatTheyName()
{
    const auto event = [](const char* phase, const char* name, int at) {
        return fmt::format(R"({{"ph":"{}","name":"{}","cat":"kernel","pid":0,"tid":7,"ts":{}}},)", phase, name, at);
    };
    const auto trace = traceOf(event("B", "ncclAllGather", 0) + event("B", "gemm", 1000) +
                               event("E", "ncclAllGather", 2000) + event("E", "gemm", 3000) + event("B", "gemm", 5000) +
                               event("E", "other", 5500) + R"({"ph":"E","pid":0,"tid":7,"ts":6000})");
    QVERIFY2(trace, trace ? "" : trace.error().text.c_str());
    const auto seconds = core::classSeconds(*trace, trace->classes, "GPU 0", trace->wholeOf("GPU 0"));
    COMPARE_NEAR(seconds[static_cast<std::size_t>(core::WorkClass::gather)], 2e-3, 1e-9);
    COMPARE_NEAR(seconds[static_cast<std::size_t>(core::WorkClass::math)], 3e-3, 1e-9);
    QCOMPARE(trace->unbegun, std::size_t(1));
}

/// Two of 3 s and 1 s that overlap by a second, and the first once more: 4 s in which one of them runs.
void TstTraceChips::kernelsThatNoPatternMatchesAreCounted()
{
    const auto trace = traceOf(R"({"ph":"X","cat":"kernel","name":"my_gather_v2","pid":0,"tid":7,"ts":0,"dur":3e6},
 {"ph":"X","cat":"kernel","name":"other_thing","pid":0,"tid":8,"ts":2e6,"dur":1e6},
 {"ph":"X","cat":"kernel","name":"sm90_gemm","pid":0,"tid":7,"ts":3e6,"dur":9e6},
 {"ph":"X","cat":"kernel","name":"ncclAllGather","pid":0,"tid":8,"ts":4e6,"dur":1e6},
 {"ph":"X","cat":"kernel","name":"my_gather_v2","pid":0,"tid":8,"ts":5e6,"dur":1e6})");
    QVERIFY2(trace, trace ? "" : trace.error().text.c_str());
    const auto step = trace->wholeOf("GPU 0");
    const auto all = core::unmatchedKernels(*trace, {}, "GPU 0", step);
    QCOMPARE(all.names, 2U);
    COMPARE_NEAR(all.seconds, 4., 1e-9);
    QCOMPARE(all.remark(), std::string("my_gather_v2 and 1 more match no pattern and count as math, 4 s"));
    const auto one = core::unmatchedKernels(*trace, *core::readTracePatterns("my_gather=AllGather"), "GPU 0", step);
    COMPARE_NEAR(one.seconds, 1., 1e-9);
    QCOMPARE(one.remark(), std::string("other_thing matches no pattern and counts as math, 1 s"));
    const auto stream = trace->streams.front().name; // 7: the first once
    COMPARE_NEAR(core::unmatchedKernels(*trace, {}, "GPU 0", step, stream).seconds, 3., 1e-9);
    QCOMPARE(core::unmatchedKernels(*trace, *core::readTracePatterns("my_gather=AllGather; thing=send"), "GPU 0", step)
                 .remark(),
             std::string());
}

/// Steps of 10, 20, 40 and 30 us; the second has no kernel. The middle one of 10, 30 and 40 us is the last.
void TstTraceChips::stepsWithoutAKernelAreNamed()
{
    const auto trace = traceOf(
        R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":1,"ts":0,"dur":10},
        {"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":9,"tid":1,"ts":10,"dur":20},
        {"ph":"X","cat":"user_annotation","name":"ProfilerStep#3","pid":9,"tid":1,"ts":30,"dur":40},
        {"ph":"X","cat":"user_annotation","name":"ProfilerStep#4","pid":9,"tid":1,"ts":70,"dur":30},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":2,"dur":4},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":30,"dur":40},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":72,"dur":3})");
    QVERIFY2(trace, trace ? "" : trace.error().text.c_str());
    QCOMPARE(trace->stepsOf("GPU 0").size(), 4U);
    QCOMPARE(trace->stepsWithKernels("GPU 0"), (std::vector<bool>{true, false, true, true}));
    QCOMPARE(trace->middleStep("GPU 0"), 3U);
    QCOMPARE(trace->remark("GPU 0"),
             std::string("ProfilerStep#2 holds no kernel of GPU 0 and does not count for the middle step."));
    const auto empty = core::unmatchedKernels(*trace, {}, "GPU 0", trace->stepsOf("GPU 0").at(1));
    QCOMPARE(empty.remark(), std::string("no kernel runs in this step"));
}

/// A host whose steps end before the chip begins.
void TstTraceChips::stepsThatMissAllKernelsGiveWayToTheWhole()
{
    const auto trace = traceOf(
        R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":1,"ts":0,"dur":10},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":5})");
    QVERIFY2(trace, trace ? "" : trace.error().text.c_str());
    QCOMPARE(trace->stepsOf("GPU 0").at(trace->middleStep("GPU 0")).name, std::string("all of it"));
    COMPARE_NEAR(mathOf(*trace, "GPU 0"), 5e-6, 1e-9);
}

void TstTraceChips::hostCallsAreNoKernels_data()
{
    QTest::addColumn<QString>("category");
    for (const char* category : {"cpu_op", "cuda_runtime", "cuda_driver", "python_function", "Operator"})
        QTest::newRow(category) << QString::fromLatin1(category);
}

/// Alone they are no trace of a chip; beside events of other profilers they do not count.
void TstTraceChips::hostCallsAreNoKernels()
{
    QFETCH(const QString, category);
    const auto call = fmt::format(R"({{"ph":"X","cat":"{}","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":9}})",
                                  category.toStdString());
    const auto alone = traceOf(call);
    QVERIFY(!alone);
    QCOMPARE(alone.error().code, std::string("FILE_FORMAT"));
    QCOMPARE(alone.error().text, fmt::format("t.json holds host calls only ({}) and no kernel. Record it on a GPU or "
                                             "TPU; in PyTorch with ProfilerActivity.CUDA among the activities.",
                                             category.toStdString()));
    const auto beside = traceOf(call + R"(,{"ph":"X","name":"gemm","pid":1,"tid":1,"ts":0,"dur":4})");
    QVERIFY(beside);
    COMPARE_NEAR(mathOf(*beside, "1"), 4e-6, 1e-9);
}

/// Two begins stay open, one on a thread whose other events have ends; one end comes first.
void TstTraceChips::beginsAndEndsWithoutTheOtherAreCounted()
{
    const auto trace = traceOf(R"({"ph":"E","pid":1,"tid":1,"ts":0},{"ph":"B","name":"a","pid":1,"tid":1,"ts":1},
        {"ph":"B","name":"b","pid":1,"tid":1,"ts":2},{"ph":"E","pid":1,"tid":1,"ts":4},
        {"ph":"B","name":"c","pid":1,"tid":2,"ts":5})");
    QVERIFY(trace);
    QCOMPARE(trace->unended, std::size_t{2});
    QCOMPARE(trace->unbegun, std::size_t{1});
    QCOMPARE(trace->remark("1"), std::string("2 begins (\"B\") without an end are left out. 1 end (\"E\") without a "
                                             "begin is left out."));
}

void TstTraceChips::patternsAreRead_data()
{
    QTest::addColumn<int>("count"); // -1: refused
    QTest::newRow("") << 0;
    QTest::newRow(" ") << 0;
    QTest::newRow(" ; ") << -1;
    QTest::newRow("a=math;;b=copy") << -1;
    QTest::newRow("a-b=math; A_B=copy") << -1; // the same part twice
    QTest::newRow("ab=math; abc=copy") << 2;
    QTest::newRow("a=math") << 1;
    QTest::newRow("a b = AllToAll ;c==copy;") << 2;
    QTest::newRow("a") << -1;
    QTest::newRow("=math") << -1;
    QTest::newRow("a=Math") << -1;
    QTest::newRow("a=gather") << -1;
    QTest::newRow("a=math\nb") << -1;
}

void TstTraceChips::patternsAreRead()
{
    QFETCH(const int, count);
    const auto read = core::readTracePatterns(QTest::currentDataTag());
    QCOMPARE(read ? static_cast<int>(read->size()) : -1, count);
    QVERIFY(!core::readTracePatterns(std::string(1001, ' ')));
}

ROOFLIGHT_TEST(TstTraceChips)
#include "tst_trace_chips.moc"

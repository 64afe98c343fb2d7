// SPDX-License-Identifier: GPL-3.0-or-later
// Checks which events of a profile count, on which chip and in which step, and that broken files are refused with
// words.
#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/io/trace.h"
#include "core/scenario/fields.h"
#include "core/timeline/step_timeline.h"
#include "support/near.h"
#include "support/suite.h"

#include <QFile>
#include <QTemporaryDir>

#include <random>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <zlib.h>

using namespace Qt::Literals::StringLiterals;
using core::WorkClass;

class TstTrace : public QObject
{
    Q_OBJECT
private slots:
    void kernelsAreToldApartByTheirNames_data();
    void kernelsAreToldApartByTheirNames();
    void kernelsOfPyTorchCountAndItsHostDoesNot();
    void operationsOfXlaCountOnce();
    void beginningsHaveEnds();
    void overlappingKernelsCountOnce();
    void stepsOfHostsDoWhereChipsHaveNone();
    void brokenTracesAreRefused_data();
    void brokenTracesAreRefused();
    void otherTextIsToldByIt();
    void whatDoesNotCountIsCounted();
    void asManyStreamsAsAreShownAreRead();
    void streamsThatOverlapCountOnce();
    void packedFilesAreRead();
    void ownPatternsComeFirst();
    void whatUnpacksToMuchMoreThanATraceIsRefused();
    void readingCanBeStopped();
    void aStepHasTheSameClasses_data();
    void aStepHasTheSameClasses();
};

namespace
{

tl::expected<core::Trace, core::Error> traceOfText(const std::string& text)
{
    std::istringstream bytes(text);
    return core::readTrace(bytes, "t.json");
}

double secondsOf(const core::Trace& trace, WorkClass what)
{
    const auto process = trace.processes().front();
    const auto step = trace.stepsOf(process).at(trace.middleStep(process));
    return core::classSeconds(trace, trace.classes, process, step)[static_cast<std::size_t>(what)];
}

/// Two GPUs. Three steps of 100, 40 and 60 us on GPU 0: the middle one is the third, from 140 to 200 us.
const std::string pytorch = R"({"schemaVersion": 1, "traceEvents": [
 {"ph": "M", "name": "process_name", "pid": 0, "tid": 0, "args": {"name": "python"}},
 {"ph": "M", "name": "thread_name", "pid": 0, "tid": 7, "args": {"name": "stream 7 compute"}},
 {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 4242, "tid": 4242, "ts": 1000, "dur": 5000.5},
 {"ph": "X", "cat": "gpu_user_annotation", "name": "ProfilerStep#1", "pid": 0, "tid": 7, "ts": 1000, "dur": 100},
 {"ph": "X", "cat": "gpu_user_annotation", "name": "ProfilerStep#2", "pid": 0, "tid": 7, "ts": 1100, "dur": 40},
 {"ph": "X", "cat": "gpu_user_annotation", "name": "ProfilerStep#3", "pid": 0, "tid": 7, "ts": 1140, "dur": 60},
 {"ph": "X", "cat": "kernel", "name": "ampere_bf16_s1688gemm", "pid": 0, "tid": 7, "ts": 1000, "dur": 90},
 {"ph": "X", "cat": "kernel", "name": "ampere_bf16_s1688gemm", "pid": 0, "tid": 7, "ts": 1145, "dur": 30},
 {"ph": "X", "cat": "kernel", "name": "void elementwise_kernel<4>", "pid": 0, "tid": 7, "ts": 1175, "dur": 40,
  "args": {"name": "not a name of a thread", "grid": [1, 2, {"name": 3}]}},
 {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllGather_RING_LL", "pid": 0, "tid": 20, "ts": 1135, "dur": 25},
 {"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD", "pid": 0, "tid": 20, "ts": 1190, "dur": 2},
 {"ph": "X", "cat": "kernel", "name": "ampere_bf16_s1688gemm", "pid": 1, "tid": 7, "ts": 1000, "dur": 500}
]})";

} // namespace

void TstTrace::kernelsAreToldApartByTheirNames_data()
{
    QTest::addColumn<int>("expected");
    const auto row = [](const char* name, WorkClass what) { QTest::newRow(name) << static_cast<int>(what); };
    row("ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)", WorkClass::gather);
    row("ncclKernel_ReduceScatter_RING_LL_Sum_bf16", WorkClass::scatter);
    row("nccl:all_reduce", WorkClass::reduce);
    row("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", WorkClass::send);
    row("ncclDevKernel_Broadcast_RING_LL", WorkClass::other);
    row("all-gather.12", WorkClass::gather);
    row("reduce-scatter-fusion.3", WorkClass::scatter);
    row("all-to-all.1", WorkClass::exchange);
    row("collective-permute-start.2", WorkClass::send);
    row("Memcpy DtoD (Device -> Device)", WorkClass::copy);
    row("sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64", WorkClass::math);
    row("fusion.231", WorkClass::math);
}

void TstTrace::kernelsAreToldApartByTheirNames()
{
    QFETCH(int, expected);
    QCOMPARE(static_cast<int>(core::classOf(QTest::currentDataTag())), expected);
}

void TstTrace::kernelsOfPyTorchCountAndItsHostDoesNot()
{
    const auto trace = traceOfText(pytorch);
    QVERIFY2(trace, trace ? "" : trace.error().text.c_str());
    QCOMPARE(trace->processes(), (std::vector<std::string>{"GPU 0", "GPU 1"}));
    QCOMPARE(trace->streams.size(), 3U);
    QCOMPARE(trace->streams[0].name, std::string("stream 7 compute"));
    const auto steps = trace->stepsOf("GPU 0");
    QCOMPARE(steps.size(), 3U);
    QCOMPARE(trace->middleStep("GPU 0"), 2U);
    COMPARE_NEAR(steps[2].start, 140e-6, 1e-9);
    COMPARE_NEAR(secondsOf(*trace, WorkClass::math), 55e-6, 1e-9); // 145 to 175, and 175 to the end of the step at 200
    COMPARE_NEAR(secondsOf(*trace, WorkClass::gather), 20e-6, 1e-9); // 140 to 160
    COMPARE_NEAR(secondsOf(*trace, WorkClass::copy), 2e-6, 1e-9);
    QCOMPARE(secondsOf(*trace, WorkClass::scatter), 0.);
}

/// XLA names modules and steps on threads of their own, which contain the operations.
void TstTrace::operationsOfXlaCountOnce()
{
    const auto trace = traceOfText(R"([
 {"ph": "M", "name": "process_name", "pid": 3, "args": {"name": "/device:TPU:0"}},
 {"ph": "M", "name": "thread_name", "pid": 3, "tid": 1, "args": {"name": "Steps"}},
 {"ph": "M", "name": "thread_name", "pid": 3, "tid": 2, "args": {"name": "XLA Modules"}},
 {"ph": "M", "name": "thread_name", "pid": 3, "tid": 3, "args": {"name": "XLA Ops"}},
 {"ph": "X", "name": "5", "pid": 3, "tid": 1, "ts": 10, "dur": 100},
 {"ph": "X", "name": "jit_step", "pid": 3, "tid": 2, "ts": 10, "dur": 100},
 {"ph": "X", "name": "fusion.1", "pid": 3, "tid": 3, "ts": 10, "dur": 60},
 {"ph": "X", "name": "all-reduce.1", "pid": 3, "tid": 3, "ts": 70, "dur": 30}, {}])");
    QVERIFY2(trace, trace ? "" : trace.error().text.c_str());
    QCOMPARE(trace->streams.size(), 1U);
    QCOMPARE(trace->stepsOf("/device:TPU:0").front().name, std::string("5"));
    COMPARE_NEAR(secondsOf(*trace, WorkClass::math), 60e-6, 1e-9);
    COMPARE_NEAR(secondsOf(*trace, WorkClass::reduce), 30e-6, 1e-9);
}

void TstTrace::beginningsHaveEnds()
{
    const auto trace = traceOfText(R"([{"ph":"B","name":"a","pid":"p","tid":"t","ts":1},
 {"ph":"B","name":"all_gather","pid":"p","tid":"t","ts":2},{"ph":"E","pid":"p","tid":"t","ts":5},
 {"ph":"E","pid":"p","tid":"t","ts":11},{"ph":"E","pid":"p","tid":"t","ts":12}])");
    QVERIFY(trace);
    COMPARE_NEAR(secondsOf(*trace, WorkClass::math), 10e-6, 1e-9);
    COMPARE_NEAR(secondsOf(*trace, WorkClass::gather), 3e-6, 1e-9);
}

void TstTrace::overlappingKernelsCountOnce()
{
    const auto trace = traceOfText(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":10},
 {"ph":"X","name":"b","pid":1,"tid":2,"ts":5,"dur":10},{"ph":"X","name":"c","pid":1,"tid":2,"ts":20,"dur":1}])");
    QVERIFY(trace);
    COMPARE_NEAR(secondsOf(*trace, WorkClass::math), 16e-6, 1e-9);
    QCOMPARE(trace->stepsOf("1").front().name, std::string("all of it"));
}

void TstTrace::stepsOfHostsDoWhereChipsHaveNone()
{
    const auto trace = traceOfText(
        R"([{"ph":"X","cat":"user_annotation","name":"ProfilerStep#7","pid":99,"tid":1,"ts":100,"dur":50},
 {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":90,"dur":30}])");
    QVERIFY(trace);
    QCOMPARE(trace->stepsOf("GPU 0").front().name, std::string("ProfilerStep#7"));
    COMPARE_NEAR(secondsOf(*trace, WorkClass::math), 20e-6, 1e-9);
}

void TstTrace::brokenTracesAreRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("says");
    QTest::newRow("cut short") << u"[{\"ph\":\"X\""_s << u"FILE_SYNTAX"_s << u"t.json is no whole JSON: at byte 11"_s;
    QTest::newRow("NaN") << u"[NaN]"_s << u"FILE_SYNTAX"_s << u"t.json is no whole JSON: at byte 2 stands NaN"_s;
    QTest::newRow("empty") << QString() << u"FILE_FORMAT"_s << u"t.json is empty"_s;
    QTest::newRow("events twice") << u"{\"traceEvents\":[{\"ph\":\"X\",\"ts\":1,\"dur\":2}],\"traceEvents\":[]}"_s
                                  << u"FILE_FORMAT"_s << u"t.json has \"traceEvents\" twice"_s;
    QTest::newRow("another file") << u"{\"format\": \"rooflight\"}"_s << u"FILE_FORMAT"_s << u"nothing in it lasts"_s;
    QTest::newRow("moments") << u"[{\"ph\":\"X\",\"ts\":1,\"dur\":0}]"_s << u"FILE_FORMAT"_s << u"in it lasts"_s;
    QTest::newRow("a number") << u"7"_s << u"FILE_FORMAT"_s << u"nothing in it lasts"_s;
    QTest::newRow("an end before its beginning")
        << u"[{\"ph\":\"B\",\"ts\":5,\"pid\":1,\"tid\":1},{\"ph\":\"E\",\"ts\":2,\"pid\":1,\"tid\":1}]"_s
        << u"FILE_FORMAT"_s << u"nothing in it lasts"_s;
}

void TstTrace::otherTextIsToldByIt()
{
    const auto trace = traceOfText(std::string("\xFF\xFE[\0", 4));
    QVERIFY(!trace);
    QCOMPARE(QString::fromStdString(trace.error().text), u"t.json is UTF-16; traces are UTF-8. Save it as UTF-8."_s);
}

/// One without a time, with a text as time, without a duration, before its end, and one for longer than a trace lasts.
void TstTrace::whatDoesNotCountIsCounted()
{
    const auto trace = traceOfText(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2},
 {"ph":"X","name":"b","pid":1,"tid":1,"dur":2},{"ph":"X","name":"b","pid":1,"tid":1,"ts":"4","dur":2},
 {"ph":"X","name":"b","pid":1,"tid":1,"ts":5},{"ph":"X","name":"b","pid":1,"tid":1,"ts":5,"dur":-1},
 {"ph":"X","name":"b","pid":1,"tid":1,"ts":5,"dur":1e16},{"ph":"X","name":"moment","pid":1,"tid":1,"ts":7,"dur":0},
 {"ph":"i","name":"instant","pid":1,"tid":1}])");
    QVERIFY(trace);
    QCOMPARE(trace->skipped, std::size_t{5});
    QVERIFY2(trace->remark("1").starts_with("5 events without a start"), trace->remark("1").c_str());
    QVERIFY(traceOfText(pytorch)->remark("GPU 0").empty());
}

/// Of 4,096 threads each is a chip of its own; one more is refused.
void TstTrace::asManyStreamsAsAreShownAreRead()
{
    std::string events;
    for (int i = 0; i < 4096; ++i)
        events += fmt::format(R"({}{{"ph":"X","name":"a","ts":{},"dur":1,"pid":{},"tid":1}})", i == 0 ? "" : ",", i, i);
    const auto trace = traceOfText("[" + events + "]");
    QVERIFY(trace);
    QCOMPARE(trace->processes().size(), std::size_t{4096});
    const auto more = traceOfText("[" + events + R"(,{"ph":"X","name":"a","ts":1,"dur":1,"pid":5000,"tid":1}])");
    QVERIFY(!more);
    QCOMPARE(more.error().code, std::string("FILE_SIZE"));
    QVERIFY2(more.error().text.find("more than 4,096 threads") != std::string::npos, more.error().text.c_str());
}

void TstTrace::brokenTracesAreRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, code);
    QFETCH(QString, says);
    const auto trace = traceOfText(text.toStdString());
    QVERIFY(!trace);
    QCOMPARE(QString::fromStdString(trace.error().code), code);
    QVERIFY2(QString::fromStdString(trace.error().text).contains(says), trace.error().text.c_str());
}

/// Against a count of the microseconds in which any of 1 to 9 streams is busy.
void TstTrace::streamsThatOverlapCountOnce()
{
    std::mt19937 draw(7);
    for (unsigned streams = 1; streams <= 9; ++streams) {
        std::set<unsigned long> busy;
        std::string events;
        for (unsigned i = 0; i < 200; ++i) {
            const unsigned long start = i == 0 ? 0 : draw() % 5000, length = 1 + draw() % 40;
            for (unsigned long at = start; at < start + length; ++at)
                busy.insert(at);
            events += fmt::format(R"({}{{"ph":"X","name":"sgemm","cat":"kernel","ts":{},"dur":{},"pid":0,"tid":{}}})",
                                  i == 0 ? "" : ",", start, length, draw() % streams);
        }
        const auto trace = traceOfText("{\"traceEvents\":[" + events + "]}");
        QVERIFY(trace);
        COMPARE_NEAR(secondsOf(*trace, WorkClass::math), static_cast<double>(busy.size()) * 1e-6, 1e-9);
    }
}

void TstTrace::packedFilesAreRead()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(u"t.json.gz"_s).toStdString();
    const gzFile file = gzopen(path.c_str(), "wb");
    QVERIFY(gzwrite(file, pytorch.data(), static_cast<unsigned>(pytorch.size())) > 0);
    gzclose(file);
    const auto trace = core::readTrace(path);
    QVERIFY2(trace, trace ? "" : trace.error().text.c_str());
    COMPARE_NEAR(secondsOf(*trace, WorkClass::math), 55e-6, 1e-9);
    QFile cut(QString::fromStdString(path));
    QVERIFY(cut.open(QIODevice::ReadWrite) && cut.seek(cut.size() - 5)); // the check sum
    QVERIFY(cut.write("\x55\xaa\x55", 3) == 3);
    cut.close();
    const auto damaged = core::readTrace(path);
    QVERIFY(!damaged);
    QCOMPARE(damaged.error().text, path + " is damaged and cannot be unpacked. Copy or export it once more.");
    QVERIFY(cut.resize(cut.size() / 2));
    const auto half = core::readTrace(path);
    QVERIFY(!half);
    QVERIFY2(QString::fromStdString(half.error().text).contains(u"t.json.gz"_s), half.error().text.c_str());
    QCOMPARE(core::readTrace(folder.path().toStdString()).error().code, std::string("FILE_READ"));
}

/// 70 MB of nothing in a file of some kB: its end is not waited for.
void TstTrace::whatUnpacksToMuchMoreThanATraceIsRefused()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(u"t.json.gz"_s).toStdString();
    const gzFile file = gzopen(path.c_str(), "wb1");
    const std::string block = "\"" + std::string(1'000'000, ' ') + "\",";
    QVERIFY(gzputs(file, "[") == 1);
    for (int i = 0; i < 70; ++i)
        QVERIFY(gzputs(file, block.c_str()) > 0);
    gzclose(file);
    const auto trace = core::readTrace(path);
    QVERIFY(!trace && trace.error().code == "FILE_SIZE" && trace.error().text.find("100 times") != std::string::npos);
}

void TstTrace::readingCanBeStopped()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"t.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(pytorch));
    file.close();
    std::uint64_t size = 0;
    const auto trace = core::readTrace(file.fileName().toStdString(), [&size](std::uint64_t, std::uint64_t all) {
        size = all;
        return false;
    });
    QVERIFY(!trace);
    QVERIFY(QString::fromStdString(trace.error().text).contains(u"stopped"_s));
    QCOMPARE(size, pytorch.size());
}

void TstTrace::aStepHasTheSameClasses_data()
{
    QTest::addColumn<QString>("role");
    QTest::addColumn<QList<int>>("classes");
    const auto row = [](const char* role, const QList<WorkClass>& classes) {
        QList<int> numbers;
        for (const WorkClass what : classes)
            numbers << static_cast<int>(what);
        QTest::newRow(role) << QString::fromLatin1(role) << numbers;
    };
    row("data", {WorkClass::reduce});
    row("zero1", {WorkClass::gather, WorkClass::scatter});
    row("fsdp", {WorkClass::gather, WorkClass::scatter});
    row("tensor", {WorkClass::gather, WorkClass::scatter});
    row("context", {WorkClass::send, WorkClass::reduce});
}

/// All of an axis' time is that of its collectives, whichever they are: time.X.
void TstTrace::aStepHasTheSameClasses()
{
    QFETCH(QString, role);
    QFETCH(QList<int>, classes);
    auto s = core::defaultScenario(core::shippedCatalogue());
    for (const auto& [id, value] :
         std::initializer_list<std::pair<const char*, core::Value>>{{"mesh.X.role", role.toStdString()},
                                                                    {"model.attention", true},
                                                                    {"mesh.X", 16.},
                                                                    {"mesh.Y", 1.},
                                                                    {"mesh.Z", 1.}}) {
        const auto done = core::setField(s, id, value);
        QVERIFY2(done, done ? "" : done.error().c_str());
    }
    const auto step = core::stepTimeline(s);
    QVERIFY(step);
    const auto seconds = core::classSeconds(s, *step);
    double sum = 0;
    for (std::size_t what = 1; what < core::workClasses; ++what) {
        QCOMPARE(seconds[what] > 0, classes.contains(static_cast<int>(what)));
        sum += seconds[what];
    }
    COMPARE_NEAR(sum, core::evaluate(s).time.axis[0].si(), 1e-9);
}

/// The AllGather of 25 us from 135 to 160 us lies 20 us in the middle step; the kernels of gemm then are sends.
void TstTrace::ownPatternsComeFirst()
{
    const auto trace = traceOfText(pytorch);
    QVERIFY(trace.has_value());
    QCOMPARE(core::classesOf(*trace, {}), trace->classes);
    const auto classes = core::classesOf(*trace, *core::readTracePatterns("AMPERE-bf16 = send; allgather=other"));
    const auto step = trace->stepsOf("GPU 0").at(trace->middleStep("GPU 0"));
    const auto seconds = core::classSeconds(*trace, classes, "GPU 0", step);
    const auto of = [&](WorkClass what) { return seconds[static_cast<std::size_t>(what)]; };
    COMPARE_NEAR(of(WorkClass::send), 30e-6, 1e-9);
    COMPARE_NEAR(of(WorkClass::other), 20e-6, 1e-9);
    QCOMPARE(of(WorkClass::gather), 0.0);
    const auto one = core::classSeconds(*trace, classes, "GPU 0", step, trace->streams.front().name);
    QCOMPARE(one[static_cast<std::size_t>(WorkClass::other)], 0.0); // it runs on the other stream
}

ROOFLIGHT_TEST(TstTrace)
#include "tst_trace.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// schedule as a user sees it: the steps of a collective as JSON and as a table.
#include "app/run_program.h"
#include "support/near.h"
#include "support/suite.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QSet>

using namespace Qt::Literals::StringLiterals;

class TstSchedule : public QObject
{
    Q_OBJECT

private slots:
    void everyKindHasTheForm_data();
    void everyKindHasTheForm();
    void ringOfFourGathersInTwoSteps();
    void productsStandBesideTheTransfers();
    void axesKeepTheirNames();
    void domainsAreTold();
    void namesOfChunksDiffer();
    void chunksOfNoBytesAreNotNamed();
    void stepsEndWithTheirMessages();
    void tableHasALineATransfer();
    void stepsCanBeChosen();
    void manyTransfersNeedAChoice();
    void oneStepMayBeTooMuch();
    void wrongSettingsAreRefused_data();
    void wrongSettingsAreRefused();
};

namespace
{

tests::Run schedule(const QString& settings)
{
    QStringList command{u"schedule"_s, tests::sourceFile(QStringLiteral("tests/app/defaults.rooflight.json"))};
    return tests::run(command + tests::words(settings));
}

QJsonObject json(const QString& settings)
{
    return QJsonDocument::fromJson(schedule(settings + u" --json"_s).out).object();
}

constexpr auto smallRing = "--set coll.torus=4 --set coll.wrap=ring --set coll.bytes=4096"_L1;

} // namespace

void TstSchedule::everyKindHasTheForm_data()
{
    QTest::addColumn<QString>("settings");
    for (const char* kind : {"all-gather", "reduce-scatter", "all-reduce", "all-to-all", "permute"})
        for (const char* network : {"4x4", "3x3x3 --set coll.wrap=line", "switch8 --set hw.chip=h100-sxm"})
            QTest::addRow("%s on %.7s", kind, network) << QStringLiteral("--set coll.kind=%1 --set coll.torus=%2")
                                                              .arg(QLatin1String(kind), QLatin1String(network));
    for (const char* kind : {"matmul-gather", "matmul-scatter"})
        for (const char* way : {"uni", "halves", "whole"})
            QTest::addRow("%s by %s", kind, way) << QStringLiteral("--set coll.torus=4 --set coll.wrap=ring --set "
                                                                   "coll.kind=%1 --set coll.algorithm=%2")
                                                        .arg(QLatin1String(kind), QLatin1String(way));
}

/// Keys and numbers of the contract, and the totals that eval gives.
void TstSchedule::everyKindHasTheForm()
{
    QFETCH(QString, settings);
    const auto answer = json(settings);
    const int chips = answer["chips"_L1].toInt();
    QVERIFY(chips > 1);
    double bytes = 0;
    double end = 0;
    int t = 0;
    for (const auto& step : answer["steps"_L1].toArray()) {
        QCOMPARE(step["t"_L1].toInt(), t++);
        QVERIFY(step["end"_L1].toDouble() >= end);
        end = step["end"_L1].toDouble();
        QCOMPARE(step["compute"_L1].toArray().size(), settings.contains(u"matmul"_s) ? chips : 0);
        for (const auto& transfer : step["transfers"_L1].toArray()) {
            QCOMPARE(transfer.toObject().keys(),
                     (QStringList{u"axis"_s, u"bytes"_s, u"chunks"_s, u"dir"_s, u"dst"_s, u"op"_s, u"src"_s}));
            const int from = transfer["src"_L1].toInt();
            const int to = transfer["dst"_L1].toInt();
            QVERIFY(from != to && from >= 0 && to >= 0 && from < chips && to < chips);
            QVERIFY(!transfer["chunks"_L1].toArray().isEmpty());
            bytes += transfer["bytes"_L1].toDouble();
        }
    }
    const auto totals =
        tests::run(QStringList{u"eval"_s, tests::sourceFile(QStringLiteral("tests/app/defaults.rooflight.json")),
                               u"--json"_s, u"--get"_s, u"coll.time,coll.total_bytes"_s} +
                   tests::words(settings));
    const auto expected = QJsonDocument::fromJson(totals.out).object();
    COMPARE_NEAR(bytes, expected["coll.total_bytes"_L1].toDouble(), 1e-12);
    COMPARE_NEAR(answer["time"_L1].toDouble(), expected["coll.time"_L1].toDouble(), 1e-12);
    COMPARE_NEAR(answer["time"_L1].toDouble(), end, 1e-12);
}

/// Shards of 1,024 bytes both ways, then the opposite one in halves of 512.
void TstSchedule::ringOfFourGathersInTwoSteps()
{
    const auto answer = json(smallRing);
    const auto steps = answer["steps"_L1].toArray();
    QCOMPARE(steps.size(), 2);
    QCOMPARE(steps[0]["t"_L1].toInt(), 0);
    QCOMPARE(steps[0]["transfers"_L1].toArray().size(), 8);
    const QJsonObject first{{u"src"_s, 0},
                            {u"dst"_s, 1},
                            {u"axis"_s, u"X"_s},
                            {u"dir"_s, 1},
                            {u"chunks"_s, QJsonArray{u"0a"_s, u"0b"_s}},
                            {u"bytes"_s, 1024},
                            {u"op"_s, u"copy"_s}};
    const auto found = steps[0]["transfers"_L1][0].toObject();
    for (const auto& key : {u"src"_s, u"dst"_s, u"axis"_s, u"dir"_s, u"chunks"_s, u"bytes"_s, u"op"_s})
        QCOMPARE(found[key], first[key]);
    int backward = 0;
    for (const auto& transfer : steps[0]["transfers"_L1].toArray()) {
        const int hop = (transfer["dst"_L1].toInt() - transfer["src"_L1].toInt() + 4) % 4;
        QCOMPARE(transfer["dir"_L1].toInt(), hop == 1 ? 1 : -1);
        backward += hop == 3 ? 1 : 0;
    }
    QCOMPARE(backward, 4);
    for (const auto& transfer : steps[1]["transfers"_L1].toArray())
        QCOMPARE(transfer["bytes"_L1].toInt(), 512);
    QVERIFY(!steps[0].toObject().contains("compute"_L1));
    // 2 hops of 1 us, and 3 shards over 2 links of 90 GB/s
    COMPARE_NEAR(answer["time"_L1].toDouble(), 2e-6 + 3 * 1024 / 180e9, 1e-9);
    COMPARE_NEAR(answer["total_bytes"_L1].toDouble(), 3. * 4096, 0);
    QCOMPARE(answer["algorithm"_L1].toString(), u"ring"_s);
}

/// Each chip starts with its own shard, then takes one half from either side.
void TstSchedule::productsStandBesideTheTransfers()
{
    const auto answer = json(smallRing + " --set coll.kind=matmul-gather --set coll.algorithm=halves"_L1);
    const auto steps = answer["steps"_L1].toArray();
    QCOMPARE(steps.size(), 4);
    QCOMPARE(steps[0]["compute"_L1].toArray(),
             (QJsonArray{QJsonArray{u"0"_s}, QJsonArray{u"1"_s}, QJsonArray{u"2"_s}, QJsonArray{u"3"_s}}));
    QCOMPARE(steps[1]["compute"_L1][0].toArray(), (QJsonArray{u"3a"_s, u"1b"_s}));
    QCOMPARE(steps[3]["compute"_L1][0].toArray(), (QJsonArray{u"1a"_s, u"3b"_s}));
    QVERIFY(steps[3]["transfers"_L1].toArray().isEmpty());
    QVERIFY(answer["pipelined"_L1].toDouble() < answer["naive"_L1].toDouble());
}

void TstSchedule::axesKeepTheirNames()
{
    const auto answer = json(u"--set coll.torus=2x4 --set coll.axes=Y --set coll.wrap=line"_s);
    QCOMPARE(answer["chips"_L1].toInt(), 4);
    QCOMPARE(answer["steps"_L1][0]["transfers"_L1][0]["axis"_L1].toString(), u"Y"_s);
    QCOMPARE(answer["topology"_L1].toString(), u"2×4, X open, Y open, along Y"_s);
    const auto shift = json(u"--set coll.torus=4x5 --set coll.axes=Y --set coll.wrap=ring --set coll.kind=permute "
                            "--set coll.from=all --set coll.to=+1"_s);
    QCOMPARE(shift["steps"_L1][0]["transfers"_L1][0]["axis"_L1].toString(), u"Y"_s);
    const auto pair = json(u"--set coll.torus=4x5 --set coll.wrap=ring --set coll.kind=permute --set coll.from=0,0 "
                           "--set coll.to=0,1 --set coll.direction=one"_s);
    QCOMPARE(pair["steps"_L1][0]["transfers"_L1][0]["axis"_L1].toString(), u"Y"_s);
}

/// 6 GPUs, 2 behind each switch: GPU 0 reaches GPU 1 through its switch and the four others over NICs. Each port lacks
/// 5/6 V. A domain takes in 4/6 V through two NICs of 50 GB/s, which takes longer than 1/2 V at 450 GB/s.
void TstSchedule::domainsAreTold()
{
    const auto answer = json(u"--set hw.chip=h100-sxm --set coll.torus=switch6/2 --set coll.bytes=600000000 "
                             "--set coll.clock=book"_s);
    const auto domains = answer["domains"_L1];
    QCOMPARE(domains["count"_L1].toInt(), 3);
    QCOMPARE(domains["gpus"_L1].toInt(), 2);
    QCOMPARE(domains["inside"_L1].toDouble(), 450e9);
    QCOMPARE(domains["nic"_L1].toDouble(), 50e9);
    QMap<QString, int> ways;
    for (const auto& transfer : answer["steps"_L1][0]["transfers"_L1].toArray())
        ++ways[transfer["axis"_L1].toString()];
    QCOMPARE(ways, (QMap<QString, int>{{u"switch"_s, 6}, {u"NICs"_s, 24}}));
    QVERIFY(std::abs(answer["time"_L1].toDouble() - 600e6 * 4 / 6 / 100e9) < 1e-9);
    QVERIFY(json(u"--set hw.chip=h100-sxm --set coll.torus=switch8"_s)["domains"_L1].isNull());
}

/// Pieces of two paths that leave a chip in the same step.
void TstSchedule::namesOfChunksDiffer()
{
    for (const auto& size : {u"2x2"_s, u"4x4"_s}) {
        const auto answer = json(u"--set coll.kind=permute --set coll.bytes=4000 --set coll.torus="_s + size);
        QSet<QString> sent;
        for (const auto& transfer : answer["steps"_L1][0]["transfers"_L1].toArray())
            for (const auto& chunk : transfer["chunks"_L1].toArray()) {
                QVERIFY2(!sent.contains(chunk.toString()), qPrintable(chunk.toString()));
                sent.insert(chunk.toString());
            }
        QVERIFY(sent.size() > 1);
    }
}

/// 512 elements of 2 B in 576 blocks: an empty block is not named.
void TstSchedule::chunksOfNoBytesAreNotNamed()
{
    const auto answer =
        json(u"--set coll.kind=all-to-all --set coll.torus=4x3x2 --set coll.bytes=1024 --set coll.algorithm=slots"_s);
    int named = 0;
    for (const auto& step : answer["steps"_L1].toArray())
        for (const auto& transfer : step["transfers"_L1].toArray()) {
            const auto chunks = transfer["chunks"_L1].toArray().size();
            QVERIFY(2 * chunks <= transfer["bytes"_L1].toInt());
            named += static_cast<int>(chunks);
        }
    QVERIFY(named > 0);
}

/// The last row of a matmul has no messages, and ends with everything.
void TstSchedule::stepsEndWithTheirMessages()
{
    const auto answer = json(u"--set coll.torus=4 --set coll.wrap=ring --set coll.kind=matmul-gather "
                             "--set coll.algorithm=halves"_s);
    const auto steps = answer["steps"_L1].toArray();
    QCOMPARE(steps.size(), 4);
    for (qsizetype t = 1; t < steps.size(); ++t)
        QVERIFY(steps[t]["end"_L1].toDouble() > steps[t - 1]["end"_L1].toDouble());
    QCOMPARE(steps[3]["end"_L1].toDouble(), answer["time"_L1].toDouble());
}

void TstSchedule::tableHasALineATransfer()
{
    const auto run = schedule(smallRing);
    QCOMPARE(run.exit, 0);
    const auto lines = run.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 3 + 2 * 8);
    QVERIFY2(lines[0].startsWith("all-gather on ring of 4: ring"), run.out.constData());
    QCOMPARE(lines[2].simplified(), QByteArray("step from to link op bytes chunks"));
    QVERIFY2(lines[3].simplified().startsWith("1 (0) (1) X+ copy 1.024 kB A₀a A₀b"), run.out.constData());
}

void TstSchedule::stepsCanBeChosen()
{
    const auto answer = json(smallRing + " --steps 2"_L1); // t counts from 0, steps from 1
    QCOMPARE(answer["steps"_L1].toArray().size(), 1);
    QCOMPARE(answer["steps"_L1][0]["t"_L1].toInt(), 1);
    QCOMPARE(json(smallRing + " --steps 1..2"_L1)["steps"_L1].toArray().size(), 2);
}

/// 13,824 chips send to both sides of three axes in each of 36 steps (24·3/2 hops): 82,944 transfers a step, so that
/// 12 steps have 995,328 and 13 have more than a million.
void TstSchedule::manyTransfersNeedAChoice()
{
    const auto cube = u"--set coll.torus=24x24x24 --set coll.wrap=ring --set coll.bytes=2^40"_s;
    const auto run = schedule(cube);
    QCOMPARE(run.exit, 2);
    QVERIFY2(run.messages.contains("--steps 1..12"), run.messages.constData());
    QVERIFY(run.out.isEmpty());
    const auto part = schedule(cube + u" --steps 2..36"_s);
    QVERIFY2(part.messages.contains("--steps 2..13"), part.messages.constData());
    QCOMPARE(schedule(cube + u" --steps 1..12"_s).out.count('\n'), 4 + 12 * 82'944); // two of words, a note, a head
}

/// All-to-all of 3,136 chips: 9,834,496 blocks. In time slots each step of an axis sends rows of them, tens of millions
/// in all, which no answer holds; it was 750 MB of text and 4.5 GB of memory.
void TstSchedule::oneStepMayBeTooMuch()
{
    const auto run = schedule(u"--set coll.torus=28x4x28 --set coll.kind=all-to-all --set coll.algorithm=slots "
                              "--steps 1 --json"_s);
    QCOMPARE(run.exit, 2);
    QVERIFY2(run.messages.contains("Step 1 has more") && run.messages.contains("coll.torus"), run.messages.constData());
    QVERIFY(run.out.isEmpty());
}

void TstSchedule::wrongSettingsAreRefused_data()
{
    QTest::addColumn<QString>("settings");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QByteArray>("names");
    QTest::newRow("an algorithm of another kind") << u"--set coll.algorithm=middle"_s << 2 << QByteArray("middle");
    QTest::newRow("a step behind the last") << smallRing + " --steps 3"_L1 << 1 << QByteArray("--steps 3");
    QTest::newRow("steps of none") << u"--set coll.torus=1 --steps 5..6"_s << 1
                                   << QByteArray("the collective has no steps");
    QTest::newRow("steps the wrong way round") << smallRing + " --steps 2..1"_L1 << 1 << QByteArray("2..1");
    QTest::newRow("a step before the first") << smallRing + " --steps 0"_L1 << 1 << QByteArray("steps 1 to 2");
    QTest::newRow("the example has as many steps") << smallRing + " --steps 1..7"_L1 << 1 << QByteArray("--steps 1..2");
    QTest::newRow("steps that are no numbers") << smallRing + " --steps some"_L1 << 1 << QByteArray("some");
    QTest::newRow("a chip outside of the torus")
        << u"--set coll.kind=permute --set coll.from=9,9"_s << 2 << QByteArray("coll.from");
    QTest::newRow("domains of none") << u"--set coll.torus=switch16/0"_s << 2 << QByteArray("switch16/2");
    QTest::newRow("a matmul through a switch")
        << u"--set coll.kind=matmul-gather --set coll.torus=switch8"_s << 2 << QByteArray("coll.torus is \"switch8\"");
    QTest::newRow("a matmul on two axes") << u"--set coll.kind=matmul-gather"_s << 2 << QByteArray("one axis");
}

void TstSchedule::wrongSettingsAreRefused()
{
    QFETCH(QString, settings);
    QFETCH(int, exit);
    QFETCH(QByteArray, names);
    const auto run = schedule(settings);
    QCOMPARE(run.exit, exit);
    QVERIFY2(run.messages.contains(names), run.messages.constData());
    QVERIFY(run.out.isEmpty());
}

ROOFLIGHT_TEST(TstSchedule)
#include "tst_schedule.moc"

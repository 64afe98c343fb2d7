// SPDX-License-Identifier: GPL-3.0-or-later
// Sums of whole kernels of Nsight Compute: what they are, and messages in the words of the file; points above their
// roof.
#include "core/field_support.h"
#include "core/io/measured_csv.h"
#include "core/scenario/fields.h"
#include "support/near.h"
#include "support/suite.h"

#include <fmt/format.h>

#include <string>
#include <tuple>

class TstMeasuredNsight : public QObject
{
    Q_OBJECT
private slots:
    void sumsAreThoseOfKernels_data();
    void sumsAreThoseOfKernels();
    void bytesWithoutAUnitAreAssumed_data();
    void bytesWithoutAUnitAreAssumed();
    void unitsOfRatesHaveTwoPrefixes();
    void otherUnitsAreNotAssumed();
    void kernelsWithoutATimeAreCounted();
    void sumsStandBehindManyMetrics();
    void refusesUnits_data();
    void refusesUnits();
    void refusesValues_data();
    void refusesValues();
    void refusesWhatLacks_data();
    void refusesWhatLacks();
    void pointsAboveTheirRoofAreToldWithTheReason_data();
    void pointsAboveTheirRoofAreToldWithTheReason();
    void aPointAboveMemoryNamesNearerMemory();
    void aMatmulIsNoVectorOperation();
    void rowsOfNoOperationAreLeftOut();
};

namespace
{

constexpr char fused[] = "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
               added[] = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum";
constexpr char longHead[] = "ID,Kernel Name,Metric Name,Metric Unit,Metric Value\n";

using tests::standard;

/// A raw page of time, bytes and FMAs, with the units and the cells below its head.
QByteArray page(const char* below)
{
    return QByteArray::fromStdString(
        fmt::format("ID,Kernel Name,gpu__time_duration.sum,dram__bytes.sum,{}\n{}\n", fused, below));
}

/// A row for each metric of kernel 0, FMAs the last in row 4.
QByteArray list(const char* time, const char* bytes)
{
    return QByteArray::fromStdString(fmt::format(
        "{}0,k,gpu__time_duration.sum,{}\n0,k,dram__bytes.sum,{}\n0,k,{},inst,5000\n", longHead, time, bytes, fused));
}

} // namespace

void TstMeasuredNsight::sumsAreThoseOfKernels_data()
{
    QTest::addColumn<QByteArray>("csv");
    // 2 x 1e9 FLOPs in 10 us; 2e9 over 1e8 bytes. Executions of a cycle say nothing about a kernel of unknown clock.
    // "*" stands for ...ffma_pred_on.sum.
    const auto both = [](QByteArray heads, const char* units, const char* cells) -> QByteArray {
        heads.replace("*", fused);
        return "ID,Kernel Name,gpu__time_duration.sum,dram__bytes.sum," + heads + "\n,,us,Mbyte," + units +
               "\n0,k1,10,100," + cells + '\n';
    };
    QTest::newRow("alone") << both("*", "inst", "\"1,000,000,000\"");
    QTest::newRow("beside executions of a cycle, these first")
        << both("*.per_cycle_elapsed,*", "inst/cycle,inst", "5,1000000000");
    QTest::newRow("beside executions of a cycle, these last")
        << both("*,*.per_cycle_elapsed", "inst,inst/cycle", "1000000000,5");
    QTest::newRow("beside FLOPs of a cycle")
        << both("*,derived__smsp__sass_thread_inst_executed_op_ffma_pred_on_x2", "inst,", "1000000000,10");
    QTest::newRow("beside a clock") << both("*,smsp__cycles_elapsed.avg.per_second", "inst,Ghz", "1000000000,1.5");
    QTest::newRow("behind another time")
        << QByteArray("ID,gpu__time_duration_measured_user.sum,Kernel Name,gpu__time_duration.sum,dram__bytes.sum,") +
               fused + "\n,us,,us,Mbyte,inst\n0,70,k1,10,100,1000000000\n";
    QTest::newRow("units in the head") << QByteArray(
        QByteArray("Kernel Name,gpu__time_duration.sum [us],dram__bytes.sum [Mbyte],* (inst)\nk1,10,100,1000000000\n")
            .replace("*", fused));
    QTest::newRow("a unit in the head, the others below it") << QByteArray(
        QByteArray("Kernel Name,gpu__time_duration.sum [us],dram__bytes.sum,*\n,,Mbyte,inst\nk1,10,100,1000000000\n")
            .replace("*", fused));
}

void TstMeasuredNsight::sumsAreThoseOfKernels()
{
    QFETCH(QByteArray, csv);
    const auto found = core::readMeasured(csv.toStdString(), standard(), "m.csv");
    QVERIFY2(found, found ? "" : found.error().text.c_str());
    QCOMPARE(found->points.size(), std::size_t(1));
    QCOMPARE(QByteArray::fromStdString(found->points[0].name), QByteArray("k1 fp32"));
    COMPARE_NEAR(found->points[0].rate, 2e14, 1e-12);
    COMPARE_NEAR(found->points[0].intensity, 20., 1e-12);
    QVERIFY2(found->note.find("assumed") == std::string::npos, found->note.c_str());
}

void TstMeasuredNsight::bytesWithoutAUnitAreAssumed_data()
{
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QByteArray>("note");
    QTest::newRow("an empty cell") << page(",,us,,inst\n0,k,10,4000,5000")
                                   << QByteArray("In m.csv row 2 gives dram__bytes.sum no unit: bytes are assumed.");
    QTest::newRow("no row of units") << page("0,k,10,4000,5000").replace(".sum,dram", ".sum [us],dram")
                                     << QByteArray("In m.csv no row of units follows row 1: bytes are assumed.");
    QTest::newRow("a row a metric") << list("us,10", ",4000")
                                    << QByteArray("In m.csv row 3 gives dram__bytes.sum no unit: bytes are assumed.");
}

/// 2 x 5,000 FLOPs over 4,000 bytes.
void TstMeasuredNsight::bytesWithoutAUnitAreAssumed()
{
    QFETCH(QByteArray, csv);
    QFETCH(QByteArray, note);
    const auto found = core::readMeasured(csv.toStdString(), standard(), "m.csv");
    QVERIFY2(found, found ? "" : found.error().text.c_str());
    COMPARE_NEAR(found->points[0].intensity, 2.5, 1e-12);
    QCOMPARE(QByteArray::fromStdString(found->note), note);
}

/// Of a kernel that a clock times, its sums are not read, nor their units. A unit may be said twice, in other words.
/// 1e9 cycles a second, 2 x 3 FLOPs a cycle.
void TstMeasuredNsight::otherUnitsAreNotAssumed()
{
    const std::string csv = fmt::format("ID,Kernel Name,dram__bytes.sum.per_second,smsp__cycles_elapsed.avg.per_second "
                                        "[Ghz],{0}.per_cycle_elapsed,gpu__time_duration.sum,dram__bytes.sum,{0}\n"
                                        ",,Gbyte/second,cycle/nsecond,inst/cycle,us,,kilo\n0,k,2,1,3,10,4000,5000\n",
                                        fused);
    const auto found = core::readMeasured(csv, standard(), "m.csv");
    QVERIFY2(found, found ? "" : found.error().text.c_str());
    COMPARE_NEAR(found->points[0].rate, 6e9, 1e-12);
    COMPARE_NEAR(found->points[0].intensity, 3., 1e-12);
    QVERIFY2(found->note.empty(), found->note.c_str());
}

void TstMeasuredNsight::kernelsWithoutATimeAreCounted()
{
    const auto clocked = core::readMeasured(
        fmt::format("ID,Kernel Name,dram__bytes.sum.per_second,smsp__cycles_elapsed.avg.per_second,{}"
                    ".per_cycle_elapsed\n,,byte/second,Ghz,inst/cycle\n0,a,5,0,3\n",
                    fused),
        standard(), "m.csv");
    QVERIFY(!clocked);
    QCOMPARE(clocked.error().text, "m.csv, row 3, column smsp__cycles_elapsed.avg.per_second: the time or clock of the "
                                   "kernel is 0, so it has no rate. Measure it anew, or leave it out.");
    const auto found = core::readMeasured(page(",,us,byte,inst\n0,a,0,4000,5000\n1,b,10,4000,5000").toStdString(),
                                          standard(), "m.csv");
    QVERIFY2(found, found ? "" : found.error().text.c_str());
    QCOMPARE(found->points.size(), std::size_t(1));
    QCOMPARE(found->note, "1 row of m.csv is left out for a time or a clock of 0, the first in row 3, column "
                          "gpu__time_duration.sum.");
}

/// 10,000 FLOPs in 10 us.
void TstMeasuredNsight::sumsStandBehindManyMetrics()
{
    std::string csv = longHead;
    for (int i = 0; i < 600; ++i)
        csv += fmt::format("0,k,other__metric_{}.sum,,1\n", i);
    csv += list("us,10", "byte,4000").mid(sizeof longHead - 1).toStdString();
    const auto found = core::readMeasured(csv, standard(), "m.csv");
    QVERIFY2(found, found ? "" : found.error().text.c_str());
    COMPARE_NEAR(found->points[0].rate, 1e9, 1e-12);
}

/// 1 cycle/ns and 1 FMA a cycle are 2 GFLOP/s; a kilobyte a microsecond is 1 GB/s.
void TstMeasuredNsight::unitsOfRatesHaveTwoPrefixes()
{
    for (const QByteArray unit : {"Gbyte/second", "GB/s", "Kbyte/usecond", "byte/ns"}) {
        const auto found = core::readMeasured(
            ("ID,Kernel Name,Metric Name,Metric Unit,Metric Value\n0,a,other,%,5\n"
             "0,a,smsp__cycles_elapsed.avg.per_second,cycle/nsecond,1\n"
             "0,a,smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed,inst/cycle,1\n"
             "0,a,dram__bytes.sum.per_second," +
             unit + ",1\n")
                .toStdString(),
            standard(), "m.csv");
        QVERIFY2(found, found ? "" : found.error().text.c_str());
        COMPARE_NEAR(found->points.front().intensity, 2.0, 1e-12);
    }
}

void TstMeasuredNsight::refusesValues_data()
{
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("a time that is none")
        << page(",,us,Mbyte,inst\n0,k,abc,100,5000")
        << QByteArray("m.csv, row 3, column gpu__time_duration.sum: \"abc\" is no positive number");
    QTest::newRow("a time that is none, with its unit in the head")
        << page("0,k,abc,100,5000").replace(".sum,dram", ".sum [us],dram")
        << QByteArray("m.csv, row 2, column gpu__time_duration.sum [us]: \"abc\" is no positive number");
    QTest::newRow("bytes below 0") << page(",,us,Mbyte,inst\n0,k,10,-100,5000")
                                   << QByteArray("row 3, column dram__bytes.sum: \"-100\" is no positive number");
    QTest::newRow("bytes below 0, a row a metric")
        << list("us,10", "Mbyte,-100")
        << QByteArray("row 3, column metric value of dram__bytes.sum: \"-100\" is no positive number");
    QTest::newRow("measured twice") << list("us,10", "Mbyte,100") + "0,k,gpu__time_duration.sum,us,11\n"
                                    << QByteArray("m.csv, rows 2 and 5, column metric value of gpu__time_duration.sum: "
                                                  "a kernel is measured twice; keep one of both rows.");
    QTest::newRow("no time passed")
        << page(",,us,Mbyte,inst\n0,k,0,100,5000")
        << QByteArray("m.csv, row 3, column gpu__time_duration.sum: the time or clock of the kernel is 0, so it "
                      "has no rate.");
    QTest::newRow("an empty cell") << page(",,us,Mbyte,inst\n0,k,,100,5000")
                                   << QByteArray("row 3, column gpu__time_duration.sum: the cell is empty. Export "
                                                 "cycles or time, bytes and FLOPs of each kernel.");
    QTest::newRow("a plain table's time")
        << QByteArray("name,flops,bytes,gpu__time_duration.sum\n,,,us\nk,8e9,2e7,-40\n")
        << QByteArray("row 3, column gpu__time_duration.sum: \"-40\" is no positive number");
}

void TstMeasuredNsight::refusesWhatLacks_data()
{
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("no bytes") << page(",,us,Mbyte,inst\n0,k,10,100,5000").replace("dram__bytes.sum", "other")
                              << QByteArray("m.csv has sums of whole kernels and lacks dram__bytes.sum; export "
                                            "--metrics gpu__time_duration.sum,dram__bytes.sum with");
    QTest::newRow("no time") << page(",,us,Mbyte,inst\n0,k,10,100,5000").replace("gpu__time_duration.sum", "other")
                             << QByteArray("m.csv has sums of whole kernels and lacks gpu__time_duration.sum; export");
    QTest::newRow("no counts") << page(",,us,Mbyte,inst\n0,k,10,100,5000").replace(fused, "other")
                               << QByteArray("m.csv has sums of whole kernels and lacks counts of FLOPs; export");
    QTest::newRow("executions of a cycle without a clock")
        << page(",,us,Mbyte,inst/cycle\n0,k,10,100,5").replace(fused, QByteArray(fused) + ".per_cycle_elapsed")
        << QByteArray("lacks smsp__cycles_elapsed.avg.per_second");
    QTest::newRow("some of a cycle, some of a kernel")
        << QByteArray("ID,Kernel Name,gpu__time_duration.sum,dram__bytes.sum,") + fused + ',' + added +
               ".per_cycle_elapsed\n,,us,Mbyte,inst,inst/cycle\n0,k,10,100,5000,500\n"
        << QByteArray("m.csv counts ") + added +
               " of a cycle alone and lacks smsp__cycles_elapsed.avg.per_second; "
               "export " +
               added + ", as of the others.";
    QTest::newRow("additions alone") << page(",,us,Mbyte,inst\n0,k,10,100,5000").replace(fused, added)
                                     << QByteArray("counts additions or products in fp32 and lacks ") + fused +
                                            "; export it too";
}

void TstMeasuredNsight::refusesWhatLacks() { refusesValues(); }

void TstMeasuredNsight::refusesUnits_data()
{
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("MiB") << page(",,us,MiB,inst\n0,k,10,100,5000")
                         << QByteArray("m.csv, row 2, column dram__bytes.sum: the unit \"MiB\" is not known; give one "
                                       "such as Mbyte.");
    QTest::newRow("bytes a second") << page(",,us,Mbyte/second,inst\n0,k,10,100,5000")
                                    << QByteArray("column dram__bytes.sum: the unit \"Mbyte/second\" does not fit");
    QTest::newRow("cycles of bytes") << page(",,us,cycle,inst\n0,k,10,100,5000")
                                     << QByteArray("m.csv, row 2, column dram__bytes.sum: the unit \"cycle\" does not "
                                                   "fit; give one such as Mbyte.");
    QTest::newRow("bytes of FLOPs") << page(",,us,Mbyte,byte\n0,k,10,100,5000")
                                    << QByteArray("row 2, column ") + fused +
                                           ": the unit \"byte\" does not fit; give one such as inst.";
    QTest::newRow("two units of a time")
        << page(",,us,Mbyte,inst\n0,k,10,100,5000").replace(".sum,dram", ".sum [ms],dram")
        << QByteArray("m.csv, row 2, column gpu__time_duration.sum [ms]: the unit \"us\" is not that of the head; "
                      "keep one of both.");
    QTest::newRow("two times")
        << page(",ns,,us,Mbyte,inst\n0,999,k,10,100,5000").replace("ID,", "ID,gpu__time_duration.max,")
        << QByteArray("m.csv, row 1: gpu__time_duration.max and gpu__time_duration.sum are both "
                      "durations; keep one of them.");
    QTest::newRow("bytes in two units")
        << page(",,us,Mbyte,,inst\n0,k,10,100,5,5000").replace(".sum,smsp", ".sum,dram__bytes.sum [Gbyte],smsp")
        << QByteArray("row 1: dram__bytes.sum and dram__bytes.sum [gbyte] are one metric; keep one of them");
    QTest::newRow("two times, a row a metric")
        << list("us,10", "Mbyte,100") + "0,k,gpu__time_duration.avg,us,11\n"
        << QByteArray("row 5: metric value of gpu__time_duration.sum and gpu__time_duration.avg are both durations");
    for (const auto& [units, word, fitting] :
         {std::tuple("Gbyte/second,Gbyte/second,inst/cycle", "Gbyte/second", "cycle/nsecond"),
          std::tuple("cycle/nsecond,cycle/nsecond,inst/cycle", "cycle/nsecond", "Gbyte/second"),
          std::tuple("Ghz,Gbyte/cycle,inst/cycle", "Gbyte/cycle", "Gbyte/second"),
          std::tuple("Ghz,Gbyte/second,inst/second", "inst/second", "inst/cycle")})
        QTest::addRow("rates in %s", units)
            << QByteArray::fromStdString(fmt::format("ID,Kernel Name,smsp__cycles_elapsed.avg.per_second,"
                                                     "dram__bytes.sum.per_second,{}.per_cycle_elapsed\n,,{}\n0,k,1.4,"
                                                     "500,1000\n",
                                                     fused, units))
            << QByteArray::fromStdString(
                   fmt::format("the unit \"{}\" does not fit; give one such as {}.", word, fitting));
    QTest::newRow("kilo") << page(",,us,Mbyte,kilo\n0,k,10,100,5000")
                          << QByteArray("row 2, column ") + fused +
                                 ": the unit \"kilo\" is not known; give one such as inst.";
    QTest::newRow("parsec") << page(",,parsec,Mbyte,inst\n0,k,10,100,5000")
                            << QByteArray("m.csv, row 2, column gpu__time_duration.sum: the unit \"parsec\" is not "
                                          "known; give one such as usecond.");
    QTest::newRow("parsec of a plain table")
        << QByteArray("name,flops,bytes,gpu__time_duration.sum\n,,,parsec\nk,8e9,2e7,40\n")
        << QByteArray("row 2, column gpu__time_duration.sum: the unit \"parsec\" is not known");
    QTest::newRow("parsec, a row a metric")
        << list("parsec,10", "byte,4000")
        << QByteArray("row 2, column metric unit of gpu__time_duration.sum: the unit \"parsec\" is not known");
    QTest::newRow("a time without a unit, a row a metric")
        << list(",10", "byte,4000")
        << QByteArray("row 2, column metric unit of gpu__time_duration.sum: the cell is empty; give a unit such as "
                      "usecond.");
}

void TstMeasuredNsight::refusesUnits() { refusesValues(); }

void TstMeasuredNsight::refusesValues()
{
    QFETCH(QByteArray, csv);
    QFETCH(QByteArray, words);
    const auto found = core::readMeasured(csv.toStdString(), standard(), "m.csv");
    QVERIFY(!found);
    QVERIFY2(QByteArray::fromStdString(found.error().text).contains(words), found.error().text.c_str());
}

void TstMeasuredNsight::pointsAboveTheirRoofAreToldWithTheReason_data()
{
    QTest::addColumn<QByteArray>("points");
    QTest::addColumn<QByteArray>("note");
    QTest::newRow("below") << QByteArray("a,1000,4e14\n") << QByteArray();
    // 900 / 459 = 1.96; its int8 math is twice as fast.
    QTest::newRow("another format") << QByteArray("a,1000,4e14\nb,1000,9e14\n")
                                    << QByteArray("m.csv, row 3: 1.96 times what the bf16 MXU roof allows; the chip "
                                                  "reaches that in int8, so look at the formats of the operation.");
    // 2,000 / 459 = 4.36
    QTest::newRow("another chip") << QByteArray("a,1000,2e15\nb,1000,1e15\n")
                                  << QByteArray("m.csv, row 2, and 1 more above their roof: 4.36 times what the bf16 "
                                                "MXU roof allows; no math of this chip is that fast, so look at the "
                                                "chip and at the units of the columns.");
    // 4e17 / 4.59e14 = 871
    QTest::newRow("another unit") << QByteArray("a,1000,4e17\n")
                                  << QByteArray("m.csv, row 2: 871 times what the bf16 MXU roof allows; look at the "
                                                "units of its columns.");
}

/// TPU v5p: 459 TFLOP/s in bf16, 918 in int8.
void TstMeasuredNsight::pointsAboveTheirRoofAreToldWithTheReason()
{
    QFETCH(QByteArray, points);
    QFETCH(QByteArray, note);
    const auto text = "name,intensity,flop_per_s\n" + points.toStdString();
    const auto found = core::readMeasured(text, standard(), "m.csv");
    QVERIFY2(found, found ? "" : found.error().text.c_str());
    QCOMPARE(found->note, note.toStdString());
}

/// 10 FLOPs a byte at 2.8 TB/s or less: 2.8e13 FLOP/s, not 1e14.
void TstMeasuredNsight::aPointAboveMemoryNamesNearerMemory()
{
    const auto found = core::readMeasured("intensity,flop_per_s\n10,1e14\n", standard(), "m.csv");
    QVERIFY(found);
    QVERIFY2(found->note.find("times what the HBM roof allows; its bytes may have come from a nearer memory") !=
                 std::string::npos,
             found->note.c_str());
}

/// Sums of two arrays on the VPU of v5p, 14.3 TFLOP/s; its MXU has 459.
void TstMeasuredNsight::aMatmulIsNoVectorOperation()
{
    auto s = standard();
    QVERIFY(core::setField(s, "op.kind", std::string("elementwise")));
    const auto found = core::readMeasured("intensity,flop_per_s\n1000,4e14\n", s, "m.csv");
    QVERIFY(found);
    QVERIFY2(found->note.ends_with("the matrix unit reaches that, so look at which operation the row belongs to."),
             found->note.c_str());
}

/// Operation 2 has 8 experts visited of 4; a point with numbers of its own stays. "x" is a sign that keyboards have.
void TstMeasuredNsight::rowsOfNoOperationAreLeftOut()
{
    auto s = standard();
    for (const auto& [field, value] : {std::pair("op.k@2", 8.), {"op.E@2", 4.}})
        QVERIFY(core::setField(s, field, value));
    QVERIFY(core::setField(s, "op.kind@2", std::string("moe")));
    const auto found = core::readMeasured("operation,time_s\n1,1e-3\n2,1e-3\n", s, "m.csv");
    QVERIFY2(found, found ? "" : found.error().text.c_str());
    QCOMPARE(found->points.size(), 1U);
    QVERIFY2(found->note.starts_with("1 row of m.csv is left out, as the operation means nothing, the first in row 3."),
             found->note.c_str());
    const auto none = core::readMeasured("operation,time_s\n2,1e-3\n", s, "m.csv");
    QVERIFY(!none);
    QVERIFY2(none.error().text.starts_with("m.csv, row 2: the operation means nothing: Tokens visit 8 experts, but "),
             none.error().text.c_str());
    const auto own = core::readMeasured("operation,intensity,flop_per_s\n2,5,1e12\n", s, "m.csv");
    QVERIFY2(own && own->points.size() == 1, own ? "" : own.error().text.c_str());
    const auto typed = core::readMeasured("operation,time_s\nmatmul 512x8192x8192 bf16,1e-3\n", standard(), "m.csv");
    QVERIFY2(typed && typed->points[0].operation == 1, typed ? "" : typed.error().text.c_str());
}

ROOFLIGHT_TEST(TstMeasuredNsight)
#include "tst_measured_nsight.moc"

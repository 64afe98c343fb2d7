// SPDX-License-Identifier: GPL-3.0-or-later
// Points of plain tables, of Nsight Compute and of an XLA profile; what cannot be read is named by row and column.
#include "core/field_support.h"
#include "core/io/measured_csv.h"
#include "support/near.h"
#include "support/suite.h"

#include <fmt/format.h>

#include <tuple>

class TstMeasuredCsv : public QObject
{
    Q_OBJECT
private slots:
    void readsPoints_data();
    void readsPoints();
    void timesAreThoseOfAnOperation();
    void eachValueHasItsUnit();
    void namesMayBeOperations();
    void rowsWithoutFlopsAreCounted();
    void missingCellsOfKernelsAreNamed();
    void whatIsAssumedIsSaid();
    void eachMetricWithoutAUnitIsNamed();
    void refuses_data();
    void refuses();
    void refusesKernels_data();
    void refusesKernels();
    void refusesFormsAndContradictions_data();
    void refusesFormsAndContradictions();
};

namespace
{

using tests::standard;

} // namespace

void TstMeasuredCsv::readsPoints_data()
{
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<double>("intensity");
    QTest::addColumn<double>("rate");
    QTest::newRow("rate and intensity") << QByteArray("# run 7\nname,TFLOP_per_s,intensity\n\"up, gated\",310.5,455\n")
                                        << QByteArray("up, gated") << 455. << 310.5e12;
    // 8e12 FLOPs in 40 ms; 8e12 over 2e10 bytes.
    QTest::newRow("time, FLOPs and bytes")
        << QByteArray("\xEF\xBB\xBFname,time_ms,flops,bytes\r\nk,40,8e12,2e10\r\n") << QByteArray("k") << 400. << 2e14;
    // (100 + 0 + 9,900) FLOPs a cycle at 1.5 cycles a ns: 1.5e13 FLOP/s; over 0.5 TB/s: 30.
    // Tensor cores: 1e6 FLOPs a cycle at 1.5 cycles a ns: 1.5e15 FLOP/s; over 3 TB/s: 500.
    QTest::newRow("metrics of Nsight Compute, one in a row")
        << QByteArray("==PROF== Connected\n\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
                      "\"0\",\"gemm\",\"dram__bytes.sum.per_second\",\"Tbyte/second\",\"3\"\n"
                      "\"0\",\"gemm\",\"smsp__cycles_elapsed.avg.per_second\",\"cycle/nsecond\",\"1.5\"\n"
                      "\"0\",\"gemm\",\"sm__ops_path_tensor_src_bf16_dst_fp32.sum.per_cycle_elapsed\",\"1/cycle\","
                      "\"1,000,000\"\n")
        << QByteArray("gemm bf16 tensor") << 500. << 1.5e15;
    QTest::newRow("a raw page of Nsight Compute")
        << QByteArray("==PROF== Connected\n"
                      "\"ID\",\"Kernel Name\",\"dram__bytes.sum.per_second\",\"smsp__cycles_elapsed.avg.per_second\","
                      "\"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum.per_cycle_elapsed\","
                      "\"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum.per_cycle_elapsed\","
                      "\"derived__smsp__sass_thread_inst_executed_op_ffma_pred_on_x2\"\n"
                      "\"\",\"\",\"Gbyte/second\",\"cycle/nsecond\",\"inst/cycle\",\"inst/cycle\",\"\"\n"
                      "\"0\",\"sgemm(float*, float*)\",\"500\",\"1.5\",\"100\",\"0\",\"9,900\"\n")
        << QByteArray("sgemm(float*, float*) fp32") << 30. << 1.5e13;
    // 2 x 9,000 + 100 + 0 FLOPs a cycle at 1 cycle a ns: 1.81e13 FLOP/s; over 0.5 TB/s: 36.2.
    QTest::newRow("FMA of Nsight Compute as executions")
        << QByteArray("\"ID\",\"Kernel Name\",\"dram__bytes.sum.per_second\",\"smsp__cycles_elapsed.avg.per_second\","
                      "\"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum.per_cycle_elapsed\","
                      "\"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed\","
                      "\"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum.per_cycle_elapsed\"\n"
                      "\"\",\"\",\"Gbyte/second\",\"cycle/nsecond\",\"inst/cycle\",\"inst/cycle\",\"inst/cycle\"\n"
                      "\"0\",\"sgemm\",\"500\",\"1\",\"100\",\"9,000\",\"0\"\n")
        << QByteArray("sgemm fp32") << 36.2 << 1.81e13;
    QTest::newRow("flops_per_s") << QByteArray("name,flops_per_s,intensity\nk,2e14,400\n") << QByteArray("k") << 400.
                                 << 2e14;
    // 8e9 FLOPs in 40 us; 8e9 over 2e7 bytes.
    QTest::newRow("a duration with a row of units")
        << QByteArray("name,flops,bytes,gpu__time_duration.sum\n,,,usecond\nk,8e9,2e7,40\n") << QByteArray("k") << 400.
        << 2e14;
    QTest::newRow("a duration with its unit")
        << QByteArray("kernel,flops,bytes,gpu__time_duration.sum [us]\nk,8e9,2e7,40\n") << QByteArray("k") << 400.
        << 2e14;
    QTest::newRow("tflops without a time")
        << QByteArray("kernel,TFLOPS,intensity\nk,200,400\n") << QByteArray("k") << 400. << 2e14;
    QTest::newRow("an XLA profile")
        << QByteArray("Rank,Operation,Normalized FLOP Rate (GFLOP/s),Operational Intensity (FLOP/Byte)\n"
                      "1,fusion.12,\"150,000\",300\n")
        << QByteArray("fusion.12") << 300. << 1.5e14;
}

void TstMeasuredCsv::readsPoints()
{
    QFETCH(QByteArray, csv);
    QFETCH(QByteArray, name);
    QFETCH(double, intensity);
    QFETCH(double, rate);
    const auto found = core::readMeasured(csv.toStdString(), standard(), "m.csv");
    QVERIFY2(found, found ? "" : found.error().text.c_str());
    QCOMPARE(found->points.size(), std::size_t(1));
    QCOMPARE(QByteArray::fromStdString(found->points[0].name), name);
    COMPARE_NEAR(found->points[0].intensity, intensity, 1e-12);
    COMPARE_NEAR(found->points[0].rate, rate, 1e-12);
}

void TstMeasuredCsv::timesAreThoseOfAnOperation()
{
    const auto found = core::readMeasured("operation,time_us\n1,200\n\"matmul 512\xC3\x97"
                                          "8192\xC3\x97"
                                          "8192 bf16\",250\n",
                                          standard(), "m.csv");
    QVERIFY2(found, found ? "" : found.error().text.c_str());
    QCOMPARE(found->points.size(), std::size_t(2));
    QVERIFY(found->points[0].operation == 1 && found->points[1].operation == 1);
    COMPARE_NEAR(found->points[1].seconds, 250e-6, 1e-12);
    const auto named = core::readMeasured("kernel,operation,time_us\ngemm_kernel,1.0,200\n", standard(), "m.csv");
    QVERIFY2(named, named ? "" : named.error().text.c_str());
    QCOMPARE(named->points[0].name, std::string("gemm_kernel"));
    QCOMPARE(named->points[0].operation, std::size_t(1));
}

/// Nsight Compute chooses a unit for each value: 2 Gbyte/second and 500 Mbyte/second, 10 FLOPs a cycle at 1 Ghz.
void TstMeasuredCsv::eachValueHasItsUnit()
{
    std::string csv = "ID,Kernel Name,Metric Name,Metric Unit,Metric Value\n";
    for (const auto& [id, unit, bytes] : {std::tuple("0", "Gbyte/second", "2"), std::tuple("1", "Mbyte/second", "500")})
        csv += fmt::format("{0},k,dram__bytes.sum.per_second,{1},{2}\n{0},k,smsp__cycles_elapsed.avg.per_second,Ghz,1\n"
                           "{0},k,sm__ops_path_tensor_src_bf16_dst_fp32.sum.per_cycle_elapsed,inst/cycle,10\n",
                           id, unit, bytes);
    const auto found = core::readMeasured(csv, standard(), "m.csv");
    QVERIFY2(found, found ? "" : found.error().text.c_str());
    QCOMPARE(found->points.size(), std::size_t(2));
    COMPARE_NEAR(found->points[0].intensity, 5., 1e-12);
    COMPARE_NEAR(found->points[1].intensity, 20., 1e-12);
}

/// A name that an operation of the list has needs no intensity; two that share it take the rows in their order.
void TstMeasuredCsv::namesMayBeOperations()
{
    auto s = standard();
    const std::string name = "matmul 512×8192×8192 bf16", csv = "name,tflops\n" + name + ",200\n";
    const auto found = core::readMeasured(csv, s, "m.csv");
    QVERIFY2(found, found ? "" : found.error().text.c_str());
    QCOMPARE(found->points.front().operation, std::size_t(1));
    COMPARE_NEAR(found->points.front().rate, 2e14, 1e-12);
    s.ops.push_back(s.op);
    const auto two = core::readMeasured(csv + name + ",100\n", s, "m.csv");
    QVERIFY(two && two->points[0].operation == 1 && two->points[1].operation == 2);
    QVERIFY2(two->note.starts_with("Rows called \"matmul"), two->note.c_str());
}

void TstMeasuredCsv::rowsWithoutFlopsAreCounted()
{
    const auto found = core::readMeasured(
        "operation,measured_flop_rate,operational_intensity\ncopy.1,0,0\nfusion.1,9,2\nTotal,7,2\nAverage,8,2\n",
        standard(), "m.csv");
    QVERIFY(found);
    QCOMPARE(found->points.size(), std::size_t(1));
    QCOMPARE(found->skipped.noFlops.count, std::size_t(1));
    QCOMPARE(found->skipped.summaries.count, std::size_t(2));
    QCOMPARE(found->note, "1 row of m.csv without FLOPs has no place on a roofline. 2 rows of m.csv are totals or "
                          "averages and left out.");
}

/// Of three kernels one has all cells, one no bytes and one no products beside its additions.
void TstMeasuredCsv::missingCellsOfKernelsAreNamed()
{
    const std::string head = "ID,Kernel Name,dram__bytes.sum.per_second,smsp__cycles_elapsed.avg.per_second,"
                             "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum.per_cycle_elapsed,"
                             "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed\n";
    const auto found = core::readMeasured(head + "0,a,5,1,3,4\n1,b,,1,3,4\n2,c,5,1,3,\n", standard(), "m.csv");
    QVERIFY2(found, found ? "" : found.error().text.c_str());
    QCOMPARE(found->points.size(), std::size_t(1));
    QVERIFY(found->skipped.emptyCell.count == 2 && found->skipped.noFlops.count == 0);
    QVERIFY2(found->note.starts_with("2 rows of m.csv are left out for an empty cell, the first in row 3, column "
                                     "dram__bytes.sum.per_second. In m.csv no row of units follows row 1"),
             found->note.c_str());
    const auto none = core::readMeasured(head + "2,c,5,1,3,\n", standard(), "m.csv");
    QVERIFY(!none);
    QCOMPARE(none.error().text,
             "m.csv, row 2, column smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed: the cell is "
             "empty. Export cycles or time, bytes and FLOPs of each kernel.");
}

/// 5 bytes and 1 cycle a second, 3 + 2 * 4 FLOPs a cycle: 11 FLOP/s and 2.2 FLOP/byte, and a word about it. Of a kernel
/// without bytes likewise; with units nothing is said.
void TstMeasuredCsv::whatIsAssumedIsSaid()
{
    const std::string head = "ID,Kernel Name,dram__bytes.sum.per_second,smsp__cycles_elapsed.avg.per_second,"
                             "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum.per_cycle_elapsed,"
                             "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed\n";
    const auto found = core::readMeasured(head + "0,a,5,1,3,4\n1,b,0,1,3,4\n", standard(), "m.csv");
    QVERIFY2(found, found ? "" : found.error().text.c_str());
    COMPARE_NEAR(found->points.front().intensity, 2.2, 1e-12);
    QCOMPARE(found->note,
             "1 row of m.csv is left out for 0 bytes of DRAM, the first in row 3, column "
             "dram__bytes.sum.per_second. In m.csv no row of units follows row 1: cycles a second and bytes "
             "a second are assumed.");
    const auto cycles =
        core::readMeasured(head + ",,byte/second,,inst/cycle,inst/cycle\n0,a,5,1,3,4\n", standard(), "m");
    QVERIFY2(cycles, cycles ? "" : cycles.error().text.c_str());
    QCOMPARE(cycles->note,
             "In m row 2 gives smsp__cycles_elapsed.avg.per_second no unit: cycles a second are assumed.");
    const auto united = core::readMeasured(head + ",,byte/second,cycle/second,inst/cycle,inst/cycle\n0,a,5,1,3,4\n",
                                           standard(), "m.csv");
    QVERIFY2(united, united ? "" : united.error().text.c_str());
    QVERIFY2(united->note.empty(), united->note.c_str());
}

/// In rows of metrics: the first row of each that has none.
void TstMeasuredCsv::eachMetricWithoutAUnitIsNamed()
{
    const std::string head = "ID,Kernel Name,Metric Name,Metric Unit,Metric Value\n"
                             "0,a,smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed,inst/cycle,1\n"
                             "0,a,smsp__cycles_elapsed.avg.per_second,,1\n";
    const auto both = core::readMeasured(head + "0,a,dram__bytes.sum.per_second,,5\n1,b,dram__bytes.sum.per_second,,5\n"
                                                "1,b,smsp__cycles_elapsed.avg.per_second,,1\n",
                                         standard(), "m");
    QVERIFY2(both, both ? "" : both.error().text.c_str());
    QVERIFY2(
        both->note.ends_with("In m row 3 gives smsp__cycles_elapsed.avg.per_second no unit, row 4 gives "
                             "dram__bytes.sum.per_second no unit: cycles a second and bytes a second are assumed."),
        both->note.c_str());
    const auto one = core::readMeasured(head + "0,a,dram__bytes.sum.per_second,byte/second,5\n", standard(), "m");
    QVERIFY2(one, one ? "" : one.error().text.c_str());
    QCOMPARE(one->note, "In m row 3 gives smsp__cycles_elapsed.avg.per_second no unit: cycles a second are assumed.");
}

constexpr char nsightKernel[] =
    "ID,Kernel Name,Metric Name,Metric Unit,Metric Value\n"
    "0,a,smsp__cycles_elapsed.avg.per_second,cycle/nsecond,1\n"
    "0,a,smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed,inst/cycle,1\n";

void TstMeasuredCsv::refuses_data()
{
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("nothing") << QByteArray() << QByteArray("m.csv has no rows");
    QTest::newRow("no rate") << QByteArray("name,intensity\na,1\n")
                             << QByteArray("row 1: no column holds a rate or a time; give flop_per_s");
    QTest::newRow("no place") << QByteArray("name,time_us\na,1\n") << QByteArray("no column holds an intensity");
    QTest::newRow("a word") << QByteArray("name,flop_per_s,intensity\na,1e12,2\nb,fast,2\n")
                            << QByteArray("m.csv, row 3, column flop_per_s: \"fast\" is no positive number");
    QTest::newRow("below 0") << QByteArray("name,flop_per_s,intensity\na,1e12,-2\n")
                             << QByteArray("row 2, column intensity: \"-2\"");
    QTest::newRow("thousands below 0") << QByteArray("name,time_ms,flops,bytes\na,\"-1,234\",1e12,1e9\n")
                                       << QByteArray("\"-1,234\" is no positive number");
    QTest::newRow("a cell too few") << QByteArray("name,flop_per_s,intensity\na,1e12\n")
                                    << QByteArray("row 2, column intensity: the cell is empty; give a number");
    QTest::newRow("another operation") << QByteArray("operation,time_us\n2,5\n")
                                       << QByteArray("row 2, column operation: \"2\" is no operation of the scenario; "
                                                     "give a number from 1 to 1");
    for (const char* number : {"-1", "1.5", "\"1,0\"", "2.0"})
        QTest::addRow("operation %s", number)
            << QByteArray("kernel,operation,intensity,tflop_per_s\nk,") + number + ",10,1\n"
            << QByteArray("row 2, column operation: \"") + QByteArray(number).replace("\"", "") +
                   "\" is no operation of the scenario; give a number from 1 to 1";
    QTest::newRow("another unit") << QByteArray("name,tflop_per_s,intensity\na,1e300,2\n")
                                  << QByteArray("row 2: inf FLOP/s is beyond what a roofline");
    QTest::newRow("work or rate") << QByteArray("name,gflops,bytes,time_us\na,1,2,3\n")
                                  << QByteArray("gflops beside a time may be work or a rate; name it flops");
    QTest::newRow("UTF-16") << QByteArray("\xFF\xFEn\0a\0", 6) << QByteArray("m.csv is UTF-16; save it as UTF-8");
    QTest::newRow("Latin-1") << QByteArray("name,flop_per_s,intensity\nd\xE9j\xE0,1e12,2\n")
                             << QByteArray("m.csv is no text in UTF-8");
    QTest::newRow("a NUL") << QByteArray("name,flop_per_s,intensity\na#b,1e12,2\n").replace('#', '\0')
                           << QByteArray("m.csv is no text in UTF-8");
    QTest::newRow("CR alone") << QByteArray("name,flop_per_s,intensity\ra,1e12,2\r")
                              << QByteArray("m.csv ends its lines with CR alone");
    QTest::newRow("semicolons") << QByteArray("name;flop_per_s;intensity\na;1e12;2\n")
                                << QByteArray("m.csv has columns between semicolons");
    QTest::newRow("a column twice") << QByteArray("name,flop_per_s,intensity,Intensity\na,1e12,2,3\n")
                                    << QByteArray("m.csv has the column Intensity twice");
    QTest::newRow("a cell too many") << QByteArray("name,flop_per_s,intensity\na,1e12,2,3\n")
                                     << QByteArray("m.csv has more cells in row 2 than heads");
    for (const char* time : {"1,5", ",5", "1,50", "1,5,000", "1.5,000", "1500,000"})
        QTest::addRow("a comma in %s", time) << QByteArray("name,time_ms,flops,bytes\na,\"") + time + "\",1e12,1e9\n"
                                             << QByteArray("write the decimal point as \".\"");
    QTest::newRow("a rate beside another time") << QByteArray("name,flop_per_s,time_s,flops,bytes\na,1e12,1,5e12,1e9\n")
                                                << QByteArray("row 2: 5e+12 FLOPs in 1 s are no 1e+12 FLOP/s");
    QTest::newRow("only copies") << QByteArray("operation,measured_flop_rate,operational_intensity\nc,0,0\n")
                                 << QByteArray("none of its 1 rows counts FLOPs");
}

void TstMeasuredCsv::refusesKernels_data()
{
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("a duration without a unit")
        << QByteArray("name,flops,bytes,gpu__time_duration.sum\nk,8e9,2e7,40\n")
        << QByteArray("gives gpu__time_duration.sum no unit below row 1; keep the row");
    QTest::newRow("other metrics of Nsight Compute")
        << QByteArray("ID,Kernel Name,Metric Name,Metric Unit,Metric Value\n0,a,sm__throughput.avg,%,5\n"
                      "1,b,sm__throughput.avg,%,6\n")
        << QByteArray("m.csv is of Nsight Compute and lacks smsp__cycles_elapsed.avg.per_second; export the section "
                      "SpeedOfLight_RooflineChart, or --metrics smsp__cycles_elapsed.avg.per_second,dram__bytes.sum");
    QTest::newRow("a unit that is none")
        << QByteArray(nsightKernel) + "0,a,dram__bytes.sum.per_second,Gibyte/second,500\n"
        << QByteArray("m.csv, row 4, column metric unit of dram__bytes.sum.per_second: the unit "
                      "\"Gibyte/second\" is not known; give one such as Gbyte/second");
    QTest::newRow("a unit of a row that is none")
        << QByteArray("ID,Kernel Name,dram__bytes.sum.per_second,smsp__cycles_elapsed.avg.per_second,"
                      "sm__ops_path_tensor_src_bf16_dst_fp32.sum.per_cycle_elapsed\n,,Gbyte/second,turns/second,1\n"
                      "0,a,5,1,3\n")
        << QByteArray(
               "m.csv, row 2, column smsp__cycles_elapsed.avg.per_second: the unit \"turns/second\" is not known; give "
               "one such as cycle/nsecond.");
    QTest::newRow("a unit of FLOPs that is none")
        << QByteArray(nsightKernel) + "0,a,sm__ops_path_tensor_src_bf16_dst_fp32.sum.per_cycle_elapsed,ops/turn,5\n"
                                      "0,a,dram__bytes.sum.per_second,Gbyte/second,500\n"
        << QByteArray("row 4, column metric unit of sm__ops_path_tensor_src_bf16_dst_fp32.sum.per_cycle_elapsed: the "
                      "unit \"ops/turn\" is not known; give one such as inst/cycle.");
    QTest::newRow("no bytes")
        << QByteArray(nsightKernel) + "0,a,dram__bytes.sum.per_second,byte/second,0\n"
        << QByteArray("row 4, column metric value of dram__bytes.sum.per_second: the kernel moved 0 bytes of DRAM");
    QTest::newRow("a number of no operation")
        << QByteArray("operation,tflop_per_s,intensity\n1,5,2\n99,5,2\n")
        << QByteArray("row 3, column operation: \"99\" is no operation of the scenario; give a number from 1 to 1");
    QTest::newRow("a metric twice")
        << QByteArray(nsightKernel) + "0,a,dram__bytes.sum.per_second,byte/second,5\n" +
               "0,a,dram__bytes.sum.per_second,byte/second,7\n"
        << QByteArray("m.csv, rows 4 and 5, column metric value of dram__bytes.sum.per_second: a kernel is "
                      "measured twice; keep one of both rows.");
    QTest::newRow("no FMA")
        << QByteArray("ID,Kernel Name,dram__bytes.sum.per_second,smsp__cycles_elapsed.avg.per_second,"
                      "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum.per_cycle_elapsed\n0,a,5,1,3\n")
        << QByteArray("lacks smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed; export it too");
}

void TstMeasuredCsv::refusesKernels() { refuses(); }

void TstMeasuredCsv::refusesFormsAndContradictions_data()
{
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QByteArray>("words");
    // 2 x 512 x 8,192 x 8,192 FLOPs are 6.872e10.
    QTest::newRow("a rate and a time that are not the operation's")
        << QByteArray("operation,time_us,tflop_per_s\n1,200,50\n")
        << QByteArray(
               "row 2: 6.872e+10 FLOPs of operation 1 in 0.0002 s are no 5e+13 FLOP/s; keep one of rate and time");
    QTest::newRow("another intensity") << QByteArray("name,flop_per_s,intensity,flops,bytes\na,1e12,2,6e9,1e9\n")
                                       << QByteArray("row 2: 6e+09 FLOPs over 1e+09 bytes are no 2 FLOP/byte; keep");
    QTest::newRow("two rates") << QByteArray("name,flop_per_s,tflop_per_s,intensity\na,1e12,2,3\n")
                               << QByteArray("row 1: flop_per_s and tflop_per_s hold one number twice; keep one");
    QTest::newRow("two rates by their short names")
        << QByteArray("gflops,tflops,intensity\n5,7,1\n")
        << QByteArray("row 1: gflops and tflops hold one number twice; keep one");
    QTest::newRow("FLOPs that are not the operation's")
        << QByteArray("operation,flops,time_s\n1,1e9,1\n")
        << QByteArray("row 2: operation 1 has 6.872e+10 FLOPs, not 1e+09; leave one of both out");
    QTest::newRow("an intensity over bytes that the rate contradicts")
        << QByteArray("name,bytes,intensity,time_s,tflop_per_s\na,1e9,10,1,5\n")
        << QByteArray("1e+10 FLOPs in 1 s are no 5e+12 FLOP/s; keep one of rate and time");
    QTest::newRow("a comma behind a 0") << QByteArray("name,intensity,tflop_per_s\na,\"0,125\",50\n")
                                        << QByteArray("\"0,125\" has a comma that separates no thousands");
    QTest::newRow("a comma behind the point") << QByteArray("name,intensity,tflop_per_s\na,\"1,234.5,678\",50\n")
                                              << QByteArray("has a comma that separates no thousands");
    QTest::newRow("two times") << QByteArray("operation,time_s,time_us\n1,1,2\n")
                               << QByteArray("row 1: time_s and time_us hold one number twice; keep one");
    QTest::newRow("two rates beside one of a profile")
        << QByteArray("operation,measured_flop_rate,gflop_per_s,tflop_per_s,operational_intensity\nf,9,9,7,2\n")
        << QByteArray("row 1: gflop_per_s and tflop_per_s hold one number twice; keep one");
    QTest::newRow("a rate beside that of a profile")
        << QByteArray("operation,measured_flop_rate,tflop_per_s,operational_intensity\nf,9,7,2\n")
        << QByteArray("row 1: tflop_per_s and measured_flop_rate hold one number twice; keep one");
    QTest::newRow("tabs") << QByteArray("name\tflop_per_s\tintensity\na\t1e12\t2\n")
                          << QByteArray("m.csv has columns between tabs; save it with commas");
    QTest::newRow("no head") << QByteArray("a,1e12,2\nb,2e12,2\n")
                             << QByteArray("m.csv has no head: its first row holds the number 1e12; write the names of "
                                           "the columns above it, such as name,tflop_per_s,intensity.");
    QTest::newRow("an open quote") << QByteArray("name,flop_per_s,intensity\na,1e12,2\n\"b,1e12,2\nc,1e12,2\n")
                                   << QByteArray("m.csv opens a quote in row 3 and never closes it; close it, or");
}

void TstMeasuredCsv::refusesFormsAndContradictions() { refuses(); }

void TstMeasuredCsv::refuses()
{
    QFETCH(QByteArray, csv);
    QFETCH(QByteArray, words);
    const auto found = core::readMeasured(csv.toStdString(), standard(), "m.csv");
    QVERIFY(!found);
    QVERIFY2(QByteArray::fromStdString(found.error().text).contains(words), found.error().text.c_str());
}

ROOFLIGHT_TEST(TstMeasuredCsv)
#include "tst_measured_csv.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What axes carry and for how long, and the thresholds that follow, beside hand calculations.
#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "support/asked.h"
#include "support/edited_scenario.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <cmath>

using namespace core;
using tests::numberOf;

class TstAxes : public QObject
{
    Q_OBJECT

private slots:
    void numbersAreTheHandCalculation_data();
    void numbersAreTheHandCalculation();
    void severalDataAxesShareOneReduction_data();
    void severalDataAxesShareOneReduction();
    void theFloorIsThatOfTheBestMesh_data();
    void theFloorIsThatOfTheBestMesh();
    void noMeshUndercutsTheFloor_data();
    void noMeshUndercutsTheFloor();
    void nothingUndercutsTheLowerBound_data();
    void nothingUndercutsTheLowerBound();
    void theMarginIsOneAtTheCriticalBatch_data();
    void theMarginIsOneAtTheCriticalBatch();
    void theMarginComparesMathWithTheNetworkWhereHbmBinds();
    void explanationsFitTheNetwork_data();
    void explanationsFitTheNetwork();
};

namespace
{

void addColumns()
{
    QTest::addColumn<QString>("edits");
    QTest::addColumn<QByteArray>("metric");
    QTest::addColumn<double>("expected");
}

void addRow(const char* name, const QString& edits, const char* metric, double expected)
{
    QTest::newRow(name) << edits << QByteArray(metric) << expected;
}

void checkNumber()
{
    QFETCH(const QString, edits);
    QFETCH(const QByteArray, metric);
    QFETCH(const double, expected);
    COMPARE_NEAR(numberOf(tests::edited(edits), metric.constData()), expected, 1e-9);
}

// The start's model: 32 layers of two 8,192 x 32,768 matrices.
constexpr double layerWeights = 2. * 8192 * 32768;
constexpr double modelWeights = 32 * layerWeights;

} // namespace

void TstAxes::numbersAreTheHandCalculation_data()
{
    addColumns();
    // 16 experts of which a token uses 2, and the router: all are gathered, two multiply. One layer moves s P_l over X
    // and 2 s B D over Y, and takes 2 P_act B of math: X_opt = sqrt(2 D B N a_Y/(P_l a_X)), and the floor is
    // s^2 D a_X a_Y P_l/(2 P_act^2), 4 times that when axes are added. X has two axes of 1.8e11 B/s, Y one.
    const QString experts = "model.E=16 model.k=2 conv.rates=book ";
    const double all = 16 * layerWeights + 8192 * 16, active = 2 * layerWeights + 8192 * 16;
    addRow("best data axis with experts", experts, "mesh.X.opt", std::sqrt(2 * 8192. * 32768 * 64 * 2 / all));
    const double floor = 4 * 8192 * (2550. * 1275) * all / (2 * active * active);
    addRow("floor with experts", experts, "batch.floor.chip", floor);
    addRow("floor with experts, added", experts + "conv.comms=added", "batch.floor.chip", 4 * floor);

    // 4 x 4 x 4 chips: 2 + 2 + 2 hops. Forward 32 gathers, backward 32 gathers and 32 scatters of 1 ms a hop.
    const QString hops = "conv.latency=on hw.hop=1e-3 ";
    addRow("hops of three axes by hand", hops + "mesh.X=64 mesh.Y=1 mesh.X.axes=3", "time.X", 3 * 32 * 6e-3);
    addRow("hops of three axes as laid out", hops + "mesh.X=64 mesh.Y=1", "time.X", 3 * 32 * 6e-3);
    // Hops bind forward and backward alike: 32 x 4 hops against 2 P/(64 C) a token.
    addRow("critical batch of hops", hops + "work.batch=65536", "batch.critical",
           32 * 4e-3 / (2 * modelWeights / 64 / 4.59e14));

    // A pair of chips shares a link, also as a side of a square or a cube: 2 or 3 links of 90 GB/s, 3/4 or 7/8 of the
    // weights, once forward and twice backward.
    addRow("a square of pairs by hand", "mesh.Y=1 mesh.X=4 mesh.X.axes=2", "time.X",
           3 * 0.75 * 2 * modelWeights / (2 * 9e10));
    addRow("a square as laid out", "mesh.Y=1 mesh.X=4 hw.torus=2x2x1", "time.X",
           3 * 0.75 * 2 * modelWeights / (2 * 9e10));
    addRow("a cube of pairs by hand", "mesh.Y=1 mesh.X=8 mesh.X.axes=3", "time.X",
           3 * 7 / 8. * 2 * modelWeights / (3 * 9e10));
    addRow("pairs beside fours by hand", "mesh.Y=1 mesh.X=8 mesh.X.axes=2", "time.X",
           3 * 7 / 8. * 2 * modelWeights / (3 * 9e10));
    addRow("pairs where rings are pretended", "mesh.Y=1 mesh.X=4 mesh.X.axes=2 conv.wrap=ring", "time.X",
           3 * 0.75 * 2 * modelWeights / (4 * 9e10));

    // Decode reads weights once a step, and gathers them once, however many microbatches there are: LLaMA-3 8B.
    const QString decode = "hw.chip=h100-sxm model.preset=llama3-8b work.mode=decode work.batch=64 work.seq=2048 "
                           "mesh.X=4 mesh.Y=1 work.micro=8";
    const double llama = 32 * (3. * 4096 * 14336 + 2 * 4096. * 128 * 40) + 2 * 128256. * 4096;
    addRow("decode gathers once", decode, "time.X", 0.75 * 2 * llama / 450e9);
    addRow("prefill for every microbatch",
           "hw.chip=h100-sxm model.preset=llama3-8b work.mode=prefill work.batch=65536 work.seq=2048 mesh.X=4 mesh.Y=1 "
           "work.micro=8",
           "time.X", 8 * 0.75 * 2 * llama / 450e9);
    // Keys and values of a prefill are held by the chips that are counted: 65,536 tokens of 131,072 B.
    addRow("prefill counts its cache",
           "hw.chip=h100-sxm model.preset=llama3-8b work.mode=prefill work.batch=65536 work.seq=2048 mesh.X=4 mesh.Y=1",
           "count.exact.h100-sxm", (2 * llama + 65536 * 131072.) / 80e9);
}

void TstAxes::numbersAreTheHandCalculation() { checkNumber(); }

void TstAxes::severalDataAxesShareOneReduction_data()
{
    addColumns();
    // X scatters the gradients and gathers them at last, Y reduces a fourth of them in between.
    const QString two = "mesh.X=4 mesh.Y=4 mesh.X.axes=1 mesh.Y.axes=1 mesh.X.role=%1 mesh.Y.role=%2";
    const double whole = 2 * 0.75 * 2 * modelWeights; // bytes that a chip sends
    addRow("data, the first axis", two.arg("data", "data"), "wire.X", whole);
    addRow("data, the second axis", two.arg("data", "data"), "wire.Y", whole / 4);
    addRow("data, time of the second", two.arg("data", "data"), "time.Y", whole / 4 / 1.8e11);
    addRow("ZeRO-1, the second axis", two.arg("zero1", "zero1"), "wire.Y", whole / 4);
    addRow("ZeRO-2, the second axis", two.arg("zero2", "zero2"), "wire.Y", whole / 4);
    addRow("ZeRO-1 goes before data", two.arg("data", "zero1"), "wire.Y", whole);
    addRow("and data then reduces its shards", two.arg("data", "zero1"), "wire.X", whole / 4);
    addRow("FSDP goes before both", two.arg("data", "fsdp"), "wire.X", whole / 4);
    addRow("FSDP, the first axis gathers last", two.arg("fsdp", "fsdp"), "wire.X", 3 * 0.75 * 2 * modelWeights);
    addRow("FSDP, the second axis gathers shards", two.arg("fsdp", "fsdp"), "wire.Y", 3 * 0.75 * 2 * modelWeights / 4);
    // 8 nodes of 8 H100s: NVLink gathers forward and backward and scatters all weights, the NICs an eighth of them.
    const QString nodes = "hw.chip=h100-sxm mesh.X=8 mesh.Y=8 mesh.Y.role=fsdp";
    addRow("FSDP in a node", nodes, "time.X", 3 * 7 / 8. * 2 * modelWeights / 450e9);
    addRow("FSDP over nodes", nodes, "time.Y", 3 * 7 / 8. * 2 * modelWeights / 8 / 50e9);
}

void TstAxes::severalDataAxesShareOneReduction() { checkNumber(); }

/// g.7, alpha of 1,275 over X and 2,550 over Y, F = 32,768: alpha^2/(2 F) = 99.2 tokens where X moves s P forward, and
/// twice that backward beside twice the math. Other bytes of X, in P: forward f, backward b of the doubled math; then
/// max(f, b)/s as many. Added, with a = f/s and c = b/s: T_X = a x and T_Y = y of the math forward, c x + y/2 backward,
/// at most 1; x y is largest at x = 1/(2 a), y = 1/2, or where both passes bind.
void TstAxes::theFloorIsThatOfTheBestMesh_data()
{
    addColumns();
    const QString book = "conv.rates=book hw.torus=auto mesh.X.axes=2 mesh.Y.axes=1 ";
    const double floor = 2550. * 1275 / 32768;
    const double best = std::sqrt(32768. / 32768 * 64 * 2); // sqrt(B N M_X/(F M_Y))
    const auto both = [&](const char* name, const QString& edits, double floorIs, double s) {
        addRow(qPrintable(QString("%1, floor").arg(name)), book + edits, "batch.floor.chip", floorIs);
        addRow(qPrintable(QString("%1, best axis").arg(name)), book + edits, "mesh.X.opt", best / std::sqrt(s));
    };
    both("bf16", "", floor, 1);
    both("fp32 gradients", "prec.gradcomm=fp32", 1.5 * floor, 1.5); // (2 + 4)/2 bytes
    both("fp8 gradients", "prec.gradcomm=fp8", floor, 1);           // forward binds
    both("data", "mesh.X.role=data", floor, 1);
    both("data, fp32 gradients", "mesh.X.role=data prec.gradcomm=fp32", 2 * floor, 2);
    both("data, fp8 gradients", "mesh.X.role=data prec.gradcomm=fp8", floor / 2, 0.5);
    both("ZeRO-1, fp32 gradients", "mesh.X.role=zero1 prec.gradcomm=fp32", 1.5 * floor, 1.5);
    both("four microbatches", "work.micro=4", 4 * floor, 4);
    both("data, four microbatches", "mesh.X.role=data work.micro=4", floor, 1);
    both("four stages", "mesh.Z=4 mesh.Z.role=pipeline mesh.Z.axes=1", floor / 4, 1);
    both("forward", "work.pass=forward prec.gradcomm=fp32", floor, 1);
    both("added", "conv.comms=added", 4 * floor, 1);
    both("added, data", "conv.comms=added mesh.X.role=data", 2 * floor, 2); // y = 1, c x = 1/2
    // a = 1, c = 3/2: both bind where the forward pass is best.
    both("added, fp32 gradients", "conv.comms=added prec.gradcomm=fp32", 4 * floor, 1);
    // s = 1, a = 1/2 of two bytes, c = (1 + 4)/4: x = 1/(2 c - a) = 1/2, y = 1 - a x = 3/4; Y moves one byte as well.
    both("added, fp8 and fp32", "conv.comms=added prec.comm=fp8 prec.gradcomm=fp32", floor / 2 * 8 / 3, 3);
}

void TstAxes::theFloorIsThatOfTheBestMesh() { checkNumber(); }

void TstAxes::noMeshUndercutsTheFloor_data()
{
    QTest::addColumn<QString>("edits");
    for (const char* comms : {"overlapped", "added"})
        for (const char* role : {"data", "zero1", "fsdp"})
            for (const char* gradients : {"fp8", "bf16", "fp32"})
                for (const char* micro : {"1", "4"})
                    QTest::addRow("%s, %s, %s, %s", comms, role, gradients, micro)
                        << QStringLiteral("conv.rates=book hw.torus=auto mesh.X.axes=2 mesh.Y.axes=1 conv.comms=%1 "
                                          "mesh.X.role=%2 prec.gradcomm=%3 work.micro=%4 work.batch=1048576")
                               .arg(comms, role, gradients, micro);
}

/// And the nearest one comes within a tenth of it.
void TstAxes::noMeshUndercutsTheFloor()
{
    QFETCH(const QString, edits);
    auto s = tests::edited(edits);
    const double floor = numberOf(s, "batch.floor.chip");
    double least = HUGE_VAL;
    for (double x = 2; x <= 256; ++x)
        for (double y = 2; y <= 16; ++y) {
            s.mesh.axis[0].size = x;
            s.mesh.axis[1].size = y;
            least = std::min(least, core::evaluate(s).threshold.chip.si());
        }
    QVERIFY2(least >= floor * (1 - 1e-9) && least <= 1.1 * floor,
             qPrintable(QString("%1 tokens, floor %2").arg(least).arg(floor)));
}

/// m.6: a switch that adds is charged V (n + 1)/(n W)/0.68, its bound is V/W. e.8: 16 GPUs on two nodes lack 15/16 of
/// an array, which NVLink and NIC bring at once; an all-reduce passes 2 (n - 1)/n V there, and 2 (M - 1)/n V the NICs.
void TstAxes::nothingUndercutsTheLowerBound_data()
{
    addColumns();
    const QString small = "hw.chip=h100-sxm hw.torus=auto mesh.Y=1 work.batch=1024 ";
    const double V = 2 * modelWeights;
    addRow("a switch that adds", small + "mesh.X=4 mesh.X.role=data hw.in_switch=true", "time.lower", V / 450e9);
    addRow("and one that does not", small + "mesh.X=4 mesh.X.role=data", "time.lower", 2 * 0.75 * V / 450e9);
    addRow("at book rates", small + "mesh.X=4 mesh.X.role=data hw.in_switch=true conv.rates=book", "time.lower",
           V / 450e9);
    addRow("FSDP over two nodes", small + "mesh.X=16", "time.lower", 3 * 15. / 16 * V / (450e9 + 50e9));
    addRow("data over two nodes", small + "mesh.X=16 mesh.X.role=data", "time.lower",
           2 * 15. / 16 * V / (450e9 + 50e9));
    addRow("twelve on two nodes", small + "mesh.X=12", "time.lower", 3 * 8. / 12 * V / (4 * 50e9)); // into the four
}

void TstAxes::nothingUndercutsTheLowerBound() { checkNumber(); }

void TstAxes::theMarginIsOneAtTheCriticalBatch_data()
{
    QTest::addColumn<QString>("edits");
    for (const char* overlap : {"overlapped", "added"})
        for (const char* hop : {"1e-6", "1e-4", "1e-3", "1e-2"})
            for (const char* mesh : {"", "mesh.X.role=zero1", "mesh.Y=2 mesh.Z=2 mesh.Z.role=context",
                                     "model.E=16 model.k=2 mesh.Z=4 mesh.Z.role=expert"})
                QTest::addRow("%s, %s, %s", overlap, hop, mesh)
                    << QStringLiteral("model.preset=llama3-70b conv.hbm=off conv.latency=on hw.torus=auto "
                                      "conv.comms=%1 hw.hop=%2 %3")
                           .arg(overlap, hop, mesh);
}

void TstAxes::theMarginIsOneAtTheCriticalBatch()
{
    QFETCH(const QString, edits);
    auto s = tests::edited(edits);
    const double critical = numberOf(s, "batch.critical");
    if (std::isinf(critical))
        QSKIP("no batch is compute-bound");
    s.work.batch = critical;
    COMPARE_NEAR(numberOf(s, "bound.margin"), 1, 1e-9);
}

/// m.2: 8 H100s, 2,048 tokens. Backward 8 D F L tokens / (n C) = 17.8 ms of math beside the gradients' 6.01 ms; weights
/// take longer to be read than to be multiplied.
void TstAxes::theMarginComparesMathWithTheNetworkWhereHbmBinds()
{
    auto s = tests::edited(
        QStringLiteral("hw.chip=h100-sxm mesh.X=8 mesh.X.role=data mesh.Y=1 work.batch=2048 hw.link.rate=1e13"));
    const auto report = core::evaluate(s);
    QCOMPARE(report.bound.verdict, core::Verdict::hbm);
    QVERIFY(report.bound.margin.si() < 1);
    const double margin = numberOf(s, "bound.margin");
    COMPARE_NEAR(margin, 17.77 / 6.01, 0.005);
    s.conv.hbm = false;
    COMPARE_NEAR(numberOf(s, "bound.margin"), margin, 1e-12);
}

void TstAxes::explanationsFitTheNetwork_data()
{
    QTest::addColumn<QString>("edits");
    QTest::addColumn<QString>("metric");
    QTest::addColumn<QString>("said");
    QTest::addColumn<QString>("unsaid");
    const QString gpus = "hw.chip=h100-sxm mesh.X=8 mesh.Y=4 ";
    QTest::newRow("hops of a switch") << gpus + "conv.latency=on hw.hop=1e-2"
                                      << "time.X"
                                      << "A switch reaches every rank in one hop."
                                      << "slice";
    QTest::newRow("hops of a torus") << "conv.latency=on hw.hop=1e-2"
                                     << "time.X"
                                     << "A ring is crossed in half as many hops"
                                     << "switch";
    QTest::newRow("an axis by hand") << "conv.latency=on hw.hop=1e-2 mesh.X.axes=2 mesh.Y.axes=1"
                                     << "time.X"
                                     << "pins X to 2 axes"
                                     << "switch";
    QTest::newRow("the slice of auto") << ""
                                       << "time.X"
                                       << "most links at work"
                                       << "cannot";
    QTest::newRow("and what it is not") << ""
                                        << "time.X"
                                        << "which is not always the fastest"
                                        << "cannot";
    QTest::newRow("the tensor limit in a domain") << gpus << "tensor.limit"
                                                  << "inside a domain of 8 GPUs only"
                                                  << "0x0";
    QTest::newRow("no batch where HBM binds")
        << "hw.chip=tpu-v5e model.preset=llama3-8b work.mode=decode work.batch=16 mesh.X=1 mesh.Y=8 hw.torus=auto"
        << "batch.critical"
        << "Against the network only"
        << "DCN";
}

void TstAxes::explanationsFitTheNetwork()
{
    QFETCH(const QString, edits);
    QFETCH(const QString, metric);
    QFETCH(const QString, said);
    QFETCH(const QString, unsaid);
    QString text;
    const auto derivation = tests::derivation(tests::edited(edits), metric.toStdString());
    for (const auto& step : derivation.steps)
        text += QString::fromStdString(step.sentence) + '\n';
    QVERIFY2(text.contains(said), qPrintable(text));
    QVERIFY2(!text.contains(unsaid), qPrintable(text));
}

ROOFLIGHT_TEST(TstAxes)
#include "tst_axes.moc"

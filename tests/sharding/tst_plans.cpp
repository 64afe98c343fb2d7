// SPDX-License-Identifier: GPL-3.0-or-later
// Cases, collectives and times of sharded products as the Scaling Book's problems have them.
#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "core/sharding/named_mesh.h"
#include "core/sharding/report.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>
#include <random>

#include <fmt/format.h>

using namespace core;

class TstPlans : public QObject
{
    Q_OBJECT

private slots:
    void casesAreNamed_data();
    void casesAreNamed();
    void theCheapestPlanIsThatOfTheBook_data();
    void theCheapestPlanIsThatOfTheBook();
    void gathersOfTwoAxesTakeBoth();
    void contractedShardsAreWorthReducingOrGathering();
    void slicesOverSeveralAxesAreOneStep();
    void sumsAreScatteredInAnyOrderOfTheirAxes();
    void aSumIsScatteredIntoTwoDimensionsAtOnce();
    void aResultMayBeMadeInMorePiecesThanItIsAskedIn();
    void freeSlicesComeBeforeTheProduct();
    void slicesComeBeforeZeros();
    void backwardPassHasTheDuals();
    void gpusGatherThroughTheirSwitchAndTheirNics();
    void gpusExchangeBetweenNodes();
    void theDesignsMeshLiesAsInTheDesign();
    void switchesThatAddReduceInOneNode();
    void plansStandInOrder();
    void ofEquallyLongPlansTheOneWithLessWorkIsFirst();
    void theLargestExpressionsArePlannedWithLittleWork();
    void axesOfOneDeviceNeedNothing();
};

namespace
{

Scenario product(const char* chip, const char* expression, const char* mesh,
                 const std::vector<std::pair<const char*, double>>& sizes = {}, const char* rates = "exact",
                 const char* wrap = "hardware")
{
    auto s = defaultScenario(shippedCatalogue());
    const auto set = [&](const std::string& id, const Value& value) {
        if (const auto done = setField(s, id, value); !done)
            qFatal("%s", done.error().c_str());
    };
    set("hw.chip", std::string(chip));
    set("shard.expr", std::string(expression));
    set("shard.mesh", std::string(mesh));
    set("conv.rates", std::string(rates));
    set("conv.wrap", std::string(wrap));
    for (const auto& [dim, size] : sizes)
        set(std::string("shard.size.") + dim, size);
    return s;
}

QString stepsOf(const ShardingPlan& plan)
{
    QStringList steps;
    for (const auto& step : plan.steps())
        steps += QString::fromStdString(step);
    return steps.join(QStringLiteral(", "));
}

const ShardingPlan& planWith(const ShardingReport& report, const QString& steps)
{
    const auto found = std::ranges::find(report.plans, steps, stepsOf);
    if (found == report.plans.end())
        qFatal("no plan %s", qPrintable(steps));
    return *found;
}

} // namespace

void TstPlans::casesAreNamed_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("cases");
    QTest::newRow("no common axis") << QStringLiteral("A[I_X, J] * B[J, K_Y]") << QStringLiteral("1");
    QTest::newRow("one operand") << QStringLiteral("A[I, J_X] * B[J, K]") << QStringLiteral("2");
    QTest::newRow("different axes") << QStringLiteral("A[I, J_X] * B[J_Y, K]") << QStringLiteral("2");
    QTest::newRow("both alike") << QStringLiteral("A[I, J_X] * B[J_X, K]") << QStringLiteral("3");
    QTest::newRow("outer ones") << QStringLiteral("A[I_X, J] * B[J, K_X]") << QStringLiteral("4");
    QTest::newRow("two at once") << QStringLiteral("A[I_X, J_Y] * B[J_Y, K_X]") << QStringLiteral("3 and 4");
    QTest::newRow("batch") << QStringLiteral("A[B_X, I, J] * W[B_X, J, K] -> C[B_X, I, K]") << QStringLiteral("1");
}

void TstPlans::casesAreNamed()
{
    QFETCH(QString, text);
    QFETCH(QString, cases);
    QCOMPARE(QString::fromStdString(shardingCase(*readExpression(text.toStdString()))), cases);
}

/// Scaling Book, Sharding, problem 6: v5e 4x4, links 45 GB/s one way, axes of 4 open; I = J = K = 8,192 in bf16.
/// AllReduce of 8192 x 8192 x 2 B / 4: 2 (3/4) 33,554,432 / 45e9 = 1,118.5 us; AllGather of the same: 559.2 us.
/// Math 2 x 8192^3 / 16 / 197e12 = 348.8 us.
void TstPlans::theCheapestPlanIsThatOfTheBook_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("steps");
    QTest::addColumn<double>("comms");
    const double gather = 0.75 * 8192.0 * 8192 * 2 / 4 / 45e9;
    QTest::newRow("contracted") << QStringLiteral("A[I_X, J_Y] * B[J_Y, K] -> C[I_X, K]")
                                << QStringLiteral("A · B, AllReduce_Y(C)") << 2 * gather;
    QTest::newRow("one contracted") << QStringLiteral("A[I_X, J] * B[J_X, K_Y] -> C[I_X, K_Y]")
                                    << QStringLiteral("AllGather_X(B), A · B") << gather;
    QTest::newRow("outer") << QStringLiteral("A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]") << QStringLiteral("A · B") << 0.0;
}

void TstPlans::theCheapestPlanIsThatOfTheBook()
{
    QFETCH(QString, text);
    QFETCH(QString, steps);
    QFETCH(double, comms);
    const auto s = product("tpu-v5e", text.toUtf8().constData(), "X=4, Y=4");
    const auto report = shardingOf(s);
    QVERIFY(!report.error);
    QCOMPARE(stepsOf(report.plans.front()), steps);
    const auto numbers = shardingNumbers(s, report);
    COMPARE_NEAR(numbers.comms.si(), comms, 1e-12);
    COMPARE_NEAR(numbers.math.si(), 2 * 8192.0 * 8192 * 8192 / 16 / 197e12, 1e-12);
}

/// Problem 2: v4 4x4x4, rings, bf16[1024, 4096]; AllGather_X of A[B_X, D_Y]: V = 1024 x 4096 x 2 / 4 over 90 GB/s,
/// AllGather_XY: 8,388,608 over 180 GB/s, AllReduce_Z: 2 x 524,288 over 90 GB/s, at book rates.
void TstPlans::gathersOfTwoAxesTakeBoth()
{
    const auto time = [](const char* text) {
        const auto s = product("tpu-v4", text, "X=4, Y=4, Z=4", {{"B", 1024}, {"D", 4096}}, "book");
        return shardingNumbers(s, shardingOf(s)).comms.si();
    };
    const double whole = 1024. * 4096 * 2, link = 90e9;
    COMPARE_NEAR(time("A[B_X, D_Y] -> A[B, D_Y]"), whole / 4 / link, 1e-12);
    COMPARE_NEAR(time("A[B_X, D_Y] -> A[B, D]"), whole / (2 * link), 1e-12);
    COMPARE_NEAR(time("A[B_X, D_Y]{U_Z} -> A[B_X, D_Y]"), 2 * whole / 16 / link, 1e-12);
}

/// Problem 4: A[B, D] * W[D_X, F] on v5p, X = 4, both directions of a link 180 GB/s: gather 2DF bytes and multiply
/// whole, which math bounds (4.79 ms), or multiply a fourth and reduce 2BF bytes, which the network bounds (2.98 ms).
void TstPlans::contractedShardsAreWorthReducingOrGathering()
{
    const auto s = product("tpu-v5p", "A[B, D] * W[D_X, F] -> C[B, F]", "X=4", {{"B", 4096}, {"D", 8192}, {"F", 32768}},
                           "book", "ring");
    const auto report = shardingOf(s);
    const double B = 4096, D = 8192, F = 32768, math = 2 * B * D * F / 4.59e14, ring = 180e9;
    COMPARE_NEAR(planWith(report, QStringLiteral("AllGather_X(W), A · W")).time(), std::max(math, 2 * D * F / ring),
                 1e-12);
    COMPARE_NEAR(planWith(report, QStringLiteral("Slice_X(A), A · W, AllReduce_X(C)")).time(),
                 std::max(math / 4, 2 * 2 * B * F / ring), 1e-12);
}

/// A weight split over both axes, X major: each of the 16 devices multiplies its own rows, 2 · 4096 · 8192 · 32768 / 16
/// FLOPs at 4.59e14 FLOP/s, and one reduction over both axes follows. Z has to stay major where it is.
void TstPlans::slicesOverSeveralAxesAreOneStep()
{
    const std::vector<std::pair<const char*, double>> sizes{{"B", 4096}, {"D", 8192}, {"F", 32768}};
    const auto report =
        shardingOf(product("tpu-v5p", "A[B, D] * W[D_XY, F] -> C[B, F]", "X=4, Y=4", sizes, "book", "ring"));
    COMPARE_NEAR(planWith(report, QStringLiteral("Slice_XY(A), A · W, AllReduce_XY(C)")).math,
                 2. * 4096 * 8192 * 32768 / 16 / 4.59e14, 1e-9);
    const auto turned =
        shardingOf(product("tpu-v5p", "A[B, D] * W[D_ZX, F] -> C[B, F]", "X=4, Z=4", sizes, "book", "ring"));
    QVERIFY(planWith(turned, QStringLiteral("Slice_ZX(A), A · W, AllReduce_XZ(C)")).math > 0);
}

/// e.3: 8192 x 8192 in bf16 over two rings of four, 15/16 of it at 2 x 180 GB/s, whichever axis is major. A device
/// multiplies a sixteenth of J.
void TstPlans::sumsAreScatteredInAnyOrderOfTheirAxes()
{
    const double scatter = 15. / 16 * (8192. * 8192 * 2) / (2 * 180e9);
    for (const char* rows : {"XY", "YX"}) {
        const auto of = [rows](const char* expression) {
            return product("tpu-v5p", fmt::format(fmt::runtime(expression), rows).c_str(), "X=4, Y=4", {}, "exact",
                           "ring");
        };
        const auto sum = of("A[I, J]{{U_XY}} -> A[I, J_{0}]");
        QCOMPARE(stepsOf(shardingOf(sum).plans.front()), QStringLiteral("ReduceScatter_%1(A)").arg(rows));
        COMPARE_NEAR(shardingNumbers(sum, shardingOf(sum)).comms.si(), scatter, 1e-12);
        const auto contracted = of("A[I, J_{0}] * B[J_{0}, K] -> C[I, K_{0}]");
        const auto numbers = shardingNumbers(contracted, shardingOf(contracted));
        COMPARE_NEAR(numbers.time.si(), scatter, 1e-12);
        COMPARE_NEAR(numbers.math.si(), 2 * 8192. * 8192 * 8192 / 16 / 4.59e14, 1e-12);
    }
}

/// e.3: 8192 x 8192 in bf16 over two rings of four at once, 15/16 of it at 2 x 180 GB/s, whichever dimension is split
/// by which; one after the other 3/4 of it and 3/4 of a fourth, each at 180 GB/s.
void TstPlans::aSumIsScatteredIntoTwoDimensionsAtOnce()
{
    const double bytes = 8192. * 8192 * 2, both = 15. / 16 * bytes / (2 * 180e9);
    for (const char* expression : {"A[I, J]{U_XY} -> A[I_X, J_Y]", "A[I, J]{U_XY} -> A[I_Y, J_X]"}) {
        const auto s = product("tpu-v5p", expression, "X=4, Y=4", {}, "exact", "ring");
        const auto report = shardingOf(s);
        QCOMPARE(report.plans.front().after.size(), std::size_t{1});
        QVERIFY(report.plans.front().after.front().op == ReshardOp::reduceScatter);
        COMPARE_NEAR(shardingNumbers(s, report).comms.si(), both, 1e-12);
    }
    const auto s = product("tpu-v5p", "A[I, J_XY] * B[J_XY, K] -> C[I_X, K_Y]", "X=4, Y=4", {}, "exact", "ring");
    const auto report = shardingOf(s);
    COMPARE_NEAR(planWith(report, QStringLiteral("A · B, ReduceScatter_XY(C)")).comms, both, 1e-12);
}

/// A[I_X, J] * B[J, K] -> C[I_Y, K_X]: A is gathered over a ring of two; each of the eight chips multiplies
/// a piece C[I, K_XY], whose Y then moves to I: rings of four, a fourth of C[I, K_X] at 180 GB/s.
void TstPlans::aResultMayBeMadeInMorePiecesThanItIsAskedIn()
{
    const double I = 16384, J = 16384, K = 8192;
    const auto report = shardingOf(product("tpu-v5p", "A[I_X, J] * B[J, K] -> C[I_Y, K_X]", "X=2, Y=4",
                                           {{"I", I}, {"J", J}, {"K", K}}, "exact", "ring"));
    const auto& plan = planWith(report, QStringLiteral("AllGather_X(A), Slice_XY(B), A · B, AllToAll_Y(C)"));
    COMPARE_NEAR(plan.comms, I * J * 2 / 2 / 180e9 + I * K * 2 / 2 / 4 / 180e9, 1e-12);
    COMPARE_NEAR(plan.math, 2 * I * J * K / 8 / 4.59e14, 1e-12);
    const auto& first = report.plans.front(); // what Y has of A is sliced before: nothing to move back
    QCOMPARE(stepsOf(first), QStringLiteral("AllGather_X(A), Slice_Y(A), Slice_X(B), A · B"));
    COMPARE_NEAR(first.comms, I * J * 2 / 2 / 180e9, 1e-12);
    COMPARE_NEAR(first.math, plan.math, 1e-12);
}

/// What the result alone has split is sliced before the product: a chip multiplies an eighth of the tokens.
void TstPlans::freeSlicesComeBeforeTheProduct()
{
    const double B = 65536, F = 14336, D = 4096;
    const auto report = shardingOf(product("tpu-v5p", "A[B_Z, F] * W[F, D] -> O[B_XZ, D]", "X=4, Y=4, Z=2",
                                           {{"B", B}, {"F", F}, {"D", D}}, "exact", "ring"));
    const auto& first = report.plans.front();
    QCOMPARE(stepsOf(first), QStringLiteral("AllGather_Z(A), Slice_XZ(A), A · W"));
    COMPARE_NEAR(first.math, 2 * B * F * D / 8 / 4.59e14, 1e-12);
}

/// Both are free; the slice leaves a third to multiply.
void TstPlans::slicesComeBeforeZeros()
{
    const auto report = shardingOf(product("tpu-v5p", "A[I, J] * B[J, K_XY] -> C[I, K_Y]{U_X}", "X=2, Y=3",
                                           {{"I", 65536}, {"J", 65536}, {"K", 12288}}));
    COMPARE_NEAR(report.plans.front().math, 2. * 65536 * 65536 * 12288 / 3 / 4.59e14, 1e-12);
}

/// d.5: AllGather forward is ReduceScatter backward; a replicated operand of shards is an AllReduce.
void TstPlans::backwardPassHasTheDuals()
{
    const auto report = shardingOf(product("tpu-v5p", "In[B_X, D] * W[D_X, F] -> Out[B_X, F]", "X=4"));
    QCOMPARE(stepsOf(report.plans.front()), QStringLiteral("AllGather_X(W), In · W"));
    QCOMPARE(stepsOf(report.back[1].front()), QStringLiteral("dOut · In, ReduceScatter_X(dW)"));
    const auto tensor = shardingOf(product("tpu-v5p", "In[B, D] * W[D, F_Y] -> Out[B, F_Y]", "Y=4"));
    QCOMPARE(stepsOf(tensor.plans.front()), QStringLiteral("In · W"));
    QCOMPARE(stepsOf(tensor.back[0].front()), QStringLiteral("dOut · W, AllReduce_Y(dIn)"));
}

/// e.8 on H100: 8 GPUs of a node 7/8 V / 450e9; 4 nodes with all of their GPUs: 3/4 V / (8 x 50e9).
void TstPlans::gpusGatherThroughTheirSwitchAndTheirNics()
{
    const auto time = [](const char* text, const char* mesh) {
        const auto s = product("h100-sxm", text, mesh);
        return shardingNumbers(s, shardingOf(s)).comms.si();
    };
    const double bytes = 8192.0 * 8192 * 2;
    COMPARE_NEAR(time("A[I_X, J] -> A[I, J]", "X=8"), 7.0 / 8 * bytes / 450e9, 1e-12);
    COMPARE_NEAR(time("A[I_X, J] -> A[I, J]", "X=32"), std::max(7.0 / 8 * bytes / 450e9, 3.0 / 4 * bytes / (8 * 50e9)),
                 1e-12);
    COMPARE_NEAR(time("A[I_X, J] -> A[I, J]", "X=4, Y=8"), 3.0 / 4 * bytes / 50e9, 1e-12);
    // Six GPUs in a row, four times: the second group has 2 on the first node and 4 on the next. Through 2 NICs come
    // 4/6.
    const auto uneven = product("h100-sxm", "A[I_X, J] -> A[I, J]", "Y=4, X=6", {{"I", 6144}});
    COMPARE_NEAR(shardingNumbers(uneven, shardingOf(uneven)).comms.si(), 4.0 / 6 * (6144.0 * 8192 * 2) / (2 * 50e9),
                 1e-12);
}

/// e.8, AllToAll on H100: 32 nodes of 8 send 31/32^2 V through the 8 NICs of each. Of 12 GPUs the node with 4 takes in
/// 8 of 12 blocks for each of them, through its own NIC.
void TstPlans::gpusExchangeBetweenNodes()
{
    const auto time = [](const char* mesh, const std::vector<std::pair<const char*, double>>& sizes) {
        const auto s = product("h100-sxm", "A[I_X, J] -> A[I, J_X]", mesh, sizes);
        return shardingNumbers(s, shardingOf(s)).comms.si();
    };
    COMPARE_NEAR(time("X=8", {}), 7.0 / 64 * (8192.0 * 8192 * 2) / 450e9, 1e-12);
    COMPARE_NEAR(time("X=256", {}), 31.0 / (32 * 32) * (8192.0 * 8192 * 2) / (8 * 50e9), 1e-12);
    COMPARE_NEAR(time("X=12", {{"I", 6144}, {"J", 6144}}), 8.0 / (12 * 12) * (6144.0 * 6144 * 2) / 50e9, 1e-12);
}

/// The mesh of the design lies where the design has it: on a v5p slice 4x4x4, X = 16 on two rings. Any other mesh has a
/// hardware axis for each of its own: X = 16 and Y = 2 are no whole cubes, so a line.
void TstPlans::theDesignsMeshLiesAsInTheDesign()
{
    const double bytes = 8192.0 * 8192 * 2;
    auto s = product("tpu-v5p", "A[I_X, J] -> A[I, J]", "X=16, Y=4");
    COMPARE_NEAR(shardingNumbers(s, shardingOf(s)).comms.si(), 15.0 / 16 * bytes / (4 * 9e10), 1e-12);
    s = product("tpu-v5p", "A[I_X, J] -> A[I, J]", "X=16, Y=2");
    COMPARE_NEAR(shardingNumbers(s, shardingOf(s)).comms.si(), 15.0 / 16 * bytes / 9e10, 1e-12);
}

/// e.8 with a switch that adds: (8 + 1)/8 V / 450e9 / 0.68, in one node alone.
void TstPlans::switchesThatAddReduceInOneNode()
{
    auto s = product("h100-sxm", "A[I, J] {U_X} -> A[I, J]", "X=8");
    const auto time = [&s] { return shardingNumbers(s, shardingOf(s)).comms.si(); };
    const double bytes = 8192.0 * 8192 * 2;
    COMPARE_NEAR(time(), 2 * 7.0 / 8 * bytes / 450e9, 1e-12);
    QVERIFY(setField(s, "hw.in_switch", true));
    COMPARE_NEAR(time(), 9.0 / 8 * bytes / 450e9 / 0.68, 1e-12);
}

void TstPlans::plansStandInOrder()
{
    const auto report = shardingOf(product("tpu-v5e", "A[I_X, J_Y] * B[J, K] -> C[I_X, K]", "X=4, Y=4"));
    QVERIFY(report.plans.size() > 2);
    for (std::size_t i = 1; i < report.plans.size(); ++i)
        QVERIFY(report.plans[i - 1].time() <= report.plans[i].time());
}

/// Time is that of the collectives in all plans: each also has math, of which there may be more than is needed.
void TstPlans::ofEquallyLongPlansTheOneWithLessWorkIsFirst()
{
    const std::vector<std::pair<const char*, double>> sizes{{"I", 1024}, {"J", 1024}, {"K", 1024}};
    const auto report = shardingOf(product("tpu-v5p", "A[I, J_XY] * B[J, K] -> C[I, K_Y]", "X=8, Y=2", sizes));
    const auto& first = report.plans.front();
    for (const auto& plan : report.plans)
        QVERIFY2(plan.time() > first.time() || plan.math + plan.comms >= first.math + first.comms,
                 qPrintable(stepsOf(plan)));
}

/// As many operands, dimensions and axes as are read, with sums; each priced step and each plan is counted.
void TstPlans::theLargestExpressionsArePlannedWithLittleWork()
{
    std::mt19937 random(20261125);
    std::vector<std::string> names;
    Sizes sizes;
    for (std::size_t i = 0; i < maxNames; ++i)
        sizes[names.emplace_back(fmt::format("D{}", i))] = 8192;
    const auto array = [&](char name) {
        std::shuffle(names.begin(), names.end(), random);
        ShardedArray drawn{std::string(1, name), {}, {}};
        std::string axes = "XYZ";
        for (std::size_t d = 0; d < maxDimensions; ++d)
            drawn.dims.push_back({names[d], {}});
        for (; !axes.empty() && random() % 4 > 0; axes.pop_back())
            drawn.dims[random() % maxDimensions].axes += axes.back();
        drawn.partial = axes.substr(0, random() % 2);
        return drawn;
    };
    for (int i = 0; i < 200; ++i) {
        ShardingExpression e;
        for (const char name : std::string_view("ABCD").substr(0, 1 + random() % maxOperands))
            e.operands.push_back(array(name));
        e.result = array('R');
        const auto given = e.dims();
        std::erase_if(e.result->dims,
                      [&](const NamedDim& d) { return std::ranges::find(given, d.name) == given.end(); });
        const auto mesh = *readNamedMesh(i % 2 == 0 ? "X=4, Y=2, Z=2" : "X=8, Y=4, Z=1");
        const auto read = readExpression(e.text());
        if (!read || checkExpression(e.text(), mesh, sizes))
            continue; // one array that loses dimensions, or an axis in the result twice
        int work = 0;
        const auto plans = plansOf(*read, mesh, sizes,
                                   {[&work](const ReshardStep&) { return static_cast<double>(++work % 7); },
                                    [&work](const ShardingPlan&) { return static_cast<double>(++work % 3); }});
        QVERIFY2(!plans.empty(), e.text().c_str());
        QVERIFY2(work < 20'000, fmt::format("{} for {}", work, e.text()).c_str());
    }
}

/// Where the result asks for it: the slice over a single chip takes nothing away.
/// One device has the whole: nothing is sliced, gathered or summed over it, forward or backward.
void TstPlans::axesOfOneDeviceNeedNothing()
{
    const auto stepsAll = [](const char* expression, const char* mesh) {
        const auto report = shardingOf(product("tpu-v5e", expression, mesh));
        QStringList steps;
        for (const auto& plan : report.plans)
            steps << stepsOf(plan);
        for (const auto& gradients : report.back)
            steps << stepsOf(gradients.front());
        return steps;
    };
    const auto plain = stepsAll("A[I, J_Y] * B[J_Y, K] -> C[I, K]", "X=1, Y=2");
    QCOMPARE(plain.front(), QStringLiteral("A · B, AllReduce_Y(C)"));
    QCOMPARE(stepsAll("A[I, J_Y] * B[J_Y, K] -> C[I_X, K]", "X=1, Y=2"), plain);
    QCOMPARE(stepsAll("A[I_X, J_Y] * B[J_Y, K] -> C[I, K]{U_X}", "X=1, Y=2"), plain);
    const auto report = shardingOf(product("tpu-v5e", "A[I_X, J] * B[J, K] -> C[I_X, K_Y]", "X=4, Y=1"));
    QCOMPARE(report.arrays().back().text(), std::string("C[I_X, K_Y]")); // as it was asked for
}

ROOFLIGHT_TEST(TstPlans)
#include "tst_plans.moc"

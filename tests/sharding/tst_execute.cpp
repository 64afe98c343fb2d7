// SPDX-License-Identifier: GPL-3.0-or-later
// Every plan of random expressions, run on numbers device by device, gives the unsharded product.
#include "core/sharding/execute.h"
#include "core/sharding/named_mesh.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>

using namespace core;

class TstExecute : public QObject
{
    Q_OBJECT

private slots:
    void everyPlanGivesTheProduct();
    void oneArrayIsReshardedUnderAnotherName_data();
    void oneArrayIsReshardedUnderAnotherName();
    void sumsAreScatteredIntoAllDimensionsAtOnce();
    void aPlanWithoutItsReductionDoesNot();
    void piecesAreThoseOfTheNotation();
    void whatIsTooLargeIsRefused();
};

namespace
{

class Draw
{
public:
    explicit Draw(unsigned seed) : m_random(seed) {}

    int below(int n) { return static_cast<int>(m_random() % static_cast<unsigned>(n)); }

    NamedMesh mesh()
    {
        NamedMesh mesh;
        const int axes = 1 + below(3);
        for (int i = 0; i < axes; ++i)
            mesh.axes.push_back({"XYZ"[i], below(5) == 0 ? 1 : mesh.devices() > 4 ? 2 : 2 + below(3)});
        return mesh;
    }

    Sizes sizes()
    {
        Sizes sizes;
        for (const char* dim : {"I", "J", "K"})
            sizes[dim] = (std::int64_t{2} << below(3)) * (below(2) == 0 ? 1 : 3);
        return sizes;
    }

    ShardedArray array(const std::string& name, const std::vector<std::string>& dims, const NamedMesh& mesh, bool sum)
    {
        std::string axes;
        for (const auto& axis : mesh.axes)
            axes += axis.name;
        std::shuffle(axes.begin(), axes.end(), m_random);
        ShardedArray array{name, {}, {}};
        for (const auto& dim : dims) {
            array.dims.push_back({dim, {}});
            for (; !axes.empty() && below(2) == 0; axes.pop_back())
                array.dims.back().axes += axes.back();
        }
        if (sum && !axes.empty() && below(4) == 0)
            array.partial = axes.substr(0, 1);
        return array;
    }

    ShardingExpression expression(const NamedMesh& mesh)
    {
        ShardingExpression e;
        if (below(5) == 0) {
            e.operands = {array("A", {"I", "J"}, mesh, true)};
            e.result = array("A", {"I", "J"}, mesh, true);
            return e;
        }
        e.operands = {array("A", {"I", "J"}, mesh, true), array("B", {"J", "K"}, mesh, false)};
        if (below(4) > 0)
            e.result = array("C", {"I", "K"}, mesh, true);
        return e;
    }

private:
    std::mt19937 m_random;
};

/// Devices that take part in a collective take a second each; math is free.
PlanCosts costs(const NamedMesh& mesh)
{
    return {[&mesh](const ReshardStep& step) { return static_cast<double>(mesh.size(step.axes)); },
            [](const ShardingPlan&) { return 0.0; }};
}

ShardingPlan planOf(const char* text, const NamedMesh& mesh, const Sizes& sizes)
{
    return plansOf(*readExpression(text), mesh, sizes, costs(mesh)).front();
}

} // namespace

void TstExecute::everyPlanGivesTheProduct()
{
    Draw draw(20261123);
    std::set<ReshardOp> seen;
    int run = 0;
    for (int i = 0; i < 400; ++i) {
        const auto mesh = draw.mesh();
        const auto sizes = draw.sizes();
        const auto e = draw.expression(mesh);
        if (checkExpression(e.text(), mesh, sizes))
            continue;
        const auto plans = plansOf(e, mesh, sizes, costs(mesh));
        QVERIFY2(!plans.empty(), e.text().c_str());
        std::set<std::string> texts;
        for (const auto& plan : plans) {
            QVERIFY2(texts.insert(plan.text()).second, plan.text().c_str()); // nobody could tell them apart
            const auto done = execute(e, plan, mesh, sizes);
            QVERIFY2(done, done ? "" : done.error().c_str());
            QVERIFY2(done->correct, (e.text() + ": " + plan.result().text()).c_str());
            for (const auto* steps : {&plan.before, &plan.after})
                for (const auto& step : *steps)
                    seen.insert(step.op);
            ++run;
        }
    }
    QVERIFY(run > 400);
    QCOMPARE(seen.size(), std::size_t(6));
}

void TstExecute::oneArrayIsReshardedUnderAnotherName_data()
{
    QTest::addColumn<QByteArray>("expression");
    for (const char* e : {"A[I_X, J] -> B[I, J_X]", "A[I_X, J] -> B[J, I_X]", "A[I_XY, J] -> B[I_X, J_Y]",
                          "A[I, J]{U_X} -> B[J_X, I]", "A[I, J]{U_XY} -> B[I, J_YX]", "A[I_X, J] -> A[J_X, I]"})
        QTest::newRow(e) << QByteArray(e);
}

void TstExecute::oneArrayIsReshardedUnderAnotherName()
{
    QFETCH(const QByteArray, expression);
    const auto mesh = *readNamedMesh("X=2, Y=2");
    const Sizes sizes{{"I", 8}, {"J", 8}};
    const auto done =
        execute(*readExpression(expression.constData()), planOf(expression.constData(), mesh, sizes), mesh, sizes);
    QVERIFY2(done, done ? "" : done.error().c_str());
    QVERIFY(done->correct);
}

/// Every single step from these sums, by itself: two axes into two dimensions in 2 ways, three into two in 12 or into
/// three in 6, two of three into two dimensions of three in 18, and so on.
void TstExecute::sumsAreScatteredIntoAllDimensionsAtOnce()
{
    const auto mesh = *readNamedMesh("X=2, Y=2, Z=2");
    const Sizes sizes{{"I", 8}, {"J", 8}, {"K", 4}};
    // Rows of 2 axes into 2 dimensions: 2 for each pair of axes. Of 3: pairs of dimensions times 12, and 3! orders.
    for (const auto& [text, several] : {std::pair("A[I_X, J]{U_YZ} -> A[I_X, J]", 2),
                                        {"A[I, J]{U_XYZ} -> A[I, J]", 3 * 2 + 12},
                                        {"A[I, J, K]{U_XYZ} -> A[I, J, K]", 3 * 3 * 2 + 3 * 12 + 6}}) {
        const auto e = *readExpression(text);
        int found = 0;
        for (const auto& step : stepsFrom(e.operands.front(), mesh, sizes)) {
            const auto changed = [&step](std::size_t d) { return !(step.before.dims[d] == step.after.dims[d]); };
            int dims = 0;
            for (std::size_t d = 0; d < step.before.dims.size(); ++d)
                dims += changed(d) ? 1 : 0;
            found += step.op == ReshardOp::reduceScatter && dims > 1 ? 1 : 0;
            ShardingPlan plan;
            plan.operands = e.operands;
            plan.product = e.operands.front();
            plan.after = {step};
            const auto done = execute(e, plan, mesh, sizes);
            QVERIFY2(done, done ? "" : done.error().c_str());
            QVERIFY2(done->correct, (step.text() + " to " + step.after.text()).c_str());
        }
        QCOMPARE(found, several);
    }
}

void TstExecute::aPlanWithoutItsReductionDoesNot()
{
    const auto mesh = *readNamedMesh("X=2");
    const Sizes sizes{{"I", 2}, {"J", 4}, {"K", 2}};
    const char* text = "A[I, J_X] * B[J_X, K] -> C[I, K]";
    auto plan = planOf(text, mesh, sizes);
    QVERIFY(execute(*readExpression(text), plan, mesh, sizes)->correct);
    plan.product.partial.clear();
    plan.after.clear();
    QVERIFY(!execute(*readExpression(text), plan, mesh, sizes)->correct);
}

/// A[I_XY, J]: device (x, y) holds block x |Y| + y of the rows (MODEL.md, d). I = 4 rows of 2: 1 2 | 3 4 | 5 6 |
/// 7 8.
void TstExecute::piecesAreThoseOfTheNotation()
{
    const auto mesh = *readNamedMesh("X=2, Y=2");
    const Sizes sizes{{"I", 4}, {"J", 2}};
    const auto done =
        execute(*readExpression("A[I_XY, J] -> A[I, J]"), planOf("A[I_XY, J] -> A[I, J]", mesh, sizes), mesh, sizes);
    QVERIFY(done);
    const auto& blocks = done->steps.front().arrays.front().blocks;
    QCOMPARE(blocks[0], (Numbers{1, 2})); // x 0, y 0
    QCOMPARE(blocks[1], (Numbers{5, 6})); // x 1, y 0
    QCOMPARE(blocks[2], (Numbers{3, 4})); // x 0, y 1
    QCOMPARE(done->steps.back().arrays.front().blocks[3], (Numbers{1, 2, 3, 4, 5, 6, 7, 8}));
}

void TstExecute::whatIsTooLargeIsRefused()
{
    const char* text = "A[I_X, J] -> A[I, J]";
    const auto mesh = *readNamedMesh("X=2");
    const Sizes large{{"I", 4096}, {"J", 2}};
    QVERIFY(!execute(*readExpression(text), planOf(text, mesh, large), mesh, large));
    const auto many = *readNamedMesh("X=128");
    const Sizes sizes{{"I", 128}, {"J", 2}};
    QVERIFY(!execute(*readExpression(text), planOf(text, many, sizes), many, sizes));
    const char* summed = "A[I, J, K] * B[I, J, L] -> C[K, L]"; // small arrays of many products
    const Sizes all{{"I", 64}, {"J", 64}, {"K", 1}, {"L", 1}};
    QVERIFY(execute(*readExpression(summed), planOf(summed, mesh, all), mesh, all));
    const char* product = "A[I, J] * B[K, L] -> C[]";
    const Sizes sums{{"I", 64}, {"J", 64}, {"K", 64}, {"L", 64}};
    QVERIFY(!execute(*readExpression(product), planOf(product, mesh, sums), mesh, sums));
}

ROOFLIGHT_TEST(TstExecute)
#include "tst_execute.moc"

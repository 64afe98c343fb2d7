// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what mends a sharded product whose mesh does not divide its sizes, and arrays of a layer that cannot be laid.
#include "core/check/check.h"
#include "core/check/sharding_repairs.h"
#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "core/sharding/report.h"
#include "support/suite.h"

#include <algorithm>

using namespace core;

class TstShardingRepairs : public QObject
{
    Q_OBJECT
private slots:
    void aShardedProductThatDoesNotDivideIsMended();
    void anAxisThatTheMeshLacksIsAdded();
    void bracketsAndAnAxisAreMendedAtOnce();
    void anAxisThatIsMissingIsToldBeforeASizeThatDoesNotDivide();
    void noLengthIsOfferedInVain_data();
    void noLengthIsOfferedInVain();
    void everyWrongEditOfTheLayerIsNamed();
    void arraysOfALayerStandBetweenSemicolons();
};

namespace
{

const Issue* issueIn(const std::vector<Issue>& issues)
{
    const auto found = std::ranges::find(issues, "DIVIDE", &Issue::code);
    return found == issues.end() ? nullptr : &*found;
}

Scenario repaired(Scenario s, const Repair& repair)
{
    for (const auto& [field, value] : repair.edits)
        if (!setField(s, field, value))
            qFatal("%s", repair.text.c_str());
    return s;
}

} // namespace

// X = 3 divides neither J nor K, both 8,192 = 2^13: the next multiple is 3 * 2,731 = 8,193, the nearest divisors 2
// and 4.
void TstShardingRepairs::aShardedProductThatDoesNotDivideIsMended()
{
    Scenario s = defaultScenario(shippedCatalogue());
    s.shard.mesh = "X=3, Y=4";
    s.shard.expression = "A[I, J_X] * B[J, K_X] -> C[I_Y, K]";
    const auto issues = check(s, evaluate(s));
    const Issue* issue = issueIn(issues);
    QVERIFY(issue);
    QVERIFY2(issue->text.find("X = 3 does not divide J = 8,192: 2730.67 a device. Its") != std::string::npos,
             issue->text.c_str());
    QStringList texts;
    for (const auto& repair : issue->repairs) {
        texts << QString::fromStdString(repair.text);
        QVERIFY(!shardingError(repaired(s, repair).shard));
    }
    texts.sort();
    QCOMPARE(texts, QStringList({"Set J = 8,193, K = 8,193", "Use X = 2", "Use X = 4",
                                 "Write A[I, J] * B[J, K] -> C[I_Y, K]"}));
    s.shard.mesh = "X=3, Y=5"; // I as well: 5 * 1,639 = 8,195; four divide 8,192
    const auto both = check(s, evaluate(s));
    issue = issueIn(both);
    QVERIFY(issue && issue->repairs.size() >= 3);
    texts.clear();
    for (const auto& repair : issue->repairs)
        texts << QString::fromStdString(repair.text);
    QVERIFY(texts.contains("Set I = 8,195, J = 8,193, K = 8,193") && texts.contains("Use X = 2, Y = 4"));
}

// The mesh has X alone: Y, or Y and Z, come as long as X where that divides, else shorter: of K = 12 the largest part
// below 8 is 6.
void TstShardingRepairs::anAxisThatTheMeshLacksIsAdded()
{
    Scenario s = defaultScenario(shippedCatalogue());
    const auto firstRepair = [&s](const char* mesh, const char* expression) {
        s.shard.mesh = mesh;
        s.shard.expression = expression;
        const auto repairs = shardingRepairs(s.shard);
        if (repairs.empty() || shardingError(repaired(s, repairs.front()).shard))
            return std::string("none");
        return repairs.front().text;
    };
    QCOMPARE(firstRepair("X=4", "A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]"), std::string("Add Y = 4 to the mesh"));
    QCOMPARE(firstRepair("X=8", "A[I_X, J_Y] * B[J_Y, K_Z] -> C[I_X, K_Z]"),
             std::string("Add Y = 8, Z = 8 to the mesh"));
    const auto all = [&s] {
        QStringList texts;
        for (const auto& repair : shardingRepairs(s.shard))
            texts << QString::fromStdString(repair.text);
        return texts;
    };
    s.shard.mesh = "X=4";
    s.shard.expression = "A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]";
    QCOMPARE(all(), QStringList({"Add Y = 4 to the mesh", "Write A[I_X, J] * B[J, K] -> C[I_X, K]"}));
    s.shard.expression = "A[I_x, J] * B[J, K_Y] -> C[I_x, K_Y]"; // in the wrong case
    s.shard.mesh = "X=4, Y=2";
    QCOMPARE(all().front(), QString("Write A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]"));
    QCOMPARE(shardingError(s.shard)->sentence, "The mesh has no axis x, but X: it is X=4, Y=2.");
    s.shard.expression = "A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]";
    s.shard.mesh = "W=2, X=4, Y=2, Z=2"; // four axes: those that the product names stay
    QCOMPARE(all(), QStringList({"Use the mesh X=4, Y=2, W=2"}));
    s.shard.sizes["K"] = 12;
    QCOMPARE(firstRepair("X=8", "A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]"), std::string("Add Y = 6 to the mesh"));
}

// Two brackets are missing, and the mesh has no Z: text and mesh are mended together, or J is not split,
// or over Y.
void TstShardingRepairs::bracketsAndAnAxisAreMendedAtOnce()
{
    Scenario s = defaultScenario(shippedCatalogue());
    s.shard.mesh = "X=4, Y=4";
    s.shard.expression = "A[I_X, J_Z] * B[J, K_Y -> C[I";
    QStringList texts;
    for (const auto& repair : shardingRepairs(s.shard)) {
        texts << QString::fromStdString(repair.text);
        QVERIFY(!shardingError(repaired(s, repair).shard));
    }
    QCOMPARE(texts, QStringList({"Write A[I_X, J_Z] * B[J, K_Y] -> C[I] and add Z = 4 to the mesh",
                                 "Write A[I_X, J] * B[J, K_Y] -> C[I]", "Write A[I_X, J_Y] * B[J, K_Y] -> C[I]"}));
}

// Four devices do not divide I = 102; the next multiple is 104. Nor has the mesh Q: that is of the text, and is first.
void TstShardingRepairs::anAxisThatIsMissingIsToldBeforeASizeThatDoesNotDivide()
{
    Scenario s = defaultScenario(shippedCatalogue());
    s.shard.mesh = "X=4, Y=4";
    s.shard.sizes["I"] = 102;
    s.shard.expression = "A[I_X, J] * B[J, K_Q] -> C[I_X, K]";
    const auto error = shardingError(s.shard);
    QVERIFY(error);
    QCOMPARE(error->sentence, std::string("The mesh has no axis Q: it is X=4, Y=4."));
    const auto repairs = shardingRepairs(s.shard);
    QVERIFY(!repairs.empty());
    for (const auto& repair : repairs) {
        QVERIFY2(repair.text.ends_with(" and set I = 104"), repair.text.c_str());
        QVERIFY2(!shardingError(repaired(s, repair).shard), repair.text.c_str());
    }
}

// Where no length of the missing axis mends the product none is offered; the benchmarks have how long it takes.
void TstShardingRepairs::noLengthIsOfferedInVain_data()
{
    QTest::addColumn<std::string>("mesh");
    QTest::addColumn<std::string>("expression");
    const auto row = [](const char* name, const char* mesh, const char* expression) {
        QTest::newRow(name) << std::string(mesh) << std::string(expression);
    };
    row("an axis twice in one array", "X=16384", "A[I_Z, J_Z] * B[J_X, K] -> C[I, K]");
    row("another axis does not divide", "Y=3, X=16384", "A[I_Z, J] * B[J, K_Y] -> C[I_Z, K_Y]");
    row("another axis does not divide, partial sums", "Y=3, X=16384", "A[I, J]{U_Z} * B[J, K_Y] -> C[I, K_Y]");
}

void TstShardingRepairs::noLengthIsOfferedInVain()
{
    QFETCH(std::string, mesh);
    QFETCH(std::string, expression);
    Sharding shard = defaultScenario(shippedCatalogue()).shard;
    shard.mesh = mesh;
    shard.expression = expression;
    const auto error = shardingError(shard);
    QVERIFY(error);
    QCOMPARE(error->code, std::string("AXIS"));
    const auto repairs = shardingRepairs(shard);
    QVERIFY2(repairs.empty(), repairs.empty() ? "" : repairs.front().text.c_str());
}

void TstShardingRepairs::everyWrongEditOfTheLayerIsNamed()
{
    const auto said = [](const char* arrays) {
        Scenario s = defaultScenario(shippedCatalogue());
        s.layer.arrays = arrays;
        const auto issues = check(s, evaluate(s));
        const auto issue = std::ranges::find(issues, "layer.arrays", &Issue::field);
        return issue == issues.end() ? std::string() : issue->text;
    };
    const auto two = said("W_in[D, F_Y]; W_foo[D]; W_out[F, D_Q]");
    QVERIFY2(two.find("column 15, W_foo[D]: ") != std::string::npos, two.c_str());
    QVERIFY2(two.ends_with("W_out[F, D_Q] cannot be laid either. These are left out; the other edits hold."),
             two.c_str());
    const auto twice = said("W_in[D, F_Y]; W_out[F_Y, D]; W_in[D, F_X]");
    QVERIFY2(twice.ends_with("W_in is edited twice: W_in[D, F_X], the last one, holds."), twice.c_str());
    const auto three = said("W_foo[D]; W_bar[D]; W_baz[D]");
    QVERIFY2(
        three.ends_with("W_bar[D] and W_baz[D] cannot be laid either. The layer lies as the roles of the mesh say."),
        three.c_str());
}

// Arrays of a layer stand between semicolons: what is said is of them, not of products.
void TstShardingRepairs::arraysOfALayerStandBetweenSemicolons()
{
    const auto found = [](const char* arrays) {
        Scenario s = defaultScenario(shippedCatalogue());
        s.layer.arrays = arrays;
        const auto issues = check(s, evaluate(s));
        const auto issue = std::ranges::find(issues, "layer.arrays", &Issue::field);
        return issue == issues.end() ? Issue() : *issue;
    };
    const auto comma = found("W_in[D, F_Y], W_out[F_Y, D]");
    QVERIFY2(comma.text.find("column 13, W_in[D, F_Y], W_out[F_Y, D]: Expected ; before the next array") !=
                 std::string::npos,
             comma.text.c_str());
    QVERIFY(!comma.repairs.empty());
    const auto& meant = comma.repairs.front();
    QCOMPARE(meant.text, std::string("Write W_in[D, F_Y]; W_out[F_Y, D]"));
    const auto none = found(";;");
    QVERIFY2(none.text.find("column 1: Expected an array before this ;.") != std::string::npos, none.text.c_str());
    QVERIFY2(none.text.ends_with("The layer lies as the roles of the mesh say."), none.text.c_str());
    QVERIFY(found("W_in[D, F_Y]; ;W_out[F_Y, D]").text.find("column 14: ") != std::string::npos);
    QVERIFY(found("W_in[D, F_Y];").text.empty()); // as one types
    const auto thrice = found("W_in[D, F, F]");   // by its name, which the notation has without _
    QVERIFY2(thrice.text.find("W_in has the dimension F twice.") != std::string::npos, thrice.text.c_str());
}

ROOFLIGHT_TEST(TstShardingRepairs)
#include "tst_sharding_repairs.moc"

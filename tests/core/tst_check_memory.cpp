// SPDX-License-Identifier: GPL-3.0-or-later
// Checks where shards of weights and states are said not to help: exactly where no number of them makes a step fit.
#include "support/edited_scenario.h"
#include "support/random_scenario.h"
#include "support/suite.h"

#include "core/check/check.h"
#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <optional>

using namespace core;

using tests::edited;

class TstCheckMemory : public QObject
{
    Q_OBJECT
private slots:
    void shardsAreSaidNotToHelp_data();
    void shardsAreSaidNotToHelp();
    void theBytesAreThoseThatStay();
    void theBatchIsTheLargestThatShardsMakeFit();
    void isSaidWhereNoShardsFit();
};

namespace
{

constexpr double most = 16384; // chips of an axis

std::optional<Issue> neverOf(const Scenario& s)
{
    const auto issues = check(s, evaluate(s));
    const auto at = std::ranges::find_if(
        issues, [](const Issue& issue) { return issue.code == "NEVER" && issue.field == "act.sharded"; });
    return at == issues.end() ? std::nullopt : std::optional(*at);
}

/// On as many chips along X as there can be, each data rank with the tokens that it has.
Scenario onMostShards(Scenario s)
{
    s.work.batch *= most / s.mesh.axis[0].size;
    s.mesh.axis[0].size = most;
    return s;
}

} // namespace

/// A token of FFN 8k x 32k saves 2 B * (8,192 + 32,768) in each of 32 layers, 2.62 MB; v5p has 96 GB.
void TstCheckMemory::shardsAreSaidNotToHelp_data()
{
    QTest::addColumn<QString>("edits");
    QTest::addColumn<bool>("said");
    QTest::newRow("65,536 tokens save 172 GB") << "mesh.X=1 mesh.Y=1 work.batch=65536" << true;
    QTest::newRow("half of them save 86 GB") << "mesh.X=1 mesh.Y=1 work.batch=32768" << false;
    QTest::newRow("a half at a time") << "mesh.X=1 mesh.Y=1 work.batch=65536 work.micro=2" << false;
    QTest::newRow("a fourth of F") << "mesh.X=1 mesh.Y=4 work.batch=65536" << false;
    QTest::newRow("a fourth of L") << "mesh.X=1 mesh.Y=1 mesh.Z=4 mesh.Z.role=pipeline work.batch=65536" << false;
    QTest::newRow("a fourth of L, four at once")
        << "mesh.X=1 mesh.Y=1 mesh.Z=4 mesh.Z.role=pipeline work.batch=262144 work.micro=4" << true;
    QTest::newRow("LLaMA 2 13B, two microbatches on two tensor shards")
        << "model.preset=llama2-13b hw.chip=h100-sxm mesh.X=2 mesh.Y=2 work.micro=2 work.batch=32768" << false;
    QTest::newRow("LLaMA 3 70B on four tensor shards")
        << "model.preset=llama3-70b hw.chip=a100-80g mesh.X=1 mesh.Y=4 work.batch=8192" << false;
}

void TstCheckMemory::shardsAreSaidNotToHelp()
{
    QFETCH(QString, edits);
    QFETCH(bool, said);
    const Scenario s = edited("hw.torus=auto " + edits);
    QVERIFY(!evaluate(s).memory.fits);
    const auto never = neverOf(s);
    QVERIFY2(never.has_value() == said, never ? never->text.c_str() : "not said");
    QCOMPARE(evaluate(onMostShards(s)).memory.fits, !said);
}

/// Activations 65,536 * 2,621,440 B = 171.8 GB, two gathered layers of 536,870,912 parameters in bf16 2.15 GB, and
/// their gradient 1.07 GB.
void TstCheckMemory::theBytesAreThoseThatStay()
{
    const auto never = neverOf(edited("hw.torus=auto mesh.X=1 mesh.Y=1 work.batch=65536"));
    QVERIFY(never);
    const std::string said = "175 GB stay on every chip, which holds 96 GB. The largest part is activations (172 GB).";
    QVERIFY2(never->text.find(said) != std::string::npos, never->text.c_str());
}

/// Beside gathered layers and gradient, 3.22 GB, there is room for (96 - 3.22) GB / 2,621,440 B = 35,392.5 tokens.
void TstCheckMemory::theBatchIsTheLargestThatShardsMakeFit()
{
    const auto never = neverOf(edited("hw.torus=auto mesh.X=1 mesh.Y=1 work.batch=65536"));
    QVERIFY(never);
    const std::vector<std::pair<std::string, Value>> wanted{{"work.batch", 35392.}};
    QVERIFY(std::ranges::find(never->repairs, wanted, &Repair::edits) != never->repairs.end());
    QVERIFY(!neverOf(edited("hw.torus=auto mesh.X=1 mesh.Y=1 work.batch=35392")));
    QVERIFY(neverOf(edited("hw.torus=auto mesh.X=1 mesh.Y=1 work.batch=35393")));
}

/// Two hundred designs. What 16,384 shards still hold of weights and states is all that more of them could take away.
void TstCheckMemory::isSaidWhereNoShardsFit()
{
    const auto law = [] {
        for (int i = 0; i < 2; ++i) {
            Scenario s = tests::validScenario();
            s.mesh.axis[0].role = *rc::gen::element(Role::fsdp, Role::fsdp, Role::zero1, Role::zero2);
            s.mesh.axis[0].size = std::max(2., s.mesh.axis[0].size);
            const auto now = evaluate(s).memory;
            RC_PRE(canBeEvaluated(s, evaluate(s)));
            const bool said = neverOf(s).has_value();
            const auto far = evaluate(onMostShards(s)).memory;
            RC_ASSERT(!said || (!now.fits && !far.fits));
            if (said || now.fits || s.mesh.axis[0].role != Role::fsdp)
                continue;
            const double share = s.actSharded / most;
            const double held = far.weights.si() + far.master.si() + far.gradients.si() + far.optimizer.si() +
                                far.activations.si() * share / (1 - s.actSharded + share);
            RC_ASSERT(far.total.si() - held < far.capacity.si());
        }
    };
    QVERIFY(rc::check("no number of shards", law));
}

ROOFLIGHT_TEST(TstCheckMemory)
#include "tst_check_memory.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The collectives of a design: what published designs communicate, and that they add up to the times and bytes of the
// step.
#include "core/design/collectives.h"
#include "core/design/opening.h"
#include "core/design/sharding_opening.h"
#include "core/evaluate/evaluate.h"
#include "core/field_support.h"
#include "core/io/scenario_json.h"
#include "core/scenario/fields.h"
#include "core/sharding/costs.h"
#include "core/sharding/report.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/random_scenario.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

using namespace core;
using tests::numberOf;
using tests::with;

class TstDesignCollectives : public QObject
{
    Q_OBJECT

private slots:
    void aRoleHasItsCollectives_data();
    void aRoleHasItsCollectives();
    void publishedSizesAreFound();
    void microbatchesAreGatheredOneByOne();
    void expertsAreSpreadBeforeTheyAreGathered();
    void oneChipHasNone();
    void matmulsOpenWithTheirCollective();
    void noTensorAxisNoCollectiveMatmul();
    void aMeshThatDoesNotFitHasNone();
    void theyAddUpToTheStep();
    void shardedProductsChargeThemAlike();
};

namespace
{

const DesignCollective& collectiveNamed(const std::vector<DesignCollective>& all, std::string_view name,
                                        Moment when = Moment::forward)
{
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& c) { return c.name == name && c.when == when; });
    if (found == all.end())
        qFatal("no %s", std::string(name).c_str());
    return *found;
}

QString listed(const Scenario& s)
{
    QStringList names;
    for (const auto& c : designCollectives(s)) {
        const char* moments[] = {"f", "b", "o"};
        names << QString::fromLatin1(moments[static_cast<int>(c.when)]) + u' ' + QString::fromStdString(c.name);
    }
    return names.join(QStringLiteral("; "));
}

bool almostEqual(double a, double b) { return (a == 0 && b == 0) || std::abs(a - b) <= 1e-12 * std::abs(b); }

/// Roles that the usual drawing of scenarios leaves out, on any axis, and every mode.
Scenario anyRoles(Scenario scenario)
{
    const std::vector<std::string> roles{"data",   "zero1",    "zero2",   "fsdp",     "tensor",
                                         "expert", "pipeline", "context", "replicate"};
    const std::vector<std::string> modes{"training", "training", "prefill", "decode"};
    for (const char* axis : {"mesh.X.role", "mesh.Y.role", "mesh.Z.role"})
        RC_ASSERT(setField(scenario, axis, roles[*rc::gen::inRange<std::size_t>(0, roles.size())]).has_value());
    RC_ASSERT(setField(scenario, "work.mode", modes[*rc::gen::inRange<std::size_t>(0, modes.size())]).has_value());
    return scenario;
}

/// The laws of the list for one scenario.
void addsUp(const Scenario& s)
{
    std::array<double, 4> seconds{};
    std::map<PayloadKind, double> bytes;
    for (const auto& c : designCollectives(s)) {
        seconds[c.axis] += c.total().si();
        const bool blocks = c.payload == PayloadKind::allToAll; // each rank hands in its share
        bytes[c.payload] += c.totalBytes().si() / (blocks ? s.mesh.axis[c.axis].size : 1);
    }
    const std::array<const char*, 4> times{"time.X", "time.Y", "time.Z", "time.dcn"};
    for (std::size_t i = 0; i < times.size(); ++i)
        RC_ASSERT(almostEqual(seconds[i], numberOf(s, times[i])));
    RC_ASSERT(almostEqual(bytes[PayloadKind::allGather], numberOf(s, "bytes.all_gather")));
    RC_ASSERT(almostEqual(bytes[PayloadKind::reduceScatter], numberOf(s, "bytes.reduce_scatter")));
    RC_ASSERT(almostEqual(bytes[PayloadKind::allReduce], numberOf(s, "bytes.all_reduce")));
    RC_ASSERT(almostEqual(bytes[PayloadKind::allToAll], numberOf(s, "bytes.all_to_all")));
    RC_ASSERT(almostEqual(bytes[PayloadKind::ring], numberOf(s, "bytes.ring_attention")));
    RC_ASSERT(
        almostEqual(bytes[PayloadKind::p2p], numberOf(s, "bytes.p2p.forward") + numberOf(s, "bytes.p2p.backward")));
}

} // namespace

void TstDesignCollectives::aRoleHasItsCollectives_data()
{
    QTest::addColumn<QString>("role");
    QTest::addColumn<bool>("sequence");
    QTest::addColumn<QString>("names");
    // The rows of MODEL.md, g, for two matrices.
    QTest::newRow("data") << "data" << true << "b AllReduce_X of dW_in; b AllReduce_X of dW_out";
    const QString zero = QStringLiteral("b ReduceScatter_X of dW_in; b ReduceScatter_X of dW_out; "
                                        "o AllGather_X of W_in; o AllGather_X of W_out");
    QTest::newRow("zero1") << "zero1" << true << zero;
    QTest::newRow("zero2") << "zero2" << true << zero;
    QTest::newRow("fsdp") << "fsdp" << true
                          << "f AllGather_X of W_in; f AllGather_X of W_out; b AllGather_X of W_in; "
                             "b AllGather_X of W_out; b ReduceScatter_X of dW_in; b ReduceScatter_X of dW_out";
    QTest::newRow("tensor") << "tensor" << true
                            << "f AllGather_X of In; f ReduceScatter_X of Out; b AllGather_X of dOut; "
                               "b ReduceScatter_X of dIn";
    QTest::newRow("tensor, activations replicated")
        << "tensor" << false << "f AllReduce_X of Out; b AllReduce_X of dIn";
    QTest::newRow("pipeline") << "pipeline" << true << "f Send_X of Out; b Send_X of dOut";
    QTest::newRow("replicate") << "replicate" << true << "";
}

void TstDesignCollectives::aRoleHasItsCollectives()
{
    QFETCH(const QString, role);
    QFETCH(const bool, sequence);
    QFETCH(const QString, names);
    const auto s = with({{"mesh.X.role", role.toStdString()}, {"mesh.Y", 1.}, {"tensor.sequence", sequence}});
    QCOMPARE(listed(s), names);
}

/// CS336 2025 (c): X = 16 over two axes, Y = 4 over one, v5p; one matrix of 16384 x 53248 in fp16 is 1,744,830,464 B.
/// AllGather_X of the quarter on each chip: 436,207,616 B / 360 GB/s. AllGather_Y of In: 20480/16 tokens of 32,768 B
/// over 180 GB/s. One layer's two of each make T_X = 2.42 ms and T_Y = 466 us, so the step's 126 layers 305 and 58.7
/// ms.
void TstDesignCollectives::publishedSizesAreFound()
{
    auto s = with({{"model.preset", std::string("cs336-xxl")},
                   {"hw.flops.bf16", 4.6e14},
                   {"work.batch", 20480.},
                   {"work.pass", std::string("forward")},
                   {"mesh.X.axes", 2.},
                   {"mesh.Y.axes", 1.},
                   {"conv.rates", std::string("book")}});
    const auto all = designCollectives(s);
    QCOMPARE(listed(s), QStringLiteral("f AllGather_X of W_in; f AllGather_X of W_out; f AllGather_Y of In; "
                                       "f ReduceScatter_Y of Out"));
    const auto& gather = collectiveNamed(all, "AllGather_X of W_in");
    QCOMPARE(gather.bytes.si(), 16384. * 53248 * 2 / 4);
    QCOMPARE(gather.calls.all(), 126.);
    COMPARE_NEAR(gather.seconds, 436207616 / 360e9, 1e-12);
    const auto& scatter = collectiveNamed(all, "ReduceScatter_Y of Out");
    QCOMPARE(scatter.bytes.si(), 1280. * 16384 * 2);
    COMPARE_NEAR(scatter.seconds, 41943040 / 180e9, 1e-12);
    COMPARE_NEAR(scatter.total() + collectiveNamed(all, "AllGather_Y of In").total(), 126 * 2 * (41943040 / 180e9),
                 1e-12);
    // "0.305 s against ..." of the answer's table: the summed gathers at 2048 tokens a rank do not depend on them.
    COMPARE_NEAR(2 * gather.total(), 0.305, 2e-3);
}

/// g.9: ZeRO-3 in a pipeline gathers once per microbatch, of the stage's layers only.
void TstDesignCollectives::microbatchesAreGatheredOneByOne()
{
    const auto s = with({{"mesh.Z", 4.}, {"mesh.Z.role", std::string("pipeline")}, {"work.micro", 8.}});
    const auto all = designCollectives(s);
    const auto& gather = collectiveNamed(all, "AllGather_X of W_out");
    QCOMPARE(gather.calls.layers, 8.);
    QCOMPARE(gather.calls.microbatches, 8.);
    QCOMPARE(gather.bytes.si(), 8192. * 32768 * 2 / 4);
    const auto& in = collectiveNamed(all, "AllGather_Y of In"); // 32768 tokens over 16 ranks and 8 microbatches
    QCOMPARE(in.bytes.si(), 256. * 8192 * 2);
    QCOMPARE(in.calls.all(), 64.);
    const auto& send = collectiveNamed(all, "Send_Z of Out"); // sharded over Y at the boundary
    QCOMPARE(send.bytes.si(), 256. * 8192 * 2 / 4);
    QCOMPARE(send.calls.all(), 8.);
}

/// DeepSeek-V3: 256 experts of 7168 x 2048 over 8 chips; every token takes 8 copies there and back.
void TstDesignCollectives::expertsAreSpreadBeforeTheyAreGathered()
{
    const auto s = with({{"model.preset", std::string("deepseek-v3")},
                         {"mesh.X", 16.},
                         {"mesh.Y", 1.},
                         {"mesh.Z", 8.},
                         {"mesh.Z.role", std::string("expert")},
                         {"work.batch", 128 * 4096.}});
    const auto all = designCollectives(s);
    QCOMPARE(collectiveNamed(all, "AllGather_X of W_in of the experts").bytes.si(), 256. / 8 * 7168. * 2048 * 2);
    QCOMPARE(collectiveNamed(all, "AllGather_X of W_in of the shared experts").bytes.si(), 7168. * 2048 * 2);
    QCOMPARE(collectiveNamed(all, "AllGather_X of W_router").bytes.si(), 7168. * 256 * 2);
    const auto& there = collectiveNamed(all, "AllToAll_Z of In to the experts"); // of the 8 ranks together
    QCOMPARE(there.bytes.si(), 8. * 4096 * 8. * 7168 * 2);
    QCOMPARE(collectiveNamed(all, "AllToAll_Z of dIn from the experts", Moment::backward).bytes, there.bytes);
}

void TstDesignCollectives::oneChipHasNone()
{
    QVERIFY(designCollectives(with({{"mesh.X", 1.}, {"mesh.Y", 1.}})).empty());
}

void TstDesignCollectives::aMeshThatDoesNotFitHasNone()
{
    QVERIFY(designCollectives(with({{"mesh.X", 7919.}, {"mesh.Y", 1.}, {"hw.torus", std::string("4x4x4")}})).empty());
}

void TstDesignCollectives::theyAddUpToTheStep()
{
    QVERIFY(rc::check("times and bytes", [] {
        const auto scenario = tests::validScenario();
        RC_LOG() << writeScenario(scenario);
        addsUp(scenario);
    }));
    QVERIFY(rc::check("times and bytes of all roles and modes", [] {
        const auto scenario = anyRoles(tests::validScenario());
        RC_LOG() << writeScenario(scenario);
        addsUp(scenario);
    }));
}

/// LLaMA-3 70B, X = 16 data ranks of 32,768 / 16 tokens in 2 microbatches: 1,024 each; Y = 4 on one axis of 4 x 4 x 4.
/// Widths: D 8,192, F 28,672 twice for gate and in, 64 query and 16 key and value heads of 128.
void TstDesignCollectives::matmulsOpenWithTheirCollective()
{
    const auto s = with({{"model.preset", std::string("llama3-70b")},
                         {"mesh.X", 16.0},
                         {"mesh.Y", 4.0},
                         {"work.batch", 32768.0},
                         {"work.micro", 2.0},
                         {"hw.torus", std::string("4x4x4")}});
    struct Expected {
        const char *name, *kind;
        double D, F;
    };
    const std::array<Expected, 4> expected{{{"QKV", "matmul-gather", 8192, 10240},
                                            {"MLP gate and in", "matmul-gather", 8192, 57344},
                                            {"O", "matmul-scatter", 8192, 8192},
                                            {"MLP out", "matmul-scatter", 28672, 8192}}};
    const auto found = matmulOpenings(s);
    QCOMPARE(found.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(QString::fromStdString(found[i].name), QString(expected[i].name));
        auto opened = s;
        for (const auto& [field, value] : found[i].edits)
            QVERIFY(setField(opened, field, value));
        QCOMPARE(std::get<std::string>(*fieldValue(opened, "coll.kind")), std::string(expected[i].kind));
        QCOMPARE(opened.coll.B, 1024.0);
        QCOMPARE(opened.coll.D, expected[i].D);
        QCOMPARE(opened.coll.F, expected[i].F);
        QVERIFY(std::isfinite(std::get<double>(tests::metricValue(opened, "coll.pipelined"))));
    }
}

void TstDesignCollectives::noTensorAxisNoCollectiveMatmul()
{
    QVERIFY(matmulOpenings(with({{"mesh.Y.role", std::string("replicate")}})).empty());
    QVERIFY(matmulOpenings(with({{"tensor.sequence", false}})).empty()); // an all-reduce stands behind no shards
}

/// On the mesh of the design (and in Collectives on its chips), a step of a sharded product that moves the bytes of a
/// collective of the step takes as long, but for a whole element on each rank. Tokens of experts go to a domain of GPUs
/// once, keys and values round a ring.
void TstDesignCollectives::shardedProductsChargeThemAlike()
{
    QVERIFY(rc::check("seconds of a call", [] {
        auto s = tests::validScenario();
        if (*rc::gen::arbitrary<bool>())
            for (const char* axis : {"mesh.X.role", "mesh.Z.role"})
                RC_ASSERT(setField(s, axis, std::string("expert")));
        for (const char* pinned : {"mesh.X.axes", "mesh.Y.axes", "mesh.Z.axes"})
            RC_ASSERT(setField(s, pinned, *rc::gen::arbitrary<bool>() ? 1. : 0.));
        RC_ASSERT(setField(s, "hw.in_switch", *rc::gen::arbitrary<bool>()));
        RC_ASSERT(setField(s, "shard.dtype", std::string("int8")));
        RC_ASSERT(setField(s, "conv.latency", std::string("off")));
        RC_LOG() << writeScenario(s);
        NamedMesh mesh;
        for (std::size_t a = 0; a < meshAxes; ++a)
            mesh.axes.push_back({axisNames[a].front(), static_cast<int>(s.mesh.axis[a].size)});
        const Plain plain;
        const Reader<Plain> in(plain, s);
        for (const auto& one : designCollectives(s)) {
            const bool exchanges = one.kind == CollectiveKind::allToAll;
            if (one.axis == slicesAxis || one.payload == PayloadKind::ring || one.payload == PayloadKind::p2p ||
                (exchanges && s.hw.kind == ChipKind::gpu))
                continue;
            std::string axes;
            const auto members = membersOf(s.mesh, one.axis, one.weights);
            for (std::size_t a = 0; a < meshAxes; ++a)
                axes += members[a] && s.mesh.axis[a].size > 1 ? axisNames[a] : "";
            const auto ranks = mesh.size(axes);
            const auto most = static_cast<std::int64_t>(std::ceil(one.bytes.si() / double(ranks))) * ranks;
            const ShardedArray whole{"A", {{"I", ""}, {"J", ""}}, ""}, split{"A", {{"I", axes}, {"J", ""}}, ""},
                moved{"A", {{"I", ""}, {"J", axes}}, ""}, terms{"A", {{"I", ""}, {"J", ""}}, axes};
            const ReshardStep step =
                exchanges                                   ? ReshardStep{ReshardOp::allToAll, axes, split, moved}
                : one.kind == CollectiveKind::allGather     ? ReshardStep{ReshardOp::allGather, axes, split, whole}
                : one.kind == CollectiveKind::reduceScatter ? ReshardStep{ReshardOp::reduceScatter, axes, terms, split}
                                                            : ReshardStep{ReshardOp::allReduce, axes, terms, whole};
            const Sizes sizes{{"I", most}, {"J", 1}};
            const auto place = [](tl::expected<FieldEdits, std::string> edits) {
                RC_ASSERT(edits.has_value());
                for (auto& [field, value] : *edits)
                    if (field == "coll.bytes")
                        value = 0.0;
                return *edits;
            };
            ShardingReport report;
            report.mesh = mesh;
            report.sizes = sizes;
            if (const auto opened = openingEdits(s, one); opened && one.bytes.si() >= 1)
                RC_ASSERT(place(openingEdits(s, report, step)) == place(opened));
            const double seconds = ShardingCosts<Plain>(s, mesh, sizes, in).seconds(step).si();
            RC_LOG() << one.name << ": " << seconds << " of " << one.seconds.si() << "\n";
            RC_ASSERT(seconds >= one.seconds.si() * (1 - 1e-12));
            RC_ASSERT(seconds <= one.seconds.si() * (1 + 1e-12) + one.bandwidth.si() * double(ranks) / one.bytes.si());
        }
    }));
}

ROOFLIGHT_TEST(TstDesignCollectives)
#include "tst_design_collectives.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// One layer as boxes: by hand for a published model, and that the boxes of any scenario add up to its step.
#include "core/layer/layer.h"

#include "core/evaluate/evaluate.h"
#include "core/field_support.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/layer/collective_reason.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/layer_numbers.h"
#include "core/numbers/numbers.h"
#include "core/numbers/workspace.h"
#include "core/scenario/fields.h"
#include "support/near.h"
#include "support/random_scenario.h"
#include "support/suite.h"

#include <QSet>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

using namespace core;
using tests::with;

class TstLayer : public QObject
{
    Q_OBJECT

private slots:
    void llamaByHand();
    void expertsByHand();
    void savedByPolicy_data();
    void savedByPolicy();
    void endsByHand();
    void collectivesOfABlock();
    void presetsAddUp_data();
    void presetsAddUp();
    void anyScenarioAddsUp();
    void everyBoxExplainsItself();
    void anUnknownBoxIsRefused();
    void attentionAgainstItsProjections();
    void reasonsFollowTheRole_data();
    void reasonsFollowTheRole();
};

namespace
{

const LayerNumbersOf<double>& box(const LayerOf<double>& layer, LayerPart part)
{
    const auto found = std::ranges::find(layer.boxes, part, &LayerBoxOf<double>::part);
    if (found == layer.boxes.end())
        qFatal("no %s", std::string(idOf(part)).c_str());
    return found->numbers;
}

bool agree(double a, double b)
{
    return (a == 0 && b == 0) || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-11 * std::abs(b);
}

struct Law {
    const char* name;
    double boxes, step;
};

/// Each sum over the boxes beside the number of the step that it has to be.
std::vector<Law> laws(const Scenario& s)
{
    const auto layer = layerOf(s);
    const auto report = evaluate(s);
    const auto& all = layer.total;
    const auto& rest = layer.outside;
    const double L = layer.layers.si(), here = layer.layersHere.si();
    const bool fits = report.mesh.fits;
    const auto& bytes = report.bytes;
    const double payload = bytes.allGather.si() + bytes.reduceScatter.si() + bytes.allReduce.si() +
                           bytes.allToAll.si() + bytes.ring.si() + bytes.p2pForward.si() + bytes.p2pBackward.si();
    const double comms =
        report.time.axis[0].si() + report.time.axis[1].si() + report.time.axis[2].si() + report.time.dcn.si();
    std::vector<Law> out{{"params.layer", all.parameters.si(), report.params.layer.si()},
                         {"params.total", L * all.parameters.si() + rest.parameters.si(), report.params.total.si()},
                         {"flops.forward", L * all.forward.si() + rest.forward.si(), report.flops.forward.si()},
                         {"flops.backward", L * all.backward.si() + rest.backward.si(), report.flops.backward.si()},
                         {"flops.recompute", L * all.recompute.si(), report.flops.recompute.si()},
                         {"flops.chip", here * all.chip.si() + rest.chip.si(), report.flops.chip.si()},
                         {"time.math", here * all.math.si() + rest.math.si(), report.time.math.si()},
                         {"mem.weights", here * all.weights.si() + rest.weights.si(), report.memory.weights.si()},
                         {"mem.activations", here * all.saved.si(), report.memory.activations.si()},
                         {"mem.transient", all.transient.si(), report.memory.transient.si()},
                         {"mem.kv", here * all.cache.si(), report.memory.kv.si()}};
    const auto ends = [&layer](const auto& of) {
        double sum = 0;
        for (const auto& end : layer.ends)
            sum += of(end.numbers).si();
        return sum;
    };
    if (s.model.V > 0) {
        const auto named = [](const Scenario& without) {
            double sum = 0; // of collectives that move neither embedding nor logits
            for (const auto& one : designCollectives(without))
                sum +=
                    one.inLayer || one.array.starts_with("W_") || one.array == "the final norm" ? 0 : one.total().si();
            return sum;
        };
        out.push_back(
            {"parameters of the ends", ends([](const auto& n) { return n.parameters; }), rest.parameters.si()});
        out.push_back({"FLOPs of the ends", ends([](const auto& n) { return n.forward + n.backward; }),
                       rest.forward.si() + rest.backward.si()});
        out.push_back({"FLOPs of a chip, ends", ends([](const auto& n) { return n.chip; }), rest.chip.si()});
        out.push_back({"math of the ends", ends([](const auto& n) { return n.math; }), rest.math.si()});
        out.push_back({"weights of the ends", ends([](const auto& n) { return n.weights; }), rest.weights.si()});
        out.push_back({"mem.logits", ends([](const auto& n) { return n.logits; }), report.memory.logits.si()});
        if (fits)
            out.push_back(
                {"collectives of the ends", ends([](const auto& n) { return n.comms; }) + named(s), rest.comms.si()});
    }
    if (fits) {
        out.push_back({"time of axes", here * all.comms.si() + rest.comms.si(), comms});
        out.push_back({"bytes.*", here * all.payload.si() + rest.payload.si(), payload});
    }
    return out;
}

} // namespace

/// Llama 3 8B: D 4096, F 14336, 32 heads of 128 and 8 of keys and values, gated; 2 norms.
void TstLayer::llamaByHand()
{
    const auto s = with({{"model.preset", std::string("llama3-8b")}, {"work.batch", 16384.}, {"work.seq", 4096.}});
    const auto layer = layerOf(s);
    const double D = 4096, F = 14336, NH = 32 * 128, KH = 8 * 128, B = 16384;
    QCOMPARE(box(layer, LayerPart::qkv).parameters.si(), D * (NH + 2 * KH));
    QCOMPARE(box(layer, LayerPart::attentionOut).parameters.si(), NH * D);
    QCOMPARE(box(layer, LayerPart::mlpIn).parameters.si(), 2 * D * F);
    QCOMPARE(box(layer, LayerPart::mlpOut).parameters.si(), F * D);
    QCOMPARE(box(layer, LayerPart::attentionNorm).parameters.si() + box(layer, LayerPart::mlpNorm).parameters.si(),
             s.model.norms * D);
    QCOMPARE(box(layer, LayerPart::qkv).forward.si(), 2 * B * D * (NH + 2 * KH));
    QCOMPARE(box(layer, LayerPart::mlpIn).backward.si(), 4 * B * 2 * D * F);
    const double kept = s.model.causal ? (4096. + 1) / (2 * 4096) : 1;
    QCOMPARE(box(layer, LayerPart::attention).forward.si(), 4 * B * 4096 * NH * kept);
    QCOMPARE(box(layer, LayerPart::activation).forward.si(), 0.);
}

/// DeepSeek-V3: 256 experts of 7168 x 2048 with three matrices, 8 of them for a token, one shared.
void TstLayer::expertsByHand()
{
    const auto layer = layerOf(with({{"model.preset", std::string("deepseek-v3")}, {"work.batch", 4096.}}));
    const double expert = 3. * 7168 * 2048;
    QCOMPARE(box(layer, LayerPart::experts).parameters.si(), 256 * expert);
    QCOMPARE(box(layer, LayerPart::experts).forward.si(), 2. * 4096 * 8 * expert);
    QCOMPARE(box(layer, LayerPart::shared).parameters.si(), expert);
    QCOMPARE(box(layer, LayerPart::router).parameters.si(), 7168. * 256);
    QCOMPARE(box(layer, LayerPart::dispatch).parameters.si(), 0.);
}

/// MODEL.md, f.6: elements per token of a gated layer of Llama 3 8B, on one chip, bf16.
void TstLayer::savedByPolicy_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<double>("attention");  // Q, K, V
    QTest::addColumn<double>("output");     // result of attention
    QTest::addColumn<double>("activation"); // gate and up
    QTest::addColumn<double>("all");
    const double D = 4096, F = 14336, NH = 4096, KH = 1024;
    QTest::newRow("none") << "none" << NH + 2 * KH << NH << 2 * F << 4 * D + 2 * NH + 2 * KH + 3 * F;
    QTest::newRow("matmuls") << "matmuls" << NH + 2 * KH << 0. << 2 * F << 2 * D + NH + 2 * KH + 2 * F;
    QTest::newRow("block") << "block" << 0. << 0. << 0. << D;
    QTest::newRow("boundary") << "boundary" << 0. << 0. << 0. << D;
    QTest::newRow("ffn") << "ffn" << 0. << 0. << 2 * F << D + 2 * F;
}

void TstLayer::savedByPolicy()
{
    QFETCH(const QString, policy);
    QFETCH(const double, attention);
    QFETCH(const double, output);
    QFETCH(const double, activation);
    QFETCH(const double, all);
    const double B = 4096, bytes = 2;
    const auto layer = layerOf(with({{"model.preset", std::string("llama3-8b")},
                                     {"work.batch", B},
                                     {"work.remat", policy.toStdString()},
                                     {"mesh.X", 1.},
                                     {"mesh.Y", 1.}}));
    QCOMPARE(box(layer, LayerPart::attention).saved.si(), attention * B * bytes);
    QCOMPARE(box(layer, LayerPart::attentionOut).saved.si(), output * B * bytes);
    QCOMPARE(box(layer, LayerPart::activation).saved.si(), activation * B * bytes);
    QCOMPARE(layer.total.saved.si(), all * B * bytes);
}

/// LLaMA-3 8B with norms: 128,256 x 4,096 in either table and a norm of 4,096; a token is multiplied with one of them.
/// Of 16 FSDP and 4 tensor ranks each has a 64th, in bf16.
void TstLayer::endsByHand()
{
    const double table = 128256. * 4096;
    const auto layer = layerOf(with({{"model.preset", std::string("llama3-8b")}, {"model.norms", 2.}}));
    QCOMPARE(layer.ends.size(), std::size_t{2});
    const auto& [before, after] = std::tie(layer.ends[0].numbers, layer.ends[1].numbers);
    QCOMPARE(before.parameters.si(), table);
    QCOMPARE(after.parameters.si(), table + 4096);
    QCOMPARE(before.forward.si(), 0.);
    QCOMPARE(after.forward.si(), 2 * 32768 * table);
    QCOMPARE(before.weights.si(), 2 * table / 64);
    QStringList names;
    for (const auto& one : layer.endCollectives)
        if (layer.design.all[one.at].when == Moment::forward)
            names << QString::fromStdString(layer.design.all[one.at].name);
    QCOMPARE(names.join(u';'), QStringLiteral("AllGather_X of the final norm;AllGather_X of W_E;AllGather_X of W_U"));
    QVERIFY(layerOf(with({{"model.preset", std::string("ffn-8k-32k")}})).ends.empty());
}

/// FSDP over X and tensor over Y (MODEL.md, g): a block gathers its input and scatters its output.
void TstLayer::collectivesOfABlock()
{
    const auto layer =
        layerOf(with({{"model.preset", std::string("llama3-8b")}, {"work.pass", std::string("forward")}}));
    std::map<LayerPart, QStringList> names;
    for (const auto& one : layer.collectives)
        names[one.part] << QString::fromStdString(layer.design.all[one.at].name);
    QCOMPARE(names[LayerPart::qkv].join(u';'),
             QStringLiteral("AllGather_X of W_Q;AllGather_X of W_K, W_V;AllGather_Y of In"));
    QCOMPARE(names[LayerPart::attentionOut].join(u';'), QStringLiteral("AllGather_X of W_O;ReduceScatter_Y of Out"));
    QCOMPARE(names[LayerPart::mlpIn].join(u';'),
             QStringLiteral("AllGather_X of W_in;AllGather_X of W_gate;AllGather_Y of In"));
    QCOMPARE(names[LayerPart::mlpOut].join(u';'), QStringLiteral("AllGather_X of W_out;ReduceScatter_Y of Out"));
    QVERIFY(!names.contains(LayerPart::attention));
}

void TstLayer::presetsAddUp_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("mode");
    for (const auto& model : shippedCatalogue().models)
        for (const char* mode : {"training", "prefill", "decode"})
            QTest::addRow("%s %s", model.id.c_str(), mode) << QString::fromStdString(model.id) << mode;
}

void TstLayer::presetsAddUp()
{
    QFETCH(const QString, model);
    QFETCH(const QString, mode);
    const auto s = with({{"model.preset", model.toStdString()}, {"work.mode", mode.toStdString()}});
    for (const auto& law : laws(s))
        QVERIFY2(agree(law.boxes, law.step),
                 qPrintable(QStringLiteral("%1: %2 is not %3").arg(law.name).arg(law.boxes).arg(law.step)));
}

void TstLayer::anyScenarioAddsUp()
{
    const auto addsUp = [](const Scenario& s) {
        RC_LOG() << writeScenario(s);
        for (const auto& law : laws(s)) {
            RC_LOG() << law.name << ": " << law.boxes << " " << law.step;
            RC_ASSERT(agree(law.boxes, law.step));
        }
    };
    QVERIFY(rc::check("any job", [&] { addsUp(tests::validScenario()); }));
    QVERIFY(rc::check("any role on any axis, any mode", [&] {
        auto s = tests::validScenario();
        const std::vector<std::string> roles{"data",   "zero1",    "zero2",   "fsdp",     "tensor",
                                             "expert", "pipeline", "context", "replicate"};
        const std::vector<std::string> modes{"training", "training", "prefill", "decode"};
        for (const char* axis : {"mesh.X.role", "mesh.Y.role", "mesh.Z.role"})
            RC_ASSERT(setField(s, axis, roles[*rc::gen::inRange<std::size_t>(0, roles.size())]).has_value());
        RC_ASSERT(setField(s, "work.mode", modes[*rc::gen::inRange<std::size_t>(0, modes.size())]).has_value());
        addsUp(s);
    }));
}

/// Value and derivation are of one account.
void TstLayer::everyBoxExplainsItself()
{
    const std::array names{"params",  "flops", "backward", "recompute", "chip", "time",  "comms",
                           "payload", "bytes", "saved",    "transient", "kv",   "logits"};
    for (const char* model : {"llama3-8b", "deepseek-v3", "ffn-8k-32k", "cs336-xxl"})
        for (const char* remat : {"none", "block"}) {
            const auto s = with({{"model.preset", std::string(model)}, {"work.remat", std::string(remat)}});
            const auto report = evaluate(s);
            const auto cache = makeCollectiveCache();
            const Workspace w{s, report, *cache};
            std::vector<std::string> places{"total", "outside"};
            for (const auto& one : layerOf(s).boxes)
                places.emplace_back(idOf(one.part));
            for (const auto& one : layerOf(s).ends)
                places.emplace_back(idOf(one.part));
            for (const auto& place : places)
                for (const char* name : names) {
                    const auto id = layerNumberId(name, place);
                    const auto number = explain(w, id);
                    QVERIFY2(number.has_value(), id.c_str());
                    QVERIFY2(!number->derivation.steps.empty(), id.c_str());
                    QVERIFY2(agree(number->derivation.steps.front().value, number->si()), id.c_str());
                    QVERIFY2(agree(value(w, id)->si(), number->si()), id.c_str());
                }
        }
}

void TstLayer::anUnknownBoxIsRefused()
{
    const auto s = with({});
    const auto report = evaluate(s);
    const auto cache = makeCollectiveCache();
    const auto number = value({s, report, *cache}, "layer.flops.qkv"); // feed-forward blocks alone
    QVERIFY(!number.has_value());
    QCOMPARE(QString::fromStdString(number.error()),
             QStringLiteral("The present layer has no box 'qkv'; it has mlp_in, activation, mlp_out"));
}

/// LLaMA-3 70B: 4TNH = 4DH(N + K) at T = D + DK/N = 8,192 + 1,024; at that length, without a mask, a token of a layer
/// has 2 x 855.6e6 FLOPs of its matrices (3 x 8,192 x 28,672 + 8,192 x 128 x 144) and 4 x 9,216 x 64 x 128 more.
void TstLayer::attentionAgainstItsProjections()
{
    const auto at = [](bool causal, double T, const char* id) {
        const auto s = with({{"model.preset", std::string("llama3-70b")},
                             {"model.causal", causal},
                             {"work.seq", T},
                             {"work.batch", 64 * T}});
        const auto report = evaluate(s);
        const auto cache = makeCollectiveCache();
        return explain({s, report, *cache}, id)->si();
    };
    QCOMPARE(at(false, 4096, "layer.attention.equal"), 9216.0);
    QCOMPARE(at(true, 4096, "layer.attention.equal"), 2 * 9216.0 - 1);
    const double matrices = 2 * (3.0 * 8192 * 28672 + 8192.0 * 128 * 144), attention = 4.0 * 9216 * 64 * 128;
    COMPARE_NEAR(at(false, 9216, "layer.attention.share"), attention / (matrices + attention), 1e-12);
    const auto s = with({}); // feed-forward blocks alone
    const auto report = evaluate(s);
    const auto cache = makeCollectiveCache();
    QVERIFY(value({s, report, *cache}, "layer.attention.share").error().find("has no attention") != std::string::npos);
}

/// Why each collective of a role is there, from what the role splits; one axis alone.
void TstLayer::reasonsFollowTheRole_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QStringList>("reasons");
    const QString dense = QStringLiteral("ffn-8k-32k");
    const QString all =
        QStringLiteral("Ranks of X have tokens of their own, whose gradients add up; all keep the sum.");
    const QString shard =
        QString(all).replace(QStringLiteral("all keep the"), QStringLiteral("each keeps a shard of the"));
    QTest::newRow("data") << dense << QStringList{all};
    QTest::newRow("zero1") << dense
                           << QStringList{shard, QStringLiteral("Each rank of X has updated its own shard of W_in."),
                                          QStringLiteral("Each rank of X has updated its own shard of W_out.")};
    QTest::newRow("fsdp") << dense
                          << QStringList{shard, QStringLiteral("X splits W_in, and a token needs all of it."),
                                         QStringLiteral("X splits W_out, and a token needs all of it.")};
    QTest::newRow("tensor")
        << dense
        << QStringList{QStringLiteral("X splits D of In, which the matmul contracts."),
                       QStringLiteral("X splits what the matmul contracts, so its ranks have terms of the sum."),
                       QStringLiteral("The forward pass scattered Out over X, so its gradient is gathered."),
                       QStringLiteral("Each rank of X has the gradient of In through its own part of the weights: "
                                      "terms of a sum.")};
    QTest::newRow("expert")
        << QStringLiteral("deepseek-v3")
        << QStringList{all, QStringLiteral("Ranks of X hold different experts: each token goes to its own."),
                       QStringLiteral("Results of the experts go back to the ranks of X that hold the tokens.")};
}

void TstLayer::reasonsFollowTheRole()
{
    QFETCH(const QString, model);
    QFETCH(const QStringList, reasons);
    const auto s = with({{"model.preset", model.toStdString()},
                         {"mesh.X", 4.},
                         {"mesh.Y", 1.},
                         {"mesh.X.role", std::string(QTest::currentDataTag())}});
    QSet<QString> found;
    for (const auto& one : designCollectives(s)) {
        const auto reason = reasonOf(s, one);
        found << QString::fromStdString(reason);
        if (one.payload == PayloadKind::allToAll) // named forward and backward
            QCOMPARE(one.name.ends_with("to the experts"), reason.starts_with("Ranks of X hold different experts"));
    }
    QCOMPARE(found, QSet<QString>(reasons.begin(), reasons.end()));
}

ROOFLIGHT_TEST(TstLayer)
#include "tst_layer.moc"

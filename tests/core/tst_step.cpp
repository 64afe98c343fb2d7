// SPDX-License-Identifier: GPL-3.0-or-later
// Times and bytes of a step, calculated by hand: what the axes share, what a pipeline repeats, what HBM adds.
#include "core/io/preset_catalogue.h"
#include "core/operation/roofline.h"
#include "core/scenario/fields.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace core;
using tests::numberOf;
using TextEdits = QList<QPair<QString, QString>>;

class TstStep : public QObject
{
    Q_OBJECT

private slots:
    void timesAreTheHandCalculation_data();
    void timesAreTheHandCalculation();
    void bytesAreTheHandCalculation_data();
    void bytesAreTheHandCalculation();
    void servingHoldsWhatItNeeds_data();
    void servingHoldsWhatItNeeds();
    void theMaxBatchOfDecodeIsTheLastThatFits_data();
    void theMaxBatchOfDecodeIsTheLastThatFits();
    void decodeThroughStagesIsOneAccount();
    void reductionsHideBehindTheLastMicrobatch_data();
    void reductionsHideBehindTheLastMicrobatch();
    void decodeSaysOneThing();
    void theStepCountsHbmWhereToldTo();
    void theStageThatHoldsMostIsNamed_data();
    void theStageThatHoldsMostIsNamed();
    void attentionOnTheRooflineIsMasked();
};

namespace
{

Scenario scenario(const TextEdits& edits)
{
    auto s = defaultScenario(shippedCatalogue());
    for (const auto& [id, text] : edits) {
        const auto set = setFieldFromText(s, id.toStdString(), text.toStdString());
        if (!set)
            qFatal("%s", set.error().c_str());
    }
    return s;
}

std::string_view text(const Scenario& s, const char* id)
{
    return std::get<std::string_view>(tests::metricValue(s, id));
}

TextEdits with(const TextEdits& base, const TextEdits& more) { return base + more; }

void columns()
{
    QTest::addColumn<TextEdits>("edits");
    QTest::addColumn<QByteArray>("metric");
    QTest::addColumn<double>("expected");
}

void row(const char* name, const TextEdits& edits, const char* metric, double expected)
{
    QTest::newRow(name) << edits << QByteArray(metric) << expected;
}

void check()
{
    QFETCH(const TextEdits, edits);
    QFETCH(const QByteArray, metric);
    QFETCH(const double, expected);
    COMPARE_NEAR(numberOf(scenario(edits), metric.constData()), expected, 1e-9);
}

TextEdits mesh(const char* x, const char* roleX, const char* y, const char* roleY, const char* z = "1",
               const char* roleZ = "replicate")
{
    return {{"mesh.X", x},          {"mesh.X.role", roleX}, {"mesh.Y", y},
            {"mesh.Y.role", roleY}, {"mesh.Z", z},          {"mesh.Z.role", roleZ}};
}

// The start's model: 32 layers of two 8,192 x 32,768 matrices.
constexpr double layer = 2. * 8192 * 32768;
constexpr double model = 32 * layer;

const TextEdits bookH100{{"hw.chip", "h100-sxm"}, {"conv.rates", "book"}};

} // namespace

void TstStep::timesAreTheHandCalculation_data()
{
    columns();
    // 175B, ring attention over 4 nodes of 8 tensor shards: 12 of 96 heads each, K and V go round three times in all,
    // 50 GB/s a GPU.
    const TextEdits gpt3 = with(bookH100, {{"model.preset", "gpt3-175b"}, {"work.batch", "4194304"}});
    row("ring attention of tensor shards", with(gpt3, mesh("4", "zero2", "4", "context", "8", "tensor")), "time.Y",
        3 * 96 * (2 * 2 * 4194304. / 16 * 4 * 12 * 128) / 50e9);
    // Gradients are scattered and weights gathered over data and context axis together: 32 ranks, 4 links of 90 GB/s.
    row("context joins ZeRO-1", with(mesh("8", "zero1", "4", "context"), {{"mesh.X.axes", "1"}, {"mesh.Y.axes", "1"}}),
        "time.X", 31. / 32 * 2 * (2 * model) / (4 * 9e10));
    row("and leaves its own axis to ring attention",
        with(mesh("8", "zero1", "4", "context"), {{"mesh.X.axes", "1"}, {"mesh.Y.axes", "1"}}), "time.Y", 0);
    // Without a data axis the context axis takes the all-reduce.
    row("context alone", with(mesh("1", "replicate", "4", "context"), {{"mesh.Y.axes", "1"}}), "time.Y",
        3. / 4 * 2 * (2 * model) / (2 * 9e10));
    // A stage sends to one neighbour over one link, forward and backward.
    row("stages on two hardware axes",
        with(mesh("1", "fsdp", "1", "tensor", "4", "pipeline"), {{"mesh.Z.axes", "2"}, {"work.micro", "8"}}), "time.Z",
        2 * (32768. * 8192 * 2) / 9e10);
    // 12 GPUs on 8 + 4: the four lack 8/12 of the array and take it in through four network cards.
    const double activations = 32768. * 8192 * 2;
    row("12 GPUs on two nodes", with(mesh("1", "fsdp", "12", "tensor"), {{"hw.chip", "h100-sxm"}}), "time.Y",
        2 * 2 * 32 * activations * (8. / 12) / (4 * 50e9));
    // In the switch: V (n + 1)/(n W)/0.68.
    row("a switch that reduces",
        with(mesh("1", "fsdp", "8", "tensor"),
             {{"hw.chip", "h200-sxm"}, {"hw.in_switch", "true"}, {"tensor.sequence", "false"}}),
        "time.Y", 2 * 32 * activations * 9 / 8 / 450e9 / 0.68);
    // F = 36,864 on H100: 36,864/2,200 of a whole domain at book rates, 8/7 of that as 7/8 of the bytes move; across
    // nodes 36,864/2,475 + 8 would do.
    row("limit of the tensor axis over two nodes",
        with(mesh("1", "fsdp", "16", "tensor"), {{"hw.chip", "h100-sxm"}, {"model.F", "36864"}}), "tensor.limit",
        36864 / 2200. * 8 / 7);
    // 256 experts on 64 chips: each reads four of them, and all of attention, router, shared expert and vocabulary.
    const double expert = 3. * 7168 * 2048;
    const double held = 61 * (2 * 7168. * 128 * (128 + 2) + 7168. * 256 + 5 * expert) + 2 * 129280. * 7168;
    row("HBM time of spread experts",
        with(mesh("4", "data", "64", "expert"),
             {{"model.preset", "deepseek-v3"}, {"work.mode", "prefill"}, {"work.batch", "1048576"}}),
        "time.hbm", (2 * held + 2 * (4 * 7168. + 2 * 128 * (128 + 2) + 27 * 2048) * 1048576 / 256 * 61) / 2.8e12);
    // All have what is not routed, and reduce its gradients over the expert axis.
    const double dense = 61 * (2 * 7168. * 128 * (128 + 2) + 7168. * 256 + expert) + 2 * 129280. * 7168;
    const double exchange = 2 * 61 * 2 * (2. * 8 * 32768 * 7168) * 2; // 2 passes, 2 exchanges a layer
    row("gradients beside experts on a ring",
        with(mesh("1", "data", "8", "expert"),
             {{"model.preset", "deepseek-v3"}, {"mesh.Y.axes", "1"}, {"conv.rates", "book"}}),
        "time.Y", exchange / 2 / 4 / (2 * 9e10) + 2 * (2 * dense) / (2 * 9e10));
}

void TstStep::timesAreTheHandCalculation() { check(); }

void TstStep::bytesAreTheHandCalculation_data()
{
    columns();
    // States are sharded over data and context axes together.
    row("ZeRO-1 over data and context", mesh("2", "zero1", "4", "context"), "mem.optimizer", 8 * model / 8);
    row("FSDP over data and context", mesh("2", "fsdp", "4", "context"), "mem.weights", 2 * model / 8);
    row("a context axis alone shards nothing", mesh("1", "replicate", "4", "context"), "mem.optimizer", 8 * model);
    // Two layers in the format that moves.
    row("gathered layers", {{"prec.weights", "fp32"}}, "mem.gathered", 2 * 2 * layer / 4);
    // 70B, block: the layer that is recomputed holds 4D + 2NH + 2KH + 3F per token.
    const TextEdits llama = with(mesh("64", "fsdp", "1", "tensor"), {{"hw.chip", "h100-sxm"},
                                                                     {"model.preset", "llama3-70b"},
                                                                     {"work.seq", "28672"},
                                                                     {"work.batch", "1835008"},
                                                                     {"work.remat", "block"}});
    const double elements = 4 * 8192 + 2 * 8192 + 2 * 1024 + 3 * 28672;
    row("one layer recomputed", llama, "mem.transient", 2 * elements * 28672);
    row("policy ffn recomputes none whole", with(llama, {{"work.remat", "ffn"}}), "mem.transient", 0);
    // Keys and values are split 8 ways over 16 tensor shards.
    row("eight heads on sixteen shards",
        with(mesh("1", "fsdp", "16", "tensor"), {{"model.preset", "llama3-70b"}, {"work.batch", "8192"}}),
        "mem.activations", 2 * 8192. * 80 * ((elements - 2 * 1024) / 16 + 2 * 1024 / 8.));
    // What the vendor documents is about the chip, not about a capacity given by hand.
    row("capacity by hand", {{"conv.capacity", "physical"}, {"hw.hbm.bytes", "7.7e10"}}, "mem.capacity", 7.7e10);
    // Four stages of two chunks: 4 + 3/2 stages of activations, but no more than there are microbatches.
    const TextEdits stages =
        with(mesh("1", "fsdp", "1", "tensor", "4", "pipeline"), {{"pipe.schedule", "interleaved"}});
    const double micro = 2 * (8192. + 32768) * 32 / 4; // bytes of a token on a stage
    row("interleaved, two microbatches", with(stages, {{"pipe.chunks", "2"}, {"work.micro", "2"}}), "mem.activations",
        2 * micro * 32768 / 2);
    row("interleaved, sixteen", with(stages, {{"pipe.chunks", "2"}, {"work.micro", "16"}}), "mem.activations",
        5.5 * micro * 32768 / 16);
    row("one chunk is 1F1B", with(stages, {{"pipe.chunks", "1"}, {"work.micro", "16"}}), "mem.activations",
        4 * micro * 32768 / 16);
    // Logits of the last stage in pieces, over the tensor axis.
    row("logits in four pieces",
        with(mesh("1", "fsdp", "8", "tensor"),
             {{"model.preset", "llama3-8b"}, {"mem.logits.chunks", "4"}, {"work.batch", "65536"}}),
        "mem.logits", 4 * 65536. * 128256 / 8 / 4);
    // Routed tokens come as shards of the sequence.
    row("experts beside a tensor axis",
        with(mesh("4", "expert", "4", "tensor"), {{"model.preset", "deepseek-v3"}, {"work.pass", "forward"}}),
        "bytes.all_to_all", 2 * 61 * (2. * 8 * 32768 / 4 * 7168) / 4);
    row("a ring is no pipeline", with(mesh("1", "fsdp", "4", "context"), {{"model.preset", "llama3-8b"}}),
        "bytes.p2p.forward", 0);
    row("ring attention apart", with(mesh("1", "fsdp", "4", "context"), {{"model.preset", "llama3-8b"}}),
        "bytes.ring_attention", 3 * 32 * (2. * 2 * 32768 * 8 * 128));
    // 70B in int8, 8,192 tokens of 163,840 B for 43 sequences: 70.55 + 57.7 GB on 16 GB chips.
    row("cache counts",
        {{"hw.chip", "tpu-v5e"},
         {"model.preset", "llama3-70b"},
         {"work.mode", "decode"},
         {"work.batch", "43"},
         {"work.seq", "8192"},
         {"prec.weights", "int8"},
         {"prec.kv", "int8"}},
        "count.exact.tpu-v5e",
        (80 * (3. * 8192 * 28672 + 2 * 8192. * 128 * 72) + 2 * 128256. * 8192 + 43 * 8192. * 163840) / 16e9);
}

void TstStep::bytesAreTheHandCalculation() { check(); }

void TstStep::servingHoldsWhatItNeeds_data()
{
    columns();
    // 70B, 131,072 tokens of prompts on 64 chips: 80 layers, 8 heads of 128 for keys and values.
    const TextEdits prompts =
        with(mesh("16", "data", "4", "tensor"),
             {{"model.preset", "llama3-70b"}, {"work.mode", "prefill"}, {"work.batch", "131072"}});
    row("prefill keeps keys and values", prompts, "mem.kv", 131072. * (2 * 80 * 8 * 128 * 2) / 64);
    // 8,192 tokens of a rank are two prompts, whose last tokens have 128,256 fp32 logits over 4 tensor shards.
    row("and the logits of last tokens", prompts, "mem.logits", 2 * 128256 * 4. / 4);
    // Four ranks share a prompt; the last of them has its last token.
    row("of a prompt over four ranks",
        with(prompts, {{"mesh.X.role", "context"}, {"mesh.X", "4"}, {"work.batch", "8192"}}), "mem.logits",
        2 * 128256 * 4. / 4);
    // Scaling Book, Applied Inference, question 2: 8,029,995,008 weights, 240 caches of 8,192 x 65,536 bytes.
    row("decode counts no logits",
        with(mesh("1", "data", "1", "tensor"), {{"hw.chip", "tpu-v5e"},
                                                {"model.preset", "llama3-8b"},
                                                {"model.norms", "0"},
                                                {"work.mode", "decode"},
                                                {"work.batch", "240"},
                                                {"work.seq", "8192"},
                                                {"prec.weights", "int8"},
                                                {"prec.kv", "int8"}}),
        "mem.total", 136879013888);
    const double norms = 32 * (layer + 2 * 8192) + 8192;
    row("the final norm is held", with(mesh("1", "fsdp", "1", "tensor"), {{"model.norms", "2"}}), "mem.weights",
        2 * norms);
    row("and read",
        with(mesh("1", "fsdp", "1", "tensor"),
             {{"model.norms", "2"}, {"work.mode", "prefill"}, {"prec.act", "int4"}, {"work.batch", "1"}}),
        "time.hbm", (2 * norms + 0.5 * (8192. + 32768) * 32) / 2.8e12);
    // Z - 1 of 3 m + Z - 1 thirds of a slot.
    const TextEdits stages =
        with(mesh("1", "fsdp", "1", "tensor", "4", "pipeline"), {{"pipe.schedule", "zb-h1"}, {"work.micro", "8"}});
    row("ZB-H1 idles a third of 1F1B's time", stages, "time.bubble", 3. / 27);
    row("with its activations", stages, "mem.activations", 4 * 2 * (8192. + 32768) * 32 / 4 * 32768 / 8);
    row("but no gradients fill forward passes", with(stages, {{"work.pass", "forward"}}), "time.bubble", 3. / 11);
}

void TstStep::servingHoldsWhatItNeeds() { check(); }

void TstStep::theMaxBatchOfDecodeIsTheLastThatFits_data()
{
    QTest::addColumn<TextEdits>("edits");
    // Short contexts, where the logits of a sequence are many of its bytes: 4 x 128,256 beside 64 x 131,072.
    const TextEdits decode{{"model.preset", "llama3-8b"}, {"work.mode", "decode"}, {"work.seq", "64"}};
    QTest::newRow("one chip") << with(decode, mesh("1", "data", "1", "tensor"));
    QTest::newRow("ranks and tensor shards") << with(decode, mesh("8", "data", "4", "tensor"));
    QTest::newRow("gathered weights") << with(decode, mesh("8", "fsdp", "4", "tensor"));
    QTest::newRow("stages") << with(decode, mesh("2", "data", "1", "tensor", "4", "pipeline"));
    QTest::newRow("stages, microbatches")
        << with(with(decode, mesh("2", "data", "2", "tensor", "4", "pipeline")), {{"work.micro", "8"}});
    QTest::newRow("copies on Y") << with(decode, mesh("8", "data", "4", "replicate"));
}

void TstStep::theMaxBatchOfDecodeIsTheLastThatFits()
{
    QFETCH(const TextEdits, edits);
    auto s = scenario(edits);
    const double most = numberOf(s, "infer.batch.max");
    QVERIFY(most > 1000);
    s.work.batch = most;
    QVERIFY(std::get<bool>(tests::metricValue(s, "mem.fits")));
    s.work.batch = most + 1;
    QVERIFY(!std::get<bool>(tests::metricValue(s, "mem.fits")));
}

/// Four stages, one batch at a time: the step passes through all of them, each of which reads a quarter.
void TstStep::decodeThroughStagesIsOneAccount()
{
    for (const char* micro : {"1", "4"})
        for (const char* hbm : {"on", "off"}) {
            const auto s =
                scenario(with(mesh("1", "fsdp", "1", "tensor", "4", "pipeline"), {{"hw.chip", "h100-sxm"},
                                                                                  {"model.preset", "llama3-8b"},
                                                                                  {"work.mode", "decode"},
                                                                                  {"work.batch", "32"},
                                                                                  {"work.micro", micro},
                                                                                  {"conv.hbm", hbm},
                                                                                  {"work.seq", "8192"}}));
            const double parameters = 32 * (3. * 4096 * 14336 + 2 * 4096. * 128 * 40) + 2 * 128256. * 4096;
            const double cache = 32 * 8192. * (2 * 32 * 8 * 128 * 2);
            const double m = std::atof(micro); // a stage reads its weights for every microbatch
            const double step = (m + 3) / m * (cache + m * 2 * parameters) / 4 / 3.35e12;
            COMPARE_NEAR(numberOf(s, "infer.step"), step, 1e-9);
            if (std::string_view(hbm) == "on") {
                COMPARE_NEAR(numberOf(s, "time.step"), step, 1e-9); // sends are shorter
            }
        }
}

void TstStep::reductionsHideBehindTheLastMicrobatch_data()
{
    QTest::addColumn<QString>("overlap");
    QTest::newRow("hidden") << "overlapped";
    QTest::newRow("exposed") << "none";
}

/// 16 data ranks, 4 stages, 8 microbatches: seven eighths of the backward pass are over before gradients are ready.
void TstStep::reductionsHideBehindTheLastMicrobatch()
{
    QFETCH(const QString, overlap);
    const auto s = scenario(with(mesh("16", "data", "1", "tensor", "4", "pipeline"), {{"work.micro", "8"},
                                                                                      {"work.batch", "65536"},
                                                                                      {"conv.comms", overlap},
                                                                                      {"conv.hbm", "off"},
                                                                                      {"mesh.X.axes", "2"},
                                                                                      {"mesh.Z.axes", "1"}}));
    const double forward = 2 * model * 65536 / 64 / 4.59e14 / 8; // of one microbatch
    const double backward = 2 * forward;
    const double send = 65536. / 16 / 8 * 8192 * 2 / 9e10;
    const double reduce = 15. / 16 * 2 * (2 * model / 4) / (4 * 9e10);
    QVERIFY(reduce > backward); // or there were nothing to see
    const bool serial = overlap == QStringLiteral("none");
    const double f = serial ? forward + send : std::max(forward, send);
    const double b = serial ? backward + send : std::max(backward, send);
    const double last = serial ? b + reduce : std::max({backward, send, reduce});
    COMPARE_NEAR(numberOf(s, "time.step"), (8 + 3) * (f + b) + last - b, 1e-9);
    QVERIFY(numberOf(s, "time.lower") <= numberOf(s, "time.step"));
    QVERIFY(numberOf(s, "time.step") <= numberOf(s, "time.upper"));
}

/// Step, verdict and utilisation of a decode step on one chip: the cache, then the weights.
void TstStep::decodeSaysOneThing()
{
    const auto s = scenario(with(mesh("1", "fsdp", "1", "tensor"), {{"hw.chip", "h100-sxm"},
                                                                    {"model.preset", "llama3-8b"},
                                                                    {"work.mode", "decode"},
                                                                    {"work.batch", "32"},
                                                                    {"work.seq", "8192"}}));
    const double parameters = 32 * (3. * 4096 * 14336 + 2 * 4096. * 128 * 40) + 2 * 128256. * 4096;
    const double cache = 32 * 8192. * (2 * 32 * 8 * 128 * 2);
    const double step = (cache + 2 * parameters) / 3.35e12;
    COMPARE_NEAR(numberOf(s, "time.step"), step, 1e-9);
    COMPARE_NEAR(numberOf(s, "infer.step"), step, 1e-9);
    COMPARE_NEAR(numberOf(s, "time.hbm"), step, 1e-9);
    QCOMPARE(text(s, "bound.verdict"), std::string_view("hbm"));
    COMPARE_NEAR(numberOf(s, "mfu.bound"), numberOf(s, "time.math") / step, 1e-9);
}

void TstStep::theStepCountsHbmWhereToldTo()
{
    TextEdits few{{"work.batch", "64"}, {"mesh.X", "1"}, {"mesh.Y", "1"}};
    const auto on = scenario(few);
    const auto off = scenario(with(few, {{"conv.hbm", "off"}}));
    COMPARE_NEAR(numberOf(on, "time.step"), numberOf(on, "time.hbm"), 1e-9);
    QCOMPARE(text(on, "bound.verdict"), std::string_view("hbm"));
    COMPARE_NEAR(numberOf(off, "time.step"), numberOf(off, "time.math"), 1e-9);
    QCOMPARE(numberOf(off, "time.lower"), numberOf(off, "time.math")); // which leaves HBM out too
    QCOMPARE(text(off, "bound.verdict"), std::string_view("compute"));
}

void TstStep::theStageThatHoldsMostIsNamed_data()
{
    QTest::addColumn<TextEdits>("edits");
    QTest::addColumn<QString>("stage");
    const TextEdits stages = with(mesh("1", "fsdp", "1", "tensor", "4", "pipeline"),
                                  {{"model.preset", "llama3-8b"}, {"work.micro", "8"}, {"work.batch", "65536"}});
    QTest::newRow("no pipeline") << TextEdits{} << "only";
    QTest::newRow("microbatches on the first") << stages << "first";
    QTest::newRow("logits on the last") << with(stages, {{"work.remat", "block"}}) << "last";
}

void TstStep::theStageThatHoldsMostIsNamed()
{
    QFETCH(const TextEdits, edits);
    const auto s = scenario(edits);
    const auto stage = text(s, "mem.stage");
    QTEST(QString::fromUtf8(stage.data(), qsizetype(stage.size())), "stage");
    QCOMPARE(numberOf(s, "mem.logits") > 0, stage == "last"); // the start's model has no vocabulary
}

/// Half of the scores: (T + 1)/(2T) of the intensity.
void TstStep::attentionOnTheRooflineIsMasked()
{
    const auto intensity = [](const char* causal) {
        const auto s = scenario({{"model.preset", "llama3-8b"}, {"model.causal", causal}, {"work.seq", "4096"}});
        const auto points = roofline(s, evaluate(s)).points;
        return std::ranges::find(points, "attention", &RooflinePoint::name)->intensity;
    };
    COMPARE_NEAR(intensity("true"), intensity("false") * 4097 / 8192, 1e-12);
}

ROOFLIGHT_TEST(TstStep)
#include "tst_step.moc"

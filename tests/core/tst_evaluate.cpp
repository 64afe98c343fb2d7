// SPDX-License-Identifier: GPL-3.0-or-later
// The whole evaluation: published thresholds, overlap conventions, networks of GPUs, verdicts, derivations.
#include "core/derive/derivation.h"
#include "core/evaluate/evaluate.h"
#include "core/explore/batch_series.h"
#include "core/inputs/inputs.h"
#include "core/io/preset_catalogue.h"
#include "core/operation/roofline_body.h"
#include "core/scenario/fields.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using TextEdits = QList<QPair<QString, QString>>;

class TstEvaluate : public QObject
{
    Q_OBJECT

private slots:
    void givesThePublishedNumber_data();
    void givesThePublishedNumber();
    void conventionsCombineTheAxesAsTheySay();
    void oneNotchLeftOfTheStartIsCommunicationBound();
    void aMeshThatDoesNotFitHasNoVerdict();
    void everyMetricIsListedOnceAndExplained();
    void theRoofsMeetTheMathWhereTheyAreSaidTo();
    void theRooflineExplainsItsPoints_data();
    void theRooflineExplainsItsPoints();
    void seriesCrossWhereTheCriticalBatchSays();
    void bandsAreTheVerdictEverywhere();
    void theOptimizerMovesItsShardOnce();
    void savedActivationsAreSplitOverFsdpAxesAlone();
    void normsOfExpertsAreActiveToo();
    void reductionsOnceAStepIdleNoSlot();
};

namespace
{

core::Scenario scenarioEdited(const TextEdits& edits)
{
    auto s = core::defaultScenario(core::shippedCatalogue());
    for (const auto& [id, text] : edits) {
        const auto set = core::setFieldFromText(s, id.toStdString(), text.toStdString());
        if (!set)
            qFatal("%s", set.error().c_str());
    }
    return s;
}

double number(const core::Scenario& s, const char* id)
{
    const auto metric = core::findMetric(core::shippedCatalogue(), id);
    if (!metric)
        qFatal("no metric %s", id);
    return std::get<double>(metric->value(core::evaluate(s), metric->index));
}

TextEdits joined(TextEdits base, const TextEdits& more)
{
    base += more;
    return base;
}

const TextEdits book{{QStringLiteral("conv.rates"), QStringLiteral("book")}};

TextEdits edits(std::initializer_list<std::pair<const char*, const char*>> list)
{
    TextEdits out;
    for (const auto& [id, text] : list)
        out.append({QString::fromLatin1(id), QString::fromLatin1(text)});
    return out;
}

} // namespace

void TstEvaluate::givesThePublishedNumber_data()
{
    QTest::addColumn<TextEdits>("changes");
    QTest::addColumn<QByteArray>("metric");
    QTest::addColumn<double>("expected");
    QTest::addColumn<double>("tolerance");
    const auto row = [](const char* name, const TextEdits& e, const char* id, double expected, double tolerance) {
        QTest::newRow(name) << e << QByteArray(id) << expected << tolerance;
    };
    const auto alone = [](const char* chip, const char* size, const char* axes) {
        return joined(book, edits({{"hw.chip", chip}, {"mesh.X", size}, {"mesh.X.axes", axes}, {"mesh.Y", "1"}}));
    };
    // Scaling Book, Training: C/W = 4.59e14/1.8e11 tokens per chip, divided by the axes.
    row("v5p needs 2550 tokens per chip on one axis", alone("tpu-v5p", "64", "1"), "batch.critical.chip", 2550, 1e-12);
    row("and 1275 on two", alone("tpu-v5p", "64", "2"), "batch.critical.chip", 1275, 1e-12);
    row("and 850 on three", alone("tpu-v5p", "64", "3"), "batch.critical.chip", 850, 1e-12);
    // Scaling Book, GPUs: 9.9e14/450e9 in a node, 9.9e14/400e9 across.
    row("H100 needs 2200 inside a node", alone("h100-sxm", "8", "0"), "batch.critical.chip", 2200, 1e-12);
    row("and 2475 across nodes", alone("h100-sxm", "64", "0"), "batch.critical.chip", 2475, 1e-12);
    // Two nodes move half of the array: 9.9e14/800e9 = 1237.5 across, 2200*7/8 = 1925 inside.
    row("two nodes are bound inside the node", edits({{"hw.chip", "h100-sxm"}, {"mesh.X", "16"}, {"mesh.Y", "1"}}),
        "batch.critical.chip", 1925, 1e-12);
    // Scaling Book, Training: Y < M_Y F/alpha = 32768/2550.
    row("tensor limit of two matrices", book, "tensor.limit", 32768 / 2550.0, 1e-12);
    // alpha^2/(M_X M_Y F) = 2550^2/(2*32768), and four times that when axes are added.
    row("floor with overlap", book, "batch.floor.chip", 2550.0 * 2550 / (2 * 32768), 1e-12);
    row("floor when added", joined(book, edits({{"conv.comms", "added"}})), "batch.floor.chip",
        4 * 2550.0 * 2550 / (2 * 32768), 1e-12);
    // Scaling Book, Training: 70B at 4.19M tokens on 8960 chips, X_opt = sqrt(2 B N M_X/(2 F M_Y)).
    row("best data axis of the 70B exercise",
        joined(book, edits({{"model.F", "28672"},
                            {"work.batch", "4194304"},
                            {"mesh.X", "2240"},
                            {"mesh.X.axes", "2"},
                            {"mesh.Y", "4"},
                            {"mesh.Y.axes", "1"}})),
        "mesh.X.opt", std::sqrt(4194304.0 * 8960 * 2 / 28672), 1e-12);
    // Gradients over DCN, two slices: (s/2) C/W_dcn = 73,440 tokens per slice, half of it exactly for R = 2.
    row("DCN hides from 36,720 tokens per slice on", edits({{"mesh.slices", "2"}, {"mesh.Y", "1"}, {"mesh.X", "1"}}),
        "batch.critical", 2 * 36720.0, 1e-12);
    row("pipeline of 4 with 8 microbatches idles 3/11",
        edits({{"mesh.Z", "4"}, {"mesh.Z.role", "pipeline"}, {"work.micro", "8"}}), "time.bubble", 3 / 11.0, 1e-12);
    // Megatron: interleaved with v chunks idles (Z - 1)/(v m + Z - 1) = 3/19.
    row("two chunks idle 3/19",
        edits({{"mesh.Z", "4"},
               {"mesh.Z.role", "pipeline"},
               {"work.micro", "8"},
               {"pipe.schedule", "interleaved"},
               {"pipe.chunks", "2"}}),
        "time.bubble", 3 / 19.0, 1e-12);
}

void TstEvaluate::givesThePublishedNumber()
{
    QFETCH(TextEdits, changes);
    QFETCH(QByteArray, metric);
    QFETCH(double, expected);
    QFETCH(double, tolerance);
    const double found = number(scenarioEdited(changes), metric.constData());
    QVERIFY2(std::abs(found / expected - 1) <= tolerance,
             qPrintable(QStringLiteral("%1, expected %2").arg(found, 0, 'g', 17).arg(expected, 0, 'g', 17)));
}

/// Of 2 microbatches on 4 stages 3 of 5 slots are idle, whatever happens once a step beside them.
void TstEvaluate::reductionsOnceAStepIdleNoSlot()
{
    const auto time = [](const char* role, const char* batch) {
        return core::evaluate(scenarioEdited(edits({{"mesh.X", "1"},
                                                    {"mesh.Y", "2"},
                                                    {"mesh.Y.role", role},
                                                    {"mesh.Z", "4"},
                                                    {"mesh.Z.role", "pipeline"},
                                                    {"work.micro", "2"},
                                                    {"work.batch", batch},
                                                    {"conv.comms", "none"}})))
            .time;
    };
    const auto alone = time("replicate", "8192"), reduced = time("data", "16384");
    QVERIFY(reduced.step.si() > 1.01 * alone.step.si());
    COMPARE_NEAR(alone.idle.si(), 0.6 * alone.step.si(), 1e-12);
    COMPARE_NEAR(reduced.idle.si(), alone.idle.si(), 1e-12);
}

void TstEvaluate::conventionsCombineTheAxesAsTheySay()
{
    const auto time = [](const char* comms) {
        return core::evaluate(scenarioEdited(joined(book, edits({{"conv.comms", comms}, {"work.pass", "forward"}}))))
            .time;
    };
    const auto t = time("overlapped");
    const double math = t.math.si(), x = t.axis[0].si(), y = t.axis[1].si();
    QVERIFY(math > x && x > y && y > 0);
    QCOMPARE(t.step.si(), math);
    QCOMPARE(time("added").step.si(), std::max(math, x + y));
    QCOMPARE(time("tensor-exposed").step.si(), math + y);
    QCOMPARE(time("none").step.si(), math + x + y);
}

void TstEvaluate::oneNotchLeftOfTheStartIsCommunicationBound()
{
    auto s = scenarioEdited(book);
    auto r = core::evaluate(s);
    QCOMPARE(r.bound.verdict, core::Verdict::compute);
    // math/FSDP = 2 B 2DF/(N C) over 2 2DF/(Y W M_X): 32768 * 2 * 4/(64 * 2550) = 1.606
    QVERIFY(std::abs(r.bound.margin.si() - 32768.0 * 2 * 4 / (64 * 2550)) < 1e-12);
    s.work.batch /= 2;
    r = core::evaluate(s);
    QCOMPARE(r.bound.verdict, core::Verdict::commsX);
}

void TstEvaluate::aMeshThatDoesNotFitHasNoVerdict()
{
    const auto s = scenarioEdited(edits({{"hw.torus", "4x4x4"}, {"mesh.X", "8"}}));
    const auto r = core::evaluate(s);
    QCOMPARE(r.bound.verdict, core::Verdict::unknown);
    QVERIFY(std::isnan(r.time.step.si()));
    QVERIFY(std::isfinite(r.memory.total.si())); // memory does not need the network
}

void TstEvaluate::everyMetricIsListedOnceAndExplained()
{
    const auto s = scenarioEdited(book);
    QSet<QString> ids;
    for (const auto& metric : core::metrics(core::shippedCatalogue())) {
        const auto id = QString::fromStdString(metric.id);
        QVERIFY2(!ids.contains(id), qPrintable(id));
        ids.insert(id);
        QVERIFY2(!metric.title.empty() && !metric.equation.empty() && !metric.source.empty(), qPrintable(id));
        const auto value = tests::metricValue(s, metric);
        const auto derivation = tests::derivation(s, metric.id);
        QCOMPARE(derivation.steps.empty(), !core::applies(value));
        if (const auto* shown = std::get_if<double>(&value); shown && !derivation.steps.empty())
            QCOMPARE(derivation.steps.front().value, *shown);
    }
}

void TstEvaluate::theRoofsMeetTheMathWhereTheyAreSaidTo()
{
    const auto s = scenarioEdited(book);
    const auto r = core::evaluate(s);
    const auto plot = core::roofline(s, r);
    double math = 0;
    int slopes = 0;
    for (const auto& roof : plot.roofs)
        if (roof.resource == core::Resource::compute)
            math = roof.rate;
    QCOMPARE(math, 4.59e14);
    for (const auto& roof : plot.roofs)
        if (roof.resource != core::Resource::compute) {
            ++slopes;
            QVERIFY(std::abs(roof.ridge * roof.rate / math - 1) < 1e-12);
        }
    QCOMPARE(slopes, 3);                  // HBM, X, Y
    for (const auto& point : plot.points) // nothing stands above its roof
        for (const auto& roof : plot.roofs)
            if (roof.resource == point.resource)
                QVERIFY(point.rate <= point.intensity * roof.rate * (1 + 1e-12) && point.rate <= math * (1 + 1e-12));
}

void TstEvaluate::theRooflineExplainsItsPoints_data()
{
    QTest::addColumn<TextEdits>("changes");
    QTest::newRow("tensor and data axes") << book;
    QTest::newRow("attention, vocabulary, microbatches")
        << edits({{"model.preset", "llama3-70b"}, {"work.micro", "4"}, {"prec.kv", "fp8"}});
    QTest::newRow("experts that decode") << edits(
        {{"model.preset", "deepseek-v3"}, {"work.mode", "decode"}, {"work.batch", "512"}});
    QTest::newRow("slices") << edits({{"mesh.slices", "2"}});
}

void TstEvaluate::theRooflineExplainsItsPoints()
{
    QFETCH(TextEdits, changes);
    const auto s = scenarioEdited(changes);
    const auto plot = core::roofline(s, core::evaluate(s));
    core::Tape tape;
    const core::Recording inputs(tape, s);
    const auto report = core::tracedReport(s, inputs);
    const core::Reader<core::Recording> in(inputs, s);
    const core::RooflineBody<core::Recording> body(s, in, report);
    auto points = body.step(body.slopes());
    std::ranges::copy(body.operations(), std::back_inserter(points));
    QCOMPARE(points.size(), plot.points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        QCOMPARE(core::plain(points[i].intensity), plot.points[i].intensity);
        QCOMPARE(core::plain(points[i].rate), plot.points[i].rate);
        for (const auto& number : {core::derivationTree("x", points[i].intensity.si(), core::dim::flopPerByte),
                                   core::derivationTree("y", points[i].rate.si(), core::dim::flopPerSecond)}) {
            QVERIFY(number.steps.size() > 3);
            for (const auto& step : number.steps)
                QVERIFY2(!step.source.empty(), step.symbol.c_str());
        }
    }
}

void TstEvaluate::seriesCrossWhereTheCriticalBatchSays()
{
    const auto s = scenarioEdited(book);
    const auto series = core::timeAgainstBatch(s, 1024, 1048576, 11); // doublings
    QCOMPARE(series.batch.size(), std::size_t(11));
    QCOMPARE(series.crossing, 20400.0);
    for (std::size_t i = 0; i < series.batch.size(); ++i)
        QCOMPARE(series.math[i] > series.axis[0][i], series.batch[i] > series.crossing);
    QVERIFY(series.axis[2].empty()); // an axis of one does not communicate
}

/// The bands of time against batch are the verdict at every batch, "balanced" on the side of its margin.
void TstEvaluate::bandsAreTheVerdictEverywhere()
{
    for (const char* mode : {"training", "decode"}) {
        auto s = scenarioEdited(book);
        QVERIFY(setFieldFromText(s, "model.preset", "llama3-70b"));
        QVERIFY(setFieldFromText(s, "work.mode", mode));
        const auto series = core::timeAgainstBatch(s, 1, 1 << 24, 97);
        QVERIFY(series.bands.size() > 1 && series.bands.front().from == 0);
        for (double batch = 1; batch < (1 << 24); batch *= 1.37) {
            s.work.batch = batch;
            const auto bound = evaluate(s).bound;
            auto band = series.bands.rbegin();
            while (band->from > batch)
                ++band;
            const bool math = bound.margin.si() >= 1;
            QCOMPARE(band->what == core::Verdict::compute, math);
            QCOMPARE(band->what == core::Verdict::hbm, !math && bound.largest == core::Verdict::hbm);
        }
    }
}

/// g.4: (2 s_m + 2 s_o + s_g + s_w) P_dev / (f_o W_hbm). The start: 32 · 2 · 8192 · 32768 parameters over Y = 4, of
/// which one of 16 chips of X updates 268,435,456; fp32 master weights and two fp32 states, bf16 gradients and weights:
/// 28 bytes each, at 2.8 TB/s.
void TstEvaluate::theOptimizerMovesItsShardOnce()
{
    const double shard = 32. * 2 * 8192 * 32768 / 4 / 16, rate = 2.8e12;
    QCOMPARE(number(scenarioEdited({}), "step.optimizer"), 28 * shard / rate);
    QCOMPARE(number(scenarioEdited({{"opt.kind", "sgd"}, {"prec.master", "none"}}), "step.optimizer"),
             4 * shard / rate);
    QCOMPARE(number(scenarioEdited({{"mesh.X.role", "data"}}), "step.optimizer"), 28 * shard * 16 / rate);
    QVERIFY(std::isnan(number(scenarioEdited({{"work.mode", "prefill"}}), "step.optimizer")));
}

/// Contract: (1 - f) + f/X, here 0.5 + 0.5/16 of what is kept with f = 0, however many context ranks split the tokens.
/// Two norm vectors of 7,168 in each of 61 layers, and the final one.
void TstEvaluate::normsOfExpertsAreActiveToo()
{
    const auto with = core::evaluate(scenarioEdited({{"model.preset", "deepseek-v3"}, {"model.norms", "2"}})).params;
    const auto without = core::evaluate(scenarioEdited({{"model.preset", "deepseek-v3"}, {"model.norms", "0"}})).params;
    QCOMPARE(with.total.si() - without.total.si(), (61. * 2 + 1) * 7168);
    QCOMPARE(with.active.si() - without.active.si(), (61. * 2 + 1) * 7168);
}

void TstEvaluate::savedActivationsAreSplitOverFsdpAxesAlone()
{
    for (const char* context : {"replicate", "context"}) {
        const auto share = [&](const char* f) {
            return number(
                scenarioEdited({{"mesh.Z", "4"}, {"mesh.Z.role", context}, {"hw.torus", "auto"}, {"act.sharded", f}}),
                "mem.activations");
        };
        COMPARE_NEAR(share("0.5") / share("0"), 0.53125, 1e-12);
    }
}

ROOFLIGHT_TEST(TstEvaluate)
#include "tst_evaluate.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of GPUs on domains: where their ranks lie, and what their collectives then take, calculated by hand.
#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "core/step/domain_span.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <vector>

using namespace core;

class TstDomains : public QObject
{
    Q_OBJECT

private slots:
    void ranksLieWhereTheyAreCounted();
    void timesAreTheHandCalculation_data();
    void timesAreTheHandCalculation();
    void explanationsSayWhereRanksLie_data();
    void explanationsSayWhereRanksLie();
};

namespace
{

/// Every GPU put into its group and its domain.
DomainSpan counted(const std::vector<LaidAxis>& axes, long domain)
{
    long gpus = 1;
    for (const auto& axis : axes)
        gpus *= static_cast<long>(axis.size);
    std::map<long, std::map<long, double>> groups; // ranks by domain
    for (long gpu = 0; gpu < gpus; ++gpu) {
        long group = 0, stride = 1;
        for (const auto& axis : axes) {
            const auto n = static_cast<long>(axis.size);
            group += axis.member ? 0 : gpu / stride % n * stride;
            stride *= n;
        }
        ++groups[group][gpu / domain];
    }
    DomainSpan out{0, static_cast<double>(domain), 0};
    for (const auto& [group, domains] : groups) {
        out.domains = std::max(out.domains, static_cast<double>(domains.size()));
        for (const auto& [place, ranks] : domains) {
            out.most = std::max(out.most, ranks);
            out.fewest = std::min(out.fewest, ranks);
        }
    }
    return out;
}

Scenario scenarioFrom(const QString& edits)
{
    auto s = defaultScenario(shippedCatalogue());
    const QStringList all = edits.split(u' ', Qt::SkipEmptyParts);
    for (const bool presets : {true, false})
        for (const QString& edit : all) {
            const auto id = edit.section(u'=', 0, 0).toStdString();
            if ((id == "hw.chip" || id == "model.preset") != presets)
                continue;
            if (const auto done = setFieldFromText(s, id, edit.section(u'=', 1).toStdString()); !done)
                qFatal("%s", done.error().c_str());
        }
    return s;
}

} // namespace

void TstDomains::ranksLieWhereTheyAreCounted()
{
    const auto same = [](const std::vector<LaidAxis>& axes, long domain) {
        const auto found = spanOf(axes, static_cast<double>(domain));
        const auto expected = counted(axes, domain);
        QVERIFY2(found.most == expected.most && found.fewest == expected.fewest,
                 qPrintable(QStringLiteral("%1 %2 %3 in %4: %5 to %6, expected %7 to %8")
                                .arg(axes[0].size)
                                .arg(axes[1].size)
                                .arg(axes[2].size)
                                .arg(domain)
                                .arg(found.fewest)
                                .arg(found.most)
                                .arg(expected.fewest)
                                .arg(expected.most)));
        QCOMPARE(found.domains > 1, expected.domains > 1);
    };
    for (const double x : {1, 2, 3, 4, 6, 8, 37})
        for (const double y : {1, 2, 3, 4, 8})
            for (const double z : {1, 3, 4, 50})
                for (const long domain : {2, 4, 6, 8, 9})
                    for (int members = 1; members < 8; ++members)
                        same({{x, (members & 1) != 0}, {y, (members & 2) != 0}, {z, (members & 4) != 0}}, domain);
}

// H100: 8 GPUs in a domain, 450 GB/s a GPU inside, 50 GB/s through its network card.
void TstDomains::timesAreTheHandCalculation_data()
{
    QTest::addColumn<QString>("edits");
    QTest::addColumn<QByteArray>("metric");
    QTest::addColumn<double>("expected");
    const auto row = [](const char* name, const QString& edits, const char* metric, double expected) {
        QTest::newRow(name) << QStringLiteral("hw.chip=h100-sxm ") + edits << QByteArray(metric) << expected;
    };
    // Two layers of 8 experts of two 1,024 x 4,096 matrices, one on each expert rank, and a router. Gradients go over
    // 4 context x 8 data ranks; 8 experts lie between, so that a group has 4 ranks on each of 8 domains.
    const QString experts =
        QStringLiteral("model.D=1024 model.F=4096 model.L=2 model.E=8 model.k=1 mesh.X=4 mesh.X.role=context mesh.Y=8 "
                       "mesh.Y.role=expert mesh.Z=8 mesh.Z.role=data");
    const double gradients = 2 * 2. * (2 * 1024 * 4096 + 1024 * 8);
    row("experts between data and context ranks", experts, "time.Z", 2 * gradients * 7 / 8 / (4 * 50e9));
    // 6 tensor ranks beside 4 data ranks: GPUs 6 to 11 are 2 on one domain and 4 on the next; the 2 lack 4/6.
    const QString six = QStringLiteral("mesh.X=4 mesh.X.role=data mesh.Y=6 mesh.Y.role=tensor work.batch=32768");
    const double activations = 2 * 32768. / 4 * 8192;
    row("6 tensor ranks over a border", six, "time.Y", 2 * 32 * 2 * activations * 4 / 6 / (2 * 50e9));
    // Data ranks 0, 6, 12 and 18: two on the first domain, one on each of two others.
    row("and the data ranks between them", six, "time.X", 2 * (2 * 2. * 8192 * 32768 * 32 / 6) * 3 / 4 / 50e9);
    // 16 experts on two domains, 8 of them a token: each token goes over once, not four times.
    const QString routed =
        QStringLiteral("model.D=1024 model.F=4096 model.L=2 model.E=16 model.k=8 mesh.X=1 mesh.Y=16 mesh.Y.role=expert "
                       "work.pass=forward work.batch=32768");
    const double tokens = 2 * 32768. * 1024; // one copy of each
    row("a token goes to a domain once", routed, "time.Y", 2 * 2 * tokens / 2 / (8 * 50e9));
    // Half a copy goes over where a token has one expert.
    row("one expert a token", routed + QStringLiteral(" model.k=1"), "time.Y", 2 * 2 * tokens / 4 / (8 * 50e9));
    // 12 = 8 + 4: the four take in a copy of the tokens of the other 8.
    row("12 expert ranks", routed + QStringLiteral(" model.E=12 mesh.Y=12"), "time.Y",
        2 * 2 * tokens * 8 / 12 / (4 * 50e9));
    // 16 context ranks: all keys and values but a rank's own go through one network card.
    row("keys and values round two domains",
        QStringLiteral(
            "model.preset=llama3-8b mesh.X=1 mesh.X.role=replicate mesh.Y=16 mesh.Y.role=context work.pass=forward"),
        "time.Y", 32 * (2. * 2 * 32768 * 8 * 128) * 15 / 16 / 50e9);
    // Two chunks on each of 4 stages: 3 microbatches take 6 sends of one hop.
    const QString hops = QStringLiteral(
        "model.D=8 mesh.X=1 mesh.Y=1 mesh.Z=4 mesh.Z.role=pipeline pipe.schedule=interleaved pipe.chunks=2 "
        "work.micro=3 work.batch=12 work.pass=forward conv.latency=on hw.hop=1us");
    row("hops of stages", hops, "time.Z", 6e-6);
    row("on a ring too", QStringLiteral("hw.chip=tpu-v5p ") + hops, "time.Z", 6e-6);
}

void TstDomains::timesAreTheHandCalculation()
{
    QFETCH(const QString, edits);
    QFETCH(const QByteArray, metric);
    QFETCH(const double, expected);
    COMPARE_NEAR(std::get<double>(tests::metricValue(scenarioFrom(edits), metric.constData())), expected, 1e-9);
}

void TstDomains::explanationsSayWhereRanksLie_data()
{
    QTest::addColumn<QString>("edits");
    QTest::addColumn<QString>("said");
    QTest::newRow("even") << "mesh.X=32 mesh.Y=4"
                          << "A group of X has 32 ranks, 2 ranks on each of 16 domains of 8 GPUs";
    QTest::newRow("uneven") << "mesh.X=1 mesh.Y=12"
                            << "A group of Y has 12 ranks, on up to 2 domains of 8 GPUs: 8 ranks on the one that has "
                               "most, 4 on the one that has fewest.";
    QTest::newRow("joined") << "mesh.X=4 mesh.X.role=context mesh.Y=8 mesh.Y.role=expert mesh.Z=8 mesh.Z.role=data "
                               "model.E=8 model.k=1"
                            << "A group of Z with X has 32 ranks, 4 ranks on each of 8 domains of 8 GPUs";
}

void TstDomains::explanationsSayWhereRanksLie()
{
    QFETCH(const QString, edits);
    QFETCH(const QString, said);
    const auto explained = tests::explained(scenarioFrom(QStringLiteral("hw.chip=h100-sxm ") + edits), "time.step");
    QVERIFY(explained);
    QStringList sentences;
    for (const auto& step : explained->derivation.steps)
        sentences += QString::fromStdString(step.sentence);
    QVERIFY2(sentences.join(u'\n').contains(said), qPrintable(sentences.join(u'\n')));
}

ROOFLIGHT_TEST(TstDomains)
#include "tst_domains.moc"

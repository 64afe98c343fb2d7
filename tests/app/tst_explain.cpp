// SPDX-License-Identifier: GPL-3.0-or-later
// What explain says about rules, about what never happens, and where formulas come from.
#include "app/run_program.h"
#include "support/suite.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::Literals::StringLiterals;

class TstExplain : public QObject
{
    Q_OBJECT

private slots:
    void firstStepSays_data();
    void firstStepSays();
    void neverIsDerived_data();
    void neverIsDerived();
    void formulasNameTheirSection_data();
    void formulasNameTheirSection();
    void nothingCitesAWholeChapter();
};

namespace
{

QJsonArray stepsOf(const QString& arguments)
{
    const auto run = tests::run(QStringList{u"explain"_s, u"--json"_s} + tests::words(arguments));
    return QJsonDocument::fromJson(run.out).object()["steps"_L1].toArray();
}

} // namespace

void TstExplain::firstStepSays_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QStringList>("said");
    QTest::newRow("the rule of the verdict, and what was not chosen")
        << u"start bound.verdict"_s
        << QStringList{u"above 1.1 is \"compute\""_s, u"from 0.909 (1 / 1.1) to 1.1 \"balanced\""_s, u"X, 71.58 ms"_s,
                       u"Not chosen: Y"_s, u"HBM"_s};
    // CS336: 20,444.4 tokens
    QTest::newRow("the first whole batch")
        << u"start batch.critical --set model.preset=cs336-xxl --set hw.flops.bf16=4.6e14 --set mesh.X.axes=2 --set "
           "mesh.Y.axes=1 --set work.pass=forward"_s
        << QStringList{u"In whole tokens: 20,445 or more."_s};
    QTest::newRow("the slice that was chosen and the axes on it")
        << u"start mesh.chips --set hw.chip=tpu-v5e --set hw.torus=auto --set mesh.X=16 --set mesh.Y=2"_s
        << QStringList{u"8×4×1 slice"_s, u"auto among the slices that are offered"_s, u"X spans"_s, u"Y spans"_s};
    QTest::newRow("domains of GPUs") << u"start mesh.chips --set hw.chip=h100-sxm"_s
                                     << QStringList{u"a domain holds 8 GPUs"_s};
}

void TstExplain::firstStepSays()
{
    QFETCH(QString, arguments);
    QFETCH(QStringList, said);
    const auto sentence = stepsOf(arguments)[0]["sentence"_L1].toString();
    for (const auto& part : said)
        QVERIFY2(sentence.contains(part), qPrintable(sentence));
}

void TstExplain::neverIsDerived_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("said");
    QTest::addColumn<QString>("symbol"); // of the step that shows it
    QTest::newRow("beyond the tensor limit") << u"start batch.critical --set mesh.Y=64 --set hw.torus=auto"_s
                                             << u"no batch makes math the longer one"_s << u"μ[Y]"_s;
    QTest::newRow("activations that no shard takes over")
        << u"cs336-xxl-memory count.min_shards"_s << u"do not fit into the 80 GB of a chip"_s << u"A_rank"_s;
    QTest::newRow("a narrow matmul") << u"start op.batch.critical --set op.D=64 --set op.F=64"_s
                                     << u"more rows do not help"_s << u"α_op"_s;
}

void TstExplain::neverIsDerived()
{
    QFETCH(QString, arguments);
    QFETCH(QString, said);
    QFETCH(QString, symbol);
    const auto steps = stepsOf(arguments);
    QCOMPARE(steps[0]["value"_L1].toString(), u"never"_s);
    QVERIFY2(steps[0]["sentence"_L1].toString().contains(said), qPrintable(steps[0]["sentence"_L1].toString()));
    QVERIFY(steps.size() > 2);
    QVERIFY(!steps[1]["formula"_L1].toString().isEmpty());
    const auto text = tests::run(QStringList{u"explain"_s} + tests::words(arguments)).out;
    QVERIFY2(QString::fromUtf8(text).contains(u'\n' + symbol + u' '), text.constData());
}

void TstExplain::formulasNameTheirSection_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("source");
    QTest::newRow("the threshold of FSDP and tensor parallelism")
        << u"start batch.critical"_s << u"Scaling Book, Training, section Mixed FSDP and Tensor Parallelism"_s;
    QTest::newRow("the cost") << u"start train.cost"_s
                              << u"Scaling Book, Applied Inference, section What's the LLaMA Serving Story?"_s;
    QTest::newRow("the margin of the verdict")
        << u"start bound.margin"_s << u"Scaling Book, Training, section Mixed FSDP and Tensor Parallelism"_s;
    QTest::newRow("the step is our own sum")
        << u"start time.step"_s << u"own: forward and backward follow one another; a pipeline adds its idle slots"_s;
}

void TstExplain::formulasNameTheirSection()
{
    QFETCH(QString, arguments);
    QFETCH(QString, source);
    const QJsonValue first = stepsOf(arguments)[0]; // the array goes
    QCOMPARE(first["source"_L1].toString(), source);
    QVERIFY(!first["equation"_L1].toString().isEmpty());
    QCOMPARE(first["url"_L1].toString().isEmpty(), source.startsWith(u"own"_s));
}

/// "Scaling Book, Training" alone names some forty pages.
void TstExplain::nothingCitesAWholeChapter()
{
    const auto list = tests::run({u"list"_s, u"metrics"_s, u"--json"_s});
    int looked = 0;
    for (const auto& row : QJsonDocument::fromJson(list.out).array()) {
        const auto source = row["source"_L1].toString();
        looked += source.isEmpty() ? 0 : 1;
        QVERIFY2(!source.startsWith(u"Scaling Book"_s) || source.contains(u"section"_s),
                 qPrintable(row["id"_L1].toString() + u": "_s + source));
    }
    QVERIFY(looked > 50);
}

ROOFLIGHT_TEST(TstExplain)
#include "tst_explain.moc"

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
    void wordsStandAtTheRoot_data();
    void wordsStandAtTheRoot();
    void neverIsDerived_data();
    void neverIsDerived();
    void shardsSayOnWhatTheyAreCounted();
    void formulasNameTheirSection_data();
    void formulasNameTheirSection();
    void nothingCitesAWholeChapter();
    void aFloorIsMadeOfTokens_data();
    void aFloorIsMadeOfTokens();
    void evalGivesTheSameNumber_data();
    void evalGivesTheSameNumber();
    void evalTakesSeveralNumbersWithPlaces();
    void evalRefusesWhatExplainRefuses_data();
    void evalRefusesWhatExplainRefuses();
    void oneFormatAtATime();
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
    // Two gathers and a scatter of the quarter of 17,179,869,184 weights of 2 bytes, over two rings of 2 x 90e9
    // bytes/s.
    const auto gathers = u"X, %1 ms"_s.arg(3 * 2 * 17179869184. / 4 / (2 * 2 * 90e9) * 1e3, 0, 'f', 2);
    QTest::newRow("the rule of the verdict, and what was not chosen")
        << u"start bound.verdict"_s
        << QStringList{u"above 1.1 is \"compute\""_s, u"from 0.909 (1 / 1.1) to 1.1 \"balanced\""_s, gathers,
                       u"Not chosen: Y"_s, u"HBM"_s};
    // CS336: 20,444.4 tokens
    QTest::newRow("the first whole batch")
        << u"start batch.critical --set model.preset=cs336-xxl --set hw.flops.bf16=4.6e14 --set mesh.X.axes=2 --set "
           "mesh.Y.axes=1 --set work.pass=forward"_s
        << QStringList{u"In whole tokens: 20,445 or more."_s};
    // DP over DCN with a slow link: more than ten million tokens, whose last digits the number itself does not show.
    QTest::newRow("more digits beside a whole batch that is rounded above")
        << u"start batch.critical --set mesh.slices=2 --set hw.dcn.rate=3e7"_s
        << QStringList{u"More exactly "_s, u": in whole tokens: "_s};
    QTest::newRow("the slice that was chosen and the axes on it")
        << u"start mesh.chips --set hw.chip=tpu-v5e --set hw.torus=auto --set mesh.X=16 --set mesh.Y=2"_s
        << QStringList{u"8×4×1 slice"_s, u"auto among the slices that are offered"_s, u"X spans"_s, u"Y spans"_s};
    QTest::newRow("what one more row adds to an operation") // 2 x 8192 x 8192 FLOPs; 2 x 2 x 8192 bytes
        << u"start op.limit@B"_s << QStringList{u"134 MFLOPs"_s, u"32.8 kB"_s};
    QTest::newRow("the second operation") // its batch multiplies FLOPs and bytes alike: 2047 / 4098 FLOP/B
        << u"start op.batch.critical@2 --set op.kind@2=dot --set op.D@2=1024"_s
        << QStringList{u"0.500 FLOP/B at every batch"_s};
    QTest::newRow("domains of GPUs") << u"start mesh.chips --set hw.chip=h100-sxm"_s
                                     << QStringList{u"2 ranks on each of 8 domains of 8 GPUs"_s};
    QTest::newRow("what the bubble costs")
        << u"start bound.verdict --set mesh.Z=8 --set mesh.Z.role=pipeline --set mesh.X.role=data --set work.micro=8 "
           "--set hw.torus=auto --set work.batch=4194304"_s
        << QStringList{u"the bubble of the pipeline"_s, u"(46.7 %)"_s}; // 7 of 15 slots
}

void TstExplain::firstStepSays()
{
    QFETCH(QString, arguments);
    QFETCH(QStringList, said);
    const auto sentence = stepsOf(arguments)[0]["sentence"_L1].toString();
    for (const auto& part : said)
        QVERIFY2(sentence.contains(part), qPrintable(sentence));
}

void TstExplain::wordsStandAtTheRoot_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QStringList>("symbols"); // of the steps behind it, among others
    QTest::addColumn<QStringList>("said");
    QTest::newRow("it fits") << u"start mem.fits"_s << u"true"_s << QStringList{u"m_dev"_s, u"M_hbm"_s}
                             << QStringList{u"A chip must hold "_s, u" and has 96 GB."_s};
    QTest::newRow("it does not") << u"start mem.fits --set hw.hbm.bytes=1e9"_s << u"false"_s
                                 << QStringList{u"m_dev"_s, u"M_hbm"_s}
                                 << QStringList{u" and has 1 GB: "_s, u"too much"_s};
    QTest::newRow("the stage")
        << u"start mem.stage --set mesh.Z=4 --set mesh.Z.role=pipeline --set mesh.X.role=data --set hw.torus=auto --set work.micro=8"_s
        << u"first"_s << QStringList{u"m_dev"_s}
        << QStringList{u"A chip of the first stage holds "_s, u"one of the last stage"_s};
    QTest::newRow("the verdict") << u"start bound.verdict"_s << u"compute"_s << QStringList{u"mu"_s}
                                 << QStringList{u"margin"_s};
}

/// The answer, and after it what it is judged by.
void TstExplain::wordsStandAtTheRoot()
{
    QFETCH(QString, arguments);
    QFETCH(QString, word);
    QFETCH(QStringList, symbols);
    QFETCH(QStringList, said);
    const auto steps = stepsOf(arguments);
    QCOMPARE(steps[0]["result"_L1].toString(), word);
    QCOMPARE(steps[0]["value"_L1].toVariant().toString(), word);
    for (const auto& part : said)
        QVERIFY2(steps[0]["sentence"_L1].toString().contains(part), qPrintable(steps[0]["sentence"_L1].toString()));
    QStringList found;
    for (const auto& step : steps)
        found += step["symbol"_L1].toString().section(u'[', 0, 0);
    for (const auto& symbol : symbols)
        QVERIFY2(found.contains(symbol), qPrintable(found.join(u' ')));
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

/// Of a step in microbatches, whose chips hold less at a time.
void TstExplain::shardsSayOnWhatTheyAreCounted()
{
    const auto words = u"what all tokens of a data rank save, in one microbatch and on no tensor or pipeline axis."_s;
    for (const auto& arguments :
         {u"start count.min_shards --set work.micro=2"_s, u"cs336-xxl-memory count.min_shards"_s}) {
        const QString said = stepsOf(arguments)[0]["sentence"_L1].toString();
        QVERIFY2(said.contains(words), qPrintable(said));
    }
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

void TstExplain::aFloorIsMadeOfTokens_data()
{
    QTest::addColumn<QString>("rule");
    QTest::newRow("overlapped") << u"overlapped"_s;
    QTest::newRow("added") << u"added"_s;
}

/// v5p: 459 TFLOP/s over 4 links of 90 GB/s are 1,275 FLOP/B, over 2 links 2,550; as many tokens, at 2 bytes and 2
/// FLOPs.
void TstExplain::aFloorIsMadeOfTokens()
{
    QFETCH(QString, rule);
    const auto run = tests::run(tests::words(u"explain start batch.floor.chip --set conv.comms="_s + rule));
    const QString text = QString::fromUtf8(run.out);
    QVERIFY2(!text.contains(u"FLOP^2"_s), run.out.constData());
    for (const auto& tokens : {u"= 1,275 tokens"_s, u"= 2,550 tokens"_s})
        QVERIFY2(text.contains(tokens), run.out.constData());
}

void TstExplain::evalGivesTheSameNumber_data()
{
    QTest::addColumn<QString>("id");
    for (const char* id : {"time.step", "roof.peak", "coll.held@1,3", "shard.bytes.In", "shard.replication.Out",
                           "shard.plan.time@1", "shard.back.bytes.In"})
        QTest::newRow(id) << QString::fromLatin1(id);
    QTest::newRow("a collective of the step") << u"design.total/forward/AllGather_X of W_in"_s;
}

void TstExplain::evalGivesTheSameNumber()
{
    QFETCH(QString, id);
    const QStringList scenario{u"start"_s, u"--set"_s, u"shard.expr=In[B_X, D] * W[D, F_Y] -> Out[B_X, F_Y]"_s};
    const auto explained = tests::run(QStringList{u"explain"_s, u"--json"_s} + scenario + QStringList{id});
    const auto first = QJsonDocument::fromJson(explained.out).object()["steps"_L1].toArray().at(0).toObject();
    QVERIFY2(first["value"_L1].isDouble(), explained.messages.constData());
    const auto eval = QStringList{u"eval"_s, u"--get"_s, id} + scenario;
    const auto json = tests::run(eval + QStringList{u"--json"_s});
    QVERIFY2(json.exit == 0, json.messages.constData());
    QCOMPARE(QJsonDocument::fromJson(json.out).object()[id].toDouble(), first["value"_L1].toDouble());
    const auto text = tests::run(eval);
    QVERIFY2(text.out.startsWith(id.toUtf8() + "  "), text.out.constData());
}

/// What follows a comma may be a chip, or the next number. B is split over X alone: 8,192 / 4 rows of 8,192.
void TstExplain::evalTakesSeveralNumbersWithPlaces()
{
    const auto run = tests::run({u"eval"_s, u"start"_s, u"--json"_s, u"--set"_s,
                                 u"shard.expr=In[B_X, D] * W[D, F_Y] -> Out[B_X, F_Y]"_s, u"--get"_s,
                                 u"time.step,coll.held@0,3,shard.local.In,mem.fits"_s});
    QVERIFY2(run.exit == 0, run.messages.constData());
    const auto values = QJsonDocument::fromJson(run.out).object();
    QCOMPARE(values.keys(), (QStringList{u"coll.held@0,3"_s, u"mem.fits"_s, u"shard.local.In"_s, u"time.step"_s}));
    QCOMPARE(values["shard.local.In"_L1].toArray().at(0).toString(), QStringLiteral("2,048 × 8,192"));
}

void TstExplain::oneFormatAtATime()
{
    const QStringList asked{u"explain"_s, u"start"_s, u"time.step"_s, u"--json"_s, u"--format"_s};
    const auto both = tests::run(asked + QStringList{u"latex"_s});
    QCOMPARE(both.exit, 1);
    QVERIFY2(both.messages.contains("--json and --format latex contradict each other; give one of them."),
             both.messages.constData());
    QCOMPARE(tests::run(asked + QStringList{u"json"_s}).exit, 0);
}

void TstExplain::evalRefusesWhatExplainRefuses_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<int>("exit");
    QTest::newRow("nothing known") << u"time.stepp"_s << 1;
    QTest::newRow("no such kind of place") << u"coll.hold@1,3"_s << 1;
    QTest::newRow("of a custom schedule") << u"own.time"_s << 1;
    QTest::newRow("no such chip") << u"coll.held@0,99"_s << 2;
    QTest::newRow("no such array") << u"shard.local.Q"_s << 2;
}

void TstExplain::evalRefusesWhatExplainRefuses()
{
    QFETCH(QString, id);
    QFETCH(int, exit);
    const auto explained = tests::run({u"explain"_s, u"start"_s, id});
    const auto evaluated = tests::run({u"eval"_s, u"start"_s, u"--get"_s, id});
    QCOMPARE(explained.exit, exit);
    QCOMPARE(evaluated.exit, exit);
    QCOMPARE(evaluated.messages, explained.messages);
}

ROOFLIGHT_TEST(TstExplain)
#include "tst_explain.moc"

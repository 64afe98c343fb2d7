// SPDX-License-Identifier: GPL-3.0-or-later
// diff as a user sees it: what it lists is what eval prints otherwise, and nothing else.
#include "app/run_program.h"
#include "support/suite.h"

#include <QRegularExpression>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::Literals::StringLiterals;

class TstDiff : public QObject
{
    Q_OBJECT

private slots:
    void equalScenariosDifferInNothing();
    void fieldsAndResultsStandBesideEachOther();
    void everyResultThatDiffersIsListed_data();
    void everyResultThatDiffersIsListed();
    void whatOnlyOneHasIsNone();
    void theCollectiveAndTheProductAreComparedWhereTheyAreSet();
    void noneHasNoRatio();
    void badScenariosAreRefused();
};

namespace
{

QJsonObject valuesOf(const QStringList& scenario)
{
    const auto run = tests::run(QStringList{u"eval"_s} + scenario + QStringList{u"--json"_s});
    return QJsonDocument::fromJson(run.out).object();
}

QJsonObject difference(const QStringList& arguments)
{
    const auto run = tests::run(QStringList{u"diff"_s} + arguments + QStringList{u"--json"_s});
    return QJsonDocument::fromJson(run.out).object();
}

/// Of collectives and sharded products there are rows where a scenario sets one; of what else takes long, none.
bool isCompared(const QString& id)
{
    return !id.startsWith(u"coll."_s) && !id.startsWith(u"shard."_s) && !id.startsWith(u"net."_s);
}

} // namespace

void TstDiff::equalScenariosDifferInNothing()
{
    const auto run = tests::run({u"diff"_s, u"start"_s, u"start"_s});
    QCOMPARE(run.out, QByteArray());
    QCOMPARE(run.exit, 0);
}

void TstDiff::fieldsAndResultsStandBesideEachOther()
{
    const auto run = tests::run({u"diff"_s, u"start"_s, u"start"_s, u"--set"_s, u"model.L=16"_s});
    const QByteArray text = run.out.simplified();
    QVERIFY2(text.startsWith("model.L 32 16 "), run.out.constData());
    // 2 · 8,192 · 32,768 parameters a layer; half of the layers take half the time
    QVERIFY2(text.contains("params.total 17,179,869,184 parameters 8,589,934,592 parameters −50 %"),
             run.out.constData());
    QVERIFY2(text.contains("2.00× faster"), run.out.constData());
}

void TstDiff::everyResultThatDiffersIsListed_data()
{
    QTest::addColumn<QString>("edit");
    for (const char* edit : {"work.batch=65536", "mesh.Y=8", "hw.chip=h100-sxm", "conv.comms=added", "work.mode=decode",
                             "prec.weights=fp32", "model.preset=llama3-70b"})
        QTest::newRow(edit) << QString::fromLatin1(edit);
}

void TstDiff::everyResultThatDiffersIsListed()
{
    QFETCH(QString, edit);
    const auto before = valuesOf({u"start"_s});
    const auto after = valuesOf({u"start"_s, u"--set"_s, edit});
    QVERIFY(!before.isEmpty() && !after.isEmpty());
    QStringList expected;
    for (const auto& keys : {before.keys(), after.keys()})
        for (const auto& id : keys)
            if (before.value(id) != after.value(id) && isCompared(id) && !expected.contains(id))
                expected << id;
    QStringList listed;
    for (const auto& row : difference({u"start"_s, u"start"_s, u"--set"_s, edit})[u"results"_s].toArray()) {
        const auto result = row.toObject();
        const auto id = result[u"id"_s].toString();
        listed << id;
        if (before.contains(id))
            QVERIFY2(result[u"before"_s] == before[id], qPrintable(id));
        if (after.contains(id))
            QVERIFY2(result[u"after"_s] == after[id], qPrintable(id));
    }
    expected.sort();
    listed.sort();
    QVERIFY(!listed.isEmpty());
    QCOMPARE(listed, expected);
}

void TstDiff::whatOnlyOneHasIsNone()
{
    const auto all = difference({u"start"_s, u"start"_s, u"--set"_s, u"op.B@2=64"_s})[u"fields"_s].toArray();
    bool found = false;
    for (const auto& row : all)
        if (const auto field = row.toObject(); field[u"id"_s] == u"op.B@2"_s) {
            found = true;
            QVERIFY(field[u"before"_s].isNull());
            QCOMPARE(field[u"after"_s].toDouble(), 64.);
        }
    QVERIFY(found);
}

/// A collective of twice the bytes and a product of half the rows; start sets neither.
void TstDiff::theCollectiveAndTheProductAreComparedWhereTheyAreSet()
{
    const auto ids = [](const QString& edit) {
        QHash<QString, QJsonObject> results;
        for (const auto& row : difference({u"start"_s, u"start"_s, u"--set"_s, edit})[u"results"_s].toArray())
            results.insert(row.toObject()[u"id"_s].toString(), row.toObject());
        return results;
    };
    const auto collective = ids(u"coll.bytes=33554432"_s);
    const auto bytes = collective[u"coll.total_bytes"_s]; // twice, of whatever algorithm
    QCOMPARE(bytes[u"after"_s].toDouble(), 2 * bytes[u"before"_s].toDouble());
    QVERIFY(!collective.contains(u"shard.flops"_s));
    const auto product = ids(u"shard.size.I=4096"_s);
    const auto flops = product[u"shard.flops"_s];
    QCOMPARE(2 * flops[u"after"_s].toDouble(), flops[u"before"_s].toDouble());
    QVERIFY(!product.contains(u"coll.time"_s));
}

/// One stage idles nothing, two do; without a tensor axis nothing goes over it.
void TstDiff::noneHasNoRatio()
{
    const auto run =
        tests::run(tests::words(u"diff start start --set mesh.Z=2 --set mesh.Z.role=pipeline --set work.micro=4"_s));
    static const QRegularExpression row(u"time\\.bubble .*from none"_s);
    QVERIFY2(row.match(QString::fromUtf8(run.out)).hasMatch(), run.out.constData());
    const auto less = tests::run(tests::words(u"diff start start --set mesh.Y=1"_s));
    static const QRegularExpression gone(u"time\\.Y .*to none"_s);
    QVERIFY2(gone.match(QString::fromUtf8(less.out)).hasMatch(), less.out.constData());
}

void TstDiff::badScenariosAreRefused()
{
    const auto run = tests::run({u"diff"_s, u"start"_s, u"nowhere.json"_s});
    QVERIFY2(run.messages.contains("nowhere.json"), run.messages.constData());
    QCOMPARE(run.exit, 4);
    QCOMPARE(tests::run({u"diff"_s, u"start"_s}).exit, 1);
    const auto twice = tests::run({u"diff"_s, u"-"_s, u"-"_s}, "{}");
    QVERIFY2(twice.messages.contains("is read once"), twice.messages.constData());
    QCOMPARE(twice.exit, 1);
    const auto impossible = tests::run({u"diff"_s, u"start"_s, u"start"_s, u"--set"_s, u"hw.flops.bf16=0"_s});
    QVERIFY2(impossible.messages.contains("start: error "), impossible.messages.constData());
    QCOMPARE(impossible.exit, 2);
    const auto baseline =
        tests::run({u"validate"_s, u"-"_s},
                   R"({"format":"rooflight-scenario","version":1,"baselines":[{"fields":{"hw.flops.bf16":0}}]})");
    QVERIFY2(baseline.messages.contains("baselines[0]: "), baseline.messages.constData());
    QCOMPARE(baseline.exit, 2);
}

ROOFLIGHT_TEST(TstDiff)
#include "tst_diff.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// sweep and solve as a user sees them; expected numbers are worked out beside each row.
#include "app/run_program.h"
#include "support/near.h"
#include "support/suite.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::Literals::StringLiterals;

class TstSweep : public QObject
{
    Q_OBJECT

private slots:
    void doublingsBecomeRows();
    void linearStepsBecomeRows();
    void unitsStandInTheHeadWhenAsked();
    void neverIsCalledSo();
    void jsonHasOneObjectARow();
    void withoutGetEveryColumnHasAValueSomewhere();
    void fieldsOfOpenNamesAreVaried();
    void badRangesAreRefused_data();
    void badRangesAreRefused();
    void wholeFieldsAreSolvedExactly();
    void realFieldsAreSolvedToABillionth();
    void narrowIntervalsAreFound();
    void whatCannotBeEvaluatedIsNoSolution();
    void nothingFoundIsStatusThree();
    void badConditionsAreRefused_data();
    void badConditionsAreRefused();
};

void TstSweep::doublingsBecomeRows()
{
    const auto run =
        tests::run({u"sweep"_s, u"start"_s, u"--over"_s, u"work.batch=2^12..2^14"_s, u"--get"_s, u"flops.forward"_s});
    // 2 · 17,179,869,184 parameters · tokens
    QCOMPARE(run.out, QByteArray("work.batch,flops.forward\n"
                                 "4096,140737488355328\n"
                                 "8192,281474976710656\n"
                                 "16384,562949953421312\n"));
    QCOMPARE(run.exit, 0);
}

void TstSweep::linearStepsBecomeRows()
{
    const auto run = tests::run(
        {u"sweep"_s, u"start"_s, u"--over"_s, u"model.L=8..24:linear 8"_s, u"--get"_s, u"params.total,mem.fits"_s});
    // 2 · 8,192 · 32,768 parameters a layer
    QCOMPARE(run.out, QByteArray("model.L,params.total,mem.fits\n"
                                 "8,4294967296,true\n"
                                 "16,8589934592,true\n"
                                 "24,12884901888,true\n"));
}

void TstSweep::unitsStandInTheHeadWhenAsked()
{
    const auto run = tests::run({u"sweep"_s, u"start"_s, u"--over"_s, u"hw.hbm.rate=1e12..2e12"_s, u"--get"_s,
                                 u"flops.forward,bound.verdict"_s, u"--units"_s});
    QVERIFY2(run.out.startsWith("hw.hbm.rate [B/s],flops.forward [FLOP],bound.verdict\n"), run.out.constData());
}

/// Y = 64 is beyond the tensor limit, so that no batch is enough.
void TstSweep::neverIsCalledSo()
{
    const QStringList beyond{u"--set"_s, u"mesh.Y=64"_s, u"--set"_s, u"hw.torus=auto"_s};
    const auto run = tests::run(
        QStringList{u"sweep"_s, u"start"_s, u"--over"_s, u"work.batch=1024..1024"_s, u"--get"_s, u"batch.critical"_s} +
        beyond);
    QCOMPARE(run.out, QByteArray("work.batch,batch.critical\n1024,never\n"));
    const auto eval = tests::run(QStringList{u"eval"_s, u"start"_s, u"--get"_s, u"batch.critical"_s} + beyond);
    QVERIFY2(eval.out.contains("never"), eval.out.constData());
}

void TstSweep::jsonHasOneObjectARow()
{
    const auto run = tests::run(
        {u"sweep"_s, u"start"_s, u"--over"_s, u"model.L=8..16"_s, u"--get"_s, u"params.total"_s, u"--json"_s});
    const auto rows = QJsonDocument::fromJson(run.out).array();
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows[1]["model.L"_L1].toDouble(), 16.);
    QCOMPARE(rows[1]["params.total"_L1].toDouble(), 8589934592.);
}

void TstSweep::withoutGetEveryColumnHasAValueSomewhere()
{
    const auto run = tests::run({u"sweep"_s, u"start"_s, u"--over"_s, u"work.batch=2^15..2^16"_s});
    auto lines = run.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    const auto head = lines.takeFirst().split(',');
    QVERIFY(head.contains("time.step"));
    for (const auto& line : lines)
        QCOMPARE(line.split(',').size(), head.size());
    for (qsizetype column = 0; column < head.size(); ++column)
        QVERIFY2(!lines[0].split(',')[column].isEmpty() || !lines[1].split(',')[column].isEmpty(),
                 head[column].constData());
}

/// Sizes of dimensions and fields of further operations, as --set takes them.
void TstSweep::fieldsOfOpenNamesAreVaried()
{
    const auto rows =
        tests::run({u"sweep"_s, u"start"_s, u"--over"_s, u"shard.size.J=1024..2048"_s, u"--get"_s, u"shard.flops"_s});
    // Each of 4 x 4 devices: 2 · 2,048 · J · 2,048
    QCOMPARE(rows.out, QByteArray("shard.size.J,shard.flops\n1024,8589934592\n2048,17179869184\n"));
    const auto least =
        tests::run({u"solve"_s, u"start"_s, u"--for"_s, u"shard.size.J"_s, u"--until"_s, u"shard.flops>=1e10"_s});
    QCOMPARE(least.out, QByteArray("1193\n")); // 1e10 / (2 · 2,048 · 2,048) = 1192.1
    QCOMPARE(tests::run({u"sweep"_s, u"start"_s, u"--over"_s, u"op.B@2=1..4"_s, u"--get"_s, u"mem.fits"_s}).out,
             QByteArray("op.B@2,mem.fits\n1,true\n2,true\n4,true\n"));
    const auto absent = tests::run({u"solve"_s, u"start"_s, u"--for"_s, u"op.B@3"_s, u"--until"_s, u"mem.fits=true"_s});
    QCOMPARE(absent.exit, 1);
    QVERIFY2(absent.messages.contains("the scenario has 1 operation"), absent.messages.constData());
}

void TstSweep::badRangesAreRefused_data()
{
    QTest::addColumn<QString>("range");
    QTest::addColumn<QString>("said");
    QTest::newRow("no bounds") << u"work.batch=4"_s << u"FROM..TO"_s;
    QTest::newRow("upside down") << u"work.batch=8..4"_s << u"smaller"_s;
    QTest::newRow("a misspelt field") << u"work.bacth=4..8"_s << u"'work.batch'"_s;
    QTest::newRow("a choice has no range") << u"conv.rates=1..2"_s << u"not a number"_s;
    QTest::newRow("doubling from nothing") << u"model.V=0..8"_s << u"linear"_s;
    QTest::newRow("a step of nothing") << u"model.V=0..8:linear 0"_s << u"greater than 0"_s;
    QTest::newRow("half a layer") << u"model.L=1..2:linear 0.5"_s << u"1.5"_s;
    QTest::newRow("beyond what the field takes") << u"model.L=2^10..2^60"_s << u"model.L"_s;
    QTest::newRow("no first value") << u"work.batch=..4"_s << u"work.batch, first value: Nothing was typed"_s;
    QTest::newRow("a step that is none") << u"model.L=1..4:linear x"_s << u"model.L, linear step: \"x\""_s;
    QTest::newRow("an operation too many") << u"op.B@33=1..4"_s << u"numbers from 2 to 32 behind the @"_s;
    QTest::newRow("a dimension without a name") << u"shard.size.=1..4"_s << u"as in shard.size.I"_s;
    QTest::newRow("more rows than anybody reads") << u"work.batch=1..1e8:linear 1"_s << u"larger step"_s;
}

void TstSweep::badRangesAreRefused()
{
    QFETCH(QString, range);
    QFETCH(QString, said);
    const auto run = tests::run({u"sweep"_s, u"start"_s, u"--over"_s, range, u"--get"_s, u"time.step"_s});
    QVERIFY2(QString::fromUtf8(run.messages).contains(said), run.messages.constData());
    QCOMPARE(run.exit, 1);
    QCOMPARE(run.out, QByteArray());
}

void TstSweep::wholeFieldsAreSolvedExactly()
{
    // 2 · 8,192 · F reaches 1e9 at F = 61,035.16
    const QStringList question{u"solve"_s, u"start"_s, u"--for"_s, u"model.F"_s, u"--until"_s, u"params.layer>=1e9"_s};
    const auto run = tests::run(question);
    QCOMPARE(run.exit, 0);
    QCOMPARE(run.out, QByteArray("61036\n"));
    const auto json = QJsonDocument::fromJson(tests::run(question + QStringList{u"--json"_s}).out).object();
    QCOMPARE(json["id"_L1].toString(), u"model.F"_s);
    QCOMPARE(json["value"_L1].toDouble(), 61036.);
}

void TstSweep::realFieldsAreSolvedToABillionth()
{
    const auto total = tests::run({u"eval"_s, u"start"_s, u"--get"_s, u"mem.total"_s, u"--json"_s});
    const double need = QJsonDocument::fromJson(total.out)["mem.total"_L1].toDouble();
    QVERIFY(need > 0);
    const auto run = tests::run(
        {u"solve"_s, u"start"_s, u"--for"_s, u"hw.hbm.bytes"_s, u"--until"_s, u"mem.fits=true"_s, u"--json"_s});
    const double found = QJsonDocument::fromJson(run.out)["value"_L1].toDouble();
    COMPARE_NEAR(found, need, 2e-9);
}

/// "balanced" is a margin from 1/1.1 to 1.1; the margin of FSDP is 1 at 20,400 tokens and grows with the batch.
void TstSweep::narrowIntervalsAreFound()
{
    const auto run =
        tests::run({u"solve"_s, u"start"_s, u"--for"_s, u"work.batch"_s, u"--until"_s, u"bound.verdict=balanced"_s});
    QCOMPARE(run.exit, 0);
    QCOMPARE(run.out.trimmed().toInt(), 18546); // 20,400 / 1.1 = 18,545.5
}

/// On the 4x4x4 of the slice X times 4 chips have to be 64.
void TstSweep::whatCannotBeEvaluatedIsNoSolution()
{
    const QStringList slice{u"--set"_s, u"hw.torus=4x4x4"_s};
    const auto solved = tests::run(
        QStringList{u"solve"_s, u"start"_s, u"--for"_s, u"mesh.X"_s, u"--until"_s, u"params.total>=1"_s} + slice);
    QCOMPARE(solved.out, QByteArray("16\n"));
    const auto eval = tests::run(QStringList{u"eval"_s, u"start"_s, u"--set"_s, u"mesh.X=16"_s} + slice);
    QVERIFY2(eval.exit == 0, eval.messages.constData());
}

void TstSweep::nothingFoundIsStatusThree()
{
    const auto run =
        tests::run({u"solve"_s, u"start"_s, u"--for"_s, u"model.F"_s, u"--until"_s, u"params.layer<1"_s, u"--json"_s});
    QCOMPARE(run.exit, 3);
    QVERIFY(QJsonDocument::fromJson(run.out)["value"_L1].isNull());
    QVERIFY2(run.messages.contains("model.F"), run.messages.constData());
}

void TstSweep::badConditionsAreRefused_data()
{
    QTest::addColumn<QString>("condition");
    QTest::addColumn<QString>("said");
    QTest::newRow("no relation") << u"mem.fits"_s << u"METRIC=VALUE"_s;
    QTest::newRow("a misspelt metric") << u"mem.fist=true"_s << u"'mem.fits'"_s;
    QTest::newRow("a verdict that does not exist") << u"bound.verdict=computed"_s << u"compute"_s;
    QTest::newRow("a case that does not exist") << u"shard.case=cat"_s << u"it is one of 1, 2, 3, 2 and 3, 4, "_s;
    QTest::newRow("a verdict has no order") << u"bound.verdict>compute"_s << u"'='"_s;
    QTest::newRow("a truth that is neither") << u"mem.fits=yes"_s << u"mem.fits=true"_s;
    QTest::newRow("a number that is none") << u"time.step<soon"_s << u"time.step: \"soon\""_s;
}

void TstSweep::badConditionsAreRefused()
{
    QFETCH(QString, condition);
    QFETCH(QString, said);
    const auto run = tests::run({u"solve"_s, u"start"_s, u"--for"_s, u"work.batch"_s, u"--until"_s, condition});
    QVERIFY2(QString::fromUtf8(run.messages).contains(said), run.messages.constData());
    QCOMPARE(run.exit, 1);
}

ROOFLIGHT_TEST(TstSweep)
#include "tst_sweep.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong, wasteful or assumed reaches whoever asks for numbers, with field and remedy, and the exit status.
#include "app/run_program.h"
#include "support/suite.h"

#include <QRegularExpression>
#include <QTemporaryDir>

using namespace Qt::Literals::StringLiterals;

class TstIssues : public QObject
{
    Q_OBJECT

private slots:
    void issuesAreToldWithFieldAndRemedy_data();
    void issuesAreToldWithFieldAndRemedy();
    void everyVerbTellsOfAnImpossibleScenario_data();
    void everyVerbTellsOfAnImpossibleScenario();
    void numbersGoOnBesideAnIssue();
    void longerAxesAreOnesThatAreOffered_data();
    void longerAxesAreOnesThatAreOffered();
    void emptyColumnsAreExplainedOnce();
    void sweepsTellWhichRowsCannotBeEvaluated();
    void nothingFoundSaysWhatStandsAgainstIt();
    void aWrongProductIsAWarning();
    void whatIsLeftOutIsSaidByEachSubcommand();
    void sizesAndTextsOfAProductAreAsked();
    void aWrongOperationHasNoNumbers();
    void anImpossibleCollectiveHasNoNumbers();
    void aPathToNoChipIsToldWithTheNetwork();
    void aSliceOfGpusIsNoted();
};

void TstIssues::issuesAreToldWithFieldAndRemedy_data()
{
    QTest::addColumn<QString>("edits");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QByteArray>("issue");
    QTest::addColumn<QByteArray>("remedy");
    QTest::newRow("a warning") << u"--set model.preset=llama3-70b --set mesh.Y=16 --set hw.torus=auto"_s << 0
                               << QByteArray("warning HEADS at mesh.Y: Y = 16 but 8 key/value heads")
                               << QByteArray("Use Y = 8 (128 chips) (mesh.Y=8)");
    QTest::newRow("more GPUs") << u"--set hw.chip=h100-sxm --set mesh.Y=1 --set work.batch=2097152"_s << 0
                               << QByteArray("warning NO_FIT at hw.hbm.bytes: ") << QByteArray(" GPUs) (mesh.X=");
    QTest::newRow("a note") << u"--set hw.chip=tpu-v5e --set hw.torus=auto --set mesh.X=4"_s << 0
                            << QByteArray("note NO_WRAP at mesh.X: ")
                            << QByteArray("Pretend rings (book formula) (conv.wrap=ring)");
    QTest::newRow("too many experts a token")
        << u"--set model.E=4 --set model.k=8"_s << 2
        << QByteArray("error EXPERTS at model.k: Tokens visit 8 experts, but there are only 4.")
        << QByteArray("Use k = 4 (model.k=4)");
    QTest::newRow("heads that do not divide")
        << u"--set model.preset=llama3-70b --set model.K=7"_s << 2
        << QByteArray("error HEADS at model.K: 64 query heads do not divide by 7 key/value heads")
        << QByteArray("Use K = 8 (model.K=8)");
    QTest::newRow("an operation with heads that do not divide")
        << u"--set op.kind@2=attention --set op.heads@2=12 --set op.kv@2=8"_s << 0
        << QByteArray("Operation 2: 12 query heads do not divide by 8 key/value heads. Its numbers do not apply then.")
        << QByteArray("(op.kv@2=6)");
    QTest::newRow("an operation with more experts a token than there are")
        << u"--set op.kind=moe --set op.E=4 --set op.k=8"_s << 0
        << QByteArray("Operation 1: Tokens visit 8 experts, but there are only 4. Its numbers do not apply then.")
        << QByteArray("(op.k=4)");
    QTest::newRow("a rate at which nothing ends")
        << u"--set hw.flops.bf16=5e-324"_s << 2 << QByteArray("error RANGE at hw.flops.bf16: ")
        << QByteArray("(hw.flops.bf16=");
    QTest::newRow("a rate that a chip cannot be without") // 0 is refused
        << u"--set hw.link.rate=1000"_s << 2
        << QByteArray("is 1 kB/s: nothing ends at that rate. Give 1 MB/s or more. Remedy")
        << QByteArray("(hw.link.rate=");
    QTest::newRow("a rate that a chip may lack")
        << u"--set hw.dcn.rate=1000"_s << 2
        << QByteArray("is 1 kB/s: nothing ends at that rate. Give 1 MB/s or more, or 0 for none.")
        << QByteArray("(hw.dcn.rate=");
    QTest::newRow("three axes of one role")
        << u"--set hw.torus=auto --set mesh.X=2 --set mesh.X.role=pipeline --set mesh.Y.role=pipeline --set mesh.Z=2 --set mesh.Z.role=pipeline"_s
        << 2 << QByteArray("error ROLE at mesh.Y.role: ")
        << QByteArray("Use data parallelism on X and Z (mesh.X.role=data mesh.Z.role=data)");
    QTest::newRow("heads against the product of two axes")
        << u"--set model.preset=llama3-8b --set mesh.X.role=tensor"_s << 2
        << QByteArray("warning HEADS at mesh.X: X·Y = 64 but 8 key/value heads") << QByteArray();
    QTest::newRow("weights that no axis splits") // 70e9 parameters of 16 bytes are 12 chips of 96 GB
        << u"--set model.preset=llama3-70b --set hw.torus=auto --set mesh.X.role=replicate --set mesh.Y.role=replicate"_s
        << 0 << QByteArray("warning NO_FIT at hw.hbm.bytes") << QByteArray("Use FSDP on X = ");
    QTest::newRow("more microbatches than tokens")
        << u"--set work.batch=64 --set work.micro=8"_s << 2
        << QByteArray("error SMALL_BATCH at work.micro: 64 tokens over 16 groups of 8 microbatches")
        << QByteArray("Set microbatches to 4 (work.micro=4)");
    QTest::newRow("decode over a context axis")
        << u"--set model.preset=llama3-70b --set work.mode=decode --set mesh.X.role=context"_s << 2
        << QByteArray("error ROLE at mesh.X.role: X = 16 splits sequences (context)")
        << QByteArray("Use data parallelism on X (mesh.X.role=data)");
}

void TstIssues::issuesAreToldWithFieldAndRemedy()
{
    QFETCH(QString, edits);
    QFETCH(int, exit);
    QFETCH(QByteArray, issue);
    QFETCH(QByteArray, remedy);
    const auto run = tests::run(QStringList{u"eval"_s, u"start"_s} + tests::words(edits));
    QVERIFY2(run.messages.contains(issue), run.messages.constData());
    QVERIFY2(run.messages.contains(remedy), run.messages.constData());
    QCOMPARE(run.exit, exit);
}

void TstIssues::everyVerbTellsOfAnImpossibleScenario_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::newRow("eval") << u"eval start"_s;
    QTest::newRow("eval of a number that can be had") << u"eval start --get params.total"_s;
    QTest::newRow("explain") << u"explain start params.total"_s;
    QTest::newRow("explain of a time") << u"explain start time.step"_s;
    QTest::newRow("render") << u"render start --view memory -o none.png"_s;
    QTest::newRow("sweep") << u"sweep start --over model.L=8..16 --get params.total"_s;
}

/// 17 x 4 chips on a slice of 64.
void TstIssues::everyVerbTellsOfAnImpossibleScenario()
{
    QFETCH(QString, arguments);
    const auto run = tests::run(tests::words(arguments) + QStringList{u"--set"_s, u"mesh.X=17"_s});
    QCOMPARE(run.exit, 2);
    QVERIFY2(run.messages.contains("error MESH_PRODUCT at hw.torus: "), run.messages.constData());
}

void TstIssues::longerAxesAreOnesThatAreOffered_data()
{
    QTest::addColumn<QString>("mesh");
    for (const char* chip : {"tpu-v3", "tpu-v5e", "tpu-v6e"})
        for (const char* mesh : {"--set mesh.X=2 --set mesh.Y=8", "--set mesh.X=8 --set mesh.Y=16"})
            QTest::addRow("%s %s", chip, mesh) << u"--set hw.chip=%1 "_s.arg(QLatin1String(chip)) + QLatin1String(mesh);
}

/// What closes an axis is a slice that one can get.
void TstIssues::longerAxesAreOnesThatAreOffered()
{
    QFETCH(QString, mesh);
    const auto evaluated = [&](const QString& more) {
        return QString::fromUtf8(
            tests::run(tests::words(u"eval start --get time.step --set hw.torus=auto "_s + mesh + more)).messages);
    };
    static const QRegularExpression remedy(u"\\((mesh\\.[XYZ]=\\d+)\\)"_s);
    const QString before = evaluated({});
    int tried = 0;
    for (const QString& line : before.split(u'\n'))
        for (auto at = remedy.globalMatch(line); line.contains(u"NO_WRAP"_s) && at.hasNext(); ++tried) {
            const QString after = evaluated(u" --set "_s + at.next().captured(1));
            QVERIFY2(before.contains(u"NOT_OFFERED"_s) || !after.contains(u"NOT_OFFERED"_s),
                     qPrintable(line + u'\n' + after));
        }
    QVERIFY(tried > 0);
}

void TstIssues::numbersGoOnBesideAnIssue()
{
    const auto run = tests::run({u"explain"_s, u"start"_s, u"params.total"_s, u"--set"_s, u"mesh.X=17"_s});
    QVERIFY2(run.out.contains("= 17,179,869,184"), run.out.constData());
}

void TstIssues::emptyColumnsAreExplainedOnce()
{
    const auto run =
        tests::run({u"sweep"_s, u"start"_s, u"--over"_s, u"model.L=8..64"_s, u"--get"_s, u"params.total,infer.step"_s});
    QCOMPARE(run.exit, 0);
    QCOMPARE(run.messages.count("infer.step (Decode step) does not apply to this scenario."), 1);
}

/// 64 tokens over 16 ranks make four microbatches at most.
void TstIssues::sweepsTellWhichRowsCannotBeEvaluated()
{
    const auto run = tests::run({u"sweep"_s, u"start"_s, u"--over"_s, u"work.micro=1..32"_s, u"--get"_s, u"time.step"_s,
                                 u"--set"_s, u"work.batch=64"_s});
    QCOMPARE(run.exit, 0);
    QCOMPARE(run.messages.count("SMALL_BATCH"), 1);
    QVERIFY2(run.messages.contains("work.micro=8 and 2 more: error SMALL_BATCH at work.micro"),
             run.messages.constData());
}

void TstIssues::nothingFoundSaysWhatStandsAgainstIt()
{
    const auto run =
        tests::run({u"solve"_s, u"start"_s, u"--for"_s, u"work.batch"_s, u"--until"_s, u"params.total<1e9"_s});
    QCOMPARE(run.exit, 3);
    QVERIFY2(run.messages.contains("At 32768 params.total is 17,179,869,184"), run.messages.constData());
    const auto broken = tests::run({u"solve"_s, u"start"_s, u"--for"_s, u"work.batch"_s, u"--until"_s,
                                    u"params.total>1"_s, u"--set"_s, u"mesh.X=17"_s});
    QCOMPARE(broken.exit, 3);
    QVERIFY2(broken.messages.contains("the scenario cannot be evaluated (error MESH_PRODUCT"),
             broken.messages.constData());
}

/// A warning, as no time of the step depends on it: a file is as valid as eval finds it.
void TstIssues::aWrongProductIsAWarning()
{
    const QByteArray text(
        R"({"format":"rooflight-scenario","version":1,"fields":{"shard.expr":"A[I_X, J_X] * B[J, K]"}})");
    const auto run = tests::run({u"validate"_s, u"-"_s}, text);
    QCOMPARE(run.exit, 0);
    QVERIFY2(run.messages.contains("warning SHARD_TWICE at shard.expr") && run.messages.contains("column 10") &&
                 run.messages.contains("numbers do not apply") && run.messages.contains("Write A[I_X, J_Y] * B[J, K]"),
             run.messages.constData());
    QCOMPARE(tests::run({u"eval"_s, u"-"_s, u"--get"_s, u"time.step"_s}, text).exit, 0);
    QCOMPARE(tests::run({u"eval"_s, u"-"_s, u"--get"_s, u"shard.time"_s}, text).exit, 2);
}

/// Arrays that cannot be laid or are edited twice, and a product that cannot be planned, whatever is asked.
void TstIssues::whatIsLeftOutIsSaidByEachSubcommand()
{
    const QTemporaryDir folder;
    const QString picture = folder.filePath(u"left-out.svg"_s);
    for (const QString& asked :
         {u"eval start --get time.step"_s, u"diff start start"_s, u"sweep start --over work.batch=1024..2048"_s,
          u"solve start --for work.batch --until time.step>0"_s, u"render start --view layer -o "_s + picture}) {
        const auto run = tests::run(tests::words(asked + u" --set layer.arrays=Foo[B];Hid[B,F];Hid[B,F_Y]"_s));
        QCOMPARE(run.exit, 0);
        for (const char* said : {"warning SYNTAX at layer.arrays", "Foo[B]", "Hid is edited twice"})
            QVERIFY2(run.messages.contains(said), run.messages.constData());
    }
    const QString wrong = u" --set shard.expr=A[I_Z,J]*B[J,K]"_s, all = u"sweep start --over work.batch=1024..2048"_s;
    const auto sweep = tests::run(tests::words(all + wrong));
    QCOMPARE(sweep.exit, 0);
    QVERIFY2(sweep.messages.contains("warning AXIS at shard.expr"), sweep.messages.constData());
    QCOMPARE(tests::run(tests::words(all + u" --get shard.time"_s + wrong)).exit, 2);
    const auto drawn = tests::run(tests::words(u"render start --view sharding -o "_s + picture + wrong));
    QVERIFY2(drawn.messages.contains("at shard.expr") && drawn.messages.contains("Add Z = 4 to the mesh"),
             drawn.messages.constData());
    const auto other = tests::run(tests::words(u"eval start --set shard.size.Q=5"_s));
    QCOMPARE(other.exit, 2);
    QVERIFY2(other.messages.contains("shard.size.Q is the size of no dimension: shard.expr names I, J, K."),
             other.messages.constData());
}

/// Sizes of the product as fields, and its texts as conditions.
void TstIssues::sizesAndTextsOfAProductAreAsked()
{
    const QString wrong = u" --set shard.expr=A[I_W,J]*B[J,K]->C[I,K]"_s;
    const auto swept = tests::run(tests::words(u"sweep start --over shard.size.J=2..4"_s + wrong));
    QVERIFY2(swept.messages.contains("warning AXIS at shard.expr"), swept.messages.constData());
    const auto solved = tests::run(tests::words(u"solve start --for shard.size.J --until shard.flops=5"_s + wrong));
    QCOMPARE(solved.exit, 2);
    QVERIFY2(solved.messages.contains("warning AXIS at shard.expr"), solved.messages.constData());
    const auto text = tests::run(tests::words(u"solve start --for work.batch --until shard.case=1"_s));
    QCOMPARE(text.exit, 0);
    QCOMPARE(text.out, QByteArray("1\n")); // the least batch: the case does not depend on it
    QCOMPARE(tests::run(tests::words(u"solve start --for work.batch --until shard.case>=1"_s)).exit, 1);
    QCOMPARE(tests::run(tests::words(u"lesson run A1 --set shard.size.I=4096"_s)).exit, 0);
    for (const auto& tried : {u"sweep start --over shard.size.ZZ=1..8 --get shard.time"_s,
                              u"solve start --for shard.size.ZZ --until shard.flops=5"_s}) {
        const auto none = tests::run(tests::words(tried));
        QCOMPARE(none.exit, 2);
        QVERIFY2(none.messages.contains("shard.size.ZZ is the size of no dimension: shard.expr names I, J, K."),
                 none.messages.constData());
    }
    const auto kept = tests::run({u"eval"_s, u"-"_s, u"--get"_s, u"time.step"_s},
                                 R"({"format": "rooflight-scenario", "version": 1, "fields": {"shard.size.Q": 5}})");
    QCOMPARE(kept.exit, 0);
    QVERIFY2(kept.messages.contains("shard.size.Q is the size of no dimension: shard.expr names I, J, K."),
             kept.messages.constData());
}

/// Nor has any time of the step to do with it.
void TstIssues::aWrongOperationHasNoNumbers()
{
    const QStringList wrong{u"eval"_s,   u"start"_s, u"--set"_s,  u"op.kind=moe"_s, u"--set"_s,
                            u"op.E=4"_s, u"--set"_s, u"op.k=8"_s, u"--set"_s,       u"op.B@2=4"_s};
    const auto asked = [&](const QString& id) { return tests::run(wrong + QStringList{u"--get"_s, id}); };
    QCOMPARE(asked(u"op.flops"_s).exit, 2);
    QVERIFY(
        asked(u"op.flops"_s).messages.endsWith("cannot be evaluated: Tokens visit 8 experts, but there are only 4.\n"));
    QCOMPARE(asked(u"op.flops"_s).out, QByteArray());
    for (const auto& id : {u"op.flops@2"_s, u"time.step"_s})
        QCOMPARE(asked(id).exit, 0);
    QVERIFY(!tests::run(wrong).out.contains("op.flops "));
    const QTemporaryDir folder;
    const QString moe = u" --set op.kind=moe --set op.E=4"_s, file = folder.filePath(u"wrong."_s);
    const auto said = [](const QString& command, int exit, const char* messages) {
        const auto run = tests::run(tests::words(command));
        QCOMPARE(run.exit, exit);
        QVERIFY2(run.messages.contains(messages), run.messages.constData());
    };
    said(u"sweep start --over op.k=4..8 --get op.flops"_s + moe, 0, "op.k=8: op.flops");
    QVERIFY(tests::run(tests::words(u"sweep start --over op.k=4..8 --get op.flops"_s + moe)).out.endsWith("\n8,\n"));
    said(u"sweep start --over op.B=1..4 --get op.flops --set op.k=8"_s + moe, 2, "EXPERTS at op.k");
    const QString second = u" --set op.kind@2=moe --set op.k@2=8 --set op.E@2=4"_s;
    said(u"sweep start --over op.k=1..2 --get time.step"_s + second, 0, "EXPERTS at op.k@2");
    QCOMPARE(tests::run(tests::words(u"sweep start --over op.k@2=4..8 --get time.step"_s + second)).messages,
             QByteArray());
    said(u"solve start --for op.E --until op.flops>1 --set op.kind=attention --set op.heads=7 --set op.kv=3"_s, 2,
         "HEADS at op.kv");
    said(u"solve start --for op.k --until op.flops<1"_s + moe, 3, "At 1024 op.flops does not apply");
    said(u"solve start --for op.B --until op.flops>1 --set op.k=8"_s + moe, 2, "EXPERTS at op.k");
    said(u"solve start --for op.heads --until op.flops>1e30 --set op.kind=attention --set op.kv=7"_s, 3,
         "No value of op.heads"); // 7, 14, ... do mean something
    said(u"diff start start --set op.k=8"_s + moe, 0, "EXPERTS at op.k");
    for (const auto& view : {u"operation"_s, u"intensity"_s})
        for (const auto& ending : {u"svg"_s, u"csv"_s})
            said(u"render start --set op.k=8 --view "_s + view + u" -o "_s + file + ending + moe, 2,
                 "Tokens visit 8 experts, but there are only 4.");
}

/// Of chips that the torus lacks. None of its numbers is one whatever is swept or solved for, but for what mends it.
void TstIssues::anImpossibleCollectiveHasNoNumbers()
{
    const QString wrong = u" --set coll.kind=permute --set coll.from=9,9"_s;
    const auto said = [&](const QString& command, int exit) {
        const auto run = tests::run(tests::words(command + wrong));
        QCOMPARE(run.exit, exit);
        QVERIFY2(run.messages.contains("warning COLL at coll.from"), run.messages.constData());
    };
    said(u"eval start --get coll.time"_s, 2);
    said(u"sweep start --over work.batch=64k..128k --get coll.time"_s, 2);
    said(u"sweep start --over work.batch=64k..128k --get time.step"_s, 0);
    said(u"solve start --for work.batch --until coll.time>1"_s, 2);
    said(u"diff start start"_s, 0);
}

/// With the view that shows it, and no other.
void TstIssues::aPathToNoChipIsToldWithTheNetwork()
{
    const QTemporaryDir folder;
    const auto drawn = [&](const QString& view) {
        const auto run = tests::run(tests::words(u"render start --set net.to=99,0,0 --view "_s + view + u" -o "_s +
                                                 folder.filePath(u"path.csv"_s)));
        return run.exit == 0 ? run.messages : QByteArray("failed");
    };
    QVERIFY(drawn(u"network"_s).contains("warning CHIP at net.to"));
    QCOMPARE(drawn(u"memory"_s), QByteArray());
}

/// They have no torus; of TPUs it is one.
void TstIssues::aSliceOfGpusIsNoted()
{
    const auto messages = [](const char* chip) {
        return tests::run(tests::words(u"eval start --set hw.torus=4x4x4 --set hw.chip="_s + QLatin1String(chip)))
            .messages;
    };
    const QByteArray said = messages("h100-sxm");
    QVERIFY2(said.contains("note TORUS_UNUSED at hw.torus: The slice 4x4x4 counts for nothing: H100 SXM has no torus."),
             said.constData());
    QVERIFY2(said.contains("Name no slice (hw.torus=auto)"), said.constData());
    QVERIFY(!messages("tpu-v5p").contains("TORUS_UNUSED"));
}

ROOFLIGHT_TEST(TstIssues)
#include "tst_issues.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The command line as a user sees it: exit status, data on standard output, sentences on standard error.
#include "app/run_program.h"
#include "support/suite.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>

#include <algorithm>

using namespace Qt::Literals::StringLiterals;

class TstCommandLine : public QObject
{
    Q_OBJECT

private slots:
    void wrongUseSaysWhatIsWrong_data();
    void wrongUseSaysWhatIsWrong();
    void badFilesAreRefusedWithCodes_data();
    void badFilesAreRefusedWithCodes();
    void aRefusedWindowWritesBeforeItAsks_data();
    void aRefusedWindowWritesBeforeItAsks();
    void helpAndVersionGoToStandardOutput_data();
    void helpAndVersionGoToStandardOutput();
    void settingsAreTypedAsInTheWindow_data();
    void settingsAreTypedAsInTheWindow();
    void presetsAreSetBeforeTheNumbersTheySet();
    void laterSettingsWin();
    void standardInputIsAScenario();
    void everyShippedScenarioIsValid();
    void everyShippedScenarioEvaluates();
    void evalWithoutGetGivesEveryMetricThatApplies();
    void wholeNumbersHaveNoExponent();
    void aMetricThatDoesNotApplyIsNull();
    void anImpossibleCollectiveSaysWhy_data();
    void anImpossibleCollectiveSaysWhy();
    void whatACollectiveAssumesIsSaid();
    void anImpossibleScenarioSaysWhy();
    void anImpossibleScenarioStillGivesWhatItCan();
    void tableHasIdValueAndTitle();
    void explainHasEveryFormat_data();
    void explainHasEveryFormat();
    void explainEndsInTheValueOfEval();
    void aFullDeviceIsAFileError();
};

namespace
{

const QString start = u"start"_s;

QJsonObject jsonOf(const tests::Run& run) { return QJsonDocument::fromJson(run.out).object(); }

tests::Run evaluated(const QStringList& settings, const QString& id)
{
    QStringList arguments{u"eval"_s, start, u"--json"_s, u"--get"_s, id};
    for (const auto& setting : settings)
        arguments << u"--set"_s << setting;
    return tests::run(arguments);
}

} // namespace

void TstCommandLine::wrongUseSaysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const QStringList& arguments, int exit, const QString& said) {
        QTest::newRow(name) << arguments << exit << said;
    };
    row("an unknown subcommand names the known ones", {u"evaluate"_s, start}, 1,
        u"the subcommands are eval, explain, diff, sweep, solve, schedule, render, animate, list, validate"_s);
    row("a lone unknown word is no subcommand", {u"frobnicate"_s}, 1, u"neither a subcommand nor a file"_s);
    row("eval needs a scenario", {u"eval"_s}, 1, u"SCENARIO"_s);
    row("an unknown option is refused", {u"eval"_s, start, u"--frob"_s}, 1, u"--frob"_s);
    row("an unknown metric names the nearest", {u"eval"_s, start, u"--get"_s, u"time.stepp"_s}, 1, u"'time.step'"_s);
    row("an unknown field names the nearest", {u"eval"_s, start, u"--set"_s, u"work.bacth=1"_s}, 1, u"'work.batch'"_s);
    row("a setting without value is refused", {u"eval"_s, start, u"--set"_s, u"work.batch"_s}, 1, u"ID=VALUE"_s);
    row("a word is no number", {u"eval"_s, start, u"--set"_s, u"work.batch=many"_s}, 2, u"many"_s);
    row("a batch below one is no scenario", {u"eval"_s, start, u"--set"_s, u"work.batch=-5"_s}, 2, u"work.batch"_s);
    row("a choice that does not exist is refused", {u"eval"_s, start, u"--set"_s, u"mesh.X.role=owner"_s}, 2,
        u"owner"_s);
    row("a file that is not there", {u"eval"_s, u"/nowhere/x.rooflight.json"_s}, 4, u"/nowhere/x.rooflight.json"_s);
    row("a misspelt shipped scenario names the nearest", {u"eval"_s, u"strat"_s}, 4, u"'start'"_s);
    row("a folder is no scenario", {u"eval"_s, u"/"_s}, 4, u"folder"_s);
    row("explain refuses an unknown metric", {u"explain"_s, start, u"params.totall"_s}, 1, u"'params.total'"_s);
    row("explain refuses an unknown number of a step", {u"explain"_s, start, u"coll.time@2"_s}, 1,
        u"choose one of coll.step_end@STEP"_s);
    row("explain names the steps there are", {u"explain"_s, start, u"coll.step_end@99"_s}, 2,
        u"there is no step 99 here; choose 0 to "_s);
    row("explain has no custom schedule", {u"explain"_s, start, u"own.saved"_s}, 1, u"custom schedule"_s);
    row("explain refuses an unknown format", {u"explain"_s, start, u"params.total"_s, u"--format"_s, u"rtf"_s}, 1,
        u"rtf"_s);
    row("an unknown list names the lists", {u"list"_s, u"chip"_s}, 1, u"models, scenarios, lessons, courses, fields"_s);
    row("a window cannot open a missing file", {u"/nowhere/x.rooflight.json"_s}, 4, u"/nowhere/x.rooflight.json"_s);
    row("validate fails for a missing file", {u"validate"_s, u"/nowhere/x.rooflight.json"_s}, 4, u"/nowhere"_s);
}

void TstCommandLine::wrongUseSaysWhatIsWrong()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exit);
    QFETCH(QString, said);
    const auto run = tests::run(arguments);
    QVERIFY2(QString::fromUtf8(run.messages).contains(said), run.messages.constData());
    QCOMPARE(run.exit, exit);
}

void TstCommandLine::badFilesAreRefusedWithCodes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("an empty file") << QByteArray() << QByteArray("FILE_SYNTAX") << QByteArray("standard input");
    QTest::newRow("no JSON") << QByteArray("{\"format\": ") << QByteArray("FILE_SYNTAX") << QByteArray();
    QTest::newRow("bytes that are no text")
        << QByteArray("\xff\xfe\x00\x01", 4) << QByteArray("FILE_SYNTAX") << QByteArray();
    QTest::newRow("another kind of file")
        << QByteArray(R"({"format":"recipe","version":1})") << QByteArray("FILE_FORMAT") << QByteArray("recipe");
    QTest::newRow("a newer version") << QByteArray(R"({"format":"rooflight-scenario","version":99,"fields":{}})")
                                     << QByteArray("FILE_VERSION") << QByteArray("99");
    QTest::newRow("an unknown field") << QByteArray(
                                             R"({"format":"rooflight-scenario","version":1,"fields":{"work.bacth":4}})")
                                      << QByteArray("FILE_KEY") << QByteArray("work.batch");
    QTest::newRow("a text for a number")
        << QByteArray(R"({"format":"rooflight-scenario","version":1,"fields":{"work.batch":"4"}})")
        << QByteArray("FILE_VALUE") << QByteArray("work.batch");
    QTest::newRow("a batch of minus one")
        << QByteArray(R"({"format":"rooflight-scenario","version":1,"fields":{"work.batch":-1}})")
        << QByteArray("FILE_VALUE") << QByteArray("from 1 to");
}

void TstCommandLine::badFilesAreRefusedWithCodes()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, said);
    for (const auto& arguments : {QStringList{u"eval"_s, u"-"_s}, QStringList{u"validate"_s, u"-"_s}}) {
        const auto run = tests::run(arguments, text);
        QVERIFY2(run.messages.contains(code), run.messages.constData());
        QVERIFY2(run.messages.contains(said), run.messages.constData());
        QCOMPARE(run.exit, 2);
    }
    const auto json = tests::run({u"validate"_s, u"-"_s, u"--json"_s}, text);
    const auto verdict = QJsonDocument::fromJson(json.out).array().at(0).toObject();
    QCOMPARE(verdict["valid"_L1], QJsonValue(false));
    QCOMPARE(verdict["issues"_L1][0]["code"_L1].toString().toUtf8(), code);
}

void TstCommandLine::aRefusedWindowWritesBeforeItAsks_data()
{
    QTest::addColumn<QString>("argument"); // of a folder with bad.rooflight.json
    QTest::addColumn<QStringList>("said");
    QTest::newRow("a file with an impossible value")
        << u"bad.rooflight.json"_s << QStringList{u"bad.rooflight.json"_s, u"work.batch"_s, u"−5"_s, u"from 1 to"_s};
    QTest::newRow("a file that is not there")
        << u"nowhere.rooflight.json"_s << QStringList{u"nowhere.rooflight.json"_s};
    QTest::newRow("an option that there is not") << u"--frob"_s << QStringList{u"--frob"_s, u"--help"_s};
}

/// Where nobody reads standard error a box waits for its user; what does read it must not wait for the box.
void TstCommandLine::aRefusedWindowWritesBeforeItAsks()
{
    QFETCH(QString, argument);
    QFETCH(QStringList, said);
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"bad.rooflight.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"format": "rooflight-scenario", "version": 1, "fields": {"work.batch": -5}})");
    file.close();
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"QT_QPA_PLATFORM"_s, u"minimal"_s); // unlike offscreen it counts as a display
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder.path());
    process.setReadChannel(QProcess::StandardError);
    process.start(QStringLiteral(ROOFLIGHT_PROGRAM), {argument});
    QString line;
    const auto isWhole = [&] { // it comes in pieces
        return std::ranges::all_of(said, [&](const QString& part) { return line.contains(part); });
    };
    while (!isWhole() && process.waitForReadyRead(20'000))
        line += QString::fromUtf8(process.readAllStandardError());
    process.kill(); // the box is still there
    process.waitForFinished();
    for (const QString& part : said)
        QVERIFY2(line.contains(part), qPrintable(line));
}

void TstCommandLine::helpAndVersionGoToStandardOutput_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("help lists the subcommands") << QStringList{u"--help"_s} << QByteArray("validate");
    QTest::newRow("help of a subcommand") << QStringList{u"sweep"_s, u"--help"_s} << QByteArray("--over");
    QTest::newRow("version") << QStringList{u"--version"_s} << QByteArray("rooflight ");
}

void TstCommandLine::helpAndVersionGoToStandardOutput()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, said);
    const auto run = tests::run(arguments);
    QCOMPARE(run.exit, 0);
    QVERIFY2(run.out.contains(said), run.out.constData());
    QCOMPARE(run.messages, QByteArray());
}

void TstCommandLine::settingsAreTypedAsInTheWindow_data()
{
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("expected");
    // ffn-8k-32k: 2 · 8,192 · F parameters in each of 32 layers
    QTest::newRow("64k of a dimension is 65,536") << u"model.F=64k"_s << u"params.layer"_s << 2. * 8192 * 65536;
    QTest::newRow("2^15") << u"model.F=2^15"_s << u"params.layer"_s << 2. * 8192 * 32768;
    QTest::newRow("3*1024") << u"model.F=3*1024"_s << u"params.layer"_s << 2. * 8192 * 3072;
    QTest::newRow("separators") << u"model.F=65,536"_s << u"params.layer"_s << 2. * 8192 * 65536;
    QTest::newRow("80GB of memory") << u"hw.hbm.bytes=80GB"_s << u"mem.capacity"_s << 80e9;
    QTest::newRow("80GiB of memory") << u"hw.hbm.bytes=80GiB"_s << u"mem.capacity"_s << 80. * 1073741824;
}

void TstCommandLine::settingsAreTypedAsInTheWindow()
{
    QFETCH(QString, setting);
    QFETCH(QString, id);
    QFETCH(double, expected);
    const auto run = evaluated({setting}, id);
    QVERIFY2(run.exit == 0, run.messages.constData());
    QCOMPARE(jsonOf(run)[id].toDouble(), expected);
}

void TstCommandLine::presetsAreSetBeforeTheNumbersTheySet()
{
    const auto run = evaluated({u"model.L=1"_s, u"model.preset=cs336-xxl"_s}, u"params.total"_s);
    QCOMPARE(jsonOf(run)["params.total"_L1].toDouble(), 2. * 16384 * 53248); // one block of CS336 XXL
}

void TstCommandLine::laterSettingsWin()
{
    const auto run = evaluated({u"model.L=1"_s, u"model.L=2"_s}, u"params.total"_s);
    QCOMPARE(jsonOf(run)["params.total"_L1].toDouble(), 2. * 2 * 8192 * 32768);
}

void TstCommandLine::standardInputIsAScenario()
{
    const auto run =
        tests::run({u"eval"_s, u"-"_s, u"--json"_s, u"--get"_s, u"params.total"_s},
                   R"({"format":"rooflight-scenario","version":1,"fields":{"model.preset":"cs336-xxl","model.L":1}})");
    QVERIFY2(run.exit == 0, run.messages.constData());
    QCOMPARE(jsonOf(run)["params.total"_L1].toDouble(), 2. * 16384 * 53248);
}

void TstCommandLine::everyShippedScenarioIsValid()
{
    const auto list = tests::run({u"list"_s, u"scenarios"_s, u"--json"_s});
    QStringList names;
    for (const auto& row : QJsonDocument::fromJson(list.out).array())
        names << row["id"_L1].toString();
    QVERIFY(names.contains(start));
    const auto run = tests::run(QStringList{u"validate"_s} + names);
    QVERIFY2(run.exit == 0, run.messages.constData());
}

void TstCommandLine::everyShippedScenarioEvaluates()
{
    const auto list = tests::run({u"list"_s, u"scenarios"_s, u"--json"_s});
    for (const auto& row : QJsonDocument::fromJson(list.out).array()) {
        const auto run = tests::run({u"eval"_s, row["id"_L1].toString(), u"--json"_s});
        QVERIFY2(run.exit == 0, run.messages.constData());
        QVERIFY(jsonOf(run)["time.step"_L1].toDouble() > 0);
        QVERIFY(jsonOf(run)["bound.verdict"_L1].isString());
    }
}

void TstCommandLine::evalWithoutGetGivesEveryMetricThatApplies()
{
    const auto values = jsonOf(tests::run({u"eval"_s, start, u"--json"_s}));
    for (const auto& id : {"params.total"_L1, "time.step"_L1, "mem.total"_L1, "count.h100-sxm"_L1, "op.flops"_L1})
        QVERIFY2(values[id].isDouble(), id.data());
    QVERIFY(values["mem.fits"_L1].isBool());
    QVERIFY(values["bound.verdict"_L1].isString());
    for (const auto& value : values)
        QVERIFY(!value.isNull());
}

void TstCommandLine::wholeNumbersHaveNoExponent()
{
    const auto run = evaluated({u"model.preset=cs336-xxl"_s}, u"params.total"_s);
    QVERIFY2(run.out.contains("219848638464\n"), run.out.constData());
}

void TstCommandLine::aMetricThatDoesNotApplyIsNull()
{
    const auto run = evaluated({u"work.mode=training"_s}, u"infer.step"_s);
    QCOMPARE(run.exit, 0);
    QVERIFY(jsonOf(run)["infer.step"_L1].isNull());
    QVERIFY2(run.messages.contains("infer.step"), run.messages.constData());
}

void TstCommandLine::anImpossibleCollectiveSaysWhy_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("when asked for its time") << QStringList{u"eval"_s, u"--get"_s, u"coll.time"_s};
    QTest::newRow("when asked for several") << QStringList{u"eval"_s, u"--get"_s, u"time.step,coll.steps"_s};
    QTest::newRow("when asked for a derivation") << QStringList{u"explain"_s, u"coll.time"_s};
}

/// "middle" is a way to reduce.
void TstCommandLine::anImpossibleCollectiveSaysWhy()
{
    QFETCH(QStringList, arguments);
    arguments.insert(1, start);
    const auto run = tests::run(arguments + QStringList{u"--set"_s, u"coll.algorithm=middle"_s});
    QVERIFY2(run.messages.contains("coll.algorithm is \"middle\""), run.messages.constData());
    QVERIFY2(run.messages.trimmed().endsWith('.') && !run.messages.contains(".."), run.messages.constData());
    QCOMPARE(run.exit, 2);
}

void TstCommandLine::whatACollectiveAssumesIsSaid()
{
    const QStringList idle{u"eval"_s, start, u"--set"_s, u"coll.torus=4x4"_s, u"--set"_s, u"coll.axes=Z"_s, u"--get"_s};
    const auto asked = tests::run(idle + QStringList{u"coll.time"_s});
    QCOMPARE(asked.exit, 0);
    QVERIFY2(asked.messages.startsWith("note COLL at coll.axes: coll.axes is \"Z\""), asked.messages.constData());
    QCOMPARE(asked.messages.count("nothing moves there"), 1); // once, with its remedy
}

void TstCommandLine::anImpossibleScenarioSaysWhy()
{
    const auto run = evaluated({u"mesh.X=17"_s}, u"time.step"_s); // 17 x 4 chips on a slice of 64
    QCOMPARE(run.exit, 2);
    QVERIFY2(run.messages.contains("error MESH_PRODUCT at "), run.messages.constData());
    QVERIFY(jsonOf(run)["time.step"_L1].isNull());
}

void TstCommandLine::anImpossibleScenarioStillGivesWhatItCan()
{
    const auto run = evaluated({u"mesh.X=17"_s}, u"params.total"_s);
    QCOMPARE(run.exit, 2);
    QCOMPARE(jsonOf(run)["params.total"_L1].toDouble(), 17179869184.);
}

void TstCommandLine::tableHasIdValueAndTitle()
{
    const auto run = tests::run({u"eval"_s, start, u"--get"_s, u"params.total,mem.fits,shard.alternatives"_s});
    const auto lines = run.out.split('\n');
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines[0], "params.total        17,179,869,184 parameters  Parameters"); // beside a long one
    QVERIFY2(lines[1].startsWith("mem.fits            true                       "), run.out.constData());
}

void TstCommandLine::explainHasEveryFormat_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("text") << u"text"_s << QByteArray("=");
    QTest::newRow("md") << u"md"_s << QByteArray("**");
    QTest::newRow("latex") << u"latex"_s << QByteArray("\\");
    QTest::newRow("json") << u"json"_s << QByteArray("\"substituted\"");
}

void TstCommandLine::explainHasEveryFormat()
{
    QFETCH(QString, format);
    QFETCH(QByteArray, said);
    const auto run = tests::run({u"explain"_s, start, u"time.step"_s, u"--format"_s, format});
    QCOMPARE(run.exit, 0);
    QVERIFY2(run.out.contains(said), run.out.constData());
}

void TstCommandLine::explainEndsInTheValueOfEval()
{
    const auto value = jsonOf(evaluated({}, u"time.step"_s))["time.step"_L1].toDouble();
    const auto explained = jsonOf(tests::run({u"explain"_s, start, u"time.step"_s, u"--json"_s}));
    QCOMPARE(explained["steps"_L1][0]["value"_L1].toDouble(), value);
    const auto end = jsonOf(tests::run({u"explain"_s, start, u"coll.step_end@0"_s, u"--json"_s}));
    QCOMPARE(end["steps"_L1][0]["value"_L1].toDouble(), 0.0);
}

void TstCommandLine::aFullDeviceIsAFileError()
{
    if (!QFile::exists(u"/dev/full"_s))
        QSKIP("this system has no /dev/full");
    QProcess process;
    process.setStandardOutputFile(u"/dev/full"_s);
    process.start(QStringLiteral(ROOFLIGHT_PROGRAM), {u"list"_s, u"metrics"_s});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 4);
}

ROOFLIGHT_TEST(TstCommandLine)
#include "tst_command_line.moc"

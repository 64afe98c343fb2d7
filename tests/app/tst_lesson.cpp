// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommand lesson, lessons of the data directory, and lesson files that are validated.
#include "app/own_lesson.h"
#include "app/run_program.h"
#include "support/data_folder.h"
#include "support/source_file.h"
#include "support/suite.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QTemporaryDir>

using namespace Qt::Literals::StringLiterals;
using tests::lesson, tests::written;

class TstLesson : public QObject
{
    Q_OBJECT

private slots:
    void everyLessonIsListed();
    void answersAreShownOnlyOnRequest();
    void anAnswerIsChecked_data();
    void anAnswerIsChecked();
    void aFileIsChecked();
    void wrongUseIsRefused_data();
    void wrongUseIsRefused();
    void allAreSolvedByTheirOwnAnswers();
    void aLessonThatIsUnsoundFails();
    void lessonFilesAreValidated();
    void noTextIsTooLongForAPattern();
    void longTextsAreCut();
    void tooLargeIsAFileError();
    void lessonsOfTheDataDirectoryAreFound();
    void anotherConventionListsWhatChanges_data();
    void anotherConventionListsWhatChanges();
};

namespace
{

QJsonDocument jsonAnswer(const QStringList& arguments) { return QJsonDocument::fromJson(tests::run(arguments).out); }

} // namespace

void TstLesson::everyLessonIsListed()
{
    const auto listed = jsonAnswer({u"lesson"_s, u"list"_s, u"--json"_s}).array();
    QCOMPARE(listed.size(), 54);
    QCOMPARE(listed[0][u"id"_s].toString(), u"A1"_s);
    QCOMPARE(listed[1][u"id"_s].toString(), u"A1b"_s);
    QVERIFY(tests::run({u"lesson"_s, u"list"_s}).out.contains("\nF14 "));
    QCOMPARE(jsonAnswer({u"list"_s, u"lessons"_s, u"--json"_s}).array().size(), 54);
}

void TstLesson::answersAreShownOnlyOnRequest()
{
    const auto shown = tests::run({u"lesson"_s, u"show"_s, u"b6"_s});
    QCOMPARE(shown.exit, 0);
    QVERIFY(shown.out.contains("compute-bound"));
    QVERIFY2(!shown.out.contains("20,44") && !shown.out.contains("25,30"), shown.out.constData());
    const auto answers = tests::run({u"lesson"_s, u"show"_s, u"B6"_s, u"--answers"_s});
    QVERIFY2(answers.out.contains("= 20,444.4 tokens"), answers.out.constData());
    const auto hidden = jsonAnswer({u"lesson"_s, u"show"_s, u"B6"_s, u"--json"_s}).object();
    const auto step = hidden[u"steps"_s].toArray()[1].toObject();
    QCOMPARE(step[u"kind"_s].toString(), u"answer"_s);
    QVERIFY(!step.contains(u"answer"_s) && !step.contains(u"shown"_s));
    QVERIFY(hidden[u"steps"_s].toArray().last()[u"prompt"_s].isNull());
    const auto told = jsonAnswer({u"lesson"_s, u"show"_s, u"B6"_s, u"--answers"_s, u"--json"_s}).object();
    QVERIFY(told[u"steps"_s].toArray()[1].toObject()[u"answer"_s].toString().startsWith(u"20444.4"_s));
}

void TstLesson::anAnswerIsChecked_data()
{
    QTest::addColumn<QString>("answer");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QByteArray>("out");
    QTest::newRow("right") << u"20,445"_s << 0 << QByteArray("right: ");
    QTest::newRow("under a convention") << u"25302"_s << 0 << QByteArray("right-under: ");
    QTest::newRow("a known mistake") << u"1"_s << 3 << QByteArray("known-wrong: ");
    QTest::newRow("wrong") << u"9"_s << 3 << QByteArray("wrong: Not yet.");
    QTest::newRow("no number") << u"x"_s << 3 << QByteArray("unreadable: ");
}

void TstLesson::anAnswerIsChecked()
{
    QFETCH(QString, answer);
    QFETCH(int, exit);
    QFETCH(QByteArray, out);
    const QStringList arguments{u"lesson"_s, u"check"_s, u"B6"_s, u"--step"_s, u"2"_s, u"--answer"_s, answer};
    const auto run = tests::run(arguments);
    QCOMPARE(run.exit, exit);
    QVERIFY2(run.out.startsWith(out), run.out.constData());
    const auto object = jsonAnswer(arguments + QStringList{u"--json"_s}).object();
    QVERIFY(run.out.startsWith(object[u"outcome"_s].toString().toUtf8() + ": "));
}

/// Without an answer the lesson itself, as the editor does.
void TstLesson::aFileIsChecked()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"mine.json"_s);
    QFile shipped(tests::sourceFile(u"presets/lessons/D4.json"_s));
    QVERIFY(shipped.open(QIODevice::ReadOnly));
    const QByteArray text = shipped.readAll();
    written(path, text);
    const auto sound = tests::run({u"lesson"_s, u"check"_s, path});
    QCOMPARE(sound.exit, 0);
    QVERIFY2(sound.out.startsWith("D4: solved"), sound.out.constData());
    written(path, QByteArray(text).replace("\"prompt\": \"", "\"prompt\": \"{no.such} "));
    const auto wrong = tests::run({u"lesson"_s, u"check"_s, path});
    QCOMPARE(wrong.exit, 2);
    const auto line = QByteArray::number(1 + text.left(text.indexOf("\"prompt\"")).count('\n'));
    const QByteArray said = path.toUtf8() + ": line " + line + ": Step 1 cannot fill in its \"prompt\": {no.such}";
    QVERIFY2(wrong.messages.startsWith(said), wrong.messages.constData());
}

void TstLesson::wrongUseIsRefused_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("no such lesson") << u"show B66"_s << 1
                                    << QByteArray("There is no lesson 'B66'; the nearest is 'B6'");
    QTest::newRow("no such step") << u"check B6 --step 40 --answer 1"_s << 2 << QByteArray("there is no step 40");
    QTest::newRow("step 0") << u"check B6 --step 0 --answer 1"_s << 1 << QByteArray("--step counts from 1");
    QTest::newRow("no answer") << u"check B6 --step 2"_s << 1 << QByteArray("--step requires --answer");
    QTest::newRow("nothing to run") << u"run"_s << 1 << QByteArray("Name lessons, or give --all");
    QTest::newRow("both") << u"run B6 --all"_s << 1 << QByteArray("Name lessons, or give --all");
    QTest::newRow("no such file") << u"show none.json"_s << 4 << QByteArray("none.json");
    QTest::newRow("no such subcommand") << u"x"_s << 1 << QByteArray("'x' is no subcommand of lesson: list, show,");
    QTest::newRow("an option alone") << u"--json"_s << 1 << QByteArray("lesson needs a subcommand: list, show,");
    QTest::newRow("a negative count") << u"check B6 --step 2 --answer 1 --misses -1"_s << 1
                                      << QByteArray("--misses counts wrong answers, from 0.");
    QTest::newRow("a field that it starts with")
        << u"run A1 --set coll.D=1024"_s << 1 << QByteArray("A1 starts with a coll.D of its own");
    QTest::newRow("a chip without its variant")
        << u"run A1 --set hw.chip=h100-sxm"_s << 2
        << QByteArray("A1 pins what does not go with --set hw.chip=h100-sxm: hw.variant: variant cannot be \"hpl\"");
    QTest::newRow("the size of no dimension")
        << u"run A1 --set shard.size.Q=8"_s << 2
        << QByteArray("A1: shard.size.Q is the size of no dimension: shard.expr names I, J, K.");
    QTest::newRow("the size of no dimension of all")
        << u"run --all --set shard.size.Q=8"_s << 2 << QByteArray("shard.size.Q is the size of no dimension");
    QTest::newRow("nothing") << QString() << 1 << QByteArray("subcommand");
}

void TstLesson::wrongUseIsRefused()
{
    QFETCH(QString, arguments);
    QFETCH(int, exit);
    QFETCH(QByteArray, message);
    const auto run = tests::run(QStringList{u"lesson"_s} + tests::words(arguments));
    QCOMPARE(run.exit, exit);
    QVERIFY2(run.messages.contains(message), run.messages.constData());
}

void TstLesson::allAreSolvedByTheirOwnAnswers()
{
    const auto run = tests::run({u"lesson"_s, u"run"_s, u"--all"_s, u"--json"_s});
    QVERIFY2(run.exit == 0, run.messages.constData());
    const auto lessons = QJsonDocument::fromJson(run.out).array();
    QCOMPARE(lessons.size(), 54);
    for (const auto& one : lessons)
        QVERIFY2(one.toObject()[u"solved"_s].toBool(), qPrintable(one.toObject()[u"id"_s].toString()));
}

void TstLesson::aLessonThatIsUnsoundFails()
{
    const QTemporaryDir folder;
    const auto good = written(folder.filePath(u"own1.json"_s), lesson("own1", "op.B"));
    const auto bad = written(folder.filePath(u"own2.json"_s), lesson("own2", "7"));
    QCOMPARE(tests::run({u"lesson"_s, u"run"_s, good}).exit, 0);
    const auto run = tests::run({u"lesson"_s, u"run"_s, bad});
    QCOMPARE(run.exit, 2); // as of validate
    QCOMPARE(run.messages, bad.toUtf8() + ": line 3: Step 1 accepts \"7\", which it lists as wrong.\n");
}

void TstLesson::lessonFilesAreValidated()
{
    const QTemporaryDir folder;
    const auto good = written(folder.filePath(u"own1.json"_s), lesson("own1", "op.B"));
    const auto unknown = written(folder.filePath(u"own2.json"_s), lesson("own2", "op.none"));
    const auto broken = written(folder.filePath(u"own3.json"_s), lesson("own3", "op.B").replace("\"tab\"", "\"tap\""));
    QCOMPARE(tests::run({u"validate"_s, good}).exit, 0);
    const auto run = tests::run({u"validate"_s, unknown});
    QCOMPARE(run.exit, 2);
    QVERIFY2(run.messages.contains("line 3: Step 1 has no answer: \"op.none\" cannot be evaluated"),
             run.messages.constData());
    const auto object = jsonAnswer({u"validate"_s, broken, u"--json"_s}).array()[0].toObject();
    QVERIFY(!object[u"valid"_s].toBool());
    QCOMPARE(object[u"issues"_s].toArray()[0][u"code"_s].toString(), u"FILE_KEY"_s);
    const auto once = tests::run({u"validate"_s, broken});
    QVERIFY2(once.messages.startsWith(broken.toUtf8() + ": FILE_KEY: "), once.messages.constData());
    QCOMPARE(once.messages.count("own3.json"), 1);
    const auto tab = written(folder.filePath(u"own5.json"_s), // what the reader takes and the schema does not
                             lesson("own5", "op.B").replace("\"Own\", \"course\"", "\"O\\twn\", \"course\""));
    const auto byTheSchema = tests::run({u"validate"_s, tab});
    QCOMPARE(byTheSchema.exit, 2);
    QVERIFY2(byTheSchema.messages.contains("line 1: lesson.schema.json does not allow \"title\": "),
             byTheSchema.messages.constData());
    const auto nul = written(folder.filePath(u"own4.json"_s), // which ends no message
                             lesson("own4", "op.B").replace("{\"op.B\": 256}", "{\"hw.chip\": \"a\\u0000b\"}"));
    const auto whole = tests::run({u"validate"_s, nul});
    QCOMPARE(whole.exit, 2);
    QVERIFY2(whole.messages.contains("chip cannot be \"a\\u{0}b\"; give"), whole.messages.constData());
}

/// A pattern goes a level deeper with each character that it repeats.
void TstLesson::noTextIsTooLongForAPattern()
{
    const QTemporaryDir folder;
    const QByteArray zeros(30'000, '0');
    const auto said = [&](const QByteArray& from, const QByteArray& to) {
        const QString path = written(folder.filePath(u"a.json"_s), lesson("a", "op.B").replace(from, to));
        return tests::run({u"validate"_s, path});
    };
    const auto tolerance = said("\"op.B\", \"wrong\"", "\"op.B\", \"tolerance\": \"" + zeros + "1%\", \"wrong\"");
    QCOMPARE(tolerance.exit, 2);
    QVERIFY2(tolerance.messages.contains("\"steps.1.tolerance\" must be exact"), tolerance.messages.constData());
    const auto id = said("\"id\": \"a", "\"id\": \"a" + zeros);
    QCOMPARE(id.exit, 2);
    QVERIFY2(id.messages.contains("\"id\" must be 1 to 64 letters"), id.messages.constData());
    for (const QByteArray key : {"unit", "says"}) // of patterns without repeats
        QVERIFY(said("\"wrong\"", "\"" + key + "\": \"" + zeros + "\", \"wrong\"").exit < 4);
}

/// The beginning names what is wrong, and what follows it why.
void TstLesson::longTextsAreCut()
{
    const QTemporaryDir folder;
    const QString path = written(folder.filePath(u"a.json"_s), lesson("a", QByteArray("ä+").repeated(4000) + "1"));
    const auto run = tests::run({u"validate"_s, path});
    QCOMPARE(run.exit, 2);
    for (const QByteArray& line : run.messages.split('\n'))
        QVERIFY2(line.size() < 2100, line.left(300).constData());
    QVERIFY2(run.messages.contains("…\" cannot be evaluated") && !run.messages.contains("\\x{"),
             run.messages.constData());
}

/// Whatever kind of file it is, and whoever reads it.
void TstLesson::tooLargeIsAFileError()
{
    const QTemporaryDir folder;
    const QString json = written(folder.filePath(u"large.json"_s), QByteArray(3'000'000, ' '));
    const QString pack = written(folder.filePath(u"large.rooflight-course"_s), "");
    QVERIFY(QFile::resize(pack, 40'000'000));
    for (const auto& arguments : {QStringList{u"eval"_s, json}, QStringList{u"validate"_s, json},
                                  QStringList{u"validate"_s, pack}, QStringList{u"lesson"_s, u"show"_s, json},
                                  QStringList{u"lesson"_s, u"unpack"_s, pack, u"-o"_s, folder.filePath(u"new"_s)}}) {
        const auto run = tests::run(arguments);
        QVERIFY2(run.exit == 4 && run.messages.contains("is larger than"), run.messages.constData());
    }
    QVERIFY2(tests::run({u"validate"_s, u"--json"_s, pack}).out.contains("\"FILE_SIZE\""), "the code of the file");
}

/// A file that cannot be read, or takes the id of a lesson that ships, is named and left out.
void TstLesson::lessonsOfTheDataDirectoryAreFound()
{
    const tests::DataFolder data;
    data.write("lessons/own1.json", lesson("own1", "op.B"));
    data.write("lessons/twice.json", lesson("A1", "op.B"));
    data.write("lessons/broken.json", "{");
    const auto run = tests::run({u"lesson"_s, u"list"_s});
    QCOMPARE(run.exit, 0);
    QVERIFY2(run.out.contains("\nown1 "), run.out.constData());
    QVERIFY2(run.messages.contains("the id \"A1\" is taken") && run.messages.contains("FILE_SYNTAX"),
             run.messages.constData());
}

/// Answers by lesson.
QMap<QString, QStringList> answersOf(const QJsonArray& lessons)
{
    QMap<QString, QStringList> all;
    for (const auto& one : lessons)
        for (const auto& step : one[u"steps"_s].toArray())
            all[one[u"id"_s].toString()] << step[u"own"_s][u"typed"_s].toString();
    return all;
}

void TstLesson::anotherConventionListsWhatChanges_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("changes"); // a lesson that pins another one
    QTest::addColumn<QString>("stays");   // one that pins this one, or is about neither
    QTest::newRow("exact rates") << u"conv.rates"_s << u"exact"_s << u"B6"_s << u"C2"_s;
    QTest::newRow("the constants of today") << u"hw.variant"_s << u"none"_s << u"D2"_s << u"B6"_s;
}

/// Two runs differ in just those lessons that answer otherwise when their files pin the other value.
void TstLesson::anotherConventionListsWhatChanges()
{
    QFETCH(QString, field);
    QFETCH(QString, value);
    QFETCH(QString, changes);
    QFETCH(QString, stays);
    const QTemporaryDir folder;
    QStringList files{u"lesson"_s, u"run"_s, u"--json"_s};
    for (const auto& file : QDir(tests::sourceFile(u"presets/lessons"_s)).entryInfoList({u"*.json"_s})) {
        QFile lesson(file.filePath());
        QVERIFY(lesson.open(QIODevice::ReadOnly));
        QJsonObject object = QJsonDocument::fromJson(lesson.readAll()).object();
        if (object[u"format"_s] != u"rooflight-lesson"_s)
            continue; // the schema
        QJsonObject pins = object[u"pins"_s].toObject();
        pins[field] = value;
        object[u"pins"_s] = pins;
        files << written(folder.filePath(file.fileName()), QJsonDocument(object).toJson());
    }
    const auto book = answersOf(jsonAnswer({u"lesson"_s, u"run"_s, u"--all"_s, u"--json"_s}).array());
    const auto exact = answersOf(
        jsonAnswer({u"lesson"_s, u"run"_s, u"--all"_s, u"--json"_s, u"--set"_s, field + u'=' + value}).array());
    QCOMPARE(exact.size(), 54);
    QCOMPARE(exact, answersOf(jsonAnswer(files).array()));
    QStringList changed;
    for (const QString& id : book.keys())
        if (book[id] != exact[id])
            changed << id;
    QVERIFY2(changed.contains(changes) && !changed.contains(stays), qPrintable(changed.join(u' ')));
    QCOMPARE(tests::run({u"lesson"_s, u"run"_s, u"B6"_s, u"--set"_s, u"conv.rate=exact"_s}).exit, 1);
    QCOMPARE(tests::run({u"lesson"_s, u"run"_s, u"B6"_s, u"--set"_s, u"conv.rates=none"_s}).exit, 2);
    // "hpl" is a variant of the chip that the lesson pins, and none of the chip of the defaults
    QCOMPARE(tests::run({u"lesson"_s, u"run"_s, u"A1"_s, u"--set"_s, u"hw.variant=hpl"_s}).exit, 0);
}

ROOFLIGHT_TEST(TstLesson)
#include "tst_lesson.moc"

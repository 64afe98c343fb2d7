// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommand lesson, lessons of the data directory, and lesson files that are validated.
#include "app/run_program.h"
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
    void longTextsAreCut();
    void unpackingTouchesNothingElse();
    void aCourseIsValidatedWithItsLessons();
    void otherFilesBesideACourseAreLeftOut();
    void tooLargeIsAFileError();
    void lessonsOfTheDataDirectoryAreFound();
    void anotherConventionListsWhatChanges_data();
    void anotherConventionListsWhatChanges();
};

namespace
{

QJsonDocument json(const QStringList& arguments) { return QJsonDocument::fromJson(tests::run(arguments).out); }

/// One that expects `value` of an operation of 256 tokens, and knows the answer 7 as wrong.
QByteArray lesson(const QByteArray& id, const QByteArray& value)
{
    return R"({"format": "rooflight-lesson", "version": 1, "id": ")" + id +
           R"(", "title": "Own", "course": "own", "topic": "Own", "source": "None", "minutes": 5,
  "start": {"op.B": 256},
  "steps": [{"kind": "answer", "tab": "operation", "points": "op.B", "prompt": "How many?", "value": ")" +
           value + R"(", "wrong": [{"is": "7", "says": "Seven."}]}]})";
}

QString written(const QString& path, const QByteArray& text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
}

} // namespace

void TstLesson::everyLessonIsListed()
{
    const auto listed = json({u"lesson"_s, u"list"_s, u"--json"_s}).array();
    QCOMPARE(listed.size(), 54);
    QCOMPARE(listed[0][u"id"_s].toString(), u"A1"_s);
    QCOMPARE(listed[1][u"id"_s].toString(), u"A1b"_s);
    QVERIFY(tests::run({u"lesson"_s, u"list"_s}).out.contains("\nF14 "));
    QCOMPARE(json({u"list"_s, u"lessons"_s, u"--json"_s}).array().size(), 54);
}

void TstLesson::answersAreShownOnlyOnRequest()
{
    const auto shown = tests::run({u"lesson"_s, u"show"_s, u"b6"_s});
    QCOMPARE(shown.exit, 0);
    QVERIFY(shown.out.contains("compute-bound"));
    QVERIFY2(!shown.out.contains("20,44") && !shown.out.contains("25,30"), shown.out.constData());
    const auto answers = tests::run({u"lesson"_s, u"show"_s, u"B6"_s, u"--answers"_s});
    QVERIFY2(answers.out.contains("= 20,444.4 tokens"), answers.out.constData());
    const auto hidden = json({u"lesson"_s, u"show"_s, u"B6"_s, u"--json"_s}).object();
    const auto step = hidden[u"steps"_s].toArray()[1].toObject();
    QCOMPARE(step[u"kind"_s].toString(), u"answer"_s);
    QVERIFY(!step.contains(u"answer"_s) && !step.contains(u"shown"_s));
    QVERIFY(hidden[u"steps"_s].toArray().last()[u"prompt"_s].isNull());
    const auto told = json({u"lesson"_s, u"show"_s, u"B6"_s, u"--answers"_s, u"--json"_s}).object();
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
    const auto object = json(arguments + QStringList{u"--json"_s}).object();
    QVERIFY(run.out.startsWith(object[u"outcome"_s].toString().toUtf8() + ": "));
}

/// Without an answer the lesson itself, as the editor does.
void TstLesson::aFileIsChecked()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"mine.json"_s);
    const auto write = [&](const QByteArray& text) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    QFile shipped(tests::sourceFile(u"presets/lessons/D4.json"_s));
    QVERIFY(shipped.open(QIODevice::ReadOnly));
    const QByteArray text = shipped.readAll();
    write(text);
    const auto sound = tests::run({u"lesson"_s, u"check"_s, path});
    QCOMPARE(sound.exit, 0);
    QVERIFY2(sound.out.startsWith("D4: solved"), sound.out.constData());
    write(QByteArray(text).replace("\"prompt\": \"", "\"prompt\": \"{no.such} "));
    const auto wrong = tests::run({u"lesson"_s, u"check"_s, path});
    QCOMPARE(wrong.exit, 2);
    const auto line = QByteArray::number(1 + text.left(text.indexOf("\"prompt\"")).count('\n'));
    const QByteArray said =
        path.toUtf8() + ": line " + line + ": Step 1 has a text that cannot be filled in: {no.such}";
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
    const auto object = json({u"validate"_s, broken, u"--json"_s}).array()[0].toObject();
    QVERIFY(!object[u"valid"_s].toBool());
    QCOMPARE(object[u"issues"_s].toArray()[0][u"code"_s].toString(), u"FILE_KEY"_s);
    const auto once = tests::run({u"validate"_s, broken});
    QVERIFY2(once.messages.startsWith(broken.toUtf8() + ": FILE_KEY: "), once.messages.constData());
    QCOMPARE(once.messages.count("own3.json"), 1);
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

void TstLesson::unpackingTouchesNothingElse()
{
    const QTemporaryDir home;
    const QDir here(home.path());
    QVERIFY(here.mkpath(u"course/notes"_s) && here.mkpath(u".mine.new"_s) && here.mkpath(u".mine.old"_s));
    written(here.filePath(u"course/course.json"_s),
            R"({"format": "rooflight-course", "version": 1, "id": "w", "title": "W", "lessons": ["B3"]})");
    written(here.filePath(u".mine.new/thesis.txt"_s), "x");
    const auto inHome = [&](const QString& arguments) { return tests::run(tests::words(arguments), {}, home.path()); };
    QCOMPARE(inHome(u"lesson pack course -o w.rooflight-course"_s).exit, 0);
    QCOMPARE(inHome(u"lesson unpack w.rooflight-course -o mine"_s).exit, 0);
    QVERIFY(here.exists(u"mine/course.json"_s));
    QVERIFY(here.exists(u".mine.new/thesis.txt"_s) && here.exists(u".mine.old"_s));
    QCOMPARE(inHome(u"lesson pack who-waits -o p.rooflight-course"_s).exit, 0); // a playlist by its id
    QVERIFY(inHome(u"lesson unpack p.rooflight-course -o p"_s).exit == 0 && here.exists(u"p/course.json"_s));
    const auto inside = inHome(u"lesson pack course -o course/w.rooflight-course"_s);
    QVERIFY2(inside.messages.contains("lies in the folder that is packed"), inside.messages.constData());
    QCOMPARE(inside.exit, 1);
    QCOMPARE(inHome(u"lesson unpack w.rooflight-course -o x/.."_s).exit, 4);
    QVERIFY(!here.exists(u"x"_s));
    QCOMPARE(tests::run({u"lesson"_s, u"unpack"_s, u"w.rooflight-course"_s, u"-o"_s, QString()}, {}, home.path()).exit,
             1);
    const auto shown = inHome(u"lesson show w.rooflight-course"_s);
    QVERIFY2(shown.messages.contains("is a course"), shown.messages.constData());
    QCOMPARE(shown.exit, 1);
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

/// Also by its list alone; of two ids that differ in case both files are named.
void TstLesson::aCourseIsValidatedWithItsLessons()
{
    const QTemporaryDir home;
    QVERIFY(QDir(home.path()).mkpath(u"w/lessons"_s));
    const auto in = [&](const QString& name) { return home.filePath(u"w/"_s + name); };
    written(in(u"course.json"_s),
            R"({"format": "rooflight-course", "version": 1, "id": "w", "title": "W", "lessons": ["own1"]})");
    written(in(u"lessons/a.json"_s), lesson("own1", "op.B"));
    for (const QString& path : {home.filePath(u"w"_s), in(u"course.json"_s)})
        QCOMPARE(tests::run({u"validate"_s, path}).out, QByteArray(path.toUtf8() + ": valid\n"));
    written(in(u"lessons/b.json"_s), lesson("OWN1", "op.B"));
    for (const QString& path : {home.filePath(u"w"_s), in(u"course.json"_s)}) {
        const auto run = tests::run({u"validate"_s, path});
        QCOMPARE(run.exit, 2);
        QVERIFY2(run.messages.contains("lessons/b.json: the id \"OWN1\" is taken by lessons/a.json."),
                 run.messages.constData());
    }
}

/// The list is asked about, and not what else its folder holds: a whole course may hold nothing else.
void TstLesson::otherFilesBesideACourseAreLeftOut()
{
    const QTemporaryDir home;
    const QDir here(home.path());
    QVERIFY(here.mkpath(u"w/lessons/drafts"_s) && here.mkpath(u"w/tools"_s));
    const char list[] = R"({"format": "rooflight-course", "version": 1, "id": "w", "title": "W", "lessons": ["own1"]})";
    written(here.filePath(u"w/course.json"_s), list);
    written(here.filePath(u"w/lessons/a.json"_s), lesson("own1", "op.B"));
    for (const auto& other : {u"w/README.md"_s, u"w/tools/course.json"_s, u"w/lessons/drafts/a.json"_s})
        written(here.filePath(other), "x");
    const auto in = [&](const QString& folder, const QString& file) {
        return tests::run({u"validate"_s, file}, {}, here.filePath(folder));
    };
    for (const auto& [folder, file] : {std::pair(u"w"_s, u"course.json"_s), std::pair(u"."_s, u"w/course.json"_s)}) {
        const auto run = in(folder, file);
        QVERIFY2(run.messages.isEmpty(), run.messages.constData());
        QCOMPARE(run.out, QByteArray(file.toUtf8() + ": valid\n"));
    }
    QCOMPARE(in(u"."_s, u"w"_s).exit, 2);
    QVERIFY(QFile::remove(here.filePath(u"w/lessons/a.json"_s)));
    const auto run = in(u"."_s, u"w/course.json"_s);
    QVERIFY2(run.messages.startsWith("w/course.json: FILE_VALUE: course.json names the lesson \"own1\""),
             run.messages.constData());
}

/// A file that cannot be read, or takes the id of a lesson that ships, is named and left out.
void TstLesson::lessonsOfTheDataDirectoryAreFound()
{
    const QString folder = qEnvironmentVariable("XDG_DATA_HOME") + u"/rooflight/lessons"_s;
    QVERIFY(QDir().mkpath(folder));
    written(folder + u"/own1.json"_s, lesson("own1", "op.B"));
    written(folder + u"/twice.json"_s, lesson("A1", "op.B"));
    written(folder + u"/broken.json"_s, "{");
    const auto run = tests::run({u"lesson"_s, u"list"_s});
    QVERIFY(QDir(folder).removeRecursively());
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
    const auto book = answersOf(json({u"lesson"_s, u"run"_s, u"--all"_s, u"--json"_s}).array());
    const auto exact =
        answersOf(json({u"lesson"_s, u"run"_s, u"--all"_s, u"--json"_s, u"--set"_s, field + u'=' + value}).array());
    QCOMPARE(exact.size(), 54);
    QCOMPARE(exact, answersOf(json(files).array()));
    QStringList changed;
    for (const QString& id : book.keys())
        if (book[id] != exact[id])
            changed << id;
    QVERIFY2(changed.contains(changes) && !changed.contains(stays), qPrintable(changed.join(u' ')));
    QCOMPARE(tests::run({u"lesson"_s, u"run"_s, u"B6"_s, u"--set"_s, u"conv.rate=exact"_s}).exit, 1);
    QCOMPARE(tests::run({u"lesson"_s, u"run"_s, u"B6"_s, u"--set"_s, u"conv.rates=none"_s}).exit, 2);
}

ROOFLIGHT_TEST(TstLesson)
#include "tst_lesson.moc"

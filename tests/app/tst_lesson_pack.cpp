// SPDX-License-Identifier: GPL-3.0-or-later
// lesson pack, lesson unpack, and validate of courses: what is wrong is said with its file, key, value and remedy.
#include "app/own_lesson.h"
#include "app/run_program.h"
#include "support/data_folder.h"
#include "support/suite.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace Qt::Literals::StringLiterals;
using tests::lesson, tests::written;

namespace
{

QByteArray course(const QByteArray& id, const QByteArray& lessons)
{
    return R"({"format": "rooflight-course", "version": 1, "id": ")" + id + R"(", "title": "W", "lessons": [)" +
           lessons + "]}";
}

/// It fails, and says all of these.
void refuses(const QString& arguments, int exit, const QByteArrayList& named, const QString& folder = {})
{
    const auto run = tests::run(tests::words(arguments), {}, folder);
    QCOMPARE(run.exit, exit);
    for (const QByteArray& one : named)
        QVERIFY2((run.messages + run.out).contains(one), (one + " is missing in: " + run.messages).constData());
}

} // namespace

class TstLessonPack : public QObject
{
    Q_OBJECT

private slots:
    void unpackingTouchesNothingElse();
    void aCourseIsValidatedWithItsLessons();
    void otherFilesBesideACourseAreLeftOut();
    void anIdThatShipsIsRefusedEverywhere();
    void aPlaylistNamesWhatIsWrongWithItsLessons();
    void anUnsoundLessonIsNotHandedOn();
    void scenariosOfACourseAreChecked();
    void whatIsNoPackNamesThePack();
    void aNameThatCannotBeAskedIsNotThere();
    void eachRefusalNamesItsRule();
    void anyFolderAmongThePacksIsRead();
    void aFolderWithoutItsListIsNoCourse();
    void aListIsReadWithoutAWorkingFolder();
};

void TstLessonPack::unpackingTouchesNothingElse()
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

/// Also by its list alone; of two ids that differ in case both files are named.
void TstLessonPack::aCourseIsValidatedWithItsLessons()
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
void TstLessonPack::otherFilesBesideACourseAreLeftOut()
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
        QVERIFY2(run.messages.startsWith(file.toUtf8() + ": note LEFT_OUT: 'rooflight lesson pack' refuses the folder"),
                 run.messages.constData());
        QVERIFY2(run.messages.contains(" and 2 more are in it, which have no place in a course.") &&
                     run.messages.count('\n') == 1,
                 run.messages.constData());
        QCOMPARE(run.out, QByteArray(file.toUtf8() + ": valid\n"));
    }
    QCOMPARE(in(u"."_s, u"w"_s).exit, 2);
    QVERIFY(QFile::remove(here.filePath(u"w/lessons/a.json"_s)));
    const auto run = in(u"."_s, u"w/course.json"_s);
    QVERIFY2(run.messages.startsWith("w/course.json: FILE_VALUE: course.json names the lesson \"own1\""),
             run.messages.constData());
}

/// A playlist of that id would never be seen.
void TstLessonPack::anIdThatShipsIsRefusedEverywhere()
{
    const QTemporaryDir home;
    QVERIFY(QDir(home.path()).mkpath(u"w"_s));
    written(home.filePath(u"w/course.json"_s), course("Fits", R"("B3")"));
    const QByteArray why = "the id \"Fits\" is taken by a playlist that ships. Choose another one.";
    refuses(u"lesson pack w -o w.rooflight-course"_s, 2, {"w: course.json: " + why}, home.path());
    refuses(u"validate w"_s, 2, {"w: FILE_VALUE: course.json: " + why}, home.path());
    refuses(u"validate w/course.json"_s, 2, {"w/course.json: error LESSON: \"id\": " + why}, home.path());
    written(home.filePath(u"list.json"_s), course("fits", R"("B3")"));
    refuses(u"validate list.json"_s, 2, {"list.json", "\"id\"", "\"fits\"", "Choose another one"}, home.path());
}

void TstLessonPack::aPlaylistNamesWhatIsWrongWithItsLessons()
{
    const tests::DataFolder data;
    const QByteArray broken = data.write(u"lessons/own7.json"_s, "{").toUtf8();
    const QString list = data.write(u"courses/week.json"_s, course("week", R"("own7", "b3")"));
    const QByteArrayList fault{"week.json", "\"lessons\" names \"own7\"", broken, "FILE_SYNTAX"};
    refuses(u"validate "_s + list, 2, fault + QByteArrayList{"names \"b3\", whose id is \"B3\". Write it so."});
    const QTemporaryDir home;
    refuses(u"lesson pack week -o week.rooflight-course"_s, 2, fault, home.path());
    QVERIFY(!QFile::exists(home.filePath(u"week.rooflight-course"_s)));
    const QString twin = data.write(u"courses/zz.json"_s, course("WEEK", R"("B3")"));
    refuses(u"validate "_s + twin, 2, {"\"WEEK\" is taken by ", "courses/week.json", "Choose another one"});
    data.write(u"lessons/own7.json"_s, lesson("own7", "op.B"));
    data.write(u"courses/week.json"_s, course("week", R"("own7", "B3")"));
    QVERIFY(QFile::remove(twin));
    QCOMPARE(tests::run({u"validate"_s, list}).exit, 0);
}

void TstLessonPack::anUnsoundLessonIsNotHandedOn()
{
    const tests::DataFolder data;
    const QString unsound = data.write(u"lessons/mine.json"_s, lesson("own8", "7")); // 7 is listed as wrong
    const QString list = data.write(u"courses/week.json"_s, course("week", R"("own8")"));
    const QByteArray why("Step 1 accepts \"7\", which it lists as wrong");
    refuses(u"validate "_s + list, 2, {unsound.toUtf8(), why});
    const QTemporaryDir home;
    const QByteArray one = "week: " + unsound.toUtf8() + ": line 3: " + why;
    refuses(u"lesson pack week -o week.rooflight-course"_s, 2, {one + ". Mend it, or take"}, home.path());
    QVERIFY(!QFile::exists(home.filePath(u"week.rooflight-course"_s)));
    data.write("lessons/twin.json", lesson("own9", "7"));
    data.write("courses/week.json", course("week", R"("own8", "own9")"));
    refuses(u"lesson pack week -o week.rooflight-course"_s, 2,
            {one + ". It is the first of 2 faults. Mend them, or take their lessons off the list."}, home.path());
    written(home.filePath(u"w/course.json"_s), course("v", R"("own8")"));
    written(home.filePath(u"w/lessons/a.json"_s), lesson("own8", "7"));
    refuses(u"lesson pack w -o w.rooflight-course"_s, 2, {"w: lessons/a.json: line 3: " + why}, home.path());
}

/// As of its file.
void TstLessonPack::scenariosOfACourseAreChecked()
{
    const QTemporaryDir home;
    QVERIFY(QDir(home.path()).mkpath(u"w/scenarios"_s));
    written(home.filePath(u"w/course.json"_s), course("w", R"("B3")"));
    const QByteArray start = R"({"format": "rooflight-scenario", "version": 1, "fields": )";
    const QString file =
        written(home.filePath(u"w/scenarios/a.rooflight.json"_s), start + R"({"mesh.X": 7, "hw.torus": "4x4x4"}})");
    refuses(u"validate w/scenarios/a.rooflight.json"_s, 2, {"error MESH_PRODUCT"}, home.path());
    refuses(u"validate w"_s, 2, {"w: error MESH_PRODUCT", "scenarios/a.rooflight.json: ", "w: invalid"}, home.path());
    refuses(u"lesson pack w -o w.rooflight-course"_s, 2,
            {"w: error MESH_PRODUCT", "w: a scenario in it is impossible. Mend it, or leave its file out."},
            home.path());
    QVERIFY(!QFile::exists(home.filePath(u"w.rooflight-course"_s)));
    written(file, start + R"({"shard.size.ZZ": 3}})");
    refuses(u"validate w"_s, 0, {"w: note DIMENSION at shard.size.ZZ: scenarios/a.rooflight.json: "}, home.path());
    refuses(u"lesson pack w -o w.rooflight-course"_s, 0, {"w: note DIMENSION at shard.size.ZZ: "}, home.path());
    refuses(u"validate w.rooflight-course"_s, 0, {"note DIMENSION", "valid"}, home.path());
}

void TstLessonPack::whatIsNoPackNamesThePack()
{
    const tests::DataFolder data;
    const QTemporaryDir home;
    QVERIFY(QDir(home.path()).mkpath(u"w"_s));
    written(home.filePath(u"w/course.json"_s), course("w", R"("B3")"));
    refuses(u"lesson pack w/course.json -o w.rooflight-course"_s, 1, {"Name its folder: w"}, home.path());
    const QString list = data.write(u"courses/week.json"_s, course("week", R"("B3")"));
    refuses(u"lesson pack "_s + list + u" -o w.rooflight-course"_s, 1, {"Name the playlist: week"}, home.path());
    data.write(u"courses/none.json"_s, course("none", ""));
    refuses(u"lesson pack none -o w.rooflight-course"_s, 2,
            {"none: the course names no lesson, and nothing else is in it. Add a lesson."}, home.path());
    refuses(u"lesson pack weak -o w.rooflight-course"_s, 4,
            {"neither a folder nor a playlist 'weak'", "the nearest playlist is 'week'"}, home.path());
}

/// Of a folder that cannot be entered nobody knows what is in it.
void TstLessonPack::aNameThatCannotBeAskedIsNotThere()
{
    const QTemporaryDir home;
    QCOMPARE(tests::run(tests::words(u"lesson pack who-waits -o w.rooflight-course"_s), {}, home.path()).exit, 0);
    const QString beyond(300, u'n'); // longer than a name can be, which is refused to the superuser, too
    const auto run = tests::run({u"lesson"_s, u"unpack"_s, u"w.rooflight-course"_s, u"-o"_s, beyond}, {}, home.path());
    QCOMPARE(run.exit, 4);
    QVERIFY2(run.messages.contains("cannot be written: File name too long") && !run.messages.contains("in the way"),
             run.messages.constData());
}

void TstLessonPack::eachRefusalNamesItsRule()
{
    const QTemporaryDir home;
    QVERIFY(QDir(home.path()).mkpath(u"w/notes"_s));
    written(home.filePath(u"w/course.json"_s), course("w", R"("B3")"));
    for (const auto& note : {u"w/notes/a.md"_s, u"w/notes/b.md"_s})
        written(home.filePath(note), "x");
    QCOMPARE(tests::run(tests::words(u"lesson pack w -o w.rooflight-course"_s), {}, home.path()).exit, 0);
    QFile pack(home.filePath(u"w.rooflight-course"_s));
    QVERIFY(pack.open(QIODevice::ReadWrite));
    const QByteArray twice = pack.readAll().replace("notes/b.md", "notes/a.md");
    QVERIFY(pack.seek(0) && pack.write(twice) == twice.size());
    pack.close();
    refuses(u"validate w.rooflight-course"_s, 2, {"\"notes/a.md\" is in it twice, whatever its case. Leave one out"},
            home.path());
    QVERIFY(QFile::link(home.filePath(u"w/notes/a.md"_s), home.filePath(u"w/notes/c.md"_s)));
    refuses(u"validate w"_s, 2, {"\"notes/c.md\" is a link"}, home.path());
}

/// Whatever its name: what is no course is said.
void TstLessonPack::anyFolderAmongThePacksIsRead()
{
    const tests::DataFolder data;
    data.write(u"packs/week3.d/course.json"_s, course("week3", R"("own9")"));
    data.write(u"packs/week3.d/lessons/a.json"_s, lesson("own9", "op.B"));
    data.write(u"packs/week4.d/course.json"_s, "{");
    const auto run = tests::run({u"lesson"_s, u"list"_s});
    QVERIFY2(run.out.contains("\nown9 "), run.out.constData());
    QVERIFY2(run.messages.contains("packs/week4.d/course.json"), run.messages.constData());
}

/// Nor is one where something else has that name.
void TstLessonPack::aFolderWithoutItsListIsNoCourse()
{
    const QTemporaryDir home;
    QVERIFY(QDir(home.path()).mkpath(u"w/lessons"_s));
    const QByteArray named = "w: it is a folder without a file course.json";
    refuses(u"validate w"_s, 4, {named}, home.path());
    QVERIFY(QDir(home.path()).mkpath(u"w/course.json"_s));
    refuses(u"validate w"_s, 4, {named}, home.path());
}

/// Of one that was removed nobody can say where it was.
void TstLessonPack::aListIsReadWithoutAWorkingFolder()
{
    const QTemporaryDir home;
    const tests::DataFolder data;
    data.write("courses/week.json", course("week", R"("B3")"));
    written(home.filePath(u"list.json"_s), course("week", R"("B3")"));
    QVERIFY(QDir(home.path()).mkpath(u"gone"_s));
    QProcess shell;
    shell.setWorkingDirectory(home.filePath(u"gone"_s));
    shell.start(u"sh"_s,
                {u"-c"_s, u"rmdir ../gone; exec \"$0\" validate ../list.json"_s, QStringLiteral(ROOFLIGHT_PROGRAM)});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.readAllStandardError(), QByteArray());
    QCOMPARE(shell.readAllStandardOutput(), QByteArray("../list.json: valid\n"));
}

ROOFLIGHT_TEST(TstLessonPack)
#include "tst_lesson_pack.moc"

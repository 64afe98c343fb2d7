// SPDX-License-Identifier: GPL-3.0-or-later
// Course packs: what is packed comes out again, what does not belong is refused, and nothing is written elsewhere.
#include "core/io/course_json.h"
#include "core/io/course_pack.h"
#include "core/io/lesson_catalogue.h"
#include "core/io/lesson_library.h"
#include "core/io/preset_catalogue.h"
#include "support/data_folder.h"
#include "support/small_files.h"
#include "support/suite.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace core;

namespace
{

/// A shipped lesson under another id.
std::string lessonText(const std::string& id)
{
    const auto shipped = embeddedPresets();
    const auto file = std::ranges::find(shipped, "lessons/B3.json", &EmbeddedFile::path);
    std::string text(file->text);
    const std::string key = "\"id\": \"";
    return text.replace(text.find(key + "B3"), key.size() + 2, key + id);
}

/// Week 3 with a lesson, a scenario, a picture and a note.
std::vector<PackedFile> goodFiles()
{
    return {{"course.json", courseText({"week-3", "Week 3", {"B3", "own_1"}})},
            {"lessons/own 1.json", lessonText("own_1")},
            {"notes/intro.md", "# Intro\n"},
            {"pictures/board (2).png", "\x89PNG\r\n\x1a\n" + std::string(5000, '\x7f')},
            {"scenarios/start.rooflight.json", std::string(shippedCatalogue().scenario("start")->json)}};
}

/// As a zip, whatever the paths are.
std::string zipOf(std::vector<PackedFile> files)
{
    const auto zip = packedCourse({{}, std::move(files)});
    if (!zip)
        qFatal("the zip of the test cannot be made");
    return *zip;
}

std::vector<PackedFile> with(PackedFile file)
{
    std::vector<PackedFile> files = goodFiles();
    std::erase_if(files, [&](const PackedFile& old) { return old.path == file.path; });
    files.push_back(std::move(file));
    return files;
}

struct Folder {
    QTemporaryDir folder;

    std::string at(const char* name) const { return folder.filePath(QLatin1String(name)).toStdString(); }
    void write(const QString& name, const QByteArray& bytes) const { tests::written(folder.filePath(name), bytes); }
    QStringList files() const
    {
        QStringList found;
        for (QDirIterator at(folder.path(), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                             QDirIterator::Subdirectories);
             at.hasNext();)
            found << QDir(folder.path()).relativeFilePath(at.next());
        found.sort();
        return found;
    }
};

} // namespace

class TstCoursePack : public QObject
{
    Q_OBJECT
private slots:
    void whatIsPackedComesOutAgain();
    void theSamePackHasTheSameBytes();
    void badPacksAreRefused_data();
    void badPacksAreRefused();
    void damageIsNoticed();
    void aFolderHoldsNothingElse();
    void aFolderThatCannotBeEnteredIsNamed();
    void aFullDiskChangesNothing();
    void otherPackingIsNamed();
    void onlyItsOwnRestsGo();
    void aCourseComesBackAfterACrash();
    void aLostCourseComesBackWhateverIsInTheWay();
    void whatIsBeingWrittenStays();
    void withoutALockNothingIsTouched();
    void aShippedPlaylistGetsAnIdOfItsOwn();
    void theLibraryFindsIt();
};

void TstCoursePack::whatIsPackedComesOutAgain()
{
    const auto pack = unpackedCourse(zipOf(goodFiles()), "week3.rooflight-course");
    QVERIFY2(pack, pack ? "" : pack.error().text.c_str());
    QVERIFY((pack->course == Course{"week-3", "Week 3", {"B3", "own_1"}}));
    QVERIFY(pack->files == goodFiles());

    const Folder folder;
    QVERIFY(writeCoursePack(*pack, folder.at("out")));
    const auto again = readCoursePack(folder.at("out"));
    QVERIFY2(again, again ? "" : again.error().text.c_str());
    QVERIFY(again->files == goodFiles());
    QVERIFY(isCoursePack(folder.at("out")));
    QVERIFY(!isCoursePack(folder.at("out/notes")));
}

void TstCoursePack::theSamePackHasTheSameBytes()
{
    const std::string zip = zipOf(goodFiles());
    QTest::qWait(2100); // a zip counts in steps of two seconds
    QCOMPARE(zipOf(goodFiles()), zip);
    QVERIFY(zip.size() < 6000); // it is compressed
}

void TstCoursePack::badPacksAreRefused_data()
{
    QTest::addColumn<QByteArray>("zip");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](const char* name, const std::string& zip, const char* code, const char* named) {
        QTest::newRow(name) << QByteArray::fromStdString(zip) << QByteArray(code) << QByteArray(named);
    };
    const auto refusedPath = [&](const char* name, const char* path) {
        row(name, zipOf(with({path, "x"})), "FILE_VALUE", path);
    };
    refusedPath("upwards", "../evil.json");
    refusedPath("upwards, inside", "lessons/../../evil.json");
    refusedPath("from the root", "/etc/evil.json");
    refusedPath("another folder", "scripts/a.sh");
    refusedPath("a folder of a shelf", "notes/deep/a.md");
    refusedPath("another suffix", "notes/a.sh");
    refusedPath("hidden", "notes/.a.md");
    refusedPath("with a backslash", "notes/..\\a.md");
    refusedPath("a suffix alone", "notes/.md");
    row("no zip", "no zip at all", "FILE_FORMAT", "no course");
    row("no course", zipOf({{"notes/a.md", "x"}}), "FILE_FORMAT", "course.json");
    row("a lesson that is not there", zipOf(with({"course.json", courseText({"w", "W", {"nowhere"}})})), "FILE_VALUE",
        "\"nowhere\"");
    row("a lesson that cannot be read", zipOf(with({"lessons/a.json", "{}"})), "FILE_FORMAT", "lessons/a.json");
    row("an id that ships", zipOf(with({"lessons/a.json", lessonText("B3")})), "FILE_VALUE", "\"B3\" is taken");
    row("an id twice", zipOf(with({"lessons/a.json", lessonText("own_1")})), "FILE_VALUE", "\"own_1\" is taken");
    row("an id in another case", zipOf(with({"lessons/a.json", lessonText("OWN_1")})), "FILE_VALUE",
        "\"own_1\" is taken by lessons/a.json");
    row("an id of a playlist", zipOf(with({"course.json", courseText({"Fits", "F", {}})})), "FILE_VALUE",
        "Choose another");
    row("an id written otherwise", zipOf(with({"course.json", courseText({"w", "W", {"b3"}})})), "FILE_VALUE",
        "\"B3\".");
    row("a scenario that cannot be read", zipOf(with({"scenarios/a.rooflight.json", "{"})), "FILE_SYNTAX",
        "scenarios/a.rooflight.json");
    row("a picture of another kind", zipOf(with({"pictures/a.png", "GIF89a"})), "FILE_FORMAT", "is no PNG");
    row("a name in two cases", zipOf(with({"notes/INTRO.md", "x"})), "FILE_VALUE", "twice");
    std::vector<PackedFile> apart = with({"notes/INTRO.md", "x"});
    apart.push_back({"notes/a.md", "x"});
    row("a name in two cases, another one between", zipOf(apart), "FILE_VALUE", "twice");
    row("too large when unpacked", zipOf(with({"notes/a.txt", std::string(largestPack, '0')})), "FILE_SIZE", "32 MB");
    std::vector<PackedFile> many = goodFiles();
    for (std::size_t i = many.size(); i <= mostPackedFiles; ++i)
        many.push_back({"notes/" + std::to_string(i) + ".txt", "x"});
    row("too many files", zipOf(many), "FILE_SIZE", "500 files");
}

void TstCoursePack::badPacksAreRefused()
{
    QFETCH(QByteArray, zip);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, named);
    const auto pack = unpackedCourse(zip.toStdString(), "week3.rooflight-course");
    QVERIFY(!pack);
    QCOMPARE(QByteArray::fromStdString(pack.error().code), code);
    QVERIFY2(QByteArray::fromStdString(pack.error().text).contains(named), pack.error().text.c_str());
    QVERIFY2(QByteArray::fromStdString(pack.error().text).contains("week3.rooflight-course"),
             pack.error().text.c_str());
}

/// Cut anywhere, or with a byte of its content changed, it is no pack.
void TstCoursePack::damageIsNoticed()
{
    const std::string zip = zipOf(goodFiles());
    for (std::size_t size = 0; size < zip.size(); size += 97)
        QVERIFY2(!unpackedCourse(zip.substr(0, size), "cut"), std::to_string(size).c_str());
    std::string changed = zip;
    changed[60] = static_cast<char>(changed[60] ^ 1); // in the compressed course.json
    QVERIFY(!unpackedCourse(changed, "changed"));
}

void TstCoursePack::aFolderHoldsNothingElse()
{
    const Folder folder;
    folder.write(QStringLiteral("c/course.json"), QByteArray::fromStdString(courseText({"c", "C", {"B3"}})));
    folder.write(QStringLiteral("c/.git/config"), "hidden");
    const auto pack = readCoursePack(folder.at("c"));
    QVERIFY2(pack, pack ? "" : pack.error().text.c_str());
    QCOMPARE(pack->files.size(), 1U);

    folder.write(QStringLiteral("c/notes/todo.doc"), "x");
    const auto other = readCoursePack(folder.at("c"));
    QVERIFY(!other && other.error().text.find("notes/todo.doc") != std::string::npos);
    QFile::remove(folder.folder.filePath(QStringLiteral("c/notes/todo.doc")));
    QVERIFY(QFile::link(QStringLiteral("/etc/hostname"), folder.folder.filePath(QStringLiteral("c/notes/a.txt"))));
    QVERIFY(!readCoursePack(folder.at("c"))); // what it leads to is no part of the course
}

/// Also in the course: no file can be opened beside the folder of the course.
void TstCoursePack::aFolderThatCannotBeEnteredIsNamed()
{
    const Folder folder;
    QVERIFY(QDir().mkpath(folder.folder.filePath(QStringLiteral("c/lessons"))));
    const std::string why = std::generic_category().message(EMFILE); // sanitizers open a file at its first call
    const int next = ::dup(0);
    ::close(next);
    const auto pack = tests::withOpenFiles(next + 1, [&] { return readCoursePack(folder.at("c")); });
    QVERIFY(!pack);
    QCOMPARE(pack.error().text, folder.at("c/lessons") + " cannot be read: " + why + ".");
}

void TstCoursePack::aFullDiskChangesNothing()
{
    const Folder folder;
    const CoursePack small{{}, {{"course.json", courseText({"c", "C", {"B3"}})}}};
    QVERIFY(writeCoursePack(small, folder.at("c")));
    const CoursePack large{{}, with({"notes/a.txt", std::string(100'000, '0')})};
    {
        const tests::SmallFiles full(20'000);
        const auto written = writeCoursePack(large, folder.at("c"));
        QVERIFY(!written);
        QVERIFY2(written.error().find("File too large") != std::string::npos, written.error().c_str());
        QVERIFY(!writeCoursePack(large, folder.at("p/q/c")));
    }
    QCOMPARE(folder.files(), QStringList({QStringLiteral("c"), QStringLiteral("c/course.json")}));
    QVERIFY(writeCoursePack(large, folder.at("c"))); // and once there is room
    QVERIFY(readCoursePack(folder.at("c"))->files.size() == large.files.size());
    QVERIFY(!folder.files().contains(QStringLiteral(".rooflight-c.old")));
}

/// In the head of each file of a zip: bit 0 of the flags says that it has a password, method 14 is LZMA.
void TstCoursePack::otherPackingIsNamed()
{
    const auto refusalOf = [](std::size_t place, char value) {
        std::string zip = zipOf({goodFiles().front()});
        zip[6 + place] = value; // behind "PK\3\4" and the version
        zip[zip.find("PK\1\2") + 8 + place] = value;
        const auto read = unpackedCourse(zip, "w.rooflight-course");
        return read ? QString() : QString::fromStdString(read.error().text);
    };
    const QString locked = refusalOf(0, '\1');
    QVERIFY2(locked.contains(QStringLiteral("a password, which a course cannot have. Ask")), qPrintable(locked));
    const QString other = refusalOf(2, '\16');
    QVERIFY2(other.contains(QStringLiteral("its compression is another one than deflate. Ask")), qPrintable(other));
}

/// What a crash left of a course goes; a folder of the user's with the name of a draft stays.
void TstCoursePack::onlyItsOwnRestsGo()
{
    const CoursePack pack{{}, goodFiles()};
    for (const auto* rest : {".rooflight-c.new", ".rooflight-c.old"}) {
        const Folder folder;
        const QString place = QString::fromLatin1(rest);
        folder.write(place + QStringLiteral("/notes/half.txt"), "x");
        QVERIFY(writeCoursePack(pack, folder.at("c")));
        QVERIFY(!folder.files().contains(place));

        folder.write(place + QStringLiteral("/thesis.tex"), "x");
        const auto kept = writeCoursePack(pack, folder.at("c"));
        QVERIFY(!kept);
        QVERIFY2(kept.error().find(std::string(rest) + " is in the way") != std::string::npos, kept.error().c_str());
        QVERIFY(folder.files().contains(place + QStringLiteral("/thesis.tex")));
    }
    const Folder folder; // neither what lies in the course itself
    folder.write(QStringLiteral("c/thesis.tex"), "x");
    QVERIFY(!writeCoursePack(pack, folder.at("c")) && folder.files().contains(QStringLiteral("c/thesis.tex")));
}

/// Killed between both moves; between the second and the end; before them.
void TstCoursePack::aCourseComesBackAfterACrash()
{
    const tests::DataFolder data;
    const QString old = data.at("packs/.rooflight-week-3.old"), draft = data.at("packs/.rooflight-week-3.new");
    const auto list = QByteArray::fromStdString(courseText({"week-3", "Week 3", {"B3"}}));
    tests::written(old + QStringLiteral("/course.json"), list);
    tests::written(draft + QStringLiteral("/notes/half.txt"), "x");
    const LessonLibrary library = lessonLibrary();
    const LessonLibrary again = lessonLibrary();
    QCOMPARE(library.problems.size(), 1U);
    QVERIFY2(library.problems.front().ends_with("packs/week-3 was to be replaced when the program ended. It is as it "
                                                "was before."),
             library.problems.front().c_str());
    QVERIFY(again.problems.empty());
    QCOMPARE(library.courses[library.fixedCourses - 1].id, "week-3");
    QVERIFY(!QFile::exists(old) && !QFile::exists(draft));

    const std::string place = data.at("packs/week-3").toStdString();
    tests::written(old + QStringLiteral("/course.json"), "of before");
    QCOMPARE(recoverCourse(place).value(), std::string());
    QVERIFY(!QFile::exists(old) && readCoursePack(place));

    tests::written(draft + QStringLiteral("/notes/half.txt"), "x");
    QCOMPARE(recoverCourse(place).value(), std::string());
    QVERIFY(!QFile::exists(draft) && readCoursePack(place));
}

/// With a file of the user's in it, and beside a draft that is kept for another one.
void TstCoursePack::aLostCourseComesBackWhateverIsInTheWay()
{
    const Folder folder;
    const QString old = QStringLiteral(".rooflight-c.old/"), draft = QStringLiteral(".rooflight-c.new/thesis.tex");
    folder.write(old + QStringLiteral("course.json"), QByteArray::fromStdString(courseText({"c", "C", {"B3"}})));
    folder.write(old + QStringLiteral("remarks.doc"), "x");
    folder.write(draft, "x");
    const auto said = recoverCourse(folder.at("c"));
    QVERIFY(folder.files().contains(QStringLiteral("c/remarks.doc")) &&
            folder.files().contains(QStringLiteral("c/course.json")) && folder.files().contains(draft));
    QVERIFY(!said);
    for (const char* words : {"c was to be replaced when the program ended. It is as it was before. ",
                              ".rooflight-c.new is in the way and holds more than a course; move it elsewhere."})
        QVERIFY2(said.error().find(words) != std::string::npos, said.error().c_str());

    folder.write(old + QStringLiteral("remarks.doc"), "x"); // of a course that has another in its place
    QVERIFY(QFile::remove(folder.folder.filePath(draft)));
    QVERIFY(!recoverCourse(folder.at("c")));
    QVERIFY(folder.files().contains(old + QStringLiteral("remarks.doc")));
}

/// By another program, which has the folder.
void TstCoursePack::whatIsBeingWrittenStays()
{
    const Folder folder;
    folder.write(QStringLiteral(".rooflight-c.new/notes/half.txt"), "x");
    const int other = ::open(folder.folder.path().toUtf8().constData(), O_RDONLY | O_DIRECTORY);
    QVERIFY(other >= 0 && ::flock(other, LOCK_EX | LOCK_NB) == 0);
    QCOMPARE(recoverCourse(folder.at("c")).value(), std::string());
    const auto written = writeCoursePack({{}, goodFiles()}, folder.at("c"));
    QVERIFY(!written);
    QVERIFY2(written.error().find("another program") != std::string::npos, written.error().c_str());
    QVERIFY(folder.files().contains(QStringLiteral(".rooflight-c.new/notes/half.txt")));
    ::close(other);
    QVERIFY(writeCoursePack({{}, goodFiles()}, folder.at("c")));
}

/// As on a file system without locks: the folder cannot be opened for one while no file can.
void TstCoursePack::withoutALockNothingIsTouched()
{
    const Folder folder;
    folder.write(QStringLiteral(".rooflight-c.old/course.json"), "x");
    folder.write(QStringLiteral(".rooflight-c.new/notes/half.txt"), "x");
    const QStringList before = folder.files();
    const auto said = tests::withOpenFiles(0, [&] { return recoverCourse(folder.at("c")); });
    QCOMPARE(said.value_or("an error"), std::string());
    QCOMPARE(folder.files(), before);
    QCOMPARE(recoverCourse(folder.at("c")).value_or(std::string()).empty(), false);
    QCOMPARE(folder.files(), QStringList({QStringLiteral("c"), QStringLiteral("c/course.json")}));
}

/// Its id is taken wherever the pack is opened.
void TstCoursePack::aShippedPlaylistGetsAnIdOfItsOwn()
{
    const LessonLibrary library = lessonLibrary();
    const auto pack = packOf(library.courses.front(), library);
    QVERIFY(pack);
    QCOMPARE(pack->course.id, library.courses.front().id + "-pack");
    QCOMPARE(pack->course.title, library.courses.front().title);
}

void TstCoursePack::theLibraryFindsIt()
{
    const tests::DataFolder data;
    const LessonLibrary shipped = lessonLibrary();
    const auto pack = unpackedCourse(zipOf(goodFiles()), "week3");
    QVERIFY(writeCoursePack(*pack, packFolder(pack->course)));
    QVERIFY(saveCourse({"own", "Own", {"A1"}}));
    const LessonLibrary library = lessonLibrary();
    QVERIFY2(library.problems.empty(), library.problems.empty() ? "" : library.problems.front().c_str());
    QCOMPARE(library.fixedCourses, shipped.fixedCourses + 1);
    QCOMPARE(library.courses[shipped.fixedCourses].id, "week-3");
    QCOMPARE(QString::fromStdString(library.courses[shipped.fixedCourses].folder), data.at("packs/week-3"));
    QCOMPARE(library.courses.back().id, "own");
    QCOMPARE(library.lessons.back().id, "own_1");
}

ROOFLIGHT_TEST(TstCoursePack)
#include "tst_course_pack.moc"

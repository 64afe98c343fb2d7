// SPDX-License-Identifier: GPL-3.0-or-later
// What a course may hold, and what may be in its way: pictures are of the kind that their endings say, and nothing but
// a folder is taken for the rest of one.
#include "core/io/course_json.h"
#include "core/io/course_pack.h"
#include "core/io/course_shelves.h"
#include "core/io/read_file.h"
#include "support/data_folder.h"
#include "support/suite.h"

#include <QByteArray>
#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>

#include <csignal>
#include <cstring>
#include <string>
#include <string_view>
#include <tuple>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace core;

class TstCourseShelves : public QObject
{
    Q_OBJECT
private slots:
    void picturesAreKnownByTheirFirstBytes_data();
    void picturesAreKnownByTheirFirstBytes();
    void onlyFoldersAreRests_data();
    void onlyFoldersAreRests();
    void linksInAZipAreRefused();
    void whatIsAddedMeanwhileStays();
    void theOnlyCopyIsNeverARest();
};

/// As PNG (RFC 2083), GIF87a and GIF89a, and JFIF have them; an SVG is text.
void TstCourseShelves::picturesAreKnownByTheirFirstBytes_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("other");
    for (const auto& [path, good, kind] : {std::tuple("pictures/a.png", "\x89PNG\r\n\x1a\n", "PNG"),
                                           {"pictures/a.gif", "GIF87a", "GIF"},
                                           {"pictures/a.gif", "GIF89a", "GIF"},
                                           {"pictures/a.jpg", "\xff\xd8\xff\xe0", "JPEG"},
                                           {"pictures/a.svg", "<?xml version=\"1.0\"?>\n<svg/>", "SVG"}}) {
        QTest::addRow("%s", good) << QByteArray(path) << QByteArray(good) << QByteArray();
        for (const char* bad : {"", "notpng", "<html></html>"})
            QTest::addRow("%s in %s", bad, path) << QByteArray(path) << QByteArray(bad) << QByteArray(kind);
    }
    QTest::newRow("a note") << QByteArray("notes/a.md") << QByteArray("notpng") << QByteArray();
}

void TstCourseShelves::picturesAreKnownByTheirFirstBytes()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, other);
    const auto found = otherThanNamed(std::string_view(path.data(), std::size_t(path.size())),
                                      std::string_view(bytes.data(), std::size_t(bytes.size())));
    QCOMPARE(QByteArray(found.data(), std::ssize(found)), other);
}

/// Files and links of these names are nobody's but the user's: a link is not followed, and neither becomes the course.
void TstCourseShelves::onlyFoldersAreRests_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isLink");
    for (const char* name : {".rooflight-c.old", ".rooflight-c.new", "c"})
        for (const bool isLink : {false, true})
            QTest::addRow("%s, %s", name, isLink ? "a link" : "a file") << QString::fromLatin1(name) << isLink;
}

void TstCourseShelves::onlyFoldersAreRests()
{
    QFETCH(QString, name);
    QFETCH(bool, isLink);
    const QTemporaryDir folder;
    const QString path = folder.filePath(name), theirs = folder.filePath(QStringLiteral("theirs/course.json"));
    tests::written(theirs, "x");
    if (isLink)
        QVERIFY(QFile::link(folder.filePath(QStringLiteral("theirs")), path));
    else
        tests::written(path, "x");
    const std::string course = folder.filePath(QStringLiteral("c")).toStdString();
    const auto says = [&](const std::string& sentence) {
        const std::string kind = isLink ? "a link" : "no folder";
        return sentence.find(kind) != std::string::npos && sentence.find("move it elsewhere") != std::string::npos &&
               sentence.find(name.toStdString()) != std::string::npos;
    };
    if (const auto said = recoverCourse(course); name != QLatin1String("c"))
        QVERIFY2(!said && says(said.error()), said ? said->c_str() : said.error().c_str());
    const auto written = writeCoursePack({{}, {{"course.json", courseText({"c", "C", {"B3"}})}}}, course);
    QVERIFY2(!written && says(written.error()), written ? "written" : written.error().c_str());
    QVERIFY(QFile::exists(theirs) && (isLink ? QFileInfo(path).isSymLink() : QFileInfo(path).isFile()));
    QCOMPARE(QDir(QFileInfo(theirs).path()).entryList(QDir::Files | QDir::Hidden), {QStringLiteral("course.json")});
}

/// In the directory of a zip each file has the system that made it, 3 for Unix, and its mode: 0120777 of a link.
void TstCourseShelves::linksInAZipAreRefused()
{
    const auto zip =
        packedCourse({{}, {{"course.json", courseText({"c", "C", {"B3"}})}, {"notes/a.txt", "/etc/hostname"}}});
    QVERIFY(zip && unpackedCourse(*zip, "c.rooflight-course"));
    const auto entry = zip->rfind("PK\1\2"); // of the note
    std::string linked = *zip;
    linked[entry + 5] = '\3';
    linked[entry + 40] = '\xff';
    linked[entry + 41] = '\xa1';
    const auto read = unpackedCourse(linked, "c.rooflight-course");
    QVERIFY(!read);
    QCOMPARE(read.error().text, "c.rooflight-course: \"notes/a.txt\" is a link, and a course follows none. Put what it "
                                "leads to in its place.");
    linked[entry + 41] = '\x81'; // 0100777: a file
    QVERIFY(unpackedCourse(linked, "c.rooflight-course"));
    const auto empty = unpackedCourse({}, "c.rooflight-course");
    QVERIFY(!empty && empty.error().text.find("the file is empty") != std::string::npos);
}

/// What another program adds is what the pack itself writes beside its draft.
void TstCourseShelves::whatIsAddedMeanwhileStays()
{
    QTemporaryDir folder;
    const std::string course = folder.filePath(QStringLiteral("c")).toStdString();
    CoursePack pack{{}, {{"course.json", courseText({"c", "C", {"B3"}})}}};
    QVERIFY(writeCoursePack(pack, course));
    pack.files.push_back({course + "/notes/mine.txt", "Mine."});
    const auto done = writeCoursePack(pack, course);
    QVERIFY(!done);
    QVERIFY2(done.error().ends_with("c cannot be written: another program changed it meanwhile; try it again."),
             done.error().c_str());
    QVERIFY(QFileInfo::exists(folder.filePath(QStringLiteral("c/notes/mine.txt"))));
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{QStringLiteral("c")});
    QCOMPARE(readCoursePack(course)->files.size(), 2U);
}

/// Another program makes the folder again in the moment in which the old course is away: the kernel tells of that by a
/// signal, which is there before the call returns.
void TstCourseShelves::theOnlyCopyIsNeverARest()
{
    const QTemporaryDir folder;
    static std::string course;
    course = folder.filePath(QStringLiteral("c")).toStdString();
    const CoursePack pack{{}, {{"course.json", courseText({"c", "C", {"B3"}})}}};
    QVERIFY(writeCoursePack(pack, course));
    const std::string old = readFile(course + "/course.json").value();
    const int around = ::open(folder.path().toUtf8().constData(), O_RDONLY | O_DIRECTORY);
    struct sigaction remake = {}, before = {};
    remake.sa_handler = [](int) {
        static char theirs[4096];
        course.copy(theirs, course.size());
        if (::mkdir(theirs, 0700) == 0)
            ::mkdir(std::strcat(theirs, "/theirs"), 0700);
    };
    ::sigaction(SIGIO, &remake, &before);
    const bool isTold = ::fcntl(around, F_SETOWN, ::getpid()) == 0 && ::fcntl(around, F_NOTIFY, DN_RENAME) == 0;
    const auto done = isTold ? writeCoursePack({{}, {{"course.json", courseText({"c", "C", {"A1"}})}}}, course)
                             : tl::expected<void, std::string>();
    ::close(around);
    ::sigaction(SIGIO, &before, nullptr);
    if (!isTold)
        QSKIP("the system tells nothing of folders");
    QVERIFY(!done);
    const auto at = done.error().find("what was there before is in ");
    QVERIFY2(at != std::string::npos && done.error().ends_with(": move it back."), done.error().c_str());
    const std::string kept = done.error().substr(at + 28, done.error().size() - at - 28 - 15);
    QCOMPARE(readFile(kept + "/course.json").value(), old);
    QVERIFY(QDir(QString::fromStdString(course)).removeRecursively());
    QVERIFY(writeCoursePack(pack, course)); // which clears rests
    QCOMPARE(readFile(kept + "/course.json").value(), old);
}

ROOFLIGHT_TEST(TstCourseShelves)
#include "tst_course_shelves.moc"

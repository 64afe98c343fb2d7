// SPDX-License-Identifier: GPL-3.0-or-later
// Course files, and the library that finds lessons and courses.
#include "core/io/course_json.h"
#include "core/io/lesson_catalogue.h"
#include "core/io/lesson_draft.h"
#include "core/io/lesson_json.h"
#include "core/io/lesson_library.h"
#include "core/io/plain_text.h"
#include "core/io/preset_catalogue.h"
#include "core/io/read_file.h"
#include "core/io/scenario_json.h"
#include "core/io/write_file.h"
#include "core/lesson/run_lesson.h"
#include "core/lesson/stage.h"
#include "core/scenario/fields.h"
#include "support/data_folder.h"
#include "support/suite.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <fmt/format.h>

using namespace core;

namespace
{

constexpr const char* good = R"({
  "format": "rooflight-course",
  "version": 1,
  "id": "mine",
  "title": "Mine",
  "lessons": ["B3", "D2"]
})";

} // namespace

class TstCourses : public QObject
{
    Q_OBJECT
private slots:
    void aCourseIsReadAndWritten();
    void badCoursesAreRefused_data();
    void badCoursesAreRefused();
    void theShippedOnesNameLessons();
    void trapsAreTheLessonsWithAnError();
    void ownFilesAreFound();
    void foldersThatCannotBeReadAreNamed();
    void filesAmongThePacksAreNoCourses();
    void tooManyFilesAreSaid();
    void onesOwnGoesBeforeAPack();
    void aCourseIsSaved();
    void itsFileMayHaveAnyName();
    void onlyChangedFilesAreChecked();
    void aDraftBeginsWithTheScenario();
    void aTitleNamesAFile();
};

void TstCourses::aTitleNamesAFile()
{
    QCOMPARE(fileNameOf("Week 1: rings"), "Week 1- rings");
    QCOMPARE(fileNameOf("../../etc"), "-..-etc"); // in the folder that is chosen, and not hidden
    QCOMPARE(fileNameOf("..."), "untitled");
    const std::string full(79, 'a');
    QCOMPARE(fileNameOf(fmt::format("{}ä", full)), full); // letters are whole
}

void TstCourses::aCourseIsReadAndWritten()
{
    const auto course = readCourse(good, "mine.json");
    QVERIFY(course);
    QVERIFY((*course == Course{"mine", "Mine", {"B3", "D2"}}));
    QVERIFY(isCourse(good));
    QVERIFY(!isCourse("{}"));
    const auto again = readCourse(courseText(*course), "again");
    QVERIFY(again && *again == *course);
}

void TstCourses::badCoursesAreRefused_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("another key") << QByteArray("\"title\"") << QByteArray("\"name\"") << QByteArray("FILE_KEY")
                                 << QByteArray("name");
    QTest::newRow("newer") << QByteArray("1,") << QByteArray("2,") << QByteArray("FILE_VERSION") << QByteArray("2");
    QTest::newRow("twice") << QByteArray("\"D2\"") << QByteArray("\"B3\"") << QByteArray("FILE_VALUE")
                           << QByteArray("B3");
    QTest::newRow("a path") << QByteArray("\"D2\"") << QByteArray("\"../D2\"") << QByteArray("FILE_VALUE")
                            << QByteArray("../D2");
    QTest::newRow("a path as id") << QByteArray("\"mine\"") << QByteArray("\"../mine\"") << QByteArray("FILE_VALUE")
                                  << QByteArray("../mine");
    QTest::newRow("no list") << QByteArray("[\"B3\", \"D2\"]") << QByteArray("\"B3\"") << QByteArray("FILE_VALUE")
                             << QByteArray("lessons");
}

void TstCourses::badCoursesAreRefused()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, named);
    const QByteArray text = QByteArray(good).replace(from, to);
    const auto course = readCourse(text.toStdString(), "mine.json");
    QVERIFY(!course);
    QCOMPARE(QByteArray::fromStdString(course.error().code), code);
    QVERIFY2(course.error().text.find("mine.json") != std::string::npos, course.error().text.c_str());
    QVERIFY2(course.error().text.find(named.toStdString()) != std::string::npos, course.error().text.c_str());
}

void TstCourses::theShippedOnesNameLessons()
{
    const auto library = lessonLibrary();
    QCOMPARE(library.fixedCourses, 4U);
    for (const Course& course : library.courses)
        for (const std::string& id : course.lessons)
            QVERIFY2(std::ranges::count(library.lessons, id, &Lesson::id) == 1, id.c_str());
}

void TstCourses::trapsAreTheLessonsWithAnError()
{
    const auto library = lessonLibrary();
    const auto traps = std::ranges::find(library.courses, "traps", &Course::id);
    QVERIFY(traps != library.courses.end());
    std::vector<std::string> found;
    for (const Lesson& lesson : library.lessons)
        if (std::ranges::count(lesson.steps, StepKind::findError, &LessonStep::kind) > 0)
            found.push_back(lesson.id);
    QVERIFY(traps->lessons == found);
}

void TstCourses::ownFilesAreFound()
{
    const tests::DataFolder data;
    const std::size_t shipped = lessonLibrary().courses.size();
    data.write("courses/mine.json", good);
    data.write("courses/taken.json", QByteArray(good).replace("mine", "fits"));
    data.write("lessons/broken.json", "{");
    const auto library = lessonLibrary();
    QCOMPARE(library.courses.size(), shipped + 1);
    QCOMPARE(library.courses.back().id, "mine");
    QCOMPARE(library.problems.size(), 2U);
    QVERIFY(library.problems[0].find("broken.json") != std::string::npos);
    QVERIFY(library.problems[1].find("\"fits\" is taken") != std::string::npos);
}

/// A link to itself, a file in the place of a folder, and a link to nothing.
void TstCourses::foldersThatCannotBeReadAreNamed()
{
    const tests::DataFolder data;
    const QDir here(data.path());
    QVERIFY(QDir().mkpath(here.path()));
    QVERIFY(QFile::link(here.filePath(QStringLiteral("lessons")), here.filePath(QStringLiteral("lessons"))));
    QVERIFY(QFile::link(QStringLiteral("/nowhere"), here.filePath(QStringLiteral("packs"))));
    QFile file(here.filePath(QStringLiteral("courses")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto library = lessonLibrary();
    QCOMPARE(library.problems.size(), 3U);
    for (const auto& [place, words] : {std::pair(0U, "lessons cannot be read: Too many levels of symbolic links."),
                                       {1U, "courses cannot be read: Not a directory."},
                                       {2U, "packs cannot be read: No such file or directory."}})
        QVERIFY2(library.problems[place].ends_with(words), library.problems[place].c_str());
}

/// One that would be opened as a course says how; all else is nobody's lesson.
void TstCourses::filesAmongThePacksAreNoCourses()
{
    const tests::DataFolder data;
    data.write("packs/README.txt", "x");
    data.write("packs/old.zip", "PK");
    data.write("packs/week3.rooflight-course", "PK");
    const auto library = lessonLibrary();
    QCOMPARE(library.problems.size(), 1U);
    QVERIFY2(
        library.problems[0].ends_with("packs/week3.rooflight-course is not opened here. Open it with File > Open."),
        library.problems[0].c_str());
}

void TstCourses::tooManyFilesAreSaid()
{
    const tests::DataFolder data;
    for (int i = 1000; i <= 2000; ++i)
        data.write(QStringLiteral("courses/c%1.json").arg(i),
                   QByteArray(good).replace("mine", "c" + QByteArray::number(i)));
    const auto library = lessonLibrary();
    QCOMPARE(library.courses.size(), library.fixedCourses + 1000);
    QCOMPARE(library.courses.back().id, "c1999");
    QCOMPARE(library.problems.size(), 1U);
    QVERIFY2(library.problems[0].ends_with("holds 1001 files, of which the first 1000 by name are read."),
             library.problems[0].c_str());
}

/// Lessons and playlists, also where their ids differ in case. Both files are named.
void TstCourses::onesOwnGoesBeforeAPack()
{
    const tests::DataFolder data;
    const auto lesson = [](const char* id) {
        return QByteArray::fromStdString(lessonDraft(defaultScenario(shippedCatalogue()), id, "L", "memory"));
    };
    data.write("courses/week 1.json", good); // a name that is not its id
    data.write("lessons/own.json", lesson("own"));
    data.write("packs/mine/course.json", QByteArray(good).replace("Mine", "Another of that id"));
    data.write("packs/mine/lessons/a.json", lesson("Own"));
    data.write("packs/mine/lessons/b.json", lesson("other"));
    const auto library = lessonLibrary();
    const auto shipped = shippedLessons().size();
    QCOMPARE(library.lessons.size(), shipped + 2);
    QCOMPARE(library.lessons[shipped].id, "other"); // those of packs stand first
    QCOMPARE(library.lessons.back().id, "own");
    QVERIFY(library.isOwn(library.lessons.back()) && !library.isOwn(library.lessons[shipped]));
    QCOMPARE(library.courses.size(), library.fixedCourses + 1);
    QCOMPARE(library.fixedCourses, shippedCourses().size());
    QVERIFY(library.courses.back().folder.empty());
    QCOMPARE(library.problems.size(), 2U);
    for (const char* words : {"packs/mine: the id \"mine\" is taken by ", "courses/week 1.json. Choose"})
        QVERIFY2(library.problems[0].find(words) != std::string::npos, library.problems[0].c_str());
    for (const char* words : {"packs/mine/lessons/a.json: the id \"Own\" is taken by ", "lessons/own.json. Choose"})
        QVERIFY2(library.problems[1].find(words) != std::string::npos, library.problems[1].c_str());
}

void TstCourses::aCourseIsSaved()
{
    const tests::DataFolder data;
    const Course course{"new", "New", {"A1"}};
    QVERIFY(saveCourse(course));
    QVERIFY(lessonLibrary().courses.back() == course);
    QVERIFY(removeCourse(course));
    QVERIFY(lessonLibrary().courses.back().id != course.id);
    QVERIFY(removeCourse(course)); // it is gone already
    QVERIFY(saveCourse(course));
    const QString path = data.at("courses/new.json");
    QVERIFY(QFile::exists(path));
    for (const std::string& other : {std::string("{,}"), courseText({"other", "Other", {"B3"}})}) { // neither is lost
        QVERIFY(writeFile(path.toStdString(), other));
        QVERIFY(!saveCourse(course) && !removeCourse(course));
        QCOMPARE(readFile(path.toStdString()).value(), other);
    }
    QVERIFY(QFile::remove(path) && saveCourse(course));
    const Course large{"large", "Large", std::vector<std::string>(201, "A1")}; // more than are read
    QVERIFY(!saveCourse(large));
    QVERIFY(QDir(data.path()).removeRecursively());
    QFile file(data.path());
    QVERIFY(file.open(QIODevice::WriteOnly)); // where a folder should be
    QVERIFY(!saveCourse(course));
}

/// It is changed, deleted and written again where it lies.
void TstCourses::itsFileMayHaveAnyName()
{
    const tests::DataFolder data;
    data.write("courses/week 1.json", good);
    const auto names = [&] { return QDir(data.at("courses")).entryList(QDir::Files); };
    Course course = lessonLibrary().courses.back();
    QCOMPARE(course.id, "mine");
    QVERIFY(savedCourse(course) == course && faultOfCourse(course).empty());
    course.lessons.emplace_back("A1");
    QVERIFY(saveCourse(course));
    QCOMPARE(names(), QStringList{QStringLiteral("week 1.json")});
    QVERIFY(savedCourse(course) == course && lessonLibrary().courses.back() == course);
    const auto before = lessonLibrary();
    data.write("courses/week 1.json", "{");
    QVERIFY(!faultOfCourse(course).empty());
    QVERIFY(lessonLibrary().keepUnread(before) == std::vector<std::string>{"mine"});
    QVERIFY(rewriteCourse(course) && removeCourse(course));
    QVERIFY(names().isEmpty());
    QVERIFY(saveCourse(course));
    QCOMPARE(names(), QStringList{QStringLiteral("week 1.json")});
}

/// By size and time: what is known of a file stands until it is another.
void TstCourses::onlyChangedFilesAreChecked()
{
    const tests::DataFolder data;
    const auto scenario = readScenario(shippedCatalogue().scenario("start")->json, "start", shippedCatalogue());
    const auto text = QByteArray::fromStdString(lessonDraft(*scenario, "own_1", "Mine", "explore"));
    data.write("lessons/own_1.json", QByteArray(text).replace("{work.batch}", "{no.such}"));
    CheckedLessons known;
    const auto faultOf = [&] {
        auto library = lessonLibrary();
        library.checkOwn(shippedCatalogue(), known);
        return library.faults.contains("own_1") ? library.faults["own_1"] : std::string();
    };
    QVERIFY(faultOf().find("no.such") != std::string::npos);
    QCOMPARE(known.size(), 1U);
    known.begin()->second.fault = "found before";
    QCOMPARE(faultOf(), "found before");
    data.write("lessons/own_1.json", text);
    QCOMPARE(faultOf(), std::string());
}

/// Of every shipped scenario: it can be read, is solved by its own answers, and its first step is that scenario.
void TstCourses::aDraftBeginsWithTheScenario()
{
    const Catalogue& catalogue = shippedCatalogue();
    for (const ScenarioPreset& preset : catalogue.scenarios) {
        const auto scenario = readScenario(preset.json, preset.id, catalogue);
        QVERIFY(scenario);
        const auto lesson = readLesson(lessonDraft(*scenario, "own_1", "Mine", "explore"), "draft", catalogue);
        QVERIFY2(lesson, lesson ? "" : lesson.error().text.c_str());
        const auto faults = runLesson(*lesson, catalogue).faults;
        QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().text.c_str());
        const auto first = scenarioAt(*lesson, 0, catalogue);
        QVERIFY(first);
        for (const Field& field : fields())
            QVERIFY2(field.get(*first) == field.get(*scenario), (preset.id + " " + std::string(field.id)).c_str());
    }
}

ROOFLIGHT_TEST(TstCourses)
#include "tst_courses.moc"

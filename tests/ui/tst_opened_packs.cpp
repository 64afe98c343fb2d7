// SPDX-License-Identifier: GPL-3.0-or-later
// Checks course packs beside playlists of one's own: opened, held against these, and deleted.
#include "own_lesson.h"
#include "support/suite.h"

#include "core/io/course_json.h"
#include "core/io/course_pack.h"
#include "core/io/lesson_catalogue.h"
#include "core/io/lesson_draft.h"
#include "core/io/lesson_library.h"

#include <QLabel>
#include <QStatusBar>

using namespace tests;

namespace
{

/// A playlist of one's own with a lesson of one's own, and the pack of both.
QString ownPack(const Home& home)
{
    const QString lesson = home.folder.filePath(QStringLiteral("data/rooflight/lessons/own_1.json"));
    QDir().mkpath(QFileInfo(lesson).path());
    write(lesson,
          QString::fromStdString(core::lessonDraft(tests::shippedScenario("start"), "own_1", "Mine", "memory")));
    const core::Course course{"week-3", "Week 3", {"B3", "own_1"}};
    QString path = home.folder.filePath(QStringLiteral("w.rooflight-course"));
    const auto pack =
        core::saveCourse(course) ? core::packOf(course, core::lessonLibrary()) : tl::make_unexpected(core::Error{});
    if (!pack || !core::writeFile(path.toStdString(), core::packedCourse(*pack).value()))
        qFatal("the pack of the test cannot be written");
    return path;
}

bool hasPacks(const Home& home) { return QDir(home.folder.filePath(QStringLiteral("data/rooflight/packs"))).exists(); }

} // namespace

class TstOpenedPacks : public QObject
{
    Q_OBJECT
private slots:
    void onesOwnAddsNothing();
    void aCopyFromBeforeIsNotTold();
    void anotherStandsBesideOnesOwn();
    void itIsDeletedAndComesBack();
    void oneOfAnImpossibleScenarioIsNotSaved();
};

void TstOpenedPacks::onesOwnAddsNothing()
{
    const Home home;
    const QString path = ownPack(home);
    Stage stage;
    const auto asked = answerBox(QStringLiteral("secondPlaylist"), QMessageBox::RejectRole);
    stage.window.openFile(path);
    QTest::qWait(250); // until a box would have been answered
    stage.settle();
    QVERIFY(!*asked && !hasPacks(home));
    QCOMPARE(stage.part<QLabel>("notice.sentence")->text(), QStringLiteral("You have this playlist already."));
    const auto* list = stage.part<ui::LessonsTab>("lessons")->playlist();
    QVERIFY(list && list->id == "week-3" && list->folder.empty());
}

/// It lies there whole, and nothing is said; one word of a difference is.
void TstOpenedPacks::aCopyFromBeforeIsNotTold()
{
    const Home home;
    const auto pack = core::readCoursePack(ownPack(home).toStdString());
    QVERIFY(pack && core::writeCoursePack(*pack, core::packFolder(pack->course)));
    const auto library = core::lessonLibrary();
    QVERIFY2(library.problems.empty(), library.problems.empty() ? "" : library.problems.front().c_str());
    QCOMPARE(library.courses.size(), core::shippedCourses().size() + 1);
    QVERIFY(core::saveCourse({"week-3", "Week 4", {"B3", "own_1"}}));
    QCOMPARE(core::lessonLibrary().problems.size(), 1U);
}

void TstOpenedPacks::anotherStandsBesideOnesOwn()
{
    const Home home;
    const QString path = ownPack(home);
    QVERIFY(core::saveCourse({"week-3", "Week 3", {"A1"}}));
    Stage stage;
    const auto left = answerBox(QStringLiteral("secondPlaylist"), QMessageBox::RejectRole);
    stage.window.openFile(path);
    stage.settle();
    QVERIFY(*left && !hasPacks(home));
    const auto asked = answerBox(QStringLiteral("secondPlaylist"), QMessageBox::AcceptRole);
    stage.window.openFile(path);
    stage.settle();
    QVERIFY(*asked);
    const auto library = core::lessonLibrary();
    QVERIFY2(library.problems.empty(), library.problems.empty() ? "" : library.problems.front().c_str());
    QCOMPARE(library.courses.size(), core::shippedCourses().size() + 2);
    QVERIFY((library.courses.back().lessons == std::vector<std::string>{"A1"}));
    const auto* list = stage.part<ui::LessonsTab>("lessons")->playlist();
    QVERIFY(list && (list->lessons == std::vector<std::string>{"B3", "own_1"}));
}

void TstOpenedPacks::itIsDeletedAndComesBack()
{
    const Home home;
    const core::CoursePack pack{
        {}, {{"course.json", core::courseText({"week-5", "Week 5", {"D2"}})}, {"notes/intro.md", "# Intro"}}};
    const QString path = home.folder.filePath(QStringLiteral("v.rooflight-course"));
    write(path, {});
    QVERIFY(core::writeFile(path.toStdString(), core::packedCourse(pack).value()));
    Stage stage;
    stage.window.openFile(path);
    stage.settle();
    const auto& tab = *stage.part<ui::LessonsTab>("lessons");
    const core::Course opened = *tab.playlist();
    const QString folder = QFile::decodeName(opened.folder.c_str());
    QVERIFY(QFile::exists(folder));
    playlistMenu(stage, QStringLiteral("Delete"));
    QVERIFY(!QFile::exists(folder) && !tab.playlist());
    QVERIFY(stage.part<QLabel>("notice.sentence")->text().contains(QStringLiteral("“Week 5” is deleted")));
    QTest::mouseClick(stage.part("notice.0"), Qt::LeftButton);
    stage.settle();
    QVERIFY(tab.playlist() && *tab.playlist() == opened);
    QCOMPARE(contentOf(folder + QStringLiteral("/notes/intro.md")), QStringLiteral("# Intro"));
    write(folder + QStringLiteral("/thesis.tex"), QStringLiteral("mine")); // is not lost
    playlistMenu(stage, QStringLiteral("Delete"));
    QVERIFY(QFile::exists(folder + QStringLiteral("/thesis.tex")));
}

/// As `lesson pack` refuses it: 7 x 4 x 1 places are not the 4 x 4 x 4 = 64 chips of the slice.
void TstOpenedPacks::oneOfAnImpossibleScenarioIsNotSaved()
{
    const Home home;
    const core::CoursePack pack{
        {},
        {{"course.json", core::courseText({"week-5", "Week 5", {"D2"}})},
         {"scenarios/a.rooflight.json",
          R"({"format": "rooflight-scenario", "version": 1, "fields": {"mesh.X": 7, "hw.torus": "4x4x4"}})"}}};
    QVERIFY(core::writeCoursePack(pack, core::packFolder({"week-5", "Week 5", {}})));
    Stage stage;
    openTab(stage, "week-5");
    const QObject here; // where nothing is asked, nothing is closed later
    QTimer::singleShot(300, &here, [] {
        if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
            dialog->reject();
    });
    playlistMenu(stage, QStringLiteral("Save as course pack…"));
    const QString said = stage.part<QLabel>("notice.sentence")->text();
    for (const char* part :
         {"“Week 5” is not packed", "hw.torus", "scenarios/a.rooflight.json", "has 64", "Remedy: Use 28 chips"})
        QVERIFY2(said.contains(QString::fromUtf8(part)), qPrintable(said));
}

ROOFLIGHT_TEST(TstOpenedPacks)
#include "tst_opened_packs.moc"

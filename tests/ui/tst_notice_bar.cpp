// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the questions in the line of hints: their order, and that their answers stay where they are.
#include "core/io/course_json.h"
#include "core/io/lesson_library.h"
#include "own_lesson.h"
#include "support/suite.h"
#include "ui/session/autosave.h"
#include "ui/shell/kept_text.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/recovery.h"
#include "window_stage.h"

#include <QLabel>
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>

using namespace Qt::Literals::StringLiterals;

class TstNoticeBar : public QObject
{
    Q_OBJECT
private slots:
    void urgentNoticesComeFirst();
    void longSentencesWrap();
    void whatWasDonePasses();
    void answersHoldTheirPlaceWhileTheDocumentChanges();
    void keptTextsOfLessonsAreOffered();
    void keptPlaylistsAreOffered();
    void keptPlaylistsGoBackToTheirFile();
    void namesOfFilesActOnNothing();
};

/// What is in danger is said before what waits.
void TstNoticeBar::urgentNoticesComeFirst()
{
    ui::NoticeBar notices;
    const auto* sentence = notices.findChild<QLabel*>(u"notice.sentence"_s);
    notices.ask({u"first"_s, u"Settings"_s, {}});
    notices.ask({u"second"_s, u"Reload?"_s, {}});
    QCOMPARE(sentence->text(), u"Settings"_s);
    notices.ask({u"third"_s, u"Changes are not kept"_s, {}, true});
    QCOMPARE(sentence->text(), u"Changes are not kept"_s);
    notices.withdraw(u"third"_s);
    QCOMPARE(sentence->text(), u"Settings"_s);
}

/// Beside its buttons, and the line is low again afterwards.
void TstNoticeBar::longSentencesWrap()
{
    for (const QSize size : {QSize(1024, 700), QSize(1260, 800)}) {
        tests::WindowStage stage("start", size);
        const auto* sentence = stage.part<QLabel>("notice.sentence");
        const QString words = u"The playlist “Week 1” is shown as it was; its file cannot be read. "_s +
                              QString(u"/srv/of-a-lecturer/share/rooflight/courses/"_s) +
                              u"week-1.json, line 3: a name in quotes is expected, found \"oops\". Write it as text."_s;
        const int low = stage.window.statusBar()->height();
        stage.window.notices().ask({u"a"_s, words, {{u"Write it again"_s, {}}, {u"Read it again"_s, {}}}});
        stage.settle();
        QVERIFY(sentence->heightForWidth(sentence->width()) <= sentence->height());
        QVERIFY(stage.window.statusBar()->height() < 80);
        QVERIFY(stage.window.rect().contains(
            QRect(sentence->mapTo(&stage.window, QPoint()), sentence->size()).adjusted(0, 0, -1, -1)));
        stage.window.notices().withdraw(u"a"_s);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // of its buttons
        stage.settle();
        QCOMPARE(stage.window.statusBar()->height(), low);
    }
}

/// What waited comes back; what passed does not, also where another notice came over it.
void TstNoticeBar::whatWasDonePasses()
{
    ui::NoticeBar notices;
    const auto* sentence = notices.findChild<QLabel*>(u"notice.sentence"_s);
    notices.ask({u"first"_s, u"Reload?"_s, {}});
    notices.ask({u"done"_s, u"Added"_s, {}, false, false, true});
    QCOMPARE(sentence->text(), u"Added"_s);
    QTRY_COMPARE_WITH_TIMEOUT(sentence->text(), u"Reload?"_s, 8000);
    notices.ask({u"done"_s, u"Added"_s, {}, false, false, true});
    notices.ask({u"danger"_s, u"Not kept"_s, {}, true});
    notices.withdraw(u"danger"_s);
    QCOMPARE(sentence->text(), u"Reload?"_s);
}

/// A press that was aimed at one answer must not reach the other.
void TstNoticeBar::answersHoldTheirPlaceWhileTheDocumentChanges()
{
    for (const QSize size : {QSize(1024, 640), QSize(1600, 900)}) {
        tests::WindowStage stage("start", size);
        stage.window.notices().ask({u"a"_s, u"Question"_s, {{u"Restore"_s, {}}, {u"Discard"_s, {}}}});
        stage.settle();
        const auto place = [&] {
            const auto* button = stage.part("notice.0");
            return button->mapTo(&stage.window, QPoint());
        };
        const QPoint before = place();
        QVERIFY(stage.window.session().edit("work.batch", 4096.0));
        stage.settle();
        QCOMPARE(stage.part<QLabel>("saved")->text(), u"Unsaved changes"_s);
        QCOMPARE(place(), before);
        stage.window.session().undoStack().setClean();
    }
}

/// By the program that was killed; while its window lives, nobody else is offered it.
void TstNoticeBar::keptTextsOfLessonsAreOffered()
{
    const tests::Home home;
    const QTemporaryDir folder;
    auto killed = std::make_unique<tests::Stage>();
    tests::makeLesson(*killed, u"Mine"_s);
    tests::typeBehind(*killed, u"Mine"_s, u" and yours"_s);
    emit killed->window.session().keepAsked();
    tests::Stage next;
    ui::Autosave autosave(next.window.session(), folder.path());
    const auto isAsked = [&] { return next.window.notices().isAsking(); };
    const auto answer = [&](const char* button) { next.part<QPushButton>(button)->click(); };
    const auto offer = [&] {
        return std::make_unique<ui::Recovery>(
            next.window.session(), autosave, next.window.notices(), [] { return true; },
            [&](const QString& path) { next.window.openFile(path); });
    };
    offer();
    QVERIFY(!isAsked());
    killed.reset();
    const auto recovery = offer();
    const QString said = next.part<QLabel>("notice.sentence")->text();
    QVERIFY2(said.startsWith(u"The lesson “Mine” had changes that were not saved, of "_s), qPrintable(said));
    QCOMPARE(next.part<QPushButton>("notice.0")->text(), u"Edit"_s);
    answer("notice.1"); // Discard
    next.settle();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    answer("notice.0"); // Undo
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    answer("notice.0");
    const auto* text = next.part<QPlainTextEdit>("lesson.edited");
    QVERIFY(next.part("lesson.editor")->isVisible() && text->document()->isModified());
    QVERIFY(text->toPlainText().contains(u"Mine and yours"_s));
}

/// Of a playlist that another program had changed too; a window that is closed asks first.
void TstNoticeBar::keptPlaylistsAreOffered()
{
    const tests::Home home;
    const QTemporaryDir folder;
    const auto inFile = [] { return core::savedCourse({"week-1", "Week 1", {}})->lessons; };
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"B3", "C2"}}));
    auto killed = std::make_unique<tests::Stage>();
    tests::openTab(*killed, "week-1");
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"A1", "B3"}}));
    QTest::mouseClick(killed->part("lessons.take"), Qt::LeftButton);
    QVERIFY(ui::KeptText::kept().empty()); // the window lives
    const auto stays = tests::answerBox(u"playlist.unsaved"_s, QMessageBox::RejectRole);
    QVERIFY(!killed->window.close());
    QVERIFY(*stays);
    QVERIFY(killed->window.session().edit("work.batch", 1024.0)); // of the document is asked first
    const auto stillStays = tests::answerBox(u"unsaved"_s, QMessageBox::RejectRole);
    QVERIFY(!killed->window.close());
    killed.reset();
    QCOMPARE(inFile(), (std::vector<std::string>{"A1", "B3"}));
    tests::Stage next;
    ui::Autosave autosave(next.window.session(), folder.path());
    const ui::Recovery recovery(
        next.window.session(), autosave, next.window.notices(), [] { return true; }, [](const QString&) {});
    const auto said = [&] { return next.part<QLabel>("notice.sentence")->text(); };
    const auto restore = [&] {
        next.part<QPushButton>("notice.0")->click();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    };
    QVERIFY2(said().startsWith(u"The playlist “Week 1” had changes that were not saved, of "_s), qPrintable(said()));
    QVERIFY2(said().contains(u". Its file has another version, of "_s), qPrintable(said()));
    QVERIFY(core::saveCourse({"week-1", "Week 1", {"G1"}})); // meanwhile
    restore();
    QCOMPARE(inFile(), (std::vector<std::string>{"G1"}));
    QVERIFY2(said().startsWith(u"The file of the playlist “Week 1” was changed meanwhile. "_s), qPrintable(said()));
    restore();
    QCOMPARE(inFile(), (std::vector<std::string>{"C2"}));
    QVERIFY(ui::KeptText::kept().empty());
}

/// To the file that it was in, whatever stands where its id would be; where that cannot be, it is said why.
void TstNoticeBar::keptPlaylistsGoBackToTheirFile()
{
    const tests::Home home;
    const QTemporaryDir folder;
    const core::Course other{"other", "Other", {"G1"}, {}, "mine.json"};
    core::Course mine{"mine", "Mine", {"A1"}, {}, "week1.json"};
    QVERIFY(core::rewriteCourse(other) && core::rewriteCourse(mine));
    const auto path = [](const core::Course& course) { return QFile::decodeName(core::pathOf(course).c_str()); };
    mine.lessons = {"B1"};
    QVERIFY(ui::KeptText(path(mine)).keep(QString::fromStdString(core::courseText(mine))).isEmpty());
    QVERIFY(QFile::rename(path(mine), path(mine) + u".away"_s) && QFile::copy(path(other), path(mine)));
    tests::Stage stage;
    ui::Autosave autosave(stage.window.session(), folder.path());
    const ui::Recovery recovery(
        stage.window.session(), autosave, stage.window.notices(), [] { return true; }, [](const QString&) {});
    const auto said = [&] { return stage.part<QLabel>("notice.sentence")->text(); };
    stage.part<QPushButton>("notice.0")->click(); // Restore, where another playlist is by now
    QVERIFY2(said().contains(u"week1.json is not written: it holds another playlist"_s), qPrintable(said()));
    QVERIFY(QFile::remove(path(mine)) && QFile::rename(path(mine) + u".away"_s, path(mine)));
    stage.part<QPushButton>("notice.0")->click();
    QVERIFY2(said().contains(u"was changed meanwhile"_s), qPrintable(said()));
    stage.part<QPushButton>("notice.0")->click();
    QCOMPARE(core::savedCourse(mine)->lessons, mine.lessons);
    QCOMPARE(core::savedCourse(other)->lessons, other.lessons);
    QVERIFY(ui::KeptText::kept().empty());
}

/// U+202E would show what follows it from right to left.
void TstNoticeBar::namesOfFilesActOnNothing()
{
    ui::NoticeBar notices;
    notices.ask({u"a"_s, u"1 \u202Egpj.json\n<b>was</b> changed."_s, {}});
    QCOMPARE(notices.findChild<QLabel*>(u"notice.sentence"_s)->text(), u"1 \\u{202E}gpj.json\\n<b>was</b> changed."_s);
    notices.withdraw(u"a"_s);
    QVERIFY(!notices.isAsking());
}

ROOFLIGHT_TEST(TstNoticeBar)
#include "tst_notice_bar.moc"

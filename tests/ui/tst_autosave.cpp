// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that changes are on the disk soon, and come back after every kind of end but the one that the user chose.
#include "start_scenario.h"
#include "support/suite.h"
#include "ui/session/autosave.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/recovery.h"
#include "ui/shell/run_window.h"

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>

#include <csignal>
#include <cstdio>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace Qt::Literals::StringLiterals;

class TstAutosave : public QObject
{
    Q_OBJECT
private slots:
    void changesAreOnTheDiskSoon();
    void nothingStaysOfWhatIsSaved();
    void aDesignThatWaitsForALessonIsKept();
    void onlyWhatNobodyHoldsIsOffered();
    void aFolderThatTakesNothingIsToldOf();
    void noLockStaysWithoutARecord();
    void whatCannotBeReadAgainIsToldOf();
    void restoredDocumentsAreUnsaved();
    void discardingCanBeUndone();
    void theNextEditEndsTheNoticeOfDiscarding();
    void everyEndLeavesTheChanges_data();
    void everyEndLeavesTheChanges();
    void isTheChild();
    void oldLocksGo();
    void aRemovedFolderComesBackWithItsLock();
};

namespace
{

constexpr const char* childMark = "ROOFLIGHT_TEST_CHILD";

QStringList recordsIn(const QString& folder) { return QDir(folder).entryList({u"*.rooflight.json"_s}, QDir::Files); }

/// What a window left that was ended while it showed a batch of 4,096.
void leaveRecord(const QString& folder, const QString& fileName)
{
    ui::Session session(tests::startScenario());
    session.setFileName(fileName);
    QVERIFY(session.edit("work.batch", 4096.0));
    ui::Autosave(session, folder).saveNow();
}

/// Without Enter.
void typeBatch(ui::MainWindow& window)
{
    QApplication::setActiveWindow(&window);
    auto* field = window.findChild<QLineEdit*>(u"work.batch.field"_s);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, u"4096"_s);
}

double batchIn(const core::Scenario& scenario) { return scenario.work.batch; }

} // namespace

/// 5 s are promised.
void TstAutosave::changesAreOnTheDiskSoon()
{
    const QTemporaryDir folder;
    ui::Session session(tests::startScenario());
    ui::Autosave autosave(session, folder.path());
    QVERIFY(session.edit("work.batch", 4096.0));
    QTRY_COMPARE_WITH_TIMEOUT(recordsIn(folder.path()).size(), 1, 5000);
    ui::Session other(tests::startScenario());
    QVERIFY(other.open(folder.filePath(recordsIn(folder.path()).first())));
    QVERIFY(other.scenario() == session.scenario());

    QVERIFY(session.edit("work.batch", 8192.0));
    QCoreApplication::processEvents(); // it is published
    autosave.hurry();                  // the focus goes
    const auto isLatest = [&] {
        return other.open(folder.filePath(recordsIn(folder.path()).first())) && other.scenario() == session.scenario();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isLatest(), 1000);
}

void TstAutosave::nothingStaysOfWhatIsSaved()
{
    const QTemporaryDir folder;
    const QTemporaryDir documents;
    {
        ui::Session session(tests::startScenario());
        ui::Autosave autosave(session, folder.path());
        QVERIFY(session.edit("work.batch", 4096.0));
        autosave.saveNow();
        QCOMPARE(recordsIn(folder.path()).size(), 1);
        QVERIFY(session.save(documents.filePath(u"a.rooflight.json"_s)));
        QTRY_COMPARE_WITH_TIMEOUT(recordsIn(folder.path()).size(), 0, 1000); // at once, for whoever ends it now
        QVERIFY(session.edit("work.batch", 8192.0));
        autosave.saveNow();
        session.undoStack().undo();
        autosave.saveNow();
        QCOMPARE(recordsIn(folder.path()).size(), 0);
        QVERIFY(session.edit("work.batch", 8192.0));
        autosave.forget(); // the user gave it up
    }
    QVERIFY(folder.isValid() && QDir(folder.path()).isEmpty());
}

/// The record is of the design that a lesson has set aside, not of the lesson.
void TstAutosave::aDesignThatWaitsForALessonIsKept()
{
    const QTemporaryDir folder;
    {
        ui::Session session(tests::startScenario());
        QVERIFY(session.edit("work.batch", 4096.0));
        ui::Autosave autosave(session, folder.path());
        core::Scenario posed = tests::startScenario();
        posed.work.batch = 512;
        session.pose(posed);
        QVERIFY(session.edit("work.batch", 1024.0));
        autosave.saveNow();
        QVERIFY(!session.isSaved());
    }
    ui::Session next(tests::startScenario());
    const auto offered = ui::Autosave(next, folder.path()).recovered();
    QCOMPARE(offered.size(), std::size_t{1});
    QCOMPARE(batchIn(offered.front().scenario), 4096.0);
}

void TstAutosave::onlyWhatNobodyHoldsIsOffered()
{
    const QTemporaryDir folder;
    ui::Session living(tests::startScenario());
    ui::Autosave itsRecord(living, folder.path());
    QVERIFY(living.edit("work.batch", 8192.0));
    itsRecord.saveNow();
    leaveRecord(folder.path(), u"/some/where.rooflight.json"_s);
    QFile broken(folder.filePath(u"1-1.rooflight.json"_s));
    QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("{") == 1);
    broken.close();
    ui::Session next(tests::startScenario());
    const ui::Autosave autosave(next, folder.path());
    {
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"1-1.rooflight.json"_s));
        const auto offered = autosave.recovered();
        QCOMPARE(offered.size(), std::size_t{1});
        QCOMPARE(batchIn(offered.front().scenario), 4096.0);
        QCOMPARE(offered.front().fileName, u"/some/where.rooflight.json"_s);
        QVERIFY(offered.front().time.secsTo(QDateTime::currentDateTime()) < 60);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"1-1.rooflight.json"_s));
        QCOMPARE(autosave.recovered().size(), std::size_t{0}); // one of two windows offers it
        ui::Autosave::discard(offered.front());
    }
    QVERIFY(broken.exists());
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"1-1.rooflight.json"_s));
    QCOMPARE(autosave.recovered().size(), std::size_t{0});
}

void TstAutosave::aFolderThatTakesNothingIsToldOf()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"file"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    ui::Session session(tests::startScenario());
    ui::Autosave autosave(session, file.fileName());
    const QSignalSpy failed(&autosave, &ui::Autosave::failed);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"^Changes are not kept .*: Not a directory."_s));
    for (const double batch : {4096.0, 8192.0}) { // said where the program ends and nobody sees the window, too
        QVERIFY(session.edit("work.batch", batch));
        autosave.saveNow();
    }
    QTRY_COMPARE(failed.count(), 1); // not for every change
    QVERIFY(file.remove());          // and of that it takes something again
    QVERIFY(session.edit("work.batch", 16384.0));
    autosave.saveNow();
    QTRY_COMPARE(failed.count(), 2);
    QVERIFY(failed.last().first().toString().isEmpty());
    const QString said = failed.first().first().toString(); // the reason first, where a line is cut
    QVERIFY2(said.startsWith(u"Changes are not kept for the case of a crash: Not a directory."_s), qPrintable(said));
}

/// A window that has nothing to lose leaves nothing behind when it is killed.
void TstAutosave::noLockStaysWithoutARecord()
{
    const QTemporaryDir folder;
    ui::Session session(tests::startScenario());
    ui::Autosave autosave(session, folder.path());
    QVERIFY(session.edit("work.batch", 4096.0));
    autosave.saveNow();
    session.undoStack().undo();
    autosave.saveNow();
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList());
}

void TstAutosave::whatCannotBeReadAgainIsToldOf()
{
    const QTemporaryDir folder;
    ui::Session session(tests::startScenario());
    ui::Autosave autosave(session, folder.path());
    const QSignalSpy failed(&autosave, &ui::Autosave::failed);
    core::Scenario large = session.scenario();
    large.title = std::string(70'000, 'x');
    session.change(large, u"Title"_s);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"more than the 65536"_s));
    autosave.saveNow();
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(failed.first().first().toString().contains(u"more than the 65536"_s));
    QVERIFY(QDir(folder.path()).entryList({u"*.json"_s}, QDir::Files).isEmpty());
}

void TstAutosave::restoredDocumentsAreUnsaved()
{
    const QTemporaryDir folder;
    leaveRecord(folder.path(), u"/some/where.rooflight.json"_s);
    ui::Session session(tests::startScenario());
    ui::Autosave autosave(session, folder.path());
    ui::NoticeBar notices;
    bool stays = true;
    const ui::Recovery recovery(session, autosave, notices, [&] { return !stays; });
    const auto* sentence = notices.findChild<QLabel*>(u"notice.sentence"_s);
    QVERIFY(notices.isAsking());
    QVERIFY2(sentence->text().startsWith(u"where.rooflight.json had changes that were not saved, of "_s),
             qPrintable(sentence->text()));
    notices.findChild<QPushButton*>(u"notice.0"_s)->click();
    QVERIFY(session.scenario() == tests::openedScenario("start")); // the user did not want to leave
    QVERIFY(notices.isAsking());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    stays = false;
    notices.findChild<QPushButton*>(u"notice.0"_s)->click();
    QCOMPARE(batchIn(session.scenario()), 4096.0);
    QCOMPARE(session.fileName(), u"/some/where.rooflight.json"_s);
    QVERIFY(!session.undoStack().isClean());
    QVERIFY(!notices.isAsking());
    QCOMPARE(recordsIn(folder.path()).size(), 1); // its own
}

void TstAutosave::discardingCanBeUndone()
{
    const QTemporaryDir folder;
    leaveRecord(folder.path(), {});
    ui::Session session(tests::startScenario());
    ui::Autosave autosave(session, folder.path());
    ui::NoticeBar notices;
    const auto answer = [&](int number) {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        notices.findChild<QAbstractButton*>(u"notice.%1"_s.arg(number))->click();
    };
    {
        const ui::Recovery recovery(session, autosave, notices, [] { return true; });
        answer(1); // Discard
        answer(0); // Undo
        answer(1); // Discard
        QCOMPARE(recordsIn(folder.path()).size(), 1);
        answer(1); // closes it
        QVERIFY(!notices.isAsking());
    }
    QVERIFY(QDir(folder.path()).isEmpty());
}

/// The hints come back; until the end the changes are kept.
void TstAutosave::theNextEditEndsTheNoticeOfDiscarding()
{
    const QTemporaryDir folder;
    leaveRecord(folder.path(), {});
    ui::Session session(tests::startScenario());
    ui::Autosave autosave(session, folder.path());
    ui::NoticeBar notices;
    const ui::Recovery recovery(session, autosave, notices, [] { return true; });
    QVERIFY(session.edit("work.batch", 4096.0));
    QVERIFY(notices.isAsking()); // about what waits
    notices.findChild<QAbstractButton*>(u"notice.1"_s)->click();
    QVERIFY(notices.isAsking());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    const auto* close = notices.findChild<QAbstractButton*>(u"notice.1"_s);
    QVERIFY(close->text().isEmpty());
    QCOMPARE(close->accessibleName(), u"Close"_s);
    QVERIFY(session.edit("work.batch", 8192.0));
    QVERIFY(!notices.isAsking());
}

void TstAutosave::everyEndLeavesTheChanges_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<int>("wait");
    QTest::addColumn<QString>("how");
    QTest::newRow("an end that is asked for") << SIGTERM << 0 << u"edits"_s;
    QTest::newRow("the terminal goes") << SIGHUP << 0 << u"edits"_s;
    QTest::newRow("a kill, after the 5 s that are promised") << SIGKILL << 5000 << u"edits"_s;
    QTest::newRow("an end that is asked for, typed and not entered") << SIGTERM << 0 << u"types"_s;
    QTest::newRow("a kill after 5 s, typed and not entered") << SIGKILL << 5000 << u"types"_s;
}

/// This program again, as a window that edits its scenario and waits.
void TstAutosave::everyEndLeavesTheChanges()
{
    QFETCH(int, number);
    QFETCH(int, wait);
    QFETCH(QString, how);
    const QTemporaryDir home;
    QProcess child;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"XDG_STATE_HOME"_s, home.path());
    environment.insert(u"XDG_CONFIG_HOME"_s, home.path());
    environment.insert(QString::fromLatin1(childMark), how);
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {u"tst_autosave"_s, u"isTheChild"_s});
    QVERIFY(child.waitForStarted());
    QByteArray said;
    const auto hasEdited = [&] { return (said += child.readAllStandardOutput()).contains("edited"); };
    QTRY_VERIFY_WITH_TIMEOUT(hasEdited(), 60'000);
    QTest::qWait(wait);
    QCOMPARE(kill(static_cast<pid_t>(child.processId()), number), 0);
    QVERIFY(child.waitForFinished());
    QCOMPARE(child.exitStatus(), QProcess::CrashExit); // by that signal, as its parent may want to know
    ui::Session session(tests::startScenario());
    const ui::Autosave autosave(session, home.filePath(u"rooflight/unsaved"_s));
    const auto offered = autosave.recovered();
    QCOMPARE(offered.size(), std::size_t{1});
    QCOMPARE(batchIn(offered.front().scenario), 4096.0);
}

/// Those of windows that were killed with nothing to keep; not one that a window holds, or has just made.
void TstAutosave::oldLocksGo()
{
    const QTemporaryDir folder;
    const auto make = [&](const char* name, int secondsAgo) {
        QFile file(folder.filePath(QLatin1String(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.setFileTime(QDateTime::currentDateTime().addSecs(-secondsAgo), QFileDevice::FileModificationTime);
    };
    make("old.lock", 600);
    make("held.lock", 600);
    make("new.lock", 1);
    const int held = ::open(folder.filePath(u"held.lock"_s).toLocal8Bit().constData(), O_RDWR | O_CLOEXEC);
    QCOMPARE(::flock(held, LOCK_EX | LOCK_NB), 0);
    ui::Session session(tests::startScenario());
    const ui::Autosave autosave(session, folder.path());
    QVERIFY(autosave.recovered().empty());
    ::close(held);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).join(u' '), u"held.lock new.lock"_s);
}

/// Else another window would be offered what this one shows.
void TstAutosave::aRemovedFolderComesBackWithItsLock()
{
    const QTemporaryDir home;
    const QString folder = home.filePath(u"unsaved"_s);
    ui::Session session(tests::startScenario());
    ui::Autosave autosave(session, folder);
    for (const double batch : {4096.0, 8192.0}) {
        QVERIFY(session.edit("work.batch", batch));
        autosave.saveNow();
        QCOMPARE(recordsIn(folder).size(), 1);
        QVERIFY(!(QFile::permissions(folder) & (QFile::ReadGroup | QFile::ReadOther | QFile::ExeOther)));
        QCOMPARE(ui::Autosave(session, folder).recovered().size(), std::size_t{0});
        QVERIFY(QDir(folder).removeRecursively());
    }
}

void TstAutosave::isTheChild()
{
    if (!qEnvironmentVariableIsSet(childMark))
        return;
    QTimer clock;
    connect(&clock, &QTimer::timeout, qApp, [&] {
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* window = qobject_cast<ui::MainWindow*>(widget); window && window->isVisible()) {
                clock.stop();
                if (qEnvironmentVariable(childMark) == u"types"_s)
                    typeBatch(*window);
                else
                    QVERIFY(window->session().edit("work.batch", 4096.0));
                std::puts("edited");
                std::fflush(stdout);
            }
    });
    clock.start(10);
    ui::runWindow(*qApp, {.scenario = tests::startScenario(), .asked = true});
}

ROOFLIGHT_TEST(TstAutosave)
#include "tst_autosave.moc"

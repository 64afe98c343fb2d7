// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what the window says and leaves behind when a file cannot be written as a whole.
#include "own_lesson.h"
#include "recording_stage.h"
#include "support/small_files.h"
#include "support/suite.h"
#include "ui/export/animation_dialog.h"
#include "ui/export/export_dialog.h"
#include "ui/session/autosave.h"
#include "ui/session/session.h"
#include "ui/shell/kept_text.h"
#include "ui/shell/notice_bar.h"
#include "ui/tables/step_table.h"
#include "window_stage.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTimer>

using namespace Qt::Literals::StringLiterals;

class TstFailedWrites : public QObject
{
    Q_OBJECT
private slots:
    void aSavedScenario();
    void anExport_data();
    void anExport();
    void anAnimation();
    void aTable();
    void aKeptLesson();
    void whereNothingIsTakenAnotherPlaceIs();
    void oneRecordOfAWindowIsOffered();

private:
    QString oldFile(const QString& name) const;
    static QByteArray content(const QString& path);

    QTemporaryDir m_folder;
};

namespace
{

constexpr rlim_t room = 64; // bytes

/// The sentence of the dialog.
QString sentenceOf(const QDialog& dialog)
{
    for (const auto* label : dialog.findChildren<QLabel*>())
        if (label->accessibleName() == u"Message"_s)
            return label->text();
    return {};
}

} // namespace

QString TstFailedWrites::oldFile(const QString& name) const
{
    QFile file(m_folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write("old") == 3 ? file.fileName() : QString();
}

QByteArray TstFailedWrites::content(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no file");
}

void TstFailedWrites::aSavedScenario()
{
    tests::WindowStage stage;
    const QString path = oldFile(u"a.rooflight.json"_s);
    ui::Session& session = stage.window.session();
    session.setFileName(path);
    QVERIFY(session.edit("work.batch", 4096.0));
    stage.settle();
    QString said;
    QTimer::singleShot(0, qApp, [&] {
        if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
            said = box->text();
            box->accept();
        }
    });
    {
        const tests::SmallFiles small(room);
        QTest::keyClick(&stage.window, Qt::Key_S, Qt::ControlModifier);
        stage.settle();
    }
    QCOMPARE(said, path + u" cannot be written: File too large."_s);
    QCOMPARE(content(path), QByteArray("old"));
    QVERIFY(!session.undoStack().isClean());
    QApplication::setActiveWindow(&stage.window); // the dialog had it
    stage.settle();
    QTest::keyClick(&stage.window, Qt::Key_S, Qt::ControlModifier);
    stage.settle();
    QVERIFY(session.undoStack().isClean());
    QVERIFY(content(path).contains("4096"));
}

void TstFailedWrites::anExport_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("name");
    QTest::newRow("of 1 kB") << static_cast<int>(ui::PictureFormat::csv) << u"a.csv"_s;
    QTest::newRow("of more than 16 kB") << static_cast<int>(ui::PictureFormat::png) << u"a.png"_s;
}

void TstFailedWrites::anExport()
{
    QFETCH(int, format);
    QFETCH(QString, name);
    ui::ExportDialog dialog(ui::snapshotOf(tests::startScenario(), 1), ui::Theme::light());
    dialog.setView(u"memory"_s);
    dialog.findChild<QComboBox*>(u"export.format"_s)->setCurrentIndex(format);
    const QSignalSpy exported(&dialog, &ui::ExportDialog::exported);
    const QString path = oldFile(name);
    {
        const tests::SmallFiles small(room);
        QVERIFY(!dialog.exportTo(path));
    }
    QVERIFY2(sentenceOf(dialog).contains(u"File too large"_s), qPrintable(sentenceOf(dialog)));
    QCOMPARE(content(path), QByteArray("old"));
    QCOMPARE(exported.count(), 0);
    QVERIFY(dialog.exportTo(path));
    QVERIFY(content(path).size() > 500);
}

void TstFailedWrites::anAnimation()
{
    ui::AnimationDialog dialog(ui::snapshotOf(tests::startScenario(), 1), ui::Theme::light());
    dialog.findChild<QSpinBox*>(u"animation.frames"_s)->setValue(1);
    const QString path = oldFile(u"a.gif"_s);
    {
        const tests::SmallFiles small(room);
        dialog.exportTo(path);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isDrawing(), 60'000);
    }
    QVERIFY2(sentenceOf(dialog).contains(u"File too large"_s), qPrintable(sentenceOf(dialog)));
    QCOMPARE(content(path), QByteArray("old"));
}

void TstFailedWrites::aTable()
{
    const auto recording = tests::recordingOf({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}});
    ui::StepTable table;
    table.load(&recording, {});
    const QString path = oldFile(u"steps.csv"_s);
    QString said;
    QTimer answers; // the dialogs, as they come
    connect(&answers, &QTimer::timeout, qApp, [&] {
        QWidget* modal = QApplication::activeModalWidget();
        if (auto* dialog = qobject_cast<QFileDialog*>(modal)) {
            dialog->setOption(QFileDialog::DontConfirmOverwrite);
            dialog->findChild<QLineEdit*>()->setText(path);
            static_cast<QDialog*>(dialog)->accept();
        } else if (auto* box = qobject_cast<QMessageBox*>(modal)) {
            said = box->text();
            box->accept();
        }
    });
    answers.start(0);
    {
        const tests::SmallFiles small(room);
        table.findChild<QPushButton*>(u"steps.save"_s)->click();
    }
    QVERIFY2(said.contains(u"File too large"_s), qPrintable(said));
    QCOMPARE(content(path), QByteArray("old"));
}

/// That it is not kept in its place is told once; what was kept in a folder that is gone is kept again, and nobody
/// else's to take.
void TstFailedWrites::aKeptLesson()
{
    const tests::Home home;
    tests::Stage stage;
    tests::makeLesson(stage, u"Mine"_s);
    tests::typeBehind(stage, u"Mine"_s, u" and yours"_s);
    const QString state = home.folder.filePath(u"state"_s);
    const auto keep = [&] { emit stage.window.session().keepAsked(); };
    keep();
    QVERIFY(QDir(state).removeRecursively());
    keep();
    QVERIFY(ui::KeptText(tests::onlyFile(home).filePath()).differs());
    QCOMPARE(ui::KeptText::kept().size(), std::size_t{0});
    QVERIFY(!stage.window.notices().isAsking());
    QVERIFY(QDir(state).removeRecursively());
    tests::write(state, u"in the way"_s);
    const auto said = [&] { return stage.part<QLabel>("notice.sentence")->text(); };
    const QString elsewhere = u"The text is kept until you log out: Not a directory. It is in "_s;
    const QString runtime = home.folder.filePath(u"runtime"_s);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(elsewhere));
    for (int change = 0; change < 2; ++change)
        keep();
    QVERIFY2(said().startsWith(elsewhere + runtime), qPrintable(said()));
    const ui::KeptText draft(tests::onlyFile(home).filePath());
    QVERIFY(draft.differs() && draft.text()->contains(u"Mine and yours"_s));
    QCOMPARE(ui::KeptText::kept().size(), std::size_t{0}); // it is edited
    draft.discard();
    QVERIFY(draft.differs());
    QVERIFY(QFile::remove(state)); // the usual place again
    keep();
    QVERIFY(!stage.window.notices().isAsking() && draft.differs());
    QVERIFY(QDir(runtime + u"/rooflight/lessons"_s).entryList({u"*.json"_s, u"*.path"_s}, QDir::Files).isEmpty());
    QCOMPARE(draft.lock()->error(), QLockFile::LockFailedError);
    QVERIFY(QDir(state).removeRecursively() && QDir(runtime).removeRecursively());
    tests::write(state, u"in the way"_s);
    tests::write(runtime, u"in the way"_s);
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"^The text is not kept for the case of a crash"_s));
    keep();
    QVERIFY2(said().startsWith(u"The text is not kept for the case of a crash: Not a directory. "_s),
             qPrintable(said()));
    stage.trigger("save");
    QVERIFY(!stage.window.notices().isAsking()); // nothing is left that could be lost
}

/// Nothing of it stays where it lay, and the window after it finds it.
void TstFailedWrites::whereNothingIsTakenAnotherPlaceIs()
{
    const QTemporaryDir folder;
    const QString records = u"*.rooflight.json"_s;
    const QString usual = folder.filePath(u"usual"_s), other = folder.filePath(u"other"_s);
    QFile file(usual);
    QVERIFY(file.open(QIODevice::WriteOnly));
    {
        ui::Session session(tests::startScenario());
        ui::Autosave autosave(session, usual, other);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"^Changes are kept until .*: Not a directory."_s));
        QVERIFY(session.edit("work.batch", 4096.0));
        autosave.saveNow();
        QCOMPARE(QDir(other).entryList({records}, QDir::Files).size(), 1);
        QVERIFY(file.remove());
        QVERIFY(session.edit("work.batch", 8192.0));
        autosave.saveNow();
        QCOMPARE(QDir(other).entryList(QDir::Files), QStringList());
        QCOMPARE(QDir(usual).entryList({records}, QDir::Files).size(), 1);
        QVERIFY(QDir(usual).removeRecursively() && file.open(QIODevice::WriteOnly));
        file.close();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"^Changes are kept until .*: Not a directory."_s));
        QVERIFY(session.edit("work.batch", 16384.0));
        autosave.saveNow();
    }
    ui::Session next(tests::startScenario());
    const ui::Autosave autosave(next, usual, other);
    const auto offered = autosave.recovered();
    QCOMPARE(offered.size(), std::size_t{1});
    QCOMPARE(offered.front().scenario.work.batch, 16384.0);
    ui::Autosave::discard(offered.front());
    QCOMPARE(QDir(other).entryList(QDir::Files), QStringList());
}

/// A disk that fills leaves the record that was written before.
void TstFailedWrites::oneRecordOfAWindowIsOffered()
{
    const QTemporaryDir folder;
    const QString usual = folder.filePath(u"usual"_s), other = folder.filePath(u"other"_s);
    {
        ui::Session session(tests::startScenario());
        ui::Autosave autosave(session, usual, other);
        QVERIFY(session.edit("work.batch", 4096.0));
        autosave.saveNow();
        const QStringList places = QDir(usual).entryList({u"*.path"_s}, QDir::Files);
        QCOMPARE(places.size(), 1);
        QVERIFY(QDir(usual).remove(places.front()) && QDir(usual).mkdir(places.front())); // which no file replaces
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"^Changes are kept until you log out: "_s));
        QVERIFY(session.edit("work.batch", 8192.0));
        autosave.saveNow();
    }
    const QStringList records{u"*.rooflight.json"_s};
    QCOMPARE(QDir(usual).entryList(records).size() + QDir(other).entryList(records).size(), 2);
    ui::Session next(tests::startScenario());
    const ui::Autosave autosave(next, usual, other), beside(next, usual, other);
    const auto offered = autosave.recovered();
    QCOMPARE(offered.size(), std::size_t{1});
    QCOMPARE(offered.front().scenario.work.batch, 8192.0);
    QCOMPARE(beside.recovered().size(), std::size_t{0});
    ui::Autosave::discard(offered.front());
    QCOMPARE(beside.recovered().size(), std::size_t{0});
    QCOMPARE(QDir(usual).entryList(QDir::Files) + QDir(other).entryList(QDir::Files), QStringList());
}

ROOFLIGHT_TEST(TstFailedWrites)
#include "tst_failed_writes.moc"

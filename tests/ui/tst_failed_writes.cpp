// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what the window says and leaves behind when a file cannot be written as a whole.
#include "own_lesson.h"
#include "recording_stage.h"
#include "support/small_files.h"
#include "support/suite.h"
#include "ui/export/animation_dialog.h"
#include "ui/export/export_dialog.h"
#include "ui/session/session.h"
#include "ui/shell/lesson_author.h"
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

/// That it is not kept is told once; what was kept in a folder that is gone is kept again, and nobody else's to take.
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
    QVERIFY(ui::LessonAuthor::isKept(tests::onlyFile(home).filePath()));
    QCOMPARE(ui::LessonAuthor::kept().size(), std::size_t{0});
    QVERIFY(!stage.window.notices().isAsking());
    QVERIFY(QDir(state).removeRecursively());
    tests::write(state, u"in the way"_s);
    keep();
    const QString said = stage.part<QLabel>("notice.sentence")->text();
    QVERIFY2(said.startsWith(u"The text is not kept for the case of a crash: Not a directory. "_s), qPrintable(said));
}

ROOFLIGHT_TEST(TstFailedWrites)
#include "tst_failed_writes.moc"

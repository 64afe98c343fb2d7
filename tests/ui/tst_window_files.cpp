// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what the window asks when another program has changed its file, that foreign text stays text, and that large
// files do not stop it.
#include "core/io/picture_state.h"
#include "core/io/write_file.h"
#include "support/suite.h"
#include "ui/session/document_file.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/window_files.h"
#include "window_stage.h"

#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressDialog>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>

using namespace Qt::Literals::StringLiterals;

class TstWindowFiles : public QObject
{
    Q_OBJECT
private slots:
    void changesFromOutsideAreNotReplacedSilently();
    void aFileThatIsRemovedIsAskedAbout();
    void picturesAreKnownByTheirContent();
    void changesFromOutsideAreToldWhenTheWindowIsActive();
    void foreignTextIsNoHtml();
    void aRefusedFileIsToldInTheLineOfHints();
    void ofSeveralDroppedFilesOneIsOpened();
    void largeFilesAreReadBesideTheWindow();
    void readingALargeFileCanBeStopped();
    void whatIsTypedIsSavedWithoutEnter_data();
    void whatIsTypedIsSavedWithoutEnter();
    void whatIsTypedAsksBeforeClosing();
    void whatIsTypedAndRefusedIsTold();

private:
    static QByteArray content(const QString& path);

    QTemporaryDir m_folder;
};

namespace
{

/// Answers the next message box with the button of that text; keeps what it said.
class Answer : public QObject
{
public:
    explicit Answer(QString button) : m_button(std::move(button))
    {
        connect(&m_clock, &QTimer::timeout, this, [this] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box)
                return;
            said = box->text();
            format = box->textFormat();
            isDefault = box->defaultButton() ? box->defaultButton()->text() : QString();
            for (QAbstractButton* each : box->buttons())
                if (QString(each->text()).remove(u'&') == m_button)
                    return each->click();
            box->reject();
        });
        m_clock.start(0);
    }

    QString said, isDefault;
    Qt::TextFormat format = Qt::AutoText;

private:
    QString m_button;
    QTimer m_clock;
};

/// Saves a batch of 2,048 there, as another window would.
void changeOutside(const QString& path)
{
    ui::Session other(tests::startScenario());
    QVERIFY(other.edit("work.batch", 2048.0));
    QVERIFY(other.save(path));
}

QByteArray film(int megabytes, const core::Scenario& scenario)
{
    QByteArray gif("GIF89a\x01\x00\x01\x00\x00\x00\x00", 13);
    const QByteArray block = '\xff' + QByteArray(255, 'x');
    gif += QByteArray("!\xfe", 2) + block.repeated(qsizetype{megabytes} * 4096) + '\0' + ';';
    return QByteArray::fromStdString(core::gifWithScenario(gif.toStdString(), scenario));
}

/// Without Enter.
void type(tests::WindowStage& stage, const char* field, const QString& text)
{
    auto* line = stage.part<QLineEdit>(field);
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, text);
    stage.settle();
}

} // namespace

QByteArray TstWindowFiles::content(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no file");
}

void TstWindowFiles::changesFromOutsideAreNotReplacedSilently()
{
    tests::WindowStage stage;
    ui::Session& session = stage.window.session();
    const QString path = m_folder.filePath(u"a.rooflight.json"_s);
    QVERIFY(session.save(path));
    QVERIFY(session.edit("work.batch", 4096.0));
    changeOutside(path);
    const QByteArray theirs = content(path);
    {
        const Answer cancel(u"Cancel"_s);
        stage.trigger("save");
        QVERIFY2(cancel.said.contains(path + u" was changed by another program"_s), qPrintable(cancel.said));
        QVERIFY(cancel.isDefault.contains(u"Cancel"_s));
    }
    QCOMPARE(content(path), theirs);
    QVERIFY(!session.undoStack().isClean());
    {
        const Answer replace(u"Replace"_s);
        stage.trigger("save");
    }
    QVERIFY(content(path).contains("4096"));
    QVERIFY(session.undoStack().isClean());
    stage.trigger("save"); // asks nothing: a box would stay for ever
}

/// The only copy is then the one in the window.
void TstWindowFiles::aFileThatIsRemovedIsAskedAbout()
{
    tests::WindowStage stage;
    ui::Session& session = stage.window.session();
    const QString path = m_folder.filePath(u"gone.rooflight.json"_s);
    QVERIFY(session.save(path));
    QVERIFY(QFile::remove(path));
    QEvent active(QEvent::WindowActivate);
    QApplication::sendEvent(&stage.window, &active);
    stage.settle();
    QCOMPARE(stage.part<QLabel>("notice.sentence")->text(), path + u" is no longer there; Save writes it again."_s);
    {
        const Answer stay(u"Cancel"_s);
        QVERIFY(!stage.window.close());
        QVERIFY2(stay.said.contains(u"gone.rooflight.json"_s), qPrintable(stay.said));
    }
    stage.trigger("save");
    QVERIFY(content(path).contains("rooflight"));
    QVERIFY(stage.window.close());
}

void TstWindowFiles::picturesAreKnownByTheirContent()
{
    const QString picture = m_folder.filePath(u"picture.txt"_s), scenario = m_folder.filePath(u"scenario.png"_s);
    QVERIFY(core::writeFile(picture.toStdString(), "GIF89a"));
    QVERIFY(core::writeFile(scenario.toStdString(), "{}"));
    QVERIFY(ui::isPictureFile(picture) && !ui::isPictureFile(scenario));
}

void TstWindowFiles::changesFromOutsideAreToldWhenTheWindowIsActive()
{
    tests::WindowStage stage;
    ui::Session& session = stage.window.session();
    const QString path = m_folder.filePath(u"<b>b.rooflight.json"_s);
    QVERIFY(session.save(path));
    const auto activate = [&] {
        QEvent active(QEvent::WindowActivate);
        QApplication::sendEvent(&stage.window, &active);
        stage.settle();
    };
    activate();
    QVERIFY(!stage.window.notices().isAsking());
    changeOutside(path);
    activate();
    QVERIFY(stage.window.notices().isAsking());
    QVERIFY(stage.part("notice")->isVisible() && !stage.part("hint")->isVisible());
    QCOMPARE(stage.part<QLabel>("notice.sentence")->text(), u"<b>b.rooflight.json was changed by another program."_s);
    stage.part<QPushButton>("notice.1")->click(); // Keep mine
    activate();
    QVERIFY(!stage.window.notices().isAsking()); // told once
    QVERIFY(session.isChangedOutside());         // and asked about when it is saved
    QVERIFY(session.edit("work.batch", 4096.0));
    changeOutside(path);
    QVERIFY(QFile(path).resize(0));
    activate();
    changeOutside(path);
    activate();
    {
        const Answer stay(u"Cancel"_s);
        stage.part<QPushButton>("notice.0")->click(); // Reload
        QVERIFY(stay.said.contains(u"gives up the changes"_s));
    }
    QCOMPARE(session.scenario().work.batch, 4096.0);
    session.undoStack().setClean();
}

void TstWindowFiles::foreignTextIsNoHtml()
{
    tests::WindowStage stage;
    const QString path = m_folder.filePath(u"<img src=x>\u202e.json"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"<a href='x'>\": 1}") > 0);
    file.close();
    ui::NoticeBar notices;
    ui::WindowFiles files(stage.window.session(), notices, stage.window);
    files.openFile(path);
    const auto* said = notices.findChild<QLabel*>(u"notice.sentence"_s);
    QCOMPARE(said->textFormat(), Qt::PlainText);
    QVERIFY2(said->text().contains(u"<img src=x>\\u{202E}.json"_s), qPrintable(said->text()));
}

/// No box: what was open is still there to work with.
void TstWindowFiles::aRefusedFileIsToldInTheLineOfHints()
{
    tests::WindowStage stage;
    const auto write = [&](const QString& name, const QByteArray& bytes) {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
    };
    const QString bad = write(u"bad.json"_s, "{\"format\": \"rooflight-scenario\",\n \"version\": 1,}");
    const QString good = write(u"good.json"_s, "{\"format\": \"rooflight-scenario\", \"version\": 1}");
    const core::Scenario before = stage.window.session().scenario();
    const Answer box(u"OK"_s); // a box would wait for it
    ui::NoticeBar notices;
    ui::WindowFiles files(stage.window.session(), notices, stage.window);
    files.openFile(bad);
    QCOMPARE(box.said, QString());
    QVERIFY(notices.isAsking());
    QCOMPARE(notices.findChild<QLabel*>(u"notice.sentence"_s)->text(),
             u"bad.json, line 2, column 15: a comma stands before }. Remove the comma."_s);
    QVERIFY(stage.window.session().scenario() == before);
    files.openFile(good);
    QVERIFY(!notices.isAsking());
}

/// The first, and it is said; whatever they are.
void TstWindowFiles::ofSeveralDroppedFilesOneIsOpened()
{
    tests::WindowStage stage;
    QList<QUrl> files{QUrl(u"https://example.org/a.json"_s)};
    for (int i = 1; i <= 20; ++i) {
        files.push_back(QUrl::fromLocalFile(m_folder.filePath(u"%1.rooflight.json"_s.arg(i))));
        changeOutside(files.back().toLocalFile());
    }
    files.push_back(QUrl::fromLocalFile(m_folder.path()));
    files.push_back(QUrl::fromLocalFile(u"/dev/zero"_s));
    const auto drop = [&](const QList<QUrl>& urls) {
        QMimeData data;
        data.setUrls(urls);
        QDragEnterEvent enter({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&stage.window, &enter);
        QDropEvent event({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        if (enter.isAccepted())
            QApplication::sendEvent(&stage.window, &event);
        stage.settle();
        return enter.isAccepted();
    };
    QVERIFY(drop(files));
    QCOMPARE(stage.window.session().scenario().work.batch, 2048.0);
    QCOMPARE(stage.window.session().fileName(), files[1].toLocalFile());
    QCOMPARE(stage.part<QLabel>("notice.sentence")->text(),
             u"22 files were dropped; a window opens one of them: 1.rooflight.json. Drop the others one by one."_s);
    std::ranges::reverse(files);
    QVERIFY(drop(files));
    QVERIFY(stage.part<QLabel>("notice.sentence")->text().contains(u"/dev/zero cannot be read: it is a device"_s));
    QVERIFY(!drop({files.back()})); // nothing of this machine
}

void TstWindowFiles::largeFilesAreReadBesideTheWindow()
{
    tests::WindowStage stage;
    core::Scenario scenario = tests::startScenario();
    scenario.title = "Filmed";
    const QString path = m_folder.filePath(u"film.gif"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(film(64, scenario)) > 64'000'000);
    file.close();
    ui::NoticeBar notices;
    ui::WindowFiles files(stage.window.session(), notices, stage.window);
    int turns = 0; // of the event loop, meanwhile
    QTimer clock;
    connect(&clock, &QTimer::timeout, this, [&] { ++turns; });
    clock.start(0);
    files.openFile(path);
    QVERIFY(turns > 3);
    QCOMPARE(stage.window.session().scenario().title, std::string("Filmed"));
    QVERIFY(stage.window.session().fileName().isEmpty()); // it is a picture
}

void TstWindowFiles::readingALargeFileCanBeStopped()
{
    tests::WindowStage stage;
    const QString path = m_folder.filePath(u"stopped.gif"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(film(64, tests::startScenario())) > 64'000'000);
    file.close();
    const core::Scenario before = stage.window.session().scenario();
    ui::NoticeBar notices;
    ui::WindowFiles files(stage.window.session(), notices, stage.window);
    QTimer clock;
    connect(&clock, &QTimer::timeout, this, [&] {
        if (auto* progress = stage.window.findChild<QProgressDialog*>(u"reading"_s))
            progress->cancel();
    });
    clock.start(0);
    files.openFile(path); // says nothing, and no box waits
    QVERIFY(stage.window.session().scenario() == before);
}

void TstWindowFiles::whatIsTypedIsSavedWithoutEnter_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("saved");
    QTest::newRow("work.batch.field") << u"77777"_s << u"\"work.batch\": 77777"_s;
    QTest::newRow("mesh.X.field") << u"32"_s << u"\"mesh.X\": 32"_s;
    QTest::newRow("shard.expr.field") << u"A[I"_s << u"\"shard.expr\": \"A[I\""_s; // and cannot be planned
}

void TstWindowFiles::whatIsTypedIsSavedWithoutEnter()
{
    QFETCH(QString, text);
    QFETCH(QString, saved);
    tests::WindowStage stage;
    ui::Session& session = stage.window.session();
    const QString path = m_folder.filePath(u"typed.rooflight.json"_s);
    QVERIFY(session.save(path));
    stage.openTab(QByteArray(QTest::currentDataTag()) == "shard.expr.field" ? 3 : 1);
    type(stage, QTest::currentDataTag(), text);
    QVERIFY(!content(path).contains(saved.toUtf8()));
    stage.trigger("save");
    QVERIFY2(content(path).contains(saved.toUtf8()), content(path).constData());
    QVERIFY(session.isSaved());
    QTest::keyClick(stage.part(QTest::currentDataTag()), Qt::Key_Return);
    QVERIFY(session.isSaved()); // the same once more
}

void TstWindowFiles::whatIsTypedAsksBeforeClosing()
{
    tests::WindowStage stage;
    QVERIFY(stage.window.session().save(m_folder.filePath(u"closing.rooflight.json"_s)));
    type(stage, "work.batch.field", u"77777"_s);
    {
        const Answer cancel(u"Cancel"_s);
        QVERIFY(!stage.window.close());
        QVERIFY2(cancel.said.contains(u"changes that are not saved"_s), qPrintable(cancel.said));
    }
    QTest::keyClick(stage.part("work.batch.field"), Qt::Key_Escape);
    stage.window.session().undoStack().undo();
    QVERIFY(stage.window.close()); // asks nothing: a box would stay for ever
}

void TstWindowFiles::whatIsTypedAndRefusedIsTold()
{
    tests::WindowStage stage;
    const QString path = m_folder.filePath(u"refused.rooflight.json"_s);
    QVERIFY(stage.window.session().save(path));
    type(stage, "work.batch.field", u"many"_s);
    stage.trigger("save");
    const QString said = stage.part<QLabel>("notice.sentence")->text();
    QVERIFY2(said.startsWith(u"refused.rooflight.json is saved without what was typed last: "_s), qPrintable(said));
    {
        const Answer cancel(u"Cancel"_s);
        QVERIFY(!stage.window.close());
        QVERIFY2(cancel.said.startsWith(u"What was typed last is lost: "_s), qPrintable(cancel.said));
        QVERIFY(cancel.isDefault.contains(u"Cancel"_s));
    }
    const Answer discard(u"Discard"_s);
    QVERIFY(stage.window.close());
}

ROOFLIGHT_TEST(TstWindowFiles)
#include "tst_window_files.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks edits, undo steps, publishing and files of a session.
#include "start_scenario.h"
#include "support/suite.h"

#include "core/io/measured_csv.h"
#include "core/io/picture_state.h"
#include "ui/session/session.h"

#include <QFile>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>

class TstSession : public QObject
{
    Q_OBJECT
private slots:
    void manyEditsInOneTurnCostOneEvaluation();
    void changesThatGoWithItAreNotToldOf();
    void editsOfOneGestureAreOneStep();
    void editsWithoutGestureAreStepsOfTheirOwn();
    void aGestureThatEndsWhereItBeganLeavesNoStep();
    void stepsAreWordedWithTheirNumbers();
    void refusedEditLeavesEverythingAsItWas();
    void undoneAndRedoneEditsGiveTheSameFilesByte();
    void aRepairIsOneStepOfAllItsEdits();
    void resetCanBeUndone();
    void savedFileOpensAsTheSameScenario();
    void anOpenedPictureIsNotSavedOver();
    void longAnimationsAreOpened();
    void whatCouldNotBeReadAgainIsNotWritten();
    void changesFromOutsideAreNoticed();
    void badFileIsRefusedWithASentence_data();
    void badFileIsRefusedWithASentence();
    void snapshotsOfADragSaySo();
    void aDesignThatWaitsKeepsItsSteps();
    void aDesignThatWaitsKeepsItsMeasuredPoints();
    void measuredPointsComeBackWithUndo();
};

namespace
{

double batchOf(const ui::Session& session) { return session.scenario().work.batch; }

} // namespace

void TstSession::manyEditsInOneTurnCostOneEvaluation()
{
    ui::Session session(tests::startScenario());
    const auto before = session.snapshot().number;
    QSignalSpy changed(&session, &ui::Session::changed);
    const ui::Gesture gesture = session.beginGesture();
    for (double batch = 1; batch <= 500; ++batch) {
        QVERIFY(session.edit("work.batch", batch, gesture));
    }
    QCOMPARE(changed.count(), 0);
    QVERIFY(changed.wait());
    QCOMPARE(changed.count(), 1);
    QCOMPARE(session.snapshot().number, before + 1);
    QCOMPARE(session.snapshot().scenario.work.batch, 500.0);
}

/// Whoever listened would ask a session that is half gone.
void TstSession::changesThatGoWithItAreNotToldOf()
{
    auto session = std::make_unique<ui::Session>(tests::startScenario());
    QVERIFY(session->edit("work.batch", 4096.0));
    const QSignalSpy clean(&session->undoStack(), &QUndoStack::cleanChanged);
    session.reset();
    QCOMPARE(clean.count(), 0);
}

void TstSession::editsOfOneGestureAreOneStep()
{
    ui::Session session(tests::startScenario());
    const ui::Gesture drag = session.beginGesture();
    for (const double batch : {30000.0, 20000.0, 16384.0}) {
        QVERIFY(session.edit("work.batch", batch, drag));
    }
    session.endGesture();
    QCOMPARE(session.undoStack().count(), 1);
    session.undoStack().undo();
    QCOMPARE(batchOf(session), 32768.0);
}

void TstSession::editsWithoutGestureAreStepsOfTheirOwn()
{
    ui::Session session(tests::startScenario());
    QVERIFY(session.edit("work.batch", 16384.0));
    QVERIFY(session.edit("work.batch", 8192.0));
    QCOMPARE(session.undoStack().count(), 2);
}

void TstSession::aGestureThatEndsWhereItBeganLeavesNoStep()
{
    ui::Session session(tests::startScenario());
    const ui::Gesture drag = session.beginGesture();
    QVERIFY(session.edit("work.batch", 16384.0, drag));
    QVERIFY(session.edit("work.batch", 32768.0, drag));
    session.endGesture();
    QCOMPARE(session.undoStack().count(), 0);
}

void TstSession::stepsAreWordedWithTheirNumbers()
{
    ui::Session session(tests::startScenario());
    const ui::Gesture drag = session.beginGesture();
    QVERIFY(session.edit("work.batch", 20000.0, drag));
    QVERIFY(session.edit("work.batch", 16384.0, drag));
    session.endGesture();
    QCOMPARE(session.undoStack().undoText(), QStringLiteral("Batch 32,768 → 16,384"));
    QVERIFY(session.editFromText("mesh.Y.role", "context"));
    QCOMPARE(session.undoStack().undoText(), QStringLiteral("Role of Y Tensor → Context"));
}

void TstSession::refusedEditLeavesEverythingAsItWas()
{
    ui::Session session(tests::startScenario());
    const core::Scenario before = session.scenario();
    QVERIFY(!session.edit("work.batch", -5.0));
    QVERIFY(!session.editFromText("work.batch", "abc"));
    QVERIFY(!session.edit("no.such.field", 1.0));
    QVERIFY(session.scenario() == before);
    QCOMPARE(session.undoStack().count(), 0);
}

void TstSession::undoneAndRedoneEditsGiveTheSameFilesByte()
{
    ui::Session session(tests::startScenario());
    QRandomGenerator random(20261);
    const char* const ids[] = {"work.batch", "work.seq", "model.D", "model.L", "mesh.X", "mesh.Z", "hw.hbm.bytes"};
    std::vector<std::string> files{core::writeScenario(session.scenario())};
    while (files.size() <= 50) {
        const core::Field& field = *core::findField(ids[random.bounded(7)]);
        const auto detents = core::detents(field);
        const double value = detents[static_cast<std::size_t>(random.bounded(static_cast<int>(detents.size())))];
        QVERIFY(session.edit(field.id, value));
        if (const std::string file = core::writeScenario(session.scenario());
            session.undoStack().count() == static_cast<int>(files.size())) {
            files.push_back(file);
        }
    }
    for (std::size_t i = files.size() - 1; i > 0; --i) {
        QCOMPARE(core::writeScenario(session.scenario()), files[i]);
        session.undoStack().undo();
    }
    for (const std::string& file : files) {
        QCOMPARE(core::writeScenario(session.scenario()), file);
        session.undoStack().redo();
    }
}

void TstSession::aRepairIsOneStepOfAllItsEdits()
{
    ui::Session session(tests::startScenario());
    QVERIFY(session.apply({"Use 8 and 8", {{"mesh.X", 8.0}, {"mesh.Y", 8.0}}}));
    QCOMPARE(session.undoStack().count(), 1);
    QCOMPARE(session.undoStack().undoText(), QStringLiteral("Use 8 and 8"));
    QVERIFY(!session.apply({"No", {{"mesh.X", 4.0}, {"mesh.Y", -1.0}}}));
    QCOMPARE(session.scenario().mesh.axis[0].size, 8.0);
    session.undoStack().undo();
    QCOMPARE(session.scenario().mesh.axis[0].size, 16.0);
    QCOMPARE(session.scenario().mesh.axis[1].size, 4.0);
}

void TstSession::resetCanBeUndone()
{
    ui::Session session(tests::startScenario());
    QVERIFY(session.edit("work.batch", 8192.0));
    session.reset();
    QVERIFY(session.scenario() == tests::openedScenario("start"));
    session.undoStack().undo();
    QCOMPARE(batchOf(session), 8192.0);
}

void TstSession::savedFileOpensAsTheSameScenario()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.rooflight.json"));
    ui::Session session(tests::startScenario());
    QVERIFY(session.edit("work.batch", 12345.0));
    QVERIFY(!session.undoStack().isClean());
    QVERIFY(session.save(path));
    QVERIFY(session.undoStack().isClean());
    QCOMPARE(session.fileName(), path);

    ui::Session other(tests::shippedScenario("llama3-70b-v5p"));
    QVERIFY(other.open(path));
    QVERIFY(other.scenario() == session.scenario());
    QCOMPARE(other.undoStack().count(), 0);
}

void TstSession::anOpenedPictureIsNotSavedOver()
{
    const QTemporaryDir folder;
    ui::Session session(tests::startScenario());
    QVERIFY(session.edit("work.batch", 4096.0));
    QFile file(folder.filePath(QStringLiteral("picture.svg")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("<svg>" + QByteArray::fromStdString(core::svgMetadata(session.scenario())) + "</svg>");
    file.close();
    ui::Session other(tests::startScenario());
    QVERIFY(other.open(file.fileName()));
    QVERIFY(other.scenario() == session.scenario());
    QVERIFY(other.fileName().isEmpty());
}

/// A GIF whose frames, here comments, take more than a scenario may; the same bytes that are no picture are refused.
void TstSession::longAnimationsAreOpened()
{
    const QTemporaryDir folder;
    ui::Session session(tests::startScenario());
    QVERIFY(session.edit("work.batch", 4096.0));
    QByteArray gif("GIF89a\x01\x00\x01\x00\x00\x00\x00", 13);
    for (int frame = 0; frame < 270; ++frame) {
        gif += QByteArray("!\xfe", 2);
        for (int block = 0; block < 256; ++block) {
            gif += '\xff' + QByteArray(255, 'x');
        }
        gif += '\0';
    }
    const std::string whole = core::gifWithScenario((gif + ';').toStdString(), session.scenario());
    QVERIFY(whole.size() > 17'000'000);
    const auto write = [&](const char* name, const QByteArray& content) {
        QFile file(folder.filePath(QLatin1String(name)));
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? file.fileName() : QString();
    };
    ui::Session other(tests::startScenario());
    QVERIFY(other.open(write("film.gif", QByteArray::fromStdString(whole))));
    QVERIFY(other.scenario() == session.scenario());
    const auto refused = other.open(write("text.json", QByteArray::fromStdString("x" + whole)));
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("FILE_SIZE"));
    QVERIFY(refused.error().text.ends_with("text.json is larger than 64 KiB; a scenario, a lesson or a file of "
                                           "settings has a few kB: shorten its texts."));
    QFile large(write("large.gif", gif.left(13)));
    QVERIFY(large.resize((qint64{1} << 28) + 1)); // takes no room: there is nothing in it
    const auto picture = other.open(large.fileName());
    QVERIFY(!picture);
    QVERIFY(picture.error().text.ends_with("large.gif is larger than 256 MiB; pictures with a scenario are smaller."));
}

/// JSON writes a control character in six letters: 60 kB of text that is read take 360 kB in a file.
void TstSession::whatCouldNotBeReadAgainIsNotWritten()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.rooflight.json"));
    core::Scenario scenario = tests::startScenario();
    scenario.title = std::string(60'000, '\x7f') + std::string(1000, '\x01');
    ui::Session session(scenario);
    QVERIFY(!session.save(path)); // 60,000 + 6,000 bytes and the keys
    QVERIFY(!QFile::exists(path));
    scenario.title.resize(60'000);
    QVERIFY(ui::Session(scenario).save(path));
    ui::Session other(tests::startScenario());
    QVERIFY(other.open(path));
    const auto refused = session.save(path);
    QVERIFY2(refused.error().text.find("65536") != std::string::npos, refused.error().text.c_str());
    QVERIFY(other.open(path)); // as it was
}

void TstSession::changesFromOutsideAreNoticed()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.rooflight.json"));
    ui::Session session(tests::startScenario());
    QVERIFY(session.save(path));
    QVERIFY(!session.isChangedOutside());
    ui::Session other(tests::startScenario());
    QVERIFY(other.open(path));
    QVERIFY(other.edit("work.batch", 4096.0));
    QVERIFY(other.save(path));
    QVERIFY(session.isChangedOutside());
    QVERIFY(!other.isChangedOutside());
    QVERIFY(session.open(path));
    QVERIFY(!session.isChangedOutside());
    QVERIFY(other.save(path)); // the same bytes at another time
    QVERIFY(!session.isChangedOutside());
    QVERIFY(QFile::remove(path));
    QVERIFY(!session.isChangedOutside()); // there is nothing that could be lost
}

void TstSession::badFileIsRefusedWithASentence_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("batch = 3");
    QTest::newRow("unknown key") << QByteArray(
        R"({"format": "rooflight-scenario", "version": 1, "fields": {"work.bach": 3}})");
    QTest::newRow("negative batch") << QByteArray(
        R"({"format": "rooflight-scenario", "version": 1, "fields": {"work.batch": -3}})");
}

void TstSession::badFileIsRefusedWithASentence()
{
    QFETCH(QByteArray, content);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("bad.rooflight.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    ui::Session session(tests::startScenario());
    const auto done = session.open(path);
    QVERIFY(!done);
    QVERIFY2(done.error().text.find("bad.rooflight.json") != std::string::npos, done.error().text.c_str());
    QVERIFY(session.scenario() == tests::openedScenario("start"));
    QVERIFY(!session.open(folder.filePath(QStringLiteral("missing.json"))));
}

void TstSession::snapshotsOfADragSaySo()
{
    ui::Session session(tests::startScenario());
    QSignalSpy changed(&session, &ui::Session::changed);
    QVERIFY(session.edit("work.batch", 16384.0, session.beginGesture()));
    QVERIFY(changed.wait());
    QVERIFY(session.snapshot().dragging);
    session.endGesture();
    QVERIFY(changed.wait());
    QVERIFY(!session.snapshot().dragging);
}

/// Edits of a lesson and of the design do not mix: each undoes its own.
void TstSession::aDesignThatWaitsKeepsItsSteps()
{
    ui::Session session(tests::startScenario());
    const core::Scenario opened = session.scenario();
    QVERIFY(session.edit("work.batch", 1024.0));
    session.undoStack().setClean(); // saved here
    QVERIFY(session.edit("work.batch", 2048.0, session.nextGesture()));
    QVERIFY(session.edit("work.batch", 4096.0));
    session.undoStack().undo();
    session.pose(tests::startScenario());
    QCOMPARE(session.undoStack().count(), 0);
    QVERIFY(session.edit("work.batch", 7.0));
    session.pose(tests::startScenario()); // the next step
    QVERIFY(session.edit("work.batch", 8.0));
    session.takeBack();
    QCOMPARE(batchOf(session), 2048.0);
    QCOMPARE(session.undoStack().count(), 3);
    QVERIFY(!session.isSaved() && !session.undoStack().isClean());
    session.undoStack().redo();
    QCOMPARE(batchOf(session), 4096.0);
    session.undoStack().undo();
    session.undoStack().undo();
    QCOMPARE(batchOf(session), 1024.0);
    QVERIFY(session.undoStack().isClean());
    session.undoStack().undo();
    QVERIFY(session.scenario() == opened);
}

/// Points are read once, and lessons are taken between.
void TstSession::aDesignThatWaitsKeepsItsMeasuredPoints()
{
    ui::Session session(tests::startScenario());
    const auto points = std::make_shared<const core::MeasuredFile>();
    QSignalSpy changed(&session, &ui::Session::changed);
    const auto shown = [&] { return changed.wait() ? session.snapshot().measured : nullptr; };
    session.setMeasured(points, QStringLiteral("Read points"));
    QCOMPARE(shown(), points);
    session.pose(tests::startScenario());
    QCOMPARE(shown(), nullptr);
    session.pose(tests::startScenario()); // the next step
    QCOMPARE(shown(), nullptr);
    session.takeBack();
    QCOMPARE(shown(), points);
    session.restore(tests::startScenario(), {}, {}); // another document
    QCOMPARE(shown(), nullptr);
}

/// A second file takes the place of the first; neither is anything to be saved.
void TstSession::measuredPointsComeBackWithUndo()
{
    ui::Session session(tests::startScenario());
    const auto first = std::make_shared<const core::MeasuredFile>(),
               second = std::make_shared<const core::MeasuredFile>();
    session.setMeasured(first, QStringLiteral("Read a.csv"));
    session.setMeasured(second, QStringLiteral("Read b.csv"));
    QCOMPARE(session.snapshot().measured, second);
    QCOMPARE(session.undoStack().undoText(), QStringLiteral("Read b.csv"));
    QVERIFY(session.edit("work.batch", 4096.0));
    session.undoStack().undo();
    QCOMPARE(session.snapshot().measured, second);
    session.undoStack().undo();
    QCOMPARE(session.snapshot().measured, first);
    QVERIFY(session.isSaved());
    session.undoStack().redo();
    QCOMPARE(session.snapshot().measured, second);
}

ROOFLIGHT_TEST(TstSession)

#include "tst_session.moc"

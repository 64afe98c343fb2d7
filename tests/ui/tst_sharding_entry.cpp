// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed of a sharded product: its errors stand in one place, one after the other, until they are mended.
#include "core/sharding/report.h"
#include "support/suite.h"
#include "text_recorder.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/hover_card.h"
#include "ui/charts/sharding_layout.h"
#include "ui/session/snapshot.h"
#include "window_stage.h"

#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>

using namespace Qt::Literals::StringLiterals;

class TstShardingEntry : public QObject
{
    Q_OBJECT
private slots:
    void fieldsHoldStillWhileOneTypes();
    void aWrongMeshIsToldWhileOneTypes();
    void aBeginningThatCouldBePlannedIsTakenBack_data();
    void aBeginningThatCouldBePlannedIsTakenBack();
    void aWrongTextIsToldOverASizeThatDoesNotDivide();
    void oneErrorIsToldAfterTheOther();
    void aRefusedSizeIsSaidUntilOneTypesOn();
    void whatIsTakenBackIsNotKept();
    void aWrongProductOfTheScenarioIsToldAtItsField();
    void noCardCoversADrag();
};

/// A letter typed and deleted, over a mesh that is still wrong: no save enters it.
void TstShardingEntry::whatIsTakenBackIsNotKept()
{
    tests::WindowStage stage;
    stage.trigger("tab-3");
    auto& session = stage.window.session();
    const auto before = session.scenario().shard;
    auto* mesh = stage.part<QLineEdit>("shard.mesh.field");
    mesh->setFocus();
    mesh->selectAll();
    QTest::keyClicks(mesh, u"X=4, Y"_s);
    auto* line = stage.part<QLineEdit>("shard.expr.field");
    line->setFocus();
    line->setCursorPosition(1);
    QTest::keyClicks(line, u"Q"_s);
    QVERIFY(session.asTyped().shard.expression != before.expression);
    QTest::keyClick(line, Qt::Key_Backspace);
    QCOMPARE(session.asTyped().shard.expression, before.expression);
    [[maybe_unused]] const auto done = session.enterTyped();
    stage.settle();
    QCOMPARE(session.scenario().shard.expression, before.expression);
    QCOMPARE(line->text(), QString::fromStdString(before.expression));
}

/// Wherever an error comes and goes while one types.
void TstShardingEntry::fieldsHoldStillWhileOneTypes()
{
    tests::WindowStage stage;
    stage.window.resize(1280, 720);
    stage.trigger("tab-3");
    stage.settle();
    auto* line = qobject_cast<QLineEdit*>(stage.part("shard.expr.field"));
    const auto place = [&](const char* name) { return stage.part(name)->mapTo(&stage.window, QPoint()); };
    const QPoint mesh = place("shard.mesh.field"), size = place("shard.size.K.field"), note = place("shard.note");
    line->setFocus();
    line->end(false);
    QTest::keyClick(line, Qt::Key_Backspace);
    stage.settle();
    QVERIFY(stage.part("shard.repair.0")->isVisible());
    QCOMPARE(place("shard.mesh.field"), mesh);
    QCOMPARE(place("shard.size.K.field"), size);
    QCOMPARE(place("shard.note"), note);
    QTest::keyClick(line, Qt::Key_BracketRight);
    auto* field = qobject_cast<QLineEdit*>(stage.part("shard.mesh.field"));
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, u"X4"_s);
    QTest::keyClick(field, Qt::Key_Return);
    stage.settle();
    QCOMPARE(place("shard.mesh.field"), mesh);
    QCOMPARE(place("shard.size.K.field"), size);
    QCOMPARE(place("shard.note"), note);
}

/// In the line below the fields alone: it stays there until it is mended, whatever takes the focus.
void TstShardingEntry::aWrongMeshIsToldWhileOneTypes()
{
    tests::WindowStage stage;
    stage.trigger("tab-3");
    const auto mesh = [&] { return stage.window.session().scenario().shard.mesh; };
    const auto* said = stage.part<QLabel>("shard.note.sentence");
    auto* field = stage.part<QLineEdit>("shard.mesh.field");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, u"X=4, Y"_s);
    stage.settle();
    QVERIFY2(said->text().startsWith(u"Mesh, character 7: Expected = "_s), qPrintable(said->text()));
    QCOMPARE(field->property("state").toString(), u"error"_s);
    QCOMPARE(stage.part<QPushButton>("shard.repair.0")->text(), u"Use the mesh X=4, Y=4"_s);
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Tab}) {
        QTest::keyClick(field, key);
        stage.settle();
        QCOMPARE(field->text(), u"X=4, Y"_s);
        QVERIFY2(said->text().startsWith(u"Mesh, character 7: "_s), qPrintable(said->text()));
        for (const auto* over : stage.window.findChildren<QLabel*>(u"complaint"_s))
            QVERIFY(!over->isVisible());
        QVERIFY(!stage.part("notice")->isVisible());
    }
    QTest::mouseClick(stage.part("shard.repair.0"), Qt::LeftButton);
    stage.settle();
    QCOMPARE(mesh(), std::string("X=4, Y=4"));
    QVERIFY2(said->text().startsWith(u"Case 1"_s), qPrintable(said->text()));
    field->setFocus();
    QTest::keyClick(field, Qt::Key_End);
    QTest::keyClicks(field, u", Z="_s);
    QTest::keyClick(field, Qt::Key_Escape);
    stage.settle();
    QCOMPARE(field->text(), u"X=4, Y=4"_s);
    QVERIFY2(said->text().startsWith(u"Case 1"_s), qPrintable(said->text()));
}

void TstShardingEntry::aBeginningThatCouldBePlannedIsTakenBack_data()
{
    QTest::addColumn<QString>("typed");
    QTest::newRow("a bracket and an axis") << u"A[I_X, J_Y] * B[J, K_Q] -> C[I, K"_s;
    QTest::newRow("an axis twice") << u"A[I_X, J] * B[J, K_X] -> C[I_X, K_X]"_s;
}

/// A[I_X, J_Y] is a whole array to look at, and is passed through. What stood before typing stays, and no undo step.
void TstShardingEntry::aBeginningThatCouldBePlannedIsTakenBack()
{
    QFETCH(QString, typed);
    tests::WindowStage stage;
    stage.trigger("tab-3");
    auto& session = stage.window.session();
    QVERIFY(session.edit("shard.expr", std::string("A[I, J_X] * B[J_X, K] -> C[I, K]")));
    stage.settle();
    const auto before = session.scenario();
    const int steps = session.undoStack().index();
    auto* line = stage.part<QLineEdit>("shard.expr.field");
    line->setFocus();
    line->selectAll();
    bool taken = false;
    for (const QChar letter : typed) {
        QTest::keyClick(line, letter.toLatin1());
        stage.settle();
        taken = taken || !(session.scenario() == before);
    }
    QVERIFY(taken); // while it was all that was typed
    QTest::keyClick(line, Qt::Key_Return);
    stage.settle();
    QCOMPARE(line->text(), typed);
    QCOMPARE(line->property("state").toString(), u"error"_s);
    QVERIFY(session.scenario() == before);
    QCOMPARE(session.undoStack().index(), steps);
    QTest::keyClick(line, Qt::Key_Escape);
    QCOMPARE(line->text(), QString::fromStdString(before.shard.expression));
    line->selectAll();
    QTest::keyClicks(line, u"A[I_X, J_Y] * B[J_Y, K] -> C[I_X, K]"_s);
    stage.settle();
    QCOMPARE(session.undoStack().index(), steps + 1);
    stage.trigger("undo");
    QVERIFY(session.scenario() == before);
    QCOMPARE(line->text(), QString::fromStdString(before.shard.expression));
}

/// Of two mistakes the one that is being typed, with what mends both; it stays told where the other is undone.
void TstShardingEntry::aWrongTextIsToldOverASizeThatDoesNotDivide()
{
    tests::WindowStage stage;
    QVERIFY(stage.window.session().edit("shard.size.I", 102.0));
    stage.trigger("tab-3");
    const auto* said = stage.part<QLabel>("shard.note.sentence");
    QVERIFY2(said->text().startsWith(u"X = 4 does not divide I = 102"_s), qPrintable(said->text()));
    auto* line = stage.part<QLineEdit>("shard.expr.field");
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, u"A[I_X, J] * B[J, K_Q] -> C[I_X, K_Q]"_s);
    stage.settle();
    QVERIFY2(said->text().startsWith(u"The mesh has no axis Q"_s), qPrintable(said->text()));
    QVERIFY(stage.part<QPushButton>("shard.repair.0")->text().endsWith(u"set I = 104"_s));
    stage.window.session().undoStack().undo();
    stage.settle();
    QVERIFY2(said->text().startsWith(u"The mesh has no axis Q"_s), qPrintable(said->text()));
    QTest::mouseClick(stage.part("shard.repair.0"), Qt::LeftButton);
    stage.settle();
    QCOMPARE(line->property("state").toString(), u"good"_s);
}

/// The mesh first, over which the product is judged; then the product. Both are kept until they are planned.
void TstShardingEntry::oneErrorIsToldAfterTheOther()
{
    tests::WindowStage stage;
    stage.trigger("tab-3");
    const auto& shard = stage.window.session().scenario().shard;
    const auto* said = stage.part<QLabel>("shard.note.sentence");
    const auto before = shard;
    const auto type = [&](const char* name, const QString& text) {
        auto* field = stage.part<QLineEdit>(name);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        stage.settle();
    };
    type("shard.mesh.field", u"X=4, Z4"_s);
    type("shard.expr.field", u"A[I_X, J] * B[J, K_Z"_s);
    QVERIFY2(said->text().startsWith(u"Mesh, character 7: "_s), qPrintable(said->text()));
    QVERIFY2(said->text().contains(u"Behind it the product cannot be read either."_s), qPrintable(said->text()));
    QTest::mouseClick(stage.part("shard.repair.0"), Qt::LeftButton);
    stage.settle();
    QCOMPARE(stage.part<QLineEdit>("shard.mesh.field")->text(), u"X=4, Z=4"_s);
    QVERIFY2(!said->text().startsWith(u"Mesh"_s), qPrintable(said->text()));
    QCOMPARE(stage.part<QPushButton>("shard.repair.0")->text(), u"A[I_X, J] * B[J, K_Z]"_s);
    QVERIFY(shard.mesh == before.mesh && shard.expression == before.expression);
    QTest::mouseClick(stage.part("shard.repair.0"), Qt::LeftButton);
    stage.settle();
    QCOMPARE(shard.mesh, std::string("X=4, Z=4"));
    QCOMPARE(shard.expression, std::string("A[I_X, J] * B[J, K_Z]"));
    stage.trigger("undo");
    QVERIFY(shard.mesh == before.mesh && shard.expression == before.expression);
    QCOMPARE(stage.part<QLineEdit>("shard.mesh.field")->text(), QString::fromStdString(before.mesh));
}

/// As of a file or after undo: the field has reason and repairs, the picture none of it; other tabs tell it above.
void TstShardingEntry::aWrongProductOfTheScenarioIsToldAtItsField()
{
    tests::WindowStage stage;
    QVERIFY(stage.window.session().edit("shard.expr", std::string("A[I_X, J_Z] * B[J, K_Y -> C[I")));
    stage.settle();
    const auto* told = stage.part<QLabel>("issue.text");
    const QString reason = u"Expected a comma and another dimension"_s;
    QVERIFY2(told->text().contains(reason), qPrintable(told->text()));
    stage.trigger("tab-3");
    QVERIFY(stage.part<QLabel>("shard.note.sentence")->text().contains(reason));
    QVERIFY2(told->text().contains(u"cannot be planned"_s) && !told->text().contains(reason), qPrintable(told->text()));
    const auto picture = ui::findChart(u"sharding"_s)->make();
    picture->read(stage.window.session().snapshot());
    for (const auto output : {ui::Output::screen, ui::Output::page}) {
        tests::TextRecorder recorder({600, 300});
        QPainter painter(&recorder);
        picture->paint(painter, {0, 0, 600, 300}, ui::Theme::light(), picture->ranges(), output);
        QString words;
        for (const auto& one : recorder.texts)
            words += one.text + u' ';
        QCOMPARE(words.contains(reason), output == ui::Output::page);
    }
    QTest::mouseClick(stage.part("shard.repair.0"), Qt::LeftButton); // mends text and mesh
    stage.settle();
    QCOMPARE(stage.window.session().scenario().shard.mesh, std::string("X=4, Y=4, Z=4"));
    QCOMPARE(told->text(), u"No issues."_s);
}

/// The card of the axis that is pointed at goes as soon as it moves.
void TstShardingEntry::noCardCoversADrag()
{
    tests::WindowStage stage;
    stage.trigger("tab-3");
    auto* chart = stage.part("page.sharding")->findChild<ui::Chart*>(u"chart.sharding"_s);
    const auto layout =
        ui::shardingLayout(core::shardingOf(stage.window.session().scenario()), chart->size() - QSize(4, 4));
    const QPoint axis = layout.arrays[0].axes[0].box.center().toPoint() + QPoint(2, 2);
    const auto move = [&](const QPoint& to, Qt::MouseButtons buttons) {
        QMouseEvent event(QEvent::MouseMove, to, chart->mapToGlobal(to), Qt::NoButton, buttons, {});
        QCoreApplication::sendEvent(chart, &event);
    };
    const auto* card = chart->findChild<ui::HoverCard*>();
    move(axis, Qt::NoButton);
    QVERIFY(card->isVisible());
    QTest::mousePress(chart, Qt::LeftButton, {}, axis);
    move(axis + QPoint(0, 30), Qt::LeftButton);
    QVERIFY(!card->isVisible());
    QTest::mouseRelease(chart, Qt::LeftButton, {}, axis);
}

/// A size that is refused says so until another is typed.
void TstShardingEntry::aRefusedSizeIsSaidUntilOneTypesOn()
{
    tests::WindowStage stage;
    stage.trigger("tab-3");
    auto* field = qobject_cast<QLineEdit*>(stage.part("shard.size.K.field"));
    const auto* sentence = qobject_cast<const QLabel*>(stage.part("shard.note.sentence"));
    const QString before = sentence->text();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, u"0"_s);
    QTest::keyClick(field, Qt::Key_Return);
    stage.settle();
    QVERIFY(sentence->text() != before);
    QTest::keyClicks(field, u"5"_s);
    stage.settle();
    QCOMPARE(sentence->text(), before);
    QTest::keyClick(field, Qt::Key_Escape);
}

ROOFLIGHT_TEST(TstShardingEntry)
#include "tst_sharding_entry.moc"

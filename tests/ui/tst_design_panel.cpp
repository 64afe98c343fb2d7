// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the collectives of the design in the window: one key shows them, one click opens one, times agree.
#include "clipping.h"
#include "core/collectives/report.h"
#include "core/evaluate/evaluate.h"
#include "design_stage.h"
#include "support/suite.h"
#include "ui/collectives/design_list.h"
#include "ui/collectives/design_panel.h"
#include "ui/derivation/explain_panel.h"
#include "ui/numbers/value_label.h"
#include "ui/playback/collective_caption.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>

using tests::DesignStage;

class TstDesignPanel : public QObject
{
    Q_OBJECT
private slots:
    void oneKeyShowsThem();
    void aButtonOfTheCardShowsThem();
    void eachIsListedUnderItsPass();
    void aClickOpensOneAndUndoTakesItBack();
    void enterOpensToo();
    void withoutRoomBesideItWhatOpensIsShown();
    void theChosenRowStaysInSight();
    void ofThoseThatAreAlikeTheChosenIsMarked();
    void theTimeIsThatOfTheStep();
    void oneCallIsNoProduct();
    void aDifferenceIsNamed();
    void anotherClockAddsItsHops();
    void theListFollowsTheDesign();
    void emptyListsSayWhy_data();
    void emptyListsSayWhy();
    void numbersExplainThemselves();
    void rowsAreReadOut();
    void namesHaveSubscripts();
    void nothingIsClipped_data();
    void nothingIsClipped();
    void whatFindsNoRoomBelowTheListScrolls();
};

void TstDesignPanel::oneKeyShowsThem()
{
    tests::WindowStage stage;
    QVERIFY(!stage.part<ui::DesignPanel>("design.panel"));
    QTest::keyClick(&stage.window, Qt::Key_D, Qt::ControlModifier);
    stage.settle();
    QVERIFY(stage.part("design.list")->isVisible());
    QVERIFY(stage.part("design.list")->hasFocus());
    auto* list = stage.part<ui::DesignList>("design.list");
    QVERIFY(list->rows().isOpened(list->currentIndex().row())); // the keys begin at the one in sight
}

/// The start: FSDP over 16, tensor over 4, two matrices.
void TstDesignPanel::aButtonOfTheCardShowsThem()
{
    tests::WindowStage stage;
    QTest::mouseClick(stage.part("card.torus.design"), Qt::LeftButton);
    stage.settle();
    QVERIFY(stage.part("design.list")->isVisible());
}

void TstDesignPanel::eachIsListedUnderItsPass()
{
    DesignStage stage;
    const QAbstractItemModelTester tester(&stage.rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QStringList names;
    for (int row = 0; row < stage.rows().rowCount(); ++row) {
        names << stage.rows().row(row).name;
    }
    QCOMPARE(names.join(QStringLiteral("; ")),
             QStringLiteral("Forward pass; AllGather_X of W_in; AllGather_X of W_out; AllGather_Y of In; "
                            "ReduceScatter_Y of Out; Backward pass; AllGather_X of W_in; AllGather_X of W_out; "
                            "ReduceScatter_X of dW_in; ReduceScatter_X of dW_out; AllGather_Y of dOut; "
                            "ReduceScatter_Y of dIn"));
    // 8192 x 32768 in bf16, a quarter of it, over 360 GB/s at book rates, for 32 layers.
    QCOMPARE(stage.rows().row(1).amounts, QStringLiteral("134 MB × 32 layers, 373 µs each"));
    QCOMPARE(stage.rows().row(1).total, QStringLiteral("11.9 ms"));
}

void TstDesignPanel::aClickOpensOneAndUndoTakesItBack()
{
    DesignStage stage;
    const auto before = stage.scenario().coll;
    const int steps = stage.window.session().undoStack().count();
    stage.click(4);
    QCOMPARE(stage.marked(), QStringLiteral("4 ReduceScatter_Y of Out"));
    QCOMPARE(stage.scenario().coll.kind, core::CollectiveKind::reduceScatter);
    QCOMPARE(stage.scenario().coll.torus, std::string("4x4x4"));
    QCOMPARE(stage.scenario().coll.axes, std::string("Z"));
    QCOMPARE(stage.scenario().coll.bytes.si(), 2048. * 8192 * 2);
    QCOMPARE(stage.window.session().undoStack().count(), steps + 1);
    stage.trigger("undo");
    QCOMPARE(stage.scenario().coll, before);
    QVERIFY(stage.marked().isEmpty());
}

void TstDesignPanel::enterOpensToo()
{
    DesignStage stage;
    stage.key("design.list", Qt::Key_Down);
    stage.key("design.list", Qt::Key_Return);
    QCOMPARE(stage.marked(), QStringLiteral("2 AllGather_X of W_out"));
}

/// In the least window the picture is a page like the others.
void TstDesignPanel::withoutRoomBesideItWhatOpensIsShown()
{
    DesignStage stage("start", {1024, 640});
    const auto* torus = stage.part("collectives")->findChild<QWidget*>(QStringLiteral("torus"));
    QVERIFY(!torus->isVisible());
    stage.click(4);
    QVERIFY(torus->isVisible());
    QVERIFY(!stage.part("design.list")->isVisible());
    DesignStage wide("start", {1600, 1000});
    wide.click(4);
    QVERIFY(wide.part("design.list")->isVisible());
}

void TstDesignPanel::theChosenRowStaysInSight()
{
    DesignStage stage("llama3-405b-v5p");
    for (int row = 0; row < 8; ++row) {
        stage.key("design.list", Qt::Key_Down);
    }
    stage.key("design.list", Qt::Key_Return);
    const QRect row = stage.list().visualRect(stage.list().currentIndex());
    QVERIFY(stage.list().viewport()->rect().contains(row));
}

void TstDesignPanel::ofThoseThatAreAlikeTheChosenIsMarked()
{
    DesignStage stage;
    stage.click(1);
    QCOMPARE(stage.marked(), QStringLiteral("1 AllGather_X of W_in"));
    stage.click(7); // the same bytes on the same chips
    QCOMPARE(stage.marked(), QStringLiteral("7 AllGather_X of W_out"));
    QVERIFY(stage.text("design.title").contains(QStringLiteral("W<sub>out</sub>")));
}

/// Exact rates: the schedule of the widget takes what the step charges, and the calls add up to time.X.
void TstDesignPanel::theTimeIsThatOfTheStep()
{
    DesignStage stage;
    stage.set("conv.rates", "exact");
    stage.click(1);
    QCOMPARE(stage.value("design.charged"), QStringLiteral("350 µs"));
    QCOMPARE(stage.value("design.scheduled"), QStringLiteral("350 µs"));
    QCOMPARE(stage.said("design.sum"), QStringLiteral("In the step: 350 µs × 32 layers = 11.2 ms"));
    QCOMPARE(stage.said("design.why"), QStringLiteral("The schedule takes exactly the time that the step charges."));
    QCOMPARE(stage.value("design.time.X"), QStringLiteral("67.1 ms")); // six times 11.2
    QCOMPARE(stage.value("design.time.Y"), QStringLiteral("17.9 ms"));
    QVERIFY(!stage.part("design.time.Z")->isVisible());
}

/// Gradients go over DCN once a step.
void TstDesignPanel::oneCallIsNoProduct()
{
    DesignStage stage;
    stage.set("mesh.slices", "2");
    const int last = stage.rows().rowCount() - 1;
    stage.click(last);
    QCOMPARE(stage.marked(), QString::number(last) + QStringLiteral(" AllReduce_DCN of the gradients"));
    QCOMPARE(stage.said("design.sum"), QStringLiteral("In the step, once: ") + stage.value("design.time.dcn"));
}

/// Book rates: V/W is a sixteenth too long on 16 chips.
void TstDesignPanel::aDifferenceIsNamed()
{
    DesignStage stage;
    stage.click(1);
    QCOMPARE(stage.value("design.charged"), QStringLiteral("373 µs"));
    QCOMPARE(stage.value("design.scheduled"), QStringLiteral("350 µs"));
    QCOMPARE(stage.said("design.why"),
             QStringLiteral("Book rates − 23.3 µs Book rates take the axis to be endlessly long."));
}

void TstDesignPanel::anotherClockAddsItsHops()
{
    DesignStage stage;
    stage.set("conv.rates", "exact");
    stage.click(1);
    stage.set("coll.clock", "async");
    QCOMPARE(stage.marked(), QStringLiteral("1 AllGather_X of W_in"));
    QVERIFY(stage.said("design.why").startsWith(QStringLiteral("Hops + 4 µs A hop takes 1 µs")));
    stage.click(1);
    QCOMPARE(stage.said("design.why"), QStringLiteral("The schedule takes exactly the time that the step charges."));
}

void TstDesignPanel::theListFollowsTheDesign()
{
    DesignStage stage;
    stage.click(4);
    const QString open = stage.marked();
    stage.set("work.batch", "65536");
    QCOMPARE(stage.rows().row(4).amounts, QStringLiteral("67.1 MB × 32 layers, 373 µs each"));
    QVERIFY(!open.isEmpty());
    QCOMPARE(stage.marked(), open); // as large as the design has it now
    stage.set("work.pass", "forward");
    QCOMPARE(stage.rows().rowCount(), 5);
}

void TstDesignPanel::emptyListsSayWhy_data()
{
    QTest::addColumn<QString>("edits");
    QTest::addColumn<QString>("why");
    QTest::newRow("one chip") << "hw.torus auto mesh.X 1 mesh.Y 1"
                              << "One chip: nothing to communicate.";
    QTest::newRow("data parallel, forward")
        << "hw.torus auto mesh.X.role data mesh.Y 1 work.pass forward"
        << "The forward pass of this design communicates nothing. Choose the whole step to see its gradients.";
    QTest::newRow("no mesh") << "mesh.Y 3"
                             << "This design cannot be evaluated; the bar above says why.";
    QTest::newRow("replicas") << "mesh.X.role replicate mesh.Y.role replicate"
                              << "No axis of this design communicates in this mode.";
}

void TstDesignPanel::emptyListsSayWhy()
{
    QFETCH(const QString, edits);
    const QStringList words = edits.split(u' ');
    DesignStage stage;
    for (int i = 0; i < words.size(); i += 2) {
        stage.set(qPrintable(words[i]), qPrintable(words[i + 1]));
    }
    QVERIFY(!stage.list().isVisible());
    QTEST(stage.text("design.empty"), "why");
}

void TstDesignPanel::numbersExplainThemselves()
{
    DesignStage stage;
    stage.click(1);
    const auto* explain = stage.window.findChild<ui::ExplainPanel*>();
    for (const auto& [label, metric] :
         {std::pair("design.charged", "coll.charge"), std::pair("design.scheduled", "coll.time"),
          std::pair("design.time.X", "time.X")}) {
        stage.part<ui::ValueLabel>(label)->click();
        stage.settle();
        QCOMPARE(explain->metricId(), QLatin1String(metric));
    }
}

void TstDesignPanel::rowsAreReadOut()
{
    DesignStage stage;
    stage.click(1);
    const auto read = [&](int row) { return stage.rows().index(row).data(Qt::AccessibleTextRole).toString(); };
    QCOMPARE(read(0), QStringLiteral("Forward pass"));
    QCOMPARE(read(1), QStringLiteral("AllGather_X of W_in: 11.9 ms, 134 MB × 32 layers, 373 µs each, open"));
    QVERIFY(!stage.rows().index(0).flags().testFlag(Qt::ItemIsSelectable));
    QVERIFY(stage.rows().index(1).data(Qt::ToolTipRole).toString().contains(QStringLiteral("134,217,728 bytes")));
}

void TstDesignPanel::namesHaveSubscripts()
{
    QCOMPARE(ui::richName(QStringLiteral("AllGather_X of W_K, W_V")),
             QStringLiteral("AllGather<sub>X</sub> of W<sub>K</sub>, W<sub>V</sub>"));
}

void TstDesignPanel::nothingIsClipped_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("dark");
    QTest::newRow("1280x720, light") << "start" << QSize(1280, 720) << false;
    QTest::newRow("1280x720, dark") << "llama3-70b-v5p" << QSize(1280, 720) << true;
    QTest::newRow("1920x1080, light") << "llama3-70b-h100" << QSize(1920, 1080) << false;
}

void TstDesignPanel::nothingIsClipped()
{
    QFETCH(const QString, scenario);
    QFETCH(const QSize, size);
    QFETCH(const bool, dark);
    DesignStage stage(scenario.toStdString(), size, dark);
    stage.click(1);
    for (int turn = 0; turn < 3; ++turn)
        stage.settle(); // what is below gets its height when its text has its width
    QVERIFY(!stage.marked().isEmpty());
    QCOMPARE(tests::clippedParts(stage.window).join(u'\n'), QString());
    for (int row = 0; row < stage.rows().rowCount(); ++row) { // a row's amounts fit its width
        const int room = stage.list().viewport()->width() - 2 * 10;
        QVERIFY2(QFontMetrics(ui::uiFont(12)).horizontalAdvance(stage.rows().row(row).amounts) <= room,
                 qPrintable(stage.rows().row(row).amounts));
    }
}

/// A note above the tabs, a sum that fills more than a line and two differences leave room for little else.
void TstDesignPanel::whatFindsNoRoomBelowTheListScrolls()
{
    DesignStage stage("llama3-405b-v5p");
    stage.window.resize(1280, 640);
    stage.set("conv.rates", "book");
    stage.click(9);
    stage.set("coll.clock", "async");
    QVERIFY(stage.said("design.why").contains(QStringLiteral("since latency is off.")));
    QCOMPARE(tests::clippedParts(stage.window).join(u'\n'), QString());
    const auto& list = stage.list();
    QVERIFY(list.viewport()->rect().contains(list.visualRect(list.currentIndex())));
    const auto* area = stage.part<QScrollArea>("design.below");
    QVERIFY(area->verticalScrollBar()->maximum() > 0);
    stage.window.resize(1280, 900);
    stage.settle();
    QCOMPARE(area->verticalScrollBar()->maximum(), 0); // as high as it needs to be
}

ROOFLIGHT_TEST(TstDesignPanel)
#include "tst_design_panel.moc"

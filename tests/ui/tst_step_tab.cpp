// SPDX-License-Identifier: GPL-3.0-or-later
// The tab Step by real events: wheel and drag, hover, numbers that explain themselves, places of the difference.
#include "asked_numbers.h"
#include "chart_stage.h"
#include "core/timeline/step_timeline.h"
#include "support/suite.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/hover_card.h"
#include "ui/charts/step_layout.h"
#include "ui/export/export_dialog.h"
#include "ui/numbers/value_label.h"
#include "window_stage.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>
#include <QWheelEvent>

#include <cmath>

using namespace Qt::Literals::StringLiterals;

class TstStepTab : public QObject
{
    Q_OBJECT
private slots:
    void opensByItsKey();
    void wheelGoesToOneLayer();
    void anotherScenarioIsSeenWhole();
    void dragMovesAlongTheClock();
    void anExportHasWhatIsInSight();
    void hoverNamesABar();
    void aLayerFromNearShowsItsMatmuls();
    void aBarOpensItsDerivation();
    void aPartLeadsToItsPlace();
    void agreementIsSaid();
    void waitingGradientsAreCounted();
    void whatAStageHoldsIsOnTheSameClock();
    void theClockIsWholeInASmallWindow();
    void schedulesStandBesideEachOther();
    void oneStageHasNoSchedules();
    void fourWaysShareOneClock();
    void threeWaysWhereOneIsImpossible();
    void thePictureInSightIsTheOneThatIsMeant();
};

namespace
{

struct StepStage : tests::WindowStage {
    explicit StepStage(std::string_view scenario = "start") : WindowStage(scenario, {1280, 800})
    {
        window.findChild<QTabWidget*>(u"tabs"_s)->setCurrentWidget(part("page.step"));
        settle();
        chart()->setFocus();
        settle();
    }
    ~StepStage() { window.session().undoStack().setClean(); }
    StepStage(const StepStage&) = delete;
    StepStage& operator=(const StepStage&) = delete;

    ui::Chart* chart() const { return part("page.step")->findChild<ui::Chart*>(u"chart.step"_s); }
    /// Where something is at a share of the clock's width, and of the height of the rows.
    QPointF at(double across, double down)
    {
        const auto step = core::stepTimeline(window.session().scenario());
        const auto layout = ui::stepLayout(*step, chart()->size() - QSize(4, 4), chart()->ranges());
        return QPointF(2, 2) + layout.plot.topLeft() +
               QPointF(layout.plot.width() * across, layout.plot.height() * down);
    }
    double seen() const { return std::log(chart()->ranges().xMax / chart()->ranges().xMin); }
    void wheel(const QPointF& at, int clicks)
    {
        for (int i = 0; i < std::abs(clicks); ++i) {
            QWheelEvent event(at, chart()->mapToGlobal(at), {}, {0, clicks < 0 ? -120 : 120}, Qt::NoButton,
                              Qt::ControlModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(chart(), &event);
        }
        settle();
        QTest::qWait(30);
    }
    void point(const QPointF& at) { point(at, chart()); }
    void point(const QPointF& at, ui::Chart* on)
    {
        QMouseEvent event(QEvent::MouseMove, at, on->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(on, &event);
        settle();
    }
    QString card() const
    {
        const auto* card = chart()->findChild<ui::HoverCard*>();
        return card && card->isVisible() ? card->accessibleName() + u'\n' + card->accessibleDescription() : QString();
    }
};

} // namespace

void TstStepTab::opensByItsKey()
{
    tests::WindowStage stage;
    for (const auto& row : ui::actionRows())
        if (QLatin1String(row.tip).startsWith(u"The step, operation by operation"_s))
            stage.trigger(row.id);
    QVERIFY(stage.part("page.step")->isVisible());
    const auto* intro = stage.part<QLabel>("step.intro");
    const QStringList begins{u"One step"_s, u"The present pipeline"_s, u"The present model"_s, u"A profiler"_s};
    for (int i = 0; const QString& begin : begins) {
        QTest::mouseClick(stage.part(qPrintable(u"step.picture.%1"_s.arg(i++))), Qt::LeftButton);
        stage.settle();
        QVERIFY2(intro->text().startsWith(begin) && intro->height() < 2 * intro->fontMetrics().height(), "two lines");
    }
}

/// 0.85 to the 20th is 3.9 % of the step, which starts 32 layers forward and back; zooming out ends at all of it.
void TstStepTab::wheelGoesToOneLayer()
{
    StepStage stage;
    QCOMPARE(stage.seen(), 1.0);
    stage.wheel(stage.at(0.5, 0.5), 20);
    QVERIFY2(std::abs(stage.seen() - std::pow(0.85, 20)) < 1e-9, qPrintable(QString::number(stage.seen())));
    stage.wheel(stage.at(0.5, 0.5), -40);
    QCOMPARE(stage.seen(), 1.0);
    QCOMPARE(std::log(stage.chart()->ranges().xMin), 0.0);
}

void TstStepTab::anotherScenarioIsSeenWhole()
{
    StepStage stage;
    stage.wheel(stage.at(0.5, 0.5), 20);
    QVERIFY(stage.window.session().edit("work.batch", 65536.));
    stage.settle();
    QVERIFY(stage.seen() < 0.1); // an edit keeps what is looked at
    QVERIFY(stage.window.session().openExample(*core::shippedCatalogue().scenario("llama3-70b-v5p")));
    stage.settle();
    QCOMPARE(stage.seen(), 1.0);
}

void TstStepTab::dragMovesAlongTheClock()
{
    StepStage stage;
    stage.wheel(stage.at(0.5, 0.5), 8);
    const double before = std::log(stage.chart()->ranges().xMin);
    const QPointF from = stage.at(0.5, 0.5), to = stage.at(0.25, 0.5);
    QTest::mousePress(stage.chart(), Qt::LeftButton, {}, from.toPoint());
    QMouseEvent move(QEvent::MouseMove, to, stage.chart()->mapToGlobal(to), Qt::LeftButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(stage.chart(), &move);
    QTest::mouseRelease(stage.chart(), Qt::LeftButton, {}, to.toPoint());
    const double after = std::log(stage.chart()->ranges().xMin);
    QVERIFY2(std::abs(after - before - stage.seen() / 4) < 0.01 * stage.seen(), qPrintable(QString::number(after)));
}

/// Until that is switched off; the whole step in sight offers nothing.
void TstStepTab::anExportHasWhatIsInSight()
{
    StepStage stage;
    bool offered = false;
    std::optional<ui::AxisRanges> part, whole;
    const auto look = [&] {
        QTimer::singleShot(0, [&] {
            auto* dialog = qobject_cast<ui::ExportDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            auto* box = dialog->findChild<QCheckBox*>(u"export.part"_s);
            offered = box->isVisible();
            part = dialog->request().part;
            box->click();
            whole = dialog->request().part;
            dialog->reject();
        });
        stage.trigger("export");
        QApplication::setActiveWindow(&stage.window);
        stage.chart()->setFocus();
    };
    look();
    QVERIFY(!offered && !part);
    stage.wheel(stage.at(0.5, 0.1), 4);
    look();
    QVERIFY(offered && part && !whole);
    QVERIFY(*part == stage.chart()->ranges());
    QTest::keyClick(stage.chart(), Qt::Key_R);
    look();
    QVERIFY(!offered);
}

/// The first bar of axis X: at 0 the weights of layer 1 are gathered, 16 shards of 2 · 8192 · 32768 · 2 bytes / 4 a
/// chip of Y, over 2 axes of 180 GB/s both ways: 1.07 GB / 4 / 360 GB/s = 0.746 ms. Nothing is multiplied meanwhile.
void TstStepTab::hoverNamesABar()
{
    StepStage stage;
    stage.wheel(stage.at(0.0, 0.5), 10);
    stage.point(stage.at(0.004, 0.5)); // five rows: math, HBM, X, Y, activations
    const QString card = stage.card();
    QVERIFY2(card.contains(u"Gather of the weights of layer 1"_s), qPrintable(card));
    QVERIFY2(card.contains(u"746 µs exposed"_s), qPrintable(card));
    QVERIFY2(card.contains(u"32 layers"_s), qPrintable(card));
}

/// The start has an MLP of two matmuls alike: each is half of 1.2 ms of a layer. Backward they run in reverse.
void TstStepTab::aLayerFromNearShowsItsMatmuls()
{
    StepStage stage;
    stage.wheel(stage.at(0.0, 0.5), 22); // 2.8 % of 116 ms: the first gather, two layers
    stage.point(stage.at(0.3, 0.12));
    QVERIFY2(stage.card().startsWith(u"MLP in of layer 1\n"_s), qPrintable(stage.card()));
    QVERIFY2(stage.card().contains(u"599 µs"_s), qPrintable(stage.card()));
    stage.point(stage.at(0.5, 0.12));
    QVERIFY2(stage.card().startsWith(u"MLP out of layer 1\n"_s), qPrintable(stage.card()));
    const tests::AskedNumbers asked(*stage.chart());
    QTest::mouseClick(stage.chart(), Qt::LeftButton, {}, stage.at(0.5, 0.12).toPoint());
    QCOMPARE(asked.ids, QStringList{u"time.math"_s});
}

void TstStepTab::aBarOpensItsDerivation()
{
    StepStage stage;
    const tests::AskedNumbers asked(*stage.chart());
    QTest::mouseClick(stage.chart(), Qt::LeftButton, {}, stage.at(0.5, 0.12).toPoint());
    QCOMPARE(asked.ids, QStringList{u"time.math"_s});
}

/// The first gather is at the start of the clock, the last reduction at its end.
void TstStepTab::aPartLeadsToItsPlace()
{
    StepStage stage;
    auto* parts = stage.part<QLabel>("step.parts");
    QVERIFY2(parts->text().contains(u"first gather"_s), qPrintable(parts->text()));
    parts->setFocus();
    emit parts->linkActivated(u"0"_s);
    stage.settle();
    QVERIFY(std::log(stage.chart()->ranges().xMin) == 0 && stage.seen() < 0.05);
    QTest::mouseClick(stage.part<QPushButton>("step.whole"), Qt::LeftButton);
    QCOMPARE(stage.seen(), 1.0);
    QTest::mouseClick(stage.part<QWidget>("step.picture.3"), Qt::LeftButton); // leads back to the clock from another
    emit parts->linkActivated(u"1"_s);
    stage.settle();
    const auto step = core::stepTimeline(stage.window.session().scenario()); // the update of the optimizer follows
    QVERIFY(std::log(stage.chart()->ranges().xMax) >= step->end / step->updated());
    QVERIFY(stage.chart()->isVisible() && stage.seen() < 0.1);
    auto* fill = stage.part<ui::ValueLabel>("step.side.step.fill");
    const tests::AskedNumbers asked(*fill);
    QTest::mouseClick(fill, Qt::LeftButton);
    QCOMPARE(asked.ids, QStringList{u"step.fill"_s});
}

void TstStepTab::agreementIsSaid()
{
    StepStage stage;
    QVERIFY(stage.window.session().edit("conv.comms", std::string("none")));
    stage.settle();
    QVERIFY(!stage.part("step.parts")->isVisible());
    QVERIFY(stage.part<QLabel>("step.none")->text().startsWith(u"Both agree"_s));
}

/// A layer has 2 · 8,192 · 32,768 parameters, its unreduced gradients on one of Y = 4 chips 2 bytes each: 268 MB beside
/// the 6.44 GB of mem.total, where a reduce-scatter runs beside the next layer.
void TstStepTab::waitingGradientsAreCounted()
{
    StepStage stage;
    auto* peak = stage.part<ui::ValueLabel>("step.side.step.peak_memory");
    QCOMPARE(peak->shown(), u"6.711 GB"_s);
    QVERIFY(stage.window.session().edit("conv.comms", std::string("none")));
    stage.settle();
    QCOMPARE(peak->shown(), u"6.442 GB"_s);
}

/// GPipe keeps all of eight microbatches, which mem.activations counts, on stage 1 and on stage 8 alike; the lane is
/// the lowest quarter of each stage's eighth. The table has its highest value at the end of the last forward pass.
void TstStepTab::whatAStageHoldsIsOnTheSameClock()
{
    StepStage stage("comp4901y-pipeline");
    tests::AskedNumbers asked(stage.window);
    stage.point(stage.at(0.5, 0.9 / 8));
    QVERIFY2(stage.card().contains(u"of 8 microbatches"_s), qPrintable(stage.card()));
    QTest::mouseClick(stage.chart(), Qt::LeftButton, {}, stage.at(0.5, 7.9 / 8).toPoint());
    QCOMPARE(asked.ids, QStringList{u"step.held@8"_s});
    const auto snapshot = ui::snapshotOf(stage.window.session().scenario());
    double most = 0;
    int rows = 0;
    for (const auto& row : ui::findChart(u"step"_s)->table(snapshot))
        if (row[1] == "memory") {
            most = std::max(most, QString::fromStdString(row.back()).toDouble());
            ++rows;
        }
    QCOMPARE(most, snapshot.report.memory.activations.si());
    QCOMPARE(rows, 8 * 8 * 2); // stages, microbatches, passes
}

/// Whatever stands beside it; without an update of an optimizer nothing is said of one.
void TstStepTab::theClockIsWholeInASmallWindow()
{
    StepStage stage;
    stage.window.resize(1280, 720);
    stage.settle();
    QCOMPARE(stage.chart()->visibleRegion().boundingRect(), stage.chart()->rect());
    QVERIFY(stage.part("step.side.step.optimizer")->isVisible());
    QVERIFY(stage.window.session().edit("work.pass", std::string("forward")));
    stage.settle();
    QVERIFY(!stage.part("step.side.step.optimizer")->isVisible());
}

/// Eight stages and microbatches: 7/(8 + 7) of a stage is idle, with two chunks 7/(16 + 7); GPipe keeps all eight, 1F1B
/// on stage 1 as many as there are stages.
void TstStepTab::schedulesStandBesideEachOther()
{
    StepStage stage("comp4901y-pipeline");
    QTest::mouseClick(stage.part("step.picture.1"), Qt::LeftButton);
    stage.settle();
    auto* chart = stage.part("page.step")->findChild<ui::Chart*>(u"chart.pipeline"_s);
    QVERIFY(chart->isVisible() && !stage.chart()->isVisible());
    const QString said = chart->description();
    QVERIFY2(said.contains(u"GPipe: 46.7\u00a0% idle"_s), qPrintable(said));
    QVERIFY2(said.contains(u"1F1B: 46.7\u00a0% idle"_s), qPrintable(said));
    QVERIFY2(said.contains(u"Interleaved, 2 chunks a stage: 30.4\u00a0% idle"_s), qPrintable(said));
    QVERIFY2(said.contains(u"stage 1 keeps at most 8 microbatches"_s), qPrintable(said));
    const QString first = u"Microbatch 1, forward"_s;
    stage.point(tests::placeOfMark(u"pipeline"_s, stage.window.session().snapshot(), chart->size(), first), chart);
    const auto* card = chart->findChild<ui::HoverCard*>();
    QVERIFY(card && card->isVisible());
    QCOMPARE(card->accessibleName(), first);
}

void TstStepTab::oneStageHasNoSchedules()
{
    StepStage stage;
    QTest::mouseClick(stage.part("step.picture.1"), Qt::LeftButton);
    stage.settle();
    auto* chart = stage.part("page.step")->findChild<ui::Chart*>(u"chart.pipeline"_s);
    QVERIFY2(chart->description().contains(u"role pipeline"_s), qPrintable(chart->description()));
}

/// The four runs of the course from any one of them: 7B on 8 A100, each as its own file has it but for schedule and
/// sequence parallelism, which are the present ones.
void TstStepTab::fourWaysShareOneClock()
{
    StepStage stage("comp4901y-fsdp");
    QTest::mouseClick(stage.part("step.picture.2"), Qt::LeftButton);
    stage.settle();
    const auto* chart = stage.part("page.step")->findChild<ui::Chart*>(u"chart.parallel"_s);
    QVERIFY(chart->isVisible());
    const auto rows = ui::findChart(u"parallel"_s)->table(ui::snapshotOf(stage.window.session().scenario()));
    QCOMPARE(rows.size(), 5U);
    for (const auto& [row, file] : {std::pair(1U, "comp4901y-data"), {2U, "comp4901y-fsdp"}}) {
        const auto step = core::stepTimeline(tests::shippedScenario(file));
        QVERIFY(step);
        QCOMPARE(QString::fromStdString(rows[row][1]).toDouble(), step->end);
    }
    auto pipeline = tests::shippedScenario("comp4901y-pipeline");
    pipeline.pipe.schedule = stage.window.session().scenario().pipe.schedule;
    QCOMPARE(QString::fromStdString(rows[3][1]).toDouble(), core::stepTimeline(pipeline)->end);
    auto tensor = tests::shippedScenario("comp4901y-tensor");
    tensor.tensorSequence = stage.window.session().scenario().tensorSequence;
    QCOMPARE(QString::fromStdString(rows[4][1]).toDouble(), core::stepTimeline(tensor)->end);
    QVERIFY2(chart->description().contains(u"Pipeline, 8 microbatches: X = 8 pipeline, ends at"_s),
             qPrintable(chart->description()));
}

/// 4,096 chips: no pipeline of 126 layers has so many stages.
void TstStepTab::threeWaysWhereOneIsImpossible()
{
    const auto snapshot = ui::snapshotOf(tests::shippedScenario("llama3-405b-v5p"));
    QCOMPARE(ui::findChart(u"parallel"_s)->table(snapshot).size(), 4U);
    const auto picture = ui::findChart(u"parallel"_s)->make();
    picture->read(snapshot);
    const QString said = picture->description();
    QVERIFY2(said.contains(u"Pipeline: cannot be laid out: the model has 126 layers"_s), qPrintable(said));
    QVERIFY2(said.contains(u"FSDP: X = 4,096 fsdp, ends at"_s), qPrintable(said));
    // Twice as many chips as layers are as impossible as many times as many; as many chips as layers are not.
    auto deep = tests::shippedScenario("start");
    deep.hw.torus = {0, 0, 0}; // any slice
    const auto saidOf = [&picture, &deep](double chips) {
        deep.mesh.axis[0].size = chips;
        deep.mesh.axis[1].size = deep.mesh.axis[2].size = 1;
        picture->read(ui::snapshotOf(deep));
        return picture->description();
    };
    const auto layers = u"Pipeline: cannot be laid out: the model has %1 layers for %2 stages"_s.arg(deep.model.L);
    QVERIFY2(saidOf(2 * deep.model.L).contains(layers.arg(2 * deep.model.L)), qPrintable(picture->description()));
    QVERIFY2(!saidOf(deep.model.L).contains(u"Pipeline: cannot"_s), qPrintable(picture->description()));
}

/// By exports and copies, also before anything was clicked.
void TstStepTab::thePictureInSightIsTheOneThatIsMeant()
{
    tests::WindowStage stage;
    stage.trigger("tab-5");
    const auto* tabs = stage.part<ui::Tabs>("tabs");
    QCOMPARE(tabs->currentView(), u"step"_s);
    auto* pictures = stage.part("page.step")->findChild<QStackedWidget*>();
    pictures->setCurrentIndex(2);
    stage.settle();
    QCOMPARE(tabs->currentView(), u"parallel"_s);
    stage.trigger("tab-4");
    QCOMPARE(tabs->currentView(), u"layer"_s);
}

ROOFLIGHT_TEST(TstStepTab)

#include "tst_step_tab.moc"

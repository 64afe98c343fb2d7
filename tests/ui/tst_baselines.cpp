// SPDX-License-Identifier: GPL-3.0-or-later
// Pins, swaps and removes baselines in the window, and checks that nothing but that changes what they show.
#include "chart_stage.h"
#include "support/suite.h"
#include "window_stage.h"

#include "core/numbers/metrics.h"
#include "core/operation/operation_curve.h"
#include "core/quantity/format.h"
#include "core/scenario/catalogue.h"
#include "core/timeline/step_timeline.h"
#include "ui/charts/baseline_marks.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/chart_picture.h"
#include "ui/controls/log_slider.h"
#include "ui/export/chart_page.h"
#include "ui/session/why_event.h"
#include "ui/theme/words.h"

#include <QLabel>
#include <QPainter>
#include <QRandomGenerator>
#include <QStatusTipEvent>
#include <QTextBrowser>

using namespace Qt::Literals::StringLiterals;
using Stage = tests::WindowStage;

class TstBaselines : public QObject
{
    Q_OBJECT
private slots:
    void noInputChangesABaseline();
    void theTableListsWhatDiffers();
    void swappingTwiceChangesNothing();
    void atMostThree();
    void eachIsOneUndoStep();
    void aClickOnTheMarkTakesItsValue();
    void everyChartOfThePageMarksThem();
    void hiddenOnesAreInNoPicture();
    void explainNamesTheirValue();
    void anotherDocumentIsComparedToo();
    void comparingShowsHiddenOnes();
    void aLargeOneLeavesTheBarsLong();
    void picturesNameThem();
    void theFourthIsRefusedWithAReason();
    void roofsOfAnotherChipAreDrawn();
    void theStepOfEachIsOnTheClock();
    void tablesHaveTheirNumbers();
    void tablesOfBarsHaveTheirRows();
    void whatBindsIsInWords();
};

namespace
{

std::vector<core::MetricValue> valuesOf(const ui::Baseline& baseline)
{
    std::vector<core::MetricValue> values;
    for (const auto& metric : core::metrics(*baseline.scenario.presets))
        if (!metric.onDemand)
            values.push_back(metric.value(baseline.report, metric.index));
    return values;
}

bool same(const std::vector<core::MetricValue>& a, const std::vector<core::MetricValue>& b)
{
    return std::ranges::equal(
        a, b, [](const auto& x, const auto& y) { return x == y || (!core::applies(x) && !core::applies(y)); });
}

QString comparison(const Stage& stage) { return stage.part<QTextBrowser>("explain.text")->toPlainText(); }

} // namespace

void TstBaselines::noInputChangesABaseline()
{
    Stage stage;
    auto& session = stage.window.session();
    stage.trigger("pin-baseline");
    QCOMPARE(session.snapshot().baselines.size(), 1U);
    const auto pinned = valuesOf(session.snapshot().baselines[0]);
    const auto before = session.snapshot().report.time.step.si();
    for (const core::Field& field : core::fields()) {
        if (field.kind == core::FieldKind::text)
            continue;
        const auto now = field.get(session.scenario());
        if (const auto* number = std::get_if<double>(&now))
            (void)session.edit(field.id, *number * 2 <= field.max ? *number * 2 : field.min);
        else if (const auto* on = std::get_if<bool>(&now))
            (void)session.edit(field.id, !*on);
        else
            (void)session.edit(field.id, core::choicesOf(session.scenario(), field).back());
        stage.settle();
        QVERIFY2(same(valuesOf(session.snapshot().baselines[0]), pinned), std::string(field.id).c_str());
    }
    QVERIFY(session.snapshot().report.time.step.si() != before);
}

void TstBaselines::theTableListsWhatDiffers()
{
    Stage stage;
    auto& session = stage.window.session();
    stage.trigger("pin-baseline");
    QVERIFY(comparison(stage).contains(u"No input differs"_s));
    QVERIFY(session.edit("work.batch", 65536.));
    QVERIFY(session.edit("mesh.Y.role", std::string("replicate")));
    stage.settle();
    const QString text = comparison(stage);
    QVERIFY2(text.contains(u"Batch\n32,768 → 65,536"_s) || text.contains(u"Batch\u202832,768 → 65,536"_s),
             qPrintable(text));
    QVERIFY2(text.contains(u"Y role"_s) || text.contains(u"Role of Y"_s) ||
                 text.contains(u"→ replicate"_s, Qt::CaseInsensitive),
             qPrintable(text));
    QVERIFY(!text.contains(u"Sequence"_s));
    QVERIFY(text.contains(u"slower"_s) || text.contains(u"faster"_s));
}

void TstBaselines::swappingTwiceChangesNothing()
{
    Stage stage;
    auto& session = stage.window.session();
    stage.trigger("pin-baseline");
    QVERIFY(session.edit("work.batch", 65536.));
    const core::Scenario before = session.scenario();
    stage.trigger("swap-baseline");
    QCOMPARE(session.scenario().work.batch, 32768.);
    QCOMPARE(session.scenario().baselines[0].work.batch, 65536.);
    stage.trigger("swap-baseline");
    QVERIFY(session.scenario() == before);

    session.undoStack().setIndex(0); // and at once, before the actions know of it
    QVERIFY(session.scenario().baselines.empty());
    stage.window.actions().action("swap-baseline")->trigger();
    QVERIFY(session.scenario().baselines.empty());
}

void TstBaselines::atMostThree()
{
    Stage stage;
    for (int i = 0; i < 3; ++i) {
        QVERIFY(stage.window.actions().action("pin-baseline")->isEnabled());
        stage.trigger("pin-baseline");
    }
    QVERIFY(comparison(stage).contains(u"▽ D"_s));
    stage.trigger("remove-baselines");
    QVERIFY(stage.window.session().scenario().baselines.empty());
    QVERIFY(!stage.window.actions().action("swap-baseline")->isEnabled());
}

void TstBaselines::eachIsOneUndoStep()
{
    Stage stage;
    auto& session = stage.window.session();
    std::vector<core::Scenario> states{session.scenario()};
    QVERIFY(session.edit("work.batch", 65536.));
    states.push_back(session.scenario());
    for (const char* action : {"pin-baseline", "pin-baseline", "swap-baseline", "remove-baselines"}) {
        stage.trigger(action);
        QVERIFY2(session.scenario() != states.back() || action == std::string_view("swap-baseline"), action);
        if (session.scenario() != states.back())
            states.push_back(session.scenario());
    }
    for (std::size_t back = states.size() - 1; back > 0; --back) {
        QVERIFY(session.scenario() == states[back]);
        stage.trigger("undo");
    }
    QVERIFY(session.scenario() == states[0]);
    QVERIFY(!session.undoStack().canUndo());
}

void TstBaselines::aClickOnTheMarkTakesItsValue()
{
    Stage stage;
    auto& session = stage.window.session();
    stage.trigger("pin-baseline");
    QVERIFY(session.edit("work.batch", 262144.));
    stage.settle();
    auto* track = stage.part<ui::LogSlider>("work.batch.track");
    QTest::mouseClick(track, Qt::LeftButton, {}, QPoint(qRound(track->xOf(32768)), 3));
    QCOMPARE(session.scenario().work.batch, 32768.);
}

void TstBaselines::everyChartOfThePageMarksThem()
{
    core::Scenario scenario = tests::shippedScenario("start");
    QVERIFY(core::setField(scenario, "work.batch", 65536.));
    const ui::Snapshot alone = ui::snapshotOf(scenario);
    scenario.baselines.push_back(tests::shippedScenario("start"));
    const ui::Snapshot compared = ui::snapshotOf(scenario);
    for (const char* id : {"roofline", "batch", "memory", "counts"}) {
        QImage images[2];
        for (int i = 0; i < 2; ++i) {
            ui::Chart chart(*ui::findChart(QString::fromLatin1(id)));
            chart.present(i == 0 ? alone : compared);
            images[i] = tests::rendered(chart, {900, 560}, ui::Theme::light(), 1);
        }
        QVERIFY2(images[0] != images[1], id);
    }
}

void TstBaselines::hiddenOnesAreInNoPicture()
{
    Stage stage;
    stage.trigger("pin-baseline");
    stage.trigger("show-baselines");
    QVERIFY(stage.window.session().snapshot().baselines.empty());
    QCOMPARE(stage.window.session().scenario().baselines.size(), 1U);
    stage.trigger("show-baselines");
    QCOMPARE(stage.window.session().snapshot().baselines.size(), 1U);
}

void TstBaselines::explainNamesTheirValue()
{
    Stage stage;
    auto& session = stage.window.session();
    const QString was = stage.part<QLabel>("explain.value")->text();
    stage.trigger("pin-baseline");
    QVERIFY(session.edit("model.L", 16.));
    stage.settle();
    QApplication::sendEvent(&stage.window, std::make_unique<ui::WhyEvent>(u"params.total"_s).get());
    stage.settle();
    // 2 · 8,192 · 32,768 parameters a layer; 32 layers before, 16 now
    QCOMPARE(stage.part<QLabel>("explain.baselines")->text(), u"◇ B 17,179,869,184 parameters"_s);
    QVERIFY(stage.part<QLabel>("explain.value")->text().startsWith(u"8,589,934,592"_s));
}

void TstBaselines::anotherDocumentIsComparedToo()
{
    Stage stage;
    auto& session = stage.window.session();
    stage.trigger("pin-baseline");
    const auto& presets = session.scenario().presets->scenarios;
    const auto other = std::ranges::find(presets, "llama3-70b-h100", &core::ScenarioPreset::id);
    QVERIFY(session.openExample(*other).has_value());
    QCOMPARE(session.scenario().model.preset, std::string("llama3-70b"));
    QCOMPARE(session.scenario().baselines.size(), 1U);
    QCOMPARE(session.scenario().baselines[0].model.preset, tests::shippedScenario("start").model.preset);
    QVERIFY(session.isSaved());
}

void TstBaselines::comparingShowsHiddenOnes()
{
    Stage stage;
    auto& session = stage.window.session();
    stage.trigger("pin-baseline");
    for (const char* action : {"compare", "swap-baseline"}) {
        stage.trigger("show-baselines");
        QVERIFY(session.snapshot().baselines.empty());
        stage.trigger(action);
        QCOMPARE(session.snapshot().baselines.size(), 1U);
    }
    QVERIFY(!comparison(stage).contains(u"No baseline"_s));
}

/// A cache of terabytes beside 7 GB of state.
void TstBaselines::aLargeOneLeavesTheBarsLong()
{
    QCOMPARE(ui::axisWithBaseline(10, 30), 30.);
    QCOMPARE(ui::axisWithBaseline(10, 3), 10.);
    QCOMPARE(ui::axisWithBaseline(10, 4000), 40.);
    QCOMPARE(ui::axisWithBaseline(0, 30), 30.);
}

void TstBaselines::picturesNameThem()
{
    core::Scenario scenario = tests::shippedScenario("start");
    QVERIFY(!ui::conventionsText(ui::snapshotOf(scenario)).contains(u"◇"_s));
    scenario.baselines.push_back(tests::shippedScenario("start"));
    scenario.baselines[0].title = "Half\u202e the batch";
    const QString words = ui::conventionsText(ui::snapshotOf(scenario));
    QVERIFY2(words.contains(u"◇ B: Half\\u{202E} the batch"_s), qPrintable(words));
}

namespace
{

/// Tips as a status bar gets them.
class Tips : public QObject
{
public:
    explicit Tips(QWidget& window) { window.installEventFilter(this); }
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::StatusTip)
            last = static_cast<QStatusTipEvent*>(event)->tip();
        return false;
    }
    QString last;
};

ui::Snapshot comparedTo(const char* baseline)
{
    core::Scenario scenario = tests::shippedScenario("start");
    scenario.baselines.push_back(tests::shippedScenario(baseline));
    return ui::snapshotOf(scenario);
}

/// Of a picture, the card whose heading starts so; its lines joined.
QString cardOf(const char* view, const ui::Snapshot& snapshot, const QString& heading)
{
    const auto picture = ui::findChart(QString::fromLatin1(view))->make();
    picture->read(snapshot);
    QImage image(1200, 700, QImage::Format_RGB32);
    QPainter painter(&image);
    const auto painted =
        picture->paint(painter, image.rect(), ui::Theme::light(), picture->ranges(), ui::Output::screen);
    for (const ui::Mark& mark : painted.marks)
        if (mark.heading.startsWith(heading))
            return mark.lines.join(u" | "_s);
    return {};
}

} // namespace

void TstBaselines::theFourthIsRefusedWithAReason()
{
    Stage stage;
    for (int i = 0; i < 3; ++i)
        stage.trigger("pin-baseline");
    const Tips tips(stage.window);
    QTest::keyClick(&stage.window, Qt::Key_B, Qt::ControlModifier);
    stage.settle();
    QCOMPARE(stage.window.session().scenario().baselines.size(), 3U);
    QVERIFY2(tips.last.startsWith(u"Nothing was pinned: there are 3 baselines"_s), qPrintable(tips.last));
}

/// H100: 990 TFLOP/s of bf16 over 3.35 TB/s of HBM, where TPU v5p has 459 and 2.77.
void TstBaselines::roofsOfAnotherChipAreDrawn()
{
    const auto other = comparedTo("llama3-70b-h100");
    for (const auto& [view, words] :
         {std::pair("operation", u"bf16 tensor cores"_s), {"roofline", u"its roofs: math"_s}}) {
        const QString card = cardOf(view, other, u"◇ B"_s);
        QVERIFY2(card.contains(words), qPrintable(card));
        QVERIFY2(card.contains(u"990 TFLOP/s"_s), qPrintable(card));
        QVERIFY2(!cardOf(view, comparedTo("start"), u"◇ B"_s).contains(words), view); // the same roofs
    }
}

void TstBaselines::theStepOfEachIsOnTheClock()
{
    const auto step = core::stepTimeline(tests::shippedScenario("llama3-70b-v5p"));
    QVERIFY(step);
    const QString card = cardOf("step", comparedTo("llama3-70b-v5p"), u"◇ B"_s);
    QVERIFY2(card.contains(ui::toText(core::format(step->end, core::dim::second, {.digits = 4}))), qPrintable(card));
    QVERIFY(card.contains(u"exposed"_s));
}

void TstBaselines::tablesHaveTheirNumbers()
{
    const auto snapshot = comparedTo("llama3-70b-v5p");
    const auto memory = ui::findChart(u"memory"_s)->table(snapshot);
    QCOMPARE(memory[0].back(), std::string("value B"));
    const auto total = std::ranges::find(memory, "mem.total", [](const auto& row) { return row[0]; });
    QCOMPARE(QString::fromStdString(total->back()).toDouble(), snapshot.baselines[0].report.memory.total.si());
    QCOMPARE(ui::findChart(u"batch"_s)->table(snapshot)[0].back(), std::string("step_s B"));
    const auto roofs = ui::findChart(u"roofline"_s)->table(snapshot);
    QVERIFY(std::ranges::count(roofs, "step B", [](const auto& row) { return row[0]; }) > 0);
    QCOMPARE(ui::findChart(u"memory"_s)->table(ui::snapshotOf(tests::shippedScenario("start")))[0].size(), 4U);
}

/// One operation and one step each, of which the baseline's come last.
void TstBaselines::tablesOfBarsHaveTheirRows()
{
    auto scenario = tests::shippedScenario("start");
    auto pinned = scenario;
    pinned.op.B = 64;
    scenario.baselines = {pinned};
    for (const QString& id : {u"operation"_s, u"step"_s}) {
        const auto& chart = *ui::findChart(id);
        const auto rows = chart.table(ui::snapshotOf(scenario)), now = chart.table(ui::snapshotOf(pinned));
        QCOMPARE(rows.size(), 2 * now.size() - 1);
        QCOMPARE(rows.front().back(), std::string("baseline"));
        QCOMPARE(rows[1].back(), std::string());
        QCOMPARE(rows.back().back(), std::string("B"));
        QVERIFY(std::equal(now.back().begin(), now.back().end(), rows.back().begin()));
    }
}

void TstBaselines::whatBindsIsInWords()
{
    Stage stage;
    auto& session = stage.window.session();
    stage.trigger("pin-baseline");
    QVERIFY(session.edit("work.batch", 4096.)); // an eighth of a batch beside which X is nearly hidden
    stage.settle();
    const QString text = comparison(stage);
    QVERIFY2(text.contains(u"communication over X"_s), qPrintable(text));
    QVERIFY2(!text.contains(u"comms:"_s), qPrintable(text));
}

ROOFLIGHT_TEST(TstBaselines)
#include "tst_baselines.moc"

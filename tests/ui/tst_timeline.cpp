// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the timeline as data, and what its widget does with mouse and keys.
#include "asked_numbers.h"
#include "support/suite.h"
#include "timeline_stage.h"
#include "ui/playback/player.h"
#include "ui/theme/style_sheet.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

namespace
{

using tests::squareLayer;
using tests::with;
using Stage = tests::TimelineStage;

QStringList textsOf(const ui::TimelineScene& scene)
{
    QStringList texts;
    for (const auto& text : scene.texts) {
        texts << text.text;
    }
    return texts;
}

/// The widget on the square layer, shown.
struct ViewStage {
    explicit ViewStage(const tests::Edits& edits = squareLayer("matmul-gather", "halves")) : stage(edits), view(player)
    {
        ui::applyTheme(*qApp, ui::Theme::light());
        player.load(stage.collective.stepEnds);
        view.present(stage.reading());
        view.resize(700, 360);
        view.QWidget::show();
        QApplication::processEvents();
    }

    QPoint middleOf(const QString& metric) const
    {
        const auto& links = view.scene().links;
        const auto found = std::ranges::find(links, metric, &ui::TimelineLink::metric);
        return found == links.end() ? QPoint(-1, -1) : found->area.center().toPoint();
    }

    Stage stage;
    ui::Player player;
    ui::TimelineView view;
};

} // namespace

class TstTimeline : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { ui::applyTheme(*qApp, ui::Theme::light()); }
    void theSquareLayerIsTold();
    void slowerPipelinesAreCalledSo();
    void barsLieWhereTheirTimesSay_data();
    void barsLieWhereTheirTimesSay();
    void labelsKeepToTheirBars();
    void halvesAreTold();
    void otherCollectivesShowTheLinksOfOneChip();
    void barsNameShardsAndHalvesOnce();
    void momentsAndPositionsAgree();
    void draggingMovesTheTime();
    void clicksExplainTheTimes();
    void keysStepThroughBarsAndTime();
};

void TstTimeline::theSquareLayerIsTold()
{
    // collectives.md: 3007.7 µs in turn, 1999.1 µs in halves; the difference is 1008.7 µs, 34 %.
    const auto reading = Stage(squareLayer("matmul-gather", "halves")).reading();
    QCOMPARE(reading.sections.size(), std::size_t(2));
    QCOMPARE(reading.sections[0].time.value, QStringLiteral("3.008 ms"));
    QCOMPARE(reading.sections[1].time.value, QStringLiteral("1.999 ms"));
    QCOMPARE(reading.saved.value, QStringLiteral("1.009 ms"));
    const auto texts = textsOf(ui::layoutTimeline(reading, {1000, 400}));
    QVERIFY2(texts.contains(QStringLiteral("saves 1.009 ms (33.5 %)")), qPrintable(texts.join(u'\n')));
    QVERIFY2(texts.filter(QStringLiteral("T_saved = T_naive − T_cm")).size() == 1, qPrintable(texts.join(u'\n')));
    QVERIFY2(texts.filter(QStringLiteral("t_c + (n_coll − 1)·max(t_c, ")).size() == 1, qPrintable(texts.join(u'\n')));
    QVERIFY(ui::describe(reading).contains(QStringLiteral("saves 1.009 ms")));
}

void TstTimeline::slowerPipelinesAreCalledSo()
{
    // One way moves 3·S over a link, both ways 3·S/2: with hardly any product the pipeline is slower.
    const auto reading = Stage(with(squareLayer("matmul-gather", "uni"), {{"coll.F", "16"}})).reading();
    const auto texts = textsOf(ui::layoutTimeline(reading, {1000, 400}));
    QVERIFY2(texts.filter(QStringLiteral(" longer")).size() == 1, qPrintable(texts.join(u'\n')));
    QVERIFY(!reading.saved.value.startsWith(u'−'));
    QVERIFY(!reading.share.value.startsWith(u'−'));
}

void TstTimeline::barsLieWhereTheirTimesSay_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("all");
    for (const char* kind : {"matmul-gather", "matmul-scatter", "all-gather"}) {
        for (const bool all : {false, true}) {
            if (kind[0] == 'm' || !all) {
                QTest::addRow("%s, %s", kind, all ? "all chips" : "one chip") << QString::fromLatin1(kind) << all;
            }
        }
    }
}

void TstTimeline::barsLieWhereTheirTimesSay()
{
    QFETCH(QString, kind);
    QFETCH(bool, all);
    const Stage stage(squareLayer(kind.toStdString(), "auto"));
    const auto reading = stage.reading(all ? ui::TimelineChips::Kind::all : ui::TimelineChips::Kind::usual);
    const auto scene = ui::layoutTimeline(reading, {900, ui::minTimelineHeight(reading)});
    std::size_t bars = 0;
    for (const auto& part : reading.sections) {
        for (const auto& lane : part.gantt.lanes) {
            bars += lane.bars.size();
        }
    }
    QCOMPARE(scene.boxes.size(), bars);
    for (const auto& box : scene.boxes) {
        const auto& lane = reading.sections[box.place.section].gantt.lanes[box.place.lane];
        const auto& bar = lane.bars[box.place.bar];
        QVERIFY(std::abs(box.area.left() - (scene.plot.left() + scene.plot.width() * bar.start / reading.end)) < 0.01);
        QVERIFY(std::abs(box.area.right() - (scene.plot.left() + scene.plot.width() * bar.end / reading.end)) < 0.8);
        QVERIFY(scene.plot.adjusted(-0.01, -0.01, 0.8, 0.01).contains(box.area));
        QVERIFY(ui::boxAt(scene, box.area.center()) != nullptr);
        for (const auto& strip : box.exposed) {
            QVERIFY(box.area.adjusted(-0.01, -0.01, 0.01, 0.01).contains(strip));
        }
    }
    // The height that is asked for is enough.
    for (const auto& text : scene.texts) {
        QVERIFY2(text.area.bottom() <= scene.size.height() + 0.5, qPrintable(text.text));
        QVERIFY2(text.area.left() >= 0 && text.area.right() <= scene.size.width(), qPrintable(text.text));
    }
}

void TstTimeline::labelsKeepToTheirBars()
{
    const auto reading = Stage(squareLayer("matmul-gather", "halves")).reading();
    const auto wide = ui::layoutTimeline(reading, {1000, 400});
    const auto narrow = ui::layoutTimeline(reading, {120, 400});
    const auto labelled = [](const ui::TimelineScene& scene) {
        return std::ranges::count_if(scene.boxes, [](const auto& box) { return !box.text.isEmpty(); });
    };
    QCOMPARE(labelled(wide), static_cast<std::ptrdiff_t>(wide.boxes.size()));
    QCOMPARE(labelled(narrow), 0);
}

void TstTimeline::halvesAreTold()
{
    const auto reading = Stage(squareLayer("matmul-gather", "halves")).reading();
    const auto scene = ui::layoutTimeline(reading, {1000, 400});
    std::map<int, int> halves;
    QStringList products;
    for (const auto& box : scene.boxes) {
        if (box.place.section == 1 && box.product) {
            ++halves[box.half];
            products << box.text;
        }
    }
    // Table in collectives.md for chip 0 of four: 0, 1b 3a, 2, 3b 1a.
    QCOMPARE(halves[-1], 2);
    QCOMPARE(halves[0], 2);
    QCOMPARE(halves[1], 2);
    products.sort();
    QCOMPARE(products.join(u' '), QStringLiteral("A₀ A₁a A₁b A₂ A₃a A₃b"));
}

void TstTimeline::otherCollectivesShowTheLinksOfOneChip()
{
    const auto reading = Stage({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}}).reading();
    QCOMPARE(reading.sections.size(), std::size_t(1));
    QStringList rows;
    for (const auto& lane : reading.sections[0].gantt.lanes) {
        rows << ui::rowName(reading, lane.row);
    }
    QCOMPARE(rows.join(u' '), QStringLiteral("X+ X− Y+ Y−"));
    // The axis that takes part is named as on the torus.
    const auto along = Stage({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}, {"coll.axes", "Y"}}).reading();
    QCOMPARE(ui::rowName(along, along.sections[0].gantt.lanes[0].row), QStringLiteral("Y+"));
    QVERIFY(ui::layoutTimeline(along, {800, 300}).bracket.empty());
}

/// Around a ring both ways first go the halves of the farthest shard, then whole shards.
void TstTimeline::barsNameShardsAndHalvesOnce()
{
    const Stage stage({{"coll.torus", "8"}, {"coll.wrap", "ring"}, {"coll.kind", "reduce-scatter"}});
    QStringList names;
    for (const auto& box : ui::layoutTimeline(stage.reading(), {1400, 300}).boxes) {
        names << box.text;
    }
    names.sort();
    QCOMPARE(names.join(u' '), QStringLiteral("C₁ C₂ C₃ C₄a C₄b C₅ C₆ C₇"));
}

void TstTimeline::momentsAndPositionsAgree()
{
    ui::Player player;
    player.load({1, 3, 3, 7});
    for (const double moment : {0.0, 0.25, 1.0, 2.5, 5.0, 7.0}) {
        player.seekSeconds(moment);
        QVERIFY(std::abs(player.seconds() - moment) < 1e-12);
    }
    player.seekSeconds(9);
    QCOMPARE(player.position(), 4.0);
    player.seekSeconds(-1);
    QCOMPARE(player.position(), 0.0);
}

void TstTimeline::draggingMovesTheTime()
{
    ViewStage stage;
    const auto& scene = stage.view.scene();
    const QPoint from(static_cast<int>(scene.plot.left()) + 20, static_cast<int>(scene.plot.center().y()));
    const QPoint to = from + QPoint(200, 0);
    stage.player.setPlaying(true);
    QTest::mousePress(&stage.view, Qt::LeftButton, {}, from);
    QTest::mouseMove(&stage.view, to);
    QTest::mouseRelease(&stage.view, Qt::LeftButton, {}, to);
    QVERIFY(!stage.player.isPlaying());
    QVERIFY(std::abs(stage.player.seconds() - scene.secondsAt(to.x())) < 1e-9);
}

void TstTimeline::clicksExplainTheTimes()
{
    ViewStage stage;
    tests::AskedNumbers asked(stage.view);
    for (const char* metric : {"coll.naive", "coll.pipelined", "coll.saved"}) {
        const QPoint at = stage.middleOf(QString::fromLatin1(metric));
        QVERIFY2(at.x() > 0, metric);
        QTest::mouseClick(&stage.view, Qt::LeftButton, {}, at);
        QCOMPARE(asked.ids.takeLast(), QString::fromLatin1(metric));
    }
    QCOMPARE(stage.player.position(), 0.0); // a click on a time is no seek
}

void TstTimeline::keysStepThroughBarsAndTime()
{
    ViewStage stage;
    QSignalSpy chosen(&stage.view, &ui::TimelineView::chosen);
    QTest::keyClick(&stage.view, Qt::Key_Right);
    QTest::keyClick(&stage.view, Qt::Key_Right);
    QCOMPARE(chosen.size(), 2);
    QCOMPARE(chosen[1].front().toRect(), stage.view.scene().boxes[1].area.toAlignedRect());
    tests::AskedNumbers asked(stage.view);
    QTest::keyClick(&stage.view, Qt::Key_Return);
    QCOMPARE(asked.ids.takeLast(), QStringLiteral("coll.naive_arrival@2,0,1"));
    QTest::keyClick(&stage.view, Qt::Key_Escape);
    QTest::keyClick(&stage.view, Qt::Key_Return);
    QCOMPARE(asked.ids.takeLast(), QStringLiteral("coll.saved"));
    QTest::keyClick(&stage.view, Qt::Key_Period);
    QCOMPARE(stage.player.position(), 1.0);
    QVERIFY(stage.view.accessibleDescription().contains(QStringLiteral("saves")));
}

ROOFLIGHT_TEST(TstTimeline)
#include "tst_timeline.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Boxes of the layer that are no matmul, and what their numbers are of.
#include "core/scenario/fields.h"
#include "core/timeline/step_timeline.h"
#include "layer_stage.h"
#include "support/near.h"
#include "support/suite.h"
#include "text_recorder.h"
#include "ui/charts/layer_layout.h"
#include "ui/charts/step_layout.h"
#include "ui/export/picture.h"

#include <QLabel>

#include <cmath>
#include <map>
#include <string>

using namespace Qt::Literals::StringLiterals;
using tests::LayerStage;
using tests::marksOf;

class TstLayerBoxes : public QObject
{
    Q_OBJECT
private slots:
    void anActivationIsAnElementwiseOperation();
    void aBoxWithoutOperationSaysSo();
    void largePicturesAreFilled();
    void aNumberSaysWhatItIsOf();
    void headsSayOfHowManyChips();
    void aTimeSaysOfWhatItIs();
    void bytesOfTheFootAddUp_data();
    void bytesOfTheFootAddUp();
    void theTableFollowsEditedArrays();
    void bytesOfCallsAreThoseOfARank();
    void aSumOfEditedBoxesNamesItsBasis();
    void everyArrayAndEveryCollectiveIsWritten_data();
    void everyArrayAndEveryCollectiveIsWritten();
};

/// Gate times up: an elementwise operation on the hidden width of every token.
void TstLayerBoxes::anActivationIsAnElementwiseOperation()
{
    LayerStage stage("llama3-70b-v5p");
    stage.click(u"box activation"_s);
    QVERIFY(stage.shows("page.operation"));
    const auto& operation = stage.scenario().ops.empty() ? stage.scenario().op : stage.scenario().ops.back();
    QVERIFY(operation.kind == core::OpKind::elementwise);
    QCOMPARE(operation.B, stage.scenario().work.batch);
    QCOMPARE(operation.D, stage.scenario().model.F);
}

/// The sentence stands where the introduction was, and goes with the tab.
void TstLayerBoxes::aBoxWithoutOperationSaysSo()
{
    LayerStage stage("llama3-70b-v5p");
    const auto* picture = stage.part("page.layer")->findChild<ui::Chart*>(u"chart.layer"_s);
    const auto top = [picture] { return picture->mapToGlobal(QPoint()).y(); };
    const int before = top();
    stage.click(u"box mlp_norm"_s);
    QVERIFY(stage.shows("page.layer"));
    QVERIFY(stage.part("layer.note")->isVisible() && !stage.part("layer.intro")->isVisible());
    QVERIFY(stage.part<QLabel>("layer.note")->text().startsWith(u"Operation has no kind for this box"_s));
    QCOMPARE(top(), before);
    stage.window.findChild<QTabWidget*>(u"tabs"_s)->setCurrentWidget(stage.part("page.step"));
    stage.window.findChild<QTabWidget*>(u"tabs"_s)->setCurrentWidget(stage.part("page.layer"));
    stage.settle();
    QVERIFY(!stage.part("layer.note")->isVisible() && stage.part("layer.intro")->isVisible());
}

/// On a projector, below bars and controls: three boxes, or five lanes, fill most of the picture.
void TstLayerBoxes::largePicturesAreFilled()
{
    const auto snapshot = ui::snapshotOf(tests::shippedScenario("start"));
    const QSizeF size(1540, 680);
    const auto reading = ui::LayerReading::of(snapshot);
    const auto layer = ui::layerLayout(*reading.layer, size);
    QVERIFY2(layer.step.bottom() > 0.7 * size.height() && layer.step.bottom() <= size.height(),
             qPrintable(QString::number(layer.step.bottom())));
    const auto step = core::stepTimeline(snapshot.scenario);
    const QSizeF clock(1280, 750);
    const double e = std::exp(1.0);
    const auto lanes = ui::stepLayout(*step, clock, {1, e, 1, e}, 0);
    QVERIFY2(lanes.plot.bottom() > 0.9 * clock.height(), qPrintable(QString::number(lanes.plot.bottom())));
}

/// FLOPs are of all chips, times of one; of both passes where both are timed.
void TstLayerBoxes::aNumberSaysWhatItIsOf()
{
    auto scenario = tests::shippedScenario("start");
    const auto said = [&scenario](const QString& number) {
        for (const auto& mark : marksOf(scenario, {1200, 700}))
            if (mark.number == number && !mark.lines.isEmpty() && !mark.place.startsWith(u"box"_s))
                return mark.lines.last();
        return QString();
    };
    QCOMPARE(said(u"layer.flops.mlp_in"_s), u"FLOPs, all chips, forward pass"_s);
    QCOMPARE(said(u"layer.time.mlp_in"_s), u"math, per chip, both passes"_s);
    QCOMPARE(said(u"time.math"_s), u"math, per chip, both passes"_s);
    QCOMPARE(said(u"layer.comms.mlp_in"_s), u"collectives, per chip, both passes; added, however they overlap"_s);
    QVERIFY(core::setField(scenario, "work.pass", std::string("forward")));
    QCOMPARE(said(u"layer.time.mlp_in"_s), u"math, per chip, forward pass"_s);
}

/// Two columns are of all chips, two of one.
void TstLayerBoxes::headsSayOfHowManyChips()
{
    const auto picture = ui::findChart(u"layer"_s)->make();
    picture->read(ui::snapshotOf(tests::shippedScenario("start")));
    tests::TextRecorder recorder({1200, 700});
    QPainter painter(&recorder);
    picture->paint(painter, {0, 0, 1200, 700}, ui::Theme::light(), picture->ranges());
    painter.end();
    const auto count = [&recorder](const QString& text) {
        return std::ranges::count(recorder.texts, text, &tests::PaintedText::text);
    };
    QCOMPARE(count(u"all chips"_s), 2);
    QCOMPARE(count(u"a chip"_s) + count(u"math, network, a chip"_s) + count(u"times, a chip"_s), 2);
}

/// A box has three times: here of both passes on one chip, in Operation of all tokens on one chip, in Sharding of the
/// forward product on the mesh.
void TstLayerBoxes::aTimeSaysOfWhatItIs()
{
    auto scenario = tests::shippedScenario("llama3-70b-v5p");
    const auto picture = ui::findChart(u"layer"_s)->make();
    const auto said = [&](const QString& place) {
        picture->read(ui::snapshotOf(scenario));
        tests::TextRecorder recorder(QSize(900, 900));
        QPainter painter(&recorder);
        const auto painted = picture->paint(painter, {0, 0, 900, 900}, ui::Theme::light(), picture->ranges());
        QStringList all;
        for (const auto& text : recorder.texts)
            all.append(text.text);
        for (auto mark : painted.marks)
            if (mark.place == place) {
                picture->complete(mark);
                all.append(mark.lines);
            }
        return all.join(u'\n');
    };
    QVERIFY2(said(u"box qkv"_s).contains(u"\nboth passes\n"_s), qPrintable(said(u"box qkv"_s)));
    QVERIFY2(said(u"box qkv"_s).contains(u"2.99 ms of math on a chip, both passes"_s), qPrintable(said(u"box qkv"_s)));
    QVERIFY(said(u"box qkv"_s).contains(u"in Operation: all tokens on one chip"_s));
    QVERIFY(said(u"product qkv"_s).contains(u"in Sharding: the forward product on this mesh"_s));
    QVERIFY(core::setField(scenario, "work.pass", std::string("forward")));
    QVERIFY(said(u"box qkv"_s).contains(u"of math on a chip, forward pass"_s));
    QVERIFY(!said(u"box qkv"_s).contains(u"both passes"_s));
}

void TstLayerBoxes::bytesOfTheFootAddUp_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("kept");
    QTest::newRow("training") << u"training"_s << u"mem.activations"_s;
    QTest::newRow("prefill") << u"prefill"_s << u"mem.kv"_s;
}

/// Below what the layers keep stand the logits, which have a row of the same column and are no part of that sum.
void TstLayerBoxes::bytesOfTheFootAddUp()
{
    QFETCH(QString, mode);
    QFETCH(QString, kept);
    auto scenario = tests::shippedScenario("llama3-70b-v5p");
    QVERIFY(core::setField(scenario, "work.mode", mode.toStdString()));
    const auto found = [marks = marksOf(scenario, {1200, 900})](const QString& number) {
        const auto at = std::ranges::find(marks, number, &ui::Mark::number);
        return at == marks.end() ? ui::Mark() : *at;
    };
    const auto box = found(u"layer.logits.logits"_s), sum = found(kept), logits = found(u"mem.logits"_s);
    QVERIFY(!sum.heading.isEmpty() && !box.heading.isEmpty());
    QCOMPARE(logits.heading, box.heading);
    QVERIFY(logits.area.boundingRect().top() >= sum.area.boundingRect().bottom());
    QCOMPARE(logits.lines.join(u' '), u"logits in memory, per chip"_s);
}

void TstLayerBoxes::everyArrayAndEveryCollectiveIsWritten_data()
{
    QTest::addColumn<QSize>("window");
    QTest::newRow("small") << QSize(1024, 640);
    QTest::newRow("usual") << QSize(1280, 720);
    QTest::newRow("large") << QSize(1920, 1080);
}

/// 70B as FSDP and TP: every box has its arrays, all three of Q, K and V, and room for the words of each collective.
void TstLayerBoxes::everyArrayAndEveryCollectiveIsWritten()
{
    QFETCH(QSize, window);
    LayerStage stage("llama3-70b-v5p");
    stage.window.resize(window);
    stage.settle();
    const QSizeF size = stage.chart()->size() - QSize(4, 4);
    const auto layer = ui::LayerReading::of(stage.window.session().snapshot()).layer;
    const auto layout = ui::layerLayout(*layer, size);
    QVERIFY(layout.lines && layout.logits.bottom() <= size.height());
    const auto& qkv = layer->rows[1];
    std::size_t arrays = 0;
    for (const auto& line : ui::notationLines(*qkv.arrays, layout.sizes, layout.columns.box.width() - 14))
        arrays += line.size();
    QCOMPARE(arrays, std::size_t{1 + 3 + 3});
    for (const auto& mark : marksOf(stage.scenario(), size))
        if (const QRectF area = mark.area.boundingRect(); mark.place.startsWith(u"collective"_s))
            QVERIFY2(area.height() >= 14 && area.width() >= 60, qPrintable(mark.place));
}

/// W_in of bf16 on X = 16 and Y = 4: 8,192 x 32,768 elements over 64 devices, then over the 4 of Y. Boxes and sums stay
/// the design's and agree; rows that say so are of the edited layer, and the head names each edit.
void TstLayerBoxes::theTableFollowsEditedArrays()
{
    const auto cell = [](const char* arrays, const char* kind, const char* name) {
        auto s = tests::shippedScenario("start");
        s.layer.arrays = arrays;
        const auto rows = ui::findChart(u"layer"_s)->table(ui::snapshotOf(s));
        const auto column =
            static_cast<std::size_t>(std::ranges::find(rows.front(), "weights_B") - rows.front().begin());
        for (const auto& row : rows)
            if (row[0] == kind && row[1] == name)
                return std::stod(row[column]);
        return -1.0;
    };
    const double whole = 2. * 8192 * 32768;
    QCOMPARE(cell("", "box", "mlp_in"), whole / 64);
    QCOMPARE(cell("W_in[D, F_Y]", "box", "mlp_in"), whole / 64);
    QCOMPARE(cell("W_in[D, F_Y]", "edited box", "mlp_in"), whole / 4);
    QCOMPARE(cell("W_in[D, F_Y]", "box", "mlp_out"), whole / 64);
    QCOMPARE(cell("W_in[D, F_Y]", "total", "layer"), whole / 32);
    QCOMPARE(cell("W_in[D, F_Y]", "edited total", "layer"), whole / 4 + whole / 64);
    auto s = tests::shippedScenario("start");
    const auto head = [&s] {
        const auto picture =
            ui::renderPicture({.view = u"layer"_s, .format = ui::PictureFormat::csv}, ui::snapshotOf(s));
        return QString::fromUtf8(picture.value()).section(u"\nrow,"_s, 0, 0);
    };
    QVERIFY(!head().contains(u"dited"_s));
    s.layer.arrays = "W_in[D, F_Y]; W_out[F, D_Y]";
    QVERIFY2(head().contains(u"\n# Edited arrays: W_in[D, F_Y]; W_out[F, D_Y]\n# Rows that begin with \"edited\""_s),
             qPrintable(head()));
}

/// Of every kind: the calls of 61 layers add up to what bytes.* counts for a rank.
void TstLayerBoxes::bytesOfCallsAreThoseOfARank()
{
    auto s = tests::shippedScenario("start");
    QVERIFY(core::setField(s, "model.preset", std::string("deepseek-v3")) &&
            core::setField(s, "mesh.X.role", std::string("expert")));
    const auto snapshot = ui::snapshotOf(s);
    const auto rows = ui::findChart(u"layer"_s)->table(snapshot);
    const auto column = [&](const char* name) {
        return static_cast<std::size_t>(std::ranges::find(rows.front(), name) - rows.front().begin());
    };
    std::map<std::string, double> sums; // by the kind that begins the name
    for (const auto& row : rows)
        if (row[0] == "collective" && row[column("box")] != "embedding" && row[column("box")] != "logits")
            sums[row[1].substr(0, row[1].find('_'))] +=
                61 * std::stod(row[column("calls")]) * std::stod(row[column("call_B")]);
    const auto& bytes = snapshot.report.bytes;
    COMPARE_NEAR(sums["AllToAll"], bytes.allToAll.si(), 1e-9);
    COMPARE_NEAR(sums["AllGather"], bytes.allGather.si(), 1e-9);
    COMPARE_NEAR(sums["ReduceScatter"], bytes.reduceScatter.si(), 1e-9);
}

/// Boxes show what the edit makes of them, the row below what the roles do.
void TstLayerBoxes::aSumOfEditedBoxesNamesItsBasis()
{
    const auto says = [](const char* arrays, const QString& words) {
        auto s = tests::shippedScenario("start");
        s.layer.arrays = arrays;
        const auto picture = ui::findChart(u"layer"_s)->make();
        picture->read(ui::snapshotOf(s));
        tests::TextRecorder paper({900, 420});
        QPainter painter(&paper);
        picture->paint(painter, {0, 0, 900, 420}, ui::Theme::light(), picture->ranges());
        return std::ranges::any_of(paper.texts, [&](const auto& one) { return one.text == words; });
    };
    QVERIFY(says("", u"One layer"_s));
    QVERIFY(!says("W_in[D, F_Y]", u"One layer"_s));
    QVERIFY(says("W_in[D, F_Y]", u"One layer, as the roles shard it"_s));
}

ROOFLIGHT_TEST(TstLayerBoxes)
#include "tst_layer_boxes.moc"

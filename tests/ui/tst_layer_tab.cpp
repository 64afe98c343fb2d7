// SPDX-License-Identifier: GPL-3.0-or-later
// The tab Layer by real events: usual shardings, and clicks that open a box, its arrays and its collectives elsewhere.
#include "asked_numbers.h"
#include "core/design/opening.h"
#include "core/layer/layer_arrays.h"
#include "core/layer/sharding_presets.h"
#include "core/numbers/numbers.h"
#include "layer_stage.h"
#include "support/suite.h"
#include "ui/charts/chart.h"
#include "ui/charts/hover_card.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QTabBar>

using namespace Qt::Literals::StringLiterals;

class TstLayerTab : public QObject
{
    Q_OBJECT
private slots:
    void opensByItsKey();
    void aPresetIsOneUndoStep();
    void aMeshOfOneAxisGivesUpEight();
    void whatTheModelLacksIsOff();
    void aBoxOpensItsOperation();
    void theSameBoxIsNotAddedTwice();
    void arraysOpenInSharding();
    void backLeadsToTheLayerAsItWas_data();
    void backLeadsToTheLayerAsItWas();
    void aCollectiveOpensInCollectives();
    void aMatmulOfTheStepOpensWithItsCollective();
    void hoverSaysWhyAndWhoWaits();
    void whatLiesOutsideIsBesideTheStep();
    void aNumberOpensItsDerivation();
    void theNetworkIsBesideTheLayer();
    void attentionGrowsWithTheSequence();
    void everyMarkExplainsItself_data();
    void everyMarkExplainsItself();
    void smallAndLargePicturesHold_data();
    void smallAndLargePicturesHold();
};

using tests::LayerStage;
using tests::marksOf;

void TstLayerTab::opensByItsKey()
{
    tests::WindowStage stage;
    QTest::keyClick(&stage.window, Qt::Key_4, Qt::ControlModifier);
    stage.settle();
    QVERIFY(stage.part("page.layer")->isVisible());
    QVERIFY(stage.part<QLabel>("layer.intro")->text().startsWith(u"One layer of the present model"_s));
}

/// The start has X = 16 FSDP and Y = 4 tensor.
void TstLayerTab::aPresetIsOneUndoStep()
{
    LayerStage stage;
    QVERIFY(stage.part<QPushButton>("layer.preset.3")->isChecked());
    auto& undo = stage.window.session().undoStack();
    const int before = undo.index();
    const std::array roles{std::pair(core::Role::data, core::Role::data), std::pair(core::Role::fsdp, core::Role::fsdp),
                           std::pair(core::Role::tensor, core::Role::replicate),
                           std::pair(core::Role::fsdp, core::Role::tensor)};
    for (const int number : {0, 1, 2}) {
        stage.preset(number);
        QCOMPARE(stage.role(0), roles[static_cast<std::size_t>(number)].first);
        QCOMPARE(stage.role(1), roles[static_cast<std::size_t>(number)].second);
        QVERIFY(stage.part<QPushButton>(qPrintable(u"layer.preset.%1"_s.arg(number)))->isChecked());
        QCOMPARE(undo.index(), before + 1);
        stage.preset(number); // again: nothing to do
        QCOMPARE(undo.index(), before + 1);
        QVERIFY(stage.part<QPushButton>(qPrintable(u"layer.preset.%1"_s.arg(number)))->isChecked());
        stage.trigger("undo");
        QCOMPARE(stage.role(0), core::Role::fsdp);
        QCOMPARE(stage.role(1), core::Role::tensor);
    }
    QCOMPARE(stage.scenario().mesh.axis[0].size, 16.);
}

/// 64 chips on X alone: FSDP over 8 and tensor over the 8 that it gives up.
void TstLayerTab::aMeshOfOneAxisGivesUpEight()
{
    LayerStage stage;
    QVERIFY(stage.window.session().apply({"one axis", {{"mesh.X", 64.}, {"mesh.Y", 1.}}}).has_value());
    stage.settle();
    stage.preset(3);
    QCOMPARE(stage.scenario().mesh.axis[0].size, 8.);
    QCOMPARE(stage.scenario().mesh.axis[1].size, 8.);
    QCOMPARE(stage.role(0), core::Role::fsdp);
    QCOMPARE(stage.role(1), core::Role::tensor);
    QCOMPARE(core::presetOf(stage.scenario()), core::ShardingPreset::fsdpTensor);
}

void TstLayerTab::whatTheModelLacksIsOff()
{
    LayerStage stage; // feed-forward blocks alone
    auto* context = stage.part<QPushButton>("layer.preset.5");
    auto* expert = stage.part<QPushButton>("layer.preset.6");
    QVERIFY(!context->isEnabled());
    QVERIFY(!expert->isEnabled());
    QCOMPARE(expert->toolTip(), u"The model has no experts."_s);
    QVERIFY(stage.window.session().edit("model.preset", std::string("deepseek-v3")).has_value());
    stage.settle();
    QVERIFY(context->isEnabled());
    stage.preset(6);
    QCOMPARE(stage.role(0), core::Role::fsdp);
    QCOMPARE(stage.role(1), core::Role::expert);
    stage.preset(5);
    QCOMPARE(stage.role(1), core::Role::context);
}

void TstLayerTab::aBoxOpensItsOperation()
{
    LayerStage stage("llama3-70b-v5p");
    stage.click(u"box qkv"_s);
    QVERIFY(stage.shows("page.operation"));
    QStringList names;
    for (const auto& one : stage.scenario().ops)
        names << QString::fromStdString(one.name);
    QCOMPARE(names.mid(names.size() - 3).join(u';'), u"Q projection;K projection;V projection"_s);
    const auto& q = stage.scenario().ops[stage.scenario().ops.size() - 3];
    QCOMPARE(q.B, 4194304.);
    QVERIFY(q.D == 8192 && q.F == 64. * 128);

    LayerStage keys("llama3-70b-v5p");
    for (const auto& mark : marksOf(keys.scenario(), keys.chart()->size() - QSize(4, 4)))
        for (const Qt::Key key : {Qt::Key_Right, mark.place == u"box qkv"_s ? Qt::Key_Return : Qt::Key_Shift})
            QTest::keyClick(keys.chart(), key);
    QVERIFY(keys.shows("page.operation"));
}

void TstLayerTab::theSameBoxIsNotAddedTwice()
{
    LayerStage stage("llama3-70b-v5p");
    stage.click(u"box mlp_out"_s);
    const auto count = stage.scenario().ops.size();
    stage.window.findChild<QTabWidget*>(u"tabs"_s)->setCurrentWidget(stage.part("page.layer"));
    stage.settle();
    stage.click(u"box mlp_out"_s);
    QVERIFY(stage.shows("page.operation"));
    QCOMPARE(stage.scenario().ops.size(), count);
}

void TstLayerTab::arraysOpenInSharding()
{
    LayerStage stage;
    stage.click(u"product mlp_in"_s);
    QVERIFY(stage.shows("page.sharding"));
    QCOMPARE(stage.scenario().shard.expression, "In[B_X, D_Y] * Win[D_X, F_Y] -> Hid[B_X, F_Y]");
    QCOMPARE(stage.scenario().shard.mesh, "X=16, Y=4");
    QCOMPARE(stage.scenario().shard.sizes.at("F"), 32768.);
}

void TstLayerTab::backLeadsToTheLayerAsItWas_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QByteArray>("page");
    QTest::newRow("a box") << u"box mlp_out"_s << QByteArray("page.operation");
    QTest::newRow("its arrays") << u"product mlp_in"_s << QByteArray("page.sharding");
}

/// By Esc and by the button; what was edited meanwhile stays.
void TstLayerTab::backLeadsToTheLayerAsItWas()
{
    QFETCH(QString, place);
    QFETCH(QByteArray, page);
    LayerStage stage;
    const core::Scenario before = stage.scenario();
    stage.click(place);
    QVERIFY(stage.shows(page.constData()) && !(stage.scenario() == before));
    auto* back = stage.part<QPushButton>("tabs.back");
    QVERIFY(back->isVisible());
    QCOMPARE(back->text(), u"Back to Layer"_s);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    stage.settle();
    QVERIFY(stage.shows("page.layer") && stage.scenario() == before);
    const auto* tabs = stage.part<QTabBar>("tabs.bar"); // the button leaves its room
    QVERIFY(tabs->isTabVisible(tabs->count() - 1));
    stage.click(place);
    QVERIFY(stage.window.session().edit("work.batch", 65536.));
    stage.settle();
    const core::Scenario edited = stage.scenario();
    QTest::mouseClick(back, Qt::LeftButton);
    stage.settle();
    QVERIFY(stage.shows("page.layer") && stage.scenario() == edited);
}

void TstLayerTab::aCollectiveOpensInCollectives()
{
    LayerStage stage;
    const auto all = core::designCollectives(stage.scenario());
    QCOMPARE(all.front().name, "AllGather_X of W_in");
    stage.click(u"collective 0 mlp_in"_s);
    QVERIFY(stage.shows("page.collectives"));
    QVERIFY(core::isOpened(stage.scenario(), all.front()));
    auto* back = stage.part<QPushButton>("tabs.back");
    QVERIFY(back->isVisible());
    QCOMPARE(back->text(), u"Back to Layer"_s);
    QTest::mouseClick(back, Qt::LeftButton);
    stage.settle();
    QVERIFY(stage.shows("page.layer"));
}

/// From the tab Step, which goes from a step to a layer and its matmuls; 32,768 tokens on 16 data ranks.
void TstLayerTab::aMatmulOfTheStepOpensWithItsCollective()
{
    LayerStage stage;
    stage.window.findChild<QTabWidget*>(u"tabs"_s)->setCurrentWidget(stage.part("page.step"));
    stage.settle();
    auto* links = stage.part<QLabel>("step.matmuls");
    QVERIFY2(links->text().contains(u"MLP in"_s) && links->text().contains(u"MLP out"_s), qPrintable(links->text()));
    emit links->linkActivated(u"1"_s);
    stage.settle();
    QVERIFY(stage.shows("page.collectives"));
    QCOMPARE(stage.scenario().coll.kind, core::CollectiveKind::matmulScatter);
    QCOMPARE(stage.scenario().coll.B, 2048.0);
    QCOMPARE(stage.window.session().undoStack().count(), 1);
    auto* back = stage.part<QPushButton>("tabs.back");
    QCOMPARE(back->text(), u"Back to Step"_s);
    QTest::mouseClick(back, Qt::LeftButton);
    stage.settle();
    QVERIFY(stage.shows("page.step"));
    emit links->linkActivated(u"layer"_s);
    stage.settle();
    QVERIFY(stage.shows("page.layer"));
    QCOMPARE(back->text(), u"Back to Step"_s);
    const QImage drawn = back->grab().toImage(); // not up to the window's edge
    for (int x = drawn.width() - 10; x < drawn.width(); ++x)
        QCOMPARE(drawn.pixel(x, drawn.height() / 3), drawn.pixel(drawn.width() - 1, drawn.height() - 1));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    stage.settle();
    QVERIFY(stage.shows("page.step"));
}

/// X splits W_in over 16 ranks: 8192 x 32768 / 4 elements of Y's part, 2 bytes each, are 134 MB.
void TstLayerTab::hoverSaysWhyAndWhoWaits()
{
    LayerStage stage;
    for (const auto& mark : marksOf(stage.scenario(), stage.chart()->size() - QSize(4, 4)))
        if (mark.place == u"collective 0 mlp_in"_s) {
            const QPointF at = mark.area.boundingRect().center() + QPointF(2, 2);
            QMouseEvent event(QEvent::MouseMove, at, stage.chart()->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                              Qt::NoModifier);
            QApplication::sendEvent(stage.chart(), &event);
            stage.settle();
        }
    const auto* card = stage.chart()->findChild<ui::HoverCard*>();
    QVERIFY(card->isVisible());
    QCOMPARE(card->accessibleName(), u"AllGather_X of W_in"_s);
    const QString said = card->accessibleDescription();
    QVERIFY2(said.startsWith(u"W_in: 134 MB"_s), qPrintable(said));
    QVERIFY2(said.contains(u"X splits W_in, and a token needs all of it."_s), qPrintable(said));
    QVERIFY2(said.contains(u"The matmul waits for it; it can run while the box before computes."_s), qPrintable(said));
}

/// 8 stages of 4 layers send activations to the next one; no layer has a collective.
void TstLayerTab::whatLiesOutsideIsBesideTheStep()
{
    LayerStage stage("comp4901y-pipeline");
    QStringList places;
    for (const auto& mark : marksOf(stage.scenario(), {1000, 500}))
        if (mark.place.startsWith(u"collective"_s))
            places << mark.place;
    QCOMPARE(places.join(u';'), u"collective 0 outside;collective 1 outside"_s);
    stage.click(places.front());
    QVERIFY(stage.shows("page.collectives"));
    QVERIFY(core::isOpened(stage.scenario(), core::designCollectives(stage.scenario()).front()));
}

void TstLayerTab::aNumberOpensItsDerivation()
{
    LayerStage stage;
    tests::AskedNumbers asked(*stage.chart());
    stage.click(u"layer.params.mlp_in"_s);
    QCOMPARE(asked.ids.join(u' '), u"layer.params.mlp_in"_s);
    stage.click(u"layer.total.flops"_s);
    QCOMPARE(asked.ids.back(), u"layer.total.flops"_s);
}

/// 1 GiB instead of 16 MiB; the picture in sight is the one that is exported.
void TstLayerTab::theNetworkIsBesideTheLayer()
{
    LayerStage stage;
    auto* field = stage.part("net.bytes")->findChild<QLineEdit*>();
    QVERIFY(!field->isVisible());
    QTest::mouseClick(stage.part<QAbstractButton>("layer.picture.2"), Qt::LeftButton);
    stage.settle();
    QVERIFY(field->isVisible());
    QVERIFY(!stage.chart()->isVisible());
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, u"1 GiB"_s);
    QTest::keyClick(field, Qt::Key_Return);
    stage.settle();
    QCOMPARE(stage.scenario().net.bytes.si(), 1073741824.0);
    QCOMPARE(stage.window.session().undoStack().count(), 1);
    const auto* chart = stage.part("card.network")->findChild<ui::Chart*>();
    // Book: 1.5e10 to 1.6e10 B/s over PCIe.
    QVERIFY2(chart->description().contains(u"host memory to chip over PCIe 67.1 ms"_s),
             qPrintable(chart->description()));
    QCOMPARE(ui::findChart(u"network"_s)->table(ui::snapshotOf(stage.scenario())).size(), std::size_t(6));
}

/// LLaMA-3 70B without a mask at 9,216 tokens: as many FLOPs as the projections, 4 x 9,216 x 8,192 of 2.01e9 in all.
void TstLayerTab::attentionGrowsWithTheSequence()
{
    LayerStage stage("llama3-70b-v5p");
    auto& session = stage.window.session();
    QVERIFY(session.apply({"T", {{"model.causal", false}, {"work.seq", 9216.0}, {"work.batch", 9216.0 * 2048}}}));
    QTest::mouseClick(stage.part<QAbstractButton>("layer.picture.1"), Qt::LeftButton);
    stage.settle();
    auto* chart = stage.part("card.attention")->findChild<ui::Chart*>();
    QVERIFY(chart->isVisible());
    QVERIFY2(chart->description().startsWith(u"Attention has 15"_s) &&
                 chart->description().contains(u"as many as its projections at 9,216 tokens"_s),
             qPrintable(chart->description()));
    const auto rows = ui::findChart(u"attention"_s)->table(ui::snapshotOf(session.scenario()));
    QCOMPARE(rows.size(), std::size_t(15)); // 2^7 to 2^20
    QCOMPARE(QString::fromStdString(rows[1][1]).toDouble(), 4.0 * 128 * 8192);
}

void TstLayerTab::everyMarkExplainsItself_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("mode");
    for (const char* model : {"ffn-8k-32k", "llama3-70b", "deepseek-v3"})
        for (const char* mode : {"training", "prefill", "decode"})
            QTest::addRow("%s %s", model, mode) << model << mode;
}

void TstLayerTab::everyMarkExplainsItself()
{
    QFETCH(const QString, model);
    QFETCH(const QString, mode);
    auto scenario = tests::shippedScenario("start");
    QVERIFY(core::setField(scenario, "hw.torus", std::string("auto")).has_value());
    QVERIFY(core::setField(scenario, "model.preset", model.toStdString()).has_value());
    QVERIFY(core::setField(scenario, "work.mode", mode.toStdString()).has_value());
    QVERIFY(core::setField(scenario, "work.batch", 65536.).has_value());
    const auto snapshot = ui::snapshotOf(scenario);
    const auto marks = marksOf(scenario, {1000, 600});
    QVERIFY(marks.size() > 10);
    for (const auto& mark : marks) {
        QVERIFY2(!mark.number.isEmpty(), qPrintable(mark.heading));
        const auto number = core::explain(snapshot.workspace(), mark.number.toStdString());
        QVERIFY2(number.has_value(), qPrintable(mark.number));
    }
}

/// Nothing is laid out beyond the picture, and no box upon another.
void TstLayerTab::smallAndLargePicturesHold_data()
{
    QTest::addColumn<QSizeF>("size");
    for (const QSizeF size : {QSizeF(420, 320), QSizeF(905, 375), QSizeF(1545, 735), QSizeF(300, 900)})
        QTest::addRow("%.0f x %.0f", size.width(), size.height()) << size;
}

void TstLayerTab::smallAndLargePicturesHold()
{
    QFETCH(const QSizeF, size);
    auto scenario = tests::shippedScenario("start");
    QVERIFY(core::setField(scenario, "hw.torus", std::string("auto")).has_value());
    QVERIFY(core::setField(scenario, "model.preset", std::string("deepseek-v3")).has_value());
    std::vector<QRectF> boxes;
    for (const auto& mark : marksOf(scenario, size)) {
        const QRectF area = mark.area.boundingRect();
        QVERIFY2(QRectF(QPointF(), size).adjusted(-2, -2, 2, 2).contains(area), qPrintable(mark.heading));
        if (mark.place.startsWith(u"box"_s) || mark.place.startsWith(u"collective"_s))
            for (const QRectF& other : boxes)
                QVERIFY2(!area.adjusted(1, 1, -1, -1).intersects(other.adjusted(1, 1, -1, -1)),
                         qPrintable(mark.heading));
        if (mark.place.startsWith(u"box"_s) || mark.place.startsWith(u"collective"_s))
            boxes.push_back(area);
    }
    QVERIFY(boxes.size() > 10);
}

ROOFLIGHT_TEST(TstLayerTab)
#include "tst_layer_tab.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The tab Layer: shardings that lead to no error, and arrays that are edited in place.
#include "core/layer/sharding_presets.h"
#include "layer_stage.h"
#include "support/suite.h"
#include "ui/session/snapshot.h"

#include <QLabel>
#include <QLineEdit>
#include <QTest>

using namespace Qt::Literals::StringLiterals;

class TstLayerEdits : public QObject
{
    Q_OBJECT

private slots:
    void tensorTakesAllChipsOntoOneAxis();
    void plansLeadBackToTheFirst();
    void aPlanSaysWhatItChanged();
    void whatWouldBeAnErrorIsOff();
    void anArrayIsEditedInPlace();
    void whatWasEditedInShardingComesBack();
    void weightsOfExpertsComeBackFromSharding();
};

namespace
{

using tests::LayerStage;
using tests::marksOf;

} // namespace

/// 16 x 4 chips with tensor parallelism are 64 on one axis, as in the four ways of Step: one axis can have that role.
void TstLayerEdits::tensorTakesAllChipsOntoOneAxis()
{
    LayerStage stage;
    stage.preset(2);
    QCOMPARE(stage.scenario().mesh.axis[0].size, 64.);
    QCOMPARE(stage.scenario().mesh.axis[1].size, 1.);
    QCOMPARE(core::presetOf(stage.scenario()), core::ShardingPreset::tensor);
    for (const auto& issue : ui::snapshotOf(stage.scenario()).issues)
        QVERIFY2(issue.severity != core::Severity::error, issue.text.c_str());
}

/// Tensor parallelism takes Y's chips onto X; what comes next starts again from 16 x 4, as does the first one.
void TstLayerEdits::plansLeadBackToTheFirst()
{
    LayerStage stage;
    const core::Scenario first = stage.scenario();
    for (const auto& plans : {std::array{2, 3}, std::array{2, 0}, std::array{4, 1}}) {
        for (const int plan : plans)
            stage.preset(plan);
        QCOMPARE(stage.scenario().mesh.axis[0].size, 16.);
        QCOMPARE(stage.scenario().mesh.axis[1].size, 4.);
        stage.preset(3);
        QVERIFY(stage.scenario() == first);
        stage.trigger("undo");
        stage.preset(3);
        QVERIFY(stage.scenario() == first);
    }
    stage.preset(2);
    // Another mesh, from which plans start.
    QVERIFY(stage.window.session().apply({"32", {{"hw.torus", std::string("auto")}, {"mesh.X", 32.}}}));
    stage.settle();
    stage.preset(3);
    QCOMPARE(stage.scenario().mesh.axis[0].size, 4.);
    QCOMPARE(stage.scenario().mesh.axis[1].size, 8.);
}

/// Until something else changes.
void TstLayerEdits::aPlanSaysWhatItChanged()
{
    LayerStage stage;
    stage.preset(2);
    const auto* note = stage.part<QLabel>("layer.note");
    QVERIFY(note->isVisible());
    QVERIFY2(note->text().startsWith(u"TP: X = 16 fsdp, Y = 4 tensor became X = 64 tensor. Undo"_s),
             qPrintable(note->text()));
    QVERIFY(stage.window.session().edit("work.batch", 65536.));
    stage.settle();
    QVERIFY(!note->isVisible());
}

/// The one token of a decode step cannot be split over a context axis.
void TstLayerEdits::whatWouldBeAnErrorIsOff()
{
    LayerStage stage;
    QVERIFY(stage.window.session().apply({"decode", {{"work.mode", std::string("decode")}}}).has_value());
    stage.settle();
    QVERIFY(stage.window.session().apply({"model", {{"model.preset", std::string("llama3-8b")}}}).has_value());
    stage.settle();
    const auto* context = stage.part<QPushButton>("layer.preset.5");
    QVERIFY(!context->isEnabled());
    QVERIFY2(context->toolTip().contains(u"a decode step has one token of each"_s), qPrintable(context->toolTip()));
}

/// W_in gathered in D, so that X need not: AllReduce of its gradient over X, and no gather of it.
void TstLayerEdits::anArrayIsEditedInPlace()
{
    LayerStage stage;
    auto* line = stage.part<QLineEdit>("layer.array.line");
    QCOMPARE(line->text(), u"W_in[D_X, F_Y]"_s);
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, u"W_in[D, F_Y]"_s);
    stage.settle();
    QCOMPARE(stage.scenario().layer.arrays, "W_in[D, F_Y]");
    QStringList found;
    for (const auto& mark : marksOf(stage.scenario(), stage.chart()->size() - QSize(4, 4)))
        if (mark.place.startsWith(u"found"_s)) {
            auto picture = ui::findChart(u"layer"_s)->make();
            picture->read(ui::snapshotOf(stage.scenario()));
            ui::Mark full = mark;
            picture->complete(full);
            found << full.heading;
        }
    QCOMPARE(found.join(u"; "_s), u"AllGather_Y(In); ReduceScatter_Y(dIn); AllReduce_X(dW_in)"_s);
    line->setCursorPosition(static_cast<int>(line->text().size()) - 1);
    QTest::keyClicks(line, u"X"_s); // F_YX, fine, and again X
    QTest::keyClicks(line, u"X"_s);
    stage.settle();
    QCOMPARE(stage.scenario().layer.arrays, "W_in[D, F_YX]");
    const auto* note = stage.part("layer.array.note");
    QVERIFY(note->isVisible());
    QVERIFY2(note->findChild<QLabel*>()->text().startsWith(u"X already splits F"_s),
             qPrintable(note->findChild<QLabel*>()->text()));
    stage.trigger("undo");
    QCOMPARE(stage.scenario().layer.arrays, "");
    QTest::mouseClick(stage.part<QPushButton>("layer.preset.4"), Qt::LeftButton);
    stage.settle();
    QCOMPARE(core::presetOf(stage.scenario()), core::ShardingPreset::weightStationary);
    QCOMPARE(stage.scenario().layer.arrays, "In[B, D_XY]; Hid[B, F_Y]; Act[B, F_Y]; Out[B, D_XY]");
    QTest::mouseClick(stage.part<QPushButton>("layer.array.roles"), Qt::LeftButton);
    stage.settle();
    QCOMPARE(core::presetOf(stage.scenario()), core::ShardingPreset::fsdpTensor);
}

/// W_in[D, F_Y] typed in Sharding comes back as an edit of the layer; another dimension cannot.
void TstLayerEdits::whatWasEditedInShardingComesBack()
{
    LayerStage stage;
    stage.click(u"product mlp_in"_s);
    auto& session = stage.window.session();
    QVERIFY(session.edit("shard.expr", std::string("In[B_X, D_Y] * Win[D, F_Y] -> Hid[B_X, F_Y]")));
    stage.settle();
    QTest::mouseClick(stage.part<QPushButton>("tabs.back"), Qt::LeftButton);
    stage.settle();
    QVERIFY(stage.shows("page.layer"));
    QCOMPARE(stage.scenario().layer.arrays, "W_in[D, F_Y]");
    stage.click(u"product mlp_out"_s);
    QVERIFY(session.edit("shard.expr", std::string("Act[B_X, F_Y] * Wout[F_Y, E] -> Out[B_X, E]")));
    stage.settle();
    QTest::mouseClick(stage.part<QPushButton>("tabs.back"), Qt::LeftButton);
    stage.settle();
    QCOMPARE(stage.scenario().layer.arrays, "W_in[D, F_Y]");
    const auto* note = stage.part<QLabel>("layer.note");
    QVERIFY(note->isVisible());
    QVERIFY2(note->text().contains(u"W_out has the dimensions F, D, in this order."_s), qPrintable(note->text()));
}

/// Their tokens are no arrays that can be edited; the weights beside them are.
void TstLayerEdits::weightsOfExpertsComeBackFromSharding()
{
    LayerStage stage;
    auto& session = stage.window.session();
    QVERIFY(session.apply(
        {"experts",
         {{"hw.torus", std::string("auto")}, {"work.batch", 4194304.}, {"model.preset", std::string("deepseek-v3")}}}));
    stage.settle();
    stage.click(u"product experts"_s);
    QCOMPARE(stage.scenario().shard.expression, "Tok[E, C_X, D] * Win[E, D_X, F_Y] -> Hid[E, C_X, F_Y]");
    QVERIFY(session.edit("shard.expr", std::string("Tok[E, C_X, D] * Win[E, D, F_Y] -> Hid[E, C_X, F_Y]")));
    stage.settle();
    QTest::mouseClick(stage.part<QPushButton>("tabs.back"), Qt::LeftButton);
    stage.settle();
    QCOMPARE(stage.scenario().layer.arrays, "W_in[E, D, F_Y]");
}

ROOFLIGHT_TEST(TstLayerEdits)
#include "tst_layer_edits.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The computed check of a sharded product: its colours, and that it rests while nothing is planned; a
// plan that is picked drives it and the whole tab.
#include "core/numbers/collective_cache.h"
#include "core/numbers/numbers.h"
#include "core/sharding/device_collectives.h"
#include "core/sharding/report.h"
#include "support/suite.h"
#include "text_recorder.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/sharding/check_scene.h"
#include "ui/sharding/check_view.h"
#include "ui/sharding/plan_table.h"
#include "ui/theme/theme.h"
#include "window_stage.h"

#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>

#include <map>
#include <set>

using namespace Qt::Literals::StringLiterals;

class TstShardingCheck : public QObject
{
    Q_OBJECT
private slots:
    void reasonsAreInSight();
    void escapeLeavesTheCheck();
    void aMeshThatDoesNotDivideIsMended();
    void aWrongMeshKeepsThePicture();
    void theCheckIsPlayedWithoutScrolling();
    void aPickedPlanDrivesTheTab();
    void aPickStaysWithItsExpression();
    void aDeviceSaysWhereItIs();
    void aTermIsNotCalledTheResult();
    void coloursOfTheCheckAreThoseOfTheirRanges_data();
    void coloursOfTheCheckAreThoseOfTheirRanges();
};

/// Three devices along X split no power of two; nothing is planned, so there is nothing to play or to save.
void TstShardingCheck::aMeshThatDoesNotDivideIsMended()
{
    tests::WindowStage stage;
    stage.trigger("tab-3");
    QTest::mouseClick(stage.part("shard.check.show"), Qt::LeftButton);
    stage.settle();
    QVERIFY(stage.part("shard.check.play")->isEnabled() && stage.part("shard.check.save")->isEnabled());
    QVERIFY(stage.window.session().edit("shard.mesh", std::string("X=3, Y=4")));
    stage.settle();
    QVERIFY(!stage.part("shard.check.play")->isEnabled() && !stage.part("shard.check.save")->isEnabled());
    QPushButton* shorter = nullptr;
    for (auto* button : stage.part("shard.note")->findChildren<QPushButton*>())
        if (button->text() == u"Use X = 2"_s)
            shorter = button;
    QVERIFY(shorter);
    QTest::mouseClick(shorter, Qt::LeftButton);
    stage.settle();
    QCOMPARE(stage.window.session().scenario().shard.mesh, std::string("X=2, Y=4"));
    QVERIFY(stage.part("shard.check.play")->isEnabled());
}

/// Pale, with the error in words; its marks are gone, whose numbers are of no product now.
void TstShardingCheck::aWrongMeshKeepsThePicture()
{
    tests::WindowStage stage;
    stage.trigger("tab-3");
    auto* chart = stage.part("page.sharding")->findChild<ui::Chart*>(u"chart.sharding"_s);
    const auto texts = [&] {
        tests::TextRecorder recorder(chart->size());
        QPainter painter(&recorder);
        chart->paintPicture(painter, QRectF(QPointF(), chart->size()), ui::Theme::light());
        QStringList all;
        for (const auto& one : recorder.texts)
            all << one.text;
        return all.join(u'|');
    };
    QVERIFY(stage.window.session().edit("shard.mesh", std::string("X=3, Y=4")));
    stage.settle();
    QVERIFY2(texts().contains(u"A[I_X, J]"_s) && texts().contains(u"Mesh of 16 devices"_s), qPrintable(texts()));
    QVERIFY2(chart->description().startsWith(u"As it was before. Now: "_s), qPrintable(chart->description()));
    QVERIFY(stage.part<QLabel>("shard.note.sentence")->text().contains(u"X"_s));
    QVERIFY(stage.window.session().edit("shard.mesh", std::string("X=2, Y=4")));
    stage.settle();
    QVERIFY2(texts().contains(u"Mesh of 8 devices"_s), qPrintable(texts()));
    QVERIFY(!chart->description().startsWith(u"As it was before"_s));
}

/// In the smallest window that is meant, whatever its numbers need of height.
void TstShardingCheck::theCheckIsPlayedWithoutScrolling()
{
    tests::WindowStage stage("start", {1280, 720});
    stage.trigger("tab-3");
    auto& session = stage.window.session();
    QVERIFY(session.edit("shard.mesh", std::string("X=2, Y=2, Z=2")));
    QVERIFY(session.edit("shard.expr",
                         std::string("A[I_XYZ, J] * B[J, K] -> C[I, K]"))); // eight rows on each of eight devices
    stage.settle();
    QTest::mouseClick(stage.part("shard.check.show"), Qt::LeftButton);
    stage.settle();
    for (const char* name : {"shard.check.show", "shard.check.first", "shard.check.play", "shard.check.save"}) {
        const auto* button = stage.part(name);
        QVERIFY2(button->visibleRegion().boundingRect() == button->rect(), name);
    }
}

/// A[I, J_X] * B[J_X, K] -> C[I, K]: reduced after the product, or both operands gathered before it, for instance.
void TstShardingCheck::aPickedPlanDrivesTheTab()
{
    tests::WindowStage stage("start", {1280, 800});
    stage.trigger("tab-3");
    QVERIFY(stage.window.session().edit("shard.expr", std::string("A[I, J_X] * B[J_X, K] -> C[I, K]")));
    stage.settle();
    auto* plans = stage.part<ui::PlanTable>("shard.plans");
    auto* chart = stage.part("page.sharding")->findChild<ui::Chart*>(u"chart.sharding"_s);
    const auto sentence = [&] { return stage.part<QLabel>("shard.note.sentence")->text(); };
    const auto value = [&](const char* id) {
        return core::value(stage.window.session().snapshot().workspace(), id)->si();
    };
    const auto cell = [&](int row, int column) { return plans->model()->index(row, column).data().toString(); };
    const auto pointed = [&](int row) { return plans->visualRect(plans->model()->index(row, 1)).center(); };
    const QImage before = chart->grab().toImage();
    const double cheapest = value("shard.comms");
    QTest::mouseClick(plans->viewport(), Qt::LeftButton, {}, pointed(1));
    stage.settle();
    QVERIFY(value("shard.comms") != cheapest);
    QCOMPARE(value("shard.comms"), value("shard.plan.comms@2"));
    QVERIFY(chart->grab().toImage() != before);
    const QString steps = cell(1, ui::PlanModel::steps);
    QVERIFY2(sentence().contains(u"Chosen: "_s + steps), qPrintable(sentence()));
    QVERIFY2(sentence().contains(u"The cheapest here: "_s + cell(0, ui::PlanModel::steps)), qPrintable(sentence()));
    QCOMPARE(cell(0, ui::PlanModel::why), u"cheapest"_s);
    const auto* head = plans->model();
    QVERIFY(
        head->headerData(ui::PlanModel::steps, Qt::Horizontal, Qt::ToolTipRole).toString().contains(u"not tried"_s));
    QVERIFY2(cell(1, ui::PlanModel::why).startsWith(u"chosen"_s), qPrintable(cell(1, ui::PlanModel::why)));
    QVERIFY(chart->description().contains(steps.section(u" → "_s, 0, 0)));
    const auto table = ui::findChart(u"sharding"_s)->table(stage.window.session().snapshot());
    QCOMPARE(table[1][2], std::string("no"));
    QCOMPARE(table[2][2], std::string("yes"));
    QTest::mouseClick(stage.part("shard.check.show"), Qt::LeftButton);
    stage.settle();
    QTest::mouseClick(stage.part("shard.check.first"), Qt::LeftButton);
    auto* check = stage.part<ui::CheckView>("shard.check");
    QTest::keyClick(check, Qt::Key_Period);
    stage.settle();
    QVERIFY2(check->sentence().contains(steps.section(u" → "_s, 0, 0)), qPrintable(check->sentence()));
    QTest::mouseClick(stage.part("shard.check.last"), Qt::LeftButton);
    stage.settle();
    QVERIFY2(check->sentence().endsWith(u"product: equal."_s), qPrintable(check->sentence()));
}

/// At the size of a projector; the tip of a reason says it in full.
void TstShardingCheck::reasonsAreInSight()
{
    tests::WindowStage stage("start", {1280, 720});
    stage.trigger("tab-3");
    auto* plans = stage.part<ui::PlanTable>("shard.plans");
    QTest::mouseClick(plans->viewport(), Qt::LeftButton, {}, plans->visualRect(plans->model()->index(1, 1)).center());
    stage.settle();
    for (int row = 0; row < plans->model()->rowCount(); ++row) {
        const auto at = plans->model()->index(row, ui::PlanModel::why);
        const QFontMetrics font(at.data(Qt::FontRole).value<QFont>());
        QVERIFY2(font.horizontalAdvance(at.data().toString()) + 6 <= plans->columnWidth(at.column()),
                 qPrintable(at.data().toString()));
    }
    const auto second = plans->model()->index(1, ui::PlanModel::why);
    const QString full = second.data(Qt::ToolTipRole).toString();
    QVERIFY(full.endsWith(u"its collectives take longer than the math"_s) && second.data().toString() != full);
    stage.window.resize(1920, 1080);
    stage.settle();
    QCOMPARE(second.data().toString(), full);
    stage.window.session().undoStack().setClean();
}

/// Esc goes back to the shards, and then to Explore.
void TstShardingCheck::escapeLeavesTheCheck()
{
    tests::WindowStage stage("start", {1280, 800});
    stage.trigger("tab-3");
    QTest::mouseClick(stage.part("shard.check.show"), Qt::LeftButton);
    stage.settle();
    QVERIFY(stage.part("shard.check")->isVisible());
    QTest::keyClick(stage.window.focusWidget(), Qt::Key_Escape);
    stage.settle();
    QVERIFY(!stage.part("shard.check")->isVisible() && stage.part("sharding")->isVisible());
    QTest::keyClick(stage.window.focusWidget(), Qt::Key_Escape);
    stage.settle();
    QVERIFY(!stage.part("sharding")->isVisible());
}

/// Whatever it costs, and no longer.
void TstShardingCheck::aPickStaysWithItsExpression()
{
    tests::WindowStage stage("start", {1280, 800});
    stage.trigger("tab-3");
    auto& session = stage.window.session();
    QVERIFY(session.edit("shard.expr", std::string("A[I, J_X] * B[J_X, K] -> C[I, K]")));
    stage.settle();
    auto* plans = stage.part<ui::PlanTable>("shard.plans");
    plans->setFocus();
    QTest::keyClick(plans, Qt::Key_Down);
    QTest::keyClick(plans, Qt::Key_Down);
    stage.settle();
    const auto picked = [&] { return session.snapshot().cache->sharding(session.scenario())->plan().steps(); };
    const auto steps = picked();
    QVERIFY(steps != session.snapshot().cache->sharding(session.scenario())->plans.front().steps());
    QVERIFY(!session.undoStack().canRedo() && session.undoStack().count() == 1); // no edit
    QVERIFY(session.edit("shard.size.K", 256.0));
    stage.settle();
    QCOMPARE(picked(), steps);
    QVERIFY(session.edit("shard.expr", std::string("A[I_X, J] * B[J_X, K] -> C[I_X, K]")));
    stage.settle();
    QCOMPARE(session.snapshot().cache->sharding(session.scenario())->chosen, std::size_t{0});
    QCOMPARE(plans->currentIndex().row(), 0);
}

/// Each of 16 by its place on X and on Y; not where there is room for numbers alone.
void TstShardingCheck::aDeviceSaysWhereItIs()
{
    tests::WindowStage stage("start");
    QVERIFY(stage.window.session().edit("shard.expr", std::string("A[I_X, J_Y] * B[J_Y, K] -> C[I, K_X]")));
    const auto report = stage.window.session().snapshot().cache->sharding(stage.window.session().scenario());
    const auto example = core::exampleOf(*report);
    QVERIFY(example && example->mesh.devices() == 16);
    const auto letters = [&](const QSize& size) {
        tests::TextRecorder recorder(size);
        QPainter painter(&recorder);
        ui::CheckScene(*example, {QPointF(), size}).paint(painter, 0, ui::Theme::light());
        return std::pair(std::ranges::count(recorder.texts, u"X"_s, &tests::PaintedText::text),
                         std::ranges::count(recorder.texts, u"Y"_s, &tests::PaintedText::text));
    };
    for (const int height : {200, 400}) // beside the numbers, and above them
        QCOMPARE(letters({1000, height}), std::pair(16L, 16L));
    QCOMPARE(letters({1000, 64}), std::pair(0L, 0L));
    stage.window.session().undoStack().setClean();
}

/// Before and after the reduction: C stands in the picture twice.
void TstShardingCheck::aTermIsNotCalledTheResult()
{
    auto scenario = tests::shippedScenario("start");
    QVERIFY(core::setField(scenario, "shard.expr", std::string("A[I, J_X] * B[J_X, K] -> C[I, K]")));
    const auto picture = ui::findChart(u"sharding"_s)->make();
    picture->read(ui::snapshotOf(scenario));
    QImage image(QSize(900, 300), QImage::Format_RGB32);
    QPainter painter(&image);
    const auto marks = picture->paint(painter, {0, 0, 900, 300}, ui::Theme::light(), picture->ranges()).marks;
    const auto device = std::ranges::find(marks, u"device 0"_s, &ui::Mark::place);
    QVERIFY(device != marks.end());
    QVERIFY2(device->lines.mid(2) == QStringList({u"a term of C: I all, K all"_s, u"C: I all, K all"_s}),
             qPrintable(device->lines.join(u'\n')));
}

void TstShardingCheck::coloursOfTheCheckAreThoseOfTheirRanges_data()
{
    QTest::addColumn<QString>("array");
    for (const char* array :
         {"A[I, J]", "A[I_X, J]", "A[I, J_Y]", "A[I_X, J_Y]", "A[I_XY, J]", "A[I, J_YX]", "A[I_YX]", "A[I, J_X, K_Y]"})
        QTest::newRow(array) << QString::fromLatin1(array);
}

/// Two of 64 devices have the same colour where they hold the same ranges of indices, and there alone.
void TstShardingCheck::coloursOfTheCheckAreThoseOfTheirRanges()
{
    QFETCH(QString, array);
    const auto layout = core::readExpression(array.toStdString())->operands.front();
    const auto mesh = *core::readNamedMesh("X=8, Y=8");
    for (const bool dark : {false, true}) {
        const auto& theme = ui::Theme::of(dark);
        std::map<std::vector<std::int64_t>, QRgb> colours; // of first indices
        std::set<QRgb> all;
        for (int device = 0; device < 64; ++device) {
            std::vector<std::int64_t> first;
            for (const auto& dim : layout.dims)
                first.push_back(core::blockOf(mesh, dim.axes, device));
            const QRgb colour = ui::CheckScene::colourOf(layout, mesh, device, theme).rgb();
            QCOMPARE(colours.try_emplace(first, colour).first->second, colour);
            all.insert(colour);
        }
        QCOMPARE(all.size(), colours.size());
    }
}

ROOFLIGHT_TEST(TstShardingCheck)
#include "tst_sharding_check.moc"

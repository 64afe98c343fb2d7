// SPDX-License-Identifier: GPL-3.0-or-later
// The tab Sharding by real events: typing, errors with their repairs, sizes, hover on a device, numbers that explain.
#include "asked_numbers.h"
#include "support/suite.h"
#include "ui/charts/chart.h"
#include "ui/charts/sharding_layout.h"
#include "ui/sharding/check_view.h"
#include "ui/sharding/expression_edit.h"
#include "ui/sharding/plan_table.h"
#include "ui/theme/theme.h"
#include "window_stage.h"

#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>

using namespace Qt::Literals::StringLiterals;

class TstShardingTab : public QObject
{
    Q_OBJECT
private slots:
    void typingIsOneUndoStep();
    void aBusyWindowSwallowsNoKey();
    void errorsStandAtTheirCharacter();
    void anEmptyLineSaysWhatToDo();
    void sizesAreEdited();
    void aDeviceLightsUpWhatItHolds();
    void cellsOfPlansExplainThemselves();
    void aWrongFileIsToldAndRepaired();
    void collectivesOpenAndOneComesBack();
    void theCheckComputesTheProduct_data();
    void theCheckComputesTheProduct();
    void theCheckShowsItsNumbers_data();
    void theCheckShowsItsNumbers();
    void theCheckIsSavedAsATable();
    void plansAreInSightInALowWindow();
    void axesAreDragged();
    void lettersPutAxes();
};

namespace
{

struct ShardingStage : tests::WindowStage {
    explicit ShardingStage(QSize size = {1280, 800}) : WindowStage("start", size) { trigger("tab-3"); }
    ~ShardingStage() { window.session().undoStack().setClean(); }
    ShardingStage(const ShardingStage&) = delete;
    ShardingStage& operator=(const ShardingStage&) = delete;

    ui::ExpressionEdit* line() const { return part<ui::ExpressionEdit>("shard.expr.field"); }
    QString sentence() const { return part<QLabel>("shard.note.sentence")->text(); }
    std::string expression() { return window.session().scenario().shard.expression; }
    ui::Chart* chart() const { return part("page.sharding")->findChild<ui::Chart*>(u"chart.sharding"_s); }

    void type(const QString& text)
    {
        line()->setFocus();
        line()->selectAll();
        QTest::keyClicks(line(), text);
        settle();
    }
};

} // namespace

void TstShardingTab::typingIsOneUndoStep()
{
    ShardingStage stage;
    const std::string before = stage.expression();
    stage.type(u"A[I, J_X] * B[J_X, K] -> C[I, K]"_s);
    QCOMPARE(stage.expression(), std::string("A[I, J_X] * B[J_X, K] -> C[I, K]"));
    QVERIFY2(stage.sentence().startsWith(u"Case 3"_s), qPrintable(stage.sentence()));
    QTest::keyClick(stage.line(), Qt::Key_Return);
    stage.trigger("undo");
    QCOMPARE(stage.expression(), before);
    QCOMPARE(stage.line()->text(), QString::fromStdString(before));
}

/// The scenario comes back with a product that can be planned while more is being typed.
void TstShardingTab::aBusyWindowSwallowsNoKey()
{
    ShardingStage stage;
    stage.type(u"A[I_X, J_Y] * B[J_Y, K]"_s);
    QTest::keyClick(stage.line(), Qt::Key_Backspace); // no product
    QTest::keyClicks(stage.line(), u"] "_s);          // one again
    QTest::keyClicks(stage.line(), u"-"_s);           // none
    stage.settle();
    QTest::keyClicks(stage.line(), u"> C[I_X, K]"_s);
    stage.settle();
    QCOMPARE(stage.line()->text(), u"A[I_X, J_Y] * B[J_Y, K] -> C[I_X, K]"_s);
    QCOMPARE(stage.expression(), std::string("A[I_X, J_Y] * B[J_Y, K] -> C[I_X, K]"));
}

void TstShardingTab::errorsStandAtTheirCharacter()
{
    ShardingStage stage;
    stage.type(u"A[I_X, J_X] * B[J, K]"_s);
    QVERIFY(stage.expression() != "A[I_X, J_X] * B[J, K]"); // the last that can be planned
    QCOMPARE(stage.line()->property("state").toString(), u"error"_s);
    QVERIFY2(stage.sentence().contains(u"X already splits I"_s), qPrintable(stage.sentence()));
    auto* repair = stage.part<QPushButton>("shard.repair.0");
    QVERIFY(repair);
    QCOMPARE(repair->text(), u"A[I_X, J_Y] * B[J, K]"_s);
    QTest::mouseClick(repair, Qt::LeftButton);
    stage.settle();
    QCOMPARE(stage.expression(), std::string("A[I_X, J_Y] * B[J, K]"));
    QCOMPARE(stage.line()->property("state").toString(), u"good"_s);
    QCOMPARE(stage.line()->text(), u"A[I_X, J_Y] * B[J, K]"_s);
}

void TstShardingTab::anEmptyLineSaysWhatToDo()
{
    ShardingStage stage;
    stage.line()->setFocus();
    stage.line()->selectAll();
    QTest::keyClick(stage.line(), Qt::Key_Delete);
    stage.settle();
    QVERIFY2(stage.sentence().startsWith(u"Type a product"_s), qPrintable(stage.sentence()));
    QTest::keyClick(stage.line(), Qt::Key_Escape);
    QCOMPARE(stage.line()->text(), QString::fromStdString(stage.expression()));
    QVERIFY2(stage.sentence().startsWith(u"Case 1"_s), qPrintable(stage.sentence()));
}

void TstShardingTab::sizesAreEdited()
{
    ShardingStage stage;
    auto* size = stage.part<QLineEdit>("shard.size.J.field");
    QVERIFY(size);
    size->setFocus();
    size->selectAll();
    QTest::keyClicks(size, u"4k"_s);
    QTest::keyClick(size, Qt::Key_Return);
    stage.settle();
    QCOMPARE(stage.window.session().scenario().shard.sizes.at("J"), 4096.0);
    QCOMPARE(size->text(), u"4,096"_s);
    QVERIFY(stage.window.session().undoStack().undoText().contains(u'J'));
}

/// Its block is framed in every array, and the others fade.
void TstShardingTab::aDeviceLightsUpWhatItHolds()
{
    ShardingStage stage({1600, 900});
    ui::Chart* chart = stage.chart();
    const QImage plain = chart->grab().toImage();
    // Past the arrays: one of the devices of the mesh.
    bool found = false;
    for (int y = 20; y < chart->height() / 2 && !found; y += 10) {
        for (int x = chart->width() - 240; x < chart->width() && !found; x += 10) {
            QTest::mouseMove(chart, {x, y});
            stage.settle();
            found = chart->grab().toImage().pixel(120, 150) != plain.pixel(120, 150);
        }
    }
    QVERIFY(found);
    QTest::mouseMove(chart, {2, 2});
    stage.settle();
    QCOMPARE(chart->grab().toImage().pixel(120, 150), plain.pixel(120, 150));
}

void TstShardingTab::cellsOfPlansExplainThemselves()
{
    ShardingStage stage;
    auto* plans = stage.part<ui::PlanTable>("shard.plans");
    QVERIFY(plans->model()->rowCount() > 5);
    plans->setFocus();
    plans->setCurrentIndex(plans->model()->index(1, ui::PlanModel::bytes));
    QTest::keyClick(plans, Qt::Key_Return);
    stage.settle();
    auto* explain = stage.part("explain");
    QVERIFY(explain && explain->isVisible());
    QVERIFY(plans->model()->index(0, ui::PlanModel::why).data().toString() == u"cheapest"_s);
}

void TstShardingTab::aWrongFileIsToldAndRepaired()
{
    ShardingStage stage;
    QVERIFY(stage.window.session().edit("shard.expr", std::string("A[I_Z, J]")));
    stage.settle();
    QVERIFY2(stage.sentence().contains(u"no axis Z"_s), qPrintable(stage.sentence()));
    QVERIFY2(stage.chart()->description().contains(u"no axis Z"_s), qPrintable(stage.chart()->description()));
    stage.type(u"A[I_X, J]"_s);
    QCOMPARE(stage.expression(), std::string("A[I_X, J]"));
}

/// B[J_X, K_Y] gathered over X of a 4 x 4 mesh: 8,192 * 2,048 elements of 2 B. The plan's time is the schedule's.
void TstShardingTab::collectivesOpenAndOneComesBack()
{
    ShardingStage stage;
    const std::string expression = "A[I_X, J] * B[J_X, K_Y] -> C[I_X, K_Y]";
    QVERIFY(stage.window.session().edit("shard.expr", expression));
    stage.settle();
    auto* open = stage.part<QPushButton>("shard.open.0");
    QVERIFY(open);
    QCOMPARE(open->text(), u"AllGather_X(B)"_s);
    QTest::mouseClick(open, Qt::LeftButton);
    stage.settle();
    const core::Collective coll = stage.window.session().scenario().coll;
    QCOMPARE(coll.kind, core::CollectiveKind::allGather);
    QCOMPARE(coll.torus, std::string("4x4"));
    QCOMPARE(coll.axes, std::string("X"));
    QCOMPARE(coll.bytes.si(), 8192.0 * 2048 * 2);
    QVERIFY(stage.part("collectives")->isVisible());
    const auto* why = stage.part<QLabel>("collectives.otherTime"); // 33.6 MB over 9e10 B/s, and three quarters of it
    QVERIFY2(why->text().startsWith(u"Sharding charges 373 µs, this schedule takes 280 µs."_s),
             qPrintable(why->text()));
    auto* back = stage.part<QPushButton>("tabs.back");
    QVERIFY(back->isVisible());
    QTest::mouseClick(back, Qt::LeftButton);
    stage.settle();
    QVERIFY(stage.line()->isVisible());
    QCOMPARE(stage.expression(), expression);
    stage.trigger("tab-6");
    QVERIFY(back->isVisible());
    QVERIFY(stage.window.session().edit("coll.bytes", 4096.0)); // another collective now
    stage.settle();
    QVERIFY(!back->isVisible() && !why->isVisible());
}

void TstShardingTab::theCheckComputesTheProduct_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("mesh");
    QTest::addColumn<QString>("step"); // the last
    QTest::newRow("gathered") << u"A[I_X, J] * B[J_X, K_Y] -> C[I_X, K_Y]"_s << u"X=4, Y=4"_s << u"A · B"_s;
    QTest::newRow("scattered") << u"A[I, J_X] * B[J_X, K] -> C[I, K_X]"_s << u"X=2, Y=2"_s << u"ReduceScatter_X(C)"_s;
    QTest::newRow("on a large mesh") << u"A[I, J_X] * B[J_X, K] -> C[I, K_X]"_s << u"X=64, Y=64"_s
                                     << u"ReduceScatter_X(C)"_s;
}

void TstShardingTab::theCheckComputesTheProduct()
{
    QFETCH(QString, expression);
    QFETCH(QString, mesh);
    QFETCH(QString, step);
    ShardingStage stage;
    QVERIFY(stage.window.session().edit("shard.mesh", mesh.toStdString()));
    QVERIFY(stage.window.session().edit("shard.expr", expression.toStdString()));
    stage.settle();
    QTest::mouseClick(stage.part("shard.check.show"), Qt::LeftButton);
    stage.settle();
    auto* check = stage.part<ui::CheckView>("shard.check");
    QVERIFY(check->isVisible() && !stage.chart()->isVisible());
    QVERIFY2(check->sentence().startsWith(u"Start"_s), qPrintable(check->sentence()));
    const QImage start = check->grab().toImage();
    QTest::keyClick(check, Qt::Key_Period);
    stage.settle();
    QVERIFY2(check->sentence().startsWith(u"Step 1 of"_s), qPrintable(check->sentence()));
    QVERIFY(check->grab().toImage() != start);
    QTest::mouseClick(stage.part("shard.check.last"), Qt::LeftButton);
    stage.settle();
    QVERIFY2(check->sentence().contains(step) && check->sentence().endsWith(u"product: equal."_s),
             qPrintable(check->sentence()));
    QTest::mouseClick(stage.part("shard.check.show"), Qt::LeftButton);
    stage.settle();
    QVERIFY(!check->isVisible() && stage.chart()->isVisible());
}

void TstShardingTab::theCheckShowsItsNumbers_data()
{
    QTest::addColumn<QString>("expression");
    QTest::addColumn<QString>("mesh");
    for (const char* mesh : {"X=2, Y=2", "X=4, Y=4", "X=2, Y=2, Z=2", "X=8, Y=2", "X=16, Y=16"})
        for (const char* expression :
             {"A[I_X, J] * B[J_X, K_Y] -> C[I_X, K_Y]", "A[I, J_X] * B[J_X, K] -> C[I, K]",
              "A[I_XY, J] * B[J, K_XY] -> C[I_XY, K]", "A[B, T, D_X] * W[D_X, N, H] -> Q[B, T, N, H]"})
            QTest::addRow("%s over %s", expression, mesh)
                << QString::fromLatin1(expression) << QString::fromLatin1(mesh);
}

/// At least 6 px high in every step, in the lowest window; the page scrolls where devices need more.
void TstShardingTab::theCheckShowsItsNumbers()
{
    QFETCH(QString, expression);
    QFETCH(QString, mesh);
    ShardingStage stage({1024, 640});
    QVERIFY(stage.window.session().edit("shard.mesh", mesh.toStdString()));
    QVERIFY(stage.window.session().edit("shard.expr", expression.toStdString()));
    stage.settle();
    QTest::mouseClick(stage.part("shard.check.show"), Qt::LeftButton);
    stage.settle();
    auto* check = stage.part<ui::CheckView>("shard.check");
    for (const char* step : {"shard.check.first", "shard.check.last"}) {
        QTest::mouseClick(stage.part(step), Qt::LeftButton);
        stage.settle();
        QImage picture(check->size(), QImage::Format_RGB32);
        check->render(&picture);
        int written = 0; // pixels as dark as numbers alone are
        for (int y = 52; y < picture.height() - 30; ++y)
            for (int x = 14; x < picture.width() - 14; ++x)
                written += picture.pixelColor(x, y).lightness() < 72;
        QVERIFY2(written > 40, qPrintable(QString::number(written)));
        for (int y = 10; y < 46; ++y) // the sentences above end before the edge
            for (int x = picture.width() - 12; x < picture.width() - 4; ++x)
                QCOMPARE(picture.pixelColor(x, y), ui::Theme::light().panel);
    }
}

/// A[I, J_X] * B[J_X, K] over two devices: terms of C, then a half of it on each. Operands hold 1, 2, 3 ...
void TstShardingTab::theCheckIsSavedAsATable()
{
    ShardingStage stage;
    QVERIFY(stage.window.session().edit("shard.mesh", std::string("X=2")));
    QVERIFY(stage.window.session().edit("shard.expr", std::string("A[I, J_X] * B[J_X, K] -> C[I, K_X]")));
    stage.settle();
    QTest::mouseClick(stage.part("shard.check.show"), Qt::LeftButton);
    stage.settle();
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"check.csv"_s);
    QTimer::singleShot(0, [&path] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        dialog->findChild<QLineEdit*>()->setText(path);
        static_cast<QDialog*>(dialog)->accept();
    });
    QTest::mouseClick(stage.part("shard.check.save"), Qt::LeftButton);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    QVERIFY2(lines[0].startsWith(u"# A[I, J_X] * B[J_X, K]"_s), qPrintable(lines[0]));
    QCOMPARE(lines[2], u"step,operation,device,array,element,value"_s);
    QVERIFY2(lines[3].startsWith(u"0,"_s) && lines[3].endsWith(u",1"_s), qPrintable(lines[3])); // A begins with 1
    QVERIFY(lines.last().contains(u"ReduceScatter_X(C)"_s) && lines.last().contains(u"C[I, K_X]"_s));
}

/// Four of them under their heads.
void TstShardingTab::plansAreInSightInALowWindow()
{
    ShardingStage stage({1280, 720});
    const auto* plans = stage.part<ui::PlanTable>("shard.plans");
    const QRect last = plans->visualRect(plans->model()->index(3, 0));
    QVERIFY(last.isValid());
    QVERIFY(plans->viewport()->visibleRegion().boundingRect().contains(last));
}

void TstShardingTab::axesAreDragged()
{
    ShardingStage stage({1600, 900});
    ui::Chart* chart = stage.chart();
    const auto layout = [&] {
        return ui::shardingLayout(core::shardingOf(stage.window.session().scenario()), chart->size() - QSize(4, 4));
    };
    const auto drag = [&](const QPointF& from, const QPointF& to) {
        const QPoint rim(2, 2);
        QTest::mousePress(chart, Qt::LeftButton, {}, from.toPoint() + rim);
        QMouseEvent move(QEvent::MouseMove, to + rim, chart->mapToGlobal(to + rim), Qt::LeftButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(chart, &move);
        QTest::mouseRelease(chart, Qt::LeftButton, {}, to.toPoint() + rim);
        stage.settle();
    };
    const auto first = layout();
    drag(first.arrays[0].axes[0].box.center(), first.arrays[0].dims[1].center());
    QCOMPARE(stage.expression(), std::string("A[I, J_X] * B[J, K_Y] -> C[I_X, K_Y]"));
    const auto second = layout();
    drag(second.arrays[0].axes[0].box.center(), second.arrays[0].title.center());
    QCOMPARE(stage.expression(), std::string("A[I, J]{U_X} * B[J, K_Y] -> C[I_X, K_Y]"));
    const auto third = layout();
    drag(third.arrays[0].axes[0].box.center(), {chart->width() / 2.0, chart->height() - 30.0});
    QCOMPARE(stage.expression(), std::string("A[I, J] * B[J, K_Y] -> C[I_X, K_Y]"));
    // What has no meaning stands in the line with its repairs; the picture stays.
    const auto last = layout();
    const auto& result = last.arrays.back();
    drag(result.axes[1].box.center(), result.dims[0].center() - QPointF(0, 20));
    QCOMPARE(stage.expression(), std::string("A[I, J] * B[J, K_Y] -> C[I_XY, K]"));
    for (int i = 0; i < 4; ++i)
        stage.trigger("undo");
    QCOMPARE(stage.expression(), std::string("A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]"));
}

void TstShardingTab::lettersPutAxes()
{
    ShardingStage stage;
    ui::Chart* chart = stage.chart();
    chart->setFocus();
    const tests::AskedNumbers asked(*chart);
    for (int i = 0; i < 60 && !asked.ids.contains(u"shard.local.B"_s); ++i) { // to the first dimension of B
        QTest::keyClick(chart, Qt::Key_Right);
        QTest::keyClick(chart, Qt::Key_X);
        stage.settle();
        if (stage.expression() != "A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]")
            break;
    }
    QCOMPARE(stage.expression(), std::string("A[I, J] * B[J, K_Y] -> C[I_X, K_Y]")); // X was at I, and goes
    QTest::keyClick(chart, Qt::Key_X);
    stage.settle();
    QCOMPARE(stage.expression(), std::string("A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]"));
    QTest::keyClick(chart, Qt::Key_X, Qt::ShiftModifier);
    stage.settle();
    QCOMPARE(stage.expression(), std::string("A[I, J]{U_X} * B[J, K_Y] -> C[I_X, K_Y]"));
}

ROOFLIGHT_TEST(TstShardingTab)

#include "tst_sharding_tab.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks charts and tables in the window by real events: axes under keys, copies, one text for one number, what is
// painted.
#include "core/numbers/numbers.h"
#include "start_scenario.h"
#include "support/suite.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/hover_card.h"
#include "ui/derivation/explain_panel.h"
#include "ui/numbers/value_label.h"
#include "ui/operation/operation_list.h"
#include "ui/operation/operation_table.h"
#include "window_stage.h"

#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QPaintEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

using namespace Qt::Literals::StringLiterals;

class TstWindowCharts : public QObject
{
    Q_OBJECT
private slots:
    void axesStandStillUnderArrowKeys();
    void ctrlCCopiesTheChartUnderFocus();
    void theNetworkThatBindsIsNamed();
    void utilisationHasOneText();
    void whatReadsTheSameStandsStill();
    void cellsLookAsTheStylePaintsThem();
    void aZoomSaysHowAllComesBack();
    void linesThatEndOutOfSightHaveNoLabel();
    void aCardStaysInItsChart();
};

namespace
{

/// What is painted of a widget.
struct PaintedRegion : QObject {
    explicit PaintedRegion(QWidget& widget) { widget.installEventFilter(this); }
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint)
            region += static_cast<QPaintEvent*>(event)->region();
        return false;
    }
    QRegion region;
};

} // namespace

void TstWindowCharts::axesStandStillUnderArrowKeys()
{
    tests::WindowStage stage;
    stage.trigger("tab-8");
    auto* chart = stage.part("tabs")->findChild<ui::Chart*>(u"chart.batch"_s);
    for (auto* each : stage.window.findChildren<ui::Chart*>())
        if (each->id() == u"batch"_s && each->isVisible())
            chart = each;
    const ui::AxisRanges before = chart->ranges();
    const double batch = stage.window.session().scenario().work.batch;
    stage.key("work.batch.track", Qt::Key_Right);
    stage.key("work.batch.track", Qt::Key_Right);
    QVERIFY(stage.window.session().scenario().work.batch > 2 * batch);
    QVERIFY(chart->ranges() == before);
    for (int i = 0; i < 8; ++i) // out of sight
        stage.key("work.batch.track", Qt::Key_Right);
    QVERIFY(chart->ranges().xMax > stage.window.session().scenario().work.batch);
    const core::Scenario reached = stage.window.session().scenario();
    stage.window.session().undoStack().setClean();
    QTest::qWait(1200); // axes that do not depend on the way to a scenario
    tests::WindowStage fresh;
    QVERIFY(fresh.window.session().edit("work.batch", reached.work.batch));
    fresh.settle();
    QVERIFY(chart->ranges() == fresh.part<ui::Chart>("chart.batch")->ranges());
    fresh.window.session().undoStack().setClean();
}

void TstWindowCharts::ctrlCCopiesTheChartUnderFocus()
{
    tests::WindowStage stage;
    QGuiApplication::clipboard()->clear();
    auto* memory = stage.part("chart.memory");
    memory->setFocus();
    QTest::keyClick(memory, Qt::Key_C, Qt::ControlModifier);
    stage.settle();
    const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
    QVERIFY2(copied->text().startsWith(u"Memory per chip"_s), qPrintable(copied->text()));
    const QByteArray svg = copied->data(u"image/svg+xml"_s);
    for (const char* words : {">Memory per chip<", "The start", "TPU v5p", "bandwidth only"}) // title and caption
        QVERIFY2(svg.contains(words), words);
}

/// Math 6 · 17.18e9 · 32,768 / (64 · 990e12) = 53.3 ms; X moves 3 times 8.59 GB at 100 GB/s: 258 ms at book rates.
void TstWindowCharts::theNetworkThatBindsIsNamed()
{
    tests::WindowStage stage;
    QVERIFY(stage.window.session().editFromText("hw.chip", "h100-sxm"));
    stage.settle();
    QVERIFY2(stage.verdict().contains(u"scale-out X 258 ms vs math 53.3 ms"_s), qPrintable(stage.verdict()));
    stage.window.session().undoStack().setClean();
}

/// 53.3 ms / 258 ms.
void TstWindowCharts::utilisationHasOneText()
{
    tests::WindowStage stage;
    QVERIFY(stage.window.session().editFromText("hw.chip", "h100-sxm"));
    stage.settle();
    auto* tile = stage.part<ui::ValueLabel>("tile.mfu");
    QCOMPARE(tile->shown(), u"20.7 %"_s);
    tile->click();
    stage.settle();
    QCOMPARE(stage.part<QLabel>("explain.value")->text(), u"20.7 %"_s);
    stage.window.session().undoStack().setClean();
}

/// While a slider is dragged.
void TstWindowCharts::whatReadsTheSameStandsStill()
{
    tests::WindowStage stage;
    stage.trigger("tab-2");
    stage.window.session().setOperations(std::vector<core::Operation>(4), {});
    stage.settle();
    const auto* table = stage.part<ui::OperationTable>("op.table");
    auto* list = stage.part<ui::OperationList>("op.list");
    list->choose(1);
    auto* track = stage.part("op.B.track");
    const auto send = [&](QEvent::Type type, double share) {
        const QPointF at(share * track->width(), track->height() / 2.);
        QMouseEvent event(type, at, track->mapToGlobal(at), Qt::LeftButton, Qt::LeftButton, Qt::ControlModifier);
        QApplication::sendEvent(track, &event);
        stage.settle();
    };
    send(QEvent::MouseButtonPress, 0.5);
    send(QEvent::MouseMove, 0.52);
    const PaintedRegion cells(*table->viewport()), names(*list->viewport()), tile(*stage.part("tile.step")),
        verdict(*stage.part("verdict")), heads(*table->verticalHeader()->viewport());
    const auto* chart = stage.part("page.operation")->findChild<ui::Chart*>(u"chart.operation"_s);
    const QString said = chart->accessibleDescription();
    send(QEvent::MouseMove, 0.51);
    const auto cell = [&](int row) {
        return table->visualRect(table->model()->index(row, ui::OperationTableModel::lower));
    };
    const auto name = [&](int row) { return list->visualRect(list->model()->index(row, 0)); };
    QVERIFY(cells.region.intersects(cell(0)) && !cells.region.intersects(cell(2)));
    QVERIFY(names.region.intersects(name(0)) && !names.region.intersects(name(2)));
    const int second = table->verticalHeader()->sectionViewportPosition(1);
    QVERIFY(!heads.region.isEmpty() && heads.region.boundingRect().bottom() < second);
    QVERIFY(tile.region.isEmpty() && verdict.region.isEmpty());
    QCOMPARE(chart->accessibleDescription(), said);
    send(QEvent::MouseButtonRelease, 0.51);
    QVERIFY(chart->accessibleDescription() != said);
    stage.window.session().undoStack().setClean();
}

/// Chosen ones and those that are too long, too.
void TstWindowCharts::cellsLookAsTheStylePaintsThem()
{
    tests::WindowStage stage;
    stage.trigger("tab-3");
    auto* table = stage.part<QTableView>("shard.plans");
    table->selectRow(1);
    const QImage own = table->viewport()->grab().toImage();
    QStyledItemDelegate plain;
    auto* before = table->itemDelegate();
    table->setItemDelegate(&plain);
    QCOMPARE(own, table->viewport()->grab().toImage());
    table->setItemDelegate(before);
}

void TstWindowCharts::aZoomSaysHowAllComesBack()
{
    tests::WindowStage stage;
    stage.trigger("tab-2");
    auto* chart = stage.part("page.operation")->findChild<ui::Chart*>(u"chart.operation"_s);
    const QPointF at = QRectF(chart->rect()).center();
    QWheelEvent turn(at, chart->mapToGlobal(at), {}, {0, 120}, {}, Qt::ControlModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(chart, &turn);
    QCOMPARE(stage.part<QLabel>("hint")->text(), u"R: show all"_s);
    QTest::keyClick(chart, Qt::Key_R);
    QVERIFY(stage.part<QLabel>("hint")->text() != u"R: show all"_s);
}

/// Names right of the axes: of all lines, of those that end in the lower part, of none.
void TstWindowCharts::linesThatEndOutOfSightHaveNoLabel()
{
    const auto picture = ui::findChart(u"batch"_s)->make();
    picture->read(ui::snapshotOf(tests::shippedScenario("start")));
    QImage paper(1000, 600, QImage::Format_RGB32);
    QPainter painter(&paper);
    const auto named = [&](double from, double to) { // shares of the height
        auto ranges = picture->ranges();
        const double height = std::log(ranges.yMax / ranges.yMin), low = ranges.yMin;
        ranges.yMin = low * std::exp(from * height);
        ranges.yMax = low * std::exp(to * height);
        const auto painted = picture->paint(painter, QRectF(paper.rect()), ui::Theme::light(), ranges);
        return std::ranges::count_if(painted.marks, [&](const ui::Mark& mark) {
            return mark.area.boundingRect().left() > painted.axes.right() + 4;
        });
    };
    const auto all = named(0, 1), some = named(0, 0.6);
    QVERIFY2(0 < some && some < all, qPrintable(u"%1 of %2"_s.arg(some).arg(all)));
    QCOMPARE(named(2, 3), 0);
}

/// Large texts leave a narrow chart.
void TstWindowCharts::aCardStaysInItsChart()
{
    for (const int width : {500, 260}) {
        QWidget chart;
        chart.resize(width, 200);
        ui::HoverCard card(&chart);
        const QString line = u"= 1.79 s of the pass / (32 layers × 8 microbatches), layer after layer"_s;
        card.present({.area = QRectF(width - 40, 20, 10, 10), .heading = u"Math"_s, .lines = {line}}, chart.size(),
                     ui::Theme::light());
        QVERIFY2(chart.rect().contains(card.geometry()), qPrintable(QString::number(card.width())));
    }
}

ROOFLIGHT_TEST(TstWindowCharts)
#include "tst_window_charts.moc"

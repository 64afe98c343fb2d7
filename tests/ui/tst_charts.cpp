// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that every chart paints, says its values, tells what was clicked, and holds its axes still during a drag.
#include "asked_numbers.h"
#include "chart_stage.h"
#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "support/suite.h"
#include "ui/charts/bar_picture.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/plot_picture.h"
#include "ui/session/snapshot.h"
#include "ui/theme/theme.h"

#include <QImage>
#include <QMouseEvent>
#include <QPainter>
#include <QSet>

#include <cmath>

using tests::coloursIn;
using tests::rendered;
using tests::snapshotWith;

class TstCharts : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void paintsEdgeToEdge_data();
    void paintsEdgeToEdge();
    void theMathRoofIsALine();
    void theCapacityIsFramed();
    void saysItsValues_data();
    void saysItsValues();
    void saysWhenThereIsNothingToShow_data();
    void saysWhenThereIsNothingToShow();
    void namesTheSnapshotItPainted_data();
    void namesTheSnapshotItPainted();
    void axesHoldDuringADragAndFollowOnRelease_data();
    void axesHoldDuringADragAndFollowOnRelease();
    void axesFollowADragThatLeavesTheView();
    void axesEndAtTicks_data();
    void axesEndAtTicks();
    void showsTheSameHoweverItCameThere_data();
    void showsTheSameHoweverItCameThere();
    void barsHoldTheirScaleDuringADrag();
    void keysWalkToAValueAndExplainIt_data();
    void keysWalkToAValueAndExplainIt();
    void wheelScrollsThePageUnlessTheChartIsMeant();
    void valuesStayUnderThePointer();
};

void TstCharts::initTestCase() { QVERIFY(ui::loadFonts()); }

void TstCharts::paintsEdgeToEdge_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("ratio");
    for (const ui::ChartRow& row : ui::charts())
        for (const bool dark : {false, true})
            for (const double ratio : {1.0, 2.0}) {
                const QByteArray name =
                    row.id.toUtf8() + (dark ? " dark" : " light") + " at ratio " + QByteArray::number(ratio);
                QTest::newRow((name + " on a card").constData()) << row.id << dark << QSize(420, 260) << ratio;
                QTest::newRow((name + " on a tab").constData()) << row.id << dark << QSize(1300, 800) << ratio;
            }
}

void TstCharts::paintsEdgeToEdge()
{
    QFETCH(QString, id);
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(double, ratio);
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(id));
    chart->present(snapshotWith({}));
    const ui::Theme& theme = ui::Theme::of(dark);
    const QImage image = rendered(*chart, size, theme, ratio);
    QVERIFY(coloursIn(image) > 20);
    for (const QPoint corner : {QPoint(0, 0), QPoint(image.width() - 1, 0), QPoint(0, image.height() - 1),
                                QPoint(image.width() - 1, image.height() - 1)})
        QCOMPARE(image.pixelColor(corner), theme.panel);
    QCOMPARE(image, rendered(*chart, size, theme, ratio));
}

void TstCharts::theMathRoofIsALine()
{
    const ui::Theme& theme = ui::Theme::light();
    const auto longestRun = [&theme](const QImage& image) {
        int longest = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0, run = 0; x < image.width(); ++x) {
                run = image.pixelColor(x, y) == theme.compute ? run + 1 : 0;
                longest = std::max(longest, run);
            }
        }
        return longest;
    };
    constexpr QSize size(800, 500);
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(QStringLiteral("roofline")));
    chart->setTheme(theme);
    chart->resize(size);
    chart->present(snapshotWith({}));
    const int shown = longestRun(chart->grab().toImage());
    const int exported = longestRun(rendered(*chart, size, theme, 1));
    QVERIFY2(shown > 100 && exported > 100, qPrintable(QStringLiteral("%1 and %2").arg(shown).arg(exported)));
}

void TstCharts::theCapacityIsFramed()
{
    const ui::Theme& theme = ui::Theme::light();
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(QStringLiteral("memory")));
    chart->present(snapshotWith({}));
    const QImage image = rendered(*chart, {800, 500}, theme, 1);
    // The gauge begins 12 pixels from the edge and 38 from the top, is 24 high, and more than half of it is free.
    for (const int y : {37, 61})
        for (int x = 500; x < 780; ++x)
            QVERIFY2(image.pixelColor(x, y) != theme.panel, qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
    for (int y = 40; y < 60; ++y)
        QVERIFY2(image.pixelColor(600, y) == theme.panel && image.pixelColor(11, y) != theme.panel,
                 qPrintable(QString::number(y)));
}

void TstCharts::saysItsValues_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QStringList>("words");
    // v5p: 459 TFLOP/s over 2 * 90 GB/s each way is a ridge of 2,550; with half of it on X, two rings, 1,275.
    QTest::newRow("the roofline names its roofs and what binds")
        << QStringLiteral("roofline")
        << QStringList{QStringLiteral("459 TFLOP/s"), QStringLiteral("binds"), QStringLiteral("HBM")};
    QTest::newRow("time against batch names the present batch")
        << QStringLiteral("batch")
        << QStringList{QStringLiteral("32,768"), QStringLiteral("math"), QStringLiteral("tokens")};
    // P = 2 * 8192 * 32768 * 32 = 17.18e9; bf16 weights over 64 chips: 537 MB, Adam in fp32: 2.15 GB.
    QTest::newRow("memory names total, capacity and parts")
        << QStringLiteral("memory")
        << QStringList{QStringLiteral("fits"), QStringLiteral("weights 537 MB"), QStringLiteral("optimizer 2.15 GB")};
    // 2 * 2,048 * 8,192 * 2,048 FLOPs on each of 16 devices.
    QTest::newRow("a product says its steps and FLOPs")
        << QStringLiteral("sharding")
        << QStringList{QStringLiteral("C[I_X, K_Y]"), QStringLiteral("local matmul A · B"),
                       QStringLiteral("68.7 GFLOPs")};
    // 16 B * 17.18e9 = 275 GB: 3.4 H100 of 80 GB.
    QTest::newRow("counts name the chips") << QStringLiteral("counts") << QStringList{QStringLiteral("H100 SXM 4")};
}

void TstCharts::saysItsValues()
{
    QFETCH(QString, id);
    QFETCH(QStringList, words);
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(id));
    chart->present(snapshotWith({}));
    for (const QString& word : words)
        QVERIFY2(chart->description().contains(word),
                 qPrintable(word + QStringLiteral(" in: ") + chart->description()));
    QCOMPARE(chart->accessibleDescription(), chart->description());
    QVERIFY(!chart->accessibleName().isEmpty());
}

void TstCharts::saysWhenThereIsNothingToShow_data()
{
    QTest::addColumn<QString>("id");
    for (const ui::ChartRow& row : ui::charts())
        QTest::newRow(qPrintable(row.id + QStringLiteral(" of an empty report"))) << row.id;
}

void TstCharts::saysWhenThereIsNothingToShow()
{
    QFETCH(QString, id);
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(id));
    chart->present(ui::Snapshot{});
    QVERIFY(!chart->description().isEmpty());
    QVERIFY(coloursIn(rendered(*chart, QSize(420, 260), ui::Theme::light(), 1)) > 1);
}

void TstCharts::namesTheSnapshotItPainted_data() { saysWhenThereIsNothingToShow_data(); }

void TstCharts::namesTheSnapshotItPainted()
{
    QFETCH(QString, id);
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(id));
    chart->resize(560, 360);
    chart->show();
    chart->present(snapshotWith({}, 41));
    QTRY_COMPARE(chart->paintedNumber(), std::uint64_t(41));
    chart->present(snapshotWith({{"work.batch", "65536"}}, 42));
    QTRY_COMPARE(chart->paintedNumber(), std::uint64_t(42));
}

void TstCharts::axesHoldDuringADragAndFollowOnRelease_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<std::string>("batch");
    QTest::newRow("roofline") << QStringLiteral("roofline") << std::string("1048576");
    QTest::newRow("time against batch") << QStringLiteral("batch") << std::string("131072");
}

void TstCharts::axesHoldDuringADragAndFollowOnRelease()
{
    QFETCH(QString, id);
    QFETCH(std::string, batch);
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(id));
    chart->present(snapshotWith({}));
    const ui::AxisRanges before = chart->ranges();
    ui::Snapshot moved = snapshotWith({{"work.batch", batch}});
    moved.dragging = true;
    chart->present(moved);
    QCOMPARE(chart->ranges() == before, true);
    moved.dragging = false;
    chart->present(moved);
    QCOMPARE(chart->ranges() == before, false);
}

void TstCharts::axesFollowADragThatLeavesTheView()
{
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(QStringLiteral("batch")));
    chart->present(snapshotWith({}));
    const ui::AxisRanges before = chart->ranges();
    ui::Snapshot far = snapshotWith({{"work.batch", "67108864"}});
    far.dragging = true;
    chart->present(far);
    QVERIFY(chart->ranges().xMax > before.xMax);
    QVERIFY(chart->ranges().xMax > 67108864);
}

void TstCharts::axesEndAtTicks_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("below");
    QTest::addColumn<double>("above");
    QTest::newRow("between 1 and 2") << 1.7e-3 << 1e-3 << 2e-3;
    QTest::newRow("between 2 and 5") << 49.0 << 20.0 << 50.0;
    QTest::newRow("between 5 and 10") << 6e5 << 5e5 << 1e6;
    QTest::newRow("a tick") << 2e4 << 2e4 << 2e4;
    QTest::newRow("a power of ten") << 1e-6 << 1e-6 << 1e-6;
}

void TstCharts::axesEndAtTicks()
{
    QFETCH(double, value);
    QFETCH(double, below);
    QFETCH(double, above);
    QCOMPARE(ui::tickBelow(value), below);
    QCOMPARE(ui::tickAbove(value), above);
}

void TstCharts::showsTheSameHoweverItCameThere_data()
{
    QTest::addColumn<QString>("id");
    for (const ui::ChartRow& row : ui::charts())
        QTest::newRow(qPrintable(row.id)) << row.id;
}

// The libraries' plots and charts are kept from one snapshot to the next: each of these edits changes something else.
void TstCharts::showsTheSameHoweverItCameThere()
{
    QFETCH(QString, id);
    const auto shown = [&](ui::Chart& chart, const ui::Snapshot& snapshot, const ui::Theme& theme, const QSize& size) {
        chart.setTheme(theme);
        chart.resize(size);
        chart.present(snapshot);
        return chart.grab().toImage();
    };
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(id));
    chart->show();
    const ui::Snapshot snapshots[] = {snapshotWith({}),
                                      snapshotWith({{"work.batch", "40000"}}),
                                      snapshotWith({{"hw.link.rate", "80e9"}}),
                                      snapshotWith({{"hw.link.rate", "85e9"}}),
                                      snapshotWith({{"prec.compute", "int8"}}),
                                      snapshotWith({{"mesh.X", "8"}, {"mesh.Y", "8"}}),
                                      snapshotWith({{"conv.comms", "added"}}),
                                      ui::Snapshot{},
                                      snapshotWith({{"work.batch", "40000"}})};
    const bool plot = id == QLatin1String("roofline") || id == QLatin1String("batch");
    const std::vector<std::pair<const ui::Theme*, QSize>> looks{
        {&ui::Theme::light(), {600, 400}}, {&ui::Theme::night(), {600, 400}}, {&ui::Theme::night(), {500, 420}}};
    QImage last;
    for (const auto& [theme, size] : looks) {
        for (const ui::Snapshot& snapshot : snapshots) {
            const QImage image = shown(*chart, snapshot, *theme, size);
            QVERIFY(!plot || image != std::exchange(last, image));
            QVERIFY(image == shown(*std::make_unique<ui::Chart>(*ui::findChart(id)), snapshot, *theme, size));
            for (int again = 0; again < 2; ++again) // parts that stand still are copied
                QVERIFY(image == shown(*chart, snapshot, *theme, size));
        }
    }
}

void TstCharts::barsHoldTheirScaleDuringADrag()
{
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(QStringLiteral("memory")));
    chart->present(snapshotWith({{"work.batch", "262144"}}));
    const ui::AxisRanges before = chart->ranges();
    ui::Snapshot smaller = snapshotWith({{"work.batch", "8192"}});
    smaller.dragging = true;
    chart->present(smaller);
    QCOMPARE(chart->ranges().yMax, before.yMax);
    smaller.dragging = false;
    chart->present(smaller);
    QVERIFY(chart->ranges().yMax < before.yMax);
}

void TstCharts::keysWalkToAValueAndExplainIt_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("metric");
    QTest::newRow("the step over X") << QStringLiteral("roofline") << QStringLiteral("roof.step@X");
    QTest::newRow("the critical batch") << QStringLiteral("batch") << QStringLiteral("batch.critical");
    QTest::newRow("the activations") << QStringLiteral("memory") << QStringLiteral("mem.activations");
    QTest::newRow("the count of H100") << QStringLiteral("counts") << QStringLiteral("count.h100-sxm");
    QTest::newRow("the time of the product") << QStringLiteral("sharding") << QStringLiteral("shard.time");
    QTest::newRow("the rate of an operation") << QStringLiteral("operation") << QStringLiteral("op.rate");
    QTest::newRow("the bytes of B") << QStringLiteral("sharding") << QStringLiteral("shard.bytes.B");
}

void TstCharts::keysWalkToAValueAndExplainIt()
{
    QFETCH(QString, id);
    QFETCH(QString, metric);
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(id));
    chart->resize(800, 500);
    chart->show();
    chart->present(snapshotWith({}, 7));
    QTRY_COMPARE(chart->paintedNumber(), std::uint64_t(7));
    const tests::AskedNumbers asked(*chart);
    for (int i = 0; i < 40 && !asked.ids.contains(metric); ++i) {
        QTest::keyClick(chart.get(), Qt::Key_Right);
        QTest::keyClick(chart.get(), Qt::Key_Return);
    }
    QVERIFY2(asked.ids.contains(metric), qPrintable(asked.ids.join(u' ')));
}

void TstCharts::wheelScrollsThePageUnlessTheChartIsMeant()
{
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(QStringLiteral("roofline")));
    chart->resize(800, 500);
    chart->show();
    chart->present(snapshotWith({}, 3));
    QTRY_COMPARE(chart->paintedNumber(), std::uint64_t(3));
    chart->setFocus(); // a page of large texts would be caught in it
    const ui::AxisRanges before = chart->ranges();
    const auto turn = [&](Qt::KeyboardModifiers keys) {
        QWheelEvent event(QPointF(400, 200), chart->mapToGlobal(QPointF(400, 200)), {}, {0, 120}, Qt::NoButton, keys,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(chart.get(), &event);
        QCoreApplication::processEvents();
        return event.isAccepted();
    };
    QVERIFY(!turn(Qt::NoModifier));
    QCOMPARE(chart->ranges() == before, true);
    turn(Qt::ControlModifier);
    QTRY_COMPARE(chart->ranges() == before, false);
    QTest::keyClick(chart.get(), Qt::Key_R);
    QCOMPARE(chart->ranges() == before, true);
}

/// The values at the pointer stay there, whether it turns the wheel or drags the plot.
void TstCharts::valuesStayUnderThePointer()
{
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(QStringLiteral("batch")));
    chart->resize(800, 500);
    chart->show();
    chart->present(snapshotWith({}, 3));
    QTRY_COMPARE(chart->paintedNumber(), std::uint64_t(3));
    const ui::AxisRanges before = chart->ranges();
    const auto drag = [&](const QPoint& way) {
        const QPoint from(300, 200);
        QTest::mousePress(chart.get(), Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, from + way, chart->mapToGlobal(from + way), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(chart.get(), &move);
        QTest::mouseRelease(chart.get(), Qt::LeftButton, {}, from + way);
    };
    drag({100, 50});
    const ui::AxisRanges moved = chart->ranges();
    QVERIFY(moved.xMax < before.xMax && moved.yMin > before.yMin); // right and down
    QVERIFY(std::abs(std::log(moved.xMax / moved.xMin) - std::log(before.xMax / before.xMin)) < 1e-9);
    drag({-100, -50});
    QVERIFY(std::abs(chart->ranges().xMax / before.xMax - 1) < 1e-9);
    QVERIFY(std::abs(chart->ranges().yMin / before.yMin - 1) < 1e-9);
    chart->grab(); // turns of the wheel in the middle of the axes cancel
    for (const int turn : {120, -120}) {
        QWheelEvent event(QPointF(400, 200), chart->mapToGlobal(QPointF(400, 200)), {}, {0, turn}, Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(chart.get(), &event);
        if (turn > 0)
            QVERIFY(chart->ranges().xMin > before.xMin && chart->ranges().xMax < before.xMax);
    }
    QVERIFY(std::abs(chart->ranges().xMin / before.xMin - 1) < 1e-9);
}

ROOFLIGHT_TEST(TstCharts)

#include "tst_charts.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline of operations: what it says, which roofs stand there, and where its points and limits are.
#include "chart_stage.h"
#include "core/io/measured_csv.h"
#include "support/suite.h"
#include "text_recorder.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/operation_layout.h"
#include "ui/theme/words.h"

#include <QRegularExpression>
#include <QWheelEvent>

#include <array>
#include <cmath>

#include <fmt/format.h>

using namespace Qt::Literals::StringLiterals;
using tests::snapshotWith;

class TstOperationPicture : public QObject
{
    Q_OBJECT
private slots:
    void saysRateIntensityAndLimit();
    void eachUnitAndChannelIsOneRoof();
    void hiddenOperationsAreNotDrawn();
    void paddingIsHatched();
    void measuredPointsHaveTheirShareOfTheRoof();
    void aMeasuredPointHasTheNameOfItsOperation();
    void thePointFarthestAboveItsRoofHasALabel();
    void coloursOfOperationsDiffer();
    void theWheelZoomsWithinBounds();
    void intensityReachesTheLargestBatch();
    void bothPicturesGiveOneReasonForNoOperation();
    void ridgesAndLimitsAreNamedOnce();
    void attentionIsTheSameAtAnyBatch();
    void allIsNamedInASmallPicture();
    void neighboursHaveColoursApart();
};

/// 2BDF FLOPs over 2(BD + DF + BF) bytes at 512 x 8,192 x 8,192: 455; for large B: DF / (D + F) = 4,096.
void TstOperationPicture::saysRateIntensityAndLimit()
{
    ui::Chart chart(*ui::findChart(u"operation"_s));
    chart.present(snapshotWith({}));
    for (const QString& words : {u"459 TFLOP/s at 455 FLOP/B"_s, u"bound by math"_s, u"tends to 4,096 FLOP/B"_s})
        QVERIFY2(chart.description().contains(words), qPrintable(chart.description()));
}

/// v5p: two matmuls and an elementwise sum from HBM pass HBM and VMEM and need the MXU and the VPU.
void TstOperationPicture::eachUnitAndChannelIsOneRoof()
{
    const auto scene = ui::operationScene(
        snapshotWith({{"op.B@2", "16"}, {"op.kind@3", "elementwise"}, {"op.kind@4", "dot"}, {"op.level@4", "pcie"}}));
    QStringList names;
    for (const ui::OperationRoof& roof : scene.roofs)
        names.append(roof.name);
    names.sort();
    QCOMPARE(names, (QStringList{u"HBM"_s, u"PCIe"_s, u"VMEM"_s, u"VPU"_s, u"bf16 MXU"_s}));
}

void TstOperationPicture::hiddenOperationsAreNotDrawn()
{
    const auto scene = ui::operationScene(snapshotWith({{"op.B@2", "16"}, {"op.visible", "false"}}));
    QCOMPARE(scene.rows.size(), std::size_t(1));
    QCOMPARE(scene.rows.front().number, std::size_t(2));
}

/// 100 x 100 x 100 fills (100/128)^2 of the sides D and F of the array: 1 - 0.6104 idle.
void TstOperationPicture::paddingIsHatched()
{
    const auto scene =
        ui::operationScene(snapshotWith({{"op.B", "128"}, {"op.D", "100"}, {"op.F", "100"}, {"op.pad", "true"}}));
    const auto part = core::lostRate(scene.rows.front().numbers);
    QVERIFY(part && part->idle);
    QVERIFY2(std::abs(part->share - (1 - 10000. / 16384)) < 1e-12, qPrintable(QString::number(part->share)));
}

/// 512 x 8,192 x 8,192 is 68.7 GFLOPs: in 299.43 us 229.5 TFLOP/s, half of 459; 0.28 TFLOP/s at 1 FLOP/B is a tenth of
/// 2.8 TB/s.
void TstOperationPicture::measuredPointsHaveTheirShareOfTheRoof()
{
    auto snapshot = snapshotWith({});
    const auto read = core::readMeasured("name,operation,time_us,tflop_per_s,intensity\nown,1,299.43,229.5,455.1\n"
                                         "free,,1,0.28,1\n",
                                         snapshot.scenario, "m.csv");
    QVERIFY2(read, read ? "" : read.error().text.c_str());
    snapshot.measured = std::make_shared<core::MeasuredFile>(*read);
    const auto scene = ui::operationScene(snapshot);
    QCOMPARE(scene.measured.size(), std::size_t(2));
    QVERIFY(std::abs(scene.measured[0].share - 0.5) < 1e-3);
    QVERIFY(std::abs(scene.measured[1].share - 0.1) < 1e-3);
    const ui::AxisRanges ranges = ui::rangesOf(scene);
    QVERIFY(ranges.xMin < 1 && ranges.yMin < 0.28e12);
    ui::Chart chart(*ui::findChart(u"operation"_s));
    chart.present(snapshot);
    const QRegularExpression words(
        u"measured own: 50.% of the bf16 MXU roof of matmul 512×8192×8192 bf16, 230 TFLOP/s at 455 FLOP/B"_s);
    QVERIFY2(chart.description().contains(words), qPrintable(chart.description()));
    // At 1 FLOP/B memory is the roof; a point that names no operation lies under that of the first.
    const QRegularExpression free(u"measured free: 10.% of the HBM roof of matmul 512×8192×8192 bf16"_s);
    QVERIFY2(chart.description().contains(free), qPrintable(chart.description()));
}

/// Two operations alike, the second with a point: it has the name of the second, also after that has changed.
void TstOperationPicture::aMeasuredPointHasTheNameOfItsOperation()
{
    auto snapshot = snapshotWith({{"op.B@2", "512"}});
    const auto read = core::readMeasured("operation,time_us\n2,500\n", snapshot.scenario, "m.csv");
    QVERIFY2(read, read ? "" : read.error().text.c_str());
    snapshot.measured = std::make_shared<core::MeasuredFile>(*read);
    QCOMPARE(ui::operationScene(snapshot).measured.front().name, u"matmul 512×8192×8192 bf16 (2)"_s);
    const auto byName =
        core::readMeasured("operation,time_us\nmatmul 512×8192×8192 bf16 (2),500\n", snapshot.scenario, "m.csv");
    QVERIFY2(byName, byName ? "" : byName.error().text.c_str());
    QCOMPARE(byName->points.front().operation, std::size_t(2));
    snapshot.scenario.ops.front().name = "down";
    QCOMPARE(ui::operationScene(snapshot).measured.front().name, u"down"_s);
}

namespace
{

/// L*, a*, b* under D65.
std::array<double, 3> labOf(const QColor& colour)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    const double r = linear(colour.redF()), g = linear(colour.greenF()), b = linear(colour.blueF());
    const auto root = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16. / 116; };
    const double x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047),
                 y = root(0.2126 * r + 0.7152 * g + 0.0722 * b),
                 z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

} // namespace

/// 60 points close together, all above what v5p does; the last one is farthest.
void TstOperationPicture::thePointFarthestAboveItsRoofHasALabel()
{
    std::string rows = "name,tflop_per_s,intensity\n";
    for (int i = 0; i < 60; ++i)
        rows += fmt::format("kernel {},{},{}\n", i, i == 59 ? 700 : 600 + i, 1000 + i);
    auto snapshot = snapshotWith({});
    snapshot.measured = std::make_shared<core::MeasuredFile>(*core::readMeasured(rows, snapshot.scenario, "m.csv"));
    const auto picture = ui::findChart(u"operation"_s)->make();
    picture->read(snapshot);
    for (const QSize size : {QSize(560, 400), QSize(900, 500), QSize(1600, 900)}) {
        tests::TextRecorder paper(size);
        QPainter painter(&paper);
        picture->paint(painter, QRectF(QPointF(), size), ui::Theme::light(), picture->ranges());
        painter.end();
        QVERIFY2(
            std::ranges::any_of(paper.texts, [](const auto& one) { return one.text.startsWith(u"kernel 59: "_s); }),
            qPrintable(QString::number(size.width())));
    }
}

/// Of the eight colours each two differ by 25 in CIE 1976; two blues by 17 to 20.
void TstOperationPicture::coloursOfOperationsDiffer()
{
    for (const bool dark : {false, true})
        for (std::size_t one = 1; one <= 8; ++one)
            for (std::size_t other = one + 1; other <= 8; ++other) {
                const auto lab = [&](std::size_t number) {
                    ui::OperationRow row;
                    row.number = number;
                    return labOf(ui::colourOf(row, ui::Theme::of(dark)));
                };
                const auto a = lab(one), b = lab(other);
                const double apart = std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
                QVERIFY2(apart >= 25, qPrintable(u"%1 and %2: %3"_s.arg(one).arg(other).arg(apart)));
            }
}

/// Far in a tick of 1, 2, 5 stays in sight, and far out the whole is half of the axes.
void TstOperationPicture::theWheelZoomsWithinBounds()
{
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(QStringLiteral("operation")));
    chart->resize(800, 500);
    chart->show();
    chart->present(snapshotWith({}, 3));
    QTRY_COMPARE(chart->paintedNumber(), std::uint64_t(3));
    const auto decades = [&] { return std::log10(chart->ranges().xMax / chart->ranges().xMin); };
    const double whole = decades();
    for (const int turn : {120, -120}) {
        ui::AxisRanges reached;
        for (int i = 0; i < 100; ++i) {
            QWheelEvent event(QPointF(700, 100), chart->mapToGlobal(QPointF(700, 100)), {}, {0, turn}, Qt::NoButton,
                              Qt::ControlModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(chart.get(), &event);
            if (i == 80)
                reached = chart->ranges();
        }
        // At the bound it stays where it is, wherever the pointer is.
        QVERIFY(std::abs(chart->ranges().xMin / reached.xMin - 1) < 1e-9);
        QVERIFY(std::abs(chart->ranges().yMax / reached.yMax - 1) < 1e-9);
        const double bound = turn > 0 ? std::log10(2.5) : 2 * whole;
        QVERIFY2(std::abs(decades() / bound - 1) < 1e-6, qPrintable(QString::number(decades())));
        chart->resetView();
    }
}

/// 2^22 tokens lie beyond 2^20, where curves ended: the curve goes on, and its point lies on it.
void TstOperationPicture::intensityReachesTheLargestBatch()
{
    const double batch = 4194304;
    const auto snapshot = snapshotWith({{"op.B", "4194304"}, {"op.B@2", "16"}});
    const auto scene = ui::operationScene(snapshot);
    const auto& path = scene.paths.front();
    QVERIFY(path.points.back().size > batch);
    const auto on = std::ranges::find(path.points, batch, &core::OperationPoint::size);
    QVERIFY(on != path.points.end());
    QCOMPARE(on->intensity, scene.rows.front().numbers.intensity.si());
    const auto picture = ui::findChart(u"intensity"_s)->make();
    picture->read(snapshot);
    QVERIFY(picture->ranges().xMax > batch);
}

/// v5p states no rate of fp32; an operation that is drawn and follows no size is another reason.
void TstOperationPicture::bothPicturesGiveOneReasonForNoOperation()
{
    const auto absence = [](const QString& chart, const ui::Snapshot& snapshot) {
        const auto picture = ui::findChart(chart)->make();
        picture->read(snapshot);
        return picture->absence();
    };
    const auto unstated = snapshotWith({{"op.x", "fp32"}});
    const QString reason = absence(u"intensity"_s, unstated);
    QVERIFY2(reason.contains(u"no rate of the fp32 MXU is stated for this chip"_s), qPrintable(reason));
    QCOMPARE(reason, absence(u"operation"_s, unstated));
    const auto hidden = snapshotWith({{"op.visible", "false"}});
    QCOMPARE(absence(u"intensity"_s, hidden), absence(u"operation"_s, hidden));
    const QString still = absence(u"intensity"_s, snapshotWith({{"op.sweep", "none"}}));
    QVERIFY2(still.contains(u"Choose a size under Path"_s), qPrintable(still));
}

/// A further sequence brings its own keys.
void TstOperationPicture::attentionIsTheSameAtAnyBatch()
{
    ui::Chart chart(*ui::findChart(u"operation"_s));
    chart.present(snapshotWith({{"op.kind", "attention"}}));
    QVERIFY2(chart.description().contains(u" at any B"_s), qPrintable(chart.description()));
    QVERIFY(!chart.description().contains(u"never compute-bound"_s));
}

/// Four matmuls of one shape tend to one limit, and share one ridge on the MXU; an elementwise sum has another one.
void TstOperationPicture::ridgesAndLimitsAreNamedOnce()
{
    const auto picture = ui::findChart(u"intensity"_s)->make();
    picture->read(snapshotWith(
        {{"op.B", "64"}, {"op.B@2", "256"}, {"op.B@3", "1024"}, {"op.B@4", "4096"}, {"op.kind@5", "elementwise"}}));
    tests::TextRecorder paper({1000, 560});
    {
        QPainter painter(&paper);
        picture->paint(painter, QRectF(0, 0, 1000, 560), ui::Theme::light(), picture->ranges());
    }
    QStringList ridges, limits;
    for (const auto& [text, pixels, box, upright] : paper.texts) {
        if (text.contains(u"ridge of"_s))
            ridges << text;
        if (text.contains(u"tends to 4,096 FLOP/B"_s))
            limits << text;
    }
    QCOMPARE(limits.size(), 1);
    QCOMPARE(limits.front().count(u'\u2003'), 4); // the marks of all four
    QCOMPARE(ridges.size(), 2);
    QVERIFY2(ridges.join(u';').contains(u"ridge of bf16 MXU over HBM: "_s), qPrintable(ridges.join(u';')));
    QVERIFY2(ridges.join(u';').contains(u"ridge of VPU over HBM: "_s), qPrintable(ridges.join(u';')));
}

/// Six operations on the paper of a window of 1280 x 720: the roof, each critical batch and each limit.
void TstOperationPicture::allIsNamedInASmallPicture()
{
    const auto snapshot = snapshotWith({{"hw.chip", "tpu-v5e"},
                                        {"op.w@2", "int8"},
                                        {"op.kind@3", "attention"},
                                        {"op.D@4", "1024"},
                                        {"op.F@4", "2048"},
                                        {"op.kind@5", "moe"},
                                        {"op.kind@6", "batched"}});
    const auto saidBy = [&snapshot](const QString& view) {
        const auto picture = ui::findChart(view)->make();
        picture->read(snapshot);
        tests::TextRecorder paper({560, 260});
        QPainter painter(&paper);
        picture->paint(painter, QRectF(0, 0, 560, 260), ui::Theme::light(), picture->ranges());
        QStringList said;
        for (const auto& one : paper.texts)
            said << one.text;
        return said.join(u'\n');
    };
    QVERIFY2(saidBy(u"operation"_s).contains(u"bf16 MXU"_s), qPrintable(saidBy(u"operation"_s)));
    const QString said = saidBy(u"intensity"_s);
    const auto scene = ui::operationScene(snapshot);
    int crossings = 0;
    for (const auto& path : scene.paths) {
        const auto& n = scene.rows[path.row].numbers;
        if (path.size == u"B"_s && n.batchCritical.si() > 1 && std::isfinite(n.batchCritical.si())) {
            QVERIFY2(said.contains(ui::countText(n.batchCritical.si())), qPrintable(said));
            ++crossings;
        }
        const QString limit = ui::limitWords(path, scene.rows[path.row]);
        if (!limit.isEmpty())
            QVERIFY2(said.contains(limit.section(u' ', 2, 3)), qPrintable(limit + u" in "_s + said));
    }
    QVERIFY(crossings >= 4);
    QVERIFY2(said.contains(u"ridge of bf16 MXU"_s), qPrintable(said));
}

/// A quarter of the circle of hues, or one of them is a grey.
void TstOperationPicture::neighboursHaveColoursApart()
{
    for (const bool dark : {false, true})
        for (std::size_t number = 1; number < 4; ++number) {
            const auto hue = [&](std::size_t of) {
                ui::OperationRow row;
                row.number = of;
                return ui::colourOf(row, ui::Theme::of(dark)).hue();
            };
            const int apart = std::abs(hue(number) - hue(number + 1));
            QVERIFY2(std::min(apart, 360 - apart) >= 60, qPrintable(QString::number(number)));
        }
}

ROOFLIGHT_TEST(TstOperationPicture)
#include "tst_operation_picture.moc"

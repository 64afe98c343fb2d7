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
    void intensityReachesTheLargestBatch();
    void ridgesAndLimitsAreNamedOnce();
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

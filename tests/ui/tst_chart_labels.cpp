// SPDX-License-Identifier: GPL-3.0-or-later
// Checks where labels of charts lie, and what ticks and scales say.
#include "chart_stage.h"
#include "start_scenario.h"

#include "core/operation/roofline.h"
#include "core/step/report.h"
#include "support/suite.h"
#include "ui/charts/bar_picture.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/roofline_labels.h"
#include "ui/charts/step_bars.h"
#include "ui/export/svg_device.h"
#include "ui/theme/theme.h"

#include <QImage>
#include <QMouseEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <random>

using Edits = std::vector<std::pair<std::string, std::string>>;

class TstChartLabels : public QObject
{
    Q_OBJECT
private slots:
    void labelsNeverOverlap();
    void leadersCrossNoOtherName();
    void spreadLabelsKeepOrderAndDistance();
    void curvesMayBeDraggedOutOfSight_data();
    void curvesMayBeDraggedOutOfSight();
    void ticksCarryPrefixes_data();
    void ticksCarryPrefixes();
    void percentagesHaveTwoOrThreeDigits();
    void scalesAreRound_data();
    void scalesAreRound();
    void regionsWithoutRoomForTheirNameHaveIt();
    void theCriticalBatchNamesWhatMeetsThere_data();
    void theCriticalBatchNamesWhatMeetsThere();
    void theCriticalBatchIsNamedBesideTheValues();
    void theRooflineNamesAllThatLiesThere_data();
    void theRooflineNamesAllThatLiesThere();
    void theLegendOfTheStepStaysOnItsPaper_data();
    void theLegendOfTheStepStaysOnItsPaper();
    void runsCoverWhatTheirBoxesCover();
    void manyMicrobatchesAreFewShapes_data();
    void manyMicrobatchesAreFewShapes();
};

void TstChartLabels::labelsNeverOverlap()
{
    ui::LabelPlacer placer(QRectF(0, 0, 200, 200));
    const QPolygonF middle = ui::corners(QRectF(80, 80, 40, 40));
    const QPolygonF corner = ui::corners(QRectF(0, 0, 40, 40));
    QVERIFY(placer.isFree(middle));
    placer.block(middle);
    QVERIFY(!placer.isFree(ui::corners(QRectF(100, 100, 40, 40))));
    QVERIFY(!placer.isFree(middle));
    QVERIFY(placer.isFree(corner));
    QVERIFY2(!placer.isFree(ui::corners(QRectF(190, 0, 40, 40))), "outside");
    placer.block(corner);
    // A turned label passes a corner that its bounding box would touch.
    QVERIFY(placer.isFree(ui::turnedRect(QPointF(60, 60), QSizeF(60, 8), -45)));
}

namespace
{

/// Three slopes and up to ten operations, many of them close to each other and to the marks of the step.
core::Roofline crowded(std::mt19937& random)
{
    const double peak = 459e12;
    const auto upTo = [&](double max) { return max * static_cast<double>(random()) / std::mt19937::max(); };
    core::Roofline data;
    data.roofs.push_back({core::Resource::compute, "bf16 math", peak, 0, false});
    for (const auto& [resource, name] : {std::pair{core::Resource::hbm, "HBM"},
                                         {core::Resource::axisX, "ICI X (2 axes)"},
                                         {core::Resource::axisY, "ICI Y"}}) {
        const double rate = 1e11 * std::pow(10, upTo(1.5));
        data.roofs.push_back({resource, name, rate, peak / rate, resource == core::Resource::axisX});
        data.points.push_back({resource, "step", 300 * std::pow(10, upTo(1)), 0.5 * peak, false});
    }
    for (std::size_t i = random() % 11; i > 0; --i)
        data.points.push_back(
            {core::Resource::hbm, "W_in · W_out", 200 * std::pow(10, upTo(1.5)), peak * (0.3 + upTo(0.6)), true});
    return data;
}

} // namespace

void TstChartLabels::leadersCrossNoOtherName()
{
    std::size_t leaders = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
        std::mt19937 random(seed);
        const core::Roofline data = crowded(random);
        QImage image(520, 280, QImage::Format_RGB32);
        QPainter painter(&image);
        const QRectF area(60, 10, 440, 230);
        const ui::PictureLayout frame{
            area, image.size(), {10, 1e5, 1e13, 1.3e15}, ui::Theme::light(), ui::ChartSizes::of(area.size())};
        ui::RooflineLabels labels(painter, frame, data, 459e12);
        labels.draw();
        leaders += labels.leaders().size();
        for (const auto& leader : labels.leaders()) {
            const QPolygonF line = ui::alongLine(leader.mark, leader.foot, 1);
            for (std::size_t name = 0; name < labels.names().size(); ++name)
                QVERIFY2(name == leader.name || !ui::overlap(line, labels.names()[name]),
                         qPrintable(QStringLiteral("seed %1").arg(seed)));
        }
    }
    QVERIFY(leaders > 200); // or the law says little
}

void TstChartLabels::spreadLabelsKeepOrderAndDistance()
{
    const std::vector<qreal> places = ui::spread({50, 52, 10, 51}, {12, 12, 12, 12}, 0, 100);
    QVERIFY(places[2] < places[0] && places[0] < places[3] && places[3] < places[1]);
    QVERIFY(places[3] - places[0] >= 12 - 1e-9 && places[1] - places[3] >= 12 - 1e-9);
    QCOMPARE(places[2], 10.0);
    // Three wishes at the middle centre on their mean, 51.
    QVERIFY(std::abs(places[3] - 51) < 1e-9);
    const std::vector<qreal> crowded = ui::spread({5, 5, 5}, {12, 12, 12}, 0, 30);
    QVERIFY(crowded[0] >= 6 && crowded[1] <= 24 && std::isnan(crowded[2]));
}

void TstChartLabels::ticksCarryPrefixes_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("flops");
    QTest::addColumn<QString>("seconds");
    QTest::newRow("a hundred tera") << 1e14 << QStringLiteral("100\u00a0T")
                                    << QStringLiteral("100,000,000,000,000\u00a0s");
    QTest::newRow("ten") << 10.0 << QStringLiteral("10") << QStringLiteral("10\u00a0s");
    QTest::newRow("a tenth") << 0.1 << QStringLiteral("0.1") << QStringLiteral("100\u00a0ms");
    QTest::newRow("two hundred millionths") << 2e-4 << QStringLiteral("0.0002") << QStringLiteral("200\u00a0µs");
}

void TstChartLabels::ticksCarryPrefixes()
{
    QFETCH(double, value);
    QTEST(ui::engineeringTick(value), "flops");
    QTEST(ui::secondsTick(value), "seconds");
}

void TstChartLabels::percentagesHaveTwoOrThreeDigits()
{
    QCOMPARE(ui::percentText(0.067), QStringLiteral("6.7\u00a0%"));
    QCOMPARE(ui::percentText(0.4534), QStringLiteral("45.3\u00a0%"));
    QCOMPARE(ui::percentText(1), QStringLiteral("100\u00a0%"));
}

void TstChartLabels::scalesAreRound_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("scale");
    QTest::newRow("a round value is its own scale") << 2e9 << 2e9;
    QTest::newRow("a little more takes the next step") << 2.1e9 << 2.5e9;
    QTest::newRow("the last step leads to the next power") << 9e3 << 1e4;
    QTest::newRow("nothing still has a scale") << 0.0 << 1.0;
}

void TstChartLabels::scalesAreRound()
{
    QFETCH(double, value);
    QFETCH(double, scale);
    QVERIFY(std::abs(ui::roundScale(value) - scale) <= 1e-9 * scale);
}

void TstChartLabels::curvesMayBeDraggedOutOfSight_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QPoint>("way");
    for (const char* id : {"roofline", "batch"})
        for (const QPoint& way : {QPoint(0, 3000), QPoint(0, -3000), QPoint(4000, 0), QPoint(-4000, 0)})
            QTest::addRow("%s by %d, %d", id, way.x(), way.y()) << QString::fromLatin1(id) << way;
}

void TstChartLabels::curvesMayBeDraggedOutOfSight()
{
    QFETCH(QString, id);
    QFETCH(QPoint, way);
    const auto chart = std::make_unique<ui::Chart>(*ui::findChart(id));
    chart->resize(800, 500);
    chart->show();
    chart->present(tests::snapshotWith({}, 3));
    QTRY_COMPARE(chart->paintedNumber(), std::uint64_t(3));
    const QImage before = chart->grab().toImage();
    const QPoint from(300, 200);
    QTest::mousePress(chart.get(), Qt::LeftButton, {}, from);
    QMouseEvent move(QEvent::MouseMove, from + way, chart->mapToGlobal(from + way), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(chart.get(), &move);
    QTest::mouseRelease(chart.get(), Qt::LeftButton, {}, from + way);
    QVERIFY(chart->grab().toImage() != before);
    QTest::keyClick(chart.get(), Qt::Key_R);
    QCOMPARE(chart->grab().toImage(), before);
}

/// Of the card in Explore: the border of the critical batch is 20,445 tokens (CS336, communication_accounting).
void TstChartLabels::regionsWithoutRoomForTheirNameHaveIt()
{
    const auto picture = ui::findChart(QStringLiteral("batch"))->make();
    picture->read(tests::snapshotWith({{"model.preset", "cs336-xxl"},
                                       {"hw.flops.bf16", "4.6e14"},
                                       {"mesh.X.axes", "2"},
                                       {"mesh.Y.axes", "1"},
                                       {"work.pass", "forward"},
                                       {"conv.rates", "book"}}));
    QImage image(420, 190, QImage::Format_RGB32);
    QPainter painter(&image);
    const auto painted = picture->paint(painter, image.rect(), ui::Theme::light(), picture->ranges());
    QStringList told;
    for (const ui::Mark& mark : painted.marks)
        if (mark.heading.endsWith(QStringLiteral("-bound"))) {
            told << mark.heading + QStringLiteral(": ") + mark.lines.join(u' ');
            QVERIFY(mark.area.boundingRect().width() >= 6);
        }
    QCOMPARE(told, (QStringList{QStringLiteral("communication-bound: below a batch of 20,445 tokens"),
                                QStringLiteral("compute-bound: from a batch of 20,445 tokens on")}));
}

void TstChartLabels::theCriticalBatchNamesWhatMeetsThere_data()
{
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<QString>("label");
    QTest::addColumn<bool>("onePass");
    QTest::newRow("gathers of both passes") << Edits{} << QStringLiteral("math = ICI X") << false;
    QTest::newRow("gradients alone") << Edits{{"mesh.X.role", "data"}, {"mesh.Y", "1"}}
                                     << QStringLiteral("backward: math = ICI X") << true;
}

/// Data parallelism sends in the backward pass alone, so that sums of both passes meet at a smaller batch.
void TstChartLabels::theCriticalBatchNamesWhatMeetsThere()
{
    QFETCH(Edits, edits);
    QFETCH(QString, label);
    QFETCH(bool, onePass);
    const auto picture = ui::findChart(QStringLiteral("batch"))->make();
    picture->read(tests::snapshotWith(edits));
    ui::SvgDevice device(QSize(900, 500), QStringLiteral("batch"));
    QPainter painter(&device);
    const auto painted = picture->paint(painter, QRectF(0, 0, 900, 500), ui::Theme::light(), picture->ranges());
    painter.end();
    QVERIFY2(QString::fromUtf8(device.document()).contains(label), qPrintable(label));
    int told = 0;
    for (const ui::Mark& mark : painted.marks)
        if (mark.heading == QStringLiteral("Critical batch")) {
            ++told;
            const QString lines = mark.lines.join(u' ');
            QCOMPARE(lines.contains(QStringLiteral("may cross elsewhere")), onePass);
            QVERIFY2(lines.contains(QStringLiteral("1/1.1")), qPrintable(lines));
            QCOMPARE(mark.number, QStringLiteral("batch.critical"));
        }
    QCOMPARE(told, 2); // the value above, and what meets
}

/// Whatever stands at the present batch, a marker or a value, keeps clear of what meets at the critical batch.
void TstChartLabels::theCriticalBatchIsNamedBesideTheValues()
{
    int named = 0;
    for (const auto& preset : core::shippedCatalogue().scenarios)
        for (const int width : {392, 440, 560, 900}) {
            const auto picture = ui::findChart(QStringLiteral("batch"))->make();
            picture->read(ui::snapshotOf(tests::shippedScenario(preset.id)));
            QImage image(width, width * 3 / 5, QImage::Format_RGB32);
            QPainter painter(&image);
            const auto painted = picture->paint(painter, image.rect(), ui::Theme::light(), picture->ranges());
            const auto name = std::ranges::find_if(painted.marks, [](const ui::Mark& mark) {
                return mark.heading == QStringLiteral("Critical batch") && mark.area.boundingRect().top() > 40;
            });
            if (name == painted.marks.end())
                continue;
            ++named;
            for (const ui::Mark& mark : painted.marks)
                QVERIFY2(&mark == &*name || !ui::overlap(mark.area, name->area),
                         qPrintable(QStringLiteral("%1 at %2: %3")
                                        .arg(QString::fromStdString(preset.id))
                                        .arg(width)
                                        .arg(mark.heading)));
        }
    QVERIFY(named > 8);
}

void TstChartLabels::theRooflineNamesAllThatLiesThere_data()
{
    QTest::addColumn<Edits>("edits");
    QTest::addColumn<QString>("name");
    // 2·P·B/(X·Y) FLOPs over the 2·P/Y bytes that are gathered over X, and read from HBM: B/X = 32,768/16.
    QTest::newRow("marks that coincide") << Edits{{"work.mode", "decode"}, {"hw.chip", "h100-sxm"}}
                                         << QStringLiteral("HBM, X 2,048");
    QTest::newRow("a roof that is not waited for") << Edits{{"conv.hbm", "off"}} << QStringLiteral("HBM (left out)");
    QTest::newRow("beside the roof's own name") << Edits{} << QStringLiteral("Ridge of ICI Y (1 ring)");
}

void TstChartLabels::theRooflineNamesAllThatLiesThere()
{
    QFETCH(Edits, edits);
    QFETCH(QString, name);
    const auto picture = ui::findChart(QStringLiteral("roofline"))->make();
    core::Scenario scenario = tests::shippedScenario("start");
    for (const auto& [field, value] : edits)
        QVERIFY(core::setFieldFromText(scenario, field, value));
    picture->read(ui::snapshotOf(scenario));
    ui::SvgDevice device(QSize(560, 320), QStringLiteral("roofline"));
    QPainter painter(&device);
    const auto painted = picture->paint(painter, QRectF(0, 0, 560, 320), ui::Theme::light(), picture->ranges());
    painter.end();
    // A ridge is marked by its circle, and by its number where that is written.
    const auto named = std::ranges::count(painted.marks, name, &ui::Mark::heading);
    QVERIFY2(named >= (name.startsWith(QStringLiteral("Ridge")) ? 2 : 1), qPrintable(name));
}

void TstChartLabels::theLegendOfTheStepStaysOnItsPaper_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<QStringList>("said");
    const QString all = QStringLiteral("exposed: no math overlaps it");
    QTest::newRow("wide") << 900 << QStringList{QStringLiteral("reduction of gradients"), all};
    QTest::newRow("beside the dock") << 430 << QStringList{QStringLiteral("reduction"), QStringLiteral("exposed")};
}

void TstChartLabels::theLegendOfTheStepStaysOnItsPaper()
{
    QFETCH(int, width);
    QFETCH(QStringList, said);
    const auto picture = ui::findChart(QStringLiteral("step"))->make();
    picture->read(tests::snapshotWith({}));
    ui::SvgDevice device(QSize(width, 400), QStringLiteral("step"));
    QPainter painter(&device);
    picture->paint(painter, QRectF(0, 0, width, 400), ui::Theme::light(), picture->ranges());
    painter.end();
    const QFontMetricsF metrics(ui::chartFont(ui::ChartSizes::of(QSizeF(width, 400)).small));
    static const QRegularExpression text(
        QStringLiteral("<text [^>]*matrix\\([^)]* ([\\d.-]+) ([\\d.-]+)\\)\">([^<]*)</text>"));
    QStringList found;
    for (auto at = text.globalMatch(QString::fromUtf8(device.document())); at.hasNext();) {
        const auto match = at.next();
        const QString words = match.captured(3).trimmed();
        QVERIFY2(match.captured(1).toDouble() + metrics.horizontalAdvance(words) <= width, qPrintable(words));
        found << words;
    }
    for (const QString& words : said)
        QVERIFY2(found.contains(words), qPrintable(found.join(u'|')));
}

/// A hundred boxes side by side of two heights, fifty of each, and one of another colour.
void TstChartLabels::runsCoverWhatTheirBoxesCover()
{
    ui::BarRuns runs;
    for (int i = 0; i < 100; ++i)
        runs.add(QRectF(i, i < 50 ? 0 : 5, 1, 10), Qt::red);
    runs.add(QRectF(100, 5, 1, 10), Qt::blue);
    runs.add(QRectF(103, 5, 1, 10), Qt::red); // not beside the last red one
    QCOMPARE(runs.areas(),
             (std::vector{QRectF(0, 0, 50, 10), QRectF(50, 5, 50, 10), QRectF(100, 5, 1, 10), QRectF(103, 5, 1, 10)}));
}

void TstChartLabels::manyMicrobatchesAreFewShapes_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<int>("lanes");
    QTest::newRow("clock: math, HBM, Z and activations of four stages") << QStringLiteral("step") << 4 * 4;
    QTest::newRow("four schedules of four stages") << QStringLiteral("pipeline") << 4 * 4;
}

/// Each of 131,072 passes of a stage is narrower than a hundredth of a pixel: a lane has fewer shapes than a tenth of
/// its pixels.
void TstChartLabels::manyMicrobatchesAreFewShapes()
{
    QFETCH(QString, view);
    QFETCH(int, lanes);
    const auto picture = ui::findChart(view)->make();
    picture->read(tests::snapshotWith({{"mesh.X", "1"},
                                       {"mesh.Y", "1"},
                                       {"hw.torus", "auto"},
                                       {"mesh.Z", "4"},
                                       {"mesh.Z.role", "pipeline"},
                                       {"work.micro", "65536"},
                                       {"work.batch", "65536"}}));
    QCOMPARE(picture->absence(), QString());
    constexpr int width = 1920;
    ui::SvgDevice device(QSize(width, 1080), view);
    QPainter painter(&device);
    picture->paint(painter, QRectF(0, 0, width, 1080), ui::Theme::light(), picture->ranges(), ui::Output::page);
    painter.end();
    const auto shapes = device.document().count("<path") + device.document().count("<polyline");
    QVERIFY2(shapes > lanes && shapes < lanes * width / 10, qPrintable(QString::number(shapes)));
}

ROOFLIGHT_TEST(TstChartLabels)
#include "tst_chart_labels.moc"

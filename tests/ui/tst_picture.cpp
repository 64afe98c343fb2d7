// SPDX-License-Identifier: GPL-3.0-or-later
// Checks exported files: exact size, dpi, the same bytes every time, real text and clips in SVG, numbers in CSV.
#include "chart_stage.h"
#include "core/io/picture_state.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/operation/roofline.h"
#include "core/scenario/fields.h"
#include "start_scenario.h"
#include "support/suite.h"
#include "ui/charts/chart.h"
#include "ui/export/chart_page.h"
#include "ui/export/picture.h"
#include "ui/export/svg_device.h"
#include "ui/session/snapshot.h"
#include "ui/theme/theme.h"

#include <QImage>
#include <QLocale>
#include <QPainter>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtEndian>

namespace
{

using tests::startSnapshot;

QByteArray bytesOf(const ui::PictureRequest& request, const ui::Snapshot& snapshot = startSnapshot())
{
    const auto bytes = ui::renderPicture(request, snapshot);
    if (!bytes)
        qFatal("%s", qPrintable(bytes.error().text));
    return *bytes;
}

/// The data of the first PNG chunk of a kind.
QByteArray chunk(const QByteArray& png, const QByteArray& kind)
{
    constexpr qsizetype signature = 8;
    for (qsizetype at = signature; at + 12 <= png.size();) {
        const auto length = static_cast<qsizetype>(qFromBigEndian<quint32>(png.constData() + at));
        if (png.mid(at + 4, 4) == kind)
            return png.mid(at + 8, length);
        at += length + 12;
    }
    return {};
}

quint32 word(const QByteArray& bytes, qsizetype index)
{
    return qFromBigEndian<quint32>(bytes.constData() + 4 * index);
}

} // namespace

class TstPicture : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void pngHasExactlyTheAskedSizeAndDpi_data();
    void pngHasExactlyTheAskedSizeAndDpi();
    void sameBytesTwice_data();
    void sameBytesTwice();
    void picturesContainTheScenario_data();
    void picturesContainTheScenario();
    void bytesDoNotDependOnAWindow();
    void svgIsWellFormedWithTextAndClips_data();
    void svgIsWellFormedWithTextAndClips();
    void svgClipsAsThePainterDoes();
    void pdfHasFontsAndNoPageImage();
    void pdfClosesNoPathWithoutPoints();
    void smallDashboardsCountEveryChip_data();
    void smallDashboardsCountEveryChip();
    void csvReadsBackInAGermanLocale();
    void dashboardCellsAreDisjointAndInside_data();
    void dashboardCellsAreDisjointAndInside();
    void refusesWithASentence_data();
    void refusesWithASentence();
    void whatCannotBeEvaluatedIsNotDrawn();
    void fileNamesAreSafe();
    void writesAWholeFile();
};

void TstPicture::initTestCase() { QVERIFY(ui::loadFonts()); }

void TstPicture::pngHasExactlyTheAskedSizeAndDpi_data()
{
    QTest::addColumn<QSize>("pixels");
    QTest::addColumn<double>("dpi");
    QTest::addColumn<int>("perMetre");
    QTest::addColumn<QString>("view");
    for (const char* name : {"roofline", "torus", "timeline"}) {
        const QString view = QString::fromLatin1(name);
        QTest::addRow("%s on a screen", name) << QSize(1920, 1080) << 96.0 << 3780 << view;    // 96 / 0.0254 = 3779.5
        QTest::addRow("%s in print", name) << QSize(1920, 1080) << 300.0 << 11811 << view;     // 300 / 0.0254 = 11811.0
        QTest::addRow("%s of an odd size", name) << QSize(1003, 617) << 150.0 << 5906 << view; // 150 / 0.0254 = 5905.5
    }
}

void TstPicture::pngHasExactlyTheAskedSizeAndDpi()
{
    QFETCH(QSize, pixels);
    QFETCH(double, dpi);
    QFETCH(int, perMetre);
    QFETCH(QString, view);
    const QByteArray png = bytesOf({.view = view, .pixels = pixels, .dpi = dpi});
    const QByteArray header = chunk(png, "IHDR");
    QCOMPARE(static_cast<int>(word(header, 0)), pixels.width());
    QCOMPARE(static_cast<int>(word(header, 1)), pixels.height());
    const QByteArray density = chunk(png, "pHYs");
    QCOMPARE(density.size(), 9);
    QCOMPARE(static_cast<int>(word(density, 0)), perMetre);
    QCOMPARE(static_cast<int>(word(density, 1)), perMetre);
    QCOMPARE(static_cast<int>(density[8]), 1); // per metre
}

void TstPicture::sameBytesTwice_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<ui::PictureFormat>("format");
    using enum ui::PictureFormat;
    for (const ui::PictureView& view : ui::pictureViews())
        for (const auto format : {png, svg, pdf, csv})
            if (view.id != QLatin1String("trace")) // which needs one
                QTest::newRow(qPrintable(view.id + QStringLiteral(" as ") + ui::endingOf(format))) << view.id << format;
}

void TstPicture::sameBytesTwice()
{
    QFETCH(QString, view);
    QFETCH(ui::PictureFormat, format);
    const ui::PictureRequest request{.view = view, .format = format, .pixels = {1280, 720}};
    const auto all = ui::snapshotOf(tests::shippedScenario("llama3-405b-v5p"), 1); // has every view
    const QByteArray bytes = bytesOf(request, all);
    QCOMPARE(bytesOf(request, all), bytes);
    QVERIFY(!bytes.contains("CreationDate")); // which differs from one second to the next
}

void TstPicture::picturesContainTheScenario_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<ui::PictureFormat>("format");
    for (const char* view : {"memory", "torus", "timeline"}) {
        QTest::addRow("a PNG of %s", view) << QString::fromLatin1(view) << ui::PictureFormat::png;
        QTest::addRow("an SVG of %s", view) << QString::fromLatin1(view) << ui::PictureFormat::svg;
    }
}

void TstPicture::picturesContainTheScenario()
{
    QFETCH(QString, view);
    QFETCH(ui::PictureFormat, format);
    ui::PictureRequest request{.view = view, .format = format};
    const auto read = [&] {
        return core::readDocument(bytesOf(request).toStdString(), "picture", core::shippedCatalogue());
    };
    const auto back = read();
    QVERIFY2(back, back ? "" : back.error().text.c_str());
    QVERIFY(*back == startSnapshot().scenario);
    if (format == ui::PictureFormat::png) { // other programs read the text too
        const QImage image = QImage::fromData(bytesOf(request), "PNG");
        QCOMPARE(image.text(QStringLiteral("rooflight-scenario")).toStdString(), core::writeScenario(*back));
    }
    request.state = false;
    QCOMPARE(read().error().code, std::string("FILE_STATE"));
}

void TstPicture::bytesDoNotDependOnAWindow()
{
    std::vector<QImage> images;
    for (const QSize window : {QSize(1280, 720), QSize(1024, 640)}) {
        const auto chart = std::make_unique<ui::Chart>(*ui::findChart(QStringLiteral("roofline")));
        chart->resize(window);
        chart->show();
        chart->present(startSnapshot());
        QTRY_COMPARE(chart->paintedNumber(), std::uint64_t(1));
        QImage image(960, 540, QImage::Format_RGB32);
        QPainter painter(&image);
        chart->paintPicture(painter, QRectF(0, 0, 960, 540), ui::Theme::light());
        painter.end();
        images.push_back(image);
    }
    QCOMPARE(images[0], images[1]);
}

void TstPicture::svgIsWellFormedWithTextAndClips_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("clips");
    QTest::newRow("roofline") << QStringLiteral("roofline") << QStringLiteral("FLOP/s per chip") << true;
    QTest::newRow("batch") << QStringLiteral("batch") << QStringLiteral("compute-bound") << true;
    QTest::newRow("memory") << QStringLiteral("memory") << QStringLiteral("optimizer") << true;
    QTest::newRow("counts") << QStringLiteral("counts") << QStringLiteral("H100 SXM") << true;
    QTest::newRow("dashboard") << QStringLiteral("dashboard") << QStringLiteral("Memory per chip") << true;
    QTest::newRow("timeline") << QStringLiteral("timeline") << QStringLiteral("6 steps · 93.4 µs") << true;
    QTest::newRow("torus") << QStringLiteral("torus") << QStringLiteral("4×4, X open, Y open · 16 chips") << true;
}

void TstPicture::svgIsWellFormedWithTextAndClips()
{
    QFETCH(QString, view);
    QFETCH(QString, text);
    QFETCH(bool, clips);
    const QByteArray svg = bytesOf({.view = view, .format = ui::PictureFormat::svg});
    QXmlStreamReader reader(svg);
    bool found = false;
    int clipped = 0;
    while (!reader.atEnd()) {
        reader.readNext();
        if (!reader.isStartElement())
            continue;
        for (const auto& attribute : reader.attributes())
            QVERIFY2(!attribute.value().contains(u"http"), "an external reference");
        clipped += reader.attributes().hasAttribute(QStringLiteral("clip-path")) ? 1 : 0;
        if (reader.name() == u"text") {
            QVERIFY(reader.attributes().value(QStringLiteral("font-family")).contains(u"Inter"));
            found = reader.readElementText() == text || found;
        }
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
    QVERIFY2(found, qPrintable(text));
    QCOMPARE(clipped > 0, clips);
}

void TstPicture::svgClipsAsThePainterDoes()
{
    ui::SvgDevice device(QSize(100, 100), QStringLiteral("a < b"));
    QPainter painter(&device);
    painter.save();
    painter.setClipRect(QRectF(10, 10, 50, 50));
    painter.setClipRect(QRectF(40, 0, 60, 100), Qt::IntersectClip);
    painter.drawLine(QPointF(0, 20), QPointF(100, 20));
    painter.restore();
    painter.drawLine(QPointF(0, 80), QPointF(100, 80));
    painter.end();
    const QString svg = QString::fromUtf8(device.document());
    QVERIFY(svg.contains(QStringLiteral("<title>a &lt; b</title>")));
    // What is clipped stands in one group; what follows the restore does not.
    const qsizetype open = svg.indexOf(QStringLiteral("<g clip-path"));
    const qsizetype close = svg.indexOf(QStringLiteral("</g>"));
    QVERIFY(open > 0 && close > open);
    QVERIFY(svg.mid(open, close - open).contains(u"20"));
    QVERIFY(svg.mid(close).contains(u"80"));
}

/// "h" closes a path, which then needs a point (ISO 32000-1, 8.5.2.1); poppler calls all else a syntax error.
void TstPicture::pdfClosesNoPathWithoutPoints()
{
    const QByteArray pdf =
        bytesOf({.view = QStringLiteral("dashboard"), .format = ui::PictureFormat::pdf, .pixels = QSize(1920, 1080)});
    const qsizetype begin = pdf.indexOf("stream\n") + 7;
    const QByteArray packed = pdf.mid(begin, pdf.indexOf("\nendstream", begin) - begin);
    const QByteArray page = qUncompress(QByteArray::fromHex("00400000") + packed); // with room for 4 MiB
    QVERIFY(page.size() > 10000);
    const QList<QByteArray> paints{"f", "f*", "S", "s", "n", "B", "B*", "b", "b*"};
    bool begun = false;
    int closed = 0;
    for (const QByteArray& word : page.simplified().split(' ')) {
        begun = word == "m" || word == "re" || (begun && !paints.contains(word));
        closed += word == "h" ? 1 : 0;
        QVERIFY(word != "h" || begun);
    }
    QVERIFY(closed > 10);
}

void TstPicture::smallDashboardsCountEveryChip_data()
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(480, 360), QSize(640, 480), QSize(960, 540), QSize(1920, 1080)})
        QTest::addRow("%d x %d", size.width(), size.height()) << size;
}

void TstPicture::smallDashboardsCountEveryChip()
{
    QFETCH(QSize, size);
    const QByteArray svg =
        bytesOf({.view = QStringLiteral("dashboard"), .format = ui::PictureFormat::svg, .pixels = size});
    for (const auto& chip : core::shippedCatalogue().chips)
        QVERIFY2(svg.contains(">" + QByteArray::fromStdString(chip.name) + "<"), chip.name.c_str());
}

void TstPicture::pdfHasFontsAndNoPageImage()
{
    const QByteArray pdf = bytesOf({.view = QStringLiteral("dashboard"), .format = ui::PictureFormat::pdf});
    QVERIFY(pdf.startsWith("%PDF-"));
    QVERIFY(pdf.contains("/FontFile"));
    QVERIFY(!pdf.contains("/Subtype /Image"));
}

void TstPicture::csvReadsBackInAGermanLocale()
{
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German));
    const QByteArray csv = bytesOf({.view = QStringLiteral("roofline"), .format = ui::PictureFormat::csv});
    QLocale::setDefault(before);
    const ui::Snapshot snapshot = startSnapshot();
    const core::Roofline data = core::roofline(snapshot.scenario, snapshot.report);
    std::size_t row = 0;
    for (const QByteArray& line : csv.split('\n')) {
        if (!line.startsWith("roof,"))
            continue;
        const auto cells = line.split(',');
        QVERIFY(row < data.roofs.size());
        bool good = false;
        QCOMPARE(cells[cells.size() - 3].toDouble(&good), data.roofs[row].rate);
        QVERIFY(good);
        ++row;
    }
    QCOMPARE(row, data.roofs.size());
    QVERIFY(csv.contains("intensity_flop_per_byte"));
}

void TstPicture::dashboardCellsAreDisjointAndInside_data()
{
    QTest::addColumn<QSizeF>("size");
    QTest::newRow("a slide") << QSizeF(1920, 1080);
    QTest::newRow("A4 across") << QSizeF(1123, 794);
    QTest::newRow("Letter across") << QSizeF(1056, 816);
    QTest::newRow("a small screen") << QSizeF(1024, 640);
    QTest::newRow("a slide at 300 dpi") << QSizeF(614, 346);
}

void TstPicture::dashboardCellsAreDisjointAndInside()
{
    QFETCH(QSizeF, size);
    const auto cells = ui::dashboardCells(size, 4);
    QCOMPARE(cells.size(), std::size_t(4));
    for (std::size_t i = 0; i < cells.size(); ++i) {
        QVERIFY(QRectF(QPointF(), size).contains(cells[i]));
        QVERIFY(cells[i].width() > 0.4 * size.width());
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY(!cells[i].intersects(cells[j]));
    }
}

void TstPicture::refusesWithASentence_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QSize>("pixels");
    QTest::addColumn<double>("dpi");
    QTest::newRow("an unknown view") << QStringLiteral("pie") << QSize(1920, 1080) << 96.0;
    QTest::newRow("no room") << QStringLiteral("roofline") << QSize(40, 30) << 96.0;
    QTest::newRow("no room at so many dpi") << QStringLiteral("roofline") << QSize(640, 360) << 600.0;
    QTest::newRow("no dpi") << QStringLiteral("roofline") << QSize(1920, 1080) << 0.0;
    QTest::newRow("more pixels than there is memory") << QStringLiteral("roofline") << QSize(2000000, 2000000) << 96.0;
}

void TstPicture::refusesWithASentence()
{
    QFETCH(QString, view);
    QFETCH(QSize, pixels);
    QFETCH(double, dpi);
    const auto bytes = ui::renderPicture({.view = view, .pixels = pixels, .dpi = dpi}, startSnapshot());
    QVERIFY(!bytes.has_value());
    QVERIFY(bytes.error().text.endsWith(u'.'));
}

/// The mesh is larger than the slice; the collective has a torus of its own.
void TstPicture::whatCannotBeEvaluatedIsNotDrawn()
{
    core::Scenario scenario = startSnapshot().scenario;
    QVERIFY(core::setFieldFromText(scenario, "hw.torus", "2x2x2").has_value());
    const ui::Snapshot snapshot = ui::snapshotOf(scenario, 1);
    for (const char* view : {"dashboard", "roofline"}) {
        const auto refused = ui::renderPicture({.view = QString::fromLatin1(view)}, snapshot);
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.error().fault, ui::PictureFault::scenario);
        QVERIFY2(refused.error().text.contains(QStringLiteral("2×2×2")), qPrintable(refused.error().text));
    }
    QVERIFY(ui::renderPicture({.view = QStringLiteral("torus")}, snapshot).has_value());
}

void TstPicture::fileNamesAreSafe()
{
    ui::Snapshot snapshot = startSnapshot();
    snapshot.scenario.title = "LLaMA/3: 70B, \"tuned\"  ";
    QCOMPARE(ui::suggestedFileName(snapshot, QStringLiteral("roofline"), ui::PictureFormat::png),
             QStringLiteral("llama-3-70b-tuned-roofline.png"));
    QCOMPARE(ui::formatOfFile(QStringLiteral("A.SVG")), std::optional(ui::PictureFormat::svg));
    QCOMPARE(ui::formatOfFile(QStringLiteral("a.bmp")), std::optional<ui::PictureFormat>());
}

void TstPicture::writesAWholeFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.png"));
    QVERIFY(ui::writePicture(path, {.view = QStringLiteral("counts")}, startSnapshot()).has_value());
    QCOMPARE(QImage(path).size(), QSize(1920, 1080));
    const auto failed = ui::writePicture(folder.filePath(QStringLiteral("missing/a.png")), {}, startSnapshot());
    QVERIFY(!failed.has_value());
    QVERIFY(failed.error().text.contains(QStringLiteral("missing/a.png")));
}

ROOFLIGHT_TEST(TstPicture)

#include "tst_picture.moc"

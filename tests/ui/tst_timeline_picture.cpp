// SPDX-License-Identifier: GPL-3.0-or-later
// Checks pictures and tables of timelines: every part is there, in both themes, and the same every time.
#include "support/suite.h"
#include "timeline_stage.h"
#include "ui/session/snapshot.h"
#include "ui/theme/style_sheet.h"
#include "ui/timeline/timeline_picture.h"
#include "ui/timeline/timeline_scene.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

#include <cmath>

using namespace Qt::Literals::StringLiterals;

namespace
{

using tests::squareLayer;
using tests::with;
using Stage = tests::TimelineStage;

} // namespace

class TstTimelinePicture : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { ui::applyTheme(*qApp, ui::Theme::light()); }
    void oneChipHasATimelineToo_data();
    void oneChipHasATimelineToo();
    void picturesAreTheSameEveryTime();
    void picturesShowSomethingInBothThemes_data();
    void picturesShowSomethingInBothThemes();
    void everyPartIsPainted_data();
    void everyPartIsPainted();
    void aHalfFillsItsHalfOfTheBar_data();
    void aHalfFillsItsHalfOfTheBar();
    void theTableHasARowForEveryBar();
    void picturesNameTheirChipsAndUseThePage_data();
    void picturesNameTheirChipsAndUseThePage();
    void theLegendStaysInsideANarrowPicture();
};

void TstTimelinePicture::oneChipHasATimelineToo_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("bars"); // nothing is sent
    QTest::newRow("a gather") << "all-gather" << 0;
    QTest::newRow("a matmul, in turn and pipelined") << "matmul-gather" << 2;
}

void TstTimelinePicture::oneChipHasATimelineToo()
{
    QFETCH(QString, kind);
    QFETCH(int, bars);
    const Stage stage(with(squareLayer(kind.toStdString(), "auto"), {{"coll.torus", "1"}}));
    const auto scene = ui::layoutTimeline(stage.reading(), {600, 300});
    QCOMPARE(scene.boxes.size(), static_cast<std::size_t>(bars));
    QVERIFY(std::isfinite(scene.xOf(0)));
    QImage image(600, 300, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    ui::paintTimelinePicture(painter, {600, 300}, ui::Theme::light(), stage.collective, ui::snapshotOf(stage.scenario),
                             3);
}

void TstTimelinePicture::picturesAreTheSameEveryTime()
{
    const Stage stage(squareLayer("matmul-scatter", "whole"));
    const auto picture = [&stage](std::optional<int> step) {
        QImage image(800, 500, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        ui::paintTimelinePicture(painter, {800, 500}, ui::Theme::light(), stage.collective,
                                 ui::snapshotOf(stage.scenario), step);
        painter.end();
        return image;
    };
    QCOMPARE(picture({}), picture({}));
    QCOMPARE(picture(1), picture(1));
    QVERIFY(picture(1) != picture(2));
    QVERIFY(picture(0) != picture({})); // without a step there is no line of the moment
    QCOMPARE(picture(2), picture(99));  // after the last of two steps nothing more happens
}

void TstTimelinePicture::picturesShowSomethingInBothThemes_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<int>("scale");
    for (const bool dark : {false, true}) {
        for (const int scale : {1, 2}) {
            QTest::addRow("%s, %dx", dark ? "dark" : "light", scale) << dark << scale;
        }
    }
}

void TstTimelinePicture::picturesShowSomethingInBothThemes()
{
    QFETCH(bool, dark);
    QFETCH(int, scale);
    const Stage stage(squareLayer("matmul-gather", "uni"));
    QImage image(QSize(900, 400) * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    const auto& theme = ui::Theme::of(dark);
    ui::paintTimelinePicture(painter, {900, 400}, theme, stage.collective, ui::snapshotOf(stage.scenario), 1);
    painter.end();
    int exposed = 0;
    int other = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor colour = image.pixelColor(x, y);
            exposed += colour == theme.comms ? 1 : 0;
            other += colour == theme.panel ? 0 : 1;
        }
    }
    QVERIFY(exposed > 200 * scale * scale); // one way leaves a third of each transfer exposed
    QVERIFY(other > 900 * 400 * scale * scale / 20);
}

void TstTimelinePicture::everyPartIsPainted_data()
{
    QTest::addColumn<QString>("part");
    for (const char* part :
         {"bars", "halves", "shards", "hops", "exposed time", "names", "bracket", "legend", "texts", "ticks", "rows"}) {
        QTest::newRow(part) << QString::fromLatin1(part);
    }
}

/// The picture is another one without it.
void TstTimelinePicture::everyPartIsPainted()
{
    QFETCH(const QString, part);
    const auto reading = Stage(with(squareLayer("matmul-gather", "halves"), {{"coll.F", "4096"}, {"hw.hop", "1e-4"}}))
                             .reading(ui::TimelineChips::Kind::all);
    const auto whole = ui::layoutTimeline(reading, {1400, 900});
    auto scene = whole;
    const auto is = [&](const char* name) { return part == QLatin1String(name); };
    scene.boxes = is("bars") ? decltype(scene.boxes)() : scene.boxes;
    for (auto& box : scene.boxes) {
        box.half = is("halves") ? -1 : box.half;
        box.shard = is("shards") ? 0 : box.shard;
        box.hop = is("hops") ? QRectF() : box.hop;
        box.exposed = is("exposed time") ? decltype(box.exposed)() : box.exposed;
        box.text = is("names") ? QString() : box.text;
    }
    scene.bracket = is("bracket") ? decltype(scene.bracket)() : scene.bracket;
    scene.legend = is("legend") ? decltype(scene.legend)() : scene.legend;
    scene.texts = is("texts") ? decltype(scene.texts)() : scene.texts;
    scene.ticks = is("ticks") ? decltype(scene.ticks)() : scene.ticks;
    scene.lanes = is("rows") ? decltype(scene.lanes)() : scene.lanes;
    for (const bool dark : {false, true}) {
        const auto painted = [dark](const ui::TimelineScene& shown) {
            QImage image(shown.size.toSize(), QImage::Format_RGB32);
            image.fill(ui::Theme::of(dark).panel);
            QPainter painter(&image);
            ui::paintTimeline(painter, shown, ui::Theme::of(dark));
            return image;
        };
        QVERIFY(painted(scene) != painted(whole));
    }
}

void TstTimelinePicture::aHalfFillsItsHalfOfTheBar_data()
{
    QTest::addColumn<int>("half");
    QTest::addColumn<bool>("above");
    QTest::addColumn<bool>("below");
    QTest::newRow("a: above") << 0 << true << false;
    QTest::newRow("b: below") << 1 << false << true;
    QTest::newRow("a whole shard") << -1 << true << true;
}

/// A bar without its pattern, which is too narrow for one: paler where nothing is.
void TstTimelinePicture::aHalfFillsItsHalfOfTheBar()
{
    QFETCH(const int, half);
    ui::TimelineScene scene;
    scene.size = {40, 60};
    ui::TimelineBox box;
    box.area = {10, 10, 4, 40};
    box.half = half;
    scene.boxes = {box};
    QImage image(scene.size.toSize(), QImage::Format_RGB32);
    image.fill(ui::Theme::light().panel);
    QPainter painter(&image);
    ui::paintTimeline(painter, scene, ui::Theme::light());
    painter.end();
    const auto ink = [&](int y) { return 255 - image.pixelColor(12, y).lightness(); };
    const int full = std::max(ink(20), ink(40));
    QVERIFY(full > ink(5));
    QTEST(ink(20) == full, "above");
    QTEST(ink(40) == full, "below");
    QVERIFY(std::min(ink(20), ink(40)) > ink(5)); // the bar is there, full or pale
}

void TstTimelinePicture::theTableHasARowForEveryBar()
{
    const Stage stage(squareLayer("matmul-gather", "uni"));
    const QList<QByteArray> lines = ui::timelineCsv(stage.collective, ui::snapshotOf(stage.scenario)).split('\n');
    QCOMPARE(lines[0], QByteArray("part,chip,row,step,content,start_s,end_s,arrival_s,exposed_s,bytes"));
    // In turn each chip sends 2 + 2 half-ring messages and multiplies 4; beside each other it sends 3 and multiplies 4.
    QCOMPARE(lines.size(), 1 + 4 * (4 + 4) + 4 * (3 + 4) + 1);
    const auto words = QString::fromUtf8(lines[1]).split(u',');
    QCOMPARE(words.mid(0, 5).join(u' '), QStringLiteral("naive 0 X+ 1 A₀"));
    QCOMPARE(words[9], QStringLiteral("33554432")); // 2 B · 4096 · 4096
}

void TstTimelinePicture::picturesNameTheirChipsAndUseThePage_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::addColumn<QStringList>("chips"); // each names its rows in every part
    QTest::addColumn<QString>("why");
    QTest::newRow("a gather: the busiest chip of the table")
        << tests::Edits{{"coll.torus", "4x4"}} << QStringList{u"Chip 5"_s} << u"Chip 5 at (1,1) sends the most"_s;
    QTest::newRow("GPUs behind a switch") << tests::Edits{{"hw.chip", "h100-sxm"}, {"coll.torus", "switch8"}}
                                          << QStringList{u"GPU 0"_s} << u"GPU 0 sends the most"_s;
    QTest::newRow("a matmul: as many chips as there is room for")
        << squareLayer("matmul-gather", "halves") << QStringList{u"Chip 0"_s, u"Chip 1"_s, u"Chip 2"_s, u"Chip 3"_s}
        << QString();
    QTest::newRow("a matmul along the second axis, by the numbers of the torus")
        << with(squareLayer("matmul-gather", "halves"), {{"coll.torus", "4x4"}, {"coll.axes", "Y"}})
        << QStringList{u"Chip 0"_s, u"Chip 4"_s, u"Chip 8"_s, u"Chip 12"_s} << QString();
    QTest::newRow("more chips than there is room for")
        << with(squareLayer("matmul-gather", "halves"), {{"coll.torus", "16"}}) << QStringList{u"Chip 0"_s, u"Chip 1"_s}
        << u"The first 4 of 16 chips"_s;
    QTest::newRow("more links than there is room for")
        << tests::Edits{{"hw.chip", "gb200-nvl72"}, {"coll.torus", "switch72"}} << QStringList{u"GPU 0"_s}
        << u"GPU 0 sends the most"_s;
}

void TstTimelinePicture::picturesNameTheirChipsAndUseThePage()
{
    QFETCH(tests::Edits, edits);
    QFETCH(QStringList, chips);
    QFETCH(QString, why);
    const Stage stage(edits);
    constexpr QSizeF page(1000, 620);
    const auto scene = ui::layoutTimelinePicture(stage.collective, ui::snapshotOf(stage.scenario), page);
    QStringList texts;
    for (const auto& text : scene.texts) {
        texts << text.text;
        QVERIFY2(text.area.bottom() <= page.height(), qPrintable(text.text));
    }
    const auto parts = stage.reading().sections.size();
    for (const QString& chip : chips) {
        QCOMPARE(texts.count(chip), static_cast<qsizetype>(parts));
    }
    QVERIFY2(why.isEmpty() || texts.contains(why), qPrintable(texts.join(u'\n')));
    QVERIFY2(scene.plot.bottom() > 0.8 * page.height(), qPrintable(QString::number(scene.plot.bottom())));
    const auto table = QString::fromUtf8(ui::timelineCsv(stage.collective, ui::snapshotOf(stage.scenario)));
    QVERIFY(table.contains(u',' + chips.front().section(u' ', 1) + u','));
}

/// From the width that the least tab leaves; the words of both samples are whole.
void TstTimelinePicture::theLegendStaysInsideANarrowPicture()
{
    const tests::TimelineStage stage(tests::squareLayer("matmul-gather", "halves"));
    for (const int width : {460, 486, 640, 1200}) {
        const auto scene = ui::layoutTimeline(stage.reading(), QSizeF(width, 420), 1);
        QCOMPARE(scene.legend.size(), std::size_t(2));
        int words = 0;
        for (const auto& text : scene.texts) {
            const bool sample =
                text.area.top() < scene.legend[0].bottom() && text.area.bottom() > scene.legend[0].top();
            words += sample ? 1 : 0;
            QVERIFY2(!sample || text.area.right() <= width, qPrintable(text.text));
        }
        QVERIFY(words >= 2);
    }
}

ROOFLIGHT_TEST(TstTimelinePicture)
#include "tst_timeline_picture.moc"

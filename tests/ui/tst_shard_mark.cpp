// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that shards can be told apart by hue and by pattern, and that every picture marks them alike.
#include "support/suite.h"
#include "ui/playback/shard_mark.h"
#include "ui/timeline/timeline_scene.h"
#include "ui/torus/torus_scene.h"

#include <QImage>
#include <QPainter>
#include <QSet>

#include <utility>

namespace
{

constexpr int side = 60;

template <class Paint> QImage painted(const ui::Theme& theme, Paint paint)
{
    QImage image(side, side, QImage::Format_RGB32);
    image.fill(theme.panel);
    QPainter painter(&image);
    paint(painter);
    return image;
}

QImage mark(int shard, const ui::Theme& theme, bool pale = false)
{
    return painted(theme, [&](QPainter& p) { ui::drawShardMark(p, {0, 0, side, side}, shard, theme, pale); });
}

int count(const QImage& image, const QColor& colour)
{
    int found = 0;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x) {
            found += image.pixelColor(x, y) == colour ? 1 : 0;
        }
    }
    return found;
}

/// A message on its way, large and without a name.
QImage onTorus(int shard, const ui::Theme& theme)
{
    ui::TorusScene scene;
    scene.size = {side, side};
    scene.showsChunks = true;
    ui::SceneChunk chunk;
    chunk.at = {side / 2., side / 2.};
    chunk.radius = side / 2.;
    chunk.shard = shard;
    scene.chunks.push_back(chunk);
    return painted(theme, [&](QPainter& p) { ui::paintTorusChunks(p, scene, theme); });
}

/// A bar that fills the picture.
QImage onTimeline(int shard, const ui::Theme& theme)
{
    ui::TimelineScene scene;
    scene.size = {side, side};
    ui::TimelineBox box;
    box.area = {0, 0, side, side};
    box.shard = shard;
    scene.boxes.push_back(box);
    return painted(theme, [&](QPainter& p) { ui::paintTimeline(p, scene, theme); });
}

/// Whether the middle, away from borders, is the same however far it is moved along x, along y.
std::pair<bool, bool> rulings(const QImage& image)
{
    bool rows = true;
    bool columns = true;
    for (int y = side / 3; y < 2 * side / 3; ++y) {
        for (int x = side / 3; x < 2 * side / 3; ++x) {
            rows = rows && image.pixel(x, y) == image.pixel(side / 2, y);
            columns = columns && image.pixel(x, y) == image.pixel(x, side / 2);
        }
    }
    return {rows, columns};
}

} // namespace

class TstShardMark : public QObject
{
    Q_OBJECT
private slots:
    void neighboursDifferInHueAndInPattern();
    void fiftySixShardsAreTheirOwn();
    void onePatternIsPlainAndNoTwoLookAlike();
    void paleMarksKeepTheirPattern();
    void torusAndTimelineMarkAlike_data();
    void torusAndTimelineMarkAlike();
};

void TstShardMark::neighboursDifferInHueAndInPattern()
{
    for (const bool dark : {false, true}) {
        const ui::Theme& theme = ui::Theme::of(dark);
        for (int shard = 0; shard < 200; ++shard) {
            QVERIFY(ui::shardHue(shard, theme) != ui::shardHue(shard + 1, theme));
            QVERIFY(ui::shardPattern(shard) != ui::shardPattern(shard + 1));
        }
    }
}

/// Eight hues and seven patterns: 8·7 have no common divisor.
void TstShardMark::fiftySixShardsAreTheirOwn()
{
    const ui::Theme& theme = ui::Theme::light();
    QSet<std::pair<QRgb, int>> marks;
    for (int shard = 0; shard < 200; ++shard) {
        marks.insert({ui::shardHue(shard, theme).rgb(), static_cast<int>(ui::shardPattern(shard))});
        QCOMPARE(marks.size(), std::min(shard + 1, 56));
    }
}

void TstShardMark::onePatternIsPlainAndNoTwoLookAlike()
{
    const ui::Theme& theme = ui::Theme::light();
    QList<QImage> seen;
    for (int shard = 0; shard < 56; shard += 8) { // of one hue
        const QImage image = mark(shard, theme);
        const int ofHue = count(image, theme.components[0]);
        QCOMPARE(ofHue == side * side, ui::shardPattern(shard) == ui::Hatch::none);
        QVERIFY(ofHue > side * side / 8); // the hue is still seen
        QVERIFY(!seen.contains(image));
        seen << image;
    }
}

void TstShardMark::paleMarksKeepTheirPattern()
{
    const ui::Theme& theme = ui::Theme::night();
    for (int shard = 0; shard < 7; ++shard) {
        const QImage pale = mark(shard, theme, true);
        QCOMPARE(count(pale, ui::shardHue(shard, theme)), 0);
        QCOMPARE(rulings(pale), rulings(mark(shard, theme)));
    }
}

void TstShardMark::torusAndTimelineMarkAlike_data()
{
    QTest::addColumn<int>("shard");
    for (int shard = 0; shard < 7; ++shard) {
        QTest::addRow("shard %d", shard) << shard;
    }
}

/// Lines run the same way in both, and what is plain in one is plain in the other; hues are the nearest of the eight.
void TstShardMark::torusAndTimelineMarkAlike()
{
    QFETCH(const int, shard);
    const ui::Theme& theme = ui::Theme::light();
    const QImage torus = onTorus(shard, theme);
    const QImage timeline = onTimeline(shard, theme);
    QCOMPARE(rulings(timeline), rulings(torus));
    const auto hueOf = [&](const QImage& image) { // of the most saturated pixel
        QColor max;
        for (int y = side / 3; y < 2 * side / 3; ++y) {
            for (int x = side / 3; x < 2 * side / 3; ++x) {
                const QColor colour = image.pixelColor(x, y);
                max = colour.saturation() > max.saturation() ? colour : max;
            }
        }
        return max.hue();
    };
    const int hue = ui::shardHue(shard, theme).hue();
    QVERIFY2(std::abs(hueOf(torus) - hue) <= 6, qPrintable(QString::number(hueOf(torus))));
    QVERIFY2(std::abs(hueOf(timeline) - hue) <= 6, qPrintable(QString::number(hueOf(timeline))));
}

ROOFLIGHT_TEST(TstShardMark)
#include "tst_shard_mark.moc"

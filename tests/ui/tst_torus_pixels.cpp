// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what goes straight onto pixels: links while the camera moves, and dots of messages that come and go.
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/playback/recording.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_layer.h"
#include "ui/torus/torus_marks.h"
#include "ui/torus/torus_pixels.h"

#include <QImage>
#include <QPainter>

#include <cmath>

namespace
{

constexpr QSizeF size(600, 500);

/// A torus at a step, as a picture.
struct Shot {
    Shot(const tests::Edits& edits, const ui::TorusLook& wanted, int step, std::optional<int> followed = {})
        : recording(tests::recordingOf(edits)), look(wanted)
    {
        recording.moveTo(step);
        recording.follow(followed);
        scene = ui::layoutTorus(recording, look, size);
    }

    static QImage paper(double ratio, const QSizeF& area = size)
    {
        QImage image((area * ratio).toSize(), QImage::Format_RGB32);
        image.setDevicePixelRatio(ratio);
        image.fill(theme().panel);
        return image;
    }

    static const ui::Theme& theme() { return ui::Theme::light(); }

    ui::Recording recording;
    ui::TorusLook look;
    ui::TorusScene scene;
};

tests::Edits torus(const char* chips) { return {{"coll.torus", chips}, {"coll.wrap", "ring"}}; }

bool isInked(const QImage& image, int x, int y)
{
    constexpr int faint = 20;
    const QColor paper = Shot::theme().panel;
    const QColor at = image.pixelColor(x, y);
    return std::abs(at.red() - paper.red()) > faint || std::abs(at.green() - paper.green()) > faint ||
           std::abs(at.blue() - paper.blue()) > faint;
}

/// The share of the inked pixels of one picture that have ink of the other one near.
double shareNear(const QImage& of, const QImage& in, int reach)
{
    int inked = 0;
    int near = 0;
    const auto hasNear = [&](int x, int y) {
        for (int v = std::max(0, y - reach); v <= std::min(in.height() - 1, y + reach); ++v) {
            for (int u = std::max(0, x - reach); u <= std::min(in.width() - 1, x + reach); ++u) {
                if (isInked(in, u, v)) {
                    return true;
                }
            }
        }
        return false;
    };
    for (int y = 0; y < of.height(); ++y) {
        for (int x = 0; x < of.width(); ++x) {
            if (isInked(of, x, y)) {
                ++inked;
                near += hasNear(x, y) ? 1 : 0;
            }
        }
    }
    return inked == 0 ? 0 : 1.0 * near / inked;
}

} // namespace

class TstTorusPixels : public QObject
{
    Q_OBJECT
private slots:
    void coarseLinksLieWhereFineOnesDo_data();
    void coarseLinksLieWhereFineOnesDo();
    void theTrailLiesAboveAllLinks();
    void nearLinksLieAboveFarOnes_data();
    void nearLinksLieAboveFarOnes();
    void idleLinksAreDashed();
    void linksBeyondThePictureAreCutOff();
    void dotsSuitManySmallMessages_data();
    void dotsSuitManySmallMessages();
    void dotsComeAndGoWithoutTrace_data();
    void dotsComeAndGoWithoutTrace();
    void dotsLieWhereThePainterPutsThem_data();
    void dotsLieWhereThePainterPutsThem();
    void dotsBeyondThePictureAreCutOff();
};

void TstTorusPixels::coarseLinksLieWhereFineOnesDo_data()
{
    QTest::addColumn<QByteArray>("chips");
    QTest::addColumn<bool>("solid");
    QTest::addColumn<double>("ratio");
    for (const double ratio : {1.0, 2.0}) {
        QTest::addRow("a solid with stubs, %gx", ratio) << QByteArray("4x4x4") << true << ratio;
        QTest::addRow("arcs of a square, %gx", ratio) << QByteArray("4x4") << false << ratio;
        QTest::addRow("a pod in blocks, %gx", ratio) << QByteArray("16x20x28") << true << ratio;
    }
}

/// Fine lines are up to 5 pixels wide, coarse ones lie in their middle; at the last step no link is idle and dashed.
void TstTorusPixels::coarseLinksLieWhereFineOnesDo()
{
    QFETCH(const QByteArray, chips);
    QFETCH(const bool, solid);
    QFETCH(const double, ratio);
    ui::TorusLook look{.layout = solid ? ui::TorusLayout::solid : ui::TorusLayout::unrolled};
    look.detail = chips.startsWith("16") ? ui::TorusDetail::blocks : ui::TorusDetail::chips;
    Shot shot(torus(chips), look, 1000);
    shot.scene.nodes.clear();
    std::erase_if(shot.scene.wires,
                  [](const ui::SceneWire& wire) { return wire.port % 2 == 1; }); // each beside its own
    for (ui::SceneWire& wire : shot.scene.wires) {
        wire.arrow = false;
    }
    QImage fine = Shot::paper(ratio);
    QPainter painter(&fine);
    ui::paintTorusBase(painter, shot.scene, Shot::theme());
    painter.end();
    QImage coarse = Shot::paper(ratio);
    ui::paintCoarseWires(coarse, shot.scene, Shot::theme());
    const int reach = qCeil(2.5 * ratio);
    QVERIFY2(shareNear(coarse, fine, qCeil(ratio)) > 0.999, "coarse lines are where no fine ones are");
    QVERIFY2(shareNear(fine, coarse, reach) > 0.999, "fine lines are where no coarse ones are");
}

void TstTorusPixels::theTrailLiesAboveAllLinks()
{
    Shot shot(torus("4x4x4"), {.layout = ui::TorusLayout::solid}, 1, 0);
    QImage image = Shot::paper(1);
    ui::paintCoarseWires(image, shot.scene, Shot::theme());
    int bold = 0;
    for (const ui::SceneWire& wire : shot.scene.wires) {
        if (wire.bold && wire.shape == ui::SceneWire::Shape::straight) {
            ++bold;
            for (const double t : {0.2, 0.5, 0.8}) {
                bool found = false; // the line may be drawn a pixel beside its course
                for (const QPoint by : {QPoint(0, 0), QPoint(1, 0), QPoint(0, 1), QPoint(-1, 0), QPoint(0, -1)}) {
                    found = found || image.pixelColor(wire.at(t).toPoint() + by) == Shot::theme().accent;
                }
                QVERIFY(found);
            }
        }
    }
    QVERIFY(bold > 0);
}

void TstTorusPixels::nearLinksLieAboveFarOnes_data()
{
    QTest::addColumn<int>("below"); // depths: 0 beside the trail, then far to near, 4 on the trail
    for (int below = 0; below + 1 < ui::WireInks::depths; ++below) {
        QTest::addRow("depth %d below %d", below, below + 1) << below;
    }
}

/// Two links cross, listed in either order.
void TstTorusPixels::nearLinksLieAboveFarOnes()
{
    QFETCH(const int, below);
    const auto crossing = [](int depth, const QPointF& from) {
        ui::SceneWire wire;
        wire.from = from;
        wire.to = QPointF(100, 100) - from;
        wire.colour = 8;
        wire.bold = depth == 4;
        wire.pale = depth == 0;
        wire.fade = depth == 0 || depth == 4 ? 0 : 3 - depth;
        return wire;
    };
    ui::TorusScene scene;
    scene.wires = {crossing(below, {10, 50}), crossing(below + 1, {50, 10})};
    const ui::WireInks inks(Shot::theme());
    const QColor above(inks.at(below + 1, 8));
    QVERIFY(above != QColor(inks.at(below, 8)));
    for (int order = 0; order < 2; ++order) {
        QImage image = Shot::paper(1, {100, 100});
        ui::paintCoarseWires(image, scene, Shot::theme());
        QCOMPARE(image.pixelColor(50, 50), above);
        QCOMPARE(image.pixelColor(30, 50), QColor(inks.at(below, 8)));
        std::ranges::reverse(scene.wires);
    }
}

void TstTorusPixels::idleLinksAreDashed()
{
    ui::TorusScene scene;
    scene.wires.resize(1);
    scene.wires[0].from = {10, 50.5};
    scene.wires[0].to = {90, 50.5};
    const auto inked = [&](int colour) {
        scene.wires[0].colour = colour;
        QImage image = Shot::paper(1, {100, 100});
        QPainter painter(&image);
        ui::paintTorusBase(painter, scene, Shot::theme());
        painter.end();
        int count = 0;
        for (int x = 0; x < image.width(); ++x) {
            count += isInked(image, x, 50) ? 1 : 0;
        }
        return count;
    };
    QCOMPARE(inked(8), 80);
    QCOMPARE(inked(-1), 40); // as much paper as ink
}

void TstTorusPixels::linksBeyondThePictureAreCutOff()
{
    const Shot shot(torus("4x4x4"), {.layout = ui::TorusLayout::solid}, 1000);
    QImage all = Shot::paper(1);
    ui::paintCoarseWires(all, shot.scene, Shot::theme());
    constexpr QRect part(0, 0, 250, 240);
    QImage corner = Shot::paper(1, part.size());
    ui::paintCoarseWires(corner, shot.scene, Shot::theme());
    QVERIFY(shareNear(corner, corner, 0) > 0);
    QCOMPARE(corner.copy(part.adjusted(0, 0, -2, -2)), all.copy(part.adjusted(0, 0, -2, -2)));
}

void TstTorusPixels::dotsSuitManySmallMessages_data()
{
    QTest::addColumn<QByteArray>("chips");
    QTest::addColumn<int>("detail");
    QTest::addColumn<bool>("suits");
    QTest::newRow("a pod, all chips") << QByteArray("16x20x28") << int(ui::TorusDetail::chips) << true;
    QTest::newRow("a pod in blocks: one dot between two")
        << QByteArray("16x20x28") << int(ui::TorusDetail::blocks) << false;
    QTest::newRow("a square, whose messages bear names") << QByteArray("4x4") << int(ui::TorusDetail::chips) << false;
}

void TstTorusPixels::dotsSuitManySmallMessages()
{
    QFETCH(const QByteArray, chips);
    QFETCH(const int, detail);
    const ui::TorusLook look{.layout = ui::TorusLayout::solid, .detail = static_cast<ui::TorusDetail>(detail)};
    const Shot shot(torus(chips), look, 1);
    QTEST(ui::DotLayer::suits(shot.scene), "suits");
}

void TstTorusPixels::dotsComeAndGoWithoutTrace_data()
{
    QTest::addColumn<double>("ratio");
    QTest::newRow("two pixels wide") << 1.0;
    QTest::newRow("three") << 1.5;
    QTest::newRow("four") << 2.0;
    QTest::newRow("seven") << 3.0;
    QTest::newRow("nine") << 4.0;
}

/// What stands still is the same before and after, at every width of a dot.
void TstTorusPixels::dotsComeAndGoWithoutTrace()
{
    QFETCH(const double, ratio);
    ui::Recording recording = tests::recordingOf(torus("16x20x28"));
    recording.moveTo(3);
    const ui::TorusLook look{.layout = ui::TorusLayout::solid};
    QVERIFY(ui::DotLayer::suits(ui::layoutTorus(recording, look, size)));
    ui::TorusLayer layer;
    layer.prepare(recording, look, {size.toSize(), ratio, &Shot::theme()});
    const auto shown = [&](double progress) {
        QImage image = Shot::paper(ratio);
        QPainter painter(&image);
        layer.paint(painter, progress, Shot::theme());
        painter.end();
        return image;
    };
    const QImage before = shown(0);
    QImage earlier;
    for (const double progress : {0.01, 0.5, 0.99}) {
        const QImage now = shown(progress);
        QVERIFY(now != before && now != earlier);
        earlier = now;
        QVERIFY(shown(0) == before);
    }
}

void TstTorusPixels::dotsLieWhereThePainterPutsThem_data()
{
    using Shape = ui::SceneWire::Shape;
    QTest::addColumn<QByteArray>("chips");
    QTest::addColumn<bool>("solid");
    QTest::addColumn<int>("shape"); // of the links whose messages are looked at
    QTest::newRow("on straight links of a pod") << QByteArray("16x20x28") << true << int(Shape::straight);
    QTest::newRow("on links of a pod that are cut in two") << QByteArray("16x20x28") << true << int(Shape::stubs);
    QTest::newRow("on arcs of a square") << QByteArray("64x64") << false << int(Shape::arc);
}

void TstTorusPixels::dotsLieWhereThePainterPutsThem()
{
    QFETCH(const QByteArray, chips);
    QFETCH(const bool, solid);
    QFETCH(const int, shape);
    const auto layout = solid ? ui::TorusLayout::solid : ui::TorusLayout::unrolled;
    Shot shot(torus(chips), {.layout = layout, .progress = 0.3}, 3);
    QVERIFY(ui::DotLayer::suits(shot.scene));
    shot.scene.texts.clear();
    shot.scene.scale = {};
    shot.scene.caption = {};
    const auto all = shot.scene.chunks;
    for (const bool backward : {false, true}) { // both together would look the same either way round
        shot.scene.chunks = all;
        std::erase_if(shot.scene.chunks, [&](const ui::SceneChunk& chunk) {
            return int(shot.scene.wires[static_cast<std::size_t>(chunk.wire)].shape) != shape ||
                   chunk.backward != backward;
        });
        QVERIFY(!shot.scene.chunks.empty());
        QImage fast = Shot::paper(1);
        ui::DotLayer dots;
        dots.lay(shot.scene, Shot::theme(), 1);
        dots.paint(fast, shot.scene, 0.3);
        QImage slow = Shot::paper(1);
        QPainter painter(&slow);
        ui::paintTorusChunks(painter, shot.scene, Shot::theme());
        painter.end();
        QVERIFY(shareNear(fast, slow, 1) > 0.999);
        QVERIFY(shareNear(slow, fast, 1) > 0.999);
    }
}

void TstTorusPixels::dotsBeyondThePictureAreCutOff()
{
    Shot shot(torus("16x20x28"), {.layout = ui::TorusLayout::solid}, 3);
    constexpr QPoint corner(200, 160); // of a part in the middle
    constexpr QSize part(200, 180);
    QImage image = Shot::paper(1, part);
    const QImage before = image.copy();
    QImage all = Shot::paper(1);
    ui::DotLayer dots;
    dots.lay(shot.scene, Shot::theme(), 1);
    dots.paint(all, shot.scene, 0.4);
    for (ui::SceneWire& wire : shot.scene.wires) {
        for (QPointF* point : {&wire.from, &wire.fromControl, &wire.toControl, &wire.to}) {
            *point -= corner;
        }
    }
    dots.lay(shot.scene, Shot::theme(), 1);
    dots.paint(image, shot.scene, 0.4);
    const QRect inside = QRect({}, part).adjusted(8, 8, -8, -8); // a dot over the edge is left out as a whole
    QVERIFY(image.copy(inside) != before.copy(inside));
    QVERIFY(image.copy(inside) == all.copy(inside.translated(corner)));
    for (int y = 0; y < part.height(); ++y) {
        for (int x = 0; x < part.width(); ++x) {
            QVERIFY(!isInked(image, x, y) || isInked(all, x + corner.x(), y + corner.y()));
        }
    }
}

ROOFLIGHT_TEST(TstTorusPixels)
#include "tst_torus_pixels.moc"

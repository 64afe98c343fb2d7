// SPDX-License-Identifier: GPL-3.0-or-later
// Checks chips that show their shards one by one, and rings drawn as circles.
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/playback/player.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_marks.h"
#include "ui/torus/torus_scene.h"
#include "ui/torus/torus_view.h"

#include <QImage>
#include <QPainter>

#include <cmath>

class TstTorusShards : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QVERIFY(ui::loadFonts()); }
    void chipsHoldWhatTheyHold_data();
    void chipsHoldWhatTheyHold();
    void shardsNeedRoom_data();
    void shardsNeedRoom();
    void chipsWithShardsLieApart();
    void aRingIsACircleThatFillsTheHeight_data();
    void aRingIsACircleThatFillsTheHeight();
    void linksFollowTheCircle();
    void detailFollowsTheRoomOfAChip();
    void nothingIsPinnedBeforeItIsPainted();
    void messagesPassEachOther_data();
    void messagesPassEachOther();
    void messagesInsideASmallRingBearNoNames();
};

namespace
{

const tests::Edits ring4{{"coll.torus", "4"}, {"coll.wrap", "ring"}};

ui::TorusScene sceneOf(ui::Recording& recording, const QSizeF& size)
{
    return ui::layoutTorus(recording, {.layout = ui::usualLayout(recording.whole())}, size);
}

const ui::SceneNode& chip(const ui::TorusScene& scene, int rank)
{
    return *std::ranges::find(scene.nodes, rank, &ui::SceneNode::chip);
}

} // namespace

void TstTorusShards::chipsHoldWhatTheyHold_data()
{
    QTest::addColumn<int>("step");
    QTest::addColumn<std::vector<float>>("held"); // by chip 2
    // A gather both ways round four chips: its own shard, then those of both neighbours, then all.
    QTest::newRow("at the start") << 0 << std::vector<float>{0, 0, 1, 0};
    QTest::newRow("after one step") << 1 << std::vector<float>{0, 1, 1, 1};
    QTest::newRow("at the end") << 2 << std::vector<float>{1, 1, 1, 1};
}

void TstTorusShards::chipsHoldWhatTheyHold()
{
    QFETCH(int, step);
    QFETCH(std::vector<float>, held);
    auto recording = tests::recordingOf(ring4);
    recording.moveTo(step);
    const auto scene = sceneOf(recording, {900, 600});
    QCOMPARE(scene.columns, 2);
    QCOMPARE(chip(scene, 2).held, held);
    QCOMPARE(scene.shardNames.size(), std::size_t(4));
    QCOMPARE(scene.shardNames[2], QStringLiteral("A₂"));
    QImage image(900, 600, QImage::Format_RGB32);
    image.fill(ui::Theme::light().panel);
    QPainter painter(&image);
    ui::paintTorus(painter, scene, ui::Theme::light());
    painter.end();
    const ui::SceneNode& node = chip(scene, 2); // its shards lie in two rows of two
    const qreal side = node.radius - 3;
    for (std::size_t shard = 0; shard < held.size(); ++shard) {
        const QPointF corner = node.at + QPointF(shard % 2 == 0 ? -side : 0, shard < 2 ? -side : 0);
        const QRect cell = QRectF(corner, QSizeF(side, side)).toAlignedRect();
        bool shown = false;
        for (int y = cell.top(); y < cell.bottom(); ++y)
            for (int x = cell.left(); x < cell.right(); ++x)
                shown = shown || image.pixelColor(x, y) == ui::Theme::light().components[shard];
        QCOMPARE(shown, held[shard] > 0);
    }
}

void TstTorusShards::shardsNeedRoom_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::addColumn<QSizeF>("size");
    QTest::addColumn<int>("columns");
    QTest::newRow("ring of 4") << ring4 << QSizeF(500, 300) << 2;
    QTest::newRow("ring of 8") << tests::Edits{{"coll.torus", "8"}, {"coll.wrap", "ring"}} << QSizeF(1000, 640) << 3;
    QTest::newRow("4x4 on a large stage") << tests::Edits{{"coll.torus", "4x4"}} << QSizeF(1000, 640) << 4;
    QTest::newRow("4x4 on a small one") << tests::Edits{{"coll.torus", "4x4"}} << QSizeF(420, 260) << 0;
    QTest::newRow("eight GPUs") << tests::Edits{{"coll.torus", "switch8"}} << QSizeF(1000, 640) << 3;
    QTest::newRow("blocks of an all-to-all")
        << tests::Edits{{"coll.torus", "4"}, {"coll.kind", "all-to-all"}} << QSizeF(1000, 640) << 0;
    QTest::newRow("a solid") << tests::Edits{{"coll.torus", "4x4x4"}} << QSizeF(1000, 640) << 0;
}

void TstTorusShards::shardsNeedRoom()
{
    QFETCH(tests::Edits, edits);
    QFETCH(QSizeF, size);
    QFETCH(int, columns);
    auto recording = tests::recordingOf(edits);
    const auto scene = sceneOf(recording, size);
    QCOMPARE(scene.columns, columns);
    if (columns == 0)
        return;
    for (const ui::SceneNode& node : scene.nodes) {
        if (node.chip < 0)
            continue;
        QVERIFY(2 * (node.radius - 3) >= 16 * columns);
        const qreal name = 16; // above or below
        const QRectF box =
            QRectF(node.at.x() - node.radius, node.at.y() - node.radius, 2 * node.radius, 2 * node.radius)
                .adjusted(0, node.nameBelow ? 0 : -name, 0, node.nameBelow ? name : 0);
        QVERIFY(QRectF(QPointF(), size).contains(box));
        QVERIFY(box.bottom() <= ui::scaleTop(scene));
    }
}

/// A message of 16 pixels passes between two boxes.
void TstTorusShards::chipsWithShardsLieApart()
{
    for (const tests::Edits& edits :
         {ring4, tests::Edits{{"coll.torus", "4x4"}}, tests::Edits{{"coll.torus", "switch8"}}}) {
        auto recording = tests::recordingOf(edits);
        const auto scene = sceneOf(recording, {1000, 640});
        for (const ui::SceneNode& a : scene.nodes)
            for (const ui::SceneNode& b : scene.nodes)
                if (&a != &b) {
                    const QPointF apart = a.at - b.at;
                    QVERIFY(std::max(std::abs(apart.x()), std::abs(apart.y())) >= a.radius + b.radius + 16);
                }
    }
}

void TstTorusShards::aRingIsACircleThatFillsTheHeight_data()
{
    QTest::addColumn<int>("chips");
    for (const int chips : {3, 4, 8, 16, 40})
        QTest::newRow(qPrintable(QString::number(chips))) << chips;
}

void TstTorusShards::aRingIsACircleThatFillsTheHeight()
{
    QFETCH(int, chips);
    auto recording = tests::recordingOf({{"coll.torus", std::to_string(chips)}, {"coll.wrap", "ring"}});
    const QSizeF size(1000, 640);
    const auto scene = sceneOf(recording, size);
    QPointF middle;
    qreal top = size.height(), bottom = 0;
    for (const ui::SceneNode& node : scene.nodes) {
        middle += node.at / chips;
        top = std::min(top, node.at.y() - node.radius);
        bottom = std::max(bottom, node.at.y() + node.radius);
    }
    const qreal radius = std::hypot(scene.nodes[0].at.x() - middle.x(), scene.nodes[0].at.y() - middle.y());
    for (const ui::SceneNode& node : scene.nodes)
        QVERIFY(std::abs(std::hypot(node.at.x() - middle.x(), node.at.y() - middle.y()) - radius) < 0.01 * radius);
    for (const ui::SceneNode& node : scene.nodes) // names stand on the outer side, where no message passes
        if (scene.columns > 0 && std::abs(node.at.x() - middle.x()) > 2 && std::abs(node.at.y() - middle.y()) > 2)
            QVERIFY(node.nameRight == (node.at.x() > middle.x()) && node.nameBelow == (node.at.y() > middle.y()));
    QVERIFY2(bottom - top > 0.72 * size.height(), qPrintable(QString::number(bottom - top)));
}

void TstTorusShards::linksFollowTheCircle()
{
    auto recording = tests::recordingOf({{"coll.torus", "8"}, {"coll.wrap", "ring"}});
    const auto scene = sceneOf(recording, {1000, 640});
    QPointF middle;
    for (const ui::SceneNode& node : scene.nodes)
        middle += node.at / 8;
    const auto away = [&](const QPointF& at) { return std::hypot(at.x() - middle.x(), at.y() - middle.y()); };
    const qreal radius = away(scene.nodes[0].at);
    for (const ui::SceneWire& wire : scene.wires)
        for (const double t : {0.1, 0.25, 0.5, 0.75})
            QVERIFY(std::abs(away(wire.at(t)) - radius) < scene.lanes / 2 + 1);
}

/// 512 chips on 480×340 have 18 pixels each way, too few to be told apart; on 1000×640 they have 35.
void TstTorusShards::detailFollowsTheRoomOfAChip()
{
    auto recording = tests::recordingOf({{"coll.torus", "8x8x8"}});
    ui::Player player;
    ui::TorusView view(player);
    view.resize(1300, 800);
    view.setRecording(&recording, {});
    view.show();
    QCOMPARE(view.look().detail, ui::TorusDetail::chips);
    view.resize(480, 340);
    QCoreApplication::processEvents();
    QCOMPARE(view.look().detail, ui::TorusDetail::blocks);
    view.setDetail(ui::TorusDetail::chips); // by hand
    view.resize(470, 340);
    QCoreApplication::processEvents();
    QCOMPARE(view.look().detail, ui::TorusDetail::chips);
    view.setRecording(nullptr, {});
}

/// Where 64 chips are in sight, there are 8 from now on.
void TstTorusShards::nothingIsPinnedBeforeItIsPainted()
{
    auto cube = tests::recordingOf({{"coll.torus", "4x4x4"}});
    auto ring = tests::recordingOf({{"coll.torus", "8"}, {"coll.wrap", "ring"}});
    ui::Player player;
    ui::TorusView view(player);
    view.resize(600, 500);
    view.setRecording(&cube, {});
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const auto clickAll = [&] {
        for (int y = 5; y < view.height(); y += 10)
            for (int x = 5; x < view.width(); x += 10)
                QTest::mouseClick(&view, Qt::LeftButton, {}, {x, y});
        return view.look().pinned;
    };
    QVERIFY(!clickAll().empty());
    view.setRecording(&ring, {});
    QVERIFY(clickAll().empty());
    view.setRecording(nullptr, {});
}

void TstTorusShards::messagesPassEachOther_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::newRow("ring of 4") << ring4;
    QTest::newRow("ring of 8") << tests::Edits{{"coll.torus", "8"}, {"coll.wrap", "ring"}};
    QTest::newRow("mesh") << tests::Edits{{"coll.torus", "4x4"}};
}

/// Half-way through a step those of both directions of a link meet: their plates lie side by side, also where the link
/// is upright.
void TstTorusShards::messagesPassEachOther()
{
    QFETCH(tests::Edits, edits);
    auto recording = tests::recordingOf(edits);
    recording.moveTo(1);
    auto scene = sceneOf(recording, {1000, 640});
    ui::moveChunks(scene, 0.5);
    std::vector<QRectF> plates;
    for (const ui::SceneChunk& chunk : scene.chunks) {
        QVERIFY(!chunk.text.isEmpty());
        const QRectF plate({}, chunk.plate);
        plates.push_back(plate.translated(chunk.at - plate.center()));
    }
    QVERIFY(plates.size() > 4);
    for (std::size_t a = 0; a < plates.size(); ++a)
        for (std::size_t b = a + 1; b < plates.size(); ++b)
            QVERIFY(!plates[a].intersects(plates[b]));
}

/// As large as a lecture shows it on 720 lines: inside there is no room for four plates, outside there is.
void TstTorusShards::messagesInsideASmallRingBearNoNames()
{
    auto recording = tests::recordingOf(ring4);
    recording.moveTo(1);
    auto scene = sceneOf(recording, {330, 310});
    ui::moveChunks(scene, 0.5);
    std::vector<QRectF> plates;
    for (const ui::SceneChunk& chunk : scene.chunks)
        if (!chunk.text.isEmpty())
            plates.emplace_back(chunk.at - QPointF(chunk.plate.width(), chunk.plate.height()) / 2, chunk.plate);
    QCOMPARE(scene.chunks.size(), 8U);
    QCOMPARE(plates.size(), 4U);
    for (std::size_t a = 0; a < plates.size(); ++a)
        for (std::size_t b = a + 1; b < plates.size(); ++b)
            QVERIFY(!plates[a].intersects(plates[b]));
}

ROOFLIGHT_TEST(TstTorusShards)
#include "tst_torus_shards.moc"

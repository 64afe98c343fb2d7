// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the picture of the torus as data: places, loads, curves, levels of detail, trails; and that it paints.
#include "recording_stage.h"
#include "support/suite.h"
#include "torus_words.h"
#include "ui/playback/chip_facts.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_marks.h"
#include "ui/torus/torus_scene.h"

#include <QImage>
#include <QPainter>

#include <algorithm>

namespace
{

using tests::ringOfFour;
using ui::SceneWire;

const tests::Edits cube{{"coll.torus", "4x4x4"}, {"coll.wrap", "ring"}};
const tests::Edits pod{{"coll.torus", "16x20x28"}, {"coll.wrap", "ring"}};

auto count(const ui::TorusScene& scene, SceneWire::Shape shape)
{
    return std::ranges::count(scene.wires, shape, &SceneWire::shape);
}

ui::TorusScene without(ui::TorusScene scene, const QString& part)
{
    if (part == QStringLiteral("chips")) {
        scene.nodes.clear();
    } else if (part == QStringLiteral("links")) {
        scene.wires.clear();
    } else if (part == QStringLiteral("messages")) {
        scene.chunks.clear();
    } else if (part == QStringLiteral("labels")) {
        scene.texts.clear();
    } else if (part == QStringLiteral("scale")) {
        scene.scale = {};
    }
    for (SceneWire& wire : scene.wires) {
        wire.arrow = wire.arrow && part != QStringLiteral("arrows");
    }
    for (ui::SceneNode& node : scene.nodes) {
        if (part == QStringLiteral("fills")) {
            node.share = 0;
            std::ranges::fill(node.held, 0.F);
        }
    }
    return scene;
}

QImage painted(const ui::TorusScene& scene, bool dark, qreal ratio)
{
    QImage image((scene.size * ratio).toSize(), QImage::Format_RGB32);
    const ui::Theme& theme = ui::Theme::of(dark);
    image.fill(theme.panel);
    QPainter painter(&image);
    painter.scale(ratio, ratio);
    ui::paintTorus(painter, scene, theme);
    return image;
}

} // namespace

class TstTorusScene : public QObject
{
    Q_OBJECT
private slots:
    void aRingIsLaidOutLikeThis();
    void linksAreIdleUntilTheyCarry();
    void messagesMoveAlongTheirLinks();
    void messagesBetweenDomainsCrossTheNetwork();
    void wraparoundGoesRoundTheOutside_data();
    void wraparoundGoesRoundTheOutside();
    void linksStayInsideThePicture_data();
    void linksStayInsideThePicture();
    void namesAreNeverUponEachOther_data();
    void namesAreNeverUponEachOther();
    void arcsRiseAboveRowsAndBesideColumns();
    void aPodIsDrawnInParts_data();
    void aPodIsDrawnInParts();
    void aFollowedShardLeavesANumberedTrail();
    void theSameStepIsTheSamePicture();
    void chipsAreFoundUnderThePointer();
    void aCardTellsWhatTheChipHolds();
    void everyPartIsPainted_data();
    void everyPartIsPainted();
};

/// With 40 pixels round it a unit would be 420 / 3 = 140, and boxes of two by two shards 37 from their middle, with 22
/// beside them: 500×300 then leaves 382×156 for the middles of chips and the arc above them, 127.3 pixels a unit. Boxes
/// leave room for the arc: 0.27 · 127.3. Over three units the arc rises by 0.9 · 0.75 of one, 86; chips lie half of
/// that below the middle at 142. Lanes are 0.07 units from the middle.
void TstTorusScene::aRingIsLaidOutLikeThis()
{
    auto recording = tests::recordingOf(ringOfFour);
    recording.moveTo(1);
    const QString text = tests::wordsOf(ui::layoutTorus(recording, {}, {500, 300}));
    const QStringList lines = text.split(u'\n');
    QCOMPARE(lines[0], QStringLiteral("ring of 4"));
    QCOMPARE(lines[1], QStringLiteral("chip 0 at 59,185 r 34 share 75")); // its own shard and two others
    QCOMPARE(lines[2], QStringLiteral("chip 1 at 186,185 r 34 share 75"));
    QCOMPARE(lines[4], QStringLiteral("chip 3 at 441,185 r 34 share 75"));
    QVERIFY2(lines[5].startsWith(QStringLiteral("line 0.0 59,194 to 186,194 load ")), qPrintable(lines[5]));
    QVERIFY2(lines[6].startsWith(QStringLiteral("arc 0.1 59,185 to 441,185 load ")), qPrintable(lines[6]));
    QCOMPARE(lines.filter(QStringLiteral("chunk")).size(), 0); // nothing is under way between steps
}

void TstTorusScene::linksAreIdleUntilTheyCarry()
{
    auto recording = tests::recordingOf(ringOfFour);
    for (const SceneWire& wire : ui::layoutTorus(recording, {}, {500, 300}).wires) {
        QCOMPARE(wire.colour, -1);
    }
    recording.moveTo(2);
    // A hop of latency apart, every link of the ring is busy all the time.
    for (const SceneWire& wire : ui::layoutTorus(recording, {}, {500, 300}).wires) {
        QVERIFY(wire.share > 0.9 && wire.share <= 1);
        QCOMPARE(wire.bytes, 16777216.0 / 4 * 1.5); // (N − 1)·S/2
    }
}

void TstTorusScene::messagesMoveAlongTheirLinks()
{
    const auto recording = tests::recordingOf(ringOfFour);
    const auto early = ui::layoutTorus(recording, {.progress = 0.25}, {500, 300});
    QCOMPARE(early.chunks.size(), std::size_t(8)); // four chips, both ways
    QCOMPARE(early.chunks[0].text, QStringLiteral("A₀"));
    const auto late = ui::layoutTorus(recording, {.progress = 0.75}, {500, 300});
    const double reach = early.chunks[0].plate.width() / 2;
    QVERIFY(early.chunks[0].at.x() - reach > 59 + 34 && early.chunks[0].at.x() < late.chunks[0].at.x());
    QVERIFY(late.chunks[0].at.x() + reach < 186 - 34); // from border to border
}

/// Two nodes side by side: halfway through the step only what leaves a node is on the network between them.
void TstTorusScene::messagesBetweenDomainsCrossTheNetwork()
{
    auto recording = tests::recordingOf({{"hw.chip", "h100-sxm"}, {"coll.torus", "switch16"}});
    recording.moveTo(0);
    auto scene = ui::layoutTorus(recording, {}, {900, 500});
    QCOMPARE(scene.nodes.size(), 16U + 3U);
    const QPointF network = scene.nics.at(0).line.p2();
    QCOMPARE(scene.nics.at(1).line.p2(), network);
    QVERIFY(scene.nodes[0].at.x() < network.x() && scene.nodes[15].at.x() > network.x());
    int across = 0;
    for (std::size_t i = 0; i < scene.chunks.size(); ++i) {
        ui::moveChunks(scene, (scene.chunks[i].start + scene.chunks[i].end) / 2);
        across += QLineF(scene.chunks[i].at, network).length() < 1 ? 1 : 0;
    }
    QCOMPARE(across, 2 * 8 * 8);
    QCOMPARE(scene.chunks.size(), std::size_t(16 * 15));
    QCOMPARE(scene.caption.text(), QStringLiteral("16 GPUs in 2 domains of 8, a NIC for each GPU between them"));
}

void TstTorusScene::wraparoundGoesRoundTheOutside_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<bool>("solid");
    QTest::addColumn<int>("lines");
    QTest::addColumn<int>("arcs");
    QTest::addColumn<int>("stubs");
    // Directed links: 2·3 along an open row of four, 2 more to close it.
    QTest::newRow("a ring as a row") << "4" << false << 6 << 2 << 0;
    QTest::newRow("a ring as a circle") << "4" << true << 0 << 8 << 0;
    QTest::newRow("4×4: four rows and four columns") << "4x4" << false << 48 << 16 << 0;
    // 48 lines of chips, 12 of them edges of the cube.
    QTest::newRow("4×4×4 as a solid") << "4x4x4" << true << 48 * 6 << 12 * 2 << 36 * 2;
}

void TstTorusScene::wraparoundGoesRoundTheOutside()
{
    QFETCH(QString, torus);
    QFETCH(bool, solid);
    QFETCH(int, lines);
    QFETCH(int, arcs);
    QFETCH(int, stubs);
    const auto recording = tests::recordingOf({{"coll.torus", torus.toStdString()}, {"coll.wrap", "ring"}});
    const auto layout = solid ? ui::TorusLayout::solid : ui::TorusLayout::unrolled;
    const auto scene = ui::layoutTorus(recording, {.layout = layout}, {900, 800});
    QCOMPARE(count(scene, SceneWire::Shape::straight), lines);
    QCOMPARE(count(scene, SceneWire::Shape::arc), arcs);
    QCOMPARE(count(scene, SceneWire::Shape::stubs), stubs);
}

void TstTorusScene::linksStayInsideThePicture_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("compact");
    for (const char* torus : {"4", "16", "4x4", "8x4", "2x8", "4x4x4", "8x8x8", "3x4x8", "16x20x28"}) {
        QTest::addRow("%s on a card", torus) << QString::fromLatin1(torus) << QSize(260, 220) << true;
        QTest::addRow("%s on a wide card", torus) << QString::fromLatin1(torus) << QSize(620, 200) << true;
        QTest::addRow("%s on a low stage", torus) << QString::fromLatin1(torus) << QSize(480, 300) << false;
        QTest::addRow("%s on a large stage", torus) << QString::fromLatin1(torus) << QSize(1100, 720) << false;
    }
}

/// Curves round the outside too, in both layouts, from the view that the window starts with.
void TstTorusScene::linksStayInsideThePicture()
{
    QFETCH(QString, torus);
    QFETCH(QSize, size);
    QFETCH(bool, compact);
    const auto recording = tests::recordingOf({{"coll.torus", torus.toStdString()}, {"coll.wrap", "ring"}});
    const double foot = compact ? 6 : size.height() < 480 ? 26 : 56; // of the scale
    const QRectF paper = QRectF(QPointF(), size).adjusted(6, 6, -6, -foot);
    for (const auto layout : {ui::TorusLayout::unrolled, ui::TorusLayout::solid}) {
        const auto scene = ui::layoutTorus(
            recording, {.layout = layout, .detail = ui::usualDetail(recording.whole()), .compact = compact}, size);
        for (const SceneWire& wire : scene.wires) {
            for (const double t : {0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0}) {
                const QPointF at = wire.at(t);
                QVERIFY2(paper.contains(at), qPrintable(QStringLiteral("%1,%2").arg(at.x()).arg(at.y())));
            }
        }
        for (const auto& node : scene.nodes) {
            const QPointF r(node.radius, node.radius);
            QVERIFY(paper.contains(QRectF(node.at - r, node.at + r)));
        }
    }
}

void TstTorusScene::arcsRiseAboveRowsAndBesideColumns()
{
    const auto recording = tests::recordingOf({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}});
    for (const SceneWire& wire : ui::layoutTorus(recording, {}, {900, 800}).wires) {
        if (wire.shape == SceneWire::Shape::arc) {
            const bool alongX = wire.port < 2;
            const QPointF middle = (wire.from + wire.to) / 2;
            QVERIFY(alongX ? wire.at(0.5).y() < middle.y() - 10 : wire.at(0.5).x() < middle.x() - 10);
        }
    }
}

void TstTorusScene::namesAreNeverUponEachOther_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<double>("yaw");
    for (const QString& torus : {QStringLiteral("4x4x4"), QStringLiteral("8x8x8"), QStringLiteral("16x20x28")}) {
        for (const double yaw : {-24.0, 0.0, 45.0, 111.0}) {
            QTest::addRow("%s from %g degrees", qPrintable(torus), yaw) << torus << yaw;
        }
    }
}

/// Chips without a name for all that have one: those in front of others keep theirs.
void TstTorusScene::namesAreNeverUponEachOther()
{
    QFETCH(QString, torus);
    QFETCH(double, yaw);
    const auto recording = tests::recordingOf({{"coll.torus", torus.toStdString()}, {"coll.wrap", "ring"}});
    const ui::TorusLook look{.layout = ui::TorusLayout::solid,
                             .camera = {.yaw = yaw, .pitch = 16},
                             .detail = ui::usualDetail(recording.whole())};
    const auto scene = ui::layoutTorus(recording, look, {1100, 800});
    const QFontMetricsF metrics(ui::uiFont(11, QFont::Medium));
    std::vector<QRectF> names;
    for (const auto& node : scene.nodes) {
        if (node.text.isEmpty()) {
            continue;
        }
        const QRectF box = metrics.tightBoundingRect(node.text);
        names.emplace_back(node.at - QPointF(box.width(), box.height()) / 2, box.size());
        for (std::size_t i = 0; i + 1 < names.size(); ++i) {
            QVERIFY2(!names[i].intersects(names.back()), qPrintable(node.text));
        }
    }
    QVERIFY(torus == u"8x8x8" || names.size() > 8);
    QVERIFY(torus == u"8x8x8" || !scene.nodes.back().text.isEmpty()); // the nearest
}

void TstTorusScene::aPodIsDrawnInParts_data()
{
    QTest::addColumn<int>("detail");
    QTest::addColumn<int>("chips");
    QTest::newRow("in blocks of 4×4×4") << int(ui::TorusDetail::blocks) << 4 * 5 * 7;
    QTest::newRow("by its outer faces") << int(ui::TorusDetail::faces) << 16 * 20 * 28 - 14 * 18 * 26;
    QTest::newRow("by a slice") << int(ui::TorusDetail::slice) << 16 * 20;
    QTest::newRow("whole") << int(ui::TorusDetail::chips) << 8960;
}

void TstTorusScene::aPodIsDrawnInParts()
{
    QFETCH(int, detail);
    QFETCH(int, chips);
    const auto recording = tests::recordingOf(pod);
    QCOMPARE(ui::usualDetail(recording.whole()), ui::TorusDetail::blocks);
    QVERIFY(ui::layoutTorus(recording, {.detail = ui::TorusDetail::blocks}, {900, 800})
                .caption.text()
                .contains(u"140 blocks of 64 chips, 8,960 in all"));
    const ui::TorusLook look{.layout = ui::TorusLayout::solid, .detail = static_cast<ui::TorusDetail>(detail)};
    const auto scene = ui::layoutTorus(recording, look, {900, 800});
    QCOMPARE(scene.nodes.size(), static_cast<std::size_t>(chips));
    for (const ui::SceneNode& node : scene.nodes) {
        const auto at = recording.whole().coordinates(node.chip);
        const bool outside = at[0] == 0 || at[0] == 15 || at[1] == 0 || at[1] == 19 || at[2] == 0 || at[2] == 27;
        QVERIFY(look.detail != ui::TorusDetail::faces || outside);
        QVERIFY(look.detail != ui::TorusDetail::slice || at[2] == 0);
    }
}

void TstTorusScene::aFollowedShardLeavesANumberedTrail()
{
    auto recording = tests::recordingOf(ringOfFour);
    recording.moveTo(1);
    recording.follow(2);
    QCOMPARE(recording.trail().size(), std::size_t(2)); // to both neighbours
    const auto scene = ui::layoutTorus(recording, {}, {500, 300});
    QCOMPARE(std::ranges::count(scene.wires, true, &SceneWire::bold), 2);
    QCOMPARE(std::ranges::count(scene.wires, false, &SceneWire::pale), 2);
    QCOMPARE(std::ranges::count(scene.nodes, true, &ui::SceneNode::lit), 3);
    QCOMPARE(std::ranges::count(scene.nodes, true, &ui::SceneNode::pale), 1);
    QCOMPARE(std::ranges::count_if(scene.texts, [](const auto& t) { return t.strong && t.text == u'1'; }), 2);
    recording.moveTo(2);
    QCOMPARE(recording.trail().size(), std::size_t(4)); // to the chip opposite, in halves from both sides
    recording.moveTo(1);
    QCOMPARE(recording.trail().size(), std::size_t(2));
    recording.follow({});
    QVERIFY(recording.trail().empty());
}

void TstTorusScene::theSameStepIsTheSamePicture()
{
    auto there = tests::recordingOf(cube);
    there.moveTo(2);
    auto back = tests::recordingOf(cube);
    back.moveTo(back.steps());
    back.moveTo(2);
    const ui::TorusLook look{.progress = 0.5};
    QCOMPARE(tests::wordsOf(ui::layoutTorus(back, look, {900, 800})),
             tests::wordsOf(ui::layoutTorus(there, look, {900, 800})));
}

void TstTorusScene::chipsAreFoundUnderThePointer()
{
    const auto scene = ui::layoutTorus(tests::recordingOf(ringOfFour), {}, {500, 300});
    QCOMPARE(ui::chipAt(scene, {180, 189}), 1);
    QCOMPARE(ui::chipAt(scene, {250, 250}), -1);
    QVERIFY(ui::wireAt(scene, {250, 198}) && ui::wireAt(scene, {250, 198})->place == 1);
    QVERIFY(!ui::wireAt(scene, {250, 250}));
    QVERIFY(!ui::wireAt(scene, {250, 127})); // below the arc, above the row
}

void TstTorusScene::aCardTellsWhatTheChipHolds()
{
    auto recording = tests::recordingOf(tests::slide);
    recording.moveTo(1);
    // Chip 1 gave C₀ away and got a term of C₃; a shard is a quarter of 16 MiB.
    const ui::ChipFacts facts = ui::chipFacts(recording, 1);
    QCOMPARE(facts.title, QStringLiteral("Chip (1), rank 1"));
    QCOMPARE(facts.pending.count, 3);
    QCOMPARE(facts.pending.text(0), QStringLiteral("C₁ 1/4"));
    QCOMPARE(facts.pending.text(1), QStringLiteral("C₂ 1/4"));
    QCOMPARE(facts.pending.text(2), QStringLiteral("C₃ 2/4"));
    QCOMPARE(facts.held.text(), QStringLiteral("12.6 MB of this array on the chip"));
    QCOMPARE(facts.step, 2);
    QCOMPARE(facts.sends.front().words.text(), QStringLiteral("C₃ 4.19 MB to (2)"));
    QCOMPARE(facts.receives.front().words.text(), QStringLiteral("C₂ 4.19 MB from (0)"));
}

void TstTorusScene::everyPartIsPainted_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QStringList>("parts");
    const QStringList max{QStringLiteral("chips"), QStringLiteral("links"), QStringLiteral("messages"),
                          QStringLiteral("scale")};
    const QStringList labels = max + QStringList{QStringLiteral("labels")};
    QTest::newRow("one chip") << QStringLiteral("1") << QStringList{max[0], max[3]};
    QTest::newRow("a ring") << QStringLiteral("4")
                            << labels + QStringList{QStringLiteral("arrows"), QStringLiteral("fills")};
    QTest::newRow("a square") << QStringLiteral("4x4") << labels + QStringList{QStringLiteral("fills")};
    QTest::newRow("a cube") << QStringLiteral("4x4x4") << labels;
    QTest::newRow("eight GPUs") << QStringLiteral("switch8") << max;
    QTest::newRow("a pod") << QStringLiteral("16x20x28") << labels;
}

/// The picture is another one without it, in both themes and on screens of both kinds.
void TstTorusScene::everyPartIsPainted()
{
    QFETCH(QString, torus);
    QFETCH(QStringList, parts);
    auto recording = tests::recordingOf({{"coll.torus", torus.toStdString()}});
    recording.moveTo(recording.steps() / 2);
    const ui::TorusLook look{.detail = ui::usualDetail(recording.whole()), .progress = 0.4};
    const auto scene = ui::layoutTorus(recording, look, {600, 500});
    for (const bool dark : {false, true}) {
        for (const qreal ratio : {1.0, 2.0}) {
            const QImage whole = painted(scene, dark, ratio);
            for (const QString& part : parts) {
                QVERIFY2(painted(without(scene, part), dark, ratio) != whole, qPrintable(part));
            }
        }
    }
}

ROOFLIGHT_TEST(TstTorusScene)
#include "tst_torus_scene.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Plates on the torus: none lies upon another one, the caption, or the numbers of a trail.
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_marks.h"

#include <algorithm>

using namespace Qt::Literals::StringLiterals;

class TstTorusPlates : public QObject
{
    Q_OBJECT
private slots:
    void platesLeaveRoomToEachOtherAndTheCaption_data();
    void platesLeaveRoomToEachOtherAndTheCaption();
    void platesLeaveRoomToTheTrail();
    void whatTravelsCoversNoName_data();
    void whatTravelsCoversNoName();
    void allChipsOfACubeAreNamed_data();
    void allChipsOfACubeAreNamed();
    void nicsShowTheirLoad_data();
    void nicsShowTheirLoad();
    void namesOfChipsAreFree_data();
    void namesOfChipsAreFree();
    void switchesLeaveTheirChipsInSight_data();
    void switchesLeaveTheirChipsInSight();
    void messagesOfARingKeepToItsLinks();
};

void TstTorusPlates::platesLeaveRoomToEachOtherAndTheCaption_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QString>("kind");
    for (const char* torus : {"4", "4x4", "4x4x4", "8x8x8", "16x20x28", "switch72"}) {
        for (const char* kind : {"all-gather", "reduce-scatter", "all-to-all", "permute"}) {
            QTest::addRow("%s of %s", kind, torus) << QString::fromLatin1(torus) << QString::fromLatin1(kind);
        }
    }
}

/// In a small picture, where the caption of a pod takes two lines or three.
void TstTorusPlates::platesLeaveRoomToEachOtherAndTheCaption()
{
    QFETCH(QString, torus);
    QFETCH(QString, kind);
    auto recording = tests::recordingOf({{"coll.torus", torus.toStdString()}, {"coll.kind", kind.toStdString()}});
    recording.moveTo(std::min(2, recording.steps()));
    const ui::TorusLook look{.layout = ui::usualLayout(recording.whole()),
                             .detail = ui::usualDetail(recording.whole())};
    for (const QSizeF& size : {QSizeF(490, 356), QSizeF(380, 420)}) {
        const auto scene = ui::layoutTorus(recording, look, size);
        std::vector<QRectF> boxes{ui::captionBox(scene.caption)};
        QVERIFY(scene.caption.lines.isEmpty() || boxes.front().height() > 10);
        for (const auto& text : scene.texts) {
            const QRectF box = ui::plateBox(text.at, text.text, ui::uiFont(11, QFont::Medium));
            for (const QRectF& other : boxes) {
                QVERIFY2(!other.adjusted(-2, -2, 2, 2).intersects(box), qPrintable(text.text));
            }
            boxes.push_back(box);
        }
        QVERIFY(size.width() < 400 || torus == QStringLiteral("switch72") ||
                boxes.size() > 1); // its lines leave no room
    }
}

void TstTorusPlates::platesLeaveRoomToTheTrail()
{
    auto recording = tests::recordingOf({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}});
    int plates = 0;
    for (int shard = 0; shard < 16; ++shard) {
        recording.follow(shard);
        for (int step = 1; step <= recording.steps(); ++step) {
            recording.moveTo(step);
            const auto scene = ui::layoutTorus(recording, {}, {490, 356});
            for (const auto& text : scene.texts) {
                const QRectF box = ui::plateBox(text.at, text.text, ui::uiFont(11, QFont::Medium));
                plates += text.strong ? 0 : 1;
                for (const auto& other : scene.texts) {
                    const QRectF hop = ui::plateBox(other.at, other.text, ui::uiFont(11, QFont::DemiBold));
                    QVERIFY2(text.strong || !other.strong || !hop.intersects(box), qPrintable(text.text));
                }
            }
        }
    }
    QVERIFY(plates > 16);
}

void TstTorusPlates::whatTravelsCoversNoName_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::addColumn<QSizeF>("size");
    for (const char* torus : {"8", "4x4", "4x4x4", "8x8x8", "switch8", "switch16"})
        for (const QSizeF size : {QSizeF(525, 340), QSizeF(1100, 700)})
            QTest::addRow("%s in %.0f x %.0f", torus, size.width(), size.height())
                << tests::Edits{{"hw.chip", *torus == 's' ? "h100-sxm" : "tpu-v5p"},
                                {"coll.torus", torus},
                                {"coll.wrap", "ring"}}
                << size;
}

/// Neither the name of a chip nor the middle of what it holds; nor do plates of links lie upon either.
void TstTorusPlates::whatTravelsCoversNoName()
{
    QFETCH(tests::Edits, edits);
    QFETCH(QSizeF, size);
    auto recording = tests::recordingOf(edits);
    const auto& whole = recording.whole();
    ui::TorusLook look{.layout = ui::usualLayout(whole), .detail = ui::usualDetail(whole, size)};
    int named = 0;
    for (int step = 0; step < std::min(3, recording.steps()); ++step) {
        recording.moveTo(step);
        auto scene = ui::layoutTorus(recording, look, size);
        for (const double progress : {0.02, 0.3, 0.5, 0.7, 0.98}) {
            ui::moveChunks(scene, progress);
            for (const auto& node : scene.nodes) {
                const QRectF name(node.at - QPointF(5, 5), QSizeF(10, 10));
                named += node.text.isEmpty() ? 0 : 1;
                for (const auto& chunk : scene.chunks) {
                    const QSizeF room = chunk.text.isEmpty() ? QSizeF(2 * chunk.radius, 2 * chunk.radius) : chunk.plate;
                    const QRectF box(chunk.at - QPointF(room.width(), room.height()) / 2, room);
                    QVERIFY2(chunk.hidden || node.chip < 0 || !box.intersects(name), qPrintable(node.text));
                }
                for (const auto& text : scene.texts)
                    QVERIFY(!ui::plateBox(text.at, text.text, ui::uiFont(11, QFont::Medium)).intersects(name));
            }
        }
    }
    QVERIFY(named > 0);
}

void TstTorusPlates::allChipsOfACubeAreNamed_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QSizeF>("size");
    for (const char* torus : {"2x2x2", "3x3x3", "2x4x4", "4x4x2", "4x4x4"})
        for (const QSizeF size : {QSizeF(525, 340), QSizeF(700, 500), QSizeF(1100, 700), QSizeF(1500, 1000)})
            QTest::addRow("%s in %.0f x %.0f", torus, size.width(), size.height())
                << QString::fromLatin1(torus) << size;
}

/// As they are seen first: one without its number looks like another sort of chip.
void TstTorusPlates::allChipsOfACubeAreNamed()
{
    QFETCH(QString, torus);
    QFETCH(QSizeF, size);
    const auto recording = tests::recordingOf({{"coll.torus", torus.toStdString()}, {"coll.wrap", "ring"}});
    const auto scene = ui::layoutTorus(recording, {.layout = ui::usualLayout(recording.whole())}, size);
    const auto named = std::ranges::count_if(scene.nodes, [](const auto& node) { return !node.text.isEmpty(); });
    QCOMPARE(named, std::ssize(scene.nodes));
}

/// e.8, 8 GPUs of 450 GB/s behind a switch with 8 NICs of 50 GB/s; the larger of both times binds, as a bar of 100 %.
void TstTorusPlates::nicsShowTheirLoad_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<double>("share");
    const double inside = 7.0 / 8 / 450e9; // of an array, as all that follows
    // Half of the array comes into each of two nodes, 7/8 into each of 8.
    QTest::newRow("gather over 2 nodes") << u"switch16"_s << u"all-gather"_s << (1.0 / 2 / 400e9) / inside;
    QTest::newRow("gather over 8 nodes") << u"switch64"_s << u"all-gather"_s << 1.0;
    // (M - 1)/M² of all blocks leave each of M = 2 nodes: more than NVLink bears in that time.
    QTest::newRow("blocks over 2 nodes") << u"switch16"_s << u"all-to-all"_s << 1.0;
    QTest::newRow("from node to node") << u"switch16"_s << u"permute"_s << 1.0;
    QTest::newRow("one node") << u"switch8"_s << u"all-gather"_s << -1.0;
}

void TstTorusPlates::nicsShowTheirLoad()
{
    QFETCH(QString, torus);
    QFETCH(QString, kind);
    QFETCH(double, share);
    auto recording = tests::recordingOf({{"hw.chip", "h100-sxm"},
                                         {"coll.bytes", "1048576000000"}, // latency is a few millionths
                                         {"coll.torus", torus.toStdString()},
                                         {"coll.kind", kind.toStdString()}});
    recording.moveTo(0);
    for (const auto& nic : ui::layoutTorus(recording, {}, {900, 500}).nics) {
        QCOMPARE(nic.colour, -1);
    }
    recording.moveTo(recording.steps());
    const auto scene = ui::layoutTorus(recording, {}, {900, 500});
    const auto& nics = scene.nics;
    QCOMPARE(nics.empty(), share < 0);
    for (const auto& nic : nics) {
        QVERIFY2(std::abs(nic.share - share) < 1e-4, qPrintable(QString::number(nic.share)));
        QCOMPARE(nic.colour, std::min(ui::scaleColours - 1, int(share * ui::scaleColours)));
        for (const auto& text : scene.texts) { // of a port: upon a bar it would look like that of the NICs
            const QRectF box = ui::plateBox(text.at, text.text, ui::uiFont(11, QFont::Medium));
            QVERIFY2(!box.intersects(QRectF(nic.line.p1(), nic.line.p2()).normalized().adjusted(0, -3, 0, 3)),
                     qPrintable(text.text));
        }
    }
}

void TstTorusPlates::namesOfChipsAreFree_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QSizeF>("size");
    for (const char* torus : {"4x2", "4x4", "2x2"})
        for (const QSizeF size : {QSizeF(525, 340), QSizeF(700, 440), QSizeF(1100, 700)})
            QTest::addRow("%s in %.0f x %.0f", torus, size.width(), size.height())
                << QString::fromLatin1(torus) << size;
}

/// Of the caption above them and of plates between them.
void TstTorusPlates::namesOfChipsAreFree()
{
    QFETCH(QString, torus);
    QFETCH(QSizeF, size);
    auto recording = tests::recordingOf({{"coll.torus", torus.toStdString()}});
    for (int step = 0; step < std::min(3, recording.steps()); ++step) {
        recording.moveTo(step);
        const auto scene = ui::layoutTorus(recording, {}, size);
        for (const auto& node : scene.nodes) {
            const qreal r = node.radius;
            const QRectF name =
                node.held.empty() ? QRectF(node.at.x() - r, node.at.y() - r, 2 * r, 2 * r) : ui::cornerName(node);
            QVERIFY2(!name.intersects(ui::captionBox(scene.caption)), qPrintable(node.text));
            for (const auto& text : scene.texts)
                QVERIFY2(!name.intersects(ui::plateBox(text.at, text.text, ui::uiFont(11, QFont::Medium))),
                         qPrintable(text.text));
        }
    }
}

void TstTorusPlates::switchesLeaveTheirChipsInSight_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QSizeF>("size");
    for (const char* torus : {"switch8", "switch16/2", "switch16/8", "switch64/8"})
        for (const QSizeF size : {QSizeF(525, 340), QSizeF(1100, 700)})
            QTest::addRow("%s in %.0f x %.0f", torus, size.width(), size.height())
                << QString::fromLatin1(torus) << size;
}

void TstTorusPlates::switchesLeaveTheirChipsInSight()
{
    QFETCH(QString, torus);
    QFETCH(QSizeF, size);
    const auto recording = tests::recordingOf({{"hw.chip", "h100-sxm"}, {"coll.torus", torus.toStdString()}});
    const auto scene = ui::layoutTorus(recording, {}, size);
    const auto box = [](const ui::SceneNode& node) {
        return QRectF(node.at - QPointF(node.radius, node.radius), QSizeF(2 * node.radius, 2 * node.radius));
    };
    bool named = false;
    for (const auto& hub : scene.nodes) {
        if (hub.chip >= 0)
            continue;
        named = named || hub.text == u"switch"_s;
        for (const auto& chip : scene.nodes)
            QVERIFY2(chip.chip < 0 || !box(hub).intersects(box(chip)), qPrintable(chip.text));
    }
    QVERIFY(named);
}

/// Where there is room between its chips: plates of 20 lie beside the lanes.
void TstTorusPlates::messagesOfARingKeepToItsLinks()
{
    auto recording = tests::recordingOf({{"coll.torus", "4"}, {"coll.wrap", "ring"}});
    auto scene = ui::layoutTorus(recording, {.layout = ui::TorusLayout::solid}, {1100, 700});
    QVERIFY(!scene.chunks.empty() && !scene.chunks.front().text.isEmpty());
    for (const double progress : {0.05, 0.3, 0.5, 0.7, 0.95}) {
        ui::moveChunks(scene, progress);
        for (const auto& chunk : scene.chunks) {
            const auto& wire = scene.wires[ui::nth(chunk.wire)];
            const QPointF away = chunk.at - wire.at(ui::nearestOn(wire, chunk.at));
            QVERIFY2(std::hypot(away.x(), away.y()) < 40, qPrintable(chunk.text));
        }
    }
}

ROOFLIGHT_TEST(TstTorusPlates)
#include "tst_torus_plates.moc"

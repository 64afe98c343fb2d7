// SPDX-License-Identifier: GPL-3.0-or-later
// Plates on the torus: none lies upon another one, the caption, or the numbers of a trail.
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_marks.h"

#include <algorithm>

class TstTorusPlates : public QObject
{
    Q_OBJECT
private slots:
    void platesLeaveRoomToEachOtherAndTheCaption_data();
    void platesLeaveRoomToEachOtherAndTheCaption();
    void platesLeaveRoomToTheTrail();
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
        QVERIFY(size.width() < 400 || boxes.size() > 1);
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

ROOFLIGHT_TEST(TstTorusPlates)
#include "tst_torus_plates.moc"

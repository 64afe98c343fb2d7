// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that a step which was made ready ahead, or drawn over the one before, looks like one drawn from nothing.
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/playback/recording.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_layer.h"

#include <QImage>
#include <QPainter>

namespace
{

using ui::TorusDetail;

const ui::TorusLayer::Paper paper{{700, 600}, 1, &ui::Theme::light()};

QImage shown(ui::TorusLayer& layer, double progress)
{
    QImage image(paper.size, QImage::Format_RGB32);
    QPainter painter(&image);
    layer.paint(painter, progress, *paper.theme);
    return image;
}

QImage fromNothing(const ui::Recording& recording, const ui::TorusLook& look, double progress)
{
    ui::Recording other = recording.twin();
    other.moveTo(recording.step());
    other.follow(recording.followed());
    ui::TorusLayer layer;
    layer.prepare(other, look, paper);
    return shown(layer, progress);
}

} // namespace

class TstTorusLayer : public QObject
{
    Q_OBJECT
private slots:
    void everyStepLooksLikeOneFromNothing_data();
    void everyStepLooksLikeOneFromNothing();
    void turnedItLooksLikeOneFromNothing_data();
    void turnedItLooksLikeOneFromNothing();
    void whatIsSpoiltIsNotTraded();
    void aTwinStandsByItself();
};

void TstTorusLayer::everyStepLooksLikeOneFromNothing_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<int>("detail");
    QTest::addColumn<bool>("coarse");
    QTest::addColumn<int>("followed");
    QTest::newRow("a ring") << "8" << int(TorusDetail::chips) << false << -1;
    QTest::newRow("a ring, followed") << "8" << int(TorusDetail::chips) << false << 3;
    QTest::newRow("a cube") << "4x4x4" << int(TorusDetail::chips) << false << -1;
    QTest::newRow("a large cube, followed") << "8x8x8" << int(TorusDetail::chips) << false << 100;
    QTest::newRow("a pod in blocks") << "16x20x28" << int(TorusDetail::blocks) << false << -1;
    QTest::newRow("a pod, fast") << "16x20x28" << int(TorusDetail::chips) << true << -1;
    QTest::newRow("faces of a pod, fast") << "16x20x28" << int(TorusDetail::faces) << true << -1;
    QTest::newRow("behind a switch") << "switch8" << int(TorusDetail::chips) << false << -1;
}

namespace
{

struct Case {
    ui::Recording recording;
    ui::TorusLook look;
};

Case fetched()
{
    QFETCH(QString, torus);
    QFETCH(int, detail);
    QFETCH(bool, coarse);
    QFETCH(int, followed);
    Case made{tests::recordingOf({{"coll.torus", torus.toStdString()}, {"coll.wrap", "ring"}}), {}};
    made.look.layout = ui::usualLayout(made.recording.whole());
    made.look.detail = static_cast<TorusDetail>(detail);
    made.look.coarse = coarse;
    made.recording.follow(followed >= 0 ? std::optional(followed) : std::nullopt);
    return made;
}

} // namespace

void TstTorusLayer::everyStepLooksLikeOneFromNothing()
{
    auto [recording, look] = fetched();
    ui::TorusLayer layer;
    layer.prepare(recording, look, paper);
    ui::StepAhead ahead;
    ahead.begin(recording);
    for (int step = 1; step <= std::min(recording.steps(), 6); ++step) {
        while (ahead.work(step, recording, look, paper)) {
        }
        recording.moveTo(step);
        QVERIFY(ahead.trade(step, layer));
        const double progress = step < recording.steps() ? 0.4 : 0;
        QVERIFY2(shown(layer, progress) == fromNothing(recording, look, progress), qPrintable(QString::number(step)));
        QVERIFY2(shown(layer, 0) == fromNothing(recording, look, 0), "the messages left traces");
    }
}

void TstTorusLayer::turnedItLooksLikeOneFromNothing_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<bool>("coarse");
    QTest::addColumn<int>("followed");
    QTest::newRow("a cube") << "4x4x4" << false << -1;
    QTest::newRow("a cube, fast") << "4x4x4" << true << -1;
    QTest::newRow("chips that bear names only at rest") << "5x5x5" << true << -1;
    QTest::newRow("a large cube, fast") << "8x8x8" << true << -1;
    QTest::newRow("a large cube, fast, followed") << "8x8x8" << true << 100;
    QTest::newRow("a pod, fast") << "16x20x28" << true << -1;
    QTest::newRow("a square, whose size changes") << "64x64" << true << -1;
}

void TstTorusLayer::turnedItLooksLikeOneFromNothing()
{
    QFETCH(QString, torus);
    QFETCH(bool, coarse);
    QFETCH(int, followed);
    ui::Recording recording = tests::recordingOf({{"coll.torus", torus.toStdString()}, {"coll.wrap", "ring"}});
    recording.moveTo(2);
    recording.follow(followed >= 0 ? std::optional(followed) : std::nullopt);
    ui::TorusLook look;
    look.layout = ui::TorusLayout::solid;
    look.coarse = coarse;
    look.pinned = {5};
    ui::TorusLayer layer;
    layer.prepare(recording, look, paper);
    for (const double yaw : {7., 40., 120.}) {
        look.camera = ui::Camera().turned(yaw, yaw / 4);
        layer.spoil(ui::TorusLayer::Stale::places);
        layer.prepare(recording, look, paper);
        QVERIFY(shown(layer, 0.4) == fromNothing(recording, look, 0.4));
    }
    recording.moveTo(1);
    look.camera = ui::Camera().turned(-30, 0);
    layer.spoil(ui::TorusLayer::Stale::style);
    layer.spoil(ui::TorusLayer::Stale::places); // both
    layer.prepare(recording, look, paper);
    QVERIFY(shown(layer, 0.4) == fromNothing(recording, look, 0.4));
    look.coarse = false; // at rest
    layer.spoil(ui::TorusLayer::Stale::style);
    layer.prepare(recording, look, paper);
    QVERIFY(shown(layer, 0.4) == fromNothing(recording, look, 0.4));
}

void TstTorusLayer::whatIsSpoiltIsNotTraded()
{
    const ui::Recording recording = tests::recordingOf({{"coll.torus", "4x4"}});
    const ui::TorusLook look;
    ui::TorusLayer layer;
    layer.prepare(recording, look, paper);
    ui::StepAhead ahead;
    QVERIFY(!ahead.trade(1, layer));
    ahead.begin(recording);
    int pieces = 0;
    for (; ahead.work(1, recording, look, paper); ++pieces)
        QVERIFY(!ahead.trade(1, layer)); // half done
    QVERIFY(pieces > 0);
    QVERIFY(!ahead.trade(2, layer)); // another step
    ahead.spoil(ui::TorusLayer::Stale::style);
    QVERIFY(!ahead.trade(1, layer));
    while (ahead.work(1, recording, look, paper)) {
    }
    QVERIFY(ahead.trade(1, layer));
    QVERIFY(layer.isReady());
}

void TstTorusLayer::aTwinStandsByItself()
{
    ui::Recording recording = tests::recordingOf({{"coll.torus", "4x4x4"}, {"coll.kind", "reduce-scatter"}});
    recording.moveTo(1);
    const auto bytes = recording.linkBytes();
    const auto shares = recording.shares();
    ui::Recording twin = recording.twin();
    twin.moveTo(2);
    QVERIFY(twin.busiest() > recording.busiest());
    QCOMPARE(recording.step(), 1);
    QVERIFY(recording.linkBytes() == bytes);
    QVERIFY(recording.shares() == shares);
    twin.moveTo(1);
    QVERIFY(twin.linkBytes() == bytes);
    QVERIFY(twin.shares() == shares);
}

ROOFLIGHT_TEST(TstTorusLayer)
#include "tst_torus_layer.moc"

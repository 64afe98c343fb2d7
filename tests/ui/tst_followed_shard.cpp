// SPDX-License-Identifier: GPL-3.0-or-later
// Checks following: copies and hops are those of the replay of all chips, on every network; what may be typed.
#include "every_kind.h"
#include "support/suite.h"
#include "ui/collectives/follow_field.h"
#include "ui/controls/number_field.h"
#include "ui/playback/recording.h"
#include "ui/playback/shards.h"
#include "ui/torus/torus_scene.h"

#include <QTest>

#include <algorithm>

class TstFollowedShard : public QObject
{
    Q_OBJECT
private slots:
    void copiesAreThoseOfTheReplay_data();
    void copiesAreThoseOfTheReplay();
    void oneChipTellsAsMuchAsAll_data();
    void oneChipTellsAsMuchAsAll();
    void aBlockOfALargeTorusArrives();
    void aTrailGoesThroughTheSwitch();
    void namesAreUnderstood_data();
    void namesAreUnderstood();
    void wrongOnesAreToldWhatThereIs_data();
    void wrongOnesAreToldWhatThereIs();
    void typingFollows();
    void aWrongNameIsToldAndTakenBack();
};

namespace
{

using ui::FollowedShard;

/// Every kind on every sort of network.
void addKindsAndNetworks()
{
    QTest::addColumn<tests::Edits>("edits");
    tests::addEveryKind("a ring", {{"coll.torus", "6"}, {"coll.wrap", "ring"}});
    tests::addEveryKind("a line", {{"coll.torus", "5"}, {"coll.wrap", "line"}});
    tests::addEveryKind("a torus", {{"coll.torus", "3x4"}, {"coll.wrap", "ring"}});
    tests::addEveryKind("a mesh", {{"coll.torus", "2x3x3"}, {"coll.wrap", "line"}});
    tests::addEveryKind("two axes of three", {{"coll.torus", "4x4x2"}, {"coll.axes", "XY"}});
    tests::addEveryKind("a switch", {{"coll.torus", "switch8"}});
}

bool holdsAny(const core::Holdings& all, int chip, int shard)
{
    const auto chunks = ui::chunksOfShard(all.schedule(), shard);
    return std::ranges::any_of(chunks, [&](core::ChunkNumber chunk) { return all.holds(chip, chunk); });
}

} // namespace

void TstFollowedShard::copiesAreThoseOfTheReplay_data() { addKindsAndNetworks(); }

void TstFollowedShard::copiesAreThoseOfTheReplay()
{
    QFETCH(tests::Edits, edits);
    auto recording = tests::recordingOf(edits);
    const auto& schedule = recording.schedule();
    core::Holdings all(schedule);
    const int count = ui::shardCount(schedule);
    std::size_t hopsOfAll = 0;
    for (int shard = 0; shard < count; shard += std::max(1, count / 8 - 1)) {
        recording.follow(shard);
        QCOMPARE(recording.followed(), std::optional(shard));
        std::size_t hops = 0;
        for (int step = 0; step <= recording.steps(); ++step) {
            recording.moveTo(step);
            all.moveTo(step);
            QCOMPARE(recording.trail().size(), hops);
            for (int chip = 0; chip < recording.whole().chips(); ++chip) {
                QCOMPARE(recording.holdsFollowed(chip), holdsAny(all, recording.collective().chipOfPart(chip), shard));
            }
            hops += static_cast<std::size_t>(
                std::ranges::count(recording.messages(), true, &ui::RecordedMessage::followed));
        }
        hopsOfAll += hops;
        recording.moveTo(0);
        QVERIFY(recording.trail().empty());
    }
    QVERIFY(hopsOfAll > 0); // a block to oneself stays
}

void TstFollowedShard::oneChipTellsAsMuchAsAll_data() { addKindsAndNetworks(); }

void TstFollowedShard::oneChipTellsAsMuchAsAll()
{
    QFETCH(tests::Edits, edits);
    const auto recording = tests::recordingOf(edits);
    if (!recording.schedule().symmetric) {
        return; // chips do not do alike
    }
    const int shard = ui::shardCount(recording.schedule()) - 2;
    FollowedShard one(recording.schedule(), shard, true);
    FollowedShard all(recording.schedule(), shard, false);
    for (int step = 0; step <= recording.steps(); ++step) {
        one.moveTo(step);
        all.moveTo(step);
        QCOMPARE(one.trail().size(), all.trail().size());
        for (int chip = 0; chip < recording.subtorus().chips(); ++chip) {
            QCOMPARE(one.isOn(chip), all.isOn(chip));
        }
    }
}

/// From chip 3 to chip 500 of 8×8×8 closed: in the end on chip 500 alone, after as many hops as they are apart.
void TstFollowedShard::aBlockOfALargeTorusArrives()
{
    auto recording = tests::recordingOf({{"coll.torus", "8x8x8"}, {"coll.wrap", "ring"}, {"coll.kind", "all-to-all"}});
    const auto shard = ui::shardFromText(recording.schedule(), QStringLiteral("3→500"));
    QVERIFY(shard);
    recording.follow(*shard);
    QVERIFY(recording.holdsFollowed(3));
    recording.moveTo(recording.steps());
    for (int chip = 0; chip < recording.whole().chips(); ++chip) {
        QCOMPARE(recording.holdsFollowed(chip), chip == 500);
    }
    QVERIFY(!recording.trail().empty());
    QVERIFY(std::ranges::any_of(recording.trail(), [](const ui::ShardHop& hop) { return hop.to == 500; }));
}

/// Behind a switch a hop goes up one line and down another, numbered where it arrives.
void TstFollowedShard::aTrailGoesThroughTheSwitch()
{
    auto recording = tests::recordingOf({{"coll.torus", "switch8"}});
    recording.follow(2);
    recording.moveTo(recording.steps());
    const auto scene = ui::layoutTorus(recording, {}, {900, 800});
    const auto bold = [&](int port) {
        return std::ranges::count_if(scene.wires,
                                     [&](const ui::SceneWire& wire) { return wire.bold && wire.port == port; });
    };
    QCOMPARE(bold(0), 1); // out of GPU 2
    QCOMPARE(bold(1), 7); // to all others
    QCOMPARE(std::ranges::count(scene.texts, true, &ui::SceneText::strong), 7);
}

void TstFollowedShard::namesAreUnderstood_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("shard");
    const auto add = [](const char* kind, const char* torus, const char* typed, int shard) {
        QTest::addRow("%s of %s: %s", kind, torus, typed)
            << QString::fromLatin1(kind) << QString::fromLatin1(torus) << QString::fromUtf8(typed) << shard;
    };
    add("all-gather", "4x4", "7", 7);
    add("all-gather", "4x4", " a7 ", 7);
    add("all-gather", "4x4", "A₁₅", 15);
    add("all-gather", "4x4", "(3,1)", 7);
    add("all-gather", "16x20x28", "8959", 8959);
    add("all-gather", "16x20x28", "15, 19, 27", 8959);
    add("reduce-scatter", "4x4", "C₁₅", 15);
    add("all-reduce", "4x4", "c3", 3);
    add("all-to-all", "4x4", "2→3", 2 * 16 + 3);
    add("all-to-all", "4x4", "2 15", 2 * 16 + 15);
    add("permute", "8", "P₁", 1);
}

void TstFollowedShard::namesAreUnderstood()
{
    QFETCH(QString, kind);
    QFETCH(QString, torus);
    QFETCH(QString, typed);
    const auto recording = tests::recordingOf({{"coll.kind", kind.toStdString()}, {"coll.torus", torus.toStdString()}});
    const auto shard = ui::shardFromText(recording.schedule(), typed);
    QVERIFY2(shard, shard ? "" : qPrintable(shard.error()));
    QTEST(*shard, "shard");
    QCOMPARE(ui::shardFromText(recording.schedule(), ui::shardText(recording.schedule(), *shard)).value_or(-1), *shard);
}

void TstFollowedShard::wrongOnesAreToldWhatThereIs_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("told");
    for (const char* typed : {"16", "-", "B3", "A99999999999", "(4,0)", "1,1,1,1", "3.5", "A"}) {
        QTest::addRow("shard %s", typed) << "all-gather" << QString::fromLatin1(typed) << "0 to 15";
    }
    for (const char* typed : {"3", "2→16", "x→3"}) {
        QTest::addRow("block %s", typed) << "all-to-all" << QString::fromUtf8(typed) << "0→15";
    }
    QTest::newRow("sum") << "reduce-scatter"
                         << "A3"
                         << "C0 to C15";
    QTest::newRow("piece") << "permute"
                           << "A0"
                           << "P0 to P";
}

void TstFollowedShard::wrongOnesAreToldWhatThereIs()
{
    QFETCH(QString, kind);
    QFETCH(QString, typed);
    QFETCH(QString, told);
    const auto recording = tests::recordingOf({{"coll.kind", kind.toStdString()}, {"coll.torus", "4x4"}});
    const auto shard = ui::shardFromText(recording.schedule(), typed);
    QVERIFY(!shard);
    QVERIFY2(shard.error().contains(told), qPrintable(shard.error()));
    QVERIFY(shard.error().contains(typed));
    QVERIFY(shard.error().startsWith(QStringLiteral("Follow: ")));
}

namespace
{

/// The field on a host, and what it asks for.
struct FieldStage : QObject {
    explicit FieldStage(const tests::Edits& edits) : recording(tests::recordingOf(edits)), follow(&host)
    {
        follow.setParent(&host);
        follow.load(&recording);
        connect(&follow, &ui::FollowField::asked, this, [this](std::optional<int> shard) {
            asked.push_back(shard.value_or(-1));
            recording.follow(shard);
            follow.present(recording.followed());
        });
        host.resize(600, 300);
        host.show();
        QApplication::setActiveWindow(&host);
        field().setFocus();
        QCoreApplication::processEvents();
    }

    ui::NumberField& field() { return *follow.findChild<ui::NumberField*>(); }
    void type(const char* text)
    {
        field().selectAll();
        QTest::keyClicks(&field(), QString::fromLatin1(text));
        QTest::keyClick(&field(), Qt::Key_Return);
    }

    ui::Recording recording;
    QWidget host;
    ui::FollowField follow;
    std::vector<int> asked;
};

} // namespace

void TstFollowedShard::typingFollows()
{
    FieldStage stage(tests::Edits{{"coll.torus", "16x20x28"}});
    stage.type("4321");
    QCOMPARE(stage.asked, std::vector{4321});
    QCOMPARE(stage.recording.followed(), std::optional(4321));
    QCOMPARE(stage.field().text(), QStringLiteral("A₄₃₂₁"));
    stage.type("(1,0,0)");
    QCOMPARE(stage.asked.back(), 1);
    stage.field().selectAll();
    QTest::keyClick(&stage.field(), Qt::Key_Delete);
    QTest::keyClick(&stage.field(), Qt::Key_Return);
    QCOMPARE(stage.asked.back(), -1);
    QVERIFY(!stage.recording.followed());
}

void TstFollowedShard::aWrongNameIsToldAndTakenBack()
{
    FieldStage stage(tests::Edits{{"coll.torus", "4x4"}});
    stage.type("5");
    stage.type("16");
    QCOMPARE(stage.asked, std::vector{5});
    QVERIFY(stage.follow.complaint().contains(QStringLiteral("“16” is no shard")));
    QCOMPARE(stage.field().property("state").toString(), QStringLiteral("error"));
    QTest::keyClick(&stage.field(), Qt::Key_Escape);
    QVERIFY(stage.follow.complaint().isEmpty());
    QCOMPARE(stage.field().text(), QStringLiteral("A₅"));
    QCOMPARE(stage.recording.followed(), std::optional(5));
}

ROOFLIGHT_TEST(TstFollowedShard)
#include "tst_followed_shard.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the card of a chip: blocks, pieces and sums of every kind of collective, and ranges that open.
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/torus/chip_cards.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

class TstChipCard : public QObject
{
    Q_OBJECT
private slots:
    void blocksAreDrawnAsASquare();
    void blocksOfManyChipsAreDrawnToo();
    void piecesAreDrawn();
    void sumsOnManyChipsAreUnfinished();
    void aCellOfManyShardsOpens();
    void theFollowedShardIsFramed();
    void messagesOfTheStepAreListed();
    void itIsNoHigherThanThereIsRoom_data();
    void itIsNoHigherThanThereIsRoom();
};

namespace
{

/// Divides into six parts for every pair of 512 chips, so that all do alike.
const std::pair<std::string, std::string> evenly{"coll.bytes", "12582912"};

bool isNear(float a, double b) { return std::abs(a - b) < 1e-4; }

} // namespace

/// Chip 5 of 16 starts with the blocks 5→0 … 5→15, its row, and ends with 0→5 … 15→5, its column.
void TstChipCard::blocksAreDrawnAsASquare()
{
    auto recording = tests::recordingOf({{"coll.torus", "4x4"}, {"coll.kind", "all-to-all"}});
    for (const bool end : {false, true}) {
        recording.moveTo(end ? recording.steps() : 0);
        const auto facts = ui::chipFacts(recording, 5);
        QCOMPARE(facts.columns, 16);
        QCOMPARE(facts.cells.size(), std::size_t(256));
        QVERIFY(facts.cells.front().name.isEmpty()); // no room for names
        for (int i = 0; i < 256; ++i) {
            const bool held = (end ? i % 16 : i / 16) == 5;
            QVERIFY(isNear(facts.cells[static_cast<std::size_t>(i)].share, held ? 1 : 0));
        }
    }
}

/// 512 chips, 24 a side of a cell: chip 100 starts with cells 4·22 … 4·22 + 21, one row of 24 in each.
void TstChipCard::blocksOfManyChipsAreDrawnToo()
{
    const auto recording =
        tests::recordingOf({{"coll.torus", "8x8x8"}, {"coll.wrap", "ring"}, {"coll.kind", "all-to-all"}, evenly});
    const auto facts = ui::chipFacts(recording, 100);
    QCOMPARE(facts.columns, 22);
    QCOMPARE(facts.shardsPerCell, 24 * 24);
    for (int i = 0; i < 22 * 21; ++i) { // the last row and column are cut short
        const bool held = i / 22 == 4;
        QVERIFY(i % 22 == 21 || isNear(facts.cells[static_cast<std::size_t>(i)].share, held ? 1.0 / 24 : 0));
    }
    const auto opened = ui::chipFacts(recording, 100, facts.cells[4 * 22 + 1].shard);
    QCOMPARE(opened.shardsPerCell, 1);
    QCOMPARE(opened.cells.size(), std::size_t(24 * 24));
    QCOMPARE(opened.range, QStringLiteral("96→24 to 119→47"));
    for (int i = 0; i < 24 * 24; ++i) {
        QVERIFY(isNear(opened.cells[static_cast<std::size_t>(i)].share, i / 24 == 4 ? 1 : 0)); // 100 is 96 + 4
    }
}

void TstChipCard::piecesAreDrawn()
{
    auto recording = tests::recordingOf({{"coll.torus", "8"}, {"coll.kind", "permute"}});
    const int from = recording.collective().analysis.request.from;
    const int to = recording.collective().analysis.request.to;
    const auto full = [&](int chip) {
        const auto facts = ui::chipFacts(recording, chip);
        return !facts.cells.empty() && std::ranges::all_of(facts.cells, [](auto& c) { return isNear(c.share, 1); });
    };
    const auto share = [&](int chip) { return recording.shares()[static_cast<std::size_t>(chip)]; }; // in the picture
    QVERIFY(full(from) && !full(to));
    QVERIFY(isNear(share(from), 1) && isNear(share(to), 0));
    recording.moveTo(recording.steps());
    QVERIFY(full(to) && !full(from));
    QVERIFY(isNear(share(from), 0) && isNear(share(to), 1));
}

/// Before the first step every chip has its own term of every sum, one of 512.
void TstChipCard::sumsOnManyChipsAreUnfinished()
{
    auto recording =
        tests::recordingOf({{"coll.torus", "8x8x8"}, {"coll.wrap", "ring"}, {"coll.kind", "reduce-scatter"}, evenly});
    const auto before = ui::chipFacts(recording, 300);
    QCOMPARE(core::ChunkNumber(before.pending.count), recording.schedule().chunks.count());
    QVERIFY(before.pending.text(0).endsWith(QStringLiteral(" 1/512")));
    for (const auto& cell : before.cells) {
        QVERIFY(isNear(cell.share, 1.0 / 512));
    }
    recording.moveTo(recording.steps());
    const auto after = ui::chipFacts(recording, 300);
    QCOMPARE(after.pending.count, 0);
    for (const auto& cell : after.cells) {
        QVERIFY(isNear(cell.share, cell.shard == 300 ? 1 : 0));
    }
}

/// 8,960 shards, 18 to a cell and 14 to the last.
void TstChipCard::aCellOfManyShardsOpens()
{
    const auto recording = tests::recordingOf({{"coll.torus", "16x20x28"}});
    QWidget host;
    host.resize(900, 900);
    ui::ChipCards cards(&host);
    connect(&cards, &ui::ChipCards::rangeChanged, &cards, [&] { cards.present(&recording, {7}, -1); });
    cards.present(&recording, {7}, -1);
    QSignalSpy followed(&cards, &ui::ChipCards::shardClicked);
    auto& card = *cards.findChild<ui::ChipCard*>();
    QCOMPARE(card.facts().shardsPerCell, 18);
    const auto click = [&](const QPointF& at) { QTest::mouseClick(&card, Qt::LeftButton, {}, at.toPoint()); };
    click(card.cellBox(2).center());
    QVERIFY(followed.isEmpty());
    QCOMPARE(card.facts().cells.size(), std::size_t(18));
    QCOMPARE(card.facts().range, QStringLiteral("A₃₆ to A₅₃ of 8960"));
    click(card.cellBox(5).center());
    QCOMPARE(followed.size(), 1);
    QCOMPARE(followed.front().front().toInt(), 41);
    click(QPointF(40, card.cellBox(17).bottom() + 14)); // the way back
    QCOMPARE(card.facts().shardsPerCell, 18);
    QVERIFY(isNear(ui::chipFacts(recording, 7).cells.front().share, 1.0 / 18));
    QVERIFY(isNear(ui::chipFacts(recording, 8959).cells.back().share, 1.0 / 14));
    click(card.cellBox(2).center());
    const auto other = tests::recordingOf({{"coll.torus", "16x16x16"}});
    cards.present(&other, {7}, -1);
    QVERIFY(card.facts().range.isEmpty()); // all of another network
}

void TstChipCard::theFollowedShardIsFramed()
{
    auto recording = tests::recordingOf({{"coll.torus", "4x4"}});
    QCOMPARE(ui::chipFacts(recording, 0).followed, -1);
    recording.follow(9);
    QCOMPARE(ui::chipFacts(recording, 0).followed, 9);
    auto pod = tests::recordingOf({{"coll.torus", "16x20x28"}});
    pod.follow(41);
    QCOMPARE(ui::chipFacts(pod, 0).followed, 2);
    QCOMPARE(ui::chipFacts(pod, 0, 36).followed, 5);
    auto blocks = tests::recordingOf({{"coll.torus", "4"}, {"coll.kind", "all-to-all"}});
    blocks.follow(2 * 4 + 3);
    const auto facts = ui::chipFacts(blocks, 1);
    QCOMPARE(facts.followed, 11);
    QCOMPARE(facts.cells[11].name, QStringLiteral("2→3"));
}

/// One way round a ring of four: in the second step chip 1 passes on what chip 0 sent it, and gets what came to chip 0.
void TstChipCard::messagesOfTheStepAreListed()
{
    auto recording = tests::recordingOf(
        {{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.direction", "one"}, {"coll.bytes", "4000"}});
    recording.moveTo(1);
    const auto facts = ui::chipFacts(recording, 1);
    QCOMPARE(facts.step, 2);
    QCOMPARE(facts.sends.size(), std::size_t(1));
    QCOMPARE(facts.sends.front().shard, 0);
    QCOMPARE(facts.sends.front().words.text(), QStringLiteral("A₀ 1 kB to (2)"));
    QCOMPARE(facts.receives.size(), std::size_t(1));
    QCOMPARE(facts.receives.front().shard, 3);
    QCOMPARE(facts.receives.front().words.text(), QStringLiteral("A₃ 1 kB from (0)"));
}

void TstChipCard::itIsNoHigherThanThereIsRoom_data()
{
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"all-gather", "reduce-scatter", "all-reduce", "all-to-all", "permute"}) {
        QTest::newRow(kind) << QString::fromLatin1(kind);
    }
}

/// In a window of 1280x720 pixels a card has 310 of them.
void TstChipCard::itIsNoHigherThanThereIsRoom()
{
    QFETCH(QString, kind);
    for (const char* torus : {"8", "4x4", "4x4x4", "8x8x8"}) {
        auto recording =
            tests::recordingOf({{"coll.torus", torus}, {"coll.wrap", "ring"}, {"coll.kind", kind.toStdString()}});
        recording.moveTo(2);
        ui::ChipCard card;
        card.present(ui::chipFacts(recording, 1), true, 310);
        QVERIFY2(card.sizeHint().height() <= 310, torus);
        card.present(ui::chipFacts(recording, 1), true, 2000);
        QVERIFY(card.sizeHint().height() > 100);
    }
}

ROOFLIGHT_TEST(TstChipCard)
#include "tst_chip_card.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the grid of who holds what: every state of the slide, names of gathers, terms of sums.
#include "core/collectives/schedules/slide.h"
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/collectives/holdings_page.h"
#include "ui/playback/recording.h"
#include "ui/playback/shard_mark.h"
#include "ui/playback/shards.h"
#include "ui/tables/number_grid.h"
#include "ui/theme/style_sheet.h"

#include <QApplication>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>

namespace
{

QStringList rowsOf(const ui::NumberTable& table)
{
    QStringList rows;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        QStringList cells;
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const QString& text = table.at(row, column).text;
            cells << (text.isEmpty() ? QStringLiteral("·") : text);
        }
        rows << cells.join(u' ');
    }
    return rows;
}

QStringList cells(std::initializer_list<const char*> rows)
{
    QStringList list;
    for (const char* row : rows) {
        list << QString::fromUtf8(row);
    }
    return list;
}

} // namespace

class TstNumberGrid : public QObject
{
    Q_OBJECT
private slots:
    void theSlideAddsUpStepByStep_data();
    void theSlideAddsUpStepByStep();
    void aGatherNamesWhatIsHeld();
    void aSumCountsItsTerms();
    void fillsTellHowMuchIsThere();
    void cellsBearTheMarkOfTheirShard();
    void itIsReadAloud();
    void manyChunksShareTheCellOfTheirShard_data();
    void manyChunksShareTheCellOfTheirShard();
    void nothingStandsBetweenTheScrollBars();
    void headsStayInSight();
    void cellsGrowWithTheRoom();
    void tooManyAreSaidToBe_data();
    void tooManyAreSaidToBe();
};

/// By hand: in every step each chip adds what it was sent, of the column before, to its own.
void TstNumberGrid::theSlideAddsUpStepByStep_data()
{
    QTest::addColumn<int>("step");
    QTest::addColumn<QStringList>("rows");
    QTest::newRow("at first each chip has its own row") << 0 << cells({"1 7 2 0", "2 5 0 1", "6 2 7 5", "3 1 9 8"});
    QTest::newRow("after the first step") << 1 << cells({"1 · 2 0", "2 5 · 6", "9 2 7 ·", "· 8 9 8"});
    QTest::newRow("after the second step") << 2 << cells({"1 · · 6", "11 5 · ·", "· 10 7 ·", "· · 11 8"});
    QTest::newRow("at last each chip has one sum") << 3 << cells({"12 · · ·", "· 15 · ·", "· · 18 ·", "· · · 14"});
}

void TstNumberGrid::theSlideAddsUpStepByStep()
{
    QFETCH(int, step);
    QFETCH(QStringList, rows);
    auto recording = tests::recordingOf(tests::slide);
    QVERIFY(core::isSlide(recording.collective().analysis.schedule));
    recording.moveTo(recording.steps());
    recording.moveTo(step);
    const auto table = ui::numberTable(*recording.holdings());
    QVERIFY(table);
    QCOMPARE(rowsOf(*table), rows);
}

/// Section 5.1 of a ring of four: first both neighbours' shards, then half of the opposite one from each side.
void TstNumberGrid::aGatherNamesWhatIsHeld()
{
    auto recording = tests::recordingOf({{"coll.torus", "4"}, {"coll.wrap", "ring"}});
    recording.moveTo(1);
    const auto table = ui::numberTable(*recording.holdings());
    QVERIFY(table);
    QCOMPARE(table->columns.size(), std::size_t(8));
    const QString row = rowsOf(*table)[0];
    for (const char* held : {"A₀a", "A₀b", "A₁a", "A₁b", "A₃a", "A₃b"}) {
        QVERIFY2(row.contains(QString::fromUtf8(held)), qPrintable(row));
    }
    QCOMPARE(row.count(u'·'), 2); // A₂ is still missing
}

void TstNumberGrid::aSumCountsItsTerms()
{
    auto recording = tests::recordingOf({{"coll.torus", "4"}, {"coll.wrap", "line"}, {"coll.kind", "reduce-scatter"}});
    recording.moveTo(recording.steps());
    const auto rows = rowsOf(*ui::numberTable(*recording.holdings()));
    QCOMPARE(rows, cells({"4 · · ·", "· 4 · ·", "· · 4 ·", "· · · 4"}));
}

/// A sum of four has a quarter at first and half after the first step; a shard is there or it is not.
void TstNumberGrid::fillsTellHowMuchIsThere()
{
    auto sums = tests::recordingOf({{"coll.torus", "4"}, {"coll.wrap", "line"}, {"coll.kind", "reduce-scatter"}});
    QCOMPARE(ui::numberTable(*sums.holdings())->at(0, 2).share, 0.25F);
    sums.moveTo(sums.steps());
    QCOMPARE(ui::numberTable(*sums.holdings())->at(2, 2).share, 1.F);
    auto slide = tests::recordingOf(tests::slide);
    slide.moveTo(1);
    QCOMPARE(ui::numberTable(*slide.holdings())->at(1, 3).share, 0.5F); // 6 of 1 + 5
    const auto shards = tests::recordingOf({{"coll.torus", "4"}, {"coll.wrap", "line"}});
    QCOMPARE(ui::numberTable(*shards.holdings())->at(0, 0).share, 1.F);
    QCOMPARE(ui::numberTable(*shards.holdings())->at(1, 0).share, 0.F);
}

/// Colour and pattern as in the picture, so that columns are told apart; an empty cell bears none.
void TstNumberGrid::cellsBearTheMarkOfTheirShard()
{
    auto recording = tests::recordingOf({{"coll.torus", "4"}, {"coll.wrap", "ring"}});
    recording.moveTo(recording.steps());
    const auto& schedule = recording.schedule();
    const auto table = ui::numberTable(*recording.holdings());
    QCOMPARE(table->marks.size(), table->columns.size());
    for (std::size_t column = 0; column < table->columns.size(); ++column) {
        QCOMPARE(table->marks[column], ui::markOfChunk(schedule, static_cast<core::ChunkNumber>(column)));
    }
    const auto shown = [&](int step) {
        recording.moveTo(step);
        ui::NumberGrid grid;
        grid.present(recording.holdings());
        grid.resize(grid.sizeHint());
        return grid.grab().toImage();
    };
    const auto counted = [](const QImage& image, const QRect& box, const QColor& colour) {
        int count = 0;
        for (int y = box.top(); y <= box.bottom(); ++y) {
            for (int x = box.left(); x <= box.right(); ++x) {
                count += image.pixelColor(x, y) == colour ? 1 : 0;
            }
        }
        return count;
    };
    const QRect cells(76, 66, 400, 104); // below the heads
    const QColor hue = ui::shardHue(table->marks.back(), ui::Theme::light());
    const int before = counted(shown(0), cells, hue);
    QVERIFY(before > 0);
    QVERIFY(counted(shown(recording.steps()), cells, hue) > 3 * before); // on one chip of four, then on all
}

void TstNumberGrid::itIsReadAloud()
{
    auto recording = tests::recordingOf(tests::slide);
    recording.moveTo(recording.steps());
    ui::NumberGrid grid;
    grid.present(recording.holdings());
    QCOMPARE(grid.accessibleDescription(),
             QStringLiteral("A (chip 0): 12, nothing, nothing, nothing; B (chip 3): nothing, 15, nothing, nothing; "
                            "C (chip 2): nothing, nothing, 18, nothing; D (chip 1): nothing, nothing, nothing, 14"));
}

void TstNumberGrid::manyChunksShareTheCellOfTheirShard_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::addColumn<QString>("first"); // of the first chip: its first and last column
    QTest::addColumn<QString>("last");
    const std::string algorithm = "coll.algorithm";
    QTest::newRow("four parts a shard") << tests::Edits{{"coll.torus", "4x8"},
                                                        {algorithm, "offsets"},
                                                        {"coll.wrap", "ring"}}
                                        << QStringLiteral("A₀ ·") << QStringLiteral("A₀ A₃₁");
    QTest::newRow("sums of shards in parts") << tests::Edits{{"coll.torus", "4x8"},
                                                             {algorithm, "offsets"},
                                                             {"coll.wrap", "ring"},
                                                             {"coll.kind", "all-reduce"}}
                                             << QStringLiteral("1 1") << QStringLiteral("32 32");
    QTest::newRow("a block in halves for each other chip")
        << tests::Edits{{"coll.torus", "4x4"}, {"coll.kind", "all-to-all"}} << QStringLiteral("2/32 2/32")
        << QStringLiteral("→0 ·");
    QTest::newRow("as many as a cube has")
        << tests::Edits{{"coll.torus", "4x4x4"}} << QStringLiteral("A₀ ·") << QStringLiteral("A₀ A₆₃");
}

/// In every step the cells of a chip are together all that it holds.
void TstNumberGrid::manyChunksShareTheCellOfTheirShard()
{
    QFETCH(const tests::Edits, edits);
    auto recording = tests::recordingOf(edits);
    const auto chips = static_cast<std::size_t>(recording.whole().chips());
    const auto ends = [&](const ui::NumberTable& table) {
        const auto words = rowsOf(table)[0].split(u' ');
        return words.front() + u' ' + words.back();
    };
    for (int step = 0; step <= recording.steps(); ++step) {
        recording.moveTo(step);
        const auto& holdings = *recording.holdings();
        const auto table = ui::numberTable(holdings);
        QVERIFY(table);
        QCOMPARE(table->columns.size(), chips);
        const auto each = static_cast<float>(holdings.schedule().chunks.count()) / static_cast<float>(chips);
        for (std::size_t chip = 0; !holdings.sums() && chip < chips; ++chip) {
            float held = 0;
            for (std::size_t column = 0; column < chips; ++column) {
                held += each * table->at(chip, column).share;
            }
            QCOMPARE(qRound(held), holdings.held(static_cast<int>(chip)));
        }
        if (step == 0) {
            QTEST(ends(*table), "first");
        }
    }
    QTEST(ends(*ui::numberTable(*recording.holdings())), "last");
}

namespace
{

/// More chips and chunks than there is room for.
struct SmallPage {
    SmallPage()
    {
        ui::applyTheme(*qApp, ui::Theme::light());
        page.setPalette(ui::Theme::light().palette());
        page.resize(360, 300);
        page.show();
        page.load(&recording, {});
        QApplication::processEvents();
        area = page.findChild<QScrollArea*>();
    }

    ui::Recording recording = tests::recordingOf({{"coll.torus", "switch72"}, {"coll.kind", "all-reduce"}});
    ui::HoldingsPage page;
    QScrollArea* area = nullptr;
};

} // namespace

/// The corner has the ground of the page.
void TstNumberGrid::nothingStandsBetweenTheScrollBars()
{
    SmallPage stage;
    const auto* area = stage.area;
    QVERIFY(area->horizontalScrollBar()->isVisible() && area->verticalScrollBar()->isVisible());
    const QImage image = stage.page.grab().toImage();
    QSet<QRgb> colours;
    for (int y = image.height() - 12; y < image.height(); ++y) {
        for (int x = image.width() - 12; x < image.width(); ++x) {
            colours << image.pixel(x, y);
        }
    }
    QCOMPARE(colours.size(), 1);
}

/// Names of chips at the left and those of chunks on top, whatever lies beside and below them; keys move no cell under
/// them.
void TstNumberGrid::headsStayInSight()
{
    SmallPage stage;
    const auto scrolled = [&stage](int x, int y) {
        stage.area->horizontalScrollBar()->setValue(x);
        stage.area->verticalScrollBar()->setValue(y);
        QApplication::processEvents();
        return stage.page.grab().toImage();
    };
    const QMargins heads = ui::NumberGrid::heads();
    const int margin = 8; // round the grid
    const QImage at = scrolled(100, 100);
    const QImage right = scrolled(400, 100);
    const QImage down = scrolled(400, 300);
    const QRect left(0, heads.top(), heads.left(), 200);
    const QRect top(heads.left() + margin, 0, 200, heads.top() - margin);
    QVERIFY(at.copy(left) == right.copy(left));
    QVERIFY(at.copy(top) != right.copy(top));
    QVERIFY(right.copy(top) == down.copy(top));
    QVERIFY(right.copy(left) != down.copy(left));
    auto* grid = stage.page.findChild<ui::NumberGrid*>();
    grid->setFocus();
    for (const auto& [key, times] :
         {std::pair(Qt::Key_Right, 30), {Qt::Key_Down, 30}, {Qt::Key_Left, 20}, {Qt::Key_Up, 20}}) {
        for (int i = 0; i < times; ++i) {
            QTest::keyClick(grid, key);
        }
    }
    const QRect sight = grid->visibleRegion().boundingRect().marginsRemoved(heads);
    QVERIFY(sight.contains(grid->boxOf(10, 10).toAlignedRect()));
}

/// As large as 1.8 times, as long as all of them are in sight.
void TstNumberGrid::cellsGrowWithTheRoom()
{
    auto recording = tests::recordingOf(tests::slide);
    ui::NumberGrid grid;
    grid.present(recording.holdings());
    grid.resize(grid.sizeHint());
    const QRectF least = grid.boxOf(3, 3);
    grid.resize(1600, 900);
    QVERIFY(grid.boxOf(3, 3).height() > 1.7 * least.height());
    QVERIFY(grid.boxOf(3, 3).width() > 1.7 * least.width());
    grid.resize(1600, grid.sizeHint().height());
    QVERIFY(QRectF(grid.rect()).contains(grid.boxOf(3, 3)));
}

void TstNumberGrid::tooManyAreSaidToBe_data()
{
    QTest::addColumn<int>("chips");
    QTest::addColumn<bool>("fits");
    QTest::newRow("as many as there is room for") << 128 << true;
    QTest::newRow("one more") << 129 << false;
}

/// However few the chunks are: here the 32 elements of one array, which one path carries.
void TstNumberGrid::tooManyAreSaidToBe()
{
    QFETCH(const int, chips);
    QFETCH(const bool, fits);
    const auto recording = tests::recordingOf(
        {{"coll.torus", std::to_string(chips)}, {"coll.wrap", "line"}, {"coll.kind", "permute"}, {"coll.bytes", "64"}});
    QCOMPARE(recording.whole().chips(), chips);
    QVERIFY(recording.schedule().chunks.count() <= 32);
    QCOMPARE(ui::numberTable(*recording.holdings()).has_value(), fits);
    ui::NumberGrid grid;
    grid.present(recording.holdings());
    const QString reason = QStringLiteral("%1 chips are too many to read; choose at most 128").arg(chips);
    QCOMPARE(grid.accessibleDescription() == reason, !fits);
}

ROOFLIGHT_TEST(TstNumberGrid)
#include "tst_number_grid.moc"

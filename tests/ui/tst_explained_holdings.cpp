// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of who holds what: a click, Enter or F8 on one opens the derivation of its number.
#include "explained_kinds.h"
#include "support/asked.h"
#include "support/suite.h"
#include "ui/tables/number_grid.h"

#include <QScrollArea>
#include <QTextBrowser>

namespace
{

struct HoldingStage : tests::ExplainedStage {
    explicit HoldingStage(const tests::Edits& edits, int step = 0) : ExplainedStage(edits, step)
    {
        openPage(QStringLiteral("holdings.page"));
    }

    ui::NumberGrid& grid() const { return *part<ui::NumberGrid>("holdings"); }
    std::optional<ui::NumberTable> table() const
    {
        const auto* holdings = tab().recording()->holdings();
        return holdings ? ui::numberTable(*holdings) : std::nullopt;
    }

    void clickCell(std::size_t row, std::size_t column)
    {
        const QPoint at = grid().boxOf(row, column).center().toPoint();
        QTest::mouseMove(&grid(), at);
        QTest::mouseClick(&grid(), Qt::LeftButton, {}, at);
        settle();
    }

    /// The number that a cell shows; of a name how many chunks it stands for.
    QString numberOf(const ui::GridCell& cell) const
    {
        if (cell.number == "chunks" && !cell.text.contains(u'/')) {
            return {};
        }
        return cell.text.section(u'/', 0, 0).section(u'–', -1);
    }
};

} // namespace

class TstExplainedHoldings : public QObject
{
    Q_OBJECT
private slots:
    void everyCellIsExplained_data();
    void everyCellIsExplained();
    void theSlideSaysWhatIsAddedUp();
    void keysChooseAndExplain();
    void cellsUnderThePointerAreUnderlined();
    void emptyCellsHaveNothingToExplain();
    void theExplanationGoesOnWithTheSteps();
};

void TstExplainedHoldings::everyCellIsExplained_data()
{
    tests::addExplainedKinds();
    QTest::newRow("slide") << tests::Edits(tests::slide);
    QTest::newRow("parts of shards") << tests::Edits{
        {"coll.torus", "4x8"}, {"coll.wrap", "ring"}, {"coll.algorithm", "offsets"}, {"coll.kind", "all-reduce"}};
}

void TstExplainedHoldings::everyCellIsExplained()
{
    QFETCH(tests::Edits, edits);
    HoldingStage stage(edits);
    tests::AskedNumbers asked(stage.tab());
    const int steps = stage.tab().recording()->steps();
    for (const int step : {0, 1, steps}) {
        stage.goTo(step);
        const auto table = stage.table();
        int looked = 0;
        if (!table) { // too many chips for one: what it would show is explained all the same
            const QString id =
                QStringLiteral("coll.chunks@%1,%2,0").arg(step).arg(stage.tab().recording()->whole().chips() - 1);
            ui::askWhy(stage.tab(), id);
            QCOMPARE(stage.panel().metricId(), id);
            QCOMPARE(stage.value(), stage.derived(id));
            ++looked;
        }
        for (std::size_t row = 0; table && row < table->rows.size(); ++row) {
            for (std::size_t column = 0; column < table->columns.size(); ++column) {
                const ui::GridCell& cell = table->at(row, column);
                const bool sampled =
                    row % (1 + table->rows.size() / 5) == 0 && column % (1 + table->columns.size() / 7) == 0;
                if (!sampled && (cell.text.isEmpty() || looked > 0)) {
                    continue; // the first number is looked at wherever it stands
                }
                asked.ids.clear();
                stage.clickCell(row, column);
                QCOMPARE(asked.ids.isEmpty(), cell.text.isEmpty());
                if (cell.text.isEmpty()) {
                    continue;
                }
                const QString id = asked.ids.front();
                QCOMPARE(core::stepIn(id.toStdString()), step);
                QCOMPARE(stage.panel().metricId(), id);
                QCOMPARE(stage.value(), stage.derived(id));
                if (const QString number = stage.numberOf(cell); !number.isEmpty()) {
                    QCOMPARE(number, stage.derived(id));
                }
                ++looked;
            }
        }
        QVERIFY(looked > 0);
    }
}

/// Row B, column A: 2 of B itself, 6 of C and 3 of D.
void TstExplainedHoldings::theSlideSaysWhatIsAddedUp()
{
    HoldingStage stage(tests::slide, 2);
    stage.clickCell(1, 0);
    QCOMPARE(stage.value(), QStringLiteral("11"));
    const QString text = stage.part<QTextBrowser>("explain.text")->toPlainText();
    QVERIFY2(text.contains(u"2 + 6 + 3"), qPrintable(text));
}

void TstExplainedHoldings::keysChooseAndExplain()
{
    HoldingStage stage(tests::slide, 3);
    auto& grid = stage.grid();
    QCOMPARE(grid.focusPolicy(), Qt::StrongFocus);
    grid.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&grid, Qt::Key_Return);
    QCOMPARE(stage.value(), QStringLiteral("12"));
    QTest::keyClick(&grid, Qt::Key_Down);
    QTest::keyClick(&grid, Qt::Key_Right);
    QVERIFY2(grid.accessibleName().endsWith(u"B (chip 3), B: 15"), qPrintable(grid.accessibleName()));
    stage.trigger("explain");
    QCOMPARE(stage.value(), QStringLiteral("15"));
    QTest::keyClick(&grid, Qt::Key_Left); // nothing
    QTest::keyClick(&grid, Qt::Key_Return);
    QCOMPARE(stage.value(), QStringLiteral("15"));
}

void TstExplainedHoldings::cellsUnderThePointerAreUnderlined()
{
    HoldingStage stage(tests::slide);
    auto& grid = stage.grid();
    const QRect box = grid.boxOf(2, 1).toAlignedRect();
    QTest::mouseMove(&grid, QPoint(2, 2));
    stage.settle();
    const QImage before = grid.grab(box).toImage();
    QCOMPARE(grid.cursor().shape(), Qt::ArrowCursor);
    QTest::mouseMove(&grid, box.center());
    stage.settle();
    QCOMPARE(grid.cursor().shape(), Qt::PointingHandCursor);
    QVERIFY(grid.grab(box).toImage() != before);
}

void TstExplainedHoldings::emptyCellsHaveNothingToExplain()
{
    HoldingStage stage(tests::slide, 3);
    tests::AskedNumbers asked(stage.tab());
    stage.clickCell(0, 1);
    QVERIFY(asked.ids.isEmpty());
    QCOMPARE(stage.grid().cursor().shape(), Qt::ArrowCursor);
}

void TstExplainedHoldings::theExplanationGoesOnWithTheSteps()
{
    HoldingStage stage(tests::slide, 0);
    stage.clickCell(0, 0);
    QCOMPARE(stage.value(), QStringLiteral("1"));
    stage.goTo(3);
    QCOMPARE(stage.value(), QStringLiteral("12"));
    stage.goTo(1);
    QCOMPARE(stage.value(), QStringLiteral("1"));
}

ROOFLIGHT_TEST(TstExplainedHoldings)
#include "tst_explained_holdings.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the order of a collective matmul as a table: products, messages and buffers are those of collectives.md.
#include "core/collectives/matmul/own_order.h"
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/playback/player.h"
#include "ui/playback/recording.h"
#include "ui/theme/style_sheet.h"
#include "ui/timeline/order_table.h"
#include "ui/timeline/timeline_reading.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

#include <algorithm>

namespace
{

QString cell(const ui::OrderTableModel& model, int row, int column)
{
    return model.data(model.index(row, column)).toString();
}

ui::Recording matmulRecording(int chips, const QString& kind, const QString& mode)
{
    return tests::recordingOf({{"coll.torus", std::to_string(chips)},
                               {"coll.wrap", "ring"},
                               {"coll.kind", kind.toStdString()},
                               {"coll.algorithm", mode.toStdString()}});
}

/// What the card of a product on the timeline says of its step.
QString toldByBar(const ui::Recording& recording, int row)
{
    const auto reading = ui::readTimeline(recording.collective(), ui::Snapshot());
    for (const auto& part : reading.sections) {
        for (const auto& lane : part.gantt.lanes) {
            for (const auto& bar : lane.bars) {
                if (!part.serialized && lane.row.multiplies() && bar.step == row) {
                    return ui::barCard({reading, part, lane, bar}).value(1);
                }
            }
        }
    }
    return {};
}

} // namespace

class TstOrderTable : public QObject
{
    Q_OBJECT
private slots:
    void orderIsThatOfTheText_data();
    void orderIsThatOfTheText();
    void rowsStandBesideTheStepsOfTheTransport_data();
    void rowsStandBesideTheStepsOfTheTransport();
    void sendsAreThoseOfTheText_data();
    void sendsAreThoseOfTheText();
    void eachRowSaysWhatItsChipsDo();
    void buffersAreShownByStep_data();
    void buffersAreShownByStep();
    void buffersAreThoseOfTheText_data();
    void buffersAreThoseOfTheText();
    void eightChipsFitIntoANarrowPage_data();
    void eightChipsFitIntoANarrowPage();
    void manyChipsShareOneWidth();
};

void TstOrderTable::orderIsThatOfTheText_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("rows"); // chips 0 to 3 of each step, as printed in collectives.md
    QTest::newRow("gather, one way") << "matmul-gather"
                                     << "uni"
                                     << "0|1|2|3;3|0|1|2;2|3|0|1;1|2|3|0";
    QTest::newRow("gather, whole") << "matmul-gather"
                                   << "whole"
                                   << "0|1|2|3;1 3|0 2|1 3|0 2;2|3|0|1";
    QTest::newRow("scatter, one way") << "matmul-scatter"
                                      << "uni"
                                      << "3|0|1|2;2|3|0|1;1|2|3|0;0|1|2|3";
    QTest::newRow("gather, halves") << "matmul-gather"
                                    << "halves"
                                    << "0|1|2|3;1b 3a|0a 2b|1a 3b|0b 2a;2|3|0|1;1a 3b|0b 2a|1b 3a|0a 2b";
}

void TstOrderTable::orderIsThatOfTheText()
{
    QFETCH(QString, kind);
    QFETCH(QString, mode);
    QFETCH(QString, rows);
    const auto steps = rows.split(u';');
    const auto recording = matmulRecording(4, kind, mode);
    ui::OrderTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.show(&recording.collective());
    QCOMPARE(model.rowCount(), steps.size());
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int chip = 0; chip < 4; ++chip) {
            auto products = cell(model, row, ui::OrderTableModel::firstChip + chip).split(u' ');
            products.sort(); // both are there at once: in either order
            cells << products.join(u' ');
        }
        QCOMPARE(cells.join(u'|'), steps[row]);
    }
    const QByteArray head = orderCsv(model).split('\n').front();
    QCOMPARE(head, QByteArray("step,buffers,chip 0,chip 1,chip 2,chip 3,chip 0 sends"));
    QCOMPARE(orderCsv(model).split('\n').size(), 1 + steps.size() + 1);
    model.show(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

/// One way round, shards go to the right neighbour as soon as they are there, sums as soon as they are made.
void TstOrderTable::rowsStandBesideTheStepsOfTheTransport_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<int>("chips");
    QTest::addColumn<QString>("steps");
    // A gather multiplies its own shard while the first travels, and the last one when all are there.
    QTest::newRow("gather, one way") << "matmul-gather"
                                     << "uni" << 4 << "1|2|3|after 3";
    QTest::newRow("gather, whole") << "matmul-gather"
                                   << "whole" << 4 << "1|2|after 2";
    // A scatter has nothing to send before its first product.
    QTest::newRow("scatter, one way") << "matmul-scatter"
                                      << "uni" << 4 << "before 1|1|2|3";
    QTest::newRow("one chip") << "matmul-gather"
                              << "auto" << 1 << QString::fromUtf8("–");
}

void TstOrderTable::rowsStandBesideTheStepsOfTheTransport()
{
    QFETCH(QString, kind);
    QFETCH(QString, mode);
    QFETCH(int, chips);
    const auto recording = matmulRecording(chips, kind, mode);
    ui::OrderTableModel model;
    model.show(&recording.collective());
    QStringList steps;
    for (int row = 0; row < model.rowCount(); ++row) {
        steps << cell(model, row, 0);
        const auto told = model.data(model.index(row, 0), Qt::ToolTipRole).toString();
        QVERIFY2(told.startsWith(QStringLiteral("Multiplied ")), qPrintable(told));
        QCOMPARE(toldByBar(recording, row), told);
    }
    QTEST(steps.join(u'|'), "steps");
    QCOMPARE(qMax(0, model.rowCount() - 1), recording.steps()); // what the transport counts
}

void TstOrderTable::sendsAreThoseOfTheText_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QStringList>("sends"); // of chip 0, by step
    QTest::newRow("gather: its own shard first, then what came")
        << "matmul-gather"
        << "uni" << QStringList{QStringLiteral("0 → 1"), QStringLiteral("3 → 1"), QStringLiteral("2 → 1"), QString()};
    QTest::newRow("scatter: the sum of the step before")
        << "matmul-scatter"
        << "uni" << QStringList{QString(), QStringLiteral("3 → 1"), QStringLiteral("2 → 1"), QStringLiteral("1 → 1")};
    QTest::newRow("gather, halves: a to the right, b to the left")
        << "matmul-gather"
        << "halves"
        << QStringList{QStringLiteral("0a → 1, 0b → 3"), QStringLiteral("3a → 1, 1b → 3"),
                       QStringLiteral("2a → 1, 2b → 3"), QString()};
}

void TstOrderTable::sendsAreThoseOfTheText()
{
    QFETCH(QString, kind);
    QFETCH(QString, mode);
    QFETCH(QStringList, sends);
    const auto recording = matmulRecording(4, kind, mode);
    ui::OrderTableModel model;
    model.show(&recording.collective());
    for (int row = 0; row < model.rowCount(); ++row) {
        QCOMPARE(cell(model, row, model.columnCount() - 1), sends[row]);
    }
}

/// One way round four chips: in its second step chip 2 multiplies what chip 1 sent it, and sends that on.
void TstOrderTable::eachRowSaysWhatItsChipsDo()
{
    const auto recording = matmulRecording(4, QStringLiteral("matmul-gather"), QStringLiteral("uni"));
    ui::OrderTableModel model;
    model.show(&recording.collective());
    const auto told = [&](int row, int column) { return model.data(model.index(row, column), Qt::ToolTipRole); };
    QCOMPARE(told(1, ui::OrderTableModel::firstChip + 2).toString(),
             QStringLiteral("Chip 2 multiplies 1 and sends 1 → 3"));
    QCOMPARE(told(3, ui::OrderTableModel::firstChip + 2).toString(),
             QStringLiteral("Chip 2 multiplies 3 and sends nothing"));
    QCOMPARE(told(1, 0).toString(), QStringLiteral("Multiplied during the transfer of step 2"));
    QCOMPARE(told(3, 0).toString(),
             QStringLiteral("Multiplied after the last transfer, within step 3 of the transport"));
    model.light(2);
    for (int row = 0; row < model.rowCount(); ++row) {
        QCOMPARE(model.data(model.index(row, 1), ui::OrderTableModel::litRole).toBool(), row == 2);
        QCOMPARE(model.data(model.index(row, 1), Qt::AccessibleDescriptionRole).toString(),
                 row == 2 ? QStringLiteral("under way") : QString());
    }
}

void TstOrderTable::buffersAreShownByStep_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("shards");
    // The next shard comes in beside each product but the last; all but the first product need a foreign shard.
    QTest::newRow("gather, one way") << "matmul-gather"
                                     << "uni"
                                     << "1|2|2|1";
    // Two come in beside the first product, and the opposite one in halves beside the second.
    QTest::newRow("gather, whole") << "matmul-gather"
                                   << "whole"
                                   << "2|3|1";
    // The first product is kept, then one leaves while one is made and one comes in; the last is the chip's own.
    QTest::newRow("scatter, one way") << "matmul-scatter"
                                      << "uni"
                                      << "1|3|3|2";
}

void TstOrderTable::buffersAreShownByStep()
{
    QFETCH(QString, kind);
    QFETCH(QString, mode);
    const auto recording = matmulRecording(4, kind, mode);
    ui::OrderTableModel model;
    model.show(&recording.collective());
    QStringList shards;
    for (int row = 0; row < model.rowCount(); ++row) {
        shards << cell(model, row, ui::OrderTableModel::buffersColumn);
    }
    QTEST(shards.join(u'|'), "shards");
}

void TstOrderTable::buffersAreThoseOfTheText_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<int>("shards"); // collectives.md, "Buffers", for more than two chips
    QTest::newRow("gather, one way") << "matmul-gather"
                                     << "uni" << 2;
    QTest::newRow("gather, halves") << "matmul-gather"
                                    << "halves" << 2;
    QTest::newRow("gather, whole") << "matmul-gather"
                                   << "whole" << 4;
    QTest::newRow("scatter, one way") << "matmul-scatter"
                                      << "uni" << 3;
    QTest::newRow("scatter, halves") << "matmul-scatter"
                                     << "halves" << 3;
    QTest::newRow("scatter, whole") << "matmul-scatter"
                                    << "whole" << 6;
}

void TstOrderTable::buffersAreThoseOfTheText()
{
    QFETCH(QString, kind);
    QFETCH(QString, mode);
    QFETCH(int, shards);
    const auto recording = matmulRecording(8, kind, mode);
    const auto& plan = *recording.collective().analysis.matmul;
    const auto byStep = core::buffersByStep(plan);
    QCOMPARE(byStep.size(), plan.products.size());
    QCOMPARE(plan.buffers, shards);
    QCOMPARE(plan.naiveBuffers, 7); // one after the other: all but its own
    QCOMPARE(std::ranges::max(byStep, {}, &core::StepBuffers::shards).shards(), 1.0 * shards);
}

void TstOrderTable::eightChipsFitIntoANarrowPage_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("gather") << "matmul-gather";
    QTest::newRow("scatter") << "matmul-scatter";
}

/// At the width of the least pages the buffers and all eight chips of a ring are in sight, each as wide as its shards,
/// and no word of the foot is alone on its line.
void TstOrderTable::eightChipsFitIntoANarrowPage()
{
    QFETCH(QString, kind);
    ui::applyTheme(*qApp, ui::Theme::light());
    const auto recording = matmulRecording(8, kind, QStringLiteral("halves"));
    ui::Player player;
    ui::OrderTable table(player);
    table.resize(368, 430);
    table.show();
    table.load(&recording, {});
    QApplication::processEvents();
    const auto* head = table.findChild<QTableView*>()->horizontalHeader();
    const int last = ui::OrderTableModel::firstChip + 7;
    QVERIFY(head->sectionViewportPosition(last) + head->sectionSize(last) <= 368);
    QVERIFY(head->sectionViewportPosition(ui::OrderTableModel::buffersColumn) < 64);
    for (const auto* words : table.findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly)) {
        QVERIFY2(words->height() < 2 * words->fontMetrics().height(), qPrintable(words->text()));
    }
}

/// Of 512 chips no column is measured cell by cell, which took nine seconds; the width they share holds every cell,
/// also where its row is under way and set in bold.
void TstOrderTable::manyChipsShareOneWidth()
{
    const auto recording = matmulRecording(512, QStringLiteral("matmul-gather"), QStringLiteral("halves"));
    ui::Player player;
    ui::OrderTable page(player);
    page.resize(400, 600);
    page.show();
    page.load(&recording, {});
    const auto* view = page.findChild<QTableView*>(QStringLiteral("order.table"));
    const auto* head = view->horizontalHeader();
    const int first = ui::OrderTableModel::firstChip;
    QCOMPARE(head->count(), first + 512 + 1);
    const int width = head->sectionSize(first);
    for (int chip = 0; chip < 512; ++chip) {
        QCOMPARE(head->sectionResizeMode(first + chip), QHeaderView::Fixed);
        QCOMPARE(head->sectionSize(first + chip), width);
    }
    const QFontMetrics bold(ui::uiFont(11, QFont::DemiBold));
    for (int row = 0; row < page.model().rowCount(); ++row)
        for (int chip = 0; chip < 512; chip += 73)
            QVERIFY(bold.horizontalAdvance(cell(page.model(), row, first + chip)) < width);
}

ROOFLIGHT_TEST(TstOrderTable)
#include "tst_order_table.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The tab Operation by real events: the list, fields of the chosen operation, clicks on marks, numbers that explain.
#include "asked_numbers.h"
#include "support/suite.h"
#include "ui/charts/chart.h"
#include "ui/operation/operation_list.h"
#include "ui/operation/operation_tab.h"
#include "ui/operation/operation_table.h"
#include "window_stage.h"

#include <QAccessible>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>

using namespace Qt::Literals::StringLiterals;

class TstOperationTab : public QObject
{
    Q_OBJECT
private slots:
    void allColumnsAreInSight();
    void operationsComeAndGo();
    void spaceHidesAndF2Renames();
    void namesAreNoHtmlInTooltips();
    void fieldsAreThoseOfTheChosen();
    void theBatchOfAttentionIsInSequences();
    void aClickOnAMarkChooses();
    void numbersExplainThemselves();
    void saysWhyItIsNeverComputeBound();
    void theTableIsCopied();
    void intensityIsAnotherPicture();
    void theModelGivesAndTakesOperations();
    void measuredPointsComeFromAFile();
    void namesStayInSight();
    void whatIsAddedOutOfSightIsSaid();
    void theLastPictureStaysBehindAReason();
};

namespace
{

struct OperationStage : tests::WindowStage {
    explicit OperationStage(QSize size = {1280, 800}) : WindowStage("start", size) { trigger("tab-2"); }
    ~OperationStage() { window.session().undoStack().setClean(); }
    OperationStage(const OperationStage&) = delete;
    OperationStage& operator=(const OperationStage&) = delete;

    const core::Scenario& scenario() { return window.session().scenario(); }
    ui::OperationList* list() const { return part<ui::OperationList>("op.list"); }
    ui::OperationTable* table() const { return part<ui::OperationTable>("op.table"); }
    QString cell(int row, int column) const { return table()->model()->index(row, column).data().toString(); }

    /// From the menu of kinds.
    void add(const QString& kind)
    {
        for (QAction* action : part<QMenu>("op.add.menu")->actions())
            if (action->text() == kind)
                action->trigger();
        settle();
    }
    void click(const char* name)
    {
        QTest::mouseClick(part(name), Qt::LeftButton);
        settle();
    }
};

} // namespace

/// At the size of a projector nothing scrolls: not the page, not the columns of the table.
void TstOperationTab::allColumnsAreInSight()
{
    OperationStage stage;
    stage.window.resize(1280, 720);
    stage.settle();
    const auto* table = stage.table();
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
    const auto* view = table->viewport();
    const QRect seen = view->visibleRegion().boundingRect();
    QCOMPARE(seen, view->rect());
    QVERIFY(table->visualRect(table->model()->index(0, ui::OperationTableModel::bound)).bottom() < view->height());
    stage.add(u"Attention"_s);
    stage.add(u"Matmul"_s); // three whole rows
    QVERIFY(table->visualRect(table->model()->index(2, ui::OperationTableModel::bound)).bottom() < view->height());
    QCOMPARE(view->visibleRegion().boundingRect(), view->rect());
}

void TstOperationTab::operationsComeAndGo()
{
    OperationStage stage;
    QVERIFY(!stage.part("op.remove")->isEnabled()); // one stays
    stage.add(u"Attention"_s);
    QCOMPARE(stage.scenario().ops.size(), std::size_t(1));
    QVERIFY(stage.scenario().ops[0].kind == core::OpKind::attention);
    QCOMPARE(stage.list()->chosen(), std::size_t(2));
    stage.click("op.duplicate");
    QCOMPARE(stage.scenario().ops.size(), std::size_t(2));
    QVERIFY(stage.scenario().ops[1] == stage.scenario().ops[0]);
    const auto title = [&](int row) { return stage.list()->model()->index(row, 0).data().toString(); };
    QCOMPARE(title(2), title(1) + u" (2)"_s);
    QCOMPARE(stage.list()->chosen(), std::size_t(3));
    stage.list()->choose(1);
    QTest::keyClick(stage.list(), Qt::Key_Delete);
    stage.settle();
    QCOMPARE(stage.list()->model()->rowCount(), 2);
    QVERIFY(stage.scenario().op.kind == core::OpKind::attention); // the second is the first now
    for (int i = 0; i < 3; ++i)
        stage.trigger("undo");
    QVERIFY(stage.scenario().ops.empty() && stage.scenario().op.kind == core::OpKind::matmul);
}

void TstOperationTab::spaceHidesAndF2Renames()
{
    OperationStage stage;
    stage.list()->setFocus();
    QTest::keyClick(stage.list(), Qt::Key_Space);
    stage.settle();
    QVERIFY(!stage.scenario().op.visible);
    QTest::keyClick(stage.list(), Qt::Key_F2);
    stage.settle();
    auto* line = stage.list()->findChild<QLineEdit*>();
    QVERIFY(line);
    QTest::keyClicks(line, u"up projection"_s);
    QTest::keyClick(line, Qt::Key_Return);
    stage.settle();
    QCOMPARE(stage.scenario().op.name, std::string("up projection"));
    QCOMPARE(stage.cell(0, ui::OperationTableModel::name), u"up projection"_s);
}

/// A tooltip would load the picture, here from a device without end.
void TstOperationTab::namesAreNoHtmlInTooltips()
{
    OperationStage stage;
    const auto name = u"<img src=\"/dev/zero\">"_s;
    QVERIFY(stage.window.session().edit("op.name", name.toStdString()));
    stage.settle();
    const auto* rows = stage.list()->model();
    QCOMPARE(rows->index(0, 0).data().toString(), name);
    const auto tip = rows->index(0, 0).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(u"&lt;img"_s) && !tip.contains(u"<img"_s), qPrintable(tip));
    const auto* table = stage.window.findChild<QTableView*>(u"op.table"_s);
    for (int column = 0; column < table->model()->columnCount(); ++column)
        QVERIFY(!table->model()->index(0, column).data(Qt::ToolTipRole).toString().contains(u"<img"_s));
}

void TstOperationTab::fieldsAreThoseOfTheChosen()
{
    OperationStage stage;
    QVERIFY(stage.part("op.B")->isVisible() && !stage.part("op.heads")->isVisible());
    stage.add(u"Attention"_s);
    QVERIFY(stage.part("op.heads")->isVisible() && !stage.part("op.F")->isVisible());
    auto* field = stage.part<QLineEdit>("op.T.field");
    QVERIFY(field);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, u"1"_s);
    QTest::keyClick(field, Qt::Key_Return);
    stage.settle();
    QCOMPARE(stage.scenario().ops[0].T, 1.);
    QCOMPARE(stage.scenario().op.T, 4096.);
    auto* paths = stage.part<QComboBox>("op.sweep.list");
    QVERIFY(paths->findText(u"T"_s) >= 0 && paths->findText(u"F"_s) < 0); // attention has no F
    QCOMPARE(stage.window.session().undoStack().undoText(), u"Operation 2: queries 4,096 → 1"_s);
    stage.list()->choose(1);
    stage.settle();
    QVERIFY(stage.part("op.F")->isVisible());
}

/// Of the operation that is chosen, which need not be the first.
void TstOperationTab::theBatchOfAttentionIsInSequences()
{
    OperationStage stage;
    const auto said = [&stage] {
        auto* track = stage.part("op.B.track");
        const auto* face = track ? QAccessible::queryAccessibleInterface(track) : nullptr;
        return face ? face->text(QAccessible::Value) : QString();
    };
    QVERIFY2(said().contains(u" tokens"_s), qPrintable(said()));
    stage.add(u"Attention"_s);
    QVERIFY2(said().contains(u" sequences"_s), qPrintable(said()));
    stage.list()->choose(1);
    stage.settle();
    QVERIFY2(said().contains(u" tokens"_s), qPrintable(said()));
}

void TstOperationTab::aClickOnAMarkChooses()
{
    OperationStage stage;
    stage.add(u"Elementwise"_s);
    stage.list()->choose(1);
    stage.settle();
    auto* chart = stage.part("page.operation")->findChild<ui::Chart*>(u"chart.operation"_s);
    QVERIFY(chart);
    QTRY_COMPARE(chart->paintedNumber(), stage.window.session().snapshot().number);
    const auto isChosen = [&] { return stage.list()->chosen() == 2; };
    const tests::AskedNumbers asked(*chart);
    // At 1 FLOP for 6 bytes it is the leftmost mark: the first that is met from the left.
    for (int x = 60; x < chart->width() && !isChosen(); x += 6)
        for (int y = 10; y < chart->height() && !isChosen(); y += 6)
            if (asked.ids.isEmpty())
                QTest::mouseClick(chart, Qt::LeftButton, {}, {x, y});
    stage.settle();
    QVERIFY2(isChosen(), qPrintable(asked.ids.join(u' ')));
    QCOMPARE(stage.table()->currentIndex().row(), 1);
}

void TstOperationTab::numbersExplainThemselves()
{
    OperationStage stage;
    stage.add(u"Matmul"_s);
    const tests::AskedNumbers asked(*stage.table());
    stage.table()->setCurrentIndex(stage.table()->model()->index(1, ui::OperationTableModel::critical));
    QTest::keyClick(stage.table(), Qt::Key_Return);
    QCOMPARE(asked.ids, QStringList{u"op.batch.critical@2"_s});
    stage.table()->setCurrentIndex(stage.table()->model()->index(0, ui::OperationTableModel::bytes));
    QTest::keyClick(stage.table(), Qt::Key_Return);
    QCOMPARE(asked.ids.last(), u"op.bytes"_s);
}

/// A sum of two bf16 arrays moves 6 bytes for a FLOP; v5p's VPU does 14.3 TFLOP/s, its HBM 2.8 TB/s: 5.12 FLOP/B.
void TstOperationTab::saysWhyItIsNeverComputeBound()
{
    OperationStage stage;
    stage.add(u"Elementwise"_s);
    const QString why = stage.part<QLabel>("op.why")->text();
    QVERIFY2(why.startsWith(u"Never compute-bound"_s) && why.contains(u"0.167 FLOP/B"_s) &&
                 why.contains(u"5.12 FLOP/B"_s),
             qPrintable(why));
    QCOMPARE(stage.cell(1, ui::OperationTableModel::critical), u"never"_s);
    stage.add(u"Mixture of experts"_s); // 512 * 8 / 256
    QVERIFY(stage.part<QLabel>("op.why")->text().contains(u"Each expert gets B·k/E = 16 of the 512 tokens"_s));
}

void TstOperationTab::theTableIsCopied()
{
    OperationStage stage;
    stage.add(u"Reduction"_s);
    for (auto* menu : stage.part("op.table.menu")->findChildren<QMenu*>())
        menu->actions().front()->trigger();
    const QStringList lines = QApplication::clipboard()->text().trimmed().split(u'\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines[0].startsWith(u"number,operation,kind"_s), qPrintable(lines[0]));
    QVERIFY2(lines[2].startsWith(u"2,reduction 512×8192 bf16,reduction,hbm,VPU,"_s), qPrintable(lines[2]));
}

/// bf16 on v5p: 459e12 / 2.8e12 = 163.9 FLOP/B where only weights count; exactly 163.9 / (1 - 163.9 * 2 / 8,192) =
/// 170.8.
void TstOperationTab::intensityIsAnotherPicture()
{
    OperationStage stage;
    auto* intensity = stage.part("page.operation")->findChild<ui::Chart*>(u"chart.intensity"_s);
    QVERIFY(intensity && !intensity->isVisible());
    stage.click("op.picture.1");
    QVERIFY(intensity->isVisible());
    for (const QString& words : {u"455 FLOP/B at B = 512"_s, u"ridge 164 FLOP/B"_s, u"tends to 4,096 FLOP/B"_s})
        QVERIFY2(intensity->description().contains(words), qPrintable(intensity->description()));
    intensity->setFocus();
    const tests::AskedNumbers asked(*intensity);
    QTRY_COMPARE(intensity->paintedNumber(), stage.window.session().snapshot().number);
    for (int i = 0; i < 20 && !asked.ids.contains(u"op.batch.critical"_s); ++i) {
        QTest::keyClick(intensity, Qt::Key_Right);
        QTest::keyClick(intensity, Qt::Key_Return);
    }
    QVERIFY2(asked.ids.contains(u"op.batch.critical"_s), qPrintable(asked.ids.join(u' ')));
}

void TstOperationTab::theModelGivesAndTakesOperations()
{
    OperationStage stage;
    auto* menu = stage.part<QMenu>("op.add.model");
    emit menu->aboutToShow();
    QCOMPARE(menu->actions().front()->text(), u"up projection"_s);
    menu->actions().front()->trigger();
    stage.settle();
    QCOMPARE(stage.scenario().ops.back().F, 32768.);
    QCOMPARE(stage.scenario().ops.back().B, 32768.);
    auto* field = stage.part<QLineEdit>("op.F.field");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, u"16384"_s);
    QTest::keyClick(field, Qt::Key_Return);
    stage.settle();
    stage.click("op.to.model");
    QCOMPARE(stage.scenario().model.F, 16384.);
    stage.trigger("undo");
    QCOMPARE(stage.scenario().model.F, 32768.);
    stage.add(u"Reduction"_s);
    stage.click("op.to.model");
    QVERIFY2(stage.part<QLabel>("op.why")->text().startsWith(u"Only a matmul"_s),
             qPrintable(stage.part<QLabel>("op.why")->text()));
}

void TstOperationTab::measuredPointsComeFromAFile()
{
    OperationStage stage;
    auto* tab = stage.part<ui::OperationTab>("operation");
    const auto file = [&, folder = std::make_shared<QTemporaryDir>()](const char* name, const char* text) {
        QFile out(folder->filePath(QLatin1String(name)));
        return out.open(QIODevice::WriteOnly) && out.write(text) > 0 ? out.fileName() : QString();
    };
    tab->readMeasured(file("two.csv", "intensity,flop_per_s\n9,1e12\n90,2e12\n"));
    stage.settle();
    const auto* note = stage.part<QLabel>("op.why");
    QCOMPARE(note->text(), u"2 points from two.csv."_s);
    tab->readMeasured(file("good.csv", "operation,time_us\n1,299.43\n"));
    stage.settle();
    QVERIFY2(note->text().startsWith(u"1 point from good.csv, in place of those from two.csv"_s),
             qPrintable(note->text()));
    auto* chart = stage.part("page.operation")->findChild<ui::Chart*>(u"chart.operation"_s);
    const QRegularExpression half(u"50(.0)?.% of the bf16 MXU roof"_s);
    QVERIFY2(chart->description().contains(half), qPrintable(chart->description()));
    QString said;
    QTimer::singleShot(0, [&] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        said = box ? box->text() : QString();
        if (box)
            box->accept();
    });
    tab->readMeasured(file("bad.csv", "operation,time_us\n1,soon\n"));
    QVERIFY2(said.startsWith(u"bad.csv, row 2, column time_us: \"soon\""_s), qPrintable(said));
    stage.settle();
    QVERIFY(chart->description().contains(half)); // the last that could be read
    QVERIFY(stage.window.session().openExample(*core::shippedCatalogue().scenario("llama3-70b-v5p")));
    stage.settle();
    QVERIFY(!chart->description().contains(u"measured"_s)); // they were of other operations
    const QString why = stage.part<QLabel>("op.why")->text();
    QVERIFY2(why.startsWith(u"The measured points were of the scenario before"_s), qPrintable(why));
}

/// The last column is scrolled to; the name of each row is still at the left edge.
void TstOperationTab::namesStayInSight()
{
    OperationStage stage({1024, 700});
    stage.add(u"Attention"_s);
    auto* table = stage.table();
    table->setCurrentIndex(table->model()->index(1, ui::OperationTableModel::approx));
    table->scrollTo(table->currentIndex());
    stage.settle();
    QVERIFY(table->horizontalScrollBar()->value() > 0);
    const auto* names = table->verticalHeader();
    QVERIFY(names->isVisible() && names->width() > 40);
    QCOMPARE(table->model()->headerData(1, Qt::Vertical).toString(), stage.cell(1, ui::OperationTableModel::name));
    QVERIFY(table->isColumnHidden(ui::OperationTableModel::name));
    QTest::mouseClick(names->viewport(), Qt::LeftButton, {}, {8, names->sectionViewportPosition(0) + 4});
    stage.settle();
    QCOMPARE(stage.list()->chosen(), std::size_t(1));
}

/// A look at what is near the first operation alone; a dot product at a fraction of a FLOP a byte is far off.
void TstOperationTab::whatIsAddedOutOfSightIsSaid()
{
    OperationStage stage;
    auto* chart = stage.part("page.operation")->findChild<ui::Chart*>(u"chart.operation"_s);
    auto* outside = chart->findChild<QPushButton*>(u"chart.outside"_s);
    const double x = stage.window.session().snapshot().report.op.intensity.si();
    const double y = stage.window.session().snapshot().report.op.rate.si();
    chart->look({x / 2, x * 2, y / 2, y * 8});
    QVERIFY(!outside->isVisible());
    stage.add(u"Attention"_s);
    QVERIFY(outside->isVisible());
    QVERIFY(chart->rect().contains(outside->geometry()));
    QTest::mouseClick(outside, Qt::LeftButton);
    stage.settle();
    QVERIFY(!outside->isVisible());
    QVERIFY(chart->ranges().xMin < x / 2);
    for (int i = 0; i < 3; ++i)
        stage.click("op.duplicate"); // at the end of the table, which scrolls there
    QVERIFY(stage.table()->viewport()->rect().contains(stage.table()->visualRect(stage.table()->currentIndex())));
}

/// TPU v5p has no published rate of fp32.
void TstOperationTab::theLastPictureStaysBehindAReason()
{
    OperationStage stage;
    auto& session = stage.window.session();
    auto* chart = stage.part("page.operation")->findChild<ui::Chart*>(u"chart.operation"_s);
    const auto ranges = chart->ranges();
    QVERIFY(session.edit("op.compute", std::string("fp32")));
    stage.settle();
    QVERIFY2(chart->description().startsWith(u"As it was before. Now: "_s), qPrintable(chart->description()));
    QVERIFY(chart->description().contains(u"no rate of the fp32 MXU is stated"_s));
    QVERIFY(chart->ranges() == ranges);
    QVERIFY(session.edit("op.compute", std::string("bf16")));
    stage.settle();
    QVERIFY(chart->description().startsWith(u"Roofline of operations"_s));
}

ROOFLIGHT_TEST(TstOperationTab)
#include "tst_operation_tab.moc"

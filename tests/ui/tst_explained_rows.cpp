// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in the rows of the collectives of a design: a click or F8 opens their derivation, which follows the design.
#include "core/quantity/format.h"
#include "design_stage.h"
#include "explained_stage.h"
#include "support/suite.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QTableView>

#include <vector>

using tests::DesignStage;

class TstExplainedRows : public QObject
{
    Q_OBJECT
private slots:
    void numbersOfRowsExplainThemselves_data();
    void numbersOfRowsExplainThemselves();
    void keysExplainTheNumbersOfARow();
    void theExplanationFollowsTheRow();
    void numbersBelowTheListExplainThemselves();
    void theMenuOfARowExplainsItsNumbers();
    void theMenuKeyMeansTheRowUnderFocus();
    void theMenuOfATableSorts_data();
    void theMenuOfATableSorts();
    void screenReadersAreToldTheChosenNumber();
};

namespace
{

QMenu* menuOf(const DesignStage& stage) { return stage.list().findChild<QMenu*>(QStringLiteral("explain.menu")); }

QString words(const QMenu& menu)
{
    QStringList all;
    for (const QAction* action : menu.actions()) {
        all << (action->isSeparator() ? QStringLiteral("-") : action->text());
    }
    return all.join(QStringLiteral("; "));
}

/// "1,008 calls" of "2 × 63 layers × 8 microbatches".
QString counted(const QString& calls)
{
    double product = 1;
    for (const QString& factor : calls.split(QStringLiteral(" × "))) {
        product *= factor.section(u' ', 0, 0).toDouble();
    }
    return QString::fromStdString(core::countText(product, "call"));
}

/// As the menu key sends it; its place is that of the input, not of the row.
void pressMenuKey(DesignStage& stage)
{
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {0, 0}, {0, 0});
    QApplication::sendEvent(&stage.list(), &event);
}

} // namespace

void TstExplainedRows::numbersOfRowsExplainThemselves_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::newRow("start") << "start";
    QTest::newRow("pipeline") << "comp4901y-pipeline";
    QTest::newRow("GPUs") << "llama3-70b-h100";
}

/// And open nothing.
void TstExplainedRows::numbersOfRowsExplainThemselves()
{
    QFETCH(const QString, scenario);
    DesignStage stage(scenario.toStdString(), {1600, 1000});
    const auto before = stage.scenario().coll;
    auto* view = stage.list().viewport();
    int clicked = 0;
    for (int row = 0; row < stage.rows().rowCount(); ++row) {
        for (std::size_t i = 0; i < stage.rows().row(row).numbers.size(); ++i) {
            stage.list().scrollTo(stage.rows().index(row));
            const auto number = stage.rows().row(row).numbers[i];
            const QPoint at = stage.box(row, i).center();
            QTest::mouseMove(view, at);
            QCOMPARE(view->cursor().shape(), Qt::PointingHandCursor);
            QCOMPARE(stage.list().litNumber(row), static_cast<int>(i));
            QTest::mouseClick(view, Qt::LeftButton, {}, at);
            stage.settle();
            const auto* explain = stage.part<ui::ExplainPanel>("explain");
            QVERIFY(explain->isVisible());
            QCOMPARE(explain->metricId(), number.id);
            QCOMPARE(stage.text("explain.value"),
                     number.words.startsWith(u"calls") ? counted(number.text) : number.text);
            QVERIFY(!stage.derivation().isEmpty());
            ++clicked;
        }
    }
    QVERIFY(clicked >= 4);
    QCOMPARE(stage.scenario().coll, before);
    const QRect first = stage.box(1, 0);
    QTest::mouseMove(view, QPoint(first.left() - 30, first.center().y()));
    QCOMPARE(view->cursor().shape(), Qt::ArrowCursor);
}

void TstExplainedRows::keysExplainTheNumbersOfARow()
{
    DesignStage stage;
    const auto before = stage.scenario().coll;
    const auto* explain = stage.part<ui::ExplainPanel>("explain");
    const auto asked = [&] {
        stage.trigger("explain");
        return explain->metricId();
    };
    QCOMPARE(asked(), QStringLiteral("design.total/forward/AllGather_X of W_in"));
    QVERIFY2(stage.derivation().contains(QStringLiteral("Tcalls = L·Tcall")), qPrintable(stage.derivation()));
    stage.key("design.list", Qt::Key_Right);
    QCOMPARE(asked(), QStringLiteral("design.bytes/forward/AllGather_X of W_in"));
    stage.key("design.list", Qt::Key_Right);
    QCOMPARE(asked(), QStringLiteral("design.calls/forward/AllGather_X of W_in"));
    stage.key("design.list", Qt::Key_Right);
    QCOMPARE(asked(), QStringLiteral("design.call/forward/AllGather_X of W_in"));
    stage.key("design.list", Qt::Key_Right); // the last
    QCOMPARE(stage.list().litNumber(1), 3);
    stage.key("design.list", Qt::Key_Left);
    stage.key("design.list", Qt::Key_Left);
    stage.key("design.list", Qt::Key_Down);
    QCOMPARE(asked(), QStringLiteral("design.bytes/forward/AllGather_X of W_out"));
    QCOMPARE(stage.scenario().coll, before);
}

void TstExplainedRows::theExplanationFollowsTheRow()
{
    DesignStage stage;
    QTest::mouseClick(stage.list().viewport(), Qt::LeftButton, {}, stage.box(6 + 1, 0).center());
    stage.settle();
    QCOMPARE(stage.text("explain.value"), QStringLiteral("11.9 ms"));
    stage.set("model.L", "16");
    QCOMPARE(stage.rows().row(7).total, QStringLiteral("5.97 ms"));
    QCOMPARE(stage.text("explain.value"), QStringLiteral("5.97 ms"));
    stage.set("work.pass", "forward");
    QCOMPARE(stage.text("explain.value"), QStringLiteral("does not apply here"));
    QVERIFY2(stage.derivation().contains(QStringLiteral("has no AllGather_X of W_")), qPrintable(stage.derivation()));
    stage.set("work.pass", "step");
    QCOMPARE(stage.text("explain.value"), QStringLiteral("5.97 ms"));
    stage.set("mesh.Y", "3");
    QCOMPARE(stage.text("explain.value"), QStringLiteral("does not apply here"));
}

void TstExplainedRows::numbersBelowTheListExplainThemselves()
{
    DesignStage stage;
    stage.click(1);
    stage.set("coll.clock", "async");
    QCOMPARE(stage.said("design.sum"), QStringLiteral("In the step: 373 µs × 32 layers = 11.9 ms"));
    const auto* explain = stage.part<ui::ExplainPanel>("explain");
    QStringList asked;
    for (const char* part : {"design.sum", "design.why"}) {
        for (auto* number : stage.part(part)->findChildren<ui::ValueLabel*>()) {
            QVERIFY2(number->isVisible() && !number->title().isEmpty(), qPrintable(number->shown()));
            number->click();
            stage.settle();
            asked << explain->metricId().section(u'/', 0, 0) + u' ' + number->shown();
            QCOMPARE(explain->metricId().section(u'/', 1), QStringLiteral("forward/AllGather_X of W_in"));
            const QString bare = QString(number->shown()).remove(u' ').remove(u'+'); // "+ 4 µs" is 4 µs
            const QString told = number->title() == QStringLiteral("Calls") ? counted(number->shown()) : bare;
            QCOMPARE(stage.text("explain.value").remove(u' '), QString(told).remove(u' '));
            QVERIFY(!stage.derivation().isEmpty());
        }
    }
    QCOMPARE(asked.join(QStringLiteral(", ")),
             QStringLiteral("design.call 373 µs, design.calls 32 layers, design.total 11.9 ms, design.rates − 23.3 µs, "
                            "design.hops + 4 µs"));
}

/// Out: 2048 x 8192 in bf16, over 180 GB/s at book rates, for 32 layers.
void TstExplainedRows::theMenuOfARowExplainsItsNumbers()
{
    DesignStage stage;
    const QPoint at = stage.list().visualRect(stage.rows().index(4)).center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, stage.list().viewport()->mapToGlobal(at));
    QApplication::sendEvent(stage.list().viewport(), &event);
    auto* menu = menuOf(stage);
    QVERIFY(menu);
    QCOMPARE(words(*menu), QStringLiteral("Open; -; Explain 5.97 ms, time of all calls; "
                                          "Explain 33.6 MB, bytes of one call; Explain 32 layers, calls in a step; "
                                          "Explain 186 µs, time of one call"));
    menu->actions().at(3)->trigger();
    stage.settle();
    QCOMPARE(stage.part<ui::ExplainPanel>("explain")->metricId(),
             QStringLiteral("design.bytes/forward/ReduceScatter_Y of Out"));
    menu->actions().front()->trigger();
    stage.settle();
    QCOMPARE(stage.marked(), QStringLiteral("4 ReduceScatter_Y of Out"));
    delete menu;
    QApplication::sendEvent(stage.list().viewport(), &event);
    QVERIFY(!menuOf(stage)->actions().front()->isEnabled()); // it is open
    delete menuOf(stage);
    const QPoint head = stage.list().visualRect(stage.rows().index(0)).center();
    QContextMenuEvent onHead(QContextMenuEvent::Mouse, head, stage.list().viewport()->mapToGlobal(head));
    QApplication::sendEvent(stage.list().viewport(), &onHead);
    QVERIFY(!menuOf(stage));
}

void TstExplainedRows::theMenuKeyMeansTheRowUnderFocus()
{
    DesignStage stage;
    stage.key("design.list", Qt::Key_Down);
    pressMenuKey(stage);
    auto* menu = menuOf(stage);
    QVERIFY(menu);
    menu->actions().back()->trigger();
    stage.settle();
    QCOMPARE(stage.part<ui::ExplainPanel>("explain")->metricId(),
             QStringLiteral("design.call/forward/AllGather_X of W_out"));
    const QRect row = stage.list().visualRect(stage.list().currentIndex());
    QCOMPARE(menu->pos().y(), stage.list().viewport()->mapToGlobal(row.bottomLeft()).y());
}

namespace
{

struct Told {
    QObject* object;
    int child;
    QString description;
};
std::vector<Told> told;

void keepTold(QAccessibleEvent* event)
{
    if (event->type() == QAccessible::DescriptionChanged && event->child() >= 0) {
        const auto* face = event->accessibleInterface();
        told.push_back({event->object(), event->child(), face ? face->text(QAccessible::Description) : QString()});
    }
}

} // namespace

void TstExplainedRows::theMenuOfATableSorts_data()
{
    QTest::addColumn<QString>("page");
    QTest::newRow("steps") << "steps";
    QTest::newRow("links") << "links";
}

/// By keys alone, every column both ways; the first row is in sight then.
void TstExplainedRows::theMenuOfATableSorts()
{
    QFETCH(QString, page);
    tests::ExplainedStage stage({{"coll.torus", "4x4"}, {"coll.wrap", "line"}}, 1);
    stage.openPage(page);
    auto& table = *stage.part<QTableView>(qPrintable(page + QStringLiteral(".table")));
    const int columns = table.model()->columnCount();
    for (int i = 0; i < 2 * columns; ++i) {
        table.scrollToBottom();
        emit table.customContextMenuRequested({5, 5});
        auto* menu = table.findChild<QMenu*>(QStringLiteral("explain.menu"));
        QVERIFY(menu);
        const auto sorts = menu->findChild<QMenu*>(QStringLiteral("sort.menu"))->actions();
        QCOMPARE(sorts.size(), columns);
        const int column = i / 2;
        const bool again = table.horizontalHeader()->sortIndicatorSection() == column &&
                           table.horizontalHeader()->sortIndicatorOrder() == Qt::AscendingOrder;
        sorts[column]->trigger();
        menu->close();
        delete menu;
        QCOMPARE(table.horizontalHeader()->sortIndicatorSection(), column);
        QCOMPARE(table.horizontalHeader()->sortIndicatorOrder(), again ? Qt::DescendingOrder : Qt::AscendingOrder);
        QCOMPARE(table.rowAt(1), 0);
    }
}

void TstExplainedRows::screenReadersAreToldTheChosenNumber()
{
    DesignStage stage;
    told.clear();
    QAccessible::installUpdateHandler(keepTold);
    stage.key("design.list", Qt::Key_Right);
    QAccessible::installUpdateHandler(nullptr);
    const QString second = QStringLiteral("F8 explains 134 MB, bytes of one call");
    if (QAccessible::isActive()) { // not offscreen: nobody listens there
        QCOMPARE(told.size(), std::size_t(1));
        QCOMPARE(told.front().object, &stage.list());
        QCOMPARE(told.front().child, 1);
        QCOMPARE(told.front().description, second);
    }
    auto* face = QAccessible::queryAccessibleInterface(&stage.list());
    QVERIFY(face);
    const auto described = [&](int row) { return face->child(row)->text(QAccessible::Description); };
    QCOMPARE(face->child(1)->text(QAccessible::Name),
             QStringLiteral("AllGather_X of W_in: 11.9 ms, 134 MB × 32 layers, 373 µs each"));
    QCOMPARE(described(1), second);
    QCOMPARE(described(2), QString());
    stage.key("design.list", Qt::Key_Down);
    QCOMPARE(described(1), QString());
    QCOMPARE(described(2), second);
    QTest::mouseClick(stage.list().viewport(), Qt::LeftButton, {}, stage.box(2, 0).center());
    QCOMPARE(described(2), QStringLiteral("F8 explains 11.9 ms, time of all calls"));
    stage.set("work.pass", "forward"); // fewer rows
    QCOMPARE(described(2), QString());
}

ROOFLIGHT_TEST(TstExplainedRows)
#include "tst_explained_rows.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of the views of a collective matmul: buffers in the rows of the order, math over transfer, bars of the
// timeline.
#include "core/scenario/fields.h"
#include "explained_stage.h"
#include "own_stage.h"
#include "support/asked.h"
#include "support/suite.h"
#include "ui/timeline/order_table.h"
#include "ui/timeline/timeline_view.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QTabBar>
#include <QTableView>

namespace
{

using Stage = tests::ExplainedStage;

tests::Edits matmul(const char* kind = "matmul-gather", const char* mode = "halves")
{
    return {{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.kind", kind}, {"coll.algorithm", mode}};
}

QModelIndex buffersIn(const QTableView& table, int row)
{
    return table.model()->index(row, ui::OrderTableModel::buffersColumn);
}

/// The timeline, in sight.
ui::TimelineView& timelineOf(Stage& stage)
{
    auto& view = *stage.part<ui::TimelineView>("timeline");
    if (!view.isVisible()) {
        stage.part<QTabBar>("collectives.stage")->setCurrentIndex(1);
        stage.settle();
    }
    return view;
}

struct DrawnBar {
    QPoint middle;
    QStringList card;
    const ui::TimelineSection* part;
    const core::GanttLane* lane;
    const core::GanttBar* bar;
};

DrawnBar barAt(const ui::TimelineView& view, std::size_t box)
{
    const auto& shown = view.scene().boxes[box];
    const auto& part = view.reading()->sections[shown.place.section];
    const auto& lane = part.gantt.lanes[shown.place.lane];
    const auto& bar = lane.bars[shown.place.bar];
    return {shown.area.center().toPoint(), ui::barCard({*view.reading(), part, lane, bar}), &part, &lane, &bar};
}

QString timeText(double seconds)
{
    return QString::fromStdString(core::format(seconds, core::dim::second, {.digits = ui::timelineDigits}));
}

/// Entries of the menu at a point, closed again.
std::vector<std::pair<QString, QString>> menuOf(Stage& stage, ui::TimelineView& view, const QPoint& at)
{
    std::vector<std::pair<QString, QString>> explained;
    for (int i = 0, count = 1; i < count; ++i) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, view.mapToGlobal(at));
        QApplication::sendEvent(&view, &event);
        auto* menu = view.findChild<QMenu*>(QStringLiteral("explain.menu"));
        if (!menu) {
            return explained;
        }
        count = static_cast<int>(menu->actions().size());
        menu->actions()[i]->trigger();
        explained.emplace_back(menu->actions()[i]->text(), stage.panel().metricId());
        menu->close();
        delete menu;
        stage.settle();
    }
    return explained;
}

} // namespace

class TstExplainedMatmul : public QObject
{
    Q_OBJECT
private slots:
    void buffersOfEachRowAreExplained_data();
    void buffersOfEachRowAreExplained();
    void aRowOfTheOrderIsExplainedByKeyAndMenu();
    void theExplanationFollowsTheRowUnderWay();
    void otherCellsOfTheOrderSeek();
    void anOrderOfOnesOwnExplainsItsBuffers();
    void theTimelineTellsTheTimesOfAnOrderOfOnesOwn();
    void mathOverTransferIsExplained_data();
    void mathOverTransferIsExplained();
    void theRatioStandsStillWhileItIsDragged();
    void barsAreExplained_data();
    void barsAreExplained();
    void aClickOnABarStillSeeks();
    void theMenuBesideBarsOffersWhatIsOfAll();
    void theMenuOfABarOffersEveryNumberOfItsCard_data();
    void theMenuOfABarOffersEveryNumberOfItsCard();
};

void TstExplainedMatmul::buffersOfEachRowAreExplained_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("mode");
    for (const char* kind : {"matmul-gather", "matmul-scatter"}) {
        for (const char* mode : {"uni", "halves", "whole"}) {
            QTest::addRow("%s, %s", kind, mode) << QByteArray(kind) << QByteArray(mode);
        }
    }
}

void TstExplainedMatmul::buffersOfEachRowAreExplained()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, mode);
    Stage stage(matmul(kind, mode));
    stage.openPage(QStringLiteral("order"));
    auto& table = *stage.part<QTableView>("order.table");
    QVERIFY(table.model()->rowCount() > 2);
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        const QModelIndex cell = buffersIn(table, row);
        emit table.activated(cell);
        stage.settle();
        const QString id = stage.panel().metricId();
        QVERIFY2(id.startsWith(u"coll.buffers@"), qPrintable(id));
        QCOMPARE(stage.value(), stage.derived(id));
        QCOMPARE(cell.data().toString(), stage.derived(id));
    }
}

void TstExplainedMatmul::aRowOfTheOrderIsExplainedByKeyAndMenu()
{
    Stage stage(matmul());
    stage.openPage(QStringLiteral("order"));
    auto& table = *stage.part<QTableView>("order.table");
    table.setFocus();
    table.setCurrentIndex(table.model()->index(2, ui::OrderTableModel::firstChip)); // a chip: its row is about buffers
    stage.trigger("explain");
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.buffers@3"));
    emit table.customContextMenuRequested(table.visualRect(table.model()->index(1, 0)).center());
    auto* menu = table.findChild<QMenu*>(QStringLiteral("explain.menu"));
    QVERIFY(menu);
    menu->actions().front()->trigger();
    menu->close();
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.buffers@2"));
}

void TstExplainedMatmul::theExplanationFollowsTheRowUnderWay()
{
    Stage stage(matmul(), 1);
    stage.openPage(QStringLiteral("order"));
    auto& table = *stage.part<QTableView>("order.table");
    emit table.activated(buffersIn(table, 1)); // step 2 is under way
    stage.goTo(2);
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.buffers@3"));
    stage.goTo(3);
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.buffers@4"));
    emit table.activated(buffersIn(table, 0)); // chosen on purpose
    stage.goTo(2);
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.buffers@1"));
}

void TstExplainedMatmul::otherCellsOfTheOrderSeek()
{
    Stage stage(matmul());
    stage.openPage(QStringLiteral("order"));
    auto& table = *stage.part<QTableView>("order.table");
    const QString before = stage.panel().metricId();
    emit table.activated(table.model()->index(2, ui::OrderTableModel::firstChip));
    stage.settle();
    QVERIFY(stage.tab().player().seconds() > 0);
    QCOMPARE(stage.panel().metricId(), before);
}

void TstExplainedMatmul::anOrderOfOnesOwnExplainsItsBuffers()
{
    tests::OwnStage stage;
    stage.load(2);
    stage.click("own.play");
    auto* side = stage.part<QTabWidget>("collectives.side");
    side->setCurrentWidget(side->findChild<QWidget*>(QStringLiteral("order")));
    stage.settle();
    auto& table = *stage.part<QTableView>("order.table");
    QVERIFY(!buffersIn(table, 1).data().toString().isEmpty());
    table.setFocus();
    table.setCurrentIndex(buffersIn(table, 1));
    stage.trigger("explain");
    QCOMPARE(stage.part<ui::ExplainPanel>("explain")->metricId(), QStringLiteral("own.buffers@2"));
    QCOMPARE(stage.part<QLabel>("explain.value")->text(), buffersIn(table, 1).data().toString());
    QVERIFY(!table.statusTip().isEmpty());
}

/// Which ends when its last bar does.
void TstExplainedMatmul::theTimelineTellsTheTimesOfAnOrderOfOnesOwn()
{
    tests::OwnStage stage;
    stage.load(4);
    stage.click("own.play");
    stage.bar().setCurrentIndex(1);
    stage.settle();
    const auto& view = *stage.part<ui::TimelineView>("timeline");
    QVERIFY(view.isVisible() && view.reading());
    const auto& parts = view.reading()->sections;
    QCOMPARE(parts.size(), std::size_t(2));
    QCOMPARE(parts[1].title, QStringLiteral("Custom schedule"));
    for (const auto& part : parts) {
        QCOMPARE(part.time.value, timeText(part.gantt.end));
        QCOMPARE(part.time.metric,
                 part.serialized ? QStringLiteral("own.played.naive") : QStringLiteral("own.played.time"));
    }
    QCOMPARE(view.reading()->saved.value, timeText(std::abs(parts[0].gantt.end - parts[1].gantt.end)));
    QCOMPARE(view.chosenNumber(), QStringLiteral("own.played.saved"));
}

void TstExplainedMatmul::mathOverTransferIsExplained_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("gather") << QByteArray("matmul-gather");
    QTest::newRow("scatter") << QByteArray("matmul-scatter");
}

/// With the size that just hides the transfers it is 1.
void TstExplainedMatmul::mathOverTransferIsExplained()
{
    QFETCH(QByteArray, kind);
    Stage stage(matmul(kind));
    timelineOf(stage);
    auto& value = *stage.part<ui::ValueLabel>("ratio.value");
    QVERIFY(value.isVisible());
    QCOMPARE(value.metricId(), QStringLiteral("coll.math_ratio"));
    QCOMPARE(stage.complaint(value), QString());
    const auto hiding = tests::derivation(stage.window.session().scenario(), "coll.hidden_from").steps.front().value;
    const char* field = kind == "matmul-gather" ? "coll.F" : "coll.D";
    QVERIFY(stage.window.session().edit(core::findField(field)->id, std::round(hiding)));
    stage.settle();
    QCOMPARE(value.shown(), QStringLiteral("1.00"));
    QCOMPARE(stage.value(), QStringLiteral("1.00"));
}

/// From one end of the track to the other.
void TstExplainedMatmul::theRatioStandsStillWhileItIsDragged()
{
    Stage stage(matmul());
    timelineOf(stage);
    auto& value = *stage.part<ui::ValueLabel>("ratio.value");
    const QRect place = value.geometry();
    const int height = value.parentWidget()->height();
    const auto hiding = tests::derivation(stage.window.session().scenario(), "coll.hidden_from").steps.front().value;
    for (const double ratio : {1.0 / 60, 0.0888, 0.5, 1.0, 7.7, 60.0}) {
        QVERIFY(stage.window.session().edit("coll.F", std::round(ratio * hiding)));
        stage.settle();
        QCOMPARE(value.geometry(), place);
        QCOMPARE(value.parentWidget()->height(), height);
    }
}

void TstExplainedMatmul::barsAreExplained_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::newRow("gather, halves") << matmul();
    QTest::newRow("scatter, whole") << matmul("matmul-scatter", "whole");
    QTest::newRow("ring") << tests::Edits{{"coll.torus", "8"}, {"coll.wrap", "ring"}};
    QTest::newRow("switch") << tests::Edits{{"coll.torus", "switch8"}, {"coll.kind", "all-reduce"}};
    QTest::newRow("one axis of two") << tests::Edits{
        {"coll.torus", "4x8"}, {"coll.wrap", "ring"}, {"coll.axes", "Y"}, {"coll.clock", "book"}};
}

/// A double click, F8 and Enter: each opens what the card of the bar tells.
void TstExplainedMatmul::barsAreExplained()
{
    QFETCH(tests::Edits, edits);
    Stage stage(edits);
    auto& view = timelineOf(stage);
    const std::size_t count = view.scene().boxes.size();
    QVERIFY(count > 2);
    for (std::size_t box = 0; box < count; box += 1 + count / 8) {
        const DrawnBar bar = barAt(view, box);
        QTest::mouseDClick(&view, Qt::LeftButton, {}, bar.middle);
        stage.settle();
        const QString id = stage.panel().metricId();
        QVERIFY2(id.contains(bar.lane->row.multiplies() ? u"product_end@" : u"arrival@"), qPrintable(id));
        const auto& scenario = stage.window.session().scenario();
        const auto derivation = tests::derivation(scenario, id.toStdString());
        QCOMPARE(timeText(derivation.steps.front().value), timeText(bar.bar->arrival));
        const auto title = QString::fromStdString(tests::number(scenario, id.toStdString())->title);
        const auto name = ui::barName({*view.reading(), *bar.part, *bar.lane, *bar.bar});
        QVERIFY2(!bar.lane->row.multiplies() || title.contains(QStringLiteral("product %1 ").arg(name)),
                 qPrintable(title));
        QVERIFY2(bar.card.join(u' ').contains(timeText(bar.bar->arrival)), qPrintable(bar.card.join(u' ')));
        QCOMPARE(stage.value(), stage.derived(id));
        ui::askWhy(stage.tab(), QStringLiteral("coll.time"));
        view.setFocus();
        QTest::mouseMove(&view, bar.middle);
        stage.trigger("explain");
        QCOMPARE(stage.panel().metricId(), id);
        ui::askWhy(stage.tab(), QStringLiteral("coll.time"));
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(stage.panel().metricId(), id);
    }
}

void TstExplainedMatmul::aClickOnABarStillSeeks()
{
    Stage stage(matmul());
    auto& view = timelineOf(stage);
    const QString before = stage.panel().metricId();
    const DrawnBar bar = barAt(view, view.scene().boxes.size() - 1);
    QTest::mouseClick(&view, Qt::LeftButton, {}, bar.middle);
    stage.settle();
    QVERIFY(std::abs(stage.tab().player().seconds() - view.scene().secondsAt(bar.middle.x())) < 1e-9);
    QCOMPARE(stage.panel().metricId(), before);
}

void TstExplainedMatmul::theMenuBesideBarsOffersWhatIsOfAll()
{
    Stage stage(matmul());
    auto& view = timelineOf(stage);
    QStringList ids;
    for (const auto& [words, id] : menuOf(stage, view, {2, 2})) {
        ids << id;
    }
    QCOMPARE(ids, (QStringList{QStringLiteral("coll.naive"), QStringLiteral("coll.pipelined"),
                               QStringLiteral("coll.saved"), QStringLiteral("coll.saved_share")}));
}

void TstExplainedMatmul::theMenuOfABarOffersEveryNumberOfItsCard_data()
{
    QTest::addColumn<QString>("width");
    QTest::newRow("exposed") << "512";
    QTest::newRow("hidden") << "65536";
}

void TstExplainedMatmul::theMenuOfABarOffersEveryNumberOfItsCard()
{
    QFETCH(QString, width);
    Stage stage(matmul());
    QVERIFY(stage.window.session().editFromText("coll.F", width.toStdString()));
    stage.settle();
    auto& view = timelineOf(stage);
    for (std::size_t box = 0; box < view.scene().boxes.size(); box += 3) {
        const DrawnBar bar = barAt(view, box);
        const auto entries = menuOf(stage, view, bar.middle);
        const bool exposed = bar.card.last().contains(QStringLiteral("of it exposed"));
        const bool sends = !bar.lane->row.multiplies();
        const std::size_t bytes = sends && !bar.part->serialized ? 1 : 0;
        QCOMPARE(entries.size(), 1 + bytes + (exposed ? 1 : 0) + 1);
        QVERIFY2(entries.front().second.contains(sends ? u"arrival@" : u"product_end@"),
                 qPrintable(entries.front().second));
        QCOMPARE(entries.back().second, bar.part->time.metric);
        if (bytes > 0) {
            QVERIFY(bar.card.contains(stage.derived(entries[1].second)));
        }
        if (exposed) {
            const QString id = entries[entries.size() - 2].second;
            const auto derivation = tests::derivation(stage.window.session().scenario(), id.toStdString());
            QVERIFY2(bar.card.last().startsWith(timeText(derivation.steps.front().value) + u' '),
                     qPrintable(bar.card.last()));
        }
    }
}

ROOFLIGHT_TEST(TstExplainedMatmul)
#include "tst_explained_matmul.moc"

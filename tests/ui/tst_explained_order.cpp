// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of an order of one's own: a click, Enter or F8 on each opens its derivation, which follows the order.
#include "core/quantity/format.h"
#include "own_stage.h"
#include "support/asked.h"
#include "support/suite.h"
#include "ui/collectives/collective_stage.h"
#include "ui/collectives/collectives_tab.h"
#include "ui/controls/word_flow.h"
#include "ui/derivation/explain_panel.h"
#include "ui/numbers/value_label.h"
#include "ui/playback/recording.h"
#include "ui/tables/link_table.h"
#include "ui/timeline/timeline_view.h"
#include "ui/torus/torus_view.h"

#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>

namespace
{

struct OrderStage : tests::OwnStage {
    using OwnStage::OwnStage;

    ui::ExplainPanel& panel() const { return *part<ui::ExplainPanel>("explain"); }
    QString value() const { return part<QLabel>("explain.value")->text(); }
    QString text() const { return part<QTextBrowser>("explain.text")->toPlainText(); }
    ui::CollectivesTab& tab() const { return *window.findChild<ui::CollectivesTab*>(); }
    ui::TorusView& torus() const { return tab().stage().torus(); }
    /// The first of the orders that are offered, standing at its first step.
    void playFirst()
    {
        showPage();
        load(1);
        click("own.play");
        tab().player().setPlaying(false);
        tab().player().seek(1);
        settle();
    }
    void openSide(const QString& page)
    {
        auto* side = part<QTabWidget>("collectives.side");
        auto* wanted = tab().findChild<ui::CollectivePage*>(page);
        const bool beside = side->indexOf(wanted) >= 0;
        side->setCurrentIndex(beside ? side->indexOf(wanted) : side->indexOf(part("links"))); // not the setup
        if (!beside)
            tab().stage().showPage(wanted);
        settle();
    }
    ui::ValueLabel& number(const char* id) const
    {
        for (auto* label : factsPart().findChildren<ui::ValueLabel*>()) {
            if (label->metricId() == QLatin1String(id)) {
                return *label;
            }
        }
        qFatal("no number %s", id);
    }
};

} // namespace

class TstExplainedOrder : public QObject
{
    Q_OBJECT
private slots:
    void everyNumberIsExplained_data();
    void everyNumberIsExplained();
    void aLossIsExplainedToo();
    void keysExplainTheNumberUnderFocus();
    void theExplanationFollowsTheOrder();
    void withoutAnOrderTheEngineIsExplained();
    void thePageOutOfSightExplainsNothing();
    void wordsFlowIntoLines();
    void buffersOfTheTableAreExplained_data();
    void buffersOfTheTableAreExplained();
    void everyNumberOfAPlayedOrderIsExplained_data();
    void everyNumberOfAPlayedOrderIsExplained();
    void cellsAndLinesOfAPlayedOrderAreExplained();
    void theExplanationFollowsAPlayedOrder();
    void theTimelineOfAPlayedOrderTellsItsTimes();
};

void TstExplainedOrder::everyNumberIsExplained_data()
{
    QTest::addColumn<QByteArray>("chips");
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<int>("preset");
    for (const char* kind : {"matmul-gather", "matmul-scatter"}) {
        for (const char* chips : {"4", "5"}) {
            for (const int preset : {1, 2, 3, 4}) {
                QTest::addRow("%s on %s, preset %d", kind, chips, preset)
                    << QByteArray(chips) << QByteArray(kind) << preset;
            }
        }
    }
}

void TstExplainedOrder::everyNumberIsExplained()
{
    QFETCH(QByteArray, chips);
    QFETCH(QByteArray, kind);
    QFETCH(int, preset);
    OrderStage stage(chips, kind);
    stage.load(preset);
    for (const char* clock : {"async", "lockstep", "book"}) {
        stage.set("coll.clock", clock);
        int shown = 0;
        for (auto* label : stage.factsPart().findChildren<ui::ValueLabel*>()) {
            if (!label->isVisible()) {
                continue;
            }
            ++shown;
            QCOMPARE(label->focusPolicy(), Qt::StrongFocus);
            label->click();
            stage.settle();
            QCOMPARE(stage.panel().metricId(), label->metricId());
            QVERIFY(stage.panel().isVisible());
            QCOMPARE(stage.value(), label->shown());
            const auto snapshot = ui::snapshotOf(stage.window.session().scenario());
            auto workspace = snapshot.workspace();
            workspace.custom = stage.page().schedule();
            const auto number = core::explain(workspace, label->metricId().toStdString());
            QVERIFY(number && !number->derivation.steps.empty());
            QCOMPARE(QString::fromStdString(number->text()), label->shown());
        }
        QVERIFY(shown >= 8);
    }
}

/// One direction on long shards: gathering first uses both and is quicker.
void TstExplainedOrder::aLossIsExplainedToo()
{
    OrderStage stage("8");
    stage.set("coll.F", "64");
    stage.load(1);
    QVERIFY2(stage.facts().contains(QStringLiteral("lost")), qPrintable(stage.facts()));
    auto& lost = stage.number("own.lost");
    lost.click();
    QCOMPARE(stage.value(), lost.shown());
    auto& share = stage.number("own.lost_share");
    share.click();
    QCOMPARE(stage.value(), share.shown());
    QVERIFY2(stage.text().contains(QStringLiteral("Share of the serialized time")), qPrintable(stage.text()));
}

void TstExplainedOrder::keysExplainTheNumberUnderFocus()
{
    OrderStage stage;
    stage.load(2);
    auto& saved = stage.number("own.saved");
    saved.setFocus();
    QTest::keyClick(&saved, Qt::Key_Return);
    QCOMPARE(stage.panel().metricId(), QStringLiteral("own.saved"));
    QVERIFY2(stage.text().contains(QStringLiteral("Time saved by")), qPrintable(stage.text()));
    stage.number("own.time").setFocus();
    stage.trigger("explain");
    QCOMPARE(stage.panel().metricId(), QStringLiteral("own.time"));
}

void TstExplainedOrder::theExplanationFollowsTheOrder()
{
    OrderStage stage;
    stage.load(1);
    auto& time = stage.number("own.time");
    time.click();
    const QString before = stage.value();
    stage.load(2);
    QVERIFY(time.shown() != before);
    QCOMPARE(stage.value(), time.shown());
    stage.set("coll.clock", "lockstep");
    QCOMPARE(stage.value(), time.shown());
    stage.click("own.clear");
    QCOMPARE(stage.value(), QStringLiteral("does not apply here"));
    QVERIFY2(stage.text().contains(QStringLiteral("no valid custom schedule")), qPrintable(stage.text()));
    stage.load(2);
    QCOMPARE(stage.value(), time.shown());
}

void TstExplainedOrder::withoutAnOrderTheEngineIsExplained()
{
    OrderStage stage;
    QVERIFY2(stage.facts().startsWith(QStringLiteral("Built in:")), qPrintable(stage.facts()));
    auto& halves = stage.number("own.engine.halves");
    halves.click();
    QCOMPARE(stage.value(), halves.shown());
}

void TstExplainedOrder::thePageOutOfSightExplainsNothing()
{
    OrderStage stage;
    stage.load(2);
    stage.number("own.time").click();
    stage.bar().setCurrentIndex(0);
    stage.settle();
    QCOMPARE(stage.value(), QStringLiteral("does not apply here"));
    QVERIFY2(stage.text().contains(QStringLiteral("Open the page Custom")), qPrintable(stage.text()));
}

/// Three words of 40: side by side, then below each other.
void TstExplainedOrder::wordsFlowIntoLines()
{
    QWidget room;
    auto* flow = new ui::WordFlow(4, 2);
    room.setLayout(flow);
    std::vector<QWidget*> words;
    for (int i = 0; i < 3; ++i) {
        words.push_back(new QWidget);
        words.back()->setFixedSize(40, 18);
        flow->addWidget(words.back());
    }
    room.resize(140, 100);
    room.show();
    QCOMPARE(flow->heightForWidth(140), 18);
    QCOMPARE(words[2]->pos(), QPoint(88, 0));
    QCOMPARE(flow->heightForWidth(100), 38);
    room.resize(100, 100);
    QApplication::processEvents();
    QCOMPARE(words[1]->pos(), QPoint(44, 0));
    QCOMPARE(words[2]->pos(), QPoint(0, 20));
    words[0]->hide();
    QApplication::processEvents();
    QCOMPARE(words[1]->pos(), QPoint(0, 0));
    QCOMPARE(flow->heightForWidth(30), 38);
    words[2]->setFixedSize(40, 10); // a lower one, its middle at that of the other
    QApplication::processEvents();
    QCOMPARE(words[2]->pos(), QPoint(44, 4));
}

void TstExplainedOrder::buffersOfTheTableAreExplained_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("mode");
    QTest::addColumn<QString>("shards"); // collectives.md, "Buffers", for more than two chips
    QTest::newRow("gather, one way") << QByteArray("matmul-gather") << QByteArray("uni") << QStringLiteral("2");
    QTest::newRow("gather, whole") << QByteArray("matmul-gather") << QByteArray("whole") << QStringLiteral("4");
    QTest::newRow("scatter, whole") << QByteArray("matmul-scatter") << QByteArray("whole") << QStringLiteral("6");
}

/// One after the other, all shards but the chip's own.
void TstExplainedOrder::buffersOfTheTableAreExplained()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, mode);
    QFETCH(QString, shards);
    OrderStage stage("8", kind);
    stage.set("coll.algorithm", mode);
    auto* side = stage.part<QTabWidget>("collectives.side");
    side->setCurrentWidget(side->findChild<QWidget*>(QStringLiteral("order")));
    stage.settle();
    for (const auto& [name, id, text] :
         {std::tuple("order.buffers", QStringLiteral("coll.most_buffers"), shards),
          std::tuple("order.naive_buffers", QStringLiteral("coll.naive_buffers"), QStringLiteral("7"))}) {
        auto& label = *stage.part<ui::ValueLabel>(name);
        QVERIFY(label.isVisible());
        QCOMPARE(label.shown(), text);
        QTest::mouseClick(&label, Qt::LeftButton);
        stage.settle();
        QCOMPARE(stage.panel().metricId(), id);
        QCOMPARE(stage.value(), text);
        QVERIFY2(stage.text().contains(u"counted on the schedule"), qPrintable(stage.text()));
    }
}

void TstExplainedOrder::everyNumberOfAPlayedOrderIsExplained_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QString>("page");
    for (const char* kind : {"matmul-gather", "matmul-scatter"}) {
        for (const char* page : {"links", "steps", "order", "holdings.page"}) {
            QTest::addRow("%s, %s", kind, page) << QByteArray(kind) << QString::fromLatin1(page);
        }
    }
}

/// Of the tab while the order is played: what a label shows is what its explanation says.
void TstExplainedOrder::everyNumberOfAPlayedOrderIsExplained()
{
    QFETCH(QByteArray, kind);
    QFETCH(QString, page);
    OrderStage stage("5", kind);
    stage.playFirst();
    stage.openSide(page);
    stage.torus().pointNext(false); // a chip's card
    QTest::keyClick(&stage.torus(), Qt::Key_Return);
    QTest::keyClick(&stage.torus(), Qt::Key_L); // and a line's
    stage.settle();
    int shown = 0;
    for (auto* label : stage.tab().findChildren<ui::ValueLabel*>()) {
        if (!label->isVisible() || label->metricId().isEmpty()) {
            QVERIFY2(!label->isVisible() || label->shown().isEmpty(), qPrintable(label->shown()));
            continue;
        }
        const QString id = label->metricId();
        QVERIFY2(id.startsWith(u"own."), qPrintable(id));
        const QString said = label->shown();
        label->click();
        stage.settle();
        QCOMPARE(stage.panel().metricId(), id);
        QVERIFY2(said.endsWith(stage.value()), qPrintable(QStringList({id, said, stage.value()}).join(u' ')));
        QVERIFY2(!stage.text().isEmpty() && stage.panel().isVisible(), qPrintable(id));
        ++shown;
    }
    QVERIFY2(shown >= 6, qPrintable(QString::number(shown)));
}

void TstExplainedOrder::cellsAndLinesOfAPlayedOrderAreExplained()
{
    OrderStage stage("5");
    stage.playFirst();
    stage.openSide(QStringLiteral("links"));
    auto& links = *stage.part<QTableView>("links.table");
    const QModelIndex bytes = links.model()->index(0, ui::LinkTableModel::bytes);
    emit links.activated(bytes);
    QVERIFY2(stage.panel().metricId().startsWith(u"own.link_bytes@1,"), qPrintable(stage.panel().metricId()));
    QCOMPARE(stage.value(), bytes.data().toString());
    stage.torus().setFocus();
    QTest::keyClick(&stage.torus(), Qt::Key_L);
    stage.trigger("explain");
    QVERIFY2(stage.panel().metricId().startsWith(u"own.link_load@1,"), qPrintable(stage.panel().metricId()));
}

/// From step to step, to another order, and back to the engine's, which has none of these numbers.
void TstExplainedOrder::theExplanationFollowsAPlayedOrder()
{
    OrderStage stage("5");
    stage.playFirst();
    auto& time = *stage.part<ui::ValueLabel>("transport.time");
    time.click();
    QCOMPARE(stage.panel().metricId(), QStringLiteral("own.step_end@1"));
    stage.tab().player().seek(2);
    stage.settle();
    QCOMPARE(stage.panel().metricId(), QStringLiteral("own.step_end@2"));
    QCOMPARE(stage.value(), time.shown());
    stage.tab().player().seek(1);
    stage.settle();
    const QString before = stage.value();
    stage.set("coll.B", "3000"); // other messages, and the engine's order again
    QCOMPARE(stage.panel().metricId(), QStringLiteral("own.step_end@1"));
    QCOMPARE(stage.value(), QStringLiteral("does not apply here"));
    QVERIFY2(stage.text().contains(QStringLiteral("Play the custom schedule")), qPrintable(stage.text()));
    QCOMPARE(time.metricId(), QStringLiteral("coll.step_end@1"));
    stage.playFirst();
    QVERIFY(stage.value() != before);
    QCOMPARE(stage.value(), time.shown());
}

/// The order of one direction, which takes longer than the engine's in halves.
void TstExplainedOrder::theTimelineOfAPlayedOrderTellsItsTimes()
{
    OrderStage stage("8");
    stage.set("coll.F", "1024");
    stage.playFirst();
    if (!stage.part<ui::TimelineView>("timeline")->isVisible()) {
        stage.bar().setCurrentIndex(1);
        stage.settle();
    }
    auto& view = *stage.part<ui::TimelineView>("timeline");
    QVERIFY(view.isVisible());
    QCOMPARE(view.scene().links.size(), std::size_t(4));
    QStringList told;
    const auto& snapshot = stage.window.session().snapshot();
    const auto workspace = stage.tab().workspace(snapshot);
    for (std::size_t i = 0; i < view.scene().links.size(); ++i) {
        const ui::TimelineLink link = view.scene().links[i];
        QTest::mouseClick(&view, Qt::LeftButton, {}, link.value.center().toPoint());
        stage.settle();
        QCOMPARE(stage.panel().metricId(), link.metric);
        told << link.metric;
        const auto number = core::value(workspace, link.metric.toStdString());
        QVERIFY2(number, qPrintable(link.metric));
        QCOMPARE(stage.value(), QString::fromStdString(number->text()));
    }
    QCOMPARE(told, (QStringList{QStringLiteral("own.played.naive"), QStringLiteral("own.played.time"),
                                QStringLiteral("own.played.saved_share"), QStringLiteral("own.played.saved")}));
    const auto time = core::value(workspace, "own.played.time")->si();
    QCOMPARE(time, stage.tab().recording()->collective().analysis.time.si());
    const auto& scenario = stage.window.session().scenario();
    QVERIFY(time > 1.1 * std::get<double>(tests::metricValue(scenario, "coll.time")));
}

ROOFLIGHT_TEST(TstExplainedOrder)
#include "tst_explained_order.moc"

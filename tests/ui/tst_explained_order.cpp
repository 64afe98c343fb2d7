// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of an order of one's own: a click, Enter or F8 on each opens its derivation, which follows the order.
#include "core/quantity/format.h"
#include "own_stage.h"
#include "support/suite.h"
#include "ui/controls/word_flow.h"
#include "ui/derivation/explain_panel.h"
#include "ui/shell/value_label.h"

#include <QTabWidget>
#include <QTextBrowser>

namespace
{

struct Stage : tests::OwnStage {
    using OwnStage::OwnStage;

    ui::ExplainPanel& panel() const { return *part<ui::ExplainPanel>("explain"); }
    QString value() const { return part<QLabel>("explain.value")->text(); }
    QString text() const { return part<QTextBrowser>("explain.text")->toPlainText(); }
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
    Stage stage(chips, kind);
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
            const auto number = stage.page().number(label->metricId());
            QVERIFY(number && !number->derivation.steps.empty());
            QCOMPARE(QString::fromStdString(core::placedText(number->number)), label->shown());
        }
        QVERIFY(shown >= 8);
    }
}

/// One direction on long shards: gathering first uses both and is quicker.
void TstExplainedOrder::aLossIsExplainedToo()
{
    Stage stage("8");
    stage.set("coll.F", "64");
    stage.load(1);
    QVERIFY2(stage.facts().contains(QStringLiteral("lost")), qPrintable(stage.facts()));
    auto& lost = stage.number("own.lost");
    lost.click();
    QCOMPARE(stage.value(), lost.shown());
    auto& share = stage.number("own.lost_share");
    share.click();
    QCOMPARE(stage.value(), share.shown());
    QVERIFY2(stage.text().contains(QStringLiteral("100·")), qPrintable(stage.text()));
}

void TstExplainedOrder::keysExplainTheNumberUnderFocus()
{
    Stage stage;
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
    Stage stage;
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
    QVERIFY2(stage.text().contains(QStringLiteral("no valid order")), qPrintable(stage.text()));
    stage.load(2);
    QCOMPARE(stage.value(), time.shown());
}

void TstExplainedOrder::withoutAnOrderTheEngineIsExplained()
{
    Stage stage;
    QVERIFY2(stage.facts().startsWith(QStringLiteral("Engine:")), qPrintable(stage.facts()));
    auto& halves = stage.number("own.engine.halves");
    halves.click();
    QCOMPARE(stage.value(), halves.shown());
}

void TstExplainedOrder::thePageOutOfSightExplainsNothing()
{
    Stage stage;
    stage.load(2);
    stage.number("own.time").click();
    stage.bar().setCurrentIndex(0);
    stage.settle();
    QCOMPARE(stage.value(), QStringLiteral("does not apply here"));
    QVERIFY2(stage.text().contains(QStringLiteral("Open the page Own order")), qPrintable(stage.text()));
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
    Stage stage("8", kind);
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

ROOFLIGHT_TEST(TstExplainedOrder)
#include "tst_explained_order.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of the tab Collectives that belong to a step, chip or link: a click, Enter or F8 on each opens the derivation
// of the very number that is shown, and the explanation goes on with the steps.
#include "explained_kinds.h"
#include "support/asked.h"
#include "support/suite.h"
#include "ui/mark_shown.h"
#include "ui/playback/recording.h"
#include "ui/tables/link_table.h"
#include "ui/tables/step_table.h"
#include "ui/torus/chip_cards.h"

#include <QMenu>
#include <QTableView>
#include <QTextBrowser>

namespace
{

using Stage = tests::ExplainedStage;

struct Paints : QObject {
    int count = 0;

    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

} // namespace

class TstExplainedNumbers : public QObject
{
    Q_OBJECT
private slots:
    void theTimeOfTheTransportIsExplained_data();
    void theTimeOfTheTransportIsExplained();
    void numbersOfACardAreExplained_data();
    void numbersOfACardAreExplained();
    void aCardThatGoesLeavesTheKeyboardToTheTorus();
    void unfinishedSumsOfACardAreExplained_data();
    void unfinishedSumsOfACardAreExplained();
    void theEndOfTheScaleIsExplained_data();
    void theEndOfTheScaleIsExplained();
    void bytesAndLoadsOfLinksAreExplained_data();
    void bytesAndLoadsOfLinksAreExplained();
    void bytesOverLinksTogetherAreExplained_data();
    void bytesOverLinksTogetherAreExplained();
    void bytesOfMessagesAreExplained_data();
    void bytesOfMessagesAreExplained();
    void aLinkThatIsClickedExplainsItsLoad();
    void keysExplainTheNumberUnderFocus();
    void theMenuOfARowExplainsItsNumber();
    void theExplanationGoesOnWithTheSteps();
    void aMessageOfAnotherStepStays();
    void placesThatAreGoneSaySo();
    void theTransportHoldsStill();
    void anOrderOfOnesOwnHasIdsOfItsOwn();
};

void TstExplainedNumbers::theTimeOfTheTransportIsExplained_data() { tests::addExplainedKinds(); }

void TstExplainedNumbers::theTimeOfTheTransportIsExplained()
{
    QFETCH(tests::Edits, edits);
    for (const char* clock : {"async", "lockstep", "book"}) {
        edits.emplace_back("coll.clock", clock);
        Stage stage(edits);
        const int steps = stage.tab().recording()->steps();
        for (const int step : {0, 1, steps / 2, steps}) {
            stage.goTo(step);
            auto& label = *stage.part<ui::ValueLabel>("transport.time");
            QCOMPARE(label.metricId(), QStringLiteral("coll.step_end@%1").arg(step));
            QCOMPARE(stage.complaint(label), QString());
        }
    }
}

void TstExplainedNumbers::numbersOfACardAreExplained_data() { tests::addExplainedKinds(); }

void TstExplainedNumbers::numbersOfACardAreExplained()
{
    QFETCH(tests::Edits, edits);
    Stage stage(edits, 1);
    if (stage.torus().look().detail == ui::TorusDetail::blocks) {
        stage.torus().setDetail(ui::TorusDetail::slice);
    }
    QTest::keyClick(&stage.torus(), Qt::Key_N);
    QTest::keyClick(&stage.torus(), Qt::Key_Return);
    stage.settle();
    const auto labels = stage.torus().findChild<ui::ChipCards*>()->findChildren<ui::ValueLabel*>();
    int shown = 0;
    for (ui::ValueLabel* label : labels) {
        if (label->isVisible()) {
            ++shown;
            QCOMPARE(label->focusPolicy(), Qt::StrongFocus);
            QCOMPARE(stage.complaint(*label), QString());
        }
    }
    QVERIFY(shown > 1); // bytes on the chip, and what it sends or receives
}

/// Not to whatever is next in the window.
void TstExplainedNumbers::aCardThatGoesLeavesTheKeyboardToTheTorus()
{
    Stage stage({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}}, 1);
    stage.torus().setFocus();
    QTest::keyClick(&stage.torus(), Qt::Key_N);
    QTest::keyClick(&stage.torus(), Qt::Key_Return);
    stage.settle();
    auto* number = stage.torus().findChild<ui::ChipCards*>()->findChild<ui::ValueLabel*>();
    QVERIFY(number && number->isVisible());
    number->setFocus();
    QVERIFY(number->hasFocus());
    QTest::keyClick(&stage.torus(), Qt::Key_Escape);
    stage.settle();
    QVERIFY(!number->isVisible());
    QCOMPARE(stage.window.focusWidget(), &stage.torus());
}

void TstExplainedNumbers::unfinishedSumsOfACardAreExplained_data()
{
    QTest::addColumn<tests::Edits>("edits");
    const auto add = [](const char* name, const tests::Edits& edits) { QTest::newRow(name) << edits; };
    add("ring of 8", {{"coll.torus", "8"}, {"coll.wrap", "ring"}, {"coll.kind", "reduce-scatter"}});
    add("torus 4x4", {{"coll.torus", "4x4"}, {"coll.wrap", "ring"}, {"coll.kind", "all-reduce"}});
    add("one axis of three", {{"coll.torus", "4x4x4"}, {"coll.axes", "Y"}, {"coll.kind", "reduce-scatter"}});
    add("switch", {{"coll.torus", "switch8"}, {"coll.kind", "reduce-scatter"}});
}

/// "A₀ 3/8": 3 terms of 8; before the first step all are the chip's own, at last there is none.
void TstExplainedNumbers::unfinishedSumsOfACardAreExplained()
{
    QFETCH(tests::Edits, edits);
    Stage stage(edits);
    QTest::keyClick(&stage.torus(), Qt::Key_N);
    QTest::keyClick(&stage.torus(), Qt::Key_Return);
    const auto* cards = stage.torus().findChild<ui::ChipCards*>();
    const auto& card = *cards->findChild<ui::ChipCard*>();
    tests::AskedNumbers asked(stage.tab());
    const int steps = stage.tab().recording()->steps();
    for (const int step : {0, 1, steps}) {
        stage.goTo(step);
        std::size_t sums = 0;
        for (ui::ValueLabel* label : card.findChildren<ui::ValueLabel*>()) {
            if (!label->isVisible() || !label->metricId().startsWith(u"coll.terms@")) {
                continue;
            }
            QCOMPARE(core::stepIn(label->metricId().toStdString()), step);
            QCOMPARE(label->cursor().shape(), Qt::PointingHandCursor);
            QVERIFY(card.rect().contains(label->geometry()));
            asked.ids.clear();
            QTest::mouseClick(label, Qt::LeftButton);
            QCOMPARE(asked.ids.size(), 1);
            QCOMPARE(asked.ids.front(), label->metricId());
            QCOMPARE(stage.complaint(*label), QString());
            QCOMPARE(label->shown().section(u' ', -1), stage.derived(label->metricId()));
            QVERIFY(step > 0 || label->shown().endsWith(u" 1"));
            QVERIFY(card.facts().pending.text(sums++).startsWith(label->shown() + u'/'));
        }
        QCOMPARE(sums, std::min<std::size_t>(6, card.facts().pending.first.size()));
        QCOMPARE(sums > 0, step < steps);
    }
}

void TstExplainedNumbers::theEndOfTheScaleIsExplained_data() { tests::addExplainedKinds(); }

void TstExplainedNumbers::theEndOfTheScaleIsExplained()
{
    QFETCH(tests::Edits, edits);
    Stage stage(edits);
    auto& label = *stage.torus().findChild<ui::ValueLabel*>(QStringLiteral("torus.capacity"));
    QVERIFY(!label.isVisible()); // no time has passed
    stage.goTo(1);
    static_cast<void>(stage.torus().grab());
    QVERIFY(label.isVisible());
    QCOMPARE(stage.complaint(label), QString());
    QCOMPARE(label.shown(), stage.scene().scaleMax);
    QVERIFY(label.geometry().top() > stage.scene().scale.bottom());
    QVERIFY(stage.torus().rect().contains(label.geometry()));
}

void TstExplainedNumbers::bytesAndLoadsOfLinksAreExplained_data() { tests::addExplainedKinds(); }

void TstExplainedNumbers::bytesAndLoadsOfLinksAreExplained()
{
    QFETCH(tests::Edits, edits);
    Stage stage(edits, 1);
    stage.openPage(QStringLiteral("links"));
    auto& table = *stage.part<QTableView>("links.table");
    tests::AskedNumbers asked(stage.tab());
    for (const int row : {0, table.model()->rowCount() / 2, table.model()->rowCount() - 1}) {
        for (const int column : {int(ui::LinkTableModel::bytes), int(ui::LinkTableModel::share)}) {
            const QModelIndex cell = table.model()->index(row, column);
            emit table.activated(cell);
            stage.settle();
            const QString id = asked.ids.takeFirst();
            QCOMPARE(stage.panel().metricId(), id);
            QCOMPARE(cell.data().toString(), stage.derived(id));
            QCOMPARE(stage.value(), stage.derived(id));
        }
    }
}

void TstExplainedNumbers::bytesOverLinksTogetherAreExplained_data() { tests::addExplainedKinds(); }

/// At last they are those of the whole collective; within a step, whatever they are, others stand still.
void TstExplainedNumbers::bytesOverLinksTogetherAreExplained()
{
    QFETCH(tests::Edits, edits);
    Stage stage(edits);
    stage.openPage(QStringLiteral("links"));
    const int steps = stage.tab().recording()->steps();
    for (const auto& [metric, number] :
         {std::pair("coll.bytes_per_link", "coll.busiest"), std::pair("coll.total_bytes", "coll.sent")}) {
        auto& atLast = *stage.part<ui::ValueLabel>((std::string("links.") + metric).c_str());
        auto& soFar = *stage.part<ui::ValueLabel>((std::string("links.so_far.") + metric).c_str());
        const QPoint place = soFar.pos();
        for (const int step : {0, 1, steps / 2, steps}) {
            stage.goTo(step);
            QCOMPARE(soFar.metricId(), QStringLiteral("%1@%2").arg(QLatin1String(number)).arg(step));
            QCOMPARE(stage.complaint(soFar), QString());
            QCOMPARE(soFar.pos(), place);
        }
        QCOMPARE(soFar.shown(), atLast.shown());
        QCOMPARE(stage.complaint(atLast), QString());
        soFar.setFocus();
        QTest::keyClick(&soFar, Qt::Key_Return);
        QCOMPARE(stage.panel().metricId(), soFar.metricId());
    }
}

void TstExplainedNumbers::bytesOfMessagesAreExplained_data() { tests::addExplainedKinds(); }

void TstExplainedNumbers::bytesOfMessagesAreExplained()
{
    QFETCH(tests::Edits, edits);
    Stage stage(edits);
    stage.openPage(QStringLiteral("steps"));
    auto& table = *stage.part<QTableView>("steps.table");
    tests::AskedNumbers asked(stage.tab());
    for (const int row : {0, table.model()->rowCount() / 2, table.model()->rowCount() - 1}) {
        const QModelIndex cell = table.model()->index(row, ui::StepTableModel::bytes);
        emit table.activated(cell);
        const QString id = asked.ids.takeFirst();
        const auto number = tests::number(stage.window.session().scenario(), id.toStdString());
        QVERIFY2(number, qPrintable(id));
        QCOMPARE(cell.data().toString(), QString::fromStdString(core::grouped(number->si())));
    }
}

/// The link nearest to the middle of a drawn wire; what is said beside it is what is explained.
void TstExplainedNumbers::aLinkThatIsClickedExplainsItsLoad()
{
    Stage stage({{"coll.torus", "4"}, {"coll.wrap", "ring"}}, 1);
    static_cast<void>(stage.torus().grab());
    const auto scene = stage.scene();
    const QPointF at = scene.wires.front().at(0.5);
    stage.mouse(QEvent::MouseMove, at);
    QCOMPARE(stage.torus().cursor().shape(), Qt::PointingHandCursor);
    const QString said = tests::markShown(stage.torus()).lines.join(u' ');
    stage.click(at);
    const QString id = stage.panel().metricId();
    QVERIFY2(id.startsWith(u"coll.link_load@1,"), qPrintable(id));
    QVERIFY2(said.contains(stage.derived(id)), qPrintable(said + stage.derived(id)));
    QVERIFY(stage.torus().look().pinned.empty());
    const auto plate = stage.plateFarFrom(at);
    stage.click(plate.at);
    QVERIFY2(stage.panel().metricId().startsWith(u"coll.link_bytes@1,"), qPrintable(stage.panel().metricId()));
    QCOMPARE(stage.value(), plate.text);
    stage.goTo(0);
    stage.mouse(QEvent::MouseMove, QPointF(1, 1));
    stage.click(at);
    QVERIFY2(stage.panel().metricId().startsWith(u"coll.link_bytes@0,"), qPrintable(stage.panel().metricId()));
}

void TstExplainedNumbers::keysExplainTheNumberUnderFocus()
{
    Stage stage({{"coll.torus", "4"}, {"coll.wrap", "ring"}}, 2);
    auto& time = *stage.part<ui::ValueLabel>("transport.time");
    time.setFocus();
    stage.trigger("explain");
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.step_end@2"));
    stage.openPage(QStringLiteral("links"));
    auto& table = *stage.part<QTableView>("links.table");
    table.setFocus();
    table.setCurrentIndex(table.model()->index(0, 0)); // a chip: its row is about bytes
    stage.trigger("explain");
    QCOMPARE(stage.panel().metricId().section(u',', 0, 0), QStringLiteral("coll.link_bytes@2"));
    table.setCurrentIndex(table.model()->index(0, ui::LinkTableModel::share));
    stage.trigger("explain");
    QVERIFY2(stage.panel().metricId().startsWith(u"coll.link_load@2,"), qPrintable(stage.panel().metricId()));
}

void TstExplainedNumbers::theMenuOfARowExplainsItsNumber()
{
    Stage stage({{"coll.torus", "4"}, {"coll.wrap", "ring"}});
    stage.openPage(QStringLiteral("steps"));
    auto& table = *stage.part<QTableView>("steps.table");
    const QModelIndex chunk = table.model()->index(1, ui::StepTableModel::chunk);
    emit table.customContextMenuRequested(table.visualRect(chunk).center());
    auto* menu = table.findChild<QMenu*>(QStringLiteral("explain.menu"));
    QVERIFY(menu);
    menu->actions().front()->trigger();
    menu->close();
    QVERIFY2(stage.panel().metricId().startsWith(u"coll.message@1,"), qPrintable(stage.panel().metricId()));
}

void TstExplainedNumbers::theExplanationGoesOnWithTheSteps()
{
    Stage stage({{"coll.torus", "8"}, {"coll.wrap", "ring"}}, 1);
    for (const QString& id : {QStringLiteral("coll.step_end@%1"), QStringLiteral("coll.held@%1,3"),
                              QStringLiteral("coll.link_load@%1,3,X+"), QStringLiteral("coll.link_capacity@%1")}) {
        stage.goTo(1);
        ui::askWhy(stage.tab(), id.arg(1));
        stage.goTo(3);
        QCOMPARE(stage.panel().metricId(), id.arg(3));
        QCOMPARE(stage.value(), stage.derived(id.arg(3)));
        stage.goTo(2);
        QCOMPARE(stage.panel().metricId(), id.arg(2));
    }
    ui::askWhy(stage.tab(), QStringLiteral("coll.link_load@2,3,X+"));
    stage.goTo(0); // has no load: that of another step would mislead
    QCOMPARE(stage.value(), QStringLiteral("does not apply here"));
    stage.goTo(3);
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.link_load@3,3,X+"));
    ui::askWhy(stage.tab(), QStringLiteral("coll.time"));
    stage.goTo(1);
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.time"));
}

/// A row of another step than the one in sight was chosen on purpose.
void TstExplainedNumbers::aMessageOfAnotherStepStays()
{
    Stage stage({{"coll.torus", "8"}, {"coll.wrap", "ring"}});
    ui::askWhy(stage.tab(), QStringLiteral("coll.message@1,3,4"));
    stage.goTo(1);
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.message@2,3,4"));
    stage.goTo(4); // nothing is sent any more
    QCOMPARE(stage.value(), QStringLiteral("does not apply here"));
    stage.goTo(0);
    ui::askWhy(stage.tab(), QStringLiteral("coll.message@3,3,4"));
    stage.goTo(1);
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.message@3,3,4"));
}

void TstExplainedNumbers::placesThatAreGoneSaySo()
{
    Stage stage({{"coll.torus", "8"}, {"coll.wrap", "ring"}}, 1);
    ui::askWhy(stage.tab(), QStringLiteral("coll.held@1,7"));
    QVERIFY(stage.window.session().editFromText("coll.torus", "4"));
    stage.settle();
    QCOMPARE(stage.value(), QStringLiteral("does not apply here"));
    const QString text = stage.part<QTextBrowser>("explain.text")->toPlainText();
    QVERIFY2(text.contains(u"There is no chip 7 here."), qPrintable(text));
}

/// Whatever the step, times of one to three digits take the same room; within a step nothing is painted again.
void TstExplainedNumbers::theTransportHoldsStill()
{
    Stage stage({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}});
    auto& time = *stage.part<ui::ValueLabel>("transport.time");
    auto& bar = *time.parentWidget();
    const QRect place = time.geometry();
    const QSize size = bar.minimumSizeHint();
    for (int step = 0; step <= stage.tab().recording()->steps(); ++step) {
        stage.goTo(step);
        QCOMPARE(time.geometry(), place);
        QCOMPARE(bar.minimumSizeHint(), size);
    }
    Paints paints;
    time.installEventFilter(&paints);
    stage.tab().player().seek(1.2);
    QTest::qWait(300);
    paints.count = 0;
    stage.tab().player().seek(1.6);
    QTest::qWait(100);
    QCOMPARE(paints.count, 0);
}

void TstExplainedNumbers::anOrderOfOnesOwnHasIdsOfItsOwn()
{
    auto whole = core::wholeCollective(tests::scenarioWith({{"coll.torus", "4"}, {"coll.wrap", "ring"}}));
    whole->ownOrder = true;
    ui::Recording recording(*std::move(whole));
    recording.moveTo(1);
    QCOMPARE(recording.idOf({"step_end", 1}), QStringLiteral("own.step_end@1"));
    ui::ChipCard card;
    card.present(ui::chipFacts(recording, 0), true, 800);
    const auto labels = card.findChildren<ui::ValueLabel*>();
    QVERIFY(!labels.isEmpty());
    for (const auto* label : labels) {
        QVERIFY2(label->isEnabled() && label->metricId().startsWith(u"own."), qPrintable(label->metricId()));
    }
}

ROOFLIGHT_TEST(TstExplainedNumbers)
#include "tst_explained_numbers.moc"

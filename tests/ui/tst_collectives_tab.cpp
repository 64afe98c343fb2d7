// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the tab Collectives in the window: made when opened, in step with the scenario, worked by keys; its table.
#include "reel_stage.h"
#include "support/suite.h"
#include "ui/shell/tabs.h"
#include "ui/torus/collectives_tab.h"
#include "ui/torus/step_table.h"
#include "ui/torus/torus_view.h"
#include "window_stage.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>

namespace
{

/// The window with the tab open.
struct TabStage : tests::WindowStage {
    TabStage()
    {
        trigger("tab-6");
        settle();
    }

    ui::CollectivesTab& tab() const { return *window.findChild<ui::CollectivesTab*>(); }
    ui::TorusView& torus() const { return *window.findChild<ui::TorusView*>(); }
    QString numbers() const { return part<QLabel>("collectives.numbers")->text(); }
    void press(Qt::Key key)
    {
        QTest::keyClick(&torus(), key);
        settle();
    }
    void set(const char* field, const char* value)
    {
        auto* session = window.findChild<ui::Session*>();
        QVERIFY(session && session->editFromText(field, value));
        settle();
    }
};

} // namespace

class TstCollectivesTab : public QObject
{
    Q_OBJECT
private slots:
    void itIsMadeWhenItIsOpened();
    void keysStepAndTurn();
    void theSlideIsOneStepBack();
    void everyPartHasAName();
    void theTableListsEveryMessage();
    void theTableIsWrittenAsCsv();
};

void TstCollectivesTab::itIsMadeWhenItIsOpened()
{
    tests::WindowStage stage;
    QVERIFY(!stage.window.findChild<ui::CollectivesTab*>());
    stage.trigger("tab-6");
    QVERIFY(stage.window.findChild<ui::CollectivesTab*>()->isVisible());
    QVERIFY(stage.part<QLabel>("collectives.numbers")->text().contains(QStringLiteral("Lower bound")));
}

void TstCollectivesTab::keysStepAndTurn()
{
    TabStage stage;
    auto& player = stage.tab().player();
    QCOMPARE(player.position(), 0.0);
    stage.press(Qt::Key_Period);
    QCOMPARE(player.position(), 1.0);
    QVERIFY(stage.torus().accessibleDescription().contains(QStringLiteral("step 1 of")));
    stage.press(Qt::Key_Comma);
    stage.press(Qt::Key_End);
    QCOMPARE(player.step(), player.steps());
    stage.press(Qt::Key_Home);
    QCOMPARE(player.position(), 0.0);
    stage.press(Qt::Key_Space);
    QVERIFY(player.isPlaying());
    stage.press(Qt::Key_Space);
    QVERIFY(!player.isPlaying());
    QCOMPARE(stage.torus().look().layout, ui::TorusLayout::unrolled);
    stage.press(Qt::Key_V);
    QCOMPARE(stage.torus().look().layout, ui::TorusLayout::solid);
    const ui::Camera before;
    stage.press(Qt::Key_Right);
    QCOMPARE(stage.torus().look().camera, before.turned(15, 0));
    stage.press(Qt::Key_R);
    QCOMPARE(stage.torus().look().camera, before);
    stage.press(Qt::Key_N);
    stage.press(Qt::Key_Return);
    QCOMPARE(stage.torus().look().pinned, std::vector<int>{0});
    QVERIFY(stage.part<QLabel>("torus.card")->isVisible());
    stage.press(Qt::Key_Escape);
    QVERIFY(!stage.part<QLabel>("torus.card")->isVisible());
    QVERIFY(stage.tab().isVisible()); // the first Escape is the card's
}

void TstCollectivesTab::theSlideIsOneStepBack()
{
    TabStage stage;
    const QString before = stage.numbers();
    stage.part<QPushButton>("collectives.slide")->click();
    stage.settle();
    QCOMPARE(stage.tab().player().steps(), 3);
    stage.tab().player().last();
    stage.settle();
    QVERIFY(stage.part("holdings")->accessibleDescription().startsWith(QStringLiteral("A (chip 0): 12, ")));
    stage.trigger("undo");
    QCOMPARE(stage.numbers(), before);
}

void TstCollectivesTab::everyPartHasAName()
{
    TabStage stage;
    auto* side = stage.part<QTabWidget>("collectives.side");
    for (int page = 0; page < side->count(); ++page) {
        side->setCurrentIndex(page);
        stage.settle();
        for (const QWidget* part : stage.tab().findChildren<QWidget*>()) {
            const auto* button = qobject_cast<const QAbstractButton*>(part);
            const bool named = !part->accessibleName().isEmpty() || (button && !button->text().isEmpty());
            if (part->isVisible() && part->focusPolicy() & Qt::TabFocus && !part->focusProxy()) {
                QVERIFY2(named, qPrintable(QString::fromLatin1(part->metaObject()->className()) + part->objectName()));
            }
        }
    }
}

/// A ring of four, both ways: two steps, each with a message out of every chip in both directions.
void TstCollectivesTab::theTableListsEveryMessage()
{
    const auto reel = tests::reelWith({{"coll.torus", "4"}, {"coll.wrap", "ring"}});
    ui::StepTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.show(&reel.collective());
    QCOMPARE(model.rowCount(), 2 * 4 * 2);
    QVERIFY(!model.isCut());
    QCOMPARE(model.stepOfRow(0), 0);
    QCOMPARE(model.stepOfRow(15), 1);
    model.show(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TstCollectivesTab::theTableIsWrittenAsCsv()
{
    const auto reel = tests::reelWith(tests::slide);
    ui::StepTableModel model;
    model.show(&reel.collective());
    const QList<QByteArray> lines = stepCsv(model).split('\n');
    QCOMPARE(lines.size(), 1 + 3 * 4 + 1);
    QCOMPARE(lines[0], QByteArray("step,from,to,chunk,bytes,link"));
    QCOMPARE(QString::fromUtf8(lines[1]), QStringLiteral("1,(0),(1),A₃,4194304,X+")); // chip c sends what is for c − 1
}

ROOFLIGHT_TEST(TstCollectivesTab)
#include "tst_collectives_tab.moc"

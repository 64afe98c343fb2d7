// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the menu Animate: it moves what is in sight, is offered only there, and leaves keys to fields of text.
#include "support/suite.h"
#include "ui/collectives/collective_stage.h"
#include "ui/playback/player.h"
#include "ui/shell/tabs.h"
#include "ui/torus/torus_view.h"
#include "window_stage.h"

#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>

using Stage = tests::WindowStage;
using namespace Qt::Literals::StringLiterals;

namespace
{

bool isOffered(Stage& stage, const char* id) { return stage.window.actions().action(id)->isEnabled(); }

} // namespace

class TstPlayActions : public QObject
{
    Q_OBJECT
private slots:
    void everyCommandIsRegistered_data();
    void everyCommandIsRegistered();
    void theyMoveWhatIsInSight_data();
    void theyMoveWhatIsInSight();
    void speedsAndTrueTimesAreChosen();
    void theTorusIsLookedAt();
    void whatIsFollowedIsAskedFor();
    void theyAreOfferedWhereTheyApply();
    void aCoveredTorusIsNotLookedAt();
    void keysTypeInFields();
    void keysPlayAfterATabIsChosenByKey();
    void keysPlayFromAFieldThatIsNotTypedInto_data();
    void keysPlayFromAFieldThatIsNotTypedInto();
};

void TstPlayActions::everyCommandIsRegistered_data()
{
    QTest::addColumn<QString>("key");
    for (const auto& [id, key] :
         std::initializer_list<std::pair<const char*, const char*>>{{"play", "Space"},
                                                                    {"step-back", ","},
                                                                    {"step-forward", "."},
                                                                    {"first-step", "Home"},
                                                                    {"last-step", "End"},
                                                                    {"layout", "V"},
                                                                    {"reset-view", "R"},
                                                                    {"next-chip", "N"},
                                                                    {"previous-chip", "Shift+N"},
                                                                    {"follow", ""},
                                                                    {"true-times", ""},
                                                                    {"slower", ""},
                                                                    {"faster", ""}}) {
        QTest::newRow(id) << QString::fromLatin1(key);
    }
}

void TstPlayActions::everyCommandIsRegistered()
{
    QFETCH(QString, key);
    Stage stage;
    const auto* action = stage.window.actions().action(QTest::currentDataTag());
    QVERIFY(action);
    QCOMPARE(action->shortcut().toString(QKeySequence::PortableText), key);
    QVERIFY(stage.window.menuBar()->findChild<QMenu*>(u"menu.Animate"_s)->actions().contains(action));
}

void TstPlayActions::theyMoveWhatIsInSight_data()
{
    QTest::addColumn<QByteArray>("tab");
    QTest::newRow("the tab Collectives") << QByteArray("tab-6");
    QTest::newRow("the card on Explore") << QByteArray("tab-1");
}

void TstPlayActions::theyMoveWhatIsInSight()
{
    QFETCH(QByteArray, tab);
    Stage stage;
    stage.openCollectives(); // so that both are there
    stage.trigger(tab.constData());
    ui::Player* player = stage.part<ui::Tabs>("tabs")->playerInSight();
    QVERIFY(player && player->steps() > 1);
    const auto isAt = [&](const char* id, int step) {
        stage.trigger(id);
        QCOMPARE(player->step(), step);
    };
    isAt("step-forward", 1);
    isAt("last-step", player->steps());
    isAt("step-back", player->steps() - 1);
    isAt("first-step", 0);
    stage.trigger("play");
    QVERIFY(player->isPlaying());
    stage.trigger("play");
    QVERIFY(!player->isPlaying());
}

void TstPlayActions::speedsAndTrueTimesAreChosen()
{
    Stage stage;
    stage.openCollectives();
    const ui::Player& player = *stage.part<ui::Tabs>("tabs")->playerInSight();
    QCOMPARE(player.speed(), 1.0);
    stage.trigger("slower");
    QCOMPARE(player.speed(), 0.5);
    for (const double speed : {1.0, 2.0, 4.0}) {
        stage.trigger("faster");
        QCOMPARE(player.speed(), speed);
    }
    QVERIFY(!isOffered(stage, "faster"));
    QVERIFY(isOffered(stage, "slower"));
    stage.trigger("true-times");
    QVERIFY(player.showsTrueTimes());
    QVERIFY(stage.window.actions().action("true-times")->isChecked());
    stage.trigger("true-times");
    QVERIFY(!player.showsTrueTimes());
}

void TstPlayActions::theTorusIsLookedAt()
{
    Stage stage;
    stage.openCollectives();
    auto& torus = stage.part<ui::Tabs>("tabs")->stageInSight()->torus();
    torus.setLayout(ui::TorusLayout::solid);
    stage.trigger("layout");
    QCOMPARE(torus.look().layout, ui::TorusLayout::unrolled);
    stage.trigger("layout");
    QCOMPARE(torus.look().layout, ui::TorusLayout::solid);
    const ui::Camera first = torus.look().camera;
    QTest::keyClick(&torus, Qt::Key_Right);
    QVERIFY(torus.look().camera.yaw != first.yaw);
    stage.trigger("reset-view");
    QCOMPARE(torus.look().camera.yaw, first.yaw);
    stage.trigger("next-chip");
    stage.trigger("next-chip");
    stage.trigger("previous-chip");
    QTest::keyClick(&torus, Qt::Key_Return); // pins the first chip
    QCOMPARE(torus.look().pinned, std::vector<int>{0});
}

void TstPlayActions::whatIsFollowedIsAskedFor()
{
    Stage stage;
    stage.openCollectives();
    stage.trigger("follow");
    QCOMPARE(stage.window.focusWidget(), stage.part("torus.follow.field"));
}

void TstPlayActions::theyAreOfferedWhereTheyApply()
{
    Stage stage;
    QVERIFY(isOffered(stage, "play")); // the card on Explore
    QVERIFY(!isOffered(stage, "layout"));
    stage.trigger("tab-2");
    for (const ui::ActionRow& row : ui::actionRows()) {
        if (row.menu == QByteArray("&Animate")) {
            QVERIFY2(!isOffered(stage, row.id), row.id);
        }
    }
    stage.openCollectives();
    QVERIFY(isOffered(stage, "play"));
    QVERIFY(isOffered(stage, "layout"));
    QVERIFY(isOffered(stage, "follow"));
    QVERIFY(stage.window.session().editFromText("coll.algorithm", "middle")); // nothing that there is
    stage.settle();
    QVERIFY(!isOffered(stage, "play"));
    QVERIFY(!isOffered(stage, "layout"));
}

/// In the least window pages cover the picture; the menu asks again before it opens.
void TstPlayActions::aCoveredTorusIsNotLookedAt()
{
    Stage stage("start", {1024, 640});
    stage.openCollectives();
    QVERIFY(isOffered(stage, "layout"));
    stage.trigger("design-collectives");
    auto* menu = stage.window.menuBar()->findChild<QMenu*>(u"menu.Animate"_s);
    emit menu->aboutToShow();
    for (const char* id : {"layout", "reset-view", "next-chip", "previous-chip", "follow"}) {
        QVERIFY2(!isOffered(stage, id), id);
    }
    QVERIFY(isOffered(stage, "play"));
}

void TstPlayActions::keysTypeInFields()
{
    Stage stage;
    stage.openCollectives();
    auto* tabs = stage.part<ui::Tabs>("tabs");
    auto* field = stage.part<QLineEdit>("torus.follow.field");
    field->setFocus();
    field->clear();
    QTest::keyClicks(field, u"1 ,.vrnN"_s);
    QTest::keyClick(field, Qt::Key_Home);
    QTest::keyClick(field, Qt::Key_End);
    QCOMPARE(field->text(), u"1 ,.vrnN"_s);
    QCOMPARE(tabs->playerInSight()->position(), 0.0);
    QVERIFY(!tabs->playerInSight()->isPlaying());
}

/// Space, "." and "," to whatever has the focus.
void playByKeys(Stage& stage)
{
    const ui::Player& player = *stage.part<ui::Tabs>("tabs")->playerInSight();
    QCOMPARE(player.step(), 0);
    QTest::keyClick(stage.window.focusWidget(), Qt::Key_Space);
    QVERIFY(player.isPlaying());
    QTest::keyClick(stage.window.focusWidget(), Qt::Key_Space);
    QVERIFY(!player.isPlaying());
    QTest::keyClick(stage.window.focusWidget(), Qt::Key_Period);
    QCOMPARE(player.step(), 1);
    QTest::keyClick(stage.window.focusWidget(), Qt::Key_Comma);
    QCOMPARE(player.step(), 0);
}

void TstPlayActions::keysPlayAfterATabIsChosenByKey()
{
    Stage stage;
    QTest::keyClick(stage.window.focusWidget(), Qt::Key_6, Qt::ControlModifier);
    stage.settle();
    const core::Scenario before = stage.window.session().scenario();
    playByKeys(stage);
    QVERIFY(stage.window.session().scenario() == before);
}

void TstPlayActions::keysPlayFromAFieldThatIsNotTypedInto_data()
{
    QTest::addColumn<QString>("part");
    for (const char* part : {"work.batch.field", "mesh.X.field", "work.batch.track"})
        QTest::newRow(part) << QString::fromLatin1(part);
}

/// In the dock, while Collectives is in sight.
void TstPlayActions::keysPlayFromAFieldThatIsNotTypedInto()
{
    QFETCH(QString, part);
    Stage stage;
    stage.trigger("tab-6");
    auto* input = stage.window.findChild<QWidget*>(part);
    QTest::mouseClick(input, Qt::LeftButton);
    const core::Scenario before = stage.window.session().scenario();
    QTest::keyClick(input, Qt::Key_Return);
    stage.settle();
    QVERIFY(input->hasFocus());
    playByKeys(stage);
    QVERIFY(input->hasFocus());
    QVERIFY(stage.window.session().scenario() == before);
    stage.window.session().undoStack().setClean();
}

ROOFLIGHT_TEST(TstPlayActions)

#include "tst_play_actions.moc"

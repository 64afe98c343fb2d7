// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the torus on Explore: which collective it shows, its keys, that it opens the tab, and that it rests when it
// may.
#include "core/design/opening.h"
#include "support/suite.h"
#include "ui/collectives/slice_card.h"
#include "ui/collectives/slice_facts.h"
#include "ui/derivation/explain_panel.h"
#include "ui/numbers/value_label.h"
#include "ui/session/session.h"
#include "ui/shell/tabs.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_scene.h"
#include "window_stage.h"

#include <QLabel>
#include <QSignalSpy>

namespace
{

/// The window with its card.
struct SliceStage : tests::WindowStage {
    using tests::WindowStage::WindowStage;
    ~SliceStage() { window.session().undoStack().setClean(); }

    ui::SliceCard& card() const { return *part<ui::SliceCard>("card.torus"); }
    QStringList texts() const
    {
        QStringList all;
        for (const auto* label : card().findChildren<QLabel*>()) {
            all << label->text();
        }
        all << part<ui::ValueLabel>("card.torus.where")->shown();
        all << part<ui::SliceFacts>("card.torus.facts")->accessibleName().split(u'\n');
        return all;
    }
    void press(Qt::Key key, const char* name = "card.torus.view")
    {
        part(name)->setFocus();
        QTest::keyClick(part(name), key);
        settle();
    }
    void set(const char* field, const char* value)
    {
        QVERIFY(window.session().editFromText(field, value));
        settle();
    }
};

class PaintCounter : public QObject
{
public:
    int count = 0;
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

} // namespace

class TstSliceCard : public QObject
{
    Q_OBJECT
private slots:
    void tabGoesAsTheEyeDoes();
    void showsTheLongestCollectiveOfTheDesign();
    void followsTheDesign();
    void followsASliderThatIsDragged();
    void keysPlayAndStep();
    void enterOpensTheCollectiveInItsTab();
    void staysWhereItIsWhileOthersChange();
    void restsWhilePausedOrHidden();
    void saysWhyThereIsNothing();
    void itsStepsExplainThemselves();
    void factsStandBesideWhereThePageIsNarrow_data();
    void factsStandBesideWhereThePageIsNarrow();
    void anySizeCanFollowAnyOther();
    void wordsThatAreCutAreTold();
    void theScaleHasTheColoursOfLinks();
};

/// Weights are gathered along X, 16 chips on two axes of the slice, in both passes: 64 % of all that is sent.
void TstSliceCard::showsTheLongestCollectiveOfTheDesign()
{
    SliceStage stage;
    const QStringList texts = stage.texts();
    QVERIFY2(texts.contains(QStringLiteral("Torus 4×4×4")), qPrintable(texts.join(u'|')));
    QVERIFY2(texts.contains(QStringLiteral("AllGather_X of W_in")), qPrintable(texts.join(u'|')));
    QVERIFY2(texts.filter(QStringLiteral("X 16 · FSDP, ZeRO-3")).size() == 1, qPrintable(texts.join(u'|')));
    QVERIFY(texts.filter(QStringLiteral("Y 4 · Tensor")).size() == 1);
    QCOMPARE(stage.card().player().position(), 0.0);
    QVERIFY(!stage.card().player().isPlaying());
}

void TstSliceCard::followsTheDesign()
{
    SliceStage stage;
    stage.set("hw.torus", "2x4x8");
    QVERIFY(stage.texts().contains(QStringLiteral("Mesh 2×4×8"))); // a v5p closes sides where all are multiples of 4
    stage.set("conv.wrap", "ring");
    QVERIFY(stage.texts().contains(QStringLiteral("Torus 2×4×8")));
    auto& player = stage.card().player();
    player.last();
    const double before = player.seconds();
    stage.set("hw.link.rate", "1 GB/s");
    player.last();
    QVERIFY(player.seconds() > 10 * before);
    const QString gathers = QStringLiteral("AllGather_X of W_in");
    QVERIFY(stage.texts().contains(gathers));
    stage.set("mesh.X.role", "data");
    QVERIFY2(!stage.texts().contains(gathers), qPrintable(stage.texts().join(u'|')));
}

void TstSliceCard::followsASliderThatIsDragged()
{
    SliceStage stage;
    ui::Session& session = stage.window.session();
    auto& player = stage.card().player();
    player.last();
    const double before = player.seconds();
    const int step = player.step();
    const ui::Gesture drag = session.beginGesture();
    QVERIFY(session.editFromText("hw.link.rate", "1 GB/s", drag));
    stage.settle();
    QCOMPARE(player.step(), step);
    QVERIFY(player.seconds() > 10 * before);
    QVERIFY(session.editFromText("mesh.X.role", "data", drag));
    stage.settle();
    QCOMPARE(player.step(), 0); // of another collective
    session.endGesture();
}

void TstSliceCard::keysPlayAndStep()
{
    SliceStage stage;
    auto& player = stage.card().player();
    stage.press(Qt::Key_Period);
    QCOMPARE(player.position(), 1.0);
    QVERIFY(stage.texts().contains(QStringLiteral("Step 1/%1").arg(player.steps())));
    stage.press(Qt::Key_Comma);
    QCOMPARE(player.position(), 0.0);
    stage.press(Qt::Key_Space);
    QVERIFY(player.isPlaying());
    stage.press(Qt::Key_Space);
    QVERIFY(!player.isPlaying());
}

void TstSliceCard::enterOpensTheCollectiveInItsTab()
{
    SliceStage stage;
    stage.takeOwnCollective();
    auto& session = stage.window.session();
    const auto before = session.scenario().coll;
    stage.press(Qt::Key_Return, "card.torus.forward"); // opens nothing: it is a button of its own
    QVERIFY(session.scenario().coll == before);
    stage.press(Qt::Key_Return);
    QCOMPARE(stage.part<ui::Tabs>("tabs")->tabText(stage.part<ui::Tabs>("tabs")->currentIndex()),
             QStringLiteral("Collectives"));
    const auto design = core::designCollectives(session.scenario());
    QVERIFY(core::openedCollective(session.scenario(), design.front())->coll.torus == session.scenario().coll.torus);
    QVERIFY(!(session.scenario().coll == before));
    QCOMPARE(session.undoStack().index(), 1);
    stage.trigger("undo");
    QVERIFY(session.scenario().coll == before);
    stage.trigger("tab-1");
    QTest::mouseDClick(stage.part("card.torus.view"), Qt::LeftButton);
    stage.settle();
    QVERIFY(!(session.scenario().coll == before));
}

void TstSliceCard::staysWhereItIsWhileOthersChange()
{
    SliceStage stage;
    auto& session = stage.window.session();
    stage.card().player().forward();
    const auto gesture = session.beginGesture();
    QVERIFY(session.edit("model.F", 65536.0, gesture));
    stage.settle();
    QCOMPARE(stage.card().player().position(), 1.0); // the same steps with larger messages
    session.endGesture();
    stage.settle();
    QCOMPARE(stage.card().player().position(), 1.0);
    stage.set("work.batch", "16384");
    QCOMPARE(stage.card().player().position(), 1.0); // weights do not depend on it
    stage.set("hw.torus", "2x4x8");
    QCOMPARE(stage.card().player().position(), 0.0); // other steps
}

void TstSliceCard::restsWhilePausedOrHidden()
{
    SliceStage stage("start", {1920, 1080}); // in a small window the card is below the others
    PaintCounter paints;
    QTest::qWait(50);
    stage.part("card.torus.view")->installEventFilter(&paints);
    QTest::qWait(150);
    QCOMPARE(paints.count, 0);
    auto& player = stage.card().player();
    player.setSpeed(0.25);
    player.setPlaying(true);
    QTRY_VERIFY(paints.count > 3 && player.position() > 0);
    stage.trigger("tab-2");
    QSignalSpy moved(&player, &ui::Player::moved);
    QTest::qWait(100);
    QCOMPARE(moved.count(), 0);
}

void TstSliceCard::saysWhyThereIsNothing()
{
    SliceStage stage;
    stage.set("mesh.Z", "2");
    QVERIFY(stage.part("card.torus.view")->accessibleDescription().contains(QStringLiteral("Nothing to show")));
    stage.trigger("undo");
    QVERIFY(stage.part("card.torus.view")->accessibleDescription().contains(QStringLiteral("step 0 of")));
}

void TstSliceCard::itsStepsExplainThemselves()
{
    SliceStage stage;
    auto& where = *stage.part<ui::ValueLabel>("card.torus.where");
    QCOMPARE(where.shown(), QStringLiteral("Step 0/4"));
    stage.press(Qt::Key_Period);
    QCOMPARE(where.shown(), QStringLiteral("Step 1/4"));
    where.click();
    stage.settle();
    const auto* explain = stage.part<ui::ExplainPanel>("explain");
    QCOMPARE(explain->metricId(), QStringLiteral("design.steps/forward/AllGather_X of W_in"));
    QCOMPARE(stage.part<QLabel>("explain.value")->text(), QStringLiteral("4 steps"));
    stage.set("mesh.Z", "2");
    QVERIFY(!where.isEnabled()); // nothing to explain
    stage.set("mesh.Z", "1");
    for (const char* axis : {"mesh.X.role", "mesh.Y.role"}) {
        stage.set(axis, "replicate");
    }
    where.click();
    stage.settle();
    QCOMPARE(explain->metricId(), QStringLiteral("coll.steps")); // what the tab shows is shown
}

/// Where there is no room for a third column, the card is as wide as two.
void TstSliceCard::factsStandBesideWhereThePageIsNarrow_data()
{
    QTest::addColumn<QSize>("window");
    QTest::addColumn<bool>("beside");
    QTest::newRow("the smallest") << QSize(1024, 640) << true;
    QTest::newRow("two columns") << QSize(1280, 720) << true;
    QTest::newRow("three columns") << QSize(1920, 1080) << false;
    QTest::newRow("three low columns") << QSize(1920, 640) << false;
    QTest::newRow("two high columns") << QSize(1280, 1400) << true;
}

void TstSliceCard::factsStandBesideWhereThePageIsNarrow()
{
    QFETCH(QSize, window);
    QFETCH(bool, beside);
    SliceStage stage("start", window);
    const QRect view = stage.part("card.torus.view")->geometry();
    const QPoint facts = stage.part("card.torus.facts")->mapTo(&stage.card(), QPoint());
    QCOMPARE(facts.x() > view.right(), beside);
    QCOMPARE(facts.y() > view.bottom(), !beside);
}

/// The dock goes and comes while events wait, as on a busy machine; the layout must not chase its own height.
void TstSliceCard::anySizeCanFollowAnyOther()
{
    SliceStage stage("start", {1030, 700});
    const auto checkAt = [&](const QSize& size) {
        stage.window.resize(size);
        stage.window.actions().action("design")->trigger();
        stage.window.actions().action("design")->trigger();
        stage.settle();
        QVERIFY(stage.card().rect().contains(stage.part("card.torus.view")->geometry()));
    };
    for (int width = 1024; width <= 1300; width += 12)
        checkAt({width, 700});
    for (int height = 640; height <= 900; height += 20)
        checkAt({1030, height});
    stage.trigger("design");
    for (int width = 1024; width <= 1700; width += 40)
        checkAt({width, 700});
}

void TstSliceCard::wordsThatAreCutAreTold()
{
    ui::SliceFacts facts(nullptr);
    const QString words(120, u'W');
    facts.present({words, {}, {}, {}});
    QCOMPARE(facts.toolTip(), words);
    facts.present({QStringLiteral("In"), {}, {}, {}});
    QCOMPARE(facts.toolTip(), QString());
}

/// From idle at the left to busy at the right, below the words of the axes.
void TstSliceCard::theScaleHasTheColoursOfLinks()
{
    const auto& theme = ui::Theme::light();
    ui::applyTheme(*qApp, theme);
    ui::SliceFacts facts(nullptr);
    facts.setPalette(theme.palette());
    const auto coloursOf = [&](const QString& loads) {
        facts.present({QStringLiteral("AllGather"), QStringLiteral("ring of 4"), {}, loads});
        facts.resize(facts.sizeHint());
        const QImage image = facts.grab().toImage();
        std::vector<QRgb> row;
        for (int x = 0; x < image.width(); ++x) {
            const QRgb colour = image.pixel(x, image.height() - 9);
            if (row.empty() || row.back() != colour) {
                row.push_back(colour);
            }
        }
        return row;
    };
    std::vector<QRgb> scale;
    for (int step = 0; step < ui::scaleColours; ++step) {
        scale.push_back(ui::scaleColour(step, theme).rgb());
    }
    const auto row = coloursOf(QStringLiteral("0 to 100 %"));
    QVERIFY(row.size() > scale.size());
    QVERIFY(std::equal(scale.begin(), scale.end(), row.begin()));
    QVERIFY(facts.accessibleName().endsWith(QStringLiteral("0 to 100 %")));
    QVERIFY(coloursOf({}).front() != scale.front());
}

/// From the picture to the player below it, then to what that says.
void TstSliceCard::tabGoesAsTheEyeDoes()
{
    SliceStage stage("start", {1920, 1080});
    stage.part("card.torus.design")->setFocus();
    for (const char* name : {"card.torus.open", "card.torus.view", "card.torus.back", "card.torus.play",
                             "card.torus.forward", "card.torus.where"}) {
        QTest::keyClick(stage.window.focusWidget(), Qt::Key_Tab);
        QCOMPARE(stage.window.focusWidget(), stage.part(name));
    }
}

ROOFLIGHT_TEST(TstSliceCard)
#include "tst_slice_card.moc"

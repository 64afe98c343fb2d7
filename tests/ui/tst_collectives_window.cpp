// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the tab Collectives as a whole in windows of several sizes, by real events.
#include "core/collectives/report.h"
#include "core/numbers/collective_cache.h"
#include "explained_stage.h"
#include "own_stage.h"
#include "support/suite.h"
#include "ui/charts/chart_style.h"
#include "ui/collectives/collectives_tab.h"
#include "ui/numbers/value_label.h"
#include "ui/session/patience.h"
#include "ui/shell/tabs.h"
#include "window_stage.h"

#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>

using namespace Qt::Literals::StringLiterals;

class TstCollectivesWindow : public QObject
{
    Q_OBJECT
private slots:
    void everyPartStaysInItsPlace_data();
    void everyPartStaysInItsPlace();
    void itBeginsWithTheNetworkOfTheDesign_data();
    void itBeginsWithTheNetworkOfTheDesign();
    void anExampleIsOpenedWithTheNetworkOfItsDesign();
    void theCollectiveFollowsTheDesignUntilItIsEdited();
    void anOpenAxisIsClosedByAButton();
    void networksOfGpusAreSaidInWords();
    void tabsThatComeIntoSightAreLaidOut();
    void whatIsPlayedIsExported();
    void resultsStayBelowTheInputs_data();
    void resultsStayBelowTheInputs();
    void numbersAreAPictureOfTheStage();
    void theExplanationOfALinkGoesBackToTheStart();
    void aLongTimingLeavesTheWindowFree();
    void aLongTimingIsCancelled();
};

/// Sizes in units of the text size: a screen of 1920x1080 at 175 %, of 1280x720 at 125 %, a small window.
void TstCollectivesWindow::everyPartStaysInItsPlace_data()
{
    QTest::addColumn<QByteArray>("scenario");
    QTest::addColumn<QSize>("size");
    for (const char* scenario : {"start", "llama3-70b-h100", "hpl-s04"})
        for (const QSize size : {QSize(1097, 617), QSize(1024, 576), QSize(1024, 640), QSize(1280, 720)})
            QTest::addRow("%s at %dx%d", scenario, size.width(), size.height()) << QByteArray(scenario) << size;
}

void TstCollectivesWindow::everyPartStaysInItsPlace()
{
    QFETCH(QByteArray, scenario);
    QFETCH(QSize, size);
    tests::WindowStage stage(scenario.constData(), size);
    stage.trigger("tab-6");
    for (const char* name : {"torus", "collectives.numbers"}) {
        auto* part = stage.part(name);
        QWidget* const parent = part->parentWidget();
        if (!part->isVisible())
            continue;
        QVERIFY2(parent->rect().contains(part->geometry()), name);
        const QRect inTab(part->mapTo(&stage.window, QPoint()), part->size());
        QVERIFY2(stage.window.rect().contains(inTab), name);
    }
    const auto* area = stage.part<QScrollArea>("collectives.setup.area");
    for (const QWidget* one : area->widget()->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        QVERIFY2(!one->isVisible() || one->geometry().right() <= area->viewport()->width(),
                 qPrintable(one->objectName()));
}

void TstCollectivesWindow::itBeginsWithTheNetworkOfTheDesign_data()
{
    QTest::addColumn<QByteArray>("scenario");
    QTest::addColumn<QString>("chips");
    QTest::addColumn<QString>("picture");
    QTest::newRow("a ring of 16 TPU v4 in FSDP") << QByteArray("hpl-s04") << u"16"_s << u"Ring"_s;
    QTest::newRow("tensor parallelism on 8 GPUs") << QByteArray("comp4901y-tensor") << u"switch8"_s << u"Switch"_s;
    QTest::newRow("the slice of 4x4x4") << QByteArray("start") << u"4x4x4"_s << u"Torus"_s;
}

/// A document that was only looked at is not changed by it.
void TstCollectivesWindow::itBeginsWithTheNetworkOfTheDesign()
{
    QFETCH(QByteArray, scenario);
    QFETCH(QString, chips);
    QFETCH(QString, picture);
    tests::WindowStage stage(scenario.constData(), {1280, 720});
    stage.trigger("tab-6");
    QCOMPARE(QString::fromStdString(stage.window.session().scenario().coll.torus), chips);
    QCOMPARE(stage.part<QLineEdit>("coll.torus.field")->text(), chips);
    QVERIFY(stage.part<QTabBar>("collectives.stage")->tabText(0).startsWith(picture));
    QVERIFY(stage.window.session().undoStack().isClean());
    const auto chosen = stage.window.session().scenario().coll;
    stage.trigger("tab-1");
    stage.trigger("tab-6"); // what was chosen stays
    QVERIFY(stage.window.session().scenario().coll == chosen);
}

/// 70B on 512 H100: MLP weights of 8 GPUs of a domain. The document stays as it was opened.
void TstCollectivesWindow::anExampleIsOpenedWithTheNetworkOfItsDesign()
{
    tests::WindowStage stage;
    auto& session = stage.window.session();
    const auto torus = [&] { return QString::fromStdString(session.scenario().coll.torus); };
    QCOMPARE(torus(), u"4x4x4"_s); // before the tab was ever visited, as exports take it
    stage.trigger("tab-6");
    for (const auto& [id, chips] :
         {std::pair("llama3-70b-h100", u"switch"_s), std::pair("hpl-s04", u"16"_s), std::pair("start", u"4x4x4"_s)}) {
        QVERIFY(session.openExample(*core::shippedCatalogue().scenario(id)));
        stage.settle();
        QVERIFY2(torus().startsWith(chips), qPrintable(torus()));
        QCOMPARE(stage.part<QLineEdit>("coll.torus.field")->text(), torus());
        QCOMPARE(session.undoStack().count(), 0);
        QVERIFY(session.isSaved());
    }
}

/// Another chip is one undo step with its network; a collective of one's own stays.
void TstCollectivesWindow::theCollectiveFollowsTheDesignUntilItIsEdited()
{
    tests::WindowStage stage;
    auto& session = stage.window.session();
    QVERIFY(session.editFromText("hw.chip", "h100-sxm"));
    stage.trigger("tab-6");
    QVERIFY(session.scenario().coll.torus.starts_with("switch"));
    QCOMPARE(session.undoStack().count(), 1);
    session.undoStack().undo();
    QCOMPARE(session.scenario().coll.torus, "4x4x4");
    QVERIFY(session.editFromText("coll.bytes", "1MB"));
    QVERIFY(session.editFromText("work.batch", "65536"));
    QCOMPARE(session.scenario().coll.bytes.si(), 1e6);
}

/// One undo step; then there is a schedule to build.
void TstCollectivesWindow::anOpenAxisIsClosedByAButton()
{
    tests::OwnStage stage;
    stage.set("coll.wrap", "line");
    auto* button = stage.part<QPushButton>("own.rings");
    QVERIFY(button->isVisible());
    const int steps = stage.window.session().undoStack().count();
    QTest::mouseClick(button, Qt::LeftButton);
    stage.settle();
    QCOMPARE(stage.window.session().undoStack().count(), steps + 1);
    QCOMPARE(stage.window.session().scenario().coll.wrap, core::Wrap::ring);
    QVERIFY(!button->isVisible());
    QVERIFY(stage.board().isVisible());
}

void TstCollectivesWindow::networksOfGpusAreSaidInWords()
{
    tests::WindowStage stage;
    stage.trigger("tab-6");
    const auto* meaning = stage.part<QLabel>("coll.torus.meaning");
    QVERIFY(!meaning->isVisible());
    QVERIFY(stage.window.session().editFromText("coll.torus", "switch16/2"));
    stage.settle();
    QVERIFY(meaning->isVisible());
    QCOMPARE(meaning->text(), u"16 GPUs, 2 behind each switch"_s);
}

/// Chips = 4, then gather and matmul: both chosen as one chooses them.
void TstCollectivesWindow::tabsThatComeIntoSightAreLaidOut()
{
    tests::WindowStage stage("start", {1920, 1080});
    stage.openCollectives();
    auto* chips = stage.part<QLineEdit>("coll.torus.field");
    chips->setFocus();
    chips->selectAll();
    QTest::keyClicks(chips, u"4"_s);
    QTest::keyClick(chips, Qt::Key_Return);
    stage.settle();
    auto* kind = stage.part("coll.kind.list");
    kind->setFocus();
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(kind, Qt::Key_Down);
    stage.settle();
    QCOMPARE(stage.window.session().scenario().coll.kind, core::CollectiveKind::matmulGather);
    const auto* bar = stage.part<QTabBar>("collectives.stage");
    int shown = 0;
    for (int tab = 0; tab < bar->count(); ++tab) {
        if (!bar->isTabVisible(tab))
            continue;
        ++shown;
        const QRect place = bar->tabRect(tab);
        QVERIFY2(place.width() > 30 && bar->rect().contains(place), qPrintable(bar->tabText(tab)));
    }
    QCOMPARE(shown, 3); // torus and timeline, numbers, custom
    stage.window.session().undoStack().setClean();
}

/// One way round four chips takes three steps; the engine's own schedule takes two, both ways.
void TstCollectivesWindow::whatIsPlayedIsExported()
{
    tests::OwnStage stage("4");
    stage.type("0>3>2>1");
    stage.settle();
    stage.part<QPushButton>("own.play")->click();
    stage.settle();
    auto& player = stage.window.findChild<ui::CollectivesTab*>()->player();
    player.setPlaying(false);
    QCOMPARE(player.steps(), 3);
    stage.trigger("copy-chart");
    const QString words = QGuiApplication::clipboard()->mimeData()->text();
    QVERIFY2(words.contains(u" of 3"_s), qPrintable(words));
    stage.set("coll.direction", "one"); // another collective: the custom schedule is gone
    QVERIFY(!stage.window.findChild<ui::Tabs*>()->playbackState().custom);
}

void TstCollectivesWindow::resultsStayBelowTheInputs_data()
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1280, 720), QSize(1920, 1080)})
        QTest::addRow("%d x %d", size.width(), size.height()) << size;
}

/// However far the inputs are scrolled.
void TstCollectivesWindow::resultsStayBelowTheInputs()
{
    QFETCH(QSize, size);
    tests::WindowStage stage("start", size);
    stage.openCollectives();
    auto* area = stage.part<QScrollArea>("collectives.setup.area");
    for (const int scrolled : {0, area->verticalScrollBar()->maximum()}) {
        area->verticalScrollBar()->setValue(scrolled);
        stage.settle();
        for (const char* id : {"value.coll.time", "value.coll.lower_bound", "value.coll.gap"}) {
            const auto* value = stage.part(id);
            const QRect place(value->mapTo(&stage.window, QPoint()), value->size());
            QVERIFY2(value->isVisible() && stage.window.rect().contains(place), id);
            QVERIFY(place.top() >= area->mapTo(&stage.window, QPoint()).y() + area->height());
        }
    }
    area->verticalScrollBar()->setValue(0);
    stage.settle();
    const auto top = [&](const char* id) { return stage.part(id)->mapTo(&stage.window, QPoint()).y(); };
    QVERIFY(top("coll.bytes") < top("value.coll.bytes_per_link")); // inputs first
}

void TstCollectivesWindow::numbersAreAPictureOfTheStage()
{
    tests::WindowStage stage("start", {1280, 720});
    stage.openCollectives();
    auto* bar = stage.part<QTabBar>("collectives.stage");
    int numbers = 0;
    while (numbers < bar->count() && bar->tabText(numbers) != u"Numbers"_s)
        ++numbers;
    QVERIFY(numbers < bar->count() && bar->isTabVisible(numbers));
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(numbers).center());
    stage.settle();
    const auto* grid = stage.part("holdings");
    QVERIFY(grid->isVisible());
    QVERIFY(stage.part("holdings.page")->width() > stage.part("collectives.side")->width());
}

/// A link has no load before the first step: the panel says so, and has one again after it.
void TstCollectivesWindow::theExplanationOfALinkGoesBackToTheStart()
{
    tests::ExplainedStage stage({{"coll.torus", "4"}, {"coll.wrap", "ring"}}, 1);
    static_cast<void>(stage.torus().grab());
    stage.click(stage.scene().wires.front().at(0.5));
    const QString id = stage.panel().metricId();
    QVERIFY2(id.startsWith(u"coll.link_load@1,"_s), qPrintable(id));
    QTest::keyClick(&stage.torus(), Qt::Key_Home);
    stage.settle();
    QVERIFY2(stage.panel().metricId().startsWith(u"coll.link_load@0,"_s), qPrintable(stage.panel().metricId()));
    QTest::keyClick(&stage.torus(), Qt::Key_Period);
    stage.settle();
    QCOMPARE(stage.panel().metricId(), id);
}

/// The numbers say what goes on and follow; an edit meanwhile is answered too.
void TstCollectivesWindow::aLongTimingLeavesTheWindowFree()
{
    const auto before = std::exchange(ui::windowPatience, std::chrono::milliseconds(0));
    const auto back = qScopeGuard([&] { ui::windowPatience = before; });
    tests::WindowStage stage;
    stage.openCollectives();
    auto& session = stage.window.session();
    const auto* story = stage.part<QLabel>("collectives.story");
    const auto values = stage.part("collectives.numbers")->findChildren<ui::ValueLabel*>();
    const auto* time = *std::ranges::find(values, u"coll.time"_s, &ui::ValueLabel::metricId);
    QVERIFY(session.editFromText("coll.torus", "8x8x8") && session.editFromText("coll.kind", "all-to-all"));
    QApplication::processEvents();
    QCOMPARE(story->text(), u"The collective is being timed; its numbers follow"_s);
    QVERIFY(!time->isVisible());
    QTRY_VERIFY(time->isVisible());
    const QString first = time->shown();
    QVERIFY(session.editFromText("coll.bytes", "1Gi"));
    QApplication::processEvents();
    QVERIFY(session.editFromText("coll.bytes", "2Gi"));
    QTRY_VERIFY(time->isVisible() && time->shown() != first && !session.snapshot().cache->isWorking());
    QCOMPARE(time->shown(), ui::timeText(core::evaluateCollective(session.scenario()).numbers.time.si()));
}

/// By Esc; the window says so and begins anew when it is asked to.
void TstCollectivesWindow::aLongTimingIsCancelled()
{
    const auto before = std::exchange(ui::windowPatience, std::chrono::milliseconds(0));
    const auto back = qScopeGuard([&] { ui::windowPatience = before; });
    tests::WindowStage stage;
    stage.openCollectives();
    auto& session = stage.window.session();
    const auto* story = stage.part<QLabel>("collectives.story");
    auto* button = stage.part<QPushButton>("collectives.timing");
    QVERIFY(!button->isVisible());
    QVERIFY(session.editFromText("coll.torus", "300") && session.editFromText("coll.wrap", "line") &&
            session.editFromText("coll.kind", "all-to-all"));
    QTRY_VERIFY_WITH_TIMEOUT(button->isVisible(), 2000);
    QCOMPARE(button->text(), u"Cancel"_s);
    QVERIFY(session.snapshot().cache->isWorking());
    QTest::keyClick(&stage.window, Qt::Key_Escape);
    QVERIFY(!session.snapshot().cache->isWorking()); // at once, without a wait for the thread
    QApplication::processEvents();
    QCOMPARE(story->text(), u"Timing of the collective was cancelled"_s);
    QCOMPARE(button->text(), u"Try again"_s);
    QVERIFY(!session.snapshot().cache->isWorking() && button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QApplication::processEvents();
    QVERIFY(session.snapshot().cache->isWorking());
    QVERIFY(session.editFromText("coll.torus", "8"));
    QTRY_VERIFY(!button->isVisible() && !session.snapshot().cache->isWorking());
    QVERIFY(story->text() != u"Timing of the collective was cancelled"_s);
}

ROOFLIGHT_TEST(TstCollectivesWindow)
#include "tst_collectives_window.moc"

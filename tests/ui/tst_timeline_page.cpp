// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the timeline page in the window: offered, sized, torus above it, order beside it, mode and ratio edit the
// scenario.
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/collectives/collectives_tab.h"
#include "ui/controls/log_slider.h"
#include "ui/timeline/matmul_view.h"
#include "ui/timeline/order_table.h"
#include "ui/timeline/ratio_slider.h"
#include "ui/timeline/timeline_view.h"
#include "ui/torus/torus_view.h"
#include "window_stage.h"

#include <QComboBox>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>

namespace
{

/// The window with the timeline of a collective matmul of four chips.
struct PageStage : tests::WindowStage {
    explicit PageStage(QSize size = {1280, 720}, const char* kind = "matmul-gather") : WindowStage("start", size)
    {
        openCollectives();
        for (const auto& [field, value] : tests::Edits{{"hw.chip", "tpu-v4"},
                                                       {"hw.flops.bf16", "275e12"},
                                                       {"hw.link.rate", "50e9"},
                                                       {"hw.hop", "1e-6"},
                                                       {"coll.kind", kind},
                                                       {"coll.torus", "4"},
                                                       {"coll.wrap", "ring"},
                                                       {"coll.B", "4096"},
                                                       {"coll.D", "16384"},
                                                       {"coll.F", "16384"},
                                                       {"coll.algorithm", "halves"}}) {
            set(field.c_str(), value.c_str());
        }
        if (auto* bar = part<QTabBar>("collectives.stage"); bar->isTabVisible(1)) {
            bar->setCurrentIndex(1);
        }
        settle();
    }

    void set(const char* field, const char* value)
    {
        QVERIFY(session().editFromText(field, value));
        settle();
    }
    void showOrder()
    {
        part<QTabWidget>("collectives.side")->setCurrentWidget(&order());
        settle();
    }

    QRect inWindow(const QWidget& widget) { return {widget.mapTo(&window, QPoint()), widget.size()}; }

    ui::Session& session() { return window.session(); }
    ui::RatioSlider& ratio() const { return *window.findChild<ui::RatioSlider*>(); }
    ui::OrderTable& order() const { return *window.findChild<ui::OrderTable*>(); }
    ui::TimelineView& timeline() const { return *window.findChild<ui::TimelineView*>(); }
    ui::Player& player() const { return window.findChild<ui::CollectivesTab*>()->player(); }
};

} // namespace

using namespace Qt::Literals::StringLiterals;

class TstTimelinePage : public QObject
{
    Q_OBJECT
private slots:
    void thePageIsOfferedForEveryCollective();
    void theRowUnderWayIsLit();
    void modeEditsTheAlgorithm();
    void ratioMovesTheSizeThatDoesNotTravel_data();
    void ratioMovesTheSizeThatDoesNotTravel();
    void aDragIsOneUndoStep();
    void highWindowsShowTorusAndTimelineAtOnce_data();
    void highWindowsShowTorusAndTimelineAtOnce();
    void orderStandsBesideTheTimeline_data();
    void orderStandsBesideTheTimeline();
    void orderIsOfferedForMatmulsOnly();
    void pageKeysScrollWhatIsTooHigh();
    void aChipOfALongLineIsTimedBeside();
    void everyPartHasAName();
};

void TstTimelinePage::thePageIsOfferedForEveryCollective()
{
    PageStage stage;
    QVERIFY(stage.timeline().isVisible());
    QVERIFY(stage.ratio().isVisible());
    QVERIFY(stage.timeline().accessibleDescription().contains(QStringLiteral("saves 1.009 ms")));
    stage.set("coll.algorithm", "auto");
    stage.set("coll.kind", "all-reduce");
    QVERIFY(stage.timeline().isVisible());
    QVERIFY(!stage.ratio().isVisible());
    QVERIFY(!stage.order().isVisible());
    stage.set("coll.algorithm", "slots"); // no way to reduce
    QVERIFY(!stage.timeline().reading());
    QVERIFY(stage.timeline().accessibleDescription().contains(QStringLiteral("slots")));
}

void TstTimelinePage::theRowUnderWayIsLit()
{
    PageStage stage;
    stage.showOrder();
    QCOMPARE(stage.order().model().lit(), 0);
    stage.player().seekSeconds(600e-6); // a product takes 499.8 µs
    QCOMPARE(stage.order().model().lit(), 1);
    stage.player().last();
    QCOMPARE(stage.order().model().lit(), 3);
    auto* table = stage.part<QTableView>("order.table");
    emit table->clicked(table->model()->index(2, 0));
    QCOMPARE(qRound(stage.player().seconds() * 1e7), 9996);
    QCOMPARE(stage.order().model().lit(), 2);
}

void TstTimelinePage::modeEditsTheAlgorithm()
{
    PageStage stage;
    stage.part<QAbstractButton>("matmul.mode.3")->click();
    stage.settle();
    QCOMPARE(stage.session().scenario().coll.algorithm, core::CollectiveAlgorithm::uni);
    QVERIFY(stage.timeline().accessibleDescription().contains(QStringLiteral("2.516 ms")));
    stage.trigger("undo");
    QCOMPARE(stage.session().scenario().coll.algorithm, core::CollectiveAlgorithm::halves);
}

void TstTimelinePage::ratioMovesTheSizeThatDoesNotTravel_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("the columns of the weights, of a gather") << "matmul-gather";
    QTest::newRow("the summed dimension, of a scatter") << "matmul-scatter";
}

void TstTimelinePage::ratioMovesTheSizeThatDoesNotTravel()
{
    QFETCH(QString, kind);
    PageStage stage({1280, 720}, kind.toLatin1().constData());
    stage.set("hw.hop", "0");
    // t_c = 499.8 µs against S/2w = 335.5 µs; hidden from N·(s/2)·C/W = 4·275e12/100e9 = 11,000 on.
    QVERIFY2(std::abs(stage.ratio().ratio() - 16384.0 / 11000) < 1e-6, qPrintable(stage.ratio().text()));
    auto& track = *stage.part<ui::LogSlider>("ratio.track");
    const double before = stage.session().scenario().coll.B;
    emit track.stepped(1, false);
    stage.settle();
    const auto& coll = stage.session().scenario().coll;
    const bool gathers = kind == QStringLiteral("matmul-gather");
    QCOMPARE(gathers ? coll.F : coll.D, 11000.0);
    QCOMPARE(gathers ? coll.D : coll.F, 16384.0);
    QCOMPARE(coll.B, before);
    QVERIFY(std::abs(stage.ratio().ratio() - 1) < 1e-3);
}

void TstTimelinePage::aDragIsOneUndoStep()
{
    PageStage stage;
    auto& track = *stage.part<ui::LogSlider>("ratio.track");
    const QPoint from(static_cast<int>(track.xOf(track.value())), track.height() / 2);
    const int steps = stage.session().undoStack().count();
    struct HideWatch : QObject {
        int hidden = 0;
        bool eventFilter(QObject*, QEvent* event) override
        {
            hidden += event->type() == QEvent::Hide ? 1 : 0;
            return false;
        }
    } watch;
    track.installEventFilter(&watch);
    QTest::mousePress(&track, Qt::LeftButton, {}, from);
    for (int x = 10; x <= 60; x += 10) {
        QTest::mouseMove(&track, from - QPoint(x, 0));
        stage.settle();
    }
    QTest::mouseRelease(&track, Qt::LeftButton, {}, from - QPoint(60, 0));
    stage.settle();
    QCOMPARE(watch.hidden, 0); // the mouse would be lost
    QVERIFY(stage.session().scenario().coll.F < 16384);
    QCOMPARE(stage.session().undoStack().count(), steps + 1);
    stage.trigger("undo");
    QCOMPARE(stage.session().scenario().coll.F, 16384.0);
}

void TstTimelinePage::highWindowsShowTorusAndTimelineAtOnce_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("both");
    QTest::newRow("1280x720") << QSize(1280, 720) << false;
    QTest::newRow("1600x1000") << QSize(1600, 1000) << true;
    QTest::newRow("1920x1080") << QSize(1920, 1080) << true;
}

void TstTimelinePage::highWindowsShowTorusAndTimelineAtOnce()
{
    QFETCH(QSize, size);
    QFETCH(bool, both);
    PageStage stage(size);
    auto* bar = stage.part<QTabBar>("collectives.stage");
    auto& torus = *stage.part("collectives")->findChild<ui::TorusView*>();
    QCOMPARE(bar->isTabVisible(1), !both); // of the timeline alone
    QVERIFY(stage.timeline().isVisible());
    QCOMPARE(torus.isVisible(), both);
    if (both) {
        const QRect above = stage.inWindow(torus);
        const QRect below = stage.inWindow(*stage.window.findChild<ui::MatmulView*>());
        QVERIFY(above.bottom() < below.top());
        QVERIFY(above.height() >= 200 && below.height() >= 300);
        auto* area = stage.window.findChild<ui::MatmulView*>()->findChild<QScrollArea*>();
        QCOMPARE(area->verticalScrollBar()->maximum(), 0);
        QCOMPARE(above.left(), below.left());
        stage.set("coll.algorithm", "auto");
        stage.set("coll.kind", "all-reduce");
        stage.set("coll.torus", "4x4x4"); // needs the height for itself
        QVERIFY(torus.isVisible() && !stage.timeline().isVisible());
    }
}

void TstTimelinePage::orderStandsBesideTheTimeline_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1280x720") << QSize(1280, 720);
    QTest::newRow("1920x1080") << QSize(1920, 1080);
}

void TstTimelinePage::orderStandsBesideTheTimeline()
{
    QFETCH(QSize, size);
    PageStage stage(size);
    stage.showOrder();
    QVERIFY(stage.timeline().isVisible() && stage.order().isVisible());
    QCOMPARE(stage.order().model().rowCount(), 4);
    const QRect order = stage.inWindow(stage.order());
    QVERIFY(!order.intersects(stage.inWindow(*stage.window.findChild<ui::MatmulView*>())));
    QVERIFY(stage.window.rect().contains(order));
}

void TstTimelinePage::orderIsOfferedForMatmulsOnly()
{
    PageStage stage;
    auto* side = stage.part<QTabWidget>("collectives.side");
    QVERIFY(side->isTabVisible(side->indexOf(&stage.order())));
    stage.showOrder();
    stage.set("coll.algorithm", "auto");
    stage.set("coll.kind", "all-reduce");
    QVERIFY(!side->isTabVisible(side->indexOf(&stage.order())));
    QVERIFY(!stage.order().isVisible());
}

/// An all-to-all on a line of 300 has 90,000 messages over up to 299 hops: the window does not wait for them, and of
/// two chips that are chosen one after the other the last one is shown.
void TstTimelinePage::aChipOfALongLineIsTimedBeside()
{
    PageStage stage;
    stage.set("coll.kind", "all-to-all");
    stage.set("coll.algorithm", "auto");
    stage.set("coll.wrap", "hardware");
    stage.set("coll.torus", "300");
    const auto said = [&] { return stage.timeline().accessibleDescription(); };
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains(u"messages over"_s), qPrintable(said()), 20000);
    auto* chips = stage.part<QComboBox>("matmul.chips");
    QCOMPARE(chips->count(), 301);
    for (const int row : {8, 200}) { // the row of chip 199
        chips->setCurrentIndex(row);
        emit chips->activated(row);
        QCOMPARE(said(), u"Timing the messages of Chip (%1)…"_s.arg(row - 1));
    }
    QTRY_VERIFY2_WITH_TIMEOUT(!said().startsWith(u"Timing"_s), qPrintable(said()), 20000);
    QVERIFY2(said().contains(u"Chip (199)"_s), qPrintable(said()));
}

void TstTimelinePage::pageKeysScrollWhatIsTooHigh()
{
    PageStage stage;
    stage.set("coll.torus", "8");
    auto* chips = stage.part<QComboBox>("matmul.chips");
    chips->setCurrentIndex(1);
    emit chips->activated(1);
    stage.settle();
    auto* bar = stage.window.findChild<ui::MatmulView*>()->findChild<QScrollArea*>()->verticalScrollBar();
    QCOMPARE(bar->value(), 0);
    QVERIFY(bar->maximum() > 0);
    stage.timeline().setFocus();
    QTest::keyClick(&stage.timeline(), Qt::Key_PageDown);
    const int below = bar->value();
    QVERIFY(below > 0);
    QTest::keyClick(&stage.timeline(), Qt::Key_Left); // the last bar of all
    QVERIFY(bar->value() > below);
}

void TstTimelinePage::everyPartHasAName()
{
    PageStage stage({1920, 1080});
    for (const QWidget* part : stage.window.findChild<ui::MatmulView*>()->findChildren<QWidget*>()) {
        const auto* button = qobject_cast<const QAbstractButton*>(part);
        const bool named = !part->accessibleName().isEmpty() || (button && !button->text().isEmpty());
        if (part->isVisible() && part->focusPolicy() & Qt::TabFocus && !part->focusProxy()) {
            QVERIFY2(named, qPrintable(QString::fromLatin1(part->metaObject()->className()) + part->objectName()));
        }
    }
}

ROOFLIGHT_TEST(TstTimelinePage)
#include "tst_timeline_page.moc"

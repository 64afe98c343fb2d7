// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the tab Collectives in the window: made when opened, in step with the scenario, its numbers and keys.
#include "clipping.h"
#include "core/collectives/report.h"
#include "recording_stage.h"
#include "support/asked.h"
#include "support/suite.h"
#include "ui/collectives/collectives_tab.h"
#include "ui/collectives/follow_field.h"
#include "ui/controls/field_control.h"
#include "ui/derivation/explain_panel.h"
#include "ui/numbers/value_label.h"
#include "ui/shell/tabs.h"
#include "ui/torus/torus_view.h"
#include "window_stage.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>

namespace
{

/// The window with the tab open.
struct TabStage : tests::WindowStage {
    explicit TabStage(const tests::Edits& edits = {}, QSize size = {1280, 720}, bool dark = false)
        : tests::WindowStage("start", size, dark)
    {
        takeOwnCollective();
        const auto gesture = session().nextGesture();
        for (const auto& [field, value] : edits)
            if (const auto done = session().editFromText(field, value, gesture); !done)
                qFatal("%s", done.error().c_str());
        trigger("tab-6");
    }

    ui::CollectivesTab& tab() const { return *window.findChild<ui::CollectivesTab*>(); }
    ui::TorusView& torus() const { return *tab().findChild<ui::TorusView*>(); }
    ui::Session& session() { return window.session(); }
    QString shown(const char* metric) const
    {
        return part<ui::ValueLabel>(qPrintable(QStringLiteral("value.") + QLatin1String(metric)))->shown();
    }
    QString story() const { return part<QLabel>("collectives.story")->text().replace(QChar::Nbsp, u' '); }
    ~TabStage() { session().undoStack().setClean(); }
    void press(Qt::Key key)
    {
        QTest::keyClick(&torus(), key);
        settle();
    }
    void set(const char* field, const char* value)
    {
        QVERIFY(session().editFromText(field, value));
        settle();
    }
};

} // namespace

class TstCollectivesTab : public QObject
{
    Q_OBJECT
private slots:
    void itIsMadeWhenItIsOpened();
    void everyNumberIsItsMetricAndExplainsItself_data();
    void everyNumberIsItsMetricAndExplainsItself();
    void aRingOfFourIsToldInFull();
    void theStoryLeavesItsNumbersToLabels_data();
    void theStoryLeavesItsNumbersToLabels();
    void onlyFieldsThatMatterAreShown_data();
    void onlyFieldsThatMatterAreShown();
    void chipsAreTypedOrChosenFromExamples();
    void nothingIsClipped_data();
    void nothingIsClipped();
    void keysStepAndTurn();
    void anotherCollectiveStartsAtStepZero();
    void theSlideIsOneStepBack();
    void listsChooseHowTheTorusIsLookedAt();
    void everyPartHasAName();
};

void TstCollectivesTab::itIsMadeWhenItIsOpened()
{
    tests::WindowStage stage;
    QVERIFY(!stage.window.findChild<ui::CollectivesTab*>());
    stage.openCollectives();
    QVERIFY(stage.window.findChild<ui::CollectivesTab*>()->isVisible());
    QVERIFY(stage.part("value.coll.lower_bound")->isVisible());
}

namespace
{

/// One of each kind, on every sort of network.
void addKinds()
{
    QTest::addColumn<tests::Edits>("edits");
    const auto add = [](const char* name, const tests::Edits& edits) { QTest::newRow(name) << edits; };
    add("ring of 4", {{"coll.torus", "4"}, {"coll.wrap", "ring"}});
    add("mesh 4x4", {});
    add("torus 4x4x4", {{"coll.torus", "4x4x4"}});
    add("one axis of three", {{"coll.torus", "4x4x4"}, {"coll.axes", "Y"}, {"coll.kind", "reduce-scatter"}});
    add("pod", {{"coll.torus", "16x20x28"}, {"coll.kind", "all-reduce"}});
    add("switch", {{"coll.torus", "switch8"}, {"coll.kind", "all-reduce"}});
    add("all-to-all", {{"coll.torus", "4x4"}, {"coll.wrap", "ring"}, {"coll.kind", "all-to-all"}});
    add("permute", {{"coll.torus", "8"}, {"coll.kind", "permute"}});
    add("gather and matmul", {{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.kind", "matmul-gather"}});
    add("matmul and scatter", {{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.kind", "matmul-scatter"}});
    add("no collective", {{"coll.torus", "4"}, {"coll.axes", "Z"}, {"coll.algorithm", "offsets"}});
}

} // namespace

void TstCollectivesTab::everyNumberIsItsMetricAndExplainsItself_data() { addKinds(); }

void TstCollectivesTab::everyNumberIsItsMetricAndExplainsItself()
{
    QFETCH(tests::Edits, edits);
    TabStage stage(edits);
    const auto& scenario = stage.session().scenario();
    for (auto* value : stage.part("collectives.numbers")->findChildren<ui::ValueLabel*>()) {
        const auto metric = *core::findMetric(*scenario.presets, value->metricId().toStdString());
        const auto number = tests::metricValue(scenario, metric);
        QCOMPARE(value->isVisible(), core::applies(number) && tests::cache().report(scenario)->analysis);
        if (!value->isVisible()) {
            continue;
        }
        if (std::holds_alternative<double>(number)) {
            const auto text = QString::fromStdString(core::metricText(metric, number, scenario.conv.unit));
            QVERIFY2(value->shown().startsWith(text), qPrintable(value->shown()));
        }
        value->click();
        QCOMPARE(stage.part<ui::ExplainPanel>("explain")->metricId(), value->metricId());
        QVERIFY(stage.part("explain")->isVisible());
    }
}

/// By hand: 16,777,216 B round a closed ring of 4, both ways, 90 GB/s each, a hop of 1 µs. A chip lacks 3/4 of the
/// array and has two links in: 12,582,912 / 1.8e11 = 69.9 µs, 2 hops. The last step sends halves, so that both links
/// carry 6,291,456 B.
void TstCollectivesTab::aRingOfFourIsToldInFull()
{
    TabStage stage({{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"hw.hop", "1 µs"}, {"hw.link.rate", "90 GB/s"}});
    QCOMPARE(stage.shown("coll.lower_bound"), QStringLiteral("69.9 µs"));
    QCOMPARE(stage.shown("coll.bytes_per_link"), QStringLiteral("6.29 MB"));
    QCOMPARE(stage.shown("coll.total_bytes"), QStringLiteral("50.3 MB"));
    QCOMPARE(stage.shown("coll.steps"), QStringLiteral("2 steps"));
    QCOMPARE(stage.shown("coll.time"), QStringLiteral("71.9 µs"));
    QCOMPARE(stage.shown("coll.gap"), QStringLiteral("1.03×"));
    QCOMPARE(stage.shown("coll.barrier"), QStringLiteral("71.9 µs"));
    QCOMPARE(stage.shown("coll.closed_form"), QStringLiteral("71.9 µs"));
    QVERIFY2(stage.story().contains(QStringLiteral("Bound: chip 0")), qPrintable(stage.story()));
}

void TstCollectivesTab::theStoryLeavesItsNumbersToLabels_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::addColumn<QStringList>("labels");
    const QStringList bytes{QStringLiteral("coll.bound_bytes"), QStringLiteral("coll.bound_links")};
    QTest::newRow("gather") << tests::Edits{{"coll.torus", "4x4"}, {"coll.wrap", "line"}} << bytes;
    QTest::newRow("all-reduce") << tests::Edits{{"coll.torus", "8"}, {"coll.kind", "all-reduce"}} << bytes.mid(1);
    QTest::newRow("blocks") << tests::Edits{{"coll.torus", "8"}, {"coll.kind", "all-to-all"}} << bytes;
    QTest::newRow("the middle of an axis")
        << tests::Edits{{"coll.torus", "8x2"}, {"coll.wrap", "line"}, {"coll.kind", "all-to-all"}} << bytes;
    QTest::newRow("a pair") << tests::Edits{{"coll.torus", "4x4"}, {"coll.kind", "permute"}}
                            << bytes + QStringList{QStringLiteral("coll.paths"), QStringLiteral("coll.shortest_path"),
                                                   QStringLiteral("coll.longest_path")};
    QTest::newRow("few bytes") << tests::Edits{{"coll.torus", "4x4"}, {"coll.bytes", "64"}}
                               << QStringList(QStringLiteral("coll.bound_hops"));
    const tests::Edits matmul{{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.kind", "matmul-gather"}};
    QTest::newRow("products") << matmul << QStringList();
}

/// But for names of chips and places, which are no amounts.
void TstCollectivesTab::theStoryLeavesItsNumbersToLabels()
{
    QFETCH(tests::Edits, edits);
    QFETCH(QStringList, labels);
    TabStage stage(edits);
    QString story = stage.story().remove(QRegularExpression(QStringLiteral("<[^>]*>")));
    story.remove(QRegularExpression(QStringLiteral("chip \\d+|places? \\d+( to \\d+)?")));
    QVERIFY2(story.contains(QStringLiteral("Bound: ")) && !story.contains(QRegularExpression(QStringLiteral("\\d"))),
             qPrintable(story));
    QStringList shown;
    for (const auto* label : stage.part<QWidget>("collectives.numbers")->findChildren<ui::ValueLabel*>()) {
        if (label->isVisible() && label->metricId().contains(QRegularExpression(QStringLiteral("bound_|path")))) {
            shown << label->metricId();
        }
    }
    QCOMPARE(shown, labels);
}

void TstCollectivesTab::onlyFieldsThatMatterAreShown_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("chips");
    QTest::addColumn<QStringList>("shown");
    QTest::addColumn<QStringList>("hidden");
    const QStringList matmul{QStringLiteral("coll.B"), QStringLiteral("coll.D"), QStringLiteral("coll.F")};
    const QStringList bytes{QStringLiteral("coll.bytes")};
    const QStringList ends{QStringLiteral("coll.from"), QStringLiteral("coll.to")};
    const QStringList axes{QStringLiteral("coll.axes"), QStringLiteral("coll.wrap"), QStringLiteral("coll.direction")};
    const QString ring = QStringLiteral("4");
    QTest::newRow("behind a switch") << QStringLiteral("all-gather") << QStringLiteral("switch8") << bytes
                                     << axes + matmul + ends;
    QTest::newRow("all-gather") << QStringLiteral("all-gather") << ring << bytes + axes << matmul + ends;
    QTest::newRow("permute") << QStringLiteral("permute") << ring << bytes + ends << matmul + axes.mid(0, 1);
    QTest::newRow("matmul-gather") << QStringLiteral("matmul-gather") << ring << matmul << bytes + ends;
}

void TstCollectivesTab::onlyFieldsThatMatterAreShown()
{
    QFETCH(QString, kind);
    QFETCH(QString, chips);
    QFETCH(QStringList, shown);
    QFETCH(QStringList, hidden);
    TabStage stage(tests::Edits{{"coll.torus", chips.toStdString()}});
    stage.set("coll.kind", qPrintable(kind));
    for (const QString& field : shown) {
        QVERIFY2(stage.part(qPrintable(field))->isVisible(), qPrintable(field));
    }
    for (const QString& field : hidden) {
        QVERIFY2(!stage.part(qPrintable(field))->isVisible(), qPrintable(field));
    }
    const auto* title = stage.part("coll.clock")->findChild<QLabel*>();
    QCOMPARE(title->text(), QStringLiteral("Clock")); // the group is plain here
}

void TstCollectivesTab::chipsAreTypedOrChosenFromExamples()
{
    TabStage stage;
    auto* control = stage.part<ui::FieldControl>("coll.torus");
    auto* input = stage.part<QLineEdit>("coll.torus.field");
    input->setFocus();
    input->selectAll();
    QTest::keyClicks(input, QStringLiteral("4x"));
    QTest::keyClick(input, Qt::Key_Return);
    stage.settle();
    QVERIFY2(control->note().contains(QStringLiteral("one to three sides such as")), qPrintable(control->note()));
    const auto examples = stage.part<QMenu>("coll.torus.menu")->actions();
    QStringList texts;
    for (QAction* example : examples) {
        texts << example->text().split(u'\t'); // what a switch means stands beside it
        example->trigger();
        stage.settle();
        QCOMPARE(QString::fromStdString(stage.session().scenario().coll.torus), example->text().section(u'\t', 0, 0));
        QVERIFY(control->note().isEmpty());
        QVERIFY(stage.part("value.coll.time")->isVisible());
    }
    QVERIFY(texts.contains(QStringLiteral("16x20x28")) && texts.contains(QStringLiteral("8 GPUs behind a switch")));
}

void TstCollectivesTab::nothingIsClipped_data() { addKinds(); }

void TstCollectivesTab::nothingIsClipped()
{
    QFETCH(tests::Edits, edits);
    TabStage stage(edits);
    for (const QSize size : {QSize(1024, 640), QSize(1280, 720), QSize(1920, 1080)}) {
        stage.window.resize(size);
        stage.window.setTheme(ui::Theme::of(size.width() > 1500));
        auto* side = stage.part<QTabWidget>("collectives.side");
        auto* pictures = stage.part<QTabBar>("collectives.stage");
        for (int page = 0; page < side->count() + pictures->count(); ++page) {
            if (page < side->count()) {
                side->setCurrentIndex(page);
            } else if (pictures->isTabVisible(page - side->count())) {
                side->setCurrentIndex(0); // where the window is narrow the pictures are a page too
                pictures->setCurrentIndex(page - side->count());
            }
            stage.settle();
            QVERIFY(!pictures->isVisible() || pictures->width() >= pictures->sizeHint().width());
            QVERIFY(side->tabBar()->width() <= side->width());
            for (const auto* list : stage.part("collectives")->findChildren<QComboBox*>()) {
                const int needed = list->fontMetrics().horizontalAdvance(list->currentText()) + 33;
                QVERIFY2(!list->isVisible() || list->width() >= needed, qPrintable(list->currentText()));
            }
            const auto faults = [&stage] { return tests::clippedParts(stage.window); };
            QTRY_VERIFY2(faults().isEmpty(), qPrintable(faults().join(u'\n'))); // heights follow widths
        }
    }
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
    QVERIFY(stage.torus().findChild<QWidget*>(QStringLiteral("torus.card"))->isVisible());
    stage.press(Qt::Key_Escape);
    QVERIFY(!stage.torus().findChild<QWidget*>(QStringLiteral("torus.card"))->isVisible());
    QVERIFY(stage.tab().isVisible()); // the first Escape is the card's
}

void TstCollectivesTab::anotherCollectiveStartsAtStepZero()
{
    TabStage stage;
    auto& player = stage.tab().player();
    player.seek(2);
    stage.set("coll.bytes", "1 GB");
    QCOMPARE(player.position(), 2.0); // the same steps of other sizes
    QCOMPARE(stage.torus().accessibleDescription().contains(QStringLiteral("step 2 of")), true);
    stage.set("coll.kind", "reduce-scatter");
    QCOMPARE(player.position(), 0.0);
    stage.press(Qt::Key_Period);
    stage.set("coll.torus", "4x4x4");
    QCOMPARE(player.position(), 0.0);
}

void TstCollectivesTab::theSlideIsOneStepBack()
{
    TabStage stage;
    const auto before = stage.session().scenario().coll;
    const int undone = stage.session().undoStack().index();
    stage.part<QPushButton>("collectives.slide")->click();
    stage.settle();
    QCOMPARE(stage.session().undoStack().index(), undone + 1);
    QCOMPARE(stage.tab().player().steps(), 3);
    stage.tab().player().last();
    stage.settle();
    QVERIFY(stage.part("holdings")->accessibleDescription().startsWith(QStringLiteral("A (chip 0): 12, ")));
    stage.trigger("undo");
    QVERIFY(stage.session().scenario().coll == before);
}

void TstCollectivesTab::listsChooseHowTheTorusIsLookedAt()
{
    TabStage stage(tests::Edits{{"coll.torus", "4x4x4"}});
    const auto choose = [&](const char* list, int entry) {
        for (auto* box : stage.tab().findChildren<QComboBox*>()) {
            if (box->accessibleName() == QLatin1String(list)) {
                emit box->activated(entry);
                stage.settle();
                return box->currentIndex();
            }
        }
        return -1;
    };
    QCOMPARE(choose("Layout of the torus", 0), 0);
    QCOMPARE(stage.torus().look().layout, ui::TorusLayout::unrolled);
    QCOMPARE(choose("How much of the torus is drawn", 3), 3);
    QCOMPARE(stage.torus().look().detail, ui::TorusDetail::slice);
    QCOMPARE(choose("Slice that is drawn", 2), 2);
    QCOMPARE(stage.torus().look().slice, 2);
    QSignalSpy followed(&stage.torus(), &ui::TorusView::followedChanged);
    auto* follow = stage.tab().findChild<ui::FollowField*>();
    emit follow->asked(5);
    QCOMPARE(followed.takeLast().front().toInt(), 5);
    emit follow->asked(std::nullopt);
    QCOMPARE(followed.takeLast().front().toInt(), -1);
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

ROOFLIGHT_TEST(TstCollectivesTab)
#include "tst_collectives_tab.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the window can be used by keyboard alone, that everything in it has a name, and that keys and wheel do
// something only where they are meant to.
#include "support/suite.h"
#include "window_stage.h"

#include "core/scenario/fields.h"
#include "ui/collectives/collectives_tab.h"
#include "ui/controls/wheel_guard.h"
#include "ui/shell/tabs.h"

#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QShortcut>
#include <QStatusTipEvent>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QWheelEvent>

using Stage = tests::WindowStage;

class TstKeyboard : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void f8AndF9Toggle();
    void theTabWithTheFocusHasARing();
    void theHintIsNotCut();
    void f6CyclesThroughTheRegions();
    void escapeLeavesATab();
    void focusComesIntoSight();
    void everythingFocusableHasAName();
    void everyActionHasAUniqueShortcut();
    void keysOfThePlaceAreTakenThereAlone();
    void batchHasTheFocusAtFirst();
    void undoReachesTheWindowFromAField_data();
    void undoReachesTheWindowFromAField();
    void undoTakesBackWhatIsBeingTyped();
    void aControlFromBeforeTheGuardIsGuarded();
    void theWheelChangesOnlyWhatHasTheFocus();
    void theWheelOverADialogChangesOnlyWhatHasTheFocus();
    void exportAnswersInEveryLine();
};

void TstKeyboard::initTestCase() { QApplication::setOrganizationName(QStringLiteral("rooflight-test")); }

void TstKeyboard::f8AndF9Toggle()
{
    Stage stage;
    stage.trigger("explain");
    QVERIFY(stage.part("explain")->isVisible());
    stage.trigger("explain");
    QVERIFY(!stage.part("explain")->isVisible());
    stage.trigger("design");
    QVERIFY(!stage.part("design")->isVisible());
    stage.trigger("design");
    QVERIFY(stage.part("design")->isVisible());
}

void TstKeyboard::theTabWithTheFocusHasARing()
{
    for (const bool dark : {false, true}) {
        Stage stage("start", {1280, 720}, dark);
        auto* bar = stage.part<QTabBar>("tabs.bar");
        bar->setFocus(Qt::TabFocusReason);
        stage.settle();
        const QImage picture = bar->grab().toImage();
        const QRect tab = bar->tabRect(bar->currentIndex()).adjusted(0, 0, -4, 0); // its margin
        const QColor accent = ui::Theme::of(dark).accent;
        for (const QPoint at : {QPoint(tab.center().x(), tab.top()), QPoint(tab.left(), tab.center().y()),
                                QPoint(tab.right(), tab.center().y()), QPoint(tab.center().x(), tab.bottom())})
            QCOMPARE(picture.pixelColor(at), accent);
    }
}

/// It gives up its last parts where the line has no room for them.
void TstKeyboard::theHintIsNotCut()
{
    for (const QSize size : {QSize(1030, 700), QSize(1920, 1080)}) {
        Stage stage("start", size);
        QVERIFY(stage.window.session().edit("work.seq", 8192.0)); // "Unsaved changes" is longer than "Saved"
        stage.settle();
        stage.part("work.batch.track")->setFocus();
        const auto* hint = stage.part<QLabel>("hint");
        QVERIFY(hint->text().startsWith(QStringLiteral("Batch: ←/→ next mark · ")));
        QVERIFY(!hint->text().contains(u'…'));
        QVERIFY(hint->fontMetrics().horizontalAdvance(hint->text()) <= hint->contentsRect().width());
        QStatusTipEvent over(stage.part("work.batch.track")->statusTip().repeated(2)); // as of what the pointer is over
        QApplication::sendEvent(&stage.window, &over);
        QVERIFY(hint->isVisible());
        QVERIFY(hint->fontMetrics().horizontalAdvance(hint->text()) <= hint->contentsRect().width());
        stage.window.session().undoStack().setClean();
    }
}

void TstKeyboard::f6CyclesThroughTheRegions()
{
    Stage stage;
    QStringList seen;
    for (int i = 0; i < 4; ++i) {
        stage.trigger("next-region");
        for (const char* region : {"verdict.bar", "conventions", "design", "tabs"}) {
            if (stage.part(region)->isAncestorOf(stage.window.focusWidget())) {
                seen << QString::fromLatin1(region);
            }
        }
    }
    QCOMPARE(seen, (QStringList{QStringLiteral("tabs"), QStringLiteral("verdict.bar"), QStringLiteral("conventions"),
                                QStringLiteral("design")}));
}

void TstKeyboard::escapeLeavesATab()
{
    Stage stage;
    auto* tabs = stage.part<ui::Tabs>("tabs");
    tabs->openChart(QStringLiteral("memory"));
    stage.settle();
    QVERIFY(tabs->currentIndex() > 0);
    stage.trigger("explain");
    auto* panel = stage.part("explain");
    QVERIFY(panel->isVisible());
    QTest::keyClick(tabs, Qt::Key_Escape); // closes the explanation first
    QVERIFY(!panel->isVisible());
    QVERIFY(tabs->currentIndex() > 0);
    QTest::keyClick(tabs, Qt::Key_Escape);
    QCOMPARE(tabs->currentIndex(), 0);
}

/// Of the setup of a collective, also from elsewhere.
void TstKeyboard::focusComesIntoSight()
{
    Stage stage;
    stage.openCollectives();
    auto* area = stage.window.findChild<ui::CollectivesTab*>()->findChild<QScrollArea*>(
        QStringLiteral("collectives.setup.area"));
    QVERIFY(area && area->isVisible());
    auto* first = area->widget()->nextInFocusChain();
    for (int tried = 0; tried < 1000 && (!first->isVisible() || !(first->focusPolicy() & Qt::TabFocus)); ++tried)
        first = first->nextInFocusChain();
    QVERIFY(area->widget()->isAncestorOf(first));
    area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
    QVERIFY(first->visibleRegion().isEmpty());
    first->setFocus();
    QVERIFY(!first->visibleRegion().isEmpty());
}

/// What is in sight on each tab.
void TstKeyboard::everythingFocusableHasAName()
{
    Stage stage("llama3-70b-v5p");
    stage.openAllSections();
    stage.trigger("explain");
    QSet<QString> nameless;
    for (int tab = 1; tab <= stage.part<ui::Tabs>("tabs")->count(); ++tab) {
        stage.openTab(tab);
        for (QWidget* widget : stage.window.findChildren<QWidget*>()) {
            const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
            const bool own =
                widget->focusPolicy() != Qt::NoFocus && !widget->focusProxy() && widget->window() == &stage.window;
            if (own && widget->isVisible() && (!face || face->text(QAccessible::Name).isEmpty()))
                nameless << QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName();
        }
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.values().join(QStringLiteral(", "))));
}

void TstKeyboard::everyActionHasAUniqueShortcut()
{
    Stage stage;
    QSet<QKeySequence> seen;
    for (const ui::ActionRow& row : ui::actionRows()) {
        const QAction* action = stage.window.actions().action(row.id);
        QVERIFY(action);
        QVERIFY2(action->shortcut().isEmpty() || !seen.contains(action->shortcut()), row.id);
        seen.insert(action->shortcut());
    }
}

/// Space, R and their like press buttons and type: as shortcuts of the window they would not.
void TstKeyboard::keysOfThePlaceAreTakenThereAlone()
{
    Stage stage;
    stage.openCollectives();
    QSet<QKeySequence> everywhere;
    for (const ui::ActionRow& row : ui::actionRows()) {
        const QAction* action = stage.window.actions().action(row.id);
        const QKeySequence key = action->shortcut();
        if (action->shortcutContext() == Qt::WindowShortcut && !key.isEmpty()) {
            everywhere.insert(key);
            const auto modifiers = key[0].keyboardModifiers();
            const bool function = key[0].key() >= Qt::Key_F1 && key[0].key() <= Qt::Key_F12;
            QVERIFY2(function || modifiers & (Qt::ControlModifier | Qt::AltModifier), row.id);
        }
    }
    for (const auto* shortcut : stage.window.findChildren<QShortcut*>()) {
        QVERIFY2(!everywhere.contains(shortcut->key()), qPrintable(shortcut->key().toString()));
    }
}

void TstKeyboard::batchHasTheFocusAtFirst()
{
    Stage stage;
    QCOMPARE(stage.window.focusWidget(), stage.part("work.batch.track"));
}

void TstKeyboard::undoReachesTheWindowFromAField_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("typed");
    QTest::newRow("a number") << QStringLiteral("work.batch") << QStringLiteral("4096");
    QTest::newRow("a text") << QStringLiteral("hw.torus") << QStringLiteral("2x4x8");
}

/// As after typing there: the field keeps the focus.
void TstKeyboard::undoReachesTheWindowFromAField()
{
    QFETCH(QString, field);
    QFETCH(QString, typed);
    Stage stage;
    stage.openAllSections();
    const auto value = [&] { return core::findField(field.toStdString())->get(stage.window.session().scenario()); };
    const core::Value before = value();
    auto* input = stage.window.findChild<QLineEdit*>(field + QStringLiteral(".field"));
    input->setFocus();
    input->selectAll();
    QTest::keyClicks(input, typed);
    QTest::keyClick(input, Qt::Key_Return);
    stage.settle();
    const core::Value after = value();
    QVERIFY(after != before);
    for (int again = 0; again < 2; ++again) {
        QVERIFY(input->hasFocus());
        QTest::keyClick(input, Qt::Key_Z, Qt::ControlModifier);
        stage.settle();
        QVERIFY(value() == before);
        QTest::keyClick(input, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        stage.settle();
        QVERIFY(value() == after);
    }
    stage.window.session().undoStack().setClean();
}

void TstKeyboard::undoTakesBackWhatIsBeingTyped()
{
    Stage stage;
    QVERIFY(stage.window.session().edit("work.batch", 4096.0));
    stage.settle();
    auto* input = stage.part<QLineEdit>("work.batch.field");
    const QString shown = input->text();
    input->setFocus();
    input->selectAll();
    QTest::keyClicks(input, QStringLiteral("77"));
    QCOMPARE(input->text(), QStringLiteral("77"));
    for (int undone = 0; undone < 3 && input->text() != shown; ++undone)
        QTest::keyClick(input, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(input->text(), shown);
    QCOMPARE(stage.window.session().scenario().work.batch, 4096.0);
    QTest::keyClick(input, Qt::Key_Z, Qt::ControlModifier); // nothing typed is left
    stage.settle();
    QCOMPARE(stage.window.session().scenario().work.batch, 32768.0);
    stage.window.session().undoStack().setClean();
}

/// One notch over the middle of a widget, as the window system delivers it.
void turnWheel(QWidget& widget)
{
    const QPointF middle = QRectF(widget.rect()).center();
    QWheelEvent event(middle, widget.mapToGlobal(middle), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QSpontaneKeyEvent::setSpontaneous(&event);
    QApplication::sendEvent(&widget, &event);
}

/// What a control is set to.
QString setting(const QWidget& widget)
{
    QString all;
    for (const char* property : {"currentIndex", "value", "checked", "text"})
        if (!widget.inherits("QScrollBar") && widget.property(property).isValid())
            all += widget.property(property).toString() + u' ';
    return all;
}

/// Turns the wheel over every control of `root` that is in sight; the first that changes something or takes the focus.
QString changedByWheel(QWidget& root, const core::Scenario& scenario)
{
    const core::Scenario before = scenario; // NOLINT(performance-unnecessary-copy-initialization): it may change
    const auto name = [](const QWidget& widget) {
        return QStringLiteral("%1 %2").arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName());
    };
    const auto widgets = root.findChildren<QWidget*>();
    QStringList set;
    for (const auto* widget : widgets)
        set << setting(*widget);
    for (auto* widget : widgets) {
        const bool had = widget->hasFocus();
        if (!had && widget->isVisible() && widget->isEnabled() && !widget->inherits("QScrollBar"))
            turnWheel(*widget);
        if (!(scenario == before) || widget->hasFocus() != had)
            return name(*widget);
    }
    for (qsizetype at = 0; at < widgets.size(); ++at)
        if (setting(*widgets[at]) != set[at])
            return name(*widgets[at]);
    return {};
}

/// Qt gives the focus by wheel before any filter sees it.
void TstKeyboard::aControlFromBeforeTheGuardIsGuarded()
{
    QComboBox box;
    box.ensurePolished();
    QCOMPARE(box.focusPolicy(), Qt::WheelFocus);
    QObject owner;
    qApp->installEventFilter(new ui::WheelGuard(&owner));
    box.show();
    QCOMPARE(box.focusPolicy(), Qt::StrongFocus);
}

/// Over every control of every tab.
void TstKeyboard::theWheelChangesOnlyWhatHasTheFocus()
{
    Stage stage;
    stage.openAllSections();
    const core::Scenario& scenario = stage.window.session().scenario();
    stage.window.session().edit("coll.kind", std::string("matmul-gather"));
    auto* side = [&stage] {
        stage.trigger("tab-6");
        return stage.part<QTabWidget>("collectives.side");
    }();
    for (const ui::ActionRow& row : ui::actionRows())
        if (const QByteArray id(row.id); id.startsWith("tab-")) {
            stage.trigger(row.id);
            const bool sides = side->isVisible();
            for (int page = 0; page < (sides ? side->count() : 1); ++page) {
                side->setCurrentIndex(page);
                stage.settle();
                const QString changed = changedByWheel(stage.window, scenario);
                QVERIFY2(changed.isEmpty(), qPrintable(QString::fromLatin1(id) + u' ' + changed));
            }
        }
    const core::Scenario before = scenario;
    auto* list = stage.part<QComboBox>("mesh.X.role");
    list->setFocus();
    turnWheel(*list);
    QVERIFY(!(scenario == before));
    stage.window.session().undoStack().setClean();
}

void TstKeyboard::theWheelOverADialogChangesOnlyWhatHasTheFocus()
{
    Stage stage;
    for (const char* action : {"export", "animate"}) {
        QString changed = QStringLiteral("nothing was opened");
        QTimer::singleShot(0, qApp, [&] {
            auto* dialog = QApplication::activeModalWidget();
            changed = changedByWheel(*dialog, stage.window.session().scenario());
            dialog->close();
        });
        stage.trigger(action);
        QVERIFY2(changed.isEmpty(), qPrintable(QString::fromLatin1(action) + u' ' + changed));
    }
}

/// As line edits do under X11: Ctrl+E is "to the end of the line" there.
struct GreedyLine : QLineEdit {
    using QLineEdit::QLineEdit;
    bool event(QEvent* event) override
    {
        return event->type() == QEvent::ShortcutOverride || QLineEdit::event(event); // which begins as accepted
    }
};

void TstKeyboard::exportAnswersInEveryLine()
{
    Stage stage;
    GreedyLine line(&stage.window);
    line.show();
    line.setFocus();
    bool opened = false;
    QTimer::singleShot(0, qApp, [&opened] {
        auto* dialog = QApplication::activeModalWidget();
        opened = dialog && dialog->close();
    });
    QTest::keyClick(&line, Qt::Key_E, Qt::ControlModifier);
    QVERIFY(opened);
}

ROOFLIGHT_TEST(TstKeyboard)

#include "tst_keyboard.moc"

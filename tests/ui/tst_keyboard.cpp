// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the window can be used by keyboard alone, that everything in it has a name, and that keys and wheel do
// something only where they are meant to.
#include "support/suite.h"
#include "window_stage.h"

#include "core/scenario/fields.h"
#include "ui/collectives/collectives_tab.h"
#include "ui/shell/tabs.h"

#include <QAccessible>
#include <QComboBox>
#include <QLineEdit>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSet>
#include <QShortcut>
#include <QWheelEvent>

using Stage = tests::WindowStage;

class TstKeyboard : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void f8AndF9Toggle();
    void f6CyclesThroughTheRegions();
    void escapeLeavesATab();
    void focusComesIntoSight();
    void everythingFocusableHasAName();
    void tabReachesEverything();
    void everyActionHasAUniqueShortcut();
    void keysOfThePlaceAreTakenThereAlone();
    void batchHasTheFocusAtFirst();
    void undoReachesTheWindowFromAField_data();
    void undoReachesTheWindowFromAField();
    void undoTakesBackWhatIsBeingTyped();
    void theWheelChangesOnlyWhatHasTheFocus();
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
    while (!first->isVisible() || !(first->focusPolicy() & Qt::TabFocus)) {
        first = first->nextInFocusChain();
    }
    QVERIFY(area->widget()->isAncestorOf(first));
    area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
    QVERIFY(first->visibleRegion().isEmpty());
    first->setFocus();
    QVERIFY(!first->visibleRegion().isEmpty());
}

void TstKeyboard::everythingFocusableHasAName()
{
    Stage stage("llama3-70b-v5p");
    stage.openAllSections();
    stage.trigger("explain");
    QStringList nameless;
    for (const QWidget* widget : stage.window.findChildren<QWidget*>()) {
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
        const bool own =
            widget->focusPolicy() != Qt::NoFocus && !widget->focusProxy() && widget->window() == &stage.window;
        if (own && (!face || face->text(QAccessible::Name).isEmpty())) {
            nameless << QStringLiteral("%1 %2").arg(QString::fromLatin1(widget->metaObject()->className()),
                                                    widget->objectName());
        }
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QStringLiteral(", "))));
}

void TstKeyboard::tabReachesEverything()
{
    Stage stage;
    QSet<const QWidget*> reached;
    for (int stop = 0; stop < 100; ++stop) {
        reached.insert(stage.window.focusWidget());
        QTest::keyClick(stage.window.focusWidget(), Qt::Key_Tab);
    }
    QStringList missed;
    for (const QWidget* widget : stage.window.findChildren<QWidget*>()) {
        const auto* radio = qobject_cast<const QRadioButton*>(widget); // arrows go from one to the next
        const bool stops = widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) != 0;
        if (stops && !widget->focusProxy() && !(radio && !radio->isChecked()) && !reached.contains(widget)) {
            missed << widget->objectName();
        }
    }
    QVERIFY2(missed.isEmpty(), qPrintable(missed.join(QStringLiteral(", "))));
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
    while (input->text() != shown && input->isUndoAvailable())
        QTest::keyClick(input, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(input->text(), shown);
    QCOMPARE(stage.window.session().scenario().work.batch, 4096.0);
    QTest::keyClick(input, Qt::Key_Z, Qt::ControlModifier); // nothing typed is left
    stage.settle();
    QCOMPARE(stage.window.session().scenario().work.batch, 32768.0);
    stage.window.session().undoStack().setClean();
}

/// Over every control of the dock, as the window system delivers it.
void TstKeyboard::theWheelChangesOnlyWhatHasTheFocus()
{
    Stage stage;
    stage.openAllSections();
    const core::Scenario before = stage.window.session().scenario();
    const auto turn = [&](QWidget& widget) {
        const QPointF middle = QRectF(widget.rect()).center();
        QWheelEvent event(middle, widget.mapToGlobal(middle), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QSpontaneKeyEvent::setSpontaneous(&event);
        QApplication::sendEvent(&widget, &event);
    };
    for (auto* widget : stage.part("design")->findChildren<QWidget*>()) {
        if (!widget->hasFocus() && widget->isVisible() && widget->isEnabled())
            turn(*widget);
        QVERIFY2(stage.window.session().scenario() == before, qPrintable(widget->objectName()));
    }
    auto* list = stage.part<QComboBox>("mesh.X.role");
    list->setFocus();
    turn(*list);
    QVERIFY(!(stage.window.session().scenario() == before));
    stage.window.session().undoStack().setClean();
}

ROOFLIGHT_TEST(TstKeyboard)

#include "tst_keyboard.moc"

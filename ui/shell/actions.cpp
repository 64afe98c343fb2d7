// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands and what is generated from it.
#include "ui/shell/actions.h"

#include "ui/charts/chart_catalogue.h"
#include "ui/shell/tabs.h"
#include "ui/shell/toolbar.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>
#include <deque>
#include <string_view>

namespace ui
{

namespace
{

// Rows of a menu stand in its order; menus in the order of their first rows.
// Actions of the tabs are not among them.
constexpr ActionRow rows[] = {
    {"open", QT_TRANSLATE_NOOP("ui", "&Open…"), QT_TRANSLATE_NOOP("ui", "Open a scenario"), "open", "Ctrl+O",
     QT_TRANSLATE_NOOP("ui", "&File")},
    {"examples", QT_TRANSLATE_NOOP("ui", "E&xamples"), QT_TRANSLATE_NOOP("ui", "Open a shipped scenario"), "", "",
     "&File", true, true},
    {"save", QT_TRANSLATE_NOOP("ui", "&Save"), QT_TRANSLATE_NOOP("ui", "Save the scenario"), "save", "Ctrl+S", "&File"},
    {"save-as", QT_TRANSLATE_NOOP("ui", "Save &as…"), QT_TRANSLATE_NOOP("ui", "Save under another name"), "",
     "Ctrl+Shift+S", "&File", false, true},
    {"export", QT_TRANSLATE_NOOP("ui", "&Export…"), QT_TRANSLATE_NOOP("ui", "Export a chart as a file"), "export",
     "Ctrl+E", "&File", true},
    {"animate", QT_TRANSLATE_NOOP("ui", "Export a&nimation…"),
     QT_TRANSLATE_NOOP("ui", "Export the collective, or the step on its clock, as a GIF or as PNG files"), "",
     "Ctrl+Shift+E", "&File"},
    {"copy-chart", QT_TRANSLATE_NOOP("ui", "&Copy chart"),
     QT_TRANSLATE_NOOP("ui", "Copy the chart as picture and text"), "camera", "Ctrl+Shift+C", "&File", false, true},
    {"quit", QT_TRANSLATE_NOOP("ui", "&Quit"), QT_TRANSLATE_NOOP("ui", "Close the window"), "", "Ctrl+Q", "&File"},
    {"undo", QT_TRANSLATE_NOOP("ui", "&Undo"), QT_TRANSLATE_NOOP("ui", "Undo"), "undo", "Ctrl+Z",
     QT_TRANSLATE_NOOP("ui", "&Edit"), true},
    {"redo", QT_TRANSLATE_NOOP("ui", "&Redo"), QT_TRANSLATE_NOOP("ui", "Redo"), "redo", "Ctrl+Shift+Z", "&Edit", true,
     true},
    {"reset", QT_TRANSLATE_NOOP("ui", "Reset &all"), QT_TRANSLATE_NOOP("ui", "Back to what the window opened with"),
     "reset", "Ctrl+R", "&Edit", true, true},
    {"pin-baseline", QT_TRANSLATE_NOOP("ui", "&Pin baseline"),
     QT_TRANSLATE_NOOP("ui", "Keep the scenario as it is now, to compare with"), "baseline", "Ctrl+B", "&Edit", true},
    {"swap-baseline", QT_TRANSLATE_NOOP("ui", "S&wap with the baseline"),
     QT_TRANSLATE_NOOP("ui", "The first baseline becomes the document, and the document the baseline"), "",
     "Ctrl+Shift+B", "&Edit"},
    {"compare", QT_TRANSLATE_NOOP("ui", "&Compare with the baselines"),
     QT_TRANSLATE_NOOP("ui", "The inputs and the results that differ"), "", "", "&Edit"},
    {"show-baselines", QT_TRANSLATE_NOOP("ui", "&Show the baselines"),
     QT_TRANSLATE_NOOP("ui", "Draw them in the charts, or not"), "", "", "&Edit"},
    {"remove-baselines", QT_TRANSLATE_NOOP("ui", "Remo&ve the baselines"),
     QT_TRANSLATE_NOOP("ui", "Compare with none any more"), "", "", "&Edit"},
    {"design", QT_TRANSLATE_NOOP("ui", "&Design"), QT_TRANSLATE_NOOP("ui", "Show or hide the inputs"), "", "F9",
     QT_TRANSLATE_NOOP("ui", "&View")},
    {"explain", QT_TRANSLATE_NOOP("ui", "&Explain"),
     QT_TRANSLATE_NOOP("ui", "Explain the number under focus, or close the explanation"), "explain", "F8", "&View",
     true, true},
    {"theme", QT_TRANSLATE_NOOP("ui", "Dark &theme"), QT_TRANSLATE_NOOP("ui", "Light or dark"), "light-dark", "Ctrl+T",
     "&View", true},
    {"larger-text", QT_TRANSLATE_NOOP("ui", "&Larger text"),
     QT_TRANSLATE_NOOP("ui", "Draw texts, controls and pictures larger"), "", "Ctrl++", "&View"},
    {"smaller-text", QT_TRANSLATE_NOOP("ui", "&Smaller text"),
     QT_TRANSLATE_NOOP("ui", "Draw texts, controls and pictures smaller"), "", "Ctrl+-", "&View"},
    {"usual-text", QT_TRANSLATE_NOOP("ui", "&Usual text size"),
     QT_TRANSLATE_NOOP("ui", "Draw texts, controls and pictures at 100 %"), "", "Ctrl+0", "&View"},
    {"full-screen", QT_TRANSLATE_NOOP("ui", "&Full screen"), QT_TRANSLATE_NOOP("ui", "Fill the screen, or leave it"),
     "", "F11", "&View", false, true},
    {"next-region", QT_TRANSLATE_NOOP("ui", "&Next region"),
     QT_TRANSLATE_NOOP("ui", "Move the focus to the next part of the window"), "", "F6", "&View", false, true},
    {"design-collectives", QT_TRANSLATE_NOOP("ui", "Collectives of this desi&gn"),
     QT_TRANSLATE_NOOP("ui", "What the step communicates, each collective to be opened"), "", "Ctrl+D", "&View"},
    {"play", QT_TRANSLATE_NOOP("ui", "&Play"), QT_TRANSLATE_NOOP("ui", "Play the collective in sight, or pause"),
     "play", "Space", QT_TRANSLATE_NOOP("ui", "&Animate"), false, false, true},
    {"step-back", QT_TRANSLATE_NOOP("ui", "Step &back"), QT_TRANSLATE_NOOP("ui", "One step back"), "back", ",",
     "&Animate", false, false, true},
    {"step-forward", QT_TRANSLATE_NOOP("ui", "Step &forward"), QT_TRANSLATE_NOOP("ui", "One step forward"), "forward",
     ".", "&Animate", false, false, true},
    {"first-step", QT_TRANSLATE_NOOP("ui", "F&irst step"),
     QT_TRANSLATE_NOOP("ui", "Before the first step, where nothing has moved"), "first", "Home", "&Animate", false,
     false, true},
    {"last-step", QT_TRANSLATE_NOOP("ui", "&Last step"),
     QT_TRANSLATE_NOOP("ui", "After the last step, where all is done"), "last", "End", "&Animate", false, true, true},
    {"slower", QT_TRANSLATE_NOOP("ui", "&Slower"), QT_TRANSLATE_NOOP("ui", "Play at half the speed"), "", "",
     "&Animate"},
    {"faster", QT_TRANSLATE_NOOP("ui", "Fas&ter"), QT_TRANSLATE_NOOP("ui", "Play at twice the speed"), "", "",
     "&Animate"},
    {"true-times", QT_TRANSLATE_NOOP("ui", "Tru&e times"),
     QT_TRANSLATE_NOOP("ui", "Let each step last in proportion to its time"), "", "", "&Animate", false, true},
    {"layout", QT_TRANSLATE_NOOP("ui", "&Unrolled or solid"),
     QT_TRANSLATE_NOOP("ui", "Draw the torus unrolled or in space"), "", "V", "&Animate", false, false, true},
    {"reset-view", QT_TRANSLATE_NOOP("ui", "&Reset view"), QT_TRANSLATE_NOOP("ui", "Turn the torus back"), "", "R",
     "&Animate", false, false, true},
    {"next-chip", QT_TRANSLATE_NOOP("ui", "&Next chip"), QT_TRANSLATE_NOOP("ui", "Show the card of the next chip"), "",
     "N", "&Animate", false, false, true},
    {"previous-chip", QT_TRANSLATE_NOOP("ui", "Previous &chip"),
     QT_TRANSLATE_NOOP("ui", "Show the card of the chip before"), "", "Shift+N", "&Animate", false, false, true},
    {"follow", QT_TRANSLATE_NOOP("ui", "F&ollow a shard…"), QT_TRANSLATE_NOOP("ui", "Name a shard, and see its path"),
     "", "", "&Animate"},
    {"lessons", QT_TRANSLATE_NOOP("ui", "&All lessons"), QT_TRANSLATE_NOOP("ui", "Choose a lesson to take"), "",
     "Ctrl+L", QT_TRANSLATE_NOOP("ui", "&Lessons"), false, true},
    {"lesson-next", QT_TRANSLATE_NOOP("ui", "&Next step"), QT_TRANSLATE_NOOP("ui", "Next step of the lesson"), "",
     "Alt+PgDown", "&Lessons"},
    {"lesson-back", QT_TRANSLATE_NOOP("ui", "&Back"), QT_TRANSLATE_NOOP("ui", "The step before"), "", "Alt+PgUp",
     "&Lessons", false, true},
    {"lesson-new", QT_TRANSLATE_NOOP("ui", "Ne&w from here…"),
     QT_TRANSLATE_NOOP("ui", "A lesson of your own that begins with this scenario, in its editor"), "", "", "&Lessons"},
    {"lesson-leave", QT_TRANSLATE_NOOP("ui", "&Leave the lesson"),
     QT_TRANSLATE_NOOP("ui", "Back to the design that was open before"), "", "", "&Lessons"},
    {"lecture", QT_TRANSLATE_NOOP("ui", "&Start"),
     QT_TRANSLATE_NOOP("ui", "Lecture mode: the lesson that is open or selected, or the scenario"), "", "F5",
     QT_TRANSLATE_NOOP("ui", "Le&cture")},
    {"lecture-here", QT_TRANSLATE_NOOP("ui", "From this st&ep"),
     QT_TRANSLATE_NOOP("ui", "Lecture mode from the step in sight"), "", "Shift+F5", "Le&cture", false, true},
    {"handout", QT_TRANSLATE_NOOP("ui", "Save the hando&ut…"),
     QT_TRANSLATE_NOOP("ui", "A PDF with one page for each step, answers last"), "", "", "Le&cture"},
    {"votes", QT_TRANSLATE_NOOP("ui", "Save the &votes…"),
     QT_TRANSLATE_NOOP("ui", "Votes and guesses of the class, as CSV"), "", "", "Le&cture", false, true},
    {"clicker", QT_TRANSLATE_NOOP("ui", "&Test my clicker"),
     QT_TRANSLATE_NOOP("ui", "Show each key that arrives, and what it does"), "", "", "Le&cture"},
    {"lecture-letters", QT_TRANSLATE_NOOP("ui", "&Letter keys"),
     QT_TRANSLATE_NOOP("ui", "Letters and signs are keys of a lecture: B blanks the screen, D changes its colours"), "",
     "", "Le&cture"},
    {"help", QT_TRANSLATE_NOOP("ui", "&Help on this"), QT_TRANSLATE_NOOP("ui", "The page of what has the focus"), "",
     "F1", QT_TRANSLATE_NOOP("ui", "&Help")},
    {"whats-this", QT_TRANSLATE_NOOP("ui", "&What's this?"),
     QT_TRANSLATE_NOOP("ui", "Click a part of the window, and read what it is"), "", "Shift+F1", "&Help"},
    {"calculation", QT_TRANSLATE_NOOP("ui", "How we &calculate"),
     QT_TRANSLATE_NOOP("ui", "All formulas with their sources"), "", "", "&Help"},
    {"glossary", QT_TRANSLATE_NOOP("ui", "&Glossary"), QT_TRANSLATE_NOOP("ui", "The words of the program"), "", "",
     "&Help"},
    {"shortcuts", QT_TRANSLATE_NOOP("ui", "&Keyboard shortcuts"), QT_TRANSLATE_NOOP("ui", "All keys"), "", "Ctrl+?",
     "&Help", false, true},
    {"hints", QT_TRANSLATE_NOOP("ui", "Show hi&nts again"), QT_TRANSLATE_NOOP("ui", "The hints of the first start"), "",
     "", "&Help"},
    {"start-here", QT_TRANSLATE_NOOP("ui", "&Start here"),
     QT_TRANSLATE_NOOP("ui", "Examples and files of before, above the charts of a high window"), "", "",
     QT_TRANSLATE_NOOP("ui", "&Help")},
    {"about", QT_TRANSLATE_NOOP("ui", "&About Rooflight"), QT_TRANSLATE_NOOP("ui", "Version and licence"), "", "",
     "&Help"},
};

} // namespace

std::span<const ActionRow> actionRows()
{
    static std::deque<QByteArray> texts; // that the rows of the tabs point at
    static const std::vector<ActionRow> all = [] {
        const auto kept = [](const QString& text) { return texts.emplace_back(text.toUtf8()).constData(); };
        const auto tabs = tabRows();
        std::vector<ActionRow> made(std::begin(rows), std::end(rows));
        auto at = std::ranges::find(made, std::string_view("design-collectives"), &ActionRow::id);
        for (std::size_t tab = 0; tab < tabs.size(); ++tab) {
            const QString number = QString::number(tab + 1);
            at = made.insert(at, {.id = kept(QStringLiteral("tab-") + number),
                                  .words = kept(tr("Tab %1").arg(QString(number).insert(number.size() - 1, u'&'))),
                                  .tip = kept(tabs[tab].tip),
                                  .icon = "",
                                  .shortcut = tab < 9 ? kept(QStringLiteral("Ctrl+") + number) : "",
                                  .menu = "&View",
                                  .endsGroup = tab + 1 == tabs.size()}) +
                 1;
        }
        return made;
    }();
    return all;
}

Actions::Actions(QMainWindow& window) : QObject(&window), m_window(window)
{
    for (const ActionRow& row : actionRows()) {
        auto* action = new QAction(ui::tr(row.words), this);
        action->setObjectName(QLatin1String(row.id));
        action->setShortcut(QKeySequence::fromString(QLatin1String(row.shortcut), QKeySequence::PortableText));
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        action->setToolTip(keys.isEmpty() ? ui::tr(row.tip) : QStringLiteral("%1 (%2)").arg(ui::tr(row.tip), keys));
        action->setStatusTip(ui::tr(row.tip));
        if (row.inPlace) {
            action->setShortcutContext(Qt::WidgetShortcut);
        }
        window.addAction(action);
    }
    qApp->installEventFilter(this);
}

/// A line edit takes Ctrl+E as "to the end of the line", which no other key of the window means.
bool Actions::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride || !qobject_cast<QLineEdit*>(watched) ||
        static_cast<QWidget*>(watched)->window() != &m_window)
        return QObject::eventFilter(watched, event);
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (QKeySequence(key.keyCombination()) != action("export")->shortcut())
        return QObject::eventFilter(watched, event);
    event->ignore();
    return true;
}

QAction* Actions::action(const char* id) const { return findChild<QAction*>(QLatin1String(id)); }

void Actions::on(const char* id, QObject* context, std::function<void()> run)
{
    connect(action(id), &QAction::triggered, context, [run = std::move(run)] { run(); });
}

void Actions::setEnabled(const char* id, bool enabled)
{
    m_idle[id] = !enabled;
    action(id)->setEnabled(enabled && !m_held[id]);
}

void Actions::hold(const char* id, const QString& reason)
{
    m_held[id] = !reason.isEmpty();
    const auto row = std::ranges::find(actionRows(), std::string_view(id), &ActionRow::id);
    action(id)->setStatusTip(reason.isEmpty() ? ui::tr(row->tip) : reason);
    action(id)->setEnabled(reason.isEmpty() && !m_idle[id]);
}

void Actions::fillMenus(QMenuBar& bar)
{
    for (const ActionRow& row : actionRows()) {
        const QString name = QStringLiteral("menu.") + QString::fromUtf8(row.menu).remove(u'&');
        auto* menu = bar.findChild<QMenu*>(name);
        if (!menu) {
            menu = bar.addMenu(ui::tr(row.menu));
            menu->setObjectName(name);
        }
        menu->addAction(action(row.id));
        if (row.endsGroup) {
            menu->addSeparator();
        }
    }
}

QWidget* Actions::makeToolbar(QWidget* parent)
{
    QList<QAction*> all;
    for (const char* id : {"examples", "undo", "redo", "reset", "pin-baseline", "export", "explain", "theme"})
        all.append(action(id));
    return new Toolbar(all, parent);
}

void Actions::setTheme(const Theme& theme)
{
    for (const ActionRow& row : actionRows()) {
        if (row.icon[0] != '\0') {
            action(row.id)->setIcon(icon(QLatin1String(row.icon), theme.text));
        }
    }
    if (auto* more = m_window.findChild<QToolButton*>(QStringLiteral("button.more")))
        more->defaultAction()->setIcon(icon(QStringLiteral("chevron-down"), theme.text));
    if (auto* more = m_window.findChild<QToolButton*>(QStringLiteral("qt_menubar_ext_button"))) { // menus without room
        more->setIcon(icon(QStringLiteral("chevron-down"), theme.text));
        more->setToolTip(tr("More menus"));
    }
}

void Actions::follow(QUndoStack& stack)
{
    const auto word = [this, &stack] {
        QAction* undo = action("undo");
        QAction* redo = action("redo");
        undo->setEnabled(stack.canUndo());
        redo->setEnabled(stack.canRedo());
        undo->setText(tr("&Undo %1").arg(stack.undoText()).trimmed());
        redo->setText(tr("&Redo %1").arg(stack.redoText()).trimmed());
        undo->setToolTip(tr("Undo %1 (Ctrl+Z)").arg(stack.undoText()).simplified());
        redo->setToolTip(tr("Redo %1 (Ctrl+Shift+Z)").arg(stack.redoText()).simplified());
    };
    connect(&stack, &QUndoStack::indexChanged, this, word);
    connect(&stack, &QUndoStack::undoTextChanged, this, word);
    word();
    on("undo", &stack, [&stack] { stack.undo(); });
    on("redo", &stack, [&stack] { stack.redo(); });
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what the focus means, and makes the pages of views and keys from their tables.
#include "ui/shell/help_desk.h"

#include "core/numbers/metrics.h"
#include "core/scenario/fields.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/help/help_window.h"
#include "ui/help/tab_pages.h"
#include "ui/lecture/lecture_keys.h"
#include "ui/numbers/explained_cells.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/shell/actions.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/settings.h"
#include "ui/shell/tabs.h"
#include "ui/theme/words.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>
#include <QWhatsThis>

namespace ui
{

namespace
{

constexpr const char* hintId = "hint";

HelpPage viewsPage()
{
    HelpSection views;
    for (const TabRow& row : tabRows())
        views.entries.push_back({row.id, row.words, row.tip});
    views.entries.push_back({QStringLiteral("lessons"), HelpDesk::tr("Lessons"),
                             HelpDesk::tr("Lessons of four courses, and one's own: predict, change, answer. \"New from "
                                          "here\" in the menu Lessons opens a form of a new lesson beside its preview; "
                                          "playlists put lessons in the order of a class. F5 shows the open lesson to "
                                          "an audience.")});
    views.entries.push_back({QStringLiteral("verdict"), HelpDesk::tr("Verdict"),
                             HelpDesk::tr("What the step waits for, by what margin, and whether it fits. The numbers "
                                          "beside it explain themselves by a click.")});
    views.entries.push_back({QStringLiteral("explain"), HelpDesk::tr("Explain"),
                             HelpDesk::tr("The formula behind the number that was clicked, with its numbers, its "
                                          "assumptions and its source. Each line opens.")});
    return helpPage(QStringLiteral("views"), HelpDesk::tr("Views"), {views});
}

/// Of the part of a control, too: "shard.expr.field".
QString fieldOf(const QString& name)
{
    for (const QString& id : {name, name.endsWith(QLatin1String(".field")) ? name.chopped(6) : QString()})
        if (core::findField(id.toStdString()))
            return id;
    return {};
}

/// Of a chart, of its card, and of parts beside the tabs.
QString viewOf(const QString& name)
{
    if (name == QLatin1String("card.torus"))
        return QStringLiteral("collectives");
    if (name == QLatin1String("lesson"))
        return QStringLiteral("lessons");
    if (name.startsWith(QLatin1String("verdict")) || name.startsWith(QLatin1String("explain")))
        return name.section(u'.', 0, 0);
    for (const TabRow& row : tabRows())
        if (name == QStringLiteral("card.") + row.id || name == QStringLiteral("chart.") + row.id)
            return row.id;
    return {};
}

/// What it is called, and what it does where that says more.
QString wordsOfAction(const QAction& action)
{
    const QString name = action.text().remove(u'&'), does = action.statusTip();
    return does.isEmpty() || name.startsWith(does) ? name : name + u'\n' + does;
}

HelpPage shortcutsPage(const Actions& actions)
{
    std::vector<HelpSection> sections;
    for (const ActionRow& row : actionRows()) {
        const QAction* action = actions.action(row.id);
        if (action->shortcut().isEmpty())
            continue;
        const QString menu = QString::fromUtf8(row.menu).remove(u'&');
        if (sections.empty() || sections.back().title != menu)
            sections.push_back({menu, {}});
        sections.back().entries.push_back(
            {QString::fromUtf8(row.id), action->shortcut().toString(QKeySequence::NativeText), wordsOfAction(*action)});
    }
    sections.push_back(
        {HelpDesk::tr("In lessons"),
         {{{}, HelpDesk::tr("1 to 9"), HelpDesk::tr("Answers with that option")},
          {{}, HelpDesk::tr("Alt+Up, Alt+Down"), HelpDesk::tr("Moves an item of an order, or lessons of a playlist")},
          {{},
           HelpDesk::tr("Esc"),
           HelpDesk::tr(
               "Takes back the answer that is being typed (Ctrl+Z brings it again), else ends the search, else "
               "closes the editor, else leaves the lesson. Text that is not saved is asked about.")}}});
    HelpSection lecture{HelpDesk::tr("In lecture mode"), {}};
    for (const LectureKeyRow& row : lectureKeys())
        lecture.entries.push_back({{}, keyText(row), doesText(row)});
    sections.push_back(std::move(lecture));
    sections.push_back(
        {HelpDesk::tr("On what has the focus"),
         {{{}, HelpDesk::tr("F1"), HelpDesk::tr("What it is. Its keys stand in the line at the bottom.")}}});
    return helpPage(QStringLiteral("shortcuts"), HelpDesk::tr("Keyboard shortcuts"), sections);
}

} // namespace

HelpDesk::HelpDesk(Session& session, Tabs& tabs, NoticeBar& notices, Actions& actions, QWidget& window)
    : QObject(&window), m_session(session), m_tabs(tabs), m_notices(notices), m_actions(actions), m_window(window)
{
    actions.on("help", this, [this] {
        const Place place = placeOf(QApplication::focusWidget());
        help().open(place.page, place.anchor);
    });
    actions.on("whats-this", this, [] { QWhatsThis::enterWhatsThisMode(); });
    window.installEventFilter(this);
    qApp->installEventFilter(this); // no shortcut arrives while a menu is open
    actions.on("shortcuts", this, [this] { help().open(QStringLiteral("shortcuts")); });
    actions.on("calculation", this, [this] { help().open(QStringLiteral("calculation")); });
    actions.on("glossary", this, [this] { help().open(QStringLiteral("glossary")); });
    actions.on("hints", this, [this] {
        Settings::ofProgram().setHints(0);
        offerHints();
    });
    actions.action("shortcuts")
        ->setShortcuts({QKeySequence(QStringLiteral("Ctrl+?")), QKeySequence(QStringLiteral("Ctrl+/"))});
    connect(&session, &Session::changed, this, [this, before = session.scenario().work.batch](const Snapshot& now) {
        if (m_hint == 0 && now.scenario.work.batch != before)
            followed(0);
    });
    connect(&tabs, &QTabWidget::currentChanged, this, [this](int tab) {
        if (m_hint == 2 && tab + 1 == m_tabs.count())
            followed(2);
    });
}

HelpWindow& HelpDesk::help()
{
    if (!m_help) {
        const core::Catalogue& catalogue = *m_session.scenario().presets;
        std::vector<HelpPage> pages = tabPages(catalogue);
        pages.insert(pages.begin(), viewsPage());
        for (HelpPage& page : std::vector{inputsPage(catalogue), numbersPage(catalogue), lessonFilesPage(),
                                          calculationPage(), glossaryPage(), shortcutsPage(m_actions)})
            pages.push_back(std::move(page));
        m_help = new HelpWindow(std::move(pages), m_window);
    }
    return *m_help;
}

/// A number, a field, what a button does, a view, the first field of a section, or the tab around it.
HelpDesk::Place HelpDesk::placeOf(const QWidget* focus) const
{
    const QString number = numberOf(focus);
    if (!number.isEmpty() && core::findMetric(*m_session.scenario().presets, number.toStdString()))
        return {QStringLiteral("numbers"), number};
    for (const QWidget* part = focus; part; part = part->parentWidget()) {
        const QString name = part->objectName();
        if (const QString field = fieldOf(name); !field.isEmpty())
            return {pageOfField(field), field};
        if (name == QLatin1String("lesson.editor"))
            return {QStringLiteral("lesson-files"), {}};
        if (const QString view = viewOf(name); !view.isEmpty())
            return {pageOfView(view), view};
        if (name.endsWith(QLatin1String(".header")))
            for (const QWidget* within : part->parentWidget()->findChildren<QWidget*>())
                if (const QString field = fieldOf(within->objectName()); !field.isEmpty())
                    return {QStringLiteral("inputs"), field};
        if (const auto* button = qobject_cast<const QToolButton*>(part); button && button->defaultAction())
            if (!button->defaultAction()->shortcut().isEmpty())
                return {QStringLiteral("shortcuts"), button->defaultAction()->objectName()};
        if (part == &m_tabs) {
            const auto tab = static_cast<std::size_t>(std::max(0, m_tabs.currentIndex()));
            const QString open = tab < tabRows().size() ? tabRows()[tab].id : QStringLiteral("lessons");
            return {pageOfView(open), open};
        }
    }
    return {QStringLiteral("views"), {}};
}

/// The title of an input or number and what is said of it; of anything else its own hint.
QString HelpDesk::wordsOf(const QWidget* part) const
{
    const Place place = placeOf(part);
    if (const auto* field = core::findField(place.anchor.toStdString()); field)
        return toText(field->title) + QStringLiteral(": ") + toText(field->help);
    if (place.page == QLatin1String("numbers"))
        if (const auto metric = core::findMetric(*m_session.scenario().presets, place.anchor.toStdString()))
            return tr("%1. A click shows its formula.").arg(QString::fromStdString(metric->title));
    for (; part; part = part->parentWidget())
        for (const QString& words : {part->statusTip(), part->toolTip(), part->accessibleDescription()})
            if (!words.isEmpty())
                return words;
    return tr("F1 opens the help.");
}

/// F1 of an open menu or list.
bool HelpDesk::openOfPopup()
{
    const QWidget* popup = QApplication::activePopupWidget();
    if (!popup)
        return false;
    const auto* menu = qobject_cast<const QMenu*>(popup);
    const QAction* chosen = menu ? menu->activeAction() : nullptr;
    const Place place = placeOf(chosen && chosen->menu() ? chosen->menu() : popup);
    while (QWidget* open = QApplication::activePopupWidget())
        open->close();
    help().open(place.page, place.anchor);
    return true;
}

/// Also a click on any part, after Shift+F1.
bool HelpDesk::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_F1 && openOfPopup())
        return true;
    if (watched != &m_window || (event->type() != QEvent::WhatsThis && event->type() != QEvent::QueryWhatsThis))
        return QObject::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::WhatsThis) {
        const QPoint at = static_cast<QHelpEvent*>(event)->globalPos();
        QWhatsThis::showText(at, wordsOf(QApplication::widgetAt(at)).toHtmlEscaped(), &m_window);
    }
    return true;
}

void HelpDesk::offerHints()
{
    if (m_window.isFullScreen())
        return;
    m_hint = Settings::ofProgram().hints();
    showHint();
}

void HelpDesk::setLessonOpen(bool open)
{
    if (open)
        m_notices.withdraw(QLatin1String(hintId));
    else
        showHint();
}

void HelpDesk::showHint()
{
    const QString hints[] = {tr("Drag Batch to the left, and watch the verdict."),
                             tr("Click any number to see its formula."),
                             tr("Ctrl+L lists lessons; F5 is lecture mode.")};
    m_notices.withdraw(QLatin1String(hintId));
    if (m_hint < 0 || m_hint >= static_cast<int>(std::size(hints))) {
        m_hint = -1;
        return;
    }
    m_notices.ask(
        {QLatin1String(hintId), hints[m_hint], {{{}, [this, hint = m_hint] { followed(hint); }}}, false, true});
}

void HelpDesk::noteExplained()
{
    if (m_hint == 1)
        followed(1);
}

void HelpDesk::followed(int hint)
{
    Settings::ofProgram().setHints(hint + 1);
    m_hint = hint + 1;
    showHint();
}

} // namespace ui

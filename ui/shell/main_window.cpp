// SPDX-License-Identifier: GPL-3.0-or-later
// Wiring of session, views and actions.
#include "ui/shell/main_window.h"

#include "ui/charts/chart_catalogue.h"
#include "ui/collectives/collective_stage.h"
#include "ui/controls/control_panel.h"
#include "ui/controls/wheel_guard.h"
#include "ui/derivation/explain_panel.h"
#include "ui/numbers/explained_cells.h"
#include "ui/numbers/verdict_text.h"
#include "ui/playback/player.h"
#include "ui/session/why_event.h"
#include "ui/shell/actions.h"
#include "ui/shell/baseline_actions.h"
#include "ui/shell/conventions_strip.h"
#include "ui/shell/help_desk.h"
#include "ui/shell/hint_line.h"
#include "ui/shell/issue_bar.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/play_actions.h"
#include "ui/shell/settings.h"
#include "ui/shell/start_card.h"
#include "ui/shell/tabs.h"
#include "ui/shell/verdict_bar.h"
#include "ui/shell/window_exports.h"
#include "ui/shell/window_files.h"
#include "ui/shell/window_layout.h"
#include "ui/theme/painting.h"
#include "ui/theme/style_sheet.h"
#include "ui/theme/text_size.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QStatusBar>

namespace ui
{

MainWindow::MainWindow(core::Scenario scenario, const QString& fileName, QWidget* parent)
    : QMainWindow(parent), m_session(std::move(scenario)), m_actions(new Actions(*this)), m_files(nullptr),
      m_verdict(new VerdictBar), m_issues(new IssueBar(m_session)), m_conventions(new ConventionsStrip(m_session)),
      m_design(new ControlPanel(m_session)), m_tabs(new Tabs(m_session)), m_explain(new ExplainPanel),
      m_strip(new ExplainStrip), m_hint(new HintLine), m_notices(new NoticeBar), m_saved(new QLabel)
{
    setObjectName(QStringLiteral("window"));
    m_files = new WindowFiles(m_session, *m_notices, *this);
    m_exports = new WindowExports(m_session, *m_tabs, *this);
    m_lessons = new LessonDesk(m_session, *m_tabs, *m_design, *m_actions, *this, [this] { return mayLeave(); });
    qApp->installEventFilter(new WheelGuard(this));
    build();
    connectViews();
    connectActions();
    connectTabs();
    m_session.setFileName(fileName);
    present(m_session.snapshot());
    setAcceptDrops(true);
    // A desktop that is scaled leaves fewer pixels, 960x540 of 1920x1080 at 200 %, and a frame takes some.
    setMinimumSize(QSize(1024, 640).boundedTo(screen()->availableSize() - QSize(4, 40)) * 100 / textSize());
    resize(1280, 720);
    m_design->focusField(QStringLiteral("work.batch"));
}

// The parts outlive the session and lose focus and sight while they are taken down: nobody is there to give hints any
// more, and no scenario to derive numbers from.
MainWindow::~MainWindow()
{
    disconnect(qApp, nullptr, this, nullptr);
    disconnect(m_tabs, nullptr, m_explain, nullptr);
}

void MainWindow::build()
{
    m_actions->fillMenus(*menuBar());
    menuBar()->setNativeMenuBar(false);
    menuBar()->setAccessibleName(tr("Menus"));
    menuBar()->setCornerWidget(m_actions->makeToolbar(this));
    m_layout = new WindowLayout({m_lessons->coverable(m_verdict), m_issues, m_conventions, m_lessons->card(), m_design,
                                 m_lessons->coverable(*m_tabs), m_explain, m_strip},
                                *this);
    setCentralWidget(m_layout);
    connect(m_layout, &WindowLayout::lowChanged, this, [this](bool low) {
        restyle(*menuBar(), "low", low);
        m_tabs->setLow(low);
        menuBar()->cornerWidget()->setFixedHeight(low ? 32 : 36);
        menuBar()->cornerWidget()->layout()->setContentsMargins(0, low ? 0 : 2, 12, low ? 0 : 2);
        m_verdict->setLow(low);
        m_issues->setLow(low);
        m_conventions->setFolded(low);
    });
    m_start = new StartCard(*m_session.scenario().presets, *this);
    m_tabs->setStartCard(m_start);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_hint, 1);
    statusBar()->addWidget(m_notices, 1);
    connect(m_notices, &NoticeBar::askingChanged, this, [this](bool asking) {
        m_hint->setHidden(asking);
        if (asking)
            statusBar()->clearMessage(); // it would be painted beneath
    });
    statusBar()->addPermanentWidget(m_saved);
    m_saved->setObjectName(QStringLiteral("saved"));
    m_saved->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

void MainWindow::connectViews()
{
    connect(&m_session, &Session::changed, this, &MainWindow::present);
    connect(&m_session, &Session::refused, m_issues, &IssueBar::presentRefusal);
    m_issues->follow(*m_tabs);
    connect(&m_session, &Session::fileNameChanged, this, [this] { presentTitle(m_session.snapshot()); });
    connect(&m_session.undoStack(), &QUndoStack::cleanChanged, this, [this] { presentTitle(m_session.snapshot()); });
    connect(m_tabs, &Tabs::stepShown, m_explain, &ExplainPanel::goTo);
    connect(m_tabs, &Tabs::copyAsked, m_exports, &WindowExports::copyPicture);
    connect(m_exports, &WindowExports::done, this, &MainWindow::say);
    connect(m_tabs, &Tabs::customScheduleChanged, m_explain, &ExplainPanel::refreshCustom);
    m_explain->setWorkspace([this](const Snapshot& snapshot) { return m_tabs->workspace(snapshot); });
    connect(m_strip, &QAbstractButton::clicked, this, &MainWindow::toggleExplain);
    connect(m_explain, &ExplainPanel::closeAsked, this, &MainWindow::toggleExplain);
    connect(m_explain, &ExplainPanel::fieldAsked, this, [this](const QString& id) {
        m_layout->setDesignOpen(true);
        m_design->focusField(id);
    });
    connect(m_start, &StartCard::exampleAsked, m_files, &WindowFiles::openExample);
    connect(m_start, &StartCard::lessonsAsked, m_lessons, &LessonDesk::openTab);
    connect(m_start, &StartCard::openAsked, m_files, &WindowFiles::open);
    connect(m_start, &StartCard::fileAsked, m_files, &WindowFiles::drop);
    connect(m_start, &StartCard::closeAsked, this, &MainWindow::closeStart);
    connect(&m_session, &Session::fileNameChanged, this, [this] { m_start->offer(false); });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget* before, QWidget* now) {
        if (before && now && QApplication::mouseButtons() == Qt::NoButton) // not where the window itself comes back
            m_layout->bringIntoSight(now);
        showHint(now);
    });
}

void MainWindow::connectActions()
{
    m_actions->follow(m_session.undoStack());
    m_actions->on("open", this, [this] { m_files->open(); });
    m_actions->action("examples")->setMenu(m_files->makeExamples());
    m_actions->on("save", this, [this] { return m_lessons->saveEdited() || m_files->save(); });
    m_actions->on("save-as", this, [this] { m_files->saveAs(); });
    m_actions->on("reset", this, [this] { m_session.reset(); });
    m_actions->on("quit", this, [this] { close(); });
    m_actions->on("design", this, [this] { m_layout->setDesignOpen(!m_layout->isDesignOpen()); });
    m_actions->on("explain", this, [this] { toggleExplain(); });
    m_actions->on("next-region", this, [this] { nextRegion(); });
    m_actions->on("export", this, [this] { m_exports->exportPicture(); });
    m_actions->on("animate", this, [this] { m_exports->exportAnimation(); });
    m_actions->on("copy-chart", this, [this] { m_exports->copyPicture(); });
    m_actions->on("start-here", this, [this] { offerStart(0); });
    m_actions->on("about", this, [this] { about(); });
    m_actions->on("design-collectives", this, [this] { m_tabs->openDesignCollectives(); });
    connect(m_lessons, &LessonDesk::openChanged, m_layout, &WindowLayout::setLessonOpen);
    connect(m_lessons, &LessonDesk::openChanged, this, [this](bool open) {
        m_help->setLessonOpen(open);
        presentTitle(m_session.snapshot());
    });
    connect(m_lessons, &LessonDesk::noticed, m_notices, &NoticeBar::ask);
    connect(m_lessons, &LessonDesk::refused, this, &MainWindow::refuse);
    connect(m_lessons, &LessonDesk::scenarioAsked, m_files, &WindowFiles::openCopy);
    connect(m_files, &WindowFiles::lessonsAsked, m_lessons, &LessonDesk::openFile);
    connect(m_lessons, &LessonDesk::hiddenChanged, this, [this] {
        m_layout->setExplainHidden(m_lessons->hidden() != Hidden::nothing);
        statusBar()->clearMessage(); // that something is hidden
        present(m_session.snapshot());
    });
    m_help = new HelpDesk(m_session, *m_tabs, *m_notices, *m_actions, *this);
    m_play = new PlayActions(*m_actions, *m_tabs);
    auto* baselines = new BaselineActions(*m_actions, m_session, *this);
    connect(m_explain, &ExplainPanel::baselineAsked, baselines, &BaselineActions::follow);
    connect(baselines, &BaselineActions::comparisonAsked, this, [this] { explain(ExplainPanel::comparison()); });
    connect(menuBar()->findChild<QMenu*>(QStringLiteral("menu.Animate")), &QMenu::aboutToShow, m_play,
            &PlayActions::refresh);
    m_actions->action("larger-text")
        ->setShortcuts({QKeySequence(QStringLiteral("Ctrl++")), QKeySequence(QStringLiteral("Ctrl+="))});
    m_actions->on("larger-text", this, [this] { changeTextSize(1); });
    m_actions->on("smaller-text", this, [this] { changeTextSize(-1); });
    m_actions->on("usual-text", this, [this] { changeTextSize(0); });
    m_actions->on("full-screen", this, [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    m_actions->on("theme", this, [this] {
        setTheme(Theme::of(!m_theme->dark));
        Settings::ofProgram().setDark(m_theme->dark);
        tellProblems();
    });
}

void MainWindow::offerStart(int minWindowHeight)
{
    m_start->setRecent(recentFiles());
    m_start->offer(true, minWindowHeight);
}

void MainWindow::offerHints() { m_help->offerHints(); }

void MainWindow::closeStart()
{
    m_start->offer(false);
    Settings::ofProgram().setStartClosed(true);
}

/// By so many places among the sizes; 0: to the first.
void MainWindow::changeTextSize(int by)
{
    const auto at = std::ranges::find(textSizes, textSize()) - textSizes.begin();
    const auto next = by == 0 ? 0 : std::clamp<std::ptrdiff_t>(at + by, 0, std::ssize(textSizes) - 1);
    setTextSize(textSizes[static_cast<std::size_t>(next)]);
    Settings::ofProgram().setTextSize(textSize());
    say(tr("Text size %1 %").arg(textSize()));
    tellProblems();
}

void MainWindow::say(const QString& words)
{
    statusBar()->showMessage(statusBar()->fontMetrics().elidedText(words, Qt::ElideMiddle, m_hint->width()), 6000);
}

void MainWindow::tell(const QString& sentence) { m_notices->ask({sentence, sentence, {{}}}); }

void MainWindow::refuse(const QString& sentence) { m_files->refuse(sentence); }

void MainWindow::openFile(const QString& path) { m_files->openFile(path); }

void MainWindow::tellProblems()
{
    for (const QString& problem : Settings::ofProgram().takeProblems())
        tell(problem);
}

void MainWindow::connectTabs()
{
    for (int tab = 0; tab < static_cast<int>(tabRows().size()); ++tab) {
        const std::string id = "tab-" + std::to_string(tab + 1);
        m_actions->action(id.c_str())->setText(QStringLiteral("&%1 %2").arg(tab + 1).arg(m_tabs->tabText(tab)));
        m_actions->on(id.c_str(), this, [this, tab] {
            m_tabs->setCurrentIndex(tab);
            m_tabs->focusPicture();
        });
    }
}

void MainWindow::setTheme(const Theme& theme)
{
    m_theme = &theme;
    if (qApp->styleSheet().isEmpty() || themeOf(this).dark != theme.dark)
        applyTheme(*qApp, theme);
    m_exports->setTheme(theme);
    m_actions->setTheme(theme);
    m_tabs->setTheme(theme);
    m_explain->setTheme(theme);
    present(m_session.snapshot());
}

/// What a lesson hides is not even handed to the views.
void MainWindow::present(const Snapshot& snapshot)
{
    const Hidden hidden = m_lessons->hidden();
    if (hidden != Hidden::results) {
        m_tabs->present(snapshot); // first: another thread begins with its pictures
        m_verdict->present(snapshot);
    }
    const Snapshot shown = m_lessons->shownOf(snapshot);
    m_issues->present(shown);
    m_conventions->present(shown);
    m_design->present(shown);
    m_play->refresh();
    if (hidden == Hidden::nothing)
        m_explain->present(snapshot);
    presentTitle(snapshot);
}

void MainWindow::presentTitle(const Snapshot& snapshot)
{
    const QString file = QFileInfo(m_session.fileName()).fileName();
    const QString own = QString::fromStdString(snapshot.scenario.title).section(u':', 0, 0);
    const QString name = !file.isEmpty() ? file : own.isEmpty() ? tr("Untitled") : own;
    const OpenLesson& lesson = m_lessons->lesson();
    setWindowTitle(lesson.isOpen() ? tr("Rooflight — Lesson %1").arg(QString::fromStdString(lesson.lesson().title))
                                   : QStringLiteral("Rooflight — %1 — %2").arg(name, verdictText(snapshot).brief()));
    const QString longest = tr("Unsaved changes"); // its width always: buttons beside it must not move under a press
    m_saved->setText(lesson.isOpen() ? tr("Lesson") : m_session.isSaved() ? tr("Saved") : longest);
    const auto widthOf = [this](const QString& text) { return m_saved->fontMetrics().size(0, text).width(); };
    m_saved->setMinimumWidth(m_saved->sizeHint().width() + widthOf(longest) - widthOf(m_saved->text()));
}

void MainWindow::customEvent(QEvent* event)
{
    if (event->type() == WhyEvent::kind()) {
        event->accept();
        explain(static_cast<WhyEvent*>(event)->number());
    }
}

void MainWindow::explain(const QString& metricId)
{
    if (m_lessons->hidden() != Hidden::nothing)
        return say(tr("Hidden until you answer"));
    m_explain->explain(metricId);
    m_help->noteExplained();
    m_askedBeside = numberOf(focusWidget());
    m_layout->setExplainOpen(true);
}

void MainWindow::toggleExplain()
{
    const QString number = numberOf(focusWidget());
    const bool known = m_explain->metricId() == number || m_askedBeside == number;
    if (!number.isEmpty() && !(m_layout->isExplainOpen() && known))
        explain(number);
    else
        m_layout->setExplainOpen(!m_layout->isExplainOpen());
}

void MainWindow::nextRegion()
{
    const std::vector<QWidget*> regions{m_verdict, m_issues, m_conventions,       m_lessons->card(),
                                        m_design,  m_tabs,   m_lessons->editor(), m_explain};
    const QWidget* focus = focusWidget();
    std::size_t here = regions.size() - 1;
    for (std::size_t i = 0; i < regions.size(); ++i)
        here = focus && regions[i]->isAncestorOf(focus) ? i : here;
    for (std::size_t step = 1; step <= regions.size(); ++step)
        for (QWidget* part : regions[(here + step) % regions.size()]->findChildren<QWidget*>())
            if (part->isVisible() && part->isEnabled() && part->focusPolicy() & Qt::TabFocus && !part->focusProxy())
                return part->setFocus(Qt::TabFocusReason);
}

void MainWindow::showHint(const QWidget* focus)
{
    if (focus && focus->window() == this)
        m_hint->setWords(focus->statusTip());
}

void MainWindow::about()
{
    QMessageBox::about(this, tr("About Rooflight"),
                       tr("<b>Rooflight</b> %1<p>A live cost model of sharded training and inference.</p>"
                          "<p>Free software under the GNU General Public License, version 3 or later.</p>")
                           .arg(QApplication::applicationVersion()));
}

/// Hints of what the pointer is over stand in the line of hints: the status bar itself would cut them.
bool MainWindow::event(QEvent* event)
{
    if (event->type() == QEvent::WindowActivate)
        m_files->lookOutside();
    if (event->type() != QEvent::StatusTip)
        return QMainWindow::event(event);
    m_hint->setPassing(static_cast<QStatusTipEvent*>(event)->tip());
    return true;
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Escape)
        return playByKey(*event) ? void() : QMainWindow::keyPressEvent(event);
    if (m_layout->isExplainOpen())
        m_layout->setExplainOpen(false);
    else if (m_lessons->closeInnermost(focusWidget()) || m_tabs->currentIndex() == 0)
        return;
    else if (qobject_cast<QLineEdit*>(focusWidget()))
        m_tabs->focusPicture(); // out of the field first
    else if (const auto* stage = m_tabs->stageInSight(); !stage || stage->showsTorus())
        m_tabs->goBack(); // or to Explore; work in its other pages is left by choice alone
}

/// What the part with the focus left, for what plays in the tab in sight.
bool MainWindow::playByKey(const QKeyEvent& event)
{
    const bool plain = !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier));
    return plain && m_tabs->playerInSight() && ui::playByKey(*m_tabs->playerInSight(), event.key());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QList<QUrl> files = event->mimeData()->urls();
    event->setAccepted(std::ranges::any_of(files, &QUrl::isLocalFile));
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    m_files->dropFiles(event->mimeData()->urls());
}

bool MainWindow::mayLeave() { return m_files->mayLeave(); }

void MainWindow::closeEvent(QCloseEvent* event) { event->setAccepted(mayLeave() && m_lessons->mayClose()); }

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the open lesson: first what must not be seen is covered, then the step comes into sight.
#include "ui/shell/lesson_desk.h"

#include "core/collectives/matmul/own_order.h"
#include "ui/controls/control_panel.h"
#include "ui/layer/layer_tab.h"
#include "ui/lecture/lecture_picture.h"
#include "ui/lessons/covered_page.h"
#include "ui/lessons/lesson_beside.h"
#include "ui/lessons/lesson_card.h"
#include "ui/lessons/lesson_editor.h"
#include "ui/lessons/lessons_tab.h"
#include "ui/session/session.h"
#include "ui/shell/actions.h"
#include "ui/shell/course_packs.h"
#include "ui/shell/lecture_actions.h"
#include "ui/shell/lesson_author.h"
#include "ui/shell/lesson_pointer.h"
#include "ui/shell/tabs.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QTabBar>
#include <QTimer>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

/// They would show, copy or write what is covered.
constexpr const char* revealing[] = {"export",       "animate",      "copy-chart", "explain",   "design-collectives",
                                     "start-here",   "step-forward", "step-back",  "last-step", "compare",
                                     "swap-baseline"};

/// There is nothing to do for them while no lesson is open.
constexpr const char* ofLesson[] = {"lesson-next", "lesson-back", "lesson-leave"};

} // namespace

LessonDesk::LessonDesk(Session& session, Tabs& tabs, ControlPanel& design, Actions& actions, QWidget& window,
                       std::function<bool()> mayLeave)
    : QObject(&tabs), m_session(session), m_tabs(tabs), m_design(design), m_actions(actions),
      m_mayLeave(std::move(mayLeave)), m_lesson(session),
      m_lecture(new LectureActions(session, m_lesson, tabs, actions, window)), m_packs(new CoursePacks(window)),
      m_author(new LessonAuthor(session, m_lesson, tabs, m_mayLeave)), m_list(new LessonsTab),
      m_card(new LessonCard(m_lesson)), m_page(new CoveredPage),
      m_pointer(new LessonPointer(m_lesson, tabs, design, *this)), m_file(ProgressFile::pathOfProgram())
{
    tabs.addPage(m_list, QStringLiteral("lessons"), tr("Lessons"));
    connect(&tabs, &QTabWidget::currentChanged, this, [this] {
        if (isListInSight())
            readLibrary();
        else
            m_lastShown = m_tabs.currentIndex();
        if (!m_lesson.isOpen())
            m_before = m_tabs.currentIndex();
        showCovers();
        if (m_beside && !m_author->editor()->isTypedInto())
            m_beside->bringForward(m_tabs);
    });
    m_card->hide();
    m_card->form().setBuiltOrder([this, &session] {
        const auto* own = m_tabs.workspace(session.snapshot()).custom;
        if (!own)
            m_tabs.openOrderBuilder();
        return own ? QString::fromStdString(core::typedOrder(own->plan)) : QString();
    });
    connect(&session, &Session::changed, this, [this] {
        if (std::exchange(m_published, m_lesson.posings()) != m_lesson.posings() && m_lesson.isOpen())
            QMetaObject::invokeMethod(this, &LessonDesk::openBuilder, Qt::QueuedConnection);
        cover();
        m_pointer->pointSoon();
    });
    connect(&m_lesson, &OpenLesson::changed, this, &LessonDesk::follow);
    connect(&m_lesson, &OpenLesson::finished, this, &LessonDesk::finish);
    connect(m_card, &LessonCard::leaveAsked, &m_lesson, &OpenLesson::leave);
    connect(m_card, &LessonCard::lectureAsked, this, [this] { m_lecture->lecture().start(true); });
    auto* clock = new QTimer(this); // of the notes
    const auto note = [this, clock] {
        const QString notes = m_lecture->lecture().notes();
        m_card->setNotes(notes);
        notes.isEmpty() ? clock->stop() : clock->start(1000);
    };
    connect(&m_lecture->lecture(), &Lecture::changed, this, note);
    connect(clock, &QTimer::timeout, this, note);
    connect(m_lecture, &LectureActions::lessonsAsked, this, &LessonDesk::openTab);
    connect(&m_lecture->lecture(), &Lecture::nextLessonAsked, this, &LessonDesk::openNext);
    connectList();
    connectFiles();
    connectActions(actions);
}

void LessonDesk::connectList()
{
    connect(m_list, &LessonsTab::startAsked, this,
            [this](const core::Lesson& lesson) { begin(lesson, classFor(lesson)); });
    connect(m_list, &LessonsTab::restartAsked, this, [this](const core::Lesson& lesson) { begin(lesson, {}, true); });
    connect(m_list, &LessonsTab::lectureAsked, this,
            [this](const core::Lesson& lesson) { present(lesson, classFor(lesson)); });
    connect(m_lecture, &LectureActions::lessonSought, this, [this] {
        if (const auto* one = m_list->isVisible() ? m_list->chosen() : nullptr; one && !one->steps.empty())
            present(*one, classFor(*one));
    });
    connect(m_list, &LessonsTab::fileAsked, this, [this](const core::Lesson& lesson, LessonCommand command) {
        const QString path = fileOf(lesson);
        command == LessonCommand::edit     ? m_author->edit(path)
        : command == LessonCommand::folder ? m_author->showFolder(path)
                                           : m_author->remove(path, lesson.id);
    });
    connectPlaylists();
    connect(&m_list->playlists(), &PlaylistBox::filesAsked, this, [this](const core::Course& course, const QPoint& at) {
        auto* menu = new QMenu(m_list);
        menu->setObjectName(QStringLiteral("lessons.files.menu"));
        menu->setAttribute(Qt::WA_DeleteOnClose);
        m_packs->fill(*menu, course);
        menu->popup(at);
    });
    connect(m_packs, &CoursePacks::opened, this, [this](const std::string& id) {
        m_isLibraryOld = true;
        readLibrary();
        openTab();
        m_list->openPlaylist(id);
    });
    connect(m_author, &LessonAuthor::filesChanged, this, &LessonDesk::readAgain);
    connect(m_author, &LessonAuthor::opened, this, [this] { m_beside->bringForward(*m_author->editor()); });
    connect(m_author, &LessonAuthor::refused, this, &LessonDesk::refused);
    connect(m_author, &LessonAuthor::told, this, &LessonDesk::tell);
    connect(m_author, &LessonAuthor::noticed, this, &LessonDesk::noticed);
    connect(m_packs, &CoursePacks::refused, this, &LessonDesk::refused);
    connect(m_packs, &CoursePacks::told, this, &LessonDesk::tell);
    connect(m_packs, &CoursePacks::scenarioAsked, this, &LessonDesk::scenarioAsked);
}

bool LessonDesk::saveEdited() { return m_author->saveShown(); }

bool LessonDesk::closeInnermost(const QWidget* focus)
{
    const bool listed = isListInSight() && m_tabs.isAncestorOf(focus);
    if (!listed && !m_card->isAncestorOf(focus))
        return false;
    if (!m_author->editor()->isHidden())
        m_author->giveWay({});
    else
        m_lesson.leave();
    if (listed)
        m_list->focusList();
    return true;
}

bool LessonDesk::mayClose() { return m_author->mayClose() && mayForgetUnwritten(); }

void LessonDesk::connectActions(Actions& actions)
{
    actions.on("lessons", this, [this] { openTab(); });
    actions.on("lesson-next", this, [this] { m_lesson.next(); });
    actions.on("lesson-back", this, [this] { m_lesson.back(); });
    actions.on("lesson-new", this, [this] { m_author->makeLesson(); });
    actions.on("lesson-leave", this, [this] { m_lesson.leave(); });
    for (const char* action : ofLesson)
        actions.action(action)->setEnabled(false);
}

QWidget* LessonDesk::card() const { return m_card; }
QWidget* LessonDesk::editor() const { return m_author->editor(); }

QWidget* LessonDesk::coverable(QWidget* verdict)
{
    m_coverWords = new QLabel;
    m_coverWords->setFont(uiFont(20, QFont::DemiBold));
    m_coverWords->setForegroundRole(QPalette::PlaceholderText);
    m_coverWords->setContentsMargins(44, 4, 16, 4);
    auto* stack = new QStackedWidget;
    stack->addWidget(verdict);
    stack->addWidget(m_coverWords);
    m_covers.push_back(stack);
    return stack;
}

QWidget* LessonDesk::coverable(Tabs& tabs)
{
    m_covers.push_back(new QStackedWidget);
    m_beside = new LessonBeside(*m_covers.back(), *m_author->editor()); // its author sees the answers
    m_covers.back()->addWidget(&tabs);
    m_covers.back()->addWidget(m_page);
    return m_beside;
}

Snapshot LessonDesk::shownOf(const Snapshot& snapshot) const
{
    Snapshot shown = snapshot;
    if (m_hidden != Hidden::results && !m_hidesVerdict)
        return shown;
    const QString why = m_hidden == Hidden::results ? tr("Issues are hidden with the results.")
                                                    : tr("Issues of the design are no part of this lesson.");
    std::erase_if(shown.issues, [](const core::Issue& issue) { return issue.severity != core::Severity::error; });
    if (shown.issues.empty()) // "No issues." would say that it fits
        shown.issues.push_back({"HIDDEN", core::Severity::note, {}, why.toStdString(), {}});
    return shown;
}

bool LessonDesk::begin(const core::Lesson& chosen, std::string playlist, bool anew)
{
    const core::Lesson lesson = chosen; // NOLINT(performance-unnecessary-copy-initialization): a dialog may free it
    if (!m_author->giveWay(fileOf(lesson)))
        return false;
    if (!m_session.enterTyped() && !m_mayLeave()) // the design is set aside
        return false;
    if (isListInSight())
        m_before = m_tabs.currentIndex();
    const auto step = anew ? std::nullopt : stepToGoOn(lesson.id, playlist);
    m_playlist = std::move(playlist);
    const auto done = m_lesson.open(lesson, static_cast<std::size_t>(step.value_or(0)), step.has_value());
    if (!done)
        emit refused(QString::fromStdString(done.error()));
    return done.has_value();
}

void LessonDesk::present(const core::Lesson& lesson, std::string playlist)
{
    const bool goesOn = m_lecture->lecture().isLeftForList() && m_lesson.lesson().id == lesson.id &&
                        (playlist.empty() || playlist == m_playlist);
    if (goesOn || begin(lesson, std::move(playlist))) // what the class said stays
        m_lecture->lecture().start(true);
}

/// At the lesson that is open, where the list has it.
void LessonDesk::openTab()
{
    m_tabs.setCurrentIndex(m_tabs.count() - 1);
    m_beside->bringForward(m_tabs);
    const core::Course* list = m_list->playlist();
    if (m_lesson.isOpen() && (!list || std::ranges::find(list->lessons, m_lesson.lesson().id) != list->lessons.end()))
        m_list->choose(m_lesson.lesson().id);
    m_list->focusList();
}

/// What is covered is covered at once. What is uncovered waits for the scenario of the step, as the views still have
/// the one before.
void LessonDesk::follow()
{
    const bool open = m_lesson.isOpen();
    if (std::exchange(m_open, open) != open) {
        m_card->setVisible(open);
        for (const char* action : ofLesson)
            m_actions.action(action)->setEnabled(open);
        emit openChanged(open);
        if (!open)
            goBack();
    }
    if (open)
        m_left = m_lesson.lesson().id;
    m_tabs.hideSchedules(open && m_lesson.seeksOrder()
                             ? tr("Hidden until an order is given: what plays here would be one. The page Custom "
                                  "builds one and plays it.")
                             : QString());
    const bool moved = open && std::exchange(m_posed, m_lesson.posings()) != m_lesson.posings();
    if (moved)
        openPicture();
    if (m_lesson.hidden() > m_hidden || m_published == m_lesson.posings())
        cover();
    if (moved && m_lecture->lecture().state() == Lecture::State::off && m_tabs.window()->isActiveWindow() &&
        !m_author->editor()->isTypedInto())
        m_card->focusEntry();
    keepProgress();
    m_pointer->pointSoon();
}

/// To where the lesson was opened from; the list has it chosen. A document that took its place comes into sight.
void LessonDesk::goBack()
{
    if (m_lesson.isReplaced())
        m_before = m_lastShown;
    if (!isListInSight() || m_lesson.isReplaced())
        m_tabs.setCurrentIndex(m_before);
    m_tabs.tabBar()->setFocus(Qt::OtherFocusReason); // digits, which answered, change nothing there
    if (!isListInSight())
        return;
    m_list->choose(m_left);
    m_list->focusList();
}

bool LessonDesk::isListInSight() const { return m_tabs.currentWidget()->isAncestorOf(m_list); }

/// On Layer that of the layer or of its network.
void LessonDesk::openPicture()
{
    m_tabs.openChart(QString::fromStdString(m_lesson.posed().step.tab));
    if (auto* layer = m_tabs.findChild<LayerTab*>(); layer && m_lesson.posed().step.tab == "layer")
        layer->showNetwork(chartOf(m_lesson.posed()) == QLatin1String("network"));
}

/// Where a schedule is asked for; the stage offers it from the snapshot of its scenario on. Other steps have the
/// picture.
void LessonDesk::openBuilder()
{
    if (!m_lesson.isOpen())
        return;
    const bool asked = std::holds_alternative<core::ScheduleAnswer>(m_lesson.posed().step.question);
    if (!asked || m_lesson.waits())
        m_tabs.openOrderBuilder(asked, asked); // what was built for another question answers none
}

void LessonDesk::cover()
{
    const Hidden hidden = m_lesson.hidden();
    const QString words = m_coverWords->text();
    if (hidden == Hidden::results) {
        m_page->present(m_lesson);
        m_page->setPicture(m_published == m_lesson.posings() ? pictureAtRest(m_lesson, m_session.snapshot())
                                                             : PaintPicture()); // as a lecture does
        m_coverWords->setText(CoveredPage::wordsOf(m_lesson));
    }
    const bool hides = !m_lesson.isAboutDesign();
    if (hides && hidden != Hidden::results)
        m_coverWords->setText(QString::fromStdString(m_lesson.lesson().title));
    const bool moved = std::exchange(m_hidesVerdict, hides) != hides || m_coverWords->text() != words;
    if (std::exchange(m_hidden, hidden) == hidden && !moved)
        return;
    showCovers();
    for (const char* action : revealing)
        m_actions.hold(action, hidden == Hidden::nothing ? QString() : CoveredPage::wordsOf(m_lesson));
    emit hiddenChanged();
}

/// The list of lessons tells nothing, and can be chosen from at any time.
void LessonDesk::showCovers()
{
    for (QStackedWidget* stack : m_covers) {
        const bool listed = stack->widget(0) == &m_tabs && isListInSight();
        const bool ofDesign = stack->widget(0) != &m_tabs;
        stack->setCurrentIndex((m_hidden == Hidden::results && !listed) || (m_hidesVerdict && ofDesign) ? 1 : 0);
    }
}

/// What the file holds is read before the first place is kept.
Progress& LessonDesk::progress()
{
    if (!m_progress)
        m_progress = m_file.read();
    return *m_progress;
}

/// Of those who take it; where its author looks is no place of a class.
void LessonDesk::keepProgress()
{
    if (!m_lesson.isOpen() || m_author->edits())
        return;
    const std::string& id = m_lesson.lesson().id;
    const auto [place, isNew] = progress().lessons.try_emplace(id);
    const LessonPlace kept = place->second;
    const bool solved = m_lesson.isLast() && m_lesson.isSolved();
    const LessonPlace now{static_cast<int>(m_lesson.step()), kept.solved || solved,
                          kept.answered || m_lesson.isAnswered()}; // once is enough
    Progress changes{{{id, now}}, {}};
    if (!m_playlist.empty())
        changes.playlists[m_playlist] = {id, now.step, m_lesson.isLast() && !m_lesson.waits(), lessonOfClassBehind(id)};
    if (kept == now && !isNew &&
        (m_playlist.empty() || progress().playlists[m_playlist] == changes.playlists[m_playlist]))
        return;
    m_progress = m_file.write(changes, progress());
    if (const QString problem = m_file.takeProblem(); !problem.isEmpty())
        warn(problem);
    showProgress();
}

/// To the list, at the lesson behind.
void LessonDesk::finish()
{
    const std::string id = m_lesson.lesson().id;
    const OpenLesson::Results results = m_lesson.results();
    m_list->keepResults(id, results.lines);
    if (!results.lines.empty())
        tell(tr("“%1”: %2 of %3 right, %4 shown. Choose it in the list to see each answer.")
                 .arg(QString::fromStdString(m_lesson.lesson().title), QString::number(results.right),
                      QString::number(results.lines.size()), QString::number(results.shown)));
    m_lesson.leave();
    openTab();
    m_list->chooseBehind(id);
}

} // namespace ui

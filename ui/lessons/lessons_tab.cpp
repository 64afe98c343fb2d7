// SPDX-License-Identifier: GPL-3.0-or-later
// Filters in a row, the list below them, and beside it the lesson that is chosen.
#include "ui/lessons/lessons_tab.h"

#include "core/io/plain_text.h"
#include "core/io/preset_catalogue.h"
#include "core/lesson/stage.h"
#include "ui/controls/combo.h"
#include "ui/controls/word_flow.h"
#include "ui/lessons/lesson_list.h"
#include "ui/lessons/playlist_box.h"
#include "ui/tables/table_parts.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

constexpr int detailWidth = 280;
constexpr int listBesideWidth = 820; // of a tab in which list and lesson find room side by side
constexpr int foldedWidth = 440;     // below it, with each filter in a line of its own, no row would be in sight
constexpr int foldedHeight = 340;    // in sight; below it what begins the lesson would be out of sight under the list
constexpr int wordsWidth = 220;
constexpr int filterGap = 8;
constexpr int fewestRows = 6; // in sight above the lesson

std::vector<core::Lesson> lessonsOf(const std::vector<const core::Lesson*>& rows)
{
    std::vector<core::Lesson> lessons;
    for (const core::Lesson* row : rows)
        lessons.push_back(*row);
    return lessons;
}

} // namespace

LessonsTab::LessonsTab(QWidget* parent)
    : QWidget(parent), m_model(new LessonModel(this)), m_filter(new LessonFilter(this)), m_playlists(new PlaylistBox),
      m_fold(new QPushButton), m_words(new QLineEdit), m_list(new LessonList), m_detail(new LessonDetail),
      m_rows(new QBoxLayout(QBoxLayout::LeftToRight)), m_none(new QLabel)
{
    setObjectName(QStringLiteral("lessons"));
    m_filter->setSourceModel(m_model);
    m_filter->setSortRole(Qt::UserRole);
    m_list->setObjectName(QStringLiteral("lessons.list"));
    m_list->setModel(m_filter);
    styleTable(*m_list, tr("Lessons"));
    keepRoomFor(*m_list, LessonModel::topicColumn);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->sortByColumn(LessonModel::idColumn, Qt::AscendingOrder);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setDragDropOverwriteMode(false);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(8);
    whole->addWidget(makeFilters());
    m_none->setObjectName(QStringLiteral("lessons.none"));
    m_none->setWordWrap(true);
    m_none->setForegroundRole(QPalette::PlaceholderText);
    whole->addWidget(m_none);
    m_rows->setSpacing(16);
    m_rows->addWidget(m_list, 1);
    m_rows->addWidget(m_detail);
    whole->addLayout(m_rows, 1);
    connect(m_playlists, &PlaylistBox::chosen, this, &LessonsTab::showPlaylist);
    for (Combo* combo : {m_course, m_minutes, m_state})
        connect(combo, &QComboBox::currentIndexChanged, this, &LessonsTab::filter);
    connect(m_words, &QLineEdit::textChanged, this, &LessonsTab::filter);
    connect(m_list, &LessonList::dragRefused, this, &LessonsTab::tellFixed);
    connect(m_model, &LessonModel::moveAsked, this, &LessonsTab::moveTo, Qt::QueuedConnection); // after the drag
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &LessonsTab::showChosen);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &LessonsTab::showChosen);
    connect(m_detail, &LessonDetail::asked, this, &LessonsTab::carryOut);
    connect(m_words, &QLineEdit::returnPressed, this, &LessonsTab::begin);
    connect(m_list, &QTableView::activated, this, &LessonsTab::begin);
    m_list->installEventFilter(this);
}

Combo* LessonsTab::addFilter(QLayout& row, const char* name, const QString& accessible, int width)
{
    auto* combo = new Combo;
    combo->setObjectName(QLatin1String(name));
    combo->setAccessibleName(accessible);
    combo->setFixedWidth(width);
    row.addWidget(combo);
    return combo;
}

QWidget* LessonsTab::makeFilters()
{
    auto* filters = new QWidget;
    auto* row = new WordFlow(filterGap, filterGap);
    filters->setLayout(row);
    m_fold->setObjectName(QStringLiteral("lessons.fold"));
    m_fold->setCheckable(true);
    m_fold->setToolTip(tr("Show or hide playlists and filters"));
    m_fold->hide();
    connect(m_fold, &QPushButton::toggled, this, &LessonsTab::foldFilters);
    row->addWidget(m_fold);
    row->addWidget(m_playlists);
    row->addWidget(m_playlists->button());
    m_course = addFilter(*row, "lessons.course", tr("Course"), 220);
    m_minutes = addFilter(*row, "lessons.minutes", tr("Length"), 150);
    m_state = addFilter(*row, "lessons.state", tr("Progress"), 150);
    for (const int minutes : {0, 5, 8, 12})
        m_minutes->addItem(minutes == 0 ? tr("Any length") : tr("Up to %1 minutes").arg(minutes), minutes);
    m_state->addItems({tr("All lessons"), tr("Not solved yet")});
    m_words->setObjectName(QStringLiteral("lessons.words"));
    m_words->setPlaceholderText(tr("Search titles and sources"));
    m_words->setAccessibleName(tr("Search lessons"));
    m_words->setClearButtonEnabled(true);
    m_words->setFixedWidth(wordsWidth);
    row->addWidget(m_words);
    for (const QComboBox* choice : filters->findChildren<QComboBox*>()) // after a choice the list is in sight again
        connect(choice, &QComboBox::activated, m_fold, [this] { m_fold->setChecked(false); });
    return filters;
}

void LessonsTab::carryOut(LessonCommand command)
{
    const core::Lesson* lesson = chosen();
    if (!lesson)
        return;
    switch (command) {
    case LessonCommand::start:
        return emit startAsked(*lesson);
    case LessonCommand::restart:
        return emit restartAsked(*lesson);
    case LessonCommand::lecture:
        return emit lectureAsked(*lesson);
    case LessonCommand::add: { // what the detail shows
        const auto several = selected();
        return m_playlists->offer(several.size() > 1 ? lessonsOf(several) : std::vector{*lesson},
                                  *m_detail->button(command));
    }
    case LessonCommand::takeOut:
        return takeOut();
    case LessonCommand::earlier:
        return moveBy(-1);
    case LessonCommand::later:
        return moveBy(1);
    default:
        return emit fileAsked(*lesson, command);
    }
}

/// A lesson that cannot be read begins with mending it.
void LessonsTab::begin()
{
    if (const core::Lesson* lesson = chosen())
        carryOut(lesson->steps.empty() ? LessonCommand::edit : LessonCommand::start);
}

const core::Lesson* LessonsTab::listed(const std::string& id) const
{
    for (const auto* lessons : {&m_library->lessons, &m_library->broken})
        if (const auto at = std::ranges::find(*lessons, id, &core::Lesson::id); at != lessons->end())
            return &*at;
    return nullptr;
}

void LessonsTab::setLibrary(const core::LessonLibrary& library)
{
    m_library = &library;
    m_questions.clear();
    m_playlists->setLibrary(library);
    showPlaylist();
}

/// In its order, or all of them.
void LessonsTab::showPlaylist()
{
    const core::Lesson* before = chosen();
    const std::string id = before ? before->id : std::string();
    const std::vector<std::string> also = selectedIds();
    std::vector<const core::Lesson*> lessons;
    if (const core::Course* list = playlist()) {
        for (const std::string& wanted : list->lessons)
            if (const core::Lesson* lesson = listed(wanted))
                lessons.push_back(lesson);
        m_list->sortByColumn(-1, Qt::AscendingOrder); // its order is that of the rows
    } else {
        if (m_list->horizontalHeader()->sortIndicatorSection() < 0)
            m_list->sortByColumn(LessonModel::idColumn, Qt::AscendingOrder);
        for (const auto* all : {&m_library->lessons, &m_library->broken})
            for (const core::Lesson& lesson : *all)
                lessons.push_back(&lesson);
    }
    m_model->show(std::move(lessons));
    m_model->setOrder(!playlist()            ? LessonModel::Order::none
                      : m_playlists->isOwn() ? LessonModel::Order::own
                                             : LessonModel::Order::fixed);
    fillCourses();
    choose(id);
    selectStill(also);
}

/// Those that can be taken, from above.
std::vector<const core::Lesson*> LessonsTab::selected() const
{
    std::vector<const core::Lesson*> lessons;
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const core::Lesson& lesson = m_model->lesson(m_filter->mapToSource(m_filter->index(row, 0)).row());
        if (m_list->selectionModel()->isRowSelected(row) && !lesson.steps.empty())
            lessons.push_back(&lesson);
    }
    return lessons;
}

/// Courses by their letter, with the beginning of what they are about.
void LessonsTab::fillCourses()
{
    const QString before = m_course->currentData().toString();
    const QSignalBlocker quiet(m_course);
    m_course->clear();
    m_course->addItem(tr("All courses"));
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const core::Lesson& lesson = m_model->lesson(row);
        const QString course = QString::fromStdString(lesson.course);
        if (!course.isEmpty() && m_course->findData(course) < 0)
            m_course->addItem(course + QStringLiteral(" · ") + QString::fromStdString(lesson.topic), course);
    }
    m_course->setCurrentIndex(std::max(0, m_course->findData(before)));
}

void LessonsTab::setProgress(const std::map<std::string, LessonProgress>& progress)
{
    m_model->setProgress(progress);
    filter();
}

void LessonsTab::filter()
{
    m_filter->want({.course = m_course->currentData().toString(),
                    .words = m_words->text().trimmed(),
                    .minutes = m_minutes->currentData().toInt(),
                    .open = m_state->currentIndex() == 1});
    if (!m_list->currentIndex().isValid() && m_filter->rowCount() > 0)
        setCurrent(m_filter->index(0, 0));
    for (int row = 0; row < m_filter->rowCount(); ++row) // an id that was typed whole is meant
        if (const auto& lesson = m_model->lesson(m_filter->mapToSource(m_filter->index(row, 0)).row());
            m_words->text().trimmed().compare(QString::fromStdString(lesson.id), Qt::CaseInsensitive) == 0)
            setCurrent(m_filter->index(row, 0));
    foldFilters();
    showChosen();
}

const core::Lesson* LessonsTab::chosen() const
{
    const QModelIndex at = m_filter->mapToSource(m_list->currentIndex());
    return at.isValid() ? &m_model->lesson(at.row()) : nullptr;
}

void LessonsTab::choose(const std::string& lessonId)
{
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->lesson(row).id == lessonId)
            setCurrent(m_filter->mapFromSource(m_model->index(row, 0)));
    filter(); // chooses the first where that one is not in sight
}

/// In the list, and in the page, where the keys move it.
void LessonsTab::keepRowInSight()
{
    m_list->scrollTo(m_list->currentIndex());
    auto* area = m_page && m_list->hasFocus() ? qobject_cast<QScrollArea*>(m_page->parentWidget()) : nullptr;
    if (!area)
        return;
    const QRect row = m_list->visualRect(m_list->currentIndex());
    const QPoint at = m_list->viewport()->mapTo(area->widget(), row.center());
    area->ensureVisible(at.x(), at.y(), 0, row.height());
}

void LessonsTab::setCurrent(const QModelIndex& at)
{
    m_list->selectionModel()->setCurrentIndex(at, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void LessonsTab::focusList()
{
    m_list->setFocus(Qt::OtherFocusReason);
    keepRowInSight();
}

/// What is asked, with its numbers; the prompt as the file has it where these cannot be had.
const QStringList& LessonsTab::questionsOf(const core::Lesson& lesson)
{
    const auto [known, isNew] = m_questions.try_emplace(lesson.id);
    for (std::size_t i = 0; isNew && i < lesson.steps.size(); ++i) {
        const core::LessonStep& step = lesson.steps[i];
        if (std::holds_alternative<std::monostate>(step.question))
            continue;
        const auto scenario = core::scenarioAt(lesson, i, core::shippedCatalogue());
        const auto words = scenario ? core::filledText(lesson, *scenario, step.prompt) : step.prompt;
        known->second << QString::fromStdString(words ? *words : step.prompt);
    }
    return known->second;
}

void LessonsTab::showChosen()
{
    const core::Lesson* lesson = chosen();
    m_none->setVisible(m_filter->rowCount() == 0);
    m_none->setText(m_model->rowCount() > 0
                        ? tr("No lesson fits all of the filters.")
                        : tr("This playlist is empty. Choose \"No playlist\", select a lesson, and choose \"Add to a "
                             "playlist…\" there."));
    m_detail->setVisible(lesson);
    QMetaObject::invokeMethod(this, &LessonsTab::keepRowInSight, Qt::QueuedConnection); // once the rest has its height
    const auto several = selected();
    m_playlists->setSelected(several.size() > 1 ? lessonsOf(several) : std::vector<core::Lesson>());
    if (!lesson)
        return;
    if (selectedRows().size() > 1)
        return m_detail->presentSeveral(several, place());
    const auto fault = m_library->faults.find(lesson->id);
    m_detail->present(
        *lesson,
        {.progress = m_model->progress(m_filter->mapToSource(m_list->currentIndex()).row()),
         .place = place(),
         .isOwn = m_library->isOwn(*lesson),
         .fault = fault == m_library->faults.end() ? QString() : QString::fromStdString(core::oneLine(fault->second)),
         .questions = questionsOf(*lesson),
         .results = resultsOf(lesson->id)});
}

void LessonsTab::showEvent(QShowEvent* event)
{
    for (QWidget* one = parentWidget(); one && !one->isWindow() && !m_page; one = one->parentWidget())
        if (const auto* area = qobject_cast<const QScrollArea*>(one))
            m_page = area->viewport();
    if (m_page)
        m_page->installEventFilter(this); // it may become lower than the tab does
    foldFilters();
    QWidget::showEvent(event);
}

/// How many of them leave lessons out stands on their button. What columns are left out the lesson beside them says.
void LessonsTab::foldFilters()
{
    const bool narrow = width() < foldedWidth;
    const bool folds = narrow || (width() < listBesideWidth && heightInSight() < foldedHeight);
    for (const int column : {LessonModel::topicColumn, LessonModel::minutesColumn})
        m_list->setColumnHidden(column, narrow);
    const auto kept = narrow ? QHeaderView::Stretch : QHeaderView::Fixed;
    if (QHeaderView* head = m_list->horizontalHeader(); head->sectionResizeMode(LessonModel::titleColumn) != kept) {
        head->setSectionResizeMode(LessonModel::titleColumn, kept);
        m_list->resizeColumnToContents(LessonModel::titleColumn);
    }
    int active = playlist() ? 1 : 0;
    for (QWidget* part : std::array<QWidget*, 5>{m_playlists, m_playlists->button(), m_course, m_minutes, m_state})
        part->setVisible(!folds || m_fold->isChecked());
    for (const Combo* combo : {m_course, m_minutes, m_state})
        active += combo->currentIndex() > 0 ? 1 : 0;
    m_fold->setText(active > 0 ? tr("Filters (%1)").arg(active) : tr("Filters"));
    m_fold->setVisible(folds);
    const int beside = width() - m_fold->sizeHint().width() - filterGap;
    m_words->setFixedWidth(folds ? std::clamp(beside, wordsWidth / 2, wordsWidth) : wordsWidth);
}

/// Esc folds the filters, then ends the search; without these it is the window's.
void LessonsTab::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_fold->isVisible() && m_fold->isChecked()) {
        m_fold->setChecked(false);
        return focusList();
    }
    if (event->key() != Qt::Key_Escape || m_words->text().isEmpty())
        return QWidget::keyPressEvent(event);
    m_words->clear();
    focusList();
}

void LessonsTab::resizeEvent(QResizeEvent* event)
{
    const bool beside = event->size().width() >= listBesideWidth;
    foldFilters();
    m_list->setMinimumHeight(beside ? 0 : fewestRows * m_list->verticalHeader()->defaultSectionSize());
    m_rows->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_detail->setScrolls(beside);
    m_detail->setMinimumWidth(beside ? detailWidth : 0);
    m_detail->setMaximumWidth(beside ? detailWidth : QWIDGETSIZE_MAX);
    QWidget::resizeEvent(event);
}

} // namespace ui

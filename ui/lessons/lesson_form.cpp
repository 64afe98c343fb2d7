// SPDX-License-Identifier: GPL-3.0-or-later
// The list of steps above the controls. Undo is that of the text.
#include "ui/lessons/lesson_form.h"

#include "core/io/lesson_json.h"
#include "core/io/lesson_step_json.h"
#include "core/io/plain_text.h"
#include "core/lesson/stage.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/word_flow.h"
#include "ui/lessons/lesson_fields.h"
#include "ui/lessons/number_line.h"
#include "ui/session/field_text.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace ui
{

namespace
{

constexpr int visibleSteps = 5;
constexpr int fewestSteps = 2; // where the window is low
constexpr int lowHeight = 260; // that would leave no field in sight below the steps

/// "steps.3.value": 3; 0 of other paths.
int stepOf(const std::string& path)
{
    const QStringList parts = QString::fromStdString(path).split(u'.');
    return parts.size() > 1 && parts[0] == QStringLiteral("steps") ? parts[1].toInt() : 0;
}

} // namespace

LessonForm::LessonForm(QWidget* parent)
    : QWidget(parent), m_numbers(new NumberList(this)), m_unreadable(new QLabel), m_whole(new QWidget),
      m_steps(new QListWidget), m_area(new QScrollArea)
{
    setObjectName(QStringLiteral("lesson.form"));
    m_unreadable->setWordWrap(true);
    m_unreadable->setTextFormat(Qt::PlainText);
    m_unreadable->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_steps->setObjectName(QStringLiteral("lesson.steps"));
    m_steps->setAccessibleName(tr("Steps of the lesson"));
    m_steps->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_steps->setTextElideMode(Qt::ElideRight);
    m_steps->setUniformItemSizes(true);
    m_steps->setSpacing(2);
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setFocusPolicy(Qt::NoFocus);
    auto* room = new QWidget;
    m_rows = new QVBoxLayout(m_whole);
    m_inside = new QVBoxLayout(room);
    m_area->setWidget(room);
    for (QVBoxLayout* rows : {m_rows, m_inside}) {
        rows->setContentsMargins(0, 0, 0, 0);
        rows->setSpacing(6);
    }
    m_rows->addWidget(m_steps);
    m_rows->addWidget(m_buttons = makeButtons());
    m_rows->addWidget(m_area, 1);
    auto* both = new QVBoxLayout(this);
    both->setContentsMargins(0, 0, 0, 0);
    both->addWidget(m_unreadable);
    both->addWidget(m_whole, 1);
    m_unreadable->hide();
    for (QWidget* child : findChildren<QWidget*>()) // and those of each step later
        child->installEventFilter(this);
    connect(m_steps, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row < 0)
            return;
        if (m_fields && m_fields->step() != row && m_fields->goToRefused()) { // which would be lost
            const QSignalBlocker quiet(m_steps);
            return m_steps->setCurrentRow(m_fields->step());
        }
        fillFields();
        emit stepChosen(row);
    });
}

LessonForm::~LessonForm() = default;

QWidget* LessonForm::makeButtons()
{
    auto* buttons = new QWidget;
    auto* row = new WordFlow(6, 6);
    buttons->setLayout(row);
    const auto add = [&](const QString& words, const char* name, bool ofStep, auto act) {
        auto* button = new QPushButton(words);
        button->setObjectName(QLatin1String(name));
        connect(button, &QPushButton::clicked, this, act);
        row->addWidget(button);
        if (ofStep)
            m_ofStep.push_back(button);
        return button;
    };
    add(tr("Add step…"), "lesson.step.add", false, [this] {
        const auto* button = findChild<QPushButton*>(QStringLiteral("lesson.step.add"));
        offerKinds(button->mapToGlobal(QPoint(0, button->height())));
    });
    add(tr("Duplicate"), "lesson.step.duplicate", true,
        [this] { changeSteps([this](std::size_t at) { m_text->duplicateStep(at); }, chosenStep() + 1); });
    add(tr("Remove"), "lesson.step.remove", true,
        [this] { changeSteps([this](std::size_t at) { m_text->removeStep(at); }, chosenStep() - 1); });
    for (const int by : {-1, 1})
        add(by < 0 ? tr("Earlier") : tr("Later"), by < 0 ? "lesson.step.earlier" : "lesson.step.later", true,
            [this, by] {
                const int to = chosenStep() + by;
                if (to >= 1 && to <= static_cast<int>(m_text->steps()))
                    changeSteps([this, to](std::size_t at) { m_text->moveStep(at, static_cast<std::size_t>(to)); }, to);
            });
    for (const bool back : {true, false}) {
        auto* button = new IconButton(back ? QStringLiteral("undo") : QStringLiteral("redo"),
                                      back ? tr("Undo in the lesson (Ctrl+Z)") : tr("Redo in the lesson"));
        button->setObjectName(back ? QStringLiteral("lesson.undo") : QStringLiteral("lesson.redo"));
        connect(button, &IconButton::clicked, this, back ? &LessonForm::undoAsked : &LessonForm::redoAsked);
        row->addWidget(button);
        (back ? m_undo : m_redo) = button;
    }
    return buttons;
}

void LessonForm::setHistory(bool undo, bool redo)
{
    m_undo->setEnabled(undo);
    m_redo->setEnabled(redo);
}

void LessonForm::offerKinds(const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("lesson.kinds"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const core::LessonForm& form : core::lessonForms())
        for (const core::StepKind kind : form.kinds) {
            if (kind == core::StepKind::predict) // a matter of its control
                continue;
            menu->addAction(
                kind == core::StepKind::reveal ? tr("Reveal") : toText(form.title), this, [this, &form, kind] {
                    changeSteps(
                        [&](std::size_t step) { m_text->addStep(step, form, kind, scenarioBefore(step), m_tab()); },
                        chosenStep() + 1);
                });
        }
    menu->popup(at);
}

/// Of the step that is chosen; `then` is chosen after it.
void LessonForm::changeSteps(const std::function<void(std::size_t step)>& change, int then)
{
    if (m_fields && m_fields->goToRefused())
        return;
    change(static_cast<std::size_t>(chosenStep()));
    m_left = {}; // the row has another step
    publish({});
    chooseStep(std::clamp(then, 1, std::max(1, static_cast<int>(m_text->steps()))));
}

/// With what the first steps set; of a lesson that cannot be read the scenario in sight.
core::Scenario LessonForm::scenarioBefore(std::size_t steps) const
{
    core::Scenario present = m_present();
    if (!m_lesson)
        return present;
    core::Lesson before = *m_lesson;
    before.steps.resize(std::min(steps, before.steps.size()));
    return core::scenarioAt(before, steps, *present.presets).value_or(present);
}

void LessonForm::present(const QString& words)
{
    auto read = core::LessonText::of(words.toStdString(), "lesson");
    m_unreadable->setVisible(!read);
    m_whole->setVisible(read.has_value());
    if (!read)
        return m_unreadable->setText(tr("The form cannot show this text: %1\n\nMend it on the page Text.")
                                         .arg(QString::fromStdString(core::oneLine(read.error().text))));
    if (m_text)
        *m_text = *std::move(read); // controls work on it
    else
        m_text = std::make_unique<core::LessonText>(*std::move(read));
    readAgain();
    const QWidget* focus = isAncestorOf(window()->focusWidget()) ? window()->focusWidget() : nullptr;
    const QString name = focus ? focus->objectName() : QString();
    fillSteps();
    fillFields();
    if (auto* again = name.isEmpty() ? nullptr : findChild<QWidget*>(name))
        again->setFocus(Qt::OtherFocusReason);
    else if (focus)
        m_steps->setFocus(Qt::OtherFocusReason); // what had it is gone
}

/// As far as it can be read.
void LessonForm::readAgain()
{
    if (m_lesson && m_lesson->id != m_text->at("id")) {
        m_lesson.reset();
        m_left = {};
    }
    if (auto lesson = core::readLesson(m_text->text(), "lesson", *m_present().presets))
        m_lesson = *std::move(lesson);
}

void LessonForm::fillSteps()
{
    const QSignalBlocker quiet(m_steps);
    const int before = std::max(0, m_steps->currentRow());
    m_steps->clear();
    m_steps->addItem(tr("Lesson: %1").arg(QString::fromStdString(m_text->at("title"))));
    for (std::size_t step = 1; step <= m_text->steps(); ++step) {
        const auto kind = m_text->kind(step);
        const QString words = kind == core::StepKind::reveal ? tr("Reveal") : toText(m_text->form(step).title);
        const QString prompt = QString::fromStdString(m_text->at("steps." + std::to_string(step) + ".prompt"));
        m_steps->addItem(QStringLiteral("%1  %2: %3").arg(step).arg(words, prompt.simplified()));
    }
    const int row = std::max(18, m_steps->sizeHintForRow(0)) + 4;
    m_steps->setMinimumHeight(fewestSteps * row + 2);
    m_steps->setMaximumHeight(visibleSteps * row + 2); // the same always: buttons below it do not move
    m_steps->setCurrentRow(std::min(before, m_steps->count() - 1));
    showProblem(m_problem, m_problemPath);
}

void LessonForm::fillFields()
{
    const int step = chosenStep();
    const int scrolled = m_fields && m_fields->step() == step ? m_area->verticalScrollBar()->value() : 0;
    const auto place = static_cast<std::size_t>(step);
    const core::Scenario scenario = scenarioBefore(place);
    m_numbers->setScenario(scenario);
    LessonFields* before = m_fields;
    if (!before || before->step() != step)
        m_left = {};
    m_fields = new LessonFields({*m_text, place, m_lesson ? &*m_lesson : nullptr, scenario,
                                 [this, place] { return scenarioBefore(place - 1); }, m_present, m_left},
                                *m_numbers);
    connect(m_fields, &LessonFields::edited, this, &LessonForm::publish);
    connect(
        m_fields, &LessonFields::reshaped, this, [this] { publish({}); }, Qt::QueuedConnection);
    for (QWidget* child : m_fields->findChildren<QWidget*>())
        child->installEventFilter(this);
    if (before) {
        before->hide(); // first: else the window would no longer be active
        before->setParent(nullptr);
        before->deleteLater(); // a key in it may have asked for this
    }
    m_inside->addWidget(m_fields, 1);
    m_fields->show(); // now: it may get the focus
    m_inside->activate();
    QCoreApplication::sendPostedEvents(m_area->widget(), QEvent::LayoutRequest); // so that it can be scrolled back
    m_area->verticalScrollBar()->setValue(scrolled);
    for (QAbstractButton* button : m_ofStep)
        button->setEnabled(step > 0);
    m_fields->showProblem(m_problemPath, m_problem);
}

/// What was typed, or with an empty path a lesson of another shape.
void LessonForm::publish(const QString& path)
{
    const QString words = QString::fromStdString(m_text->text());
    if (path.isEmpty())
        present(words);
    else if (readAgain(); path.endsWith(QStringLiteral("prompt")) || path == QStringLiteral("title"))
        fillSteps();
    emit edited(words, path);
}

QString LessonForm::refused() const { return m_fields ? m_fields->refused() : QString(); }

int LessonForm::chosenStep() const { return std::max(0, m_steps->currentRow()); }

void LessonForm::chooseStep(int step) { m_steps->setCurrentRow(std::clamp(step, 0, m_steps->count() - 1)); }

void LessonForm::showProblem(const QString& sentence, const std::string& path)
{
    m_problem = sentence;
    m_problemPath = sentence.isEmpty() ? std::string() : path;
    for (int row = 0; row < m_steps->count(); ++row) {
        const bool isWrong = !m_problemPath.empty() && row == stepOf(m_problemPath);
        m_steps->item(row)->setIcon(isWrong ? icon(QStringLiteral("warning"), themeOf(this).error) : QIcon());
        m_steps->item(row)->setToolTip(isWrong ? sentence : QString());
    }
    if (m_fields && m_text)
        m_fields->showProblem(m_problemPath, sentence);
}

bool LessonForm::goToProblem()
{
    if (m_problemPath.empty() || !m_whole->isVisibleTo(this))
        return false;
    chooseStep(stepOf(m_problemPath));
    QWidget* control = m_fields->problemControl();
    if (!control)
        return false;
    control->setFocus(Qt::OtherFocusReason);
    m_area->ensureWidgetVisible(control);
    return true;
}

/// In a low one all of it scrolls.
void LessonForm::resizeEvent(QResizeEvent* event)
{
    const bool isLow = event->size().height() < lowHeight;
    if (std::exchange(m_isLow, isLow) != isLow) {
        QVBoxLayout* rows = isLow ? m_inside : m_rows;
        rows->insertWidget(0, m_steps);
        rows->insertWidget(1, m_buttons);
    }
    QWidget::resizeEvent(event);
}

/// Elsewhere the keys undo in the scenario, and save it.
bool LessonForm::eventFilter(QObject* watched, QEvent* event)
{
    return takesKey(*event, {{QKeySequence::Undo, [this] { emit undoAsked(); }},
                             {QKeySequence::Redo, [this] { emit redoAsked(); }},
                             {QKeySequence::Save, [this] { emit saveAsked(); }}}) ||
           QWidget::eventFilter(watched, event);
}

bool takesKey(QEvent& event, std::initializer_list<std::pair<QKeySequence::StandardKey, std::function<void()>>> keys)
{
    const bool press = event.type() == QEvent::KeyPress;
    if (!press && event.type() != QEvent::ShortcutOverride)
        return false;
    for (const auto& [key, ask] : keys)
        if (static_cast<QKeyEvent&>(event).matches(key)) {
            event.accept();
            if (press)
                ask();
            return true;
        }
    return false;
}

} // namespace ui

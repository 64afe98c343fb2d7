// SPDX-License-Identifier: GPL-3.0-or-later
// One form for each kind of question.
#include "ui/lessons/answer_form.h"

#include "ui/lessons/open_lesson.h"
#include "ui/lessons/option_button.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace ui
{

namespace
{

constexpr const char* noWords = "-"; // a text that was not written, as it is answered

/// Of items to be put in order, from 1: as they were answered last, else as the file has them.
std::vector<int> placesOf(const OpenLesson& lesson)
{
    std::vector<int> all(static_cast<std::size_t>(lesson.choices().size()));
    std::iota(all.begin(), all.end(), 1);
    std::vector<int> typed;
    for (const QString& place : lesson.state().typed.split(u' ', Qt::SkipEmptyParts))
        typed.push_back(place.toInt());
    return std::ranges::is_permutation(typed, all) ? typed : all;
}

} // namespace

AnswerForm::AnswerForm(OpenLesson& lesson, QWidget* parent)
    : QWidget(parent), m_lesson(lesson), m_rows(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("lesson.answer"));
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(5);
}

void AnswerForm::present()
{
    if (!m_lesson.isOpen())
        return;
    if (std::exchange(m_posing, m_lesson.posings()) != m_lesson.posings())
        build();
    const bool open = m_lesson.waits();
    for (QPushButton* button : m_buttons) {
        button->setEnabled(open);
        button->setVisible(open || !m_items); // later the answer needs the room
    }
    if (m_field)
        m_field->setReadOnly(!open);
    if (m_text)
        m_text->setReadOnly(!open);
    if (m_format)
        m_format->setVisible(open);
    if (m_items)
        m_items->setEnabled(open);
    presentOptions();
}

void AnswerForm::build()
{
    qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    while (QLayoutItem* item = m_rows->takeAt(0))
        delete item;
    m_field = nullptr;
    m_items = nullptr;
    m_text = nullptr;
    m_format = nullptr;
    m_buttons.clear();
    m_options.clear();
    const core::Question& question = m_lesson.posed().step.question;
    if (std::holds_alternative<core::ChoiceAnswer>(question) || std::holds_alternative<core::ErrorAnswer>(question))
        addOptions();
    else if (std::holds_alternative<core::RankingAnswer>(question))
        addItems();
    else if (std::holds_alternative<core::UntilAnswer>(question))
        addUntil();
    else if (std::holds_alternative<core::ScheduleAnswer>(question))
        addOrder();
    else if (std::holds_alternative<core::FreeAnswer>(question))
        addText();
    else if (m_lesson.asks())
        addField();
}

QPushButton* AnswerForm::addCheck(const QString& words, std::function<void()> act)
{
    auto* button = new QPushButton(words, this);
    button->setObjectName(QStringLiteral("lesson.check%1").arg(m_buttons.size()));
    button->setAutoDefault(true); // Enter presses it, too
    connect(button, &QPushButton::clicked, this, [act = std::move(act)] { act(); });
    m_buttons.push_back(button);
    return button;
}

void AnswerForm::addField()
{
    m_field = new QLineEdit(m_lesson.state().typed, this);
    m_field->setObjectName(QStringLiteral("lesson.field"));
    const QString form = QString::fromStdString(core::answerForm(m_lesson.posed()));
    m_field->setPlaceholderText(
        form.mid(std::max<qsizetype>(0, form.indexOf(QLatin1String("such as"))))); // little room
    m_field->setAccessibleName(tr("Your answer: %1").arg(form));
    m_field->setToolTip(form);
    const auto check = [this] {
        m_lesson.answer(m_field->text().trimmed());
        if (m_lesson.waits()) { // for another one in its place
            m_field->setFocus(Qt::OtherFocusReason);
            m_field->selectAll();
        }
    };
    connect(m_field, &QLineEdit::returnPressed, this, check);
    connect(m_field, &QLineEdit::textChanged, &m_lesson, &OpenLesson::draft);
    auto* row = new QHBoxLayout;
    row->addWidget(m_field, 1);
    row->addWidget(addCheck(tr("Check"), check));
    m_rows->addLayout(row);
}

void AnswerForm::addOptions()
{
    int number = 0;
    for (const QString& text : m_lesson.choices()) {
        auto* option = new OptionButton(++number, text, this);
        option->setObjectName(QStringLiteral("lesson.option%1").arg(number));
        connect(option, &QAbstractButton::clicked, this, [this, number] {
            if (m_lesson.waits())
                m_lesson.answer(QString::number(number));
        });
        m_rows->addWidget(option);
        m_options.push_back(option);
    }
}

void AnswerForm::presentOptions()
{
    const int right = m_lesson.waits() || m_options.empty() ? -1 : m_lesson.rightChoice();
    const int chosen = m_lesson.state().typed.toInt() - 1;
    const auto& checked = m_lesson.state().checked;
    const bool refused = checked.has_value() && !checked->isAccepted();
    for (std::size_t i = 0; i < m_options.size(); ++i) {
        const int place = static_cast<int>(i);
        const bool missed = place == chosen && refused;
        m_options[i]->setState(place == right    ? OptionButton::State::right
                               : missed          ? OptionButton::State::wrong
                               : place == chosen ? OptionButton::State::chosen
                                                 : OptionButton::State::open);
    }
}

void AnswerForm::addItems()
{
    m_items = new QListWidget(this);
    m_items->setObjectName(QStringLiteral("lesson.items"));
    m_items->setAccessibleName(tr("Items, to be put in order, the smallest first"));
    m_items->setDragDropMode(QAbstractItemView::InternalMove);
    m_items->setWordWrap(true);
    m_items->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_items->setToolTip(tr("Drag, or Alt+Up and Alt+Down"));
    for (const int place : placesOf(m_lesson)) {
        auto* item = new QListWidgetItem(m_lesson.choices()[place - 1], m_items);
        item->setData(Qt::UserRole, place);
    }
    m_items->setCurrentRow(0);
    const auto draft = [this] { m_lesson.draft(itemOrder()); };
    connect(m_items->model(), &QAbstractItemModel::rowsInserted, this, draft);
    connect(m_items->model(), &QAbstractItemModel::rowsMoved, this, draft);
    m_rows->addWidget(m_items);
    auto* row = new QHBoxLayout;
    row->addWidget(addCheck(tr("Up"), [this] { moveItem(-1); }));
    row->addWidget(addCheck(tr("Down"), [this] { moveItem(1); }));
    row->addStretch();
    for (const auto& [keys, by] : {std::pair("Alt+Up", -1), std::pair("Alt+Down", 1)})
        connect(new QShortcut(QKeySequence(QLatin1String(keys)), m_items, nullptr, nullptr, Qt::WidgetShortcut),
                &QShortcut::activated, this, [this, by = by] { moveItem(by); });
    row->addWidget(addCheck(tr("Check"), [this] {
        m_lesson.answer(itemOrder());
        if (m_lesson.waits()) // for another one
            m_items->setFocus(Qt::OtherFocusReason);
    }));
    m_rows->addLayout(row);
}

/// The places of the items, from above.
QString AnswerForm::itemOrder() const
{
    QStringList places;
    for (int i = 0; i < m_items->count(); ++i)
        places << m_items->item(i)->data(Qt::UserRole).toString();
    return places.join(u' ');
}

void AnswerForm::moveItem(int by)
{
    const int row = m_items->currentRow();
    const int to = row + by;
    if (row < 0 || to < 0 || to >= m_items->count())
        return;
    m_items->insertItem(to, m_items->takeItem(row));
    m_items->setCurrentRow(to);
}

/// It is also noticed as soon as the scenario is one.
void AnswerForm::addUntil()
{
    auto* row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(addCheck(tr("Check"), [this] { m_lesson.checkScenario(); }));
    m_rows->addLayout(row);
}

void AnswerForm::addOrder()
{
    addField();
    auto* take = addCheck(tr("Take the order of the tab"), [this] {
        const QString order = m_built ? m_built() : QString();
        if (order.isEmpty()) {
            m_format->setForegroundRole(QPalette::WindowText);
            return m_format->setText(
                tr("The page Custom of Collectives has no order yet that works; it says there what is missing. "
                   "Mend it there, or type the order here to have it checked."));
        }
        m_field->setText(order);
        m_lesson.answer(order);
    });
    take->setToolTip(tr("The schedule that was built in Collectives, on its page Custom"));
    m_rows->addWidget(take);
    m_format = new QLabel(tr("One entry for each step: + joins shards of one step, - waits, 3a and 3b are the halves "
                             "of shard 3."),
                          this);
    m_format->setFont(uiFont(12));
    m_format->setForegroundRole(QPalette::PlaceholderText);
    m_format->setWordWrap(true);
    m_rows->addWidget(m_format);
}

void AnswerForm::addText()
{
    const QString& typed = m_lesson.state().typed;
    m_text = new QPlainTextEdit(typed == QLatin1String(noWords) ? QString() : typed, this);
    m_text->setObjectName(QStringLiteral("lesson.text"));
    m_text->setAccessibleName(tr("Your answer; it is not graded"));
    m_text->setPlaceholderText(tr("In your own words; it is not graded"));
    m_text->setFont(uiFont(13));
    m_text->setTabChangesFocus(true);
    m_text->setFixedHeight(96);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] { m_lesson.draft(m_text->toPlainText()); });
    m_rows->addWidget(m_text);
    m_rows->addWidget(addCheck(tr("Show a model answer"), [this] {
        const QString words = m_text->toPlainText().trimmed();
        m_lesson.answer(words.isEmpty() ? QLatin1String(noWords) : words);
    }));
}

void AnswerForm::keyPressEvent(QKeyEvent* event)
{
    const int place = event->key() - Qt::Key_1;
    const bool plain = !(event->modifiers() & ~Qt::KeypadModifier);
    auto* focused = qobject_cast<OptionButton*>(focusWidget());
    if (plain && place >= 0 && place < static_cast<int>(m_options.size())) {
        OptionButton* meant = m_options[static_cast<std::size_t>(place)];
        if (m_lesson.waits())
            meant->setFocus(Qt::OtherFocusReason);
        meant->click();
    } else if (focused && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        focused->click();
    else if (const bool open = event->key() == Qt::Key_Escape && m_lesson.waits();
             open && m_field && m_field->hasFocus() && !m_field->text().isEmpty())
        m_field->clear(); // it keeps the keys, and Undo brings the answer back
    else if (open && m_text && m_text->hasFocus() && !m_text->document()->isEmpty())
        event->accept(); // so long a text is not lost by a key
    else
        QWidget::keyPressEvent(event);
}

void AnswerForm::focusEntry()
{
    QWidget* entry = m_field             ? static_cast<QWidget*>(m_field)
                     : m_items           ? static_cast<QWidget*>(m_items)
                     : m_text            ? static_cast<QWidget*>(m_text)
                     : m_options.empty() ? nullptr
                                         : m_options.front();
    if (entry)
        entry->setFocus(Qt::OtherFocusReason);
}

} // namespace ui

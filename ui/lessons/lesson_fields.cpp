// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the controls; what is typed goes into the text of the lesson at once.
#include "ui/lessons/lesson_fields.h"

#include "core/io/lesson_keys.h"
#include "core/io/lesson_step_json.h"
#include "core/lesson/expression_words.h"
#include "core/lesson/stage.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/controls/combo.h"
#include "ui/lessons/number_line.h"
#include "ui/session/field_text.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>

#include <fmt/format.h>

namespace ui
{

namespace
{

using core::KeyShape;

QString titleOf(const core::LessonKey& key) { return toText(key.title); }

/// "Number", "Predict a number": the form and, where it has two, the kind.
QString kindWords(const core::LessonForm& form, core::StepKind kind)
{
    if (kind == core::StepKind::predict)
        return LessonFields::tr("%1, as a prediction").arg(toText(form.title));
    return kind == core::StepKind::reveal ? LessonFields::tr("Reveal") : toText(form.title);
}

QLabel* smallLabel(const QString& words)
{
    auto* label = new QLabel(words);
    label->setTextFormat(Qt::PlainText);
    label->setFont(uiFont(12));
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

/// High enough for so many lines.
void setLines(QPlainTextEdit& edit, int lines) { edit.setFixedHeight(lines * edit.fontMetrics().lineSpacing() + 14); }

/// Arrows open it: each kind on the way would change the step.
class KindList : public Combo
{
protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)
            showPopup();
        else
            Combo::keyPressEvent(event);
    }
};

} // namespace

QString quotedIn(const QString& sentence)
{
    static const QRegularExpression quoted(QStringLiteral("['\"]([^'\"]+)['\"]"));
    const QString found = quoted.match(sentence).captured(1);
    const QString cut = QStringLiteral("...");
    return found.endsWith(cut) ? found.chopped(cut.size()) : found;
}

LessonFields::LessonFields(Edited edited, NumberList& numbers, QWidget* parent)
    : QWidget(parent), m_edited(std::move(edited)), m_numbers(numbers)
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 8, 0);
    rows->setSpacing(2);
    if (m_edited.step == 0) {
        for (const core::LessonKey& key : core::lessonKeys())
            addKey(*rows, key, std::string(key.key));
    } else {
        addKind(*rows);
        for (const core::LessonKey* key : m_edited.text.keys(m_edited.step))
            addKey(*rows, *key, fmt::format("steps.{}.{}", m_edited.step, key->key));
    }
    rows->addStretch();
}

void LessonFields::addKind(QBoxLayout& rows)
{
    auto* kinds = new KindList;
    kinds->setObjectName(QStringLiteral("lesson.field.kind"));
    kinds->setAccessibleName(tr("Kind of step"));
    using Kind = std::pair<const core::LessonForm*, core::StepKind>;
    std::vector<Kind> all;
    for (const core::LessonForm& form : core::lessonForms())
        for (const core::StepKind kind : form.kinds) {
            all.emplace_back(&form, kind);
            kinds->addItem(kindWords(form, kind));
        }
    const auto now =
        std::ranges::find(all, Kind(&m_edited.text.form(m_edited.step), m_edited.text.kind(m_edited.step)));
    kinds->setCurrentIndex(static_cast<int>(now - all.begin()));
    rows.addWidget(smallLabel(tr("Kind of step")));
    rows.addWidget(kinds);
    connect(kinds, &QComboBox::activated, this, [this, all](int chosen) {
        const auto& [form, kind] = all[static_cast<std::size_t>(chosen)];
        m_edited.text.changeForm(m_edited.step, *form, kind, m_edited.scenario, m_edited.left);
        emit reshaped();
    });
    m_controls[fmt::format("steps.{}.kind", m_edited.step)] = kinds;
}

void LessonFields::addKey(QBoxLayout& rows, const core::LessonKey& key, const std::string& path)
{
    rows.addSpacing(6);
    auto* title = smallLabel(key.title.empty() ? toText(key.help) : titleOf(key));
    rows.addWidget(title);
    if (key.shape == KeyShape::flag)
        return;
    if (!key.columns.empty())
        return addRows(rows, key, path);
    QWidget* control = makeControl(key, path);
    control->setObjectName(QStringLiteral("lesson.field.%1").arg(toText(key.key)));
    rows.addWidget(control);
    m_notes[path] = smallLabel({});
    m_notes[path]->setObjectName(QStringLiteral("lesson.note.%1").arg(toText(key.key)));
    rows.addWidget(m_notes[path]);
    showNote(key, path);
    if (key.key == "start" || key.key == "set")
        addDesignButton(rows, path);
}

void LessonFields::addDesignButton(QBoxLayout& rows, const std::string& path)
{
    auto* button = new QPushButton(tr("Use the present design"));
    button->setObjectName(QStringLiteral("lesson.field.design"));
    button->setToolTip(m_edited.step == 0 ? tr("The lesson begins with what the inputs show now")
                                          : tr("From this step on the inputs are as they show now"));
    connect(button, &QPushButton::clicked, this, [this, path] {
        if (m_edited.step == 0)
            m_edited.text.beginWith(m_edited.present());
        else
            m_edited.text.change(m_edited.step, m_edited.before(), m_edited.present());
        emit reshaped();
    });
    rows.addWidget(button, 0, Qt::AlignLeft);
}

void LessonFields::addRows(QBoxLayout& rows, const core::LessonKey& key, const std::string& path)
{
    const auto reshape = [this](QPushButton* button, const QString& name, auto change) {
        button->setObjectName(QStringLiteral("lesson.field.") + name);
        connect(button, &QPushButton::clicked, this, [this, change] {
            if (goToRefused())
                return;
            change();
            emit reshaped();
        });
    };
    for (std::size_t row = 1; row <= m_edited.text.rows(path); ++row) {
        const auto at = fmt::format("{}.{}", path, row);
        const auto name = QStringLiteral("%1.%2").arg(toText(key.key)).arg(row);
        auto* head = new QHBoxLayout;
        head->addWidget(smallLabel(QStringLiteral("%1 %2").arg(titleOf(key.columns.front())).arg(row)), 1);
        auto* remove = new QPushButton(tr("Remove"));
        remove->setAccessibleName(tr("Remove %1 %2").arg(titleOf(key)).arg(row));
        reshape(remove, name + QStringLiteral(".remove"), [this, at] { m_edited.text.removeRow(at); });
        head->addWidget(remove);
        rows.addLayout(head);
        for (const core::LessonKey& column : key.columns) {
            const auto cell = fmt::format("{}.{}", at, column.key);
            auto* line = new QHBoxLayout;
            auto* words = smallLabel(titleOf(column));
            words->setFixedWidth(84);
            line->addSpacing(8);
            line->addWidget(words);
            QWidget* control = makeControl(column, cell);
            control->setObjectName(QStringLiteral("lesson.field.%1.%2").arg(name, toText(column.key)));
            control->setAccessibleName(QStringLiteral("%1 %2: %3").arg(titleOf(key)).arg(row).arg(titleOf(column)));
            line->addWidget(control, 1);
            rows.addLayout(line);
            m_notes[cell] = smallLabel({});
            m_notes[cell]->setObjectName(QStringLiteral("lesson.note.%1.%2").arg(name, toText(column.key)));
            m_notes[cell]->setContentsMargins(98, 0, 0, 0);
            rows.addWidget(m_notes[cell]);
            showNote(column, cell);
        }
    }
    m_notes[path] = smallLabel({});
    rows.addWidget(m_notes[path]);
    showNote(key, path);
    auto* add = new QPushButton(tr("Add"));
    add->setAccessibleName(tr("Add to %1").arg(titleOf(key)));
    add->setToolTip(toText(key.help));
    reshape(add, toText(key.key) + QStringLiteral(".add"), [this, path] { m_edited.text.addRow(path); });
    rows.addWidget(add, 0, Qt::AlignLeft);
    m_controls[path] = add;
}

QWidget* LessonFields::makeControl(const core::LessonKey& key, const std::string& path)
{
    const bool isCell = path.starts_with("steps.") && std::ranges::count(path, '.') > 2;
    QWidget* control = key.shape == KeyShape::tab || key.shape == KeyShape::tolerance ? makeCombo(key, path)
                       : !isCell && (key.shape == KeyShape::passage || key.shape == KeyShape::settings ||
                                     key.shape == KeyShape::lines || key.shape == KeyShape::pairs)
                           ? makePassage(key, path)
                           : makeLine(key, path);
    control->setAccessibleName(titleOf(key));
    control->setToolTip(toText(key.help));
    m_controls[path] = control;
    return control;
}

QWidget* LessonFields::makeLine(const core::LessonKey& key, const std::string& path)
{
    const bool isNumber = key.shape == KeyShape::expression || key.shape == KeyShape::place;
    QLineEdit* line = isNumber ? new NumberLine(m_numbers) : new QLineEdit;
    line->setText(QString::fromStdString(m_edited.text.at(path)));
    line->setCursorPosition(0);
    connect(line, &QLineEdit::textChanged, this, [this, &key, path](const QString& now) { take(key, path, now); });
    return line;
}

QWidget* LessonFields::makePassage(const core::LessonKey& key, const std::string& path)
{
    auto* edit = new QPlainTextEdit;
    edit->setTabChangesFocus(true);
    edit->setPlainText(QString::fromStdString(m_edited.text.at(path)));
    setLines(*edit, key.shape == KeyShape::passage ? 5 : std::clamp(edit->document()->blockCount(), 2, 5));
    if (key.shape == KeyShape::settings)
        edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    connect(edit, &QPlainTextEdit::textChanged, this,
            [this, &key, path, edit] { take(key, path, edit->toPlainText()); });
    return edit;
}

QWidget* LessonFields::makeCombo(const core::LessonKey& key, const std::string& path)
{
    auto* combo = new Combo;
    if (key.shape == KeyShape::tab)
        for (const std::string_view id : core::lessonTabs) {
            const auto rows = tabRows();
            const auto row = std::ranges::find(rows, toText(id), &TabRow::id);
            combo->addItem(row == rows.end() ? toText(id) : row->words, toText(id));
        }
    else
        for (const auto& [words, id] :
             {std::pair(tr("As usual for its unit"), ""), std::pair(tr("Exact"), "exact"),
              std::pair(tr("One up or down"), "ceiling"), std::pair(tr("The third digit"), "digit"),
              std::pair(QStringLiteral("1 %"), "1%"), std::pair(QStringLiteral("5 %"), "5%"),
              std::pair(QStringLiteral("10 %"), "10%")})
            combo->addItem(words, QLatin1String(id));
    const QString now = QString::fromStdString(m_edited.text.at(path));
    if (combo->findData(now) < 0)
        combo->addItem(now, now);
    combo->setCurrentIndex(combo->findData(now));
    connect(combo, &QComboBox::activated, this,
            [this, &key, path, combo] { take(key, path, combo->currentData().toString()); });
    return combo;
}

void LessonFields::take(const core::LessonKey& key, const std::string& path, const QString& value)
{
    const auto done = m_edited.text.set(path, value.toStdString(), m_edited.scenario);
    if (m_problemPath == path)
        m_problemPath.clear();
    const QString why = done ? QString() : inWords(done.error(), m_edited.scenario);
    showNote(key, path, why);
    m_refused.erase(path);
    if (!done)
        m_refused[path] = why;
    emit edited(QString::fromStdString(path));
}

QString LessonFields::refused() const { return m_refused.empty() ? QString() : m_refused.begin()->second; }

bool LessonFields::goToRefused() const
{
    if (m_refused.empty())
        return false;
    m_controls.at(m_refused.begin()->first)->setFocus(Qt::OtherFocusReason);
    return true;
}

/// "12 of 60 words", "= 115 ms", "Batch".
QString LessonFields::noteOf(const core::LessonKey& key, const std::string& value) const
{
    if (key.key == "prompt")
        return tr("%1 of %2 words").arg(core::wordsIn(value)).arg(core::longestPrompt);
    if (value.empty() || (key.shape != KeyShape::expression && key.shape != KeyShape::place))
        return {};
    if (key.shape == KeyShape::place) {
        const auto title = core::titleOf(m_edited.scenario, value);
        return title == value ? QString() : QString::fromStdString(title);
    }
    static const core::Lesson none;
    const auto term = core::valueIn(m_edited.lesson ? *m_edited.lesson : none, m_edited.scenario, value);
    if (term && key.key == "when")
        return term->isTrue() ? tr("Holds: this is the right one") : tr("Does not hold");
    return term ? QStringLiteral("= %1").arg(QString::fromStdString(core::termText(*term, m_edited.scenario)))
                : QString();
}

void LessonFields::showNote(const core::LessonKey& key, const std::string& path, const QString& error)
{
    QLabel* note = m_notes.at(path);
    const QString words = error.isEmpty() ? noteOf(key, m_edited.text.at(path)) : error;
    note->setText(words);
    note->setVisible(!words.isEmpty());
    note->setForegroundRole(error.isEmpty() ? QPalette::PlaceholderText : QPalette::NoRole);
    QPalette colours;
    if (!error.isEmpty())
        colours.setColor(QPalette::WindowText, themeOf(window()).error); // its own background is clear
    note->setPalette(colours);
    const auto control = m_controls.find(path);
    if (control == m_controls.end())
        return;
    setControlState(control->second, error.isEmpty() ? ControlState::good : ControlState::error);
    control->second->setAccessibleDescription(words);
}

QWidget* LessonFields::control(const std::string& path) const
{
    for (std::string at = path; !at.empty(); at.resize(at.rfind('.') == std::string::npos ? 0 : at.rfind('.')))
        if (const auto found = m_controls.find(at); found != m_controls.end())
            return found->second;
    return nullptr;
}

void LessonFields::showProblem(const std::string& path, const QString& sentence)
{
    if (const auto before = std::exchange(m_problemPath, {}); !before.empty())
        showNote(*core::lessonKeyAt(before), before);
    std::string at = path;
    if (const auto quoted = quotedIn(sentence).toStdString(); !path.empty() && !quoted.empty())
        for (const auto& note : m_notes)
            if (note.first.starts_with(path + ".") && m_edited.text.at(note.first).find(quoted) != std::string::npos) {
                at = note.first;
                break;
            }
    for (; !at.empty(); at.resize(at.rfind('.') == std::string::npos ? 0 : at.rfind('.')))
        if (m_notes.contains(at)) {
            m_problemPath = at;
            return showNote(*core::lessonKeyAt(at), at, sentence);
        }
}

} // namespace ui

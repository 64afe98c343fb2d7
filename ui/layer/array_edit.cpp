// SPDX-License-Identifier: GPL-3.0-or-later
// A valid sharding goes to the scenario at once; an invalid one stays in the line with its error.
#include "ui/layer/array_edit.h"

#include "core/layer/edited_arrays.h"
#include "ui/charts/chart_style.h"
#include "ui/controls/combo.h"
#include "ui/controls/word_flow.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/sharding/expression_edit.h"
#include "ui/sharding/expression_note.h"
#include "ui/theme/words.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace ui
{

ArrayEdit::ArrayEdit(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_names(new Combo), m_line(new ExpressionEdit),
      m_undo(new QPushButton(tr("Reset arrays"))), m_note(new ExpressionNote)
{
    auto* title = new QLabel(tr("Array"));
    title->setMinimumHeight(28);
    m_names->setObjectName(QStringLiteral("layer.array.name"));
    m_names->setAccessibleName(tr("Array of the layer"));
    m_names->setMinimumWidth(96);
    m_line->setObjectName(QStringLiteral("layer.array.line"));
    m_line->setAccessibleName(tr("Sharding of the array"));
    m_line->setStatusTip(
        tr("W_in[D_X, F_Y]: after _ stand the mesh axes that split the dimension. A what-if: step, memory and "
           "verdict still follow the roles."));
    m_line->setFixedWidth(220);
    m_undo->setObjectName(QStringLiteral("layer.array.roles"));
    m_undo->setStatusTip(tr("Undo all edits of arrays"));
    m_note->setObjectName(QStringLiteral("layer.array.note"));
    auto* row = new WordFlow(8, 6);
    for (QWidget* part : {static_cast<QWidget*>(title), static_cast<QWidget*>(m_names), static_cast<QWidget*>(m_line),
                          static_cast<QWidget*>(m_undo)})
        row->addWidget(part);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 0, 4, 0);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(m_note);
    m_note->hide();
    connect(m_names, &QComboBox::activated, this, &ArrayEdit::choose);
    connect(m_line, &QLineEdit::textEdited, this, &ArrayEdit::type);
    connect(m_line, &ExpressionEdit::finished, this, &ArrayEdit::finish);
    connect(m_line, &ExpressionEdit::reverted, this, [this] {
        finish();
        presentLine();
    });
    connect(m_note, &ExpressionNote::chosen, this, [this](const QString& repair) {
        m_line->setText(repair);
        type(repair);
        finish();
        m_line->setFocus(Qt::OtherFocusReason);
    });
    connect(m_undo, &QPushButton::clicked, this, [this] { put({}); });
}

QString ArrayEdit::textOf(const QString& name) const
{
    for (const auto& array : core::editableArrays(m_session.scenario()))
        if (toText(array.name) == name)
            return toText(array.text());
    return {};
}

void ArrayEdit::choose(int at)
{
    m_name = m_names->itemText(at);
    finish();
    presentLine();
}

void ArrayEdit::put(const std::string& arrays)
{
    [[maybe_unused]] const auto done = m_session.edit("layer.arrays", arrays, m_gesture); // has been read
}

void ArrayEdit::type(const QString& typed)
{
    const auto array = core::readLayerArray(m_session.scenario(), typed.toStdString());
    if (array) {
        m_gesture = m_gesture > 0 ? m_gesture : m_session.nextGesture();
        m_name = toText(array->name);
        m_line->setGiven(toText(array->text()));
        m_note->hide();
        m_line->setWrong(-1);
        return put(core::withArray(m_session.scenario(), *array));
    }
    const auto& error = array.error();
    QStringList repairs;
    for (const auto& repair : error.repairs)
        repairs.append(toText(repair));
    m_line->setWrong(static_cast<int>(QString::fromUtf8(typed.toUtf8().left(error.column - 1)).size()));
    m_note->present(toText(error.sentence) + tr(" The picture stays as it was."), repairs, true);
    m_note->show();
}

/// What is typed next is another undo step.
void ArrayEdit::finish() { m_gesture = 0; }

void ArrayEdit::presentLine()
{
    m_line->setText(textOf(m_name));
    m_line->setWrong(-1);
    m_note->hide();
}

void ArrayEdit::present(const Snapshot& snapshot)
{
    QStringList names;
    for (const auto& array : core::editableArrays(snapshot.scenario))
        names.append(toText(array.name));
    setVisible(!names.isEmpty());
    if (!names.contains(m_name))
        m_name = names.contains(QStringLiteral("W_in")) ? QStringLiteral("W_in") : names.value(0);
    const QSignalBlocker quiet(m_names);
    QStringList shown;
    for (int i = 0; i < m_names->count(); ++i)
        shown.append(m_names->itemText(i));
    if (shown != names) {
        m_names->clear();
        m_names->addItems(names);
    }
    m_names->setToolTip(snapshot.scenario.model.E > 0
                            ? tr("Tokens of the experts are not listed: the expert axis decides where they lie")
                            : QString());
    m_names->setCurrentIndex(static_cast<int>(names.indexOf(m_name)));
    m_undo->setEnabled(!snapshot.scenario.layer.arrays.empty());
    const QString now = textOf(m_name);
    m_line->present(now);
    if (m_line->text() == now) {
        m_line->setWrong(-1);
        m_note->hide();
    }
}

} // namespace ui

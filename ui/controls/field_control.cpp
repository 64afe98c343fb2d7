// SPDX-License-Identifier: GPL-3.0-or-later
// Edits, refusals and issues of a field's control.
#include "ui/controls/field_control.h"

#include "ui/session/field_text.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QVBoxLayout>

namespace ui
{

FieldControl::FieldControl(const core::Field& field, Session& session, QWidget* parent)
    : QWidget(parent), m_field(field), m_session(session), m_rows(new QVBoxLayout(this)), m_note(new ControlNote(this))
{
    setObjectName(text(field.id));
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(2);
}

FieldControl::~FieldControl()
{
    // A part that loses the focus while it is destroyed would otherwise commit to what is gone.
    for (QWidget* part : findChildren<QWidget*>())
        part->disconnect(this);
}

QLabel* FieldControl::titleLabel(int room)
{
    auto* label = new QLabel(shortTitle(m_field), this);
    label->setToolTip(text(m_field.help));
    label->setMinimumHeight(label->fontMetrics().horizontalAdvance(label->text()) > room ? 36 : 28);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    label->setWordWrap(true);
    return label;
}

void FieldControl::finish() { m_rows->addWidget(m_note); }

bool FieldControl::edit(const core::Value& value, Gesture gesture)
{
    return report(m_session.edit(m_field.id, value, gesture));
}

bool FieldControl::editFromText(const QString& typed, Gesture gesture)
{
    return report(m_session.editFromText(m_field.id, typed.toStdString(), gesture));
}

bool FieldControl::report(const tl::expected<void, std::string>& done)
{
    m_refusedAt = done ? std::nullopt : std::optional(m_field.get(m_session.scenario()));
    m_note->present(ControlState::error, done ? QString() : QString::fromStdString(done.error()));
    outline(done ? ControlState::good : ControlState::error);
    return done.has_value();
}

void FieldControl::forgetRefusal()
{
    m_refusedAt.reset();
    presentIssues(m_session.snapshot());
}

ControlState FieldControl::presentIssues(const Snapshot& snapshot)
{
    if (m_refusedAt == m_field.get(snapshot.scenario))
        return ControlState::error;
    m_refusedAt.reset();
    ControlState state = ControlState::good;
    QString sentence;
    for (const core::Issue& issue : snapshot.issues) {
        if (concerns(issue.field) && issue.severity != core::Severity::note && state != ControlState::error) {
            state = issue.severity == core::Severity::error ? ControlState::error : ControlState::warning;
            sentence = QString::fromStdString(issue.text);
        }
    }
    m_note->present(state, sentence);
    outline(state);
    return state;
}

void namePart(QWidget* part, const core::Field& field, const char* suffix, const QString& accessibleName)
{
    part->setObjectName(text(field.id) + QLatin1String(suffix));
    part->setAccessibleName(accessibleName);
    part->setAccessibleDescription(text(field.help));
    part->setStatusTip(text(field.help));
}

} // namespace ui

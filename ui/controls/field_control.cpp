// SPDX-License-Identifier: GPL-3.0-or-later
// Edits, refusals and issues of a field's control.
#include "ui/controls/field_control.h"

#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/theme/painting.h"

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QTimer>

namespace ui
{

/// What is wrong with a control's value. The refusal of what was typed is laid over what stands below until the focus
/// moves on, so that nothing moves; issues stand in the bar of issues, and here for screen readers and as tooltip.
class ControlNote : public QLabel
{
public:
    explicit ControlNote(FieldControl* control) : m_control(control)
    {
        setObjectName(QStringLiteral("complaint"));
        setWordWrap(true);
        setFont(uiFont(12));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
        connect(qApp, &QApplication::focusChanged, this, [this] {
            if (!m_fresh)
                hide();
        });
    }

    void present(const QString& sentence, bool refused)
    {
        if (text() == sentence && refused == isVisible())
            return;
        setText(sentence);
        setAccessibleName(sentence);
        refused && !sentence.isEmpty() ? layOver() : hide();
        if (refused && QAccessible::isActive()) {
            QAccessibleEvent event(this, QAccessible::Alert);
            QAccessible::updateAccessibility(&event);
        }
    }

private:
    /// Over the contents that scroll with the control.
    void layOver()
    {
        QWidget* over = m_control;
        while (over->parentWidget() && !over->isWindow() && !qobject_cast<QAbstractScrollArea*>(over->parentWidget()))
            over = over->parentWidget();
        setParent(over);
        const int room = std::min(controlWidth, over->width() - 8);
        setFixedSize(room, heightForWidth(room));
        move(m_control->mapTo(over, QPoint(0, m_control->height() + 2)));
        show();
        raise();
        m_fresh = true; // the focus may be on its way from the field
        QTimer::singleShot(0, this, [this] { m_fresh = false; });
    }

    FieldControl* m_control;
    bool m_fresh = false;
};

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
    delete m_note;
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

void FieldControl::setEntry(QWidget* part, const char* suffix)
{
    namePart(part, m_field, suffix, text(m_field.title));
    part->setToolTip(text(m_field.help));
    setEntry(part);
}

QHBoxLayout* FieldControl::titledRow(QWidget* input)
{
    constexpr int gap = 8;
    auto* row = new QHBoxLayout;
    row->setSpacing(gap);
    row->addWidget(titleLabel(controlWidth - input->width() - gap), 1);
    row->addWidget(input);
    return row;
}

void FieldControl::addRow(QWidget* row) { m_rows->addWidget(row); }

void FieldControl::addRow(QLayout* row) { m_rows->addLayout(row); }

double FieldControl::number() const { return std::get<double>(m_field.get(m_session.scenario())); }

QString FieldControl::note() const { return m_note->accessibleName(); }

void FieldControl::present(const Snapshot& snapshot)
{
    presentValue(snapshot);
    presentIssues(snapshot);
}

bool FieldControl::edit(const core::Value& value, int gesture)
{
    return report(m_session.edit(m_field.id, value, gesture));
}

bool FieldControl::editFromText(const QString& typed, int gesture)
{
    return report(m_session.editFromText(m_field.id, typed.toStdString(), gesture));
}

bool FieldControl::report(const tl::expected<void, std::string>& done)
{
    m_refusedAt = done ? std::nullopt : std::optional(m_field.get(m_session.scenario()));
    m_note->present(done ? QString() : inWords(done.error(), m_session.scenario()), true);
    outline(done ? ControlState::good : ControlState::error);
    return done.has_value();
}

void FieldControl::forgetRefusal()
{
    m_refusedAt.reset();
    presentIssues(m_session.snapshot());
}

void FieldControl::presentIssues(const Snapshot& snapshot)
{
    if (m_refusedAt == m_field.get(snapshot.scenario))
        return;
    m_refusedAt.reset();
    ControlState state = ControlState::good;
    QString sentence;
    for (const core::Issue& issue : snapshot.issues) {
        if (concerns(issue.field) && issue.severity != core::Severity::note && state != ControlState::error) {
            state = issue.severity == core::Severity::error ? ControlState::error : ControlState::warning;
            sentence = QString::fromStdString(issue.text);
        }
    }
    m_note->present(sentence, false);
    const QString tip = sentence.isEmpty() ? text(m_field.help) : sentence;
    if (m_entry && m_entry->toolTip() != tip)
        m_entry->setToolTip(tip);
    outline(state);
}

void namePart(QWidget* part, const core::Field& field, const char* suffix, const QString& accessibleName)
{
    part->setObjectName(text(field.id) + QLatin1String(suffix));
    part->setAccessibleName(accessibleName);
    part->setAccessibleDescription(text(field.help));
    part->setStatusTip(text(field.help));
}

} // namespace ui

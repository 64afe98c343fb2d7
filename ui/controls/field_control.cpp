// SPDX-License-Identifier: GPL-3.0-or-later
// Edits, refusals and issues of a field's control.
#include "ui/controls/field_control.h"

#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/theme/painting.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace ui
{

/// The sentence under a control: an icon and what is wrong with its value. Hidden where there is none.
class ControlNote : public QWidget
{
public:
    explicit ControlNote(QWidget* parent);

    /// An error is announced to screen readers.
    void present(ControlState, const QString& sentence);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QLabel* m_text;
    ControlState m_state = ControlState::good;
};

ControlNote::ControlNote(QWidget* parent) : QWidget(parent), m_text(new QLabel(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(22, 2, 0, 2);
    m_text->setWordWrap(true);
    m_text->setFont(uiFont(12));
    m_text->setTextInteractionFlags(Qt::NoTextInteraction);
    layout->addWidget(m_text);
    setVisible(false);
}

void ControlNote::present(ControlState state, const QString& sentence)
{
    if (m_text->text() == sentence && m_state == state)
        return;
    m_state = state;
    m_text->setText(sentence);
    setAccessibleName(sentence);
    setVisible(!sentence.isEmpty());
    if (state == ControlState::error && QAccessible::isActive()) {
        QAccessibleEvent event(this, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
    update();
}

void ControlNote::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    const bool error = m_state == ControlState::error;
    QPainter painter(this);
    drawIcon(painter, QRectF(0, 2, 16, 17), error ? QStringLiteral("warning") : QStringLiteral("info"),
             error ? theme.error : theme.warning);
}

FieldControl::FieldControl(const core::Field& field, Session& session, QWidget* parent)
    : QWidget(parent), m_field(field), m_session(session), m_rows(new QVBoxLayout(this)), m_note(new ControlNote(this))
{
    setObjectName(text(field.id));
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(2);
    m_rows->addWidget(m_note);
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

void FieldControl::addRow(QWidget* row) { m_rows->insertWidget(m_rows->count() - 1, row); }

void FieldControl::addRow(QLayout* row) { m_rows->insertLayout(m_rows->count() - 1, row); }

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
    m_note->present(ControlState::error, done ? QString() : inWords(done.error(), m_session.scenario()));
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
    m_note->present(state, sentence);
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

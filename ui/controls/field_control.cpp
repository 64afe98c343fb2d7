// SPDX-License-Identifier: GPL-3.0-or-later
// Edits, refusals and issues of a field's control.
#include "ui/controls/field_control.h"

#include "core/scenario/further_operation.h"
#include "ui/controls/scrolled.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QAccessible>
#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTimer>

#include <utility>

namespace ui
{

/// What is wrong with a control's value. The refusal of what was typed is laid beside the inputs until the focus moves
/// on, so that nothing moves or is covered, with a repair where there is one; then it stands in the bar of issues, as
/// issues do, which are here for screen readers and as tooltip.
class ControlNote : public QLabel
{
public:
    ControlNote(FieldControl* control, Session& session) : m_control(control), m_repair(new QPushButton(this))
    {
        setObjectName(QStringLiteral("complaint"));
        setWordWrap(true);
        setFont(uiFont(12));
        setTextFormat(Qt::PlainText); // with what was typed
        setAlignment(Qt::AlignLeft | Qt::AlignTop);
        hide();
        m_repair->setObjectName(QStringLiteral("complaint.repair"));
        m_repair->setFocusPolicy(Qt::TabFocus);
        // The focus goes from a window that closes too, after its session.
        connect(qApp, &QApplication::focusChanged, this,
                [this, alive = QPointer<Session>(&session)](const QWidget*, const QWidget* now) {
                    if (m_fresh || now == m_repair || !isVisible() || !alive)
                        return;
                    hide();
                    m_control->leaveRefusal(text(), m_remedy);
                });
        connect(m_repair, &QPushButton::clicked, this, [this] {
            if (const auto act = std::exchange(m_remedy.act, {}))
                act();
        });
    }

    void present(const QString& sentence, bool refused, FieldControl::Remedy remedy = {})
    {
        if (text() == sentence && refused == isVisible())
            return;
        setText(sentence);
        setAccessibleName(sentence);
        m_repair->setText(remedy.text);
        m_repair->setVisible(!remedy.text.isEmpty());
        m_remedy = std::move(remedy);
        refused && !sentence.isEmpty() ? layOver() : hide();
        if (refused && QAccessible::isActive()) {
            QAccessibleEvent event(this, QAccessible::Alert);
            QAccessible::updateAccessibility(&event);
        }
    }

private:
    void layOver()
    {
        constexpr int rim = 10; // of the style sheet
        setParent(m_control->window());
        m_repair->ensurePolished();
        const int beside = roomBeside(*m_control);
        const int room = std::min(controlWidth, beside > 0 ? beside : m_control->window()->width() - 8);
        const QSize button = m_remedy.act ? m_repair->sizeHint() : QSize();
        const int words = heightForWidth(room);
        // A fixed size would be the least height of all that is said here later.
        resize(room, words + (m_remedy.act ? button.height() + rim : 0));
        m_repair->setGeometry({QPoint(rim, words), button.boundedTo({room - 2 * rim, button.height()})});
        layBeside(*this, *m_control);
        if (QWidget* field = QApplication::focusWidget(); field && m_control->isAncestorOf(field))
            setTabOrder(field, m_repair);
        m_fresh = true; // the focus may be on its way from the field
        QTimer::singleShot(0, this, [this] { m_fresh = false; });
    }

    FieldControl* m_control;
    QPushButton* m_repair;
    FieldControl::Remedy m_remedy;
    bool m_fresh = false;
};

FieldControl::FieldControl(const core::Field& field, Session& session, QWidget* parent)
    : QWidget(parent), m_field(field), m_target(field.id), m_session(session), m_rows(new QVBoxLayout(this)),
      m_note(new ControlNote(this, session))
{
    setObjectName(toText(field.id));
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(2);
    connect(m_note, &QObject::destroyed, this, [this] { m_note = nullptr; }); // with the window
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
    label->setToolTip(toText(m_field.help));
    label->setMinimumHeight(label->fontMetrics().horizontalAdvance(label->text()) > room ? 36 : 28);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    label->setWordWrap(true);
    return label;
}

void FieldControl::setEntry(QWidget* part, const char* suffix)
{
    namePart(part, m_field, suffix, toText(m_field.title));
    part->setToolTip(toText(m_field.help));
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

void FieldControl::setTarget(std::string id)
{
    if (std::exchange(m_target, std::move(id)) != m_target)
        m_refusedAt.reset();
}

core::Value FieldControl::value(const core::Scenario& s) const
{
    return m_target == m_field.id ? m_field.get(s) : core::fieldValue(s, m_target).value_or(m_field.get(s));
}

core::Scenario FieldControl::ofTarget(const core::Scenario& s) const
{
    const auto further = core::furtherField(m_target);
    const core::Operation* operation = further ? core::operationAt(s, further->at + 2) : nullptr;
    return operation ? core::withOperation(s, *operation) : s;
}

QString FieldControl::unit(const core::Scenario& s) const
{
    return isFurther() ? unitOf(m_field, ofTarget(s)) : unitOf(m_field, s);
}

double FieldControl::number() const { return std::get<double>(value(m_session.scenario())); }

QString FieldControl::note() const { return m_note->accessibleName(); }

void FieldControl::present(const Snapshot& snapshot)
{
    presentValue(snapshot);
    presentIssues(snapshot);
}

void FieldControl::typeIn(NumberField* line)
{
    connect(line, &NumberField::textEdited, this, [this](const QString& typed) {
        if (std::exchange(m_refusedAt, {}))
            presentIssues(m_session.snapshot());
        m_session.type(m_target, typed.toStdString());
    });
    connect(line, &NumberField::committed, this, [this](const QString& typed) { editFromText(typed); });
    connect(line, &NumberField::reverted, this, &FieldControl::forgetRefusal);
}

bool FieldControl::edit(const core::Value& value, int gesture)
{
    return report(m_session.edit(m_target, value, gesture), {});
}

bool FieldControl::editFromText(const QString& typed, int gesture)
{
    return report(m_session.editFromText(m_target, typed.toStdString(), gesture), remedyOf(typed));
}

bool FieldControl::report(const tl::expected<void, std::string>& done, Remedy remedy)
{
    outline(done ? ControlState::good : ControlState::error);
    if (done)
        m_session.forgetTyped(m_target);
    const QString sentence = done ? QString() : inWords(done.error(), m_session.scenario());
    const auto* typing = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    if (!done && !(typing && isAncestorOf(typing))) {
        leaveRefusal(sentence, remedy);
        return false;
    }
    m_refusedAt = done ? std::nullopt : std::optional(value(m_session.scenario()));
    m_note->present(sentence, true, done ? Remedy() : std::move(remedy));
    return done.has_value();
}

void FieldControl::leaveRefusal(const QString& sentence, const Remedy& remedy)
{
    m_refusedAt.reset();
    m_session.forgetTyped(m_target);
    core::Repair repair;
    if (remedy.act)
        repair = {remedy.text.toStdString(), {{m_target, remedy.value}}};
    const core::Scenario& s = m_session.scenario();
    const QString stays = (valueText(m_field, value(s), s) + u' ' + unit(s)).trimmed();
    m_session.refuse(tr("%1 stays %2. %3").arg(shortTitle(m_field), stays, sentence), repair);
}

void FieldControl::forgetRefusal()
{
    m_refusedAt.reset();
    m_session.forgetTyped(m_target);
    presentIssues(m_session.snapshot());
}

void FieldControl::presentIssues(const Snapshot& snapshot)
{
    if (m_refusedAt == value(snapshot.scenario))
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
    const QString tip = sentence.isEmpty() ? toText(m_field.help) : sentence;
    if (m_entry && m_entry->toolTip() != tip)
        m_entry->setToolTip(tip);
    outline(state);
}

void namePart(QWidget* part, const core::Field& field, const char* suffix, const QString& accessibleName)
{
    part->setObjectName(toText(field.id) + QLatin1String(suffix));
    part->setAccessibleName(accessibleName);
    part->setAccessibleDescription(toText(field.help));
    part->setStatusTip(toText(field.help));
}

} // namespace ui

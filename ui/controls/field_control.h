// SPDX-License-Identifier: GPL-3.0-or-later
// What all controls of one field share: the rows, the session, the note for its errors and issues.
#pragma once

#include "core/scenario/fields.h"
#include "ui/controls/number_field.h"

#include <functional>
#include <optional>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace ui
{

class ControlNote;
class Session;
struct Snapshot;

/// Shows one field of a snapshot and sends edits to the session. Its object name is the field's id.
class FieldControl : public QWidget
{
    Q_OBJECT
public:
    FieldControl(const core::Field&, Session&, QWidget* parent = nullptr);

    ~FieldControl() override;

    /// What mends a refusal at one click; nothing where `act` is empty.
    struct Remedy {
        QString text;
        std::function<void()> act;
        core::Value value = {}; // that the field gets
    };

    const core::Field& field() const { return m_field; }
    void present(const Snapshot&);
    /// From now on it shows and edits that field, of the same kind: "op.B@2" in place of "op.B".
    void setTarget(std::string id);
    /// The part that takes the focus when the control is asked for. No focus proxy: Tab would then skip other parts.
    QWidget* entry() const { return m_entry; }
    /// What is wrong with the value, or with what was typed.
    QString note() const;

protected:
    void setEntry(QWidget* part) { m_entry = part; }
    /// The same, with the field's title as its name and the help as its tooltip.
    void setEntry(QWidget* part, const char* suffix);
    Session& session() { return m_session; }
    core::Value value(const core::Scenario&) const;
    /// The field is one of another operation than the first.
    bool isFurther() const { return m_target != m_field.id; }
    /// The scenario with that operation as its first.
    core::Scenario ofTarget(const core::Scenario&) const;
    /// What the value counts there: "tokens".
    QString unit(const core::Scenario&) const;
    double number() const;
    /// A label with the field's title and help, for one or two lines of `room` pixels.
    QLabel* titleLabel(int room);
    /// Title and input side by side.
    QHBoxLayout* titledRow(QWidget* input);
    void addRow(QWidget*);
    void addRow(QLayout*);
    virtual void presentValue(const Snapshot&) = 0;
    /// Enters what is typed there on Enter, or when it is left.
    void typeIn(NumberField*);
    /// False when refused; the sentence then stands under the control and the state is unchanged.
    bool edit(const core::Value&, int gesture = 0);
    bool editFromText(const QString&, int gesture = 0);
    /// What was refused is typed no more; its sentence goes.
    void forgetRefusal();
    virtual void outline(ControlState) {}
    /// Of what was typed and refused.
    virtual Remedy remedyOf(const QString& /*typed*/) { return {}; }
    /// Whether an issue at that field is shown here.
    virtual bool concerns(std::string_view fieldId) const { return fieldId == m_target; }

private:
    friend class ControlNote;
    /// The focus moves on: the window says what was refused.
    void leaveRefusal(const QString& sentence, const Remedy&);
    /// The first issue at this field under the control.
    void presentIssues(const Snapshot&);
    bool report(const tl::expected<void, std::string>&, Remedy);

    const core::Field& m_field;
    std::string m_target; // id that is edited
    Session& m_session;
    QVBoxLayout* m_rows;
    ControlNote* m_note; // of the window while it is shown
    QWidget* m_entry = nullptr;
    std::optional<core::Value> m_refusedAt; // the note is about what was typed while the field had this value
};

/// The control that suits the field.
FieldControl* makeControl(const core::Field&, Session&, QWidget* parent);

/// Width of a control in the dock.
inline constexpr int controlWidth = 299;

/// Sets name, help and object name of a part of a control.
void namePart(QWidget* part, const core::Field&, const char* suffix, const QString& accessibleName);

} // namespace ui

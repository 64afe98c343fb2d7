// SPDX-License-Identifier: GPL-3.0-or-later
// The controls of all fields op.*, aimed at one operation; what would change nothing is not shown.
#include "ui/operation/operation_editor.h"

#include "core/operation/operation_unit.h"
#include "core/scenario/further_operation.h"
#include "ui/controls/field_control.h"
#include "ui/session/snapshot.h"

#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

constexpr std::array shown{"op.kind",  "op.name", "op.B", "op.D", "op.F",       "op.T",     "op.S",   "op.heads",
                           "op.kv",    "op.H",    "op.E", "op.k", "op.Es",      "op.nmat",  "op.moe", "op.causal",
                           "op.fused", "op.x",    "op.w", "op.o", "op.compute", "op.level", "op.pad", "op.sweep"};

bool isOneOf(std::string_view id, std::initializer_list<std::string_view> ids)
{
    return std::ranges::find(ids, id) != ids.end();
}

bool concerns(std::string_view id, core::OpKind kind)
{
    using core::OpKind;
    if (isOneOf(id, {"op.T", "op.S", "op.heads", "op.kv", "op.H", "op.causal", "op.fused"}))
        return kind == OpKind::attention;
    if (isOneOf(id, {"op.E", "op.k", "op.Es", "op.nmat", "op.moe"}))
        return kind == OpKind::moe;
    if (isOneOf(id, {"op.compute", "op.pad"}))
        return !core::runsOnVector(kind);
    if (id == "op.D")
        return kind != OpKind::attention;
    if (id == "op.F")
        return !core::runsOnVector(kind) && kind != OpKind::attention;
    if (id == "op.w")
        return kind != OpKind::reduction;
    return true;
}

} // namespace

OperationEditor::OperationEditor(Session& session, QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("op.editor"));
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(8);
    for (const char* id : shown) {
        m_controls.push_back(makeControl(*core::findField(id), session, this));
        rows->addWidget(m_controls.back());
    }
    rows->addStretch(1);
}

void OperationEditor::present(const Snapshot& snapshot, std::size_t number)
{
    const core::Operation& operation = *core::operationAt(snapshot.scenario, number);
    for (FieldControl* control : m_controls) {
        control->setTarget(core::operationFieldId(control->field().id, number));
        control->setVisible(concerns(control->field().id, operation.kind));
        control->present(snapshot);
    }
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The mesh: for each axis its size with ÷2 and ×2, its role and its hardware axes; a lock that keeps the number of
// chips.
#pragma once

#include "ui/controls/field_control.h"
#include "ui/controls/mesh_steps.h"

class QLabel;
class QRadioButton;

namespace ui
{

class Combo;
class IconButton;

/// One axis. Its object name is the id of the size ("mesh.X").
class AxisRow : public FieldControl
{
    Q_OBJECT
public:
    AxisRow(int axis, Session&, QWidget* parent = nullptr);

    /// The donor's axis, -1 for none.
    void presentLock(const MeshSizes&, int donor);
    /// The list of hardware axes, for the row that all three share.
    Combo* hardwareAxes() const { return m_hardware; }

signals:
    void halveAsked(int axis);
    void doubleAsked(int axis);
    void donorAsked(int axis);

protected:
    void presentValue(const Snapshot&) override;
    void outline(ControlState) override;
    bool concerns(std::string_view fieldId) const override;

private:
    void buildSize();
    void buildRole();
    void buildHardwareAxes();
    void presentHardwareAxes(const Snapshot&);

    const int m_axis;
    const core::Field& m_roleField;
    const core::Field& m_axesField;
    NumberField* m_size;
    IconButton* m_halve;
    IconButton* m_double;
    QRadioButton* m_donor;
    Combo* m_role;
    Combo* m_hardware;
};

class MeshControl : public QWidget
{
    Q_OBJECT
public:
    explicit MeshControl(Session&, QWidget* parent = nullptr);

    void present(const Snapshot&);
    AxisRow* row(int axis) const { return m_rows[static_cast<std::size_t>(axis)]; }

private:
    void buildHead();
    void buildHardwareAxes();
    void take(const MeshStep&);
    int donor() const { return m_locked ? m_donor : -1; }

    Session& m_session;
    std::array<AxisRow*, 3> m_rows{};
    QLabel* m_chips;
    QWidget* m_hardware;
    IconButton* m_lock;
    bool m_locked = false;
    int m_donor = 1;
};

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of one operation, those that its kind has.
#pragma once

#include <QWidget>

#include <vector>

namespace ui
{

class FieldControl;
class Session;
struct Snapshot;

class OperationEditor : public QWidget
{
    Q_OBJECT
public:
    explicit OperationEditor(Session&, QWidget* parent = nullptr);

    /// Of the operation with that number, from 1.
    void present(const Snapshot&, std::size_t number);

private:
    std::vector<FieldControl*> m_controls;
};

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// One array of the layer, sharded differently from what the roles of the mesh axes say: the picture follows what is
// typed.
#pragma once

#include "ui/session/snapshot.h"

#include <QWidget>

class QPushButton;

namespace ui
{

class Combo;
class ExpressionEdit;
class ExpressionNote;
class Session;

class ArrayEdit : public QWidget
{
    Q_OBJECT
public:
    explicit ArrayEdit(Session&, QWidget* parent = nullptr);

    void present(const Snapshot&);

private:
    void choose(int at);
    void type(const QString&);
    void finish();
    void put(const std::string& arrays);
    void presentLine();
    /// As the array of that name lies now.
    QString textOf(const QString& name) const;

    Session& m_session;
    Combo* m_names;
    ExpressionEdit* m_line;
    QPushButton* m_undo; // all edits
    ExpressionNote* m_note;
    QString m_name; // of the array in the line
    int m_gesture = 0;
};

} // namespace ui

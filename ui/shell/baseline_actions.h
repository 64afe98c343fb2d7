// SPDX-License-Identifier: GPL-3.0-or-later
// Baselines: pins the scenario to compare with, swaps it with the document, renames it and removes it again.
#pragma once

#include <QObject>

namespace ui
{

class Actions;
class Session;

class BaselineActions : public QObject
{
    Q_OBJECT
public:
    BaselineActions(Actions&, Session&, QWidget& window);

    /// "swap/0", "take/0", "rename/1", "remove/2".
    void follow(const QString& link);

signals:
    /// What differs is to be shown.
    void comparisonAsked();

private:
    void refresh();
    QChar letterAt(std::size_t place) const;
    void pin();
    void swap(std::size_t place);
    void take(std::size_t place);
    void rename(std::size_t place);
    void remove(std::size_t place);

    Actions& m_actions;
    Session& m_session;
    QWidget& m_window;
};

} // namespace ui

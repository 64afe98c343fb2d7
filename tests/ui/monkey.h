// SPDX-License-Identifier: GPL-3.0-or-later
// Random events of a user at the window: pointer, keys, sizes, tabs, files, and bursts that come while it is busy.
#pragma once

#include "window_stage.h"

#include <QRandomGenerator>
#include <QStringList>
#include <QTimer>

namespace tests
{

class Monkey
{
public:
    /// `folder` is where it opens files from and saves to.
    Monkey(WindowStage&, const QString& folder, quint32 seed);

    /// One event, seen through by the window.
    void act();
    /// The last events, for the words of a failure.
    QString trail() const { return m_trail.join(QStringLiteral(", ")); }

    // What it can do, each at a place or with a key of its choice.
    void resize();
    void press();
    void drag();
    void wheel();
    void type();
    void write();
    void trigger();
    void burst();
    void edit();
    void drop();
    void save();

private:
    int below(int count) { return static_cast<int>(m_random.bounded(count)); }
    template <class List> auto& oneOf(List& list)
    {
        return list[static_cast<std::size_t>(below(static_cast<int>(std::size(list))))];
    }
    QWidget* target();
    QPoint placeOn(const QWidget&);
    void note(const QString&);
    void answerDialogs();

    WindowStage& m_stage;
    QString m_folder;
    QRandomGenerator m_random;
    QStringList m_trail;
    QTimer m_answers;
};

} // namespace tests

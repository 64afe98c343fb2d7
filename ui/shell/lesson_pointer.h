// SPDX-License-Identifier: GPL-3.0-or-later
// Puts a ring around what the step of the open lesson means.
#pragma once

#include "ui/lessons/open_lesson.h"

#include <QObject>
#include <QRect>

#include <functional>
#include <tuple>

namespace ui
{

class ControlPanel;
class PointingRing;
class Tabs;

class LessonPointer : public QObject
{
    Q_OBJECT
public:
    LessonPointer(OpenLesson&, Tabs&, ControlPanel& design, QObject& parent);

    /// Once the parts in sight have what they are to show.
    void pointSoon();

private:
    struct Pointed {
        QWidget* part = nullptr;      // null: nothing of it is in sight
        std::function<QRect()> place; // in it; empty: all of it
    };
    Pointed pointed(const QString& id) const;
    void point();
    void bringIntoSight(const Pointed&);

    OpenLesson& m_lesson;
    Tabs& m_tabs;
    ControlPanel& m_design;
    PointingRing* m_ring = nullptr;          // may go with the control it surrounds
    bool m_isPointing = false;               // soon
    std::tuple<int, Hidden, bool> m_brought; // of what a page was scrolled to: step, what it hid, whether all of a part
};

} // namespace ui

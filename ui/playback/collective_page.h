// SPDX-License-Identifier: GPL-3.0-or-later
// What every page of the tab Collectives shows, beside the stage or on it.
#pragma once

#include <QWidget>

namespace core
{
struct Scenario;
}

namespace ui
{

class Recording;
struct LinkMark;
struct Snapshot;

/// Hidden pages get no updates; a page is updated before it is shown.
class CollectivePage : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Pages that would stay empty are not offered.
    virtual bool isOfUse(const core::Scenario&) const { return true; }
    /// The picture that an export of it means; empty where that is the torus.
    virtual QString picture() const { return {}; }
    /// The transport is hidden beside pages that show no time.
    virtual bool showsTime() const { return true; }
    /// Of every snapshot.
    virtual void present(const Snapshot&) {}
    /// Of another collective, not owned; null where there is none, for `reason`.
    virtual void load(const Recording*, const QString& reason [[maybe_unused]]) {}
    /// The recording stands at another step.
    virtual void goTo(int step [[maybe_unused]]) {}

signals:
    void stepAsked(int step);
    /// Links to mark in the torus; none where the mark has none.
    void marked(const ui::LinkMark&);
};

} // namespace ui

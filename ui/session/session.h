// SPDX-License-Identifier: GPL-3.0-or-later
// The document of a window: one scenario, its undo steps and its file; publishes one snapshot per event-loop turn.
#pragma once

#include "core/io/error.h"
#include "core/scenario/catalogue.h"
#include "ui/session/snapshot.h"

#include <QObject>
#include <QUndoStack>

#include <tl/expected.hpp>

namespace ui
{

/// Edits that carry the same number (from beginGesture or nextGesture) are one undo step; 0 is a step of its own.
using Gesture = int;

class Session : public QObject
{
    Q_OBJECT
public:
    explicit Session(core::Scenario, QObject* parent = nullptr);

    const core::Scenario& scenario() const { return m_scenario; }
    /// What was published last.
    const Snapshot& snapshot() const { return m_snapshot; }
    QUndoStack& undoStack() { return m_undo; }

    /// The error is one sentence; the scenario is then unchanged.
    tl::expected<void, std::string> edit(std::string_view fieldId, const core::Value&, Gesture = 0);
    tl::expected<void, std::string> editFromText(std::string_view fieldId, std::string_view text, Gesture = 0);
    /// All edits of a repair in one undo step, or none of them.
    tl::expected<void, std::string> apply(const core::Repair&);
    /// Looks at another collective. No undo step where nothing was edited yet: the document stays as it was opened.
    void look(const core::Collective&, const QString& words);
    /// Back to what the window opened with; can be undone.
    void reset();

    Gesture nextGesture() { return ++m_lastGesture; }
    /// A drag: until it ends, snapshots say that axes hold still.
    Gesture beginGesture();
    void endGesture();

    tl::expected<void, core::Error> open(const QString& path);
    /// A shipped one; it has no file.
    tl::expected<void, core::Error> openExample(const core::ScenarioPreset&);
    tl::expected<void, core::Error> save(const QString& path);
    QString fileName() const { return m_fileName; }
    void setFileName(const QString&);

signals:
    void changed(const ui::Snapshot&);
    void fileNameChanged();

private:
    tl::expected<void, core::Error> read(std::string_view content, const std::string& name);
    void push(core::Scenario after, const core::Field*, const QString& words, Gesture);
    void schedule();
    void publish();

    core::Scenario m_scenario;
    core::Scenario m_opened;
    std::uint64_t m_number = 1; // of the last evaluation; before the snapshot that bears it
    Snapshot m_snapshot;
    QUndoStack m_undo;
    QString m_fileName;
    Gesture m_lastGesture = 0;
    bool m_dragging = false;
    bool m_stepped = false;
    bool m_scheduled = false;
};

} // namespace ui

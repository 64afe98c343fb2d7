// SPDX-License-Identifier: GPL-3.0-or-later
// The document of a window: one scenario, its undo steps and its file; publishes one snapshot per event-loop turn.
#pragma once

#include "core/io/error.h"
#include "core/scenario/catalogue.h"
#include "ui/session/document_file.h"
#include "ui/session/snapshot.h"

#include <QObject>
#include <QUndoStack>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

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
    ~Session() override;

    const core::Scenario& scenario() const { return m_scenario; }
    /// What was published last.
    const Snapshot& snapshot() const { return m_snapshot; }
    QUndoStack& undoStack() { return m_undo; }
    /// Nothing differs from what was opened or saved last; of a design that a lesson has set aside, nor did it then.
    bool isSaved() const
    {
        return m_posed ? !m_aside || !m_aside->isChanged : m_undo.isClean() || m_scenario == m_saved;
    }

    /// The error is one sentence; the scenario is then unchanged.
    tl::expected<void, std::string> edit(std::string_view fieldId, const core::Value&, Gesture = 0);
    tl::expected<void, std::string> editFromText(std::string_view fieldId, std::string_view text, Gesture = 0);
    /// What is being typed into a field and was not entered yet.
    void type(std::string_view fieldId, std::string_view text);
    /// It was entered or given up; without a field whatever it was.
    void forgetTyped(std::string_view fieldId = {});
    /// Enters what can be, before the document is written or left; the error is one sentence.
    tl::expected<void, std::string> enterTyped();
    /// The scenario with it, as far as it can be taken.
    core::Scenario asTyped() const;
    /// All edits of a repair in one undo step, or none of them.
    tl::expected<void, std::string> apply(const core::Repair&);
    /// The operations on the roofline, at least one and at most maxOperations, in one undo step.
    void setOperations(const std::vector<core::Operation>&, const QString& words);
    /// Another scenario in the document, in one undo step.
    void change(core::Scenario after, const QString& words) { push(std::move(after), {}, words, 0); }
    /// Whether views show the baselines.
    void showBaselines(bool);
    bool showsBaselines() const { return m_showsBaselines; }
    /// Points beside the document, until others come; null: none. An undo step that changes nothing to be saved.
    void setMeasured(std::shared_ptr<const core::MeasuredFile>, const QString& words);
    /// The trace that is laid beside the step; it belongs to no document and to no undo step.
    void setTrace(const ShownTrace&);
    /// The plan of the sharded product that views show, while its expression stays; likewise.
    void pickPlan(std::size_t at);
    /// Says why what was typed was not taken, where its field cannot any more: it lost the focus.
    void refuse(const QString& sentence, const core::Repair&);
    /// Back to what the window opened with; can be undone.
    void reset();

    /// The analysis of the collective that goes on in its own thread.
    void cancelTiming();
    /// The one that was cancelled.
    void timeAgain();

    Gesture nextGesture() { return ++m_lastGesture; }
    /// A drag: until it ends, snapshots say that axes hold still.
    Gesture beginGesture();
    void endGesture();

    tl::expected<void, core::Error> open(const QString& path);
    void open(DocumentFile);
    /// A shipped one; it has no file.
    tl::expected<void, core::Error> openExample(const core::ScenarioPreset&);
    /// The scenario of a step of a lesson; it has no file, and "Reset all" leads back to it. The document is set aside.
    void pose(core::Scenario);
    /// An undo step: the whole scenario before and after.
    struct Change {
        core::Scenario before, after;
        std::string field = {}; // words the step ("Batch 65,536 → 16,384"); where it has none, `words` does
        QString words;
        Gesture gesture = 0; // 0: never merges
        using Points = std::shared_ptr<const core::MeasuredFile>;
        std::optional<std::pair<Points, Points>> measured = {}; // before and after, where they change
    };
    /// A document that waits while a lesson is taken.
    struct Aside {
        core::Scenario scenario, opened;
        std::optional<core::Scenario> saved;
        QString fileName;
        QByteArray mark;
        bool isChanged = false;         // and not saved
        std::vector<Change> steps = {}; // that can be undone or redone
        int at = 0, clean = 0;          // among them; clean: -1 where none is
        std::shared_ptr<const core::MeasuredFile> measured = {};
    };
    /// Null where none waits.
    const Aside* aside() const { return m_posed && m_aside ? &*m_aside : nullptr; }
    /// It comes back, with its undo steps; not where another document was opened meanwhile.
    void takeBack();
    /// Writes nothing that could not be opened again.
    tl::expected<void, core::Error> save(const QString& path);
    /// What a crash left: a document with changes that are not saved. `mark`: fileMark() of then; null: not known.
    void restore(core::Scenario, const QString& fileName, const QByteArray& mark);
    QString fileName() const { return m_fileName; }
    /// From the root, wherever the program was started.
    void setFileName(const QString&);
    /// Of the file's content as it was read or written last; empty: it was not there.
    QByteArray fileMark() const { return m_mark; }
    /// Whether the file is there, but not as it was opened or saved last.
    bool isChangedOutside() const;

signals:
    void changed(const ui::Snapshot&);
    void fileNameChanged();
    void typed();
    /// The program is about to end: what is not saved is to be kept.
    void keepAsked();
    void refused(const QString& sentence, const core::Repair&);

private:
    void show(core::Scenario);
    core::Scenario compared(core::Scenario opened) const;
    void push(core::Scenario after, std::string_view field, const QString& words, Gesture);
    void push(Change);
    void schedule();
    void publish();

    core::Scenario m_scenario;
    core::Scenario m_opened;
    struct Typed {
        std::string field, text = {};
    };
    std::vector<Typed> m_typed;            // each field once
    std::optional<core::Scenario> m_saved; // as it was opened, or saved since; none: it never was
    std::uint64_t m_number = 1;            // of the last evaluation; before the snapshot that bears it
    std::uint64_t m_document = 0;          // how many were shown before
    Snapshot m_snapshot;
    QUndoStack m_undo;
    QString m_fileName;
    QByteArray m_mark; // fileMark()
    Gesture m_lastGesture = 0;
    bool m_dragging = false;
    bool m_posed = false; // by a lesson
    std::optional<Aside> m_aside;
    bool m_stepped = false;
    bool m_scheduled = false;
    bool m_showsBaselines = true;
};

} // namespace ui

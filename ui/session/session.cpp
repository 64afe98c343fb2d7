// SPDX-License-Identifier: GPL-3.0-or-later
// Edits go through the undo stack; publishing waits for the event loop, so that many edits cost one evaluation.
#include "ui/session/session.h"

#include "core/io/picture_state.h"
#include "core/io/scenario_json.h"
#include "core/io/write_file.h"
#include "core/scenario/fields.h"
#include "ui/session/field_text.h"

#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>

#include <functional>
#include <utility>

namespace ui
{

namespace
{

constexpr int undoSteps = 1000;

/// The one undo command: the whole scenario before and after; edits of one gesture merge into one step.
class SetScenario : public QUndoCommand
{
public:
    using Show = std::function<void(const core::Scenario&)>;

    /// `field` words the step ("Batch 65,536 → 16,384"); without one `words` does.
    struct Change {
        core::Scenario before;
        core::Scenario after;
        const core::Field* field = nullptr;
        QString words;
        Gesture gesture = 0; // 0: never merges
    };

    SetScenario(Change change, Show show) : m_change(std::move(change)), m_show(std::move(show)) { word(); }

    void undo() override { m_show(m_change.before); }
    void redo() override { m_show(m_change.after); }
    int id() const override { return m_change.gesture > 0 ? 1 : -1; }
    bool mergeWith(const QUndoCommand* command) override
    {
        const auto& later = static_cast<const SetScenario*>(command)->m_change;
        if (later.gesture != m_change.gesture)
            return false;
        m_change.after = later.after;
        setObsolete(m_change.after == m_change.before);
        word();
        return true;
    }

private:
    void word()
    {
        setText(m_change.field ? changeText(*m_change.field, m_change.before, m_change.after) : m_change.words);
    }

    Change m_change;
    Show m_show;
};

tl::unexpected<core::Error> fileError(const char* code, const QString& sentence)
{
    return tl::make_unexpected(core::Error{code, sentence.toStdString()});
}

} // namespace

Session::Session(core::Scenario scenario, QObject* parent)
    : QObject(parent), m_scenario(std::move(scenario)), m_opened(m_scenario),
      m_snapshot(snapshotOf(m_scenario, m_number))
{
    m_undo.setUndoLimit(undoSteps);
}

tl::expected<void, std::string> Session::edit(std::string_view fieldId, const core::Value& value, Gesture gesture)
{
    core::Scenario after = m_scenario;
    return core::setField(after, fieldId, value).map([&] {
        push(std::move(after), core::findField(fieldId), {}, gesture);
    });
}

tl::expected<void, std::string> Session::editFromText(std::string_view fieldId, std::string_view text, Gesture gesture)
{
    core::Scenario after = m_scenario;
    return core::setFieldFromText(after, fieldId, text).map([&] {
        push(std::move(after), core::findField(fieldId), {}, gesture);
    });
}

tl::expected<void, std::string> Session::apply(const core::Repair& repair)
{
    core::Scenario after = m_scenario;
    for (const auto& [field, value] : repair.edits) {
        if (auto done = core::setField(after, field, value); !done) {
            return done;
        }
    }
    push(std::move(after), nullptr, QString::fromStdString(repair.text), 0);
    return {};
}

void Session::look(const core::Collective& collective, const QString& words)
{
    core::Scenario after = m_scenario;
    after.coll = collective;
    if (m_undo.count() > 0)
        return push(std::move(after), nullptr, words, 0);
    m_scenario = m_opened = std::move(after);
    schedule();
}

void Session::reset() { push(m_opened, nullptr, tr("Reset all"), 0); }

Gesture Session::beginGesture()
{
    m_dragging = true;
    return nextGesture();
}

void Session::endGesture()
{
    if (m_dragging) {
        m_dragging = false;
        schedule();
    }
}

void Session::push(core::Scenario after, const core::Field* field, const QString& words, Gesture gesture)
{
    if (after == m_scenario) {
        return;
    }
    m_stepped = gesture != 0;
    m_undo.push(
        new SetScenario({m_scenario, std::move(after), field, words, gesture}, [this](const core::Scenario& shown) {
            m_scenario = shown;
            schedule();
        }));
}

void Session::schedule()
{
    if (!m_scheduled) {
        m_scheduled = true;
        QMetaObject::invokeMethod(this, &Session::publish, Qt::QueuedConnection);
    }
}

void Session::publish()
{
    m_scheduled = false;
    auto cache = std::move(m_snapshot.cache);
    m_snapshot = snapshotOf(m_scenario, ++m_number);
    m_snapshot.cache = std::move(cache);
    m_snapshot.dragging = m_dragging;
    m_snapshot.stepped = std::exchange(m_stepped, false);
    emit changed(m_snapshot);
}

tl::expected<void, core::Error> Session::open(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return fileError("FILE_READ", tr("%1 cannot be read: %2.").arg(path, file.errorString()));
    }
    constexpr qint64 beginning = 4096;
    const std::string first = file.peek(beginning).toStdString();
    if (file.size() > static_cast<qint64>(core::largestFile(first))) {
        return fileError("FILE_SIZE", QString::fromStdString(core::tooLargeText(path.toStdString(), first)));
    }
    const std::string content = file.readAll().toStdString();
    return read(content, QFileInfo(path).fileName().toStdString()).map([&] {
        setFileName(core::isPicture(content) ? QString() : path); // saving must not replace the picture
    });
}

tl::expected<void, core::Error> Session::openExample(const core::ScenarioPreset& preset)
{
    return read(preset.json, preset.id).map([this] { setFileName({}); });
}

tl::expected<void, core::Error> Session::read(std::string_view content, const std::string& name)
{
    auto scenario = core::readDocument(content, name, *m_scenario.presets);
    if (!scenario)
        return tl::make_unexpected(scenario.error());
    m_undo.clear();
    m_scenario = m_opened = std::move(*scenario);
    schedule();
    return {};
}

tl::expected<void, core::Error> Session::save(const QString& path)
{
    const auto written = core::writeFile(QFile::encodeName(path).toStdString(), core::writeScenario(m_scenario));
    if (!written)
        return fileError("FILE_WRITE",
                         tr("%1 cannot be written: %2.").arg(path, QString::fromStdString(written.error())));
    m_undo.setClean();
    setFileName(path);
    return {};
}

void Session::setFileName(const QString& path)
{
    m_fileName = path;
    emit fileNameChanged();
}

} // namespace ui

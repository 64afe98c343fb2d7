// SPDX-License-Identifier: GPL-3.0-or-later
// Edits go through the undo stack; publishing waits for the event loop, so that many edits cost one evaluation.
#include "ui/session/session.h"

#include "core/design/following.h"
#include "core/io/picture_state.h"
#include "core/io/scenario_json.h"
#include "core/io/write_file.h"
#include "core/numbers/collective_cache.h"
#include "core/scenario/fields.h"
#include "ui/session/field_text.h"
#include "ui/session/patience.h"

#include <QFile>
#include <QFileInfo>
#include <QUndoCommand>

#include <algorithm>
#include <functional>
#include <utility>

namespace ui
{

namespace
{

constexpr int undoSteps = 1000;

/// The one undo command; edits of one gesture merge into one step.
class SetScenario : public QUndoCommand
{
public:
    using Show = std::function<void(const Session::Change&, bool undone)>;

    SetScenario(Session::Change change, Show show) : m_change(std::move(change)), m_show(std::move(show)) { word(); }

    void undo() override { m_show(m_change, true); }
    void redo() override { m_show(m_change, false); }
    const Session::Change& change() const { return m_change; }
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
        const QString words = changeText(m_change.field, m_change.before, m_change.after);
        setText(words.isEmpty() ? m_change.words : words);
    }

    Session::Change m_change;
    Show m_show;
};

tl::unexpected<core::Error> fileError(const char* code, const QString& sentence)
{
    return tl::make_unexpected(core::Error{code, sentence.toStdString()});
}

} // namespace

Session::Session(core::Scenario scenario, QObject* parent)
    : QObject(parent), m_scenario(core::openedOnDesign(std::move(scenario))), m_opened(m_scenario), m_saved(m_scenario),
      m_snapshot(snapshotOf(m_scenario, m_number))
{
    m_undo.setUndoLimit(undoSteps);
    m_snapshot.cache->setPatience(
        {windowPatience, [this] { QMetaObject::invokeMethod(this, &Session::schedule, Qt::QueuedConnection); }});
}

Session::~Session()
{
    disconnect(&m_undo, &QUndoStack::cleanChanged, nullptr, nullptr); // it would say so as it goes with changes
    m_snapshot.cache->setPatience({});
}

tl::expected<void, std::string> Session::edit(std::string_view fieldId, const core::Value& value, Gesture gesture)
{
    core::Scenario after = m_scenario;
    return core::setField(after, fieldId, value).map([&] { push(std::move(after), fieldId, {}, gesture); });
}

tl::expected<void, std::string> Session::editFromText(std::string_view fieldId, std::string_view text, Gesture gesture)
{
    core::Scenario after = m_scenario;
    return core::setFieldFromText(after, fieldId, text).map([&] {
        const auto words = QString::fromStdString(std::string(fieldId) + " " + std::string(text)); // of open ids
        push(std::move(after), fieldId, words, gesture);
    });
}

void Session::type(std::string_view fieldId, std::string_view text)
{
    const auto found = std::ranges::find(m_typed, fieldId, &Typed::field);
    auto& typing = found == m_typed.end() ? m_typed.emplace_back(std::string(fieldId)) : *found;
    typing.text = text;
    emit typed();
}

void Session::forgetTyped(std::string_view fieldId)
{
    if (std::erase_if(m_typed, [&](const Typed& one) { return fieldId.empty() || one.field == fieldId; }) > 0)
        emit typed();
}

tl::expected<void, std::string> Session::enterTyped()
{
    tl::expected<void, std::string> all;
    for (const Typed& entered : std::vector(m_typed)) {
        core::Scenario after = m_scenario;
        if (auto done = core::setFieldFromText(after, entered.field, entered.text); !done) {
            all = std::move(done);
            continue;
        }
        forgetTyped(entered.field);
        if (after != m_scenario)
            static_cast<void>(editFromText(entered.field, entered.text)); // as it did just now
    }
    return all;
}

core::Scenario Session::asTyped() const
{
    core::Scenario after = m_scenario;
    for (const Typed& one : m_typed) {
        core::Scenario entered = after;
        if (core::setFieldFromText(entered, one.field, one.text))
            after = std::move(entered);
    }
    return after;
}

tl::expected<void, std::string> Session::apply(const core::Repair& repair)
{
    core::Scenario after = m_scenario;
    for (const auto& [field, value] : repair.edits) {
        if (auto done = core::setField(after, field, value); !done) {
            return done;
        }
    }
    push(std::move(after), {}, QString::fromStdString(repair.text), 0);
    return {};
}

void Session::setOperations(const std::vector<core::Operation>& operations, const QString& words)
{
    core::Scenario after = m_scenario;
    after.op = operations.front();
    after.ops.assign(operations.begin() + 1, operations.end());
    change(std::move(after), words);
}

void Session::showBaselines(bool shown)
{
    m_showsBaselines = shown;
    schedule();
}

void Session::setMeasured(std::shared_ptr<const core::MeasuredFile> measured, const QString& words)
{
    push({m_scenario, m_scenario, {}, words, 0, std::pair(m_snapshot.measured, std::move(measured))});
}

void Session::setTrace(const ShownTrace& shown)
{
    if (m_snapshot.trace == shown)
        return;
    m_snapshot.trace = shown;
    schedule();
}

void Session::pickPlan(std::size_t at)
{
    m_snapshot.cache->pickPlan(m_snapshot.scenario, at);
    schedule();
}

void Session::refuse(const QString& sentence, const core::Repair& repair) { emit refused(sentence, repair); }

void Session::reset() { push(m_opened, {}, tr("Reset all"), 0); }

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

void Session::push(core::Scenario after, std::string_view field, const QString& words, Gesture gesture)
{
    if (after == m_scenario) {
        return;
    }
    after = core::followingDesign(m_scenario, std::move(after));
    m_stepped = gesture != 0;
    push({m_scenario, std::move(after), std::string(field), words, gesture});
}

void Session::push(Change change)
{
    m_undo.push(new SetScenario(std::move(change), [this](const Change& shown, bool undone) {
        m_scenario = undone ? shown.before : shown.after;
        if (shown.measured)
            m_snapshot.measured = undone ? shown.measured->first : shown.measured->second;
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
    auto measured = std::move(m_snapshot.measured);
    auto trace = std::move(m_snapshot.trace);
    m_snapshot = snapshotOf(m_scenario, ++m_number);
    m_snapshot.document = m_document;
    m_snapshot.cache = std::move(cache);
    m_snapshot.measured = std::move(measured);
    m_snapshot.trace = std::move(trace);
    if (!m_showsBaselines)
        m_snapshot.baselines.clear();
    m_snapshot.dragging = m_dragging;
    m_snapshot.stepped = std::exchange(m_stepped, false);
    emit changed(m_snapshot);
    m_snapshot.cache->stopUnasked();
}

void Session::cancelTiming()
{
    m_snapshot.cache->cancel();
    schedule();
}

void Session::timeAgain()
{
    m_snapshot.cache->tryAgain();
    schedule();
}

tl::expected<void, core::Error> Session::open(const QString& path)
{
    return readDocumentFile(path, *m_scenario.presets).map([this](DocumentFile file) { open(std::move(file)); });
}

void Session::open(DocumentFile file)
{
    show(compared(core::openedOnDesign(std::move(file.scenario))));
    setFileName(file.isPicture ? QString() : file.path);
    m_mark = file.mark;
}

tl::expected<void, core::Error> Session::openExample(const core::ScenarioPreset& preset)
{
    return core::readDocument(preset.json, preset.id, *m_scenario.presets).map([this](core::Scenario scenario) {
        show(compared(core::openedOnDesign(std::move(scenario))));
        setFileName({});
    });
}

/// What was pinned stays beside another document that has no baselines of its own.
core::Scenario Session::compared(core::Scenario opened) const
{
    if (opened.baselines.empty() && !m_posed)
        opened.baselines = m_scenario.baselines;
    return opened;
}

void Session::pose(core::Scenario scenario)
{
    if (!m_posed) {
        m_aside = Aside{m_scenario, m_opened, m_saved, m_fileName, m_mark, !isSaved()};
        for (int i = 0; i < m_undo.count(); ++i)
            m_aside->steps.push_back(static_cast<const SetScenario*>(m_undo.command(i))->change());
        m_aside->at = m_undo.index();
        m_aside->clean = m_undo.cleanIndex();
        m_aside->measured = m_snapshot.measured;
    }
    show(std::move(scenario));
    m_posed = true;
    setFileName({});
}

void Session::takeBack()
{
    const auto aside = std::exchange(m_aside, std::nullopt);
    if (!std::exchange(m_posed, false) || !aside)
        return;
    show(aside->opened);
    m_snapshot.measured = aside->measured;
    for (const Change& step : aside->steps) {
        if (m_undo.index() == aside->clean)
            m_undo.setClean();
        push(step);
    }
    if (m_undo.index() == aside->clean)
        m_undo.setClean();
    m_undo.setIndex(aside->at);
    m_scenario = aside->scenario;
    setFileName(aside->fileName);
    m_mark = aside->mark;
    m_saved = aside->saved;
    if (aside->clean < 0)
        m_undo.resetClean();
}

void Session::restore(core::Scenario scenario, const QString& fileName, const QByteArray& mark)
{
    show(std::move(scenario));
    setFileName(fileName);
    if (!mark.isNull())
        m_mark = mark;
    m_undo.resetClean();
    m_saved.reset();
}

void Session::show(core::Scenario scenario)
{
    m_posed = false;
    ++m_document;
    m_snapshot.measured = nullptr; // its points are of the operations of the scenario before
    m_snapshot.cache->pickPlan(m_scenario, 0);
    m_undo.clear();
    m_scenario = m_opened = std::move(scenario);
    m_saved = m_scenario;
    schedule();
}

tl::expected<void, core::Error> Session::save(const QString& path)
{
    const auto text = core::scenarioFile(m_scenario);
    if (!text)
        return fileError("FILE_WRITE",
                         tr("%1 is not written: %2.").arg(path, QString::fromStdString(text.error().text)));
    const auto written = core::writeFile(QFile::encodeName(path).toStdString(), *text);
    if (!written)
        return fileError("FILE_WRITE",
                         tr("%1 cannot be written: %2.").arg(path, QString::fromStdString(written.error())));
    m_saved = m_scenario;
    m_undo.setClean();
    setFileName(path);
    m_mark = markOf(*text);
    return {};
}

void Session::setFileName(const QString& path)
{
    m_fileName = path.isEmpty() ? path : QFileInfo(path).absoluteFilePath();
    m_mark = path.isEmpty() ? QByteArray() : markOfFile(path);
    emit fileNameChanged();
}

bool Session::isChangedOutside() const
{
    const QByteArray now = m_fileName.isEmpty() ? QByteArray() : markOfFile(m_fileName);
    return !now.isEmpty() && now != m_mark;
}

} // namespace ui

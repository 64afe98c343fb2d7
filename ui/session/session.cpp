// SPDX-License-Identifier: GPL-3.0-or-later
// Edits go through the undo stack; publishing waits for the event loop, so that many edits cost one evaluation.
#include "ui/session/session.h"

#include "core/io/picture_state.h"
#include "core/io/scenario_json.h"
#include "core/io/write_file.h"
#include "core/scenario/fields.h"
#include "ui/session/set_scenario.h"

#include <QFile>
#include <QFileInfo>

namespace ui
{

namespace
{

constexpr int undoSteps = 1000;

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
    if (auto done = core::setField(after, fieldId, value); !done) {
        return done;
    }
    push(std::move(after), core::findField(fieldId), {}, gesture);
    return {};
}

tl::expected<void, std::string> Session::editFromText(std::string_view fieldId, std::string_view text, Gesture gesture)
{
    core::Scenario after = m_scenario;
    if (auto done = core::setFieldFromText(after, fieldId, text); !done) {
        return done;
    }
    push(std::move(after), core::findField(fieldId), {}, gesture);
    return {};
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
    m_snapshot = snapshotAfter(m_snapshot, m_scenario, ++m_number);
    m_snapshot.dragging = m_dragging;
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
    auto scenario = core::readDocument(content, QFileInfo(path).fileName().toStdString(), *m_scenario.presets);
    if (!scenario) {
        return tl::make_unexpected(scenario.error());
    }
    m_undo.clear();
    m_scenario = m_opened = std::move(*scenario);
    setFileName(core::isPicture(content) ? QString() : path); // saving must not replace the picture
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

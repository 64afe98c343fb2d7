// SPDX-License-Identifier: GPL-3.0-or-later
// {"B3": {"step": 2, "solved": true, "answered": true}, ..., "/playlists": {"week-1": {"lesson": "B3", "step": 1,
// "ended": false, "behind": "D4"}}} through the reader and the writer of all files.
#include "ui/lessons/progress_file.h"

#include "core/io/json.h"
#include "core/io/read_file.h"
#include "core/io/write_file.h"
#include "ui/theme/words.h"

#include <QFile>
#include <QFileInfo>

#include <nlohmann/json.hpp>

namespace ui
{

namespace
{

constexpr const char* ofPlaylists = "/playlists"; // which no lesson is called

bool is(const core::Json& place, const char* key) { return place.value(key, core::Json()) == true; }

std::string behindOf(const core::Json& place)
{
    const auto behind = place.value("behind", core::Json());
    return behind.is_string() ? behind.get<std::string>() : std::string();
}

/// Of what is a place.
std::optional<int> stepOf(const core::Json& place)
{
    constexpr int most = 1000;
    const auto step = place.is_object() ? place.find("step") : place.end();
    const bool isStep = place.is_object() && step != place.end() && step->is_number_unsigned() && *step <= most;
    return isStep ? std::optional(step->get<int>()) : std::nullopt;
}

void put(const Progress& places, Progress& all)
{
    for (const auto& [id, place] : places.lessons) {
        const LessonPlace before = all.lessons[id];
        all.lessons[id] = {place.step, place.solved || before.solved, place.answered || before.answered};
    }
    for (const auto& [id, place] : places.playlists)
        all.playlists[id] = place;
}

} // namespace

QString ProgressFile::pathOfProgram() { return QFile::decodeName(core::statePath("lessons.json").c_str()); }

std::optional<Progress> ProgressFile::inFile()
{
    Progress all;
    const QFileInfo file(m_path);
    if (!file.isSymLink() &&
        (!file.exists() || (file.isFile() && file.size() == 0))) { // also of a crash of the machine
        m_writable = true;
        return all;
    }
    const auto object =
        core::readFile(QFile::encodeName(m_path).toStdString()).and_then([this](const std::string& text) {
            return core::parseJson(text, m_path.toStdString());
        });
    m_writable = object.has_value();
    if (!object) {
        tell(QString::fromStdString(object.error().text));
        return std::nullopt;
    }
    for (const auto& [id, place] : object->items())
        if (const auto step = stepOf(place))
            all.lessons[id] = {*step, is(place, "solved"),
                               place.contains("answered") ? is(place, "answered") : !is(place, "shown")};
    if (const auto lists = object->find(ofPlaylists); lists != object->end() && lists->is_object())
        for (const auto& [id, place] : lists->items())
            if (const auto step = stepOf(place); step && place.value("lesson", core::Json()).is_string())
                all.playlists[id] = {place["lesson"].get<std::string>(), *step, is(place, "ended"), behindOf(place)};
    return all;
}

void ProgressFile::tell(const QString& why)
{
    if (!std::exchange(m_isTold, true))
        m_problem = tr("Progress in lessons is not kept: %1").arg(why);
}

Progress ProgressFile::read(const Progress& known)
{
    Progress all = inFile().value_or(known);
    put(m_unwritten, all);
    return all;
}

Progress ProgressFile::write(const Progress& changes, const Progress& known)
{
    put(changes, m_unwritten);
    Progress all = read(known);
    if (!m_writable)
        return all;
    core::Json object = core::Json::object();
    for (const auto& [id, place] : all.playlists)
        object[ofPlaylists][id] = {
            {"lesson", place.lesson}, {"step", place.step}, {"ended", place.ended}, {"behind", place.behind}};
    for (const auto& [id, place] : all.lessons)
        object[id] = {{"step", place.step}, {"solved", place.solved}, {"answered", place.answered}};
    const auto written = core::writeOwnFile(QFile::encodeName(m_path).toStdString(), object.dump(2) + "\n");
    if (!written)
        tell(m_path + QStringLiteral(": ") + QString::fromStdString(written.error()));
    else
        m_unwritten = {};
    m_isTold = !written;
    return all;
}

} // namespace ui

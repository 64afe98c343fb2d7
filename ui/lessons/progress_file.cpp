// SPDX-License-Identifier: GPL-3.0-or-later
// {"B3": {"step": 2, "solved": true, "answered": true}, ...} through the reader and the writer of all files.
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

QString ProgressFile::pathOfProgram() { return QFile::decodeName(core::statePath("lessons.json").c_str()); }

std::map<std::string, LessonPlace> ProgressFile::read()
{
    std::map<std::string, LessonPlace> places;
    if (!QFileInfo::exists(m_path) && !QFileInfo(m_path).isSymLink())
        return places;
    const auto object =
        core::readFile(QFile::encodeName(m_path).toStdString()).and_then([this](const std::string& text) {
            return core::parseJson(text, m_path.toStdString());
        });
    m_writable = object.has_value();
    if (!object) {
        m_problem = tr("Progress in lessons is not kept: %1").arg(QString::fromStdString(object.error().text));
        return places;
    }
    for (const auto& [id, place] : object->items()) {
        if (!place.is_object())
            continue;
        const auto step = place.find("step");
        const auto is = [&place = place](const char* key) { return place.value(key, core::Json()) == true; };
        if (step == place.end() || !step->is_number_unsigned() || *step > 1000)
            continue;
        places[id] = {step->get<int>(), is("solved"), place.contains("answered") ? is("answered") : !is("shown")};
    }
    return places;
}

void ProgressFile::write(const std::map<std::string, LessonPlace>& places)
{
    if (!m_writable)
        return;
    core::Json object = core::Json::object();
    for (const auto& [id, place] : places)
        object[id] = {{"step", place.step}, {"solved", place.solved}, {"answered", place.answered}};
    const auto written = core::writeOwnFile(QFile::encodeName(m_path).toStdString(), object.dump(2) + "\n");
    if (!written) {
        m_writable = false; // said once
        m_problem = tr("Progress in lessons is not kept: %1: %2").arg(m_path, QString::fromStdString(written.error()));
    }
}

} // namespace ui

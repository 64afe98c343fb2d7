// SPDX-License-Identifier: GPL-3.0-or-later
// Through the reader and the writer of all files: neither a pipe nor a lock in the way of the file can hang the
// program.
#include "ui/shell/settings.h"

#include "core/io/json.h"
#include "core/io/read_file.h"
#include "core/io/write_file.h"
#include "ui/theme/text_size.h"
#include "ui/theme/words.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace ui
{

namespace
{

using core::Json;

constexpr const char* darkKey = "theme.dark";
constexpr const char* sizeKey = "text.size";
constexpr const char* geometryKey = "window.geometry";
constexpr const char* startKey = "start.closed";
constexpr const char* hintsKey = "hints.followed";
constexpr const char* recentKey = "files.recent";
constexpr const char* lettersKey = "lecture.letters";

QString sizesText()
{
    QStringList sizes;
    for (const int size : textSizes)
        sizes << QString::number(size);
    return sizes.join(QStringLiteral(", "));
}

bool isTextSize(const Json& value)
{
    return value.is_number_integer() && std::ranges::count(textSizes, value.get<std::int64_t>()) > 0;
}

} // namespace

Settings::Settings(const QString& path, const QString& old)
    : m_path(path), m_values(std::make_unique<Json>(Json::object()))
{
    if (QFileInfo::exists(path) || QFileInfo(path).isSymLink())
        read();
    else if (!old.isEmpty())
        import(old);
}

Settings::~Settings() = default;

Settings& Settings::ofProgram()
{
    const QString folder =
        QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + QStringLiteral("/rooflight/");
    static Settings settings(folder + QStringLiteral("settings.json"), folder + QStringLiteral("rooflight.conf"));
    return settings;
}

void Settings::read()
{
    auto values = core::readFile(QFile::encodeName(m_path).toStdString()).and_then([this](const std::string& text) {
        return core::parseJson(text, m_path.toStdString());
    });
    const bool before = std::exchange(m_writable, values.has_value());
    if (values)
        *m_values = *std::move(values);
    else if (before)
        m_problems << tr("The settings are neither read nor kept: %1").arg(QString::fromStdString(values.error().text));
}

/// Once: afterwards there is a file of our own. The old one stays.
void Settings::import(const QString& old)
{
    if (!core::readFile(QFile::encodeName(old).toStdString()))
        return; // nothing was kept, or nothing that can be read without waiting
    const QSettings kept(old, QSettings::IniFormat);
    if (const QVariant dark = kept.value(QStringLiteral("theme/dark")); dark.isValid())
        (*m_values)[darkKey] = dark.toBool();
    if (const Json size = kept.value(QStringLiteral("text/size")).toInt(); isTextSize(size))
        (*m_values)[sizeKey] = size;
    if (const QByteArray place = kept.value(QStringLiteral("window/geometry")).toByteArray(); !place.isEmpty())
        (*m_values)[geometryKey] = place.toBase64().toStdString();
    if (!m_values->empty())
        set(m_values->begin().key().c_str(), m_values->begin().value());
}

std::optional<bool> Settings::dark() const
{
    const Json* value = find(darkKey);
    if (value && !value->is_boolean())
        complain(darkKey, tr("true or false"));
    return value && value->is_boolean() ? std::optional(value->get<bool>()) : std::nullopt;
}

std::optional<int> Settings::textSize() const
{
    const Json* value = find(sizeKey);
    if (value && !isTextSize(*value))
        complain(sizeKey, tr("one of %1").arg(sizesText()));
    return value && isTextSize(*value) ? std::optional(value->get<int>()) : std::nullopt;
}

QByteArray Settings::geometry() const
{
    const Json* value = find(geometryKey);
    const auto place = value && value->is_string()
                           ? QByteArray::fromBase64Encoding(QByteArray::fromStdString(value->get<std::string>()),
                                                            QByteArray::AbortOnBase64DecodingErrors)
                           : QByteArray::FromBase64Result();
    if (value && (!value->is_string() || !place))
        complain(geometryKey, tr("a text that the program wrote"));
    return place ? place.decoded : QByteArray();
}

bool Settings::startClosed() const
{
    const Json* value = find(startKey);
    if (value && !value->is_boolean())
        complain(startKey, tr("true or false"));
    return value && value->is_boolean() && value->get<bool>();
}

int Settings::hints() const
{
    const Json* value = find(hintsKey);
    const bool count = value && value->is_number_integer() && *value >= 0 && *value < 1000;
    if (value && !count)
        complain(hintsKey, tr("a small whole number"));
    return count ? value->get<int>() : 0;
}

QStringList Settings::recent() const
{
    const Json* value = find(recentKey);
    const auto isText = [](const Json& path) { return path.is_string(); };
    const bool texts = value && value->is_array() && std::ranges::all_of(*value, isText);
    if (value && !texts)
        complain(recentKey, tr("a list of names of files"));
    QStringList paths;
    for (std::size_t i = 0; texts && i < value->size(); ++i)
        paths << QString::fromStdString(value->at(i).get<std::string>());
    return paths;
}

bool Settings::lectureLetters() const
{
    const Json* value = find(lettersKey);
    if (value && !value->is_boolean())
        complain(lettersKey, tr("true or false"));
    return !value || !value->is_boolean() || value->get<bool>();
}

void Settings::setLectureLetters(bool on) { set(lettersKey, on); }

void Settings::setStartClosed(bool closed) { set(startKey, closed); }

void Settings::setHints(int followed) { set(hintsKey, followed); }

void Settings::setRecent(const QStringList& paths)
{
    Json list = Json::array();
    for (const QString& path : paths)
        list.push_back(path.toStdString());
    set(recentKey, list);
}

void Settings::setDark(bool dark) { set(darkKey, dark); }
void Settings::setTextSize(int percent) { set(sizeKey, percent); }

/// Nobody chose it: a value that means nothing stays, too.
void Settings::setGeometry(const QByteArray& place)
{
    if (!find(geometryKey) || !geometry().isEmpty())
        set(geometryKey, place.toBase64().toStdString());
}

QStringList Settings::takeProblems() { return std::exchange(m_problems, {}); }

const Json* Settings::find(const char* key) const
{
    const auto found = m_values->find(key);
    return found == m_values->end() ? nullptr : &*found;
}

void Settings::complain(const char* key, const QString& shouldBe) const
{
    const QString found = QString::fromStdString(core::shown(*find(key)));
    m_problems << tr("%1: \"%2\" must be %3, found %4. It is not used, and stays until you choose another value.")
                      .arg(m_path, QLatin1String(key), shouldBe, found);
}

void Settings::set(const char* key, const Json& value)
{
    if (QFileInfo::exists(m_path))
        read(); // what another window wrote meanwhile
    const Json* before = find(key);
    if (!m_writable || (before && *before == value && QFileInfo::exists(m_path)))
        return;
    (*m_values)[key] = value;
    const std::string text = m_values->dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
    if (const auto written = core::writeOwnFile(QFile::encodeName(m_path).toStdString(), text); !written)
        m_problems << tr("The settings cannot be kept: %1: %2.").arg(m_path, QString::fromStdString(written.error()));
}

} // namespace ui

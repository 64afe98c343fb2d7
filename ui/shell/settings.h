// SPDX-License-Identifier: GPL-3.0-or-later
// What the program remembers of its user: a small JSON file in the folder for settings, read once and written whole.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>

namespace ui
{

class Settings
{
public:
    /// Of this file; what QSettings kept in `old` is taken over where there is none yet.
    explicit Settings(const QString& path, const QString& old = {});
    ~Settings();
    Q_DISABLE_COPY_MOVE(Settings)

    /// The one of the program: rooflight/settings.json in the folder for settings.
    static Settings& ofProgram();

    std::optional<bool> dark() const;
    std::optional<int> textSize() const;
    QByteArray geometry() const; // of the window; empty where none is kept
    bool startClosed() const;    // the card of examples is not wanted
    int hints() const;           // of a first start, that were followed
    QStringList recent() const;  // files, the latest first
    bool lectureLetters() const; // letters and signs are keys of a lecture; true where nothing is kept
    void setDark(bool);
    void setTextSize(int percent);
    void setGeometry(const QByteArray&);
    void setStartClosed(bool);
    void setHints(int);
    void setRecent(const QStringList& paths);
    void setLectureLetters(bool);

    /// Sentences about values that mean nothing and files that cannot be read or written; each is told once. What is
    /// wrong stays in the file as it is.
    QStringList takeProblems();

private:
    void read();
    void import(const QString& old);
    void complain(const char* key, const QString& shouldBe) const;
    void set(const char* key, const nlohmann::ordered_json& value);
    const nlohmann::ordered_json* find(const char* key) const;

    QString m_path;
    std::unique_ptr<nlohmann::ordered_json> m_values;
    bool m_writable = true; // false: the file is none of ours
    mutable QStringList m_problems;
};

} // namespace ui

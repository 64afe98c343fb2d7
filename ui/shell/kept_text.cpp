// SPDX-License-Identifier: GPL-3.0-or-later
// A file for each lesson, named by the hash of its path, with that path in a file beside it.
#include "ui/shell/kept_text.h"

#include "core/io/read_file.h"
#include "core/io/write_file.h"
#include "ui/theme/words.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <string>

namespace ui
{

namespace
{

QString nameBeside(const QString& draft) { return draft + QStringLiteral(".path"); }

void removeBoth(const QString& draft)
{
    QFile::remove(draft);
    QFile::remove(nameBeside(draft));
}

tl::expected<void, std::string> write(const QString& file, const QString& text)
{
    return core::writeOwnFile(QFile::encodeName(file).toStdString(), text.toStdString());
}

} // namespace

std::optional<QString> textOf(const QString& path)
{
    const auto text = core::readFile(QFile::encodeName(path).toStdString());
    return text ? std::optional(QString::fromStdString(*text)) : std::nullopt;
}

KeptText::KeptText(const QString& path) : m_path(path)
{
    const QByteArray whole = QFileInfo(path).absoluteFilePath().toUtf8();
    const std::string name =
        "lessons/" + QCryptographicHash::hash(whole, QCryptographicHash::Sha1).toHex().toStdString() + ".json";
    m_usual = QFile::decodeName(core::statePath(name).c_str());
    m_other = QFile::decodeName(core::runtimePath(name).c_str());
}

std::vector<KeptText> KeptText::kept()
{
    std::vector<KeptText> all;
    const KeptText any{QString()};
    for (const QString& place : {any.m_usual, any.m_other}) {
        if (place.isEmpty())
            continue;
        for (const QFileInfo& file :
             QFileInfo(place).dir().entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time)) {
            const KeptText draft(textOf(nameBeside(file.filePath())).value_or(QString()));
            if (draft.newest() == file.filePath() && draft.differs() &&
                draft.lock()->error() != QLockFile::LockFailedError)
                all.push_back(draft);
        }
    }
    std::ranges::stable_sort(all, std::ranges::greater(), &KeptText::time);
    return all;
}

QString KeptText::newest() const
{
    const QFileInfo usual(m_usual), other(m_other);
    const bool both = usual.exists() && !m_other.isEmpty() && other.exists();
    if (both)
        return other.lastModified() > usual.lastModified() ? m_other : m_usual;
    return usual.exists() ? m_usual : !m_other.isEmpty() && other.exists() ? m_other : QString();
}

std::optional<QString> KeptText::text() const { return newest().isEmpty() ? std::nullopt : textOf(newest()); }

QDateTime KeptText::time() const { return QFileInfo(newest()).lastModified(); }

bool KeptText::differs() const
{
    const auto draft = text();
    return draft && draft != textOf(m_path);
}

QString KeptText::keep(const QString& text) const
{
    const auto keepAs = [&](const QString& file) {
        return write(nameBeside(file), QFileInfo(m_path).absoluteFilePath()).and_then([&] {
            return write(file, text);
        });
    };
    const auto kept = keepAs(m_usual);
    if (kept) {
        if (!m_other.isEmpty())
            removeBoth(m_other);
        return {};
    }
    const QString why = QString::fromStdString(kept.error());
    if (!m_other.isEmpty() && keepAs(m_other))
        return tr("The text is kept until you log out: %1. It is in %2.").arg(why, m_other);
    return tr("The text is not kept for the case of a crash: %1. The file is %2.").arg(why, m_usual);
}

void KeptText::remove() const
{
    removeBoth(m_usual);
    if (!m_other.isEmpty())
        removeBoth(m_other);
}

std::unique_ptr<QLockFile> KeptText::lockBeside(const QString& draft)
{
    QDir().mkpath(QFileInfo(draft).path());
    auto lock = std::make_unique<QLockFile>(draft + QStringLiteral(".lock"));
    lock->setStaleLockTime(0); // but for a program that has ended
    // To take over that of a program that has ended it writes a file first, for which a full disk has no room.
    if (!lock->tryLock(0) && lock->error() == QLockFile::LockFailedError && lock->removeStaleLockFile())
        lock->tryLock(0);
    return lock;
}

/// In the usual place; where that takes none, in the other one, which is looked at as long as a lock is there.
std::unique_ptr<QLockFile> KeptText::lock() const
{
    auto usual = lockBeside(m_usual);
    const bool suffices = usual->isLocked() && !QFile::exists(m_other + QStringLiteral(".lock"));
    if (m_other.isEmpty() || suffices || usual->error() == QLockFile::LockFailedError)
        return usual;
    auto other = lockBeside(m_other);
    if (usual->isLocked() && other->error() != QLockFile::LockFailedError)
        return usual;
    return other;
}

void KeptText::discard() const
{
    if (lock()->error() != QLockFile::LockFailedError)
        remove();
}

} // namespace ui

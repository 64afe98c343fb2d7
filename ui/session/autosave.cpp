// SPDX-License-Identifier: GPL-3.0-or-later
// The thread waits a little after the first change, so that a slider that is dragged costs one write, not hundreds.
#include "ui/session/autosave.h"

#include "core/io/scenario_json.h"
#include "core/io/write_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLoggingCategory>

#include <algorithm>
#include <chrono>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace ui
{

namespace
{

Q_LOGGING_CATEGORY(autosave, "rooflight.autosave", QtWarningMsg)

constexpr std::chrono::seconds delay(2); // the promise is 5 s
const QString ending = QStringLiteral(".rooflight.json");

QString beside(const QString& record, const char* other)
{
    return record.chopped(ending.size()) + QLatin1String(other);
}

/// For its user alone.
void makeFolder(const QString& folder)
{
    QDir().mkpath(folder);
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

std::string nameOf(const QString& path) { return QFile::encodeName(path).toStdString(); }

/// An empty name is that of no record.
void removeRecord(const QString& record)
{
    if (record.isEmpty())
        return;
    QFile::remove(record);
    QFile::remove(beside(record, ".path"));
}

tl::expected<void, std::string> writeRecord(const QString& record, const QByteArray& mark, const QString& fileName,
                                            const std::string& text)
{
    const std::string place = mark.toHex().toStdString() + '\n' + fileName.toStdString();
    auto written = core::writeOwnFile(nameOf(beside(record, ".path")), place).and_then([&] {
        return core::writeOwnFile(nameOf(record), text);
    });
    if (!written && !QFile::exists(record))
        QFile::remove(beside(record, ".path")); // of a record that could not be written
    return written;
}

} // namespace

class RecordLock
{
public:
    explicit RecordLock(const QString& record) : m_path(nameOf(beside(record, ".lock"))) { hold(); }
    ~RecordLock() { close(); }
    Q_DISABLE_COPY_MOVE(RecordLock)

    bool isHeld() const { return m_isHeld; }
    void remove() const { ::unlink(m_path.c_str()); }
    /// Again, where somebody has removed it.
    void make(const QString& folder)
    {
        if (::access(m_path.c_str(), F_OK) == 0)
            return;
        close();
        makeFolder(folder);
        hold();
    }

private:
    void hold()
    {
        m_file = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        m_isHeld = m_file >= 0 && ::flock(m_file, LOCK_EX | LOCK_NB) == 0;
    }
    void close() const
    {
        if (m_file >= 0)
            ::close(m_file);
    }

    std::string m_path;
    int m_file = -1;
    bool m_isHeld = false;
};

Autosave::Autosave(Session& session, const QString& folder, const QString& other)
    : m_session(session), m_folder(folder), m_other(other), m_record(QStringLiteral("%1/%2-%3%4")
                                                                         .arg(folder)
                                                                         .arg(QDateTime::currentMSecsSinceEpoch())
                                                                         .arg(QCoreApplication::applicationPid())
                                                                         .arg(ending))
{
    if (!other.isEmpty())
        m_otherRecord = other + m_record.sliced(folder.size());
    makeFolder(folder);
    connect(&session, &Session::changed, this, &Autosave::note);
    connect(&session, &Session::fileNameChanged, this, &Autosave::note);
    connect(&session, &Session::typed, this, &Autosave::note);
    connect(&session.undoStack(), &QUndoStack::cleanChanged, this, &Autosave::note);
    try {
        m_thread = std::thread([this] { work(); });
    } catch (const std::system_error&) { // then each change is written at once, here
    }
    note();
}

Autosave::~Autosave()
{
    {
        const std::lock_guard held(m_mutex);
        m_ends = true;
    }
    m_news.notify_one();
    if (m_thread.joinable())
        m_thread.join();
    if (m_lock && !QFile::exists(m_record))
        m_lock->remove();
    if (m_otherLock && !QFile::exists(m_otherRecord))
        m_otherLock->remove();
}

QString Autosave::folderOfProgram() { return QFile::decodeName(core::statePath("unsaved").c_str()); }
QString Autosave::otherFolderOfProgram() { return QFile::decodeName(core::runtimePath("unsaved").c_str()); }

/// On the window's thread: a copy of the scenario is all that it costs.
void Autosave::note()
{
    const Session::Aside* aside = m_session.aside(); // of a lesson there is nothing to lose
    Job job = aside ? Job{aside->scenario, aside->fileName, aside->mark}
                    : Job{m_session.asTyped(), m_session.fileName(), m_session.fileMark()};
    if (aside ? !aside->isChanged : m_session.isSaved() && job.scenario == m_session.scenario())
        job.scenario.reset();
    if (!job.scenario && !m_lock)
        return; // nothing was ever written
    if (!m_lock)
        m_lock = std::make_shared<RecordLock>(m_record);
    if (!m_thread.joinable())
        return keep(job);
    {
        const std::lock_guard held(m_mutex);
        m_hurry |= !job.scenario; // a saved document must not be offered as unsaved
        m_job = std::move(job);
    }
    m_news.notify_one();
}

void Autosave::hurry()
{
    {
        const std::lock_guard held(m_mutex);
        m_hurry = m_job.has_value();
    }
    m_news.notify_one();
}

void Autosave::saveNow()
{
    note();
    hurry();
    std::unique_lock held(m_mutex);
    if (m_thread.joinable())
        m_done.wait(held, [this] { return !m_job && !m_working; });
}

void Autosave::forget()
{
    saveNow();
    removeRecord(m_record);
    removeRecord(m_otherRecord);
}

void Autosave::work()
{
    std::unique_lock held(m_mutex);
    for (;;) {
        m_news.wait(held, [this] { return m_job || m_ends; });
        m_news.wait_for(held, delay, [this] { return m_hurry || m_ends; });
        const std::optional<Job> job = std::exchange(m_job, std::nullopt);
        if (!job)
            return;
        m_hurry = false;
        m_working = true;
        held.unlock();
        keep(*job);
        held.lock();
        m_working = false;
        m_done.notify_all();
    }
}

/// Nothing stays but what another window may be shown.
void Autosave::drop()
{
    removeRecord(m_record);
    removeRecord(m_otherRecord);
    m_lock->remove();
    if (m_otherLock)
        m_otherLock->remove();
    tell({});
}

void Autosave::keep(const Job& job)
{
    if (!job.scenario)
        return drop();
    const auto text = core::scenarioFile(*job.scenario);
    if (!text)
        return tell(
            tr("Changes are not kept for the case of a crash: %1.").arg(QString::fromStdString(text.error().text)));
    m_lock->make(m_folder);
    const auto written = writeRecord(m_record, job.mark, job.fileName, *text);
    if (written && m_otherLock) {
        removeRecord(m_otherRecord);
        m_otherLock->remove();
    }
    if (written)
        return tell({});
    if (!QFile::exists(m_record))
        m_lock->remove();
    tell(keepElsewhere(job, *text, written.error()));
}

/// What is to be said of it.
QString Autosave::keepElsewhere(const Job& job, const std::string& text, const std::string& why)
{
    const QString reason = QString::fromStdString(why);
    if (!m_otherRecord.isEmpty()) {
        if (m_otherLock)
            m_otherLock->make(m_other);
        else {
            makeFolder(m_other);
            m_otherLock = std::make_shared<RecordLock>(m_otherRecord);
        }
        if (writeRecord(m_otherRecord, job.mark, job.fileName, text))
            return tr("Changes are kept until you log out: %1. They are in %2.").arg(reason, m_otherRecord);
        m_otherLock->remove();
    }
    return tr("Changes are not kept for the case of a crash: %1. The file is %2.").arg(reason, m_record);
}

/// Each problem once, until it succeeds again.
void Autosave::tell(const QString& problem)
{
    if (std::exchange(m_said, problem) == problem)
        return;
    if (!problem.isEmpty()) // where the program ends nobody sees the window's notice
        qCWarning(autosave).noquote() << problem;
    emit failed(problem);
}

/// Locks of windows that were killed with nothing to keep. One that a window is just about to hold is younger.
void Autosave::sweepLocks(const QString& folder) const
{
    const QDateTime old = QDateTime::currentDateTime().addSecs(-60);
    for (const QFileInfo& file : QDir(folder).entryInfoList({QStringLiteral("*.lock")}, QDir::Files)) {
        const QString record = file.filePath().chopped(5) + ending;
        if (file.lastModified() > old || QFile::exists(record) || record == m_record || record == m_otherRecord)
            continue;
        if (const RecordLock lock(record); lock.isHeld())
            lock.remove();
    }
}

std::vector<Recovered> Autosave::recovered() const
{
    QFileInfoList files;
    for (const QString& folder : {m_other, m_folder}) { // of two of one time that of the other folder is the newer
        if (folder.isEmpty())
            continue;
        sweepLocks(folder);
        files += QDir(folder).entryInfoList({u'*' + ending}, QDir::Files, QDir::Time);
    }
    std::ranges::stable_sort(files, std::ranges::greater(), [](const QFileInfo& file) { return file.lastModified(); });
    const auto nameOfRecord = [](const Recovered& one) { return QFileInfo(one.record).fileName(); };
    std::vector<Recovered> all;
    QStringList windows; // whose newest record is found; a record has the same name in both folders
    for (const QFileInfo& file : files) {
        const QString record = file.filePath();
        if (windows.contains(file.fileName())) {
            const auto newer = std::ranges::find(all, file.fileName(), nameOfRecord);
            if (newer != all.end())
                newer->older = record;
            continue;
        }
        const bool isOwn = record == m_record || record == m_otherRecord;
        auto lock = isOwn ? nullptr : std::make_shared<RecordLock>(record);
        if (!lock || !lock->isHeld())
            windows << file.fileName();
        if (!lock || !lock->isHeld() || !file.exists())
            continue;
        auto read = readDocumentFile(record, *m_session.scenario().presets);
        if (!read) {
            qCWarning(autosave).noquote() << QString::fromStdString(read.error().text);
            continue;
        }
        const QString place = QString::fromStdString(core::readFile(nameOf(beside(record, ".path"))).value_or("\n"));
        windows << file.fileName();
        const bool marked = place.contains(u'\n'); // not by versions before
        const QByteArray mark = marked ? QByteArray::fromHex(place.section(u'\n', 0, 0).toLatin1()) : QByteArray();
        all.push_back({record, std::move(read->scenario), marked ? place.section(u'\n', 1) : place, mark,
                       file.lastModified(), std::move(lock)});
    }
    return all;
}

void Autosave::discard(const Recovered& one)
{
    removeRecord(one.older);
    if (!one.older.isEmpty())
        QFile::remove(beside(one.older, ".lock"));
    removeRecord(one.record);
    one.lock->remove();
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Changes that are not saved, kept for the case that the program ends before they are: at most 5 s old, written by a
// thread of its own. One record for each session: the scenario, the name of its file, and a lock that the system
// gives back however the program ends.
#pragma once

#include "ui/session/session.h"

#include <QDateTime>
#include <QObject>
#include <QString>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace ui
{

class RecordLock;

/// What a program that is gone had not saved. Nobody else is offered it while it is held.
struct Recovered {
    QString record; // its file
    core::Scenario scenario;
    QString fileName; // of the document; empty where it had none
    QByteArray mark;  // Session::fileMark(); null: not known
    QDateTime time;   // of its last change
    std::shared_ptr<RecordLock> lock;
    QString older = {}; // a record of the same window, which this one replaces; empty where there is none
};

class Autosave : public QObject
{
    Q_OBJECT
public:
    /// Keeps its records in `folder`, which it makes; where that takes nothing, in the other one.
    Autosave(Session&, const QString& folder, const QString& other = {});
    /// Writes what waits, and leaves the record.
    ~Autosave() override;

    /// $XDG_STATE_HOME/rooflight/unsaved, as the XDG Base Directory Specification has it.
    static QString folderOfProgram();
    /// $XDG_RUNTIME_DIR/rooflight/unsaved, which lasts until you log out; empty where there is none.
    static QString otherFolderOfProgram();

    /// Comes back when the record is on the disk.
    void saveNow();
    /// As soon as the thread can.
    void hurry();
    /// The document is saved or given up: nothing is to be recovered.
    void forget();

    /// Of programs that are gone, the newest first and one of each window. What cannot be read stays where it is.
    std::vector<Recovered> recovered() const;
    static void discard(const Recovered&);

signals:
    /// One sentence; empty once it succeeds again.
    void failed(const QString& sentence);

private:
    struct Job {
        std::optional<core::Scenario> scenario; // none: the record goes
        QString fileName;
        QByteArray mark;
    };

    void note();
    void work();
    void keep(const Job&);
    void drop();
    QString keepElsewhere(const Job&, const std::string& text, const std::string& why);
    void tell(const QString& problem);
    void sweepLocks(const QString& folder) const;

    Session& m_session;
    QString m_folder, m_other;
    QString m_record, m_otherRecord; // the latter is empty where there is no other folder
    std::shared_ptr<RecordLock> m_lock, m_otherLock;

    std::mutex m_mutex; // of what follows
    std::condition_variable m_news, m_done;
    std::optional<Job> m_job;
    bool m_hurry = false;
    bool m_working = false;
    bool m_ends = false;
    QString m_said;       // of the thread alone
    std::thread m_thread; // not running where none could be started
};

} // namespace ui

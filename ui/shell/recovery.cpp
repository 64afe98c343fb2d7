// SPDX-License-Identifier: GPL-3.0-or-later
// A record goes only when the restored document has one of its own, or when discarding can no longer be undone.
#include "ui/shell/recovery.h"

#include "ui/shell/notice_bar.h"

#include <QFileInfo>
#include <QLocale>

namespace ui
{

namespace
{

const QString id = QStringLiteral("recovery");

QString titleOf(const Recovered& one)
{
    const QString file = QFileInfo(one.fileName).fileName();
    const QString title = QString::fromStdString(one.scenario.title);
    return !file.isEmpty() ? file : title.isEmpty() ? Recovery::tr("a scenario without name") : title;
}

} // namespace

Recovery::Recovery(Session& session, Autosave& autosave, NoticeBar& notices, std::function<bool()> mayLeave,
                   QObject* parent)
    : QObject(parent), m_session(session), m_autosave(autosave), m_notices(notices), m_mayLeave(std::move(mayLeave)),
      m_waiting(autosave.recovered())
{
    offer();
    connect(&session.undoStack(), &QUndoStack::indexChanged, this, [this] { leaveUndo(); });
}

Recovery::~Recovery()
{
    for (const Recovered& one : m_discarded)
        Autosave::discard(one);
}

void Recovery::offer()
{
    if (m_waiting.empty())
        return m_notices.withdraw(id);
    const Recovered& first = m_waiting.front();
    const QString time = QLocale().toString(first.time, QLocale::ShortFormat);
    m_notices.ask({id,
                   tr("%1 had changes that were not saved, of %2.").arg(titleOf(first), time),
                   {{tr("Restore"), [this] { restore(); }}, {tr("Discard"), [this] { discard(); }}}});
}

void Recovery::restore()
{
    if (m_mayLeave()) {
        const Recovered one = m_waiting.front();
        m_waiting.erase(m_waiting.begin());
        m_session.restore(one.scenario, one.fileName, one.mark);
        m_autosave.saveNow();
        Autosave::discard(one);
    }
    offer();
}

/// Work goes on: what waits is offered, or the hints come back.
void Recovery::leaveUndo()
{
    if (std::exchange(m_offersUndo, false))
        offer();
}

void Recovery::discard()
{
    m_offersUndo = true;
    m_discarded.push_back(m_waiting.front());
    m_waiting.erase(m_waiting.begin());
    m_notices.ask({id,
                   tr("The changes of %1 are discarded.").arg(titleOf(m_discarded.back())),
                   {{tr("Undo"),
                     [this] {
                         m_waiting.insert(m_waiting.begin(), m_discarded.back());
                         m_discarded.pop_back();
                         m_offersUndo = false;
                         offer();
                     }},
                    {{}, [this] { leaveUndo(); }}}});
}

} // namespace ui

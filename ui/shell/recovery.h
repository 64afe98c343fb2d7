// SPDX-License-Identifier: GPL-3.0-or-later
// Offers what earlier windows had not saved when they ended, documents, texts of lessons and playlists, one after the
// other.
#pragma once

#include "core/lesson/course.h"
#include "ui/session/autosave.h"

#include <QObject>

#include <functional>
#include <optional>
#include <vector>

#include <tl/expected.hpp>

namespace ui
{

class NoticeBar;
class KeptText;

class Recovery : public QObject
{
    Q_OBJECT
public:
    /// `mayLeave` asks about changes of the document that is open, `edit` opens the text of a lesson.
    Recovery(Session&, Autosave&, NoticeBar&, std::function<bool()> mayLeave,
             const std::function<void(const QString& path)>& edit = {});
    /// What was discarded is gone only now.
    ~Recovery() override;

private:
    using Restored = tl::expected<void, QString>; // else it waits on; why, empty where the user said so
    struct Waiting {
        QString sentence, title, answer;
        std::function<Restored()> restore;
        std::function<void()> discard;
    };

    Waiting documentOf(const Recovered&);
    static Waiting playlistOf(const KeptText&, core::Course);
    static Waiting keptTextOf(const KeptText&, const std::function<void(const QString& path)>& edit);
    void offer();
    void restore();
    void discard();
    void leaveUndo();

    Session& m_session;
    Autosave& m_autosave;
    NoticeBar& m_notices;
    std::function<bool()> m_mayLeave;
    std::vector<Waiting> m_waiting;
    std::vector<Waiting> m_discarded;
    bool m_offersUndo = false; // of the last one
};

} // namespace ui

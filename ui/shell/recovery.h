// SPDX-License-Identifier: GPL-3.0-or-later
// Offers what earlier windows had not saved when they ended, one after the other.
#pragma once

#include "ui/session/autosave.h"

#include <QObject>

#include <functional>
#include <optional>
#include <vector>

namespace ui
{

class NoticeBar;

class Recovery : public QObject
{
    Q_OBJECT
public:
    /// `mayLeave` asks about changes of the document that is open.
    Recovery(Session&, Autosave&, NoticeBar&, std::function<bool()> mayLeave, QObject* parent = nullptr);
    /// What was discarded is gone only now.
    ~Recovery() override;

private:
    void offer();
    void restore();
    void discard();
    void leaveUndo();

    Session& m_session;
    Autosave& m_autosave;
    NoticeBar& m_notices;
    std::function<bool()> m_mayLeave;
    std::vector<Recovered> m_waiting;
    std::vector<Recovered> m_discarded;
    bool m_offersUndo = false; // of the last one
};

} // namespace ui

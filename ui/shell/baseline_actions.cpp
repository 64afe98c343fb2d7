// SPDX-License-Identifier: GPL-3.0-or-later
// Each change of the baselines is one undo step of the document, which holds them.
#include "ui/shell/baseline_actions.h"

#include "ui/session/session.h"
#include "ui/shell/actions.h"

#include <QApplication>
#include <QInputDialog>
#include <QStatusTipEvent>

#include <algorithm>
#include <utility>

namespace ui
{

BaselineActions::BaselineActions(Actions& actions, Session& session, QWidget& window)
    : QObject(&window), m_actions(actions), m_session(session), m_window(window)
{
    m_actions.on("pin-baseline", this, [this] { pin(); });
    m_actions.on("swap-baseline", this, [this] { follow(QStringLiteral("swap/0")); }); // none is left after an undo
    m_actions.on("compare", this, [this] {
        m_session.showBaselines(true);
        emit comparisonAsked();
    });
    m_actions.on("remove-baselines", this, [this] {
        core::Scenario after = m_session.scenario();
        after.baselines.clear();
        m_session.change(std::move(after), tr("Remove baselines"));
    });
    m_actions.action("show-baselines")->setCheckable(true);
    m_actions.on("show-baselines", this, [this] { m_session.showBaselines(!m_session.showsBaselines()); });
    connect(&m_session, &Session::changed, this, &BaselineActions::refresh);
    refresh();
}

void BaselineActions::refresh()
{
    const std::size_t count = m_session.scenario().baselines.size();
    for (const char* id : {"swap-baseline", "compare", "remove-baselines", "show-baselines"})
        m_actions.setEnabled(id, count > 0);
    m_actions.action("show-baselines")->setChecked(m_session.showsBaselines());
}

void BaselineActions::follow(const QString& link)
{
    const std::size_t place = link.section(u'/', 1).toULong();
    if (place >= m_session.scenario().baselines.size())
        return;
    const QString act = link.section(u'/', 0, 0);
    if (act == QLatin1String("swap"))
        swap(place);
    else if (act == QLatin1String("take"))
        take(place);
    else if (act == QLatin1String("rename"))
        rename(place);
    else if (act == QLatin1String("remove"))
        remove(place);
}

void BaselineActions::pin()
{
    core::Scenario after = m_session.scenario();
    if (after.baselines.size() >= core::maxBaselines) {
        QStatusTipEvent said(tr("Nothing was pinned: there are %1 baselines already. Remove one under Compare first.")
                                 .arg(after.baselines.size()));
        QApplication::sendEvent(&m_window, &said);
        return;
    }
    core::Scenario pinned = after;
    pinned.baselines.clear();
    pinned.letter = core::freeLetter(after);
    const QChar letter = QLatin1Char(pinned.letter);
    after.baselines.insert(std::ranges::upper_bound(after.baselines, pinned.letter, {}, &core::Scenario::letter),
                           pinned);
    m_session.showBaselines(true);
    m_session.change(std::move(after), tr("Pin baseline %1").arg(letter));
    emit comparisonAsked();
}

QChar BaselineActions::letterAt(std::size_t place) const
{
    return QLatin1Char(m_session.scenario().baselines[place].letter);
}

void BaselineActions::swap(std::size_t place)
{
    core::Scenario before = m_session.scenario();
    auto baselines = std::exchange(before.baselines, {});
    core::Scenario after = std::exchange(baselines[place], std::move(before));
    baselines[place].letter = std::exchange(after.letter, 0);
    after.baselines = std::move(baselines);
    m_session.showBaselines(true);
    m_session.change(std::move(after), tr("Swap with baseline %1").arg(letterAt(place)));
}

void BaselineActions::take(std::size_t place)
{
    const core::Scenario& now = m_session.scenario();
    core::Scenario after = now.baselines[place];
    after.letter = 0;
    after.baselines = now.baselines;
    m_session.change(std::move(after), tr("Go back to baseline %1").arg(letterAt(place)));
}

void BaselineActions::rename(std::size_t place)
{
    core::Scenario after = m_session.scenario();
    auto& title = after.baselines[place].title;
    bool chosen = false;
    const QString words = QInputDialog::getText(&m_window, tr("Rename the baseline"), tr("Title"), QLineEdit::Normal,
                                                QString::fromStdString(title), &chosen);
    if (!chosen)
        return;
    title = words.toStdString();
    m_session.change(std::move(after), tr("Rename baseline %1").arg(letterAt(place)));
}

void BaselineActions::remove(std::size_t place)
{
    core::Scenario after = m_session.scenario();
    after.baselines.erase(after.baselines.begin() + static_cast<std::ptrdiff_t>(place));
    m_session.change(std::move(after), tr("Remove baseline %1").arg(letterAt(place)));
}

} // namespace ui

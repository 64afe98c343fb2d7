// SPDX-License-Identifier: GPL-3.0-or-later
// The button that leads back to the tab from which something was opened.
#pragma once

#include "core/check/check.h"

#include <QPushButton>

#include <functional>
#include <optional>
#include <vector>

namespace ui
{

class Session;

class BackButton : public QPushButton
{
    Q_OBJECT
public:
    explicit BackButton(Session&, QWidget* parent = nullptr);

    /// From a tab to a page, for which `edit` puts something into the scenario: the way back undoes it, unless the
    /// scenario was changed since.
    void open(const QString& tab, const QWidget* page, const std::function<void()>& edit);
    /// A collective, which stays; there is a way back while it is the one that is open.
    void open(const QString& tab, const QWidget* page, const core::Repair& collective);
    /// Shows itself where it leads back from a page.
    void offer(const QWidget* page);
    /// Whether it did.
    bool goBack();
    /// None while it is hidden: a QTabWidget would leave out the tabs behind it.
    QSize sizeHint() const override { return isHidden() ? QSize(0, 0) : QPushButton::sizeHint(); }

signals:
    void taken(const QString& tab);

private:
    struct Target {
        QString tab; // to which it leads
        const QWidget* page;
        std::uint64_t document;
        int before, after;                      // undo steps without what was put into the scenario, and with it
        std::optional<core::Repair> collective; // that is open
    };
    Target& remember(const QString& tab, const QWidget* page);
    bool leadsBack(const Target&, const QWidget* page) const;

    Session& m_session;
    std::vector<Target> m_targets; // one a page, the latest last
    const QWidget* m_offered = nullptr;
};

} // namespace ui

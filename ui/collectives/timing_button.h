// SPDX-License-Identifier: GPL-3.0-or-later
// Ends a long timing of a collective, and begins it anew after that; in sight only then.
#pragma once

#include <QPushButton>
#include <QTimer>

class QShortcut;

namespace core
{
class CollectiveCache;
struct Scenario;
} // namespace core

namespace ui
{

class TimingButton : public QPushButton
{
    Q_OBJECT
public:
    explicit TimingButton(QWidget* parent = nullptr);

    /// After the cache was asked for the scenario's collective. "Cancel" comes into sight when it is not soon there.
    void present(const core::CollectiveCache&, const core::Scenario&);

signals:
    void cancelAsked();
    void againAsked();

private:
    bool m_cancels = false;
    QTimer m_soon;
    QShortcut* m_escape;
};

} // namespace ui

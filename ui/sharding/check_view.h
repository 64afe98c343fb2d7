// SPDX-License-Identifier: GPL-3.0-or-later
// A small example of the product, computed: the numbers that each device holds after every step, on their way.
#pragma once

#include "core/sharding/example.h"

#include <QWidget>

#include <optional>

namespace ui
{

class Player;

class CheckView : public QWidget
{
    Q_OBJECT
public:
    explicit CheckView(Player&, QWidget* parent = nullptr);

    /// Buttons that play it, and save its table.
    QWidget* makeTransport();
    /// Loads the player with the steps of the chosen plan.
    void present(const core::ShardingReport&);
    /// The step in sight, and at the end whether the result is right.
    QString sentence() const;
    bool hasExample() const { return m_example.has_value(); }
    /// CSV: a row for each number that a device holds after a step; empty where there is no example.
    QByteArray table() const;
    QSize sizeHint() const override { return {480, minimumHeight()}; }

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override { fit(); }
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;

private:
    void fit();

    Player& m_player;
    std::optional<core::ShardingExample> m_example;
    core::ShardingExpression m_expression;
    QString m_problem; // why there is none
};

} // namespace ui

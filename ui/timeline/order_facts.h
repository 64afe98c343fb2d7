// SPDX-License-Identifier: GPL-3.0-or-later
// What an order of one's own takes and saves, and what the engine's take, as a text whose numbers explain themselves.
#pragma once

#include "core/collectives/own_order.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace ui
{

class ValueLabel;

class OrderFacts : public QWidget
{
    Q_OBJECT
public:
    explicit OrderFacts(QWidget* parent = nullptr);

    /// `own`: null where there is no valid order; the engine's times stand alone then.
    void show(const core::MatmulRequest&, const core::OwnMatmul* own);
    /// As it reads.
    QString text() const;

signals:
    /// Ids are those of core/evaluate/own_order_numbers.h.
    void explained(const QString& id);

private:
    QLabel* addWord(QLayout&, const QString&);
    ValueLabel* addNumber(QLayout&, const char* id, const QString& title);
    void layOutOwn(QLayout& times, QLayout& buffers);
    void layOutEngine(QLayout&);
    void showOwn(const core::MatmulRequest&, const core::OwnMatmul&);

    struct Engine {
        core::CollectiveAlgorithm mode;
        QLabel* word;
        ValueLabel* time;
    };
    std::vector<QWidget*> m_own; // all about the order
    ValueLabel* m_time = nullptr;
    ValueLabel* m_inTurn = nullptr;
    QLabel* m_savedWord = nullptr;
    ValueLabel* m_saved = nullptr;
    ValueLabel* m_share = nullptr;
    ValueLabel* m_buffers = nullptr;
    ValueLabel* m_naiveBuffers = nullptr;
    std::vector<Engine> m_engines;
    QLabel* m_clock = nullptr;
};

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// What a custom schedule takes and saves, and what the built-in ones take: a text whose numbers explain themselves.
#pragma once

#include "core/collectives/matmul/own_order.h"

#include <QWidget>

#include <vector>

class QLabel;
class QVBoxLayout;

namespace ui
{

class NumberText;
class ValueLabel;

class OrderFacts : public QWidget
{
    Q_OBJECT
public:
    explicit OrderFacts(QWidget* parent = nullptr);

    /// `own`: null where there is no valid order; the engine's times stand alone then.
    void present(const core::MatmulRequest&, const core::OwnMatmul* own);

private:
    NumberText& addLine();
    void layOutOwn(NumberText& times, NumberText& buffers);
    void layOutEngine(NumberText&);
    void showOwn(const core::MatmulRequest&, const core::OwnMatmul&);

    struct Engine {
        core::CollectiveAlgorithm mode;
        QLabel* word;
        ValueLabel* time;
    };
    QVBoxLayout* m_lines;
    std::vector<QWidget*> m_own; // all about the order
    ValueLabel* m_time = nullptr;
    ValueLabel* m_serialized = nullptr;
    QLabel* m_savedWord = nullptr;
    ValueLabel* m_saved = nullptr;
    ValueLabel* m_share = nullptr;
    ValueLabel* m_buffers = nullptr;
    ValueLabel* m_naiveBuffers = nullptr;
    std::vector<Engine> m_engines;
    QLabel* m_clock = nullptr;
};

} // namespace ui

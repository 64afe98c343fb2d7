// SPDX-License-Identifier: GPL-3.0-or-later
// Orders of products written as text, and requests with round numbers, for tests.
#pragma once

#include "collectives/oracle.h"
#include "core/collectives/matmul/own_order.h"

#include <QStringList>

namespace tests
{

/// A ring (two chips: a line) of shards that take `wire` seconds on a link and one second of arithmetic.
inline core::MatmulRequest orderRequest(int chips, bool oneWay = false,
                                        core::MatmulForm form = core::MatmulForm::gather, double wire = 1.5,
                                        double hop = 0.25)
{
    core::MatmulRequest request;
    request.form = form;
    request.topology = oracleTopology(QString::number(chips), chips > 2 ? QStringLiteral("w") : QString(), 2);
    request.topology.oneWay = oneWay;
    request.even = true;
    request.elements = chips;
    request.elementBytes = wire;
    request.rates = {core::Quantity<core::dim::bytePerSecond>(1), core::Quantity<core::dim::second>(hop)};
    request.shardTime = core::Quantity<core::dim::second>(1);
    return request;
}

/// "0 | 3a 1b | 2": steps and their shards.
inline core::ChipOrder orderOf(const QString& text)
{
    core::ChipOrder order;
    for (const auto& step : text.split(u'|')) {
        order.emplace_back();
        for (const auto& name : step.split(u' ', Qt::SkipEmptyParts)) {
            const bool half = name.back().isLetter();
            order.back().push_back({half ? name.chopped(1).toInt() : name.toInt(),
                                    half ? name.back().unicode() - u'a' : core::ShardProduct::wholeShard});
        }
    }
    return order;
}

inline QString textOf(const core::ChipOrder& order)
{
    QStringList steps;
    for (const auto& step : order) {
        QStringList names;
        for (const auto& product : step)
            names << QString::number(product.shard) +
                         (product.half < 0 ? QString() : QString(QChar(u'a' + product.half)));
        steps << names.join(u' ');
    }
    return steps.join(QStringLiteral(" | "));
}

} // namespace tests

// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the table of an independent simulation and turns its rows into requests.
#pragma once

#include "core/collectives/schedules/request.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

namespace tests
{

/// Places in a row of "rows".
namespace column
{
enum {
    kind,
    sides,
    wraps,
    directions,
    algorithm,
    volume,
    steps,
    critical,
    busiest,
    total,
    bound,
    form,
    lockstep0,
    lockstep1,
    book1,
    async0,
    async1,
    runs
};
} // namespace column

/// The whole table.
QJsonObject oracle();

/// A torus such as "4x8" with a letter per axis, "w" where it closes.
core::Topology oracleTopology(const QString& sides, const QString& wraps, int directions);

/// A row of "rows" as a sentence.
QString oracleRowName(const QJsonArray& row);

/// One row of "rows"; `hop` in microseconds.
core::CollectiveRequest oracleRequest(const QJsonArray& row, double hop);

} // namespace tests

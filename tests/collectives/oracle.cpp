// SPDX-License-Identifier: GPL-3.0-or-later
// Reads tests/collectives/oracle.json.
#include "collectives/oracle.h"

#include "support/source_file.h"

#include <QFile>
#include <QJsonDocument>
#include <QStringList>

#include <map>
#include <string>

namespace tests
{

QJsonObject oracle()
{
    QFile file(sourceFile(QStringLiteral("tests/collectives/oracle.json")));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("tests/collectives/oracle.json cannot be read");
    return QJsonDocument::fromJson(file.readAll()).object();
}

core::Topology oracleTopology(const QString& sides, const QString& wraps, int directions)
{
    core::Topology topology;
    const auto lengths = sides.split(u'x');
    for (qsizetype axis = 0; axis < lengths.size(); ++axis)
        topology.axes[static_cast<std::size_t>(axis)] = {lengths[axis].toInt(),
                                                         axis < wraps.size() && wraps[axis] == u'w'};
    topology.oneWay = directions == 1;
    return topology;
}

QString oracleRowName(const QJsonArray& row)
{
    return QStringLiteral("%1 of %2 bytes, %3 on %4 (%5), %6 directions")
        .arg(row[0].toString(), QString::number(row[5].toInteger()), row[4].toString(), row[1].toString(),
             row[2].toString(), QString::number(row[3].toInt()));
}

core::CollectiveRequest oracleRequest(const QJsonArray& row, double hop)
{
    using core::CollectiveAlgorithm;
    using core::CollectiveKind;
    static const std::map<QString, CollectiveKind> kinds{
        {QStringLiteral("allgather"), CollectiveKind::allGather},
        {QStringLiteral("reducescatter"), CollectiveKind::reduceScatter},
        {QStringLiteral("allreduce"), CollectiveKind::allReduce},
        {QStringLiteral("alltoall"), CollectiveKind::allToAll},
    };
    static const std::map<QString, CollectiveAlgorithm> algorithms{
        {QStringLiteral("rotated"), CollectiveAlgorithm::rotated},
        {QStringLiteral("rotated-slots"), CollectiveAlgorithm::timeSlots},
        {QStringLiteral("sequential"), CollectiveAlgorithm::axisByAxis},
        {QStringLiteral("offsets"), CollectiveAlgorithm::offsets},
        {QStringLiteral("middle16"), CollectiveAlgorithm::middle},
    };
    core::CollectiveRequest request;
    request.kind = kinds.at(row[0].toString());
    request.topology = oracleTopology(row[1].toString(), row[2].toString(), row[3].toInt());
    request.algorithm = algorithms.at(row[4].toString());
    request.elements = row[5].toInteger() / 2;
    request.elementBytes = 2;
    request.pieces = request.algorithm == CollectiveAlgorithm::middle ? 16 : 0;
    request.rates = {core::Quantity<core::dim::bytePerSecond>(45e9), core::Quantity<core::dim::second>(hop * 1e-6)};
    return request;
}

} // namespace tests

// SPDX-License-Identifier: GPL-3.0-or-later
// The list of networks, and the requests that fit one.
#include "collectives/networks.h"

#include "collectives/oracle.h"
#include "core/scenario/choices.h"

namespace tests
{

std::vector<QString> networkNames()
{
    std::vector<QString> names;
    for (const char* name : {"1 -",         "2 -",         "3 -",
                             "3 w",         "4 -",         "4 w",
                             "5 w",         "7 -",         "8 w",
                             "8 -",         "9 w",         "16 w",
                             "3 w one way", "6 w one way", "2x2 --",
                             "2x4 -w",      "2x4 --",      "1x4 -w",
                             "3x3 ww",      "4x4 ww",      "3x5 ww",
                             "4x4 --",      "3x4 -w",      "4x8 ww",
                             "4x8 -w",      "3x5 --",      "2x2x2 ---",
                             "2x3x4 -ww",   "3x3x3 www",   "4x4x4 www",
                             "3x4x5 www",   "2x3x2 ---",   "3x4 ww one way",
                             "switch1",     "switch2",     "switch3",
                             "switch8",     "switch72"})
        names.push_back(QString::fromUtf8(name));
    return names;
}

core::Topology network(const QString& name)
{
    if (name.startsWith(QStringLiteral("switch")))
        return {core::Wiring::throughSwitch, {core::TorusAxis{name.mid(6).toInt(), false}}};
    const auto words = name.split(u' ');
    return oracleTopology(words[0], words[1], words.size() > 2 ? 1 : 2);
}

std::vector<core::CollectiveRequest> requestsOn(const core::Topology& topology, std::int64_t elements,
                                                double hopSeconds)
{
    std::vector<core::CollectiveRequest> requests;
    for (const auto& row : core::collectiveAlgorithms()) {
        core::CollectiveRequest request;
        request.kind = row.kind;
        request.algorithm = row.id;
        request.topology = topology;
        request.elements = elements;
        request.to = topology.chips() - 1;
        request.rates = {core::Quantity<core::dim::bytePerSecond>(45e9), core::Quantity<core::dim::second>(hopSeconds)};
        if (row.obstacle(request).empty())
            requests.push_back(request);
    }
    return requests;
}

QString textOf(const core::CollectiveRequest& request)
{
    const auto text = [](std::string_view view) {
        return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
    };
    return QStringLiteral("%1, %2, %3 elements")
        .arg(text(core::nameOf(request.kind)), text(core::nameOf(request.algorithm)),
             QString::number(request.elements));
}

} // namespace tests

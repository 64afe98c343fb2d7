// SPDX-License-Identifier: GPL-3.0-or-later
// Checks which links and hops limit a collective, by hand, and that the reason given is that limit.
#include "collectives/networks.h"
#include "core/collectives/costs/bounds.h"
#include "core/collectives/costs/cost_inputs.h"
#include "core/inputs/inputs.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

using core::CollectiveKind;

class TstBounds : public QObject
{
    Q_OBJECT

private slots:
    void linksThatLimitAreCounted_data();
    void linksThatLimitAreCounted();
    void longestWayLimitsFewBytes_data();
    void longestWayLimitsFewBytes();
    void rowsThatCrossAnAxisLimitAPermutation();
    void aShortStretchOfARingLimitsAPermutation();
    void unevenBlocksCrossALine();
    void aGatherReachesChipsWithoutElements();
    void noScheduleOverDomainsIsFaster_data();
    void noScheduleOverDomainsIsFaster();
};

namespace
{

/// An array of even parts; a byte takes a nanosecond on a link, a hop a microsecond.
core::CollectiveRequest evenRequest(CollectiveKind kind, const QString& network, std::int64_t bytes)
{
    core::CollectiveRequest request;
    request.kind = kind;
    request.topology = tests::network(network);
    request.elements = bytes;
    request.elementBytes = 1;
    request.even = true;
    request.to = request.topology.chips() - 1;
    request.rates = {core::Quantity<core::dim::bytePerSecond>(1e9), core::Quantity<core::dim::second>(1e-6)};
    return request;
}

} // namespace

void TstBounds::linksThatLimitAreCounted_data()
{
    QTest::addColumn<core::CollectiveKind>("kind");
    QTest::addColumn<QString>("network");
    QTest::addColumn<double>("load"); // share of the array
    QTest::addColumn<double>("links");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, CollectiveKind kind, const char* network, double load, double links,
                        const char* reason) {
        QTest::newRow(name) << kind << QString::fromUtf8(network) << load << links << QString::fromUtf8(reason);
    };
    row("a corner of a mesh takes in the least at once", CollectiveKind::allGather, "4x4 --", 15. / 16, 2,
        "chip 0 has to take in all but its own shard by its links");
    row("the end of a line", CollectiveKind::reduceScatter, "5 -", 4. / 5, 1,
        "chip 0 has to take in all but its own shard by its links");
    // From each of eight places a block goes 0 to 4 links, 16 in all, of 64 blocks.
    row("blocks round a ring", CollectiveKind::allToAll, "8 w", 8. * 16 / 64, 16,
        "all blocks take shortest paths over all links");
    row("blocks through a switch", CollectiveKind::allToAll, "switch8", 56. / 64, 8,
        "all blocks take shortest paths over all links");
    // Half of the chips send half of their array over the middle of the longest axis.
    row("one way blocks cross the middle by half of the links", CollectiveKind::allToAll, "16x3x3 www one way", 1. / 4,
        9, "blocks have to cross the bisection of axis X");
    row("each end of a line has a neighbour", CollectiveKind::permute, "4 -", 1, 1,
        "the array goes by the links of a chip at the ends");
}

void TstBounds::linksThatLimitAreCounted()
{
    QFETCH(const core::CollectiveKind, kind);
    QFETCH(const QString, network);
    QFETCH(const double, load);
    QFETCH(const double, links);
    constexpr std::int64_t bytes = 1LL << 40;
    const auto bound = core::lowerBound(evenRequest(kind, network, bytes));
    COMPARE_NEAR(bound.load, load * bytes, 1e-12);
    QCOMPARE(bound.links, links);
    COMPARE_NEAR(bound.wire, load * bytes / links / 1e9, 1e-12);
    QCOMPARE(bound.time.si(), bound.wire.si());
    QTEST(QString::fromStdString(bound.reason), "reason");
}

void TstBounds::longestWayLimitsFewBytes_data()
{
    QTest::addColumn<core::CollectiveKind>("kind");
    QTest::addColumn<QString>("network");
    QTest::addColumn<int>("hops");
    QTest::addColumn<QString>("reason");
    QTest::newRow("corner to corner of a mesh") << CollectiveKind::allGather << QStringLiteral("4x4 --") << 6
                                                << QStringLiteral("something has to reach the farthest chip");
    QTest::newRow("half a ring") << CollectiveKind::allToAll << QStringLiteral("8 w") << 4
                                 << QStringLiteral("something has to reach the farthest chip");
    QTest::newRow("a neighbour") << CollectiveKind::allReduce << QStringLiteral("2 -") << 1
                                 << QStringLiteral("something has to reach the farthest chip");
    QTest::newRow("a whole ring, one way") << CollectiveKind::allGather << QStringLiteral("6 w one way") << 5
                                           << QStringLiteral("something has to reach the farthest chip");
}

void TstBounds::longestWayLimitsFewBytes()
{
    QFETCH(const core::CollectiveKind, kind);
    QFETCH(const QString, network);
    QFETCH(const int, hops);
    const auto bound = core::lowerBound(evenRequest(kind, network, 64));
    QCOMPARE(bound.hops, hops);
    COMPARE_NEAR(bound.time, hops * 1e-6, 1e-12);
    QTEST(QString::fromStdString(bound.reason), "reason");
}

/// In three rows of six that close one way, everybody sends half a row on: three arrays leave over each link.
void TstBounds::rowsThatCrossAnAxisLimitAPermutation()
{
    auto request = evenRequest(CollectiveKind::permute, QStringLiteral("6x3 ww one way"), 1 << 30);
    for (int chip = 0; chip < 18; ++chip) {
        auto at = request.topology.coordinates(chip);
        at[0] = (at[0] + 3) % 6;
        request.destinations.push_back(request.topology.chip(at));
    }
    const auto bound = core::lowerBound(request);
    COMPARE_NEAR(bound.wire, 3 * request.bytes() / 1e9, 1e-12);
    QCOMPARE(bound.links, 3.);
    QCOMPARE(bound.hops, 3);
    QCOMPARE(bound.reason, std::string("arrays have to leave or reach places 0 to 2 of axis X"));
}

/// Chips 0 and 1 of a ring of eight exchange with 2 and 7: four arrays over the two links round them, both ways.
void TstBounds::aShortStretchOfARingLimitsAPermutation()
{
    auto request = evenRequest(CollectiveKind::permute, QStringLiteral("8 w"), 1 << 30);
    request.destinations = {2, 7, 0, 3, 4, 5, 6, 1};
    const auto bound = core::lowerBound(request);
    COMPARE_NEAR(bound.wire, request.bytes() / 1e9, 1e-12);
    QCOMPARE(bound.reason, std::string("arrays have to leave or reach places 0 to 1 of axis X"));
}

/// Seven elements on a line of five: chips 0 and 1 have two, for chips 0 and 1, and the others one, for chip 0. Three
/// cross between chips 2 and 1; links are taken 11 times in all.
void TstBounds::unevenBlocksCrossALine()
{
    auto request = evenRequest(CollectiveKind::allToAll, QStringLiteral("5 -"), 7);
    request.even = false;
    const auto bound = core::lowerBound(request);
    QCOMPARE(bound.load, 3.);
    QCOMPARE(bound.links, 1.);
    COMPARE_NEAR(bound.wire, 3e-9, 1e-12);
    QCOMPARE(bound.hops, 4);
}

/// Two elements on a line of five: they have to get to the other end.
void TstBounds::aGatherReachesChipsWithoutElements()
{
    auto request = evenRequest(CollectiveKind::allGather, QStringLiteral("5 -"), 2);
    request.even = false;
    QCOMPARE(core::lowerBound(request).hops, 4);
}

namespace
{

/// GPUs behind each switch, n in all; rates in bytes a second. Times are those of an array of one byte in small pieces.
struct DomainSchedules {
    int n, d;
    double nvlink, nic;

    std::vector<int> domains() const
    {
        std::vector<int> sizes;
        for (int left = n; left > 0; left -= d)
            sizes.push_back(std::min(left, d));
        return sizes;
    }

    /// A shard comes into a domain once by the NICs, which share the work, and to this part of its other GPUs by their
    /// own NICs as well; all else goes through NVLink.
    double gather(double again) const
    {
        const double shard = 1. / n;
        double time = 0;
        for (const int g : domains()) {
            const double byNic = (n - g) * shard * (1. / g + again * (g - 1) / g);
            double sent = 0; // of its own shard
            for (const int other : domains())
                sent += shard * (1 + again * (other - 1));
            sent -= shard * (1 + again * (g - 1));
            time = std::max({time, byNic / nic, sent / nic, ((n - 1) * shard - byNic) / nvlink});
        }
        return time;
    }

    /// Two domains add up inside, exchange their sums, and gather inside.
    double exchangedSums() const
    {
        double time = 0;
        for (const int g : domains())
            time = std::max({time, 1. / (g * nic), 2. * (g - 1) / (g * nvlink)});
        return time;
    }

    double directBlocks() const
    {
        double time = 0;
        for (const int g : domains())
            time = std::max({time, 1. * (n - g) / n / n / nic, 1. * (g - 1) / n / n / nvlink});
        return time;
    }

    double bound(CollectiveKind kind) const
    {
        using Rate = core::Quantity<core::dim::bytePerSecond>;
        constexpr std::int64_t bytes = 1 << 20;
        core::CollectiveRequest request = evenRequest(kind, QStringLiteral("switch%1").arg(n), bytes);
        request.topology.domain = d;
        request.domains = {1. * d, Rate(nvlink), Rate(nic)};
        const core::Plain inputs;
        request.rates = {core::portRate(request, core::Reader<core::Plain>(inputs)), {}};
        return core::lowerBound(request).time.si() / bytes;
    }
};

} // namespace

void TstBounds::noScheduleOverDomainsIsFaster_data()
{
    QTest::addColumn<double>("nvlink");
    QTest::addColumn<double>("nic");
    QTest::newRow("A100") << 300e9 << 25e9;
    QTest::newRow("H100") << 450e9 << 50e9;
    QTest::newRow("B200") << 900e9 << 50e9;
    QTest::newRow("as fast a NIC") << 100e9 << 100e9;
}

/// All shapes of up to 40 GPUs on domains of up to 16: schedules on the links as they are, one of them as fast as the
/// bound where all domains are full.
void TstBounds::noScheduleOverDomainsIsFaster()
{
    QFETCH(double, nvlink);
    QFETCH(double, nic);
    constexpr double slack = 1 - 1e-9;
    for (int n = 2; n <= 40; ++n)
        for (int d = 1; d < std::min(n, 17); ++d) {
            const DomainSchedules shape{n, d, nvlink, nic};
            const QByteArray name = QByteArray::number(n) + " GPUs on domains of " + QByteArray::number(d);
            constexpr int parts = 2000;
            double fastest = shape.gather(0);
            for (int again = 1; again <= parts; ++again)
                fastest = std::min(fastest, shape.gather(1. * again / parts));
            QVERIFY2(fastest >= shape.bound(CollectiveKind::allGather) * slack, name);
            QVERIFY2(fastest >= shape.bound(CollectiveKind::reduceScatter) * slack, name); // it runs backwards
            QVERIFY2(n % d != 0 || fastest <= shape.bound(CollectiveKind::allGather) * 1.001, name);
            double sums = 2 * fastest;
            if (shape.domains().size() == 2)
                sums = std::min(sums, shape.exchangedSums());
            QVERIFY2(sums >= shape.bound(CollectiveKind::allReduce) * slack, name);
            QVERIFY2(shape.directBlocks() >= shape.bound(CollectiveKind::allToAll) * slack, name);
        }
}

ROOFLIGHT_TEST(TstBounds)
#include "tst_bounds.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Neighbours, degrees and distances of networks, and how they are read.
#include "collectives/networks.h"
#include "core/collectives/schedules/chunks.h"
#include "support/suite.h"

#include <QTest>

using core::Topology;

class TstTopology : public QObject
{
    Q_OBJECT

private slots:
    void figuresAreThoseOfTheNetwork_data();
    void figuresAreThoseOfTheNetwork();
    void everyLinkHasItsWayBack_data();
    void everyLinkHasItsWayBack();
    void twoChipsShareOneWire();
    void sliceIsReadWithTheRuleOfTheChip_data();
    void sliceIsReadWithTheRuleOfTheChip();
    void gpusLieBehindSwitches_data();
    void gpusLieBehindSwitches();
    void axesThatAreAllClosedAreSaidAtOnce();
    void wrongTextIsRefused_data();
    void wrongTextIsRefused();
    void axesTakingPartMakeASmallerNetwork();
    void chunksAreNumberedWithoutGaps_data();
    void chunksAreNumberedWithoutGaps();
    void piecesAddUpToTheArray();
};

namespace
{

core::Hardware hardware(core::WrapRule rule)
{
    core::Hardware hw;
    hw.wrap = rule;
    hw.axes = rule == core::WrapRule::length16 ? 2 : 3;
    return hw;
}

} // namespace

void TstTopology::figuresAreThoseOfTheNetwork_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("chips");
    QTest::addColumn<int>("links");
    QTest::addColumn<int>("diameter");
    QTest::addColumn<int>("cornerDegree");
    QTest::newRow("a chip alone") << QStringLiteral("1 -") << 1 << 0 << 0 << 0;
    QTest::newRow("two chips") << QStringLiteral("2 -") << 2 << 2 << 1 << 1;
    QTest::newRow("ring of 8") << QStringLiteral("8 w") << 8 << 16 << 4 << 2;
    QTest::newRow("ring of 5, one way") << QStringLiteral("5 w one way") << 5 << 5 << 4 << 1;
    QTest::newRow("line of 8") << QStringLiteral("8 -") << 8 << 14 << 7 << 1;
    QTest::newRow("torus 4x8") << QStringLiteral("4x8 ww") << 32 << 128 << 6 << 4;
    QTest::newRow("mesh 4x8") << QStringLiteral("4x8 --") << 32 << 2 * (3 * 8 + 7 * 4) << 10 << 2;
    QTest::newRow("torus 2x4: one link across two") << QStringLiteral("2x4 -w") << 8 << 8 + 16 << 3 << 3;
    QTest::newRow("pod 16x20x28") << QStringLiteral("16x20x28 www") << 8960 << 53760 << 32 << 6;
    QTest::newRow("switch of 8: a port in and out each") << QStringLiteral("switch8") << 8 << 8 << 1 << 1;
}

void TstTopology::figuresAreThoseOfTheNetwork()
{
    QFETCH(QString, name);
    const auto topology = tests::network(name);
    QTEST(topology.chips(), "chips");
    QTEST(topology.links(), "links");
    QTEST(topology.diameter(), "diameter");
    QTEST(topology.degree(0), "cornerDegree");
}

void TstTopology::everyLinkHasItsWayBack_data()
{
    QTest::addColumn<QString>("name");
    for (const auto& name : tests::networkNames())
        if (!name.contains(QStringLiteral("one way")))
            QTest::newRow(qPrintable(name)) << name;
}

void TstTopology::everyLinkHasItsWayBack()
{
    QFETCH(QString, name);
    const auto topology = tests::network(name);
    int links = 0;
    for (int chip = 0; chip < topology.chips(); ++chip) {
        QCOMPARE(topology.chip(topology.coordinates(chip)), chip);
        for (int port = 0; port < topology.ports(); ++port) {
            const int there = topology.neighbour(chip, port);
            if (there < 0)
                continue;
            ++links;
            QCOMPARE(topology.neighbour(there, topology.portBack(chip, port)), chip);
            QCOMPARE(topology.distance(chip, there), 1);
        }
    }
    if (topology.wiring == core::Wiring::torus)
        QCOMPARE(links, topology.links());
}

void TstTopology::twoChipsShareOneWire()
{
    const auto two = tests::network(QStringLiteral("2 -"));
    QCOMPARE(two.neighbour(0, 0), 1);
    QCOMPARE(two.neighbour(0, 1), -1);
    QCOMPARE(two.neighbour(1, 1), 0);
    QCOMPARE(two.neighbour(1, 0), -1);
}

void TstTopology::sliceIsReadWithTheRuleOfTheChip_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("rule");
    QTest::addColumn<int>("wrap");
    QTest::addColumn<QString>("closed");
    const auto row = [](const char* name, const char* text, core::WrapRule rule, core::Wrap wrap, const char* closed) {
        QTest::newRow(name) << QString::fromUtf8(text) << int(rule) << int(wrap) << QString::fromUtf8(closed);
    };
    using core::Wrap;
    using core::WrapRule;
    row("v5e closes axes of 16", "8x16", WrapRule::length16, Wrap::hardware, "-w-");
    row("v5e 4x4 is open", "4x4", WrapRule::length16, Wrap::hardware, "---");
    row("v5p closes cubes of 4", "4x4x8", WrapRule::cubesOf4, Wrap::hardware, "www");
    row("v5p 2x4x4 is open", "2x4x4", WrapRule::cubesOf4, Wrap::hardware, "---");
    row("forced rings leave two chips a line", "2x3", WrapRule::length16, Wrap::ring, "-w-");
    row("forced lines stay open", "16x16", WrapRule::length16, Wrap::line, "---");
}

void TstTopology::sliceIsReadWithTheRuleOfTheChip()
{
    QFETCH(QString, text);
    QFETCH(int, rule);
    QFETCH(int, wrap);
    const auto topology = core::readTopology(text.toStdString(), hardware(core::WrapRule(rule)), core::Wrap(wrap));
    QVERIFY(topology);
    QString closed;
    for (const auto& axis : topology->axes)
        closed += axis.wraps ? u'w' : u'-';
    QTEST(closed, "closed");
}

void TstTopology::gpusLieBehindSwitches_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("gpu"); // of a chip with 8 in a domain
    QTest::addColumn<int>("domains");
    QTest::addColumn<int>("domainOfLast");
    QTest::addColumn<QString>("said");
    QTest::newRow("one domain") << "switch8" << true << 1 << 0 << "8 GPUs behind a switch";
    QTest::newRow("as the chip has them") << "switch16" << true << 2 << 1 << "16 GPUs in 2 domains of 8";
    QTest::newRow("one is not full") << "switch12" << true << 2 << 1 << "12 GPUs in 2 domains of 8";
    QTest::newRow("two in each") << "switch16/2" << true << 8 << 7 << "16 GPUs in 8 domains of 2";
    QTest::newRow("all told to be in one") << "switch16/16" << true << 1 << 0 << "16 GPUs behind a switch";
    QTest::newRow("a chip without domains") << "switch16" << false << 1 << 0 << "16 GPUs behind a switch";
    QTest::newRow("each alone") << "switch4/1" << false << 4 << 3 << "4 GPUs in 4 domains of 1";
}

void TstTopology::gpusLieBehindSwitches()
{
    QFETCH(QString, text);
    QFETCH(bool, gpu);
    core::Hardware chip = hardware(core::WrapRule::cubesOf4);
    chip.kind = gpu ? core::ChipKind::gpu : core::ChipKind::tpu;
    chip.domain = 8;
    const auto topology = core::readTopology(text.toStdString(), chip, core::Wrap::hardware);
    QVERIFY(topology);
    QTEST(topology->domains(), "domains");
    QTEST(topology->domainOf(topology->chips() - 1), "domainOfLast");
    QTEST(QString::fromStdString(core::topologyText(*topology)), "said");
}

void TstTopology::axesThatAreAllClosedAreSaidAtOnce()
{
    const auto said = [](const char* text, core::Wrap wrap) {
        return core::topologyText(*core::readTopology(text, hardware(core::WrapRule::cubesOf4), wrap));
    };
    QCOMPARE(said("4x4x4", core::Wrap::ring), "4×4×4, all axes closed");
    QCOMPARE(said("4x4", core::Wrap::line), "4×4, X open, Y open");
}

void TstTopology::wrongTextIsRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "4x", "0x4", "4x4x4x4", "switch", "switch0", "switch8x", "switch16/", "switch16/0",
                             "switch16/2/2", "8/2", "switch99999", "banana", "4096x4096x4096", "-4"})
        QTest::newRow(qPrintable(QStringLiteral("\"%1\"").arg(QString::fromUtf8(text)))) << QString::fromUtf8(text);
}

void TstTopology::wrongTextIsRefused()
{
    QFETCH(QString, text);
    const auto topology =
        core::readTopology(text.toStdString(), hardware(core::WrapRule::cubesOf4), core::Wrap::hardware);
    QVERIFY(!topology);
    QVERIFY(QString::fromStdString(topology.error()).contains(QStringLiteral("coll.torus")));
}

void TstTopology::axesTakingPartMakeASmallerNetwork()
{
    const auto whole = tests::network(QStringLiteral("4x8 -w"));
    QCOMPARE(core::spanned(whole, "all")->chips(), 32);
    QCOMPARE(core::spanned(whole, "X")->chips(), 4);
    QVERIFY(!core::spanned(whole, "X")->axes[0].wraps);
    QVERIFY(core::spanned(whole, "Y")->axes[0].wraps);
    QCOMPARE(core::spanned(whole, "Z")->chips(), 1);
    QVERIFY(!core::spanned(whole, "Q"));
}

void TstTopology::chunksAreNumberedWithoutGaps_data()
{
    QTest::addColumn<int>("cut");
    QTest::addColumn<bool>("ownerFirst");
    QTest::newRow("shards, part by part") << int(core::Cut::owned) << false;
    QTest::newRow("shards, owner by owner") << int(core::Cut::owned) << true;
    QTest::newRow("blocks") << int(core::Cut::blocks) << false;
    QTest::newRow("pieces") << int(core::Cut::pieces) << false;
}

void TstTopology::chunksAreNumberedWithoutGaps()
{
    QFETCH(int, cut);
    QFETCH(bool, ownerFirst);
    const core::ChunkSpace chunks(tests::network(QStringLiteral("2x3x4 -ww")),
                                  {.cut = core::Cut(cut), .parts = 3, .halves = 2, .ownerFirst = ownerFirst}, 100003,
                                  2);
    double bytes = 0;
    for (core::ChunkNumber i = 0; i < chunks.count(); ++i) {
        QCOMPARE(chunks.number(chunks.name(i)), i);
        bytes += chunks.bytes({i, 1});
    }
    QCOMPARE(bytes, 200006.0);
    QCOMPARE(chunks.bytes({0, chunks.count()}), 200006.0);
}

void TstTopology::piecesAddUpToTheArray()
{
    QCOMPARE(core::split(10, 4, 0), 3);
    QCOMPARE(core::split(10, 4, 1), 3);
    QCOMPARE(core::split(10, 4, 2), 2);
    QCOMPARE(core::split(10, 4, 3), 2);
    QCOMPARE(core::split(2, 4, 1), 1);
    QCOMPARE(core::split(2, 4, 2), 0);
}

ROOFLIGHT_TEST(TstTopology)
#include "tst_topology.moc"

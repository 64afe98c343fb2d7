// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes from place to place, and what a pod is made of, against the worked problems of the Scaling Book, chapter 2.
#include "core/numbers/chip_numbers.h"
#include "core/numbers/network_numbers.h"

#include "core/evaluate/evaluate.h"
#include "core/field_support.h"
#include "core/scenario/fields.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace core;
using tests::explained;
using tests::with;

class TstNetworkNumbers : public QObject
{
    Q_OBJECT

private slots:
    void numbers_data();
    void numbers();
    void waysAreOfTheChip();
    void whatDoesNotApplySaysWhy();
    void twoChipsArePicked_data();
    void twoChipsArePicked();
    void thePathIsAsLongAsItsHops();
};

void TstNetworkNumbers::numbers_data()
{
    QTest::addColumn<QString>("chip");
    QTest::addColumn<QString>("slice");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<double>("expected");
    const auto add = [](const char* chip, const char* slice, const char* id, double expected) {
        QTest::addRow("%s %s %s", chip, slice, id) << QString(chip) << QString(slice) << QByteArray(id) << expected;
    };
    // Problem 2: pods of 16 x 16 with 8 chips a host and one core a chip, of 8,960 with 4 and 2.
    add("tpu-v5e", "4x4", "pod.hosts", 32);
    add("tpu-v5e", "4x4", "pod.cores", 256);
    add("tpu-v5e", "4x4", "pod.flops", 256 * 1.97e14);
    add("tpu-v5e", "4x4", "pod.hbm", 4096e9);
    add("tpu-v5p", "4x4x4", "pod.hosts", 2240);
    add("tpu-v5p", "4x4x4", "pod.cores", 17920);
    add("tpu-v5p", "4x4x4", "pod.flops", 8960 * 4.59e14);
    add("tpu-v5p", "4x4x4", "pod.hbm", 860160e9);
    // The chapter's systolic array: 8 rows in 8 cycles at 1.5 GHz, four arrays.
    add("tpu-v5e", "4x4", "mxu.flops", 2. * 8 * 128 * 128 / 8 * 1.5e9);
    add("tpu-v5e", "4x4", "mxu.flops.chip", 4 * 4.9152e13);
    // Problem 5: 16 MiB from corner to corner of a 4 x 4 without wraparound, 3 + 3 hops, two paths of 4.5e10 B/s.
    add("tpu-v5e", "4x4", "net.time.farthest", 6e-6 + 16777216 / (2 * 4.5e10));
    add("tpu-v5e", "4x4", "net.rate.farthest", 9e10);
    add("tpu-v5e", "4x4", "net.time.neighbour", 1e-6 + 16777216 / 4.5e10);
    // Rings of 4: half way round, 2 hops, and either way, on each of 3 axes.
    add("tpu-v5p", "4x4x4", "net.time.farthest", 6e-6 + 16777216 / (6 * 9e10));
    add("tpu-v5p", "4x4x4", "net.time.host", 16777216 / 1.6e10);
    add("tpu-v5p", "4x4x4", "net.time.hbm", 16777216 / 2.8e12);
    add("tpu-v5p", "4x4x4", "net.time.slice", 16777216 / 6.25e9); // DCN, slower than PCIe
    // Chapter on GPUs: 450 GB/s into the NVLink domain, 400 Gbit/s out of the node for each GPU.
    add("h100-sxm", "auto", "net.rate.neighbour", 450e9);
    add("h100-sxm", "auto", "net.rate.slice", 50e9);
}

void TstNetworkNumbers::numbers()
{
    QFETCH(QString, chip);
    QFETCH(QString, slice);
    QFETCH(QByteArray, id);
    QFETCH(double, expected);
    auto s = with({{"hw.chip", chip.toStdString()}});
    QVERIFY(setField(s, "hw.torus", slice.toStdString()));
    const auto number = explained(s, id.constData());
    QVERIFY2(number.has_value(), number ? "" : number.error().c_str());
    COMPARE_NEAR(number->si(), expected, 1e-12);
    QVERIFY(!number->derivation.steps.empty());
    COMPARE_NEAR(number->derivation.steps.front().value, expected, 1e-12);
}

/// The slower of the host link and the data-centre network; without wraparound a line; no way where nothing is known.
void TstNetworkNumbers::waysAreOfTheChip()
{
    const auto at = [](const Scenario& s, std::string_view id) {
        for (const auto& way : networkPaths(s))
            if (way.id == id)
                return way.time;
        return std::numeric_limits<double>::quiet_NaN();
    };
    const auto v5p = with({{"hw.torus", std::string("4x4x4")}, {"net.bytes", 1e9}});
    COMPARE_NEAR(at(v5p, "slice"), 0.16, 1e-12);
    auto narrow = v5p;
    QVERIFY(setField(narrow, "hw.pcie.rate", 1e9));
    COMPARE_NEAR(at(narrow, "slice"), 1, 1e-12);
    QVERIFY(setField(narrow, "hw.dcn.rate", 0.0));
    QVERIFY(std::isnan(at(narrow, "slice")));
    auto line = v5p;
    QVERIFY(setField(line, "hw.torus", std::string("2x2x2"))); // no cube of 4: 1 + 1 + 1 hops, three paths
    COMPARE_NEAR(at(line, "farthest"), 3e-6 + 1e9 / (3 * 9e10), 1e-12);
    QCOMPARE(networkLevels(v5p).size(), std::size_t(5)); // chip, host, slice, pod, network
    QCOMPARE(QString::fromStdString(networkLevels(v5p)[3].facts), QStringLiteral("8,960 chips, 2,240 hosts"));
}

void TstNetworkNumbers::whatDoesNotApplySaysWhy()
{
    const auto gpu = with({{"hw.chip", std::string("h100-sxm")}});
    QVERIFY(explained(gpu, "pod.chips").error().find("hw.chip \"h100-sxm\" does not give \"numbers.torus.chips\"") !=
            std::string::npos);
    QVERIFY(explained(gpu, "mxu.flops").error().find("does not give \"numbers.mxu.") != std::string::npos);
    QVERIFY(explained(gpu, "net.time.farthest").error().find("does not apply") != std::string::npos);
}

void TstNetworkNumbers::twoChipsArePicked_data()
{
    QTest::addColumn<QString>("chip");
    QTest::addColumn<QString>("slice");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<double>("expected");
    QTest::addColumn<QString>("why");
    const auto add = [](const char* chip, const char* slice, const char* from, const char* to, double expected,
                        const char* why = "") {
        QTest::addRow("%s %s: %s to %s", chip, slice, from, to)
            << chip << slice << from << to << expected << QString::fromUtf8(why);
    };
    const double V = 16777216;
    // Problem 5 of chapter 2, corner to corner of a 4 x 4 without wraparound: 6 hops, two paths.
    add("tpu-v5e", "4x4", "0,0", "3,3", 6e-6 + V / (2 * 4.5e10));
    add("tpu-v5e", "4x4", "0,0", "0,2", 2e-6 + V / 4.5e10);
    // Rings of 4: 3 is one hop the other way round, 2 is two hops either way.
    add("tpu-v5p", "4x4x4", "0,0,0", "3,0,0", 1e-6 + V / 9e10);
    add("tpu-v5p", "4x4x4", "1,0,0", "3,1,0", 3e-6 + V / (3 * 9e10));
    add("tpu-v5p", "4x4x4", "", "0,0,1", 1e-6 + V / 9e10);
    add("tpu-v5p", "4x4x4", "0,0,0", "4,0,0", 0,
        "The slice has 4 chips along axis 1, numbered from 0: there is no place 4");
    add("tpu-v5p", "4x4x4", "1,2,3", "1,2,3", 0, "Both chips are the same one: nothing is sent");
    // NVLink inside a domain of 8, the NIC out of it.
    add("h100-sxm", "auto", "0", "7", 0);
    add("h100-sxm", "auto", "7", "7", 0, "Both GPUs are the same one: nothing is sent");
    add("h100-sxm", "auto", "0,1", "7", 0, "A GPU is named by one number, such as 9");
}

void TstNetworkNumbers::twoChipsArePicked()
{
    QFETCH(QString, chip);
    QFETCH(QString, slice);
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(double, expected);
    QFETCH(QString, why);
    auto s = with({{"hw.chip", chip.toStdString()}, {"net.from", from.toStdString()}, {"net.to", to.toStdString()}});
    QVERIFY(setField(s, "hw.torus", slice.toStdString()));
    QCOMPARE(QString::fromStdString(whyNoPickedPath(s)), why);
    const auto number = explained(s, "net.time.picked");
    if (!why.isEmpty()) {
        QVERIFY(!number);
        QCOMPARE(QString::fromStdString(number.error()), why);
        return;
    }
    QVERIFY2(number.has_value(), number ? "" : number.error().c_str());
    if (chip.startsWith(QLatin1String("h100"))) { // as the way to any GPU of the domain
        COMPARE_NEAR(number->si(), explained(s, "net.time.neighbour")->si(), 1e-12);
        QVERIFY(setField(s, "net.to", std::string("8")));
        COMPARE_NEAR(explained(s, "net.time.picked")->si(), explained(s, "net.time.slice")->si(), 1e-12);
        return;
    }
    COMPARE_NEAR(number->si(), expected, 1e-12);
}

/// Rings of 4 are left at 0 for 3; a slice of 2 has no rings; GPUs have a switch between them.
void TstNetworkNumbers::thePathIsAsLongAsItsHops()
{
    using Path = std::vector<std::vector<int>>;
    auto s = with({{"hw.chip", std::string("tpu-v5p")}, {"hw.torus", std::string("4x4x4")}});
    QVERIFY(pickedPath(s).empty());
    QVERIFY(setField(s, "net.from", std::string("1,0,0")));
    QVERIFY(pickedPath(s).empty() && whyNoPickedPath(s).empty()); // the other end is to be picked yet
    QVERIFY(explained(s, "net.time.picked").error().find("No chip is picked that receives") != std::string::npos);
    QVERIFY(setField(s, "net.to", std::string("0, 3")));
    QCOMPARE(pickedPath(s), (Path{{1, 0, 0}, {0, 0, 0}, {0, 3, 0}}));
    QVERIFY(setField(s, "net.to", std::string("1,0,0")));
    QVERIFY(pickedPath(s).empty());
    QVERIFY(setField(s, "hw.torus", std::string("2x4x8")));
    QVERIFY(setField(s, "net.to", std::string("0,0,2")));
    QCOMPARE(pickedPath(s), (Path{{1, 0, 0}, {0, 0, 0}, {0, 0, 1}, {0, 0, 2}}));
    const auto gpus = with({{"hw.chip", std::string("h100-sxm")}, {"net.to", std::string("9")}});
    QCOMPARE(pickedPath(gpus), (Path{{0}, {9}}));
}

ROOFLIGHT_TEST(TstNetworkNumbers)
#include "tst_network_numbers.moc"

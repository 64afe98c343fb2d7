// SPDX-License-Identifier: GPL-3.0-or-later
// Checks where chips lie on paper, as numbers.
#include "support/suite.h"
#include "ui/torus/projection.h"

#include <cmath>

namespace
{

core::Topology torus(int x, int y, int z, bool wraps = true)
{
    core::Topology t;
    const int sides[] = {x, y, z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        t.axes[axis] = {sides[axis], wraps && sides[axis] >= 3};
    }
    return t;
}

double distance(const QPointF& a, const QPointF& b) { return std::hypot(a.x() - b.x(), a.y() - b.y()); }

} // namespace

class TstProjection : public QObject
{
    Q_OBJECT
private slots:
    void camerasProject_data();
    void camerasProject();
    void camerasTurnAndStopUpright();
    void facesInFrontHideOthers();
    void unrolledChipsLieOnAGrid_data();
    void unrolledChipsLieOnAGrid();
    void noTwoUnrolledChipsMeet();
    void aRingIsACircleOfUnitSteps();
    void gpusStandRoundTheirSwitches_data();
    void gpusStandRoundTheirSwitches();
    void picturesFitTheirArea();
};

void TstProjection::camerasProject_data()
{
    QTest::addColumn<double>("yaw");
    QTest::addColumn<double>("pitch");
    QTest::addColumn<QPointF>("at");
    QTest::addColumn<double>("depth");
    QTest::newRow("straight ahead") << 0.0 << 0.0 << QPointF(1, 2) << -3.0;
    QTest::newRow("from the side: z to the right, x towards the viewer") << 90.0 << 0.0 << QPointF(3, 2) << 1.0;
    QTest::newRow("from above: what is far away is up") << 0.0 << 90.0 << QPointF(1, -3) << -2.0;
    QTest::newRow("from behind") << 180.0 << 0.0 << QPointF(-1, 2) << 3.0;
}

void TstProjection::camerasProject()
{
    QFETCH(double, yaw);
    QFETCH(double, pitch);
    QFETCH(QPointF, at);
    QFETCH(double, depth);
    const auto seen = ui::project({yaw, pitch}, {1, 2, 3});
    QVERIFY(distance(seen.at, at) < 1e-12);
    QVERIFY(std::abs(seen.depth - depth) < 1e-12);
}

void TstProjection::camerasTurnAndStopUpright()
{
    const ui::Camera camera{170, 80};
    QCOMPARE(camera.turned(15, 15), (ui::Camera{-175, 90}));
    QCOMPARE(camera.turned(-15, -200), (ui::Camera{155, -90}));
}

/// Straight ahead z = 0 is in front; pitch shows the top, y = 0, and yaw to the left x = 0. 3x3x3 chips of 4x4x4 lie on
/// none of these faces.
void TstProjection::facesInFrontHideOthers()
{
    const auto cube = torus(4, 4, 4);
    const auto placed = [&](const ui::Camera& camera) {
        return ui::nearEnds(cube, ui::placeChips(cube, ui::TorusLayout::solid, camera));
    };
    QCOMPARE(placed({-24, 12}), (core::Coordinates{0, 0, 0}));
    QCOMPARE(placed({24, 12}), (core::Coordinates{3, 0, 0}));
    QCOMPARE(placed({-156, -12}), (core::Coordinates{0, 3, 3}));
    int behind = 0;
    for (int chip = 0; chip < cube.chips(); ++chip)
        behind += ui::isBehind(cube, {0, 0, 0}, chip) ? 1 : 0;
    QCOMPARE(behind, 27);
    QVERIFY(!ui::isBehind(torus(4, 4, 1), {0, 0, 0}, 0) && ui::isBehind(torus(4, 4, 1), {0, 0, 0}, 5));
}

void TstProjection::unrolledChipsLieOnAGrid_data()
{
    QTest::addColumn<QList<int>>("sides");
    QTest::addColumn<QList<int>>("chip");
    QTest::addColumn<QPointF>("at");
    QTest::newRow("a ring is a row") << QList<int>{6, 1, 1} << QList<int>{4, 0, 0} << QPointF(4, 0);
    QTest::newRow("two axes are a grid") << QList<int>{4, 4, 1} << QList<int>{3, 2, 0} << QPointF(3, 2);
    // Cells are 4 + 1 wide and high; z goes one to the right and one up in its cell.
    QTest::newRow("three axes are a grid of slant rows") << QList<int>{4, 4, 4} << QList<int>{1, 2, 3} << QPointF(8, 7);
}

void TstProjection::unrolledChipsLieOnAGrid()
{
    QFETCH(QList<int>, sides);
    QFETCH(QList<int>, chip);
    QFETCH(QPointF, at);
    const auto t = torus(sides[0], sides[1], sides[2]);
    const auto places = ui::placeChips(t, ui::TorusLayout::unrolled, {});
    QCOMPARE(places[static_cast<std::size_t>(t.chip({chip[0], chip[1], chip[2]}))].at, at);
}

void TstProjection::noTwoUnrolledChipsMeet()
{
    const auto places = ui::placeChips(torus(8, 8, 8), ui::TorusLayout::unrolled, {});
    for (std::size_t a = 0; a < places.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            QVERIFY(distance(places[a].at, places[b].at) >= 1);
        }
    }
}

void TstProjection::aRingIsACircleOfUnitSteps()
{
    const auto places = ui::placeChips(torus(7, 1, 1), ui::TorusLayout::solid, {});
    for (std::size_t chip = 0; chip < 7; ++chip) {
        QVERIFY(std::abs(distance(places[chip].at, places[(chip + 1) % 7].at) - 1) < 1e-12);
    }
}

void TstProjection::gpusStandRoundTheirSwitches_data()
{
    QTest::addColumn<int>("gpus");
    QTest::addColumn<int>("domain");
    QTest::newRow("two nodes") << 16 << 8;
    QTest::newRow("one is not full") << 12 << 8;
    QTest::newRow("four nodes") << 32 << 8;
    QTest::newRow("pairs") << 16 << 2;
    QTest::newRow("many nodes") << 512 << 8;
}

void TstProjection::gpusStandRoundTheirSwitches()
{
    QFETCH(int, gpus);
    QFETCH(int, domain);
    core::Topology t{core::Wiring::throughSwitch, {core::TorusAxis{gpus, false}}};
    t.domain = domain;
    const auto switches = ui::placeSwitches(t);
    const auto places = ui::placeChips(t, ui::TorusLayout::unrolled, {});
    QCOMPARE(switches.size(), std::size_t(t.domains()));
    for (int gpu = 0; gpu < gpus; ++gpu) {
        const QPointF at = places[std::size_t(gpu)].at;
        const double own = distance(at, switches[std::size_t(gpu / domain)]);
        for (int other = 0; other < t.domains(); ++other)
            QVERIFY(other == gpu / domain || distance(at, switches[std::size_t(other)]) > own + 0.3);
        for (int other = 0; other < gpu; ++other)
            QVERIFY(distance(at, places[std::size_t(other)].at) > 0.95);
        QVERIFY(distance(at, {0, 0}) > 0.35); // the network
    }
}

void TstProjection::picturesFitTheirArea()
{
    const std::vector<ui::Projected> places{{{0, 0}, 0}, {{10, 2}, 0}};
    const auto wide = ui::fitInto({0, 0, 100, 50}, places, 1000);
    QCOMPARE(wide({0, 0}), QPointF(0, 15)); // 10 pixels a unit, 20 of 50 high, in the middle
    QCOMPARE(wide({10, 2}), QPointF(100, 35));
    QCOMPARE(ui::fitInto({0, 0, 100, 50}, places, 4).scale, 4.0);
    const auto low = ui::fitInto({0, 0, 100, 10}, places, 1000);
    QCOMPARE(low({0, 0}), QPointF(25, 0)); // 5 pixels a unit, 50 of 100 wide, in the middle
    QCOMPARE(low({10, 2}), QPointF(75, 10));
}

ROOFLIGHT_TEST(TstProjection)
#include "tst_projection.moc"

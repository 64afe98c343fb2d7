// SPDX-License-Identifier: GPL-3.0-or-later
// Checks halving and doubling of mesh axes, with and without a lock.
#include "support/suite.h"

#include "ui/controls/mesh_steps.h"

class TstMeshSteps : public QObject
{
    Q_OBJECT
private slots:
    void withoutLockOneAxisChanges();
    void withLockTheDonorTakesTheOppositeStep();
    void impossibleStepsSayWhy_data();
    void impossibleStepsSayWhy();
};

void TstMeshSteps::withoutLockOneAxisChanges()
{
    QCOMPARE(ui::halved({16, 4, 1}, 0, -1).sizes, (ui::MeshSizes{8, 4, 1}));
    QCOMPARE(ui::doubled({16, 4, 1}, 2, -1).sizes, (ui::MeshSizes{16, 4, 2}));
}

void TstMeshSteps::withLockTheDonorTakesTheOppositeStep()
{
    QCOMPARE(ui::doubled({16, 4, 1}, 0, 1).sizes, (ui::MeshSizes{32, 2, 1}));
    QCOMPARE(ui::halved({16, 4, 1}, 0, 1).sizes, (ui::MeshSizes{8, 8, 1}));
}

void TstMeshSteps::impossibleStepsSayWhy_data()
{
    QTest::addColumn<bool>("halve");
    QTest::addColumn<int>("axis");
    QTest::addColumn<int>("donor");
    QTest::addColumn<QString>("why");
    QTest::newRow("one chip cannot be halved") << true << 2 << -1 << QStringLiteral("Z is 1 and cannot be halved.");
    QTest::newRow("an odd axis cannot be halved")
        << true << 1 << -1 << QStringLiteral("Y = 3 is odd and cannot be halved.");
    QTest::newRow("the donor has nothing to give") << false << 0 << 2 << QStringLiteral("Z is 1 and cannot be halved.");
    QTest::newRow("the donor does not step itself")
        << false << 1 << 1
        << QStringLiteral("Y gives and takes for the other axes while the number of chips is locked.");
}

void TstMeshSteps::impossibleStepsSayWhy()
{
    QFETCH(bool, halve);
    QFETCH(int, axis);
    QFETCH(int, donor);
    const ui::MeshSizes sizes{16, 3, 1};
    QTEST((halve ? ui::halved(sizes, axis, donor) : ui::doubled(sizes, axis, donor)).why, "why");
}

ROOFLIGHT_TEST(TstMeshSteps)

#include "tst_mesh_steps.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Wraparound rule and layout of a mesh on a slice (core/MODEL.md, section b).
#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "core/scenario/wrapped_axes.h"
#include "core/step/mesh_fit.h"
#include "support/suite.h"

#include <QTest>

#include <cmath>

class TstMeshFit : public QObject
{
    Q_OBJECT

private slots:
    void axesWrapAsTheHardwareDoes_data();
    void axesWrapAsTheHardwareDoes();
    void aMeshTakesTheAxesItNeeds_data();
    void aMeshTakesTheAxesItNeeds();
    void automaticSliceIsOneThatIsOffered_data();
    void automaticSliceIsOneThatIsOffered();
    void automaticSliceHasAsManyChipsAsTheMesh();
    void aMeshThatCannotBeLaidSaysSo();
    void withoutLinksNoAxisHasATime();
    void pinnedAxesAreTakenAsGiven();
    void anAxisKnowsItsPartOfEachHardwareAxis();
    void gpuRanksOfOtherAxesStandBetween();
};

namespace
{

core::Scenario meshScenario(std::initializer_list<std::pair<const char*, const char*>> edits)
{
    auto s = core::defaultScenario(core::shippedCatalogue());
    for (const auto& [id, text] : edits) {
        const auto set = core::setFieldFromText(s, id, text);
        if (!set)
            qFatal("%s", set.error().c_str());
    }
    return s;
}

} // namespace

void TstMeshFit::axesWrapAsTheHardwareDoes_data()
{
    QTest::addColumn<QString>("chip");
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QList<bool>>("wraps");
    using W = QList<bool>;
    QTest::newRow("v3 wraps at 32 only") << "tpu-v3"
                                         << "32x16" << W{true, false, false};
    QTest::newRow("v5e wraps at 16") << "tpu-v5e"
                                     << "16x16" << W{true, true, false};
    QTest::newRow("8x16 of v5e wraps along the 16") << "tpu-v5e"
                                                    << "8x16" << W{false, true, false};
    QTest::newRow("v6e 8x8 does not wrap") << "tpu-v6e"
                                           << "8x8" << W{false, false, false};
    QTest::newRow("v5p cube wraps") << "tpu-v5p"
                                    << "4x4x4" << W{true, true, true};
    QTest::newRow("v5p pod wraps") << "tpu-v5p"
                                   << "16x20x28" << W{true, true, true};
    QTest::newRow("v4 with a short axis wraps nowhere") << "tpu-v4"
                                                        << "2x4x8" << W{false, false, false};
    QTest::newRow("v7 of whole cubes wraps") << "tpu-v7"
                                             << "4x8x8" << W{true, true, true};
}

void TstMeshFit::axesWrapAsTheHardwareDoes()
{
    QFETCH(QString, chip);
    QFETCH(QString, torus);
    QFETCH(QList<bool>, wraps);
    const auto s = meshScenario({{"hw.chip", chip.toUtf8().constData()}, {"hw.torus", torus.toUtf8().constData()}});
    const auto found = core::wrappedAxes(s.hw, s.hw.torus, s.conv.wrap);
    QCOMPARE(QList<bool>(found.begin(), found.end()), wraps);
}

void TstMeshFit::aMeshTakesTheAxesItNeeds_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QList<int>>("mesh");
    QTest::addColumn<QList<int>>("axes");
    QTest::addColumn<QList<double>>("links");
    QTest::addColumn<QList<int>>("hops");
    QTest::newRow("16 takes two rings of 4, 4 the third")
        << "4x4x4" << QList{16, 4, 1} << QList{2, 1, 0} << QList{4.0, 2.0, 0.0} << QList{4, 2, 0};
    QTest::newRow("the whole pod is three rings")
        << "16x20x28" << QList{8960, 1, 1} << QList{3, 0, 0} << QList{6.0, 0.0, 0.0} << QList{32, 0, 0};
    QTest::newRow("half a ring is a line with one link")
        << "4x4x8" << QList{16, 2, 4} << QList{2, 1, 1} << QList{4.0, 1.0, 1.0} << QList{4, 1, 3};
    QTest::newRow("no wraparound leaves lines")
        << "2x4x8" << QList{8, 4, 2} << QList{1, 1, 1} << QList{1.0, 1.0, 1.0} << QList{7, 3, 1};
    QTest::newRow("a mesh of one needs none")
        << "1x1x1" << QList{1, 1, 1} << QList{0, 0, 0} << QList{0.0, 0.0, 0.0} << QList{0, 0, 0};
}

void TstMeshFit::aMeshTakesTheAxesItNeeds()
{
    QFETCH(QString, torus);
    QFETCH(QList<int>, mesh);
    QFETCH(QList<int>, axes);
    QFETCH(QList<double>, links);
    QFETCH(QList<int>, hops);
    auto s = meshScenario({{"hw.torus", torus.toUtf8().constData()}});
    for (int a = 0; a < core::meshAxes; ++a)
        s.mesh.axis[std::size_t(a)].size = mesh[a];
    const auto fit = core::fitMesh(s);
    QVERIFY(fit.fits && fit.product);
    for (int a = 0; a < core::meshAxes; ++a) {
        QCOMPARE(fit.axis[std::size_t(a)].hardwareAxes, axes[a]);
        QCOMPARE(fit.axis[std::size_t(a)].links, links[a]);
        QCOMPARE(fit.axis[std::size_t(a)].hops, hops[a]);
    }
}

/// The lists of Google Cloud: v5e ends at 8x16 and 16x16, with nothing like 2x16 and 4x16; v4 and v5p are cubes of 4
/// but for the smallest.
void TstMeshFit::automaticSliceIsOneThatIsOffered_data()
{
    QTest::addColumn<QString>("chip");
    QTest::addColumn<QList<int>>("mesh");
    QTest::addColumn<QList<int>>("slice");
    QTest::newRow("v5e, 16") << "tpu-v5e" << QList{16, 1, 1} << QList{4, 4, 1};
    QTest::newRow("v5e, 16 x 2") << "tpu-v5e" << QList{16, 2, 1} << QList{8, 4, 1};
    QTest::newRow("v5e, 16 x 4") << "tpu-v5e" << QList{16, 4, 1} << QList{8, 8, 1};
    QTest::newRow("v5e, 16 x 16") << "tpu-v5e" << QList{16, 16, 1} << QList{16, 16, 1};
    QTest::newRow("v5e, none of 24 chips: as cubic as can be") << "tpu-v5e" << QList{3, 8, 1} << QList{8, 3, 1};
    QTest::newRow("v4, 16") << "tpu-v4" << QList{16, 1, 1} << QList{4, 2, 2};
    QTest::newRow("v5p, 4 x 2") << "tpu-v5p" << QList{4, 2, 1} << QList{2, 2, 2};
    QTest::newRow("v5p, 8 x 8") << "tpu-v5p" << QList{8, 8, 1} << QList{4, 4, 4};
    QTest::newRow("v7 has no list: most whole axes") << "tpu-v7" << QList{16, 2, 1} << QList{4, 4, 2};
}

void TstMeshFit::automaticSliceIsOneThatIsOffered()
{
    QFETCH(QString, chip);
    QFETCH(QList<int>, mesh);
    QFETCH(QList<int>, slice);
    auto s = meshScenario({{"hw.chip", chip.toUtf8().constData()}});
    for (int a = 0; a < core::meshAxes; ++a)
        s.mesh.axis[std::size_t(a)].size = mesh[a];
    const auto fit = core::fitMesh(s);
    QVERIFY(fit.fits);
    QCOMPARE(QList<int>(fit.torus.begin(), fit.torus.end()), slice);
}

void TstMeshFit::automaticSliceHasAsManyChipsAsTheMesh()
{
    for (const auto& [x, y, z] : {std::tuple{16, 4, 1}, {256, 1, 1}, {8, 8, 4}, {12, 20, 28}, {1, 1, 1}, {2, 2, 2}}) {
        auto s = meshScenario({{"hw.torus", "auto"}});
        s.mesh.axis[0].size = x;
        s.mesh.axis[1].size = y;
        s.mesh.axis[2].size = z;
        const auto fit = core::fitMesh(s);
        QVERIFY(fit.fits);
        QCOMPARE(fit.torus[0] * fit.torus[1] * fit.torus[2], x * y * z);
    }
    QCOMPARE(core::fitMesh(meshScenario({{"hw.torus", "auto"}})).torus, (std::array<int, 3>{4, 4, 4}));
}

void TstMeshFit::aMeshThatCannotBeLaidSaysSo()
{
    auto wrong = meshScenario({{"hw.torus", "4x4x4"}, {"mesh.X", "8"}});
    QVERIFY(!core::fitMesh(wrong).product);
    QVERIFY(!core::fitMesh(wrong).fits);
    auto prime = meshScenario({{"hw.torus", "auto"}, {"mesh.X", "31"}, {"mesh.Y", "1"}});
    QVERIFY(!core::fitMesh(prime).fits); // no v5p slice has an axis of 31
}

/// A step sends what it sends; there is no time in which it could.
void TstMeshFit::withoutLinksNoAxisHasATime()
{
    for (const char* role : {"fsdp", "data", "tensor", "expert"}) {
        const auto fits = meshScenario({{"hw.chip", "tpu-v5p"}, {"mesh.X", "16"}, {"mesh.X.role", role}});
        auto misfit = fits;
        QVERIFY(core::setFieldFromText(misfit, "hw.torus", "2x2x1").has_value());
        const auto good = core::evaluate(fits), none = core::evaluate(misfit);
        QVERIFY(good.time.axis[0].si() > 0 || std::string_view(role) == "expert");
        QVERIFY2(good.bytes.wire[0].si() == 0 || std::isnan(none.time.axis[0].si()), role);
        QCOMPARE(none.bytes.wire[0].si(), good.bytes.wire[0].si());
    }
}

void TstMeshFit::pinnedAxesAreTakenAsGiven()
{
    const auto s = meshScenario({{"mesh.X", "1000"}, {"mesh.X.axes", "2"}, {"mesh.Y", "2"}, {"mesh.Y.axes", "1"}});
    const auto fit = core::fitMesh(s);
    QVERIFY(fit.fits);
    QCOMPARE(fit.axis[0].links, 4.0);
    QCOMPARE(fit.axis[1].links, 1.0); // two chips share one link
}

void TstMeshFit::anAxisKnowsItsPartOfEachHardwareAxis()
{
    using Parts = std::array<int, 3>;
    const auto laid = core::fitMesh(meshScenario({{"hw.torus", "16x4x4"}, {"mesh.X", "64"}, {"mesh.Y", "4"}})).axis;
    QCOMPARE(laid[0].part, (Parts{16, 4, 1}));
    QCOMPARE(laid[0].closed, (std::array{true, true, false}));
    const auto pinned = [](const char* size, const char* axes) {
        return core::fitMesh(meshScenario({{"mesh.X", size}, {"mesh.X.role", "expert"}, {"mesh.X.axes", axes}}))
            .axis[0]
            .part;
    };
    QCOMPARE(pinned("64", "1"), (Parts{64, 1, 1}));
    QCOMPARE(pinned("32", "2"), (Parts{8, 4, 1}));
    QCOMPARE(pinned("64", "3"), (Parts{4, 4, 4}));
    QCOMPARE(pinned("128", "3"), (Parts{8, 4, 4})); // not 8 x 8 x 2
    QCOMPARE(pinned("36", "3"), (Parts{4, 3, 3}));
    QCOMPARE(pinned("7", "2"), (Parts{7, 1, 1})); // prime
}

void TstMeshFit::gpuRanksOfOtherAxesStandBetween()
{
    const auto s = meshScenario({{"hw.chip", "h100-sxm"}, {"mesh.X", "16"}, {"mesh.Y", "4"}});
    const auto fit = core::fitMesh(s);
    QCOMPARE(fit.axis[1].inner, 1.0); // tensor ranks are neighbours
    QCOMPARE(fit.axis[0].inner, 4.0); // FSDP ranks are a tensor group apart
}

ROOFLIGHT_TEST(TstMeshFit)
#include "tst_mesh_fit.moc"

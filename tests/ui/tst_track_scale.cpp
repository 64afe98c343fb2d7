// SPDX-License-Identifier: GPL-3.0-or-later
// Checks where values lie on tracks, and the steps between them.
#include "support/near.h"
#include "support/suite.h"

#include "ui/controls/track_scale.h"

#include <cmath>

class TstTrackScale : public QObject
{
    Q_OBJECT
private slots:
    void everyPowerOfTwoIsADetentOfBatch();
    void arrowsReachEveryPowerOfTwoAndComeBack();
    void stepsFromBetweenGoToTheNextDetent();
    void fineStepsDivideTheOctaveBySixteen();
    void zeroHasAPlaceOfItsOwn();
    void positionsAndValuesAreInverse();
    void snapsOnlyWithinReach();
};

namespace
{

ui::TrackScale batch() { return ui::trackScale(*core::findField("work.batch")); }

} // namespace

void TstTrackScale::everyPowerOfTwoIsADetentOfBatch()
{
    std::vector<double> powers;
    for (int exponent = 0; exponent <= 27; ++exponent) {
        powers.push_back(std::ldexp(1.0, exponent));
    }
    QVERIFY(batch().detents == powers);
}

void TstTrackScale::arrowsReachEveryPowerOfTwoAndComeBack()
{
    const ui::TrackScale scale = batch();
    double value = 1;
    for (int exponent = 1; exponent <= 27; ++exponent) {
        value = scale.detentFrom(value, 1);
        QCOMPARE(value, std::ldexp(1.0, exponent));
    }
    QCOMPARE(scale.detentFrom(value, 1), value);
    for (int exponent = 26; exponent >= 0; --exponent) {
        value = scale.detentFrom(value, -1);
        QCOMPARE(value, std::ldexp(1.0, exponent));
    }
    QCOMPARE(scale.detentFrom(value, -1), 1.0);
    QCOMPARE(scale.detentFrom(1024, 2), 4096.0);
}

void TstTrackScale::stepsFromBetweenGoToTheNextDetent()
{
    QCOMPARE(batch().detentFrom(1000, 1), 1024.0);
    QCOMPARE(batch().detentFrom(1000, -1), 512.0);
}

void TstTrackScale::fineStepsDivideTheOctaveBySixteen()
{
    // From 1,024 upwards an octave has steps of 64, below it of 32.
    QCOMPARE(batch().fineFrom(1024, 1), 1088.0);
    QCOMPARE(batch().fineFrom(1024, -1), 992.0);
    QCOMPARE(batch().fineFrom(1000, 1), 1024.0);
    QCOMPARE(batch().fineFrom(3, 1), 4.0);
    QCOMPARE(batch().fineFrom(1, -1), 1.0);
    const ui::TrackScale layers = ui::trackScale(*core::findField("model.L"));
    QCOMPARE(layers.fineFrom(32, 1), 33.0);
    QCOMPARE(layers.fineFrom(32, -1), 31.0);
}

void TstTrackScale::zeroHasAPlaceOfItsOwn()
{
    const ui::TrackScale vocabulary = ui::trackScale(*core::findField("model.V"));
    QCOMPARE(vocabulary.position(0), 0.0);
    QVERIFY(vocabulary.position(1) > 0);
    QCOMPARE(vocabulary.value(0), 0.0);
    QVERIFY(vocabulary.detentFrom(0, 1) > 0);
    QVERIFY(vocabulary.fineFrom(0, 1) > 0);
}

void TstTrackScale::positionsAndValuesAreInverse()
{
    const ui::TrackScale scale = batch();
    QCOMPARE(scale.position(1), 0.0);
    QCOMPARE(scale.position(std::ldexp(1.0, 27)), 1.0);
    COMPARE_NEAR(scale.position(512), 9.0 / 27, 1e-12);
    for (const double value : {1.0, 3.0, 17.0, 1000.0, 65535.0, 1e8}) {
        QCOMPARE(scale.value(scale.position(value)), value);
    }
}

void TstTrackScale::snapsOnlyWithinReach()
{
    const double at = batch().position(1024);
    QCOMPARE(batch().snapped(at + 0.009, 0.01), 1024.0);
    QVERIFY(batch().snapped(at + 0.011, 0.01) != 1024.0);
}

ROOFLIGHT_TEST(TstTrackScale)

#include "tst_track_scale.moc"

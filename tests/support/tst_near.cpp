// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what COMPARE_NEAR accepts and refuses.
#include "support/near.h"
#include "support/suite.h"

#include <limits>

namespace
{
struct Metres {
    double value;
    double si() const { return value; }
};
} // namespace

class TstNear : public QObject
{
    Q_OBJECT
private slots:
    void judgesRelativeToTheExpectedValue_data();
    void judgesRelativeToTheExpectedValue();
    void saysBothNumbersAndTheDifference();
    void takesQuantitiesAndIntegers();
};

void TstNear::judgesRelativeToTheExpectedValue_data()
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    QTest::addColumn<double>("actual");
    QTest::addColumn<double>("expected");
    QTest::addColumn<bool>("near");
    QTest::newRow("one per mille off passes at two per mille") << 1.001e12 << 1e12 << true;
    QTest::newRow("three per mille off fails at two per mille") << 1.003e12 << 1e12 << false;
    QTest::newRow("below counts like above") << 0.997e-9 << 1e-9 << false;
    QTest::newRow("the sign counts") << -1.0 << 1.0 << false;
    QTest::newRow("zero equals zero") << 0.0 << 0.0 << true;
    QTest::newRow("nothing small is near zero") << 1e-300 << 0.0 << false;
    QTest::newRow("infinity equals infinity") << infinity << infinity << true;
    QTest::newRow("no finite number is near infinity") << 1e300 << infinity << false;
    QTest::newRow("NaN is near nothing") << std::nan("") << 1.0 << false;
    QTest::newRow("nothing is near NaN") << 1.0 << std::nan("") << false;
}

void TstNear::judgesRelativeToTheExpectedValue()
{
    QFETCH(double, actual);
    QFETCH(double, expected);
    QTEST(tests::nearness(actual, expected, 0.002).near, "near");
}

void TstNear::saysBothNumbersAndTheDifference()
{
    QCOMPARE(tests::nearness(3.0, 2.0, 0.01).text, "got 3, expected 2 within 0.01 relative, off by 0.5");
}

void TstNear::takesQuantitiesAndIntegers()
{
    COMPARE_NEAR(Metres{2.0}, Metres{2.0}, 1e-12);
    COMPARE_NEAR(7, 7.0, 1e-12);
}

ROOFLIGHT_TEST(TstNear)

#include "tst_near.moc"

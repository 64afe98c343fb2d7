// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that every embedded icon draws and that every embedded font loads and has the signs the program writes.
#include "support/suite.h"

#include <QDir>
#include <QFontDatabase>
#include <QFontInfo>
#include <QIcon>
#include <QImage>
#include <QRawFont>

class TstResources : public QObject
{
    Q_OBJECT
private slots:
    void iconPaintsSomethingAndLeavesSomethingOut_data();
    void iconPaintsSomethingAndLeavesSomethingOut();
    void fontLoads_data();
    void fontLoads();
};

void TstResources::iconPaintsSomethingAndLeavesSomethingOut_data()
{
    QTest::addColumn<QString>("path");
    const QStringList names = QDir(QStringLiteral(":/icons")).entryList();
    QVERIFY(names.size() >= 27);
    for (const QString& name : names) {
        QTest::newRow(qPrintable(name)) << QStringLiteral(":/icons/") + name;
    }
}

void TstResources::iconPaintsSomethingAndLeavesSomethingOut()
{
    QFETCH(QString, path);
    for (const int side : {16, 24, 64}) {
        const QImage image = QIcon(path).pixmap(side, side).toImage();
        QCOMPARE(image.size(), QSize(side, side));
        int opaque = 0;
        int clear = 0;
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) {
                opaque += image.pixelColor(x, y).alpha() > 100 ? 1 : 0;
                clear += image.pixelColor(x, y).alpha() == 0 ? 1 : 0;
            }
        }
        QVERIFY2(opaque > 0 && clear > 0, qPrintable(path));
    }
}

void TstResources::fontLoads_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("family");
    QTest::addColumn<int>("weight");
    const QString inter = QStringLiteral("Inter");
    const QString mono = QStringLiteral("JetBrains Mono");
    QTest::newRow("Inter for text") << QStringLiteral("Inter-Regular.otf") << inter << 400;
    QTest::newRow("Inter for labels") << QStringLiteral("Inter-Medium.otf") << inter << 500;
    QTest::newRow("Inter for headings") << QStringLiteral("Inter-SemiBold.otf") << inter << 600;
    QTest::newRow("Inter for emphasis") << QStringLiteral("Inter-Bold.otf") << inter << 700;
    QTest::newRow("mono for formulas") << QStringLiteral("JetBrainsMono-Regular.ttf") << mono << 400;
    QTest::newRow("mono for emphasis") << QStringLiteral("JetBrainsMono-Bold.ttf") << mono << 700;
}

void TstResources::fontLoads()
{
    QFETCH(QString, file);
    QFETCH(QString, family);
    QFETCH(int, weight);
    const QString path = QStringLiteral(":/fonts/") + file;
    const int id = QFontDatabase::addApplicationFont(path);
    QVERIFY2(id >= 0, qPrintable(path));
    QVERIFY(QFontDatabase::applicationFontFamilies(id).contains(family));

    QFont wanted(family);
    wanted.setWeight(static_cast<QFont::Weight>(weight));
    QCOMPARE(QFontInfo(wanted).family(), family);
    QCOMPARE(QFontInfo(wanted).weight(), weight);

    const QRawFont font(path, 12.0);
    QVERIFY(font.isValid());
    for (const QChar sign : QStringLiteral("0Aαβσµ−·×≈≤√→₂²")) {
        QVERIFY2(font.supportsCharacter(sign), qPrintable(file + QStringLiteral(" lacks ") + sign));
    }
}

ROOFLIGHT_TEST(TstResources)

#include "tst_resources.moc"

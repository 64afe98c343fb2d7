// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the colours of GIFs: exact where they are few or frequent, near where they are many.
#include "gif_reader.h"
#include "support/suite.h"
#include "ui/export/gif.h"

class TstGif : public QObject
{
    Q_OBJECT
private slots:
    void fewColoursStayExact();
    void theMostFrequentColourStaysExact();
    void noColourIsFarFromItsStandIn();
};

void TstGif::fewColoursStayExact()
{
    QImage image(256, 1, QImage::Format_RGB32);
    for (int x = 0; x < 256; ++x)
        image.setPixel(x, 0, qRgb(x, 255 - x, x / 2));
    ui::Gif gif(image.size());
    gif.add(image, 10);
    const auto read = tests::readGif(gif.bytes());
    QVERIFY(read.good);
    QCOMPARE(read.pictures.front().image, image);
}

/// Half of a gradient of 4,096 colours is paper: a colour of its own, between two others of the gradient.
void TstGif::theMostFrequentColourStaysExact()
{
    QImage image(64, 64, QImage::Format_RGB32);
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x)
            image.setPixel(x, y, y % 2 == 0 ? qRgb(133, 131, 128) : qRgb(4 * x, 4 * y, 128));
    ui::Gif gif(image.size());
    gif.add(image, 10);
    QCOMPARE(tests::readGif(gif.bytes()).pictures.front().image.pixel(0, 0), qRgb(133, 131, 128));
}

/// A gradient of 4,096 colours: 256 points on a square of side 63 lie 4 apart, so 4 is about the best.
void TstGif::noColourIsFarFromItsStandIn()
{
    QImage image(64, 64, QImage::Format_RGB32);
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x)
            image.setPixel(x, y, qRgb(4 * x, 4 * y, 128));
    image.setPixel(0, 0, qRgb(255, 255, 255));
    ui::ColourCount count;
    count.add(image);
    const auto palette = count.palette();
    QVERIFY(palette.colours.size() <= 256);
    QVERIFY2(palette.worst <= 16, qPrintable(QString::number(palette.worst)));
    ui::Gif gif(image.size());
    gif.add(image, 10);
    QCOMPARE(tests::difference(tests::readGif(gif.bytes()).pictures.front().image, image), palette.worst);
}

ROOFLIGHT_TEST(TstGif)
#include "tst_gif.moc"

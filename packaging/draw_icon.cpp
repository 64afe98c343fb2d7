// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the application's icon at one size, so that the pictures need not be kept: draw_icon ICON.svg SIZE OUT.png
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include <cstdio>

int main(int argc, char** argv)
{
    QSvgRenderer icon(QString::fromLocal8Bit(argc == 4 ? argv[1] : ""));
    const int side = argc == 4 ? QByteArray(argv[2]).toInt() : 0;
    if (!icon.isValid() || side <= 0) {
        std::fprintf(stderr, "usage: draw_icon ICON.svg SIZE OUT.png\n");
        return 1;
    }
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    icon.render(&painter);
    painter.end();
    return image.save(QString::fromLocal8Bit(argv[3]), "PNG") ? 0 : 1;
}

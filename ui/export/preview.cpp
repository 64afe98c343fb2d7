// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out the page as it will be and then makes it smaller.
#include "ui/export/preview.h"

#include <algorithm>

namespace ui
{

Preview::Preview(QWidget* parent) : QLabel(parent)
{
    setAlignment(Qt::AlignCenter);
    setMinimumSize(480, 300);
    setAccessibleName(tr("Preview"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
}

QString Preview::present(PictureRequest wanted, const Snapshot& snapshot)
{
    wanted.format = PictureFormat::png;
    wanted.state = false;
    const QSizeF logical = wanted.logicalSize();
    const qreal ratio = devicePixelRatioF();
    const QSizeF room = QSizeF(size()) * ratio;
    const double shrink = std::min(room.width() / logical.width(), room.height() / logical.height());
    wanted.pixels = (logical * shrink).toSize();
    wanted.dpi = 96 * shrink;
    const auto bytes = renderPicture(wanted, snapshot);
    QPixmap picture;
    if (bytes)
        picture.loadFromData(*bytes, "PNG");
    picture.setDevicePixelRatio(ratio);
    setPixmap(picture);
    return bytes ? QString() : bytes.error().text;
}

void Preview::present(const QString& sentence)
{
    setPixmap({});
    setText(sentence);
}

} // namespace ui

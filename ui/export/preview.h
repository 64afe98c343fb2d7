// SPDX-License-Identifier: GPL-3.0-or-later
// The page that would be exported at its true shape, made smaller; or a sentence instead.
#pragma once

#include "ui/export/picture.h"

#include <QLabel>

namespace ui
{

class Preview : public QLabel
{
    Q_OBJECT
public:
    explicit Preview(QWidget* parent = nullptr);

    /// Why it cannot be drawn; empty where it is.
    QString present(PictureRequest, const Snapshot&);
    void present(const QString& sentence);
};

} // namespace ui

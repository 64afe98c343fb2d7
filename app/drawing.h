// SPDX-License-Identifier: GPL-3.0-or-later
// What the verbs that draw share: the picture that was asked for, and an application without a display.
#pragma once

#include "app/failure.h"
#include "ui/export/picture.h"

#include <QTemporaryDir>

#include <array>
#include <memory>
#include <string>

class QApplication;

namespace app
{

/// Everything but the format.
Expected<ui::PictureRequest> pictureOf(const PictureOptions&);

/// A path as the file system spells it.
QString pathOf(const std::string&);

/// Wrong use, an invalid scenario, or a file.
Failure failureOf(const ui::PictureError&);

/// Paints without asking for a display, unless a platform was chosen.
class Studio
{
public:
    explicit Studio(const ui::Theme&);
    ~Studio();

private:
    QTemporaryDir m_runtime; // of this process alone, where the session gives none; Qt would complain
    int m_count = 1;
    std::array<char, 10> m_name{"rooflight"};
    std::array<char*, 2> m_arguments{m_name.data(), nullptr};
    std::unique_ptr<QApplication> m_application;
};

} // namespace app

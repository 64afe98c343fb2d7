// SPDX-License-Identifier: GPL-3.0-or-later
// Why a picture was not made: what was asked for, the scenario, or the file.
#pragma once

#include <QString>

#include <tl/expected.hpp>

namespace ui
{

enum class PictureFault { request, scenario, file };

struct PictureError {
    PictureFault fault = PictureFault::request;
    QString text; // one sentence with the remedy
};

inline tl::unexpected<PictureError> noPicture(PictureFault fault, const QString& text)
{
    return tl::unexpected(PictureError{fault, text});
}

} // namespace ui

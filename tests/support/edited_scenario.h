// SPDX-License-Identifier: GPL-3.0-or-later
// The default scenario with fields that a test sets in one line.
#pragma once

#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "core/scenario/presets.h"

#include <QString>
#include <QStringList>

namespace tests
{

/// `edits`: "field=value field=value"; ends the program where one is refused.
inline core::Scenario edited(const QString& edits)
{
    core::Scenario s = core::defaultScenario(core::shippedCatalogue());
    for (const QString& edit : edits.split(' ', Qt::SkipEmptyParts)) {
        const auto id = edit.section('=', 0, 0).toStdString(), text = edit.section('=', 1).toStdString();
        if (const auto done = core::setFieldFromText(s, id, text); !done)
            qFatal("%s", done.error().c_str());
    }
    return s;
}

} // namespace tests

// SPDX-License-Identifier: GPL-3.0-or-later
// Holds a JSON value to a JSON Schema: the keywords that lesson.schema.json uses.
#pragma once

#include <QJsonObject>
#include <QString>

namespace tests
{

/// What breaks the schema, with the path to it; empty where nothing does. A keyword that is not known breaks it too.
QString schemaBreach(const QJsonValue& value, const QJsonObject& schema, const QJsonObject& root,
                     const QString& path = {});

} // namespace tests

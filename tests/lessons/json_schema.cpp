// SPDX-License-Identifier: GPL-3.0-or-later
// One function for each kind of value.
#include "lessons/json_schema.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>

namespace tests
{

namespace
{

using namespace Qt::Literals::StringLiterals;

bool isOfType(const QJsonValue& value, const QString& type)
{
    return (type == u"object"_s && value.isObject()) || (type == u"array"_s && value.isArray()) ||
           (type == u"string"_s && value.isString()) || (type == u"number"_s && value.isDouble()) ||
           (type == u"boolean"_s && value.isBool());
}

bool isOfTypes(const QJsonValue& value, const QJsonValue& types)
{
    for (const auto& type : types.isArray() ? types.toArray() : QJsonArray{types})
        if (isOfType(value, type.toString()))
            return true;
    return false;
}

QString objectBreach(const QJsonObject& object, const QJsonObject& schema, const QJsonObject& root, const QString& path)
{
    for (const auto& key : schema[u"required"_s].toArray())
        if (!object.contains(key.toString()))
            return path + u" lacks "_s + key.toString();
    const auto dependent = schema[u"dependentRequired"_s].toObject();
    for (const auto& key : dependent.keys())
        for (const auto& other : dependent[key].toArray())
            if (object.contains(key) && !object.contains(other.toString()))
                return path + u" lacks "_s + other.toString();
    const auto properties = schema[u"properties"_s].toObject();
    const auto others = schema[u"additionalProperties"_s];
    for (const auto& key : object.keys()) {
        const auto here = path + u'.' + key;
        if (!properties.contains(key) && others.isBool() && !others.toBool())
            return here + u" is not known"_s;
        const auto rule = properties.contains(key) ? properties[key].toObject() : others.toObject();
        if (const auto breach = schemaBreach(object[key], rule, root, here); !breach.isEmpty())
            return breach;
    }
    return {};
}

QString arrayBreach(const QJsonArray& array, const QJsonObject& schema, const QJsonObject& root, const QString& path)
{
    if (array.size() < schema[u"minItems"_s].toInt() || array.size() > schema[u"maxItems"_s].toInt(1'000'000))
        return path + u" has a wrong number of items"_s;
    for (qsizetype i = 0; i < array.size(); ++i)
        if (const auto breach =
                schemaBreach(array[i], schema[u"items"_s].toObject(), root, path + u'.' + QString::number(i + 1));
            !breach.isEmpty())
            return breach;
    return {};
}

QString scalarBreach(const QJsonValue& value, const QJsonObject& schema, const QString& path)
{
    if (schema.contains(u"const"_s) && value != schema[u"const"_s])
        return path + u" is another constant"_s;
    if (schema.contains(u"enum"_s) && !schema[u"enum"_s].toArray().contains(value))
        return path + u" is none of the choices"_s;
    if (value.isString() && value.toString().size() < schema[u"minLength"_s].toInt())
        return path + u" is too short"_s;
    const auto pattern = schema[u"pattern"_s].toString();
    if (value.isString() && !QRegularExpression(pattern).match(value.toString()).hasMatch())
        return path + u" does not match "_s + pattern;
    if (value.isDouble() && (value.toDouble() < schema[u"minimum"_s].toDouble(-1e300) ||
                             value.toDouble() > schema[u"maximum"_s].toDouble(1e300)))
        return path + u" is out of range"_s;
    return {};
}

QString oneOfBreach(const QJsonValue& value, const QJsonArray& choices, const QJsonObject& root, const QString& path)
{
    int met = 0;
    QString breaches;
    for (const auto& choice : choices) {
        const auto breach = schemaBreach(value, choice.toObject(), root, path);
        met += breach.isEmpty() ? 1 : 0;
        breaches += u"; "_s + breach;
    }
    return met == 1 ? QString() : path + u" meets %1 of the forms"_s.arg(met) + breaches;
}

} // namespace

QString schemaBreach(const QJsonValue& value, const QJsonObject& schema, const QJsonObject& root, const QString& path)
{
    static const QSet<QString> known{u"$schema"_s,     u"$defs"_s,    u"$ref"_s,     u"title"_s,
                                     u"description"_s, u"type"_s,     u"required"_s, u"properties"_s,
                                     u"items"_s,       u"minItems"_s, u"maxItems"_s, u"additionalProperties"_s,
                                     u"enum"_s,        u"const"_s,    u"pattern"_s,  u"minLength"_s,
                                     u"minimum"_s,     u"maximum"_s,  u"oneOf"_s,    u"dependentRequired"_s};
    for (const auto& key : schema.keys())
        if (!known.contains(key))
            return path + u": unknown keyword "_s + key;
    if (schema.contains(u"$ref"_s)) {
        const auto name = schema[u"$ref"_s].toString().section(u'/', -1);
        return schemaBreach(value, root[u"$defs"_s].toObject()[name].toObject(), root, path);
    }
    if (schema.contains(u"type"_s) && !isOfTypes(value, schema[u"type"_s]))
        return path + u" is of another kind"_s;
    QString breach = scalarBreach(value, schema, path);
    if (breach.isEmpty() && value.isObject())
        breach = objectBreach(value.toObject(), schema, root, path);
    if (breach.isEmpty() && value.isArray())
        breach = arrayBreach(value.toArray(), schema, root, path);
    if (breach.isEmpty() && schema.contains(u"oneOf"_s))
        breach = oneOfBreach(value, schema[u"oneOf"_s].toArray(), root, path);
    return breach;
}

} // namespace tests

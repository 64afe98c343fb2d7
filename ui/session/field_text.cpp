// SPDX-License-Identifier: GPL-3.0-or-later
// Words of choices and numbers are left to core.
#include "ui/session/field_text.h"

#include "core/collectives/algorithms/catalogue.h"
#include "core/operation/operation_curve.h"
#include "core/operation/operation_name.h"
#include "core/quantity/format.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/choice_words.h"
#include "core/scenario/choices.h"
#include "core/scenario/further_operation.h"
#include "core/scenario/shard_size.h"
#include "ui/theme/words.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui
{

namespace
{

/// Whether the algorithm does that kind of collective, or is the one that was asked for.
bool offersAlgorithm(const core::Collective& coll, std::string_view id)
{
    const bool multiplies = core::isMatmul(coll.kind);
    const bool does = multiplies
                          ? id == "halves" || id == "whole" || id == "uni"
                          : std::ranges::any_of(core::collectiveAlgorithms(), [&](const core::AlgorithmRow& row) {
                                return row.kind == coll.kind && core::nameOf(row.id) == id;
                            });
    return does || id == "auto" || core::nameOf(coll.algorithm) == id;
}

/// Whether the operation has that size, or follows it in vain.
bool offersSize(const core::Operation& operation, std::string_view id)
{
    return id == "none" || id == core::nameOf(operation.sweep) ||
           std::ranges::count(core::sweptSizes(operation.kind), id) > 0;
}

} // namespace

QString shortTitle(const core::Field& field)
{
    QString title = toText(field.title);
    const auto colon = title.indexOf(QLatin1String(": "));
    if (colon >= 0) {
        title = title.mid(colon + 2);
        title[0] = title[0].toUpper();
    }
    return title;
}

QStringList examplesOf(const core::Field& field)
{
    struct Examples {
        std::string_view field;
        const char* texts;
    };
    static constexpr std::array lists{
        Examples{"coll.torus", "4 4x4 4x4x4 8x8x8 16x20x28 switch8 switch16/8 switch72"},
        Examples{"coll.axes", "all X Y Z XY XZ YZ"},
        Examples{"hw.torus", "auto 4x4 8x8 16x16 4x4x4 4x8x8 8x8x8 16x20x28"},
    };
    const auto found = std::ranges::find(lists, field.id, &Examples::field);
    return found == lists.end() ? QStringList() : QString::fromLatin1(found->texts).split(u' ');
}

QString choiceText(const core::Field& field, std::string_view choice, const core::Scenario& scenario)
{
    return QString::fromStdString(core::choiceWords(field, choice, scenario));
}

std::vector<std::string> choicesOf(const core::Field& field, const core::Scenario& scenario)
{
    auto ids = core::choicesOf(scenario, field);
    if (field.id == "coll.algorithm")
        std::erase_if(ids, [&](const std::string& id) { return !offersAlgorithm(scenario.coll, id); });
    if (field.id == "op.sweep")
        std::erase_if(ids, [&](const std::string& id) { return !offersSize(scenario.op, id); });
    return ids;
}

QString widestUnit(const core::Field& field)
{
    return field.id == "work.batch" || field.id == "op.B" ? QCoreApplication::translate("unit", "sequences")
                                                          : toText(field.unit);
}

namespace
{

QString batchUnit(core::OpKind kind)
{
    const std::string unit(core::batchUnitOf(kind));
    return QCoreApplication::translate("unit", (unit + "s").c_str());
}

} // namespace

QString unitOf(const core::Field& field, const core::Scenario& scenario)
{
    if (field.id == "op.B")
        return batchUnit(scenario.op.kind);
    return scenario.work.mode == core::Mode::decode ? widestUnit(field) : toText(field.unit);
}

QString titleText(std::string_view id, const core::Field& field)
{
    const QString whole = toText(id);
    if (core::shardDimension(id))
        return QCoreApplication::translate("Fields", "Size of %1").arg(whole.section(u'.', 2));
    const QString title = toText(field.title), number = whole.section(u'@', 1);
    return number.isEmpty() ? title
                            : QCoreApplication::translate("Fields", "%1, operation %2")
                                  .arg(title.section(QStringLiteral(": "), -1), number);
}

QString numberText(const core::Field& field, double value)
{
    if (field.dim == core::dim::count && value == std::floor(value) && std::abs(value) < 1e18)
        return QString::fromStdString(core::grouped(value));
    if (field.dim == core::dim::count)
        return QString::fromStdString(core::exactText(value));
    return QString::fromStdString(core::format(value, field.dim, {.digits = 9}));
}

QString valueText(const core::Field& field, const core::Value& value, const core::Scenario& scenario)
{
    if (const auto* number = std::get_if<double>(&value))
        return numberText(field, *number);
    if (const auto* name = std::get_if<std::string>(&value))
        return choiceText(field, *name, scenario);
    return std::get<bool>(value) ? QCoreApplication::translate("value", "on")
                                 : QCoreApplication::translate("value", "off");
}

QString inWords(std::string_view sentence, const core::Scenario& scenario)
{
    static const QRegularExpression id(QStringLiteral("\\b([a-z]+(\\.[A-Za-z0-9]+)+)\\b(@[0-9]+)?(?![_@*])"));
    static const QRegularExpression quoted(QStringLiteral("\"([a-z0-9-]+)\""));
    QString words = toText(sentence);
    std::vector<const core::Field*> named;
    qsizetype at = 0;
    for (auto found = id.match(words); found.hasMatch(); found = id.match(words, at)) {
        const core::Field* field = core::findField(found.captured(1).toStdString());
        const bool prefix =
            found.capturedStart() == 0 && words.mid(found.capturedEnd()).startsWith(QLatin1String(": "));
        const QString label = !field   ? found.captured()
                              : prefix ? QString()
                                       : QStringLiteral("\"%1\"").arg(shortTitle(*field));
        words.replace(found.capturedStart(), found.capturedLength() + (field && prefix ? 2 : 0), label);
        at = found.capturedStart() + label.size();
        if (field)
            named.push_back(field);
    }
    for (auto found = quoted.match(words); found.hasMatch(); found = quoted.match(words, at)) {
        const std::string choice = found.captured(1).toStdString();
        const auto field = std::ranges::find_if(
            named, [&](const core::Field* one) { return std::ranges::count(one->choices, choice) > 0; });
        const QString shown = field == named.end() ? found.captured(1) : choiceText(**field, choice, scenario);
        words.replace(found.capturedStart(1), found.capturedLength(1), shown);
        at = found.capturedStart(1) + shown.size() + 1;
    }
    if (!words.isEmpty())
        words[0] = words[0].toUpper();
    return words;
}

QString meshText(const core::Mesh& mesh)
{
    QStringList axes;
    for (std::size_t a = 0; a < mesh.axis.size(); ++a)
        if (const auto& [size, role, spanned] = mesh.axis[a]; size > 1)
            axes.append(QStringLiteral("%1 = %2 %3")
                            .arg(QStringLiteral("XYZ").at(static_cast<qsizetype>(a)))
                            .arg(toText(core::grouped(size)), toText(core::nameOf(role))));
    return axes.isEmpty() ? tr("one chip") : axes.join(QStringLiteral(", "));
}

QString changeText(std::string_view fieldId, const core::Scenario& before, const core::Scenario& after)
{
    const auto change = [](const core::Field& field, const core::Scenario& from, const core::Scenario& to) {
        return QStringLiteral("%1 %2 → %3")
            .arg(toText(field.title), valueText(field, field.get(from), from), valueText(field, field.get(to), to));
    };
    if (const core::Field* field = core::findField(fieldId))
        return change(*field, before, after);
    const auto further = core::furtherField(fieldId);
    if (!further)
        return {};
    const auto* from = core::operationAt(before, further->at + 2);
    const auto* to = core::operationAt(after, further->at + 2);
    if (!from || !to)
        return {};
    const auto words = change(*further->field, core::withOperation(before, *from), core::withOperation(after, *to));
    const QString title = toText("Operation"); // that all these fields begin with
    return QStringLiteral("%1 %2").arg(title).arg(further->at + 2) + words.mid(title.size());
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Words for choices stand in one table; numbers are left to core.
#include "ui/session/field_text.h"

#include "core/collectives/algorithms/catalogue.h"
#include "core/operation/operation_curve.h"
#include "core/operation/operation_name.h"
#include "core/quantity/format.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/choices.h"
#include "core/scenario/further_operation.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui
{

namespace
{

struct Wording {
    std::string_view field; // whole id, or its end where it starts with a dot
    std::string_view choice;
    const char* words;
};

constexpr std::array wordings{
    Wording{"work.mode", "training", QT_TRANSLATE_NOOP("choice", "Training")},
    Wording{"work.mode", "prefill", QT_TRANSLATE_NOOP("choice", "Prefill")},
    Wording{"work.mode", "decode", QT_TRANSLATE_NOOP("choice", "Decode")},
    Wording{"work.pass", "forward", QT_TRANSLATE_NOOP("choice", "Forward")},
    Wording{"work.pass", "step", QT_TRANSLATE_NOOP("choice", "Forward + backward")},
    Wording{"work.remat", "none", QT_TRANSLATE_NOOP("choice", "Keep everything")},
    Wording{"work.remat", "matmuls", QT_TRANSLATE_NOOP("choice", "Keep matmul outputs")},
    Wording{"work.remat", "block", QT_TRANSLATE_NOOP("choice", "Keep block inputs")},
    Wording{"work.remat", "boundary", QT_TRANSLATE_NOOP("choice", "Keep k checkpoints per layer")},
    Wording{"work.remat", "ffn", QT_TRANSLATE_NOOP("choice", "Keep FFN inputs (CS336)")},
    Wording{".role", "data", QT_TRANSLATE_NOOP("choice", "Data")},
    Wording{".role", "zero1", QT_TRANSLATE_NOOP("choice", "Data, ZeRO-1")},
    Wording{".role", "zero2", QT_TRANSLATE_NOOP("choice", "Data, ZeRO-2")},
    Wording{".role", "fsdp", QT_TRANSLATE_NOOP("choice", "FSDP, ZeRO-3")},
    Wording{".role", "tensor", QT_TRANSLATE_NOOP("choice", "Tensor")},
    Wording{".role", "pipeline", QT_TRANSLATE_NOOP("choice", "Pipeline")},
    Wording{".role", "expert", QT_TRANSLATE_NOOP("choice", "Expert")},
    Wording{".role", "context", QT_TRANSLATE_NOOP("choice", "Context")},
    Wording{".role", "replicate", QT_TRANSLATE_NOOP("choice", "Replicate")},
    Wording{"pipe.schedule", "gpipe", QT_TRANSLATE_NOOP("choice", "GPipe")},
    Wording{"pipe.schedule", "1f1b", QT_TRANSLATE_NOOP("choice", "1F1B")},
    Wording{"pipe.schedule", "interleaved", QT_TRANSLATE_NOOP("choice", "Interleaved")},
    Wording{"pipe.schedule", "zb-h1", QT_TRANSLATE_NOOP("choice", "ZB-H1 (zero bubble)")},
    Wording{"prec.master", "none", QT_TRANSLATE_NOOP("choice", "no copy")},
    Wording{"opt.kind", "adam", QT_TRANSLATE_NOOP("choice", "Adam")},
    Wording{"opt.kind", "momentum", QT_TRANSLATE_NOOP("choice", "Momentum")},
    Wording{"opt.kind", "sgd", QT_TRANSLATE_NOOP("choice", "SGD")},
    Wording{"conv.comms", "overlapped", QT_TRANSLATE_NOOP("choice", "Everything overlaps")},
    Wording{"conv.comms", "added", QT_TRANSLATE_NOOP("choice", "Axes added, math overlaps")},
    Wording{"conv.comms", "tensor-exposed", QT_TRANSLATE_NOOP("choice", "Tensor exposed")},
    Wording{"conv.comms", "none", QT_TRANSLATE_NOOP("choice", "Nothing overlaps")},
    Wording{"conv.rates", "exact", QT_TRANSLATE_NOOP("choice", "Exact (n − 1)/n")},
    Wording{"conv.rates", "book", QT_TRANSLATE_NOOP("choice", "Book, large n")},
    Wording{"conv.capacity", "nominal", QT_TRANSLATE_NOOP("choice", "Nominal GB")},
    Wording{"conv.capacity", "nominal-gib", QT_TRANSLATE_NOOP("choice", "Nominal GiB")},
    Wording{"conv.capacity", "physical", QT_TRANSLATE_NOOP("choice", "Physical")},
    Wording{"conv.latency", "off", QT_TRANSLATE_NOOP("choice", "Bandwidth only")},
    Wording{"conv.latency", "on", QT_TRANSLATE_NOOP("choice", "With hop latency")},
    Wording{"conv.wrap", "hardware", QT_TRANSLATE_NOOP("choice", "As hardware closes")},
    Wording{"conv.wrap", "ring", QT_TRANSLATE_NOOP("choice", "Always rings")},
    Wording{"conv.hbm", "on", QT_TRANSLATE_NOOP("choice", "Step waits for HBM")},
    Wording{"conv.hbm", "off", QT_TRANSLATE_NOOP("choice", "Math and network only")},
    Wording{"hw.variant", "none", QT_TRANSLATE_NOOP("choice", "As preset")},
    Wording{"model.preset", "custom", QT_TRANSLATE_NOOP("choice", "Custom")},
    Wording{"coll.kind", "all-gather", QT_TRANSLATE_NOOP("choice", "All-gather")},
    Wording{"coll.kind", "reduce-scatter", QT_TRANSLATE_NOOP("choice", "Reduce-scatter")},
    Wording{"coll.kind", "all-reduce", QT_TRANSLATE_NOOP("choice", "All-reduce")},
    Wording{"coll.kind", "all-to-all", QT_TRANSLATE_NOOP("choice", "All-to-all")},
    Wording{"coll.kind", "permute", QT_TRANSLATE_NOOP("choice", "Permute")},
    Wording{"coll.kind", "matmul-gather", QT_TRANSLATE_NOOP("choice", "Gather + matmul")},
    Wording{"coll.kind", "matmul-scatter", QT_TRANSLATE_NOOP("choice", "Matmul + scatter")},
    Wording{"coll.wrap", "hardware", QT_TRANSLATE_NOOP("choice", "As hardware")},
    Wording{"coll.wrap", "ring", QT_TRANSLATE_NOOP("choice", "Rings")},
    Wording{"coll.wrap", "line", QT_TRANSLATE_NOOP("choice", "Lines")},
    Wording{"coll.direction", "both", QT_TRANSLATE_NOOP("choice", "Both ways")},
    Wording{"coll.direction", "one", QT_TRANSLATE_NOOP("choice", "One way")},
    Wording{"coll.algorithm", "auto", QT_TRANSLATE_NOOP("choice", "Automatic")},
    Wording{"coll.algorithm", "ring", QT_TRANSLATE_NOOP("choice", "Ring or line")},
    Wording{"coll.algorithm", "rotated", QT_TRANSLATE_NOOP("choice", "Rotated axes")},
    Wording{"coll.algorithm", "axis-by-axis", QT_TRANSLATE_NOOP("choice", "Axis after axis")},
    Wording{"coll.algorithm", "middle", QT_TRANSLATE_NOOP("choice", "Reduce to the center")},
    Wording{"coll.algorithm", "slots", QT_TRANSLATE_NOOP("choice", "Time slots")},
    Wording{"coll.algorithm", "halves", QT_TRANSLATE_NOOP("choice", "Bidirectional half-shards")},
    Wording{"coll.algorithm", "whole", QT_TRANSLATE_NOOP("choice", "Bidirectional whole shards")},
    Wording{"coll.algorithm", "uni", QT_TRANSLATE_NOOP("choice", "Unidirectional whole shards")},
    Wording{"op.kind", "matmul", QT_TRANSLATE_NOOP("choice", "Matmul")},
    Wording{"op.kind", "batched", QT_TRANSLATE_NOOP("choice", "Batched matmul")},
    Wording{"op.kind", "dot", QT_TRANSLATE_NOOP("choice", "Dot products")},
    Wording{"op.kind", "elementwise", QT_TRANSLATE_NOOP("choice", "Elementwise")},
    Wording{"op.kind", "reduction", QT_TRANSLATE_NOOP("choice", "Reduction")},
    Wording{"op.kind", "attention", QT_TRANSLATE_NOOP("choice", "Attention")},
    Wording{"op.kind", "moe", QT_TRANSLATE_NOOP("choice", "Mixture of experts")},
    Wording{"op.moe", "token-by-token", QT_TRANSLATE_NOOP("choice", "Token by token")},
    Wording{"op.moe", "expert-by-expert", QT_TRANSLATE_NOOP("choice", "Expert by expert")},
    Wording{"op.moe", "grouped", QT_TRANSLATE_NOOP("choice", "Grouped")},
    Wording{"op.level", "hbm", QT_TRANSLATE_NOOP("choice", "HBM")},
    Wording{"op.level", "vmem", QT_TRANSLATE_NOOP("choice", "VMEM or L2")},
    Wording{"op.level", "pcie", QT_TRANSLATE_NOOP("choice", "PCIe")},
    Wording{"op.level", "host", QT_TRANSLATE_NOOP("choice", "Weights on the host")},
    Wording{"op.level", "ici", QT_TRANSLATE_NOOP("choice", "ICI or NVLink")},
    Wording{"op.level", "dcn", QT_TRANSLATE_NOOP("choice", "DCN")},
    Wording{"op.compute", "auto", QT_TRANSLATE_NOOP("choice", "Automatic")},
    Wording{"coll.clock", "async", QT_TRANSLATE_NOOP("choice", "Asynchronous")},
    Wording{"coll.clock", "lockstep", QT_TRANSLATE_NOOP("choice", "Lockstep")},
    Wording{"coll.clock", "book", QT_TRANSLATE_NOOP("choice", "Scaling Book")},
};

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

template <class Preset> const std::string* nameOf(const Preset* preset) { return preset ? &preset->name : nullptr; }

/// "one-shot" as "One shot": of an algorithm that has no words of its own above.
QString wordsOf(std::string_view id)
{
    QString words = text(id).replace(u'-', u' ');
    words[0] = words[0].toUpper();
    return words;
}

/// Whether the operation has that size, or follows it in vain.
bool offersSize(const core::Operation& operation, std::string_view id)
{
    return id == "none" || id == core::nameOf(operation.sweep) ||
           std::ranges::count(core::sweptSizes(operation.kind), id) > 0;
}

} // namespace

QString text(std::string_view view) { return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())); }

QString shortTitle(const core::Field& field)
{
    QString title = text(field.title);
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
    const std::string* name = field.id == "hw.chip"        ? nameOf(scenario.presets->chip(choice))
                              : field.id == "model.preset" ? nameOf(scenario.presets->model(choice))
                                                           : nullptr;
    if (name)
        return QString::fromStdString(*name);
    const auto row = std::ranges::find_if(wordings, [&](const Wording& wording) {
        const bool applies =
            wording.field.front() == '.' ? field.id.ends_with(wording.field) : field.id == wording.field;
        return applies && wording.choice == choice;
    });
    if (row != wordings.end())
        return QCoreApplication::translate("choice", row->words);
    return field.id == "coll.algorithm" ? wordsOf(choice) : text(choice);
}

std::vector<std::string> choicesOf(const core::Field& field, const core::Scenario& scenario)
{
    std::vector<std::string> ids;
    if (field.id == "hw.chip") {
        std::ranges::transform(scenario.presets->chips, std::back_inserter(ids), &core::ChipPreset::id);
    } else if (field.id == "model.preset") {
        std::ranges::transform(scenario.presets->models, std::back_inserter(ids), &core::ModelPreset::id);
        ids.emplace_back("custom");
    } else if (field.id == "hw.variant") {
        ids.emplace_back("none");
        if (const core::ChipPreset* chip = scenario.presets->chip(scenario.hw.chip))
            for (const auto& [name, numbers] : chip->variants)
                ids.push_back(name);
    } else {
        ids.assign(field.choices.begin(), field.choices.end());
        if (field.id == "coll.algorithm")
            std::erase_if(ids, [&](const std::string& id) { return !offersAlgorithm(scenario.coll, id); });
        if (field.id == "op.sweep")
            std::erase_if(ids, [&](const std::string& id) { return !offersSize(scenario.op, id); });
    }
    return ids;
}

QString widestUnit(const core::Field& field)
{
    return field.id == "work.batch" || field.id == "op.B" ? QCoreApplication::translate("unit", "sequences")
                                                          : text(field.unit);
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
    return scenario.work.mode == core::Mode::decode ? widestUnit(field) : text(field.unit);
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
    QString words = text(sentence);
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

QString changeText(std::string_view fieldId, const core::Scenario& before, const core::Scenario& after)
{
    const auto change = [](const core::Field& field, const core::Scenario& from, const core::Scenario& to) {
        return QStringLiteral("%1 %2 → %3")
            .arg(text(field.title), valueText(field, field.get(from), from), valueText(field, field.get(to), to));
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
    const QString title = text("Operation"); // that all these fields begin with
    return QStringLiteral("%1 %2").arg(title).arg(further->at + 2) + words.mid(title.size());
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Looks through all texts of the steps: what is a placeholder or an expression in one may be words in another.
#include "core/lesson/read_sizes.h"

#include "core/lesson/lesson.h"
#include "core/lesson/stage.h"
#include "core/quantity/parse_number.h"
#include "core/scenario/scenario.h"
#include "core/scenario/shard_size.h"
#include "core/sharding/notation.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace core
{

namespace
{

using ExpressionTexts = std::vector<std::string_view>;

ExpressionTexts textsOf(std::monostate) { return {}; }
ExpressionTexts textsOf(const ValueAnswer& asked) { return {asked.value}; }
ExpressionTexts textsOf(const BandAnswer& asked) { return {asked.from, asked.to}; }
ExpressionTexts textsOf(const UntilAnswer& asked) { return {asked.condition}; }
ExpressionTexts textsOf(const ScheduleAnswer&) { return {}; }
ExpressionTexts textsOf(const FreeAnswer& asked) { return {asked.model}; }

ExpressionTexts textsOf(const FormulaAnswer& asked)
{
    ExpressionTexts texts{asked.measures};
    for (const Symbol& symbol : asked.symbols)
        texts.emplace_back(symbol.is);
    return texts;
}

ExpressionTexts textsOf(const ChoiceAnswer& asked)
{
    ExpressionTexts texts;
    for (const Option& option : asked.options)
        texts.insert(texts.end(), {option.text, option.when, option.says});
    return texts;
}

ExpressionTexts textsOf(const RankingAnswer& asked)
{
    ExpressionTexts texts;
    for (const Item& item : asked.items)
        texts.insert(texts.end(), {item.text, item.by});
    return texts;
}

ExpressionTexts textsOf(const ErrorAnswer& asked)
{
    ExpressionTexts texts;
    for (const Line& line : asked.lines)
        texts.insert(texts.end(), {line.text, line.claim, line.is, line.says});
    return texts;
}

ExpressionTexts textsOf(const LessonStep& step)
{
    ExpressionTexts texts = std::visit([](const auto& question) { return textsOf(question); }, step.question);
    texts.insert(texts.end(), {step.prompt, step.says});
    texts.insert(texts.end(), step.hints.begin(), step.hints.end());
    for (const auto* others : {&step.accepted, &step.wrong})
        for (const OtherAnswer& other : *others)
            texts.insert(texts.end(), {other.is, other.says});
    return texts;
}

void addRead(std::set<std::string>& dims, std::string_view text)
{
    for (auto at = text.find(shardSizePrefix); at != text.npos; at = text.find(shardSizePrefix, at + 1)) {
        const auto rest = text.substr(at + shardSizePrefix.size());
        const auto end = std::ranges::find_if_not(rest, [](char c) { return startsName(c) || isDigit(c); });
        dims.emplace(rest.begin(), end);
    }
}

} // namespace

std::set<std::string> readDimensions(const Lesson& lesson, const Catalogue& catalogue)
{
    std::set<std::string> dims;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        for (const std::string_view text : textsOf(lesson.steps[step]))
            addRead(dims, text);
        if (const auto s = scenarioAt(lesson, step, catalogue))
            if (const auto product = readExpression(s->shard.expression))
                for (const auto& dim : product->dims())
                    dims.emplace(dim);
    }
    return dims;
}

} // namespace core

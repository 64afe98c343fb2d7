// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers with units, and words.
#include "core/lesson/answer_kinds.h"

#include "core/derive/render.h"
#include "core/lesson/answer_terms.h"
#include "core/lesson/slips.h"
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/quantity/shown.h"
#include "core/scenario/choice_words.h"
#include "core/scenario/fields.h"
#include "core/scenario/text_forms.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

namespace core
{

namespace
{

std::string lowered(std::string_view text) { return lowerCase(trimmed(text)); }

TermOrWhy expectedOf(const PosedStep& at, const ValueAnswer& asked)
{
    return termOf(at, asked.value, asked.unit, at.scenario);
}

/// What a listed answer amounts to: a value of its own, or the expected one with fields changed.
TermOrWhy otherOf(const PosedStep& at, const ValueAnswer& asked, const OtherAnswer& other)
{
    Scenario s = at.scenario;
    if (const auto done = applySettings(s, other.with); !done)
        return tl::unexpected(done.error());
    return termOf(at, other.is.empty() ? asked.value : other.is, asked.unit, s);
}

/// The convention or variant of the chip with which the answer would be one that holds: "Rates “Exact (n − 1)/n”; this
/// lesson takes “Book, large n”".
std::optional<std::string> conventionBehind(const PosedStep& at, const ValueAnswer& asked,
                                            const std::function<bool(double)>& holds)
{
    for (const Field& field : fields()) {
        const bool tried = field.group == "Conventions" || field.id == "hw.variant";
        if (!tried || field.kind != FieldKind::choice)
            continue;
        const auto pinned = field.get(at.scenario);
        for (const auto& choice : choicesOf(at.scenario, field)) {
            Scenario s = at.scenario;
            if (Value(choice) == pinned || !setField(s, field.id, choice))
                continue;
            Settings others = at.lesson.pins; // a variant has rates of its own
            std::erase_if(others, [&](const auto& pin) { return pin.field == field.id; });
            if (!applySettings(s, others))
                continue;
            const auto other = termOf(at, asked.value, asked.unit, s);
            if (other && !other->word && holds(other->number))
                return fmt::format("{} “{}”; this lesson takes “{}”", field.title, choiceWords(field, choice, s),
                                   choiceWords(field, std::get<std::string>(pinned), s));
        }
    }
    return std::nullopt;
}

/// Of a prediction, which is taken once: "You said 5,000; it is 29,620: 5.9× too low."
std::string distanceOf(const PosedStep& at, const ValueAnswer& asked, const Term& expected, double typed)
{
    Term guess = expected;
    guess.number = typed;
    const auto text = [&](const Term& term) { return termText(term, at.scenario, resultDigits, asked.unit); };
    const double ratio = expected.number / typed;
    std::string distance;
    if (std::isfinite(ratio) && ratio > 0)
        distance = fmt::format(": {}× too {}", format(std::max(ratio, 1 / ratio), dim::count, {.digits = 2}),
                               ratio > 1 ? "low" : "high");
    return fmt::format("You said {}; it is {}{}.", text(guess), text(expected), distance);
}

/// "12 GB" of 12 GiB, and the other way round.
std::optional<std::string> bytesMixed(const Closeness& near, const Term& expected, const TypedNumber& typed)
{
    if (!typed.bytes)
        return std::nullopt;
    TypedNumber other = typed;
    other.value = typed.bytes->value;
    other.unit *= typed.bytes->value / typed.value;
    if (!near.holds(expected.number, other))
        return std::nullopt;
    const auto units = typed.bytes->unit.find('i') != std::string::npos ? ByteUnits::decimal : ByteUnits::binary;
    return fmt::format("The number is right in {}: {} are {}.", typed.bytes->unit, typed.bytes->text,
                       format(expected.number, dim::byte, {.digits = resultDigits, .bytes = units}));
}

/// 43.97 of 44 chips.
bool isUnrounded(const ValueAnswer& asked, const Closeness& near, double expected, double typed)
{
    const bool whole = near.tolerance.kind == Tolerance::Kind::exact && expected == std::floor(expected) &&
                       (isCounted(asked.unit) || asked.tolerance == "exact");
    return whole && typed != std::floor(typed) && std::abs(typed - expected) < 1;
}

/// Written out as the lesson has it, to three digits or all of them.
bool isAsListed(double mistake, const TypedNumber& typed)
{
    constexpr int enough = 3;
    return Tolerance{}.holds(mistake, typed.value) || (typed.digits >= enough && typed.rounds(mistake));
}

/// What was made of "61k", which is neither as it was read.
std::string prefixRead(const PosedStep& at, const ValueAnswer& asked, const TypedNumber& typed)
{
    if (!typed.decimal)
        return {};
    const auto text = [&](double number) { return termText(Term{number}, at.scenario, resultDigits, asked.unit); };
    return fmt::format("{} is read as {}; {} would not be right either.", typed.text, text(typed.value),
                       text(*typed.decimal));
}

/// A mistake of the step that holds; the error is a clause.
tl::expected<const OtherAnswer*, std::string> mistakeOf(const PosedStep& at, const ValueAnswer& asked,
                                                        const std::function<bool(double)>& holds)
{
    for (const auto& other : at.step.wrong) {
        const auto value = otherOf(at, asked, other);
        if (!value)
            return tl::unexpected(value.error());
        if (holds(value->number))
            return &other;
    }
    return nullptr;
}

/// Of a number that is not the expected one.
CheckedOrWhy checkOther(const PosedStep& at, const ValueAnswer& asked, const Term& expected, const TypedNumber& typed)
{
    const auto near = closenessOf(asked, expected);
    for (const auto& other : at.step.accepted) {
        const auto value = otherOf(at, asked, other);
        if (!value)
            return tl::unexpected(value.error());
        if (near.holds(value->number, typed))
            return said(at, Outcome::rightUnder, other.says);
    }
    if (isUnrounded(asked, near, expected.number, typed.value))
        return CheckedAnswer{Outcome::knownWrong, "Not rounded: whole ones are needed."};
    const auto mistake = mistakeOf(at, asked, [&](double value) {
        const bool nearer = std::abs(typed.value - value) < std::abs(typed.value - expected.number);
        return near.tolerance.holds(value, typed.value) || (nearer && isNearMistake(value, typed.value));
    });
    if (!mistake)
        return tl::unexpected(mistake.error());
    if (*mistake)
        return said(at, Outcome::knownWrong, (*mistake)->says);
    if (auto mixed = bytesMixed(near, expected, typed))
        return CheckedAnswer{Outcome::knownWrong, *std::move(mixed)};
    if (auto slip = slipIn(near, asked, expected, typed))
        return *std::move(slip);
    if (const auto convention = conventionBehind(at, asked, [&](double value) { return near.holds(value, typed); }))
        return CheckedAnswer{Outcome::knownWrong, fmt::format("That is the value with {}.", *convention)};
    const auto unit = unitMissed(asked, expected, typed);
    constexpr double afar = 100;
    const double ratio = std::abs(expected.number / typed.value);
    if (!unit.empty() && asked.unit != shareUnit && !(ratio < afar && ratio > 1 / afar)) // it costs no try
        return CheckedAnswer{Outcome::unreadable, unit + " Write the unit."};
    return CheckedAnswer{Outcome::wrong, unit.empty() ? prefixRead(at, asked, typed) : unit};
}

/// Of a number that is not the expected one, but near enough: what else it was written as.
std::optional<CheckedOrWhy> writtenAs(const PosedStep& at, const ValueAnswer& asked, const Term& expected,
                                      const TypedNumber& typed)
{
    const bool open = typed.rounds(expected.number); // the digits written leave both open
    const auto isWritten = [&](double value) { return !open && isAsListed(value, typed); };
    for (const auto& other : at.step.accepted) {
        const auto value = otherOf(at, asked, other);
        if (!value)
            return tl::unexpected(value.error());
        if (Tolerance{}.holds(value->number, typed.value) || isWritten(value->number))
            return said(at, Outcome::rightUnder, other.says);
    }
    const auto mistake = mistakeOf(at, asked, isWritten);
    if (!mistake)
        return tl::unexpected(mistake.error());
    if (*mistake)
        return said(at, Outcome::knownWrong, (*mistake)->says);
    if (const auto convention = conventionBehind(at, asked, isWritten))
        return CheckedAnswer{Outcome::rightUnder,
                             fmt::format("Near enough. That is the value with {}, which gives {}.", *convention,
                                         termText(expected, at.scenario, resultDigits, asked.unit))};
    return std::nullopt;
}

/// What a lesson lists and a convention go before a tolerance that takes them in.
CheckedOrWhy checkTyped(const PosedStep& at, const ValueAnswer& asked, const Term& expected, const TypedNumber& typed)
{
    const auto near = closenessOf(asked, expected);
    if (!near.holds(expected.number, typed))
        return checkOther(at, asked, expected, typed);
    if (!Tolerance{}.holds(expected.number, typed.value))
        if (auto other = writtenAs(at, asked, expected, typed))
            return *std::move(other);
    return CheckedAnswer{Outcome::right,
                         fmt::format("Right: {}.", termText(expected, at.scenario, resultDigits, asked.unit))};
}

/// Things that may be taken for one another, each with its words.
const std::vector<std::vector<std::string_view>>& countedThings()
{
    static const std::vector<std::vector<std::string_view>> all{{"token", "tok"},
                                                                {"sequence", "seq"},
                                                                {"sample"},
                                                                {"request"},
                                                                {"row"},
                                                                {"host"},
                                                                {"node", "server"},
                                                                {"rack"},
                                                                {"pod"},
                                                                {"slice"},
                                                                {"link"},
                                                                {"hop"},
                                                                {"core"},
                                                                {"layer"},
                                                                {"head"},
                                                                {"parameter", "param"},
                                                                {"day"},
                                                                {"chip", "gpu", "tpu", "device", "card", "accelerator"},
                                                                {"all-reduce", "allreduce"},
                                                                {"all-gather", "allgather"},
                                                                {"reduce-scatter", "reducescatter"},
                                                                {"all-to-all", "alltoall"}};
    return all;
}

/// Of one counted thing, which is named first, where the answer counts another one.
std::string otherCount(const ValueAnswer& asked, const Term& expected, std::string_view typed)
{
    const std::string unit = lowered(asked.unit.empty() ? expected.unit : countedBy(asked.unit)), low = lowered(typed);
    const auto& all = countedThings();
    const auto own =
        std::ranges::find_if(all, [&](const auto& thing) { return std::ranges::find(thing, unit) != thing.end(); });
    if (own == all.end())
        return {};
    auto first = own;
    auto at = low.npos;
    for (auto thing = all.begin(); thing != all.end(); ++thing)
        for (const std::string_view word : *thing)
            if (const auto found = low.find(word); found < at) {
                at = found;
                first = thing;
            }
    return first == own
               ? std::string()
               : fmt::format("The answer counts {}, not {}.", counted("2", unit), counted("2", first->front()));
}

tl::expected<TypedNumber, std::string> readNumber(const ValueAnswer& asked, const Term& expected,
                                                  std::string_view typed)
{
    const std::string counts = asked.unit.empty() ? expected.unit : std::string(countedBy(asked.unit));
    return typedNumber(typed, expected.dim, counts);
}

CheckedOrWhy checkNumber(const PosedStep& at, const ValueAnswer& asked, const Term& expected, std::string_view typed)
{
    if (auto other = otherCount(asked, expected, typed); !other.empty())
        return CheckedAnswer{Outcome::unreadable, std::move(other)};
    const auto number = readNumber(asked, expected, typed);
    if (!number)
        return CheckedAnswer{Outcome::unreadable, number.error()};
    auto checked = checkTyped(at, asked, expected, *number);
    const bool isTaken = checked && !checked->isAccepted() && checked->outcome != Outcome::unreadable;
    if (isTaken && at.step.kind == StepKind::predict)
        checked->text += (checked->text.empty() ? "" : " ") + distanceOf(at, asked, expected, number->value);
    return checked;
}

/// As it stands or as it is shown.
bool isWord(const Term& term, std::string_view typed)
{
    return lowered(typed) == lowered(term.word.value_or(std::string())) ||
           (!term.shown.empty() && lowered(typed) == lowered(term.shown));
}

CheckedOrWhy checkWord(const PosedStep& at, const ValueAnswer& asked, const Term& expected, std::string_view typed)
{
    if (isWord(expected, typed))
        return CheckedAnswer{Outcome::right, "Right."};
    for (const auto& other : at.step.wrong) {
        const auto value = otherOf(at, asked, other);
        if (!value)
            return tl::unexpected(value.error());
        if (isWord(*value, typed))
            return said(at, Outcome::knownWrong, other.says);
    }
    return CheckedAnswer{};
}

} // namespace

CheckedOrWhy check(const PosedStep& at, const ValueAnswer& asked, std::string_view typed)
{
    const auto expected = expectedOf(at, asked);
    if (!expected)
        return tl::unexpected(expected.error());
    return expected->word ? checkWord(at, asked, *expected, typed) : checkNumber(at, asked, *expected, typed);
}

TextOrWhy own(const PosedStep& at, const ValueAnswer& asked)
{
    const auto expected = expectedOf(at, asked);
    if (expected && expected->word && !(asked.tolerance.empty() && asked.unit.empty()))
        return tl::unexpected(
            fmt::format("{} is a word, which has neither tolerance nor unit. Leave them out", inQuotes(asked.value)));
    if (const auto why = expected ? whyNoCeiling(asked.tolerance, asked.unit, *expected) : std::string(); !why.empty())
        return tl::unexpected(why);
    const auto shown = expected ? termText(*expected, at.scenario, resultDigits, asked.unit) : std::string();
    if (expected && !expected->word)
        if (const auto read = readNumber(asked, *expected, shown); !read)
            return tl::unexpected(fmt::format("it would be shown as {}, which cannot be read back. Take another unit, "
                                              "or none",
                                              inQuotes(shown)));
    return expected.map(typedText);
}

ListedOrWhy listed(const PosedStep& at, const ValueAnswer& asked)
{
    std::vector<ListedAnswer> all;
    const auto expected = expectedOf(at, asked); // what is wrong with it the own answer says
    for (const auto* list : {&at.step.accepted, &at.step.wrong})
        for (const auto& other : *list) {
            const auto value = otherOf(at, asked, other);
            if (!value)
                return tl::unexpected(value.error());
            if (auto same = expected ? checkComparable(asked.value, *expected, other.is, *value) : Comparable(); !same)
                return tl::unexpected(std::move(same.error()));
            all.push_back({typedText(*value), list == &at.step.accepted});
        }
    return all;
}

TextOrWhy shown(const PosedStep& at, const ValueAnswer& asked)
{
    return expectedOf(at, asked).map(
        [&](const Term& term) { return termText(term, at.scenario, resultDigits, asked.unit); });
}

std::string form(const PosedStep& at, const ValueAnswer& asked)
{
    const auto expected = expectedOf(at, asked);
    if (!expected || expected->word)
        return "a word";
    if (expected->dim != dim::count)
        return "a number with unit, such as " + exampleOf(7, expected->dim, countedBy(asked.unit));
    if (asked.unit == shareUnit)
        return "a share, such as 12 %";
    return isCounted(asked.unit) ? "a number of " + counted("2", asked.unit) : std::string("a number");
}

} // namespace core

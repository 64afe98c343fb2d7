// SPDX-License-Identifier: GPL-3.0-or-later
// What a lesson says once a question is answered, and what a class said before.
#include "ui/lessons/open_lesson.h"

#include "core/lesson/hint.h"
#include "core/lesson/stage.h"
#include "core/quantity/format.h"
#include "core/quantity/parse_number.h"
#include "core/quantity/shown.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/tables/table_parts.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ui
{

namespace
{

constexpr int longestGuess = 20;
constexpr int longestOrder = 120; // of 16 shards in halves, both ways round

/// Units that a guess can have, the smallest first, and the one that it has until another is chosen. They follow from
/// what is asked alone, so that they tell nothing of the answer.
struct GuessUnits {
    QStringList all;
    int usual = 0;
    core::Dim dim = core::dim::count;
};

/// The number that is asked for; of a range, where it begins. Empty where none is.
std::string numberAsked(const core::PosedStep& at)
{
    if (const auto* asked = std::get_if<core::ValueAnswer>(&at.step.question))
        return asked->value;
    const auto* band = std::get_if<core::BandAnswer>(&at.step.question);
    return band ? band->from : std::string();
}

GuessUnits guessUnits(const core::PosedStep& at)
{
    const auto* asked = std::get_if<core::ValueAnswer>(&at.step.question);
    const std::string number = numberAsked(at);
    if (number.empty())
        return {};
    const auto value = core::valueIn(at.lesson, at.scenario, number);
    const core::Dim dim = value ? value->dim : core::dim::count;
    if (dim == core::dim::second)
        return {{QStringLiteral("ns"), QStringLiteral("µs"), QStringLiteral("ms"), QStringLiteral("s")}, 1, dim};
    if (dim == core::dim::byte)
        return {{QStringLiteral("B"), QStringLiteral("kB"), QStringLiteral("MB"), QStringLiteral("GB"),
                 QStringLiteral("TB")},
                3,
                dim};
    const QString per =
        dim == core::dim::flopPerSecond || dim == core::dim::bytePerSecond ? QStringLiteral("/s") : QString();
    if (dim == core::dim::flop || dim == core::dim::flopPerSecond) {
        GuessUnits units{{}, 1, dim};
        for (const char prefix : {'G', 'T', 'P', 'E', 'Z', 'Y'})
            units.all << QLatin1Char(prefix) + (per.isEmpty() ? QStringLiteral("FLOPs") : QStringLiteral("FLOP") + per);
        return units;
    }
    if (dim == core::dim::bytePerSecond)
        return {{QStringLiteral("MB/s"), QStringLiteral("GB/s"), QStringLiteral("TB/s")}, 1, dim};
    if (dim == core::dim::flopPerByte)
        return {{QStringLiteral("FLOP/B")}, 0, dim};
    if (asked && asked->unit == core::shareUnit)
        return {{QStringLiteral("%")}, 0, dim};
    const bool things = asked && !asked->unit.empty() && asked->unit != "1";
    return {things ? QStringList(QString::fromStdString(core::counted("2", asked->unit))) : QStringList(), 0, dim};
}

/// A guess that was read: "300", "µs". Without a unit where none was typed and several are possible.
struct ReadGuess {
    QString number, unit;
    double value = 0; // in that unit
};

/// The unit that letters of any case, or the first of them, stand for: "us", "u", "gb", "tflops"; empty where there is
/// none.
QString unitMeant(const GuessUnits& units, QString typed)
{
    typed.replace(u'u', QStringLiteral("µ"), Qt::CaseInsensitive);
    const auto unit = std::ranges::find_if(units.all, [&](const QString& one) {
        const QString plain = QString(one).remove(u'/');
        return one.startsWith(typed, Qt::CaseInsensitive) || plain.startsWith(typed, Qt::CaseInsensitive);
    });
    return unit == units.all.end() ? QString() : *unit;
}

/// Digits with commas, a point and an exponent, and what stands behind them, or behind a space.
QRegularExpressionMatch partsOf(const QString& guess)
{
    static const QRegularExpression parts(QStringLiteral("^(\\d[\\d,]*(?:\\.[\\d,]*)?(?:[eE]\\d+)?) ?(.*)$"));
    return parts.match(guess);
}

/// Without its commas, which stand before groups of three digits; nothing where they do not.
std::optional<double> plainNumber(const QString& number)
{
    const auto read = core::parseNumber(number.toStdString(), core::dim::count);
    return read ? std::optional(*read) : std::nullopt;
}

/// Where one unit is possible, that is it; a prefix may stand before it: "64k" of tokens are 65,536.
std::optional<ReadGuess> readGuess(const QString& guess, const GuessUnits& units)
{
    const auto parts = partsOf(guess);
    const QString number = parts.captured(1), behind = parts.captured(2);
    const auto plain = parts.hasMatch() ? plainNumber(number) : std::nullopt;
    if (!plain)
        return std::nullopt;
    const QString only = units.all.size() == 1 ? units.all.front() : QString();
    if (behind.isEmpty() || behind == only)
        return ReadGuess{number, only, *plain};
    if (const QString unit = unitMeant(units, behind); !unit.isEmpty() && units.all.size() > 1)
        return ReadGuess{number, unit, *plain};
    const QString scaled = number + (behind == QLatin1String("k") ? behind : behind.toUpper());
    const auto value = core::parseNumber(scaled.toStdString(), units.dim);
    if (units.all.size() > 1 || only == QLatin1String("%") || !value)
        return std::nullopt;
    return ReadGuess{units.dim == core::dim::count ? scaled : QString::number(*value, 'g', 15), only, *value};
}

/// Of a number that was said without one, the unit with which it comes nearest to the answer.
int nearestUnit(const core::PosedStep& at, const GuessUnits& units, const QString& number)
{
    const auto value = core::valueIn(at.lesson, at.scenario, numberAsked(at));
    int nearest = units.usual;
    double best = std::numeric_limits<double>::infinity();
    for (int unit = 0; value && unit < units.all.size(); ++unit)
        if (const auto said = core::parseNumber((number + units.all[unit]).toStdString(), units.dim))
            if (const double off = std::abs(std::log(*said / value->number)); off < best) {
                best = off;
                nearest = unit;
            }
    return nearest;
}

/// The sentence with the question mark; else the last one, or the first where what follows are rules of the answer.
QString questionIn(const QString& prompt, bool rulesFollow)
{
    const QString stop = QStringLiteral(". ");
    const auto mark = prompt.lastIndexOf(u'?');
    if (const auto first = prompt.indexOf(stop); mark < 0 && rulesFollow && first >= 0)
        return prompt.first(first + 1);
    const auto end = mark >= 0 ? mark : prompt.size() - 1;
    const auto before = prompt.lastIndexOf(stop, end - 1);
    return prompt.mid(before < 0 ? 0 : before + 2, end - (before < 0 ? -1 : before + 1));
}

/// A number with its unit in cells of a table: "372.8" and "µs" of "372.8 µs", "20444.4" and "tokens"; empty ones of
/// other texts.
std::pair<QString, QString> cellsOf(const QString& shown)
{
    static const QRegularExpression form(QStringLiteral("^(\\d[\\d,]*(?:\\.\\d+)?(?:e\\d+)?)(?: (\\S+))?$"));
    const auto parts = form.match(shown);
    return {parts.captured(1).remove(u','), parts.captured(2)};
}

} // namespace

QString OpenLesson::reasons() const
{
    auto& known = m_words[m_step].reasons;
    return known ? *known : known.emplace(makeReasons());
}

QString OpenLesson::makeReasons() const
{
    QStringList lines;
    if (const auto line = core::answerLine(posed()); !line.empty())
        lines << QString::fromStdString(line);
    if (!posed().step.says.empty())
        lines << filledAt(m_step, posed().step.says);
    return lines.join(u'\n');
}

QString OpenLesson::answerOf() const
{
    QStringList moved;
    for (const core::Field& field : core::fields())
        if (const auto asked = field.get(posed().scenario); field.get(m_session.scenario()) != asked)
            moved << shortTitle(field) + u' ' + valueText(field, asked, posed().scenario);
    return moved.isEmpty() ? QString() : tr("At %1: ").arg(moved.join(QStringLiteral(" · ")));
}

bool OpenLesson::seeksOrderAt(std::size_t step) const
{
    return std::holds_alternative<core::ScheduleAnswer>(m_posed[step].step.question);
}

bool OpenLesson::takesGuess() const
{
    if (!isOpen() || !waits())
        return false;
    const core::Question& question = posed().step.question;
    const bool number =
        std::holds_alternative<core::ValueAnswer>(question) || std::holds_alternative<core::BandAnswer>(question);
    return seeksOrderAt(m_step) || (ranksAt(m_step) && !state().guess.isEmpty()) ||
           (number && core::answerForm(posed()) != "a word");
}

bool OpenLesson::guessTakes(QChar sign) const
{
    if (ordersAt(m_step))
        return QStringLiteral(" +-ab").first(ranksAt(m_step) ? 1 : 5).contains(sign);
    const GuessUnits units = guessUnits(posed());
    const QString& guess = state().guess;
    const QString behind = partsOf(guess).captured(2);
    if (units.all.size() > 1 && !unitMeant(units, behind + sign).isEmpty())
        return true; // the n of "5ns", the B of "512B"
    if (sign == u',')
        return behind.isEmpty();
    if (sign == u' ') // before a unit; a second one is Next
        return units.all.size() > 1 && behind.isEmpty() && !guess.endsWith(sign);
    const bool isOpen = !behind.isEmpty() && !readGuess(guess, units);
    return QStringLiteral(".ekmgtusµμ%").contains(sign, Qt::CaseInsensitive) ||
           (isOpen && QStringLiteral("bflops/").contains(sign, Qt::CaseInsensitive)); // to be refused with its unit
}

void OpenLesson::typeGuess(QChar sign)
{
    QString& guess = m_states[m_step].guess;
    if (sign.isNull())
        guess.chop(1);
    else if (guess.size() < (ordersAt(m_step) ? longestOrder : longestGuess) && (sign != u'.' || !guess.contains(u'.')))
        guess += sign; // letters too: "17.4e9", "115ms"
    emit changed();
}

bool OpenLesson::changeGuessUnit(int by)
{
    State& here = m_states[m_step];
    if (!takesGuess() || here.guess.isEmpty())
        return false;
    const GuessUnits units = guessUnits(posed());
    if (units.all.size() < 2)
        return false;
    const auto read = readGuess(here.guess, units);
    const bool typed = read && !read->unit.isEmpty();
    const auto present = typed ? units.all.indexOf(read->unit) : here.unit < 0 ? units.usual : here.unit;
    if (typed)
        here.guess = read->number;
    here.unit = static_cast<int>(std::clamp<qsizetype>(present + by, 0, units.all.size() - 1));
    emit changed();
    return true;
}

QString OpenLesson::guessAt(std::size_t step) const
{
    const State& there = m_states[step];
    if (there.guess.isEmpty() || ordersAt(step))
        return there.guess.trimmed();
    const GuessUnits units = guessUnits(m_posed[step]);
    const auto read = readGuess(there.guess, units);
    if (!read)
        return there.guess;
    if (!read->unit.isEmpty() || units.all.isEmpty() || (there.unit < 0 && !there.done))
        return (read->number + u' ' + read->unit).trimmed();
    return read->number + u' ' +
           units.all[there.unit >= 0 ? there.unit : nearestUnit(m_posed[step], units, read->number)];
}

QString OpenLesson::guessProblem() const
{
    const QString& guess = state().guess;
    if (guess.isEmpty())
        return {};
    if (ordersAt(m_step)) {
        const auto checked = core::checkAnswer(posed(), guessAt(m_step).toStdString());
        const bool isRead = checked && checked->outcome != core::Outcome::unreadable;
        return isRead ? QString() : QString::fromStdString(checked ? checked->text : checked.error());
    }
    const GuessUnits possible = guessUnits(posed());
    if (readGuess(guess, possible))
        return {};
    if (guess.contains(u',') && !plainNumber(partsOf(guess).captured(1)))
        return tr("“%1” is not understood: commas stand before groups of three digits, as in 1,500, and the decimal "
                  "point is “.”.")
            .arg(guess);
    QStringList units = possible.all;
    if (units.isEmpty())
        return tr("“%1” is not understood: a plain number is expected.").arg(guess);
    const QString last = units.takeLast(), all = units.join(QStringLiteral(", "));
    return tr("“%1” is not understood: the unit is %2.")
        .arg(guess, units.isEmpty() ? last : tr("%1 or %2").arg(all, last));
}

QString OpenLesson::saidOfGuess() const
{
    if (state().guess.isEmpty())
        return {};
    core::LessonStep once = posed().step; // a prediction is told how far it is
    once.kind = core::StepKind::predict;
    const auto checked = core::checkAnswer({posed().lesson, once, posed().scenario}, guess().toStdString());
    QString told = checked ? QString::fromStdString(checked->text) : QString();
    told.replace(tr("Right: %1.").arg(shownAnswer()), tr("Right.")); // the answer stands beside it
    if (told.contains(tr("You said")))
        return told;
    const bool isRead = checked && checked->outcome != core::Outcome::unreadable;
    return isRead ? tr("You said %1. ").arg(guess()) + told : tr("You said %1; it is %2.").arg(guess(), shownAnswer());
}

std::map<std::size_t, OpenLesson::Asked> OpenLesson::asked() const
{
    std::map<std::size_t, Asked> all;
    for (std::size_t i = 0; i < steps(); ++i) {
        if (!m_states[i].done || std::holds_alternative<std::monostate>(m_posed[i].step.question))
            continue;
        const int right = rightChoiceAt(i);
        const bool finds = std::holds_alternative<core::ErrorAnswer>(m_posed[i].step.question);
        all[i] = {questionIn(filledAt(i, m_posed[i].step.prompt), seeksOrderAt(i)),
                  (finds ? tr("The wrong line: ") : QString()) +
                      (right >= 0 ? choicesAt(i)[right] : makeShownAnswer(i)),
                  guessAt(i), m_states[i].revealed, !m_states[i].guess.isEmpty() && isGuessRight(i)};
    }
    return all;
}

std::vector<OpenLesson::Voted> OpenLesson::voted() const
{
    std::vector<Voted> all;
    for (std::size_t i = 0; i < steps(); ++i) {
        const auto& votes = m_states[i].votes;
        const int hands = std::accumulate(votes.begin(), votes.end(), 0);
        if (hands == 0)
            continue;
        const int right = firstPlaceAt(i);
        all.push_back({i, filledAt(i, m_posed[i].step.prompt), choicesAt(i), votes, hands,
                       right >= 0 ? votes[static_cast<std::size_t>(right)] : 0, right, ranksAt(i)});
    }
    return all;
}

bool OpenLesson::hasVotes() const
{
    return std::ranges::any_of(m_states, [](const State& state) {
        return !state.guess.isEmpty() || std::ranges::any_of(state.votes, [](int hands) { return hands > 0; });
    });
}

bool OpenLesson::isGuessRight(std::size_t step) const
{
    const auto checked = core::checkAnswer(m_posed[step], guessAt(step).toStdString());
    return checked && checked->isAccepted();
}

QByteArray OpenLesson::votesCsv() const
{
    QString rows = QStringLiteral("lesson,step,question,option,text,votes,right,value,unit\n");
    for (std::size_t i = 0; i < steps(); ++i) {
        const State& state = m_states[i];
        const auto add = [&](const QString& option, const QString& text, int votes, bool right,
                             const std::pair<QString, QString>& number = {}) {
            rows += QStringList{csvCell(QString::fromStdString(m_lesson->id)),
                                QString::number(i + 1),
                                csvCell(filledAt(i, m_posed[i].step.prompt)),
                                option,
                                csvCell(text),
                                QString::number(votes),
                                !state.done ? QString()
                                : right     ? QStringLiteral("1")
                                            : QStringLiteral("0"),
                                number.first,
                                csvCell(number.second)}
                        .join(u',') +
                    u'\n';
        };
        const QStringList texts = state.votes.empty() ? QStringList() : choicesAt(i);
        for (int option = 0; option < texts.size(); ++option)
            add(QString::number(option + 1), texts[option], state.votes[static_cast<std::size_t>(option)],
                option == firstPlaceAt(i));
        if (state.guess.isEmpty())
            continue;
        const bool right = isGuessRight(i);
        add({}, guessAt(i), 1, right, guessCellsAt(i));
        if (state.done && !right)
            add({}, makeShownAnswer(i), 0, true, cellsOf(makeShownAnswer(i)));
    }
    return rows.toUtf8();
}

/// The number without a prefix, and the unit that it is said in.
std::pair<QString, QString> OpenLesson::guessCellsAt(std::size_t step) const
{
    const auto read = ordersAt(step) ? std::nullopt : readGuess(m_states[step].guess, guessUnits(m_posed[step]));
    if (!read)
        return {};
    return {QString::number(read->value, 'g', 15), guessAt(step).section(u' ', 1)};
}

} // namespace ui

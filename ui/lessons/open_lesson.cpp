// SPDX-License-Identifier: GPL-3.0-or-later
// Poses steps, checks answers, and keeps what was typed.
#include "ui/lessons/open_lesson.h"

#include "core/lesson/stage.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <charconv>

namespace ui
{

namespace
{

constexpr qint64 twice = 1000; // ms between two calls that reveal

/// Made at the first call.
template <class T, class Make> const T& kept(std::optional<T>& place, Make make)
{
    return place ? *place : place.emplace(make());
}

/// What a lesson poses: pins of the user are none of it.
core::Scenario bare(core::Scenario scenario)
{
    scenario.baselines.clear();
    return scenario;
}

bool hasOptions(const core::LessonStep& step)
{
    return std::holds_alternative<core::ChoiceAnswer>(step.question) ||
           std::holds_alternative<core::ErrorAnswer>(step.question);
}

bool isAsked(const core::LessonStep& step) { return !std::holds_alternative<std::monostate>(step.question); }

} // namespace

OpenLesson::OpenLesson(Session& session, QObject* parent) : QObject(parent), m_session(session)
{
    connect(&session, &Session::fileNameChanged, this, [this] {
        const bool saved =
            isOpen() && (m_session.undoStack().count() > 0 || bare(m_session.scenario()) == posed().scenario);
        if (!m_posing && !saved) // another document was opened
            leave();
    });
    connect(&session, &Session::changed, this, &OpenLesson::lookAtScenario);
}

tl::expected<void, std::string> OpenLesson::open(const core::Lesson& lesson, std::size_t step, bool goesOn)
{
    m_keepsPins = isOpen() && m_lesson->id == lesson.id; // those of what was open before go with it
    auto taken = std::make_unique<const core::Lesson>(lesson);
    std::vector<core::PosedStep> posed;
    for (std::size_t i = 0; i < taken->steps.size(); ++i) {
        auto at = core::posedStep(*taken, i, *m_session.scenario().presets);
        if (!at)
            return tl::make_unexpected(at.error());
        posed.push_back(std::move(*at));
    }
    keepTyped();
    m_posed.swap(posed);
    m_lesson = std::move(taken);
    m_states.assign(m_posed.size(), {});
    m_words.assign(m_posed.size(), {});
    m_step = std::min(step, m_posed.size() - 1);
    for (std::size_t before = 0; before < m_step; ++before)
        m_states[before].done = true; // none is passed without
    const Typed& typed = m_typed[lesson.id];
    for (std::size_t i = 0; goesOn && i < steps(); ++i)
        if (const auto kept = typed.find({i, m_lesson->steps[i].prompt}); kept != typed.end())
            m_states[i].typed = kept->second;
    pose();
    return {};
}

/// But of options: what stands there while they wait is a choice that is made.
void OpenLesson::keepTyped()
{
    if (!isOpen())
        return;
    Typed& typed = m_typed[m_lesson->id];
    typed.clear();
    for (std::size_t i = 0; i < steps(); ++i)
        if (const auto& step = m_lesson->steps[i]; !hasOptions(step))
            typed[{i, step.prompt}] = m_states[i].typed;
}

void OpenLesson::leave()
{
    if (!isOpen())
        return;
    keepTyped();
    m_isReplaced = m_session.aside() == nullptr;
    m_posed.clear();
    m_states.clear();
    m_lesson.reset();
    m_step = 0;
    m_session.takeBack();
    emit changed();
}

bool OpenLesson::isSolved() const
{
    for (std::size_t i = 0; i < steps(); ++i)
        if (isAsked(m_lesson->steps[i]) && !m_states[i].done)
            return false;
    return true;
}

bool OpenLesson::isAnswered() const
{
    return hasVotes() || std::ranges::any_of(m_states, [](const State& state) {
               return state.done && !state.revealed && state.checked.has_value();
           });
}

QString OpenLesson::filledAt(std::size_t step, const std::string& text) const
{
    const auto words = core::filledText(*m_lesson, m_posed[step].scenario, text);
    return QString::fromStdString(words ? *words : text);
}

QString OpenLesson::prompt() const
{
    return kept(m_words[m_step].prompt, [this] { return filledAt(m_step, posed().step.prompt); });
}

QString OpenLesson::promptAfter() const
{
    return isLast() ? QString() : filledAt(m_step + 1, m_posed[m_step + 1].step.prompt);
}

QStringList OpenLesson::choicesAt(std::size_t step) const
{
    auto& known = m_words[step].choices;
    if (known.has_value())
        return known.value();
    QStringList texts;
    for (const auto& text : core::choiceTexts(m_posed[step].step.question))
        texts.push_back(filledAt(step, text));
    return known.emplace(std::move(texts));
}

QString OpenLesson::shownAnswer() const
{
    return kept(m_words[m_step].shown, [this] { return makeShownAnswer(m_step); });
}

int OpenLesson::firstPlaceAt(std::size_t step) const
{
    return kept(m_words[step].right, [this, step] { return findRightChoice(step); });
}

int OpenLesson::rightChoiceAt(std::size_t step) const { return ranksAt(step) ? -1 : firstPlaceAt(step); }

bool OpenLesson::ranksAt(std::size_t step) const
{
    return std::holds_alternative<core::RankingAnswer>(m_posed[step].step.question);
}

/// Of a scenario that was asked for, the fields in words.
QString OpenLesson::makeShownAnswer(std::size_t step) const
{
    const core::PosedStep& at = m_posed[step];
    const auto own = core::ownAnswer(at);
    const bool settings = std::holds_alternative<core::UntilAnswer>(at.step.question);
    if (const auto edits = core::parseSettings(at.scenario, settings && own ? *own : "", at.step.points);
        settings && edits) {
        QStringList words;
        for (const auto& [field, value] : *edits)
            if (const auto row = core::fieldRow(field))
                words << shortTitle(**row) + u' ' + valueText(**row, value, at.scenario);
        return words.join(QStringLiteral(" · "));
    }
    const auto shown = core::shownAnswer(at);
    return QString::fromStdString(shown ? *shown : shown.error());
}

int OpenLesson::findRightChoice(std::size_t step) const
{
    if (!hasOptions(m_posed[step].step) && !ranksAt(step))
        return -1;
    const auto own = core::ownAnswer(m_posed[step]);
    int number = 0;
    if (!own || std::from_chars(own->data(), own->data() + own->size(), number).ec != std::errc())
        return -1;
    return number - 1;
}

bool OpenLesson::asks() const { return isAsked(posed().step); }

void OpenLesson::pose()
{
    m_asked.invalidate();
    ++m_posings;
    {
        const QScopedValueRollback posing(m_posing, true);
        core::Scenario scenario = posed().scenario;
        if (m_keepsPins)
            scenario.baselines = m_session.scenario().baselines;
        m_session.pose(std::move(scenario));
        m_keepsPins = true;
    }
    emit changed();
}

void OpenLesson::restart()
{
    m_states.assign(m_posed.size(), {});
    goTo(0);
}

void OpenLesson::goTo(std::size_t step)
{
    m_step = std::min(step, steps() - 1);
    pose();
}

void OpenLesson::next()
{
    if (waits()) {
        const bool voted = (!state().guess.isEmpty() && guessProblem().isEmpty()) ||
                           std::ranges::any_of(state().votes, [](int hands) { return hands > 0; });
        if (voted || (m_asked.isValid() && m_asked.elapsed() < twice))
            return reveal();
        m_asked.start();
        emit answerAsked();
    } else if (isLast()) {
        emit finished();
    } else {
        goTo(m_step + 1);
    }
}

void OpenLesson::back(bool hides)
{
    if (hides && asks() && state().done) {
        State& here = m_states[m_step];
        State kept;
        kept.votes = here.votes;
        kept.guess = here.guess;
        kept.unit = here.unit;
        here = std::move(kept);
        emit changed();
    } else if (m_step > 0) {
        goTo(m_step - 1);
    }
}

void OpenLesson::settle(State& state, const tl::expected<core::CheckedAnswer, std::string>& checked)
{
    if (!checked) {
        state.checked = core::CheckedAnswer{core::Outcome::unreadable, checked.error(), 0};
        return;
    }
    state.checked = *checked;
    const bool readable = checked->outcome != core::Outcome::unreadable;
    const bool taken = checked->isAccepted() || posed().step.kind == core::StepKind::predict;
    state.done = state.done || (readable && taken);
    state.misses += readable && !taken;
}

void OpenLesson::answer(const QString& typed)
{
    if (!isOpen() || !asks())
        return;
    State& here = m_states[m_step];
    here.typed = typed;
    if (typed.isEmpty())
        settle(here, tl::make_unexpected(
                         tr("Type %1.").arg(QString::fromStdString(core::answerForm(posed()))).toStdString()));
    else
        settle(here, core::checkAnswer(posed(), typed.toStdString(), here.misses));
    emit changed();
}

void OpenLesson::draft(const QString& typed)
{
    if (!isOpen() || !waits())
        return;
    m_states[m_step].typed = typed;
    forgetVerdict();
}

void OpenLesson::forgetVerdict()
{
    if (!state().checked)
        return;
    m_states[m_step].checked.reset();
    emit changed();
}

bool OpenLesson::seeksScenario() const
{
    return isOpen() && waits() && std::holds_alternative<core::UntilAnswer>(posed().step.question);
}

void OpenLesson::checkScenario()
{
    if (!seeksScenario())
        return;
    State& here = m_states[m_step];
    settle(here, core::checkState(posed(), m_session.scenario(), here.misses));
    emit changed();
}

/// A step that asks for another scenario is solved as soon as the scenario is one.
void OpenLesson::lookAtScenario()
{
    if (!seeksScenario())
        return;
    const auto checked = core::checkState(posed(), m_session.scenario());
    if (checked && checked->isAccepted()) {
        settle(m_states[m_step], checked);
        emit changed();
    } else {
        forgetVerdict();
    }
}

void OpenLesson::reveal()
{
    if (!isOpen() || !waits())
        return;
    State& here = m_states[m_step];
    here.done = here.revealed = true;
    here.checked.reset();
    if (rightChoice() >= 0) { // why it holds
        const auto checked = core::checkAnswer(posed(), std::to_string(rightChoice() + 1));
        here.checked = checked ? std::optional(*checked) : std::nullopt;
    }
    if (std::holds_alternative<core::UntilAnswer>(posed().step.question))
        showSolution();
    emit changed();
}

/// The scenario that was asked for comes into sight.
void OpenLesson::showSolution()
{
    const auto own = core::ownAnswer(posed());
    const auto settings = core::parseSettings(posed().scenario, own ? *own : std::string(), posed().step.points);
    core::Repair solution{tr("Show answer").toStdString(), {}};
    if (settings)
        for (const auto& [field, value] : *settings)
            solution.edits.emplace_back(field, value);
    (void)m_session.apply(solution); // what a lesson answers itself is in range
}

void OpenLesson::vote(std::size_t option, int by)
{
    if (!isOpen() || !waits() || option >= static_cast<std::size_t>(choices().size()))
        return;
    auto& votes = m_states[m_step].votes;
    votes.resize(static_cast<std::size_t>(choices().size()));
    votes[option] = std::max(0, votes[option] + by);
    emit changed();
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The lesson that is being taken: its step, what was answered, and what stays hidden until then. The document of the
// window is the scenario of the step.
#pragma once

#include "core/lesson/check_answer.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ui
{

class Session;

/// What would give the answer away. derivations: formulas; the pictures stay. results: every number that is computed.
enum class Hidden { nothing, derivations, results };

/// The chart of a step: that of its tab; of a lesson about a path through the network that of the network, as the layer
/// on the same tab is not what is asked about.
QString chartOf(const core::PosedStep&);

class OpenLesson : public QObject
{
    Q_OBJECT
public:
    /// What happened at one step.
    struct State {
        QString typed;                              // as checkAnswer() takes it: the last answer, or what is to be one
        std::optional<core::CheckedAnswer> checked; // what was said of it
        int misses = 0;                             // wrong answers
        bool done = false;                          // accepted, predicted, or revealed
        bool revealed = false;                      // without an answer
        std::vector<int> votes;                     // by option
        QString guess;                              // of the class, as it is typed: a number, or an order of shards
        int unit = -1;                              // among those that the guess may have; negative: the usual one
    };

    explicit OpenLesson(Session&, QObject* parent = nullptr);

    /// Takes the place of the document, at that step, those before it done. What was typed comes back where it goes
    /// on. The error is a sentence; what was open stays.
    tl::expected<void, std::string> open(const core::Lesson&, std::size_t step = 0, bool goesOn = false);
    /// The document that was there before comes back.
    void leave();
    /// Another document was opened in place of the lesson that was open last.
    bool isReplaced() const { return m_isReplaced; }
    bool isOpen() const { return m_lesson != nullptr; }

    // Of an open lesson.
    const core::Lesson& lesson() const { return *m_lesson; }
    std::size_t step() const { return m_step; }
    std::size_t steps() const { return m_lesson->steps.size(); }
    /// Grows with each step that is posed.
    int posings() const { return m_posings; }
    bool isLast() const { return m_step + 1 == steps(); }
    const core::PosedStep& posed() const { return m_posed[m_step]; }
    const State& state() const { return m_states[m_step]; }
    /// Every question was answered or revealed.
    bool isSolved() const;
    /// Somebody answered a question, voted or guessed since it was opened.
    bool isAnswered() const;
    /// Of the step, with its numbers.
    QString prompt() const;
    /// Of the next step; for a lecturer's eyes. Empty at the last one.
    QString promptAfter() const;
    /// Options, items or lines, in the order of the file.
    QStringList choices() const { return choicesAt(m_step); }
    /// The answer as people read it; empty where nothing is asked.
    QString shownAnswer() const;
    /// Below it: how its number comes about, and why the picture shows another one. Lines; empty where there are none.
    QString reasons() const;
    /// "At Batch 4,096: " where the scenario in sight is no longer the one that the answer is of.
    QString answerOf() const;
    /// Items are to be put in order.
    bool ranks() const { return ranksAt(m_step); }
    /// These, or products.
    bool orders() const { return ordersAt(m_step); }
    /// The number of the option that holds, from 0; -1 where the step has none.
    int rightChoice() const { return rightChoiceAt(m_step); }
    /// Whether something is asked.
    bool asks() const;
    /// Whether it still waits for its answer.
    bool waits() const { return asks() && !state().done; }
    Hidden hidden() const;
    /// Whether the verdict of the design belongs to it; also where none is open.
    bool isAboutDesign() const;
    /// An order of products is still to be given: one that is played would be an answer.
    bool seeksOrder() const;

    void goTo(std::size_t step);
    /// At the first step, with every answer closed.
    void restart();
    /// The next step. Where a question waits: reveals after votes or at the second call within a second.
    void next();
    /// The step before; `hides`: first takes back what was revealed or answered here.
    void back(bool hides = false);
    /// Of the open question. Predictions are taken as they are; of an empty one it is said what to type.
    void answer(const QString& typed);
    /// What is being typed or put in order stays at its step. What was said of the answer before goes.
    void draft(const QString& typed);
    /// Whether the scenario in sight is the one that is asked for.
    void checkScenario();
    /// Shows the answer without one.
    void reveal();
    /// Hands that were counted at a question.
    struct Voted {
        std::size_t step = 0;
        QString question;
        QStringList options;
        std::vector<int> votes; // by option
        int all = 0, right = 0; // hands
        int place = -1;         // of the right option
        bool ranks = false;     // items to be put in order: a hand is for the one that comes first
    };
    /// Of every question with votes.
    std::vector<Voted> voted() const;
    /// Hands were counted, or a number was said.
    bool hasVotes() const;
    /// A question that was answered or revealed.
    struct Asked {
        QString question, answer, guess;
        bool revealed = false; // not answered
        bool right = false;    // the guess
    };
    /// By the numbers of their steps.
    std::map<std::size_t, Asked> asked() const;
    /// What became of the questions for one who took the lesson alone.
    struct Results {
        QStringList lines; // of each question
        int right = 0;     // answered
        int shown = 0;     // revealed
    };
    Results results() const;
    /// Whether the open question is for a number, or for an order of products; of items, once one was begun.
    bool takesGuess() const;
    /// Whether the class's guess, once it was begun with a digit, goes on with that sign: a point, a comma, a
    /// prefix or unit, and what may stand behind its first letters; in an order a blank, "+", "-" and halves.
    bool guessTakes(QChar sign) const;
    /// One more sign of the class's guess; without one the last goes.
    void typeGuess(QChar sign);
    /// Whether it may have another unit; takes the next larger or smaller one.
    bool changeGuessUnit(int by);
    /// With its unit; empty where there is none.
    QString guess() const { return guessAt(m_step); }
    /// Why the guess cannot be read, and what is expected; empty where it can be.
    QString guessProblem() const;
    /// Of what the class said, once the answer is there: how far it is, or what it comes from.
    QString saidOfGuess() const;
    /// Hands and guesses as rows: lesson, step, question, option, text, votes, whether it is right, value, unit. A
    /// guess has no option, and the answer a row of its own behind it; what is right stays empty while the question is
    /// open. Value and unit are those of a number: a plain decimal, and the unit that it is in, where one is known.
    QByteArray votesCsv() const;
    /// Counts hands for an option, from 0; takes one back where `by` is negative.
    void vote(std::size_t option, int by = 1);

signals:
    /// Another step, lesson or state; also when it was left.
    void changed();
    /// A question waits, and the next step was asked for once.
    void answerAsked();
    /// The next step was asked for at the last one.
    void finished();

private:
    Hidden hiddenInStep() const;
    void pose();
    void keepTyped();
    bool seeksScenario() const;
    void lookAtScenario();
    void forgetVerdict();
    void showSolution();
    void settle(State&, const tl::expected<core::CheckedAnswer, std::string>&);
    QString filledAt(std::size_t step, const std::string& text) const;
    QStringList choicesAt(std::size_t step) const;
    int rightChoiceAt(std::size_t step) const;
    QString makeShownAnswer(std::size_t step) const;
    QString makeReasons() const;
    QString guessAt(std::size_t step) const;
    std::pair<QString, QString> guessCellsAt(std::size_t step) const;
    int findRightChoice(std::size_t step) const;
    int firstPlaceAt(std::size_t step) const;
    bool ranksAt(std::size_t step) const;
    bool seeksOrderAt(std::size_t step) const;
    bool ordersAt(std::size_t step) const { return ranksAt(step) || seeksOrderAt(step); }
    bool isGuessRight(std::size_t step) const;

    /// What a step says is worked out once, as some of it takes a sweep.
    struct Words {
        std::optional<QString> prompt, shown, reasons;
        std::optional<QStringList> choices;
        std::optional<int> right;
    };

    Session& m_session;
    std::unique_ptr<const core::Lesson> m_lesson; // what is posed refers to it; null: none is open
    std::vector<core::PosedStep> m_posed;         // of every step
    mutable std::vector<Words> m_words;
    std::vector<State> m_states;
    using Typed = std::map<std::pair<std::size_t, std::string>, QString>; // by steps and their prompts
    std::map<std::string, Typed> m_typed;                                 // by the ids of lessons that were open
    std::size_t m_step = 0;
    bool m_posing = false;
    bool m_isReplaced = false;
    bool m_keepsPins = false; // baselines that are pinned within the lesson stay from step to step
    int m_posings = 0;
    QElapsedTimer m_asked; // since the next step was asked for
};

/// What must not be seen while a question waits. Of a scenario that is to be changed, an order that is to be built, and
/// lines that are to be judged, the pictures are what the student works with.
Hidden hiddenBy(const core::Question&);

} // namespace ui

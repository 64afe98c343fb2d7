// SPDX-License-Identifier: GPL-3.0-or-later
// Checks handouts: their pages and numbers, room to write, and that no page before the answers states one.
#include "support/shipped_lesson.h"
#include "support/suite.h"
#include "text_recorder.h"
#include "window_stage.h"

#include "core/lesson/check_answer.h"
#include "core/lesson/stage.h"
#include "ui/lecture/handout.h"
#include "ui/lessons/covered_page.h"
#include "ui/session/field_text.h"

namespace
{

using tests::lessonNamed;

std::vector<core::PosedStep> posedOf(const core::Lesson& lesson)
{
    static const core::Catalogue& catalogue = *tests::shippedScenario("start").presets;
    std::vector<core::PosedStep> posed;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step)
        posed.push_back(core::posedStep(lesson, step, catalogue).value());
    return posed;
}

QStringList textsOf(const ui::LecturePage& page)
{
    tests::TextRecorder recorder(QSize(1123, 794));
    QPainter painter(&recorder);
    ui::paintLecturePage(painter, QSizeF(1123, 794), page, ui::Theme::litRoom(), 1);
    painter.end();
    QStringList texts;
    for (const tests::PaintedText& painted : recorder.texts)
        texts << painted.text;
    return texts;
}

/// How an answer may be read from a page: the value, or the field with the value that is looked for.
QStringList formsOf(const core::PosedStep& at)
{
    if (std::holds_alternative<core::ValueAnswer>(at.step.question) ||
        std::holds_alternative<core::BandAnswer>(at.step.question) ||
        std::holds_alternative<core::FormulaAnswer>(at.step.question)) {
        const QString shown = QString::fromStdString(core::shownAnswer(at).value_or(std::string()));
        return shown.size() >= 4 ? QStringList{shown} : QStringList{};
    }
    QStringList forms;
    if (at.step.kind != core::StepKind::until)
        return forms;
    const auto solution = core::parseSettings(at.scenario, core::ownAnswer(at).value(), at.step.points).value();
    for (const auto& [field, value] : solution)
        forms << ui::valueText(**core::fieldRow(field), value, at.scenario);
    // A reveal shows it rounded, unless the lesson begins there.
    const std::size_t next = static_cast<std::size_t>(&at.step - at.lesson.steps.data()) + 1;
    if (next < at.lesson.steps.size() && at.lesson.steps[next].kind == core::StepKind::reveal)
        for (const auto& [field, value] : at.lesson.steps[next].set)
            if (std::holds_alternative<double>(value) &&
                std::ranges::find(at.lesson.start, core::Setting{field, value}) == at.lesson.start.end())
                forms << ui::valueText(**core::fieldRow(field), value, at.scenario);
    return forms;
}

} // namespace

class TstHandout : public QObject
{
    Q_OBJECT
private slots:
    void hasAPageForEachQuestion();
    void pagesAreNumbered();
    void givesNoAnswer();
    void whatIsGivenAnswersNoLaterQuestion();
    void everyQuestionHasRoom();
    void whatIsGivenIsSaidOnce();
};

/// What is told stands above the question behind it; what is revealed stands with the answers.
void TstHandout::hasAPageForEachQuestion()
{
    const core::Lesson& lesson = lessonNamed("A3"); // three questions and a reveal
    const auto bytes = ui::handoutOf(std::span(&lesson, 1), *tests::shippedScenario("start").presets);
    QVERIFY(bytes);
    QCOMPARE(lesson.steps.back().kind, core::StepKind::reveal);
    QCOMPARE(bytes->count("/Type /Page\n") + bytes->count("/Type /Page "), 3 + 1); // the answers
    QCOMPARE(*ui::handoutOf(std::span(&lesson, 1), *tests::shippedScenario("start").presets), *bytes);
}

/// From 1 to the answers' page, which is the last.
void TstHandout::pagesAreNumbered()
{
    for (const core::Lesson& lesson : core::shippedLessons()) {
        const auto pages = ui::handoutPages(posedOf(lesson));
        for (std::size_t i = 0; i < pages.size(); ++i)
            QCOMPARE(
                pages[i].place,
                QStringLiteral("%1 · %2 / %3").arg(QString::fromStdString(lesson.id)).arg(i + 1).arg(pages.size() + 1));
    }
}

/// Nothing is answered on paper, so that no page before the last may tell what any question asks for; a prompt may.
void TstHandout::givesNoAnswer()
{
    int looked = 0;
    for (const core::Lesson& lesson : core::shippedLessons()) {
        const auto posed = posedOf(lesson);
        QStringList answers;
        for (const core::PosedStep& at : posed)
            answers << formsOf(at);
        for (ui::LecturePage page : ui::handoutPages(posed)) {
            page.sentence.clear();
            for (const QString& text : textsOf(page)) {
                ++looked;
                for (const QString& answer : answers)
                    QVERIFY2(!(u' ' + text + u' ').contains(u' ' + answer + u' '),
                             qPrintable(page.place + u' ' + answer + u' ' + text));
            }
        }
    }
    QVERIFY(looked > 1000);
}

/// In a lecture the fields are in sight from the beginning of each step, as what is given and as the pinned control.
void TstHandout::whatIsGivenAnswersNoLaterQuestion()
{
    int looked = 0;
    for (const core::Lesson& lesson : core::shippedLessons()) {
        const auto posed = posedOf(lesson);
        for (std::size_t step = 0; step < posed.size(); ++step)
            for (std::size_t later = step; later < posed.size(); ++later)
                for (const QString& answer : formsOf(posed[later]))
                    for (const auto& [title, value] : ui::givenRows(posed[step], step)) {
                        ++looked;
                        QVERIFY2(value != answer, qPrintable(QString::fromStdString(lesson.id) + u' ' + title));
                    }
    }
    QVERIFY(looked > 1000);
}

/// A picture leaves lines to write on.
void TstHandout::everyQuestionHasRoom()
{
    for (const core::Lesson& lesson : core::shippedLessons())
        for (const ui::LecturePage& page : ui::handoutPages(posedOf(lesson))) {
            const QStringList texts = textsOf(page);
            const bool lines = std::ranges::any_of(texts, [](const QString& text) {
                return text == QLatin1String("Your answer") || text == QLatin1String("Why?") ||
                       text == QLatin1String("Notes");
            });
            QVERIFY2(lines, qPrintable(page.place));
        }
}

/// "Operation: batch 64 · D 4,096".
void TstHandout::whatIsGivenIsSaidOnce()
{
    const auto pages = ui::handoutPages(posedOf(lessonNamed("D2")));
    QVERIFY(!pages.empty());
    for (const ui::LecturePage& page : pages)
        QVERIFY2(page.caption.count(QStringLiteral("Operation: ")) <= 1, qPrintable(page.caption));
}

ROOFLIGHT_TEST(TstHandout)
#include "tst_handout.moc"

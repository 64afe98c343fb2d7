// SPDX-License-Identifier: GPL-3.0-or-later
// Checks lessons as a form edits them: every form can be added to every scenario, and nothing else of a file changes.
#include "support/suite.h"

#include "core/io/lesson_catalogue.h"
#include "core/io/lesson_draft.h"
#include "core/io/lesson_json.h"
#include "core/io/lesson_keys.h"
#include "core/io/lesson_step_json.h"
#include "core/io/lesson_text.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/lesson/run_lesson.h"
#include "core/lesson/stage.h"
#include "core/scenario/fields.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace core;

namespace
{

Scenario scenarioOf(const ScenarioPreset& preset) { return *readScenario(preset.json, preset.id, shippedCatalogue()); }

Scenario start() { return *readScenario(shippedCatalogue().scenario("start")->json, "start", shippedCatalogue()); }

LessonText draft(const Scenario& s) { return *LessonText::of(lessonDraft(s, "own_1", "Mine", "explore"), "draft"); }

/// What the checker says of it; empty where it is sound.
std::string faultOf(const LessonText& text)
{
    const auto lesson = readLesson(text.text(), "draft", shippedCatalogue());
    if (!lesson)
        return lesson.error().text;
    const auto faults = runLesson(*lesson, shippedCatalogue()).faults;
    return faults.empty() ? std::string() : faults.front().text;
}

} // namespace

class TstLessonText : public QObject
{
    Q_OBJECT
private slots:
    void everyFormSuitsEveryScenario();
    void twiceTheBatchMeetsItsDraft();
    void everyFormBecomesEveryOther();
    void everyFormComesBackWhole();
    void settingsThatAreNoneAreReplaced();
    void everyKeyHasARow();
    void nothingElseChanges();
    void valuesAreLines();
    void wrongValuesAreRefused();
    void rowsComeAndGo();
    void stepsMove();
    void theDesignIsTaken();
    void faultsHaveAPlace();
};

void TstLessonText::everyFormSuitsEveryScenario()
{
    for (const ScenarioPreset& preset : shippedCatalogue().scenarios) {
        const Scenario s = scenarioOf(preset);
        for (const LessonForm& form : lessonForms())
            for (const StepKind kind : form.kinds) {
                LessonText text = draft(s);
                text.addStep(text.steps(), form, kind, s);
                QCOMPARE(text.steps(), 3U);
                QVERIFY(&text.form(3) == &form && text.kind(3) == kind);
                const std::string fault = faultOf(text);
                QVERIFY2(fault.empty(),
                         fmt::format("{}, {} on {}: {}", form.title, static_cast<int>(kind), preset.id, fault).c_str());
            }
    }
}

/// "Raise the batch until a step takes twice as long", where math bounds it.
void TstLessonText::twiceTheBatchMeetsItsDraft()
{
    for (const double batch : {32768., 40000., 51234., 99999.}) {
        Scenario s = start();
        QVERIFY(setField(s, "work.batch", batch));
        const auto form = std::ranges::find_if(
            lessonForms(), [](const LessonForm& one) { return one.kinds.front() == StepKind::until; });
        LessonText text = draft(s);
        text.addStep(2, *form, StepKind::until, s);
        const auto lesson = readLesson(text.text(), "draft", shippedCatalogue());
        QVERIFY(lesson);
        const auto at = posedStep(*lesson, 2, shippedCatalogue());
        QVERIFY(checkAnswer(*at, fmt::format("work.batch={}", 2 * batch))->isAccepted());
        QVERIFY(!checkAnswer(*at, fmt::format("work.batch={}", std::floor(1.9 * batch)))->isAccepted());
    }
}

/// The checker takes what is left, and so does the way back.
void TstLessonText::everyFormBecomesEveryOther()
{
    const Scenario s = start();
    for (const LessonForm& from : lessonForms())
        for (const LessonForm& to : lessonForms()) {
            LessonText text = draft(s);
            text.addStep(2, from, from.kinds.back(), s);
            QVERIFY(text.set("steps.3.hints", "Look at the step.\nDivide.", s));
            LeftForms left;
            text.changeForm(3, to, to.kinds.front(), s, left);
            QVERIFY(&text.form(3) == &to);
            QCOMPARE(text.at("steps.3.prompt"), nlohmann::json::parse(to.draft)["prompt"].get<std::string>());
            QVERIFY(text.set("steps.3.prompt", "Mine?", s));
            text.changeForm(3, from, from.kinds.back(), s, left);
            QCOMPARE(text.at("steps.3.prompt"), "Mine?");
            text.changeForm(3, to, to.kinds.front(), s, left);
            QCOMPARE(text.at("steps.3.hints"), "Look at the step.\nDivide.");
            std::string fault = faultOf(text);
            if (!text.at("steps.3.set").empty() && fault.find(" in sight") != std::string::npos) // of another picture
                fault.clear();
            QVERIFY2(fault.empty(), fmt::format("{} to {}: {}", from.title, to.title, fault).c_str());
        }
}

/// By way of a third one, too: rows, settings and what is pointed at.
void TstLessonText::everyFormComesBackWhole()
{
    const Scenario s = start();
    const auto asJson = [](const LessonText& text) { return nlohmann::json::parse(text.text()); };
    for (const LessonForm& from : lessonForms())
        for (const LessonForm& to : lessonForms())
            for (const LessonForm& third : lessonForms()) {
                LessonText text = draft(s);
                text.addStep(2, from, from.kinds.back(), s);
                if (!from.required.empty())
                    text.addRow("steps.3." + std::string(from.required.front()));
                const auto before = asJson(text);
                LeftForms left;
                for (const LessonForm* form : {&to, &third, &from})
                    text.changeForm(3, *form, form->kinds.back(), s, left);
                QVERIFY2(asJson(text) == before, fmt::format("{}, {}, {}", from.title, to.title, third.title).c_str());
            }
}

/// A key that a form of the reader has can be edited; "kind" has a control of its own.
/// A list where settings belong, as somebody types it.
void TstLessonText::settingsThatAreNoneAreReplaced()
{
    const Scenario s = start();
    for (const LessonForm& form : lessonForms()) {
        auto json = nlohmann::ordered_json::parse(draft(s).text());
        json["steps"][0]["set"] = nlohmann::ordered_json::array();
        auto text = LessonText::of(json.dump(), "file");
        QVERIFY(text);
        LeftForms left;
        text->changeForm(1, form, form.kinds.front(), s, left);
        QVERIFY(text->rows("steps") == 2);
    }
}

void TstLessonText::everyKeyHasARow()
{
    const auto has = [](std::string_view key) { return lessonKeyAt(fmt::format("steps.1.{}", key)) != nullptr; };
    for (const auto key : stepKeys)
        QVERIFY2(has(key) || key == "kind", std::string(key).c_str());
    for (const LessonForm& form : lessonForms())
        for (const auto* keys : {&form.required, &form.optional})
            for (const auto key : *keys)
                QVERIFY2(has(key), std::string(key).c_str());
}

/// Of each shipped lesson: every value set to what it is, and an unknown key beside.
void TstLessonText::nothingElseChanges()
{
    for (const Lesson& lesson : shippedLessons()) {
        const auto file = std::ranges::find(embeddedPresets(), "lessons/" + lesson.id + ".json", &EmbeddedFile::path);
        auto json = nlohmann::ordered_json::parse(file->text);
        json["notes"] = "mine";
        json["steps"][0]["colour"] = {1, 2};
        auto text = LessonText::of(json.dump(), "file");
        QVERIFY(text);
        QVERIFY(nlohmann::ordered_json::parse(text->text()) == json);
        const Scenario s = *scenarioAt(lesson, 0, shippedCatalogue());
        for (const LessonKey& key : lessonKeys())
            QVERIFY2(text->set(key.key, text->at(key.key), s), std::string(key.key).c_str());
        for (std::size_t step = 1; step <= text->steps(); ++step)
            for (const LessonKey* key : text->keys(step)) {
                const auto path = fmt::format("steps.{}.{}", step, key->key);
                if (key->columns.empty() && key->shape != KeyShape::flag)
                    QVERIFY2(text->set(path, text->at(path), s), (lesson.id + path).c_str());
            }
        QVERIFY2(nlohmann::ordered_json::parse(text->text()) == json, lesson.id.c_str());
    }
}

void TstLessonText::valuesAreLines()
{
    const Scenario s = start();
    LessonText text = draft(s);
    QVERIFY(text.set("minutes", "12", s) && text.set("steps.2.set", "work.batch = 64k\nconv.comms = added", s));
    QCOMPARE(text.at("minutes"), "12");
    QCOMPARE(text.at("steps.2.set"), "work.batch = 65536\nconv.comms = added");
    text.addStep(2, lessonForms()[2], StepKind::answer, s);
    QCOMPARE(text.at("steps.3.symbols"), "B = work.batch\nN = mesh.chips");
    QVERIFY(text.set("steps.2.set", "", s));
    QVERIFY(text.text().find("\"set\"") == std::string::npos);
    QVERIFY(text.set("steps.2.prompt", "", s)); // which the checker asks for
    QVERIFY(faultOf(text).find("steps.2.prompt") != std::string::npos);
}

void TstLessonText::wrongValuesAreRefused()
{
    const Scenario s = start();
    LessonText text = draft(s);
    const std::string before = text.text();
    for (const char* other : {"five", "inf", "1e999"})
        QVERIFY2(!text.set("minutes", other, s), other);
    QVERIFY(!text.set("steps.1.set", "work.batch = many", s));
    QVERIFY(!text.set("steps.1.set", "no.such = 1", s));
    QVERIFY(!text.set("steps.9.prompt", "There is no such step.", s));
    QCOMPARE(text.text(), before);
    auto odd = LessonText::of("{\"steps\": [{\"kind\": 3, \"options\": \"no\", \"hints\": {}}]}", "file");
    QVERIFY(odd); // the form shows what there is
    for (const LessonKey* key : odd->keys(1))
        odd->at(std::string("steps.1.") + std::string(key->key));
    LeftForms left;
    odd->changeForm(1, lessonForms()[3], StepKind::answer, s, left);
    odd->addRow("steps.1.options");
    QCOMPARE(odd->rows("steps.1.options"), 1U);
    QVERIFY(odd->text().find("\"prompt\"") == std::string::npos);
    QVERIFY(!LessonText::of("{", "file") && !LessonText::of("{\"steps\": [1]}", "file"));
}

/// New rows do not break the lesson; a list that may lack is gone with its last row.
void TstLessonText::rowsComeAndGo()
{
    const Scenario s = start();
    LessonText text = draft(s);
    QCOMPARE(text.rows("steps.2.options"), 3U);
    text.addRow("steps.2.options");
    QCOMPARE(text.at("steps.2.options.4.text"), "Option 4");
    QCOMPARE(faultOf(text), std::string());
    text.removeRow("steps.2.options.1");
    QCOMPARE(text.at("steps.2.options.1.text"), "Reading HBM");
    text.addStep(2, lessonForms()[0], StepKind::answer, s);
    text.addRow("steps.3.wrong");
    QVERIFY(text.set("steps.3.wrong.1.is", "2*time.step", s) && text.set("steps.3.wrong.1.says", "Twice.", s));
    QVERIFY(text.text().find("2*time.step") != std::string::npos);
    text.removeRow("steps.3.wrong.1");
    QVERIFY(text.text().find("\"wrong\"") == std::string::npos);
}

void TstLessonText::stepsMove()
{
    const Scenario s = start();
    LessonText text = draft(s);
    text.addStep(1, lessonForms()[0], StepKind::answer, s);
    QCOMPARE(text.at("steps.2.value"), "time.step");
    text.moveStep(2, 3);
    QCOMPARE(text.at("steps.3.value"), "time.step");
    text.duplicateStep(3);
    QCOMPARE(text.at("steps.4.value"), "time.step");
    text.moveStep(4, 1);
    QCOMPARE(text.at("steps.1.value"), "time.step");
    text.removeStep(1);
    QCOMPARE(text.steps(), 3U);
    QCOMPARE(text.kind(1), StepKind::tell);
}

/// The start, and what a step changes of it.
void TstLessonText::theDesignIsTaken()
{
    const Scenario s = start();
    LessonText text = draft(s);
    Scenario other = s;
    QVERIFY(setField(other, "work.batch", 8192.) && setField(other, "conv.comms", std::string("added")));
    text.change(2, s, other);
    QCOMPARE(text.at("steps.2.set"), "work.batch = 8192\nconv.comms = added");
    text.change(2, s, s);
    QCOMPARE(text.at("steps.2.set"), std::string());
    text.beginWith(other);
    const auto lesson = readLesson(text.text(), "draft", shippedCatalogue());
    QVERIFY(lesson);
    const auto first = scenarioAt(*lesson, 0, shippedCatalogue());
    QCOMPARE(first->work.batch, 8192.);
    QVERIFY(fieldValue(*first, "conv.comms") == fieldValue(other, "conv.comms"));
}

/// Of the reader and of the run.
void TstLessonText::faultsHaveAPlace()
{
    const Scenario s = start();
    LessonText text = draft(s);
    std::string many;
    for (int word = 0; word < 61; ++word)
        many += "word ";
    QVERIFY(text.set("steps.2.prompt", many, s));
    QCOMPARE(readLesson(text.text(), "draft", shippedCatalogue()).error().path, "steps.2.prompt");
    text = draft(s);
    text.addStep(2, lessonForms()[0], StepKind::answer, s);
    QVERIFY(text.set("steps.3.value", "no.such", s));
    auto faults = runLesson(*readLesson(text.text(), "draft", shippedCatalogue()), shippedCatalogue()).faults;
    QCOMPARE(faults.front().path, "steps.3.value");
    text = draft(s);
    QVERIFY(text.set("steps.1.prompt", "It takes {no.such}.", s));
    faults = runLesson(*readLesson(text.text(), "draft", shippedCatalogue()), shippedCatalogue()).faults;
    QCOMPARE(faults.front().path, "steps.1.prompt");
}

ROOFLIGHT_TEST(TstLessonText)
#include "tst_lesson_text.moc"

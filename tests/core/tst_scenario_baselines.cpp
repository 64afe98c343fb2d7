// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that baselines are written with their scenario, read again, and refused with line and remedy.
#include "support/suite.h"

#include "core/design/following.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/scenario/fields.h"

using namespace core;

class TstScenarioBaselines : public QObject
{
    Q_OBJECT
private slots:
    void baselinesStandBesideTheirScenario();
    void lettersStayWithTheirBaseline();
    void badOnesAreRefused_data();
    void badOnesAreRefused();
    void theyOpenOnTheirDesign();
};

namespace
{

tl::expected<Scenario, Error> scenarioIn(const std::string& text)
{
    return readScenario(text, "a.json", shippedCatalogue());
}

} // namespace

void TstScenarioBaselines::baselinesStandBesideTheirScenario()
{
    auto s = defaultScenario(shippedCatalogue());
    QVERIFY(!QByteArray::fromStdString(writeScenario(s)).contains("baselines"));
    s.baselines.assign(2, s);
    s.baselines[0].letter = 'B';
    s.baselines[1].letter = 'C';
    s.baselines[0].title = "half \"the\" batch";
    QVERIFY(setField(s.baselines[0], "work.batch", 16384.));
    QVERIFY(setField(s.baselines[1], "op.B@2", 64.));
    const auto text = QByteArray::fromStdString(writeScenario(s));
    QVERIFY2(text.contains("  \"baselines\": [\n    {\n      \"title\": \"half \\\"the\\\" batch\",\n"
                           "      \"fields\": {\n        \"work.batch\": 16384,\n"),
             text.constData());
    const auto back = scenarioIn(writeScenario(s));
    QVERIFY2(back, back ? "" : back.error().text.c_str());
    QVERIFY(*back == s);
    QCOMPARE(back->baselines[0].work.batch, 16384.0);
    QCOMPARE(back->work.batch, s.work.batch);
}

/// Of two the first went; old files have none and get B, C and D; what is given is taken from none.
void TstScenarioBaselines::lettersStayWithTheirBaseline()
{
    auto s = defaultScenario(shippedCatalogue());
    s.baselines.assign(1, s);
    s.baselines[0].letter = 'C';
    const auto text = writeScenario(s);
    QVERIFY2(text.find("    {\n      \"letter\": \"C\",\n      \"title\"") != text.npos, text.c_str());
    QVERIFY(*scenarioIn(text) == s);
    const auto letters = [](const std::string& list) {
        std::string all;
        const auto back = *scenarioIn(R"({"format": "rooflight-scenario", "version": 1, "baselines": )" + list + "}");
        for (const Scenario& one : back.baselines)
            all += one.letter;
        return all;
    };
    QCOMPARE(letters("[{}, {}, {}]"), "BCD");
    QCOMPARE(letters(R"([{"letter": "C"}, {}, {}])"), "CBD");
    QCOMPARE(letters(R"([{}, {"letter": "B"}])"), "CB");
}

void TstScenarioBaselines::badOnesAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("part"); // of the sentence
    const auto row = [](const char* name, const std::string& text, const char* code, const char* part) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QString::fromLatin1(code)
                            << QString::fromLatin1(part);
    };
    const auto with = [](const std::string& list) {
        return "{\"format\": \"rooflight-scenario\", \"version\": 1, \"fields\": {\"work.batch\": "
               "8},\n\"baselines\":\n" +
               list + "}";
    };
    row("baselines that are no list", with("{}"), "FILE_VALUE",
        "a.json, line 2: \"baselines\" must be a list of objects, found {}");
    row("a baseline that is no object", with("[{},\n3]"), "FILE_VALUE", "baseline 2: it must be an object in braces");
    row("too many baselines", with("[{}, {}, {}, {}]"), "FILE_VALUE", "has 4 scenarios; at most 3 are read");
    row("a baseline of a baseline", with(R"([{"baselines": []}])"), "FILE_KEY", "unknown key");
    row("a letter that is none", with("[{},\n{\"letter\": \"A\"}]"), "FILE_VALUE",
        "a.json, line 4: baseline 2: \"letter\" must be \"B\", \"C\" or \"D\", found \"A\".");
    row("a letter that is a number", with("[{\"letter\": 2}]"), "FILE_VALUE", "\"B\", \"C\" or \"D\", found 2.");
    row("a letter twice", with("[{\"letter\": \"C\"},\n{\"letter\": \"C\"}]"), "FILE_VALUE",
        "baseline 2: \"letter\" \"C\" is that of an earlier baseline too. Give each its own of B, C and D.");
    row("a bad field of a baseline", with("[{},\n{\"fields\": {\n\"work.batch\": -5}}]"), "FILE_VALUE",
        "a.json, line 5: baseline 2: work.batch");
}

void TstScenarioBaselines::badOnesAreRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(QString, part);
    const auto refused = scenarioIn(text.toStdString());
    QVERIFY(!refused);
    QCOMPARE(QString::fromStdString(refused.error().code), code);
    QVERIFY2(refused.error().text.find(part.toStdString()) != std::string::npos, refused.error().text.c_str());
}

/// A file says nothing of the collective that opens with it: nothing of one is told as a difference.
void TstScenarioBaselines::theyOpenOnTheirDesign()
{
    auto opened = openedOnDesign(*scenarioIn(R"({"format": "rooflight-scenario", "version": 1, "baselines": [{}]})"));
    QVERIFY(!(opened.coll == defaultScenario(*opened.presets).coll));
    QVERIFY(opened.baselines[0].coll == opened.coll);
}

ROOFLIGHT_TEST(TstScenarioBaselines)
#include "tst_scenario_baselines.moc"

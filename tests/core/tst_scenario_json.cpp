// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that scenario files are read in any order, written in one, and refused with file, line and remedy.
#include "support/suite.h"

#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/scenario/fields.h"

#include <QFile>

using namespace core;

class TstScenarioJson : public QObject
{
    Q_OBJECT
private slots:
    void readsTheExampleOfTheFormat();
    void missingKeysTakeTheDefaults();
    void presetsGoFirstWhateverTheOrder();
    void writesWhatDiffersInFixedOrder();
    void writesEveryConvention();
    void theLayerIsEmpty();
    void everyShippedScenarioIsReadAndWrittenBack();
    void furtherOperationsStandInTheirOrder();
    void explainsWhatIsNoJson_data();
    void explainsWhatIsNoJson();
    void refusesABadFile_data();
    void refusesABadFile();
    void anyPrefixOfAFileIsRefusedWithoutACrash();
    void anyChangedByteIsReadOrRefusedWithoutACrash();
};

namespace
{

const char* const example = R"({
  "format": "rooflight-scenario",
  "version": 1,
  "title": "CS336 XXL on v5p, X=16 FSDP, Y=4 TP",
  "fields": {
    "model.preset": "cs336-xxl",
    "hw.chip": "tpu-v5p",
    "hw.flops.bf16": 4.6e14,
    "mesh.X": 16, "mesh.X.role": "fsdp", "mesh.X.axes": 2,
    "mesh.Y": 4,  "mesh.Y.role": "tensor", "mesh.Y.axes": 1,
    "work.batch": 20480, "work.pass": "forward",
    "conv.comms": "overlapped", "conv.rates": "book"
  }
}
)";

std::string file(const std::string& fields)
{
    return "{\n  \"format\": \"rooflight-scenario\",\n  \"version\": 1,\n  \"fields\": {\n    " + fields + "\n  }\n}\n";
}

tl::expected<Scenario, Error> read(const std::string& text) { return readScenario(text, "a.json", shippedCatalogue()); }

std::string sentence(const tl::expected<Scenario, Error>& scenario)
{
    return scenario ? std::string("(read)") : scenario.error().code + " " + scenario.error().text;
}

} // namespace

void TstScenarioJson::readsTheExampleOfTheFormat()
{
    const auto s = read(example);
    QVERIFY2(s, sentence(s).c_str());
    QCOMPARE(s->title, std::string("CS336 XXL on v5p, X=16 FSDP, Y=4 TP"));
    QCOMPARE(s->model.D, 16384.0);
    QCOMPARE(s->model.L, 126.0);
    QCOMPARE(s->hw.flops[static_cast<std::size_t>(Dtype::bf16)].si(), 4.6e14);
    QCOMPARE(s->hw.linkRate.si(), 9e10);
    QCOMPARE(s->mesh.axis[0].axes, 2);
    QVERIFY(s->mesh.axis[1].role == Role::tensor);
    QCOMPARE(s->work.batch, 20480.0);
    QVERIFY(s->work.pass == Pass::forward);
    QVERIFY(s->conv.rates == Rates::book);
}

void TstScenarioJson::missingKeysTakeTheDefaults()
{
    const auto s = read(R"({"format": "rooflight-scenario", "version": 1})");
    QVERIFY2(s, sentence(s).c_str());
    QVERIFY(*s == defaultScenario(shippedCatalogue()));
}

void TstScenarioJson::presetsGoFirstWhateverTheOrder()
{
    const auto s = read(file(R"("hw.hbm.rate": 1e12, "hw.variant": "book-2025-02", "model.D": 100, "hw.chip": "tpu-v5e",
    "model.preset": "llama2-7b")"));
    QVERIFY2(s, sentence(s).c_str());
    QCOMPARE(s->hw.hbmRate.si(), 1e12);
    QCOMPARE(s->hw.variant, std::string("book-2025-02"));
    QCOMPARE(s->hw.flops[static_cast<std::size_t>(Dtype::bf16)].si(), 1.97e14);
    QCOMPARE(s->model.D, 100.0);
    QCOMPARE(s->model.F, 11008.0);
}

// The example without what the defaults and presets say anyway, but with every convention.
void TstScenarioJson::writesWhatDiffersInFixedOrder()
{
    auto s = read(example);
    QVERIFY2(s, sentence(s).c_str());
    QVERIFY(setField(*s, "shard.size.J", 512.0));
    QVERIFY(setField(*s, "shard.size.I", 4096.0));
    QVERIFY(setField(*s, "tensor.sequence", false));
    QVERIFY(setField(*s, "coll.from", std::string("0,0")));
    const std::string expected = R"({
  "format": "rooflight-scenario",
  "version": 1,
  "title": "CS336 XXL on v5p, X=16 FSDP, Y=4 TP",
  "fields": {
    "work.batch": 20480,
    "work.pass": "forward",
    "model.preset": "cs336-xxl",
    "hw.flops.bf16": 4.6e+14,
    "mesh.X.axes": 2,
    "mesh.Y.axes": 1,
    "tensor.sequence": false,
    "conv.comms": "overlapped",
    "conv.rates": "book",
    "conv.unit": "GB",
    "conv.capacity": "nominal",
    "conv.latency": "off",
    "conv.wrap": "hardware",
    "conv.hbm": "on",
    "coll.from": "0,0",
    "shard.size.I": 4096,
    "shard.size.J": 512
  }
}
)";
    QCOMPARE(QString::fromStdString(writeScenario(*s)), QString::fromStdString(expected));
}

void TstScenarioJson::writesEveryConvention()
{
    const auto text = QByteArray::fromStdString(writeScenario(defaultScenario(shippedCatalogue())));
    int conventions = 0;
    for (const Field& field : fields())
        if (field.id.starts_with("conv.") && ++conventions)
            QVERIFY2(text.contains('"' + QByteArray::fromStdString(std::string(field.id)) + "\": "), text.constData());
    QVERIFY(conventions >= 7);
    QCOMPARE(text.count(": "), conventions + 4); // format, version, title, fields
}

void TstScenarioJson::theLayerIsEmpty()
{
    const auto with = [](const std::string& layer) {
        return read("{\"format\": \"rooflight-scenario\", \"version\": 1,\n\"layer\": " + layer + "}");
    };
    const auto empty = with("{}");
    QVERIFY2(empty, sentence(empty).c_str());
    for (const char* filled : {"{\"W_in\": \"W[D_X, F]\"}", "[]", "7"}) {
        const auto refused = sentence(with(filled));
        QVERIFY2(refused.starts_with("FILE_VALUE a.json, line 2"), refused.c_str());
    }
    QVERIFY(sentence(with("{\"W_in\": 1}")).find("mesh.X.role") != std::string::npos);
}

void TstScenarioJson::everyShippedScenarioIsReadAndWrittenBack()
{
    QVERIFY(!shippedCatalogue().scenarios.empty());
    for (const auto& shipped : shippedCatalogue().scenarios) {
        const auto s = readScenario(shipped.json, shipped.id, shippedCatalogue());
        QVERIFY2(s, sentence(s).c_str());
        const auto again = read(writeScenario(*s));
        QVERIFY2(again, sentence(again).c_str());
        QVERIFY2(*again == *s, shipped.id.c_str());
    }
}

void TstScenarioJson::furtherOperationsStandInTheirOrder()
{
    auto s = defaultScenario(shippedCatalogue());
    QVERIFY(!QByteArray::fromStdString(writeScenario(s)).contains("ops"));
    QVERIFY(setField(s, "op.kind@2", std::string("moe")));
    QVERIFY(setField(s, "op.name@3", std::string("the \"wide\" one")));
    QVERIFY(setField(s, "op.visible@3", false));
    QVERIFY(setField(s, "op.B@4", 512.)); // all defaults
    const auto text = QByteArray::fromStdString(writeScenario(s));
    QVERIFY2(text.endsWith("  \"ops\": [\n    {\n      \"op.kind\": \"moe\"\n    },\n    {\n"
                           "      \"op.name\": \"the \\\"wide\\\" one\",\n      \"op.visible\": false\n    },\n    {}\n"
                           "  ]\n}\n"),
             text.constData());
    const auto back = read(writeScenario(s));
    QVERIFY(back.has_value());
    QVERIFY(*back == s);
}

namespace
{

void addBadFile(const char* name, const std::string& text, const char* code, const char* part)
{
    QTest::newRow(name) << QByteArray::fromStdString(text) << code << part;
}

void addBadOperations()
{
    const auto ops = [](const std::string& list) {
        return "{\"format\": \"rooflight-scenario\", \"version\": 1,\n\"ops\": " + list + "}";
    };
    addBadFile("operations that are no list", ops("{}"), "FILE_VALUE",
               "a.json, line 2: \"ops\" must be a list of objects");
    addBadFile("an operation that is no object", ops("[{}, 3]"), "FILE_VALUE",
               "operation 2 of \"ops\" must be an object");
    addBadFile("a size in words", ops(R"([{"op.B": "many"}])"), "FILE_VALUE",
               "a.json, line 2: op.B@2: operation: batch cannot be \"many\"; give a whole number");
    addBadFile("an unknown key of an operation", ops(R"([{"op.BB": 1}])"), "FILE_KEY",
               "The nearest known key is \"op.B\"");
    addBadFile("a field of the model in an operation", ops(R"([{"model.D": 1}])"), "FILE_KEY", "unknown key");
    std::string many = "[{}";
    for (int i = 0; i < 31; ++i)
        many += ", {}";
    addBadFile("too many operations", ops(many + "]"), "FILE_VALUE", "has 32 operations; 31 are read besides");
}

void addNoJson(const char* name, const char* text, const char* sentence)
{
    QTest::newRow(name) << QByteArray(text) << QStringLiteral("a.json, line ") + QString::fromUtf8(sentence);
}

void addOtherLetters()
{
    const auto row = addNoJson;
    row("quotes of a text editor", "{“é”: 1}",
        "1, column 2: a key in double quotes is missing before “é”. Write \"key\": value.");
    row("a value in other letters, behind others", "{\"é\": é}",
        "1, column 7: é is not a value. Texts stand in double quotes, switches are true or false, numbers are 0.5, 16 "
        "or 1e9.");
    row("letters cut where no letter ends", "{\"a\": éééééééééééééééééééé}",
        "1, column 7: ééééééééééééééé... is not a value. Texts stand in double quotes, switches are true or false, "
        "numbers are 0.5, 16 or 1e9.");
    row("what would act on a terminal", "{\"a\": \u202Eb}",
        "1, column 7: \\u{202E}b is not a value. Texts stand in double quotes, switches are true or false, numbers are "
        "0.5, 16 or 1e9.");
    row("a number first", "12 {\"a\": 1}",
        "1, column 1: the text begins with 12, not with the brace of a JSON object. Name another file.");
}

} // namespace

void TstScenarioJson::explainsWhatIsNoJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("sentence");
    addOtherLetters();
    const auto row = addNoJson;
    row("nothing", " \n", "1, column 1: the file is empty. Name another one.");
    row("half a file", "{\"a\": {\n\"b\": 1\n",
        "2, column 7: the file ends before its last brace is closed. Add what is "
        "missing, or take a whole copy of it.");
    row("half a text", "{\"a\": \"bc",
        "1, column 9: a text has no closing quote. Close it, or take a whole copy of the file.");
    row("a comma too many", "{\"a\": 1,\n}", "2, column 1: a comma stands before }. Remove the comma.");
    row("a comma too many in a list", "{\"a\": [1, ]}", "1, column 11: a comma stands before ]. Remove the comma.");
    row("no comma", "{\"a\": 1\n\"b \\\"c\": 2}",
        "2, column 1: a comma or the closing brace is missing before \"b. Add it.");
    row("no comma in a list", "{\"a\": [1 2]}",
        "1, column 10: a comma or the closing bracket is missing before 2. Add it.");
    row("no colon", "{\"a\" 1}", "1, column 6: a colon is missing between a key and its value. Write \"key\": value.");
    row("no value", "{\"a\": }", "1, column 7: a key has no value before }. Write the value behind the colon.");
    row("no quotes", "{mesh: 1}", "1, column 2: a key in double quotes is missing before mesh. Write \"key\": value.");
    row("single quotes", "{\"a\": 'b'}",
        "1, column 7: texts stand in double quotes, not in single ones. Write \"...\".");
    row("a comment", "// mine\n{}", "1, column 1: JSON has no comments. Remove it.");
    row("a page", "<html></html>", "1, column 1: this is HTML or XML, not JSON. Name another file.");
    row("Python", "{\"a\": True}",
        "1, column 7: True is not a value. Texts stand in double quotes, switches are true or "
        "false, numbers are 0.5, 16 or 1e9.");
    row("a point first", "{\"a\": .5}",
        "1, column 7: .5 is not a number as JSON writes it. Write it as 0.5, 16 or 1e9.");
    row("not a number", "{\"a\": -NaN}",
        "1, column 7: -NaN is not a number as JSON writes it. Write it as 0.5, 16 or 1e9.");
    row("too large", "{\"a\": 1e999}", "1, column 7: 1e999 is too large. Write a number below 1e308.");
    row("what the parser waits for, and its words, in a text of the file",
        "{\"a\": \"; expected 'number overflow\tb\"}",
        "1, column 35: a text in quotes holds a tab or another control character. Write \\t for a tab.");
    row("words of the parser in a text that does not end", "{\"number overflow",
        "1, column 17: a text has no closing quote. Close it, or take a whole copy of the file.");
    row("words of the parser in a wrong value", "{\"a\": number overflow}",
        "1, column 7: number is not a value. Texts stand in double quotes, switches are true or false, numbers are "
        "0.5, 16 or 1e9.");
    row("two objects", "{}\n{}",
        "2, column 1: { stands behind the end of the JSON object. Remove what follows the last brace.");
    row("a text of two lines", "{\"a\": \"b\n\"}",
        "1, column 9: a line ends within a text in quotes. Close the text first, or "
        "write \\n for the end of a line.");
    row("a tab", "{\"a\": \"\t\"}",
        "1, column 8: a text in quotes holds a tab or another control character. Write \\t for a tab.");
    row("a path", R"({"a": "C:\data"})",
        "1, column 11: a backslash in a text stands before \"data\", which means nothing. "
        "Write \\\\ for a backslash.");
    row("half a character", R"({"a": "\u12"})",
        "1, column 12: \\u is not followed by the four hexadecimal digits of a "
        "character. Correct it, or write the character itself.");
    row("Latin-1", "{\"a\": \"\xe9t\xe9\"}", "1, column 8: a byte here is no UTF-8. Save the file as UTF-8.");
}

/// In words for those who wrote it, at the place where they look.
void TstScenarioJson::explainsWhatIsNoJson()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, sentence);
    const auto read = core::readScenario(text.toStdString(), "a.json", core::shippedCatalogue());
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().text), sentence);
    QCOMPARE(read.error().code, std::string("FILE_SYNTAX"));
}

void TstScenarioJson::refusesABadFile_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("part"); // of the sentence
    const auto row = addBadFile;
    addBadOperations();
    row("an empty file", "", "FILE_SYNTAX", "a.json, line 1, column 1");
    row("a list", "[1, 2]", "FILE_FORMAT", "must hold one JSON object");
    row("no format", "{}", "FILE_FORMAT", "\"format\" is missing");
    row("another kind of file", R"({"format": "rooflight-chip", "version": 1})", "FILE_FORMAT",
        "\"rooflight-scenario\"");
    row("no version", R"({"format": "rooflight-scenario"})", "FILE_VERSION", "\"version\" is missing");
    row("a newer version", R"({"format": "rooflight-scenario", "version": 2})", "FILE_VERSION",
        "version 2 is newer than this program");
    row("a version in words", R"({"format": "rooflight-scenario", "version": "1"})", "FILE_VERSION", "found \"1\"");
    row("an unknown key", R"({"format": "rooflight-scenario", "version": 1, "feilds": {}})", "FILE_KEY",
        "\"feilds\". The nearest known key is \"fields\"");
    row("a title that is a number", R"({"format": "rooflight-scenario", "version": 1, "title": 3})", "FILE_VALUE",
        "\"title\" must be a text, found 3");
    row("fields that are a list", R"({"format": "rooflight-scenario", "version": 1, "fields": []})", "FILE_VALUE",
        "\"fields\" must be an object in braces, found []");
    row("an unknown field", file(R"("mesh.x": 4)"), "FILE_KEY",
        "a.json, line 5: unknown key \"fields.mesh.x\". The nearest known key is \"mesh.X\"");
    row("an unknown field in other letters", file(R"("wörk": 4)"), "FILE_KEY", "unknown key \"fields.wörk\". The");
    row("a number in words", file(R"("mesh.X": "four")"), "FILE_VALUE",
        "a.json, line 5: mesh.X: chips on X cannot be \"four\"; give a whole number from 1 to 16,384.");
    row("a number for a choice", file(R"("work.mode": 1)"), "FILE_VALUE", "give training, prefill or decode");
    row("a text for a switch", file(R"("model.tied": "true")"), "FILE_VALUE", "give true or false");
    row("no value", file(R"("work.batch": null)"), "FILE_VALUE",
        "\"work.batch\" must be a number, a text, true or false, found null");
    row("a list of values", file(R"("work.batch": [1])"), "FILE_VALUE", "found [1]");
    row("half a chip", file(R"("mesh.X": 0.5)"), "FILE_VALUE", "mesh.X: chips on X cannot be 0.5");
    row("an unknown chip", file(R"("hw.chip": "tpu-v9")"), "FILE_VALUE", "cannot be \"tpu-v9\"; give ");
    row("a field given twice", file(R"("work.batch": 1, "work.batch": 2)"), "FILE_KEY",
        "line 5: key \"work.batch\" stands twice");
    row("a number beyond all doubles", file(R"("work.tokens": 1e400)"), "FILE_SYNTAX", "1e400");
    row("not a number", file(R"("work.tokens": NaN)"), "FILE_SYNTAX", "a.json, line 5");
    row("a comma too many", file(R"("work.batch": 1,)"), "FILE_SYNTAX", "a.json, line 6");
    row("text after the end", file("") + "x", "FILE_SYNTAX", "a.json, line 8");
    row("a NUL after the end", file("") + std::string("\0x", 2), "FILE_SYNTAX", "a NUL byte");
    row("a byte that is no UTF-8", file("\"coll.from\": \"\xFF\""), "FILE_SYNTAX", "UTF-8");
    row("UTF-16", std::string("\xFF\xFE{\0}\0", 6), "FILE_SYNTAX", "a.json, line 1");
    row("a byte order mark", "\xEF\xBB\xBF" + file(""), "FILE_SYNTAX", "byte order mark");
    row("brackets that never close", std::string(20000, '['), "FILE_SYNTAX", "a.json, line 1");
    row("closed brackets within brackets", std::string(20000, '[') + std::string(20000, ']'), "FILE_SYNTAX", "deep");
    row("a file of a million bytes", std::string(1000000, ' '), "FILE_SIZE", "1000000 bytes");
    row("a control character in a text", file("\"shard.expr\": \"A\\u0000B\""), "FILE_VALUE", "shard.expr");
}

void TstScenarioJson::refusesABadFile()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(QString, part);
    const auto s = read(text.toStdString());
    QVERIFY(!s);
    QCOMPARE(QString::fromStdString(s.error().code), code);
    QVERIFY2(s.error().text.starts_with("a.json"), s.error().text.c_str());
    QVERIFY2(QString::fromStdString(s.error().text).contains(part), s.error().text.c_str());
}

void TstScenarioJson::anyPrefixOfAFileIsRefusedWithoutACrash()
{
    const std::string text(example);
    const std::size_t complete = text.rfind('}');
    for (std::size_t n = 0; n < complete + 1; ++n) {
        const auto s = read(text.substr(0, n));
        QVERIFY2(!s, text.substr(0, n).c_str());
        QVERIFY2(!s.error().text.empty(), s.error().code.c_str());
    }
}

void TstScenarioJson::anyChangedByteIsReadOrRefusedWithoutACrash()
{
    const std::string text(example);
    for (std::size_t n = 0; n < text.size(); ++n)
        for (const char c : {'\0', '"', '{', '9', '-', '\\', '\x80'}) {
            std::string changed = text;
            changed[n] = c;
            const auto s = read(changed);
            QVERIFY2(s || s.error().text.starts_with("a.json"), changed.c_str());
        }
}

ROOFLIGHT_TEST(TstScenarioJson)
#include "tst_scenario_json.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the preset loader takes good files, refuses bad ones with a useful sentence, and that model shapes add
// up.
#include "support/near.h"
#include "support/suite.h"

#include "core/io/chip_json.h"
#include "core/io/json.h"
#include "core/io/model_json.h"
#include "core/io/preset_catalogue.h"
#include "core/step/report.h"

#include <nlohmann/json.hpp>

#include <array>

class TstCatalogue : public QObject
{
    Q_OBJECT
private slots:
    void readsEveryPartOfAChip();
    void readsAnAssumedNumberWithoutSource();
    void refusesABadChip_data();
    void refusesABadChip();
    void readsEveryPartOfAModel();
    void refusesABadModel_data();
    void refusesABadModel();
    void refusesBadLists_data();
    void refusesBadLists();
    void refusesMoreChipsThanAReportCounts();
    void namesTheLineOfAKeyOrOfWhatHoldsIt_data();
    void namesTheLineOfAKeyOrOfWhatHoldsIt();
    void saysWhereTheTextBreaks_data();
    void saysWhereTheTextBreaks();
    void countsTheParametersThatWerePublished_data();
    void countsTheParametersThatWerePublished();
};

namespace
{

const char* const goodChip = R"({
  "format": "rooflight-chip",
  "version": 1,
  "id": "c",
  "name": "Chip",
  "kind": "tpu",
  "wrap": "cubesOf4",
  "note": "A note",
  "numbers": {
    "flops.bf16": {"value": 4e14, "unit": "FLOP/s", "source": "Book"},
    "hbm.bytes": {"value": 96e9, "unit": "B", "source": "Book"},
    "hbm.rate": {"value": 2e12, "unit": "B/s", "source": "Book"},
    "link.rate": {"value": 9e10, "unit": "B/s", "source": "Book"},
    "hop": {"value": 1e-6, "unit": "s", "source": "Guess", "assumed": true},
    "axes": {"value": 3, "unit": "1", "source": "Book"},
    "torus.x": {"value": 2, "unit": "1", "source": "Book"},
    "torus.y": {"value": 3, "unit": "1", "source": "Book"},
    "torus.z": {"value": 4, "unit": "1", "source": "Book"},
    "torus.chips": {"value": 24, "unit": "1", "source": "Book"}
  },
  "variants": {"vendor": {"hbm.rate": {"value": 3e12, "unit": "B/s", "source": "Maker"}}}
})";

const char* const goodModel = R"({
  "format": "rooflight-model", "version": 1, "id": "m", "name": "Model", "note": "Small", "attention": true, "tied": true,
  "numbers": {
    "D": {"value": 8, "unit": "1", "source": "Paper"}, "F": {"value": 32, "unit": "1", "source": "Paper"},
    "L": {"value": 2, "unit": "1", "source": "Paper"}, "N": {"value": 4, "unit": "1", "source": "Paper"},
    "K": {"value": 2, "unit": "1", "source": "Paper"}, "H": {"value": 2, "unit": "1", "source": "Paper"},
    "V": {"value": 0, "unit": "1", "source": "Paper"}, "nmat": {"value": 3, "unit": "1", "source": "Paper"},
    "E": {"value": 4, "unit": "1", "source": "Paper"}, "k": {"value": 2, "unit": "1", "source": "Paper"},
    "Es": {"value": 1, "unit": "1", "source": "Paper"}, "norms": {"value": 0, "unit": "1", "source": "Paper"}
  }
})";

/// A good file in which the first `from` is replaced.
std::string changed(const char* text, const QByteArray& from, const QByteArray& to)
{
    QByteArray bytes(text);
    const auto at = bytes.indexOf(from);
    Q_ASSERT(at >= 0);
    return bytes.replace(at, from.size(), to).toStdString();
}

template <class Read> void compareError(const Read& read, const QString& code, const QString& phrase)
{
    QVERIFY2(!read.has_value(), "the file was accepted");
    const QString text = QString::fromStdString(read.error().text);
    QCOMPARE(QString::fromStdString(read.error().code), code);
    QVERIFY2(text.startsWith("f.json"), qPrintable(text));
    QVERIFY2(text.contains(phrase), qPrintable(text));
}

void addErrorColumns()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("phrase");
}

void addErrorRow(const char* name, const char* from, const char* to, const char* code, const char* phrase)
{
    QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QString(code) << QString(phrase);
}

/// Cost model f.1, norms left out.
double parameters(const core::ModelPreset& model)
{
    const auto n = [&](const char* key) { return model.numbers.find(std::string_view(key))->second.value; };
    const double experts = n("E") == 0 ? 1 : n("E") + n("Es");
    const double mlp = experts * n("nmat") * n("D") * n("F") + n("D") * n("E");
    const double attention = model.attention ? 2 * n("D") * n("H") * (n("N") + n("K")) : 0;
    return n("L") * (mlp + attention) + (model.tied ? 1 : 2) * n("V") * n("D");
}

} // namespace

void TstCatalogue::readsEveryPartOfAChip()
{
    const auto chip = core::readChip(goodChip, "f.json");
    QVERIFY2(chip.has_value(), chip ? "" : chip.error().text.c_str());
    QCOMPARE(chip->id, std::string("c"));
    QCOMPARE(chip->name, std::string("Chip"));
    QCOMPARE(chip->note, std::string("A note"));
    QVERIFY(chip->kind == core::ChipKind::tpu);
    QVERIFY(chip->wrap == core::WrapRule::cubesOf4);
    QCOMPARE(chip->axes, 3);
    QVERIFY((chip->torus == std::array{2, 3, 4}));
    QVERIFY((*chip->find("hbm.rate") == core::Given{2e12, "B/s", "Book", false}));
    QVERIFY(chip->find("hop")->assumed);
    QCOMPARE(chip->find("flops.fp8"), nullptr);
    QCOMPARE(chip->variants.at("vendor").at("hbm.rate").value, 3e12);
}

void TstCatalogue::readsAnAssumedNumberWithoutSource()
{
    const auto chip = core::readChip(changed(goodChip, "\"source\": \"Guess\", ", ""), "f.json");
    QVERIFY(chip.has_value());
    QCOMPARE(chip->find("hop")->source, std::string());
}

void TstCatalogue::refusesABadChip_data()
{
    addErrorColumns();
    const auto add = addErrorRow;
    add("a mistyped number key names the nearest one", "hbm.rate", "hbm.rte", "FILE_KEY", "\"hbm.rate\"");
    add("a mistyped top key names the nearest one", "\"wrap\"", "\"warp\"", "FILE_KEY", "\"wrap\"");
    add("a mistyped part of a number names the nearest one", "\"unit\"", "\"unti\"", "FILE_KEY", "\"unit\"");
    add("a mistyped key in a variant is found", "{\"hbm.rate\"", "{\"hbmrate\"", "FILE_KEY",
        "line 21: unknown key \"variants.vendor.hbmrate\"");
    add("a key given twice is refused where it stands", "\"hbm.bytes\": {", "\"hbm.rate\": {", "FILE_KEY",
        "line 12: key \"hbm.rate\" stands twice");
    add("a number needs a value", "\"value\": 2e12, ", "", "FILE_KEY", "\"numbers.hbm.rate.value\" is missing");
    add("a number needs a unit", "2e12, \"unit\": \"B/s\"", "2e12", "FILE_KEY", "\"numbers.hbm.rate.unit\" is missing");
    add("a number needs a source", "4e14, \"unit\": \"FLOP/s\", \"source\": \"Book\"", "4e14, \"unit\": \"FLOP/s\"",
        "FILE_KEY", "\"numbers.flops.bf16.source\" is missing");
    add("a source is not empty", "\"Book\"", "\"\"", "FILE_VALUE", "\"numbers.flops.bf16.source\"");
    add("another unit is refused, not converted", "\"B/s\"", "\"GB/s\"", "FILE_VALUE",
        "must be \"B/s\", found \"GB/s\"");
    add("a value in quotes is no number", "2e12", "\"2e12\"", "FILE_VALUE", "numbers.hbm.rate.value");
    add("a bare number has no source", "{\"value\": 2e12, \"unit\": \"B/s\", \"source\": \"Book\"}", "2e12",
        "FILE_VALUE", "value, unit and source");
    add("a value is not negative", "2e12", "-2e12", "FILE_VALUE", "\"numbers.hbm.rate\" must not be negative");
    add("infinity cannot be written", "2e12", "1e999", "FILE_SYNTAX", "1e999");
    add("NaN cannot be written", "2e12", "NaN", "FILE_SYNTAX", "line 12");
    add("axes are whole", "\"axes\": {\"value\": 3", "\"axes\": {\"value\": 2.5", "FILE_VALUE", "whole number");
    add("a torus has at most three axes", "\"axes\": {\"value\": 3", "\"axes\": {\"value\": 4", "FILE_VALUE",
        "1, 2 or 3");
    add("the sides multiply to the largest slice", "\"value\": 24", "\"value\": 25", "FILE_VALUE", "multiply to 24");
    add("a needed number that is missing is named", "\"hbm.bytes\"", "\"vmem.bytes\"", "FILE_KEY", "numbers.hbm.bytes");
    add("a needed number is not zero", "96e9", "0", "FILE_KEY", "numbers.hbm.bytes");
    add("an unknown rule names the nearest one", "cubesOf4", "cubesof4", "FILE_VALUE", "\"cubesOf4\"");
    add("an unknown kind names the nearest one", "\"tpu\"", "\"cpu\"", "FILE_VALUE", "\"tpu\"");
    add("a gpu needs the size of its domain", "\"tpu\"", "\"gpu\"", "FILE_KEY", "domain.chips");
    add("a gpu has no torus", "\"tpu\",\n  \"wrap\": \"cubesOf4\",\n  \"note\": \"A note\",\n  \"numbers\": {",
        "\"gpu\", \"wrap\": \"none\", \"numbers\": {"
        "\"domain.chips\": {\"value\": 8, \"unit\": \"1\", \"source\": \"Book\"},"
        "\"hop.node\": {\"value\": 1, \"unit\": \"s\", \"source\": \"Book\"},",
        "FILE_VALUE", "a gpu has no torus");
    add("no variant is called none", "\"vendor\"", "\"none\"", "FILE_VALUE", "\"none\" cannot name a variant");
    add("assumed is a switch", "\"assumed\": true", "\"assumed\": 1", "FILE_VALUE", "true or false");
    add("a model is no chip", "rooflight-chip", "rooflight-model", "FILE_FORMAT", "rooflight-chip");
    add("a newer version is not opened", "\"version\": 1", "\"version\": 2", "FILE_VERSION", "newer");
    add("a version is a whole number", "\"version\": 1", "\"version\": 1.5", "FILE_VERSION", "1.5");
    add("a name is not empty", "\"Chip\"", "\"\"", "FILE_VALUE", "\"name\"");
    add("a file may not be cut off", "\"variants\"", "\"", "FILE_SYNTAX", "line 21");
}

void TstCatalogue::refusesABadChip()
{
    QFETCH(const QByteArray, from);
    QFETCH(const QByteArray, to);
    QFETCH(const QString, code);
    QFETCH(const QString, phrase);
    compareError(core::readChip(changed(goodChip, from, to), "f.json"), code, phrase);
}

void TstCatalogue::readsEveryPartOfAModel()
{
    const auto model = core::readModel(goodModel, "f.json");
    QVERIFY2(model.has_value(), model ? "" : model.error().text.c_str());
    QCOMPARE(model->id, std::string("m"));
    QCOMPARE(model->note, std::string("Small"));
    QVERIFY(model->attention && model->tied);
    QCOMPARE(model->numbers.size(), std::size_t(12));
    QCOMPARE(model->numbers.at("F").value, 32.0);
}

void TstCatalogue::refusesABadModel_data()
{
    addErrorColumns();
    const auto add = addErrorRow;
    add("a missing letter is named", ", \"norms\": {\"value\": 0, \"unit\": \"1\", \"source\": \"Paper\"}", "",
        "FILE_KEY", "numbers.norms");
    add("layers are whole", "\"L\": {\"value\": 2", "\"L\": {\"value\": 2.5", "FILE_VALUE", "numbers.L");
    add("a width is at least one", "\"D\": {\"value\": 8", "\"D\": {\"value\": 0", "FILE_VALUE", "numbers.D");
    add("key/value heads divide query heads", "\"K\": {\"value\": 2", "\"K\": {\"value\": 3", "FILE_VALUE",
        "numbers.K");
    add("one matrix is square", "\"nmat\": {\"value\": 3", "\"nmat\": {\"value\": 1", "FILE_VALUE", "must equal D = 8");
    add("no model has four matrices", "\"nmat\": {\"value\": 3", "\"nmat\": {\"value\": 4", "FILE_VALUE", "1, 2 or 3");
    add("no more experts are active than there are", "\"k\": {\"value\": 2", "\"k\": {\"value\": 5", "FILE_VALUE",
        "E = 4");
    add("a dense model has no active experts", "\"E\": {\"value\": 4", "\"E\": {\"value\": 0", "FILE_VALUE",
        "numbers.k");
    add("attention is a switch", "\"attention\": true", "\"attention\": \"yes\"", "FILE_VALUE", "attention");
    add("numbers are an object", "\"numbers\": {", "\"numbers\": 3, \"note\": {", "FILE_KEY", "note");
}

void TstCatalogue::refusesABadModel()
{
    QFETCH(const QByteArray, from);
    QFETCH(const QByteArray, to);
    QFETCH(const QString, code);
    QFETCH(const QString, phrase);
    compareError(core::readModel(changed(goodModel, from, to), "f.json"), code, phrase);
}

void TstCatalogue::refusesBadLists_data()
{
    QTest::addColumn<QList<QByteArray>>("paths");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("phrase");
    const QByteArray chip = goodChip;
    QTest::newRow("two chips of one id") << QList<QByteArray>{"chips/c.json", "chips/c.json"} << chip << "FILE_VALUE"
                                         << "the id \"c\" is taken";
    QTest::newRow("an id that is not the file's name") << QList<QByteArray>{"chips/d.json"} << chip << "FILE_VALUE"
                                                       << "\"d\", found \"c\"";
    QTest::newRow("an unknown folder") << QList<QByteArray>{"chip/c.json"} << chip << "FILE_FORMAT"
                                       << "chips/ID.json";
    QTest::newRow("no name before the ending") << QList<QByteArray>{"chips/.json"} << chip << "FILE_FORMAT"
                                               << "chips/ID";
    QTest::newRow("a chip among the models") << QList<QByteArray>{"models/c.json"} << chip << "FILE_FORMAT"
                                             << "rooflight-model";
    QTest::newRow("a scenario without title")
        << QList<QByteArray>{"scenarios/s.rooflight.json"}
        << QByteArray(R"({"format": "rooflight-scenario", "version": 1})") << "FILE_KEY"
        << "title";
    QTest::newRow("a scenario that teaches nothing")
        << QList<QByteArray>{"scenarios/s.rooflight.json"}
        << QByteArray(R"({"format": "rooflight-scenario", "version": 1, "title": "T"})") << "FILE_KEY"
        << "teaches";
}

void TstCatalogue::refusesBadLists()
{
    QFETCH(const QList<QByteArray>, paths);
    QFETCH(const QByteArray, text);
    QFETCH(const QString, code);
    QFETCH(const QString, phrase);
    std::vector<core::EmbeddedFile> files;
    for (const auto& path : paths)
        files.push_back({path.constData(), text.constData()});
    const auto read = core::readCatalogue(files);
    QVERIFY2(!read.has_value(), "the list was accepted");
    QCOMPARE(QString::fromStdString(read.error().code), code);
    QVERIFY2(QString::fromStdString(read.error().text).contains(phrase), read.error().text.c_str());
}

void TstCatalogue::refusesMoreChipsThanAReportCounts()
{
    std::vector<std::string> texts;
    std::vector<std::string> paths;
    for (int i = 0; i <= core::maxFleet; ++i) {
        const std::string id = "c" + std::to_string(i);
        std::string text = goodChip;
        texts.push_back(text.replace(text.find("\"c\""), 3, '"' + id + '"'));
        paths.push_back("chips/" + id + ".json");
    }
    std::vector<core::EmbeddedFile> files;
    for (std::size_t i = 0; i < texts.size(); ++i)
        files.push_back({paths[i], texts[i]});
    const auto all = core::readCatalogue(files);
    QVERIFY(!all);
    QCOMPARE(QString::fromStdString(all.error().code), QStringLiteral("FILE_VALUE"));
    QVERIFY2(all.error().text.find("chips/c16.json: a report counts 16 chips") == 0, all.error().text.c_str());
    files.pop_back();
    QVERIFY(core::readCatalogue(files));
}

void TstCatalogue::namesTheLineOfAKeyOrOfWhatHoldsIt_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("where");
    QTest::newRow("a key") << QByteArray("a") << QByteArray("f.json, line 2");
    QTest::newRow("a key with a dot, inside") << QByteArray("b.hbm.rate") << QByteArray("f.json, line 4");
    QTest::newRow("a missing key stands where its object does") << QByteArray("b.c") << QByteArray("f.json, line 3");
    QTest::newRow("after an object the outer keys go on") << QByteArray("d") << QByteArray("f.json, line 6");
    QTest::newRow("a key missing at the top has no line") << QByteArray("e") << QByteArray("f.json");
}

void TstCatalogue::namesTheLineOfAKeyOrOfWhatHoldsIt()
{
    QFETCH(const QByteArray, path);
    QFETCH(const QByteArray, where);
    std::optional<core::Error> error;
    const core::JsonPlace place{"f.json", R"({
  "a": 1,
  "b": {
    "hbm.rate": [{"a": 2}]
  },
  "d": "a"
})",
                                &error, path.toStdString()};
    place.refuse("FILE_VALUE", "wrong.");
    QCOMPARE(QByteArray::fromStdString(error->text), where + ": wrong.");
}

void TstCatalogue::saysWhereTheTextBreaks_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("phrase");
    QTest::newRow("a missing comma") << QByteArray("{\n  \"a\": 1\n  \"b\": 2\n}") << "line 3, column 3: a comma";
    QTest::newRow("a word that is no value") << QByteArray("{\n  \"a\": four\n}") << "line 2, column 8: four is not";
    QTest::newRow("an empty file") << QByteArray("") << "line 1, column 1";
    QTest::newRow("bytes that are not UTF-8") << QByteArray("{\"a\": \"\xff\"}") << "line 1";
    QTest::newRow("bytes that are not text are not repeated")
        << QByteArray("{\"a\": \xfe}") << "line 1, column 7: this is no text";
    QTest::newRow("objects without end") << QByteArray("{\"a\":").repeated(100000) << "line 1, column 500001";
    QTest::newRow("objects within objects")
        << QByteArray("{\"a\":").repeated(100000) + "1" + QByteArray("}").repeated(100000) << "more than 32 deep";
    QTest::newRow("lists within lists") << QByteArray("[").repeated(100000) + QByteArray("]").repeated(100000)
                                        << "more than 32 deep";
    QTest::newRow("text after the object") << QByteArray("{}\nmore") << "line 2";
    QTest::newRow("an object that is not closed") << QByteArray("{\"a\": {\"b\": 1}") << "line 1, column 15";
}

void TstCatalogue::saysWhereTheTextBreaks()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, phrase);
    compareError(core::parseJson({text.constData(), static_cast<std::size_t>(text.size())}, "f.json"), "FILE_SYNTAX",
                 phrase);
}

void TstCatalogue::countsTheParametersThatWerePublished_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("published");
    QTest::addColumn<double>("tolerance");
    const auto add = [](const char* name, const char* id, double published, double tolerance) {
        QTest::newRow(name) << QString(id) << published << tolerance;
    };
    // Published totals hold 2 L + 1 norm vectors of width D, which are taken off here.
    add("LLaMA-2 7B: 6,738,415,616 less norms", "llama2-7b", 6738415616. - 65 * 4096, 0);
    add("LLaMA-2 13B: 13,015,864,320 less norms", "llama2-13b", 13015864320. - 81 * 5120, 0);
    add("LLaMA-3 8B: 8,030,261,248 less norms", "llama3-8b", 8030261248. - 65 * 4096, 0);
    add("LLaMA-3 70B: 70,553,706,496 less norms", "llama3-70b", 70553706496. - 161 * 8192, 0);
    add("LLaMA-3 405B: 405,853,388,800 less norms", "llama3-405b", 405853388800. - 253 * 16384, 0);
    add("Gemma 7B, Table 2: embeddings and the rest, less norms", "gemma-7b", 786825216. + 7751248896. - 57 * 3072, 0);
    add("CS336 XXL: 126 x 2 x 16384 x 53248", "cs336-xxl", 219848638464., 0);
    add("COMP4901Y 7B: 32 x 12 x 4096^2", "comp4901y-7b", 6442450944., 0);
    add("FFN 8k x 32k: 32 x 2 x 2^13 x 2^15", "ffn-8k-32k", 17179869184., 0);
    add("GPT-3: 174,600 million, Brown et al. Table D.1", "gpt3-175b", 174.6e9, 1e-3);
    add("Megatron 22B: 48 x 12 x 6144^2 and 51200 x 6144", "megatron-22b", 22057844736., 0);
    add("Megatron 530B: 529.6e9, Narayanan et al. 2021 Table 1", "megatron-530b", 529.6e9, 1e-3);
    add("Megatron 1T: 1008.0e9, Narayanan et al. 2021 Table 1", "megatron-1t", 1008e9, 1e-3);
    add("DeepSeek-V3, simplified: within 6 % of 671e9", "deepseek-v3", 671e9, 0.06);
}

void TstCatalogue::countsTheParametersThatWerePublished()
{
    QFETCH(const QString, id);
    QFETCH(const double, published);
    QFETCH(const double, tolerance);
    const auto* model = core::shippedCatalogue().model(id.toStdString());
    QVERIFY(model != nullptr);
    COMPARE_NEAR(parameters(*model), published, tolerance);
}

ROOFLIGHT_TEST(TstCatalogue)
#include "tst_catalogue.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the table of fields against the scenario format, and what presets do to it.
#include "support/suite.h"

#include "core/expected_fields.h"
#include "core/field_support.h"

#include <algorithm>
#include <set>

using namespace core;
using namespace tests;

class TstFields : public QObject
{
    Q_OBJECT
private slots:
    void theTableIsTheScenarioFormat();
    void eachFieldHasItsDefaultAndItsChoices_data();
    void eachFieldHasItsDefaultAndItsChoices();
    void eachFieldHasTitleGroupAndHelp();
    void symbolsAreUnique();
    void aModelPresetOverwritesAllItsNumbers();
    void aCustomModelKeepsTheNumbers();
    void aChipOverwritesTheNumbersAndDropsTheVariant();
    void aVariantChangesOnlyItsNumbers();
    void aGpuHasItsDomainAndTheHopAcross();
    void offersThePresetsOfTheCatalogue();
    void saysWhereANumberComesFrom();
    void onlyTheUsersNumbersDifferFromThePreset();
    void theNumbersOfAVariantAreThePresets();
    void detentsAreAscendingAndWithinTheRange();
    void detentsIncludeTheSizesPeopleBuild_data();
    void detentsIncludeTheSizesPeopleBuild();
};

void TstFields::theTableIsTheScenarioFormat()
{
    QStringList found, expected;
    for (const Field& field : fields())
        found << asQt(field.id);
    for (const auto& row : tests::expectedFields)
        expected << asQt(row.id);
    QCOMPARE(found, expected);
}

void TstFields::eachFieldHasItsDefaultAndItsChoices_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("choices");
    for (const auto& row : tests::expectedFields)
        QTest::newRow(std::string(row.id).c_str()) << asQt(row.id) << asQt(row.value) << asQt(row.choices);
}

void TstFields::eachFieldHasItsDefaultAndItsChoices()
{
    QFETCH(QString, id);
    QFETCH(QString, value);
    QFETCH(QString, choices);
    const Field* field = findField(id.toStdString());
    QVERIFY(field);
    QCOMPARE(asQt(textOf(standard(), field->id)), value);
    QStringList found;
    for (const auto name : field->choices)
        found << asQt(name);
    QCOMPARE(found.join(' '), choices);
}

void TstFields::eachFieldHasTitleGroupAndHelp()
{
    std::set<std::string_view> titles;
    for (const Field& field : fields()) {
        const std::string id(field.id);
        QVERIFY2(!field.title.empty() && !field.group.empty(), id.c_str());
        QVERIFY2(field.help.ends_with('.'), id.c_str());
        QVERIFY2(titles.insert(field.title).second, id.c_str());
        QVERIFY2(field.kind != FieldKind::text || (field.accepts && !field.form.empty()), id.c_str());
        const bool number = field.kind == FieldKind::whole || field.kind == FieldKind::real;
        QVERIFY2(!number || field.min < field.max, id.c_str());
    }
}

void TstFields::symbolsAreUnique()
{
    std::set<std::string_view> symbols;
    for (const Field& field : fields()) {
        const bool number = field.kind == FieldKind::whole || field.kind == FieldKind::real;
        QVERIFY2(!number || !field.symbol.empty(), std::string(field.id).c_str());
        QVERIFY2(field.symbol.empty() || symbols.insert(field.symbol).second, std::string(field.id).c_str());
    }
}

// LLaMA-3 70B: D = 8192, F = 28672, 80 layers, 64 query and 8 key/value heads of 128, vocabulary 128,256, gated.
void TstFields::aModelPresetOverwritesAllItsNumbers()
{
    Scenario s = standard();
    QVERIFY(setField(s, "model.D", 1.0));
    QVERIFY(setField(s, "model.preset", std::string("llama3-70b")));
    QCOMPARE(numberAt(s, "model.D"), 8192.0);
    QCOMPARE(numberAt(s, "model.F"), 28672.0);
    QCOMPARE(numberAt(s, "model.L"), 80.0);
    QCOMPARE(numberAt(s, "model.N"), 64.0);
    QCOMPARE(numberAt(s, "model.K"), 8.0);
    QCOMPARE(numberAt(s, "model.H"), 128.0);
    QCOMPARE(numberAt(s, "model.V"), 128256.0);
    QCOMPARE(numberAt(s, "model.nmat"), 3.0);
    QVERIFY(s.model.attention);
    QVERIFY(!s.model.tied);
}

void TstFields::aCustomModelKeepsTheNumbers()
{
    Scenario s = standard();
    QVERIFY(setField(s, "model.preset", std::string("llama3-70b")));
    Model before = s.model;
    QVERIFY(setField(s, "model.preset", std::string("custom")));
    before.preset = "custom";
    QVERIFY(s.model == before);
}

void TstFields::aChipOverwritesTheNumbersAndDropsTheVariant()
{
    Scenario s = standard();
    QVERIFY(setField(s, "hw.torus", std::string("4x8")));
    QVERIFY(setField(s, "mesh.X", 8.0));
    QVERIFY(setField(s, "hw.chip", std::string("tpu-v5e")));
    QVERIFY(setField(s, "hw.variant", std::string("book-2025-02")));
    QVERIFY(setField(s, "hw.hop", 0.5));
    QVERIFY(setField(s, "hw.chip", std::string("tpu-v4")));
    QCOMPARE(s.hw.variant, std::string("none"));
    QCOMPARE(numberAt(s, "hw.flops.bf16"), 2.75e14);
    QCOMPARE(numberAt(s, "hw.flops.fp8"), 0.0);
    QCOMPARE(numberAt(s, "hw.hop"), 1e-6);
    QCOMPARE(numberAt(s, "mesh.X"), 8.0);
    QVERIFY(s.hw.torus == (std::array<int, 3>{4, 8, 1}));
    QVERIFY(s.hw.largestTorus == (std::array<int, 3>{16, 16, 16}));
    QVERIFY(s.hw.wrap == WrapRule::cubesOf4);
    QCOMPARE(s.hw.axes, 3);
}

// TPU v5e: 8.2e11 B/s, in the table of the book's first edition 8.1e11; the peak rate is the same in both.
void TstFields::aVariantChangesOnlyItsNumbers()
{
    Scenario s = standard();
    QVERIFY(setField(s, "hw.chip", std::string("tpu-v5e")));
    QCOMPARE(numberAt(s, "hw.hbm.rate"), 8.2e11);
    QVERIFY(setField(s, "hw.variant", std::string("book-2025-02")));
    QCOMPARE(numberAt(s, "hw.hbm.rate"), 8.1e11);
    QCOMPARE(numberAt(s, "hw.flops.bf16"), 1.97e14);
    QVERIFY(setField(s, "hw.variant", std::string("none")));
    QCOMPARE(numberAt(s, "hw.hbm.rate"), 8.2e11);
}

// H100: eight GPUs in an NVLink domain, 450e9 B/s out of each, 50e9 B/s of its NIC.
void TstFields::aGpuHasItsDomainAndTheHopAcross()
{
    Scenario s = standard();
    QCOMPARE(s.hw.domain, 1.0);
    QVERIFY(setField(s, "hw.chip", std::string("h100-sxm")));
    QVERIFY(s.hw.kind == ChipKind::gpu);
    QCOMPARE(s.hw.domain, 8.0);
    QCOMPARE(s.hw.linkRate.si(), 450e9);
    QCOMPARE(s.hw.dcnRate.si(), 50e9);
    QCOMPARE(s.hw.hop.si(), 1e-6);
    QCOMPARE(s.hw.hopAcross.si(), 5e-6);
    QCOMPARE(s.hw.axes, 0);
}

void TstFields::offersThePresetsOfTheCatalogue()
{
    const Scenario s = standard();
    const auto models = choicesOf(s, *findField("model.preset"));
    QCOMPARE(models.size(), shippedCatalogue().models.size() + 1);
    QCOMPARE(models.back(), std::string("custom"));
    const auto chips = choicesOf(s, *findField("hw.chip"));
    QCOMPARE(chips.size(), shippedCatalogue().chips.size());
    QCOMPARE(choicesOf(s, *findField("hw.variant")).front(), std::string("none"));
}

void TstFields::saysWhereANumberComesFrom()
{
    Scenario s = standard();
    const Field& rate = *findField("hw.flops.bf16");
    QCOMPARE(sourceOf(s, rate), shippedCatalogue().chip("tpu-v5p")->find("flops.bf16")->source);
    QCOMPARE(sourceOf(s, *findField("work.batch")), std::string("default"));
    QVERIFY(setField(s, "hw.flops.bf16", 4.6e14));
    QVERIFY(setField(s, "work.batch", 20480.0));
    QCOMPARE(sourceOf(s, rate), std::string("your input"));
    QCOMPARE(sourceOf(s, *findField("work.batch")), std::string("your input"));
}

void TstFields::onlyTheUsersNumbersDifferFromThePreset()
{
    Scenario s = standard();
    QVERIFY(setField(s, "model.preset", std::string("cs336-xxl")));
    QVERIFY(setField(s, "hw.chip", std::string("h100-sxm")));
    QVERIFY(setField(s, "model.F", 4096.0));
    QStringList differing;
    for (const Field& field : fields())
        if (differsFromPreset(s, field))
            differing << asQt(field.id);
    QCOMPARE(differing, QStringList({"model.preset", "model.F", "hw.chip"}));
}

void TstFields::theNumbersOfAVariantAreThePresets()
{
    Scenario s = standard();
    QVERIFY(setField(s, "hw.chip", std::string("tpu-v5e")));
    QVERIFY(setField(s, "hw.variant", std::string("book-2025-02")));
    const Field& rate = *findField("hw.hbm.rate");
    QVERIFY(differsFromPreset(s, *findField("hw.variant")));
    QVERIFY(!differsFromPreset(s, rate));
    QCOMPARE(sourceOf(s, rate), shippedCatalogue().chip("tpu-v5e")->variants.at("book-2025-02").at("hbm.rate").source);
}

void TstFields::detentsAreAscendingAndWithinTheRange()
{
    for (const Field& field : fields()) {
        const auto found = detents(field);
        const bool number = field.kind == FieldKind::whole || field.kind == FieldKind::real;
        QCOMPARE(found.empty(), !number);
        QVERIFY2(std::adjacent_find(found.begin(), found.end(), std::greater_equal<>()) == found.end(),
                 std::string(field.id).c_str());
        for (const double v : found) {
            Scenario s = standard();
            const auto done = setField(s, field.id, v);
            QVERIFY2(done, sentenceOrEmpty(done));
        }
    }
}

void TstFields::detentsIncludeTheSizesPeopleBuild_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("value");
    QTest::addColumn<bool>("rests");
    QTest::newRow("a power of two tokens") << "work.batch" << 65536.0 << true;
    QTest::newRow("the largest batch") << "work.batch" << 134217728.0 << true;
    QTest::newRow("no odd batch") << "work.batch" << 65537.0 << false;
    QTest::newRow("a width of 5,120") << "model.D" << 5120.0 << true;
    QTest::newRow("no width of 3,072") << "model.D" << 3072.0 << false;
    QTest::newRow("80 layers") << "model.L" << 80.0 << true;
    QTest::newRow("the LLaMA-3 vocabulary") << "model.V" << 128256.0 << true;
    QTest::newRow("no vocabulary") << "model.V" << 0.0 << true;
    QTest::newRow("28 chips of a v5p pod") << "mesh.Z" << 28.0 << true;
    QTest::newRow("half of the activations") << "act.sharded" << 0.5 << true;
    QTest::newRow("a microsecond") << "hw.hop" << 1e-6 << true;
    QTest::newRow("no hop time") << "hw.hop" << 0.0 << true;
}

void TstFields::detentsIncludeTheSizesPeopleBuild()
{
    QFETCH(QString, id);
    QFETCH(double, value);
    QFETCH(bool, rests);
    const auto found = detents(*findField(id.toStdString()));
    QCOMPARE(std::find(found.begin(), found.end(), value) != found.end(), rests);
}

ROOFLIGHT_TEST(TstFields)
#include "tst_fields.moc"

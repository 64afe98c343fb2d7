// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the shipped presets as files: sources everywhere, published ratios, and agreement between related numbers.
#include "support/near.h"
#include "support/suite.h"

#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/numbers/metrics.h"
#include "core/scenario/fields.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

class TstPresets : public QObject
{
    Q_OBJECT
private slots:
    void listsPresetsInTheDocumentedOrder();
    void everyNumberHasUnitAndSource_data();
    void everyNumberHasUnitAndSource();
    void reachesThePublishedIntensities_data();
    void reachesThePublishedIntensities();
    void buysThePublishedFlopsPerDollar_data();
    void buysThePublishedFlopsPerDollar();
    void partsOfAChipAgree_data();
    void partsOfAChipAgree();
    void variantsChangeWhatTheyName_data();
    void variantsChangeWhatTheyName();
    void scenariosNameShippedPresetsAndFillTheirTorus_data();
    void scenariosNameShippedPresetsAndFillTheirTorus();
    void scenariosReachThePublishedAnswers_data();
    void scenariosReachThePublishedAnswers();
};

namespace
{

const core::ChipPreset& chipOf(const QString& id)
{
    const auto* chip = core::shippedCatalogue().chip(id.toStdString());
    Q_ASSERT(chip != nullptr);
    return *chip;
}

double valueOf(const core::ChipPreset& chip, std::string_view key)
{
    const auto* given = chip.find(key);
    return given == nullptr ? 0 : given->value;
}

void addChipRows()
{
    QTest::addColumn<QString>("id");
    for (const auto& chip : core::shippedCatalogue().chips)
        QTest::newRow(chip.id.c_str()) << QString::fromStdString(chip.id);
}

template <class Row> QStringList idsOf(const std::vector<Row>& rows)
{
    QStringList ids;
    for (const auto& row : rows)
        ids += QString::fromStdString(row.id);
    return ids;
}

core::Value valueFrom(const QJsonValue& value)
{
    if (value.isBool())
        return value.toBool();
    if (value.isString())
        return value.toString().toStdString();
    return value.toDouble();
}

/// The defaults with every field of the file set, in the order of the table of fields; errors go to `refused`.
core::Scenario scenarioOf(const core::ScenarioPreset& preset, QStringList& refused)
{
    auto scenario = core::defaultScenario(core::shippedCatalogue());
    QJsonObject fields = QJsonDocument::fromJson(QByteArray::fromStdString(preset.json))["fields"].toObject();
    for (const auto& field : core::fields()) {
        const QString id = QString::fromUtf8(field.id.data(), qsizetype(field.id.size()));
        if (!fields.contains(id))
            continue;
        if (const auto set = core::setField(scenario, field.id, valueFrom(fields.take(id))); !set)
            refused += QString::fromStdString(set.error());
    }
    refused += fields.keys(); // unknown to the table
    return scenario;
}

/// Paths of numbers that stand without unit and source.
QStringList bareNumbers(const QJsonValue& value, const QString& path)
{
    if (value.isDouble())
        return path == ".version" ? QStringList() : QStringList(path);
    const QJsonObject object = value.toObject();
    if (object["value"].isDouble()) {
        const bool complete = !object["unit"].toString().isEmpty() && !object["source"].toString().trimmed().isEmpty();
        return complete ? QStringList() : QStringList(path);
    }
    QStringList bare;
    for (auto it = object.begin(); it != object.end(); ++it)
        bare += bareNumbers(it.value(), path + "." + it.key());
    const QJsonArray array = value.toArray();
    for (const auto& element : array)
        bare += bareNumbers(element, path + "[]");
    return bare;
}

} // namespace

void TstPresets::listsPresetsInTheDocumentedOrder()
{
    const auto& catalogue = core::shippedCatalogue();
    QCOMPARE(idsOf(catalogue.chips), (QStringList{"tpu-v3", "tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-v7",
                                                  "a100-80g", "h100-sxm", "h200-sxm", "b200", "gb200-nvl72"}));
    QCOMPARE(idsOf(catalogue.models), (QStringList{"ffn-8k-32k", "cs336-xxl", "comp4901y-7b", "llama2-7b", "llama2-13b",
                                                   "llama3-8b", "llama3-70b", "llama3-405b", "deepseek-v3", "gemma-7b",
                                                   "gpt3-175b", "megatron-22b", "megatron-530b", "megatron-1t"}));
    QCOMPARE(idsOf(catalogue.scenarios).first(), QString("start"));
}

void TstPresets::everyNumberHasUnitAndSource_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const auto& file : core::embeddedPresets())
        if (file.path.starts_with("chips/") || file.path.starts_with("models/"))
            QTest::newRow(std::string(file.path).c_str()) << QByteArray(file.text.data(), qsizetype(file.text.size()));
}

void TstPresets::everyNumberHasUnitAndSource()
{
    QFETCH(const QByteArray, text);
    const auto document = QJsonDocument::fromJson(text);
    QVERIFY(document.isObject());
    QCOMPARE(bareNumbers(document.object(), ""), QStringList());
}

void TstPresets::reachesThePublishedIntensities_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("memory");
    QTest::addColumn<double>("link");
    QTest::addColumn<double>("network");
    const auto add = [](const char* id, double memory, double link, double network) {
        QTest::newRow(id) << QString(id) << memory << link << network;
    };
    // Cost model b.4: bf16 FLOP/s over the HBM rate, over one ring axis (both links) or one GPU's egress, and over the
    // data-centre network of a chip or the egress of a GPU domain.
    add("tpu-v3", 155.6, 700, 45161);
    add("tpu-v4", 229.2, 3055.6, 88000);
    add("tpu-v5e", 240.2, 2188.9, 63040);
    add("tpu-v5p", 163.9, 2550, 73440);
    add("tpu-v6e", 575.0, 5111.1, 73600);
    add("tpu-v7", 310.8, 12777.8, 184000);
    add("a100-80g", 156.0, 1040, 1560);
    add("h100-sxm", 295.5, 2200, 2475);
    add("h200-sxm", 206.3, 2200, 2475);
    add("b200", 281.3, 2500, 5625);
    add("gb200-nvl72", 281.3, 2500, 625);
}

void TstPresets::reachesThePublishedIntensities()
{
    QFETCH(const QString, id);
    QFETCH(const double, memory);
    QFETCH(const double, link);
    QFETCH(const double, network);
    const auto& chip = chipOf(id);
    const bool tpu = chip.kind == core::ChipKind::tpu;
    const double flops = valueOf(chip, "flops.bf16");
    COMPARE_NEAR(flops / valueOf(chip, "hbm.rate"), memory, 1e-3);
    COMPARE_NEAR(flops / (tpu ? 2 * valueOf(chip, "link.rate") : valueOf(chip, "link.rate")), link, 1e-3);
    COMPARE_NEAR(flops / valueOf(chip, tpu ? "dcn.rate" : "node.rate"), network, 1e-3);
}

void TstPresets::buysThePublishedFlopsPerDollar_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("published");
    QTest::newRow("H100 at 10.8 USD/h, cost model b.5") << "h100-sxm" << 3.30e17;
    QTest::newRow("v5p at 4.2 USD/h, cost model b.5") << "tpu-v5p" << 3.93e17;
    QTest::newRow("v5e at 1.2 USD/h, cost model b.5") << "tpu-v5e" << 5.91e17;
}

void TstPresets::buysThePublishedFlopsPerDollar()
{
    QFETCH(const QString, id);
    QFETCH(const double, published);
    const auto& chip = chipOf(id);
    COMPARE_NEAR(valueOf(chip, "flops.bf16") * 3600 / valueOf(chip, "price"), published, 2e-3);
}

void TstPresets::partsOfAChipAgree_data() { addChipRows(); }

void TstPresets::partsOfAChipAgree()
{
    QFETCH(const QString, id);
    const auto& chip = chipOf(id);
    if (chip.kind == core::ChipKind::tpu) {
        QCOMPARE(valueOf(chip, "links"), 2.0 * chip.axes);
        const double depth = chip.find("host.z") == nullptr ? 1 : valueOf(chip, "host.z");
        QCOMPARE(valueOf(chip, "host.chips"), valueOf(chip, "host.x") * valueOf(chip, "host.y") * depth);
    } else {
        QCOMPARE(valueOf(chip, "link.rate"), valueOf(chip, "nvlink.count") * valueOf(chip, "nvlink.rate"));
        QCOMPARE(valueOf(chip, "node.rate"), valueOf(chip, "domain.chips") * valueOf(chip, "dcn.rate"));
        QCOMPARE(valueOf(chip, "flops.fp16"), valueOf(chip, "flops.bf16"));
    }
}

void TstPresets::variantsChangeWhatTheyName_data() { addChipRows(); }

void TstPresets::variantsChangeWhatTheyName()
{
    QFETCH(const QString, id);
    const auto& chip = chipOf(id);
    for (const auto& [name, numbers] : chip.variants) {
        bool differs = false;
        for (const auto& [key, given] : numbers)
            differs = differs || given.value != valueOf(chip, key);
        QVERIFY2(differs, name.c_str());
    }
}

void TstPresets::scenariosNameShippedPresetsAndFillTheirTorus_data()
{
    QTest::addColumn<QString>("id");
    for (const auto& scenario : core::shippedCatalogue().scenarios)
        QTest::newRow(scenario.id.c_str()) << QString::fromStdString(scenario.id);
}

void TstPresets::scenariosNameShippedPresetsAndFillTheirTorus()
{
    QFETCH(const QString, id);
    const auto& catalogue = core::shippedCatalogue();
    const auto& preset = *catalogue.scenario(id.toStdString());
    QVERIFY(preset.json.ends_with("}\n"));
    QStringList refused;
    const auto scenario = scenarioOf(preset, refused);
    QCOMPARE(refused, QStringList());
    QVERIFY(catalogue.chip(scenario.hw.chip) != nullptr);
    QVERIFY(catalogue.model(scenario.model.preset) != nullptr);
    const auto& torus = scenario.hw.torus;
    const auto& axis = scenario.mesh.axis;
    if (torus[0] > 0)
        QCOMPARE(axis[0].size * axis[1].size * axis[2].size, double(torus[0]) * torus[1] * torus[2]);
}

void TstPresets::scenariosReachThePublishedAnswers_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("metric");
    QTest::addColumn<double>("published");
    const auto add = [](const char* name, const char* id, const char* metric, double published) {
        QTest::newRow(name) << QString(id) << QString(metric) << published;
    };
    add("CS336 a: 16 bytes for each of 219,848,638,464 parameters", "cs336-xxl-memory", "mem.state", 3517578215424.);
    add("CS336 a: 2 x 126 x (16384 + 53248) bytes saved per token", "cs336-xxl-memory", "mem.act_per_token", 17547264.);
    add("CS336 a: 3517.6 GB on 80 GB devices", "cs336-xxl-memory", "count.state.h100-sxm", 44);
    add("CS336 b: (S + A/2)/(95 GB - A/2) with 8192 tokens", "cs336-xxl-shards", "count.min_shards", 156);
    add("CS336 c: 16 x 2 x 2555.6/(2 x 2) tokens in all", "cs336-xxl-batch", "batch.critical", 16 * 2555.5555556 / 2);
    add("COMP4901Y 2.1: 2 bytes for each of 6,442,450,944", "comp4901y-data", "bytes.all_reduce", 12884901888.);
    add("COMP4901Y 2.2: 128 x 4096 x 4096 x 2 bytes", "comp4901y-pipeline", "bytes.p2p.forward", 4294967296.);
    add("COMP4901Y 2.3: 4 x 32 of these", "comp4901y-tensor", "bytes.all_reduce", 549755813888.);
    add("COMP4901Y 2.4: weights gathered twice", "comp4901y-fsdp", "bytes.all_gather", 25769803776.);
    add("COMP4901Y 2.4: gradients scattered once", "comp4901y-fsdp", "bytes.reduce_scatter", 12884901888.);
    add("HighPerfLLMs s04: 275e12/100e9 tokens per chip", "hpl-s04", "batch.critical.chip", 2750);
    add("HighPerfLLMs s04: 2 x 8192^2 bytes gathered", "hpl-s04", "bytes.all_gather", 134217728.);
    // Scaling Book, Applied Inference: int8 weights and cache of 32 sequences of 8k over 8 x 8.2e11 bytes/s; with all
    // 70,552,387,584 parameters, where the book takes 70e9 and finds 17.2 ms.
    add("Applied Inference: 70B decode on v5e 4x2", "llama3-70b-decode-v5e", "infer.step",
        (70552387584. + 32 * 8192 * 163840.) / (8 * 8.2e11));
    add("Applied Inference: the step waits for HBM", "llama3-70b-decode-v5e", "time.step",
        (70552387584. + 32 * 8192 * 163840.) / (8 * 8.2e11));
}

void TstPresets::scenariosReachThePublishedAnswers()
{
    QFETCH(const QString, id);
    QFETCH(const QString, metric);
    QFETCH(const double, published);
    const auto& catalogue = core::shippedCatalogue();
    QStringList refused;
    const auto report = core::evaluate(scenarioOf(*catalogue.scenario(id.toStdString()), refused));
    const auto row = core::findMetric(catalogue, metric.toStdString());
    QVERIFY(row.has_value());
    const auto value = row->value(report, row->index);
    QVERIFY(std::holds_alternative<double>(value));
    COMPARE_NEAR(std::get<double>(value), published, 1e-9);
}

ROOFLIGHT_TEST(TstPresets)
#include "tst_presets.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks which issues scenarios have, what their sentences say, and that every repair offered mends its issue.
#include "support/edited_scenario.h"
#include "support/suite.h"

#include "core/check/check.h"
#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/numbers/metrics.h"

#include <QRegularExpression>

#include <algorithm>
#include <limits>

using namespace core;

using tests::edited;

class TstCheck : public QObject
{
    Q_OBJECT
private slots:
    void theDefaultScenarioHasNoIssue();
    void shippedScenariosHaveNoErrors();
    void findsTheIssue_data();
    void findsTheIssue();
    void sentencesNameNoMetric_data();
    void sentencesNameNoMetric();
    void offersTheRepair_data();
    void offersTheRepair();
    void everyRepairMendsItsIssue_data();
    void everyRepairMendsItsIssue();
    void findsNothingWhereAllIsWell_data();
    void findsNothingWhereAllIsWell();
    void findsValuesThatNoFieldTakes();
    void repairsStandInTheOrderOfTheirChange();
};

namespace
{

const Issue* find(const std::vector<Issue>& issues, const QString& code, const QString& field)
{
    for (const Issue& issue : issues)
        if (issue.code == code.toStdString() && issue.field == field.toStdString())
            return &issue;
    return nullptr;
}

QByteArray allOf(const std::vector<Issue>& issues)
{
    QByteArray text;
    for (const auto& issue : issues) {
        text += "\n" + QByteArray::fromStdString(issue.code + " at " + issue.field + ": " + issue.text);
        for (const auto& repair : issue.repairs)
            text += "\n    " + QByteArray::fromStdString(repair.text);
    }
    return text;
}

Scenario afterRepair(Scenario s, const Repair& repair)
{
    for (const auto& [id, value] : repair.edits)
        if (const auto done = setField(s, id, value); !done)
            qFatal("%s", done.error().c_str());
    return s;
}

struct Case {
    const char* name;
    const char* edits;
    const char* code;
    const char* field;
    Severity severity;
    const char* sentence; // a part of it
    const char* repair;   // one of those offered; empty where none is known
};

constexpr auto error = Severity::error;
constexpr auto warning = Severity::warning;
constexpr auto note = Severity::note;

const Case cases[] = {
    {"a mesh of 128 chips on a slice of 64", "hw.torus=4x4x4 mesh.Z=2", "MESH_PRODUCT", "hw.torus", error,
     "The mesh 16×4×2 needs 128 chips; the slice 4×4×4 has 64.", "Use X = 8"},
    {"more chips than the largest v5e slice", "hw.chip=tpu-v5e mesh.X=256 mesh.Y=4", "MESH_PHYS", "mesh.X", error,
     "No slice of TPU v5e carries the mesh 256×4×1; its largest is 16×16 (256 chips).", "Use X = 64"},
    {"a v5e slice of three sides", "hw.chip=tpu-v5e hw.torus=4x4x4", "MESH_PHYS", "hw.torus", warning,
     "TPU v5e is not built as 4×4×4: it has 2 torus axes and at most 16×16 chips.", "Choose the slice by the mesh"},
    {"an algorithm of another kind of collective", "coll.algorithm=middle", "COLL", "coll.algorithm", warning,
     "coll.algorithm is \"middle\", which is not an algorithm for \"all-gather\". Its numbers do not apply then.",
     "Set algorithm to auto"},
    {"a collective matmul on two axes", "coll.kind=matmul-gather", "COLL", "coll.torus", warning,
     "coll.torus and coll.axes give 2 axes, but a collective matmul goes along one axis; set coll.axes to one of "
     "them, or coll.torus to one side such as \"4\". Its numbers do not apply then.",
     "Set axes to X"},
    {"and its axes by name", "coll.kind=matmul-gather coll.axes=XY", "COLL", "coll.torus", warning,
     "coll.torus and coll.axes give 2 axes", "Use a ring of 4 chips, all axes"},
    {"a collective from a chip that is not there", "coll.kind=permute coll.from=9,9", "COLL", "coll.from", warning,
     "coll.from is \"9,9\"; write the coordinates of one of the chips, such as \"0,0\", or nothing for a corner.",
     "Use opposite corners"},
    {"axes of a larger torus", "coll.torus=8 coll.axes=XY", "COLL", "coll.axes", note,
     "coll.axes is \"XY\", but along Y coll.torus \"8\" has one chip, so nothing moves there; set coll.axes to "
     "\"all\", or make Y longer in coll.torus.",
     "Set axes to X"},
    {"a tensor axis of three", "mesh.Y=3 mesh.X=16", "DIVIDE", "mesh.Y", warning,
     "Y = 3 does not divide F = 32,768: 10,922.67 columns per chip.", "Use Y = 4"},
    {"heads that a tensor axis does not split", "model.attention=true model.N=6 model.K=6 mesh.Y=4 model.H=1", "DIVIDE",
     "mesh.Y", warning, "Y = 4 does not divide N·H = 6: 1.50 columns per chip.", "Use Y = 2"},
    {"a context axis that does not split the sequence", "model.attention=true work.seq=1000 mesh.X.role=context",
     "DIVIDE", "mesh.X", warning, "X = 16 does not divide T = 1,000: 62.50 tokens per chip.", "Use X = 20"},
    {"an MoE whose tokens visit no expert", "model.E=8", "ZERO", "model.k", error,
     "Tokens visit 0 of 8 experts: there is nothing to compute in them.", "Use k = 1"},
    {"no rate at all", "hw.flops.bf16=0", "ZERO", "hw.flops.bf16", error, "TPU v5p has no rate for bf16 math: nothing",
     "Compute in int8"},
    {"slices without a network", "hw.dcn.rate=0 mesh.slices=2", "ZERO", "hw.dcn.rate", error,
     "The data-centre bandwidth is 0, but 2 slices must exchange data over it.", "Use R = 1"},
    {"two nodes of GPUs without a network", "hw.chip=h100-sxm mesh.X=16 mesh.Y=1 hw.dcn.rate=0", "ZERO", "hw.dcn.rate",
     error, "The data-centre bandwidth is 0, but 16 GPUs in domains of 8 must", "Use the rate of the preset, 50 GB/s"},
    {"8 tokens for 16 groups", "work.batch=8", "SMALL_BATCH", "work.batch", warning,
     "8 tokens over 16 groups: some get none.", "Set batch to 16"},
    {"fewer tokens than microbatches", "work.batch=64 work.micro=8 mesh.X.role=zero1", "SMALL_BATCH", "work.micro",
     error, "64 tokens over 16 groups of 8 microbatches: some get none.", "Set microbatches to 4"},
    {"a batch of less than a sequence per rank", "model.attention=true work.batch=32768", "PART_SEQUENCE", "work.batch",
     note, "A batch of 32,768 tokens is less than one sequence of 4,096 tokens for each data rank (16 in all).",
     "Set batch to 65,536"},
    {"more tensor shards than heads", "model.preset=llama3-70b mesh.X=4 mesh.Y=16", "HEADS", "mesh.Y", warning,
     "heads are copied, 2.00×: what is kept of keys and values counts the copies, their weights do not.", "Use Y = 8"},
    {"more tensor shards than heads of a cache", "work.mode=decode model.preset=llama3-70b mesh.X.role=data mesh.Y=16",
     "HEADS", "mesh.Y", warning, "and the two AllToAlls a layer that this takes are not counted.", "Use Y = 8"},
    {"and than sequences", "work.mode=decode work.batch=1 model.preset=llama3-70b model.K=2 mesh.X=1 mesh.Y=8", "HEADS",
     "mesh.Y", warning, "1 sequence a rank leaves copies, 4.00× the cache, which are not counted.", "Use Y = 2"},
    {"a chip that is not in the slice", "net.from=0,0,0 net.to=9,0,0", "CHIP", "net.to", warning, "there is no place 9",
     "Name no chip"},
    {"interleaved stages and a group that is not full",
     "mesh.X=1 mesh.Y=1 mesh.Z=3 mesh.Z.role=pipeline pipe.schedule=interleaved pipe.chunks=2 work.micro=4 model.L=12",
     "PART_GROUP", "work.micro", note,
     "Interleaved stages take microbatches in groups of 3: the last group has 1, and what it idles is not in the time "
     "of the step.",
     "Use 3 microbatches"},
    {"256 experts on 24 chips", "model.preset=deepseek-v3 mesh.Z=24 mesh.Z.role=expert", "EXPERTS", "mesh.Z", warning,
     "256 experts do not divide by Z = 24", "Use Z = 32"},
    {"an expert axis of a dense model", "mesh.Z=2 mesh.Z.role=expert", "EXPERTS", "mesh.Z", warning,
     "Z splits experts, but the model is dense: it has none.", "Use data parallelism on Z"},
    {"more active experts than experts", "model.E=4 model.k=8", "EXPERTS", "model.k", error,
     "Tokens visit 8 experts, but there are only 4.", "Use k = 4"},
    {"query heads that key/value heads cannot share", "model.preset=llama3-70b model.K=7", "HEADS", "model.K", error,
     "64 query heads do not divide by 7 key/value heads", "Use K = 8"},
    {"decode over a context axis", "work.mode=decode model.preset=llama3-70b mesh.X.role=context", "ROLE",
     "mesh.X.role", error, "X = 16 splits sequences (context), but a decode step has one token of each",
     "Use data parallelism on X"},
    {"126 layers over 4 stages", "model.L=126 mesh.Z=4 mesh.Z.role=pipeline mesh.X.role=zero1", "STAGES", "mesh.Z",
     warning, "126 layers over 4 stages: 32+32+31+31.", "Use Z = 3"},
    {"126 layers over 12 stages", "model.L=126 mesh.Z=12 mesh.Z.role=pipeline mesh.X.role=zero1", "STAGES", "mesh.Z",
     warning, "126 layers over 12 stages: 6 of 11 and 6 of 10.", "Use Z = 14"},
    {"chunks that do not split the layers",
     "mesh.Z=4 mesh.Z.role=pipeline mesh.X.role=zero1 pipe.schedule=interleaved pipe.chunks=3", "STAGES", "mesh.Z",
     warning, "32 layers over 12 virtual stages", "Set virtual chunks to 2"},
    {"LLaMA-3 70B on eight H100", "model.preset=llama3-70b hw.chip=h100-sxm mesh.X=8 mesh.Y=1 work.batch=8192",
     "NO_FIT", "hw.hbm.bytes", warning, "Does not fit: ", ""},
    {"half of the activations beyond a chip",
     "model.preset=cs336-xxl mesh.X=1 mesh.Y=1 work.batch=20000 act.sharded=0.5", "NEVER", "act.sharded", warning,
     "Sharding weights and optimizer states further cannot make it fit: ", "Shard all activations"},
    // 15 of 16 slots; 15/(m + 15) is a third at m = 30, and 32 is the first doubling from there on.
    {"a pipeline with one microbatch", "mesh.X=16 mesh.Y=1 mesh.X.role=pipeline hw.torus=auto hw.chip=h100-sxm",
     "BUBBLE", "work.micro", note, "The pipeline on X idles 93.8 % of the step: 1 microbatch for 16 stages.",
     "Use 32 microbatches"},
    {"experts of a dense model", "model.Es=5", "EXPERTS", "model.Es", note,
     "The model is dense (model.E = 0): its 5 shared experts count for nothing.", ""},
    {"a tensor axis that is too long", "mesh.X=16 mesh.Y=64 mesh.Y.axes=1 mesh.X.axes=1", "NEVER", "mesh.Y", warning,
     "No batch is compute-bound", "Use Y = 8"},
    {"a v5e axis of four", "hw.chip=tpu-v5e mesh.X=4 mesh.Y=4", "NO_WRAP", "mesh.X", note,
     "TPU v5e axis X of 4 has no wraparound: 3 hops one way, not a ring, so it sends at 0.5 of a ring's rate.",
     "Pretend rings (book formula)"},
    {"fp8 on an A100", "hw.chip=a100-80g prec.compute=fp8", "DTYPE", "prec.compute", warning, "A100",
     "Compute in bf16"},
    {"two tensor axes", "mesh.X.role=tensor", "ROLE", "mesh.Y.role", error,
     "X and Y both have the role tensor, which only one axis can have", "Use FSDP on X"},
    {"FSDP within a pipeline", "mesh.Z=2 mesh.Z.role=pipeline work.micro=8", "ROLE", "mesh.X.role", warning,
     "FSDP on X inside the pipeline on Z gathers the weights again for each of 8 microbatches.", "Use ZeRO-1 on X"},
    {"more axes by hand than a chip has", "mesh.X.axes=3 mesh.Y.axes=1", "MESH_PHYS", "mesh.Y.axes", warning,
     "X is given 3 torus axes and Y is given 1 torus axis, but TPU v5p has 3 torus axes: times count links that no "
     "chip has.",
     "Give X 2 torus axes"},
    {"axes by hand beside one that is laid out", "hw.chip=tpu-v5e mesh.X=16 mesh.X.axes=2 mesh.Y=16", "MESH_PHYS",
     "mesh.X.axes", warning, "X is given 2 torus axes, and the others lie on 1, but TPU v5e has 2 torus axes",
     "Give X 1 torus axis"},
    {"a ring by hand that the hardware does not close", "hw.chip=tpu-v5e mesh.X=4 mesh.X.axes=1 mesh.Y=1", "NO_WRAP",
     "mesh.X.axes", note,
     "X of 4 chips is counted as closed on 1 torus axis, as given by hand; TPU v5e does not close an axis of 4.",
     "Lay the axis on the slice"},
    {"rings by hand of odd length", "mesh.X=36 mesh.X.axes=2 mesh.Y=1", "NO_WRAP", "mesh.X.axes", note,
     "X of 36 chips is counted as closed on 2 torus axes, as given by hand; TPU v5p does not close axes as long as "
     "6×6.",
     "Lay the axis on the slice"},
    {"a slice that nobody can get", "hw.chip=tpu-v5e hw.torus=4x16 mesh.X=4 mesh.Y=16", "NOT_OFFERED", "hw.torus", note,
     "TPU v5e is not offered as a slice of 4×16.", "Choose the slice by the mesh"},
    {"a mesh that no offered slice carries", "hw.chip=tpu-v5e mesh.X=3 mesh.Y=8", "NOT_OFFERED", "mesh.X", note,
     "No slice in which TPU v5e is offered carries the mesh 3×8×1: it is laid on ", "Use X = 4"},
    {"an assumed network of v3", "hw.chip=tpu-v3 mesh.slices=2", "ASSUMED", "hw.dcn.rate", note,
     "Data-centre bandwidth per chip of TPU v3 is assumed: 3.1 GB/s.", ""},
};

void addCases()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(std::size(cases)); ++i)
        QTest::newRow(cases[i].name) << i;
}

} // namespace

void TstCheck::theDefaultScenarioHasNoIssue()
{
    const auto issues = issuesOf(edited(""));
    QVERIFY2(issues.empty(), allOf(issues).constData());
}

void TstCheck::shippedScenariosHaveNoErrors()
{
    for (const auto& shipped : shippedCatalogue().scenarios) {
        const auto s = readScenario(shipped.json, shipped.id, shippedCatalogue());
        QVERIFY2(s, shipped.id.c_str());
        for (const auto& issue : issuesOf(*s))
            QVERIFY2(issue.severity != Severity::error, (shipped.id + " " + issue.text).c_str());
    }
}

void TstCheck::findsTheIssue_data() { addCases(); }

void TstCheck::findsTheIssue()
{
    QFETCH(int, index);
    const Case& row = cases[index];
    const auto issues = issuesOf(edited(row.edits));
    const Issue* issue = find(issues, row.code, row.field);
    QVERIFY2(issue, allOf(issues).constData());
    QVERIFY2(issue->severity == row.severity, allOf(issues).constData());
    QVERIFY2(issue->text.find(row.sentence) != std::string::npos, allOf(issues).constData());
    QVERIFY2(issue->text.ends_with('.'), issue->text.c_str());
}

void TstCheck::sentencesNameNoMetric_data() { addCases(); }

/// Ids of fields have titles that the window puts in their place; ids of numbers are for the command line alone.
void TstCheck::sentencesNameNoMetric()
{
    QFETCH(int, index);
    static const QRegularExpression id(QStringLiteral("[a-z0-9]+([._][A-Za-z0-9-]+)+"));
    for (const auto& issue : issuesOf(edited(cases[index].edits)))
        for (const auto& found : id.globalMatch(QString::fromStdString(issue.text))) {
            const auto word = found.captured().toStdString();
            QVERIFY2(!findMetric(shippedCatalogue(), word), (word + " in: " + issue.text).c_str());
        }
}

void TstCheck::offersTheRepair_data() { addCases(); }

void TstCheck::offersTheRepair()
{
    QFETCH(int, index);
    const Case& row = cases[index];
    const auto issues = issuesOf(edited(row.edits));
    const Issue* issue = find(issues, row.code, row.field);
    QVERIFY2(issue, allOf(issues).constData());
    const auto offers = [&](const Repair& r) { return (r.text + " (").starts_with(std::string(row.repair) + " ("); };
    QVERIFY2(std::ranges::any_of(issue->repairs, offers) || *row.repair == '\0', allOf(issues).constData());
}

void TstCheck::everyRepairMendsItsIssue_data() { addCases(); }

void TstCheck::everyRepairMendsItsIssue()
{
    QFETCH(int, index);
    const Case& row = cases[index];
    const Scenario s = edited(row.edits);
    const auto issues = issuesOf(s);
    for (const auto& issue : issues) {
        QVERIFY2(issue.repairs.size() <= 4, allOf(issues).constData());
        for (const auto& repair : issue.repairs) {
            const auto after = issuesOf(afterRepair(s, repair));
            QVERIFY2(!find(after, QString::fromStdString(issue.code), QString::fromStdString(issue.field)),
                     (repair.text + " leaves " + issue.text).c_str());
            for (const auto& other : after)
                QVERIFY2(other.severity != Severity::error ||
                             find(issues, QString::fromStdString(other.code), QString::fromStdString(other.field)),
                         (repair.text + " brings " + other.text).c_str());
        }
    }
}

void TstCheck::findsNothingWhereAllIsWell_data()
{
    QTest::addColumn<QString>("edits");
    QTest::addColumn<QString>("code");
    QTest::newRow("a slice that the mesh fills") << "hw.torus=4x4x4"
                                                 << "MESH_PRODUCT";
    QTest::newRow("GPUs have no slice") << "hw.chip=h100-sxm hw.torus=4x4x4 mesh.X=3"
                                        << "MESH_PRODUCT";
    QTest::newRow("an FSDP axis need not divide F") << "mesh.X=3"
                                                    << "DIVIDE";
    QTest::newRow("heads do not count without attention") << "mesh.Y=16"
                                                          << "HEADS";
    QTest::newRow("a pipeline that splits the layers") << "mesh.Z=8 mesh.Z.role=pipeline"
                                                       << "STAGES";
    QTest::newRow("one token per group") << "work.batch=16"
                                         << "SMALL_BATCH";
    QTest::newRow("a sequence for each rank") << "model.attention=true work.batch=65536"
                                              << "PART_SEQUENCE";
    QTest::newRow("a sequence over a context axis") << "model.attention=true work.batch=4096 mesh.X.role=context"
                                                    << "PART_SEQUENCE";
    QTest::newRow("sequences do not count without attention") << "work.batch=16"
                                                              << "PART_SEQUENCE";
    QTest::newRow("rings asked for") << "hw.chip=tpu-v5e mesh.X=4 mesh.Y=4 conv.wrap=ring"
                                     << "NO_WRAP";
    QTest::newRow("axes by hand that the chip has") << "mesh.X.axes=2 mesh.Y.axes=1"
                                                    << "MESH_PHYS";
    QTest::newRow("rings by hand that close") << "mesh.X.axes=2 mesh.Y.axes=1"
                                              << "NO_WRAP";
    QTest::newRow("rings by hand that are asked for")
        << "hw.chip=tpu-v5e mesh.X=4 mesh.X.axes=1 mesh.Y=1 conv.wrap=ring"
        << "NO_WRAP";
    QTest::newRow("the whole pod of v5p") << "hw.torus=16x20x28 mesh.X=320 mesh.Y=28"
                                          << "NOT_OFFERED";
    QTest::newRow("a slice of v4 with its sides in another order") << "hw.chip=tpu-v4 hw.torus=4x16x8 mesh.X=128"
                                                                   << "NOT_OFFERED";
    QTest::newRow("a chip without list") << "hw.chip=tpu-v7 mesh.X=3 mesh.Y=8"
                                         << "NOT_OFFERED";
    QTest::newRow("an axis of 16 on v5e") << "hw.chip=tpu-v5e mesh.X=16 mesh.Y=16"
                                          << "NO_WRAP";
    QTest::newRow("one replicate axis") << "hw.chip=tpu-v5e mesh.X=4 mesh.Y=1 mesh.X.role=replicate"
                                        << "NO_WRAP";
    QTest::newRow("int8 on v5p") << "prec.compute=int8"
                                 << "DTYPE";
    QTest::newRow("two data axes") << "mesh.X.role=data mesh.Y.role=data"
                                   << "ROLE";
    QTest::newRow("ZeRO-1 within a pipeline") << "mesh.X.role=zero1 mesh.Z=2 mesh.Z.role=pipeline work.micro=8"
                                              << "ROLE";
    QTest::newRow("an assumed number that was replaced") << "hw.chip=tpu-v3 mesh.slices=2 hw.dcn.rate=5e9"
                                                         << "ASSUMED";
    QTest::newRow("an assumed number that is not used") << "hw.chip=tpu-v3"
                                                        << "ASSUMED";
    QTest::newRow("the CS336 answer, 10,828 tokens") << "model.preset=cs336-xxl"
                                                     << "NEVER";
}

void TstCheck::findsNothingWhereAllIsWell()
{
    QFETCH(QString, edits);
    QFETCH(QString, code);
    const auto issues = issuesOf(edited(edits));
    for (const auto& issue : issues)
        QVERIFY2(issue.code != code.toStdString(), allOf(issues).constData());
}

// Values that setField refuses, written by a program: still an issue, never a crash.
void TstCheck::findsValuesThatNoFieldTakes()
{
    Scenario s = edited("");
    s.model.L = 0;
    s.work.batch = -5;
    s.mesh.axis[0].size = std::numeric_limits<double>::quiet_NaN();
    s.hw.hbmBytes = core::Bytes(std::numeric_limits<double>::infinity());
    const auto issues = issuesOf(s);
    const Issue* layers = find(issues, "ZERO", "model.L");
    QVERIFY2(layers, allOf(issues).constData());
    QCOMPARE(layers->text, std::string("Layers is 0: there is nothing to compute."));
    QVERIFY(!layers->repairs.empty());
    QVERIFY(find(issues, "RANGE", "work.batch"));
    QVERIFY(find(issues, "RANGE", "mesh.X"));
    QVERIFY(find(issues, "RANGE", "hw.hbm.bytes"));
}

// 24 chips of experts, each 16 * 4 times: 32 is nearer than 16 (a third against a half more), 8 is farther.
void TstCheck::repairsStandInTheOrderOfTheirChange()
{
    const auto issues = issuesOf(edited("model.preset=deepseek-v3 mesh.Z=24 mesh.Z.role=expert"));
    const Issue* issue = find(issues, "EXPERTS", "mesh.Z");
    QVERIFY2(issue, allOf(issues).constData());
    QStringList texts;
    for (const auto& repair : issue->repairs)
        texts << QString::fromStdString(repair.text);
    QCOMPARE(texts, QStringList({"Use Z = 32 (2,048 chips)", "Use Z = 16 (1,024 chips)", "Use Z = 64 (4,096 chips)",
                                 "Use Z = 8 (512 chips)"}));
}

ROOFLIGHT_TEST(TstCheck)
#include "tst_check.moc"

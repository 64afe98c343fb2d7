// SPDX-License-Identifier: GPL-3.0-or-later
// A layer with edited arrays: by hand, that arrays of other roles have the collectives of these roles, and errors at
// their column (MODEL.md, g and h.5).
#include "core/check/check.h"
#include "core/field_support.h"
#include "core/layer/edited_layer.h"

#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/layer/edited_arrays.h"
#include "core/layer/layer_arrays.h"
#include "core/layer/sharding_presets.h"
#include "core/scenario/fields.h"
#include "support/asked.h"
#include "support/near.h"
#include "support/suite.h"

#include <QTest>

using namespace core;
using tests::explained;
using tests::with;

class TstEditedLayer : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsEdited();
    void arraysOfOtherRolesHaveTheirCollectives_data();
    void arraysOfOtherRolesHaveTheirCollectives();
    void weightsStayWhereTheyAre();
    void itsNumbersSayWhatWasFound();
    void anArrayIsTakenBack();
    void errorsAreAtTheirColumn_data();
    void errorsAreAtTheirColumn();
    void tokensOfExpertsKeepTheirPlace();
    void weightsOfExpertsHaveTheirCollectives_data();
    void weightsOfExpertsHaveTheirCollectives();
    void tokensOfExpertsAreGatheredWithoutTheRouter();
    void weightsFollowTheirNotation();
    void withoutLinksNothingIsTimed();
    void gradientsOfWholeWeightsAreSummedOnce();
    void whatBoxesPassOnDivides();
    void aWrongEditLeavesTheOthers();
};

namespace
{

std::string text(const char* words) { return words; }

std::optional<EditedLayer> edited(const Scenario& s) { return editedLayer(s, layerOf(s)); }

} // namespace

void TstEditedLayer::nothingIsEdited()
{
    QVERIFY(!edited(with({})));
    const auto same = edited(with({{"layer.arrays", text("W_in[D_X, F_Y]")}}));
    QVERIFY(same && same->boxes.empty());
    const auto layer = layerOf(with({}));
    COMPARE_NEAR(same->numbers.comms, layer.total.comms.si(), 1e-12);
    COMPARE_NEAR(same->numbers.math, layer.total.math.si(), 1e-12);
}

void TstEditedLayer::arraysOfOtherRolesHaveTheirCollectives_data()
{
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::addColumn<QString>("model");
    for (const char* model : {"ffn-8k-32k", "llama3-70b"})
        for (const auto& [first, second] : {std::pair("data", "tensor"),
                                            {"fsdp", "tensor"},
                                            {"zero2", "tensor"},
                                            {"replicate", "tensor"},
                                            {"data", "replicate"}})
            QTest::addRow("%s, %s, %s", first, second, model) << first << second << model;
}

/// From roles that split nothing by the arrays of other roles to the collectives and the math of these. Two axes of one
/// role are left out: a plan gathers over both at once, on the links of both, the design over one after the other.
void TstEditedLayer::arraysOfOtherRolesHaveTheirCollectives()
{
    QFETCH(const QString, first);
    QFETCH(const QString, second);
    QFETCH(const QString, model);
    const auto bare = with({{"model.preset", model.toStdString()}, {"work.batch", 4194304.}});
    const auto other = with({{"mesh.X.role", first.toStdString()}, {"mesh.Y.role", second.toStdString()}}, bare);
    auto s = other; // ZeRO is no array, so the roles that have it stay
    if (first != QStringLiteral("zero2"))
        s = with({{"mesh.X.role", text("replicate")}, {"mesh.Y.role", text("replicate")}}, bare);
    for (const auto& array : editableArrays(other))
        s.layer.arrays += (s.layer.arrays.empty() ? "" : "; ") + array.text();
    const auto found = edited(s);
    QVERIFY(found);
    const auto wanted = layerOf(other);
    std::size_t seen = 0;
    for (const auto& box : wanted.boxes)
        if (const auto* one = found->of(box.part);
            one && box.numbers.math.si() > 0 && one->designs.empty() && box.part != LayerPart::attention) {
            QVERIFY2(one->absence.empty(), one->absence.c_str());
            COMPARE_NEAR(one->numbers.math, box.numbers.math.si(), 1e-9);
            COMPARE_NEAR(one->numbers.comms, box.numbers.comms.si(), 1e-9);
            ++seen;
        }
    QVERIFY(seen > 0 || first == QStringLiteral("zero2"));
}

/// h.5 in bf16, with 256 tokens on X = 16 and Y = 4 of v5p: 4BD/X bytes over Y, which has the two links of one hardware
/// axis, and 4BF/Y over X, which has the four of two; 9e10 B/s each.
void TstEditedLayer::weightsStayWhereTheyAre()
{
    auto s = with({{"work.mode", text("prefill")},
                   {"work.batch", 4096.},
                   {"work.seq", 4096.},
                   {"work.pass", text("forward")},
                   {"conv.rates", text("book")},
                   {"hw.link.rate", 9e10}});
    s.work.batch = s.work.seq = 256;
    s = with(presetEdits(s, ShardingPreset::weightStationary), s);
    QCOMPARE(s.layer.arrays, "In[B, D_XY]; Hid[B, F_Y]; Act[B, F_Y]; Out[B, D_XY]");
    const auto found = edited(s);
    QVERIFY(found && found->boxes.size() >= 2);
    const double B = 256, D = 8192, F = 32768;
    COMPARE_NEAR(found->numbers.comms, 4 * B * D / 16 / (2 * 9e10) + 4 * B * F / 4 / (4 * 9e10), 1e-12);
    QStringList steps;
    for (const auto& box : found->boxes)
        for (const auto& one : box.found)
            steps << QString::fromStdString(one.step.text());
    QCOMPARE(steps.join(u' '), QStringLiteral("AllGather_Y(In) AllReduce_X(Hid) ReduceScatter_Y(Out)"));
}

void TstEditedLayer::itsNumbersSayWhatWasFound()
{
    QCOMPARE(explained(with({}), "layer.edited.comms").error(), "No array of the layer is edited (layer.arrays)");
    const auto s = with({{"layer.arrays", text("W_in[D, F_Y]")}});
    const auto found = *edited(s);
    COMPARE_NEAR(explained(s, "layer.edited.comms")->si(), found.numbers.comms, 1e-15);
    COMPARE_NEAR(explained(s, "layer.edited.time")->si(), found.numbers.math, 1e-15);
    const auto said = explained(s, "layer.edited.comms")->sentence();
    QVERIFY2(said.find("of AllGather_Y(In) ") != std::string::npos, said.c_str());
    QVERIFY2(said.find(" and AllReduce_X(dW_in) ") != std::string::npos, said.c_str());
}

void TstEditedLayer::anArrayIsTakenBack()
{
    auto s = with({});
    const auto array = [&](const char* words) { return *readLayerArray(s, words); };
    s.layer.arrays = withArray(s, array("Hid[B, F_Y]"));
    QCOMPARE(s.layer.arrays, "Hid[B, F_Y]");
    s.layer.arrays = withArray(s, array("W_in[D, F_XY]"));
    QCOMPARE(s.layer.arrays, "Hid[B, F_Y]; W_in[D, F_XY]");
    s.layer.arrays = withArray(s, array("Hid[B, F_XY]"));
    QCOMPARE(s.layer.arrays, "W_in[D, F_XY]; Hid[B, F_XY]");
    s.layer.arrays = withArray(s, array("Hid[B_X, F_Y]")); // as the roles say
    QCOMPARE(s.layer.arrays, "W_in[D, F_XY]");
    QCOMPARE(layerArrays(s).of(LayerPart::mlpIn).text(), "In[B_X, D_Y] · W_in[D, F_XY] → Hid[B_X, F_Y]");
}

void TstEditedLayer::errorsAreAtTheirColumn_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* typed, int column, const char* sentence) {
        QTest::newRow(typed) << typed << column << sentence;
    };
    row("Win[D_X, F]", 1, "Expected an array of the layer that can be edited: In, W_in, Hid, Act, W_out, Out.");
    row("W_in[D_X, F", 12, "Expected a comma and another dimension, or ].");
    row("W_in[D_X, F_Z]", 13, "The mesh has no axis Z: it is X=16, Y=4.");
    row("W_in[D_X, F_X]", 13,
        "X already splits D; W_in[D_X, F_X] has no meaning: an axis can be spent once in an array.");
    row("W_in[F_X, D]", 6, "W_in has the dimensions D, F, in this order.");
    row("W_in[D_X]", 10, "W_in has the dimensions D, F, in this order.");
    row("Hid[B, F]{U_X}", 10, "Partial sums are added before the next box reads the array.");
    row("Hid[B_X, F_Y]; W_in[D_X, F_X]", 28,
        "X already splits D; W_in[D_X, F_X] has no meaning: an axis can be spent "
        "once in an array.");
}

void TstEditedLayer::errorsAreAtTheirColumn()
{
    QFETCH(const QString, typed);
    QFETCH(const int, column);
    QFETCH(const QString, sentence);
    const auto s = with({{"layer.arrays", typed.toStdString()}});
    const auto wrong = wrongArrays(s);
    QCOMPARE(wrong.size(), std::size_t(1));
    QCOMPARE(QString::fromStdString(wrong[0].sentence), sentence);
    QCOMPARE(wrong[0].column, column);
    QCOMPARE(edited(s).has_value(), typed.contains(QLatin1Char(';'))); // the first one holds
    QCOMPARE(layerArrays(s).of(LayerPart::mlpIn).text(), arraysOfRoles(s).of(LayerPart::mlpIn).text());
}

/// The expert axis says where tokens lie; weights may lie otherwise.
void TstEditedLayer::tokensOfExpertsKeepTheirPlace()
{
    const auto s = with({{"model.preset", text("deepseek-v3")}});
    std::string names;
    for (const auto& array : editableArrays(s)) {
        QVERIFY(array.name != "Tok" && array.name != "In" && array.name != "Sum");
        names += array.name + ' ';
    }
    for (const char* name : {"W_router ", "W_in ", "W_gate ", "W_out ", "S_in ", "S_gate ", "S_out "})
        QVERIFY2(names.find(name) != std::string::npos, names.c_str());
    QCOMPARE(readLayerArray(s, "W_in[E, D_X, F]")->text(), "W_in[E, D_X, F]");
    QCOMPARE(readLayerArray(s, "S_in[D_X, F]")->text(), "S_in[D_X, F]");
    const auto why = readLayerArray(s, " Tok[E, C, D]").error();
    QCOMPARE(why.column, 2);
    QCOMPARE(why.sentence,
             "Tok holds tokens on their way to the experts or back: the expert axis decides its sharding. "
             "Edit the weights, or change the roles of the mesh axes.");
    QVERIFY(readLayerArray(s, "W_O[N, H, D_X]"));
    QVERIFY(!readLayerArray(s, "In[B, D]"));
}

void TstEditedLayer::weightsOfExpertsHaveTheirCollectives_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("second");
    QTest::addColumn<double>("spread");
    for (const char* second : {"tensor", "replicate"})
        for (const double spread : {1., 8.}) {
            QTest::addRow("data to fsdp, %s, %.0f", second, spread) << "data"
                                                                    << "fsdp" << second << spread;
            QTest::addRow("fsdp to data, %s, %.0f", second, spread) << "fsdp"
                                                                    << "data" << second << spread;
        }
}

/// Tokens of both roles lie alike; weights laid as the other role lays them have its collectives and its math. With an
/// expert axis those of the experts alone: gradients of others are reduced over two axes, by plans over both at once.
void TstEditedLayer::weightsOfExpertsHaveTheirCollectives()
{
    QFETCH(const QString, from);
    QFETCH(const QString, to);
    QFETCH(const QString, second);
    QFETCH(const double, spread);
    const auto of = [&](const QString& first) {
        return with({{"model.preset", text("deepseek-v3")},
                     {"work.batch", 4194304.},
                     {"hw.torus", text("auto")},
                     {"mesh.X.role", first.toStdString()},
                     {"mesh.Y.role", second.toStdString()},
                     {"mesh.Z", spread},
                     {"mesh.Z.role", text("expert")}});
    };
    const auto other = of(to);
    const auto laid = layerArrays(other);
    auto s = of(from);
    for (const auto part : {LayerPart::router, LayerPart::experts, LayerPart::shared})
        for (const auto& array : laid.of(part).weights)
            s.layer.arrays = withArray(s, array);
    const auto found = edited(s);
    QVERIFY(found);
    const auto wanted = layerOf(other);
    for (const auto part : {LayerPart::router, LayerPart::experts, LayerPart::shared}) {
        const auto* one = found->of(part);
        if (spread > 1 && part != LayerPart::experts)
            continue;
        QVERIFY(one);
        QVERIFY2(one->absence.empty(), one->absence.c_str());
        const auto& box = std::ranges::find(wanted.boxes, part, &LayerBoxOf<double>::part)->numbers;
        COMPARE_NEAR(one->numbers.math, box.math.si(), 1e-9);
        COMPARE_NEAR(one->numbers.comms, box.comms.si(), 1e-9);
    }
}

/// A router over its rows takes In as it lies. Dispatch and the shared experts still read all of D: the gather of In
/// and the reduction of its gradient, which the design has at the router, stay, beside the one of the router's own
/// sums.
void TstEditedLayer::tokensOfExpertsAreGatheredWithoutTheRouter()
{
    for (const bool sequence : {true, false}) {
        auto s = with({{"model.preset", text("deepseek-v3")},
                       {"mesh.X.role", text("replicate")},
                       {"mesh.Y.role", text("tensor")},
                       {"tensor.sequence", sequence}});
        const auto roles = layerOf(s);
        std::vector<std::pair<double, double>> wanted; // bytes and seconds
        for (const auto& one : roles.collectives)
            if (one.part == LayerPart::router)
                wanted.emplace_back(roles.design.all[one.at].bytes.si(), roles.design.all[one.at].seconds.si());
        QCOMPARE(wanted.size(), sequence ? 2U : 1U); // AllGather_Y of In and ReduceScatter_Y of dIn, or AllReduce_Y
        s.layer.arrays = "W_router[D_Y, E]";
        const auto found = edited(s);
        QVERIFY(found && found->of(LayerPart::router));
        QStringList steps;
        std::size_t seen = 0;
        for (const auto& one : found->of(LayerPart::router)->found) {
            steps << QString::fromStdString(one.step.text());
            if (steps.last().endsWith(QStringLiteral("In)"))) {
                QVERIFY(seen < wanted.size());
                COMPARE_NEAR(one.bytes, wanted[seen].first, 1e-12);
                COMPARE_NEAR(one.seconds, wanted[seen++].second, 1e-9);
            }
        }
        QVERIFY2(seen == wanted.size(), qPrintable(steps.join(u' ')));
        const QStringList ofIn =
            sequence ? QStringList{QStringLiteral("AllGather_Y(In)"), QStringLiteral("ReduceScatter_Y(dIn)")}
                     : QStringList{QStringLiteral("AllReduce_Y(dIn)")};
        for (const QString& step : ofIn)
            QVERIFY2(steps.count(step) == 1, qPrintable(steps.join(u' ')));
        if (sequence) // its own terms over Y
            QCOMPARE(steps.first(), QStringLiteral("ReduceScatter_Y(Gate)"));
    }
}

/// Bytes of D x F elements of bf16 on a device, by the letters behind _: X = 16 and Y = 4.
void TstEditedLayer::weightsFollowTheirNotation()
{
    const double whole = 2. * 8192 * 32768; // W_in, and W_out
    const auto roles = edited(with({{"layer.arrays", text("W_in[D_X, F_Y]")}}));
    COMPARE_NEAR(roles->numbers.weights, 2 * whole / 64, 1e-12);
    for (const auto& [array, devices] :
         {std::pair("W_in[D, F_Y]", 4.), {"W_in[D_X, F]", 16.}, {"W_in[D, F]", 1.}, {"W_in[D, F_XY]", 64.}}) {
        const auto found = edited(with({{"layer.arrays", text(array)}}));
        QVERIFY(found && found->of(LayerPart::mlpIn));
        COMPARE_NEAR(found->of(LayerPart::mlpIn)->numbers.weights, whole / devices, 1e-12);
        COMPARE_NEAR(found->numbers.weights, whole / devices + whole / 64, 1e-12);
    }
}

/// 16 x 4 chips of a mesh on the 32 of a slice.
void TstEditedLayer::withoutLinksNothingIsTimed()
{
    const auto s = with({{"hw.torus", text("4x4x2")}, {"layer.arrays", text("W_in[D, F_Y]")}});
    for (const char* id : {"layer.total.comms", "layer.total.payload", "layer.outside.comms", "layer.comms.mlp_in",
                           "layer.edited.comms"}) {
        const auto number = explained(s, id);
        QVERIFY2(!number, id);
        QVERIFY2(number.error().starts_with("The mesh does not fit the slice"), number.error().c_str());
    }
    QVERIFY(explained(s, "layer.total.time").has_value()); // needs no link
    QVERIFY(explained(s, "layer.edited.time").has_value());
}

/// Over four microbatches: a device that keeps its part of the weights cannot keep the sum of all of the gradient.
void TstEditedLayer::gradientsOfWholeWeightsAreSummedOnce()
{
    for (const auto& [role, array, collective, calls] : {std::tuple("fsdp", "W_out[F_Y, D]", "AllReduce_X(dW_out)", 1.),
                                                         {"data", "W_out[F_Y, D_X]", "ReduceScatter_X(dW_out)", 4.}}) {
        const auto found =
            edited(with({{"mesh.X.role", text(role)}, {"work.micro", 4.}, {"layer.arrays", text(array)}}));
        QVERIFY(found && found->of(LayerPart::mlpOut));
        const auto& all = found->of(LayerPart::mlpOut)->found;
        const auto sum = std::ranges::find(all, collective, [](const FoundCollective& one) { return one.step.text(); });
        QVERIFY2(sum != all.end(), collective);
        QCOMPARE(sum->calls, calls);
        const double whole = 2. * 8192 * 32768 / 4; // B, the sum over X of what Y splits
        COMPARE_NEAR(sum->bytes, whole, 1e-12);
    }
}

/// Scores need as many parts of the 8 key heads as of the 64 query heads.
void TstEditedLayer::whatBoxesPassOnDivides()
{
    const auto s = with({{"model.preset", text("llama3-70b")},
                         {"mesh.Y.role", text("replicate")},
                         {"mesh.X.role", text("replicate")},
                         {"layer.arrays", text("Q[B, N_X, H]; Att[B, N_X, H]")}});
    QCOMPARE(explained(s, "layer.edited.comms").error(),
             "K[B, K, H] cannot be brought to K[B, K_X, H]: K = 8 does not divide over 16 devices");
    QVERIFY(explained(s, "layer.edited.time").has_value());
}

/// W_foo is no array of the layer: W_in and W_out hold as edited, and the warning names what is wrong.
void TstEditedLayer::aWrongEditLeavesTheOthers()
{
    const auto s = with({{"layer.arrays", text("W_in[D, F_Y]; W_foo[D]; W_out[F, D_Y]")}});
    QCOMPARE(laidArrays(s).size(), std::size_t(2));
    QCOMPARE(wrongArrays(s).size(), std::size_t(1));
    const auto found = edited(s), right = edited(with({{"layer.arrays", text("W_in[D, F_Y]; W_out[F, D_Y]")}}));
    QVERIFY(found && right);
    QCOMPARE(found->numbers.weights, right->numbers.weights);
    QCOMPARE(found->numbers.comms, right->numbers.comms);
    const auto issues = check(s, evaluate(s));
    const auto issue = std::ranges::find(issues, "layer.arrays", &Issue::field);
    QVERIFY(issue != issues.end());
    QVERIFY2(issue->text.find("column 15, W_foo[D]: ") != std::string::npos, issue->text.c_str());
    QVERIFY2(issue->text.ends_with("It is left out; the other edits hold."), issue->text.c_str());
    QVERIFY(!issue->repairs.empty());
    const auto kept = issue->repairs.front().edits.front();
    QVERIFY(kept.second == core::Value(std::string("W_in[D, F_Y]; W_out[F, D_Y]")));
}

ROOFLIGHT_TEST(TstEditedLayer)
#include "tst_edited_layer.moc"

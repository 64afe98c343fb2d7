// SPDX-License-Identifier: GPL-3.0-or-later
// The arrays of a layer in notation: by hand, and that the planner of sharded products finds from them the collectives
// of the design (MODEL.md, g).
#include "core/field_support.h"
#include "core/layer/layer_arrays.h"

#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/layer/collective_reason.h"
#include "core/scenario/dtype_bytes.h"
#include "core/scenario/fields.h"
#include "core/sharding/plan.h"
#include "core/sharding/report.h"
#include "core/step/context.h"
#include "core/step/mesh_fit.h"
#include "support/suite.h"

#include <QTest>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <map>

using namespace core;
using tests::Edits;
using tests::with;

class TstLayerArrays : public QObject
{
    Q_OBJECT

private slots:
    void ofTheBook();
    void rolesLayArrays_data();
    void rolesLayArrays();
    void expertsLieOnTheirAxis();
    void thePlannerFindsTheDesign();
    void everyProductOpensInSharding();
    void everyCollectiveHasAReason();
};

namespace
{

QString textOf(const Scenario& s, LayerPart part) { return QString::fromStdString(layerArrays(s).of(part).text()); }

/// Bytes that each collective of weights or activations hands over, by its moment, kind, axis and array.
using Found = std::map<std::string, double>;

std::string keyOf(Moment when, ReshardOp op, char axis, const std::string& array)
{
    constexpr std::array moments{"forward", "backward", "update"};
    const auto kind = op == ReshardOp::allGather       ? "AllGather"
                      : op == ReshardOp::reduceScatter ? "ReduceScatter"
                                                       : "AllReduce";
    return std::string(moments[static_cast<std::size_t>(when)]) + " " + kind + "_" + axis + " of " + array;
}

/// Plans every product of a dense layer, forward and for the gradients of its operands.
class Planner
{
public:
    explicit Planner(const Scenario& s) : m_s(s), m_layer(layerArrays(s)) {}

    Found find()
    {
        for (const auto& box : m_layer.boxes)
            if (!box.weights.empty())
                plan(box);
        return m_found;
    }

private:
    double bytes(const ShardedArray& array) const
    {
        double n = 1;
        for (const auto& dim : array.dims)
            n *= static_cast<double>(m_layer.sizes.at(dim.name)) / static_cast<double>(m_layer.mesh.size(dim.axes));
        return n;
    }

    /// A step over several axes at once is the steps over one after the other: major ones are split first.
    void count(Moment when, const ReshardStep& step, const std::string& array, double element)
    {
        if (step.isFree())
            return;
        double V = element * bytes(step.op == ReshardOp::allGather ? step.after : step.before);
        for (const char axis : step.axes) {
            m_found[keyOf(when, step.op, axis, array)] += V;
            if (step.op != ReshardOp::allReduce)
                V /= m_layer.mesh.size(axis);
        }
    }

    double seconds(const ReshardStep& step) const
    {
        const double n = static_cast<double>(m_layer.mesh.size(step.axes));
        const double V = step.isFree() ? 0 : bytes(step.op == ReshardOp::allGather ? step.after : step.before);
        return (step.op == ReshardOp::allReduce ? 2 : 1) * V * (1 - 1 / n);
    }

    ShardingPlan best(const ShardingExpression& e) const
    {
        const auto cost = [this](const ReshardStep& step) { return seconds(step); };
        auto plans = plansOf(e, m_layer.mesh, m_layer.sizes, {cost, [](const ShardingPlan&) { return 0.0; }});
        const auto found = std::ranges::find_if(plans, [this](const ShardingPlan& plan) { return fits(plan); });
        if (found == plans.end())
            qFatal("no plan for %s", e.text().c_str());
        return *found;
    }

    /// The roles say what moves: tokens over tensor axes, weights over FSDP axes. How much there is of either is a
    /// question of the batch, not of the roles.
    bool fits(const ShardingPlan& plan) const
    {
        const auto reshards = plan.reshards();
        return std::ranges::all_of(reshards, [this](const ReshardStep& step) {
            const bool weights = step.before.name.starts_with('W');
            return step.op != ReshardOp::allToAll && std::ranges::all_of(step.axes, [&](char axis) {
                       const auto role = m_s.mesh.axis[static_cast<std::size_t>(axis - 'X')].role;
                       return role == (weights ? Role::fsdp : Role::tensor);
                   });
        });
    }

    /// The cheapest way, of equally dear ones that of the fewest steps, axis by axis.
    std::vector<ReshardStep> path(const ShardedArray& from, const ShardedArray& to) const
    {
        struct Way {
            double seconds = 0;
            std::size_t axes = 0; // over which its steps go
            std::vector<ReshardStep> steps = {};
        };
        const auto less = [](const Way& a, const Way& b) {
            return a.seconds != b.seconds ? a.seconds < b.seconds : a.axes < b.axes;
        };
        std::map<std::string, Way> best{{from.text(), Way{}}};
        std::vector<ShardedArray> open{from};
        while (!open.empty()) {
            const auto array = open.back();
            open.pop_back();
            const auto here = best.at(array.text());
            for (const auto& step : stepsFrom(array, m_layer.mesh, m_layer.sizes)) {
                if (step.isFree() || here.steps.size() == 4) // no replica takes a part of the reduction
                    continue;
                Way next{here.seconds + seconds(step), here.axes + step.axes.size(), here.steps};
                next.steps.push_back(step);
                const auto [known, isNew] = best.emplace(step.after.text(), next);
                if (!isNew && !less(next, known->second))
                    continue;
                known->second = next;
                open.push_back(step.after);
            }
        }
        return best.at(to.text()).steps;
    }

    /// Terms of a gradient on every rank that has tokens, brought to where they are kept.
    std::vector<ReshardStep> reduced(const ShardedArray& left, const ShardedArray& right,
                                     const ShardedArray& wanted) const
    {
        auto terms = wanted;
        for (auto& dim : terms.dims) {
            const auto* found = left.find(dim.name) ? left.find(dim.name) : right.find(dim.name);
            dim.axes = found->axes;
        }
        terms.partial = left.find("B")->axes;
        return path(terms, wanted);
    }

    /// Gradients are kept where the optimizer needs them: ZeRO splits them further.
    std::string gradientAxes(const std::string& held) const
    {
        std::string axes = held;
        for (const auto& axis : m_layer.mesh.axes) {
            const auto role = m_s.mesh.axis[static_cast<std::size_t>(axis.name - 'X')].role;
            if (role == Role::zero2)
                axes += axis.name;
        }
        for (const auto& axis : m_layer.mesh.axes)
            if (m_s.mesh.axis[static_cast<std::size_t>(axis.name - 'X')].role == Role::zero1)
                axes += axis.name;
        return axes;
    }

    void plan(const BoxArrays& box)
    {
        const double element = dtypeBytes(m_s.prec.comm).si(), gradient = dtypeBytes(m_s.prec.gradcomm).si();
        ShardingPlan forward, toInput;
        for (std::size_t i = 0; i < box.weights.size(); ++i) {
            const auto& weights = box.weights[i];
            const auto& result = box.out.size() == box.weights.size() ? box.out[i] : box.out.front();
            const ShardingExpression e{{box.in.front(), weights}, result};
            const bool first = i == 0; // tokens are gathered and scattered once for all matrices of a box
            forward = best(e);
            for (const auto& step : forward.before)
                if (step.before.name == weights.name)
                    count(Moment::forward, step, weights.name, element);
                else if (first)
                    count(Moment::forward, step, "In", element);
            for (const auto& step : forward.after)
                if (first)
                    count(Moment::forward, step, "Out", element);
            if (m_s.work.pass == Pass::forward)
                continue;
            toInput = best(backwardOf(e, result, 0));
            for (const auto& step : toInput.before)
                if (step.before.name == weights.name)
                    count(Moment::backward, step, weights.name, element);
                else if (first)
                    count(Moment::backward, step, "dOut", element);
            for (const auto& step : toInput.after)
                if (first)
                    count(Moment::backward, step, "dIn", element);
            auto kept = weights;
            auto& D = *std::ranges::find(kept.dims, "D", &NamedDim::name);
            D.axes = gradientAxes(D.axes);
            // Of what is there already, gathered.
            for (const auto& step : reduced(toInput.operands.front(), forward.operands.front(), kept))
                count(Moment::backward, step, "d" + weights.name, gradient);
            for (const auto& step : path(kept, weights))
                count(Moment::optimizer, step, weights.name, element);
        }
    }

    const Scenario& m_s;
    LayerArrays m_layer;
    Found m_found;
};

/// Of one layer, W_K and W_V apart.
Found ofTheDesign(const Scenario& s)
{
    Found all;
    for (const auto& one : designCollectives(s)) {
        if (!one.inLayer || one.of == StepArray::norms)
            continue;
        const auto op = one.kind == CollectiveKind::allGather       ? ReshardOp::allGather
                        : one.kind == CollectiveKind::reduceScatter ? ReshardOp::reduceScatter
                                                                    : ReshardOp::allReduce;
        const bool gradient = one.weights && one.kind != CollectiveKind::allGather;
        const auto add = [&](const std::string& array, double calls) {
            all[keyOf(one.when, op, axisNames[one.axis].front(), (gradient ? "d" : "") + array)] +=
                calls * one.bytes.si();
        };
        if (one.array == "W_K, W_V") {
            add("W_K", 1);
            add("W_V", 1);
        } else
            add(std::string(one.array), one.calls.each);
    }
    return all;
}

/// Sizes that divide, roles that the notation can say: at most one axis of each kind but FSDP.
Scenario drawn(const std::string& pass)
{
    const std::vector<std::string> roles{"data", "zero1", "zero2", "fsdp", "tensor", "replicate", "fsdp"};
    Scenario s = with({{"work.batch", 65536.}, {"work.seq", 4096.}});
    const std::vector<std::string> models{"ffn-8k-32k", "llama3-8b", "llama3-70b", "llama2-7b", "cs336-xxl"};
    s = with({{"model.preset", models[*rc::gen::inRange<std::size_t>(0, models.size())]},
              {"work.batch", 65536.},
              {"tensor.sequence", *rc::gen::arbitrary<bool>()},
              {"work.pass", pass}},
             s);
    std::vector<std::string> used;
    for (const char axis : {'X', 'Y', 'Z'}) {
        auto role = roles[*rc::gen::inRange<std::size_t>(0, roles.size())];
        const std::string id = std::string("mesh.") + axis;
        if (role != "fsdp" && std::ranges::find(used, role) != used.end())
            role = "replicate";
        used.push_back(role);
        s = with({{id, static_cast<double>(1 << *rc::gen::inRange(0, 4))}, {id + ".role", role}}, s);
    }
    return s;
}

} // namespace

/// Scaling Book, Training, section on mixed FSDP and tensor parallelism: In[B_X, D_Y], W_in[D_X, F_Y], W_out[F_Y, D_X].
void TstLayerArrays::ofTheBook()
{
    const auto s = with({});
    QCOMPARE(textOf(s, LayerPart::mlpIn), QStringLiteral("In[B_X, D_Y] · W_in[D_X, F_Y] → Hid[B_X, F_Y]"));
    QCOMPARE(textOf(s, LayerPart::mlpOut), QStringLiteral("Act[B_X, F_Y] · W_out[F_Y, D_X] → Out[B_X, D_Y]"));
    const auto layer = layerArrays(s);
    QCOMPARE(QString::fromStdString(layer.shape(layer.of(LayerPart::mlpIn).in.front(), false)),
             QStringLiteral("32,768 × 8,192"));
    QCOMPARE(QString::fromStdString(layer.shape(layer.of(LayerPart::mlpIn).in.front(), true)),
             QStringLiteral("2,048 × 2,048"));
}

void TstLayerArrays::rolesLayArrays_data()
{
    QTest::addColumn<QString>("role");
    QTest::addColumn<QString>("text");
    QTest::newRow("data") << "data"
                          << "In[B_X, D] · W_in[D, F] → Hid[B_X, F]";
    QTest::newRow("zero2") << "zero2"
                           << "In[B_X, D] · W_in[D, F] → Hid[B_X, F]";
    QTest::newRow("fsdp") << "fsdp"
                          << "In[B_X, D] · W_in[D_X, F] → Hid[B_X, F]";
    QTest::newRow("tensor") << "tensor"
                            << "In[B, D_X] · W_in[D, F_X] → Hid[B, F_X]";
    QTest::newRow("context") << "context"
                             << "In[B_X, D] · W_in[D, F] → Hid[B_X, F]";
    QTest::newRow("pipeline") << "pipeline"
                              << "In[B, D] · W_in[D, F] → Hid[B, F]";
    QTest::newRow("replicate") << "replicate"
                               << "In[B, D] · W_in[D, F] → Hid[B, F]";
}

void TstLayerArrays::rolesLayArrays()
{
    QFETCH(const QString, role);
    QFETCH(const QString, text);
    QCOMPARE(textOf(with({{"mesh.X.role", role.toStdString()}, {"mesh.Y", 1.}}), LayerPart::mlpIn), text);
}

/// Each token goes to 8 of 256 experts: 65536 * 8 / 256 tokens for each of them.
void TstLayerArrays::expertsLieOnTheirAxis()
{
    const auto s = with({{"model.preset", std::string("deepseek-v3")},
                         {"work.batch", 65536.},
                         {"mesh.Z", 8.},
                         {"mesh.Z.role", std::string("expert")}});
    const auto layer = layerArrays(s);
    QCOMPARE(QString::fromStdString(layer.of(LayerPart::experts).expression()),
             QStringLiteral("Tok[E_Z, C_X, D] * Win[E_Z, D_X, F_Y] -> Hid[E_Z, C_X, F_Y]"));
    QCOMPARE(layer.sizes.at("C"), 2048);
    QCOMPARE(textOf(s, LayerPart::dispatch), QStringLiteral("In[B_XZ, D] → Tok[E_Z, C_X, D]"));
}

void TstLayerArrays::thePlannerFindsTheDesign()
{
    const auto agree = [](const std::string& pass) {
        const auto s = drawn(pass);
        RC_PRE(fitMesh(s).fits);
        RC_LOG() << writeScenario(s);
        const auto found = Planner(s).find();
        const auto design = ofTheDesign(s);
        for (const auto& [key, bytes] : found)
            RC_LOG() << "found " << key << " " << bytes << "\n";
        for (const auto& [key, bytes] : design)
            RC_LOG() << "design " << key << " " << bytes << "\n";
        RC_ASSERT(found.size() == design.size());
        for (const auto& [key, bytes] : design) {
            RC_ASSERT(found.contains(key));
            RC_ASSERT(std::abs(found.at(key) - bytes) <= 1e-12 * bytes);
        }
    };
    QVERIFY(rc::check("kind, axis, pass and bytes of each in a step", [&] { agree("step"); }));
    QVERIFY(rc::check("and in a forward pass", [&] { agree("forward"); }));
}

void TstLayerArrays::everyProductOpensInSharding()
{
    for (const char* model : {"ffn-8k-32k", "llama3-70b", "deepseek-v3", "cs336-xxl"}) {
        auto s = with({{"model.preset", std::string(model)}, {"work.batch", 4194304.}});
        const auto layer = layerArrays(s);
        for (const auto& box : layer.boxes) {
            const auto edits = shardingEdits(layer, box, s);
            QCOMPARE(edits.empty(), box.weights.empty());
            if (edits.empty())
                continue;
            const auto report = shardingOf(with(edits, s));
            QVERIFY2(!report.error, report.error ? errorText(*report.error).c_str() : "");
            QVERIFY(!report.plans.empty());
        }
    }
}

void TstLayerArrays::everyCollectiveHasAReason()
{
    for (const char* role : {"data", "zero1", "fsdp", "tensor", "expert", "context", "pipeline"}) {
        const auto s = with({{"model.preset", std::string("deepseek-v3")}, {"mesh.X.role", std::string(role)}});
        for (const auto& one : designCollectives(s)) {
            QVERIFY2(reasonOf(s, one).find(one.axis == 0 ? "X" : "Y") != std::string::npos, one.name.c_str());
            QVERIFY(waitingOf(one).find("wait") != std::string::npos || one.payload == PayloadKind::ring);
        }
    }
}

ROOFLIGHT_TEST(TstLayerArrays)
#include "tst_layer_arrays.moc"

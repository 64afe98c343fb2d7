// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the lumped bytes of each axis and pass apart, by the formulas that lump them.
#include "core/design/collectives.h"

#include "core/formulas/collectives.h"
#include "core/formulas/network.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_model.h"
#include "core/scenario/fields_precision.h"
#include "core/scenario/fields_work.h"
#include "core/step/mesh_fit.h"
#include "core/step/network.h"
#include "core/step/step_inputs.h"
#include "core/step/weights.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace core
{

namespace
{

/// The numbers of a scenario up to its network.
template <class In> struct DesignNetwork : StepInputs<In> {
    DesignNetwork(const Scenario& s, const In& inputs) : StepInputs<In>(s, inputs) { addNetwork(this->context, times); }

    NetworkOf<typename In::Rep> times;
};

/// Collects the collectives of axis after axis.
template <class In> class DesignLister
{
public:
    using R = typename In::Rep;
    using All = std::vector<DesignCollectiveOf<R>>;

    explicit DesignLister(const DesignNetwork<In>& network) : m_c(network.context), m_net(network.times) {}

    /// In the order of the pass.
    All list()
    {
        const auto& s = m_c.s;
        const bool whole = s.work.mode == Mode::training && s.work.pass == Pass::step;
        for (const bool backward : {false, true})
            for (std::size_t axis = 0; axis < meshAxes && (whole || !backward); ++axis)
                addPass(axis, backward);
        addSlices();
        std::stable_sort(m_out.begin(), m_out.end(), [](const auto& a, const auto& b) { return a.when < b.when; });
        return std::move(m_out);
    }

private:
    using Kind = CollectiveKind;
    using Bytes = BytesOf<R>;
    using Seconds = SecondsOf<R>;

    void addPass(std::size_t axis, bool backward)
    {
        const auto& pass = backward ? m_net.backward[axis] : m_net.forward[axis];
        m_axis = axis;
        m_backward = backward;
        m_weights = true;
        addFlow(pass.weights, [this] { addWeights(weightRole(m_c.s.mesh, m_axis)); });
        m_weights = false;
        addFlow(pass.tokens, [this] { addTokens(m_c.s.mesh.axis[m_axis].role); });
    }

    /// Collectives of one kind of traffic, each with its share of the time.
    template <class AddAll> void addFlow(const FlowOf<R>& flow, AddAll&& addAll)
    {
        namespace f = formulas;
        const auto& p = flow.payload;
        if (plain(p.gather) + plain(p.reduce) + plain(p.allReduce) + plain(p.other) == 0)
            return;
        m_when = m_backward ? Moment::backward : Moment::forward;
        const std::size_t first = m_out.size();
        addAll();
        const auto where = flowName(m_c, m_axis, m_weights, m_backward);
        const auto U = f::reduceAndGather.as(where)(p.gather, p.reduce, p.allReduce, p.other);
        for (std::size_t i = first; i < m_out.size(); ++i) {
            auto& one = m_out[i];
            const auto passes = m_c.in.template constant<dim::count>(one.kind == Kind::allReduce ? 2 : 1);
            one.seconds = f::callTime(flow.time, passes, one.bytes, U);
            one.bandwidth = f::callTime.as("without hops")(flow.bandwidth, passes, one.bytes, U);
        }
    }

    void addSlices()
    {
        if (plain(m_net.dcn) == 0)
            return;
        m_out.push_back({"AllReduce_DCN of the gradients",
                         Kind::allReduce,
                         PayloadKind::allReduce,
                         slicesAxis,
                         Moment::backward,
                         {},
                         m_net.dcnGradients,
                         m_net.dcn,
                         m_net.dcn,
                         true,
                         false,
                         StepArray::outside,
                         "the gradients",
                         m_net.dcnGradients});
    }

    /// `what`: the array itself, or its gradients.
    struct Moved {
        StepArray of;
        std::string_view array; // a literal
        std::string what = std::string(array);
    };

    void add(std::string_view verb, const Moved& moved, Kind kind, PayloadKind payload, CollectiveCalls calls,
             Bytes bytes)
    {
        const auto none = m_c.in.template constant<dim::second>(0);
        const auto members = membersOf(m_c.s.mesh, m_axis, m_weights);
        std::string axes;
        for (std::size_t a = 0; a < meshAxes; ++a)
            if (members[a] && m_c.s.mesh.axis[a].size > 1)
                axes += axisNames[a];
        std::string name = fmt::format("{}_{} of {}", verb, axes, moved.what);
        const bool inLayer = moved.of != StepArray::outside && payload != PayloadKind::p2p;
        m_out.push_back({std::move(name), kind, payload, m_axis, m_when, calls, bytes, none, none, m_weights, inLayer,
                         moved.of, moved.array, payload == PayloadKind::allToAll ? bytes / m_c.d.size[m_axis] : bytes});
    }

    void addGather(const Moved& moved, CollectiveCalls calls, Bytes bytes)
    {
        add("AllGather", moved, Kind::allGather, PayloadKind::allGather, calls, bytes);
    }

    void addReduce(const Moved& moved, CollectiveCalls calls, Bytes bytes)
    {
        add("ReduceScatter", moved, Kind::reduceScatter, PayloadKind::reduceScatter, calls, bytes);
    }

    /// One array after the other: its bytes as weights and as gradients.
    template <class Add> void forWeights(double microbatches, Add&& add)
    {
        const bool expert = m_c.s.mesh.axis[m_axis].role == Role::expert;
        const auto others = expert ? shardsBefore(m_c, m_axis) : otherShards(m_c, m_axis);
        const auto element = m_c.in(field::prec::comm);
        const auto gradient = m_c.in(field::prec::gradcomm);
        const WeightList<In> weights(m_c);
        for (const auto& w : weights.all()) {
            if (expert && w.routed())
                continue;
            const auto zero = m_c.in.none();
            const auto one = m_c.in.one();
            const auto shards = formulas::shardedParameters.as(w.name);
            const auto P = w.inLayer() ? shards(one, w.parameters, zero, one, m_c.d.tensor)
                                       : shards(zero, zero, w.parameters, m_c.d.pipeline, m_c.d.tensor);
            add(w, CollectiveCalls{w.inLayer() ? m_c.layersHere() : 1, w.each, microbatches},
                formulas::weightArray.as(w.name)(element, P, others),
                formulas::gradientArray.as(w.name)(gradient, P, others));
        }
    }

    void addWeights(Role role)
    {
        const auto gather = [&](const auto& w, CollectiveCalls calls, Bytes V, Bytes) {
            addGather({w.of, w.name}, calls, V);
        };
        const auto reduce = [&](const auto& w, CollectiveCalls calls, Bytes, Bytes G) {
            addReduce(gradientOf(w), calls, G);
        };
        const bool backward = m_when == Moment::backward;
        const double m = role == Role::fsdp ? weightRounds(m_c) : 1;
        if (role == Role::fsdp)
            forWeights(m, gather);
        if (backward && (role == Role::data || role == Role::expert))
            forWeights(m, [&](const auto& w, CollectiveCalls calls, Bytes, Bytes G) {
                add("AllReduce", gradientOf(w), Kind::allReduce, PayloadKind::allReduce, calls, G);
            });
        else if (backward)
            forWeights(m, reduce);
        if (backward && (role == Role::zero1 || role == Role::zero2)) {
            m_when = Moment::optimizer;
            forWeights(m, gather);
        }
    }

    /// "dW_in", "dW_K, dW_V", "the gradients of the norm vectors".
    static Moved gradientOf(const WeightsOf<R>& weights)
    {
        if (!weights.name.starts_with('W'))
            return {weights.of, weights.name, fmt::format("the gradients of {}", weights.name)};
        std::string text(weights.name);
        for (std::size_t at = 0; (at = text.find('W', at)) != std::string::npos; at += 2)
            text.insert(at, 1, 'd');
        return {weights.of, weights.name, text};
    }

    CollectiveCalls perLayer(double each = 1) const { return {m_c.layersHere(), each, m_c.microbatches()}; }

    /// Activations of one microbatch on one data rank, width D.
    Bytes activations() const
    {
        return formulas::activationArray(m_c.in(field::prec::comm), m_c.tokens.micro, m_c.facts.D);
    }

    void addActivations()
    {
        const bool backward = m_when == Moment::backward;
        const auto calls = perLayer(m_c.facts.attention ? 2 : 1);
        const Moved result = backward ? Moved{StepArray::in, "dIn"} : Moved{StepArray::out, "Out"};
        if (!m_c.s.tensorSequence)
            return add("AllReduce", result, Kind::allReduce, PayloadKind::allReduce, calls, activations());
        addGather(backward ? Moved{StepArray::out, "dOut"} : Moved{StepArray::in, "In"}, calls, activations());
        addReduce(result, calls, activations());
    }

    /// Tensor, pipeline, context and expert axes.
    void addTokens(Role role)
    {
        if (role == Role::tensor)
            return addActivations();
        const bool backward = m_when == Moment::backward;
        const auto& s = m_c.s;
        const auto element = m_c.in(field::prec::comm);
        const auto n = m_c.d.size[m_axis];
        if (role == Role::pipeline) {
            const double chunks = s.pipe.schedule == PipeSchedule::interleaved ? s.pipe.chunks : 1;
            add("Send", {StepArray::out, backward ? "dOut" : "Out"}, Kind::permute, PayloadKind::p2p,
                {1, chunks, s.work.micro}, formulas::boundaryBytes(activations(), m_c.in.one(), sequenceShards(m_c)));
        } else if (role == Role::context) {
            const auto V =
                formulas::keyValueArray(element, m_c.tokens.micro, n, shardHeads(m_c), m_c.in(field::model::H));
            add("AllGather", {StepArray::keysValues, "K, V"}, Kind::allGather, PayloadKind::ring, perLayer(), V);
            if (backward)
                add("ReduceScatter", {StepArray::keysValues, "dK, dV"}, Kind::reduceScatter, PayloadKind::ring,
                    perLayer(), V);
        } else if (role == Role::expert) {
            const auto V = formulas::routedArray(element, m_c.in(field::model::k), m_c.tokens.micro, n, m_c.facts.D,
                                                 sequenceShards(m_c));
            const Moved in{StepArray::dispatched, backward ? "dIn from the experts" : "In to the experts"};
            const Moved out{StepArray::combined, backward ? "dOut to the experts" : "Out from the experts"};
            for (const auto& moved : {backward ? out : in, backward ? in : out})
                add("AllToAll", moved, Kind::allToAll, PayloadKind::allToAll, perLayer(), V);
        }
    }

    const NetworkContext<In>& m_c;
    const NetworkOf<R>& m_net;
    All m_out;
    std::size_t m_axis = 0;
    bool m_backward = false;
    bool m_weights = false;
    Moment m_when = Moment::forward;
};

} // namespace

template <class In> DesignListOf<typename In::Rep> listCollectives(const Scenario& s, const In& inputs)
{
    const DesignNetwork<In> network(s, inputs);
    return {DesignLister<In>(network).list(), network.d.pipeline};
}

template DesignListOf<double> listCollectives(const Scenario&, const Plain&);
template DesignListOf<Traced> listCollectives(const Scenario&, const Recording&);

std::vector<DesignCollective> designCollectives(const Scenario& s)
{
    return fitMesh(s).fits ? listCollectives(s, Plain{}).all : std::vector<DesignCollective>();
}

const DesignCollective* longest(const std::vector<DesignCollective>& all)
{
    const auto found = std::max_element(all.begin(), all.end(),
                                        [](const auto& a, const auto& b) { return a.total().si() < b.total().si(); });
    return found == all.end() ? nullptr : &*found;
}

} // namespace core

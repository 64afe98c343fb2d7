// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the lumped bytes of each axis and pass apart, by the formulas that lump them.
#include "core/evaluate/design_collectives.h"

#include "core/evaluate/mesh_fit.h"
#include "core/evaluate/network_part.h"

#include <algorithm>

#include <fmt/format.h>

namespace core
{

namespace
{

namespace f = formulas;

using Bytes = Quantity<dim::byte>;
using Count = Quantity<dim::count>;
using Seconds = Quantity<dim::second>;
using Kind = CollectiveKind;
using Context = NetworkContext<Plain>;

/// The plain numbers of a scenario up to its network.
struct PlainNetwork {
    explicit PlainNetwork(const Scenario& s)
        : fit(fitMesh(s)), in(plain), facts(factsOf(s, in)), d(degreesOf(s, in)), params(parametersOf(s, in, facts)),
          tokens(tokensOf(s, in, facts, d)), context{s, in, params, facts, d, tokens, fit}
    {
        addNetwork(context, times);
    }
    PlainNetwork(const PlainNetwork&) = delete; // the context refers to the other members

    static WorkloadFactsOf<double> factsOf(const Scenario& s, const Reader<Plain>& in)
    {
        WorkloadFactsOf<double> facts;
        facts.training = s.work.mode == Mode::training;
        facts.B = in.count("work.batch", s.work.batch);
        return facts;
    }

    Plain plain;
    MeshFit fit;
    Reader<Plain> in;
    WorkloadFactsOf<double> facts;
    DegreesOf<double> d;
    ParametersOf<double> params;
    TokensOf<double> tokens;
    Context context;
    NetworkOf<double> times;
};

/// A weight array of one layer, or of the whole stage.
struct Weights {
    std::string name;
    Count parameters{0};
    double each = 1; // such arrays
    bool inLayer = true;
};

/// Matrices of one MLP, or of all experts of a kind.
void addMlp(const Context& c, std::string_view whose, Count copies, std::vector<Weights>& out)
{
    const auto& m = c.s.model;
    const auto matrix = copies * m.D * m.F;
    const auto named = [&](std::string_view name) { return fmt::format("{}{}", name, whose); };
    out.push_back({named(m.nmat > 1 ? "W_in" : "W"), matrix});
    if (m.nmat > 2)
        out.push_back({named("W_gate"), matrix, m.nmat - 2});
    if (m.nmat > 1)
        out.push_back({named("W_out"), matrix});
}

/// The matrices behind ParametersOf::layer (with experts spread) and ::embedding.
std::vector<Weights> weightsOf(const Context& c)
{
    const auto& m = c.s.model;
    std::vector<Weights> out;
    if (m.attention) {
        out.push_back({"W_Q", Count(m.D * m.N * m.H)});
        out.push_back({"W_K, W_V", Count(m.D * m.K * m.H), 2});
        out.push_back({"W_O", Count(m.N * m.H * m.D)});
    }
    if (m.E > 0) {
        out.push_back({"W_router", Count(m.D * m.E)});
        addMlp(c, " of the experts", m.E / c.d.expert, out);
        if (m.Es > 0)
            addMlp(c, " of the shared experts", Count(m.Es), out);
    } else {
        addMlp(c, "", Count(1), out);
    }
    if (m.norms > 0)
        out.push_back({"the norm vectors", Count(m.norms * m.D)});
    if (m.V > 0) {
        out.push_back({"W_E", Count(m.V * m.D), 1, false});
        if (!m.tied)
            out.push_back({"W_U", Count(m.V * m.D), 1, false});
    }
    return out;
}

/// Collects the collectives of axis after axis.
class Lister
{
public:
    Lister(const Context& c, const NetworkOf<double>& net, std::vector<DesignCollective>& out)
        : m_c(c), m_net(net), m_out(out)
    {
    }

    void addPass(std::size_t axis, bool backward)
    {
        const auto& mesh = m_c.s.mesh.axis[axis];
        const auto& pass = backward ? m_net.backward[axis] : m_net.forward[axis];
        const auto& p = pass.payload;
        const Bytes charged = f::reduceAndGather(p.gather, p.reduce, p.allReduce, p.other);
        if (charged.si() == 0)
            return;
        m_axis = axis;
        m_when = backward ? Moment::backward : Moment::forward;
        m_first = m_out.size();
        if (isData(mesh.role))
            addWeights(mesh.role);
        else if (mesh.role == Role::tensor)
            addActivations();
        else
            addPassing(mesh.role);
        for (std::size_t i = m_first; i < m_out.size(); ++i) {
            auto& one = m_out[i];
            const auto share = (one.kind == Kind::allReduce ? 2 : 1) * one.bytes / charged;
            one.seconds = share * pass.time;
            one.bandwidth = share * pass.bandwidth;
        }
    }

    void addSlices()
    {
        if (m_net.dcn.si() == 0)
            return;
        const auto element = m_c.in.element("prec.gradcomm", m_c.s.prec.gradcomm);
        m_out.push_back({"AllReduce_DCN of the gradients",
                         Kind::allReduce,
                         PayloadKind::allReduce,
                         slicesAxis,
                         Moment::backward,
                         {},
                         element * m_c.params.total / m_c.d.slice,
                         m_net.dcn,
                         m_net.dcn});
    }

private:
    void add(std::string_view verb, std::string_view what, Kind kind, PayloadKind payload, CollectiveCalls calls,
             Bytes bytes)
    {
        std::string name = fmt::format("{}_{} of {}", verb, axisNames[m_axis], what);
        m_out.push_back({std::move(name), kind, payload, m_axis, m_when, calls, bytes, Seconds(0), Seconds(0)});
    }

    void addGather(std::string_view what, CollectiveCalls calls, Bytes bytes)
    {
        add("AllGather", what, Kind::allGather, PayloadKind::allGather, calls, bytes);
    }

    void addReduce(std::string_view what, CollectiveCalls calls, Bytes bytes)
    {
        add("ReduceScatter", what, Kind::reduceScatter, PayloadKind::reduceScatter, calls, bytes);
    }

    /// One array after the other: its bytes as weights and as gradients.
    template <class Add> void forWeights(double microbatches, Add&& add)
    {
        const auto others = otherShards(m_c, m_axis);
        const auto element = m_c.in.element("prec.comm", m_c.s.prec.comm);
        const auto gradient = m_c.in.element("prec.gradcomm", m_c.s.prec.gradcomm);
        for (const Weights& w : weightsOf(m_c)) {
            const auto zero = m_c.in.none();
            const auto one = m_c.in.one();
            const auto P = w.inLayer ? f::shardedParameters(one, w.parameters, zero, one, m_c.d.tensor)
                                     : f::shardedParameters(zero, zero, w.parameters, m_c.d.pipeline, m_c.d.tensor);
            add(w, CollectiveCalls{w.inLayer ? m_c.layersHere() : 1, w.each, microbatches},
                f::weightArray(element, P, others), f::gradientArray(gradient, P, others));
        }
    }

    void addWeights(Role role)
    {
        const auto gather = [&](const Weights& w, CollectiveCalls calls, Bytes V, Bytes) {
            addGather(w.name, calls, V);
        };
        const auto reduce = [&](const Weights& w, CollectiveCalls calls, Bytes, Bytes G) {
            addReduce(gradientOf(w.name), calls, G);
        };
        const bool backward = m_when == Moment::backward;
        const double m = role == Role::fsdp ? m_c.microbatches() : 1;
        if (role == Role::fsdp)
            forWeights(m, gather);
        if (backward && role == Role::data)
            forWeights(m, [&](const Weights& w, CollectiveCalls calls, Bytes, Bytes G) {
                add("AllReduce", gradientOf(w.name), Kind::allReduce, PayloadKind::allReduce, calls, G);
            });
        else if (backward)
            forWeights(m, reduce);
        if (backward && (role == Role::zero1 || role == Role::zero2)) {
            m_when = Moment::optimizer;
            forWeights(m, gather);
        }
    }

    /// "dW_in", "dW_K, dW_V", "the gradients of the norm vectors".
    static std::string gradientOf(std::string_view weights)
    {
        if (!weights.starts_with('W'))
            return fmt::format("the gradients of {}", weights);
        std::string text(weights);
        for (std::size_t at = 0; (at = text.find("W", at)) != std::string::npos; at += 2)
            text.insert(at, 1, 'd');
        return text;
    }

    CollectiveCalls perLayer(double each = 1) const { return {m_c.layersHere(), each, m_c.microbatches()}; }

    /// Activations of one microbatch on one data rank, width D.
    Bytes activations() const
    {
        return f::activationArray(m_c.in.element("prec.comm", m_c.s.prec.comm), m_c.tokens.micro, m_c.facts.D);
    }

    void addActivations()
    {
        const bool backward = m_when == Moment::backward;
        const auto calls = perLayer(m_c.facts.attention ? 2 : 1);
        if (!m_c.s.tensorSequence)
            return add("AllReduce", backward ? "dIn" : "Out", Kind::allReduce, PayloadKind::allReduce, calls,
                       activations());
        addGather(backward ? "dOut" : "In", calls, activations());
        addReduce(backward ? "dIn" : "Out", calls, activations());
    }

    /// Pipeline, context and expert axes.
    void addPassing(Role role)
    {
        const bool backward = m_when == Moment::backward;
        const auto& s = m_c.s;
        const auto element = m_c.in.element("prec.comm", s.prec.comm);
        const auto n = m_c.d.size[m_axis];
        if (role == Role::pipeline) {
            const double chunks = s.pipe.schedule == PipeSchedule::interleaved ? s.pipe.chunks : 1;
            const auto split = s.tensorSequence ? m_c.d.tensor : m_c.in.one();
            add("Send", backward ? "dOut" : "Out", Kind::permute, PayloadKind::p2p, {1, chunks, s.work.micro},
                f::boundaryBytes(activations(), m_c.in.one(), split));
        } else if (role == Role::context) {
            const auto V = f::keyValueArray(element, m_c.tokens.micro, n, Count(s.model.K), Count(s.model.H));
            add("AllGather", "K, V", Kind::allGather, PayloadKind::p2p, perLayer(), V);
            if (backward)
                add("ReduceScatter", "dK, dV", Kind::reduceScatter, PayloadKind::p2p, perLayer(), V);
        } else if (role == Role::expert) {
            const auto V = f::routedArray(element, Count(s.model.k), m_c.tokens.micro, n, m_c.facts.D);
            add("AllToAll", backward ? "dOut to the experts" : "In to the experts", Kind::allToAll,
                PayloadKind::allToAll, perLayer(), V);
            add("AllToAll", backward ? "dIn from the experts" : "Out from the experts", Kind::allToAll,
                PayloadKind::allToAll, perLayer(), V);
        }
    }

    const Context& m_c;
    const NetworkOf<double>& m_net;
    std::vector<DesignCollective>& m_out;
    std::size_t m_axis = 0;
    std::size_t m_first = 0;
    Moment m_when = Moment::forward;
};

} // namespace

std::vector<DesignCollective> designCollectives(const Scenario& s)
{
    std::vector<DesignCollective> found;
    const PlainNetwork network(s);
    if (!network.fit.fits)
        return found;
    Lister lister(network.context, network.times, found);
    const bool whole = s.work.mode == Mode::training && s.work.pass == Pass::step;
    for (const bool backward : {false, true})
        for (std::size_t axis = 0; axis < meshAxes && (whole || !backward); ++axis)
            lister.addPass(axis, backward);
    lister.addSlices();
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.when < b.when; });
    return found;
}

} // namespace core

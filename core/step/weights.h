// SPDX-License-Identifier: GPL-3.0-or-later
// The weight matrices one by one, whose sum is the parameters of a layer and those outside the layers.
#pragma once

#include "core/formulas/transformer.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_model.h"
#include "core/step/context.h"
#include "core/step/step_array.h"

#include <string_view>
#include <vector>

namespace core
{

/// A weight array of one layer, or of the whole stage.
template <class R> struct WeightsOf {
    std::string_view name; // a literal: derivations keep it
    CountOf<R> parameters;
    StepArray of = StepArray::outside;
    double each = 1; // such arrays

    bool inLayer() const { return of != StepArray::outside; }
    /// Spread over expert axes.
    bool routed() const { return of == StepArray::experts; }
};

/// What the matrices of an MLP are called; the first where there is only one.
struct MlpNames {
    StepArray into, outOf;
    std::string_view only, in, gate, out;
};
inline constexpr MlpNames denseMlp{StepArray::mlpIn, StepArray::mlpOut, "W", "W_in", "W_gate", "W_out"};
inline constexpr MlpNames expertMlp{StepArray::experts,    StepArray::experts,      "W of the experts",
                                    "W_in of the experts", "W_gate of the experts", "W_out of the experts"};
inline constexpr MlpNames sharedMlp{StepArray::sharedExperts,       StepArray::sharedExperts,
                                    "W of the shared experts",      "W_in of the shared experts",
                                    "W_gate of the shared experts", "W_out of the shared experts"};

/// The matrices behind ParametersOf::layer (with experts spread) and ::embedding.
template <class In> class WeightList
{
public:
    using R = typename In::Rep;

    explicit WeightList(const NetworkContext<In>& c) : m_c(c)
    {
        const auto& m = c.s.model;
        if (m.attention)
            addAttention();
        if (m.E > 0)
            addExperts();
        else
            addMlp(denseMlp, c.in.one());
        if (m.norms > 0)
            m_all.push_back(
                {"the norm vectors", formulas::normParameters(m_c.in(field::model::norms), width()), StepArray::norms});
        if (m.norms > 0)
            m_all.push_back({"the final norm", formulas::normParameters.as("final")(m_c.in.one(), width())});
        for (const char* name : {"W_E", "W_U"})
            if (m.V > 0 && (name[2] == 'E' || !m.tied))
                m_all.push_back(
                    {name, formulas::embeddingParameters.as(name)(c.in.one(), m_c.in(field::model::V), width())});
    }

    const std::vector<WeightsOf<R>>& all() const { return m_all; }

private:
    CountOf<R> width() const { return m_c.facts.D; }

    void add(StepArray of, std::string_view name, CountOf<R> copies, CountOf<R> columns, double each = 1)
    {
        m_all.push_back({name, formulas::matrixParameters.as(name)(copies, width(), columns), of, each});
    }

    void addAttention()
    {
        const auto H = m_c.in(field::model::H);
        add(StepArray::qkv, "W_Q", m_c.in(field::model::N), H);
        add(StepArray::qkv, "W_K, W_V", m_c.in(field::model::K), H, 2);
        add(StepArray::attentionOut, "W_O", m_c.in(field::model::N), H);
    }

    void addExperts()
    {
        const auto& m = m_c.s.model;
        const auto E = m_c.in(field::model::E);
        add(StepArray::router, "W_router", m_c.in.one(), E);
        addMlp(expertMlp, plain(m_c.d.expert) > 1 ? E / m_c.d.expert : E);
        if (m.Es > 0)
            addMlp(sharedMlp, m_c.in(field::model::Es));
    }

    /// Matrices of one MLP, or of all experts of a kind.
    void addMlp(const MlpNames& names, CountOf<R> copies)
    {
        const auto& m = m_c.s.model;
        const auto F = m_c.in(field::model::F);
        add(names.into, m.nmat > 1 ? names.in : names.only, copies, F);
        if (m.nmat > 2)
            add(names.into, names.gate, copies, F, m.nmat - 2);
        if (m.nmat > 1)
            add(names.outOf, names.out, copies, F);
    }

    const NetworkContext<In>& m_c;
    std::vector<WeightsOf<R>> m_all;
};

} // namespace core

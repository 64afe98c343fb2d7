// SPDX-License-Identifier: GPL-3.0-or-later
// The weight matrices one by one, whose sum is the parameters of a layer and those outside the layers.
#pragma once

#include "core/formulas/transformer.h"
#include "core/inputs/inputs.h"
#include "core/scenario/fields_model.h"
#include "core/step/context.h"

#include <string_view>
#include <vector>

namespace core
{

/// A weight array of one layer, or of the whole stage.
template <class R> struct WeightsOf {
    std::string_view name; // a literal: derivations keep it
    CountOf<R> parameters;
    double each = 1; // such arrays
    bool inLayer = true;
    bool routed = false; // spread over expert axes
};

/// What the matrices of an MLP are called; the first where there is only one.
struct MlpNames {
    std::string_view only, in, gate, out;
};
inline constexpr MlpNames denseMlp{"W", "W_in", "W_gate", "W_out"};
inline constexpr MlpNames expertMlp{"W of the experts", "W_in of the experts", "W_gate of the experts",
                                    "W_out of the experts"};
inline constexpr MlpNames sharedMlp{"W of the shared experts", "W_in of the shared experts",
                                    "W_gate of the shared experts", "W_out of the shared experts"};

inline constexpr std::string_view normVectors = "the norm vectors";

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
            m_all.push_back({normVectors, formulas::normParameters(m_c.in(field::model::norms), width())});
        if (m.norms > 0)
            m_all.push_back({"the final norm", formulas::normParameters.as("final")(m_c.in.one(), width()), 1, false});
        for (const char* name : {"W_E", "W_U"})
            if (m.V > 0 && (name[2] == 'E' || !m.tied))
                m_all.push_back({name,
                                 formulas::embeddingParameters.as(name)(c.in.one(), m_c.in(field::model::V), width()),
                                 1, false});
    }

    const std::vector<WeightsOf<R>>& all() const { return m_all; }

private:
    CountOf<R> width() const { return m_c.facts.D; }

    void add(std::string_view name, CountOf<R> copies, CountOf<R> columns, double each = 1, bool routed = false)
    {
        m_all.push_back({name, formulas::matrixParameters.as(name)(copies, width(), columns), each, true, routed});
    }

    void addAttention()
    {
        const auto H = m_c.in(field::model::H);
        add("W_Q", m_c.in(field::model::N), H);
        add("W_K, W_V", m_c.in(field::model::K), H, 2);
        add("W_O", m_c.in(field::model::N), H);
    }

    void addExperts()
    {
        const auto& m = m_c.s.model;
        const auto E = m_c.in(field::model::E);
        add("W_router", m_c.in.one(), E);
        addMlp(expertMlp, plain(m_c.d.expert) > 1 ? E / m_c.d.expert : E);
        if (m.Es > 0)
            addMlp(sharedMlp, m_c.in(field::model::Es));
    }

    /// Matrices of one MLP, or of all experts of a kind.
    void addMlp(const MlpNames& names, CountOf<R> copies)
    {
        const auto& m = m_c.s.model;
        const auto F = m_c.in(field::model::F);
        const bool routed = names.in == expertMlp.in;
        add(m.nmat > 1 ? names.in : names.only, copies, F, 1, routed);
        if (m.nmat > 2)
            add(names.gate, copies, F, m.nmat - 2, routed);
        if (m.nmat > 1)
            add(names.out, copies, F, 1, routed);
    }

    const NetworkContext<In>& m_c;
    std::vector<WeightsOf<R>> m_all;
};

} // namespace core

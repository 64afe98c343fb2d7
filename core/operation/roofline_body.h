// SPDX-License-Identifier: GPL-3.0-or-later
// Slopes and points of a step's roofline, on doubles or on traced numbers (MODEL.md, section c).
#pragma once

#include "core/formulas/memory.h"
#include "core/formulas/roofline.h"
#include "core/formulas/transformer.h"
#include "core/inputs/inputs.h"
#include "core/operation/roofline.h"
#include "core/scenario/fields_hardware.h"
#include "core/scenario/fields_mesh.h"
#include "core/scenario/fields_model.h"
#include "core/scenario/fields_precision.h"
#include "core/scenario/fields_work.h"
#include "core/step/step_times.h"

#include <array>
#include <string_view>

namespace core
{

inline constexpr std::array<Resource, meshAxes> axisResource{Resource::axisX, Resource::axisY, Resource::axisZ};

/// A roof that bounds by bytes.
template <class R> struct SlopeOf {
    Resource resource = Resource::hbm;
    ByteRateOf<R> rate;
    IntensityOf<R> ridge; // where it meets the compute roof
};

/// FLOPs over the bytes of a resource, and the rate reached.
template <class R> struct PointOf {
    Resource resource = Resource::hbm;
    std::string_view name;
    IntensityOf<R> intensity;
    FlopRateOf<R> rate;
};

template <class In> class RooflineBody
{
public:
    using R = typename In::Rep;

    RooflineBody(const Scenario& s, const Reader<In>& in, const ReportOf<R>& report)
        : m_s(s), m_in(in), m_r(report), m_peak(peakRate(s, in))
    {
    }

    FlopRateOf<R> peak() const { return m_peak; }

    /// HBM, the axes that carry something, and DCN.
    std::vector<SlopeOf<R>> slopes() const
    {
        std::vector<SlopeOf<R>> out;
        addSlope(out, Resource::hbm, m_in(field::hw::hbmRate));
        for (std::size_t a = 0; a < meshAxes; ++a) {
            const auto& wire = m_r.bytes.wire[a];
            const auto& time = m_r.time.axis[a];
            if (plain(wire) > 0 && plain(time) > 0)
                addSlope(out, axisResource[a], formulas::deliveredRate.as(axisNames[a])(wire, time));
        }
        if (plain(m_r.time.dcn) > 0)
            addSlope(out, Resource::dcn, m_in(field::hw::dcnRate));
        return out;
    }

    /// The step itself: one point under each slope, all at the rate the step reaches.
    std::vector<PointOf<R>> step(const std::vector<SlopeOf<R>>& slopes) const
    {
        std::vector<PointOf<R>> out;
        const auto rate = formulas::reachedRate(m_r.flops.chip, m_r.time.step);
        if (!std::isfinite(plain(rate)))
            return out;
        for (const auto& slope : slopes) {
            const auto& time = timeOf(slope.resource);
            if (plain(time) > 0)
                out.push_back(
                    {slope.resource, "step", formulas::reachedIntensity(m_r.flops.chip, time, slope.rate), rate});
        }
        return out;
    }

    /// Operations of one chip under the HBM roof.
    std::vector<PointOf<R>> operations() const
    {
        namespace f = formulas;
        const auto& m = m_s.model;
        const auto D = m_in(field::model::D);
        const auto Y = tensor();
        const auto rows =
            m_s.work.micro > 1 ? f::microTokens(m_r.tokensRank, m_in(field::work::micro)) : m_r.tokensRank;
        const auto hidden = f::shardColumns.as("MLP")(m_in(field::model::F), Y);
        std::vector<PointOf<R>> out;
        if (m.E > 0)
            addMatmul(out, "one expert, in", f::expertRows(rows, m_in(field::model::k), m_in(field::model::E)), D,
                      hidden);
        else
            addMatmul(out, "MLP in", rows, D, hidden);
        if (m.attention) {
            const auto H = m_in(field::model::H), N = m_in(field::model::N), K = m_in(field::model::K);
            addMatmul(out, "Q, K, V", rows, D, f::attentionColumns(H, N, K, Y));
            addAttention(out, H, N, K);
        }
        if (m.V > 0)
            addMatmul(out, "vocabulary", rows, D, f::shardColumns.as("vocabulary")(m_in(field::model::V), Y));
        return out;
    }

private:
    using Points = std::vector<PointOf<R>>;

    void addSlope(std::vector<SlopeOf<R>>& out, Resource resource, const ByteRateOf<R>& rate) const
    {
        if (std::isfinite(plain(rate)) && plain(rate) > 0)
            out.push_back({resource, rate, formulas::machineIntensity(m_peak, rate)});
    }

    const SecondsOf<R>& timeOf(Resource resource) const
    {
        for (std::size_t a = 0; a < meshAxes; ++a)
            if (resource == axisResource[a])
                return m_r.time.axis[a];
        return resource == Resource::dcn ? m_r.time.dcn : m_r.time.hbm;
    }

    CountOf<R> tensor() const
    {
        auto all = m_in.one();
        for (std::size_t a = 0; a < meshAxes; ++a)
            if (m_s.mesh.axis[a].role == Role::tensor)
                all = all * m_in(field::mesh::size, a);
        return all;
    }

    void add(Points& out, std::string_view name, const FlopsOf<R>& flops, const BytesOf<R>& bytes) const
    {
        if (!(plain(flops) > 0) || !(plain(bytes) > 0))
            return;
        const auto intensity = formulas::operationIntensity.as(name)(flops, bytes);
        out.push_back({Resource::hbm, name, intensity,
                       formulas::operationRate.as(name)(m_peak, intensity, m_in(field::hw::hbmRate))});
    }

    void addMatmul(Points& out, std::string_view name, const CountOf<R>& rows, const CountOf<R>& width,
                   const CountOf<R>& columns) const
    {
        const auto x = m_in(field::prec::act);
        add(out, name, formulas::matmulFlops.as(name)(rows, width, columns),
            formulas::matmulBytes.as(name)(x, m_in(field::prec::weights), x, rows, width, columns));
    }

    void addAttention(Points& out, const CountOf<R>& H, const CountOf<R>& N, const CountOf<R>& K) const
    {
        const auto S = m_in(field::work::seq);
        const auto T = m_s.work.mode == Mode::decode ? m_in.one() : S;
        const auto share = masksScores(m_s) ? formulas::causalShare(S) : m_in.one();
        add(out, "attention", formulas::fusedAttentionFlops(m_in.one(), T, S, N, H, share),
            formulas::cachedAttentionBytes(m_in(field::prec::act), T, N, H, m_in(field::prec::kv), S, K));
    }

    const Scenario& m_s;
    const Reader<In>& m_in;
    const ReportOf<R>& m_r;
    FlopRateOf<R> m_peak;
};

} // namespace core

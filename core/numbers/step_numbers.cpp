// SPDX-License-Identifier: GPL-3.0-or-later
// Lets the formulas make a number of what was counted on the schedule.
#include "core/numbers/step_numbers.h"

#include "core/collectives/critical_path.h"
#include "core/collectives/networks/blocks.h"
#include "core/collectives/report.h"
#include "core/numbers/bar_number.h"
#include "core/numbers/step_facts.h"
#include "core/numbers/step_titles.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace core
{

namespace
{

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// One number on its way from the facts, run on doubles for the value and on traced numbers for the derivation.
template <class In> class StepPart
{
public:
    using R = typename In::Rep;

    StepPart(const Scenario& s, const StepFacts& facts, const Reader<In>& in)
        : m_facts(facts), m_in(in), m_c(s, facts.collective.study, in)
    {
    }

    R number() const
    {
        switch (m_facts.place.number) {
        case StepNumber::stepEnd:
            return end().si();
        case StepNumber::held:
            return pieces(formulas::heldBytes, "coll.chunks.held").si();
        case StepNumber::linkBytes:
            return carried().si();
        case StepNumber::linkLoad:
            return formulas::linkLoad.in("%")(carried(), capacity()).si();
        case StepNumber::linkCapacity:
            return capacity().si();
        case StepNumber::message:
            return message().si();
        case StepNumber::busiest:
            return formulas::busiestBytes(carried()).si();
        case StepNumber::sent:
            return pieces(formulas::sentBytes, "coll.chunks.sent").si();
        case StepNumber::chunks:
            return chunksOfShard().si();
        case StepNumber::terms:
            return formulas::sumTerms(m_in.count("coll.terms.own", m_facts.terms.own), others()).si();
        case StepNumber::slideSum:
            return slideSum().si();
        case StepNumber::buffers:
            return buffers().si();
        case StepNumber::arrival:
        case StepNumber::naiveArrival:
            return BarPart<In>(m_c, m_facts.bar).arrival(message()).si();
        case StepNumber::exposed:
        case StepNumber::naiveExposed:
            return BarPart<In>(m_c, m_facts.bar).exposed(message()).si();
        case StepNumber::productEnd:
        case StepNumber::naiveProductEnd:
            return BarPart<In>(m_c, m_facts.bar).productEnd().si();
        case StepNumber::blockBytes:
            return blockBytes().si();
        case StepNumber::blockMean:
            return blockMean().si();
        case StepNumber::blockMost:
            return formulas::busiestBytes(carried()).si();
        case StepNumber::blockLoad:
            return formulas::linkLoad.in("%")(formulas::busiestBytes(carried()), capacity()).si();
        case StepNumber::blockMeanLoad:
            return formulas::linkLoad.in("%")(blockMean(), capacity()).si();
        case StepNumber::blockLinks:
            return blockLinks().si();
        case StepNumber::blockChips:
            return formulas::blockChips(ofBlock(0), ofBlock(1), ofBlock(2)).si();
        }
        return R(0);
    }

private:
    CountOf<R> chunksOfShard() const
    {
        const auto& shard = m_facts.shard;
        return formulas::shardChunks(m_in.count("coll.chunks.first", shard.atFirst),
                                     shard.came > 0 ? m_in.count("coll.chunks.came", shard.came) : m_in.none(),
                                     shard.gone > 0 ? m_in.count("coll.chunks.gone", shard.gone) : m_in.none());
    }

    BytesOf<R> message() const { return pieces(formulas::messageBytes, "coll.chunks.message"); }

    CountOf<R> others() const
    {
        return m_facts.terms.others > 0 ? m_in.count("coll.terms.others", m_facts.terms.others) : m_in.none();
    }

    /// Only of chips whose numbers are in.
    CountOf<R> slideSum() const
    {
        constexpr std::array keys{"coll.slide.A", "coll.slide.B", "coll.slide.C", "coll.slide.D"};
        const auto of = [&](std::size_t chip) {
            const auto& term = m_facts.slide[chip];
            return term ? m_in.count(keys[chip], *term) : m_in.none();
        };
        return formulas::slideSum(of(0), of(1), of(2), of(3));
    }

    CountOf<R> buffers() const
    {
        const auto& found = m_facts.buffers;
        const auto some = [&](std::string_view key, int n) { return n > 0 ? m_in.count(key, n) : m_in.none(); };
        return formulas::stepBuffers(m_in.count("coll.buffers.kept", found.kept), some("coll.buffers.made", found.made),
                                     some("coll.buffers.arriving", found.arriving),
                                     found.halves > 1 ? m_in.count("coll.buffers.halves", found.halves) : m_in.one());
    }

    /// Of a flat torus no chips lie behind each other.
    CountOf<R> ofBlock(std::size_t axis) const
    {
        constexpr std::array keys{"coll.block.X", "coll.block.Y", "coll.block.Z"};
        return m_facts.collective.whole.axes[axis].length > 1 ? m_in.count(keys[axis], m_facts.sides[axis])
                                                              : m_in.one();
    }

    /// Through the face of the block.
    CountOf<R> blockLinks() const
    {
        const auto across = at(axisOf(m_facts.place.port));
        return formulas::blockLinks(ofBlock(across == 0 ? 1 : 0), ofBlock(across == 2 ? 1 : 2));
    }

    BytesOf<R> blockMean() const { return formulas::linksMean(blockBytes(), blockLinks()); }

    BytesOf<R> blockBytes() const
    {
        return m_facts.alike ? formulas::linksBytes(blockLinks(), carried())
                             : pieces(formulas::linksChunkBytes, "coll.block.chunks", m_facts.together);
    }

    SecondsOf<R> end() const
    {
        const int step = m_facts.place.step;
        return endOfSteps(m_c, m_c.s.coll.clock, step, step == 0 ? 0 : m_facts.collective.stepEnds[at(step - 1)],
                          m_facts.context);
    }

    BytesOf<R> capacity() const { return formulas::linkCapacity.as(m_facts.context)(m_c.w, end()); }

    const ChunkSpace& chunks() const { return scheduleOf(m_facts.collective.study, m_facts.place.number).chunks; }

    BytesOf<R> chunk() const
    {
        return formulas::chunkBytes(cutBytes(), m_in.count("coll.chunks", static_cast<double>(chunks().count())));
    }

    /// What the chunks are cut from: the array, or the arrays of all chips.
    BytesOf<R> cutBytes() const
    {
        const double cut = chunks().totalBytes();
        const auto is = [&](const BytesOf<R>& bytes) { return std::abs(plain(bytes) - cut) <= 1e-9 * cut; };
        if (is(m_c.array))
            return m_c.array;
        const auto all = m_c.n * m_c.array;
        return is(all) ? all : m_in.bytes("coll.cut", cut);
    }

    template <class F> BytesOf<R> pieces(const F& ofChunks, std::string_view key) const
    {
        return pieces(ofChunks, key, m_facts.pieces);
    }

    template <class F> BytesOf<R> pieces(const F& ofChunks, std::string_view key, const Pieces& counted) const
    {
        return chunks().isUniform() ? ofChunks(m_in.count(key, static_cast<double>(counted.chunks)), chunk())
                                    : elements(counted);
    }

    BytesOf<R> elements(const Pieces& counted) const
    {
        const double each = m_c.study.request.elementBytes;
        return formulas::elementBytes(m_in.count("coll.elements", std::round(counted.bytes / each)),
                                      m_in.bytes("coll.element", each));
    }

    /// Messages by their bytes where they are alike.
    BytesOf<R> carried() const
    {
        const auto& p = m_facts.pieces;
        if (!chunks().isUniform() || !p.areAlike())
            return pieces(formulas::carriedBytes, "coll.chunks.link");
        const double each = static_cast<double>(p.chunks) / p.messages;
        return formulas::messagesBytes(m_in.count("coll.messages", p.messages),
                                       formulas::messageBytes(m_in.count("coll.chunks.message", each), chunk()));
    }

    const StepFacts& m_facts;
    const Reader<In>& m_in;
    CollectiveContext<In> m_c;
};

Dim dimOf(StepNumber number)
{
    if (isBar(number))
        return dim::second;
    switch (number) {
    case StepNumber::stepEnd:
        return dim::second;
    case StepNumber::linkLoad:
    case StepNumber::blockLoad:
    case StepNumber::blockMeanLoad:
    case StepNumber::blockLinks:
    case StepNumber::blockChips:
    case StepNumber::chunks:
    case StepNumber::terms:
    case StepNumber::slideSum:
    case StepNumber::buffers:
        return dim::count;
    default:
        return dim::byte;
    }
}

std::string_view unitOf(StepNumber number)
{
    using enum StepNumber;
    return number == linkLoad || number == blockLoad || number == blockMeanLoad ? "%" : "";
}

PlacedNumber numberOf(const Scenario& s, const StepFacts& facts, std::string_view id)
{
    const Plain inputs;
    const Reader<Plain> in(inputs);
    const auto number = facts.place.number;
    return {std::string(id), titleOf(facts), std::string(unitOf(number)), dimOf(number),
            StepPart<Plain>(s, facts, in).number()};
}

Derivation derivationOf(const Scenario& s, const StepFacts& facts, std::string_view id)
{
    Tape tape;
    const Recording inputs(tape, s);
    const Reader<Recording> in(inputs);
    const auto number = StepPart<Recording>(s, facts, in).number();
    if (number.value() != number.value())
        return {std::string(id), {}};
    return derivationTree(std::string(id), number, dimOf(facts.place.number));
}

/// Of the scenario's own collective.
tl::expected<StepFacts, std::string> factsOf(const Scenario& s, std::string_view id)
{
    if (const auto named = checkStepNumber(id); !named)
        return tl::unexpected(named.error());
    auto* stage = latestStage(s);
    return stage ? stepFacts(*stage, s, id) : tl::unexpected(latestCollective(s).problem);
}

} // namespace

tl::expected<PlacedNumber, std::string> placedNumber(const Scenario& s, std::string_view id)
{
    const auto facts = factsOf(s, id);
    if (!facts)
        return tl::unexpected(facts.error());
    return numberOf(s, *facts, id);
}

tl::expected<DerivedNumber, std::string> placedNumberOf(const WholeCollective& collective, const Scenario& s,
                                                        std::string_view id)
{
    StepStage stage(collective);
    const auto facts = stepFacts(stage, s, id);
    if (!facts)
        return tl::unexpected(facts.error());
    return DerivedNumber{numberOf(s, *facts, id), derivationOf(s, *facts, id)};
}

std::string placedText(const PlacedNumber& number, ByteUnits bytes, int digits)
{
    return format(number.value, number.dim, {digits, bytes, number.unit});
}

Derivation derivePlaced(const Scenario& s, std::string_view id)
{
    const auto facts = factsOf(s, id);
    return facts ? derivationOf(s, *facts, id) : Derivation{std::string(id), {}};
}

} // namespace core

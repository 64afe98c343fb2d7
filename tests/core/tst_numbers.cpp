// SPDX-License-Identifier: GPL-3.0-or-later
// The registry: every id that it lists has a value that is read as it is, a title, and a reason that, worked out as
// written, gives the value.
#include "core/collectives/analysis.h"
#include "core/collectives/gantt.h"
#include "core/collectives/report.h"
#include "core/design/collectives.h"
#include "core/evaluate/evaluate.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/design_numbers.h"
#include "core/numbers/id_pattern.h"
#include "core/numbers/metric_sentences.h"
#include "core/numbers/metrics.h"
#include "core/numbers/number_rows.h"
#include "core/scenario/fields.h"
#include "support/asked.h"
#include "support/evaluate_line.h"
#include "support/near.h"
#include "support/random_scenario.h"
#include "support/suite.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <semaphore>
#include <set>
#include <thread>
#include <utility>
#include <vector>

using namespace core;
using namespace Qt::Literals::StringLiterals;

class TstNumbers : public QObject
{
    Q_OBJECT

private slots:
    void everyNumberHasAReason();
    void everyPatternHasNumbers();
    void theSentenceOfALinkCountSaysWhere();
    void aBubbleIsComparedWithEachPart();
    void unknownIdsAreRefused();
    void aLongAnalysisGoesOnElsewhere();
    void aLongAnalysisBringsItsTimeline();
    void aLongAnalysisStops_data();
    void aLongAnalysisStops();
};

namespace
{

/// What may stand at a place, tried in turn; most chips, links and steps of a collective are alike.
const std::vector<std::string>& candidates(std::string_view place)
{
    static const std::vector<std::string> first{"0", "1"};
    static const std::vector<std::string> links{"X+", "X-", "Y+", "sends"};
    static const std::vector<std::string> products{"1"};
    static const std::vector<std::string> steps{"0", "1", "2"};
    static const std::vector<std::string> roofs{"hbm", "X", "Y", "dcn"};
    static const std::vector<std::string> operations{"MLP in", "attention", "Q, K, V", "vocabulary"};
    if (place == "roof" || place == "name")
        return place == "roof" ? roofs : operations;
    return place == "link" ? links : place == "product" ? products : place == "step" || place == "to" ? steps : first;
}

std::vector<std::string> filled(const NumberRow& row)
{
    std::vector<std::string> ids{std::string(headOf(row.pattern))};
    const auto places = placesOf(row.pattern);
    for (std::size_t i = 0; i < places.size(); ++i) {
        std::vector<std::string> longer;
        for (const auto& id : ids)
            for (const auto& text : candidates(places[i]))
                longer.push_back(std::string(id).append(i > 0 ? "," : "").append(text));
        ids = std::move(longer);
    }
    return ids;
}

/// Metrics first, in their order.
std::vector<NumberRow> numberRows(const Catalogue& catalogue)
{
    std::vector<NumberRow> rows;
    for (const auto& metric : metrics(catalogue))
        rows.push_back({metric.id, metric.title, metric.unit, metric.dim, {}});
    for (const auto& kind : {rooflineNumberRows(), stepNumberRows(), designNumberRows(), customNumberRows()})
        rows.insert(rows.end(), kind.begin(), kind.end());
    return rows;
}

/// Ids of a row that the workspace may have numbers of.
std::vector<std::string> idsOf(const NumberRow& row, const Scenario& s)
{
    if (!row.pattern.starts_with("design."))
        return filled(row);
    std::vector<std::string> ids;
    const auto name = std::string_view(row.pattern).substr(7, row.pattern.find('/') - 7);
    for (const auto& one : designCollectives(s))
        if (name != "steps" || ids.empty()) // opens each: a schedule of up to thousands of chips
            ids.push_back(designNumberId(name, one));
    return ids;
}

/// Where the text, read with its unit, is another number: GB for a value over 2^30, or GiB for one over 10^9.
std::string misread(const NumberValue& number)
{
    constexpr double rounded = 0.00501; // of three digits
    if (number.dim == dim::count || !std::isfinite(number.si()))
        return {};
    const auto read = tests::evaluateLine(number.text());
    const bool same = read.error.empty() && (read.dim == number.dim || number.si() == 0) &&
                      std::abs(read.value - number.si()) <= rounded * std::abs(number.si());
    return same ? std::string() : number.text() + " is read as another number";
}

/// A sentence where the reason is none, does not give the value, or does not come out as written.
std::string complaint(const NumberValue& number, const Explained& explained)
{
    if (number.title.empty() || explained.title != number.title || number.text().empty())
        return "no title";
    if (explained.derivation.steps.empty())
        return "no reason";
    const auto& first = explained.derivation.steps.front();
    const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
    if (std::holds_alternative<double>(number.value) && bits(first.value) != bits(number.si()))
        return "another value than its reason gives";
    const bool argued = !first.expression.nodes.empty() || !first.fieldId.empty();
    if (!argued && first.sentence.empty())
        return "neither derivation nor sentence";
    if (auto wrong = tests::disagreement(explained.derivation); !wrong.empty())
        return wrong;
    return misread(number);
}

/// Looks at every number of a workspace; returns the patterns that have some.
std::set<std::string> lookAtAll(const Workspace& w)
{
    std::set<std::string> found;
    for (const auto& row : numberRows(*w.scenario.presets))
        for (const auto& id : idsOf(row, w.scenario)) {
            const auto number = value(w, id);
            const auto explained = explain(w, id);
            if (number.has_value() != explained.has_value())
                qFatal("%s is there and is not", id.c_str());
            if (!number)
                continue;
            found.insert(row.pattern);
            if (const auto wrong = complaint(*number, *explained); !wrong.empty())
                qFatal("%s: %s", id.c_str(), wrong.c_str());
        }
    return found;
}

void set(Scenario& s, const char* field, const std::string& text)
{
    if (const auto done = setFieldFromText(s, field, text); !done)
        qFatal("%s", done.error().c_str());
}

} // namespace

/// Of designs drawn at random, each with another collective.
void TstNumbers::everyNumberHasAReason()
{
    if (!qEnvironmentVariableIsSet("RC_PARAMS"))
        qputenv("RC_PARAMS", "seed=2026 max_success=200 max_discard_ratio=100");
    QVERIFY(rc::check("every number has a reason that gives it", [] {
        auto s = tests::validScenario();
        const std::vector<std::string> kinds{"all-gather", "all-reduce", "all-to-all", "permute", "matmul-gather"};
        const std::vector<std::string> sizes{"2", "4", "5"};
        set(s, "coll.torus", *rc::gen::elementOf(sizes));
        set(s, "coll.kind", *rc::gen::elementOf(kinds));
        const auto report = evaluate(s);
        CollectiveCache cache;
        RC_ASSERT(lookAtAll({s, report, cache}).size() > 60);
    }));
}

/// A ring, a torus, a matmul and its custom schedule, one of the slide, and an opened design have them all together.
void TstNumbers::everyPatternHasNumbers()
{
    std::set<std::string> found;
    const auto look = [&](const std::vector<std::pair<const char*, std::string>>& fields) {
        auto s = defaultScenario(shippedCatalogue());
        for (const auto& [field, text] : fields)
            set(s, field, text);
        const auto report = evaluate(s);
        CollectiveCache cache;
        found.merge(lookAtAll({s, report, cache}));
    };
    look({{"coll.torus", "8x8"}, {"coll.wrap", "ring"}});
    look({{"coll.torus", "4"},
          {"coll.wrap", "ring"},
          {"coll.kind", "reduce-scatter"},
          {"coll.direction", "one"},
          {"coll.algorithm", "ring"}});
    look({{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.kind", "matmul-gather"}, {"coll.F", "1024"}});
    for (const auto& row : numberRows(shippedCatalogue()))
        if (row.pattern.starts_with("coll.") && row.pattern.find('@') != std::string::npos)
            QVERIFY2(found.contains(row.pattern), row.pattern.c_str());
}

void TstNumbers::theSentenceOfALinkCountSaysWhere()
{
    auto s = defaultScenario(shippedCatalogue());
    set(s, "hw.chip", "tpu-v5p");
    const auto derivation = tests::derivation(s, "time.X");
    const auto links = std::find_if(derivation.steps.begin(), derivation.steps.end(),
                                    [](const DerivationStep& step) { return step.symbol == "l_X"; });
    QVERIFY(links != derivation.steps.end());
    QVERIFY2(links->sentence.starts_with("X spans ") && links->sentence.find(" slice") != std::string::npos,
             links->sentence.c_str());
    QVERIFY(links->source.empty());
}

void TstNumbers::unknownIdsAreRefused()
{
    const auto nearly = checkNumber(shippedCatalogue(), "batch.crit");
    QVERIFY(!nearly && nearly.error().ends_with("the nearest is 'batch.critical'"));
    const auto s = defaultScenario(shippedCatalogue());
    for (const char* id :
         {"", "time.nothing", "coll.nothing@1", "coll.held", "design.total", "own.nothing", "@", "a/b"}) {
        const auto found = tests::explained(s, id);
        QVERIFY2(!found && !found.error().empty(), id);
    }
    QVERIFY(tests::number(s, "coll.nothing@1").error().find("coll.held@STEP,CHIP") != std::string::npos);
}

/// Asked again at the end, also for another collective than the one that was begun.
void TstNumbers::aLongAnalysisGoesOnElsewhere()
{
    auto s = defaultScenario(shippedCatalogue());
    set(s, "coll.torus", "8x8x8");
    set(s, "coll.kind", "all-to-all");
    CollectiveCache cache;
    std::counting_semaphore<> ends{0};
    cache.setPatience({std::chrono::milliseconds(0), [&] { ends.release(); }});
    const auto begun = cache.report(s);
    QVERIFY(cache.isWorking() && !begun->analysis && !begun->problem.empty());
    set(s, "coll.torus", "8x8x4");
    for (int asked = 0; cache.report(s), cache.isWorking(); ++asked) {
        QVERIFY(asked < 3);
        ends.acquire();
    }
    const auto there = cache.report(s);
    QVERIFY(there->analysis && there->analysis->request.topology.chips() == 256);
    QCOMPARE(there->numbers.time.si(), evaluateCollective(s).numbers.time.si());
    QCOMPARE(cache.report(s), there);
    set(s, "coll.torus", "8x8x8");
    std::ignore = cache.report(s);
    cache.setPatience({}); // waits, and calls nothing back
    QVERIFY(!ends.try_acquire());
    QVERIFY(cache.report(s)->analysis);
}

namespace
{

Scenario longCollective(const std::string& torus, const std::string& kind)
{
    auto s = defaultScenario(shippedCatalogue());
    set(s, "coll.torus", torus);
    set(s, "coll.wrap", "line");
    set(s, "coll.kind", kind);
    set(s, "coll.axes", "all");
    return s;
}

} // namespace

/// A timeline of what took long needs no second timing: its first chip's bars come with the analysis, and are the same.
void TstNumbers::aLongAnalysisBringsItsTimeline()
{
    const auto s = longCollective("200", "all-to-all");
    CollectiveCache cache;
    std::counting_semaphore<> ends{0};
    cache.setPatience({std::chrono::milliseconds(0), [&] { ends.release(); }});
    std::ignore = cache.report(s);
    ends.acquire();
    const auto& analysis = *cache.report(s)->analysis;
    QVERIFY(analysis.busiest && analysis.busiest->gantt.lanes.size() == 2);
    const auto plain = evaluateCollective(s).analysis;
    QVERIFY(!plain->busiest); // the command line asks for no bars
    QCOMPARE(busiestChip(analysis), busiestChip(*plain));
    const auto kept = linkGantt(analysis, s.coll.clock, busiestChip(analysis));
    const auto anew = linkGantt(*plain, s.coll.clock, busiestChip(*plain));
    QCOMPARE(kept.end, anew.end);
    for (std::size_t lane = 0; lane < 2; ++lane) {
        QCOMPARE(kept.lanes[lane].bars.size(), anew.lanes[lane].bars.size());
        QCOMPARE(kept.lanes[lane].bars.back().end, anew.lanes[lane].bars.back().end);
    }
}

/// What takes long is stopped long before its end: by another collective, by cancel(), and by the end of the cache.
void TstNumbers::aLongAnalysisStops_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<QString>("kind");
    QTest::newRow("blocks") << u"300"_s << u"all-to-all"_s;
    QTest::newRow("matmul") << u"512"_s << u"matmul-gather"_s;
    QTest::newRow("reduced") << u"512"_s << u"matmul-scatter"_s;
    QTest::newRow("sums") << u"16x16x16"_s << u"all-reduce"_s;
}

void TstNumbers::aLongAnalysisStops()
{
    QFETCH(QString, torus);
    QFETCH(QString, kind);
    const auto s = longCollective(torus.toStdString(), kind.toStdString());
    const auto small = defaultScenario(shippedCatalogue());
    QElapsedTimer timer;
    timer.start();
    QVERIFY(evaluateCollective(s).analysis);
    const auto whole = timer.elapsed();
    const auto begun = [&](CollectiveCache& cache) {
        cache.setPatience({std::chrono::milliseconds(0), [] {}});
        std::ignore = cache.report(s);
        const auto used = std::clock();
        while (std::clock() - used < whole * CLOCKS_PER_SEC / 8000) // until it is well under way
            std::this_thread::yield();
        timer.restart();
    };
    for (int way = 0; way < 3; ++way) {
        {
            CollectiveCache cache;
            begun(cache);
            if (way == 0)
                std::ignore = cache.report(small);
            if (way == 1)
                cache.cancel();
            QCOMPARE(cache.isCancelled(s), way == 1);
            if (way == 1) {
                QVERIFY(!cache.isWorking() && !cache.report(s)->analysis && !cache.isWorking());
                cache.tryAgain();
                std::ignore = cache.report(s);
                QVERIFY(cache.isWorking());
            }
        }
        QVERIFY2(timer.elapsed() < std::max<qint64>(whole / 2, 10),
                 qPrintable(u"way %1: %2 of %3 ms"_s.arg(way).arg(timer.elapsed()).arg(whole)));
        qInfo("way %d: %lld of %lld ms", way, timer.elapsed(), whole);
    }
}

/// Two stages, nothing overlapped: of 4 microbatches 1 of 5 slots is idle, more than X or Y takes of the step, though
/// not than both together; of 16 1 of 17, and X takes longer.
void TstNumbers::aBubbleIsComparedWithEachPart()
{
    auto s = *readScenario(shippedCatalogue().scenario("llama3-405b-v5p")->json, "", shippedCatalogue());
    s.conv.comms = Overlap::none;
    s.work.micro = 4;
    const auto few = evaluate(s);
    QCOMPARE(few.time.bubble.si(), 0.2);
    const double waits = few.time.step.si() * 0.8 - few.time.math.si();
    QVERIFY(0.2 * few.time.step.si() < waits && 0.2 * few.time.step.si() > few.time.axis[1].si());
    COMPARE_NEAR(dominantBubble(few), few.time.idle.si(), 1e-12);
    QVERIFY(few.time.idle.si() <= 0.2 * few.time.step.si()); // the last reductions keep no slot idle
    s.work.micro = 16;
    QCOMPARE(dominantBubble(evaluate(s)), 0.0);
}

ROOFLIGHT_TEST(TstNumbers)
#include "tst_numbers.moc"

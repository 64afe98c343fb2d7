// SPDX-License-Identifier: GPL-3.0-or-later
// Words and numbers, in as many lines as there is room for.
#include "ui/timeline/order_facts.h"

#include "core/quantity/format.h"
#include "ui/charts/chart_style.h"
#include "ui/numbers/number_text.h"
#include "ui/numbers/value_label.h"

#include <QLabel>
#include <QVBoxLayout>

#include <cmath>

namespace ui
{

namespace
{

constexpr int fontSize = 12;

QString clockText(core::CollectiveClock clock)
{
    switch (clock) {
    case core::CollectiveClock::async:
        return OrderFacts::tr("· steps overlap");
    case core::CollectiveClock::lockstep:
        return OrderFacts::tr("· lockstep");
    case core::CollectiveClock::book:
        break;
    }
    return OrderFacts::tr("· hop or bytes");
}

QLabel* addWord(NumberText& line, const QString& text)
{
    auto* word = line.addWord(text);
    word->setForegroundRole(QPalette::PlaceholderText);
    return word;
}

} // namespace

OrderFacts::OrderFacts(QWidget* parent) : QWidget(parent), m_lines(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("own.facts"));
    m_lines->setContentsMargins(12, 0, 12, 2);
    m_lines->setSpacing(0);
    auto& own = addLine();
    layOutOwn(own, addLine());
    layOutEngine(addLine());
}

NumberText& OrderFacts::addLine()
{
    auto* line = new NumberText(fontSize, this);
    m_lines->addWidget(line);
    return *line;
}

void OrderFacts::layOutOwn(NumberText& times, NumberText& buffers)
{
    NumberText* line = &times;
    const auto word = [&](const QString& text) { m_own.push_back(addWord(*line, text)); };
    const auto number = [&](const char* id, const QString& title) {
        auto* label = line->addNumber(QLatin1String(id), title);
        m_own.push_back(label);
        return label;
    };
    word(tr("This order"));
    m_time = number("own.time", tr("Time of this order"));
    word(tr("· serialized"));
    m_serialized = number("own.naive", tr("Serialized"));
    word(tr("· saved"));
    m_savedWord = static_cast<QLabel*>(m_own.back());
    m_saved = number("own.saved", tr("Time saved"));
    m_share = number("own.saved_share", tr("Share saved"));
    line = &buffers;
    word(tr("Buffers"));
    m_buffers = number("own.buffers", tr("Buffers of this order"));
    word(tr("instead of"));
    m_naiveBuffers = number("own.naive_buffers", tr("Buffers when serialized"));
}

void OrderFacts::layOutEngine(NumberText& line)
{
    using enum core::CollectiveAlgorithm;
    addWord(line, tr("Built in:"));
    const auto add = [&](core::CollectiveAlgorithm mode, const char* id, const QString& words, const QString& title) {
        m_engines.push_back({mode, addWord(line, words), line.addNumber(QLatin1String(id), title)});
    };
    add(uni, "own.engine.uni", tr(" one direction"), tr("Built in, unidirectional"));
    add(halves, "own.engine.halves", tr("· half-shards"), tr("Built in, bidirectional half-shards"));
    add(whole, "own.engine.whole", tr("· whole"), tr("Built in, bidirectional whole shards"));
    m_clock = addWord(line, {});
}

void OrderFacts::present(const core::MatmulRequest& given, const core::OwnMatmul* own)
{
    for (QWidget* part : m_own)
        part->setVisible(own != nullptr);
    if (own)
        showOwn(given, *own);
    auto request = given;
    request.topology.oneWay = false; // of the order alone
    for (const Engine& engine : m_engines) {
        request.mode = engine.mode;
        const auto plan = core::planMatmul(request);
        engine.word->setVisible(plan.has_value());
        engine.time->setVisible(plan.has_value());
        if (plan)
            engine.time->present(timeText(core::timeOverlapped(request, *plan).by(request.clock).si()));
    }
    m_clock->setText(clockText(request.clock));
}

void OrderFacts::showOwn(const core::MatmulRequest& request, const core::OwnMatmul& own)
{
    const double serialized = own.timing.serialized.by(request.clock).si();
    const double overlapped = own.timing.overlapped.by(request.clock).si();
    const double saved = own.timing.saved(request.clock).si();
    const bool saves = saved >= 0;
    const double share = std::abs(saved) / serialized;
    m_time->present(timeText(overlapped));
    m_serialized->present(timeText(serialized));
    m_savedWord->setText(saves ? tr("· saved") : tr("· lost"));
    m_saved->setMetric(saves ? QStringLiteral("own.saved") : QStringLiteral("own.lost"),
                       saves ? tr("Time saved") : tr("Time lost"));
    m_saved->present(timeText(std::abs(saved)));
    m_share->setMetric(saves ? QStringLiteral("own.saved_share") : QStringLiteral("own.lost_share"),
                       saves ? tr("Share saved") : tr("Share lost"));
    m_share->present(QString::fromStdString(core::format(share, core::dim::count, {.countUnit = core::shareUnit})));
    m_buffers->present(QString::number(own.plan.buffers));
    m_naiveBuffers->present(QString::number(own.plan.naiveBuffers));
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Track, label and threshold of the ratio.
#include "ui/timeline/ratio_slider.h"

#include "core/collectives/analysis.h"
#include "core/collectives/report.h"
#include "core/numbers/collective_cache.h"
#include "core/scenario/fields.h"
#include "ui/charts/chart_style.h"
#include "ui/controls/log_slider.h"
#include "ui/numbers/value_label.h"
#include "ui/session/field_text.h"
#include "ui/theme/painting.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr double widestRatio = 64;
constexpr int markHeight = 6; // of what points at the threshold

/// Powers of two around 1, within the range of the field and wide enough for the current value.
TrackScale scaleOf(const core::Field& field, double evenWidth, double now)
{
    TrackScale scale;
    scale.kind = core::Scale::log2;
    const double reach = std::max({widestRatio, 2 * now, 2 / now});
    scale.min = std::max(field.min / evenWidth, 1 / reach);
    scale.max = std::min(field.max / evenWidth, reach);
    for (double detent = std::exp2(std::ceil(std::log2(scale.min))); detent <= scale.max; detent *= 2) {
        scale.detents.push_back(detent);
    }
    return scale;
}

const core::CollectiveMatmul* matmulIn(const core::CollectiveAnalysis& analysis)
{
    const auto& plan = analysis.matmul;
    return plan ? &*plan : nullptr;
}

} // namespace

RatioSlider::RatioSlider(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session),
      m_value(new ValueLabel(QStringLiteral("coll.math_ratio"), tr("Math over transfer"), this)),
      m_by(new QLabel(this)), m_note(new QLabel(this)),
      m_track(new LogSlider({core::Scale::log2, 1 / widestRatio, widestRatio, false, {}}, this)),
      m_threshold(new ValueLabel(QStringLiteral("coll.hidden_from"), tr("Just hidden from"), this))
{
    setObjectName(QStringLiteral("ratio"));
    m_value->setObjectName(QStringLiteral("ratio.value"));
    m_track->setObjectName(QStringLiteral("ratio.track"));
    m_track->setAccessibleName(tr("Math time over transfer time of a shard"));
    m_note->setObjectName(QStringLiteral("ratio.note"));
    m_note->setWordWrap(true);
    m_note->hide();
    m_threshold->setForm(ValueLabel::Form::captioned, 11, 13);
    auto* list = new QVBoxLayout;
    list->setSpacing(0);
    list->addLayout(makeWords());
    list->addWidget(m_track);
    list->addSpacing(markHeight);
    list->addWidget(m_note);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addLayout(list, 1);
    line->addWidget(m_threshold, 0, Qt::AlignTop);
    connectTrack();
}

/// Reserves the width of the longest number, so that the words behind it do not move.
QLayout* RatioSlider::makeWords()
{
    m_value->setForm(ValueLabel::Form::line, 13, 13);
    m_value->reserve(QStringLiteral("0.0888"));
    auto* line = new QHBoxLayout;
    line->setSpacing(2);
    line->addWidget(new QLabel(tr("Math : overlapped transfer"), this));
    line->addWidget(m_value);
    line->addWidget(m_by);
    line->addStretch();
    return line;
}

void RatioSlider::connectTrack()
{
    connect(m_track, &LogSlider::pressed, this, [this] { m_gesture = m_session.beginGesture(); });
    connect(m_track, &LogSlider::dragged, this, [this](double ratio) { edit(ratio, m_gesture); });
    connect(m_track, &LogSlider::released, this, [this] { m_session.endGesture(); });
    connect(m_track, &LogSlider::stepped, this, [this](double ratio, bool again) {
        m_gesture = again && m_gesture != 0 ? m_gesture : m_session.nextGesture();
        edit(ratio, m_gesture);
    });
    connect(m_track, &LogSlider::wheeled, this, [this](double ratio) { edit(ratio, m_session.nextGesture()); });
    connect(m_track, &LogSlider::defaultAsked, this, [this] { edit(1, m_session.nextGesture()); });
}

void RatioSlider::present(const Snapshot& snapshot)
{
    const core::Scenario& scenario = snapshot.scenario;
    const auto report = snapshot.cache->report(scenario);
    const double hiddenFrom = report->analysis ? report->numbers.hiddenFrom.si() : 0;
    const auto* plan = report->analysis ? matmulIn(*report->analysis) : nullptr;
    const bool known = plan && hiddenFrom > 0;
    m_hides = known && std::isfinite(hiddenFrom);
    setVisible(known);
    if (!known) {
        m_ratio = 0;
        return;
    }
    const bool gathers = plan->form == core::MatmulForm::gather;
    m_field = core::findField(gathers ? "coll.F" : "coll.D");
    m_width = std::get<double>(m_field->get(scenario));
    m_ratio = report->numbers.mathRatio.si();
    m_evenWidth = m_hides ? hiddenFrom : m_width / m_ratio;
    m_track->setScale(scaleOf(*m_field, m_evenWidth, m_ratio));
    m_track->setDefault(1);
    m_track->present(m_ratio);
    m_threshold->present(m_hides
                             ? QStringLiteral("%1 = %2").arg(sizeName(), countText(std::ceil(hiddenFrom * (1 - 1e-9))))
                             : countText(hiddenFrom));
    m_value->present(countText(m_ratio), tr(": 1"));
    m_by->setText(tr("by %1 = %2").arg(sizeName(), countText(m_width)));
    m_track->setValueText(text());
    m_track->setStatusTip(gathers ? tr("Changes F, the columns of the weights; the bytes sent stay the same")
                                  : tr("Changes D, the dimension summed over; the bytes sent stay the same"));
    setToolTip(m_track->statusTip());
    m_note->hide();
    update();
}

QString RatioSlider::sizeName() const { return m_field && m_field->id == "coll.D" ? tr("D") : tr("F"); }

QString RatioSlider::text() const
{
    return tr("Math : overlapped transfer  %1 : 1, by %2 = %3").arg(countText(m_ratio), sizeName(), countText(m_width));
}

void RatioSlider::edit(double ratio, Gesture gesture)
{
    if (!m_field) {
        return;
    }
    const double rounding = 1e-9 * m_evenWidth;
    const double width = std::clamp(std::ceil(ratio * m_evenWidth - rounding), m_field->min, m_field->max);
    const auto done = m_session.edit(m_field->id, width, gesture);
    m_note->setVisible(!done);
    m_note->setText(done ? QString() : inWords(done.error(), m_session.scenario()));
}

void RatioSlider::paintEvent(QPaintEvent*)
{
    const TrackScale& scale = m_track->scale();
    if (!m_field || !m_hides || scale.min > 1 || scale.max < 1) {
        return;
    }
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal x = m_track->x() + m_track->xOf(1);
    const qreal tip = m_track->geometry().bottom() - 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    painter.drawPolygon(QPolygonF{{x, tip}, {x - 4, tip + 6}, {x + 4, tip + 6}});
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Track, label and threshold of the ratio.
#include "ui/timeline/ratio_slider.h"

#include "core/evaluate/collective.h"
#include "core/quantity/format.h"
#include "core/scenario/fields.h"
#include "ui/controls/log_slider.h"
#include "ui/theme/painting.h"

#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ui
{

namespace
{

constexpr double widestRatio = 64;
constexpr int footHeight = 18; // where the threshold is named

QString countText(double value) { return QString::fromStdString(core::format(value, core::dim::count)); }

/// Powers of two about 1, as far as the field goes and as wide as the value of now asks for.
TrackScale scaleOf(const core::Field& field, double hiddenFrom, double now)
{
    TrackScale scale;
    scale.kind = core::Scale::log2;
    const double reach = std::max({widestRatio, now, now > 0 ? 1 / now : 1});
    scale.least = std::max(field.least / hiddenFrom, 1 / reach);
    scale.most = std::min(field.most / hiddenFrom, reach);
    for (double detent = std::exp2(std::ceil(std::log2(scale.least))); detent <= scale.most; detent *= 2) {
        scale.detents.push_back(detent);
    }
    return scale;
}

} // namespace

RatioSlider::RatioSlider(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_text(new QLabel(this)), m_note(new QLabel(this)),
      m_track(new LogSlider({core::Scale::log2, 1 / widestRatio, widestRatio, false, {}}, this))
{
    setObjectName(QStringLiteral("ratio"));
    m_text->setObjectName(QStringLiteral("ratio.text"));
    m_track->setObjectName(QStringLiteral("ratio.track"));
    m_track->setAccessibleName(tr("Math time over transfer time of a shard"));
    m_note->setObjectName(QStringLiteral("ratio.note"));
    m_note->setWordWrap(true);
    m_note->hide();
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(0);
    list->addWidget(m_text);
    list->addWidget(m_track);
    list->addSpacing(footHeight);
    list->addWidget(m_note);
    connectTrack();
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

void RatioSlider::present(const core::Scenario& scenario)
{
    const auto& report = core::latestCollective(scenario);
    m_hiddenFrom = report.study ? report.numbers.hiddenFrom.si() : 0;
    const bool known = report.study && report.study->matmul && m_hiddenFrom > 0;
    setVisible(known);
    if (!known) {
        m_ratio = 0;
        return;
    }
    const bool gathers = report.study->matmul->form == core::MatmulForm::gather;
    m_field = core::findField(gathers ? "coll.F" : "coll.D");
    m_width = std::get<double>(m_field->get(scenario));
    m_ratio = m_width / m_hiddenFrom;
    m_track->setScale(scaleOf(*m_field, m_hiddenFrom, m_ratio));
    m_track->setDefault(1);
    m_track->show(m_ratio);
    m_text->setText(text());
    m_track->setValueText(text());
    m_track->setStatusTip(gathers ? tr("Changes F, the columns of the weights; what travels stays the same")
                                  : tr("Changes D, the dimension summed over; what travels stays the same"));
    setToolTip(m_track->statusTip());
    m_note->hide();
    update();
}

QString RatioSlider::text() const
{
    if (!m_field) {
        return {};
    }
    const QString size = m_field->id == "coll.F" ? tr("F") : tr("D");
    return tr("Math : transfer of a shard  %1 : 1, by %2 = %3")
        .arg(QString::fromStdString(core::format(m_ratio, core::dim::count)), size, countText(m_width));
}

QString RatioSlider::threshold() const
{
    const QString size = m_field->id == "coll.F" ? tr("F") : tr("D");
    return tr("just hidden at %1 = %2").arg(size, countText(std::ceil(m_hiddenFrom - 1e-9 * m_hiddenFrom)));
}

QRectF RatioSlider::thresholdArea() const
{
    const qreal x = m_track->x() + m_track->xOf(1);
    const qreal width = QFontMetricsF(uiFont(11)).horizontalAdvance(threshold()) + 4;
    const qreal left = std::clamp(x - width / 2, 0.0, std::max(0.0, this->width() - width));
    return {left, static_cast<qreal>(m_track->geometry().bottom() + 4), width, footHeight - 4.0};
}

void RatioSlider::edit(double ratio, Gesture gesture)
{
    if (!m_field) {
        return;
    }
    const double rounding = 1e-9 * m_hiddenFrom;
    const double width = std::clamp(std::ceil(ratio * m_hiddenFrom - rounding), m_field->least, m_field->most);
    const auto done = m_session.edit(m_field->id, width, gesture);
    m_note->setVisible(!done);
    m_note->setText(done ? QString() : QString::fromStdString(done.error()));
}

void RatioSlider::paintEvent(QPaintEvent*)
{
    if (!m_field || m_hiddenFrom <= 0) {
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
    painter.setFont(uiFont(11));
    painter.setPen(theme.muted);
    painter.drawText(thresholdArea(), Qt::AlignCenter, threshold());
}

void RatioSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_field && thresholdArea().contains(event->position())) {
        emit explained(QStringLiteral("coll.hidden_from"));
    }
}

} // namespace ui

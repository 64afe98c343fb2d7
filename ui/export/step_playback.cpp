// SPDX-License-Identifier: GPL-3.0-or-later
// The step on its clock, up to a moment.
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/step_words.h"
#include "ui/export/chart_page.h"
#include "ui/export/moving_picture.h"
#include "ui/session/snapshot.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <vector>

namespace ui
{

namespace
{

class StepPlayback : public MovingPicture
{
public:
    explicit StepPlayback(const Snapshot& snapshot, const core::StepTimeline& step)
        : m_row(*findChart(QStringLiteral("step"))), m_snapshot(snapshot), m_picture(m_row.make()),
          m_end(step.updated())
    {
        constexpr int parts = 24;
        m_picture->read(snapshot);
        for (int i = 1; i <= parts; ++i)
            m_ends.push_back(m_end * i / parts);
        stepTo(0, 0);
    }

    std::span<const double> stepEnds() const override { return m_ends; }

    void stepTo(int step, double progress) override
    {
        const auto parts = static_cast<double>(m_ends.size());
        m_share = std::min(1.0, (step + progress) / parts);
        m_picture->pointAt(QStringLiteral("moment %1").arg(m_share, 0, 'g', 17));
    }

    QString title() const override { return pageTitle(m_snapshot); }

    void paint(QPainter& painter, const QSizeF& size, const Theme& theme) const override
    {
        const QString clock = tr("%1 of %2").arg(timeText(m_share * m_end), timeText(m_end));
        const PageWords words{m_row.title, clock, parametersText(m_snapshot, &m_row), conventionsText(m_snapshot)};
        const QRectF area = paintPage(painter, words, size, theme);
        m_picture->paint(painter, area, theme, m_picture->ranges());
    }

private:
    const ChartRow& m_row;
    Snapshot m_snapshot;
    std::unique_ptr<Picture> m_picture;
    std::vector<double> m_ends;
    double m_end, m_share = 0;
};

} // namespace

tl::expected<std::unique_ptr<MovingPicture>, PictureError> stepPlayback(const Snapshot& snapshot)
{
    const auto reading = StepReading::of(snapshot);
    if (!reading.step)
        return noPicture(PictureFault::scenario, reading.absence);
    return std::make_unique<StepPlayback>(snapshot, *reading.step);
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The window on its tab Layer, and what answers to the mouse there, for tests.
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "window_stage.h"

#include <QPainter>
#include <QPushButton>

namespace tests
{

inline std::vector<ui::Mark> marksOf(const core::Scenario& scenario, const QSizeF& size)
{
    const auto picture = ui::findChart(QStringLiteral("layer"))->make();
    picture->read(ui::snapshotOf(scenario));
    QImage image(size.toSize(), QImage::Format_RGB32);
    QPainter painter(&image);
    return picture->paint(painter, {QPointF(), size}, ui::Theme::light(), picture->ranges()).marks;
}

struct LayerStage : WindowStage {
    explicit LayerStage(std::string_view scenario = "start") : WindowStage(scenario, {1280, 800})
    {
        window.findChild<QTabWidget*>(QStringLiteral("tabs"))->setCurrentWidget(part("page.layer"));
        settle();
        chart()->setFocus();
        settle();
    }
    ~LayerStage() { window.session().undoStack().setClean(); }
    Q_DISABLE_COPY_MOVE(LayerStage)

    ui::Chart* chart() const { return part("page.layer")->findChild<ui::Chart*>(QStringLiteral("chart.layer")); }
    const core::Scenario& scenario() { return window.session().scenario(); }

    /// Where something lies by its place or its number.
    void click(const QString& what)
    {
        for (const auto& mark : marksOf(scenario(), chart()->size() - QSize(4, 4)))
            if (mark.place == what || (mark.place.isEmpty() && mark.number == what)) {
                // Arrays lie upon their box: its title is at its top.
                const QRectF area = mark.area.boundingRect();
                const QPointF at =
                    what.startsWith(QStringLiteral("box")) ? QPointF(area.right() - 4, area.top() + 4) : area.center();
                QTest::mouseClick(chart(), Qt::LeftButton, {}, (at + QPointF(2, 2)).toPoint());
                settle();
                return;
            }
        QFAIL(qPrintable(what));
    }
    void preset(int number)
    {
        QTest::mouseClick(part<QPushButton>(qPrintable(QStringLiteral("layer.preset.%1").arg(number))), Qt::LeftButton);
        settle();
    }
    bool shows(const char* page) const { return part(page)->isVisible(); }
    core::Role role(std::size_t axis) { return scenario().mesh.axis[axis].role; }
};

} // namespace tests

// SPDX-License-Identifier: GPL-3.0-or-later
// From a request to the page that it means.
#include "ui/export/picture.h"

#include "core/io/plain_text.h"
#include "core/io/scenario_json.h"
#include "core/quantity/format.h"
#include "core/scenario/choices.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/export/chart_page.h"
#include "ui/export/collective_picture.h"
#include "ui/numbers/verdict_text.h"
#include "ui/theme/words.h"

#include <QPainter>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

constexpr std::array endings{"png", "svg", "pdf", "csv"};

/// UTF-8; the first lines are comments.
QByteArray csvOf(const TableRows& rows, const Snapshot& snapshot, const ChartRow* chart)
{
    const QString title = pageTitle(snapshot).simplified(); // a comment ends with its line
    std::string table = "# " + core::plainText(title.toStdString()) + "\n# " +
                        parametersText(snapshot, chart).toStdString() + "\n# " +
                        conventionsText(snapshot).toStdString() + "\n";
    if (chart && chart->notes)
        for (const QString& note : chart->notes(snapshot))
            table.append("# ").append(core::plainText(note.toStdString())).append("\n");
    for (const auto& cells : rows) {
        for (std::size_t i = 0; i < cells.size(); ++i)
            table.append(i > 0 ? "," : "").append(csvCell(cells[i]));
        table += '\n';
    }
    return QByteArray::fromStdString(table);
}

tl::expected<QByteArray, PictureError> encoded(PictureFormat format, const Page& page)
{
    if (format == PictureFormat::svg)
        return svgOf(page);
    return format == PictureFormat::pdf ? pdfOf(page) : pngOf(page);
}

tl::expected<QByteArray, PictureError> renderCollective(const PictureRequest& request, const Snapshot& snapshot)
{
    auto drawn = CollectivePicture::of(snapshot, request.view, request.playback);
    if (!drawn)
        return tl::unexpected(drawn.error());
    if (request.format == PictureFormat::csv)
        return drawn->table();
    Page page = pageOf(request, snapshot);
    page.title = drawn->title();
    page.paint = [&](QPainter& painter, const QSizeF& size) { drawn->paint(painter, size, Theme::of(request.dark)); };
    return encoded(request.format, page);
}

/// Why the scenario has nothing that the view shows; empty where it has. Without a chart: of the dashboard.
QString nothingToShow(const ChartRow* chart, const Snapshot& snapshot)
{
    if ((!chart || chart->ofStep) && cannotEvaluate(snapshot))
        return verdictText(snapshot).detail;
    if (!chart)
        return {};
    const auto picture = chart->make();
    picture->read(snapshot);
    return picture->absence();
}

tl::expected<QByteArray, PictureError> renderCharts(const PictureRequest& request, const Snapshot& snapshot)
{
    const ChartRow* chart = findChart(request.view); // none: the dashboard
    if (const QString why = nothingToShow(chart, snapshot); !why.isEmpty())
        return noPicture(PictureFault::scenario, tr("There is nothing to export: %1").arg(why));
    constexpr double maxRows = 200'000;
    if (request.format == PictureFormat::csv && chart && chart->rows && chart->rows(snapshot) > maxRows)
        return noPicture(PictureFault::scenario,
                         tr("The table would have %1 rows; at most %2 are written. Take fewer microbatches or layers.")
                             .arg(toText(core::grouped(chart->rows(snapshot))), toText(core::grouped(maxRows))));
    if (request.format == PictureFormat::csv)
        return csvOf(chart ? chart->table(snapshot) : metricTable(snapshot, {}), snapshot, chart);
    Page page = pageOf(request, snapshot);
    page.paint = [&](QPainter& painter, const QSizeF& size) {
        const Theme& theme = Theme::of(request.dark);
        if (chart)
            paintChartPage(painter, *chart, snapshot, size, theme, request.part);
        else
            paintDashboard(painter, snapshot, size, theme);
    };
    return encoded(request.format, page);
}

} // namespace

std::vector<PictureView> pictureViews()
{
    std::vector<PictureView> views{{QStringLiteral("dashboard"), tr("Dashboard")}};
    for (const ChartRow& row : charts())
        views.push_back({.id = row.id, .title = row.title, .moves = row.id == QLatin1String("step")});
    views.push_back({QStringLiteral("torus"), tr("Collective on its torus"), true});
    views.push_back({QStringLiteral("timeline"), tr("Collective on a timeline"), true});
    return views;
}

bool showsCollective(const QString& view)
{
    return std::ranges::any_of(pictureViews(),
                               [&](const PictureView& known) { return known.id == view && known.ofCollective; });
}

QString endingOf(PictureFormat format) { return QString::fromLatin1(endings[static_cast<std::size_t>(format)]); }

std::optional<PictureFormat> formatOfFile(const QString& path)
{
    for (std::size_t i = 0; i < endings.size(); ++i)
        if (path.endsWith(u'.' + QString::fromLatin1(endings[i]), Qt::CaseInsensitive))
            return static_cast<PictureFormat>(i);
    return std::nullopt;
}

QString suggestedFileName(const Snapshot& snapshot, const QString& view, PictureFormat format)
{
    const core::Collective& coll = snapshot.scenario.coll;
    const QString title = showsCollective(view)
                              ? QString::fromStdString(std::string(core::nameOf(coll.kind)) + " " + coll.torus)
                              : pageTitle(snapshot);
    QString name;
    for (const QChar sign : title.toLower()) {
        if (sign.unicode() < 128 && sign.isLetterOrNumber())
            name += sign;
        else if (sign == u'×')
            name += u'x';
        else if (!name.isEmpty() && !name.endsWith(u'-'))
            name += u'-';
    }
    constexpr qsizetype maxLength = 60;
    name.truncate(maxLength);
    while (name.endsWith(u'-'))
        name.chop(1);
    return (name.isEmpty() ? QString() : name + u'-') + view + u'.' + endingOf(format);
}

Page pageOf(const PictureRequest& request, const Snapshot& snapshot)
{
    return {.pixels = request.pixels,
            .dpi = request.dpi,
            .title = pageTitle(snapshot),
            .paper = Theme::of(request.dark).panel,
            .state = request.state ? &snapshot.scenario : nullptr};
}

QString obstacleOf(const PictureRequest& request)
{
    const auto views = pictureViews();
    QStringList known;
    for (const PictureView& view : views)
        known.append(view.id);
    if (!known.contains(request.view))
        return tr("There is no view '%1'; known are %2.").arg(request.view, known.join(QStringLiteral(", ")));
    if (request.format == PictureFormat::png)
        if (QString obstacle = tooManyPixels(request.pixels, maxPagePixels); !obstacle.isEmpty())
            return obstacle;
    constexpr QSize min(200, 120);
    const QSizeF logical = request.logicalSize();
    const bool fits = request.dpi > 0 && logical.width() >= min.width() && logical.height() >= min.height();
    if (request.format == PictureFormat::csv || fits)
        return {};
    return tr("%1 × %2 pixels at %3 dpi leave no room for a chart; at least %4 × %5 pixels at 96 dpi are needed.")
        .arg(request.pixels.width())
        .arg(request.pixels.height())
        .arg(request.dpi)
        .arg(min.width())
        .arg(min.height());
}

tl::expected<void, PictureError> mayHoldScenario(const PictureRequest& request, const Snapshot& snapshot)
{
    const bool holds = request.format == PictureFormat::png || request.format == PictureFormat::svg;
    if (!request.state || !holds)
        return {};
    if (const auto text = core::scenarioFile(snapshot.scenario); !text)
        return noPicture(PictureFault::scenario, tr("The picture cannot keep its scenario: %1; or leave it out.")
                                                     .arg(QString::fromStdString(text.error().text)));
    return {};
}

tl::expected<QByteArray, PictureError> renderPicture(const PictureRequest& request, const Snapshot& snapshot)
{
    if (const QString obstacle = obstacleOf(request); !obstacle.isEmpty())
        return noPicture(PictureFault::request, obstacle);
    if (const auto held = mayHoldScenario(request, snapshot); !held)
        return tl::unexpected(held.error());
    loadFonts();
    return showsCollective(request.view) ? renderCollective(request, snapshot) : renderCharts(request, snapshot);
}

tl::expected<void, PictureError> writePicture(const QString& path, const PictureRequest& request,
                                              const Snapshot& snapshot)
{
    const auto bytes = renderPicture(request, snapshot);
    if (!bytes)
        return tl::unexpected(bytes.error());
    return writeWhole(path, *bytes);
}

} // namespace ui

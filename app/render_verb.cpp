// SPDX-License-Identifier: GPL-3.0-or-later
// render: a view as a picture, or its numbers as CSV, without a display.
#include "app/drawing.h"
#include "app/output.h"
#include "app/scenario_source.h"

namespace app
{

Exit renderVerb(const RenderRequest& request, Console console)
{
    const auto& output = request.picture.output;
    const auto format = ui::formatOfFile(pathOf(output));
    if (!format)
        return stop({Exit::usage, "'" + output + "' ends in none of .png, .svg, .pdf and .csv."}, console);
    auto picture = pictureOf(request.picture);
    if (!picture)
        return stop(picture.error(), console);
    picture->format = *format;
    const auto scenario = requestedScenario(request.scenario, console.in);
    if (!scenario)
        return stop(scenario.error(), console);
    const Studio studio(ui::Theme::of(picture->dark));
    if (const auto written = ui::writePicture(pathOf(output), *picture, ui::snapshotOf(*scenario, 1)); !written)
        return stop(failureOf(written.error()), console);
    if (request.json)
        console.out << jsonText({{"file", output}, {"view", request.picture.view}});
    return Exit::good;
}

} // namespace app

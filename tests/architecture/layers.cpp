// SPDX-License-Identifier: GPL-3.0-or-later
// The order of the folders.
#include "architecture/layers.h"

#include <algorithm>
#include <array>

namespace tests
{
namespace
{

/// A folder may use those before it. A folder inside another one stands for itself.
constexpr std::array<std::string_view, 45> layers{"core/quantity",
                                                  "core/derive",
                                                  "core/scenario",
                                                  "core/formulas",
                                                  "core/inputs",
                                                  "core/step",
                                                  "core/collectives/networks",
                                                  "core/collectives/schedules",
                                                  "core/collectives/clocks",
                                                  "core/collectives/costs",
                                                  "core/collectives/algorithms",
                                                  "core/collectives/matmul",
                                                  "core/collectives",
                                                  "core/sharding",
                                                  "core/operation",
                                                  "core/design",
                                                  "core/evaluate",
                                                  "core/timeline",
                                                  "core/layer",
                                                  "core/numbers",
                                                  "core/check",
                                                  "core/explore",
                                                  "core/lesson",
                                                  "core/io",
                                                  "ui/theme",
                                                  "ui/session",
                                                  "ui/controls",
                                                  "ui/charts",
                                                  "ui/numbers",
                                                  "ui/playback",
                                                  "ui/torus",
                                                  "ui/tables",
                                                  "ui/timeline",
                                                  "ui/collectives",
                                                  "ui/sharding",
                                                  "ui/operation",
                                                  "ui/step",
                                                  "ui/layer",
                                                  "ui/lessons",
                                                  "ui/export",
                                                  "ui/lecture",
                                                  "ui/help",
                                                  "ui/derivation",
                                                  "ui/shell",
                                                  "app"};

std::string_view folderOf(std::string_view path) { return path.substr(0, path.rfind('/')); }

auto layerOf(std::string_view path) { return std::find(layers.begin(), layers.end(), folderOf(path)); }

} // namespace

bool looksUp(std::string_view path, std::string_view target)
{
    return layerOf(path) < layerOf(target) && layerOf(target) != layers.end();
}

bool hasLayer(std::string_view path)
{
    const auto folder = folderOf(path);
    const bool needed = folder.starts_with("core/") || folder.starts_with("ui/");
    return !needed || layerOf(path) != layers.end();
}

} // namespace tests

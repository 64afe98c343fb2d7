// SPDX-License-Identifier: GPL-3.0-or-later
// Few colours that stand for all colours of some pictures: the frequent ones exactly, the others by a near one.
#pragma once

#include <QImage>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ui
{

struct Palette {
    std::vector<QRgb> colours;
    std::unordered_map<QRgb, std::uint8_t> indexOf; // of every colour that was counted
    int worst = 0;                                  // no colour is farther off in any channel
};

/// Counts colours, then chooses. Where 256 suffice all stay as they are.
class ColourCount
{
public:
    /// Of a picture in Format_RGB32.
    void add(const QImage&);
    Palette palette() const;

    static constexpr std::size_t mostColours = 256;

private:
    std::unordered_map<QRgb, std::int64_t> m_counts;
};

} // namespace ui

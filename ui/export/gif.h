// SPDX-License-Identifier: GPL-3.0-or-later
// Frames as one GIF that plays for ever, all with the same colours.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSize>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ui
{

/// Few colours that stand for all of some pictures: the frequent ones exactly, the others by a near one.
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

    static constexpr std::size_t maxColours = 256;

private:
    std::unordered_map<QRgb, std::int64_t> m_counts;
};

/// Frames are added one by one, since their common colours are known only at the end; until then they are kept
/// compressed in a file without a name, which goes with the program.
class Gif
{
public:
    /// Sides of at most 65,535 pixels.
    explicit Gif(const QSize& size);

    /// A picture of that size in Format_RGB32, and how long it stays, in hundredths of a second.
    void add(const QImage&, int hundredths);

    /// The file, the same bytes for the same frames. Empty where memory or temporary files have no room for it.
    QByteArray bytes();
    /// Why there was no room, of errno.
    int error() const { return m_error; }

private:
    struct Frame {
        std::size_t bytes = 0; // compressed
        int hundredths = 0;
    };
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    QSize m_size;
    ColourCount m_colours;
    std::vector<Frame> m_frames;
    int m_error = ENOMEM;
    std::unique_ptr<std::FILE, CloseFile> m_kept; // the pixels of all frames; null where there is no room
};

} // namespace ui

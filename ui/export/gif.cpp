// SPDX-License-Identifier: GPL-3.0-or-later
// Writes GIF89a through giflib: full frames with one table of colours. These are chosen by how often they occur, no two
// of them nearer than a reach that grows until they are few enough.
#include "ui/export/gif.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <memory>

#include <gif_lib.h>

namespace ui
{

namespace
{

/// Largest difference of a channel.
int distance(QRgb a, QRgb b)
{
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

/// In the order given, each that is farther than `reach` from all before it; stops when they are too many.
std::vector<QRgb> spread(const std::vector<QRgb>& colours, int reach)
{
    std::vector<QRgb> chosen;
    for (const QRgb colour : colours) {
        const auto isNear = [&](QRgb other) { return distance(colour, other) <= reach; };
        if (reach > 0 && std::ranges::any_of(chosen, isNear))
            continue;
        chosen.push_back(colour);
        if (chosen.size() > ColourCount::maxColours)
            break;
    }
    return chosen;
}

int append(GifFileType* file, const GifByteType* bytes, int count)
{
    static_cast<QByteArray*>(file->UserData)->append(reinterpret_cast<const char*>(bytes), count);
    return count;
}

struct CloseGif {
    void operator()(GifFileType* file) const
    {
        int error = 0;
        EGifCloseFile(file, &error); // writes the end
    }
};
using GifHandle = std::unique_ptr<GifFileType, CloseGif>;

struct FreeColours {
    void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};
using ColourTable = std::unique_ptr<ColorMapObject, FreeColours>;

ColourTable tableOf(const Palette& palette)
{
    const std::size_t room = std::max<std::size_t>(2, std::bit_ceil(palette.colours.size()));
    ColourTable table(GifMakeMapObject(static_cast<int>(room), nullptr));
    for (std::size_t i = 0; table && i < palette.colours.size(); ++i) {
        const QRgb colour = palette.colours[i];
        table->Colors[i] = {static_cast<GifByteType>(qRed(colour)), static_cast<GifByteType>(qGreen(colour)),
                            static_cast<GifByteType>(qBlue(colour))};
    }
    return table;
}

/// Browsers' extension; 0 rounds are endless.
bool putLoop(GifFileType* file)
{
    constexpr std::array<GifByteType, 3> endless{1, 0, 0};
    return EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(file, endless.size(), endless.data()) == GIF_OK &&
           EGifPutExtensionTrailer(file) == GIF_OK;
}

bool putDelay(GifFileType* file, int hundredths)
{
    const GraphicsControlBlock control{DISPOSE_DO_NOT, false, hundredths, NO_TRANSPARENT_COLOR};
    std::array<GifByteType, 4> block{};
    const auto size = static_cast<int>(EGifGCBToExtension(&control, block.data()));
    return EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, size, block.data()) == GIF_OK;
}

bool putPixels(GifFileType* file, const QSize& size, const QByteArray& pixels, const Palette& palette)
{
    if (EGifPutImageDesc(file, 0, 0, size.width(), size.height(), false, nullptr) != GIF_OK)
        return false;
    const auto* colour = reinterpret_cast<const QRgb*>(pixels.constData());
    std::vector<GifPixelType> line(static_cast<std::size_t>(size.width()));
    QRgb latest = 0;
    GifPixelType index = 0;
    for (int y = 0; y < size.height(); ++y) {
        for (GifPixelType& pixel : line) {
            if (*colour != latest) {
                latest = *colour;
                index = palette.indexOf.at(latest);
            }
            pixel = index;
            ++colour;
        }
        if (EGifPutLine(file, line.data(), size.width()) != GIF_OK)
            return false;
    }
    return true;
}

} // namespace

void ColourCount::add(const QImage& image)
{
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0; x < image.width();) {
            int end = x + 1;
            while (end < image.width() && line[end] == line[x])
                ++end;
            m_counts[line[x]] += end - x;
            x = end;
        }
    }
}

Palette ColourCount::palette() const
{
    std::vector<QRgb> colours;
    for (const auto& [colour, count] : m_counts)
        colours.push_back(colour);
    std::ranges::sort(colours, [&](QRgb a, QRgb b) {
        const auto countA = m_counts.at(a);
        const auto countB = m_counts.at(b);
        return countA != countB ? countA > countB : a < b;
    });
    Palette palette;
    for (int reach = 0; reach < 256; reach += reach < 16 ? 1 : 4) {
        palette.colours = spread(colours, reach);
        if (palette.colours.size() <= maxColours)
            break;
    }
    for (const QRgb colour : colours) {
        const auto nearest =
            std::ranges::min_element(palette.colours, {}, [&](QRgb other) { return distance(colour, other); });
        palette.indexOf[colour] = static_cast<std::uint8_t>(nearest - palette.colours.begin());
        palette.worst = std::max(palette.worst, distance(colour, *nearest));
    }
    return palette;
}

Gif::Gif(const QSize& size) : m_size(size), m_kept(std::tmpfile()) {}

void Gif::add(const QImage& image, int hundredths)
{
    m_colours.add(image);
    constexpr int quick = 1; // of 9
    const QByteArray pixels = qCompress(image.constBits(), image.sizeInBytes(), quick);
    const auto size = static_cast<std::size_t>(pixels.size());
    if (m_kept && std::fwrite(pixels.data(), 1, size, m_kept.get()) != size) {
        m_error = errno;
        m_kept.reset();
    }
    m_frames.push_back({size, hundredths});
}

QByteArray Gif::bytes()
{
    QByteArray bytes;
    const Palette palette = m_colours.palette();
    const ColourTable table = tableOf(palette);
    int error = 0;
    GifHandle file(table ? EGifOpen(&bytes, append, &error) : nullptr);
    if (!file)
        return {};
    EGifSetGifVersion(file.get(), true); // with delays and loops
    constexpr int bitsOfScreen = 8;
    bool good = m_kept && std::fflush(m_kept.get()) == 0;
    if (m_kept && !good)
        m_error = errno;
    good = good &&
           EGifPutScreenDesc(file.get(), m_size.width(), m_size.height(), bitsOfScreen, 0, table.get()) == GIF_OK &&
           putLoop(file.get());
    if (good)
        std::rewind(m_kept.get());
    QByteArray pixels;
    for (const Frame& frame : m_frames) {
        pixels.resize(static_cast<qsizetype>(frame.bytes));
        good = good && std::fread(pixels.data(), 1, frame.bytes, m_kept.get()) == frame.bytes &&
               putDelay(file.get(), frame.hundredths) && putPixels(file.get(), m_size, qUncompress(pixels), palette);
    }
    file.reset();
    return good ? bytes : QByteArray();
}

} // namespace ui

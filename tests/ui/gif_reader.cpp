// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of a GIF, and the decompression of its pictures.
#include "gif_reader.h"

#include <QtEndian>

#include <algorithm>
#include <cstdlib>

namespace tests
{

namespace
{

using Colours = std::vector<QRgb>;

/// A place in the file; reading behind its end gives zeros and spoils it.
class Bytes
{
public:
    explicit Bytes(const QByteArray& all) : m_all(all) {}

    QByteArray take(qsizetype count)
    {
        m_good = m_good && m_at + count <= m_all.size();
        const QByteArray taken = m_good ? m_all.mid(m_at, count) : QByteArray(count, '\0');
        m_at += count;
        return taken;
    }
    int byte() { return static_cast<unsigned char>(take(1)[0]); }
    int word() { return qFromLittleEndian<quint16>(take(2).constData()); }
    QByteArray blocks()
    {
        QByteArray data;
        for (int size = byte(); size > 0 && m_good; size = byte())
            data += take(size);
        return data;
    }
    Colours colours(int flags)
    {
        Colours table;
        for (int i = 0; i < 2 << (flags & 7); ++i) {
            const QByteArray rgb = take(3);
            table.push_back(qRgb(static_cast<unsigned char>(rgb[0]), static_cast<unsigned char>(rgb[1]),
                                 static_cast<unsigned char>(rgb[2])));
        }
        return table;
    }
    bool isGood() const { return m_good; }

private:
    const QByteArray& m_all;
    qsizetype m_at = 0;
    bool m_good = true;
};

/// The variable-length codes of appendix F; every code is a string of indices.
std::vector<int> unpacked(const QByteArray& data, int minBits, std::size_t count)
{
    const int clear = 1 << minBits;
    std::vector<std::vector<int>> strings;
    std::vector<int> pixels;
    std::vector<int> before;
    int width = 0;
    const auto restart = [&] {
        strings.assign(static_cast<std::size_t>(clear) + 2, {});
        for (int i = 0; i < clear; ++i)
            strings[static_cast<std::size_t>(i)] = {i};
        before.clear();
        width = minBits + 1;
    };
    restart();
    int bits = 0;
    int held = 0;
    for (const char byte : data) {
        bits |= static_cast<unsigned char>(byte) << held;
        held += 8;
        for (; held >= width;) {
            const int code = bits & ((1 << width) - 1);
            bits >>= width;
            held -= width;
            if (code == clear) {
                restart();
                continue;
            }
            if (code == clear + 1)
                return pixels;
            const auto place = static_cast<std::size_t>(code);
            if (place > strings.size() || (place == strings.size() && before.empty()))
                return {};
            std::vector<int> now = place < strings.size() ? strings[place] : before;
            if (place == strings.size())
                now.push_back(before.front());
            if (!before.empty() && strings.size() < 4096) {
                before.push_back(now.front());
                strings.push_back(before);
            }
            before = now;
            pixels.insert(pixels.end(), now.begin(), now.end());
            if (pixels.size() > count)
                return {};
            if (strings.size() == std::size_t{1} << width && width < 12)
                ++width;
        }
    }
    return pixels;
}

bool readPicture(Bytes& bytes, const Colours& common, int hundredths, GifFile& file)
{
    GifPicture picture;
    picture.hundredths = hundredths;
    const int left = bytes.word();
    const int top = bytes.word();
    const int width = bytes.word();
    const int height = bytes.word();
    picture.area = {left, top, width, height};
    const int flags = bytes.byte();
    const Colours colours = flags & 0x80 ? bytes.colours(flags) : common;
    const int minBits = bytes.byte();
    const auto count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    const auto pixels = unpacked(bytes.blocks(), minBits, count);
    if (pixels.size() != count || (flags & 0x40)) // interlaced pictures are not expected
        return false;
    picture.image = QImage(width, height, QImage::Format_RGB32);
    std::size_t at = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            picture.image.setPixel(x, y, colours.at(static_cast<std::size_t>(pixels[at++])));
    file.pictures.push_back(picture);
    return true;
}

} // namespace

GifFile readGif(const QByteArray& all)
{
    GifFile file;
    Bytes bytes(all);
    if (bytes.take(6) != "GIF89a")
        return file;
    const int width = bytes.word();
    file.screen = {width, bytes.word()};
    const int flags = bytes.byte();
    bytes.take(2);
    const Colours common = flags & 0x80 ? bytes.colours(flags) : Colours();
    int hundredths = 0;
    while (bytes.isGood()) {
        const int kind = bytes.byte();
        if (kind == 0x3b) { // the end
            file.good = bytes.isGood();
            return file;
        }
        if (kind == 0x2c) {
            if (!readPicture(bytes, common, hundredths, file))
                return file;
        } else if (kind == 0x21) {
            const int extension = bytes.byte();
            const QByteArray data = bytes.blocks();
            if (extension == 0xf9 && data.size() == 4)
                hundredths = qFromLittleEndian<quint16>(data.constData() + 1);
            if (extension == 0xff && data.startsWith("NETSCAPE2.0\x01") && data.size() == 14)
                file.loops = qFromLittleEndian<quint16>(data.constData() + 12);
        } else {
            return file;
        }
    }
    return file;
}

int difference(const QImage& a, const QImage& b)
{
    int max = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y);
            const QRgb q = b.pixel(x, y);
            max = std::max(
                {max, std::abs(qRed(p) - qRed(q)), std::abs(qGreen(p) - qGreen(q)), std::abs(qBlue(p) - qBlue(q))});
        }
    return max;
}

} // namespace tests

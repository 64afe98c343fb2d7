// SPDX-License-Identifier: GPL-3.0-or-later
// The two palettes and the embedded fonts.
#include "ui/theme/theme.h"

#include <QDir>
#include <QFontDatabase>
#include <QHash>

#include <array>
#include <utility>

namespace ui
{

const Theme& Theme::light()
{
    static const Theme theme{
        .dark = false,
        .window = QColor(0xf3, 0xf5, 0xf8),
        .panel = QColor(0xff, 0xff, 0xff),
        .field = QColor(0xff, 0xff, 0xff),
        .outline = QColor(0xd8, 0xde, 0xe6),
        .edge = QColor(0x86, 0x90, 0x9e),
        .grid = QColor(0xe6, 0xea, 0xef),
        .text = QColor(0x14, 0x1a, 0x22),
        .muted = QColor(0x56, 0x61, 0x6f),
        .accent = QColor(0x1f, 0x5f, 0xbf),
        .onAccent = QColor(0xff, 0xff, 0xff),
        .compute = QColor(0x00, 0x72, 0xb2),
        .hbm = QColor(0x00, 0x9e, 0x73),
        .comms = QColor(0xd5, 0x5e, 0x00),
        .overflow = QColor(0xcc, 0x79, 0xa7),
        .good = QColor(0x1b, 0x7f, 0x4b),
        .warning = QColor(0xa8, 0x5b, 0x00),
        .error = QColor(0xb3, 0x26, 0x1e),
        .axisX = QColor(0xd5, 0x5e, 0x00),
        .axisY = QColor(0x7a, 0x4f, 0xb5),
        .axisZ = QColor(0x8a, 0x5a, 0x2b),
        .dcn = QColor(0x5b, 0x64, 0x70),
        .components = {QColor(0x00, 0x72, 0xb2), QColor(0x4a, 0x9b, 0xd1), QColor(0x00, 0x9e, 0x73),
                       QColor(0x6b, 0x4f, 0xa3), QColor(0xd5, 0x5e, 0x00), QColor(0xc9, 0x9a, 0x1a),
                       QColor(0x8a, 0x5a, 0x2b), QColor(0x5b, 0x64, 0x70)},
    };
    return theme;
}

const Theme& Theme::night()
{
    static const Theme theme{
        .dark = true,
        .window = QColor(0x12, 0x14, 0x17),
        .panel = QColor(0x1b, 0x1f, 0x24),
        .field = QColor(0x24, 0x29, 0x30),
        .outline = QColor(0x33, 0x3a, 0x43),
        .edge = QColor(0x73, 0x7f, 0x8e),
        .grid = QColor(0x2c, 0x32, 0x3a),
        .text = QColor(0xec, 0xef, 0xf3),
        .muted = QColor(0xa3, 0xad, 0xba),
        .accent = QColor(0x6c, 0xa8, 0xf5),
        .onAccent = QColor(0x10, 0x14, 0x1a),
        .compute = QColor(0x56, 0xb4, 0xe9),
        .hbm = QColor(0x00, 0xb5, 0x84),
        .comms = QColor(0xe6, 0x9f, 0x00),
        .overflow = QColor(0xcc, 0x79, 0xa7),
        .good = QColor(0x4c, 0xc3, 0x8a),
        .warning = QColor(0xf0, 0xb4, 0x4c),
        .error = QColor(0xff, 0x8a, 0x80),
        .axisX = QColor(0xe6, 0x9f, 0x00),
        .axisY = QColor(0xb4, 0x90, 0xe8),
        .axisZ = QColor(0xc8, 0x9b, 0x6c),
        .dcn = QColor(0x9a, 0xa5, 0xb1),
        .components = {QColor(0x56, 0xb4, 0xe9), QColor(0x2f, 0x7f, 0xb8), QColor(0x00, 0xb5, 0x84),
                       QColor(0xa5, 0x8a, 0xdc), QColor(0xe6, 0x9f, 0x00), QColor(0xe3, 0xd2, 0x6b),
                       QColor(0xc8, 0x9b, 0x6c), QColor(0x9a, 0xa5, 0xb1)},
    };
    return theme;
}

const Theme& Theme::darkRoom()
{
    static const Theme theme = [] {
        Theme room = night();
        room.panel = room.field = room.window;
        room.muted = QColor(0xc4, 0xcc, 0xd6);
        return room;
    }();
    return theme;
}

const Theme& Theme::litRoom()
{
    static const Theme theme = [] {
        Theme room = light();
        room.window = room.panel;
        room.text = QColor(0, 0, 0);
        room.muted = QColor(0x3a, 0x42, 0x4d);
        room.outline = room.edge = QColor(0x6b, 0x75, 0x82);
        return room;
    }();
    return theme;
}

const Theme& Theme::weakProjector()
{
    static const Theme theme = [] {
        Theme room = litRoom();
        room.muted = room.outline = room.edge = room.accent = room.dcn = QColor(0, 0, 0);
        room.grid = QColor(0x8c, 0x8c, 0x8c);
        for (QColor* colour : {&room.compute, &room.hbm, &room.comms, &room.overflow, &room.good, &room.warning,
                               &room.error, &room.axisX, &room.axisY, &room.axisZ})
            *colour = colour->darker(170);
        for (QColor& colour : room.components)
            colour = colour.darker(170);
        return room;
    }();
    return theme;
}

QPalette Theme::palette() const
{
    QPalette p;
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, field);
    p.setColor(QPalette::AlternateBase, panel);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::PlaceholderText, muted);
    p.setColor(QPalette::Button, panel);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::BrightText, text);
    p.setColor(QPalette::ToolTipBase, panel);
    p.setColor(QPalette::ToolTipText, text);
    p.setColor(QPalette::Highlight, accent);
    p.setColor(QPalette::HighlightedText, onAccent);
    p.setColor(QPalette::Link, accent);
    p.setColor(QPalette::LinkVisited, accent);
    p.setColor(QPalette::Light, panel);
    p.setColor(QPalette::Midlight, grid);
    p.setColor(QPalette::Mid, outline);
    p.setColor(QPalette::Dark, outline);
    p.setColor(QPalette::Shadow, dark ? QColor(0, 0, 0) : outline);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        QColor dim = muted;
        dim.setAlphaF(0.55F);
        p.setColor(QPalette::Disabled, role, dim);
    }
    return p;
}

namespace
{
constexpr auto family = "Inter";
thread_local bool areLettersPlain = false;

QFont makeUiFont(int pixelSize, QFont::Weight weight)
{
    QFont font(QStringList{QString::fromLatin1(family), QStringLiteral("DejaVu Sans")});
    font.setPixelSize(pixelSize);
    font.setWeight(weight);
    if (areLettersPlain)
        font.setStyleStrategy(QFont::PreferNoShaping);
    return font;
}
} // namespace

PlainLetters::PlainLetters() { areLettersPlain = true; }
PlainLetters::~PlainLetters() { areLettersPlain = false; }

QFont uiFont(qreal pixelSize, QFont::Weight weight)
{
    // A font just made has to be looked up before it can be used, by each thread on its own.
    thread_local std::array<QHash<std::pair<int, int>, QFont>, 2> all;
    auto& made = all[areLettersPlain ? 1 : 0];
    const std::pair<int, int> key(qRound(pixelSize), weight);
    const auto found = made.constFind(key);
    return found != made.constEnd() ? *found : *made.insert(key, makeUiFont(key.first, weight));
}

bool loadFonts()
{
    static const bool loaded = [] {
        bool all = true;
        const QDir folder(QStringLiteral(":/fonts"));
        const auto files = folder.entryList();
        for (const auto& file : files)
            all = QFontDatabase::addApplicationFont(folder.filePath(file)) >= 0 && all;
        return all && !files.isEmpty();
    }();
    return loaded;
}

} // namespace ui

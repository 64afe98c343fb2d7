// SPDX-License-Identifier: GPL-3.0-or-later
// Places of phrases; lines break between them.
#include "ui/charts/phrases.h"

#include "ui/charts/chart_label.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/label_placement.h"
#include "ui/theme/text_line.h"

#include <QPainter>

namespace ui
{

namespace
{

/// Where a phrase goes.
struct PhrasePlace {
    const Phrase* phrase = nullptr;
    Label label;
    qreal x = 0; // its left edge
    int line = 0;
};

/// A point that divides goes with what follows.
std::vector<PhrasePlace> placesOf(const std::vector<Phrase>& phrases, qreal left, qreal right, const PhraseLook& look,
                                  const ChartSizes& sizes, const Theme& theme)
{
    std::vector<PhrasePlace> places;
    const qreal gap = sizes.px(look.gap), font = sizes.px(look.font);
    qreal x = left;
    int line = 0;
    for (std::size_t i = 0; i < phrases.size(); ++i) {
        const Phrase& phrase = phrases[i];
        const bool dark = !phrase.number.isEmpty() || phrase.strong;
        const Label label(phrase.text, chartFont(font, phrase.strong ? QFont::DemiBold : QFont::Normal),
                          phrase.chosen ? theme.accent
                          : dark        ? theme.text
                                        : theme.muted);
        const bool joins = phrase.text == QStringLiteral("·") && i + 1 < phrases.size();
        const qreal next = joins ? lineWidth(phrases[i + 1].text, chartFont(font)) + gap : 0;
        if (x + label.size().width() + next > right) {
            if (!(look.leading > 0))
                break;
            line += x > left ? 1 : 0;
            x = left;
            if (joins)
                continue;
        }
        places.push_back({&phrase, label, x, line});
        x += label.size().width() + gap;
    }
    return places;
}

} // namespace

int phraseLines(const std::vector<Phrase>& phrases, qreal width, const PhraseLook& look, const ChartSizes& sizes)
{
    const auto places = placesOf(phrases, 0, width, look, sizes, Theme::light());
    return places.empty() ? 0 : places.back().line + 1;
}

qreal paintPhrases(QPainter& painter, const std::vector<Phrase>& phrases, QPointF at, qreal right,
                   const PhraseLook& look, const ChartSizes& sizes, const Theme& theme, std::vector<Mark>& marks)
{
    qreal end = at.x();
    for (const auto& [phrase, label, x, line] : placesOf(phrases, at.x(), right, look, sizes, theme)) {
        const QPointF begin(x, at.y() + sizes.px(look.leading) * line);
        const QRectF box(begin - QPointF(0, label.size().height() / 2), label.size());
        end = box.right();
        label.drawLeft(painter, begin);
        if (phrase->number.isEmpty())
            continue;
        painter.setPen(QPen(theme.edge, sizes.px(1), Qt::DotLine));
        painter.drawLine(box.bottomLeft(), box.bottomRight());
        marks.insert(marks.begin(), {corners(box.adjusted(-2, -2, 2, 2)), phrase->text, {}, phrase->number});
    }
    return end;
}

} // namespace ui

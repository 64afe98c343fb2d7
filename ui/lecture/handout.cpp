// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the pages of a lecture on paper.
#include "ui/lecture/handout.h"

#include "core/lesson/check_answer.h"
#include "core/lesson/stage.h"
#include "ui/export/chart_page.h"
#include "ui/lecture/lecture_picture.h"
#include "ui/lessons/covered_page.h"
#include "ui/lessons/open_lesson.h"
#include "ui/theme/words.h"

#include <QPainter>

namespace ui
{

namespace
{

constexpr QSize paper(1123, 794); // A4 at 96 dpi

QString filled(const core::PosedStep& at, const std::string& text)
{
    const auto words = core::filledText(at.lesson, at.scenario, text);
    return QString::fromStdString(words ? *words : text);
}

void addOptions(LecturePage& page, const core::PosedStep& at)
{
    for (const auto& text : core::choiceTexts(at.step.question))
        page.options.push_back({filled(at, text)});
}

/// A picture that is worked with, and has no numbers, stays.
Hidden hiddenOnPaper(const std::vector<core::PosedStep>& posed, std::size_t step)
{
    Hidden most = Hidden::nothing;
    if (!std::holds_alternative<core::ScheduleAnswer>(posed[step].step.question))
        for (const core::PosedStep& at : posed)
            most = std::max(most, hiddenBy(at.step.question));
    return most;
}

/// Lines to write on, below a picture where there is one.
PaintPicture ruled(const QString& title, const PaintPicture& picture = {})
{
    return [title, picture](QPainter& painter, const QRectF& whole, const Theme& theme) {
        constexpr qreal pictureShare = 0.7; // of the height
        QRectF room = whole;
        if (picture) {
            room.setTop(whole.top() + whole.height() * pictureShare);
            picture(painter, QRectF(whole.topLeft(), QPointF(whole.right(), room.top() - 6)), theme);
        }
        constexpr qreal distance = 26;
        painter.setFont(uiFont(11));
        painter.setPen(theme.muted);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignTop, title);
        painter.setPen(QPen(theme.outline, 0.4));
        for (qreal y = room.top() + 2 * distance; y < room.bottom(); y += distance)
            painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y));
    };
}

/// A reveal shows answers, so that it has no page before theirs; what is told and has no picture stands above the next
/// question.
bool hasPage(const std::vector<core::PosedStep>& posed, std::size_t step)
{
    const auto reveals = [](const core::PosedStep& at) { return at.step.kind == core::StepKind::reveal; };
    if (reveals(posed[step]))
        return false;
    const bool told = posed[step].step.kind == core::StepKind::tell && hiddenOnPaper(posed, step) == Hidden::results;
    return !told || step + 1 == posed.size() || reveals(posed[step + 1]);
}

LecturePage stepPage(const core::PosedStep& at, std::size_t step, Hidden hidden)
{
    LecturePage page{.sentence = filled(at, at.step.prompt), .place = {}, .cover = {}};
    addOptions(page, at);
    const QString title = std::holds_alternative<std::monostate>(at.step.question) ? tr("Notes")
                          : page.options.empty()                                   ? tr("Your answer")
                                                                                   : tr("Why?");
    page.picture = hidden == Hidden::results
                       ? ruled(title)
                       : ruled(title, lecturePicture(chartOf(at), snapshotOf(at.scenario, 1), false));
    page.caption = givenText(at, step);
    return page;
}

/// "B3 · 2 / 8".
QString placeOf(const core::Lesson& lesson, std::size_t page, std::size_t pages)
{
    return QStringLiteral("%1 · %2 / %3").arg(QString::fromStdString(core::shortName(lesson))).arg(page).arg(pages);
}

/// Answers in lines, small enough to stand on one page, and below them what the last step shows, where there is room.
void paintAnswers(QPainter& painter, const QSizeF& size, const core::PosedStep& last, const QStringList& lines,
                  const QString& place)
{
    const core::Lesson& lesson = last.lesson;
    const Theme& theme = Theme::litRoom();
    painter.fillRect(QRectF(QPointF(), size), theme.window);
    const QRectF room = QRectF(QPointF(), size).adjusted(48, 40, -48, -40);
    painter.setPen(theme.text);
    painter.setFont(uiFont(20, QFont::DemiBold));
    painter.drawText(room, Qt::AlignLeft | Qt::AlignTop,
                     tr("Answers to %1").arg(QString::fromStdString(core::fullName(lesson))));
    painter.setFont(uiFont(13));
    painter.setPen(theme.muted);
    painter.drawText(room, Qt::AlignRight | Qt::AlignTop, place);
    painter.setPen(theme.text);
    const QRectF below = room.adjusted(0, 44, 0, -40);
    int pixels = 15;
    const QString text = lines.join(QStringLiteral("\n\n"));
    while (pixels > 8 &&
           QFontMetricsF(uiFont(pixels)).boundingRect(below, Qt::TextWordWrap, text).height() > below.height())
        --pixels;
    painter.setFont(uiFont(pixels));
    painter.drawText(below, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text);
    constexpr qreal enough = 260; // of a picture
    const qreal top =
        below.top() + QFontMetricsF(uiFont(pixels)).boundingRect(below, Qt::TextWordWrap, text).height() + 24;
    if (below.bottom() - top >= enough) {
        painter.save();
        painter.translate(below.left(), top);
        lecturePicture(chartOf(last), snapshotOf(last.scenario, 1),
                       true)(painter, QRectF(0, 0, below.width(), below.bottom() - top - 12), theme);
        painter.restore();
    }
    painter.setFont(uiFont(12));
    painter.setPen(theme.muted);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap,
                     tr("Source: %1").arg(QString::fromStdString(lesson.source)));
}

} // namespace

std::vector<LecturePage> handoutPages(const std::vector<core::PosedStep>& posed)
{
    std::vector<LecturePage> pages;
    QString told; // above the next page
    for (std::size_t i = 0; i < posed.size(); ++i) {
        if (hasPage(posed, i)) {
            pages.push_back(stepPage(posed[i], i, hiddenOnPaper(posed, i)));
            pages.back().sentence.prepend(std::exchange(told, {}));
        } else if (posed[i].step.kind == core::StepKind::tell)
            told += filled(posed[i], posed[i].step.prompt) + u'\n';
    }
    for (std::size_t i = 0; i < pages.size(); ++i)
        pages[i].place = placeOf(posed.front().lesson, i + 1, pages.size() + 1); // the answers' page is the last
    return pages;
}

namespace
{

using Posed = std::vector<core::PosedStep>;

tl::expected<Posed, PictureError> posedOf(const core::Lesson& lesson, const core::Catalogue& catalogue)
{
    Posed posed;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        auto at = core::posedStep(lesson, i, catalogue);
        if (!at)
            return noPicture(PictureFault::scenario, QString::fromStdString(at.error()));
        posed.push_back(std::move(*at));
    }
    return posed;
}

/// By the numbers of the questions' pages; what is revealed stands behind them.
QStringList answersTo(const Posed& posed)
{
    QStringList answers;
    int page = 0;
    for (std::size_t i = 0; i < posed.size(); ++i) {
        page += hasPage(posed, i) ? 1 : 0;
        const auto shown = core::shownAnswer(posed[i]);
        if (shown && !shown->empty())
            answers << QStringLiteral("%1  %2").arg(page).arg(QString::fromStdString(*shown));
        else if (posed[i].step.kind == core::StepKind::reveal)
            answers << filled(posed[i], posed[i].step.prompt);
    }
    return answers;
}

Page paperPage(const core::Lesson& lesson) { return {.pixels = paper, .title = QString::fromStdString(lesson.title)}; }

} // namespace

tl::expected<QByteArray, PictureError> handoutOf(std::span<const core::Lesson> lessons,
                                                 const core::Catalogue& catalogue)
{
    loadFonts();
    std::vector<Page> pages, answers;
    std::vector<Posed> all;
    all.reserve(lessons.size()); // which pages refer to
    for (const core::Lesson& lesson : lessons) {
        auto posed = posedOf(lesson, catalogue);
        if (!posed)
            return tl::unexpected(posed.error());
        all.push_back(*std::move(posed));
        const auto steps = handoutPages(all.back());
        for (const LecturePage& step : steps) {
            pages.push_back(paperPage(lesson));
            pages.back().paint = [page = std::make_shared<LecturePage>(step)](QPainter& painter, const QSizeF& size) {
                paintLecturePage(painter, size, *page, Theme::litRoom(), 1);
            };
        }
        answers.push_back(paperPage(lesson));
        answers.back().paint = [&posed = all.back(), page = steps.size() + 1](QPainter& painter, const QSizeF& size) {
            paintAnswers(painter, size, posed.back(), answersTo(posed), placeOf(posed.back().lesson, page, page));
        };
    }
    pages.insert(pages.end(), std::move_iterator(answers.begin()), std::move_iterator(answers.end()));
    return pdfOf(pages);
}

} // namespace ui

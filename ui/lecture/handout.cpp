// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the pages of a lecture on paper.
#include "ui/lecture/handout.h"

#include "core/lesson/check_answer.h"
#include "core/lesson/stage.h"
#include "ui/export/chart_page.h"
#include "ui/lecture/lecture_picture.h"
#include "ui/lessons/covered_page.h"
#include "ui/lessons/open_lesson.h"

#include <QCoreApplication>
#include <QPainter>

namespace ui
{

namespace
{

constexpr QSize paper(1123, 794); // A4 at 96 dpi

QString say(const char* words) { return QCoreApplication::translate("Handout", words); }

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

/// Lines to write on.
PaintPicture ruled(const QString& title)
{
    return [title](QPainter& painter, const QRectF& room, const Theme& theme) {
        constexpr qreal distance = 26;
        painter.setFont(uiFont(11));
        painter.setPen(theme.muted);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignTop, title);
        painter.setPen(QPen(theme.outline, 0.4));
        for (qreal y = room.top() + 2 * distance; y < room.bottom(); y += distance)
            painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y));
    };
}

LecturePage stepPage(const core::PosedStep& at, std::size_t number, Hidden hidden)
{
    LecturePage page{.sentence = at.step.kind == core::StepKind::reveal ? say("What it shows stands on the last page.")
                                                                        : filled(at, at.step.prompt),
                     .place = QStringLiteral("%1 · %2 / %3")
                                  .arg(QString::fromStdString(at.lesson.id))
                                  .arg(number)
                                  .arg(at.lesson.steps.size()),
                     .cover = {}};
    addOptions(page, at);
    const Snapshot snapshot = snapshotOf(at.scenario, 1);
    if (hidden == Hidden::results)
        page.picture = ruled(std::holds_alternative<std::monostate>(at.step.question) ? say("Notes")
                             : page.options.empty()                                   ? say("Your answer")
                                                                                      : say("Why?"));
    else
        page.picture = lecturePicture(lectureChart(at), snapshot, false);
    page.caption = givenText(at, number - 1);
    return page;
}

/// Answers in lines, small enough to stand on one page, and below them what the last step shows, where there is room.
void paintAnswers(QPainter& painter, const QSizeF& size, const core::PosedStep& last, const QStringList& lines)
{
    const core::Lesson& lesson = last.lesson;
    const Theme& theme = Theme::litRoom();
    painter.fillRect(QRectF(QPointF(), size), theme.window);
    const QRectF room = QRectF(QPointF(), size).adjusted(48, 40, -48, -40);
    painter.setPen(theme.text);
    painter.setFont(uiFont(20, QFont::DemiBold));
    painter.drawText(room, Qt::AlignLeft | Qt::AlignTop,
                     say("Answers to %1").arg(QString::fromStdString(lesson.id + " · " + lesson.title)));
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
        lecturePicture(lectureChart(last), snapshotOf(last.scenario, 1),
                       true)(painter, QRectF(0, 0, below.width(), below.bottom() - top - 12), theme);
        painter.restore();
    }
    painter.setFont(uiFont(12));
    painter.setPen(theme.muted);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignBottom | Qt::TextWordWrap,
                     say("Source: %1").arg(QString::fromStdString(lesson.source)));
}

} // namespace

std::vector<LecturePage> handoutPages(const std::vector<core::PosedStep>& posed)
{
    std::vector<LecturePage> pages;
    QString told; // above the next page
    for (std::size_t i = 0; i < posed.size(); ++i) {
        const Hidden hidden = hiddenOnPaper(posed, i);
        const bool last = i + 1 == posed.size();
        if (posed[i].step.kind == core::StepKind::tell && hidden == Hidden::results && !last) {
            told += filled(posed[i], posed[i].step.prompt) + u'\n';
            continue;
        }
        pages.push_back(stepPage(posed[i], i + 1, hidden));
        pages.back().sentence.prepend(std::exchange(told, {}));
    }
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

QStringList answersTo(const Posed& posed)
{
    QStringList answers;
    for (std::size_t i = 0; i < posed.size(); ++i) {
        const auto shown = core::shownAnswer(posed[i]);
        if (shown && !shown->empty())
            answers << QStringLiteral("%1  %2").arg(i + 1).arg(QString::fromStdString(*shown));
        else if (posed[i].step.kind == core::StepKind::reveal)
            answers << QStringLiteral("%1  %2").arg(i + 1).arg(filled(posed[i], posed[i].step.prompt));
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
        for (const LecturePage& step : handoutPages(all.back())) {
            pages.push_back(paperPage(lesson));
            pages.back().paint = [page = std::make_shared<LecturePage>(step)](QPainter& painter, const QSizeF& size) {
                paintLecturePage(painter, size, *page, Theme::litRoom(), 1);
            };
        }
        answers.push_back(paperPage(lesson));
        answers.back().paint = [&posed = all.back()](QPainter& painter, const QSizeF& size) {
            paintAnswers(painter, size, posed.back(), answersTo(posed));
        };
    }
    pages.insert(pages.end(), std::move_iterator(answers.begin()), std::move_iterator(answers.end()));
    return pdfOf(pages);
}

} // namespace ui

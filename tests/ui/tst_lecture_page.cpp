// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what is painted for an audience: large enough, uncut, in every palette, and without what is hidden.
#include "support/shipped_lesson.h"
#include "support/suite.h"
#include "text_recorder.h"
#include "window_stage.h"

#include "core/lesson/stage.h"
#include "ui/lecture/lecture.h"
#include "ui/lecture/lecture_page.h"
#include "ui/lessons/open_lesson.h"
#include "ui/shell/lecture_actions.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/tabs.h"

#include <QPainter>

using Stage = tests::WindowStage;

namespace
{

using tests::lessonNamed;

constexpr QSize screen(1920, 1080);

std::vector<tests::PaintedText> paintedOf(const ui::LecturePage& page, const ui::Theme& theme, qreal text)
{
    tests::TextRecorder recorder(screen);
    QPainter painter(&recorder);
    ui::paintLecturePage(painter, screen, page, theme, text);
    painter.end();
    return recorder.texts;
}

/// Texts that are too small, cut, outside of the page, or one upon the other.
QStringList faultsOf(const ui::LecturePage& page, const QString& where)
{
    QStringList faults;
    for (const qreal size : {1., ui::usualLectureText})
        for (const ui::Theme* theme : {&ui::Theme::darkRoom(), &ui::Theme::litRoom(), &ui::Theme::weakProjector()}) {
            if (size == 1 && !theme->dark)
                continue;
            const auto painted = paintedOf(page, *theme, size);
            for (const QString& fault : tests::faultsOf(painted, screen))
                faults << where + QStringLiteral(": ") + fault;
            for (const tests::PaintedText& text : painted) {
                if (text.text.trimmed().isEmpty())
                    continue;
                if (text.pixels < 23.9)
                    faults << QStringLiteral("%1: \"%2\" has %3 pixels").arg(where, text.text).arg(text.pixels);
                if (text.text.endsWith(u'…'))
                    faults << QStringLiteral("%1: \"%2\" is cut").arg(where, text.text);
            }
        }
    return faults;
}

struct PageStage : Stage {
    ui::OpenLesson& lesson = window.findChild<ui::LessonDesk*>()->lesson();
    ui::Lecture& lecture = window.findChild<ui::LectureActions*>()->lecture();

    /// The page of a step, as it is shown.
    const ui::LecturePage& at(const core::Lesson& taken, std::size_t step)
    {
        if (!lesson.open(taken, step))
            qFatal("the lesson cannot be opened");
        settle();
        if (lecture.state() == ui::Lecture::State::off)
            trigger("lecture-here");
        settle();
        return lecture.window()->page();
    }
};

} // namespace

class TstLecturePage : public QObject
{
    Q_OBJECT
private slots:
    void textsAreLargeAndWhole_data();
    void textsAreLargeAndWhole();
    void anyTabIsLargeAndWhole();
    void summariesAreWhole();
    void aLayerIsNotSqueezed();
    void barsOfALayerHaveTheirTimes();
    void theHatchIsAsLargeAsWhatIsGiven();
    void theHiddenIsNotPainted();
    void aWrongLineStandsBesideNoRightOne();
    void keysAreListedWhole();
    void palettesCanBeRead();
    void thePauseCoversNothing();
    void aMatmulShowsBothTimelines();
};

void TstLecturePage::textsAreLargeAndWhole_data()
{
    QTest::addColumn<QString>("id");
    for (const core::Lesson& lesson : core::shippedLessons())
        QTest::newRow(lesson.id.c_str()) << QString::fromStdString(lesson.id);
}

/// 24 pixels at 1080 lines, at the smallest size of text and at the usual one; before and after the answer.
void TstLecturePage::textsAreLargeAndWhole()
{
    QFETCH(QString, id);
    PageStage stage;
    const core::Lesson& lesson = lessonNamed(id.toStdString());
    QStringList faults;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step)
        for (const bool revealed : {false, true}) {
            stage.at(lesson, step);
            if (revealed)
                stage.lesson.reveal();
            stage.settle();
            faults << faultsOf(stage.lecture.window()->page(), QStringLiteral("step %1").arg(step + 1));
        }
    faults.removeDuplicates();
    QVERIFY2(faults.isEmpty(), qPrintable(faults.mid(0, 40).join(u'\n')));
}

/// Without a lesson the tab in sight is shown.
void TstLecturePage::anyTabIsLargeAndWhole()
{
    PageStage stage;
    QStringList faults;
    for (const std::string_view tab : core::lessonTabs) {
        stage.window.findChild<ui::Tabs*>()->openChart(QString::fromUtf8(tab.data(), qsizetype(tab.size())));
        stage.settle();
        stage.trigger("lecture");
        stage.settle();
        faults << faultsOf(stage.lecture.window()->page(), QString::fromUtf8(tab.data(), qsizetype(tab.size())));
        stage.lecture.leave();
    }
    faults.removeDuplicates();
    QVERIFY2(faults.isEmpty(), qPrintable(faults.mid(0, 40).join(u'\n')));
}

/// Of lessons whose every option had a hand, and every number a guess.
void TstLecturePage::summariesAreWhole()
{
    PageStage stage;
    QStringList faults;
    for (const core::Lesson& lesson : core::shippedLessons()) {
        stage.at(lesson, 0);
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            stage.lesson.goTo(step);
            for (int option = 0; option < stage.lesson.choices().size(); ++option)
                stage.lesson.vote(static_cast<std::size_t>(option));
            if (stage.lesson.takesGuess())
                stage.lesson.typeGuess(u'1');
            stage.lesson.reveal();
        }
        QTest::keyClick(stage.lecture.window(), Qt::Key_PageDown);
        const ui::LecturePage& page = stage.lecture.window()->page();
        QVERIFY(page.place == QString::fromStdString(lesson.id) && !page.options.empty());
        faults << faultsOf(page, QString::fromStdString(lesson.id));
    }
    faults.removeDuplicates();
    QVERIFY2(faults.isEmpty(), qPrintable(faults.mid(0, 40).join(u'\n')));
}

/// Above math and below collectives, where there is no room beside them.
void TstLecturePage::barsOfALayerHaveTheirTimes()
{
    PageStage stage;
    stage.openTab(4);
    stage.trigger("lecture-here");
    QStringList times;
    for (const auto& text : paintedOf(stage.lecture.window()->page(), ui::Theme::darkRoom(), ui::usualLectureText))
        times << text.text;
    // of each of two products, 3 · 2 · 32,768 · 8,192 · 32,768 FLOPs on 64 chips of 459 TFLOP/s;
    // gathers and scatters of 373, 186, 373, 373 and 186 µs
    QVERIFY2(times.count(QStringLiteral("1.80 ms")) == 2 && times.count(QStringLiteral("1.49 ms")) == 2,
             qPrintable(times.join(u'|')));
}

/// G1 and G5: titles of boxes stand apart by more than their height, and every collective is named.
void TstLecturePage::aLayerIsNotSqueezed()
{
    PageStage stage;
    for (const auto& [id, step] : {std::pair("G1", 3), {"G1", 4}, {"G5", 1}, {"G5", 3}}) {
        stage.at(lessonNamed(id), static_cast<std::size_t>(step));
        stage.lesson.reveal();
        stage.settle();
        QList<qreal> boxes;
        int named = 0;
        qreal pixels = 0;
        for (const auto& text :
             paintedOf(stage.lecture.window()->page(), ui::Theme::darkRoom(), ui::usualLectureText)) {
            if (text.text == QLatin1String("Embedding") || text.text.startsWith(QStringLiteral("Norm ")) ||
                text.text.endsWith(QStringLiteral("projection")) || text.text.endsWith(QStringLiteral("projections")) ||
                text.text == QLatin1String("Attention") || text.text == QLatin1String("Activation function") ||
                text.text == QLatin1String("Final norm and logits")) {
                boxes << text.box.center().y();
                pixels = text.pixels;
            }
            named += text.text == QLatin1String("AG") || text.text == QLatin1String("RS") ||
                     text.text == QLatin1String("AR");
        }
        QCOMPARE(boxes.size(), 10);
        std::ranges::sort(boxes); // both ends are painted last
        for (int i = 1; i < boxes.size(); ++i)
            QVERIFY2(boxes[i] - boxes[i - 1] > 1.25 * pixels, qPrintable(QStringLiteral("%1 %2: %3 of %4")
                                                                             .arg(QLatin1String(id))
                                                                             .arg(i)
                                                                             .arg(boxes[i] - boxes[i - 1])
                                                                             .arg(pixels)));
        QVERIFY2(named >= 14, qPrintable(QStringLiteral("%1 %2: %3").arg(QLatin1String(id)).arg(step).arg(named)));
    }
}

/// C1 gives three values: they are large, and no hatch fills the rest of the page.
void TstLecturePage::theHatchIsAsLargeAsWhatIsGiven()
{
    PageStage stage;
    const ui::LecturePage& page = stage.at(lessonNamed("C1"), 1);
    QVERIFY(!page.cover.isEmpty() && page.given.size() == 3);
    for (const auto& text : paintedOf(page, ui::Theme::darkRoom(), ui::usualLectureText))
        if (text.text == page.given.front().second)
            QVERIFY2(text.pixels > 40, qPrintable(QString::number(text.pixels)));
    QImage image(screen, QImage::Format_RGB32);
    QPainter painter(&image);
    ui::paintLecturePage(painter, screen, page, ui::Theme::darkRoom());
    painter.end();
    const int below = screen.height() * 3 / 4;
    for (int x = 0; x < screen.width(); ++x)
        QCOMPARE(image.pixelColor(x, below), ui::Theme::darkRoom().window);
}

/// Of every question about a number: neither painted nor told to screen readers.
void TstLecturePage::theHiddenIsNotPainted()
{
    PageStage stage;
    int asked = 0;
    for (const core::Lesson& lesson : core::shippedLessons())
        for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
            if (!std::holds_alternative<core::ValueAnswer>(lesson.steps[step].question) ||
                lesson.steps[step].kind != core::StepKind::answer)
                continue;
            const ui::LecturePage& page = stage.at(lesson, step);
            const QString answer = stage.lesson.shownAnswer();
            if (answer.size() < 6)
                continue;
            QString all = stage.lecture.window()->accessibleDescription() + stage.lecture.window()->windowTitle();
            for (const tests::PaintedText& text : paintedOf(page, ui::Theme::darkRoom(), ui::usualLectureText))
                all += u'\n' + text.text;
            QVERIFY2(!all.contains(answer), (lesson.id + " step " + std::to_string(step)).c_str());
            stage.lesson.reveal();
            stage.settle();
            QVERIFY(stage.lecture.window()->page().answer.contains(answer));
            ++asked;
        }
    QVERIFY(asked > 40);
}

/// Neither the bar of a pause nor the strip of a held picture covers or moves anything: they stand where no page has
/// anything, also below the live control and a note.
void TstLecturePage::thePauseCoversNothing()
{
    PageStage stage;
    stage.at(lessonNamed("B3"), 1);
    stage.lesson.next(); // a note
    stage.settle();
    const auto seen = [&] { return stage.lecture.window()->grab().toImage(); };
    const QImage before = seen();
    const int foot = qCeil(ui::lectureFoot * ui::smallestLectureText(before.height())) + 1;
    const auto page = [&](const QImage& image) { return image.copy(0, 0, image.width(), image.height() - foot); };
    const QRgb ground = before.pixel(0, before.height() - 1);
    for (int y = before.height() - foot + 2; y < before.height(); ++y)
        for (int x = 0; x < before.width(); ++x)
            QCOMPARE(before.pixel(x, y), ground);
    stage.lecture.pause();
    QVERIFY(seen() != before);
    QCOMPARE(page(seen()), page(before));
    stage.lecture.start(true);
    QCOMPARE(seen(), before);
}

/// Serialized above overlapped, beside the ring; not while the order is asked for.
void TstLecturePage::aMatmulShowsBothTimelines()
{
    PageStage stage;
    const core::Lesson& lesson = lessonNamed("A1");
    const auto heads = [&](std::size_t step) {
        QStringList found;
        for (const auto& text : paintedOf(stage.at(lesson, step), ui::Theme::darkRoom(), ui::usualLectureText))
            if (text.text.startsWith(QStringLiteral("Naive")) || text.text.startsWith(QStringLiteral("Pipelined")) ||
                text.text.startsWith(QStringLiteral("ring of")))
                found << text.text.section(u' ', 0, 0);
        found.sort();
        return found.join(u' ');
    };
    QCOMPARE(lesson.steps[4].kind, core::StepKind::order);
    QCOMPARE(heads(4), QStringLiteral("ring"));
    QCOMPARE(heads(5), QStringLiteral("Naive: Pipelined, ring"));
}

/// "The gather runs along Y" beside a picture of AllGather_X.
void TstLecturePage::aWrongLineStandsBesideNoRightOne()
{
    PageStage stage;
    const auto shows = [&] {
        const auto texts = paintedOf(stage.lecture.window()->page(), ui::Theme::darkRoom(), ui::usualLectureText);
        return std::ranges::any_of(texts, [](const auto& text) { return text.text.contains(u"AllGather_X"); });
    };
    stage.at(lessonNamed("F8"), 3);
    QVERIFY(!shows());
    QCOMPARE(stage.lesson.hidden(), ui::Hidden::results);
    stage.lesson.reveal();
    stage.settle();
    QVERIFY(shows());
}

/// On any screen: every word of the list, within the window and none upon another.
void TstLecturePage::keysAreListedWhole()
{
    for (const QSize size : {QSize(1024, 700), QSize(1280, 720), QSize(1920, 1080), QSize(2560, 1440)}) {
        ui::LectureWindow window;
        window.resize(size);
        std::vector<std::pair<QString, QString>> rows;
        QStringList words;
        for (const ui::LectureKeyRow& row : ui::lectureKeys()) {
            rows.emplace_back(ui::keyText(row), ui::doesText(row));
            words += (rows.back().first + u' ' + rows.back().second).split(u' ');
        }
        window.setTable(QStringLiteral("Keys"), rows);
        tests::TextRecorder recorder(size);
        window.render(&recorder);
        QStringList seen;
        for (const tests::PaintedText& text : recorder.texts) {
            seen += text.text.split(u' ', Qt::SkipEmptyParts);
            QVERIFY2(QRectF(QPointF(), size).contains(text.box), qPrintable(text.text));
        }
        QVERIFY2(tests::overlapsOf(recorder.texts).isEmpty(),
                 qPrintable(tests::overlapsOf(recorder.texts).join(u'\n')));
        for (const QString& word : words)
            QVERIFY2(seen.removeOne(word), qPrintable(QString::number(size.width()) + u' ' + word));
    }
}

void TstLecturePage::palettesCanBeRead()
{
    const auto luminance = [](const QColor& colour) {
        const auto part = [](float value) {
            return value <= 0.03928F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
        };
        return 0.2126F * part(colour.redF()) + 0.7152F * part(colour.greenF()) + 0.0722F * part(colour.blueF());
    };
    const auto contrast = [&](const QColor& one, const QColor& other) {
        const float a = luminance(one), b = luminance(other);
        return (std::max(a, b) + 0.05F) / (std::min(a, b) + 0.05F);
    };
    for (const ui::Theme* theme : {&ui::Theme::darkRoom(), &ui::Theme::litRoom(), &ui::Theme::weakProjector()}) {
        for (const QColor& text : {theme->text, theme->muted})
            QVERIFY(contrast(text, theme->window) >= 7);
        for (const QColor& mark : {theme->good, theme->accent, theme->edge, theme->compute, theme->comms, theme->hbm})
            QVERIFY2(contrast(mark, theme->window) >= 3, qPrintable(mark.name()));
    }
    QCOMPARE(ui::Theme::darkRoom().window, QColor(0x12, 0x14, 0x17));
}

ROOFLIGHT_TEST(TstLecturePage)
#include "tst_lecture_page.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in the picture of the torus: those on plates and in the words beside a line are underlined where the pointer
// is, and a click explains them, of single links and of lines that stand for the links between two blocks.
#include "explained_stage.h"
#include "support/asked.h"
#include "support/suite.h"
#include "ui/mark_shown.h"
#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timeline_view.h"
#include "ui/torus/chip_cards.h"
#include "ui/torus/torus_marks.h"

#include <QPainter>
#include <QTabBar>

namespace
{

using Stage = tests::ExplainedStage;

QFont plateFont() { return ui::uiFont(11, QFont::Medium); }

/// The middle of the letters of a number on a plate.
QPointF middleOf(const ui::SceneText& plate, const ui::ShownNumber& number)
{
    return {number.letters.center().x(), plate.at.y()};
}

QImage picture(const Stage& stage, const QPointF& at)
{
    const QRect room(at.toPoint() - QPoint(60, 12), QSize(120, 24));
    return stage.torus().grab(room).toImage();
}

} // namespace

class TstExplainedPlates : public QObject
{
    Q_OBJECT
private slots:
    void numbersOnPlatesAreExplained_data();
    void numbersOnPlatesAreExplained();
    void linesBetweenBlocksAreExplained_data();
    void linesBetweenBlocksAreExplained();
    void aPlateIsUnderlinedUnderThePointer();
    void theWordsBesideALineUnderlineTheirNumber();
    void everyNumberOfAClickedLineIsExplained_data();
    void everyNumberOfAClickedLineIsExplained();
    void aClickedLineStaysUntilAnotherPlaceIsClicked();
    void readOutsOfLinesLieBesideCards();
    void keysExplainLines();
    void timesOfTheTimelineAreUnderlinedAndExplained();
};

void TstExplainedPlates::numbersOnPlatesAreExplained_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::newRow("ring") << tests::Edits{{"coll.torus", "4"}, {"coll.wrap", "ring"}};
    QTest::newRow("mesh") << tests::Edits{{"coll.torus", "4x4"}, {"coll.wrap", "line"}, {"coll.bytes", "5000"}};
    QTest::newRow("switch") << tests::Edits{{"coll.torus", "switch8"}};
    QTest::newRow("pod") << tests::Edits{{"hw.chip", "tpu-v5p"}, {"coll.torus", "16x20x28"}, {"coll.wrap", "ring"}};
    QTest::newRow("blocks not alike") << tests::Edits{
        {"hw.chip", "tpu-v5p"}, {"coll.torus", "12x12x8"}, {"coll.kind", "permute"}};
    QTest::newRow("blocks of a mesh") << tests::Edits{
        {"hw.chip", "tpu-v5p"}, {"coll.torus", "10x10x8"}, {"coll.wrap", "line"}};
}

void TstExplainedPlates::numbersOnPlatesAreExplained()
{
    QFETCH(tests::Edits, edits);
    Stage stage(edits, 1);
    tests::AskedNumbers asked(stage.tab());
    for (const int step : {1, stage.tab().recording()->steps()}) {
        stage.goTo(step);
        static_cast<void>(stage.torus().grab());
        const auto scene = stage.scene();
        QVERIFY(!scene.texts.empty());
        for (const ui::SceneText& plate : scene.texts) {
            QVERIFY(!plate.numbers.empty());
            for (const ui::ShownNumber& number : plate.numbers) {
                asked.ids.clear();
                stage.click(middleOf(plate, number));
                QCOMPARE(asked.ids.size(), 1);
                const QString id = asked.ids.front();
                QCOMPARE(core::stepIn(id.toStdString()), step);
                QCOMPARE(number.text, stage.derived(id));
                QCOMPARE(stage.value(), stage.derived(id));
            }
        }
    }
}

void TstExplainedPlates::linesBetweenBlocksAreExplained_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::newRow("pod") << tests::Edits{{"hw.chip", "tpu-v5p"}, {"coll.torus", "16x20x28"}, {"coll.wrap", "ring"}};
    QTest::newRow("not alike") << tests::Edits{
        {"hw.chip", "tpu-v5p"}, {"coll.torus", "12x12x8"}, {"coll.kind", "permute"}};
}

/// What the words beside the line say is what is explained; before the first step the bytes of all its links.
void TstExplainedPlates::linesBetweenBlocksAreExplained()
{
    QFETCH(tests::Edits, edits);
    Stage stage(edits);
    QCOMPARE(stage.torus().look().detail, ui::TorusDetail::blocks);
    for (const int step : {0, 1}) {
        stage.goTo(step);
        static_cast<void>(stage.torus().grab());
        const auto scene = stage.scene();
        int told = 0;
        for (std::size_t i = 0; i < scene.wires.size() && told < 3; i += 1 + scene.wires.size() / 40) {
            const QPointF at = scene.wires[i].at(0.5);
            stage.mouse(QEvent::MouseMove, QPointF(1, 1));
            stage.mouse(QEvent::MouseMove, at);
            const auto mark = tests::markShown(stage.torus());
            if (!mark.clicked) {
                continue; // a chip lies upon it
            }
            const QString words = mark.clicked->text;
            if (std::ranges::any_of(scene.texts, [&](const ui::SceneText& plate) {
                    return ui::plateBox(plate.at, plate.text, plateFont()).contains(at);
                })) {
                continue;
            }
            QCOMPARE(stage.torus().cursor().shape(), Qt::PointingHandCursor);
            stage.click(at);
            const QString id = stage.panel().metricId();
            QVERIFY2(id.startsWith(step > 0 ? u"coll.block_load@1," : u"coll.block_bytes@0,"), qPrintable(id));
            QCOMPARE(words, stage.derived(id));
            QCOMPARE(stage.value(), stage.derived(id));
            QTest::keyClick(&stage.torus(), Qt::Key_Escape); // its card goes
            ++told;
        }
        QVERIFY(told > 0);
    }
}

void TstExplainedPlates::aPlateIsUnderlinedUnderThePointer()
{
    Stage stage({{"coll.torus", "4"}, {"coll.wrap", "ring"}}, 1);
    static_cast<void>(stage.torus().grab());
    const auto plate = stage.scene().texts.front();
    stage.mouse(QEvent::MouseMove, QPointF(1, 1));
    const QImage before = picture(stage, plate.at);
    stage.mouse(QEvent::MouseMove, plate.at);
    QCOMPARE(stage.torus().cursor().shape(), Qt::PointingHandCursor);
    const QImage lit = picture(stage, plate.at);
    QVERIFY(lit != before);
    stage.mouse(QEvent::MouseMove, QPointF(1, 1));
    QCOMPARE(picture(stage, plate.at), before);
}

void TstExplainedPlates::theWordsBesideALineUnderlineTheirNumber()
{
    Stage stage({{"coll.torus", "4"}, {"coll.wrap", "ring"}}, 1);
    static_cast<void>(stage.torus().grab());
    stage.mouse(QEvent::MouseMove, stage.scene().wires.front().at(0.5));
    auto mark = tests::markShown(stage.torus());
    QVERIFY(mark.clicked);
    const QString words = mark.clicked->text;
    QVERIFY2(words.endsWith(u" %"), qPrintable(words));
    const auto painted = [](const ui::MarkScene& scene) {
        QImage image(scene.bounds().bottomRight().toPoint().x() + 4, scene.bounds().bottomRight().toPoint().y() + 4,
                     QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        ui::paintMark(painter, scene, ui::Theme::light());
        return image;
    };
    const QImage underlined = painted(mark);
    mark.clicked.reset();
    QVERIFY(painted(mark) != underlined);
}

void TstExplainedPlates::everyNumberOfAClickedLineIsExplained_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::addColumn<int>("first");  // numbers of a direction before any step
    QTest::addColumn<int>("second"); // and after one
    QTest::newRow("pod") << tests::Edits{{"hw.chip", "tpu-v5p"}, {"coll.torus", "16x20x28"}, {"coll.wrap", "ring"}} << 2
                         << 6;
    QTest::newRow("blocks not alike") << tests::Edits{{"hw.chip", "tpu-v5p"},
                                                      {"coll.torus", "9x9x9"},
                                                      {"coll.wrap", "line"},
                                                      {"coll.kind", "permute"}}
                                      << 2 << 6;
    QTest::newRow("chips") << tests::Edits{{"coll.torus", "4"}, {"coll.wrap", "ring"}} << 1 << 2;
    QTest::newRow("switch") << tests::Edits{{"coll.torus", "switch8"}} << 1 << 2;
}

/// Of lines that were clicked: what the card says is what each of its labels explains.
void TstExplainedPlates::everyNumberOfAClickedLineIsExplained()
{
    QFETCH(tests::Edits, edits);
    QFETCH(int, first);
    QFETCH(int, second);
    Stage stage(edits);
    for (const int step : {0, 1}) {
        stage.goTo(step);
        const auto scene = stage.scene();
        int told = 0;
        for (std::size_t i = 0; i < scene.wires.size() && told < 2; i += 1 + scene.wires.size() / 5) {
            const QPointF at = scene.wires[i].at(0.5);
            stage.mouse(QEvent::MouseMove, QPointF(1, 1));
            stage.click(at);
            const auto mark = stage.torus().markStaying();
            const auto labels = stage.numbersOfLine();
            if (labels.empty()) {
                continue; // a chip or a plate lies upon it
            }
            const auto directions = mark.numbers.size() / static_cast<std::size_t>(step == 0 ? first : second);
            QVERIFY(directions == 1 || directions == 2);
            QCOMPARE(labels.size(), directions * static_cast<std::size_t>(step == 0 ? first : second));
            for (std::size_t number = 0; number < labels.size(); ++number) {
                QCOMPARE(labels[number]->shown(), mark.numbers[number].text);
                QVERIFY(stage.torus().markStaying().card.contains(QRectF(labels[number]->geometry()).center()));
                QCOMPARE(stage.complaint(*labels[number]), QString());
            }
            ++told;
        }
        QVERIFY(told > 0);
    }
}

void TstExplainedPlates::aClickedLineStaysUntilAnotherPlaceIsClicked()
{
    Stage stage({{"coll.torus", "8"}, {"coll.wrap", "ring"}}, 1);
    stage.click(stage.scene().wires.front().at(0.5));
    stage.mouse(QEvent::MouseMove, QPointF(1, 1));
    const auto mark = tests::markShown(stage.torus());
    QVERIFY(!mark.card.isEmpty());
    stage.click(mark.card.topLeft() + QPointF(3, 3)); // upon itself
    QCOMPARE(stage.torus().markStaying().heading, mark.heading);
    stage.goTo(2);
    QCOMPARE(stage.torus().markStaying().heading, mark.heading);
    QVERIFY(stage.torus().markStaying().lines != mark.lines);
    QVERIFY(stage.numbersOfLine().front()->metricId().startsWith(u"coll.link_bytes@2,"));
    stage.click(QPointF(stage.torus().width() - 3, stage.torus().height() - 3));
    QVERIFY(stage.torus().markStaying().card.isEmpty());
    QVERIFY(stage.numbersOfLine().empty());
    stage.click(stage.scene().wires.front().at(0.5));
    QVERIFY(!stage.numbersOfLine().empty());
    QTest::keyClick(&stage.torus(), Qt::Key_Escape);
    stage.settle();
    QVERIFY(stage.numbersOfLine().empty());
}

/// Of the one that stays, of the one under the pointer before it, and of one that a table marks.
void TstExplainedPlates::readOutsOfLinesLieBesideCards()
{
    Stage stage({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}}, 1);
    stage.torus().setFocus();
    QTest::keyClick(&stage.torus(), Qt::Key_N);
    QTest::keyClick(&stage.torus(), Qt::Key_Return);
    const auto* cards = stage.torus().findChild<ui::ChipCards*>();
    for (int i = 0; i < 8; ++i) {
        QTest::keyClick(&stage.torus(), Qt::Key_L);
        static_cast<void>(stage.torus().grab());
        const auto mark = stage.torus().markStaying();
        QVERIFY(cards->isVisible() && !mark.card.isEmpty());
        QVERIFY(!mark.card.intersects(QRectF(cards->geometry())));
    }
}

void TstExplainedPlates::keysExplainLines()
{
    Stage stage({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}}, 1);
    static_cast<void>(stage.torus().grab());
    stage.torus().setFocus();
    QTest::keyClick(&stage.torus(), Qt::Key_L);
    const QString first = stage.torus().markStaying().heading;
    QTest::keyClick(&stage.torus(), Qt::Key_L);
    const QString second = stage.torus().markStaying().heading;
    QVERIFY(!first.isEmpty() && first != second);
    stage.trigger("explain");
    const QString kept = stage.panel().metricId();
    QVERIFY2(kept.startsWith(u"coll.link_load@1,"), qPrintable(kept));
    QCOMPARE(stage.torus().chosenNumber(), kept);
    QTest::keyClick(&stage.torus(), Qt::Key_L, Qt::ShiftModifier);
    QCOMPARE(stage.torus().markStaying().heading, first);
    stage.settle();
    stage.numbersOfLine().front()->setFocus();
    stage.trigger("explain");
    QVERIFY2(stage.panel().metricId().startsWith(u"coll.link_bytes@1,"), qPrintable(stage.panel().metricId()));
    QTest::keyClick(stage.numbersOfLine().front(), Qt::Key_Escape);
    stage.settle();
    QVERIFY(stage.numbersOfLine().empty());
    QVERIFY(stage.torus().hasFocus());
    stage.torus().mark({{ui::LinkPlace{5, 2}}});
    stage.settle();
    stage.trigger("explain");
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.link_load@1,5,Y+"));
    QCOMPARE(stage.numbersOfLine().size(), std::size_t(2));
    stage.mouse(QEvent::MouseMove, stage.scene().wires.front().at(0.5));
    QVERIFY(stage.torus().chosenNumber() != QStringLiteral("coll.link_load@1,5,Y+"));
}

void TstExplainedPlates::timesOfTheTimelineAreUnderlinedAndExplained()
{
    Stage stage({{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.kind", "matmul-gather"}}, 1);
    auto& view = *stage.part<ui::TimelineView>("timeline");
    if (!view.isVisible()) {
        stage.part<QTabBar>("collectives.stage")->setCurrentIndex(1);
        stage.settle();
    }
    QVERIFY(view.isVisible());
    QCOMPARE(view.scene().links.size(), std::size_t(4)); // both ways of doing it, what is saved, and its share
    const auto isShare = [&](const ui::TimelineText& text) {
        return text.text.contains(u'(' + stage.derived(QStringLiteral("coll.saved_share")) + u')');
    };
    QVERIFY(std::ranges::any_of(view.scene().texts, isShare));
    for (std::size_t i = 0; i < view.scene().links.size(); ++i) {
        const ui::TimelineLink link = view.scene().links[i];
        const QPoint at = link.value.center().toPoint();
        QTest::mouseMove(&view, QPoint(1, 1));
        const QImage before = view.grab(link.area.toAlignedRect()).toImage();
        QTest::mouseMove(&view, at);
        QCOMPARE(view.cursor().shape(), Qt::PointingHandCursor);
        QVERIFY(view.grab(link.area.toAlignedRect()).toImage() != before);
        QTest::mouseClick(&view, Qt::LeftButton, {}, at);
        stage.settle();
        QCOMPARE(stage.panel().metricId(), link.metric);
        QCOMPARE(stage.value(), stage.derived(link.metric));
    }
    view.setFocus();
    stage.trigger("explain");
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.saved"));
    QTest::keyClick(&view, Qt::Key_Right); // the first bar
    stage.trigger("explain");
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.naive_arrival@1,0,1"));
}

ROOFLIGHT_TEST(TstExplainedPlates)
#include "tst_explained_plates.moc"

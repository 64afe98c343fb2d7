// SPDX-License-Identifier: GPL-3.0-or-later
// The words above the torus: at every level of detail they count what is drawn, and each count explains itself.
#include "core/collectives/networks/blocks.h"
#include "explained_stage.h"
#include "support/suite.h"
#include "ui/theme/text_line.h"

#include <QPainter>
#include <QRegularExpression>

using namespace Qt::Literals::StringLiterals;

namespace
{

using Stage = tests::ExplainedStage;

std::vector<ui::ValueLabel*> labelsOf(const Stage& stage)
{
    const auto labels = stage.torus().findChildren<ui::ValueLabel*>(QStringLiteral("caption.number"));
    std::vector<ui::ValueLabel*> shown;
    std::ranges::copy_if(labels, std::back_inserter(shown), &QWidget::isVisible);
    return shown;
}

/// Numbers of a caption that are no names of axes, blocks and places.
QStringList countsIn(QString caption)
{
    caption.remove(QRegularExpression(
        QStringLiteral("^([0-9×]+(, all axes closed|(, [XYZ] (open|closed))+)|(ring|line) of [0-9]+)")));
    caption.remove(QRegularExpression(QStringLiteral("\\([0-9,]+\\)|[XYZ] = [0-9]+")));
    QStringList counts;
    for (auto found = QRegularExpression(QStringLiteral("[0-9][0-9,]*[0-9]|[0-9]")).globalMatch(caption);
         found.hasNext();) {
        counts << found.next().captured();
    }
    return counts;
}

} // namespace

class TstExplainedCaption : public QObject
{
    Q_OBJECT
private slots:
    void everyCountIsExplained_data();
    void everyCountIsExplained();
    void anOpenedBlockCountsItsChips();
    void labelsLieOverTheirLetters_data();
    void labelsLieOverTheirLetters();
    void aBlockThatIsPointedAtExplainsItsChips();
    void smallPicturesHaveNone();
};

void TstExplainedCaption::everyCountIsExplained_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<int>("detail");
    QTest::addColumn<QStringList>("counts");
    using enum ui::TorusDetail;
    const auto row = [](const char* torus, ui::TorusDetail detail, const QStringList& counts) {
        QTest::addRow("%s, level %d", torus, int(detail)) << QString::fromLatin1(torus) << int(detail) << counts;
    };
    row("16x20x28", blocks, {u"140"_s, u"64"_s, u"8,960"_s});
    row("16x20x28", faces, {u"2,408"_s, u"8,960"_s}); // 8,960 − 14·18·26
    row("16x20x28", slice, {u"320"_s, u"8,960"_s});
    row("16x20x28", chips, {u"8,960"_s});
    row("6x10x9", blocks, {u"18"_s, u"64"_s, u"540"_s}); // the last block along X has 2 chips
    row("6x10x9", slice, {u"60"_s, u"540"_s});
    row("4x4", chips, {u"16"_s});
    row("4x4", faces, {u"12"_s, u"16"_s});
    row("8", chips, {});
    row("switch8", chips, {u"8"_s});
}

void TstExplainedCaption::everyCountIsExplained()
{
    QFETCH(QString, torus);
    QFETCH(int, detail);
    QFETCH(QStringList, counts);
    const bool gpus = torus.startsWith(u's');
    Stage stage({{"hw.chip", gpus ? "h100-sxm" : "tpu-v5p"}, {"coll.torus", torus.toStdString()}}, 1);
    stage.torus().setDetail(static_cast<ui::TorusDetail>(detail));
    stage.settle();
    QCOMPARE(countsIn(stage.scene().caption.text()), counts);
    QStringList shown;
    for (ui::ValueLabel* label : labelsOf(stage)) {
        shown << label->shown();
        QCOMPARE(stage.complaint(*label), QString());
        QCOMPARE(label->focusPolicy(), Qt::StrongFocus);
        QVERIFY(!label->title().isEmpty());
        QVERIFY(stage.torus().rect().contains(label->geometry()));
    }
    QCOMPARE(shown, counts);
}

void TstExplainedCaption::anOpenedBlockCountsItsChips()
{
    Stage stage({{"hw.chip", "tpu-v5p"}, {"coll.torus", "6x10x9"}});
    stage.torus().openBlock(2 * 3 * 3 - 1); // the last: 2·2·1 chips
    stage.settle();
    QCOMPARE(countsIn(stage.scene().caption.text()), QStringList({u"4"_s, u"540"_s}));
    QStringList ids;
    for (ui::ValueLabel* label : labelsOf(stage)) {
        QCOMPARE(stage.complaint(*label), QString());
        ids << label->metricId();
    }
    QCOMPARE(ids, QStringList({u"coll.block_chips@0,17"_s, u"coll.chips"_s}));
    stage.goTo(2);
    QCOMPARE(labelsOf(stage).front()->metricId(), QStringLiteral("coll.block_chips@2,17"));
    QTest::keyClick(&stage.torus(), Qt::Key_Escape);
    stage.settle();
    QCOMPARE(labelsOf(stage).size(), std::size_t(3)); // of all blocks
}

void TstExplainedCaption::labelsLieOverTheirLetters_data()
{
    QTest::addColumn<double>("width");
    QTest::addColumn<int>("lines");
    QTest::newRow("one line") << 900. << 1;
    QTest::newRow("narrow") << 420. << 2;
}

/// Spaces in their place leave nothing of the numbers, and of nothing else.
void TstExplainedCaption::labelsLieOverTheirLetters()
{
    QFETCH(double, width);
    QFETCH(int, lines);
    const auto recording = tests::recordingOf({{"hw.chip", "tpu-v5p"}, {"coll.torus", "16x20x28"}});
    const ui::TorusLook look{.detail = ui::TorusDetail::blocks};
    const auto caption = ui::layoutTorus(recording, look, {width, 500}).caption;
    QCOMPARE(caption.lines.size(), qsizetype(lines));
    QCOMPARE(caption.numbers.size(), std::size_t(3));
    QVERIFY(ui::captionBox(caption).right() < width);
    QImage image(int(width), 80, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setPen(Qt::black);
    ui::paintCaption(painter, caption);
    for (const auto& number : caption.numbers) {
        const QRect letters = number.letters.toAlignedRect();
        QVERIFY(ui::captionBox(caption).adjusted(-1, -1, 1, 1).contains(letters));
        const auto inked = [&](int x) {
            for (int y = letters.top(); y <= letters.bottom(); ++y) {
                if (qGray(image.pixel(x, y)) < 128) {
                    return true;
                }
            }
            return false;
        };
        int columns = 0;
        for (int x = letters.left(); x <= letters.right(); ++x) {
            columns += inked(x) ? 1 : 0;
        }
        QVERIFY(columns * 2 > letters.width()); // digits are
        QVERIFY(!inked(letters.left() - 2));    // the space before them
    }
}

void TstExplainedCaption::aBlockThatIsPointedAtExplainsItsChips()
{
    Stage stage({{"hw.chip", "tpu-v5p"}, {"coll.torus", "6x10x9"}}, 1);
    stage.torus().setFocus();
    QTest::keyClick(&stage.torus(), Qt::Key_N);
    QTest::keyClick(&stage.torus(), Qt::Key_N);
    stage.trigger("explain");
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.block_chips@1,1"));
    QCOMPARE(stage.value(), QStringLiteral("32")); // 2·4·4
    QTest::keyClick(&stage.torus(), Qt::Key_L);    // a line of the block
    stage.trigger("explain");
    QVERIFY2(stage.panel().metricId().startsWith(u"coll.block_load@1,"), qPrintable(stage.panel().metricId()));
    const auto scene = stage.scene();
    const auto last =
        std::ranges::find(scene.nodes, scene.nodes.back().chip, &ui::SceneNode::chip); // nothing lies before it
    stage.mouse(QEvent::MouseMove, last->at);
    const int block = core::blocksOf(stage.tab().recording()->whole()).chip({0, 0, 0}) + last->place;
    QVERIFY2(stage.torus().toolTip().contains(QStringLiteral("chips from")), qPrintable(stage.torus().toolTip()));
    stage.trigger("explain");
    QCOMPARE(stage.panel().metricId(), QStringLiteral("coll.block_chips@1,%1").arg(block));
    QVERIFY(stage.torus().toolTip().contains(QStringLiteral(": %1 chips").arg(stage.value())));
}

void TstExplainedCaption::smallPicturesHaveNone()
{
    Stage stage({{"hw.chip", "tpu-v5p"}, {"coll.torus", "8x8x8"}});
    stage.torus().setCompact(true);
    stage.settle();
    QVERIFY(labelsOf(stage).empty());
}

ROOFLIGHT_TEST(TstExplainedCaption)
#include "tst_explained_caption.moc"

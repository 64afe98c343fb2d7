// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what shows the focus: that it is seen, and covers nothing that is read.
#include "support/suite.h"
#include "window_stage.h"

#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QTabBar>
#include <QTabWidget>

using Stage = tests::WindowStage;
using namespace Qt::Literals::StringLiterals;

class TstFocusMarks : public QObject
{
    Q_OBJECT
private slots:
    void theTabHasNoBoxWithinItsRing();
    void nothingIsDrawnBesideTheTabs();
    void theRingOfANestedSectionCutsNothing();
    void theChosenSegmentShowsTheFocus();
};

/// As many pixels are drawn in it as without the focus: those of its word.
void TstFocusMarks::theTabHasNoBoxWithinItsRing()
{
    Stage stage;
    auto* bar = stage.part<QTabBar>("tabs.bar");
    const QRect tab = bar->tabRect(bar->currentIndex()).adjusted(4, 4, -8, -4); // within the ring
    const auto drawn = [&] {
        const QImage picture = stage.window.grab({bar->mapTo(&stage.window, tab.topLeft()), tab.size()}).toImage();
        int pixels = 0;
        for (int i = 0; i < picture.width() * picture.height(); ++i)
            pixels += picture.pixelColor(i % picture.width(), i / picture.width()) != picture.pixelColor(0, 0);
        return pixels;
    };
    const int word = drawn();
    QVERIFY(word > 0);
    bar->setFocus(Qt::TabFocusReason);
    stage.window.setAttribute(Qt::WA_KeyboardFocusChange); // as after a key
    stage.settle();
    QVERIFY2(std::abs(drawn() - word) <= word / 10, qPrintable(u"%1 of %2"_s.arg(drawn()).arg(word)));
}

void TstFocusMarks::nothingIsDrawnBesideTheTabs()
{
    Stage stage("start", {1600, 900});
    auto* tabs = stage.part<QTabWidget>("tabs");
    const QImage picture = tabs->grab().toImage();
    const int right = tabs->tabBar()->tabRect(tabs->count() - 1).right() + 1;
    const QColor ground = picture.pixelColor(tabs->width() - 2, 2);
    for (int y = 0; y < tabs->tabBar()->height(); ++y)
        for (int x = right; x < tabs->width(); ++x)
            QVERIFY2(picture.pixelColor(x, y) == ground, qPrintable(u"%1, %2"_s.arg(x).arg(y)));
}

void TstFocusMarks::theRingOfANestedSectionCutsNothing()
{
    Stage stage;
    auto* header = stage.part<QAbstractButton>("section.shape.header");
    QVERIFY(header);
    const QImage before = header->grab().toImage();
    header->setFocus(Qt::TabFocusReason);
    stage.settle();
    const QImage now = header->grab().toImage();
    QVERIFY(now != before);
    const QRect ring = header->rect().adjusted(0, 4, 0, -4);
    const QColor ground = before.pixelColor(before.width() / 2, 2);
    for (int y = ring.top(); y < ring.bottom(); ++y)
        for (int x = 0; x < ring.width(); ++x)
            if (now.pixelColor(x, y) != before.pixelColor(x, y))
                QVERIFY2(before.pixelColor(x, y) == ground, qPrintable(u"%1, %2"_s.arg(x).arg(y)));
}

/// A ring, and a gap between it and the segment.
void TstFocusMarks::theChosenSegmentShowsTheFocus()
{
    Stage stage;
    auto* segment = stage.part<QAbstractButton>("work.mode.0");
    QVERIFY(segment && segment->isChecked());
    segment->setFocus(Qt::TabFocusReason);
    stage.settle();
    const QImage picture = segment->grab().toImage();
    const int middle = picture.height() / 2;
    QCOMPARE(picture.pixelColor(0, middle), ui::Theme::light().accent);
    const int gap = picture.pixelColor(2, middle).lightness();
    QVERIFY2(gap > picture.pixelColor(6, middle).lightness() + 5, QByteArray::number(gap).constData());
}

ROOFLIGHT_TEST(TstFocusMarks)

#include "tst_focus_marks.moc"

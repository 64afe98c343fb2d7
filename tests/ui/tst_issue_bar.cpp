// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the room of the issue bar: nothing cut, few pixels of height, repairs in sight or in the menu.
#include "clipping.h"
#include "support/suite.h"
#include "window_stage.h"

#include "ui/shell/repair_row.h"

#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>

using Stage = tests::WindowStage;

class TstIssueBar : public QObject
{
    Q_OBJECT
private slots:
    void fourRepairsAreCalm_data();
    void fourRepairsAreCalm();
    void repairsWithoutRoomStandInTheMenu();
    void nothingMovesWhileASliderIsDragged();
};

void TstIssueBar::fourRepairsAreCalm_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("on a small window") << QSize(1024, 640);
    QTest::newRow("on a laptop") << QSize(1280, 720);
    QTest::newRow("on a full screen") << QSize(1920, 1080);
}

void TstIssueBar::fourRepairsAreCalm()
{
    QFETCH(QSize, size);
    constexpr double largestBatch = 134217728;
    constexpr int mostHeight = 90;
    Stage stage("start", size);
    QVERIFY(stage.window.session().edit("work.batch", largestBatch));
    stage.settle();
    const QWidget* bar = stage.part("issues");
    QVERIFY(bar->isVisible());
    QCOMPARE(stage.window.session().snapshot().issues.front().repairs.size(), 4U);
    for (int i = 0; i < (size.width() >= 1280 ? 4 : 3); ++i) {
        const QString name = QStringLiteral("repair.%1").arg(i);
        QVERIFY2(stage.part(qPrintable(name))->isVisible(), qPrintable(name));
    }
    QVERIFY2(bar->height() <= mostHeight, QByteArray::number(bar->height()).constData());
    const QStringList faults = tests::clippedParts(stage.window);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    stage.window.session().undoStack().setClean();
}

void TstIssueBar::repairsWithoutRoomStandInTheMenu()
{
    ui::applyTheme(*qApp, ui::Theme::light());
    ui::RepairRow row;
    row.setRepairs({{"Set batch to 2,097,152", {}}, {"Use X = 1,024", {}}, {"Use Y = 256", {}}});
    row.resize(300, 40);
    row.show();
    QApplication::processEvents();
    const auto* more = row.findChild<QPushButton*>(QStringLiteral("repair.more"));
    const auto* menu = row.findChild<QMenu*>();
    QVERIFY(row.findChild<QPushButton*>(QStringLiteral("repair.0"))->isVisible());
    QVERIFY(more->isVisible());
    QVERIFY(row.rect().contains(more->geometry()));
    const auto stowed = menu->actions();
    QVERIFY(!stowed.isEmpty());
    QCOMPARE(stowed.last()->text(), QStringLiteral("Use Y = 256"));
    QSignalSpy chosen(&row, &ui::RepairRow::chosen);
    stowed.last()->trigger();
    QCOMPARE(chosen.count(), 1);
    row.resize(row.sizeHint().width() + 8, 40);
    QVERIFY(!more->isVisible());
}

void TstIssueBar::nothingMovesWhileASliderIsDragged()
{
    constexpr double largestBatch = 134217728;
    constexpr double usualBatch = 32768;
    Stage stage("start", QSize(1280, 720));
    ui::Session& session = stage.window.session();
    QVERIFY(session.edit("work.batch", largestBatch));
    stage.settle();
    const QWidget* bar = stage.part("issues");
    const QWidget* slider = stage.part("work.batch.track");
    const auto place = [&] { return slider->mapTo(&stage.window, QPoint()); };
    const int height = bar->height();
    const QPoint before = place();
    const ui::Gesture drag = session.beginGesture();
    QVERIFY(session.edit("work.batch", usualBatch, drag));
    stage.settle();
    QVERIFY(session.snapshot().issues.empty());
    QVERIFY(bar->isVisible());
    QCOMPARE(bar->height(), height);
    QCOMPARE(place(), before);
    session.endGesture();
    stage.settle();
    QVERIFY(!bar->isVisible());
    QVERIFY(place() != before);
    session.undoStack().setClean();
}

ROOFLIGHT_TEST(TstIssueBar)

#include "tst_issue_bar.moc"

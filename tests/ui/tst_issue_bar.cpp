// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the room of the issue bar: nothing cut, few pixels of height, repairs in sight or in the menu.
#include "clipping.h"
#include "support/suite.h"
#include "window_stage.h"

#include "ui/controls/field_control.h"
#include "ui/shell/repair_row.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>

using Stage = tests::WindowStage;
using namespace Qt::Literals::StringLiterals;

class TstIssueBar : public QObject
{
    Q_OBJECT
private slots:
    void fourRepairsAreCalm_data();
    void fourRepairsAreCalm();
    void repairsWithoutRoomStandInTheMenu();
    void nothingMovesWhileASliderIsDragged();
    void messagesNameFieldsByTheirLabels_data();
    void messagesNameFieldsByTheirLabels();
    void refusalsNameFieldsByTheirLabels_data();
    void refusalsNameFieldsByTheirLabels();
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

void TstIssueBar::messagesNameFieldsByTheirLabels_data()
{
    QTest::addColumn<QStringList>("edits");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("a matmul on two axes") << QStringList{u"coll.kind=matmul-gather"_s}
                                          << u"\"Chips\" and \"Axes\" give 2 axes, but a collective matmul goes along "
                                             u"one axis; set \"Axes\" to one of them, "
                                             "or \"Chips\" to one side such as \"4\". Its numbers do not apply then."_s;
    QTest::newRow("an algorithm of another kind") << QStringList{u"coll.algorithm=middle"_s}
                                                  << u"\"Algorithm\" is \"Reduce to the center\", which is not an "
                                                     u"algorithm for \"all-gather\". Its numbers do not "
                                                     "apply then."_s;
    QTest::newRow("gathers for each microbatch")
        << QStringList{u"mesh.Z=2"_s, u"mesh.X=8"_s, u"mesh.Z.role=pipeline"_s, u"work.micro=8"_s}
        << u"FSDP on X inside the pipeline on Z gathers the weights again for each of 8 microbatches."_s;
}

/// Ids are for the command line; each message has a repair to click.
void TstIssueBar::messagesNameFieldsByTheirLabels()
{
    QFETCH(QStringList, edits);
    QFETCH(QString, sentence);
    Stage stage;
    for (const QString& edit : edits)
        QVERIFY(stage.window.session().editFromText(edit.section(u'=', 0, 0).toStdString(),
                                                    edit.section(u'=', 1).toStdString()));
    stage.settle();
    QCOMPARE(stage.part<QLabel>("issue.text")->text(), sentence);
    QVERIFY(stage.part<QPushButton>("repair.0")->isVisible());
    static const QRegularExpression id(u"\\b(coll|work|mesh|hw|conv|model)\\.|zero[12]|\\bfsdp\\b"_s);
    for (const auto* button : stage.part("repairs")->findChildren<QPushButton*>())
        QVERIFY2(!button->text().contains(id), qPrintable(button->text()));
    stage.window.session().undoStack().setClean();
}

void TstIssueBar::refusalsNameFieldsByTheirLabels_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("note");
    QTest::newRow("no number") << u"0"_s << u"Batch cannot be 0; give a whole number from 1 to 134,217,728."_s;
    QTest::newRow("another unit") << u"5GB"_s
                                  << u"\"5GB\" is not understood: its unit is B, where tokens are counted; write for "
                                     "example 65,536, 64k, 2^16, 3*1024 or 1.5e9."_s;
}

void TstIssueBar::refusalsNameFieldsByTheirLabels()
{
    QFETCH(QString, typed);
    QFETCH(QString, note);
    Stage stage;
    auto* input = stage.part<QLineEdit>("work.batch.field");
    input->setFocus();
    input->selectAll();
    QTest::keyClicks(input, typed);
    QTest::keyClick(input, Qt::Key_Return);
    QCOMPARE(stage.window.findChild<ui::FieldControl*>(u"work.batch"_s)->note(), note);
}

ROOFLIGHT_TEST(TstIssueBar)

#include "tst_issue_bar.moc"

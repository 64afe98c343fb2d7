// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the room of the issue bar: nothing cut, few pixels of height, repairs in sight or in the menu.
#include "clipping.h"
#include "support/suite.h"
#include "window_stage.h"

#include "ui/controls/field_control.h"
#include "ui/shell/repair_row.h"
#include "ui/theme/text_size.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>

using Stage = tests::WindowStage;
using namespace Qt::Literals::StringLiterals;

namespace
{

/// Where every part in sight stands, but for what tells of the issue.
QStringList placesIn(const Stage& stage)
{
    QStringList all;
    for (const auto* widget : stage.window.findChildren<QWidget*>()) {
        const QString name = widget->objectName();
        const bool tells = name.endsWith(u".veil"_s) || name == u"saved"_s || name == u"hint"_s ||
                           stage.part("verdict.bar")->isAncestorOf(widget) ||
                           stage.part("issues")->isAncestorOf(widget);
        const QRect at(widget->mapTo(&stage.window, QPoint()), widget->size());
        if (widget->isVisible() && !name.isEmpty() && !tells)
            all << u"%1 %2,%3 %4x%5"_s.arg(name).arg(at.x()).arg(at.y()).arg(at.width()).arg(at.height());
    }
    return all;
}

} // namespace

class TstIssueBar : public QObject
{
    Q_OBJECT
private slots:
    void fourRepairsAreCalm_data();
    void fourRepairsAreCalm();
    void repairsWithoutRoomStandInTheMenu();
    void nothingMovesWhenAnIssueComesOrGoes();
    void otherWordsLayNothingOutAnew();
    void aRefusalMovesNothing();
    void aRefusalIsAsTallAsItsWords();
    void aRefusalAfterTheFocusStandsInTheBar();
    void aRefusalCoversNoInput_data();
    void aRefusalCoversNoInput();
    void theEchoCoversNoInput();
    void noTickStandsUnderWhatCannotBeEvaluated();
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
    constexpr int maxHeight = 36;
    Stage stage("start", size);
    QVERIFY(stage.window.session().edit("work.batch", largestBatch));
    stage.settle();
    const QWidget* bar = stage.part("issues");
    QVERIFY(bar->isVisible());
    QCOMPARE(stage.window.session().snapshot().issues.front().repairs.size(), 4U);
    for (int i = 0; i < (size.width() > 1280 ? 4 : size.width() > 1024 ? 3 : 2); ++i) {
        const QString name = QStringLiteral("repair.%1").arg(i);
        QVERIFY2(stage.part(qPrintable(name))->isVisible(), qPrintable(name));
    }
    QVERIFY2(bar->height() <= maxHeight, QByteArray::number(bar->height()).constData());
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

/// Errors, warnings and none at all: every part of the window keeps its place.
void TstIssueBar::nothingMovesWhenAnIssueComesOrGoes()
{
    Stage stage("start", QSize(1280, 720));
    ui::Session& session = stage.window.session();
    const auto places = [&] { return placesIn(stage); };
    const QStringList before = places();
    for (const char* batch : {"128M", "32k", "8"}) {
        QVERIFY(session.editFromText("work.batch", batch));
        stage.settle();
        QCOMPARE(places(), before);
    }
    QVERIFY(session.editFromText("mesh.X", "8")); // cannot be evaluated
    stage.settle();
    QCOMPARE(places(), before);
    session.undoStack().setClean();
}

/// The number of tokens in the sentence changes with each event of a slider.
void TstIssueBar::otherWordsLayNothingOutAnew()
{
    struct Requests : QObject {
        int count = 0;
        bool eventFilter(QObject*, QEvent* event) override
        {
            count += event->type() == QEvent::LayoutRequest ? 1 : 0;
            return false;
        }
    } requests;
    Stage stage("start", QSize(1920, 1080));
    ui::Session& session = stage.window.session();
    QVERIFY(session.editFromText("work.batch", "130000000"));
    stage.settle();
    const QString before = stage.part<QLabel>("issue.text")->text();
    stage.part("issues")->parentWidget()->installEventFilter(&requests);
    QVERIFY(session.editFromText("work.batch", "131000000"));
    stage.settle();
    QVERIFY(stage.part<QLabel>("issue.text")->text() != before);
    QCOMPARE(requests.count, 0);
    session.undoStack().setClean();
}

/// The green of the theme is nowhere in the tile of the memory.
void TstIssueBar::noTickStandsUnderWhatCannotBeEvaluated()
{
    Stage stage;
    const auto green = [&] {
        const QImage tile = stage.part("tile.hbm")->grab().toImage();
        int pixels = 0;
        for (int i = 0; i < tile.width() * tile.height(); ++i)
            pixels += tile.pixelColor(i % tile.width(), i / tile.width()) == ui::Theme::light().good;
        return pixels;
    };
    QVERIFY(green() > 0);
    QVERIFY(stage.window.session().editFromText("mesh.X", "8"));
    stage.settle();
    QCOMPARE(green(), 0);
    stage.window.session().undoStack().setClean();
}

QString saidIn(const Stage& stage) { return stage.part<QLabel>("issue.text")->text(); }

/// It lies beside the inputs, until the focus moves on.
void TstIssueBar::aRefusalMovesNothing()
{
    Stage stage;
    auto* input = stage.part<QLineEdit>("work.batch.field");
    const QWidget* next = stage.part("work.seq.field");
    const QPoint before = next->mapTo(&stage.window, QPoint());
    const auto shown = [&]() -> const QLabel* {
        for (const auto* label : stage.window.findChildren<QLabel*>(u"complaint"_s))
            if (label->isVisible())
                return label;
        return nullptr;
    };
    input->setFocus();
    input->selectAll();
    QTest::keyClicks(input, u"many"_s);
    QTest::keyClick(input, Qt::Key_Return);
    stage.settle();
    QVERIFY(shown());
    QVERIFY(shown()->height() >= shown()->heightForWidth(shown()->width()));
    QVERIFY(shown()->visibleRegion().boundingRect() == shown()->rect());
    QCOMPARE(next->mapTo(&stage.window, QPoint()), before);
    stage.part("work.seq.track")->setFocus();
    QVERIFY(!shown());
    QCOMPARE(input->property("state").toString(), u"error"_s);
    QCOMPARE(input->text(), u"32,768"_s);
    QVERIFY2(saidIn(stage).startsWith(u"Batch stays 32,768 tokens. \"many\" is no number; write for example "_s),
             qPrintable(saidIn(stage)));
}

/// Also after a longer one that came with a repair.
void TstIssueBar::aRefusalIsAsTallAsItsWords()
{
    Stage stage;
    auto* input = stage.part<QLineEdit>("work.batch.field");
    const QLabel* note = nullptr;
    for (const QString& typed : {u"9999999999999"_s, u"9999999999998"_s, u"abc"_s}) {
        input->setFocus();
        input->selectAll();
        QTest::keyClicks(input, typed);
        QTest::keyClick(input, Qt::Key_Return);
        stage.settle();
        for (const auto* label : stage.window.findChildren<QLabel*>(u"complaint"_s))
            note = label->isVisible() ? label : note;
    }
    QVERIFY(note && note->isVisible());
    QVERIFY2(note->text().startsWith(u"\"abc\" is no number; write for example "_s), qPrintable(note->text()));
    constexpr int rims = 2 * 10 + 2 * 6; // beside and above, with the frame
    const QRect words =
        note->fontMetrics().boundingRect({0, 0, note->width() - rims, 1000}, Qt::TextWordWrap, note->text());
    QVERIFY2(note->height() <= words.height() + rims, QByteArray::number(note->height()).constData());
}

/// What Tab commits is refused in the bar: a note would lie over the picture that the user goes on with.
void TstIssueBar::aRefusalAfterTheFocusStandsInTheBar()
{
    Stage stage;
    const auto type = [&](const QString& typed) {
        auto* input = stage.part<QLineEdit>("work.batch.field");
        input->setFocus();
        input->selectAll();
        QTest::keyClicks(input, typed);
        QTest::keyClick(input, Qt::Key_Tab);
        stage.settle();
    };
    type(u"4.2xyz"_s);
    QVERIFY2(saidIn(stage).startsWith(u"Batch stays 32,768 tokens. \"4.2xyz\" is not understood"_s),
             qPrintable(saidIn(stage)));
    for (const auto* label : stage.window.findChildren<QLabel*>(u"complaint"_s))
        QVERIFY(!label->isVisible());
    type(u"9999999999999"_s);
    QAbstractButton* repair = nullptr;
    for (auto* button : stage.part("repairs")->findChildren<QAbstractButton*>())
        repair = button->isVisible() ? button : repair;
    QVERIFY(repair);
    QTest::mouseClick(repair, Qt::LeftButton);
    stage.settle();
    QCOMPARE(stage.window.session().scenario().work.batch, core::findField("work.batch")->max);
    stage.window.session().undoStack().undo();
    stage.settle();
    QCOMPARE(saidIn(stage), u"No issues."_s);
    QCOMPARE(stage.part("work.batch.field")->property("state").toString(), u"good"_s);
}

/// Whether a part of the window lies over none of the fields, sliders and buttons of the dock.
QString coveredBy(const Stage& stage, const QWidget& note)
{
    const QRect over(note.mapTo(&stage.window, QPoint()), note.size());
    for (const QWidget* part : stage.part("design")->findChildren<QWidget*>()) {
        const QRect input(part->mapTo(&stage.window, QPoint()), part->size());
        if (part->focusPolicy() != Qt::NoFocus && !part->visibleRegion().isEmpty() && over.intersects(input))
            return part->objectName();
    }
    return {};
}

void TstIssueBar::aRefusalCoversNoInput_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("mended");
    QTest::addColumn<int>("size");
    const double largest = core::findField("work.batch")->max;
    QTest::newRow("beyond all numbers") << u"1e400"_s << largest << 100;
    QTest::newRow("too large") << u"9999999999999"_s << largest << 100;
    QTest::newRow("too large, in large text") << u"9999999999999"_s << largest << 200;
    QTest::newRow("too small") << u"0"_s << core::findField("work.batch")->min << 100;
}

/// And offers the end of the range that was overstepped.
void TstIssueBar::aRefusalCoversNoInput()
{
    QFETCH(QString, typed);
    QFETCH(double, mended);
    QFETCH(int, size);
    ui::setTextSize(size);
    Stage stage("start", QSize(1280, 720) * 100 / size);
    auto* input = stage.part<QLineEdit>("work.batch.field");
    input->setFocus();
    input->selectAll();
    QTest::keyClicks(input, typed);
    QTest::keyClick(input, Qt::Key_Return);
    stage.settle();
    QAbstractButton* repair = nullptr;
    for (auto* button : stage.window.findChildren<QAbstractButton*>(u"complaint.repair"_s))
        repair = button->isVisible() ? button : repair;
    QVERIFY(repair);
    const QWidget* note = repair->parentWidget();
    QVERIFY(note->visibleRegion().boundingRect() == note->rect());
    QVERIFY(note->rect().contains(repair->geometry()));
    QVERIFY(repair->width() >= repair->sizeHint().width());
    QCOMPARE(coveredBy(stage, *note), QString());
    QTest::mouseClick(repair, Qt::LeftButton);
    stage.settle();
    ui::setTextSize(100);
    QCOMPARE(stage.window.session().scenario().work.batch, mended);
    QVERIFY(!note->isVisible());
    stage.window.session().undoStack().setClean();
}

void TstIssueBar::theEchoCoversNoInput()
{
    Stage stage;
    auto* input = stage.part<QLineEdit>("work.batch.field");
    input->setFocus();
    input->selectAll();
    QTest::keyClicks(input, u"4.2M"_s);
    const QLabel* echo = nullptr;
    for (const auto* label : stage.window.findChildren<QLabel*>())
        echo = label->isVisible() && label->text() == u"= 4,200,000" ? label : echo;
    QVERIFY(echo && echo->visibleRegion().boundingRect() == echo->rect());
    QCOMPARE(coveredBy(stage, *echo), QString());
    QTest::keyClick(input, Qt::Key_Escape);
    QVERIFY(!echo->isVisible());
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

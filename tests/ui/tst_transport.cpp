// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the transport of the tab: its buttons, scrubber, speeds and paces, and its keys wherever the focus is.
#include "core/collectives/analysis.h"
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/collectives/collectives_tab.h"
#include "ui/controls/combo.h"
#include "ui/numbers/value_label.h"
#include "ui/playback/transport_bar.h"
#include "window_stage.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QLineEdit>
#include <QRadioButton>
#include <QSlider>
#include <QTabWidget>

#include <algorithm>
#include <cstdlib>
#include <set>

class TstTransport : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void buttonsMoveByWholeSteps();
    void theTabKeyGoesAsTheEyeDoes();
    void theScrubberHasATickPerStep_data();
    void theScrubberHasATickPerStep();
    void nearAStepTheScrubberGoesToIt();
    void aPressOnTheScrubberPauses();
    void speedsAndPacesAreChosen();
    void itTellsStepAndTime();
    void stepAndTimeShareABaseline();
    void theWordsHaveRoomForEveryStep();
    void keysWorkWhereverTheFocusIs();
    void textFieldsKeepTheirKeys();
    void functionKeysGoToTheWindow();
};

namespace
{

struct Bar {
    ui::Player player;
    ui::TransportBar bar{player};

    void click(const char* name) { bar.findChild<QAbstractButton*>(QLatin1String(name))->click(); }
    QSlider& scrubber() { return *bar.findChild<QSlider*>(); }
};

} // namespace

void TstTransport::initTestCase() { QApplication::setOrganizationName(QStringLiteral("rooflight-test")); }

void TstTransport::buttonsMoveByWholeSteps()
{
    Bar stage;
    stage.player.load({1, 2, 3});
    QVERIFY(!stage.player.isPlaying());
    stage.click("transport.forward");
    stage.click("transport.forward");
    QCOMPARE(stage.player.position(), 2.0);
    stage.click("transport.back");
    QCOMPARE(stage.player.position(), 1.0);
    stage.click("transport.last");
    QCOMPARE(stage.player.position(), 3.0);
    stage.click("transport.first");
    QCOMPARE(stage.player.position(), 0.0);
    stage.click("transport.play");
    QVERIFY(stage.player.isPlaying());
    stage.click("transport.play");
    QVERIFY(!stage.player.isPlaying());
}

void TstTransport::theTabKeyGoesAsTheEyeDoes()
{
    Bar stage;
    stage.bar.show();
    const QWidget* part = &stage.scrubber();
    int from = -1; // the buttons lie in a row below it
    int parts = 0;
    for (part = part->nextInFocusChain(); part != &stage.scrubber(); part = part->nextInFocusChain()) {
        if (stage.bar.isAncestorOf(part) && (part->focusPolicy() & Qt::TabFocus)) {
            const int at = part->mapTo(&stage.bar, QPoint()).x();
            QVERIFY2(at > from, qPrintable(part->objectName()));
            from = at;
            ++parts;
        }
    }
    QCOMPARE(parts, 9);
}

void TstTransport::theScrubberHasATickPerStep_data()
{
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("ticks");
    QTest::newRow("few steps") << 6 << 6;
    QTest::newRow("as many as can be told apart") << 64 << 64;
    QTest::newRow("more are thinned") << 100 << 10;
}

void TstTransport::theScrubberHasATickPerStep()
{
    QFETCH(int, steps);
    QFETCH(int, ticks);
    Bar stage;
    std::vector<double> ends;
    for (int i = 1; i <= steps; ++i) {
        ends.push_back(i);
    }
    stage.player.load(ends);
    QCOMPARE(stage.scrubber().maximum() / stage.scrubber().tickInterval(), ticks);
    stage.scrubber().setSliderPosition(stage.scrubber().maximum() / 2);
    stage.scrubber().triggerAction(QAbstractSlider::SliderMove);
    QCOMPARE(stage.player.position(), steps / 2.);
    stage.scrubber().triggerAction(QAbstractSlider::SliderSingleStepAdd);
    QCOMPARE(stage.player.position(), steps / 2. + 1);
    stage.bar.resize(400, 70);
    stage.bar.show();
    const QSize size = stage.scrubber().size();
    QTest::mouseClick(&stage.scrubber(), Qt::LeftButton, {},
                      {size.width(), size.height() / 2}); // goes where it is pressed
    QCOMPARE(stage.player.position(), 1.0 * steps);
}

void TstTransport::nearAStepTheScrubberGoesToIt()
{
    Bar stage;
    stage.player.load({1, 2, 3, 4});
    stage.bar.resize(500, 70);
    stage.bar.show();
    auto& scrubber = stage.scrubber();
    const int y = scrubber.height() / 2;
    const double left = 9; // where the first step is; the last is as far from the right end
    const double apart = (scrubber.width() - 2 * left) / 4;
    for (const int step : {1, 3}) {
        const int at = qRound(left + step * apart);
        for (const int beside : {-5, -2, 0, 3, 5}) {
            QTest::mouseClick(&scrubber, Qt::LeftButton, {}, {at + beside, y});
            QCOMPARE(stage.player.position(), 1.0 * step);
        }
        QTest::mouseClick(&scrubber, Qt::LeftButton, {}, {at + qRound(apart / 2), y});
        QVERIFY(std::abs(stage.player.position() - step - 0.5) < 0.05);
    }
}

void TstTransport::aPressOnTheScrubberPauses()
{
    Bar stage;
    stage.player.load({1, 2, 3});
    stage.bar.resize(400, 70);
    stage.bar.show();
    stage.click("transport.play");
    QTest::mousePress(&stage.scrubber(), Qt::LeftButton, {}, {stage.scrubber().width(), stage.scrubber().height() / 2});
    QVERIFY(!stage.player.isPlaying());
    QCOMPARE(stage.player.position(), 3.0);
}

void TstTransport::speedsAndPacesAreChosen()
{
    Bar stage;
    stage.player.load({1, 2, 3});
    auto* speed = stage.bar.findChild<ui::Combo*>(QStringLiteral("transport.speed"));
    QStringList names;
    for (int i = 0; i < speed->count(); ++i) {
        names << speed->itemText(i);
        emit speed->activated(i);
        QCOMPARE(stage.player.speed(), ui::Player::speeds[static_cast<std::size_t>(i)]);
        QCOMPARE(speed->currentIndex(), i);
    }
    QCOMPARE(names, (QStringList{QStringLiteral("¼×"), QStringLiteral("½×"), QStringLiteral("1×"), QStringLiteral("2×"),
                                 QStringLiteral("4×")}));
    auto* pace = stage.bar.findChild<ui::Combo*>(QStringLiteral("transport.pace"));
    emit pace->activated(1);
    QVERIFY(stage.player.showsTrueTimes());
}

void TstTransport::itTellsStepAndTime()
{
    Bar stage;
    stage.player.load({1e-6, 3e-6});
    stage.player.seek(1.5);
    const auto& steps = *stage.bar.findChild<ui::ValueLabel*>(QStringLiteral("transport.where"));
    QCOMPARE(steps.shown(), QStringLiteral("Step 1/2"));
    const auto& time = *stage.bar.findChild<ui::ValueLabel*>(QStringLiteral("transport.time"));
    QCOMPARE(time.shown(), QStringLiteral("1 µs"));          // when the step that is done has ended
    QVERIFY(time.metricId().isEmpty() && !time.isEnabled()); // nothing is known of where they come from
    QVERIFY(steps.metricId().isEmpty() && !steps.isEnabled());
    const auto recording = tests::recordingOf({{"coll.torus", "4"}});
    stage.bar.setRecording(&recording);
    QCOMPARE(time.metricId(), QStringLiteral("coll.step_end@1"));
    QCOMPARE(steps.metricId(), QStringLiteral("coll.steps"));
    stage.bar.setRecording(nullptr);
    QVERIFY(!time.isEnabled());
}

/// The last digit of the steps, 1 of 11, and the first of the time end on one line.
void TstTransport::stepAndTimeShareABaseline()
{
    tests::WindowStage stage("start", {1280, 720});
    stage.takeOwnCollective();
    const auto gesture = stage.window.session().nextGesture();
    for (const auto& [field, value] : {std::pair("coll.torus", "12"), std::pair("coll.wrap", "ring"),
                                       std::pair("coll.direction", "one"), std::pair("coll.algorithm", "ring")}) {
        QVERIFY(stage.window.session().editFromText(field, value, gesture));
    }
    stage.trigger("tab-6");
    stage.settle();
    auto& bar = *stage.part<QWidget>("transport");
    QCOMPARE(stage.part<ui::ValueLabel>("transport.where")->shown(), QStringLiteral("Step 0/11"));
    const QImage image = bar.grab().toImage();
    const auto lowest = [&](const QWidget& label, bool last) {
        const QRect room = QRect(label.mapTo(&bar, QPoint()), label.size());
        const auto inkIn = [&](int x) {
            int found = -1;
            for (int y = room.top(); y <= room.bottom(); ++y) {
                const bool ink = std::abs(image.pixelColor(x, y).lightness() - image.pixelColor(1, 1).lightness()) > 90;
                found = ink ? y : found;
            }
            return found;
        };
        int lowestOfDigit = -1;
        for (int i = 0; i < room.width(); ++i) {
            const int ink = inkIn(last ? room.right() - i : room.left() + i);
            if (ink < 0 && lowestOfDigit >= 0) {
                break; // the gap behind it
            }
            lowestOfDigit = std::max(lowestOfDigit, ink);
        }
        return lowestOfDigit;
    };
    const int steps = lowest(*stage.part<ui::ValueLabel>("transport.where"), true);
    QVERIFY(steps > 0);
    QCOMPARE(lowest(*stage.part<ui::ValueLabel>("transport.time"), false), steps);
    stage.window.session().undoStack().setClean();
}

void TstTransport::theWordsHaveRoomForEveryStep()
{
    Bar stage;
    const auto& where = *stage.bar.findChild<ui::ValueLabel*>(QStringLiteral("transport.where"));
    const auto rooms = [&] {
        std::set<int> widths;
        for (int step = 0; step <= stage.player.steps(); ++step) {
            stage.player.seek(step);
            widths.insert(where.sizeHint().width());
        }
        return widths;
    };
    stage.player.load(std::vector<double>(9, 1));
    const auto few = rooms();
    QCOMPARE(few.size(), std::size_t(1));
    stage.player.load(std::vector<double>(100, 1));
    const auto many = rooms();
    QCOMPARE(many.size(), std::size_t(1));
    QVERIFY(*many.begin() > *few.begin());
}

void TstTransport::keysWorkWhereverTheFocusIs()
{
    tests::WindowStage stage;
    stage.openCollectives();
    auto& tab = *stage.window.findChild<ui::CollectivesTab*>();
    auto& player = tab.player();
    auto* side = stage.part<QTabWidget>("collectives.side");
    for (int page = 0; page < side->count(); ++page) {
        side->setCurrentIndex(page);
        stage.settle();
        for (QWidget* part : tab.findChildren<QWidget*>()) {
            const bool takes = part->isVisible() && part->isEnabled() && part->focusPolicy() & Qt::TabFocus;
            if (!takes || qobject_cast<QLineEdit*>(part) || part->focusProxy()) {
                continue;
            }
            const QByteArray where = part->metaObject()->className() + part->objectName().toUtf8();
            part->setFocus();
            player.first();
            QTest::keyClick(part, Qt::Key_Period);
            QVERIFY2(player.position() == 1, where);
            QTest::keyClick(part, Qt::Key_Comma);
            QVERIFY2(player.position() == 0, where);
            const bool own = qobject_cast<QAbstractSlider*>(part) || qobject_cast<QAbstractScrollArea*>(part) ||
                             qobject_cast<QComboBox*>(part) || part->objectName().endsWith(QLatin1String(".track"));
            if (!own) {
                QTest::keyClick(part, Qt::Key_End);
                QVERIFY2(player.position() == player.steps(), where);
                QTest::keyClick(part, Qt::Key_Home);
                QVERIFY2(player.position() == 0, where);
            }
        }
    }
    stage.window.session().undoStack().setClean();
}

void TstTransport::textFieldsKeepTheirKeys()
{
    tests::WindowStage stage;
    stage.openCollectives();
    auto& player = stage.window.findChild<ui::CollectivesTab*>()->player();
    auto* field = stage.part<QLineEdit>("coll.torus.field");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("4 .,"));
    QCOMPARE(field->text(), QStringLiteral("4 .,"));
    QTest::keyClick(field, Qt::Key_End);
    QCOMPARE(player.position(), 0.0);
    QVERIFY(!player.isPlaying());
    QTest::keyClick(field, Qt::Key_Escape);
    stage.window.session().undoStack().setClean();
}

void TstTransport::functionKeysGoToTheWindow()
{
    tests::WindowStage stage;
    stage.openCollectives();
    auto* torus = stage.part("torus");
    torus->setFocus();
    QTest::keyClick(torus, Qt::Key_F8);
    stage.settle();
    QVERIFY(stage.part("explain")->isVisible());
    QTest::keyClick(torus, Qt::Key_F9);
    stage.settle();
    QVERIFY(!stage.part("design")->isVisible());
}

ROOFLIGHT_TEST(TstTransport)
#include "tst_transport.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the number control: typing, keys, drag and wheel, and what they leave in the session.
#include "start_scenario.h"
#include "support/suite.h"

#include "ui/controls/log_slider.h"
#include "ui/controls/number_control.h"
#include "ui/session/session.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QWheelEvent>

#include <cmath>

namespace
{

/// The Batch control in a window of its own.
struct ControlStage {
    ui::Session session{tests::startScenario()};
    ui::NumberControl control{*core::findField("work.batch"), session};
    ui::LogSlider* track = control.findChild<ui::LogSlider*>();
    QLineEdit* field = control.findChild<QLineEdit*>();

    ControlStage()
    {
        QObject::connect(&session, &ui::Session::changed, &control, &ui::NumberControl::present);
        control.present(session.snapshot());
        control.resize(320, 80);
        control.show();
        QApplication::setActiveWindow(&control);
        settle();
    }

    double batch() const { return session.scenario().work.batch; }
    void settle() { QApplication::processEvents(); }

    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(track, key, modifiers);
        settle();
    }

    void type(const QString& text)
    {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        settle();
    }

    int xOf(double value) const { return qRound(10 + track->scale().position(value) * (track->width() - 20)); }

    void wheel(QWidget* widget, int delta)
    {
        QWheelEvent event(QPointF(50, 12), widget->mapToGlobal(QPointF(50, 12)), {}, {0, delta}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
        settle();
    }
};

} // namespace

class TstNumberControl : public QObject
{
    Q_OBJECT
private slots:
    void typedNumberIsTaken_data();
    void typedNumberIsTaken();
    void typedNonsenseIsRefusedAtTheControl_data();
    void typedNonsenseIsRefusedAtTheControl();
    void typingIsEchoedBeforeItCounts();
    void escapeReverts();
    void escapeTakesBackWhatWasRefused_data();
    void escapeTakesBackWhatWasRefused();
    void arrowsGoFromDetentToDetent();
    void keysHaveTheirSteps_data();
    void keysHaveTheirSteps();
    void keysDoAsPromised();
    void digitsOnTheTrackStartTyping();
    void dragSnapsWithinSixPixels_data();
    void dragSnapsWithinSixPixels();
    void oneDragIsOneStep();
    void pressingTheThumbDoesNotMoveIt();
    void wheelNeedsTheFocus();
    void aRunOfTheWheelIsOneStep();
    void saysNameRoleAndValue();
};

void TstNumberControl::typedNumberIsTaken_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");
    for (const char* text : {"65536", "65,536", "64k", "2^16", "64*1024", "6.5536e4"}) {
        QTest::newRow(text) << QString::fromLatin1(text) << 65536.0;
    }
    QTest::newRow("a number with a decimal prefix of its own") << QStringLiteral("2Ki") << 2048.0;
    QTest::newRow("a number that is no detent") << QStringLiteral("12345") << 12345.0;
}

void TstNumberControl::typedNumberIsTaken()
{
    QFETCH(QString, text);
    QFETCH(double, value);
    ControlStage stage;
    stage.type(text);
    QCOMPARE(stage.batch(), value);
    QVERIFY(stage.control.note().isEmpty());
    QCOMPARE(stage.session.undoStack().count(), 1);
}

void TstNumberControl::typedNonsenseIsRefusedAtTheControl_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"-5", "abc", "1e400", "", "0", "1.5", "5000000000", "nan"}) {
        QTest::newRow(*text ? text : "empty") << QString::fromLatin1(text);
    }
}

void TstNumberControl::typedNonsenseIsRefusedAtTheControl()
{
    QFETCH(QString, text);
    ControlStage stage;
    if (text.isEmpty()) {
        stage.field->setFocus();
        stage.field->selectAll();
        QTest::keyClick(stage.field, Qt::Key_Delete);
        QTest::keyClick(stage.field, Qt::Key_Return);
    } else {
        stage.type(text);
    }
    QCOMPARE(stage.batch(), 32768.0);
    QVERIFY2(stage.control.note().size() > 20, qPrintable(stage.control.note()));
    QCOMPARE(stage.field->property("state").toString(), QStringLiteral("error"));
    QCOMPARE(stage.session.undoStack().count(), 0);
    QTest::keyClicks(stage.field, QStringLiteral("7")); // what was said was of something else
    QVERIFY2(stage.control.note().isEmpty(), qPrintable(stage.control.note()));
    stage.type(QStringLiteral("64k"));
    QVERIFY(stage.control.note().isEmpty());
    QCOMPARE(stage.field->property("state").toString(), QStringLiteral("good"));
}

void TstNumberControl::typingIsEchoedBeforeItCounts()
{
    ControlStage stage;
    stage.field->setFocus();
    stage.field->selectAll();
    for (const auto& [typed, echo] : {std::pair("64k", "= 65,536"), std::pair("4.2M", "= 4,200,000")}) {
        stage.field->selectAll();
        QTest::keyClicks(stage.field, QString::fromLatin1(typed));
        bool echoed = false;
        for (const QLabel* label : stage.control.findChildren<QLabel*>())
            echoed = echoed || (label->isVisible() && label->text() == QLatin1String(echo));
        QVERIFY2(echoed, typed);
    }
    QCOMPARE(stage.batch(), 32768.0);
    QTest::keyClick(stage.field, Qt::Key_Return);
    QCOMPARE(stage.batch(), 4200000.0);
}

void TstNumberControl::escapeReverts()
{
    ControlStage stage;
    stage.field->setFocus();
    stage.field->selectAll();
    QTest::keyClicks(stage.field, QStringLiteral("7"));
    QTest::keyClick(stage.field, Qt::Key_Escape);
    QCOMPARE(stage.field->text(), QStringLiteral("32,768"));
    QCOMPARE(stage.batch(), 32768.0);
}

void TstNumberControl::escapeTakesBackWhatWasRefused_data()
{
    QTest::addColumn<QString>("after");
    QTest::newRow("at once") << QString();
    QTest::newRow("while another is typed") << QStringLiteral("7");
}

void TstNumberControl::escapeTakesBackWhatWasRefused()
{
    QFETCH(QString, after);
    ControlStage stage;
    stage.field->setFocus();
    stage.field->selectAll();
    QTest::keyClicks(stage.field, QStringLiteral("abc"));
    QTest::keyClick(stage.field, Qt::Key_Return);
    QVERIFY(!stage.control.note().isEmpty());
    QTest::keyClicks(stage.field, after);
    QTest::keyClick(stage.field, Qt::Key_Escape);
    QCOMPARE(stage.field->text(), QStringLiteral("32,768"));
    QVERIFY(stage.control.note().isEmpty());
    QCOMPARE(stage.field->property("state").toString(), QStringLiteral("good"));
}

void TstNumberControl::arrowsGoFromDetentToDetent()
{
    ControlStage stage;
    stage.key(Qt::Key_Home);
    for (int exponent = 0; exponent <= 27; ++exponent) {
        QCOMPARE(stage.batch(), std::ldexp(1.0, exponent));
        stage.key(Qt::Key_Right);
    }
    QCOMPARE(stage.batch(), std::ldexp(1.0, 27));
}

void TstNumberControl::keysHaveTheirSteps_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<bool>("shift");
    QTest::addColumn<double>("value");
    QTest::newRow("Left halves") << int(Qt::Key_Left) << false << 16384.0;
    QTest::newRow("Down halves") << int(Qt::Key_Down) << false << 16384.0;
    QTest::newRow("Right doubles") << int(Qt::Key_Right) << false << 65536.0;
    QTest::newRow("Up doubles") << int(Qt::Key_Up) << false << 65536.0;
    QTest::newRow("Page Up is two detents") << int(Qt::Key_PageUp) << false << 131072.0;
    QTest::newRow("Page Down is two detents") << int(Qt::Key_PageDown) << false << 8192.0;
    QTest::newRow("Home is the least") << int(Qt::Key_Home) << false << 1.0;
    QTest::newRow("End is the most") << int(Qt::Key_End) << false << 134217728.0;
    QTest::newRow("Shift+Right is a sixteenth of the octave") << int(Qt::Key_Right) << true << 34816.0;
    QTest::newRow("Shift+Left is a sixteenth of the octave below") << int(Qt::Key_Left) << true << 31744.0;
}

void TstNumberControl::keysHaveTheirSteps()
{
    QFETCH(int, key);
    QFETCH(bool, shift);
    QFETCH(double, value);
    ControlStage stage;
    stage.key(static_cast<Qt::Key>(key), shift ? Qt::ShiftModifier : Qt::NoModifier);
    QCOMPARE(stage.batch(), value);
}

void TstNumberControl::keysDoAsPromised()
{
    ControlStage stage;
    stage.key(Qt::Key_Left);
    stage.key(Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("16,384 tokens"));
    stage.key(Qt::Key_Backspace);
    QCOMPARE(stage.batch(), 32768.0);
    stage.key(Qt::Key_Left);
    QTest::mouseDClick(stage.track, Qt::LeftButton, Qt::NoModifier, QPoint(stage.xOf(16384), 12));
    QTest::mouseRelease(stage.track, Qt::LeftButton);
    QCOMPARE(stage.batch(), 32768.0);
}

void TstNumberControl::digitsOnTheTrackStartTyping()
{
    ControlStage stage;
    stage.track->setFocus();
    QTest::keyClick(stage.track, Qt::Key_4);
    QVERIFY(stage.field->hasFocus());
    QTest::keyClicks(stage.field, QStringLiteral("k"));
    QTest::keyClick(stage.field, Qt::Key_Return);
    QCOMPARE(stage.batch(), 4096.0);
}

void TstNumberControl::dragSnapsWithinSixPixels_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<bool>("free");
    QTest::addColumn<bool>("snaps");
    for (int offset = -7; offset <= 7; ++offset) {
        const bool near = std::abs(offset) <= 6;
        QTest::addRow("%d pixels away", offset) << offset << false << near;
        QTest::addRow("%d pixels away with Ctrl", offset) << offset << true << (offset == 0);
    }
}

void TstNumberControl::dragSnapsWithinSixPixels()
{
    QFETCH(int, offset);
    QFETCH(bool, free);
    QFETCH(bool, snaps);
    ControlStage stage;
    stage.control.resize(830, 80); // detents lie 30 pixels apart, each on a whole pixel
    stage.settle();
    const auto modifiers = free ? Qt::ControlModifier : Qt::NoModifier;
    const QPoint press(stage.xOf(1048576), 12);
    const QPoint target(stage.xOf(1024) + offset, 12);
    QTest::mousePress(stage.track, Qt::LeftButton, modifiers, press);
    QMouseEvent move(QEvent::MouseMove, target, stage.track->mapToGlobal(target), Qt::NoButton, Qt::LeftButton,
                     modifiers);
    QApplication::sendEvent(stage.track, &move);
    QTest::mouseRelease(stage.track, Qt::LeftButton, modifiers, target);
    const bool detent = stage.batch() == 1024;
    if (free && offset == 0) {
        QVERIFY(std::abs(stage.batch() - 1024) < 24); // less than a pixel
    } else {
        QCOMPARE(detent, snaps);
    }
}

void TstNumberControl::oneDragIsOneStep()
{
    ControlStage stage;
    QTest::mousePress(stage.track, Qt::LeftButton, Qt::NoModifier, QPoint(stage.xOf(32768), 12));
    for (int x = stage.xOf(32768); x >= stage.xOf(1024); --x) {
        const QPoint at(x, 12);
        QMouseEvent move(QEvent::MouseMove, at, stage.track->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QApplication::sendEvent(stage.track, &move);
        stage.settle();
    }
    QTest::mouseRelease(stage.track, Qt::LeftButton, Qt::NoModifier, QPoint(stage.xOf(1024), 12));
    QCOMPARE(stage.batch(), 1024.0);
    QCOMPARE(stage.session.undoStack().count(), 1);
    QCOMPARE(stage.session.undoStack().undoText(), QStringLiteral("Batch 32,768 → 1,024"));
}

void TstNumberControl::pressingTheThumbDoesNotMoveIt()
{
    ControlStage stage;
    stage.type(QStringLiteral("30000"));
    QTest::mouseClick(stage.track, Qt::LeftButton, Qt::NoModifier, QPoint(stage.xOf(30000) + 3, 12));
    QCOMPARE(stage.batch(), 30000.0);
}

void TstNumberControl::wheelNeedsTheFocus()
{
    ControlStage stage;
    stage.field->setFocus();
    stage.wheel(stage.track, 120);
    stage.wheel(&stage.control, 120);
    QCOMPARE(stage.batch(), 32768.0);
    stage.track->setFocus();
    stage.wheel(stage.track, 120);
    QCOMPARE(stage.batch(), 65536.0);
}

void TstNumberControl::aRunOfTheWheelIsOneStep()
{
    ControlStage stage;
    stage.track->setFocus();
    for (int notch = 0; notch < 4; ++notch) {
        stage.wheel(stage.track, -120);
    }
    QCOMPARE(stage.batch(), 2048.0);
    QCOMPARE(stage.session.undoStack().count(), 1);
}

void TstNumberControl::saysNameRoleAndValue()
{
    ControlStage stage;
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(stage.track);
    QVERIFY(face);
    QCOMPARE(face->role(), QAccessible::Slider);
    QCOMPARE(face->text(QAccessible::Name), QStringLiteral("Batch"));
    QCOMPARE(face->text(QAccessible::Value), QStringLiteral("32,768 tokens, power of two"));
    QAccessibleValueInterface* value = face->valueInterface();
    QVERIFY(value);
    QCOMPARE(value->minimumValue().toDouble(), 1.0);
    QCOMPARE(value->maximumValue().toDouble(), 134217728.0);
    value->setCurrentValue(4096.0);
    QCOMPARE(stage.batch(), 4096.0);
}

ROOFLIGHT_TEST(TstNumberControl)

#include "tst_number_control.moc"

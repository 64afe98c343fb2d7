// SPDX-License-Identifier: GPL-3.0-or-later
// The page "Network" of the tab Layer by real events: two chips are picked by clicks, or typed.
#include "clipping.h"
#include "support/suite.h"
#include "text_recorder.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/theme/text_size.h"
#include "window_stage.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>

using namespace Qt::Literals::StringLiterals;

class TstNetworkPage : public QObject
{
    Q_OBJECT
private slots:
    void clicksPickTwoChips();
    void gpusArePickedByTheirNumber();
    void thePictureSaysWhatToClick();
    void theTorusNamesItsMeshAxes();
    void fieldsShowWhatToType();
    void aChipThatIsNotThereIsOutlined();
    void aRefusalStandsAtItsField();
    void tooManyChipsAreTyped();
    void largeTextsAreNotCut();
};

namespace
{

struct NetworkStage : tests::WindowStage {
    explicit NetworkStage() : WindowStage("start")
    {
        openTab(4);
        QTest::mouseClick(part<QAbstractButton>("layer.picture.2"), Qt::LeftButton);
        settle();
    }
    ~NetworkStage() { window.session().undoStack().setClean(); }
    Q_DISABLE_COPY_MOVE(NetworkStage)

    ui::Chart* chart() const { return part("card.network")->findChild<ui::Chart*>(); }
    const core::PointToPoint& net() { return window.session().scenario().net; }
    QString example(const char* field) const { return part(field)->findChild<QLineEdit*>()->placeholderText(); }

    void set(const char* field, const std::string& to)
    {
        QVERIFY(window.session().edit(field, to).has_value());
        settle();
    }

    std::vector<ui::Mark> marks()
    {
        const auto picture = ui::findChart(u"network"_s)->make();
        picture->read(window.session().snapshot());
        const QSize size = chart()->size() - QSize(4, 4);
        QImage image(size, QImage::Format_RGB32);
        QPainter painter(&image);
        return picture->paint(painter, {QPointF(), size}, ui::Theme::light(), picture->ranges()).marks;
    }

    QStringList texts(ui::Output output)
    {
        const auto picture = ui::findChart(u"network"_s)->make();
        picture->read(window.session().snapshot());
        tests::TextRecorder recorder(QSize(900, 330));
        QPainter painter(&recorder);
        (void)picture->paint(painter, QRectF(0, 0, 900, 330), ui::Theme::light(), picture->ranges(), output);
        QStringList all;
        for (const auto& one : recorder.texts)
            all << one.text;
        return all;
    }

    void click(const QString& place, Qt::KeyboardModifiers held = {}, Qt::MouseButton button = Qt::LeftButton)
    {
        for (const auto& mark : marks())
            if (mark.place == place) {
                const QPointF at = mark.area.boundingRect().center() + QPointF(2, 2);
                QTest::mouseClick(chart(), button, held, at.toPoint());
                settle();
                return;
            }
        QFAIL(qPrintable(place));
    }
};

} // namespace

/// Book: rings of 4 on a 4x4x4 of v5p; 0,0,0 to 3,2,0 are 1 + 2 hops.
void TstNetworkPage::clicksPickTwoChips()
{
    NetworkStage stage;
    auto& undo = stage.window.session().undoStack();
    stage.click(u"chip 0,0,0"_s);
    QCOMPARE(stage.net().from, "0,0,0");
    QVERIFY(!stage.part("layer.network.noway")->isVisible());
    stage.click(u"chip 3,2,0"_s);
    QCOMPARE(stage.net().to, "3,2,0");
    QCOMPARE(undo.count(), 2);
    QVERIFY2(stage.chart()->description().contains(u"chip 0,0,0 to chip 3,2,0 over ICI"_s),
             qPrintable(stage.chart()->description()));
    stage.click(u"chip 1,1,1"_s, Qt::ShiftModifier);
    QCOMPARE(stage.net().from + ' ' + stage.net().to, "0,0,0 1,1,1");
    stage.click(u"chip 2,0,3"_s, {}, Qt::RightButton); // asks for a menu, where there is one
    QCOMPARE(stage.net().from + ' ' + stage.net().to, "0,0,0 1,1,1");
    stage.click(u"chip 2,0,3"_s); // anew
    QCOMPARE(stage.net().from + ' ' + stage.net().to, "2,0,3 ");
    stage.trigger("undo");
    QCOMPARE(stage.net().from + ' ' + stage.net().to, "0,0,0 1,1,1");
}

/// Two domains of 8 at the least, so that one can cross from one to the other.
void TstNetworkPage::gpusArePickedByTheirNumber()
{
    NetworkStage stage;
    stage.set("hw.chip", "h100-sxm");
    stage.click(u"chip 7"_s);
    stage.click(u"chip 8"_s);
    QCOMPARE(stage.net().from + ' ' + stage.net().to, "7 8");
    QVERIFY2(stage.chart()->description().contains(u"chip 7 to chip 8 over NIC"_s),
             qPrintable(stage.chart()->description()));
}

/// Pages on paper ask for no click.
void TstNetworkPage::thePictureSaysWhatToClick()
{
    NetworkStage stage;
    QVERIFY(stage.texts(ui::Output::screen).contains(u"Click two chips: from, to"_s));
    QVERIFY(stage.texts(ui::Output::page).filter(u"lick"_s).isEmpty());
    stage.click(u"chip 1,2,3"_s);
    QVERIFY(stage.texts(ui::Output::screen).contains(u"From 1,2,3: click the chip that receives"_s));
}

/// X = 16 takes two axes of the 4 x 4 x 4, Y = 4 the third.
void TstNetworkPage::theTorusNamesItsMeshAxes()
{
    NetworkStage stage;
    const auto said = stage.texts(ui::Output::page).filter(u"across"_s).value(0);
    QVERIFY2(said.count(u'X') == 2 && said.count(u'Y') == 1 && said.count(u'Z') == 0, qPrintable(said));
    QVERIFY2(said.contains(u"down"_s) && said.contains(u"from plane to plane"_s), qPrintable(said));
    stage.set("hw.chip", "h100-sxm");
    QVERIFY(stage.texts(ui::Output::page).filter(u"across"_s).isEmpty());
}

void TstNetworkPage::fieldsShowWhatToType()
{
    NetworkStage stage;
    QCOMPARE(stage.example("net.from"), u"such as 0,0,0"_s);
    QCOMPARE(stage.example("net.to"), u"such as 2,2,2"_s);
    auto* field = stage.part("net.to")->findChild<QLineEdit*>();
    field->setFocus();
    QTest::keyClicks(field, u"the corner"_s);
    QTest::keyClick(field, Qt::Key_Return);
    stage.settle();
    const auto* complaint = stage.part<QLabel>("complaint");
    QVERIFY(complaint && complaint->isVisible());
    QVERIFY2(complaint->text().contains(u"a place in the slice such as \"3,2,0\""_s), qPrintable(complaint->text()));
    stage.set("hw.chip", "h100-sxm");
    QCOMPARE(stage.example("net.from"), u"such as 0"_s);
    QCOMPARE(stage.example("net.to"), u"such as 8"_s);
}

/// A 4 x 4 x 4 has no place 9; GPUs have one number.
void TstNetworkPage::aChipThatIsNotThereIsOutlined()
{
    NetworkStage stage;
    const auto state = [&](const char* field) {
        return stage.part(field)->findChild<QLineEdit*>()->property("state").toString();
    };
    stage.set("net.from", "9,9,9"); // alone, too: there are four chips along each axis
    QCOMPARE(state("net.from"), u"warning"_s);
    const auto* why = stage.part<QLabel>("layer.network.noway");
    QVERIFY2(why->isVisible() && why->text().contains(u"4 chips along axis 1, numbered from 0"_s),
             qPrintable(why->text()));
    stage.set("net.from", "0,0,0");
    QVERIFY(state("net.from") != u"warning"_s && !why->isVisible());
    stage.set("net.to", "9,0,0");
    QCOMPARE(state("net.to"), u"warning"_s);
    QVERIFY(state("net.from") != u"warning"_s);
    stage.set("net.to", "3,0,0");
    QVERIFY(state("net.to") != u"warning"_s);
    stage.set("net.from", "0,7,0");
    QCOMPARE(state("net.from"), u"warning"_s);
    stage.set("hw.chip", "h100-sxm");
    QCOMPARE(state("net.from"), u"warning"_s);
}

/// What is refused is said right below the field, within the window.
void TstNetworkPage::aRefusalStandsAtItsField()
{
    NetworkStage stage;
    for (const char* name : {"net.bytes", "net.to"}) {
        auto* control = stage.part(name);
        auto* field = control->findChild<QLineEdit*>();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, u"-"_s);
        QTest::keyClick(field, Qt::Key_Return);
        stage.settle();
        QRect said;
        for (const auto* label : stage.window.findChildren<QLabel*>(u"complaint"_s))
            if (label->isVisible())
                said = label->geometry();
        const QRect at(control->mapTo(&stage.window, QPoint()), control->size());
        QVERIFY2(said.top() > at.top() && said.top() - at.bottom() < 8, name);
        QVERIFY2(said.left() <= at.right() && said.right() >= at.left() && stage.window.rect().contains(said), name);
        QTest::keyClick(field, Qt::Key_Escape);
    }
}

/// A whole pod of v5p.
void TstNetworkPage::tooManyChipsAreTyped()
{
    NetworkStage stage;
    QVERIFY(std::ranges::count_if(stage.marks(), [](const auto& mark) { return mark.place.startsWith(u"chip "); }) ==
            64);
    stage.set("hw.torus", "16x20x28");
    QVERIFY(std::ranges::none_of(stage.marks(), [](const auto& mark) { return mark.place.startsWith(u"chip "); }));
}

void TstNetworkPage::largeTextsAreNotCut()
{
    NetworkStage stage;
    ui::setTextSize(200);
    stage.settle();
    const auto faults = tests::clippedParts(*stage.part("net.bytes"));
    ui::setTextSize(100);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

ROOFLIGHT_TEST(TstNetworkPage)
#include "tst_network_page.moc"

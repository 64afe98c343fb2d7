// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what rows of the tables and the pointer mark in the torus: the right line at every level, its load, no more
// paint than that.
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/mark_shown.h"
#include "ui/playback/player.h"
#include "ui/playback/recording.h"
#include "ui/session/snapshot.h"
#include "ui/tables/link_table.h"
#include "ui/tables/step_table.h"
#include "ui/torus/torus_view.h"
#include "ui/torus/wire_reading.h"

#include <QMouseEvent>
#include <QPaintEvent>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <algorithm>

namespace
{

using ui::LinkMark;
using ui::LinkPlace;
using ui::TorusDetail;
using ui::TorusLayout;

constexpr QSizeF room(960, 900);

/// The middle of a line, or of the stub at its chip.
QPointF middleOf(const ui::SceneWire& wire) { return wire.at(wire.shape == ui::SceneWire::Shape::stubs ? 0.25 : 0.5); }

QPointF placeOf(const ui::TorusScene& scene, int place)
{
    return std::ranges::find(scene.nodes, place, &ui::SceneNode::place)->at;
}

struct Laid {
    Laid(const ui::Recording& recording, const ui::TorusLook& look) : scene(ui::layoutTorus(recording, look, room)) {}

    ui::TorusScene scene;
};

void present(ui::LinkTable& table, const tests::Edits& edits)
{
    ui::Snapshot snapshot;
    snapshot.scenario = tests::scenarioWith(edits);
    table.present(snapshot);
}

/// What a page asks to be marked.
struct Marks : QObject {
    explicit Marks(const ui::CollectivePage& page)
    {
        connect(&page, &ui::CollectivePage::marked, this, [this](const LinkMark& mark) { all.push_back(mark); });
    }

    std::vector<LinkMark> all;
};

/// A torus on screen that notes what it paints.
struct LinkStage : QObject {
    explicit LinkStage(const tests::Edits& edits) : recording(tests::recordingOf(edits)), view(player)
    {
        view.installEventFilter(this);
        player.load(recording.collective().stepEnds);
        player.seek(1);
        view.setRecording(&recording);
        view.resize(960, 900);
        view.QWidget::show();
        static_cast<void>(QTest::qWaitForWindowExposed(&view));
        QTest::qWait(200); // the picture is refined
        painted = {};
    }

    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint) {
            painted += static_cast<QPaintEvent*>(event)->region();
        }
        return false;
    }

    QImage picture()
    {
        QCoreApplication::processEvents();
        return view.grab().toImage();
    }

    void pointAt(const QPointF& at)
    {
        QMouseEvent event(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&view, &event);
    }

    ui::Recording recording;
    ui::Player player;
    ui::TorusView view;
    QRegion painted;
};

} // namespace

class TstLinkMark : public QObject
{
    Q_OBJECT
private slots:
    void aLinkIsOutlinedWhereItIsDrawn_data();
    void aLinkIsOutlinedWhereItIsDrawn();
    void aLinkWithinABlockMarksTheBlock();
    void aLinkOutOfSightIsToldInWords();
    void arrowsPointWhereTheLinkLeads();
    void aMessageThroughTheSwitchMarksBothLinks();
    void aRowOfTheListIsMarked();
    void theChosenLinkStaysFromStepToStep();
    void aRowOfTheStepsIsMarked();
    void pointingAtALineTellsItsLoad_data();
    void pointingAtALineTellsItsLoad();
    void aMarkPaintsNothingButItself();
};

void TstLinkMark::aLinkIsOutlinedWhereItIsDrawn_data()
{
    QTest::addColumn<QString>("torus");
    QTest::addColumn<int>("detail");
    QTest::addColumn<int>("layout");
    QTest::addColumn<int>("port");
    const auto add = [](const char* torus, TorusDetail detail, TorusLayout layout) {
        for (const int port : {0, 1, 4}) {
            QTest::addRow("%s, detail %d, layout %d, port %d", torus, int(detail), int(layout), port)
                << QString::fromLatin1(torus) << int(detail) << int(layout) << port;
        }
    };
    add("8", TorusDetail::chips, TorusLayout::unrolled);
    add("8", TorusDetail::chips, TorusLayout::solid);
    add("4x4", TorusDetail::chips, TorusLayout::unrolled);
    for (const auto layout : {TorusLayout::unrolled, TorusLayout::solid}) {
        add("4x4x4", TorusDetail::chips, layout);
        add("16x20x28", TorusDetail::chips, layout);
        add("16x20x28", TorusDetail::blocks, layout);
        add("16x20x28", TorusDetail::faces, layout);
        add("16x20x28", TorusDetail::slice, layout);
    }
    add("switch8", TorusDetail::chips, TorusLayout::unrolled);
}

/// From chip 0, where lines go round the end of their axis, too.
void TstLinkMark::aLinkIsOutlinedWhereItIsDrawn()
{
    QFETCH(QString, torus);
    QFETCH(int, detail);
    QFETCH(int, layout);
    QFETCH(int, port);
    auto recording = tests::recordingOf({{"coll.torus", torus.toStdString()}, {"coll.wrap", "ring"}});
    recording.moveTo(2);
    ui::TorusLook look;
    look.detail = static_cast<TorusDetail>(detail);
    look.layout = static_cast<TorusLayout>(layout);
    const Laid laid(recording, look);
    if (port >= recording.portsOfChip() || laid.scene.grid.wireOf(0, port) < 0) {
        QVERIFY(look.detail != TorusDetail::chips ||
                port >= 2 * static_cast<int>(recording.whole().activeAxes().size()));
        return; // there is no such line
    }
    const LinkMark asked{{LinkPlace{0, port}}};
    const auto mark = ui::layoutMark(asked, laid.scene, recording);
    const auto& drawn = laid.scene.drawn[static_cast<std::size_t>(laid.scene.grid.wireOf(0, port))];
    const auto& wire = laid.scene.wires[static_cast<std::size_t>(drawn.wire)];
    QVERIFY(mark.lanes.contains(middleOf(wire)));
    QVERIFY(mark.bounds().contains(mark.card));
    QVERIFY(QRectF(QPointF(), room).contains(mark.card));
    QCOMPARE(mark.arrows.size(), std::size_t(1));
    const auto reading = ui::readLink(recording, 0, port);
    QCOMPARE(mark.heading, reading.path);
    QCOMPARE(mark.lines.front(), reading.load.text);
    QCOMPARE(mark.lines.size(), look.detail == TorusDetail::blocks ? 2 : 1); // a line stands for sixteen links there
}

/// X+ of chip (0,0,0) stays within the first block of four; that of (3,0,0) leaves it.
void TstLinkMark::aLinkWithinABlockMarksTheBlock()
{
    auto recording = tests::recordingOf({{"coll.torus", "16x20x28"}});
    const ui::TorusLook look{.layout = TorusLayout::solid, .detail = TorusDetail::blocks};
    const Laid laid(recording, look);
    const auto node = std::ranges::find(laid.scene.nodes, 0, &ui::SceneNode::place);
    const auto within = ui::layoutMark({{LinkPlace{0, 0}}}, laid.scene, recording);
    QVERIFY(within.arrows.empty());
    QVERIFY(within.lanes.contains(node->at));
    QVERIFY(within.lines.back().contains(QStringLiteral("inside block (0,0,0)")));
    const auto leaving = ui::layoutMark({{LinkPlace{3, 0}}}, laid.scene, recording);
    QCOMPARE(leaving.arrows.size(), std::size_t(1));
    QCOMPARE(leaving.lines.back(), QStringLiteral("One of 16 links drawn as one line"));
}

void TstLinkMark::aLinkOutOfSightIsToldInWords()
{
    auto recording = tests::recordingOf({{"coll.torus", "8x8x8"}});
    const LinkMark inside{{LinkPlace{recording.whole().chip({3, 3, 3}), 0}}};
    const std::pair<ui::TorusLook, const char*> cases[] = {
        {{.detail = TorusDetail::slice, .slice = 1}, "Not on this slice"},
        {{.detail = TorusDetail::faces}, "Not on the outer faces"},
        {{.detail = TorusDetail::blocks, .block = 7}, "Not in this block"}};
    for (const auto& [look, words] : cases) {
        const Laid laid(recording, look);
        const auto mark = ui::layoutMark(inside, laid.scene, recording);
        QVERIFY(mark.lanes.isEmpty());
        QVERIFY(!mark.card.isEmpty());
        QCOMPARE(mark.lines.back(), QLatin1String(words));
    }
}

/// Of a pod one line stands for both directions, and is drawn in that of the forward one.
void TstLinkMark::arrowsPointWhereTheLinkLeads()
{
    const auto recording = tests::recordingOf({{"coll.torus", "16x20x28"}, {"coll.wrap", "ring"}});
    const ui::TorusLook look{.layout = TorusLayout::solid};
    const Laid laid(recording, look);
    const int chip = recording.whole().chip({5, 5, 5});
    for (int port = 0; port < 6; ++port) {
        const auto& drawn = laid.scene.drawn[static_cast<std::size_t>(laid.scene.grid.wireOf(chip, port))];
        QCOMPARE(drawn.backward, !core::isForward(port));
        const auto mark = ui::layoutMark({{LinkPlace{chip, port}}}, laid.scene, recording);
        QCOMPARE(mark.arrows.size(), std::size_t(1));
        const QPolygonF& arrow = mark.arrows.front(); // its tip, and both sides of its tail
        const QPointF way = placeOf(laid.scene, recording.whole().neighbour(chip, port)) - placeOf(laid.scene, chip);
        QVERIFY(QPointF::dotProduct(arrow[0] - (arrow[1] + arrow[2]) / 2, way) > 0);
    }
}

void TstLinkMark::aMessageThroughTheSwitchMarksBothLinks()
{
    auto recording = tests::recordingOf({{"coll.torus", "switch8"}});
    ui::StepTableModel steps;
    steps.show(&recording.collective());
    const LinkMark asked = steps.markOfRow(0);
    QCOMPARE(asked.links.size(), std::size_t(2));
    QCOMPARE(asked.links[0].port, 0);
    QCOMPARE(asked.links[1].port, 1);
    const Laid laid(recording, {});
    const auto mark = ui::layoutMark(asked, laid.scene, recording);
    for (const LinkPlace& link : asked.links) {
        const auto& drawn = laid.scene.drawn[static_cast<std::size_t>(laid.scene.grid.wireOf(link.chip, link.port))];
        QVERIFY(mark.lanes.contains(laid.scene.wires[static_cast<std::size_t>(drawn.wire)].at(0.5)));
    }
}

/// Two lines a row: the pointer's row is marked while it is there, then the chosen one; Esc gives that up.
void TstLinkMark::aRowOfTheListIsMarked()
{
    const tests::Edits edits{{"coll.torus", "4x4"}, {"coll.wrap", "ring"}};
    auto recording = tests::recordingOf(edits);
    recording.moveTo(2);
    ui::LinkTable table;
    present(table, edits);
    table.resize(400, 600);
    table.load(&recording, {});
    table.show();
    Marks marked(table);
    auto* view = table.findChild<QTableView*>();
    const auto linkOf = [&](int row) {
        const QModelIndex at = view->model()->index(row, 0);
        return table.model().linkOfRow(static_cast<QSortFilterProxyModel*>(view->model())->mapToSource(at).row());
    };
    const auto last = [&] { return marked.all.back().links; };
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(3, 0)).center());
    QCOMPARE(last(), std::vector{linkOf(3)});
    emit view->entered(view->model()->index(5, 1));
    QCOMPARE(last(), std::vector{linkOf(5)});
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(view->viewport(), &leave);
    QCOMPARE(last(), std::vector{linkOf(3)});
    QTest::keyClick(view, Qt::Key_Down);
    QCOMPARE(last(), std::vector{linkOf(4)});
    QTest::keyClick(view, Qt::Key_Escape);
    QVERIFY(last().empty());
}

void TstLinkMark::theChosenLinkStaysFromStepToStep()
{
    const tests::Edits edits{{"coll.torus", "4x4"}, {"coll.wrap", "line"}};
    auto recording = tests::recordingOf(edits);
    ui::LinkTable table;
    present(table, edits);
    table.load(&recording, {});
    auto* view = table.findChild<QTableView*>();
    view->selectRow(7);
    const auto chosen = [&] {
        const auto rows = view->selectionModel()->selectedRows();
        const auto* sorted = static_cast<QSortFilterProxyModel*>(view->model());
        return rows.size() == 1 ? table.model().linkOfRow(sorted->mapToSource(rows.front()).row()) : LinkPlace{-1, -1};
    };
    const LinkPlace link = chosen();
    QVERIFY(link.chip >= 0);
    for (int step = 1; step <= recording.steps(); ++step) {
        recording.moveTo(step);
        table.goTo(step);
        QCOMPARE(chosen(), link);
    }
}

/// What the program selects as the player moves is not marked; what the user chooses is.
void TstLinkMark::aRowOfTheStepsIsMarked()
{
    auto recording = tests::recordingOf(tests::slide);
    ui::StepTable table;
    table.load(&recording, {});
    Marks marked(table);
    auto* view = table.findChild<QTableView*>();
    recording.moveTo(1);
    table.goTo(1);
    QVERIFY(view->currentIndex().isValid());
    for (const LinkMark& mark : marked.all) {
        QVERIFY(mark.links.empty());
    }
    view->selectRow(0);
    const LinkMark mark = marked.all.back();
    QCOMPARE(mark.links, std::vector{(LinkPlace{0, 0})});
    QCOMPARE(mark.heading, QStringLiteral("Step 1: C₃ from (0) to (1), 4.19 MB"));
}

void TstLinkMark::pointingAtALineTellsItsLoad_data()
{
    QTest::addColumn<QString>("torus");
    QTest::newRow("a torus with a line a way") << "4x4";
    QTest::newRow("a pod in blocks") << "16x20x28";
    QTest::newRow("a switch") << "switch8";
}

void TstLinkMark::pointingAtALineTellsItsLoad()
{
    QFETCH(QString, torus);
    LinkStage stage({{"coll.torus", torus.toStdString()}});
    QVERIFY(tests::markShown(stage.view).card.isEmpty());
    const Laid laid(stage.recording, stage.view.look());
    const auto& wire = *std::ranges::find_if(laid.scene.wires, [&](const ui::SceneWire& w) {
        return ui::chipAt(laid.scene, w.at(0.5)) < 0 && ui::wireAt(laid.scene, w.at(0.5)) == &w; // nothing before it
    });
    stage.pointAt(wire.at(0.5));
    const auto mark = tests::markShown(stage.view);
    QVERIFY(mark.lanes.contains(wire.at(0.5)));
    const auto readings = ui::readWire(wire, laid.scene, stage.recording);
    for (const auto& reading : readings) {
        QVERIFY((mark.heading + mark.lines.join(u'\n')).contains(reading.path));
        QVERIFY(mark.lines.join(u'\n').contains(reading.load.text));
    }
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&stage.view, &leave);
    QVERIFY(tests::markShown(stage.view).card.isEmpty());
}

void TstLinkMark::aMarkPaintsNothingButItself()
{
    LinkStage stage({{"coll.torus", "8x8x8"}, {"coll.wrap", "ring"}});
    const QImage before = stage.picture();
    stage.painted = {};
    stage.view.mark({{LinkPlace{511, 1}}});
    const QRect asked = tests::markShown(stage.view).bounds().toAlignedRect();
    QTRY_VERIFY(!stage.painted.isEmpty());
    QVERIFY(asked.contains(stage.painted.boundingRect()));
    QVERIFY(stage.picture() != before);
    stage.view.mark({});
    QCOMPARE(stage.picture(), before);
}

ROOFLIGHT_TEST(TstLinkMark)
#include "tst_link_mark.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks exported collectives: the same picture however a step is reached and looked at, words around it, its table.
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/export/collective_picture.h"
#include "ui/export/picture.h"
#include "ui/export/playback_state.h"
#include "ui/session/snapshot.h"
#include "ui/tables/step_table.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_detail.h"

#include <QImage>
#include <QPainter>

using namespace Qt::Literals::StringLiterals;

namespace
{

using tests::ringOfFour;

QByteArray rendered(const tests::Edits& edits, const ui::PlaybackState& playback,
                    ui::PictureFormat format = ui::PictureFormat::svg)
{
    const auto bytes = ui::renderPicture(
        {.view = u"torus"_s, .format = format, .pixels = {960, 540}, .state = false, .playback = playback},
        ui::snapshotOf(tests::scenarioWith(edits), 1));
    if (!bytes)
        qFatal("%s", qPrintable(bytes.error().text));
    return *bytes;
}

QImage painted(const ui::CollectivePicture& picture)
{
    QImage image(640, 480, QImage::Format_RGB32);
    QPainter painter(&image);
    picture.paint(painter, image.size(), ui::Theme::light());
    return image;
}

} // namespace

class TstCollectivePicture : public QObject
{
    Q_OBJECT
private slots:
    void aStepLooksTheSameHoweverItIsReached_data();
    void aStepLooksTheSameHoweverItIsReached();
    void itSaysWhereItStands();
    void itIsNamedAfterWhatItShows();
    void aSmallPageKeepsItsStepAndItsNames();
    void itLooksAsItIsAsked();
    void largeToriAreDrawnInBlocks();
    void refusesInWords_data();
    void refusesInWords();
    void theTableIsTheStepTable_data();
    void theTableIsTheStepTable();
    void theTableOfAStepHasItsTransfers();
    void aTimelineStandsOnlyWhereItIsAsked();
    void theTableOfATimelineHasItsBars();
};

void TstCollectivePicture::aStepLooksTheSameHoweverItIsReached_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::newRow("a gather round a ring") << ringOfFour;
    QTest::newRow("the slide") << tests::slide;
    QTest::newRow("an all-reduce on a square") << tests::Edits{{"coll.kind", "all-reduce"}};
    QTest::newRow("an exchange on a cube") << tests::Edits{{"coll.torus", "3x3x3"}, {"coll.kind", "all-to-all"}};
    QTest::newRow("copies on an axis that rests") << tests::Edits{{"coll.torus", "4x3"}, {"coll.axes", "Y"}};
}

void TstCollectivePicture::aStepLooksTheSameHoweverItIsReached()
{
    QFETCH(tests::Edits, edits);
    const auto scenario = tests::scenarioWith(edits);
    auto moved = ui::CollectivePicture::of(ui::snapshotOf(scenario), u"torus"_s, {});
    QVERIFY(moved.has_value());
    const int last = moved->steps();
    QVERIFY(last > 1);
    for (const int step : {1, last, last / 2, 0}) {
        const auto opened = ui::CollectivePicture::of(ui::snapshotOf(scenario), u"torus"_s, {.step = step});
        QVERIFY(opened.has_value());
        moved->stepTo(step, 0.4); // on the way there
        moved->stepTo(step, 0);
        QCOMPARE(painted(*moved), painted(*opened));
        moved->stepTo(last - step, 0);
    }
}

/// Shards of 1,024 bytes both ways, then the opposite one in halves of 512: hops of 1 us at 90 GB/s.
void TstCollectivePicture::itSaysWhereItStands()
{
    const auto edits = [] {
        auto all = ringOfFour;
        all.emplace_back("coll.bytes", "4096");
        return all;
    }();
    const QString svg = QString::fromUtf8(rendered(edits, {.step = 1}));
    QVERIFY2(svg.contains(u"All-gather · along one axis"_s), "the collective");
    QVERIFY2(svg.contains(u"Step 1 of 2 · 1.01 µs of 2.02 µs"_s), "the step and the time");
    QVERIFY2(svg.contains(u"ring of 4 · 4.10 kB · all axes · TPU v5p"_s), "the chips and the sizes");
    QVERIFY2(
        svg.contains(u"90 GB/s per link and direction · 1 µs per hop · both directions · always rings · async clock"_s),
        "the conventions");
}

/// Not after the scenario, whose title may name the slice of a design.
void TstCollectivePicture::itIsNamedAfterWhatItShows()
{
    auto scenario = tests::scenarioWith({{"coll.torus", "8x2"}, {"coll.kind", "all-to-all"}});
    scenario.title = "FFN on TPU v5p 4x4x4";
    const ui::Snapshot snapshot = ui::snapshotOf(scenario, 1);
    for (const QString& view : {u"torus"_s, u"timeline"_s}) {
        const auto svg = ui::renderPicture({.view = view, .format = ui::PictureFormat::svg, .state = false}, snapshot);
        QVERIFY(svg && !svg->contains("4x4x4") && svg->contains("8×2"));
        const auto csv = ui::renderPicture({.view = view, .format = ui::PictureFormat::csv}, snapshot);
        QVERIFY(csv && !csv->contains("4x4x4") && csv->contains("8×2"));
        QCOMPARE(ui::suggestedFileName(snapshot, view, ui::PictureFormat::png),
                 u"all-to-all-8x2-"_s + view + u".png"_s);
    }
}

/// The title gives way to the step, and chips still bear their numbers.
void TstCollectivePicture::aSmallPageKeepsItsStepAndItsNames()
{
    const auto bytes = ui::renderPicture(
        {.view = u"torus"_s, .format = ui::PictureFormat::svg, .pixels = {400, 300}, .playback = {.step = 2}},
        ui::snapshotOf(tests::scenarioWith({{"coll.torus", "4x4"}}), 1));
    const QString svg = QString::fromUtf8(bytes.value());
    QVERIFY(svg.contains(u">All-gather<"_s));
    QVERIFY(svg.contains(u">Step 2 of 6"_s));
    QVERIFY(svg.contains(u">15<"_s));
}

void TstCollectivePicture::itLooksAsItIsAsked()
{
    const tests::Edits cube{{"coll.torus", "3x3x3"}};
    const auto usual = rendered(cube, {.step = 1});
    QCOMPARE(rendered(cube, {.step = 1, .layout = ui::TorusLayout::solid}), usual);
    QVERIFY(rendered(cube, {.step = 1, .layout = ui::TorusLayout::unrolled}) != usual);
    QVERIFY(rendered(cube, {.step = 1, .camera = {.yaw = 30, .pitch = 10}}) != usual);
    QVERIFY(rendered(cube, {.step = 1, .pinned = {5}}) != usual);
    QVERIFY(rendered(cube, {.step = 1, .followed = 3}) != usual);
    QVERIFY(rendered(cube, {.step = 1, .progress = 0.5}) != usual);
    const auto slice = rendered(cube, {.step = 1, .detail = ui::TorusDetail::slice, .slice = 2});
    QVERIFY(QString::fromUtf8(slice).contains(u"slice Z = 2"_s));
}

void TstCollectivePicture::largeToriAreDrawnInBlocks()
{
    const QString svg = QString::fromUtf8(rendered({{"coll.torus", "16x16x16"}}, {.step = 1}));
    QVERIFY(svg.contains(u"blocks of 64 chips"_s));
    QVERIFY2(svg.size() < 500'000, qPrintable(QString::number(svg.size())));
}

void TstCollectivePicture::refusesInWords_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::addColumn<ui::PlaybackState>("playback");
    QTest::addColumn<ui::PictureFault>("fault");
    QTest::addColumn<QString>("said");
    const auto request = ui::PictureFault::request;
    QTest::newRow("a step behind the last")
        << ringOfFour << ui::PlaybackState{.step = 3} << request << u"steps 0 to 2"_s;
    QTest::newRow("a step before the first") << ringOfFour << ui::PlaybackState{.step = -1} << request << u"step -1"_s;
    QTest::newRow("a slice that is none")
        << ringOfFour << ui::PlaybackState{.detail = ui::TorusDetail::slice, .slice = 4} << request
        << u"slices 0 to 3"_s;
    QTest::newRow("blocks of a switch") << tests::Edits{{"hw.chip", "h100-sxm"}, {"coll.torus", "switch8"}}
                                        << ui::PlaybackState{.detail = ui::TorusDetail::blocks} << request
                                        << u"switch"_s;
    QTest::newRow("no collective") << tests::Edits{{"coll.torus", "4"}, {"coll.algorithm", "middle"}}
                                   << ui::PlaybackState{} << ui::PictureFault::scenario << u"coll.algorithm"_s;
}

void TstCollectivePicture::refusesInWords()
{
    QFETCH(tests::Edits, edits);
    QFETCH(ui::PlaybackState, playback);
    QFETCH(ui::PictureFault, fault);
    QFETCH(QString, said);
    const auto refused = ui::CollectivePicture::of(ui::snapshotOf(tests::scenarioWith(edits)), u"torus"_s, playback);
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().fault, fault);
    QVERIFY2(refused.error().text.contains(said), qPrintable(refused.error().text));
    QVERIFY(refused.error().text.endsWith(u'.'));
}

void TstCollectivePicture::theTableIsTheStepTable_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::newRow("a ring") << ringOfFour;
    QTest::newRow("a square") << tests::Edits{{"coll.kind", "all-to-all"}};
    QTest::newRow("GPUs") << tests::Edits{{"hw.chip", "h100-sxm"}, {"coll.torus", "switch8"}};
}

void TstCollectivePicture::theTableIsTheStepTable()
{
    QFETCH(tests::Edits, edits);
    const auto collective = core::wholeCollective(tests::scenarioWith(edits));
    ui::StepTableModel model;
    model.show(&*collective);
    const auto lines = QString::fromUtf8(rendered(edits, {}, ui::PictureFormat::csv)).trimmed().split(u'\n');
    constexpr int words = 3;
    QCOMPARE(lines.size(), words + 1 + model.rowCount());
    for (int row = 0; row < model.rowCount(); ++row) {
        QString expected; // numbers of bytes have separators on screen
        for (const int column : {ui::StepTableModel::stepNumber, ui::StepTableModel::from, ui::StepTableModel::to}) {
            const QString cell = model.index(row, column).data().toString();
            expected += (cell.contains(u',') ? u'"' + cell + u'"' : cell) + u',';
        }
        const QString& line = lines[words + 1 + row];
        QVERIFY2(line.startsWith(expected), qPrintable(line));
        QVERIFY2(line.endsWith(model.index(row, ui::StepTableModel::link).data().toString()), qPrintable(line));
    }
}

void TstCollectivePicture::theTableOfAStepHasItsTransfers()
{
    const auto rows = [](std::optional<int> step) {
        const auto lines = rendered(ringOfFour, {.step = step}, ui::PictureFormat::csv).trimmed().split('\n');
        return lines.mid(4); // behind the words and the head
    };
    QCOMPARE(rows(0).size(), 0);
    QCOMPARE(rows(2).size(), 8); // each chip sends both ways
    for (const QByteArray& row : rows(2))
        QVERIFY(row.startsWith("2,"));
    QCOMPARE(rows({}), rows(1) + rows(2));
}

void TstCollectivePicture::aTimelineStandsOnlyWhereItIsAsked()
{
    const auto scenario = tests::scenarioWith(ringOfFour);
    const auto words = [&](const ui::PlaybackState& playback) {
        return ui::CollectivePicture::of(ui::snapshotOf(scenario), u"timeline"_s, playback)->words();
    };
    QVERIFY2(words({}).contains(u"2 steps"_s), qPrintable(words({})));
    const auto pair = tests::scenarioWith({{"coll.torus", "2"}});
    const QString once = ui::CollectivePicture::of(ui::snapshotOf(pair), u"timeline"_s, {})->words();
    QVERIFY2(once.contains(u"1 step ·"_s), qPrintable(once));
    QVERIFY2(words({.step = 1}).contains(u"Step 1 of 2"_s), qPrintable(words({.step = 1})));
    const auto all = ui::CollectivePicture::of(ui::snapshotOf(scenario), u"timeline"_s, {});
    const auto first = ui::CollectivePicture::of(ui::snapshotOf(scenario), u"timeline"_s, {.step = 1});
    QVERIFY(painted(*all) != painted(*first));
}

/// Both directions of one chip send in both steps.
void TstCollectivePicture::theTableOfATimelineHasItsBars()
{
    const auto lines = [](std::optional<int> step) {
        const auto bytes =
            ui::renderPicture({.view = u"timeline"_s, .format = ui::PictureFormat::csv, .playback = {.step = step}},
                              ui::snapshotOf(tests::scenarioWith(ringOfFour), 1));
        return bytes.value().trimmed().split('\n').mid(3); // behind the words
    };
    QVERIFY2(lines({})[0].contains("start_s,end_s"), lines({})[0].constData());
    QCOMPARE(lines({}).size(), 1 + 4);
    QCOMPARE(lines(2).size(), 1 + 2);
    QCOMPARE(lines(2)[0], lines({})[0]);
    QCOMPARE(lines(0).size(), 1);
}

ROOFLIGHT_TEST(TstCollectivePicture)

#include "tst_collective_picture.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the tables beside the torus: every message, every link, and that their bytes are those of the metrics.
#include "every_kind.h"
#include "support/asked.h"
#include "support/suite.h"
#include "ui/export/picture.h"
#include "ui/playback/collective_caption.h"
#include "ui/session/snapshot.h"
#include "ui/tables/link_table.h"
#include "ui/tables/step_table.h"
#include "ui/theme/painting.h"
#include "ui/theme/style_sheet.h"
#include "ui/theme/theme.h"
#include "ui/torus/torus_scene.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QBuffer>
#include <QFileDialog>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <cmath>

class TstCollectiveTables : public QObject
{
    Q_OBJECT
private slots:
    void stepsListEveryMessage();
    void stepsAreWrittenAsCsv();
    void savedStepsSayWhatTheyAreOf();
    void linksAreWrittenAsCsv();
    void savedLinksSayWhatTheyAreOf();
    void stepsAreSortedByAnyColumn();
    void chunksHaveTheRoomThatOthersLeave();
    void stepsFollowAShard();
    void aStepOfTheTableIsSought();
    void thePodListsTheStepUnderWay();
    void bytesOfLinksStepsAndMetricsAreTheSame_data();
    void bytesOfLinksStepsAndMetricsAreTheSame();
    void idleLinksAreListedToo();
    void linksCarryWhatTheyCouldAtMost();
    void thePodListsItsBusiestLinks();
    void loadsStandOutFromThePaper();
    void theChosenRowStandsOut_data();
    void theChosenRowStandsOut();
};

namespace
{

double sum(const QAbstractItemModel& model, int column, int role)
{
    double bytes = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        bytes += model.index(row, column).data(role).toDouble();
    }
    return bytes;
}

/// WCAG 2.2, relative luminance and contrast ratio.
double contrast(const QColor& a, const QColor& b)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    const auto luminance = [&](const QColor& c) {
        return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
    };
    const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
    return (lighter + 0.05) / (darker + 0.05);
}

/// Presses a button that asks for a file, names that, and reads it.
QString savedBy(QWidget& page, const QString& button, const QString& path)
{
    QTimer::singleShot(0, &page, [&path] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        dialog->findChild<QLineEdit*>()->setText(path);
        static_cast<QDialog*>(dialog)->accept();
    });
    page.findChild<QPushButton*>(button)->click();
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

/// The arrow of the sorted column has room, which no other keeps free for one.
void TstCollectiveTables::chunksHaveTheRoomThatOthersLeave()
{
    const auto recording = tests::recordingOf({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}});
    ui::StepTable table;
    table.resize(370, 400);
    table.show();
    table.load(&recording, {});
    QApplication::processEvents();
    const auto& view = *table.findChild<QTableView*>();
    auto* head = view.horizontalHeader();
    QCOMPARE(head->length(), view.viewport()->width());
    const int unsorted = head->sectionSize(ui::StepTableModel::stepNumber + 1);
    for (int column = 0; column < head->count(); ++column) {
        const QString title = view.model()->headerData(column, Qt::Horizontal).toString();
        const int min = head->fontMetrics().horizontalAdvance(title);
        QVERIFY2(head->sectionSize(column) >= min, qPrintable(title));
        QVERIFY2(column == ui::StepTableModel::chunk ||
                     head->sectionSize(column) < head->sectionSize(ui::StepTableModel::chunk),
                 qPrintable(title));
    }
    view.horizontalHeader()->setSortIndicator(ui::StepTableModel::stepNumber + 1, Qt::AscendingOrder);
    QVERIFY(head->sectionSize(ui::StepTableModel::stepNumber + 1) > unsorted);
    QCOMPARE(head->length(), view.viewport()->width());
}

/// A ring of four, both ways: two steps, each with a message out of every chip in both directions.
void TstCollectiveTables::stepsListEveryMessage()
{
    const auto recording = tests::recordingOf({{"coll.torus", "4"}, {"coll.wrap", "ring"}});
    ui::StepTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.show(&recording.collective());
    QCOMPARE(model.rowCount(), 2 * 4 * 2);
    QVERIFY(!model.isCut());
    QCOMPARE(model.stepOfRow(0), 0);
    QCOMPARE(model.stepOfRow(15), 1);
    model.show(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TstCollectiveTables::stepsAreWrittenAsCsv()
{
    const auto recording = tests::recordingOf(tests::slide);
    QBuffer file;
    file.open(QIODevice::WriteOnly);
    QVERIFY(ui::writeSteps(recording.collective(), file));
    const QList<QByteArray> lines = file.data().split('\n');
    QCOMPARE(lines.size(), 1 + 3 * 4 + 1);
    QCOMPARE(lines[0], QByteArray("step,from,to,chunk,bytes,link"));
    QCOMPARE(QString::fromUtf8(lines[1]), QStringLiteral("1,(0),(1),C₃,4194304,X+")); // chip c sends what is for c − 1
    ui::StepTable table;
    QVERIFY(table.findChild<QPushButton*>(QStringLiteral("steps.save")));
}

/// The button writes what `render -o .csv` writes: the collective's lines, then its rows.
void TstCollectiveTables::savedStepsSayWhatTheyAreOf()
{
    const auto recording = tests::recordingOf(tests::slide);
    const auto snapshot = ui::snapshotOf(tests::scenarioWith(tests::slide), 1);
    ui::StepTable table;
    table.present(snapshot);
    table.load(&recording, {});
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("steps.csv"));
    const QString saved = savedBy(table, QStringLiteral("steps.save"), path);
    const auto rendered =
        ui::renderPicture({.view = QStringLiteral("torus"), .format = ui::PictureFormat::csv}, snapshot);
    QCOMPARE(saved, QString::fromUtf8(rendered.value()));
}

/// Of the slide's 16 MiB each of four links carries a quarter in each of three steps.
void TstCollectiveTables::linksAreWrittenAsCsv()
{
    auto recording = tests::recordingOf(tests::slide);
    recording.moveTo(2);
    QBuffer file;
    file.open(QIODevice::WriteOnly);
    QVERIFY(ui::writeLinks(recording, file));
    const QStringList lines = QString::fromUtf8(file.data()).split(u'\n');
    QCOMPARE(lines[0], QStringLiteral("# After step 2 of 3"));
    QCOMPARE(lines[1], QStringLiteral("chip,link,bytes,of_capacity"));
    QCOMPARE(lines[2].section(u',', 0, 2), QStringLiteral("(0),X+,8388608"));
    QCOMPARE(lines.size(), 2 + 4 + 1);
}

/// All of a pod's 53,760, though the list on screen is cut.
void TstCollectiveTables::savedLinksSayWhatTheyAreOf()
{
    const tests::Edits pod{{"coll.torus", "16x20x28"}};
    const auto recording = tests::recordingOf(pod);
    const auto scenario = tests::scenarioWith(pod);
    ui::LinkTable table;
    auto* save = table.findChild<QPushButton*>(QStringLiteral("links.save"));
    QVERIFY(save);
    table.present(ui::snapshotOf(scenario, 1));
    table.load(nullptr, QStringLiteral("none"));
    QVERIFY(!save->isEnabled());
    table.load(&recording, {});
    const QTemporaryDir folder;
    const QString saved = savedBy(table, QStringLiteral("links.save"), folder.filePath(QStringLiteral("links.csv")));
    QVERIFY(saved.startsWith(QString::fromUtf8(ui::csvLines(ui::captionOf(recording.collective(), scenario)))));
    QCOMPARE(saved.count(u'\n'), 3 + 2 + 16 * 20 * 28 * 6);
}

void TstCollectiveTables::stepsAreSortedByAnyColumn()
{
    const auto recording = tests::recordingOf({{"coll.torus", "12"}, {"coll.wrap", "ring"}});
    ui::StepTable table;
    table.load(&recording, {});
    auto* view = table.findChild<QTableView*>();
    for (int column = 0; column < ui::StepTableModel::columns; ++column) {
        view->sortByColumn(column, Qt::DescendingOrder);
        const auto at = [&](int row) {
            QString text = view->model()->index(row, column).data().toString();
            return text.remove(u'(').remove(u')').remove(u',');
        };
        const bool counts = column != ui::StepTableModel::chunk && column != ui::StepTableModel::link;
        for (int row = 1; row < view->model()->rowCount(); ++row) {
            QVERIFY(counts ? at(row - 1).toDouble() >= at(row).toDouble() // 10 after 9, not after 1
                           : column == ui::StepTableModel::link || at(row - 1) >= at(row));
        }
        QVERIFY(!counts || at(0).toDouble() > 0);
    }
}

/// One way round a ring of four, shard 2 leaves chip 2 first, then 3, then 0.
void TstCollectiveTables::stepsFollowAShard()
{
    auto recording = tests::recordingOf({{"coll.torus", "4"}, {"coll.wrap", "ring"}, {"coll.direction", "one"}});
    recording.follow(2);
    ui::StepTable table;
    table.load(&recording, {});
    const auto* view = table.findChild<QTableView*>();
    const char* const from[] = {"(2)", "(3)", "(0)"};
    for (int step = 0; step < 3; ++step) {
        recording.moveTo(step);
        table.goTo(step);
        const auto row = view->currentIndex().row();
        QCOMPARE(view->model()->index(row, ui::StepTableModel::stepNumber).data().toInt(), step + 1);
        QCOMPARE(view->model()->index(row, ui::StepTableModel::from).data().toString(), QLatin1String(from[step]));
    }
}

void TstCollectiveTables::aStepOfTheTableIsSought()
{
    const auto recording = tests::recordingOf({{"coll.torus", "4"}, {"coll.wrap", "ring"}});
    ui::StepTable table;
    table.load(&recording, {});
    QSignalSpy asked(&table, &ui::CollectivePage::stepAsked);
    auto* view = table.findChild<QTableView*>();
    view->sortByColumn(ui::StepTableModel::stepNumber, Qt::DescendingOrder);
    emit view->activated(view->model()->index(0, ui::StepTableModel::to));
    QCOMPARE(asked.takeLast().front().toInt(), 1); // steps count from 0
}

void TstCollectiveTables::thePodListsTheStepUnderWay()
{
    auto recording = tests::recordingOf({{"coll.torus", "16x20x28"}});
    ui::StepTable table;
    table.load(&recording, {});
    for (const int step : {0, 17, 0, recording.steps() - 1}) {
        recording.moveTo(step);
        table.goTo(step);
        QVERIFY(table.model().isCut());
        QVERIFY(table.model().rowCount() > 0);
        QCOMPARE(table.model().stepOfRow(0), step);
        QCOMPARE(table.model().stepOfRow(table.model().rowCount() - 1), step);
    }
}

void TstCollectiveTables::bytesOfLinksStepsAndMetricsAreTheSame_data()
{
    QTest::addColumn<tests::Edits>("edits");
    tests::addEveryKind("a ring", {{"coll.torus", "6"}, {"coll.wrap", "ring"}});
    tests::addEveryKind("a ring, one way", {{"coll.torus", "5"}, {"coll.wrap", "ring"}, {"coll.direction", "one"}});
    tests::addEveryKind("a line", {{"coll.torus", "7"}, {"coll.wrap", "line"}});
    tests::addEveryKind("a torus", {{"coll.torus", "3x4x5"}, {"coll.wrap", "ring"}});
    tests::addEveryKind("a mesh", {{"coll.torus", "3x4"}, {"coll.wrap", "line"}});
    tests::addEveryKind("two axes of three", {{"coll.torus", "4x4x4"}, {"coll.axes", "XZ"}});
    tests::addEveryKind("a switch", {{"coll.torus", "switch8"}});
    tests::addEveryKind("uneven shards", {{"coll.torus", "5"}, {"coll.wrap", "ring"}, {"coll.bytes", "1234"}});
}

void TstCollectiveTables::bytesOfLinksStepsAndMetricsAreTheSame()
{
    QFETCH(tests::Edits, edits);
    auto recording = tests::recordingOf(edits);
    recording.moveTo(recording.steps());
    ui::LinkTableModel links;
    const QAbstractItemModelTester tester(&links, QAbstractItemModelTester::FailureReportingMode::QtTest);
    links.show(&recording);
    ui::StepTableModel steps;
    steps.show(&recording.collective());
    QVERIFY(!steps.isCut() && links.leftOut() == 0);
    const auto& whole = recording.whole();
    const int copies = whole.chips() / recording.collective().analysis.request.topology.chips();
    const int counted = whole.wiring == core::Wiring::throughSwitch ? 2 : 1; // into the switch and out of it
    const double ofLinks = sum(links, ui::LinkTableModel::bytes, ui::LinkTableModel::sortRole) / counted;
    const double ofSteps = sum(steps, ui::StepTableModel::bytes, ui::StepTableModel::sortRole) * copies;
    const auto scenario = tests::scenarioWith(edits);
    QCOMPARE(ofLinks, tests::numberOf(scenario, "coll.total_bytes"));
    QCOMPARE(ofSteps, tests::numberOf(scenario, "coll.total_bytes"));
    QCOMPARE(links.total(), ofLinks);
    QCOMPARE(links.busiest(), tests::numberOf(scenario, "coll.bytes_per_link"));
}

/// Along Y of 4×4 closed, the 32 links of X carry nothing; a mesh of 3×4 has 2·(2·4 + 3·3) = 34 links.
void TstCollectiveTables::idleLinksAreListedToo()
{
    auto recording = tests::recordingOf({{"coll.torus", "4x4"}, {"coll.wrap", "ring"}, {"coll.axes", "Y"}});
    recording.moveTo(recording.steps());
    ui::LinkTableModel model;
    model.show(&recording);
    QCOMPARE(model.rowCount(), 64);
    int idle = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        const bool alongX = model.index(row, ui::LinkTableModel::link).data().toString().startsWith(u'X');
        const bool carries =
            model.index(row, ui::LinkTableModel::bytes).data(ui::LinkTableModel::sortRole).toDouble() > 0;
        QCOMPARE(carries, !alongX);
        idle += carries ? 0 : 1;
    }
    QCOMPARE(idle, 32);
    const auto mesh = tests::recordingOf({{"coll.torus", "3x4"}, {"coll.wrap", "line"}});
    model.show(&mesh);
    QCOMPARE(model.rowCount(), 34);
}

void TstCollectiveTables::linksCarryWhatTheyCouldAtMost()
{
    for (const char* torus : {"4", "4x4", "4x4x4", "switch8"}) {
        auto recording = tests::recordingOf({{"coll.torus", torus}});
        ui::LinkTableModel model;
        for (int step = 0; step <= recording.steps(); ++step) {
            recording.moveTo(step);
            model.show(&recording);
            for (int row = 0; row < model.rowCount(); ++row) {
                const auto share = model.index(row, ui::LinkTableModel::share).data(ui::LinkTableModel::sortRole);
                QVERIFY(share.toDouble() >= 0 && share.toDouble() <= 1);
            }
        }
    }
}

void TstCollectiveTables::thePodListsItsBusiestLinks()
{
    auto recording = tests::recordingOf({{"coll.torus", "16x20x28"}, {"coll.axes", "Z"}});
    recording.moveTo(1);
    ui::LinkTableModel model;
    model.show(&recording);
    QCOMPARE(model.rowCount(), static_cast<int>(ui::LinkTableModel::maxRows));
    QCOMPARE(model.leftOut(), std::size_t(16 * 20 * 28 * 6) - ui::LinkTableModel::maxRows);
    double min = model.busiest();
    for (int row = 0; row < model.rowCount(); ++row) {
        min = std::min(min, model.index(row, ui::LinkTableModel::bytes).data(ui::LinkTableModel::sortRole).toDouble());
    }
    const auto larger = std::ranges::count_if(recording.linkBytes(), [&](double bytes) { return bytes > min; });
    QVERIFY(larger < model.rowCount());
    QVERIFY(min > 0); // along Z there are 17,920 links that carry, and along the other axes none
}

/// By 3 to 1 (WCAG 2.1), in the table as in the picture, and each by more than the one before.
void TstCollectiveTables::loadsStandOutFromThePaper()
{
    for (const bool dark : {false, true}) {
        const ui::Theme& theme = ui::Theme::of(dark);
        double before = 3;
        for (int step = 0; step < ui::scaleColours; ++step) {
            const double found = contrast(ui::scaleColour(step, theme), theme.panel);
            QVERIFY2(found > before, qPrintable(QString::number(found)));
            before = found;
        }
    }
}

void TstCollectiveTables::theChosenRowStandsOut_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

/// WCAG 2.2 asks 4.5 of text; of a ground beside another nothing, but 1.07 was not seen.
void TstCollectiveTables::theChosenRowStandsOut()
{
    QFETCH(bool, dark);
    const ui::Theme& theme = ui::Theme::of(dark);
    const QColor chosen = ui::chosenRow(theme);
    QVERIFY(contrast(chosen, theme.panel) >= 1.3);
    QVERIFY(contrast(chosen, theme.text) >= 7);
    QVERIFY(ui::styleSheet(theme).contains(QStringLiteral("selection-background-color: ") + chosen.name()));
}

ROOFLIGHT_TEST(TstCollectiveTables)
#include "tst_collective_tables.moc"

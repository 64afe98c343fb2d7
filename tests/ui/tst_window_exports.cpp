// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what leaves the window and comes back: the torus as it is looked at, the clipboard, a picture dropped on it.
#include "core/io/picture_state.h"
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/charts/chart.h"
#include "ui/collectives/collectives_tab.h"
#include "ui/export/animation_dialog.h"
#include "ui/export/picture.h"
#include "ui/shell/chart_clipboard.h"
#include "ui/shell/tabs.h"
#include "ui/torus/torus_view.h"
#include "window_stage.h"

#include <QClipboard>
#include <QDropEvent>
#include <QMimeData>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTimer>

using namespace Qt::Literals::StringLiterals;

namespace
{

/// Drops a file as a file manager does.
void drop(ui::MainWindow& window, const QList<QUrl>& files)
{
    QMimeData data;
    data.setUrls(files);
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    if (!enter.isAccepted())
        return;
    QDropEvent event(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
}

core::Scenario other() { return tests::scenarioWith({{"work.batch", "4096"}, {"coll.torus", "8"}, {"mesh.X", "8"}}); }

} // namespace

class TstWindowExports : public QObject
{
    Q_OBJECT
private slots:
    void theTorusIsExportedAsItIsLookedAt();
    void theTorusIsTheSameFromAnyWindow();
    void theAnimationIsOfWhatIsInSight();
    void elsewhereTheCollectiveStartsAtStepZero();
    void theTimelineInSightIsExported();
    void theClipboardHasPicturesAndWords();
    void theClipboardHasTheTorusAsItIsLookedAt();
    void aDroppedPictureIsItsScenario_data();
    void aDroppedPictureIsItsScenario();
    void severalFilesAreNotTaken();
};

void TstWindowExports::theTorusIsExportedAsItIsLookedAt()
{
    tests::WindowStage stage;
    stage.openCollectives();
    auto* tabs = stage.window.findChild<ui::Tabs*>();
    auto* torus = stage.part<ui::TorusView>("torus");
    for (const Qt::Key key : {Qt::Key_Period, Qt::Key_Period, Qt::Key_V, Qt::Key_Right})
        QTest::keyClick(torus, key);
    QCOMPARE(tabs->currentView(), u"torus"_s);
    const auto playback = tabs->playbackState();
    QCOMPARE(playback.step, std::optional(2));
    QCOMPARE(playback.layout, std::optional(torus->look().layout));
    QCOMPARE(playback.camera, torus->look().camera);
    QVERIFY(playback.camera != ui::Camera());
}

void TstWindowExports::theTorusIsTheSameFromAnyWindow()
{
    QList<QByteArray> pictures;
    for (const QSize size : {QSize(1280, 720), QSize(1024, 640)}) {
        tests::WindowStage stage("start", size);
        stage.openCollectives();
        for (const Qt::Key key : {Qt::Key_End, Qt::Key_Comma, Qt::Key_V})
            QTest::keyClick(stage.part<ui::TorusView>("torus"), key);
        const auto playback = stage.window.findChild<ui::Tabs*>()->playbackState();
        pictures
            << ui::renderPicture({.view = u"torus"_s, .playback = playback}, stage.window.session().snapshot()).value();
    }
    QCOMPARE(pictures[0], pictures[1]);
    QCOMPARE(QImage::fromData(pictures[0], "PNG").size(), QSize(1920, 1080));
}

void TstWindowExports::theAnimationIsOfWhatIsInSight()
{
    tests::WindowStage stage;
    stage.openCollectives();
    QTest::keyClick(stage.part<ui::TorusView>("torus"), Qt::Key_V);
    ui::AnimationRequest asked;
    QTimer::singleShot(0, &stage.window, [&] {
        auto* dialog = qobject_cast<ui::AnimationDialog*>(QApplication::activeModalWidget());
        asked = dialog->request();
        dialog->close();
    });
    stage.trigger("animate");
    QCOMPARE(asked.picture.view, u"torus"_s);
    QCOMPARE(asked.picture.playback.layout, std::optional(stage.part<ui::TorusView>("torus")->look().layout));
}

void TstWindowExports::elsewhereTheCollectiveStartsAtStepZero()
{
    tests::WindowStage stage;
    auto* tabs = stage.window.findChild<ui::Tabs*>();
    QCOMPARE(tabs->currentView(), u"dashboard"_s);
    QVERIFY(!tabs->playbackState().step);
}

void TstWindowExports::theTimelineInSightIsExported()
{
    tests::WindowStage stage;
    stage.openCollectives();
    auto* bar = stage.part<QTabBar>("collectives.stage");
    int timeline = 0;
    while (timeline < bar->count() && !bar->tabText(timeline).contains(u"Timeline"_s))
        ++timeline;
    bar->setCurrentIndex(timeline);
    QCOMPARE(stage.window.findChild<ui::Tabs*>()->currentView(), u"timeline"_s);
    stage.trigger("copy-chart");
    QVERIFY(QGuiApplication::clipboard()->mimeData()->data(u"image/svg+xml"_s).contains("Step 0 of 6"));
}

void TstWindowExports::theClipboardHasPicturesAndWords()
{
    tests::WindowStage stage;
    stage.trigger("tab-7");
    stage.trigger("copy-chart");
    const auto* chart = stage.window.findChild<ui::Tabs*>()->currentChart();
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    QCOMPARE(data->text(), chart->description());
    const QByteArray png = data->data(u"image/png"_s);
    QCOMPARE(QImage::fromData(png, "PNG").size(), chart->size() * 2);
    for (const QByteArray& picture : {png, data->data(u"image/svg+xml"_s)}) {
        const auto scenario = core::readDocument(picture.toStdString(), "clipboard", core::shippedCatalogue());
        QVERIFY2(scenario.has_value(), scenario ? "" : scenario.error().text.c_str());
        QVERIFY(*scenario == tests::openedScenario("start"));
    }
}

void TstWindowExports::theClipboardHasTheTorusAsItIsLookedAt()
{
    tests::WindowStage stage;
    stage.openCollectives();
    QTest::keyClick(stage.part<ui::TorusView>("torus"), Qt::Key_Period);
    stage.trigger("copy-chart");
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    QVERIFY2(data->text().contains(u"Step 1 of 6"_s), qPrintable(data->text()));
    QVERIFY(data->data(u"image/svg+xml"_s).contains("Step 1 of 6"));
    const auto scenario =
        core::readDocument(data->data(u"image/png"_s).toStdString(), "clipboard", core::shippedCatalogue());
    QVERIFY(scenario && *scenario == stage.window.session().scenario());
}

void TstWindowExports::aDroppedPictureIsItsScenario_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("name");
    QTest::newRow("a PNG of the dashboard") << u"dashboard"_s << u"a.png"_s;
    QTest::newRow("an SVG of the memory") << u"memory"_s << u"a.svg"_s;
    QTest::newRow("a PNG of the torus") << u"torus"_s << u"a.png"_s;
    QTest::newRow("an SVG of the torus") << u"torus"_s << u"a.svg"_s;
}

void TstWindowExports::aDroppedPictureIsItsScenario()
{
    QFETCH(QString, view);
    QFETCH(QString, name);
    const QTemporaryDir folder;
    const QString path = folder.filePath(name);
    ui::PictureRequest request{.view = view, .format = *ui::formatOfFile(name), .pixels = {480, 360}};
    QVERIFY(ui::writePicture(path, request, ui::snapshotOf(other(), 1)).has_value());
    tests::WindowStage stage;
    drop(stage.window, {QUrl::fromLocalFile(path)});
    QVERIFY(stage.window.session().scenario() == other());
}

void TstWindowExports::severalFilesAreNotTaken()
{
    tests::WindowStage stage;
    drop(stage.window, {QUrl::fromLocalFile(u"/a.png"_s), QUrl::fromLocalFile(u"/b.png"_s)});
    QVERIFY(stage.window.session().scenario() == tests::openedScenario("start"));
}

ROOFLIGHT_TEST(TstWindowExports)

#include "tst_window_exports.moc"

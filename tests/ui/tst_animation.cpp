// SPDX-License-Identifier: GPL-3.0-or-later
// Checks animations: a frame for every step, right times, endless loop, numbered files, and nothing half-written.
#include "core/io/picture_state.h"
#include "gif_reader.h"
#include "recording_stage.h"
#include "support/suite.h"
#include "ui/export/animation.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPainter>
#include <QTemporaryDir>

#include <numeric>

namespace
{

using tests::ringOfFour;

ui::Snapshot snapshotWith(const tests::Edits& edits) { return ui::snapshotOf(tests::scenarioWith(edits), 1); }

ui::AnimationRequest smallAnimation(const QString& path)
{
    ui::AnimationRequest request;
    request.picture.pixels = {480, 360};
    request.path = path;
    return request;
}

/// Frames of steps that end at these times.
std::vector<ui::AnimationFrame> framesOf(std::vector<double> ends, int framesPerStep, double seconds, bool trueTimes)
{
    return ui::animationFrames(
        {.path = {}, .framesPerStep = framesPerStep, .secondsPerStep = seconds, .trueTimes = trueTimes}, ends);
}

/// The names of the files, or nothing and a warning.
QStringList drawn(const ui::AnimationRequest& request, const ui::Snapshot& snapshot)
{
    auto animation = ui::Animation::of(request, snapshot);
    if (!animation) {
        qWarning("%s", qPrintable(animation.error().text));
        return {};
    }
    while (!animation->isDrawn())
        if (!animation->drawNext())
            return {};
    return animation->finish().value_or(QStringList());
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QImage picture(const ui::PictureRequest& request, const ui::Snapshot& snapshot)
{
    return QImage::fromData(ui::renderPicture(request, snapshot).value_or(QByteArray()), "PNG");
}

} // namespace

class TstAnimation : public QObject
{
    Q_OBJECT
private slots:
    void everyStateHasAFrame();
    void stepsLastAlikeToTheHundredth_data();
    void stepsLastAlikeToTheHundredth();
    void trueTimesAreKeptToTheHundredth();
    void noFrameIsTooShort();
    void aGifGivesItsScenarioBack();
    void aGifHasAFrameForEveryStepAndLoops_data();
    void aGifHasAFrameForEveryStepAndLoops();
    void framesOfAGifAreThePicturesOfTheSteps();
    void framesBetweenStepsShowMessagesOnTheirWay();
    void theLineOfATimelineMoves();
    void sameBytesTwice();
    void pngFramesAreThePicturesOfTheSteps();
    void refusesInWords_data();
    void refusesInWords();
    void filesThatAreThereStay();
    void anAnimationThatIsGivenUpLeavesNothing();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

/// With one frame a step: the start, then the state after each step.
void TstAnimation::everyStateHasAFrame()
{
    const auto frames = framesOf({1, 2, 3}, 1, 0.5, false);
    QCOMPARE(frames.size(), std::size_t(4));
    for (int step = 0; step <= 3; ++step) {
        QCOMPARE(frames[static_cast<std::size_t>(step)].step, step);
        QCOMPARE(frames[static_cast<std::size_t>(step)].progress, 0.0);
        QCOMPARE(frames[static_cast<std::size_t>(step)].hundredths, step == 3 ? 200 : 50);
    }
    QCOMPARE(framesOf({}, 12, 1, false).size(), std::size_t(1));
}

void TstAnimation::stepsLastAlikeToTheHundredth_data()
{
    QTest::addColumn<int>("framesPerStep");
    QTest::addColumn<double>("seconds");
    QTest::newRow("even parts") << 10 << 1.0;
    QTest::newRow("seven parts of 0.9 s") << 7 << 0.9;
    QTest::newRow("twelve parts of a third") << 12 << 1. / 3;
}

void TstAnimation::stepsLastAlikeToTheHundredth()
{
    QFETCH(int, framesPerStep);
    QFETCH(double, seconds);
    const auto frames = framesOf({5, 6, 6, 9}, framesPerStep, seconds, false);
    QCOMPARE(frames.size(), static_cast<std::size_t>(4 * framesPerStep + 1));
    int until = 0;
    for (const auto& frame : frames) {
        const double due = 100 * seconds * (frame.step + frame.progress);
        QVERIFY2(std::abs(until - due) <= 0.5 + 1e-9, qPrintable(QString::number(due))); // rounded, not drifting
        until += frame.hundredths;
    }
}

/// Five steps of 0.8 s on the average are 4 s: one second, two, nothing twice, one.
void TstAnimation::trueTimesAreKeptToTheHundredth()
{
    const auto frames = framesOf({1, 3, 3, 3.001, 4}, 2, 0.8, true);
    const std::vector<std::pair<double, int>> expected{{0, 50}, {0.5, 50}, {1, 100}, {1.5, 100},
                                                       {4, 50}, {4.5, 50}, {5, 200}};
    QCOMPARE(frames.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(frames[i].step + frames[i].progress, expected[i].first);
        QCOMPARE(frames[i].hundredths, expected[i].second);
    }
}

void TstAnimation::noFrameIsTooShort()
{
    int all = 0;
    for (const auto& frame : framesOf({0.0001, 1, 1.07, 1.1, 4}, 12, 0.3, true)) {
        QVERIFY(frame.hundredths >= 2);
        all += frame.hundredths;
    }
    QCOMPARE(all, 150 + 200);
    QCOMPARE(framesOf({0.0001, 1}, 12, 0.3, true).front().step, 0); // the beginning is always seen
}

void TstAnimation::aGifGivesItsScenarioBack()
{
    const auto snapshot = snapshotWith(tests::slide);
    auto request = smallAnimation(path(QStringLiteral("state.gif")));
    const auto back = [&] {
        drawn(request, snapshot);
        return core::readDocument(contents(request.path).toStdString(), "state.gif", core::shippedCatalogue());
    };
    const auto kept = back();
    QVERIFY2(kept, kept ? "" : kept.error().text.c_str());
    QVERIFY(*kept == snapshot.scenario);
    request.picture.state = false;
    QCOMPARE(back().error().code, std::string("FILE_STATE"));
}

void TstAnimation::aGifHasAFrameForEveryStepAndLoops_data()
{
    QTest::addColumn<tests::Edits>("edits");
    QTest::addColumn<int>("steps");
    QTest::newRow("a ring of four") << ringOfFour << 2;
    QTest::newRow("the slide") << tests::slide << 3;
    // Both ways along a line the farthest shard has 7 links to go.
    QTest::newRow("a line of eight") << tests::Edits{{"coll.torus", "8"}, {"coll.wrap", "line"}} << 7;
    QTest::newRow("eight GPUs") << tests::Edits{{"hw.chip", "h100-sxm"}, {"coll.torus", "switch8"}} << 1;
}

void TstAnimation::aGifHasAFrameForEveryStepAndLoops()
{
    QFETCH(tests::Edits, edits);
    QFETCH(int, steps);
    const auto request = smallAnimation(path(QStringLiteral("steps.gif")));
    QCOMPARE(drawn(request, snapshotWith(edits)), QStringList{request.path});
    const auto gif = tests::readGif(contents(request.path));
    QVERIFY(gif.good);
    QCOMPARE(gif.screen, QSize(480, 360));
    QCOMPARE(gif.loops, 0);
    QCOMPARE(gif.pictures.size(), static_cast<std::size_t>(steps + 1));
    for (const auto& picture : gif.pictures) {
        QCOMPARE(picture.area, QRect(0, 0, 480, 360));
        QCOMPARE(picture.hundredths, &picture == &gif.pictures.back() ? 200 : 90);
    }
}

void TstAnimation::framesOfAGifAreThePicturesOfTheSteps()
{
    const auto snapshot = snapshotWith(ringOfFour);
    const auto request = smallAnimation(path(QStringLiteral("pictures.gif")));
    drawn(request, snapshot);
    const auto gif = tests::readGif(contents(request.path));
    QCOMPARE(gif.pictures.size(), std::size_t(3));
    for (int step = 0; step <= 2; ++step) {
        auto wanted = request.picture;
        wanted.playback.step = step;
        const QImage expected = picture(wanted, snapshot);
        const int worst = tests::difference(gif.pictures[static_cast<std::size_t>(step)].image, expected);
        QVERIFY2(worst <= 12, qPrintable(QString::number(worst))); // a twentieth of the way from black to white
    }
    QVERIFY(gif.pictures[0].image != gif.pictures[1].image);
    QVERIFY(gif.pictures[1].image != gif.pictures[2].image);
}

void TstAnimation::framesBetweenStepsShowMessagesOnTheirWay()
{
    auto request = smallAnimation(path(QStringLiteral("motion.gif")));
    request.framesPerStep = 4;
    drawn(request, snapshotWith(ringOfFour));
    const auto gif = tests::readGif(contents(request.path));
    QCOMPARE(gif.pictures.size(), std::size_t(2 * 4 + 1));
    for (std::size_t i = 1; i < gif.pictures.size(); ++i)
        QVERIFY2(gif.pictures[i].image != gif.pictures[i - 1].image, qPrintable(QString::number(i)));
}

void TstAnimation::theLineOfATimelineMoves()
{
    auto request = smallAnimation(path(QStringLiteral("timeline.gif")));
    request.picture.view = QStringLiteral("timeline");
    request.framesPerStep = 3;
    drawn(request, snapshotWith(ringOfFour));
    const auto gif = tests::readGif(contents(request.path));
    QCOMPARE(gif.pictures.size(), std::size_t(2 * 3 + 1));
    const int high = request.picture.pixels.height();
    for (std::size_t i = 1; i < gif.pictures.size(); ++i) {
        int rows = 0; // the words above change too, but the line goes from top to bottom
        for (int y = 0; y < high; ++y)
            rows += gif.pictures[i].image.copy(0, y, 480, 1) != gif.pictures[i - 1].image.copy(0, y, 480, 1) ? 1 : 0;
        QVERIFY2(rows > high / 4, qPrintable(QString::number(rows)));
    }
}

void TstAnimation::sameBytesTwice()
{
    const auto snapshot = snapshotWith(tests::slide);
    const auto first = smallAnimation(path(QStringLiteral("first.gif")));
    const auto second = smallAnimation(path(QStringLiteral("second.gif")));
    drawn(first, snapshot);
    drawn(second, snapshot);
    QVERIFY(!contents(first.path).isEmpty());
    QCOMPARE(contents(first.path), contents(second.path));
}

void TstAnimation::pngFramesAreThePicturesOfTheSteps()
{
    const auto snapshot = snapshotWith(tests::slide);
    const auto request = smallAnimation(path(QStringLiteral("frames")));
    const auto files = drawn(request, snapshot);
    QCOMPARE(QDir(request.path).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             (QStringList{QStringLiteral("0000.png"), QStringLiteral("0001.png"), QStringLiteral("0002.png"),
                          QStringLiteral("0003.png")}));
    for (int step = 0; step <= 3; ++step) {
        auto wanted = request.picture;
        wanted.playback.step = step;
        QCOMPARE(contents(files[step]), ui::renderPicture(wanted, snapshot).value());
    }
}

void TstAnimation::refusesInWords_data()
{
    QTest::addColumn<ui::AnimationRequest>("request");
    QTest::addColumn<tests::Edits>("edits");
    QTest::addColumn<QString>("said");
    const auto row = [&](const char* name, const QString& said, auto change, const tests::Edits& edits = ringOfFour) {
        auto request = smallAnimation(path(QStringLiteral("refused.gif")));
        change(request);
        QTest::newRow(name) << request << edits << said;
    };
    row("no frames", QStringLiteral("0 frames"), [](auto& r) { r.framesPerStep = 0; });
    row("no time", QStringLiteral("0.02 s"), [](auto& r) { r.secondsPerStep = 0; });
    row("time that is no number", QStringLiteral("0.02 s"), [](auto& r) { r.secondsPerStep = std::nan(""); });
    row("frames too quick for browsers", QStringLiteral("0.02 s"), [](auto& r) { r.framesPerStep = 60; });
    row("frames longer than the format knows", QStringLiteral("655.35"), [](auto& r) { r.secondsPerStep = 700; });
    // Five hops of a microsecond and 1, 2, 3, 3.5 and 7 parts of 22 µs: the last step is nearly half of eight.
    row("a step longer than the format knows", QStringLiteral("655.35"),
        [](auto& r) {
            r.secondsPerStep = 200;
            r.trueTimes = true;
        },
        {{"coll.torus", "2x8"}, {"coll.wrap", "ring"}, {"coll.algorithm", "rotated"}});
    row("thousands of frames", QStringLiteral("2000"), [](auto& r) {
        r.framesPerStep = 1500;
        r.secondsPerStep = 100;
    });
    row("too many pixels", QStringLiteral("smaller size"), [](auto& r) {
        r.picture.pixels = {10000, 10000};
        r.framesPerStep = 40;
    });
    row("too many pixels in a frame", QStringLiteral("10000x10000 works"), [](auto& r) {
        r.picture.pixels = {16384, 16384};
    });
    row("no room", QStringLiteral("no room"), [](auto& r) { r.picture.pixels = {20, 20}; });
    row("a view without steps", QStringLiteral("'memory'"), [](auto& r) { r.picture.view = QStringLiteral("memory"); });
    row("no such folder", QStringLiteral("no folder /nowhere"),
        [](auto& r) { r.path = QStringLiteral("/nowhere/a.gif"); });
    row("no such folder for frames", QStringLiteral("no folder /nowhere"),
        [](auto& r) { r.path = QStringLiteral("/nowhere/frames"); });
    row("no collective", QStringLiteral("middle"), [](auto&) {}, {{"coll.torus", "4"}, {"coll.algorithm", "middle"}});
}

void TstAnimation::refusesInWords()
{
    QFETCH(ui::AnimationRequest, request);
    QFETCH(tests::Edits, edits);
    QFETCH(QString, said);
    const auto animation = ui::Animation::of(request, snapshotWith(edits));
    QVERIFY(!animation.has_value());
    QVERIFY2(animation.error().text.contains(said), qPrintable(animation.error().text));
    QVERIFY2(animation.error().text.endsWith(u'.'), qPrintable(animation.error().text));
    QVERIFY(!QFileInfo::exists(path(QStringLiteral("refused.gif"))));
}

void TstAnimation::filesThatAreThereStay()
{
    const QString folder = path(QStringLiteral("mine"));
    QVERIFY(QDir().mkpath(folder));
    QFile mine(folder + QStringLiteral("/0000.png"));
    QVERIFY(mine.open(QIODevice::WriteOnly) && mine.write("mine") == 4);
    mine.close();
    const auto refused = ui::Animation::of(smallAnimation(folder), snapshotWith(ringOfFour));
    QVERIFY(!refused.has_value());
    QVERIFY2(refused.error().text.contains(QStringLiteral("not empty")), qPrintable(refused.error().text));
    QCOMPARE(contents(mine.fileName()), QByteArray("mine"));
    QVERIFY(mine.remove());
    QCOMPARE(drawn(smallAnimation(folder + u'/'), snapshotWith(ringOfFour)).size(), 3); // an empty folder is used
}

void TstAnimation::anAnimationThatIsGivenUpLeavesNothing()
{
    const QTemporaryDir empty;
    for (const char* name : {"given-up.gif", "given-up"}) {
        auto animation =
            ui::Animation::of(smallAnimation(empty.filePath(QLatin1String(name))), snapshotWith(ringOfFour));
        QVERIFY(animation.has_value());
        QVERIFY(animation->drawNext().has_value());
    }
    QVERIFY(QDir(empty.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
}

ROOFLIGHT_TEST(TstAnimation)

#include "tst_animation.moc"

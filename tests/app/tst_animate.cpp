// SPDX-License-Identifier: GPL-3.0-or-later
// animate, and render of a collective, as a user sees them: files, numbers about them, and refusals in words.
#include "app/run_program.h"
#include "support/suite.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>

using namespace Qt::Literals::StringLiterals;

class TstAnimate : public QObject
{
    Q_OBJECT

private slots:
    void otherProgramsReadTheGif();
    void answersWithFramesAndDelays();
    void trueTimesAreThoseOfTheSchedule();
    void theGifIsAScenario();
    void theGifIsNoScenarioWithoutItsState();
    void framesAreNumberedWithoutGaps();
    void aFrameIsTheRenderedStep();
    void stepsAreExactAndTheSameTwice_data();
    void stepsAreExactAndTheSameTwice();
    void aPodIsDrawnInBlocks();
    void theCollectiveOfTheDesignIsDrawn();
    void anEndLeavesNothing_data();
    void anEndLeavesNothing();
    void aStepPlays();
    void emptyNumbersAreRefused();
    void badRequestsAreRefused_data();
    void badRequestsAreRefused();
    void aLinkIntoNoFolderIsToldAtOnce();
    void framesTakeThePlaceOfNoLink();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    tests::Run run(const QString& subcommand, const QString& arguments) const;
    QByteArray contents(const QString& name) const;

    QTemporaryDir m_folder;
};

namespace
{

/// Gathers round a ring of four both ways: two steps.
constexpr auto ring = " --set coll.torus=4 --set coll.wrap=ring"_L1;

} // namespace

tests::Run TstAnimate::run(const QString& subcommand, const QString& arguments) const
{
    return tests::run(QStringList{subcommand, u"start"_s} + tests::words(arguments), {}, m_folder.path());
}

QByteArray TstAnimate::contents(const QString& name) const
{
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TstAnimate::otherProgramsReadTheGif()
{
    const QString identify = QStandardPaths::findExecutable(u"identify"_s);
    if (identify.isEmpty())
        QSKIP("ImageMagick is not installed");
    const auto made = run(u"animate"_s, u"-o a.gif --size 320x240 --seconds-per-step 0.5"_s + ring);
    QVERIFY2(made.exit == 0, made.messages.constData());
    QProcess process;
    process.start(identify, {u"-format"_s, u"%wx%h %T\n"_s, path(u"a.gif"_s)});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.readAllStandardOutput(), QByteArray("320x240 50\n320x240 50\n320x240 200\n"));
    QVERIFY(contents(u"a.gif"_s).contains(QByteArray("NETSCAPE2.0\x03\x01\x00\x00\x00", 16)));
}

void TstAnimate::answersWithFramesAndDelays()
{
    const auto made = run(u"animate"_s, u"-o b.gif --size 320x240 --frames-per-step 2 --json"_s + ring);
    const auto answer = QJsonDocument::fromJson(made.out).object();
    QCOMPARE(answer["steps"_L1].toInt(), 2);
    QCOMPARE(answer["frames"_L1].toInt(), 5);
    QCOMPARE(answer["delays"_L1].toArray(), (QJsonArray{0.45, 0.45, 0.45, 0.45, 2.0}));
    QCOMPARE(answer["files"_L1].toArray(), QJsonArray{u"b.gif"_s});
}

void TstAnimate::trueTimesAreThoseOfTheSchedule()
{
    const QString line = u" --set coll.torus=4x8 --set coll.wrap=ring --set coll.algorithm=rotated"_s;
    const auto made = run(u"animate"_s, u"-o t.gif --size 200x200 --seconds-per-step 1 --true-times --json"_s + line);
    const auto delays = QJsonDocument::fromJson(made.out).object()["delays"_L1].toArray();
    const auto schedule = QJsonDocument::fromJson(run(u"schedule"_s, u"--json"_s + line).out).object();
    const auto steps = schedule["steps"_L1].toArray();
    double shown = 0;
    int frame = 0;
    double before = -1;
    for (const auto& step : steps) {
        const double due =
            step["end"_L1].toDouble() / schedule["time"_L1].toDouble() * static_cast<double>(steps.size());
        if (due - before < 0.02) // over together with the step before it
            continue;
        before = due;
        shown += delays[frame++].toDouble();
        QVERIFY2(std::abs(shown - due) < 0.0051, qPrintable(QString::number(shown - due)));
    }
    QCOMPARE(delays.size(), frame + 1);
}

void TstAnimate::theGifIsAScenario()
{
    QCOMPARE(run(u"animate"_s, u"-o s.gif --size 200x200"_s + ring).exit, 0);
    const auto got = tests::run({u"eval"_s, u"s.gif"_s, u"--get"_s, u"coll.steps"_s, u"--json"_s}, {}, m_folder.path());
    QCOMPARE(QJsonDocument::fromJson(got.out).object()["coll.steps"_L1].toInt(), 2);
}

/// Unless it contains it again.
void TstAnimate::theGifIsNoScenarioWithoutItsState()
{
    QVERIFY(run(u"animate"_s, u"-o own.gif --size 200x200"_s + ring).exit == 0);
    const auto again = [&](const QString& more) {
        return tests::run(tests::words(u"animate own.gif -o ./own.gif --size 200x200"_s + more), {}, m_folder.path());
    };
    const QByteArray before = contents(u"own.gif"_s);
    const auto refused = again(u" --no-state"_s);
    QCOMPARE(refused.exit, 1);
    QVERIFY2(refused.messages.contains("own.gif is the file that is read (SCENARIO). Name another one with -o."),
             refused.messages.constData());
    QCOMPARE(contents(u"own.gif"_s), before);
    QCOMPARE(again({}).exit, 0);
}

void TstAnimate::framesAreNumberedWithoutGaps()
{
    const auto made = run(u"animate"_s, u"-o frames/ --size 320x240 --json"_s + ring);
    QVERIFY2(made.exit == 0, made.messages.constData());
    const QStringList names{u"0000.png"_s, u"0001.png"_s, u"0002.png"_s};
    QCOMPARE(QDir(path(u"frames"_s)).entryList(QDir::Files | QDir::Hidden), names);
    const auto answer = QJsonDocument::fromJson(made.out).object();
    QCOMPARE(answer["files"_L1][2].toString(), u"frames/0002.png"_s);
    const auto again = run(u"animate"_s, u"-o frames/ --size 320x240"_s + ring);
    QCOMPARE(again.exit, 4);
    QVERIFY2(again.messages.contains("'frames/'") && again.messages.contains("not empty"), again.messages.constData());
}

void TstAnimate::aFrameIsTheRenderedStep()
{
    QCOMPARE(run(u"animate"_s, u"-o same --size 400x300 --theme dark"_s + ring).exit, 0);
    QCOMPARE(run(u"render"_s, u"--view torus --step 2 -o same.png --size 400x300 --theme dark"_s + ring).exit, 0);
    QVERIFY(!contents(u"same.png"_s).isEmpty());
    QCOMPARE(contents(u"same/0002.png"_s), contents(u"same.png"_s));
}

void TstAnimate::stepsAreExactAndTheSameTwice_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"twice.png", "twice.svg", "twice.csv", "twice.gif"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TstAnimate::stepsAreExactAndTheSameTwice()
{
    QFETCH(QString, name);
    const bool gif = name.endsWith(u"gif");
    QList<QByteArray> all;
    for (int i = 0; i < 2; ++i) {
        const auto made = run(gif ? u"animate"_s : u"render"_s,
                              u"--view torus --size 640x480 -o "_s + name + (gif ? u""_s : u" --step 1"_s));
        QVERIFY2(made.exit == 0, made.messages.constData());
        QCOMPARE(made.messages, QByteArray());
        all << contents(name);
        QVERIFY(QFile::remove(path(name)));
    }
    QVERIFY(all[0].size() > 500);
    QCOMPARE(all[0], all[1]);
}

void TstAnimate::aPodIsDrawnInBlocks()
{
    const auto made = run(u"render"_s, u"--view torus -o pod.svg --step 5 --set coll.torus=16x20x28"_s);
    QVERIFY2(made.exit == 0, made.messages.constData());
    QVERIFY(contents(u"pod.svg"_s).contains("blocks of 64 chips"));
    const auto sliced =
        run(u"render"_s, u"--view torus -o slice.svg --detail slice --slice 27 --set coll.torus=16x20x28"_s);
    QVERIFY2(sliced.exit == 0, sliced.messages.constData());
    QVERIFY(contents(u"slice.svg"_s).contains("slice Z = 27"));
}

/// The start gathers over a plane of its 4x4x4; with a field of its own it is what that says.
void TstAnimate::theCollectiveOfTheDesignIsDrawn()
{
    for (const auto& [edit, network] : {std::pair(u""_s, "4×4×4"), std::pair(u" --set coll.torus=4x4"_s, "4×4, "),
                                        std::pair(u" --set hw.chip=h100-sxm"_s, "GPUs")}) {
        QCOMPARE(run(u"render"_s, u"--view torus -o design.svg"_s + edit).exit, 0);
        const QByteArray picture = contents(u"design.svg"_s);
        QVERIFY2(picture.contains(network), network);
    }
    const auto schedule = run(u"schedule"_s, u"--json"_s); // 16 MiB on 4x4 by default: halves of 1 MiB
    QVERIFY(schedule.exit == 0 && schedule.out.contains("\"bytes\":524288,"));
}

void TstAnimate::anEndLeavesNothing_data()
{
    QTest::addColumn<bool>("killed");
    QTest::newRow("an interrupt") << false;
    QTest::newRow("a kill, which nothing can be done about") << true;
}

void TstAnimate::anEndLeavesNothing()
{
    QFETCH(bool, killed);
    const QTemporaryDir folder;
    QProcess process;
    process.setWorkingDirectory(folder.path());
    process.start(QStringLiteral(ROOFLIGHT_PROGRAM),
                  QStringList{u"animate"_s, u"start"_s} +
                      tests::words(u"-o frames/ --frames-per-step 40 --size 1920x1080"_s));
    QVERIFY(process.waitForStarted());
    const auto isDrawing = [&] { // into a file without a name
        const QDir open(u"/proc/%1/fd"_s.arg(process.processId()));
        return std::ranges::any_of(open.entryInfoList(QDir::System | QDir::Files), [&](const QFileInfo& file) {
            return file.symLinkTarget().startsWith(folder.path()) && file.symLinkTarget().endsWith(u"(deleted)"_s);
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(isDrawing(), 30'000);
    QTest::qWait(200);
    if (killed)
        process.kill();
    else
        process.terminate();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), killed ? QProcess::CrashExit : QProcess::NormalExit);
    QVERIFY(killed || process.exitCode() == 4);
    QVERIFY(killed || process.readAllStandardError().contains("nothing was written"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
}

/// The clock runs from nothing to all of the step, whose last picture is the rendered one but for the clock's line.
void TstAnimate::aStepPlays()
{
    const auto made = run(u"animate"_s, u"-o playing --view step --size 640x400 --json"_s);
    QVERIFY2(made.exit == 0, made.messages.constData());
    std::vector<int> bright;
    for (const int frame : {0, 12, 24}) {
        const QImage image(path(u"playing/%1.png"_s.arg(frame, 4, 10, QLatin1Char('0'))));
        QCOMPARE(image.size(), QSize(640, 400));
        int coloured = 0;
        for (int y = 60; y < 360; y += 2)
            for (int x = 90; x < 440; x += 2)
                coloured +=
                    image.pixelColor(x, y).hslSaturationF() > 0.3F && image.pixelColor(x, y).lightnessF() < 0.85F;
        bright.push_back(coloured);
    }
    QVERIFY2(bright[0] < bright[1] / 4 && bright[1] < 0.8 * bright[2],
             qPrintable(u"%1 %2 %3"_s.arg(bright[0]).arg(bright[1]).arg(bright[2])));
    QVERIFY(!QFile::exists(path(u"playing/0025.png"_s)));
    const auto none = run(u"animate"_s, u"-o none.gif --view step --set mesh.X=3"_s);
    QVERIFY(none.exit != 0 && !QFile::exists(path(u"none.gif"_s)));
}

void TstAnimate::emptyNumbersAreRefused()
{
    for (const auto& option : {u"--step"_s, u"--slice"_s, u"--dpi"_s}) {
        const QStringList arguments{u"render"_s, u"start"_s,  u"--view"_s, u"torus"_s,
                                    u"-o"_s,     u"no.png"_s, option,      QString()};
        const auto refused = tests::run(arguments, {}, m_folder.path());
        QVERIFY2(refused.messages.contains(option.toUtf8() + ": is empty"), refused.messages.constData());
        QCOMPARE(refused.exit, 1);
        QVERIFY(!QFile::exists(path(u"no.png"_s)));
    }
}

void TstAnimate::badRequestsAreRefused_data()
{
    QTest::addColumn<QString>("subcommand");
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const char* subcommand, const QString& arguments, int exit,
                        const char* said) {
        QTest::newRow(name) << QString::fromLatin1(subcommand) << arguments << exit << QByteArray(said);
    };
    row("a step behind the last", "render", u"--view torus -o no.png --step 3"_s + ring, 1, "steps 0 to 2");
    row("a step before the first", "render", u"--view torus -o no.png --step -1"_s + ring, 1, "step -1");
    row("half a step", "render", u"--view torus -o no.png --step 0.5"_s + ring, 1, "--step");
    row("no seconds", "animate", u"-o no.gif --seconds-per-step 0"_s, 1, "A step of 0 s with a frame every 0 s is");
    row("a step of a chart", "render", u"--view memory -o no.png --step 1"_s, 1, "no steps");
    row("a layout of a chart", "render", u"--view memory -o no.png --layout solid"_s, 1, "--layout");
    row("a slice without slices", "render", u"--view torus -o no.png --slice 1"_s, 1, "--detail slice");
    row("an unknown layout", "render", u"--view torus -o no.png --layout flat"_s, 1, "flat");
    row("no collective to draw", "render", u"--view torus -o no.png --set coll.algorithm=middle"_s, 2,
        "coll.algorithm");
    row("no step to draw", "render", u"--view memory -o no.png --set hw.torus=2x2x2"_s, 2, "2×2×2");
    row("no collective to animate", "animate", u"-o no.gif --set coll.algorithm=middle"_s, 2, "coll.algorithm");
    row("a film", "animate", u"-o no.mp4"_s, 1, "'no.mp4'");
    row("no size", "animate", u"-o no.gif --size 5"_s, 1, "'5'");
    row("a size for memories", "animate", u"-o no.gif --size 12000x12000"_s, 1, "10000x10000 works");
    row("no folder", "animate", u"-o /nowhere/a.gif"_s, 4, "/nowhere");
    row("no frames", "animate", u"-o no.gif --frames-per-step 0"_s, 1, "0 frames");
    row("a chart has no steps", "animate", u"-o no.gif --view memory"_s, 1, "memory");
}

void TstAnimate::badRequestsAreRefused()
{
    QFETCH(QString, subcommand);
    QFETCH(QString, arguments);
    QFETCH(int, exit);
    QFETCH(QByteArray, said);
    const auto refused = run(subcommand, arguments);
    QVERIFY2(refused.messages.contains(said), refused.messages.constData());
    QCOMPARE(refused.exit, exit);
    QVERIFY(QDir(m_folder.path()).entryList({u"no.*"_s}).isEmpty());
}

/// Before a frame is drawn.
void TstAnimate::aLinkIntoNoFolderIsToldAtOnce()
{
    QVERIFY(QFile::link(u"/nowhere/at/all.gif"_s, m_folder.filePath(u"link.gif"_s)));
    const auto refused = run(u"animate"_s, u"-o link.gif"_s);
    QCOMPARE(refused.exit, 4);
    QVERIFY2(refused.messages.contains("there is no folder /nowhere/at"), refused.messages.constData());
    QVERIFY(QFile::remove(m_folder.filePath(u"link.gif"_s)));
}

/// To a folder that is there, or to nothing.
void TstAnimate::framesTakeThePlaceOfNoLink()
{
    const QString link = m_folder.filePath(u"link"_s);
    QVERIFY(QFile::link(m_folder.filePath(u"none"_s), link));
    const auto dangling = run(u"animate"_s, u"-o link"_s);
    QCOMPARE(dangling.exit, 4);
    QVERIFY2(dangling.messages.contains("/none, which is not there; name a new folder"), dangling.messages.constData());
    QVERIFY(QDir(m_folder.path()).mkdir(u"none"_s));
    const auto leading = run(u"animate"_s, u"-o link/"_s);
    QCOMPARE(leading.exit, 4);
    QVERIFY2(leading.messages.contains("name the folder that it leads to: "), leading.messages.constData());
    QVERIFY(QFile::remove(link) && QDir(m_folder.path()).rmdir(u"none"_s));
}

ROOFLIGHT_TEST(TstAnimate)
#include "tst_animate.moc"

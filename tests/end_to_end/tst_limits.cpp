// SPDX-License-Identifier: GPL-3.0-or-later
// Every subcommand stays within its memory and its time at the corners of all fields: the program is started, and the
// system says how much it took. Time is that of the processor, which other work on the machine does not lengthen.
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/scenario/fields.h"
#include "support/suite.h"

#include <QFile>
#include <QTemporaryDir>

#include <array>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

class TstLimits : public QObject
{
    Q_OBJECT
private slots:
    void cornersOfEveryField_data();
    void cornersOfEveryField();
    void aMillionRows_data();
    void aMillionRows();
    void largeCollectives_data();
    void largeCollectives();
    void largePictures_data();
    void largePictures();
    void aLoopThatAllocatesOrWorksIsSeen();

private:
    QTemporaryDir m_folder;
};

namespace
{

using namespace Qt::Literals::StringLiterals;

/// What a process took.
struct Use {
    int exit = -1; // -1: it was ended by a signal
    long peak = 0; // kB
    double seconds = 0;
};

/// Starts a program whose output nobody reads. No more than 4 GB, so that a mistake does not take the machine down.
Use used(const QStringList& command)
{
    std::vector<QByteArray> words{"bash", "-c", ROOFLIGHT_BOUND "exec \"$@\"", "bash"};
    for (const auto& word : command)
        words.push_back(word.toUtf8());
    std::vector<char*> arguments;
    for (auto& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    for (const int stream : {0, 1, 2})
        posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, "bash", &files, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    int status = 0;
    rusage usage{};
    if (failed != 0 || wait4(child, &status, 0, &usage) != child)
        return {};
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, usage.ru_maxrss,
            seconds(usage.ru_utime) + seconds(usage.ru_stime)};
}

constexpr long most = 500'000; // kB
constexpr double longest = 5;  // seconds

#define VERIFY_MODEST(use)                                                                                             \
    QVERIFY2((use).exit >= 0 && (use).exit <= 3, qPrintable(u"exit %1"_s.arg((use).exit)));                            \
    QVERIFY2((use).peak <= most || !ROOFLIGHT_MEASURES, qPrintable(u"%1 kB, %2 s"_s.arg((use).peak).arg((use).seconds)))
#define VERIFY_QUICK(use)                                                                                              \
    QVERIFY2((use).seconds <= longest || !ROOFLIGHT_MEASURES, qPrintable(u"%1 s"_s.arg((use).seconds)))

/// The start scenario with one field at one end of its range, or as one of its choices.
std::vector<core::Scenario> corners()
{
    const auto& catalogue = core::shippedCatalogue();
    const auto start = core::readScenario(catalogue.scenario("start")->json, "start", catalogue);
    std::vector<core::Scenario> found;
    const auto add = [&](const core::Field& field, const core::Value& value) {
        core::Scenario corner = *start;
        if (core::setField(corner, field.id, value))
            found.push_back(std::move(corner));
    };
    for (const auto& field : core::fields()) {
        if (field.kind == core::FieldKind::whole || field.kind == core::FieldKind::real) {
            add(field, field.min);
            add(field, field.max);
        }
        for (const auto& choice : core::choicesOf(*start, field))
            add(field, choice);
    }
    for (const bool high : {false, true}) {
        core::Scenario all = *start;
        for (const auto& field : core::fields())
            if (field.kind == core::FieldKind::whole || field.kind == core::FieldKind::real)
                (void)core::setField(all, field.id, high ? field.max : field.min);
        found.push_back(all);
    }
    return found;
}

} // namespace

void TstLimits::cornersOfEveryField_data()
{
    QTest::addColumn<QStringList>("command");
    const auto row = [](const char* name, const QString& words) { QTest::newRow(name) << words.split(u' '); };
    row("validate", u"validate *"_s);
    row("eval, all low", u"eval low"_s);
    row("eval, all high", u"eval high"_s);
    row("explain", u"explain high time.step"_s);
    row("explain, a collective", u"explain high coll.time"_s);
    row("sweep, ten thousand", u"sweep start --over work.batch=1..10000:linear#1"_s);
    row("sweep as JSON", u"sweep start --over work.batch=1..10000:linear#1 --json"_s);
    row("solve", u"solve high --for work.batch --until bound.verdict=compute"_s);
    row("list", u"list metrics --json"_s);
}

/// `*` stands for a file for each corner, low and high for all fields at once.
void TstLimits::cornersOfEveryField()
{
    QFETCH(QStringList, command);
    const auto all = corners();
    QVERIFY(all.size() > 200);
    QStringList files;
    for (std::size_t i = 0; i < all.size(); ++i) {
        files << m_folder.filePath(u"%1.rooflight.json"_s.arg(i));
        QFile file(files.back());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(core::writeScenario(all[i])));
    }
    QStringList words{QStringLiteral(ROOFLIGHT_PROGRAM)};
    for (QString word : command) {
        if (word == u"*"_s)
            words << files;
        else
            words << (word == u"low"_s    ? files[files.size() - 2]
                      : word == u"high"_s ? files.back()
                                          : word.replace(u'#', u' '));
    }
    const auto use = used(words);
    VERIFY_MODEST(use);
    VERIFY_QUICK(use);
}

void TstLimits::aMillionRows_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QStringList sweep{u"sweep"_s, u"start"_s, u"--over"_s, u"work.batch=1..1000000:linear 1"_s};
    QTest::newRow("as JSON") << sweep + QStringList{u"--get"_s, u"time.step"_s, u"--json"_s};
    QTest::newRow("without any that can be evaluated")
        << sweep + QStringList{u"--get"_s, u"time.step"_s, u"--set"_s, u"model.E=4"_s, u"--set"_s, u"model.k=8"_s};
    QTest::newRow("of every metric") << sweep;
}

/// Seconds, which are told as they pass, but no more memory than anything else.
void TstLimits::aMillionRows()
{
    QFETCH(QStringList, arguments);
    if (!ROOFLIGHT_MEASURES)
        QSKIP("sanitizers take memory of their own");
    const auto use = used(QStringList{QStringLiteral(ROOFLIGHT_PROGRAM)} + arguments);
    VERIFY_MODEST(use);
}

void TstLimits::largeCollectives_data()
{
    QTest::addColumn<QString>("settings");
    for (const auto kind : core::namesOf<core::CollectiveKind>)
        for (const char* network : {"32x32x32", "20x20x20", "4096x4096x4096", "4096", "switch4096", "512"})
            QTest::addRow("%s on %s", kind.data(), network)
                << u"coll.kind=%1 coll.torus=%2"_s.arg(QString::fromUtf8(kind.data()), QString::fromUtf8(network));
    QTest::newRow("time slots") << u"coll.kind=all-to-all coll.torus=28x4x28 coll.algorithm=slots"_s;
    QTest::newRow("time slots on a long line") << u"coll.kind=all-to-all coll.torus=160 coll.algorithm=slots"_s;
    QTest::newRow("trees") << u"coll.kind=all-reduce coll.torus=64x64 coll.algorithm=trees"_s;
}

/// Rings and lines; the times, every message, and the messages of one step.
void TstLimits::largeCollectives()
{
    QFETCH(QString, settings);
    if (!ROOFLIGHT_MEASURES)
        QSKIP("sanitizers take memory of their own");
    const QStringList questions{u"eval start --get coll.time"_s, u"schedule start"_s,
                                u"schedule start --json --steps 1"_s};
    for (const auto& wrap : {u"ring"_s, u"line"_s})
        for (const auto& question : questions) {
            QStringList words = question.split(u' ');
            for (const auto& setting : settings.split(u' ') + QStringList{u"coll.wrap="_s + wrap, u"coll.bytes=2^50"_s})
                words << u"--set"_s << setting;
            const auto use = used(QStringList{QStringLiteral(ROOFLIGHT_PROGRAM)} + words);
            VERIFY_MODEST(use);
            VERIFY_QUICK(use);
        }
}

void TstLimits::largePictures_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("exit");
    QTest::newRow("100 megapixels") << u"render start --view dashboard --size 10000x10000 -o a.png"_s << 0;
    QTest::newRow("more") << u"render start --view dashboard --size 10001x10000 -o b.png"_s << 1;
    QTest::newRow("the largest drawing") << u"render start --view dashboard --size 16384x16384 -o a.svg"_s << 0;
    QTest::newRow("the largest page") << u"render start --view dashboard --size 16384x16384 -o a.pdf"_s << 0;
    QTest::newRow("the most messages of a switch")
        << u"render start --view torus --set coll.torus=switch1225 --set hw.chip=h100-sxm -o c.png"_s << 0;
    QTest::newRow("more messages")
        << u"render start --view torus --set coll.torus=switch1226 --set hw.chip=h100-sxm -o d.png"_s << 2;
    QTest::newRow("a film of large frames")
        << u"animate start -o a.gif --size 10000x10000 --set coll.torus=2 --set coll.wrap=line"_s << 0;
    QTest::newRow("all links of a pod as a drawing")
        << u"render start --view torus --detail chips --set coll.torus=32x32x32 --size 4000x3000 -o pod.svg"_s << 0;
}

void TstLimits::largePictures()
{
    QFETCH(QString, arguments);
    QFETCH(int, exit);
    if (!ROOFLIGHT_MEASURES)
        QSKIP("sanitizers take memory of their own");
    auto words = arguments.split(u' ');
    auto& output = words[words.indexOf(u"-o"_s) + 1];
    output = m_folder.filePath(output);
    const auto use = used(QStringList{QStringLiteral(ROOFLIGHT_PROGRAM)} + words);
    QCOMPARE(use.exit, exit);
    VERIFY_MODEST(use);
    if (!words.contains(u"animate"_s)) // a film tells its progress
        VERIFY_QUICK(use);
}

/// The measure itself: a shell that keeps 600 MB of text.
void TstLimits::aLoopThatAllocatesOrWorksIsSeen()
{
    const auto use = used({u"bash"_s, u"-c"_s, u"x=$(head -c 600000000 /dev/zero | tr '\\0' x); true"_s});
    QVERIFY2(use.peak > most, qPrintable(QString::number(use.peak)));
    QVERIFY(used({u"bash"_s, u"-c"_s, u"while [ $SECONDS -lt 2 ]; do :; done"_s}).seconds > 0.2);
}

ROOFLIGHT_TEST(TstLimits)
#include "tst_limits.moc"

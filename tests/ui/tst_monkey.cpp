// SPDX-License-Identifier: GPL-3.0-or-later
// A monkey at the window: it neither crashes nor hangs it, its layouts come to rest, and what is saved is what is
// shown.
#include "monkey.h"

#include "core/io/scenario_json.h"
#include "core/numbers/collective_cache.h"
#include "core/quantity/format.h"
#include "support/suite.h"
#include "ui/numbers/value_label.h"
#include "ui/numbers/verdict_text.h"
#include "ui/session/patience.h"
#include "ui/shell/lesson_desk.h"
#include "ui/theme/text_size.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTabWidget>
#include <QTemporaryDir>

using Stage = tests::WindowStage;
using namespace Qt::Literals::StringLiterals;

class TstMonkey : public QObject
{
    Q_OBJECT
public:
    /// Qt Test ends a test of more than five minutes, all its rows together; a monkey may take ten hours.
    TstMonkey() { qputenv("QTEST_FUNCTION_TIMEOUT", "36000000"); }

private slots:
    void initTestCase();
    void cleanup() { ui::setTextSize(100); }
    void everyEventIsSurvived_data();
    void everyEventIsSurvived();
    void layoutsComeToRest_data();
    void layoutsComeToRest();

private:
    static void fillFolder(const QTemporaryDir&);

    quint32 m_seed = 1;
};

namespace
{

int fromEnvironment(const char* name, int otherwise)
{
    bool good = false;
    const int value = qEnvironmentVariableIntValue(name, &good);
    return good ? value : otherwise;
}

/// What a subcommand says of the document; `exit` is its status.
QByteArray said(const QString& subcommand, const QString& file, const QStringList& options, int& exit)
{
    QProcess process;
    process.start(QStringLiteral(ROOFLIGHT_PROGRAM), QStringList{subcommand, file} + options);
    exit = process.waitForFinished(60'000) ? process.exitCode() : -1;
    return process.readAllStandardOutput();
}

double number(const QJsonValue& value)
{
    return value.isDouble()   ? value.toDouble()
           : value.isString() ? std::numeric_limits<double>::infinity()
                              : std::nan("");
}

/// What stands on the tiles, and what `eval` says of the saved document, in the same words.
QStringList shownBy(const Stage& stage)
{
    QStringList shown;
    for (const char* tile : {"tile.step", "tile.hbm", "tile.mfu", "tile.h100", "tile.v5p"})
        shown << stage.part<ui::ValueLabel>(tile)->shown();
    return shown;
}

QStringList saidOf(const QJsonObject& numbers, core::ByteUnits units)
{
    const auto text = [&](const char* id, core::Dim dim, const core::FormatOptions& options = {}) {
        return QString::fromStdString(core::format(number(numbers[QLatin1String(id)]), dim, options));
    };
    return {text("time.step", core::dim::second), text("mem.total", core::dim::byte, {.bytes = units}),
            text("mfu.bound", core::dim::count, {.countUnit = core::shareUnit}),
            text("count.h100-sxm", core::dim::count), text("count.tpu-v5p", core::dim::count)};
}

/// Counts resizes of all widgets.
class Resizes : public QObject
{
public:
    Resizes() { qApp->installEventFilter(this); }
    QStringList seen;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize)
            seen << QLatin1String(watched->metaObject()->className()) + u' ' + watched->objectName();
        return false;
    }
};

} // namespace

void TstMonkey::initTestCase()
{
    QApplication::setOrganizationName(u"rooflight-test"_s);
    m_seed = static_cast<quint32>(fromEnvironment("ROOFLIGHT_MONKEY_SEED", 1));
    ui::windowPatience = std::chrono::milliseconds(5); // often too short, so that threads meet events
}

/// Files to be opened: two that are good, one that is none, one that is damaged.
void TstMonkey::fillFolder(const QTemporaryDir& folder)
{
    const auto write = [&](const QString& name, const QByteArray& bytes) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    };
    const auto good = [](std::string_view id) {
        return QByteArray::fromStdString(core::writeScenario(tests::shippedScenario(id)));
    };
    write(u"start.rooflight.json"_s, good("start"));
    write(u"llama.rooflight.json"_s, good("llama3-70b-h100"));
    write(u"words.txt"_s, "no scenario");
    write(u"half.rooflight.json"_s, good("start").left(60));
}

/// A window for each thousand events, with a seed of its own.
void TstMonkey::everyEventIsSurvived_data()
{
    constexpr int inAWindow = 1000;
    QTest::addColumn<int>("events");
    QTest::addColumn<quint32>("seed");
    quint32 seed = m_seed;
    for (int left = fromEnvironment("ROOFLIGHT_MONKEY_EVENTS", 500); left > 0; left -= inAWindow, ++seed)
        QTest::addRow("ROOFLIGHT_MONKEY_SEED=%u", seed) << std::min(left, inAWindow) << seed;
}

void TstMonkey::everyEventIsSurvived()
{
    QFETCH(int, events);
    QFETCH(quint32, seed);
    const QTemporaryDir folder;
    fillFolder(folder);
    Stage stage;
    tests::Monkey monkey(stage, folder.path(), seed);
    QElapsedTimer total;
    total.start();
    qint64 longest = 0;
    int compared = 0;
    const QString saved = folder.filePath(u"compared.json"_s);
    for (int event = 1; event <= events; ++event) {
        QElapsedTimer one;
        one.start();
        monkey.act();
        longest = std::max(longest, one.elapsed());
        QVERIFY2(one.elapsed() < 20'000, qPrintable(monkey.trail()));
        QVERIFY2(stage.window.isVisible(), qPrintable(monkey.trail()));
        if (event % 250 != 0 && event != events)
            continue;
        stage.settle();
        QFile file(saved); // beside the document, which stays as unsaved as it is
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(core::writeScenario(stage.window.session().scenario())));
        file.close();
        const bool impossible = ui::cannotEvaluate(stage.window.session().snapshot());
        int exit = 0;
        said(u"validate"_s, saved, {}, exit);
        const auto& baselines = stage.window.session().scenario().baselines;
        const bool compares = std::ranges::none_of(
            baselines, [](const auto& baseline) { return ui::cannotEvaluate(ui::snapshotOf(baseline)); });
        QVERIFY2(exit == (impossible || !compares ? 2 : 0), qPrintable(monkey.trail()));
        if (impossible)
            continue;
        if (stage.window.findChild<ui::LessonDesk*>()->hidden() == ui::Hidden::results) {
            QVERIFY2(!stage.part("tile.step")->isVisible(), qPrintable(monkey.trail()));
            continue; // the tiles are those of before the question, behind its cover
        }
        ++compared;
        const QStringList ids{u"--json"_s, u"--get"_s, u"time.step,mem.total,mfu.bound,count.h100-sxm,count.tpu-v5p"_s};
        const auto numbers = QJsonDocument::fromJson(said(u"eval"_s, saved, ids, exit)).object();
        QCOMPARE(shownBy(stage), saidOf(numbers, stage.window.session().scenario().conv.unit));
    }
    qInfo("%d events in %.1f s, the longest %lld ms, %d documents compared", events,
          static_cast<double>(total.elapsed()) / 1000, longest, compared);
    stage.window.session().undoStack().setClean();
}

void TstMonkey::layoutsComeToRest_data()
{
    QTest::addColumn<int>("tab");
    const Stage stage;
    for (int tab = 1; tab <= stage.part<QTabWidget>("tabs")->count(); ++tab)
        QTest::addRow("tab %d", tab) << tab;
}

/// No layout depends on the size that it causes: after a burst of sizes, panels and text sizes the window is laid out
/// in a few turns, and then nothing is resized any more.
void TstMonkey::layoutsComeToRest()
{
    QFETCH(int, tab);
    Stage stage("llama3-70b-h100");
    stage.openTab(tab);
    QRandomGenerator random(m_seed + static_cast<quint32>(tab));
    Resizes resizes;
    for (int round = 0; round < 25; ++round) {
        const QSize size(960 + random.bounded(260), 600 + random.bounded(300));
        const int toggles = random.bounded(4);
        for (int i = 0; i < toggles; ++i) // while the window is busy with the size
            QMetaObject::invokeMethod(stage.window.actions().action(i % 2 == 0 ? "design" : "explain"), "trigger",
                                      Qt::QueuedConnection);
        if (round % 8 == 7)
            ui::setTextSize(random.bounded(2) == 0 ? 100 : 150);
        stage.window.resize(size);
        for (int turns = 0; turns < 3; ++turns) // a scroll bar may come, and the layer's picture fit beside it
            stage.settle();
        resizes.seen.clear();
        stage.settle();
        QVERIFY2(resizes.seen.isEmpty(),
                 qPrintable(u"%1 resized at %2x%3 with %4 toggles, text %5 %"_s.arg(resizes.seen.join(u", "_s))
                                .arg(size.width())
                                .arg(size.height())
                                .arg(toggles)
                                .arg(ui::textSize())));
    }
}

ROOFLIGHT_TEST(TstMonkey)
#include "tst_monkey.moc"

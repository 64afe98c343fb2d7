// SPDX-License-Identifier: GPL-3.0-or-later
// The measured trace of the tab Step by real events: read, choose chip, step and stream, say which kernels do what.
#include "support/suite.h"
#include "ui/charts/chart.h"
#include "ui/export/picture.h"
#include "ui/step/trace_page.h"
#include "window_stage.h"

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>

using namespace Qt::Literals::StringLiterals;

class TstTracePage : public QObject
{
    Q_OBJECT
private slots:
    void aMeasuredStepLiesBesideTheComputedOne();
    void kernelsAreWhatOneSaysTheyAre();
    void patternsGoWithTheirScenario();
    void oneStreamCanBeLookedAt();
    void aStepWithoutAKernelIsTold();
    void aTraceThatCannotBeReadIsToldAndReplacesNothing();
    void aTraceOfTheScenarioBeforeIsNamed();
    void readingATraceCanBeCancelled();
};

namespace
{

/// The page of the tab that shows a measured trace, from the files of a folder of its own.
struct TraceStage : tests::WindowStage {
    QTemporaryDir folder;

    TraceStage() : WindowStage("comp4901y-fsdp", {1280, 800})
    {
        window.findChild<QTabWidget*>(u"tabs"_s)->setCurrentWidget(part("page.step"));
        settle();
        QTest::mouseClick(part("step.picture.3"), Qt::LeftButton);
        settle();
    }
    ~TraceStage() { window.session().undoStack().setClean(); }
    TraceStage(const TraceStage&) = delete;
    TraceStage& operator=(const TraceStage&) = delete;

    ui::Chart* picture() const { return part("page.step")->findChild<ui::Chart*>(u"chart.trace"_s); }
    void read(const QString& name, const QByteArray& text)
    {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        part<ui::TracePage>("trace")->readTrace(file.fileName());
    }
};

/// Steps of 3, 1 and 2 seconds on GPU 0, in each of which an AllGather takes the last half second.
QByteArray threeSteps()
{
    QByteArray text = "[";
    int at = 0; // microseconds
    const auto add = [&text](const char* category, const QByteArray& name, int start, int duration) {
        text += R"({"ph":"X","pid":0,"tid":7,"cat":")" + QByteArray(category) + R"(","name":")" + name + R"(","ts":)" +
                QByteArray::number(start) + R"(,"dur":)" + QByteArray::number(duration) + "},";
    };
    for (const int seconds : {3, 1, 2}) {
        const int length = seconds * 1'000'000;
        add("gpu_user_annotation", "ProfilerStep#" + QByteArray::number(seconds), at, length);
        add("kernel", "gemm", at, length);
        add("kernel", "ncclAllGather", at + length - 500'000, 500'000);
        at += length;
    }
    return text + "{}]";
}

} // namespace

void TstTracePage::aMeasuredStepLiesBesideTheComputedOne()
{
    TraceStage stage;
    QVERIFY(stage.picture()->isVisible());
    QVERIFY2(stage.picture()->description().startsWith(u"No trace yet. Open the trace of a profiler"_s),
             qPrintable(stage.picture()->description()));
    QVERIFY(!stage.part("trace.step")->isVisible());
    stage.read(u"steps.json"_s, threeSteps());
    QTRY_VERIFY2(stage.picture()->description().startsWith(u"Measured: GPU 0, ProfilerStep#2, 2"_s),
                 qPrintable(stage.picture()->description())); // of three steps the middle one
    QVERIFY(stage.picture()->description().contains(u"AllGather: computed"_s));
    QVERIFY(stage.picture()->description().contains(u"measured 500"_s));
    auto* step = stage.part<QComboBox>("trace.step");
    QVERIFY(step->isVisible());
    QCOMPARE(step->count(), 3);
    step->setFocus();
    QTest::keyClick(step, Qt::Key_Up);
    stage.settle();
    QVERIFY2(stage.picture()->description().startsWith(u"Measured: GPU 0, ProfilerStep#1"_s),
             qPrintable(stage.picture()->description()));
    QTest::mouseClick(stage.part("trace.remove"), Qt::LeftButton);
    stage.settle();
    QVERIFY(stage.picture()->description().startsWith(u"No trace yet"_s));
    QVERIFY(!stage.window.session().undoStack().canUndo());
}

/// Without the pattern the kernel is math; an edit is one undo step, and a class that is none is refused.
void TstTracePage::kernelsAreWhatOneSaysTheyAre()
{
    TraceStage stage;
    stage.read(u"steps.json"_s, threeSteps().replace("ncclAllGather", "my_gather_v2"));
    QTRY_VERIFY(stage.picture()->description().startsWith(u"Measured"_s));
    QVERIFY(!stage.picture()->description().contains(u"measured 500"_s));
    QVERIFY2(stage.picture()->description().contains(u"my_gather_v2 matches no pattern and counts as math, 500 ms"_s),
             qPrintable(stage.picture()->description()));
    const auto csv = [&stage] {
        return QString::fromUtf8(
            ui::renderPicture({.view = u"trace"_s, .format = ui::PictureFormat::csv}, stage.window.session().snapshot())
                .value_or(QByteArray()));
    };
    QVERIFY2(csv().contains(u"my_gather_v2 matches no pattern"_s), qPrintable(csv()));
    auto* patterns = stage.part("trace.patterns")->findChild<QLineEdit*>();
    QVERIFY(patterns->isVisible());
    patterns->setFocus();
    QTest::keyClicks(patterns, u"My-Gather = AllGather"_s);
    QTest::keyClick(patterns, Qt::Key_Return);
    stage.settle();
    QVERIFY2(stage.picture()->description().contains(u"measured 500"_s), qPrintable(stage.picture()->description()));
    QVERIFY(!stage.picture()->description().contains(u"no pattern"_s) && !csv().contains(u"no pattern"_s));
    QCOMPARE(stage.window.session().undoStack().count(), 1);
    patterns->selectAll();
    QTest::keyClicks(patterns, u"gather=Gather"_s);
    QTest::keyClick(patterns, Qt::Key_Return);
    stage.settle();
    QCOMPARE(stage.window.session().scenario().trace.patterns, std::string("My-Gather = AllGather"));
}

/// The trace stays when another scenario is opened; what its kernels were said to be does not.
void TstTracePage::patternsGoWithTheirScenario()
{
    TraceStage stage;
    stage.read(u"steps.json"_s, threeSteps());
    QTRY_VERIFY(stage.picture()->description().startsWith(u"Measured"_s));
    QVERIFY(stage.window.session().edit("trace.patterns", std::string("my_gather=AllGather")));
    stage.settle();
    auto* note = stage.part<QLabel>("trace.note");
    QVERIFY(!note->isVisible());
    QVERIFY(stage.window.session().openExample(*core::shippedCatalogue().scenario("comp4901y-data")));
    stage.settle();
    QVERIFY(note->isVisible());
    QVERIFY2(note->text().endsWith(u"Those of the one before were my_gather=AllGather"_s), qPrintable(note->text()));
}

/// Compute on stream 7, an AllGather of a second on stream 20.
void TstTracePage::oneStreamCanBeLookedAt()
{
    TraceStage stage;
    stage.read(u"two.json"_s, R"([{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":4e6},
        {"ph":"X","cat":"kernel","name":"ncclAllGather","pid":0,"tid":20,"ts":1e6,"dur":1e6}])");
    QTRY_VERIFY(stage.picture()->description().startsWith(u"Measured"_s));
    QVERIFY(stage.picture()->description().contains(u"measured 1 s"_s));
    auto* streams = stage.part<QComboBox>("trace.stream");
    QCOMPARE(streams->count(), 3); // all, and each
    streams->setFocus();
    QTest::keyClick(streams, Qt::Key_Down);
    stage.settle();
    QVERIFY2(!stage.picture()->description().contains(u"measured 1 s"_s), qPrintable(stage.picture()->description()));
    QVERIFY(stage.picture()->description().contains(u"measured 4 s"_s));
}

/// A step of half a second in which GPU 0 has nothing to do, on the chip that has; then on one that has something.
void TstTracePage::aStepWithoutAKernelIsTold()
{
    TraceStage stage;
    stage.read(u"steps.json"_s,
               R"([{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":1,"ts":0,"dur":1e6},
        {"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":9,"tid":1,"ts":1e6,"dur":5e5},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1e5,"dur":8e5},
        {"ph":"X","cat":"kernel","name":"gemm","pid":1,"tid":7,"ts":1e5,"dur":13e5}])");
    QTRY_VERIFY2(stage.picture()->description().startsWith(u"Measured: GPU 0, ProfilerStep#1"_s),
                 qPrintable(stage.picture()->description()));
    auto* note = stage.part<QLabel>("trace.note");
    QVERIFY(note->isVisible());
    QCOMPARE(note->text(), u"ProfilerStep#2 holds no kernel of GPU 0 and does not count for the middle step."_s);
    auto* step = stage.part<QComboBox>("trace.step");
    QCOMPARE(step->itemText(1), u"ProfilerStep#2 (no kernel)"_s);
    step->setFocus();
    QTest::keyClick(step, Qt::Key_Down);
    stage.settle();
    QVERIFY2(stage.picture()->description().endsWith(u"no kernel runs in this step."_s),
             qPrintable(stage.picture()->description()));
    auto* chip = stage.part<QComboBox>("trace.process");
    chip->setFocus();
    QTest::keyClick(chip, Qt::Key_Down);
    stage.settle();
    QVERIFY(!note->isVisible());
}

void TstTracePage::aTraceThatCannotBeReadIsToldAndReplacesNothing()
{
    TraceStage stage;
    stage.read(u"steps.json"_s, threeSteps());
    QTRY_VERIFY(stage.picture()->description().startsWith(u"Measured"_s));
    stage.read(u"<b>cut.json"_s, threeSteps().left(100));
    auto* note = stage.part<QLabel>("trace.note");
    QTRY_VERIFY(note->isVisible());
    QVERIFY2(
        note->text().endsWith(u"/<b>cut.json is no whole JSON: at byte 101 it breaks off or goes wrong. Export the "
                              "trace again."_s),
        qPrintable(note->text()));
    QCOMPARE(note->textFormat(), Qt::PlainText);
    QVERIFY(stage.picture()->description().startsWith(u"Measured"_s));
    QVERIFY(stage.part("trace.open")->isVisible());
}

/// It stays, to be laid beside another scenario; the page says of which file it is.
void TstTracePage::aTraceOfTheScenarioBeforeIsNamed()
{
    TraceStage stage;
    stage.read(u"steps.json"_s, threeSteps());
    QTRY_VERIFY(stage.picture()->description().startsWith(u"Measured"_s));
    QVERIFY(stage.window.session().openExample(*core::shippedCatalogue().scenario("llama3-70b-v5p")));
    stage.settle();
    const auto* note = stage.part<QLabel>("trace.note");
    QVERIFY(note->isVisible());
    QVERIFY2(note->text().startsWith(u"The trace of steps.json was read with the scenario before."_s),
             qPrintable(note->text()));
}

void TstTracePage::readingATraceCanBeCancelled()
{
    TraceStage stage;
    stage.read(u"long.json"_s, '[' + QByteArray("{\"ph\":\"X\"},").repeated(3'000'000) + "{}]");
    QVERIFY(stage.part("trace.progress")->isVisible());
    QVERIFY(!stage.part("trace.open")->isVisible());
    QTest::mouseClick(stage.part("trace.cancel"), Qt::LeftButton);
    QVERIFY(stage.part("trace.open")->isVisible());
    QTest::qWait(50);
    QVERIFY(!stage.part("trace.note")->isVisible());
}

ROOFLIGHT_TEST(TstTracePage)
#include "tst_trace_page.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// render: files of the right kind and size, written without a display, and refusals in words.
#include "app/run_program.h"
#include "support/suite.h"

#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QJsonDocument>
#include <QTemporaryDir>

#include <cmath>
#include <map>

#include <sys/stat.h>

using namespace Qt::Literals::StringLiterals;

class TstRender : public QObject
{
    Q_OBJECT

private slots:
    void everyViewIsAPicture_data();
    void everyViewIsAPicture();
    void aViewWithoutContentIsRefused();
    void everyRunWritesTheSameBytes_data();
    void everyRunWritesTheSameBytes();
    void whatIsNoRegularFileStays();
    void formatsAreKnownByTheirFirstBytes_data();
    void formatsAreKnownByTheirFirstBytes();
    void themesDiffer();
    void everyBarOfAStepIsInItsTable();
    void sameScenarioSameBytes();
    void resolutionIsWrittenIntoThePicture();
    void aPictureIsAScenario_data();
    void aPictureIsAScenario();
    void saysNothingWithoutARuntimeFolder();
    void aTableHasTheNumbersOfEval();
    void measuredPointsAreDrawn();
    void whatIsNotDrawnIsSaid();
    void aTraceIsComparedClassByClass();
    void nestedEventsTakeNoMoreThanThePicture();
    void badRequestsAreRefused_data();
    void badRequestsAreRefused();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }
    QByteArray rendered(const QString& name, const QStringList& more = {});

    QTemporaryDir m_folder;
};

/// The bytes of the file, or nothing when the program failed.
QByteArray TstRender::rendered(const QString& name, const QStringList& more)
{
    const auto run = tests::run(QStringList{u"render"_s, u"start"_s, u"-o"_s, path(name)} + more);
    if (run.exit != 0)
        qWarning("%s", run.messages.constData());
    QFile file(path(name));
    return run.exit == 0 && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TstRender::everyViewIsAPicture_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("scenario");
    for (const char* view : {"roofline", "batch", "memory", "counts", "step", "dashboard", "torus", "timeline",
                             "sharding", "operation", "intensity", "layer", "network"})
        QTest::newRow(view) << QString::fromLatin1(view) << u"start"_s;
    QTest::newRow("pipeline") << u"pipeline"_s << u"comp4901y-pipeline"_s;
    QTest::newRow("attention") << u"attention"_s << u"llama3-70b-v5p"_s;
}

void TstRender::everyViewIsAPicture()
{
    QFETCH(QString, view);
    QFETCH(QString, scenario);
    const QString file = path(view + u".png"_s);
    QCOMPARE(tests::run({u"render"_s, scenario, u"-o"_s, file, u"--view"_s, view, u"--size"_s, u"800x600"_s}).exit, 0);
    const QImage image(file);
    QCOMPARE(image.size(), QSize(800, 600));
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3)
        for (int x = 0; x < image.width(); x += 3)
            colours.insert(image.pixel(x, y));
    QVERIFY2(colours.size() > 8, "the picture is all but empty");
}

void TstRender::aViewWithoutContentIsRefused()
{
    for (const QString& name : {u"none.svg"_s, u"none.csv"_s}) {
        const auto run = tests::run({u"render"_s, u"start"_s, u"--view"_s, u"pipeline"_s, u"-o"_s, path(name)});
        QCOMPARE(run.exit, 2);
        QVERIFY2(run.messages.contains("There is one stage. Give an axis of the mesh the role pipeline"),
                 run.messages.constData());
        QVERIFY(!QFile::exists(path(name)));
    }
}

void TstRender::everyRunWritesTheSameBytes_data()
{
    QTest::addColumn<QString>("name");
    for (const auto& name : {u"a.png"_s, u"a.svg"_s, u"a.pdf"_s, u"a.csv"_s})
        QTest::newRow(qPrintable(name)) << name;
}

/// Each with another seed of Qt's hashes; four, since two may happen to order as many fonts alike.
void TstRender::everyRunWritesTheSameBytes()
{
    QFETCH(QString, name);
    const QByteArray first = rendered(name, {u"--view"_s, u"torus"_s, u"--step"_s, u"2"_s});
    for (int again = 0; again < 3; ++again)
        QCOMPARE(rendered(name, {u"--view"_s, u"torus"_s, u"--step"_s, u"2"_s}), first);
}

/// A pipe, and a link to it.
void TstRender::whatIsNoRegularFileStays()
{
    const QString pipe = path(u"pipe.png"_s);
    const QString link = path(u"link.png"_s);
    QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
    QVERIFY(QFile::link(pipe, link));
    for (const QString& name : {pipe, link}) {
        const auto run = tests::run({u"render"_s, u"start"_s, u"--view"_s, u"torus"_s, u"-o"_s, name});
        QCOMPARE(run.exit, 4);
        QVERIFY2(run.messages.contains("no regular file"), run.messages.constData());
        struct stat found {
        };
        QCOMPARE(stat(qPrintable(pipe), &found), 0);
        QVERIFY(S_ISFIFO(found.st_mode));
        QVERIFY(QFileInfo(link).isSymLink());
    }
}

void TstRender::formatsAreKnownByTheirFirstBytes_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("begin");
    QTest::newRow("PNG") << u"a.png"_s << QByteArray("\x89PNG");
    QTest::newRow("SVG") << u"a.svg"_s << QByteArray("<");
    QTest::newRow("PDF") << u"a.pdf"_s << QByteArray("%PDF-1.");
    QTest::newRow("endings may be large") << u"a.PNG"_s << QByteArray("\x89PNG");
}

void TstRender::formatsAreKnownByTheirFirstBytes()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, begin);
    const auto bytes = rendered(name, {u"--view"_s, u"memory"_s});
    QVERIFY(bytes.size() > 1000);
    QVERIFY(bytes.startsWith(begin));
}

/// The start: 32 layers forward and 32 backward, each once; the last is the first layer's, and ends before the step
/// does.
void TstRender::everyBarOfAStepIsInItsTable()
{
    const auto lines = QString::fromUtf8(rendered(u"step.csv"_s, {u"--view"_s, u"step"_s})).split(u'\n');
    QCOMPARE(lines.value(3), u"stage,row,bar,pass,microbatch,layer,start_s,end_s,busy_s,exposed_s,held_bytes"_s);
    QCOMPARE(lines.filter(u"1,math,Math of layer "_s).size(), 64);
    QCOMPARE(lines.filter(u"1,math,Math of layer 7,"_s).size(), 2);
    QVERIFY(lines.filter(u"1,math,"_s).constLast().startsWith(u"1,math,Math of layer 1,backward,1,1,"_s));
    // Master and two states are read and written, gradients read, weights written: 6 x 4 + 2 + 2 B a parameter.
    const auto update = lines.filter(u"1,hbm,Update of the optimizer,,,,"_s);
    QCOMPARE(update.size(), 1);
    QCOMPARE(update[0].split(u',')[8].toDouble(), 28.0 * 32 * 2 * 8192 * 32768 / 64 / 2.8e12);
}

void TstRender::themesDiffer()
{
    const QStringList view{u"--view"_s, u"counts"_s, u"--size"_s, u"400x300"_s};
    const auto light = QImage::fromData(rendered(u"light.png"_s, view));
    const auto dark = QImage::fromData(rendered(u"dark.png"_s, view + QStringList{u"--theme"_s, u"dark"_s}));
    QVERIFY(qGray(light.pixel(1, 1)) > 200);
    QVERIFY(qGray(dark.pixel(1, 1)) < 80);
}

void TstRender::sameScenarioSameBytes()
{
    const QStringList view{u"--view"_s, u"roofline"_s, u"--size"_s, u"640x480"_s};
    const auto first = rendered(u"first.svg"_s, view);
    QVERIFY(!first.isEmpty());
    QCOMPARE(rendered(u"second.svg"_s, view), first);
}

void TstRender::resolutionIsWrittenIntoThePicture()
{
    const auto image = QImage::fromData(rendered(u"fine.png"_s, {u"--view"_s, u"memory"_s, u"--dpi"_s, u"300"_s}));
    QCOMPARE(image.dotsPerMeterX(), 11811); // 300 / 0.0254
}

void TstRender::aPictureIsAScenario_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("a PNG") << u"state.png"_s;
    QTest::newRow("an SVG") << u"state.svg"_s;
}

void TstRender::aPictureIsAScenario()
{
    QFETCH(QString, name);
    const QStringList view{u"--view"_s, u"memory"_s, u"--set"_s, u"work.batch=4096"_s};
    QVERIFY(!rendered(name, view).isEmpty());
    const auto back = tests::run({u"eval"_s, path(name), u"--json"_s});
    QVERIFY2(back.exit == 0, back.messages.constData());
    QCOMPARE(back.out, tests::run({u"eval"_s, u"start"_s, u"--json"_s, u"--set"_s, u"work.batch=4096"_s}).out);
    QVERIFY(!rendered(name, view + QStringList{u"--no-state"_s}).isEmpty());
    const auto refused = tests::run({u"eval"_s, path(name)});
    QCOMPARE(refused.exit, 2);
    QVERIFY2(refused.messages.contains("FILE_STATE: The picture"), refused.messages.constData());
}

void TstRender::saysNothingWithoutARuntimeFolder()
{
    const QByteArray folder = qgetenv("XDG_RUNTIME_DIR");
    qunsetenv("XDG_RUNTIME_DIR");
    const auto run =
        tests::run({u"render"_s, u"start"_s, u"--view"_s, u"memory"_s, u"-o"_s, path(u"no-runtime.png"_s)});
    qputenv("XDG_RUNTIME_DIR", folder);
    QCOMPARE(run.messages, QByteArray());
    QCOMPARE(run.exit, 0);
}

/// Each row of an id, to the last bit.
void TstRender::aTableHasTheNumbersOfEval()
{
    for (const QString& view : {u"memory"_s, u"counts"_s}) {
        std::map<QString, double> table;
        for (const QByteArray& row : rendered(view + u".csv"_s, {u"--view"_s, view}).split('\n'))
            if (const auto cells = row.split(','); cells.size() >= 4 && cells[0].contains('.') && row[0] != '#') {
                bool isNumber = false;
                const double value = cells[1].toDouble(&isNumber);
                if (isNumber) // "mem.fits" is none
                    table[QString::fromUtf8(cells[0])] = value;
            }
        QVERIFY2(table.size() > 7, qPrintable(view));
        QStringList asked{u"eval"_s, u"start"_s, u"--json"_s};
        for (const auto& [id, value] : table)
            asked << u"--get"_s << id;
        const auto evaluated = QJsonDocument::fromJson(tests::run(asked).out);
        for (const auto& [id, value] : table)
            QVERIFY2(evaluated[id].isDouble() && evaluated[id].toDouble() == value, qPrintable(id));
    }
}

/// 68.7 GFLOPs in 299.43 us: half of 459 TFLOP/s.
void TstRender::measuredPointsAreDrawn()
{
    QFile points(path(u"m.csv"_s));
    QVERIFY(points.open(QIODevice::WriteOnly));
    points.write("operation,time_us\n1,299.43\n");
    points.close();
    const QStringList view{u"--view"_s, u"operation"_s};
    const QByteArray with = rendered(u"with.svg"_s, view + QStringList{u"--measured"_s, points.fileName()});
    QVERIFY(with.contains("% of the bf16 MXU roof") &&
            !rendered(u"without.svg"_s, view).contains("% of the bf16 MXU roof"));
    auto rows = rendered(u"with.csv"_s, view + QStringList{u"--measured"_s, points.fileName()}).split('\n');
    rows.removeIf([](const QByteArray& row) { return row.startsWith('#'); });
    const auto heads = rows[0].trimmed().split(','), cells = rows[2].trimmed().split(',');
    QCOMPARE(heads.last(), "share_of_roof");
    QCOMPARE(cells.size(), heads.size());
    QCOMPARE(cells[2], "measured");
    const double share = 2. * 512 * 8192 * 8192 / 299.43e-6 / 459e12; // of the rate of a v5p, above its ridge
    QVERIFY2(std::abs(cells.last().toDouble() / share - 1) < 1e-6, rows[2].constData());
    const QString same = path(u"../%1/m.csv"_s.arg(QFileInfo(m_folder.path()).fileName())); // is not written over
    const auto refused = tests::run(QStringList{u"render"_s, u"start"_s, u"-o"_s, same} + view +
                                    QStringList{u"--measured"_s, points.fileName()});
    QCOMPARE(refused.exit, 1);
    QVERIFY2(refused.messages.contains("is the file that is read (--measured)"), refused.messages.constData());
}

/// An edit that is no array's, and a mesh that has no links.
void TstRender::whatIsNotDrawnIsSaid()
{
    const auto drawn = [&](const QStringList& more) {
        return tests::run(QStringList{u"render"_s, u"start"_s, u"-o"_s, path(u"said.csv"_s)} + more);
    };
    const auto edited = drawn({u"--view"_s, u"layer"_s, u"--set"_s, u"layer.arrays=W_R[D,E_Y]"_s});
    QCOMPARE(edited.exit, 0);
    QVERIFY2(edited.messages.startsWith("warning SYNTAX at layer.arrays"), edited.messages.constData());
    const auto apart = drawn({u"--view"_s, u"parallel"_s, u"--set"_s, u"hw.torus=4x4"_s});
    QVERIFY(apart.exit != 0);
    QVERIFY2(apart.messages.contains("MESH_PRODUCT"), apart.messages.constData());
}

/// A step of 4 s in which an AllGather takes 1 s.
void TstRender::aTraceIsComparedClassByClass()
{
    QFile trace(path(u"t.json"_s));
    QVERIFY(trace.open(QIODevice::WriteOnly));
    trace.write(R"([{"ph":"X","name":"gemm","pid":0,"tid":7,"ts":0,"dur":4e6},
                    {"ph":"X","name":"ncclAllGather","pid":0,"tid":20,"ts":1e6,"dur":1e6},
                    {"ph":"X","name":"gemm","pid":0,"tid":7,"ts":"late","dur":4e6}])");
    trace.close();
    const QByteArray rows = rendered(u"trace.csv"_s, {u"--view"_s, u"trace"_s, u"--trace"_s, trace.fileName()});
    const auto eval = tests::run({u"eval"_s, u"start"_s, u"--json"_s, u"--get"_s, u"time.math"_s});
    const double math = QJsonDocument::fromJson(eval.out)[u"time.math"_s].toDouble();
    bool hasMath = false, hasGather = false;
    for (const QByteArray& row : rows.split('\n')) {
        const auto cells = row.trimmed().split(',');
        hasGather |= cells.size() == 4 && cells[0] == "AllGather" && std::abs(cells[2].toDouble() - 1) < 1e-9;
        if (cells.size() != 4 || cells[0] != "math")
            continue;
        hasMath = true;
        QVERIFY2(std::abs(cells[1].toDouble() / math - 1) < 1e-9, row.constData());
        QVERIFY2(std::abs(cells[3].toDouble() / (math / 4) - 1) < 1e-9, row.constData());
    }
    QVERIFY2(hasMath && hasGather, rows.constData());
    const auto said = tests::run({u"render"_s, u"start"_s, u"--view"_s, u"trace"_s, u"--trace"_s, trace.fileName(),
                                  u"-o"_s, path(u"trace.csv"_s)});
    QVERIFY2(said.messages.contains("t.json: 1 event without a start"), said.messages.constData());
}

/// Of 20,000 events inside one another no more are drawn than fit beside one another.
void TstRender::nestedEventsTakeNoMoreThanThePicture()
{
    QFile trace(path(u"nest.json"_s));
    QVERIFY(trace.open(QIODevice::WriteOnly));
    trace.write("[");
    for (int i = 0; i < 20'000; ++i)
        trace.write(QByteArray(i == 0 ? "" : ",") + R"({"ph":"X","name":"gemm","pid":0,"tid":7,"ts":)" +
                    QByteArray::number(i) + R"(,"dur":)" + QByteArray::number(40'000 - 2 * i) + "}");
    trace.write("]");
    trace.close();
    const auto svg = rendered(u"nest.svg"_s, {u"--view"_s, u"trace"_s, u"--trace"_s, trace.fileName()});
    QVERIFY(svg.contains("gemm"));
    QVERIFY2(svg.size() < 2'000'000, QByteArray::number(svg.size()));
}

void TstRender::badRequestsAreRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QString>("said");
    const QStringList view{u"--view"_s, u"memory"_s};
    QTest::newRow("an ending that is none") << view + QStringList{u"-o"_s, u"a.bmp"_s} << 1 << u".png, .svg"_s;
    QTest::newRow("a view that is none") << QStringList{u"--view"_s, u"map"_s, u"-o"_s, u"a.png"_s} << 1 << u"map"_s;
    QTest::newRow("a short option with an equals sign")
        << view + QStringList{u"-o=-x.png"_s} << 1 << u"-o=-x.png is not understood; write -o FILE or --output=FILE."_s;
    QTest::newRow("no view") << QStringList{u"-o"_s, u"a.png"_s} << 1 << u"--view"_s;
    QTest::newRow("no file") << view << 1 << u"--output"_s;
    QTest::newRow("half a size") << view + QStringList{u"-o"_s, u"a.png"_s, u"--size"_s, u"800"_s} << 1 << u"'800'"_s;
    QTest::newRow("a size for giants") << view + QStringList{u"-o"_s, u"a.png"_s, u"--size"_s, u"99999x99999"_s} << 1
                                       << u"16,384"_s;
    // 16,384² are 268.4 megapixels; 16,384 · √(100 / 268.4) = 10,000
    QTest::newRow("a size for memories") << view + QStringList{u"-o"_s, u"a.png"_s, u"--size"_s, u"16384x16384"_s} << 1
                                         << u"268.4 megapixels; at most 100 can be drawn. 10000x10000 works"_s;
    QTest::newRow("no resolution") << view + QStringList{u"-o"_s, u"a.png"_s, u"--dpi"_s, u"0"_s} << 1
                                   << u"0 dots an inch"_s;
    QTest::newRow("a folder that is not there")
        << view + QStringList{u"-o"_s, u"/nowhere/a.png"_s} << 4 << u"/nowhere/a.png"_s;
    QTest::newRow("measured points of another view")
        << view + QStringList{u"-o"_s, u"a.png"_s, u"--measured"_s, u"m.csv"_s} << 1
        << u"--measured is of the view operation, not of memory"_s;
    QTest::newRow("measured points that are not there")
        << QStringList{u"--view"_s, u"operation"_s, u"-o"_s, u"a.png"_s, u"--measured"_s, u"/nowhere/m.csv"_s} << 4
        << u"/nowhere/m.csv"_s;
    // 32 layers of 65,536 microbatches have millions of bars
    QTest::newRow("a table for memories") << QStringList{u"--view"_s, u"step"_s,
                                                         u"-o"_s,     u"a.csv"_s,
                                                         u"--set"_s,  u"work.micro=65536"_s,
                                                         u"--set"_s,  u"work.batch=134217728"_s}
                                          << 2 << u"at most 200,000 are written"_s;
    QTest::newRow("no trace") << QStringList{u"--view"_s, u"trace"_s, u"-o"_s, u"a.png"_s} << 1 << u"--trace FILE"_s;
    QTest::newRow("a trace of another view") << view + QStringList{u"-o"_s, u"a.png"_s, u"--trace"_s, u"t.json"_s} << 1
                                             << u"--trace is of the view trace, not of memory"_s;
    QTest::newRow("a trace that is not there")
        << QStringList{u"--view"_s, u"trace"_s, u"-o"_s, u"a.png"_s, u"--trace"_s, u"/nowhere/t.json"_s} << 4
        << u"/nowhere/t.json"_s;
    QTest::newRow("a table in a folder that is not there")
        << view + QStringList{u"-o"_s, u"/nowhere/a.csv"_s} << 4 << u"/nowhere/a.csv"_s;
}

void TstRender::badRequestsAreRefused()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exit);
    QFETCH(QString, said);
    const auto run = tests::run(QStringList{u"render"_s, u"start"_s} + arguments, {}, m_folder.path());
    QVERIFY2(QString::fromUtf8(run.messages).contains(said), run.messages.constData());
    QCOMPARE(run.exit, exit);
}

ROOFLIGHT_TEST(TstRender)
#include "tst_render.moc"

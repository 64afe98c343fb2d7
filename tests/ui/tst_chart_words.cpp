// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what charts say in words and where: values at the cursor and at the ends, one text for one number, and that
// every part of the roofline explains what its label says.
#include "chart_stage.h"
#include "core/numbers/numbers.h"
#include "support/suite.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/chart_picture.h"
#include "ui/export/svg_device.h"

#include <QRegularExpression>
#include <QThread>

#include <atomic>

using tests::snapshotWith;
using namespace Qt::Literals::StringLiterals;

namespace
{

/// A text of a drawing and where its middle is.
struct Word {
    QString text;
    qreal x = 0;
    qreal y = 0;
};

struct Drawn {
    std::unique_ptr<ui::Picture> picture;
    ui::Painted painted;
    QList<Word> words;

    Drawn(const QString& id, const ui::Snapshot& snapshot, const QSize& size) : picture(ui::findChart(id)->make())
    {
        picture->read(snapshot);
        ui::SvgDevice device(size, id);
        QPainter painter(&device);
        painted = picture->paint(painter, QRectF(QPointF(), size), ui::Theme::light(), picture->ranges());
        painter.end();
        static const QRegularExpression text(u"<text [^>]*matrix\\([^)]* ([\\d.-]+) ([\\d.-]+)\\)\">([^<]*)</text>"_s);
        for (auto found = text.globalMatch(QString::fromUtf8(device.document())); found.hasNext();) {
            const auto match = found.next();
            words.append({match.captured(3).replace(QChar::Nbsp, u' ').trimmed(), match.captured(1).toDouble(),
                          match.captured(2).toDouble()});
        }
    }

    qreal xOf(double value) const
    {
        const auto view = picture->ranges();
        return painted.axes.left() +
               painted.axes.width() * std::log(value / view.xMin) / std::log(view.xMax / view.xMin);
    }
    QStringList textsFrom(qreal left, qreal right) const
    {
        QStringList texts;
        for (const Word& word : words)
            if (word.x >= left && word.x <= right)
                texts << word.text;
        return texts;
    }
};

} // namespace

namespace
{

std::atomic_bool isPainting = false;
std::atomic_bool wasAskedMeanwhile = false;

/// Takes its time to paint, and notices whoever asks it something then.
class SlowPicture : public ui::Picture
{
public:
    void read(const ui::Snapshot&) override {}
    QString description() const override
    {
        if (isPainting)
            wasAskedMeanwhile = true;
        return u"slow"_s;
    }
    QString absence() const override { return {}; }
    ui::AxisRanges ranges() const override { return {1, 2, 1, 2}; }
    ui::AxisRanges heldRanges(const ui::AxisRanges& shown) const override { return shown; }
    bool prepare(const QSizeF&, qreal, const ui::Theme&, const ui::AxisRanges&) override { return true; }
    ui::Painted paint(QPainter&, const QRectF&, const ui::Theme&, const ui::AxisRanges&, ui::Output) override
    {
        isPainting = true;
        QThread::msleep(200);
        isPainting = false;
        return {};
    }
};

} // namespace

class TstChartWords : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QVERIFY(ui::loadFonts()); }
    void valuesStandWhereTheLinesAreRead();
    void valuesOfNowAreInTheOrderOfTheLines_data();
    void valuesOfNowAreInTheOrderOfTheLines();
    void regionsHaveTwoNames_data();
    void regionsHaveTwoNames();
    void decodeIsCountedInSequences();
    void batchesAreWholeTokens();
    void everyPartOfTheRooflineExplainsItsLabel_data();
    void everyPartOfTheRooflineExplainsItsLabel();
    void aRidgeHasOneText();
    void aSlowScaleOutIsNamed();
    void aCountOpensWhatItSays();
    void memoryRowsHaveRoom_data();
    void memoryRowsHaveRoom();
    void everyChipIsCountedOrMentioned_data();
    void everyChipIsCountedOrMentioned();
    void wordsNeverWaitForAPaintingNorDisturbIt();
};

/// The start, exact rates: 6 · 17,179,869,184 parameters · 32,768 tokens / (64 · 459e12 FLOP/s) = 115 ms of math, which
/// grows with the batch. At the last tick, 500,000 tokens (seven times the batch is 229,376): 115 · 500,000 / 32,768 =
/// 1.75 s.
void TstChartWords::valuesStandWhereTheLinesAreRead()
{
    const Drawn drawn(u"batch"_s, snapshotWith({}), {900, 560});
    const qreal now = drawn.xOf(32768);
    const auto beside = drawn.textsFrom(now - 70, now + 70);
    QVERIFY2(beside.contains(u"115 ms"_s), qPrintable(beside.join(u'|')));
    QCOMPARE(drawn.picture->ranges().xMax, 500000.0);
    const auto ends = drawn.textsFrom(drawn.painted.axes.right(), 900);
    QVERIFY2(ends.contains(u"1.75 s"_s) && !ends.contains(u"115 ms"_s), qPrintable(ends.join(u'|')));
}

void TstChartWords::valuesOfNowAreInTheOrderOfTheLines_data()
{
    using Edits = std::vector<std::pair<std::string, std::string>>;
    QTest::addColumn<Edits>("edits");
    QTest::newRow("start") << Edits{};
    QTest::newRow("H100") << Edits{{"hw.chip", "h100-sxm"}};
    QTest::newRow("a large batch") << Edits{{"work.batch", "262144"}};
    QTest::newRow("decode") << Edits{{"work.mode", "decode"}, {"work.batch", "512"}};
}

/// On a small card, too: the larger time stands higher, and no value overlaps another.
void TstChartWords::valuesOfNowAreInTheOrderOfTheLines()
{
    using Edits = std::vector<std::pair<std::string, std::string>>;
    QFETCH(Edits, edits);
    const auto snapshot = snapshotWith(edits);
    for (const QSize size : {QSize(276, 190), QSize(440, 200), QSize(900, 560)}) {
        const Drawn drawn(u"batch"_s, snapshot, size);
        QMap<double, double> heights; // by time
        for (const char* id : {"time.math", "time.X", "time.Y", "time.hbm"}) {
            const auto time = core::value(snapshot.workspace(), id);
            const QString text = QString::fromStdString(time->text());
            for (const Word& word : drawn.words)
                if (word.text == text && word.x < drawn.painted.axes.right())
                    heights[time->si()] = word.y;
        }
        QStringList all;
        for (const Word& word : drawn.words)
            all << u"%1 %2 %3"_s.arg(word.text).arg(word.x).arg(word.y);
        QVERIFY2(heights.size() >= 2, qPrintable(all.join(u'|')));
        const auto ys = heights.values();
        for (qsizetype i = 1; i < ys.size(); ++i)
            QVERIFY2(ys[i] < ys[i - 1] - 9,
                     qPrintable(u"%1 and %2 at %3"_s.arg(ys[i]).arg(ys[i - 1]).arg(size.width())));
    }
}

void TstChartWords::regionsHaveTwoNames_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("names"); // that have room beside the critical batch
    QTest::newRow("300") << 300 << 0;
    QTest::newRow("380") << 380 << 0;
    QTest::newRow("460") << 460 << 1;
    QTest::newRow("560") << 560 << 1;
    QTest::newRow("900") << 900 << 2;
}

void TstChartWords::regionsHaveTwoNames()
{
    QFETCH(int, width);
    QFETCH(int, names);
    const Drawn drawn(u"batch"_s, snapshotWith({}), {width, 300});
    QStringList said;
    for (const Word& word : drawn.words)
        if (word.text.contains(u"-bound"_s))
            said << word.text;
    QVERIFY2(said.size() >= names, qPrintable(said.join(u'|')));
    for (const QString& name : said)
        QVERIFY2(name == u"compute-bound"_s || name == u"communication-bound"_s, qPrintable(name));
}

/// Decode on one chip waits for HBM; weights gathered for it, for the network. Its batch is counted in sequences.
void TstChartWords::decodeIsCountedInSequences()
{
    const auto decode = [](const char* x) {
        return Drawn(u"batch"_s,
                     snapshotWith({{"model.preset", "llama3-8b"},
                                   {"work.mode", "decode"},
                                   {"work.batch", "32"},
                                   {"mesh.X", x},
                                   {"mesh.Y", "1"}}),
                     {900, 560});
    };
    const auto texts = decode("1").textsFrom(0, 900);
    QVERIFY2(texts.contains(u"HBM-bound"_s) || texts.contains(u"HBM-bound at every batch"_s),
             qPrintable(texts.join(u'|')));
    const auto gathered = decode("16").textsFrom(0, 900).join(u'|');
    QVERIFY2(gathered.contains(u" sequences"_s) && !gathered.contains(u"tokens"_s), qPrintable(gathered));
    QVERIFY2(gathered.contains(u"communication-bound"_s), qPrintable(gathered));
}

/// CS336, communication_accounting: compute-bound from 20,444.4 tokens on, so from the 20,445th.
void TstChartWords::batchesAreWholeTokens()
{
    const Drawn drawn(u"batch"_s,
                      snapshotWith({{"model.preset", "cs336-xxl"},
                                    {"hw.flops.bf16", "4.6e14"},
                                    {"mesh.X.axes", "2"},
                                    {"mesh.Y.axes", "1"},
                                    {"work.pass", "forward"},
                                    {"conv.rates", "book"}}),
                      {900, 560});
    QStringList said{drawn.picture->description()};
    for (const auto& marks : {drawn.painted.marks, drawn.picture->farMarks()})
        for (const auto& mark : marks)
            said << mark.lines;
    said << drawn.textsFrom(0, 900);
    QVERIFY2(said.contains(u"20,445 tokens"_s), qPrintable(said.join(u'|')));
    QVERIFY2(said.first().contains(u"From 20,445 tokens on"_s), qPrintable(said.first()));
    static const QRegularExpression fraction(u"at a batch of [\\d,]*\\.|[\\d,]+\\.\\d+ tokens"_s);
    QVERIFY2(said.filter(fraction).isEmpty(), qPrintable(said.filter(fraction).join(u'|')));
}

void TstChartWords::everyPartOfTheRooflineExplainsItsLabel_data()
{
    using Edits = std::vector<std::pair<std::string, std::string>>;
    QTest::addColumn<Edits>("edits");
    QTest::newRow("start") << Edits{};
    QTest::newRow("GPUs") << Edits{{"hw.chip", "h100-sxm"}};
    QTest::newRow("attention and vocabulary") << Edits{{"model.preset", "llama3-70b"}, {"conv.comms", "added"}};
    QTest::newRow("experts that decode") << Edits{
        {"model.preset", "deepseek-v3"}, {"work.mode", "decode"}, {"work.batch", "512"}};
    QTest::newRow("slices") << Edits{{"mesh.slices", "2"}};
}

void TstChartWords::everyPartOfTheRooflineExplainsItsLabel()
{
    using Edits = std::vector<std::pair<std::string, std::string>>;
    QFETCH(Edits, edits);
    const auto snapshot = snapshotWith(edits);
    const Drawn drawn(u"roofline"_s, snapshot, {1300, 800});
    QVERIFY(drawn.painted.marks.size() > 8);
    for (const ui::Mark& mark : drawn.painted.marks) {
        QVERIFY2(!mark.number.isEmpty(), qPrintable(mark.heading));
        const auto told = core::explain(snapshot.workspace(), mark.number.toStdString());
        QVERIFY2(told.has_value(), qPrintable(mark.number));
        QString lines = mark.heading + u'\n' + mark.lines.join(u'\n');
        const QString text = QString::fromStdString(told->text());
        QVERIFY2(lines.contains(text), qPrintable(mark.number + u": "_s + text + u" in: "_s + lines));
    }
}

/// 459e12 FLOP/s over two rings of 2 · 90e9 B/s: 1,275 FLOP/B, in full wherever it stands.
void TstChartWords::aRidgeHasOneText()
{
    const auto snapshot = snapshotWith({});
    const Drawn drawn(u"roofline"_s, snapshot, {1300, 800});
    QVERIFY(std::ranges::any_of(drawn.words, [](const Word& word) { return word.text == u"1,275"_s; }));
    QVERIFY2(drawn.picture->description().contains(u"ridge at 1,275 FLOP/B"_s),
             qPrintable(drawn.picture->description()));
    QCOMPARE(core::value(snapshot.workspace(), "roof.ridge@X")->text(), std::string("1,275 FLOP/B"));
}

/// X leaves the domains of eight GPUs, Y does not: 4 rings of X share 8 · 50 GB/s, each 100 of 450 GB/s.
void TstChartWords::aSlowScaleOutIsNamed()
{
    const auto snapshot = snapshotWith({{"hw.chip", "h100-sxm"}});
    for (const QString& id : {u"roofline"_s, u"batch"_s}) {
        const QString words = Drawn(id, snapshot, {1300, 800}).picture->description();
        QVERIFY2(words.contains(u"scale-out X"_s) && words.contains(u"NVLink Y"_s), qPrintable(words));
    }
}

/// 275 GB of state on H100 of 80 GB: 4, with the activations 5. "4 for state" opens the one, as its bar does.
void TstChartWords::aCountOpensWhatItSays()
{
    const Drawn drawn(u"counts"_s, snapshotWith({}), {900, 560});
    const auto word = std::ranges::find(drawn.words, u"4 for state"_s, &Word::text);
    QVERIFY(word != drawn.words.end());
    QStringList found;
    for (const ui::Mark& mark : drawn.painted.marks)
        if (mark.number.endsWith(u"h100-sxm"_s) && mark.area.boundingRect().left() <= word->x &&
            mark.area.boundingRect().right() >= word->x)
            found << mark.number;
    QVERIFY(!found.isEmpty());
    QCOMPARE(found.first(), u"count.state.h100-sxm"_s); // the first answers
    const Drawn small(u"counts"_s, snapshotWith({{"model.L", "1"}}), {900, 560});
    QCOMPARE(small.picture->ranges().xMax, 4.0); // a single chip is no full bar
}

void TstChartWords::memoryRowsHaveRoom_data()
{
    QTest::addColumn<int>("height");
    for (const int height : {160, 190, 240, 400})
        QTest::newRow(qPrintable(QString::number(height))) << height;
}

/// Nine components: as many rows as can be read, and one for the others.
void TstChartWords::memoryRowsHaveRoom()
{
    QFETCH(int, height);
    const auto snapshot = snapshotWith({{"model.preset", "llama3-70b"},
                                        {"hw.chip", "h100-sxm"},
                                        {"work.remat", "block"},
                                        {"mesh.X", "64"},
                                        {"work.batch", "4194304"}});
    const Drawn drawn(u"memory"_s, snapshot, {440, height});
    const QStringList names{u"weights"_s,         u"master weights"_s,      u"gradients"_s,
                            u"optimizer"_s,       u"activations"_s,         u"recomputed layer"_s,
                            u"gathered layers"_s, u"unreduced gradients"_s, u"logits"_s};
    std::vector<double> ys;
    int counted = 0;
    for (const Word& word : drawn.words) {
        const bool others = word.text.endsWith(u" others"_s);
        if (others || names.contains(word.text)) {
            ys.push_back(word.y);
            counted += others ? word.text.section(u' ', 0, 0).toInt() : 1;
        }
    }
    QCOMPARE(counted, static_cast<int>(names.size()));
    for (std::size_t i = 1; i < ys.size(); ++i)
        QVERIFY2(ys[i] - ys[i - 1] >= 12, qPrintable(QString::number(ys[i] - ys[i - 1])));
}

void TstChartWords::everyChipIsCountedOrMentioned_data()
{
    QTest::addColumn<int>("height");
    for (const int height : {120, 160, 200, 260, 400})
        QTest::newRow(qPrintable(QString::number(height))) << height;
}

void TstChartWords::everyChipIsCountedOrMentioned()
{
    QFETCH(int, height);
    const auto snapshot = snapshotWith({});
    const Drawn drawn(u"counts"_s, snapshot, {500, height});
    int named = 0, more = 0;
    for (const Word& word : drawn.words) {
        named += std::ranges::any_of(snapshot.scenario.presets->chips, [&](const core::ChipPreset& chip) {
            return QString::fromStdString(chip.name) == word.text;
        });
        if (word.text.contains(u"more chips"_s))
            more = word.text.section(u' ', 0, 0).toInt();
    }
    QCOMPARE(named + more, static_cast<int>(snapshot.scenario.presets->chips.size()));
}

/// Another thread paints while the window asks a card for its words, which a picture may have to work out anew.
void TstChartWords::wordsNeverWaitForAPaintingNorDisturbIt()
{
    const ui::ChartRow row{
        .id = u"slow"_s,
        .title = u"slow"_s,
        .tab = {},
        .tip = {},
        .make = []() -> std::unique_ptr<ui::Picture> { return std::make_unique<SlowPicture>(); },
        .table = nullptr,
    };
    ui::Chart chart(row);
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
    chart.grab(); // has an image of its size now, so that the next one can begin early
    wasAskedMeanwhile = false;
    chart.present(ui::Snapshot{});
    for (int tries = 0; !isPainting && tries < 1000; ++tries)
        QThread::msleep(1);
    QVERIFY(isPainting);
    QCOMPARE(chart.description(), u"slow"_s);
    QVERIFY(isPainting);
    QVERIFY(!wasAskedMeanwhile);
}

ROOFLIGHT_TEST(TstChartWords)
#include "tst_chart_words.moc"

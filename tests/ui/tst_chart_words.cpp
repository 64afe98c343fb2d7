// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what charts say in words and where: values at the cursor and at the ends, one text for one number, and that
// every part of the roofline explains what its label says.
#include "chart_stage.h"
#include "core/numbers/numbers.h"
#include "support/suite.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/charts/chart_picture.h"
#include "ui/export/svg_device.h"

#include <QRegularExpression>

using tests::snapshotWith;
using namespace Qt::Literals::StringLiterals;

namespace
{

/// A text of a drawing and where its middle is.
struct Word {
    QString text;
    qreal x = 0;
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
        static const QRegularExpression text(u"<text [^>]*matrix\\([^)]* ([\\d.-]+) [\\d.-]+\\)\">([^<]*)</text>"_s);
        for (auto found = text.globalMatch(QString::fromUtf8(device.document())); found.hasNext();) {
            const auto match = found.next();
            words.append({match.captured(2).replace(QChar::Nbsp, u' ').trimmed(), match.captured(1).toDouble()});
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

class TstChartWords : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QVERIFY(ui::loadFonts()); }
    void valuesStandWhereTheLinesAreRead();
    void regionsHaveTwoNames_data();
    void regionsHaveTwoNames();
    void everyPartOfTheRooflineExplainsItsLabel_data();
    void everyPartOfTheRooflineExplainsItsLabel();
    void aRidgeHasOneText();
    void aSlowScaleOutIsNamed();
    void aCountOpensWhatItSays();
    void everyChipIsCountedOrMentioned_data();
    void everyChipIsCountedOrMentioned();
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

void TstChartWords::regionsHaveTwoNames_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {300, 380, 460, 560, 900})
        QTest::newRow(qPrintable(QString::number(width))) << width;
}

void TstChartWords::regionsHaveTwoNames()
{
    QFETCH(int, width);
    const Drawn drawn(u"batch"_s, snapshotWith({}), {width, 300});
    for (const Word& word : drawn.words)
        QVERIFY2(!word.text.contains(u"-bound"_s) || word.text == u"compute-bound"_s ||
                     word.text == u"communication-bound"_s,
                 qPrintable(word.text));
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

/// 275 GB of state on H100 of 80 GB: 4, with the activations 5. "state 4" opens the one, as its bar does.
void TstChartWords::aCountOpensWhatItSays()
{
    const Drawn drawn(u"counts"_s, snapshotWith({}), {900, 560});
    const auto word = std::ranges::find(drawn.words, u"state 4"_s, &Word::text);
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

ROOFLIGHT_TEST(TstChartWords)
#include "tst_chart_words.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that a picture gives back the scenario it contains, and that damage is refused in words.
#include "support/suite.h"

#include "core/io/picture_state.h"
#include "core/io/preset_catalogue.h"
#include "core/io/scenario_json.h"
#include "core/scenario/fields.h"

using namespace core;
using namespace std::string_literals;

class TstPictureState : public QObject
{
    Q_OBJECT
private slots:
    void everyKindGivesTheScenarioBack();
    void picturesWithoutScenarioSaySo();
    void lettersThatXmlLacksComeBack();
    void whatIsNotXmlIsRefusedWithItsPlace_data();
    void whatIsNotXmlIsRefusedWithItsPlace();
    void everyCutIsRefused();
    void everyCutOfAGifIsRefused();
    void noFlippedBitOfAGifCrashes();
    void anyFlippedBitIsReadOrRefusedWithoutACrash();
    void scenarioFilesAreReadAsBefore();
    void otherKindsOfFilesAreNamed_data();
    void otherKindsOfFilesAreNamed();
    void largeOnesAreNamedToo();
};

namespace
{

/// One grey pixel, of 8 bits: the smallest whole PNG (checksums by zlib's crc32).
std::string pixel()
{
    return "\x89PNG\r\n\x1a\n"s + "\0\0\0\rIHDR\0\0\0\1\0\0\0\1\b\0\0\0\0\x3a\x7e\x9b\x55"s +
           "\0\0\0\nIDATx\x9c\x63\x60\0\0\0\2\0\1\x48\xaf\xa4\x71"s + "\0\0\0\0IEND\xae\x42\x60\x82"s;
}

/// One black pixel of two colours, twice: behind a comment of somebody else's, and with colours of its own.
std::string film()
{
    const std::string pixels = "\2\2\x44\1\0"s;
    return "GIF89a\1\0\1\0\x80\0\0"s + "\0\0\0\xff\xff\xff"s + "!\xfe\5hello\0"s + ",\0\0\0\0\1\0\1\0\0"s + pixels +
           ",\0\0\0\0\1\0\1\0\x80"s + "!\xfe;\xff,;"s + pixels + ";";
}

Scenario edited()
{
    Scenario scenario = defaultScenario(shippedCatalogue());
    scenario.title = "A <b>title</b> & \"quotes\", ä, &lt;";
    if (!setField(scenario, "work.batch", 4096.0) || !setField(scenario, "hw.chip", "h100-sxm"s))
        qFatal("the fields have changed");
    return scenario;
}

std::string svgOf(const Scenario& scenario)
{
    return "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\">" + svgMetadata(scenario) + "</svg>\n";
}

auto readBack(const std::string& bytes) { return readDocument(bytes, "x.png", shippedCatalogue()); }

} // namespace

void TstPictureState::everyKindGivesTheScenarioBack()
{
    const Scenario scenario = edited();
    for (const std::string& picture :
         {pngWithScenario(pixel(), scenario), svgOf(scenario), gifWithScenario(film(), scenario)}) {
        QVERIFY(isPicture(picture));
        const auto back = readBack(picture);
        QVERIFY2(back, back ? "" : back.error().text.c_str());
        QVERIFY(*back == scenario);
    }
}

void TstPictureState::picturesWithoutScenarioSaySo()
{
    for (const std::string& picture : {pixel(), film(), "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"s}) {
        const auto back = readBack(picture);
        QVERIFY(!back);
        QCOMPARE(back.error().code, "FILE_STATE"s);
        QVERIFY(back.error().text.find("x.png contains no scenario") != std::string::npos);
    }
}

/// XML 1.0, 2.2: no U+FFFE, no U+FFFF, and no control characters but tabs and ends of lines.
void TstPictureState::lettersThatXmlLacksComeBack()
{
    Scenario scenario = edited();
    scenario.title = "\x01 \x1b[31m \xef\xbf\xbe \xef\xbf\xbf \xc2\x9b \xe2\x80\xae]]>";
    const auto back = readBack(svgOf(scenario));
    QVERIFY2(back, back ? "" : back.error().text.c_str());
    QVERIFY(*back == scenario);
}

/// The scenario takes 17 lines, of which the first is that of what stands before it.
void TstPictureState::whatIsNotXmlIsRefusedWithItsPlace_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("place");
    QTest::newRow("an element that is not closed")
        << QByteArray("<svg>\n<g>") << QByteArray("</svg>") << QByteArray("line 18");
    QTest::newRow("a second root") << QByteArray("<svg>\n") << QByteArray("</svg>\n<svg/>")
                                   << QByteArray("line 19, column 1");
    QTest::newRow("a byte that is no UTF-8")
        << QByteArray("<svg>\n<!-- \xff -->") << QByteArray("</svg>") << QByteArray("line 2");
    QTest::newRow("a NUL byte") << QByteArray("<svg>\n\0", 7) << QByteArray("</svg>") << QByteArray("line 2");
    QTest::newRow("elements in each other by the hundred thousand")
        << QByteArray("<svg>\n") + QByteArray("<g>").repeated(400'000) << QByteArray("</svg>")
        << QByteArray("too deep");
    QTest::newRow("an entity that nobody names")
        << QByteArray("<svg>&nbsp;\n") << QByteArray("</svg>") << QByteArray("line 1, column 6");
}

void TstPictureState::whatIsNotXmlIsRefusedWithItsPlace()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QByteArray, place);
    const auto back = readBack(before.toStdString() + svgMetadata(edited()) + after.toStdString());
    QVERIFY(!back);
    QCOMPARE(back.error().code, "FILE_SYNTAX"s);
    QVERIFY2(back.error().text.find(place.toStdString()) != std::string::npos, back.error().text.c_str());
}

void TstPictureState::everyCutIsRefused()
{
    const std::string whole = pngWithScenario(pixel(), edited());
    const std::size_t stateEnd = whole.size() - (pixel().size() - 33); // what follows is the image alone
    for (std::size_t size = 8; size < stateEnd; ++size) {
        const auto back = readBack(whole.substr(0, size));
        QVERIFY(!back);
        QCOMPARE(back.error().code, "FILE_SYNTAX"s);
    }
    const std::string svg = svgOf(edited());
    QCOMPARE(readBack(svg.substr(0, svg.size() / 2)).error().code, "FILE_SYNTAX"s);
}

void TstPictureState::everyCutOfAGifIsRefused()
{
    const std::string whole = gifWithScenario(film(), edited());
    const std::size_t stateEnd = whole.size() - 1; // then comes the end
    for (std::size_t size = 4; size < stateEnd; ++size) {
        const auto back = readBack(whole.substr(0, size));
        QVERIFY(!back);
        QCOMPARE(back.error().code, "FILE_SYNTAX"s);
    }
}

/// A GIF has no checksums: what still can be read is.
void TstPictureState::noFlippedBitOfAGifCrashes()
{
    const std::string whole = gifWithScenario(film(), edited());
    int refused = 0;
    for (std::size_t at = 4; at < whole.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string broken = whole;
            broken[at] = static_cast<char>(broken[at] ^ (1 << bit));
            const auto back = readBack(broken);
            QVERIFY(back || !back.error().text.empty());
            refused += back ? 0 : 1;
        }
    }
    QVERIFY(refused > 0);
}

void TstPictureState::anyFlippedBitIsReadOrRefusedWithoutACrash()
{
    const std::string whole = pngWithScenario(pixel(), edited());
    const std::size_t stateEnd = whole.size() - (pixel().size() - 33);
    for (std::size_t at = 8; at < stateEnd; ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string broken = whole;
            broken[at] = static_cast<char>(broken[at] ^ (1 << bit));
            const auto back = readBack(broken);
            QVERIFY2(!back, "the checksum of a chunk finds every single flipped bit");
            QCOMPARE(back.error().code, "FILE_SYNTAX"s);
        }
    }
}

void TstPictureState::scenarioFilesAreReadAsBefore()
{
    const auto back = readBack(writeScenario(edited()));
    QVERIFY(back && *back == edited());
    QCOMPARE(readBack("<html></html>").error().code, "FILE_SYNTAX"s);
}

/// What it is and where it goes, whole or cut; what is none of them keeps its own sentence.
void TstPictureState::otherKindsOfFilesAreNamed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("sentence");
    const QByteArray trace("x.png is a trace of a profiler. Open it in the tab Step, under Measured trace");
    const auto row = [](const char* name, const QByteArray& bytes, const QByteArray& sentence) {
        QTest::newRow(name) << bytes << sentence;
    };
    row("a trace", R"({"traceEvents": [{"ph": "X", "ts": 0, "dur": 1}]})", trace);
    row("a trace that is cut", R"({"schemaVersion": 1, "traceEvents": [{"ph": "X")", trace);
    row("events alone", R"([{"ph": "X", "ts": 0, "dur": 1}])", trace);
    row("a config.json", R"({"model_type": "llama", "hidden_size": 4096})", "x.png is a model configuration");
    row("gzip", QByteArray("\x1f\x8b\x08\0\0", 5), "x.png is gzipped. Open a gzipped trace in the tab Step");
    row("zip", QByteArray("PK\x03\x04\0", 5), "x.png is a zip archive");
    row("a table", "name,flops,time_s\na,1,2\n", "x.png is a table. Read measured points in the tab Operation");
    row("a table of numbers", "1,2\n", "x.png is a table");
    row("a lesson", R"({"format": "rooflight-lesson", "version": 1})", "x.png is a lesson. Open it in the window");
    row("a lesson that is no JSON", R"({"format": "rooflight-lesson", })", "x.png, line 1, column 32: a comma stands");
    row("a course", R"({"format": "rooflight-course", "version": 1})", "x.png is the list of a course");
    row("a scenario that is cut", "{\"format\": \"rooflight-scenario\",\n", "x.png, line 1, column 33: the file ends");
    row("another object", R"({"a": 1})", "x.png: key \"format\" is missing");
    row("a key without quotes", "{a: 1, b: 2}", "x.png, line 1, column 2: a key in double quotes");
    row("no brace", "\"a\": 1, \"b\": 2", "x.png, line 1, column 1: the text begins with");
}

void TstPictureState::otherKindsOfFilesAreNamed()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, sentence);
    const auto back = readBack(bytes.toStdString());
    QVERIFY(!back);
    QVERIFY2(back.error().text.starts_with(sentence.toStdString()), back.error().text.c_str());
}

/// Of a trace of megabytes no more is read than a scenario has.
void TstPictureState::largeOnesAreNamedToo()
{
    const std::string front = R"({"traceEvents": [)";
    QVERIFY(tooLargeText("a.json", front).starts_with("a.json is a trace of a profiler"));
    QVERIFY(tooLargeText("a.json", R"({"format": "rooflight-lesson")").starts_with("a.json is larger than 64 KiB"));
}

ROOFLIGHT_TEST(TstPictureState)

#include "tst_picture_state.moc"

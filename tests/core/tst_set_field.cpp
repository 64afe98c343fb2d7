// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what fields take as people type it, and how they refuse the rest.
#include "support/suite.h"

#include "core/field_support.h"
#include "core/scenario/nearest.h"

#include <array>
#include <limits>

using namespace core;
using namespace tests;

class TstSetField : public QObject
{
    Q_OBJECT
private slots:
    void eachTypedTextIsReadBack();
    void readsWhatPeopleType_data();
    void readsWhatPeopleType();
    void refusesInASentenceThatNamesFieldValueAndRemedy_data();
    void refusesInASentenceThatNamesFieldValueAndRemedy();
    void refusesWhatIsNoNumber();
    void aRefusedValueLeavesTheScenarioAlone();
    void sizesOfDimensionsAreFieldsOfTheirOwn();
    void findsTheNearestWord_data();
    void findsTheNearestWord();
    void aLongTextIsCutBetweenLetters();
};

void TstSetField::eachTypedTextIsReadBack()
{
    for (const Field& field : fields()) {
        Scenario s = standard();
        const Value before = field.get(s);
        const auto done = setFieldFromText(s, field.id, valueText(field, before));
        QVERIFY2(done, sentenceOrEmpty(done));
        QVERIFY2(field.get(s) == before, std::string(field.id).c_str());
    }
}

void TstSetField::readsWhatPeopleType_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("value");
    QTest::newRow("k is binary for tokens") << "work.batch"
                                            << "64k"
                                            << "65536";
    QTest::newRow("separators are skipped") << "work.batch"
                                            << "65,536"
                                            << "65536";
    QTest::newRow("a power") << "work.batch"
                             << "2^16"
                             << "65536";
    QTest::newRow("a product") << "model.D"
                               << "3*1024"
                               << "3072";
    QTest::newRow("an exponent that gives a whole number") << "work.tokens"
                                                           << "1.5e13"
                                                           << "15000000000000";
    QTest::newRow("bytes with a unit") << "hw.hbm.bytes"
                                       << "80GB"
                                       << "8e+10";
    QTest::newRow("binary bytes") << "hw.hbm.bytes"
                                  << "80GiB"
                                  << "85899345920";
    QTest::newRow("a rate") << "hw.link.rate"
                            << "90 GB/s"
                            << "9e+10";
    QTest::newRow("a share in per cent") << "work.mfu"
                                         << "40 %"
                                         << "0.4";
    QTest::newRow("a choice with blanks around") << "conv.comms"
                                                 << " tensor-exposed "
                                                 << "tensor-exposed";
    QTest::newRow("a switch called on") << "model.attention"
                                        << "on"
                                        << "true";
    QTest::newRow("a switch called false") << "tensor.sequence"
                                           << "false"
                                           << "false";
    QTest::newRow("latency is a choice") << "conv.latency"
                                         << "on"
                                         << "on";
    const auto typed = [](const char* id, const char* text, const char* value) {
        QTest::addRow("%s: %s", id, text) << id << text << value;
    };
    for (const auto& [id, slice] : {std::pair("hw.torus", "8x16"), {"hw.torus", "4x1x4"}, {"coll.torus", "switch8"}})
        typed(id, slice, slice);
    typed("coll.torus", "4×8×2", "4x8x2");
    typed("coll.from", "(1,1)", "1,1");
    typed("coll.to", "(1,1); (0,2)", "1,1; 0,2");
    QTest::newRow("the batch of the CS336 answer") << "work.batch"
                                                   << "10828"
                                                   << "10828";
}

void TstSetField::readsWhatPeopleType()
{
    QFETCH(QString, id);
    QFETCH(QString, typed);
    QFETCH(QString, value);
    Scenario s = standard();
    const auto done = setFieldFromText(s, id.toStdString(), typed.toStdString());
    QVERIFY2(done, sentenceOrEmpty(done));
    QCOMPARE(asQt(textOf(s, id.toStdString())), value);
}

void TstSetField::refusesInASentenceThatNamesFieldValueAndRemedy_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* id, const char* typed, const char* sentence) {
        QTest::newRow(name) << id << typed << sentence;
    };
    row("a negative batch", "work.batch", "-5",
        "work.batch: batch cannot be −5; give a whole number from 1 to 134,217,728.");
    row("a broken batch", "work.batch", "2.5",
        "work.batch: batch cannot be 2.5; give a whole number from 1 to 134,217,728.");
    row("no layers", "model.L", "0", "model.L: layers cannot be 0; give a whole number from 1 to 256.");
    row("a batch above the largest", "work.batch", "5000000000",
        "work.batch: batch cannot be 5,000,000,000; give a whole number from 1 to 134,217,728.");
    row("a share above one", "act.sharded", "1.5",
        "act.sharded: activations sharded further cannot be 1.5; give a number from 0 to 1.");
    row("an unknown choice", "work.mode", "train",
        "work.mode: mode cannot be \"train\"; give training, prefill or decode.");
    row("a format that is no real one", "prec.compute", "none",
        "prec.compute: compute cannot be \"none\"; give fp32, tf32, bf16, fp16, fp8, int8, fp4 or int4.");
    row("a line on the mesh", "conv.wrap", "line", "conv.wrap: wraparound cannot be \"line\"; give hardware or ring.");
    row("a switch that says maybe", "model.tied", "maybe",
        "model.tied: tied embeddings cannot be \"maybe\"; give true or false.");
    row("a slice of four sides", "hw.torus", "4x4x4x4",
        "hw.torus: slice cannot be \"4x4x4x4\"; give \"auto\" or one to three sides of 1 to 4,096, such as "
        "\"4x4x4\".");
    row("a variant the chip lacks", "hw.variant", "book-1999",
        "hw.variant: variant cannot be \"book-1999\"; give none, book-2025-02, book-dcn, book-text, cs336, jax-pallas "
        "or "
        "vendor.");
    row("a misspelt field", "work.bacth", "1", "\"work.bacth\" is not a field; the nearest is \"work.batch\".");
    row("a dimension of no name", "shard.size.", "1",
        "shard.size.: a dimension is named by a letter and up to 31 letters and digits, as in shard.size.I.");
    row("a dimension of size zero", "shard.size.I", "0",
        "shard.size.I: size of a dimension cannot be 0; give a whole number from 1 to 1,099,511,627,776.");
}

void TstSetField::refusesInASentenceThatNamesFieldValueAndRemedy()
{
    QFETCH(QString, id);
    QFETCH(QString, typed);
    QFETCH(QString, sentence);
    Scenario s = standard();
    const auto done = setFieldFromText(s, id.toStdString(), typed.toStdString());
    QVERIFY(!done);
    QCOMPARE(asQt(done.error()), sentence);
}

void TstSetField::refusesWhatIsNoNumber()
{
    for (const Field& field : fields())
        for (const Value& value :
             {Value(std::numeric_limits<double>::quiet_NaN()), Value(std::numeric_limits<double>::infinity()),
              Value(std::string("\n")), Value(field.kind != FieldKind::toggle)}) {
            if (std::holds_alternative<bool>(value) && field.kind == FieldKind::toggle)
                continue;
            Scenario s = standard();
            const auto done = setField(s, field.id, value);
            QVERIFY2(!done, std::string(field.id).c_str());
            QVERIFY2(done.error().find(field.id) != std::string::npos, done.error().c_str());
        }
}

void TstSetField::aRefusedValueLeavesTheScenarioAlone()
{
    Scenario s = standard();
    QVERIFY(!setField(s, "model.preset", std::string("gpt-9")));
    QVERIFY(!setField(s, "work.batch", 0.0));
    QVERIFY(!setField(s, "shard.size.I", -1.0));
    QVERIFY(s == standard());
}

void TstSetField::sizesOfDimensionsAreFieldsOfTheirOwn()
{
    Scenario s = standard();
    QCOMPARE(numberAt(s, "shard.size.Batch"), 8192.0);
    QVERIFY(setFieldFromText(s, "shard.size.Batch", "4k"));
    QCOMPARE(numberAt(s, "shard.size.Batch"), 4096.0);
    QVERIFY(setField(s, "shard.size.Batch", 8192.0));
    QVERIFY(s == standard());
}

void TstSetField::findsTheNearestWord_data()
{
    QTest::addColumn<QByteArray>("word");
    QTest::addColumn<QByteArray>("found");
    QTest::addColumn<int>("distance");
    QTest::newRow("the word itself") << QByteArray("mesh.X") << QByteArray("mesh.X") << 0;
    QTest::newRow("a letter left out") << QByteArray("work.bach") << QByteArray("work.batch") << 1;
    QTest::newRow("a letter too many") << QByteArray("work.sseq") << QByteArray("work.seq") << 1;
    QTest::newRow("two letters swapped count once") << QByteArray("wokr.seq") << QByteArray("work.seq") << 1;
    QTest::newRow("the first of equals") << QByteArray("mesh.W") << QByteArray("mesh.X") << 1;
    QTest::newRow("nothing typed") << QByteArray("") << QByteArray("mesh.X") << 6;
}

void TstSetField::findsTheNearestWord()
{
    QFETCH(const QByteArray, word);
    QFETCH(const QByteArray, found);
    QFETCH(const int, distance);
    constexpr std::array<std::string_view, 4> known{"work.batch", "work.seq", "mesh.X", "mesh.Y"};
    QCOMPARE(QByteArray::fromStdString(std::string(core::nearest(word.constData(), known))), found);
    QCOMPARE(core::editDistance(word.constData(), found.constData()), distance);
    QVERIFY(core::nearest(word.constData(), {}).empty());
}

/// Byte 60 is the middle of a letter.
void TstSetField::aLongTextIsCutBetweenLetters()
{
    auto s = core::defaultScenario(core::shippedCatalogue());
    const std::string start(59, 'a');
    const auto done = core::setFieldFromText(s, start + "éé", "1");
    QVERIFY(!done);
    QVERIFY2(done.error().starts_with("\"" + start + "…\" is not a field"), done.error().c_str());
}

ROOFLIGHT_TEST(TstSetField)
#include "tst_set_field.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Lesson files: what is refused, where the error says it is, and the schema that says the same.
#include "core/io/lesson_json.h"
#include "core/io/lesson_schema.h"

#include "core/io/lesson_catalogue.h"
#include "core/io/lesson_step_json.h"
#include "core/io/preset_catalogue.h"
#include "support/source_file.h"
#include "support/suite.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <algorithm>
#include <functional>

using namespace core;
using namespace Qt::Literals::StringLiterals;

class TstLessonJson : public QObject
{
    Q_OBJECT

private slots:
    void aLessonIsRead();
    void everyFormIsRead_data();
    void everyFormIsRead();
    void badLessonsAreRefused_data();
    void badLessonsAreRefused();
    void largeLessonsAreRefused();
    void lessonsAreRecognised();
    void idsAndNamesOfFilesAgree();
    void theSchemaHasTheKeysOfTheReader_data();
    void theSchemaHasTheKeysOfTheReader();
    void everyShippedLessonMeetsTheSchema();
    void whatTheReaderRefusesTheSchemaRefusesToo();
    void theSchemaHasNoOtherKeywords();
    void aBreachIsNamedWhereItIs();
};

namespace
{

constexpr const char* lessonJson = R"({
  "format": "rooflight-lesson",
  "version": 1,
  "id": "T1",
  "title": "A test",
  "course": "T",
  "topic": "Tests",
  "source": "None",
  "minutes": 5,
  "pins": {"hw.chip": "tpu-v5e"},
  "start": {"op.B": 256},
  "given": {"clock": {"value": 2e9, "unit": "1/s"}},
  "steps": [
    {"kind": "tell", "tab": "operation", "points": "op.B", "prompt": "Look."},
    {
      "kind": "answer",
      "tab": "operation",
      "points": "op.flops",
      "prompt": "How many?",
      "set": {"op.D": 4096},
      "value": "op.flops",
      "wrong": [{"is": "op.flops/2", "says": "Two."}]
    }
  ]
})";

QString lesson() { return QString::fromUtf8(lessonJson); }

tl::expected<Lesson, Error> lessonOf(const QString& text)
{
    return readLesson(text.toStdString(), "t.json", shippedCatalogue());
}

QJsonObject schema()
{
    QFile file(tests::sourceFile(u"presets/lessons/lesson.schema.json"_s));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QString schemaSays(const QString& text)
{
    const auto breach = schemaBreach(text.toStdString());
    return breach ? QString::fromStdString(breach->path + ": " + breach->what) : QString();
}

QSet<QString> keysOf(std::span<const std::string_view> names)
{
    QSet<QString> keys;
    for (const auto name : names)
        keys << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    return keys;
}

/// The form of the schema that has this key, or no key of its own.
QJsonObject formOf(const QString& key)
{
    const auto all = schema()[u"$defs"_s].toObject();
    for (const auto& name : all.keys()) {
        const auto properties = all[name].toObject()[u"properties"_s].toObject();
        const bool plain = key.isEmpty() && properties.size() == static_cast<qsizetype>(stepKeys.size());
        if (properties.contains(u"kind"_s) && (plain || (!key.isEmpty() && properties.contains(key))))
            return all[name].toObject();
    }
    return {};
}

QSet<QString> setOf(const QJsonArray& array)
{
    QSet<QString> texts;
    for (const auto& one : array)
        texts << one.toString();
    return texts;
}

} // namespace

void TstLessonJson::aLessonIsRead()
{
    const auto read = lessonOf(lesson());
    QVERIFY2(read, read ? "" : read.error().text.c_str());
    QCOMPARE(read->id, "T1");
    QCOMPARE(read->pins.size(), 1U);
    QCOMPARE(read->given.front().value, 2e9);
    QCOMPARE(read->steps.size(), 2U);
    QVERIFY(read->steps[1].kind == StepKind::answer);
    QCOMPARE(read->steps[1].set.front().field, "op.D");
    QCOMPARE(std::get<ValueAnswer>(read->steps[1].question).value, "op.flops");
    QCOMPARE(read->steps[1].wrong.front().says, "Two.");
    QCOMPARE(schemaSays(lesson()), QString());
}

void TstLessonJson::everyFormIsRead_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("keys");
    QTest::addColumn<qsizetype>("form");
    QTest::newRow("a range") << u"predict"_s << uR"("from": "op.lower", "to": "op.upper")"_s << qsizetype{2};
    QTest::newRow("a formula") << u"answer"_s
                               << uR"("formula": "2*B", "symbols": {"B": "op.B"}, "measures": "2*op.B")"_s
                               << qsizetype{3};
    QTest::newRow("a choice") << u"predict"_s
                              << uR"("options": [{"text": "a", "when": "1"}, {"text": "b", "when": "0"}])"_s
                              << qsizetype{4};
    QTest::newRow("until") << u"until"_s << uR"("until": "op.intensity>=10")"_s << qsizetype{5};
    QTest::newRow("items") << u"order"_s << uR"("items": [{"text": "a", "by": "1"}, {"text": "b", "by": "2"}])"_s
                           << qsizetype{6};
    QTest::newRow("lines") << u"find-error"_s
                           << uR"("lines": [{"text": "a"}, {"text": "b", "claim": "1", "is": "2"}])"_s << qsizetype{8};
    QTest::newRow("a free text") << u"free-text"_s << uR"("model": "Because.")"_s << qsizetype{9};
}

void TstLessonJson::everyFormIsRead()
{
    QFETCH(QString, kind);
    QFETCH(QString, keys);
    QFETCH(qsizetype, form);
    auto text = lesson();
    text.replace(u"\"kind\": \"tell\""_s, u"\"kind\": \"%1\", "_s.arg(kind) + keys);
    const auto read = lessonOf(text);
    QVERIFY2(read, read ? "" : read.error().text.c_str());
    QCOMPARE(static_cast<qsizetype>(read->steps.front().question.index()), form);
    QCOMPARE(schemaSays(text), QString());
}

void TstLessonJson::badLessonsAreRefused_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* name, const QString& from, const QString& to, const QString& error) {
        QTest::newRow(name) << from << to << error;
    };
    row("another kind of file", u"rooflight-lesson"_s, u"rooflight-chip"_s,
        u"t.json, line 2: \"format\" must be \"rooflight-lesson\", found \"rooflight-chip\". This is another kind of file."_s);
    row("a newer one", u"\"version\": 1"_s, u"\"version\": 2"_s,
        u"t.json, line 3: version 2 is newer than this program, which reads up to version 1. Update it."_s);
    row("an unknown key", u"\"topic\""_s, u"\"topics\""_s,
        u"t.json, line 7: unknown key \"topics\". The nearest known key is \"topic\"."_s);
    row("a missing key", u"  \"source\": \"None\",\n"_s, QString(), u"t.json: key \"source\" is missing. Add it."_s);
    row("a title that turns its text around", u"\"A test\""_s, u"\"A \\u202etest\""_s,
        u"t.json, line 5: \"title\" must be one line of at most 2,000 bytes without control characters and marks of "
        "direction, found \"A \\u202etest\"."_s);
    row("a course in two lines", u"\"topic\": \"Tests\""_s, u"\"topic\": \"Te\\nsts\""_s,
        u"t.json, line 7: \"topic\" must be one line of at most 2,000 bytes without control characters and marks of "
        "direction, found \"Te\\nsts\"."_s);
    row("no minutes", u"\"minutes\": 5"_s, u"\"minutes\": 0"_s,
        u"t.json, line 9: \"minutes\" must be from 1 to 120, found 0."_s);
    row("an unknown field", u"\"op.B\": 256"_s, u"\"op.Q\": 256"_s,
        u"t.json, line 11: \"op.Q\" is not a field; the nearest is \"op.B\"."_s);
    row("a value that the field refuses", u"\"op.B\": 256"_s, u"\"op.B\": 0"_s,
        u"t.json, line 11: op.B: operation: batch cannot be 0; give a whole number from 1 to 134,217,728."_s);
    row("a given number without unit", u", \"unit\": \"1/s\""_s, QString(),
        u"t.json, line 12: key \"given.clock.unit\" is missing. Add it."_s);
    row("an unknown unit", u"\"1/s\""_s, u"\"m\""_s,
        u"t.json, line 12: \"given.clock.unit\" must be 1, B, FLOP, s, USD, B/s, FLOP/s, FLOP/B, 1/s or such as token/s, found \"m\"."_s);
    row("an unknown kind", u"\"tell\""_s, u"\"ask\""_s,
        u"t.json, line 14: \"steps.1.kind\" must be one of tell, predict, until, answer, order, find-error, free-text, "
        "reveal, found \"ask\"."_s);
    row("an unknown tab", u"\"tab\": \"operation\", "_s, u"\"tab\": \"home\", "_s,
        u"t.json, line 14: \"steps.1.tab\" must be one of explore, operation, sharding, layer, step, collectives, "
        "roofline, batch, memory, counts, found \"home\"."_s);
    row("nothing to point at", u"\"op.flops\",\n      \"prompt\""_s, u"\"op.flop\",\n      \"prompt\""_s,
        u"t.json, line 18: \"steps.2.points\" must be the id of a field or number, found \"op.flop\". 'rooflight list "
        "fields' and 'list metrics' name them."_s);
    row("a key of another kind", u"\"value\": \"op.flops\""_s, u"\"value\": \"op.flops\", \"until\": \"x=1\""_s,
        u"t.json, line 21: unknown key \"steps.2.until\". The nearest known key is \"unit\"."_s);
    row("an unknown tolerance", u"\"value\": \"op.flops\""_s, u"\"value\": \"op.flops\", \"tolerance\": \"2\""_s,
        u"t.json, line 21: \"steps.2.tolerance\" must be exact, ceiling, digit or a share such as 2%, found \"2\"."_s);
    row("a mistake without value", u"\"is\": \"op.flops/2\", "_s, QString(),
        u"t.json, line 22: \"steps.2.wrong.1\" needs one of \"is\" and \"with\"."_s);
    row("a long prompt", u"How many?"_s, u"many "_s.repeated(61),
        u"t.json, line 19: \"steps.2.prompt\" has 61 words; at most 60 are read aloud. Shorten it."_s);
    row("a field in a step", u"\"op.D\": 4096"_s, u"\"op.D\": \"wide\""_s,
        u"t.json, line 20: op.D: operation: D cannot be \"wide\"; give a whole number from 1 to 1,048,576."_s);
    row("a blank prompt", u"How many?"_s, u" \\n "_s,
        u"t.json, line 19: \"steps.2.prompt\" must be a text that is not empty, found \" \\n \"."_s);
    row("a NUL in a prompt", u"How many?"_s, u"How\\u0000many?"_s,
        u"t.json, line 19: \"steps.2.prompt\" must be a text without \\u0000, found \"How\\u0000many?\"."_s);
    row("half of a character", u"A test"_s, u"A \\ud800"_s,
        u"t.json, line 5, column 21: \\u names half of a character. Write both halves, as \\ud83d\\ude00, or the "
        "character itself."_s);
    row("no steps", u"\"kind\": \"answer\""_s, u"\"kind\": 3"_s,
        u"t.json, line 16: \"steps.2.kind\" must be a text that is not empty, found 3."_s);
}

void TstLessonJson::badLessonsAreRefused()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, error);
    auto text = lesson();
    QVERIFY(text.contains(from));
    text.replace(text.indexOf(from), from.size(), to);
    const auto read = lessonOf(text);
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().text), error);
}

void TstLessonJson::largeLessonsAreRefused()
{
    const auto read = readLesson(std::string(largestLesson + 1, ' '), "t.json", shippedCatalogue());
    QVERIFY(!read);
    QCOMPARE(read.error().code, "FILE_SIZE");
}

void TstLessonJson::lessonsAreRecognised()
{
    QVERIFY(isLesson(lessonJson));
    QVERIFY(isLesson(lesson().replace(u"\"version\": 1"_s, u"\"version\": 9"_s).toStdString()));
    QVERIFY(!isLesson("{\"format\": \"rooflight-scenario\", \"title\": \"rooflight-lesson\"}"));
    QVERIFY(!isLesson("rooflight-lesson"));
    QVERIFY(!isLesson({}));
}

void TstLessonJson::idsAndNamesOfFilesAgree()
{
    const std::string second = lesson().replace(u"T1"_s, u"T10"_s).toStdString();
    const std::string third = lesson().replace(u"T1"_s, u"T2"_s).toStdString();
    const std::array good{EmbeddedFile{"lessons/T10.json", second}, EmbeddedFile{"chips/a.json", "no"},
                          EmbeddedFile{"lessons/T2.json", third}};
    const auto lessons = readLessons(good, shippedCatalogue());
    QVERIFY2(lessons, lessons ? "" : lessons.error().text.c_str());
    QCOMPARE(lessons->size(), 2U);
    QCOMPARE(lessons->front().id, "T2");
    const std::array misnamed{EmbeddedFile{"lessons/T3.json", third}};
    QCOMPARE(readLessons(misnamed, shippedCatalogue()).error().text,
             "lessons/T3.json: \"id\" must be the name of the file, found \"T2\".");
    const std::array twice{EmbeddedFile{"lessons/T2.json", third}, EmbeddedFile{"lessons/T2.json", third}};
    QVERIFY(!readLessons(twice, shippedCatalogue()));
}

void TstLessonJson::theSchemaHasTheKeysOfTheReader_data()
{
    QTest::addColumn<int>("form");
    for (int form = 0; form < static_cast<int>(lessonForms().size()); ++form) {
        const auto& required = lessonForms()[static_cast<std::size_t>(form)].required;
        QTest::newRow(required.empty() ? "plain" : std::string(required.front()).c_str()) << form;
    }
}

void TstLessonJson::theSchemaHasTheKeysOfTheReader()
{
    QFETCH(int, form);
    const auto& ours = lessonForms()[static_cast<std::size_t>(form)];
    const auto required = keysOf(ours.required);
    const auto theirs =
        formOf(ours.required.empty() ? QString() : QString::fromStdString(std::string(ours.required[0])));
    QVERIFY(!theirs.isEmpty());
    const auto properties = theirs[u"properties"_s].toObject();
    QCOMPARE(setOf(QJsonArray::fromStringList(properties.keys())), keysOf(stepKeys) | required | keysOf(ours.optional));
    QCOMPARE(setOf(theirs[u"required"_s].toArray()), keysOf(std::span(stepKeys).first(4)) | required);
    QSet<QString> kinds;
    for (const auto kind : ours.kinds)
        kinds << QString::fromStdString(std::string(stepKindNames[static_cast<std::size_t>(kind)]));
    QCOMPARE(setOf(properties[u"kind"_s].toObject()[u"enum"_s].toArray()), kinds);
    QCOMPARE(setOf(properties[u"tab"_s].toObject()[u"enum"_s].toArray()), keysOf(lessonTabs));
}

void TstLessonJson::everyShippedLessonMeetsTheSchema()
{
    int lessons = 0;
    for (const auto& file : embeddedPresets()) {
        if (!file.path.starts_with("lessons/"))
            continue;
        ++lessons;
        const auto breach = schemaSays(QString::fromUtf8(file.text.data(), static_cast<qsizetype>(file.text.size())));
        QVERIFY2(breach.isEmpty(), qPrintable(breach));
    }
    QCOMPARE(lessons, 54);
}

/// Of what a schema can say: it knows no fields and no numbers.
void TstLessonJson::whatTheReaderRefusesTheSchemaRefusesToo()
{
    const auto breaks = [](const QString& from, const QString& to) {
        return !schemaSays(lesson().replace(from, to)).isEmpty();
    };
    QVERIFY(breaks(u"rooflight-lesson"_s, u"rooflight-chip"_s));
    QVERIFY(breaks(u"\"version\": 1"_s, u"\"version\": 2"_s));
    QVERIFY(breaks(u"\"topic\""_s, u"\"topics\""_s));
    QVERIFY(breaks(u"\"minutes\": 5"_s, u"\"minutes\": 0"_s));
    QVERIFY(breaks(u"\"1/s\""_s, u"\"m\""_s));
    QVERIFY(breaks(u"\"tell\""_s, u"\"ask\""_s));
    QVERIFY(breaks(u"\"tab\": \"operation\", "_s, u"\"tab\": \"home\", "_s));
    QVERIFY(breaks(u"\"value\": \"op.flops\""_s, u"\"value\": \"op.flops\", \"until\": \"x=1\""_s));
    QVERIFY(breaks(u"\"value\": \"op.flops\""_s, u"\"value\": \"op.flops\", \"tolerance\": \"2\""_s));
    for (const QString& share : {u"%1%"_s.arg(QString(15, u'0')), u"%1%"_s.arg(QString(16, u'0')), u"5.%"_s, u".5%"_s,
                                 u"1e1%"_s, u"-0%"_s, u"100%"_s, u"2%"_s, u"099.5%"_s}) {
        const QString to = u"\"value\": \"op.flops\", \"tolerance\": \"%1\""_s.arg(share);
        const bool isGood = lessonOf(lesson().replace(u"\"value\": \"op.flops\""_s, to)).has_value();
        QCOMPARE(breaks(u"\"value\": \"op.flops\""_s, to), !isGood); // one rule
        QCOMPARE(isGood, share.endsWith(u"2%"_s) || share.startsWith(u"09"_s) || share.size() == 16);
    }
    for (const QString& blank : {u"\"   \""_s, u"\" \\t\\n\""_s, u"\"a\\u0000b\""_s})
        for (const QString& text : {u"\"A test\""_s, u"\"Look.\""_s, u"\"Two.\""_s}) {
            QVERIFY2(breaks(text, blank), qPrintable(text + blank));
            QVERIFY2(!lessonOf(lesson().replace(text, blank)), qPrintable(text + blank));
        }
    QVERIFY(breaks(u"\"T1\""_s, u"\"%1\""_s.arg(QString(65, u'T'))));
    QVERIFY(!breaks(u"\"T1\""_s, u"\"%1\""_s.arg(QString(64, u'T'))));
    QVERIFY(breaks(u"\"is\": \"op.flops/2\", "_s, QString()));
    const auto breaksALine = [&](const QString& line) { // of a step that is right else
        return breaks(u"\"kind\": \"tell\""_s,
                      u"\"kind\": \"find-error\", \"lines\": [{\"text\": \"a\"}, %1]"_s.arg(line));
    };
    QVERIFY(!breaksALine(u"{\"text\": \"b\", \"claim\": \"1\", \"is\": \"2\"}"_s));
    QVERIFY(breaksALine(u"{\"text\": \"b\", \"claim\": \"1\"}"_s));
    QVERIFY(breaksALine(u"{\"text\": \"b\", \"is\": \"2\"}"_s));
}

/// What the validator does not know it passes over.
void TstLessonJson::theSchemaHasNoOtherKeywords()
{
    const QStringList known{u"$schema"_s, u"title"_s,    u"description"_s, u"type"_s,      u"required"_s,
                            u"const"_s,   u"enum"_s,     u"pattern"_s,     u"minLength"_s, u"minimum"_s,
                            u"maximum"_s, u"minItems"_s, u"$ref"_s,        u"maxItems"_s,  u"maxLength"_s};
    QStringList others;
    const std::function<void(const QJsonValue&)> visit = [&](const QJsonValue& schema) {
        const auto keywords = schema.toObject();
        for (const QString& keyword : keywords.keys()) {
            const auto value = keywords[keyword];
            if (keyword == u"properties"_s || keyword == u"$defs"_s)
                std::ranges::for_each(value.toObject(), visit);
            else if (keyword == u"oneOf"_s || keyword == u"anyOf"_s)
                std::ranges::for_each(value.toArray(), visit);
            else if (keyword == u"items"_s || keyword == u"additionalProperties"_s || keyword == u"not"_s)
                visit(value);
            else if (!known.contains(keyword))
                others << keyword;
        }
    };
    visit(schema());
    QCOMPARE(others, QStringList());
}

/// Whatever form of a step it is.
void TstLessonJson::aBreachIsNamedWhereItIs()
{
    const auto said = [](const QString& to) { return schemaSays(lesson().replace(u"\"value\": \"op.flops\""_s, to)); };
    QVERIFY2(said(u"\"from\": \"1\", \"to\": \"2\", \"tolerance\": \"2\""_s).startsWith(u"steps.2.tolerance: "_s),
             qPrintable(said(u"\"from\": \"1\", \"to\": \"2\", \"tolerance\": \"2\""_s)));
    QVERIFY(said(u"\"from\": \"1\", \"to\": \"2\", \"tolerance\": \"2\""_s).endsWith(u"Found \"2\"."_s));
    QVERIFY2(said(u"\"from\": \"1\""_s).startsWith(u"steps.2: its keys"_s), qPrintable(said(u"\"from\": \"1\""_s)));
}

ROOFLIGHT_TEST(TstLessonJson)
#include "tst_lesson_json.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The lists: complete, and every number with its unit and source.
#include "app/run_program.h"
#include "support/suite.h"
#include "ui/lesson_home.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::Literals::StringLiterals;

class TstList : public QObject
{
    Q_OBJECT

private slots:
    void everyListIsATableToo_data();
    void everyListIsATableToo();
    void ownPlaylistsAreListed();
    void foldersThatCannotBeReadAreNamed();
    void everyMetricHasUnitTitleFormulaAndSource();
    void everyFieldSaysWhatItAccepts();
    void everyNumberOfAChipHasUnitAndSource();
    void everyListedFieldCanBeSetToItsDefault();
};

namespace
{

QJsonArray listed(const QString& what)
{
    return QJsonDocument::fromJson(tests::run({u"list"_s, what, u"--json"_s}).out).array();
}

} // namespace

void TstList::everyListIsATableToo_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QByteArray>("entry");
    QTest::newRow("chips") << u"chips"_s << QByteArray("\ntpu-v5p ");
    QTest::newRow("models") << u"models"_s << QByteArray("\ncs336-xxl ");
    QTest::newRow("scenarios") << u"scenarios"_s << QByteArray("\nstart ");
    QTest::newRow("lessons") << u"lessons"_s << QByteArray("\nB6 ");
    QTest::newRow("courses") << u"courses"_s << QByteArray("\nrooflines ");
    QTest::newRow("fields") << u"fields"_s << QByteArray("\nwork.batch ");
    QTest::newRow("metrics") << u"metrics"_s << QByteArray("\ntime.step ");
    QTest::newRow("actions of the window") << u"actions"_s << QByteArray("\nundo ");
}

void TstList::everyListIsATableToo()
{
    QFETCH(QString, what);
    QFETCH(QByteArray, entry);
    const auto run = tests::run({u"list"_s, what});
    QCOMPARE(run.exit, 0);
    QVERIFY2(run.out.contains(entry), run.out.constData());
    QCOMPARE(listed(what).size(), run.out.count('\n') - 1);
}

/// With the columns of those that ship; a file that cannot be read is named beside the list.
void TstList::ownPlaylistsAreListed()
{
    const tests::Home home;
    const auto shipped = listed(u"courses"_s).size();
    const QString folder = home.folder.filePath(u"data/rooflight/courses"_s);
    QVERIFY(QDir().mkpath(folder));
    QFile file(folder + u"/week-1.json"_s), broken(folder + u"/week-2.json"_s);
    QVERIFY(file.open(QIODevice::WriteOnly) && broken.open(QIODevice::WriteOnly));
    file.write(R"({"format": "rooflight-course", "version": 1, "id": "week-1", "title": "Week 1", "lessons": ["B3"]})");
    file.close();
    broken.write("{");
    broken.close();
    const auto courses = listed(u"courses"_s);
    QCOMPARE(courses.size(), shipped + 1);
    QCOMPARE(courses.last().toObject().keys(), courses.first().toObject().keys());
    QCOMPARE(courses.last()["title"_L1].toString(), u"Week 1"_s);
    QCOMPARE(courses.last()["lessons"_L1].toArray(), QJsonArray{u"B3"_s});
    const auto run = tests::run({u"list"_s, u"courses"_s});
    QCOMPARE(run.exit, 0);
    QVERIFY2(run.out.contains("\nweek-1 "), run.out.constData());
    QVERIFY2(run.messages.contains("week-2.json"), run.messages.constData());
}

/// Beside what else there is.
void TstList::foldersThatCannotBeReadAreNamed()
{
    const tests::Home home;
    const QDir data(home.folder.filePath(u"data/rooflight"_s));
    QVERIFY(data.mkpath(u"."_s));
    QVERIFY(QFile::link(data.filePath(u"courses"_s), data.filePath(u"courses"_s)));
    for (const auto& words : {u"list courses"_s, u"lesson list"_s}) {
        const auto run = tests::run(tests::words(words));
        QCOMPARE(run.exit, 0);
        QVERIFY2(run.messages.contains("courses cannot be read: Too many levels"), run.messages.constData());
        QVERIFY(run.out.count('\n') > 4);
    }
}

void TstList::everyMetricHasUnitTitleFormulaAndSource()
{
    const auto metrics = listed(u"metrics"_s);
    QVERIFY(metrics.size() > 60);
    for (const auto& metric : metrics) {
        const auto id = metric["id"_L1].toString().toUtf8();
        QVERIFY2(!metric["title"_L1].toString().isEmpty(), id.constData());
        QVERIFY2(!metric["formula"_L1].toString().isEmpty(), id.constData());
        QVERIFY2(!metric["source"_L1].toString().isEmpty(), id.constData());
        QVERIFY2(metric["unit"_L1].isString(), id.constData());
    }
}

void TstList::everyFieldSaysWhatItAccepts()
{
    for (const auto& field : listed(u"fields"_s)) {
        const auto id = field["id"_L1].toString().toUtf8();
        const auto kind = field["kind"_L1].toString();
        QVERIFY2(!field["title"_L1].toString().isEmpty(), id.constData());
        QVERIFY2(!field["default"_L1].isNull(), id.constData());
        if (kind == "choice"_L1)
            QVERIFY2(field["choices"_L1].toArray().contains(field["default"_L1]), id.constData());
        if (kind == "whole"_L1 || kind == "real"_L1)
            QVERIFY2(field["range"_L1][0].toDouble() < field["range"_L1][1].toDouble(), id.constData());
    }
}

void TstList::everyNumberOfAChipHasUnitAndSource()
{
    const auto chips = listed(u"chips"_s);
    QVERIFY(chips.size() >= 11);
    for (const auto& chip : chips) {
        const auto numbers = chip["numbers"_L1].toObject();
        QVERIFY(numbers.contains("hbm.bytes"_L1));
        for (auto it = numbers.begin(); it != numbers.end(); ++it) {
            const auto number = it.value();
            QVERIFY2(number["value"_L1].isDouble(), qPrintable(it.key()));
            QVERIFY2(!number["unit"_L1].toString().isEmpty(), qPrintable(it.key()));
            QVERIFY2(!number["source"_L1].toString().isEmpty() || number["assumed"_L1].toBool(), qPrintable(it.key()));
        }
    }
}

void TstList::everyListedFieldCanBeSetToItsDefault()
{
    QStringList arguments{u"eval"_s, tests::sourceFile(QStringLiteral("tests/app/defaults.rooflight.json")),
                          u"--json"_s};
    const auto before = tests::run(arguments);
    for (const auto& field : listed(u"fields"_s)) {
        const auto value = field["default"_L1].toVariant();
        const auto text =
            value.typeId() == QMetaType::Double ? QString::number(value.toDouble(), 'g', 17) : value.toString();
        arguments << u"--set"_s << field["id"_L1].toString() + u'=' + text;
    }
    const auto after = tests::run(arguments);
    QVERIFY2(after.exit == 0, after.messages.constData());
    QCOMPARE(after.out, before.out);
}

ROOFLIGHT_TEST(TstList)
#include "tst_list.moc"

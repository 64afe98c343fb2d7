// SPDX-License-Identifier: GPL-3.0-or-later
// What the documents name is there: the ids of the glossary, the files of the recipes.
#include "core/io/preset_catalogue.h"
#include "core/numbers/metrics.h"
#include "core/scenario/fields.h"
#include "support/source_file.h"
#include "support/suite.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>

class TstDocuments : public QObject
{
    Q_OBJECT
private slots:
    void theGlossaryHasFortyTerms();
    void everyIdOfTheGlossaryIsOne_data();
    void everyIdOfTheGlossaryIsOne();
    void everyFileOfARecipeIsThere_data();
    void everyFileOfARecipeIsThere();
    void everyPromiseHasATest_data();
    void everyPromiseHasATest();
};

namespace
{

using namespace Qt::Literals::StringLiterals;

/// Of a file of the source tree, or one with its whole path.
QString contents(const QString& name)
{
    QFile file(name.startsWith(u'/') ? name : tests::sourceFile(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The text below a heading, up to the next one of its level.
QString section(const QString& document, const QString& heading)
{
    const auto text = contents(document);
    const auto start = text.indexOf(u"\n## "_s + heading + u'\n');
    return start < 0 ? QString() : text.mid(start, text.indexOf(u"\n## "_s, start + 1) - start);
}

/// Cells of the rows of a table, without its head.
QList<QStringList> rowsOf(const QString& text)
{
    QList<QStringList> rows;
    for (const auto& line : text.split(u'\n'))
        if (line.startsWith(u"| "_s))
            rows << line.split(u'|').mid(1);
    return rows.mid(1);
}

bool isId(const QString& text)
{
    const auto id = text.toStdString();
    return core::findField(id) || core::findMetric(core::shippedCatalogue(), id);
}

} // namespace

void TstDocuments::theGlossaryHasFortyTerms()
{
    QSet<QString> terms;
    const auto rows = rowsOf(section(u"core/MODEL.md"_s, u"Glossary"_s));
    for (const auto& row : rows)
        terms << row[0].trimmed();
    QCOMPARE(rows.size(), 40);
    QCOMPARE(terms.size(), 40);
}

void TstDocuments::everyIdOfTheGlossaryIsOne_data()
{
    QTest::addColumn<QString>("id");
    for (const auto& row : rowsOf(section(u"core/MODEL.md"_s, u"Glossary"_s)))
        QTest::newRow(qPrintable(row[0].trimmed())) << row[2].trimmed().remove(u'`');
}

void TstDocuments::everyIdOfTheGlossaryIsOne()
{
    QFETCH(QString, id);
    QVERIFY2(isId(id), qPrintable(id));
}

void TstDocuments::everyFileOfARecipeIsThere_data()
{
    QTest::addColumn<QString>("path");
    static const QRegularExpression path(u"`([A-Za-z0-9_./]+/[A-Za-z0-9_./]*)`"_s);
    const auto rows = rowsOf(section(u"CONTRIBUTING.md"_s, u"To add something"_s));
    QVERIFY(rows.size() >= 12);
    for (const auto& row : rows) {
        auto found = path.globalMatch(row[1]);
        QVERIFY2(found.hasNext(), qPrintable(row[0]));
        while (found.hasNext()) {
            const auto name = found.next().captured(1);
            QTest::addRow("%s, %s", qPrintable(row[0].trimmed()), qPrintable(name)) << name;
        }
    }
}

void TstDocuments::everyFileOfARecipeIsThere()
{
    QFETCH(QString, path);
    QVERIFY2(QFileInfo::exists(tests::sourceFile(path)), qPrintable(path));
}

void TstDocuments::everyPromiseHasATest_data()
{
    QTest::addColumn<QString>("test");
    static const QRegularExpression path(u"`((?:tests|packaging)/[A-Za-z_./]+)`"_s);
    const auto rows = rowsOf(contents(u"SECURITY.md"_s));
    QVERIFY(rows.size() >= 8);
    for (const auto& row : rows) {
        auto found = path.globalMatch(row[1]);
        QVERIFY2(found.hasNext(), qPrintable(row[0]));
        while (found.hasNext()) {
            const auto name = found.next().captured(1);
            QTest::addRow("%s, %s", qPrintable(row[0].trimmed().left(40)), qPrintable(name)) << name;
        }
    }
}

/// It is there, and something runs it: the list of its folder, or all that a change has to pass.
void TstDocuments::everyPromiseHasATest()
{
    QFETCH(QString, test);
    const QFileInfo file(tests::sourceFile(test));
    QVERIFY2(file.exists(), qPrintable(test));
    const QString lists = contents(file.path() + u"/CMakeLists.txt"_s) + contents(u".ci/run"_s);
    QVERIFY2(lists.contains(file.fileName()), qPrintable(test));
}

ROOFLIGHT_TEST(TstDocuments)
#include "tst_documents.moc"

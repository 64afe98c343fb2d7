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
};

namespace
{

using namespace Qt::Literals::StringLiterals;

/// The text below a heading, up to the next one of its level.
QString section(const QString& document, const QString& heading)
{
    QFile file(tests::sourceFile(document));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const auto text = QString::fromUtf8(file.readAll());
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
    static const QRegularExpression path(u"`([A-Za-z_./<>]+/[A-Za-z_./<>]*)`"_s);
    auto found = path.globalMatch(section(u"CONTRIBUTING.md"_s, u"To add something"_s));
    while (found.hasNext()) {
        const auto name = found.next().captured(1);
        if (!name.contains(u'<')) // the new file's own name is the author's choice
            QTest::addRow("%s", qPrintable(name)) << name;
    }
}

void TstDocuments::everyFileOfARecipeIsThere()
{
    QFETCH(QString, path);
    QVERIFY2(QFileInfo::exists(tests::sourceFile(path)), qPrintable(path));
}

ROOFLIGHT_TEST(TstDocuments)
#include "tst_documents.moc"

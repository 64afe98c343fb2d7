// SPDX-License-Identifier: GPL-3.0-or-later
// Every formula is listed, names its section, and is printed in core/MODEL.md as it is.
#include "support/formula_catalogue.h"
#include "support/source_file.h"
#include "support/suite.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

class TstFormulas : public QObject
{
    Q_OBJECT

private slots:
    void everyFormulaIsListed_data();
    void everyFormulaIsListed();
    void everyFormulaNamesItsSection();
    void everySourceNamesItsSection();
    void theModelDocumentPrintsTheFormulas();
};

namespace
{

QString readFile(const QString& path)
{
    QFile file(tests::sourceFile(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Symbols of the formulas of one header.
QStringList formulasIn(const QString& header)
{
    static const QRegularExpression pattern(QStringLiteral("=\\s*formula<dim::\\w+>\\(\\s*\"([^\"]+)\""));
    QStringList symbols;
    auto matches = pattern.globalMatch(readFile(header));
    while (matches.hasNext())
        symbols << matches.next().captured(1);
    return symbols;
}

} // namespace

void TstFormulas::everyFormulaIsListed_data()
{
    QTest::addColumn<QString>("symbol");
    const QDir folder(tests::sourceFile(QStringLiteral("core/formulas")));
    for (const auto& header : folder.entryList({QStringLiteral("*.h")}))
        for (const auto& symbol : formulasIn(QStringLiteral("core/formulas/") + header))
            QTest::newRow(qPrintable(header + QStringLiteral(": ") + symbol)) << symbol;
}

void TstFormulas::everyFormulaIsListed()
{
    QFETCH(QString, symbol);
    int found = 0;
    for (const auto& row : tests::formulaCatalogue())
        found += row.facts.symbol == symbol.toStdString() ? 1 : 0;
    QCOMPARE(found, 1);
}

void TstFormulas::everyFormulaNamesItsSection()
{
    static const QRegularExpression section(QStringLiteral("^[a-k]\\.[0-9]+$"));
    for (const auto& row : tests::formulaCatalogue()) {
        const std::string symbol(row.facts.symbol);
        QVERIFY2(!row.text.empty(), symbol.c_str());
        const auto equation = QString::fromUtf8(row.facts.equation.data(), qsizetype(row.facts.equation.size()));
        QVERIFY2(section.match(equation).hasMatch(), symbol.c_str());
    }
}

/// A chapter alone is no source that a reader can look up; where there is none, the reason is given.
void TstFormulas::everySourceNamesItsSection()
{
    for (const auto& row : tests::formulaCatalogue()) {
        const auto& facts = row.facts;
        const auto& cited = *facts.source;
        const bool own = cited.title.starts_with("own: ");
        const bool section = cited.title.find("section") != std::string_view::npos ||
                             cited.title.find("appendix") != std::string_view::npos;
        QVERIFY2(own || section, (std::string(facts.symbol) + ": " + std::string(cited.title)).c_str());
        QCOMPARE(cited.url.empty(), own);
    }
}

void TstFormulas::theModelDocumentPrintsTheFormulas()
{
    const auto document = readFile(QStringLiteral("core/MODEL.md"));
    const auto from = QStringLiteral("<!-- formulas -->\n");
    const auto start = document.indexOf(from);
    const auto end = document.indexOf(QStringLiteral("<!-- end of formulas -->"));
    QVERIFY(start > 0 && end > start);
    const auto printed = document.mid(start + from.size(), end - start - from.size()).split(u'\n');
    const auto expected = QString::fromStdString(tests::formulaTable()).split(u'\n');
    for (qsizetype i = 0; i < qMin(printed.size(), expected.size()); ++i)
        QCOMPARE(printed[i], expected[i]);
    QCOMPARE(printed.size(), expected.size());
}

ROOFLIGHT_TEST(TstFormulas)
#include "tst_formulas.moc"

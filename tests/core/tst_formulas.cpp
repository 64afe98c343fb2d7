// SPDX-License-Identifier: GPL-3.0-or-later
// The rules a formula obeys: listed, sourced, with a symbol of its own, and printed in core/MODEL.md as it is.
#include "core/formulas/catalogue.h"
#include "support/suite.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

class TstFormulas : public QObject
{
    Q_OBJECT

private slots:
    void everyFormulaIsListed_data();
    void everyFormulaIsListed();
    void everyFormulaHasATitleASectionAndASource();
    void noSymbolIsTakenTwice();
    void theModelDocumentPrintsTheFormulas();
};

namespace
{

QString readFile(const QString& path)
{
    QFile file(QStringLiteral(ROOFLIGHT_SOURCE_DIR "/") + path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Names of the formula constants of one header.
QStringList formulasIn(const QString& header)
{
    static const QRegularExpression pattern(QStringLiteral(R"(inline constexpr auto (\w+)\s*=\s*formula<)"));
    QStringList names;
    auto matches = pattern.globalMatch(readFile(header));
    while (matches.hasNext())
        names << matches.next().captured(1);
    return names;
}

} // namespace

void TstFormulas::everyFormulaIsListed_data()
{
    QTest::addColumn<QString>("name");
    const QDir folder(QStringLiteral(ROOFLIGHT_SOURCE_DIR "/core/formulas"));
    for (const auto& header : folder.entryList({QStringLiteral("*.h")}))
        for (const auto& name : formulasIn(QStringLiteral("core/formulas/") + header))
            QTest::newRow(qPrintable(header + QStringLiteral(": ") + name)) << name;
}

void TstFormulas::everyFormulaIsListed()
{
    QFETCH(QString, name);
    int found = 0;
    for (const auto& row : core::formulaCatalogue())
        found += row.name == name.toStdString() ? 1 : 0;
    QCOMPARE(found, 1);
}

void TstFormulas::everyFormulaHasATitleASectionAndASource()
{
    static const QRegularExpression section(QStringLiteral("^[a-k]\\.[0-9]+$"));
    for (const auto& row : core::formulaCatalogue()) {
        const auto name = row.name.c_str();
        QVERIFY2(row.facts.source && !row.facts.source->title.empty(), name);
        QVERIFY2(!row.facts.title.empty(), name);
        QVERIFY2(!row.text.empty(), name);
        const auto equation = QString::fromUtf8(row.facts.equation.data(), qsizetype(row.facts.equation.size()));
        QVERIFY2(section.match(equation).hasMatch(), name);
    }
}

void TstFormulas::noSymbolIsTakenTwice()
{
    QSet<QString> taken;
    for (const auto& row : core::formulaCatalogue()) {
        const auto symbol = QString::fromUtf8(row.facts.symbol.data(), qsizetype(row.facts.symbol.size()));
        QVERIFY2(!taken.contains(symbol), qPrintable(symbol));
        taken.insert(symbol);
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
    const auto expected = QString::fromStdString(core::formulaTable()).split(u'\n');
    for (qsizetype i = 0; i < qMin(printed.size(), expected.size()); ++i)
        QCOMPARE(printed[i], expected[i]);
    QCOMPARE(printed.size(), expected.size());
}

ROOFLIGHT_TEST(TstFormulas)
#include "tst_formulas.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The values every release has to give, each by one command: required_values.csv holds the arguments.
#include "app/run_program.h"
#include "support/near.h"
#include "support/suite.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::Literals::StringLiterals;

class TstRequiredValues : public QObject
{
    Q_OBJECT

private slots:
    void oneCommandGivesTheValue_data();
    void oneCommandGivesTheValue();
};

void TstRequiredValues::oneCommandGivesTheValue_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<double>("tolerance");
    QFile table(tests::sourceFile(QStringLiteral("tests/app/required_values.csv")));
    QVERIFY(table.open(QIODevice::ReadOnly));
    QCOMPARE(table.readLine(), QByteArray("name,arguments,id,expected,tolerance\n"));
    while (!table.atEnd()) {
        const auto cells = QString::fromUtf8(table.readLine()).trimmed().split(u',');
        QVERIFY2(cells.size() == 5, qPrintable(cells.join(u'|')));
        QTest::newRow(qPrintable(cells[0] + u": "_s + cells[2]))
            << cells[1] << cells[2] << cells[3] << cells[4].toDouble();
    }
}

void TstRequiredValues::oneCommandGivesTheValue()
{
    QFETCH(QString, arguments);
    QFETCH(QString, id);
    QFETCH(QString, expected);
    QFETCH(double, tolerance);
    const auto command =
        QStringList{QStringLiteral("eval"), tests::sourceFile(QStringLiteral("tests/app/defaults.rooflight.json"))} +
        tests::words(arguments) + QStringList{QStringLiteral("--get"), id, QStringLiteral("--json")};
    const auto run = tests::run(command);
    QVERIFY2(run.exit == 0, run.messages.constData());
    const auto values = QJsonDocument::fromJson(run.out).object();
    QCOMPARE(values.keys(), QStringList{id});
    const auto value = values.value(id);
    bool isNumber = false;
    const double number = expected.toDouble(&isNumber);
    if (!isNumber) {
        QCOMPARE(value.toString(), expected);
        return;
    }
    QVERIFY2(value.isDouble(), run.out.constData());
    COMPARE_NEAR(value.toDouble(), number, tolerance);
}

ROOFLIGHT_TEST(TstRequiredValues)
#include "tst_required_values.moc"

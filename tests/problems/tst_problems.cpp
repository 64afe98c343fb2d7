// SPDX-License-Identifier: GPL-3.0-or-later
// Worked problems of published sources: each asked number against the program's metrics, one row a number.
#include "core/lesson/expression.h"
#include "problems/adapter.h"
#include "support/near.h"
#include "support/source_file.h"
#include "support/suite.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>
#include <exception>
#include <map>
#include <set>

namespace
{

using namespace tests;

struct Row {
    const Adapter* adapter;
    const Asked* asked;
};

const Adapters& adapters()
{
    static const Adapters all = [] {
        Adapters joined;
        for (const auto& table : {operationAdapters, hardwareAdapters, transformerAdapters, trainingAdapters,
                                  runAdapters, batchAdapters, networkAdapters, collectiveAdapters, shardingAdapters,
                                  orderAdapters, gpuAdapters, servingAdapters, servedAdapters})
            std::ranges::copy(table(), std::back_inserter(joined));
        return joined;
    }();
    return all;
}

std::vector<Row> rows()
{
    std::vector<Row> all;
    for (const auto& adapter : adapters())
        for (const auto& asked : adapter.asked)
            all.push_back({&adapter, &asked});
    return all;
}

std::string name(std::string_view problem, std::string_view output)
{
    return std::string(problem) + ": " + std::string(output);
}

QString asQt(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }

/// Why the answer is not the expected one; empty where it is.
QString difference(const Answer& answer, const QJsonValue& expected, double relative)
{
    if (const auto* number = std::get_if<double>(&answer)) {
        const auto found = nearness(*number, expected.toDouble(), relative);
        return expected.isDouble() && found.near ? QString() : QString::fromUtf8(found.text);
    }
    if (const auto* truth = std::get_if<bool>(&answer))
        return expected.isBool() && expected.toBool() == *truth ? QString()
                                                                : QStringLiteral("the opposite is expected");
    const QString text = QString::fromStdString(std::get<std::string>(answer));
    return expected.toString() == text ? QString()
                                       : QStringLiteral("got %1, expected %2").arg(text, expected.toString());
}

/// The program's numbers for a problem by the names of its outputs, with inputs that need not be those of the source.
std::map<std::string, double> numbersOf(std::string_view problem, const QJsonObject& inputs)
{
    std::map<std::string, double> numbers;
    const Inputs in(inputs);
    for (const auto& [adapter, asked] : rows())
        if (adapter->problem == problem)
            if (const auto answer = asked->answer(adapter->setup(in), in); std::holds_alternative<double>(answer))
                numbers[asked->output] = std::get<double>(answer);
    return numbers;
}

/// The inputs as they are, then with each of them doubled.
std::vector<QJsonObject> drawn(const QJsonObject& inputs)
{
    std::vector<QJsonObject> all{inputs};
    for (const QString& key : inputs.keys()) {
        all.push_back(inputs);
        all.back()[key] = 2 * inputs[key].toDouble();
    }
    return all;
}

} // namespace

class TstProblems : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void theProgramAnswers_data();
    void theProgramAnswers();
    void numbersFollowTheFormulas_data();
    void numbersFollowTheFormulas();
    void everyOutputIsAnsweredOrExcusedOnce();
    void tablesNameOnlyKnownOutputs();
    void excusesHaveReasons();

private:
    std::map<std::string, QJsonObject> m_problems;
    std::map<std::string, QJsonObject> m_outputs; // by "problem: output"
};

void TstProblems::initTestCase()
{
    QFile file(tests::sourceFile(QStringLiteral("tests/problems/problems.json")));
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(file.readAll(), &error);
    QCOMPARE(error.errorString(), QStringLiteral("no error occurred"));
    for (const auto& entry : document[QLatin1String("problems")].toArray()) {
        const auto problem = entry.toObject();
        const std::string id = problem[QLatin1String("id")].toString().toStdString();
        QVERIFY2(m_problems.emplace(id, problem).second, id.c_str());
        for (const auto& output : problem[QLatin1String("outputs")].toArray()) {
            const std::string output_ = output[QLatin1String("name")].toString().toStdString();
            QVERIFY2(m_outputs.emplace(name(id, output_), output.toObject()).second, output_.c_str());
        }
    }
    QVERIFY(!m_problems.empty());
}

void TstProblems::theProgramAnswers_data()
{
    QTest::addColumn<int>("row");
    int row = 0;
    for (const auto& [adapter, asked] : rows())
        QTest::newRow(name(adapter->problem, asked->output).c_str()) << row++;
}

void TstProblems::theProgramAnswers()
{
    QFETCH(int, row);
    const auto [adapter, asked] = rows()[std::size_t(row)];
    const auto problem = m_problems.find(adapter->problem);
    const auto output = m_outputs.find(name(adapter->problem, asked->output));
    QVERIFY(problem != m_problems.end());
    QVERIFY(output != m_outputs.end());
    try {
        const Inputs inputs(problem->second[QLatin1String("inputs")].toObject());
        const auto wrong =
            difference(asked->answer(adapter->setup(inputs), inputs), output->second[QLatin1String("value")],
                       output->second[QLatin1String("rel_tol")].toDouble());
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    } catch (const std::exception& refusal) {
        QFAIL(refusal.what());
    }
}

void TstProblems::numbersFollowTheFormulas_data()
{
    QTest::addColumn<int>("row");
    int row = 0;
    for (const auto& formula : formulasInWords())
        QTest::newRow(name(formula.problem, formula.output).c_str()) << row++;
}

void TstProblems::numbersFollowTheFormulas()
{
    QFETCH(int, row);
    const auto& formula = formulasInWords()[std::size_t(row)];
    const auto problem = m_problems.find(std::string(formula.problem));
    QVERIFY(problem != m_problems.end());
    QString text = m_outputs[name(formula.problem, formula.output)][QLatin1String("value")].toString();
    text.remove(QRegularExpression(QStringLiteral(" \\([a-z ]+\\)$"))); // "(both passes)"
    for (const auto& inputs : drawn(problem->second[QLatin1String("inputs")].toObject())) {
        auto known = numbersOf(formula.problem, inputs);
        const auto number = known.find(std::string(formula.number));
        QVERIFY(number != known.end());
        const double asked = number->second;
        std::vector<std::string> symbols;
        for (const QString& key : inputs.keys())
            known[symbols.emplace_back(key.toStdString())] = inputs[key].toDouble();
        if (!formula.symbol.empty())
            known[symbols.emplace_back(formula.symbol)] = asked;
        const auto valueOf = [&](const QString& side) {
            const auto lookup = [&known](std::string_view symbol) -> core::TermOrWhy {
                const auto found = known.find(std::string(symbol));
                if (found == known.end())
                    return tl::unexpected("no " + std::string(symbol));
                return core::Term{.number = found->second};
            };
            return core::evaluateExpression(side.trimmed().toStdString(), lookup, symbols);
        };
        for (const QString& part : text.split(u',')) {
            const QStringList sides = part.split(QRegularExpression(QStringLiteral("<?=")));
            const auto first = valueOf(sides.front()), last = valueOf(sides.back());
            QVERIFY2(first && last, qPrintable(part));
            const auto found = nearness(sides.size() > 1 ? first->number : asked, last->number, 1e-6);
            QVERIFY2(found.near, (part.toStdString() + ": " + found.text.toStdString()).c_str());
        }
    }
}

void TstProblems::everyOutputIsAnsweredOrExcusedOnce()
{
    std::map<std::string, int> times;
    std::set<std::string> covered, complete;
    for (const auto& [adapter, asked] : rows()) {
        ++times[name(adapter->problem, asked->output)];
        covered.insert(adapter->problem);
    }
    for (const auto& formula : formulasInWords())
        ++times[name(formula.problem, formula.output)];
    complete = covered;
    for (const auto& gap : gaps()) {
        ++times[name(gap.problem, gap.output)];
        complete.erase(std::string(gap.problem));
    }
    std::set<std::string_view> waits;
    for (const auto& wait : waiting())
        waits.insert(wait.problem);
    QStringList wrong;
    for (const auto& [key, output] : m_outputs) {
        const std::string problem = key.substr(0, key.find(": "));
        if (times[key] + (waits.contains(problem) ? 1 : 0) != 1)
            wrong += asQt(key) + QStringLiteral(" (%1 times)").arg(times[key]);
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(QLatin1String("\n") + wrong.join(u'\n')));
    qInfo("%zu problems: %zu answered in full, %zu in part, %zu wait. %zu outputs: %zu answered, %zu gaps.",
          m_problems.size(), complete.size(), covered.size() - complete.size(), waiting().size(), m_outputs.size(),
          rows().size() + formulasInWords().size(), gaps().size());
}

void TstProblems::tablesNameOnlyKnownOutputs()
{
    for (const auto& [adapter, asked] : rows())
        QVERIFY2(m_outputs.contains(name(adapter->problem, asked->output)),
                 name(adapter->problem, asked->output).c_str());
    for (const auto& gap : gaps())
        QVERIFY2(m_outputs.contains(name(gap.problem, gap.output)), name(gap.problem, gap.output).c_str());
    for (const auto& wait : waiting())
        QVERIFY2(m_problems.contains(std::string(wait.problem)), std::string(wait.problem).c_str());
}

void TstProblems::excusesHaveReasons()
{
    for (const auto& gap : gaps())
        QVERIFY2(!gap.reason.empty(), name(gap.problem, gap.output).c_str());
    for (const auto& wait : waiting())
        QVERIFY2(!wait.section.empty() && !wait.reason.empty(), std::string(wait.problem).c_str());
}

ROOFLIGHT_TEST(TstProblems)
#include "tst_problems.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Holds every source file to the rules of the house, and each rule to a sample that it has to refuse.
#include "architecture/include_depth.h"
#include "architecture/rules.h"
#include "architecture/table_rules.h"
#include "core/io/preset_catalogue.h"
#include "support/source_file.h"
#include "support/suite.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace
{

using tests::Rule;
using tests::SourceFile;

bool isSource(const std::filesystem::path& path)
{
    static constexpr std::array<std::string_view, 3> endings{".h", ".cpp", ".cmake"};
    return path.filename() == "CMakeLists.txt" || std::ranges::find(endings, path.extension()) != endings.end();
}

SourceFile load(const std::filesystem::path& root, const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {path.lexically_relative(root).generic_string(), {std::istreambuf_iterator<char>(stream), {}}};
}

std::vector<SourceFile> sourceTree()
{
    const std::filesystem::path root = tests::sourceFile({}).toStdString();
    std::vector<SourceFile> files{load(root, root / "CMakeLists.txt")};
    std::error_code ignored; // a folder that is not there has no files
    for (const char* folder : {"core", "ui", "app", "presets", "resources", "tests", "packaging"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder, ignored)) {
            if (entry.is_regular_file() && isSource(entry.path())) {
                files.push_back(load(root, entry.path()));
            }
        }
    }
    std::ranges::sort(files, {}, &SourceFile::path);
    return files;
}

const Rule& ruleNamed(const QString& name)
{
    const auto all = tests::rules();
    const auto found = std::ranges::find(all, name.toStdString(), &Rule::name);
    Q_ASSERT(found != all.end());
    return *found;
}

QString joined(const std::vector<std::string>& violations)
{
    QStringList lines;
    for (const std::string& violation : violations) {
        lines << QString::fromStdString(violation);
    }
    return lines.join(u'\n');
}

constexpr const char* opening = "// SPDX-License-Identifier: GPL-3.0-or-later\n// Draws one thing.\n";

QString lines(const char* first, int count, const char* last = "")
{
    return QString::fromUtf8(first) + QStringLiteral("    x();\n").repeated(count) + QString::fromUtf8(last);
}

} // namespace

class TstArchitecture : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void everyFileObeys_data();
    void everyFileObeys();
    void badSampleIsRefused_data();
    void badSampleIsRefused();
    void goodSampleIsAccepted_data();
    void goodSampleIsAccepted();
    void chainsOfIncludesAreShort_data();
    void chainsOfIncludesAreShort();
    void chainsOfIncludesAreMeasured();
    void noNameHidesOneOfAHeader();
    void hiddenNamesAreFound();
    void everyFormulaHasASourceAndASymbolOfItsOwn();
    void aFormulaWithoutThemIsRefused();
    void everyPresetNumberHasUnitAndSource();
    void aPresetNumberWithoutThemIsRefused();

private:
    static void wordsThatAreRefused(); // further bad samples

    std::vector<SourceFile> m_tree;
};

void TstArchitecture::initTestCase()
{
    m_tree = sourceTree();
    const auto paths = [&](const char* path) { return std::ranges::count(m_tree, path, &SourceFile::path); };
    QCOMPARE(paths("CMakeLists.txt"), 1);
    QCOMPARE(paths("core/quantity/quantity.h"), 1);
    QCOMPARE(paths("tests/tst_architecture.cpp"), 1);
}

void TstArchitecture::everyFileObeys_data()
{
    QTest::addColumn<QString>("rule");
    for (const Rule& rule : tests::rules()) {
        const QString name = QString::fromUtf8(rule.name.data(), static_cast<qsizetype>(rule.name.size()));
        QTest::newRow(qPrintable(name)) << name;
    }
}

void TstArchitecture::everyFileObeys()
{
    QFETCH(QString, rule);
    std::vector<std::string> violations;
    for (const SourceFile& file : m_tree) {
        for (const std::string& violation : ruleNamed(rule).violations(file)) {
            violations.push_back(file.path + ", " + violation);
        }
    }
    QVERIFY2(violations.empty(), qPrintable(u'\n' + joined(violations)));
}

void TstArchitecture::badSampleIsRefused_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("verdict");
    const auto row = [](const char* name, const char* rule, const char* path, const QString& text,
                        const char* verdict) {
        QTest::newRow(name) << QString::fromUtf8(rule) << QString::fromUtf8(path) << text << QString::fromUtf8(verdict);
    };
    const auto arrow = [&](const char* name, const char* path, const char* target) {
        const QString verdict =
            QStringLiteral("line 2: must not include ") + QString::fromUtf8(target).mid(1).chopped(1);
        row(name, "includes follow the arrows", path, QStringLiteral("\n#include %1\n").arg(QString::fromUtf8(target)),
            qPrintable(verdict));
    };
    arrow("core includes Qt", "core/explore/sweep.cpp", "<QString>");
    arrow("core/io includes Qt", "core/io/json.cpp", "<QtCore/QFile>");
    arrow("core includes a Qt header in small letters", "core/io/json.cpp", "<qglobal.h>");
    arrow("core includes ui", "core/check/check.h", "\"ui/theme/theme.h\"");
    arrow("core includes app", "core/check/check.h", "\"app/command_line.h\"");
    arrow("quantity includes its users", "core/quantity/dim.h", "\"core/derive/traced.h\"");
    arrow("a formula is used by a field", "core/scenario/fields.cpp", "\"core/formulas/memory.h\"");
    arrow("a formula is used by a view", "ui/charts/memory_chart.cpp", "\"core/formulas/memory.h\"");
    arrow("a formula is used by the command line", "app/main.cpp", "\"core/formulas/memory.h\"");
    arrow("JSON outside core/io", "core/step/report.h", "<nlohmann/json.hpp>");
    arrow("core needs its own reader", "core/scenario/scenario.h", "\"core/io/json.h\"");
    arrow("a scenario is checked by itself", "core/scenario/fields.cpp", "\"core/check/check.h\"");
    arrow("a schedule knows its algorithm", "core/collectives/schedules/schedule.cpp",
          "\"core/collectives/algorithms/gather.h\"");
    arrow("an algorithm knows its analysis", "core/collectives/algorithms/choice.cpp",
          "\"core/collectives/analysis.h\"");
    arrow("a picture knows the tab", "ui/torus/torus_view.cpp", "\"ui/collectives/collectives_tab.h\"");
    arrow("ui includes app", "ui/shell/main_window.cpp", "\"app/command_line.h\"");
    arrow("the program includes a test", "ui/shell/main_window.cpp", "\"tests/support/near.h\"");
    row("by way of a relative path", "includes follow the arrows", "core/quantity/dim.h",
        QStringLiteral("#include \"../io/json.h\"\n"), "line 1: must not include core/io/json.h");

    row("a folder of its own", "folders have a layer", "ui/helpers/view.cpp", QStringLiteral("int x;\n"),
        "its folder has no place among the layers");
    row("a file of 401 lines", "files are short", "ui/view.cpp", lines("", 401), "401 lines, at most 400");
    row("a list of 81 lines", "files are short", "ui/CMakeLists.txt", lines("", 81), "81 lines, at most 80");
    row("a function of 61 lines", "functions are short", "ui/view.cpp", lines("\nvoid f()\n{\n", 58, "}\n"),
        "line 2: a function of 61 lines, at most 60");
    row("a file without licence", "files open with licence and purpose", "ui/view.h", QStringLiteral("#pragma once\n"),
        "the first line has to be: // SPDX-License-Identifier: GPL-3.0-or-later");
    row("a list without licence", "files open with licence and purpose", "ui/CMakeLists.txt", QStringLiteral("add()\n"),
        "the first line has to be: # SPDX-License-Identifier: GPL-3.0-or-later");
    row("a file that does not say what it is for", "files open with licence and purpose", "ui/view.h",
        QStringLiteral("// SPDX-License-Identifier: GPL-3.0-or-later\n#pragma once\n"),
        "the second line has to say, in a comment, what the file is for");
    row("a header without guard", "headers are guarded", "ui/view.h", QStringLiteral("// #pragma once\nint x;\n"),
        "a header needs #pragma once");
    row("a header that opens a namespace to all", "headers have no using-directive", "ui/view.h",
        QStringLiteral("// no using namespace\n\nusing namespace std;\n"), "line 3: no using-directive in a header");
    row("a list that is not looked up again", "sources are found by every build", "ui/CMakeLists.txt",
        QStringLiteral("\nfile(GLOB all *.cpp)\n"), "line 2: file(GLOB) needs CONFIGURE_DEPENDS");
    wordsThatAreRefused();
}

void TstArchitecture::wordsThatAreRefused()
{
    const auto row = [](const char* name, const char* rule, const char* path, const char* text, const char* verdict) {
        QTest::newRow(name) << QString::fromUtf8(rule) << QString::fromUtf8(path) << QString::fromUtf8(text)
                            << QString::fromUtf8(verdict);
    };
    const char* names = "names say what a thing is";
    row("a class that manages", names, "ui/view.cpp", "\nclass ViewManager;\n",
        "line 2: ViewManager does not say what it is");
    row("a namespace of utilities", names, "core/a.h", "namespace StringUtils\n",
        "line 1: StringUtils does not say what it is");
    row("a getter", names, "core/a.h", "int getAge() const;\n", "line 1: getAge does not say what it is");
    const char* behind = "nothing is left behind";
    row("a note for later", behind, "core/a.h",
        "// TO"
        "DO: finish\n",
        "line 1: nothing is left for later in the source");
    row("a broken line", behind, "ui/CMakeLists.txt",
        "\n\n# FIX"
        "ME\n",
        "line 3: nothing is left for later in the source");
    row("the path of a developer", behind, "core/a.h",
        "\nauto x = \"/ho"
        "me/ann/x\";\n",
        "line 2: no path of one machine");
    const char* folders = "words keep to their folders";
    row("core throws", folders, "core/a.cpp", "\nthrow Wrong();\n", "line 2: throw: an error is a value");
    row("core looks at the clock", folders, "core/a.cpp", "time_point now;\n", "line 1: time_point: core has no clock");
    row("core opens a file", folders, "core/evaluate/a.cpp", "FILE* f;\n", "line 1: FILE: core reads no files");
    row("a signal is muted", folders, "ui/a.cpp", "box->blockSignals(true);\n",
        "line 1: blockSignals: a signal is not muted but not sent");
    row("a program is started", folders, "app/a.cpp", "QProcess other;\n",
        "line 1: QProcess: no other program is started");
    row("a test sleeps", folders, "tests/ui/tst_a.cpp", "QTest::qSleep(5);\n",
        "line 1: qSleep: tests wait for what they need, not for a time");
}

void TstArchitecture::badSampleIsRefused()
{
    QFETCH(QString, rule);
    QFETCH(QString, path);
    QFETCH(QString, text);
    QTEST(joined(ruleNamed(rule).violations({path.toStdString(), text.toStdString()})), "verdict");
}

void TstArchitecture::goodSampleIsAccepted_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* path, const QString& body) {
        QTest::newRow(name) << QString::fromUtf8(path) << QString::fromUtf8(opening) + body;
    };
    const auto guarded = [](const char* body) { return QStringLiteral("#pragma once\n") + QString::fromUtf8(body); };
    row("evaluate uses formulas", "core/evaluate/evaluate.cpp",
        QStringLiteral("#include \"core/formulas/memory.h\"\n"));
    row("core/io uses JSON", "core/io/json.cpp", QStringLiteral("#include <nlohmann/json.hpp>\n"));
    row("quantity uses itself", "core/quantity/units.h", guarded("#include \"core/quantity/dim.h\"\n"));
    row("quantity uses its neighbour", "core/quantity/units.h", guarded("#include \"dim.h\"\n"));
    row("a test uses everything", "tests/core/tst_memory.cpp", QStringLiteral("#include \"core/formulas/memory.h\"\n"));
    row("a view uses Qt, core and JSON files", "ui/view.cpp",
        QStringLiteral("#include \"core/io/json.h\"\n#include <QWidget>\n"));
    row("an include in a comment is none", "core/derive/traced.cpp", QStringLiteral("// #include <QString>\n"));
    row("a source may open a namespace", "ui/view.cpp", QStringLiteral("using namespace std::literals;\n"));
    row("a class of Qt may manage", "ui/view.cpp", QStringLiteral("QNetworkAccessManager* x;\n"));
    row("a function of Qt may begin with get", "ui/view.cpp", QStringLiteral("QFileDialog::getSaveFileName();\n"));
    row("what a comment or a string says is free", "core/a.cpp", QStringLiteral("// throw\nauto x = \"throw\";\n"));
    row("core/io reads files", "core/io/a.cpp", QStringLiteral("FILE* f;\n"));
    row("a file of 400 lines", "ui/view.cpp", lines("", 398));
    row("a function of 60 lines", "ui/view.cpp", lines("void f()\n{\n", 57, "}\n"));
}

void TstArchitecture::goodSampleIsAccepted()
{
    QFETCH(QString, path);
    QFETCH(QString, text);
    for (const Rule& rule : tests::rules()) {
        QCOMPARE(joined(rule.violations({path.toStdString(), text.toStdString()})), QString());
    }
}

void TstArchitecture::chainsOfIncludesAreShort_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<int>("limit");
    QTest::newRow("core") << QStringLiteral("core") << 5;
    QTest::newRow("ui") << QStringLiteral("ui") << 8;
}

void TstArchitecture::chainsOfIncludesAreShort()
{
    QFETCH(QString, folder);
    QFETCH(int, limit);
    const auto depths = tests::includeDepths(m_tree, folder.toStdString());
    QVERIFY(!depths.empty());
    const int reached = tests::ninetiethPercentile(depths);
    QVERIFY2(reached <= limit, qPrintable(QStringLiteral("nine of ten files reach %1").arg(reached)));
}

void TstArchitecture::chainsOfIncludesAreMeasured()
{
    const std::vector<SourceFile> tree{{"core/a.h", "#include <vector>\n"},
                                       {"core/b.h", "#include \"core/a.h\"\n"},
                                       {"core/c.cpp", "#include \"core/a.h\"\n#include \"core/b.h\"\n"},
                                       {"ui/d.cpp", "#include \"core/c.h\"\n"}};
    QCOMPARE(tests::includeDepths(tree, "core"), (std::vector<int>{0, 1, 2}));
    QCOMPARE(tests::includeDepths(tree, "ui"), std::vector<int>{0});
    QCOMPARE(tests::ninetiethPercentile({1, 1, 1, 1, 1, 1, 1, 1, 1, 7}), 7);
}

void TstArchitecture::noNameHidesOneOfAHeader()
{
    const auto found = tests::hiddenNames(m_tree);
    QVERIFY2(found.empty(), qPrintable(u'\n' + joined(found)));
}

void TstArchitecture::hiddenNamesAreFound()
{
    const auto in = [](const std::string& inside, const std::string& text) {
        return "namespace " + inside + "\n{\n" + text + "} // namespace " + inside + "\n";
    };
    const auto unnamed = [&](const std::string& text) {
        return in("core", "namespace\n{\n" + text + "} // namespace\n");
    };
    const std::vector<SourceFile> tree{
        {"core/a.h", in("core", "inline constexpr std::size_t maxSteps = 40;\nstruct Step {\n};\n")},
        {"core/b.h", in("core", in("field", "inline constexpr auto clock = choice<1>(\n"))},
        {"core/c.cpp", unnamed("constexpr int maxSteps = 3;\nconstexpr int maxStages = 3;\nconst int clock{3};\n")},
        {"core/d.cpp", unnamed("using Step = int;\n") + in("core", "constexpr std::size_t maxSteps = 40;\n")}};
    QCOMPARE(tests::hiddenNames(tree), (std::vector<std::string>{"core/c.cpp: maxSteps hides that of core/a.h",
                                                                 "core/d.cpp: Step hides that of core/a.h"}));
}

void TstArchitecture::everyFormulaHasASourceAndASymbolOfItsOwn()
{
    const auto rows = tests::formulaCatalogue();
    QVERIFY(rows.size() > 100);
    const auto found = tests::violations(rows);
    QVERIFY2(found.empty(), qPrintable(u'\n' + joined(found)));
}

void TstArchitecture::aFormulaWithoutThemIsRefused()
{
    static constexpr core::Source source{"A book", ""};
    const std::vector<tests::FormulaRow> rows{{{"T", "Time", "g.4", &source, core::dim::second}, "a"},
                                              {{"U", "Bytes", "g.4", nullptr, core::dim::byte}, "a"},
                                              {{"T", "Tokens", "a.2", &source, core::dim::count}, "a"},
                                              {{"V", "", "a.2", &source, core::dim::count}, "a"},
                                              {{"", "Bits", "a.2", &source, core::dim::count}, "a"},
                                              {{"W", "Time", "a.2", &source, core::dim::count}, "a"}};
    const std::vector<std::string> expected{"U has no source", "T is the symbol of two formulas",
                                            "V has no title or no section", "Bits has no symbol",
                                            "W takes the title Time a second time"};
    QCOMPARE(tests::violations(rows), expected);
}

void TstArchitecture::everyPresetNumberHasUnitAndSource()
{
    const auto& catalogue = core::shippedCatalogue();
    QVERIFY(catalogue.chips.size() >= 11 && catalogue.models.size() >= 14);
    const auto found = tests::violations(catalogue);
    QVERIFY2(found.empty(), qPrintable(u'\n' + joined(found)));
}

void TstArchitecture::aPresetNumberWithoutThemIsRefused()
{
    core::Catalogue catalogue;
    catalogue.chips.emplace_back().id = "chip";
    catalogue.chips.back().numbers["hop"] = {1e-6, "", "A book", false};
    catalogue.chips.back().variants["odd"]["price"] = {1, "USD/h", "", false};
    catalogue.models.emplace_back().id = "model";
    catalogue.models.back().numbers["D"] = {1, "1", "A book", false};
    const std::vector<std::string> expected{"chip: hop has no unit", "chip odd: price has no source"};
    QCOMPARE(tests::violations(catalogue), expected);
}

ROOFLIGHT_TEST(TstArchitecture)

#include "tst_architecture.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the scanner behind the architecture test on small samples of our style.
#include "architecture/source_text.h"
#include "support/suite.h"

class TstSourceText : public QObject
{
    Q_OBJECT
private slots:
    void blanksWhatIsNotCode_data();
    void blanksWhatIsNotCode();
    void findsIncludes();
    void measuresFunctions_data();
    void measuresFunctions();
};

void TstSourceText::blanksWhatIsNotCode_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const char* source, const char* code) {
        QTest::newRow(name) << QString::fromUtf8(source) << QString::fromUtf8(code);
    };
    row("a line comment", "a // {\nb", "a     \nb");
    row("a comment over two lines", "a/* {\n } */b", "a    \n     b");
    row("a string with a quote in it", "f(\"\\\"{\");", "f(     );");
    row("a raw string", "f(R\"x({\"})x\");", "f(R         );");
    row("a brace as a character", "f('{', '\\'');", "f(   ,     );");
    row("separators of digits", "f(1'000, 0xff'ff);", "f(1'000, 0xff'ff);");
    row("a character with a prefix", "f(u'{');", "f(u   );");
    row("a macro over two lines", "#define F {\\\n {\nb", "            \n  \nb");
}

void TstSourceText::blanksWhatIsNotCode()
{
    QFETCH(QString, source);
    QTEST(QString::fromStdString(tests::codeOnly(source.toStdString())), "code");
}

void TstSourceText::findsIncludes()
{
    const auto found = tests::includesOf("#include <vector>\n// #include <no>\n  # include \"core/a.h\" // why\n");
    const std::vector<tests::Include> expected{{1, "vector", true}, {3, "core/a.h", false}};
    QVERIFY(found == expected);
}

void TstSourceText::measuresFunctions_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("functions"); // line+length of each
    const auto row = [](const char* name, const char* source, const char* functions) {
        QTest::newRow(name) << QString::fromUtf8(source) << QString::fromUtf8(functions);
    };
    row("a function of four lines", "\nint f()\n{\n    return 1;\n}\n", "2+4");
    row("one line", "int f() { return 1; }\n", "1+1");
    row("a declaration is none", "int f();\nstruct A { int g() const; };\n", "");
    row("the signature counts", "int f(int a,\n      int b) const noexcept\n{\n}\n", "1+4");
    row("so does the template head", "template <class T>\nvoid f(T t)\n{\n}\n", "1+4");
    row("blocks inside do not count on their own", "void f()\n{\n    if (a) {\n    }\n}\n", "1+5");
    row("lambdas inside do not count on their own", "void f()\n{\n    g([&](int i) {\n    });\n}\n", "1+5");
    row("methods in a class in a namespace", "namespace a\n{\nclass B\n{\npublic:\n    int c() { return 1; }\n};\n}\n",
        "6+1");
    row("a nested namespace with the brace on its line", "namespace a::b {\nvoid f()\n{\n}\n} // namespace a::b\n",
        "2+3");
    row("private slots", "class B : public C\n{\n    Q_OBJECT\nprivate slots:\n    void f()\n    {\n    }\n};\n",
        "5+3");
    row("a constructor with a list", "A::A(int b) : m_b(b), m_c{b}\n{\n}\n", "1+3");
    row("a constructor with a list that ends in braces", "A::A(int b)\n    : m_b{f(b)}\n{\n}\n", "1+4");
    row("a trailing return type", "auto f() -> std::vector<int>\n{\n}\n", "1+3");
    row("an operator", "bool A::operator()(int) const\n{\n}\n", "1+3");
    row("a function that overrides", "struct A : B {\n    void f() override {}\n};\n", "2+1");
    row("a requires clause", "template <class T> void f(T) requires Good<T>\n{\n}\n", "1+3");
    row("an enum is none", "enum class A { b, c };\n", "");
    row("a table is none", "const std::vector<R> rows = {\n    {1, f(2)},\n    {3, f(4)},\n};\n", "");
    row("an array is none", "constexpr std::array<R, 2> rows{{\n    {1, 2},\n    {3, 4},\n}};\n", "");
    row("a lambda in a table",
        "const R rows[] = {\n    {\"a\", f},\n    {\"b\", [](int i) {\n        return i;\n    }},\n};\n", "3+3");
    row("a formula", "constexpr auto t = formula<second>(\"t\",\n    [](auto n) { return n; });\n", "1+2");
    row("a lambda without parameters", "const auto f = [] {\n    return 1;\n};\n", "1+3");
    row("functions after a variable in braces", "int a{f(1)};\nint g()\n{\n}\n", "2+3");
    row("braces in strings do not count", "int f()\n{\n    return g(\"}\", '}');\n}\nint h() { return 0; }\n",
        "1+4 5+1");
}

void TstSourceText::measuresFunctions()
{
    QFETCH(QString, source);
    QStringList found;
    for (const tests::Function& function : tests::functionsOf(source.toStdString())) {
        found << QStringLiteral("%1+%2").arg(function.line).arg(function.lines);
    }
    QTEST(found.join(u' '), "functions");
}

ROOFLIGHT_TEST(TstSourceText)

#include "tst_source_text.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What is no scenario, no display and no memory: the program says so in words that cannot act on the terminal, with the
// status of the contract, and leaves nothing behind.
#include "app/run_program.h"
#include "support/suite.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <sys/stat.h>

using namespace Qt::Literals::StringLiterals;

class TstHostile : public QObject
{
    Q_OBJECT
private slots:
    void otherThanFilesAreRefused_data();
    void otherThanFilesAreRefused();
    void textOfFilesDoesNotActOnTheTerminal_data();
    void textOfFilesDoesNotActOnTheTerminal();
    void titlesStayInTheirCommentAndTheirElement();
    void jsonStaysJson();
    void namesThatQtWouldChangeAreRefused();
    void numbersThatAreNoneAreNamed_data();
    void numbersThatAreNoneAreNamed();
    void theParserSpeaksPlainly_data();
    void theParserSpeaksPlainly();
    void noDisplayAnswers_data();
    void noDisplayAnswers();
    void closedStreamsAreNotTakenByOthers();
    void picturesNeedNoDisplay_data();
    void picturesNeedNoDisplay();
    void memoryRunsOut_data();
    void memoryRunsOut();
    void fewFilesMayBeOpen();
    void aWriteThatIsKilledLeavesNothing_data();
    void aWriteThatIsKilledLeavesNothing();
    void aLimitOfSizeIsToldInWords();
    void whatIsNamedStaysInItsLine();
    void metricsThatAreLeftOutAreTold();

private:
    /// The program by way of a shell, which sets limits first.
    tests::Run under(const QString& limit, const QStringList& arguments) const;
    QStringList everything() const;
    QString write(const QString& name, const QByteArray& content) const;

    QTemporaryDir m_folder;
};

tests::Run TstHostile::under(const QString& limit, const QStringList& arguments) const
{
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(u"sh"_s,
                  QStringList{u"-c"_s, limit + u"; exec \"$@\""_s, u"sh"_s, QStringLiteral(ROOFLIGHT_PROGRAM)} +
                      arguments);
    const int patience = 60'000; // ms
    const bool ended = process.waitForFinished(patience) && process.exitStatus() == QProcess::NormalExit;
    return {ended ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

QStringList TstHostile::everything() const
{
    return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

QString TstHostile::write(const QString& name, const QByteArray& content) const
{
    QFile file(m_folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? file.fileName() : QString();
}

void TstHostile::otherThanFilesAreRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("words");
    const QString pipe = m_folder.filePath(u"pipe"_s);
    QCOMPARE(mkfifo(pipe.toUtf8().constData(), 0600), 0);
    QVERIFY(QFile::link(u"nowhere"_s, m_folder.filePath(u"broken"_s)));
    QTest::newRow("a device") << u"/dev/zero"_s << QByteArray("it is a device");
    QTest::newRow("a pipe") << pipe << QByteArray("it is a pipe");
    QTest::newRow("a broken link") << m_folder.filePath(u"broken"_s)
                                   << QByteArray("a link to nowhere, which is not there");
}

/// By a subcommand, and by the window before it opens.
void TstHostile::otherThanFilesAreRefused()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, words);
    for (const QStringList& arguments : {QStringList{u"eval"_s, name}, QStringList{name}}) {
        const auto run = tests::run(arguments);
        QCOMPARE(run.exit, 4);
        QVERIFY2(run.messages.contains(words), run.messages.constData());
    }
}

void TstHostile::textOfFilesDoesNotActOnTheTerminal_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    QTest::newRow("an escape sequence") << QByteArray("\x1b[31m") << QByteArray("\\u{1B}[31m");
    QTest::newRow("a control character of two bytes") << QByteArray("\xc2\x9b") << QByteArray("\\u{9B}");
    QTest::newRow("an override of direction") << QByteArray("\xe2\x80\xae") << QByteArray("\\u{202E}");
    QTest::newRow("an isolate") << QByteArray("\xe2\x81\xa7") << QByteArray("\\u{2067}");
    QTest::newRow("a byte that is no UTF-8") << QByteArray("\xff") << QByteArray("\\x{FF}");
    QTest::newRow("half a letter") << QByteArray("\xe2\x80") << QByteArray("\\x{E2}\\x{80}");
}

/// The name of a file is as foreign as its content.
void TstHostile::textOfFilesDoesNotActOnTheTerminal()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    QProcess process;
    process.start(u"sh"_s, {});
    if (!process.waitForStarted())
        QSKIP("there is no sh");
    process.write("exec '" ROOFLIGHT_PROGRAM "' eval './missing-" + text + ".json'\n");
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 4);
    const QByteArray messages = process.readAllStandardError();
    QVERIFY2(messages.contains("missing-" + shown + ".json"), messages.constData());
    QVERIFY(!messages.contains(text));
}

/// The first line of a table, and the title of an SVG, which is read again.
void TstHostile::titlesStayInTheirCommentAndTheirElement()
{
    const QString path = write(u"titled.json"_s, "{\"format\": \"rooflight-scenario\", \"version\": 1, \"title\": "
                                                 "\"One\\nTwo \\u001b[31m \\u202e</title>\"}");
    const auto draw = [&](const QString& name) {
        return tests::run({u"render"_s, path, u"--view"_s, u"memory"_s, u"-o"_s, m_folder.filePath(name)});
    };
    QCOMPARE(draw(u"titled.csv"_s).exit, 0);
    QFile table(m_folder.filePath(u"titled.csv"_s));
    QVERIFY(table.open(QIODevice::ReadOnly));
    QCOMPARE(table.readLine(), QByteArray("# One Two \\u{1B}[31m \\u{202E}</title>\n"));
    QCOMPARE(draw(u"titled.svg"_s).exit, 0);
    const auto run = tests::run({u"validate"_s, m_folder.filePath(u"titled.svg"_s)});
    QVERIFY2(run.exit == 0, run.messages.constData());
}

void TstHostile::jsonStaysJson()
{
    const QString name = u"a\u202e\u009b.json"_s;
    const QString path = write(name, "{}");
    const auto run = tests::run({u"validate"_s, path, u"--json"_s});
    QCOMPARE(run.exit, 2);
    QVERIFY(!run.out.contains("\xe2\x80\xae") && !run.out.contains("\xc2\x9b"));
    const auto parsed = QJsonDocument::fromJson(run.out);
    QCOMPARE(parsed[0][u"file"_s].toString(), path);
}

void TstHostile::namesThatQtWouldChangeAreRefused()
{
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    const QStringList before = everything();
    process.start(u"sh"_s, {});
    QVERIFY(process.waitForStarted());
    process.write("exec '" ROOFLIGHT_PROGRAM "' render start --view memory -o 'a\xff.csv'\n");
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 4);
    QVERIFY(process.readAllStandardError().contains("'a\\x{FF}.csv' is not UTF-8"));
    QCOMPARE(everything(), before);
}

void TstHostile::numbersThatAreNoneAreNamed_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("dpi") << u"render start --view memory -o a.png --dpi nan"_s
                         << QByteArray("--dpi: 'nan' is not a finite number");
    QTest::newRow("seconds") << u"animate start -o a.gif --seconds-per-step inf"_s
                             << QByteArray("--seconds-per-step: 'inf' is not a finite number");
    QTest::newRow("a field") << u"eval start --set work.tokens=inf"_s << QByteArray("work.tokens");
    QTest::newRow("another field") << u"eval start --set work.mfu=nan"_s << QByteArray("work.mfu");
    QTest::newRow("a range") << u"sweep start --over work.tokens=1..inf"_s << QByteArray("inf");
    QTest::newRow("a condition") << u"solve start --for work.batch --until time.step=nan"_s << QByteArray("nan");
}

void TstHostile::numbersThatAreNoneAreNamed()
{
    QFETCH(QString, arguments);
    QFETCH(QByteArray, words);
    const auto run = tests::run(tests::words(arguments), {}, m_folder.path());
    QVERIFY2(run.exit == 1 || run.exit == 2, run.messages.constData());
    QVERIFY2(run.messages.contains(words), run.messages.constData());
}

void TstHostile::theParserSpeaksPlainly_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* name, const QString& arguments, const QByteArray& sentence) {
        QTest::newRow(name) << arguments << "rooflight: " + sentence + "\n";
    };
    row("no number", u"render start --view memory -o a.png --dpi 96,5"_s,
        "--dpi: '96,5' is not a finite number, such as 0.5.");
    row("no whole number", u"render start --view torus -o a.png --step 1.5"_s,
        "--step: '1.5' is not a finite whole number, such as 2.");
    row("too large", u"animate start -o a.gif --frames-per-step 99999999999"_s,
        "--frames-per-step: '99999999999' is not a finite whole number, such as 2.");
    row("none of the words", u"explain start time.step --format pdf"_s,
        "--format: 'pdf' is none of text, md, latex, json.");
    row("twice", u"render start --view memory --view torus -o a.png"_s,
        "--view is given more than once; give it once.");
    row("nothing behind it", u"render start --view memory -o a.png --size"_s, "--size needs a value behind it.");
    row("of another subcommand", u"animate start -o a.gif --measured a.csv"_s,
        "Not understood: '--measured', 'a.csv'.");
    row("an operation without a number", u"explain start op.flops@"_s,
        "'op.flops@' needs the number of an operation behind the @.");
    row("a field that is none", u"eval start --set op.X@2=1"_s,
        "There is no field 'op.X@2'; the nearest is 'op.B', and 'rooflight list fields' names all.");
}

void TstHostile::theParserSpeaksPlainly()
{
    QFETCH(QString, arguments);
    QFETCH(QByteArray, sentence);
    const auto run = tests::run(tests::words(arguments), {}, m_folder.path());
    QVERIFY(run.exit == 1 || run.exit == 2);
    QVERIFY2(run.messages.startsWith(sentence), run.messages.constData());
    const auto empty = tests::run(
        {u"render"_s, u"start"_s, u"--view"_s, u"operation"_s, u"-o"_s, u"a.svg"_s, u"--measured"_s, QString()}, {},
        m_folder.path());
    QCOMPARE(empty.exit, 1); // not as if it were not there
}

void TstHostile::noDisplayAnswers_data()
{
    QTest::addColumn<QString>("settings");
    QTest::newRow("an X server that is not there") << u"export DISPLAY=:4711 QT_QPA_PLATFORM=xcb"_s;
    QTest::newRow("a window system that nobody knows") << u"export QT_QPA_PLATFORM=nonsense"_s;
}

void TstHostile::noDisplayAnswers()
{
    QFETCH(QString, settings);
    const auto run = under(u"unset WAYLAND_DISPLAY; "_s + settings, {});
    QCOMPARE(run.exit, 1);
    QVERIFY2(run.messages.startsWith("rooflight: The window cannot be opened: no display answers"),
             run.messages.constData());
    QCOMPARE(run.messages.count('\n'), 1); // and nothing of Qt's
}

/// Messages went into the connection to the display, which has the lowest number that is free.
void TstHostile::closedStreamsAreNotTakenByOthers()
{
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    for (const auto& name : {u"XDG_CONFIG_HOME"_s, u"XDG_STATE_HOME"_s})
        environment.insert(name, m_folder.filePath(u"own"_s));
    process.setProcessEnvironment(environment);
    process.start(u"sh"_s, {u"-c"_s, u"exec \"$@\" 2>&-"_s, u"sh"_s, QStringLiteral(ROOFLIGHT_PROGRAM)});
    QVERIFY(process.waitForStarted());
    const QString messages = u"/proc/%1/fd/2"_s.arg(process.processId());
    if (!QFileInfo(messages).isSymLink())
        QSKIP("no /proc");
    QTRY_COMPARE(QFile::symLinkTarget(messages), u"/dev/null"_s);
    process.kill();
    QVERIFY(process.waitForFinished());
    QVERIFY(QDir(m_folder.filePath(u"own"_s)).removeRecursively());
    QCOMPARE(under(u"exec >&-"_s, {u"eval"_s, u"start"_s}).exit, 4);
    QCOMPARE(under(u"exec <&-"_s, {u"eval"_s, u"-"_s}).exit, 4);
}

void TstHostile::picturesNeedNoDisplay_data()
{
    QTest::addColumn<QString>("settings");
    for (const auto& platform : {u"xcb"_s, u"wayland;xcb"_s, u"minimal"_s, u"nonsense"_s, QString()})
        QTest::newRow(qPrintable(platform))
            << u"unset DISPLAY WAYLAND_DISPLAY; export QT_QPA_PLATFORM='%1'"_s.arg(platform);
}

/// Whatever platform the session of the user names for its windows, and always the same picture.
void TstHostile::picturesNeedNoDisplay()
{
    QFETCH(QString, settings);
    const QStringList arguments{u"render"_s, u"start"_s, u"--view"_s, u"memory"_s, u"-o"_s, u"a.png"_s};
    const auto bytes = [&](const QString& before) {
        const auto run = under(before, arguments);
        QFile file(m_folder.filePath(u"a.png"_s));
        return run.exit == 0 && file.open(QIODevice::ReadOnly) ? file.readAll() : run.messages;
    };
    const QByteArray usual = bytes(u"unset QT_QPA_PLATFORM"_s);
    QVERIFY(usual.startsWith("\x89PNG"));
    QCOMPARE(bytes(settings), usual);
    QVERIFY(QFile::remove(m_folder.filePath(u"a.png"_s)));
}

void TstHostile::memoryRunsOut_data()
{
    if (QByteArray(SANITIZERS).contains("address"))
        QSKIP("the address sanitizer takes terabytes of addresses");
    QTest::addColumn<QString>("arguments");
    QTest::newRow("a picture") << u"render start --view dashboard -o a.png --size 9000x9000"_s;
    QTest::newRow("an SVG") << u"render start --view dashboard -o a.svg --size 9000x9000"_s;
    QTest::newRow("a film") << u"animate start -o a.gif --size 4000x4000"_s;
    QTest::newRow("numbers") << u"eval start"_s;
}

/// Works, or ends in words, the loader's too: by no signal, with nothing left behind, and within a minute. Between the
/// last two sizes fontconfig reads what it could not allocate.
void TstHostile::memoryRunsOut()
{
    QFETCH(QString, arguments);
    const QStringList before = everything();
    for (const int kilobytes : {500'000, 250'000, 120'000, 100'000}) {
        const auto run = under(u"ulimit -v %1"_s.arg(kilobytes), tests::words(arguments));
        const QByteArray what = QByteArray::number(kilobytes) + " kB: " + QByteArray::number(run.exit) + run.messages;
        const bool loaded = !run.messages.contains("shared libraries");
        QVERIFY2(run.exit == 0 || run.exit == 1 || run.exit == 4 || run.exit == 5 || !loaded, what.constData());
        QVERIFY2(run.exit == 0 || run.messages.contains("memory") || !loaded, what.constData());
        for (const auto& name : everything())
            QVERIFY2(!name.startsWith(u'.') && (run.exit == 0 || before.contains(name)), what.constData());
        for (const auto& name : {u"a.png"_s, u"a.svg"_s, u"a.gif"_s})
            QFile::remove(m_folder.filePath(name));
    }
}

void TstHostile::fewFilesMayBeOpen()
{
    const auto run = under(u"ulimit -n 6"_s, {u"render"_s, u"start"_s, u"--view"_s, u"memory"_s, u"-o"_s, u"a.png"_s});
    QCOMPARE(run.exit, 5);
    QCOMPARE(run.messages, "rooflight: Too few files may be open at once; allow 64 or more (ulimit -n).\n"_ba);
}

void TstHostile::aWriteThatIsKilledLeavesNothing_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::newRow("a picture") << u"render start --view dashboard --size 9000x9000 -o killed.png"_s;
    QTest::newRow("a film") << u"animate start --view torus --size 4000x4000 -o killed.gif"_s;
    QTest::newRow("frames") << u"animate start --view torus --size 4000x4000 -o killed"_s;
}

/// A limit of its processor time kills the program (SIGXCPU) in the middle of its work.
void TstHostile::aWriteThatIsKilledLeavesNothing()
{
    QFETCH(QString, arguments);
    const QStringList before = everything();
    const auto run = under(u"ulimit -c 0; ulimit -t 1"_s, tests::words(arguments));
    QCOMPARE(run.exit, -1);
    QCOMPARE(everything(), before);
}

/// A limit on the size of files ends no write by a signal.
void TstHostile::aLimitOfSizeIsToldInWords()
{
    const auto ended =
        under(u"ulimit -f 20"_s, {u"render"_s, u"start"_s, u"--view"_s, u"dashboard"_s, u"-o"_s, u"large.png"_s});
    QCOMPARE(ended.exit, 4);
    QCOMPARE(ended.messages, QByteArray("rooflight: File 'large.png' cannot be written: File too large.\n"));
    QVERIFY(!everything().contains(u"large.png"_s));
}

/// No line of another's making: ends of lines in names and values are written out.
void TstHostile::whatIsNamedStaysInItsLine()
{
    const auto file = write(u"two\nlines.json"_s, R"({"format": "rooflight/1", "hw": {"chip": "x\nall.json: valid"}})");
    for (const auto& ended : {under(u":"_s, {u"validate"_s, file}),
                              under(u":"_s, {u"eval"_s, u"start"_s, u"--get"_s, u"x\nall.json: valid"_s})}) {
        QVERIFY(ended.exit != 0);
        const auto said = ended.out + ended.messages;
        QVERIFY2(!said.contains("\nall.json") && said.contains("\\n"), said.constData());
    }
}

/// As asking for one of them does.
void TstHostile::metricsThatAreLeftOutAreTold()
{
    const QStringList large{u"--set"_s, u"coll.torus=32x32x32"_s, u"--set"_s, u"coll.kind=all-to-all"_s};
    const auto all = under(u":"_s, QStringList{u"eval"_s, u"start"_s, u"--json"_s} + large);
    QCOMPARE(all.exit, 0);
    QVERIFY2(all.messages.startsWith("rooflight: no metric coll.*: coll.torus: 32×32×32"), all.messages.constData());
}

ROOFLIGHT_TEST(TstHostile)
#include "tst_hostile.moc"

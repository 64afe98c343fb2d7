// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the help: the page of what has the focus, pages that hold every row of their tables, search, and hints.
#include "support/suite.h"
#include "window_stage.h"

#include "core/io/measured_columns.h"
#include "core/io/measured_csv.h"
#include "core/io/preset_catalogue.h"
#include "core/lesson/lesson.h"
#include "core/numbers/metrics.h"
#include "core/scenario/presets.h"
#include "core/scenario/text_forms.h"
#include "core/sharding/named_mesh.h"
#include "core/sharding/notation.h"
#include "core/timeline/work_class.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_catalogue.h"
#include "ui/help/help_pages.h"
#include "ui/help/help_window.h"
#include "ui/help/tab_pages.h"
#include "ui/lecture/lecture_keys.h"
#include "ui/numbers/value_label.h"
#include "ui/shell/help_desk.h"
#include "ui/shell/notice_bar.h"
#include "ui/shell/settings.h"
#include "ui/shell/tabs.h"

#include <QAbstractButton>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextDocumentFragment>
#include <QTimer>
#include <QWhatsThis>

using Stage = tests::WindowStage;

namespace
{

const ui::HelpWindow& openedHelp(Stage& stage, const char* action)
{
    stage.trigger(action);
    return *stage.window.findChild<ui::HelpWindow*>();
}

QString pageOf(const ui::HelpWindow& help)
{
    return help.findChild<QListWidget*>(QStringLiteral("help.pages"))->currentItem()->text();
}

QString textOf(const ui::HelpWindow& help)
{
    return help.findChild<QTextBrowser*>(QStringLiteral("help.text"))->toPlainText();
}

} // namespace

class TstHelp : public QObject
{
    Q_OBJECT
private slots:
    void aFieldHasItsPage();
    void aNumberHasItsPage();
    void aChartAndATabHaveTheirs();
    void everyPartHasItsEntry_data();
    void everyPartHasItsEntry();
    void aClickSaysWhatItIs();
    void aMenuHasItsPage();
    void tabsListWhatTheyRead();
    void examplesWork();
    void everyShortcutIsListed();
    void lessonFilesHaveTheirKinds();
    void theGlossaryHasItsTerms();
    void theCalculationHasItsFormulas();
    void theCalculationIsTypeset();
    void shortcutsSayThingsOnce();
    void theSearchGoesRound();
    void hintsComeOnceEach();
};

void TstHelp::aFieldHasItsPage()
{
    Stage stage;
    stage.openAllSections();
    for (auto* part : stage.part("prec.weights")->findChildren<QWidget*>())
        if (part->focusPolicy() & Qt::TabFocus)
            part->setFocus();
    const ui::HelpWindow& help = openedHelp(stage, "help");
    QCOMPARE(pageOf(help), QStringLiteral("Inputs and conventions"));
    auto* page = help.findChild<QTextBrowser*>(QStringLiteral("help.text"));
    const QString text = textOf(help);
    for (const core::Field& field : core::fields())
        QVERIFY2(text.contains(QString::fromUtf8(field.id.data(), qsizetype(field.id.size()))), field.id.data());
    const QTextCursor top = page->cursorForPosition({24, 4});
    const QTextCursor found = page->document()->find(QStringLiteral("prec.weights"));
    QVERIFY(found.position() >= top.position() && found.position() < top.position() + 200);
}

void TstHelp::aNumberHasItsPage()
{
    Stage stage;
    auto* tile = stage.part("tile.memory") ? stage.part("tile.memory") : stage.window.findChild<ui::ValueLabel*>();
    tile->setFocus();
    const ui::HelpWindow& help = openedHelp(stage, "help");
    QCOMPARE(pageOf(help), QStringLiteral("Numbers"));
    const QString text = textOf(help);
    for (const core::Metric& metric : core::metrics(*stage.window.session().scenario().presets))
        QVERIFY2(text.contains(QString::fromStdString(metric.id)), metric.id.c_str());
}

void TstHelp::aChartAndATabHaveTheirs()
{
    Stage stage;
    stage.window.findChild<ui::Chart*>()->setFocus();
    QCOMPARE(pageOf(openedHelp(stage, "help")), QStringLiteral("Views"));
    for (const ui::TabRow& row : ui::tabRows())
        QVERIFY(textOf(openedHelp(stage, "help")).contains(row.tip));
}

/// The entry is selected, also where the page is too short to scroll.
void TstHelp::everyPartHasItsEntry_data()
{
    QTest::addColumn<QString>("tab");
    QTest::addColumn<QString>("page");
    QTest::addColumn<QString>("title");
    const auto row = [](const char* part, const char* tab, const char* page, const char* title) {
        QTest::newRow(part) << QString::fromLatin1(tab) << QString::fromLatin1(page) << QString::fromLatin1(title);
    };
    row("section.hardware.header", "explore", "Inputs and conventions", "Chip");
    row("section.precision.header", "explore", "Inputs and conventions", "Compute");
    row("button.export", "explore", "Keyboard shortcuts", "Ctrl+E");
    row("card.torus.view", "explore", "Views", "Collectives");
    row("card.roofline.open", "explore", "Views", "Roofline");
    row("verdict", "explore", "Views", "Verdict");
    row("explain.strip", "explore", "Views", "Explain");
    row("chart.batch", "batch", "Views", "Batch");
    row("op.add", "operation", "Operation", "Operation");
    row("shard.size.J.field", "sharding", "Sharding", "Sharding");
    row("shard.expr.field", "sharding", "Sharding", "Sharded product");
    row("layer.preset.1", "layer", "Layer", "Layer");
    row("transport.play", "collectives", "Views", "Collectives");
    row("lessons.list", "lessons", "Lessons", "Lessons");
}

void TstHelp::everyPartHasItsEntry()
{
    QFETCH(QString, tab);
    QFETCH(QString, page);
    QFETCH(QString, title);
    Stage stage;
    stage.openAllSections();
    if (tab == QLatin1String("lessons"))
        stage.trigger("lessons");
    else
        stage.window.findChild<ui::Tabs*>()->openChart(tab);
    stage.settle();
    stage.part(QTest::currentDataTag())->setFocus();
    const ui::HelpWindow& help = openedHelp(stage, "help");
    QCOMPARE(pageOf(help), page);
    const QString entry = help.findChild<QTextBrowser*>()->textCursor().selectedText();
    QVERIFY2(entry.startsWith(title), qPrintable(entry));
}

/// After Shift+F1.
void TstHelp::aClickSaysWhatItIs()
{
    Stage stage;
    const auto* batch = stage.part("work.batch");
    stage.trigger("whats-this");
    QVERIFY(QWhatsThis::inWhatsThisMode());
    QWhatsThis::leaveWhatsThisMode();
    const QPoint at = batch->mapTo(&stage.window, batch->rect().center());
    QHelpEvent asked(QEvent::WhatsThis, at, stage.window.mapToGlobal(at));
    QApplication::sendEvent(&stage.window, &asked);
    QVERIFY(asked.isAccepted());
    const auto tops = QApplication::topLevelWidgets();
    QVERIFY(std::ranges::any_of(tops, [](const QWidget* top) {
        return top->isVisible() && QString::fromLatin1(top->metaObject()->className()) == QLatin1String("QWhatsThat");
    }));
    QWhatsThis::hideText();
}

/// A menu takes all keys.
void TstHelp::aMenuHasItsPage()
{
    Stage stage;
    for (const char* menu : {"conv.comms", "conventions.all"}) { // that of small windows begins with it
        QTimer::singleShot(200, qApp, [] {
            QVERIFY(QApplication::activePopupWidget());
            QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_F1);
        });
        stage.part<QAbstractButton>(menu)->click();
        QVERIFY(!QApplication::activePopupWidget());
        auto* help = stage.window.findChild<ui::HelpWindow*>();
        QVERIFY(help && help->isVisible());
        QCOMPARE(pageOf(*help), QStringLiteral("Inputs and conventions"));
        QVERIFY(help->findChild<QTextBrowser*>()->textCursor().selectedText().contains(QStringLiteral("conv.comms")));
        help->open(QStringLiteral("views"));
    }
}

/// Columns of measured points, metrics of Nsight Compute, kernels of a trace, keys of a lecture.
void TstHelp::tabsListWhatTheyRead()
{
    const auto pages = ui::tabPages(core::shippedCatalogue());
    const auto holds = [&pages](const char* id, std::string_view words) {
        const auto page = std::ranges::find(pages, QLatin1String(id), &ui::HelpPage::id);
        return page->html.contains(QString::fromUtf8(words.data(), qsizetype(words.size())).toHtmlEscaped());
    };
    for (const auto& column : core::measuredRates)
        QVERIFY2(holds("operation", column.name), column.name.data());
    for (const auto& work : core::nsightWorks)
        for (const auto& count : work.perCycle)
            QVERIFY2(holds("operation", count.metric) && holds("operation", count.ready), count.metric.data());
    for (const auto& [part, what] : core::usualPatterns())
        QVERIFY2(holds("step", part) && holds("step", core::titleOf(what)), part.c_str());
    for (const ui::LectureKeyRow& row : ui::lectureKeys())
        QVERIFY2(holds("lessons", ui::doesText(row).toStdString()), row.does);
}

/// Each is read by those that read what is typed.
void TstHelp::examplesWork()
{
    const core::Scenario scenario = core::defaultScenario(core::shippedCatalogue());
    int read = 0;
    for (const ui::HelpPage& page : ui::tabPages(core::shippedCatalogue())) {
        const QRegularExpression typed(QStringLiteral("<(pre|code)>(.*?)</\\1>"),
                                       QRegularExpression::DotMatchesEverythingOption);
        auto matches = typed.globalMatch(page.html);
        while (matches.hasNext()) {
            const auto match = matches.next();
            const std::string words = QTextDocumentFragment::fromHtml(match.captured()).toPlainText().toStdString();
            if (page.id == QLatin1String("sharding") && words.find('[') != std::string::npos) {
                const auto expression = core::readExpression(words);
                QVERIFY2(expression, words.c_str());
                const auto mesh = core::readNamedMesh(scenario.shard.mesh).value();
                QVERIFY2(!core::checkExpression(words, mesh, core::sizesOf(*expression, scenario.shard)),
                         words.c_str());
            } else if (page.id == QLatin1String("operation") && words.find(',') != std::string::npos) {
                QVERIFY2(core::readMeasured(words, scenario, "m.csv"), words.c_str());
            } else if (words.find('=') != std::string::npos) {
                QVERIFY2(core::isTracePatterns(QString::fromStdString(words).trimmed().toStdString()), words.c_str());
            } else if (page.id == QLatin1String("layer") && words.find('[') != std::string::npos) {
                QVERIFY2(core::isEditedArrays(QString::fromStdString(words).trimmed().toStdString()), words.c_str());
            } else
                continue;
            ++read;
        }
    }
    QCOMPARE(read, 11 + 2 + 1 + 1);
}

void TstHelp::everyShortcutIsListed()
{
    Stage stage;
    const QString text = textOf(openedHelp(stage, "shortcuts"));
    for (const ui::ActionRow& row : ui::actionRows())
        if (row.shortcut[0] != '\0')
            QVERIFY2(text.contains(QKeySequence(QString::fromUtf8(row.shortcut)).toString(QKeySequence::NativeText)),
                     row.id);
    for (const ui::LectureKeyRow& row : ui::lectureKeys())
        QVERIFY2(text.contains(ui::doesText(row)), row.does);
}

/// F1 in the text of a lesson opens it; see HelpDesk::placeOf().
void TstHelp::lessonFilesHaveTheirKinds()
{
    const QString page = ui::lessonFilesPage().html;
    for (const std::string_view kind : core::stepKindNames)
        QVERIFY2(page.contains(QString::fromUtf8(kind.data(), static_cast<int>(kind.size()))), kind.data());
    for (const char* key : {"tolerance", "measures", "points", "says", "collectives"})
        QVERIFY2(page.contains(QLatin1String(key)), key);
}

void TstHelp::theGlossaryHasItsTerms()
{
    Stage stage;
    const QString text = textOf(openedHelp(stage, "glossary"));
    for (const char* term : {"global batch", "FSDP", "critical batch", "KV cache", "microbatch"})
        QVERIFY2(text.contains(QLatin1String(term)), term);
    QVERIFY(!text.contains(QStringLiteral("print_formula_table")));
}

/// Each formula that a metric cites has its section there.
void TstHelp::theCalculationHasItsFormulas()
{
    Stage stage;
    const QString text = textOf(openedHelp(stage, "calculation"));
    int cited = 0;
    for (const core::Metric& metric : core::metrics(*stage.window.session().scenario().presets)) {
        const QString section = QString::fromStdString(metric.equation).section(u' ', 0, 0).section(u',', 0, 0);
        if (section.isEmpty() || !metric.traced) // counted, or simulated
            continue;
        QVERIFY2(text.contains(section), metric.id.c_str());
        ++cited;
    }
    QVERIFY(cited > 50);
}

/// No words of developers, subscripts as subscripts, and nothing to scroll sideways for.
void TstHelp::theCalculationIsTypeset()
{
    Stage stage;
    for (const char* page : {"calculation", "glossary"}) {
        const ui::HelpWindow& help = openedHelp(stage, page);
        const QString text = textOf(help);
        for (const char* raw : {"core/formulas", "W_hbm", "T_upd", "print_formula_table"})
            QVERIFY2(!text.contains(QLatin1String(raw)), raw);
        auto* browser = help.findChild<QTextBrowser*>(QStringLiteral("help.text"));
        QTRY_VERIFY(browser->horizontalScrollBar()->maximum() <= 1); // a pixel of rounding, once all of it is laid out
        QVERIFY(!browser->horizontalScrollBar()->isVisible());
        const QTextCursor found = browser->document()->find(QStringLiteral("Whbm"), QTextDocument::FindCaseSensitively);
        QVERIFY(!found.isNull());
        QCOMPARE(found.charFormat().verticalAlignment(), QTextCharFormat::AlignSubScript);
    }
}

/// "Undo", not "Undo, undo".
void TstHelp::shortcutsSayThingsOnce()
{
    Stage stage;
    const QStringList lines = textOf(openedHelp(stage, "shortcuts")).split(u'\n');
    for (qsizetype i = 1; i < lines.size(); ++i)
        QVERIFY2(lines[i].trimmed().isEmpty() || lines[i] != lines[i - 1], qPrintable(lines[i]));
}

void TstHelp::theSearchGoesRound()
{
    Stage stage;
    const ui::HelpWindow& help = openedHelp(stage, "glossary");
    auto* words = help.findChild<QLineEdit*>(QStringLiteral("help.search"));
    const auto* text = help.findChild<QTextBrowser*>(QStringLiteral("help.text"));
    words->setText(QStringLiteral("FSDP"));
    QTest::keyClick(words, Qt::Key_Return);
    const int first = text->textCursor().position();
    QVERIFY(first > 0);
    int turns = 0;
    do
        QTest::keyClick(words, Qt::Key_Return);
    while (text->textCursor().position() != first && ++turns < 100);
    QVERIFY(turns > 0 && turns < 100);
}

void TstHelp::hintsComeOnceEach()
{
    Stage stage;
    stage.trigger("hints");
    const auto* sentence = stage.part<QLabel>("notice.sentence");
    QVERIFY(sentence->isVisible() && sentence->text().contains(QStringLiteral("Batch")));
    QVERIFY(stage.window.session().editFromText("work.batch", "4096"));
    stage.settle();
    QVERIFY(sentence->text().contains(QStringLiteral("formula")));
    stage.window.findChild<ui::ValueLabel*>()->click();
    stage.settle();
    QVERIFY(sentence->text().contains(QStringLiteral("Ctrl+L")));
    stage.trigger("lessons");
    QVERIFY(!sentence->isVisible());
    QCOMPARE(ui::Settings::ofProgram().hints(), 3);
    stage.window.offerHints();
    QVERIFY(!sentence->isVisible());
    stage.window.session().undoStack().setClean();
}

ROOFLIGHT_TEST(TstHelp)
#include "tst_help.moc"

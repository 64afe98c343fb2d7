// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that every shipped scenario opens from the window, by its title and by a click.
#include "support/suite.h"
#include "window_stage.h"

#include "core/io/preset_catalogue.h"
#include "core/numbers/numbers.h"
#include "ui/shell/tabs.h"

#include <QAbstractButton>
#include <QMenu>
#include <QRegularExpression>

using Stage = tests::WindowStage;

namespace
{

QMenu* openedExamples(Stage& stage)
{
    auto* menu = stage.window.findChild<QMenu*>(QStringLiteral("examples"));
    menu->popup({});
    stage.settle();
    return menu;
}

void choose(Stage& stage, const char* name)
{
    QMenu* menu = openedExamples(stage);
    auto* action = menu->findChild<QAction*>(QString::fromLatin1(name));
    QTest::mouseClick(menu, Qt::LeftButton, Qt::NoModifier, menu->actionGeometry(action).center());
    stage.settle();
}

} // namespace

class TstExamples : public QObject
{
    Q_OBJECT
private slots:
    void everyShippedScenarioIsOffered();
    void theMenuIsInSight();
    void aClickOpensIt();
    void itsOwnCollectiveIsShown();
};

/// With its title, and with what the window would say of it.
void TstExamples::everyShippedScenarioIsOffered()
{
    Stage stage;
    const QMenu* menu = openedExamples(stage);
    const auto& scenarios = core::shippedCatalogue().scenarios;
    QCOMPARE(menu->actions().size(), static_cast<qsizetype>(scenarios.size()));
    for (std::size_t i = 0; i < scenarios.size(); ++i) {
        const QAction* action = menu->actions()[static_cast<qsizetype>(i)];
        QCOMPARE(action->text().section(u'\t', 0, 0), QString::fromStdString(scenarios[i].title));
        static const QRegularExpression verdict(QStringLiteral(
            "^(Compute|Communication|HBM|Latency)-bound( \\d.*×)?$|^Balanced$|^Does not fit: .+ of .+ per chip"));
        const QString brief = action->text().section(u'\t', 1);
        QVERIFY2(verdict.match(brief).hasMatch(), qPrintable(brief));
        QVERIFY(!action->toolTip().isEmpty());
    }
}

void TstExamples::theMenuIsInSight()
{
    for (const QSize size : {QSize(1024, 640), QSize(1920, 1080)}) {
        Stage stage("start", size);
        const auto* button = stage.part<QAbstractButton>("button.examples");
        QVERIFY(button->isVisible());
        QVERIFY(stage.window.rect().contains(QRect(button->mapTo(&stage.window, QPoint()), button->size())));
    }
}

void TstExamples::aClickOpensIt()
{
    Stage stage;
    choose(stage, "example.llama3-70b-h100");
    QVERIFY(stage.window.session().scenario() == tests::openedScenario("llama3-70b-h100"));
    QVERIFY(stage.window.session().undoStack().isClean());
    QVERIFY(stage.window.session().fileName().isEmpty());
    QVERIFY(stage.window.windowTitle().contains(QStringLiteral("LLaMA-3 70B on 512 H100")));
}

/// The layer of HighPerfLLMs session 4: 8192 x 8192 weights of 2 bytes, gathered over a ring of 16 by links of 50 GB/s
/// one way: 2 x 8192^2 / (2 x 50e9) = 1.342 ms.
void TstExamples::itsOwnCollectiveIsShown()
{
    Stage stage;
    choose(stage, "example.hpl-s04");
    const core::Scenario& scenario = stage.window.session().scenario();
    QCOMPARE(scenario.coll.torus, std::string("16"));
    QCOMPARE(scenario.coll.bytes.si(), 134217728.0);
    stage.trigger("tab-6");
    const auto number = core::value(stage.window.session().snapshot().workspace(), "coll.book");
    QVERIFY(number && std::abs(number->si() - 2 * 8192. * 8192 / (2 * 50e9)) < 1e-9);
}

ROOFLIGHT_TEST(TstExamples)

#include "tst_examples.moc"

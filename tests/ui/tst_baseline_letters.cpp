// SPDX-License-Identifier: GPL-3.0-or-later
// Removes, swaps and pins baselines in the window: each keeps its letter.
#include "support/suite.h"
#include "window_stage.h"

#include "ui/charts/chart_table.h"
#include "ui/derivation/explain_panel.h"

#include <QTextBrowser>

using namespace Qt::Literals::StringLiterals;

class TstBaselineLetters : public QObject
{
    Q_OBJECT
private slots:
    void theyStayWithTheirBaseline();
};

/// The second one stays C when the first goes; the next that is pinned is B again, before it.
void TstBaselineLetters::theyStayWithTheirBaseline()
{
    tests::WindowStage stage;
    auto& session = stage.window.session();
    stage.trigger("pin-baseline");
    QVERIFY(session.edit("work.batch", 65536.));
    stage.trigger("pin-baseline");
    const auto comparison = [&] { return stage.part<QTextBrowser>("explain.text")->toPlainText(); };
    const auto follow = [&](const QString& act) {
        emit stage.part<ui::ExplainPanel>("explain")->baselineAsked(act);
        stage.settle();
    };
    follow(u"remove/0"_s);
    QVERIFY2(comparison().contains(u"△ C"_s) && !comparison().contains(u"◇ B"_s), qPrintable(comparison()));
    QCOMPARE(session.undoStack().undoText(), u"Remove baseline B"_s);
    QVERIFY(session.edit("work.batch", 16384.));
    follow(u"swap/0"_s);
    QVERIFY(session.scenario().work.batch == 65536 && session.scenario().letter == 0);
    QVERIFY(session.scenario().baselines[0].work.batch == 16384 && session.scenario().baselines[0].letter == 'C');
    follow(u"take/0"_s);
    QVERIFY(session.scenario().letter == 0);
    const auto rows = ui::metricTable(session.snapshot(), "time.step");
    QCOMPARE(rows[0][4], "value C");
    stage.trigger("pin-baseline");
    QCOMPARE(session.undoStack().undoText(), u"Pin baseline B"_s);
    QVERIFY(session.scenario().baselines[0].letter == 'B' && session.scenario().baselines[1].letter == 'C');
}

ROOFLIGHT_TEST(TstBaselineLetters)
#include "tst_baseline_letters.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that a question about a number goes up to the first widget that answers, and from everywhere in the window.
#include "asked_numbers.h"
#include "support/suite.h"
#include "ui/derivation/explain_panel.h"
#include "ui/numbers/value_label.h"
#include "window_stage.h"

namespace
{

class Answers : public QWidget
{
public:
    using QWidget::QWidget;
    QStringList ids;

protected:
    void customEvent(QEvent* event) override
    {
        event->accept();
        ids << static_cast<ui::WhyEvent*>(event)->number();
    }
};

} // namespace

class TstWhyEvent : public QObject
{
    Q_OBJECT
private slots:
    void theFirstThatAnswersHearsIt();
    void nobodyHasToAnswer();
    void everyLabelInTheWindowIsHeard();
};

void TstWhyEvent::theFirstThatAnswersHearsIt()
{
    Answers outer;
    Answers inner(&outer);
    QWidget between(&inner);
    QWidget asking(&between, Qt::Popup); // has a window of its own
    const tests::AskedNumbers passed(between);
    ui::askWhy(asking, QStringLiteral("time.step"));
    QCOMPARE(inner.ids, QStringList(QStringLiteral("time.step")));
    QCOMPARE(passed.ids, inner.ids);
    QVERIFY(outer.ids.isEmpty());
}

void TstWhyEvent::nobodyHasToAnswer()
{
    QWidget alone;
    const tests::AskedNumbers asked(alone);
    ui::askWhy(alone, QStringLiteral("time.step"));
    QCOMPARE(asked.ids.size(), 1);
}

void TstWhyEvent::everyLabelInTheWindowIsHeard()
{
    tests::WindowStage stage;
    for (const char* tab : {"tab-1", "tab-6"}) {
        stage.trigger(tab);
        for (auto* label : stage.window.findChildren<ui::ValueLabel*>()) {
            if (!label->isVisible() || !label->isEnabled())
                continue;
            const QString id = label->metricId();
            label->click();
            QCOMPARE(stage.part<ui::ExplainPanel>("explain")->metricId(), id);
        }
    }
}

ROOFLIGHT_TEST(TstWhyEvent)
#include "tst_why_event.moc"

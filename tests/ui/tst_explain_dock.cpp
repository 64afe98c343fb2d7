// SPDX-License-Identifier: GPL-3.0-or-later
// Checks where Explain opens, when it closes, and how much of a derivation it shows at first.
#include "support/suite.h"
#include "window_stage.h"

#include "ui/session/why_event.h"

#include <QLabel>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>

using Stage = tests::WindowStage;

class TstExplainDock : public QObject
{
    Q_OBJECT
private slots:
    void explainCoversAndMovesNothing();
    void theFocusStaysInSight();
    void longExplanationsShowTheirTopLevelFirst();
    void f8ClosesBesideAMarkedRow();
    void whatIsThereNoMoreIsSaidInWords();
};

/// Neither the pictures nor the inputs above it.
void TstExplainDock::explainCoversAndMovesNothing()
{
    for (const QSize size : {QSize(1024, 640), QSize(1280, 720), QSize(1920, 1080)}) {
        Stage stage("start", size);
        const auto place = [&](const QWidget* part) {
            return QRect(part->mapTo(&stage.window, QPoint()), part->size());
        };
        QList<const QWidget*> parts{stage.part("tabs"), stage.part("work.mode"), stage.part("work.batch")};
        for (const auto* part : stage.part("tabs")->findChildren<QWidget*>())
            parts << part;
        QList<QRect> before;
        for (const QWidget* part : parts)
            before << place(part);
        stage.trigger("explain");
        const QWidget* panel = stage.part("explain");
        QVERIFY(panel->isVisible());
        for (qsizetype i = 0; i < parts.size(); ++i)
            QVERIFY2(place(parts[i]) == before[i], qPrintable(parts[i]->objectName()));
        QVERIFY(!place(panel).intersects(place(stage.part("tabs"))));
        QVERIFY(panel->height() * 5 >= 2 * (panel->height() + stage.part("design")->height()));
        QVERIFY(panel->height() >= 120 && place(stage.part("design")).bottom() < place(panel).top());
    }
}

/// That of an input in the lower half of the column.
void TstExplainDock::theFocusStaysInSight()
{
    Stage stage;
    auto* low = stage.part("work.remat.list");
    low->setFocus();
    stage.settle();
    QTest::keyClick(low, Qt::Key_F8);
    stage.settle();
    QVERIFY(stage.part("explain")->isVisible());
    QVERIFY(low->hasFocus());
    QCOMPARE(low->visibleRegion().boundingRect(), low->rect());
}

void TstExplainDock::longExplanationsShowTheirTopLevelFirst()
{
    Stage stage;
    ui::askWhy(*stage.part("tile.step"), QStringLiteral("mem.total"));
    stage.settle();
    auto* text = stage.part<QTextBrowser>("explain.text");
    const auto steps = [text] { return text->toHtml().count(QStringLiteral("name=\"step-")); };
    const auto follow = [text](const char* link) { emit text->anchorClicked(QUrl(QString::fromLatin1(link))); };
    const auto top = steps();
    const QString first = text->toPlainText().section(u'\n', 0, 0);
    follow("#fold");
    const auto all = steps();
    QVERIFY2(top >= 2 && top < all / 2, qPrintable(QStringLiteral("%1 of %2").arg(top).arg(all)));
    QCOMPARE(text->toPlainText().section(u'\n', 0, 0), first);
    follow("#fold");
    QCOMPARE(steps(), top);
    static const QRegularExpression link(QStringLiteral("href=\"(#step-\\d+)\""));
    const QString deep = link.match(text->toHtml().section(QStringLiteral("name=\"step-"), 2)).captured(1);
    follow(qPrintable(deep)); // a symbol of the second level opens its step
    QVERIFY(steps() > top && text->toHtml().contains(QString(deep).replace(u'#', QStringLiteral("name=\""))));
}

/// The row keeps the focus, and Explain shows another number.
void TstExplainDock::f8ClosesBesideAMarkedRow()
{
    Stage stage;
    stage.trigger("tab-6");
    auto* side = stage.part<QTabWidget>("collectives.side");
    side->setCurrentIndex(3); // Steps
    stage.settle();
    auto* table = side->currentWidget()->findChild<QTableView*>();
    table->setFocus();
    table->setCurrentIndex(table->model()->index(1, 1));
    ui::askWhy(*stage.part("tile.step"), QStringLiteral("time.step"));
    QVERIFY(stage.part("explain")->isVisible());
    QTest::keyClick(table, Qt::Key_F8);
    QVERIFY(!stage.part("explain")->isVisible());
    QTest::keyClick(table, Qt::Key_F8); // and asks about the row when it is opened anew
    QVERIFY(stage.part("explain")->isVisible());
}

/// A link of a chip that a smaller torus has no more: neither ids nor what only a command line can choose.
void TstExplainDock::whatIsThereNoMoreIsSaidInWords()
{
    Stage stage;
    stage.openCollectives();
    QVERIFY(stage.window.session().editFromText("coll.torus", "8x8"));
    stage.settle();
    ui::askWhy(*stage.part("tile.step"), QStringLiteral("coll.link_bytes@2,44,X+"));
    stage.settle();
    const auto* panel = stage.part("explain");
    const auto words = [panel] {
        QString all;
        for (const auto* label : panel->findChildren<QLabel*>())
            all += label->text() + u'\n';
        return all + panel->findChild<QTextBrowser*>()->toPlainText();
    };
    QVERIFY2(words().contains(QStringLiteral("(4,5)")), qPrintable(words())); // its title
    QVERIFY(stage.window.session().editFromText("coll.torus", "4x4"));
    stage.settle();
    QVERIFY2(words().contains(QStringLiteral("There is no chip 44 here.")), qPrintable(words()));
    for (const char* machine : {"coll.", "@", "choose"})
        QVERIFY2(!words().contains(QLatin1String(machine)), qPrintable(words()));
    stage.window.session().undoStack().setClean();
}

ROOFLIGHT_TEST(TstExplainDock)

#include "tst_explain_dock.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what a first start offers, and what the window says of files: names that are suggested, work that is saved.
#include "support/suite.h"
#include "window_stage.h"

#include "core/io/preset_catalogue.h"
#include "ui/shell/settings.h"
#include "ui/shell/start_card.h"
#include "ui/shell/window_files.h"
#include "ui/theme/painting.h"

#include <QAbstractButton>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>

using Stage = tests::WindowStage;
using namespace Qt::Literals::StringLiterals;

class TstStartCard : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void cleanup();
    void itStandsAboveTheChartsWhereThereIsRoom();
    void itsExamplesShowWhole_data();
    void itsExamplesShowWhole();
    void itsExamplesFitANarrowWindow();
    void anExampleOpensByAClick();
    void closingIsRemembered();
    void savedFilesAreOfferedAgain();
    void theTitleIsSuggestedAsAName();
    void whatEqualsTheSavedIsSaved();
    void enterLosesNothing();
};

void TstStartCard::cleanup()
{
    ui::Settings::ofProgram().setStartClosed(false);
    ui::Settings::ofProgram().setRecent({});
}

/// Never instead of the start scenario.
void TstStartCard::itStandsAboveTheChartsWhereThereIsRoom()
{
    Stage stage("start", {1600, 1000});
    auto* card = stage.part("start");
    QVERIFY(!card->isVisible());
    stage.window.offerStart(960);
    stage.settle();
    QVERIFY(card->isVisible());
    const auto* chart = stage.part("card.roofline");
    QVERIFY(card->mapTo(&stage.window, card->rect().bottomLeft()).y() < chart->mapTo(&stage.window, QPoint()).y());
    QVERIFY(chart->visibleRegion().boundingRect().height() > 150);
    for (const auto& preset : core::shippedCatalogue().scenarios) {
        const auto* row =
            card->findChild<QAbstractButton*>(QStringLiteral("start.") + QString::fromStdString(preset.id));
        QVERIFY2(row && row->text() == QString::fromStdString(preset.title), preset.id.c_str());
        QCOMPARE(row->accessibleDescription(), QString::fromStdString(preset.teaches));
    }
    stage.window.setMinimumSize(400, 400);
    stage.window.resize(1280, 600);
    stage.settle();
    QVERIFY(!card->isVisible());
    stage.trigger("start-here"); // whoever asks for it gets it
    QVERIFY(card->isVisible());
}

void TstStartCard::itsExamplesShowWhole_data()
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1280, 720), QSize(1440, 900), QSize(1920, 1040)})
        QTest::addRow("%d", size.width()) << size;
}

namespace
{

const QWidget* viewOf(const QWidget& row)
{
    const QWidget* list = row.parentWidget();
    while (!qobject_cast<const QScrollArea*>(list))
        list = list->parentWidget();
    return qobject_cast<const QScrollArea*>(list)->viewport();
}

} // namespace

/// Each with its title and its lesson, in whole rows, above charts that are in sight.
void TstStartCard::itsExamplesShowWhole()
{
    QFETCH(QSize, size);
    Stage stage("start", size);
    stage.window.offerStart(ui::StartCard::enoughHeight);
    stage.settle();
    QVERIFY(stage.part("start")->isVisible());
    const auto* first = stage.part<QAbstractButton>("start.start");
    const QWidget* view = viewOf(*first);
    QCOMPARE(view->height() % first->height(), 0);
    for (const auto& preset : core::shippedCatalogue().scenarios) {
        const auto* row = stage.window.findChild<QAbstractButton*>(u"start."_s + QString::fromStdString(preset.id));
        const int title = QFontMetrics(ui::uiFont(13)).horizontalAdvance(row->text());
        const int lesson = QFontMetrics(ui::uiFont(12)).horizontalAdvance(row->accessibleDescription());
        QVERIFY2(std::max(title, lesson) <= row->width() - 16, qPrintable(row->text()));
        QVERIFY2(row->mapTo(view, row->rect().topRight()).x() < view->width(), qPrintable(row->text()));
    }
    QVERIFY(stage.part("card.roofline")->visibleRegion().boundingRect().height() > 150);
}

/// Cut at the end of the line, which a tool tip gives whole; nothing lies right of what is in sight.
void TstStartCard::itsExamplesFitANarrowWindow()
{
    Stage stage("start", {1024, 700});
    stage.window.offerStart(ui::StartCard::enoughHeight);
    stage.settle();
    const auto* first = stage.part<QAbstractButton>("start.start");
    const QWidget* view = viewOf(*first);
    QVERIFY(view->isVisible());
    for (const auto* row : first->parentWidget()->findChildren<QAbstractButton*>())
        QVERIFY2(row->mapTo(view, row->rect().topRight()).x() < view->width(), qPrintable(row->text()));
}

void TstStartCard::anExampleOpensByAClick()
{
    Stage stage("start", {1600, 1000});
    stage.window.offerStart(960);
    stage.settle();
    stage.key("start.cs336-xxl-memory", Qt::Key_Space);
    QVERIFY(stage.window.session().scenario() == tests::openedScenario("cs336-xxl-memory"));
    QVERIFY(!stage.part("start")->isVisible());
    QVERIFY(!ui::Settings::ofProgram().startClosed());
}

void TstStartCard::closingIsRemembered()
{
    Stage stage("start", {1600, 1000});
    stage.window.offerStart(960);
    stage.settle();
    QTest::mouseClick(stage.part("start.close"), Qt::LeftButton);
    QVERIFY(!stage.part("start")->isVisible());
    QVERIFY(ui::Settings::ofProgram().startClosed());
}

void TstStartCard::savedFilesAreOfferedAgain()
{
    const QTemporaryDir folder;
    Stage stage("start", {1600, 1000});
    const QString path = folder.filePath(QStringLiteral("mine.rooflight.json"));
    QVERIFY(stage.window.session().save(path));
    QCOMPARE(ui::recentFiles(), QStringList(path));
    stage.window.offerStart(960);
    stage.settle();
    const auto rows = stage.part("start")->findChildren<QAbstractButton*>();
    QVERIFY(std::ranges::any_of(rows, [](const auto* row) { return row->text() == u"mine.rooflight.json"; }));
    QVERIFY(QFile::remove(path));
    QVERIFY(ui::recentFiles().isEmpty());
}

void TstStartCard::theTitleIsSuggestedAsAName()
{
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    Stage stage("llama3-70b-h100");
    QString suggested;
    QTimer::singleShot(0, qApp, [&] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        suggested = dialog->findChild<QLineEdit*>()->text();
        dialog->reject();
    });
    stage.trigger("save-as");
    QCOMPARE(suggested, QStringLiteral("LLaMA-3 70B on 512 H100 FSDP across nodes, tensor within.rooflight.json"));
}

/// Also by the way of Ctrl+R, or typed back.
void TstStartCard::whatEqualsTheSavedIsSaved()
{
    Stage stage;
    const auto* saved = stage.part<QLabel>("saved");
    QVERIFY(stage.window.session().edit("work.batch", 4096.0));
    stage.settle();
    QCOMPARE(saved->text(), QStringLiteral("Unsaved changes"));
    stage.trigger("reset");
    QCOMPARE(saved->text(), QStringLiteral("Saved"));
    QVERIFY(stage.window.close()); // asks nothing
}

void TstStartCard::enterLosesNothing()
{
    Stage stage;
    QVERIFY(stage.window.session().edit("work.batch", 4096.0));
    stage.settle();
    QString first;
    QStringList names;
    bool pictures = true;
    QTimer::singleShot(0, qApp, [&] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        first = qobject_cast<QPushButton*>(box->button(QMessageBox::Save))->isDefault() ? QStringLiteral("Save")
                                                                                        : QString();
        pictures = box->icon() != QMessageBox::NoIcon;
        for (const auto* button : box->buttons()) {
            pictures = pictures || !button->icon().isNull();
            names << button->text();
        }
        box->button(QMessageBox::Cancel)->click();
    });
    QVERIFY(!stage.window.close());
    QCOMPARE(first, QStringLiteral("Save"));
    QVERIFY(!pictures);
    names.sort();
    QCOMPARE(names.join(u' '), QStringLiteral("&Cancel &Discard &Save"));
    stage.window.session().undoStack().setClean();
}

ROOFLIGHT_TEST(TstStartCard)

#include "tst_start_card.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the export dialog asks for what its controls say, previews it, and reports what went wrong.
#include "chart_stage.h"
#include "core/scenario/fields.h"
#include "start_scenario.h"
#include "support/suite.h"
#include "ui/export/animation_dialog.h"
#include "ui/export/export_dialog.h"
#include "ui/export/page.h"
#include "ui/export/picture.h"
#include "ui/session/snapshot.h"
#include "ui/tables/table_parts.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QRawFont>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTextLayout>

#include <cmath>

namespace
{

using tests::startSnapshot;

/// The dialog with the preset of sizes at that place.
template <class Dialog> const Dialog& choose(Dialog& dialog, int preset)
{
    for (QComboBox* box : dialog.template findChildren<QComboBox*>())
        if (box->findText(QStringLiteral("Custom size")) >= 0) {
            box->setCurrentIndex(preset);
            emit box->activated(preset);
        }
    return dialog;
}

QLabel* labelCalled(const QWidget& dialog, const QString& name)
{
    for (QLabel* label : dialog.findChildren<QLabel*>())
        if (label->accessibleName() == name)
            return label;
    return nullptr;
}

} // namespace

class TstExportDialog : public QObject
{
    Q_OBJECT
private slots:
    void lettersOfAPdfHaveText();
    void textsOfTablesAreNoFormulas();
    void startsWithALightSlideOfTheDashboard();
    void slidesCanBeReadFromTheBack();
    void showsThePageAtItsTrueShape();
    void ownSizeLeavesThePreset();
    void writesTheAskedPicture();
    void theEndingDecidesTheFormat();
    void saysWhyItCannotWrite();
    void stepsAreOfTheCollective();
    void aTableHasAllStepsUnlessOneIsAsked();
    void whatCannotBeDrawnCannotBeSaved();
};

void TstExportDialog::startsWithALightSlideOfTheDashboard()
{
    const ui::ExportDialog dialog(startSnapshot(), ui::Theme::night());
    QCOMPARE(dialog.request().view, QStringLiteral("dashboard"));
    QCOMPARE(dialog.request().pixels, QSize(1920, 1080));
    QCOMPARE(dialog.request().dark, false);
}

/// 24 of 1080 lines, as in a lecture, and three quarters of that on half a slide. The charts of the dashboard share a
/// page; each other view but a trace is drawn of one of the scenarios.
void TstExportDialog::slidesCanBeReadFromTheBack()
{
    static const QRegularExpression form(
        QStringLiteral("<text [^>]*font-size=\"([\\d.]+)\"[^>]*matrix\\(([-\\d.]+) ([-\\d.]+)[^>]*>([^<]*)"));
    int drawn = 0;
    QStringList faults;
    QSet<QString> seen{QStringLiteral("dashboard"), QStringLiteral("trace")}; // a trace is of a file
    for (const char* scenario : {"start", "comp4901y-pipeline"}) {
        const ui::Snapshot snapshot = ui::snapshotOf(tests::shippedScenario(scenario));
        ui::ExportDialog still(snapshot, ui::Theme::light());
        ui::AnimationDialog moving(snapshot, ui::Theme::light());
        std::vector<std::pair<ui::PictureRequest, double>> slides;
        for (const ui::PictureView& view : ui::pictureViews()) {
            if (view.id == QLatin1String("dashboard"))
                continue;
            still.setView(view.id);
            for (const auto& [preset, least] : {std::pair(0, 24.), {1, 18.}})
                slides.emplace_back(choose(still, preset).request(), least);
            moving.setView(view.id);
            for (const auto& [preset, least] : {std::pair(1, 16.), {2, 24.}})
                if (view.moves)
                    slides.emplace_back(choose(moving, preset).request().picture, least);
        }
        for (auto& [request, least] : slides) {
            request.format = ui::PictureFormat::svg;
            const auto svg = ui::renderPicture(request, snapshot);
            if (!svg)
                continue;
            seen << request.view;
            for (auto texts = form.globalMatch(QString::fromUtf8(*svg)); texts.hasNext(); ++drawn) {
                const auto text = texts.next();
                const double scale = std::hypot(text.captured(2).toDouble(), text.captured(3).toDouble());
                const double pixels = text.captured(1).toDouble() * scale * request.dpi / 96;
                if (pixels < least - 0.1)
                    faults << QStringLiteral("%1 of %2, %3×%4: \"%5\" has %6")
                                  .arg(request.view, QLatin1String(scenario))
                                  .arg(request.pixels.width())
                                  .arg(request.pixels.height())
                                  .arg(text.captured(4))
                                  .arg(pixels);
            }
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    QVERIFY(drawn > 200);
    for (const ui::PictureView& view : ui::pictureViews())
        QVERIFY2(seen.contains(view.id), qPrintable(view.id));
}

void TstExportDialog::showsThePageAtItsTrueShape()
{
    ui::ExportDialog dialog(startSnapshot(), ui::Theme::light());
    dialog.show();
    const QPixmap picture = labelCalled(dialog, QStringLiteral("Preview"))->pixmap();
    QVERIFY(!picture.isNull());
    const double shape = static_cast<double>(picture.width()) / picture.height();
    QVERIFY(std::abs(shape - 16.0 / 9.0) < 0.01);
}

void TstExportDialog::ownSizeLeavesThePreset()
{
    ui::ExportDialog dialog(startSnapshot(), ui::Theme::light());
    dialog.findChild<QSpinBox*>(QStringLiteral("size.width"))->setValue(1600);
    QCOMPARE(dialog.request().pixels, QSize(1600, 1080));
    bool found = false;
    for (const QComboBox* box : dialog.findChildren<QComboBox*>())
        found = box->currentText() == QStringLiteral("Custom size") || found;
    QVERIFY(found);
}

void TstExportDialog::writesTheAskedPicture()
{
    const QTemporaryDir folder;
    ui::ExportDialog dialog(startSnapshot(), ui::Theme::light());
    const QSignalSpy spy(&dialog, &ui::ExportDialog::exported);
    dialog.setView(QStringLiteral("memory"));
    const QString path = folder.filePath(QStringLiteral("memory.png"));
    QVERIFY(dialog.exportTo(path));
    QCOMPARE(spy.size(), 1);
    QCOMPARE(QImage(path).size(), QSize(1920, 1080));
}

/// What the name says is what the file holds; a name that says nothing is refused.
void TstExportDialog::theEndingDecidesTheFormat()
{
    const QTemporaryDir folder;
    ui::ExportDialog dialog(startSnapshot(), ui::Theme::light());
    dialog.setView(QStringLiteral("memory"));
    const auto begins = [&](const QString& name) {
        QFile file(folder.filePath(name));
        return dialog.exportTo(file.fileName()) && file.open(QIODevice::ReadOnly) ? file.read(4) : QByteArray();
    };
    QCOMPARE(begins(QStringLiteral("a.pdf")), QByteArray("%PDF"));
    QCOMPARE(begins(QStringLiteral("a.png")), QByteArray("\x89PNG"));
    QVERIFY(begins(QStringLiteral("a.csv")).startsWith("#")); // its caption
    QCOMPARE(begins(QStringLiteral("a.txt")), QByteArray());
    QVERIFY(labelCalled(dialog, QStringLiteral("Message"))->text().startsWith(QStringLiteral("a.txt ends in none of")));
}

void TstExportDialog::saysWhyItCannotWrite()
{
    ui::ExportDialog dialog(startSnapshot(), ui::Theme::light());
    QVERIFY(!dialog.exportTo(QStringLiteral("/nowhere/at/all.png")));
    const QLabel* message = labelCalled(dialog, QStringLiteral("Message"));
    QVERIFY(message->text().contains(QStringLiteral("/nowhere/at/all.png")));
}

/// 6 links from corner to corner of an open square of 4×4.
void TstExportDialog::stepsAreOfTheCollective()
{
    ui::ExportDialog dialog(startSnapshot(), ui::Theme::light());
    auto* step = dialog.findChild<QSpinBox*>(QStringLiteral("export.step"));
    QVERIFY(step->isHidden()); // a chart has no steps
    dialog.setView(QStringLiteral("torus"));
    QVERIFY(!step->isHidden());
    QCOMPARE(step->maximum(), 6);
    dialog.setPlayback(
        {.step = 2, .progress = 0.5, .layout = ui::TorusLayout::solid, .camera = {.yaw = 30, .pitch = 5}});
    QCOMPARE(step->value(), 2);
    QCOMPARE(dialog.request().playback.progress, 0.5);
    step->setValue(4);
    QCOMPARE(dialog.request().playback.step, std::optional(4));
    QCOMPARE(dialog.request().playback.progress, 0.0);
    QCOMPARE(dialog.request().playback.layout, std::optional(ui::TorusLayout::solid));
    QCOMPARE(dialog.request().playback.camera.yaw, 30.0);
}

void TstExportDialog::aTableHasAllStepsUnlessOneIsAsked()
{
    ui::ExportDialog dialog(startSnapshot(), ui::Theme::light());
    dialog.setView(QStringLiteral("torus"));
    dialog.setPlayback({.step = 0});
    auto* step = dialog.findChild<QSpinBox*>(QStringLiteral("export.step"));
    auto* format = dialog.findChild<QComboBox*>(QStringLiteral("export.format"));
    format->setCurrentIndex(static_cast<int>(ui::PictureFormat::csv));
    QCOMPARE(step->text(), QStringLiteral("All steps"));
    QVERIFY(!dialog.request().playback.step);
    for (const auto* box : dialog.findChildren<QSpinBox*>())
        QCOMPARE(box->isEnabled(), box == step); // a table has no size
    step->setValue(1);
    QCOMPARE(dialog.request().playback.step, std::optional(1));
}

void TstExportDialog::whatCannotBeDrawnCannotBeSaved()
{
    core::Scenario scenario = startSnapshot().scenario;
    QVERIFY(core::setFieldFromText(scenario, "hw.torus", "2x2x2").has_value());
    ui::ExportDialog dialog(ui::snapshotOf(scenario, 1), ui::Theme::light());
    const QPushButton* save = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
    QVERIFY(!save->isEnabled());
    QVERIFY(labelCalled(dialog, QStringLiteral("Message"))->text().contains(QStringLiteral("2×2×2")));
    dialog.setView(QStringLiteral("torus"));
    QVERIFY(save->isEnabled());
}

/// Where a spreadsheet would run them; numbers stay as they are, with their units.
void TstExportDialog::textsOfTablesAreNoFormulas()
{
    const auto cell = [](const char* text) { return ui::csvCell(QString::fromUtf8(text)); };
    for (const char* text : {"=1+1", "+SUM(A1)", "-cmd|' /C calc'!A0", "@SUM(A1)", "-1+A1", "-2*A1", "=", "\t=1",
                             "-2/A1", "+1/2", "-1<A1", "--1"})
        QCOMPARE(cell(text), QStringLiteral("\"'%1\"").arg(QString::fromUtf8(text)));
    for (const char* text : {"-5", "+3.5e-6", "-5 ms", "-0.5 GB/s", "-1 µs", "a=b", "1-1", "", "-", "−3"})
        QCOMPARE(cell(text), QString::fromUtf8(text));
    QCOMPARE(cell("=\"a\""), QStringLiteral("\"'=\"\"a\"\"\""));
}

/// A PDF has text for glyphs that stand for letters alone: not for an "=" of the height of capitals.
void TstExportDialog::lettersOfAPdfHaveText()
{
    const QString text = QStringLiteral("A = B 4x4 (X]");
    const auto areLetters = [&text] {
        QTextLayout layout(text, ui::uiFont(12));
        layout.beginLayout();
        layout.createLine().setLineWidth(1000);
        layout.endLayout();
        const QRawFont font = QRawFont::fromFont(ui::uiFont(12));
        return layout.glyphRuns().front().glyphIndexes() == font.glyphIndexesForString(text);
    };
    std::vector<bool> onPages;
    const auto paint = [&](QPainter&, const QSizeF&) { onPages.push_back(areLetters()); };
    const ui::Page page{.pixels = {100, 100}, .title = {}, .paint = paint};
    ui::pdfOf(page);
    ui::imageOf(page);
    QCOMPARE(onPages, (std::vector<bool>{true, false}));
}

ROOFLIGHT_TEST(TstExportDialog)

#include "tst_export_dialog.moc"

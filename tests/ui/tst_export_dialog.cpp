// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the export dialog asks for what its controls say, previews it, and reports what went wrong.
#include "core/io/preset_catalogue.h"
#include "support/suite.h"
#include "ui/export/export_dialog.h"

#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

#include <cmath>

namespace
{

ui::Snapshot start() { return ui::snapshotOf(core::defaultScenario(core::shippedCatalogue()), 1); }

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
    void startsWithALightSlideOfTheDashboard();
    void showsThePageAtItsTrueShape();
    void ownSizeLeavesThePreset();
    void writesTheAskedPicture();
    void saysWhyItCannotWrite();
};

void TstExportDialog::startsWithALightSlideOfTheDashboard()
{
    const ui::ExportDialog dialog(start(), ui::Theme::night());
    QCOMPARE(dialog.request().view, QStringLiteral("dashboard"));
    QCOMPARE(dialog.request().pixels, QSize(1920, 1080));
    QCOMPARE(dialog.request().dpi, 96.0);
    QCOMPARE(dialog.request().dark, false);
}

void TstExportDialog::showsThePageAtItsTrueShape()
{
    ui::ExportDialog dialog(start(), ui::Theme::light());
    dialog.show();
    const QPixmap picture = labelCalled(dialog, QStringLiteral("Preview"))->pixmap();
    QVERIFY(!picture.isNull());
    const double shape = static_cast<double>(picture.width()) / picture.height();
    QVERIFY(std::abs(shape - 16.0 / 9.0) < 0.01);
}

void TstExportDialog::ownSizeLeavesThePreset()
{
    ui::ExportDialog dialog(start(), ui::Theme::light());
    dialog.findChildren<QSpinBox*>().constFirst()->setValue(1600);
    QCOMPARE(dialog.request().pixels, QSize(1600, 1080));
    bool found = false;
    for (const QComboBox* box : dialog.findChildren<QComboBox*>())
        found = box->currentText() == QStringLiteral("Own size") || found;
    QVERIFY(found);
}

void TstExportDialog::writesTheAskedPicture()
{
    const QTemporaryDir folder;
    ui::ExportDialog dialog(start(), ui::Theme::light());
    const QSignalSpy spy(&dialog, &ui::ExportDialog::exported);
    dialog.setView(QStringLiteral("memory"));
    const QString path = folder.filePath(QStringLiteral("memory.png"));
    QVERIFY(dialog.exportTo(path));
    QCOMPARE(spy.size(), 1);
    QCOMPARE(QImage(path).size(), QSize(1920, 1080));
}

void TstExportDialog::saysWhyItCannotWrite()
{
    ui::ExportDialog dialog(start(), ui::Theme::light());
    QVERIFY(!dialog.exportTo(QStringLiteral("/nowhere/at/all.png")));
    const QLabel* message = labelCalled(dialog, QStringLiteral("Message"));
    QVERIFY(message->text().contains(QStringLiteral("/nowhere/at/all.png")));
}

ROOFLIGHT_TEST(TstExportDialog)

#include "tst_export_dialog.moc"

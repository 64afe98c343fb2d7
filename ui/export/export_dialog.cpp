// SPDX-License-Identifier: GPL-3.0-or-later
// Controls, presets and preview of the export dialog.
#include "ui/export/export_dialog.h"

#include "ui/controls/combo.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardPaths>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

struct SizePreset {
    const char* name;
    QSize pixels;
    int dpi;
};

// A paper column of 85 mm at 300 dpi is 1004 pixels wide, a page of 180 mm is 2126.
const std::array presets{
    SizePreset{QT_TRANSLATE_NOOP("ui::ExportDialog", "Slide, 1920 × 1080"), QSize(1920, 1080), 96},
    SizePreset{QT_TRANSLATE_NOOP("ui::ExportDialog", "Half a slide, 960 × 1080"), QSize(960, 1080), 96},
    SizePreset{QT_TRANSLATE_NOOP("ui::ExportDialog", "Paper column, 85 mm at 300 dpi"), QSize(1004, 710), 300},
    SizePreset{QT_TRANSLATE_NOOP("ui::ExportDialog", "Paper page, 180 mm at 300 dpi"), QSize(2126, 1328), 300},
    SizePreset{QT_TRANSLATE_NOOP("ui::ExportDialog", "Square, 1200 × 1200"), QSize(1200, 1200), 96},
};

QSpinBox* pixelBox(const QString& name)
{
    auto* box = new QSpinBox;
    box->setRange(100, 20000);
    box->setSuffix(QStringLiteral(" px"));
    box->setAccessibleName(name);
    return box;
}

} // namespace

ExportDialog::ExportDialog(const Snapshot& snapshot, const Theme& theme, QWidget* parent)
    : QDialog(parent), m_snapshot(snapshot), m_view(new Combo), m_format(new Combo), m_preset(new Combo),
      m_width(pixelBox(tr("Width"))), m_height(pixelBox(tr("Height"))), m_dpi(new QSpinBox), m_theme(new Combo),
      m_state(new QCheckBox(tr("The picture contains your scenario"))), m_preview(new QLabel), m_sentence(new QLabel),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Close)),
      m_folder(QStandardPaths::writableLocation(QStandardPaths::PicturesLocation))
{
    setWindowTitle(tr("Export"));
    auto* form = new QFormLayout;
    addChoices(*form);
    addSizes(*form);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setMinimumSize(480, 300);
    m_preview->setAccessibleName(tr("Preview"));
    m_preview->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    m_sentence->setWordWrap(true);
    m_sentence->setAccessibleName(tr("Message"));
    auto* controls = new QVBoxLayout;
    controls->addLayout(form);
    controls->addStretch();
    controls->addWidget(m_sentence);
    controls->addWidget(m_buttons);
    auto* all = new QHBoxLayout(this);
    all->addLayout(controls);
    all->addWidget(m_preview, 1);
    m_buttons->button(QDialogButtonBox::Save)->setText(tr("Save as…"));
    m_buttons->button(QDialogButtonBox::Save)->setDefault(true);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &ExportDialog::save);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_theme->setItemText(theme.dark ? 1 : 0, m_theme->itemText(theme.dark ? 1 : 0) + tr(" (as shown)"));
    takePreset(0);
    resize(980, 480);
}

void ExportDialog::addChoices(QFormLayout& form)
{
    for (const PictureView& view : pictureViews())
        m_view->addItem(view.title, view.id);
    for (const PictureFormat format : {PictureFormat::png, PictureFormat::svg, PictureFormat::pdf, PictureFormat::csv})
        m_format->addItem(endingOf(format).toUpper(), static_cast<int>(format));
    m_theme->addItems({tr("Light"), tr("Dark")});
    form.addRow(tr("&What"), m_view);
    form.addRow(tr("&Format"), m_format);
    form.addRow(tr("&Theme"), m_theme);
    for (QComboBox* box : {m_view, m_format, m_theme})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::refresh);
}

void ExportDialog::addSizes(QFormLayout& form)
{
    for (const SizePreset& preset : presets)
        m_preset->addItem(tr(preset.name));
    m_preset->addItem(tr("Own size"));
    m_dpi->setRange(48, 1200);
    m_dpi->setSuffix(tr(" dpi"));
    form.addRow(tr("&Size"), m_preset);
    form.addRow(tr("Wi&dth"), m_width);
    form.addRow(tr("&Height"), m_height);
    form.addRow(tr("&Resolution"), m_dpi);
    m_state->setChecked(true);
    m_state->setToolTip(tr("Opened in Rooflight, the picture brings back every input. Switch off to share it alone."));
    form.addRow(m_state);
    m_dpi->setToolTip(tr("Text keeps its size on paper: more dots per inch on the same pixels make it larger."));
    connect(m_preset, &QComboBox::activated, this, &ExportDialog::takePreset);
    for (QSpinBox* box : {m_width, m_height, m_dpi})
        connect(box, &QSpinBox::valueChanged, this, [this] {
            m_preset->setCurrentIndex(m_preset->count() - 1);
            refresh();
        });
}

void ExportDialog::takePreset(int index)
{
    if (index >= 0 && index < static_cast<int>(presets.size())) {
        const SizePreset& preset = presets[static_cast<std::size_t>(index)];
        const QSignalBlocker width(m_width);
        const QSignalBlocker height(m_height);
        const QSignalBlocker dpi(m_dpi);
        m_width->setValue(preset.pixels.width());
        m_height->setValue(preset.pixels.height());
        m_dpi->setValue(preset.dpi);
    }
    refresh();
}

PictureRequest ExportDialog::request() const
{
    return {.view = m_view->currentData().toString(),
            .format = static_cast<PictureFormat>(m_format->currentData().toInt()),
            .pixels = {m_width->value(), m_height->value()},
            .dpi = static_cast<double>(m_dpi->value()),
            .dark = m_theme->currentIndex() == 1,
            .state = m_state->isChecked()};
}

void ExportDialog::setView(const QString& id)
{
    if (const int index = m_view->findData(id); index >= 0)
        m_view->setCurrentIndex(index);
}

void ExportDialog::refresh()
{
    const bool table = request().format == PictureFormat::csv;
    for (QWidget* box : std::initializer_list<QWidget*>{m_preset, m_width, m_height, m_dpi, m_theme})
        box->setEnabled(!table);
    m_state->setEnabled(request().format == PictureFormat::png || request().format == PictureFormat::svg);
    showPreview();
}

// The page itself, laid out as it will be and then made smaller.
void ExportDialog::showPreview()
{
    PictureRequest wanted = request();
    if (wanted.format == PictureFormat::csv) {
        m_preview->setPixmap({});
        m_preview->setText(tr("The numbers behind the view, one row each,\nwith units in the heads."));
        return say({});
    }
    wanted.format = PictureFormat::png;
    wanted.state = false;
    const QSizeF logical = wanted.logicalSize();
    const qreal ratio = devicePixelRatioF();
    const QSizeF room = QSizeF(m_preview->size()) * ratio;
    const double shrink = std::min(room.width() / logical.width(), room.height() / logical.height());
    wanted.pixels = (logical * shrink).toSize();
    wanted.dpi = 96 * shrink;
    const auto bytes = renderPicture(wanted, m_snapshot);
    QPixmap picture;
    if (bytes)
        picture.loadFromData(*bytes, "PNG");
    picture.setDevicePixelRatio(ratio);
    m_preview->setPixmap(picture);
    say(bytes ? QString() : bytes.error());
}

void ExportDialog::say(const QString& sentence)
{
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
}

bool ExportDialog::exportTo(const QString& path)
{
    const auto written = writePicture(path, request(), m_snapshot);
    say(written ? tr("Saved as %1.").arg(QDir::toNativeSeparators(path)) : written.error());
    if (written)
        emit exported(path);
    return written.has_value();
}

void ExportDialog::save()
{
    const PictureRequest wanted = request();
    const QString ending = endingOf(wanted.format);
    QFileDialog dialog(this, tr("Save picture"), m_folder, tr("%1 files (*.%2)").arg(ending.toUpper(), ending));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(ending);
    dialog.selectFile(suggestedFileName(m_snapshot, wanted.view, wanted.format));
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return;
    const QString path = dialog.selectedFiles().constFirst();
    m_folder = QFileInfo(path).path();
    exportTo(path);
}

void ExportDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    showPreview();
}

} // namespace ui

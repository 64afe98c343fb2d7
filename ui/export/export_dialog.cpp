// SPDX-License-Identifier: GPL-3.0-or-later
// Controls and preview of the export dialog.
#include "ui/export/export_dialog.h"

#include "core/collectives/analysis.h"
#include "core/collectives/report.h"
#include "core/numbers/collective_cache.h"
#include "ui/controls/combo.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardPaths>

namespace ui
{

namespace
{

/// A paper column of 85 mm at 300 dpi is 1004 pixels wide, a page of 180 mm is 2126.
std::vector<SizePreset> pictureSizes()
{
    constexpr QSize slide(1920, 1080), half(960, 1080);
    return {{ExportDialog::tr("Slide, 1920 × 1080"), slide, slideDpi(slide)},
            {ExportDialog::tr("Half a slide, 960 × 1080"), half, slideDpi(half)},
            {ExportDialog::tr("Paper column, 85 mm at 300 dpi"), QSize(1004, 710), 300},
            {ExportDialog::tr("Paper page, 180 mm at 300 dpi"), QSize(2126, 1328), 300},
            {ExportDialog::tr("Square, 1200 × 1200"), QSize(1200, 1200), 96}};
}

/// Of the collective; 0 where there is none.
int stepsOf(const Snapshot& snapshot)
{
    const auto report = snapshot.cache->report(snapshot.scenario);
    return report->analysis ? report->analysis->schedule.steps : 0;
}

} // namespace

ExportDialog::ExportDialog(const Snapshot& snapshot, const Theme& theme, QWidget* parent)
    : PictureDialog(snapshot, parent), m_step(new QSpinBox), m_format(new Combo),
      m_state(new QCheckBox(tr("The picture contains your scenario"))),
      m_part(new QCheckBox(tr("Only what is in sight"))),
      m_folder(QStandardPaths::writableLocation(QStandardPaths::PicturesLocation))
{
    setWindowTitle(tr("Export"));
    auto* controls = new QWidget;
    m_form = new QFormLayout(controls);
    m_form->setContentsMargins({});
    addChoices(*m_form);
    addThemes(*m_form, theme);
    addSizes(*m_form, pictureSizes());
    m_state->setChecked(true);
    m_state->setToolTip(
        tr("Opened in Rooflight, the picture brings back every input. Switch off to share the picture without them."));
    m_part->setObjectName(QStringLiteral("export.part"));
    m_part->setToolTip(tr("The chart as it is zoomed now. Switch off for all of it."));
    connect(m_part, &QCheckBox::toggled, this, &ExportDialog::refresh);
    m_form->addRow(m_part);
    m_form->addRow(m_state);
    arrange(controls);
    ExportDialog::refresh();
}

void ExportDialog::addChoices(QFormLayout& form)
{
    for (const PictureView& view : pictureViews())
        m_view->addItem(view.title, view.id);
    for (const PictureFormat format : {PictureFormat::png, PictureFormat::svg, PictureFormat::pdf, PictureFormat::csv})
        m_format->addItem(endingOf(format).toUpper(), static_cast<int>(format));
    const int steps = stepsOf(m_snapshot);
    m_step->setRange(0, steps);
    m_step->setSuffix(tr(" of %1").arg(steps));
    m_step->setObjectName(QStringLiteral("export.step"));
    m_format->setObjectName(QStringLiteral("export.format"));
    m_step->setToolTip(tr("Steps of the collective that are done; a table has the transfers that lead there."));
    form.addRow(tr("&What"), m_view);
    form.addRow(tr("Ste&p"), m_step);
    form.addRow(tr("&Format"), m_format);
    connect(m_format, &QComboBox::currentIndexChanged, this, &ExportDialog::refresh);
    connect(m_step, &QSpinBox::valueChanged, this, [this](int step) {
        m_playback.step = step;
        m_playback.progress = 0;
        refresh();
    });
}

PictureRequest ExportDialog::request() const
{
    PictureRequest wanted = picture();
    wanted.format = static_cast<PictureFormat>(m_format->currentData().toInt());
    wanted.state = m_state->isChecked();
    if (wanted.format == PictureFormat::csv && m_step->value() == 0) // nothing leads to step 0
        wanted.playback.step.reset();
    if (wanted.view == m_partView && m_part->isChecked())
        wanted.part = m_inSight;
    return wanted;
}

void ExportDialog::offerPart(const QString& view, const AxisRanges& part)
{
    m_partView = view;
    m_inSight = part;
    m_part->setChecked(true);
    refresh();
}

void ExportDialog::setPlayback(const PlaybackState& playback)
{
    m_step->setValue(playback.step.value_or(0));
    m_playback = playback;
    refresh();
}

void ExportDialog::refresh()
{
    const PictureRequest wanted = request();
    const bool table = wanted.format == PictureFormat::csv;
    setSizesEnabled(!table);
    m_theme->setEnabled(!table);
    m_form->setRowVisible(m_step, showsCollective(wanted.view));
    m_form->setRowVisible(m_part, !table && wanted.view == m_partView);
    m_step->setSpecialValueText(table ? tr("All steps") : QString());
    m_state->setEnabled(wanted.format == PictureFormat::png || wanted.format == PictureFormat::svg);
    showPreview();
}

void ExportDialog::showPreview()
{
    const QString obstacle = m_preview->present(request(), m_snapshot);
    if (obstacle.isEmpty() && request().format == PictureFormat::csv)
        m_preview->setText(tr("The numbers behind the view, one row each,\nwith units in the heads."));
    button(true)->setEnabled(obstacle.isEmpty());
    say(obstacle);
}

/// The ending decides the format, whatever was chosen before.
bool ExportDialog::exportTo(const QString& path)
{
    const auto format = formatOfFile(path);
    if (!format) {
        say(tr("%1 ends in none of .png, .svg, .pdf and .csv: nothing was saved.").arg(QFileInfo(path).fileName()));
        return false;
    }
    m_format->setCurrentIndex(m_format->findData(static_cast<int>(*format)));
    const auto written = writePicture(path, request(), m_snapshot);
    say(written ? tr("Saved as %1.").arg(QDir::toNativeSeparators(path)) : written.error().text);
    if (written)
        emit exported(path);
    return written.has_value();
}

void ExportDialog::save()
{
    const PictureRequest wanted = request();
    const QString ending = endingOf(wanted.format);
    const QString title = wanted.format == PictureFormat::csv ? tr("Save table") : tr("Save picture");
    QFileDialog dialog(this, title, m_folder, tr("%1 files (*.%2)").arg(ending.toUpper(), ending));
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Controls and preview of the export dialog.
#include "ui/export/export_dialog.h"

#include "core/collectives/report.h"
#include "core/numbers/collective_cache.h"
#include "ui/controls/combo.h"
#include "ui/export/dialog_layout.h"
#include "ui/export/preview.h"
#include "ui/export/size_choice.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardPaths>
#include <QVBoxLayout>

namespace ui
{

namespace
{

/// A paper column of 85 mm at 300 dpi is 1004 pixels wide, a page of 180 mm is 2126.
std::vector<SizePreset> presets()
{
    return {{ExportDialog::tr("Slide, 1920 × 1080"), QSize(1920, 1080), 96},
            {ExportDialog::tr("Half a slide, 960 × 1080"), QSize(960, 1080), 96},
            {ExportDialog::tr("Paper column, 85 mm at 300 dpi"), QSize(1004, 710), 300},
            {ExportDialog::tr("Paper page, 180 mm at 300 dpi"), QSize(2126, 1328), 300},
            {ExportDialog::tr("Square, 1200 × 1200"), QSize(1200, 1200), 96}};
}

/// Of the collective; 0 where there is none.
int stepsOf(const Snapshot& snapshot)
{
    const auto report = snapshot.cache->report(snapshot.scenario);
    return report->study ? report->study->schedule.steps : 0;
}

} // namespace

ExportDialog::ExportDialog(const Snapshot& snapshot, const Theme& theme, QWidget* parent)
    : QDialog(parent), m_snapshot(snapshot), m_view(new Combo), m_step(new QSpinBox), m_format(new Combo),
      m_theme(new Combo), m_state(new QCheckBox(tr("The picture contains your scenario"))), m_preview(new Preview),
      m_sentence(new QLabel), m_buttons(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Close)),
      m_folder(QStandardPaths::writableLocation(QStandardPaths::PicturesLocation))
{
    setWindowTitle(tr("Export"));
    auto* form = new QFormLayout;
    addChoices(*form);
    m_size = new SizeChoice(presets(), *form, this);
    connect(m_size, &SizeChoice::changed, this, &ExportDialog::refresh);
    m_state->setChecked(true);
    m_state->setToolTip(tr("Opened in Rooflight, the picture brings back every input. Switch off to share it alone."));
    form->addRow(m_state);
    arrange(form);
    m_theme->setItemText(theme.dark ? 1 : 0, m_theme->itemText(theme.dark ? 1 : 0) + tr(" (as shown)"));
    resize(980, 480);
    refresh();
}

void ExportDialog::addChoices(QFormLayout& form)
{
    for (const PictureView& view : pictureViews())
        m_view->addItem(view.title, view.id);
    for (const PictureFormat format : {PictureFormat::png, PictureFormat::svg, PictureFormat::pdf, PictureFormat::csv})
        m_format->addItem(endingOf(format).toUpper(), static_cast<int>(format));
    m_theme->addItems({tr("Light"), tr("Dark")});
    const int steps = stepsOf(m_snapshot);
    m_step->setRange(0, steps);
    m_step->setSuffix(tr(" of %1").arg(steps));
    m_step->setObjectName(QStringLiteral("export.step"));
    m_format->setObjectName(QStringLiteral("export.format"));
    m_step->setToolTip(tr("Steps of the collective that are done; a table has the transfers that lead there."));
    form.addRow(tr("&What"), m_view);
    form.addRow(tr("Ste&p"), m_step);
    form.addRow(tr("&Format"), m_format);
    form.addRow(tr("&Theme"), m_theme);
    for (QComboBox* box : {m_view, m_format, m_theme})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::refresh);
    connect(m_step, &QSpinBox::valueChanged, this, [this](int step) {
        m_stand.step = step;
        m_stand.progress = 0;
        refresh();
    });
}

void ExportDialog::arrange(QFormLayout* form)
{
    m_sentence->setWordWrap(true);
    m_sentence->setAccessibleName(tr("Message"));
    auto* controls = new QVBoxLayout;
    controls->addLayout(form);
    controls->addStretch();
    controls->addWidget(m_sentence);
    controls->addWidget(m_buttons);
    arrangeExport(*this, controls, m_preview, *m_buttons);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &ExportDialog::save);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

PictureRequest ExportDialog::request() const
{
    PictureRequest wanted{.view = m_view->currentData().toString(),
                          .format = static_cast<PictureFormat>(m_format->currentData().toInt()),
                          .pixels = m_size->pixels(),
                          .dpi = m_size->dpi(),
                          .dark = m_theme->currentIndex() == 1,
                          .state = m_state->isChecked(),
                          .stand = m_stand};
    if (wanted.format == PictureFormat::csv && m_step->value() == 0) // nothing leads to step 0
        wanted.stand.step.reset();
    return wanted;
}

void ExportDialog::setView(const QString& id)
{
    if (const int index = m_view->findData(id); index >= 0)
        m_view->setCurrentIndex(index);
}

void ExportDialog::setStand(const CollectiveStand& stand)
{
    m_step->setValue(stand.step.value_or(0));
    m_stand = stand;
    refresh();
}

void ExportDialog::refresh()
{
    const PictureRequest wanted = request();
    const bool table = wanted.format == PictureFormat::csv;
    m_size->setEnabled(!table);
    m_theme->setEnabled(!table);
    m_step->setEnabled(showsCollective(wanted.view));
    m_step->setSpecialValueText(table ? tr("All steps") : QString());
    m_state->setEnabled(wanted.format == PictureFormat::png || wanted.format == PictureFormat::svg);
    showPreview();
}

void ExportDialog::showPreview()
{
    const QString obstacle = m_preview->present(request(), m_snapshot);
    if (obstacle.isEmpty() && request().format == PictureFormat::csv)
        m_preview->present(tr("The numbers behind the view, one row each,\nwith units in the heads."));
    m_buttons->button(QDialogButtonBox::Save)->setEnabled(obstacle.isEmpty());
    say(obstacle);
}

void ExportDialog::say(const QString& sentence)
{
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
}

bool ExportDialog::exportTo(const QString& path)
{
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what to export, how large and where; shows the page at its true shape.
#pragma once

#include "ui/export/picture_dialog.h"

class QCheckBox;

namespace ui
{

class ExportDialog : public PictureDialog
{
    Q_OBJECT
public:
    ExportDialog(const Snapshot&, const Theme&, QWidget* parent = nullptr);

    /// What is asked for now.
    PictureRequest request() const;
    /// How a collective is looked at; its step can still be chosen.
    void setPlayback(const PlaybackState&);
    /// The part of a chart that is in sight; it can be chosen while that chart is.
    void offerPart(const QString& view, const AxisRanges& part);
    /// Writes without asking where; false leaves the sentence in the dialog.
    bool exportTo(const QString& path);

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void addChoices(QFormLayout&);
    void refresh() override;
    void showPreview();
    void save() override;

    QFormLayout* m_form = nullptr;
    QSpinBox* m_step;
    QComboBox* m_format;
    QCheckBox* m_state;
    QCheckBox* m_part;
    QString m_partView; // the chart that is in sight in part
    AxisRanges m_inSight;
    QString m_folder; // where the last file went
};

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what to export, how large and where; shows the page at its true shape.
#pragma once

#include "ui/export/picture.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace ui
{

class Preview;
class SizeChoice;

class ExportDialog : public QDialog
{
    Q_OBJECT
public:
    ExportDialog(const Snapshot&, const Theme&, QWidget* parent = nullptr);

    /// What is asked for now.
    PictureRequest request() const;
    void setView(const QString& id);
    /// How a collective is looked at; its step can still be chosen.
    void setStand(const CollectiveStand&);
    /// Writes without asking where; false leaves the sentence in the dialog.
    bool exportTo(const QString& path);

signals:
    void exported(const QString& path);

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void addChoices(QFormLayout&);
    void arrange(QFormLayout*);
    void refresh();
    void showPreview();
    void save();
    void say(const QString& sentence);

    Snapshot m_snapshot;
    CollectiveStand m_stand;
    QComboBox* m_view;
    QSpinBox* m_step;
    QComboBox* m_format;
    QComboBox* m_theme;
    SizeChoice* m_size;
    QCheckBox* m_state;
    Preview* m_preview;
    QLabel* m_sentence;
    QDialogButtonBox* m_buttons;
    QString m_folder; // where the last file went
};

} // namespace ui

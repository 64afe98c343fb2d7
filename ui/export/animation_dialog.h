// SPDX-License-Identifier: GPL-3.0-or-later
// Asks how a collective moves and where the pictures go; draws them while the window stays alive.
#pragma once

#include "ui/export/animation.h"

#include <QDialog>
#include <QTimer>

#include <optional>

class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QProgressBar;
class QSpinBox;

namespace ui
{

class Preview;
class SizeChoice;

class AnimationDialog : public QDialog
{
    Q_OBJECT
public:
    AnimationDialog(const Snapshot&, const Theme&, QWidget* parent = nullptr);

    /// What is asked for now, without a path.
    AnimationRequest request() const;
    /// How the collective is looked at.
    void setView(const QString& id);
    void setStand(const CollectiveStand&);
    /// Starts without asking where; it ends with exported() or a sentence in the dialog.
    void exportTo(const QString& path);
    bool isDrawing() const { return m_animation.has_value(); }
    /// Stops the drawing and leaves no file.
    void cancel();

signals:
    void exported(const QString& path);

protected:
    void resizeEvent(QResizeEvent*) override;
    void reject() override;

private:
    void addChoices(QFormLayout&);
    void arrange();
    void refresh();
    void save();
    void drawNext();
    void end(const QString& sentence);
    QString summary() const;

    Snapshot m_snapshot;
    CollectiveStand m_stand;
    std::vector<double> m_stepEnds; // of the collective
    QComboBox* m_view;
    QComboBox* m_kind;
    QSpinBox* m_frames;
    QDoubleSpinBox* m_seconds;
    QComboBox* m_pace;
    QComboBox* m_theme;
    SizeChoice* m_size;
    Preview* m_preview;
    QLabel* m_sentence;
    QProgressBar* m_progress;
    QWidget* m_form;
    QDialogButtonBox* m_buttons;
    std::optional<Animation> m_animation; // while it is drawn
    QString m_path;
    QTimer m_clock;
};

} // namespace ui

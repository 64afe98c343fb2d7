// SPDX-License-Identifier: GPL-3.0-or-later
// Asks how a collective or the step moves and where the pictures go; draws them while the window stays alive.
#pragma once

#include "ui/export/animation.h"
#include "ui/export/picture_dialog.h"

#include <QTimer>

#include <optional>

class QDoubleSpinBox;
class QProgressBar;

namespace ui
{

class AnimationDialog : public PictureDialog
{
    Q_OBJECT
public:
    AnimationDialog(const Snapshot&, const Theme&, QWidget* parent = nullptr);

    /// What is asked for now, without a path.
    AnimationRequest request() const;
    /// How the collective is looked at.
    void setPlayback(const PlaybackState&);
    /// Starts without asking where; it ends with exported() or a sentence in the dialog.
    void exportTo(const QString& path);
    bool isDrawing() const { return m_animation.has_value(); }
    /// Stops the drawing and leaves no file.
    void cancel();

protected:
    void resizeEvent(QResizeEvent*) override;
    void reject() override;

private:
    void addChoices(QFormLayout&);
    void readSteps();
    void refresh() override;
    void save() override;
    void drawNext();
    void end(const QString& sentence);
    QString summary() const;

    QString m_moving; // the view whose steps these are
    std::vector<double> m_stepEnds;
    QString m_still; // why nothing moves
    QComboBox* m_kind;
    QSpinBox* m_frames;
    QDoubleSpinBox* m_seconds;
    QComboBox* m_pace;
    QProgressBar* m_progress;
    QWidget* m_form;
    std::optional<Animation> m_animation; // while it is drawn
    QString m_path;
    QTimer m_clock;
};

} // namespace ui

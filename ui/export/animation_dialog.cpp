// SPDX-License-Identifier: GPL-3.0-or-later
// Controls of the animation dialog, and the frames one after the other between events.
#include "ui/export/animation_dialog.h"

#include "ui/controls/combo.h"
#include "ui/playback/transport_bar.h"

#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardPaths>

#include <algorithm>
#include <numeric>
#include <utility>

namespace ui
{

namespace
{

enum Kind { gif, frames };

std::vector<SizePreset> animationSizes()
{
    constexpr QSize slide(1280, 720), large(1920, 1080);
    return {{AnimationDialog::tr("Medium, 960 × 720"), QSize(960, 720), 96},
            {AnimationDialog::tr("Slide, 1280 × 720"), slide, slideDpi(slide)},
            {AnimationDialog::tr("Large slide, 1920 × 1080"), large, slideDpi(large)},
            {AnimationDialog::tr("Square, 800 × 800"), QSize(800, 800), 96}};
}

} // namespace

AnimationDialog::AnimationDialog(const Snapshot& snapshot, const Theme& theme, QWidget* parent)
    : PictureDialog(snapshot, parent), m_kind(new Combo), m_frames(new QSpinBox), m_seconds(new QDoubleSpinBox),
      m_pace(new Combo), m_progress(new QProgressBar), m_form(new QWidget)
{
    setWindowTitle(tr("Export animation"));
    auto* form = new QFormLayout(m_form);
    form->setContentsMargins({});
    addChoices(*form);
    addThemes(*form, theme);
    addSizes(*form, animationSizes());
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->hide();
    arrange(m_form, m_progress);
    connect(&m_clock, &QTimer::timeout, this, &AnimationDialog::drawNext);
    refresh();
}

void AnimationDialog::addChoices(QFormLayout& form)
{
    for (const bool ofCollective : {true, false})
        for (const PictureView& view : pictureViews())
            if (view.moves && view.ofCollective == ofCollective)
                m_view->addItem(view.title, view.id);
    m_kind->addItems({tr("GIF"), tr("Folder of PNG files")});
    m_frames->setObjectName(QStringLiteral("animation.frames"));
    m_seconds->setObjectName(QStringLiteral("animation.seconds"));
    m_frames->setRange(1, 100);
    m_frames->setToolTip(tr("1 shows the state after each step, more what moves in between"));
    m_seconds->setRange(0.1, 60);
    m_seconds->setSingleStep(0.1);
    m_seconds->setValue(AnimationRequest{}.secondsPerStep);
    m_seconds->setSuffix(tr(" s"));
    form.addRow(tr("&What"), m_view);
    form.addRow(tr("&Format"), m_kind);
    form.addRow(tr("Frames &a step"), m_frames);
    m_pace->setObjectName(QStringLiteral("animation.pace"));
    offerPaces(*m_pace);
    form.addRow(tr("T&ime a step"), m_seconds);
    form.addRow(tr("&Pace"), m_pace);
    for (QComboBox* box : {m_kind, m_pace})
        connect(box, &QComboBox::currentIndexChanged, this, &AnimationDialog::refresh);
    connect(m_frames, &QSpinBox::valueChanged, this, &AnimationDialog::refresh);
    connect(m_seconds, &QDoubleSpinBox::valueChanged, this, &AnimationDialog::refresh);
}

/// Of the view that is chosen; another one starts with as many frames a step as make some megabytes.
void AnimationDialog::readSteps()
{
    const PictureRequest wanted = picture();
    if (std::exchange(m_moving, wanted.view) == wanted.view)
        return;
    auto ends = stepEndsOf(wanted, m_snapshot);
    m_still = ends ? QString() : ends.error().text;
    m_stepEnds = ends ? *std::move(ends) : std::vector<double>();
    constexpr int smooth = 12, fewFrames = 300;
    m_frames->setValue(std::clamp(fewFrames / std::max(1, static_cast<int>(m_stepEnds.size())), 1, smooth));
    m_pace->setEnabled(showsCollective(wanted.view)); // the parts of a step on its clock are as long as each other
}

AnimationRequest AnimationDialog::request() const
{
    return {.picture = picture(),
            .path = {},
            .framesPerStep = m_frames->value(),
            .secondsPerStep = m_seconds->value(),
            .trueTimes = m_pace->isEnabled() && m_pace->currentIndex() == 1};
}

void AnimationDialog::setPlayback(const PlaybackState& playback)
{
    m_playback = playback;
    m_pace->setCurrentIndex(playback.trueTimes ? 1 : 0);
    refresh();
}

/// "61 frames, 6.5 s".
QString AnimationDialog::summary() const
{
    const auto all = animationFrames(request(), m_stepEnds);
    const double seconds = std::accumulate(all.begin(), all.end(), 0.0, [](double sum, const AnimationFrame& frame) {
        return sum + frame.hundredths / 100.0;
    });
    return tr("%1 frames, %2 s").arg(all.size()).arg(QLocale().toString(seconds, 'f', 1));
}

void AnimationDialog::refresh()
{
    readSteps();
    AnimationRequest wanted = request();
    wanted.picture.playback.step = static_cast<int>(m_stepEnds.size() / 2); // where something is to be seen
    wanted.picture.playback.progress = wanted.framesPerStep > 1 ? 0.5 : 0;
    QString obstacle = m_preview->present(wanted.picture, m_snapshot);
    if (obstacle.isEmpty())
        obstacle = m_still;
    if (obstacle.isEmpty()) {
        wanted.path = m_kind->currentIndex() == gif ? QStringLiteral(".gif") : QString();
        obstacle = obstacleOf(wanted, m_stepEnds);
    }
    button(true)->setEnabled(obstacle.isEmpty());
    say(obstacle.isEmpty() ? summary() : obstacle);
}

void AnimationDialog::save()
{
    const QString name = suggestedFileName(m_snapshot, request().picture.view, PictureFormat::png).section(u'.', 0, -2);
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    QFileDialog dialog(this, tr("Save animation"), folder);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    if (m_kind->currentIndex() == gif) {
        dialog.setNameFilter(tr("GIF files (*.gif)"));
        dialog.setDefaultSuffix(QStringLiteral("gif"));
    } else {
        dialog.setLabelText(QFileDialog::FileName, tr("New folder:"));
    }
    dialog.selectFile(name);
    if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty())
        exportTo(dialog.selectedFiles().constFirst());
}

void AnimationDialog::exportTo(const QString& path)
{
    AnimationRequest wanted = request();
    wanted.path = path;
    auto animation = Animation::of(wanted, m_snapshot);
    if (!animation)
        return end(animation.error().text);
    m_path = path;
    m_animation = *std::move(animation);
    m_progress->setRange(0, static_cast<int>(m_animation->frames().size()));
    m_progress->setValue(0);
    m_progress->show();
    m_form->setEnabled(false);
    button(true)->setEnabled(false);
    button(false)->setText(tr("Cancel"));
    say(tr("Drawing…"));
    m_clock.start(0);
}

void AnimationDialog::drawNext()
{
    if (!m_animation)
        return;
    Animation& animation = *m_animation;
    if (!animation.isDrawn()) {
        if (const auto done = animation.drawNext(); !done)
            return end(done.error().text);
        m_progress->setValue(static_cast<int>(animation.drawn()));
        return;
    }
    const auto files = animation.finish();
    end(files ? tr("Saved as %1.").arg(QDir::toNativeSeparators(m_path)) : files.error().text);
    if (files)
        emit exported(m_path);
}

void AnimationDialog::end(const QString& sentence)
{
    m_clock.stop();
    m_animation.reset();
    m_progress->hide();
    m_form->setEnabled(true);
    button(true)->setEnabled(true);
    button(false)->setText(tr("Close"));
    say(sentence);
}

void AnimationDialog::cancel()
{
    if (isDrawing())
        end(tr("Cancelled; nothing was written."));
}

/// Closing stops the drawing first.
void AnimationDialog::reject()
{
    if (isDrawing())
        cancel();
    else
        QDialog::reject();
}

void AnimationDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    if (!isDrawing())
        refresh();
}

} // namespace ui

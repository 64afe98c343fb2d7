// SPDX-License-Identifier: GPL-3.0-or-later
// Frames, their times, and where they go.
#include "ui/export/animation.h"

#include "core/io/picture_state.h"
#include "ui/export/collective_picture.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui
{

namespace
{

constexpr int minHundredths = 2;     // browsers slow down what is shorter
constexpr int lastHundredths = 200;  // to look at the result
constexpr int maxHundredths = 65535; // of the format
constexpr double maxFrames = 2000;
constexpr double maxPixels = 4e9; // of a GIF, all frames; about two minutes

QString tr(const char* text) { return QCoreApplication::translate("ui::Animation", text); }

const QString framesFolder = QStringLiteral("frames");

QString frameName(std::size_t number) { return QStringLiteral("%1.png").arg(number, 4, 10, QLatin1Char('0')); }

/// When steps end, in hundredths of a second.
std::vector<double> endsOfSteps(const AnimationRequest& request, std::span<const double> stepEnds)
{
    const double all = stepEnds.empty() ? 0 : stepEnds.back();
    const double step = 100 * request.secondsPerStep;
    std::vector<double> ends;
    for (std::size_t i = 0; i < stepEnds.size(); ++i) {
        const bool scales = request.trueTimes && all > 0;
        ends.push_back(scales ? stepEnds[i] / all * step * static_cast<double>(stepEnds.size())
                              : step * static_cast<double>(i + 1));
    }
    return ends;
}

double longestStep(std::span<const double> ends)
{
    double longest = 0;
    double before = 0;
    for (const double end : ends)
        longest = std::max(longest, end - std::exchange(before, end));
    return longest;
}

tl::unexpected<PictureError> cannotWrite(const QString& path, const QString& why)
{
    return noPicture(PictureFault::file, tr("'%1' cannot be written: %2.").arg(path, why));
}

} // namespace

bool AnimationRequest::isGif() const { return path.endsWith(QLatin1String(".gif"), Qt::CaseInsensitive); }

QString obstacleOf(const AnimationRequest& request, std::span<const double> stepEnds)
{
    const auto steps = static_cast<double>(stepEnds.size());
    if (request.framesPerStep < 1)
        return tr("%1 frames a step show nothing; at least one is needed.").arg(request.framesPerStep);
    const double hundredths = 100 * request.secondsPerStep;
    if (!(hundredths / request.framesPerStep >= minHundredths))
        return tr("A step of %1 s with a frame every %2 s is too quick: a frame stays 0.02 s at least. Ask for "
                  "fewer frames or more seconds a step.")
            .arg(request.secondsPerStep)
            .arg(request.secondsPerStep / request.framesPerStep);
    const double longest = std::max(hundredths, longestStep(endsOfSteps(request, stepEnds)));
    if (longest > maxHundredths)
        return tr("%1 s a step are more than a frame can stay, 655.35 s.").arg(longest / 100);
    const double frames = steps * request.framesPerStep + 1;
    if (frames > maxFrames)
        return tr("%1 frames in all are more than %2 frames; ask for fewer a step, or for a collective of fewer steps.")
            .arg(frames)
            .arg(maxFrames);
    const QSize size = request.picture.pixels;
    if (request.isGif() && frames * size.width() * size.height() > maxPixels)
        return tr("%1 frames of %2 × %3 pixels are too much for a GIF; ask for a smaller size, for fewer frames, or "
                  "for "
                  "a folder of PNG files.")
            .arg(frames)
            .arg(size.width())
            .arg(size.height());
    return {};
}

std::vector<AnimationFrame> animationFrames(const AnimationRequest& request, std::span<const double> stepEnds)
{
    std::vector<AnimationFrame> frames;
    const auto rounded = [](double hundredths) { return static_cast<int>(std::lround(hundredths)); };
    double shown = 0; // hundredths
    int step = 0;
    for (double end : endsOfSteps(request, stepEnds)) {
        if (request.trueTimes && step == 0)
            end = std::max(end, 1.0 * minHundredths); // the beginning is always seen
        const int room = (rounded(end) - rounded(shown)) / minHundredths;
        const int count = request.trueTimes ? std::min(request.framesPerStep, room) : request.framesPerStep;
        const auto until = [&](int frame) { return rounded(shown + (end - shown) * frame / count); };
        for (int i = 0; i < count; ++i)
            frames.push_back({step, 1.0 * i / count, until(i + 1) - until(i)});
        shown = count > 0 ? end : shown;
        ++step;
    }
    frames.push_back({step, 0, std::max(lastHundredths, rounded(100 * request.secondsPerStep))});
    return frames;
}

Animation::Animation(const AnimationRequest& request, const Snapshot& snapshot, CollectivePicture drawn)
    : m_request(request), m_snapshot(snapshot), m_picture(std::make_unique<CollectivePicture>(std::move(drawn))),
      m_frames(animationFrames(request, m_picture->stepEnds())), m_gif(request.picture.pixels)
{
}

Animation::Animation(Animation&&) noexcept = default;
Animation& Animation::operator=(Animation&&) noexcept = default;
Animation::~Animation() = default;

tl::expected<Animation, PictureError> Animation::of(const AnimationRequest& request, const Snapshot& snapshot)
{
    if (!showsCollective(request.picture.view))
        return noPicture(PictureFault::request,
                         tr("The view '%1' has no steps to be animated.").arg(request.picture.view));
    if (const QString obstacle = obstacleOf(request.picture); !obstacle.isEmpty())
        return noPicture(PictureFault::request, obstacle);
    auto drawn = CollectivePicture::of(snapshot, request.picture.view, request.picture.playback);
    if (!drawn)
        return tl::unexpected(drawn.error());
    if (const QString obstacle = obstacleOf(request, drawn->stepEnds()); !obstacle.isEmpty())
        return noPicture(PictureFault::request, obstacle);
    loadFonts();
    Animation animation(request, snapshot, *std::move(drawn));
    if (const auto made = animation.makeRoom(); !made)
        return tl::unexpected(made.error());
    return animation;
}

/// A place for the file or the folder; nothing of it is seen before the end.
tl::expected<void, PictureError> Animation::makeRoom()
{
    const QFileInfo target(QDir::cleanPath(m_request.path));
    const QDir above = target.absoluteDir();
    if (!above.exists())
        return cannotWrite(m_request.path, tr("there is no folder %1").arg(above.path()));
    if (!QFileInfo(above.path()).isWritable())
        return cannotWrite(m_request.path, tr("the folder %1 is not yours to write to").arg(above.path()));
    if (m_request.isGif())
        return target.isDir() ? cannotWrite(m_request.path, tr("it is a folder")) : tl::expected<void, PictureError>();
    if (target.exists() && !target.isDir())
        return cannotWrite(m_request.path, tr("it is a file; name a folder for the frames, or a .gif file"));
    if (target.exists() && !QDir(target.filePath()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot))
        return cannotWrite(m_request.path, tr("the folder is not empty; name a new one, or empty it"));
    m_folder = std::make_unique<QTemporaryDir>(above.filePath(QStringLiteral(".rooflight-XXXXXX")));
    // The folder in it gets the usual permissions; the outer one is private.
    const bool made = m_folder->isValid() && QDir(m_folder->path()).mkdir(framesFolder);
    return made ? tl::expected<void, PictureError>() : cannotWrite(m_request.path, m_folder->errorString());
}

tl::expected<void, PictureError> Animation::drawNext()
{
    const AnimationFrame& frame = m_frames[m_drawn];
    m_picture->stepTo(frame.step, frame.progress);
    const PictureRequest& picture = m_request.picture;
    Page page = pageOf(picture, m_snapshot);
    page.title = m_picture->title();
    page.paint = [&](QPainter& painter, const QSizeF& size) {
        m_picture->paint(painter, size, Theme::of(picture.dark));
    };
    if (m_request.isGif()) {
        const QImage image = imageOf(page);
        if (image.isNull())
            return tl::unexpected(tooLarge(page));
        m_gif.add(image, frame.hundredths);
    } else {
        const auto bytes = pngOf(page);
        if (!bytes)
            return tl::unexpected(bytes.error());
        const QString path = m_folder->filePath(framesFolder + u'/' + frameName(m_drawn));
        if (const auto written = writeWhole(path, *bytes); !written)
            return tl::unexpected(written.error());
    }
    ++m_drawn;
    return {};
}

tl::expected<QStringList, PictureError> Animation::finish()
{
    if (!m_request.isGif())
        return moveFrames();
    QByteArray bytes = m_gif.bytes();
    if (bytes.isEmpty())
        return cannotWrite(m_request.path, tr("the memory does not suffice; ask for fewer frames or a smaller size"));
    if (m_request.picture.state)
        bytes = QByteArray::fromStdString(core::gifWithScenario(bytes.toStdString(), m_snapshot.scenario));
    if (const auto written = writeWhole(m_request.path, bytes); !written)
        return tl::unexpected(written.error());
    return QStringList{m_request.path};
}

tl::expected<QStringList, PictureError> Animation::moveFrames()
{
    const QString target = QDir::cleanPath(m_request.path);
    QDir().rmdir(target); // removes only an empty one
    if (!QFile::rename(m_folder->filePath(framesFolder), target))
        return cannotWrite(m_request.path, tr("the frames cannot be moved there"));
    QStringList names;
    for (std::size_t i = 0; i < m_frames.size(); ++i)
        names << QDir(target).filePath(frameName(i));
    return names;
}

} // namespace ui

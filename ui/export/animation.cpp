// SPDX-License-Identifier: GPL-3.0-or-later
// Frames, their times, and where they go.
#include "ui/export/animation.h"

#include "core/io/picture_state.h"
#include "core/io/write_file.h"
#include "ui/export/collective_picture.h"
#include "ui/export/moving_picture.h"
#include "ui/theme/words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace ui
{

namespace
{

constexpr int minHundredths = 2;     // browsers slow down what is shorter
constexpr int lastHundredths = 200;  // to look at the result
constexpr int maxHundredths = 65535; // of the format
constexpr double maxFrames = 2000;
constexpr double maxPixels = 4e9; // of a GIF, all frames; about two minutes

const QString framesFolder = QStringLiteral("frames");
const QString hidden = QStringLiteral(".rooflight-frames-XXXXXX");

/// Holds a folder for as long as the program lives, however it ends; holds nothing where somebody else does.
class Hold
{
public:
    explicit Hold(const QString& folder)
        : m_folder(::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)),
          m_isHeld(m_folder >= 0 && ::flock(m_folder, LOCK_EX | LOCK_NB) == 0)
    {
    }
    ~Hold()
    {
        if (m_folder >= 0)
            ::close(m_folder);
    }
    Q_DISABLE_COPY_MOVE(Hold)

    bool isHeld() const { return m_isHeld; }

private:
    int m_folder;
    bool m_isHeld;
};

/// Hidden folders of programs that were killed: nobody holds them.
void removeAbandoned(const QDir& above)
{
    for (const QString& name : above.entryList({QStringLiteral(".rooflight-frames-*")}, QDir::Dirs | QDir::Hidden)) {
        const Hold held(above.filePath(name));
        if (held.isHeld())
            QDir(above.filePath(name)).removeRecursively();
    }
}

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

bool moves(const QString& view)
{
    return std::ranges::any_of(pictureViews(),
                               [&](const PictureView& known) { return known.id == view && known.moves; });
}

tl::expected<std::unique_ptr<MovingPicture>, PictureError> movingPicture(const PictureRequest& request,
                                                                         const Snapshot& snapshot)
{
    if (!showsCollective(request.view))
        return stepPlayback(snapshot);
    auto drawn = CollectivePicture::of(snapshot, request.view, request.playback);
    if (!drawn)
        return tl::unexpected(drawn.error());
    return std::make_unique<CollectivePicture>(*std::move(drawn));
}

} // namespace

bool AnimationRequest::isGif() const { return path.endsWith(QLatin1String(".gif"), Qt::CaseInsensitive); }

tl::expected<std::vector<double>, PictureError> stepEndsOf(const PictureRequest& request, const Snapshot& snapshot)
{
    const auto drawn = movingPicture(request, snapshot);
    if (!drawn)
        return tl::unexpected(drawn.error());
    const auto ends = (*drawn)->stepEnds();
    return std::vector<double>(ends.begin(), ends.end());
}

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

Animation::Animation(const AnimationRequest& request, const Snapshot& snapshot, std::unique_ptr<MovingPicture> drawn)
    : m_request(request), m_snapshot(snapshot), m_picture(std::move(drawn)),
      m_frames(animationFrames(request, m_picture->stepEnds())), m_gif(request.picture.pixels)
{
}

Animation::Animation(Animation&&) noexcept = default;
Animation& Animation::operator=(Animation&&) noexcept = default;
Animation::~Animation() = default;

tl::expected<Animation, PictureError> Animation::of(const AnimationRequest& request, const Snapshot& snapshot)
{
    if (!moves(request.picture.view))
        return noPicture(PictureFault::request,
                         tr("The view '%1' has no steps to be animated.").arg(request.picture.view));
    if (const QString obstacle = obstacleOf(request.picture); !obstacle.isEmpty())
        return noPicture(PictureFault::request, obstacle);
    if (const auto held = mayHoldScenario(request.picture, snapshot); !held)
        return tl::unexpected(held.error());
    auto drawn = movingPicture(request.picture, snapshot);
    if (!drawn)
        return tl::unexpected(drawn.error());
    if (const QString obstacle = obstacleOf(request, (*drawn)->stepEnds()); !obstacle.isEmpty())
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
    QFileInfo target(QDir::cleanPath(m_request.path));
    if (target.isSymLink() && m_request.isGif())
        target = QFileInfo(target.symLinkTarget()); // where it is written, also if nothing is there
    const QDir above = target.absoluteDir();
    if (!above.exists())
        return cannotWrite(m_request.path, tr("there is no folder %1").arg(above.path()));
    if (::access(QFile::encodeName(above.path()).constData(), W_OK) != 0)
        return cannotWrite(
            m_request.path,
            tr("%1 is the answer of the folder %2").arg(QString::fromLocal8Bit(std::strerror(errno)), above.path()));
    if (m_request.isGif())
        return target.isDir() ? cannotWrite(m_request.path, tr("it is a folder")) : tl::expected<void, PictureError>();
    if (target.isSymLink())
        return cannotWrite(m_request.path,
                           target.exists()
                               ? tr("it is a link; name the folder that it leads to: %1").arg(target.symLinkTarget())
                               : tr("it is a link to %1, which is not there; name a new folder for the frames")
                                     .arg(target.symLinkTarget()));
    if (target.exists() && !target.isDir())
        return cannotWrite(m_request.path, tr("it is a file; name a folder for the frames, or a .gif file"));
    if (target.exists() && !QDir(target.filePath()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot))
        return cannotWrite(m_request.path, tr("the folder is not empty; name a new one, or empty it"));
    removeAbandoned(above);
    m_spool = std::make_unique<QTemporaryFile>(above.filePath(hidden));
    return m_spool->open() ? tl::expected<void, PictureError>() : cannotWrite(m_request.path, m_spool->errorString());
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
        if (const auto kept = keep(*bytes); !kept)
            return tl::unexpected(kept.error());
    }
    ++m_drawn;
    return {};
}

tl::expected<QStringList, PictureError> Animation::finish()
{
    if (!m_request.isGif())
        return writeFrames();
    QByteArray bytes = m_gif.bytes();
    if (bytes.isEmpty())
        return cannotWrite(m_request.path, tr("%1 where its frames wait; ask for fewer frames or a smaller size")
                                               .arg(QString::fromLocal8Bit(std::strerror(m_gif.error()))));
    if (m_request.picture.state)
        bytes = QByteArray::fromStdString(
            core::gifWithScenario({bytes.constData(), std::size_t(bytes.size())}, m_snapshot.scenario));
    if (m_request.picture.state && bytes.size() > qsizetype{core::largestPicture})
        return cannotWrite(m_request.path, tr("a GIF of %1 MB with its scenario could not be opened again; ask for "
                                              "fewer frames, a smaller size or no scenario in it")
                                               .arg(bytes.size() / 1'000'000));
    if (const auto written = writeWhole(m_request.path, bytes); !written)
        return tl::unexpected(written.error());
    return QStringList{m_request.path};
}

tl::expected<void, PictureError> Animation::keep(const QByteArray& png)
{
    if (m_spool->write(png) != png.size() || !m_spool->flush()) // whose errorString forgets why
        return cannotWrite(m_request.path, QString::fromLocal8Bit(std::strerror(errno)));
    m_ends.push_back(m_spool->pos());
    return {};
}

/// Into a hidden folder, which then takes the name.
tl::expected<QStringList, PictureError> Animation::writeFrames()
{
    const QString target = QDir::cleanPath(m_request.path);
    const QTemporaryDir folder(QFileInfo(target).absoluteDir().filePath(hidden));
    const Hold held(folder.path());
    // The folder in it gets the usual permissions; the outer one is private.
    if (!folder.isValid() || !QDir(folder.path()).mkdir(framesFolder))
        return cannotWrite(m_request.path, folder.errorString());
    QStringList names;
    m_spool->seek(0);
    for (std::size_t i = 0; i < m_frames.size(); ++i) {
        const std::string png = m_spool->read(m_ends[i] - m_spool->pos()).toStdString();
        const QString name = folder.filePath(framesFolder + u'/' + frameName(i));
        if (const auto written = core::writeFile(QFile::encodeName(name).toStdString(), png); !written)
            return cannotWrite(m_request.path, QString::fromStdString(written.error()));
        names << QDir(target).filePath(frameName(i));
    }
    QDir().rmdir(target); // removes only an empty one
    if (!QFile::rename(folder.filePath(framesFolder), target))
        return cannotWrite(m_request.path, tr("the frames cannot be moved there"));
    return names;
}

} // namespace ui

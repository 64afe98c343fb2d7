// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and writing go on beside the window; pictures and notes open in the programs of the desktop.
#include "ui/shell/course_packs.h"

#include "core/check/check.h"
#include "core/io/course_check.h"
#include "core/io/course_json.h"
#include "core/io/course_pack.h"
#include "core/io/course_shelves.h"
#include "core/io/lesson_library.h"
#include "core/io/plain_text.h"
#include "core/io/write_file.h"
#include "core/scenario/text_forms.h"
#include "ui/controls/background.h"
#include "ui/controls/message_box.h"
#include "ui/tables/table_parts.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPushButton>
#include <QUrl>

#include <algorithm>

namespace ui
{

namespace
{

/// The user's own playlist of that id, whatever its case; null where there is none.
const core::Course* ownLike(const std::string& id, const core::LessonLibrary& library)
{
    const auto own = library.courses.begin() + static_cast<std::ptrdiff_t>(library.fixedCourses);
    const auto same = std::find_if(own, library.courses.end(), [&](const core::Course& course) {
        return core::lowerCase(course.id) == core::lowerCase(id);
    });
    return same == library.courses.end() ? nullptr : &*same;
}

/// The first that has no times, with its file, its field and how it is repaired; empty where all have.
QString impossibleScenario(const core::CoursePack& pack)
{
    const auto issues = core::issuesOf(pack);
    const auto error = std::ranges::find(issues, core::Severity::error, &core::Issue::severity);
    if (error == issues.end())
        return {};
    return QString::fromStdString(core::oneLine(core::issueText(*error)));
}

} // namespace

CoursePacks::CoursePacks(QWidget& window) : QObject(&window), m_window(window) {}

void CoursePacks::open(const QString& path, const core::LessonLibrary& library)
{
    const std::string from = QFile::encodeName(path).toStdString();
    tl::expected<core::CoursePack, core::Error> pack = tl::make_unexpected(core::Error{});
    if (!runInBackground(m_window, tr("Reading %1").arg(QFileInfo(path).fileName()),
                         [&](const core::ReadProgress&) { pack = core::readCoursePack(from); }))
        return;
    if (!pack)
        return emit refused(QString::fromStdString(core::oneLine(pack.error().text)));
    if (const core::Course* own = ownLike(pack->course.id, library)) {
        if (const auto mine = core::packOf(*own, library); mine && mine->files == pack->files) {
            emit told(tr("You have this playlist already."));
            return emit opened(own->id);
        }
        if (!mayStandBeside(*own, QFileInfo(path).fileName()))
            return;
        giveOtherId(*pack, library);
    }
    const std::string folder = core::packFolder(pack->course);
    if (const auto recovered = core::recoverCourse(folder); !recovered)
        return emit refused(QString::fromStdString(core::oneLine(recovered.error())));
    else if (!recovered->empty())
        emit told(QString::fromStdString(core::oneLine(*recovered)));
    const auto there =
        core::isCoursePack(folder) ? core::readCoursePack(folder) : tl::make_unexpected(core::Error{"FILE_READ", {}});
    const bool same = there && there->files == pack->files;
    if (!same && QFileInfo::exists(QString::fromStdString(folder)) && !mayReplace(*pack))
        return;
    tl::expected<void, std::string> written;
    if (!same)
        runInBackground(m_window, tr("Keeping %1").arg(QFileInfo(path).fileName()),
                        [&](const core::ReadProgress&) { written = core::writeCoursePack(*pack, folder); });
    if (!written)
        return emit refused(QString::fromStdString(core::oneLine(written.error())));
    emit opened(pack->course.id);
}

void CoursePacks::save(const core::Course& course, const core::LessonLibrary& library)
{
    const auto pack = core::packOf(course, library); // while a file is asked for, the library may be read anew
    if (!pack)
        return emit refused(QString::fromStdString(core::oneLine(pack.error().text)));
    if (const auto faults = core::faultsOf(*pack); !faults.empty()) {
        const QString title = QString::fromStdString(course.title);
        const QString first = QString::fromStdString(core::oneLine(faults.front()));
        return emit refused(faults.size() == 1
                                ? tr("“%1” is not packed: %2 Mend it, or take the lesson out.").arg(title, first)
                                : tr("“%1” is not packed: %2 It is the first of %3 faults. Mend them, or take their "
                                     "lessons out.")
                                      .arg(title, first, QString::number(faults.size())));
    }
    if (const QString why = impossibleScenario(*pack); !why.isEmpty())
        return emit refused(tr("“%1” is not packed: %2 Mend the scenario, or leave its file out.")
                                .arg(QString::fromStdString(course.title), why));
    const QString suffix = QString::fromUtf8(core::packSuffix.data(), std::ssize(core::packSuffix));
    QFileDialog dialog(&m_window, tr("Save as a course pack"), {}, tr("Courses (*%1)").arg(suffix));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(suffix.mid(1)); // before it asks whether to replace a file
    dialog.selectFile(QString::fromStdString(core::fileNameOf(pack->course.title)) + suffix);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return;
    const QString path = dialog.selectedFiles().constFirst();
    if (!path.endsWith(suffix))
        return emit refused(tr("%1 is not written: the file of a course ends in %2. Save it under such a name.")
                                .arg(QFileInfo(path).fileName(), suffix));
    const auto done = core::packedCourse(*pack).and_then(
        [&](const std::string& zip) { return core::writeFile(QFile::encodeName(path).toStdString(), zip); });
    if (!done)
        return emit refused(tr("%1 cannot be written: %2.").arg(path, QString::fromStdString(done.error())));
    tellSaved(m_window, path);
}

/// The pack as a second playlist.
bool CoursePacks::mayStandBeside(const core::Course& own, const QString& file)
{
    MessageBox box(&m_window, tr("You have this playlist already"),
                   tr("Your playlist “%1” differs from the one in %2. Yours stays as it is; the other is opened as a "
                      "second playlist, with the files that belong to it.")
                       .arg(QString::fromStdString(own.title), file),
                   QMessageBox::Cancel);
    box.setObjectName(QStringLiteral("secondPlaylist"));
    const auto* open = box.addButton(tr("&Open as a second one"), QMessageBox::AcceptRole);
    box.exec();
    return box.clickedButton() == open;
}

void CoursePacks::giveOtherId(core::CoursePack& pack, const core::LessonLibrary& library)
{
    while (ownLike(pack.course.id, library))
        pack.course.id += "-pack";
    std::ranges::find(pack.files, core::courseFile, &core::PackedFile::path)->bytes = core::courseText(pack.course);
}

bool CoursePacks::mayReplace(const core::CoursePack& pack)
{
    MessageBox box(&m_window, tr("The course is there already"),
                   tr("A course with the id \"%1\" and other files was opened before. Its lessons, scenarios, pictures "
                      "and notes are replaced by those of \"%2\".")
                       .arg(QString::fromStdString(pack.course.id), QString::fromStdString(pack.course.title)),
                   QMessageBox::Cancel);
    box.setObjectName(QStringLiteral("replaceCourse"));
    const auto* replace = box.addButton(tr("&Replace"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == replace;
}

bool CoursePacks::fill(QMenu& menu, const core::Course& course)
{
    menu.clear();
    if (course.folder.empty())
        return false;
    for (const auto& [name, title] : {std::pair{"scenarios", tr("Scenarios")}, std::pair{"notes", tr("Notes")},
                                      std::pair{"pictures", tr("Pictures")}}) {
        const QDir folder(QFile::decodeName(course.folder.c_str()) + u'/' + QLatin1String(name));
        const QFileInfoList files = folder.entryInfoList(QDir::Files, QDir::Name);
        if (!files.isEmpty())
            menu.addSection(title);
        for (const QFileInfo& file : files) {
            const bool isScenario = file.fileName().endsWith(QLatin1String(".rooflight.json"));
            QAction* action = menu.addAction(file.fileName());
            connect(action, &QAction::triggered, this, [this, isScenario, path = file.absoluteFilePath()] {
                if (isScenario)
                    emit scenarioAsked(path);
                else if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path)))
                    emit told(tr("No program opens it; it lies at %1").arg(path));
            });
        }
    }
    return !menu.isEmpty();
}

} // namespace ui

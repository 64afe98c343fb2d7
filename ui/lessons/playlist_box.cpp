// SPDX-License-Identifier: GPL-3.0-or-later
// A list of titles, and a button with a menu.
#include "ui/lessons/playlist_box.h"

#include "ui/controls/combo.h"

#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>
#include <QUuid>

#include <algorithm>

namespace ui
{

namespace
{

QString titleOf(const core::Course& course) { return QString::fromStdString(course.title); }

} // namespace

PlaylistBox::PlaylistBox(QWidget* parent) : QWidget(parent), m_choice(new Combo), m_button(new QPushButton)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    m_choice->setObjectName(QStringLiteral("lessons.playlist"));
    m_choice->setAccessibleName(tr("Playlist"));
    m_choice->setFixedWidth(220);
    m_button->setObjectName(QStringLiteral("lessons.playlist.button"));
    m_button->setText(tr("Playlist…"));
    m_button->setToolTip(tr("Start, print, rename or delete the playlist, or make a new one"));
    row->addWidget(m_choice);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &PlaylistBox::chosen);
    connect(m_button, &QPushButton::clicked, this, &PlaylistBox::openMenu);
}

void PlaylistBox::setLibrary(const core::LessonLibrary& library)
{
    m_playlists = library.courses;
    m_fixed = library.fixedCourses;
    fill();
}

void PlaylistBox::fill()
{
    const QString before = m_choice->currentData().toString();
    const QSignalBlocker quiet(m_choice);
    m_choice->clear();
    m_choice->addItem(tr("No playlist"));
    for (const core::Course& course : m_playlists) { // a title tells which playlist it is
        const QString id = QString::fromStdString(course.id);
        QString title = titleOf(course);
        if (m_choice->findText(title) >= 0)
            title = course.folder.empty() ? tr("%1 (own)").arg(title) : tr("%1 (course pack)").arg(title);
        m_choice->addItem(m_choice->findText(title) < 0 ? title : titleOf(course) + QStringLiteral(" · ") + id, id);
    }
    m_choice->setCurrentIndex(std::max(0, m_choice->findData(before)));
}

core::Course* PlaylistBox::sought(const std::string& id)
{
    const auto at = std::ranges::find(m_playlists, id, &core::Course::id);
    return at == m_playlists.end() ? nullptr : &*at;
}

const core::Course* PlaylistBox::playlist() const
{
    const auto at = std::ranges::find(m_playlists, m_choice->currentData().toString().toStdString(), &core::Course::id);
    return at == m_playlists.end() ? nullptr : &*at;
}

bool PlaylistBox::isOwn(const core::Course& course) const
{
    return &course - m_playlists.data() >= static_cast<std::ptrdiff_t>(m_fixed);
}

bool PlaylistBox::isOwn() const { return playlist() && isOwn(*playlist()); }

void PlaylistBox::choose(const std::string& courseId)
{
    m_choice->setCurrentIndex(std::max(0, m_choice->findData(QString::fromStdString(courseId))));
}

void PlaylistBox::setLessons(std::vector<std::string> lessons, const QString& done)
{
    core::Course* list = sought(playlist()->id);
    list->lessons = std::move(lessons);
    emit changed(*list, done);
    emit chosen();
}

void PlaylistBox::openMenu()
{
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("lessons.playlist.menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (const core::Course* list = playlist())
        fillMenu(*menu, *list);
    menu->addAction(m_selected.empty() ? tr("New playlist…") : tr("New playlist of %1 lessons…").arg(m_selected.size()),
                    this, [this, lessons = m_selected] { make(lessons, true); });
    menu->popup(m_button->mapToGlobal(QPoint(0, m_button->height())));
}

void PlaylistBox::fillMenu(QMenu& menu, const core::Course& list)
{
    using enum PlaylistCommand;
    const QString place = m_places ? m_places(list) : QString();
    std::vector rows{std::pair(tr("Start"), start), std::pair(tr("Start in lecture mode"), lecture)};
    if (!place.isEmpty())
        rows = {{tr("Go on at %1").arg(place), start},
                {tr("Go on at %1 in lecture mode").arg(place), lecture},
                {tr("Begin anew"), anew}};
    rows.insert(rows.end(), {{tr("Handout of all its lessons…"), handout}, {tr("Save as course pack…"), pack}});
    for (const auto& [words, command] : rows) {
        QAction* action = menu.addAction(words, this, [this, command] {
            if (const core::Course* now = playlist())
                emit asked(*now, command);
        });
        action->setEnabled(command == pack || !list.lessons.empty());
    }
    if (!list.folder.empty())
        menu.addAction(tr("Course files…"), this, [this] {
            if (const core::Course* now = playlist())
                emit filesAsked(*now, m_button->mapToGlobal(QPoint(0, m_button->height())));
        });
    menu.addSeparator();
    if (isOwn(list))
        menu.addAction(tr("Rename…"), this, &PlaylistBox::rename);
    if (isOwn(list) || !list.folder.empty()) {
        menu.addAction(tr("Delete"), this, [this, list] { emit removed(list); });
        menu.addSeparator();
    }
}

/// Until no other playlist has it; empty where none is wanted.
QString PlaylistBox::askTitle(const QString& asked, const core::Course* renamed)
{
    const std::string id = renamed ? renamed->id : std::string();
    QString title = renamed ? titleOf(*renamed) : QString();
    QString words = tr("Title of the playlist, such as “Week 3: rooflines”:");
    while (true) {
        title = QInputDialog::getText(this, asked, words, QLineEdit::Normal, title).trimmed();
        const auto other = std::ranges::find_if(m_playlists, [&](const core::Course& one) {
            return one.id != id && titleOf(one).compare(title, Qt::CaseInsensitive) == 0;
        });
        if (title.isEmpty() || other == m_playlists.end())
            return title;
        words = tr("There is a playlist “%1” already. Another title:").arg(titleOf(*other));
    }
}

void PlaylistBox::rename()
{
    if (!playlist())
        return;
    const std::string id = playlist()->id;
    const QString title = askTitle(tr("Rename the playlist"), playlist());
    core::Course* list = sought(id); // meanwhile all may have been read anew
    if (!list || title.isEmpty())
        return;
    list->title = title.toStdString();
    fill();
    emit changed(*list);
}

/// A list of the user's own grows by the lessons that it lacks; from any other list a new one is made.
void PlaylistBox::offer(const std::vector<core::Lesson>& lessons, const QPushButton& below)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const core::Course& course : m_playlists) {
        const auto lacks = [&course](const core::Lesson& lesson) {
            return std::ranges::find(course.lessons, lesson.id) == course.lessons.end();
        };
        if (isOwn(course) && std::ranges::any_of(lessons, lacks))
            menu->addAction(titleOf(course).replace(u'&', QStringLiteral("&&")), this,
                            [this, id = course.id, lessons] { add(id, lessons); });
    }
    menu->addAction(tr("New playlist…"), this, [this, lessons] { make(lessons, false); });
    menu->popup(below.mapToGlobal(QPoint(0, below.height())));
}

void PlaylistBox::add(const std::string& id, const std::vector<core::Lesson>& lessons, bool isNew)
{
    core::Course* course = sought(id);
    if (!course)
        return;
    QStringList titles;
    for (const core::Lesson& lesson : lessons)
        if (std::ranges::find(course->lessons, lesson.id) == course->lessons.end()) {
            course->lessons.push_back(lesson.id);
            titles << QString::fromStdString(lesson.title);
        }
    const QString to = isNew ? tr("the new playlist “%1”").arg(titleOf(*course)) : tr("“%1”").arg(titleOf(*course));
    emit changed(*course, titles.size() == 1 ? tr("“%1” is added to %2.").arg(titles.front(), to)
                                             : tr("%1 lessons are added to %2.").arg(titles.size()).arg(to));
    if (course == playlist())
        emit chosen();
}

/// Where lessons are added to it, the list that they were chosen from may stay in sight.
void PlaylistBox::make(const std::vector<core::Lesson>& lessons, bool opens)
{
    const QString title = askTitle(tr("New playlist"));
    if (title.isEmpty())
        return;
    const QString id = QStringLiteral("playlist-") + QUuid::createUuid().toString(QUuid::Id128).first(8);
    const core::Course course{id.toStdString(), title.toStdString(), {}}; // also a deleted one may come back
    m_playlists.push_back(course);
    fill();
    if (lessons.empty())
        emit changed(course);
    else
        add(course.id, lessons, true);
    if (opens)
        m_choice->setCurrentIndex(m_choice->count() - 1);
}

} // namespace ui

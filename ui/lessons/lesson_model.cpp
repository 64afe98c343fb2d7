// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of lessons, and which rows are wanted.
#include "ui/lessons/lesson_model.h"

#include <QMimeData>

#include <set>

namespace ui
{

namespace
{

constexpr const char* lessonIds = "application/x-rooflight-lessons";

} // namespace

void LessonModel::show(std::vector<const core::Lesson*> lessons)
{
    beginResetModel();
    m_lessons = std::move(lessons);
    endResetModel();
}

void LessonModel::setProgress(std::map<std::string, LessonProgress> progress)
{
    m_progress = std::move(progress);
    if (!m_lessons.empty())
        emit dataChanged(index(0, progressColumn), index(rowCount() - 1, progressColumn));
}

LessonProgress LessonModel::progress(int row) const
{
    const auto known = m_progress.find(lesson(row).id);
    return known == m_progress.end() ? LessonProgress::none : known->second;
}

QString LessonModel::progressWord(LessonProgress progress)
{
    const QString words[] = {{}, tr("Begun"), tr("Seen"), tr("Done"), tr("Broken")};
    return words[static_cast<int>(progress)];
}

int LessonModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lessons.size());
}

int LessonModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

QVariant LessonModel::data(const QModelIndex& at, int role) const
{
    const core::Lesson& shown = lesson(at.row());
    if (role == Qt::TextAlignmentRole && at.column() == minutesColumn)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && at.column() == topicColumn)
        return QString::fromStdString(shown.topic).toHtmlEscaped();
    if (role != Qt::DisplayRole && role != Qt::UserRole) // the latter is what rows are sorted by
        return {};
    switch (at.column()) {
    case idColumn:
        return role == Qt::UserRole                   ? QVariant(at.row())
               : shown.id.starts_with(core::madeUpId) ? tr("own") // the title stands beside it
                                                      : QString::fromStdString(shown.id);
    case titleColumn:
        return QString::fromStdString(shown.title);
    case topicColumn: // what it is about; whose course it is stands beside the list
        return QString::fromStdString(shown.topic).section(QStringLiteral(": "), 0, 0);
    case minutesColumn:
        return role == Qt::UserRole  ? QVariant(shown.minutes)
               : shown.steps.empty() ? QString()
                                     : QString::number(shown.minutes);
    default:
        if (role == Qt::UserRole)
            return static_cast<int>(progress(at.row()));
        return progressWord(progress(at.row()));
    }
}

QVariant LessonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole) // as its cells; the arrow of sorting stands at the right
        return QVariant((section == minutesColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QString heads[] = {tr("Id"), tr("Lesson"), tr("Course"), tr("Minutes"), tr("Progress")};
    return heads[section];
}

Qt::ItemFlags LessonModel::flags(const QModelIndex& at) const
{
    const Qt::ItemFlags usual = QAbstractTableModel::flags(at);
    if (at.isValid())
        return m_order == Order::none ? usual : usual | Qt::ItemIsDragEnabled;
    return m_order == Order::own ? usual | Qt::ItemIsDropEnabled : usual; // between rows, not on them
}

QStringList LessonModel::mimeTypes() const { return {QLatin1String(lessonIds)}; }

QMimeData* LessonModel::mimeData(const QModelIndexList& rows) const
{
    auto* data = new QMimeData;
    std::set<int> all; // each has an index for every column
    for (const QModelIndex& at : rows)
        all.insert(at.row());
    QByteArrayList ids;
    for (const int row : all)
        ids << QByteArray::fromStdString(lesson(row).id);
    data->setData(QLatin1String(lessonIds), ids.join('\n'));
    return data;
}

/// Only asks: the owner of the list moves them. No row is taken away by the view, whatever came of it.
bool LessonModel::dropMimeData(const QMimeData* data, Qt::DropAction, int row, int, const QModelIndex& parent)
{
    const int before = row >= 0 ? row : parent.isValid() ? parent.row() : rowCount();
    if (m_order == Order::own && data->hasFormat(QLatin1String(lessonIds)))
        emit moveAsked(QString::fromUtf8(data->data(QLatin1String(lessonIds))).split(u'\n'), before);
    return false;
}

void LessonFilter::want(Wanted wanted)
{
    m_wanted = std::move(wanted);
    invalidateFilter();
}

bool LessonFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    const auto& model = *static_cast<const LessonModel*>(sourceModel());
    const core::Lesson& lesson = model.lesson(row);
    const auto holds = [&](const std::string& text) {
        return QString::fromStdString(text).contains(m_wanted.words, Qt::CaseInsensitive);
    };
    return (m_wanted.course.isEmpty() || m_wanted.course.toStdString() == lesson.course) &&
           (m_wanted.minutes == 0 || lesson.minutes <= m_wanted.minutes) &&
           (!m_wanted.open || model.progress(row) != LessonProgress::solved) &&
           (m_wanted.words.isEmpty() || holds(lesson.id) || holds(lesson.title) || holds(lesson.topic) ||
            holds(lesson.source));
}

} // namespace ui

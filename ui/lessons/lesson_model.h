// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons as rows: id, title, what they belong to, minutes, how far they were taken.
#pragma once

#include "core/lesson/lesson.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <map>
#include <vector>

namespace ui
{

/// How far a lesson was taken. shown: to its end, every answer without one given; faulty: not before its file is
/// mended.
enum class LessonProgress { none, begun, shown, solved, faulty };

class LessonModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { idColumn, titleColumn, topicColumn, minutesColumn, progressColumn, columns };

    using QAbstractTableModel::QAbstractTableModel;

    /// In this order; they outlive the model.
    void show(std::vector<const core::Lesson*>);
    void setProgress(std::map<std::string, LessonProgress>);
    /// Rows of an order of the user's own can be dragged to another place; those of a fixed one begin a drag alone.
    enum class Order { none, fixed, own };
    void setOrder(Order order) { m_order = order; }
    const core::Lesson& lesson(int row) const { return *m_lessons[static_cast<std::size_t>(row)]; }
    LessonProgress progress(int row) const;
    static QString progressWord(LessonProgress);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex&, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex&) const override;
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList&) const override;
    bool dropMimeData(const QMimeData*, Qt::DropAction, int row, int column, const QModelIndex& parent) override;

signals:
    /// Lessons by their ids, from above, were dragged to before a row or below all.
    void moveAsked(const QStringList& ids, int before);

private:
    std::vector<const core::Lesson*> m_lessons;
    std::map<std::string, LessonProgress> m_progress;
    Order m_order = Order::none;
};

/// Rows that every filter lets through.
class LessonFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    struct Wanted {
        QString course;    // "B"; empty: every one
        QString words;     // somewhere in the row
        int minutes = 0;   // at most; 0: any
        bool open = false; // not solved yet
    };
    void want(Wanted);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    Wanted m_wanted;
};

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of lessons, which can be dragged to another place where their order can be changed.
#pragma once

#include <QElapsedTimer>
#include <QTableView>

namespace ui
{

class LessonList : public QTableView
{
    Q_OBJECT
public:
    using QTableView::QTableView;

signals:
    /// Rows were dragged that stay in their order.
    void dragRefused();

protected:
    void startDrag(Qt::DropActions) override;
    /// Of ids, whatever column the pointer or the arrow keys went to.
    void keyboardSearch(const QString&) override;
    QModelIndex moveCursor(CursorAction, Qt::KeyboardModifiers) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    QString m_typed; // of an id
    QElapsedTimer m_sinceTyped;
    QPixmap labelOf(const QString& words) const;
};

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the derivation of a number in a table: by Enter or double click on it, F8, or the context menu of its row,
// which sorts too.
#pragma once

#include <QObject>

#include <functional>
#include <vector>

class QMenu;
class QModelIndex;
class QTableView;

namespace ui
{

class ExplainedCells : public QObject
{
    Q_OBJECT
public:
    /// Id of the number that a cell of the view shows; empty where there is none.
    using IdOf = std::function<QString(const QModelIndex&)>;
    /// `column` holds the number that F8 and the menu mean where the chosen cell shows none.
    ExplainedCells(QTableView& view, int column, IdOf);

    /// Of the row that is chosen; empty where none is.
    QString chosenId() const;
    QTableView& view() const { return m_view; }
    /// The cell of that number in the viewport; null where there is none.
    QRect placeOf(const QString& id) const;

signals:
    /// Enter or double click on a cell without a number.
    void activated(const QModelIndex&);

private:
    QString idOfRow(const QModelIndex&) const;
    void openMenu(const QPoint& at);
    void addSorting(QMenu&);

    QTableView& m_view;
    int m_column;
    IdOf m_idOf;
};

struct NumberToExplain {
    QString words; // of the menu
    QString id;
};

/// Goes when it is closed; `parent` asks why.
QMenu* makeExplainMenu(QWidget& parent, const std::vector<NumberToExplain>&);

/// A painted widget whose numbers keys choose from.
class ExplainsByKey
{
public:
    virtual ~ExplainsByKey() = default;
    /// Id of the chosen number; empty where there is none.
    virtual QString chosenNumber() const = 0;
};

/// The number that a widget with the focus means when asked by F8: a value label, the chosen row of a table, or what is
/// chosen in a picture.
QString numberOf(const QWidget* focus);

} // namespace ui

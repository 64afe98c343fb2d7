// SPDX-License-Identifier: GPL-3.0-or-later
// The pop-up list of a preset picker: a search field above rows of name and facts.
#pragma once

#include <QFrame>

class QLineEdit;
class QListView;
class QSortFilterProxyModel;
class QStandardItemModel;

namespace ui
{

struct PresetRow {
    QString id;
    QString name;
    QString facts;
};

class PresetList : public QFrame
{
    Q_OBJECT
public:
    PresetList(const std::vector<PresetRow>&, const QString& what, QWidget* parent);

    /// Shows the list below `anchor` with `id` marked.
    void openAt(const QWidget& anchor, const QString& id);

signals:
    void picked(const QString& id);

protected:
    bool eventFilter(QObject*, QEvent*) override;
    void paintEvent(QPaintEvent*) override;

private:
    void pick(const QModelIndex&);
    void move(int rows);

    QLineEdit* m_search;
    QListView* m_view;
    QStandardItemModel* m_rows;
    QSortFilterProxyModel* m_found;
};

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The operations by name: shown or not, renamed in place, one of them chosen.
#pragma once

#include "ui/charts/operation_rows.h"

#include <QAbstractListModel>
#include <QListView>

namespace ui
{

class Session;

class OperationListModel : public QAbstractListModel
{
    Q_OBJECT
public:
    explicit OperationListModel(Session&, QObject* parent);

    void show(std::vector<OperationRow>, const Theme&);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex&, int role) const override;
    bool setData(const QModelIndex&, const QVariant&, int role) override;
    Qt::ItemFlags flags(const QModelIndex&) const override;

signals:
    /// What was typed as a name, and why it cannot be one.
    void refused(const QString& sentence);

private:
    Session& m_session;
    std::vector<OperationRow> m_rows;
    const Theme* m_theme = &Theme::light();
};

class OperationList : public QListView
{
    Q_OBJECT
public:
    explicit OperationList(Session&, QWidget* parent = nullptr);

    void present(std::vector<OperationRow>);
    /// Of the row that is current, from 1.
    std::size_t chosen() const;
    void choose(std::size_t number);
    OperationListModel& operations() { return *m_model; }

signals:
    void chosenChanged();
    void removeAsked();

protected:
    /// Rows are alike in size: not as a list does it, which lays out and paints all of them anew.
    void dataChanged(const QModelIndex& from, const QModelIndex& to, const QList<int>& roles) override
    {
        QAbstractItemView::dataChanged(from, to, roles); // NOLINT(bugprone-parent-virtual-call): just that is meant
    }
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    OperationListModel* m_model;
    bool m_quiet = false;
};

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// A line that takes an expression; fields and numbers of the registry are searched in it by title or id, and listed
// with their values.
#pragma once

#include "core/numbers/metrics.h"
#include "core/scenario/scenario.h"

#include <QAbstractListModel>
#include <QLineEdit>

#include <memory>
#include <vector>

namespace ui
{

/// Fields, then numbers. The edit role is the id; the user role is what is searched.
class NumberList : public QAbstractListModel
{
    Q_OBJECT
public:
    explicit NumberList(QObject* parent);
    ~NumberList() override;

    /// The values are those of this scenario; each is computed once it is in sight.
    void setScenario(const core::Scenario&);
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex&, int role) const override;

private:
    QString valueAt(int row) const;

    struct Row {
        QString id, title;
        mutable QString value;
    };
    struct Stage; // scenario with its evaluation
    std::unique_ptr<Stage> m_stage;
    std::vector<core::Metric> m_metrics;
    std::vector<Row> m_rows;
};

class NumberLine : public QLineEdit
{
    Q_OBJECT
public:
    /// The list outlives it.
    explicit NumberLine(NumberList&, QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent*) override;
};

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed of a sharded product: its line, mesh, format and sizes, and below them what is wrong or what it means.
#pragma once

#include "core/sharding/report.h"
#include "ui/session/snapshot.h"

#include <QWidget>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace ui
{

class ExpressionEdit;
class ExpressionNote;
class FieldControl;
class NumberField;
class Session;

class ShardingEntry : public QWidget
{
    Q_OBJECT
public:
    /// Takes what stands beside the line.
    ShardingEntry(Session&, QWidget* beside, QWidget* parent = nullptr);

    void present(const Snapshot&);
    /// As if it had been typed: what cannot be planned stands in the line with its repairs.
    void moveAxis(char axis, int array, int dim);
    /// Says it until something is typed.
    void refuse(const QString& sentence);
    void fit(bool low);

private:
    /// A text of the product: "shard.expr", "shard.mesh".
    struct Line {
        std::string id;
        ExpressionEdit* edit;
    };

    QLayout* makeLine(QWidget* beside);
    QLayout* makeSettings();
    std::array<Line, 2> lines() const;
    std::vector<Line> typedLines() const;
    core::Sharding asTyped() const;
    void judge();
    void keepTyped();
    void enter();
    void takeBack();
    void revert(const Line&);
    void finish();
    void take(const QString& repair);
    void underline(const core::Sharding&, const std::optional<core::NotationError>&);
    void presentNote();
    NumberField* makeSize(const QString& dim);
    void presentSizes(const core::ShardingReport&);
    void setSize(const QString& dim, NumberField&, const QString& typed);

    Session& m_session;
    ExpressionEdit* m_line;
    ExpressionEdit* m_mesh;
    ExpressionNote* m_note;
    QLayout* m_settings = nullptr; // mesh, format, a size for each dimension
    FieldControl* m_dtype = nullptr;
    std::vector<std::pair<QString, NumberField*>> m_sizeFields; // by dimension
    Snapshot m_snapshot;
    std::vector<core::Repair> m_repairs; // offered below
    int m_gesture = 0;                   // of the typing; 0: none
    core::Sharding m_before;             // that typing
};

} // namespace ui

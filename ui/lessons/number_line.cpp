// SPDX-License-Identifier: GPL-3.0-or-later
// The list, its search, and the values beside.
#include "ui/lessons/number_line.h"

#include "core/evaluate/evaluate.h"
#include "core/numbers/collective_cache.h"
#include "core/numbers/workspace.h"
#include "core/scenario/fields.h"
#include "ui/controls/number_field.h"
#include "ui/session/field_text.h"
#include "ui/theme/words.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>

namespace ui
{

namespace
{

constexpr int popupWidth = 460;

/// Finds by title or id, and puts the id into the line.
class IdCompleter : public QCompleter
{
public:
    using QCompleter::QCompleter;
    QString pathFromIndex(const QModelIndex& index) const override { return index.data(Qt::EditRole).toString(); }
};

} // namespace

struct NumberList::Stage {
    explicit Stage(const core::Scenario& of) : scenario(of), report(core::evaluate(of)) {}

    core::Scenario scenario;
    core::Report report;
    core::CollectiveCache cache = {};
};

NumberList::NumberList(QObject* parent) : QAbstractListModel(parent) {}
NumberList::~NumberList() = default;

void NumberList::setScenario(const core::Scenario& scenario)
{
    if (m_stage && m_stage->scenario == scenario)
        return;
    beginResetModel();
    m_stage = std::make_unique<Stage>(scenario);
    if (m_rows.empty()) {
        for (const core::Field& field : core::fields())
            m_rows.push_back({toText(field.id), toText(field.title), {}});
        m_metrics = core::metrics(*scenario.presets);
        for (const core::Metric& metric : m_metrics)
            m_rows.push_back({QString::fromStdString(metric.id), QString::fromStdString(metric.title), {}});
    }
    for (Row& row : m_rows)
        row.value.clear();
    endResetModel();
}

int NumberList::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QString NumberList::valueAt(int row) const
{
    const auto fields = m_rows.size() - m_metrics.size();
    const auto place = static_cast<std::size_t>(row);
    if (place < fields) {
        const auto value = core::fieldValue(m_stage->scenario, m_rows[place].id.toStdString());
        return value ? valueText(core::fields()[place], *value, m_stage->scenario) : QString();
    }
    const core::Metric& metric = m_metrics[place - fields];
    const auto value = core::metricValue({m_stage->scenario, m_stage->report, m_stage->cache}, metric);
    return core::applies(value) ? QString::fromStdString(core::metricText(metric, value, m_stage->scenario.conv.unit))
                                : tr("none here");
}

QVariant NumberList::data(const QModelIndex& at, int role) const
{
    const Row& row = m_rows[static_cast<std::size_t>(at.row())];
    switch (role) {
    case Qt::EditRole:
        return row.id;
    case Qt::UserRole:
        return QString(row.title + u' ' + row.id);
    case Qt::DisplayRole:
        if (row.value.isEmpty())
            row.value = valueAt(at.row());
        return QStringLiteral("%1  ·  %2  ·  %3").arg(row.title, row.value, row.id);
    default:
        return {};
    }
}

NumberLine::NumberLine(NumberList& list, QWidget* parent) : QLineEdit(parent)
{
    setPlaceholderText(tr("Search a number"));
    auto* completer = new IdCompleter(&list, this);
    completer->setCompletionRole(Qt::UserRole);
    listCompletions(*this, completer);
    completer->popup()->setMinimumWidth(popupWidth);
}

/// Down opens the whole list where nothing is listed.
void NumberLine::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down && !completer()->popup()->isVisible()) {
        completer()->setCompletionPrefix({});
        completer()->complete();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of the order, their table and their file.
#include "ui/timeline/order_table.h"

#include "core/collectives/own_order.h"
#include "core/quantity/format.h"
#include "ui/controls/word_flow.h"
#include "ui/shell/value_label.h"
#include "ui/theme/painting.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timeline_reading.h"
#include "ui/torus/explained_cells.h"
#include "ui/torus/player.h"
#include "ui/torus/reel.h"
#include "ui/torus/shard_names.h"
#include "ui/torus/table_file.h"
#include "ui/torus/table_look.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QIODevice>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ui
{

namespace
{

QString shardText(const core::ShardProduct& product)
{
    const QString half = product.half < 0 ? QString() : QString(QChar(u'a' + product.half));
    return QString::number(product.shard) + half;
}

/// The shards of a message as in the order: "2", "1b".
QString messageText(const core::Schedule& schedule, std::span<const core::ChunkRun> runs)
{
    core::ChunkNumber count = 0;
    for (const auto& run : runs) {
        count += run.count;
    }
    const auto name = schedule.chunks.name(runs.front().first);
    return shardText({name.owner, count == schedule.chunks.form().halves ? core::ShardProduct::wholeShard : name.half});
}

} // namespace

void OrderTableModel::show(const core::WholeCollective* collective)
{
    beginResetModel();
    m_plan = collective ? collective->study.matmul.value_or(core::CollectiveMatmul()) : core::CollectiveMatmul();
    m_buffers = m_plan.products.empty() ? std::vector<core::StepBuffers>() : core::buffersByStep(m_plan);
    m_lit = -1;
    endResetModel();
}

void OrderTableModel::light(int step)
{
    if (step == m_lit) {
        return;
    }
    for (const int row : {std::exchange(m_lit, step), step}) {
        if (row >= 0 && row < rowCount()) {
            emit dataChanged(index(row, 0), index(row, columnCount() - 1));
        }
    }
}

int OrderTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_plan.products.size());
}

int OrderTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_plan.products.empty() ? 0 : chips() + 3;
}

QString OrderTableModel::sends(int row, int chip) const
{
    const auto& schedule = m_plan.transfers;
    const int step = stepOf(row);
    if (step < 0 || step >= schedule.steps) {
        return {};
    }
    core::Step sent;
    core::addSends(schedule, step, chip, sent);
    QStringList texts;
    for (const auto& transfer : sent.transfers) {
        texts << QStringLiteral("%1 → %2").arg(messageText(schedule, sent.chunks(transfer))).arg(transfer.to);
    }
    return texts.join(QStringLiteral(", "));
}

/// The step of the transfers that a row is beside, from 0; −1 before the first.
int OrderTableModel::stepOf(int row) const { return m_plan.form == core::MatmulForm::gather ? row : row - 1; }

QString OrderTableModel::stepText(int row) const
{
    const int steps = m_plan.transfers.steps;
    const int step = stepOf(row);
    return steps == 0      ? QStringLiteral("–")
           : step < 0      ? tr("before 1")
           : step >= steps ? tr("after %1").arg(steps)
                           : QString::number(step + 1);
}

QString OrderTableModel::stepTold(int row) const
{
    const int steps = m_plan.transfers.steps;
    const int step = stepOf(row);
    return steps == 0      ? tr("Multiplied alone: there is nothing to send")
           : step < 0      ? tr("Multiplied before the first transfer, within step 1 of the transport")
           : step >= steps ? tr("Multiplied after the last transfer, within step %1 of the transport").arg(steps)
                           : tr("Multiplied beside the transfer of step %1").arg(step + 1);
}

core::StepPlace OrderTableModel::buffersOf(int row) const
{
    return {core::StepNumber::buffers, core::bufferStep(m_plan.form, row)};
}

QString OrderTableModel::shown(int row, int column) const
{
    if (column == 0) {
        return stepText(row);
    }
    if (column == firstChip + chips()) {
        return sends(row, 0);
    }
    if (column == buffersColumn) {
        return QString::fromStdString(
            core::format(m_buffers[static_cast<std::size_t>(row)].shards(), core::dim::count));
    }
    QStringList texts;
    for (const auto& product :
         m_plan.products[static_cast<std::size_t>(row)][static_cast<std::size_t>(column - firstChip)]) {
        texts << shardText(product);
    }
    return texts.join(u' ');
}

QString OrderTableModel::told(int row, int chip) const
{
    const QString multiplies = shown(row, firstChip + chip);
    const QString moved = sends(row, chip);
    return tr("Chip %1 multiplies %2 and sends %3")
        .arg(chip)
        .arg(multiplies.isEmpty() ? tr("nothing") : multiplies, moved.isEmpty() ? tr("nothing") : moved);
}

QVariant OrderTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const bool chip = index.column() >= firstChip && index.column() < firstChip + chips();
    switch (role) {
    case Qt::DisplayRole:
        return shown(index.row(), index.column());
    case litRole:
        return index.row() == m_lit;
    case Qt::ToolTipRole:
        return chip                  ? told(index.row(), index.column() - firstChip)
               : index.column() == 0 ? stepTold(index.row())
                                     : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(index.column() == firstChip + chips() ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignCenter);
    case Qt::AccessibleDescriptionRole:
        return index.row() == m_lit ? tr("under way") : QVariant();
    default:
        return {};
    }
}

QVariant OrderTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && section == firstChip + chips()) {
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columnCount()) {
        return {};
    }
    return section == 0               ? tr("Step")
           : section == buffersColumn ? tr("Buffers")
           : section == firstChip + chips()
               ? tr("Chip 0\nsends")
               : tr("Chip\n%1").arg(section - firstChip); // in two lines: columns are narrow
}

QByteArray orderCsv(const OrderTableModel& model)
{
    QStringList head;
    for (int column = 0; column < model.columnCount(); ++column) {
        head << csvCell(model.headerData(column, Qt::Horizontal).toString().toLower().replace(u'\n', u' '));
    }
    QString text = head.join(u',') + u'\n';
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            cells << csvCell(model.data(model.index(row, column)).toString());
        }
        text += cells.join(u',') + u'\n';
    }
    return text.toUtf8();
}

namespace
{

// Small, so that the buffers and all chips of a ring of eight are seen at the least width.
constexpr int fontSize = 11;
constexpr int leastColumn = 28;
constexpr int narrowMargin = 2;  // beside the words of a cell
constexpr int sparedByHeads = 4; // pixels of the room that a style keeps beside a head

class NarrowHeads : public QHeaderView
{
public:
    explicit NarrowHeads(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {}

protected:
    QSize sectionSizeFromContents(int section) const override
    {
        return QHeaderView::sectionSizeFromContents(section) - QSize(sparedByHeads, 0);
    }
};

/// The row under way on a tint, in heavier type; little room beside words.
class OrderDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem cell(option);
        initStyleOption(&cell, index);
        const QSize usual = QStyledItemDelegate::sizeHint(option, index);
        return isCentred(cell) ? QSize(cell.fontMetrics.horizontalAdvance(cell.text) + 2 * narrowMargin, usual.height())
                               : usual;
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem cell(option);
        initStyleOption(&cell, index);
        if (!isCentred(cell)) {
            return QStyledItemDelegate::paint(painter, option, index);
        }
        const QString text = std::exchange(cell.text, {});
        cell.widget->style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
        painter->save();
        painter->setFont(cell.font);
        painter->setPen(
            cell.palette.color(cell.state & QStyle::State_Selected ? QPalette::HighlightedText : QPalette::Text));
        painter->drawText(cell.rect, Qt::AlignCenter, text);
        painter->restore();
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(OrderTableModel::litRole).toBool()) {
            const Theme& theme = themeOf(option->widget);
            option->backgroundBrush = chosenRow(theme);
            option->font.setWeight(QFont::DemiBold);
        }
    }

private:
    static bool isCentred(const QStyleOptionViewItem& cell) { return cell.displayAlignment == Qt::AlignCenter; }
};

} // namespace

OrderTable::OrderTable(Player& player, QWidget* parent)
    : CollectivePage(parent), m_player(player), m_model(new OrderTableModel(this)), m_view(new QTableView(this)),
      m_cells(new ExplainedCells(*m_view, OrderTableModel::buffersColumn,
                                 [this](const QModelIndex& cell) { return idOf(cell); })),
      m_buffers(new ValueLabel({}, tr("Most buffers"), this)),
      m_naiveBuffers(new ValueLabel({}, tr("Buffers one after the other"), this)), m_note(new QLabel(this))
{
    setObjectName(QStringLiteral("order"));
    m_view->setObjectName(QStringLiteral("order.table"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new OrderDelegate(m_view));
    m_view->setHorizontalHeader(new NarrowHeads(m_view));
    dressTable(*m_view, tr("Shard that each chip multiplies in each step"));
    m_view->setSortingEnabled(false); // its order is what it shows
    m_view->setFont(uiFont(fontSize));
    m_view->horizontalHeader()->setFont(uiFont(fontSize));
    m_view->horizontalHeader()->setMinimumSectionSize(leastColumn);
    auto* button = new QPushButton(tr("Save as CSV…"), this);
    button->setObjectName(QStringLiteral("order.save"));
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(0, 4, 0, 8);
    list->addWidget(m_view, 1);
    list->addLayout(makeFoot(button));
    connect(button, &QPushButton::clicked, this, [this] {
        saveTable(this, tr("Save the order"), QStringLiteral("order.csv"), m_caption,
                  [this](QIODevice& file) { return file.write(orderCsv(*m_model)) >= 0; });
    });
    connect(m_cells, &ExplainedCells::activated, this, [this](const QModelIndex& index) { seekStep(index.row()); });
    connect(m_cells, &ExplainedCells::explained, this, &OrderTable::explained);
    connect(m_view, &QTableView::clicked, this, [this](const QModelIndex& index) { seekStep(index.row()); });
    connect(&player, &Player::moved, this, &OrderTable::lightMoment);
}

/// Buffers with their numbers, beside them what saves the table, and how rows are read.
QLayout* OrderTable::makeFoot(QPushButton* save)
{
    auto* flow = new WordFlow(1, 0);
    const auto add = [&](const QString& word, ValueLabel* number, const char* name) {
        number->setForm(ValueLabel::Form::line);
        number->setFonts(13, 13);
        auto* before = new QLabel(word, this);
        before->setFixedHeight(number->sizeHint().height());
        flow->addWidget(before);
        number->setObjectName(QLatin1String(name));
        flow->addWidget(number);
        connect(number, &ValueLabel::explained, this, &OrderTable::explained);
    };
    add(tr("at most"), m_buffers, "order.buffers");
    add(tr("· one after the other"), m_naiveBuffers, "order.naive_buffers");
    auto* line = new QHBoxLayout;
    line->addLayout(flow, 1);
    line->setAlignment(flow, Qt::AlignVCenter);
    line->addWidget(save);
    auto* title = new QLabel(tr("Buffers, in shards beside input and result:"), this);
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(8, 0, 8, 0);
    foot->setSpacing(0);
    for (QLabel* words : {title, m_note}) {
        words->setWordWrap(true);
    }
    foot->addWidget(title);
    foot->addLayout(line);
    foot->addWidget(m_note);
    return foot;
}

bool OrderTable::isOfUse(const core::Scenario& scenario) const
{
    return scenario.coll.kind == core::CollectiveKind::matmulGather ||
           scenario.coll.kind == core::CollectiveKind::matmulScatter;
}

void OrderTable::present(const Snapshot& snapshot) { m_scenario = snapshot.scenario; }

void OrderTable::load(const Reel* reel, const QString&)
{
    m_starts.clear();
    m_caption = {};
    m_reel = reel;
    m_model->show(reel ? &reel->collective() : nullptr);
    m_view->setStatusTip(reel ? tr("Enter, double click or F8 on buffers: why so many") : QString());
    if (reel) {
        loadPlan(reel->collective());
    }
}

void OrderTable::loadPlan(const core::WholeCollective& collective)
{
    const auto& study = collective.study;
    if (!study.matmul) {
        return;
    }
    const core::CollectiveMatmul& plan = *study.matmul;
    m_caption = captionOf(collective, m_scenario);
    const auto show = [&](ValueLabel& number, const char* id, const char* own, int shards) {
        number.setMetric(QLatin1String(collective.ownOrder ? own : id), number.title());
        number.show(QString::fromStdString(core::format(shards, core::dim::count)));
    };
    show(*m_buffers, "coll.most_buffers", "own.played.buffers", plan.buffers);
    show(*m_naiveBuffers, "coll.naive_buffers", "own.played.naive_buffers", plan.naiveBuffers);
    m_note->setText(plan.transfers.steps > 0 ? tr("Each row is multiplied beside the transfer of its step.")
                                             : QString());
    m_note->setVisible(!m_note->text().isEmpty());
    const auto reading = readTimeline(collective, m_scenario);
    m_end = reading.end;
    for (const auto& lane : reading.parts.back().gantt.lanes) {
        if (lane.row.multiplies()) {
            for (const auto& bar : lane.bars) {
                m_starts.push_back({bar.start, bar.step});
            }
            break;
        }
    }
    lightMoment();
}

/// Empty for an order of one's own, which no scenario names.
QString OrderTable::idOf(const QModelIndex& cell) const
{
    return m_reel && cell.column() == OrderTableModel::buffersColumn ? m_reel->idOf(m_model->buffersOf(cell.row()))
                                                                     : QString();
}

/// The step of chip 0 that is multiplied at the moment, or was last.
void OrderTable::lightMoment()
{
    if (m_starts.empty()) {
        return;
    }
    const double now = m_player.seconds() + 1e-9 * m_end; // a moment that was sought is met but for rounding
    const auto next = std::ranges::upper_bound(m_starts, now, {}, &Start::seconds);
    const int step = next == m_starts.begin() ? 0 : std::prev(next)->step;
    if (step != m_model->lit()) {
        m_model->light(step);
        m_view->scrollTo(m_model->index(step, 0));
    }
}

void OrderTable::seekStep(int step)
{
    const auto start = std::ranges::find(m_starts, step, &Start::step);
    if (start != m_starts.end()) {
        m_player.setPlaying(false);
        m_player.seekSeconds(start->seconds);
    }
}

} // namespace ui

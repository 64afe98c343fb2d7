// SPDX-License-Identifier: GPL-3.0-or-later
// Look of the table, words below it, and moments.
#include "ui/timeline/order_table.h"

#include "core/quantity/format.h"
#include "ui/numbers/explained_cells.h"
#include "ui/numbers/number_text.h"
#include "ui/numbers/value_label.h"
#include "ui/playback/player.h"
#include "ui/playback/recording.h"
#include "ui/tables/table_parts.h"
#include "ui/theme/painting.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timeline_reading.h"

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

// Small, so that the buffers and all chips of a ring of eight are seen at the least width.
constexpr int cellFont = 11;
constexpr int minColumnWidth = 28;
constexpr int narrowMargin = 2; // beside the words of a cell
constexpr int easyMargin = 7;   // the same where there are few chips
constexpr int fewChips = 4;
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

/// Highlights the row of the current step; narrow margins.
class OrderDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem cell(option);
        initStyleOption(&cell, index);
        const QSize usual = QStyledItemDelegate::sizeHint(option, index);
        const bool few = index.model()->columnCount() <= OrderTableModel::firstChip + fewChips + 1;
        const int margin = few ? easyMargin : narrowMargin;
        return isCentred(cell) ? QSize(cell.fontMetrics.horizontalAdvance(cell.text) + 2 * margin, usual.height())
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
      m_note(new QLabel(this))
{
    setObjectName(QStringLiteral("order"));
    m_view->setObjectName(QStringLiteral("order.table"));
    m_view->setModel(m_model);
    m_view->setHorizontalHeader(new NarrowHeads(m_view));
    styleTable(*m_view, tr("Shard that each chip multiplies in each step"));
    m_view->setItemDelegate(new OrderDelegate(m_view));
    m_view->setSortingEnabled(false); // its order is what it shows
    m_view->setFont(uiFont(cellFont));
    m_view->horizontalHeader()->setFont(uiFont(cellFont));
    m_view->horizontalHeader()->setMinimumSectionSize(minColumnWidth);
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
    connect(m_view, &QTableView::clicked, this, [this](const QModelIndex& index) { seekStep(index.row()); });
    connect(&player, &Player::moved, this, &OrderTable::lightMoment);
}

QLayout* OrderTable::makeFoot(QPushButton* save)
{
    auto* numbers = new NumberText(13, this);
    const auto add = [&](const QString& word, const QString& title, const char* name) {
        numbers->addWord(word);
        auto* number = numbers->addNumber({}, title);
        number->setObjectName(QLatin1String(name));
        return number;
    };
    m_buffers = add(tr("at most"), tr("Max buffers"), "order.buffers");
    m_naiveBuffers = add(tr("· serialized"), tr("Buffers when serialized"), "order.naive_buffers");
    auto* line = new QHBoxLayout;
    line->addWidget(numbers, 1, Qt::AlignVCenter);
    line->addWidget(save);
    auto* title = new QLabel(tr("Buffers, in shards besides input and result:"), this);
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

/// Columns of many chips share one width, told from the longest cell there can be: to measure every cell takes seconds.
void OrderTable::fitColumns()
{
    constexpr int measured = 64; // columns
    QHeaderView* head = m_view->horizontalHeader();
    const bool many = head->count() > measured;
    if (!many)
        return head->setSectionResizeMode(QHeaderView::ResizeToContents);
    const QFontMetrics metrics(uiFont(cellFont, QFont::DemiBold)); // of the row under way
    head->setDefaultSectionSize(
        std::max(minColumnWidth, metrics.horizontalAdvance(m_model->longestCell()) + 2 * narrowMargin));
    for (int column = 0; column < OrderTableModel::firstChip; ++column)
        head->resizeSection(column, m_view->sizeHintForIndex(m_model->index(0, column)).width() +
                                        metrics.horizontalAdvance(u'8') * 3);
}

bool OrderTable::isOfUse(const core::Scenario& scenario) const { return core::isMatmul(scenario.coll.kind); }

void OrderTable::present(const Snapshot& snapshot) { m_snapshot = snapshot; }

void OrderTable::load(const Recording* recording, const QString&)
{
    m_starts.clear();
    m_caption = {};
    m_recording = recording;
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed); // the reset measures nothing
    m_model->show(recording ? &recording->collective() : nullptr);
    fitColumns();
    m_view->setStatusTip(recording ? tr("Enter, double click or F8 on buffers: why so many") : QString());
    if (recording) {
        loadPlan(recording->collective());
    }
}

void OrderTable::loadPlan(const core::WholeCollective& collective)
{
    const auto& analysis = collective.analysis;
    if (!analysis.matmul) {
        return;
    }
    const core::CollectiveMatmul& plan = *analysis.matmul;
    m_caption = captionOf(collective, m_snapshot.scenario);
    const auto show = [&](ValueLabel& number, const char* id, const char* own, int shards) {
        number.setMetric(QLatin1String(collective.ownOrder ? own : id), number.title());
        number.present(QString::fromStdString(core::format(shards, core::dim::count)));
    };
    show(*m_buffers, "coll.most_buffers", "own.played.buffers", plan.buffers);
    show(*m_naiveBuffers, "coll.naive_buffers", "own.played.naive_buffers", plan.naiveBuffers);
    m_note->setText(plan.transfers.steps > 0 ? tr("Each product overlaps the transfer of its row's step.") : QString());
    m_note->setVisible(!m_note->text().isEmpty());
    const auto reading = readTimeline(collective, m_snapshot);
    m_end = reading.end;
    for (const auto& lane : reading.sections.back().gantt.lanes) {
        if (lane.row.multiplies()) {
            for (const auto& bar : lane.bars) {
                m_starts.push_back({bar.start, bar.step});
            }
            break;
        }
    }
    lightMoment();
}

QString OrderTable::idOf(const QModelIndex& cell) const
{
    return m_recording && cell.column() == OrderTableModel::buffersColumn
               ? m_recording->idOf(m_model->buffersOf(cell.row()))
               : QString();
}

/// Highlights the row that chip 0 multiplies now, or multiplied last.
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

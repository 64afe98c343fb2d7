// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of links, bars of their shares, sums above them, and their file.
#include "ui/tables/link_table.h"

#include "core/numbers/metrics.h"
#include "core/quantity/format.h"
#include "ui/numbers/byte_text.h"
#include "ui/numbers/explained_cells.h"
#include "ui/numbers/value_label.h"
#include "ui/playback/reel.h"
#include "ui/playback/shard_names.h"
#include "ui/tables/row_pointer.h"
#include "ui/tables/table_file.h"
#include "ui/tables/table_look.h"
#include "ui/theme/painting.h"
#include "ui/torus/torus_scene.h"

#include <QGridLayout>
#include <QHeaderView>
#include <QIODevice>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ui
{

namespace
{

bool isSwitch(const core::Topology& whole) { return whole.wiring == core::Wiring::throughSwitch; }

bool isThere(const core::Topology& whole, int chip, int port)
{
    return isSwitch(whole) || whole.neighbour(chip, port) >= 0;
}

/// Every link, idle ones too, with what it has carried.
template <class Take> void eachLink(const Reel& reel, Take take)
{
    for (int chip = 0; chip < reel.whole().chips(); ++chip) {
        for (int port = 0; port < reel.portsOfChip(); ++port) {
            if (isThere(reel.whole(), chip, port)) {
                take(LinkPlace{chip, port}, reel.bytesOn(chip, port));
            }
        }
    }
}

QString linkText(const core::Topology& whole, int port)
{
    return !isSwitch(whole) ? portName(whole, port) : port == 0 ? LinkTable::tr("sends") : LinkTable::tr("receives");
}

/// A share of one as a bar in the colours of the picture, with its percentage.
class ShareBar : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const double share = index.data(LinkTableModel::sortRole).toDouble();
        const Theme& theme = themeOf(option.widget);
        const int room = option.fontMetrics.horizontalAdvance(QStringLiteral("100 %")) + 12;
        const QRectF groove = QRectF(option.rect).adjusted(room, 8, -8, -8);
        drawBox(*painter, groove, 2, mixed(theme.panel, theme.text, 0.08), {}, 0);
        if (share > 0) {
            const int colour = std::min(scaleColours - 1, static_cast<int>(share * scaleColours));
            const QRectF bar(groove.left(), groove.top(), groove.width() * std::min(share, 1.0), groove.height());
            drawBox(*painter, bar, 2, scaleColour(colour, theme), {}, 0);
        }
    }
};

} // namespace

void LinkTableModel::count(const Reel& reel)
{
    eachLink(reel, [this](const LinkPlace& place, double carried) {
        m_rows.push_back({place, carried});
        m_busiest = std::max(m_busiest, carried);
        m_total += isSwitch(m_whole) && place.port > 0 ? 0 : carried;
    });
}

void LinkTableModel::show(const Reel* reel)
{
    beginResetModel();
    m_rows.clear();
    m_busiest = m_total = m_capacity = 0;
    m_leftOut = 0;
    if (reel) {
        m_whole = reel->whole();
        m_units = reel->collective().units;
        m_capacity = reel->capacity();
        count(*reel);
        if (m_rows.size() > mostRows) {
            const auto end = m_rows.begin() + static_cast<std::ptrdiff_t>(mostRows);
            std::nth_element(m_rows.begin(), end, m_rows.end(),
                             [](const Row& a, const Row& b) { return a.bytes > b.bytes; });
            m_leftOut = m_rows.size() - mostRows;
            m_rows.erase(end, m_rows.end());
        }
    }
    endResetModel();
}

LinkPlace LinkTableModel::linkOfRow(int row) const { return m_rows[static_cast<std::size_t>(row)].place; }

int LinkTableModel::rowOf(const LinkPlace& place) const
{
    const auto found = std::ranges::find(m_rows, place, &Row::place);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int LinkTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LinkTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

QVariant LinkTableModel::shown(const Row& row, int column) const
{
    switch (column) {
    case from:
        return chipName(m_whole, row.place.chip);
    case link:
        return linkText(m_whole, row.place.port);
    case bytes:
        return bytesText(row.bytes, m_units);
    case share:
        return loadText(row.bytes, m_capacity);
    default:
        return {};
    }
}

QVariant LinkTableModel::sorted(const Row& row, int column) const
{
    switch (column) {
    case from:
        return row.place.chip;
    case link:
        return row.place.port;
    case bytes:
        return row.bytes;
    default:
        return m_capacity > 0 ? row.bytes / m_capacity : 0;
    }
}

QVariant LinkTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole) {
        return shown(row, index.column());
    }
    if (role == sortRole) {
        return sorted(row, index.column());
    }
    if (role == Qt::TextAlignmentRole && index.column() == bytes) {
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    }
    return {};
}

QVariant LinkTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) {
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter); // the arrow of sorting stands at the right
    }
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    const QString heads[] = {tr("Chip"), tr("Link"), tr("So far"), tr("Of capacity")};
    return section >= 0 && section < columns ? heads[section] : QVariant();
}

bool writeLinks(const Reel& reel, QIODevice& to)
{
    QString text = QStringLiteral("# ") + LinkTable::tr("After step %1 of %2").arg(reel.step()).arg(reel.steps()) +
                   QStringLiteral("\nchip,link,bytes,of_capacity\n");
    eachLink(reel, [&](const LinkPlace& place, double carried) {
        const double share = reel.capacity() > 0 ? carried / reel.capacity() : 0;
        text += csvCell(chipName(reel.whole(), place.chip)) + u',' + linkText(reel.whole(), place.port) + u',' +
                QString::fromStdString(core::exactText(carried)) + u',' +
                QString::fromStdString(core::exactText(share)) + u'\n';
    });
    return to.write(text.toUtf8()) >= 0;
}

LinkTable::LinkTable(QWidget* parent)
    : CollectivePage(parent), m_model(new LinkTableModel(this)), m_sorted(new QSortFilterProxyModel(this)),
      m_busiest(
          makeSum(QStringLiteral("coll.bytes_per_link"), tr("Busiest link carries"), "busiest", tr("Busiest so far"))),
      m_all(makeSum(QStringLiteral("coll.total_bytes"), tr("All links carry"), "sent", tr("All so far"))),
      m_view(new QTableView(this)), m_note(new QLabel(this)), m_save(new QPushButton(tr("Save as CSV…"), this))
{
    setObjectName(QStringLiteral("links"));
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(LinkTableModel::sortRole);
    m_view->setObjectName(QStringLiteral("links.table"));
    m_view->setModel(m_sorted);
    dressTable(*m_view, tr("Links by load"));
    m_view->setStatusTip(tr("Enter, double click or F8 on a number: why it has this value · Esc gives the row up"));
    m_view->setItemDelegateForColumn(LinkTableModel::share, new ShareBar(m_view));
    m_view->sortByColumn(LinkTableModel::bytes, Qt::DescendingOrder);
    m_pointer = new RowPointer(*m_view, *m_sorted);
    connect(m_pointer, &RowPointer::chosen, this, &LinkTable::choose);
    connect(m_pointer, &RowPointer::hovered, this, &LinkTable::markRow);
    new ExplainedCells(*m_view, LinkTableModel::bytes, [this](const QModelIndex& at) { return idOf(at); }); // view's
    m_note->setWordWrap(true);
    m_note->setContentsMargins(8, 0, 8, 0);
    m_save->setObjectName(QStringLiteral("links.save"));
    connect(m_save, &QPushButton::clicked, this, &LinkTable::save);
    auto* list = new QVBoxLayout(this);
    list->setContentsMargins(0, 8, 8, 8);
    list->setSpacing(4);
    list->addLayout(placeSums());
    list->addWidget(m_view, 1);
    list->addWidget(m_note);
    list->addWidget(m_save, 0, Qt::AlignRight);
}

LinkTable::Sum LinkTable::makeSum(const QString& metricId, const QString& title, std::string_view number,
                                  const QString& titleSoFar)
{
    Sum sum{new ValueLabel(metricId, title, this), new ValueLabel({}, titleSoFar, this), number, metricId};
    sum.atLast->setObjectName(QStringLiteral("links.") + metricId);
    sum.soFar->setObjectName(QStringLiteral("links.so_far.") + metricId);
    for (ValueLabel* value : {sum.atLast, sum.soFar}) {
        value->setFonts(12, 15);
        value->reserve(QStringLiteral("888 MiB"));
    }
    return sum;
}

QLayout* LinkTable::placeSums()
{
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(2, 1);
    int row = 0;
    for (const Sum& sum : {m_busiest, m_all}) {
        grid->addWidget(sum.atLast, row, 0, Qt::AlignLeft);
        grid->addWidget(sum.soFar, row++, 1, Qt::AlignLeft);
    }
    return grid;
}

void LinkTable::present(const Snapshot& snapshot)
{
    m_snapshot = snapshot;
    presentSums();
}

void LinkTable::load(const Reel* reel, const QString&)
{
    m_reel = reel;
    if (reel && m_chosenOn != reel->whole()) {
        m_chosen.reset();
    }
    m_save->setEnabled(reel != nullptr);
    goTo(reel ? reel->step() : 0);
    if (reel) {
        markRow(-1);
    }
}

void LinkTable::choose(int row)
{
    m_chosen = row < 0 ? std::nullopt : std::optional(m_model->linkOfRow(row));
    m_chosenOn = m_reel->whole();
    markRow(row);
}

/// The one that is pointed at, else the chosen one.
void LinkTable::markRow(int row)
{
    LinkMark mark;
    if (row >= 0) {
        mark.links = {m_model->linkOfRow(row)};
    } else if (m_chosen) {
        mark.links = {*m_chosen};
    }
    emit marked(mark);
}

QString LinkTable::idOf(const QModelIndex& cell) const
{
    const QModelIndex at = m_sorted->mapToSource(cell);
    const bool isLoad = at.column() == LinkTableModel::share;
    if (!m_reel || (isLoad && m_reel->step() == 0)) { // no time has passed
        return {};
    }
    const LinkPlace link = m_model->linkOfRow(at.row());
    return m_reel->idOf({isLoad ? "link_load" : "link_bytes", m_reel->step(), link.chip, link.port});
}

void LinkTable::goTo(int)
{
    m_model->show(m_reel);
    m_pointer->select(m_chosen ? m_model->rowOf(*m_chosen) : -1);
    const QString cut = tr("The %1 busiest links; all others carry no more than these.")
                            .arg(QString::fromStdString(core::grouped(LinkTableModel::mostRows)));
    const bool once = m_reel && isSwitch(m_reel->whole());
    m_note->setText(m_model->leftOut() > 0 ? cut : once ? tr("Bytes through the switch are counted once.") : QString());
    m_note->setVisible(!m_note->text().isEmpty());
    presentSums();
}

void LinkTable::save()
{
    if (m_reel) {
        saveTable(this, tr("Save the links"), QStringLiteral("links.csv"),
                  captionOf(m_reel->collective(), m_snapshot.scenario),
                  [this](QIODevice& file) { return writeLinks(*m_reel, file); });
    }
}

/// Words of numbers so far are those of the present step.
void LinkTable::presentSums()
{
    const auto& scenario = m_snapshot.scenario;
    const std::pair<const Sum*, double> sums[] = {{&m_busiest, m_model->busiest()}, {&m_all, m_model->total()}};
    for (const auto& [sum, bytes] : sums) {
        sum->atLast->setVisible(m_reel != nullptr);
        sum->soFar->setVisible(m_reel != nullptr);
        if (m_reel) {
            const core::WholeCollective& collective = m_reel->collective();
            const auto& study = collective.study;
            const bool busiest = sum->number == "busiest";
            sum->atLast->setMetric(collective.ownOrder ? m_reel->idOf({sum->number, m_reel->steps()}) : sum->metric,
                                   sum->atLast->title());
            sum->atLast->present(bytesText((busiest ? study.bytesPerLink : study.totalBytes).si(), scenario.conv.unit));
            sum->soFar->setMetric(m_reel->idOf({sum->number, m_reel->step()}), sum->soFar->title());
            sum->soFar->present(bytesText(bytes, scenario.conv.unit));
        }
    }
}

} // namespace ui

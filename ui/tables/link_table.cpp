// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of links, bars of their shares, sums above them, and their file.
#include "ui/tables/link_table.h"

#include "core/quantity/format.h"
#include "ui/numbers/byte_text.h"
#include "ui/numbers/value_label.h"
#include "ui/playback/recording.h"
#include "ui/playback/shards.h"
#include "ui/tables/table_parts.h"
#include "ui/theme/nth.h"
#include "ui/theme/painting.h"
#include "ui/torus/torus_scene.h"

#include <QGridLayout>
#include <QIODevice>
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

/// Every link with its bytes, idle ones too.
template <class Take> void eachLink(const Recording& recording, Take take)
{
    for (int chip = 0; chip < recording.whole().chips(); ++chip) {
        for (int port = 0; port < recording.portsOfChip(); ++port) {
            if (isThere(recording.whole(), chip, port)) {
                take(LinkPlace{chip, port}, recording.bytesOn(chip, port));
            }
        }
    }
}

QString linkText(const core::Topology& whole, int chip, int port)
{
    return !isSwitch(whole) ? portName(whole, chip, port)
           : port == 0      ? LinkTable::tr("sends")
                            : LinkTable::tr("receives");
}

/// The share as a bar in the picture's colours.
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

LinkTableModel::LinkTableModel()
    : RowsModel({LinkTable::tr("Chip"), LinkTable::tr("Link"), LinkTable::tr("So far"), LinkTable::tr("Of capacity")},
                {bytes}, nullptr)
{
}

void LinkTableModel::count(const Recording& recording)
{
    eachLink(recording, [this](const LinkPlace& place, double carried) {
        m_rows.push_back({place, carried});
        m_busiest = std::max(m_busiest, carried);
        m_total += isSwitch(m_whole) && place.port > 0 ? 0 : carried;
    });
}

void LinkTableModel::show(const Recording* recording)
{
    beginResetModel();
    m_rows.clear();
    m_busiest = m_total = m_capacity = 0;
    m_leftOut = 0;
    if (recording) {
        m_whole = recording->whole();
        m_units = recording->collective().units;
        m_capacity = recording->capacity();
        count(*recording);
        if (m_rows.size() > maxRows) {
            const auto end = m_rows.begin() + static_cast<std::ptrdiff_t>(maxRows);
            std::nth_element(m_rows.begin(), end, m_rows.end(),
                             [](const Row& a, const Row& b) { return a.bytes > b.bytes; });
            m_leftOut = m_rows.size() - maxRows;
            m_rows.erase(end, m_rows.end());
        }
    }
    endResetModel();
}

LinkPlace LinkTableModel::linkOfRow(int row) const { return m_rows[nth(row)].place; }

int LinkTableModel::rowOf(const LinkPlace& place) const
{
    const auto found = std::ranges::find(m_rows, place, &Row::place);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

QString LinkTableModel::shown(int at, int column) const
{
    const Row& row = m_rows[nth(at)];
    switch (column) {
    case from:
        return chipName(m_whole, row.place.chip);
    case link:
        return linkText(m_whole, row.place.chip, row.place.port);
    case bytes:
        return bytesText(row.bytes, m_units);
    default:
        return loadText(row.bytes, m_capacity);
    }
}

QVariant LinkTableModel::sorted(int at, int column) const
{
    const Row& row = m_rows[nth(at)];
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

bool writeLinks(const Recording& recording, QIODevice& to)
{
    QString text = QStringLiteral("# ") +
                   LinkTable::tr("After step %1 of %2").arg(recording.step()).arg(recording.steps()) +
                   QStringLiteral("\nchip,link,bytes,of_capacity\n");
    eachLink(recording, [&](const LinkPlace& place, double carried) {
        const double share = recording.capacity() > 0 ? carried / recording.capacity() : 0;
        text += csvCell(chipName(recording.whole(), place.chip)) + u',' +
                linkText(recording.whole(), place.chip, place.port) + u',' +
                QString::fromStdString(core::exactText(carried)) + u',' +
                QString::fromStdString(core::exactText(share)) + u'\n';
    });
    return to.write(text.toUtf8()) >= 0;
}

LinkTable::LinkTable(QWidget* parent)
    : RowsPage(QStringLiteral("links"), tr("Save the links"), new LinkTableModel, LinkTableModel::bytes, parent),
      m_model(static_cast<LinkTableModel*>(m_sorted->sourceModel())),
      m_busiest(
          makeSum(QStringLiteral("coll.bytes_per_link"), tr("Busiest link carries"), "busiest", tr("Busiest so far"))),
      m_all(makeSum(QStringLiteral("coll.total_bytes"), tr("All links carry"), "sent", tr("All so far")))
{
    styleTable(*m_view, tr("Links by load"));
    m_view->setStatusTip(tr("Enter, double click or F8 on a number: why it has this value · Esc gives the row up"));
    m_view->setItemDelegateForColumn(LinkTableModel::share, new ShareBar(m_view));
    m_view->sortByColumn(LinkTableModel::bytes, Qt::DescendingOrder);
    auto* list = static_cast<QVBoxLayout*>(layout());
    list->setSpacing(4);
    list->insertLayout(0, placeSums());
    setTabOrder(m_all.soFar, m_view);
    setTabOrder(m_view, m_save);
}

LinkTable::Sum LinkTable::makeSum(const QString& metricId, const QString& title, std::string_view number,
                                  const QString& titleSoFar)
{
    Sum sum{new ValueLabel(metricId, title, this), new ValueLabel({}, titleSoFar, this), number, metricId};
    sum.atLast->setObjectName(QStringLiteral("links.") + metricId);
    sum.soFar->setObjectName(QStringLiteral("links.so_far.") + metricId);
    for (ValueLabel* value : {sum.atLast, sum.soFar}) {
        value->setForm(ValueLabel::Form::captioned, 12, 15);
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
    RowsPage::present(snapshot);
    presentSums();
}

void LinkTable::load(const Recording* recording, const QString&)
{
    setRecording(recording);
    if (recording && m_chosenOn != recording->whole()) {
        m_chosen.reset();
    }
    goTo(recording ? recording->step() : 0);
    if (recording) {
        markRow(-1);
    }
}

void LinkTable::choose(int row)
{
    m_chosen = row < 0 ? std::nullopt : std::optional(m_model->linkOfRow(row));
    m_chosenOn = m_recording->whole();
    markRow(row);
}

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

QString LinkTable::idOf(const QModelIndex& at) const
{
    const bool isLoad = at.column() == LinkTableModel::share;
    if (!m_recording || (isLoad && m_recording->step() == 0)) { // no time has passed
        return {};
    }
    const LinkPlace link = m_model->linkOfRow(at.row());
    return m_recording->idOf({isLoad ? "link_load" : "link_bytes", m_recording->step(), link.chip, link.port});
}

void LinkTable::goTo(int)
{
    m_model->show(m_recording);
    select(m_chosen ? m_model->rowOf(*m_chosen) : -1);
    const QString cut = tr("The %1 busiest links; all others carry no more than these.")
                            .arg(QString::fromStdString(core::grouped(LinkTableModel::maxRows)));
    const bool once = m_recording && isSwitch(m_recording->whole());
    note(m_model->leftOut() > 0 ? cut : once ? tr("Bytes through the switch are counted once.") : QString());
    presentSums();
}

bool LinkTable::write(QIODevice& file) const { return writeLinks(*m_recording, file); }

void LinkTable::presentSums()
{
    const std::pair<const Sum*, double> sums[] = {{&m_busiest, m_model->busiest()}, {&m_all, m_model->total()}};
    for (const auto& [sum, bytes] : sums) {
        sum->atLast->setVisible(m_recording != nullptr);
        sum->soFar->setVisible(m_recording != nullptr);
        if (m_recording) {
            const core::WholeCollective& collective = m_recording->collective();
            const auto& analysis = collective.analysis;
            const bool busiest = sum->number == "busiest";
            sum->atLast->setMetric(collective.ownOrder ? m_recording->idOf({sum->number, m_recording->steps()})
                                                       : sum->metric,
                                   sum->atLast->title());
            sum->atLast->present(
                bytesText((busiest ? analysis.bytesPerLink : analysis.totalBytes).si(), m_scenario.conv.unit));
            sum->soFar->setMetric(m_recording->idOf({sum->number, m_recording->step()}), sum->soFar->title());
            sum->soFar->present(bytesText(bytes, m_scenario.conv.unit));
        }
    }
}

} // namespace ui

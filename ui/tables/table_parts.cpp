// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of a view, and its file.
#include "ui/tables/table_parts.h"

#include "core/io/write_file.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/chart_table.h"
#include "ui/controls/message_box.h"
#include "ui/playback/collective_caption.h"
#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"
#include "ui/theme/words.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QMainWindow>
#include <QPainter>
#include <QStatusBar>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace ui
{

QString csvCell(const QString& text) { return toText(csvCell(std::string_view(text.toStdString()))); }

void tellSaved(QWidget& part, const QString& path)
{
    constexpr int time = 6000;   // ms
    constexpr qreal share = 0.8; // of the bar; what is saved at its end stays
    if (auto* window = qobject_cast<QMainWindow*>(part.window())) {
        QStatusBar& bar = *window->statusBar();
        bar.showMessage(bar.fontMetrics().elidedText(QObject::tr("Saved as %1.").arg(QDir::toNativeSeparators(path)),
                                                     Qt::ElideMiddle, static_cast<int>(bar.width() * share)),
                        time);
    }
}

void saveTable(QWidget* parent, const QString& title, const QString& fileName, const QByteArray& table)
{
    const QString path = QFileDialog::getSaveFileName(parent, title, fileName, QObject::tr("Tables (*.csv)"));
    if (path.isEmpty())
        return;
    const auto written = core::writeFile(QFile::encodeName(path).toStdString(), table.toStdString());
    if (written)
        tellSaved(*parent, path);
    else
        MessageBox(parent, QObject::tr("The table was not saved"),
                   QObject::tr("%1 could not be written: %2. Choose another folder.")
                       .arg(path, QString::fromStdString(written.error())))
            .exec();
}

void saveTable(QWidget* parent, const QString& title, const QString& fileName, const CollectiveCaption& caption,
               const WriteRows& write)
{
    QBuffer table;
    table.open(QIODevice::WriteOnly);
    table.write(csvLines(caption));
    write(table); // into memory: does not fail
    saveTable(parent, title, fileName, table.data());
}

namespace
{

/// Cells of one line. The style shapes each text three times: for its size, to shorten it and to draw it.
class LineCells : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        using Item = QStyleOptionViewItem;
        QStyleOptionViewItem cell = option;
        initStyleOption(&cell, index);
        if (cell.features & (Item::WrapText | Item::HasDecoration | Item::HasCheckIndicator))
            return QStyledItemDelegate::paint(painter, option, index);
        const QString whole = std::exchange(cell.text, {});
        const QStyle& style = *cell.widget->style();
        style.drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
        const int margin = style.pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, cell.widget) + 1;
        QRectF room = QRectF(cell.rect).adjusted(margin, 0, -margin, 0);
        const bool fits = lineWidth(whole, cell.font) <= room.width();
        const QString text =
            fits ? whole : cell.fontMetrics.elidedText(whole, cell.textElideMode, static_cast<int>(room.width()));
        if (cell.displayAlignment & Qt::AlignRight)
            room.setLeft(room.right() - lineWidth(text, cell.font));
        const bool selected = cell.state & QStyle::State_Selected;
        painter->setPen(cell.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
        drawLineIn(*painter, room, text, cell.font);
    }
};

} // namespace

void styleTable(QTableView& view, const QString& name)
{
    view.setItemDelegate(new LineCells(&view));
    view.setAccessibleName(name);
    view.setSortingEnabled(true);
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setSelectionMode(QAbstractItemView::SingleSelection);
    view.setTabKeyNavigation(false);
    view.setShowGrid(false);
    view.setAlternatingRowColors(true);
    view.setFrameShape(QFrame::NoFrame);
    view.setFont(uiFont(12));
    view.verticalHeader()->hide();
    view.verticalHeader()->setDefaultSectionSize(23);
    view.horizontalHeader()->setFont(uiFont(12));
    view.horizontalHeader()->setMinimumSectionSize(36);
    view.horizontalHeader()->setHighlightSections(false);
    view.horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view.horizontalHeader()->setStretchLastSection(true);
    QObject::connect(view.horizontalHeader(), &QHeaderView::sortIndicatorChanged, &view, &QTableView::scrollToTop);
}

namespace
{

/// What the cells of a column need; of many rows by some of them, from the first to the last.
int widthOf(const QTableView& view, int column)
{
    constexpr int looked = 200;
    const int rows = view.model()->rowCount();
    const int some = std::min(rows, looked);
    int widest = 0;
    for (int i = 0; i < some; ++i) {
        const int row = some < 2 ? 0 : static_cast<int>(qint64{i} * (rows - 1) / (some - 1));
        widest = std::max(widest, view.sizeHintForIndex(view.model()->index(row, column)).width());
    }
    return widest;
}

} // namespace

void keepRoomFor(QTableView& view, int open)
{
    QHeaderView* head = view.horizontalHeader();
    const auto fit = [&view, head, open](bool shrinks) {
        constexpr int beside = 10;
        constexpr int arrow = 14;
        const QFontMetrics metrics(head->font());
        for (int column = 0; column < head->count(); ++column) {
            const QString title = view.model()->headerData(column, Qt::Horizontal).toString();
            const int mark = column == head->sortIndicatorSection() ? arrow : 0;
            const int titled = metrics.horizontalAdvance(title) + beside + mark;
            if (column != open)
                head->resizeSection(column,
                                    std::max({widthOf(view, column), titled, shrinks ? 0 : head->sectionSize(column)}));
        }
    };
    head->setStretchLastSection(false);
    head->setSectionResizeMode(QHeaderView::Fixed);
    head->setSectionResizeMode(open, QHeaderView::Stretch);
    QObject::connect(view.model(), &QAbstractItemModel::modelReset, &view, [fit] { fit(true); });
    QObject::connect(view.model(), &QAbstractItemModel::rowsInserted, &view, [fit] { fit(false); }); // a filter let go
    QObject::connect(head, &QHeaderView::sortIndicatorChanged, &view, [fit] { fit(true); });
    fit(true);
}

} // namespace ui

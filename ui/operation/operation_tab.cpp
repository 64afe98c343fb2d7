// SPDX-License-Identifier: GPL-3.0-or-later
// One operation is chosen: the list, the table and the picture show the same one, and its fields are edited.
#include "ui/operation/operation_tab.h"

#include "core/io/measured_csv.h"
#include "core/io/read_file.h"
#include "core/operation/model_operations.h"
#include "core/quantity/format.h"
#include "core/scenario/choices.h"
#include "core/scenario/further_operation.h"
#include "ui/charts/chart.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/operation_rows.h"
#include "ui/controls/message_box.h"
#include "ui/controls/reason.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/segmented.h"
#include "ui/controls/word_flow.h"
#include "ui/operation/operation_editor.h"
#include "ui/operation/operation_list.h"
#include "ui/operation/operation_table.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/tables/table_parts.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"
#include "ui/theme/words.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ui
{

namespace
{

constexpr int inputsWidth = 352;

/// Asks for no more height than it must have: what it holds scrolls.
class Inputs : public QWidget
{
public:
    QSize sizeHint() const override { return minimumSizeHint(); }
};

QPushButton* button(const QString& words, const char* name, const QString& tip)
{
    auto* made = new QPushButton(words);
    made->setObjectName(QLatin1String(name));
    made->setToolTip(tip);
    made->setStatusTip(tip);
    return made;
}

} // namespace

OperationTab::OperationTab(Session& session, QWidget* roofline, QWidget* intensity, QWidget* parent)
    : QWidget(parent), m_session(session), m_list(new OperationList(session)), m_editor(new OperationEditor(session)),
      m_pictures(new QStackedWidget), m_which(new Segmented(this)), m_table(new OperationTable), m_why(new QLabel),
      m_column(new QVBoxLayout(this)), m_across(new QHBoxLayout), m_right(new QVBoxLayout)
{
    setObjectName(QStringLiteral("operation"));
    auto* intro = new QLabel(
        tr("Single operations on one chip, on one roofline: how much each computes for a byte that it moves, "
           "and whether math or memory sets its time."));
    intro->setObjectName(QStringLiteral("op.intro"));
    intro->setWordWrap(true);
    intro->setContentsMargins(4, 0, 4, 0);
    m_right->setSpacing(8);
    m_right->addLayout(makeHead());
    m_right->addWidget(m_pictures, 5);
    for (QWidget* picture : {roofline, intensity}) {
        m_pictures->addWidget(picture);
        m_charts.push_back(picture->findChild<Chart*>());
        m_charts.back()->setOpener({[](const QString& place) { return operationNumber(place) > 0; },
                                    [this](const QString& place) { choose(operationNumber(place)); }});
    }
    m_pictures->setMinimumHeight(240); // with its axis in sight in a low window
    m_pictures->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    m_inputs = makeInputs();
    m_across->setSpacing(12);
    m_across->addWidget(m_inputs);
    m_across->addLayout(m_right, 1);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(8);
    m_column->addWidget(intro);
    m_column->addLayout(m_across, 5);
    m_numbers = makeNumbers();
    m_column->addWidget(m_numbers, 1);
    connect(m_table, &OperationTable::chosen, this, &OperationTab::choose);
    connect(m_list, &OperationList::chosenChanged, this, &OperationTab::presentChosen);
    connect(m_list, &OperationList::removeAsked, this, &OperationTab::removeChosen);
    connect(&m_list->operations(), &OperationListModel::refused, m_why, &QLabel::setText);
}

void OperationTab::resizeEvent(QResizeEvent* event)
{
    constexpr int beside = inputsWidth + 400;
    constexpr int stacked = 480; // high
    const bool wide = width() >= beside;
    m_across->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::BottomToTop);
    QBoxLayout* place = wide ? m_column : m_right; // the table has all the width, and stays near its picture
    if (place->indexOf(m_numbers) < 0)
        place->addWidget(m_numbers, wide ? 1 : 2);
    m_inputs->setMinimumSize(wide ? inputsWidth : 0, wide ? 0 : stacked);
    m_inputs->setMaximumWidth(wide ? inputsWidth : QWIDGETSIZE_MAX);
    QWidget::resizeEvent(event);
}

QWidget* OperationTab::makeInputs()
{
    auto* inputs = new Inputs;
    inputs->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    auto* rows = new QVBoxLayout(inputs);
    rows->setContentsMargins(4, 0, 0, 0);
    rows->setSpacing(8);
    rows->addLayout(makeButtons());
    m_list->setMinimumHeight(72);
    m_list->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // what is preferred would lengthen the page
    rows->addWidget(m_list, 2);
    auto* fields = scrolled(m_editor);
    fields->setObjectName(QStringLiteral("op.fields"));
    fields->setMinimumHeight(140);
    fields->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    rows->addWidget(fields, 5);
    return inputs;
}

QLayout* OperationTab::makeButtons()
{
    auto* row = new WordFlow(6, 6);
    m_add = new QToolButton;
    m_add->setObjectName(QStringLiteral("op.add"));
    m_add->setText(tr("Add"));
    m_add->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_add);
    menu->setObjectName(QStringLiteral("op.add.menu"));
    const core::Field& kind = *core::findField("op.kind");
    for (const std::string_view id : kind.choices) {
        core::Operation operation;
        operation.kind = core::fromName<core::OpKind>(id).value_or(operation.kind);
        connect(menu->addAction(choiceText(kind, id, m_session.scenario())), &QAction::triggered, this,
                [this, operation] { add({operation}); });
    }
    menu->addSeparator();
    auto* model = menu->addMenu(tr("From the model"));
    model->setObjectName(QStringLiteral("op.add.model"));
    connect(model, &QMenu::aboutToShow, this, [this, model] { offerModel(*model); });
    m_add->setMenu(menu);
    m_duplicate = button(tr("Duplicate"), "op.duplicate", tr("Another operation with the same fields"));
    m_remove = button(tr("Remove"), "op.remove", tr("Removes the chosen operation"));
    connect(m_duplicate, &QPushButton::clicked, this, &OperationTab::duplicate);
    connect(m_remove, &QPushButton::clicked, this, &OperationTab::removeChosen);
    m_toModel = button(tr("To model"), "op.to.model", tr("Puts the sizes of the chosen operation into the model"));
    connect(m_toModel, &QPushButton::clicked, this, &OperationTab::putIntoModel);
    row->addWidget(m_add);
    row->addWidget(m_duplicate);
    row->addWidget(m_remove);
    row->addWidget(m_toModel);
    return row;
}

/// Which picture, and what is done with the table.
QLayout* OperationTab::makeHead()
{
    m_which->setChoices({tr("Roofline"), tr("Intensity")}, tr("Picture"), QStringLiteral("op.picture"));
    m_which->choose(0);
    connect(m_which, &Segmented::chosen, this, [this](int at) {
        m_which->choose(at);
        m_pictures->setCurrentIndex(at);
        emit pictureChanged();
    });
    auto* table = new QToolButton;
    table->setObjectName(QStringLiteral("op.table.menu"));
    table->setText(tr("Data"));
    table->setStatusTip(tr("Copies or saves the numbers of all operations, and reads measured points"));
    table->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(table);
    connect(menu->addAction(tr("Copy as CSV")), &QAction::triggered, this, &OperationTab::copyTable);
    connect(menu->addAction(tr("Save as CSV…")), &QAction::triggered, this, &OperationTab::saveTable);
    menu->addSeparator();
    connect(menu->addAction(tr("Read measured points…")), &QAction::triggered, this, &OperationTab::openMeasured);
    m_clear = menu->addAction(tr("Remove measured points"));
    connect(m_clear, &QAction::triggered, this,
            [this] { m_session.setMeasured(nullptr, tr("Remove measured points")); });
    table->setMenu(menu);
    auto* head = new QHBoxLayout;
    head->addWidget(m_which);
    head->addStretch(1);
    head->addWidget(table);
    return head;
}

QWidget* OperationTab::makeNumbers()
{
    auto* numbers = new QWidget;
    auto* rows = new QVBoxLayout(numbers);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(6);
    m_why->setObjectName(QStringLiteral("op.why"));
    m_why->setWordWrap(true);
    m_why->setTextFormat(Qt::PlainText); // with names that were typed
    m_why->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_why->setContentsMargins(4, 0, 4, 0);
    rows->addWidget(new Reason(m_why, 2));
    rows->addWidget(m_table, 1);
    return numbers;
}

std::vector<core::Operation> OperationTab::operations() const
{
    std::vector<core::Operation> all{m_session.scenario().op};
    all.insert(all.end(), m_session.scenario().ops.begin(), m_session.scenario().ops.end());
    return all;
}

/// The operations of a layer as they are now, one by one or all.
void OperationTab::offerModel(QMenu& menu)
{
    menu.clear();
    std::vector<core::Operation> ofModel;
    for (const core::Operation& operation : core::modelOperations(m_session.scenario())) {
        QAction* action = menu.addAction(toText(operation.name));
        connect(action, &QAction::triggered, this, [this, operation] { add({operation}); });
        if (core::fits(operation))
            ofModel.push_back(operation);
        else {
            action->setEnabled(false);
            action->setText(tr("%1 (the batch is no whole number of sequences, or too large)").arg(action->text()));
        }
    }
    menu.addSeparator();
    connect(menu.addAction(tr("All of them")), &QAction::triggered, this, [this, ofModel] { add(ofModel); });
}

void OperationTab::putIntoModel()
{
    const std::size_t number = m_list->chosen();
    const auto edits = core::modelEdits(m_session.scenario(), *core::operationAt(m_session.scenario(), number));
    auto done = edits ? m_session.apply({tr("Operation %1 into the model").arg(number).toStdString(), *edits})
                      : tl::expected<void, std::string>(tl::make_unexpected(edits.error()));
    if (!done)
        m_why->setText(inWords(done.error(), m_session.scenario()));
}

/// Behind the others as far as there is room, and the first of them chosen.
void OperationTab::add(const std::vector<core::Operation>& more)
{
    auto all = operations();
    m_added = all.size() + 1;
    for (const core::Operation& operation : more)
        if (all.size() < core::maxOperations)
            all.push_back(operation);
    if (all.size() >= m_added)
        m_session.setOperations(all, tr("Add operation %1").arg(m_added));
}

void OperationTab::open(const std::vector<core::Operation>& wanted)
{
    auto all = operations();
    std::vector<std::size_t> at;
    for (core::Operation operation : wanted) {
        const auto same = std::ranges::find_if(all, [&](const core::Operation& one) {
            operation.visible = one.visible;
            operation.sweep = one.sweep;
            return one == operation;
        });
        at.push_back(static_cast<std::size_t>(same - all.begin()) + 1);
        if (same == all.end() && all.size() < core::maxOperations)
            all.push_back(operation);
    }
    if (all.size() == operations().size())
        return choose(std::min(at.front(), all.size()));
    m_added = at.front();
    m_session.setOperations(all, tr("Operations of the layer"));
}

void OperationTab::duplicate()
{
    core::Operation same = *core::operationAt(m_session.scenario(), m_list->chosen());
    same.name.clear();
    add({same});
}

void OperationTab::removeChosen()
{
    auto all = operations();
    const std::size_t number = m_list->chosen();
    if (all.size() < 2 || number < 1 || number > all.size())
        return;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(number) - 1);
    m_session.setOperations(all, tr("Remove operation %1").arg(number));
}

void OperationTab::choose(std::size_t number) { m_list->choose(number); }

void OperationTab::present(const Snapshot& snapshot)
{
    const bool dropped = m_snapshot.measured && !snapshot.measured && m_snapshot.document != snapshot.document;
    if (dropped)
        m_note =
            tr("The measured points were of the scenario before. Read their file again to see them with this one.");
    m_snapshot = snapshot;
    auto rows = operationRows(snapshot);
    const std::size_t count = rows.size();
    m_table->present(rows, snapshot.scenario.conv.unit, snapshot.dragging);
    m_list->present(std::move(rows));
    if (const auto added = std::exchange(m_added, 0); added > 0 && added <= count)
        m_list->choose(added);
    m_add->setEnabled(count < core::maxOperations);
    m_duplicate->setEnabled(count < core::maxOperations);
    m_remove->setEnabled(count > 1);
    m_clear->setEnabled(snapshot.measured != nullptr);
    presentChosen();
}

/// Everywhere the same operation.
void OperationTab::presentChosen()
{
    const std::size_t number = m_list->chosen();
    if (!core::operationAt(m_snapshot.scenario, number))
        return;
    m_table->choose(number);
    m_editor->present(m_snapshot, number);
    for (Chart* chart : m_charts)
        chart->choose(QStringLiteral("operation %1").arg(number));
    m_why->setText(m_note.isEmpty() ? operationRows(m_snapshot)[number - 1].why : m_note);
    m_note.clear();
    m_why->setToolTip(plainTip(m_why->text()));
}

void OperationTab::openMeasured()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Read measured points"), {}, tr("Tables (*.csv);;All files (*)"));
    if (!path.isEmpty())
        readMeasured(path);
}

void OperationTab::readMeasured(const QString& path)
{
    const auto bytes = core::readTable(QFile::encodeName(path).toStdString());
    const auto read = bytes.and_then([&](const std::string& text) {
        return core::readMeasured(text, m_session.scenario(), QFileInfo(path).fileName().toStdString());
    });
    if (!read) {
        MessageBox(this, tr("The points were not read"), toText(read.error().text)).exec();
        return;
    }
    const auto before = m_session.snapshot().measured;
    const QString file = toText(read->file);
    m_note = tr("%1 from %2").arg(toText(core::countText(static_cast<double>(read->points.size()), "point")), file);
    m_note += before ? tr(", in place of those from %1: Undo brings these back. ").arg(toText(before->file))
                     : QStringLiteral(". ");
    m_note = (m_note + toText(read->note)).trimmed();
    m_session.setMeasured(std::make_shared<core::MeasuredFile>(*read), tr("Read measured points of %1").arg(file));
}

QByteArray OperationTab::csv() const
{
    QByteArray lines;
    for (const auto& row : operationTable(m_snapshot)) {
        QByteArray line;
        for (const std::string& cell : row)
            line += (&cell == &row.front() ? "" : ",") + QByteArray::fromStdString(csvCell(std::string_view(cell)));
        lines += line + '\n';
    }
    return lines;
}

void OperationTab::copyTable() const { QApplication::clipboard()->setText(QString::fromUtf8(csv())); }

void OperationTab::saveTable()
{
    ui::saveTable(this, tr("Save the table of operations"), QStringLiteral("operations.csv"), csv());
}

} // namespace ui

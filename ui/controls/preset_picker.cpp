// SPDX-License-Identifier: GPL-3.0-or-later
// The button of a preset picker with its revert arrow; the list that it opens, a search field above rows of name and
// facts.
#include "ui/controls/preset_picker.h"

#include "core/quantity/format.h"
#include "core/scenario/catalogue.h"
#include "ui/controls/combo.h"
#include "ui/controls/field_control.h"
#include "ui/controls/icon_button.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QListView>
#include <QPainter>
#include <QScreen>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

#include <algorithm>

namespace ui
{

namespace
{

template <class Preset> QString fact(const Preset& preset, const char* key, core::Dim dim, const char* pattern)
{
    const auto found = preset.numbers.find(std::string_view(key));
    return found == preset.numbers.end()
               ? QString()
               : QString::fromUtf8(pattern).arg(QString::fromStdString(core::format(found->second.value, dim)));
}

QString joined(QStringList facts)
{
    facts.removeAll(QString());
    return facts.join(QStringLiteral(" · "));
}

QString factsOf(const core::ModelPreset& model)
{
    return joined({fact(model, "L", core::dim::count, "%1 layers"), fact(model, "D", core::dim::count, "D %1"),
                   fact(model, "F", core::dim::count, "F %1"), fact(model, "E", core::dim::count, "%1 experts")})
        .replace(QStringLiteral(" · 0 experts"), QString());
}

QString factsOf(const core::ChipPreset& chip)
{
    return joined({fact(chip, "flops.bf16", core::dim::flopPerSecond, "%1 bf16"),
                   fact(chip, "hbm.bytes", core::dim::byte, "%1"),
                   fact(chip, "hbm.rate", core::dim::bytePerSecond, "%1")});
}

QString factsOf(const core::Field& field, const std::string& id, const core::Scenario& scenario)
{
    if (const core::ModelPreset* model = field.id == "model.preset" ? scenario.presets->model(id) : nullptr)
        return factsOf(*model);
    if (const core::ChipPreset* chip = field.id == "hw.chip" ? scenario.presets->chip(id) : nullptr)
        return factsOf(*chip);
    return QObject::tr("The numbers as they stand");
}

bool isEdited(const core::Field& preset, const core::Scenario& scenario)
{
    const std::string_view prefix = preset.id.substr(0, preset.id.find('.') + 1);
    const core::Scenario published = core::presetBaseline(scenario); // once: it looks up every number of the chip
    for (const core::Field& field : core::fields()) {
        const bool own = field.id.starts_with(prefix) && field.group == preset.group;
        const bool number = field.id != preset.id && field.id != "hw.torus" && field.id != "hw.variant";
        if (own && number && field.get(scenario) != field.get(published))
            return true;
    }
    return false;
}

constexpr int idRole = Qt::UserRole;
constexpr int factsRole = Qt::UserRole + 1;
constexpr int searchRole = Qt::UserRole + 2;
constexpr int rowHeight = 44;

class RowPainter : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {240, rowHeight}; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = themeOf(option.widget);
        const bool current = option.state.testFlag(QStyle::State_Selected);
        if (current || option.state.testFlag(QStyle::State_MouseOver))
            drawBox(*painter, option.rect, 6, mixed(theme.panel, theme.accent, current ? 0.18 : 0.08), {}, 0);
        const QRect inner = option.rect.adjusted(10, 4, -10, -4);
        painter->setPen(theme.text);
        painter->setFont(uiFont(13, QFont::Medium));
        painter->drawText(inner, Qt::AlignLeft | Qt::AlignTop, index.data().toString());
        painter->setPen(theme.muted);
        painter->setFont(uiFont(12));
        const QString facts = index.data(factsRole).toString();
        painter->drawText(inner, Qt::AlignLeft | Qt::AlignBottom,
                          painter->fontMetrics().elidedText(facts, Qt::ElideRight, inner.width()));
    }
};

class PresetList : public QFrame
{
public:
    PresetList(const core::Field& field, const core::Scenario& scenario, QWidget* parent)
        : QFrame(parent, Qt::Popup | Qt::FramelessWindowHint), m_search(new QLineEdit(this)),
          m_view(new QListView(this)), m_rows(new QStandardItemModel(this)), m_found(new QSortFilterProxyModel(this))
    {
        const QString what = toText(field.title);
        for (const std::string& id : choicesOf(field, scenario)) {
            const QString name = choiceText(field, id, scenario);
            const QString facts = factsOf(field, id, scenario);
            auto* item = new QStandardItem(name);
            item->setData(toText(id), idRole);
            item->setData(facts, factsRole);
            item->setData(QString(name + u' ' + toText(id) + u' ' + facts), searchRole);
            item->setEditable(false);
            item->setData(QString(name + QStringLiteral(", ") + facts), Qt::AccessibleTextRole);
            m_rows->appendRow(item);
        }
        m_found->setSourceModel(m_rows);
        m_found->setFilterRole(searchRole);
        m_found->setFilterCaseSensitivity(Qt::CaseInsensitive);
        m_view->setModel(m_found);
        m_view->setItemDelegate(new RowPainter(m_view));
        m_view->setMouseTracking(true);
        m_view->setAccessibleName(what);
        m_view->setObjectName(QStringLiteral("presets"));
        m_search->setPlaceholderText(tr("Search"));
        m_search->setAccessibleName(tr("Search %1").arg(what));
        m_search->installEventFilter(this);
        m_view->setFocusProxy(m_search);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(8, 8, 8, 8);
        layout->setSpacing(8);
        layout->addWidget(m_search);
        layout->addWidget(m_view);
        connect(m_view, &QListView::clicked, this, &PresetList::pick);
        connect(m_search, &QLineEdit::textEdited, this, [this](const QString& typed) {
            m_found->setFilterFixedString(typed);
            m_view->setCurrentIndex(m_found->index(0, 0));
        });
    }

    /// Shows the list below `anchor` with `id` marked.
    void openAt(const QWidget& anchor, const QString& id)
    {
        m_search->clear();
        m_found->setFilterFixedString({});
        const int shown = std::min(m_rows->rowCount(), 8);
        setFixedSize(std::max(anchor.width(), 288), 28 + 24 + shown * rowHeight + 8);
        const QRect screen = anchor.screen()->availableGeometry();
        QPoint corner = anchor.mapToGlobal(QPoint(0, anchor.height() + 4));
        if (corner.y() + height() > screen.bottom())
            corner.setY(std::max(screen.top(), anchor.mapToGlobal(QPoint()).y() - height() - 4));
        move(corner);
        if (const auto found = m_found->match(m_found->index(0, 0), idRole, id, 1, Qt::MatchExactly); !found.isEmpty())
            m_view->setCurrentIndex(found.first());
        show();
        m_view->scrollTo(m_view->currentIndex());
        m_search->setFocus(Qt::PopupFocusReason);
    }

    std::function<void(const std::string& id)> picked;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched != m_search || event->type() != QEvent::KeyPress)
            return QFrame::eventFilter(watched, event);
        const int key = static_cast<QKeyEvent*>(event)->key();
        static constexpr std::array<std::pair<int, int>, 4> steps{
            {{Qt::Key_Down, 1}, {Qt::Key_Up, -1}, {Qt::Key_PageDown, 6}, {Qt::Key_PageUp, -6}}};
        const auto step = std::ranges::find(steps, key, &std::pair<int, int>::first);
        if (step != steps.end())
            mark(m_view->currentIndex().row() + step->second);
        else if (key == Qt::Key_Return || key == Qt::Key_Enter)
            pick(m_view->currentIndex());
        else
            return false;
        return true;
    }

    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        painter.fillRect(rect(), theme.panel);
        painter.setPen(theme.edge);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }

private:
    void pick(const QModelIndex& index)
    {
        if (index.isValid()) {
            hide();
            picked(index.data(idRole).toString().toStdString());
        }
    }

    void mark(int row)
    {
        m_view->setCurrentIndex(m_found->index(std::clamp(row, 0, std::max(m_found->rowCount() - 1, 0)), 0));
    }

    QLineEdit* m_search;
    QListView* m_view;
    QStandardItemModel* m_rows;
    QSortFilterProxyModel* m_found;
};

class DropButton : public QAbstractButton
{
public:
    using QAbstractButton::QAbstractButton;

    QSize sizeHint() const override { return {200, 28}; }

protected:
    void paintEvent(QPaintEvent*) override { paintDropField(this, text(), ControlState::good, isDown()); }

    void keyPressEvent(QKeyEvent* event) override
    {
        const int key = event->key();
        if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_F4)
            click();
        else
            QAbstractButton::keyPressEvent(event);
    }
};

class PresetPicker : public FieldControl
{
public:
    PresetPicker(const core::Field& field, Session& session, QWidget* parent)
        : FieldControl(field, session, parent), m_button(new DropButton(this)),
          m_revert(new IconButton(QStringLiteral("reset"), tr("Back to the published numbers"), this))
    {
        setEntry(m_button, ".list");
        namePart(m_revert, field, ".revert", m_revert->accessibleName());
        m_button->setFixedHeight(28);
        m_button->setFocusPolicy(Qt::StrongFocus);
        auto* row = new QHBoxLayout;
        row->setSpacing(4);
        row->addWidget(m_button, 1);
        row->addWidget(m_revert);
        addRow(row);
        connect(m_button, &QAbstractButton::clicked, this, &PresetPicker::open);
        connect(m_revert, &IconButton::clicked, this, [this] { edit(preset()); });
    }

protected:
    void presentValue(const Snapshot& snapshot) override
    {
        const auto id = std::get<std::string>(field().get(snapshot.scenario));
        const bool edited = isEdited(field(), snapshot.scenario);
        const QString name = choiceText(field(), id, snapshot.scenario);
        m_button->setText(edited ? tr("%1, edited").arg(name) : name);
        m_button->setAccessibleName(QStringLiteral("%1: %2").arg(toText(field().title), m_button->text()));
        m_revert->setVisible(edited);
    }

private:
    core::Value preset() { return field().get(session().scenario()); }

    void open()
    {
        if (!m_list) {
            m_list = new PresetList(field(), session().scenario(), this);
            m_list->picked = [this](const std::string& id) { edit(id); };
        }
        m_list->openAt(*m_button, toText(std::get<std::string>(preset())));
    }

    QAbstractButton* m_button;
    IconButton* m_revert;
    PresetList* m_list = nullptr;
};

} // namespace

FieldControl* makePresetPicker(const core::Field& field, Session& session, QWidget* parent)
{
    return new PresetPicker(field, session, parent);
}

} // namespace ui

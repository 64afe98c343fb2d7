// SPDX-License-Identifier: GPL-3.0-or-later
// The button of a preset picker, its facts and its revert arrow.
#include "ui/controls/preset_picker.h"

#include "ui/controls/combo.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/preset_list.h"
#include "ui/session/field_text.h"

#include "core/quantity/format.h"
#include "core/scenario/catalogue.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>

namespace ui
{

namespace
{

class DropButton : public QAbstractButton
{
public:
    using QAbstractButton::QAbstractButton;

    QSize sizeHint() const override { return {200, 28}; }

protected:
    void paintEvent(QPaintEvent*) override { paintDropField(this, text(), ControlState::good, isDown()); }
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

    void keyPressEvent(QKeyEvent* event) override
    {
        const int key = event->key();
        if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_F4)
            click();
        else
            QAbstractButton::keyPressEvent(event);
    }
};

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

std::vector<PresetRow> rowsOf(const core::Field& field, const core::Scenario& scenario)
{
    std::vector<PresetRow> rows;
    for (const std::string& id : choicesOf(field, scenario)) {
        PresetRow row{QString::fromStdString(id), choiceText(field, id, scenario), {}};
        if (const core::ModelPreset* model = field.id == "model.preset" ? scenario.presets->model(id) : nullptr)
            row.facts = factsOf(*model);
        else if (const core::ChipPreset* chip = field.id == "hw.chip" ? scenario.presets->chip(id) : nullptr)
            row.facts = factsOf(*chip);
        else
            row.facts = PresetPicker::tr("The numbers as they stand");
        rows.push_back(row);
    }
    return rows;
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

} // namespace

PresetPicker::PresetPicker(const core::Field& field, Session& session, QWidget* parent)
    : FieldControl(field, session, parent), m_button(new DropButton(this)),
      m_revert(new IconButton(QStringLiteral("reset"), tr("Back to the published numbers"), this))
{
    namePart(m_button, field, ".list", text(field.title));
    namePart(m_revert, field, ".revert", m_revert->accessibleName());
    m_button->setFixedHeight(28);
    m_button->setFocusPolicy(Qt::StrongFocus);
    m_button->setToolTip(text(field.help));
    setEntry(m_button);
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(m_button, 1);
    row->addWidget(m_revert);
    rows()->addLayout(row);
    finish();
    connect(m_button, &QAbstractButton::clicked, this, &PresetPicker::open);
    connect(m_revert, &IconButton::clicked, this, [this] { edit(this->field().get(this->session().scenario())); });
}

void PresetPicker::open()
{
    if (!m_list) {
        m_list = new PresetList(rowsOf(field(), session().scenario()), text(field().title), this);
        connect(m_list, &PresetList::picked, this, [this](const QString& id) { edit(id.toStdString()); });
    }
    m_list->openAt(*m_button, text(std::get<std::string>(field().get(session().scenario()))));
}

void PresetPicker::present(const Snapshot& snapshot)
{
    const auto id = std::get<std::string>(field().get(snapshot.scenario));
    const bool edited = isEdited(field(), snapshot.scenario);
    const QString name = choiceText(field(), id, snapshot.scenario);
    m_button->setText(edited ? tr("%1, edited").arg(name) : name);
    m_button->setAccessibleName(QStringLiteral("%1: %2").arg(text(field().title), m_button->text()));
    m_revert->setVisible(edited);
    presentIssues(snapshot);
}

} // namespace ui

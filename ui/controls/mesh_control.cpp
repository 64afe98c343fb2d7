// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the mesh and their lock.
#include "ui/controls/mesh_control.h"

#include "ui/controls/combo.h"
#include "ui/controls/icon_button.h"
#include "ui/session/field_text.h"
#include "ui/session/session.h"
#include "ui/theme/painting.h"
#include "ui/theme/words.h"

#include "core/quantity/format.h"

#include <QAbstractItemView>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QRadioButton>

#include <algorithm>

namespace ui
{

namespace
{

const core::Field& fieldOf(int axis, const char* part)
{
    const std::string id = std::string("mesh.") + axisLetters[static_cast<std::size_t>(axis)] + part;
    return *core::findField(id);
}

MeshSizes sizesOf(const core::Mesh& mesh) { return {mesh.axis[0].size, mesh.axis[1].size, mesh.axis[2].size}; }

QString meshText(const MeshSizes& sizes)
{
    return QStringLiteral("%1×%2×%3").arg(sizes[0]).arg(sizes[1]).arg(sizes[2]);
}

/// The letter of an axis in its colour, which charts use too; while locked, the mark of the donor.
class AxisMark : public QRadioButton
{
public:
    AxisMark(int axis, QWidget* parent) : QRadioButton(parent), m_axis(axis)
    {
        setAutoExclusive(false);
        setFixedSize(24, 28);
    }

protected:
    bool hitButton(const QPoint& point) const override { return rect().contains(point); }

    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = themeOf(this);
        const QColor colour = m_axis == 0 ? theme.axisX : m_axis == 1 ? theme.axisY : theme.axisZ;
        QPainter painter(this);
        painter.setPen(theme.text);
        painter.setFont(uiFont(13, QFont::DemiBold));
        painter.drawText(QRect(0, 0, 18, height() - 3), Qt::AlignCenter,
                         QString(QLatin1Char(axisLetters[static_cast<std::size_t>(m_axis)])));
        drawBox(painter, QRectF(3, height() - 6, 12, 3), 1, colour, {}, 0);
        if (isEnabled() && isChecked())
            drawBox(painter, QRectF(18, 4, 6, 6), 3, theme.accent, {}, 0);
        else if (isEnabled())
            drawBox(painter, QRectF(18, 4, 6, 6), 3, theme.panel, theme.edge);
        if (hasFocus())
            drawFocusRing(painter, rect(), 5, theme);
    }

private:
    int m_axis;
};

} // namespace

AxisRow::AxisRow(int axis, Session& session, QWidget* parent)
    : FieldControl(fieldOf(axis, ""), session, parent), m_axis(axis), m_roleField(fieldOf(axis, ".role")),
      m_axesField(fieldOf(axis, ".axes")), m_size(new NumberField(this)),
      m_halve(new IconButton(QStringLiteral("halve"), tr("Halve %1").arg(QLatin1Char(field().id.back())), this)),
      m_double(new IconButton(QStringLiteral("double"), tr("Double %1").arg(QLatin1Char(field().id.back())), this)),
      m_donor(new AxisMark(axis, this)), m_role(new Combo(this)), m_hardware(new Combo(this))
{
    buildSize();
    buildRole();
    buildHardwareAxes();
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(m_donor);
    row->addWidget(m_size);
    row->addSpacing(4);
    row->addWidget(m_halve);
    row->addWidget(m_double);
    row->addSpacing(4);
    row->addWidget(m_role, 1);
    addRow(row);
}

void AxisRow::buildSize()
{
    namePart(m_halve, field(), ".halve", m_halve->accessibleName());
    namePart(m_double, field(), ".double", m_double->accessibleName());
    namePart(m_donor, field(), ".donor", tr("%1 shrinks or grows to compensate").arg(QLatin1Char(field().id.back())));
    m_size->setFixedWidth(56);
    m_size->takeWholes();
    setEntry(m_size, ".field");
    typeIn(m_size);
    connect(m_size, &NumberField::stepped, this, [this](int direction) {
        const auto detents = core::detents(field());
        const auto above = std::ranges::upper_bound(detents, number());
        const auto here = std::ranges::lower_bound(detents, number());
        if (direction > 0 ? above != detents.end() : here != detents.begin())
            edit(direction > 0 ? *above : *std::prev(here));
    });
    connect(m_halve, &IconButton::clicked, this, [this] { emit halveAsked(m_axis); });
    connect(m_double, &IconButton::clicked, this, [this] { emit doubleAsked(m_axis); });
    connect(m_donor, &QRadioButton::clicked, this, [this] { emit donorAsked(m_axis); });
}

void AxisRow::buildRole()
{
    namePart(m_role, m_roleField, "", toText(m_roleField.title));
    m_role->setToolTip(toText(m_roleField.help));
    m_role->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_role->setMinimumWidth(72);
    for (const std::string_view choice : m_roleField.choices)
        m_role->addItem(choiceText(m_roleField, choice, session().scenario()));
    m_role->view()->setMinimumWidth(140);
    connect(m_role, &QComboBox::activated, this, [this](int index) {
        session().edit(m_roleField.id, std::string(m_roleField.choices[static_cast<std::size_t>(index)]));
    });
}

void AxisRow::buildHardwareAxes()
{
    namePart(m_hardware, m_axesField, "", toText(m_axesField.title));
    m_hardware->setToolTip(toText(m_axesField.help));
    m_hardware->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    for (int axes = 0; axes <= 3; ++axes)
        m_hardware->addItem(QStringLiteral("%1: %2").arg(QLatin1Char(field().id.back())).arg(axes));
    connect(m_hardware, &QComboBox::activated, this,
            [this](int index) { session().edit(m_axesField.id, static_cast<double>(index)); });
}

void AxisRow::presentValue(const Snapshot& snapshot)
{
    const core::MeshAxis& axis = snapshot.scenario.mesh.axis[static_cast<std::size_t>(m_axis)];
    m_size->present(numberText(field(), axis.size));
    m_role->setCurrentIndex(static_cast<int>(axis.role));
    presentHardwareAxes(snapshot);
}

void AxisRow::presentHardwareAxes(const Snapshot& snapshot)
{
    const auto place = static_cast<std::size_t>(m_axis);
    const core::AxisFit& fit = snapshot.report.mesh.axis[place];
    const QString derived = fit.hardwareAxes > 0 ? tr("%1 auto").arg(fit.hardwareAxes) : tr("auto");
    m_hardware->setItemText(0, QStringLiteral("%1: %2").arg(QLatin1Char(field().id.back())).arg(derived));
    m_hardware->setCurrentIndex(snapshot.scenario.mesh.axis[place].axes);
    const QString shape = fit.ring ? tr("closes into a ring") : tr("a line without wraparound");
    m_hardware->setToolTip(fit.links > 0 ? toText(m_axesField.help) + u' ' + tr("This axis is %1.").arg(shape)
                                         : toText(m_axesField.help));
}

void AxisRow::presentLock(const MeshSizes& sizes, int donor)
{
    m_halve->setReason(halved(sizes, m_axis, donor).why);
    m_double->setReason(doubled(sizes, m_axis, donor).why);
    m_donor->setEnabled(donor >= 0);
    m_donor->setChecked(donor == m_axis);
    m_donor->setToolTip(donor < 0 ? QString() : tr("The marked axis shrinks or grows when another one changes."));
}

void AxisRow::outline(ControlState state) { setControlState(m_size, state); }

bool AxisRow::concerns(std::string_view fieldId) const
{
    return fieldId == field().id || fieldId == m_roleField.id || fieldId == m_axesField.id;
}

MeshControl::MeshControl(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_chips(new QLabel(this)), m_hardware(new QWidget(this)),
      m_lock(new IconButton(QStringLiteral("unlock"), tr("Keep the number of chips"), this))
{
    setObjectName(QStringLiteral("mesh"));
    m_lock->setObjectName(QStringLiteral("mesh.lock"));
    m_lock->setCheckable(true);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    buildHead();
    for (int axis = 0; axis < 3; ++axis) {
        auto* row = m_rows[static_cast<std::size_t>(axis)] = new AxisRow(axis, session, this);
        rows->addWidget(row);
        connect(row, &AxisRow::halveAsked, this,
                [this](int which) { take(halved(sizesOf(m_session.scenario().mesh), which, donor())); });
        connect(row, &AxisRow::doubleAsked, this,
                [this](int which) { take(doubled(sizesOf(m_session.scenario().mesh), which, donor())); });
        connect(row, &AxisRow::donorAsked, this, [this](int which) {
            m_donor = which;
            present(m_session.snapshot());
        });
    }
    buildHardwareAxes();
    connect(m_lock, &IconButton::clicked, this, [this](bool locked) {
        m_locked = locked;
        m_lock->setIconName(locked ? QStringLiteral("lock") : QStringLiteral("unlock"));
        present(m_session.snapshot());
    });
}

void MeshControl::buildHead()
{
    auto* head = new QHBoxLayout;
    head->addWidget(new QLabel(tr("Mesh and roles"), this), 1);
    head->addWidget(m_chips);
    head->addWidget(m_lock);
    static_cast<QVBoxLayout*>(layout())->addLayout(head);
}

void MeshControl::buildHardwareAxes()
{
    auto* lists = new QHBoxLayout;
    lists->setSpacing(8);
    for (const AxisRow* row : m_rows)
        lists->addWidget(row->hardwareAxes(), 1);
    auto* rows = new QVBoxLayout(m_hardware);
    rows->setContentsMargins(0, 4, 0, 0);
    rows->setSpacing(4);
    rows->addWidget(new QLabel(tr("Torus axes that carry them"), m_hardware));
    rows->addLayout(lists);
    layout()->addWidget(m_hardware);
}

void MeshControl::take(const MeshStep& step)
{
    if (!step.why.isEmpty())
        return;
    const MeshSizes before = sizesOf(m_session.scenario().mesh);
    core::Repair change;
    change.text = tr("Mesh %1 → %2").arg(meshText(before), meshText(step.sizes)).toStdString();
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (step.sizes[axis] != before[axis])
            change.edits.emplace_back(std::string("mesh.") + axisLetters[axis], step.sizes[axis]);
    m_session.apply(change);
}

void MeshControl::present(const Snapshot& snapshot)
{
    const double chips = snapshot.report.chips.si();
    m_chips->setText(QString::fromStdString(core::format(chips, core::dim::count, {.countUnit = "chip"})));
    m_hardware->setVisible(snapshot.scenario.hw.kind == core::ChipKind::tpu);
    for (AxisRow* row : m_rows) {
        row->present(snapshot);
        row->presentLock(sizesOf(snapshot.scenario.mesh), donor());
    }
}

} // namespace ui

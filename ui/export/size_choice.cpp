// SPDX-License-Identifier: GPL-3.0-or-later
// Presets, and the boxes that leave them.
#include "ui/export/size_choice.h"

#include "ui/controls/combo.h"

#include <QFormLayout>
#include <QSignalBlocker>
#include <QSpinBox>

namespace ui
{

namespace
{

QSpinBox* pixelBox(const QString& name)
{
    auto* box = new QSpinBox;
    box->setRange(100, 20000);
    box->setSuffix(QStringLiteral(" px"));
    box->setAccessibleName(name);
    return box;
}

} // namespace

SizeChoice::SizeChoice(std::vector<SizePreset> presets, QFormLayout& form, QObject* parent)
    : QObject(parent), m_presets(std::move(presets)), m_preset(new Combo), m_width(pixelBox(tr("Width"))),
      m_height(pixelBox(tr("Height"))), m_dpi(new QSpinBox)
{
    for (const SizePreset& preset : m_presets)
        m_preset->addItem(preset.name);
    m_preset->addItem(tr("Own size"));
    m_width->setObjectName(QStringLiteral("size.width"));
    m_height->setObjectName(QStringLiteral("size.height"));
    m_dpi->setRange(48, 1200);
    m_dpi->setSuffix(tr(" dpi"));
    m_dpi->setToolTip(tr("Text keeps its size on paper: more dots per inch on the same pixels make it larger."));
    form.addRow(tr("&Size"), m_preset);
    form.addRow(tr("Wi&dth"), m_width);
    form.addRow(tr("&Height"), m_height);
    form.addRow(tr("&Resolution"), m_dpi);
    connect(m_preset, &QComboBox::activated, this, &SizeChoice::take);
    for (QSpinBox* box : {m_width, m_height, m_dpi})
        connect(box, &QSpinBox::valueChanged, this, [this] {
            m_preset->setCurrentIndex(m_preset->count() - 1);
            emit changed();
        });
    take(0);
}

QSize SizeChoice::pixels() const { return {m_width->value(), m_height->value()}; }

double SizeChoice::dpi() const { return m_dpi->value(); }

void SizeChoice::setEnabled(bool enabled)
{
    for (QWidget* box : std::initializer_list<QWidget*>{m_preset, m_width, m_height, m_dpi})
        box->setEnabled(enabled);
}

void SizeChoice::take(int index)
{
    if (index < static_cast<int>(m_presets.size())) {
        const SizePreset& preset = m_presets[static_cast<std::size_t>(index)];
        const QSignalBlocker width(m_width);
        const QSignalBlocker height(m_height);
        const QSignalBlocker dpi(m_dpi);
        m_width->setValue(preset.pixels.width());
        m_height->setValue(preset.pixels.height());
        m_dpi->setValue(preset.dpi);
    }
    emit changed();
}

} // namespace ui

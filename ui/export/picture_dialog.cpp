// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out the page as it will be and then makes it smaller; the boxes of a size leave its presets.
#include "ui/export/picture_dialog.h"

#include "ui/controls/combo.h"
#include "ui/controls/scrolled.h"
#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace ui
{

namespace
{

QSpinBox* pixelBox(const QString& name, const char* id)
{
    auto* box = new QSpinBox;
    box->setRange(100, 20000);
    box->setSuffix(QStringLiteral(" px"));
    box->setAccessibleName(name);
    box->setObjectName(QLatin1String(id));
    return box;
}

} // namespace

int slideDpi(QSize pixels)
{
    constexpr int whole = 256, half = 192; // of 1080 lines
    return qRound((pixels.width() > pixels.height() ? whole : half) * pixels.height() / 1080.);
}

Preview::Preview(QWidget* parent) : QLabel(parent)
{
    setAlignment(Qt::AlignCenter);
    setMinimumSize(96, 72);
    setAccessibleName(tr("Preview"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
}

QString Preview::present(PictureRequest wanted, const Snapshot& snapshot)
{
    wanted.format = PictureFormat::png;
    wanted.state = false;
    const QSizeF logical = wanted.logicalSize();
    const qreal ratio = devicePixelRatioF();
    const QSizeF room = QSizeF(size()) * ratio;
    const double shrink = std::min(room.width() / logical.width(), room.height() / logical.height());
    wanted.pixels = (logical * shrink).toSize();
    wanted.dpi = 96 * shrink;
    const auto bytes = renderPicture(wanted, snapshot);
    QPixmap picture;
    if (bytes)
        picture.loadFromData(*bytes, "PNG");
    picture.setDevicePixelRatio(ratio);
    setPixmap(picture);
    return bytes ? QString() : bytes.error().text;
}

PictureDialog::PictureDialog(const Snapshot& snapshot, QWidget* parent)
    : QDialog(parent), m_snapshot(snapshot), m_view(new Combo), m_theme(new Combo), m_preview(new Preview),
      m_sentence(new QLabel), m_buttons(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Close)),
      m_size(new Combo), m_width(pixelBox(tr("Width"), "size.width")), m_height(pixelBox(tr("Height"), "size.height")),
      m_dpi(new QSpinBox)
{
}

void PictureDialog::addThemes(QFormLayout& form, const Theme& theme)
{
    m_theme->addItems({tr("Light"), tr("Dark")});
    m_theme->setItemText(theme.dark ? 1 : 0, m_theme->itemText(theme.dark ? 1 : 0) + tr(" (as shown)"));
    form.addRow(tr("&Theme"), m_theme);
    for (QComboBox* box : {m_view, m_theme})
        connect(box, &QComboBox::currentIndexChanged, this, &PictureDialog::refresh);
}

void PictureDialog::addSizes(QFormLayout& form, const std::vector<SizePreset>& presets)
{
    const auto take = [this, presets](int index) {
        if (index < static_cast<int>(presets.size())) {
            const SizePreset& preset = presets[static_cast<std::size_t>(index)];
            const QSignalBlocker width(m_width);
            const QSignalBlocker height(m_height);
            const QSignalBlocker dpi(m_dpi);
            m_width->setValue(preset.pixels.width());
            m_height->setValue(preset.pixels.height());
            m_dpi->setValue(preset.dpi);
        }
    };
    for (const SizePreset& preset : presets)
        m_size->addItem(preset.name);
    m_size->addItem(tr("Custom size"));
    m_dpi->setRange(48, 1200);
    m_dpi->setSuffix(tr(" dpi"));
    m_dpi->setToolTip(tr("Text keeps its size on paper: more dots per inch on the same pixels make it larger."));
    form.addRow(tr("&Size"), m_size);
    form.addRow(tr("Wi&dth"), m_width);
    form.addRow(tr("&Height"), m_height);
    form.addRow(tr("&Resolution"), m_dpi);
    take(0);
    connect(m_size, &QComboBox::activated, this, [this, take](int index) {
        take(index);
        refresh();
    });
    for (QSpinBox* box : {m_width, m_height, m_dpi})
        connect(box, &QSpinBox::valueChanged, this, [this] {
            m_size->setCurrentIndex(m_size->count() - 1);
            refresh();
        });
}

void PictureDialog::setSizesEnabled(bool enabled)
{
    for (QWidget* box : std::initializer_list<QWidget*>{m_size, m_width, m_height, m_dpi})
        box->setEnabled(enabled);
}

void PictureDialog::arrange(QWidget* controls, QWidget* below)
{
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText); // with names of files
    m_sentence->setAccessibleName(tr("Message"));
    constexpr QSize frame(8, 40); // of the window system
    const QSize room = screen()->availableSize() - frame;
    auto* form = scrolled(controls); // large texts on a small screen; picture and buttons stay in sight
    constexpr int besideForm = 140;  // a small picture with its margins
    form->setMinimumWidth(
        std::min(form->widget()->minimumSizeHint().width() + form->verticalScrollBar()->sizeHint().width(),
                 room.width() - besideForm));
    auto* left = new QVBoxLayout;
    left->addWidget(form, 1);
    left->addWidget(m_sentence);
    if (below)
        left->addWidget(below);
    left->addWidget(m_buttons);
    auto* page = new QHBoxLayout(this);
    page->addLayout(left);
    page->addWidget(m_preview, 1);
    constexpr QSize usual(980, 480);
    resize(minimumSizeHint().expandedTo(usual).boundedTo(room));
    button(true)->setText(tr("Save as…"));
    button(true)->setDefault(true);
    for (QAbstractButton* each : m_buttons->buttons())
        each->setIcon({}); // the style's pictures are of another age
    connect(m_buttons, &QDialogButtonBox::accepted, this, &PictureDialog::save);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

PictureRequest PictureDialog::picture() const
{
    return {.view = m_view->currentData().toString(),
            .pixels = {m_width->value(), m_height->value()},
            .dpi = static_cast<double>(m_dpi->value()),
            .dark = m_theme->currentIndex() == 1,
            .playback = m_playback};
}

void PictureDialog::setView(const QString& id)
{
    if (const int index = m_view->findData(id); index >= 0)
        m_view->setCurrentIndex(index);
}

void PictureDialog::say(const QString& sentence)
{
    m_sentence->setText(sentence);
    m_sentence->setVisible(!sentence.isEmpty());
}

QPushButton* PictureDialog::button(bool save) const
{
    return m_buttons->button(save ? QDialogButtonBox::Save : QDialogButtonBox::Close);
}

} // namespace ui

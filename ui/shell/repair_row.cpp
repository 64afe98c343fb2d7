// SPDX-License-Identifier: GPL-3.0-or-later
// Places buttons from the left for as long as the next one, or the menu behind it, has room.
#include "ui/shell/repair_row.h"

#include <QEvent>
#include <QMenu>
#include <QPushButton>

namespace ui
{

namespace
{

constexpr int buttonGap = 8;

} // namespace

RepairRow::RepairRow(QWidget* parent) : QWidget(parent), m_more(new QPushButton(this)), m_menu(new QMenu(this))
{
    m_more->setObjectName(QStringLiteral("repair.more"));
    m_more->setVisible(false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    hide(); // until there are some
    connect(m_more, &QPushButton::clicked, this,
            [this] { m_menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
}

void RepairRow::setRepairs(const std::vector<core::Repair>& repairs)
{
    if (repairs == m_repairs)
        return;
    m_repairs = repairs;
    for (; m_buttons.size() > repairs.size(); m_buttons.pop_back())
        delete m_buttons.back();
    while (m_buttons.size() < repairs.size())
        addButton();
    for (std::size_t i = 0; i < repairs.size(); ++i) {
        m_buttons[i]->setText(QString::fromStdString(repairs[i].text));
        m_buttons[i]->setAccessibleName(tr("Repair: %1").arg(m_buttons[i]->text()));
    }
    setVisible(!repairs.empty());
    arrange();
    updateGeometry();
}

void RepairRow::addButton()
{
    const std::size_t at = m_buttons.size();
    auto* button = new QPushButton(this);
    button->setObjectName(QStringLiteral("repair.%1").arg(at));
    connect(button, &QPushButton::clicked, this, [this, at] { emit chosen(core::Repair(m_repairs[at])); });
    m_buttons.push_back(button);
}

QSize RepairRow::sizeHint() const
{
    QSize all(0, m_more->sizeHint().height());
    for (const QPushButton* button : m_buttons)
        all.rwidth() += button->sizeHint().width() + (all.width() > 0 ? buttonGap : 0);
    return all;
}

QSize RepairRow::minimumSizeHint() const { return m_buttons.empty() ? QSize() : m_more->sizeHint(); }

void RepairRow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        arrange();
}

void RepairRow::arrange()
{
    m_menu->clear();
    m_more->setText(tr("%1 more").arg(m_buttons.size()));
    const int more = m_more->sizeHint().width();
    int left = 0;
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        QPushButton* button = m_buttons[i];
        const QSize size = button->sizeHint();
        const bool last = i + 1 == m_buttons.size();
        const bool fits = m_menu->isEmpty() && left + size.width() + (last ? 0 : buttonGap + more) <= width();
        button->setVisible(fits);
        if (fits) {
            button->setGeometry(left, 0, size.width(), size.height());
            left += size.width() + buttonGap;
        } else {
            connect(m_menu->addAction(button->text()), &QAction::triggered, button, &QPushButton::click);
        }
    }
    m_more->setText(tr("%1 more").arg(m_menu->actions().size()));
    m_more->setGeometry(left, 0, m_more->sizeHint().width(), m_more->sizeHint().height());
    m_more->setVisible(!m_menu->isEmpty());
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Heading and folding of a section.
#include "ui/controls/section.h"

#include "ui/theme/painting.h"

#include <QAbstractButton>
#include <QPainter>
#include <QVBoxLayout>

namespace ui
{

namespace
{

class Header : public QAbstractButton
{
public:
    using QAbstractButton::QAbstractButton;

    QSize sizeHint() const override { return {200, 40}; }
    QSize minimumSizeHint() const override { return {120, 40}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        const bool nested = property("nested").toBool();
        const QRect room = rect().adjusted(nested ? 0 : 4, 4, nested ? 0 : -4, -4);
        if (underMouse())
            drawBox(painter, room, 6, mixed(theme.panel, theme.text, 0.05), {}, 0);
        if (hasFocus())
            drawFocusRing(painter, room, 6, theme);
        const QString arrow = isChecked() ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right");
        const int left = nested ? 4 : 10;
        drawIcon(painter, QRectF(left, 0, 16, height()), arrow, theme.muted, 14);
        painter.setFont(uiFont(13, QFont::DemiBold));
        painter.setPen(theme.text);
        const int words = painter.fontMetrics().horizontalAdvance(text());
        painter.drawText(QRect(left + 22, 0, words + 8, height()), Qt::AlignLeft | Qt::AlignVCenter, text());
        if (!isChecked()) {
            const QRect rest(left + words + 38, 0, width() - words - 2 * left - 44, height());
            painter.setFont(uiFont(12));
            painter.setPen(theme.muted);
            const QString summary = property("summary").toString();
            painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter,
                             painter.fontMetrics().elidedText(summary, Qt::ElideRight, rest.width()));
        }
    }
};

} // namespace

Section::Section(const QString& title, const QString& id, Fill fill, QWidget* parent)
    : QWidget(parent), m_header(new Header(this)), m_fill(std::move(fill))
{
    setObjectName(QStringLiteral("section.") + id);
    m_header->setText(title);
    m_header->setCheckable(true);
    m_header->setFocusPolicy(Qt::StrongFocus);
    m_header->setAccessibleName(tr("%1 controls").arg(title));
    m_header->setObjectName(QStringLiteral("section.%1.header").arg(id));
    connect(m_header, &QAbstractButton::clicked, this, &Section::setOpen);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
}

void Section::setNested()
{
    m_nested = true;
    m_header->setProperty("nested", true);
}

void Section::setOpen(bool open)
{
    m_open = open;
    m_header->setChecked(open);
    const bool first = open && !m_body;
    if (first) {
        m_body = new QWidget(this);
        auto* rows = new QVBoxLayout(m_body);
        rows->setContentsMargins(m_nested ? QMargins() : QMargins(16, 0, 16, 16));
        rows->setSpacing(12);
        m_fill(*rows);
        layout()->addWidget(m_body);
    }
    if (m_body)
        m_body->setVisible(open);
    if (first)
        emit filled();
}

void Section::setSummary(const QString& summary)
{
    if (m_header->property("summary").toString() != summary) {
        m_header->setProperty("summary", summary);
        m_header->setAccessibleDescription(summary);
        if (!m_open) // where it is in sight
            m_header->update();
    }
}

} // namespace ui

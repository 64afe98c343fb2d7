// SPDX-License-Identifier: GPL-3.0-or-later
// Frame, title and double-click of a card.
#include "ui/shell/chart_card.h"

#include "ui/charts/chart.h"
#include "ui/controls/icon_button.h"
#include "ui/theme/painting.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace ui
{

namespace
{

/// Lies over a picture that does not show the scenario: pale, or opaque with a sentence where there is none to show.
class Veil : public QWidget
{
public:
    using QWidget::QWidget;

    void cover(bool bare)
    {
        m_bare = bare;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        QColor ground = theme.panel;
        ground.setAlphaF(m_bare ? 1.0F : 0.62F);
        painter.fillRect(rect(), ground);
        if (m_bare) {
            painter.setPen(theme.muted);
            painter.drawText(rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
                             ChartCard::tr("Nothing to show until the scenario can be evaluated."));
        }
    }

private:
    bool m_bare = false;
};

} // namespace

ChartCard::ChartCard(const QString& id, const QString& title, Chart* chart, bool opens, QWidget* parent)
    : QFrame(parent), m_id(id), m_chart(chart), m_header(new QWidget(this)), m_note(new QLabel(m_header)),
      m_titled(!title.isEmpty()), m_veil(new Veil(this)), m_opens(opens)
{
    setObjectName(QStringLiteral("card.") + id);
    auto* name = new QLabel(title, m_header);
    name->setFont(uiFont(13, QFont::DemiBold));
    auto* head = new QHBoxLayout(m_header);
    head->setContentsMargins(16, 6, 8, 2);
    head->addWidget(name, 1);
    m_note->setFont(uiFont(12));
    m_note->setVisible(false);
    head->addWidget(m_note);
    if (opens) {
        auto* open = new IconButton(QStringLiteral("chevron-right"), tr("Open the tab %1").arg(title), m_header);
        open->setObjectName(QStringLiteral("card.%1.open").arg(id));
        head->addWidget(open);
        connect(open, &IconButton::clicked, this, [this] { emit openAsked(m_id); });
    } else {
        m_header->setMinimumHeight(36);
    }
    chart->setParent(this);
    chart->setMinimumSize(240, 180); // below, labels would meet; the page scrolls instead
    chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    chart->installEventFilter(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 4);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(chart, 1);
    m_veil->setObjectName(QStringLiteral("card.%1.veil").arg(id));
    m_veil->setVisible(false);
    m_veil->raise();
    showHeader();
}

void ChartCard::setLow(bool low)
{
    m_low = low;
    showHeader();
}

void ChartCard::showHeader() { m_header->setVisible(m_titled && (m_opens || !m_low || !m_note->text().isEmpty())); }

QSize ChartCard::sizeHint() const
{
    const QSize hint = QFrame::sizeHint();
    return m_header->isHidden() ? QSize(hint.width(), minimumSizeHint().height()) : hint;
}

void ChartCard::setVeil(const QString& note, bool bare)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    showHeader();
    static_cast<Veil*>(m_veil)->cover(bare);
    m_veil->setVisible(!note.isEmpty() || bare);
}

bool ChartCard::eventFilter(QObject* watched, QEvent* event)
{
    const bool enter =
        event->type() == QEvent::KeyPress && m_opens && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space;
    if (watched == m_chart && (event->type() == QEvent::Resize || event->type() == QEvent::Move)) {
        m_veil->setGeometry(m_chart->geometry());
    }
    if (watched == m_chart && enter) {
        emit openAsked(m_id);
        return true;
    }
    return QFrame::eventFilter(watched, event);
}

void ChartCard::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (m_opens && event->button() == Qt::LeftButton) {
        emit openAsked(m_id);
    }
}

void ChartCard::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    drawBox(painter, rect(), 8, theme.panel, theme.outline);
}

} // namespace ui

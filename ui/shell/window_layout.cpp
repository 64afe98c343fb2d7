// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry of the column and of what stands beside it. All is decided by the size of the window alone: menus, scroll
// bars and rows give way in consequence, and no part depends on the room that it causes.
#include "ui/shell/window_layout.h"

#include "ui/controls/scrolled.h"

#include <QResizeEvent>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

namespace ui
{

namespace
{

constexpr int columnWidth = 344;
constexpr int centreWidth = 288; // of one chart and a scroll bar; with less the column stands above
constexpr int stripHeight = 32;
constexpr int minHeight = 120;       // of inputs, of Explain
constexpr int questionHeight = 386;  // of a card with the longest question, its options and what is said of an answer
constexpr int stackedHeight = 232;   // of each where they stand above the tabs
constexpr int centreHeight = 300;    // a chart with its tab
constexpr int lowCentreHeight = 200; // with a tab that scrolls
constexpr int lowWindow = 610;       // of a window whose head gives way
constexpr int pinnedHeight = 310;    // of one in which the verdict would leave nothing of the page in sight

} // namespace

WindowLayout::WindowLayout(Parts parts, QWidget& window)
    : QWidget(&window), m_parts(parts), m_body(new QWidget), m_column(new QSplitter(Qt::Vertical, m_body)),
      m_notes(new QBoxLayout(QBoxLayout::TopToBottom)), m_rows(new QVBoxLayout), m_whole(new QVBoxLayout(this))
{
    auto* page = new QWidget;
    page->setLayout(m_rows);
    m_page = scrolled(page);
    m_page->setObjectName(QStringLiteral("contents"));
    for (QVBoxLayout* layout : {m_rows, m_whole}) {
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
    }
    m_whole->addWidget(parts.verdict);
    m_whole->addWidget(m_page, 1);
    m_notes->setSpacing(0);
    m_notes->addWidget(parts.issues, 1);
    m_notes->addWidget(parts.conventions);
    m_rows->addLayout(m_notes);
    m_rows->addWidget(m_body, 1);
    for (QWidget* part : {parts.centre, parts.strip})
        part->setParent(m_body);
    m_column->setChildrenCollapsible(false);
    m_column->setHandleWidth(9);
    for (QWidget* part : {parts.lesson, parts.design, parts.explain}) {
        m_column->addWidget(part);
        part->setMinimumHeight(minHeight);
    }
    m_body->installEventFilter(this);
    window.installEventFilter(this);
    arrange();
}

void WindowLayout::setDesignOpen(bool open)
{
    m_designOpen = open;
    arrange();
}

void WindowLayout::setExplainOpen(bool open)
{
    const bool halves = open && !m_halved;
    m_halved = m_halved || open; // later it keeps the share that the user gave it
    m_explainOpen = open;
    arrange();
    if (halves)
        m_column->setSizes({m_lessonOpen ? m_column->height() / 2 : 0, m_column->height() / 2, m_column->height() / 2});
}

void WindowLayout::setLessonOpen(bool open)
{
    m_lessonOpen = open;
    m_parts.lesson->setVisible(open);
    arrange();
    if (open)
        shareOut();
}

/// Question and options of every step have room, and the inputs what is left.
void WindowLayout::shareOut()
{
    const int height = m_column->height();
    const int lesson = std::max(height * 3 / 5, std::min(questionHeight, height - minHeight));
    m_column->setSizes({lesson, height - lesson, height - lesson});
}

void WindowLayout::setExplainHidden(bool hidden)
{
    m_explainHidden = hidden;
    arrange();
}

void WindowLayout::bringIntoSight(QWidget* part)
{
    if (m_page->isAncestorOf(part))
        m_page->ensureWidgetVisible(part);
}

void WindowLayout::fit(const QSize& window)
{
    m_above = window.width() < columnWidth + centreWidth;
    const bool pinned = window.height() >= pinnedHeight;
    if (std::exchange(m_pinned, pinned) != pinned)
        (pinned ? m_whole : m_rows)->insertWidget(0, m_parts.verdict);
    const bool low = window.height() < lowWindow;
    if (std::exchange(m_low, low) != low) {
        m_notes->setDirection(low ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
        emit lowChanged(low);
    }
    arrange();
}

bool WindowLayout::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        watched == m_body ? arrange() : fit(static_cast<QResizeEvent*>(event)->size());
    return QWidget::eventFilter(watched, event);
}

void WindowLayout::arrange()
{
    const int width = m_body->width();
    const bool explain = isExplainOpen();
    const bool design = m_designOpen && !(m_lessonOpen && m_low); // the question needs the room
    const bool column = design || explain || m_lessonOpen;
    const bool strip = column && !explain && !m_explainHidden && !m_lessonOpen; // which needs the room
    const bool above = column && m_above;
    const int first = above ? stackedHeight * (design + explain + m_lessonOpen) : 0;
    m_body->setMinimumHeight(first + (m_low ? lowCentreHeight : centreHeight));
    const QRect room(0, 0, above ? width : column ? columnWidth : 0, above ? first : m_body->height());
    m_parts.design->setVisible(design);
    m_parts.explain->setVisible(explain);
    m_column->setVisible(column);
    m_column->setGeometry(room.adjusted(0, 0, 0, strip ? -stripHeight : 0));
    m_parts.strip->setVisible(strip);
    m_parts.strip->setGeometry(0, room.height() - stripHeight, room.width(), stripHeight);
    m_parts.centre->setGeometry(m_body->rect().adjusted(above ? 0 : room.width(), first, 0, 0));
}

} // namespace ui

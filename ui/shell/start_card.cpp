// SPDX-License-Identifier: GPL-3.0-or-later
// Three columns of rows to click.
#include "ui/shell/start_card.h"

#include "core/scenario/catalogue.h"
#include "ui/controls/icon_button.h"
#include "ui/controls/scrolled.h"
#include "ui/controls/word_flow.h"
#include "ui/theme/painting.h"
#include "ui/theme/text_line.h"

#include <QAbstractButton>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolTip>
#include <QtMath>

#include <algorithm>

namespace ui
{

namespace
{

constexpr int rowHeight = 42;
constexpr int widestRow = 560;      // of files and examples whose names are long
constexpr int manyRowsHeight = 960; // of a window; below, four rows would push the charts out of sight
constexpr int inset = 8;
constexpr int margin = 12; // round the card

/// A title with a line below it, to be clicked.
class Row : public QAbstractButton
{
public:
    Row(const QString& title, const QString& line, QWidget* parent) : QAbstractButton(parent), m_line(line)
    {
        setText(title);
        setAccessibleDescription(line);
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::PointingHandCursor);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    QSize sizeHint() const override { return {std::min(qCeil(widestLine()) + 2 * inset, widestRow), rowHeight}; }
    QSize minimumSizeHint() const override { return {rowHeight, rowHeight}; }

protected:
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && widestLine() > width() - 2 * inset)
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainTip(text() + u'\n' + m_line), this);
        return QAbstractButton::event(event);
    }

    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = themeOf(this);
        QPainter painter(this);
        if (underMouse() || isDown())
            drawBox(painter, rect(), 6, mixed(theme.panel, theme.text, isDown() ? 0.1 : 0.05), {}, 0);
        painter.setPen(theme.accent);
        drawLineIn(painter, QRectF(inset, 3, width() - inset, 18), fitting(text(), uiFont(13)), uiFont(13));
        painter.setPen(theme.muted);
        drawLineIn(painter, QRectF(inset, 21, width() - inset, 18), fitting(m_line, uiFont(12)), uiFont(12));
        if (hasFocus())
            drawFocusRing(painter, rect(), 6, theme);
    }

private:
    qreal widestLine() const { return std::max(lineWidth(text(), uiFont(13)), lineWidth(m_line, uiFont(12))); }
    QString fitting(const QString& line, const QFont& font) const
    {
        return QFontMetricsF(font).elidedText(line, Qt::ElideRight, width() - 2 * inset);
    }

    QString m_line;
};

QVBoxLayout* column(QWidget& page, const QString& title)
{
    auto* rows = new QVBoxLayout(&page);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(2);
    auto* name = new QLabel(title, &page);
    name->setFont(uiFont(12, QFont::DemiBold));
    name->setContentsMargins(inset, 0, 0, 2);
    rows->addWidget(name);
    return rows;
}

} // namespace

StartCard::StartCard(const core::Catalogue& catalogue, QWidget& window) : QFrame(&window), m_catalogue(catalogue)
{
    setObjectName(QStringLiteral("start"));
    setVisible(false);
    window.installEventFilter(this);
}

void StartCard::build()
{
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(margin + 8, margin + 6, margin + 8, 8);
    whole->setSpacing(2);
    auto* head = new QHBoxLayout;
    auto* title = new QLabel(tr("Start here"), this);
    title->setFont(uiFont(13, QFont::DemiBold));
    title->setContentsMargins(inset, 0, 0, 0);
    auto* close = new IconButton(QStringLiteral("close"), tr("Close; Help brings it back"), this);
    close->setObjectName(QStringLiteral("start.close"));
    connect(close, &IconButton::clicked, this, &StartCard::closeAsked);
    head->addWidget(title, 1);
    head->addWidget(close);
    whole->addLayout(head);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(16);
    columns->addWidget(makeOpen());
    columns->addWidget(makeRecent());
    columns->addWidget(makeExamples(), 1); // last: its scroll bar stands at the rim of the card
    whole->addLayout(columns);
}

QWidget* StartCard::makeExamples()
{
    auto* page = new QWidget(this);
    auto* rows = column(*page, tr("Examples"));
    auto* list = new QWidget;
    auto* lines = new WordFlow(16, 0); // one column or more
    list->setLayout(lines);
    for (const core::ScenarioPreset& preset : m_catalogue.scenarios) {
        auto* row = new Row(QString::fromStdString(preset.title), QString::fromStdString(preset.teaches), list);
        row->setObjectName(QStringLiteral("start.") + QString::fromStdString(preset.id));
        connect(row, &QAbstractButton::clicked, this, [this, &preset] { emit exampleAsked(preset); });
        lines->addWidget(row);
    }
    m_examples = scrolled(list);
    m_examples->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_examples->installEventFilter(this);
    rows->addWidget(m_examples);
    return page;
}

QWidget* StartCard::makeOpen()
{
    auto* page = new QWidget(this);
    auto* rows = column(*page, tr("Open"));
    auto* open = new Row(tr("Open a scenario…"), tr("Ctrl+O, or drop a file here"), page);
    open->setObjectName(QStringLiteral("start.open"));
    connect(open, &QAbstractButton::clicked, this, &StartCard::openAsked);
    rows->addWidget(open);
    auto* lessons = new Row(tr("Take a lesson…"), tr("Ctrl+L; F5 holds a lecture"), page);
    lessons->setObjectName(QStringLiteral("start.lessons"));
    connect(lessons, &QAbstractButton::clicked, this, &StartCard::lessonsAsked);
    rows->addWidget(lessons);
    rows->addStretch();
    return page;
}

QWidget* StartCard::makeRecent()
{
    auto* page = new QWidget(this);
    auto* rows = column(*page, tr("Recent"));
    m_recent = new QVBoxLayout;
    m_recent->setSpacing(0);
    rows->addLayout(m_recent);
    rows->addStretch();
    return page;
}

void StartCard::setRecent(const QStringList& paths)
{
    m_files = paths;
    if (m_recent)
        fillRecent();
}

void StartCard::fillRecent()
{
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        item->widget()->deleteLater(); // it may be the row that was clicked
        delete item;
    }
    const qsizetype shown = window()->height() < manyRowsHeight ? 2 : 4;
    for (const QString& path : m_files.first(std::min(shown, m_files.size()))) {
        constexpr int room = 240;
        const QFileInfo file(path);
        const auto fitted = [&](const QString& words, int size) {
            return QFontMetrics(uiFont(size)).elidedText(words, Qt::ElideMiddle, room);
        };
        auto* row = new Row(fitted(file.fileName(), 13), fitted(file.path(), 12), this);
        row->setToolTip(plainTip(path));
        connect(row, &QAbstractButton::clicked, this, [this, path] { emit fileAsked(path); });
        m_recent->addWidget(row);
    }
    if (m_files.isEmpty()) {
        auto* none = new QLabel(tr("Files that you save or open"), this);
        none->setFont(uiFont(12));
        none->setForegroundRole(QPalette::PlaceholderText);
        none->setContentsMargins(inset, 2, inset, 0);
        m_recent->addWidget(none);
    }
}

void StartCard::offer(bool offered, int minWindowHeight)
{
    m_offered = offered;
    m_minHeight = minWindowHeight;
    showWhereRoom();
}

void StartCard::showWhereRoom()
{
    const bool shown = m_offered && window()->height() >= m_minHeight;
    if (shown && !m_recent) {
        build();
        fillRecent();
    }
    if (m_examples) // whole rows
        m_examples->setFixedHeight(rowHeight * (window()->height() < manyRowsHeight ? 2 : 4));
    setVisible(shown);
}

/// All as wide as the widest of them, where the card is.
void StartCard::fitExamples()
{
    const auto rows = m_examples->widget()->findChildren<QAbstractButton*>();
    int widest = 0;
    for (const auto* row : rows)
        widest = std::max(widest, row->sizeHint().width());
    const int room = m_examples->width() - m_examples->verticalScrollBar()->sizeHint().width();
    for (auto* row : rows)
        row->setFixedWidth(std::max(rowHeight, std::min(widest, room)));
}

bool StartCard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_examples)
        fitExamples();
    else if (event->type() == QEvent::Resize)
        showWhereRoom();
    return QFrame::eventFilter(watched, event);
}

void StartCard::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    drawBox(painter, rect().adjusted(margin, margin, -margin, 0), 8, theme.panel, theme.outline);
}

} // namespace ui

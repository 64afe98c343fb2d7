// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of the help, and its search.
#include "ui/help/help_window.h"

#include "ui/controls/icon_button.h"
#include "ui/theme/painting.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>

namespace ui
{

HelpWindow::HelpWindow(std::vector<HelpPage> pages, QWidget& window)
    : QWidget(&window, Qt::Window), m_pages(std::move(pages)), m_documents(m_pages.size()), m_list(new QListWidget),
      m_words(new QLineEdit), m_found(new QLabel), m_text(new QTextBrowser)
{
    setObjectName(QStringLiteral("help"));
    setWindowTitle(tr("Rooflight — Help"));
    m_list->setObjectName(QStringLiteral("help.pages"));
    m_list->setAccessibleName(tr("Pages"));
    m_list->setFixedWidth(200);
    for (const HelpPage& page : m_pages)
        (new QListWidgetItem(page.title, m_list))
            ->setSizeHint({0, QFontMetrics(uiFont(13)).height() + 16}); // the style comes later
    m_words->setObjectName(QStringLiteral("help.search"));
    m_words->setPlaceholderText(tr("Search this page"));
    m_words->setAccessibleName(tr("Search this page"));
    m_words->setClearButtonEnabled(true);
    m_text->setObjectName(QStringLiteral("help.text"));
    m_text->setAccessibleName(tr("Help"));
    m_text->setOpenLinks(false);
    m_text->setFont(uiFont(13));
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // all texts wrap; a pixel of rounding may be left
    auto* next = new IconButton(QStringLiteral("forward"), tr("Next hit"), this);
    auto* before = new IconButton(QStringLiteral("back"), tr("Hit before"), this);
    auto* search = new QHBoxLayout;
    search->setContentsMargins(12, 8, 12, 8);
    search->addWidget(m_words, 1);
    search->addWidget(before);
    search->addWidget(next);
    search->addWidget(m_found);
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addLayout(search);
    right->addWidget(m_text, 1);
    auto* whole = new QHBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
    whole->addWidget(m_list);
    whole->addLayout(right, 1);
    connect(m_list, &QListWidget::currentRowChanged, this, &HelpWindow::turnTo);
    connect(m_words, &QLineEdit::returnPressed, this, [this] { find(false); });
    connect(next, &QAbstractButton::clicked, this, [this] { find(false); });
    connect(before, &QAbstractButton::clicked, this, [this] { find(true); });
    resize(860, 600);
}

void HelpWindow::open(const QString& page, const QString& anchor)
{
    const auto at = std::ranges::find(m_pages, page, &HelpPage::id);
    m_list->setCurrentRow(static_cast<int>((at == m_pages.end() ? m_pages.begin() : at) - m_pages.begin()));
    constexpr QSize frame(8, 40); // of the window system
    resize(size().boundedTo(screen()->availableSize() - frame));
    show();
    raise();
    activateWindow();
    m_text->verticalScrollBar()->setValue(0);
    if (!anchor.isEmpty()) {
        m_text->scrollToAnchor(anchor);
        mark(anchor);
    }
    m_text->setFocus();
}

/// Selects the title of the entry: a page may be too short to scroll there.
void HelpWindow::mark(const QString& anchor)
{
    for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next())
        for (auto at = block.begin(); !at.atEnd(); ++at)
            if (at.fragment().charFormat().anchorNames().contains(anchor)) {
                QTextCursor entry(block);
                entry.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
                const int top = m_text->verticalScrollBar()->value();
                m_text->setTextCursor(entry);
                m_text->verticalScrollBar()->setValue(top);
                return;
            }
}

/// A document is filled once and before it has a layout: the reader of Markdown lays out the whole text anew with every
/// paragraph that it adds to a shown one.
void HelpWindow::turnTo(int page)
{
    if (page < 0)
        return;
    QTextDocument*& document = m_documents[static_cast<std::size_t>(page)];
    if (document == nullptr) {
        document = new QTextDocument(this);
        document->setDefaultFont(m_text->font());
        document->setDocumentMargin(16);
        const HelpPage& shown = m_pages[static_cast<std::size_t>(page)];
        if (shown.markdown.isEmpty())
            document->setHtml(shown.html);
        else
            document->setMarkdown(shown.markdown);
    }
    m_text->setDocument(document);
    m_found->clear();
}

/// From the cursor on, and round.
void HelpWindow::find(bool back)
{
    if (m_words->text().isEmpty())
        return;
    const auto way = back ? QTextDocument::FindBackward : QTextDocument::FindFlags();
    bool found = m_text->find(m_words->text(), way);
    if (!found) {
        m_text->moveCursor(back ? QTextCursor::End : QTextCursor::Start);
        found = m_text->find(m_words->text(), way);
    }
    m_found->setText(found ? QString() : tr("Not on this page"));
}

void HelpWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

} // namespace ui

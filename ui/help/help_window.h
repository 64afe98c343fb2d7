// SPDX-License-Identifier: GPL-3.0-or-later
// The help: pages at the left, the page in sight beside them, a field to search in it.
#pragma once

#include "ui/help/help_pages.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QListWidget;
class QTextBrowser;
class QTextDocument;

namespace ui
{

class HelpWindow : public QWidget
{
    Q_OBJECT
public:
    HelpWindow(std::vector<HelpPage>, QWidget& window);

    /// Scrolls to the anchor; an empty one is the top.
    void open(const QString& page, const QString& anchor = {});

protected:
    void keyPressEvent(QKeyEvent*) override;

private:
    void turnTo(int page);
    void mark(const QString& anchor);
    void find(bool back);

    std::vector<HelpPage> m_pages;
    std::vector<QTextDocument*> m_documents; // a page each, null until it is shown
    QListWidget* m_list;
    QLineEdit* m_words;
    QLabel* m_found;
    QTextBrowser* m_text;
};

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Places the parts of the window. The verdict stays in sight; below it a page scrolls where large texts leave little
// room. On the page the column of inputs stands at the left of the tabs, or above them where the window is narrow.
// Explain opens in the lower half of the column, so that it covers nothing else and moves nothing.
#pragma once

#include <QWidget>

class QBoxLayout;
class QScrollArea;
class QSplitter;
class QVBoxLayout;

namespace ui
{

class WindowLayout : public QWidget
{
    Q_OBJECT
public:
    struct Parts {
        QWidget* verdict;
        QWidget* issues;
        QWidget* conventions;
        QWidget* lesson; // above the inputs
        QWidget* design;
        QWidget* centre;
        QWidget* explain;
        QWidget* strip; // at the foot of the column while Explain is closed
    };

    WindowLayout(Parts, QWidget& window);

    void setDesignOpen(bool);
    void setExplainOpen(bool);
    /// The lesson stands above the inputs.
    void setLessonOpen(bool);
    /// Nothing may be explained: the dock and its strip give way.
    void setExplainHidden(bool);
    bool isDesignOpen() const { return m_designOpen; }
    bool isExplainOpen() const { return m_explainOpen && !m_explainHidden; }
    /// Scrolls the page to a part of it.
    void bringIntoSight(QWidget*);

signals:
    /// Large texts leave so little height that what stands above the tabs has to give way.
    void lowChanged(bool low);

protected:
    bool eventFilter(QObject*, QEvent*) override;

private:
    /// Arranges all for a window of that size.
    void fit(const QSize& window);
    void arrange();
    void shareOut();

    Parts m_parts;
    QWidget* m_body; // column and centre
    QSplitter* m_column;
    QBoxLayout* m_notes; // issues and conventions
    QVBoxLayout* m_rows; // of the page
    QVBoxLayout* m_whole;
    QScrollArea* m_page;
    bool m_pinned = true; // the verdict does not scroll with the page
    bool m_low = false;
    bool m_above = false; // the column stands above the tabs
    bool m_designOpen = true;
    bool m_explainOpen = false;
    bool m_explainHidden = false;
    bool m_lessonOpen = false;
    bool m_halved = false;
};

} // namespace ui

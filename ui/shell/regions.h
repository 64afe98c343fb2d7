// SPDX-License-Identifier: GPL-3.0-or-later
// Places the column of inputs at the left and the tabs beside it. Explain opens in the lower half of the column, so
// that it covers nothing else and moves nothing.
#pragma once

#include <QWidget>

class QSplitter;

namespace ui
{

class Regions : public QWidget
{
    Q_OBJECT
public:
    struct Parts {
        QWidget* design;
        QWidget* centre;
        QWidget* explain;
        QWidget* strip; // at the foot of the column while Explain is closed
    };

    Regions(Parts, QWidget* parent);

    void setDesignOpen(bool);
    void setExplainOpen(bool);
    bool isDesignOpen() const { return m_designOpen; }
    bool isExplainOpen() const { return m_explainOpen; }

    QSize minimumSizeHint() const override { return {960, 360}; }

protected:
    void resizeEvent(QResizeEvent*) override { arrange(); }

private:
    void arrange();

    Parts m_parts;
    QSplitter* m_column;
    bool m_designOpen = true;
    bool m_explainOpen = false;
    bool m_halved = false;
};

} // namespace ui

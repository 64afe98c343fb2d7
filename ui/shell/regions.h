// SPDX-License-Identifier: GPL-3.0-or-later
// Places the design dock, the tabs and the explain dock side by side; a narrow window lays the explain dock over the
// tabs.
#pragma once

#include <QWidget>

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
        QWidget* strip; // stands at the right while the explain dock is closed
    };

    explicit Regions(Parts, QWidget* parent = nullptr);

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
    bool m_designOpen = true;
    bool m_explainOpen = false;
};

} // namespace ui

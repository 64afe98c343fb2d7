// SPDX-License-Identifier: GPL-3.0-or-later
// A chart on a card with its title; opens the chart's own tab.
#pragma once

#include <QFrame>

class QLabel;

namespace ui
{

class Chart;

class ChartCard : public QFrame
{
    Q_OBJECT
public:
    /// Takes the chart. `opens` says whether there is a tab to open; without a title there is no header.
    ChartCard(const QString& id, const QString& title, Chart*, bool opens, QWidget* parent = nullptr);

    Chart* chart() const { return m_chart; }
    /// A note in the header over a picture that is greyed; an empty one lifts the veil. `bare` hides the picture.
    void setVeil(const QString& note, bool bare);
    /// Without the title that the tab has, too.
    void setLow(bool);
    /// Without a header no more height than it must have: it shares a column.
    QSize sizeHint() const override;

signals:
    void openAsked(const QString& id);

protected:
    bool eventFilter(QObject*, QEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void paintEvent(QPaintEvent*) override;

private:
    void showHeader();

    QString m_id;
    Chart* m_chart;
    QWidget* m_header;
    QLabel* m_note;
    bool m_titled;
    bool m_low = false;
    QWidget* m_veil;
    bool m_opens;
};

} // namespace ui

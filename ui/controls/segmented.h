// SPDX-License-Identifier: GPL-3.0-or-later
// A few choices side by side, one of them chosen; in several rows where their words have no room in one.
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

class QAbstractButton;
class QGridLayout;

namespace ui
{

class Segmented : public QWidget
{
    Q_OBJECT
public:
    explicit Segmented(QWidget* parent = nullptr);

    /// `name` prefixes what screen readers say; `id` the object names of the segments.
    void setChoices(const QStringList& texts, const QString& name, const QString& id);
    void choose(int index);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    void arrange(int columns);
    int widthIn(int columns) const;

    QGridLayout* m_grid;
    std::vector<QAbstractButton*> m_segments;
    int m_columns = 0;
};

} // namespace ui

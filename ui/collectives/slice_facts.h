// SPDX-License-Identifier: GPL-3.0-or-later
// Words beside the torus on Explore: which collective it shows, where it runs, what the axes of the mesh do.
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

namespace ui
{

/// Drawn, not laid out: other words do not move their neighbours as long as there are as many lines.
class SliceFacts : public QWidget
{
public:
    struct Role {
        int axis = 0; // of the mesh: X, Y, Z
        QString text;
        bool operator==(const Role&) const = default;
    };
    struct Lines {
        QString name; // of the collective, subscripts after underscores
        QString place;
        QList<Role> roles;
        QString loads; // what the colours of links tell; empty where nothing is drawn
        bool operator==(const Lines&) const = default;
    };

    explicit SliceFacts(QWidget* parent);

    void present(const Lines&);
    QSize sizeHint() const override { return m_hint; }
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QSize room() const;

    Lines m_lines;
    QSize m_hint;
};

} // namespace ui

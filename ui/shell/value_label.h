// SPDX-License-Identifier: GPL-3.0-or-later
// A number that explains itself: looks like text, acts as a button.
#pragma once

#include <QAbstractButton>

#include <functional>

namespace ui
{

class ValueLabel : public QAbstractButton
{
    Q_OBJECT
public:
    /// `title` names the value for screen readers and stands above it where `captioned`.
    ValueLabel(const QString& metricId, const QString& title, QWidget* parent = nullptr);

    /// What is shown, and what is added in muted text ("of 96 GB").
    void show(const QString& value, const QString& rest = {});
    void setFonts(int caption, int value);
    /// Paler: what was last valid, while nothing can be evaluated.
    void setGhost(bool);
    void setMark(const QString& icon, const QColor&);
    /// The tooltip is made when it is asked for.
    void setHover(std::function<QString()>);
    QString hover() const { return m_hover ? m_hover() : QString(); }
    QString metricId() const { return m_metric; }
    QString shown() const { return m_value; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void explained(const QString& metricId);

protected:
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

private:
    QFont captionFont() const;
    QFont valueFont() const;

    QString m_metric;
    QString m_title;
    QString m_value;
    QString m_rest;
    QString m_mark;
    std::function<QString()> m_hover;
    QColor m_markColour;
    bool m_ghost = false;
    int m_caption = 12;
    int m_size = 18;
};

} // namespace ui

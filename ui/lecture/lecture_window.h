// SPDX-License-Identifier: GPL-3.0-or-later
// What the audience sees, on the whole of a screen: the page, or black, white, or the page as it was frozen.
#pragma once

#include "ui/lecture/lecture_page.h"

#include <QImage>
#include <QTimer>
#include <QWidget>

namespace ui
{

class LectureWindow : public QWidget
{
    Q_OBJECT
public:
    enum class Blank { none, black, white };

    LectureWindow();

    /// Painted once, with the next paint event; not while it is frozen.
    void setPage(LecturePage);
    const LecturePage& page() const { return m_page; }
    void setTheme(const Theme&);
    void setText(qreal);
    void setBlank(Blank);
    Blank blank() const { return m_blank; }
    /// `live` in a strip below what is frozen, where the lecturer has no other screen.
    void setFrozen(bool, bool strip);
    bool isFrozen() const { return m_frozen; }
    void setLive(const std::optional<LiveControl>&);
    void setSpotlight(bool);
    /// A line at the lower edge, such as that of a pause; empty: none.
    void setBar(const QString&);
    /// Lines over the page, in two columns; empty: none.
    void setTable(const QString& title, const std::vector<std::pair<QString, QString>>&);
    bool showsTable() const { return !m_table.empty(); }

signals:
    void closeAsked();

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void closeEvent(QCloseEvent*) override;

private:
    void refresh();
    QRectF foot() const;
    /// Keys beside what they do, for one size of text.
    struct TableLayout {
        qreal size = 0, keys = 0;
        std::vector<qreal> rows; // their heights
        qreal height = 0;
    };
    TableLayout tableOf(qreal size, qreal width) const;
    void paintTable(QPainter&);
    void paintBar(QPainter&);
    void paintStrip(QPainter&);
    void paintPointer(QPainter&);

    LecturePage m_page;
    const Theme* m_theme = &Theme::darkRoom();
    qreal m_text = usualLectureText;
    QImage m_image; // of the page; null: to be painted
    Blank m_blank = Blank::none;
    bool m_frozen = false;
    bool m_strip = false;
    bool m_spotlight = false;
    std::optional<LiveControl> m_live;
    QString m_bar, m_title;
    std::vector<std::pair<QString, QString>> m_table;
    QPointF m_pointer;
    bool m_ring = false; // round the pointer
    QTimer m_fade, m_hide;
};

} // namespace ui

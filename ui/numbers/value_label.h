// SPDX-License-Identifier: GPL-3.0-or-later
// A number that explains itself: looks like text, acts as a button.
#pragma once

#include <QAbstractButton>

#include <functional>

class QPainter;

namespace ui
{

struct Theme;

class ValueLabel : public QAbstractButton
{
    Q_OBJECT
public:
    /// captioned: the title stands above the value. line: the value alone, within a line of text. overlay: over a
    /// picture that shows the value itself, only how it is underlined and framed.
    enum class Form { captioned, line, overlay };
    static constexpr int lineRim = 3; // pixels beside the value of the latter two, for the frame of the focus

    /// `title` names the value for screen readers, and stands above it in the captioned form.
    ValueLabel(const QString& metricId, const QString& title, QWidget* parent = nullptr);

    /// Sizes of the letters of title and value.
    void setForm(Form, int title, int value);
    /// Another number takes its place; an empty id has no derivation and is plain text.
    void setMetric(const QString& metricId, const QString& title);
    /// At least as wide as this value, so that others beside it stand still.
    void reserve(const QString& widest);

    /// What is shown, and what is added in muted text ("of 96 GB").
    void present(const QString& value, const QString& rest = {});
    /// Paler: what was last valid, while nothing can be evaluated.
    void setGhost(bool);
    void setMark(const QString& icon, const QColor&);
    /// The tooltip is made when it is asked for.
    void setHover(std::function<QString()>);
    QString hover() const { return m_hover ? m_hover() : QString(); }
    QString metricId() const { return m_metric; }
    QString title() const { return m_title; }
    QString shown() const { return m_value; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    bool event(QEvent*) override;
    void changeEvent(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

private:
    QFont captionFont() const;
    QFont valueFont() const;
    void nameItself();
    void fit();
    qreal textWidth() const;
    void paintLine(QPainter&, const Theme&);

    QString m_metric;
    QString m_title;
    QString m_value;
    QString m_rest;
    QString m_widest;
    QString m_mark;
    std::function<QString()> m_hover;
    QColor m_markColour;
    Form m_form = Form::captioned;
    bool m_ghost = false;
    int m_caption = 12;
    int m_size = 18;
    int m_room = 0; // for the texts, and for a value that was a little wider
};

} // namespace ui

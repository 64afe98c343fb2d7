// SPDX-License-Identifier: GPL-3.0-or-later
// In place of the pictures while a question waits: that they are hidden, and what is given.
#pragma once

#include <QWidget>

#include <functional>
#include <utility>
#include <vector>

class QBoxLayout;
class QGridLayout;
class QLabel;
class QPainter;
class QRectF;

namespace core
{
struct PosedStep;
}

namespace ui
{

class OpenLesson;
struct Theme;

/// Paints into an area laid out for the painter's unit.
using PaintPicture = std::function<void(QPainter&, const QRectF&, const Theme&)>;

class CoveredPage : public QWidget
{
    Q_OBJECT
public:
    explicit CoveredPage(QWidget* parent = nullptr);

    /// Of the step in sight.
    void present(const OpenLesson&);
    /// What may be seen beside what is given; nothing where it is null.
    void setPicture(PaintPicture);
    /// Why nothing is shown.
    static QString wordsOf(const OpenLesson&);

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    void fitCard();

    QWidget* m_card;
    QWidget* m_picture;
    QBoxLayout* m_parts; // picture and card
    QLabel* m_words;
    QGridLayout* m_given;
    int m_posing = 0; // that the rows were made for
};

/// Titles and values of the fields that a lesson has set by its step, counted from 0; without conventions, and without
/// what says nothing, such as the role of an axis of one chip.
std::vector<std::pair<QString, QString>> givenRows(const core::PosedStep&, std::size_t step);
/// The same in a line: "Batch 4,096 tokens · Chip TPU v4".
QString givenText(const core::PosedStep&, std::size_t step);

} // namespace ui

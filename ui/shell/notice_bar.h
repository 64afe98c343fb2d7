// SPDX-License-Identifier: GPL-3.0-or-later
// Questions that may wait, in the line of hints: a sentence and its answers, instead of a dialog.
#pragma once

#include <QTimer>
#include <QWidget>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;

namespace ui
{

struct Notice {
    struct Answer {
        QString text;              // empty: a sign that closes
        std::function<void()> act; // may ask the next question
    };

    QString id; // one notice of an id is asked at a time
    QString sentence;
    std::vector<Answer> answers;
    bool isUrgent = false; // work is in danger: before all others
    bool isHint = false;   // behind all others
    bool passes = false;   // ends by itself, and with the next one
};

class NoticeBar : public QWidget
{
    Q_OBJECT
public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// Behind those that wait, or in the place of one of the same id. Without a sentence none of that id is left.
    void ask(Notice);
    void withdraw(const QString& id);
    bool isAsking() const { return !m_notices.empty(); }
    /// As low as one line; the height of a wrapped sentence follows from the width that there is.
    QSize sizeHint() const override { return minimumSizeHint(); }
    bool hasHeightForWidth() const override { return false; }

signals:
    void askingChanged(bool asking);

protected:
    bool event(QEvent*) override;

private:
    void fit();
    std::vector<Notice>::iterator placeOf(const Notice&);
    void showFirst();

    std::vector<Notice> m_notices; // the first is in sight
    QTimer m_pass;                 // until one that passes ends
    QLabel* m_sentence;
    QHBoxLayout* m_line;
    std::vector<QWidget*> m_buttons;
};

} // namespace ui

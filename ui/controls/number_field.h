// SPDX-License-Identifier: GPL-3.0-or-later
// A field to type a number in: its unit inside at the right, an echo of what was understood
// beside the inputs, Esc to revert.
#pragma once

#include <QLineEdit>

#include <functional>

class QCompleter;
class QLabel;

namespace ui
{

/// What a control has to say about itself.
enum class ControlState { good, warning, error };

/// Sets the property the style sheet outlines by.
void setControlState(QWidget*, ControlState);

/// What is typed is sought anywhere in the words of the completer, without regard to case, and listed below the field.
void listCompletions(QLineEdit&, QCompleter*);

class NumberField : public QLineEdit
{
    Q_OBJECT
public:
    explicit NumberField(QWidget* parent = nullptr);
    ~NumberField() override;

    /// The unit drawn after the number; empty for none.
    void setUnit(const QString&);
    /// Shows a text unless the user is typing another.
    void present(const QString&);
    /// Gives the echo of a text ("= 65,536"); empty where there is nothing to say.
    void setEcho(std::function<QString(const QString&)>);
    /// No number here begins with a point.
    void takeWholes() { m_takesWholes = true; }
    /// Starts anew with a character typed elsewhere.
    void startTyping(const QString&);

signals:
    void committed(const QString&);
    /// What was typed is given up.
    void reverted();
    void stepped(int direction);

protected:
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void focusOutEvent(QFocusEvent*) override;

private:
    void echo();
    void revert();
    bool leavesToWindow(const QKeyEvent&) const;
    bool leavesToPlayer(const QKeyEvent&) const;

    QString m_shown;
    QString m_unit;
    std::function<QString(const QString&)> m_echo;
    QLabel* m_bubble = nullptr; // of the window
    bool m_takesWholes = false;
};

} // namespace ui

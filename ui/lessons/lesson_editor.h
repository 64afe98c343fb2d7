// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a lesson of one's own, to be changed beside its preview: what is wrong with it is said below, and marked
// in its line.
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace ui
{

class LessonEditor : public QWidget
{
    Q_OBJECT
public:
    explicit LessonEditor(QWidget* parent = nullptr);

    /// In the place of what was there.
    void open(const QString& path, const QString& text);
    /// What another program made of the file; undo brings back what was there.
    void replaceText(const QString&);
    /// What was typed and not saved before; undo brings back what the file has.
    void restoreText(const QString&);
    void setSaved();
    const QString& path() const { return m_path; }
    QString text() const;
    /// There is something that is not saved.
    bool isChanged() const;
    /// Keys are written there.
    bool isTypedInto() const;
    /// `line` from 1; 0: of no line. Empty: nothing is wrong.
    void showProblem(const QString& sentence, int line = 0);
    /// The cursor goes to the line of what was shown last.
    void goToProblem();
    /// The lesson in sight is another one.
    void setPreviewed(bool);
    /// Another program changed the file, and the text here is not saved.
    void askReload(bool);
    bool asksReload() const;

signals:
    void typed();
    /// The text rests after a change.
    void changed();
    void saveAsked();
    void previewAsked();
    void closeAsked();
    /// What another program wrote is wanted, or what stands here.
    void reloadAsked(bool theirs);

protected:
    bool eventFilter(QObject*, QEvent*) override;
    void paintEvent(QPaintEvent*) override;

private:
    QWidget* makeHead();
    QWidget* makeQuestion();
    QWidget* makeFoot();
    void showState();

    QString m_path;
    QLabel* m_name;
    QPlainTextEdit* m_text;
    QLabel* m_problem;
    QPushButton* m_goTo;
    QPushButton* m_save = nullptr;
    QPushButton* m_preview = nullptr;
    QWidget* m_question;
    QTimer m_rest;
    int m_line = 0; // of the problem
};

} // namespace ui

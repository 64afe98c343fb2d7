// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson of one's own, to be changed beside its preview: as a form, or as the text of its file. What is wrong with it
// is said below, and marked in its field and its line.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <string>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace ui
{

class LessonForm;
class Segmented;

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
    /// Of the lesson, as far as its text can be read.
    void setTitle(const QString&);
    /// The name of the file until a title is known.
    QString title() const;
    QString text() const;
    /// There is something that is not saved.
    bool isChanged() const;
    /// All that was typed into the form is in the text; says what is not.
    bool isWhole();
    /// Keys are written there.
    bool isTypedInto() const;
    /// `path` of the value that is wrong; its line is marked. An empty sentence: nothing is wrong.
    void showProblem(const QString& sentence, const std::string& path = {});
    /// The cursor goes to the field of what was shown last, or to its line.
    void goToProblem();
    LessonForm& form() const { return *m_form; }
    enum class Page { form, text };
    void showPage(Page);
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
    void keyPressEvent(QKeyEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    QWidget* makeHead();
    QWidget* makeQuestion();
    QWidget* makeFoot();
    void showState();
    void fitHeights();
    void takeForm(const QString& text, const QString& path);

    QString m_path, m_title;
    QWidget* m_head = nullptr;
    QLabel* m_name;
    Segmented* m_pages;
    QStackedWidget* m_stack;
    LessonForm* m_form;
    QPlainTextEdit* m_text;
    QLabel* m_problem;
    QPushButton* m_goTo;
    QScrollArea* m_foot = nullptr; // with both
    QPushButton* m_save = nullptr;
    QPushButton* m_preview = nullptr;
    QWidget* m_question;
    QTimer m_rest;
    QElapsedTimer m_typedLast; // since then
    int m_line = 0;            // of the problem
    QString m_typedPath;       // of the field that keys went to last
    bool m_taking = false;     // what the form has
};

} // namespace ui

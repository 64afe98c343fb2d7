// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a lesson as a form: its steps, and controls for the one that is chosen.
#pragma once

#include "core/io/lesson_text.h"
#include "core/lesson/lesson.h"
#include "core/scenario/scenario.h"

#include <QKeySequence>
#include <QWidget>

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class QAbstractButton;
class QLabel;
class QListWidget;
class QScrollArea;
class QVBoxLayout;

namespace ui
{

class LessonFields;
class NumberList;

class LessonForm : public QWidget
{
    Q_OBJECT
public:
    explicit LessonForm(QWidget* parent = nullptr);
    ~LessonForm() override;

    /// The scenario in sight, and the tab (empty where it is that of lessons), before the first text.
    void setDesign(std::function<core::Scenario()> present, std::function<std::string()> tab)
    {
        m_present = std::move(present);
        m_tab = std::move(tab);
    }
    /// A text from elsewhere; the chosen step and the focus stay as far as there is still such a thing.
    void present(const QString& text);
    void setHistory(bool undo, bool redo);
    /// Why what was typed is not in the text; empty where all of it is.
    QString refused() const;
    /// What the checker says, and of what; an empty sentence: nothing is wrong.
    void showProblem(const QString& sentence, const std::string& path);
    /// To the control of what was shown last; false where no control shows it.
    bool goToProblem();
    /// From 1; 0: the lesson itself.
    void chooseStep(int step);
    int chosenStep() const;

signals:
    /// `path` of the value that was typed; empty where steps or rows are others now.
    void edited(const QString& text, const QString& path);
    void stepChosen(int step);
    void undoAsked();
    void redoAsked();
    void saveAsked();

protected:
    bool eventFilter(QObject*, QEvent*) override;
    void resizeEvent(QResizeEvent*) override;

private:
    QWidget* makeButtons();
    void offerKinds(const QPoint& at);
    void changeSteps(const std::function<void(std::size_t step)>& change, int then);
    void readAgain();
    void fillSteps();
    void fillFields();
    void publish(const QString& path);
    core::Scenario scenarioBefore(std::size_t steps) const;

    std::function<core::Scenario()> m_present;
    std::function<std::string()> m_tab;
    std::unique_ptr<core::LessonText> m_text;
    std::optional<core::Lesson> m_lesson; // as it was read last
    core::LeftForms m_left;               // of the chosen step
    NumberList* m_numbers;
    QLabel* m_unreadable;
    QWidget* m_whole;
    QListWidget* m_steps;
    QWidget* m_buttons = nullptr;
    QScrollArea* m_area;
    QVBoxLayout* m_rows = nullptr;   // of the form
    QVBoxLayout* m_inside = nullptr; // of what scrolls in it
    bool m_isLow = false;
    LessonFields* m_fields = nullptr;
    QAbstractButton* m_undo = nullptr;
    QAbstractButton* m_redo = nullptr;
    std::vector<QAbstractButton*> m_ofStep; // there is nothing to do for them at the lesson itself
    QString m_problem;
    std::string m_problemPath;
};

/// Of an event filter: whether a key is one of these, which then asks here and not in the window, whose shortcut it is.
bool takesKey(QEvent&, std::initializer_list<std::pair<QKeySequence::StandardKey, std::function<void()>>>);

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Controls for a lesson, or for one of its steps: one for each key of the tables that its reader has, with its value
// or its mistake below it.
#pragma once

#include "core/io/lesson_text.h"
#include "core/lesson/lesson.h"
#include "core/scenario/scenario.h"

#include <QWidget>

#include <functional>
#include <map>
#include <string>

class QBoxLayout;
class QLabel;

namespace core
{
struct LessonKey;
}

namespace ui
{

class NumberList;

/// What a sentence quotes first; empty where it quotes nothing.
QString quotedIn(const QString& sentence);

class LessonFields : public QWidget
{
    Q_OBJECT
public:
    /// What the controls work on.
    struct Edited {
        core::LessonText& text;
        std::size_t step = 0; // from 1; 0: the lesson itself
        const core::Lesson* lesson = nullptr;
        core::Scenario scenario;                 // of the step
        std::function<core::Scenario()> before;  // without what the step changes
        std::function<core::Scenario()> present; // in sight
        core::LeftForms& left;                   // of the step
    };
    LessonFields(Edited, NumberList&, QWidget* parent = nullptr);

    /// From 1; 0: the lesson itself.
    int step() const { return static_cast<int>(m_edited.step); }
    /// Says it below the control of that path, of the cell in it that the sentence quotes, or of the nearest key
    /// around.
    void showProblem(const std::string& path, const QString& sentence);
    /// The control of that path; null where there is none.
    QWidget* control(const std::string& path) const;
    /// Of what was shown last; null where no control has it.
    QWidget* problemControl() const { return control(m_problemPath); }

    /// Why what was typed is not in the text; empty where all of it is.
    QString refused() const;
    /// To its control; false where there is none.
    bool goToRefused() const;

signals:
    /// Of what was refused too, which leaves the text as it was.
    void edited(const QString& path);
    /// Rows or kind are others now: the controls have to be made anew.
    void reshaped();

private:
    void addKind(QBoxLayout&);
    void addKey(QBoxLayout&, const core::LessonKey&, const std::string& path);
    void addRows(QBoxLayout&, const core::LessonKey&, const std::string& path);
    void addDesignButton(QBoxLayout&, const std::string& path);
    QWidget* makeControl(const core::LessonKey&, const std::string& path);
    QWidget* makeLine(const core::LessonKey&, const std::string& path);
    QWidget* makePassage(const core::LessonKey&, const std::string& path);
    QWidget* makeCombo(const core::LessonKey&, const std::string& path);
    void take(const core::LessonKey&, const std::string& path, const QString& value);
    void showNote(const core::LessonKey&, const std::string& path, const QString& error = {});
    QString noteOf(const core::LessonKey&, const std::string& value) const;

    Edited m_edited;
    NumberList& m_numbers;
    std::map<std::string, QWidget*> m_controls;
    std::map<std::string, QLabel*> m_notes;
    std::map<std::string, QString> m_refused; // by path, why
    std::string m_problemPath;                // below which the checker's sentence stands
};

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The window: makes the session and its views and wires them; holds no state of the document.
#pragma once

#include "ui/session/session.h"
#include "ui/theme/theme.h"

#include <QMainWindow>

class QLabel;

namespace ui
{

class Actions;
class ControlPanel;
class ConventionsStrip;
class ExplainPanel;
class ExplainStrip;
class HelpDesk;
class HintLine;
class IssueBar;
class LessonDesk;
class NoticeBar;
class PlayActions;
class StartCard;
class WindowLayout;
class Tabs;
class VerdictBar;
class WindowExports;
class WindowFiles;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    /// `fileName` may be empty; the scenario is then shown as one of no file.
    explicit MainWindow(core::Scenario, const QString& fileName = {}, QWidget* parent = nullptr);
    ~MainWindow() override;

    Session& session() { return m_session; }
    Actions& actions() { return *m_actions; }
    NoticeBar& notices() { return *m_notices; }
    /// A sentence in the line of hints that stays until it is answered.
    void tell(const QString& sentence);
    /// Why a file was not opened.
    void refuse(const QString& sentence);
    /// A scenario in the place of the document, or lessons beside it.
    void openFile(const QString& path);
    /// Asks about unsaved work; false when the user wants to stay.
    bool mayLeave();
    void setTheme(const Theme&);
    /// Examples and files above the charts of a window so high, until they are closed or something is opened.
    void offerStart(int minWindowHeight);
    /// What a first start shows how to do.
    void offerHints();

protected:
    void closeEvent(QCloseEvent*) override;
    /// Explains the number that a widget asks about.
    void customEvent(QEvent*) override;
    void dragEnterEvent(QDragEnterEvent*) override;
    void dropEvent(QDropEvent*) override;
    bool event(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    void build();
    void connectViews();
    void connectActions();
    void connectTabs();
    void closeStart();
    void changeTextSize(int by);
    void say(const QString&);
    void tellProblems();
    void present(const Snapshot&);
    void presentTitle(const Snapshot&);
    void explain(const QString& metricId);
    void toggleExplain();
    void nextRegion();
    bool playByKey(const QKeyEvent&);
    void showHint(const QWidget* focus);
    void about();

    Session m_session;
    Actions* m_actions;
    WindowFiles* m_files;
    WindowExports* m_exports = nullptr;
    LessonDesk* m_lessons = nullptr;
    VerdictBar* m_verdict;
    IssueBar* m_issues;
    ConventionsStrip* m_conventions;
    ControlPanel* m_design;
    Tabs* m_tabs;
    ExplainPanel* m_explain;
    ExplainStrip* m_strip;
    HelpDesk* m_help = nullptr;
    PlayActions* m_play = nullptr;
    WindowLayout* m_layout = nullptr;
    StartCard* m_start = nullptr;
    HintLine* m_hint;
    NoticeBar* m_notices;
    QString m_askedBeside; // the number under the focus when Explain was asked last: F8 closes then
    QLabel* m_saved;
    const Theme* m_theme = &Theme::light();
};

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Lecture mode: the page that an audience sees of the lesson, or of the scenario, and the keys that move it. While it
// runs its keys work with any focus.
#pragma once

#include "ui/export/playback_state.h"
#include "ui/lecture/lecture_keys.h"
#include "ui/lecture/lecture_window.h"
#include "ui/lecture/screen_saver.h"
#include "ui/session/snapshot.h"

#include <QElapsedTimer>
#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace ui
{

class OpenLesson;
class Player;
class Session;

class Lecture : public QObject
{
    Q_OBJECT
public:
    /// What the window shows beside the lesson.
    struct Stage {
        std::function<QString()> tab; // its id
        std::function<PlaybackState()> playback;
        std::function<Player*()> player; // null: nothing plays
        std::function<void()> rewind;    // what was played is at its start again
    };

    Lecture(Session&, OpenLesson&, QWidget& window, Stage);
    ~Lecture() override;

    enum class State { off, running, paused };
    State state() const { return m_state; }
    /// Starts at the first step of the lesson, or `here`; goes on after a pause, and where the class was when the list
    /// of lessons was asked for.
    void start(bool here);
    /// A class was left in the open lesson for the list of lessons.
    bool isLeftForList() const;
    void pause();
    void leave();
    /// Whether letters and signs are keys; digits, Space and named keys always are.
    void setTakesLetters(bool on) { m_letters = on; }
    /// Shows each key that arrives and what it would do, until Esc; then all is as before.
    void testClicker();
    /// Null while it is off.
    LectureWindow* window() const { return m_window.get(); }
    /// Another screen than that of the program's window shows it.
    bool hasOwnScreen() const;
    /// Since it was started.
    qint64 seconds() const { return m_since.isValid() ? m_since.elapsed() / 1000 : 0; }
    /// For the lecturer's own screen: the clock, what comes next, hints, and whether the picture is held. Empty where
    /// there is one screen.
    QString notes() const;
    bool isFrozen() const { return m_window && m_window->isFrozen(); }

signals:
    /// Started, paused, left, or another page.
    void changed();
    void lessonsAsked();
    /// Next behind the summary: the lesson that follows in a playlist is to be opened.
    void nextLessonAsked();

protected:
    bool eventFilter(QObject*, QEvent*) override;

private:
    void open();
    bool take(const LectureKey&);
    bool takeClicker(const QKeyEvent&);
    std::optional<QChar> guessSign(const QKeyEvent&) const;
    void showKeys();
    void moveLesson(const LectureKey&);
    void changeScreen(LectureCommand);
    void moveStage(LectureCommand);
    void next();
    void stepLive(int detents);
    void changeText(qreal by);
    void changeSpeed(int by);
    void refresh();
    /// How a class answers the open question: said from the start, and louder once Next was pressed.
    QString howToAnswer() const;
    LecturePage page() const;
    LecturePage lessonPage() const;
    LecturePage scenarioPage() const;
    LecturePage summaryPage() const;
    /// A field that can be live, and its value.
    struct LiveField {
        std::string id;
        double value = 0;
    };
    std::vector<LiveField> liveFields() const;
    std::optional<LiveControl> live() const;

    Session& m_session;
    OpenLesson& m_lesson;
    QWidget& m_main;
    Stage m_stage;
    State m_state = State::off;
    std::unique_ptr<LectureWindow> m_window;
    ScreenSaver m_saver;
    std::string m_listedFrom; // the lesson that a class is in while its lecturer looks at the list
    int m_published = 0;      // the step whose scenario the snapshot has
    bool m_summary = false;
    bool m_clicker = false;
    bool m_clickerAlone = false; // the lecture began with its test
    bool m_alone = false;
    bool m_letters = true;
    bool m_spotlight = false;
    QString m_note;
    qreal m_text = usualLectureText;
    std::size_t m_palette = 0;
    std::size_t m_live = 0;                             // among the live fields
    std::vector<std::pair<QString, QString>> m_arrived; // keys of the clicker's test
    QElapsedTimer m_since;
};

} // namespace ui

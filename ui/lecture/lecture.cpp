// SPDX-License-Identifier: GPL-3.0-or-later
// States, keys and the window of a lecture.
#include "ui/lecture/lecture.h"

#include "ui/controls/track_scale.h"
#include "ui/lessons/open_lesson.h"
#include "ui/playback/player.h"
#include "ui/session/session.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScreen>
#include <QWindow>

#include <algorithm>
#include <array>

namespace ui
{

namespace
{

const std::array<const Theme& (*)(), 3> palettes{&Theme::darkRoom, &Theme::litRoom, &Theme::weakProjector};

/// Whether letters would be written there.
bool isTypedInto(const QWidget* focus)
{
    const auto* line = qobject_cast<const QLineEdit*>(focus);
    return (line && line->isEnabled() && !line->isReadOnly()) || qobject_cast<const QPlainTextEdit*>(focus) ||
           qobject_cast<const QAbstractSpinBox*>(focus);
}

/// Such as B and "."; neither a digit nor Space.
bool isLetterOrSign(const QKeyEvent& key)
{
    const bool digit = key.key() >= Qt::Key_0 && key.key() <= Qt::Key_9;
    return key.key() > Qt::Key_Space && key.key() <= Qt::Key_ydiaeresis && !digit;
}

} // namespace

Lecture::Lecture(Session& session, OpenLesson& lesson, QWidget& window, Stage stage)
    : m_session(session), m_lesson(lesson), m_main(window), m_stage(std::move(stage))
{
    connect(&session, &Session::changed, this, [this] {
        m_published = m_lesson.posings();
        refresh();
    });
    connect(&lesson, &OpenLesson::changed, this, [this] {
        m_note.clear();
        if (!isLeftForList())
            m_listedFrom.clear();
        refresh();
    });
    connect(&lesson, &OpenLesson::answerAsked, this, [this] {
        const QString problem = m_lesson.guessProblem();
        m_note = problem.isEmpty() ? howToAnswer() : problem + u' ' + tr("Next twice in a second shows the answer");
        refresh();
    });
}

Lecture::~Lecture()
{
    if (m_state != State::off)
        qApp->removeEventFilter(this);
}

bool Lecture::hasOwnScreen() const { return m_window && m_window->screen() != m_main.screen(); }

void Lecture::start(bool here)
{
    if (m_state == State::off) {
        if (m_lesson.isOpen() && !here && !isLeftForList()) { // what was answered and played before is not the class's
            m_lesson.restart();
            m_stage.rewind();
        }
        open();
    }
    m_listedFrom.clear();
    m_state = State::running;
    m_clicker = false;
    m_window->setBar({});
    m_saver.setHeldOff(true);
    refresh();
    emit changed();
}

bool Lecture::isLeftForList() const { return m_lesson.isOpen() && m_lesson.lesson().id == m_listedFrom; }

void Lecture::open()
{
    m_window = std::make_unique<LectureWindow>();
    m_window->setTheme(palettes[m_palette]());
    m_window->setText(m_text);
    connect(m_window.get(), &LectureWindow::closeAsked, this, &Lecture::pause);
    const QList<QScreen*> screens = QGuiApplication::screens();
    const auto other = std::ranges::find_if(screens, [this](const QScreen* s) { return s != m_main.screen(); });
    QScreen* screen = other != screens.end() ? *other : m_main.screen();
    m_summary = m_alone = m_spotlight = false;
    m_live = 0;
    m_since.start();
    qApp->installEventFilter(this);
    m_window->setGeometry(screen->geometry());
    m_window->showFullScreen();
    if (screen != m_main.screen())
        return;
    m_window->activateWindow();
    m_main.setUpdatesEnabled(false); // it is covered: only the page needs to be painted
}

/// The second time it ends.
void Lecture::pause()
{
    if (m_state == State::paused)
        return leave();
    if (m_state != State::running)
        return;
    m_state = State::paused;
    m_window->setTable({}, {});
    m_window->setBlank(LectureWindow::Blank::none);
    m_window->setBar(tr("Lecture paused: F5 goes on, Esc again leaves"));
    m_saver.setHeldOff(false);
    emit changed();
}

void Lecture::leave()
{
    if (m_state == State::off)
        return;
    m_state = State::off;
    m_clicker = false;
    qApp->removeEventFilter(this);
    m_saver.setHeldOff(false);
    m_main.setUpdatesEnabled(true);
    m_window.release()->deleteLater(); // it may be handling the key
    m_since.invalidate();
    m_main.activateWindow();
    emit changed();
}

void Lecture::testClicker()
{
    m_clickerAlone = m_state == State::off;
    if (m_clickerAlone)
        start(true);
    m_clicker = true;
    m_arrived.clear();
    m_window->setTable(tr("Test of the clicker: press its buttons; Esc twice ends the test"), {{QString(), QString()}});
}

bool Lecture::eventFilter(QObject* watched, QEvent* event)
{
    const bool press = event->type() == QEvent::KeyPress;
    if (m_state == State::off || (!press && event->type() != QEvent::ShortcutOverride))
        return QObject::eventFilter(watched, event);
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (m_clicker) {
        event->accept();
        return !press || takeClicker(key);
    }
    const auto meant = lectureKey(key);
    const bool dialog = QApplication::activeModalWidget() || QApplication::activePopupWidget();
    if (const auto sign = guessSign(key); sign && !dialog && !isTypedInto(QApplication::focusWidget())) {
        event->accept();
        if (press)
            m_lesson.typeGuess(*sign);
        return true;
    }
    if (!meant || dialog || (!m_letters && isLetterOrSign(key)) ||
        (meant->types && isTypedInto(QApplication::focusWidget())))
        return QObject::eventFilter(watched, event);
    if (m_state == State::paused && meant->command != LectureCommand::start && meant->command != LectureCommand::pause)
        return m_window->isActiveWindow() || !meant->types; // Page Down does not move a slider either
    event->accept();
    return !press || take(*meant);
}

/// What a key adds to what the class says: a digit begins it, and then come the signs that go on with it. A null sign
/// takes the last one away. Nothing of keys that stay commands.
std::optional<QChar> Lecture::guessSign(const QKeyEvent& key) const
{
    const bool open = m_state == State::running && !m_summary && m_window->blank() == LectureWindow::Blank::none;
    if (!open || !m_lesson.isOpen() || !m_lesson.waits() ||
        (key.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)))
        return std::nullopt;
    const bool shifted = key.modifiers() & Qt::ShiftModifier;
    const bool begun = !m_lesson.state().guess.isEmpty();
    if (key.key() == Qt::Key_Space && !begun && m_lesson.orders())
        return u' '; // not Next; of items digits are places in the order from now on, not hands
    if (!m_lesson.takesGuess())
        return std::nullopt;
    if (key.key() == Qt::Key_Backspace)
        return begun && !shifted ? std::optional(QChar()) : std::nullopt;
    if (key.key() >= Qt::Key_0 && key.key() <= Qt::Key_9)
        return shifted ? std::nullopt : std::optional(QChar(key.key()));
    const QChar sign = key.text().isEmpty() ? QChar() : key.text().at(0);
    return begun && !sign.isNull() && m_lesson.guessTakes(sign) ? std::optional(sign) : std::nullopt;
}

bool Lecture::takeClicker(const QKeyEvent& key)
{
    if (key.key() == Qt::Key_Escape && !m_arrived.empty() && m_arrived.back().first == tr("Esc")) {
        m_clicker = false; // the second one: the first may be the clicker's own
        m_window->setTable({}, {});
        if (m_clickerAlone)
            leave();
        return true;
    }
    const auto meant = lectureKey(key);
    const auto row = std::ranges::find_if(
        lectureKeys(), [&](const LectureKeyRow& known) { return meant && known.command == meant->command; });
    const QString name = key.key() == Qt::Key_Escape ? tr("Esc") : QKeySequence(key.key()).toString();
    m_arrived.emplace_back(name, row != lectureKeys().end() ? doesText(*row) : tr("nothing in a lecture"));
    if (m_arrived.size() > 12)
        m_arrived.erase(m_arrived.begin());
    m_window->setTable(tr("Test of the clicker: press its buttons; Esc twice ends the test"), m_arrived);
    return true;
}

bool Lecture::take(const LectureKey& key)
{
    if (m_window->blank() != LectureWindow::Blank::none && key.command != LectureCommand::pause) {
        m_window->setBlank(LectureWindow::Blank::none);
        return true;
    }
    const bool table = m_window->showsTable();
    m_window->setTable({}, {});
    if (table && key.command == LectureCommand::pause)
        return true; // it closes the table alone
    if (key.command == LectureCommand::keys && !table)
        showKeys();
    moveLesson(key);
    if (m_state == State::off)
        return true;
    changeScreen(key.command);
    moveStage(key.command);
    return true;
}

void Lecture::showKeys()
{
    std::vector<std::pair<QString, QString>> rows;
    for (const LectureKeyRow& row : lectureKeys())
        rows.emplace_back(keyText(row), doesText(row));
    m_window->setTable(tr("Keys of lecture mode"), rows);
}

/// Steps, answers and hands; start and end.
void Lecture::moveLesson(const LectureKey& key)
{
    using enum LectureCommand;
    switch (key.command) {
    case start:
        return this->start(true);
    case pause:
        return this->pause();
    case lessons:
        this->leave();
        m_listedFrom = m_lesson.isOpen() ? m_lesson.lesson().id : std::string();
        return emit lessonsAsked();
    case next:
        return this->next();
    case back:
        return std::exchange(m_summary, false) ? refresh() : m_lesson.isOpen() ? m_lesson.back(true) : void();
    case reveal:
        return m_lesson.isOpen() ? m_lesson.reveal() : void();
    case vote:
    case unvote:
        if (m_lesson.isOpen())
            m_lesson.vote(static_cast<std::size_t>(key.number - 1), key.command == vote ? 1 : -1);
        return;
    default:
        return;
    }
}

void Lecture::changeScreen(LectureCommand command)
{
    using enum LectureCommand;
    switch (command) {
    case black:
        return m_window->setBlank(LectureWindow::Blank::black);
    case white:
        return m_window->setBlank(LectureWindow::Blank::white);
    case freeze:
        m_window->setFrozen(!m_window->isFrozen(), !hasOwnScreen());
        return refresh();
    case largerText:
        return changeText(0.25);
    case smallerText:
        return changeText(-0.25);
    case usualText:
        return changeText(usualLectureText - m_text);
    case palette:
        m_palette = (m_palette + 1) % palettes.size();
        return m_window->setTheme(palettes[m_palette]());
    case spotlight:
        return m_window->setSpotlight(m_spotlight = !m_spotlight);
    case pictureOnly:
        m_alone = !m_alone;
        return refresh();
    case baselines:
        return m_session.showBaselines(!m_session.showsBaselines());
    default:
        return;
    }
}

/// The live control, and what plays.
void Lecture::moveStage(LectureCommand command)
{
    using enum LectureCommand;
    Player* player = m_stage.player();
    switch (command) {
    case more:
    case less:
        if (const int by = command == more ? 1 : -1; !m_lesson.isOpen() || !m_lesson.changeGuessUnit(by))
            stepLive(by);
        return;
    case nextControl:
        ++m_live;
        return refresh();
    case slower:
        return changeSpeed(-1);
    case faster:
        return changeSpeed(1);
    case play:
        if (player) {
            connect(player, &Player::moved, this, &Lecture::refresh, Qt::UniqueConnection);
            player->toggle();
        }
        return;
    default:
        return;
    }
}

/// After the last step comes what was predicted.
void Lecture::next()
{
    if (!m_lesson.isOpen())
        return;
    if (m_summary) {
        const int before = m_lesson.posings();
        emit nextLessonAsked();
        m_summary = m_lesson.posings() == before; // none follows
        refresh();
    } else if (m_lesson.isLast() && !m_lesson.waits()) {
        m_summary = true;
        refresh();
    } else {
        m_lesson.next();
    }
}

void Lecture::stepLive(int detents)
{
    const auto fields = liveFields();
    if (fields.empty())
        return;
    const auto& [id, value] = fields[m_live % fields.size()];
    const core::Field& field = **core::fieldRow(id);
    [[maybe_unused]] const auto done =
        m_session.edit(id, trackScale(field).detentFrom(value, detents), m_session.nextGesture());
}

void Lecture::changeText(qreal by)
{
    m_text = std::clamp(m_text + by, 1., 3.);
    m_window->setText(m_text);
}

void Lecture::changeSpeed(int by)
{
    Player* player = m_stage.player();
    if (!player)
        return;
    const auto here = std::ranges::find(Player::speeds, player->speed()) - Player::speeds.begin();
    const auto there = std::clamp<std::ptrdiff_t>(here + by, 0, std::ssize(Player::speeds) - 1);
    player->setSpeed(Player::speeds[static_cast<std::size_t>(there)]);
}

void Lecture::refresh()
{
    if (m_state == State::off || !m_window)
        return;
    if (m_window->isFrozen())
        m_window->setLive(live());
    else
        m_window->setPage(page());
    emit changed();
}

} // namespace ui

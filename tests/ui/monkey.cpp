// SPDX-License-Identifier: GPL-3.0-or-later
// Each event goes the way that the window system would send it; dialogs are answered by a timer.
#include "monkey.h"

#include "core/io/preset_catalogue.h"
#include "core/scenario/fields.h"
#include "ui/theme/text_size.h"

#include <QAbstractButton>
#include <QDialog>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QUrl>

#include <array>
#include <utility>

namespace tests
{

namespace
{

struct Key {
    Qt::Key key;
    Qt::KeyboardModifiers with = Qt::NoModifier;
};

// Without those that only show a dialog to be answered, or end the window.
constexpr std::array keys{Key{Qt::Key_Tab},
                          Key{Qt::Key_Backtab, Qt::ShiftModifier},
                          Key{Qt::Key_Space},
                          Key{Qt::Key_Return},
                          Key{Qt::Key_Escape},
                          Key{Qt::Key_Up},
                          Key{Qt::Key_Down},
                          Key{Qt::Key_Left},
                          Key{Qt::Key_Right},
                          Key{Qt::Key_Home},
                          Key{Qt::Key_End},
                          Key{Qt::Key_PageUp},
                          Key{Qt::Key_PageDown},
                          Key{Qt::Key_Delete},
                          Key{Qt::Key_Backspace},
                          Key{Qt::Key_Comma},
                          Key{Qt::Key_Period},
                          Key{Qt::Key_V},
                          Key{Qt::Key_R},
                          Key{Qt::Key_N},
                          Key{Qt::Key_N, Qt::ShiftModifier},
                          Key{Qt::Key_8},
                          Key{Qt::Key_K},
                          Key{Qt::Key_F6},
                          Key{Qt::Key_F8},
                          Key{Qt::Key_F9},
                          Key{Qt::Key_F11},
                          Key{Qt::Key_A, Qt::ControlModifier},
                          Key{Qt::Key_D, Qt::ControlModifier},
                          Key{Qt::Key_T, Qt::ControlModifier},
                          Key{Qt::Key_Z, Qt::ControlModifier},
                          Key{Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier},
                          Key{Qt::Key_Plus, Qt::ControlModifier},
                          Key{Qt::Key_Minus, Qt::ControlModifier},
                          Key{Qt::Key_0, Qt::ControlModifier}};

/// What is typed into whatever has the focus, and put into fields of texts.
constexpr std::array texts{"A[I_X, J] * B[J, K_Y] -> C[I_X, K_Y]",
                           "A[I, J_X] * B[J_X, K] -> C[I, K]",
                           "A[I_XY, J] * B[J, K] -> C[I, K] {U_Z}",
                           "A[I_X",
                           "X=4, Y=2",
                           "I=64 J=8192 K=1e9",
                           "4x4x4",
                           "16/8",
                           "64k",
                           "-1",
                           "1e400",
                           "<b>x</b>"};

constexpr int mostChips = 4096; // larger tori take seconds a change, in which nothing is learnt

} // namespace

Monkey::Monkey(WindowStage& stage, const QString& folder, quint32 seed)
    : m_stage(stage), m_folder(folder), m_random(seed)
{
    QObject::connect(&m_answers, &QTimer::timeout, [this] { answerDialogs(); });
    m_answers.start(5);
}

void Monkey::note(const QString& words)
{
    constexpr int kept = 40;
    m_trail << words;
    if (m_trail.size() > kept)
        m_trail.removeFirst();
}

/// Whatever asks is closed; what asks about unsaved work is told to save, to discard or to stay.
void Monkey::answerDialogs()
{
    if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
        const auto buttons = box->buttons();
        return buttons[below(static_cast<int>(buttons.size()))]->click();
    }
    if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
        return dialog->reject();
    if (auto* popup = QApplication::activePopupWidget())
        popup->close();
}

/// Something of the window that is in sight.
QWidget* Monkey::target()
{
    QWidget& window = m_stage.window;
    auto* under = window.childAt(placeOn(window));
    return under ? under : &window;
}

QPoint Monkey::placeOn(const QWidget& widget)
{
    return {below(std::max(1, widget.width())), below(std::max(1, widget.height()))};
}

void Monkey::resize()
{
    const QSize size(900 + below(1100), 560 + below(600));
    note(QStringLiteral("resize %1x%2").arg(size.width()).arg(size.height()));
    m_stage.window.resize(size);
}

void Monkey::press()
{
    auto* on = target();
    const QPoint at = placeOn(*on);
    note(QStringLiteral("press %1 %2,%3").arg(on->objectName()).arg(at.x()).arg(at.y()));
    const auto button = below(8) == 0 ? Qt::RightButton : Qt::LeftButton;
    if (below(6) == 0)
        QTest::mouseDClick(on, button, {}, at);
    else
        QTest::mouseClick(on, button, {}, at);
}

void Monkey::drag()
{
    const QPointer<QWidget> on = target();
    note(QStringLiteral("drag %1").arg(on->objectName()));
    QTest::mousePress(on, Qt::LeftButton, {}, placeOn(*on));
    for (int moves = below(6); moves >= 0 && on; --moves) {
        QTest::mouseMove(on, placeOn(*on));
        QApplication::processEvents();
    }
    if (on)
        QTest::mouseRelease(on, Qt::LeftButton, {}, placeOn(*on));
}

void Monkey::wheel()
{
    auto* on = target();
    const QPoint at = placeOn(*on);
    note(QStringLiteral("wheel %1").arg(on->objectName()));
    QWheelEvent event(at, on->mapToGlobal(QPointF(at)), {}, {0, below(2) == 0 ? 120 : -120}, {}, {}, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(on, &event);
}

void Monkey::type()
{
    const Key& key = oneOf(keys);
    note(QKeySequence(key.with | key.key).toString());
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : &m_stage.window, key.key, key.with);
}

void Monkey::write()
{
    const QString text = QString::fromUtf8(oneOf(texts));
    note(QStringLiteral("write %1").arg(text));
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClicks(focus ? focus : &m_stage.window, text);
}

/// Tabs above all, and every action that asks for nothing.
void Monkey::trigger()
{
    static const QList<QByteArray> asking{"open",     "save-as", "export",  "animate", "quit",      "about",
                                          "examples", "follow",  "handout", "votes",   "lesson-new"};
    const auto rows = ui::actionRows();
    const auto& row = oneOf(rows);
    const bool tab = below(2) == 0;
    const QByteArray id = tab ? QByteArray("tab-") + QByteArray::number(1 + below(10)) : QByteArray(row.id);
    auto* action = m_stage.window.actions().action(id.constData());
    if (!action || asking.contains(id))
        return;
    note(QString::fromUtf8(id));
    action->trigger();
}

/// Events that wait while the window does something else.
void Monkey::burst()
{
    note(QStringLiteral("burst"));
    for (int events = 2 + below(12); events > 0; --events) {
        const Key& key = oneOf(keys);
        QWidget* focus = QApplication::focusWidget();
        QWidget* on = focus && below(2) == 0 ? focus : &m_stage.window;
        if (key.key == Qt::Key_F9 || below(3) == 0)
            QMetaObject::invokeMethod(m_stage.window.actions().action(below(2) == 0 ? "design" : "explain"), "trigger",
                                      Qt::QueuedConnection);
        else
            QApplication::postEvent(on, new QKeyEvent(QEvent::KeyPress, key.key, key.with));
        if (below(4) == 0)
            m_stage.window.resize(900 + below(1100), 560 + below(600));
    }
}

/// A field set from the command line's words; what is refused stays.
void Monkey::edit()
{
    const auto fields = core::fields();
    const auto& field = oneOf(fields);
    const auto& scenario = m_stage.window.session().scenario();
    core::Value value = field.get(scenario);
    if (field.kind == core::FieldKind::toggle)
        value = below(2) == 0;
    else if (field.kind == core::FieldKind::choice)
        value = [&] {
            const auto names = core::choicesOf(scenario, field);
            return oneOf(names);
        }();
    else if (field.kind != core::FieldKind::text)
        value = below(4) == 0 ? (below(2) == 0 ? field.min : field.max) : [&] {
            const auto all = core::detents(field);
            return all.empty() ? field.max : oneOf(all);
        }();
    else if (field.id == std::string_view("coll.torus"))
        value = QStringLiteral("%1x%2x%3")
                    .arg(1 + below(16))
                    .arg(1 + below(16))
                    .arg(1 + below(mostChips / 256))
                    .toStdString();
    else
        value = std::string(oneOf(texts));
    note(QString::fromUtf8(field.id.data(), static_cast<qsizetype>(field.id.size())));
    (void)m_stage.window.session().edit(field.id, value);
}

/// A file from the folder: a scenario, a picture, or nothing that can be read.
void Monkey::drop()
{
    const auto names = QDir(m_folder).entryList(QDir::Files);
    if (names.isEmpty())
        return;
    const QString path = QDir(m_folder).filePath(names[below(static_cast<int>(names.size()))]);
    note(QStringLiteral("drop %1").arg(path));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&m_stage.window, &event);
}

void Monkey::save()
{
    auto& session = m_stage.window.session();
    session.setFileName(QDir(m_folder).filePath(QStringLiteral("saved-%1.rooflight.json").arg(below(3))));
    note(QStringLiteral("save"));
    m_stage.window.actions().action("save")->trigger();
}

void Monkey::act()
{
    using Act = void (Monkey::*)();
    static constexpr std::array<std::pair<Act, int>, 11> acts{{{&Monkey::press, 28},
                                                               {&Monkey::type, 25},
                                                               {&Monkey::trigger, 12},
                                                               {&Monkey::drag, 8},
                                                               {&Monkey::wheel, 6},
                                                               {&Monkey::resize, 6},
                                                               {&Monkey::edit, 6},
                                                               {&Monkey::burst, 4},
                                                               {&Monkey::write, 2},
                                                               {&Monkey::drop, 2},
                                                               {&Monkey::save, 1}}};
    int place = below(100);
    for (const auto& [act, share] : acts)
        if (place -= share; place < 0) {
            (this->*act)();
            break;
        }
    QApplication::processEvents();
}

} // namespace tests

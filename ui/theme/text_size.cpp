// SPDX-License-Identifier: GPL-3.0-or-later
// Sets the factor that Qt draws everything by; each window is made anew with it.
#include "ui/theme/text_size.h"

#include <QApplication>
#include <QWidget>
#include <QWindow>

#include <vector>

/// Qt's own, from libQt6Gui. QT_SCALE_FACTOR sets the same factor, but at the start alone.
class QHighDpiScaling
{
public:
    static void setGlobalFactor(double);
};

namespace ui
{

namespace
{

int chosen = 100;

/// A window of the screen, and where it was in pixels of the screen.
struct Shown {
    QWidget* widget;
    QRectF pixels;
    Qt::WindowStates states;
    QWidget* focus;
    bool active;
};

constexpr auto pixelsOf = "pixels"; // of a window; exact, where it still is as it was put
constexpr auto putAt = "put at";

QRectF times(const QRect& rect, double factor)
{
    return {QPointF(rect.topLeft()) * factor, QSizeF(rect.size()) * factor};
}

Shown shown(QWidget& window)
{
    const bool put = window.property(putAt).toRect() == window.geometry();
    return {&window, put ? window.property(pixelsOf).toRectF() : times(window.geometry(), chosen / 100.),
            window.windowState(), window.focusWidget(), window.isActiveWindow()};
}

void showAgain(const Shown& window)
{
    const QRectF place(window.pixels.topLeft() * 100 / chosen, window.pixels.size() * 100 / chosen);
    window.widget->setGeometry(place.toRect());
    window.widget->setProperty(putAt, window.widget->geometry());
    window.widget->setProperty(pixelsOf, window.pixels);
    window.widget->setWindowState(window.states);
    window.widget->show();
    if (window.active)
        window.widget->activateWindow();
    if (window.focus) // hiding the window passed it on
        window.focus->setFocus(Qt::OtherFocusReason);
}

} // namespace

int textSize() { return chosen; }

void setTextSize(int percent)
{
    const double ratio = 1.0 * chosen / percent;
    if (percent == chosen)
        return;
    const double own = qEnvironmentVariable("QT_SCALE_FACTOR", QStringLiteral("1")).toDouble();
    std::vector<Shown> windows;
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (widget->windowHandle()) {
            if (widget->isVisible())
                windows.push_back(shown(*widget));
            for (auto* part : widget->findChildren<QWidget*>()) // nobody tells them that the pointer leaves
                part->setAttribute(Qt::WA_UnderMouse, false);
            widget->hide();
            widget->windowHandle()->destroy();
        }
    chosen = percent;
    const auto told = qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    QHighDpiScaling::setGlobalFactor((own > 0 ? own : 1) * percent / 100); // warns that there are windows
    qInstallMessageHandler(told);
    for (const Shown& window : windows) {
        window.widget->setMinimumSize((QSizeF(window.widget->minimumSize()) * ratio).toSize());
        showAgain(window);
    }
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Calls Inhibit and UnInhibit on the bus of the session, where one is known.
#include "ui/lecture/screen_saver.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QFileInfo>

namespace ui
{

namespace
{

/// Without an address Qt would start a bus of its own.
bool hasBus()
{
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS") ||
           (!folder.isEmpty() && QFileInfo::exists(folder + QStringLiteral("/bus")));
}

QDBusMessage call(const QString& method)
{
    return QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.ScreenSaver"),
                                          QStringLiteral("/org/freedesktop/ScreenSaver"),
                                          QStringLiteral("org.freedesktop.ScreenSaver"), method);
}

} // namespace

void ScreenSaver::setHeldOff(bool held)
{
    if (std::exchange(m_held, held) == held || !hasBus())
        return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!held) {
        if (m_cookie != 0)
            bus.send(call(QStringLiteral("UnInhibit")) << std::exchange(m_cookie, 0));
        return;
    }
    auto* answer = new QDBusPendingCallWatcher(
        bus.asyncCall(call(QStringLiteral("Inhibit")) << QStringLiteral("rooflight") << tr("Lecture")), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* done) {
        const QDBusPendingReply<quint32> reply = *done;
        if (reply.isValid() && m_held)
            m_cookie = reply.value();
        else if (reply.isValid())
            QDBusConnection::sessionBus().send(call(QStringLiteral("UnInhibit")) << reply.value());
        done->deleteLater();
    });
}

} // namespace ui

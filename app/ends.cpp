// SPDX-License-Identifier: GPL-3.0-or-later
// Handlers of Qt and of the language. They end the program at once: what is half written has no name yet.
#include "app/ends.h"

#include "app/program.h"
#include "core/io/plain_text.h"

#include <QGuiApplication>
#include <QLoggingCategory>
#include <QScreen>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace app
{

namespace
{

[[noreturn]] void end(Exit exit, const std::string& sentence)
{
    std::fflush(stdout);
    std::fputs(("rooflight: " + core::plainText(sentence) + '\n').c_str(), stderr);
    std::_Exit(static_cast<int>(exit));
}

bool isWindow = false;

/// Qt opens some dozens: its plugins, fonts and pipes.
bool mayOpenFew()
{
    constexpr rlim_t few = 64;
    rlimit files{};
    return ::getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < few;
}

std::string displayText()
{
    std::string text;
    for (const char* name : {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY"})
        if (qEnvironmentVariableIsSet(name))
            text += (text.empty() ? " (" : ", ") + std::string(name) + " is '" + qgetenv(name).toStdString() + "'";
    return text.empty() ? text : text + ")";
}

void say(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    if (type == QtFatalMsg && mayOpenFew())
        end(Exit::internal, "Too few files may be open at once; allow 64 or more (ulimit -n).");
    if (type == QtFatalMsg && isWindow && QGuiApplication::screens().isEmpty())
        end(Exit::usage, "The window cannot be opened: no display answers" + displayText() +
                             ". 'rooflight --help' lists what works without one.");
    if (type == QtFatalMsg)
        end(Exit::internal, "internal error: " + text.toStdString());
    const bool ours = qstrncmp(context.category, "rooflight", 9) == 0;
    if (ours || qEnvironmentVariableIsSet("QT_LOGGING_RULES"))
        std::fputs((core::plainText(qFormatLogMessage(type, context, text).toStdString()) + '\n').c_str(), stderr);
}

[[noreturn]] void giveUp()
{
    try {
        if (const auto error = std::current_exception())
            std::rethrow_exception(error);
    } catch (const std::exception& error) {
        end(Exit::internal, sentenceOf(error));
    } catch (...) {
    }
    end(Exit::internal, "internal error.");
}

/// Where one was closed before the start, the connection to the display or a file would take its number, and messages
/// would be written into it. What nobody reads or writes stays so: output fails, input cannot be read.
void reserveStreams()
{
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(number, F_GETFD) < 0) // then it is the lowest that is free
            (void)::open("/dev/null", number == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
}

} // namespace

void endAsWindow() { isWindow = true; }

std::string sentenceOf(const std::exception& error)
{
    const auto* system = dynamic_cast<const std::system_error*>(&error);
    const bool noThread = system && system->code() == std::errc::resource_unavailable_try_again; // nor its stack
    if (!noThread && !dynamic_cast<const std::bad_alloc*>(&error))
        return std::string("internal error: ") + error.what();
    return isWindow ? "The memory does not suffice. Changes that were not saved are offered at the next start."
                    : "The memory does not suffice; ask for a smaller picture, fewer steps or a smaller collective.";
}

void prepareEnds()
{
    reserveStreams();
    qInstallMessageHandler(say);
    std::set_terminate(giveUp);
    std::signal(SIGXFSZ, SIG_IGN); // the write then fails, and its writer says why
}

} // namespace app

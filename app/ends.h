// SPDX-License-Identifier: GPL-3.0-or-later
// How the program ends where nobody foresaw it: in words and with a status of its own, never by a signal.
#pragma once

#include <exception>
#include <string>

namespace app
{

/// From the first line of main on: what Qt says goes nowhere unless QT_LOGGING_RULES asks for it, its fatal errors and
/// what nobody catches end the program with one sentence.
void prepareEnds();

/// Whose end it is: of the window or, as before, of a subcommand.
void endAsWindow();
/// What is said of an error that nobody foresaw.
std::string sentenceOf(const std::exception&);

} // namespace app

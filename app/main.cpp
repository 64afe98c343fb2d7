// SPDX-License-Identifier: GPL-3.0-or-later
// Start of the program: a subcommand of the command line, or the window.
#include "app/ends.h"
#include "app/plain_buffer.h"
#include "app/program.h"

#include <iostream>

int main(int argc, char** argv)
try {
    std::ios::sync_with_stdio(false);
    app::prepareEnds();
    app::PlainBuffer plainOut(std::cout);
    app::PlainBuffer plainMessages(std::cerr);
    std::ostream out(&plainOut);
    std::ostream messages(&plainMessages);
    const app::Console console{std::cin, out, messages};
    const auto exit = app::runCommandLine(argc, argv, console);
    return static_cast<int>(exit ? *exit : app::runWindow(argc, argv, console));
} catch (const std::exception& error) {
    std::cerr << "rooflight: " << app::sentenceOf(error) << '\n';
    return static_cast<int>(app::Exit::internal);
}

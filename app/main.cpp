// SPDX-License-Identifier: GPL-3.0-or-later
// Start of the program: a subcommand of the command line, or the window.
#include "app/program.h"

#include <iostream>

int main(int argc, char** argv)
try {
    std::ios::sync_with_stdio(false);
    const app::Console console{std::cin, std::cout, std::cerr};
    const auto exit = app::runCommandLine(argc, argv, console);
    return static_cast<int>(exit ? *exit : app::runWindow(argc, argv, console));
} catch (const std::exception& error) {
    std::cerr << "rooflight: internal error: " << error.what() << '\n';
    return static_cast<int>(app::Exit::internal);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Start of the program: a verb of the command line, or the window.
#include "app/command_line.h"
#include "app/window.h"

#include <exception>
#include <iostream>

int main(int argc, char** argv)
try {
    std::ios::sync_with_stdio(false);
    if (const auto exit = app::runCommandLine(argc, argv, {std::cin, std::cout, std::cerr}))
        return static_cast<int>(*exit);
    return app::runWindow(argc, argv);
} catch (const std::exception& error) {
    std::cerr << "rooflight: internal error: " << error.what() << '\n';
    return static_cast<int>(app::Exit::internal);
}

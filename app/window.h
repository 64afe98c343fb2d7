// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the window.
#pragma once

namespace app
{

/// Opens the window, with the file named in the arguments if there is one, and runs until it closes.
int runWindow(int argc, char** argv);

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the formula table of core/MODEL.md, for whoever changed a formula.
#include "support/formula_catalogue.h"

#include <iostream>

int main()
{
    std::cout << tests::formulaTable();
    return 0;
}

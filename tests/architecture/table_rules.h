// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of the house for tables: formulas and preset numbers.
#pragma once

#include "core/scenario/catalogue.h"
#include "support/formula_catalogue.h"

#include <span>
#include <string>
#include <vector>

namespace tests
{

/// Formulas without symbol, title, section or source, and symbols and titles that two formulas claim.
std::vector<std::string> violations(std::span<const tests::FormulaRow>);

/// Numbers of chips, their variants and models without unit or source.
std::vector<std::string> violations(const core::Catalogue&);

} // namespace tests

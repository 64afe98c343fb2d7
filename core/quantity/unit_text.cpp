// SPDX-License-Identifier: GPL-3.0-or-later
// Spelling of the SI unit of a dimension.
#include "core/quantity/format.h"

namespace core
{

namespace
{

void append(std::string& out, std::string_view unit, int power)
{
    if (power <= 0)
        return;
    if (!out.empty())
        out += "·";
    out += unit;
    if (power > 1)
        out += "^" + std::to_string(power);
}

} // namespace

std::string unitText(Dim d)
{
    std::string over;
    append(over, "FLOP", d.flop);
    append(over, "B", d.byte);
    append(over, "s", d.second);
    append(over, "USD", d.dollar);
    std::string under;
    append(under, "FLOP", -d.flop);
    append(under, "B", -d.byte);
    append(under, "s", -d.second);
    append(under, "USD", -d.dollar);
    if (over.empty())
        over = "1";
    if (under.empty())
        return over;
    const bool several = under.find("·") != std::string::npos;
    return over + "/" + (several ? "(" + under + ")" : under);
}

} // namespace core

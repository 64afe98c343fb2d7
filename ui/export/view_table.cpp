// SPDX-License-Identifier: GPL-3.0-or-later
// Comments and quoted cells.
#include "ui/export/view_table.h"

#include "ui/export/sheet.h"

namespace ui
{

namespace
{

std::string quoted(const std::string& text)
{
    if (text.find_first_of(",\"\n") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char sign : text)
        result += sign == '"' ? std::string("\"\"") : std::string(1, sign);
    return result + '"';
}

} // namespace

QByteArray viewTable(const TableRows& rows, const Snapshot& snapshot)
{
    std::string table = "# " + sheetTitle(snapshot).toStdString() + "\n# " + parametersText(snapshot).toStdString() +
                        "\n# " + conventionsText(snapshot).toStdString() + "\n";
    for (const auto& cells : rows) {
        for (std::size_t i = 0; i < cells.size(); ++i)
            table.append(i > 0 ? "," : "").append(quoted(cells[i]));
        table += '\n';
    }
    return QByteArray::fromStdString(table);
}

} // namespace ui

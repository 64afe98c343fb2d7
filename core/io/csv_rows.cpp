// SPDX-License-Identifier: GPL-3.0-or-later
// One pass over the bytes.
#include "core/io/csv_rows.h"

#include "core/quantity/parse_number.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace core
{

namespace
{

class CsvReader
{
public:
    explicit CsvReader(std::string_view text) : m_text(text) {}

    std::vector<CsvRow> rows()
    {
        std::vector<CsvRow> all;
        while (m_at < m_text.size()) {
            const int line = m_line;
            if (m_text.substr(m_at).starts_with('#') || m_text.substr(m_at).starts_with("==")) {
                skipLine();
                continue;
            }
            CsvRow row{line, {}, false};
            fill(row);
            if (row.cells.size() > 1 || !row.cells.front().empty())
                all.push_back(std::move(row));
        }
        return all;
    }

private:
    void skipLine()
    {
        const auto end = m_text.find('\n', m_at);
        m_at = end == std::string_view::npos ? m_text.size() : end + 1;
        ++m_line;
    }

    /// Up to the end of the line or of the text.
    void fill(CsvRow& row)
    {
        std::string cell;
        bool quoted = false;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at++];
            m_line += c == '\n';
            if (quoted && c == '"' && m_at < m_text.size() && m_text[m_at] == '"')
                cell += m_text[m_at++];
            else if (c == '"' && (quoted || trimmed(cell, " \t").empty())) // within a cell it is an inch
                quoted = !quoted;
            else if (!quoted && c == '\n')
                break;
            else if (!quoted && c == ',') {
                row.cells.emplace_back(trimmed(cell, " \t\r"));
                cell.clear();
            } else
                cell += c;
        }
        row.cells.emplace_back(trimmed(cell, " \t\r"));
        row.open = quoted;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_line = 1;
};

} // namespace

std::vector<CsvRow> csvRows(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    return CsvReader(text).rows();
}

std::optional<std::size_t> columnOf(const CsvRow& head, std::string_view name)
{
    const auto at = std::ranges::find(head.cells, name);
    return at == head.cells.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - head.cells.begin()));
}

std::string cellOf(const CsvRow& row, std::size_t column)
{
    return column < row.cells.size() ? row.cells[column] : std::string();
}

bool isFormula(std::string_view cell)
{
    if (cell.empty() || std::string_view("=+-@\t\r").find(cell.front()) == std::string_view::npos)
        return false;
    const bool isSigned = cell.front() == '+' || cell.front() == '-';
    double number = 0;
    const auto* end = cell.data() + cell.size();
    const bool hasDigits = isSigned && cell.size() > 1 && cell[1] != '-'; // of which from_chars takes one itself
    const auto [after, error] = std::from_chars(cell.data() + (isSigned ? 1 : 0), end, number);
    const std::string_view unit(after, static_cast<std::size_t>(end - after)); // of "-5 ms", "-0.5 GB/s", "-1 µs"
    const auto first = unit.size() > 1 && unit[0] == ' ' ? static_cast<unsigned char>(unit[1]) : 0;
    const bool isUnit = unit.empty() || (first >= 'A' && unit.find_first_of("=+-*^&|!@('\"") == std::string_view::npos);
    return cell != "-" && !(hasDigits && error == std::errc() && isUnit);
}

bool commasSeparateThousands(std::string_view text)
{
    constexpr std::string_view digits = "0123456789";
    if (text.starts_with('-') || text.starts_with('+'))
        text.remove_prefix(1);
    auto comma = text.find(',');
    if (comma != text.npos && (text.front() == '0' || text.rfind(',') > text.find('.')))
        return false;
    if (comma != text.npos && (comma == 0 || comma > 3 || text.substr(0, comma).find_first_not_of(digits) != text.npos))
        return false;
    for (; comma != text.npos; comma = text.find(',', comma + 1))
        if (std::min(text.find_first_not_of(digits, comma + 1), text.size()) != comma + 4)
            return false;
    return true;
}

} // namespace core

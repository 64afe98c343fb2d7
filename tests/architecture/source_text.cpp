// SPDX-License-Identifier: GPL-3.0-or-later
// A small scanner: one pass blanks what is not code, a second follows the braces.
#include "architecture/source_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <utility>

namespace tests
{
namespace
{

bool isWordChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view wordBefore(std::string_view text, std::size_t end)
{
    std::size_t begin = end;
    while (begin > 0 && isWordChar(text[begin - 1])) {
        --begin;
    }
    return text.substr(begin, end - begin);
}

std::size_t endOfQuoted(std::string_view source, std::size_t open)
{
    std::size_t i = open + 1;
    while (i < source.size() && source[i] != source[open] && source[i] != '\n') {
        i += source[i] == '\\' ? 2 : 1;
    }
    return std::min(i + 1, source.size());
}

std::size_t endOfRawString(std::string_view source, std::size_t quote)
{
    const std::size_t paren = source.find('(', quote);
    if (paren == std::string_view::npos) {
        return source.size();
    }
    const std::string close = ")" + std::string(source.substr(quote + 1, paren - quote - 1)) + "\"";
    const std::size_t end = source.find(close, paren);
    return end == std::string_view::npos ? source.size() : end + close.size();
}

std::size_t endOfDirective(std::string_view source, std::size_t hash)
{
    std::size_t end = source.find('\n', hash);
    while (end != std::string_view::npos && source[end - 1] == '\\') {
        end = source.find('\n', end + 1);
    }
    return std::min(end, source.size());
}

bool startsItsLine(std::string_view source, std::size_t at)
{
    while (at > 0 && (source[at - 1] == ' ' || source[at - 1] == '\t')) {
        --at;
    }
    return at == 0 || source[at - 1] == '\n';
}

// The end of the comment, literal or directive that begins at `at`; `at` itself where plain code stands.
std::size_t endOfNonCode(std::string_view source, std::size_t at)
{
    const std::string_view rest = source.substr(at);
    if (rest.starts_with("//")) {
        return std::min(source.find('\n', at), source.size());
    }
    if (rest.starts_with("/*")) {
        const std::size_t close = source.find("*/", at + 2);
        return close == std::string_view::npos ? source.size() : close + 2;
    }
    if (rest.front() == '#' && startsItsLine(source, at)) {
        return endOfDirective(source, at);
    }
    const std::string_view before = wordBefore(source, at);
    if (rest.front() == '"') {
        return before.ends_with('R') && before.size() <= 3 ? endOfRawString(source, at) : endOfQuoted(source, at);
    }
    const bool separatesDigits = !before.empty() && std::isdigit(static_cast<unsigned char>(before.front())) != 0;
    return rest.front() == '\'' && !separatesDigits ? endOfQuoted(source, at) : at;
}

int lineAt(std::string_view text, std::size_t offset)
{
    return 1 + static_cast<int>(std::ranges::count(text.substr(0, offset), '\n'));
}

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\n");
    return begin == std::string_view::npos ? std::string_view{}
                                           : text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1);
}

std::string_view firstWord(std::string_view text)
{
    const auto end = std::ranges::find_if_not(text, isWordChar);
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

template <std::size_t n> bool isOneOf(std::string_view word, const std::array<std::string_view, n>& words)
{
    return std::ranges::find(words, word) != words.end();
}

// What stands after the last parenthesis tells a body from an initialiser: nothing, or a word like const, or ->.
bool endsLikeFunction(std::string_view head)
{
    static constexpr std::array<std::string_view, 8> qualifiers{"const",   "noexcept", "override", "final",
                                                                "mutable", "volatile", "requires", "try"};
    const std::size_t paren = head.rfind(')');
    if (paren == std::string_view::npos) {
        return head.ends_with(']'); // a lambda without parameters
    }
    const std::string_view after = trimmed(head.substr(paren + 1));
    const bool memberJustInitialised = after.ends_with('}'); // Foo(int a) : m_a{a}, then the body
    return after.empty() || memberJustInitialised || after.starts_with("->") || after.starts_with('&') ||
           isOneOf(firstWord(after), qualifiers);
}

bool opensDeclarations(std::string_view head)
{
    static constexpr std::array<std::string_view, 6> openers{"namespace", "class", "struct", "union", "enum", "extern"};
    while (!head.empty()) {
        const std::string_view word = firstWord(head);
        if (isOneOf(word, openers)) {
            return true;
        }
        head.remove_prefix(std::max<std::size_t>(word.size(), 1));
    }
    return false;
}

bool endsAccessLabel(std::string_view code, std::size_t colon)
{
    static constexpr std::array<std::string_view, 5> labels{"public", "protected", "private", "slots", "signals"};
    return isOneOf(wordBefore(code, colon), labels);
}

struct Scope {
    enum Kind { declarations, initialiser, function } kind = declarations;
    std::size_t head = 0; // where the declaration began that opened it
    int parentheses = 0;  // how many were open there
};

// Follows the braces of a whole file. A head is what was read since the last declaration ended.
class Scanner
{
public:
    explicit Scanner(std::string code) : m_code(std::move(code)) {}

    std::vector<Function> functions()
    {
        for (std::size_t i = 0; i < m_code.size(); ++i) {
            step(i);
        }
        return m_found;
    }

private:
    Scope current() const { return m_scopes.empty() ? Scope{} : m_scopes.back(); }

    void step(std::size_t i)
    {
        const bool inTable = current().kind == Scope::initialiser;
        switch (m_code[i]) {
        case '{':
            return open(i);
        case '}':
            return close(i);
        case '(':
            ++m_parentheses;
            return;
        case ')':
            --m_parentheses;
            return;
        case ';':
            m_head = i + 1;
            return;
        case ',':
            m_head = inTable && m_parentheses == current().parentheses ? i + 1 : m_head;
            return;
        case ':':
            m_head = endsAccessLabel(m_code, i) ? i + 1 : m_head;
            return;
        default:
            return;
        }
    }

    void open(std::size_t i)
    {
        const std::string_view head = trimmed(std::string_view(m_code).substr(m_head, i - m_head));
        const bool body = current().kind == Scope::function || endsLikeFunction(head);
        const Scope::Kind otherwise = opensDeclarations(head) ? Scope::declarations : Scope::initialiser;
        m_scopes.push_back({body ? Scope::function : otherwise, m_head, m_parentheses});
        m_head = i + 1;
    }

    void close(std::size_t i)
    {
        if (m_scopes.empty()) {
            return;
        }
        const Scope closed = current();
        m_scopes.pop_back();
        if (closed.kind == Scope::function && current().kind != Scope::function) {
            const int first = lineAt(m_code, m_code.find_first_not_of(" \t\n", closed.head));
            m_found.push_back({first, lineAt(m_code, i) - first + 1});
        }
        m_head = closed.kind == Scope::initialiser ? closed.head : i + 1;
    }

    std::string m_code;
    std::vector<Scope> m_scopes;
    std::vector<Function> m_found;
    std::size_t m_head = 0;
    int m_parentheses = 0;
};

} // namespace

std::string codeOnly(std::string_view source)
{
    std::string code(source);
    for (std::size_t i = 0; i < source.size();) {
        const std::size_t end = endOfNonCode(source, i);
        std::replace_if(
            code.begin() + static_cast<std::ptrdiff_t>(i), code.begin() + static_cast<std::ptrdiff_t>(end),
            [](char c) { return c != '\n'; }, ' ');
        i = std::max(end, i + 1);
    }
    return code;
}

std::vector<Include> includesOf(std::string_view source)
{
    static const std::regex pattern("[ \\t]*#[ \\t]*include[ \\t]*([<\"])([^>\"]+)[>\"].*");
    std::vector<Include> found;
    int line = 0;
    for (std::size_t begin = 0; begin < source.size();) {
        const std::size_t end = std::min(source.find('\n', begin), source.size());
        const std::string text(source.substr(begin, end - begin));
        std::smatch match;
        ++line;
        if (std::regex_match(text, match, pattern)) {
            found.push_back({line, match[2], match[1] == "<"});
        }
        begin = end + 1;
    }
    return found;
}

std::vector<Function> functionsOf(std::string_view source) { return Scanner(codeOnly(source)).functions(); }

} // namespace tests

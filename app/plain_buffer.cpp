// SPDX-License-Identifier: GPL-3.0-or-later
// A letter may come in two pieces: its beginning waits for the rest.
#include "app/plain_buffer.h"

#include "core/io/plain_text.h"

namespace app
{

PlainBuffer::~PlainBuffer()
{
    m_to << core::plainText(m_rest); // half a letter
    m_to.flush();
}

std::streamsize PlainBuffer::xsputn(const char* text, std::streamsize size)
{
    m_rest.append(text, static_cast<std::size_t>(size));
    const std::size_t whole = m_rest.size() - core::unfinishedLetter(m_rest);
    m_to << core::plainText(std::string_view(m_rest).substr(0, whole));
    m_rest.erase(0, whole);
    return m_to ? size : 0;
}

PlainBuffer::int_type PlainBuffer::overflow(int_type letter)
{
    const char one = traits_type::to_char_type(letter);
    const bool ended = traits_type::eq_int_type(letter, traits_type::eof());
    return ended || xsputn(&one, 1) == 1 ? traits_type::not_eof(letter) : traits_type::eof();
}

int PlainBuffer::sync() { return m_to.flush() ? 0 : -1; }

} // namespace app

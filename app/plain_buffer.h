// SPDX-License-Identifier: GPL-3.0-or-later
// A buffer whose text goes on as plain text: nothing in a file can act on the terminal.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace app
{

class PlainBuffer : public std::streambuf
{
public:
    explicit PlainBuffer(std::ostream& to) : m_to(to) {}
    ~PlainBuffer() override;
    PlainBuffer(const PlainBuffer&) = delete;
    PlainBuffer& operator=(const PlainBuffer&) = delete;

private:
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int_type overflow(int_type letter) override;
    int sync() override;

    std::ostream& m_to;
    std::string m_rest; // a letter whose other bytes have not come yet
};

} // namespace app

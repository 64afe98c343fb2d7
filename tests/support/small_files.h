// SPDX-License-Identifier: GPL-3.0-or-later
// Files that cannot grow, as on a full disk, without needing one; and files that cannot be opened.
#pragma once

#include <csignal>

#include <sys/resource.h>

namespace tests
{

/// While one exists, a write beyond so many bytes of a file fails (EFBIG, "File too large").
class SmallFiles
{
public:
    explicit SmallFiles(rlim_t bytes)
    {
        m_signal = std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small{bytes, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallFiles()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_signal);
    }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;

private:
    rlimit m_before{};
    void (*m_signal)(int) = SIG_DFL;
};

/// What it gives while no more files can be open.
template <class Act> auto withOpenFiles(int most, Act act)
{
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    const rlimit few{static_cast<rlim_t>(most), files.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
    auto given = act();
    setrlimit(RLIMIT_NOFILE, &files);
    return given;
}

} // namespace tests

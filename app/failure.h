// SPDX-License-Identifier: GPL-3.0-or-later
// Why a verb stops: the exit status and one sentence.
#pragma once

#include "app/verbs.h"

#include <ostream>
#include <string>
#include <tl/expected.hpp>

namespace app
{

struct Failure {
    Exit exit = Exit::internal;
    std::string text;
};

template <class T> using Expected = tl::expected<T, Failure>;

inline tl::unexpected<Failure> failed(Exit exit, std::string text)
{
    return tl::unexpected(Failure{exit, std::move(text)});
}

inline Exit stop(const Failure& failure, Console console)
{
    console.messages << "rooflight: " << failure.text << '\n';
    return failure.exit;
}

} // namespace app

// SPDX-License-Identifier: GPL-3.0-or-later
// Which sizes of dimensions a lesson reads.
#pragma once

#include <set>
#include <string>

namespace core
{

struct Catalogue;
struct Lesson;

/// Dimensions of the products of its steps, and those whose sizes ("shard.size.Q") its texts and expressions read.
std::set<std::string> readDimensions(const Lesson&, const Catalogue&);

} // namespace core

// SPDX-License-Identifier: GPL-3.0-or-later
// Lets many test classes share one program: each source names its class once, with ROOFLIGHT_TEST.
#pragma once

#include <QTest>

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace tests
{

struct Suite {
    std::string_view name; // the stem of the source file, which is also what ctest calls it
    std::function<std::unique_ptr<QObject>()> make;
};

inline std::vector<Suite>& suites()
{
    static std::vector<Suite> all;
    return all;
}

constexpr std::string_view stem(std::string_view path)
{
    const std::string_view file = path.substr(path.rfind('/') + 1);
    return file.substr(0, file.rfind('.'));
}

template <class Test> bool enlist(std::string_view path)
{
    suites().push_back({stem(path), [] { return std::make_unique<Test>(); }});
    return true;
}

} // namespace tests

#define ROOFLIGHT_TEST(Class) static const bool enlisted##Class = tests::enlist<Class>(__FILE__);

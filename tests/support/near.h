// SPDX-License-Identifier: GPL-3.0-or-later
// COMPARE_NEAR: compares two numbers or two quantities within a relative tolerance, and says by how much they differ.
#pragma once

#include <QByteArray>
#include <QTest>

#include <cmath>

namespace tests
{

struct Nearness {
    bool near = false;
    QByteArray text;
};

template <class Number> double plainNumber(const Number& number)
{
    if constexpr (requires { number.si(); }) {
        return number.si();
    } else {
        return static_cast<double>(number);
    }
}

// Relative to the expected value. Zero and infinity are therefore met only exactly, and NaN never.
inline Nearness nearness(double actual, double expected, double relative)
{
    const double off = std::abs(actual - expected) / std::abs(expected);
    const bool near = actual == expected || off <= relative;
    return {near, "got " + QByteArray::number(actual, 'g', 17) + ", expected " + QByteArray::number(expected, 'g', 17) +
                      " within " + QByteArray::number(relative, 'g', 3) + " relative, off by " +
                      QByteArray::number(off, 'g', 3)};
}

} // namespace tests

#define COMPARE_NEAR(actual, expected, relative)                                                                       \
    do {                                                                                                               \
        const tests::Nearness nearnessFound =                                                                          \
            tests::nearness(tests::plainNumber(actual), tests::plainNumber(expected), relative);                       \
        QVERIFY2(nearnessFound.near, nearnessFound.text.constData());                                                  \
    } while (false)

// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson of a user that tests of the command line write.
#pragma once

#include <QByteArray>

namespace tests
{

/// One that expects `value` of an operation of 256 tokens, and knows the answer 7 as wrong.
inline QByteArray lesson(const QByteArray& id, const QByteArray& value)
{
    return R"({"format": "rooflight-lesson", "version": 1, "id": ")" + id +
           R"(", "title": "Own", "course": "own", "topic": "Own", "source": "None", "minutes": 5,
  "start": {"op.B": 256},
  "steps": [{"kind": "answer", "tab": "operation", "points": "op.B", "prompt": "How many?", "value": ")" +
           value + R"(", "wrong": [{"is": "7", "says": "Seven."}]}]})";
}

} // namespace tests

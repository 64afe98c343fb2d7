// SPDX-License-Identifier: GPL-3.0-or-later
// Whether texts of text fields can be read: slices, axes, chips, named sizes.
#pragma once

#include "core/scenario/choices.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core
{

inline constexpr int longestSide = 4096;
inline constexpr int longestMeshAxis = 16384; // of a sharded product
inline constexpr std::size_t longestText = 1000;

/// The text as a number in a range; nothing where it is none, or has anything beside it.
std::optional<int> wholeNumber(std::string_view, int min, int max);

/// With small ASCII letters; other letters stay.
std::string lowerCase(std::string_view);

/// What stands between separators; the whole text where there is none.
std::vector<std::string_view> parts(std::string_view, char separator);

/// "4x4x4" with one to three sides of 1 to 4096; unused sides are 1.
std::optional<std::array<int, 3>> readTorus(std::string_view);

/// "4x4x4" or "auto" where all sides are 0.
std::string torusText(const std::array<int, 3>&);

/// "auto" or a torus.
bool isSlice(std::string_view);

/// GPUs behind switches.
struct SwitchText {
    int gpus = 1;
    int behindEach = 0; // 0: the text leaves it to the chip
};

/// "switch8", or "switch16/2": 16 GPUs, 2 of them behind each switch. Nothing where the text is neither.
std::optional<SwitchText> readSwitch(std::string_view);

/// A torus, "switch8" or "switch16/2".
bool isTopology(std::string_view);

/// "all" or different letters of X, Y, Z.
bool isAxes(std::string_view);

/// Empty or coordinates "0,0" of up to three axes.
bool isChip(std::string_view);

/// Empty or coordinates "0,0" of up to three axes, several as "0,0; 1,0"; or "all".
bool isSender(std::string_view);

/// Empty or coordinates, several as "1,0; 0,0"; or "+1", so many places further.
bool isReceiver(std::string_view);

/// 1 of "+1"; nothing where the text is no such distance.
std::optional<int> readShift(std::string_view);

/// "X=4, Y=4": different letters, sizes of 1 to 16384, blanks as one likes.
bool isNamedMesh(std::string_view);

/// One line of at most 40 characters, or empty.
bool isOperationName(std::string_view);

/// Kernels whose names have that part, in small letters without - and _, do that.
struct TracePattern {
    std::string part;
    WorkClass what = WorkClass::math;
    bool operator==(const TracePattern&) const = default;
};
/// "flash=math; my_gather=AllGather", each part of a name once, or nothing; at most `longestText` bytes. No value where
/// the text is none.
std::optional<std::vector<TracePattern>> readTracePatterns(std::string_view);
bool isTracePatterns(std::string_view);

/// Not empty, one line, at most `longestText` bytes.
bool isExpression(std::string_view);

/// Empty, or one line of at most `longestText` bytes.
bool isEditedArrays(std::string_view);

/// The name of a dimension: a letter, then up to 31 letters and digits.
bool isDimension(std::string_view);

} // namespace core

// SPDX-License-Identifier: GPL-3.0-or-later
// By words that no other kind has, so that a file that is cut off is recognised, too.
#include "core/io/file_kind.h"

#include <algorithm>
#include <array>

namespace core
{

namespace
{

struct Kind {
    std::string_view mark;
    std::string_view sentence;
};

constexpr std::array packed{
    Kind{"\x1f\x8b",
         "is gzipped. Open a gzipped trace in the tab Step, under Measured trace; unpack other files first."},
    Kind{"PK\x03\x04",
         "is a zip archive. Rename it if it is a course, whose file ends in .rooflight-course; else unpack it."},
};

constexpr std::string_view trace =
    "is a trace of a profiler. Open it in the tab Step, under Measured trace, or give it to render as --trace.";
constexpr std::array json{
    Kind{"\"traceEvents\"", trace},
    Kind{"\"hidden_size\"", "is a model configuration of Hugging Face. Type its sizes under Model: hidden_size is D, "
                            "intermediate_size F, num_hidden_layers L, num_attention_heads N, num_key_value_heads K, "
                            "head_dim H, vocab_size V."},
};

constexpr std::array own{
    Kind{"\"rooflight-lesson\"", "is a lesson. Open it in the window, or show and run it by 'rooflight lesson'."},
    Kind{"\"rooflight-course\"",
         "is the list of a course. Open the folder that it lies in, or make one file of that by "
         "'rooflight lesson pack'."},
    Kind{"\"rooflight-chip\"", "describes a chip. Set what differs in a scenario, as hw.hbm.bytes and other fields."},
    Kind{"\"rooflight-model\"", "describes a model. Set its sizes in a scenario, as model.D and other fields."},
};

template <class Kinds> std::string_view sentenceOf(const Kinds& kinds, std::string_view front)
{
    const auto found =
        std::ranges::find_if(kinds, [&](const Kind& kind) { return front.find(kind.mark) != front.npos; });
    return found == kinds.end() ? std::string_view() : found->sentence;
}

} // namespace

std::string_view foreignKind(std::string_view front)
{
    for (const Kind& kind : packed)
        if (front.starts_with(kind.mark))
            return kind.sentence;
    const auto first = front.find_first_not_of(" \t\r\n");
    if (first == front.npos)
        return {};
    const bool isList = front[first] == '[';
    if (isList && front.find("\"ph\"") != front.npos) // events without the object around them
        return trace;
    if (isList || front[first] == '{')
        return sentenceOf(json, front);
    const auto line = front.substr(first, front.find('\n', first) - first);
    const bool isTable = front[first] != '<' && line.find(',') != line.npos && line.find_first_of("{:") == line.npos;
    return isTable ? "is a table. Read measured points in the tab Operation, under Data, or give them to render as "
                     "--measured."
                   : "";
}

std::string_view ownKind(std::string_view front) { return sentenceOf(own, front); }

} // namespace core

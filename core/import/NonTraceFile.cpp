// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/NonTraceFile.h"

#include "core/base/AsciiCase.h"
#include "core/base/Message.h"
#include "core/import/JsonText.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

struct Look {
    std::string_view magic;
    std::string_view sentence;
};

using namespace std::string_view_literals;

constexpr std::array kLooks{
    Look{"NVIDIA Tegra Profiler Report"sv,
        "a raw report of Nsight Systems, which only its own program reads; run nsys export --type sqlite on it and open the result"sv},
    Look{"BZh"sv, "bzip2-compressed data; unpack it with bunzip2"sv},
    Look{"\xFD"
         "7zXZ"sv,
        "xz-compressed data; unpack it with unxz"sv},
    Look{"\x7F"
         "ELF"sv,
        "a program; open the trace that the profiler wrote"sv},
    Look{"\x89PNG"sv, "a picture; open the trace that the profiler wrote"sv},
    Look{"%PDF"sv, "a PDF document; open the trace that the profiler wrote"sv},
    Look{"<!DOCTYPE"sv, "a web page, probably an error page saved in place of the trace; download it again"sv},
    Look{"<html"sv, "a web page, probably an error page saved in place of the trace; download it again"sv},
    Look{"\xFF\xFE"sv, "text in UTF-16; convert it to UTF-8"sv},
    Look{"\xFE\xFF"sv, "text in UTF-16; convert it to UTF-8"sv},
    Look{"version https://git-lfs"sv, "a Git LFS pointer; run git lfs pull"sv},
};

constexpr std::array kRocprofColumns{"agent_id"sv, "dispatch_id"sv, "kernel_id"sv, "end_timestamp"sv};

Message describeObject(const std::vector<std::pair<std::string, std::string>> &keys)
{
    constexpr std::array kConfigKeys{"num_hidden_layers"sv, "model_type"sv, "architectures"sv, "hidden_size"sv};
    std::string listed;
    std::size_t shown = 0;
    bool isConfig = false;
    for (const auto &[key, value] : keys) {
        isConfig = isConfig || std::find(kConfigKeys.begin(), kConfigKeys.end(), key) != kConfigKeys.end();
        if (shown < 5) {
            listed += (shown == 0 ? "" : ", ") + cleanSample(key, 40);
            ++shown;
        }
    }
    if (isConfig)
        return "not a trace but a model configuration; open a trace and give this file as its config";
    if (listed.empty())
        return "not a trace: a JSON object without traceEvents; record it with a profiler that writes Chrome traces";
    return msg(
        "not a trace: a JSON object without traceEvents (its keys: %1); record it with a profiler that writes Chrome traces",
        listed);
}

// By columns that only tables of rocprofv3 have, in any case.
bool isRocprofTable(std::string_view head)
{
    const std::string header = asciiLowered(head.substr(0, head.find('\n')));
    return header.find(',') != std::string::npos
        && std::any_of(kRocprofColumns.begin(), kRocprofColumns.end(),
            [&header](std::string_view column) { return header.find(column) != std::string::npos; });
}

} // namespace

Message describeNonTrace(std::string_view head, const std::vector<std::pair<std::string, std::string>> &keys)
{
    for (const Look &look : kLooks)
        if (head.substr(0, look.magic.size()) == look.magic)
            return msg("not a trace: looks like %1", Message(look.sentence));
    const std::size_t first = head.find_first_not_of(" \n\r\t");
    if (first == std::string_view::npos)
        return "not a trace: the file holds nothing but blanks; record or copy it again";
    if (head[first] == '{')
        return describeObject(keys);
    if (head[first] == '[')
        return "not a trace: a JSON list of something other than events; open the .json or .json.gz that the profiler wrote";
    const auto printable = static_cast<std::size_t>(
        std::count_if(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(head.size(), 512)),
            [](char c) { return static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\r' || c == '\t'; }));
    if (printable < std::min<std::size_t>(head.size(), 512))
        return "not a trace: binary data of an unknown kind; open what the profiler wrote: JSON, .pftrace, .xplane.pb, .sqlite, "
               ".pickle or a compressed one";
    if (isRocprofTable(head.substr(first)))
        return "a table of rocprofv3 without the columns of a timeline (Start_Timestamp, End_Timestamp, and Kernel_Name, "
               "Function or Direction), or with a damaged header; open its _kernel_trace.csv, or record it again";
    return msg("not a trace: text that begins with \"%1\"; open the .json or .json.gz that the profiler wrote",
        cleanSample(head.substr(first), 40));
}

} // namespace lamella::core

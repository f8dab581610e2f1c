// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/ParallelFacts.h"

#include "core/base/Format.h"
#include "core/base/JobName.h"
#include "core/base/Message.h"
#include "core/profile/JsonValue.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <array>
#include <set>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxNames = 16;

using Sizes = std::array<std::optional<int>, kJobAxes>;

// Sizes of the recorded process groups by purpose. Engines that omit the description give none.
Sizes groupSizes(const TraceDocument &document)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, kJobAxes> kWords{{{"tensor", "tp"},
        {"expert", "ep"}, {"pipeline", "pp"}, {"data_parallel", "dp"}, {"context_parallel", "cp"}}}; // in the order of JobAxis
    Sizes sizes;
    for (const auto &[key, value] : document.metadata.other) {
        if (key != "distributedInfo")
            continue;
        const Result<JsonValue> info = parseJson(value, document.source.path);
        const JsonValue *groups = info ? info->find("pg_config") : nullptr;
        for (std::size_t i = 0; groups && i < groups->items.size(); ++i) {
            const JsonValue *description = groups->items[i].find("pg_desc");
            const JsonValue *count = groups->items[i].find("pg_size");
            if (!description || !count || !count->isNumber() || count->number < 1 || count->number > 1e6)
                continue;
            const std::string name = lowerCasedText(description->text);
            if (name.find("_and_") != std::string::npos || name.find("with") != std::string::npos)
                continue; // a group over two axes
            for (std::size_t a = 0; a < kJobAxes; ++a)
                if (name == kWords[a].second || name.find(kWords[a].first) != std::string::npos)
                    sizes[a] = std::max(sizes[a].value_or(0), static_cast<int>(count->number));
        }
    }
    return sizes;
}

// What the file name says, without the parts that contradict recorded facts.
struct BelievedName {
    std::optional<int> rank;
    Message rankFrom;
    Sizes index;
    Sizes size;
    std::vector<std::string> notBelieved; // rejected parts: "TP 8", "rank 3"
};

BelievedName believedName(const JobName &name, const TraceMetadata &recorded, const Sizes &sizes)
{
    BelievedName believed;
    const auto fits = [&](int number) { return !recorded.worldSize || number < *recorded.worldSize; };
    const auto take = [&believed](std::optional<int> &to, int number, bool fit, std::string_view what) {
        if (fit)
            to = number;
        else
            believed.notBelieved.push_back(std::string(what) + " " + std::to_string(number));
    };
    if (name.rank)
        take(believed.rank, *name.rank, fits(*name.rank) && (!recorded.rank || *recorded.rank == *name.rank), "rank");
    believed.rankFrom = msg("file name");
    for (std::size_t a = 0; a < kJobAxes; ++a) {
        const auto &[index, size, unused] = name.axes[a];
        const std::string_view label = jobAxisLabel(static_cast<JobAxis>(a));
        if (index) // an index is at most the rank
            take(believed.index[a], *index,
                fits(*index) && (!recorded.rank || *index <= *recorded.rank) && (!sizes[a] || *index < *sizes[a]), label);
        if (size)
            take(believed.size[a], *size,
                (!recorded.worldSize || *size <= *recorded.worldSize) && (!sizes[a] || *size == *sizes[a]), label);
    }
    if (!name.rank && believed.index[0]) {
        believed.rank = believed.index[0];
        believed.rankFrom = "index within tensor parallelism in the file name";
    } else if (!name.rank && !name.at(JobAxis::Tensor).index && name.worker && fits(*name.worker)) {
        believed.rank = name.worker;
        believed.rankFrom = "number of the worker in the file name";
    }
    return believed;
}

// "TP 3, DP 1"
std::string axisText(const Sizes &numbers)
{
    std::string text;
    for (std::size_t a = 0; a < kJobAxes; ++a)
        if (numbers[a])
            text += (text.empty() ? "" : ", ") + std::string(jobAxisLabel(static_cast<JobAxis>(a))) + " "
                + std::to_string(*numbers[a]);
    return text;
}

} // namespace

std::string gpuText(const TraceDocument &document)
{
    std::string text;
    std::set<std::string_view> names;
    for (const Device &device : document.devices)
        if (!device.name.empty() && !device.name.starts_with("/device:") && names.size() <= kMaxNames
            && names.insert(device.name).second)
            text += (text.empty() ? "" : ", ") + (names.size() > kMaxNames ? "..." : device.name);
    if (!text.empty())
        return text;
    // Containers that lack the vendor's name list still record device properties.
    for (const auto &[key, value] : document.metadata.other) {
        const Result<JsonValue> list = key == "deviceProperties" ? parseJson(value, {}) : Result<JsonValue>(JsonValue{});
        if (!list || list->items.empty())
            continue;
        const auto number = [&](std::string_view field) {
            const JsonValue *found = list->items.front().find(field);
            return found && found->isNumber() && found->number > 0 && found->number < 1e15
                ? static_cast<std::int64_t>(found->number)
                : 0;
        };
        if (number("numSms") > 0)
            text = "unnamed, " + std::to_string(number("numSms")) + " multiprocessors, " + formatBytes(number("totalGlobalMem"))
                + ", compute " + std::to_string(number("computeMajor")) + "." + std::to_string(number("computeMinor"));
    }
    // XLA records at least the kind of device of a process.
    for (const Track &track : document.tracks)
        for (const char *kind : {"TPU", "GPU"})
            if (text.empty() && track.processName.starts_with("/device:" + std::string(kind) + ":"))
                text = std::string(kind) + ", model not recorded";
    return text;
}

ParallelFacts parallelFacts(const TraceDocument &document)
{
    ParallelFacts facts;
    const TraceMetadata &recorded = document.metadata;
    const Sizes sizes = groupSizes(document);
    BelievedName name = believedName(jobOfPath(document.source.path), recorded, sizes);
    if (recorded.rank || name.rank) {
        facts.rank = std::to_string(recorded.rank ? *recorded.rank : *name.rank);
        facts.rankSource = recorded.rank ? Message("recorded with the trace") : name.rankFrom;
    }
    for (std::size_t a = 0; a < kJobAxes; ++a)
        if (sizes[a])
            name.size[a].reset(); // already known from the groups
    std::vector<std::string> texts;
    if (recorded.worldSize)
        texts.push_back("world " + std::to_string(*recorded.worldSize));
    texts.push_back(axisText(sizes));
    const bool fromFile = recorded.worldSize || !texts.back().empty();
    texts.push_back(axisText(name.size));
    const std::string indices = axisText(name.index);
    const bool fromName = !texts.back().empty() || !indices.empty();
    texts.push_back(indices.empty() ? "" : "indices " + indices);
    for (const std::string &text : texts)
        facts.parallel += (facts.parallel.empty() || text.empty() ? "" : ", ") + text;
    facts.source = fromFile && fromName ? "distributed info of the file and file name"
        : fromFile                      ? "distributed info of the file"
        : fromName                      ? "file name"
                                        : "";
    for (const std::string &text : name.notBelieved) {
        Message &note = text.starts_with("rank") ? facts.rankSource : facts.source;
        note.append("%1; %2", msg("the file name says %1, which the recorded facts contradict", text));
    }
    return facts;
}

} // namespace lamella::core

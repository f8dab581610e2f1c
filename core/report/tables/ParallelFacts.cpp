// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/ParallelFacts.h"

#include "core/base/FileName.h"
#include "core/base/Format.h"
#include "core/base/NumberBehind.h"
#include "core/profile/JsonValue.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <array>
#include <set>

namespace lamella::core {

namespace {

constexpr std::size_t kMostNames = 16;

// Process groups of the recorded job, by what they are for: "TP 8, DP 2". Engines that leave the description out say nothing
// here.
std::string groupSizes(const TraceDocument &document)
{
    std::string text;
    for (const auto &[key, value] : document.metadata.other) {
        if (key != "distributedInfo")
            continue;
        const Result<JsonValue> info = parseJson(value, document.source.path);
        const JsonValue *groups = info ? info->find("pg_config") : nullptr;
        static constexpr std::array<std::array<std::string_view, 3>, 5> kKinds{{{"TP", "tensor", "tp"}, {"EP", "expert", "ep"},
            {"PP", "pipeline", "pp"}, {"DP", "data_parallel", "dp"}, {"CP", "context_parallel", "cp"}}};
        for (const auto &[label, word, abbreviation] : kKinds) {
            double size = 0;
            for (std::size_t i = 0; groups && i < groups->items.size(); ++i) {
                const JsonValue *description = groups->items[i].find("pg_desc");
                const JsonValue *count = groups->items[i].find("pg_size");
                if (!description || !count || !count->isNumber() || count->number > 1e6)
                    continue;
                const std::string name = lowerCasedText(description->text);
                const bool mixed = name.find("_and_") != std::string::npos || name.find("with") != std::string::npos;
                if (!mixed && (name == abbreviation || name.find(word) != std::string::npos))
                    size = std::max(size, count->number);
            }
            if (size > 0)
                text += (text.empty() ? "" : ", ") + std::string(label) + " " + std::to_string(static_cast<int>(size));
        }
    }
    return text;
}

// "TP 3, DP 1" of the numbers that count.
template <class Counts> std::string numbersOfName(std::string_view fileName, Counts counts)
{
    static constexpr std::array<std::pair<const char *, const char *>, 5> kWords{
        {{"tp", "TP"}, {"ep", "EP"}, {"pp", "PP"}, {"dp", "DP"}, {"cp", "CP"}}};
    std::string found;
    for (const auto &[word, label] : kWords)
        if (const auto number = numberBehindWord(fileName, word, NumberEnds::NotInAWord); number && counts(*number))
            found += std::string(found.empty() ? "" : ", ") + label + " " + std::to_string(*number);
    return found;
}

} // namespace

std::string gpuText(const TraceDocument &document)
{
    std::string text;
    std::set<std::string_view> names;
    for (const Device &device : document.devices)
        if (!device.name.empty() && !device.name.starts_with("/device:") && names.size() <= kMostNames
            && names.insert(device.name).second)
            text += (text.empty() ? "" : ", ") + (names.size() > kMostNames ? "..." : device.name);
    if (!text.empty())
        return text;
    // Containers without the vendor's name list still record what the device is like.
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
    // XLA names what sort of device a process stands for, if nothing more.
    for (const Track &track : document.tracks)
        for (const char *kind : {"TPU", "GPU"})
            if (text.empty() && track.processName.starts_with("/device:" + std::string(kind) + ":"))
                text = std::string(kind) + ", model not recorded";
    return text;
}

std::string parallelIndices(std::string_view fileName, std::optional<int> worldSize)
{
    return numbersOfName(fileName, [&](int number) { return !worldSize || number < *worldSize; });
}

std::string parallelSizes(std::string_view fileName, std::optional<int> worldSize)
{
    return numbersOfName(fileName, [&](int number) { return worldSize && number >= *worldSize && number > 0; });
}

ParallelFacts parallelFacts(const TraceDocument &document)
{
    ParallelFacts facts;
    const std::string &path = document.source.path;
    const std::string_view name = fileNameOf(path);
    if (document.metadata.rank)
        facts.rank = std::to_string(*document.metadata.rank);
    else
        for (const char *word : {"rank", "worker"})
            if (const auto number = numberBehindWord(name, word, NumberEnds::NotInAWord); number && facts.rank.empty())
                facts.rank = std::to_string(*number);
    const auto add = [&facts](const std::string &text, const char *source) {
        facts.parallel += (facts.parallel.empty() ? "" : ", ") + text;
        if (facts.source.find(source) == std::string::npos)
            facts.source += (facts.source.empty() ? "" : " and ") + std::string(source);
    };
    if (document.metadata.worldSize)
        add("world " + std::to_string(*document.metadata.worldSize), "distributed info of the file");
    if (const std::string sizes = groupSizes(document); !sizes.empty())
        add(sizes, "distributed info of the file");
    if (const std::string sizes = parallelSizes(name, document.metadata.worldSize); !sizes.empty())
        add(sizes, "file name");
    if (const std::string indices = parallelIndices(name, document.metadata.worldSize); !indices.empty())
        add("indices " + indices, "file name");
    return facts;
}

} // namespace lamella::core

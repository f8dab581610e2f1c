// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/JobFiles.h"

#include "core/base/JobName.h"
#include "core/import/OpenByteSource.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

namespace lamella::core {

namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10; // PyTorch writes distributedInfo before the events
constexpr int kNoNumber = -1;

using Rank = std::array<int, 3 + kJobAxes>; // rank, worker, device and the index on each axis; kNoNumber: not said

struct Identity {
    std::string job; // equal for files that may be ranks of one job
    std::string closeJob; // the same where that job has a rank twice
    Rank rank{};
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

struct NamedRank {
    Rank rank{};
    bool said = false; // a rank, worker, device or index, and not only what may be a size
};

NamedRank rankByName(std::string_view path)
{
    const JobName name = jobOfPath(path);
    NamedRank named;
    named.rank = {name.rank.value_or(kNoNumber), name.worker.value_or(kNoNumber), name.device.value_or(kNoNumber)};
    named.said = name.rank || name.worker || name.device;
    for (std::size_t axis = 0; axis < kJobAxes; ++axis) {
        const JobPlace &place = name.axes[axis];
        named.rank[3 + axis] = place.index.value_or(place.sizeIsOpen ? place.size.value_or(kNoNumber) : kNoNumber);
        named.said = named.said || place.index;
    }
    return named;
}

// The path with '#' for its numbers: for all, or for those that say the rank.
std::string withoutNumbers(const std::string &path, const Rank *rank)
{
    std::string text;
    for (std::size_t at = 0; at < path.size();) {
        std::size_t end = at;
        while (end < path.size() && isDigit(path[end]))
            ++end;
        if (end == at) {
            text += path[at++];
            continue;
        }
        int number = 0;
        const auto read = std::from_chars(path.data() + at, path.data() + end, number);
        const bool any = rank == nullptr
            || (read.ec == std::errc() && number < std::numeric_limits<int>::max()
                && rankByName(path.substr(0, at) + std::to_string(number + 1) + path.substr(end)).rank != *rank);
        text += any ? "#" : path.substr(at, end - at);
        at = end;
    }
    return text;
}

// sizes: numbers that may be sizes count as indices.
std::optional<Identity> identityByName(const std::string &path, bool sizes)
{
    const NamedRank named = rankByName(path);
    const bool open = std::any_of(named.rank.begin(), named.rank.end(), [](int number) { return number != kNoNumber; });
    if (!named.said && !(sizes && open))
        return std::nullopt;
    return Identity{withoutNumbers(path, nullptr), withoutNumbers(path, &named.rank), named.rank};
}

// The number behind "key": in the text.
std::optional<int> numberAfter(std::string_view text, std::string_view key)
{
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(at + key.size());
    while (!text.empty() && (text.front() == ' ' || text.front() == ':'))
        text.remove_prefix(1);
    int number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

std::optional<Identity> identityAsRecorded(const std::string &path)
{
    const auto head = readHead(path, {}, kHeadBytes);
    const std::size_t at = head ? head->find("\"distributedInfo\"") : std::string::npos;
    if (at == std::string::npos)
        return std::nullopt;
    const std::string_view info = std::string_view(*head).substr(at, head->find('}', at) - at);
    const auto rank = numberAfter(info, "\"rank\"");
    const auto size = numberAfter(info, "\"world_size\"");
    if (!rank || !size || *size < 2)
        return std::nullopt;
    Identity identity;
    identity.job = std::filesystem::path(path).parent_path().string() + '\n' + std::to_string(*size);
    identity.closeJob = identity.job + '\n' + path;
    identity.rank.fill(kNoNumber);
    identity.rank.front() = *rank;
    return identity;
}

} // namespace

std::vector<std::vector<std::string>> filesByJob(const std::vector<std::string> &files)
{
    std::vector<Identity> identities;
    std::map<std::string, std::set<Rank>> ranks; // by job
    std::set<std::string> ambiguous; // jobs with a rank twice
    for (const std::string &file : files) {
        auto identity = identityByName(file, false);
        if (!identity)
            identity = identityAsRecorded(file);
        if (!identity)
            identity = identityByName(file, true);
        if (!identity)
            identity = Identity{'\n' + file, {}, {}};
        if (!ranks[identity->job].insert(identity->rank).second)
            ambiguous.insert(identity->job);
        identities.push_back(*std::move(identity));
    }
    std::vector<std::vector<std::string>> jobs;
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const Identity &identity = identities[i];
        const std::string &key = ambiguous.count(identity.job) != 0 ? identity.closeJob : identity.job;
        const auto [place, isNew] = places.try_emplace(key, jobs.size());
        if (isNew)
            jobs.emplace_back();
        jobs[place->second].push_back(files[i]);
    }
    return jobs;
}

} // namespace lamella::core

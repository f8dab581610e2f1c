// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/JobFiles.h"

#include "core/base/JobName.h"
#include "core/import/OpenByteSource.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

namespace lamella::core {

namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10; // PyTorch writes distributedInfo before the events
constexpr int kNone = -1;

using Rank = std::array<int, 3 + kJobAxes>; // rank, worker, device and the index on each axis; kNone: not said

struct Identity {
    std::string job; // equal for files that may be ranks of one job
    std::string closeJob; // the same where that job has a rank twice
    Rank rank{};
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// The path with '#' for its numbers: for all, or for those that are in the list.
std::string withoutNumbers(std::string_view path, const std::set<int> *only)
{
    std::string text;
    while (!path.empty()) {
        std::size_t digits = 0;
        while (digits < path.size() && isDigit(path[digits]))
            ++digits;
        int number = kNone;
        std::from_chars(path.data(), path.data() + digits, number);
        if (digits > 0 && (only == nullptr || only->count(number) != 0))
            text += '#';
        else
            text += path.substr(0, std::max<std::size_t>(digits, 1));
        path.remove_prefix(std::max<std::size_t>(digits, 1));
    }
    return text;
}

std::optional<Identity> identityByName(const std::string &path)
{
    const JobName name = jobOfPath(path);
    Identity identity;
    identity.rank = {name.rank.value_or(kNone), name.worker.value_or(kNone), name.device.value_or(kNone)};
    for (std::size_t axis = 0; axis < kJobAxes; ++axis) {
        const JobPlace &place = name.axes[axis];
        identity.rank[3 + axis] = place.index.value_or(place.sizeIsOpen ? place.size.value_or(kNone) : kNone);
    }
    const std::set<int> numbers(identity.rank.begin(), identity.rank.end());
    if (numbers == std::set<int>{kNone})
        return std::nullopt;
    identity.job = withoutNumbers(path, nullptr);
    identity.closeJob = withoutNumbers(path, &numbers);
    return identity;
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
    identity.rank.fill(kNone);
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
        auto identity = identityByName(file);
        if (!identity)
            identity = identityAsRecorded(file);
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

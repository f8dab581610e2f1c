// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/RankRoster.h"

#include "core/base/AsciiCase.h"
#include "core/base/FileName.h"
#include "core/base/JobName.h"
#include "core/base/Message.h"
#include "core/profile/JsonValue.h"
#include "core/session/RankNumbers.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace lamella::core {

namespace {

using Numbers = std::vector<std::optional<int>>;

std::string nameOf(const std::string &path)
{
    return std::string(fileNameOf(path));
}

std::string nameOf(const RosterFile &file)
{
    return nameOf(file.summaryPath.empty() ? file.path : file.summaryPath);
}

// The name with as many parent folders as distinguish it from the other: profilers use the same file name for all ranks.
std::string nameApart(const RosterFile &file, const RosterFile &other)
{
    const std::string &path = file.summaryPath.empty() ? file.path : file.summaryPath;
    const std::string_view against = other.summaryPath.empty() ? other.path : other.summaryPath;
    std::size_t from = path.size();
    while (from > 0) {
        const std::size_t slash = path.find_last_of('/', from - 1);
        from = slash == std::string::npos ? 0 : slash;
        if (!against.ends_with(std::string_view(path).substr(from)))
            break;
    }
    return path.substr(path.compare(from, 1, "/") == 0 ? from + 1 : from);
}

struct NumberedFiles {
    Numbers numbers;
    std::vector<std::string> from;
};

// Ranks from the names of the traces. If neither these nor the contents tell the files apart (one name in many folders), from the
// names of their summaries.
Numbers fromNames(const std::vector<RosterFile> &files, bool tells)
{
    std::vector<std::string> paths;
    std::vector<std::string> holders;
    for (const RosterFile &file : files) {
        paths.push_back(file.path);
        holders.push_back(file.summaryPath.empty() ? file.path : file.summaryPath);
    }
    Numbers names = ranksFromNames(paths);
    return tells || distinctCount(names) > 1 ? names : ranksFromNames(holders);
}

// Notes files whose content states another rank than their name.
void noteOtherNames(const std::vector<RosterFile> &files, std::vector<RankNote> &notes)
{
    const RosterFile *first = nullptr;
    int firstNamed = 0;
    std::size_t count = 0;
    for (const RosterFile &file : files) {
        const std::optional<int> named = jobOfPath(file.path).rank;
        if (!file.rank || !named || *named == *file.rank)
            continue;
        if (++count == 1) {
            first = &file;
            firstNamed = *named;
        }
    }
    if (count == 1)
        notes.push_back({false,
            msg("%1 says that it is rank %2 and its name says rank %3: the file is believed.", nameOf(*first), *first->rank,
                firstNamed)});
    else if (count > 1)
        notes.push_back({false,
            msg("%1 says that it is rank %2 and its name says rank %3: the file is believed; the same in %4 more.",
                nameOf(*first), *first->rank, firstNamed, count - 1)});
}

// The recorded ranks, unless the names tell more files apart.
NumberedFiles numbersOf(const std::vector<RosterFile> &all, std::vector<RankNote> &notes)
{
    NumberedFiles files;
    for (const RosterFile &file : all) {
        files.numbers.push_back(file.rank);
        files.from.emplace_back("distributed info");
    }
    const Numbers names = fromNames(all, distinctCount(files.numbers) > 1);
    if (distinctCount(names) > distinctCount(files.numbers)) {
        if (distinctCount(files.numbers) > 0)
            notes.push_back(
                {false, "The ranks that the files name do not tell them apart; the numbers in their names were taken instead."});
        files.numbers = names;
        files.from.assign(names.size(), "file name");
    } else {
        noteOtherNames(all, notes);
    }
    std::int64_t next = 0;
    for (const auto &number : files.numbers)
        next = std::max(next, std::int64_t(number.value_or(-1)) + 1);
    for (std::size_t i = 0; i < files.numbers.size(); ++i) {
        if (files.numbers[i])
            continue;
        files.numbers[i] = static_cast<int>(std::min<std::int64_t>(next++, INT32_MAX));
        files.from[i] = "order";
        if (all.size() > 1)
            notes.push_back(
                {false, msg("%1 does not say which rank it is; it was given number %2.", nameOf(all[i]), *files.numbers[i])});
    }
    return files;
}

constexpr std::size_t kMaxListed = 12;

std::string listText(const std::vector<int> &first, std::size_t count)
{
    const std::size_t listed = std::min(kMaxListed, first.size());
    std::string text;
    for (std::size_t i = 0; i < listed; ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(first[i]);
    return text + (count > listed ? " and " + std::to_string(count - listed) + " more" : "");
}

int asInt(std::int64_t number)
{
    return static_cast<int>(std::clamp<std::int64_t>(number, INT32_MIN, INT32_MAX));
}

void noteMissing(const RankRoster &roster, std::vector<RankNote> &notes)
{
    if (roster.members.size() < 2)
        return;
    std::set<int> there;
    for (const RosterMember &member : roster.members)
        there.insert(member.rank);
    const std::int64_t count = std::max<std::int64_t>(roster.worldSize.value_or(0), std::int64_t(*there.rbegin()) + 1);
    const std::int64_t missing = count - std::distance(there.lower_bound(0), there.end());
    std::vector<int> listed; // only as many as are shown: a hostile world size must not exhaust the memory
    for (std::int64_t rank = 0; rank < count && listed.size() < kMaxListed; ++rank)
        if (there.count(static_cast<int>(rank)) == 0)
            listed.push_back(static_cast<int>(rank));
    if (missing > 0)
        notes.push_back({true,
            msg("Of %1 ranks %2 are open; missing: %3.", count, roster.members.size(),
                listText(listed, static_cast<std::size_t>(missing)))});
}

// Of several files each is one rank, represented by its main device.
void noteOtherDevices(const RosterFile &file, std::vector<RankNote> &notes)
{
    std::vector<int> others;
    for (std::size_t d = 1; d < file.devices.size(); ++d)
        others.push_back(asInt(file.devices[d]));
    notes.push_back({true,
        msg("%1 has %2 devices: device %3, with the most GPU work, was used, %4 ignored; open the file alone to see them as "
            "ranks.",
            nameOf(file), file.devices.size(), file.devices.front(), rankListText(others))});
}

} // namespace

std::string rankListText(const std::vector<int> &numbers)
{
    return listText(numbers, numbers.size());
}

Error noSuchRank(int rank, const std::vector<int> &known)
{
    return {ErrorCode::BadRequest,
        known.size() == 1 ? msg("there is no rank %1; the only one is %2", rank, known.front())
                          : msg("there is no rank %1; there are %2", rank, rankListText(known)),
        {}, -1};
}

std::vector<DeviceId> rankDevicesOf(AnalysisSession &session)
{
    const auto segmentation = session.segmentation();
    if (!segmentation)
        return {DeviceId()};
    std::vector<DeviceId> devices;
    const TraceDocument &document = session.document();
    std::vector<bool> works(document.devices.size(), false);
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k)
        works[document.deviceOf(KernelId(k)).value] = true;
    for (std::uint32_t d = 0; d < document.devices.size(); ++d)
        if (works[d] && !(*segmentation)->devices[d].passes.empty())
            devices.emplace_back(d);
    if (devices.size() < 2)
        return {(*segmentation)->mainDevice};
    std::stable_partition(devices.begin(), devices.end(), [&](DeviceId device) { return device == (*segmentation)->mainDevice; });
    return devices;
}

namespace {

constexpr int kDeepest = 6; // objects within a value of the metadata

// The value if its key says that it is the name of a host, else the first such in it.
std::string hostIn(std::string_view key, const JsonValue &value, int depth)
{
    const std::string name = asciiLowered(key);
    if (value.isString())
        return name == "hostname" || name == "host_name" ? value.text : std::string();
    for (std::size_t i = 0; i < value.keys.size() && depth < kDeepest; ++i)
        if (std::string found = hostIn(value.keys[i], value.items[i], depth + 1); !found.empty())
            return found;
    return {};
}

} // namespace

std::string hostOf(const TraceDocument &document)
{
    for (const auto &[key, text] : document.metadata.other) {
        const Result<JsonValue> value = parseJson(text, document.source.path);
        if (std::string host = value ? hostIn(key, *value, 0) : std::string(); !host.empty())
            return host;
    }
    return hostFromPath(document.source.path);
}

Message lossOf(const TraceDocument &document)
{
    for (const Diagnostic &d : document.diagnostics.sorted())
        if (d.kind->severity >= Severity::DataLoss)
            return d.kind->meaning;
    return {};
}

std::vector<std::size_t> withoutDuplicates(std::size_t count, const std::function<bool(std::size_t, std::size_t)> &same,
    const std::function<std::string(std::size_t)> &name, std::vector<RankNote> &notes)
{
    std::vector<bool> left(count, false);
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < count; ++i) {
        if (left[i])
            continue;
        kept.push_back(i);
        for (std::size_t k = count; k-- > i + 1;)
            if (!left[k] && same(i, k)) {
                notes.push_back({true, msg("%1 is the same recording as %2 and was ignored.", nameOf(name(k)), nameOf(name(i)))});
                left[k] = true;
            }
    }
    return kept;
}

RankRoster rosterOf(const std::vector<RosterFile> &files, std::vector<RankNote> &notes)
{
    RankRoster roster;
    const NumberedFiles numbered = numbersOf(files, notes);
    std::map<int, RosterMember> members;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const RosterFile &file = files[i];
        if (file.worldSize)
            roster.worldSize = std::max(roster.worldSize.value_or(0), *file.worldSize);
        if (!file.loss.empty())
            notes.push_back({true, msg("%1 could not be read whole: %2", nameOf(file), file.loss)});
        for (std::size_t d = 0; d < file.devices.size(); ++d) {
            RosterMember member{*numbered.numbers[i], numbered.from[i], i, d};
            if (file.devices.size() > 1 && files.size() == 1) {
                member.rank = asInt(file.devices[d]);
                member.numberFrom = "device";
            } else if (d > 0) {
                noteOtherDevices(file, notes);
                break;
            }
            const auto [it, isNew] = members.try_emplace(member.rank, member);
            if (!isNew)
                notes.push_back({true,
                    msg("Rank %1 is there twice: %2 was used, %3 ignored; open it alone to see it.", member.rank,
                        nameApart(files[it->second.file], file), nameApart(file, files[it->second.file]))});
        }
    }
    for (auto &[rank, member] : members)
        roster.members.push_back(std::move(member));
    noteMissing(roster, notes);
    return roster;
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/RankSet.h"

#include "core/session/RankLoader.h"
#include "core/session/RankNumbers.h"
#include "core/session/TraceFolder.h"

#include <algorithm>
#include <map>
#include <set>

namespace lamella::core {

namespace {

using Sessions = std::vector<std::shared_ptr<AnalysisSession>>;
using Numbers = std::vector<std::optional<int>>;

std::string nameOf(const std::string &path)
{
    return path.substr(path.find_last_of('/') + 1);
}

std::size_t distinctCount(const Numbers &numbers)
{
    std::set<int> distinct;
    for (const auto &number : numbers)
        if (number)
            distinct.insert(*number);
    return distinct.size();
}

bool sameRecording(const TraceDocument &a, const TraceDocument &b)
{
    return a.kernels.size() == b.kernels.size() && a.events.size() == b.events.size()
        && a.bounds.exactBegin == b.bounds.exactBegin && a.bounds.exactEnd == b.bounds.exactEnd
        && a.kernels.start == b.kernels.start && a.kernels.duration == b.kernels.duration
        && (a.kernels.size() > 0 || a.source.rawBytes == b.source.rawBytes);
}

// Ranks of a file: its devices when there are several that do GPU work, else the file itself.
std::vector<DeviceId> devicesOf(AnalysisSession &session)
{
    const auto cut = session.segmentation();
    if (!cut)
        return {DeviceId()};
    std::vector<DeviceId> devices;
    const TraceDocument &document = session.document();
    std::vector<bool> works(document.devices.size(), false);
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k)
        works[document.deviceOf(KernelId(k)).value] = true;
    for (std::uint32_t d = 0; d < document.devices.size(); ++d)
        if (works[d] && !(*cut)->devices[d].passes.empty())
            devices.emplace_back(d);
    return devices.size() > 1 ? devices : std::vector<DeviceId>{(*cut)->mainDevice};
}

// "2, 3, 5"; at most twelve.
std::string listText(const std::vector<int> &numbers)
{
    constexpr std::size_t kMost = 12;
    std::string text;
    for (std::size_t i = 0; i < std::min(kMost, numbers.size()); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
    return text + (numbers.size() > kMost ? " and " + std::to_string(numbers.size() - kMost) + " more" : "");
}

struct NumberedFiles {
    Numbers numbers;
    std::vector<std::string> from;
};

// What the files say, unless their names tell more of them apart.
NumberedFiles numbersOf(const Sessions &sessions, std::vector<RankNote> &notes)
{
    NumberedFiles files;
    std::vector<std::string> paths;
    for (const auto &session : sessions) {
        files.numbers.push_back(session->document().metadata.rank);
        files.from.emplace_back("distributed info");
        paths.push_back(session->document().source.path);
    }
    const Numbers names = ranksFromNames(paths);
    if (distinctCount(names) > distinctCount(files.numbers)) {
        if (distinctCount(files.numbers) > 0)
            notes.push_back(
                {false, "The ranks that the files name do not tell them apart; the numbers in their names were taken instead."});
        files.numbers = names;
        files.from.assign(names.size(), "file name");
    }
    int next = 0;
    for (const auto &number : files.numbers)
        next = std::max(next, number.value_or(-1) + 1);
    for (std::size_t i = 0; i < files.numbers.size(); ++i) {
        if (files.numbers[i])
            continue;
        files.numbers[i] = next++;
        files.from[i] = "order";
        if (sessions.size() > 1)
            notes.push_back({false,
                nameOf(paths[i]) + " does not say which rank it is; it was given number " + std::to_string(*files.numbers[i])
                    + "."});
    }
    return files;
}

std::string lossOf(const TraceDocument &document)
{
    for (const Diagnostic &d : document.diagnostics.sorted())
        if (d.kind->severity >= Severity::DataLoss)
            return std::string(d.kind->meaning);
    return {};
}

} // namespace

Result<std::shared_ptr<RankSet>> RankSet::open(
    const std::vector<std::string> &inputs, const RankOpenOptions &options, const JobControl &control)
{
    auto files = expandFolders(inputs);
    if (!files)
        return files.error();
    if (files->empty())
        return Error{ErrorCode::BadRequest, "no file given", {}, -1};
    if (options.only && files->size() > 1) {
        Numbers hints = ranksFromNames(*files);
        for (std::size_t i = 0; i < files->size(); ++i)
            if (const auto rank = rankFromHead((*files)[i], options.limits))
                hints[i] = rank;
        // Only where every file tells, and each something else, is the rest not needed.
        if (distinctCount(hints) == files->size())
            if (const auto it = std::find(hints.begin(), hints.end(), options.only); it != hints.end())
                *files = {(*files)[static_cast<std::size_t>(it - hints.begin())]};
    }
    auto loaded = loadRanks(*files, options, control);
    if (!loaded)
        return loaded.error();
    std::shared_ptr<RankSet> set(new RankSet);
    Sessions sessions;
    for (LoadedRank &rank : *loaded) {
        if (rank.session)
            sessions.push_back(std::move(rank.session));
        else if (rank.error.code == ErrorCode::NotATrace && isFolder(inputs.front()))
            set->m_notes.push_back({false, nameOf(rank.path) + " is no trace and was left out."});
        else
            set->m_notes.push_back({true, nameOf(rank.path) + " cannot be used: " + rank.error.detail});
    }
    if (sessions.empty()) {
        Error error = loaded->front().error;
        if (error.source.empty())
            error.source = loaded->front().path;
        return error;
    }
    set->adopt(std::move(sessions));
    return set;
}

std::shared_ptr<RankSet> RankSet::of(std::vector<std::shared_ptr<AnalysisSession>> sessions)
{
    std::shared_ptr<RankSet> set(new RankSet);
    set->adopt(std::move(sessions));
    return set;
}

std::shared_ptr<RankSet> RankSet::with(const std::shared_ptr<AnalysisSession> &session, const Segmentation &cut) const
{
    std::shared_ptr<RankSet> set(new RankSet);
    set->m_members = m_members;
    set->m_notes = m_notes;
    set->m_worldSize = m_worldSize;
    for (RankMember &member : set->m_members) {
        if (&member.session->document() != &session->document())
            continue;
        member.session = session;
        if (!member.device.valid() || cut.devices[member.device.value].passes.empty())
            member.device = cut.mainDevice;
    }
    return set;
}

void RankSet::adopt(Sessions sessions)
{
    for (std::size_t i = 0; i < sessions.size(); ++i)
        for (std::size_t k = sessions.size(); k-- > i + 1;)
            if (sameRecording(sessions[i]->document(), sessions[k]->document())) {
                m_notes.push_back({true,
                    nameOf(sessions[k]->document().source.path) + " is the same recording as "
                        + nameOf(sessions[i]->document().source.path) + " and was left out."});
                sessions.erase(sessions.begin() + static_cast<std::ptrdiff_t>(k));
            }
    const NumberedFiles files = numbersOf(sessions, m_notes);
    std::map<int, RankMember> members;
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        const TraceDocument &document = sessions[i]->document();
        if (document.metadata.worldSize)
            m_worldSize = std::max(m_worldSize.value_or(0), *document.metadata.worldSize);
        const std::vector<DeviceId> devices = devicesOf(*sessions[i]);
        if (const std::string loss = lossOf(document); !loss.empty())
            m_notes.push_back({true, nameOf(document.source.path) + " could not be read whole: " + loss});
        for (const DeviceId device : devices) {
            RankMember member{*files.numbers[i], files.from[i], document.source.path, sessions[i], device};
            if (devices.size() > 1 && sessions.size() == 1) {
                member.rank = static_cast<int>(document.devices[device.value].number);
                member.numberFrom = "device";
            } else if (device != devices.front()) {
                continue; // several devices in one of several files: the file is one rank
            }
            const auto [it, isNew] = members.try_emplace(member.rank, member);
            if (!isNew)
                m_notes.push_back({true,
                    "Rank " + std::to_string(member.rank) + " is there twice: " + nameOf(it->second.path) + " was taken, "
                        + nameOf(member.path) + " left out; open it alone to see it."});
        }
    }
    for (auto &[rank, member] : members)
        m_members.push_back(std::move(member));
    noteMissing();
}

void RankSet::noteMissing()
{
    if (m_members.size() < 2)
        return;
    std::vector<int> missing;
    const int count = std::max(m_worldSize.value_or(0), m_members.back().rank + 1);
    constexpr int kMostListed = 4096; // a hostile world size must not fill the memory
    for (int rank = 0; rank < std::min(count, kMostListed); ++rank)
        if (!member(rank))
            missing.push_back(rank);
    if (!missing.empty())
        m_notes.push_back({true,
            "Of " + std::to_string(count) + " ranks " + std::to_string(m_members.size())
                + " are open; not there: " + listText(missing) + "."});
}

const RankMember *RankSet::member(int rank) const
{
    for (const RankMember &member : m_members)
        if (member.rank == rank)
            return &member;
    return nullptr;
}

std::string RankSet::ranksText() const
{
    std::vector<int> numbers;
    for (const RankMember &member : m_members)
        numbers.push_back(member.rank);
    return listText(numbers);
}

} // namespace lamella::core

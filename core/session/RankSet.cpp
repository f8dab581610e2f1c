// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/RankSet.h"

#include "core/base/FileName.h"
#include "core/base/Message.h"
#include "core/session/RankLoader.h"
#include "core/session/RankNumbers.h"
#include "core/session/TraceFolder.h"

#include <algorithm>

namespace lamella::core {

namespace {

using Sessions = std::vector<std::shared_ptr<AnalysisSession>>;
using Numbers = std::vector<std::optional<int>>;

std::string nameOf(const std::string &path)
{
    return std::string(fileNameOf(path));
}

bool sameRecording(const TraceDocument &a, const TraceDocument &b)
{
    return a.kernels.size() == b.kernels.size() && a.events.size() == b.events.size()
        && a.bounds.exactBegin == b.bounds.exactBegin && a.bounds.exactEnd == b.bounds.exactEnd
        && a.kernels.start == b.kernels.start && a.kernels.duration == b.kernels.duration
        && (a.kernels.size() > 0 || a.source.rawBytes == b.source.rawBytes);
}

} // namespace

Result<std::shared_ptr<RankSet>> RankSet::open(
    const std::vector<std::string> &inputs, const RankOpenOptions &options, const JobControl &control)
{
    auto files = expandFolders(inputs, control);
    if (!files)
        return files.error();
    if (files->empty())
        return Error{ErrorCode::BadRequest, "no file given", {}, -1};
    const bool found = *files != inputs; // in a folder or an archive
    if (options.only && files->size() > 1) {
        Numbers hints = ranksFromNames(*files);
        for (std::size_t i = 0; i < files->size(); ++i)
            if (const auto rank = rankFromHead((*files)[i], options.limits))
                hints[i] = rank;
        // The files need not be read only if each one's head states a rank of its own.
        if (distinctCount(hints) == files->size())
            if (const auto it = std::find(hints.begin(), hints.end(), options.only); it != hints.end())
                *files = {(*files)[static_cast<std::size_t>(it - hints.begin())]};
    }
    auto loaded = loadRanks(*files, options, control);
    if (!loaded)
        return loaded.error();
    std::shared_ptr<RankSet> set(new RankSet);
    const Numbers named = ranksFromNames(*files);
    // A file that is named like the traces of the job is a rank that was lost (an empty file), not some other file.
    const auto isNamedAsRank = [&](const std::string &path) {
        const auto at = std::find(files->begin(), files->end(), path);
        return at != files->end() && named[static_cast<std::size_t>(at - files->begin())].has_value();
    };
    Sessions sessions;
    for (LoadedRank &rank : *loaded) {
        if (rank.session)
            sessions.push_back(std::move(rank.session));
        else if (rank.error.code == ErrorCode::NotATrace && found && !isNamedAsRank(rank.path))
            set->m_notes.push_back({false, msg("%1 is not a trace and was ignored.", nameOf(rank.path))});
        else
            set->m_notes.push_back({true, msg("%1 cannot be used: %2", nameOf(rank.path), rank.error.detail)});
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

std::shared_ptr<RankSet> RankSet::with(const std::shared_ptr<AnalysisSession> &session, const Segmentation &segmentation) const
{
    std::shared_ptr<RankSet> set(new RankSet);
    set->m_members = m_members;
    set->m_notes = m_notes;
    set->m_worldSize = m_worldSize;
    for (RankMember &member : set->m_members) {
        if (&member.session->document() != &session->document())
            continue;
        member.session = session;
        if (!member.device.valid() || segmentation.devices[member.device.value].passes.empty())
            member.device = segmentation.mainDevice;
    }
    return set;
}

void RankSet::adopt(Sessions sessions)
{
    const auto document = [&sessions](std::size_t i) -> const TraceDocument & { return sessions[i]->document(); };
    const std::vector<std::size_t> kept = withoutDuplicates(
        sessions.size(), [&](std::size_t i, std::size_t k) { return sameRecording(document(i), document(k)); },
        [&](std::size_t i) { return document(i).source.path; }, m_notes);
    std::vector<RosterFile> files;
    std::vector<std::vector<DeviceId>> devices;
    for (const std::size_t i : kept) {
        const TraceMetadata &metadata = document(i).metadata;
        devices.push_back(rankDevicesOf(*sessions[i]));
        RosterFile file{document(i).source.path, {}, metadata.rank, metadata.worldSize, lossOf(document(i)), {}};
        for (const DeviceId device : devices.back())
            file.devices.push_back(device.valid() ? document(i).devices[device.value].number : 0);
        files.push_back(std::move(file));
    }
    const RankRoster roster = rosterOf(files, m_notes);
    m_worldSize = roster.worldSize;
    for (const RosterMember &member : roster.members)
        m_members.push_back({member.rank, member.numberFrom, files[member.file].path, sessions[kept[member.file]],
            devices[member.file][member.device]});
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
    return rankListText(numbers);
}

} // namespace lamella::core

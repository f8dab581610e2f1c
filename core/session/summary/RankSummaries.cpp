// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/summary/RankSummaries.h"

#include "core/base/FileName.h"
#include "core/base/Message.h"
#include "core/base/ParallelFor.h"
#include "core/session/RankNumbers.h"
#include "core/session/RankTable.h"
#include "core/session/TraceFolder.h"
#include "core/session/summary/SummaryCompare.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <system_error>

namespace lamella::core {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFiles = 65536;
constexpr unsigned kMaxThreads = 8;

struct Input {
    std::string path;
    bool given = false; // named by the user, not found in a folder
};

Result<std::vector<Input>> filesOf(const std::vector<std::string> &inputs)
{
    std::vector<Input> files;
    for (const std::string &input : inputs) {
        if (!isFolder(input)) {
            files.push_back({input, true});
            continue;
        }
        std::vector<std::string> found;
        std::error_code code;
        for (fs::directory_iterator it(input, code), end; !code && it != end; it.increment(code)) {
            std::error_code unknown;
            if (it->path().extension() == ".json" && it->is_regular_file(unknown))
                found.push_back(it->path().string());
            if (files.size() + found.size() > kMaxFiles)
                return Error{ErrorCode::Limit, "holds more than 65536 summaries", input, -1};
        }
        if (code)
            return Error{ErrorCode::Io, msg("cannot be read: %1", code.message()), input, -1};
        if (found.empty())
            return Error{ErrorCode::Io, "holds no *.json; write summaries with summary --format json --output", input, -1};
        std::sort(found.begin(), found.end(), [](const std::string &a, const std::string &b) { return naturalLess(a, b); });
        for (std::string &path : found)
            files.push_back({std::move(path), false});
    }
    return files;
}

std::string nameOf(const std::string &path)
{
    return std::string(fileNameOf(path));
}

Error notRead()
{
    return {ErrorCode::Io, "was not read", {}, -1};
}

} // namespace

Result<std::shared_ptr<RankSummaries>> RankSummaries::open(const std::vector<std::string> &inputs, const JobControl &control)
{
    const auto files = filesOf(inputs);
    if (!files)
        return files.error();
    if (files->empty())
        return Error{ErrorCode::BadRequest, "no summary given", {}, -1};
    std::vector<Result<RankSummary>> read(files->size(), Result<RankSummary>(notRead()));
    parallelFor(workersWanted(0, kMaxThreads), files->size(), control.stop,
        [&](std::size_t i, unsigned) { read[i] = readRankSummary((*files)[i].path); });
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "stopped", {}, -1};
    std::shared_ptr<RankSummaries> set(new RankSummaries);
    std::vector<RankSummary> summaries;
    std::optional<Error> first;
    for (std::size_t i = 0; i < files->size(); ++i) {
        if (read[i]) {
            summaries.push_back(std::move(*read[i]));
            continue;
        }
        const Error &error = read[i].error();
        first = first ? first : error;
        std::error_code code;
        const bool isEmpty = std::filesystem::file_size((*files)[i].path, code) == 0 && !code; // a full disk
        if (!(*files)[i].given && !isEmpty && error.code == ErrorCode::Syntax && !looksLikeSummary((*files)[i].path))
            set->m_notes.push_back({false, msg("%1 is not a summary and was ignored.", nameOf((*files)[i].path))});
        else
            set->m_notes.push_back({true, msg("%1 cannot be used: %2.", nameOf((*files)[i].path), error.detail)});
    }
    if (summaries.empty())
        return *first;
    set->adopt(std::move(summaries));
    return set;
}

namespace {

// A rank has thousands of collectives of a few names and groups.
void setKeysOf(RankFacts &facts, const RankDevice &device, CollectiveKeys &keys)
{
    std::map<std::pair<std::uint32_t, std::optional<std::uint32_t>>, Collective> known;
    for (std::size_t i = 0; i < facts.collectives.size(); ++i) {
        const auto [it, isNew] = known.try_emplace(device.keys[i]);
        if (isNew) {
            const auto &[name, group] = device.keys[i];
            setKeys(it->second, device.texts[name], group ? std::optional(device.texts[*group]) : std::nullopt, keys);
        }
        Collective &one = facts.collectives[i];
        one.key = it->second.key;
        one.looseKey = it->second.looseKey;
        one.group = it->second.group;
    }
}

} // namespace

void RankSummaries::adopt(std::vector<RankSummary> summaries)
{
    std::set<std::string> digests; // compared pairwise only if two digests are equal
    for (const RankSummary &summary : summaries)
        digests.insert(summary.recording.digest);
    std::vector<std::size_t> kept(summaries.size());
    std::iota(kept.begin(), kept.end(), std::size_t{0});
    if (digests.size() < summaries.size())
        kept = withoutDuplicates(
            summaries.size(), [&](std::size_t i, std::size_t k) { return summaries[i].recording == summaries[k].recording; },
            [&](std::size_t i) { return summaries[i].summaryPath; }, m_notes);
    std::vector<RosterFile> files;
    for (const std::size_t i : kept) {
        RankSummary &summary = summaries[i];
        RosterFile file{summary.path, summary.summaryPath, summary.rank, summary.worldSize, summary.loss, {}};
        for (const RankDevice &device : summary.devices)
            file.devices.push_back(device.number);
        files.push_back(std::move(file));
        m_summaries.push_back(std::move(summary));
    }
    CollectiveKeys keys;
    for (const RosterMember &member : rosterOf(files, m_notes).members) {
        RankDevice &device = m_summaries[member.file].devices[member.device];
        RankFacts facts = std::move(device.facts);
        facts.rank = member.rank;
        facts.recording = member.file;
        setKeysOf(facts, device, keys);
        device.keys = {};
        device.texts = {};
        m_labels.push_back({member.rank, m_summaries[member.file].path, member.numberFrom, facts.device,
            device.segmentation.passes.size(), m_summaries[member.file].host});
        m_facts.push_back(std::move(facts));
        m_from.emplace_back(member.file, member.device);
    }
    for (std::size_t r = 0; r < m_facts.size(); ++r) // the vectors no longer reallocate
        if (m_facts[r].device.valid())
            m_facts[r].segmentation = &m_summaries[m_from[r].first].devices[m_from[r].second].segmentation;
}

Result<std::shared_ptr<const ReportTable>> RankSummaries::table(const RankTableRequest &request, const JobControl &control) const
{
    if (auto known = checkRanksBy(request.base.by); !known)
        return known.error();
    const auto compared = comparison(control);
    return compared ? table(request, *compared) : compared.error();
}

Result<RankComparison> RankSummaries::comparison(const JobControl &control) const
{
    return compareRanks(m_facts, control);
}

bool RankSummaries::isFolderOf(const std::string &path)
{
    constexpr int kLooked = 8; // the first that are found, so that a folder of traces is not read to its end
    int others = 0;
    int summaries = 0;
    std::error_code code;
    for (fs::directory_iterator it(path, code), end; !code && it != end && summaries + others < kLooked; it.increment(code)) {
        std::error_code unknown;
        if (it->path().extension() == ".json" && it->is_regular_file(unknown))
            ++(looksLikeSummary(it->path().string()) ? summaries : others);
    }
    return summaries > others;
}

Result<std::shared_ptr<const ReportTable>> RankSummaries::table(
    const RankTableRequest &request, const RankComparison &compared) const
{
    if (auto known = checkRanksBy(request.base.by); !known)
        return known.error();
    const std::size_t reference = compared.alignment.reference;
    const auto &[summary, device] = m_from[reference];
    // The few fields of the reference that are needed to resolve requested passes and layers.
    TraceDocument document;
    document.devices.emplace_back().number = m_summaries[summary].devices[device].number;
    Segmentation segmentation;
    segmentation.devices.push_back(m_summaries[summary].devices[device].segmentation);
    segmentation.mainDevice = DeviceId(0);
    segmentation.whyNone = m_summaries[summary].whyNone;
    return rankTable({compared, m_labels, m_notes, document, &segmentation, m_facts[reference].zeroNs}, request);
}

} // namespace lamella::core

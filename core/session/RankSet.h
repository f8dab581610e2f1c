// SPDX-License-Identifier: GPL-3.0-or-later
// Several traces as the ranks of one job: several files, a folder, or one file with several devices. Each rank has its own
// session; comparisons are computed on first use. Thread-safe.
// A file that cannot be read loses only its own rank; notes() reports this and other problems of the set.
#pragma once

#include "core/analysis/ranks/RankComparison.h"
#include "core/import/TraceImporter.h"
#include "core/import/cache/TraceCache.h"
#include "core/session/AnalysisSession.h"
#include "core/session/RankRoster.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

struct OpenedTrace;

struct RankMember {
    int rank = 0; // number in the job
    std::string numberFrom; // "distributed info", "file name", "device", "order"
    std::string path;
    std::shared_ptr<AnalysisSession> session;
    DeviceId device; // the rank's device; invalid: no GPU work
};

// Progress of one file while the set is being opened.
struct RankLoad {
    enum class State : std::uint8_t { Waiting, Reading, Analysing, Done, Failed };
    std::string path;
    State state = State::Waiting;
    std::uint64_t doneBytes = 0; // of the file
    std::uint64_t totalBytes = 0; // 0: not known before reading begins
};

struct RankOpenOptions {
    SessionOptions session;
    std::map<std::string, SessionOptions> own; // choices by file as given, in place of `session`
    ImportLimits limits;
    unsigned atOnce = 0; // files read concurrently; 0 = as many as workers are free, at most 8. Does not affect the result
    std::optional<int> only; // only this rank, if the files state their ranks before they are read whole
    std::function<void(const std::vector<RankLoad> &)> progress; // calls do not overlap
    CacheSettings cache; // to read from; `opened` may cache documents that were not in it
    std::function<void(const OpenedTrace &)> opened; // called concurrently
};

struct RankTableRequest {
    TableRequest base; // by (layer | pass | rank; empty = layer), pass, layer, stage, filter, sort, top
    std::optional<int> rank; // only rows of this rank
};

class RankSet {
public:
    // `inputs`: files and folders. Notes list the files that could not be used. Errors: Cancelled; those of expandFolders; the
    // first file's if none can be read; those of AnalysisSession::create and segmentation, which concern all files.
    static Result<std::shared_ptr<RankSet>> open(
        const std::vector<std::string> &inputs, const RankOpenOptions &options, const JobControl &control = {});
    // From sessions that are already open, in the order of the files.
    static std::shared_ptr<RankSet> of(std::vector<std::shared_ptr<AnalysisSession>> sessions);

    // The same ranks with `session` in place of that of the same trace, without stored comparisons. `segmentation` is that of
    // the session, passed so that nothing is computed here.
    [[nodiscard]] std::shared_ptr<RankSet> with(
        const std::shared_ptr<AnalysisSession> &session, const Segmentation &segmentation) const;

    [[nodiscard]] const std::vector<RankMember> &members() const { return m_members; } // ascending rank, no duplicates
    [[nodiscard]] const RankMember *member(int rank) const;
    [[nodiscard]] const std::vector<RankNote> &notes() const { return m_notes; }
    [[nodiscard]] std::optional<int> worldSize() const { return m_worldSize; }
    // "0, 1, 2", for messages.
    [[nodiscard]] std::string ranksText() const;

    // Error: Cancelled, and those of segmentation.
    Result<std::shared_ptr<const RankComparison>> comparison(const JobControl &control = {});
    // Errors: BadRequest (unknown `by`, pass or layer out of range), Cancelled.
    Result<std::shared_ptr<const ReportTable>> table(const RankTableRequest &request, const JobControl &control = {});
    [[nodiscard]] static std::vector<ReportColumn> tableColumns(std::string_view by);

private:
    RankSet() = default;
    void adopt(std::vector<std::shared_ptr<AnalysisSession>> sessions);

    std::vector<RankMember> m_members;
    std::vector<RankNote> m_notes;
    std::optional<int> m_worldSize;
    std::mutex m_mutex;
    std::shared_ptr<const RankComparison> m_comparison;
};

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Several traces as the ranks of one job: several files, a folder of them, or one file with several devices. Each rank keeps a
// session of its own; what compares them is computed when first asked for. Safe from any thread.
// A file that cannot be read costs its rank, never the others; what is odd about the set is said in notes().
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
    DeviceId device; // whose work is this rank's; invalid: no GPU work
};

// One file while the set is being opened.
struct RankLoad {
    enum class State : std::uint8_t { Waiting, Reading, Analysing, Done, Failed };
    std::string path;
    State state = State::Waiting;
    std::uint64_t doneBytes = 0; // of the file
    std::uint64_t totalBytes = 0; // 0: not known before it is being read
};

struct RankOpenOptions {
    SessionOptions session;
    std::map<std::string, SessionOptions> own; // by file as given, in place of `session`
    ImportLimits limits;
    unsigned atOnce = 0; // files read side by side; 0 = as many as are free, at most 8. Never changes the result
    std::optional<int> only; // this rank alone, where files tell their ranks before they are read whole
    std::function<void(const std::vector<RankLoad> &)> progress; // never from two threads at once
    CacheSettings cache; // to read from; `opened` may keep what was not in it
    std::function<void(const OpenedTrace &)> opened; // from several threads at once
};

struct RankTableRequest {
    TableRequest base; // by (layer | pass | rank; empty = layer), pass, layer, stage, filter, sort, top
    std::optional<int> rank; // rows of this rank only
};

class RankSet {
public:
    // `inputs`: files and folders. Notes say which files could not be used. Errors: Cancelled; those of expandFolders; of the
    // first file when none can be read; those of AnalysisSession::create and segmentation (they concern every file).
    static Result<std::shared_ptr<RankSet>> open(
        const std::vector<std::string> &inputs, const RankOpenOptions &options, const JobControl &control = {});
    // Traces that are open already, in the order of the files.
    static std::shared_ptr<RankSet> of(std::vector<std::shared_ptr<AnalysisSession>> sessions);

    // The same ranks, with `session` in place of the one of its trace; nothing is kept of what was compared. `cut` is the
    // session's own, so that nothing is computed or waited for here.
    [[nodiscard]] std::shared_ptr<RankSet> with(const std::shared_ptr<AnalysisSession> &session, const Segmentation &cut) const;

    [[nodiscard]] const std::vector<RankMember> &members() const { return m_members; } // ascending rank, each once
    [[nodiscard]] const RankMember *member(int rank) const;
    [[nodiscard]] const std::vector<RankNote> &notes() const { return m_notes; }
    [[nodiscard]] std::optional<int> worldSize() const { return m_worldSize; }
    // The member's number; "0, 1, 2" for messages.
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

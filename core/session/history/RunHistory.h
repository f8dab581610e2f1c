// SPDX-License-Identifier: GPL-3.0-or-later
// Trend of a job's figures over many runs: time of a step by stage, time of a layer by type, time of a step by category. From
// summaries (`summary --format json`), and from traces, whose summary is computed.
#pragma once

#include "core/analysis/diff/LevelChanges.h"
#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"
#include "core/session/AnalysisSession.h"

#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

class RunHistory {
public:
    // inputs: summaries, traces and folders of such, oldest first (files of a folder in natural order of their names). A file
    // that cannot be used is left out with a warning. Errors: Cancelled; those of checkGiven and expandFolders; BadRequest with
    // fewer than two usable runs.
    static Result<RunHistory> open(
        const std::vector<std::string> &inputs, const SessionOptions &options, const JobControl &control = {});

    // by: series (also empty), one row each; or run, one row for each series and run. Errors: BadRequest for another.
    [[nodiscard]] Result<ReportTable> table(const std::string &by) const;
    // Stages whose newest run is slower than the level before it by more than the noise and this share, or that the newest run
    // lacks (unless allowMissing), in words. A summary behind all others that cannot be read lacks all of them.
    [[nodiscard]] std::vector<Message> regressions(double share, bool allowMissing) const;
    [[nodiscard]] static std::vector<ReportColumn> columns(bool byRun);

    struct Series {
        std::string kind; // "stage", "type", "category"
        std::string name;
        std::vector<std::optional<RunFigure>> runs; // by row of files()
    };
    [[nodiscard]] const std::vector<std::string> &files() const { return m_files; }
    [[nodiscard]] const std::vector<Series> &series() const { return m_series; }

private:
    void add(const std::string &kind, const std::string &name, RunFigure figure); // of the newest file
    Result<void> read(const std::string &path, const SessionOptions &options, const JobControl &control);
    void addSummary(const struct JsonValue &summary);
    void addNotes(ReportTable &table) const;

    std::vector<std::string> m_files;
    std::vector<Series> m_series;
    std::vector<Message> m_leftOut;
    std::string m_lostNewest; // a summary behind all others that cannot be read; empty: none
};

} // namespace lamella::core

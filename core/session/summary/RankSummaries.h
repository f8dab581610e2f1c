// SPDX-License-Identifier: GPL-3.0-or-later
// The ranks of a job from the summaries of their traces: the same comparison and tables as RankSet. A summary that cannot be used
// loses only its own rank; notes() reports this and other problems of the set.
#pragma once

#include "core/base/JobControl.h"
#include "core/report/tables/RankTables.h"
#include "core/session/RankSet.h"
#include "core/session/summary/RankSummary.h"

#include <memory>
#include <string>
#include <vector>

namespace lamella::core {

class RankSummaries {
public:
    // `inputs`: summaries, and folders with summaries (*.json). They are read concurrently; the result does not depend on the
    // number of threads. Errors: Cancelled; Io (a missing input, a folder without *.json); Limit (over 65536 files); the first
    // file's if none can be used.
    static Result<std::shared_ptr<RankSummaries>> open(const std::vector<std::string> &inputs, const JobControl &control = {});

    [[nodiscard]] const std::vector<RankNote> &notes() const { return m_notes; }
    // Whether the first *.json of a folder is a summary.
    [[nodiscard]] static bool isFolderOf(const std::string &path);

    [[nodiscard]] std::size_t ranks() const { return m_labels.size(); }
    [[nodiscard]] const std::vector<RankLabel> &labels() const { return m_labels; } // index = rank of a comparison
    // The data of the tables; takes seconds for thousands of ranks. Error: Cancelled.
    Result<RankComparison> comparison(const JobControl &control = {}) const;
    // Errors: those of rankTable, Cancelled.
    Result<std::shared_ptr<const ReportTable>> table(const RankTableRequest &request, const JobControl &control = {}) const;
    // The same from an existing comparison.
    [[nodiscard]] Result<std::shared_ptr<const ReportTable>> table(
        const RankTableRequest &request, const RankComparison &compared) const;

private:
    RankSummaries() = default;
    void adopt(std::vector<RankSummary> summaries);

    std::vector<RankSummary> m_summaries; // one per trace
    std::vector<RankFacts> m_facts; // index = rank
    std::vector<RankLabel> m_labels;
    std::vector<std::pair<std::size_t, std::size_t>> m_from; // index = rank: summary, device
    std::vector<RankNote> m_notes;
};

} // namespace lamella::core

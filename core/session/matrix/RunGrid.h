// SPDX-License-Identifier: GPL-3.0-or-later
// A grid of experiments: one profile per model, sequence length and mode, which the file names state, as five tables:
//   a  projected time of a forward pass: median, mean after the warm-up, mean of all
//   b  kernel with the most time in the first forward (and backward) pass after the warm-up
//   c  kernel of the run with the most time that is not a GEMM
//   d  share of GEMM in all kernel time: of all GEMMs, and of those among the ten kernels with the most time
//   e  softmax against the matrix products of attention in the first forward pass after the warm-up, in time and in FLOPs
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/report/ReportTable.h"
#include "core/session/matrix/RunFacts.h"
#include "core/session/matrix/RunName.h"
#include "core/session/matrix/RunStatus.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lamella::core {

struct RunGridOptions {
    std::string pattern; // for file names; empty = RunNamePattern::kUsual
    std::string statusFile; // Markdown; empty = all *.md beside the runs
    std::optional<std::size_t> warmUp; // empty = from the file name, else detected (runFacts)
    RangeNames ranges;
    SessionOptions session;
};

// FLOPs of softmax over those of the two matrix products of a head, 5 · seq² : 4 · seq² · head_dim. Softmax: five operations per
// element (find the maximum, subtract it, exp, sum, divide). Products: a multiplication and an addition per element and head
// dimension, twice. nullopt if the head dimension is unknown.
[[nodiscard]] std::optional<double> softmaxFlopRatio(const RunFacts &facts);
inline constexpr const char *kNoHeadDim = "n/a (head_dim is not known; give --config)";

// Why no kernel can be named for a part of the step.
[[nodiscard]] const char *whyNoTopKernel(std::size_t ranges, std::size_t warmUp);

class RunGrid {
public:
    // Reads one run after the other and keeps only its facts. `paths`: files, or folders of files. Errors: Io (also of the file
    // of statuses), BadRequest (invalid pattern, no matching file), those of checkGiven, Cancelled. For a run that cannot be read
    // the cell has the reason.
    static Result<RunGrid> open(
        const std::vector<std::string> &paths, const RunGridOptions &options, const JobControl &control = {});

    // The files whose names match the pattern; does not read them. Errors: those of the pattern and of folders.
    static Result<std::vector<std::string>> runsIn(const std::vector<std::string> &paths, const std::string &pattern = {});

    // Times in cells: whole nanoseconds for programs, milliseconds with the unit for people. Shares that are a whole cell: from 0
    // for programs, in per cent for people.
    enum class TimeUnit : std::uint8_t { Nanoseconds, Milliseconds };
    // which: "a" .. "e". Errors: BadRequest.
    [[nodiscard]] Result<ReportTable> table(std::string_view which, TimeUnit unit = TimeUnit::Nanoseconds) const;
    [[nodiscard]] static std::vector<ReportColumn> columns();
    [[nodiscard]] const std::vector<Message> &notes() const { return m_notes; }
    [[nodiscard]] const std::vector<std::string> &models() const { return m_models; }
    [[nodiscard]] const std::vector<std::int64_t> &sequences() const { return m_sequences; }
    // Null if the cell has no value; then why() gives the reason: "OOM", or "n/a (…)".
    [[nodiscard]] const RunFacts *facts(const std::string &model, const std::string &mode, std::int64_t sequence) const;
    [[nodiscard]] std::string why(const std::string &model, const std::string &mode, std::int64_t sequence) const;

private:
    struct Key {
        std::string model;
        std::string mode;
        std::int64_t sequence = 0;
        auto operator<=>(const Key &) const = default;
    };
    struct Missing {
        std::string why; // "OOM", or "n/a (…)"
    };
    using Cell = std::variant<Missing, RunFacts>;
    using Text = std::string (*)(const RunFacts &, TimeUnit);
    struct Statistic {
        const char *name; // of a time, without its unit
        bool isTime;
        Text text;
    };
    static const std::vector<Statistic> *statisticsOf(std::string_view which);
    void readRun(const std::string &path, const RunName &name, const RunGridOptions &options, const JobControl &control);
    void addDiagnostics(const Key &key, const RunFacts &facts);
    void noteFilesLeftOut(const std::vector<std::string> &files);
    void noteModes();
    void sortRows();
    void readStatus(const std::vector<std::string> &files);
    void addKey(const Key &key);
    [[nodiscard]] std::string cellText(const Key &key, Text text, TimeUnit unit) const;

    std::map<Key, Cell> m_cells;
    std::vector<std::string>
        m_models; // smallest first; those without a size in their name last, in the order of the statuses, then of the files
    std::vector<std::string> m_modes;
    std::vector<std::int64_t> m_sequences; // ascending
    RunStatus m_status;
    std::vector<Message> m_notes;
};

} // namespace lamella::core

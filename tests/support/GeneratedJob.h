// SPDX-License-Identifier: GPL-3.0-or-later
// The files of one tensor-parallel job, one per rank, as if every rank had recorded itself with its own clock; kept in
// tests/data/generated.
//
// Rules of the ground truth:
// - all ranks run the same passes, layers and collectives in the same order;
// - a collective begins on each rank when that rank arrives, and ends on all of them together (within a microsecond);
// - local time = common time + offset + drift * (common time - common zero);
// - one rank is slower than the others in one layer of every pass: it arrives last there, and the others wait.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::test {

struct RankFile {
    std::string fileName; // "job-TP-3.trace.json"
    std::string json; // GPU events alone
    std::int64_t clockOffsetNs = 0; // up to seconds; 0 for rank 0
    int driftPpm = 0; // of the clock, 0 for rank 0

    [[nodiscard]] std::int64_t shownNs(std::int64_t sinceZeroNs, std::int64_t zeroNs) const;
};

struct GeneratedJob {
    std::vector<RankFile> files; // by rank
    std::vector<std::int64_t> collectiveEndNs; // since the zero of the common clock
    std::int64_t zeroNs = 0; // common clock
    int stragglerRank = -1; // -1 = none
    int stragglerLayer = -1;
    bool numbered = false; // all collectives have sequence numbers
};

// "numbered": four ranks; "named": three, whose collectives have no sequence numbers; "even": two, none slower than the other.
// Without arguments, group and sequence number of collectives are taken out.
[[nodiscard]] GeneratedJob generatedJob(const std::string &name, bool groupArguments = true);

} // namespace lamella::test

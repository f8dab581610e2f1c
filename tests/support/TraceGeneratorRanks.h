// SPDX-License-Identifier: GPL-3.0-or-later
// The files of one tensor-parallel job, one per rank, as if every rank had recorded itself with its own clock.
//
// Rules of the ground truth:
// - all ranks run the same passes, layers and collectives in the same order; truth row numbers may differ between ranks, the n-th
//   collective of one rank is the n-th of any other;
// - a collective begins on each rank when that rank arrives, and ends on all of them together (within a microsecond);
// - local time = common time + offset + drift * (common time - common zero);
// - one rank is slower than the others in one layer of every pass: it arrives last there, and the others wait.
#pragma once

#include "tests/support/TraceGenerator.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lamella::test {

struct RanksOptions {
    std::uint64_t seed = 1;
    int ranks = 4;
    int passes = 0; // 0 = determined by the seed
    bool cpuEvents = true;
    bool groupArguments = true; // group, sequence number and sizes on the collectives, as recorded for NCCL
    bool straggler = true;
};

struct RankFile {
    int rank = 0;
    std::string fileName; // "job-TP-3.trace.json"
    std::int64_t clockOffsetNs = 0; // up to seconds; 0 for rank 0
    int driftPpm = 0; // of the clock, 0 for rank 0
    GeneratedTrace trace;
};

struct MatchedCollective {
    int pass = 0;
    int layer = 0; // or head, tail
    std::vector<std::size_t> rows; // row in the truth, by rank
    std::vector<std::int64_t> arrivalNs; // on the common clock, by rank
    std::int64_t endNs = 0; // common clock
    int lastRank = 0; // the rank that the others wait for
};

struct GeneratedRanks {
    std::vector<RankFile> files;
    std::vector<MatchedCollective> collectives; // in time order
    std::int64_t zeroNs = 0; // common clock
    int stragglerRank = -1; // -1 = none
    int stragglerLayer = -1;
};

[[nodiscard]] GeneratedRanks generateRanks(const RanksOptions &options);

} // namespace lamella::test

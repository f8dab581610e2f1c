// SPDX-License-Identifier: GPL-3.0-or-later
// Result of the parse stage, input of the finish stage.
#pragma once

#include "core/base/WorkerBudget.h"
#include "core/import/chrome/ParsedBlock.h"
#include "core/import/chrome/Vocabulary.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace lamella::core {

struct ImportedBlocks {
    std::vector<ParsedBlock> blocks; // in file order
    std::vector<const Vocabulary *> vocabularies; // by ParsedBlock::worker
    bool firstSeenComplete = true;
    std::vector<std::uint32_t> firstEvent; // EventId of row 0 of each block
    WorkersWanted workers;
    std::stop_token stop;

    // Computes firstEvent.
    void number()
    {
        firstEvent.clear();
        std::uint32_t next = 0;
        for (const ParsedBlock &block : blocks) {
            firstEvent.push_back(next);
            next += block.chunk.size();
        }
    }
};

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Receives parsed blocks from the workers in any order and accepts them in file order. Only here is it certain whether a block
// began between two events: if the previous block ended inside an event, the block is discarded and its text is parsed again
// together with that event. Also finds the end of the event list and reads what follows.
#pragma once

#include "core/base/JobControl.h"
#include "core/import/MemoryBudget.h"
#include "core/import/chrome/BlockParser.h"
#include "core/import/chrome/BlockSplitter.h"
#include "core/import/chrome/PreviewTally.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace lamella::core {

class BlockCommitter {
public:
    // repairWorker: worker number for blocks parsed by the committer itself (one more than the workers).
    BlockCommitter(BlockSplitter &splitter, const ImportOptions &options, const JobControl &control, unsigned repairWorker,
        MemoryBudget &memory);

    // Waits for a free block; null if the import must stop.
    [[nodiscard]] std::unique_ptr<TextBlock> acquire();
    void deliver(std::unique_ptr<TextBlock> block, ParsedBlock parsed);
    void fail(Error error);
    void abort(); // wakes all waiting threads
    [[nodiscard]] bool stopped() const { return m_stopped.load(std::memory_order_relaxed); }
    // True after the end of the event list: further blocks need no parsing.
    [[nodiscard]] bool behindEvents() const { return m_behindEvents.load(std::memory_order_relaxed); }

    // Valid after the workers have been joined.
    [[nodiscard]] std::optional<Error> error() const { return m_error; }
    [[nodiscard]] std::vector<ParsedBlock> &blocks() { return m_blocks; }
    [[nodiscard]] ImportDiagnostics &diagnostics() { return m_diagnostics; }
    [[nodiscard]] const Vocabulary &repairVocabulary() const { return m_parser.vocabulary(); }
    // True if a parsed block was discarded: the "first seen" lists then miss ids.
    [[nodiscard]] bool discardedAny() const { return m_discardedAny; }

private:
    struct Delivery {
        std::unique_ptr<TextBlock> block;
        ParsedBlock parsed;
    };
    void commit(Delivery &delivery);
    void commitOntoCarry(TextBlock &block);
    void accept(TextBlock &text, ParsedBlock &&parsed);
    void push(ParsedBlock &&parsed, std::uint64_t begin = 0);
    void feedTail(std::string_view text, bool last);
    void recycle(std::unique_ptr<TextBlock> block);
    void report();

    BlockSplitter &m_splitter;
    const ImportOptions &m_options;
    const JobControl &m_control;
    BlockParser m_parser;
    BlockParser::Mode m_mode;
    std::mutex m_mutex;
    std::condition_variable m_freeCondition;
    std::vector<std::unique_ptr<TextBlock>> m_free;
    std::map<std::uint32_t, Delivery> m_pending;
    std::uint32_t m_nextSequence = 0;
    TextBlock m_carry; // an event that began in the last block and continues after it
    bool m_carrying = false;
    std::size_t m_nextAttempt = 0; // size of m_carry at which to parse again; doubled each time, so that the total stays linear
    std::vector<ParsedBlock> m_blocks;
    std::uint64_t m_madeEnd = 0; // of the text of the blocks without text so far
    std::uint64_t m_events = 0;
    MemoryBudget &m_memory;
    ImportDiagnostics m_diagnostics;
    std::optional<Error> m_error;
    bool m_discardedAny = false;
    std::atomic<bool> m_stopped{false};
    std::atomic<bool> m_behindEvents{false};
    PreviewTally m_tally;
    std::chrono::steady_clock::time_point m_lastReport{};
};

} // namespace lamella::core

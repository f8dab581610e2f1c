// SPDX-License-Identifier: GPL-3.0-or-later
// Hands out the text of the events in blocks that end behind the comma between two events, as well as that can be told
// without parsing. Safe from any thread: one mutex around the source, which is what N equal workers share.
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/chrome/TextBlock.h"
#include "core/import/chrome/TopLevelScanner.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace lamella::core {

class BlockSplitter {
public:
    BlockSplitter(std::unique_ptr<ByteSource> source, const ImportOptions &options, std::string path);

    // Reads up to the first event. Errors: those of the source, NotATrace, Cancelled. Call once, before next().
    [[nodiscard]] Result<void> open(const std::stop_token &stop);
    // False when there is no further block; the last one (possibly empty) has `last` set. Errors: those of the source.
    [[nodiscard]] Result<bool> next(TextBlock &block);

    [[nodiscard]] const ByteSource &source() const { return *m_source; }
    // Read-only before and after the workers run; in between it belongs to the committer.
    [[nodiscard]] TopLevelScanner &scanner() { return m_scanner; }
    [[nodiscard]] std::uint64_t rawBytes() const { return m_readBytes; }
    [[nodiscard]] const std::string &path() const { return m_path; }

private:
    [[nodiscard]] Error notATrace(std::string_view head) const;
    [[nodiscard]] std::unique_lock<std::mutex> locked();
    void learnFirstKey(std::string_view events);
    // Whether the list that m_carry begins holds a whole trace; reads on until that can be told.
    [[nodiscard]] Result<bool> holdsTrace();
    [[nodiscard]] Result<void> enterTraceInList();

    std::mutex m_mutex;
    std::atomic<int> m_waiting{0}; // threads for m_mutex
    std::stop_token m_stop;
    std::unique_ptr<ByteSource> m_source;
    std::string m_path;
    std::size_t m_blockBytes;
    std::size_t m_maxEventBytes;
    TopLevelScanner m_scanner;
    std::string m_carry; // read, but not handed out yet
    std::string m_firstKey; // of the first event, with quotes
    std::uint64_t m_carryOffset = 0;
    std::uint64_t m_readBytes = 0;
    std::uint32_t m_sequence = 0;
    bool m_sourceEnd = false;
    bool m_finished = false;
};

} // namespace lamella::core

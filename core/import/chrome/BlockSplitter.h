// SPDX-License-Identifier: GPL-3.0-or-later
// Splits the text of the events into blocks that end after the comma between two events, as far as that can be determined without
// parsing. Thread-safe: one mutex guards the source, shared by N equal workers.
#pragma once

#include "core/import/ByteSource.h"
#include "core/import/TraceImporter.h"
#include "core/import/chrome/TextBlock.h"
#include "core/import/chrome/TopLevelScanner.h"

#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace lamella::core {

class BlockSplitter {
public:
    BlockSplitter(std::unique_ptr<ByteSource> source, const ImportOptions &options, std::string path);

    // Reads up to the first event. Call once, before next(). Errors: those of the source, NotATrace, Cancelled.
    [[nodiscard]] Result<void> open(const std::stop_token &stop);
    // False if there is no further block; the last block (possibly empty) has `last` set. Errors: those of the source.
    [[nodiscard]] Result<bool> next(TextBlock &block);

    [[nodiscard]] const ByteSource &source() const { return *m_source; }
    [[nodiscard]] EventBlocks *eventBlocks() const { return m_source->eventBlocks(); } // after open()
    // Only read before and after the workers run; while they run, the committer owns it.
    [[nodiscard]] TopLevelScanner &scanner() { return m_scanner; }
    [[nodiscard]] std::uint64_t rawBytes() const { return eventBlocks() != nullptr ? m_scanner.offset() : m_readBytes; }
    // The caller had enough: the last block has no events, and the rest of the file was not read.
    [[nodiscard]] bool stoppedEarly() const { return m_stoppedEarly; } // once next() has returned the last block
    [[nodiscard]] std::uint64_t eventsOffset() const { return m_eventsOffset; } // after the '[' of the events
    [[nodiscard]] const std::string &path() const { return m_path; }

private:
    [[nodiscard]] Error notATrace(std::string_view head) const;
    void learnFirstKey(std::string_view events);
    // True if the list that m_carry begins contains a whole trace; reads on until that is certain.
    [[nodiscard]] Result<bool> holdsTrace();
    [[nodiscard]] Result<void> enterTraceInList();

    std::mutex m_mutex;
    std::unique_ptr<ByteSource> m_source;
    std::string m_path;
    std::size_t m_blockBytes;
    std::size_t m_maxEventBytes;
    std::stop_token m_enough;
    TopLevelScanner m_scanner;
    std::string m_carry; // read but not passed on yet
    std::string m_firstKey; // of the first event, with quotes
    std::uint64_t m_carryOffset = 0;
    std::uint64_t m_eventsOffset = 0;
    std::uint64_t m_readBytes = 0;
    std::uint32_t m_sequence = 0;
    bool m_sourceEnd = false;
    bool m_finished = false;
    bool m_stoppedEarly = false;
};

} // namespace lamella::core

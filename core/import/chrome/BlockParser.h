// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a block of text into columns. The fast path passes the whole block to simdjson as "[ ... ]". From the first error on,
// the slow path parses the rest event by event and keeps every readable event. One per worker, not thread-safe.
#pragma once

#include "core/import/EventBlocks.h"
#include "core/import/JsonText.h"
#include "core/import/chrome/EventSink.h"
#include "core/import/chrome/TextBlock.h"

#include <simdjson.h>

#include <string>

namespace lamella::core {

class BlockParser {
public:
    struct Mode {
        bool bareArray = false; // the file is a bare list of events
        bool traceInList = false; // a ']' follows the outermost '}'
        bool dropFirst = false; // skip the first event, which exceeds the size limit
    };

    BlockParser(unsigned worker, std::uint32_t maxEventBytes, bool keepKernelNames)
        : m_sink(keepKernelNames)
        , m_worker(worker)
        , m_maxEventBytes(maxEventBytes != 0 ? maxEventBytes : 0xFFFFFFFFu)
    {
    }

    [[nodiscard]] ParsedBlock parse(TextBlock &block, const Mode &mode);
    // The same for a block without text; ParsedBlock::at is the length that its text would have, and positions count from its
    // beginning. Errors: those of EventBlocks::make().
    [[nodiscard]] Result<ParsedBlock> take(EventBlocks &events, TextBlock &block);
    [[nodiscard]] const Vocabulary &vocabulary() const { return m_sink.vocabulary(); }

private:
    enum class FastEnd : std::uint8_t { Clean, Trouble };

    void begin(const char *begin, const char *end, std::uint64_t offset);
    [[nodiscard]] ParsedBlock finish(std::uint32_t sequence);
    FastEnd parseFast(char *begin, char *end);
    [[nodiscard, gnu::noinline]] bool swallowsRest(const char *begin, const char *end) const;
    const char *m_fastEnd = nullptr; // after the last event accepted by the fast path

    // Slow path: BlockRecovery.cpp
    void recover(const char *from, bool afterEvent);
    const char *recoverObject(const char *from);
    const char *giveUpEvent(const char *from, const DiagnosticKind &kind);
    const char *skipForeign(const char *from);
    const char *skipList(const char *from);
    bool parseAlone(const char *from, const char *end);
    bool parseText(std::string_view text, EventFields &event, std::string &memory);
    // True if the ']' at p closes the list of events, judging by what follows.
    [[nodiscard]] bool closesArray(const char *bracket);
    [[nodiscard]] bool beginsEvent(const char *brace);
    void stop(BlockOutcome outcome, const char *at);
    void complain(const DiagnosticKind &kind, const char *at, std::string_view sample);
    void complainOfFaults(const TextFaults &faults, const char *at, std::string_view sample);

    simdjson::ondemand::parser m_parser;
    simdjson::ondemand::parser m_singleParser;
    EventSink m_sink;
    unsigned m_worker;
    std::uint32_t m_maxEventBytes;
    Mode m_mode;
    const char *m_begin = nullptr;
    const char *m_end = nullptr;
    std::uint64_t m_offset = 0; // of m_begin
    std::uint64_t m_blockOffset = 0; // that rows count from
    bool m_last = false;
    BlockOutcome m_outcome = BlockOutcome::Complete;
    const char *m_stop = nullptr;
    std::size_t m_listScanned = 0; // bytes scanned for the ends of lists and what follows them
    std::uint64_t m_vocabularyBytes = 0;
    std::string m_rawCopy;
    std::string m_repairedCopy;
};

} // namespace lamella::core

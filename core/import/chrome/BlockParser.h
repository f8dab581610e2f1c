// SPDX-License-Identifier: GPL-3.0-or-later
// One block of text to columns. The fast path hands the whole block to simdjson as "[ ... ]"; the first thing that does
// not fit sends the rest of the block event by event through the slow path, which keeps every event that can be read.
// One per worker, not thread-safe.
#pragma once

#include "core/import/JsonText.h"
#include "core/import/chrome/EventSink.h"
#include "core/import/chrome/TextBlock.h"

#include <simdjson.h>

#include <string>

namespace lamella::core {

class BlockParser {
public:
    struct Mode {
        bool bareArray = false; // the events are the whole file
        bool traceInList = false; // a ']' follows the '}' of the whole
        bool dropFirst = false; // the first event is to be left out (it is over the limit for one event)
    };

    BlockParser(unsigned worker, std::uint32_t maxEventBytes, bool keepKernelNames)
        : m_sink(keepKernelNames)
        , m_worker(worker)
        , m_maxEventBytes(maxEventBytes != 0 ? maxEventBytes : 0xFFFFFFFFu)
    {
    }

    [[nodiscard]] ParsedBlock parse(TextBlock &block, const Mode &mode);
    [[nodiscard]] const Vocabulary &vocabulary() const { return m_sink.vocabulary(); }

private:
    enum class FastEnd : std::uint8_t { Clean, Trouble };

    FastEnd parseFast(char *begin, char *end);
    [[nodiscard, gnu::noinline]] bool swallowsRest(const char *begin, const char *end) const;
    const char *m_fastEnd = nullptr; // behind the last event that the fast path took

    // Slow path: BlockRecovery.cpp
    void recover(const char *from, bool afterEvent);
    const char *recoverObject(const char *from);
    const char *giveUpEvent(const char *from, const DiagnosticKind &kind);
    const char *skipForeign(const char *from);
    const char *skipList(const char *from);
    bool parseAlone(const char *from, const char *end);
    bool parseText(std::string_view text, EventFields &event, std::string &memory);
    // Whether the ']' at p closes the list of events, as far as what follows tells.
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
    char *m_begin = nullptr;
    char *m_end = nullptr;
    std::uint64_t m_offset = 0;
    bool m_last = false;
    BlockOutcome m_outcome = BlockOutcome::Complete;
    const char *m_stop = nullptr;
    std::size_t m_listScanned = 0; // bytes, in search of the end of lists and of what follows them
    std::uint64_t m_vocabularyBytes = 0;
    std::string m_rawCopy;
    std::string m_repairedCopy;
};

} // namespace lamella::core

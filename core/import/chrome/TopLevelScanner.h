// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the text around the events: "{ key: value, ..., traceEvents: [" before them, "], key: value }" after them, with keys in
// any order, or a bare "[". Incremental; only small values are stored.
#pragma once

#include "core/model/ImportDiagnostics.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

class TopLevelScanner {
public:
    static constexpr std::size_t kMaxValueBytes = std::size_t{256} << 10;
    static constexpr std::size_t kMaxKeys = 4096;

    enum class State : std::uint8_t {
        Start, // before the first bracket
        Outside, // between the keys of the object
        InEvents, // feed() stopped after the '[' of the events; the caller reads them, then calls resumeAfterEvents()
        AfterEnd, // after the outermost closing bracket
        NotJson // the first character is neither { nor [
    };

    // Consumes text; returns the number of bytes, which is less than all only on entering InEvents or NotJson.
    std::size_t feed(std::string_view text);
    // Call after consuming the events and the ']' after them; the argument is the file offset after it.
    void resumeAfterEvents(std::uint64_t offsetBehindBracket);
    // The list that a '[' began contains a whole trace instead of events: continues after the '{' of that trace, at this offset.
    void enterTraceInList(std::uint64_t offsetBehindBrace);
    // Call at the end of the file: reports what is missing and what follows the trace.
    void finish();

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool bareArray() const { return m_bareArray; }
    [[nodiscard]] bool traceInList() const { return m_traceInList; }
    [[nodiscard]] std::uint64_t offset() const { return m_offset; }
    // (raw key, raw JSON text) in file order, without the events and without values over the size limit.
    [[nodiscard]] const std::vector<std::pair<std::string, std::string>> &values() const { return m_values; }
    [[nodiscard]] const ImportDiagnostics &diagnostics() const { return m_diagnostics; }

private:
    enum class Part : std::uint8_t { KeyOrEnd, Key, Colon, ValueStart, Value, CommaOrEnd };

    void consume(char c);
    void consumeTail(std::string_view text);
    void consumeStart(char c);
    void consumeValue(char c);
    bool beginValue(char c);
    void endValue();
    void keep(char c);

    State m_state = State::Start;
    Part m_part = Part::KeyOrEnd;
    bool m_bareArray = false;
    bool m_traceInList = false;
    bool m_listClosed = false; // refers to the list around the trace
    bool m_eventsFound = false;
    bool m_inString = false;
    bool m_escaped = false;
    bool m_scalar = false;
    bool m_valueTooLarge = false;
    bool m_secondEvents = false; // the value is another list of events, which is skipped
    std::uint64_t m_skippedEvents = 0; // of that list
    int m_bomBytes = 0;
    std::int64_t m_depth = 0; // brackets open inside the current value
    std::uint64_t m_offset = 0;
    std::uint64_t m_valueOffset = 0;
    std::uint64_t m_tailOffset = 0; // start of the text after the trace
    std::uint64_t m_tailBytes = 0; // 0 = none so far
    std::string m_tailSample;
    std::string m_key;
    std::string m_value;
    std::vector<std::pair<std::string, std::string>> m_values;
    ImportDiagnostics m_diagnostics;
};

} // namespace lamella::core

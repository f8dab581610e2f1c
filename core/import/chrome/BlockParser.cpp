// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/BlockParser.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/chrome/EventScanner.h"

#include <algorithm>

namespace lamella::core {

namespace {
constexpr std::size_t kSampleBytes = 120;
}

void BlockParser::begin(const char *begin, const char *end, std::uint64_t offset)
{
    m_begin = begin;
    m_end = end;
    m_offset = m_blockOffset = offset;
    m_outcome = BlockOutcome::Complete;
    m_stop = end;
    m_listScanned = 0;
    m_sink.begin(offset);
}

ParsedBlock BlockParser::finish(std::uint32_t sequence)
{
    ParsedBlock parsed = m_sink.take();
    parsed.worker = m_worker;
    parsed.sequence = sequence;
    const std::uint64_t vocabularyBytes = vocabulary().memoryBytes();
    parsed.vocabularyBytes = vocabularyBytes - m_vocabularyBytes;
    m_vocabularyBytes = vocabularyBytes;
    parsed.outcome = m_outcome;
    parsed.at = static_cast<std::size_t>(m_stop - m_begin);
    return parsed;
}

ParsedBlock BlockParser::parse(TextBlock &block, const Mode &mode)
{
    m_mode = mode;
    m_last = block.last;
    begin(block.begin(), block.end(), block.offset);
    if (mode.dropFirst) {
        recover(giveUpEvent(m_begin, diagnostics::kEventTooLarge), false);
    } else {
        // The text ends after the comma between two events; exclude the comma.
        char *end = block.end();
        while (end != m_begin && isJsonBlank(end[-1]))
            --end;
        const bool comma = end != m_begin && end[-1] == ',';
        if (comma)
            --end;
        if (parseFast(block.begin(), end) == FastEnd::Trouble) {
            recover(m_fastEnd, m_fastEnd != m_begin);
        } else {
            const char *const next = skipBlanks(m_fastEnd, m_end);
            if (next < end && *next == ']' && closesArray(next)) {
                stop(BlockOutcome::ArrayEnd, next + 1);
            } else if (next < end) {
                recover(m_fastEnd, m_fastEnd != m_begin); // the parser ended early without an error
            } else if (comma && m_last) {
                recover(m_fastEnd, m_fastEnd != m_begin); // reports faults at the end
            }
        }
    }
    return finish(block.sequence);
}

Result<ParsedBlock> BlockParser::take(EventBlocks &events, TextBlock &block)
{
    m_last = false;
    begin(nullptr, nullptr, 0);
    const Result<std::size_t> made = events.make(block.sequence, block.stored, [this](const EventBlocks::Event &event) {
        m_begin = event.text.data();
        m_end = m_begin + event.text.size();
        m_offset = event.offset;
        if (event.fields == nullptr)
            static_cast<void>(parseAlone(m_begin, m_end));
        else if (event.length > m_maxEventBytes)
            complain(diagnostics::kEventTooLarge, m_begin,
                (event.text.empty() ? event.fields->name : event.text).substr(0, kSampleBytes));
        else
            m_sink.add(*event.fields, static_cast<std::uint32_t>(event.offset), static_cast<std::uint32_t>(event.length));
    });
    if (!made)
        return made.error();
    ParsedBlock parsed = finish(block.sequence);
    parsed.at = *made;
    return parsed;
}

// simdjson accepts "a": "b": {...} as a value to skip, so an event without its '}' can swallow everything up to the last '}' of
// the file. Only an event that reaches the end of the file needs this check.
bool BlockParser::swallowsRest(const char *begin, const char *end) const
{
    return m_last && skipBlanks(end, m_end) == m_end && checkObject(begin, end).status != ScanStatus::Complete;
}

// Flattening everything below into one function halves the time of an import.
[[gnu::flatten]] BlockParser::FastEnd BlockParser::parseFast(char *begin, char *end)
{
    m_fastEnd = begin;
    if (begin == end)
        return FastEnd::Clean;
    const char behind = *end;
    char *const before = begin - 1;
    *before = '[';
    *end = ']';
    const auto bytes = static_cast<std::size_t>(end - before) + 1;
    FastEnd result = FastEnd::Trouble;
    simdjson::ondemand::document document;
    simdjson::ondemand::array events;
    if (m_parser.iterate(before, bytes, bytes + simdjson::SIMDJSON_PADDING).get(document) == simdjson::SUCCESS
        && document.get_array().get(events) == simdjson::SUCCESS) {
        result = FastEnd::Clean;
        for (auto element : events) {
            simdjson::ondemand::value value;
            simdjson::ondemand::object object;
            EventFields fields;
            if (element.get(value) != simdjson::SUCCESS) {
                result = FastEnd::Trouble;
                break;
            }
            const char *const start = value.raw_json_token().data();
            if (*start != '{' || value.get_object().get(object) != simdjson::SUCCESS || !fields::readEvent(object, fields)) {
                result = FastEnd::Trouble;
                break;
            }
            // Iterating over an object can end without an error at a missing comma; then the location is not a token after '}'.
            const char *behindEvent = nullptr;
            if (document.current_location().get(behindEvent) != simdjson::SUCCESS) {
                result = FastEnd::Trouble;
                break;
            }
            while (isJsonBlank(behindEvent[-1]))
                --behindEvent;
            if (behindEvent[-1] != '}' || (m_last && swallowsRest(start, behindEvent))) {
                result = FastEnd::Trouble;
                break;
            }
            const auto length = static_cast<std::size_t>(behindEvent - start);
            if (length > m_maxEventBytes)
                complain(diagnostics::kEventTooLarge, start, {start, std::min(length, kSampleBytes)});
            else
                m_sink.add(fields, static_cast<std::uint32_t>(start - begin), static_cast<std::uint32_t>(length));
            m_fastEnd = behindEvent;
        }
    }
    *before = ' ';
    *end = behind;
    return result;
}

} // namespace lamella::core

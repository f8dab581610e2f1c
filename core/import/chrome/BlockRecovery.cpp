// SPDX-License-Identifier: GPL-3.0-or-later
// The slow path of BlockParser: text that simdjson rejects as a whole.
#include "core/import/DiagnosticKinds.h"
#include "core/import/JsonText.h"
#include "core/import/chrome/BlockParser.h"
#include "core/import/chrome/EventScanner.h"

#include <algorithm>

namespace lamella::core {

namespace {
constexpr std::size_t kSampleBytes = 120;
constexpr std::ptrdiff_t kEventHead = std::ptrdiff_t{64} << 10; // the phase of an event must be within this many bytes
constexpr std::size_t kListScans = 16; // per block: text full of unterminated lists would take quadratic time
constexpr std::size_t kListScanFloor = std::size_t{1} << 20; // makes the result independent of block size

std::string_view sampleAt(const char *at, const char *end)
{
    return {at, std::min<std::size_t>(static_cast<std::size_t>(end - at), kSampleBytes)};
}
} // namespace

void BlockParser::complain(const DiagnosticKind &kind, const char *at, std::string_view sample)
{
    m_sink.diagnostics().add(kind, static_cast<std::int64_t>(m_offset) + (at - m_begin), cleanSample(sample));
}

void BlockParser::complainOfFaults(const TextFaults &faults, const char *at, std::string_view sample)
{
    if (faults.controlCharacter)
        complain(diagnostics::kControlCharacter, at, sample);
    if (faults.invalidUtf8)
        complain(diagnostics::kInvalidUtf8, at, sample);
    if (faults.trailingComma)
        complain(diagnostics::kTrailingComma, at, sample);
}

void BlockParser::stop(BlockOutcome outcome, const char *at)
{
    m_outcome = outcome;
    m_stop = at;
}

// True if the object at the brace is an event, or if checking would take too long.
bool BlockParser::beginsEvent(const char *brace)
{
    if (m_listScanned > std::max(kListScans * static_cast<std::size_t>(m_end - m_begin), kListScanFloor))
        return true;
    const char *const end = brace + std::min<std::ptrdiff_t>(m_end - brace, kEventHead);
    const ScanResult object = checkObject(brace, end);
    m_listScanned += static_cast<std::size_t>(object.at - brace);
    return object.hasPhase || object.status == ScanStatus::Violation;
}

bool BlockParser::closesArray(const char *bracket)
{
    const auto foreign = [](char c) { return std::string_view("{}[],:\"").find(c) == std::string_view::npos; };
    const char *p = skipBlanks(bracket + 1, m_end);
    if (p == m_end)
        return true;
    if (m_mode.bareArray) // any other text, or an object that is no event, is trailing text after the trace
        return *p == '{' ? !beginsEvent(p) : foreign(*p);
    if (*p == ',') {
        p = skipBlanks(p + 1, m_end);
        return p == m_end || *p == '"' || *p == '}';
    }
    if (*p != '}')
        return false;
    p = skipBlanks(p + 1, m_end); // closes either the trace or the args of an unfinished event
    if (p == m_end || foreign(*p))
        return true;
    if (*p == '{')
        return !beginsEvent(p); // a second document
    if (!m_mode.traceInList || (*p != ']' && *p != ','))
        return false;
    const bool another = *p == ',';
    p = skipBlanks(p + 1, m_end);
    return p == m_end || (another ? *p == '{' && !beginsEvent(p) : foreign(*p) || *p == '{');
}

// from: after an event (a comma may follow) or where one should begin.
void BlockParser::recover(const char *from, bool afterEvent)
{
    const char *p = from;
    const char *comma = nullptr;
    bool needComma = afterEvent;
    for (;;) {
        p = skipBlanks(p, m_end);
        if (p == m_end) {
            if (m_last && comma != nullptr)
                complain(diagnostics::kTrailingComma, comma, sampleAt(comma, m_end));
            return;
        }
        if (*p == ',') {
            if (!needComma)
                complain(diagnostics::kExtraComma, p, sampleAt(p, m_end));
            needComma = false;
            comma = p++;
        } else if (*p == ']') {
            if (closesArray(p)) {
                if (comma != nullptr)
                    complain(diagnostics::kTrailingComma, comma, sampleAt(comma, m_end));
                stop(BlockOutcome::ArrayEnd, p + 1);
                return;
            }
            complain(diagnostics::kStrayBracket, p, sampleAt(p, m_end));
            ++p;
        } else if (*p == '{') {
            if (needComma)
                complain(diagnostics::kMissingComma, p, sampleAt(p, m_end));
            p = recoverObject(p);
            if (m_outcome != BlockOutcome::Complete)
                return;
            needComma = p != m_end && p[-1] == '}';
            comma = nullptr;
        } else {
            p = skipForeign(p);
            needComma = true;
            comma = nullptr;
        }
    }
}

// Returns the position at which to continue.
const char *BlockParser::recoverObject(const char *from)
{
    const ScanResult whole = scanObject(from, m_end);
    if (whole.status == ScanStatus::Complete && !swallowsRest(from, whole.at) && parseAlone(from, whole.at))
        return whole.at;
    if (whole.status == ScanStatus::Incomplete) {
        const bool sound = checkObject(from, m_end).status == ScanStatus::Incomplete;
        if (sound && !m_last) {
            stop(BlockOutcome::Incomplete, from);
            return m_end;
        }
        if (sound)
            return giveUpEvent(from, diagnostics::kTruncatedEvent);
    }
    return giveUpEvent(from, diagnostics::kDamagedEvent);
}

const char *BlockParser::giveUpEvent(const char *from, const DiagnosticKind &kind)
{
    complain(kind, from, sampleAt(from, m_end));
    const char *const next = from == m_end ? nullptr : nextEventStart(from + 1, m_end);
    return next != nullptr ? next : m_end;
}

// Where to continue after the '[', or null if no complete list begins there.
const char *BlockParser::skipList(const char *from)
{
    if (m_listScanned > std::max(kListScans * static_cast<std::size_t>(m_end - m_begin), kListScanFloor))
        return nullptr;
    const char *const inside = skipBlanks(from + 1, m_end);
    if (inside != m_end && *inside == '{') {
        const ScanResult object = checkObject(inside, m_end);
        m_listScanned += static_cast<std::size_t>(object.at - inside);
        if (object.hasPhase) {
            complain(diagnostics::kStrayBracket, from, sampleAt(from, m_end)); // events follow, so this is not a separate list
            return inside;
        }
    }
    const ScanResult list = scanObject(from, m_end);
    m_listScanned += static_cast<std::size_t>(list.at - from);
    if (list.status != ScanStatus::Complete)
        return nullptr;
    complain(diagnostics::kNotAnObject, from, sampleAt(from, m_end));
    return list.at;
}

// Skips a number, a string, a list or non-JSON text in place of an event.
const char *BlockParser::skipForeign(const char *from)
{
    const char *p = from;
    if (*from == '[') {
        if (const char *const next = skipList(from); next != nullptr)
            return next;
        ++p;
    } else if (*from == '"') {
        for (++p; p != m_end && *p != '"' && *p != '{'; ++p)
            if (*p == '\\' && p + 1 != m_end)
                ++p;
        if (p != m_end && *p == '"')
            ++p;
    } else {
        ++p;
    }
    while (p != m_end && *p != ',' && *p != '{' && *p != ']')
        ++p;
    complain(diagnostics::kNotAnObject, from, sampleAt(from, p));
    return p;
}

bool BlockParser::parseText(std::string_view text, EventFields &event, std::string &memory)
{
    memory.clear();
    memory.reserve(text.size() + 2 + TextBlock::kPadding);
    memory.push_back('[');
    memory.append(text);
    memory.push_back(']');
    const std::size_t bytes = memory.size();
    memory.append(TextBlock::kPadding, ' ');
    simdjson::ondemand::document document;
    simdjson::ondemand::array list;
    if (m_singleParser.iterate(memory.data(), bytes, memory.size()).get(document) != simdjson::SUCCESS
        || document.get_array().get(list) != simdjson::SUCCESS)
        return false;
    int objects = 0;
    for (auto element : list) {
        simdjson::ondemand::object object;
        if (element.get_object().get(object) != simdjson::SUCCESS || !fields::readEvent(object, event))
            return false;
        const char *next = nullptr;
        if (document.current_location().get(next) != simdjson::SUCCESS || next != memory.data() + bytes - 1)
            return false;
        ++objects;
    }
    return objects == 1;
}

bool BlockParser::parseAlone(const char *from, const char *end)
{
    const std::string_view text{from, static_cast<std::size_t>(end - from)};
    if (text.size() > m_maxEventBytes) {
        complain(diagnostics::kEventTooLarge, from, sampleAt(from, end));
        return true;
    }
    const auto take = [&](const EventFields &event) {
        const auto before = static_cast<std::uint32_t>(m_offset - m_blockOffset);
        m_sink.add(event, before + static_cast<std::uint32_t>(from - m_begin), static_cast<std::uint32_t>(text.size()));
    };
    if (EventFields event; parseText(text, event, m_rawCopy)) {
        take(event);
        return true;
    }
    TextFaults faults;
    const std::string repaired = repairJson(text, faults);
    EventFields event;
    if (!faults.any() || !parseText(repaired, event, m_repairedCopy))
        return false;
    complainOfFaults(faults, from, text);
    take(event);
    return true;
}

} // namespace lamella::core

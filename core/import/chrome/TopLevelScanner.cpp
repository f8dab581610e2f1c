// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/TopLevelScanner.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/JsonText.h"
#include "core/import/chrome/EventScanner.h"

namespace lamella::core {

namespace {
constexpr std::string_view kBom = "\xEF\xBB\xBF";
constexpr std::size_t kSampleBytes = 120;
} // namespace

std::size_t TopLevelScanner::feed(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (m_state == State::InEvents || m_state == State::NotJson)
            return i;
        if (m_state == State::AfterEnd) {
            consumeTail(text.substr(i));
            return text.size();
        }
        consume(text[i]);
        if (m_state == State::NotJson)
            return i;
        ++m_offset;
    }
    return text.size();
}

void TopLevelScanner::resumeAfterEvents(std::uint64_t offsetBehindBracket)
{
    m_offset = offsetBehindBracket;
    m_state = m_bareArray ? State::AfterEnd : State::Outside;
    m_part = Part::CommaOrEnd;
}

void TopLevelScanner::enterTraceInList(std::uint64_t offsetBehindBrace)
{
    m_diagnostics.add(diagnostics::kTraceInList, 0);
    m_traceInList = true;
    m_bareArray = m_eventsFound = false;
    m_offset = offsetBehindBrace;
    m_state = State::Outside;
    m_part = Part::KeyOrEnd;
}

// Text after the trace; leading blanks and NUL bytes are ignored.
void TopLevelScanner::consumeTail(std::string_view text)
{
    if (m_tailBytes == 0) {
        std::size_t first = 0;
        for (; first < text.size(); ++first) {
            const bool closes = text[first] == ']' && m_traceInList && !m_listClosed;
            if (!closes && !isJsonBlank(text[first]) && text[first] != '\0')
                break;
            m_listClosed = m_listClosed || closes;
        }
        m_offset += first;
        text.remove_prefix(first);
        m_tailOffset = m_offset;
        m_tailSample = text.substr(0, 2 * kSampleBytes);
    }
    m_tailBytes += text.size();
    m_offset += text.size();
}

void TopLevelScanner::finish()
{
    if (m_tailBytes > 0) {
        const std::size_t first = m_tailSample.find_first_not_of(", \n\r\t\x1e");
        const bool document = first != std::string::npos && (m_tailSample[first] == '{' || m_tailSample[first] == '[');
        m_diagnostics.add(document ? diagnostics::kSecondDocument : diagnostics::kTrailingGarbage,
            static_cast<std::int64_t>(m_tailOffset),
            cleanSample(std::to_string(m_tailBytes) + " bytes: " + m_tailSample, kSampleBytes));
    } else if (m_state == State::AfterEnd && m_traceInList && !m_listClosed) {
        m_diagnostics.add(diagnostics::kArrayNotClosed, static_cast<std::int64_t>(m_offset));
    }
    if (m_state == State::Outside) {
        if (m_part == Part::Value)
            endValue();
        m_diagnostics.add(diagnostics::kTruncatedObject, static_cast<std::int64_t>(m_offset));
    }
}

void TopLevelScanner::consume(char c)
{
    if (m_state == State::Start) {
        consumeStart(c);
        return;
    }
    if (m_part == Part::Value) {
        consumeValue(c);
        return;
    }
    if (m_part == Part::Key) {
        if (!m_escaped && c == '"')
            m_part = Part::Colon;
        else if (m_key.size() < kMaxValueBytes)
            m_key.push_back(c);
        m_escaped = !m_escaped && c == '\\';
        return;
    }
    if (isJsonBlank(c))
        return;
    if (c == '"' && (m_part == Part::KeyOrEnd || m_part == Part::CommaOrEnd)) {
        if (m_part == Part::CommaOrEnd)
            m_diagnostics.add(diagnostics::kBadTopLevel, static_cast<std::int64_t>(m_offset), "missing comma");
        m_key.clear();
        m_escaped = false;
        m_part = Part::Key;
    } else if (c == '}' && m_part != Part::ValueStart && m_part != Part::Colon) {
        m_state = State::AfterEnd;
    } else if (c == ':' && m_part == Part::Colon) {
        m_part = Part::ValueStart;
    } else if (c == ',' && m_part == Part::CommaOrEnd) {
        m_part = Part::KeyOrEnd;
    } else if (m_part == Part::ValueStart && c != ',' && c != '}') {
        if (!beginValue(c))
            return;
        consumeValue(c);
    } else {
        m_diagnostics.add(diagnostics::kBadTopLevel, static_cast<std::int64_t>(m_offset), std::string_view(&c, 1));
        m_part = Part::CommaOrEnd;
    }
}

void TopLevelScanner::consumeStart(char c)
{
    if (m_offset == static_cast<std::uint64_t>(m_bomBytes) && m_bomBytes < 3 && c == kBom[static_cast<std::size_t>(m_bomBytes)]) {
        if (++m_bomBytes == 3)
            m_diagnostics.add(diagnostics::kByteOrderMark, 0);
        return;
    }
    if (isJsonBlank(c) && m_bomBytes % 3 == 0)
        return;
    if (c == '{') {
        m_state = State::Outside;
    } else if (c == '[') {
        m_bareArray = true;
        m_eventsFound = true;
        m_state = State::InEvents;
    } else {
        m_state = State::NotJson;
    }
}

// False if the value is the list of events.
bool TopLevelScanner::beginValue(char c)
{
    m_value.clear();
    m_valueOffset = m_offset;
    m_valueTooLarge = false;
    m_depth = 0;
    m_inString = m_escaped = false;
    m_scalar = c != '"' && c != '{' && c != '[';
    m_part = Part::Value;
    if (m_key != "traceEvents" || c != '[')
        return true;
    if (m_eventsFound) {
        m_secondEvents = true;
        m_valueTooLarge = true; // skip it without storing
        return true;
    }
    m_eventsFound = true;
    m_state = State::InEvents;
    m_part = Part::CommaOrEnd;
    return false;
}

void TopLevelScanner::keep(char c)
{
    if (m_valueTooLarge)
        return;
    m_value.push_back(c);
    if (m_value.size() > kMaxValueBytes) {
        m_valueTooLarge = true;
        m_diagnostics.add(diagnostics::kLargeTopLevelValue, static_cast<std::int64_t>(m_valueOffset), cleanSample(m_key));
        m_value.clear();
    }
}

void TopLevelScanner::consumeValue(char c)
{
    if (m_inString) {
        keep(c);
        if (!m_escaped && c == '"') {
            m_inString = false;
            if (m_depth == 0)
                endValue();
        }
        m_escaped = !m_escaped && c == '\\';
        return;
    }
    if (m_scalar && (c == ',' || c == '}' || isJsonBlank(c))) {
        endValue();
        if (c == ',')
            m_part = Part::KeyOrEnd;
        else if (c == '}')
            m_state = State::AfterEnd;
        return;
    }
    keep(c);
    if (c == '"' && !m_scalar) {
        m_inString = true;
        m_escaped = false;
    } else if (c == '{' || c == '[') {
        m_skippedEvents += m_secondEvents && m_depth == 1 && c == '{' ? 1 : 0;
        ++m_depth;
    } else if ((c == '}' || c == ']') && --m_depth <= 0) {
        endValue();
    }
}

void TopLevelScanner::endValue()
{
    if (m_secondEvents && m_skippedEvents > 0)
        m_diagnostics.add(diagnostics::kSecondEventArray, static_cast<std::int64_t>(m_valueOffset),
            std::to_string(m_offset - m_valueOffset) + " bytes", m_skippedEvents);
    m_secondEvents = false;
    m_skippedEvents = 0;
    if (!m_valueTooLarge && m_values.size() < kMaxKeys)
        m_values.emplace_back(m_key, m_value);
    m_value.clear();
    m_part = Part::CommaOrEnd;
}

} // namespace lamella::core

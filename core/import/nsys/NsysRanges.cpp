// SPDX-License-Identifier: GPL-3.0-or-later
// NsysReader: the table NVTX_EVENTS.
#include "core/import/DiagnosticKinds.h"
#include "core/import/nsys/NsysReader.h"

#include <algorithm>
#include <optional>

namespace lamella::core {

namespace {

// eventType of the table
constexpr std::int64_t kMark = 34;
constexpr std::int64_t kThreadName = 39;
constexpr std::int64_t kPushPop = 59;
constexpr std::int64_t kStartEnd = 60;
constexpr std::int64_t kPushPopText = 70;
constexpr std::int64_t kStartEndText = 71;
constexpr std::int64_t kCategory = 33;
constexpr std::int64_t kDomainCreate = 75;
constexpr std::int64_t kDomainDestroy = 76;

constexpr std::uint64_t kDomainBytes = 96; // per map entry

enum Column { Start, End, Type, Text, TextId, ThreadId, EndThread, Domain };

} // namespace

// Each domain has a row with its name, except the default domain, 0.
void NsysReader::readDomains()
{
    SqliteRows rows = m_file.rows("NVTX_EVENTS", {"eventType", "globalTid", "domainId", "text", "textId"});
    while (!m_builder.memory().exceeded() && rows.next()) {
        if (rows.integer(0) != kDomainCreate)
            continue;
        m_builder.memory().hold(kDomainBytes);
        const std::string_view text = rows.text(3).empty() ? m_strings.text(rows.optionalInteger(4)) : rows.text(3);
        m_domains[{nsysProcessKey(rows.integer(1)), rows.integer(2)}] = m_strings.intern("nvtx:" + std::string(text));
    }
}

// A domain that was created before the capture began has no name: its number is used instead.
StringId NsysReader::domainOf(std::int64_t thread, std::int64_t domain)
{
    if (const auto named = m_domains.find({nsysProcessKey(thread), domain}); named != m_domains.end())
        return named->second;
    return m_builder.intern(domain == 0 ? "nvtx" : "nvtx:domain " + std::to_string(domain));
}

void NsysReader::readRange(const SqliteRows &row)
{
    const std::int64_t type = row.integer(Type);
    if (type == kDomainCreate || type == kDomainDestroy || type == kCategory)
        return;
    const std::int64_t thread = row.integer(ThreadId);
    const bool ownText = !row.isNull(Text);
    StringId name = ownText ? m_strings.intern(row.text(Text)) : m_strings.find(row.optionalInteger(TextId));
    if (!name.valid())
        name = StringId{0};
    if (type == kThreadName) {
        m_builder.at(m_strings.thread(thread)).threadName = m_builder.document().text(name);
        return;
    }
    const bool nested = type == kPushPop || type == kPushPopText;
    const bool free = type == kStartEnd || type == kStartEndText;
    if (!nested && !free && type != kMark) {
        m_builder.document().diagnostics.add(diagnostics::kUnknownPhase, -1, "NVTX event type " + std::to_string(type));
        return;
    }
    const StringId category = domainOf(thread, row.integer(Domain));
    const std::optional<std::int64_t> start = row.optionalInteger(Start);
    RecordedEvent event{start.value_or(INT64_MAX), -1, name, category, m_strings.thread(thread),
        type == kMark ? 'i'
            : nested  ? 'X'
                      : 'b'};
    if (start && type != kMark && row.isNull(End)) {
        m_builder.document().diagnostics.add(diagnostics::kUnclosedBegin, -1, m_builder.document().text(name));
        event.duration = duration(*start, std::max(*start, latest()));
    } else if (type != kMark) {
        event.duration = timesOf(row, Start, End).second;
    }
    addEvent(event);
}

// Read after all other tables, because an unclosed range extends to the end of the recording.
void NsysReader::readRanges()
{
    each("NVTX_EVENTS", {"start", "end", "eventType", "text", "textId", "globalTid", "endGlobalTid", "domainId"},
        [this](const SqliteRows &row) { readRange(row); });
}

} // namespace lamella::core

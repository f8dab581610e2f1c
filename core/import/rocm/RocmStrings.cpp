// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocm/RocmStrings.h"

#include "core/import/DiagnosticKinds.h"
#include "core/import/JsonText.h"

#include <algorithm>

namespace lamella::core {

namespace {
constexpr std::uint64_t kNodeBytes = 96; // of a map entry with its text
} // namespace

void RocmStrings::read(const SqliteFile &file, std::string_view table)
{
    m_texts.clear();
    SqliteRows rows = file.rows(table, {"id", "string"});
    while (!m_builder.memory().exceeded() && rows.next()) {
        const std::string_view text = rows.text(1);
        m_builder.memory().hold(kNodeBytes + text.size());
        m_texts.insert_or_assign(rows.integer(0), std::string(text));
    }
    if (rows.damaged())
        m_builder.document().diagnostics.add(diagnostics::kDamagedTable, -1, table);
}

std::string_view RocmStrings::text(std::optional<std::int64_t> id) const
{
    const auto found = id ? m_texts.find(*id) : m_texts.end();
    return found == m_texts.end() ? std::string_view{} : std::string_view(found->second);
}

StringId RocmStrings::intern(std::string_view raw)
{
    const bool plain = std::all_of(raw.begin(), raw.end(), [](char c) { return c >= ' ' && c < 127; });
    if (plain)
        return m_builder.intern(raw);
    const std::string fixed = cleanSample(raw, raw.size() * 3);
    if (fixed != raw)
        m_builder.document().diagnostics.add(diagnostics::kInvalidUtf8, -1, fixed);
    return m_builder.intern(fixed);
}

TrackId RocmStrings::thread(std::int64_t pid, std::int64_t tid)
{
    const auto [at, added] = m_threads.try_emplace({pid, tid});
    if (added) {
        at->second = m_builder.track(std::to_string(pid), std::to_string(tid));
        m_builder.at(at->second).kind = TrackKind::Cpu;
    }
    return at->second;
}

} // namespace lamella::core

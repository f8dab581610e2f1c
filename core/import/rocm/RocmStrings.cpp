// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocm/RocmStrings.h"

#include "core/import/CleanText.h"
#include "core/import/DiagnosticKinds.h"

#include <cstddef>
#include <cstdint>

namespace lamella::core {

namespace {
constexpr std::uint64_t kNodeBytes = 96; // of a map entry with its text
constexpr std::uint64_t kProcessBytes = 2 * kNodeBytes;
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
    return internClean(m_builder, raw);
}

const std::string &RocmStrings::process(std::int64_t pid, std::uint64_t scope)
{
    const auto [at, added] = m_processes.try_emplace({scope, pid});
    if (added) {
        m_builder.memory().hold(kProcessBytes);
        const std::size_t same = ++m_scopesOfPid[pid];
        at->second = std::to_string(pid) + (same == 1 ? std::string() : " #" + std::to_string(same));
    }
    return at->second;
}

TrackId RocmStrings::thread(std::int64_t pid, std::int64_t tid, std::uint64_t scope)
{
    const auto [at, added] = m_threads.try_emplace({scope, pid, tid});
    if (added) {
        at->second = m_builder.track(process(pid, scope), std::to_string(tid));
        m_builder.at(at->second).kind = TrackKind::Cpu;
    }
    return at->second;
}

} // namespace lamella::core

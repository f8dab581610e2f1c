// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/ImportDiagnostics.h"

#include <algorithm>

namespace lamella::core {

std::string_view severityName(Severity severity)
{
    switch (severity) {
    case Severity::Info: return "info";
    case Severity::Notice: return "notice";
    case Severity::DataLoss: return "data_loss";
    case Severity::Error: return "error";
    }
    return "error";
}

void ImportDiagnostics::add(const DiagnosticKind &kind, std::int64_t offset, std::string_view sample, std::uint64_t count)
{
    Diagnostic &d = m_byId[kind.id];
    const bool first = d.kind == nullptr;
    d.kind = &kind;
    d.count += count;
    if (first || (offset >= 0 && (d.firstOffset < 0 || offset < d.firstOffset))) {
        d.firstOffset = offset;
        d.sample.assign(sample.substr(0, 120));
        // Never leave half a UTF-8 sequence behind.
        while (!d.sample.empty() && sample.size() > 120 && (static_cast<unsigned char>(d.sample.back()) & 0xC0) == 0x80)
            d.sample.pop_back();
        if (!d.sample.empty() && sample.size() > 120 && (static_cast<unsigned char>(d.sample.back()) & 0x80) != 0)
            d.sample.pop_back();
    }
}

void ImportDiagnostics::merge(const ImportDiagnostics &other)
{
    for (const auto &[id, d] : other.m_byId)
        add(*d.kind, d.firstOffset, d.sample, d.count);
}

std::vector<Diagnostic> ImportDiagnostics::sorted() const
{
    std::vector<Diagnostic> rows;
    for (const auto &[id, d] : m_byId)
        rows.push_back(d);
    std::stable_sort(rows.begin(), rows.end(),
        [](const Diagnostic &a, const Diagnostic &b) { return a.kind->severity > b.kind->severity; });
    return rows;
}

std::uint64_t ImportDiagnostics::count(std::string_view id) const
{
    const auto it = m_byId.find(id);
    return it == m_byId.end() ? 0 : it->second.count;
}

bool ImportDiagnostics::anyDataLoss() const
{
    return std::any_of(m_byId.begin(), m_byId.end(),
        [](const auto &entry) { return entry.second.kind->severity >= Severity::DataLoss; });
}

} // namespace lamella::core

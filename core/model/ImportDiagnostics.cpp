// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/ImportDiagnostics.h"

#include <algorithm>

namespace lamella::core {

std::string_view severityName(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return "info";
    case Severity::Notice:
        return "notice";
    case Severity::DataLoss:
        return "data_loss";
    case Severity::Error:
        return "error";
    }
    return "error";
}

namespace {

constexpr std::size_t kMaxSampleBytes = 120;

// Length in bytes of the UTF-8 sequence at the start of text; 0 if invalid (overlong, surrogate, truncated or stray bytes).
std::size_t sequenceLength(std::string_view text)
{
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    const std::size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (length == 0 || length > text.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0) != 0x80)
            return 0;
    const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
    const bool outside = (first == 0xED && byte(1) > 0x9F) || (first == 0xF4 && byte(1) > 0x8F);
    return overlong || outside ? 0 : length;
}

// C0, delete and C1, which a terminal could interpret as commands.
bool isControl(std::string_view sequence)
{
    const auto first = static_cast<unsigned char>(sequence[0]);
    return first < 0x20 || first == 0x7F || (first == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0);
}

// Makes a sample safe to show on a terminal and in a window: at most kMaxSampleBytes of valid UTF-8, without split sequences,
// control characters replaced by spaces and invalid bytes by U+FFFD.
std::string cleaned(std::string_view sample)
{
    std::string text;
    while (!sample.empty()) {
        const std::size_t length = sequenceLength(sample);
        const std::string_view piece = length == 0 ? std::string_view("\uFFFD")
            : isControl(sample)                    ? std::string_view(" ")
                                                   : sample.substr(0, length);
        if (text.size() + piece.size() > kMaxSampleBytes)
            break;
        text += piece;
        sample.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return text;
}

} // namespace

void ImportDiagnostics::add(const DiagnosticKind &kind, std::int64_t offset, std::string_view sample, std::uint64_t count)
{
    Diagnostic &d = m_byId[kind.id];
    const bool first = d.kind == nullptr;
    d.kind = &kind;
    d.count += count;
    if (first || (offset >= 0 && (d.firstOffset < 0 || offset < d.firstOffset))) {
        d.firstOffset = offset;
        d.sample = cleaned(sample);
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
    std::stable_sort(
        rows.begin(), rows.end(), [](const Diagnostic &a, const Diagnostic &b) { return a.kind->severity > b.kind->severity; });
    return rows;
}

std::uint64_t ImportDiagnostics::count(std::string_view id) const
{
    const auto it = m_byId.find(id);
    return it == m_byId.end() ? 0 : it->second.count;
}

bool ImportDiagnostics::anyDataLoss() const
{
    return std::any_of(
        m_byId.begin(), m_byId.end(), [](const auto &entry) { return entry.second.kind->severity >= Severity::DataLoss; });
}

} // namespace lamella::core

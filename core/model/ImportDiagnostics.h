// SPDX-License-Identifier: GPL-3.0-or-later
// What was odd in a file that could be read. Nothing is dropped silently: each oddity is counted, with the offset and
// a sample of the first one. Not an error: see Result.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class Severity : std::uint8_t { Info, Notice, DataLoss, Error };
[[nodiscard]] std::string_view severityName(Severity severity);   // "info", "notice", "data_loss", "error"

struct DiagnosticKind {
    std::string_view id;        // stable, snake_case: "truncated_array"
    Severity severity;
    std::string_view meaning;   // one sentence: what it means for the user, what to do
};

struct Diagnostic {
    const DiagnosticKind *kind = nullptr;
    std::uint64_t count = 0;
    std::int64_t firstOffset = -1;   // byte in the inflated text, -1 = not tied to one
    std::string sample;              // text of the first one, at most 120 bytes, valid UTF-8, no control characters
};

class ImportDiagnostics {
public:
    // `kind` must be an entry of a static table (kept by pointer).
    void add(const DiagnosticKind &kind, std::int64_t offset = -1, std::string_view sample = {}, std::uint64_t count = 1);
    void merge(const ImportDiagnostics &other);     // the smaller offset keeps its sample
    [[nodiscard]] std::vector<Diagnostic> sorted() const;   // severest first, then id
    [[nodiscard]] bool empty() const { return m_byId.empty(); }
    [[nodiscard]] std::uint64_t count(std::string_view id) const;   // 0 when never seen
    [[nodiscard]] bool anyDataLoss() const;         // DataLoss or worse: what --strict refuses

private:
    std::map<std::string_view, Diagnostic> m_byId;
};

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Faults of a file that could still be read. Nothing is dropped silently: each kind is counted, with the offset and a sample of
// its first occurrence. Files that cannot be read return an Error instead (core/base/Result.h).
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

enum class Severity : std::uint8_t { Info, Notice, DataLoss, Error };
[[nodiscard]] std::string_view severityName(Severity severity); // "info", "notice", "data_loss", "error"

struct DiagnosticKind {
    std::string_view id; // stable, snake_case: "truncated_array"
    Severity severity;
    std::string_view meaning; // one sentence: what it means for the user and what to do
};

struct Diagnostic {
    const DiagnosticKind *kind = nullptr;
    std::uint64_t count = 0;
    std::int64_t firstOffset = -1; // byte in the inflated text, -1 = no position
    std::string sample; // text of the first occurrence, at most 120 bytes, valid UTF-8, no control characters
};

class ImportDiagnostics {
public:
    // `kind` must be in a static table (the pointer is stored).
    void add(const DiagnosticKind &kind, std::int64_t offset = -1, std::string_view sample = {}, std::uint64_t count = 1);
    void merge(const ImportDiagnostics &other); // keeps the sample with the smaller offset
    [[nodiscard]] std::vector<Diagnostic> sorted() const; // most severe first, then by id
    [[nodiscard]] bool empty() const { return m_byId.empty(); }
    [[nodiscard]] std::uint64_t count(std::string_view id) const; // 0 if it did not occur
    [[nodiscard]] bool anyDataLoss() const; // any DataLoss or Error, which --strict rejects

private:
    std::map<std::string_view, Diagnostic> m_byId;
};

} // namespace lamella::core

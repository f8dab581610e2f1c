// SPDX-License-Identifier: GPL-3.0-or-later
// Texts and threads of a ROCm database.
#pragma once

#include "core/import/DocumentBuilder.h"
#include "core/import/nsys/SqliteTable.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lamella::core {

class RocmStrings {
public:
    explicit RocmStrings(DocumentBuilder &builder)
        : m_builder(builder)
    {
    }
    // Reads a table of (id, string).
    void read(const SqliteFile &file, std::string_view table);
    [[nodiscard]] std::string_view text(std::optional<std::int64_t> id) const; // "" if unknown
    // Text of a cell as a name; control characters and invalid UTF-8 are replaced and counted.
    [[nodiscard]] StringId intern(std::string_view raw);
    // The process as it is shown: its pid, with a number where a process of another scope has the same (on another machine, or in
    // another container).
    [[nodiscard]] const std::string &process(std::int64_t pid, std::uint64_t scope);
    // The track of a host thread.
    [[nodiscard]] TrackId thread(std::int64_t pid, std::int64_t tid, std::uint64_t scope = 0);

private:
    DocumentBuilder &m_builder;
    std::unordered_map<std::int64_t, std::string> m_texts;
    std::map<std::pair<std::uint64_t, std::int64_t>, std::string> m_processes; // by scope and pid
    std::unordered_map<std::int64_t, std::size_t> m_scopesOfPid;
    std::map<std::tuple<std::uint64_t, std::int64_t, std::int64_t>, TrackId> m_threads; // by scope, pid and tid
};

} // namespace lamella::core

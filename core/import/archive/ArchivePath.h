// SPDX-License-Identifier: GPL-3.0-or-later
// A file in an archive, named as if the archive were a folder: "job.tar/rank0.json".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lamella::core {

struct ArchivePath {
    std::string archive;
    std::string member; // as archivedName() or numbered()
};

// None if the path itself exists, or if no part of it is a file.
[[nodiscard]] std::optional<ArchivePath> archivePath(const std::string &path);
[[nodiscard]] std::string pathInArchive(const std::string &archive, std::string_view member);

// A member's name without the parts that would lead out of the archive or nowhere ("/", ".", ".."), as unpacking it writes it.
[[nodiscard]] std::string archivedName(std::string_view member);

// The names of members as those of files: of several of one name, all but the first get a number, "rank0.json#2".
class MemberNumbers {
public:
    [[nodiscard]] std::string numbered(std::string_view member);

private:
    std::unordered_map<std::string, std::uint32_t> m_seen; // name -> members so far
};

// "rank0.json" of "rank0.json#2"; other names as they are.
[[nodiscard]] std::string_view withoutNumber(std::string_view numbered);

// By its name alone: a file in which there may be several traces.
[[nodiscard]] bool mayBeArchive(std::string_view path);

// Finds the member of that number among the names of an archive in their order, without keeping those.
class MemberMatch {
public:
    explicit MemberMatch(const std::string &numbered);
    [[nodiscard]] bool is(std::string_view member);

private:
    std::string m_wanted;
    std::string m_base; // without its number; empty: it has none
    std::uint32_t m_number = 1;
    std::uint32_t m_seen = 0; // of m_wanted
    std::uint32_t m_seenBase = 0;
};

// The files of an archive.
struct ArchivedNames {
    std::vector<std::string> names; // numbered()
    bool complete = true; // false: there are more, or a damaged entry hides what follows
    bool compressed = false; // as a whole: each file is read from the beginning of the archive
};

} // namespace lamella::core

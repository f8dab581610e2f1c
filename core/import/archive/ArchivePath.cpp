// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/archive/ArchivePath.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <system_error>

namespace lamella::core {

namespace fs = std::filesystem;

std::optional<ArchivePath> archivePath(const std::string &path)
{
    std::error_code code;
    if (path.empty() || fs::exists(path, code))
        return std::nullopt;
    for (std::size_t slash = path.rfind('/'); slash != std::string::npos && slash > 0; slash = path.rfind('/', slash - 1)) {
        const std::string parent = path.substr(0, slash);
        const fs::file_status status = fs::status(parent, code);
        if (fs::is_regular_file(status))
            return ArchivePath{parent, archivedName(path.substr(slash + 1))};
        if (fs::exists(status))
            return std::nullopt;
    }
    return std::nullopt;
}

std::string pathInArchive(const std::string &archive, std::string_view member)
{
    return archive + "/" + archivedName(member);
}

std::string archivedName(std::string_view member)
{
    std::string name;
    while (!member.empty()) {
        const std::string_view part = member.substr(0, member.find('/'));
        member.remove_prefix(std::min(member.size(), part.size() + 1));
        if (part.empty() || part == "." || part == "..")
            continue;
        name += (name.empty() ? "" : "/");
        name += part;
    }
    return name;
}

std::string MemberNumbers::numbered(std::string_view member)
{
    std::string name = archivedName(member);
    std::uint32_t number = ++m_seen[name];
    if (number == 1)
        return name;
    std::string numbered = name + "#" + std::to_string(number);
    while (m_seen.contains(numbered)) // a member has that name
        numbered = name + "#" + std::to_string(++number);
    m_seen[name] = number;
    m_seen[numbered] = 1;
    return numbered;
}

namespace {

// The number behind the last '#', above 1; else 0.
std::uint32_t numberOf(std::string_view numbered)
{
    const std::size_t hash = numbered.rfind('#');
    const char *const end = numbered.data() + numbered.size();
    std::uint32_t number = 0;
    if (hash == std::string_view::npos)
        return 0;
    const auto read = std::from_chars(numbered.data() + hash + 1, end, number);
    return read.ec == std::errc() && read.ptr == end && number > 1 ? number : 0;
}

} // namespace

std::string_view withoutNumber(std::string_view numbered)
{
    return numberOf(numbered) > 0 ? numbered.substr(0, numbered.rfind('#')) : numbered;
}

bool mayBeArchive(std::string_view path)
{
    static constexpr std::array<std::string_view, 6> kEndings{".zip", ".tar", ".tgz", ".tar.gz", ".tar.zst", ".tzst"};
    return std::any_of(kEndings.begin(), kEndings.end(), [path](std::string_view ending) { return path.ends_with(ending); });
}

MemberMatch::MemberMatch(const std::string &numbered)
    : m_wanted(numbered)
{
    if (const std::uint32_t number = numberOf(numbered); number > 0) {
        m_base = withoutNumber(numbered);
        m_number = number;
    }
}

bool MemberMatch::is(std::string_view member)
{
    const std::string name = archivedName(member);
    if (name == m_wanted)
        return ++m_seen == 1;
    return !m_base.empty() && name == m_base && ++m_seenBase == m_number;
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/archive/MemberChoice.h"

#include "core/base/AsciiCase.h"
#include "core/base/Message.h"
#include "core/import/JsonText.h"
#include "core/import/archive/ArchivePath.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

std::string_view fileName(std::string_view name)
{
    return name.substr(name.rfind('/') + 1); // npos + 1 is 0
}

} // namespace

bool isArchivedFile(std::string_view name)
{
    const std::string_view file = fileName(name);
    return !file.empty() && file.front() != '.' && !name.starts_with("__MACOSX/")
        && name.find("/__MACOSX/") == std::string_view::npos;
}

bool mayBeArchivedTrace(std::string_view name)
{
    static constexpr std::array<std::string_view, 10> kNames{"config.json", "generation_config.json", "server_args.json",
        "tokenizer_config.json", "profiler_metadata.json", "communication.json", "communication_matrix.json", "readme", "license",
        "manifest.json"};
    static constexpr std::array<std::string_view, 10> kEndings{
        ".md", ".txt", ".log", ".png", ".svg", ".html", ".pdf", ".py", ".yaml", ".meta.json"};
    const std::string file = asciiLowered(fileName(name));
    return isArchivedFile(name) && std::find(kNames.begin(), kNames.end(), file) == kNames.end()
        && std::none_of(kEndings.begin(), kEndings.end(), [&file](std::string_view ending) { return file.ends_with(ending); });
}

Error severalMembers(const std::string &path, const std::vector<std::string> &names, std::size_t all)
{
    std::string listed;
    for (const std::string &name : names)
        listed += (listed.empty() ? "" : ", ") + cleanSample(name, 80);
    return Error{ErrorCode::NotATrace,
        msg("an archive of several files (%1%2): give one of them (%3), or open all as the ranks of a job (lamella-cli ranks)",
            listed, all > names.size() ? " …" : "", cleanSample(pathInArchive(path, names.front()), 200)),
        path};
}

Error noMember(const std::string &path)
{
    return Error{ErrorCode::NotATrace, "an archive without a file that could be a trace; unpack it and look", path};
}

Error noSuchMember(const std::string &path)
{
    return Error{ErrorCode::Io, "no such file in the archive", path};
}

} // namespace lamella::core

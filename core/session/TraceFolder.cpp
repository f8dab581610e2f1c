// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/TraceFolder.h"

#include "core/base/Message.h"
#include "core/import/FilesBeside.h"
#include "core/import/archive/ArchivePath.h"
#include "core/import/archive/MemberChoice.h"
#include "core/import/ascend/AscendFolder.h"
#include "core/import/rocm/RocprofCsvImporter.h"
#include "core/session/RankNumbers.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>

namespace lamella::core {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFiles = 1024;
constexpr std::size_t kMaxInCompressedTar = 32;

// Files with the extension of a trace that are often found beside traces.
bool isKnownOther(std::string_view name)
{
    static constexpr std::array<std::string_view, 7> kNames{"config.json", "generation_config.json", "server_args.json",
        "profiler_metadata.json", "communication.json", "communication_matrix.json", "tokenizer_config.json"};
    return std::find(kNames.begin(), kNames.end(), name) != kNames.end() || name.starts_with("profiler_info");
}

bool mayBeTrace(std::string_view name)
{
    static constexpr std::array<std::string_view, 12> kEndings{
        ".json", ".gz", ".sqlite", ".pb", ".pftrace", ".perfetto-trace", ".rpd", ".db", ".zst", ".zip", ".tar", ".tgz"};
    return !name.starts_with('.') && !isKnownOther(name)
        && std::any_of(kEndings.begin(), kEndings.end(), [name](std::string_view ending) { return name.ends_with(ending); });
}

// The timeline that the Ascend profiler wrote into a rank's folder; empty for other folders.
std::string timelineOfRankFolder(const fs::path &folder)
{
    std::error_code code;
    for (const fs::path &at : {folder / "ASCEND_PROFILER_OUTPUT" / "trace_view.json", folder / "trace_view.json"})
        if (fs::is_regular_file(at, code))
            return at.string();
    return {};
}

// The last capture of a JAX profile folder, in which each capture has a folder named by its time:
// plugins/profile/2026_01_11_21_26_41. Empty for other folders.
std::string lastProfileRun(const fs::path &folder)
{
    std::string last;
    std::error_code code;
    for (fs::directory_iterator it(folder / "plugins" / "profile", code), end; !code && it != end; it.increment(code)) {
        std::error_code ignored;
        if (it->is_directory(ignored) && (last.empty() || naturalLess(last, it->path().string())))
            last = it->path().string();
    }
    return last;
}

// JAX writes each capture also as a Chrome export, which has less (at most a million events, no peaks).
void leaveOutExports(std::vector<std::string> &files)
{
    constexpr std::string_view kSpace = ".xplane.pb";
    std::set<std::string, std::less<>> spaces; // folder and host name
    for (const std::string &file : files)
        if (file.ends_with(kSpace))
            spaces.insert(file.substr(0, file.size() - kSpace.size()));
    std::erase_if(files, [&spaces](const std::string &file) {
        for (const std::string_view ending : {std::string_view(".trace.json.gz"), std::string_view(".trace.json")})
            if (file.ends_with(ending) && spaces.contains(std::string_view(file).substr(0, file.size() - ending.size())))
                return true;
        return false;
    });
}

Result<std::vector<std::string>> filesIn(const std::string &folder)
{
    if (std::vector<std::string> tables = ascendKernelTables(folder); !tables.empty())
        return tables;
    if (std::string own = timelineOfRankFolder(folder); !own.empty())
        return std::vector<std::string>{std::move(own)};
    if (const std::string run = lastProfileRun(folder); !run.empty())
        return filesIn(run);
    std::vector<std::string> found;
    std::error_code code;
    for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
        std::error_code ignored;
        if (it->is_regular_file(ignored) && mayBeTrace(it->path().filename().string()))
            found.push_back(it->path().string());
        else if (it->is_directory(ignored))
            if (std::string own = timelineOfRankFolder(it->path()); !own.empty())
                found.push_back(std::move(own));
        if (found.size() > kMaxFiles)
            return Error{ErrorCode::Limit, "has more than 1024 files; give the files of one job", folder, -1};
    }
    if (code)
        return Error{ErrorCode::Io, msg("cannot be read (%1)", code.message()), folder, -1};
    if (found.empty() && fs::is_empty(folder, code))
        return Error{ErrorCode::Io, "is an empty folder; choose one with traces, or a file", folder, -1};
    if (found.empty())
        found = rocprofRunsIn(folder);
    if (found.empty())
        found = rocprofHostsIn(folder);
    if (found.empty())
        return Error{ErrorCode::Io,
            "has no file that is named like a trace, and no folders of ranks; choose the file itself, whatever its name", folder,
            -1};
    leaveOutExports(found);
    std::sort(found.begin(), found.end(), [](const std::string &a, const std::string &b) { return naturalLess(a, b); });
    return found;
}

// The traces of an archive, chosen as those of a folder: kernel tables or timelines of Ascend, else what has a trace's ending.
std::vector<std::string> tracesOf(const std::string &archive, const std::vector<std::string> &names)
{
    std::vector<std::string> chosen = ascendTablesAmong(archive, names);
    std::vector<std::string> timelines;
    std::vector<std::string> others;
    for (const std::string &name : names) {
        if (!chosen.empty() || archivedName(name).empty() || !isArchivedFile(name))
            continue;
        const std::string file = fs::path(withoutNumber(name)).filename().string();
        if (file == "trace_view.json")
            timelines.push_back(pathInArchive(archive, name));
        else if (mayBeTrace(file))
            others.push_back(pathInArchive(archive, name));
    }
    if (chosen.empty())
        chosen = std::move(!timelines.empty() ? timelines : others);
    leaveOutExports(chosen);
    std::sort(chosen.begin(), chosen.end(), [](const std::string &a, const std::string &b) { return naturalLess(a, b); });
    return chosen;
}

// Empty: no archive of several traces, and none of Ascend; what is wrong with the one is said where it is read.
Result<std::vector<std::string>> filesInArchive(const std::string &path, const JobControl &control)
{
    if (!mayBeArchive(path))
        return std::vector<std::string>();
    const auto listed = namesInArchive(path, control);
    if (!listed && listed.error().code == ErrorCode::Cancelled)
        return listed.error();
    if (!listed)
        return std::vector<std::string>();
    const ArchivedNames &names = **listed;
    std::vector<std::string> found = tracesOf(path, names.names);
    if (!names.complete && !found.empty()) // ranks may be missing
        return Error{ErrorCode::Limit,
            "an archive of which only a part can be listed: an entry is damaged, or there are more than 100,000; unpack it and "
            "open "
            "the folder",
            path, -1};
    if (names.compressed && found.size() > kMaxInCompressedTar)
        return Error{
            ErrorCode::Limit, "has more than 32 traces in one compressed archive; unpack it and open the folder", path, -1};
    const bool ascend = found.size() == 1 && (found.front().ends_with(".csv") || found.front().ends_with("trace_view.json"));
    return found.size() > 1 || ascend ? found : std::vector<std::string>();
}

} // namespace

bool isFolder(const std::string &path)
{
    std::error_code code;
    return fs::is_directory(path, code);
}

bool isArchiveOfTraces(const std::string &path, const JobControl &control)
{
    const auto files = filesInArchive(path, control);
    return !files || files->size() > 1;
}

Result<std::vector<std::string>> expandFolders(const std::vector<std::string> &paths, const JobControl &control)
{
    std::vector<std::string> files;
    std::set<std::string> seen;
    for (const std::string &path : paths) {
        std::vector<std::string> of{path};
        if (isFolder(path)) {
            auto inside = filesIn(path);
            if (!inside)
                return inside.error();
            of = std::move(*inside);
        } else {
            auto inside = filesInArchive(path, control);
            if (!inside)
                return inside.error();
            if (!inside->empty())
                of = std::move(*inside);
        }
        for (std::string &file : of)
            if (seen.insert(file).second)
                files.push_back(std::move(file));
    }
    if (files.size() > kMaxFiles)
        return Error{ErrorCode::Limit, "more than 1024 files were given; give those of one job", {}, -1};
    return files;
}

} // namespace lamella::core

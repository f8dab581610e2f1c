// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/RankLoader.h"

#include "core/base/ParallelFor.h"
#include "core/import/ImporterRegistry.h"
#include "core/import/OpenByteSource.h"

#include <charconv>
#include <chrono>
#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>

namespace lamella::core {

namespace {

constexpr unsigned kMaxAtOnce = 8;

// Collects the progress of the reading threads.
class Progress {
public:
    Progress(const std::vector<std::string> &files, const RankOpenOptions &options, const JobControl &control)
        : m_options(options)
        , m_control(control)
    {
        for (const std::string &file : files) {
            std::error_code unknown; // if unknown, its size counts once reading begins
            const auto bytes = std::filesystem::file_size(file, unknown);
            m_loads.push_back({file, RankLoad::State::Waiting, 0, unknown ? 0 : static_cast<std::uint64_t>(bytes)});
        }
    }
    void state(std::size_t row, RankLoad::State state)
    {
        const std::lock_guard lock(m_mutex);
        m_loads[row].state = state;
        if (state == RankLoad::State::Analysing)
            m_loads[row].doneBytes = m_loads[row].totalBytes;
        report(true);
    }
    void bytes(std::size_t row, std::uint64_t done, std::uint64_t total)
    {
        const std::lock_guard lock(m_mutex);
        m_loads[row].doneBytes = done;
        m_loads[row].totalBytes = total;
        report(false);
    }

private:
    void report(bool always)
    {
        const auto now = std::chrono::steady_clock::now();
        if (!always && now - m_last < std::chrono::milliseconds(20))
            return;
        m_last = now;
        std::uint64_t done = 0;
        std::uint64_t total = 0;
        for (const RankLoad &load : m_loads) {
            done += load.doneBytes;
            total += load.totalBytes;
        }
        m_control.report(done, total);
        if (m_options.progress)
            m_options.progress(m_loads);
    }

    const RankOpenOptions &m_options;
    const JobControl &m_control;
    std::mutex m_mutex;
    std::vector<RankLoad> m_loads;
    std::chrono::steady_clock::time_point m_last{};
};

Result<std::shared_ptr<AnalysisSession>> openOne(std::size_t row, const std::string &file, const ImportOptions &import,
    const RankOpenOptions &options, Progress &progress, const JobControl &control)
{
    const JobControl reading{
        control.stop, [&progress, row](std::uint64_t done, std::uint64_t total) { progress.bytes(row, done, total); }};
    auto opened = openTrace(file, import, TraceCache(options.cache), reading);
    if (!opened)
        return opened.error();
    if (options.opened)
        options.opened(*opened);
    progress.state(row, RankLoad::State::Analysing);
    const auto own = options.own.find(file);
    auto session = AnalysisSession::create(std::move(opened->document), own == options.own.end() ? options.session : own->second);
    if (!session)
        return session.error();
    if (const auto segmentation = (*session)->segmentation({control.stop, {}}); !segmentation)
        return segmentation.error();
    return session;
}

LoadedRank loaded(std::size_t row, const std::string &file, const ImportOptions &import, const RankOpenOptions &options,
    Progress &progress, const JobControl &control)
{
    LoadedRank rank{file, nullptr, {}};
    progress.state(row, RankLoad::State::Reading);
    try {
        auto session = openOne(row, file, import, options, progress, control);
        if (session)
            rank.session = std::move(*session);
        else
            rank.error = session.error();
    } catch (const std::bad_alloc &) { // must not leave the thread
        rank.error = {ErrorCode::Limit, "not enough memory; open fewer ranks", file, -1};
    }
    progress.state(row, rank.session ? RankLoad::State::Done : RankLoad::State::Failed);
    return rank;
}

} // namespace

Result<std::vector<LoadedRank>> loadRanks(
    const std::vector<std::string> &files, const RankOpenOptions &options, const JobControl &control)
{
    ImportOptions import;
    import.limits = options.limits;
    std::vector<LoadedRank> ranks(files.size());
    Progress progress(files, options, control);
    parallelFor(workersWanted(options.atOnce, kMaxAtOnce), files.size(), control.stop,
        [&](std::size_t row, unsigned) { ranks[row] = loaded(row, files[row], import, options, progress, control); });
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "stopped", {}, -1};
    return ranks;
}

std::optional<int> rankFromHead(const std::string &path, const ImportLimits &limits)
{
    constexpr std::size_t kBeginningBytes = std::size_t{64} << 10;
    const Result<std::string> head = readHead(path, limits, kBeginningBytes);
    if (!head)
        return std::nullopt;
    const std::string_view text = *head;
    const std::size_t info = text.find("\"distributedInfo\"");
    if (info == std::string_view::npos)
        return std::nullopt;
    const std::size_t end = text.find('}', info);
    std::size_t at = text.find("\"rank\"", info);
    if (at == std::string_view::npos || at > end)
        return std::nullopt;
    at = text.find_first_not_of(" \t\r\n:", at + 6);
    int rank = -1;
    if (at != std::string_view::npos)
        std::from_chars(text.data() + at, text.data() + text.size(), rank);
    return rank >= 0 ? std::optional(rank) : std::nullopt;
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/gzip/MemberPrefetch.h"

#include <QScopeGuard>

#include <algorithm>
#include <cerrno>
#include <new>
#include <unistd.h>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kInputBytes = std::size_t{128} << 10;
constexpr std::size_t kStep = std::size_t{1} << 20; // of text, between two checks of the stop token
constexpr std::size_t kSlack = 64; // so that an inflater always has room at the end of a member
constexpr std::size_t kMaxGuesses = 1024;
constexpr std::size_t kMaxSpare = 16; // sets of tools, and buffers
constexpr std::uint64_t kHighestRatio = 1032; // of deflate

bool worthInflating(const MemberGuess &guess)
{
    return guess.rawBytes <= MemberPrefetch::kLargestMember && guess.rawBytes / kHighestRatio <= guess.end - guess.begin;
}

} // namespace

MemberPrefetch::MemberPrefetch(int fd, std::uint64_t fileBytes)
    : m_fd(fd)
    , m_scan(fd, fileBytes)
{
    m_spare.reserve(kMaxSpare); // reserved here, because later they are filled where exceptions are not allowed
    m_tools.reserve(kMaxSpare);
}

bool MemberPrefetch::work(const std::stop_token &stop)
try {
    if (stop.stop_requested())
        return false;
    std::unique_lock lock(m_mutex);
    if (m_noMemory)
        return false;
    if (wantsScan()) {
        scan(lock);
        return true;
    }
    const std::shared_ptr<Stretch> stretch = claim();
    lock.unlock();
    if (!stretch)
        return false;
    inflate(*stretch, stop);
    return true;
} catch (const std::bad_alloc &) { // the reader continues without prefetching
    const std::lock_guard lock(m_mutex);
    m_noMemory = true;
    return false;
}

bool MemberPrefetch::wantsScan() const
{
    if (m_scanning || m_scanEnded || m_guesses.size() >= kMaxGuesses || m_held >= kMaxAhead)
        return false;
    std::size_t raw = 0; // of the members found; one section's worth is enough
    for (const MemberGuess &guess : m_guesses)
        if (raw += guess.rawBytes; raw > kStretchBytes)
            return false;
    return true;
}

void MemberPrefetch::scan(std::unique_lock<std::mutex> &lock)
{
    m_scanning = true;
    const auto leave = qScopeGuard([this, &lock] {
        if (!lock.owns_lock())
            lock.lock();
        m_scanning = false;
    });
    if (m_scan.begin() < m_reader)
        m_scan.restartAt(m_reader);
    lock.unlock();
    std::vector<MemberGuess> found;
    m_scan.step(found);
    lock.lock();
    for (const MemberGuess &guess : found)
        if (guess.begin > m_reader && worthInflating(guess))
            m_guesses.push_back(guess);
    m_scanEnded = m_scan.ended() && m_scan.begin() >= m_reader;
}

// Takes the next members, enough for one section; null if there are none, or no memory for them now.
std::shared_ptr<MemberPrefetch::Stretch> MemberPrefetch::claim()
{
    if (m_guesses.empty())
        return nullptr;
    auto stretch = std::make_shared<Stretch>();
    std::size_t raw = 0;
    bool full = false;
    for (const MemberGuess &guess : m_guesses) {
        const bool follows = stretch->members.empty() || guess.begin == stretch->members.back().end;
        full = !follows || (!stretch->members.empty() && raw + guess.rawBytes > kStretchBytes);
        if (full)
            break;
        stretch->members.push_back(guess);
        raw += guess.rawBytes;
    }
    if (!full && m_scanning) // the scan may find more soon
        return nullptr;
    stretch->capacity = std::max(raw, kStretchBytes);
    if (m_held + stretch->capacity > kMaxAhead)
        return nullptr;
    if (stretch->capacity == kStretchBytes && !m_spare.empty()) {
        stretch->memory = std::move(m_spare.back());
        m_spare.pop_back();
    } else {
        stretch->memory = std::make_unique_for_overwrite<char[]>(stretch->capacity + kSlack);
    }
    stretch->begin = stretch->end = stretch->members.front().begin;
    m_stretches.push_back(stretch);
    m_held += stretch->capacity;
    m_guesses.erase(m_guesses.begin(), m_guesses.begin() + static_cast<std::ptrdiff_t>(stretch->members.size()));
    return stretch;
}

MemberPrefetch::Tools MemberPrefetch::tools()
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_tools.empty()) {
            Tools tools = std::move(m_tools.back());
            m_tools.pop_back();
            return tools;
        }
    }
    return {makeInflater(), std::vector<unsigned char>(kInputBytes)};
}

void MemberPrefetch::inflate(Stretch &stretch, const std::stop_token &stop)
{
    Tools mine;
    const auto leave = qScopeGuard([this, &stretch, &mine] { // the reader may be waiting for this section, whatever happens
        const std::lock_guard lock(m_mutex);
        stretch.done = true;
        if (stretch.dropped)
            release(stretch);
        if (mine.inflater && m_tools.size() < m_tools.capacity())
            m_tools.push_back(std::move(mine));
        m_finished.notify_all();
    });
    mine = tools();
    inflateMembers(stretch, mine, stop);
}

// Stops at the first member that is not fully valid.
void MemberPrefetch::inflateMembers(Stretch &stretch, Tools &tools, const std::stop_token &stop) const
{
    std::uint64_t readAt = stretch.begin;
    const unsigned char *next = tools.input.data();
    std::size_t left = 0;
    for (const MemberGuess &member : stretch.members) {
        tools.inflater->nextMember();
        char *output = stretch.memory.get() + stretch.rawBytes;
        const char *const limit = stretch.memory.get() + stretch.capacity + kSlack;
        for (auto status = InflateStatus::More; status != InflateStatus::MemberEnd;) {
            if (stop.stop_requested())
                return;
            if (left == 0) {
                const std::uint64_t wanted = std::min<std::uint64_t>(stretch.members.back().end - readAt, tools.input.size());
                const ::ssize_t got =
                    ::pread(m_fd, tools.input.data(), static_cast<std::size_t>(wanted), static_cast<off_t>(readAt));
                if (got < 0 && errno == EINTR)
                    continue;
                if (got <= 0)
                    return;
                next = tools.input.data();
                left = static_cast<std::size_t>(got);
                readAt += left;
            }
            const std::size_t leftBefore = left;
            std::size_t room = std::min(static_cast<std::size_t>(limit - output), kStep);
            const char *const before = output;
            status = tools.inflater->step(next, left, output, room);
            if (status == InflateStatus::Damaged || (left == leftBefore && output == before && status == InflateStatus::More))
                return;
        }
        const auto raw = static_cast<std::size_t>(output - stretch.memory.get()) - stretch.rawBytes;
        if (raw != member.rawBytes || readAt - left != member.end)
            return;
        stretch.rawBytes += raw;
        stretch.end = member.end;
    }
}

std::shared_ptr<MemberPrefetch::Stretch> MemberPrefetch::take(std::uint64_t begin)
{
    std::unique_lock lock(m_mutex);
    m_reader = begin;
    m_scanEnded = m_scanEnded && m_scan.begin() >= begin;
    while (!m_guesses.empty() && m_guesses.front().begin <= begin)
        m_guesses.pop_front();
    while (!m_stretches.empty() && m_stretches.front()->begin < begin) { // no member began there
        Stretch &wrong = *m_stretches.front();
        wrong.dropped = true;
        if (wrong.done)
            release(wrong);
        m_stretches.pop_front();
    }
    if (m_stretches.empty() || m_stretches.front()->begin != begin)
        return nullptr;
    std::shared_ptr<Stretch> stretch = m_stretches.front();
    while (!stretch->done) { // another thread is inflating it: work on something else meanwhile
        lock.unlock();
        const bool worked = work({});
        lock.lock();
        if (!worked)
            m_finished.wait(lock, [&stretch] { return stretch->done; });
    }
    m_stretches.pop_front();
    if (stretch->end > begin)
        return stretch;
    release(*stretch);
    return nullptr;
}

void MemberPrefetch::giveBack(const std::shared_ptr<Stretch> &stretch)
{
    const std::lock_guard lock(m_mutex);
    release(*stretch);
}

void MemberPrefetch::release(Stretch &stretch)
{
    m_held -= stretch.capacity;
    if (stretch.capacity == kStretchBytes && m_spare.size() < m_spare.capacity())
        m_spare.push_back(std::move(stretch.memory));
    else
        stretch.memory.reset();
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/gzip/MemberPrefetch.h"

#include "core/base/ScopeExit.h"

#include <algorithm>
#include <new>
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

MemberPrefetch::MemberPrefetch(const FileHandle &file, std::uint64_t fileBytes)
    : m_file(file)
    , m_scan(file, fileBytes)
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
    const std::shared_ptr<Batch> batch = claim();
    lock.unlock();
    if (!batch)
        return false;
    inflate(*batch, stop);
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
        if (raw += guess.rawBytes; raw > kBatchBytes)
            return false;
    return true;
}

void MemberPrefetch::scan(std::unique_lock<std::mutex> &lock)
{
    m_scanning = true;
    const ScopeExit leave([this, &lock] {
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
std::shared_ptr<MemberPrefetch::Batch> MemberPrefetch::claim()
{
    if (m_guesses.empty())
        return nullptr;
    auto batch = std::make_shared<Batch>();
    std::size_t raw = 0;
    bool full = false;
    for (const MemberGuess &guess : m_guesses) {
        const bool follows = batch->members.empty() || guess.begin == batch->members.back().end;
        full = !follows || (!batch->members.empty() && raw + guess.rawBytes > kBatchBytes);
        if (full)
            break;
        batch->members.push_back(guess);
        raw += guess.rawBytes;
    }
    if (!full && m_scanning) // the scan may find more soon
        return nullptr;
    batch->capacity = std::max(raw, kBatchBytes);
    if (m_held + batch->capacity > kMaxAhead)
        return nullptr;
    if (batch->capacity == kBatchBytes && !m_spare.empty()) {
        batch->memory = std::move(m_spare.back());
        m_spare.pop_back();
    } else {
        batch->memory = std::make_unique_for_overwrite<char[]>(batch->capacity + kSlack);
    }
    batch->begin = batch->end = batch->members.front().begin;
    m_batches.push_back(batch);
    m_held += batch->capacity;
    m_guesses.erase(m_guesses.begin(), m_guesses.begin() + static_cast<std::ptrdiff_t>(batch->members.size()));
    return batch;
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

void MemberPrefetch::inflate(Batch &batch, const std::stop_token &stop)
{
    Tools mine;
    const ScopeExit leave([this, &batch, &mine] { // the reader may be waiting for this section, whatever happens
        const std::lock_guard lock(m_mutex);
        batch.done = true;
        if (batch.dropped)
            release(batch);
        if (mine.inflater && m_tools.size() < m_tools.capacity())
            m_tools.push_back(std::move(mine));
        m_finished.notify_all();
    });
    mine = tools();
    inflateMembers(batch, mine, stop);
}

// Stops at the first member that is not fully valid.
void MemberPrefetch::inflateMembers(Batch &batch, Tools &tools, const std::stop_token &stop) const
{
    std::uint64_t readAt = batch.begin;
    const unsigned char *next = tools.input.data();
    std::size_t left = 0;
    for (const MemberGuess &member : batch.members) {
        tools.inflater->nextMember();
        char *output = batch.memory.get() + batch.rawBytes;
        const char *const limit = batch.memory.get() + batch.capacity + kSlack;
        for (auto status = InflateStatus::More; status != InflateStatus::MemberEnd;) {
            if (stop.stop_requested())
                return;
            if (left == 0) {
                const std::uint64_t wanted = std::min<std::uint64_t>(batch.members.back().end - readAt, tools.input.size());
                left =
                    m_file.readAt(readAt, reinterpret_cast<char *>(tools.input.data()), static_cast<std::size_t>(wanted)).bytes;
                if (left == 0)
                    return;
                next = tools.input.data();
                readAt += left;
            }
            const std::size_t leftBefore = left;
            std::size_t room = std::min(static_cast<std::size_t>(limit - output), kStep);
            const char *const before = output;
            status = tools.inflater->step(next, left, output, room);
            if (status == InflateStatus::Damaged || (left == leftBefore && output == before && status == InflateStatus::More))
                return;
        }
        const auto raw = static_cast<std::size_t>(output - batch.memory.get()) - batch.rawBytes;
        if (raw != member.rawBytes || readAt - left != member.end)
            return;
        batch.rawBytes += raw;
        batch.end = member.end;
    }
}

std::shared_ptr<MemberPrefetch::Batch> MemberPrefetch::take(std::uint64_t begin)
{
    std::unique_lock lock(m_mutex);
    m_reader = begin;
    m_scanEnded = m_scanEnded && m_scan.begin() >= begin;
    while (!m_guesses.empty() && m_guesses.front().begin <= begin)
        m_guesses.pop_front();
    while (!m_batches.empty() && m_batches.front()->begin < begin) { // no member began there
        Batch &wrong = *m_batches.front();
        wrong.dropped = true;
        if (wrong.done)
            release(wrong);
        m_batches.pop_front();
    }
    if (m_batches.empty() || m_batches.front()->begin != begin)
        return nullptr;
    std::shared_ptr<Batch> batch = m_batches.front();
    while (!batch->done) { // another thread is inflating it: work on something else meanwhile
        lock.unlock();
        const bool worked = work({});
        lock.lock();
        if (!worked)
            m_finished.wait(lock, [&batch] { return batch->done; });
    }
    m_batches.pop_front();
    if (batch->end > begin)
        return batch;
    release(*batch);
    return nullptr;
}

void MemberPrefetch::giveBack(const std::shared_ptr<Batch> &batch)
{
    const std::lock_guard lock(m_mutex);
    release(*batch);
}

void MemberPrefetch::release(Batch &batch)
{
    m_held -= batch.capacity;
    if (batch.capacity == kBatchBytes && m_spare.size() < m_spare.capacity())
        m_spare.push_back(std::move(batch.memory));
    else
        batch.memory.reset();
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/CacheWriter.h"

#include "core/base/ThreadStart.h"
#include "core/import/EventTextReader.h"

#include <algorithm>
#include <cstddef>
#include <new>
#include <stop_token>
#include <system_error>
#include <utility>

namespace lamella::core {

CacheWriter::CacheWriter(std::function<void()> begin, std::function<void(const std::vector<std::string> &)> tell)
    : m_begin(std::move(begin))
    , m_tell(std::move(tell))
{
}

CacheWriter::~CacheWriter() = default;

void CacheWriter::cacheDocument(CacheSettings settings, std::shared_ptr<const TraceDocument> document, CacheTicket ticket)
{
    add({What::Copy, std::move(document), {std::move(settings), std::nullopt, std::move(ticket)}, {}});
}

void CacheWriter::cacheSegmentation(SegmentationToCache segmentation)
{
    add({What::Segmentation, nullptr, {}, {}, std::make_shared<const SegmentationToCache>(std::move(segmentation))});
}

void CacheWriter::prepareText(std::shared_ptr<const TraceDocument> document)
{
    add({What::Text, std::move(document), {}, {}});
}

void CacheWriter::add(Job job)
{
    const std::lock_guard lock(m_mutex);
    try {
        m_jobs.push_back(std::move(job));
        if (!m_thread.joinable())
            m_thread = std::jthread([this](const std::stop_token &stop) { run(stop); });
    } catch (const std::system_error &) { // no thread available: nothing is cached
        m_jobs.clear();
    }
    m_changed.notify_all();
}

void CacheWriter::dropUnused()
{
    std::vector<std::shared_ptr<const TraceDocument>> gone; // freed after the mutex is released
    const std::lock_guard lock(m_mutex);
    for (Job &job : m_jobs) {
        const auto same = [&job](const Job &other) { return other.document == job.document; };
        // Only owners can make further copies, so if all owners are jobs, no new owner can appear.
        if (!job.document || job.document.use_count() > std::count_if(m_jobs.begin(), m_jobs.end(), same))
            continue;
        for (Job &other : m_jobs) {
            if (&other == &job || other.document != job.document)
                continue;
            other.dropped.request_stop();
            if (&other != &m_jobs.front())
                gone.push_back(std::move(other.document)); // the thread skips it
        }
        job.dropped.request_stop();
        if (&job != &m_jobs.front()) // the first job is running; its thread releases the document
            gone.push_back(std::move(job.document));
    }
}

void CacheWriter::finish(const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    if (!m_changed.wait(lock, stop, [this] { return m_jobs.empty(); }))
        m_thread.request_stop();
}

std::vector<std::string> CacheWriter::takeNotes()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_notes, {});
}

Result<void> CacheWriter::work(const Job &job, const JobControl &control)
{
    if (job.what == What::Segmentation)
        return core::cacheSegmentation(*job.segmentation, control);
    if (!job.document) // unused, see dropUnused()
        return {};
    if (job.what == What::Copy) {
        const Result<bool> kept = TraceCache(job.copy.settings).store(*job.document, *job.copy.ticket, control);
        return kept ? Result<void>() : Result<void>(kept.error());
    }
    return prepareEventText(*job.document, control);
}

Result<void> CacheWriter::tried(const Job &job, const JobControl &control)
{
    try {
        startThread();
        return work(job, control);
    } catch (const std::bad_alloc &) { // must not leave the thread
        return Error{ErrorCode::Limit, "not enough memory to write the cache entry",
            job.document ? job.document->source.path : std::string(), -1};
    }
}

void CacheWriter::run(const std::stop_token &stop)
{
    if (m_begin)
        m_begin();
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_jobs.empty(); })) {
        if (stop.stop_requested())
            return;
        const Job &job = m_jobs.front(); // new jobs are only appended
        std::stop_source dropped = job.dropped;
        lock.unlock();
        Result<void> done;
        {
            const std::stop_callback end(stop, [&dropped] { dropped.request_stop(); });
            done = tried(job, {dropped.get_token(), {}});
        }
        lock.lock();
        if (!done && done.error().code != ErrorCode::Cancelled)
            m_notes.push_back(done.error().message());
        std::shared_ptr<const TraceDocument> document = std::move(m_jobs.front().document);
        const std::vector<std::string> notes = m_tell ? std::exchange(m_notes, {}) : std::vector<std::string>();
        lock.unlock();
        document.reset(); // may be the last owner of a large document
        if (!notes.empty())
            m_tell(notes);
        lock.lock();
        m_jobs.pop_front();
        m_changed.notify_all();
    }
}

} // namespace lamella::core

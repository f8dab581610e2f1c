// SPDX-License-Identifier: GPL-3.0-or-later
// What is done with a document that was opened beside whatever the program does with it: writing it into the cache, and finding
// places in a compressed file to read single events from. One thing after the other, on a thread of its own. Any thread may call.
#pragma once

#include "core/import/cache/TraceCache.h"
#include "core/session/segmentation/SegmentationCache.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace lamella::core {

class CacheWriter {
public:
    // begin: called first on the thread (to lower its priority). tell: called on it with what takeNotes() would give, as soon as
    // there is something; then takeNotes() has nothing.
    explicit CacheWriter(std::function<void()> begin = {}, std::function<void(const std::vector<std::string> &)> tell = {});
    CacheWriter(const CacheWriter &) = delete;
    CacheWriter &operator=(const CacheWriter &) = delete;
    ~CacheWriter(); // gives up what is not written yet; an entry is there whole or not at all

    void keep(CacheSettings settings, std::shared_ptr<const TraceDocument> document, CacheTicket ticket);
    void cacheSegmentation(SegmentationToCache cut); // beside the document, whose own copy must have been asked for before
    // prepareEventText(); then the places that were found are kept beside the copy, where it is written already.
    void prepareText(std::shared_ptr<const TraceDocument> document, CacheLocation copy);
    // Gives up what is to be done with documents that nobody but this has any more.
    void dropUnused();
    // Waits until everything is done; asked to stop, it gives up at once.
    void finish(const std::stop_token &stop = {});
    // What could not be written, and why; each is told once.
    [[nodiscard]] std::vector<std::string> takeNotes();

private:
    enum class What { Copy, Text, Cut };
    struct Job {
        What what = What::Copy;
        std::shared_ptr<const TraceDocument> document; // none of a cut
        CacheLocation copy; // of the document
        std::stop_source dropped;
        std::shared_ptr<const SegmentationToCache> cut = nullptr;
    };
    void add(Job job);
    static Result<void> work(const Job &job, const JobControl &control);
    static Result<void> tried(const Job &job, const JobControl &control);
    void run(const std::stop_token &stop);

    std::function<void()> m_begin;
    std::function<void(const std::vector<std::string> &)> m_tell;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Job> m_jobs; // the first one is being written
    std::vector<std::string> m_notes;
    std::jthread m_thread; // last: stopped and joined before the rest goes
};

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Background work on opened documents: writes them into the cache, and collects inflate checkpoints of compressed files for
// reading single events. One job after the other, on its own thread. Thread-safe.
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
    // begin: called first on the thread (to lower its priority). tell: called on it with new notes, which takeNotes() then does
    // not return.
    explicit CacheWriter(std::function<void()> begin = {}, std::function<void(const std::vector<std::string> &)> tell = {});
    CacheWriter(const CacheWriter &) = delete;
    CacheWriter &operator=(const CacheWriter &) = delete;
    ~CacheWriter(); // cancels unfinished jobs; a cache entry is written whole or not at all

    void cacheDocument(CacheSettings settings, std::shared_ptr<const TraceDocument> document, CacheTicket ticket);
    void cacheSegmentation(SegmentationToCache segmentation); // after cacheDocument() of its document
    void prepareText(std::shared_ptr<const TraceDocument> document); // calls prepareEventText()
    // Cancels the jobs of documents that have no other owner.
    void dropUnused();
    // Waits until all jobs are done. A stop request cancels the rest and returns at once.
    void finish(const std::stop_token &stop = {});
    // Entries that could not be written, with the reason; each note is returned once.
    [[nodiscard]] std::vector<std::string> takeNotes();

private:
    enum class What { Copy, Text, Segmentation };
    struct Job {
        What what = What::Copy;
        std::shared_ptr<const TraceDocument> document; // null for a segmentation
        CacheLocation copy; // of the document
        std::stop_source dropped;
        std::shared_ptr<const SegmentationToCache> segmentation = nullptr;
    };
    void add(Job job);
    static Result<void> work(const Job &job, const JobControl &control);
    static Result<void> tried(const Job &job, const JobControl &control);
    void run(const std::stop_token &stop);

    std::function<void()> m_begin;
    std::function<void(const std::vector<std::string> &)> m_tell;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Job> m_jobs; // the first one is running
    std::vector<std::string> m_notes;
    std::jthread m_thread; // last member: stopped and joined before the others are destroyed
};

} // namespace lamella::core

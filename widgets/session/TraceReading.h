// SPDX-License-Identifier: GPL-3.0-or-later
// A trace being read on a worker, and the intermediate data for the window.
#pragma once

#include "core/import/ImporterRegistry.h"
#include "core/import/TraceImporter.h"
#include "core/session/AnalysisSession.h"
#include "widgets/session/CacheUse.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace lamella::ui {

// Shared by both threads, so it stays valid if the reading thread outlives the window.
struct TraceReading {
    const std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
    std::atomic<std::uint64_t> done = 0; // bytes
    std::atomic<std::uint64_t> total = 0;
    std::atomic<bool> analysing = false;
    std::stop_source enough; // requested: the trace is made of what has been read
    std::mutex mutex;
    std::shared_ptr<const core::ImportPreview> preview; // guarded by mutex; the newest, null once sent
    core::CacheLocation copy; // guarded by mutex; with a ticket if the trace was not in the cache
    CacheUse use; // guarded by mutex
};

// `control` with its progress redirected to `reading`.
[[nodiscard]] core::JobControl controlOf(const std::shared_ptr<TraceReading> &reading, const core::JobControl &control);

// Call on a worker. Errors: those of core::openTrace() and AnalysisSession::create().
[[nodiscard]] core::Result<std::shared_ptr<core::AnalysisSession>> readTrace(const std::shared_ptr<TraceReading> &reading,
    const std::string &file, const core::SessionOptions &options, const core::TraceCache &cache, const core::JobControl &control);

} // namespace lamella::ui

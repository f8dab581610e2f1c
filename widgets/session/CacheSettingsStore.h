// SPDX-License-Identifier: GPL-3.0-or-later
// The user's settings for the cache of traces, stored under "cache". Thread-safe.
#pragma once

#include "core/import/ImporterRegistry.h"
#include "core/session/segmentation/SegmentationCache.h"
#include "widgets/session/CacheUse.h"

#include <QObject>

#include <memory>
#include <optional>

namespace lamella::ui {

// Settings for core::TraceCache; without a folder if the cache is off. See its entries() and clear() for the contents.
[[nodiscard]] core::CacheSettings cacheSettings();
// the same even if the cache is off, to show and clear the existing entries
[[nodiscard]] core::CacheSettings cacheSettingsWhenOn();
[[nodiscard]] bool cacheEnabled(); // on by default
void setCacheEnabled(bool enabled);
void setCacheMaxBytes(std::uint64_t bytes);

// Call after a trace was opened: writes its cache entry if it has a ticket, then builds and stores the gzip index for reading
// single events. Runs on a thread of low priority that gives up when the program ends.
void cacheOpened(std::shared_ptr<const core::TraceDocument> document, core::CacheLocation copy);
// Call after that: stores the segmentation beside the cache entry; does nothing if there is none to write.
void cacheSegmentation(std::optional<core::SegmentationToCache> segmentation);
// Call after a trace was closed: drops pending work for traces without another owner. Call on a worker, because it may free them.
void dropClosed();

[[nodiscard]] CacheUse cacheUseOf(const core::OpenedTrace &opened, const core::TraceCache &cache);

// Reports failed writes of cache entries on the GUI thread. A singleton that is never destroyed.
class CacheFailures : public QObject {
    Q_OBJECT
public:
    [[nodiscard]] static CacheFailures &instance();

signals:
    void failed(const QString &reason); // text of core, names the file or the folder
};

} // namespace lamella::ui

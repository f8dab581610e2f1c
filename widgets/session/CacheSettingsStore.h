// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of large traces for reopening, as the user wants them; kept in the settings under "cache". Any thread may call.
#pragma once

#include "core/import/ImporterRegistry.h"
#include "core/session/segmentation/SegmentationCache.h"
#include "widgets/session/CacheUse.h"

#include <QObject>

#include <memory>
#include <optional>

namespace lamella::ui {

// For core::TraceCache; without a folder when switched off. What a cache holds and how it is emptied: its entries() and clear().
[[nodiscard]] core::CacheSettings cacheSettings();
[[nodiscard]] core::CacheSettings cacheSettingsWhenOn(); // the same although switched off, to show and empty what is there
[[nodiscard]] bool cacheEnabled(); // on unless switched off
void setCacheEnabled(bool enabled);
void setCacheMaxBytes(std::uint64_t bytes);

// After a trace was opened: writes its copy where that has a ticket, finds places in its file to read single events from and
// keeps them beside it, on a thread of low priority that gives up when the program ends.
void cacheOpened(std::shared_ptr<const core::TraceDocument> document, core::CacheLocation copy);
// After that: writes the cut into passes and layers beside the copy; nothing where there is none to be written.
void cacheSegmentation(std::optional<core::SegmentationToCache> cut);
// After a trace was closed: gives that up for traces that nothing in the program has any more. Call from a worker: it may free
// them.
void dropClosed();

[[nodiscard]] CacheUse cacheUseOf(const core::OpenedTrace &opened, const core::TraceCache &cache);

// Says in the thread of the window that a copy could not be written. One for the program; never goes.
class CacheFailures : public QObject {
    Q_OBJECT
public:
    [[nodiscard]] static CacheFailures &instance();

signals:
    void failed(const QString &reason); // from core, names the file or the folder
};

} // namespace lamella::ui

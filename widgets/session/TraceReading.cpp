// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/TraceReading.h"

#include "core/base/WorkerThreads.h"
#include "core/profile/ModelProfile.h"
#include "widgets/session/CacheSettingsStore.h"

#include <utility>

namespace lamella::ui {

core::JobControl controlOf(const std::shared_ptr<TraceReading> &reading, const core::JobControl &control)
{
    core::JobControl told;
    told.stop = control.stop;
    told.progress = [reading](std::uint64_t done, std::uint64_t total) {
        reading->done = done;
        reading->total = total;
    };
    return told;
}

core::Result<std::shared_ptr<core::AnalysisSession>> readTrace(const std::shared_ptr<TraceReading> &reading,
    const std::string &file, const core::SessionOptions &options, const core::TraceCache &cache, const core::JobControl &control)
{
    core::ImportOptions reads;
    reads.enough = reading->enough.get_token();
    reads.preview = [reading](const core::ImportPreview &preview) {
        auto copy = std::make_shared<const core::ImportPreview>(preview);
        const std::lock_guard lock(reading->mutex);
        reading->preview = std::move(copy);
    };
    // Compiles the built-in rules while the file is read, because they are independent.
    const auto rules = core::startInBackground([] { static_cast<void>(core::builtinProfiles()); });
    auto opened = core::openTrace(file, reads, cache, control);
    if (!opened)
        return opened.error();
    reading->analysing = true;
    {
        const std::lock_guard lock(reading->mutex);
        reading->copy = {cache.settings(), opened->stored, opened->ticket};
        reading->use = cacheUseOf(*opened, cache);
    }
    auto session = core::AnalysisSession::create(opened->document, options);
    if (session)
        (*session)->useCachedSegmentations(cache.settings(), *opened);
    return session;
}

} // namespace lamella::ui

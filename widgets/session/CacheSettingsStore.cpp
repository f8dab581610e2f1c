// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/CacheSettingsStore.h"

#include "core/session/CacheWriter.h"
#include "widgets/common/AppSettings.h"
#include "widgets/session/WorkerPriority.h"

#include <QFile>
#include <QStandardPaths>

#include <utility>

namespace lamella::ui {

namespace {

constexpr auto kEnabledKey = "cache/enabled";
constexpr auto kMaxBytesKey = "cache/maxBytes";

} // namespace

core::CacheSettings cacheSettingsWhenOn()
{
    core::CacheSettings settings;
    // Not QStandardPaths::CacheLocation, which includes the program name: the command line uses the same cache.
    const QString base = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
    if (!base.isEmpty())
        settings.folder = QFile::encodeName(base + QStringLiteral("/lamella")).toStdString();
    const qulonglong max = appSettings().value(QLatin1String(kMaxBytesKey), qulonglong{settings.maxBytes}).toULongLong();
    settings.maxBytes = max;
    return settings;
}

core::CacheSettings cacheSettings()
{
    return cacheEnabled() ? cacheSettingsWhenOn() : core::CacheSettings{};
}

bool cacheEnabled()
{
    return appSettings().value(QLatin1String(kEnabledKey), true).toBool();
}

void setCacheEnabled(bool enabled)
{
    appSettings().setValue(QLatin1String(kEnabledKey), enabled);
}

void setCacheMaxBytes(std::uint64_t bytes)
{
    appSettings().setValue(QLatin1String(kMaxBytesKey), qulonglong{bytes});
}

namespace {

void tellFailures(const std::vector<std::string> &notes);

core::CacheWriter &keeper()
{
    static core::CacheWriter one([] { lowerPriorityOfThisThread(); }, &tellFailures);
    return one;
}

// Runs on the background thread that writes cache entries.
void tellFailures(const std::vector<std::string> &notes)
{
    CacheFailures &failures = CacheFailures::instance();
    for (const std::string &note : notes)
        QMetaObject::invokeMethod(
            &failures, [&failures, note] { emit failures.failed(QString::fromStdString(note)); }, Qt::QueuedConnection);
}

} // namespace

void cacheOpened(std::shared_ptr<const core::TraceDocument> document, core::CacheLocation copy)
{
    if (copy.ticket)
        keeper().cacheDocument(std::move(copy.settings), document, *std::move(copy.ticket));
    keeper().prepareText(std::move(document));
}

void cacheSegmentation(std::optional<core::SegmentationToCache> segmentation)
{
    if (segmentation)
        keeper().cacheSegmentation(std::move(*segmentation));
}

void dropClosed()
{
    keeper().dropUnused();
}

CacheUse cacheUseOf(const core::OpenedTrace &opened, const core::TraceCache &cache)
{
    CacheUse use;
    use.note = opened.note;
    if (!cache.enabled())
        use.state = CacheUse::State::Off;
    else if (opened.fromCache)
        use.state = CacheUse::State::Used;
    else if (!opened.ticket || opened.document->source.rawBytes < cache.settings().minRawBytes)
        use.state = CacheUse::State::None;
    else
        use.state = CacheUse::State::Written;
    return use;
}

CacheFailures &CacheFailures::instance()
{
    static auto *const one = new CacheFailures;
    return *one;
}

} // namespace lamella::ui

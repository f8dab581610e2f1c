// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/TraceCopies.h"

#include "core/session/CacheKeeper.h"
#include "widgets/session/WorkerPriority.h"

#include <QFile>
#include <QSettings>
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
    // Not QStandardPaths::CacheLocation, which has the name of the program in it: the command line has the same copies.
    const QString base = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
    if (!base.isEmpty())
        settings.folder = QFile::encodeName(base + QStringLiteral("/lamella")).toStdString();
    const qulonglong most = QSettings().value(QLatin1String(kMaxBytesKey), qulonglong{settings.maxBytes}).toULongLong();
    settings.maxBytes = most;
    return settings;
}

core::CacheSettings cacheSettings()
{
    return cacheEnabled() ? cacheSettingsWhenOn() : core::CacheSettings{};
}

bool cacheEnabled()
{
    return QSettings().value(QLatin1String(kEnabledKey), true).toBool();
}

void setCacheEnabled(bool enabled)
{
    QSettings().setValue(QLatin1String(kEnabledKey), enabled);
}

void setCacheMaxBytes(std::uint64_t bytes)
{
    QSettings().setValue(QLatin1String(kMaxBytesKey), qulonglong{bytes});
}

namespace {

void tellFailures(const std::vector<std::string> &notes);

core::CacheKeeper &keeper()
{
    static core::CacheKeeper one([] { lowerPriorityOfThisThread(); }, &tellFailures);
    return one;
}

// On the thread of the keeper.
void tellFailures(const std::vector<std::string> &notes)
{
    CopyFailures &failures = CopyFailures::instance();
    for (const std::string &note : notes)
        QMetaObject::invokeMethod(
            &failures, [&failures, note] { emit failures.failed(QString::fromStdString(note)); }, Qt::QueuedConnection);
}

} // namespace

void keepOpened(std::shared_ptr<const core::TraceDocument> document, core::KeptCopy copy)
{
    if (copy.ticket)
        keeper().keep(copy.settings, document, *copy.ticket);
    keeper().prepareText(std::move(document), std::move(copy));
}

void keepCut(std::optional<core::CutToKeep> cut)
{
    if (cut)
        keeper().keepCut(std::move(*cut));
}

void dropClosed()
{
    keeper().dropUnused();
}

CopyUse copyUseOf(const core::OpenedTrace &opened, const core::TraceCache &cache)
{
    CopyUse use;
    use.note = opened.note;
    if (!cache.enabled())
        use.state = CopyUse::State::Off;
    else if (opened.fromCache)
        use.state = CopyUse::State::Used;
    else if (!opened.ticket || opened.document->source.rawBytes < cache.settings().leastRawBytes)
        use.state = CopyUse::State::None;
    else
        use.state = CopyUse::State::Written;
    return use;
}

CopyFailures &CopyFailures::instance()
{
    static auto *const one = new CopyFailures;
    return *one;
}

} // namespace lamella::ui

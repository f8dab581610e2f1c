// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/segmentation/SegmentationCache.h"

#include "core/import/OpenedFile.h"
#include "core/import/cache/CacheBytes.h"
#include "core/import/cache/Checksum.h"
#include "core/import/cache/ContentKey.h"
#include "core/session/AnalysisSession.h"
#include "core/session/segmentation/SegmentationBytes.h"
#include "core/session/segmentation/SegmentationRevision.h"

#include <algorithm>
#include <utility>

namespace lamella::core {

namespace {

bool onlyBuiltin(const ProfileSet &profiles)
{
    const ProfileSet &builtin = builtinProfiles();
    const NameRules &a = profiles.names;
    const NameRules &b = builtin.names;
    const bool names = a.replace == b.replace && a.dropEnd == b.dropEnd && a.types == b.types && a.launchers == b.launchers
        && a.wrapperWords == b.wrapperWords && a.functorEnds == b.functorEnds;
    // Rules of a file are appended, so an equal number means that there are none.
    return names && profiles.universalRules.size() == builtin.universalRules.size() && profiles.patterns == builtin.patterns
        && profiles.profiles.size() == builtin.profiles.size()
        && std::all_of(profiles.profiles.begin(), profiles.profiles.end(),
            [](const ModelProfile &profile) { return profile.file.starts_with(":/"); });
}

template <class Number> void write(CacheBytesWriter &to, const std::optional<Number> &value)
{
    to.number<std::uint8_t>(value ? 1 : 0);
    to.number(value.value_or(Number{}));
}

} // namespace

std::optional<std::uint64_t> segmentationKey(
    const SessionOptions &effective, const ProfileSet &profiles, const std::string &profile, std::uint64_t config)
{
    if (!onlyBuiltin(profiles))
        return std::nullopt;
    CacheBytesWriter to;
    to.number(segmentationRevision());
    to.number(config);
    to.text(profile);
    to.number<std::uint8_t>(effective.anchor ? 1 : 0);
    to.text(effective.anchor.value_or(std::string()));
    write(to, effective.role);
    write(to, effective.blocksPerLayer);
    write(to, effective.layers);
    write(to, effective.selectedPass);
    to.number<std::uint8_t>(effective.steadyPasses ? 1 : 0);
    to.number(effective.steadyPasses.value_or(std::pair(0, 0)).first);
    to.number(effective.steadyPasses.value_or(std::pair(0, 0)).second);
    to.number<std::uint64_t>(effective.boundaries.size());
    for (const BoundaryEdit &edit : effective.boundaries) {
        to.number(edit.device);
        to.number(edit.pass);
        to.number(edit.part);
        to.number(edit.layer);
        to.number(edit.startNs);
    }
    return checksum64(to.bytes());
}

std::optional<std::uint64_t> fileChecksum(const std::string &path)
{
    const auto file = openRegularFile(path);
    return file ? contentChecksum(file->handle, file->stamp.bytes, {}) : std::nullopt;
}

std::shared_ptr<const Segmentation> findSegmentation(const CacheLocation &copy, std::uint64_t key, const TraceDocument &document)
{
    if (!copy.document)
        return nullptr; // the document was read from the trace, so it has no entry yet
    const std::optional<std::string> bytes = TraceCache(copy.settings).findSideFile(*copy.document, key);
    std::optional<Segmentation> segmentation = bytes ? segmentationFromBytes(*bytes, document) : std::nullopt;
    return segmentation ? std::make_shared<const Segmentation>(std::move(*segmentation)) : nullptr;
}

Result<void> cacheSegmentation(const SegmentationToCache &what, const JobControl &control)
{
    const std::optional<CachedDocument> document = what.copy.find();
    return document
        ? TraceCache(what.copy.settings).addSideFile(*document, what.key, segmentationBytes(*what.segmentation), control)
        : Result<void>();
}

} // namespace lamella::core

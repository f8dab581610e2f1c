// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/OpenByteSource.h"

#include "core/import/ReadAhead.h"
#include "core/import/UserLimits.h"
#include "core/import/archive/ArchivePath.h"
#include "core/import/archive/MemberChoice.h"
#include "core/import/archive/NestedSource.h"
#include "core/import/archive/TarSource.h"
#include "core/import/archive/ZipSource.h"
#include "core/import/gzip/GzipSource.h"
#include "core/import/pack/PackAttached.h"
#include "core/import/pack/PackFile.h"
#include "core/import/pftrace/PftracePackets.h"
#include "core/import/pftrace/PftraceSource.h"
#include "core/import/pftrace/PftraceText.h"
#include "core/import/pftrace/WrittenPftrace.h"
#include "core/import/zstd/ZstdSource.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace lamella::core {

namespace {

// The bytes of the file from its position on.
class PlainSource final : public ByteSource {
public:
    PlainSource(OpenedFile file, std::string path, const ImportLimits &limits,
        std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max())
        : m_handle(std::move(file.handle))
        , m_path(std::move(path))
        , m_limits(withUserLimits(limits))
        , m_bytes(bytes)
    {
        m_stamp = file.stamp;
    }

    Result<std::size_t> read(char *to, std::size_t bytes) override
    {
        const std::uint64_t before = m_diskBytesRead.load(std::memory_order_relaxed);
        m_ahead.at(m_handle, before);
        const Transfer got = m_handle.read(to, static_cast<std::size_t>(std::min<std::uint64_t>(bytes, m_bytes - before)));
        if (got.error != 0)
            return readErrorAt(m_path, m_handle, got.error);
        const std::uint64_t total = before + got.bytes;
        m_diskBytesRead.store(total, std::memory_order_relaxed);
        if (m_limits.maxRawBytes != 0 && total > m_limits.maxRawBytes)
            return rawLimitError(m_path, m_limits.maxRawBytes);
        return got.bytes;
    }
    [[nodiscard]] bool compressed() const override { return false; }

private:
    FileHandle m_handle;
    std::string m_path;
    ImportLimits m_limits;
    std::uint64_t m_bytes; // at most
    ReadAhead m_ahead;
};

enum class Container { Plain, Gzip, Zstd, Zip };

constexpr std::size_t kHeadBytes = std::size_t{4} << 10; // some packets of a Perfetto trace, the first header of a tar archive

Result<Container> containerOf(const OpenedFile &file, const std::string &path)
{
    std::array<char, 4> magic{};
    const Transfer got = file.handle.readAt(0, magic.data(), magic.size());
    if (got.error != 0)
        return readError(path, 0, got.error);
    const std::string_view head(magic.data(), got.bytes);
    return head.starts_with("\x1F\x8B") ? Container::Gzip
        : head == kZstdMagic            ? Container::Zstd
        : head == kZipMagic             ? Container::Zip
                                        : Container::Plain;
}

// A file, or one in an archive.
struct Place {
    std::string path; // as given
    std::string file; // on disk
    std::string member; // of it; empty: the file itself, or the one trace in it
};

Place placeOf(const std::string &path)
{
    std::optional<ArchivePath> inside = archivePath(path);
    return inside ? Place{path, std::move(inside->archive), std::move(inside->member)} : Place{path, path, {}};
}

Result<std::unique_ptr<ByteSource>> makeSource(
    Container container, OpenedFile file, const Place &place, const ImportLimits &limits)
{
    switch (container) {
    case Container::Gzip:
        return makeGzipSource(std::move(file), place.path, limits);
    case Container::Zstd:
        return makeZstdSource(std::move(file), place.path, limits);
    case Container::Zip:
        return makeZipSource(std::move(file), place.path, limits, place.member);
    case Container::Plain:
        break;
    }
    return std::unique_ptr<ByteSource>(std::make_unique<PlainSource>(std::move(file), place.path, limits));
}

// What the (inflated) bytes of the file are, by the first of them. Faults of the file are left to who reads it.
struct Content {
    bool tar = false;
    bool pftrace = false; // of another program
};

Content contentOf(ByteSource &source)
{
    std::string head(kHeadBytes, '\0');
    const Result<std::size_t> got = source.read(head.data(), head.size());
    head.resize(got ? *got : 0);
    return {looksLikeTar(head), pftrace::looksLikePftrace(head) && !isWrittenPftrace(head)};
}

struct Layers {
    Container container = Container::Plain;
    bool tar = false;
    bool pftrace = false;
    std::optional<AttachedFile> attached = std::nullopt; // to the pack
};

// The file as it is on disk, or inflated; an archive as its member, inflated too.
Result<std::unique_ptr<ByteSource>> openMember(const Layers &layers, const Place &place, const ImportLimits &limits)
{
    Result<OpenedFile> file = openRegularFile(place.file);
    if (!file)
        return file.error();
    if (layers.attached) {
        if (const int error = file->handle.seek(layers.attached->offset); error != 0)
            return readError(place.path, static_cast<std::int64_t>(layers.attached->offset), error);
        return inflateNested(
            std::make_unique<PlainSource>(std::move(*file), place.path, limits, layers.attached->bytes), place.path, limits);
    }
    std::string member = place.member;
    if (layers.tar && layers.container == Container::Plain) {
        if (place.member.empty()) {
            if (std::optional<Error> several = severalInTar(file->handle, file->stamp.bytes, place.path))
                return *std::move(several);
        } else if (std::optional<TarPlace> found = placeInTar(file->handle, file->stamp.bytes, member)) {
            if (const int error = file->handle.seek(found->at); error != 0)
                return readError(place.path, static_cast<std::int64_t>(found->at), error);
            member = std::move(found->name);
        }
    }
    Result<std::unique_ptr<ByteSource>> source = makeSource(layers.container, std::move(*file), place, limits);
    if (!source)
        return source.error();
    if (layers.tar)
        source = makeTarSource(std::move(*source), place.path, member);
    return layers.tar || layers.container == Container::Zip ? inflateNested(std::move(*source), place.path, limits)
                                                            : std::move(source);
}

Result<Container> containerOf(const std::string &file)
{
    const Result<OpenedFile> opened = openRegularFile(file);
    if (!opened)
        return opened.error();
    return containerOf(*opened, file);
}

Result<Layers> layersOf(const Place &place, const ImportLimits &limits)
{
    const Result<Container> container = containerOf(place.file);
    if (!container)
        return container.error();
    Layers layers{*container};
    if (!place.member.empty() && *container == Container::Zstd)
        layers.attached = attachedFile(place.file, place.member);
    if (layers.attached)
        return layers;
    for (int depth = 0; depth < 2; ++depth) { // a tar archive, then what is in it
        const Result<std::unique_ptr<ByteSource>> source = openMember(layers, place, limits);
        if (!source)
            return source.error();
        const Content content = contentOf(**source);
        layers.pftrace = content.pftrace;
        if (layers.tar || !content.tar || (!place.member.empty() && layers.container == Container::Zip))
            break;
        layers.tar = true;
    }
    if (!place.member.empty() && !layers.tar && layers.container != Container::Zip) // the file is no archive
        return openRegularFile(place.path).error();
    return layers;
}

} // namespace

Result<std::unique_ptr<ByteSource>> openByteSource(const std::string &path, const ImportLimits &limits)
{
    const Place place = placeOf(path);
    Result<Layers> layers = layersOf(place, limits);
    if (!layers)
        return layers.error();
    Result<std::unique_ptr<ByteSource>> source = openMember(*layers, place, limits);
    if (!source)
        return source.error();
    if (!layers->pftrace)
        return source;
    const auto again = [layers = *layers, place, limits] { return openMember(layers, place, limits); };
    return makePftraceSource(std::move(*source), again, path, limits);
}

Result<std::unique_ptr<ByteSource>> openStoredBytes(const std::string &path, const ImportLimits &limits)
{
    const Place place = placeOf(path);
    const Result<Layers> layers = layersOf(place, limits);
    if (!layers)
        return layers.error();
    return openMember(*layers, place, limits);
}

Result<std::string> readHead(const std::string &path, const ImportLimits &limits, std::size_t bytes)
{
    const Place place = placeOf(path);
    const Result<Layers> layers = layersOf(place, limits);
    if (!layers)
        return layers.error();
    if (layers->pftrace)
        return std::string(pftrace::kTextOpening);
    const Result<std::unique_ptr<ByteSource>> source = openMember(*layers, place, limits);
    if (!source)
        return source.error();
    std::string head(bytes, '\0');
    const Result<std::size_t> got = (*source)->read(head.data(), head.size());
    if (!got)
        return got.error();
    head.resize(*got);
    return head;
}

Result<ArchivedNames> archivedFiles(
    const std::string &path, const ImportLimits &limits, std::size_t max, const JobControl &control)
{
    const Result<Container> container = containerOf(path);
    if (!container)
        return container.error();
    Result<OpenedFile> file = openRegularFile(path);
    if (!file)
        return file.error();
    if (*container == Container::Zip) {
        Result<std::vector<std::string>> names = namesInZip(*file, path);
        if (!names)
            return names.error();
        return ArchivedNames{*std::move(names)};
    }
    const Place place{path, path, {}};
    {
        const Result<std::unique_ptr<ByteSource>> head = openMember({*container}, place, limits);
        if (!head || !contentOf(**head).tar)
            return ArchivedNames();
    }
    if (*container == Container::Plain)
        return namesInTar(file->handle, file->stamp.bytes, max);
    const Result<std::unique_ptr<ByteSource>> source = openMember({*container}, place, limits);
    if (!source)
        return source.error();
    Result<ArchivedNames> found = namesInTar(**source, max, control);
    if (found)
        found->compressed = true;
    return found;
}

Result<PositionedSource> openSourceNear(const std::string &path, std::uint64_t offset)
{
    const Result<Layers> layers = layersOf(placeOf(path), {});
    if (!layers)
        return layers.error();
    PositionedSource placed;
    if (layers->container == Container::Gzip && !layers->tar && !layers->pftrace) {
        Result<OpenedFile> file = openRegularFile(path);
        if (!file)
            return file.error();
        placed.source = makeGzipSourceNear(std::move(*file), path, offset, placed.from);
        return placed;
    }
    if (layers->container == Container::Zstd && !layers->tar && !layers->pftrace) {
        Result<OpenedFile> file = openRegularFile(path);
        if (!file)
            return file.error();
        const auto place = packPlace(file->handle, file->stamp.bytes, offset);
        if (place && file->handle.seek(place->fileOffset) == 0) {
            placed.source = makeZstdSource(std::move(*file), path, {});
            placed.from = place->from;
            return placed;
        }
    }
    Result<std::unique_ptr<ByteSource>> source = openByteSource(path, {});
    if (!source)
        return source.error();
    placed.source = std::move(*source);
    return placed;
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/OpenByteSource.h"

#include "core/import/ReadAhead.h"
#include "core/import/UserLimits.h"
#include "core/import/gzip/GzipSource.h"
#include "core/import/pftrace/PftracePackets.h"
#include "core/import/pftrace/PftraceSource.h"
#include "core/import/zstd/ZstdSource.h"

#include <array>
#include <string_view>
#include <utility>

namespace lamella::core {

namespace {

class PlainSource final : public ByteSource {
public:
    PlainSource(OpenedFile file, std::string path, const ImportLimits &limits)
        : m_handle(std::move(file.handle))
        , m_path(std::move(path))
        , m_limits(withUserLimits(limits))
    {
        m_stamp = file.stamp;
    }

    Result<std::size_t> read(char *to, std::size_t bytes) override
    {
        m_ahead.at(m_handle, m_diskBytesRead.load(std::memory_order_relaxed));
        const Transfer got = m_handle.read(to, bytes);
        if (got.error != 0)
            return readErrorAt(m_path, m_handle, got.error);
        const std::uint64_t total = m_diskBytesRead.load(std::memory_order_relaxed) + got.bytes;
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
    ReadAhead m_ahead;
};

enum class Container { Plain, Gzip, Zstd };

constexpr std::size_t kHeadBytes = std::size_t{4} << 10; // some packets of a Perfetto trace

Result<Container> containerOf(const OpenedFile &file, const std::string &path)
{
    std::array<char, 4> magic{};
    const Transfer got = file.handle.readAt(0, magic.data(), magic.size());
    if (got.error != 0)
        return readError(path, 0, got.error);
    const std::string_view head(magic.data(), got.bytes);
    return head.starts_with("\x1F\x8B") ? Container::Gzip : head == kZstdMagic ? Container::Zstd : Container::Plain;
}

std::unique_ptr<ByteSource> makeSource(Container container, OpenedFile file, const std::string &path, const ImportLimits &limits)
{
    switch (container) {
    case Container::Gzip:
        return makeGzipSource(std::move(file), path, limits);
    case Container::Zstd:
        return makeZstdSource(std::move(file), path, limits);
    case Container::Plain:
        break;
    }
    return std::make_unique<PlainSource>(std::move(file), path, limits);
}

// True if the (inflated) file begins like a Perfetto trace. Faults of the file are left to who reads it.
bool holdsPftrace(Container container, const std::string &path, const ImportLimits &limits)
{
    Result<OpenedFile> file = openRegularFile(path);
    if (!file)
        return false;
    std::string head(kHeadBytes, '\0');
    const Result<std::size_t> got = makeSource(container, std::move(*file), path, limits)->read(head.data(), head.size());
    head.resize(got ? *got : 0);
    return pftrace::looksLikePftrace(head);
}

} // namespace

Result<std::unique_ptr<ByteSource>> openByteSource(const std::string &path, const ImportLimits &limits)
{
    Result<OpenedFile> file = openRegularFile(path);
    if (!file)
        return file.error();
    const Result<Container> container = containerOf(*file, path);
    if (!container)
        return container.error();
    const bool pftrace = holdsPftrace(*container, path, limits);
    std::unique_ptr<ByteSource> source = makeSource(*container, std::move(*file), path, limits);
    return pftrace ? makePftraceSource(std::move(source), path, limits) : std::move(source);
}

Result<PositionedSource> openSourceNear(const std::string &path, std::uint64_t offset)
{
    Result<OpenedFile> file = openRegularFile(path);
    if (!file)
        return file.error();
    const Result<Container> container = containerOf(*file, path);
    if (!container)
        return container.error();
    PositionedSource placed;
    if (*container == Container::Gzip && !holdsPftrace(*container, path, {})) {
        placed.source = makeGzipSourceNear(std::move(*file), path, offset, placed.from);
        return placed;
    }
    Result<std::unique_ptr<ByteSource>> source = openByteSource(path, {});
    if (!source)
        return source.error();
    placed.source = std::move(*source);
    return placed;
}

} // namespace lamella::core

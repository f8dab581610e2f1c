// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/OpenByteSource.h"

#include "core/import/ReadAhead.h"
#include "core/import/UserLimits.h"
#include "core/import/gzip/GzipSource.h"

#include <array>
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

} // namespace

Result<std::unique_ptr<ByteSource>> openByteSource(const std::string &path, const ImportLimits &limits)
{
    Result<OpenedFile> file = openRegularFile(path);
    if (!file)
        return file.error();
    std::array<char, 2> magic{};
    const Transfer got = file->handle.readAt(0, magic.data(), magic.size());
    if (got.error != 0)
        return readError(path, 0, got.error);
    if (got.bytes == 2 && magic[0] == '\x1F' && magic[1] == '\x8B')
        return makeGzipSource(std::move(*file), path, limits);
    return std::unique_ptr<ByteSource>(std::make_unique<PlainSource>(std::move(*file), path, limits));
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/TextCursor.h"

#include "core/import/OpenByteSource.h"
#include "core/import/cache/ContentKey.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::uint64_t kFarAhead = std::uint64_t{32} << 20; // more than the distance of two checkpoints
constexpr std::size_t kSkipStep = std::size_t{256} << 10;

} // namespace

Error TextCursor::changed() const
{
    return Error{ErrorCode::Io, "the file has changed since it was read; reload it", m_source.path};
}

bool TextCursor::same(const FileStamp &stamp) const
{
    return stamp.bytes == m_source.fileBytes && stamp.modifiedNs == m_source.modifiedNs;
}

Result<std::string_view> TextCursor::read(std::uint64_t offset, std::size_t bytes, const JobControl &control)
{
    m_text.resize(bytes);
    if (!m_source.compressed) {
        if (const Result<void> got = readPlain(offset, bytes); !got)
            return got.error();
        return std::string_view(m_text);
    }
    if (const Result<void> placed = place(offset, control); !placed)
        return placed.error();
    m_text.resize(bytes);
    const Result<std::size_t> got = m_inflating->read(m_text.data(), bytes);
    if (!got)
        return got.error();
    m_at += *got;
    if (*got < bytes)
        return changed();
    return std::string_view(m_text);
}

Result<void> TextCursor::readPlain(std::uint64_t offset, std::size_t bytes)
{
    if (!m_file.handle.isOpen()) {
        Result<OpenedFile> file = openRegularFile(m_source.path);
        if (!file)
            return file.error();
        if (!same(file->stamp))
            return changed();
        m_file = std::move(*file);
    }
    return m_file.handle.readExactlyAt(offset, m_text.data(), bytes) ? Result<void>() : Result<void>(changed());
}

// Moves m_inflating to the offset.
Result<void> TextCursor::place(std::uint64_t offset, const JobControl &control)
{
    if (!m_inflating || offset < m_at || offset - m_at > kFarAhead) {
        Result<PositionedSource> placed = openSourceNear(m_source.path, offset);
        if (!placed)
            return placed.error();
        if (!same(placed->source->stamp()))
            return changed();
        m_inflating = std::move(placed->source);
        m_at = placed->from;
    }
    while (m_at < offset) {
        if (control.stopRequested())
            return Error{ErrorCode::Cancelled, "cancelled", m_source.path};
        m_text.resize(kSkipStep);
        const Result<std::size_t> got =
            m_inflating->read(m_text.data(), static_cast<std::size_t>(std::min<std::uint64_t>(offset - m_at, kSkipStep)));
        if (!got)
            return got.error();
        if (*got == 0)
            return changed();
        m_at += *got;
    }
    return {};
}

} // namespace lamella::core

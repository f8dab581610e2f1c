// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/gzip/GzipSource.h"

#include "core/base/Message.h"
#include "core/import/ReadAhead.h"
#include "core/import/UserLimits.h"
#include "core/import/gzip/GzipCheckpoints.h"
#include "core/import/gzip/Inflater.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::size_t kInputBytes = std::size_t{256} << 10;
constexpr std::uint64_t kMaxOfDeflate = 1032; // bytes of text per compressed byte
constexpr std::uint64_t kRatioGrace = std::uint64_t{64} << 20; // the ratio of smaller files is not limited

class GzipSource final : public ByteSource {
public:
    GzipSource(OpenedFile file, std::string path, const ImportLimits &limits)
        : m_handle(std::move(file.handle))
        , m_path(std::move(path))
        , m_limits(withUserLimits(limits))
        , m_input(kInputBytes)
        , m_inflater(makeInflater())
    {
        m_stamp = file.stamp;
        m_points = GzipCheckpoints::of(m_stamp);
        m_nextPoint = m_points->nextAt();
    }
    // Starts at a checkpoint instead of the beginning. False if the file is shorter.
    bool startAt(const GzipCheckpoint &point)
    {
        std::unique_ptr<Inflater> inflater = point.inflater ? point.inflater->copy() : makeInflater();
        if (!inflater || m_handle.seek(point.disk) != 0)
            return false;
        m_inflater = std::move(inflater);
        m_betweenMembers = point.betweenMembers;
        m_produced = point.raw;
        m_diskBytesRead.store(point.disk, std::memory_order_relaxed);
        return true;
    }

    Result<std::size_t> read(char *to, std::size_t bytes) override
    {
        char *output = to;
        std::size_t room = bytes;
        while (room > 0 && !m_finished) {
            if (m_left == 0 && !m_fileEnd) {
                if (Result<void> filled = refill(); !filled)
                    return filled.error();
            }
            if (m_betweenMembers && !beginMember())
                break;
            advance(output, room);
        }
        const std::size_t got = bytes - room;
        if (m_produced == 0 && m_damage != SourceDamage::None)
            return Error{ErrorCode::Decompress, "begins like gzip, but nothing can be inflated; copy the file again", m_path};
        if (m_limits.maxRawBytes != 0 && m_produced > m_limits.maxRawBytes)
            return rawLimitError(m_path, m_limits.maxRawBytes);
        if (m_limits.maxRatio != 0 && m_produced > kRatioGrace && m_produced / m_limits.maxRatio > consumed())
            return ratioLimitError(m_path, m_limits.maxRatio);
        if (m_produced >= m_nextPoint && !m_finished)
            leavePoint();
        return got;
    }
    [[nodiscard]] bool compressed() const override { return true; }
    void useControl(const JobControl &control, unsigned, MemoryBudget &) override { m_control = control; }
    // The size field of the last member: correct for a file with a single member below 4 GiB.
    [[nodiscard]] std::uint64_t sizeHint() const override
    {
        std::array<char, 4> size{};
        if (m_stamp.bytes < size.size() || !m_handle.readExactlyAt(m_stamp.bytes - size.size(), size.data(), size.size()))
            return m_stamp.bytes;
        std::uint64_t bytes = 0;
        for (std::size_t i = size.size(); i-- > 0;)
            bytes = bytes << 8 | static_cast<unsigned char>(size[i]);
        const std::uint64_t max =
            m_limits.maxRatio == 0 ? kMaxOfDeflate : std::min<std::uint64_t>(m_limits.maxRatio, kMaxOfDeflate);
        return std::clamp(bytes, m_stamp.bytes, m_stamp.bytes * max);
    }
    [[nodiscard]] SourceDamage damage() const override { return m_damage; }

private:
    [[nodiscard]] std::uint64_t consumed() const { return m_diskBytesRead.load(std::memory_order_relaxed) - m_left + 1; }

    void leavePoint()
    {
        const std::uint64_t disk = m_diskBytesRead.load(std::memory_order_relaxed) - m_left;
        std::shared_ptr<const Inflater> state = m_betweenMembers ? nullptr : m_inflater->copy();
        if (m_betweenMembers || state)
            m_points->add({m_produced, disk, m_betweenMembers, std::move(state)});
        m_nextPoint = m_points->nextAt();
    }

    Result<void> refill()
    {
        if (m_control.stopRequested())
            return Error{ErrorCode::Cancelled, "cancelled", m_path, -1};
        m_ahead.at(m_handle, m_diskBytesRead.load(std::memory_order_relaxed));
        const Transfer got = m_handle.read(reinterpret_cast<char *>(m_input.data()), m_input.size());
        if (got.error != 0)
            return readErrorAt(m_path, m_handle, got.error);
        m_next = m_input.data();
        m_left = got.bytes;
        m_fileEnd = m_left < m_input.size();
        m_diskBytesRead.fetch_add(m_left, std::memory_order_relaxed);
        return {};
    }

    // Called after a member; true if another one follows.
    bool beginMember()
    {
        if (m_left == 0 && m_fileEnd) {
            m_finished = true;
            return false;
        }
        // Tapes and some copy tools pad with zeros; gzip(1) silently ignores them.
        while (m_left > 0 && *m_next == 0) {
            ++m_next;
            --m_left;
        }
        if (m_left == 0)
            return !m_fileEnd || stop(SourceDamage::None);
        if (*m_next != 0x1F)
            return stop(SourceDamage::TrailingBytes);
        m_inflater->nextMember();
        m_betweenMembers = false;
        return true;
    }

    void advance(char *&output, std::size_t &room)
    {
        if (m_betweenMembers)
            return;
        const std::size_t leftBefore = m_left;
        const std::size_t roomBefore = room;
        const InflateStatus status = m_inflater->step(m_next, m_left, output, room);
        m_produced += roomBefore - room;
        switch (status) {
        case InflateStatus::MemberEnd:
            m_betweenMembers = true;
            break;
        case InflateStatus::Damaged:
            stop(SourceDamage::DamagedGzip);
            break;
        case InflateStatus::More:
            if (m_left == leftBefore && room == roomBefore && (m_left > 0 || m_fileEnd))
                stop(m_left > 0 ? SourceDamage::DamagedGzip : SourceDamage::TruncatedGzip);
            break;
        }
    }

    bool stop(SourceDamage why)
    {
        m_finished = true;
        m_damage = why;
        return false;
    }

    FileHandle m_handle;
    std::string m_path;
    ImportLimits m_limits;
    JobControl m_control; // asked for each piece of input: many empty members give no text
    ReadAhead m_ahead;
    std::vector<unsigned char> m_input;
    const unsigned char *m_next = nullptr;
    std::size_t m_left = 0;
    std::unique_ptr<Inflater> m_inflater;
    std::shared_ptr<GzipCheckpoints> m_points;
    std::uint64_t m_nextPoint = 0;
    std::uint64_t m_produced = 0; // bytes of text handed out
    SourceDamage m_damage = SourceDamage::None;
    bool m_fileEnd = false;
    bool m_finished = false;
    bool m_betweenMembers = false;
};

} // namespace

std::unique_ptr<ByteSource> makeGzipSource(OpenedFile file, const std::string &path, const ImportLimits &limits)
{
    return std::make_unique<GzipSource>(std::move(file), path, limits);
}

std::unique_ptr<ByteSource> makeGzipSourceNear(
    OpenedFile file, const std::string &path, std::uint64_t offset, std::uint64_t &from)
{
    const std::optional<GzipCheckpoint> point = GzipCheckpoints::of(file.stamp)->before(offset);
    auto source = std::make_unique<GzipSource>(std::move(file), path, ImportLimits{});
    from = point && source->startAt(*point) ? point->raw : 0;
    return source;
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/gzip/GzipIndex.h"

#include "core/import/OpenedFile.h"

#include <zlib.h>

#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kInputBytes = std::size_t{256} << 10;
constexpr std::size_t kOutputBytes = std::size_t{256} << 10; // output is discarded
constexpr int kGzipWindow = 15 + 16; // zlib: largest window, gzip header expected
constexpr int kStopsAtBlock = 128; // bits of z_stream::data_type
constexpr int kLastBlock = 64;
constexpr int kUnusedBits = 7;

class PlaceFinder {
public:
    PlaceFinder(const FileHandle &file, const std::string &path, std::uint64_t step)
        : m_file(file)
        , m_path(path)
        , m_step(step)
        , m_next(step)
        , m_input(kInputBytes)
        , m_output(kOutputBytes)
        , m_ready(inflateInit2(&m_stream, kGzipWindow) == Z_OK)
    {
    }
    PlaceFinder(const PlaceFinder &) = delete;
    PlaceFinder &operator=(const PlaceFinder &) = delete;
    ~PlaceFinder()
    {
        if (m_ready)
            inflateEnd(&m_stream);
    }

    Result<GzipIndex> run(const JobControl &control)
    {
        if (!m_ready)
            return noMemory();
        for (bool more = true; more;) {
            if (control.stopRequested())
                return Error{ErrorCode::Cancelled, "cancelled", m_path, -1};
            const Result<bool> filled = refill();
            if (!filled)
                return filled.error();
            more = *filled && inflateInput();
            if (m_outOfMemory)
                return noMemory();
        }
        return std::move(m_found);
    }

private:
    [[nodiscard]] Error noMemory() const { return {ErrorCode::Limit, "not enough memory to inflate it", m_path, -1}; }

    // False at the end of the file.
    Result<bool> refill()
    {
        const Transfer got = m_file.read(reinterpret_cast<char *>(m_input.data()), m_input.size());
        if (got.error != 0)
            return readErrorAt(m_path, m_file, got.error);
        m_stream.next_in = m_input.data();
        m_stream.avail_in = static_cast<uInt>(got.bytes);
        m_disk += got.bytes;
        return got.bytes > 0;
    }

    // Inflates all input read so far. False where the text ends, regularly or by damage.
    bool inflateInput()
    {
        while (m_stream.avail_in > 0) {
            if (m_betweenMembers && !beginMember())
                return m_stream.avail_in == 0;
            m_stream.next_out = m_output.data();
            m_stream.avail_out = static_cast<uInt>(m_output.size());
            const int status = inflate(&m_stream, Z_BLOCK);
            m_found.rawBytes += m_output.size() - m_stream.avail_out;
            m_outOfMemory = status == Z_MEM_ERROR;
            m_betweenMembers = status == Z_STREAM_END;
            // Z_BUF_ERROR is returned for blocks that end within a byte already consumed.
            if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
                return false;
            if ((m_stream.data_type & (kStopsAtBlock | kLastBlock)) == kStopsAtBlock && m_found.rawBytes >= m_next)
                leavePlace();
        }
        return true;
    }

    // Skips zeros before the member, like GzipSource. False if none begins.
    bool beginMember()
    {
        while (m_stream.avail_in > 0 && *m_stream.next_in == 0) {
            ++m_stream.next_in;
            --m_stream.avail_in;
        }
        return m_stream.avail_in > 0 && *m_stream.next_in == 0x1F && inflateReset(&m_stream) == Z_OK;
    }

    void leavePlace()
    {
        GzipIndexEntry place{m_found.rawBytes, m_disk - m_stream.avail_in, {}};
        place.block.bits = static_cast<std::uint8_t>(m_stream.data_type & kUnusedBits);
        if (place.block.bits > 0) {
            if (m_stream.next_in == m_input.data()) // the byte was dropped by the last refill(); use the next block
                return;
            place.block.begun = static_cast<std::uint8_t>(m_stream.next_in[-1] >> (8 - place.block.bits));
        }
        place.block.window.resize(kDeflateWindow);
        uInt bytes = 0;
        if (inflateGetDictionary(&m_stream, reinterpret_cast<Bytef *>(place.block.window.data()), &bytes) != Z_OK)
            return;
        place.block.window.resize(bytes);
        m_found.places.push_back(std::move(place));
        m_next = m_found.rawBytes + m_step;
    }

    const FileHandle &m_file;
    const std::string &m_path;
    std::uint64_t m_step;
    std::uint64_t m_next;
    std::uint64_t m_disk = 0;
    std::vector<Bytef> m_input;
    std::vector<Bytef> m_output;
    z_stream m_stream{};
    bool m_ready;
    bool m_betweenMembers = false;
    bool m_outOfMemory = false;
    GzipIndex m_found;
};

} // namespace

Result<GzipIndex> buildGzipIndex(const FileHandle &file, const std::string &path, std::uint64_t step, const JobControl &control)
{
    return PlaceFinder(file, path, step).run(control);
}

} // namespace lamella::core

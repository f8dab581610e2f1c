// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ParallelFor.h"
#include "core/import/EventTextReader.h"
#include "core/import/OpenByteSource.h"
#include "core/import/OpenedFile.h"
#include "core/import/cache/Checksum.h"
#include "core/import/cache/DocumentFile.h"
#include "core/import/pack/PackFilter.h"
#include "core/import/pack/PackLayout.h"
#include "core/import/pack/PackPrediction.h"
#include "core/system/NewFile.h"

#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <numeric>
#include <zstd.h>

namespace lamella::core {

namespace {

constexpr int kTextLevel = 12; // a quarter to a third less than gzip
constexpr int kDocumentLevel = 17;
constexpr std::size_t kFramesAtOnce = 16; // compressed side by side
constexpr std::uint64_t kBeyondGzip = 10; // a pack is at most a tenth larger than the gzip file of the text

Error cancelled(const std::string &path)
{
    return {ErrorCode::Cancelled, "stopped", path, -1};
}

Error cannotWrite(const std::string &path, int error)
{
    return {ErrorCode::Io,
        msg("cannot be written (%1); free some space or choose another place", std::string(std::strerror(error))), path, -1};
}

// One frame with a checksum of its content; empty if there is not enough memory.
std::string compressed(std::string_view bytes, int level)
{
    const std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx *)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
    if (!context)
        return {};
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    std::string frame(ZSTD_compressBound(bytes.size()), '\0');
    const std::size_t size = ZSTD_compress2(context.get(), frame.data(), frame.size(), bytes.data(), bytes.size());
    frame.resize(ZSTD_isError(size) != 0 ? 0 : size);
    return frame;
}

// What `gzip` makes of the bytes, to some bytes. 0 if there is not enough memory.
std::uint64_t gzipBytes(std::string_view bytes)
{
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::string to(size, '\0');
    const int result = compress2(reinterpret_cast<Bytef *>(to.data()), &size, reinterpret_cast<const Bytef *>(bytes.data()),
        static_cast<uLong>(bytes.size()), Z_DEFAULT_COMPRESSION);
    return result == Z_OK ? size : 0;
}

bool isGzip(const std::string &path)
{
    const Result<OpenedFile> file = openRegularFile(path);
    std::array<char, 2> magic{};
    return file && file->handle.readExactlyAt(0, magic.data(), magic.size())
        && std::string_view(magic.data(), magic.size()) == "\x1F\x8B";
}

class Writer {
public:
    Writer(const TraceDocument &document, std::string path, const JobControl &control)
        : m_document(document)
        , m_path(std::move(path))
        , m_control(control)
        , m_file(NewFile::replacing(m_path))
    {
    }
    Result<void> run()
    {
        if (!m_file.handle().isOpen())
            return cannotWrite(m_path, m_file.error());
        for (const auto step : {&Writer::text, &Writer::documentPart, &Writer::end})
            if (auto done = (this->*step)(); !done)
                return done;
        if (!m_file.moveTo(m_path))
            return cannotWrite(m_path, m_file.error());
        return {};
    }

private:
    Result<void> add(std::string_view bytes)
    {
        const Transfer written = m_file.handle().writeAt(m_offset, bytes);
        if (written.error != 0 || written.bytes < bytes.size())
            return cannotWrite(m_path, written.error != 0 ? written.error : ENOSPC);
        m_offset += bytes.size();
        return {};
    }
    Result<void> text();
    Result<void> frames(const std::vector<std::string> &texts, bool asGzip);
    Result<std::string> packedDocument();
    Result<void> documentPart();
    Result<void> end();
    Result<void> index();

    const TraceDocument &m_document;
    std::string m_path;
    const JobControl &m_control;
    NewFile m_file;
    std::uint64_t m_offset = 0;
    std::uint64_t m_gzipBytes = 0; // of the text
    PackFooter m_footer;
    std::string m_sizes;
};

Result<void> Writer::frames(const std::vector<std::string> &texts, bool asGzip)
{
    std::vector<std::string> made(texts.size());
    std::vector<std::uint64_t> gzipped(texts.size());
    parallelFor(workersWanted(0), texts.size(), m_control.stop, [&](std::size_t i, unsigned) {
        made[i] = compressed(texts[i], kTextLevel);
        gzipped[i] = asGzip ? gzipBytes(texts[i]) : 0;
    });
    if (m_control.stopRequested())
        return cancelled(m_path);
    m_gzipBytes = std::accumulate(gzipped.begin(), gzipped.end(), m_gzipBytes);
    for (const std::string &frame : made) {
        if (frame.empty())
            return Error{ErrorCode::Limit, "not enough memory to pack this trace", m_path, -1};
        const auto size = static_cast<std::uint32_t>(frame.size());
        m_sizes.append(reinterpret_cast<const char *>(&size), sizeof size);
        if (auto added = add(frame); !added)
            return added;
    }
    m_footer.frames += made.size();
    return {};
}

Result<void> Writer::text()
{
    const TraceSource &source = m_document.source;
    Result<std::unique_ptr<ByteSource>> bytes = openStoredBytes(source.path, {});
    if (!bytes)
        return bytes.error();
    if ((*bytes)->stamp().bytes != source.fileBytes || (*bytes)->stamp().modifiedNs != source.modifiedNs)
        return Error{ErrorCode::Io, "the file has changed since it was read; reload it", source.path, -1};
    const bool asGzip = !isGzip(source.path);
    m_gzipBytes = asGzip ? 0 : source.fileBytes;
    for (bool more = true; more;) {
        std::vector<std::string> texts;
        while (more && texts.size() < kFramesAtOnce) {
            std::string text(kPackFrameBytes, '\0');
            const Result<std::size_t> got = (*bytes)->read(text.data(), text.size());
            if (!got)
                return got.error();
            more = *got == text.size();
            text.resize(*got);
            m_footer.rawBytes += *got;
            if (!text.empty())
                texts.push_back(std::move(text));
        }
        if (auto written = frames(texts, asGzip); !written)
            return written;
        m_control.report(m_footer.rawBytes, source.rawBytes);
    }
    m_footer.textEnd = m_offset;
    return {};
}

// The document as the cache stores it, compressed.
Result<std::string> Writer::packedDocument()
{
    const NewFile stored = NewFile::temporary(
        std::filesystem::path(m_path).parent_path().empty() ? "." : std::filesystem::path(m_path).parent_path().string(),
        ".lamella-", ".document");
    std::string why;
    if (!stored.handle().isOpen())
        return cannotWrite(m_path, stored.error());
    if (!writeDocument(stored.handle(), m_document, {}, m_control, why))
        return m_control.stopRequested() ? cancelled(m_path) : Error{ErrorCode::Io, why, m_path, -1};
    const std::optional<FileStamp> stamp = stored.handle().stamp();
    std::string raw(stamp ? stamp->bytes : 0, '\0');
    if (!stored.handle().readExactlyAt(0, raw.data(), raw.size()))
        return cannotWrite(m_path, EIO);
    if (!predictDocument(raw.data(), raw.size()))
        return Error{ErrorCode::Internal, "the document cannot be packed", m_path, -1};
    m_footer.documentRawBytes = raw.size();
    return compressed(packFiltered(raw), kDocumentLevel);
}

// The document in a skippable frame. Left out where the pack would then be larger than the gzip file and a tenth: that is of
// traces whose text is read about as fast.
Result<void> Writer::documentPart()
{
    const Result<std::string> packed = packedDocument();
    if (!packed)
        return packed.error();
    if (m_control.stopRequested())
        return cancelled(m_path);
    const std::uint64_t bytes =
        m_offset + kSkippableHeadBytes + packed->size() + kSkippableHeadBytes + m_sizes.size() + kPackFooterBytes;
    if (packed->empty() || packed->size() > std::numeric_limits<std::uint32_t>::max()
        || bytes > m_gzipBytes + m_gzipBytes / kBeyondGzip) {
        m_footer.documentRawBytes = 0;
        return {};
    }
    if (auto added = add(skippableHead(static_cast<std::uint32_t>(packed->size()))); !added)
        return added;
    m_footer.documentOffset = m_offset;
    m_footer.documentBytes = packed->size();
    m_footer.documentSum = checksum64(*packed);
    return add(*packed);
}

// A text of one frame is its own index; it has none where that would make a small pack larger than the gzip file and a tenth.
Result<void> Writer::end()
{
    const std::uint64_t bytes = m_offset + kSkippableHeadBytes + m_sizes.size() + kPackFooterBytes;
    const bool indexed = m_footer.documentBytes != 0 || m_footer.frames > 1 || bytes <= m_gzipBytes + m_gzipBytes / kBeyondGzip;
    if (auto added = indexed ? index() : Result<void>(); !added)
        return added;
    if (const int error = m_file.handle().sync(); error != 0)
        return cannotWrite(m_path, error);
    return {};
}

Result<void> Writer::index()
{
    if (auto added = add(skippableHead(static_cast<std::uint32_t>(m_sizes.size()))); !added)
        return added;
    m_footer.sizesOffset = m_offset;
    m_footer.sizesSum = checksum64(m_sizes);
    if (auto added = add(m_sizes); !added)
        return added;
    return add(packFooterBytes(m_footer));
}

} // namespace

Result<void> writePack(const TraceDocument &document, const std::string &path, const JobControl &control)
{
    const bool oneFile = hasEventText(document) || document.source.protobuf;
    if (!oneFile || document.metadata.format.starts_with("Nsight Systems") || document.metadata.format.starts_with("Ascend"))
        return Error{ErrorCode::BadRequest,
            "this trace is a database or several files, which pack cannot hold; copy its files, or write it as a Perfetto trace",
            document.source.path, -1};
    return Writer(document, path, control).run();
}

} // namespace lamella::core

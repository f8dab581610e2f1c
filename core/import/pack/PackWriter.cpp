// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/FileName.h"
#include "core/base/ParallelFor.h"
#include "core/import/FilesBeside.h"
#include "core/import/OpenByteSource.h"
#include "core/import/OpenedFile.h"
#include "core/import/archive/ArchivePath.h"
#include "core/import/ascend/AscendFolder.h"
#include "core/import/ascend/AscendTimeline.h"
#include "core/import/cache/Checksum.h"
#include "core/import/cache/DocumentFile.h"
#include "core/import/pack/PackAttached.h"
#include "core/import/pack/PackFilter.h"
#include "core/import/pack/PackLayout.h"
#include "core/import/pack/PackPrediction.h"
#include "core/import/rocm/RocprofCsvImporter.h"
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
constexpr int kTightTextLevel = 19; // where the document finds no room else; six times as slow
constexpr std::uint64_t kMaxTightBytes = std::uint64_t{256} << 20; // of text; takes a minute of processor time
constexpr int kDocumentLevel = 17;
constexpr std::size_t kFramesAtOnce = 16; // compressed side by side
// A pack is at most a tenth larger than what gzip makes of the files. A twelfth of what zlib makes, because the two differ by 1
// %.
constexpr std::uint64_t kBeyondGzip = 12;

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
        , m_file(std::make_unique<NewFile>(NewFile::replacing(m_path)))
    {
    }
    Result<void> run()
    {
        if (!m_file->handle().isOpen())
            return cannotWrite(m_path, m_file->error());
        for (const auto step : {&Writer::packedDocument, &Writer::besides, &Writer::text, &Writer::tightText,
                 &Writer::documentPart, &Writer::attachments, &Writer::end})
            if (auto done = (this->*step)(); !done)
                return done;
        if (!m_file->moveTo(m_path))
            return cannotWrite(m_path, m_file->error());
        return {};
    }

private:
    Result<void> add(std::string_view bytes)
    {
        const Transfer written = m_file->handle().writeAt(m_offset, bytes);
        if (written.error != 0 || written.bytes < bytes.size())
            return cannotWrite(m_path, written.error != 0 ? written.error : ENOSPC);
        m_offset += bytes.size();
        return {};
    }
    Result<void> text();
    Result<void> frames(const std::vector<std::string> &texts, bool asGzip);
    Result<void> packedDocument();
    Result<void> besides();
    Result<void> attachments();
    Result<std::string> storedFile(const std::string &path);
    Result<void> tightText();
    // Whether the pack is small enough with the document.
    [[nodiscard]] bool hasRoom() const
    {
        const std::uint64_t bytes =
            m_offset + kSkippableHeadBytes + m_packed.size() + kSkippableHeadBytes + m_sizes.size() + kPackFooterBytes;
        return m_footer.joined || bytes <= m_gzipBytes + m_gzipBytes / kBeyondGzip;
    }
    Result<void> documentPart();
    Result<void> end();
    Result<void> index();

    const TraceDocument &m_document;
    std::string m_path;
    const JobControl &m_control;
    std::unique_ptr<NewFile> m_file;
    std::uint64_t m_offset = 0;
    std::uint64_t m_gzipBytes = 0; // of the packed files if gzip compressed them
    int m_textLevel = kTextLevel;
    std::string m_packed; // the document
    std::vector<std::string> m_attached; // paths
    PackFooter m_footer;
    std::string m_sizes;
    std::string m_sums; // of the frames of text
};

Result<void> Writer::frames(const std::vector<std::string> &texts, bool asGzip)
{
    std::vector<std::string> made(texts.size());
    std::vector<std::uint64_t> gzipped(texts.size());
    parallelFor(workersWanted(0), texts.size(), m_control.stop, [&](std::size_t i, unsigned) {
        made[i] = compressed(texts[i], m_textLevel);
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
        const std::uint64_t sum = checksum64(frame);
        m_sums.append(reinterpret_cast<const char *>(&sum), sizeof sum);
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
    const bool asGzip = m_textLevel == kTextLevel && !isGzip(source.path);
    if (m_textLevel == kTextLevel && !asGzip)
        m_gzipBytes += source.fileBytes;
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

// Whether the document holds what lay in files beside the one that was read.
bool wasJoined(const TraceDocument &document)
{
    const std::string &format = document.metadata.format;
    return (format.starts_with("rocprofv3 tables") && !rocprofTablesBeside(document.source.path).empty())
        || (format.starts_with("Ascend kernel table") && !AscendTimeline::beside(document.source.path).empty());
}

// Paths of the files to attach: those of the pack that is packed again, else those beside the trace.
std::vector<std::string> filesToAttach(const TraceDocument &document)
{
    const std::string &trace = document.source.path;
    return isPack(trace) ? filesBeside(trace, {}, {}) : ascendTablesBeside(document);
}

Result<void> Writer::besides()
{
    // The document of a pack may hold what its text does not.
    const Result<OpenedFile> packed = openRegularFile(m_document.source.path);
    const auto footer = packed ? readPackFooter(packed->handle, packed->stamp.bytes) : std::nullopt;
    m_attached = filesToAttach(m_document);
    m_footer.joined = footer ? footer->joined : wasJoined(m_document);
    m_footer.attached = !m_footer.joined && !m_attached.empty();
    return {};
}

// The bytes of a file as zstd frames.
Result<std::string> Writer::storedFile(const std::string &path)
{
    const Result<std::unique_ptr<ByteSource>> source = openStoredBytes(path, {});
    if (!source)
        return source.error();
    std::string stored;
    std::string part(kPackFrameBytes, '\0');
    for (bool more = true; more;) {
        if (m_control.stopRequested())
            return cancelled(m_path);
        const Result<std::size_t> got = (*source)->read(part.data(), part.size());
        if (!got)
            return got.error();
        more = *got == part.size();
        if (*got == 0 && !stored.empty())
            break;
        const std::string frame = compressed(std::string_view(part).substr(0, *got), kTextLevel);
        if (frame.empty())
            return Error{ErrorCode::Limit, "not enough memory to pack this trace", m_path, -1};
        if (stored.size() + frame.size() > kMaxAttachedBytes)
            return Error{
                ErrorCode::Limit, "lies beside the trace and is too large for a pack; copy the folder instead", path, -1};
        stored += frame;
    }
    return stored;
}

Result<void> Writer::attachments()
{
    for (const std::string &path : m_attached) {
        const std::string name(withoutNumber(fileNameOf(path))); // of the archive that it comes from
        if (name.size() > kMaxAttachedNameBytes)
            return Error{ErrorCode::Limit, "has a name that is too long for a pack; rename it", path, -1};
        const Result<std::string> stored = storedFile(path);
        if (!stored)
            return stored.error();
        if (auto added = add(attachedHead(name, *stored)); !added)
            return added;
        if (auto added = add(*stored); !added)
            return added;
    }
    return {};
}

// The text once more, smaller, where there is no room for the document.
Result<void> Writer::tightText()
{
    if (m_packed.empty() || hasRoom() || m_footer.rawBytes > kMaxTightBytes)
        return {};
    m_textLevel = kTightTextLevel;
    m_file = std::make_unique<NewFile>(NewFile::replacing(m_path));
    if (!m_file->handle().isOpen())
        return cannotWrite(m_path, m_file->error());
    m_offset = 0;
    m_footer.rawBytes = m_footer.frames = 0;
    m_sizes.clear();
    m_sums.clear();
    return text();
}

// The document as the cache stores it, compressed. A recording of memory alone has none that says all.
Result<void> Writer::packedDocument()
{
    if (m_document.memory != nullptr)
        return {};
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
    m_packed = compressed(packFiltered(raw), kDocumentLevel);
    if (m_packed.size() > std::numeric_limits<std::uint32_t>::max())
        m_packed.clear();
    return {};
}

// The document in a skippable frame. Left out where the pack would then be larger than the gzip file and a tenth: that is of
// traces whose text is read about as fast.
Result<void> Writer::documentPart()
{
    if (m_control.stopRequested())
        return cancelled(m_path);
    if (m_packed.empty() || !hasRoom()) {
        m_footer.documentRawBytes = 0;
        return {};
    }
    if (auto added = add(skippableHead(static_cast<std::uint32_t>(m_packed.size()))); !added)
        return added;
    m_footer.documentOffset = m_offset;
    m_footer.documentBytes = m_packed.size();
    m_footer.documentSum = checksum64(m_packed);
    return add(m_packed);
}

// A text of one frame is its own index; it has none where that would make a small pack larger than the gzip file and a tenth.
Result<void> Writer::end()
{
    const std::uint64_t bytes = m_offset + kSkippableHeadBytes + m_sizes.size() + kPackFooterBytes;
    const bool indexed = m_footer.documentBytes != 0 || !m_attached.empty() || m_footer.frames > 1
        || bytes <= m_gzipBytes + m_gzipBytes / kBeyondGzip;
    if (auto added = indexed ? index() : Result<void>(); !added)
        return added;
    if (const int error = m_file->handle().sync(); error != 0)
        return cannotWrite(m_path, error);
    return {};
}

Result<void> Writer::index()
{
    if (auto added = add(skippableHead(static_cast<std::uint32_t>(m_sizes.size()))); !added)
        return added;
    m_footer.sizesOffset = m_offset;
    m_footer.sizesSum = checksum64(m_sizes);
    m_footer.textSum = checksum64(m_sums);
    if (auto added = add(m_sizes); !added)
        return added;
    return add(packFooterBytes(m_footer));
}

} // namespace

Result<void> writePack(const TraceDocument &document, const std::string &path, const JobControl &control)
{
    return Writer(document, path, control).run();
}

} // namespace lamella::core

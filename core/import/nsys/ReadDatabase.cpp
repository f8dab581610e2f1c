// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/ReadDatabase.h"

#include "core/base/Message.h"
#include "core/import/ByteSource.h"
#include "core/import/DocumentSource.h"
#include "core/import/OpenByteSource.h"
#include "core/import/OpenedFile.h"
#include "core/import/UserLimits.h"
#include "core/import/WholeSource.h"
#include "core/import/archive/ArchivePath.h"

#include <cerrno>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

namespace lamella::core {

using namespace std::string_view_literals;

namespace {

constexpr std::size_t kStepBytes = std::size_t{1} << 20;
constexpr std::size_t kMagicBytes = 16;
constexpr std::size_t kHeaderBytes = 100;

// SQLite reports a page as corrupt even if the disk could not read it. Empty if every byte of the file is readable, so the file
// itself is damaged.
std::optional<Error> diskFault(const std::string &path, const JobControl &control)
{
    const Result<OpenedFile> file = openRegularFile(path);
    if (!file)
        return file.error();
    std::string part(kStepBytes, '\0');
    while (!control.stopRequested()) {
        const Transfer got = file->handle.read(part.data(), part.size());
        if (got.error != 0)
            return readErrorAt(path, file->handle, got.error);
        if (got.bytes < part.size())
            break;
    }
    return std::nullopt;
}

struct Database {
    std::unique_ptr<SqliteFile> file;
    FileStamp stamp;
    std::uint64_t rawBytes = 0;
    bool compressed = false;
    ImportDiagnostics diagnostics; // of decompressing
};

bool isPlain(const std::string &path)
{
    const Result<OpenedFile> opened = openRegularFile(path);
    std::string head(kMagicBytes, '\0');
    return opened && opened->handle.readExactlyAt(0, head.data(), head.size()) && beginsLikeDatabase(head);
}

std::uint64_t bigEndian(std::string_view bytes, std::size_t at, std::size_t count)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

// Size of the database by its header (SQLite file format, section 1.3: page size, pages, and the counters by which the number of
// pages is valid); 0 if that is not told.
std::uint64_t statedBytes(std::string_view head)
{
    if (head.size() < kHeaderBytes || !beginsLikeDatabase(head) || bigEndian(head, 24, 4) != bigEndian(head, 92, 4))
        return 0;
    const std::uint64_t page = bigEndian(head, 16, 2);
    return (page == 1 ? 65'536 : page) * bigEndian(head, 28, 4);
}

// SQLite opens no database of which a part is missing. `otherwise`: what it says where none is.
Error unreadable(std::string_view head, std::uint64_t bytes, SourceDamage damage, const Error &otherwise)
{
    const std::uint64_t stated = statedBytes(head);
    if (stated <= bytes || otherwise.code != ErrorCode::NotATrace)
        return otherwise;
    const Message what = damage == SourceDamage::TruncatedGzip ? msg("the compressed file ends too early: %1 of the %2 bytes of "
                                                                     "its database are in it, and a part of a database cannot be "
                                                                     "read; copy it again, or export and compress it again",
                             bytes, stated)
        : damage == SourceDamage::DamagedGzip
        ? msg("the compressed file is damaged: %1 of the %2 bytes of its database can be decompressed, and a part of a database "
              "cannot be read; copy it again, or export and compress it again",
            bytes, stated)
        : msg("the database ends too early: %1 of its %2 bytes are there, and a part of a database cannot be read; copy or "
              "export it "
              "again",
            bytes, stated);
    return Error{damage == SourceDamage::None ? ErrorCode::NotATrace : ErrorCode::Decompress, what, otherwise.source, -1};
}

Result<Database> plainDatabase(const std::string &path, std::uint64_t max, const JobControl &control)
{
    const Result<OpenedFile> opened = openRegularFile(path);
    if (!opened)
        return opened.error();
    if (max != 0 && opened->stamp.bytes > max)
        return rawLimitError(path, max);
    Result<std::unique_ptr<SqliteFile>> file = SqliteFile::open(path, control);
    if (!file) {
        if (std::optional<Error> fault = diskFault(path, control))
            return *std::move(fault);
        std::string head(kHeaderBytes, '\0');
        const bool read = opened->handle.readExactlyAt(0, head.data(), head.size());
        return unreadable(read ? head : std::string(), opened->stamp.bytes, SourceDamage::None, file.error());
    }
    return Database{std::move(*file), opened->stamp, opened->stamp.bytes, false, {}};
}

// A database that was compressed.
struct Unpacked {
    std::string path;
    FileStamp stamp;
    std::shared_ptr<const std::string> bytes;
    SourceDamage damage = SourceDamage::None;
    ImportDiagnostics diagnostics; // of decompressing
};

// The one that was decompressed last: it is asked for again and again. A large one only as long as somebody reads it.
class LastUnpacked {
public:
    [[nodiscard]] std::optional<Unpacked> find(const std::string &path, const FileStamp &stamp)
    {
        const std::lock_guard lock(m_mutex);
        Unpacked found = m_last;
        found.bytes = m_bytes.lock();
        return found.bytes && found.path == path && found.stamp == stamp ? std::optional(std::move(found)) : std::nullopt;
    }
    void keep(const Unpacked &unpacked)
    {
        const std::lock_guard lock(m_mutex);
        m_last = unpacked;
        m_bytes = unpacked.bytes;
        if (unpacked.bytes->size() > m_max)
            m_last.bytes.reset();
        ++m_count;
    }
    [[nodiscard]] std::uint64_t count()
    {
        const std::lock_guard lock(m_mutex);
        return m_count;
    }
    void setMax(std::uint64_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        m_max = bytes;
    }

private:
    std::mutex m_mutex;
    Unpacked m_last;
    std::weak_ptr<const std::string> m_bytes; // of m_last
    std::uint64_t m_max = std::uint64_t{256} << 20;
    std::uint64_t m_count = 0;
};

LastUnpacked &lastUnpacked()
{
    static LastUnpacked last;
    return last;
}

// `memory` holds its bytes from then on.
Result<Unpacked> unpackedOf(const std::string &path, const ImportLimits &limits, MemoryBudget &memory, const JobControl &control)
{
    const std::uint64_t max = withUserLimits(limits).maxRawBytes;
    const std::size_t most = max == 0 ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(max);
    const std::optional<ArchivePath> inside = archivePath(path);
    if (const Result<OpenedFile> file = openRegularFile(inside ? inside->archive : path)) {
        std::optional<Unpacked> kept = lastUnpacked().find(path, file->stamp);
        if (kept && kept->bytes->size() <= most) {
            memory.hold(kept->bytes->size());
            return *std::move(kept);
        }
    }
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, wholeSourceLimits(limits));
    if (!source)
        return source.error();
    Unpacked unpacked{path, (*source)->stamp(), nullptr, SourceDamage::None, {}};
    Result<std::string> bytes = readWhole(**source, most, rawLimitError(path, max), memory, control);
    if (!bytes)
        return bytes.error();
    unpacked.damage = (*source)->damage();
    noteSourceDamage(**source, bytes->size(), unpacked.diagnostics);
    unpacked.bytes = SqliteFile::forMemory(std::move(*bytes));
    lastUnpacked().keep(unpacked);
    return unpacked;
}

Result<Database> databaseOf(const std::string &path, const ImportLimits &limits, MemoryBudget &memory, const JobControl &control)
{
    if (isPlain(path))
        return plainDatabase(path, withUserLimits(limits).maxRawBytes, control);
    Result<Unpacked> unpacked = unpackedOf(path, limits, memory, control);
    if (!unpacked)
        return unpacked.error();
    Result<std::unique_ptr<SqliteFile>> file = SqliteFile::openBytes(unpacked->bytes, path, control);
    if (!file)
        return unreadable(*unpacked->bytes, unpacked->bytes->size(), unpacked->damage, file.error());
    return Database{std::move(*file), unpacked->stamp, unpacked->bytes->size(), true, std::move(unpacked->diagnostics)};
}

} // namespace

bool beginsLikeDatabase(std::string_view head)
{
    return head.starts_with("SQLite format 3\0"sv);
}

bool isDatabase(const TraceDocument &document)
{
    return document.metadata.format.starts_with("Nsight Systems SQLite") || document.metadata.format.starts_with("ROCm SQLite");
}

std::uint64_t databasesUnpacked()
{
    return lastUnpacked().count();
}

void setMaxKeptDatabase(std::uint64_t bytes)
{
    lastUnpacked().setMax(bytes);
}

Result<std::unique_ptr<SqliteFile>> reopenDatabase(const TraceDocument &document, const JobControl &control)
{
    const TraceSource &source = document.source;
    MemoryBudget memory{ImportLimits()};
    Result<Database> database = databaseOf(source.path, {}, memory, control);
    if (!database)
        return database.error();
    if (database->stamp.bytes != source.fileBytes || database->stamp.modifiedNs != source.modifiedNs)
        return Error{ErrorCode::Io, "the file has changed since it was read; reload it", source.path, -1};
    if (database->file->unreadable())
        return readError(source.path, -1, EIO);
    return std::move(database->file);
}

Result<std::shared_ptr<const TraceDocument>> readDatabase(
    const std::string &path, const ImportOptions &options, const JobControl &control, const MakeDatabaseReader &make)
{
    DocumentBuilder builder(options.limits);
    const Result<Database> opened = databaseOf(path, options.limits, builder.memory(), control);
    if (!opened)
        return opened.error();
    TraceSource &source = builder.document().source;
    source.path = path;
    source.fileBytes = opened->stamp.bytes;
    source.modifiedNs = opened->stamp.modifiedNs;
    source.rawBytes = opened->rawBytes;
    source.compressed = opened->compressed;
    builder.document().diagnostics = opened->diagnostics;
    const Result<std::unique_ptr<DatabaseReader>> made = make(*opened->file, builder, control);
    if (!made)
        return made.error();
    DatabaseReader &reader = **made;
    const bool complete = reader.read(opened->rawBytes);
    if (opened->file->unreadable())
        return diskFault(path, control).value_or(readError(path, -1, EIO));
    if (!opened->compressed && builder.document().diagnostics.anyDataLoss()) {
        if (std::optional<Error> fault = diskFault(path, control))
            return *std::move(fault);
    }
    if (reader.limitHit())
        return builder.limitError(path);
    std::shared_ptr<const TraceDocument> document = complete ? builder.finish(control) : nullptr;
    if (!document)
        return Error{ErrorCode::Cancelled, "cancelled", path};
    control.report(opened->stamp.bytes, opened->stamp.bytes);
    return document;
}

} // namespace lamella::core

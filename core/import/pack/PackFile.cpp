// SPDX-License-Identifier: GPL-3.0-or-later
// Reads packs. Every number of the file is checked before it is used.
#include "core/import/pack/PackFile.h"

#include "core/base/ParallelFor.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/MemoryBudget.h"
#include "core/import/UserLimits.h"
#include "core/import/cache/Checksum.h"
#include "core/import/cache/DocumentFile.h"
#include "core/import/pack/PackAttached.h"
#include "core/import/pack/PackFilter.h"
#include "core/import/pack/PackLayout.h"
#include "core/import/pack/PackPrediction.h"

#include <cstring>
#include <utility>
#include <vector>
#include <zstd.h>

namespace lamella::core {

namespace {

// Bytes of the file, or nothing if there are not as many.
std::optional<std::string> bytesAt(const FileHandle &file, std::uint64_t offset, std::uint64_t bytes)
{
    std::string read(bytes, '\0');
    if (!file.readExactlyAt(offset, read.data(), read.size()))
        return std::nullopt;
    return read;
}

// A document's bytes in memory, aligned for columns that are used where they lie.
struct Lent {
    explicit Lent(std::size_t bytes)
        : words(new std::uint64_t[bytes / sizeof(std::uint64_t) + 1])
    {
    }
    [[nodiscard]] char *data() const { return reinterpret_cast<char *>(words.get()); }
    std::unique_ptr<std::uint64_t[]> words;
};

std::shared_ptr<Lent> unpacked(const std::string &stored, std::uint64_t rawBytes)
{
    // The filter adds a byte to each block.
    const unsigned long long filteredBytes = ZSTD_getFrameContentSize(stored.data(), stored.size());
    if (filteredBytes > rawBytes + rawBytes / 1024 + 16 || filteredBytes < rawBytes)
        return nullptr;
    std::string filtered(filteredBytes, '\0');
    const std::size_t got = ZSTD_decompress(filtered.data(), filtered.size(), stored.data(), stored.size());
    if (ZSTD_isError(got) != 0 || got != filtered.size())
        return nullptr;
    auto lent = std::make_shared<Lent>(rawBytes);
    const bool good = packUnfiltered(filtered, lent->data(), rawBytes) && restoreDocument(lent->data(), rawBytes);
    return good ? lent : nullptr;
}

} // namespace

std::optional<PackFooter> readPackFooter(const FileHandle &file, std::uint64_t fileBytes)
{
    if (fileBytes < kPackFooterBytes)
        return std::nullopt;
    const std::uint64_t at = fileBytes - kPackFooterBytes;
    const auto bytes = bytesAt(file, at, kPackFooterBytes);
    const auto footer = bytes ? parsePackFooter(*bytes) : std::nullopt;
    if (!footer || footer->frames != footer->rawBytes / kPackFrameBytes + (footer->rawBytes % kPackFrameBytes != 0 ? 1 : 0)
        || footer->textEnd > at || footer->documentOffset > at || footer->documentBytes > at - footer->documentOffset
        || footer->sizesOffset > at || footer->frames > (at - footer->sizesOffset) / sizeof(std::uint32_t))
        return std::nullopt;
    return footer;
}

bool isTextWhole(const FileHandle &file, const PackFooter &footer, unsigned workers, const JobControl &control)
{
    const auto sizes = bytesAt(file, footer.sizesOffset, footer.frames * sizeof(std::uint32_t));
    if (!sizes || checksum64(*sizes) != footer.sizesSum)
        return false;
    std::vector<std::pair<std::uint64_t, std::uint32_t>> frames(footer.frames); // offset and size
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        std::memcpy(&frames[i].second, sizes->data() + i * sizeof frames[i].second, sizeof frames[i].second);
        frames[i].first = end;
        end += frames[i].second;
    }
    if (end != footer.textEnd)
        return false;
    std::vector<std::uint64_t> sums(frames.size());
    parallelFor(workersWanted(workers), frames.size(), control.stop, [&](std::size_t i, unsigned) {
        const auto stored = bytesAt(file, frames[i].first, frames[i].second);
        sums[i] = stored ? checksum64(*stored) : 0;
    });
    return checksum64({reinterpret_cast<const char *>(sums.data()), sums.size() * sizeof sums.front()}) == footer.textSum;
}

PackLoss packLoss(const FileHandle &file, std::uint64_t fileBytes)
{
    const auto end = fileBytes < kPackFooterBytes ? std::nullopt : bytesAt(file, fileBytes - kPackFooterBytes, kPackFooterBytes);
    const PackFooterKind kind = end ? packFooterKind(*end) : PackFooterKind{};
    const auto footer = readPackFooter(file, fileBytes);
    if (kind.joined || (kind.attached && (!footer || !areWhole(file, attachedFiles(file, fileBytes), {}))))
        return PackLoss::Joined;
    if (!kind.thisVersion)
        return PackLoss::None;
    if (!footer)
        return PackLoss::Damaged;
    const auto differs = [&file](std::uint64_t offset, std::uint64_t bytes, std::uint64_t sum) {
        const auto stored = bytesAt(file, offset, bytes);
        return !stored || checksum64(*stored) != sum;
    };
    const bool damaged = differs(footer->sizesOffset, footer->frames * sizeof(std::uint32_t), footer->sizesSum)
        || (footer->documentBytes > 0 && differs(footer->documentOffset, footer->documentBytes, footer->documentSum));
    return damaged ? PackLoss::Damaged : PackLoss::None;
}

Result<std::shared_ptr<const TraceDocument>> openPackedDocument(
    const std::string &path, const ImportOptions &options, const JobControl &control)
{
    const std::shared_ptr<const TraceDocument> none;
    const Result<OpenedFile> file = openRegularFile(path);
    const auto footer = file ? readPackFooter(file->handle, file->stamp.bytes) : std::nullopt;
    if (!footer || footer->documentBytes == 0)
        return none;
    const ImportLimits limits = withUserLimits(options.limits);
    if (limits.maxRatio != 0 && footer->documentRawBytes / limits.maxRatio > footer->documentBytes)
        return none;
    if (limits.maxRawBytes != 0 && footer->rawBytes > limits.maxRawBytes)
        return none; // reading the text gives the error
    MemoryBudget memory(options.limits);
    memory.boundByFile(file->stamp.bytes);
    memory.hold(footer->documentBytes + 2 * footer->documentRawBytes);
    if (memory.exceeded())
        return none;
    const auto stored = bytesAt(file->handle, footer->documentOffset, footer->documentBytes);
    if (!stored || checksum64(*stored) != footer->documentSum)
        return none;
    const std::shared_ptr<Lent> lent = unpacked(*stored, footer->documentRawBytes);
    if (!lent)
        return none;
    const ReadDocument read = readDocument({lent->data(), footer->documentRawBytes}, lent, options.workers, control);
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", path};
    if (!read.document || read.document->source.rawBytes > footer->rawBytes)
        return none;
    if (!isTextWhole(file->handle, *footer, options.workers, control))
        read.document->diagnostics.add(diagnostics::kDamagedPackText, -1);
    if (!areWhole(file->handle, attachedFiles(file->handle, file->stamp.bytes), control))
        read.document->diagnostics.add(diagnostics::kDamagedAttachment, -1);
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", path};
    read.document->source.path = path;
    read.document->source.fileBytes = file->stamp.bytes;
    read.document->source.modifiedNs = file->stamp.modifiedNs;
    read.document->source.compressed = true;
    control.report(file->stamp.bytes, file->stamp.bytes);
    return std::shared_ptr<const TraceDocument>(read.document);
}

std::optional<PackPlace> packPlace(const FileHandle &file, std::uint64_t fileBytes, std::uint64_t textOffset)
{
    const auto footer = readPackFooter(file, fileBytes);
    if (!footer || textOffset >= footer->rawBytes)
        return std::nullopt;
    const auto sizes = bytesAt(file, footer->sizesOffset, footer->frames * sizeof(std::uint32_t));
    if (!sizes || checksum64(*sizes) != footer->sizesSum)
        return std::nullopt;
    PackPlace place;
    for (std::uint64_t frame = 0; frame < footer->frames && frame < textOffset / kPackFrameBytes; ++frame) {
        std::uint32_t size = 0;
        std::memcpy(&size, sizes->data() + frame * sizeof size, sizeof size);
        place.fileOffset += size;
        place.from += kPackFrameBytes;
    }
    return place.fileOffset < footer->textEnd ? std::optional(place) : std::nullopt;
}

} // namespace lamella::core

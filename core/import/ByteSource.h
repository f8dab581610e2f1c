// SPDX-License-Identifier: GPL-3.0-or-later
// Sequential access to the (inflated) bytes of a file. Not thread-safe, except diskBytesRead().
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/ImportDiagnostics.h"
#include "core/system/FileHandle.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace lamella::core {

// Why a source ended early (the bytes before are valid), or that its bytes differ from those that were archived.
enum class SourceDamage { None, TruncatedGzip, DamagedGzip, TrailingBytes, WrongChecksum };

class EventBlocks;
class MemoryBudget;

class ByteSource {
public:
    virtual ~ByteSource() = default;
    // Fills `to`; returns fewer than `bytes` only at the end of the file. Errors: Io, Decompress (no valid byte), Limit.
    [[nodiscard]] virtual Result<std::size_t> read(char *to, std::size_t bytes) = 0;
    [[nodiscard]] virtual bool compressed() const = 0;
    // The control that a long read() checks for a stop request and reports progress to, how many threads it may use (0: as many
    // as are free), and the budget that counts what it keeps; that must outlive the source. Set them before the first read().
    // Then read() can end with Cancelled.
    virtual void useControl(const JobControl &, unsigned /*workers*/, MemoryBudget &) { }
    // Estimated total size. The file may lie, but only within what its size on disk allows.
    [[nodiscard]] virtual std::uint64_t sizeHint() const { return m_stamp.bytes; }
    [[nodiscard]] virtual SourceDamage damage() const { return SourceDamage::None; }
    // The format of the file, if read() yields text made from it ("Perfetto trace (protobuf)"); empty if it yields the bytes of
    // the file.
    [[nodiscard]] virtual std::string_view madeFrom() const { return {}; }
    // The events that its text is made of, if it is made; after the first read(). Belongs to the source.
    [[nodiscard]] virtual EventBlocks *eventBlocks() { return nullptr; }
    // Adds what the file lost before its bytes could be read; call after the last read().
    virtual void diagnose(ImportDiagnostics &) const { }

    [[nodiscard]] std::uint64_t diskBytesRead() const { return m_diskBytesRead.load(std::memory_order_relaxed); }
    [[nodiscard]] const FileStamp &stamp() const { return m_stamp; }

protected:
    std::atomic<std::uint64_t> m_diskBytesRead{0};
    FileStamp m_stamp;
};

// The file exceeds the limit on inflated bytes.
[[nodiscard]] Error rawLimitError(const std::string &path, std::uint64_t limit);
// The file inflates to more than `ratio` times its size.
[[nodiscard]] Error ratioLimitError(const std::string &path, std::uint32_t ratio);

} // namespace lamella::core

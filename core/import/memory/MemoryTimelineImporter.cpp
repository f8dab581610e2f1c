// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/memory/MemoryTimelineImporter.h"

#include "core/base/TimeBound.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/DocumentBuilder.h"
#include "core/import/DocumentSource.h"
#include "core/import/OpenByteSource.h"
#include "core/import/WholeSource.h"
#include "core/model/MemoryLog.h"

#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxText = (std::size_t{1} << 32) - 1;
constexpr std::int64_t kMaxBytes = std::int64_t{1} << 56;
constexpr std::size_t kRowsBetweenPolls = 65'536;
// Of torch.profiler._memory_profiler.Action. An INCREMENT_VERSION moves the bytes of a tensor from its category to that of its next
// version, which may be the same.
constexpr std::int64_t kPreexisting = 1;
constexpr std::int64_t kIncrementVersion = 3;
constexpr std::array<std::string_view, 8> kCategories{
    "parameter", "optimizer_state", "input", "temporary", "activation", "gradient", "autograd_detail", "unknown"};

using Row = std::array<std::int64_t, 4>;

class Cursor {
public:
    explicit Cursor(std::string_view text)
        : m_begin(text.data())
        , m_at(text.data())
        , m_end(text.data() + text.size())
    {
    }
    bool take(char c)
    {
        while (m_at != m_end && (*m_at == ' ' || *m_at == '\n' || *m_at == '\r' || *m_at == '\t'))
            ++m_at;
        if (m_at == m_end || *m_at != c)
            return false;
        ++m_at;
        return true;
    }
    std::optional<Row> row()
    {
        Row row{};
        if (!take('['))
            return std::nullopt;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0 && !take(','))
                return std::nullopt;
            (void)take(' ');
            const auto read = std::from_chars(m_at, m_end, row[i]);
            if (read.ec != std::errc())
                return std::nullopt;
            m_at = read.ptr;
        }
        return take(']') ? std::optional(row) : std::nullopt;
    }
    [[nodiscard]] std::int64_t offset() const { return m_at - m_begin; }
    [[nodiscard]] bool ended() const { return m_at == m_end; }

private:
    const char *m_begin;
    const char *m_at;
    const char *m_end;
};

void addRow(MemoryLog &log, const Row &row, const std::array<StringId, kCategories.size()> &names)
{
    const auto [time, action, bytes, category] = row;
    const bool placed = time >= 0 && isWithinBound(time);
    log.time.push_back(placed ? time : MemoryLog::kNone);
    log.address.push_back(0);
    log.bytes.push_back(bytes);
    log.device.push_back(0);
    log.action.push_back(action == kIncrementVersion ? MemoryAction::Move
            : action == kPreexisting && !placed        ? MemoryAction::Existing
                                                     : MemoryAction::Change);
    log.name.push_back(names[static_cast<std::size_t>(category)]);
}

// Reads rows up to the closing bracket. False where the text ends or is damaged before.
Result<bool> readRows(Cursor &cursor, DocumentBuilder &builder, MemoryLog &log, const std::string &path, const JobControl &control)
{
    std::array<StringId, kCategories.size()> names{};
    for (std::size_t c = 0; c < names.size(); ++c)
        names[c] = builder.intern(kCategories[c]);
    if (!cursor.take('['))
        return false;
    if (cursor.take(']'))
        return true;
    for (std::size_t count = 1;; ++count) {
        const std::optional<Row> row = cursor.row();
        if (!row)
            return false;
        const auto &[time, action, bytes, category] = *row;
        if (action < 1 || action > 4 || category < 0 || category >= static_cast<std::int64_t>(names.size()) || bytes < -kMaxBytes
            || bytes > kMaxBytes)
            ++log.unread;
        else
            addRow(log, *row, names);
        constexpr std::uint64_t kRow = 80;
        builder.memory().hold(kRow);
        if (builder.memory().exceeded())
            return builder.limitError(path);
        if (count % kRowsBetweenPolls == 0 && control.stopRequested())
            return Error{ErrorCode::Cancelled, "cancelled", path};
        if (cursor.take(']'))
            return true;
        if (!cursor.take(','))
            return false;
    }
}

} // namespace

bool MemoryTimelineImporter::sniff(const std::string &, std::string_view head) const
{
    Cursor cursor(head);
    if (!cursor.take('['))
        return false;
    const std::optional<Row> first = cursor.row();
    return first && (*first)[1] >= 1 && (*first)[1] <= 4;
}

Result<std::shared_ptr<const TraceDocument>> MemoryTimelineImporter::read(
    const std::string &path, const ImportOptions &options, const JobControl &control) const
{
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, wholeSourceLimits(options.limits));
    if (!source)
        return source.error();
    DocumentBuilder builder(options.limits);
    const Error tooLarge{ErrorCode::Limit, "larger than 4 GiB; record fewer steps", path};
    const Result<std::string> text = readWhole(**source, kMaxText, tooLarge, builder.memory(), control);
    if (!text)
        return text.error();
    TraceDocument &document = builder.document();
    MemoryLog log;
    log.source = MemorySource::Timeline;
    Cursor cursor(*text);
    const Result<bool> whole = readRows(cursor, builder, log, path, control);
    if (!whole)
        return whole.error();
    if (!*whole)
        document.diagnostics.add(cursor.ended() ? diagnostics::kTruncatedArray : diagnostics::kDamagedEvent, cursor.offset());
    if (log.unread > 0)
        document.diagnostics.add(diagnostics::kMemoryRecord, -1, {}, log.unread);
    log.complete = *whole;
    log.sortByTime();
    describeSource(document, path, **source, text->size());
    noteSourceDamage(**source, text->size(), document.diagnostics);
    document.metadata.format = "PyTorch memory timeline (raw)";
    document.metadata.producer = "PyTorch profiler";
    document.memory = std::make_shared<const MemoryLog>(std::move(log));
    std::shared_ptr<const TraceDocument> made = builder.finish(control);
    if (!made)
        return Error{ErrorCode::Cancelled, "cancelled", path};
    control.report(made->source.fileBytes, made->source.fileBytes);
    return made;
}

} // namespace lamella::core

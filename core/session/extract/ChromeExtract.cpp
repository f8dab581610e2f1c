// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/extract/ChromeExtract.h"

#include "core/base/Saturate.h"
#include "core/import/OpenByteSource.h"
#include "core/report/TableSinkBuffer.h"
#include "core/report/TableWriters.h"
#include "core/session/extract/StrictJson.h"
#include "core/system/AtomicFile.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::size_t kStep = std::size_t{1} << 20;

struct Piece {
    std::int64_t offset = 0;
    std::uint32_t length = 0;
};

class Chooser {
public:
    Chooser(const TraceDocument &document, TimeRange window)
        : m_document(document)
        , m_window(window)
    {
        for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
            const std::int64_t start = document.kernels.start[k];
            if (document.kernels.launch[k].valid() && touches(start, document.kernels.duration[k]))
                m_launches.push_back(document.kernels.launch[k].value);
        }
        std::sort(m_launches.begin(), m_launches.end());
    }
    // Texts to copy, in file order.
    [[nodiscard]] std::vector<Piece> pieces();

private:
    [[nodiscard]] bool touches(std::int64_t start, std::int64_t duration) const
    {
        return start <= m_window.end.value && addSaturated(start, std::max<std::int64_t>(duration, 0)) >= m_window.begin.value;
    }
    [[nodiscard]] bool wanted(const EventChunk &chunk, std::uint32_t row);

    const TraceDocument &m_document;
    TimeRange m_window;
    std::vector<std::uint32_t> m_launches; // sorted event ids
    std::set<std::pair<std::uint32_t, std::int64_t>> m_ends; // (track, time) of the E events that end the chosen B events
    bool m_zeroChosen = false;
};

bool Chooser::wanted(const EventChunk &chunk, std::uint32_t row)
{
    const char phase = chunk.phase[row];
    if (phase == 'M')
        return true;
    const std::int64_t start = chunk.start[row];
    if (start == EventTable::kNoTime)
        return false;
    if (phase == 'E')
        return m_ends.contains({chunk.track[row].value, start});
    bool chosen =
        touches(start, chunk.duration[row]) || std::binary_search(m_launches.begin(), m_launches.end(), chunk.firstEvent + row);
    if (!chosen && !m_zeroChosen && start == m_document.bounds.exactBegin)
        chosen = m_zeroChosen = true;
    if (chosen && phase == 'B' && chunk.duration[row] >= 0)
        m_ends.insert({chunk.track[row].value, addSaturated(start, chunk.duration[row])});
    return chosen;
}

std::vector<Piece> Chooser::pieces()
{
    std::vector<Piece> pieces;
    for (const EventChunk &chunk : m_document.events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            if (chunk.length[row] > 0 && wanted(chunk, row))
                pieces.push_back({chunk.textOffset + chunk.offset[row], chunk.length[row]});
        }
    }
    return pieces;
}

// Copies the pieces in one pass over the file. `leftOut` counts those that a strict parser would reject.
bool copyPieces(ByteSource &source, const std::vector<Piece> &pieces, const TableSink &sink, std::uint64_t &leftOut,
    const JobControl &control)
{
    std::string_view separator;
    std::string step(kStep, '\0');
    std::int64_t at = 0;
    std::string text;
    std::size_t next = 0;
    while (next < pieces.size()) {
        const Result<std::size_t> got = source.read(step.data(), step.size());
        if (!got || *got == 0 || control.stopRequested())
            return false;
        const std::int64_t end = at + static_cast<std::int64_t>(*got);
        while (next < pieces.size() && pieces[next].offset < end) {
            const std::int64_t from = pieces[next].offset + static_cast<std::int64_t>(text.size());
            const std::int64_t to = std::min(end, pieces[next].offset + pieces[next].length);
            text.append(step.data() + (from - at), static_cast<std::size_t>(to - from));
            if (text.size() < pieces[next].length)
                break;
            ++next;
            if (const auto event = strictJson(text); !event)
                ++leftOut;
            else if (!sink(separator) || !sink(*event))
                return false;
            else
                separator = ",\n";
            text.clear();
        }
        at = end;
        control.report(source.diskBytesRead(), source.stamp().bytes);
    }
    return true;
}

std::string opening(const TraceDocument &document)
{
    std::string text = "{\n";
    for (const auto &[key, value] : document.metadata.other) {
        appendJsonString(text, key);
        text += ": " + strictJson(value).value_or("null") + ",\n";
    }
    return text + "\"traceEvents\": [\n";
}

void countWork(const TraceDocument &document, const KernelNames &names, ExtractFacts &facts)
{
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
        if (document.kernels.start[k] < facts.window.begin.value || document.kernels.end(k) > facts.window.end.value)
            continue;
        ++facts.rows;
        const bool communication = names[document.kernels.name[k]].category == Category::Communication;
        std::int64_t &sum = communication ? facts.commNs : facts.computeNs;
        sum = addSaturated(sum, document.kernels.duration[k]);
    }
    facts.rowsDeduplicated = facts.rows;
}

} // namespace

Result<void> extractChromeEvents(const TraceDocument &document, const KernelNames &names, const std::string &output,
    ExtractFacts &facts, const JobControl &control)
{
    std::vector<Piece> pieces;
    if (!document.source.protobuf) // its events are not text
        pieces = Chooser(document, facts.window).pieces();
    if (pieces.empty())
        return Error{ErrorCode::BadRequest, "events of this format have no text that could be copied; export the tables instead",
            document.source.path, -1};
    std::sort(pieces.begin(), pieces.end(), [](const Piece &a, const Piece &b) { return a.offset < b.offset; });
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(document.source.path, {});
    if (!source)
        return source.error();
    if ((*source)->stamp().bytes != document.source.fileBytes || (*source)->stamp().modifiedNs != document.source.modifiedNs)
        return Error{ErrorCode::Io, "the file has changed since it was read; reload it", document.source.path, -1};
    const auto write = [&](const TableSink &sink) {
        return sink(opening(document)) && copyPieces(**source, pieces, sink, facts.eventsLeftOut, control) && sink("\n]\n}\n");
    };
    if (const Result<void> written = writeFileAtomically(output, write); !written)
        return control.stopRequested() ? Error{ErrorCode::Cancelled, "cancelled", {}, -1} : written.error();
    countWork(document, names, facts);
    return {};
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/perfetto/CounterValues.h"

#include "core/base/ParseDouble.h"
#include "core/import/EventTextReader.h"
#include "core/import/OpenByteSource.h"
#include "core/import/pftrace/WrittenFields.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

namespace lamella::core {

namespace {

constexpr std::size_t kStep = std::size_t{1} << 20;

struct Text {
    std::int64_t offset = 0;
    std::uint32_t length = 0;
    EventId event;
};

std::vector<Text> counterTexts(const TraceDocument &document, const TimeRange &window)
{
    std::vector<Text> texts;
    for (const EventChunk &chunk : document.events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            if (chunk.phase[row] == 'C' && chunk.start[row] >= window.begin.value && chunk.start[row] <= window.end.value)
                texts.push_back({chunk.textOffset + chunk.offset[row], chunk.length[row], EventId{chunk.firstEvent + row}});
        }
    }
    return texts;
}

class Collector {
public:
    explicit Collector(const TraceDocument &document)
        : m_document(document)
    {
    }
    void add(const Text &text, const std::string &json);
    CounterValues result;

private:
    const TraceDocument &m_document;
    std::map<std::string, std::uint32_t, std::less<>> m_series;
};

void Collector::add(const Text &text, const std::string &json)
{
    const std::size_t before = result.values.size();
    if (const auto args = argsOfEventText(m_document, json)) {
        for (const auto &[name, raw] : *args) {
            const std::string_view number =
                raw.size() > 1 && raw.front() == '"' ? std::string_view(raw).substr(1, raw.size() - 2) : std::string_view(raw);
            const std::optional<double> value = wholeDouble(number);
            if (!value || result.values.size() - before >= pftrace::kSeriesPerCounter)
                continue;
            const auto [at, added] = m_series.try_emplace(name, static_cast<std::uint32_t>(result.series.size()));
            if (added)
                result.series.push_back(name);
            result.values.push_back({text.event, at->second, *value});
        }
    }
    result.withoutValue += result.values.size() == before ? 1 : 0;
}

} // namespace

Result<CounterValues> readCounterValues(const TraceDocument &document, const TimeRange &window, const JobControl &control)
{
    std::vector<Text> texts = counterTexts(document, window);
    Collector collector(document);
    if (texts.empty() || !hasEventText(document)) {
        collector.result.withoutValue = texts.size();
        return std::move(collector.result);
    }
    const auto byPlace = [](const Text &a, const Text &b) { return a.offset < b.offset; };
    std::stable_sort(texts.begin(), texts.end(), byPlace);
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(document.source.path, {});
    if (!source)
        return source.error();
    if ((*source)->stamp().bytes != document.source.fileBytes || (*source)->stamp().modifiedNs != document.source.modifiedNs)
        return Error{ErrorCode::Io, "the file has changed since it was read; reload it", document.source.path};
    std::string step(kStep, '\0');
    std::string json;
    std::int64_t at = 0;
    for (std::size_t next = 0; next < texts.size();) {
        if (control.stopRequested())
            return Error{ErrorCode::Cancelled, "cancelled", document.source.path};
        const Result<std::size_t> got = (*source)->read(step.data(), step.size());
        if (!got)
            return got.error();
        if (*got == 0)
            break;
        const std::int64_t end = at + static_cast<std::int64_t>(*got);
        while (next < texts.size() && texts[next].offset < end) {
            const std::int64_t from = texts[next].offset + static_cast<std::int64_t>(json.size());
            const std::int64_t to = std::min<std::int64_t>(end, texts[next].offset + texts[next].length);
            json.append(step.data() + (from - at), static_cast<std::size_t>(to - from));
            if (json.size() < texts[next].length)
                break;
            collector.add(texts[next++], json);
            json.clear();
        }
        at = end;
    }
    std::stable_sort(collector.result.values.begin(), collector.result.values.end(),
        [](const CounterValue &a, const CounterValue &b) { return a.event < b.event; });
    return std::move(collector.result);
}

} // namespace lamella::core

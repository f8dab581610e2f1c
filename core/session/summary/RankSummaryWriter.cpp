// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Message.h"
#include "core/base/Sha256.h"
#include "core/session/JsonText.h"
#include "core/session/RankRoster.h"
#include "core/session/summary/RankSummary.h"

#include <array>
#include <charconv>
#include <initializer_list>
#include <map>
#include <string_view>

namespace lamella::core {

namespace {

// `compare` reads a summary whole, so it stays below 8 MiB including its tables.
constexpr std::size_t kMaxBytes = std::size_t{6} << 20;

// Columns as texts of words, written as {"a":"1 2 3","b":"x y z"}.
class WordColumns {
public:
    WordColumns(std::initializer_list<const char *> names)
        : m_names(names)
        , m_words(names.size())
    {
    }
    void row(std::initializer_list<std::int64_t> numbers)
    {
        std::size_t column = 0;
        for (const std::int64_t number : numbers) {
            std::array<char, 24> digits{};
            const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
            word(column++, number == INT64_MIN ? std::string_view("-") : std::string_view(digits.data(), end));
        }
    }
    void word(std::size_t column, std::string_view text)
    {
        m_words[column] += m_words[column].empty() ? "" : " ";
        m_words[column] += text;
    }
    [[nodiscard]] std::string json() const
    {
        std::string out = "{";
        for (std::size_t c = 0; c < m_names.size(); ++c)
            out += std::string(c == 0 ? "" : ",\n") + "\"" + m_names[c] + "\":\"" + m_words[c] + "\"";
        return out + "}";
    }

private:
    std::vector<const char *> m_names;
    std::vector<std::string> m_words;
};

std::string digestOf(const KernelTable &kernels)
{
    Sha256 hash;
    std::string part;
    constexpr std::size_t kPart = 65536;
    const auto add = [&part, &hash](std::int64_t number) {
        for (int byte = 0; byte < 8; ++byte) // little-endian on every machine
            part += static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * byte) & 0xFF);
        if (part.size() >= kPart) {
            hash.add(part);
            part.clear();
        }
    };
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        add(kernels.start[k]);
        add(kernels.duration[k]);
    }
    hash.add(part);
    return hash.hex();
}

std::string passesJson(const DeviceSegmentation &segmentation, std::int64_t zero)
{
    WordColumns columns{"number", "layers", "complete", "begin_ns", "end_ns", "stage", "state"};
    for (const Pass &pass : segmentation.passes) {
        columns.row({pass.number, pass.layers, pass.complete ? 1 : 0, subtractSaturated(pass.range.begin.value, zero),
            subtractSaturated(pass.range.end.value, zero)});
        columns.word(5, stageName(pass.stage));
        columns.word(6, stateName(pass.state));
    }
    return columns.json();
}

std::string layersJson(const DeviceSegmentation &segmentation)
{
    WordColumns columns{"layer"};
    for (const Pass &pass : segmentation.passes)
        for (int i = 0; i < pass.layers; ++i)
            columns.row({segmentation.layers[pass.firstLayer + static_cast<std::uint32_t>(i)].layer});
    return columns.json();
}

std::string partsJson(const RankFacts &facts)
{
    WordColumns columns{"pass", "layer", "begin_ns", "end_ns", "collectives"};
    for (const RankPart &part : facts.parts)
        columns.row({part.pass, part.layer, subtractSaturated(part.range.begin.value, facts.zeroNs),
            subtractSaturated(part.range.end.value, facts.zeroNs), part.collectives});
    return columns.json();
}

std::string workJson(const RankFacts &facts)
{
    WordColumns columns{"pass", "begin_ns", "end_ns"};
    for (const RankWork &work : facts.work)
        columns.row({work.pass, subtractSaturated(work.range.begin.value, facts.zeroNs),
            subtractSaturated(work.range.end.value, facts.zeroNs)});
    return columns.json();
}

// Assigns indices to texts in order of first use.
class Texts {
public:
    std::int64_t row(const std::string &text)
    {
        const auto [it, isNew] = m_rows.try_emplace(text, static_cast<std::int64_t>(m_rows.size()));
        if (isNew)
            m_json += (m_json.empty() ? "" : ",\n") + json::quoted(text);
        return it->second;
    }
    [[nodiscard]] std::string json() const { return "[" + m_json + "]"; }

private:
    std::map<std::string, std::int64_t> m_rows;
    std::string m_json;
};

std::string collectivesJson(const RankFacts &facts, const CollectiveKeys &keys, Texts &texts)
{
    WordColumns columns{"kernel", "name", "group", "sequence", "together", "pass", "layer", "begin_ns", "length_ns"};
    for (const Collective &c : facts.collectives) {
        const auto group = groupText(c, keys);
        columns.row({c.kernel.value, texts.row(keys.text(c.looseKey)), group ? texts.row(*group) : INT64_MIN,
            c.sequence.value_or(INT64_MIN), c.together ? 1 : 0, c.pass, c.layer, subtractSaturated(c.startNs, facts.zeroNs),
            c.durationNs});
    }
    return columns.json();
}

std::string deviceJson(const TraceDocument &document, DeviceId device, const RankFacts &facts, const CollectiveKeys &keys)
{
    Texts texts;
    const std::string collectives = collectivesJson(facts, keys, texts);
    return "{\"number\":" + std::to_string(document.devices[device.value].number)
        + ",\"selected_pass\":" + std::to_string(facts.segmentation->selectedPass) + ",\n\"texts\":" + texts.json()
        + ",\n\"passes\":" + passesJson(*facts.segmentation, facts.zeroNs) + ",\n\"layers\":" + layersJson(*facts.segmentation)
        + ",\n\"parts\":" + partsJson(facts) + ",\n\"work\":" + workJson(facts) + ",\n\"collectives\":" + collectives + "}";
}

std::string headJson(const TraceDocument &document, const Segmentation &segmentation)
{
    std::string out = "{\"schema\":\"lamella.rank-facts.v1\",\"file\":" + json::quoted(document.source.path);
    if (document.metadata.rank)
        out += ",\"rank\":" + std::to_string(*document.metadata.rank);
    if (document.metadata.worldSize)
        out += ",\"world_size\":" + std::to_string(*document.metadata.worldSize);
    if (const std::string host = hostOf(document); !host.empty())
        out += ",\"host\":" + json::quoted(host);
    if (const Message loss = lossOf(document); !loss.empty())
        out += ",\"loss\":" + json::quoted(loss.english());
    if (!segmentation.whyNone.empty())
        out += ",\"why_none\":" + json::quoted(segmentation.whyNone.english());
    return out + ",\n\"recording\":{\"kernels\":" + std::to_string(document.kernels.size())
        + ",\"events\":" + std::to_string(document.events.size()) + ",\"begin_ns\":" + std::to_string(document.bounds.exactBegin)
        + ",\"end_ns\":" + std::to_string(document.bounds.exactEnd)
        + (document.kernels.size() == 0 ? ",\"raw_bytes\":" + std::to_string(document.source.rawBytes) : std::string())
        + ",\"digest\":\"" + digestOf(document.kernels) + "\"},\n\"zero_ns\":" + std::to_string(document.zero());
}

} // namespace

Result<std::string> rankFactsJson(AnalysisSession &session, const JobControl &control)
{
    const auto segmentation = session.segmentation(control);
    if (!segmentation)
        return segmentation.error();
    const TraceDocument &document = session.document();
    const KernelIndex index(document, **segmentation);
    const auto names = session.kernelNames();
    const std::string head = headJson(document, **segmentation);
    std::string devices;
    for (const DeviceId device : rankDevicesOf(session)) {
        if (control.stopRequested())
            return Error{ErrorCode::Cancelled, "cancelled", document.source.path, -1};
        if (!device.valid())
            continue;
        CollectiveKeys keys;
        const RankFacts facts = factsOf(RankView{{document, *names, **segmentation, index}, device, 0}, keys);
        devices += (devices.empty() ? "\n" : ",\n") + deviceJson(document, device, facts, keys);
        if (devices.size() > kMaxBytes)
            return head + ",\n\"omitted\":" + json::quoted("its collectives and layers are more than a summary holds (6 MiB)")
                + "}";
    }
    return head + ",\n\"devices\":[" + devices + "]}";
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Summaries come from other machines, so every number of the file is validated before use.
#include "core/session/summary/RankFactsParser.h"

#include "core/base/Message.h"
#include "core/base/TimeBound.h"
#include "core/session/JsonText.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <string_view>

namespace lamella::core {

namespace {

constexpr std::int64_t kMaxNs = 2 * kLargestNs; // from the zero of the trace
constexpr std::int64_t kMaxRows = std::int64_t{1} << 24;

using Numbers = std::vector<std::int64_t>; // "-" is INT64_MIN, which validation rejects where a number is required

class Reader {
public:
    Reader(const JsonValue &facts, const std::string &path, std::int64_t offset)
        : m_facts(facts)
        , m_path(path)
        , m_offset(offset)
    {
    }
    Result<RankSummary> read();

private:
    struct Table {
        const JsonValue *value = nullptr;
        std::vector<Numbers> columns;
        [[nodiscard]] std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
    };

    [[nodiscard]] Error wrong(const JsonValue &value, Message what) const
    {
        return {ErrorCode::Syntax, std::move(what), m_path, value.offset < 0 ? m_offset : m_offset + value.offset};
    }
    Result<void> numbers(const JsonValue &value, Numbers &to) const;
    Result<Table> table(const JsonValue &device, const char *name, std::initializer_list<const char *> columns) const;
    Result<std::int64_t> number(const JsonValue &object, const char *key, std::int64_t min, std::int64_t max) const;
    Result<RankDevice> device(const JsonValue &value) const;
    Result<void> passes(const JsonValue &value, RankDevice &to) const;
    Result<void> layers(const JsonValue &value, RankDevice &to) const;
    Result<void> parts(const JsonValue &value, RankDevice &to) const;
    Result<void> work(const JsonValue &value, RankDevice &to) const;
    Result<void> texts(const JsonValue &value, RankDevice &to) const;
    Result<void> collectives(const JsonValue &value, RankDevice &to) const;
    [[nodiscard]] bool range(std::int64_t begin, std::int64_t end, TimeRange &to) const;

    const JsonValue &m_facts;
    const std::string &m_path;
    std::int64_t m_offset; // of the facts in the file
    std::int64_t m_zero = 0;
};

std::vector<std::string_view> wordsOf(std::string_view text)
{
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t space = std::min(text.find(' '), text.size());
        words.push_back(text.substr(0, space));
        text.remove_prefix(std::min(space + 1, text.size()));
    }
    return words;
}

bool isLayer(std::int64_t layer)
{
    return layer >= kNoLayer && layer < kMaxRows;
}

bool hasPass(const DeviceSegmentation &segmentation, std::int64_t number)
{
    const auto it = std::lower_bound(segmentation.passes.begin(), segmentation.passes.end(), number,
        [](const Pass &pass, std::int64_t n) { return pass.number < n; });
    return it != segmentation.passes.end() && it->number == number;
}

Result<void> Reader::numbers(const JsonValue &value, Numbers &to) const
{
    std::string_view text = value.text;
    to.reserve(text.empty() ? 0 : static_cast<std::size_t>(std::count(text.begin(), text.end(), ' ')) + 1);
    while (!text.empty()) {
        std::int64_t number = INT64_MIN;
        std::size_t used = 1;
        if (!text.starts_with("- ") && text != "-") {
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
            if (error != std::errc() || number == INT64_MIN)
                return wrong(value, "is no list of whole numbers");
            used = static_cast<std::size_t>(end - text.data());
        }
        text.remove_prefix(used);
        if (!text.empty() && !text.starts_with(' '))
            return wrong(value, "is no list of whole numbers");
        text.remove_prefix(std::min<std::size_t>(1, text.size()));
        to.push_back(number);
    }
    return {};
}

Result<Reader::Table> Reader::table(const JsonValue &device, const char *name, std::initializer_list<const char *> columns) const
{
    Table table;
    table.value = device.find(name);
    if (!table.value || !table.value->isObject())
        return wrong(device, msg("a device has no %1", std::string(name)));
    for (const char *column : columns) {
        const JsonValue *value = table.value->find(column);
        if (!value || !value->isString())
            return wrong(*table.value, msg("%1 have no %2", std::string(name), std::string(column)));
        table.columns.emplace_back();
        if (auto read = numbers(*value, table.columns.back()); !read)
            return read.error();
        if (table.columns.back().size() != table.rows())
            return wrong(*value, msg("the columns of %1 are not of one length", std::string(name)));
    }
    return table;
}

Result<std::int64_t> Reader::number(const JsonValue &object, const char *key, std::int64_t min, std::int64_t max) const
{
    const auto value = json::integer(object, key);
    if (!value || *value < min || *value > max)
        return wrong(object, msg("%1 is missing or out of range", std::string(key)));
    return *value;
}

bool Reader::range(std::int64_t begin, std::int64_t end, TimeRange &to) const
{
    if (begin < -kMaxNs || begin > end || end > kMaxNs || !isWithinBound(m_zero + begin) || !isWithinBound(m_zero + end))
        return false;
    to = {{m_zero + begin}, {m_zero + end}};
    return true;
}

Result<void> Reader::passes(const JsonValue &value, RankDevice &to) const
{
    const auto read = table(value, "passes", {"number", "layers", "complete", "begin_ns", "end_ns"});
    if (!read)
        return read.error();
    const std::string stageText = json::text(*read->value, "stage").value_or("");
    const std::string stateText = json::text(*read->value, "state").value_or("");
    const auto stages = wordsOf(stageText);
    const auto states = wordsOf(stateText);
    if (stages.size() != read->rows() || states.size() != read->rows())
        return wrong(*read->value, "the columns of passes are not of one length");
    std::uint32_t firstLayer = 0;
    for (std::size_t row = 0; row < read->rows(); ++row) {
        const auto &c = read->columns;
        Pass pass;
        const std::int64_t last = to.segmentation.passes.empty() ? -1 : to.segmentation.passes.back().number;
        const bool counts = c[0][row] > last && c[0][row] < kMaxRows && c[1][row] >= 0 && c[1][row] < 65536;
        if (!counts || !range(c[3][row], c[4][row], pass.range))
            return wrong(*read->value, msg("pass %1 is not possible", row));
        pass.number = static_cast<int>(c[0][row]);
        pass.layers = static_cast<int>(c[1][row]);
        pass.complete = c[2][row] == 1;
        pass.firstLayer = firstLayer;
        firstLayer += static_cast<std::uint32_t>(pass.layers);
        if (firstLayer > kMaxRows)
            return wrong(*read->value, "passes have too many layers");
        pass.stage = stageFromName(stages[row]).value_or(Stage::Unknown);
        for (int state = 0; state <= static_cast<int>(PassState::Outlier); ++state)
            if (stateName(static_cast<PassState>(state)) == states[row])
                pass.state = static_cast<PassState>(state);
        to.segmentation.passes.push_back(std::move(pass));
    }
    return {};
}

Result<void> Reader::layers(const JsonValue &value, RankDevice &to) const
{
    const auto read = table(value, "layers", {"layer"});
    if (!read)
        return read.error();
    const Pass *last = to.segmentation.passes.empty() ? nullptr : &to.segmentation.passes.back();
    const std::size_t expected = last ? last->firstLayer + static_cast<std::size_t>(last->layers) : 0;
    if (read->rows() != expected)
        return wrong(*read->value, "layers are not as many as the passes have");
    to.segmentation.layers.reserve(expected);
    for (const std::int64_t layer : read->columns[0]) {
        if (layer < 0 || layer >= kMaxRows)
            return wrong(*read->value, "a layer has no possible number");
        to.segmentation.layers.emplace_back().layer = static_cast<int>(layer);
    }
    return {};
}

Result<void> Reader::parts(const JsonValue &value, RankDevice &to) const
{
    const auto read = table(value, "parts", {"pass", "layer", "begin_ns", "end_ns", "collectives"});
    if (!read)
        return read.error();
    const auto &c = read->columns;
    to.facts.parts.reserve(read->rows());
    for (std::size_t row = 0; row < read->rows(); ++row) {
        RankPart part;
        const bool inOrder = row == 0 || std::pair(c[0][row - 1], c[1][row - 1]) < std::pair(c[0][row], c[1][row]);
        if (!inOrder || !hasPass(to.segmentation, c[0][row]) || !isLayer(c[1][row]) || !range(c[2][row], c[3][row], part.range)
            || c[4][row] < 0 || c[4][row] > INT32_MAX)
            return wrong(*read->value, msg("row %1 of %2 is not possible", row, std::string("parts")));
        part.pass = static_cast<int>(c[0][row]);
        part.layer = static_cast<int>(c[1][row]);
        part.collectives = static_cast<std::uint32_t>(c[4][row]);
        to.facts.parts.push_back(part);
    }
    return {};
}

Result<void> Reader::work(const JsonValue &value, RankDevice &to) const
{
    const auto read = table(value, "work", {"pass", "begin_ns", "end_ns"});
    if (!read)
        return read.error();
    const auto &c = read->columns;
    to.facts.work.reserve(read->rows());
    for (std::size_t row = 0; row < read->rows(); ++row) {
        RankWork work;
        const bool inOrder = row == 0 || c[0][row - 1] < c[0][row] || (c[0][row - 1] == c[0][row] && c[2][row - 1] < c[1][row]);
        if (!inOrder || !hasPass(to.segmentation, c[0][row]) || !range(c[1][row], c[2][row], work.range))
            return wrong(*read->value, msg("row %1 of %2 is not possible", row, std::string("work")));
        work.pass = static_cast<int>(c[0][row]);
        to.facts.work.push_back(work);
    }
    return {};
}

Result<void> Reader::texts(const JsonValue &value, RankDevice &to) const
{
    const JsonValue *list = value.find("texts");
    if (!list || !list->isArray())
        return wrong(value, "a device has no texts");
    for (const JsonValue &text : list->items) {
        if (!text.isString())
            return wrong(text, "texts must hold texts");
        to.texts.push_back(text.text);
    }
    return {};
}

Result<void> Reader::collectives(const JsonValue &value, RankDevice &to) const
{
    const auto read = table(
        value, "collectives", {"kernel", "name", "group", "sequence", "together", "pass", "layer", "begin_ns", "length_ns"});
    if (!read)
        return read.error();
    const auto &c = read->columns;
    to.facts.collectives.reserve(read->rows());
    to.keys.reserve(read->rows());
    const auto isText = [&to](std::int64_t row) { return row >= 0 && row < static_cast<std::int64_t>(to.texts.size()); };
    for (std::size_t row = 0; row < read->rows(); ++row) {
        Collective one;
        TimeRange range;
        const bool known = c[0][row] >= 0 && c[0][row] < KernelId::kNone && isText(c[1][row])
            && (isText(c[2][row]) || c[2][row] == INT64_MIN) && isLayer(c[6][row])
            && (c[5][row] == kNoPass || hasPass(to.segmentation, c[5][row]));
        const bool timed = c[7][row] >= -kMaxNs && c[7][row] <= kMaxNs && c[8][row] >= 0 && c[8][row] <= kMaxNs - c[7][row]
            && this->range(c[7][row], c[7][row] + c[8][row], range);
        if (!known || !timed)
            return wrong(*read->value, msg("row %1 of %2 is not possible", row, std::string("collectives")));
        one.kernel = KernelId(static_cast<std::uint32_t>(c[0][row]));
        if (c[3][row] != INT64_MIN)
            one.sequence = c[3][row];
        one.together = c[4][row] == 1;
        one.pass = static_cast<int>(c[5][row]);
        one.layer = static_cast<int>(c[6][row]);
        one.startNs = range.begin.value;
        one.endNs = range.end.value;
        one.durationNs = c[8][row];
        if (row > 0) {
            const Collective &before = to.facts.collectives.back();
            if (std::pair(before.endNs, before.kernel) >= std::pair(one.endNs, one.kernel))
                return wrong(*read->value, msg("row %1 of %2 is out of order", row, std::string("collectives")));
        }
        to.facts.collectives.push_back(one);
        to.keys.emplace_back(static_cast<std::uint32_t>(c[1][row]),
            c[2][row] == INT64_MIN ? std::nullopt : std::optional(static_cast<std::uint32_t>(c[2][row])));
    }
    return {};
}

Result<RankDevice> Reader::device(const JsonValue &value) const
{
    RankDevice to;
    if (!value.isObject())
        return wrong(value, "a device must be an object");
    const auto number = this->number(value, "number", INT32_MIN, INT32_MAX);
    if (!number)
        return number.error();
    const auto selected = this->number(value, "selected_pass", kNoPass, kMaxRows);
    if (!selected)
        return selected.error();
    to.number = *number;
    to.segmentation.selectedPass = static_cast<int>(*selected);
    to.segmentation.device = DeviceId(0);
    to.facts.device = DeviceId(0);
    to.facts.zeroNs = m_zero;
    for (const auto part :
        {&Reader::passes, &Reader::layers, &Reader::parts, &Reader::work, &Reader::texts, &Reader::collectives})
        if (auto read = (this->*part)(value, to); !read)
            return read.error();
    return to;
}

Result<RankSummary> Reader::read()
{
    RankSummary summary;
    summary.summaryPath = m_path;
    summary.path = json::text(m_facts, "file").value_or("");
    if (summary.path.empty())
        summary.path = m_path;
    for (const auto &[key, to] : {std::pair("rank", &summary.rank), {"world_size", &summary.worldSize}})
        if (m_facts.find(key)) {
            const auto value = number(m_facts, key, 0, INT32_MAX);
            if (!value)
                return value.error();
            *to = static_cast<int>(*value);
        }
    summary.host = json::text(m_facts, "host").value_or("");
    summary.loss = json::text(m_facts, "loss").value_or("");
    summary.whyNone = json::text(m_facts, "why_none").value_or("");
    if (const auto omitted = json::text(m_facts, "omitted"))
        return Error{
            ErrorCode::BadRequest, msg("has no data for ranks: %1; give its trace to ranks", Message(*omitted)), m_path, -1};
    const JsonValue *recording = m_facts.find("recording");
    if (!recording || !recording->isObject())
        return wrong(m_facts, "rank_facts have no recording");
    for (const auto &[key, to] : {std::pair("kernels", &summary.recording.kernels), {"events", &summary.recording.events},
             {"begin_ns", &summary.recording.beginNs}, {"end_ns", &summary.recording.endNs},
             {"raw_bytes", &summary.recording.rawBytes}})
        *to = json::integer(*recording, key).value_or(0);
    summary.recording.digest = json::text(*recording, "digest").value_or("");
    const auto zero = number(m_facts, "zero_ns", -kLargestNs, kLargestNs);
    if (!zero)
        return zero.error();
    summary.zeroNs = m_zero = *zero;
    const JsonValue *list = m_facts.find("devices");
    if (!list || !list->isArray())
        return wrong(m_facts, "rank_facts have no devices");
    for (const JsonValue &value : list->items) {
        auto read = device(value);
        if (!read)
            return read.error();
        summary.devices.push_back(std::move(*read));
    }
    if (summary.devices.empty())
        summary.devices.emplace_back();
    summary.devices.front().facts.zeroNs = m_zero;
    return summary;
}

} // namespace

Result<RankSummary> rankSummaryFrom(const JsonValue &facts, const std::string &path, std::int64_t offset)
{
    return Reader(facts, path, offset).read();
}

} // namespace lamella::core

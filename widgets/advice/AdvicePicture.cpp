// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/advice/AdvicePicture.h"

#include "core/profile/KernelNames.h"
#include "core/report/tables/OriginCells.h"
#include "core/session/AnalysisSession.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

namespace lamella::ui {

namespace {

constexpr std::size_t kMaxBars = 4000; // of a picture
constexpr std::size_t kMaxKernels = 12; // that a finding lists

struct Pair {
    std::int64_t first = 0;
    std::int64_t second = 0;
};

// "214:0,215:4500" or "1200-3400,5000-6000".
std::vector<Pair> pairsOf(std::string_view text, char between)
{
    std::vector<Pair> pairs;
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(','));
        text.remove_prefix(std::min(text.size(), one.size() + 1));
        const std::size_t at = one.find(between);
        Pair pair;
        if (at == std::string_view::npos)
            continue;
        std::from_chars(one.data(), one.data() + at, pair.first);
        std::from_chars(one.data() + at + 1, one.data() + one.size(), pair.second);
        pairs.push_back(pair);
    }
    return pairs;
}

core::AdviceBytes bytesAre(std::string_view name)
{
    for (const core::AdviceBytes bytes : {core::AdviceBytes::Lacking, core::AdviceBytes::Moved})
        if (name == core::adviceBytesName(bytes))
            return bytes;
    return core::AdviceBytes::Saved;
}

class Reading {
public:
    Reading(const core::ReportTable &table, std::size_t row)
        : m_table(table)
        , m_row(row)
    {
    }
    [[nodiscard]] bool has(const char *id) const { return !m_table.isMissing(m_row, m_table.columnIndex(id)); }
    [[nodiscard]] std::int64_t number(const char *id) const { return m_table.integer(m_row, m_table.columnIndex(id)); }
    [[nodiscard]] std::string text(const char *id) const
    {
        const std::size_t column = m_table.columnIndex(id);
        return m_table.isMissing(m_row, column) ? std::string() : std::string(m_table.text(m_row, column));
    }

private:
    const core::ReportTable &m_table;
    std::size_t m_row;
};

// Where the bars come from, for all findings of a trace.
struct Source {
    const core::TraceDocument &document;
    const core::KernelNames &names;
    const core::Segmentation &segmentation;
    const core::KernelRoles &roles;
    const core::CallTree &tree;
};

std::optional<core::KernelId> kernelOf(const core::Selection &target)
{
    const auto *kernel = std::get_if<core::KernelSelection>(&target);
    return kernel != nullptr ? std::optional(kernel->kernel) : std::nullopt;
}

// The kernels between two times on the stream of the changes; about gaps, on the whole device.
std::vector<AdviceBar> barsNow(const Source &source, core::TimeRange range, core::KernelId of, bool wholeDevice,
    const std::map<std::int64_t, std::int64_t> &changed, std::vector<std::int64_t> &best)
{
    const core::KernelTable &kernels = source.document.kernels;
    const auto begin = std::lower_bound(kernels.start.begin(), kernels.start.end(), range.begin.value) - kernels.start.begin();
    std::vector<AdviceBar> bars;
    for (auto k = static_cast<std::uint32_t>(begin); k < kernels.size() && kernels.start[k] < range.end.value; ++k) {
        const core::KernelId kernel{k};
        const bool here = wholeDevice ? source.document.deviceOf(kernel) == source.document.deviceOf(of)
                                      : kernels.stream[k] == kernels.stream[of.value];
        if (!here)
            continue;
        if (bars.size() == kMaxBars)
            return {};
        const auto change = changed.find(k);
        bars.push_back({kernels.start[k] - range.begin.value, std::min(kernels.duration[k], range.end.value - kernels.start[k]),
            source.names.category(kernels.name[k]), change != changed.end()});
        best.push_back(change != changed.end() ? change->second : kernels.duration[k]);
    }
    return bars;
}

// The kernels that change, the place to compare, and a source line, of the example.
void takeKernels(const Source &source, const std::map<std::int64_t, std::int64_t> &changed, core::KernelId of, AdviceCard &card)
{
    const core::KernelTable &table = source.document.kernels;
    for (const auto &[index, best] : changed) {
        const core::KernelId kernel(static_cast<std::uint32_t>(index));
        if (index < 0 || kernel.value >= table.size())
            continue;
        card.kernelsNs = core::addSaturated(card.kernelsNs, table.duration[kernel.value]);
        if (card.kernels.size() == kMaxKernels) {
            ++card.kernelsLeft;
            continue;
        }
        const core::KernelName &name = source.names[table.name[kernel.value]];
        const std::string_view role = source.roles.of(kernel);
        card.kernels.push_back(
            {kernel, role.empty() ? name.shortName : std::string(role), name.category, table.duration[kernel.value]});
    }
    std::vector<core::KernelId> lined{of};
    for (const AdviceKernel &kernel : card.kernels)
        lined.push_back(kernel.kernel);
    for (const core::KernelId kernel : lined) {
        const std::uint32_t node = source.tree.sourceLine(source.tree.nodeOf[kernel.value]);
        if (node == core::CallNode::kNone)
            continue;
        const core::FrameLabel &label = source.tree.labels[source.tree.nodes[node].label];
        card.launched = kernel;
        card.line = core::placeText(label) + (label.text.empty() ? "" : ' ' + label.text);
        break;
    }
    const int pass = source.segmentation.passOf[of.value];
    const int layer = source.segmentation.layerOf[of.value];
    const core::DeviceId device = source.document.deviceOf(of);
    if (pass != core::kNoPass)
        card.compared = layer >= 0 ? core::Selection(core::LayerSelection{device, pass, layer})
                                   : core::Selection(core::PassSelection{device, pass});
}

void takeExample(const Source &source, const Reading &read, AdviceCard &card)
{
    const std::int64_t zero = source.document.zero();
    const core::TimeRange range{{read.number("example_start_ns") + zero}, {read.number("example_end_ns") + zero}};
    std::map<std::int64_t, std::int64_t> changed;
    for (const Pair &one : pairsOf(read.text("example_kernels"), ':'))
        changed.emplace(one.first, one.second);
    const std::vector<Pair> gaps = pairsOf(read.text("example_gaps"), '-');
    std::optional<core::KernelId> of = kernelOf(card.target);
    if (!changed.empty())
        of = core::KernelId(static_cast<std::uint32_t>(changed.begin()->first));
    if (of && of->value < source.document.kernels.size())
        takeKernels(source, changed, *of, card);
    else if (std::holds_alternative<core::PassSelection>(card.target))
        card.compared = card.target;
    if (!of || of->value >= source.document.kernels.size() || (changed.empty() && gaps.empty()) || range.length().value <= 0)
        return;
    AdviceExample &example = card.example;
    std::vector<std::int64_t> best;
    example.now = barsNow(source, range, *of, !gaps.empty(), changed, best);
    example.lengthNs = example.now.empty() ? 0 : range.length().value;
    example.layer = source.segmentation.layerOf[of->value];
    for (const Pair &gap : gaps)
        example.gaps.push_back({gap.first + zero - range.begin.value, gap.second - gap.first, core::Category::Other, true});
    if (!gaps.empty())
        return;
    std::int64_t saved = 0;
    for (std::size_t i = 0; i < example.now.size(); ++i) {
        AdviceBar bar = example.now[i];
        bar.startNs -= saved;
        saved += std::max<std::int64_t>(0, bar.lengthNs - best[i]);
        bar.lengthNs = std::min(bar.lengthNs, best[i]);
        if (bar.lengthNs > 0)
            example.after.push_back(bar);
    }
}

AdviceTogether sumOf(const core::ReportTable &passes)
{
    AdviceTogether sum;
    for (std::size_t row = 0; row < passes.rowCount(); ++row) {
        const Reading read(passes, row);
        sum.wallNs += read.number("wall_ns");
        sum.gainLowNs += read.number("gain_low_ns");
        sum.gainHighNs += read.number("gain_high_ns");
    }
    sum.passes = passes.rowCount();
    return sum;
}

// Of the table passes, where advice is about one.
void takePass(core::AnalysisSession &session, core::TableRequest request, const core::ReportTable &byPass,
    const core::JobControl &control, AdviceTogether &sum)
{
    if (byPass.rowCount() != 1)
        return;
    request.table = "passes";
    request.by.clear();
    request.pass = std::to_string(Reading(byPass, 0).number("pass"));
    const auto table = session.table(request, control);
    if (!table || (*table)->rowCount() != 1)
        return;
    const Reading read(**table, 0);
    sum.stage = core::stageFromName(read.text("stage")).value_or(core::Stage::Unknown);
    sum.floorNs = read.has("limit_note") ? 0 : read.number("floor_ns");
}

} // namespace

core::Result<AdvicePicture> loadAdvicePicture(
    core::AnalysisSession &session, const core::TableRequest &request, const core::JobControl &control)
{
    AdvicePicture picture;
    const auto table = session.table(request, control);
    if (!table)
        return table.error();
    core::TableRequest byRule = request;
    byRule.by = "rule";
    const auto rules = session.table(byRule, control);
    if (!rules)
        return rules.error();
    picture.table = *table;
    picture.rules = *rules;
    const auto segmentation = session.segmentation(control);
    if (!segmentation)
        return segmentation.error();
    const auto names = session.kernelNames();
    const auto roles = session.roles(control);
    if (!roles)
        return roles.error();
    const auto tree = session.callTree(control);
    if (!tree)
        return tree.error();
    core::TableRequest byPass = request;
    byPass.by = "pass";
    const auto together = session.table(byPass, control);
    if (!together)
        return together.error();
    picture.together = sumOf(**together);
    takePass(session, request, **together, control, picture.together);
    const Source source{session.document(), *names, **segmentation, **roles, **tree};
    for (std::size_t row = 0; row < (*table)->rowCount(); ++row) {
        const Reading read(**table, row);
        AdviceCard card;
        card.row = row;
        card.rule = read.text("rule");
        card.certainty = read.text("certainty");
        const bool memory = read.has("gain_high_bytes");
        card.now = read.number(memory ? "now_bytes" : "now_ns");
        card.after = read.number(memory ? "after_bytes" : "after_ns");
        card.gainLow = read.number(memory ? "gain_low_bytes" : "gain_low_ns");
        card.gainHigh = read.number(memory ? "gain_high_bytes" : "gain_high_ns");
        card.target = (*table)->target(row);
        ++(card.certainty == "certain"       ? picture.together.certain
                : card.certainty == "likely" ? picture.together.likely
                                             : picture.together.check);
        if (memory) {
            card.about = AdviceAbout::Memory;
            card.bytes = bytesAre(read.text("bytes_are"));
            picture.cards.push_back(std::move(card));
            continue;
        }
        takeExample(source, read, card);
        const auto talks = [](const AdviceBar &bar) { return bar.changes && bar.category == core::Category::Communication; };
        card.about = !card.example.gaps.empty()                                    ? AdviceAbout::Idle
            : std::any_of(card.example.now.begin(), card.example.now.end(), talks) ? AdviceAbout::Communication
                                                                                   : AdviceAbout::Kernels;
        picture.cards.push_back(std::move(card));
    }
    return picture;
}

} // namespace lamella::ui

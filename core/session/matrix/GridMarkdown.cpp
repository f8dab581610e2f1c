// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/matrix/GridMarkdown.h"

#include "core/base/FixedDecimals.h"
#include "core/base/Message.h"
#include "core/report/CellText.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace lamella::core {

namespace {

constexpr const char *kInference = "FWD";
constexpr const char *kTraining = "FWD_BWD";
constexpr std::size_t kShortName = 25;
constexpr std::size_t kLongName = 40;

using Row = std::vector<std::string>;

// Number of code points, which terminals and editors count as columns.
std::size_t width(const std::string &text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string escaped(const std::string &text)
{
    std::string out;
    for (const char c : printable(text)) {
        if (c == '|')
            out += '\\';
        out += c;
    }
    return out;
}

void appendTable(std::string &out, std::vector<Row> rows)
{
    std::vector<std::size_t> widths(rows.front().size(), 3);
    for (Row &row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
            row[i] = escaped(row[i]);
            widths[i] = std::max(widths[i], width(row[i]));
        }
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t i = 0; i < rows[r].size(); ++i)
            out += "| " + rows[r][i] + std::string(widths[i] - width(rows[r][i]) + 1, ' ');
        out += "|\n";
        if (r > 0)
            continue;
        for (const std::size_t w : widths)
            out += "| " + std::string(w, '-') + ' ';
        out += "|\n";
    }
    out += '\n';
}

std::string milliseconds(std::int64_t ns)
{
    return fixedDecimals(static_cast<double>(ns) / 1e6, 2);
}

std::string percent(double share)
{
    return fixedDecimals(share * 100.0, 1) + "%";
}

// At most `length` code points, then "...".
std::string shortened(const std::string &name, std::size_t length)
{
    std::size_t points = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if ((name[i] & 0xC0) != 0x80 && ++points > length)
            return name.substr(0, i) + "...";
    }
    return name;
}

std::string lengthName(std::int64_t sequence)
{
    return "seq" + std::to_string(sequence);
}

// Text of a cell, or the reason why it has none.
using FactText = std::function<std::string(const RunFacts &)>;
std::string cell(const RunGrid &grid, const std::string &model, const char *mode, std::int64_t sequence, const FactText &value)
{
    const RunFacts *facts = grid.facts(model, mode, sequence);
    return facts != nullptr ? value(*facts) : grid.why(model, mode, sequence);
}

void appendByModel(std::string &out, const RunGrid &grid, const char *title, const char *mode, const FactText &value)
{
    out += std::string(title) + "\n\n";
    Row header{"Model"};
    for (const std::int64_t sequence : grid.sequences())
        header.push_back(lengthName(sequence));
    std::vector<Row> rows{header};
    for (const std::string &model : grid.models()) {
        Row row{model};
        for (const std::int64_t sequence : grid.sequences())
            row.push_back(cell(grid, model, mode, sequence, value));
        rows.push_back(std::move(row));
    }
    appendTable(out, std::move(rows));
}

std::string noRange(const std::optional<std::int64_t> &ns)
{
    return ns ? milliseconds(*ns) : "n/a (no such range)";
}

std::string topKernel(const std::optional<KernelShare> &kernel, std::size_t ranges, std::size_t warmUp)
{
    return kernel ? shortened(kernel->name, kShortName) + " (" + percent(kernel->share) + ")" : whyNoTopKernel(ranges, warmUp);
}

std::string topForward(const RunFacts &facts)
{
    return topKernel(facts.topForward, facts.forwardRanges, facts.warmUp);
}

std::string topBackward(const RunFacts &facts)
{
    return topKernel(facts.topBackward, facts.backwardRanges, facts.warmUp);
}

std::string meanOf(const RunFacts &facts, std::size_t from)
{
    if (facts.forwardNs.empty())
        return "n/a (no such range)";
    if (from >= facts.forwardNs.size())
        return "n/a (nothing after the warm-up)";
    double sum = 0;
    for (std::size_t i = from; i < facts.forwardNs.size(); ++i)
        sum += static_cast<double>(facts.forwardNs[i]);
    return fixedDecimals(sum / static_cast<double>(facts.forwardNs.size() - from) / 1e6, 2);
}

std::string medianOf(const RunFacts &facts)
{
    if (facts.forwardNs.empty())
        return "n/a (no such range)";
    std::vector<std::int64_t> sorted = facts.forwardNs;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t middle = sorted.size() / 2;
    const double upper = static_cast<double>(sorted[middle]);
    return fixedDecimals((sorted.size() % 2 == 1 ? upper : (upper + static_cast<double>(sorted[middle - 1])) / 2) / 1e6, 2);
}

void appendForward(std::string &out, const RunGrid &grid)
{
    out += "#### (a) Forward Pass Timing\n\n";
    appendByModel(out, grid, "Forward Pass Avg Time (ms), mean of all iterations", kInference,
        [](const RunFacts &f) { return meanOf(f, 0); });
    appendByModel(out, grid, "Forward Pass Avg Time (ms), mean after the warm-up", kInference,
        [](const RunFacts &f) { return meanOf(f, f.warmUp); });
    appendByModel(out, grid, "Forward Pass Median Time (ms)", kInference, medianOf);
}

void appendTopKernels(std::string &out, const RunGrid &grid)
{
    std::set<std::size_t> warmUps;
    for (const std::string &model : grid.models())
        for (const char *mode : {kInference, kTraining})
            for (const std::int64_t sequence : grid.sequences())
                if (const RunFacts *facts = grid.facts(model, mode, sequence))
                    warmUps.insert(facts->warmUp);
    const std::string which = warmUps.size() == 1 ? "iteration " + std::to_string(*warmUps.begin() + 1)
                                                  : std::string("first iteration after the warm-up");
    out += "#### (b) Dominant Kernels (" + which + ")\n\n";
    for (const std::string &model : grid.models()) {
        out += model + " Top Kernel per Pass\n\n";
        std::vector<Row> rows{{"Seq Len", "Inference Forward", "Training Forward", "Training Backward"}};
        for (const std::int64_t s : grid.sequences())
            rows.push_back({lengthName(s), cell(grid, model, kInference, s, topForward),
                cell(grid, model, kTraining, s, topForward), cell(grid, model, kTraining, s, topBackward)});
        appendTable(out, std::move(rows));
    }
}

void appendOtherKernels(std::string &out, const RunGrid &grid)
{
    out += "#### (c) Non-GEMM Kernels in Forward Pass\n\n";
    for (const std::string &model : grid.models()) {
        out += model + " Top Non-GEMM Kernel per Sequence Length\n\n";
        std::vector<Row> rows{{"Seq Len", "Top Non-GEMM Kernel", "Time%", "Total", "Inst"}};
        for (const std::int64_t s : grid.sequences()) {
            const RunFacts *facts = grid.facts(model, kInference, s);
            if (facts == nullptr || !facts->topOther) {
                rows.push_back(
                    {lengthName(s), facts == nullptr ? grid.why(model, kInference, s) : "n/a (no such kernel)", "-", "-", "-"});
                continue;
            }
            rows.push_back({lengthName(s), shortened(facts->topOther->name, kLongName), percent(facts->topOther->share),
                milliseconds(facts->topOther->sumNs) + " ms", std::to_string(facts->topOther->count)});
        }
        appendTable(out, std::move(rows));
    }
}

void appendGemm(std::string &out, const RunGrid &grid)
{
    const auto share = [](const std::optional<double> &value) {
        return value ? percent(*value) : std::string("n/a (no kernels)");
    };
    out +=
        "#### (d) GEMM Fraction: Inference vs Training\n\nOf all kernel time; in brackets with the ten longest kernels only.\n\n";
    for (const std::string &model : grid.models()) {
        out += model + " GEMM Fraction\n\n";
        std::vector<Row> rows{{"Seq Len", "Inference", "Training"}};
        for (const std::int64_t s : grid.sequences()) {
            Row row{lengthName(s)};
            for (const char *mode : {kInference, kTraining})
                row.push_back(cell(grid, model, mode, s, [&](const RunFacts &f) {
                    return share(f.gemmShare) + (f.gemmShareOfTopTen ? " (" + percent(*f.gemmShareOfTopTen) + ")" : "");
                }));
            rows.push_back(std::move(row));
        }
        appendTable(out, std::move(rows));
    }
}

void appendSoftmax(std::string &out, const RunGrid &grid)
{
    out += "#### (e) Softmax vs Matmul in Attention\n\n";
    appendByModel(out, grid, "Softmax Time (ms)", kInference, [](const RunFacts &f) { return noRange(f.softmaxNs); });
    appendByModel(out, grid, "Matmul Time (ms)", kInference, [](const RunFacts &f) { return noRange(f.matmulNs); });
    appendByModel(out, grid, "Softmax/Matmul Ratio", kInference, [](const RunFacts &f) {
        return f.softmaxNs && f.matmulNs && *f.matmulNs > 0
            ? percent(static_cast<double>(*f.softmaxNs) / static_cast<double>(*f.matmulNs))
            : std::string("n/a (no such range)");
    });
    appendByModel(out, grid, "Softmax/Matmul FLOP Ratio, 5 : 4 x head_dim", kInference, [](const RunFacts &f) {
        const std::optional<double> ratio = softmaxFlopRatio(f);
        return ratio ? percent(*ratio) : std::string(kNoHeadDim);
    });
}

} // namespace

std::string gridMarkdown(const RunGrid &grid)
{
    std::string out = "### Profile Analysis of a Grid of Runs\n\n";
    appendForward(out, grid);
    appendTopKernels(out, grid);
    appendOtherKernels(out, grid);
    appendGemm(out, grid);
    appendSoftmax(out, grid);
    for (const Message &note : grid.notes())
        out += "- " + escaped(note.english()) + "\n";
    return out;
}

} // namespace lamella::core

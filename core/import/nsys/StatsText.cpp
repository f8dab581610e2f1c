// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/StatsText.h"

#include "core/import/JsonText.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace lamella::core {

namespace {

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

constexpr std::size_t kMaxColumns = 256; // per report; the widest has about twenty
constexpr std::size_t kMaxReports = 1000;
constexpr std::size_t kMaxSkipped = 100;
constexpr std::size_t kLongestId = 120; // bytes

// Text after the last of `max` cells belongs to it, including commas: an unquoted name.
std::vector<std::string> csvCells(std::string_view line, std::size_t max)
{
    std::vector<std::string> cells(1);
    std::size_t joined = 0; // size of the last cell up to and including a surplus comma
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
            cells.back() += '"';
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted && cells.size() < max) {
            cells.emplace_back();
        } else if (c == ',' && !quoted) {
            joined = joined == 0 ? cells.back().size() + 1 : joined;
            cells.back() += c;
        } else {
            cells.back() += c;
        }
    }
    if (joined > 0 && cells.back().find_first_not_of(", \t\r", joined) == std::string::npos)
        cells.back().resize(joined - 1); // only empty cells follow
    for (std::string &cell : cells)
        cell = std::string(trimmed(cell));
    return cells;
}

// "Avg (ns)" -> "Avg"; "Time(%)" -> "Time".
std::string_view withoutUnit(std::string_view name)
{
    const std::size_t bracket = name.rfind('(');
    return bracket == std::string_view::npos ? name : trimmed(name.substr(0, bracket));
}

bool isHeader(const std::vector<std::string> &cells)
{
    if (cells.size() < 4 || cells.size() > kMaxColumns)
        return false;
    static constexpr std::array<std::string_view, 7> kSubjects{
        "Name", "Operation", "Range", "NVTX Range", "Kernel Name", "Source", "API Name"};
    static constexpr std::array<std::string_view, 9> kFigures{"Total Time", "Total", "Start", "Duration", "Projected Start",
        "Total Proj Time", "Total Range Time", "Instances", "Num Calls"};
    const auto any = [&cells](const auto &names) {
        return std::any_of(cells.begin(), cells.end(), [&names](const std::string &cell) {
            return std::find(names.begin(), names.end(), withoutUnit(cell)) != names.end();
        });
    };
    const bool hasUnit = std::any_of(cells.begin(), cells.end(), [](const std::string &cell) {
        return cell.ends_with(" (ns)") || cell.ends_with("(%)") || cell.ends_with(" (us)") || cell.ends_with(" (ms)")
            || cell.ends_with(" (s)") || cell.ends_with(" (MB)");
    });
    return hasUnit && any(kSubjects) && any(kFigures);
}

using Span = std::pair<std::size_t, std::size_t>; // begin and end of a column on the console

// " ------  -----" -> positions of the columns; none if the line contains anything else.
std::vector<Span> dashes(std::string_view line)
{
    std::vector<Span> spans;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (spans.size() > kMaxColumns)
            return {};
        if (line[i] == '-' && (spans.empty() || spans.back().second != i))
            spans.emplace_back(i, i + 1);
        else if (line[i] == '-')
            spans.back().second = i + 1;
        else if (line[i] != ' ' && line[i] != '\r')
            return {};
    }
    return spans.size() >= 4 ? spans : std::vector<Span>{};
}

// Splits a line at the ends of the columns; the last cell extends to the end of the line. Text with more bytes than columns only
// affects the last column.
std::vector<std::string> consoleCells(std::string_view line, const std::vector<Span> &spans)
{
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const std::size_t from = i == 0 ? 0 : spans[i - 1].second;
        const std::size_t to = i + 1 == spans.size() ? line.size() : spans[i].second;
        cells.emplace_back(from < line.size() ? trimmed(line.substr(from, to > from ? to - from : 0)) : std::string_view{});
    }
    return cells;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// "1,234,567.8" -> "1234567.8"; other text unchanged.
std::string plainNumber(const std::string &cell)
{
    if (cell.find(',') == std::string::npos || cell.empty() || !isDigit(cell.back()))
        return cell;
    std::string plain;
    for (const char c : cell) {
        if (!isDigit(c) && c != ',' && c != '.' && c != '-')
            return cell;
        if (c != ',')
            plain += c;
    }
    return plain;
}

// ".../reports/cuda_gpu_kern_sum.py]" -> "cuda_gpu_kern_sum"
std::string reportOfScript(std::string_view line)
{
    const std::size_t end = line.rfind(".py");
    const std::size_t from = end == std::string_view::npos ? std::string_view::npos : line.find_last_of("/\\", end);
    return from == std::string_view::npos ? std::string{} : std::string(line.substr(from + 1, end - from - 1));
}

// " ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):" -> "cuda_gpu_kern_sum"
std::string reportOfTitle(std::string_view line)
{
    const std::size_t open = line.rfind('(');
    const std::size_t close = line.rfind(')');
    return open == std::string_view::npos || close == std::string_view::npos || close < open
        ? std::string{}
        : std::string(line.substr(open + 1, close - open - 1));
}

// Current names for reports of versions before 2022, and for those only identified by their header.
std::string usualName(std::string id)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kOld{{{"gpukernsum", "cuda_gpu_kern_sum"},
        {"gpumemtimesum", "cuda_gpu_mem_time_sum"}, {"gpumemsizesum", "cuda_gpu_mem_size_sum"}, {"cudaapisum", "cuda_api_sum"},
        {"nvtxsum", "nvtx_sum"}, {"nvtxppsum", "nvtx_pushpop_sum"}, {"nvtxkernsum", "nvtx_kern_sum"},
        {"nvtxgpuproj", "nvtx_gpu_proj_sum"}, {"kernexecsum", "cuda_kern_exec_sum"}}};
    for (const auto &[old, name] : kOld)
        if (id == old)
            return std::string(name);
    return id;
}

std::string reportOfFile(std::string_view fileName)
{
    static constexpr std::array<std::string_view, 14> kKnown{"cuda_gpu_kern_sum", "cuda_gpu_kern_gb_sum", "cuda_gpu_mem_time_sum",
        "cuda_gpu_mem_size_sum", "cuda_gpu_trace", "cuda_api_sum", "osrt_sum", "nvtx_sum", "nvtx_pushpop_sum", "nvtx_kern_sum",
        "nvtx_gpu_proj_sum", "nvtx_gpu_proj_trace", "nvtx_pushpop_trace", "gpukernsum"};
    for (const std::string_view known : kKnown)
        if (fileName.find(known) != std::string_view::npos)
            return usualName(std::string(known));
    return {};
}

std::string reportOfHeader(const StatsReport &report)
{
    if (report.column("Instances") >= 0 && report.column("Name") >= 0)
        return report.column("GridXYZ") >= 0 ? "cuda_gpu_kern_gb_sum" : "cuda_gpu_kern_sum";
    if (report.column("Operation") >= 0)
        return report.column("Total Time") >= 0 ? "cuda_gpu_mem_time_sum" : "cuda_gpu_mem_size_sum";
    if (report.column("Num Calls") >= 0)
        return "cuda_api_sum";
    return report.column("Range") >= 0 ? "nvtx_sum" : std::string{};
}

class Parser {
public:
    Parser(std::string_view fileName, std::size_t maxCells, MemoryBudget *memory, StatsText &out)
        : m_fileReport(reportOfFile(fileName))
        , m_cellsLeft(maxCells)
        , m_memory(memory)
        , m_out(out)
    {
    }
    void line(std::string_view text);

private:
    void begin(std::vector<std::string> header, std::vector<Span> spans);
    void row(std::string_view text);

    std::string m_fileReport;
    std::size_t m_cellsLeft;
    MemoryBudget *m_memory;
    StatsText &m_out;
    std::map<std::string, std::size_t> m_ids; // number of reports with the id
    std::string m_named; // name in the lines above
    std::string m_above; // the previous line: a header if dashes follow
    std::vector<Span> m_spans; // empty: CSV
    bool m_inReport = false;
};

void Parser::begin(std::vector<std::string> header, std::vector<Span> spans)
{
    StatsReport report;
    report.header = std::move(header);
    report.id = !m_named.empty() ? usualName(cleanSample(m_named, kLongestId)) : m_fileReport;
    if (report.id.empty())
        report.id = reportOfHeader(report);
    if (report.id.empty())
        report.id = "report";
    m_named.clear();
    m_inReport = false;
    if (m_out.reports.size() == kMaxReports) {
        ++m_out.moreReports;
        return;
    }
    if (const std::size_t number = ++m_ids[report.id]; number > 1)
        report.id += "#" + std::to_string(number);
    m_spans = std::move(spans);
    m_out.reports.push_back(std::move(report));
    m_inReport = true;
}

void Parser::row(std::string_view text)
{
    StatsReport &report = m_out.reports.back();
    std::vector<std::string> cells = m_spans.empty() ? csvCells(text, report.header.size()) : consoleCells(text, m_spans);
    if (cells.size() < report.header.size() || cells.size() > m_cellsLeft) {
        if (m_out.badRows++ == 0)
            m_out.badSample = std::string(text.substr(0, 120));
        return;
    }
    m_cellsLeft -= cells.size();
    for (std::size_t i = 0; i + 1 < cells.size(); ++i)
        cells[i] = plainNumber(cells[i]);
    // Short texts are stored inside the cell; replaced invalid UTF-8 takes three bytes.
    if (m_memory != nullptr)
        m_memory->hold(sizeof cells + cells.size() * sizeof cells.front() + 3 * text.size());
    report.rows.push_back(std::move(cells));
}

void Parser::line(std::string_view text)
{
    const std::string_view bare = trimmed(text);
    if (bare.empty()) {
        m_inReport = m_inReport && m_out.reports.back().rows.empty(); // a blank line may follow the header
        return;
    }
    if (bare.starts_with("Processing [") || bare.starts_with("Exporting [")) {
        m_named = reportOfScript(bare);
        m_inReport = false;
        return;
    }
    if (bare.starts_with("** ")) {
        m_named = reportOfTitle(bare);
        m_inReport = false;
        return;
    }
    if (bare.starts_with("SKIPPED:") || bare.starts_with("NOTICE:") || bare.starts_with("Generating SQLite")) {
        if (bare.starts_with("SKIPPED:") && m_out.skipped.size() == kMaxSkipped)
            ++m_out.moreSkipped;
        else if (bare.starts_with("SKIPPED:"))
            m_out.skipped.push_back((m_named.empty() ? "" : cleanSample(m_named, kLongestId) + ": ")
                + cleanSample(trimmed(bare.substr(8, 200)), 600));
        m_inReport = false;
        return;
    }
    if (std::vector<Span> spans = dashes(text); !spans.empty()) {
        std::vector<std::string> header = consoleCells(m_above, spans);
        if (isHeader(header))
            begin(std::move(header), std::move(spans));
        return;
    }
    if (m_inReport && !(m_spans.empty() && isHeader(csvCells(bare, kMaxColumns + 1)))) {
        row(text);
        return;
    }
    if (std::vector<std::string> header = csvCells(bare, kMaxColumns + 1); isHeader(header))
        begin(std::move(header), {});
    else
        m_above = std::string(text);
}

template <class Visit> void eachLine(std::string_view text, Visit visit)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (!visit(text.substr(0, end)))
            return;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

} // namespace

std::ptrdiff_t StatsReport::column(std::string_view name) const
{
    for (std::size_t i = 0; i < header.size(); ++i)
        if (withoutUnit(header[i]) == name)
            return static_cast<std::ptrdiff_t>(i);
    return -1;
}

bool looksLikeStatsText(std::string_view head)
{
    const std::size_t first = head.find_first_not_of(" \r\n\t");
    if (first == std::string_view::npos || head[first] == '{' || head[first] == '[' || head.find('\0') != std::string_view::npos)
        return false;
    StatsText text;
    Parser parser({}, 0, nullptr, text);
    eachLine(head, [&](std::string_view line) {
        parser.line(line);
        return text.reports.empty();
    });
    return !text.reports.empty();
}

StatsText parseStatsText(std::string_view text, std::string_view fileName, std::size_t maxCells, MemoryBudget *memory)
{
    StatsText parsed;
    Parser parser(fileName, maxCells, memory, parsed);
    eachLine(text, [&](std::string_view line) {
        parser.line(line);
        return memory == nullptr || !memory->exceeded();
    });
    return parsed;
}

} // namespace lamella::core

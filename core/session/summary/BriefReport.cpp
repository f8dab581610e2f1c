// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/summary/BriefReport.h"

#include "core/analysis/StagePasses.h"
#include "core/base/FileName.h"
#include "core/report/CellText.h"
#include "core/report/MarkdownText.h"
#include "core/report/TableColumns.h"
#include "core/report/WrappedText.h"
#include "core/report/tables/Columns.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace lamella::core {

namespace {

using Columns = std::span<const std::string_view>;
using TablePointer = std::shared_ptr<const ReportTable>;

constexpr std::array<std::string_view, 8> kTypeColumns{
    "type", "layers", "avg_wall_ns", "avg_busy_ns", "gemm_share", "attention_share", "floor_ns", "mbu"};
constexpr std::array<std::string_view, 6> kKernelColumns{"op", "count", "dur_ns", "floor_ns", "of_floor", "bound"};
constexpr std::array<std::string_view, 7> kPassColumns{"pass", "stage", "layers", "wall_ns", "busy_ns", "floor_ns", "note"};
constexpr std::array<std::string_view, 5> kStepColumns{"class", "steps", "median_ns", "min_ns", "max_ns"};

struct Part {
    Message title;
    TablePointer table;
    Columns columns;
    bool folded = false; // behind a heading to click on; left out of text
};

// How much of the report is written; each level is shorter than the one before.
struct Length {
    std::size_t rows;
    std::size_t name; // columns of text cells
    std::size_t sentence; // columns of a sentence
    std::size_t sentences;
    bool folded;
};
constexpr std::array kLengths{Length{10, 64, 400, 8, true}, Length{10, 48, 300, 6, true}, Length{10, 48, 300, 6, false},
    Length{7, 36, 200, 5, false}, Length{5, 28, 140, 3, false}, Length{3, 20, 80, 2, false}};

std::size_t characters(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

struct StageRow {
    std::string stage;
    std::int64_t passes = 0; // complete ones
    std::int64_t partial = 0;
    std::int64_t medianNs = 0;
    std::optional<double> busy;
    std::optional<double> floor; // floor of the passes ÷ their wall
};

constexpr const char *kNoneComplete = "no pass of the stage is complete";

std::vector<Column<StageRow>> stageColumns()
{
    using namespace columns;
    return {text("stage", "Stage", "Stage of the passes", &StageRow::stage),
        integer("passes", "Complete", "Complete passes of this stage", &StageRow::passes),
        integer("partial", "Partial", "Partial passes of this stage, which do not count", &StageRow::partial),
        duration("median_wall_ns", "Median wall", "Median wall time of the steady ones, or of all if none is steady",
            [](const StageRow &r) { return valueIf(r.busy.has_value(), r.medianNs, kNoneComplete); }),
        share("busy_share", "Busy", "Busy time ÷ wall time, of the same passes",
            [](const StageRow &r) { return valueOr(r.busy, kNoneComplete); }),
        share("of_floor", "Of roofline", "Time that the hardware needs at least ÷ wall time, of the same passes",
            [](const StageRow &r) { return valueOr(r.floor, "FLOPs, bytes or peak rates are not known"); })};
}

// Passes by stage; null if none is complete.
TablePointer stages(const ReportTable &passes)
{
    const auto column = [&passes](std::string_view id) { return passes.columnIndex(id); };
    std::map<std::string, std::vector<std::size_t>, std::less<>> rows; // complete ones
    std::map<std::string, std::int64_t, std::less<>> partial;
    bool any = false;
    for (std::size_t r = 0; r < passes.rowCount(); ++r) {
        const std::string stage(passes.text(r, column("stage")));
        const bool complete = passes.text(r, column("complete")) == "yes";
        partial[stage] += complete ? 0 : 1;
        if (complete)
            rows[stage].push_back(r);
        any = any || complete;
    }
    if (!any)
        return nullptr;
    RowTable<StageRow> table("stages", "Passes by stage", stageColumns());
    for (const auto &[stage, others] : partial) {
        const std::vector<std::size_t> &own = rows[stage];
        std::vector<std::size_t> steady;
        std::copy_if(own.begin(), own.end(), std::back_inserter(steady),
            [&](std::size_t r) { return passes.text(r, column("state")) == stateName(PassState::Steady); });
        std::vector<std::int64_t> walls;
        double wall = 0;
        double busy = 0;
        double floor = 0;
        bool floors = column("floor_ns") != ReportTable::npos;
        for (const std::size_t r : steady.empty() ? own : steady) {
            walls.push_back(passes.integer(r, column("wall_ns")));
            wall += static_cast<double>(walls.back());
            busy += static_cast<double>(passes.integer(r, column("busy_ns")));
            floors = floors && !passes.isMissing(r, column("floor_ns"));
            floor += floors ? static_cast<double>(passes.integer(r, column("floor_ns"))) : 0;
        }
        if (wall > 0)
            table.append({stage, static_cast<std::int64_t>(own.size()), others, medianNs(walls), busy / wall,
                floors ? std::optional(floor / wall) : std::nullopt});
        else if (others > 0)
            table.append({stage, static_cast<std::int64_t>(own.size()), others, 0, {}, {}});
    }
    return std::make_shared<const ReportTable>(std::move(table));
}

TablePointer sectionOf(const TraceReport &report, std::string_view id)
{
    const auto found = std::find_if(report.sections.begin(), report.sections.end(),
        [id](const ReportSection &s) { return s.table && !s.drawn && s.table->id() == id; });
    return found == report.sections.end() || found->table->rowCount() == 0 ? nullptr : found->table;
}

// The longest kernels of the chosen passes against the hardware; where no pass is known, of the trace.
TablePointer slowestKernels(AnalysisSession &session, const ReportOptions &options, const JobControl &control)
{
    TableRequest request = options.request;
    request.table = "roofline";
    request.by = "kernel";
    request.sort = "-dur_ns";
    request.filter.clear();
    request.top = kLengths.front().rows;
    auto table = session.table(request, control);
    if (table && (*table)->rowCount() > 0)
        return *table;
    request.table = "kernels";
    request.by.clear();
    request.sort.clear();
    request.pass = "trace";
    table = session.table(request, control);
    return table && (*table)->rowCount() > 0 ? *table : nullptr;
}

// With the columns of the roofline, which the whole report leaves to its other tables.
TablePointer allPasses(AnalysisSession &session, const ReportOptions &options, const JobControl &control)
{
    TableRequest request;
    request.table = "passes";
    request.device = options.request.device;
    const auto table = session.table(request, control);
    return table && (*table)->rowCount() > 0 ? *table : nullptr;
}

std::vector<Part> pageParts(const TraceReport &report, const TablePointer &passes, const TablePointer &kernels)
{
    static constexpr std::array<std::string_view, 5> kNameColumns{"short_name", "category", "count", "sum_ns", "share"};
    std::vector<Part> parts;
    const auto add = [&parts](const Message &title, const TablePointer &table, Columns columns, bool folded = false) {
        if (table)
            parts.push_back({title, table, columns, folded});
    };
    const TablePointer byStage = passes ? stages(*passes) : nullptr;
    add(msg("Passes by stage"), byStage, {});
    if (!byStage)
        add(msg("Step time"), sectionOf(report, "step-classes"), kStepColumns);
    add(msg("Types of layers"), sectionOf(report, "clusters"), kTypeColumns);
    add(msg("Longest kernels"), kernels,
        kernels && kernels->id().starts_with("roofline") ? Columns(kKernelColumns) : Columns(kNameColumns));
    add(msg("Passes"), passes, kPassColumns, true);
    add(msg("Provenance"), sectionOf(report, "provenance"), {}, true);
    return parts;
}

class Writer {
public:
    Writer(const TraceReport &report, const std::vector<Part> &parts, TableFormat format, const Catalogue *catalogue,
        std::size_t width)
        : m_report(report)
        , m_parts(parts)
        , m_markdown(format == TableFormat::Markdown)
        , m_catalogue(catalogue)
        , m_width(width)
    {
    }

    std::string write(const Length &length, const std::string &commands) const
    {
        std::string out;
        heading(out, 1, m_report.title);
        if (!m_report.metadata.empty()) {
            sentence(out, "", m_report.metadata, length);
            out += '\n';
        }
        std::size_t left = length.sentences;
        for (const Message &finding : m_report.summary) {
            if (left-- == 0)
                break;
            sentence(out, m_markdown ? "- " : "* ", finding, length);
        }
        for (const Part &part : m_parts)
            if (!part.folded || (length.folded && m_markdown))
                addPart(out, part, length);
        heading(out, 2, msg("Reproduce"));
        out += m_markdown ? "```sh\n" + commands + "```\n" : commands;
        return out;
    }

private:
    void append(std::string &out, std::string_view text) const
    {
        if (m_markdown)
            appendMarkdown(out, text);
        else
            out += withPlainBlanks(text);
    }

    void sentence(std::string &out, std::string_view mark, const Message &said, const Length &length) const
    {
        std::string text(mark);
        append(text, elided(printable(said.translated(m_catalogue)), length.sentence));
        out += (m_markdown ? text : wrappedText(text, m_width, mark.size())) + "\n";
    }

    void heading(std::string &out, int level, const Message &title) const
    {
        const std::string text = elidedInside(printable(title.translated(m_catalogue)), 200);
        out += out.empty() ? "" : "\n";
        if (m_markdown) {
            out += std::string(static_cast<std::size_t>(level), '#') + " ";
            appendMarkdown(out, text);
        } else {
            out += text + "\n" + std::string(displayWidth(text), level == 1 ? '=' : '-');
        }
        out += "\n\n";
    }

    void addPart(std::string &out, const Part &part, const Length &length) const
    {
        ReportTable table = part.columns.empty() ? *part.table : withColumns(*part.table, part.columns);
        const std::size_t shown = std::min(table.rowCount(), length.rows);
        const std::size_t left = table.rowCount() - shown;
        std::vector<std::uint32_t> rows(shown);
        for (std::size_t r = 0; r < shown; ++r)
            rows[r] = static_cast<std::uint32_t>(r);
        table = table.withRows(rows).inLanguage(m_catalogue);
        if (part.folded) {
            out += "\n<details><summary>";
            appendMarkdown(out, part.title.translated(m_catalogue));
            out += "</summary>\n\n";
        } else {
            heading(out, 2, part.title);
        }
        addRows(out, table, length.name);
        if (left > 0) {
            out += '\n';
            append(out, msg("%1 more rows in the whole report", left).translated(m_catalogue));
            out += '\n';
        }
        out += part.folded ? "\n</details>\n" : "";
    }

    void addRows(std::string &out, const ReportTable &table, std::size_t name) const
    {
        std::vector<std::vector<std::string>> cells(1);
        for (const ReportColumn &column : table.columns())
            cells.front().push_back(column.title);
        for (std::size_t r = 0; r < table.rowCount(); ++r) {
            cells.emplace_back();
            for (std::size_t c = 0; c < table.columns().size(); ++c)
                cells.back().push_back(elidedInside(displayCell(table, r, c), name));
        }
        if (m_markdown)
            addMarkdownRows(out, table, cells);
        else
            addTextRows(out, table, cells);
    }

    static void addMarkdownRows(std::string &out, const ReportTable &table, const std::vector<std::vector<std::string>> &cells)
    {
        for (std::size_t r = 0; r < cells.size(); ++r) {
            for (const std::string &cell : cells[r]) {
                out += '|';
                appendMarkdown(out, cell);
            }
            out += "|\n";
            if (r > 0)
                continue;
            for (const ReportColumn &column : table.columns())
                out += isNumeric(column.kind) ? "|-:" : "|-";
            out += "|\n";
        }
    }

    static void addTextRows(std::string &out, const ReportTable &table, const std::vector<std::vector<std::string>> &cells)
    {
        std::vector<std::size_t> widths(table.columns().size(), 0);
        for (const auto &row : cells)
            for (std::size_t c = 0; c < row.size(); ++c)
                widths[c] = std::max(widths[c], displayWidth(row[c]));
        for (const auto &row : cells) {
            std::string line;
            for (std::size_t c = 0; c < row.size(); ++c) {
                const std::string blanks(widths[c] - displayWidth(row[c]), ' ');
                line += (c == 0 ? "" : "  ") + (isNumeric(table.columns()[c].kind) ? blanks + row[c] : row[c] + blanks);
            }
            out += withPlainBlanks(line.substr(0, line.find_last_not_of(' ') + 1)) + "\n";
        }
    }

    const TraceReport &m_report;
    const std::vector<Part> &m_parts;
    bool m_markdown;
    const Catalogue *m_catalogue;
    std::size_t m_width;
};

// The file's name as one word of a shell.
std::string shellWord(std::string_view name)
{
    std::string word;
    bool plain = true;
    for (const char c : printable(name)) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        plain = plain && (letter || std::string_view("._-+=,").find(c) != std::string_view::npos);
        word += c == '\'' ? std::string("'\\''") : c == '`' ? std::string("?") : std::string(1, c);
    }
    return plain && !word.starts_with('-') ? word : "'" + word + "'";
}

std::string commandsFor(const AnalysisSession &session, const ReportOptions &options)
{
    const std::string file = shellWord(elidedInside(fileNameOf(session.document().source.path), 300));
    const std::string &pass = options.request.pass;
    const std::string chosen = pass.empty() || pass == "auto" ? std::string() : " --pass " + shellWord(pass);
    return "lamella-cli report " + file + " --brief" + chosen + "\nlamella-cli roofline " + file + " --by kernel" + chosen
        + "\nlamella-cli report " + file + chosen + " --output report.html   # lamella " LAMELLA_VERSION "\n";
}

} // namespace

Result<std::string> briefReport(AnalysisSession &session, const ReportOptions &options, TableFormat format,
    const Catalogue *catalogue, std::size_t width, const JobControl &control)
{
    if (format != TableFormat::Markdown && format != TableFormat::Text)
        return Error{ErrorCode::BadRequest, "a brief report is written as text or markdown", {}, -1};
    const Result<TraceReport> report = traceReport(session, options, control);
    if (!report)
        return report.error();
    const std::vector<Part> parts = pageParts(*report, allPasses(session, options, control), slowestKernels(session, options, control));
    const std::string commands = commandsFor(session, options);
    const Writer writer(*report, parts, format, catalogue, width);
    std::string out;
    for (const Length &length : kLengths) {
        out = writer.write(length, commands);
        if (characters(out) <= kBriefCharacters)
            break;
    }
    return out;
}

} // namespace lamella::core

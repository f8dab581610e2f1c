// SPDX-License-Identifier: GPL-3.0-or-later
// source: GPU and host time by line, function, file, module or operator, and by call stack.
#include "core/analysis/source/SourceRows.h"
#include "core/base/Counted.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/report/tables/OriginCells.h"
#include "core/report/tables/SampleNotes.h"
#include "core/report/tables/SourceStacks.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
#include <optional>

namespace lamella::core {

namespace {

struct SourceFacts {
    const TableInput &input;
    const Origins &origins;
    const CallTree &tree;
    SourceBy by;
    std::int64_t gpuNs = 0;
    bool host = false; // whether the trace records host frames in the scope
    const HostSamples *samples = nullptr;
    SampleCounts counts = {};

    [[nodiscard]] const FrameLabel *label(const SourceRow &row) const
    {
        return row.label == CallNode::kNone ? nullptr : &tree.labels[row.label];
    }
};

std::vector<Column<SourceRow>> placeColumns(const SourceFacts *f)
{
    using namespace columns;
    const auto ofLabel = [f](auto value) {
        return [f, value](const SourceRow &r) -> decltype(value(*f, *f->label(r))) {
            const FrameLabel *label = f->label(r);
            if (!label)
                return Missing{r.why};
            return value(*f, *label);
        };
    };
    return {text("file", "File", "As recorded",
                ofLabel([](const SourceFacts &facts, const FrameLabel &label) -> OrMissing<std::string> {
                    if (label.file.empty())
                        return Missing{facts.by == SourceBy::Module ? "the row is a module" : "the row is an operator"};
                    return label.file;
                })),
        integer("line", "Line", "First line of the function, or the line that a compiler recorded",
            ofLabel([](const SourceFacts &facts, const FrameLabel &label) -> OrMissing<std::int64_t> {
                return valueIf(facts.by == SourceBy::Line && label.line > 0, label.line,
                    facts.by == SourceBy::Line ? "not recorded" : "the row is more than a line");
            })),
        text("function", "Function", "Function; by module or operator: its name",
            ofLabel([](const SourceFacts &facts, const FrameLabel &label) -> OrMissing<std::string> {
                if (facts.by == SourceBy::File)
                    return Missing{"the row is a file"};
                return textOr(label.text, "not recorded");
            })),
        text("yours", "Yours", "yes: your own code; no: Python, a package, or the core of a serving engine (--yours)",
            ofLabel([](const SourceFacts &, const FrameLabel &label) -> OrMissing<KeptText> {
                if (label.kind != FrameKind::Line)
                    return Missing{"said of files only"};
                return yesNo(label.yours);
            }))};
}

std::vector<Column<SourceRow>> timeColumns(const SourceFacts *f)
{
    using namespace columns;
    const auto host = [f](std::int64_t SourceRow::*value) {
        return [f, value](const SourceRow &r) -> OrMissing<std::int64_t> {
            return valueIf(f->host && (r.label != CallNode::kNone || r.samples > 0)
                    && (r.calls > 0 || r.hostNs > 0 || r.hostInclusiveNs > 0),
                r.*value,
                r.samples > 0                    ? std::string_view("too few samples to know what time one stands for")
                    : r.label == CallNode::kNone ? r.why
                    : f->host                    ? std::string_view("not called on the host in the chosen part")
                                                 : std::string_view("no host frames recorded in the chosen part"));
        };
    };
    return {duration("self_ns", "GPU time", "Of work whose source line (module, operator) this is; adds up to all GPU work",
                &SourceRow::selfNs),
        duration(
            "inclusive_ns", "With callees", "GPU time of work with this anywhere around its launch", &SourceRow::inclusiveNs),
        integer("kernels", "Kernels", "Pieces of GPU work in GPU time", &SourceRow::kernels),
        integer("launches", "Launches", "Calls that launched them; the replay of a graph is one", &SourceRow::launches),
        integer("layers", "Layers", "Layers that they are in", &SourceRow::layers),
        share("share", "Share", "GPU time, of all GPU work in the chosen passes, layers and streams, added up",
            [f](const SourceRow &r) { return ratio(r.selfNs, f->gpuNs, "all durations are zero"); }),
        ifRoom(duration("host_ns", "Host time", "Of the host, in the same sense as GPU time: of a part of the trace from its first launch to its last", host(&SourceRow::hostNs))),
        ifRoom(duration(
            "host_inclusive_ns", "Host, with callees", "Time in it and in what it called", host(&SourceRow::hostInclusiveNs))),
        ifRoom(integer("calls", "Calls", "Times that it was called on the host",
            [f, host](const SourceRow &r) -> OrMissing<std::int64_t> {
                if (r.calls == 0 && f->counts.all > 0)
                    return Missing{"samples do not count calls"};
                return host(&SourceRow::calls)(r);
            })),
        ifRoom(text("module", "Module", "Module that it is in for most of its GPU time",
            [f](const SourceRow &r) -> OrMissing<std::string> {
                if (r.module == CallNode::kNone)
                    return Missing{"no module recorded around the launch"};
                return f->tree.labels[r.module].text;
            })),
        ifRoom(text("origin", "Known by", "Evidence for most of its GPU time, as in kernels --each",
            [](const SourceRow &r) -> OrMissing<KeptText> {
                if (r.kernels == 0)
                    return Missing{"no GPU time of its own"};
                return KeptText{originKindName(r.kind)};
            })),
        onRequest(text("why", "Why", "Why no origin is known",
            [](const SourceRow &r) -> OrMissing<Message> {
                if (!r.why.empty())
                    return Message(r.why);
                return Missing{"its origin is known"};
            })),
        ifRoom(integer("samples", "Samples", "CPU samples of host threads in the sense of GPU time; add up to all samples",
            [f](const SourceRow &r) -> OrMissing<std::int64_t> {
                return valueIf(f->counts.all > 0, r.samples,
                    f->samples->samples.empty() ? std::string_view("no CPU samples recorded")
                                                : std::string_view("no CPU samples in the chosen part"));
            }))};
}

std::vector<Column<SourceRow>> sourceColumns(const SourceFacts *facts)
{
    std::vector<Column<SourceRow>> all = placeColumns(facts);
    for (Column<SourceRow> &column : timeColumns(facts))
        all.push_back(std::move(column));
    return all;
}

std::vector<Column<StackRow>> stackColumns(const SourceFacts *f)
{
    using namespace columns;
    return {text("stack", "Stack", "Frames from the outermost to the kernel, separated by semicolons",
                [f](const StackRow &r) {
                    return stackText(f->tree, r.node, r.why) + ";" + frameText((*f->input.names)[r.kernel].shortName);
                }),
        duration("self_ns", "GPU time", "Of work with this stack; adds up to all GPU work", &StackRow::selfNs),
        integer("kernels", "Kernels", "Pieces of GPU work", &StackRow::kernels),
        share("share", "Share", "Of all GPU work in the chosen passes, layers and streams, added up",
            [f](const StackRow &r) { return ratio(r.selfNs, f->gpuNs, "all durations are zero"); })};
}

std::vector<ReportColumn> stackHeadings()
{
    return headings<stackColumns>();
}

// From the first launch of the kernels to the end of the last one: where host time counts for a part of the trace.
std::optional<TimeRange> hostRange(const TraceDocument &document, std::span<const KernelId> kernels)
{
    std::optional<TimeRange> range;
    for (const KernelId kernel : kernels) {
        const EventId launch = document.kernels.launch[kernel.value];
        if (launch.value >= document.events.size())
            continue;
        const EventRow row = document.events.row(launch);
        if (row.start == EventTable::kNoTime)
            continue;
        const TimeRange call{{row.start}, {addSaturated(row.start, std::max<std::int64_t>(0, row.duration))}};
        range = range ? range->united(call) : call;
    }
    return range;
}

void noteHost(ReportTable &table, const SourceFacts &facts)
{
    const HostSamples &samples = *facts.samples;
    noteSamples(table, samples);
    if (facts.tree.chainsLeftOut > 0)
        table.addNote(msg("%1 stay without the call chain of their launch: there are too many chains.",
            counted(facts.tree.chainsLeftOut, "%1 kernel", "%1 kernels")));
    if (facts.counts.all == 0)
        return;
    const std::string all = std::to_string(facts.counts.all);
    table.addNote(samples.periodNs > 0
            ? msg("Host time is estimated: %1 samples, one in %2 of each running thread, threads added up.", all,
                formatDuration(samples.periodNs))
            : msg("%1 samples, too few to know what time one stands for.", all));
    if (samples.shallow > 0)
        table.addNote(
            msg("%1 of %2 samples of the file have their innermost function only, so that callers have less than they took.",
                std::to_string(samples.shallow), std::to_string(samples.samples.size())));
}

void addNotes(ReportTable &table, const SourceFacts &facts, const std::vector<SourceRow> &rows)
{
    std::int64_t yours = 0;
    std::int64_t without = 0;
    for (const SourceRow &row : rows) {
        const FrameLabel *label = facts.label(row);
        without = addSaturated(without, label == nullptr ? row.selfNs : 0);
        yours = addSaturated(yours, label != nullptr && label->yours ? row.selfNs : 0);
    }
    const auto share = [&facts](
                           std::int64_t ns) { return formatShare(static_cast<double>(ns) / static_cast<double>(facts.gpuNs)); };
    if (facts.gpuNs > 0 && facts.by <= SourceBy::Function)
        table.addNote(msg("%1 of the GPU time is launched from your own code.", share(yours)));
    if (facts.gpuNs > 0 && without > 0)
        table.addNote(msg("%1 of the GPU time has no origin; its file cell says what is missing.", share(without)));
    noteHost(table, facts);
    for (const auto &companion : facts.origins.companions())
        table.addNote(msg("Names of replayed work are from %1.", companion->file));
}

Result<ReportTable> sourceTable(const TableInput &input)
{
    const std::string by = input.request.by.empty() ? "line" : input.request.by;
    const std::optional<SourceBy> known = sourceByFromName(by);
    if (!known && by != "stack")
        return Error{ErrorCode::BadRequest,
            msg("source cannot be grouped by %1; use line, file, function, module, op or stack", by), {}, -1};
    const auto origins = input.parts->origins(input.control);
    if (!origins)
        return origins.error();
    const std::vector<KernelId> kernels = input.kernels();
    std::optional<TimeRange> range;
    const bool whole = input.scope.wholeTrace;
    if (!whole)
        range = hostRange(*input.document, kernels);
    const auto tree = input.parts->callTree(input.control, range && known ? &*range : nullptr);
    if (!tree)
        return tree.error();
    const auto samples = input.parts->hostSamples(input.control);
    if (!samples)
        return samples.error();
    SourceFacts facts{input, **origins, **tree, known.value_or(SourceBy::Line), 0,
        ((*tree)->frames > 0 || !(*samples)->samples.empty()) && (whole || range), samples->get()};
    if (whole || range)
        facts.counts = sampleCounts(**tree, **samples, range ? &*range : nullptr);
    for (const KernelId kernel : kernels)
        facts.gpuNs = addSaturated(facts.gpuNs, input.document->kernels.duration[kernel.value]);
    if (!known) {
        RowTable<StackRow> table("source", "Call stacks", stackColumns(&facts));
        for (const StackRow &row : stackRows(**origins, **tree, kernels))
            table.append(row, NameSelection{row.kernel});
        noteScope(table, input);
        return table;
    }
    RowTable<SourceRow> table("source", "Source lines", sourceColumns(&facts));
    const std::vector<SourceRow> rows =
        sourceRows(**origins, **tree, facts.by, kernels, input.segmentation->layerOf, facts.counts);
    for (const SourceRow &row : rows)
        table.append(row, row.longest.valid() ? Selection(KernelSelection{row.longest}) : Selection());
    addNotes(table, facts, rows);
    noteScope(table, input);
    return table;
}

constexpr std::array kForms{TableForm{"--by stack", stackHeadings}};

} // namespace

extern const TableSpec kSourceTable{
    .name = "source",
    .help = "which lines, functions, modules and operators the GPU time comes from",
    .example = "trace.json.gz --by line --capture capture_traces",
    .columns = headings<sourceColumns>,
    .build = sourceTable,
    .layers = LayerUse::List,
    .options = "--by --yours",
    .by = "line|function|file|module|op|stack",
    .forms = kForms,
};

} // namespace lamella::core

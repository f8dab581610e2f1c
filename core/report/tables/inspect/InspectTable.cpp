// SPDX-License-Identifier: GPL-3.0-or-later
// inspect: what is known about one selection, as the inspector of the window shows it.
#include "core/analysis/gaps/GapList.h"
#include "core/base/Saturate.h"
#include "core/report/tables/WithinTable.h"
#include "core/report/tables/inspect/InspectRows.h"

#include <algorithm>
#include <charconv>

namespace lamella::core {

namespace {

using Kind = InspectSubject::Kind;

Error badRequest(Message why)
{
    return {ErrorCode::BadRequest, std::move(why), {}, -1};
}

std::optional<std::uint32_t> wholeNumber(std::string_view text)
{
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// The pass of the scope; nothing where it has none, or several.
std::optional<PassRef> onlyPass(const TableInput &input)
{
    return !input.scope.wholeTrace && input.scope.passes.size() == 1 ? std::optional(input.scope.passes.front()) : std::nullopt;
}

std::optional<PassRef> passOfKernel(const TableInput &input, KernelId kernel)
{
    const DeviceId device = input.document->deviceOf(kernel);
    const Pass *pass = input.segmentation->pass(device, input.segmentation->passOf[kernel.value]);
    return pass ? std::optional(PassRef{device, pass}) : std::nullopt;
}

// A name as recorded, demangled or short. Of several names with the same short name the one with most time.
Result<StringId> findName(const TableInput &input, const std::string &asked)
{
    const auto byName = input.parts->kernelsByName(input.control);
    if (!byName)
        return byName.error();
    const TraceDocument &document = *input.document;
    StringId found;
    int best = 0; // 3 as recorded, 2 demangled, 1 short
    std::int64_t bestSum = -1;
    for (const auto &[name, sum] : (*byName)->sums()) {
        const int fit = document.text(name) == asked  ? 3
            : (*input.names)[name].full == asked      ? 2
            : (*input.names)[name].shortName == asked ? 1
                                                      : 0;
        if (fit > best || (fit > 0 && fit == best && sum > bestSum)) {
            best = fit;
            bestSum = sum;
            found = name;
        }
    }
    if (best == 0)
        return badRequest(msg("no kernel is called %1; the table kernels lists the names", asked.substr(0, 80)));
    return found;
}

Result<KernelId> findIndex(const TableInput &input, std::uint32_t index)
{
    if (index >= input.document->kernels.size())
        return badRequest(msg(
            "there is no kernel %1; the last one is %2", index, static_cast<std::int64_t>(input.document->kernels.size()) - 1));
    return KernelId(index);
}

// A kernel by its index, or a name.
Result<void> findKernel(const TableInput &input, InspectSubject &subject)
{
    if (const auto index = wholeNumber(input.request.kernel)) {
        const auto kernel = findIndex(input, *index);
        if (!kernel)
            return kernel.error();
        subject.kind = Kind::Kernel;
        subject.kernel = *kernel;
        subject.pass = passOfKernel(input, subject.kernel);
        subject.layer = subject.pass ? input.segmentation->layerOf[*index] : kNoLayer;
        return {};
    }
    const auto name = findName(input, input.request.kernel);
    if (!name)
        return name.error();
    subject.kind = Kind::Name;
    subject.name = *name;
    subject.pass = onlyPass(input);
    return {};
}

// "P6", "P6:L30", "P6:head", each with "@1" for the device 1; nothing where the text has another form.
struct PlaceText {
    std::uint32_t pass = 0;
    std::optional<int> layer;
    std::optional<std::uint32_t> device;
};
std::optional<PlaceText> placeOf(std::string_view text)
{
    PlaceText place;
    if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
        place.device = wholeNumber(text.substr(at + 1));
        if (!place.device)
            return std::nullopt;
        text = text.substr(0, at);
    }
    const std::size_t colon = text.find(':');
    const auto pass = text.starts_with('P') ? wholeNumber(text.substr(1, colon == text.npos ? colon : colon - 1)) : std::nullopt;
    if (!pass)
        return std::nullopt;
    place.pass = *pass;
    if (colon == std::string_view::npos)
        return place;
    const std::string_view layer = text.substr(colon + 1);
    if (layer == "head" || layer == "tail") {
        place.layer = layer == "head" ? kHeadLayer : kTailLayer;
        return place;
    }
    if (!layer.starts_with('L'))
        return std::nullopt;
    const auto number = wholeNumber(layer.substr(1));
    if (!number || *number > INT32_MAX)
        return std::nullopt;
    place.layer = static_cast<int>(*number);
    return place;
}

Result<Selection> findPlace(const TableInput &input, const PlaceText &place)
{
    DeviceId device = input.scope.devices.size() == 1 ? input.scope.devices.front() : input.segmentation->mainDevice;
    if (place.device) {
        device = {};
        for (std::uint32_t d = 0; d < input.document->devices.size(); ++d)
            if (input.document->devices[d].number == static_cast<std::int64_t>(*place.device))
                device = DeviceId(d);
        if (!device.valid())
            return badRequest(msg("there is no device %1", *place.device));
    }
    const int number = place.pass <= INT32_MAX ? static_cast<int>(place.pass) : kNoPass;
    const Pass *pass = device.valid() ? input.segmentation->pass(device, number) : nullptr;
    if (pass == nullptr)
        return badRequest(msg("there is no pass %1", place.pass));
    if (!place.layer)
        return Selection(PassSelection{device, number});
    if (layerKernels(input.analysis(), {{device, pass}, *place.layer}).empty())
        return badRequest(msg("P%1 has no such layer", number));
    return Selection(LayerSelection{device, number, *place.layer});
}

Result<void> findSeveral(const TableInput &input, InspectSubject &subject)
{
    if (input.request.select.size() > SeveralSelection::kMaxParts)
        return badRequest(msg("at most %1 can be selected together", SeveralSelection::kMaxParts));
    constexpr std::string_view kName = "name="; // a name, whatever it looks like
    constexpr std::string_view kNameIn = ":name="; // behind a pass: of that pass
    std::vector<Selection> all;
    for (const std::string &asked : input.request.select) {
        if (input.stopped())
            return Error{ErrorCode::Cancelled, "stopped", {}, -1};
        const std::size_t nameAt = asked.starts_with(kName) ? asked.npos : asked.find(kNameIn);
        const auto within = nameAt == asked.npos ? std::nullopt : placeOf(std::string_view(asked).substr(0, nameAt));
        if (within && !within->layer) {
            auto pass = findPlace(input, *within);
            if (!pass)
                return pass.error();
            const auto name = findName(input, asked.substr(nameAt + kNameIn.size()));
            if (!name)
                return name.error();
            const auto &in = std::get<PassSelection>(*pass);
            all.emplace_back(NameSelection{*name, in.device, in.pass});
        } else if (const auto place = placeOf(asked)) {
            auto found = findPlace(input, *place);
            if (!found)
                return found.error();
            all.push_back(std::move(*found));
        } else if (const auto index = wholeNumber(asked)) {
            const auto kernel = findIndex(input, *index);
            if (!kernel)
                return kernel.error();
            all.emplace_back(KernelSelection{*kernel});
        } else {
            const auto name = findName(input, asked.starts_with(kName) ? asked.substr(kName.size()) : asked);
            if (!name)
                return name.error();
            const auto pass = onlyPass(input);
            all.emplace_back(pass && input.request.pass != "auto" ? NameSelection{*name, pass->device, pass->pass->number}
                                                                  : NameSelection{*name});
        }
    }
    const Selection several = severalOf(all);
    if (partsOf(several).empty())
        return badRequest("to select several takes two that differ; for one use --pass, --layer or --kernel");
    subject.kind = Kind::Several;
    subject.parts.assign(partsOf(several).begin(), partsOf(several).end());
    return {};
}

// The gap of the subject, or the one of the rank that is asked for, among these.
Result<void> rankGap(const TableInput &input, InspectSubject &subject, std::vector<Gap> gaps)
{
    std::stable_sort(gaps.begin(), gaps.end(), [](const Gap &a, const Gap &b) { return a.lengthNs() > b.lengthNs(); });
    subject.gapsOfPass = gaps.size();
    if (subject.gap) {
        for (std::size_t i = 0; i < gaps.size(); ++i)
            if (gaps[i].range == subject.gap->range) {
                subject.gapRank = i + 1;
                subject.gap = gaps[i];
            }
        if (subject.gapRank == 0) { // of a stream: work of others runs meanwhile
            const auto calls = input.parts->hostCalls(input.control);
            if (!calls)
                return calls.error();
            explainGaps(input.analysis(), **calls, {&*subject.gap, 1});
        }
        return {};
    }
    const auto rank = wholeNumber(input.request.gap);
    if (!rank || *rank == 0 || *rank > gaps.size())
        return badRequest(msg("P%1 has the gaps 1 to %2, the longest first", subject.pass->pass->number, gaps.size()));
    subject.gapRank = *rank;
    subject.gap = gaps[*rank - 1];
    return {};
}

// Those of its pass; of a gap outside of passes those of its device that are, too.
Result<std::vector<Gap>> gapsAround(const TableInput &input, const InspectSubject &subject)
{
    const DeviceId device = subject.pass ? subject.pass->device : subject.gap->device;
    TableInput inner = input;
    inner.request.table = "gaps";
    inner.request.device = std::to_string(input.deviceNumber(device));
    inner.request.layer = "all";
    inner.scope = {};
    inner.scope.devices = {device};
    if (subject.pass) {
        inner.scope.passes = {*subject.pass};
    } else {
        for (const Pass &pass : input.segmentation->devices[device.value].passes)
            inner.scope.passes.push_back({device, &pass});
        inner.scope.wholeTrace = inner.scope.passes.empty();
    }
    inner.request.pass = subject.pass ? std::to_string(subject.pass->pass->number) : inner.scope.wholeTrace ? "trace" : "all";
    const auto list = input.parts->gaps(inner);
    if (!list)
        return list.error();
    std::vector<Gap> gaps = (*list)->gaps;
    if (!subject.pass)
        std::erase_if(gaps, [](const Gap &gap) { return gap.pass != kNoPass; });
    return gaps;
}

// "3": the third longest of the pass; "214-215": between these two kernels.
Result<void> findGap(const TableInput &input, InspectSubject &subject)
{
    subject.kind = Kind::Gap;
    const std::string &asked = input.request.gap;
    const std::size_t dash = asked.find('-');
    if (dash != std::string::npos) {
        const auto before = wholeNumber(asked.substr(0, dash));
        const auto after = wholeNumber(asked.substr(dash + 1));
        if (!before || !after)
            return badRequest(msg("%1 is no gap: give its rank, or the two kernels around it as 214-215", asked));
        subject.gap = gapBetween(input.analysis(), KernelId(*before), KernelId(*after));
        if (!subject.gap)
            return badRequest(msg("there is no gap between the kernels %1 and %2", *before, *after));
    }
    subject.pass = subject.gap ? passOfKernel(input, subject.gap->after) : onlyPass(input);
    if (subject.gap && subject.gap->pass == kNoPass)
        subject.pass.reset();
    if (!subject.pass && !subject.gap)
        return badRequest("the rank of a gap counts within one pass; choose it with --pass");
    auto list = gapsAround(input, subject);
    if (!list)
        return list.error();
    return rankGap(input, subject, std::move(*list));
}

Result<void> findLayer(const TableInput &input, InspectSubject &subject)
{
    subject.pass = onlyPass(input);
    if (!subject.pass || !input.scope.layers || input.scope.layers->first != input.scope.layers->last) {
        subject.pass.reset();
        return {}; // several: the trace, so that an export of several passes has the table too
    }
    subject.kind = Kind::Layer;
    subject.layer = input.scope.layers->first;
    if (layerKernels(input.analysis(), {*subject.pass, subject.layer}).empty())
        return badRequest(msg("P%1 has no such layer", subject.pass->pass->number));
    return {};
}

bool isReference(std::string_view against)
{
    return against.empty() || against == "type" || against == "steady";
}

// The pass that a time range is compared with, where it is not the median pass.
Result<void> findOther(const TableInput &input, InspectSubject &subject)
{
    const std::string &asked = input.request.against;
    if (isReference(asked))
        return {};
    const auto place = placeOf(asked);
    if (!place || place->layer)
        return badRequest(msg("a time range is compared with a pass, such as P3, not with %1", asked));
    const auto found = findPlace(input, *place);
    if (!found)
        return found.error();
    const auto &pass = std::get<PassSelection>(*found);
    subject.other = PassRef{pass.device, input.segmentation->pass(pass.device, pass.pass)};
    return {};
}

Result<InspectSubject> subjectOf(const TableInput &input)
{
    InspectSubject subject;
    const TableRequest &request = input.request;
    if (request.time.empty() && !isReference(request.against))
        return badRequest(msg("%1 goes with a time range; here use type or steady", request.against));
    Result<void> found;
    if (!request.select.empty()) {
        found = findSeveral(input, subject);
    } else if (!request.gap.empty()) {
        found = findGap(input, subject);
    } else if (!request.time.empty()) {
        const auto asked = timeRangeFromText(request.time);
        if (!asked)
            return badRequest(msg("%1 is not a time range", request.time));
        subject.kind = Kind::Range;
        subject.range = {{addSaturated(input.zero(), asked->begin.value)}, {addSaturated(input.zero(), asked->end.value)}};
        found = findOther(input, subject);
    } else if (!request.kernel.empty()) {
        found = findKernel(input, subject);
    } else if (request.layer != "all") {
        found = findLayer(input, subject);
    } else if (request.pass != "auto" && request.pass != "trace") {
        subject.pass = onlyPass(input);
        if (subject.pass)
            subject.kind = Kind::Pass;
    }
    if (!found)
        return found.error();
    return subject;
}

std::vector<Column<InspectRow>> inspectColumns()
{
    using namespace columns;
    constexpr const char *kNotHere = "not a figure of this row";
    const auto optional = [](auto member) { return [member](const InspectRow &row) { return valueOr(row.*member, kNotHere); }; };
    const auto message = [](Message InspectRow::*member, const char *missing) {
        return [member, missing](const InspectRow &row) -> OrMissing<Message> {
            if ((row.*member).empty())
                return Missing{missing};
            return row.*member;
        };
    };
    return {text("section", "Section", "Part of the inspector", [](const InspectRow &r) { return KeptText{r.section}; }),
        text("key", "Key", "What the row is in its section", [](const InspectRow &r) { return KeptText{r.key}; }),
        text("what", "What", "Its label", message(&InspectRow::what, "the row has no label")),
        ifRoom(text("category", "Category", "Of the kernels that the row is about",
            [](const InspectRow &r) -> OrMissing<KeptText> {
                if (!r.category)
                    return Missing{"not about kernels of one category"};
                return KeptText{info(*r.category).id};
            })),
        duration("dur_ns", "Time", "Wall, duration or sum, as the section says", optional(&InspectRow::ns)),
        duration("delta_ns", "Δ", "Minus the reference; above zero: longer here", optional(&InspectRow::deltaNs)),
        share("share", "Share", "Of the figure of the section: of the reference, the wall, the kernel time or the length",
            optional(&InspectRow::share)),
        integer("count", "Count", "Kernels, gaps or passes that the row is about", optional(&InspectRow::count)),
        ifRoom(time("at_ns", "At", "Time from the zero that Perfetto shows", optional(&InspectRow::atNs))),
        text("value", "Value", "Text or sentence", message(&InspectRow::value, "nothing to add")),
        onRequest(bytes(
            "bytes", "Bytes", "Of a finding about memory: the bytes that it is about, at most", optional(&InspectRow::bytes)))};
}

Result<ReportTable> inspectTable(const TableInput &input)
{
    const TableRequest &request = input.request;
    if (!request.by.empty() && request.by != "figures" && request.by != "limit")
        return badRequest(msg("inspect has no --by %1; use figures or limit", request.by));
    const auto subject = subjectOf(input);
    if (!subject)
        return subject.error();
    auto rows = InspectRows(input, *subject).take();
    if (!rows)
        return rows.error();
    RowTable<InspectRow> table("inspect", "Inspector", inspectColumns());
    table.keepAlive(input.names);
    table.keepAlive(input.document);
    table.reserveRows(rows->size());
    for (InspectRow &row : *rows) {
        if (row.atNs)
            row.atNs = subtractSaturated(*row.atNs, input.zero());
        table.append(row, row.target);
    }
    if (subject->kind == Kind::Range)
        noteUnrecorded(table, *input.document, subject->range);
    return table;
}

} // namespace

extern const TableSpec kInspectTable{
    .name = "inspect",
    .help =
        "one pass, layer, kernel, time range or gap, or several: compared with what, why, where else, how far from the hardware",
    .example = "trace.json.gz --pass 6 --layer 30",
    .columns = headings<inspectColumns>,
    .build = inspectTable,
    .layers = LayerUse::Range,
    .streams = false,
    .options = "--kernel --select --time --gap --against --by --min-gap --peaks --tokens --context --yours",
    .by = "figures|limit",
};

} // namespace lamella::core

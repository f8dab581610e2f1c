// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/BottleneckTable.h"

#include "core/analysis/program/HloText.h"
#include "core/base/Format.h"
#include "core/base/Message.h"

#include <algorithm>

namespace lamella::core {

namespace {

std::string typeText(const Bottleneck &found, const TableInput &input, int type)
{
    switch (type) {
    case kHeadPart:
        return "head";
    case kTailPart:
        return "tail";
    case kUntypedLayers:
    case kNoLayerPart:
        return {};
    default:
        return input.segmentation->devices[found.device.value].typeNames[static_cast<std::size_t>(type)];
    }
}

std::string kernelText(const TableInput &input, StringId kernel)
{
    return input.document->operations.empty() ? (*input.names)[kernel].shortName
                                              : std::string(canonicalOpName(input.document->text(kernel)));
}

bool isLayered(const Bottleneck &found)
{
    return std::any_of(found.types.begin(), found.types.end(), [](const WallOfType &t) { return t.layers > 0; });
}

std::string part(std::int64_t ns, std::int64_t of)
{
    return of > 0 ? formatShare(static_cast<double>(ns) / static_cast<double>(of)) : formatShare(0);
}

// "the 31 layers of type B", "the work before layer 0"
Message phraseOf(const Bottleneck &found, const TableInput &input, const WallOfType &type)
{
    switch (type.type) {
    case kHeadPart:
        return "what runs before layer 0";
    case kTailPart:
        return "what runs after the last layer";
    case kUntypedLayers:
        return type.layers == 1 ? Message("the layer") : msg("the %1 layers", type.layers);
    case kNoLayerPart:
        return "work outside of layers";
    default:
        return type.layers == 1 ? msg("the layer of type %1", typeText(found, input, type.type))
                                : msg("the %1 layers of type %2", type.layers, typeText(found, input, type.type));
    }
}

const WallPart *longestWork(const Bottleneck &found)
{
    for (const WallPart &p : found.parts)
        if (p.category && *p.category != Category::Communication)
            return &p;
    return nullptr;
}

Message workTarget(const Bottleneck &found, const TableInput &input, const WallPart &target, bool named)
{
    const Message what(info(*target.category).title);
    const std::string ofWall = part(target.ns, found.wallNs);
    const std::string time = formatDuration(target.ns);
    const auto type =
        std::find_if(found.types.begin(), found.types.end(), [&target](const WallOfType &t) { return t.type == target.type; });
    const bool placed = named && type != found.types.end();
    if (!target.kernel.valid())
        return placed ? msg("%1 in %2 (%3 of the wall, %4)", what, phraseOf(found, input, *type), ofWall, time)
                      : msg("%1 (%2 of the wall, %3)", what, ofWall, time);
    const std::string ofIt = part(target.kernelNs, target.ns);
    const std::string kernel = kernelText(input, target.kernel);
    return placed
        ? msg("%1 in %2 (%3 of the wall, %4, %5 of it %6)", what, phraseOf(found, input, *type), ofWall, time, ofIt, kernel)
        : msg("%1 (%2 of the wall, %3, %4 of it %5)", what, ofWall, time, ofIt, kernel);
}

enum class Target { Work, Idle, Communication };

// The largest of: the longest category in a layer type, all idle time, all exposed communication.
Target targetOf(const Bottleneck &found)
{
    const WallPart *work = longestWork(found);
    const std::int64_t workNs = work != nullptr ? work->ns : 0;
    if (found.idleNs > workNs && found.idleNs >= found.communicationNs)
        return Target::Idle;
    return found.communicationNs > workNs ? Target::Communication : Target::Work;
}

struct PartRow {
    const Bottleneck &of;
    const WallPart &part;
    std::int64_t rank;
    std::uint32_t layers; // number of layers of the type; 0 = not a layer
};

std::uint32_t layersOfType(const Bottleneck &found, int type)
{
    for (const WallOfType &t : found.types)
        if (t.type == type)
            return t.layers;
    return 0;
}

std::vector<Column<PartRow>> partColumns(const TableInput *input)
{
    using namespace columns;
    return {integer("rank", "#", "1 = most time", &PartRow::rank),
        text("type", "Type", "Type of the layers; head, tail",
            [input](const PartRow &r) {
                return textOr(typeText(r.of, *input, r.part.type),
                    r.part.type == kNoLayerPart ? "in no layer"
                                                : "no types: neither config nor kernels distinguish types of layers");
            }),
        integer("layers", "Layers", "Layers of the type in the chosen passes",
            [](const PartRow &r) { return valueIf(r.layers > 0, r.layers, "not a layer"); }),
        text("category", "Category",
            "What runs; idle: nothing on the device; other-work: work that is not of the pass, alone or beside its communication",
            [](const PartRow &r) {
                return r.part.category ? info(*r.part.category).id : std::string_view(r.part.idle ? "idle" : "other-work");
            }),
        duration("time_ns", "Time", "Of the wall of the chosen passes; all rows add up to it",
            [](const PartRow &r) { return r.part.ns; }),
        share("share", "Share", "Of the wall of the chosen passes",
            [](const PartRow &r) { return ratio(r.part.ns, r.of.wallNs, "all durations are zero"); }),
        ifRoom(duration("per_layer_ns", "Per layer", "Time divided by the layers of the type",
            [](const PartRow &r) { return valueIf(r.layers > 0, meanNs(r.part.ns, std::max(r.layers, 1u)), "not a layer"); })),
        text("kernel", "Longest kernel", "Short name of the kernel that takes most of it",
            [input](const PartRow &r) -> OrMissing<std::string> {
                if (r.part.kernel.valid())
                    return kernelText(*input, r.part.kernel);
                return Missing{r.part.idle ? "nothing runs" : "not of the pass"};
            }),
        ifRoom(duration("kernel_ns", "Of it", "Share of the time that this kernel takes", [](const PartRow &r) {
            return valueIf(r.part.kernel.valid(), r.part.kernelNs, r.part.idle ? "nothing runs" : "not of the pass");
        }))};
}

Result<ReportTable> bottleneckTable(const TableInput &input)
{
    std::vector<Column<PartRow>> all = partColumns(&input);
    addDevice(all, &input, [](const PartRow &r) { return r.of.device; });
    RowTable<PartRow> table("bottleneck", "Where the wall goes", std::move(all));
    if (input.stopped())
        return table;
    const Message where = input.scope.passes.size() == 1 && !input.scope.wholeTrace
        ? msg("pass %1", input.scope.passes.front().pass->number)
        : input.scope.passes.empty() || input.scope.wholeTrace ? Message("the trace")
                                                               : msg("%1 passes", input.scope.passes.size());
    for (const Bottleneck &found : bottlenecks(input.analysis(), input.scope, input.control)) {
        std::int64_t rank = 0;
        for (const WallPart &p : found.parts)
            table.append({found, p, ++rank, layersOfType(found, p.type)});
        const Message place =
            input.scope.severalDevices() ? msg("%1 on device %2", where, input.deviceNumber(found.device)) : where;
        if (Message sentence = bottleneckSentence(found, input, place); !sentence.empty())
            table.addNote(std::move(sentence));
    }
    noteScope(table, input);
    if (table.rowCount() == 0)
        table.addNote("The chosen part of the trace has no GPU work.");
    return table;
}

} // namespace

Message bottleneckSentence(const Bottleneck &found, const TableInput &input, const Message &where)
{
    if (found.wallNs <= 0 || found.types.empty())
        return {};
    const WallOfType &first = found.types.front();
    const bool layered = isLayered(found);
    const WallPart *work = longestWork(found);
    const Message longest = work != nullptr ? workTarget(found, input, *work, layered) : "none";
    const std::string wall = formatDuration(found.wallNs);
    const std::string idle = part(found.idleNs, found.wallNs);
    const std::string idleTime = formatDuration(found.idleNs);
    const std::string exposed = part(found.communicationNs, found.wallNs);
    const std::string exposedTime = formatDuration(found.communicationNs);
    Message target;
    switch (targetOf(found)) {
    case Target::Idle:
        target = layered
            ? msg("Likely next target: idle time (%1 of the wall, %2), see gaps", idle, idleTime)
            : msg("Likely next target in %1 (%2): idle time (%3 of the wall, %4), see gaps", where, wall, idle, idleTime);
        target.append("%1; %2", msg("longest work: %1", longest));
        target.append("%1; %2", msg("exposed communication %1.", exposed));
        break;
    case Target::Communication:
        target = layered
            ? msg("Likely next target: exposed communication (%1 of the wall, %2), see overlap", exposed, exposedTime)
            : msg("Likely next target in %1 (%2): exposed communication (%3 of the wall, %4), see overlap", where, wall, exposed,
                exposedTime);
        target.append("%1; %2", msg("longest work: %1", longest));
        target.append("%1; %2", msg("idle %1.", idle));
        break;
    case Target::Work:
        target =
            layered ? msg("Likely next target: %1", longest) : msg("Likely next target in %1 (%2): %3", where, wall, longest);
        target.append("%1; %2", msg("exposed communication %1, idle %2.", exposed, idle));
        break;
    }
    if (!layered)
        return target;
    return msg("%1 %2",
        msg("Bottleneck: %1, %2 of the wall of %3 (%4 of %5).", phraseOf(found, input, first), part(first.ns, found.wallNs),
            where, formatDuration(first.ns), wall),
        target);
}

BottleneckText selectedPassBottleneck(const TableInput &input)
{
    const Segmentation &s = *input.segmentation;
    if (!s.mainDevice.valid() || s.mainDevice.value >= s.devices.size())
        return {};
    const int number = s.devices[s.mainDevice.value].selectedPass;
    const Pass *pass = number == kNoPass ? nullptr : s.pass(s.mainDevice, number);
    if (pass == nullptr)
        return {};
    KernelScope scope;
    scope.devices = {s.mainDevice};
    scope.passes = {{s.mainDevice, pass}};
    const std::vector<Bottleneck> found = bottlenecks(input.analysis(), scope, input.control);
    if (found.empty())
        return {};
    const WallPart *work = longestWork(found.front());
    const Target target = targetOf(found.front());
    std::string words = target == Target::Idle ? "idle" : "communication";
    if (target == Target::Work && work != nullptr) {
        words = info(*work->category).id;
        if (const std::string type = typeText(found.front(), input, work->type); !type.empty() && isLayered(found.front()))
            words += " in " + type;
    }
    return {words, bottleneckSentence(found.front(), input, msg("pass %1", number))};
}

extern const TableSpec kBottleneckTable{
    .name = "bottleneck",
    .help = "where the wall of the pass goes, by type of layer, and the next target",
    .example = "trace.json.gz --config config.json",
    .columns = headings<partColumns>,
    .build = bottleneckTable,
};

} // namespace lamella::core

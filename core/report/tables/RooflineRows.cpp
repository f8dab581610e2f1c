// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/RooflineRows.h"

#include "core/analysis/roofline/ShapeRoute.h"
#include "core/base/Saturate.h"
#include "core/report/tables/RooflineCells.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace lamella::core {

namespace {

constexpr std::array<std::string_view, 5> kBy{"op", "kernel", "layer", "category", "pass"};
constexpr std::string_view kChoices = "op, kernel, layer, category, pass";
constexpr std::uint32_t kNoRow = 0xFFFFFFFFu;

// Kinds that print alike: the same work of different passes.
using KindKey =
    std::tuple<std::string_view, WorkSource, std::array<double, 8>, ElementType, ElementType, ElementType, std::string_view>;

KindKey keyOf(const WorkKind &kind)
{
    const auto plain = [](double amount) { return isCounted(amount) ? amount : -1; }; // NaN has no order
    const OperatorCost &c = kind.cost;
    return {kind.op, kind.source, {plain(c.flops), plain(c.bytes), c.batch, c.m, c.n, c.k, c.qTokens, c.kvTokens}, c.input,
        c.weight, kind.math, c.why};
}

// Hardware with a TF32 rate computes products of fp32 at either rate, as the program allows it.
std::string_view peakNoteOf(const WorkKind &kind, const Hardware &hardware)
{
    const double tf32 = hardware.flopsPerSecond[static_cast<std::size_t>(ElementType::Tf32)];
    if (kind.cost.k <= 0 || tf32 <= hardware.flopsPerSecond[static_cast<std::size_t>(ElementType::Fp32)])
        return {};
    return kind.math == ElementType::Tf32 ? "at the TF32 rate, which the kernel's name shows"
        : kind.math == ElementType::Fp32  ? "at the fp32 rate: the kernel's name does not show TF32"
                                          : std::string_view();
}

class Rows {
public:
    Rows(const TableInput &input, const Roofline &roofline, const KernelRoles &roles, RooflineBy by)
        : m_input(input)
        , m_roofline(roofline)
        , m_roles(roles)
        , m_by(by)
    {
    }
    std::vector<RooflineRow> take();

private:
    using Place = std::tuple<std::uint32_t, int, int, std::uint32_t, RoleId>; // device, pass, layer, what else
    [[nodiscard]] std::string_view roleName(RoleId role) const
    {
        return role == 0 ? std::string_view() : std::string_view(m_roles.names[role]);
    }
    void add(KernelId kernel);
    void findRolesOfCalls();
    void noteUnknown(const RooflineRow &row, const WorkCall &call, std::int64_t ns);
    std::uint32_t kindGroup(std::uint32_t kind);
    RooflineRow &rowOf(const WorkCall &call, KernelId kernel, DeviceId device, Category category);
    void setBestRates(std::vector<RooflineRow> &rows) const;

    const TableInput &m_input;
    const Roofline &m_roofline;
    const KernelRoles &m_roles;
    RooflineBy m_by;
    std::map<KindKey, std::uint32_t> m_groups;
    std::vector<std::uint32_t> m_groupOf; // by row of Roofline::kinds
    std::vector<RoleId> m_roleOfCall; // of the longest kernel; 0 of work without a formula whose kernels have several roles
    std::map<Place, std::size_t> m_places;
    std::vector<RooflineRow> m_rows;
    std::map<std::pair<std::size_t, std::string_view>, std::int64_t> m_unknownNs; // by row and reason
};

// Of rows that are not of one kind of work: those say it themselves.
void Rows::noteUnknown(const RooflineRow &row, const WorkCall &call, std::int64_t ns)
{
    const OperatorCost &cost = m_roofline.kindOf(call).cost;
    if (row.kind || cost.modelled() || cost.why.empty())
        return;
    std::int64_t &sum = m_unknownNs[{static_cast<std::size_t>(&row - m_rows.data()), cost.why}];
    sum = addSaturated(sum, ns);
}

void Rows::findRolesOfCalls()
{
    for (const WorkCall &call : m_roofline.calls)
        m_roleOfCall.push_back(m_roles.id(call.longest));
    for (std::uint32_t k = 0; k < m_roofline.callOf.size(); ++k) {
        const std::uint32_t at = m_roofline.callOf[k];
        if (at >= m_roleOfCall.size() || m_roofline.kindOf(m_roofline.calls[at]).cost.modelled())
            continue;
        const RoleId own = m_roles.id(KernelId(k));
        if (own != 0 && own != m_roleOfCall[at])
            m_roleOfCall[at] = 0;
    }
}

std::uint32_t Rows::kindGroup(std::uint32_t kind)
{
    if (m_groupOf.empty())
        m_groupOf.resize(m_roofline.kinds.size(), kNoRow);
    if (m_groupOf[kind] == kNoRow)
        m_groupOf[kind] = m_groups.try_emplace(keyOf(m_roofline.kinds[kind]), kind).first->second;
    return m_groupOf[kind];
}

// category: of the call, or of the kernel where rows are of kernels.
RooflineRow &Rows::rowOf(const WorkCall &call, KernelId kernel, DeviceId device, Category category)
{
    const Segmentation &segmentation = *m_input.segmentation;
    const int pass = segmentation.passOf[kernel.value];
    const int layer = segmentation.layerOf[kernel.value];
    const WorkKind &kind = m_roofline.kindOf(call);
    const StringId name = m_input.document->kernels.name[kernel.value];
    const RoleId role = m_by == RooflineBy::Op ? m_roleOfCall[m_roofline.callOf[kernel.value]]
                                               : m_roles.id(m_by == RooflineBy::Kernel ? kernel : call.longest);
    Place place{device.value, 0, 0, 0, 0};
    if (m_by == RooflineBy::Op)
        place = {device.value, static_cast<int>(category), 0, kindGroup(call.kind), role};
    else if (m_by == RooflineBy::Kernel)
        std::get<3>(place) = name.value;
    else if (m_by == RooflineBy::Category)
        std::get<3>(place) = static_cast<std::uint32_t>(category);
    else
        place = {device.value, pass, m_by == RooflineBy::Layer ? layer : 0, 0, 0};
    const auto [found, added] = m_places.try_emplace(place, m_rows.size());
    if (!added) {
        RooflineRow &row = m_rows[found->second];
        row.pass = row.pass == pass ? pass : kSeveralPasses;
        row.layer = row.layer == layer && row.pass == pass ? layer : kSeveralLayers;
        if (row.role != roleName(role))
            row.role = {};
        return row;
    }
    RooflineRow &row = m_rows.emplace_back();
    row.device = device;
    row.pass = pass;
    row.layer = layer;
    row.peaksKnown = m_roofline.peaks[device.value].known;
    if (m_by == RooflineBy::Op) {
        row.kind = &m_roofline.kinds[kindGroup(call.kind)];
        row.op = kind.op;
        row.perCall = true;
        row.peakNote = peakNoteOf(kind, m_roofline.peaks[device.value].hardware);
    } else if (m_by == RooflineBy::Kernel) {
        row.op = (*m_input.names)[name].shortName;
    }
    row.ofKernels = m_by == RooflineBy::Kernel || m_by == RooflineBy::Category;
    if (row.ofKernels || m_by == RooflineBy::Op)
        row.category = category;
    if (m_by == RooflineBy::Op || m_by == RooflineBy::Kernel)
        row.role = roleName(role);
    if (m_by == RooflineBy::Layer || m_by == RooflineBy::Pass) {
        const LayerSpan *span = pass >= 0 && layer >= 0 ? segmentation.layer(device, pass, layer) : nullptr;
        row.type = span ? span->type : -1;
        row.target = pass < 0          ? Selection{}
            : m_by == RooflineBy::Pass ? Selection(PassSelection{device, pass})
            : layer == kNoLayer        ? Selection{}
                                       : Selection(LayerSelection{device, pass, layer});
    } else {
        row.target = m_by == RooflineBy::Kernel ? Selection(NameSelection{name}) : Selection(KernelSelection{kernel});
    }
    return row;
}

void Rows::add(KernelId kernel)
{
    const WorkCall &call = m_roofline.calls[m_roofline.callOf[kernel.value]];
    const KernelTable &kernels = m_input.document->kernels;
    const DeviceId device = m_input.document->deviceOf(kernel);
    const Hardware &hardware = m_roofline.peaks[device.value].hardware;
    const Category category = m_input.names->category(kernels.name[kernel.value]);
    if (m_by == RooflineBy::Kernel) {
        RooflineRow &row = rowOf(call, kernel, device, category);
        row.borrowed = row.borrowed || (call.longest == kernel && m_roofline.kindOf(call).cost.why == kAsSameKernel);
        row.sum.addKernel(m_roofline, kernel, kernels.duration[kernel.value], hardware);
        noteUnknown(row, call, kernels.duration[kernel.value]);
    } else if (m_by == RooflineBy::Category) {
        RooflineRow &row = rowOf(call, kernel, device, category);
        row.sum.addKernel(m_roofline, kernel, kernels.duration[kernel.value], hardware);
        noteUnknown(row, call, kernels.duration[kernel.value]);
    } else if (call.first == kernel) {
        RooflineRow &row = rowOf(call, kernel, device, call.category);
        row.sum.add(m_roofline, call, hardware);
        noteUnknown(row, call, call.durationNs);
    }
}

// The second ceiling: what the same type of work reaches here.
void Rows::setBestRates(std::vector<RooflineRow> &rows) const
{
    std::map<std::tuple<Category, ElementType, bool>, double> best;
    const auto keyOfRow = [](const RooflineRow &row) {
        return std::make_tuple(*row.category, row.kind->math, row.sum.computeNs > row.sum.memoryNs);
    };
    for (RooflineRow &row : rows) {
        if (!row.kind || row.sum.floorNs <= 0 || row.sum.durationNs <= 0)
            continue;
        const double work = row.sum.computeNs > row.sum.memoryNs ? row.sum.flops : row.sum.bytes;
        row.rate = work / static_cast<double>(row.sum.durationNs);
        double &rate = best[keyOfRow(row)];
        rate = std::max(rate, row.rate);
    }
    for (RooflineRow &row : rows)
        if (row.rate > 0)
            row.bestRate = best[keyOfRow(row)];
}

std::vector<RooflineRow> Rows::take()
{
    if (m_by == RooflineBy::Op)
        findRolesOfCalls();
    constexpr std::size_t kPollRows = 4096; // between two looks at the stop request
    const std::vector<KernelId> kernels = m_input.kernels();
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (i % kPollRows == 0 && m_input.stopped())
            break;
        add(kernels[i]);
    }
    std::vector<std::int64_t> most(m_rows.size(), -1);
    for (const auto &[reason, ns] : m_unknownNs)
        if (ns > most[reason.first]) {
            most[reason.first] = ns;
            m_rows[reason.first].unknownWhy = reason.second;
        }
    if (m_by == RooflineBy::Layer || m_by == RooflineBy::Pass) {
        const auto layerRank = [](int layer) { // head, 0, 1, ..., tail, none
            return layer == kHeadLayer ? -1 : layer == kTailLayer ? 1 << 30 : layer == kNoLayer ? (1 << 30) + 1 : layer;
        };
        std::stable_sort(m_rows.begin(), m_rows.end(), [&](const RooflineRow &a, const RooflineRow &b) {
            return std::make_tuple(a.device.value, a.pass, layerRank(a.layer))
                < std::make_tuple(b.device.value, b.pass, layerRank(b.layer));
        });
        return std::move(m_rows);
    }
    std::stable_sort(m_rows.begin(), m_rows.end(),
        [](const RooflineRow &a, const RooflineRow &b) { return a.sum.durationNs > b.sum.durationNs; });
    setBestRates(m_rows);
    return std::move(m_rows);
}

} // namespace

bool RooflineRow::aboveLimit() const
{
    return isAboveLimit(sum.floorNs, static_cast<double>(sum.floorCallsNs));
}

Message RooflineRow::why() const
{
    if (aboveLimit() || kind || borrowed) {
        Message why = aboveLimit() ? aboveLimitMark() : Message();
        const std::string_view counted = kind ? kind->cost.why : borrowed ? kAsSameKernel : std::string_view();
        for (const std::string_view note : {counted, peakNote})
            if (!note.empty())
                why.append("%1; %2", note);
        return why;
    }
    if (sum.isPart())
        return partOfCallMark();
    if (sum.flopsCalls + sum.bytesCalls == 0)
        return unknownWhy.empty() ? Message() : Message(unknownWhy);
    // Calls of the row take more time than its kernels if they have others.
    const bool whole = ofKernels && std::max(sum.flopsNs, sum.bytesNs) > sum.modelledNs;
    const bool some = sum.flopsCalls < sum.works || sum.bytesCalls < sum.works;
    const Message known = msg(
        "FLOPs are known of %1 and bytes of %2 of %3 calls, and the rates are theirs", sum.flopsCalls, sum.bytesCalls, sum.works);
    const Message ofCalls =
        "FLOPs, bytes and rates are those of whole calls, which have other kernels too; their roofline time is "
        "divided by the time of the kernels";
    return whole && some ? msg("%1; %2", known, ofCalls) : whole ? ofCalls : some ? known : Message();
}

Result<RooflineBy> rooflineBy(const TableInput &input)
{
    const std::string &by = input.request.by;
    const auto found = std::find(kBy.begin(), kBy.end(), by);
    if (found != kBy.end())
        return static_cast<RooflineBy>(found - kBy.begin());
    if (by.empty())
        return RooflineBy::Op;
    return Error{ErrorCode::BadRequest, msg("roofline has no --by %1; use one of %2", by, kChoices), {}, -1};
}

std::vector<RooflineRow> rooflineRows(const TableInput &input, const Roofline &roofline, const KernelRoles &roles, RooflineBy by)
{
    return Rows(input, roofline, roles, by).take();
}

} // namespace lamella::core

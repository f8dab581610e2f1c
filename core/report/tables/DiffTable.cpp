// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/DiffTable.h"

#include "core/base/Counted.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/report/tables/Columns.h"

namespace lamella::core {

namespace {

bool isOfLayers(DiffView view)
{
    return view == DiffView::Layer || view == DiffView::Type;
}

std::string layerLabel(int layer, const std::string &type, bool onlyType)
{
    if (layer == kHeadLayer)
        return "head";
    if (layer == kTailLayer)
        return "tail";
    if (layer < 0)
        return "outside of layers";
    if (onlyType)
        return type.empty() ? "layers without a type" : type;
    return "layer " + std::to_string(layer) + (type.empty() ? "" : " " + type);
}

// A group, or a total: residual, wall.
struct DiffRow {
    std::uint64_t countA;
    std::uint64_t countB;
    std::int64_t aNs;
    std::int64_t bNs;
    const DiffGroup *group = nullptr; // null: a total
    std::string_view change = {}; // for a total
    std::string_view name = {};

    [[nodiscard]] std::int64_t deltaNs() const { return addSaturated(bNs, -aNs); }
    [[nodiscard]] bool hasA() const { return !group || countA > 0 || group->change != DiffChange::OnlyB; }
    [[nodiscard]] bool hasB() const { return !group || countB > 0 || group->change != DiffChange::OnlyA; }
};

class DiffLookup {
public:
    DiffLookup(const DiffTableInput &sides, const DiffSummary &of)
        : m_input(sides)
        , m_summary(of)
    {
    }
    [[nodiscard]] Selection target(const DiffGroup &group) const;
    // Short or full kernel name on one side.
    [[nodiscard]] OrMissing<std::string> name(const DiffRow &row, bool ofA, bool full) const;
    [[nodiscard]] OrMissing<std::int64_t> layer(const DiffRow &row, int layer) const;
    // Of the kernel on one side, or of the first of several.
    [[nodiscard]] OrMissing<KeptText> origin(
        const DiffRow &row, bool ofA, OrMissing<KeptText> (OriginCells::*cell)(KernelId) const) const;

    // Of the kernel on one side, or of all compared kernels of its name.
    [[nodiscard]] OrMissing<KeptText> role(const DiffRow &row, bool ofA) const;

private:
    [[nodiscard]] bool isOfKernels() const { return !isOfLayers(m_summary.view) && m_summary.view != DiffView::Category; }

    const DiffTableInput &m_input;
    const DiffSummary &m_summary;
};

Selection DiffLookup::target(const DiffGroup &group) const
{
    if (isOfLayers(m_summary.view)) {
        if (group.layer.a != kNoCounterpart && group.passA != kNoPass)
            return LayerSelection{group.deviceA, group.passA, group.layer.a};
        if (m_input.sameTrace && group.layer.b != kNoCounterpart && group.passB != kNoPass)
            return LayerSelection{group.deviceB, group.passB, group.layer.b};
        return {};
    }
    if (m_summary.view == DiffView::Category)
        return {};
    const bool each = m_summary.view == DiffView::Sequence;
    const auto kernel = [each](const AnalysisInput &side, KernelId k) {
        return each ? Selection(KernelSelection{k}) : Selection(NameSelection{side.document.kernels.name[k.value]});
    };
    if (group.kernelA.valid())
        return kernel(m_input.a, group.kernelA);
    return m_input.sameTrace && group.kernelB.valid() ? kernel(m_input.b, group.kernelB) : Selection();
}

OrMissing<std::string> DiffLookup::name(const DiffRow &row, bool ofA, bool full) const
{
    if (!row.group)
        return full ? OrMissing<std::string>(Missing{}) : std::string(row.name);
    const DiffGroup &group = *row.group;
    const std::uint64_t count = ofA ? group.countA : group.countB;
    if (isOfLayers(m_summary.view)) {
        const int layer = ofA ? group.layer.a : group.layer.b;
        if (full)
            return Missing{};
        if (layer == kNoCounterpart || count == 0)
            return Missing{"no counterpart"};
        return layerLabel(layer, ofA ? group.typeA : group.typeB, m_summary.view == DiffView::Type);
    }
    const AnalysisInput &side = ofA ? m_input.a : m_input.b;
    const KernelId kernel = ofA ? group.kernelA : group.kernelB;
    if (kernel.valid() && m_summary.view != DiffView::Category) {
        const KernelName &n = side.names[side.document.kernels.name[kernel.value]];
        return full ? n.full : n.shortName;
    }
    if (count == 0)
        return Missing{"no counterpart"};
    if (full)
        return Missing{};
    return std::string(group.category ? info(*group.category).title : "all kernels that stayed the same");
}

OrMissing<std::int64_t> DiffLookup::layer(const DiffRow &row, int layer) const
{
    if (!row.group || (m_summary.view != DiffView::Sequence && m_summary.view != DiffView::Layer))
        return Missing{};
    return valueIf(layer >= 0 || layer == kHeadLayer || layer == kTailLayer, layer,
        layer == kNoCounterpart ? "no counterpart" : "outside of layers");
}

OrMissing<KeptText> DiffLookup::origin(
    const DiffRow &row, bool ofA, OrMissing<KeptText> (OriginCells::*cell)(KernelId) const) const
{
    const OriginCells *cells = ofA ? m_input.originsA.get() : m_input.originsB.get();
    const KernelId kernel = !row.group ? KernelId() : ofA ? row.group->kernelA : row.group->kernelB;
    if (!row.group || !isOfKernels())
        return Missing{};
    if (!kernel.valid() || cells == nullptr)
        return Missing{"no counterpart"};
    return (cells->*cell)(kernel);
}

OrMissing<KeptText> DiffLookup::role(const DiffRow &row, bool ofA) const
{
    const RolesByName *roles = ofA ? m_input.rolesA.get() : m_input.rolesB.get();
    if (!row.group || !isOfKernels() || roles == nullptr)
        return Missing{};
    const KernelId kernel = ofA ? row.group->kernelA : row.group->kernelB;
    if (!kernel.valid())
        return Missing{"no counterpart"};
    const AnalysisInput &side = ofA ? m_input.a : m_input.b;
    return m_summary.view == DiffView::Sequence ? roles->of(kernel) : roles->of(side.document.kernels.name[kernel.value]);
}

std::vector<Column<DiffRow>> rowColumns(const DiffLookup *look)
{
    using namespace columns;
    using Row = DiffRow;
    const auto name = [look](bool ofA, bool full) { return [=](const Row &r) { return look->name(r, ofA, full); }; };
    const auto origin = [look](bool ofA, OrMissing<KeptText> (OriginCells::*cell)(KernelId) const) {
        return [look, ofA, cell](const Row &r) { return look->origin(r, ofA, cell); };
    };
    return {ifRoom(rowNumber<Row>("row", "Number of the row")),
        text("change", "Change",
            "same, replaced (another kernel in the same place), only_a, only_b, residual (idle minus overlap), total (wall)",
            [](const Row &r) { return r.group ? changeName(r.group->change) : r.change; }),
        ifRoom(text("category", "Category", "What the kernel does (of A's kernel, of B's where A has none)",
            [](const Row &r) -> OrMissing<std::string_view> {
                if (r.group && r.group->category)
                    return info(*r.group->category).id;
                return Missing{};
            })),
        text("name_a", "A", "Kernel, layer, type or category in A", name(true, false)),
        text("name_b", "B", "The same in B", name(false, false)),
        ifRoom(integer("count_a", "Count A", "Kernels of A in this row", &Row::countA)),
        ifRoom(integer("count_b", "Count B", "Kernels of B in this row", &Row::countB)),
        // A kernel that one side lacks has time 0 there rather than a missing value, so that columns add up.
        duration("a_ns", "A time", "Durations added up; walls of layers in the views layer and type", &Row::aNs),
        duration("b_ns", "B time", "The same in B", &Row::bNs),
        duration("delta_ns", "Δ = B − A", "B minus A: above zero where B takes longer. Rows and residual add up to the total",
            &Row::deltaNs),
        share("delta_share", "Δ / A", "B minus A, of A's time in the same row",
            [](const Row &r) -> OrMissing<double> {
                if (r.hasA() && r.hasB() && r.aNs != 0)
                    return static_cast<double>(r.deltaNs()) / static_cast<double>(r.aNs < 0 ? -r.aNs : r.aNs);
                return Missing{!r.hasA() ? "A has nothing to compare with" : !r.hasB() ? "B has nothing" : "A took no time"};
            }),
        column(layer("layer_a", "Layer A", "Layer of A's kernel"),
            [look](const Row &r) { return look->layer(r, r.group ? r.group->layer.a : 0); }),
        column(layer("layer_b", "Layer B", "Layer of B's kernel"),
            [look](const Row &r) { return look->layer(r, r.group ? r.group->layer.b : 0); }),
        ifRoom(integer("layers", "Layers", "Pairs of layers in which the row occurs",
            [](const Row &r) -> OrMissing<std::int64_t> {
                if (!r.group)
                    return Missing{};
                return valueIf(r.group->layers > 0, r.group->layers, "compared without layers");
            })),
        onRequest(text("full_a", "Full name A", "Whole name, demangled", name(true, true))),
        onRequest(text("full_b", "Full name B", "Whole name, demangled", name(false, true))),
        onRequest(text("op_a", "Operator A", "Innermost operator around the launch of A's kernel, the first of several",
            origin(true, &OriginCells::op))),
        onRequest(text("op_b", "Operator B", "The same in B", origin(false, &OriginCells::op))),
        onRequest(text("source_line_a", "Source line A",
            "Innermost line of your own code around the launch of A's kernel, the first of several",
            origin(true, &OriginCells::sourceLine))),
        onRequest(text("source_line_b", "Source line B", "The same in B", origin(false, &OriginCells::sourceLine))),
        ifRoom(text("role_a", "Role A", "What A's kernel is in its layer; of several, where that is the same for all of them",
            [look](const Row &r) { return look->role(r, true); })),
        ifRoom(text("role_b", "Role B", "The same in B", [look](const Row &r) { return look->role(r, false); }))};
}

void explainResidual(ReportTable &table, const DiffSummary &summary)
{
    if (isOfLayers(summary.view))
        return;
    table.addNote(
        msg("Residual: A %1 idle minus %2 during which kernels overlap; B %3 idle minus %4 during which kernels overlap.",
            formatDuration(summary.a.idleNs()), formatDuration(summary.a.overlapNs()), formatDuration(summary.b.idleNs()),
            formatDuration(summary.b.overlapNs())));
}

} // namespace

std::vector<ReportColumn> diffColumns()
{
    return headings<rowColumns>();
}

ReportTable diffTable(const DiffTableInput &input, const DiffSummary &summary)
{
    const DiffLookup look(input, summary);
    RowTable<DiffRow> table("diff", "Difference, B − A", rowColumns(&look));
    table.reserveRows(summary.groups.size() + 2);
    table.keepAlive(input.originsA);
    table.keepAlive(input.originsB);
    table.keepAlive(input.rolesA);
    table.keepAlive(input.rolesB);
    std::size_t moved = 0;
    for (const DiffGroup &group : summary.groups) {
        table.append({group.countA, group.countB, group.aNs, group.bNs, &group}, look.target(group));
        moved += group.moved ? 1 : 0;
    }
    const DiffTotal &a = summary.a;
    const DiffTotal &b = summary.b;
    table.append({0, 0, a.residualNs(), b.residualNs(), nullptr, "residual",
        isOfLayers(summary.view) ? "idle between layers minus overlap of layers" : "idle between kernels minus overlap"});
    table.append({a.count, b.count, a.wallNs, b.wallNs, nullptr, "total", "wall"});
    explainResidual(table, summary);
    if (moved > 0)
        table.addNote(counted(moved, "%1 kernel runs on another stream in B and counts as the same.",
            "%1 kernels run on another stream in B and count as the same."));
    return table;
}

} // namespace lamella::core

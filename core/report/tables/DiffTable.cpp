// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/DiffTable.h"

#include "core/base/Counted.h"
#include "core/base/Format.h"
#include "core/report/tables/Columns.h"

namespace lamella::core {

namespace {

enum Column : std::size_t {
    kRow,
    kChange,
    kCategory,
    kNameA,
    kNameB,
    kCountA,
    kCountB,
    kA,
    kB,
    kDelta,
    kDeltaShare,
    kLayerA,
    kLayerB,
    kLayers,
    kFullA,
    kFullB
};

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

class Rows {
public:
    Rows(ReportTable &table, const DiffTableInput &input, const DiffSummary &summary)
        : m_table(table)
        , m_input(input)
        , m_summary(summary)
    {
    }

    void add(const DiffGroup &group)
    {
        m_table.appendRow(target(group));
        m_table.setInteger(kRow, ++m_row);
        m_table.setTextView(kChange, changeName(group.change));
        if (group.category)
            m_table.setTextView(kCategory, info(*group.category).id);
        if (isOfLayers(m_summary.view))
            layerNames(group);
        else
            kernelNames(group);
        times(group.countA > 0 || group.change != DiffChange::OnlyB, group.countB > 0 || group.change != DiffChange::OnlyA,
            group.countA, group.countB, group.aNs, group.bNs);
        if (m_summary.view == DiffView::Sequence || m_summary.view == DiffView::Layer) {
            setLayer(kLayerA, group.layer.a);
            setLayer(kLayerB, group.layer.b);
        }
        if (group.layers > 0)
            m_table.setInteger(kLayers, group.layers);
        else
            m_table.setMissing(kLayers, "compared without layers");
    }

    void addTotals()
    {
        const bool layers = isOfLayers(m_summary.view);
        m_table.appendRow();
        m_table.setInteger(kRow, ++m_row);
        m_table.setText(kChange, "residual");
        const char *what = layers ? "idle between layers minus overlap of layers" : "idle between kernels minus overlap";
        m_table.setText(kNameA, what);
        m_table.setText(kNameB, what);
        times(true, true, 0, 0, m_summary.a.residualNs(), m_summary.b.residualNs());
        m_table.appendRow();
        m_table.setInteger(kRow, ++m_row);
        m_table.setText(kChange, "total");
        m_table.setText(kNameA, "wall");
        m_table.setText(kNameB, "wall");
        times(true, true, m_summary.a.count, m_summary.b.count, m_summary.a.wallNs, m_summary.b.wallNs);
    }

private:
    [[nodiscard]] Selection target(const DiffGroup &group) const
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

    void kernelNames(const DiffGroup &group)
    {
        const auto name = [this, &group](
                              const AnalysisInput &side, KernelId kernel, std::uint64_t count, Column shortName, Column full) {
            if (kernel.valid() && m_summary.view != DiffView::Category) {
                const KernelName &n = side.names[side.document.kernels.name[kernel.value]];
                m_table.setText(shortName, n.shortName);
                m_table.setText(full, n.full);
            } else if (count > 0) {
                m_table.setText(shortName, group.category ? info(*group.category).title : "all kernels that stayed the same");
            } else {
                m_table.setMissing(shortName, "no counterpart");
                m_table.setMissing(full, "no counterpart");
            }
        };
        name(m_input.a, group.kernelA, group.countA, kNameA, kFullA);
        name(m_input.b, group.kernelB, group.countB, kNameB, kFullB);
    }

    void layerNames(const DiffGroup &group)
    {
        const bool onlyType = m_summary.view == DiffView::Type;
        const auto name = [&](int layer, const std::string &type, std::uint64_t count, Column column) {
            if (layer == kNoCounterpart || count == 0)
                m_table.setMissing(column, "no counterpart");
            else
                m_table.setText(column, layerLabel(layer, type, onlyType));
        };
        name(group.layer.a, group.typeA, group.countA, kNameA);
        name(group.layer.b, group.typeB, group.countB, kNameB);
    }

    void setLayer(Column column, int layer)
    {
        if (layer >= 0 || layer == kHeadLayer || layer == kTailLayer)
            m_table.setInteger(column, layer);
        else
            m_table.setMissing(column, layer == kNoCounterpart ? "no counterpart" : "outside of layers");
    }

    void times(bool hasA, bool hasB, std::uint64_t countA, std::uint64_t countB, std::int64_t aNs, std::int64_t bNs)
    {
        m_table.setInteger(kCountA, static_cast<std::int64_t>(countA));
        m_table.setInteger(kCountB, static_cast<std::int64_t>(countB));
        // A side without the kernel took no time for it: a number, so that columns add up.
        m_table.setInteger(kA, aNs);
        m_table.setInteger(kB, bNs);
        const std::int64_t delta = addSaturated(bNs, -aNs);
        m_table.setInteger(kDelta, delta);
        if (hasA && hasB && aNs != 0)
            m_table.setReal(kDeltaShare, static_cast<double>(delta) / static_cast<double>(aNs < 0 ? -aNs : aNs));
        else
            m_table.setMissing(kDeltaShare, !hasA ? "A has nothing to compare with" : !hasB ? "B has nothing" : "A took no time");
    }

    ReportTable &m_table;
    const DiffTableInput &m_input;
    const DiffSummary &m_summary;
    std::int64_t m_row = 0;
};

void explainResidual(ReportTable &table, const DiffSummary &summary)
{
    if (isOfLayers(summary.view))
        return;
    const auto of = [](const DiffTotal &t) {
        return formatDuration(t.idleNs()) + " idle minus " + formatDuration(t.overlapNs()) + " during which kernels overlap";
    };
    table.addNote("Residual: A " + of(summary.a) + "; B " + of(summary.b) + ".");
}

} // namespace

std::vector<ReportColumn> diffColumns()
{
    using namespace columns;
    return {integer("row", "#", "Number of the row"),
        text("change", "Change",
            "same, replaced (another kernel in the same place), only_a, only_b, residual (idle minus overlap), total (wall)"),
        text("category", "Category", "What the kernel does (of A's kernel, of B's where A has none)"),
        text("name_a", "A", "Kernel, layer, type or category in A"), text("name_b", "B", "The same in B"),
        integer("count_a", "Count A", "Kernels of A in this row"), integer("count_b", "Count B", "Kernels of B in this row"),
        duration("a_ns", "A time", "Durations added up; walls of layers in the views layer and type"),
        duration("b_ns", "B time", "The same in B"),
        duration("delta_ns", "Δ = B − A", "B minus A: above zero where B takes longer. Rows and residual add up to the total"),
        share("delta_share", "Δ / A", "B minus A, of A's time in the same row"),
        {"layer_a", "Layer A", CellKind::Layer, "Layer of A's kernel", -1},
        {"layer_b", "Layer B", CellKind::Layer, "Layer of B's kernel", -1},
        integer("layers", "Layers", "Pairs of layers in which the row occurs"),
        text("full_a", "Full name A", "Whole name, demangled"), text("full_b", "Full name B", "Whole name, demangled")};
}

ReportTable diffTable(const DiffTableInput &input, const DiffSummary &summary)
{
    ReportTable table("diff", "Difference, B − A", diffColumns());
    table.reserveRows(summary.groups.size() + 2);
    Rows rows(table, input, summary);
    std::size_t moved = 0;
    for (const DiffGroup &group : summary.groups) {
        rows.add(group);
        moved += group.moved ? 1 : 0;
    }
    rows.addTotals();
    explainResidual(table, summary);
    if (moved > 0)
        table.addNote(counted(moved, "kernel runs", "kernels run") + " on another stream in B and "
            + (moved == 1 ? "counts" : "count") + " as the same.");
    return table;
}

} // namespace lamella::core

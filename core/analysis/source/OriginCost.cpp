// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/source/OriginCost.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <unordered_map>

namespace lamella::core {

namespace {

bool isIt(const FrameLabel &label, const OriginQuery &query)
{
    const FrameLabel &wanted = query.label;
    switch (query.by) {
    case SourceBy::Line:
        return label.kind == FrameKind::Line && label.file == wanted.file && label.line == wanted.line
            && (wanted.text.empty() || label.text == wanted.text); // one line may hold several functions
    case SourceBy::Function:
        return label.kind == FrameKind::Line && label.file == wanted.file && label.text == wanted.text;
    case SourceBy::File:
        return label.kind == FrameKind::Line && label.file == wanted.file;
    case SourceBy::Module:
        return label.kind == FrameKind::Module && label.text == wanted.text;
    case SourceBy::Op:
        break;
    }
    return label.kind == FrameKind::Operator && label.text == wanted.text;
}

// The node of that kind which work at the node belongs to.
std::uint32_t ownerOf(const CallTree &tree, std::uint32_t node, SourceBy by)
{
    return by == SourceBy::Module ? tree.innermost(node, FrameKind::Module)
        : by == SourceBy::Op      ? tree.innermost(node, FrameKind::Operator)
                                  : tree.sourceLine(node);
}

template <class Row> std::vector<Row> longestFirst(std::unordered_map<std::uint32_t, Row> rows)
{
    std::vector<std::pair<std::uint32_t, Row>> all(rows.begin(), rows.end());
    std::sort(all.begin(), all.end(),
        [](const auto &a, const auto &b) { return a.second.ns != b.second.ns ? a.second.ns > b.second.ns : a.first < b.first; });
    std::vector<Row> sorted;
    for (auto &[key, row] : all)
        sorted.push_back(std::move(row));
    return sorted;
}

} // namespace

OriginCost originCost(const KernelTable &table, const CallTree &tree, const OriginQuery &query, std::span<const KernelId> kernels,
    std::span<const std::int32_t> groupOf)
{
    std::vector<bool> inside(tree.nodes.size()); // a parent precedes its children
    for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
        const CallNode &node = tree.nodes[n];
        inside[n] = isIt(tree.labels[node.label], query) || (node.parent != CallNode::kNone && inside[node.parent]);
    }
    OriginCost cost;
    std::unordered_map<std::uint32_t, OriginCost::Name> names;
    std::unordered_map<std::uint32_t, OriginCost::Callee> callees;
    for (const KernelId kernel : kernels) {
        const std::uint32_t node = kernel.value < tree.nodeOf.size() ? tree.nodeOf[kernel.value] : CallNode::kNone;
        if (node == CallNode::kNone || !inside[node])
            continue;
        const std::int64_t ns = table.duration[kernel.value];
        cost.withNs = addSaturated(cost.withNs, ns);
        ++cost.withKernels;
        const std::uint32_t owner = ownerOf(tree, node, query.by);
        const std::uint32_t label = owner == CallNode::kNone ? CallNode::kNone : tree.nodes[owner].label;
        if (label != CallNode::kNone && isIt(tree.labels[label], query)) {
            cost.ownNs = addSaturated(cost.ownNs, ns);
            ++cost.ownKernels;
            OriginCost::Name &name = names[table.name[kernel.value].value];
            name.name = table.name[kernel.value];
            name.ns = addSaturated(name.ns, ns);
            ++name.kernels;
            if (const std::int32_t group = kernel.value < groupOf.size() ? groupOf[kernel.value] : -1; group >= 0) {
                std::int64_t &sum = cost.ownOfGroup[group];
                sum = addSaturated(sum, ns);
            }
        } else {
            OriginCost::Callee &callee = callees[label];
            callee.label = label;
            callee.ns = addSaturated(callee.ns, ns);
            ++callee.kernels;
        }
    }
    cost.names = longestFirst(std::move(names));
    cost.callees = longestFirst(std::move(callees));
    return cost;
}

} // namespace lamella::core

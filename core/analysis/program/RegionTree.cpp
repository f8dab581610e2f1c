// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/RegionTree.h"

#include "core/analysis/program/ScopePath.h"
#include "core/base/Saturate.h"
#include "core/model/Selection.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace lamella::core {

namespace {

struct Node {
    std::string name;
    std::uint32_t parent = Region::kNone;
    std::map<std::string, std::uint32_t, std::less<>> children;
    std::uint64_t count = 0;
    std::int64_t inclusiveNs = 0;
    std::int64_t exclusiveNs = 0;
    std::vector<std::pair<std::uint32_t, std::int64_t>> names; // ids and times of its own operations
};

// Each name once, the longest first.
std::vector<StringId> longestNames(const std::vector<std::pair<std::uint32_t, std::int64_t>> &all)
{
    std::unordered_map<std::uint32_t, std::int64_t> sums;
    for (const auto &[name, ns] : all)
        sums[name] = addSaturated(sums[name], ns);
    std::vector<std::pair<std::int64_t, std::uint32_t>> order;
    for (const auto &[name, ns] : sums)
        order.emplace_back(-ns, name);
    std::sort(order.begin(), order.end());
    std::vector<StringId> names;
    for (std::size_t i = 0; i < std::min(order.size(), SeveralSelection::kMaxParts); ++i)
        names.emplace_back(order[i].second);
    return names;
}

class Tree {
public:
    Tree() { m_nodes.emplace_back(); }

    std::uint32_t leaf(const std::vector<std::string> &parts)
    {
        std::uint32_t at = 0;
        for (const std::string &part : parts) {
            const auto found = m_nodes[at].children.find(part);
            if (found != m_nodes[at].children.end()) {
                at = found->second;
                continue;
            }
            const auto added = static_cast<std::uint32_t>(m_nodes.size());
            m_nodes[at].children.emplace(part, added);
            Node node;
            node.name = part;
            node.parent = at;
            m_nodes.push_back(std::move(node));
            at = added;
        }
        return at;
    }
    void add(std::uint32_t leaf, std::uint64_t count, std::int64_t ns)
    {
        m_nodes[leaf].exclusiveNs = addSaturated(m_nodes[leaf].exclusiveNs, ns);
        for (std::uint32_t at = leaf; at != Region::kNone; at = m_nodes[at].parent) {
            m_nodes[at].count += count;
            m_nodes[at].inclusiveNs = addSaturated(m_nodes[at].inclusiveNs, ns);
        }
    }
    void addName(std::uint32_t leaf, StringId name, std::int64_t ns) { m_nodes[leaf].names.emplace_back(name.value, ns); }
    // Names of the nodes below are added to those above, which were made before them.
    void gatherNames()
    {
        for (std::size_t node = m_nodes.size(); node-- > 1;) {
            const auto &own = m_nodes[node].names;
            auto &above = m_nodes[m_nodes[node].parent].names;
            above.insert(above.end(), own.begin(), own.end());
        }
    }
    // Rows in the order documented in RegionTree.h.
    [[nodiscard]] std::vector<Region> regions() const
    {
        std::vector<Region> all;
        struct Pending {
            std::uint32_t node = 0;
            std::uint32_t parent = Region::kNone;
            int depth = 1;
            std::string prefix;
        };
        std::vector<Pending> pending;
        for (const auto &[name, child] : m_nodes[0].children)
            pending.push_back({child, Region::kNone, 1, {}});
        while (!pending.empty()) {
            const Pending next = std::move(pending.back());
            pending.pop_back();
            const Node &node = m_nodes[next.node];
            const std::string path = next.prefix.empty() ? node.name : next.prefix + "=>" + node.name;
            const bool onlyChild = node.children.size() == 1
                && m_nodes[node.children.begin()->second].inclusiveNs == node.inclusiveNs && next.depth > 1;
            auto row = next.parent;
            if (!onlyChild) {
                row = static_cast<std::uint32_t>(all.size());
                all.push_back(
                    {path, next.parent, next.depth, node.count, node.inclusiveNs, node.exclusiveNs, longestNames(node.names)});
            }
            for (const auto &[name, child] : node.children)
                pending.push_back({child, row, onlyChild ? next.depth : next.depth + 1, path});
        }
        return all;
    }
    [[nodiscard]] std::int64_t total() const { return m_nodes[0].inclusiveNs; }

private:
    std::vector<Node> m_nodes;
};

// Sums of one leaf before it is added to the tree.
struct LeafSum {
    std::uint32_t node = Region::kNone; // not determined yet
    bool named = false;
    StringId name; // of a class of operations
    std::uint64_t count = 0;
    std::int64_t ns = 0;

    void add(std::int64_t more)
    {
        ++count;
        ns = addSaturated(ns, more);
    }
};

// Leaves by region of the source, or by class of the operation if it has none; there are few of both.
class Leaves {
public:
    Leaves(const TraceDocument &document, const DeviceOps &ops, RegionSource *source, const NameOf &nameOf)
        : m_document(document)
        , m_ops(ops)
        , m_source(source)
        , m_nameOf(nameOf)
        , m_ofClass(ops.classes.size())
    {
        if (source == nullptr)
            for (const StringId name : document.kernels.name)
                m_kernelNames.insert(name.value);
    }
    LeafSum &of(const DeviceOp &op)
    {
        const std::uint32_t region = m_source ? m_source->regionOf(op) : RegionSource::kNone;
        if (region == RegionSource::kNone) {
            LeafSum &sum = m_ofClass[op.opClass];
            if (sum.node == Region::kNone)
                place(sum, m_ops.classOf(op));
            return sum;
        }
        if (region >= m_ofRegion.size())
            m_ofRegion.resize(std::size_t{region} + 1);
        LeafSum &sum = m_ofRegion[region];
        if (sum.node == Region::kNone) {
            sum.named = true;
            sum.node = m_tree.leaf(m_source->partsOf(region));
        }
        return sum;
    }
    // namedNs: time of operations with a region.
    Tree tree(std::int64_t &namedNs)
    {
        for (const std::vector<LeafSum> *sums : {&m_ofClass, &m_ofRegion}) {
            for (const LeafSum &sum : *sums) {
                if (sum.node == Region::kNone)
                    continue;
                m_tree.add(sum.node, sum.count, sum.ns);
                const StringId name = sum.name;
                if (m_kernelNames.contains(name.value))
                    m_tree.addName(sum.node, name, sum.ns);
                if (sum.named)
                    namedNs = addSaturated(namedNs, sum.ns);
            }
        }
        m_tree.gatherNames();
        return std::move(m_tree);
    }

private:
    // Splits names once per class, because they may be long.
    void place(LeafSum &sum, const OpClass &what)
    {
        std::vector<std::string> parts = m_source ? std::vector<std::string>() : recordedRegion(m_document, what);
        sum.named = !parts.empty();
        if (parts.empty() && m_nameOf)
            parts.push_back(m_nameOf(what));
        else if (parts.empty())
            parts = scopePartsOfName(m_document.text(what.name));
        sum.node = m_tree.leaf(parts);
        sum.name = what.name;
    }

    const TraceDocument &m_document;
    const DeviceOps &m_ops;
    RegionSource *m_source;
    const NameOf &m_nameOf;
    Tree m_tree;
    std::unordered_set<std::uint32_t> m_kernelNames; // empty with a source
    std::vector<LeafSum> m_ofClass;
    std::vector<LeafSum> m_ofRegion;
};

void sortRegions(std::vector<Region> &regions)
{
    std::vector<std::uint32_t> order(regions.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Region &x = regions[a];
        const Region &y = regions[b];
        if (x.inclusiveNs != y.inclusiveNs)
            return x.inclusiveNs > y.inclusiveNs;
        return x.depth != y.depth ? x.depth < y.depth : x.path < y.path;
    });
    std::vector<std::uint32_t> rowOf(regions.size());
    std::vector<Region> sorted;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        rowOf[order[i]] = i;
        sorted.push_back(std::move(regions[order[i]]));
    }
    for (Region &region : sorted)
        if (region.parent != Region::kNone)
            region.parent = rowOf[region.parent];
    regions = std::move(sorted);
}

} // namespace

std::vector<std::string> recordedRegion(const TraceDocument &document, const OpClass &what)
{
    if (what.operation.valid()) {
        std::vector<std::string> parts = scopeParts(document.text(document.operations[what.operation.value].scope));
        if (!parts.empty())
            return parts;
    }
    return {};
}

std::string recordedScope(const TraceDocument &document, KernelId kernel)
{
    if (document.operations.empty())
        return {};
    const auto operation = document.events.sparse(document.kernels.event[kernel.value], SparseKey::Operation);
    if (!operation)
        return {};
    return joinScope(scopeParts(document.text(document.operations[static_cast<std::size_t>(*operation)].scope)));
}

RegionTree regionTree(const TraceDocument &document, const DeviceOps &ops, const std::vector<DeviceId> &devices,
    RegionSource *source, const NameOf &nameOf)
{
    RegionTree result;
    Leaves leaves(document, ops, source, nameOf);
    for (const DeviceId device : devices)
        for (const DeviceOp &op : ops.of(device))
            if (!ops.classOf(op).async) // asynchronous operations take no device time
                leaves.of(op).add(op.exclusive);
    const Tree tree = leaves.tree(result.namedNs);
    result.totalNs = tree.total();
    result.regions = tree.regions();
    sortRegions(result.regions);
    return result;
}

} // namespace lamella::core

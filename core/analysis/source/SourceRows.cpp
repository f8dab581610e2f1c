// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/source/SourceRows.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::uint32_t kNoNode = CallNode::kNone;

std::uint64_t pairKey(std::uint32_t a, std::uint32_t b)
{
    return std::uint64_t{a} << 32 | b;
}

std::int64_t timeOf(std::int64_t samples, std::int64_t periodNs)
{
    std::int64_t ns = 0;
    return __builtin_mul_overflow(samples, periodNs, &ns) ? INT64_MAX : ns;
}

void add(std::int64_t &to, std::int64_t ns)
{
    to = addSaturated(to, ns);
}

// Collects rows. A group is what labels of one row have in common.
class SourceSums {
public:
    SourceSums(const Origins &origins, const CallTree &tree, SourceBy by, const SampleCounts &samples)
        : m_samples(samples)
        , m_origins(origins)
        , m_tree(tree)
        , m_by(by)
        , m_groupOfLabel(tree.labels.size(), kNoNode)
        , m_groupOfNode(tree.nodes.size(), kNoNode)
        , m_nodeNs(tree.nodes.size(), 0)
    {
        std::unordered_map<std::string, std::uint32_t> groups;
        for (std::uint32_t label = 0; label < tree.labels.size(); ++label) {
            const FrameLabel &frame = tree.labels[label];
            if (frame.kind != kindOfRows())
                continue;
            const auto [group, added] = groups.try_emplace(keyOf(frame), static_cast<std::uint32_t>(m_rows.size()));
            m_groupOfLabel[label] = group->second;
            if (added)
                m_rows.emplace_back().label = label;
        }
        m_kindNs.resize(m_rows.size());
    }
    void addKernels(std::span<const KernelId> kernels, std::span<const std::int32_t> layerOf);
    void addHost();
    void addSamples();
    void addInclusive();
    std::vector<SourceRow> take();

private:
    [[nodiscard]] FrameKind kindOfRows() const
    {
        return m_by == SourceBy::Module ? FrameKind::Module : m_by == SourceBy::Op ? FrameKind::Operator : FrameKind::Line;
    }
    [[nodiscard]] std::string keyOf(const FrameLabel &frame) const
    {
        switch (m_by) {
        case SourceBy::Line:
            return frame.file + "\n" + std::to_string(frame.line) + "\n" + frame.text;
        case SourceBy::Function:
            return frame.file + "\n" + frame.text;
        case SourceBy::File:
            return frame.file;
        default:
            return frame.text;
        }
    }
    // The node at or above this one to which work inside of it counts.
    [[nodiscard]] std::uint32_t sourceOf(std::uint32_t node) const
    {
        return kindOfRows() == FrameKind::Line ? m_tree.sourceLine(node) : m_tree.innermost(node, kindOfRows());
    }
    std::uint32_t groupOf(std::uint32_t node);
    std::uint32_t rowWithout(std::string_view why);

    // Of the host, directly in the node.
    [[nodiscard]] std::int64_t hostNsOf(std::uint32_t node) const
    {
        const std::int64_t sampled = m_samples.ofNode.empty() ? 0 : m_samples.ofNode[node];
        return addSaturated(m_tree.nodes[node].hostNs, timeOf(sampled, m_samples.periodNs));
    }

    const SampleCounts &m_samples;
    const Origins &m_origins;
    const CallTree &m_tree;
    SourceBy m_by;
    std::vector<SourceRow> m_rows;
    std::vector<std::array<std::int64_t, kOriginKinds>> m_kindNs; // by row and OriginKind
    std::vector<std::uint32_t> m_groupOfLabel;
    std::vector<std::uint32_t> m_groupOfNode; // to which work inside of the node counts; kNoNode = not looked at
    std::vector<std::int64_t> m_nodeNs; // GPU time launched directly in the node
    std::unordered_map<std::string_view, std::uint32_t> m_without;
    std::unordered_map<std::uint64_t, std::int64_t> m_moduleNs; // by row and label
};

std::uint32_t SourceSums::groupOf(std::uint32_t node)
{
    if (node == kNoNode)
        return kNoNode;
    std::uint32_t &group = m_groupOfNode[node];
    if (group == kNoNode) {
        const std::uint32_t source = sourceOf(node);
        group = source == kNoNode ? kNoNode - 1 : m_groupOfLabel[m_tree.nodes[source].label];
    }
    return group == kNoNode - 1 ? kNoNode : group;
}

std::uint32_t SourceSums::rowWithout(std::string_view why)
{
    const auto [row, added] = m_without.try_emplace(why, static_cast<std::uint32_t>(m_rows.size()));
    if (added) {
        m_rows.emplace_back().why = why;
        m_kindNs.emplace_back();
    }
    return row->second;
}

void SourceSums::addKernels(std::span<const KernelId> kernels, std::span<const std::int32_t> layerOf)
{
    const KernelTable &table = m_origins.document().kernels;
    std::unordered_set<std::uint64_t> layers;
    std::unordered_set<std::uint64_t> launches;
    for (const KernelId kernel : kernels) {
        const std::uint32_t node = m_tree.nodeOf[kernel.value];
        const std::uint32_t group = groupOf(node);
        const std::uint32_t at = group == kNoNode ? rowWithout(whyNoSource(m_origins, m_tree, kernel, m_by)) : group;
        const std::int64_t ns = table.duration[kernel.value];
        SourceRow &row = m_rows[at];
        add(row.selfNs, ns);
        add(m_kindNs[at][static_cast<std::size_t>(m_origins.kind(kernel))], std::max<std::int64_t>(1, ns));
        ++row.kernels;
        if (!row.longest.valid() || ns > table.duration[row.longest.value])
            row.longest = kernel;
        if (layerOf[kernel.value] >= 0 && layers.insert(pairKey(at, static_cast<std::uint32_t>(layerOf[kernel.value]))).second)
            ++row.layers;
        const EventId launch = table.launch[kernel.value];
        if (launch.valid() && launches.insert(pairKey(at, launch.value)).second)
            ++row.launches;
        if (node == kNoNode) {
            add(row.inclusiveNs, ns);
            continue;
        }
        add(m_nodeNs[node], ns);
        if (group == kNoNode)
            add(row.inclusiveNs, ns);
        if (m_by != SourceBy::Module)
            if (const std::uint32_t module = m_tree.innermost(group == kNoNode ? node : sourceOf(node), FrameKind::Module);
                module != kNoNode)
                add(m_moduleNs[pairKey(at, m_tree.nodes[module].label)], ns);
    }
}

void SourceSums::addHost()
{
    for (std::uint32_t node = 0; node < m_tree.nodes.size(); ++node) {
        const CallNode &call = m_tree.nodes[node];
        if (const std::uint32_t own = m_groupOfLabel[call.label]; own != kNoNode)
            m_rows[own].calls += call.calls;
        if (const std::int64_t ns = hostNsOf(node); ns > 0)
            if (const std::uint32_t group = groupOf(node); group != kNoNode)
                add(m_rows[group].hostNs, ns);
    }
}

void SourceSums::addSamples()
{
    const std::string_view why = m_by == SourceBy::Module ? "samples name functions, no modules"
        : m_by == SourceBy::Op                            ? "samples name functions, no operators"
                                                          : "no call chain recorded with the sample";
    const auto count = [this, why](std::uint32_t group, std::int64_t samples) {
        SourceRow &row = m_rows[group == kNoNode ? rowWithout(why) : group];
        row.samples += samples;
        if (group == kNoNode)
            add(row.hostNs, timeOf(samples, m_samples.periodNs));
    };
    for (std::uint32_t node = 0; node < m_samples.ofNode.size(); ++node)
        if (m_samples.ofNode[node] > 0)
            count(groupOf(node), m_samples.ofNode[node]);
    if (m_samples.withoutChain > 0)
        count(kNoNode, m_samples.withoutChain);
}

// Depth first, so that what a recursion does counts once in its row.
void SourceSums::addInclusive()
{
    const std::size_t count = m_tree.nodes.size();
    std::vector<std::int64_t> gpu = m_nodeNs;
    std::vector<std::int64_t> host(count, 0);
    std::vector<std::uint32_t> firstChild(count, kNoNode);
    std::vector<std::uint32_t> next(count, kNoNode);
    std::vector<std::uint32_t> roots;
    for (std::uint32_t node = static_cast<std::uint32_t>(count); node-- > 0;) { // parents come before their children
        add(host[node], hostNsOf(node));
        const std::uint32_t parent = m_tree.nodes[node].parent;
        if (parent == kNoNode) {
            roots.push_back(node);
            continue;
        }
        add(gpu[parent], gpu[node]);
        add(host[parent], host[node]);
        next[node] = firstChild[parent];
        firstChild[parent] = node;
    }
    std::vector<std::uint32_t> open(m_rows.size(), 0); // frames of each row around the current node
    std::vector<std::uint32_t> path;
    for (const std::uint32_t root : roots) {
        std::uint32_t node = root;
        while (node != kNoNode) {
            const std::uint32_t group = m_groupOfLabel[m_tree.nodes[node].label];
            if (group != kNoNode && open[group]++ == 0) {
                add(m_rows[group].inclusiveNs, gpu[node]);
                add(m_rows[group].hostInclusiveNs, host[node]);
            }
            path.push_back(node);
            std::uint32_t following = firstChild[node];
            while (following == kNoNode && !path.empty()) {
                const std::uint32_t left = m_groupOfLabel[m_tree.nodes[path.back()].label];
                if (left != kNoNode)
                    --open[left];
                following = path.size() > 1 ? next[path.back()] : kNoNode;
                path.pop_back();
            }
            node = following;
        }
    }
}

std::vector<SourceRow> SourceSums::take()
{
    std::unordered_map<std::uint32_t, std::int64_t> most;
    for (const auto &[key, ns] : m_moduleNs) {
        const auto row = static_cast<std::uint32_t>(key >> 32);
        const auto label = static_cast<std::uint32_t>(key);
        std::int64_t &best = most.try_emplace(row, -1).first->second;
        if (ns > best || (ns == best && label < m_rows[row].module)) {
            best = ns;
            m_rows[row].module = label;
        }
    }
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const auto kind = std::max_element(m_kindNs[row].begin(), m_kindNs[row].end());
        m_rows[row].kind = static_cast<OriginKind>(kind - m_kindNs[row].begin());
    }
    std::erase_if(m_rows, [](const SourceRow &row) {
        return row.kernels == 0 && row.inclusiveNs == 0 && row.calls == 0 && row.samples == 0 && row.hostInclusiveNs == 0;
    });
    const auto place = [this](const SourceRow &row) {
        const FrameLabel *label = row.label == kNoNode ? nullptr : &m_tree.labels[row.label];
        return label == nullptr ? 2 : label->kind == FrameKind::Line && label->yours ? 0 : 1;
    };
    std::stable_sort(m_rows.begin(), m_rows.end(), [&place](const SourceRow &a, const SourceRow &b) {
        const std::array<std::int64_t, 4> left{-place(a), a.selfNs, a.inclusiveNs, a.hostNs};
        const std::array<std::int64_t, 4> right{-place(b), b.selfNs, b.inclusiveNs, b.hostNs};
        return left > right;
    });
    return std::move(m_rows);
}

} // namespace

std::optional<SourceBy> sourceByFromName(std::string_view name)
{
    constexpr std::array<std::string_view, 5> kNames{"line", "file", "function", "module", "op"};
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end())
        return std::nullopt;
    return static_cast<SourceBy>(found - kNames.begin());
}

std::vector<SourceRow> sourceRows(const Origins &origins, const CallTree &tree, SourceBy by, std::span<const KernelId> kernels,
    std::span<const std::int32_t> layerOf, const SampleCounts &samples)
{
    SourceSums sums(origins, tree, by, samples);
    sums.addKernels(kernels, layerOf);
    sums.addHost();
    sums.addSamples();
    sums.addInclusive();
    return sums.take();
}

std::vector<StackRow> stackRows(const Origins &origins, const CallTree &tree, std::span<const KernelId> kernels)
{
    const KernelTable &table = origins.document().kernels;
    std::unordered_map<std::uint64_t, std::size_t> index;
    std::unordered_map<std::string_view, std::uint32_t> reasons; // reason to its number, which serves as a node
    std::vector<StackRow> rows;
    for (const KernelId kernel : kernels) {
        std::uint32_t node = tree.nodeOf[kernel.value];
        std::string_view why;
        std::uint32_t key = node;
        if (node == kNoNode) {
            why = whyNoSource(origins, tree, kernel, SourceBy::Line);
            key = kNoNode - 1 - reasons.try_emplace(why, static_cast<std::uint32_t>(reasons.size())).first->second;
        }
        const auto [found, added] = index.try_emplace(pairKey(key, table.name[kernel.value].value), rows.size());
        if (added)
            rows.push_back({node, table.name[kernel.value], why, 0, 0, kernel});
        StackRow &row = rows[found->second];
        add(row.selfNs, table.duration[kernel.value]);
        ++row.kernels;
        if (table.duration[kernel.value] > table.duration[row.longest.value])
            row.longest = kernel;
    }
    std::stable_sort(rows.begin(), rows.end(), [](const StackRow &a, const StackRow &b) { return a.selfNs > b.selfNs; });
    return rows;
}

std::string_view whyNoSource(const Origins &origins, const CallTree &tree, KernelId kernel, SourceBy by)
{
    const std::string_view missing = by == SourceBy::Module ? "no module recorded around the launch"
        : by == SourceBy::Op
        ? "no operator recorded around the launch"
        : "no Python frame or call chain recorded around the launch; record with_stack (PyTorch), --cudabacktrace (nsys)";
    const OriginKind kind = origins.kind(kernel);
    // Compilers record a scope without a launch.
    return tree.nodeOf[kernel.value] == kNoNode || kind == OriginKind::Graph ? whyNoOrigin(kind, missing) : missing;
}

} // namespace lamella::core

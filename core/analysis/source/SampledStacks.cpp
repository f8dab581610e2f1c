// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/source/SampledStacks.h"

#include "core/base/AsciiCase.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::uint32_t kNoNode = CallNode::kNone;
constexpr std::size_t kMaxNodes = std::size_t{1} << 23; // of a tree, for chains of launches; about 60 bytes each

std::uint64_t keyOf(std::uint32_t parent, std::uint32_t label)
{
    return std::uint64_t{parent} << 32 | label;
}

// Nodes of a tree by parent and label.
std::unordered_map<std::uint64_t, std::uint32_t> nodeIndex(const CallTree &tree)
{
    std::unordered_map<std::uint64_t, std::uint32_t> index;
    index.reserve(tree.nodes.size());
    for (std::uint32_t n = 0; n < tree.nodes.size(); ++n)
        index.emplace(keyOf(tree.nodes[n].parent, tree.nodes[n].label), n);
    return index;
}

std::string keyOf(const FrameLabel &label)
{
    return label.file + '\n' + label.text;
}

// Labels of native functions in the tree, by file and name.
std::unordered_map<std::string, std::uint32_t> labelIndex(const CallTree &tree)
{
    std::unordered_map<std::string, std::uint32_t> index;
    for (std::uint32_t l = 0; l < tree.labels.size(); ++l)
        if (tree.labels[l].kind == FrameKind::Line && tree.labels[l].line == 0)
            index.emplace(keyOf(tree.labels[l]), l);
    return index;
}

bool isSystem(std::string_view library)
{
    constexpr std::array<std::string_view, 6> kFolders{"/usr/", "/lib/", "/lib32/", "/lib64/", "/opt/", "["};
    const std::string_view file = library.substr(library.rfind('/') + 1);
    const bool shared = file.starts_with("lib") && file.find(".so") != std::string_view::npos;
    return library.empty() || shared || asciiLowered(library).find("nsight") != std::string::npos || file.starts_with("python")
        || file.starts_with("libpython") || std::any_of(kFolders.begin(), kFolders.end(), [library](std::string_view folder) {
               return library.starts_with(folder);
           });
}

// What is linked into the user's program: "cudaLaunchKernel", "cudaError cudaMalloc<…>", "__cudart549".
bool isRuntime(std::string_view name)
{
    const bool cuda = name.size() > 4 && name.starts_with("cuda") && name[4] >= 'A' && name[4] <= 'Z';
    return cuda || name.starts_with("__cudart") || name == "_start";
}

// By row of HostSamples::frames: its node at the root of the tree; kNoNode where the tree does not have it.
std::vector<std::uint32_t> nodesOfFrames(const CallTree &tree, const HostSamples &samples)
{
    const auto nodes = nodeIndex(tree);
    const auto labels = labelIndex(tree);
    std::vector<std::uint32_t> labelOf(samples.functions.size(), kNoNode);
    for (std::size_t f = 0; f < samples.functions.size(); ++f)
        if (const auto found = labels.find(keyOf(labelOfNative(samples.functions[f], SourceRule()))); found != labels.end())
            labelOf[f] = found->second;
    std::vector<std::uint32_t> nodeOf(samples.frames.size(), kNoNode);
    for (std::size_t i = 0; i < samples.frames.size(); ++i) {
        const HostSamples::Frame &frame = samples.frames[i];
        const std::uint32_t parent = frame.caller == kNoNode ? kNoNode : nodeOf[frame.caller];
        const std::uint32_t label = labelOf[frame.function];
        if (label == kNoNode || (frame.caller != kNoNode && parent == kNoNode))
            continue;
        if (const auto found = nodes.find(keyOf(parent, label)); found != nodes.end())
            nodeOf[i] = found->second;
    }
    return nodeOf;
}

class NativeStacks {
public:
    NativeStacks(CallTree &tree, const HostSamples &samples, const SourceRule &rule)
        : m_tree(tree)
        , m_samples(samples)
        , m_nodes(nodeIndex(tree))
        , m_labelOf(samples.functions.size(), kNoNode)
    {
        auto labels = labelIndex(tree);
        for (std::size_t f = 0; f < samples.functions.size(); ++f) {
            FrameLabel label = labelOfNative(samples.functions[f], rule);
            const auto [found, added] = labels.try_emplace(keyOf(label), static_cast<std::uint32_t>(tree.labels.size()));
            if (added)
                tree.labels.push_back(std::move(label));
            m_labelOf[f] = found->second;
        }
    }
    // The node of that stack below `root`.
    std::uint32_t below(std::uint32_t root, std::uint32_t frame)
    {
        m_path.clear();
        for (; frame != kNoNode; frame = m_samples.frames[frame].caller)
            m_path.push_back(m_labelOf[m_samples.frames[frame].function]);
        for (auto label = m_path.rbegin(); label != m_path.rend(); ++label) {
            const auto [found, added] = m_nodes.try_emplace(keyOf(root, *label), static_cast<std::uint32_t>(m_tree.nodes.size()));
            if (added)
                m_tree.nodes.push_back({root, *label, 0, 0});
            root = found->second;
        }
        return root;
    }

private:
    CallTree &m_tree;
    const HostSamples &m_samples;
    std::unordered_map<std::uint64_t, std::uint32_t> m_nodes;
    std::vector<std::uint32_t> m_labelOf; // by function
    std::vector<std::uint32_t> m_path;
};

} // namespace

FrameLabel labelOfNative(const NativeFunction &function, const SourceRule &rule)
{
    FrameLabel label{FrameKind::Line, function.name.empty() ? "(no symbol)" : function.name, function.library, 0, false};
    label.yours = !isSystem(label.file) && !isRuntime(label.text) && rule.isYours(label.file);
    return label;
}

void addNativeStacks(
    CallTree &tree, const Origins &origins, const HostSamples &samples, const SourceRule &rule, const JobControl &control)
{
    if (samples.empty())
        return;
    NativeStacks stacks(tree, samples, rule);
    std::vector<std::uint8_t> added(samples.frames.size(), 0);
    for (const HostSamples::Sample &sample : samples.samples)
        if (sample.frame != kNoNode && added[sample.frame] == 0 && !control.stopRequested()) {
            added[sample.frame] = 1;
            stacks.below(kNoNode, sample.frame);
        }
    if (samples.chains.empty())
        return;
    std::unordered_map<std::uint64_t, std::uint32_t> done; // key: node below which a chain is and its innermost frame
    for (std::uint32_t k = 0; k < tree.nodeOf.size() && !control.stopRequested(); ++k) {
        const EventId call = origins.document().kernels.launch[k];
        const auto chain = std::lower_bound(samples.chains.begin(), samples.chains.end(), call,
            [](const HostSamples::Chain &a, EventId event) { return a.call < event; });
        if (!call.valid() || chain == samples.chains.end() || chain->call != call || chain->frame == kNoNode)
            continue;
        const auto [known, isNew] = done.try_emplace(keyOf(tree.nodeOf[k], chain->frame), tree.nodeOf[k]);
        if (isNew && tree.nodes.size() < kMaxNodes)
            known->second = stacks.below(tree.nodeOf[k], chain->frame);
        tree.chainsLeftOut += known->second == tree.nodeOf[k] ? 1 : 0;
        tree.nodeOf[k] = known->second;
    }
}

SampleCounts sampleCounts(const CallTree &tree, const HostSamples &samples, const TimeRange *host)
{
    SampleCounts counts;
    counts.periodNs = samples.periodNs;
    if (samples.samples.empty())
        return counts;
    const std::vector<std::uint32_t> nodeOf = nodesOfFrames(tree, samples);
    counts.ofNode.assign(tree.nodes.size(), 0);
    for (const HostSamples::Sample &sample : samples.samples) {
        if (host != nullptr && (sample.time < host->begin.value || sample.time > host->end.value))
            continue;
        ++counts.all;
        if (sample.frame == kNoNode || nodeOf[sample.frame] == kNoNode)
            ++counts.withoutChain;
        else
            ++counts.ofNode[nodeOf[sample.frame]];
    }
    return counts;
}

} // namespace lamella::core

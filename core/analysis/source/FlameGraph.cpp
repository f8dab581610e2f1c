// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/source/FlameGraph.h"

#include "core/analysis/source/SourceRows.h"
#include "core/base/Saturate.h"
#include "core/model/Selection.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::uint32_t kNoNode = CallNode::kNone;
constexpr std::size_t kPollKernels = 1U << 16;

// Keys of children within their parent, by kind of frame.
enum class ChildKind : std::uint32_t { Label, Kernel, Layer, Why };

class FlameBuilder {
public:
    FlameBuilder(const Origins &origins, const CallTree &tree, const FlameOptions &options)
        : m_origins(origins)
        , m_tree(tree)
        , m_options(options)
        , m_hidden(tree.labels.size(), 0)
    {
        for (std::size_t i = 0; i < tree.labels.size(); ++i)
            m_hidden[i] = !options.plumbing && isPlumbing(tree.labels[i]) ? 1 : 0;
        m_frames.emplace_back(); // the root
    }
    void add(KernelId kernel, std::int32_t layer)
    {
        const KernelTable &table = m_origins.document().kernels;
        std::uint32_t at = 0;
        if (m_options.layerByLayer && layer != kNoLayer)
            at = child(0, ChildKind::Layer, static_cast<std::uint32_t>(layer), [layer](FlameFrame &f) { f.layer = layer; });
        const std::uint32_t node = m_tree.nodeOf[kernel.value];
        at = node == kNoNode ? withoutOrigin(at, kernel) : below(at, node);
        const StringId name = table.name[kernel.value];
        at = child(at, ChildKind::Kernel, name.value, [name](FlameFrame &f) { f.kernel = name; });
        FlameFrame &frame = m_frames[at];
        frame.endNs = addSaturated(frame.endNs, table.duration[kernel.value]); // the length; places follow
        ++frame.kernels;
        if (!frame.longest.valid() || table.duration[kernel.value] > table.duration[frame.longest.value])
            frame.longest = kernel;
    }
    FlameGraph finish();

private:
    template <class Make> std::uint32_t child(std::uint32_t parent, ChildKind kind, std::uint32_t key, Make make)
    {
        const std::uint64_t id = std::uint64_t{static_cast<std::uint32_t>(kind)} << 32 | key;
        const auto [found, added] = m_children.try_emplace({parent, id}, static_cast<std::uint32_t>(m_frames.size()));
        if (added) {
            FlameFrame frame;
            frame.parent = parent;
            make(frame);
            m_frames.push_back(frame);
        }
        return found->second;
    }
    std::uint32_t withoutOrigin(std::uint32_t at, KernelId kernel)
    {
        const std::string_view why = whyNoSource(m_origins, m_tree, kernel, SourceBy::Line);
        const auto number = m_reasons.try_emplace(why, static_cast<std::uint32_t>(m_reasons.size())).first->second;
        return child(at, ChildKind::Why, number, [why](FlameFrame &f) { f.why = why; });
    }
    // The frame of the node below `at`.
    std::uint32_t below(std::uint32_t at, std::uint32_t node)
    {
        const auto [known, added] = m_frameOf.try_emplace(std::uint64_t{at} << 32 | node, kNoNode);
        if (!added)
            return known->second;
        std::vector<std::uint32_t> path;
        std::size_t shown = 0; // up to the outermost of the user's own frames: above it are those of a server that calls it
        for (std::uint32_t n = node; n != kNoNode; n = m_tree.nodes[n].parent) {
            const std::uint32_t label = m_tree.nodes[n].label;
            if (m_hidden[label] != 0)
                continue;
            path.push_back(label);
            if (isOwn(label))
                shown = path.size();
        }
        if (!m_options.plumbing && shown > 0)
            path.resize(shown);
        std::uint32_t frame = at;
        for (auto label = path.rbegin(); label != path.rend(); ++label)
            frame = child(frame, ChildKind::Label, *label, [label](FlameFrame &f) { f.label = *label; });
        return m_frameOf[std::uint64_t{at} << 32 | node] = frame;
    }
    [[nodiscard]] bool isOwn(std::uint32_t label) const
    {
        return m_tree.labels[label].yours || m_tree.labels[label].kind == FrameKind::Module;
    }
    void addUp();
    std::uint32_t firstShown() const;

    struct PairHash {
        std::size_t operator()(const std::pair<std::uint32_t, std::uint64_t> &key) const noexcept
        {
            const std::uint64_t hash = (key.second ^ std::uint64_t{key.first} << 34) * 0x9E3779B97F4A7C15u;
            return static_cast<std::size_t>(hash ^ hash >> 31);
        }
    };

    const Origins &m_origins;
    const CallTree &m_tree;
    const FlameOptions &m_options;
    std::vector<std::uint8_t> m_hidden; // by label
    std::vector<FlameFrame> m_frames; // a parent before its children; endNs holds the length
    std::unordered_map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t, PairHash> m_children;
    std::unordered_map<std::uint64_t, std::uint32_t> m_frameOf; // by frame above and node
    std::unordered_map<std::string_view, std::uint32_t> m_reasons;
    std::vector<std::vector<std::uint32_t>> m_below; // children of each frame, the longest first
};

void FlameBuilder::addUp()
{
    m_below.resize(m_frames.size());
    for (std::size_t i = m_frames.size(); i-- > 1;) {
        FlameFrame &parent = m_frames[m_frames[i].parent];
        const FlameFrame &frame = m_frames[i];
        parent.endNs = addSaturated(parent.endNs, frame.endNs);
        parent.kernels += frame.kernels;
        const ColumnVector<std::int64_t> &durations = m_origins.document().kernels.duration;
        if (!parent.longest.valid() || durations[frame.longest.value] > durations[parent.longest.value])
            parent.longest = frame.longest;
        m_below[frame.parent].push_back(static_cast<std::uint32_t>(i));
    }
    for (std::vector<std::uint32_t> &children : m_below)
        std::sort(children.begin(), children.end(), [this](std::uint32_t a, std::uint32_t b) {
            const auto order = [this](std::uint32_t f) {
                const std::int32_t layer = m_frames[f].layer;
                return std::tuple(layer == kTailLayer ? INT32_MAX : layer, -m_frames[f].endNs, f);
            };
            return order(a) < order(b);
        });
}

// Below frames that are around everything, such as the main loop of a server, up to the first of the user's own.
std::uint32_t FlameBuilder::firstShown() const
{
    std::uint32_t at = 0;
    while (m_below[at].size() == 1) {
        const std::uint32_t only = m_below[at].front();
        const std::uint32_t label = m_frames[only].label;
        if (label == kNoNode || isOwn(label))
            break;
        at = only;
    }
    return at;
}

FlameGraph FlameBuilder::finish()
{
    addUp();
    FlameGraph graph;
    struct Placed {
        std::uint32_t source;
        std::uint32_t parent;
        std::int64_t begin;
    };
    const std::uint32_t root = firstShown();
    graph.totalNs = m_frames[root].endNs;
    std::vector<Placed> row{{root, kNoNode, 0}};
    for (std::uint32_t depth = 0; !row.empty(); ++depth) {
        graph.rows.push_back(graph.frames.size());
        std::vector<Placed> next;
        for (const Placed &placed : row) {
            const auto at = static_cast<std::uint32_t>(graph.frames.size());
            FlameFrame &frame = graph.frames.emplace_back(m_frames[placed.source]);
            frame.depth = depth;
            frame.parent = placed.parent;
            frame.beginNs = placed.begin;
            frame.endNs = addSaturated(placed.begin, frame.endNs);
            if (depth == 0)
                frame.label = kNoNode;
            std::int64_t begin = placed.begin;
            for (const std::uint32_t child : m_below[placed.source]) {
                next.push_back({child, at, begin});
                begin = addSaturated(begin, m_frames[child].endNs);
            }
        }
        row = std::move(next);
    }
    graph.rows.push_back(graph.frames.size());
    return graph;
}

} // namespace

bool isPlumbing(const FrameLabel &label)
{
    if (label.kind == FrameKind::Builtin)
        return true;
    if (label.kind != FrameKind::Line || label.yours)
        return false;
    constexpr std::array<std::string_view, 12> kFolders{"torch/", "multiprocessing/", "asyncio/", "concurrent/", "importlib/",
        "json/", "logging/", "unittest/", "collections/", "torch_npu/", "encodings/", "<"};
    return label.file.find('/') == std::string::npos
        || std::any_of(
            kFolders.begin(), kFolders.end(), [&label](std::string_view folder) { return label.file.starts_with(folder); })
        || label.file.find("/site-packages/torch/") != std::string::npos;
}

FlameGraph flameGraph(const Origins &origins, const CallTree &tree, std::span<const KernelId> kernels,
    std::span<const std::int32_t> layerOf, const FlameOptions &options, const JobControl &control)
{
    FlameBuilder builder(origins, tree, options);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (i % kPollKernels == 0 && control.stopRequested())
            return {};
        builder.add(kernels[i], layerOf[kernels[i].value]);
    }
    return kernels.empty() ? FlameGraph() : builder.finish();
}

} // namespace lamella::core

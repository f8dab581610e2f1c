// SPDX-License-Identifier: GPL-3.0-or-later
// One sweep for each thread over its spans in start order, with a stack of open ones. Of the trace itself every span gets a node;
// of companions only those around launches that were joined do. Backward work runs on a thread without Python frames: it is put
// below the forward operator with the same sequence number.
#include "core/analysis/source/CallTree.h"

#include "core/analysis/TrackSpans.h"
#include "core/analysis/ranges/RangeStatistics.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::uint32_t kNoNode = CallNode::kNone;
constexpr std::size_t kPollSpans = 1U << 16;
constexpr std::size_t kMaxDepth = 4096; // of frames around one another; deeper ones belong to the last

enum class SpanKind : std::uint8_t { Unasked, No, Frame, Operator, Range };

// A launch to find on a thread.
struct Query {
    std::int64_t time = 0;
    std::uint32_t row = 0;
};

struct Open {
    HostSpan span;
    std::uint32_t label = 0;
    std::uint32_t node = kNoNode;
    std::int64_t inner = 0; // time of spans directly inside
};

// Nodes by parent and label.
class NodeIndex {
public:
    explicit NodeIndex(CallTree &tree)
        : m_tree(tree)
    {
    }
    std::uint32_t child(std::uint32_t parent, std::uint32_t label)
    {
        const std::uint64_t key = std::uint64_t{parent} << 32 | label;
        const auto [found, added] = m_index.try_emplace(key, static_cast<std::uint32_t>(m_tree.nodes.size()));
        if (added)
            m_tree.nodes.push_back({parent, label, 0, 0});
        return found->second;
    }

private:
    struct Hash {
        std::size_t operator()(std::uint64_t key) const noexcept
        {
            key *= 0x9E3779B97F4A7C15u; // multiplier of Fibonacci hashing
            return static_cast<std::size_t>(key ^ key >> 32);
        }
    };
    CallTree &m_tree;
    std::unordered_map<std::uint64_t, std::uint32_t, Hash> m_index;
};

// The stacks of one document.
class StackSweep {
public:
    // all: every span gets a node; else those around a query only.
    StackSweep(const TraceDocument &document, bool all, CallTree &tree, FrameLabels &labels, NodeIndex &nodes,
        const JobControl &control, const TimeRange *host = nullptr)
        : m_document(document)
        , m_all(all)
        , m_from(host ? host->begin.value : INT64_MIN)
        , m_to(host ? host->end.value : INT64_MAX)
        , m_tree(tree)
        , m_labels(labels)
        , m_nodes(nodes)
        , m_control(control)
        , m_kinds(document.strings.size(), SpanKind::Unasked)
        , m_labelOf(document.strings.size(), kNoNode)
        , m_queries(document.tracks.size())
        , m_wanted(document.tracks.size(), 0)
        , m_hasStack(document.tracks.size(), 0)
        , m_spans(document.tracks.size())
    {
    }
    void ask(EventId event, std::uint32_t row)
    {
        const EventRow at = m_document.events.row(event);
        if (at.start == EventTable::kNoTime || !at.track.valid())
            return;
        m_queries[at.track.value].push_back({at.start, row});
        m_wanted[at.track.value] = 1;
    }
    // found(row, node) for each query inside of a span.
    template <class Found> void run(Found found)
    {
        collect();
        for (std::uint32_t t = 0; t < m_queries.size() && !m_control.stopRequested(); ++t)
            if (m_wanted[t] != 0)
                sweep(m_spans.sorted(TrackId(t)), m_queries[t], found);
        for (const Backward &work : m_backward)
            if (const auto forward = m_forward.find(work.sequence); forward != m_forward.end()) {
                const std::uint32_t back = m_labels.of({FrameKind::Range, "backward", {}, 0, false});
                found(work.row, m_nodes.child(m_nodes.child(forward->second, back), work.label));
            }
    }

private:
    SpanKind kindOf(StringId category);
    void collect();
    template <class Visit> void each(Visit visit);
    std::uint32_t labelOf(const EventRow &row);
    std::uint32_t nodeOf(std::vector<Open> &open);
    void close(std::vector<Open> &open);
    template <class Found> void sweep(std::span<const HostSpan> spans, std::vector<Query> &queries, Found &found);
    [[nodiscard]] bool holdsLine(const std::vector<Open> &open) const;
    void noteForward(const std::vector<Open> &open);
    void noteBackward(const std::vector<Open> &open, std::uint32_t row);

    const TraceDocument &m_document;
    bool m_all;
    std::int64_t m_from; // host time counts between these
    std::int64_t m_to;
    CallTree &m_tree;
    FrameLabels &m_labels;
    NodeIndex &m_nodes;
    const JobControl &m_control;
    std::vector<SpanKind> m_kinds; // by StringId of a category
    std::vector<std::uint32_t> m_labelOf; // by StringId of a name
    std::vector<std::vector<Query>> m_queries; // by track
    std::vector<std::uint8_t> m_wanted; // by track
    std::vector<std::uint8_t> m_hasStack; // by track: has Python frames, so that ranges say nothing more
    TrackSpans m_spans;
    struct Backward {
        std::uint32_t row = 0;
        std::int64_t sequence = 0;
        std::uint32_t label = 0; // of the innermost operator
    };
    std::vector<Backward> m_backward; // queries without a line around them
    std::unordered_map<std::int64_t, std::uint32_t> m_forward; // node of the first operator, by sequence number
};

SpanKind StackSweep::kindOf(StringId category)
{
    SpanKind &kind = m_kinds[category.value];
    if (kind == SpanKind::Unasked) {
        const std::string_view text = m_document.text(category);
        kind = text == "python_function"              ? SpanKind::Frame
            : text == "cpu_op" || text == "Operator"  ? SpanKind::Operator
            : isRangeCategory(text) || text == "nvtx" ? SpanKind::Range
                                                      : SpanKind::No;
    }
    return kind;
}

template <class Visit> void StackSweep::each(Visit visit)
{
    for (const EventChunk &chunk : m_document.events.chunks()) {
        for (std::uint32_t row = 0; row < chunk.size(); ++row) {
            if (row % kPollSpans == 0 && m_control.stopRequested())
                return;
            const TrackId track = chunk.track[row];
            if (!track.valid())
                continue;
            const SpanKind kind = kindOf(chunk.category[row]);
            if (kind != SpanKind::No)
                visit(chunk, row, track, kind);
        }
    }
}

void StackSweep::collect()
{
    const auto timed = [](const EventChunk &chunk, std::uint32_t row) {
        return chunk.duration[row] >= 0 && chunk.start[row] != EventTable::kNoTime;
    };
    each([&](const EventChunk &chunk, std::uint32_t row, TrackId track, SpanKind kind) {
        if (kind != SpanKind::Frame || !m_all)
            return;
        if (!timed(chunk, row)) {
            ++m_tree.framesOutside;
            return;
        }
        ++m_tree.frames;
        m_hasStack[track.value] = 1;
        m_wanted[track.value] = 1;
    });
    if (!m_all)
        each([&](const EventChunk &, std::uint32_t, TrackId track, SpanKind kind) {
            m_hasStack[track.value] |= kind == SpanKind::Frame ? 1 : 0;
        });
    const auto taken = [&](const EventChunk &chunk, std::uint32_t row, TrackId track, SpanKind kind) {
        return m_wanted[track.value] != 0 && timed(chunk, row) && (kind != SpanKind::Range || m_hasStack[track.value] == 0);
    };
    each([&](const EventChunk &chunk, std::uint32_t row, TrackId track, SpanKind kind) {
        if (taken(chunk, row, track, kind))
            m_spans.count(track);
    });
    m_spans.allocate();
    each([&](const EventChunk &chunk, std::uint32_t row, TrackId track, SpanKind kind) {
        if (taken(chunk, row, track, kind))
            m_spans.add(
                track, {chunk.start[row], addSaturated(chunk.start[row], chunk.duration[row]), EventId(chunk.firstEvent + row)});
    });
}

std::uint32_t StackSweep::labelOf(const EventRow &row)
{
    std::uint32_t &label = m_labelOf[row.name.value];
    if (label != kNoNode)
        return label;
    const std::string_view name = m_document.text(row.name);
    const SpanKind kind = kindOf(row.category);
    FrameLabel made;
    if (kind == SpanKind::Frame)
        made = labelOfFrame(name, m_labels.rule());
    else
        made = {kind == SpanKind::Operator ? FrameKind::Operator : FrameKind::Range, std::string(name), {}, 0, false};
    return label = m_labels.of(std::move(made));
}

// The innermost open span as a node; every span around one that has a node has one too.
std::uint32_t StackSweep::nodeOf(std::vector<Open> &open)
{
    std::size_t known = open.size();
    while (known > 0 && open[known - 1].node == kNoNode)
        --known;
    for (; known < open.size(); ++known)
        open[known].node = m_nodes.child(known > 0 ? open[known - 1].node : kNoNode, open[known].label);
    return open.empty() ? kNoNode : open.back().node;
}

void StackSweep::close(std::vector<Open> &open)
{
    const Open &done = open.back();
    const std::int64_t length = std::max<std::int64_t>(0, std::min(done.span.end, m_to) - std::max(done.span.start, m_from));
    if (m_all && done.span.start <= m_to && done.span.end >= m_from) {
        CallNode &node = m_tree.nodes[done.node];
        ++node.calls;
        node.hostNs = addSaturated(node.hostNs, std::max<std::int64_t>(0, length - done.inner));
    }
    if (open.size() > 1)
        open[open.size() - 2].inner = addSaturated(open[open.size() - 2].inner, length);
    open.pop_back();
}

bool StackSweep::holdsLine(const std::vector<Open> &open) const
{
    return std::any_of(
        open.begin(), open.end(), [this](const Open &span) { return m_labels.all()[span.label].kind == FrameKind::Line; });
}

void StackSweep::noteForward(const std::vector<Open> &open)
{
    const auto sequence = m_document.events.sparse(open.back().span.event, SparseKey::Sequence);
    if (sequence && *sequence >= 0 && holdsLine(open))
        m_forward.try_emplace(*sequence, open.back().node);
}

void StackSweep::noteBackward(const std::vector<Open> &open, std::uint32_t row)
{
    for (auto at = open.rbegin(); at != open.rend(); ++at)
        if (const auto sequence = m_document.events.sparse(at->span.event, SparseKey::Sequence); sequence && *sequence >= 0) {
            m_backward.push_back({row, *sequence, open.back().label});
            return;
        }
}

template <class Found> void StackSweep::sweep(std::span<const HostSpan> spans, std::vector<Query> &queries, Found &found)
{
    const auto earlier = [](const Query &a, const Query &b) { return a.time < b.time; };
    if (!std::is_sorted(queries.begin(), queries.end(), earlier))
        std::stable_sort(queries.begin(), queries.end(), earlier);
    std::vector<Open> open;
    std::size_t next = 0;
    const auto advance = [&](std::int64_t time) {
        for (; next < spans.size() && spans[next].start <= time; ++next) {
            while (!open.empty() && isOver(open.back().span, spans[next].start))
                close(open);
            HostSpan span = spans[next];
            if (!open.empty())
                span.end = std::min(span.end, open.back().span.end); // spans of a thread that only overlap are cut
            const EventRow row = m_document.events.row(span.event);
            const std::uint32_t label = open.size() < kMaxDepth ? labelOf(row) : open.back().label;
            open.push_back({span, label, kNoNode, 0});
            if (m_all)
                nodeOf(open);
            if (m_all && kindOf(row.category) == SpanKind::Operator)
                noteForward(open);
        }
        while (!open.empty() && isOver(open.back().span, time))
            close(open);
    };
    for (std::size_t i = 0; i < queries.size(); ++i) {
        if (i % kPollSpans == 0 && m_control.stopRequested())
            return;
        advance(queries[i].time);
        if (open.empty())
            continue;
        found(queries[i].row, nodeOf(open));
        if (m_all && !holdsLine(open))
            noteBackward(open, queries[i].row);
    }
    if (m_all)
        advance(INT64_MAX);
    while (!open.empty())
        close(open);
}

// Scopes and source lines that a compiler recorded with its operations.
class ScopeStacks {
public:
    ScopeStacks(const TraceDocument &document, FrameLabels &labels, NodeIndex &nodes)
        : m_document(document)
        , m_labels(labels)
        , m_nodes(nodes)
        , m_known(document.operations.size(), kNoNode)
    {
    }
    // "jit(step)/layer/dot_general:" with "model.py:123".
    std::uint32_t of(std::uint32_t operation)
    {
        std::uint32_t &node = m_known[operation];
        if (node != kNoNode)
            return node;
        const Operation &recorded = m_document.operations[operation];
        std::string_view scope = m_document.text(recorded.scope);
        while (scope.ends_with(':') || scope.ends_with('/'))
            scope.remove_suffix(1);
        std::vector<std::string_view> parts;
        for (std::size_t depth = 0; !scope.empty() && depth < kMaxDepth; ++depth) {
            const std::size_t end = endOfPart(scope);
            parts.push_back(scope.substr(0, end));
            scope.remove_prefix(std::min(end + 1, scope.size()));
        }
        for (std::size_t i = 0; i + 1 < parts.size(); ++i)
            node = add(node, {FrameKind::Module, std::string(parts[i]), {}, 0, false});
        if (const std::string_view source = m_document.text(recorded.source); !source.empty())
            node = add(node, lineOf(source));
        if (!parts.empty())
            node = add(node, {FrameKind::Operator, std::string(parts.back()), {}, 0, false});
        return node;
    }

private:
    std::uint32_t add(std::uint32_t parent, FrameLabel label) { return m_nodes.child(parent, m_labels.of(std::move(label))); }
    // A / inside of brackets does not end a part: "transpose(jvp(a/b))/dot".
    static std::size_t endOfPart(std::string_view scope)
    {
        int depth = 0;
        for (std::size_t i = 0; i < scope.size(); ++i) {
            depth += scope[i] == '(' ? 1 : scope[i] == ')' ? -1 : 0;
            if (scope[i] == '/' && depth <= 0)
                return i;
        }
        return scope.size();
    }
    [[nodiscard]] FrameLabel lineOf(std::string_view source) const
    {
        FrameLabel label{FrameKind::Line, {}, std::string(source), 0, false};
        const std::size_t colon = source.rfind(':');
        if (colon != std::string_view::npos && colon + 1 < source.size()) {
            std::int64_t line = 0;
            bool digits = true;
            for (const char c : source.substr(colon + 1)) {
                digits = digits && c >= '0' && c <= '9' && line < 100'000'000;
                line = digits ? line * 10 + (c - '0') : line;
            }
            if (digits) {
                label.file = source.substr(0, colon);
                label.line = line;
            }
        }
        label.yours = m_labels.rule().isYours(label.file);
        return label;
    }

    const TraceDocument &m_document;
    FrameLabels &m_labels;
    NodeIndex &m_nodes;
    std::vector<std::uint32_t> m_known; // by OperationId
};

// Work whose origin an annotation names: its module.
void addAnnotated(const Origins &origins, CallTree &tree, FrameLabels &labels, NodeIndex &nodes)
{
    for (std::uint32_t k = 0; k < tree.nodeOf.size(); ++k) {
        const GraphAnnotation *annotation = origins.annotation(KernelId(k));
        if (!annotation || tree.nodeOf[k] != kNoNode)
            continue;
        std::uint32_t node = kNoNode;
        if (!annotation->module.empty())
            node = nodes.child(node, labels.of({FrameKind::Module, annotation->module, {}, 0, false}));
        if (!annotation->name.empty())
            node = nodes.child(node, labels.of({FrameKind::Range, annotation->name, {}, 0, false}));
        tree.nodeOf[k] = node;
    }
}

} // namespace

std::uint32_t CallTree::innermost(std::uint32_t node, FrameKind kind) const
{
    while (node != kNoNode && labels[nodes[node].label].kind != kind)
        node = nodes[node].parent;
    return node;
}

std::uint32_t CallTree::sourceLine(std::uint32_t node) const
{
    std::uint32_t first = kNoNode;
    for (; node != kNoNode; node = nodes[node].parent) {
        const FrameLabel &label = labels[nodes[node].label];
        if (label.kind != FrameKind::Line)
            continue;
        if (label.yours)
            return node;
        first = first == kNoNode ? node : first;
    }
    return first;
}

CallTree callTree(const Origins &origins, const SourceRule &rule, const JobControl &control, const TimeRange *host)
{
    const TraceDocument &document = origins.document();
    CallTree tree;
    FrameLabels labels(rule);
    NodeIndex nodes(tree);
    tree.nodeOf.assign(document.kernels.size(), kNoNode);
    const auto found = [&tree](std::uint32_t kernel, std::uint32_t node) { tree.nodeOf[kernel] = node; };
    {
        StackSweep sweep(document, true, tree, labels, nodes, control, host);
        for (std::uint32_t k = 0; k < document.kernels.size(); ++k)
            if (const EventId call = origins.ownCall(KernelId(k)); call.valid())
                sweep.ask(call, k);
        sweep.run(found);
    }
    for (std::uint32_t c = 0; c < origins.companions().size() && !control.stopRequested(); ++c) {
        const JoinedCompanion &companion = *origins.companions()[c];
        StackSweep sweep(*companion.document, false, tree, labels, nodes, control);
        std::vector<std::uint32_t> nodeOfCall(companion.calls.size(), kNoNode);
        for (std::uint32_t row = 0; row < companion.calls.size(); ++row)
            sweep.ask(companion.calls[row], row);
        sweep.run([&nodeOfCall](std::uint32_t row, std::uint32_t node) { nodeOfCall[row] = node; });
        for (std::uint32_t k = 0; k < document.kernels.size(); ++k)
            if (const auto row = origins.rowIn(KernelId(k), c))
                tree.nodeOf[k] = nodeOfCall[*row];
    }
    if (!document.operations.empty()) {
        ScopeStacks scopes(document, labels, nodes);
        for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
            const EventId event = document.kernels.event[k];
            if (tree.nodeOf[k] == kNoNode && event.value < document.events.size())
                if (const auto operation = document.events.sparse(event, SparseKey::Operation))
                    tree.nodeOf[k] = scopes.of(static_cast<std::uint32_t>(*operation));
        }
    }
    addAnnotated(origins, tree, labels, nodes);
    tree.labels = labels.take();
    return tree;
}

} // namespace lamella::core

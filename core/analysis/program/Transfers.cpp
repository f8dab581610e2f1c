// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/Transfers.h"

#include "core/analysis/program/HloText.h"
#include "core/base/AsciiCase.h"
#include "core/base/Interval.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::size_t kKinds = 9;
constexpr double kNsPerSecond = 1e9;
constexpr std::size_t kOpsBetweenPolls = 4096;
constexpr std::size_t kMostOperands = 256; // that are looked through for the start of a done

struct Kind {
    TransferSum sum;
    std::vector<TimeRange> ranges;
    std::map<std::string, std::uint64_t> groups;
};

// Of the text of an instruction.
struct LongText {
    std::int64_t bytes = 0; // of what it gives out; 0 = not said
    std::string groups;
};

// "replica_groups={{0,1},{2,3}}, use…" or "replica_groups=[4,2]<=[8], …": up to the comma outside of brackets.
std::string replicaGroups(std::string_view longName)
{
    constexpr std::string_view kKey = "replica_groups=";
    const std::size_t at = longName.find(kKey);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = longName.substr(at + kKey.size());
    int depth = 0;
    std::size_t end = 0;
    for (; end < rest.size() && end < 200; ++end) {
        const char c = rest[end];
        depth += c == '{' || c == '[' || c == '(' ? 1 : c == '}' || c == ']' || c == ')' ? -1 : 0;
        if (c == ',' && depth <= 0)
            break;
    }
    return std::string(rest.substr(0, end));
}

// "all-reduce-start.3" and "all-reduce-done.3" have "all-reduce.3" in common.
std::string pairKey(std::string_view name)
{
    std::string key = asciiLowered(name.starts_with('%') ? name.substr(1) : name);
    for (const std::string_view part :
        {std::string_view("-start"), std::string_view("-done"), std::string_view("_start"), std::string_view("_done")})
        if (const std::size_t at = key.rfind(part); at != std::string::npos)
            return key.erase(at, part.size());
    return key;
}

class DeviceTransfers {
public:
    DeviceTransfers(const TraceDocument &document, const DeviceOps &ops, DeviceId device, const JobControl &control)
        : m_document(document)
        , m_ops(ops)
    {
        for (std::size_t k = 0; k < kKinds; ++k) {
            m_kinds[k].sum.device = device;
            m_kinds[k].sum.kind = static_cast<CollectiveKind>(k);
        }
        // A start may take less than the nanosecond in which its done begins: then the order of the file tells, and where that
        // has the done first, the done waits for the others of that nanosecond.
        const auto earlier = [](const DeviceOp &a, const DeviceOp &b) {
            return std::tuple(a.start, a.event.value) < std::tuple(b.start, b.event.value);
        };
        const std::span<const DeviceOp> all = ops.of(device);
        if (std::is_sorted(all.begin(), all.end(), earlier)) {
            lookAt(all, control, [](const DeviceOp &op) -> const DeviceOp & { return op; });
        } else {
            std::vector<const DeviceOp *> inOrder;
            inOrder.reserve(all.size());
            for (const DeviceOp &op : all)
                inOrder.push_back(&op);
            std::stable_sort(
                inOrder.begin(), inOrder.end(), [&](const DeviceOp *a, const DeviceOp *b) { return earlier(*a, *b); });
            lookAt(inOrder, control, [](const DeviceOp *op) -> const DeviceOp & { return *op; });
        }
        if (control.stopRequested())
            return;
        closeWaiting();
        addUnpaired();
    }

    void finish(std::vector<TransferSum> &out)
    {
        normalise(m_compute);
        for (Kind &kind : m_kinds) {
            if (kind.sum.count == 0 && kind.sum.waitNs == 0)
                continue;
            normalise(kind.ranges);
            kind.sum.busyNs = totalLength(kind.ranges).value;
            kind.sum.exposedNs = totalLength(subtract(kind.ranges, m_compute)).value;
            const auto most = std::max_element(
                kind.groups.begin(), kind.groups.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
            kind.sum.groups = most == kind.groups.end() ? std::string() : most->first;
            out.push_back(kind.sum);
        }
    }

private:
    template <class List, class Get> void lookAt(const List &list, const JobControl &control, Get get)
    {
        std::size_t i = 0;
        for (const auto &item : list) {
            if (i++ % kOpsBetweenPolls == 0 && control.stopRequested())
                return;
            look(get(item));
        }
    }

    Kind &kindOf(const OpClass &what) { return m_kinds[static_cast<std::size_t>(what.traits.collective)]; }

    void look(const DeviceOp &op)
    {
        if (op.start != m_now)
            closeWaiting();
        m_now = op.start;
        const OpClass &what = m_ops.classOf(op);
        const OpTraits &traits = what.traits;
        const bool transfers = traits.collective != CollectiveKind::None || traits.transfer || traits.kind == OpKind::Copy;
        if (!transfers) {
            // What holds others is not computing while they run: its own pieces are not known here, its leaves are.
            if (traits.kind == OpKind::Compute && op.exclusive == op.duration)
                m_compute.push_back({{op.start}, {op.end()}});
            return;
        }
        Kind &kind = kindOf(what);
        if (traits.kind == OpKind::Wait)
            kind.sum.waitNs = addSaturated(kind.sum.waitNs, op.exclusive);
        if (what.async) {
            return; // the same transfer as its start and done, seen from beside
        }
        if (traits.part == OpPart::Start) {
            m_open[key(op, what)].push_back(&op);
        } else if (traits.part == OpPart::Done) {
            if (!closePair(op, what, kind))
                m_waiting.push_back(&op);
        } else if (op.exclusive == op.duration) {
            add(kind, op, {{op.start}, {op.end()}}, op);
        }
    }

    // Dones that found no start among what came before them, once all that begins in their nanosecond is known.
    void closeWaiting()
    {
        for (const DeviceOp *done : m_waiting) {
            const OpClass &what = m_ops.classOf(*done);
            Kind &kind = kindOf(what);
            if (closePair(*done, what, kind))
                continue;
            ++kind.sum.unpaired;
            add(kind, *done, {{done->start}, {done->end()}}, *done);
        }
        m_waiting.clear();
    }

    using Key = std::pair<std::uint32_t, std::uint32_t>; // stream, row of m_keys

    // In the order of stream and name, so that of equally long ones the same is the longest.
    void addUnpaired()
    {
        std::vector<std::pair<Key, const std::vector<const DeviceOp *> *>> left;
        for (const auto &[key, starts] : m_open)
            left.emplace_back(key, &starts);
        std::sort(left.begin(), left.end(), [this](const auto &a, const auto &b) {
            return std::tie(a.first.first, *m_keys[a.first.second]) < std::tie(b.first.first, *m_keys[b.first.second]);
        });
        for (const auto &[key, starts] : left) {
            for (const DeviceOp *start : *starts) {
                Kind &kind = kindOf(m_ops.classOf(*start));
                ++kind.sum.unpaired;
                add(kind, *start, {{start->start}, {start->end()}}, *start);
            }
        }
    }

    std::uint32_t keyOf(std::string_view name)
    {
        const auto [it, added] = m_keyRows.try_emplace(pairKey(name), static_cast<std::uint32_t>(m_keys.size()));
        if (added)
            m_keys.push_back(&it->first);
        return it->second;
    }

    Key key(const DeviceOp &op, const OpClass &what)
    {
        const auto [it, added] = m_keyOfName.try_emplace(what.name.value, 0);
        if (added)
            it->second = keyOf(m_document.text(what.name));
        return {op.stream.value, it->second};
    }

    // Null where the operation has no text.
    const LongText *longTextOf(const OpClass &what)
    {
        if (!what.operation.valid())
            return nullptr;
        const StringId id = m_document.operations[what.operation.value].longName;
        const std::string_view text = m_document.text(id);
        if (text.empty())
            return nullptr;
        const auto [it, added] = m_longTexts.try_emplace(id.value);
        if (added) {
            it->second.bytes = shapeBytes(outputShapes(text)).value_or(0);
            it->second.groups = replicaGroups(text);
        }
        return &it->second;
    }

    const std::vector<std::uint32_t> &operandKeys(const OpClass &what)
    {
        const StringId id = m_document.operations[what.operation.value].longName;
        const auto [it, added] = m_operandKeys.try_emplace(id.value);
        if (added) {
            std::vector<std::string_view> names = operandNames(parseHlo(m_document.text(id)).operands);
            names.resize(std::min(names.size(), kMostOperands));
            for (const std::string_view name : names)
                it->second.push_back(keyOf(name));
        }
        return it->second;
    }

    // False: its start is not among the open ones.
    bool closePair(const DeviceOp &done, const OpClass &what, Kind &kind)
    {
        auto open = m_open.find(key(done, what));
        if (open == m_open.end() && what.operation.valid()) {
            // Their numbers may differ: then the operand says which start it waits for.
            for (const std::uint32_t name : operandKeys(what))
                if (open = m_open.find({done.stream.value, name}); open != m_open.end())
                    break;
        }
        if (open == m_open.end())
            return false;
        // The last one: a start whose done was recorded before it would else be taken for that of the next, and so on to the end.
        const DeviceOp *start = open->second.back();
        open->second.pop_back();
        if (open->second.empty())
            m_open.erase(open);
        // The start says what it is where the done does not.
        Kind &of = kind.sum.kind == CollectiveKind::None || kind.sum.kind == CollectiveKind::Other ? kindOf(m_ops.classOf(*start))
                                                                                                   : kind;
        if (&of != &kind) {
            kind.sum.waitNs -= done.exclusive;
            of.sum.waitNs = addSaturated(of.sum.waitNs, done.exclusive);
        }
        ++of.sum.split;
        add(of, *start, {{start->start}, {done.end()}}, done);
        return true;
    }

    void add(Kind &kind, const DeviceOp &said, const TimeRange &range, const DeviceOp &result)
    {
        const std::int64_t length = range.length().value;
        ++kind.sum.count;
        kind.sum.sumNs = addSaturated(kind.sum.sumNs, length);
        if (!kind.sum.longest.valid() || length > kind.sum.maxNs)
            kind.sum.longest = said.event;
        kind.sum.maxNs = std::max(kind.sum.maxNs, length);
        kind.ranges.push_back(range);
        // A done gives what was moved; a start gives that and the handles of the transfer.
        const OpClass &what = m_ops.classOf(result);
        const auto recorded = result.event.value < m_document.events.size()
            ? m_document.events.sparse(result.event, SparseKey::Bytes)
            : std::nullopt;
        if (recorded) {
            addBytes(kind, std::max<std::int64_t>(*recorded, 0), length);
        } else if (const LongText *text = longTextOf(what); text && text->bytes > 0) {
            addBytes(kind, text->bytes, length);
        }
        if (const LongText *text = longTextOf(m_ops.classOf(said)); text && !text->groups.empty())
            ++kind.groups[text->groups];
    }

    static void addBytes(Kind &kind, std::int64_t bytes, std::int64_t ns)
    {
        kind.sum.bytes = addSaturated(kind.sum.bytes, bytes);
        kind.sum.bytesNs = addSaturated(kind.sum.bytesNs, ns);
    }

    const TraceDocument &m_document;
    const DeviceOps &m_ops;
    std::array<Kind, kKinds> m_kinds;
    std::vector<TimeRange> m_compute;
    std::map<Key, std::vector<const DeviceOp *>> m_open;
    std::int64_t m_now = INT64_MIN; // start of the operation looked at
    std::vector<const DeviceOp *> m_waiting; // dones that begin now
    // Texts are taken apart once, however many operations have them.
    std::unordered_map<std::string, std::uint32_t> m_keyRows;
    std::vector<const std::string *> m_keys;
    std::unordered_map<std::uint32_t, std::uint32_t> m_keyOfName; // by StringId
    std::unordered_map<std::uint32_t, LongText> m_longTexts; // by StringId
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> m_operandKeys; // by StringId
};

} // namespace

std::optional<double> TransferSum::bytesPerSecond() const
{
    if (bytesNs <= 0)
        return std::nullopt;
    return static_cast<double>(bytes) * kNsPerSecond / static_cast<double>(bytesNs);
}

std::vector<TransferSum> transferSums(
    const TraceDocument &document, const DeviceOps &ops, const std::vector<DeviceId> &devices, const JobControl &control)
{
    std::vector<TransferSum> sums;
    for (const DeviceId device : devices)
        DeviceTransfers(document, ops, device, control).finish(sums);
    std::sort(sums.begin(), sums.end(), [](const TransferSum &a, const TransferSum &b) {
        const auto key = [](const TransferSum &s) {
            return std::tuple(s.device.value, s.kind == CollectiveKind::None, -s.busyNs, static_cast<int>(s.kind));
        };
        return key(a) < key(b);
    });
    return sums;
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/Transfers.h"

#include "core/analysis/program/HloText.h"
#include "core/base/AsciiCase.h"
#include "core/base/Interval.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr double kNsPerSecond = 1e9;
constexpr std::size_t kOpsBetweenPolls = 4096;
constexpr std::size_t kMaxOperands = 256; // operands searched for the start of a done

// Identifies a row of one device: kind, group, group size, element type.
using RowKey = std::tuple<CollectiveKind, std::string, std::int64_t, std::string>;

struct Row {
    TransferSum sum;
    std::vector<TimeRange> ranges;
};

// Transfers of the same two classes (begin, result) share a description.
struct Described {
    Row *row = nullptr;
    std::optional<std::int64_t> bytes;
    SizeGap gap = SizeGap::NotRecorded;
};

// Length of an interval covered by the ranges, in O(log n), because there may be many rows with few transfers.
class Covered {
public:
    explicit Covered(const std::vector<TimeRange> &normalised)
        : m_ranges(normalised)
    {
        m_before.reserve(normalised.size() + 1);
        m_before.push_back(0);
        for (const TimeRange &range : normalised)
            m_before.push_back(m_before.back() + range.length().value);
    }
    [[nodiscard]] std::int64_t lengthIn(const TimeRange &range) const { return until(range.end) - until(range.begin); }

private:
    [[nodiscard]] std::int64_t until(TimeNs time) const
    {
        const auto next =
            std::partition_point(m_ranges.begin(), m_ranges.end(), [time](const TimeRange &range) { return range.end <= time; });
        const std::int64_t before = m_before[static_cast<std::size_t>(next - m_ranges.begin())];
        return next != m_ranges.end() && next->begin < time ? before + (time - next->begin).value : before;
    }

    const std::vector<TimeRange> &m_ranges;
    std::vector<std::int64_t> m_before;
};

// "all-reduce-start.3" and "all-reduce-done.3" both map to "all-reduce.3".
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
    DeviceTransfers(const TraceDocument &document, const DeviceOps &ops, const CollectiveRecords &records, DeviceId device,
        const JobControl &control)
        : m_document(document)
        , m_ops(ops)
        , m_records(records)
        , m_device(device)
    {
        // A start may begin in the same nanosecond as its done. Then file order decides; if the done is first in the file, it
        // waits for the other operations of that nanosecond.
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
        const Covered computing(m_compute);
        for (auto &[key, row] : m_rows) {
            if (row.sum.count == 0 && row.sum.waitNs == 0)
                continue;
            normalise(row.ranges);
            for (const TimeRange &range : row.ranges) {
                row.sum.busyNs += range.length().value;
                row.sum.exposedNs += range.length().value - computing.lengthIn(range);
            }
            out.push_back(std::move(row.sum));
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

    void look(const DeviceOp &op)
    {
        if (op.start != m_now)
            closeWaiting();
        m_now = op.start;
        const OpClass &what = m_ops.classOf(op);
        const OpTraits &traits = what.traits;
        const bool transfers = traits.collective != CollectiveKind::None || traits.transfer || traits.kind == OpKind::Copy;
        if (!transfers) {
            // An operation that contains others does not compute while they run. Its own parts are unknown here, so only leaves
            // count.
            if (traits.kind == OpKind::Compute && op.exclusive == op.duration)
                m_compute.push_back({{op.start}, {op.end()}});
            return;
        }
        const CollectiveKind kind = traits.collective;
        if (traits.kind == OpKind::Wait && traits.part != OpPart::Done)
            addWait(*describe(kind, op, op).row, op);
        if (what.async) {
            return; // duplicates the transfer of a start and done
        }
        if (traits.part == OpPart::Start) {
            m_open[key(op, what)].push_back(&op);
        } else if (traits.part == OpPart::Done) {
            if (!closePair(op, what))
                m_waiting.push_back(&op);
        } else if (op.exclusive == op.duration) {
            add(describe(kind, op, op), op, {{op.start}, {op.end()}});
        }
    }

    // Handles dones without an earlier start, once all operations that begin in their nanosecond are known.
    void closeWaiting()
    {
        for (const DeviceOp *done : m_waiting) {
            const OpClass &what = m_ops.classOf(*done);
            if (closePair(*done, what))
                continue;
            const Described transfer = describe(what.traits.collective, *done, *done);
            ++transfer.row->sum.unpaired;
            addDone(transfer, *done, *done);
        }
        m_waiting.clear();
    }

    using Key = std::pair<std::uint32_t, std::uint32_t>; // stream, row of m_keys

    // In order of stream and name, so that `longest` is deterministic among transfers of equal length.
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
                const Described what = describe(m_ops.classOf(*start).traits.collective, *start, *start);
                ++what.row->sum.unpaired;
                add(what, *start, {{start->start}, {start->end()}});
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

    // Empty if not recorded.
    std::string_view longTextOf(const DeviceOp &op) const
    {
        const OperationId operation = m_ops.classOf(op).operation;
        return operation.valid() ? m_document.text(m_document.operations[operation.value].longName) : std::string_view{};
    }

    // begins: the operation that starts the transfer; result: the one that provides the data, the same if not split.
    Described describe(CollectiveKind kind, const DeviceOp &begins, const DeviceOp &result)
    {
        Described what;
        const std::string_view text = longTextOf(result);
        if (text.empty() && kind != CollectiveKind::None) {
            what = described(m_records.factsOf(result.event, kind, m_document.text(m_ops.classOf(result).name)));
        } else {
            Described &known = m_described[std::uint64_t{begins.opClass} << 32 | result.opClass];
            if (known.row == nullptr)
                known = described(compiledFacts(kind, text, longTextOf(begins)));
            what = known;
        }
        const auto recorded = result.event.value < m_document.events.size()
            ? m_document.events.sparse(result.event, SparseKey::Bytes)
            : std::nullopt;
        if (recorded)
            what.bytes = std::max<std::int64_t>(*recorded, 0);
        return what;
    }

    Described described(CollectiveFacts &&facts)
    {
        if (facts.kind == CollectiveKind::None) { // copies have no group, whatever they copy
            facts.group.clear();
            facts.groupSize = 0;
            facts.type.clear();
        }
        Row &row = m_rows[RowKey(facts.kind, facts.group, facts.groupSize, facts.type)];
        row.sum.device = m_device;
        row.sum.kind = facts.kind;
        row.sum.group = std::move(facts.group);
        row.sum.groupSize = facts.groupSize;
        row.sum.type = std::move(facts.type);
        return {&row, facts.bytes, facts.gap};
    }

    void addWait(Row &row, const DeviceOp &op) { row.sum.waitNs = addSaturated(row.sum.waitNs, op.exclusive); }

    const std::vector<std::uint32_t> &operandKeys(const OpClass &what)
    {
        const StringId id = m_document.operations[what.operation.value].longName;
        const auto [it, added] = m_operandKeys.try_emplace(id.value);
        if (added) {
            std::vector<std::string_view> names = operandNames(parseHlo(m_document.text(id)).operands);
            names.resize(std::min(names.size(), kMaxOperands));
            for (const std::string_view name : names)
                it->second.push_back(keyOf(name));
        }
        return it->second;
    }

    // False if its start is not open.
    bool closePair(const DeviceOp &done, const OpClass &what)
    {
        auto open = m_open.find(key(done, what));
        if (open == m_open.end() && what.operation.valid()) {
            // The numbers of start and done may differ; the operand of the done names its start.
            for (const std::uint32_t name : operandKeys(what))
                if (open = m_open.find({done.stream.value, name}); open != m_open.end())
                    break;
        }
        if (open == m_open.end())
            return false;
        // Take the last one: otherwise a start whose done was recorded before it would be paired with the next done, and so on.
        const DeviceOp *start = open->second.back();
        open->second.pop_back();
        if (open->second.empty())
            m_open.erase(open);
        // Use the kind of the start if the done has none.
        const CollectiveKind said = what.traits.collective;
        const bool silent = said == CollectiveKind::None || said == CollectiveKind::Other;
        const Described transfer = describe(silent ? m_ops.classOf(*start).traits.collective : said, *start, done);
        ++transfer.row->sum.split;
        addDone(transfer, *start, done);
        return true;
    }

    void addDone(const Described &transfer, const DeviceOp &begins, const DeviceOp &done)
    {
        if (m_ops.classOf(done).traits.kind == OpKind::Wait)
            addWait(*transfer.row, done);
        add(transfer, begins, {{begins.start}, {done.end()}});
    }

    void add(const Described &what, const DeviceOp &begins, const TimeRange &range)
    {
        const std::int64_t length = range.length().value;
        TransferSum &sum = what.row->sum;
        ++sum.count;
        sum.sumNs = addSaturated(sum.sumNs, length);
        if (!sum.longest.valid() || length > sum.maxNs)
            sum.longest = begins.event;
        sum.maxNs = std::max(sum.maxNs, length);
        what.row->ranges.push_back(range);
        if (what.bytes) {
            ++sum.sized;
            sum.bytes = addSaturated(sum.bytes, *what.bytes);
            sum.timedBytes = addSaturated(sum.timedBytes, length > 0 ? *what.bytes : 0);
            sum.bytesNs = addSaturated(sum.bytesNs, length);
        } else if (sum.gap == SizeGap::Known) {
            sum.gap = what.gap;
        }
    }

    const TraceDocument &m_document;
    const DeviceOps &m_ops;
    const CollectiveRecords &m_records;
    DeviceId m_device;
    std::map<RowKey, Row> m_rows;
    std::vector<TimeRange> m_compute;
    std::map<Key, std::vector<const DeviceOp *>> m_open;
    std::int64_t m_now = INT64_MIN; // start of the current operation
    std::vector<const DeviceOp *> m_waiting; // dones that begin at m_now
    // Each text is parsed once, however many operations share it.
    std::unordered_map<std::string, std::uint32_t> m_keyRows;
    std::vector<const std::string *> m_keys;
    std::unordered_map<std::uint32_t, std::uint32_t> m_keyOfName; // by StringId
    std::unordered_map<std::uint64_t, Described> m_described; // by the classes of begin and result
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> m_operandKeys; // by StringId
};

} // namespace

std::optional<double> TransferSum::bytesPerSecond() const
{
    if (sized == 0 || bytesNs <= 0)
        return std::nullopt;
    return static_cast<double>(timedBytes) * kNsPerSecond / static_cast<double>(bytesNs);
}

std::optional<double> TransferSum::busBytesPerSecond() const
{
    const std::optional<double> rate = bytesPerSecond();
    const std::optional<double> factor = busFactor(kind, groupSize);
    return rate && factor ? std::optional(*rate * *factor) : std::nullopt;
}

std::vector<TransferSum> transferSums(const TraceDocument &document, const DeviceOps &ops, const CollectiveRecords &records,
    const std::vector<DeviceId> &devices, const JobControl &control)
{
    std::vector<TransferSum> sums;
    for (const DeviceId device : devices)
        DeviceTransfers(document, ops, records, device, control).finish(sums);
    std::sort(sums.begin(), sums.end(), [](const TransferSum &a, const TransferSum &b) {
        const auto key = [](const TransferSum &s) {
            return std::tuple(s.device.value, s.kind == CollectiveKind::None, -s.busyNs, static_cast<int>(s.kind), s.groupSize,
                std::string_view(s.group), std::string_view(s.type));
        };
        return key(a) < key(b);
    });
    return sums;
}

} // namespace lamella::core

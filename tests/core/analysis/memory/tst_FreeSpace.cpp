// SPDX-License-Identifier: GPL-3.0-or-later
// Free space and what is held at failed allocations, against a simulated allocator that knows both at every moment.
#include "core/analysis/memory/FreeSpace.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr std::int64_t kUnit = 512; // of sizes, as PyTorch rounds
constexpr int kSegments = 4;
constexpr int kUnits = 64; // of a segment
constexpr std::array<const char *, 3> kFiles{"a.py", "b.py", "c.py"};

struct Expected {
    FreeSpace space;
    LineUse most;
};

// An allocator of one device with segments of 64 units, which come and go; each unit is free (0) or of a block.
class Allocator {
public:
    explicit Allocator(unsigned seed)
        : m_document(documentFromText("7: gemm@0+10"))
        , m_random(seed)
    {
        log.source = MemorySource::Snapshot;
        for (std::uint32_t file = 0; file < kFiles.size(); ++file) {
            log.frames.push_back({m_document->strings.intern(kFiles[file]), m_document->strings.intern("f"), 1});
            log.stackFrames.push_back(file);
        }
        log.stackBegin = {0, 0, 1, 2, 3};
        m_there[0] = true;
        m_blocks.push_back({0, 3, 5, 1, true}); // from before the log, until its end
    }
    void run(int steps)
    {
        for (int i = 0; i < steps; ++i)
            step();
        for (int s = 0; s < kSegments; ++s)
            finish(s);
    }
    [[nodiscard]] MemoryData data() const
    {
        MemoryData data;
        data.document = m_document;
        data.lineOfStack = linesOfStacks(*m_document, log);
        data.use = memoryUse(log);
        data.log = std::make_shared<const MemoryLog>(log);
        return data;
    }

    MemoryLog log;
    std::vector<std::uint32_t> failed; // rows
    std::vector<Expected> expected; // at each of them

private:
    struct Block {
        int segment;
        int begin;
        int units;
        std::uint32_t stack;
        bool waits = false; // freed by the program, but another stream may still use it
    };
    int number(int below) { return static_cast<int>(m_random() % static_cast<unsigned>(below)); }
    static std::uint64_t addressOf(int segment, int unit)
    {
        return static_cast<std::uint64_t>(0x10000 * (segment + 1)) + static_cast<std::uint64_t>(unit * kUnit);
    }
    void row(MemoryAction action, std::uint64_t address, std::int64_t bytes, std::uint32_t stack)
    {
        log.time.push_back(static_cast<std::int64_t>(log.time.size()) * 1000);
        log.address.push_back(address);
        log.bytes.push_back(bytes);
        log.device.push_back(0);
        log.action.push_back(action);
        log.stack.push_back(stack);
    }
    void step()
    {
        finishWaiting();
        const int what = number(20);
        if (what == 0)
            return fail();
        if (what < 3)
            return turn(number(kSegments));
        if (what < 9 && !m_blocks.empty())
            return release(static_cast<std::size_t>(number(static_cast<int>(m_blocks.size()))));
        allocate(number(kSegments), number(kUnits), 1 + number(9), 1 + static_cast<std::uint32_t>(number(3)));
    }
    // A segment comes; one without blocks goes.
    void turn(int segment)
    {
        const bool used = std::any_of(m_blocks.begin(), m_blocks.end(), [&](const Block &b) { return b.segment == segment; });
        if (m_there[segment] && used)
            return;
        m_there[segment] = !m_there[segment];
        row(m_there[segment] ? MemoryAction::SegmentAlloc : MemoryAction::SegmentFree, addressOf(segment, 0), kUnits * kUnit, 0);
    }
    void allocate(int segment, int begin, int units, std::uint32_t stack)
    {
        const auto overlaps = [&](const Block &b) {
            return b.segment == segment && begin < b.begin + b.units && b.begin < begin + units;
        };
        if (!m_there[segment] || begin + units > kUnits || std::any_of(m_blocks.begin(), m_blocks.end(), overlaps))
            return;
        m_blocks.push_back({segment, begin, units, stack});
        row(MemoryAction::Alloc, addressOf(segment, begin), units * kUnit, stack);
    }
    void release(std::size_t which)
    {
        Block &block = m_blocks[which];
        if (block.waits)
            return;
        block.waits = true;
        row(MemoryAction::FreeRequest, addressOf(block.segment, block.begin), block.units * kUnit, 0);
    }
    // Some of the blocks that wait are free now.
    void finishWaiting()
    {
        const std::size_t which = static_cast<std::size_t>(number(static_cast<int>(m_blocks.size())));
        const Block block = m_blocks[which];
        if (!block.waits || which == 0)
            return;
        m_blocks.erase(m_blocks.begin() + static_cast<std::ptrdiff_t>(which));
        row(MemoryAction::Free, addressOf(block.segment, block.begin), block.units * kUnit, 0);
    }
    void fail()
    {
        failed.push_back(log.size());
        expected.push_back({freeNow(), mostNow()});
        row(MemoryAction::OutOfMemory, MemoryLog::kFreeUnknown, 1 << 20, 1);
    }
    [[nodiscard]] std::array<bool, kUnits> usedUnits(int segment) const
    {
        std::array<bool, kUnits> used{};
        for (const Block &block : m_blocks)
            for (int unit = block.begin; block.segment == segment && unit < block.begin + block.units; ++unit)
                used[static_cast<std::size_t>(unit)] = true;
        return used;
    }
    [[nodiscard]] FreeSpace freeNow() const
    {
        FreeSpace space;
        for (int s = 0; s < kSegments; ++s) {
            if (!m_there[s])
                continue;
            space.reserved += kUnits * kUnit;
            std::int64_t run = 0;
            std::int64_t own = 0;
            for (const bool used : usedUnits(s)) {
                space.ranges += !used && run == 0 ? 1 : 0;
                run = used ? 0 : run + kUnit;
                own += used ? 0 : kUnit;
                space.largest = std::max(space.largest, run);
            }
            space.free += own;
            space.emptySegments += own == kUnits * kUnit ? own : 0;
        }
        return space;
    }
    [[nodiscard]] LineUse mostNow() const
    {
        std::map<std::string, LineUse> lines; // in the order of their names
        for (const Block &block : m_blocks) {
            if (block.waits)
                continue;
            const std::string name = std::string(kFiles[block.stack - 1]) + "(1): f";
            LineUse &line = lines[name];
            line.line = name;
            line.bytes += block.units * kUnit;
            ++line.blocks;
        }
        LineUse most;
        for (const auto &[name, line] : lines)
            if (line.bytes > most.bytes)
                most = line;
        return most;
    }
    // The segment and its blocks as a snapshot at the end has them.
    void finish(int segment)
    {
        if (!m_there[segment])
            return;
        MemorySegment &made = log.segments.emplace_back();
        made.address = addressOf(segment, 0);
        made.bytes = kUnits * kUnit;
        made.firstBlock = static_cast<std::uint32_t>(log.blocks.size());
        for (const Block &block : m_blocks) {
            if (block.segment != segment)
                continue;
            SegmentBlock &end = log.blocks.emplace_back();
            end.address = addressOf(segment, block.begin);
            end.bytes = block.units * kUnit;
            end.stack = block.stack;
            end.state = block.waits ? BlockState::AwaitingFree : BlockState::Allocated;
            ++made.blocks;
        }
    }

    std::shared_ptr<TraceDocument> m_document;
    std::mt19937 m_random;
    std::array<bool, kSegments> m_there{};
    std::vector<Block> m_blocks;
};

} // namespace

class tst_FreeSpace : public QObject {
    Q_OBJECT
private slots:
    void severalFailuresInOneWalk_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 12; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void severalFailuresInOneWalk();
    void noRows();
};

void tst_FreeSpace::severalFailuresInOneWalk()
{
    QFETCH(unsigned, seed);
    Allocator made(seed);
    made.run(900);
    const MemoryData data = made.data();
    QVERIFY(data.use.walkedBack);
    const auto parts = partsByDevice(data);
    const std::vector<FreeSpace> spaces = freeSpaceAfter(data, parts.at(0), made.failed, {});
    const std::vector<LineUse> most = mostHeldByLine(data, parts.at(0), made.failed, {});
    QVERIFY(made.failed.size() > 20);
    QCOMPARE(spaces.size(), made.failed.size());
    QCOMPARE(most.size(), made.failed.size());
    for (std::size_t i = 0; i < made.failed.size(); ++i) {
        const Expected &right = made.expected[i];
        QCOMPARE(spaces[i].reserved, right.space.reserved);
        QCOMPARE(spaces[i].free, right.space.free);
        QCOMPARE(spaces[i].largest, right.space.largest);
        QCOMPARE(spaces[i].ranges, right.space.ranges);
        QCOMPARE(spaces[i].emptySegments, right.space.emptySegments);
        QCOMPARE(most[i].line, right.most.line);
        QCOMPARE(most[i].bytes, right.most.bytes);
        QCOMPARE(most[i].blocks, right.most.blocks);
    }
}

void tst_FreeSpace::noRows()
{
    Allocator made(1);
    made.run(100);
    const MemoryData data = made.data();
    const auto parts = partsByDevice(data);
    QVERIFY(freeSpaceAfter(data, parts.at(0), {}, {}).empty());
    QVERIFY(mostHeldByLine(data, parts.at(0), {}, {}).empty());
}

LAMELLA_TEST(tst_FreeSpace)
#include "tst_FreeSpace.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Perfetto traces cut into blocks of whole packets: nothing is lost between two blocks, whatever the sizes of packets, and damage
// is where reading the whole trace at once finds it.
#include "core/import/pftrace/FieldReader.h"
#include "core/import/pftrace/IndexBlocks.h"
#include "core/import/pftrace/PacketBlocks.h"
#include "core/import/pftrace/PftraceIndex.h"
#include "tests/support/BytesSource.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <protozero/exception.hpp>
#include <protozero/varint.hpp>
#include <string>
#include <vector>

using namespace lamella::core;
using lamella::core::pftrace::FieldReader;
using lamella::test::BytesSource;

namespace {

std::string varint(std::uint64_t value)
{
    std::string bytes;
    for (; value >= 0x80; value >>= 7)
        bytes += static_cast<char>(value | 0x80);
    return bytes + static_cast<char>(value);
}

std::string packet(std::size_t bytes)
{
    return "\x0A" + varint(bytes) + std::string(bytes, 'x');
}

std::string packets(std::size_t count, std::size_t bytes)
{
    std::string all;
    while (count-- > 0)
        all += packet(bytes);
    return all;
}

struct Number {
    std::uint64_t value = 0;
    std::size_t rest = 0; // bytes behind it
    bool operator==(const Number &) const = default;
};

// Nothing if it is damaged.
std::optional<Number> numberIn(const std::string &bytes)
{
    try {
        const std::string message = '\x08' + bytes; // field 1
        FieldReader fields(message);
        if (!fields.next())
            return std::nullopt;
        const std::uint64_t value = fields.get_uint64();
        return Number{value, fields.length()};
    } catch (const protozero::exception &) {
        return std::nullopt;
    }
}

std::optional<Number> expected(const std::string &bytes)
{
    const char *at = bytes.data();
    const char *const end = at + bytes.size();
    try {
        const std::uint64_t value = protozero::decode_varint(&at, end);
        return Number{value, static_cast<std::size_t>(end - at)};
    } catch (const protozero::exception &) {
        return std::nullopt;
    }
}

} // namespace

class tst_PacketBlocks : public QObject {
    Q_OBJECT
private slots:
    void whole_data();
    void whole();
    void manyThreads_data();
    void manyThreads();
    void largeBuffersAreGivenBack();
    void manyFlowsOfOneEvent();
    void varints();
};

void tst_PacketBlocks::whole_data()
{
    QTest::addColumn<QByteArray>("trace");
    QTest::addColumn<qint64>("damagedAt");
    const auto add = [](const char *name, const std::string &trace, qint64 damagedAt = -1) {
        QTest::newRow(name) << QByteArray::fromStdString(trace) << damagedAt;
    };
    const std::string some = packets(30'000, 30) + packet(1'000'000) + packets(30'000, 0);
    const auto size = static_cast<qint64>(some.size());
    add("nothing", "");
    add("sizes", some);
    add("field of another kind", packets(20'000, 30) + "\x10\x05" + packets(20'000, 30));
    add("truncated", some + packet(500'000).substr(0, 400'000), size);
    add("truncated in a size", some + "\x0A\x80", size);
    add("lies about its size", some + "\x0A" + varint(std::uint64_t{1} << 60) + packets(20'000, 30), size);
    add("no tag", some + '\0' + packets(20'000, 30), size);
    add("no wire type", some + '\x0F' + packets(20'000, 30), size);
    add("endless size", some + '\x0A' + std::string(300'000, '\xFF'), size);
}

void tst_PacketBlocks::whole()
{
    QFETCH(QByteArray, trace);
    QFETCH(qint64, damagedAt);
    BytesSource source(trace.toStdString());
    const JobControl control;
    MemoryBudget memory{ImportLimits{}};
    pftrace::PacketCutter cutter(source, memory, "t", control);
    pftrace::PacketBlock block;
    std::string all;
    std::size_t blocks = 0;
    for (Result<bool> more = cutter.next(block); more && *more; more = cutter.next(block)) {
        all += block.bytes;
        for (std::string_view rest = block.bytes; !rest.empty();) {
            const pftrace::TraceField field(rest);
            QVERIFY(field.isWhole());
            rest.remove_prefix(field.bytes);
        }
        ++blocks;
    }
    const std::string_view good(trace.constData(), static_cast<std::size_t>(damagedAt < 0 ? trace.size() : damagedAt));
    QVERIFY(all == good);
    QVERIFY(trace.isEmpty() || blocks > 3);
    QCOMPARE(cutter.bytes(), static_cast<std::uint64_t>(trace.size()));
    QCOMPARE(cutter.damagedAt().has_value(), damagedAt >= 0);
    QCOMPARE(static_cast<qint64>(cutter.damagedAt().value_or(-1)), damagedAt);
    BytesSource again(trace.toStdString());
    pftrace::PftraceIndex index(memory, control);
    QVERIFY(index.read(again, "t", 0, pftrace::PftraceIndex::AtBundle::GoOn));
    QCOMPARE(static_cast<qint64>(index.faults().damagedAt), damagedAt);
}

void tst_PacketBlocks::manyThreads_data()
{
    QTest::addColumn<unsigned>("threads");
    QTest::addColumn<int>("stopAt");
    QTest::addColumn<int>("failAt");
    for (const unsigned threads : {1U, 2U, 7U}) {
        QTest::addRow("%u threads", threads) << threads << -1 << -1;
        QTest::addRow("%u threads, stopped", threads) << threads << 40 << -1;
        QTest::addRow("%u threads, failing", threads) << threads << -1 << 40;
    }
}

// Blocks are taken in the order in which they were cut, each after it was parsed.
void tst_PacketBlocks::manyThreads()
{
    QFETCH(unsigned, threads);
    QFETCH(int, stopAt);
    QFETCH(int, failAt);
    struct Block {
        int number = 0;
        int parsed = -1;
    };
    constexpr int kBlocks = 500;
    int cut = 0;
    int taken = 0;
    bool inOrder = true;
    pftrace::OrderedBlocks<Block> blocks({[&](Block &block) -> Result<bool> {
                                              if (cut == failAt)
                                                  return Error{ErrorCode::Io, "cannot be read", "t"};
                                              block.number = cut;
                                              return cut < kBlocks ? ++cut, true : false;
                                          },
        [](Block &block) { block.parsed = block.number; },
        [&](const Block &block) {
            inOrder = inOrder && block.number == taken && block.parsed == taken;
            return ++taken != stopAt;
        }});
    const Result<bool> complete = blocks.run(workersWanted(threads));
    QVERIFY(inOrder);
    QCOMPARE(static_cast<bool>(complete), failAt < 0);
    if (complete)
        QCOMPARE(*complete, stopAt < 0);
    if (complete)
        QCOMPARE(taken, stopAt < 0 ? kBlocks : stopAt);
}

// Blocks that wait to be used again keep no buffer that has grown for a large packet.
void tst_PacketBlocks::largeBuffersAreGivenBack()
{
    BytesSource source(packets(20, 2'000'000));
    const JobControl control;
    MemoryBudget memory{ImportLimits{}};
    pftrace::PacketCutter cutter(source, memory, "t", control);
    std::vector<pftrace::PacketBlock> blocks(20);
    std::uint64_t most = 0;
    for (pftrace::PacketBlock &block : blocks) {
        const Result<bool> more = cutter.next(block);
        QVERIFY(more && *more);
        QVERIFY(block.bytes.size() > 2'000'000);
        most = std::max(most, memory.held());
        cutter.giveBack(block);
        QCOMPARE(memory.held(), std::uint64_t{0});
    }
    QVERIFY(most < 4'000'000);
}

// Each byte is a flow, of which those behind the longest list of a usual event are not kept.
void tst_PacketBlocks::manyFlowsOfOneEvent()
{
    for (const std::size_t flows : {64U, 65U, 1'000'000U}) {
        const std::string event = "\x48\x03" + ("\xA2\x02" + varint(flows)) + std::string(flows, '\x07'); // an instant
        std::vector<pftrace::TrackEvent::Flow> all(3);
        pftrace::EventHead head;
        QCOMPARE(head.readUsual(event, all), flows == 64);
        QCOMPARE(all.size(), std::size_t{3} + std::min(flows, std::size_t{65}));
        QVERIFY(all.capacity() < 1000);
    }
}

// Numbers are those that protozero reads, of every length and wherever the bytes end.
void tst_PacketBlocks::varints()
{
    std::vector<std::string> numbers;
    for (unsigned bits = 0; bits < 64; ++bits) {
        for (const std::uint64_t value : {std::uint64_t{1} << bits, (std::uint64_t{1} << bits) - 1,
                 std::uint64_t{0xA5C3'96E1'7D2B'4F58} >> (63 - bits), ~std::uint64_t{0} >> bits}) {
            std::string bytes;
            protozero::write_varint(std::back_inserter(bytes), value);
            numbers.push_back(bytes);
        }
    }
    for (std::size_t length = 1; length < 12; ++length) { // longer than they have to be, or too long
        numbers.push_back(std::string(length - 1, '\x80') + '\0');
        numbers.push_back(std::string(length - 1, '\x81') + '\x01');
        numbers.push_back(std::string(length, '\xFF'));
        numbers.push_back(std::string(length - 1, '\xFF') + '\x7F');
    }
    for (const std::string &number : numbers) {
        for (std::size_t behind = 0; behind < 12; ++behind) {
            for (const char filler : {'\x00', '\x7F', '\xFF'}) {
                const std::string bytes = number + std::string(behind, filler);
                QVERIFY2(numberIn(bytes) == expected(bytes), QByteArray::fromStdString(bytes).toHex().constData());
            }
        }
        for (std::size_t length = 0; length < number.size(); ++length)
            QVERIFY(numberIn(number.substr(0, length)) == expected(number.substr(0, length)));
    }
}

LAMELLA_TEST(tst_PacketBlocks)
#include "tst_PacketBlocks.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Advice on memory with planted patterns: each rule finds what was planted and nothing else, with the bytes that were planted.
#include "core/analysis/advice/Advice.h"
#include "core/profile/ModelProfile.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr std::int64_t kMega = 1'000'000;
constexpr std::int64_t kGiga = 1'000'000'000;
constexpr int kPasses = 6;

using Planted = std::map<std::string, double>;

// Writes the snapshot of a job whose memory is used as well as can be, and plants patterns into it: weights of 8 GB, and passes
// that each take 1 GB and give it back.
class Planter {
public:
    Planter(unsigned seed, const std::set<std::string> &patterns)
        : m_random(seed)
        , m_patterns(patterns)
        , m_document(documentFromText("7: gemm@0+10"))
    {
        m_weights = reserve(8 * kGiga);
        m_blocksAtEnd[m_weights] = 8 * kGiga;
        m_work = reserve(kGiga);
        m_reserved = 9 * kGiga;
        if (has("memory-fragmentation")) {
            m_unused = 5 * kGiga + random(0, 2000) * kMega;
            reserve(m_unused);
            m_planted["memory-fragmentation"] = static_cast<double>(m_unused);
        }
        if (has("memory-churn")) {
            m_churnBytes = random(100, 200) * kMega;
            m_churn = reserve(m_churnBytes);
        }
        m_reserved = reservedNow();
        if (has("out-of-memory"))
            fail();
        for (m_pass = 0; m_pass < kPasses; ++m_pass)
            pass();
        plantHeadroom();
        finish();
    }
    [[nodiscard]] const Planted &planted() const { return m_planted; }
    [[nodiscard]] Advice found() const
    {
        const Segmentation segmentation = segmentationFromPlaces(*m_document, {});
        const KernelNames names(*m_document, builtinProfiles(), nullptr);
        const KernelIndex index(*m_document, segmentation);
        const KernelRoles roles;
        const Roofline roofline;
        const GapList gaps;
        AdviceInput input{{*m_document, names, segmentation, index}, roles, roofline, gaps, {}, builtinAdviceRules()};
        input.memory = &m_data;
        return advice(input);
    }

private:
    [[nodiscard]] bool has(const char *pattern) const { return m_patterns.contains(pattern); }
    std::int64_t random(int low, int high) { return std::uniform_int_distribution<int>(low, high)(m_random); }
    [[nodiscard]] std::int64_t reservedNow() const
    {
        std::int64_t sum = 0;
        for (const auto &[address, bytes] : m_segments)
            sum += bytes;
        return sum;
    }
    std::uint64_t reserve(std::int64_t bytes)
    {
        const std::uint64_t address = m_nextAddress;
        m_nextAddress += static_cast<std::uint64_t>(bytes) + 4096; // never side by side
        m_segments[address] = bytes;
        return address;
    }
    void row(MemoryAction action, std::uint64_t address, std::int64_t bytes, std::uint32_t stack = 0)
    {
        m_log.time.push_back(m_time += 1000);
        m_log.address.push_back(address);
        m_log.bytes.push_back(bytes);
        m_log.device.push_back(0);
        m_log.action.push_back(action);
        m_log.stack.push_back(stack);
        m_data.places.emplace_back().pass = m_pass;
        m_reserved = std::max(m_reserved, reservedNow());
    }
    // Asked for before anything is at work, so that the largest free block is known.
    void fail()
    {
        const std::int64_t asked = 20 * kGiga + random(0, 5000) * kMega;
        const std::int64_t driver = random(0, 500) * kMega;
        const std::int64_t largest = std::max({kGiga, m_unused, m_churnBytes});
        row(MemoryAction::OutOfMemory, static_cast<std::uint64_t>(driver), asked);
        m_planted["out-of-memory"] = static_cast<double>(asked - std::max(driver, largest));
    }
    void pass()
    {
        row(MemoryAction::Alloc, m_work, kGiga, 1);
        if (has("memory-growth")) {
            const std::int64_t kept = random(60, 150) * kMega;
            const std::uint64_t address = reserve(kept);
            row(MemoryAction::SegmentAlloc, address, kept);
            row(MemoryAction::Alloc, address, kept, 2);
            m_blocksAtEnd[address] = kept;
            m_planted["memory-growth"] += m_pass + 1 < kPasses ? static_cast<double>(kept) : 0;
        }
        if (has("memory-churn")) {
            m_segments.erase(m_churn);
            row(MemoryAction::SegmentFree, m_churn, m_churnBytes);
            m_churn = reserve(m_churnBytes);
            row(MemoryAction::SegmentAlloc, m_churn, m_churnBytes);
            m_planted["memory-churn"] += static_cast<double>(m_churnBytes);
        }
        row(MemoryAction::Free, m_work, kGiga, 1);
    }
    // The device has about as much as the peak, else four times as much.
    void plantHeadroom()
    {
        const bool planted = has("memory-headroom");
        const std::int64_t device = planted ? m_reserved * random(1002, 1030) / 1000 : 4 * m_reserved;
        m_document->metadata.other.emplace_back(
            "deviceProperties", R"([{"id":0,"totalGlobalMem":)" + std::to_string(device) + "}]");
        if (planted)
            m_planted["memory-headroom"] = static_cast<double>(m_reserved) - 0.95 * static_cast<double>(device);
    }
    void finish()
    {
        for (const auto &[address, bytes] : m_segments) {
            MemorySegment &segment = m_log.segments.emplace_back();
            segment.address = address;
            segment.bytes = bytes;
            segment.firstBlock = static_cast<std::uint32_t>(m_log.blocks.size());
            segment.blocks = 1;
            SegmentBlock &block = m_log.blocks.emplace_back();
            block.address = address;
            block.bytes = bytes;
            block.state = m_blocksAtEnd.contains(address) ? BlockState::Allocated : BlockState::Free;
        }
        m_log.source = MemorySource::Snapshot;
        for (const char *line : {"", "train.py", "log.py"})
            m_log.frames.push_back({m_document->strings.intern(line), m_document->strings.intern("step"), 12});
        m_log.stackFrames = {1, 2};
        m_log.stackBegin = {0, 0, 1, 2};
        m_data.document = m_document;
        m_data.lineOfStack = linesOfStacks(*m_document, m_log);
        m_data.use = memoryUse(m_log);
        m_data.log = std::make_shared<const MemoryLog>(m_log);
        m_data.lifetimes = lifetimesOf(m_data, nullptr);
    }

    std::mt19937 m_random;
    std::set<std::string> m_patterns;
    std::shared_ptr<TraceDocument> m_document;
    MemoryLog m_log;
    MemoryData m_data;
    Planted m_planted;
    std::map<std::uint64_t, std::int64_t> m_segments; // bytes by address
    std::map<std::uint64_t, std::int64_t> m_blocksAtEnd;
    std::uint64_t m_nextAddress = 1 << 20;
    std::uint64_t m_weights = 0;
    std::uint64_t m_work = 0;
    std::uint64_t m_churn = 0;
    std::int64_t m_churnBytes = 0;
    std::int64_t m_unused = 0;
    std::int64_t m_reserved = 0; // at most
    std::int64_t m_time = 0;
    int m_pass = kNoPass;
};

const std::vector<std::string> kPatterns{
    "memory-fragmentation", "memory-growth", "memory-headroom", "out-of-memory", "memory-churn"};

QString joined(const std::set<std::string> &names)
{
    QStringList all;
    for (const std::string &name : names)
        all << QString::fromStdString(name);
    return all.join(QLatin1Char(' '));
}

} // namespace

class tst_MemoryAdvice : public QObject {
    Q_OBJECT

private slots:
    void planted_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 40; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }

    void planted()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        std::set<std::string> patterns;
        for (const std::string &pattern : kPatterns)
            if (random() % 2 == 0)
                patterns.insert(pattern);
        const Planter planter(seed, patterns);
        const Advice advice = planter.found();
        std::map<std::string, double> gains;
        std::set<std::string> found;
        for (const AdviceFinding &finding : advice.findings) {
            QVERIFY(finding.memory);
            QVERIFY(found.insert(finding.rule->id).second);
            gains[finding.rule->id] = static_cast<double>(finding.memory->gainHighBytes);
            QVERIFY(finding.memory->gainLowBytes >= 0 && finding.memory->gainLowBytes <= finding.memory->gainHighBytes);
            QCOMPARE(finding.memory->nowBytes - finding.memory->afterBytes, finding.memory->gainHighBytes);
            QCOMPARE(finding.gainHighNs, std::int64_t(0));
            QVERIFY(!finding.evidence.empty() && !finding.basis.empty() && !finding.where.empty());
            QVERIFY(finding.target != Selection());
        }
        QCOMPARE(joined(found), joined(patterns));
        for (const auto &[rule, gain] : planter.planted())
            QVERIFY2(std::abs(gains[rule] - gain) <= 0.05 * gain,
                qPrintable(
                    QStringLiteral("%1: planted %2, found %3").arg(QString::fromStdString(rule)).arg(gain).arg(gains[rule])));
    }

    void wellUsedHasNone()
    {
        const Advice advice = Planter(3, {}).found();
        QVERIFY(advice.findings.empty());
        QCOMPARE(advice.silent.size(), builtinAdviceRules().size());
    }

    // Segments without a block can go in any case; what else is reserved may be held by blocks that lie in between.
    void lowGainIsWhatIsEmpty()
    {
        for (unsigned seed = 0; seed < 10; ++seed) {
            const Planter planter(seed, {"memory-fragmentation"});
            const Advice advice = planter.found();
            QCOMPARE(advice.findings.size(), std::size_t(1));
            const AdviceMemory &memory = *advice.findings[0].memory;
            QCOMPARE(static_cast<double>(memory.gainLowBytes), planter.planted().at("memory-fragmentation"));
        }
    }

    void growthNamesItsLine()
    {
        const Advice advice = Planter(1, {"memory-growth"}).found();
        QCOMPARE(advice.findings.size(), std::size_t(1));
        QVERIFY2(advice.findings[0].evidence.english().find("log.py(12): step") != std::string::npos,
            advice.findings[0].evidence.english().c_str());
        QVERIFY(advice.findings[0].evidence.english().starts_with("5 of 5 passes"));
    }
};

LAMELLA_TEST(tst_MemoryAdvice)
#include "tst_MemoryAdvice.moc"

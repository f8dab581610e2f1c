// SPDX-License-Identifier: GPL-3.0-or-later
// Advice on memory with planted patterns: each rule finds what was planted and nothing else, with the bytes that were planted.
#include "core/analysis/advice/Advice.h"
#include "core/analysis/memory/MemoryGrowth.h"
#include "core/base/Format.h"
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

Advice adviceOn(const MemoryData &data, const JobControl &control = {})
{
    const TraceDocument &document = *data.document;
    const Segmentation segmentation = segmentationFromPlaces(document, {});
    const KernelNames names(document, builtinProfiles(), nullptr);
    const KernelIndex index(document, segmentation);
    const KernelRoles roles;
    const Roofline roofline;
    const GapList gaps;
    const EventTimes times(document.events);
    AdviceInput input{{document, names, segmentation, index}, roles, roofline, gaps, {}, builtinAdviceRules(), times};
    input.memory = &data;
    return advice(input, control);
}

const AdviceFinding *findingOf(const Advice &advice, const std::string &rule)
{
    for (const AdviceFinding &finding : advice.findings)
        if (finding.rule->id == rule)
            return &finding;
    return nullptr;
}

bool holds(const Message &text, const char *part)
{
    return text.english().find(part) != std::string::npos;
}

// A log by hand, without passes, a row each microsecond. Stack 1 is of a line that loads weights, 2 and 3 are of others.
class HandLog {
public:
    HandLog()
        : m_document(documentFromText("7: gemm@0+10"))
    {
        log.source = MemorySource::Snapshot;
        const auto frame = [this](const char *file, const char *function) {
            log.frames.push_back({m_document->strings.intern(file), m_document->strings.intern(function), 12});
        };
        frame("load.py", "load_weights");
        frame("train.py", "step");
        frame("log.py", "keep");
        log.stackFrames = {0, 1, 2};
        log.stackBegin = {0, 0, 1, 2, 3};
    }
    HandLog &row(MemoryAction action, std::uint64_t address, std::int64_t bytes, std::uint32_t stack = 0, std::int16_t device = 0)
    {
        log.time.push_back(m_time += 1000);
        log.address.push_back(address);
        log.bytes.push_back(bytes);
        log.device.push_back(device);
        log.action.push_back(action);
        log.stack.push_back(stack);
        return *this;
    }
    // At the end, with one block.
    HandLog &segment(std::uint64_t address, std::int64_t bytes, BlockState state = BlockState::Free)
    {
        MemorySegment &made = log.segments.emplace_back();
        made.address = address;
        made.bytes = bytes;
        made.firstBlock = static_cast<std::uint32_t>(log.blocks.size());
        made.blocks = 1;
        SegmentBlock &block = log.blocks.emplace_back();
        block.address = address;
        block.bytes = bytes;
        block.state = state;
        return *this;
    }
    [[nodiscard]] MemoryData data() const
    {
        MemoryData data;
        data.document = m_document;
        data.lineOfStack = linesOfStacks(*m_document, log);
        data.use = memoryUse(log);
        data.log = std::make_shared<const MemoryLog>(log);
        data.lifetimes = lifetimesOf(data, nullptr);
        return data;
    }
    [[nodiscard]] Advice found() const { return adviceOn(data()); }

    MemoryLog log;

private:
    std::shared_ptr<TraceDocument> m_document;
    std::int64_t m_time = 0;
};

constexpr std::uint64_t kFirst = 1ULL << 40; // addresses of segments, far apart
constexpr std::uint64_t kSecond = 2ULL << 40;
constexpr std::uint64_t kThird = 3ULL << 40;

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
    [[nodiscard]] Advice found() const { return adviceOn(m_data); }

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
            const AdviceBytes bytes = finding.rule->id == "out-of-memory" ? AdviceBytes::Lacking
                : finding.rule->id == "memory-churn"                      ? AdviceBytes::Moved
                                                                          : AdviceBytes::Saved;
            QCOMPARE(adviceBytesName(finding.memory->bytes), adviceBytesName(bytes));
            QVERIFY(!holds(finding.evidence, "waits for the device")); // which nothing measures
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

    // Segments in which no block ever lies can go in any case; what else is reserved may be held by blocks that lie in between.
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
        QVERIFY(advice.findings[0].evidence.english().starts_with("in 5 of 5 passes blocks of log.py(12): step stay"));
    }

    // In tenths of the time, each of ten allocations; those of the last tenth may still be in use.
    void growthMayBeginLate_data()
    {
        QTest::addColumn<int>("first"); // tenth that keeps something
        QTest::addColumn<int>("every"); // how many tenths until the next that does
        QTest::addColumn<bool>("grows");
        QTest::newRow("from the start") << 0 << 1 << true;
        QTest::newRow("from halfway") << 5 << 1 << true;
        QTest::newRow("in the last third") << 6 << 1 << true;
        QTest::newRow("in two tenths: too few to tell") << 7 << 1 << false;
        QTest::newRow("in each second tenth: kept by chance") << 0 << 2 << false;
    }

    void growthMayBeginLate()
    {
        QFETCH(int, first);
        QFETCH(int, every);
        QFETCH(bool, grows);
        HandLog log;
        for (int i = 0; i < 100; ++i) {
            const int tenth = i / 10;
            const std::uint64_t address = kFirst + static_cast<std::uint64_t>(i) * kGiga;
            const std::size_t rows = log.log.time.size();
            log.row(MemoryAction::Alloc, address, kGiga, 3);
            if (tenth < first || (tenth - first) % every != 0)
                log.row(MemoryAction::Free, address, kGiga, 3);
            std::fill(log.log.time.begin() + static_cast<std::ptrdiff_t>(rows), log.log.time.end(), i * 1000);
        }
        const std::vector<LineGrowth> lines = memoryGrowth(log.data());
        const auto line = std::find_if(lines.begin(), lines.end(), [](const LineGrowth &l) { return l.line.starts_with("log.py"); });
        QVERIFY(line != lines.end());
        QCOMPARE(line->of, 9U);
        QCOMPARE(line->grows(), grows);
        QCOMPARE(findingOf(log.found(), "memory-growth") != nullptr, grows);
    }

    // Segments without a history are those of one moment.
    void fragmentationNeedsAHistory()
    {
        HandLog snapshot;
        snapshot.segment(kFirst, kGiga, BlockState::Allocated).segment(kSecond, 7 * kGiga);
        QVERIFY(!findingOf(snapshot.found(), "memory-fragmentation"));
        snapshot.row(MemoryAction::Alloc, kSecond, kGiga).row(MemoryAction::Free, kSecond, kGiga);
        QVERIFY(findingOf(snapshot.found(), "memory-fragmentation"));
    }

    void lowGainIsNeverUsed_data()
    {
        QTest::addColumn<bool>("third"); // a segment of 3 GB that is never used
        QTest::addColumn<bool>("early"); // and goes back before the peak
        QTest::addColumn<qint64>("low");
        QTest::newRow("filled after the peak of what is reserved") << false << false << qint64(0);
        QTest::newRow("a segment that is never used") << true << false << qint64(3 * kGiga);
        QTest::newRow("one that is gone before the peak") << true << true << qint64(0);
    }

    // Two segments are taken at first and filled later, one after the other: both are needed, if blocks lie so.
    void lowGainIsNeverUsed()
    {
        QFETCH(bool, third);
        QFETCH(bool, early);
        QFETCH(qint64, low);
        HandLog log;
        if (third)
            log.row(MemoryAction::SegmentAlloc, kThird, 3 * kGiga);
        if (early)
            log.row(MemoryAction::SegmentFree, kThird, 3 * kGiga);
        for (const std::uint64_t address : {kFirst, kSecond})
            log.row(MemoryAction::SegmentAlloc, address, 2 * kGiga).segment(address, 2 * kGiga);
        for (const std::uint64_t address : {kFirst, kSecond})
            log.row(MemoryAction::Alloc, address, 2 * kGiga).row(MemoryAction::Free, address, 2 * kGiga);
        if (third && !early)
            log.segment(kThird, 3 * kGiga);
        const Advice advice = log.found();
        const AdviceFinding *finding = findingOf(advice, "memory-fragmentation");
        QVERIFY(finding);
        QCOMPARE(finding->memory->gainHighBytes, (third && !early ? 5 : 2) * kGiga);
        QCOMPARE(finding->memory->gainLowBytes, std::int64_t(low));
        QVERIFY(holds(finding->evidence, "while recorded"));
        QVERIFY(holds(finding->basis, "while recorded"));
        QVERIFY(!holds(finding->basis, "before the recording")); // it begins with nothing
    }

    // A peak that the log does not have may have needed what is reserved at its begin.
    void earlierNeedIsNotKnown_data()
    {
        QTest::addColumn<bool>("events");
        QTest::newRow("snapshot that begins later") << false;
        QTest::newRow("events of a profiler window") << true;
    }

    void earlierNeedIsNotKnown()
    {
        QFETCH(bool, events);
        HandLog log;
        log.row(MemoryAction::Alloc, kFirst, kGiga).row(MemoryAction::Free, kFirst, kGiga);
        if (events) {
            log.log.source = MemorySource::Events;
            log.log.allocated = {kGiga, 0};
            log.log.reserved = {8 * kGiga, 8 * kGiga};
            log.log.active = {kGiga, 0};
        } else {
            log.segment(kFirst, 8 * kGiga);
        }
        const Advice advice = log.found();
        const AdviceFinding *finding = findingOf(advice, "memory-fragmentation");
        QVERIFY(finding);
        QCOMPARE(finding->memory->gainHighBytes, 7 * kGiga);
        QCOMPARE(finding->memory->gainLowBytes, std::int64_t(0));
        QVERIFY(holds(finding->basis, "what was needed before the recording is not known"));
    }

    void failureWithoutAWholeSnapshot_data()
    {
        QTest::addColumn<bool>("complete");
        QTest::addColumn<bool>("segments");
        QTest::addColumn<bool>("driver");
        QTest::newRow("the file ends early") << false << true << true;
        QTest::newRow("no segments") << true << false << true;
        QTest::newRow("nothing is recorded") << true << false << false;
        QTest::newRow("nothing of the driver") << true << true << false;
    }

    // What is not recorded is no 0.
    void failureWithoutAWholeSnapshot()
    {
        QFETCH(bool, complete);
        QFETCH(bool, segments);
        QFETCH(bool, driver);
        HandLog log;
        log.row(MemoryAction::SegmentAlloc, kFirst, 2 * kGiga);
        log.row(MemoryAction::OutOfMemory, driver ? kGiga : MemoryLog::kFreeUnknown, 5 * kGiga);
        if (segments)
            log.segment(kFirst, 2 * kGiga);
        log.log.complete = complete;
        const bool isWhole = complete && segments;
        const Advice advice = log.found();
        const AdviceFinding *finding = findingOf(advice, "out-of-memory");
        QVERIFY(finding);
        QVERIFY2(!holds(finding->evidence, "has 0"), finding->evidence.english().c_str());
        QVERIFY(holds(finding->evidence, "not recorded"));
        QCOMPARE(holds(finding->evidence, "largest free block"), isWhole);
        QCOMPARE(holds(finding->evidence, "where the driver has"), driver);
        QCOMPARE(finding->memory->nowBytes, 5 * kGiga);
        QCOMPARE(finding->memory->gainLowBytes, std::int64_t(0));
        QCOMPARE(finding->memory->gainHighBytes, (isWhole ? 3 : driver ? 4 : 5) * kGiga);
    }

    // A limit of the process, another stream, another pool.
    void failureWhereThereWasRoom()
    {
        HandLog log;
        log.row(MemoryAction::SegmentAlloc, kFirst, 2 * kGiga).row(MemoryAction::OutOfMemory, 10 * kGiga, 5 * kGiga);
        const Advice advice = log.segment(kFirst, 2 * kGiga).found();
        const AdviceFinding *finding = findingOf(advice, "out-of-memory");
        QVERIFY(finding);
        QCOMPARE(finding->memory->nowBytes, 5 * kGiga);
        QCOMPARE(finding->memory->gainHighBytes, std::int64_t(0));
        QVERIFY(holds(finding->basis, "there was room, but not for this request"));
        QVERIFY(std::none_of(
            advice.silent.begin(), advice.silent.end(), [](const AdviceRule *rule) { return rule->id == "out-of-memory"; }));
    }

    void failuresThatAreNotLookedAt()
    {
        HandLog log;
        for (int i = 0; i < 70; ++i)
            log.row(MemoryAction::OutOfMemory, 0, kGiga);
        const Advice advice = log.found();
        const AdviceFinding *finding = findingOf(advice, "out-of-memory");
        QVERIFY(finding);
        QCOMPARE(finding->places, std::int64_t(70));
        QVERIFY2(holds(finding->evidence, "6 more were not looked at"), finding->evidence.english().c_str());
    }

    // As a file may state them: a walk through the log for each of them would take minutes.
    void everyDeviceHasItsOwn()
    {
        constexpr std::int16_t kDevices = 32'000;
        HandLog log;
        for (int turn = 0; turn < 2; ++turn)
            for (std::int16_t device = 0; device < kDevices; ++device)
                log.row(MemoryAction::Alloc, kFirst + static_cast<std::uint64_t>(turn) * kGiga, kMega, 2, device);
        for (std::int16_t device = 0; device < kDevices; ++device)
            log.row(MemoryAction::OutOfMemory, 0, kGiga + device, 0, device);
        const Advice advice = log.found();
        QCOMPARE(advice.findings.size(), std::size_t(kDevices));
        std::set<std::int16_t> devices;
        for (const AdviceFinding &finding : advice.findings) {
            QVERIFY(devices.insert(finding.memory->device).second);
            QCOMPARE(finding.memory->nowBytes, kGiga + finding.memory->device);
        }
    }

    void stops()
    {
        HandLog log;
        log.row(MemoryAction::OutOfMemory, 0, kGiga);
        std::stop_source stop;
        stop.request_stop();
        JobControl control;
        control.stop = stop.get_token();
        QVERIFY(adviceOn(log.data(), control).findings.empty());
        QVERIFY(memoryGrowth(log.data(), control).empty());
    }

    // Ten tenths: the last moment is in the last of them.
    void growthInTenthsOfTheTime()
    {
        HandLog log;
        for (std::uint64_t i = 0; i <= 10; ++i)
            log.row(MemoryAction::Alloc, kFirst + i * kGiga, 100 * kMega, 2);
        const std::vector<LineGrowth> lines = memoryGrowth(log.data());
        QCOMPARE(lines.size(), std::size_t(1));
        QCOMPARE(lines[0].of, 9U);
        QCOMPARE(lines[0].periods, 9U);
        QCOMPARE(lines[0].keptEarlier, 900 * kMega);
        const Advice advice = log.found();
        const AdviceFinding *finding = findingOf(advice, "memory-growth");
        QVERIFY(finding);
        QVERIFY2(finding->evidence.english().starts_with("in 9 of 9 tenths of the time blocks of train.py(12): step stay"),
            finding->evidence.english().c_str());
        QVERIFY(finding->rule->title.find("pass") == std::string::npos); // there are none
    }

    // The periods are those of the line, and so are the bytes beside them.
    void growthOfSeveralLines()
    {
        HandLog log;
        for (std::uint64_t i = 0; i <= 10; ++i) {
            log.row(MemoryAction::Alloc, kFirst + i * kGiga, 100 * kMega, 2);
            log.row(MemoryAction::Alloc, kSecond + i * kGiga, 50 * kMega, 3);
        }
        const MemoryData data = log.data();
        std::map<std::string, std::int64_t> kept;
        for (const LineGrowth &line : memoryGrowth(data))
            kept[line.line] = line.keptEarlier;
        const std::int64_t own = kept["train.py(12): step"];
        const std::int64_t both = own + kept["log.py(12): keep"];
        QVERIFY(own > 0 && both > own);
        const Advice advice = adviceOn(data);
        const AdviceFinding *finding = findingOf(advice, "memory-growth");
        QVERIFY(finding);
        QCOMPARE(finding->memory->gainHighBytes, both);
        QVERIFY2(holds(finding->evidence, ("stay: " + formatBytes(own) + " in all").c_str()), finding->evidence.english().c_str());
        QVERIFY2(holds(finding->evidence, ("of all 2 lines or operators together " + formatBytes(both)).c_str()),
            finding->evidence.english().c_str());
    }

    // One line in most tenths of the time, but nothing that grows.
    void aModelThatIsLoadedDoesNotGrow()
    {
        HandLog log;
        for (std::uint64_t i = 0; i <= 10; ++i)
            log.row(MemoryAction::Alloc, kFirst + i * kGiga, 100 * kMega, 1);
        QVERIFY(memoryGrowth(log.data())[0].grows());
        QVERIFY(!findingOf(log.found(), "memory-growth"));
    }
};

LAMELLA_TEST(tst_MemoryAdvice)
#include "tst_MemoryAdvice.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics and classes of steps, and the state of devices over time.
#include "core/analysis/program/KindTimeline.h"
#include "core/analysis/program/OpKinds.h"
#include "core/analysis/program/StepClasses.h"
#include "core/analysis/program/Steps.h"
#include "core/analysis/program/Transfers.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

using namespace lamella::core;

namespace {

std::vector<NumberedStep> steps(const std::vector<std::int64_t> &durations)
{
    std::vector<NumberedStep> all;
    for (std::size_t i = 0; i < durations.size(); ++i)
        all.push_back({static_cast<std::int64_t>(i), durations[i]});
    return all;
}

DeviceOps oneLine(const std::vector<std::pair<OpKind, std::pair<std::int64_t, std::int64_t>>> &ops)
{
    DeviceOps made;
    for (const auto &[kind, span] : ops) {
        OpClass what;
        what.traits.kind = kind;
        what.nests = true;
        made.classes.push_back(what);
        const auto row = static_cast<std::uint32_t>(made.classes.size() - 1);
        made.ops.push_back({EventId{row}, row, StreamId{0}, DeviceOp::kNoRun, span.first, span.second, span.second});
    }
    made.firstOfDevice = {0, static_cast<std::uint32_t>(made.ops.size())};
    return made;
}

} // namespace

class tst_ProgramOps : public QObject {
    Q_OBJECT
private slots:
    void statistics();
    void classes_data();
    void classes();
    void heavySteps();
    void innermostCounts();
    void statesAddUp();
    void timelineAgreesWithTheDefinition();
    void sumsOfAnyRange();
    void warmUpByOrder();
    void warmUpByState();
    void partialPassesAreNoSteps();
    void kindsOfKernels();
};

// Some drivers copy and fill with kernels: those compute as little as recorded copies.
void tst_ProgramOps::kindsOfKernels()
{
    const auto kindOf = [](const char *name, KernelKind kind, Category category) {
        return kernelTraits(name, kind, category).kind;
    };
    QCOMPARE(kindOf("Memcpy DtoD", KernelKind::Memcpy, Category::Memory), OpKind::Copy);
    QCOMPARE(kindOf("Memset (Device)", KernelKind::Memset, Category::Memory), OpKind::Copy);
    QCOMPARE(kindOf("__amd_rocclr_copyBuffer", KernelKind::Kernel, Category::Memory), OpKind::Copy);
    QCOMPARE(kindOf("ncclDevKernel_AllReduce", KernelKind::Kernel, Category::Communication), OpKind::Communication);
    QCOMPARE(kindOf("direct_copy_kernel", KernelKind::Kernel, Category::Elementwise), OpKind::Compute);
}

void tst_ProgramOps::statistics()
{
    const StepStatistics found = stepStatistics({150, 120, 140, 130});
    QCOMPARE(found.count, std::size_t{4});
    QCOMPARE(found.medianNs, 135.0);
    QCOMPARE(found.meanNs, 135.0);
    QCOMPARE(found.p90Ns, 147.0); // position 2.7 of 120 130 140 150
    QCOMPARE(found.minNs, 120);
    QCOMPARE(found.maxNs, 150);
    QCOMPARE(stepStatistics({}).count, std::size_t{0});
}

void tst_ProgramOps::classes_data()
{
    QTest::addColumn<std::vector<std::int64_t>>("durations");
    QTest::addColumn<QString>("classes");
    using D = std::vector<std::int64_t>;
    QTest::newRow("none") << D{} << "";
    QTest::newRow("fewer than six") << D{1, 10, 1, 10, 1} << "typical";
    QTest::newRow("even") << D{100, 101, 99, 100, 102, 98} << "typical";
    QTest::newRow("zero") << D{0, 10, 10, 10, 10, 10} << "typical";
    QTest::newRow("one heavy is chance") << D{100, 100, 100, 100, 100, 900} << "typical";
    QTest::newRow("apart, but not by half") << D{100, 100, 100, 130, 130, 130} << "typical";
    QTest::newRow("light and heavy") << D{100, 101, 99, 200, 205, 199} << "light heavy";
    QTest::newRow("fewer than a tenth") << D{100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100,
        100, 100, 900, 900} << "typical";
}

void tst_ProgramOps::classes()
{
    QFETCH(std::vector<std::int64_t>, durations);
    QFETCH(QString, classes);
    std::string found;
    for (const StepClassSummary &summary : classifySteps(steps(durations)).summaries)
        found += (found.empty() ? "" : " ") + std::string(stepClassName(summary.stepClass));
    QCOMPARE(QString::fromStdString(found), classes);
}

void tst_ProgramOps::heavySteps()
{
    // Heavy at 2, 7, 12, 13: distances 5 and 5; 13 is adjacent and does not count.
    std::vector<std::int64_t> durations(15, 100);
    for (const std::size_t heavy : {2u, 7u, 12u, 13u})
        durations[heavy] = 400 + static_cast<std::int64_t>(heavy);
    const StepClasses found = classifySteps(steps(durations));
    QCOMPARE(found.summaries.size(), std::size_t{2});
    QCOMPARE(found.summaries[1].period, std::optional<std::int64_t>(5));
    QVERIFY(!found.summaries[0].period);
    QCOMPARE(found.summaries[0].representative, 0); // the first of two equal ones
    QCOMPARE(found.summaries[1].representative, 7); // median 409.5: 407 and 412 are equally near
    QCOMPARE(found.classes[7], StepClass::Heavy);
    QCOMPARE(found.classes[8], StepClass::Light);
}

void tst_ProgramOps::innermostCounts()
{
    // A loop 0..100 that contains a collective 20..60, which waits during 30..40.
    const DeviceOps ops = oneLine(
        {{OpKind::Compute, {0, 100}}, {OpKind::Communication, {20, 40}}, {OpKind::Wait, {30, 10}}, {OpKind::Copy, {120, 5}}});
    const std::vector<StateSpan> spans = stateTimeline(ops, DeviceId{0});
    QCOMPARE(spans.size(), std::size_t{6});
    const StateSums sums(spans);
    const StateTimes all = sums.of({{0}, {130}});
    QCOMPARE(all, (StateTimes{60, 30, 5, 10, 0, 25}));
    QCOMPARE(sums.of({{35}, {50}}), (StateTimes{0, 10, 0, 5, 0, 0}));
    QCOMPARE(sums.of({{110}, {120}}), (StateTimes{0, 0, 0, 0, 0, 10}));
    QCOMPARE(sums.of({{0}, {10}}), (StateTimes{10, 0, 0, 0, 0, 0})); // out of order
}

void tst_ProgramOps::statesAddUp()
{
    // Partial overlaps and several operations in flight: the parts add up to the window.
    DeviceOps ops =
        oneLine({{OpKind::Compute, {0, 50}}, {OpKind::Wait, {10, 80}}, {OpKind::Copy, {15, 5}}, {OpKind::Compute, {85, 30}}});
    OpClass flight;
    flight.async = true;
    ops.classes.push_back(flight);
    ops.ops.push_back({EventId{9}, 4, StreamId{0}, DeviceOp::kNoRun, 100, 60, 60});
    ops.firstOfDevice = {0, 5};
    const std::vector<StateSpan> spans = stateTimeline(ops, DeviceId{0});
    const StateTimes all = StateSums(spans).of({{0}, {200}});
    QCOMPARE(std::accumulate(all.begin(), all.end(), std::int64_t{0}), 200);
    QCOMPARE(all[static_cast<std::size_t>(DeviceState::Compute)], 75);
    QCOMPARE(all[static_cast<std::size_t>(DeviceState::InFlight)], 45);
    QCOMPARE(all[static_cast<std::size_t>(DeviceState::Idle)], 40);
}

// Operations of random kinds in parallel, against a sum ns by ns.
void tst_ProgramOps::timelineAgreesWithTheDefinition()
{
    std::mt19937 random(7);
    const auto upTo = [&random](unsigned limit) { return static_cast<std::int64_t>(random() % (limit + 1)); };
    for (int round = 0; round < 200; ++round) {
        const bool apart = round % 4 == 0; // in order without overlap: the fast path
        DeviceOps ops;
        for (std::uint32_t kind = 0; kind < 4; ++kind) {
            OpClass what;
            what.traits.kind = static_cast<OpKind>(kind);
            ops.classes.push_back(what);
        }
        std::int64_t at = -20;
        for (std::uint32_t i = 0; i < 12; ++i) {
            const std::int64_t length = upTo(9);
            ops.ops.push_back(
                {EventId{i}, static_cast<std::uint32_t>(upTo(3)), StreamId{0}, DeviceOp::kNoRun, at, length, length});
            at += apart ? length + upTo(1) * upTo(5) : upTo(6);
        }
        ops.firstOfDevice = {0, static_cast<std::uint32_t>(ops.ops.size())};
        const std::vector<StateSpan> spans = stateTimeline(ops, DeviceId{0});
        for (std::size_t i = 1; i < spans.size(); ++i)
            QVERIFY(spans[i - 1].end < spans[i].start
                || (spans[i - 1].end == spans[i].start && spans[i - 1].state != spans[i].state));
        for (std::int64_t t = -25; t < 120; ++t) {
            auto expected = DeviceState::Idle;
            for (const DeviceOp &op : ops.ops)
                if (op.start <= t && t < op.end())
                    expected = std::min(expected, static_cast<DeviceState>(ops.classOf(op).traits.kind));
            auto found = DeviceState::Idle;
            for (const StateSpan &span : spans)
                if (span.start <= t && t < span.end)
                    found = span.state;
            QCOMPARE(static_cast<int>(found), static_cast<int>(expected));
        }
    }
}

void tst_ProgramOps::sumsOfAnyRange()
{
    std::vector<StateSpan> spans; // more than two blocks of spans, with gaps of 0 to 2 ns
    for (std::int64_t i = 0, at = 5; i < 150; at = spans.back().end + i % 3, ++i)
        spans.push_back({at, at + 1 + i % 7, static_cast<DeviceState>(i % 5)});
    const StateSums sums(spans);
    for (std::int64_t begin = 0; begin < spans.back().end + 4; begin += 3) {
        for (std::int64_t end = begin; end < spans.back().end + 9; end += 11) {
            StateTimes expected{};
            for (const StateSpan &span : spans)
                expected[static_cast<std::size_t>(span.state)] +=
                    std::max<std::int64_t>(0, std::min(span.end, end) - std::max(span.start, begin));
            expected[static_cast<std::size_t>(DeviceState::Idle)] =
                end - begin - std::accumulate(expected.begin(), expected.end(), std::int64_t{0});
            QCOMPARE(sums.of({{begin}, {end}}), expected);
        }
    }
    QCOMPARE(StateSums({}).of({{3}, {10}}), (StateTimes{0, 0, 0, 0, 0, 7}));
}

void tst_ProgramOps::warmUpByOrder()
{
    ProgramRuns runs;
    runs.programs.push_back({"step", 6, 0, true});
    const std::vector<std::int64_t> starts{0, 90, 100, 110}; // the first interval belongs to the warm-up
    for (std::uint32_t device = 0; device < 2; ++device) {
        for (std::size_t i = 0; i < starts.size(); ++i) {
            ProgramRun run;
            run.device = DeviceId{device};
            run.number = 5'000'000'000 + static_cast<std::int64_t>(i);
            run.range = {{starts[i]}, {starts[i] + 5}};
            runs.runs.push_back(run);
        }
    }
    const Steps steps = stepsOf(runs, 1);
    QCOMPARE(steps.steps.size(), std::size_t{4});
    QCOMPARE(steps.steps.front().number, 5'000'000'000);
    QVERIFY(steps.steps[0].warmUp && !steps.steps[1].warmUp);
    QVERIFY(steps.interval.has_value());
    QCOMPARE(steps.interval->count, std::size_t{2}); // of steps, not of devices
    QCOMPARE(steps.interval->maxNs, 10);
}

// Passes that are cold or warm up are no steady steps, nor are the intervals that they begin.
void tst_ProgramOps::warmUpByState()
{
    ProgramRuns runs;
    runs.programs.push_back({"decode", 5, 0, true});
    const std::vector<TimeRange> ranges{{{0}, {500}}, {{510}, {530}}, {{540}, {550}}, {{560}, {570}}, {{580}, {592}}};
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        ProgramRun run;
        run.device = DeviceId{0};
        run.number = static_cast<std::int64_t>(i);
        run.range = ranges[i];
        run.warmUp = i < 2;
        runs.runs.push_back(run);
    }
    const Steps steps = stepsOf(runs, 0);
    QCOMPARE(steps.all.count, std::size_t{5});
    QCOMPARE(steps.warmUp, std::size_t{2});
    QCOMPARE(steps.steady.count, std::size_t{3});
    QCOMPARE(steps.steady.maxNs, 12);
    QCOMPARE(steps.interval->count, std::size_t{2});
    QCOMPARE(steps.interval->maxNs, 20);
    QVERIFY(steps.steps[1].warmUp && steps.steps[1].stepClass == StepClass::None);
    QVERIFY(steps.steps[2].stepClass == StepClass::Typical);
}

// Where the capture begins and ends says nothing about the time of a step; if it shows no whole one, its parts are all there is.
void tst_ProgramOps::partialPassesAreNoSteps()
{
    ProgramRuns runs;
    runs.programs.push_back({"decode", 4, 0, true});
    const std::vector<TimeRange> ranges{{{0}, {6}}, {{10}, {20}}, {{30}, {40}}, {{50}, {55}}};
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        ProgramRun run;
        run.device = DeviceId{0};
        run.number = static_cast<std::int64_t>(i);
        run.range = ranges[i];
        run.partial = i == 0 || i == 3;
        runs.runs.push_back(run);
    }
    const Steps steps = stepsOf(runs, 0);
    QCOMPARE(steps.all.count, std::size_t{4});
    QCOMPARE(steps.partial, std::size_t{2});
    QCOMPARE(steps.warmUp, std::size_t{0});
    QCOMPARE(steps.steady.count, std::size_t{2});
    QCOMPARE(steps.steady.meanNs, 10.0);
    QVERIFY(steps.steps[3].partial && steps.steps[3].stepClass == StepClass::None);
    for (ProgramRun &run : runs.runs)
        run.partial = true;
    QCOMPARE(stepsOf(runs, 0).steady.count, std::size_t{4});
    QCOMPARE(stepsOf(runs, 0).interval->count, std::size_t{3});
}

LAMELLA_TEST(tst_ProgramOps)
#include "tst_ProgramOps.moc"

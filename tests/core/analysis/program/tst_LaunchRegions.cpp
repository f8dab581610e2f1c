// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges around the launches of a thread, against a linear search.
#include "core/analysis/program/LaunchRegions.h"
#include "core/import/DocumentBuilder.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <string>
#include <utility>
#include <vector>

using namespace lamella::core;

namespace {

struct Range {
    std::int64_t start = 0;
    std::int64_t duration = 0;
    std::string name;
};

// Ranges of one thread, and a launch at each of the times.
std::shared_ptr<const TraceDocument> documentOf(const std::vector<Range> &ranges, const std::vector<std::int64_t> &launches)
{
    DocumentBuilder builder;
    const TrackId track = builder.track("1", "1");
    const StringId category = builder.intern("user_annotation");
    for (const Range &range : ranges)
        builder.add({range.start, range.duration, builder.intern(range.name), category, track, 'X'});
    for (const std::int64_t time : launches)
        builder.add({time, 1, builder.intern("launch"), builder.intern("cuda_runtime"), track, 'X'});
    return builder.finish({});
}

} // namespace

class tst_LaunchRegions : public QObject {
    Q_OBJECT
private slots:
    void nested();
    void pathsAreNumbered();
    void endedRangesAreNotWalked();
    void longNamesAreCut();
};

void tst_LaunchRegions::nested()
{
    // Nested ranges, one of length 0, one that ends with its parent, and two siblings.
    const std::vector<Range> ranges{{0, 100, "a"}, {10, 40, "b"}, {10, 20, "c"}, {15, 0, "d"}, {20, 10, "e"}, {60, 40, "f"},
        {70, 5, "g"}, {120, 10, "h"}, {130, 10, "i"}};
    std::vector<std::int64_t> times;
    for (std::int64_t t = -1; t < 150; ++t)
        times.push_back(t);
    const auto document = documentOf(ranges, times);
    LaunchRegions regions(*document);
    for (std::size_t i = 0; i < times.size(); ++i) {
        std::vector<std::string> expected;
        for (const Range &range : ranges)
            if (range.start <= times[i] && times[i] < range.start + range.duration)
                expected.push_back(range.name);
        const EventId event{static_cast<std::uint32_t>(ranges.size() + i)};
        QCOMPARE(regions.around(event), expected);
        QCOMPARE(regions.partsOf(regions.pathAround(event)), expected);
    }
}

// Launches come in any order; equal paths have equal numbers.
void tst_LaunchRegions::pathsAreNumbered()
{
    const std::vector<Range> ranges{{0, 100, "a"}, {10, 20, "b"}, {40, 20, "b"}, {200, 100, "a"}};
    const std::vector<std::int64_t> times{250, 5, 45, 15, 95, 150, 12, 299, 0};
    const auto document = documentOf(ranges, times);
    LaunchRegions regions(*document);
    std::vector<std::uint32_t> paths;
    for (std::size_t i = 0; i < times.size(); ++i)
        paths.push_back(regions.pathAround(EventId{static_cast<std::uint32_t>(ranges.size() + i)}));
    const std::uint32_t none = LaunchRegions::kNone;
    QCOMPARE(paths, (std::vector<std::uint32_t>{0, 0, 1, 1, 0, none, 1, 0, 0}));
    QCOMPARE(regions.partsOf(0), std::vector<std::string>{"a"});
    QCOMPARE(regions.partsOf(1), (std::vector<std::string>{"a", "b"}));
    QVERIFY(regions.partsOf(none).empty());
    QCOMPARE(regions.pathAround(EventId{}), none);
}

// So many ended ranges before the launches that searching them for each launch would be quadratic.
void tst_LaunchRegions::endedRangesAreNotWalked()
{
    constexpr std::int64_t kRanges = 20'000;
    std::vector<Range> ranges{{0, 10 * kRanges, "whole"}};
    for (std::int64_t i = 1; i < kRanges; ++i)
        ranges.push_back({i, 4 * kRanges - 2 * i, "deep"});
    std::vector<std::int64_t> times;
    for (std::int64_t i = 0; i < kRanges; ++i)
        times.push_back(5 * kRanges + i);
    const auto document = documentOf(ranges, times);
    const LaunchRegions regions(*document);
    for (std::size_t i = 0; i < times.size(); ++i)
        QCOMPARE(regions.around(EventId{static_cast<std::uint32_t>(ranges.size() + i)}), std::vector<std::string>{"whole"});
}

void tst_LaunchRegions::longNamesAreCut()
{
    const auto document = documentOf({{0, 10, std::string(255, 'x') + "\xC3\xA9" + std::string(1'000'000, 'y')}}, {5});
    QCOMPARE(LaunchRegions(*document).around(EventId{1}), std::vector<std::string>{std::string(255, 'x')});
}

LAMELLA_TEST(tst_LaunchRegions)
#include "tst_LaunchRegions.moc"

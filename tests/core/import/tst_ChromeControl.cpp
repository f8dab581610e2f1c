// SPDX-License-Identifier: GPL-3.0-or-later
// Cancellation, progress, previews, limits, damaged gzip files, unreadable paths.
#include "core/import/UserLimits.h"
#include "tests/support/Gzip.h"
#include "tests/support/PeakMemory.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <atomic>
#include <numeric>

using namespace lamella::core;
using namespace lamella::test;

namespace {

std::string manyEvents(int count)
{
    std::string events;
    for (int i = 0; i < count; ++i)
        events += (i == 0 ? "" : ",") + (quoted("{'ph':'X','cat':'kernel','name':'k")) + std::to_string(i % 3)
            + quoted("','pid':0,'tid':7,'ts':") + std::to_string(i) + quoted(",'dur':1}");
    return traceObject(events);
}

QString detailOf(const TraceText::Opened &opened)
{
    return opened ? QString() : QString::fromStdString(opened.error().detail.english());
}

} // namespace

class tst_ChromeControl : public QObject {
    Q_OBJECT
private slots:
    void cancelBefore()
    {
        std::stop_source stop;
        stop.request_stop();
        JobControl control;
        control.stop = stop.get_token();
        const auto opened = TraceText(manyEvents(100)).open({}, control);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Cancelled);
    }

    // The user can cancel at each progress call.
    void cancelAtProgress_data()
    {
        QTest::addColumn<int>("workers");
        QTest::newRow("one worker") << 1;
        QTest::newRow("four workers") << 4;
    }
    void cancelAtProgress()
    {
        QFETCH(int, workers);
        std::stop_source stop;
        JobControl control;
        control.stop = stop.get_token();
        control.progress = [&stop](std::uint64_t, std::uint64_t) { stop.request_stop(); };
        ImportOptions options;
        options.workers = static_cast<unsigned>(workers);
        options.blockBytes = 1024;
        const auto opened = TraceText(manyEvents(20000)).open(options, control);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Cancelled);
    }

    // Told at the first preview that it has read enough, it makes a document of the beginning of the file.
    void whatWasReadIsKept_data() { cancelAtProgress_data(); }
    void whatWasReadIsKept()
    {
        QFETCH(int, workers);
        constexpr std::uint32_t kAll = 20000;
        std::stop_source enough;
        ImportOptions options;
        options.workers = static_cast<unsigned>(workers);
        options.blockBytes = 1024;
        options.enough = enough.get_token();
        options.preview = [&enough](const ImportPreview &) { enough.request_stop(); };
        for (const std::string &text : {manyEvents(kAll), gzipped(manyEvents(kAll))}) {
            enough = std::stop_source();
            options.enough = enough.get_token();
            const auto opened = TraceText(text).open(options);
            QVERIFY2(opened, qPrintable(detailOf(opened)));
            const TraceDocument &document = **opened;
            const std::uint32_t count = document.kernels.size();
            QVERIFY(count > 0 && count < kAll);
            for (std::uint32_t k = 0; k < count; ++k) // none is missing among them
                QCOMPARE(document.kernels.start[k] - document.kernels.start[0], std::int64_t{k} * 1000);
            QCOMPARE(document.diagnostics.count("stopped_reading"), std::uint64_t{1});
            QCOMPARE(document.diagnostics.sorted().size(), std::size_t{1});
        }
    }

    void progress()
    {
        const TraceText file(manyEvents(5000));
        const auto size = static_cast<std::uint64_t>(QFileInfo(QString::fromStdString(file.path())).size());
        std::vector<std::uint64_t> seen;
        std::atomic<int> inside{0};
        bool overlapped = false;
        JobControl control;
        control.progress = [&](std::uint64_t done, std::uint64_t total) {
            overlapped = overlapped || ++inside != 1;
            QCOMPARE(total, size);
            seen.push_back(done);
            --inside;
        };
        QVERIFY(file.open({}, control));
        QVERIFY(!overlapped);
        QVERIFY(std::is_sorted(seen.begin(), seen.end()));
        QCOMPARE(seen.back(), size);
    }

    // Ends of GPU work in B/E pairs are matched after reading; until then it has no duration.
    void previewOfPairs()
    {
        std::string events;
        for (int i = 0; i < 400; ++i)
            events += (i == 0 ? "" : ",") + quoted("{'ph':'B','cat':'kernel','name':'gemm','pid':0,'tid':7,'ts':")
                + std::to_string(i) + quoted("},{'ph':'E','pid':0,'tid':7,'ts':") + std::to_string(i) + ".5}";
        ImportOptions options;
        options.blockBytes = 4096;
        options.preview = [](const ImportPreview &preview) {
            for (const auto &name : preview.names)
                QCOMPARE(name.sumNs, std::int64_t{0});
        };
        const auto trace = openText(traceObject(events), options);
        QCOMPARE(trace->kernels.size(), 400u);
        QCOMPARE(trace->kernels.duration[399], std::int64_t{500});
        QVERIFY(trace->diagnostics.empty());
    }

    void preview()
    {
        std::vector<ImportPreview> previews;
        ImportOptions options;
        options.blockBytes = 4096;
        options.preview = [&previews](const ImportPreview &preview) { previews.push_back(preview); };
        QVERIFY(TraceText(manyEvents(5000)).open(options));
        QVERIFY(!previews.empty());
        const ImportPreview &first = previews.front();
        QVERIFY(first.kernels > 0 && first.kernels == first.events);
        QCOMPARE(first.names.size(), std::size_t(3));
        QVERIFY(first.names[0].sumNs >= first.names[1].sumNs);
        QCOMPARE(first.names[0].name.substr(0, 1), std::string("k"));
        std::int64_t named = 0;
        for (const ImportPreview::Name &name : first.names)
            named += name.sumNs;
        QVERIFY(first.range.length().value > 0);
        QCOMPARE(std::accumulate(first.slicesNs.begin(), first.slicesNs.end(), std::int64_t{0}), named);
    }

    void limits()
    {
        ImportOptions options;
        options.limits.maxEvents = 50;
        auto opened = TraceText(manyEvents(100)).open(options);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Limit);
        QVERIFY(detailOf(opened).contains(QStringLiteral("50 events")));

        options = {};
        options.limits.maxRawBytes = 1000;
        for (const std::string &text : {manyEvents(100), gzipped(manyEvents(100))}) {
            opened = TraceText(text).open(options);
            QVERIFY(!opened);
            QCOMPARE(opened.error().code, ErrorCode::Limit);
            QVERIFY(detailOf(opened).contains(QStringLiteral("1000 bytes")));
        }
    }

    void compressionBomb()
    {
        const std::string bomb = gzipped(quoted("{'traceEvents':[") + std::string(std::size_t{80} << 20, ' '));
        ImportOptions options;
        options.limits.maxRatio = 100;
        const auto opened = TraceText(bomb).open(options);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Limit);
        QVERIFY(detailOf(opened).contains(QStringLiteral("100 times")));
    }

    void manyMembersDoNotFillTheMemory()
    {
        // Ten megabytes of gzip that expand to ten thousand: one member with 80 MiB of blanks, repeated.
        const std::string member = gzipped(std::string(std::size_t{80} << 20, ' '));
        std::string bomb = gzipped(quoted("{'traceEvents':["));
        while (bomb.size() < 10'000'000)
            bomb += member;
        // The maximum ratio of deflate, to show that the limit can be reached.
        constexpr double kMaxOfDeflate = 1032.4;
        const double ratio = double(std::size_t{80} << 20) / double(member.size());
        QVERIFY2(ratio > 1000 && ratio < kMaxOfDeflate, qPrintable(QString::number(ratio)));
        const TraceText file(bomb);
        const PeakMemory peak;
        const auto opened = file.open({});
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::Limit);
        QVERIFY(detailOf(opened).contains(QStringLiteral("LAMELLA_MAX_RATIO")));
        // At most the text of one event is kept, 64 MiB, in a buffer that grows by half.
        QVERIFY2(peak.grownKilobytes() < 115'000, qPrintable(QString::number(peak.grownKilobytes())));
    }
    void theUsualRatioIsOneThatGzipReaches() { QVERIFY(ImportOptions().limits.maxRatio < 1020); }
    void theUserMayRaiseLimits()
    {
        const ImportLimits own;
        QCOMPARE(withUserLimits(own, nullptr, nullptr).maxRatio, own.maxRatio);
        QCOMPARE(withUserLimits(own, "5000", nullptr).maxRatio, 5000u);
        QCOMPARE(withUserLimits(own, "0", "0").maxRatio, 0u);
        QCOMPARE(withUserLimits(own, "0", "0").maxRawBytes, std::uint64_t(0));
        QCOMPARE(withUserLimits(own, "99999999999999", "3").maxRatio, 0xFFFFFFFFu);
        QCOMPARE(withUserLimits(own, nullptr, "3").maxRawBytes, std::uint64_t(3'000'000'000));
        QVERIFY(withUserLimits(own, nullptr, "18446744073709551615").maxRawBytes > own.maxRawBytes);
        for (const char *nonsense : {"", "x", "12 ", "-1", "1e9"})
            QCOMPARE(withUserLimits(own, nonsense, nonsense).maxRawBytes, own.maxRawBytes);
        QCOMPARE(withUserLimits(own, nullptr, nullptr, "200").maxEventBytes, 200'000'000u);
        QCOMPARE(withUserLimits(own, nullptr, nullptr, "0").maxEventBytes, 0u);
        QVERIFY(withUserLimits(own, nullptr, nullptr, "18446744073709551615").maxEventBytes > own.maxEventBytes);
        QCOMPARE(withUserLimits(own, nullptr, nullptr, "many").maxEventBytes, own.maxEventBytes);
        QVERIFY(!withUserLimits(own, nullptr, nullptr).maxMemoryBytes);
        QCOMPARE(withUserLimits(own, nullptr, nullptr, nullptr, "300").maxMemoryBytes, std::optional<std::uint64_t>(300'000'000));
        QCOMPARE(withUserLimits(own, nullptr, nullptr, nullptr, "0").maxMemoryBytes, std::optional<std::uint64_t>(0));
        QVERIFY(!withUserLimits(own, nullptr, nullptr, nullptr, "all").maxMemoryBytes);
        ImportLimits set; // set by the program: not changed
        set.maxRatio = 100;
        QCOMPARE(withUserLimits(set, "5000", nullptr).maxRatio, 100u);
        set.maxMemoryBytes = 5;
        QCOMPARE(withUserLimits(set, nullptr, nullptr, nullptr, "300").maxMemoryBytes, std::optional<std::uint64_t>(5));
    }

    void hugeEvents_data()
    {
        QTest::addColumn<int>("block");
        QTest::newRow("blocks of 1 KiB") << 1024;
        QTest::newRow("one block") << (1 << 20);
    }
    void hugeEvents()
    {
        QFETCH(int, block);
        const std::string small = quoted("{'ph':'X','name':'s','pid':1,'tid':1,'ts':1,'dur':1}");
        const auto huge = [](std::size_t bytes) {
            return quoted("{'ph':'X','name':'h','pid':1,'tid':1,'ts':1,'dur':1,'args':{'t':'") + std::string(bytes, 'x') + "\"}}";
        };
        ImportOptions options;
        options.blockBytes = static_cast<std::size_t>(block);
        options.limits.maxEventBytes = 20000;
        const auto trace =
            openText(traceObject(small + "," + huge(15000) + "," + small + "," + huge(50000) + "," + small), options);
        QCOMPARE(trace->events.size(), 4u);
        QCOMPARE(trace->diagnostics.count("event_too_large"), std::uint64_t(1));
    }

    void gzipMembers()
    {
        const std::string text = manyEvents(1000);
        const std::string two = gzipped(text.substr(0, 20000)) + gzipped(text.substr(20000));
        for (const std::string &bytes : {two, two + std::string(512, '\0')}) {
            const auto trace = openText(bytes);
            QCOMPARE(trace->events.size(), 1000u);
            QVERIFY(trace->diagnostics.empty());
            QVERIFY(trace->source.compressed);
            QCOMPARE(trace->source.rawBytes, std::uint64_t(text.size()));
        }
        QCOMPARE(openText(two + "tail")->diagnostics.count("trailing_bytes_after_gzip"), std::uint64_t(1));
    }

    void damagedGzip()
    {
        const std::string whole = gzipped(manyEvents(20000));
        const auto truncated = openText(whole.substr(0, whole.size() / 2));
        QCOMPARE(truncated->diagnostics.count("truncated_gzip"), std::uint64_t(1));
        QVERIFY(truncated->events.size() > 5000 && truncated->events.size() < 20000);
        std::string wrongSum = whole;
        wrongSum[wrongSum.size() - 6] = static_cast<char>(wrongSum[wrongSum.size() - 6] ^ 1);
        const auto summed = openText(wrongSum);
        QCOMPARE(summed->events.size(), 20000u);
        QCOMPARE(summed->diagnostics.count("damaged_gzip"), std::uint64_t(1));
    }

    // Truncated at every byte: an error or a document.
    void gzipCutEverywhere()
    {
        const std::string whole = gzipped(manyEvents(20));
        TraceText file(whole);
        for (std::size_t length = 1; length < whole.size(); ++length) {
            file.write(std::string_view(whole).substr(0, length));
            const auto opened = file.open();
            QVERIFY(!opened || (*opened)->diagnostics.count("truncated_gzip") == 1);
        }
    }

    void paths()
    {
        const auto missing = openTrace("/nowhere/at/all.json");
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::Io);
        const QTemporaryDir folder;
        const auto directory = openTrace(folder.path().toStdString());
        QVERIFY(!directory);
        QCOMPARE(directory.error().code, ErrorCode::Io);
        QVERIFY(detailOf(directory).contains(QStringLiteral("directory")));
        QCOMPARE(openTrace("/dev/null").error().code, ErrorCode::Io);
    }
};

LAMELLA_TEST(tst_ChromeControl)
#include "tst_ChromeControl.moc"

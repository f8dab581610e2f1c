// SPDX-License-Identifier: GPL-3.0-or-later
// Gzip files with many members give the same text with and without inflating ahead.
#include "core/import/OpenByteSource.h"
#include "core/import/OpenedFile.h"
#include "core/import/gzip/MemberPrefetch.h"
#include "tests/support/DocumentText.h"
#include "tests/support/GzipFiles.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <atomic>
#include <optional>
#include <thread>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr std::size_t kBlock = std::size_t{512} << 10;

// Differs everywhere, so that batches cannot be confused.
std::string someText(std::size_t bytes)
{
    std::string text;
    for (std::uint64_t i = 0; text.size() < bytes; ++i)
        text += "{\"ts\":" + std::to_string(i * i * 7919) + ",\"name\":\"op" + std::to_string(i % 13) + "\"},\n";
    text.resize(bytes);
    return text;
}

enum class Ahead { Nothing, Everything, OneStep };

struct Outcome {
    std::string text;
    std::string error;
    SourceDamage damage = SourceDamage::None;
    bool operator==(const Outcome &) const = default;
};

Outcome outcomeOf(const std::string &path, Ahead ahead, std::size_t step = kBlock, const ImportLimits &limits = {})
{
    Outcome outcome;
    const auto source = openByteSource(path, limits);
    if (!source)
        return {{}, source.error().message(), {}};
    std::string block(step, '\0');
    for (std::size_t got = step; got == step;) {
        if (ahead == Ahead::OneStep)
            (*source)->workAhead({});
        while (ahead == Ahead::Everything && (*source)->workAhead({})) { }
        const Result<std::size_t> read = (*source)->read(block.data(), step);
        if (!read) {
            outcome.error = read.error().message();
            break;
        }
        got = *read;
        outcome.text.append(block, 0, got);
    }
    outcome.damage = (*source)->damage();
    return outcome;
}

// Everything that was inflated ahead from the first member, without waiting.
std::size_t takenAhead(MemberPrefetch &ahead, std::uint64_t begin, std::string &text)
{
    std::size_t batches = 0;
    while (const auto batch = ahead.take(begin)) {
        text.append(batch->text(), batch->rawBytes);
        begin = batch->end;
        ahead.giveBack(batch);
        ++batches;
    }
    return batches;
}

std::string changed(std::string file, std::size_t at, char mask)
{
    file[at] = static_cast<char>(file[at] ^ mask);
    return file;
}

} // namespace

class tst_GzipMembers : public QObject {
    Q_OBJECT
private slots:
    void readsWhatWasWritten_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("file");
        const std::string text = someText(6'000'000);
        QTest::newRow("one member") << text << gzipped(text);
        QTest::newRow("two members") << text << gzipMembers(text, 3'500'000);
        QTest::newRow("a thousand members") << text << gzipMembers(text, 6'000);
        QTest::newRow("BGZF") << text << bgzf(text);
        QTest::newRow("BGZF, tiny blocks") << text << bgzf(text, 997);
        QTest::newRow("BGZF, then others") << text + text << bgzf(text) + gzipMembers(text, 1'000'000);
        QTest::newRow("others, then BGZF") << text + text << gzipMembers(text, 1'000'000) + bgzf(text);
        std::string empties;
        for (int i = 0; i < 300; ++i)
            empties += gzipped({}) + bgzfMember({});
        QTest::newRow("empty members") << text + text << empties + gzipped(text) + empties + gzipped(text) + empties;
        QTest::newRow("zeros between members") << text + text << gzipped(text) + std::string(700'000, '\0') + bgzf(text);
        QTest::newRow("garbage behind") << text << gzipMembers(text, 1'000'000) + "garbage";
        QTest::newRow("garbage between") << text << gzipMembers(text, 1'000'000) + "garbage" + gzipped(text);
        QTest::newRow("a header and nothing") << text << gzipMembers(text, 1'000'000) + gzipped({}).substr(0, 10);
        const std::string whole = gzipMembers(text, 1'000'000);
        QTest::newRow("members in a stored member")
            << whole + whole
            << bgzfMember(whole.substr(0, 60'000), 0) + gzipped(whole.substr(60'000)) + gzipMembers(whole, whole.size() / 3);
    }
    void readsWhatWasWritten()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, file);
        const TraceText trace(file);
        const Outcome expected = outcomeOf(trace.path(), Ahead::Nothing);
        QCOMPARE(expected.text.size(), text.size());
        QVERIFY(expected.text == text);
        for (const std::size_t step : {std::size_t{4'099}, kBlock, std::size_t{5'000'000}})
            for (const Ahead ahead : {Ahead::Everything, Ahead::OneStep}) {
                const Outcome got = outcomeOf(trace.path(), ahead, step);
                QCOMPARE(got.error, expected.error);
                QCOMPARE(static_cast<int>(got.damage), static_cast<int>(expected.damage));
                QVERIFY(got.text == text);
            }
    }

    void membersAreInflatedAhead_data()
    {
        QTest::addColumn<std::string>("file");
        QTest::addColumn<std::size_t>("first");
        QTest::addColumn<std::size_t>("batches");
        const std::string text = someText(6'000'000);
        QTest::newRow("large members") << gzipMembers(text, 2'000'000) << std::size_t{2'000'000} << std::size_t{2};
        QTest::newRow("small members") << gzipMembers(text, 100'000) << std::size_t{100'000} << std::size_t{6};
        QTest::newRow("BGZF") << bgzf(text, 60'000) << std::size_t{60'000} << std::size_t{6};
        QTest::newRow("one member") << gzipped(text) << text.size() << std::size_t{0};
    }
    void membersAreInflatedAhead()
    {
        QFETCH(std::string, file);
        QFETCH(std::size_t, first);
        QFETCH(std::size_t, batches);
        const std::string text = someText(6'000'000);
        const TraceText trace(file);
        const auto opened = openRegularFile(trace.path());
        MemberPrefetch ahead(opened->handle, opened->stamp.bytes);
        while (ahead.work({})) { }
        const std::uint64_t second =
            file[3] == 4 ? bgzfMember(text.substr(0, first)).size() : gzipped(text.substr(0, first)).size();
        std::string got;
        QCOMPARE(takenAhead(ahead, second, got), batches);
        QVERIFY(got == (batches > 0 ? text.substr(first) : std::string()));
    }

    void everyByteCounts_data()
    {
        QTest::addColumn<std::string>("file");
        const std::string text = someText(900); // four members; for each byte the file is read twenty times
        QTest::newRow("members") << gzipMembers(text, 250);
        QTest::newRow("BGZF") << bgzf(text, 250);
    }
    void everyByteCounts()
    {
        QFETCH(std::string, file);
        TraceText trace(file);
        const auto compare = [&trace](const std::string &bytes) {
            trace.write(bytes);
            const Outcome expected = outcomeOf(trace.path(), Ahead::Nothing);
            return outcomeOf(trace.path(), Ahead::Everything) == expected
                && outcomeOf(trace.path(), Ahead::Everything, 100) == outcomeOf(trace.path(), Ahead::Nothing, 100)
                && outcomeOf(trace.path(), Ahead::OneStep) == expected;
        };
        for (std::size_t at = 0; at < file.size(); ++at) {
            for (const char mask : {'\x01', '\x80', '\xFF'})
                QVERIFY2(compare(changed(file, at, mask)), qPrintable(QString::number(at)));
            QVERIFY2(at == 0 || compare(file.substr(0, at)), qPrintable(QString::number(at)));
        }
    }

    void damageIsFoundWhereItIs()
    {
        const std::string text = someText(3'000'000);
        const std::string part = gzipMembers(text, 400'000);
        const TraceText truncated(part.substr(0, part.size() - 1'000));
        const Outcome atEnd = outcomeOf(truncated.path(), Ahead::Everything);
        QVERIFY(atEnd.damage == SourceDamage::TruncatedGzip);
        QVERIFY(atEnd == outcomeOf(truncated.path(), Ahead::Nothing));
        const TraceText broken(changed(part, part.size() / 2, '\x10'));
        const Outcome inside = outcomeOf(broken.path(), Ahead::Everything);
        QVERIFY(inside.damage == SourceDamage::DamagedGzip);
        QVERIFY(inside.text.size() > 1'000'000);
        QVERIFY(inside == outcomeOf(broken.path(), Ahead::Nothing));
    }

    void memoryIsBounded()
    {
        const std::string zeros(4 << 20, '\0');
        std::string file = gzipped("first");
        const std::size_t first = file.size();
        for (int i = 0; i < 40; ++i)
            file += gzipped(zeros);
        const TraceText trace(file);
        const auto opened = openRegularFile(trace.path());
        MemberPrefetch ahead(opened->handle, opened->stamp.bytes);
        while (ahead.work({})) { }
        std::string got;
        const std::size_t batches = takenAhead(ahead, first, got);
        QCOMPARE(batches, MemberPrefetch::kMaxAhead / zeros.size());
        while (ahead.work({})) { } // returned buffers are reused
        // A member that was requested too early is left to the reader.
        QVERIFY(takenAhead(ahead, first + (batches + 1) * gzipped(zeros).size(), got) > 0);
    }
    void largeMembersAreLeftAlone()
    {
        const std::string zeros(MemberPrefetch::kLargestMember + 1, '\0');
        const std::string small = gzipped("first");
        const TraceText trace(small + gzipped(zeros) + small + small);
        const auto opened = openRegularFile(trace.path());
        MemberPrefetch ahead(opened->handle, opened->stamp.bytes);
        while (ahead.work({})) { }
        QVERIFY(!ahead.take(small.size()));
        QVERIFY(ahead.take(small.size() + gzipped(zeros).size()));
        const Outcome got = outcomeOf(trace.path(), Ahead::Everything);
        QCOMPARE(got.text.size(), zeros.size() + 15);
        QVERIFY(got == outcomeOf(trace.path(), Ahead::Nothing));
    }
    void limitsStayInForce()
    {
        const std::string zeros(16 << 20, '\0');
        std::string file = gzipped(someText(200'000));
        for (int i = 0; i < 12; ++i)
            file += gzipped(zeros);
        const TraceText trace(file);
        for (const std::uint32_t ratio : {50u, 300u, 600u, 1000u}) {
            ImportLimits limits;
            limits.maxRatio = ratio;
            const Outcome expected = outcomeOf(trace.path(), Ahead::Nothing, kBlock, limits);
            QCOMPARE(expected.error.empty(), ratio == 1000);
            QVERIFY(outcomeOf(trace.path(), Ahead::Everything, kBlock, limits) == expected);
            QVERIFY(outcomeOf(trace.path(), Ahead::OneStep, kBlock, limits) == expected);
        }
        ImportLimits limits;
        limits.maxRawBytes = 50'000'000;
        const Outcome expected = outcomeOf(trace.path(), Ahead::Nothing, kBlock, limits);
        QVERIFY(!expected.error.empty());
        QVERIFY(outcomeOf(trace.path(), Ahead::Everything, kBlock, limits) == expected);
    }

    void aStopEndsTheWork()
    {
        const TraceText trace(gzipMembers(someText(3'000'000), 1'000'000));
        std::stop_source stop;
        stop.request_stop();
        const auto source = openByteSource(trace.path(), {});
        QVERIFY(!(*source)->workAhead(stop.get_token()));
        std::string text(3'000'000, '\0');
        QCOMPARE((*source)->read(text.data(), text.size()).value(), text.size());
        QVERIFY(text == someText(3'000'000));
    }
    void aLongScanGivesUp()
    {
        // Stored blocks, so that no member ends within the limit.
        std::string noise(MemberPrefetch::kLargestMember, '\0');
        std::uint32_t state = 1;
        for (char &byte : noise)
            byte = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
        const TraceText trace(gzipped(noise));
        const auto source = openByteSource(trace.path(), {});
        std::size_t steps = 0;
        while ((*source)->workAhead({}))
            ++steps;
        QVERIFY(steps > 0 && steps < 40);
    }

    void manyThreadsAtOnce_data()
    {
        QTest::addColumn<std::string>("file");
        const std::string text = someText(12'000'000);
        QTest::newRow("members") << gzipMembers(text, 1'500'000);
        QTest::newRow("BGZF") << bgzf(text);
        QTest::newRow("damaged") << changed(bgzf(text), 900'000, '\x20');
    }
    void manyThreadsAtOnce()
    {
        QFETCH(std::string, file);
        const TraceText trace(file);
        const Outcome expected = outcomeOf(trace.path(), Ahead::Nothing);
        for (int round = 0; round < 5; ++round) {
            const auto source = openByteSource(trace.path(), {});
            std::atomic<bool> ended = false;
            std::vector<std::jthread> helpers;
            for (int i = 0; i < 3; ++i)
                helpers.emplace_back([&] {
                    while (!ended)
                        (*source)->workAhead({});
                });
            Outcome got;
            std::string block(100'000, '\0');
            for (std::size_t bytes = block.size(); bytes == block.size();) {
                bytes = (*source)->read(block.data(), block.size()).value();
                got.text.append(block, 0, bytes);
            }
            got.damage = (*source)->damage();
            ended = true;
            helpers.clear();
            QVERIFY(got == expected);
        }
    }

    void aTraceIsTheSame_data()
    {
        QTest::addColumn<bool>("blocks");
        QTest::newRow("members") << false;
        QTest::newRow("BGZF") << true;
    }
    void aTraceIsTheSame()
    {
        QFETCH(bool, blocks);
        std::string events;
        for (int i = 0; i < 40'000; ++i)
            events += quoted("{'ph':'X','cat':'kernel','name':'op") + std::to_string(i % 90) + quoted("','pid':0,'tid':7,'ts':")
                + std::to_string(i) + quoted(",'dur':1,'args':{'correlation':") + std::to_string(i * 7919LL) + "}}"
                + (i + 1 < 40'000 ? ",\n" : "");
        const std::string text = traceObject(events);
        const TraceText trace(blocks ? bgzf(text) : gzipMembers(text, 300'000));
        ImportOptions options;
        options.workers = 1;
        options.blockBytes = 64 << 10;
        const std::string expected = documentText(**trace.open(options));
        for (const unsigned workers : {2u, 5u, 16u}) {
            options.workers = workers;
            QVERIFY(documentText(**trace.open(options)) == expected);
        }
    }
};

LAMELLA_TEST(tst_GzipMembers)
#include "tst_GzipMembers.moc"

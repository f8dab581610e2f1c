// SPDX-License-Identifier: GPL-3.0-or-later
// Gzip files with many members give the text that was compressed, whatever the size of the reads.
#include "core/import/OpenByteSource.h"
#include "tests/support/DocumentText.h"
#include "tests/support/Gzip.h"
#include "tests/support/GzipFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr std::size_t kBlock = std::size_t{512} << 10;

// Differs everywhere, so that members cannot be confused.
std::string someText(std::size_t bytes)
{
    std::string text;
    for (std::uint64_t i = 0; text.size() < bytes; ++i)
        text += "{\"ts\":" + std::to_string(i * i * 7919) + ",\"name\":\"op" + std::to_string(i % 13) + "\"},\n";
    text.resize(bytes);
    return text;
}

struct Outcome {
    std::string text;
    std::string error;
    SourceDamage damage = SourceDamage::None;
};

Outcome outcomeOf(const std::string &path, std::size_t step = kBlock, const ImportLimits &limits = {})
{
    Outcome outcome;
    const auto source = openByteSource(path, limits);
    if (!source)
        return {{}, source.error().message(), {}};
    std::string block(step, '\0');
    for (std::size_t got = step; got == step;) {
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
        QTest::addColumn<int>("damage");
        const std::string text = someText(6'000'000);
        const int ok = int(SourceDamage::None);
        QTest::newRow("one member") << text << gzipped(text) << ok;
        QTest::newRow("two members") << text << gzipMembers(text, 3'500'000) << ok;
        QTest::newRow("a thousand members") << text << gzipMembers(text, 6'000) << ok;
        QTest::newRow("BGZF") << text << bgzf(text) << ok;
        QTest::newRow("BGZF, tiny blocks") << text << bgzf(text, 997) << ok;
        QTest::newRow("BGZF, then others") << text + text << bgzf(text) + gzipMembers(text, 1'000'000) << ok;
        QTest::newRow("others, then BGZF") << text + text << gzipMembers(text, 1'000'000) + bgzf(text) << ok;
        std::string empties;
        for (int i = 0; i < 300; ++i)
            empties += gzipped({}) + bgzfMember({});
        QTest::newRow("empty members") << text + text << empties + gzipped(text) + empties + gzipped(text) + empties << ok;
        QTest::newRow("zeros between members") << text + text << gzipped(text) + std::string(700'000, '\0') + bgzf(text) << ok;
        QTest::newRow("garbage behind") << text << gzipMembers(text, 1'000'000) + "garbage" << int(SourceDamage::TrailingBytes);
        QTest::newRow("garbage between") << text << gzipMembers(text, 1'000'000) + "garbage" + gzipped(text)
                                         << int(SourceDamage::TrailingBytes);
        QTest::newRow("a header and nothing")
            << text << gzipMembers(text, 1'000'000) + gzipped({}).substr(0, 10) << int(SourceDamage::TruncatedGzip);
        const std::string whole = gzipMembers(text, 1'000'000);
        QTest::newRow("members in a stored member")
            << whole + whole
            << bgzfMember(whole.substr(0, 60'000), 0) + gzipped(whole.substr(60'000)) + gzipMembers(whole, whole.size() / 3)
            << ok;
    }
    void readsWhatWasWritten()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, file);
        QFETCH(int, damage);
        const TraceText trace(file);
        for (const std::size_t step : {std::size_t{4'099}, kBlock, std::size_t{5'000'000}}) {
            const Outcome got = outcomeOf(trace.path(), step);
            QCOMPARE(got.error, std::string());
            QCOMPARE(static_cast<int>(got.damage), damage);
            QVERIFY(got.text == text);
        }
    }

    void damageIsFoundWhereItIs()
    {
        const std::string text = someText(3'000'000);
        const std::string part = gzipMembers(text, 400'000);
        const TraceText truncated(part.substr(0, part.size() - 1'000));
        const Outcome atEnd = outcomeOf(truncated.path());
        QVERIFY(atEnd.damage == SourceDamage::TruncatedGzip);
        QVERIFY(atEnd.text.size() >= 2'800'000 && text.starts_with(atEnd.text));
        const TraceText broken(changed(part, part.size() / 2, '\x10'));
        const Outcome inside = outcomeOf(broken.path());
        QVERIFY(inside.damage == SourceDamage::DamagedGzip);
        QVERIFY(inside.text.size() > 1'000'000 && inside.text.size() < text.size());
        QVERIFY(inside.text.substr(0, 1'000'000) == text.substr(0, 1'000'000));
    }

    void limitsCoverAllMembers()
    {
        const std::string zeros(16 << 20, '\0');
        std::string file = gzipped(someText(200'000));
        for (int i = 0; i < 12; ++i)
            file += gzipped(zeros);
        const TraceText trace(file);
        for (const std::uint32_t ratio : {50u, 300u, 600u, 1000u}) {
            ImportLimits limits;
            limits.maxRatio = ratio;
            QCOMPARE(outcomeOf(trace.path(), kBlock, limits).error.empty(), ratio == 1000);
        }
        ImportLimits limits;
        limits.maxRawBytes = 50'000'000;
        QVERIFY(!outcomeOf(trace.path(), kBlock, limits).error.empty());
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

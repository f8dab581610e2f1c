// SPDX-License-Identifier: GPL-3.0-or-later
// Events found by a text in their args, which are read from the file again.
#include "core/import/ImporterRegistry.h"
#include "core/import/chrome/ArgSearch.h"
#include "tests/support/Gzip.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace lamella::core;
using namespace lamella::test;

namespace {

std::string anEvent(const std::string &name, const std::string &args)
{
    return lamella::test::quoted(
        "{'ph':'X','cat':'cpu_op','name':'" + name + "','pid':1,'tid':1,'ts':1,'dur':1,'args':{" + args + "}}");
}

// Long enough for several blocks and several checkpoints of a compressed file.
const std::string &longText()
{
    static const std::string text = [] {
        std::string events;
        for (int i = 0; i < 12'000; ++i)
            events += (i == 0 ? "" : ",\n")
                + anEvent("op",
                    "'number':" + std::to_string(i) + ",'pad':'" + std::string(900, static_cast<char>('a' + i % 26)) + "'"
                        + (i % 2'000 == 77 ? ",'Mark':'Needle " + std::to_string(i) + "'" : ""));
        return traceObject(events);
    }();
    return text;
}

std::shared_ptr<const TraceDocument> opened(const std::string &path)
{
    auto document = openTrace(path);
    if (!document)
        qFatal("%s", document.error().message().c_str());
    return *document;
}

struct Found {
    std::vector<ArgMatch> matches;
    Result<ArgSearchResult> result;

    Found(const TraceDocument &document, const std::string &query, ArgSearchOptions options = {}, const JobControl &control = {})
        : result(searchArgs(
            document, ArgQuery::parse(query).value(), options,
            [this](std::vector<ArgMatch> &&more) { std::move(more.begin(), more.end(), std::back_inserter(matches)); }, control))
    {
    }
    [[nodiscard]] std::string text() const
    {
        std::string all;
        for (const ArgMatch &match : matches)
            all += std::to_string(match.event.value) + ' ' + match.key + '=' + match.value + '\n';
        return all;
    }
};

} // namespace

class tst_ArgSearch : public QObject {
    Q_OBJECT
private slots:
    void query_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("text") << "NCCL"
                              << ""
                              << "nccl";
        QTest::newRow("key and text") << "Input Dims=[4"
                                      << "input dims"
                                      << "[4";
        QTest::newRow("key") << "Stream="
                             << "stream"
                             << "";
        QTest::newRow("text with =") << "=a=b"
                                     << ""
                                     << "a=b";
    }
    void query()
    {
        QFETCH(QString, text);
        const auto query = ArgQuery::parse(text.toStdString());
        QVERIFY(query);
        QTEST(QString::fromStdString(query->key), "key");
        QTEST(QString::fromStdString(query->text), "value");
    }
    void emptyQueryIsRefused()
    {
        for (const char *nothing : {"", "="}) {
            const auto query = ArgQuery::parse(nothing);
            QVERIFY(!query);
            QCOMPARE(query.error().code, ErrorCode::BadRequest);
        }
    }

    void matches_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("expected");
        QTest::newRow("case-insensitive") << "HELLO"
                                          << "0 greeting=Hello\n";
        QTest::newRow("not in names") << "second"
                                      << "";
        QTest::newRow("not in keys") << "greeting"
                                     << "";
        QTest::newRow("key alone") << "greeting="
                                   << "0 greeting=Hello\n";
        QTest::newRow("of that key only") << "other=hello"
                                          << "";
        QTest::newRow("numbers") << "stream=7"
                                 << "1 stream=17\n";
        QTest::newRow("lists") << "dims=[[2, 3]"
                               << "1 Input Dims=[[2, 3], [4]]\n";
        QTest::newRow("escaped quote") << "say \"hi\""
                                       << "2 quote=say \"hi\"\n";
        QTest::newRow("escaped letter") << "caf\u00e9"
                                        << "2 place=caf\u00e9\n";
        QTest::newRow("letter as it is") << "\u5c42"
                                         << "3 place=\u5c42\n";
        QTest::newRow("slash") << "a/b"
                               << "3 path=a/b\n";
        QTest::newRow("first arg that matches") << "17"
                                                << "1 stream=17\n";
        QTest::newRow("nothing") << "absent"
                                 << "";
    }
    void matches()
    {
        QFETCH(QString, query);
        const std::string text = traceObject(anEvent("first", "'greeting':'Hello'") + ","
            + anEvent("second", "'stream':17,'Input Dims':[[2, 3],[4]],'also':17") + ","
            + anEvent("third", "'quote':'say \\\"hi\\\"','place':'caf\\u00e9'") + ","
            + anEvent("fourth", "'place':'\u5c42','path':'a\\/b'"));
        const TraceText file(text);
        const Found found(*opened(file.path()), query.toStdString());
        QVERIFY(found.result);
        QVERIFY(found.result->complete);
        QCOMPARE(found.result->matches, std::uint64_t{found.matches.size()});
        QTEST(QString::fromStdString(found.text()), "expected");
    }

    // How the file was indented, and how the query is, does not matter; tables show lists with a blank behind commas.
    void spacingDoesNotMatter_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("expected");
        const char *const all =
            "1 Input Dims=[[16, 559], [559, 8]]\n2 Input Dims=[[16, 559], []]\n3 Input Dims=[[16, 559], [8]]\n";
        for (const char *query : {"dims=[[16, 559]", "dims=[[16,559]", "[[16, 559], [", "[[16,559],[", "[ [16 ,559", "16, 559]"})
            QTest::newRow(query) << query << all;
        QTest::newRow("end of a list") << "559,8]]"
                                       << "1 Input Dims=[[16, 559], [559, 8]]\n";
        QTest::newRow("object") << "{\"a\":1, \"b\""
                                << "2 more={\"a\":1, \"b\":[2]}\n";
        QTest::newRow("blank in a word") << "dims=[[1 6"
                                         << "";
        QTest::newRow("across events") << "8]]}},{"
                                       << "";
        QTest::newRow("text that begins with a blank") << "note= caf"
                                                       << "3 note=a, cafe\n";
    }
    void spacingDoesNotMatter()
    {
        QFETCH(QString, query);
        const std::string text =
            traceObject(anEvent("none", "'Input Dims':[[1]]") + "," + anEvent("dense", "'Input Dims':[[16,559],[559,8]]") + ","
                + anEvent("spaced", "'Input Dims':[[16, 559], []],'more':{'a' : 1, 'b': [2]}") + ",\n"
                + anEvent("indented",
                    "\n  'Input Dims': [\n    [\n      16,\n      559\n    ],\n    [\n\t8\r\n    ]\n  ],\n  'note':'a, cafe'\n"));
        const TraceText file(text);
        const Found found(*opened(file.path()), query.toStdString());
        QVERIFY(found.result);
        QTEST(QString::fromStdString(found.text()), "expected");
    }

    void theSameForAnyFileAndWorkers_data()
    {
        QTest::addColumn<bool>("compressed");
        QTest::addColumn<unsigned>("workers");
        for (const unsigned workers : {1u, 2u, 5u}) {
            QTest::addRow("plain, %u", workers) << false << workers;
            QTest::addRow("gzip, %u", workers) << true << workers;
        }
    }
    void theSameForAnyFileAndWorkers()
    {
        QFETCH(bool, compressed);
        QFETCH(unsigned, workers);
        const TraceText file(compressed ? gzipped(longText()) : longText());
        ArgSearchOptions options;
        options.workers = workers;
        options.rangeBytes = 1 << 20;
        const Found found(*opened(file.path()), "needle", options);
        QVERIFY(found.result);
        std::string expected;
        for (int i = 77; i < 12'000; i += 2'000)
            expected += std::to_string(i) + " Mark=Needle " + std::to_string(i) + '\n';
        QCOMPARE(found.text(), expected);
    }

    void atMostTheFirstMatchesAreFound_data()
    {
        QTest::addColumn<unsigned>("max");
        QTest::addColumn<bool>("complete");
        QTest::newRow("fewer than there are") << 2u << false;
        QTest::newRow("as many") << 6u << true;
        QTest::newRow("more") << 7u << true;
    }
    void atMostTheFirstMatchesAreFound()
    {
        QFETCH(unsigned, max);
        QFETCH(bool, complete);
        const TraceText file(longText());
        ArgSearchOptions options;
        options.maxMatches = max;
        const Found found(*opened(file.path()), "mark=needle", options);
        QVERIFY(found.result);
        QCOMPARE(found.result->complete, complete);
        QCOMPARE(found.matches.size(), std::size_t{std::min(max, 6u)});
        QCOMPARE(found.matches.front().event.value, 77u);
    }

    void stoppedSearchEnds()
    {
        const TraceText file(gzipped(longText()));
        const auto document = opened(file.path());
        std::stop_source stop;
        const auto result = searchArgs(*document, ArgQuery::parse("needle").value(), {},
            [&](std::vector<ArgMatch> &&) { stop.request_stop(); }, {stop.get_token(), {}});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }

    void changedFileIsNotSearched_data()
    {
        QTest::addColumn<bool>("compressed");
        QTest::newRow("plain") << false;
        QTest::newRow("gzip") << true;
    }
    void changedFileIsNotSearched()
    {
        QFETCH(bool, compressed);
        const std::string text = traceObject(anEvent("op", "'a':'needle'"));
        const TraceText file(compressed ? gzipped(text) : text);
        const auto document = opened(file.path());
        writeFile(QString::fromStdString(file.path()), QByteArray("[]"));
        const Found found(*document, "needle");
        QVERIFY(!found.result);
        QCOMPARE(found.result.error().code, ErrorCode::Io);
        QVERIFY(found.matches.empty());
    }
};

LAMELLA_TEST(tst_ArgSearch)
#include "tst_ArgSearch.moc"

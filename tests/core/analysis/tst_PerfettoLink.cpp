// SPDX-License-Identifier: GPL-3.0-or-later
// Links that Perfetto understands: its zero (from which events), its rounding, ranges within its bounds, and text escaped for a
// URL.
#include "core/analysis/PerfettoLink.h"
#include "core/import/ImporterRegistry.h"
#include "core/import/TimestampParser.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>
#include <QUrlQuery>

#include <cmath>

using namespace lamella::core;

namespace {

// How Perfetto's importer reads microseconds: integer part and fraction as separate doubles, then one rounding.
qint64 theirs(const char *whole, const char *fraction)
{
    const double value = QByteArray(whole).toDouble() + QByteArray(fraction).toDouble() / std::pow(10.0, qstrlen(fraction));
    return std::llround(value * 1000.0);
}

} // namespace

class tst_PerfettoLink : public QObject {
    Q_OBJECT
private slots:
    void zeroIsPerfettos_data();
    void zeroIsPerfettos();
    void windowIsWidenedAndClamped_data();
    void windowIsWidenedAndClamped();
    void sliceHasTheRoundingOfBothParts();
    void sliceHasWhatPerfettoMakesOfManyDecimals();
    void pairIsTheDifferenceOfItsTimes();
    void pairEndsWherePerfettoPutsManyDecimals();
    void targetsOfSelections();
    void linkSurvivesTheUrl();
    void tracksOfOneNameAreToldApart();
    void addresses_data();
    void addresses();
    void namesAreNoPatterns();

private:
    std::shared_ptr<const TraceDocument> open(const QByteArray &json)
    {
        QFile file(m_dir.filePath(QStringLiteral("trace.json")));
        if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size())
            qFatal("cannot write");
        file.close();
        auto document = openTrace(file.fileName().toStdString());
        if (!document)
            qFatal("%s", document.error().message().c_str());
        return *document;
    }
    QTemporaryDir m_dir;
};

void tst_PerfettoLink::zeroIsPerfettos_data()
{
    QTest::addColumn<QByteArray>("events");
    QTest::addColumn<qint64>("exactBegin");
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    const QByteArray kernel = R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":50,"dur":10})";
    const QByteArray epoch = R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1712345678901234.567,"dur":12.345})";
    const qint64 epochBegin = theirs("1712345678901234", "567");
    QTest::newRow("one kernel") << kernel << qint64(50'000) << qint64(50'000) << qint64(60'000);
    QTest::newRow("an earlier M row does not count")
        << QByteArray(R"({"ph":"M","name":"process_name","pid":0,"ts":3,"args":{"name":"p"}},)" + kernel) << qint64(50'000)
        << qint64(50'000) << qint64(60'000);
    QTest::newRow("earlier flows do not count")
        << QByteArray(R"({"ph":"s","id":1,"cat":"ac2g","name":"f","pid":0,"tid":7,"ts":4},)"
                      R"({"ph":"f","id":1,"cat":"ac2g","name":"f","pid":0,"tid":7,"ts":5,"bp":"e"},)"
               + kernel)
        << qint64(50'000) << qint64(50'000) << qint64(60'000);
    QTest::newRow("an earlier X without dur does not count")
        << QByteArray(R"({"ph":"X","name":"x","pid":0,"tid":7,"ts":6},)" + kernel) << qint64(50'000) << qint64(50'000)
        << qint64(60'000);
    QTest::newRow("an earlier instant counts")
        << QByteArray(R"({"ph":"i","s":"g","name":"Iteration Start","pid":0,"tid":7,"ts":7.5},)" + kernel) << qint64(7'500)
        << qint64(7'500) << qint64(60'000);
    QTest::newRow("an earlier counter counts")
        << QByteArray(R"({"ph":"C","name":"c","pid":0,"tid":7,"ts":8,"args":{"v":1}},)" + kernel) << qint64(8'000)
        << qint64(8'000) << qint64(60'000);
    QTest::newRow("a counter without a number does not")
        << QByteArray(R"({"ph":"C","name":"c","pid":0,"tid":7,"ts":8,"args":{}},)" + kernel) << qint64(50'000) << qint64(50'000)
        << qint64(60'000);
    QTest::newRow("string numbers") << QByteArray(
        R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":"50.001","dur":"9.999"})")
                                    << qint64(50'001) << qint64(50'001) << qint64(60'000);
    QTest::newRow("epoch microseconds are rounded as theirs")
        << epoch << qint64(1712345678901234567) << epochBegin << epochBegin + theirs("12", "345");
}

void tst_PerfettoLink::zeroIsPerfettos()
{
    QFETCH(QByteArray, events);
    QFETCH(qint64, exactBegin);
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    const auto document = open("{\"traceEvents\":[" + events + "]}");
    QCOMPARE(document->bounds.exactBegin, exactBegin);
    QCOMPARE(document->bounds.perfettoBegin, begin);
    QCOMPARE(document->bounds.perfettoEnd, end);
    // A link to everything is accepted: the range is within Perfetto's trace bounds.
    const auto window = perfettoWindow({{document->bounds.exactBegin}, {document->bounds.exactEnd}}, document->bounds);
    QVERIFY(window.has_value());
    QVERIFY(*window == (PerfettoWindow{begin, end}));
    // The slice is identified by exactly its own values.
    const PerfettoTarget target = perfettoTarget(*document, KernelSelection{KernelId(0)}, {});
    QVERIFY(target.slice.has_value());
    QCOMPARE(perfettoNs(target.slice->startNs) + perfettoNs(target.slice->durationNs), end);
}

void tst_PerfettoLink::windowIsWidenedAndClamped_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<qint64>("expectedBegin");
    QTest::addColumn<qint64>("expectedEnd"); // -1 = no range
    QTest::newRow("a microsecond on each side of a short one")
        << qint64(50'000) << qint64(52'000) << qint64(49'000) << qint64(53'000);
    QTest::newRow("a twentieth of a long one") << qint64(40'000) << qint64(80'000) << qint64(38'000) << qint64(82'000);
    QTest::newRow("not before the first event") << qint64(10'500) << qint64(12'000) << qint64(10'000) << qint64(13'000);
    QTest::newRow("not behind the last one") << qint64(98'000) << qint64(99'500) << qint64(97'000) << qint64(100'000);
    QTest::newRow("everything") << qint64(0) << qint64(900'000) << qint64(10'000) << qint64(100'000);
    QTest::newRow("an instant") << qint64(50'000) << qint64(50'000) << qint64(49'000) << qint64(51'000);
    QTest::newRow("an instant at the very end") << qint64(100'000) << qint64(100'000) << qint64(99'000) << qint64(100'000);
    QTest::newRow("before the trace") << qint64(0) << qint64(9'999) << qint64(0) << qint64(-1);
    QTest::newRow("behind the trace") << qint64(100'001) << qint64(100'010) << qint64(0) << qint64(-1);
    QTest::newRow("all that a file may say")
        << -qint64(3'000'000'000'000'000'000) << qint64(3'000'000'000'000'000'000) << qint64(10'000) << qint64(100'000);
}

void tst_PerfettoLink::windowIsWidenedAndClamped()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    QFETCH(qint64, expectedBegin);
    QFETCH(qint64, expectedEnd);
    TraceBounds bounds;
    bounds.exactBegin = bounds.perfettoBegin = 10'000;
    bounds.exactEnd = bounds.perfettoEnd = 100'000;
    bounds.empty = false;
    const auto window = perfettoWindow({{begin}, {end}}, bounds);
    QCOMPARE(window.has_value(), expectedEnd >= 0);
    if (!window)
        return;
    QCOMPARE(window->beginNs, expectedBegin);
    QCOMPARE(window->endNs, expectedEnd);
    bounds.empty = true;
    QVERIFY(!perfettoWindow({{begin}, {end}}, bounds));
}

void tst_PerfettoLink::sliceHasTheRoundingOfBothParts()
{
    PerfettoLinkRequest request;
    TraceDocument document;
    request.slice = perfettoSlice(document.bounds, 1712345678901234567, 12'345);
    const QUrl url(QString::fromStdString(perfettoLink(request)));
    const QUrlQuery query(url.fragment(QUrl::FullyEncoded).section(u'?', 1));
    QCOMPARE(query.queryItemValue(QStringLiteral("ts")).toLongLong(), theirs("1712345678901234", "567"));
    QCOMPARE(query.queryItemValue(QStringLiteral("dur")).toLongLong(), theirs("12", "345"));
    // Below thirty days, times are exact.
    for (const qint64 ns : {qint64(1), qint64(999), qint64(1'001), qint64(2'591'999'999'999'999)})
        QCOMPARE(perfettoNs(ns), ns);
    // Protobuf holds nanoseconds, which Perfetto takes as they are.
    document.bounds.perfettoExact = true;
    QCOMPARE(perfettoSlice(document.bounds, 1712345678901234567, 12'345).startNs, 1712345678901234567);
}

// Durations as jax/tpu_inference_20260112_002620 has them, with what Perfetto v58.2 stores.
void tst_PerfettoLink::sliceHasWhatPerfettoMakesOfManyDecimals()
{
    const QByteArray event = R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":%1,"dur":%2})";
    const auto document =
        open("{\"traceEvents\":[" + QByteArray(event).replace("%1", "5").replace("%2", "0.00022499999999999999") + ','
            + QByteArray(event).replace("%1", "6.00097499999999999996").replace("%2", "7") + ',' // the fraction becomes 0.012554
            + QByteArray(event).replace("%1", "20").replace("%2", "4.25") + "]}");
    const auto slice = [&](std::uint32_t kernel) {
        return *perfettoTarget(*document, KernelSelection{KernelId(kernel)}, {}).slice;
    };
    QCOMPARE(document->kernels.size(), 3u);
    QCOMPARE(qint64(slice(0).startNs), qint64(5000));
    QCOMPARE(qint64(slice(0).durationNs), qint64(3));
    QCOMPARE(qint64(document->kernels.duration[0]), qint64(0)); // all else has the exact value
    QCOMPARE(qint64(slice(1).startNs), qint64(6013));
    QCOMPARE(qint64(document->kernels.start[1]), qint64(6001));
    QCOMPARE(qint64(slice(1).durationNs), qint64(7000));
    QCOMPARE(qint64(slice(2).durationNs), qint64(4250));

    // They count in the bounds too.
    const auto alone =
        open("[" + QByteArray(event).replace("%1", "6.00097499999999999996").replace("%2", "0.00097499999999999996") + "]");
    QCOMPARE(qint64(alone->bounds.perfettoBegin), qint64(6013));
    QCOMPARE(qint64(alone->bounds.perfettoEnd), qint64(6013 + 13));
    QCOMPARE(qint64(alone->bounds.exactBegin), qint64(6001));
}

void tst_PerfettoLink::pairIsTheDifferenceOfItsTimes()
{
    const auto document = open(R"([{"ph":"B","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1712345678901234.567},)"
                               R"({"ph":"E","pid":0,"tid":7,"ts":1712345678901246.612}])");
    const qint64 begin = theirs("1712345678901234", "567");
    const qint64 end = theirs("1712345678901246", "612");
    const PerfettoTarget target = perfettoTarget(*document, KernelSelection{KernelId(0)}, {});
    QVERIFY(target.slice.has_value());
    QCOMPARE(qint64(target.slice->startNs), begin);
    QCOMPARE(qint64(target.slice->durationNs), end - begin);
    QCOMPARE(qint64(document->bounds.perfettoEnd), end);
}

// Of an end with 20 decimals Perfetto makes 6.013 us (see above).
void tst_PerfettoLink::pairEndsWherePerfettoPutsManyDecimals()
{
    const auto document = open(R"([{"ph":"X","cat":"kernel","name":"x","pid":0,"tid":8,"ts":1,"dur":0.00022499999999999999},)"
                               R"({"ph":"B","cat":"kernel","name":"k","pid":0,"tid":7,"ts":2},)"
                               R"({"ph":"E","pid":0,"tid":7,"ts":6.00097499999999999996},)"
                               R"({"ph":"B","cat":"kernel","name":"k","pid":0,"tid":7,"ts":6.50097499999999999996},)"
                               R"({"ph":"E","pid":0,"tid":7,"ts":8},)"
                               R"({"ph":"X","cat":"kernel","name":"x","pid":0,"tid":8,"ts":9,"dur":0.00022499999999999999}])");
    const auto slice = [&](std::uint32_t kernel) {
        return *perfettoTarget(*document, KernelSelection{KernelId(kernel)}, {}).slice;
    };
    QCOMPARE(document->kernels.size(), 4u);
    QCOMPARE(qint64(slice(0).durationNs), qint64(3)); // values of other events stay
    QCOMPARE(qint64(slice(1).startNs), qint64(2000));
    QCOMPARE(qint64(slice(1).durationNs), qint64(4013));
    QCOMPARE(qint64(document->kernels.duration[1]), qint64(4001));
    const std::int64_t begin = *perfettoParsedNs("6.50097499999999999996");
    QCOMPARE(qint64(slice(2).startNs), qint64(begin));
    QCOMPARE(qint64(slice(2).durationNs), qint64(8000 - begin));
    QCOMPARE(qint64(slice(3).durationNs), qint64(3));
}

void tst_PerfettoLink::targetsOfSelections()
{
    const auto document = open(R"json({"traceEvents":[
        {"ph":"M","name":"thread_name","pid":0,"tid":7,"args":{"name":"stream 7 "}},
        {"ph":"M","name":"thread_name","pid":9,"tid":9,"args":{"name":"main (python)"}},
        {"ph":"X","cat":"cpu_op","name":"op","pid":9,"tid":9,"ts":10,"dur":5},
        {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":20,"dur":3,"args":{"device":0,"stream":7}},
        {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":30,"dur":4,"args":{"device":0,"stream":7}}]})json");
    QCOMPARE(document->kernels.size(), 2u);
    const auto layer = perfettoTarget(*document, LayerSelection{DeviceId(0), 0, 0}, {{25'000}, {40'000}});
    QVERIFY(layer.slice.has_value());
    QCOMPARE(layer.slice->startNs, 30'000);
    QCOMPARE(layer.tracks, (std::vector<PerfettoTrack>{{"stream 7", {}}}));
    const auto event = perfettoTarget(*document, EventSelection{EventId(2)}, {});
    QVERIFY(event.slice.has_value());
    QCOMPARE(event.slice->durationNs, 5'000);
    QCOMPARE(event.tracks, (std::vector<PerfettoTrack>{{"main (python)", {}}}));
    const auto nothing = perfettoTarget(*document, PassSelection{DeviceId(0), 0}, {{50'000}, {60'000}});
    QVERIFY(!nothing.slice && nothing.tracks.empty());
    const StringId name = document->kernels.name[1];
    QCOMPARE(longestInstance(*document, name), KernelId(1));
    QVERIFY(!longestInstance(*document, StringId{0}).valid());
    const auto named = perfettoTarget(*document, NameSelection{name}, {});
    QVERIFY(named.slice.has_value());
    QCOMPARE(named.slice->startNs, 30'000);
    TraceBounds moved = document->bounds; // of a trace written for Perfetto, which has no times below 0
    moved.perfettoExact = true;
    moved.perfettoBegin = moved.exactBegin + 500;
    QCOMPARE(perfettoTarget(*document, KernelSelection{KernelId(1)}, {}, moved).slice->startNs, 30'500);
    const auto range = perfettoTarget(*document, RangeSelection{{{0}, {90'000}}}, {{0}, {90'000}});
    QVERIFY(!range.slice);
}

void tst_PerfettoLink::linkSurvivesTheUrl()
{
    PerfettoLinkRequest request;
    request.address = "https://traces.example:8443";
    request.traceUrl = "http://127.0.0.1:9001/0f/a b#c&d=\xE8\xBF\xBD.json";
    request.window = PerfettoWindow{-5, 10};
    request.slice = PerfettoSlice{7, 8};
    request.noteNs = 7;
    request.note = "pass 3 & \"layer\" \\ #2 \xE5\xB1\x82\n";
    request.pinnedTracks = {{"stream 7", "3"}, {"main (python)", {}}};
    const QString link = QString::fromStdString(perfettoLink(request));
    QVERIFY(
        link.startsWith(QStringLiteral("https://traces.example:8443/#!/?url=http%3A%2F%2F127.0.0.1%3A9001%2F0f%2Fa%20b%23c")));
    const QUrlQuery query(QUrl(link).fragment(QUrl::FullyEncoded).section(u'?', 1));
    QCOMPARE(query.queryItemValue(QStringLiteral("url"), QUrl::FullyDecoded), QString::fromStdString(request.traceUrl));
    QCOMPARE(query.queryItemValue(QStringLiteral("visStart")), QStringLiteral("-5"));
    QVERIFY(!query.hasQueryItem(QStringLiteral("ts"))); // a range and a selection together show neither
    const QByteArray commands = query.queryItemValue(QStringLiteral("startupCommands"), QUrl::FullyDecoded).toUtf8();
    QJsonParseError error;
    const QJsonArray list = QJsonDocument::fromJson(commands, &error).array();
    QCOMPARE(error.error, QJsonParseError::NoError);
    QCOMPARE(list.size(), 3);
    QCOMPARE(list[1].toObject()[QStringLiteral("args")].toArray()[0].toString(), QStringLiteral("^main \\(python\\)( |$)"));
    const QJsonArray ofProcess = list[0].toObject()[QStringLiteral("args")].toArray();
    QCOMPARE(ofProcess[0].toString(), QStringLiteral("(^| )3\\b.*\\bstream 7( |$)"));
    QCOMPARE(ofProcess[1].toString(), QStringLiteral("path"));
    const QJsonArray note = list[2].toObject()[QStringLiteral("args")].toArray();
    QCOMPARE(note[0].toString(), QStringLiteral("7")); // as text: a number would lose digits
    QCOMPARE(note[1].toString(), QStringLiteral("pass 3 & \"layer\" \\ #2 层 "));
}

void tst_PerfettoLink::tracksOfOneNameAreToldApart()
{
    const auto document = open(R"json({"traceEvents":[
        {"ph":"M","name":"thread_name","pid":0,"tid":7,"args":{"name":"stream 7 "}},
        {"ph":"M","name":"thread_name","pid":1,"tid":7,"args":{"name":"stream 7 "}},
        {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":20,"dur":3,"args":{"device":0,"stream":7}},
        {"ph":"X","cat":"kernel","name":"b","pid":1,"tid":7,"ts":30,"dur":4,"args":{"device":1,"stream":7}}]})json");
    QCOMPARE(perfettoTarget(*document, KernelSelection{KernelId(1)}, {}).tracks, (std::vector<PerfettoTrack>{{"stream 7", "1"}}));
}

void tst_PerfettoLink::addresses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("address"); // empty = refused
    const auto row = [](const char *name, const char *text, const char *address) {
        QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(address);
    };
    row("as it is", "https://ui.perfetto.dev", "https://ui.perfetto.dev");
    row("slash and capitals", " HTTPS://UI.Perfetto.dev/ ", "https://ui.perfetto.dev");
    row("port", "http://localhost:10000", "http://localhost:10000");
    row("usual port", "https://a.example:443", "https://a.example");
    row("IPv6", "http://[::1]:8080", "http://[::1]:8080");
    row("path", "https://Intra.example/Perfetto/v58/", "https://intra.example/Perfetto/v58");
    row("query", "https://a.example?x", "");
    row("fragment", "https://a.example/#!/", "");
    row("user", "https://me@a.example", "");
    row("no number for a port", "https://a.example:x", "");
    row("port out of range", "https://a.example:70000", "");
    row("file", "file:///etc/passwd", "");
    row("script", "javascript:alert(1)", "");
    row("header smuggled in", "https://a.example\r\nX: y", "");
    row("policy smuggled in", "https://a.example; script-src *", "");
    row("no scheme", "ui.perfetto.dev", "");
    row("empty", "", "");
}

void tst_PerfettoLink::addresses()
{
    QFETCH(QString, text);
    QTEST(QString::fromStdString(perfettoAddress(text.toStdString())), "address");
    QCOMPARE(perfettoOrigin("https://intra.example:8443/perfetto"), std::string("https://intra.example:8443"));
}

void tst_PerfettoLink::namesAreNoPatterns()
{
    const std::string name = "a.b*c+(d)[e]{f}^g$h|i?j\\k/l";
    const QRegularExpression pattern(QStringLiteral("^") + QString::fromStdString(regexEscaped(name)) + QStringLiteral("$"));
    QVERIFY(pattern.isValid());
    QVERIFY(pattern.match(QString::fromStdString(name)).hasMatch());
    QVERIFY(!pattern.match(QStringLiteral("aXb*c+(d)[e]{f}^g$h|i?j\\k/l")).hasMatch());
    QCOMPARE(percentEncoded("a b/\xC3\xA4-_.!~*'()"), std::string("a%20b%2F%C3%A4-_.!~*'()"));
}

LAMELLA_TEST(tst_PerfettoLink)
#include "tst_PerfettoLink.moc"

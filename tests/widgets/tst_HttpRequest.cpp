// SPDX-License-Identifier: GPL-3.0-or-later
// Heads of requests, good and hostile, fed whole and byte by byte; who may ask for what; names that go into paths.
#include "tests/support/TestMain.h"
#include "widgets/loopback/HttpRequest.h"
#include "widgets/loopback/LoopbackRoute.h"

#include <QTest>

using namespace lamella::ui;
using ParserState = HttpRequestParser::State;

class tst_HttpRequest : public QObject {
    Q_OBJECT
private slots:
    void readsHeads_data();
    void readsHeads();
    void endlessHeadIsCutOff();
    void bodiesAreBounded();
    void onlyOursAreAnswered_data();
    void onlyOursAreAnswered();
    void ourPageMayBeOpenedFromAFile();
    void pathsCannotBeGuessed();
    void fileNamesArePlain_data();
    void fileNamesArePlain();
};

void tst_HttpRequest::readsHeads_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<int>("status"); // 0 = fine
    const QByteArray host = "Host: 127.0.0.1:9001\r\n";
    QTest::newRow("plain") << "GET /a HTTP/1.1\r\n" + host + "\r\n" << 0;
    QTest::newRow("1.0") << "GET /a HTTP/1.0\r\n" + host + "\r\n" << 0;
    QTest::newRow("names of fields have no case") << QByteArray("GET /a HTTP/1.1\r\nhOsT:127.0.0.1:9001 \r\n\r\n") << 0;
    QTest::newRow("no host") << QByteArray("GET /a HTTP/1.1\r\n\r\n") << 400;
    QTest::newRow("two hosts") << "GET /a HTTP/1.1\r\n" + host + host + "\r\n" << 400;
    QTest::newRow("two origins") << "GET /a HTTP/1.1\r\n" + host + "Origin: https://a\r\nOrigin: https://b\r\n\r\n" << 400;
    QTest::newRow("two lengths") << "GET /a HTTP/1.1\r\n" + host + "Content-Length: 0\r\nContent-Length: 0\r\n\r\n" << 400;
    QTest::newRow("negative length") << "GET /a HTTP/1.1\r\n" + host + "Content-Length: -1\r\n\r\n" << 400;
    QTest::newRow("length of 30 digits") << "GET /a HTTP/1.1\r\n" + host + "Content-Length: " + QByteArray(30, '9') + "\r\n\r\n"
                                         << 400;
    QTest::newRow("large body") << "POST /a HTTP/1.1\r\n" + host + "Content-Length: 65537\r\n\r\n" << 413;
    QTest::newRow("chunks") << "POST /a HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n" << 501;
    QTest::newRow("line feeds alone") << QByteArray("GET /a HTTP/1.1\nHost: x\n\r\n\r\n") << 400;
    QTest::newRow("folded field") << "GET /a HTTP/1.1\r\n" + host + "X: a\r\n b\r\n\r\n" << 400;
    QTest::newRow("space before the colon") << "GET /a HTTP/1.1\r\n" + host + "X : a\r\n\r\n" << 400;
    QTest::newRow("no colon") << "GET /a HTTP/1.1\r\n" + host + "abc\r\n\r\n" << 400;
    QTest::newRow("nul in a value") << "GET /a HTTP/1.1\r\n" + host + QByteArray("X: a\0b\r\n\r\n", 10) << 400;
    QTest::newRow("carriage return in a value") << "GET /a HTTP/1.1\r\n" + host + "X: a\rb\r\n\r\n" << 400;
    QTest::newRow("whole address as target") << "GET http://127.0.0.1:9001/a HTTP/1.1\r\n" + host + "\r\n" << 400;
    QTest::newRow("star") << "OPTIONS * HTTP/1.1\r\n" + host + "\r\n" << 400;
    QTest::newRow("space in the target") << "GET /a b HTTP/1.1\r\n" + host + "\r\n" << 400;
    QTest::newRow("bytes above 7f in the target") << "GET /\xC3\xA4 HTTP/1.1\r\n" + host + "\r\n" << 400;
    QTest::newRow("HTTP/2") << "GET /a HTTP/2.0\r\n" + host + "\r\n" << 505;
    QTest::newRow("no version") << "GET /a\r\n" + host + "\r\n" << 400;
    QTest::newRow("method of 17 letters") << QByteArray(17, 'A') + " /a HTTP/1.1\r\n" + host + "\r\n" << 400;
    QTest::newRow("TLS") << QByteArray("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15) << 400;
    QTest::newRow("hundred and one fields") << "GET /a HTTP/1.1\r\n" + host + QByteArray("X: y\r\n").repeated(101) + "\r\n"
                                            << 431;
    const auto headOf = [&](qsizetype bytes) -> QByteArray { // before the empty line
        const QByteArray begin = "GET /a HTTP/1.1\r\n" + host + "X: ";
        return begin + QByteArray(bytes - begin.size(), 'y') + "\r\n\r\n";
    };
    QTest::newRow("head as long as may be") << headOf(HttpRequestParser::kMaxHeadBytes) << 0;
    QTest::newRow("head too long by a byte") << headOf(HttpRequestParser::kMaxHeadBytes + 1) << 431;
}

void tst_HttpRequest::readsHeads()
{
    QFETCH(QByteArray, head);
    QFETCH(int, status);
    HttpRequestParser whole;
    QCOMPARE(whole.feed(head), status == 0 ? ParserState::Done : ParserState::Bad);
    QCOMPARE(whole.status(), status);
    HttpRequestParser bytewise;
    ParserState state = ParserState::More;
    for (qsizetype i = 0; i < head.size() && state == ParserState::More; ++i)
        state = bytewise.feed(head.mid(i, 1));
    QCOMPARE(state, status == 0 ? ParserState::Done : ParserState::Bad);
    QCOMPARE(bytewise.status(), status);
    if (status != 0)
        return;
    for (const HttpRequestParser *parser : {&whole, &bytewise}) {
        QCOMPARE(parser->request().method, QByteArray("GET"));
        QCOMPARE(parser->request().target, QByteArray("/a"));
        QCOMPARE(parser->request().host, QByteArray("127.0.0.1:9001"));
    }
}

void tst_HttpRequest::endlessHeadIsCutOff()
{
    HttpRequestParser parser;
    QCOMPARE(parser.feed("GET /a HTTP/1.1\r\nX: "), ParserState::More);
    ParserState state = ParserState::More;
    qsizetype fed = 0;
    for (; state == ParserState::More && fed < 10 * HttpRequestParser::kMaxHeadBytes; fed += 1000)
        state = parser.feed(QByteArray(1000, 'a'));
    QCOMPARE(state, ParserState::Bad);
    QCOMPARE(parser.status(), 431);
    QVERIFY(fed <= HttpRequestParser::kMaxHeadBytes + 1000);
    QCOMPARE(parser.feed("\r\n\r\n"), ParserState::Bad); // and stays so
}

void tst_HttpRequest::bodiesAreBounded()
{
    const QByteArray head = "POST /status HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n";
    HttpRequestParser parser;
    QCOMPARE(parser.feed(head + "12345"), ParserState::More);
    QCOMPARE(parser.feed("67890"), ParserState::Done);
    QCOMPARE(parser.request().bodyBytes, 10);
    HttpRequestParser more;
    QCOMPARE(more.feed(head + QByteArray(HttpRequestParser::kMaxBodyBytes + 1, 'x')), ParserState::Bad);
    QCOMPARE(more.status(), 413);
}

void tst_HttpRequest::onlyOursAreAnswered_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("origin");
    QTest::addColumn<QByteArray>("fetchSite");
    QTest::addColumn<int>("viewer"); // status for what Perfetto's page may have
    QTest::addColumn<int>("page"); // and for what our own page may have
    const QByteArray us = "127.0.0.1:9001";
    const QByteArray ui = "https://ui.perfetto.dev";
    QTest::newRow("Perfetto's page") << us << ui << QByteArray("cross-site") << 0 << 403;
    QTest::newRow("our page") << us << QByteArray("http://127.0.0.1:9001") << QByteArray("same-origin") << 403 << 0;
    QTest::newRow("our page, which sends no origin") << us << QByteArray() << QByteArray("same-origin") << 0 << 0;
    QTest::newRow("address typed in") << us << QByteArray() << QByteArray("none") << 0 << 0;
    QTest::newRow("a tool") << us << QByteArray() << QByteArray() << 0 << 0;
    QTest::newRow("embedded by another site") << us << QByteArray() << QByteArray("cross-site") << 403 << 403;
    QTest::newRow("another port of this machine")
        << us << QByteArray("http://127.0.0.1:8080") << QByteArray("same-site") << 403 << 403;
    QTest::newRow("another site") << us << QByteArray("https://evil.example") << QByteArray("cross-site") << 403 << 403;
    QTest::newRow("name that begins like ours")
        << us << QByteArray("https://ui.perfetto.dev.evil.example") << QByteArray() << 403 << 403;
    QTest::newRow("not https") << us << QByteArray("http://ui.perfetto.dev") << QByteArray() << 403 << 403;
    QTest::newRow("sandboxed") << us << QByteArray("null") << QByteArray() << 403 << 403;
    QTest::newRow("name bound to 127.0.0.1") << QByteArray("evil.example:9001") << ui << QByteArray() << 403 << 403;
    QTest::newRow("localhost") << QByteArray("localhost:9001") << ui << QByteArray() << 403 << 403;
    QTest::newRow("no port") << QByteArray("127.0.0.1") << ui << QByteArray() << 403 << 403;
    QTest::newRow("another port") << QByteArray("127.0.0.1:9002") << ui << QByteArray() << 403 << 403;
}

void tst_HttpRequest::onlyOursAreAnswered()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, origin);
    QFETCH(QByteArray, fetchSite);
    QFETCH(int, viewer);
    QFETCH(int, page);
    HttpRequest request;
    request.host = host;
    request.origin = origin;
    request.fetchSite = fetchSite;
    QCOMPARE(refusal(request, LoopbackRoute::Access::Viewer, 9001, "https://ui.perfetto.dev"), viewer);
    QCOMPARE(refusal(request, LoopbackRoute::Access::Page, 9001, "https://ui.perfetto.dev"), page);
}

// A file of the disk that leads a tab to our page counts as another site; only as a whole page it may.
void tst_HttpRequest::ourPageMayBeOpenedFromAFile()
{
    using Access = LoopbackRoute::Access;
    const auto status = [](const char *mode, const char *dest, Access access) {
        HttpRequest request;
        request.host = "127.0.0.1:9001";
        request.fetchSite = "cross-site";
        request.fetchMode = mode;
        request.fetchDest = dest;
        return refusal(request, access, 9001, "https://ui.perfetto.dev");
    };
    QCOMPARE(status("navigate", "document", Access::Entry), 0);
    QCOMPARE(status("navigate", "iframe", Access::Entry), 403);
    QCOMPARE(status("no-cors", "image", Access::Entry), 403);
    QCOMPARE(status("navigate", "document", Access::Page), 403);
    QCOMPARE(status("navigate", "document", Access::Viewer), 403);
}

void tst_HttpRequest::pathsCannotBeGuessed()
{
    const QByteArray a = randomPath();
    QCOMPARE(a.size(), 33);
    QVERIFY(a.startsWith('/'));
    QCOMPARE(QByteArray::fromHex(a.mid(1)).size(), 16);
    QVERIFY(a != randomPath());
}

void tst_HttpRequest::fileNamesArePlain_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("safe");
    QTest::newRow("plain") << QStringLiteral("rank-0_step.trace.json.gz") << QByteArray("rank-0_step.trace.json.gz");
    QTest::newRow("spaces and signs") << QStringLiteral("a b#c&d?e%20f.json") << QByteArray("a_b_c_d_e_20f.json");
    QTest::newRow("Chinese") << QStringLiteral("追踪.json") << QByteArray("__.json");
    QTest::newRow("nothing left") << QStringLiteral("追踪") << QByteArray("trace.json");
    QTest::newRow("dots") << QStringLiteral("..") << QByteArray("trace.json");
    QTest::newRow("hidden") << QStringLiteral(".hidden.json") << QByteArray("hidden.json");
    QTest::newRow("slashes") << QStringLiteral("../../etc/passwd") << QByteArray("_.._etc_passwd");
    QTest::newRow("empty") << QString() << QByteArray("trace.json");
    QTest::newRow("long") << QString(500, u'x') + QStringLiteral(".json.gz") << QByteArray(72, 'x') + ".json.gz";
}

void tst_HttpRequest::fileNamesArePlain()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, safe);
    QCOMPARE(safeFileName(name), safe);
}

LAMELLA_CORE_APPLICATION_TEST(tst_HttpRequest)
#include "tst_HttpRequest.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The server with real sockets: answers what it offers to whom it may, and survives clients that are curious, hostile, slow,
// greedy or gone, and files that change under it.
#include "tests/support/TestMain.h"
#include "widgets/loopback/LoopbackHost.h"
#include "widgets/loopback/LoopbackServer.h"
#include "widgets/loopback/PeerUser.h"
#include "widgets/loopback/PortProbe.h"
#include "widgets/perfetto/PerfettoLinker.h"

#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QtNetwork/QTcpServer>
#include <QtNetwork/QTcpSocket>

#include <algorithm>
#include <netinet/in.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace lamella::ui;

namespace {

const QByteArray kOrigin = "https://ui.perfetto.dev";

ServedFile stampOf(const QString &path)
{
    struct stat facts { };
    const std::string name = QFile::encodeName(path).toStdString();
    if (::stat(name.c_str(), &facts) != 0)
        return {name, 0, 0};
    return {name, static_cast<std::uint64_t>(facts.st_size),
        std::int64_t{facts.st_mtim.tv_sec} * 1'000'000'000 + facts.st_mtim.tv_nsec};
}

// A client that keeps all it gets.
class Client {
public:
    explicit Client(quint16 at)
    {
        QObject::connect(&socket, &QTcpSocket::readyRead, &socket, [this] { received += socket.readAll(); });
        socket.connectToHost(QStringLiteral("127.0.0.1"), at);
        port = at;
    }
    void send(const QByteArray &bytes) { socket.write(bytes); }
    void ask(const QByteArray &line, const QByteArray &fields = "Origin: " + kOrigin + "\r\n")
    {
        send(line + " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(port) + "\r\n" + fields + "\r\n");
    }
    [[nodiscard]] bool over() const { return socket.state() == QAbstractSocket::UnconnectedState; }
    [[nodiscard]] int status() const { return received.mid(9, 3).toInt(); }
    [[nodiscard]] QByteArray head() const { return received.left(received.indexOf("\r\n\r\n")); }
    [[nodiscard]] QByteArray body() const { return received.mid(received.indexOf("\r\n\r\n") + 4); }
    QTcpSocket socket;
    QByteArray received;
    quint16 port = 0;
};

} // namespace

class tst_LoopbackServer : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void answersTheOneFile();
    void headHasTheSizeOnly();
    void refuses_data();
    void refuses();
    void twoClientsAtOnce();
    void tooManyTransfers();
    void tooManyConnections();
    void silentConnectionsStarveNobody();
    void otherUsersAreTurnedAway();
    void aProcessOfAnotherUserGetsNothing();
    void ownersInTheTable_data();
    void ownersInTheTable();
    void fileThatIsGone();
    void fileThatChanged();
    void fileThatShrinksWhileItIsSent();
    void memoryStaysBoundedForASlowReader();
    void slowAskerIsCutOff();
    void idleClientsAreWaitedFor();
    void readerThatStopsIsCutOff();
    void floodIsCutOff();
    void takenPort();
    void stopEndsEverything();
    void eventsReachThoseWhoListen();
    void hostRunsOnItsOwnThread();
    void oldNewsNeverArrive();
    void probeSeesWhoListens();

private:
    std::unique_ptr<Client> client() const { return std::make_unique<Client>(m_server->port()); }
    QString write(const QByteArray &bytes)
    {
        QFile file(m_dir->filePath(QStringLiteral("trace.json")));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
        file.close();
        LoopbackRoute route;
        route.path = "/0123/trace.json";
        route.kind = LoopbackRoute::Kind::File;
        route.file = stampOf(file.fileName());
        m_server->addRoute(route);
        return file.fileName();
    }
    void restart(const LoopbackLimits &limits)
    {
        m_server = std::make_unique<LoopbackServer>(nullptr, limits);
        QVERIFY(m_server->listen(0, kOrigin));
    }
    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<LoopbackServer> m_server;
};

void tst_LoopbackServer::init()
{
    qRegisterMetaType<ServeProblem>();
    m_dir = std::make_unique<QTemporaryDir>();
    restart({});
}

void tst_LoopbackServer::cleanup()
{
    m_server.reset();
}

void tst_LoopbackServer::answersTheOneFile()
{
    QByteArray bytes;
    for (int i = 0; i < 400'000; ++i)
        bytes += QByteArray::number(i) + ','; // several pieces, each different
    write(bytes);
    QSignalSpy ended(m_server.get(), &LoopbackServer::fileEnded);
    const auto one = client();
    one->ask("GET /0123/trace.json");
    QTRY_VERIFY(one->over());
    QCOMPARE(one->status(), 200);
    QVERIFY(one->body() == bytes);
    const QByteArray head = one->head();
    QVERIFY(head.contains("\r\nAccess-Control-Allow-Origin: https://ui.perfetto.dev\r\n"));
    QVERIFY(head.contains("\r\nCache-Control: no-cache\r\n"));
    QVERIFY(head.contains(QByteArray("\r\nContent-Length: " + QByteArray::number(bytes.size()) + "\r\n")));
    QVERIFY(!head.contains("Content-Encoding")); // a gzip file stays one: Perfetto looks at its bytes
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(ended[0][0].toByteArray(), QByteArray("/0123/trace.json"));
    QCOMPARE(ended[0][1].value<ServeProblem>(), ServeProblem::None);
    QTRY_COMPARE(m_server->connections(), 0);
}

void tst_LoopbackServer::headHasTheSizeOnly()
{
    write("{\"traceEvents\":[]}");
    QSignalSpy ended(m_server.get(), &LoopbackServer::fileEnded);
    const auto one = client();
    one->ask("HEAD /0123/trace.json");
    QTRY_VERIFY(one->over());
    QCOMPARE(one->status(), 200);
    QVERIFY(one->head().contains("\r\nContent-Length: 18\r\n"));
    QVERIFY(one->body().isEmpty());
    QCOMPARE(ended.size(), 0); // it has not been fetched
}

void tst_LoopbackServer::refuses_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("host"); // empty = right
    QTest::addColumn<QByteArray>("origin");
    QTest::addColumn<int>("status");
    QTest::newRow("another path") << QByteArray("GET /trace.json") << QByteArray() << kOrigin << 404;
    QTest::newRow("the root") << QByteArray("GET /") << QByteArray() << kOrigin << 404;
    QTest::newRow("the token alone") << QByteArray("GET /0123/") << QByteArray() << kOrigin << 404;
    QTest::newRow("probe for trace_processor") << QByteArray("POST /status") << QByteArray() << kOrigin << 404;
    QTest::newRow("websocket of trace_processor") << QByteArray("GET /websocket") << QByteArray() << kOrigin << 404;
    QTest::newRow("dots") << QByteArray("GET /0123/../0123/trace.json") << QByteArray() << kOrigin << 404;
    QTest::newRow("dots out") << QByteArray("GET /../../../../etc/passwd") << QByteArray() << kOrigin << 404;
    QTest::newRow("encoded dots") << QByteArray("GET /0123/%2e%2e/etc/passwd") << QByteArray() << kOrigin << 404;
    QTest::newRow("encoded letter") << QByteArray("GET /0123/%74race.json") << QByteArray() << kOrigin << 404;
    QTest::newRow("two slashes") << QByteArray("GET //0123/trace.json") << QByteArray() << kOrigin << 404;
    QTest::newRow("query") << QByteArray("GET /0123/trace.json?a") << QByteArray() << kOrigin << 404;
    QTest::newRow("POST of the file") << QByteArray("POST /0123/trace.json") << QByteArray() << kOrigin << 405;
    QTest::newRow("OPTIONS") << QByteArray("OPTIONS /0123/trace.json") << QByteArray() << kOrigin << 405;
    QTest::newRow("lower case") << QByteArray("get /0123/trace.json") << QByteArray() << kOrigin << 405;
    QTest::newRow("foreign origin") << QByteArray("GET /0123/trace.json") << QByteArray() << QByteArray("https://evil.example")
                                    << 403;
    QTest::newRow("rebound name") << QByteArray("GET /0123/trace.json") << QByteArray("evil.example") << kOrigin << 403;
    QTest::newRow("rebound name, any path") << QByteArray("GET /nothing") << QByteArray("evil.example") << kOrigin << 403;
    QTest::newRow("localhost") << QByteArray("GET /0123/trace.json") << QByteArray("localhost") << kOrigin << 403;
    QTest::newRow("not HTTP") << QByteArray("\x16\x03\x01 hello") << QByteArray() << kOrigin << 400;
}

void tst_LoopbackServer::refuses()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, origin);
    QFETCH(int, status);
    write("secret");
    QSignalSpy ended(m_server.get(), &LoopbackServer::fileEnded);
    const auto one = client();
    const QByteArray name = host.isEmpty() ? QByteArray("127.0.0.1") : host;
    one->send(
        line + " HTTP/1.1\r\nHost: " + name + ':' + QByteArray::number(m_server->port()) + "\r\nOrigin: " + origin + "\r\n\r\n");
    QTRY_VERIFY(one->over());
    QCOMPARE(one->status(), status);
    QVERIFY(!one->received.contains("secret"));
    QVERIFY(one->body().isEmpty());
    QVERIFY(!one->head().contains("evil.example"));
    QCOMPARE(ended.size(), 0);
}

void tst_LoopbackServer::twoClientsAtOnce()
{
    const QByteArray bytes(3 << 20, 'x');
    write(bytes);
    QSignalSpy ended(m_server.get(), &LoopbackServer::fileEnded);
    const auto one = client();
    const auto two = client();
    one->ask("GET /0123/trace.json");
    two->ask("GET /0123/trace.json");
    QTRY_VERIFY(one->over() && two->over());
    QVERIFY(one->body() == bytes);
    QVERIFY(two->body() == bytes);
    QCOMPARE(ended.size(), 2);
}

void tst_LoopbackServer::tooManyTransfers()
{
    LoopbackLimits limits;
    limits.transfers = 1;
    restart(limits);
    write(QByteArray(64 << 20, 'x'));
    const auto one = client();
    one->socket.setReadBufferSize(1024); // takes its time
    one->socket.disconnect(&one->socket);
    one->ask("GET /0123/trace.json");
    QTRY_VERIFY(one->socket.bytesAvailable() > 0);
    const auto two = client();
    two->ask("GET /0123/trace.json");
    QTRY_VERIFY(two->over());
    QCOMPARE(two->status(), 503);
    QVERIFY(two->head().contains("Access-Control-Allow-Origin")); // so that the page can tell why
}

void tst_LoopbackServer::tooManyConnections()
{
    LoopbackLimits limits;
    limits.connections = 2;
    restart(limits);
    write(QByteArray(64 << 20, 'x'));
    std::vector<std::unique_ptr<Client>> takers; // who has asked keeps the place
    for (int i = 0; i < limits.connections; ++i) {
        takers.push_back(client());
        takers.back()->socket.setReadBufferSize(1024);
        takers.back()->socket.disconnect(&takers.back()->socket);
        takers.back()->ask("GET /0123/trace.json");
        QTRY_VERIFY(takers.back()->socket.bytesAvailable() > 0);
    }
    const auto three = client();
    QTRY_VERIFY(three->over());
    QCOMPARE(three->status(), 503);
    QVERIFY(!takers[0]->over() && !takers[1]->over());
}

// Who holds a place without asking gives it up to who comes.
void tst_LoopbackServer::silentConnectionsStarveNobody()
{
    write("{}");
    std::vector<std::unique_ptr<Client>> silent;
    for (int i = 0; i < 2 * LoopbackLimits().connections; ++i)
        silent.push_back(client());
    QTRY_COMPARE(m_server->connections(), LoopbackLimits().connections);
    QTRY_VERIFY(silent.front()->over());
    const auto browser = client();
    browser->ask("GET /0123/trace.json");
    QTRY_VERIFY(browser->over());
    QCOMPARE(browser->status(), 200);
    QVERIFY(!silent.back()->over());
}

void tst_LoopbackServer::otherUsersAreTurnedAway()
{
    const quint32 me = ::geteuid();
    LoopbackLimits limits;
    limits.user = me + 1; // the client of this test is another user's then
    restart(limits);
    write("secret");
    QSignalSpy turnedAway(m_server.get(), &LoopbackServer::otherUserRefused);
    QSignalSpy ended(m_server.get(), &LoopbackServer::fileEnded);
    const auto one = client();
    one->ask("GET /0123/trace.json");
    QTRY_VERIFY(one->over());
    QVERIFY(!one->received.contains("secret"));
    QVERIFY(one->received.isEmpty() || one->status() == 403);
    QCOMPARE(turnedAway.size(), 1);
    QCOMPARE(turnedAway[0][0].toString(), userName(me));
    QCOMPARE(ended.size(), 0);
    limits.user = me;
    restart(limits);
    write("secret");
    const auto two = client();
    two->ask("GET /0123/trace.json");
    QTRY_VERIFY(two->over());
    QCOMPARE(two->status(), 200);
}

// The same with a real one, which knows the address.
void tst_LoopbackServer::aProcessOfAnotherUserGetsNothing()
{
    constexpr int kNobody = 65534;
    if (::geteuid() != 0)
        QSKIP("only the administrator can start a program as another user");
    write("secret");
    QSignalSpy turnedAway(m_server.get(), &LoopbackServer::otherUserRefused);
    for (const char *family : {"4", "6"}) { // over IPv6 it comes from ::ffff:127.0.0.1
        QProcess other;
        other.start(QStringLiteral("python3"),
            {QStringLiteral("-c"),
                QStringLiteral("import os, socket, sys\n"
                               "os.setuid(%1)\n"
                               "six = sys.argv[1] == '6'\n"
                               "s = socket.socket(socket.AF_INET6 if six else socket.AF_INET)\n"
                               "s.connect(('::ffff:127.0.0.1' if six else '127.0.0.1', %2))\n"
                               "s.sendall(b'GET /0123/trace.json HTTP/1.1\\r\\nHost: 127.0.0.1:%2\\r\\n\\r\\n')\n"
                               "try:\n"
                               "    print(s.recv(4096).decode())\n"
                               "except ConnectionResetError:\n"
                               "    print('reset')\n")
                    .arg(kNobody)
                    .arg(m_server->port()),
                QString::fromLatin1(family)});
        if (!other.waitForStarted())
            QSKIP("python3 is not installed");
        QTRY_COMPARE(other.state(), QProcess::NotRunning);
        const QByteArray got = other.readAllStandardOutput();
        QCOMPARE(other.exitCode(), 0);
        QVERIFY2(!got.contains("secret") && (got.contains("403") || got.contains("reset")), got.constData());
    }
    QCOMPARE(turnedAway.size(), 2);
    QCOMPARE(turnedAway[0][0].toString(), userName(kNobody));
}

void tst_LoopbackServer::ownersInTheTable_data()
{
    QTest::addColumn<QByteArray>("row");
    QTest::addColumn<int>("uid"); // -1: not in it
    const auto hex = [](quint32 number) { return QByteArray::number(htonl(number), 16).toUpper().rightJustified(8, '0'); };
    const QByteArray local = hex(0x7f000001);
    const QByteArray tail = " 00000000:00000000 00:00000000 00000000  1234        0 99 1 0000 20 4 30 10 -1";
    const QByteArray mapped = "0000000000000000FFFF0000";
    QTest::newRow("a client") << "   0: " + local + ":D431 " + local + ":2329 01" + tail << 1234;
    QTest::newRow("that has sent all") << "   0: " + local + ":D431 " + local + ":2329 05" + tail << 1234;
    QTest::newRow("over IPv6") << "   0: " + mapped + local + ":D431 " + mapped + local + ":2329 01" + tail << 1234;
    QTest::newRow("that is gone") << "   0: " + local + ":D431 " + local + ":2329 06" + tail << -1;
    QTest::newRow("our own end") << "   0: " + local + ":2329 " + local + ":D431 01" + tail << -1;
    QTest::newRow("another address") << "   0: " + hex(0x7f000002) + ":D431 " + local + ":2329 01" + tail << -1;
    QTest::newRow("another port") << "   0: " + local + ":D432 " + local + ":2329 01" + tail << -1;
    QTest::newRow("half a row") << "   0: " + local + ":D431 " + local + ":2329 01" << -1;
    QTest::newRow("nothing") << QByteArray() << -1;
}

void tst_LoopbackServer::ownersInTheTable()
{
    QFETCH(QByteArray, row);
    QFETCH(int, uid);
    const QByteArray table = "  sl  local_address rem_address   st ...\n" + row + '\n';
    const auto found = lamella::core::socketOwner(table.toStdString(), {0x7f000001, 0xd431}, {0x7f000001, 9001});
    QCOMPARE(found ? static_cast<int>(*found) : -1, uid);
}

void tst_LoopbackServer::fileThatIsGone()
{
    QVERIFY(QFile::remove(write("{}")));
    QSignalSpy ended(m_server.get(), &LoopbackServer::fileEnded);
    const auto one = client();
    one->ask("GET /0123/trace.json");
    QTRY_VERIFY(one->over());
    QCOMPARE(one->status(), 410);
    QCOMPARE(ended[0][1].value<ServeProblem>(), ServeProblem::FileGone);
}

void tst_LoopbackServer::fileThatChanged()
{
    const QString path = write("{}");
    QFile file(path);
    QVERIFY(file.open(QIODevice::Append) && file.write("more") == 4);
    file.close();
    QSignalSpy ended(m_server.get(), &LoopbackServer::fileEnded);
    const auto one = client();
    one->ask("GET /0123/trace.json");
    QTRY_VERIFY(one->over());
    QCOMPARE(one->status(), 409);
    QVERIFY(one->body().isEmpty());
    QCOMPARE(ended[0][1].value<ServeProblem>(), ServeProblem::FileChanged);
}

void tst_LoopbackServer::fileThatShrinksWhileItIsSent()
{
    const QByteArray bytes(64 << 20, 'x');
    const QString path = write(bytes);
    QSignalSpy ended(m_server.get(), &LoopbackServer::fileEnded);
    const auto one = client();
    one->socket.setReadBufferSize(64 * 1024);
    one->socket.disconnect(&one->socket); // takes nothing for now
    one->ask("GET /0123/trace.json");
    QTRY_VERIFY(one->socket.bytesAvailable() > 0);
    QVERIFY(QFile::resize(path, 100));
    QObject::connect(&one->socket, &QTcpSocket::readyRead, &one->socket, [&] { one->received += one->socket.readAll(); });
    one->received += one->socket.readAll();
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(ended[0][1].value<ServeProblem>(), ServeProblem::FileChanged);
    QTRY_VERIFY(one->over());
    QVERIFY(one->body().size() < bytes.size()); // less than was announced: no browser takes that for the whole
}

void tst_LoopbackServer::memoryStaysBoundedForASlowReader()
{
    constexpr qint64 kTotal = 256 << 20;
    QFile file(m_dir->filePath(QStringLiteral("sparse.json")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(kTotal));
    file.close();
    LoopbackRoute route;
    route.path = "/big";
    route.kind = LoopbackRoute::Kind::File;
    route.file = stampOf(file.fileName());
    m_server->addRoute(route);
    qint64 sent = 0;
    qint64 min = 0;
    connect(m_server.get(), &LoopbackServer::fileProgress, this, [&](const QByteArray &, qint64 bytes, qint64) {
        sent = bytes;
        min = std::min(min, bytes);
    });
    const auto one = client();
    one->socket.setReadBufferSize(1024);
    one->socket.disconnect(&one->socket);
    one->ask("GET /big");
    QTRY_VERIFY(one->socket.bytesAvailable() > 0);
    // What the kernel buffers is its own; we hold at most a megabyte and a piece beyond what it took.
    const auto *connection = m_server->findChild<HttpConnection *>();
    QVERIFY(connection != nullptr);
    const auto *socket = connection->findChild<QTcpSocket *>();
    QVERIFY(socket != nullptr);
    QTRY_VERIFY(socket->bytesToWrite() > 0);
    QVERIFY(socket->bytesToWrite() <= (1 << 20) + (256 << 10));
    QVERIFY(sent < kTotal / 2);
    QCOMPARE(min, qint64{0}); // the head of the answer is no part of the file
}

void tst_LoopbackServer::slowAskerIsCutOff()
{
    LoopbackLimits limits;
    limits.requestMs = 50;
    restart(limits);
    const auto silent = client();
    const auto half = client();
    half->send("GET /0123/trace.json HTTP/1.1\r\nHost: ");
    QTRY_VERIFY(silent->over() && half->over());
    QCOMPARE(silent->status(), 408);
    QCOMPARE(half->status(), 408);
    QTRY_COMPARE(m_server->connections(), 0);
}

// A browser that asks its user for a minute before it sends the request, and a page that hears nothing for as long. Here a second
// is a millisecond; the page counts them by what keeps its connection alive.
void tst_LoopbackServer::idleClientsAreWaitedFor()
{
    LoopbackLimits limits;
    limits.silentMs = 2;
    limits.stallMs = 20;
    limits.keepAliveMs = 15;
    limits.requestMs = PerfettoLinker::kWaitMs;
    QVERIFY(limits.requestMs > 60'000);
    restart(limits);
    const QString path = write("[1]");
    LoopbackRoute events;
    events.path = "/0123/events";
    events.kind = LoopbackRoute::Kind::Events;
    m_server->addRoute(events);
    const auto page = client();
    page->ask("GET /0123/events");
    const auto browser = client(); // connected, but silent
    QSignalSpy waits(m_server.get(), &LoopbackServer::clientWaits);
    QTRY_VERIFY(page->received.count(":\n\n") >= 4 && !waits.isEmpty());
    QVERIFY(!browser->over() && !page->over());
    browser->ask("GET /0123/trace.json");
    QTRY_VERIFY(browser->over());
    QCOMPARE(browser->body(), QByteArray("[1]"));
    m_server->sendEvent("jump", "{}");
    QTRY_VERIFY(page->received.contains("event: jump"));
}

void tst_LoopbackServer::readerThatStopsIsCutOff()
{
    LoopbackLimits limits;
    limits.stallMs = 100;
    restart(limits);
    write(QByteArray(64 << 20, 'x'));
    QSignalSpy ended(m_server.get(), &LoopbackServer::fileEnded);
    const auto one = client();
    one->socket.setReadBufferSize(1024);
    one->socket.disconnect(&one->socket);
    one->ask("GET /0123/trace.json");
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(ended[0][1].value<ServeProblem>(), ServeProblem::ClientLeft);
    QTRY_COMPARE(m_server->connections(), 0);
}

void tst_LoopbackServer::floodIsCutOff()
{
    const auto one = client();
    QTRY_COMPARE(one->socket.state(), QAbstractSocket::ConnectedState);
    const QByteArray some(64 * 1024, 'a');
    connect(&one->socket, &QTcpSocket::bytesWritten, &one->socket, [&] {
        if (one->socket.bytesToWrite() < some.size())
            one->send(some);
    });
    one->send("GET /" + some);
    QTRY_VERIFY(one->over());
    QTRY_COMPARE(m_server->connections(), 0);
}

void tst_LoopbackServer::takenPort()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    LoopbackServer server;
    QVERIFY(!server.listen(other.serverPort(), kOrigin));
    QVERIFY(!server.isListening());
    QVERIFY(!server.errorString().isEmpty());
    QVERIFY(server.listen(0, kOrigin)); // and can still be used
}

void tst_LoopbackServer::stopEndsEverything()
{
    write(QByteArray(64 << 20, 'x'));
    QSignalSpy ended(m_server.get(), &LoopbackServer::fileEnded);
    const auto one = client();
    one->ask("GET /0123/trace.json");
    QTRY_VERIFY(!one->received.isEmpty());
    const quint16 port = m_server->port();
    m_server->stop();
    QTRY_VERIFY(one->over());
    QCOMPARE(ended.size(), 1);
    QTcpSocket late;
    late.connectToHost(QStringLiteral("127.0.0.1"), port);
    QTRY_COMPARE(late.error(), QAbstractSocket::ConnectionRefusedError);
    QVERIFY(m_server->listen(0, kOrigin));
    const auto again = client();
    again->ask("GET /0123/trace.json"); // the old path is forgotten
    QTRY_VERIFY(again->over());
    QCOMPARE(again->status(), 404);
}

void tst_LoopbackServer::eventsReachThoseWhoListen()
{
    LoopbackLimits limits;
    limits.listeners = 1;
    limits.keepAliveMs = 50;
    restart(limits);
    LoopbackRoute route;
    route.path = "/0123/events";
    route.kind = LoopbackRoute::Kind::Events;
    route.access = LoopbackRoute::Access::Page;
    m_server->addRoute(route);
    QSignalSpy listeners(m_server.get(), &LoopbackServer::listenersChanged);
    m_server->sendEvent("jump", "old");
    m_server->sendEvent("jump", "first");
    m_server->sendEvent("document", "{}");
    const auto one = client();
    one->ask("GET /0123/events", {});
    QTRY_COMPARE(one->body(), QByteArray("event: document\ndata: {}\n\nevent: jump\ndata: first\n\n"));
    QVERIFY(one->head().contains("text/event-stream"));
    QVERIFY(!one->head().contains("Access-Control-Allow-Origin"));
    QCOMPARE(listeners.size(), 1);
    m_server->sendEvent("jump", "second");
    QTRY_VERIFY(one->body().endsWith("event: jump\ndata: second\n\n") || one->body().contains("data: second\n\n:"));
    QTRY_VERIFY(one->body().endsWith("\n\n:\n\n")); // it is kept alive
    const auto two = client();
    two->ask("GET /0123/events", {});
    QTRY_VERIFY(two->over());
    QCOMPARE(two->status(), 503);
    const auto viewer = client();
    viewer->ask("GET /0123/events"); // Perfetto's page has no business there
    QTRY_VERIFY(viewer->over());
    QCOMPARE(viewer->status(), 403);
    one->socket.abort();
    QTRY_COMPARE(listeners.size(), 2);
    QCOMPARE(listeners[1][0].toInt(), 0);
}

void tst_LoopbackServer::hostRunsOnItsOwnThread()
{
    const QString path = write("{\"traceEvents\":[]}");
    LoopbackRoute route;
    route.path = "/t";
    route.kind = LoopbackRoute::Kind::File;
    route.file = stampOf(path);
    LoopbackHost host;
    QSignalSpy started(&host, &LoopbackHost::started);
    QSignalSpy ended(&host, &LoopbackHost::fileEnded);
    host.start(0, kOrigin, {route});
    QTRY_COMPARE(started.size(), 1);
    const auto port = started[0][0].value<quint16>();
    Client one(port);
    one.ask("GET /t");
    QTRY_VERIFY(one.over());
    QCOMPARE(one.status(), 200);
    QTRY_COMPARE(ended.size(), 1);
    route.path = "/u"; // one more, at the same port
    host.start(0, kOrigin, {route});
    QTRY_COMPARE(started.size(), 2);
    QCOMPARE(started[1][0].value<quint16>(), port);
    host.removeRoute("/t");
    Client gone(port);
    gone.ask("GET /t");
    QTRY_VERIFY(gone.over());
    QCOMPARE(gone.status(), 404);
}

void tst_LoopbackServer::oldNewsNeverArrive()
{
    LoopbackHost host;
    QSignalSpy started(&host, &LoopbackHost::started);
    host.start(0, kOrigin, {});
    host.stop();
    host.start(0, kOrigin, {});
    QTRY_COMPARE(started.size(), 1);
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    QSignalSpy failed(&host, &LoopbackHost::failed);
    host.stop();
    host.start(other.serverPort(), kOrigin, {});
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(started.size(), 1);
}

void tst_LoopbackServer::probeSeesWhoListens()
{
    PortProbe probe;
    QSignalSpy answered(&probe, &PortProbe::answered);
    probe.ask(m_server->port(), 0);
    QTRY_COMPARE(answered.size(), 1);
    QCOMPARE(answered[0][0].toBool(), true);
    QTcpServer later;
    QVERIFY(later.listen(QHostAddress::LocalHost));
    const quint16 port = later.serverPort();
    later.close();
    probe.ask(port, 0);
    QTRY_COMPARE(answered.size(), 2);
    QCOMPARE(answered[1][0].toBool(), false);
    probe.ask(port, 60'000); // asks until somebody is there
    QVERIFY(later.listen(QHostAddress::LocalHost, port));
    QTRY_COMPARE(answered.size(), 3);
    QCOMPARE(answered[2][0].toBool(), true);
}

LAMELLA_CORE_APPLICATION_TEST(tst_LoopbackServer)
#include "tst_LoopbackServer.moc"

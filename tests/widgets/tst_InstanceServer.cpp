// SPDX-License-Identifier: GPL-3.0-or-later
// A second start hands over what it was asked for; whatever else comes through the socket changes nothing.
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "widgets/instance/InstanceServer.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QtNetwork/QLocalSocket>

#include <memory>
#include <sys/stat.h>
#include <unistd.h>

using namespace lamella;
using namespace lamella::ui;

class TestInstanceServer : public QObject {
    Q_OBJECT
private slots:
    void requestsAreWrittenAndRead();
    void otherTextIsNoRequest_data();
    void otherTextIsNoRequest();
    void aSecondStartHandsOver();
    void aSocketOfACrashIsTakenOver();
    void onlyOneListens();
    void nobodyListens();
    void rubbishIsRefused_data();
    void rubbishIsRefused();
    void manyConnectionsAreNoHarm();
    void theSocketIsForThisUserAlone();
    void withoutAFolderThereIsNoSocket();
    void aFolderOfOthersIsNotTrusted();

private:
    QTemporaryDir m_folder;
    [[nodiscard]] QString socket() const { return m_folder.filePath(QStringLiteral("s")); }
    // On a thread of its own, as another program would be.
    static bool handOverElsewhere(const QString &path, const OpenRequest &request)
    {
        bool taken = false;
        const std::unique_ptr<QThread> thread(QThread::create([&] { taken = handOver(path, request); }));
        thread->start();
        return QTest::qWaitFor([&thread] { return thread->isFinished(); }, 20'000) && taken;
    }
};

void TestInstanceServer::requestsAreWrittenAndRead()
{
    OpenRequest request;
    request.files = {QStringLiteral("/tmp/a b.json"), QStringLiteral("/tmp/追踪.json")};
    request.config = QStringLiteral("/tmp/config.json");
    request.profile = QStringLiteral("qwen3");
    request.compare = QStringLiteral("/tmp/b.json");
    request.view = QStringLiteral("gaps");
    request.pass = 5;
    request.layer = -2;
    request.newWindow = true;
    const auto again = requestFromLine(toLine(request));
    QVERIFY(again.has_value());
    QVERIFY(*again == request);
    QVERIFY(*requestFromLine(toLine({})) == OpenRequest{});
}

void TestInstanceServer::otherTextIsNoRequest_data()
{
    QTest::addColumn<QByteArray>("line");
    OpenRequest request;
    request.files = {QStringLiteral("/a")};
    const QByteArray good = toLine(request);
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("GET / HTTP/1.1\r\n");
    QTest::newRow("another version") << QByteArray(good).replace("\"lamella\":1", "\"lamella\":2");
    QTest::newRow("relative path") << QByteArray(good).replace("\"/a\"", "\"a\"");
    QTest::newRow("a path that is a number") << QByteArray(good).replace("\"/a\"", "17");
    QTest::newRow("a path with a zero") << QByteArray(good).replace("\"/a\"", "\"/a\\u0000b\"");
    QTest::newRow("a path without end") << QByteArray(good).replace(
        "\"/a\"", QByteArray(QByteArray("\"/") + QByteArray(5000, 'a') + QByteArray("\"")));
    QTest::newRow("files are no list") << QByteArray(good).replace("[\"/a\"]", "\"/a\"");
    QTest::newRow("too many files") << QByteArray(good).replace(
        "\"/a\"", QByteArray(QByteArray("\"/a\"") + QByteArray(",\"/a\"").repeated(2000)));
    QTest::newRow("a config elsewhere") << QByteArray(good).replace("\"config\":\"\"", "\"config\":\"x\"");
    QTest::newRow("a pass below all") << QByteArray(good).replace("\"pass\":-1", "\"pass\":-2");
    QTest::newRow("a pass above all") << QByteArray(good).replace("\"pass\":-1", "\"pass\":2000000000");
    QTest::newRow("a layer that is a word") << QByteArray(good).replace("\"pass\":-1", "\"pass\":-1,\"layer\":\"x\"");
    QTest::newRow("a view with a line feed") << QByteArray(good).replace("\"view\":\"\"", "\"view\":\"a\\nb\"");
    QTest::newRow("larger than the limit") << QByteArray(kMaxRequestBytes + 1, ' ');
    QTest::newRow("deep") << QByteArray(10'000, '[');
}

void TestInstanceServer::otherTextIsNoRequest()
{
    QFETCH(QByteArray, line);
    QVERIFY(!requestFromLine(line));
}

void TestInstanceServer::aSecondStartHandsOver()
{
    InstanceServer server;
    QSignalSpy requested(&server, &InstanceServer::requested);
    QVERIFY(server.listen(socket()));
    OpenRequest request;
    for (int i = 0; i < 300; ++i) // more than fits into one packet
        request.files << QStringLiteral("/tmp/%1/").arg(i) + QString(200, u'x');
    QVERIFY(handOverElsewhere(socket(), request));
    QCOMPARE(requested.count(), 1);
    QVERIFY(requested.first().first().value<OpenRequest>() == request);
}

void TestInstanceServer::aSocketOfACrashIsTakenOver()
{
    test::writeFile(socket(), "");
    QVERIFY(!handOverElsewhere(socket(), {}));
    InstanceServer server;
    QVERIFY(server.listen(socket()));
    QVERIFY(handOverElsewhere(socket(), {}));
}

void TestInstanceServer::onlyOneListens()
{
    InstanceServer first;
    QVERIFY(first.listen(socket()));
    InstanceServer second;
    QVERIFY(!second.listen(socket()));
    QVERIFY(handOverElsewhere(socket(), {}));
}

void TestInstanceServer::nobodyListens()
{
    QVERIFY(!handOver(m_folder.filePath(QStringLiteral("nobody")), {}));
    QVERIFY(!handOver({}, {}));
    InstanceServer server;
    QVERIFY(!server.listen({}));
    QVERIFY(!server.listen(m_folder.filePath(QStringLiteral("no/such/folder/s"))));
}

void TestInstanceServer::rubbishIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("a web browser") << QByteArray("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    QTest::newRow("zeros") << QByteArray(QByteArray(1000, '\0') + '\n');
    QTest::newRow("no end of line") << QByteArray(kMaxRequestBytes * 2, 'a');
}

void TestInstanceServer::rubbishIsRefused()
{
    QFETCH(QByteArray, bytes);
    InstanceServer server;
    QSignalSpy requested(&server, &InstanceServer::requested);
    QVERIFY(server.listen(socket()));
    QLocalSocket client;
    client.connectToServer(socket());
    QTRY_COMPARE(client.state(), QLocalSocket::ConnectedState);
    client.write(bytes);
    QTRY_COMPARE(client.state(), QLocalSocket::UnconnectedState);
    QVERIFY(!client.readAll().contains("taken"));
    QCOMPARE(requested.count(), 0);
    QVERIFY(handOverElsewhere(socket(), {})); // and it still listens
}

void TestInstanceServer::manyConnectionsAreNoHarm()
{
    InstanceServer server;
    QSignalSpy requested(&server, &InstanceServer::requested);
    QVERIFY(server.listen(socket()));
    std::vector<std::unique_ptr<QLocalSocket>> clients;
    for (int i = 0; i < 30; ++i) {
        clients.push_back(std::make_unique<QLocalSocket>());
        clients.back()->connectToServer(socket());
    }
    const auto open = [&clients] {
        return std::count_if(
            clients.begin(), clients.end(), [](const auto &client) { return client->state() == QLocalSocket::ConnectedState; });
    };
    QTRY_VERIFY(open() <= 8);
    clients.clear();
    bool taken = false; // there is room again as soon as the others have gone
    QTRY_VERIFY(taken || (taken = handOverElsewhere(socket(), {})));
    QCOMPARE(requested.count(), 1);
}

void TestInstanceServer::theSocketIsForThisUserAlone()
{
    InstanceServer server;
    QVERIFY(server.listen(socket()));
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFileInfo(socket()).permissions() & others));
}

void TestInstanceServer::withoutAFolderThereIsNoSocket()
{
    const QByteArray before = qgetenv("XDG_RUNTIME_DIR");
    qunsetenv("XDG_RUNTIME_DIR");
    QVERIFY(InstanceServer::usualPath().isEmpty());
    qputenv("XDG_RUNTIME_DIR", "relative");
    QVERIFY(InstanceServer::usualPath().isEmpty());
    qputenv("XDG_RUNTIME_DIR", m_folder.path().toLocal8Bit());
    QCOMPARE(InstanceServer::usualPath(), m_folder.path() + QStringLiteral("/lamella.socket"));
    qputenv("XDG_RUNTIME_DIR", QByteArray(m_folder.path().toLocal8Bit() + QByteArray("/.").repeated(60)));
    QVERIFY(InstanceServer::usualPath().isEmpty()); // longer than a socket's name may be
    qputenv("XDG_RUNTIME_DIR", before);
}

void TestInstanceServer::aFolderOfOthersIsNotTrusted()
{
    const QByteArray before = qgetenv("XDG_RUNTIME_DIR");
    const QTemporaryDir folder;
    const QByteArray path = QFile::encodeName(folder.path());
    qputenv("XDG_RUNTIME_DIR", path);
    for (const mode_t mode : {mode_t{0777}, mode_t{01777}, mode_t{0770}, mode_t{0750}, mode_t{0705}, mode_t{0701}}) {
        QCOMPARE(::chmod(path.constData(), mode), 0);
        QVERIFY2(InstanceServer::usualPath().isEmpty(), qPrintable(QString::number(mode, 8)));
    }
    QCOMPARE(::chmod(path.constData(), 0700), 0);
    QVERIFY(!InstanceServer::usualPath().isEmpty());
    const bool another = ::chown(path.constData(), 65534, 65534) == 0; // root alone may give a folder away
    const QString ofAnother = InstanceServer::usualPath();
    if (another)
        QCOMPARE(::chown(path.constData(), ::geteuid(), ::getegid()), 0);
    qputenv("XDG_RUNTIME_DIR", before);
    if (!another)
        QSKIP("only root can make a folder of another user");
    QVERIFY(ofAnother.isEmpty());
}

LAMELLA_WIDGET_TEST(TestInstanceServer)
#include "tst_InstanceServer.moc"

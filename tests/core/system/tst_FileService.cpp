// SPDX-License-Identifier: GPL-3.0-or-later
// What `perfetto --serve` sends, and to whom.
#include "core/system/FileHandle.h"
#include "core/system/FileService.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QTemporaryDir>
#include <QTest>

#include <arpa/inet.h>
#include <array>
#include <atomic>
#include <future>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace lamella::core;
using namespace lamella::test;

namespace {

// A service on a port of its own, until this object ends.
class Running {
public:
    explicit Running(FileService service)
    {
        std::promise<std::uint16_t> port;
        std::future<std::uint16_t> told = port.get_future();
        service.listening = [&port](std::uint16_t number) { port.set_value(number); };
        service.refused = [this](std::optional<std::uint32_t>) { ++refused; };
        m_thread = std::jthread([this, service](const std::stop_token &stop) { error = serveFile(service, stop); });
        m_port = told.get();
    }
    ~Running()
    {
        m_thread.request_stop();
        m_thread.join();
    }
    Running(const Running &) = delete;
    Running &operator=(const Running &) = delete;
    [[nodiscard]] FileHandle connected() const
    {
        FileHandle socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(m_port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(socket.fd(), reinterpret_cast<sockaddr *>(&address), sizeof address) != 0)
            qWarning("no connection");
        return socket;
    }
    std::atomic<int> refused = 0;
    std::atomic<int> error = -1;

private:
    std::uint16_t m_port = 0;
    std::jthread m_thread;
};

std::string answerOn(const FileHandle &socket, const std::string &request)
{
    if (::send(socket.fd(), request.data(), request.size(), MSG_NOSIGNAL) < 0)
        return {};
    std::string answer;
    std::array<char, 4096> piece{};
    for (ssize_t got = 0; (got = ::recv(socket.fd(), piece.data(), piece.size(), 0)) > 0;)
        answer.append(piece.data(), static_cast<std::size_t>(got));
    return answer;
}

const std::string kRequest = "GET /secret/trace.json HTTP/1.1\r\nHost: 127.0.0.1:9001\r\n\r\n";

} // namespace

class tst_FileService : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { writeFile(m_dir.filePath(QStringLiteral("trace.json")), "[1,2,3]"); }
    void oneFileForOnePath();
    void idleConnectionsHinderNobody();
    void otherUsersGetNothing();

private:
    [[nodiscard]] FileService service() const
    {
        FileService made;
        made.file = m_dir.filePath(QStringLiteral("trace.json")).toStdString();
        made.path = "/secret/trace.json";
        made.origin = "https://ui.perfetto.dev";
        return made;
    }
    QTemporaryDir m_dir;
};

void tst_FileService::oneFileForOnePath()
{
    const Running running(service());
    const std::string answer = answerOn(running.connected(), kRequest);
    QVERIFY2(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("\r\n\r\n[1,2,3]"), answer.c_str());
    QVERIFY(answer.find("Access-Control-Allow-Origin: https://ui.perfetto.dev\r\n") != std::string::npos);
    for (const char *request :
        {"GET / HTTP/1.1\r\nHost: 127.0.0.1:9001\r\n\r\n", "POST /secret/trace.json HTTP/1.1\r\nHost: 127.0.0.1:9001\r\n\r\n",
            "GET /secret/trace.json HTTP/1.1\r\nHost: foreign.example:9001\r\n\r\n"})
        QVERIFY2(answerOn(running.connected(), request).starts_with("HTTP/1.1 404"), request);
    QCOMPARE(running.refused.load(), 0);
}

// Browsers connect in advance and ask later, if ever: no clock ends such a connection, and it keeps nobody waiting.
void tst_FileService::idleConnectionsHinderNobody()
{
    const Running running(service());
    const FileHandle idle = running.connected();
    for (int i = 0; i < 50; ++i)
        QVERIFY(answerOn(running.connected(), kRequest).ends_with("[1,2,3]"));
    QVERIFY(answerOn(idle, kRequest).ends_with("[1,2,3]"));
    std::vector<FileHandle> many; // of which the service gives up the oldest
    for (int i = 0; i < 80; ++i)
        many.push_back(running.connected());
    QVERIFY(answerOn(running.connected(), kRequest).ends_with("[1,2,3]"));
    QVERIFY(answerOn(many.back(), kRequest).ends_with("[1,2,3]"));
}

void tst_FileService::otherUsersGetNothing()
{
    FileService foreign = service();
    foreign.user = static_cast<std::uint32_t>(::geteuid()) + 1;
    const Running running(foreign);
    QVERIFY(answerOn(running.connected(), kRequest).empty());
    QCOMPARE(running.refused.load(), 1);
}

LAMELLA_TEST(tst_FileService)
#include "tst_FileService.moc"

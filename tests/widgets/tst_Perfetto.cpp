// SPDX-License-Identifier: GPL-3.0-or-later
// "Show in Perfetto" in the whole window, with a browser that the test plays: what is opened, what it then fetches, what it is
// told later, and what the window says when something is in the way.
#include "core/analysis/PerfettoLink.h"
#include "core/import/ImporterRegistry.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/RedirectPage.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/loopback/LoopbackHost.h"
#include "widgets/perfetto/PerfettoDialogs.h"
#include "widgets/perfetto/PerfettoLinker.h"
#include "widgets/settings/PerfettoPage.h"
#include "widgets/window/PerfettoWiring.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>
#include <QUrlQuery>
#include <QtNetwork/QTcpServer>
#include <QtNetwork/QTcpSocket>

using namespace lamella;

namespace {

// What Perfetto's page, or ours, does with an address.
class Fetch {
public:
    Fetch(const QUrl &url, const QByteArray &origin)
    {
        QObject::connect(&socket, &QTcpSocket::readyRead, &socket, [this] { received += socket.readAll(); });
        QObject::connect(&socket, &QTcpSocket::connected, &socket, [this, url, origin] {
            socket.write("GET " + url.path(QUrl::FullyEncoded).toLatin1() + " HTTP/1.1\r\nHost: " + url.authority().toLatin1()
                + "\r\n" + (origin.isEmpty() ? QByteArray("Sec-Fetch-Site: same-origin\r\n") : "Origin: " + origin + "\r\n")
                + "\r\n");
        });
        socket.connectToHost(url.host(), static_cast<quint16>(url.port()));
    }
    [[nodiscard]] bool over() const { return socket.state() == QAbstractSocket::UnconnectedState; }
    [[nodiscard]] int status() const { return received.mid(9, 3).toInt(); }
    [[nodiscard]] QByteArray body() const { return received.mid(received.indexOf("\r\n\r\n") + 4); }
    // Data of the newest event of the name on a stream.
    [[nodiscard]] QJsonObject event(const QByteArray &name) const
    {
        const qsizetype at = received.lastIndexOf(QByteArray("event: " + name + "\ndata: "));
        if (at < 0)
            return {};
        const qsizetype begin = at + name.size() + 14;
        return QJsonDocument::fromJson(received.mid(begin, received.indexOf("\n\n", begin) - begin)).object();
    }
    QTcpSocket socket;
    QByteArray received;
};

QUrlQuery queryOf(const QUrl &url)
{
    return QUrlQuery(url.fragment(QUrl::FullyEncoded).section(u'?', 1));
}

QString value(const QUrl &url, const char *key)
{
    return queryOf(url).queryItemValue(QString::fromLatin1(key), QUrl::FullyDecoded);
}

} // namespace

class tst_Perfetto : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void init();
    void cleanup() { closeWindow(); }
    void nothingListensBeforeTheClick();
    void linkAndFileOfOneClick();
    void theRangeOfTheInspectorIsShown();
    void theAddressStaysPrivate();
    void otherUsersAreSaid();
    void kernelIsSelectedByItsNumbers();
    void secondClickWhileTheFirstWaits();
    void closingTheTraceEndsTheServer();
    void withoutABrowserTheLinkIsOffered();
    void nobodyAsks();
    void takenPortFallsBackToThePage();
    void livePageFollows();
    void theLastOfManyPlacesIsTheOne();
    void aPageWithoutEncryptionIsFramed();
    void permissionIsWaitedFor();
    void deletedAndChangedFiles_data();
    void deletedAndChangedFiles();
    void largeTraceIsAskedAbout();
    void pieceHasTheSameZero();
    void processorIsStartedOnlyWhenAsked();
    void missingProcessorIsSaid();
    void selfHostedPage();
    void databasesAreWritten();
    void whatAWrittenTraceLacksIsSaid();
    void aFileBesideIsServed_data();
    void aFileBesideIsServed();
    void aChosenPortIsKept();
    void namesLeadToTheLongestKernel();
    void copies();
    void commandsAreEverywhere();
    void settingsPageChecksTheAddress_data();
    void settingsPageChecksTheAddress();
    void brokenSettingsAreDefaults();
    void settingsPageSaysTheLineForSsh();

private:
    void openTrace();
    void show() { QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier); }
    QUrl opened() const { return m_opened.isEmpty() ? QUrl() : m_opened.last(); }
    QString message() const { return m_window->message().text(); }
    ui::PerfettoLinker &linker() { return m_window->perfetto().linker(); }
    std::shared_ptr<const core::TraceDocument> document() const { return m_window->controller().document(); }

    QString m_path;
    QList<QUrl> m_pages; // what the browser was started with
    QList<QUrl> m_opened; // where that leads
    bool m_browser = true;
    ui::PerfettoLinker::Environment m_environment;
};

void tst_Perfetto::init()
{
    m_opened.clear();
    m_pages.clear();
    m_browser = true;
    m_environment = {};
    m_environment.openInBrowser = [this](const QUrl &url) {
        m_pages << url;
        m_opened << test::targetOfPage(url);
        return m_browser;
    };
    m_environment.traceProcessor = [] { return QString(); };
    m_environment.port = 0; // any: another program may have 9001
    QVERIFY(showWindow());
    linker().setEnvironment(m_environment);
    ui::PerfettoSettings settings;
    settings.live = false; // a new tab each time; tests of the page say otherwise
    linker().setSettings(settings);
    openTrace();
}

void tst_Perfetto::openTrace()
{
    static const std::string json = test::generatedTrace(test::TraceKind::Dense, {.passes = 3}).json;
    m_path = write(QStringLiteral("a trace #1 & 追踪.json"), json);
    QVERIFY(open(m_path));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void tst_Perfetto::nothingListensBeforeTheClick()
{
    QVERIFY(!linker().isServing());
    QVERIFY(m_opened.isEmpty());
}

void tst_Perfetto::linkAndFileOfOneClick()
{
    m_window->bus().select(core::LayerSelection{m_window->controller().segmentation()->mainDevice, 1, 2}, this);
    const core::TimeRange range = m_window->bus().selectedRange();
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    const QUrl link = opened();
    QCOMPARE(link.scheme() + QStringLiteral("://") + link.host(), QStringLiteral("https://ui.perfetto.dev"));
    QVERIFY(link.fragment().startsWith(QStringLiteral("!/?")));
    const core::TraceBounds &bounds = document()->bounds;
    const qint64 begin = value(link, "visStart").toLongLong();
    const qint64 end = value(link, "visEnd").toLongLong();
    QVERIFY(bounds.perfettoBegin <= begin && begin < core::perfettoNs(range.begin.value));
    QVERIFY(core::perfettoNs(range.end.value) < end && end <= bounds.perfettoEnd);
    const QByteArray commands = value(link, "startupCommands").toUtf8();
    QVERIFY2(commands.contains("dev.perfetto.PinTracksByRegex") && commands.contains("pass 1"), commands.constData());

    const QUrl trace(value(link, "url"));
    QCOMPARE(trace.host(), QStringLiteral("127.0.0.1"));
    QCOMPARE(trace.fileName(), QStringLiteral("a_trace__1_____.json"));
    QVERIFY(linker().isServing());
    Fetch fetch(trace, "https://ui.perfetto.dev");
    QTRY_VERIFY(fetch.over());
    QCOMPARE(fetch.status(), 200);
    QFile file(m_path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(fetch.body() == file.readAll());
    // Once, and no longer.
    QTRY_VERIFY(!linker().isServing());
    QTRY_VERIFY(message().contains(QStringLiteral("Nothing has left this machine")));
    Fetch again(trace, "https://ui.perfetto.dev");
    QTRY_VERIFY(again.over());
    QVERIFY(again.received.isEmpty());
}

// Command lines can be read by every user of the machine: on the browser's stands the name of a file that only this one can read.
// A finding in several layers is more than the kernel that is selected for it; what is copied and what is shown are the same.
void tst_Perfetto::theRangeOfTheInspectorIsShown()
{
    ui::NavigationBus &bus = m_window->bus();
    const core::DeviceId device = m_window->controller().segmentation()->mainDevice;
    auto content = std::make_shared<ui::InspectorContent>();
    content->subject = core::LayerSelection{device, 1, 2};
    const core::TimeRange range = bus.rangeOf(content->subject);
    bus.select(core::PassSelection{device, 2}, this);
    bus.showDetail(content);
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    const qint64 end = value(opened(), "visEnd").toLongLong();
    QVERIFY(core::perfettoNs(range.end.value) < end && end < core::perfettoNs(bus.selectedRange().begin.value));
}

void tst_Perfetto::theAddressStaysPrivate()
{
    show();
    QTRY_COMPARE(m_pages.size(), 1);
    QVERIFY(m_pages[0].isLocalFile());
    const QFileInfo file(m_pages[0].toLocalFile());
    const auto owner = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
    QCOMPARE(file.permissions(), owner);
    QCOMPARE(QFileInfo(file.path()).permissions(), owner | QFile::ExeOwner | QFile::ExeUser);
    const QString token = QUrl(value(opened(), "url")).path().section(u'/', 1, 1);
    QCOMPARE(token.size(), 32);
    QVERIFY(!m_pages[0].toString().contains(token));
    // A place that is shown next leaves the page of this one, which the browser may not have read yet.
    m_window->bus().select(core::KernelSelection{core::KernelId(3)}, this);
    show();
    QTRY_COMPARE(m_pages.size(), 2);
    QVERIFY(QFile::exists(file.filePath()) && m_pages[1] != m_pages[0]);
    m_window->controller().close();
    QVERIFY(!QFile::exists(file.path()));
}

void tst_Perfetto::otherUsersAreSaid()
{
    auto *shot = linker().findChildren<ui::LoopbackHost *>().value(0);
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    QVERIFY(shot != nullptr);
    emit shot->otherUserRefused(QStringLiteral("mallory"));
    QVERIFY2(message().contains(QStringLiteral("mallory")) && message().contains(QStringLiteral("turned away")),
        qPrintable(message()));
    QVERIFY(linker().isServing()); // still for the browser
    Fetch fetch(QUrl(value(opened(), "url")), "https://ui.perfetto.dev");
    QTRY_VERIFY(fetch.over());
    QCOMPARE(fetch.status(), 200);
}

void tst_Perfetto::kernelIsSelectedByItsNumbers()
{
    const core::KernelId kernel{document()->kernels.size() / 2};
    m_window->bus().select(core::KernelSelection{kernel}, this);
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    QCOMPARE(value(opened(), "ts").toLongLong(), core::perfettoNs(document()->kernels.start[kernel.value]));
    QCOMPARE(value(opened(), "dur").toLongLong(), core::perfettoNs(document()->kernels.duration[kernel.value]));
}

void tst_Perfetto::secondClickWhileTheFirstWaits()
{
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    m_window->bus().select(core::KernelSelection{core::KernelId(3)}, this);
    show();
    QTRY_COMPARE(m_opened.size(), 2);
    QVERIFY(value(m_opened[0], "url") != value(m_opened[1], "url"));
    for (const QUrl &link : std::as_const(m_opened)) {
        QVERIFY(linker().isServing());
        Fetch fetch(QUrl(value(link, "url")), "https://ui.perfetto.dev");
        QTRY_VERIFY(fetch.over());
        QCOMPARE(fetch.status(), 200);
    }
    QTRY_VERIFY(!linker().isServing());
}

void tst_Perfetto::closingTheTraceEndsTheServer()
{
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    m_window->controller().close();
    QVERIFY(!linker().isServing());
    Fetch fetch(QUrl(value(opened(), "url")), "https://ui.perfetto.dev");
    QTRY_VERIFY(fetch.over());
    QVERIFY(fetch.received.isEmpty());
}

void tst_Perfetto::withoutABrowserTheLinkIsOffered()
{
    m_browser = false;
    show();
    QTRY_VERIFY(message().contains(QStringLiteral("No browser could be started")));
    auto *copy = m_window->message().findChild<QToolButton *>(QStringLiteral("messageAction"));
    QVERIFY(copy != nullptr && copy->isVisible());
    QTest::mouseClick(copy, Qt::LeftButton);
    const QUrl link(QApplication::clipboard()->text());
    QCOMPARE(link, opened());
    Fetch fetch(QUrl(value(link, "url")), "https://ui.perfetto.dev"); // opened by hand, it works
    QTRY_VERIFY(fetch.over());
    QCOMPARE(fetch.status(), 200);
}

void tst_Perfetto::nobodyAsks()
{
    m_environment.waitMs = 50;
    linker().setEnvironment(m_environment);
    show();
    QTRY_VERIFY(message().contains(QStringLiteral("No browser has asked")));
    QVERIFY(!linker().isServing());
}

void tst_Perfetto::takenPortFallsBackToThePage()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    m_environment.port = other.serverPort();
    linker().setEnvironment(m_environment);
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    QCOMPARE(opened().scheme(), QStringLiteral("http"));
    QCOMPARE(opened().host(), QStringLiteral("127.0.0.1"));
    QVERIFY(opened().port() != other.serverPort());
    QVERIFY2(message().contains(QString::number(other.serverPort())), qPrintable(message()));
    Fetch page(opened(), {});
    QTRY_VERIFY(page.over());
    QCOMPARE(page.status(), 200);
}

void tst_Perfetto::livePageFollows()
{
    ui::PerfettoSettings settings;
    settings.live = true;
    linker().setSettings(settings);
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    const QUrl page = opened();
    Fetch html(page, {});
    QTRY_VERIFY(html.over());
    QVERIFY(html.received.contains("Content-Security-Policy: default-src 'none'"));
    QVERIFY(!html.received.contains("Cross-Origin-Opener-Policy"));
    QVERIFY(html.body().contains("Open Perfetto") && !html.body().contains("{{"));
    for (const char *name : {"bridge.js", "bridge.css"}) {
        Fetch file(page.resolved(QUrl(QString::fromLatin1(name))), {});
        QTRY_VERIFY(file.over());
        QVERIFY(file.status() == 200 && !file.body().isEmpty());
    }
    // The page listens, is told what to fetch and where to go.
    Fetch events(page.resolved(QUrl(QStringLiteral("events"))), {});
    QTRY_VERIFY(!events.event("jump").isEmpty() && !events.event("document").isEmpty());
    const QJsonObject told = events.event("document");
    QCOMPARE(told[QStringLiteral("origin")].toString(), QStringLiteral("https://ui.perfetto.dev"));
    QCOMPARE(told[QStringLiteral("serial")], events.event("jump")[QStringLiteral("serial")]);
    const QUrl frame(told[QStringLiteral("frameUrl")].toString());
    QCOMPARE(value(frame, "mode"), QStringLiteral("embedded"));
    QVERIFY(value(frame, "url").isEmpty()); // the page hands it over
    QVERIFY(value(frame, "visStart").isEmpty() && !value(frame, "ts").isEmpty()); // selects; the range follows as a message
    const QUrl tab(told[QStringLiteral("tabUrl")].toString());
    QVERIFY(value(tab, "mode").isEmpty() && value(tab, "ts").isEmpty());
    QVERIFY(value(tab, "visStart").toLongLong() >= document()->bounds.perfettoBegin);
    const QUrl trace = page.resolved(QUrl(told[QStringLiteral("path")].toString()));
    Fetch stranger(trace, "https://ui.perfetto.dev");
    QTRY_VERIFY(stranger.over());
    QCOMPARE(stranger.status(), 403);
    Fetch fetch(trace, {});
    QTRY_VERIFY(fetch.over());
    QCOMPARE(static_cast<qint64>(fetch.body().size()), QFileInfo(m_path).size());
    for (const auto &[name, sentence] :
        {std::pair("unreachable", "Perfetto is not reachable"), {"waiting", "Press “Open Perfetto”"},
            {"blocked", "blocked the new tab"}, {"closed", "was closed"}, {"opened", "Perfetto has the trace"}}) {
        Fetch report(page.resolved(QUrl(QStringLiteral("report/") + QString::fromLatin1(name))), {});
        QTRY_VERIFY(report.over());
        QCOMPARE(report.status(), 200);
        QTRY_VERIFY2(message().contains(QString::fromUtf8(sentence)), qPrintable(message()));
    }
    // Another place moves the tab: no other page opens, nothing is loaded again.
    m_window->bus().select(core::LayerSelection{m_window->controller().segmentation()->mainDevice, 2, 1}, this);
    const core::TimeRange range = m_window->bus().selectedRange();
    const int serial = events.event("jump")[QStringLiteral("serial")].toInt();
    show();
    QTRY_VERIFY(events.event("jump")[QStringLiteral("serial")].toInt() > serial);
    const QJsonObject jump = events.event("jump");
    QVERIFY(jump[QStringLiteral("timeStart")].toDouble() * 1e9 <= static_cast<double>(range.begin.value));
    QVERIFY(jump[QStringLiteral("timeEnd")].toDouble() * 1e9 >= static_cast<double>(range.end.value));
    QCOMPARE(jump[QStringLiteral("label")].toString(), QStringLiteral("pass 2 · L1"));
    QCOMPARE(m_opened.size(), 1);
    QVERIFY2(message().contains(QStringLiteral("pass 2 · L1")), qPrintable(message()));
    // Its tab closed: the page stops listening, the next place opens it anew.
    events.socket.abort();
    QTRY_VERIFY_WITH_TIMEOUT((show(), m_opened.size() == 2), 10'000);
    QCOMPARE(opened(), page);
    m_window->controller().close();
    QVERIFY(!linker().isServing());
}

// A hundred jumps while the page still loads the trace: it is told all or fewer, and ends at the last.
void tst_Perfetto::theLastOfManyPlacesIsTheOne()
{
    ui::PerfettoSettings settings;
    settings.live = true;
    linker().setSettings(settings);
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    Fetch events(opened().resolved(QUrl(QStringLiteral("events"))), {});
    QTRY_VERIFY(!events.event("jump").isEmpty());
    const int serial = events.event("jump")[QStringLiteral("serial")].toInt();
    constexpr std::uint32_t kJumps = 100;
    for (std::uint32_t kernel = 0; kernel < kJumps; ++kernel) {
        m_window->bus().select(core::KernelSelection{core::KernelId(kernel)}, this);
        show();
    }
    const auto startOf = [](const QJsonObject &jump) {
        return value(QUrl(jump[QStringLiteral("frameUrl")].toString()), "ts").toLongLong();
    };
    const qint64 last = core::perfettoNs(document()->kernels.start[kJumps - 1]);
    QTRY_COMPARE(startOf(events.event("jump")), last);
    QVERIFY(events.event("jump")[QStringLiteral("serial")].toInt() > serial);
    QCOMPARE(m_opened.size(), 1);
    // A page that asks only now begins there, and is told nothing of the others.
    Fetch late(opened().resolved(QUrl(QStringLiteral("events"))), {});
    QTRY_VERIFY(!late.event("jump").isEmpty());
    QCOMPARE(startOf(late.event("jump")), last);
    QCOMPARE(late.received.count("event: jump\n"), qsizetype{1});
}

// Browsers do not let such a page fetch from this machine.
void tst_Perfetto::aPageWithoutEncryptionIsFramed()
{
    ui::PerfettoSettings settings;
    settings.live = false;
    settings.address = QStringLiteral("http://perfetto.example:10000");
    linker().setSettings(settings);
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    QCOMPARE(opened().host(), QStringLiteral("127.0.0.1"));
    Fetch page(opened(), {});
    QTRY_VERIFY(page.over());
    QVERIFY(page.received.contains("frame-src http://perfetto.example:10000;"));
}

// A browser connects, then asks its user, who may take his time.
void tst_Perfetto::permissionIsWaitedFor()
{
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    const QUrl trace(value(opened(), "url"));
    QTcpSocket silent;
    silent.connectToHost(QHostAddress(QHostAddress::LocalHost), static_cast<quint16>(trace.port()));
    QTRY_VERIFY2(message().contains(QStringLiteral("waits for your permission")), qPrintable(message()));
    silent.write("GET " + trace.path(QUrl::FullyEncoded).toLatin1()
        + " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(trace.port()) + "\r\nOrigin: https://ui.perfetto.dev\r\n\r\n");
    QTRY_VERIFY(message().contains(QStringLiteral("Nothing has left this machine")));
}

void tst_Perfetto::deletedAndChangedFiles_data()
{
    QTest::addColumn<bool>("deleted");
    QTest::addColumn<QString>("said");
    QTest::newRow("deleted") << true << QStringLiteral("no longer exists");
    QTest::newRow("changed") << false << QStringLiteral("Reload it");
}

void tst_Perfetto::deletedAndChangedFiles()
{
    QFETCH(bool, deleted);
    QFETCH(QString, said);
    if (deleted) {
        QVERIFY(QFile::remove(m_path));
    } else {
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::Append) && file.write(" ") == 1);
    }
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    Fetch fetch(QUrl(value(opened(), "url")), "https://ui.perfetto.dev");
    QTRY_VERIFY(fetch.over());
    QCOMPARE(fetch.status(), deleted ? 410 : 409);
    QTRY_VERIFY2(message().contains(said), qPrintable(message()));
}

void tst_Perfetto::largeTraceIsAskedAbout()
{
    QSettings().setValue(QStringLiteral("perfetto/hugeBytes"), qint64{1} << 20);
    linker().setSettings(ui::PerfettoSettings::load());
    while (document()->source.rawBytes <= (1u << 20)) { // make it large enough
        QFile file(m_path);
        QVERIFY(file.open(QIODevice::Append) && file.write(QByteArray(2 << 20, ' ')) > 0);
        file.close();
        m_window->openTrace(m_path);
        QTRY_VERIFY(m_window->controller().state() == ui::SessionController::State::Ready && m_window->isSettled());
    }
    show();
    QTRY_VERIFY(m_window->findChild<ui::PerfettoWayDialog *>() != nullptr);
    QVERIFY(m_opened.isEmpty() && !linker().isServing()); // not before the answer
    auto *dialog = m_window->findChild<ui::PerfettoWayDialog *>();
    const auto choices = dialog->findChildren<QRadioButton *>();
    QCOMPARE(choices.size(), 3);
    QVERIFY(choices[0]->isChecked());
    QVERIFY(!choices[2]->isEnabled()); // no trace_processor
    choices[1]->setChecked(true);
    QTest::keyClick(dialog, Qt::Key_Return);
    QTRY_COMPARE(m_opened.size(), 1);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    show(); // not asked again
    QTRY_COMPARE(m_opened.size(), 2);
}

void tst_Perfetto::pieceHasTheSameZero()
{
    m_window->bus().select(core::LayerSelection{m_window->controller().segmentation()->mainDevice, 1, 1}, this);
    linker().showSelectionAs(ui::PerfettoWay::Piece);
    QTRY_COMPARE_WITH_TIMEOUT(m_opened.size(), 1, 30'000);
    Fetch fetch(QUrl(value(opened(), "url")), "https://ui.perfetto.dev");
    QTRY_VERIFY(fetch.over());
    QCOMPARE(fetch.status(), 200);
    QVERIFY(static_cast<qint64>(fetch.body().size()) < QFileInfo(m_path).size());
    QFile file(m_folder.filePath(QStringLiteral("fetched.json")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(fetch.body()) == fetch.body().size());
    file.close();
    const auto piece = core::openTrace(file.fileName().toStdString());
    QVERIFY(piece.has_value());
    QCOMPARE((*piece)->bounds.perfettoBegin, document()->bounds.perfettoBegin);
    QVERIFY(value(opened(), "visEnd").toLongLong() <= (*piece)->bounds.perfettoEnd);
    QVERIFY((*piece)->bounds.perfettoEnd < document()->bounds.perfettoEnd);
}

void tst_Perfetto::processorIsStartedOnlyWhenAsked()
{
    // Plays trace_processor: writes what it was started with, then answers at the port until it is ended.
    const QString program = m_folder.filePath(QStringLiteral("trace_processor"));
    const QString started = m_folder.filePath(QStringLiteral("started"));
    QFile::remove(started);
    QFile script(program);
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/usr/bin/env python3\nimport socket, sys\nopen('" + started.toUtf8()
        + "', 'w').write('\\n'.join(sys.argv[1:]))\ns = socket.socket()\ns.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, "
          "1)\n"
          "s.bind(('127.0.0.1', int(sys.argv[5])))\ns.listen()\nwhile True:\n    s.accept()[0].close()\n");
    script.close();
    QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QTcpServer free;
    QVERIFY(free.listen(QHostAddress::LocalHost));
    m_environment.port = free.serverPort();
    free.close();
    m_environment.traceProcessor = [program] { return program; };
    linker().setEnvironment(m_environment);
    QVERIFY(linker().traceProcessorCommand().startsWith(program + QStringLiteral(" --httpd --http-ip-address 127.0.0.1")));
    QVERIFY(!QFile::exists(started));
    linker().showSelectionAs(ui::PerfettoWay::Processor);
    QTRY_COMPARE_WITH_TIMEOUT(m_opened.size(), 1, 30'000);
    QFile arguments(started);
    QVERIFY(arguments.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(arguments.readAll()).section(u'\n', -1), m_path);
    QVERIFY(value(opened(), "url").isEmpty());
    QVERIFY(!value(opened(), "visStart").isEmpty());
    // Ended with the trace.
    m_window->controller().close();
    QTcpServer again;
    QTRY_VERIFY(again.isListening() || again.listen(QHostAddress::LocalHost, *m_environment.port));
    // And a port that is taken is said, not fought for.
    openTrace();
    linker().showSelectionAs(ui::PerfettoWay::Processor);
    QTRY_VERIFY2(message().contains(QStringLiteral("is taken")), qPrintable(message()));
}

void tst_Perfetto::missingProcessorIsSaid()
{
    linker().showSelectionAs(ui::PerfettoWay::Processor);
    QTRY_VERIFY(message().contains(QStringLiteral("not on the PATH")));
    QVERIFY(m_opened.isEmpty());
}

void tst_Perfetto::selfHostedPage()
{
    ui::PerfettoSettings settings;
    settings.live = false;
    settings.address = QStringLiteral("https://perfetto.example:10000/v58");
    linker().setSettings(settings);
    QCOMPARE(ui::PerfettoSettings::load().address, settings.address); // kept
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    QVERIFY(opened().toString().startsWith(QStringLiteral("https://perfetto.example:10000/v58/#!/?url=")));
    Fetch foreign(QUrl(value(opened(), "url")), "https://ui.perfetto.dev");
    QTRY_VERIFY(foreign.over());
    QCOMPARE(foreign.status(), 403);
    Fetch own(QUrl(value(opened(), "url")), "https://perfetto.example:10000");
    QTRY_VERIFY(own.over());
    QVERIFY(own.received.contains("Access-Control-Allow-Origin: https://perfetto.example:10000\r\n"));
}

void tst_Perfetto::copies()
{
    m_window->bus().select(core::KernelSelection{core::KernelId(5)}, this);
    const core::TimeRange range = m_window->bus().selectedRange();
    const auto copy = [this](const char *text) {
        const auto actions = m_window->actions();
        for (QAction *action : actions)
            if (QString(action->text()).remove(u'&') == QString::fromLatin1(text)) {
                action->trigger();
                return QApplication::clipboard()->text();
            }
        return QStringLiteral("no such command");
    };
    const std::int64_t zero = document()->zero();
    QCOMPARE(
        copy("Copy range in nanoseconds"), QStringLiteral("%1 %2").arg(range.begin.value - zero).arg(range.end.value - zero));
    QCOMPARE(copy("Copy range on the trace's own clock"),
        QStringLiteral("%1 %2").arg(core::perfettoNs(range.begin.value)).arg(core::perfettoNs(range.end.value)));
    const QStringList seconds = copy("Copy range in seconds").split(u' ');
    QCOMPARE(seconds.size(), 2);
    QCOMPARE(std::llround(seconds[0].toDouble() * 1e9), range.begin.value - zero);
    QCOMPARE(std::llround(seconds[1].toDouble() * 1e9), range.end.value - zero);
    QVERIFY(copy("Copy SQL").contains(QStringLiteral("ts = %1 ").arg(core::perfettoNs(range.begin.value))));
    QVERIFY(copy("Copy Perfetto link").startsWith(QStringLiteral("https://ui.perfetto.dev/#!/?ts=")));
    QVERIFY(m_opened.isEmpty() && !linker().isServing()); // copying sends nothing anywhere
}

// Perfetto reads no database of Nsight Systems: it gets a trace that is written for it, once.
void tst_Perfetto::databasesAreWritten()
{
    QVERIFY(open(QStringLiteral(LAMELLA_SOURCE_DIR "/tests/fuzz/seeds_nsys/export.sqlite")));
    QVERIFY(document()->kernels.size() > 0);
    m_window->bus().select(core::KernelSelection{core::KernelId(0)}, this);
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    // Perfetto has no times below zero: the trace written for it begins there.
    QCOMPARE(value(opened(), "ts").toLongLong(), document()->kernels.start[0] - std::min<std::int64_t>(document()->zero(), 0));
    const QUrl trace(value(opened(), "url"));
    QCOMPARE(trace.fileName(), QStringLiteral("export.sqlite.pftrace"));
    Fetch fetch(trace, "https://ui.perfetto.dev");
    QTRY_VERIFY(fetch.over());
    QCOMPARE(fetch.status(), 200);
    QVERIFY(fetch.body().left(64).contains("lamella.document.v1"));
}

void tst_Perfetto::whatAWrittenTraceLacksIsSaid()
{
    QVERIFY(open(write(QStringLiteral("open.json"),
        R"([{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":2},{"ph":"X","name":"w","pid":1,"tid":1,"ts":1}])")));
    m_window->bus().select(core::KernelSelection{core::KernelId(0)}, this);
    linker().showSelectionAs(ui::PerfettoWay::Written);
    QTRY_COMPARE(m_opened.size(), 1);
    const QString lacks = QStringLiteral("1 events without a time or a duration are left out");
    QVERIFY2(message().contains(lacks), qPrintable(message()));
    linker().showSelectionAs(ui::PerfettoWay::Whole); // the recorded file lacks nothing
    QTRY_COMPARE(m_opened.size(), 2);
    QVERIFY2(!message().contains(lacks), qPrintable(message()));
}

void tst_Perfetto::aFileBesideIsServed_data()
{
    QTest::addColumn<QByteArray>("second"); // start of the second kernel in the timeline
    QTest::addColumn<bool>("served");
    QTest::addColumn<QString>("said");
    QTest::newRow("same times") << QByteArray("1700000000000200.25") << true << QStringLiteral("Perfetto gets trace_view.json");
    QTest::newRow("other times") << QByteArray("1700000000000200.75") << false << QStringLiteral("lacks 1 of 2 kernels");
}

// Perfetto reads the timeline that the Ascend profiler writes beside its table.
void tst_Perfetto::aFileBesideIsServed()
{
    QFETCH(QByteArray, second);
    QFETCH(bool, served);
    QFETCH(QString, said);
    const QByteArray timeline = R"([{"ph":"M","name":"process_name","pid":7,"args":{"name":"Ascend Hardware"}},
{"ph":"C","name":"AI Core Freq","pid":8,"tid":0,"ts":"1700000000000000.000","args":{"MHz":1800}},
{"ph":"X","name":"a_0","pid":7,"tid":2,"ts":"1700000000000100.123","dur":50.5},
{"ph":"X","name":"b_0","pid":7,"tid":2,"ts":")"
        + second + R"(","dur":20}])";
    write(QStringLiteral("trace_view.json"), timeline.toStdString());
    const QString table = write(QStringLiteral("kernel_details.csv"),
        "Step Id,Name,Type,Stream ID,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim\n"
        "1,a_0,MatMul,2,AI_CORE,1700000000000100.123,50.5,0,32\n1,b_0,Add,2,AI_CORE,1700000000000200.25,20,0,8\n");
    QVERIFY(open(table));
    m_window->bus().select(core::KernelSelection{core::KernelId(1)}, this);
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    QVERIFY2(message().contains(said), qPrintable(message()));
    const QUrl trace(value(opened(), "url"));
    QCOMPARE(trace.fileName(), served ? QStringLiteral("trace_view.json") : QStringLiteral("kernel_details.csv.pftrace"));
    QCOMPARE(value(opened(), "ts").toLongLong(), served ? core::perfettoNs(1700000000000200250) : 1700000000000200250);
    Fetch fetch(trace, "https://ui.perfetto.dev");
    QTRY_VERIFY(fetch.over());
    QCOMPARE(fetch.body() == timeline, served);
    // Asked again, it is not compared again; with layers, it is written.
    linker().showSelectionAs(ui::PerfettoWay::Written);
    QTRY_COMPARE(m_opened.size(), 2);
    QCOMPARE(QUrl(value(opened(), "url")).fileName(), QStringLiteral("kernel_details.csv.pftrace"));
    QVERIFY2(!message().contains(said), qPrintable(message()));
}

void tst_Perfetto::aChosenPortIsKept()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    ui::PerfettoSettings settings;
    settings.port = other.serverPort();
    linker().setSettings(settings);
    QCOMPARE(ui::PerfettoSettings::load().port, settings.port);
    show(); // another program has it
    QTRY_COMPARE(m_opened.size(), 1);
    QVERIFY(opened().port() != settings.port);
    QVERIFY2(message().contains(QStringLiteral("Port %1 is taken").arg(settings.port)), qPrintable(message()));
    linker().stop();
    other.close();
    show();
    QTRY_COMPARE(m_opened.size(), 2);
    QCOMPARE(opened().port(), settings.port);
    Fetch page(opened(), {});
    QTRY_VERIFY(page.over());
    QCOMPARE(page.status(), 200);
}

void tst_Perfetto::namesLeadToTheLongestKernel()
{
    const core::StringId name = document()->kernels.name[0];
    const core::KernelId longest = core::longestInstance(*document(), name);
    m_window->bus().select(core::NameSelection{name}, this);
    show();
    QTRY_COMPARE(m_opened.size(), 1);
    QCOMPARE(value(opened(), "ts").toLongLong(), core::perfettoNs(document()->kernels.start[longest.value]));
}

void tst_Perfetto::commandsAreEverywhere()
{
    const auto buttons = m_window->findChildren<QToolButton *>();
    const auto found = std::find_if(buttons.begin(), buttons.end(), [](const QToolButton *button) {
        return button->defaultAction() != nullptr
            && button->defaultAction()->shortcut() == QKeySequence(Qt::CTRL | Qt::Key_Return);
    });
    QVERIFY(found != buttons.end());
    QVERIFY((*found)->menu() != nullptr);
    QVERIFY((*found)->menu()->actions().size() >= 10);
    (*found)->click();
    QTRY_COMPARE(m_opened.size(), 1);
    m_window->bus().clear();
    QVERIFY(!(*found)->isEnabled()); // nothing selected
}

void tst_Perfetto::settingsPageChecksTheAddress_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("address"); // empty = refused
    QTest::newRow("path and capitals") << QStringLiteral(" HTTPS://Intra.example/perfetto/ ")
                                       << QStringLiteral("https://intra.example/perfetto");
    QTest::newRow("file") << QStringLiteral("file:///etc/passwd") << QString();
}

void tst_Perfetto::settingsPageChecksTheAddress()
{
    QFETCH(QString, text);
    QFETCH(QString, address);
    std::optional<QString> applied;
    ui::PerfettoPage page({}, [&applied](const ui::PerfettoSettings &settings) { applied = settings.address; });
    auto *edit = page.findChild<QLineEdit *>(QStringLiteral("perfettoAddress"));
    edit->setText(text);
    QCOMPARE(page.findChild<QLabel *>(QStringLiteral("perfettoAddressProblem"))->isVisibleTo(&page), address.isEmpty());
    emit edit->editingFinished();
    QCOMPARE(applied.value_or(QString()), address); // what is no address is not taken
}

void tst_Perfetto::brokenSettingsAreDefaults()
{
    QSettings settings;
    settings.setValue(QStringLiteral("perfetto/origin"), QStringLiteral("javascript:alert(1)"));
    settings.setValue(QStringLiteral("perfetto/hugeBytes"), QStringLiteral("-7 much"));
    settings.setValue(QStringLiteral("perfetto/live"), QStringLiteral("perhaps"));
    settings.setValue(QStringLiteral("perfetto/port"), 70000);
    const ui::PerfettoSettings loaded = ui::PerfettoSettings::load();
    QCOMPARE(loaded.address, ui::PerfettoSettings().address);
    QCOMPARE(loaded.hugeBytes, ui::PerfettoSettings().hugeBytes);
    QCOMPARE(loaded.port, ui::PerfettoSettings::kPort);
}

void tst_Perfetto::settingsPageSaysTheLineForSsh()
{
    quint16 applied = 0;
    ui::PerfettoPage page({}, [&applied](const ui::PerfettoSettings &settings) { applied = settings.port; });
    auto *port = page.findChild<QSpinBox *>(QStringLiteral("perfettoPort"));
    QCOMPARE(port->value(), 9001);
    port->setValue(9100);
    QCOMPARE(applied, quint16{9100});
    const QString line = page.findChild<QLabel *>(QStringLiteral("perfettoSsh"))->text();
    QVERIFY2(line.contains(QStringLiteral("ssh -L 9100:127.0.0.1:9100 USER@HOST")), qPrintable(line));
}

LAMELLA_WIDGET_TEST(tst_Perfetto)
#include "tst_Perfetto.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The cache under interference: concurrent writers, read-only folders, entries that disappear.
#include "core/import/ImporterRegistry.h"
#include "core/import/cache/TraceCache.h"
#include "tests/support/DocumentText.h"
#include "tests/support/Sanitizers.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr uid_t kNobody = 65534;

std::string trace(int kernels)
{
    std::string events;
    for (int i = 0; i < kernels; ++i)
        events += (i == 0 ? "" : ",") + quoted("{'ph':'X','cat':'kernel','name':'kernel ") + std::to_string(i % 3)
            + quoted("','pid':0,'tid':7,'ts':") + std::to_string(10 * i)
            + quoted(",'dur':3.25,'args':{'device':0,'stream':7,'correlation':") + std::to_string(i + 1) + "}}";
    return traceObject(events);
}

CacheSettings settingsIn(const QTemporaryDir &folder)
{
    CacheSettings settings;
    settings.folder = folder.path().toStdString();
    settings.minRawBytes = 0;
    return settings;
}

OpenedTrace opened(const TraceText &file, const CacheSettings &settings)
{
    auto trace = openTrace(file.path(), {}, TraceCache(settings), {});
    if (!trace)
        qFatal("%s", trace.error().message().c_str());
    return *trace;
}

Result<bool> store(const OpenedTrace &trace, const CacheSettings &settings)
{
    CacheTicket ticket = *trace.ticket;
    ticket.openedNs += 10'000'000'000; // as if the file were older
    return TraceCache(settings).store(*trace.document, ticket, {});
}

QStringList filesIn(const QTemporaryDir &folder)
{
    return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
}

// root may write everywhere, so the test runs as another user.
class AsNobody {
public:
    AsNobody()
    {
        if (::geteuid() == 0)
            m_changed = ::seteuid(kNobody) == 0;
    }
    AsNobody(const AsNobody &) = delete;
    AsNobody &operator=(const AsNobody &) = delete;
    ~AsNobody()
    {
        if (m_changed && ::seteuid(0) != 0)
            qFatal("cannot be root again");
    }

private:
    bool m_changed = false;
};

} // namespace

class tst_CacheFaults : public QObject {
    Q_OBJECT
private slots:
    void severalProcessesAtOnce()
    {
        if (kThreadSanitizer)
            QSKIP("skipped: the thread sanitizer allows no threads in a process that was forked");
        constexpr int kProcesses = 4;
        constexpr int kRuns = 10;
        const TraceText file(trace(3000));
        const QTemporaryDir folder;
        const CacheSettings settings = settingsIn(folder);
        const OpenedTrace first = opened(file, settings);
        const std::string expected = documentText(*first.document);
        std::vector<pid_t> children;
        for (int i = 0; i < kProcesses; ++i) {
            const pid_t child = ::fork();
            QVERIFY(child >= 0);
            if (child == 0) {
                int wrong = 0;
                for (int run = 0; run < kRuns; ++run)
                    wrong += i % 2 == 0 ? !store(first, settings) : documentText(*opened(file, settings).document) != expected;
                ::_exit(wrong == 0 ? 0 : 1);
            }
            children.push_back(child);
        }
        for (const pid_t child : children) {
            int status = -1;
            QCOMPARE(::waitpid(child, &status, 0), child);
            QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        }
        QCOMPARE(filesIn(folder).size(), 1);
        const OpenedTrace again = opened(file, settings);
        QVERIFY(again.fromCache);
        QCOMPARE(documentText(*again.document), expected);
    }

    // A read-only home: existing entries are used, nothing is written, and a note says so.
    void folderThatMayOnlyBeRead()
    {
        const TraceText stored(trace(20));
        const TraceText other(trace(30));
        const QTemporaryDir folder;
        const CacheSettings settings = settingsIn(folder);
        QVERIFY(store(opened(stored, settings), settings).value());
        const std::string entry = TraceCache(settings).entries().at(0).path;
        QCOMPARE(::chmod(entry.c_str(), 0444), 0);
        for (const std::string &path : {stored.path(), other.path()})
            QCOMPARE(::chmod(path.substr(0, path.rfind('/')).c_str(), 0755), 0);
        QCOMPARE(::chmod(settings.folder.c_str(), 0555), 0);
        const QStringList before = filesIn(folder);
        {
            const AsNobody nobody;
            QVERIFY(opened(stored, settings).fromCache);
            const OpenedTrace read = opened(other, settings);
            QVERIFY(!read.fromCache);
            const auto written = store(read, settings);
            QVERIFY(!written);
            QCOMPARE(written.error().code, ErrorCode::Io);
            QVERIFY(!TraceCache(settings).clear());
        }
        QCOMPARE(filesIn(folder), before);
        QCOMPARE(::chmod(settings.folder.c_str(), 0755), 0);
    }

    // Entries are replaced and removed while they are in use.
    void documentOutlivesItsEntry()
    {
        const TraceText file(trace(3000));
        const QTemporaryDir folder;
        const CacheSettings settings = settingsIn(folder);
        const OpenedTrace first = opened(file, settings);
        QVERIFY(store(first, settings).value());
        const OpenedTrace again = opened(file, settings);
        QVERIFY(again.fromCache);
        QVERIFY(store(first, settings).value()); // replaces the first
        QVERIFY(TraceCache(settings).clear().value() > 0);
        QCOMPARE(documentText(*again.document), documentText(*first.document));
    }
};

LAMELLA_TEST(tst_CacheFaults)
#include "tst_CacheFaults.moc"

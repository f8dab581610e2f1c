// SPDX-License-Identifier: GPL-3.0-or-later
// A document from the cache equals a fresh import, or there is none.
#include "core/import/ImporterRegistry.h"
#include "core/import/cache/TraceCache.h"
#include "tests/support/DocumentText.h"
#include "tests/support/Gzip.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr std::int64_t kLongAgo = 10'000'000'000;

// Everything irregular that a cache entry must represent: texts, shapes, flows, pairs, damage, keys beside the events.
std::string variedTrace(int kernels = 6)
{
    std::string events;
    for (int i = 0; i < kernels; ++i) {
        const std::string n = std::to_string(i);
        events += quoted("{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':42,'tid':42,'ts':") + n
            + quoted("1,'dur':2,'args':{'correlation':") + std::to_string(i + 1) + quoted("}},");
        events += quoted("{'ph':'X','cat':'kernel','name':'kernel ") + std::to_string(i % 3) + quoted("','pid':0,'tid':7,'ts':")
            + n + quoted("5.125,'dur':3.25,'args':{'correlation':") + std::to_string(i + 1)
            + quoted(",'device':0,'stream':7,'grid':[4,1,1],'block':[64,2,1],'Collective name':'allreduce','In msg "
                     "nelems':1000,'Out msg "
                     "nelems':1000,'dtype':'Float','Group size':2,'Process Group Ranks':'[0, 1]'}},");
    }
    events +=
        quoted("{'ph':'B','cat':'cpu_op','name':'open','pid':42,'tid':1,'ts':3},{'ph':'s','id':'a','pid':42,'tid':1,'ts':4},"
               "{'ph':'X,'name':'broken'},{'ph':'M','name':'thread_name','pid':42,'tid':42,'args':{'name':'main \u00e9'}}");
    return quoted("{'schemaVersion':1,'distributedInfo':{'rank':3,'world_size':8},'baseTimeNanoseconds':17,"
                  "'deviceProperties':[{'id':0,'name':'Test GPU'}],'traceEvents':[")
        + events + quoted("],'traceName':'x.json'}");
}

std::string allOf(const TraceDocument &document)
{
    std::string text = documentText(document) + document.metadata.format + ' '
        + std::to_string(document.metadata.rank.value_or(-1)) + ' ' + std::to_string(document.metadata.worldSize.value_or(-1))
        + ' ' + std::to_string(document.metadata.baseTimeNs.value_or(-1)) + ' ' + std::to_string(document.source.compressed)
        + std::to_string(document.source.protobuf) + ' ' + std::to_string(document.source.fileBytes);
    for (const Device &device : document.devices)
        text += ' ' + std::to_string(device.peakFlopsPerSecond) + ' ' + std::to_string(device.peakBytesPerSecond);
    return text;
}

struct Fixture {
    TraceText file;
    QTemporaryDir folder;
    CacheSettings settings;

    explicit Fixture(const std::string &text)
        : file(text)
    {
        settings.folder = folder.filePath(QStringLiteral("cache")).toStdString();
        settings.minRawBytes = 0;
    }
    [[nodiscard]] OpenedTrace open() const { return open(file.path()); }
    [[nodiscard]] OpenedTrace open(const std::string &path, const ImportOptions &options = {}) const
    {
        auto opened = openTrace(path, options, TraceCache(settings), {});
        if (!opened)
            qFatal("%s", opened.error().message().c_str());
        return *opened;
    }
    // As if the file were older.
    Result<bool> store(const OpenedTrace &opened) const
    {
        CacheTicket ticket = *opened.ticket;
        ticket.openedNs += kLongAgo;
        return TraceCache(settings).store(*opened.document, ticket, {});
    }
    void openAndKeep() const
    {
        const auto stored = store(open());
        if (!stored || !*stored)
            qFatal("not kept: %s", stored ? "too new" : stored.error().message().c_str());
    }
    [[nodiscard]] QString entry() const { return QString::fromStdString(TraceCache(settings).entries().at(0).path); }
    [[nodiscard]] int filesInFolder() const
    {
        return static_cast<int>(QDir(QString::fromStdString(settings.folder)).entryList(QDir::Files | QDir::Hidden).size());
    }
};

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll();
}

} // namespace

class tst_TraceCache : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { setFileLimit(RLIM_INFINITY); }

    void secondOpenIsTheSame_data()
    {
        QTest::addColumn<bool>("compressed");
        QTest::addColumn<int>("kernels");
        QTest::newRow("plain") << false << 6;
        QTest::newRow("gzip") << true << 6;
        QTest::newRow("no kernels") << false << 0;
        QTest::newRow("many chunks") << false << 20000;
    }
    void secondOpenIsTheSame()
    {
        QFETCH(bool, compressed);
        QFETCH(int, kernels);
        const std::string text = variedTrace(kernels);
        const Fixture fixture(compressed ? gzipped(text) : text);
        const OpenedTrace first = fixture.open();
        QVERIFY(!first.fromCache && first.ticket);
        QVERIFY(fixture.store(first).value());
        const OpenedTrace second = fixture.open();
        QVERIFY(second.fromCache);
        QVERIFY(!second.ticket);
        QCOMPARE(allOf(*second.document), allOf(*first.document));
        QCOMPARE(second.document->events.chunks().size(), first.document->events.chunks().size());
        QCOMPARE(second.document->source.path, fixture.file.path());
    }

    // A trace that is kept in part, because reading was stopped early: the next one to open the file wants all of it.
    void whatWasReadInPartIsNotKept_data()
    {
        QTest::addColumn<bool>("compressed");
        QTest::newRow("plain") << false;
        QTest::newRow("gzip") << true;
    }
    void whatWasReadInPartIsNotKept()
    {
        QFETCH(bool, compressed);
        constexpr std::uint32_t kKernels = 20000;
        const std::string text = variedTrace(kKernels);
        const Fixture fixture(compressed ? gzipped(text) : text);
        std::stop_source enough;
        ImportOptions options;
        options.blockBytes = 1024;
        options.enough = enough.get_token();
        options.preview = [&enough](const ImportPreview &) { enough.request_stop(); };
        const OpenedTrace part = fixture.open(fixture.file.path(), options);
        QVERIFY(part.document->kernels.size() > 0 && part.document->kernels.size() < kKernels);
        QCOMPARE(part.document->diagnostics.count("stopped_reading"), std::uint64_t{1});
        QVERIFY(!part.ticket); // without it nothing is stored
        QVERIFY(!part.stored);

        const OpenedTrace whole = fixture.open();
        QVERIFY(!whole.fromCache && whole.ticket);
        QCOMPARE(whole.document->kernels.size(), kKernels);
        QVERIFY(fixture.store(whole).value());
        // An entry is of the whole file, also for one who would be content with less.
        enough = std::stop_source();
        options.enough = enough.get_token();
        enough.request_stop();
        const OpenedTrace again = fixture.open(fixture.file.path(), options);
        QVERIFY(again.fromCache);
        QCOMPARE(again.document->kernels.size(), kKernels);
    }

    void flipEveryByte()
    {
        const Fixture fixture(variedTrace());
        const std::string expected = allOf(*fixture.open().document);
        fixture.openAndKeep();
        const QString entry = fixture.entry();
        const QByteArray good = contentOf(entry);
        for (qsizetype at = 0; at < good.size(); ++at) {
            for (const char mask : {'\x01', '\x80'}) {
                QByteArray bad = good;
                bad[at] = static_cast<char>(bad[at] ^ mask);
                writeFile(entry, bad);
                const OpenedTrace opened = fixture.open();
                QVERIFY2(!opened.fromCache, qPrintable(QStringLiteral("byte %1").arg(at)));
                QCOMPARE(allOf(*opened.document), expected);
            }
        }
        writeFile(entry, good);
        QVERIFY(fixture.open().fromCache);
    }

    void truncatedAtEveryByte()
    {
        const Fixture fixture(variedTrace());
        fixture.openAndKeep();
        const QString entry = fixture.entry();
        const QByteArray good = contentOf(entry);
        for (qsizetype length = 0; length < good.size(); ++length) {
            writeFile(entry, good.first(length));
            QVERIFY2(!fixture.open().fromCache, qPrintable(QStringLiteral("%1 bytes").arg(length)));
        }
        writeFile(entry, good + '\0');
        QVERIFY(!fixture.open().fromCache);
    }

    void damagedEntryIsToldAndGone()
    {
        const Fixture fixture(variedTrace());
        fixture.openAndKeep();
        QByteArray bytes = contentOf(fixture.entry());
        bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
        writeFile(fixture.entry(), bytes);
        const OpenedTrace opened = fixture.open();
        QVERIFY(!opened.note.empty());
        QCOMPARE(fixture.filesInFolder(), 0);
        QVERIFY(fixture.store(opened).value());
        QVERIFY(fixture.open().fromCache);
    }

    void otherVersionIsReplaced()
    {
        const Fixture fixture(variedTrace());
        fixture.openAndKeep();
        QByteArray bytes = contentOf(fixture.entry());
        constexpr int kRevisionAt = 16;
        bytes[kRevisionAt] = static_cast<char>(bytes[kRevisionAt] + 1);
        writeFile(fixture.entry(), bytes);
        const OpenedTrace opened = fixture.open();
        QVERIFY(!opened.fromCache);
        QVERIFY(opened.note.empty());
        QVERIFY(fixture.store(opened).value());
        QVERIFY(fixture.open().fromCache);
        QCOMPARE(fixture.filesInFolder(), 1);
    }

    void changedFileIsReadAgain()
    {
        // Changes a byte outside of all sampled blocks and resets the modification time.
        std::string text = variedTrace(20000);
        const Fixture fixture(text);
        fixture.openAndKeep();
        struct stat before { };
        QCOMPARE(::stat(fixture.file.path().c_str(), &before), 0);
        const std::size_t at = text.find("3.25", text.size() / 100 + 4096);
        text[at] = '4';
        QFile file(QString::fromStdString(fixture.file.path()));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(static_cast<qint64>(at)) && file.write("4") == 1);
        file.close();
        const timespec times[] = {before.st_atim, before.st_mtim};
        QCOMPARE(::utimensat(AT_FDCWD, fixture.file.path().c_str(), times, 0), 0);
        const OpenedTrace opened = fixture.open();
        QVERIFY(!opened.fromCache);
        QCOMPARE(documentText(*opened.document), documentText(*openText(text)));
    }

    void sameContentElsewhereIsFound()
    {
        const Fixture fixture(variedTrace());
        fixture.openAndKeep();
        const QString copy = fixture.folder.filePath(QStringLiteral("copy.json"));
        QVERIFY(QFile::copy(QString::fromStdString(fixture.file.path()), copy));
        const OpenedTrace opened = fixture.open(copy.toStdString());
        QVERIFY(opened.fromCache);
        QCOMPARE(opened.document->source.path, copy.toStdString());
        QCOMPARE(allOf(*opened.document), allOf(*fixture.open().document));
    }

    void fileChangedAMomentAgoIsNotKept()
    {
        const Fixture fixture(variedTrace());
        const OpenedTrace opened = fixture.open();
        QVERIFY(!TraceCache(fixture.settings).store(*opened.document, *opened.ticket, {}).value());
        QCOMPARE(fixture.filesInFolder(), 0);
    }

    void fileChangedWhileReadIsNotKept()
    {
        const Fixture fixture(variedTrace());
        const OpenedTrace opened = fixture.open();
        QFile file(QString::fromStdString(fixture.file.path()));
        QVERIFY(file.open(QIODevice::Append) && file.write(" ") == 1);
        file.close();
        QVERIFY(!fixture.store(opened).value());
        QCOMPARE(fixture.filesInFolder(), 0);
    }

    void smallTracesAreNotKept()
    {
        Fixture fixture(variedTrace());
        fixture.settings.minRawBytes = 1 << 20;
        QVERIFY(!fixture.store(fixture.open()).value());
    }

    void unusualLimitsGoPastTheCache()
    {
        const Fixture fixture(variedTrace());
        fixture.openAndKeep();
        ImportOptions options;
        options.limits.maxEventBytes = 1 << 20;
        const OpenedTrace opened = fixture.open(fixture.file.path(), options);
        QVERIFY(!opened.fromCache && !opened.ticket);
    }

    void longestUnusedGoesFirst()
    {
        Fixture a(variedTrace(12000));
        a.openAndKeep();
        const std::uint64_t bytes = TraceCache(a.settings).entries().at(0).bytes;
        Fixture b(variedTrace(12001));
        b.settings = a.settings;
        b.openAndKeep();
        for (const CacheEntry &entry : TraceCache(a.settings).entries()) { // both are old
            const timespec times[] = {{1000, 0}, {1000, 0}};
            QCOMPARE(::utimensat(AT_FDCWD, entry.path.c_str(), times, 0), 0);
        }
        QVERIFY(a.open().fromCache); // marked as used
        Fixture c(variedTrace(12002));
        c.settings = a.settings;
        c.settings.maxBytes = 2 * bytes + bytes / 2;
        c.openAndKeep();
        QCOMPARE(c.filesInFolder(), 2);
        QVERIFY(a.open().fromCache);
        QVERIFY(!b.open().fromCache);
        QVERIFY(c.open().fromCache);
    }

    void tooLargeIsRefused()
    {
        Fixture fixture(variedTrace(2000));
        fixture.settings.maxBytes = 10'000;
        const auto stored = fixture.store(fixture.open());
        QVERIFY(!stored);
        QCOMPARE(stored.error().code, ErrorCode::Limit);
    }

    void fullDiskLeavesNothing()
    {
        const Fixture fixture(variedTrace(2000));
        const OpenedTrace opened = fixture.open();
        std::signal(SIGXFSZ, SIG_IGN);
        setFileLimit(5000);
        const auto stored = fixture.store(opened);
        setFileLimit(RLIM_INFINITY);
        QVERIFY(!stored);
        QCOMPARE(stored.error().code, ErrorCode::Io);
        QCOMPARE(fixture.filesInFolder(), 0);
        QVERIFY(!fixture.open().fromCache);
    }

    void folderThatCannotBeMade()
    {
        Fixture fixture(variedTrace());
        fixture.settings.folder = fixture.file.path() + "/cache"; // the path is below a file
        const OpenedTrace opened = fixture.open();
        QVERIFY(!opened.fromCache);
        const auto stored = fixture.store(opened);
        QVERIFY(!stored);
        QCOMPARE(stored.error().code, ErrorCode::Io);
        QVERIFY(TraceCache(fixture.settings).entries().empty());
    }

    void entryThatIsNoFile()
    {
        const Fixture fixture(variedTrace());
        fixture.openAndKeep();
        const QString entry = fixture.entry();
        QVERIFY(QFile::remove(entry) && QDir().mkpath(entry));
        const OpenedTrace opened = fixture.open();
        QVERIFY(!opened.fromCache);
        QVERIFY(!fixture.store(opened)); // without an error
    }

    void severalAtOnce()
    {
        const Fixture fixture(variedTrace(3000));
        const OpenedTrace first = fixture.open();
        const std::string expected = allOf(*first.document);
        std::atomic<int> wrong{0};
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 4; ++i)
                threads.emplace_back([&, i] {
                    for (int run = 0; run < 10; ++run) {
                        const bool good =
                            i % 2 == 0 ? fixture.store(first).has_value() : allOf(*fixture.open().document) == expected;
                        wrong += good ? 0 : 1;
                    }
                });
        }
        QCOMPARE(wrong.load(), 0);
        QCOMPARE(fixture.filesInFolder(), 1);
        QVERIFY(fixture.open().fromCache);
    }

    void stoppedWriteLeavesNothing()
    {
        const Fixture fixture(variedTrace(2000));
        const OpenedTrace opened = fixture.open();
        CacheTicket ticket = *opened.ticket;
        ticket.openedNs += kLongAgo;
        std::stop_source stop;
        stop.request_stop();
        const auto stored = TraceCache(fixture.settings).store(*opened.document, ticket, {stop.get_token(), {}});
        QVERIFY(!stored);
        QCOMPARE(stored.error().code, ErrorCode::Cancelled);
        QCOMPARE(fixture.filesInFolder(), 0);
    }

    void idsThatNothingStandsBehindAreNotWritten()
    {
        const Fixture fixture(variedTrace());
        const OpenedTrace opened = fixture.open();
        TraceDocument bad; // empty string pool, so every id but that of "" is out of range
        bad.kernels = opened.document->kernels;
        bad.source = opened.document->source;
        CacheTicket ticket = *opened.ticket;
        ticket.openedNs += kLongAgo;
        QVERIFY(!TraceCache(fixture.settings).store(bad, ticket, {}));
        QCOMPARE(fixture.filesInFolder(), 0);
    }

    void clearRemovesOurFilesOnly()
    {
        const Fixture fixture(variedTrace());
        fixture.openAndKeep();
        const QString other = QString::fromStdString(fixture.settings.folder) + QStringLiteral("/notes.txt");
        writeFile(other, "mine");
        const auto freed = TraceCache(fixture.settings).clear();
        QVERIFY(freed && *freed > 0);
        QCOMPARE(fixture.filesInFolder(), 1);
        QVERIFY(QFile::exists(other));
    }

private:
    static void setFileLimit(rlim_t bytes)
    {
        rlimit limit{};
        ::getrlimit(RLIMIT_FSIZE, &limit);
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
};

LAMELLA_TEST(tst_TraceCache)
#include "tst_TraceCache.moc"

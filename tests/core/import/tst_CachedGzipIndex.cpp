// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoints of a gzip file that are stored beside the cache entry of its document.
#include "core/import/EventTextReader.h"
#include "core/import/ImporterRegistry.h"
#include "core/import/OpenedFile.h"
#include "core/import/cache/CachedGzipIndex.h"
#include "core/import/gzip/GzipCheckpoints.h"
#include "tests/support/LongTrace.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <functional>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr std::uint64_t kFileBytes = 1000;
constexpr std::uint64_t kRawBytes = 100'000;

// Clears what this process knows about files, like a restart.
void forgetPoints()
{
    for (std::uint64_t i = 1; i <= 8; ++i)
        (void)GzipCheckpoints::of(FileStamp{i, 0, 0, 0, 0});
}

struct Fixture {
    TraceText file;
    QTemporaryDir folder;
    CacheSettings settings;
    std::shared_ptr<const TraceDocument> document;
    CachedDocument stored;

    explicit Fixture(const std::string &text)
        : file(text)
    {
        settings.folder = folder.path().toStdString();
        settings.minRawBytes = 0;
        OpenedTrace fresh = open();
        fresh.ticket->openedNs += 10'000'000'000; // as if the file were older
        if (!TraceCache(settings).store(*fresh.document, *fresh.ticket, {}).value())
            qFatal("not kept");
        stored = TraceCache(settings).stored(*fresh.ticket).value();
        document = fresh.document;
    }
    [[nodiscard]] OpenedTrace open() const { return openTrace(file.path(), {}, TraceCache(settings), {}).value(); }
    [[nodiscard]] Result<void> store() const { return storeGzipIndex(TraceCache(settings), stored, document->source, {}); }
    [[nodiscard]] std::vector<std::string> made() const
    {
        std::vector<std::string> paths;
        for (const CacheEntry &entry : TraceCache(settings).entries())
            if (entry.made)
                paths.push_back(entry.path);
        return paths;
    }
    [[nodiscard]] std::size_t points() const { return GzipCheckpoints::of(openRegularFile(file.path())->stamp)->size(); }
};

const Fixture &longFixture()
{
    static const Fixture one(gzipped(longTrace()));
    return one;
}

std::vector<GzipIndexEntry> somePlaces()
{
    return {{1000, 10, {std::string(1000, 'a'), 0, 0}}, {2000, 10, {std::string(kDeflateWindow, 'b'), 7, 0x7F}},
        {kRawBytes, kFileBytes, {{}, 1, 1}}};
}

} // namespace

class tst_CachedGzipIndex : public QObject {
    Q_OBJECT
private slots:
    void firstClickAfterReopening()
    {
        const Fixture &fixture = longFixture();
        QVERIFY(fixture.store());
        QCOMPARE(fixture.made().size(), std::size_t{1});
        forgetPoints();
        QCOMPARE(fixture.points(), std::size_t{0});
        forgetPoints();
        const OpenedTrace again = fixture.open();
        QVERIFY(again.fromCache);
        QCOMPARE(fixture.points(), std::size_t{2});
        for (const std::uint32_t event : {kLongTraceEvents - 1u, 0u, 30'000u, 45'000u, 65'000u}) {
            const auto [offset, length] = again.document->events.text(EventId{event});
            std::optional<std::uint64_t> firstAt;
            JobControl control;
            control.progress = [&firstAt](std::uint64_t done, std::uint64_t) { firstAt = firstAt.value_or(done); };
            const auto text = readEventText(*again.document, EventId{event}, control);
            QVERIFY(text);
            QCOMPARE(*text, longTrace().substr(static_cast<std::size_t>(offset), length));
            if (event > kLongTraceEvents / 2) // inflation did not start at the begin of the file
                QVERIFY(firstAt && *firstAt > again.document->source.fileBytes / 3);
        }
    }

    void areWrittenOnce()
    {
        const Fixture &fixture = longFixture();
        QVERIFY(fixture.store());
        const std::string path = fixture.made().at(0);
        const QByteArray before = contentOf(path);
        QVERIFY(QFile::setPermissions(QString::fromStdString(path), QFile::ReadOwner));
        QVERIFY(fixture.store());
        QVERIFY(!QFile::permissions(QString::fromStdString(path)).testFlag(QFile::WriteOwner)); // the same file
        QCOMPARE(contentOf(path), before);
        QVERIFY(QFile::setPermissions(QString::fromStdString(path), QFile::ReadOwner | QFile::WriteOwner));
    }

    void damagedOnesAreRefused_data()
    {
        QTest::addColumn<int>("at"); // -1: truncated, -2: longer
        for (const int at : {-1, -2, 0, 8, 20, 30, 39, 40, 50, 60, 63, 64, 71, 72, 80, 88, 89, 90, 1000, 40'000})
            QTest::addRow("%d", at) << at;
    }
    void damagedOnesAreRefused()
    {
        QFETCH(int, at);
        const Fixture &fixture = longFixture();
        QVERIFY(fixture.store());
        const std::string path = fixture.made().at(0);
        QByteArray bytes = contentOf(path);
        if (at == -1)
            bytes.chop(1);
        else if (at == -2)
            bytes.append('\0');
        else
            bytes[at] = static_cast<char>(bytes[at] ^ 4);
        writeFile(QString::fromStdString(path), bytes);
        forgetPoints();
        const OpenedTrace again = fixture.open();
        QVERIFY(again.fromCache);
        QCOMPARE(fixture.points(), std::size_t{0});
        QVERIFY(fixture.made().empty()); // removed
        const EventId last{kLongTraceEvents - 1u};
        const auto [offset, length] = again.document->events.text(last);
        QCOMPARE(readEventText(*again.document, last).value(), longTrace().substr(static_cast<std::size_t>(offset), length));
    }

    void nothingForOtherFiles()
    {
        const Fixture &fixture = longFixture();
        QVERIFY(fixture.store());
        const std::vector<std::function<void(TraceSource &)>> others{[](TraceSource &source) { source.fileBytes += 1; },
            [](TraceSource &source) { source.modifiedNs += 1; }, [](TraceSource &source) { source.compressed = false; },
            [](TraceSource &source) { source.protobuf = true; }, [](TraceSource &source) { source.path += ".gone"; },
            [](TraceSource &source) { source.rawBytes = GzipCheckpoints::kFirstStep; }};
        for (const auto &change : others) {
            TraceSource source = fixture.document->source;
            change(source);
            forgetPoints();
            useGzipIndex(TraceCache(fixture.settings), fixture.stored, source);
            QCOMPARE(fixture.points(), std::size_t{0});
        }
        CachedDocument other = fixture.stored;
        other.sum ^= 1;
        forgetPoints();
        useGzipIndex(TraceCache(fixture.settings), other, fixture.document->source);
        QCOMPARE(fixture.points(), std::size_t{0});
    }

    void filesThatNeedNoneHaveNone()
    {
        const std::string text = longTrace().substr(0, longTrace().find("},\n") + 1) + "]}";
        const Fixture small(gzipped(text));
        QVERIFY(small.store());
        QVERIFY(small.made().empty());
        const Fixture plain(longTrace());
        QVERIFY(plain.store());
        QVERIFY(plain.made().empty());
    }

    void changedFileHasNone()
    {
        const Fixture fixture(gzipped(longTrace()));
        writeFile(QString::fromStdString(fixture.file.path()), gzipped(longTrace().substr(0, 20'000'000)));
        QVERIFY(fixture.store());
        QVERIFY(fixture.made().empty());
        QVERIFY(QFile::remove(QString::fromStdString(fixture.file.path())));
        const auto stored = fixture.store();
        QVERIFY(!stored);
        QCOMPARE(stored.error().code, ErrorCode::Io);
    }

    void stops()
    {
        const Fixture fixture(gzipped(longTrace()));
        std::stop_source stop;
        stop.request_stop();
        const auto stored =
            storeGzipIndex(TraceCache(fixture.settings), fixture.stored, fixture.document->source, {stop.get_token(), {}});
        QVERIFY(!stored);
        QCOMPARE(stored.error().code, ErrorCode::Cancelled);
        QVERIFY(fixture.made().empty());
    }

    void bytesAndBack()
    {
        const std::string bytes = gzipIndexBytes(somePlaces());
        const auto places = gzipIndexFromBytes(bytes, kFileBytes, kRawBytes);
        QVERIFY(places);
        QCOMPARE(places->size(), std::size_t{3});
        QCOMPARE(gzipIndexBytes(*places), bytes);
        QVERIFY(gzipIndexFromBytes(gzipIndexBytes({}), kFileBytes, kRawBytes)->empty());
        for (std::size_t length = 0; length < bytes.size(); ++length)
            QVERIFY(!gzipIndexFromBytes(std::string_view(bytes).substr(0, length), kFileBytes, kRawBytes));
        QVERIFY(!gzipIndexFromBytes(bytes + '\0', kFileBytes, kRawBytes));
    }

    void whatCannotBeIsRefused_data()
    {
        QTest::addColumn<int>("which");
        for (int i = 0; i < 10; ++i)
            QTest::addRow("%d", i) << i;
    }
    void whatCannotBeIsRefused()
    {
        QFETCH(int, which);
        using Places = std::vector<GzipIndexEntry>;
        const std::function<void(Places &)> changes[] = {[](Places &p) { p[0].raw = 0; }, [](Places &p) { p[1].raw = p[0].raw; },
            [](Places &p) { p[1].disk = p[0].disk - 1; }, [](Places &p) { p[2].raw = kRawBytes + 1; },
            [](Places &p) { p[2].disk = kFileBytes + 1; }, [](Places &p) { p[0].block.bits = 8; },
            [](Places &p) { p[0].block.begun = 1; }, [](Places &p) { p[2].block.begun = 2; },
            [](Places &p) { p[1].block.window += 'b'; },
            [](Places &p) {
                for (std::uint64_t i = p.size(); i <= GzipCheckpoints::kMaxPoints; ++i)
                    p.insert(p.end() - 1, {p[p.size() - 2].raw + 1, 10, {}});
            }};
        Places places = somePlaces();
        QVERIFY(gzipIndexFromBytes(gzipIndexBytes(places), kFileBytes, kRawBytes));
        changes[which](places);
        QVERIFY(!gzipIndexFromBytes(gzipIndexBytes(places), kFileBytes, kRawBytes));
    }

private:
    static QByteArray contentOf(const std::string &path)
    {
        QFile file(QString::fromStdString(path));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("cannot be read");
        return file.readAll();
    }
};

LAMELLA_TEST(tst_CachedGzipIndex)
#include "tst_CachedGzipIndex.moc"

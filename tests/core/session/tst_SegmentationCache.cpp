// SPDX-License-Identifier: GPL-3.0-or-later
// Segmentations in the cache: what is read equals what was written, and invalid entries are computed again.
#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "core/session/segmentation/SegmentationBytes.h"
#include "core/session/segmentation/SegmentationCache.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace lamella;
using namespace lamella::core;

namespace {

std::string traceText(test::TraceKind kind)
{
    return test::generatedTrace(kind).json;
}

// A trace whose document is cached, and the cache folder.
struct Kept {
    explicit Kept(const std::string &text)
        : file(text, QStringLiteral("t.json"))
    {
        settings.folder = folder.filePath(QStringLiteral("cache")).toStdString();
        settings.minRawBytes = 0;
        fresh = openTrace(file.path(), {}, TraceCache(settings), {}).value();
        fresh.ticket->openedNs += 10'000'000'000; // as if the file were older
        if (!TraceCache(settings).store(*fresh.document, *fresh.ticket, {}).value())
            qFatal("not kept");
    }
    [[nodiscard]] OpenedTrace again() const { return openTrace(file.path(), {}, TraceCache(settings), {}).value(); }
    [[nodiscard]] std::shared_ptr<AnalysisSession> session(const OpenedTrace &opened, const SessionOptions &options = {}) const
    {
        auto made = AnalysisSession::create(opened.document, options).value();
        made->useCachedSegmentations(settings, opened);
        return made;
    }
    // Opens the trace, segments it and caches the segmentation.
    void keepCutOf(const OpenedTrace &opened) const
    {
        const auto made = session(opened);
        (void)made->segmentation().value();
        const auto segmentation = made->takeSegmentationToCache();
        if (!segmentation || !core::cacheSegmentation(*segmentation, {}))
            qFatal("no cut");
    }
    [[nodiscard]] QString madeFile() const
    {
        for (const CacheEntry &entry : TraceCache(settings).entries())
            if (entry.made)
                return QString::fromStdString(entry.path);
        return {};
    }

    test::TraceText file;
    QTemporaryDir folder;
    CacheSettings settings;
    OpenedTrace fresh;
};

std::string allTables(AnalysisSession &session)
{
    std::string all;
    for (const std::string &name : AnalysisSession::tableNames()) {
        TableRequest request;
        request.table = name;
        request.device = "all";
        const auto table = session.table(request);
        all += table ? writeTable(**table, TableFormat::Json) : table.error().message();
    }
    return all;
}

std::string contentOf(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot be read");
    return file.readAll().toStdString();
}

} // namespace

class TestSegmentationCache : public QObject {
    Q_OBJECT
private slots:
    void whatIsReadIsWhatWasWritten_data();
    void whatIsReadIsWhatWasWritten();
    void anyOtherBytesAreRefusedOrSound();
    void theNextSessionTakesIt_data();
    void theNextSessionTakesIt();
    void otherChoicesHaveAnotherCut();
    void rulesOfTheUserKeepNothing();
    void damagedFilesAreThrownAway_data();
    void damagedFilesAreThrownAway();
    void anotherDocumentIsNotMeant();
    void withoutACopyOfTheDocumentNothingIsKept();
    void clearTakesTheCutAlong();
};

void TestSegmentationCache::whatIsReadIsWhatWasWritten_data()
{
    QTest::addColumn<int>("kind");
    for (const test::TraceKind kind : {test::TraceKind::Dense, test::TraceKind::Moe, test::TraceKind::Truncated,
             test::TraceKind::TwoDevices, test::TraceKind::Training, test::TraceKind::KernelsOnly})
        QTest::newRow(test::traceKindName(kind)) << static_cast<int>(kind);
}

void TestSegmentationCache::whatIsReadIsWhatWasWritten()
{
    QFETCH(int, kind);
    const auto document = test::openText(traceText(static_cast<test::TraceKind>(kind)));
    const auto session = AnalysisSession::create(document, {}).value();
    const std::string bytes = segmentationBytes(*session->segmentation().value());
    const auto read = segmentationFromBytes(bytes, *document);
    QVERIFY(read);
    QVERIFY(segmentationBytes(*read) == bytes);
    QVERIFY(read->passOf == session->segmentation().value()->passOf);
    QVERIFY(!segmentationFromBytes(bytes + '\0', *document));
}

// Without the file's checksum: the reader itself rejects references outside of the document.
void TestSegmentationCache::anyOtherBytesAreRefusedOrSound()
{
    const auto document = test::openText(traceText(test::TraceKind::TwoDevices));
    const auto session = AnalysisSession::create(document, {}).value();
    const std::string bytes = segmentationBytes(*session->segmentation().value());
    for (std::size_t length = 0; length < bytes.size(); length += 1 + length / 64)
        QVERIFY(!segmentationFromBytes(std::string_view(bytes).substr(0, length), *document));
    std::size_t refused = 0;
    for (std::size_t at = 0; at < bytes.size(); at += 1 + at / 512) {
        for (const char mask : {'\x01', '\x80', '\x7f'}) {
            std::string changed = bytes;
            changed[at] = static_cast<char>(changed[at] ^ mask);
            const auto read = segmentationFromBytes(changed, *document);
            refused += read ? 0 : 1;
            for (std::size_t k = 0; read && k < read->passOf.size(); ++k) {
                const auto &passes = read->devices[document->deviceOf(KernelId(static_cast<std::uint32_t>(k))).value].passes;
                QVERIFY(read->passOf[k] >= kNoPass && read->passOf[k] < static_cast<int>(passes.size()));
            }
        }
    }
    QVERIFY(refused > 100);
}

void TestSegmentationCache::theNextSessionTakesIt_data()
{
    QTest::addColumn<int>("kind");
    for (const test::TraceKind kind : {test::TraceKind::Dense, test::TraceKind::Moe, test::TraceKind::TwoDevices})
        QTest::newRow(test::traceKindName(kind)) << static_cast<int>(kind);
}

void TestSegmentationCache::theNextSessionTakesIt()
{
    QFETCH(int, kind);
    const Kept kept(traceText(static_cast<test::TraceKind>(kind)));
    const auto plain = AnalysisSession::create(kept.fresh.document, {}).value();
    const std::string expected = allTables(*plain);
    kept.keepCutOf(kept.fresh);
    const OpenedTrace again = kept.again();
    QVERIFY(again.fromCache && again.stored);
    const auto session = kept.session(again);
    QVERIFY(session->segmentation());
    QVERIFY(!session->takeSegmentationToCache()); // it came from the cache
    QCOMPARE(QByteArray::fromStdString(allTables(*session)), QByteArray::fromStdString(expected));
    QCOMPARE(session->profile() ? session->profile()->name : "", plain->profile() ? plain->profile()->name : "");
    // Other choices in that session give the same results as without the cache.
    SessionOptions fewer;
    fewer.layers = 2;
    QCOMPARE(QByteArray::fromStdString(allTables(*session->withOptions(fewer).value())),
        QByteArray::fromStdString(allTables(*plain->withOptions(fewer).value())));
}

void TestSegmentationCache::otherChoicesHaveAnotherCut()
{
    const Kept kept(traceText(test::TraceKind::Dense));
    kept.keepCutOf(kept.fresh);
    const OpenedTrace again = kept.again();
    SessionOptions options;
    options.layers = 1;
    const auto session = kept.session(again, options);
    (void)session->segmentation().value();
    const auto segmentation = session->takeSegmentationToCache();
    QVERIFY(segmentation);
    QVERIFY(!session->takeSegmentationToCache()); // only once
    std::vector<SessionOptions> choices(9);
    choices[1].anchor = "gemm";
    choices[2].role = AnchorRole::Begins;
    choices[3].blocksPerLayer = 2;
    choices[4].layers = 0;
    choices[5].selectedPass = 0;
    choices[6].steadyPasses = {0, 1};
    choices[7].boundaries = {{}};
    choices[8].anchor = "";
    std::set<std::uint64_t> keys{
        *segmentationKey({}, builtinProfiles(), "", 1), *segmentationKey({}, builtinProfiles(), "generic", 0)};
    for (const SessionOptions &choice : choices)
        keys.insert(*segmentationKey(choice, builtinProfiles(), "", 0));
    QCOMPARE(keys.size(), choices.size() + 2);
}

void TestSegmentationCache::rulesOfTheUserKeepNothing()
{
    ProfileSet profiles = builtinProfiles();
    QVERIFY(segmentationKey({}, profiles, "", 0));
    profiles.profiles.front().file = "/home/me/mine.json";
    QVERIFY(!segmentationKey({}, profiles, "", 0));
    profiles = builtinProfiles();
    profiles.universalRules.push_back(profiles.universalRules.front());
    QVERIFY(!segmentationKey({}, profiles, "", 0));
    profiles = builtinProfiles();
    profiles.names.dropEnd.emplace_back("_mine");
    QVERIFY(!segmentationKey({}, profiles, "", 0));
}

void TestSegmentationCache::damagedFilesAreThrownAway_data()
{
    QTest::addColumn<int>("at"); // position of the changed byte as a fraction of the length; negative: truncated there
    for (const int at : {0, 1, 5, 10, 300, 500, 900, 1000})
        QTest::newRow(std::to_string(at).c_str()) << at;
    for (const int at : {-1, -5, -500, -999})
        QTest::newRow(std::to_string(at).c_str()) << at;
}

void TestSegmentationCache::damagedFilesAreThrownAway()
{
    QFETCH(int, at);
    const Kept kept(traceText(test::TraceKind::Dense));
    kept.keepCutOf(kept.fresh);
    const QString path = kept.madeFile();
    QVERIFY(!path.isEmpty());
    std::string bytes = contentOf(path);
    const std::size_t place = std::min(bytes.size() - 1, bytes.size() * static_cast<std::size_t>(std::abs(at)) / 1000);
    if (at < 0)
        bytes.resize(place);
    else
        bytes[place] = static_cast<char>(bytes[place] ^ 4);
    test::writeFile(path, bytes);
    const auto session = kept.session(kept.again());
    QVERIFY(allTables(*session) == allTables(*AnalysisSession::create(kept.fresh.document, {}).value()));
    QVERIFY(session->takeSegmentationToCache());
    QVERIFY(kept.madeFile().isEmpty());
}

void TestSegmentationCache::anotherDocumentIsNotMeant()
{
    const Kept kept(traceText(test::TraceKind::Dense));
    kept.keepCutOf(kept.fresh);
    const TraceCache cache(kept.settings);
    const OpenedTrace again = kept.again();
    const std::uint64_t key = *segmentationKey({}, builtinProfiles(), "", 0);
    QVERIFY(cache.addSideFile(*again.stored, 5, "five", {}));
    QCOMPARE(cache.findSideFile(*again.stored, 5), std::optional<std::string>("five"));
    QVERIFY(!cache.findSideFile(*again.stored, 6));
    CachedDocument other = *again.stored;
    ++other.sum; // the same file with other contents
    QVERIFY(!findSegmentation({kept.settings, other, {}}, key, *again.document));
    QVERIFY(!cache.findSideFile(other, 5));
    QVERIFY(!cache.findSideFile(*again.stored, 5)); // it has the same path and was removed with that entry
}

void TestSegmentationCache::withoutACopyOfTheDocumentNothingIsKept()
{
    const Kept kept(traceText(test::TraceKind::Dense));
    QVERIFY(TraceCache(kept.settings).clear());
    const auto session = kept.session(kept.fresh);
    (void)session->segmentation().value();
    const auto segmentation = session->takeSegmentationToCache();
    QVERIFY(segmentation && core::cacheSegmentation(*segmentation, {}));
    QVERIFY(TraceCache(kept.settings).entries().empty());
}

void TestSegmentationCache::clearTakesTheCutAlong()
{
    const Kept kept(traceText(test::TraceKind::Dense));
    kept.keepCutOf(kept.fresh);
    QCOMPARE(TraceCache(kept.settings).entries().size(), std::size_t{2});
    QVERIFY(TraceCache(kept.settings).clear());
    QVERIFY(QDir(QString::fromStdString(kept.settings.folder)).isEmpty());
}

LAMELLA_TEST(TestSegmentationCache)
#include "tst_SegmentationCache.moc"

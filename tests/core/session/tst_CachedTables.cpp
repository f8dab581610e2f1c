// SPDX-License-Identifier: GPL-3.0-or-later
// Every table of a trace that was opened from the cache equals, byte for byte, that of the imported trace.
#include "core/import/ImporterRegistry.h"
#include "core/import/cache/TraceCache.h"
#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/Gzip.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

QString xplanePath()
{
    return QStringLiteral(LAMELLA_SHARED_TRACES "/jax/xprof_tpu_inference_2.xplane.pb");
}

// The table's contents, or the reason why there is none.
std::string textOf(AnalysisSession &session, const std::string &name)
{
    TableRequest request;
    request.table = name;
    request.device = "all";
    const auto table = session.table(request);
    return table ? writeTable(**table, TableFormat::Json) : "error: " + table.error().message();
}

} // namespace

class tst_CachedTables : public QObject {
    Q_OBJECT
private slots:
    void everyTableIsTheSame_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("name");
        const std::string dense = generatedTrace(TraceKind::Dense, {.passes = 2}).json;
        const std::string devices = generatedTrace(TraceKind::TwoDevices, {.passes = 2}).json;
        QTest::newRow("plain") << QByteArray::fromStdString(dense) << QStringLiteral("t.json");
        QTest::newRow("gzip") << QByteArray::fromStdString(lamella::test::gzipped(dense)) << QStringLiteral("t.json.gz");
        QTest::newRow("several devices") << QByteArray::fromStdString(devices) << QStringLiteral("t.json");
        QTest::newRow("XSpace") << QByteArray() << QStringLiteral("t.xplane.pb");
    }
    void everyTableIsTheSame()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, name);
        if (content.isEmpty()) {
            LAMELLA_NEED_SHARED(xplanePath());
            QFile file(xplanePath());
            QVERIFY(file.open(QIODevice::ReadOnly));
            content = file.readAll();
        }
        const TraceText file({content.constData(), static_cast<std::size_t>(content.size())}, name);
        const QTemporaryDir folder;
        CacheSettings settings;
        settings.folder = folder.filePath(QStringLiteral("cache")).toStdString();
        settings.minRawBytes = 0;
        const TraceCache cache(settings);
        auto fresh = openTrace(file.path(), {}, cache, {}).value();
        QVERIFY(fresh.ticket && !fresh.fromCache);
        fresh.ticket->openedNs += 10'000'000'000; // as if the file were older
        QVERIFY(cache.store(*fresh.document, *fresh.ticket, {}).value());
        const auto again = openTrace(file.path(), {}, cache, {}).value();
        QVERIFY(again.fromCache);
        const auto one = AnalysisSession::create(fresh.document, {}).value();
        const auto other = AnalysisSession::create(again.document, {}).value();
        int shown = 0;
        for (const std::string &table : AnalysisSession::tableNames()) {
            const std::string text = textOf(*one, table);
            QCOMPARE(QByteArray::fromStdString(textOf(*other, table)), QByteArray::fromStdString(text));
            shown += text.starts_with("error") ? 0 : 1;
        }
        QVERIFY(shown > 15);
    }
};

LAMELLA_TEST(tst_CachedTables)
#include "tst_CachedTables.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A pass extracted from a generated trace is a trace itself: same zero, same kernels and same segmentation of that pass.
#include "core/import/ImporterRegistry.h"
#include "core/session/extract/PassExtract.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/Gzip.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

class tst_PassExtract : public QObject {
    Q_OBJECT
private slots:
    void chromePieceIsATrace_data();
    void chromePieceIsATrace();
    void anchorWindowIsInsideThePass();
    void factsAreJson();
    void allPassesAreAFolder();
    void passThatDoesNotExist();

private:
    std::shared_ptr<AnalysisSession> open(const QByteArray &bytes, const QString &name)
    {
        return open(lamella::test::writeFile(m_dir.filePath(name), bytes));
    }
    std::shared_ptr<AnalysisSession> open(const QString &path)
    {
        auto document = openTrace(path.toStdString(), {}, {});
        if (!document)
            qFatal("%s", document.error().message().c_str());
        return *AnalysisSession::create(*document, {});
    }
    std::shared_ptr<AnalysisSession> dense(bool compressed = false)
    {
        const std::string json = generatedTrace(TraceKind::Dense, {.passes = 3}).json;
        return open(QByteArray::fromStdString(compressed ? gzipped(json) : json), QStringLiteral("whole.json"));
    }

    QTemporaryDir m_dir;
};

void tst_PassExtract::chromePieceIsATrace_data()
{
    QTest::addColumn<bool>("compressed");
    QTest::newRow("plain") << false;
    QTest::newRow("gzip") << true;
}

void tst_PassExtract::chromePieceIsATrace()
{
    QFETCH(bool, compressed);
    const auto whole = dense(compressed);
    const auto segmentation = *whole->segmentation();
    const DeviceSegmentation &device = segmentation->devices[segmentation->mainDevice.value];
    const Pass &pass = device.passes[1];
    ExtractRequest request;
    request.pass = "1";
    request.window = ExtractWindow::Pass;
    request.output = m_dir.filePath(QStringLiteral("piece.json")).toStdString();
    const auto written = extractPass(*whole, request);
    QVERIFY2(written.has_value(), written ? "" : written.error().message().c_str());
    const auto piece = open(m_dir.filePath(QStringLiteral("piece.json")));
    QCOMPARE(piece->document().zero(), whole->document().zero());
    QVERIFY(piece->document().diagnostics.empty());
    QVERIFY(piece->document().events.size() < whole->document().events.size());
    const KernelTable &kernels = piece->document().kernels;
    const KernelTable &all = whole->document().kernels;
    std::size_t found = 0;
    for (std::uint32_t k = 0; k < all.size(); ++k) {
        if (segmentation->passOf[k] != pass.number)
            continue;
        const auto at = std::lower_bound(kernels.start.begin(), kernels.start.end(), all.start[k]) - kernels.start.begin();
        QVERIFY(at < static_cast<std::ptrdiff_t>(kernels.size()));
        QCOMPARE(kernels.start[static_cast<std::size_t>(at)], all.start[k]);
        // The launch is included even if it is before the window.
        QCOMPARE(kernels.launch[static_cast<std::size_t>(at)].valid(), all.launch[k].valid());
        ++found;
    }
    QVERIFY(found > 0);
    const auto again = *piece->segmentation();
    QCOMPARE(again->devices[again->mainDevice.value].modelLayers, device.modelLayers);
}

void tst_PassExtract::anchorWindowIsInsideThePass()
{
    const auto whole = dense();
    ExtractRequest request;
    request.pass = "1";
    request.output = m_dir.filePath(QStringLiteral("anchors.json")).toStdString();
    QVERIFY(extractPass(*whole, request).has_value());
    request.window = ExtractWindow::Pass;
    request.output = m_dir.filePath(QStringLiteral("all.json")).toStdString();
    QVERIFY(extractPass(*whole, request).has_value());
    QVERIFY(
        QFile(m_dir.filePath(QStringLiteral("anchors.json"))).size() < QFile(m_dir.filePath(QStringLiteral("all.json"))).size());
}

void tst_PassExtract::factsAreJson()
{
    const auto whole = dense();
    ExtractRequest request;
    request.pass = "1";
    request.output = m_dir.filePath(QStringLiteral("facts.json")).toStdString();
    QVERIFY(extractPass(*whole, request).has_value());
    QFile file(m_dir.filePath(QStringLiteral("facts.json.json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    const auto segmentation = *whole->segmentation();
    const int layers = segmentation->devices[segmentation->mainDevice.value].modelLayers;
    QVERIFY(text.contains("\"pass\": 1"));
    QVERIFY(text.contains(QByteArray("\"anchors_found\": " + QByteArray::number(layers))));
    QVERIFY(text.contains(QByteArray("\"anchors_expected\": " + QByteArray::number(layers))));
    QVERIFY(text.contains("\"rule\": \"anchor-window\""));
}

void tst_PassExtract::allPassesAreAFolder()
{
    const auto whole = dense();
    ExtractRequest request;
    request.pass = "all";
    request.window = ExtractWindow::Pass;
    request.output = m_dir.filePath(QStringLiteral("all")).toStdString();
    const auto written = extractPass(*whole, request);
    QVERIFY2(written.has_value(), written ? "" : written.error().message().c_str());
    const auto segmentation = *whole->segmentation();
    const auto passes = static_cast<qsizetype>(segmentation->devices[segmentation->mainDevice.value].passes.size());
    QFile manifest(m_dir.filePath(QStringLiteral("all/manifest.csv")));
    QVERIFY(manifest.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = manifest.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), passes + 1);
    for (qsizetype i = 1; i < lines.size(); ++i)
        QVERIFY(QFile::exists(m_dir.filePath(QStringLiteral("all/") + QString::fromUtf8(lines[i].split(',').front()))));
    QVERIFY(extractPass(*whole, request).has_value()); // replaces what it wrote itself
    manifest.close();
    QVERIFY(manifest.open(QIODevice::WriteOnly));
    manifest.write("somebody else's file");
    manifest.close();
    const auto refused = extractPass(*whole, request);
    QVERIFY(!refused);
    QVERIFY(refused.error().message().find("manifest.csv") != std::string::npos);
    QVERIFY(manifest.open(QIODevice::ReadOnly));
    QCOMPARE(manifest.readAll(), QByteArray("somebody else's file"));
    request.pass = "0-1";
    request.output = m_dir.filePath(QStringLiteral("two.json")).toStdString();
    QVERIFY(!extractPass(*whole, request)); // only one pass fits into one file
}

void tst_PassExtract::passThatDoesNotExist()
{
    ExtractRequest request;
    request.pass = "99";
    request.output = m_dir.filePath(QStringLiteral("none.json")).toStdString();
    const auto written = extractPass(*dense(), request);
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::BadRequest);
    QVERIFY(!QFile::exists(m_dir.filePath(QStringLiteral("none.json"))));
}

LAMELLA_TEST(tst_PassExtract)
#include "tst_PassExtract.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Packs: the tables and args of the trace they were made from, at once where this program made them, from the text where it did
// not or where they are damaged.
#include "core/import/EventTextReader.h"
#include "core/import/ImporterRegistry.h"
#include "core/import/OpenByteSource.h"
#include "core/import/cache/Checksum.h"
#include "core/import/pack/PackFile.h"
#include "core/import/pack/PackFilter.h"
#include "core/import/pack/PackLayout.h"
#include "tests/support/EveryTable.h"
#include "tests/support/GeneratedTraces.h"
#include "tests/support/Gzip.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <limits>
#include <map>
#include <random>
#include <zstd.h>

using namespace lamella::core;
using namespace lamella::test;

namespace {

const std::string kSample = LAMELLA_SOURCE_DIR "/resources/sample/lamella-sample.trace.json.gz";

std::string bytesOf(const std::string &path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string textOf(const std::string &path)
{
    const auto source = openByteSource(path, {});
    std::string text(std::size_t{64} << 20, '\0');
    text.resize(source ? (*source)->read(text.data(), text.size()).value() : 0);
    return text;
}

// Every table as CSV, by request; of info and inspect without what is about the file itself.
std::map<TableRequest, std::string> tablesOf(const std::shared_ptr<const TraceDocument> &document)
{
    std::map<TableRequest, std::string> all;
    everyTable(document, [&all](const TableRequest &request, const ReportTable &table) {
        std::string csv = writeTable(table, TableFormat::Csv);
        if (request.table == "info" || request.table == "inspect")
            for (const char *key : {"file,", "file_bytes,", "memory_bytes,", "model,", "title,trace,"})
                if (const std::size_t at = csv.find("\n" + std::string(key)); at != std::string::npos)
                    csv.erase(at, csv.find('\n', at + 1) - at);
        all[request] = csv;
    });
    return all;
}

} // namespace

class tst_PackFile : public QObject {
    Q_OBJECT
private slots:
    // The sample with an event whose args do not compress: then there is room for the document.
    void initTestCase()
    {
        std::string text = textOf(kSample);
        const std::size_t list = text.find('[', text.find("\"traceEvents\""));
        QVERIFY(list != std::string::npos);
        std::string noise;
        std::mt19937 random(1);
        for (int i = 0; i < 1'000'000; ++i)
            noise += "0123456789abcdef"[random() % 16];
        text.insert(list + 1, R"({"ph":"M","name":"noise","pid":1,"tid":1,"ts":0,"args":{"noise":")" + noise + R"("}},)");
        m_text = m_folder.filePath(QStringLiteral("sample.json")).toStdString();
        QFile file(QString::fromStdString(m_text));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text.data(), static_cast<qint64>(text.size())) > 0);
        file.close();
        m_pack = m_folder.filePath(QStringLiteral("sample.zst")).toStdString();
        m_source = openTrace(m_text).value();
        const auto written = writePack(*m_source, m_pack);
        QVERIFY2(written, written ? "" : written.error().message().c_str());
    }
    void sameTables()
    {
        const auto packed = openPackedDocument(m_pack, {}, {});
        QVERIFY(packed && *packed);
        const auto tables = tablesOf(*packed);
        QVERIFY(tables.size() > 50);
        QVERIFY(tables == tablesOf(m_source));
        QCOMPARE((*openTrace(m_pack))->source.rawBytes, m_source->source.rawBytes);
    }
    void sameArgs()
    {
        const auto packed = openTrace(m_pack).value();
        for (std::uint32_t event = 0; event < packed->events.size(); event += 997) {
            const auto here = readEventText(*packed, EventId(event));
            const auto there = readEventText(*m_source, EventId(event));
            QCOMPARE(here.has_value(), there.has_value());
            if (here)
                QCOMPARE(*here, *there);
        }
    }
    // Any other program reads the text: a pack is a zstd file.
    void isTheText() { QVERIFY(textOf(m_pack) == textOf(m_text)); }
    // At most a tenth larger than the gzip file, whatever the trace.
    void isSmall_data()
    {
        QTest::addColumn<QString>("trace");
        const QString shared = QStringLiteral(LAMELLA_SHARED_TRACES "/");
        for (const char *name : {"chrome/tl_h100_qwen1.5-0.5b.json.gz", "chrome/hta_nccl_data.json.gz",
                 "chrome/tl_vllm_prefilldecode_piecewise_graph_execution.json.gz", "chrome/tl_sglang_qwen3-8b_decode.json.gz",
                 "chrome/ascend_level1_rank0_trace_view.json", "chrome/odd/catapult_simple_trace.json",
                 "chrome/odd/speedscope_mismatched.json", "hostile/tooltip_richtext.json.gz",
                 "jax/xprof_tpu_inference_2.xplane.pb"})
            QTest::newRow(name) << shared + QString::fromLatin1(name);
    }
    void isSmall()
    {
        QFETCH(QString, trace);
        LAMELLA_NEED_SHARED(trace);
        const QString pack = m_folder.filePath(QStringLiteral("small.zst"));
        const auto document = openTrace(trace.toStdString()).value();
        QVERIFY(writePack(*document, pack.toStdString()));
        const std::string bytes = bytesOf(trace.toStdString());
        const std::size_t gzip = trace.endsWith(QStringLiteral(".gz")) ? bytes.size() : gzipped(bytes).size();
        QVERIFY(static_cast<std::size_t>(QFileInfo(pack).size()) <= gzip * 11 / 10);
        QCOMPARE(openTrace(pack.toStdString()).value()->events.size(), document->events.size());
        const std::string packed = bytesOf(pack.toStdString());
        const bool versioned = packed.size() > kPackFooterBytes
            && parsePackFooter(std::string_view(packed).substr(packed.size() - kPackFooterBytes)).has_value();
        QVERIFY(versioned || gzip < 4096);
    }
    // A trace whose text is read as fast is its text alone, which any version of the program opens.
    void smallTraceIsItsText()
    {
        const TraceText file(
            traceObject(R"({"ph":"X","cat":"kernel","name":"k","pid":1,"tid":2,"ts":1,"dur":5,"args":{"grid":[1,2,3]}})"));
        const std::string pack = m_folder.filePath(QStringLiteral("tiny.zst")).toStdString();
        QVERIFY(writePack(*file.open().value(), pack));
        const std::string bytes = bytesOf(pack);
        QCOMPARE(ZSTD_findFrameCompressedSize(bytes.data(), bytes.size()), bytes.size());
        const auto packed = openTrace(pack).value();
        QCOMPARE(packed->kernels.size(), 1u);
        QCOMPARE(readEventArgs(*packed, EventId(0)).value().front().second, std::string("[1,2,3]"));
    }
    void severalFrames()
    {
        std::string events;
        for (int i = 0; events.size() < 3 * kPackFrameBytes; ++i)
            events += std::string(i == 0 ? "" : ",") + "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"n" + std::to_string(i % 7)
                + "\",\"pid\":1,\"tid\":2,\"ts\":" + std::to_string(i * 10) + ",\"dur\":5,\"args\":{\"i\":" + std::to_string(i)
                + "}}";
        const TraceText file(traceObject(events));
        const auto document = file.open().value();
        const std::string pack = m_folder.filePath(QStringLiteral("frames.zst")).toStdString();
        QVERIFY(writePack(*document, pack));
        const auto packed = openPackedDocument(pack, {}, {});
        QVERIFY(packed && *packed);
        for (const std::uint32_t event : {0u, 1u, 30'000u, 60'000u, (*packed)->events.size() - 1}) {
            const auto args = readEventArgs(**packed, EventId(event));
            QVERIFY(args);
            QCOMPARE(args->front().second, std::to_string(event));
        }
    }

    void damaged_data()
    {
        QTest::addColumn<int>("place"); // 0 document, 1 sizes, 2 footer, 3 last byte lost
        for (const int place : {0, 1, 2, 3})
            QTest::addRow("%d", place) << place;
    }
    // What is behind the text may be lost: the text is read instead, and gives the same tables.
    void damaged()
    {
        QFETCH(int, place);
        std::string bytes = bytesOf(m_pack);
        const auto footer = parsePackFooter(std::string_view(bytes).substr(bytes.size() - kPackFooterBytes));
        QVERIFY(footer);
        if (place == 3)
            bytes.pop_back();
        else
            bytes[place == 0 ? footer->documentOffset + 100 : place == 1 ? footer->sizesOffset : bytes.size() - 20] ^= 1;
        const TraceText file(bytes, QStringLiteral("trace.zst"));
        const auto packed = openPackedDocument(file.path(), {}, {});
        QVERIFY(packed);
        QCOMPARE(*packed != nullptr, place == 1);
        const auto opened = file.open();
        QVERIFY(opened);
        QCOMPARE((*opened)->kernels.size(), m_source->kernels.size());
        QCOMPARE((*opened)->events.size(), m_source->events.size());
        QCOMPARE((*opened)->diagnostics.count("damaged_pack"), std::uint64_t{place == 0 || place == 2 ? 1u : 0u});
        QCOMPARE((*opened)->diagnostics.count("damaged_pack_text"), std::uint64_t{place == 1 ? 1u : 0u});
        const std::uint32_t event = (*opened)->events.size() / 2;
        QCOMPARE(readEventText(**opened, EventId(event)).value(), readEventText(*m_source, EventId(event)).value());
    }
    // A footer that promises more text than there can be.
    void hostileFooter()
    {
        std::string bytes = bytesOf(m_pack);
        auto footer = *parsePackFooter(std::string_view(bytes).substr(bytes.size() - kPackFooterBytes));
        footer.rawBytes = std::numeric_limits<std::uint64_t>::max();
        footer.frames = 0;
        bytes.replace(bytes.size() - kPackFooterBytes, kPackFooterBytes, packFooterBytes(footer));
        const TraceText file(bytes, QStringLiteral("trace.zst"));
        const auto opened = openRegularFile(file.path());
        QVERIFY(opened);
        QVERIFY(!readPackFooter(opened->handle, bytes.size()));
        QVERIFY(!packPlace(opened->handle, bytes.size(), kPackFrameBytes));
    }
    // A document whose checksum is right and whose content is not is refused or readable, never a crash.
    void hostileDocument()
    {
        std::mt19937 random(7);
        const std::string good = bytesOf(m_pack);
        for (int i = 0; i < 60; ++i) {
            std::string bytes = good;
            auto footer = *parsePackFooter(std::string_view(bytes).substr(bytes.size() - kPackFooterBytes));
            const std::uint64_t at = footer.documentOffset + random() % footer.documentBytes;
            bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1 + random() % 255));
            if (i % 3 == 0)
                footer.documentRawBytes += random() % 100'000;
            if (i % 5 == 0)
                footer.rawBytes += random() % 1000;
            footer.documentSum = checksum64(std::string_view(bytes).substr(footer.documentOffset, footer.documentBytes));
            bytes.replace(bytes.size() - kPackFooterBytes, kPackFooterBytes, packFooterBytes(footer));
            const TraceText file(bytes, QStringLiteral("trace.zst"));
            if (const auto packed = openPackedDocument(file.path(), {}, {}); packed && *packed)
                everyTable(*packed, {}, [](std::size_t position) { return position % 7 == 0; });
        }
    }
    void filterIsReversible()
    {
        std::mt19937_64 random(3);
        for (const std::size_t size :
            {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{65'536}, std::size_t{65'537}, std::size_t{200'003}}) {
            std::string bytes(size, '\0');
            for (std::size_t i = 0; i < size; ++i)
                bytes[i] = static_cast<char>(i % 8 == 0 ? random() : i / 1024);
            const std::string filtered = packFiltered(bytes);
            std::string back(size, 'x');
            QVERIFY(packUnfiltered(filtered, back.data(), back.size()));
            QVERIFY(back == bytes);
            if (size > 0)
                QVERIFY(!packUnfiltered(std::string_view(filtered).substr(1), back.data(), back.size()));
        }
        char byte = 0;
        QVERIFY(!packUnfiltered("\x63z", &byte, 1));
    }
    void stopped()
    {
        std::stop_source source;
        source.request_stop();
        const std::string path = m_folder.filePath(QStringLiteral("stopped.zst")).toStdString();
        const auto written = writePack(*m_source, path, {source.get_token(), {}});
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::Cancelled);
        QVERIFY(!QFile::exists(QString::fromStdString(path)));
    }

private:
    QTemporaryDir m_folder;
    std::string m_text;
    std::string m_pack;
    std::shared_ptr<const TraceDocument> m_source;
};

LAMELLA_TEST(tst_PackFile)
#include "tst_PackFile.moc"

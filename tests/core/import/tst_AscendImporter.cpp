// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel tables of the Ascend profiler with all known variants of the header, written by this test.
#include "core/import/ImporterRegistry.h"
#include "core/import/ascend/AscendFolder.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;

namespace {

const QByteArray kHeader =
    "Device_id,Model ID,Task ID,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Block Dim,"
    "Input Shapes,Input Data Types\n";

QByteArray row(const char *stream, const char *name, const char *type, const char *core, const char *start, const char *duration)
{
    return QByteArray("3,4294967295,1,") + stream + ',' + name + ',' + type + ',' + core + ',' + start + "\t," + duration
        + ",24,\"\"\"16,5120;5120,2560\"\"\",DT_BF16;DT_BF16\n";
}

} // namespace

class tst_AscendImporter : public QObject {
    Q_OBJECT
private slots:
    void timesAreExact();
    void oldestGenerationHasNamesAndTimesOnly();
    void byteOrderMarkAndCrLf();
    void collectiveTwiceCountsOnce_data();
    void collectiveTwiceCountsOnce();
    void collectiveWithoutTypeLosesItsCallNumbers();
    void badRowsAreReported();
    void carriageReturnsEndLines();
    void strayQuoteCostsNoOtherRow_data();
    void strayQuoteCostsNoOtherRow();
    void quotedCellGoesOverLines();
    void rowCutByTheEndOfTheFileIsDamaged();
    void timesThatLostTheirDigits();
    void hostileTables();
    void truncatedAtEveryByte();
    void folderStandsForItsTable();
    void rankOfTheFolder_data();
    void rankOfTheFolder();

private:
    QString write(const QString &name, const QByteArray &bytes)
    {
        const QString path = m_dir.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
        return path;
    }
    std::shared_ptr<const TraceDocument> read(const QByteArray &bytes)
    {
        auto document = openTrace(write(QStringLiteral("table.csv"), bytes).toStdString(), {}, {});
        if (!document)
            qFatal("%s", document.error().message().c_str());
        return *document;
    }

    QTemporaryDir m_dir;
};

void tst_AscendImporter::timesAreExact()
{
    const auto document = read(kHeader + row("2", "aclnnMatMul_1", "MatMulV2", "AI_CORE", "1764246877073569.941", "5.907")
        + row("2", "aclnnMatMul_2", "MatMulV2", "AI_CORE", "\"1764246877073500.001", "0.5\""));
    QCOMPARE(document->kernels.size(), 1u); // in the second row everything after the quote is one cell: damaged
    QCOMPARE(document->kernels.start[0], 1764246877073569941);
    QCOMPARE(document->kernels.duration[0], 5907);
    QCOMPARE(document->text(document->kernels.name[0]), std::string_view("MatMulV2"));
    QCOMPARE(document->devices[0].number, 3);
    QCOMPARE(document->streams[0].number, 2);
    QCOMPARE(document->kernels.shapes[0].grid[0], 24u);
    const auto dims = document->events.sparse(document->kernels.event[0], SparseKey::InputDims);
    QVERIFY(dims.has_value());
    QCOMPARE(document->text(StringId{static_cast<std::uint32_t>(*dims)}), std::string_view("16,5120;5120,2560"));
}

void tst_AscendImporter::oldestGenerationHasNamesAndTimesOnly()
{
    const auto document = read("Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim\n"
                               "50,trans_TransData_0,N/A,N/A,1736405443881410.320\t,50.621,0,0\n");
    QCOMPARE(document->text(document->kernels.name[0]), std::string_view("trans_TransData_0"));
    QCOMPARE(document->kernels.duration[0], 50621);
    QVERIFY(!document->kernels.shape[0].valid());
}

void tst_AscendImporter::byteOrderMarkAndCrLf()
{
    QByteArray text = "\xEF\xBB\xBF" + kHeader + row("2", "a", "Add", "AI_VECTOR_CORE", "10.000", "1.000");
    text.replace("\n", "\r\n");
    const auto document = read(text);
    QCOMPARE(document->kernels.size(), 1u);
    QVERIFY(document->diagnostics.empty());
}

void tst_AscendImporter::collectiveTwiceCountsOnce_data()
{
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<int>("work");
    const auto copy = [](const char *stream, const char *name, const char *start, const char *duration) {
        return row(stream, name, "hcom_allReduce_", "COMMUNICATION", start, duration);
    };
    QTest::newRow("the same") << copy("45", "hcom_allReduce__868_6_1", "100.440", "25.660") << 1;
    QTest::newRow("other microsecond") << copy("45", "hcom_allReduce__868_6_1", "101.020", "25.660") << 1;
    QTest::newRow("one percent longer") << copy("45", "hcom_allReduce__868_6_1", "100.440", "25.900") << 1;
    QTest::newRow("other call") << copy("45", "hcom_allReduce__868_7_1", "100.440", "25.660") << 2;
    QTest::newRow("too far") << copy("45", "hcom_allReduce__868_6_1", "102.000", "25.660") << 2;
    QTest::newRow("both on streams") << copy("46", "hcom_allReduce__868_6_1", "100.440", "25.660")
            + copy("45", "hcom_allReduce__868_6_1", "100.440", "25.660")
                                     << 2;
}

void tst_AscendImporter::collectiveTwiceCountsOnce()
{
    QFETCH(QByteArray, second);
    const auto document =
        read(kHeader + row("N/A", "hcom_allReduce__868_6_1", "hcom_allReduce_", "COMMUNICATION", "100.440", "25.660") + second);
    QTEST(static_cast<int>(document->kernels.size()), "work");
    // Nothing is lost: each row is an event, and rows that do not count as work are reported.
    QCOMPARE(document->events.size(), document->kernels.size() + document->diagnostics.count("duplicated_collective"));
}

void tst_AscendImporter::collectiveWithoutTypeLosesItsCallNumbers()
{
    const auto document = read(kHeader + row("45", "hcom_allGather__868_0_1", "N/A", "N/A", "1.000", "2.000"));
    QCOMPARE(document->text(document->kernels.name[0]), std::string_view("hcom_allGather_"));
}

void tst_AscendImporter::badRowsAreReported()
{
    const auto document = read(kHeader + row("2", "a", "Add", "AI_VECTOR_CORE", "N/A", "1.000")
        + row("2", "a", "Add", "AI_VECTOR_CORE", "1.000", "x") + row("2", "a", "Add", "AI_VECTOR_CORE", "5.000", "-1.000")
        + "3,4\n" + row("2", "a", "Add", "AI_VECTOR_CORE", "7.000", "1.000"));
    QCOMPARE(document->kernels.size(), 2u);
    QCOMPARE(document->diagnostics.count("damaged_row"), std::uint64_t{3});
    QCOMPARE(document->diagnostics.count("negative_duration"), std::uint64_t{1});
}

void tst_AscendImporter::carriageReturnsEndLines()
{
    QByteArray text = kHeader + row("2", "a", "Add", "AI_VECTOR_CORE", "10.000", "1.000")
        + row("2", "a", "Add", "AI_VECTOR_CORE", "12.000", "1.000");
    const auto wanted = read(text);
    text.replace('\n', '\r');
    const auto document = read(text);
    QCOMPARE(document->kernels.size(), wanted->kernels.size());
    QCOMPARE(document->kernels.start[1], 12000);
    QVERIFY(document->diagnostics.empty());
}

void tst_AscendImporter::strayQuoteCostsNoOtherRow_data()
{
    QTest::addColumn<QByteArray>("damaged");
    QTest::addColumn<int>("lost");
    QByteArray sound = row("2", "b", "Mul", "AI_VECTOR_CORE", "20.000", "3.500");
    sound.chop(1);
    const auto with = [&](const char *from, const char *to) { return QByteArray(sound).replace(from, to); };
    QTest::newRow("at the end of a cell") << sound + '"' << 0;
    QTest::newRow("at the start of a cell") << with(",24,", ",\"24,") << 0;
    QTest::newRow("alone in the last cell") << with(",DT_BF16;DT_BF16", ",\"") << 0;
    QTest::newRow("inside a time") << with("20.000", "20\".000") << 1;
    QTest::newRow("inside a text in quotes") << with("5120;5120", "5120\";5120") << 1; // its comma adds a cell
}

void tst_AscendImporter::strayQuoteCostsNoOtherRow()
{
    QFETCH(QByteArray, damaged);
    QFETCH(int, lost);
    const QByteArray sound = row("2", "a", "Add", "AI_VECTOR_CORE", "10.000", "1.000");
    QByteArray after;
    for (int i = 0; i < 50; ++i)
        after += row("2", "c", "Add", "AI_VECTOR_CORE", QByteArray::number(100 + 2 * i).append(".000").constData(), "1.000");
    const auto document = read(kHeader + sound + damaged + '\n' + after);
    QCOMPARE(static_cast<int>(document->kernels.size()), 52 - lost);
    QCOMPARE(static_cast<int>(document->diagnostics.count("damaged_row")), lost);
    QCOMPARE(document->diagnostics.count("stray_quote"), std::uint64_t{1});
    for (const Diagnostic &d : document->diagnostics.sorted()) // reports the time lost with the row
        if (d.kind->id == "damaged_row")
            QVERIFY2(d.sample.starts_with("1 row, 3.500"), d.sample.c_str());
}

void tst_AscendImporter::quotedCellGoesOverLines()
{
    QByteArray two = row("2", "b", "Mul", "AI_VECTOR_CORE", "20.000", "3.500");
    two.replace(",b,", ",\"b\nc\",");
    const auto document = read(kHeader + two + row("2", "a", "Add", "AI_VECTOR_CORE", "30.000", "1.000"));
    QCOMPARE(document->kernels.size(), 2u);
    QVERIFY(document->diagnostics.empty());
}

// "1.0" could be the begin of 1.000 us or of 1.099.
void tst_AscendImporter::rowCutByTheEndOfTheFileIsDamaged()
{
    const QByteArray sound = row("2", "a", "Add", "AI_VECTOR_CORE", "10.000", "1.000");
    const QByteArray next = row("2", "a", "Add", "AI_VECTOR_CORE", "20.000", "1.000");
    const auto document = read(kHeader + sound + next.left(next.indexOf("1.000") + 3));
    QCOMPARE(document->kernels.size(), 1u);
    QCOMPARE(document->diagnostics.count("damaged_row"), std::uint64_t{1});
}

void tst_AscendImporter::timesThatLostTheirDigits()
{
    QByteArray text = kHeader;
    for (int i = 0; i < 20; ++i)
        text += row("2", "a", "Add", "AI_VECTOR_CORE", "1.76425E+15", "5.900");
    text += row("2", "a", "Mul", "AI_VECTOR_CORE", "1.764250000000010001E+15", "5.9E+00");
    const auto document = read(text);
    QCOMPARE(document->kernels.size(), 21u);
    QCOMPARE(document->diagnostics.count("times_lost_digits"), std::uint64_t{20});
    QVERIFY(document->diagnostics.anyDataLoss());
    // Without the exponent the numbers are still contradictory.
    QByteArray plain = kHeader;
    for (int i = 0; i < 20; ++i)
        plain += row("2", i % 2 ? "a" : "b", i % 2 ? "Add" : "Mul", "AI_VECTOR_CORE", "1764250000000000", "5.900");
    QCOMPARE(read(plain)->diagnostics.count("contradictory_times"), std::uint64_t{1});
}

// Rows counted line by line: 4163, of which 592 are second copies of a collective.
void tst_AscendImporter::hostileTables()
{
    LAMELLA_NEED_SHARED(QStringLiteral(LAMELLA_SHARED_TRACES "/hostile/ascend_cr"));
    const auto open = [&](const char *folder) {
        const auto document = openTrace(std::string(LAMELLA_SHARED_TRACES "/hostile/") + folder, {}, {});
        return document ? *document : nullptr;
    };
    for (const char *folder : {"ascend_cr", "ascend_sci", "ascend_stray_quote_end"}) {
        const auto document = open(folder);
        QVERIFY2(document, folder);
        QCOMPARE(document->events.size() + document->diagnostics.count("damaged_row"), std::uint64_t{4163});
        QCOMPARE(document->kernels.size() + document->diagnostics.count("duplicated_collective"), std::uint64_t{4163});
    }
    QVERIFY(open("ascend_sci")->diagnostics.count("times_lost_digits") == 4163);
}

void tst_AscendImporter::truncatedAtEveryByte()
{
    const QByteArray whole = kHeader + row("2", "a,\"\"b\"\"", "Add", "AI_VECTOR_CORE", "7.000", "1.000")
        + row("N/A", "hcom_x__1_2_3", "hcom_x_", "HCCL", "9.000", "1.000");
    for (qsizetype size = 1; size < whole.size(); ++size) {
        const auto document = openTrace(write(QStringLiteral("cut.csv"), whole.left(size)).toStdString(), {}, {});
        QVERIFY2(document ? (*document)->events.size() <= 2 : !document.error().detail.empty(),
            qPrintable(QStringLiteral("cut at %1").arg(size)));
    }
}

void tst_AscendImporter::folderStandsForItsTable()
{
    const QByteArray table = kHeader + row("2", "a", "Add", "AI_VECTOR_CORE", "7.000", "1.000");
    write(QStringLiteral("job/x_rank4_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv"), table);
    const auto rankFolder = openTrace(m_dir.filePath(QStringLiteral("job/x_rank4_ascend_pt")).toStdString(), {}, {});
    QVERIFY(rankFolder.has_value());
    QCOMPARE((*rankFolder)->metadata.rank, std::optional<int>(4));
    QCOMPARE(ascendKernelTables(m_dir.filePath(QStringLiteral("job")).toStdString()).size(), std::size_t{1});
    write(QStringLiteral("job/x_rank5_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv"), table);
    QCOMPARE(ascendKernelTables(m_dir.filePath(QStringLiteral("job")).toStdString()).size(), std::size_t{2});
    // msprof alone writes no kernel_details.csv; if both files exist, that one is used.
    const QByteArray summary =
        "Device_id,Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us)\n0,a,Add,AI_CORE,7.000,1.000\n";
    write(QStringLiteral("raw/PROF_1/mindstudio_profiler_output/op_summary_0_1_20250101.csv"), summary);
    const auto raw = openTrace(m_dir.filePath(QStringLiteral("raw")).toStdString(), {}, {});
    QVERIFY(raw.has_value());
    QCOMPARE((*raw)->text((*raw)->kernels.name[0]), std::string_view("Add"));
    write(QStringLiteral("raw/PROF_1/kernel_details.csv"), table);
    QVERIFY(ascendKernelTables(m_dir.filePath(QStringLiteral("raw")).toStdString()).front().ends_with("kernel_details.csv"));
}

void tst_AscendImporter::rankOfTheFolder_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("info");
    QTest::addColumn<int>("rank");
    QTest::newRow("profiler_info") << "a_rank3_ascend_pt"
                                   << "profiler_info_7.json" << 7;
    QTest::newRow("folder") << "dp0_pp0_tp0_dcp0_ep0_rank3_123_ascend_pt"
                            << "other.json" << 3;
    QTest::newRow("neither") << "host_123_ascend_pt"
                             << "profiler_info_.json" << -1;
}

void tst_AscendImporter::rankOfTheFolder()
{
    QFETCH(QString, folder);
    QFETCH(QString, info);
    const QString table = write(folder + QStringLiteral("/ASCEND_PROFILER_OUTPUT/kernel_details.csv"), kHeader);
    write(folder + QLatin1Char('/') + info, "{}");
    QTEST(ascendRank(table.toStdString()).value_or(-1), "rank");
}

LAMELLA_TEST(tst_AscendImporter)
#include "tst_AscendImporter.moc"

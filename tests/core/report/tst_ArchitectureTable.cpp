// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/TensorShapes.h"
#include "core/report/TableColumns.h"
#include "tests/support/TestMain.h"
#include "tests/support/TestTables.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

struct Built {
    Built()
        : trace("7: norm@0+1 attn@2+5 gemm@8+4 nccl@12+3 norm@20+1 attn@22+5 moe@28+4 nccl@32+3 bf16_gemm@40+5",
            {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, kTailLayer}})
    {
        launches.inputDims.resize(trace.document->kernels.size());
    }
    void shape(std::size_t kernel, const char *dims) { launches.inputDims[kernel] = trace.document->strings.intern(dims); }
    [[nodiscard]] ReportTable table(const ModelConfig *config = nullptr) const
    {
        ScopeRequest request;
        request.pass = "all";
        TableInput input{trace.document, trace.names, trace.segmentation, trace.index, config,
            resolveScope(*trace.document, *trace.segmentation, request).value(), {}};
        return builtTable("architecture", input, std::make_shared<const LaunchJoin>(launches)).value();
    }
    BuiltTrace trace;
    LaunchJoin launches;
};

std::string valueOf(const ReportTable &table, std::string_view key)
{
    for (std::size_t r = 0; r < table.rowCount(); ++r)
        if (table.text(r, 0) == key)
            return table.isMissing(r, 1) ? "missing: " + std::string(table.missingReason(r, 1).english())
                                         : std::string(table.text(r, 1));
    return "no such row";
}

} // namespace

class tst_ArchitectureTable : public QObject {
    Q_OBJECT
private slots:
    void whatTheTraceShows()
    {
        Built built;
        built.shape(0, "[[16, 4096], [4096]]");
        built.shape(4, "[[16, 4096], [4096]]");
        built.shape(8, "[[16, 4096], [4096, 32000]]");
        const ReportTable table = built.table();
        QCOMPARE(valueOf(table, "found.layers"), std::string("2"));
        QCOMPARE(valueOf(table, "found.attention"), std::string("in 2 of 2 layers"));
        QCOMPARE(valueOf(table, "found.ffn"), std::string("MoE in 1 of 2 layers"));
        QCOMPARE(valueOf(table, "found.collectives"), std::string("2, in 2 of 2 layers"));
        QCOMPARE(valueOf(table, "found.hidden_size"), std::string("4096"));
        QCOMPARE(valueOf(table, "found.vocab_size"), std::string("32000"));
        QVERIFY(table.notes().front().english().find("--config") != std::string::npos);
        for (std::size_t r = 0; r < table.rowCount(); ++r)
            QVERIFY(!table.text(r, 2).empty()); // every fact has a source
    }
    void whatIsNotRecordedIsSaid()
    {
        const ReportTable table = Built().table();
        QCOMPARE(valueOf(table, "found.hidden_size"), std::string("missing: no input shapes recorded for norms"));
        QVERIFY(valueOf(table, "found.vocab_size").starts_with("missing: "));
    }
    void configComesFirst()
    {
        ModelConfig config;
        config.summary = {{"model", "m"}, {"hidden_size", "64"}};
        const ReportTable table = Built().table(&config);
        QCOMPARE(table.text(0, 0), std::string_view("model"));
        QCOMPARE(valueOf(table, "hidden_size"), std::string("64"));
        QCOMPARE(valueOf(table, "found.layers"), std::string("2"));
    }
    void shapes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shapes"); // inputs "16x4096", separated by ";"
        QTest::newRow("plain") << "[[16, 4096], [], [4096, 768]]"
                               << "16x4096;;4096x768";
        QTest::newRow("indented") << "[\n [16,\n 4096]\n]"
                                  << "16x4096";
        QTest::newRow("list of tensors") << "[[[2, 3], [4]], []]"
                                         << "2x3;4;";
        QTest::newRow("between semicolons") << "16,5120;;5120,2560"
                                            << "16x5120;;5120x2560";
        QTest::newRow("in quotes") << "\"16,5120;5120\""
                                   << "16x5120;5120";
        QTest::newRow("one number") << "16"
                                    << "16";
        QTest::newRow("no number") << "N/A"
                                   << "none";
        QTest::newRow("empty") << ""
                               << "none";
        QTest::newRow("text among them") << "[[16], \"[7]\", [8]]"
                                         << "16;8";
        QTest::newRow("cut off") << "[[16, 40"
                                 << "none";
        QTest::newRow("closing only") << "]]][[1]]"
                                      << "1";
        QTest::newRow("beyond int64") << "[[99999999999999999999999999]]"
                                      << "9223372036854775799";
    }
    void shapes()
    {
        QFETCH(QString, text);
        QFETCH(QString, shapes);
        QStringList all;
        for (const std::vector<std::int64_t> &shape : tensorShapes(text.toStdString())) {
            QStringList numbers;
            for (const std::int64_t n : shape)
                numbers << QString::number(n);
            all << numbers.join(QLatin1Char('x'));
        }
        const QString found = all.isEmpty() ? QStringLiteral("none") : all.join(QLatin1Char(';'));
        if (text.size() > 20 && text.contains(QLatin1String("99999"))) {
            QVERIFY(found.toLongLong() > INT64_MAX / 20); // clamped, but positive
            return;
        }
        QCOMPARE(found, shapes);
    }
    void fewerColumns()
    {
        ReportTable table("t", "T",
            {{"a", "A", CellKind::Text, "", -1}, {"b", "B", CellKind::DurationNs, "", -1}, {"c", "C", CellKind::Share, "", -1}});
        table.appendRow(PassSelection{DeviceId{0}, 3});
        table.setText(0, "x");
        table.setInteger(1, 7);
        table.setMissing(2, "why");
        table.addNote("note");
        table.addWarning("warning");
        constexpr std::array<std::string_view, 3> ids{"c", "nothing", "b"};
        const ReportTable few = withColumns(table, ids);
        QCOMPARE(few.columns().size(), std::size_t{2});
        QCOMPARE(few.missingReason(0, 0).english(), std::string("why"));
        QCOMPARE(few.integer(0, 1), 7);
        QVERIFY(std::holds_alternative<PassSelection>(few.target(0)));
        QCOMPARE(few.notes().size(), std::size_t{2});
        QCOMPARE(few.warnings().size(), std::size_t{1});
    }
};

LAMELLA_TEST(tst_ArchitectureTable)
#include "tst_ArchitectureTable.moc"

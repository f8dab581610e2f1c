// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/NumberedKernels.h"
#include "tests/support/TestMain.h"
#include "tests/support/TestTables.h"
#include "tests/support/TraceBuilder.h"

#include <QTest>

using namespace lamella::core;
using namespace lamella::test;

namespace {

ReportTable kernels()
{
    const BuiltTrace built("7: gemm.1@0+10 attn.2@10+25 gemm.12@40+20 gemm_other@60+5", {{0, 0}, {0, 0}, {0, 0}, {0, 0}});
    TableInput input{built.document, built.names, built.segmentation, built.index, nullptr, {}, {}};
    input.scope = resolveScope(*built.document, *built.segmentation, {}).value();
    return builtTable("kernels", input).value();
}

} // namespace

class tst_NumberedKernels : public QObject {
    Q_OBJECT
private slots:
    void whatDiffersInItsNumberIsOneRow()
    {
        const ReportTable all = kernels();
        QCOMPARE(all.rowCount(), std::size_t{4});
        const ReportTable table = withoutNumbers(all, 0);
        QCOMPARE(table.rowCount(), std::size_t{3});
        QCOMPARE(table.text(0, table.columnIndex("name")), std::string_view("gemm"));
        QCOMPARE(table.text(0, table.columnIndex("short_name")), std::string_view("gemm"));
        QCOMPARE(table.target(0), all.target(1)); // gemm.12, which takes more time than gemm.1
        QCOMPARE(table.integer(0, table.columnIndex("names")), 2);
        QCOMPARE(table.integer(0, table.columnIndex("count")), 2);
        QCOMPARE(table.integer(0, table.columnIndex("sum_ns")), 30);
        QCOMPARE(table.real(0, table.columnIndex("share")), 0.5);
        QCOMPARE(table.integer(0, table.columnIndex("avg_ns")), 15);
        QCOMPARE(table.integer(0, table.columnIndex("min_ns")), 10);
        QCOMPARE(table.integer(0, table.columnIndex("max_ns")), 20);
        QCOMPARE(table.text(1, table.columnIndex("name")), std::string_view("attn"));
        QCOMPARE(table.text(2, table.columnIndex("name")), std::string_view("gemm_other"));
    }
    void theFirstRowsOfAll()
    {
        const ReportTable table = withoutNumbers(kernels(), 1);
        QCOMPARE(table.rowCount(), std::size_t{1});
        QCOMPARE(table.real(0, table.columnIndex("share")), 0.5); // of all rows, not only the shown ones
        QCOMPARE(table.notes().back().english(), std::string("1 of 3 rows."));
    }
};

LAMELLA_TEST(tst_NumberedKernels)
#include "tst_NumberedKernels.moc"

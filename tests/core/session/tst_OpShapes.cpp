// SPDX-License-Identifier: GPL-3.0-or-later
// Input shapes of kernels in ops and families: computed by hand, and on public traces against kernels --each.
#include "core/analysis/program/OpShapes.h"
#include "core/session/AnalysisSession.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <map>

using namespace lamella;
using namespace lamella::core;

namespace {

std::shared_ptr<const ReportTable> tableOf(AnalysisSession &session, const char *name, bool each = false)
{
    TableRequest request;
    request.table = name;
    request.pass = "trace";
    request.device = "all";
    request.each = each;
    auto table = session.table(request);
    if (!table)
        qFatal("%s", table.error().message().c_str());
    return *table;
}

} // namespace

class TestOpShapes : public QObject {
    Q_OBJECT
private slots:
    void work_data()
    {
        QTest::addColumn<QByteArray>("family");
        QTest::addColumn<QByteArray>("op");
        QTest::addColumn<QByteArray>("dims");
        QTest::addColumn<double>("work"); // -1: none
        const auto row = [](const char *name, const char *family, const char *op, const char *dims, double work) {
            QTest::newRow(name) << QByteArray(family) << QByteArray(op) << QByteArray(dims) << work;
        };
        row("largest input", "gemm", "aten::mm", "[[16, 32], [32, 64], []]", 2048);
        row("a list of tensors", "memory", "aten::cat", "[[[4, 2], [4, 3]], []]", 12);
        row("inputs without elements are none", "elementwise", "aten::arange", "[[], [], [0]]", -1);
        row("Ascend", "gemm", "", "16, 32;32, 64;;", 2048);
        row("Ascend, with ends of lines", "gemm", "", "\"16,32;\\r\\n32,64;\\r\\n\"", 2048);
        row("attention, heads first", "attention_flash", "aten::_scaled_dot_product_flash_attention",
            "[[2, 8, 100, 64], [2, 4, 300, 64], [2, 4, 300, 32], []]", 2.0 * 2 * 8 * 100 * 300 * (64 + 32));
        row("attention, sequence first", "attention_flash", "aten::_flash_attention_forward",
            "[[2, 100, 8, 64], [2, 300, 4, 64], [2, 300, 4, 64]]", 2.0 * 2 * 8 * 100 * 300 * 128);
        row("attention, backward", "attention_flash", "aten::_scaled_dot_product_flash_attention_backward",
            "[[2, 8, 100, 64], [2, 8, 100, 64], [2, 8, 300, 64], [2, 8, 300, 64]]", 2.0 * 2 * 8 * 100 * 300 * 128);
        row("attention of an engine: elements", "attention_paged", "vllm::unified_attention", "[[7, 4], [7, 8]]", 56);
        row("no dims", "gemm", "aten::mm", "not dims", -1);
        row("empty", "gemm", "aten::mm", "", -1);
    }
    void work()
    {
        QFETCH(QByteArray, family);
        QFETCH(QByteArray, op);
        QFETCH(QByteArray, dims);
        QTEST(inputProxy(family.toStdString(), op.toStdString(), dims.toStdString()).value_or(-1), "work");
    }
    void opsSayTheDimsOfTheirKernels_data()
    {
        QTest::addColumn<QString>("file");
        for (const char *file : {"chrome/tl_h100_qwen1.5-0.5b.json.gz", "chrome/tl_mi300_resnet_act_checkpoint.json.gz",
                 "chrome/tl_vllm_prefilldecode_piecewise_graph_execution.json.gz", "chrome/ascend_level1_rank0_trace_view.json"})
            QTest::newRow(file) << QString::fromLatin1(file);
    }
    void opsSayTheDimsOfTheirKernels()
    {
        QFETCH(QString, file);
        const QString path = QStringLiteral(LAMELLA_SHARED_TRACES "/") + file;
        LAMELLA_NEED_SHARED(path);
        const auto session = AnalysisSession::create(openTrace(path.toStdString()).value(), {}).value();
        const auto kernels = tableOf(*session, "kernels", true);
        std::map<std::string, std::map<std::string, std::int64_t>> byName; // name -> dims -> time
        for (std::size_t row = 0; row < kernels->rowCount(); ++row) {
            auto &dims = byName[std::string(kernels->text(row, kernels->columnIndex("name")))];
            if (const std::size_t column = kernels->columnIndex("input_dims"); !kernels->isMissing(row, column))
                dims[std::string(kernels->text(row, column))] += kernels->integer(row, kernels->columnIndex("dur_ns"));
        }
        const auto ops = tableOf(*session, "ops");
        QCOMPARE(ops->rowCount(), byName.size());
        std::size_t withShapes = 0;
        for (std::size_t row = 0; row < ops->rowCount(); ++row) {
            const auto &dims = byName.at(std::string(ops->text(row, ops->columnIndex("name"))));
            QCOMPARE(ops->isMissing(row, ops->columnIndex("shape")), dims.empty());
            if (dims.empty())
                continue;
            ++withShapes;
            QCOMPARE(ops->integer(row, ops->columnIndex("shapes")), static_cast<std::int64_t>(dims.size()));
            std::int64_t max = 0;
            for (const auto &[text, ns] : dims)
                max = std::max(max, ns);
            QCOMPARE(dims.at(std::string(ops->text(row, ops->columnIndex("shape")))), max);
        }
        QVERIFY(withShapes > 0);
        const auto families = tableOf(*session, "families");
        std::size_t withWork = 0;
        for (std::size_t row = 0; row < families->rowCount(); ++row)
            withWork += families->isMissing(row, families->columnIndex("shape_work")) ? 0 : 1;
        QVERIFY(withWork > 0);
    }
};

LAMELLA_TEST(TestOpShapes)
#include "tst_OpShapes.moc"

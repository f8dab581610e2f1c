// SPDX-License-Identifier: GPL-3.0-or-later
// The same model on different kinds of processors: compared by layer and category, never by kernel.
#include "core/import/ImporterRegistry.h"
#include "core/session/DiffNotes.h"
#include "core/session/DiffSession.h"
#include "tests/support/SharedTraces.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lamella::core;

namespace {

const QByteArray kGpu = R"([{"ph":"X","name":"ampere_sgemm_128x64_tn","cat":"kernel","pid":0,"tid":7,"ts":10,"dur":8},
    {"ph":"X","name":"softmax_warp_forward","cat":"kernel","pid":0,"tid":7,"ts":20,"dur":2}])";
const QByteArray kNpu = "Device_id,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us)\n"
                        "0,2,mm,MatMulV2,AI_CORE,1000.000\t,5.000\n0,2,softmax,SoftmaxV2,AI_VECTOR_CORE,1010.000\t,3.000\n";
const QByteArray kTpu = R"([{"ph":"M","name":"process_name","pid":3,"args":{"name":"/device:TPU:0"}},
    {"ph":"M","name":"thread_name","pid":3,"tid":1,"args":{"name":"XLA Ops"}},
    {"ph":"X","name":"fusion.1","pid":3,"tid":1,"ts":10,"dur":8}])";

bool has(const std::vector<Message> &notes, const char *words)
{
    return std::any_of(
        notes.begin(), notes.end(), [words](const Message &n) { return n.english().find(words) != std::string::npos; });
}

} // namespace

class tst_DiffProcessors : public QObject {
    Q_OBJECT
private slots:
    void processors_data();
    void processors();
    void kernelsBecomeCategories_data();
    void kernelsBecomeCategories();
    void sameProcessorKeepsKernels();
    void publicTraces();

private:
    std::shared_ptr<AnalysisSession> open(const QString &path)
    {
        const auto document = openTrace(path.toStdString(), {}, {});
        if (!document)
            qFatal("%s", document.error().message().c_str());
        return *AnalysisSession::create(*document, {});
    }
    std::shared_ptr<AnalysisSession> make(const char *name, const QByteArray &bytes)
    {
        QFile file(m_dir.filePath(QString::fromLatin1(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
        file.close();
        return open(file.fileName());
    }
    QTemporaryDir m_dir;
};

void tst_DiffProcessors::processors_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("processor");
    QTest::newRow("GPU") << kGpu << "a.json"
                         << "GPU";
    QTest::newRow("Ascend") << kNpu << "a.csv"
                            << "Ascend NPU";
    QTest::newRow("TPU") << kTpu << "t.json"
                         << "TPU";
}

void tst_DiffProcessors::processors()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, file);
    const auto session = make(file.toLatin1().constData(), bytes);
    const std::string_view found = processorOf(session->document());
    QTEST(QString::fromUtf8(found.data(), static_cast<qsizetype>(found.size())), "processor");
}

void tst_DiffProcessors::kernelsBecomeCategories_data()
{
    QTest::addColumn<QString>("by");
    for (const char *by : {"auto", "kernel", "sequence", "replaced", "category"})
        QTest::newRow(by) << by;
}

void tst_DiffProcessors::kernelsBecomeCategories()
{
    QFETCH(QString, by);
    const auto diff = *DiffSession::create(make("a.json", kGpu), make("b.csv", kNpu));
    QVERIFY(!diff->pairsKernels());
    DiffRequest request;
    request.by = by.toStdString();
    const auto table = diff->table(request);
    QVERIFY2(table.has_value(), table ? "" : table.error().message().c_str());
    QVERIFY(has((*table)->notes(), "cannot be paired"));
    const std::size_t category = (*table)->columnIndex("category");
    bool gemm = false;
    for (std::size_t row = 0; row < (*table)->rowCount(); ++row) {
        QVERIFY((*table)->text(row, (*table)->columnIndex("change")) != "replaced");
        if ((*table)->text(row, category) != "gemm")
            continue;
        gemm = true;
        QCOMPARE((*table)->integer(row, (*table)->columnIndex("a_ns")), 8000);
        QCOMPARE((*table)->integer(row, (*table)->columnIndex("b_ns")), 5000);
    }
    QVERIFY(gemm);
}

void tst_DiffProcessors::sameProcessorKeepsKernels()
{
    const auto diff = *DiffSession::create(make("a.json", kGpu), make("b.json", kGpu));
    QVERIFY(diff->pairsKernels());
    QCOMPARE(diff->viewFor(DiffView::Kernel), DiffView::Kernel);
}

void tst_DiffProcessors::publicTraces()
{
    const QString npu = QStringLiteral(LAMELLA_SHARED_TRACES "/ascend/profiler-qwen3-input4096-output1536-rank0_ascend_pt");
    const QString gpu = QStringLiteral(LAMELLA_SHARED_TRACES "/chrome/tl_sglang_qwen3-8b_decode.json.gz");
    LAMELLA_NEED_SHARED(npu);
    LAMELLA_NEED_SHARED(gpu);
    const auto diff = *DiffSession::create(open(gpu), open(npu));
    for (const char *by : {"auto", "layer"}) {
        DiffRequest request;
        request.by = by;
        const auto table = diff->table(request);
        QVERIFY2(table.has_value(), table ? "" : table.error().message().c_str());
        QVERIFY((*table)->rowCount() > 2);
        QVERIFY(has((*table)->notes(), "cannot be paired"));
    }
}

LAMELLA_TEST(tst_DiffProcessors)
#include "tst_DiffProcessors.moc"

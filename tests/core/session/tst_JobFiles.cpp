// SPDX-License-Identifier: GPL-3.0-or-later
// Which files are ranks of one job.
#include "core/session/JobFiles.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella;

namespace {

using Jobs = std::vector<std::vector<std::string>>;

QByteArray recorded(int rank, int worldSize)
{
    return QByteArray(R"({"schemaVersion":1,"distributedInfo":{"backend":"nccl","rank":)") + QByteArray::number(rank)
        + R"(,"world_size":)" + QByteArray::number(worldSize) + R"(},"traceEvents":[]})";
}

} // namespace

class tst_JobFiles : public QObject {
    Q_OBJECT
private slots:
    void byName()
    {
        QVERIFY(core::filesByJob({}).empty());
        // Numbers of a process or a time differ between the ranks of a job.
        QCOMPARE(core::filesByJob({"/t/a_rank0_171.json", "/t/a_rank1_172.json"}),
            (Jobs{{"/t/a_rank0_171.json", "/t/a_rank1_172.json"}}));
        QCOMPARE(
            core::filesByJob({"/t/x-TP-0-PP-0.json", "/t/x-TP-1-PP-0.json", "/t/x-TP-0-PP-1.json", "/t/x-TP-1-PP-1.json"}).size(),
            std::size_t{1});
        QCOMPARE(core::filesByJob({"/t/one.json", "/t/two.json"}), (Jobs{{"/t/one.json"}, {"/t/two.json"}}));
        QCOMPARE(core::filesByJob({"/t/train_rank0.json", "/t/infer_rank1.json"}).size(), std::size_t{2});
        // The same rank twice: two jobs, each with the ranks whose other numbers are the same.
        QCOMPARE(
            core::filesByJob({"/t/step10_rank0.json", "/t/step10_rank1.json", "/t/step20_rank0.json", "/t/step20_rank1.json"}),
            (Jobs{{"/t/step10_rank0.json", "/t/step10_rank1.json"}, {"/t/step20_rank0.json", "/t/step20_rank1.json"}}));
        // Also where a step has the number of a rank, and where times have more digits than a rank can have.
        QCOMPARE(core::filesByJob({"/t/step0_rank0.json", "/t/step0_rank1.json", "/t/step1_rank0.json", "/t/step1_rank1.json"}),
            (Jobs{{"/t/step0_rank0.json", "/t/step0_rank1.json"}, {"/t/step1_rank0.json", "/t/step1_rank1.json"}}));
        QCOMPARE(core::filesByJob({"/t/rank0_1731000000000.json", "/t/rank1_1731000000000.json", "/t/rank0_1731000500000.json",
                     "/t/rank1_1731000500000.json"}),
            (Jobs{{"/t/rank0_1731000000000.json", "/t/rank1_1731000000000.json"},
                {"/t/rank0_1731000500000.json", "/t/rank1_1731000500000.json"}}));
    }
    // PyTorch names traces by host and process, and records the rank.
    void asRecorded()
    {
        const QTemporaryDir folder;
        const auto add = [&folder](const char *name, const QByteArray &text) {
            return writeFile(folder.filePath(QString::fromLatin1(name)), text).toStdString();
        };
        const std::string a = add("hosta_11.1700.pt.trace.json", recorded(0, 2));
        const std::string b = add("hostb_12.1701.pt.trace.json", recorded(1, 2));
        const std::string again = add("hosta_13.1702.pt.trace.json", recorded(0, 2));
        const std::string larger = add("hosta_14.1703.pt.trace.json", recorded(1, 4));
        const std::string alone = add("hosta_15.1704.pt.trace.json", recorded(0, 1));
        QCOMPARE(core::filesByJob({a, b}), (Jobs{{a, b}}));
        QCOMPARE(core::filesByJob({a, larger}).size(), std::size_t{2});
        QCOMPARE(core::filesByJob({a, alone}).size(), std::size_t{2});
        QCOMPARE(core::filesByJob({a, b, again}).size(), std::size_t{3}); // whose of the two rank 1 is cannot be told
        // A folder that says the size of the job does not hide the rank.
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("llama_tp8")));
        const std::string first = add("llama_tp8/hosta_11.1731.pt.trace.json", recorded(0, 8));
        const std::string second = add("llama_tp8/hosta_12.1732.pt.trace.json", recorded(1, 8));
        QCOMPARE(core::filesByJob({first, second}), (Jobs{{first, second}}));
    }

private:
    static QString writeFile(const QString &path, const QByteArray &text) { return test::writeFile(path, text); }
};

LAMELLA_TEST(tst_JobFiles)
#include "tst_JobFiles.moc"

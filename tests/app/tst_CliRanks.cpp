// SPDX-License-Identifier: GPL-3.0-or-later
// Several files, folders and session files on the command line.
#include "tests/app/CliRun.h"
#include "tests/support/GeneratedJob.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::test;

class TestCliRanks : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QStringList m_files;
    GeneratedJob m_job;

    static QList<QByteArray> column(const QByteArray &csv, const QByteArray &name)
    {
        const QList<QByteArray> lines = csv.trimmed().split('\n');
        const qsizetype at = lines.value(0).split(',').indexOf(name);
        QList<QByteArray> values;
        for (const QByteArray &line : lines.mid(1))
            values << line.split(',').value(at);
        return values;
    }

private slots:
    void initTestCase()
    {
        m_job = generatedJob("named");
        for (const RankFile &rank : m_job.files) {
            m_files << m_dir.filePath(QString::fromStdString(rank.fileName));
            writeFile(m_files.last(), QByteArray::fromStdString(rank.json));
        }
    }
    void ranksAreCompared()
    {
        const CliResult rows = runCli(QStringList{QStringLiteral("ranks")} + m_files
            + QStringList{QStringLiteral("--by"), QStringLiteral("rank"), QStringLiteral("--format"), QStringLiteral("csv")});
        QCOMPARE(rows.code, 0);
        QCOMPARE(column(rows.out, "rank"), (QList<QByteArray>{"0", "1", "2"}));
        const QList<QByteArray> offsets = column(rows.out, "offset_ns");
        for (int r = 0; r < 3; ++r)
            QVERIFY(std::abs(offsets[r].toLongLong() - m_job.files[std::size_t(r)].clockOffsetNs) < 10'000);
        const CliResult text = runCli(QStringList{QStringLiteral("ranks")} + m_files);
        QVERIFY(
            text.out.contains(QByteArray("Rank " + QByteArray::number(m_job.stragglerRank) + " is the one the others wait for")));
        QVERIFY(text.out.contains(QByteArray("layer " + QByteArray::number(m_job.stragglerLayer))));
    }
    void aFolderIsItsRanks()
    {
        const CliResult rows = runCli({QStringLiteral("ranks"), m_dir.path(), QStringLiteral("--format"), QStringLiteral("csv"),
            QStringLiteral("--rank"), QStringLiteral("1")});
        QCOMPARE(rows.code, 0);
        for (const QByteArray &rank : column(rows.out, "rank"))
            QCOMPARE(rank, QByteArray("1"));
    }
    void otherTablesAreAboutOneRank()
    {
        const CliResult all = runCli(QStringList{QStringLiteral("passes")} + m_files);
        QCOMPARE(all.code, 2);
        QVERIFY(all.err.contains("--rank"));
        const CliResult one = runCli(QStringList{QStringLiteral("passes")} + m_files
            + QStringList{QStringLiteral("--rank"), QStringLiteral("2"), QStringLiteral("--format"), QStringLiteral("csv")});
        const CliResult alone = runCli({QStringLiteral("passes"), m_files[2], QStringLiteral("--format"), QStringLiteral("csv")});
        QCOMPARE(one.code, 0);
        QCOMPARE(one.out, alone.out);
        const CliResult none =
            runCli(QStringList{QStringLiteral("passes")} + m_files + QStringList{QStringLiteral("--rank"), QStringLiteral("7")});
        QCOMPARE(none.code, 2);
        QVERIFY(none.err.contains("there are 0, 1, 2"));
    }
    void anExportHoldsTheTablesOfAllRanks()
    {
        const QString folder = m_dir.filePath(QStringLiteral("tables"));
        const CliResult without =
            runCli(QStringList{QStringLiteral("export")} + m_files + QStringList{QStringLiteral("--output"), folder});
        QCOMPARE(without.code, 2);
        QVERIFY(without.err.contains("--rank"));
        const CliResult one = runCli(QStringList{QStringLiteral("export")} + m_files
            + QStringList{QStringLiteral("--output"), folder, QStringLiteral("--rank"), QStringLiteral("1")});
        QVERIFY2(one.code == 0, one.err);
        QFile ranks(folder + QStringLiteral("/ranks.csv"));
        QVERIFY(ranks.open(QIODevice::ReadOnly));
        QCOMPARE(ranks.readAll(),
            runCli(
                QStringList{QStringLiteral("ranks")} + m_files + QStringList{QStringLiteral("--format"), QStringLiteral("csv")})
                .out);
        QFile passes(folder + QStringLiteral("/passes.csv"));
        QVERIFY(passes.open(QIODevice::ReadOnly));
        QCOMPARE(passes.readAll(),
            runCli({QStringLiteral("passes"), m_files[1], QStringLiteral("--format"), QStringLiteral("csv")}).out);
    }
    void aSessionStandsForItsTraces()
    {
        const QString session = m_dir.filePath(QStringLiteral("job.lamella"));
        writeFile(session,
            "{\"format\": \"lamella.session\", \"version\": 1, \"traces\": [{\"path\": \""
                + QFileInfo(m_files[0]).fileName().toUtf8() + "\"}]}");
        const CliResult through = runCli({QStringLiteral("passes"), session, QStringLiteral("--format"), QStringLiteral("csv")});
        const CliResult direct =
            runCli({QStringLiteral("passes"), m_files[0], QStringLiteral("--format"), QStringLiteral("csv")});
        QCOMPARE(through.code, 0);
        QCOMPARE(through.out, direct.out);
        writeFile(session, "{\"format\": \"lamella.session\", \"version\": 2}");
        const CliResult newer = runCli({QStringLiteral("passes"), session});
        QCOMPARE(newer.code, 2);
        QVERIFY(newer.err.contains("newer version"));
        QFile::remove(session);
    }
    void summariesStandForTheTraces()
    {
        const QString folder = m_dir.filePath(QStringLiteral("summaries"));
        QVERIFY(QDir().mkpath(folder));
        for (int r = 0; r < 3; ++r)
            QCOMPARE(runCli({QStringLiteral("summary"), m_files[r], QStringLiteral("--output"),
                                folder + QStringLiteral("/%1.json").arg(r)})
                         .code,
                0);
        const QStringList merge{QStringLiteral("ranks"), QStringLiteral("--from-summaries"), folder};
        const QStringList format{QStringLiteral("--format"), QStringLiteral("csv")};
        QCOMPARE(runCli(merge + format).out, runCli(QStringList{QStringLiteral("ranks")} + m_files + format).out);
        QFile::remove(folder + QStringLiteral("/1.json"));
        const CliResult missing = runCli(merge + format);
        QCOMPARE(missing.code, 0);
        QVERIFY2(missing.err.contains("missing: 1."), missing.err.constData());
        QCOMPARE(runCli(merge + QStringList{QStringLiteral("--strict")}).code, 1);
        const CliResult result = runCli(merge + QStringList{QStringLiteral("--anchor"), QStringLiteral("norm")});
        QCOMPARE(result.code, 2);
        QVERIFY(result.err.contains("does not use --anchor"));
        QCOMPARE(runCli({QStringLiteral("info"), m_files[0], QStringLiteral("--from-summaries"), folder}).code, 2);
    }
    void aDamagedRankIsNamed()
    {
        const QString broken = m_dir.filePath(QStringLiteral("job-TP-3.trace.json"));
        writeFile(broken, "no trace at all");
        const QStringList arguments =
            QStringList{QStringLiteral("ranks")} + m_files + QStringList{broken, QStringLiteral("--by"), QStringLiteral("rank")};
        const CliResult rows = runCli(arguments);
        QCOMPARE(rows.code, 0);
        QVERIFY(rows.err.contains("job-TP-3.trace.json cannot be used"));
        QCOMPARE(runCli(arguments + QStringList{QStringLiteral("--strict")}).code, 1);
        QFile::remove(broken);
    }
};

LAMELLA_TEST(TestCliRanks)
#include "tst_CliRanks.moc"

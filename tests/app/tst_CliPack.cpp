// SPDX-License-Identifier: GPL-3.0-or-later
// pack as scripts see it: a database whole and one pass of it, and what --strict says of damage.
#include "tests/app/CliRun.h"
#include "tests/support/MixedTraces.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::test;

namespace {

// The cells of a column of CSV without quotes.
QList<QByteArray> column(const QByteArray &csv, const QByteArray &id)
{
    QList<QByteArray> cells;
    const QList<QByteArray> lines = csv.trimmed().split('\n');
    const auto place = lines.front().split(',').indexOf(id);
    for (qsizetype i = 1; i < lines.size(); ++i)
        cells << lines[i].split(',').value(place);
    return cells;
}

} // namespace

class tst_CliPack : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_trace = m_folder.filePath(QStringLiteral("nsight.sqlite"));
        writeNsightExport(m_trace, mixedKernels(100));
        m_pack = m_folder.filePath(QStringLiteral("whole.pack.zst"));
        const CliResult packed = run({QStringLiteral("pack"), m_trace, QStringLiteral("--output"), m_pack});
        QVERIFY2(packed.code == 0, packed.err);
    }
    void wholeDatabase()
    {
        for (const char *table : {"passes", "layers", "kernels"}) {
            const QStringList words{QString::fromLatin1(table), QStringLiteral("--format"), QStringLiteral("csv")};
            const CliResult there = run(words + QStringList{m_trace});
            QVERIFY(there.code == 0 && there.out.count('\n') > 1);
            QCOMPARE(run(words + QStringList{m_pack}).out, there.out);
        }
    }
    // Its kernels are those of the pass, at the times of the whole trace.
    void onePassOfADatabase()
    {
        const QString pack = m_folder.filePath(QStringLiteral("pass.pack.zst"));
        const CliResult packed = run(
            {QStringLiteral("pack"), m_trace, QStringLiteral("--pass"), QStringLiteral("3"), QStringLiteral("--output"), pack});
        QVERIFY2(packed.code == 0, packed.err);
        const auto kernels = [](const QString &file, const char *pass) {
            return run({QStringLiteral("kernels"), QStringLiteral("--each"), file, QStringLiteral("--pass"),
                           QString::fromLatin1(pass), QStringLiteral("--format"), QStringLiteral("csv")})
                .out;
        };
        const QByteArray there = kernels(m_trace, "3");
        const QByteArray here = kernels(pack, "trace");
        for (const char *id : {"start_ns", "dur_ns", "name"}) {
            QVERIFY(column(there, id).size() > 10);
            QCOMPARE(column(here, id), column(there, id));
        }
    }
    // Of the recorded file in the pack, as of any damaged trace.
    void strictTellsOfDamagedText()
    {
        QFile file(m_pack);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray bytes = file.readAll();
        bytes[100] = static_cast<char>(bytes[100] ^ 1);
        const QString damaged = QString(m_folder.filePath(QStringLiteral("damaged.pack.zst")));
        writeFile(damaged, bytes);
        const CliResult told = run({QStringLiteral("passes"), damaged});
        QCOMPARE(told.code, 0);
        QVERIFY2(
            told.err.contains("warning") && told.err.contains("is damaged, so that args of events may be missing"), told.err);
        const CliResult strict = run({QStringLiteral("passes"), damaged, QStringLiteral("--strict")});
        QCOMPARE(strict.code, 1);
        QVERIFY2(strict.err.contains("--strict") && strict.out.isEmpty(), strict.err);
        QCOMPARE(run({QStringLiteral("passes"), m_pack, QStringLiteral("--strict")}).code, 0);
    }

private:
    static CliResult run(const QStringList &words) { return runCli(words + QStringList{QStringLiteral("--no-cache")}); }

    QTemporaryDir m_folder;
    QString m_trace;
    QString m_pack;
};

LAMELLA_TEST(tst_CliPack)
#include "tst_CliPack.moc"

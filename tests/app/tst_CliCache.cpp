// SPDX-License-Identifier: GPL-3.0-or-later
// Copies for reopening, as the command line has them. That what comes from a copy is what a fresh import gives is
// tst_TraceCache's and, for every table, tst_CachedTables'.
#include "tests/app/CliRun.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::test;

class tst_CliCache : public QObject {
    Q_OBJECT
private slots:
    void showListsCopiesOnly()
    {
        const QTemporaryDir folder;
        writeFile(folder.filePath(QStringLiteral("0123456789abcdef.lamcache")), std::string(1000, 'x'));
        writeFile(folder.filePath(QStringLiteral("notes.txt")), "mine");
        const CliResult shown = runCli({QStringLiteral("cache"), QStringLiteral("show"), QStringLiteral("--format"),
            QStringLiteral("csv"), QStringLiteral("--cache-dir"), folder.path()});
        QCOMPARE(shown.code, 0);
        const QList<QByteArray> lines = shown.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0], QByteArray("used,bytes,file"));
        QVERIFY(lines[1].contains(",1000,") && lines[1].endsWith("0123456789abcdef.lamcache"));
    }

    void clearLeavesWhatIsNotOurs()
    {
        const QTemporaryDir folder;
        writeFile(folder.filePath(QStringLiteral("0123456789abcdef.lamcache")), std::string(1000, 'x'));
        writeFile(folder.filePath(QStringLiteral("notes.txt")), "mine");
        const CliResult cleared =
            runCli({QStringLiteral("cache"), QStringLiteral("clear"), QStringLiteral("--cache-dir=") + folder.path()});
        QCOMPARE(cleared.code, 0);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("notes.txt")});
    }

    void wrongWordsAreWrongUse()
    {
        const CliResult wrong = runCli({QStringLiteral("cache"), QStringLiteral("burn")});
        QCOMPARE(wrong.code, 2);
        QVERIFY(wrong.err.contains("cache clear"));
    }

    void smallTracesAreNotCopied()
    {
        const QTemporaryDir folder;
        const QString trace = folder.filePath(QStringLiteral("t.json"));
        writeFile(trace,
            R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":5,"dur":2,"args":{"device":0,"stream":7}}]})");
        const QString cache = folder.filePath(QStringLiteral("cache"));
        const QStringList words{QStringLiteral("kernels"), trace, QStringLiteral("--format"), QStringLiteral("csv")};
        const CliResult with = runCli(words + QStringList{QStringLiteral("--cache-dir"), cache});
        const CliResult without = runCli(words + QStringList{QStringLiteral("--no-cache")});
        QCOMPARE(with.code, 0);
        QCOMPARE(with.out, without.out);
        QVERIFY(!QDir(cache).exists()); // too small to be kept
    }
};

LAMELLA_TEST(tst_CliCache)
#include "tst_CliCache.moc"

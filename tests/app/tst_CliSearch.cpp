// SPDX-License-Identifier: GPL-3.0-or-later
// The search in args, as the command line has it. What matches is tst_ArgSearch's.
#include "tests/app/CliRun.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "tests/support/TraceText.h"

#include <QTest>

using namespace lamella::test;

namespace {

std::string trace()
{
    const std::string events = quoted(
        "{'ph':'X','cat':'cpu_op','name':'a','pid':1,'tid':2,'ts':10,'dur':1.5,'args':{'Shape':'[4096]'}},"
        "{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':11,'dur':2,'args':{'device':0,'stream':7,'grid':[4096,1,1]}},"
        "{'ph':'i','cat':'note','name':'b','pid':1,'tid':2,'ts':12,'args':{'text':'4096 rows'}}");
    return traceObject(events);
}

} // namespace

class tst_CliSearch : public QObject {
    Q_OBJECT
private slots:
    void rows_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("rows");
        const QByteArray a = "0,1500,1,2,cpu_op,a,Shape,[4096]\n";
        // As in the tables, whatever the spacing in the file.
        const QByteArray k = "1000,2000,0,7,kernel,k,grid,\"[4096, 1, 1]\"\n";
        const QByteArray b = "2000,,1,2,note,b,text,4096 rows\n";
        QTest::newRow("in the order of the file") << QStringList{QStringLiteral("4096")} << QByteArray(a + k + b);
        QTest::newRow("one key") << QStringList{QStringLiteral("grid=4096")} << k;
        QTest::newRow("first ones") << QStringList{QStringLiteral("4096"), QStringLiteral("--top"), QStringLiteral("2")}
                                    << QByteArray(a + k);
        QTest::newRow("last ones") << QStringList{QStringLiteral("4096"), QStringLiteral("--sort=-start_ns"),
            QStringLiteral("--top=1")}
                                   << b;
        QTest::newRow("filtered") << QStringList{QStringLiteral("4096"), QStringLiteral("--filter"), QStringLiteral("rows")} << b;
        QTest::newRow("none") << QStringList{QStringLiteral("8192")} << QByteArray();
    }
    void rows()
    {
        QFETCH(QStringList, options);
        const TraceText file(trace());
        const CliResult found =
            runCli(QStringList{QStringLiteral("search"), QString::fromStdString(file.path()), QStringLiteral("--format"),
                       QStringLiteral("csv"), QStringLiteral("--quiet"), QStringLiteral("--args")}
                + options);
        QCOMPARE(found.code, 0);
        const qsizetype header = found.out.indexOf('\n') + 1;
        QCOMPARE(found.out.first(header), QByteArray("start_ns,dur_ns,process,thread,category,name,arg,value\n"));
        QTEST(found.out.sliced(header), "rows");
    }

    void moreThanAskedForIsSaid()
    {
        const TraceText file(trace());
        const CliResult found = runCli({QStringLiteral("search"), QString::fromStdString(file.path()), QStringLiteral("--args"),
            QStringLiteral("4096"), QStringLiteral("--top=1")});
        QCOMPARE(found.code, 0);
        QVERIFY(found.err.contains("first 1"));
    }

    void wrongUse_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("nothing to look for") << QStringList{};
        QTest::newRow("empty") << QStringList{QStringLiteral("--args=")};
    }
    void wrongUse()
    {
        QFETCH(QStringList, options);
        const TraceText file(trace());
        const CliResult wrong = runCli(QStringList{QStringLiteral("search"), QString::fromStdString(file.path())} + options);
        QCOMPARE(wrong.code, 2);
        QVERIFY(wrong.err.contains("--args"));
    }
};

LAMELLA_CORE_APPLICATION_TEST(tst_CliSearch)
#include "tst_CliSearch.moc"

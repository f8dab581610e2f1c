// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/TraceFolder.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;

class TestTraceFolder : public QObject {
    Q_OBJECT
private slots:
    void filesOfAFolder_data()
    {
        QTest::addColumn<QString>("there");
        QTest::addColumn<QString>("taken");
        QTest::newRow("in natural order") << "rank10.json rank2.json notes.txt config.json"
                                          << "rank2.json rank10.json";
        QTest::newRow("last capture of a JAX profile")
            << "plugins/profile/2026_01_11_10_00_00/host.trace.json.gz plugins/profile/2026_01_12_09_00_00/host.trace.json.gz "
               "events.out.tfevents.1"
            << "plugins/profile/2026_01_12_09_00_00/host.trace.json.gz";
        QTest::newRow("one capture written in two formats") << "a.trace.json.gz a.xplane.pb b.trace.json.gz"
                                                            << "a.xplane.pb b.trace.json.gz";
        QTest::newRow("tables of rocprofv3, a run for each process")
            << "12_agent_info.csv 12_hip_api_trace.csv 12_kernel_trace.csv 12_marker_api_trace.csv 9_memory_copy_trace.csv "
               "9_hip_api_trace.csv 9_kernel_stats.csv notes.csv"
            << "9_hip_api_trace.csv 12_kernel_trace.csv";
        QTest::newRow("hosts of rocprofv3: tables") << "b/12_kernel_trace.csv b/12_agent_info.csv b/9_kernel_trace.csv "
                                                       "a/7_hip_api_trace.csv a/notes.csv"
                                                    << "a/7_hip_api_trace.csv b/9_kernel_trace.csv b/12_kernel_trace.csv";
        QTest::newRow("hosts of rocprofv3: the same run in several formats")
            << "a/7_results.db a/7_results.json a/7_kernel_trace.csv b/8_results.json b/8_kernel_trace.csv b/other.json"
            << "a/7_results.db b/8_results.json";
        QTest::newRow("hosts of one JAX profile")
            << "plugins/profile/1/h0.xplane.pb plugins/profile/1/h1.xplane.pb plugins/profile/1/h1.trace.json.gz"
            << "plugins/profile/1/h0.xplane.pb plugins/profile/1/h1.xplane.pb";
    }
    void filesOfAFolder()
    {
        QFETCH(QString, there);
        QFETCH(QString, taken);
        const QTemporaryDir folder;
        for (const QString &name : there.split(QLatin1Char(' '))) {
            const QString path = folder.filePath(name);
            QVERIFY(QDir().mkpath(QFileInfo(path).absolutePath()));
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        const auto files = expandFolders({folder.path().toStdString()});
        QVERIFY(files.has_value());
        QStringList names;
        for (const std::string &file : *files)
            names << QDir(folder.path()).relativeFilePath(QString::fromStdString(file));
        QCOMPARE(names.join(QLatin1Char(' ')), taken);
    }
    void aFolderWithoutTracesSaysSo()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("plugins/profile/1")));
        const auto files = expandFolders({folder.path().toStdString()});
        QVERIFY(!files.has_value());
        QCOMPARE(files.error().code, ErrorCode::Io);
    }
};

LAMELLA_TEST(TestTraceFolder)
#include "tst_TraceFolder.moc"

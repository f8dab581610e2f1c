// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ConfigBeside.h"
#include "tests/support/TestMain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella::core;

class TestConfigBeside : public QObject {
    Q_OBJECT
private slots:
    void nearestOneCounts()
    {
        const QTemporaryDir folder;
        const auto at = [&](const char *name) { return folder.filePath(QString::fromLatin1(name)).toStdString(); };
        QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("run/traces")));
        const std::string trace = at("run/traces/trace.json.gz");
        QCOMPARE(configBeside(trace), std::string());
        const auto make = [&](const char *name) {
            return QFile(folder.filePath(QString::fromLatin1(name))).open(QIODevice::WriteOnly);
        };
        QVERIFY(make("run/config.json"));
        QCOMPARE(configBeside(trace), at("run/config.json"));
        QVERIFY(make("run/traces/config.json"));
        QCOMPARE(configBeside(trace), at("run/traces/config.json"));
        QCOMPARE(configBeside(at("run/config.json")), std::string()); // not beside itself
        QCOMPARE(configBeside({}), std::string());
    }
};

LAMELLA_TEST(TestConfigBeside)
#include "tst_ConfigBeside.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Opening a path given by the user: only regular files are read, everything else is rejected at once. Without this check, FIFOs
// and devices would block forever.
#include "core/profile/ModelConfig.h"
#include "core/profile/ModelProfile.h"
#include "core/session/SessionFile.h"
#include "core/system/RegularFile.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace lamella::core;

class TestRegularFile : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QCOMPARE(::mkfifo(path("fifo").c_str(), S_IRUSR | S_IWUSR), 0);
        write("ten", "0123456789");
        write("empty", "");
        QVERIFY(QFile::link(QString::fromStdString(path("fifo")), QString::fromStdString(path("link"))));
    }

    void refused_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("why");
        QTest::newRow("missing") << QString::fromStdString(path("none")) << QStringLiteral("cannot be opened");
        QTest::newRow("a folder") << m_folder.path() << QStringLiteral("is a directory");
        QTest::newRow("a FIFO") << QString::fromStdString(path("fifo")) << QStringLiteral("is not a regular file");
        QTest::newRow("a link to one") << QString::fromStdString(path("link")) << QStringLiteral("is not a regular file");
        QTest::newRow("zeros without end") << QStringLiteral("/dev/zero") << QStringLiteral("is not a regular file");
        QTest::newRow("a terminal") << QStringLiteral("/dev/tty") << QStringLiteral("is not a regular file");
    }
    void refused()
    {
        QFETCH(QString, file);
        QFETCH(QString, why);
        const std::string name = file.toStdString();
        const auto check = [&why](const Error &error) {
            QCOMPARE(error.code, ErrorCode::Io);
            QVERIFY2(error.detail.english().find(why.toStdString()) != std::string::npos, error.detail.english().c_str());
        };
        const auto opened = openRegular(name);
        QVERIFY(!opened);
        check(opened.error());
        const auto text = readRegularFile(name, 100);
        QVERIFY(!text);
        check(text.error());
        QVERIFY(firstBytes(name, 100).empty());
        // The functions built on it behave the same.
        const auto config = readModelConfig(name);
        QVERIFY(!config);
        check(config.error());
        const auto session = readSessionFile(name);
        QVERIFY(!session);
        check(session.error());
        QVERIFY(!isSessionFile(name));
        const std::vector<ProfileFault> faults = checkProfileFile(name);
        QCOMPARE(faults.size(), std::size_t(1));
        QVERIFY2(faults[0].problem.english().find(why.toStdString()) != std::string::npos, faults[0].problem.english().c_str());
    }

    void reads()
    {
        QCOMPARE(readRegularFile(path("ten"), 100).value(), std::string("0123456789"));
        QCOMPARE(readRegularFile(path("ten"), 4).value(), std::string("0123"));
        QCOMPARE(readRegularFile(path("empty"), 4).value(), std::string());
        QCOMPARE(firstBytes(path("ten"), 2), std::string("01"));
    }

    void sessionsNameNoSessions()
    {
        write("trace.json", "[]");
        const std::string head =
            "{\"format\":\"lamella.session\",\"version\":1,\"traces\":[{\"path\":\"trace.json\"},{\"path\":\"";
        write("self.lamella", head + "self.lamella\"}]}");
        write("a.lamella", head + "b.lamella\"}]}");
        write("b.lamella", head + "a.lamella\"}]}");
        write("good.lamella", head + "ten\"}]}");
        for (const char *name : {"self.lamella", "a.lamella", "b.lamella"}) {
            const auto session = readSessionFile(path(name));
            QVERIFY(!session);
            QVERIFY2(session.error().detail.english().find("which is a session itself") != std::string::npos,
                session.error().detail.english().c_str());
        }
        QCOMPARE(readSessionFile(path("good.lamella")).value().traces.size(), std::size_t(2));
    }

private:
    [[nodiscard]] std::string path(const char *name) const { return m_folder.path().toStdString() + '/' + name; }
    void write(const char *name, const std::string &text) const
    {
        QFile file(QString::fromStdString(path(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text.data(), static_cast<qint64>(text.size())), static_cast<qint64>(text.size()));
    }
    QTemporaryDir m_folder;
};

LAMELLA_TEST(TestRegularFile)
#include "tst_RegularFile.moc"

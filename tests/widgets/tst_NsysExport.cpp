// SPDX-License-Identifier: GPL-3.0-or-later
// With a script in place of nsys: what is run, what becomes of its file, of its complaints and of Cancel.
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "widgets/nsys/NsysOffer.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QProgressDialog>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QWidget>

using namespace lamella::ui;
using lamella::test::writeFile;

namespace {

// $5 is what follows --output, $6 the report.
const QByteArray kWorks = "#!/bin/sh\nprintf '%s ' \"$1\" \"$2\" \"$3\" \"$4\" > \"${0%/*}/words\"\ncp \"$6\" \"$5\"\n";
const QByteArray kComplains =
    "#!/bin/sh\necho partial > \"$5\"\necho 'Importer error' >&2\necho 'Report is from the future' >&2\nexit 3\n";
const QByteArray kSilent = "#!/bin/sh\nexit 0\n";
const QByteArray kHangs = "#!/bin/sh\necho partial > \"$5\"\nexec sleep 600\n";
const QByteArray kStubborn = "#!/bin/sh\ntrap '' TERM\necho partial > \"$5\"\nwhile true; do sleep 1; done\n";
const QByteArray kReport = "NVIDIA Tegra Profiler Report 2024@6@2@225-246235244400v0 and more";

} // namespace

class tst_NsysExport : public QObject {
    Q_OBJECT
private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = qgetenv("PATH");
        QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("bin")));
        QByteArray path = m_folder->filePath(QStringLiteral("bin")).toLocal8Bit();
        path += ':';
        path += m_path;
        qputenv("PATH", path);
        m_report = m_folder->filePath(QStringLiteral("my run's report.nsys-rep"));
        writeFile(m_report, kReport);
    }
    void cleanup()
    {
        qputenv("PATH", m_path);
        m_folder.reset();
    }
    void exportAppearsBesideTheReport()
    {
        install(kWorks);
        NsysExport exporter;
        QSignalSpy done(&exporter, &NsysExport::exported);
        const QString output = NsysExport::exportPath(m_report);
        QCOMPARE(output, m_folder->filePath(QStringLiteral("my run's report.sqlite")));
        exporter.start(NsysExport::program(), m_report, output);
        QVERIFY(exporter.running());
        QVERIFY(done.wait());
        QCOMPARE(done.first().first().toString(), output);
        QFile file(output);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), kReport);
        QFile words(m_folder->filePath(QStringLiteral("bin/words")));
        QVERIFY(words.open(QIODevice::ReadOnly));
        QCOMPARE(words.readAll(), QByteArray("export --type sqlite --output "));
        QVERIFY(!exporter.running());
        QCOMPARE(leftovers(), 0);
    }
    void complaintsAreTold_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("said");
        QTest::newRow("it fails") << kComplains << QStringLiteral("Report is from the future");
        QTest::newRow("it writes nothing") << kSilent << QStringLiteral("without an export");
        QTest::newRow("it is no program") << QByteArray("#!/nowhere/sh\n") << QStringLiteral("could not be started");
    }
    void complaintsAreTold()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, said);
        install(script);
        NsysExport exporter;
        QSignalSpy failed(&exporter, &NsysExport::failed);
        exporter.start(NsysExport::program(), m_report, NsysExport::exportPath(m_report));
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY2(failed.first().first().toString().contains(said), qPrintable(failed.first().first().toString()));
        QVERIFY(!QFile::exists(NsysExport::exportPath(m_report)));
        QCOMPARE(leftovers(), 0);
    }
    void cancelLeavesNothing_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("it stops when asked") << kHangs;
        QTest::newRow("it must be made to") << kStubborn;
    }
    void cancelLeavesNothing()
    {
        QFETCH(QByteArray, script);
        install(script);
        NsysExport exporter;
        exporter.setPatience(std::chrono::milliseconds(300));
        QSignalSpy progressed(&exporter, &NsysExport::progressed);
        QSignalSpy cancelled(&exporter, &NsysExport::cancelled);
        exporter.start(NsysExport::program(), m_report, NsysExport::exportPath(m_report));
        QTRY_VERIFY(!progressed.isEmpty() && progressed.last().first().toLongLong() > 0); // what was written so far
        exporter.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(cancelled.count(), 1, 20000);
        QVERIFY(!exporter.running());
        QCOMPARE(leftovers(), 0);
    }
    void anExportThatAppearedIsLeftAlone()
    {
        install(kWorks);
        const QString output = NsysExport::exportPath(m_report);
        writeFile(output, "other");
        NsysExport exporter;
        QSignalSpy failed(&exporter, &NsysExport::failed);
        exporter.start(NsysExport::program(), m_report, output);
        QTRY_COMPARE(failed.count(), 1);
        QFile file(output);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("other"));
    }
    void nothingRunsUnasked()
    {
        install(kWorks);
        QWidget window;
        NsysOffer offer(&window);
        QSignalSpy opened(&offer, &NsysOffer::exported);
        QVERIFY(offer.offer(m_report));
        auto *box = window.findChild<QMessageBox *>(QStringLiteral("nsysOffer"));
        QVERIFY(box != nullptr);
        QVERIFY(box->informativeText().contains(QStringLiteral("nsys export --type sqlite --output")));
        QVERIFY(!QFile::exists(NsysExport::exportPath(m_report)));
        box->button(QMessageBox::Cancel)->click();
        QCoreApplication::processEvents();
        QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("bin/words"))));
        QVERIFY(offer.offer(m_report));
        press(window);
        QTRY_COMPARE(opened.count(), 1);
        QCOMPARE(opened.first().first().toString(), NsysExport::exportPath(m_report));
        QCOMPARE(opened.first().last().toString(), m_report);
    }
    void anExportBesideItIsOffered()
    {
        writeFile(NsysExport::exportPath(m_report), "SQLite format 3");
        QWidget window;
        NsysOffer offer(&window);
        QSignalSpy opened(&offer, &NsysOffer::openRequested);
        QVERIFY(offer.offer(m_report)); // whether nsys is there or not
        press(window);
        QTRY_COMPARE(opened.count(), 1);
    }
    void anExportOfAnEarlierRecordingIsNot()
    {
        const QString beside = NsysExport::exportPath(m_report);
        writeFile(beside, "SQLite format 3");
        setAge(beside, -60);
        const QString other = NsysExport::exportPath(m_report);
        QVERIFY(other != beside);
        QVERIFY(!QFile::exists(other));
        setAge(m_report, -120);
        QCOMPARE(NsysExport::exportPath(m_report), beside);
    }
    void reportsOfTheSameNameMeetNowhere()
    {
        QStringList outputs;
        for (const char *folder : {"a", "b"}) {
            const QString report = m_folder->filePath(QLatin1String(folder) + QStringLiteral("/report1.nsys-rep"));
            QVERIFY(QDir(m_folder->path()).mkpath(QLatin1String(folder)));
            writeFile(report, kReport);
            // Whoever may write everywhere (a test run as root) gets there by an export of an earlier recording.
            writeFile(QFileInfo(report).absolutePath() + QStringLiteral("/report1.sqlite"), "SQLite format 3");
            setAge(QFileInfo(report).absolutePath() + QStringLiteral("/report1.sqlite"), -60);
            outputs << NsysExport::exportPath(report);
        }
        QVERIFY(outputs[0] != outputs[1]);
        QVERIFY(outputs[0].endsWith(QStringLiteral("-report1.sqlite")));
    }
    // Only what lies in the cache, and never the one that was just made.
    void oldExportsInTheCacheGo()
    {
        const QByteArray before = qgetenv("XDG_CACHE_HOME");
        qputenv("XDG_CACHE_HOME", m_folder->filePath(QStringLiteral("cache")).toLocal8Bit());
        const QDir cache(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/nsys"));
        QVERIFY(QDir().mkpath(cache.path()));
        int age = 0;
        for (const char *name : {"new.sqlite", "used.sqlite", "old.sqlite", "oldest.sqlite"}) {
            const QString path = cache.filePath(QLatin1String(name));
            writeFile(path, QByteArray(100, 'x'));
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadWrite));
            const QDateTime time = QDateTime::currentDateTime().addSecs(-100 * age++);
            QVERIFY(file.setFileTime(time, QFileDevice::FileModificationTime));
            QVERIFY(file.setFileTime(time, QFileDevice::FileAccessTime));
        }
        const auto left = [&cache] { return cache.entryList({QStringLiteral("*.sqlite")}).join(QLatin1Char(' ')); };
        NsysExport::pruneCache(cache.filePath(QStringLiteral("oldest.sqlite")), 300);
        QCOMPARE(left(), QStringLiteral("new.sqlite oldest.sqlite used.sqlite"));
        NsysExport::pruneCache(m_folder->filePath(QStringLiteral("beside.sqlite")), 50);
        QCOMPARE(left(), QString());
        before.isEmpty() ? qunsetenv("XDG_CACHE_HOME") : qputenv("XDG_CACHE_HOME", before);
    }
    void theCommandIsSafeToPaste()
    {
        install(kWorks);
        const QString report = m_folder->filePath(QStringLiteral("a;b$(c)<i>.nsys-rep"));
        writeFile(report, kReport);
        QWidget window;
        NsysOffer offer(&window);
        QVERIFY(offer.offer(report));
        auto *box = window.findChild<QMessageBox *>(QStringLiteral("nsysOffer"));
        QVERIFY(box != nullptr);
        QVERIFY2(
            box->informativeText().endsWith(QLatin1Char('\'') + report + QLatin1Char('\'')), qPrintable(box->informativeText()));
        for (const QLabel *label : box->findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }
    void aNameIsNoOption()
    {
        install(kWorks);
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(m_folder->path()));
        const QString name = QStringLiteral("--force-overwrite.nsys-rep");
        writeFile(name, kReport);
        QWidget window;
        NsysOffer offer(&window);
        QSignalSpy exported(&offer, &NsysOffer::exported);
        QVERIFY(offer.offer(name));
        press(window);
        QTRY_COMPARE(exported.count(), 1);
        QVERIFY(QDir::setCurrent(before));
        QCOMPARE(exported.first().last().toString(), name); // as it was opened
        QVERIFY(QFile::exists(m_folder->filePath(QStringLiteral("--force-overwrite.sqlite"))));
    }
    void otherFilesAreNoReports()
    {
        install(kWorks);
        QWidget window;
        NsysOffer offer(&window);
        const QString other = m_folder->filePath(QStringLiteral("other.nsys-rep"));
        writeFile(other, "SQLite format 3");
        QVERIFY(!offer.offer(other)); // by content, not by name
        QVERIFY(!offer.offer(m_folder->path()));
        QVERIFY(!offer.offer(QString()));
    }
    void withoutTheProgramNothingIsOffered()
    {
        qputenv("PATH", m_folder->filePath(QStringLiteral("bin")).toLocal8Bit());
        QWidget window;
        NsysOffer offer(&window);
        QVERIFY(!offer.offer(m_report));
    }

private:
    void install(const QByteArray &script)
    {
        const QString path = m_folder->filePath(QStringLiteral("bin/nsys"));
        writeFile(path, script);
        QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    static void setAge(const QString &path, qint64 seconds)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(seconds), QFileDevice::FileModificationTime));
    }
    [[nodiscard]] qsizetype leftovers() const
    {
        return QDir(m_folder->path()).entryList({QStringLiteral(".lamella*")}, QDir::AllEntries | QDir::Hidden).size();
    }
    static void press(QWidget &window)
    {
        for (auto *box : window.findChildren<QMessageBox *>(QStringLiteral("nsysOffer")))
            if (auto *yes = box->findChild<QAbstractButton *>(QStringLiteral("nsysAccept")); yes != nullptr && box->isVisible())
                yes->click();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QByteArray m_path;
    QString m_report;
};

LAMELLA_WIDGET_TEST(tst_NsysExport)
#include "tst_NsysExport.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"
#include "widgets/desktop/FileWatch.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>
#include <QTimer>

using namespace lamella::ui;
using lamella::test::writeFile;

class tst_FileWatch : public QObject {
    Q_OBJECT
private slots:
    // Something else comes and goes in the folder more often than the watch would settle.
    void aFolderThatNeverRestsHidesNothing()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("watched"));
        writeFile(path, "one");
        QThreadPool pool;
        FileWatch watch(pool);
        watch.setSettleTime(200);
        QSignalSpy changed(&watch, &FileWatch::changed);
        watch.watch({path});
        pool.waitForDone();
        QCoreApplication::processEvents();
        QTimer busy;
        const QString other = folder.filePath(QStringLiteral("other"));
        connect(&busy, &QTimer::timeout, this, [&other] {
            if (!QFile::remove(other))
                writeFile(other, "x");
        });
        busy.start(10);
        writeFile(path, "another length");
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, 20'000);
        QCOMPARE(changed.first().first().toString(), path);
    }
};

LAMELLA_CORE_APPLICATION_TEST(tst_FileWatch)
#include "tst_FileWatch.moc"

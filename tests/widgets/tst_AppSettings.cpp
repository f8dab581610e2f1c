// SPDX-License-Identifier: GPL-3.0-or-later
// Settings are visible at once, and written later: never by the event that QSettings itself would write in.
#include "widgets/common/AppSettings.h"
#include "tests/support/TestMain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lamella;
using namespace lamella::ui;

class tst_AppSettings : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aChangeIsWrittenLater();
    void anEndedProgramHasWritten();

private:
    [[nodiscard]] static QByteArray written();

    QTemporaryDir m_folder;
};

void tst_AppSettings::initTestCase()
{
    QCoreApplication::setOrganizationName(QStringLiteral("LamellaTest"));
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
}

QByteArray tst_AppSettings::written()
{
    QFile file(appSettings().fileName());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void tst_AppSettings::aChangeIsWrittenLater()
{
    for (const char *change : {"first", "second"}) { // the second asks again
        appSettings().setValue(QLatin1String(change), 1);
        QCOMPARE(appSettings().value(QLatin1String(change)).toInt(), 1);
        QCoreApplication::sendPostedEvents(&appSettings(), QEvent::UpdateRequest);
        QVERIFY(!written().contains(change));
        QTRY_VERIFY(written().contains(change));
        QCoreApplication::processEvents();
    }
}

void tst_AppSettings::anEndedProgramHasWritten()
{
    appSettings().setValue(QStringLiteral("last"), 1);
    QVERIFY(!written().contains("last"));
    delete &appSettings(); // as the application does
    QVERIFY(written().contains("last"));
}

LAMELLA_CORE_APPLICATION_TEST(tst_AppSettings)
#include "tst_AppSettings.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says of the copy for reopening is what became of it: made, used, thrown away because it was damaged, or not to
// be had; and what a trace takes in memory is what the command line says.
#include "core/session/AnalysisSession.h"
#include "tests/support/TestMain.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/common/IconRow.h"
#include "widgets/common/MemoryText.h"
#include "widgets/common/UiText.h"
#include "widgets/overview/LayersPopover.h"
#include "widgets/session/CacheSettingsStore.h"
#include "widgets/session/SessionController.h"
#include "widgets/settings/PerformancePage.h"

#include <QDirIterator>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>

using namespace lamella;
using namespace lamella::ui;

class TestCacheUse : public QObject, protected test::OwnSettings {
    Q_OBJECT
private slots:
    void initTestCase();
    void saysWhatBecameOfIt_data();
    void saysWhatBecameOfIt();
    void followsAFile();
    void memoryIsThatOfInfo();

private:
    // False when the trace could not be opened.
    static bool open(SessionController &controller, const QString &path)
    {
        controller.open(path);
        return QTest::qWaitFor([&] { return controller.state() == SessionController::State::Ready; }, 120'000);
    }
};

void TestCacheUse::initTestCase() { }

void TestCacheUse::saysWhatBecameOfIt_data()
{
    using State = CacheUse::State;
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("note");
    QTest::addColumn<QString>("failed");
    QTest::addColumn<QString>("text");
    const QString made = QStringLiteral("Read from the file and cached.");
    QTest::newRow("nothing open") << int(State::Unknown) << QString() << QString() << QString();
    QTest::newRow("off") << int(State::Off) << QString() << QString() << QStringLiteral("The cache is switched off.");
    QTest::newRow("used") << int(State::Used) << QString() << QString() << QStringLiteral("Opened from the cache.");
    QTest::newRow("made") << int(State::Written) << QString() << QString() << made;
    QTest::newRow("made again") << int(State::Written) << QStringLiteral("it was damaged") << QString()
                                << QStringLiteral("It was damaged. ") + made;
    QTest::newRow("not to be had") << int(State::Written) << QString() << QStringLiteral("the disk is full")
                                   << QStringLiteral("Read from the file and not cached: the disk is full.");
}

void TestCacheUse::saysWhatBecameOfIt()
{
    QFETCH(int, state);
    QFETCH(QString, note);
    QFETCH(QString, failed);
    const CacheUse use{static_cast<CacheUse::State>(state), note.toStdString(), failed.toStdString()};
    QTEST(copyText(use), "text");
}

// Through the real folder: a trace large enough to be kept, opened again and again.
void TestCacheUse::followsAFile()
{
    std::string json = test::traceText(test::TraceKind::Dense, {.passes = 3});
    const std::string list = "\"traceEvents\": [";
    json.insert(json.find(list) + list.size(), std::string(std::size_t{66} << 20, ' ')); // text without events
    const QString path = test::writeFile(m_folder.filePath(QStringLiteral("large.json")), json);
    // As if it had been written a while ago: what changed a moment ago is not kept.
    QThreadPool pool;
    SessionController controller(pool);
    QSignalSpy changed(&controller, &SessionController::cacheUseChanged);
    QVERIFY(open(controller, path));
    QCOMPARE(controller.cacheUse().state, CacheUse::State::Written);
    const auto said = [&controller] {
        const LayersPopover popover(controller, nullptr);
        const auto *row = popover.findChild<IconSentence *>(QStringLiteral("cacheUse"));
        return row != nullptr ? row->accessibleName() : QString();
    };
    QCOMPARE(said(), copyText(controller.cacheUse()));
    // A reason why it cannot be written comes later, from another thread, and stands there too.
    emit CacheFailures::instance().failed(QStringLiteral("/a/cache: the disk is too full for the cache entry"));
    QCOMPARE(changed.count(), 1);
    QVERIFY(copyText(controller.cacheUse()).contains(QStringLiteral("too full")));
    QVERIFY(said().contains(QStringLiteral("too full")));
    controller.close();
    QCOMPARE(controller.cacheUse().state, CacheUse::State::Unknown);
    setCacheEnabled(false);
    QVERIFY(open(controller, path));
    QCOMPARE(controller.cacheUse().state, CacheUse::State::Off);
    emit CacheFailures::instance().failed(QStringLiteral("of another trace"));
    QVERIFY(controller.cacheUse().failed.empty());
    setCacheEnabled(true);
    controller.close();
    pool.waitForDone();
}

void TestCacheUse::memoryIsThatOfInfo()
{
    const QString path =
        test::writeFile(m_folder.filePath(QStringLiteral("small.json")), test::traceText(test::TraceKind::Dense, {.passes = 3}));
    QThreadPool pool;
    SessionController controller(pool);
    PerformancePage page(&controller);
    QCOMPARE(page.findChild<QLabel *>(QStringLiteral("traceMemory"))->text(), QStringLiteral("no trace is open"));
    QVERIFY(open(controller, path));
    QCOMPARE(controller.cacheUse().state, CacheUse::State::None);
    core::TableRequest request;
    request.table = "info";
    const auto info = controller.session()->table(request);
    QVERIFY(info);
    QString note;
    for (std::size_t row = 0; row < (*info)->rowCount(); ++row)
        if ((*info)->text(row, 0) == "memory_bytes")
            note = qtext((*info)->text(row, 2));
    const QString each = memoryEachText(core::traceMemory(*controller.document()));
    QVERIFY(each.contains(QStringLiteral(" bytes an event, ")));
    QVERIFY2(note.endsWith(each), qPrintable(note + u'|' + each));
    QVERIFY(page.findChild<QLabel *>(QStringLiteral("traceMemory"))->text().endsWith(each));
    controller.close();
    pool.waitForDone();
}

LAMELLA_WIDGET_TEST(TestCacheUse)
#include "tst_CacheUse.moc"

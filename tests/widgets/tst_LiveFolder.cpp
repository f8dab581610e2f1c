// SPDX-License-Identifier: GPL-3.0-or-later
// A window on a folder into which traces are written: the newest is opened, what arrives replaces it, compared with the baseline.
#include "tests/support/TestMain.h"
#include "tests/widgets/WindowTest.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/desktop/FolderWatch.h"
#include "widgets/desktop/LiveFolder.h"
#include "widgets/ranks/RankController.h"
#include "widgets/session/CompareController.h"
#include "widgets/window/CompareWiring.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QToolButton>

using namespace lamella;

class tst_LiveFolder : public QObject, protected test::WindowTest {
    Q_OBJECT
private slots:
    void init();
    void cleanup() { closeWindow(); }
    void filesAreCompleteWhenTheyRest();
    void tooManyFilesAreSaid();
    void oneThatAlwaysGrowsHoldsNothingBack();
    void whatArrivesIsOpened();
    void unrelatedTracesAreNotJoined();
    void ranksThatArriveTogetherAreOneJob();
    void thePinnedBaselineStays();
    void aGivenTraceIsTheBaseline();
    void theBaselineMayLieInTheFolder();

private:
    QString add(const char *name, int passes)
    {
        return write(QStringLiteral("live/") + QString::fromLatin1(name),
            test::generatedTrace(test::TraceKind::Dense, {.passes = passes}).json);
    }
    // In a folder that nobody looks at.
    QString aside(const char *name, int passes)
    {
        QDir().mkpath(file(QStringLiteral("aside")));
        return write(QStringLiteral("aside/") + QString::fromLatin1(name),
            test::generatedTrace(test::TraceKind::Dense, {.passes = passes}).json);
    }
    bool shows(const QString &path)
    {
        return QTest::qWaitFor(
            [&] {
                return m_window->controller().path() == path
                    && m_window->controller().state() == ui::SessionController::State::Ready;
            },
            30'000);
    }
    ui::LiveFolder *live(const QString &baseline = {})
    {
        auto *live = new ui::LiveFolder(*m_window, file(QStringLiteral("live")), baseline, {});
        live->watch().setInterval(20);
        return live;
    }
    ui::CompareController &compare() { return m_window->comparison().compare(); }
};

void tst_LiveFolder::init()
{
    QDir(file(QStringLiteral("live"))).removeRecursively();
    QVERIFY(QDir().mkpath(file(QStringLiteral("live"))));
    QVERIFY(showWindow());
}

void tst_LiveFolder::filesAreCompleteWhenTheyRest()
{
    add("old.json", 1);
    ui::FolderWatch watch(m_window->controller().pool());
    watch.setInterval(20);
    QSignalSpy found(&watch, &ui::FolderWatch::found);
    QSignalSpy arrived(&watch, &ui::FolderWatch::arrived);
    watch.watch(file(QStringLiteral("live")));
    QTRY_COMPARE(found.size(), 1);
    QCOMPARE(found[0][0].toStringList(), QStringList{file(QStringLiteral("live/old.json"))});
    // One that grows at each look, beside one that does not.
    QFile growing(file(QStringLiteral("live/rank1.json")));
    QVERIFY(growing.open(QIODevice::WriteOnly));
    write(QStringLiteral("live/rank0.json"), "[]");
    QTimer writer;
    int written = 0;
    connect(&writer, &QTimer::timeout, this, [&] {
        growing.write("[]");
        growing.flush();
        ++written;
    });
    writer.start(5);
    QTRY_VERIFY(written > 40);
    QCOMPARE(arrived.size(), 0);
    writer.stop();
    growing.close();
    QTRY_COMPARE(arrived.size(), 1);
    QCOMPARE(arrived[0][0].toStringList(),
        (QStringList{file(QStringLiteral("live/rank0.json")), file(QStringLiteral("live/rank1.json"))}));
    write(QStringLiteral("live/old.json"), "replaced");
    write(QStringLiteral("live/notes.txt"), "no trace");
    QTRY_COMPARE(arrived.size(), 2);
    QCOMPARE(arrived[1][0].toStringList(), QStringList{file(QStringLiteral("live/old.json"))});
}

void tst_LiveFolder::tooManyFilesAreSaid()
{
    for (int i = 0; i < 1025; ++i)
        write(QStringLiteral("live/rank%1.json").arg(i), "[]");
    ui::FolderWatch watch(m_window->controller().pool());
    watch.setInterval(5);
    QSignalSpy found(&watch, &ui::FolderWatch::found);
    QSignalSpy failed(&watch, &ui::FolderWatch::failed);
    watch.watch(file(QStringLiteral("live")));
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(failed[0][0].toString().contains(QStringLiteral("1024")));
    for (int i = 0; i < 10; ++i) // it can be read again
        QVERIFY(QFile::remove(file(QStringLiteral("live/rank%1.json").arg(i))));
    QTRY_COMPARE(found.size(), 1);
    QCOMPARE(failed.size(), 1);
}

void tst_LiveFolder::oneThatAlwaysGrowsHoldsNothingBack()
{
    ui::FolderWatch watch(m_window->controller().pool());
    watch.setInterval(1);
    QSignalSpy found(&watch, &ui::FolderWatch::found);
    QSignalSpy arrived(&watch, &ui::FolderWatch::arrived);
    watch.watch(file(QStringLiteral("live")));
    QTRY_COMPARE(found.size(), 1);
    QFile log(file(QStringLiteral("live/metrics.json")));
    QVERIFY(log.open(QIODevice::WriteOnly));
    write(QStringLiteral("live/rank0.json"), "[]");
    QTimer writer;
    connect(&writer, &QTimer::timeout, this, [&] {
        log.write("[]");
        log.flush();
    });
    writer.start(0);
    QTRY_COMPARE_WITH_TIMEOUT(arrived.size(), 1, 20'000);
    QVERIFY(arrived[0][0].toStringList().contains(file(QStringLiteral("live/rank0.json"))));
}

void tst_LiveFolder::whatArrivesIsOpened()
{
    ui::LiveFolder *folder = live();
    QTRY_VERIFY(m_window->message().text().contains(QStringLiteral("Waiting for a trace")));
    QVERIFY(shows(add("one.json", 2)));
    QVERIFY(m_window->message().text().contains(QStringLiteral("one.json has arrived")));
    QVERIFY(shows(add("two.json", 3)));
    QVERIFY(!compare().hasSecond());
    auto *stop = m_window->message().findChild<QToolButton *>(QStringLiteral("messageAction"));
    QVERIFY(stop != nullptr && stop->isVisible());
    stop->click();
    QVERIFY(folder->watch().folder().isEmpty());
}

// Two traces of different runs are complete at the same look: the newer one is opened alone, the other is said.
void tst_LiveFolder::unrelatedTracesAreNotJoined()
{
    ui::LiveFolder *folder = live();
    const QString older = aside("two.json", 2);
    const QString newer = aside("one.json", 3);
    QFile file(newer);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QFileInfo(older).lastModified().addSecs(5), QFileDevice::FileModificationTime));
    file.close();
    emit folder->watch().arrived({newer, older});
    QVERIFY(shows(newer));
    QVERIFY(m_window->ranks().set() == nullptr);
    const QString message = m_window->message().text();
    QVERIFY2(
        message.contains(u"one.json has arrived") && message.contains(u"no rank of the same job: two.json"), qPrintable(message));
}

void tst_LiveFolder::ranksThatArriveTogetherAreOneJob()
{
    ui::LiveFolder *folder = live();
    emit folder->watch().arrived({aside("run_rank0.json", 2), aside("run_rank1.json", 3)});
    QTRY_VERIFY_WITH_TIMEOUT(m_window->ranks().set() != nullptr, 30'000);
    QCOMPARE(m_window->ranks().set()->members().size(), std::size_t{2});
    QVERIFY(!m_window->message().text().contains(QStringLiteral("Not opened")));
}

void tst_LiveFolder::thePinnedBaselineStays()
{
    const QString first = add("one.json", 3);
    live();
    QVERIFY(shows(first));
    QVERIFY(test::isReady(*m_window));
    compare().pinBaseline(core::PassSelection{m_window->controller().segmentation()->mainDevice, 1});
    for (const char *name : {"two.json", "three.json"}) { // the same baseline for each
        QVERIFY(shows(add(name, 4)));
        QTRY_VERIFY_WITH_TIMEOUT(compare().hasSecond() && compare().placeA().pass == 1, 30'000);
        QCOMPARE(compare().second().path(), first);
        QCOMPARE(compare().sessionA(), compare().second().session());
        QCOMPARE(compare().sessionB(), m_window->controller().session());
        QVERIFY(m_window->message().text().contains(QStringLiteral("is compared with one.json")));
    }
}

void tst_LiveFolder::aGivenTraceIsTheBaseline()
{
    const QString baseline =
        write(QStringLiteral("baseline.json"), test::generatedTrace(test::TraceKind::Dense, {.passes = 2}).json);
    live(baseline);
    QVERIFY(shows(add("one.json", 3)));
    QTRY_VERIFY_WITH_TIMEOUT(compare().hasSecond(), 30'000);
    QCOMPARE(compare().second().path(), baseline);
    QTRY_VERIFY(compare().swapped());
}

void tst_LiveFolder::theBaselineMayLieInTheFolder()
{
    const QString baseline = add("base.json", 2);
    live(baseline);
    QVERIFY(shows(baseline)); // the newest there is
    QVERIFY(shows(add("one.json", 3)));
    QTRY_VERIFY_WITH_TIMEOUT(compare().hasSecond(), 30'000);
    QCOMPARE(compare().second().path(), baseline);
}

LAMELLA_WIDGET_TEST(tst_LiveFolder)
#include "tst_LiveFolder.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A file that is read before the window asks for it, and what is prepared of a trace while its passes are being found.
#include "tests/support/TestMain.h"
#include "tests/support/TraceBuilder.h"
#include "tests/widgets/LoadedTrace.h"
#include "widgets/session/EarlyRead.h"
#include "widgets/timeline/TimelineLoader.h"

#include <QSignalSpy>
#include <QtTest>

using namespace lamella;
using State = ui::SessionController::State;

namespace {

std::string sample()
{
    return test::generatedTrace(test::TraceKind::Dense).json;
}

} // namespace

class tst_EarlyRead : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void onlyTheSameIsTakenOver()
    {
        const QString file = test::writeFile(m_folder.filePath(QStringLiteral("a.json")), sample());
        core::SessionOptions other;
        other.layers = 7;
        ui::EarlyRead::begin(file, {});
        QVERIFY(!ui::EarlyRead::take(m_folder.filePath(QStringLiteral("b.json")), {}));
        QVERIFY(!ui::EarlyRead::take(file, other));
        const auto early = ui::EarlyRead::take(file, {});
        QVERIFY(early);
        QVERIFY(!ui::EarlyRead::take(file, {}));
        const auto session = early->result({});
        QVERIFY(session);
        QVERIFY((*session)->document().kernels.size() > 0);
    }

    void whatIsNoTraceFileIsNotBegun_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("folder") << m_folder.path();
        QTest::newRow("not there") << m_folder.filePath(QStringLiteral("none.json"));
        QTest::newRow("session") << test::writeFile(
            m_folder.filePath(QStringLiteral("s.lamella")), R"({"format":"lamella.session","version":1})");
    }
    void whatIsNoTraceFileIsNotBegun()
    {
        QFETCH(QString, path);
        ui::EarlyRead::begin(path, {});
        QVERIFY(!ui::EarlyRead::take(path, {}));
    }

    void theControllerTakesItOver()
    {
        test::LoadedTrace plain;
        QVERIFY(plain.load(sample()));
        test::LoadedTrace trace;
        const QString file = test::writeFile(trace.folder.filePath(QStringLiteral("trace.json")), sample());
        ui::EarlyRead::begin(file, {});
        const QSignalSpy read(&trace.controller, &ui::SessionController::traceRead);
        trace.controller.open(file);
        QCOMPARE(trace.controller.state(), State::Loading);
        QTRY_COMPARE(trace.controller.state(), State::Ready);
        QCOMPARE(read.count(), 1);
        QCOMPARE(trace.controller.document()->events.size(), plain.controller.document()->events.size());
        QCOMPARE(trace.controller.segmentation()->devices.front().passes.size(),
            plain.controller.segmentation()->devices.front().passes.size());
        QVERIFY(!ui::EarlyRead::take(file, {}));
    }

    void itsErrorIsTheControllers()
    {
        test::LoadedTrace trace;
        const QString file = test::writeFile(trace.folder.filePath(QStringLiteral("trace.json")), "no trace at all");
        ui::EarlyRead::begin(file, {});
        trace.controller.open(file);
        QTRY_COMPARE(trace.controller.state(), State::Failed);
        const std::string early = trace.controller.error().message();
        trace.controller.open(file);
        QTRY_COMPARE(trace.controller.state(), State::Failed);
        QCOMPARE(trace.controller.error().message(), early);
    }

    void whatWasTakenOverCanBeStopped()
    {
        test::LoadedTrace trace;
        const QString file = test::writeFile(trace.folder.filePath(QStringLiteral("trace.json")), sample());
        ui::EarlyRead::begin(file, {});
        const QSignalSpy changes(&trace.controller, &ui::SessionController::sessionChanged);
        trace.controller.open(file);
        trace.controller.cancelLoading();
        QCOMPARE(trace.controller.state(), State::Empty);
        trace.pool.waitForDone();
        QCoreApplication::processEvents();
        QCOMPARE(changes.count(), 0);
        QCOMPARE(trace.controller.state(), State::Empty);
    }

    // As in the idle time of passes.
    void whatIsInFlightLeavesTheDeviceIdle()
    {
        const auto document = test::documentFromText("7: mm@0+10 mm@20+10; 9: copy@5+20");
        const auto busy = [&document] {
            const auto lanes = ui::layOutStreamLanes(*document, {});
            return lanes ? (*lanes)->busy.front().within({{0}, {30}}) : -1;
        };
        QCOMPARE(busy(), std::int64_t{30});
        document->tracks.emplace_back().threadName = "Async XLA Ops";
        document->streams[1].track = core::TrackId{0};
        QCOMPARE(busy(), std::int64_t{20});
    }

    void streamsAreThoseOfOneStep()
    {
        test::LoadedTrace trace;
        ui::TimelineLoader loader(trace.controller);
        QVERIFY(trace.load(sample()));
        QTRY_VERIFY(loader.data() && !loader.isBusy());
        const auto document = trace.controller.document();
        const auto whole = ui::buildStreamLanes(*document, *trace.controller.names(), {});
        QVERIFY(whole);
        const ui::LaneSet &lanes = *loader.data()->streams;
        QCOMPARE(lanes.tracks.size(), (*whole)->tracks.size());
        for (std::size_t stream = 0; stream < lanes.tracks.size(); ++stream) {
            QCOMPARE(lanes.kernels[stream].size(), (*whole)->kernels[stream].size());
            for (std::size_t i = 0; i < lanes.kernels[stream].size(); ++i) {
                const core::LodLane &made = lanes.kernels[stream][i];
                const core::LodLane &wanted = (*whole)->kernels[stream][i];
                QCOMPARE(made.lane().size(), wanted.lane().size());
                for (std::uint32_t row = 0; row < made.lane().size(); ++row)
                    QCOMPARE(made.tag(row), wanted.tag(row));
            }
        }
        QCOMPARE(lanes.busy.front().within({{document->bounds.exactBegin}, {document->bounds.exactEnd}}),
            (*whole)->busy.front().within({{document->bounds.exactBegin}, {document->bounds.exactEnd}}));
        // What is prepared of a trace that is given up in the middle is shown by nobody.
        connect(&trace.controller, &ui::SessionController::traceRead, &trace.controller, &ui::SessionController::cancelLoading,
            Qt::QueuedConnection);
        const auto before = loader.data();
        trace.controller.open(trace.controller.path());
        QTRY_COMPARE(trace.controller.state(), State::Ready);
        trace.pool.waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(!loader.isBusy() || loader.data() != before);
        QCOMPARE(loader.data()->document, trace.controller.document());
    }

private:
    QTemporaryDir m_folder;
};

LAMELLA_WIDGET_TEST(tst_EarlyRead)
#include "tst_EarlyRead.moc"

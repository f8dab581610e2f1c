// SPDX-License-Identifier: GPL-3.0-or-later
// Launches of programs beside the streams of their device.
#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/analysis/segmentation/ProgramLaunches.h"
#include "tests/support/TestMain.h"

#include <QTest>

using namespace lamella::core;

class tst_ProgramLaunches : public QObject {
    Q_OBJECT
private slots:
    void calls_data();
    void calls();
};

void tst_ProgramLaunches::calls_data()
{
    QTest::addColumn<int>("tracks");
    QTest::addColumn<int>("streamsOfATrack");
    QTest::addColumn<int>("launches");
    QTest::addColumn<qulonglong>("calls");
    QTest::newRow("once for each track") << 2 << 1 << 3 << 6ull;
    QTest::newRow("streams that share a track") << 1 << 4 << 3 << 3ull;
    QTest::newRow("no group of more than four million") << 3000 << 1 << 1500 << 0ull;
}

void tst_ProgramLaunches::calls()
{
    QFETCH(int, tracks);
    QFETCH(int, streamsOfATrack);
    QFETCH(int, launches);
    QFETCH(qulonglong, calls);
    TraceDocument document;
    Track track;
    track.process = "1";
    track.processName = "/device:TPU:0";
    track.threadName = "XLA Modules";
    document.tracks.push_back(track);
    track.threadName = "XLA Ops";
    for (int t = 1; t <= tracks; ++t) {
        document.tracks.push_back(track);
        for (int s = 0; s < streamsOfATrack; ++s) {
            Stream stream;
            stream.track = TrackId{static_cast<std::uint32_t>(t)};
            document.streams.push_back(stream);
        }
    }
    ProgramLaunches found(document);
    EventChunk chunk;
    for (int i = 0; i < launches; ++i) {
        chunk.start.push_back(i * 10);
        chunk.duration.push_back(5);
        chunk.track.push_back(TrackId{0});
        chunk.name.push_back(StringId{0});
        QVERIFY(found.take(chunk, static_cast<std::uint32_t>(i)));
    }
    const std::vector<CallGroup> groups = found.groups();
    QCOMPARE(groups.size(), std::size_t{calls > 0 ? 1u : 0u});
    if (calls > 0)
        QCOMPARE(groups.front().calls.size(), static_cast<std::size_t>(calls));
}

LAMELLA_TEST(tst_ProgramLaunches)
#include "tst_ProgramLaunches.moc"

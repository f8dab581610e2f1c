// SPDX-License-Identifier: GPL-3.0-or-later
// Reading single events from the middle of a compressed file.
#include "core/import/EventTextReader.h"
#include "core/import/OpenedFile.h"
#include "core/import/gzip/GzipCheckpoints.h"
#include "tests/support/Gzip.h"
#include "tests/support/GzipFiles.h"
#include "tests/support/LongTrace.h"
#include "tests/support/TestMain.h"

#include <QTest>

#include <optional>

using namespace lamella::core;
using namespace lamella::test;

namespace {

// Inflates from `at` to the end of the member.
std::string rest(Inflater &inflater, const std::string &file, std::size_t at)
{
    std::string text(1 << 20, '\0');
    const auto *input = reinterpret_cast<const unsigned char *>(file.data()) + at;
    std::size_t left = file.size() - at;
    char *output = text.data();
    std::size_t room = text.size();
    while (inflater.step(input, left, output, room) == InflateStatus::More && room > 0) { }
    text.resize(text.size() - room);
    return text;
}

} // namespace

class tst_GzipCheckpoints : public QObject {
    Q_OBJECT
private slots:
    void copyGoesOnWhereItStands_data()
    {
        QTest::addColumn<bool>("zlib");
        QTest::addColumn<int>("part");
        for (const bool zlib : {false, true})
            for (const int part : {1, 100, 5'000, 99'999})
                QTest::addRow("%s, after %d bytes", zlib ? "zlib" : "fastest", part) << zlib << part;
    }
    void copyGoesOnWhereItStands()
    {
        QFETCH(bool, zlib);
        QFETCH(int, part);
        const std::string text = longTrace().substr(0, 200'000);
        const std::string file = gzipped(text);
        const auto inflater = zlib ? makeZlibInflater() : makeInflater();
        std::string first(static_cast<std::size_t>(part), '\0');
        const auto *input = reinterpret_cast<const unsigned char *>(file.data());
        std::size_t left = file.size();
        char *output = first.data();
        std::size_t room = first.size();
        while (room > 0 && inflater->step(input, left, output, room) == InflateStatus::More) { }
        const auto copy = inflater->copy();
        QVERIFY(copy);
        const std::size_t at = file.size() - left;
        const std::string expected = text.substr(static_cast<std::size_t>(part));
        QCOMPARE(rest(*inflater, file, at), expected);
        QCOMPARE(rest(*copy, file, at), expected); // the original is not affected by the copy
    }

    void eventsOfTheMiddle_data()
    {
        QTest::addColumn<std::string>("bytes");
        QTest::newRow("one member") << gzipped(longTrace());
        QTest::newRow("many members") << gzipMembers(longTrace(), 3'000'001);
        QTest::newRow("BGZF") << bgzf(longTrace());
    }
    void eventsOfTheMiddle()
    {
        QFETCH(std::string, bytes);
        const TraceText file(bytes);
        const auto opened = file.open();
        QVERIFY(opened);
        const TraceDocument &document = **opened;
        QCOMPARE(document.events.size(), std::uint32_t{kLongTraceEvents});
        QCOMPARE(GzipCheckpoints::of(openRegularFile(file.path())->stamp)->size(), std::size_t{2});
        for (const std::uint32_t event : {0u, 1u, 20'000u, 30'000u, 45'000u, 65'000u, kLongTraceEvents - 1u, 5u}) {
            const auto [offset, length] = document.events.text(EventId{event});
            std::optional<std::uint64_t> firstAt;
            JobControl control;
            control.progress = [&firstAt](std::uint64_t done, std::uint64_t) { firstAt = firstAt.value_or(done); };
            const auto text = readEventText(document, EventId{event}, control);
            QVERIFY(text);
            QCOMPARE(*text, longTrace().substr(static_cast<std::size_t>(offset), length));
            if (event > kLongTraceEvents / 2) // inflation did not start at the begin of the file
                QVERIFY(firstAt && *firstAt > document.source.fileBytes / 3);
        }
    }

    void placesAreFoundWithoutAnImport()
    {
        const TraceText file(gzipped(longTrace()));
        TraceDocument document;
        document.source.path = file.path();
        document.source.compressed = true;
        document.source.rawBytes = longTrace().size();
        const FileStamp stamp = openRegularFile(file.path())->stamp;
        document.source.fileBytes = stamp.bytes;
        document.source.modifiedNs = stamp.modifiedNs;
        QCOMPARE(GzipCheckpoints::of(stamp)->size(), std::size_t{0});
        QVERIFY(prepareEventText(document));
        QCOMPARE(GzipCheckpoints::of(stamp)->size(), std::size_t{2});
    }

    void moreThanManyPlaces()
    {
        GzipCheckpoints points;
        std::uint64_t raw = 0;
        for (int i = 0; i < 1000; ++i) {
            raw = points.nextAt();
            points.add({raw, raw / 10, false, nullptr});
        }
        QVERIFY(points.size() <= GzipCheckpoints::kMaxPoints);
        QVERIFY(points.size() >= GzipCheckpoints::kMaxPoints / 2);
        QVERIFY(!points.before(GzipCheckpoints::kFirstStep));
        const std::uint64_t step = points.nextAt() - raw;
        for (std::uint64_t at = 2 * step; at < raw; at += raw / 97) {
            const auto point = points.before(at);
            QVERIFY(point && point->raw <= at && at - point->raw < step);
        }
    }

    void addsInOrderOnly()
    {
        GzipCheckpoints points;
        points.add({GzipCheckpoints::kFirstStep - 1, 1, false, nullptr});
        QCOMPARE(points.size(), std::size_t{0});
        points.add({GzipCheckpoints::kFirstStep + 5, 1, false, nullptr});
        points.add({GzipCheckpoints::kFirstStep + 6, 1, false, nullptr}); // by another reader, at the same distance
        QCOMPARE(points.size(), std::size_t{1});
    }
};

LAMELLA_TEST(tst_GzipCheckpoints)
#include "tst_GzipCheckpoints.moc"

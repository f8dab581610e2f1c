// SPDX-License-Identifier: GPL-3.0-or-later
// Inflating from the middle of a gzip file of any producer.
#include "core/import/OpenedFile.h"
#include "core/import/gzip/GzipIndex.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <zlib.h>

#include <QTemporaryDir>
#include <QTest>

#include <random>
#include <string>
#include <string_view>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr std::uint64_t kStep = 50'000;

// Trace-like text: numbers between repeated words.
std::string someText(std::size_t bytes)
{
    std::mt19937 random(7);
    std::string text;
    while (text.size() < bytes)
        text += "{\"name\":\"kernel " + std::to_string(random() % 50) + "\",\"ts\":" + std::to_string(random()) + "},\n";
    return text;
}

struct Producer {
    int level = Z_DEFAULT_COMPRESSION;
    int strategy = Z_DEFAULT_STRATEGY;
    std::size_t flushEvery = 0; // bytes of text between empty blocks, as pigz writes them; 0 = none
};

std::string member(std::string_view text, const Producer &producer)
{
    z_stream stream{};
    deflateInit2(&stream, producer.level, Z_DEFLATED, 15 + 16, 8, producer.strategy);
    std::string out(2 * text.size() + 100'000, '\0');
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    for (bool last = false; !last;) {
        const std::string_view part = producer.flushEvery == 0 ? text : text.substr(0, producer.flushEvery);
        text.remove_prefix(part.size());
        last = text.empty();
        stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(part.data()));
        stream.avail_in = static_cast<uInt>(part.size());
        deflate(&stream, last ? Z_FINISH : Z_SYNC_FLUSH);
    }
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

// Inflates to the end of the member from pieces of this size; `at` is moved behind it.
std::string rest(Inflater &inflater, const std::string &file, std::size_t &at, std::size_t piece, std::size_t room)
{
    std::string text;
    std::string output(room, '\0');
    InflateStatus status = InflateStatus::More;
    while (status == InflateStatus::More && at < file.size()) {
        const std::string bytes = file.substr(at, piece); // a copy, so that reads outside of it are detected
        const auto *input = reinterpret_cast<const unsigned char *>(bytes.data());
        std::size_t left = bytes.size();
        for (bool more = true; more && status == InflateStatus::More;) {
            char *to = output.data();
            std::size_t free = output.size();
            status = inflater.step(input, left, to, free);
            text.append(output.data(), output.size() - free);
            more = left > 0 || free == 0;
        }
        at += bytes.size() - left;
    }
    return status == InflateStatus::MemberEnd ? text : "no end";
}

} // namespace

class tst_GzipIndex : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] std::string written(const std::string &bytes) const
    {
        return writeFile(m_folder.filePath(QStringLiteral("file.gz")), bytes).toStdString();
    }
    [[nodiscard]] GzipIndex placesOf(const std::string &bytes, std::uint64_t step = kStep) const
    {
        const std::string path = written(bytes);
        const auto found = buildGzipIndex(openRegularFile(path)->handle, path, step, {});
        if (!found)
            qFatal("%s", found.error().message().c_str());
        return *found;
    }

private slots:
    void textGoesOnFromEachPlace_data()
    {
        QTest::addColumn<int>("level");
        QTest::addColumn<int>("strategy");
        QTest::addColumn<int>("flushEvery");
        QTest::addColumn<bool>("zlib");
        for (const bool zlib : {false, true}) {
            const char *const by = zlib ? "zlib" : "fastest";
            QTest::addRow("usual, %s", by) << Z_DEFAULT_COMPRESSION << Z_DEFAULT_STRATEGY << 0 << zlib;
            QTest::addRow("fast, %s", by) << 1 << Z_DEFAULT_STRATEGY << 0 << zlib;
            QTest::addRow("best, %s", by) << 9 << Z_DEFAULT_STRATEGY << 0 << zlib;
            QTest::addRow("stored, %s", by) << 0 << Z_DEFAULT_STRATEGY << 0 << zlib;
            QTest::addRow("fixed codes, %s", by) << 6 << Z_FIXED << 0 << zlib;
            QTest::addRow("codes alone, %s", by) << 6 << Z_HUFFMAN_ONLY << 0 << zlib;
            QTest::addRow("empty blocks, %s", by) << 6 << Z_DEFAULT_STRATEGY << 9'973 << zlib;
            QTest::addRow("short blocks, %s", by) << 6 << Z_FIXED << 97 << zlib;
        }
    }
    void textGoesOnFromEachPlace()
    {
        QFETCH(int, level);
        QFETCH(int, strategy);
        QFETCH(int, flushEvery);
        QFETCH(bool, zlib);
        const std::string text = someText(1'000'000);
        const std::string file = member(text, {level, strategy, static_cast<std::size_t>(flushEvery)});
        const GzipIndex found = placesOf(file);
        QCOMPARE(found.rawBytes, std::uint64_t{text.size()});
        QVERIFY(found.places.size() >= 3);
        std::uint64_t min = 0;
        bool withinByte = false;
        for (const GzipIndexEntry &place : found.places) {
            QVERIFY(place.raw >= min + kStep);
            min = place.raw;
            withinByte |= place.block.bits > 0;
            QVERIFY(place.block.window
                == text.substr(place.raw - std::min<std::uint64_t>(place.raw, kDeflateWindow), kDeflateWindow)
                       .substr(0, std::min<std::uint64_t>(place.raw, kDeflateWindow)));
            for (const std::size_t piece : {file.size(), std::size_t{1001}, std::size_t{3}}) {
                if (piece == 3 && &place != &found.places.back()) // takes a second per checkpoint under sanitizers
                    continue;
                const auto inflater = zlib ? makeZlibInflaterAt(place.block) : makeInflaterAt(place.block);
                QVERIFY(inflater);
                std::size_t at = place.disk;
                QVERIFY(rest(*inflater->copy(), file, at, piece, 70'000) == text.substr(place.raw));
                QCOMPARE(at, file.size()); // after the trailer
            }
        }
        QVERIFY(withinByte || level == 0 || flushEvery > 0);
    }

    void membersFollow_data()
    {
        QTest::addColumn<bool>("zlib");
        QTest::newRow("fastest") << false;
        QTest::newRow("zlib") << true;
    }
    void membersFollow()
    {
        QFETCH(bool, zlib);
        const std::string text = someText(300'000);
        const std::string first = member(text, {});
        const std::string second = member(text.substr(0, 70'000), {});
        const std::string file = first + std::string(9, '\0') + second + second;
        const GzipIndex found = placesOf(file);
        QCOMPARE(found.rawBytes, std::uint64_t{text.size() + 140'000});
        QVERIFY(found.places.front().raw < text.size() && found.places.back().raw >= text.size());
        for (const GzipIndexEntry &place : found.places) {
            const auto inflater = zlib ? makeZlibInflaterAt(place.block) : makeInflaterAt(place.block);
            std::size_t at = place.disk;
            const std::string part = rest(*inflater, file, at, 1000, 70'000);
            const std::string all = text + text.substr(0, 70'000) + text.substr(0, 70'000);
            QVERIFY(part == all.substr(place.raw, part.size()));
            if (place.raw >= text.size())
                continue;
            QCOMPARE(at, first.size());
            inflater->nextMember();
            at += 9;
            QVERIFY(rest(*inflater, file, at, 1000, 70'000) == text.substr(0, 70'000));
        }
    }

    // Checksums are verified again from the next member on.
    void nextMembersAreChecked()
    {
        const std::string text = someText(200'000);
        std::string second = member(text, {});
        const std::string first = member(text, {});
        second[second.size() - 8] = static_cast<char>(second[second.size() - 8] ^ 1);
        for (const bool zlib : {false, true}) {
            const GzipIndexEntry place = placesOf(first).places.front();
            const auto inflater = zlib ? makeZlibInflaterAt(place.block) : makeInflaterAt(place.block);
            std::size_t at = place.disk;
            QVERIFY(rest(*inflater, first + second, at, 1000, 70'000) == text.substr(place.raw));
            inflater->nextMember();
            QCOMPARE(rest(*inflater, first + second, at, 1000, 70'000), std::string("no end"));
        }
    }

    void cutFileHasThoseBefore()
    {
        const std::string text = someText(1'000'000);
        const std::string file = member(text, {});
        const GzipIndex all = placesOf(file);
        const GzipIndex some = placesOf(file.substr(0, file.size() / 2));
        QVERIFY(some.rawBytes < all.rawBytes && some.rawBytes > all.rawBytes / 4);
        QVERIFY(!some.places.empty() && some.places.size() < all.places.size());
        for (std::size_t i = 0; i < some.places.size(); ++i)
            QCOMPARE(some.places[i].disk, all.places[i].disk);
        std::string bad = file;
        bad[file.size() / 2] = static_cast<char>(bad[file.size() / 2] ^ 0x55);
        QVERIFY(placesOf(bad).places.size() <= all.places.size());
        QCOMPARE(placesOf("no gzip at all").rawBytes, std::uint64_t{0});
    }

    // A malicious checkpoint leads at worst to wrong text.
    void anyPlaceIsHarmless()
    {
        const std::string file = member(someText(200'000), {});
        std::mt19937 random(3);
        for (int run = 0; run < 500; ++run) {
            DeflatePosition place;
            place.window.assign(random() % (kDeflateWindow + 1), static_cast<char>(random()));
            place.bits = static_cast<std::uint8_t>(random() % 8);
            place.begun = static_cast<std::uint8_t>(random() & ((1u << place.bits) - 1));
            for (const bool zlib : {false, true}) {
                const auto inflater = zlib ? makeZlibInflaterAt(place) : makeInflaterAt(place);
                QVERIFY(inflater);
                std::size_t at = random() % file.size();
                QVERIFY(rest(*inflater, file, at, 4096, 70'000).size() < 2 * 1032 * file.size());
            }
        }
    }

    void stops()
    {
        std::stop_source stop;
        stop.request_stop();
        const std::string path = written(member("text", {}));
        const auto found = buildGzipIndex(openRegularFile(path)->handle, path, kStep, {stop.get_token(), {}});
        QVERIFY(!found);
        QCOMPARE(found.error().code, ErrorCode::Cancelled);
    }
};

LAMELLA_TEST(tst_GzipIndex)
#include "tst_GzipIndex.moc"

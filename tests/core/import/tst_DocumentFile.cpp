// SPDX-License-Identifier: GPL-3.0-or-later
// The narrow columns of kernels in the file of a document: every width is read back, and an invalid width is rejected even if all
// checksums match.
#include "core/import/cache/Checksum.h"
#include "core/import/cache/DocumentFile.h"
#include "core/import/cache/DocumentLayout.h"
#include "tests/support/DocumentText.h"
#include "tests/support/TestFiles.h"
#include "tests/support/TestMain.h"

#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <limits>
#include <memory>
#include <string>

using namespace lamella::core;
using namespace lamella::test;

namespace {

constexpr std::uint32_t kRows = 6;
constexpr std::int64_t kFour = 0xFFFF'FFFF;

// Kernels of the first and the last stream, with the first, the last and no shape, with `correlation` and others.
std::unique_ptr<TraceDocument> made(std::uint32_t streams, std::uint32_t shapes, std::int64_t correlation)
{
    auto made = std::make_unique<TraceDocument>();
    TraceDocument &document = *made;
    document.devices.push_back({0, "GPU"});
    for (std::uint32_t i = 0; i < streams; ++i)
        document.streams.push_back({DeviceId{0}, i, TrackId{0}});
    document.tracks.emplace_back();
    EventChunk chunk;
    KernelTable &kernels = document.kernels;
    for (std::uint32_t i = 0; i < shapes; ++i)
        kernels.shapes.push_back({{i + 1, 1, 1}, {1, 1, 1}});
    for (std::uint32_t i = 0; i < kRows; ++i) {
        chunk.start.push_back(i);
        chunk.duration.push_back(1);
        chunk.name.push_back(StringId{0});
        chunk.category.push_back(StringId{0});
        chunk.track.push_back(TrackId{0});
        chunk.offset.push_back(0);
        chunk.length.push_back(0);
        chunk.phase.push_back('X');
        kernels.start.push_back(i);
        kernels.duration.push_back(1);
        kernels.name.push_back(StringId{0});
        kernels.event.push_back(EventId{i});
        kernels.stream.push_back(StreamId{i % 2 == 0 ? 0 : streams - 1});
        kernels.kind.push_back(KernelKind::Kernel);
        kernels.shape.push_back(i % 3 == 0 ? ShapeId() : ShapeId{i % 3 == 1 ? 0 : shapes - 1});
        kernels.correlation.push_back(i == 4 ? correlation : i);
        kernels.launch.emplace_back();
    }
    std::vector<EventChunk> chunks;
    chunks.push_back(std::move(chunk));
    document.events = EventTable(std::move(chunks));
    return made;
}

// A document file whose sections can be replaced with all checksums updated.
class EntryFile {
public:
    explicit EntryFile(const TraceDocument &document)
    {
        std::string why;
        const FileHandle file(::open(path().c_str(), O_RDWR | O_CREAT, 0600));
        if (!writeDocument(file, document, {}, {}, why))
            qFatal("not written: %s", why.c_str());
        QFile written(QString::fromStdString(path()));
        if (!written.open(QIODevice::ReadOnly))
            qFatal("cannot be read");
        m_bytes = written.readAll().toStdString();
        if (parseHead(std::string_view(m_bytes).substr(0, kHeadBytes), m_head) != DocumentFileState::Good)
            qFatal("no head");
        m_directory = *parseDirectory(std::string_view(m_bytes).substr(m_head.directory.offset, m_head.directory.bytes));
    }
    void replace(KernelColumn column, const std::string &bytes)
    {
        m_directory.kernelColumns[static_cast<std::size_t>(column)] = append(bytes);
    }
    void replaceCount(std::uint32_t kernels) { m_directory.kernels = kernels; }
    [[nodiscard]] ChunkPiece &chunk() { return m_directory.chunks.front(); }
    [[nodiscard]] ReadDocument read()
    {
        m_head.directory = append(directoryBytes(m_directory));
        m_head.fileBytes = m_bytes.size();
        m_bytes.replace(0, kHeadBytes, headBytes(m_head));
        writeFile(QString::fromStdString(path()), m_bytes);
        return readDocument(FileHandle(::open(path().c_str(), O_RDONLY)), 2, {});
    }

private:
    [[nodiscard]] std::string path() const { return m_folder.filePath(QStringLiteral("entry")).toStdString(); }
    Piece append(const std::string &bytes)
    {
        Piece piece{m_bytes.size(), bytes.size(), 0};
        std::string padded = bytes;
        padded.resize(aligned(bytes.size()));
        piece.checksum = padded.empty() ? 0 : checksum64(padded);
        m_bytes += padded;
        return piece;
    }

    QTemporaryDir m_folder;
    std::string m_bytes;
    DocumentHead m_head;
    DocumentDirectory m_directory;
};

template <class Number> std::string bytesOf(std::initializer_list<Number> values)
{
    return {reinterpret_cast<const char *>(values.begin()), values.size() * sizeof(Number)};
}

} // namespace

class tst_DocumentFile : public QObject {
    Q_OBJECT
private slots:
    void everyWidthComesBack_data()
    {
        QTest::addColumn<quint32>("streams");
        QTest::addColumn<quint32>("shapes");
        QTest::addColumn<qint64>("correlation");
        QTest::addColumn<int>("streamBytes");
        QTest::addColumn<int>("shapeBytes");
        QTest::addColumn<int>("correlationBytes");
        QTest::newRow("fewest") << 1u << 1u << qint64{0} << 1 << 1 << 1;
        QTest::newRow("most of one byte") << 255u << 255u << qint64{0xFF} << 1 << 1 << 1;
        QTest::newRow("fewest of two") << 256u << 256u << qint64{0x100} << 2 << 2 << 2;
        QTest::newRow("most of two") << 65'535u << 65'535u << qint64{0xFFFF} << 2 << 2 << 2;
        QTest::newRow("fewest of four") << 65'536u << 65'536u << qint64{0x1'0000} << 4 << 4 << 4;
        QTest::newRow("most of four") << 1u << 65'536u << qint64{kFour} << 1 << 4 << 4;
        QTest::newRow("fewest of eight") << 256u << 1u << qint64{kFour + 1} << 2 << 1 << 8;
        QTest::newRow("largest") << 1u << 1u << qint64{std::numeric_limits<qint64>::max()} << 1 << 1 << 8;
        QTest::newRow("below zero") << 1u << 300u << qint64{-1} << 1 << 2 << 8;
        QTest::newRow("least") << 1u << 1u << qint64{std::numeric_limits<qint64>::min()} << 1 << 1 << 8;
    }
    void everyWidthComesBack()
    {
        QFETCH(quint32, streams);
        QFETCH(quint32, shapes);
        QFETCH(qint64, correlation);
        const auto built = made(streams, shapes, correlation);
        const TraceDocument &document = *built;
        EntryFile file(document);
        const ReadDocument read = file.read();
        QVERIFY(read.document);
        QCOMPARE(documentText(*read.document), documentText(document));
        const KernelTable &kernels = read.document->kernels;
        QTEST(static_cast<int>(kernels.stream.width()), "streamBytes");
        QTEST(static_cast<int>(kernels.shape.width()), "shapeBytes");
        QTEST(static_cast<int>(kernels.correlation.width()), "correlationBytes");
        QCOMPARE(kernels.memoryBytes(), document.kernels.memoryBytes());
        QCOMPARE(kernels.memoryBytes(),
            kRows * (29 + kernels.stream.width() + kernels.shape.width() + kernels.correlation.width())
                + shapes * sizeof(LaunchShape));
    }

    void everyWidthOfEventsComesBack_data()
    {
        QTest::addColumn<quint32>("id");
        QTest::addColumn<qint64>("value");
        QTest::addColumn<int>("idBytes");
        QTest::addColumn<int>("valueBytes");
        QTest::newRow("one") << 0xFEu << qint64{0xFF} << 1 << 1;
        QTest::newRow("two") << 0xFFu << qint64{0x100} << 2 << 2;
        QTest::newRow("four") << 0xFFFFu << qint64{kFour} << 4 << 4;
        QTest::newRow("eight") << 0u << qint64{kFour + 1} << 1 << 8;
        QTest::newRow("below zero") << 0u << qint64{-1} << 1 << 8;
    }
    void everyWidthOfEventsComesBack()
    {
        QFETCH(quint32, id);
        QFETCH(qint64, value);
        const auto document = made(1, 1, 0);
        for (std::size_t text = document->strings.size(); text <= id; ++text)
            document->strings.intern(std::to_string(text));
        document->tracks.resize(id + 1);
        EventChunk &chunk = document->events.mutableChunks().front();
        chunk.category.set(1, StringId{id});
        chunk.track.set(2, TrackId{id});
        chunk.length.set(3, id);
        chunk.sparse[static_cast<std::size_t>(SparseKey::Bytes)] = {{0, 4}, {7, value}};
        chunk.sparse[static_cast<std::size_t>(SparseKey::Sequence)] = {{5}, {-value}};
        EntryFile file(*document);
        const ReadDocument read = file.read();
        QVERIFY(read.document);
        QCOMPARE(documentText(*read.document), documentText(*document));
        const EventChunk &back = read.document->events.chunks().front();
        QTEST(static_cast<int>(back.category.width()), "idBytes");
        QTEST(static_cast<int>(back.track.width()), "idBytes");
        QCOMPARE(back.length[3], id);
        QTEST(static_cast<int>(back.sparse[static_cast<std::size_t>(SparseKey::Bytes)].values.width()), "valueBytes");
        QCOMPARE(read.document->events.memoryBytes(), document->events.memoryBytes());
    }

    void chunkThatDoesNotFitIsRefused_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<int>("width");
        for (const int column : {0, 2, 3, 5, 7, int(kEventColumns), int(kChunkColumns) - 1})
            for (const int width : {0, 1, 2, 3, 4, 5, 8, 16, 255})
                QTest::addRow("%d as %d", column, width) << column << width;
    }
    void chunkThatDoesNotFitIsRefused()
    {
        QFETCH(int, column);
        QFETCH(int, width);
        EntryFile file(*made(3, 2, 9));
        std::uint8_t &held = file.chunk().widths[static_cast<std::size_t>(column)];
        const bool same = held == width;
        // An empty column may state any width.
        const bool could =
            column >= int(kEventColumns) && (width == 1 || width == 2 || width == 4 || (width == 8 && column % 2 == 1));
        held = static_cast<std::uint8_t>(width);
        QCOMPARE(file.read().state, same || could ? DocumentFileState::Good : DocumentFileState::Damaged);
    }

    void otherNumberOfEventsIsRefused()
    {
        for (const std::uint32_t rows : {0u, 1u, kRows - 1, kRows + 1, 2 * kRows, 0xFFFF'FFFFu}) {
            EntryFile file(*made(3, 2, 9));
            file.chunk().rows = rows;
            QCOMPARE(file.read().state, DocumentFileState::Damaged);
            EntryFile sparse(*made(3, 2, 9));
            sparse.chunk().sparse[1] = rows == 0 ? 1 : rows; // there are none
            QCOMPARE(sparse.read().state, DocumentFileState::Damaged);
        }
    }

    void sparseRowsMustRise_data()
    {
        QTest::addColumn<quint32>("first");
        QTest::addColumn<quint32>("second");
        QTest::addColumn<bool>("good");
        QTest::newRow("rising") << 0u << kRows - 1 << true;
        QTest::newRow("twice") << 2u << 2u << false;
        QTest::newRow("falling") << 3u << 2u << false;
        QTest::newRow("behind the last") << 0u << kRows << false;
        QTest::newRow("far behind") << 0u << 0xFFFF'FFFFu << false;
    }
    void sparseRowsMustRise()
    {
        QFETCH(quint32, first);
        QFETCH(quint32, second);
        QFETCH(bool, good);
        const auto document = made(1, 1, 0);
        const auto key = static_cast<std::size_t>(SparseKey::Bytes);
        document->events.mutableChunks().front().sparse[key] = {{first, second}, {1, 2}};
        std::string why;
        QTemporaryDir folder;
        const FileHandle file(::open(folder.filePath(QStringLiteral("entry")).toStdString().c_str(), O_RDWR | O_CREAT, 0600));
        QCOMPARE(writeDocument(file, *document, {}, {}, why), good); // the same check as for reading
    }

    void noKernels()
    {
        const auto document = made(1, 1, 0);
        document->kernels = KernelTable();
        EntryFile file(*document);
        const ReadDocument read = file.read();
        QVERIFY(read.document);
        QCOMPARE(read.document->kernels.size(), 0u);
        QVERIFY(read.document->kernels.stream.empty());
        file.replace(KernelColumn::Stream, "\1"); // no such stream
        QVERIFY(!file.read().document);
    }

    void columnThatDoesNotFitIsRefused_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("good");
        const auto row = [](const char *name, KernelColumn column, const std::string &bytes, bool good = false) {
            QTest::newRow(name) << static_cast<int>(column) << QByteArray::fromStdString(bytes) << good;
        };
        constexpr auto kStream = KernelColumn::Stream;
        constexpr auto kShape = KernelColumn::Shape;
        constexpr auto kCorrelation = KernelColumn::Correlation;
        using Narrow = unsigned char;
        row("streams", kStream, bytesOf<Narrow>({1, 2, 3, 1, 2, 3}), true);
        row("wider than they need be", kStream, bytesOf<std::uint32_t>({1, 2, 3, 1, 2, 3}), true);
        row("stream behind the last", kStream, bytesOf<Narrow>({1, 2, 3, 4, 1, 2}));
        row("stream behind the last, wide", kStream, bytesOf<std::uint32_t>({1, 2, 3, 0xFFFF'FFFF, 1, 2}));
        row("no stream", kStream, bytesOf<Narrow>({1, 2, 0, 1, 2, 3}));
        row("streams of no bytes", kStream, "");
        row("streams of three bytes", kStream, std::string(3 * kRows, '\1'));
        row("streams of eight bytes", kStream, bytesOf<std::uint64_t>({1, 2, 3, 1, 2, 3}));
        row("one byte too few", kStream, bytesOf<Narrow>({1, 2, 3, 1, 2}));
        row("one byte too many", kStream, bytesOf<Narrow>({1, 2, 3, 1, 2, 3, 0}));
        row("shapes", kShape, bytesOf<std::uint16_t>({0, 1, 2, 0, 1, 2}), true);
        row("shape behind the last", kShape, bytesOf<std::uint16_t>({0, 1, 3, 0, 1, 2}));
        row("shapes of eight bytes", kShape, bytesOf<std::uint64_t>({0, 1, 2, 0, 1, 2}));
        row("shapes of five bytes", kShape, std::string(5 * kRows, '\0'));
        row("correlations of eight bytes", kCorrelation, bytesOf<std::int64_t>({0, -1, 2, 3, 4, 5}), true);
        row("correlations of sixteen bytes", kCorrelation, std::string(16 * kRows, '\0'));
        row("correlations of six bytes", kCorrelation, std::string(6 * kRows, '\0'));
        row("half a correlation more", kCorrelation, std::string(2 * kRows + 1, '\0'));
    }
    void columnThatDoesNotFitIsRefused()
    {
        QFETCH(int, column);
        QFETCH(QByteArray, bytes);
        QFETCH(bool, good);
        EntryFile file(*made(3, 2, 9));
        file.replace(static_cast<KernelColumn>(column), bytes.toStdString());
        const ReadDocument read = file.read();
        QCOMPARE(read.document != nullptr, good);
        QCOMPARE(read.state, good ? DocumentFileState::Good : DocumentFileState::Damaged);
    }

    void otherNumberOfKernelsIsRefused_data()
    {
        QTest::addColumn<quint32>("kernels");
        for (const quint32 kernels : {0u, 1u, 2u, 3u, kRows - 1, kRows + 1, 2 * kRows, 0xFFFF'FFFFu})
            QTest::addRow("%u", kernels) << kernels;
    }
    void otherNumberOfKernelsIsRefused()
    {
        QFETCH(quint32, kernels);
        EntryFile file(*made(3, 2, 9));
        file.replaceCount(kernels);
        QCOMPARE(file.read().state, DocumentFileState::Damaged);
    }
};

LAMELLA_TEST(tst_DocumentFile)
#include "tst_DocumentFile.moc"

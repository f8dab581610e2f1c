// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/PftraceParts.h"

#include "core/import/ImporterRegistry.h"
#include "core/import/pftrace/PftraceSource.h"
#include "core/import/pftrace/PftraceText.h"
#include "tests/support/BytesSource.h"

#include <zlib.h>

#include <QFile>
#include <QTemporaryDir>

namespace lamella::test::pb {

using namespace lamella::core;

QByteArray packet(quint64 time, const QByteArray &body, On on)
{
    return bytes(1, number(8, time) + number(10, on.sequence) + (on.clock != 0 ? number(58, on.clock) : QByteArray()) + body);
}

QByteArray fixed64(int field, quint64 value)
{
    QByteArray bytes = varint(static_cast<quint64>(field) << 3 | 1U);
    for (int byte = 0; byte < 8; ++byte)
        bytes += static_cast<char>(value >> (8 * byte) & 0xFFU);
    return bytes;
}

QByteArray deflated(const QByteArray &packets)
{
    uLongf size = compressBound(static_cast<uLong>(packets.size()));
    QByteArray out(static_cast<qsizetype>(size), '\0');
    compress(reinterpret_cast<Bytef *>(out.data()), &size, reinterpret_cast<const Bytef *>(packets.constData()),
        static_cast<uLong>(packets.size()));
    out.resize(static_cast<qsizetype>(size));
    return out;
}

QByteArray begin(const QByteArray &name, quint64 track)
{
    return bytes(11, number(9, 1) + number(11, track) + bytes(23, name));
}

QByteArray end(quint64 track)
{
    return bytes(11, number(9, 2) + number(11, track));
}

QByteArray instant(const QByteArray &name, quint64 track)
{
    return bytes(11, number(9, 3) + number(11, track) + bytes(23, name));
}

QByteArray flow(quint64 id)
{
    return fixed64(47, id);
}

QByteArray descriptor(quint64 track, const QByteArray &body)
{
    return bytes(1, bytes(60, number(1, track) + body));
}

QByteArray mainThread()
{
    return descriptor(1, bytes(4, number(1, 7) + number(2, 8) + bytes(5, "main")));
}

QByteArray kernel(quint64 time, quint64 duration, const QByteArray &queue, quint64 queueId)
{
    const QByteArray specs =
        bytes(24, number(1, queueId) + bytes(2, queue)) + bytes(24, number(1, 6) + bytes(2, "Kernel") + number(4, 2));
    return packet(time,
        bytes(12, specs) + bytes(53, number(1, 1) + number(2, duration) + number(13, queueId) + number(14, 6) + bytes(17, "k")));
}

QByteArray textOf(const QByteArray &trace)
{
    const auto open = [&trace] { return std::unique_ptr<ByteSource>(std::make_unique<BytesSource>(trace.toStdString())); };
    const std::unique_ptr<ByteSource> source = makePftraceSource(open(), open, "t", {});
    constexpr std::size_t kStep = 100'000;
    std::string text;
    for (std::size_t got = kStep; got == kStep;) {
        const std::size_t before = text.size();
        text.resize(before + kStep);
        got = source->read(text.data() + before, kStep).value();
        text.resize(before + got);
    }
    text.erase(0, pftrace::kTextOpening.size());
    text.resize(text.size() - pftrace::kTextClosing.size());
    return QByteArray::fromStdString(text);
}

std::shared_ptr<const TraceDocument> documentOf(const QByteArray &trace)
{
    static const QTemporaryDir dir;
    static int files = 0;
    QFile file(dir.filePath(QStringLiteral("%1.pftrace").arg(++files)));
    if (!file.open(QIODevice::WriteOnly) || file.write(trace) != trace.size())
        qFatal("cannot write");
    file.close();
    const auto document = openTrace(file.fileName().toStdString(), {}, {});
    if (document)
        return *document;
    qWarning("%s", document.error().message().c_str());
    return nullptr;
}

std::map<std::string, std::int64_t> durationsOf(const TraceDocument &document)
{
    std::map<std::string, std::int64_t> found;
    for (std::uint32_t e = 0; e < document.events.size(); ++e)
        found[std::string(document.text(document.events.row(EventId{e}).name))] = document.events.row(EventId{e}).duration;
    return found;
}

std::map<std::string, std::int64_t> startsOf(const TraceDocument &document)
{
    std::map<std::string, std::int64_t> found;
    for (std::uint32_t e = 0; e < document.events.size(); ++e)
        found[std::string(document.text(document.events.row(EventId{e}).name))] = document.events.row(EventId{e}).start;
    return found;
}

} // namespace lamella::test::pb

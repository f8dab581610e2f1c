// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/PftraceOfTrace.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QList>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>
#include <utility>

namespace lamella::test {

namespace pb {

QByteArray varint(quint64 value)
{
    QByteArray out;
    while (value >= 128) {
        out += static_cast<char>(value | 128);
        value >>= 7;
    }
    return out + static_cast<char>(value);
}

QByteArray number(int field, quint64 value)
{
    return varint(static_cast<quint64>(field) << 3) + varint(value);
}

QByteArray bytes(int field, const QByteArray &value)
{
    return varint(static_cast<quint64>(field) << 3 | 2) + varint(static_cast<quint64>(value.size())) + value;
}

} // namespace pb

namespace {

using namespace pb;

struct Table { // of interned texts
    QHash<QString, int> ids;
    QByteArray entries;
    int field;
    int textField = 2;
    int id(const QString &text, const QByteArray &more = {})
    {
        const auto known = ids.constFind(text);
        if (known != ids.constEnd())
            return *known;
        const int made = static_cast<int>(ids.size()) + 1;
        ids.insert(text, made);
        entries += bytes(field, number(1, static_cast<quint64>(made)) + bytes(textField, text.toUtf8()) + more);
        return made;
    }
};

QByteArray annotationValue(const QJsonValue &value)
{
    QByteArray out;
    if (value.isBool())
        return number(2, value.toBool() ? 1 : 0);
    if (value.isString())
        return bytes(6, value.toString().toUtf8());
    if (value.isDouble()) {
        const double real = value.toDouble();
        if (real == std::floor(real) && std::abs(real) < 9e15)
            return number(4, static_cast<quint64>(static_cast<qint64>(real)));
        quint64 bits = 0;
        std::memcpy(&bits, &real, sizeof bits);
        QByteArray fixed(8, '\0');
        for (int i = 0; i < 8; ++i)
            fixed[i] = static_cast<char>(bits >> (8 * i));
        return varint(5 << 3 | 1) + fixed;
    }
    for (const QJsonValue item : value.toArray())
        out += bytes(12, annotationValue(item));
    const QJsonObject members = value.toObject();
    for (auto it = members.begin(); it != members.end(); ++it)
        out += bytes(11, bytes(10, it.key().toUtf8()) + annotationValue(it.value()));
    return out;
}

QByteArray textOf(const QJsonValue &value)
{
    if (value.isString())
        return value.toString().toUtf8();
    QByteArray text = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return text.mid(1, text.size() - 2);
}

QByteArray dimensions(const QJsonArray &size)
{
    QByteArray out;
    for (int i = 0; i < 3; ++i)
        out += number(i + 1, static_cast<quint64>(size.at(i).toInt(1)));
    return out;
}

QJsonArray eventsOf(const QByteArray &chromeTrace)
{
    const QJsonDocument json = QJsonDocument::fromJson(chromeTrace);
    return json.isArray() ? json.array() : json.object().value(QLatin1String("traceEvents")).toArray();
}

qint64 ns(const QJsonValue &microseconds)
{
    return std::llround(microseconds.toDouble() * 1000);
}

// rank: at one time, ends of earlier slices come first, then begins, the longest first, then ends of slices without duration.
struct Timed {
    qint64 time = 0;
    int rank = 1;
    qint64 duration = 0;
    QByteArray body;
};

class Writer {
public:
    explicit Writer(const QJsonArray &events)
    {
        for (const QJsonValue value : events) {
            const QJsonObject event = value.toObject();
            if (event.value(QLatin1String("ph")).toString() != QLatin1String("M"))
                continue;
            const QString name = event.value(QLatin1String("name")).toString();
            const QString text = event.value(QLatin1String("args")).toObject().value(QLatin1String("name")).toString();
            const QString pid = QString::fromUtf8(textOf(event.value(QLatin1String("pid"))));
            if (name == QLatin1String("process_name"))
                m_processNames.insert(pid, text);
            else if (name == QLatin1String("thread_name"))
                m_threadNames.insert(pid + u'/' + QString::fromUtf8(textOf(event.value(QLatin1String("tid")))), text);
        }
    }

    QByteArray write(const QJsonArray &events, PftraceOrder order)
    {
        for (const QJsonValue value : events) {
            const QJsonObject event = value.toObject();
            if (event.value(QLatin1String("ph")).toString() == QLatin1String("X"))
                add(event);
        }
        QByteArray out = packet(number(8, 1) + number(10, 1) + bytes(6, bytes(1, number(1, 6) + number(2, 1))));
        for (const QByteArray &descriptor : m_descriptors)
            out += packet(bytes(60, descriptor));
        const QByteArray interned = m_names.entries + m_categories.entries + m_kernels.entries + m_specs.entries
            + bytes(1001, number(1, 1) + bytes(2, "registers_per_thread")) + bytes(23, number(1, 1) + number(2, 4711));
        out += packet(number(10, 1) + number(13, 1) + bytes(12, interned));
        QList<Timed> all = m_packets + m_ends;
        if (order == PftraceOrder::ByTime)
            std::stable_sort(all.begin(), all.end(), [](const Timed &a, const Timed &b) {
                return std::tuple(a.time, a.rank, -a.duration) < std::tuple(b.time, b.rank, -b.duration);
            });
        for (const Timed &one : std::as_const(all))
            out += packet(number(8, static_cast<quint64>(one.time)) + number(10, 1) + number(13, 2) + one.body);
        return out;
    }

private:
    static QByteArray packet(const QByteArray &body) { return bytes(1, body); }

    int spec(const QString &name, int category) { return m_specs.id(name, number(4, static_cast<quint64>(category))); }

    quint64 track(const QJsonValue &pid, const QJsonValue &tid)
    {
        const QString process = QString::fromUtf8(textOf(pid));
        const QString thread = process + u'/' + QString::fromUtf8(textOf(tid));
        if (!m_tracks.contains(process)) {
            m_tracks.insert(process, static_cast<quint64>(m_tracks.size()) + 1);
            m_descriptors << number(1, m_tracks[process])
                    + bytes(3, number(1, static_cast<quint64>(pid.toInt())) + bytes(6, m_processNames.value(process).toUtf8()));
        }
        if (!m_tracks.contains(thread)) {
            m_tracks.insert(thread, static_cast<quint64>(m_tracks.size()) + 1);
            m_descriptors << number(1, m_tracks[thread]) + number(5, m_tracks[process])
                    + bytes(4,
                        number(1, static_cast<quint64>(pid.toInt())) + number(2, static_cast<quint64>(tid.toInt()))
                            + bytes(5, m_threadNames.value(thread).toUtf8()));
        }
        return m_tracks[thread];
    }

    void add(const QJsonObject &event)
    {
        static const QHash<QString, QString> kStages{{QStringLiteral("kernel"), QStringLiteral("Kernel")},
            {QStringLiteral("gpu_memcpy"), QStringLiteral("Memcpy")}, {QStringLiteral("gpu_memset"), QStringLiteral("Memset")},
            {QStringLiteral("gpu_user_annotation"), QStringLiteral("Annotation")}};
        const QString category = event.value(QLatin1String("cat")).toString();
        if (kStages.contains(category))
            addStage(event, kStages.value(category));
        else
            addSlice(event, category);
    }

    void addStage(const QJsonObject &event, const QString &stage)
    {
        const QJsonObject args = event.value(QLatin1String("args")).toObject();
        const int device = event.value(QLatin1String("pid")).toInt();
        const int stream = event.value(QLatin1String("tid")).toInt();
        const QString name = event.value(QLatin1String("name")).toString();
        QByteArray body = number(1, ++m_stages) + number(2, static_cast<quint64>(ns(event.value(QLatin1String("dur")))))
            + number(11, static_cast<quint64>(device))
            + number(13, static_cast<quint64>(spec(QStringLiteral("[%1] stream %1").arg(stream), 0)))
            + number(14, static_cast<quint64>(spec(stage, stage == QLatin1String("Kernel") ? 2 : 0))) + number(5, 1)
            + number(20, static_cast<quint64>(m_names.id(name)));
        if (args.contains(QLatin1String("grid"))) {
            QByteArray launch = bytes(1, dimensions(args.value(QLatin1String("grid")).toArray()))
                + bytes(2, dimensions(args.value(QLatin1String("block")).toArray()));
            if (const QJsonValue registers = args.value(QLatin1String("registers per thread")); registers.isDouble())
                launch += bytes(3, number(1, 1) + number(4, static_cast<quint64>(registers.toInt())));
            body += number(19, static_cast<quint64>(m_kernels.id(name))) + bytes(21, launch);
        }
        static const QHash<QString, QString> kNames{{QStringLiteral("device"), QStringLiteral("device id")},
            {QStringLiteral("stream"), QStringLiteral("stream id")}, {QStringLiteral("context"), QStringLiteral("context id")}};
        for (auto it = args.begin(); it != args.end(); ++it) {
            if (it.key() != QLatin1String("grid") && it.key() != QLatin1String("block")
                && it.key() != QLatin1String("registers per thread"))
                body += bytes(6, bytes(1, kNames.value(it.key(), it.key()).toUtf8()) + bytes(2, textOf(it.value())));
        }
        m_packets.append({ns(event.value(QLatin1String("ts"))), 1, 0, bytes(53, body)});
    }

    void addSlice(const QJsonObject &event, const QString &category)
    {
        const quint64 uuid = track(event.value(QLatin1String("pid")), event.value(QLatin1String("tid")));
        QByteArray body = number(9, 1) + number(11, uuid)
            + number(10, static_cast<quint64>(m_names.id(event.value(QLatin1String("name")).toString())));
        if (!category.isEmpty())
            body += number(3, static_cast<quint64>(m_categories.id(category)));
        const QJsonObject args = event.value(QLatin1String("args")).toObject();
        for (auto it = args.begin(); it != args.end(); ++it)
            body += bytes(4, bytes(10, it.key().toUtf8()) + annotationValue(it.value()));
        const qint64 begin = ns(event.value(QLatin1String("ts")));
        const qint64 duration = ns(event.value(QLatin1String("dur")));
        m_packets.append({begin, 1, duration, bytes(11, body)});
        m_ends.append({begin + duration, duration > 0 ? 0 : 2, 0, bytes(11, number(9, 2) + number(11, uuid))});
    }

    QHash<QString, QString> m_processNames;
    QHash<QString, QString> m_threadNames;
    QHash<QString, quint64> m_tracks;
    QList<QByteArray> m_descriptors;
    QList<Timed> m_packets;
    QList<Timed> m_ends;
    Table m_names{{}, {}, 2};
    Table m_categories{{}, {}, 1};
    Table m_kernels{{}, {}, 1000, 3};
    Table m_specs{{}, {}, 24};
    quint64 m_stages = 0;
};

} // namespace

QByteArray pftraceOf(const QByteArray &chromeTrace, PftraceOrder order)
{
    const QJsonArray events = eventsOf(chromeTrace);
    Writer writer(events);
    return writer.write(events, order);
}

QByteArray chromeOf(const QByteArray &chromeTrace)
{
    QJsonArray kept;
    for (const QJsonValue value : eventsOf(chromeTrace)) {
        if (const QString phase = value.toObject().value(QLatin1String("ph")).toString();
            phase == QLatin1String("X") || phase == QLatin1String("M"))
            kept.append(value);
    }
    return QJsonDocument(QJsonObject{{QStringLiteral("traceEvents"), kept}}).toJson(QJsonDocument::Compact);
}

} // namespace lamella::test

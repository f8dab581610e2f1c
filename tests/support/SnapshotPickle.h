// SPDX-License-Identifier: GPL-3.0-or-later
// Writes memory snapshots as pickles of protocol 2, without a memo: dicts and lists by hand, or the histories and segments of
// devices.
#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <initializer_list>
#include <optional>

namespace lamella::test {

class Pickler {
public:
    Pickler() { m_bytes = QByteArray("\x80\x02", 2); }
    Pickler &text(const QByteArray &text)
    {
        op('X').little(static_cast<quint64>(text.size()), 4);
        m_bytes += text;
        return *this;
    }
    Pickler &number(qint64 value) { return op('\x8a').op(8).little(static_cast<quint64>(value), 8); }
    Pickler &list() { return op(']').op('('); }
    Pickler &endList() { return op('e'); }
    Pickler &dict() { return op('}').op('('); }
    Pickler &endDict() { return op('u'); }
    Pickler &field(const char *key, qint64 value) { return text(key).number(value); }
    Pickler &named(const char *key, const char *value) { return text(key).text(value); }
    Pickler &raw(const QByteArray &bytes)
    {
        m_bytes += bytes;
        return *this;
    }
    [[nodiscard]] QByteArray done() { return m_bytes + '.'; }
    // Without STOP.
    [[nodiscard]] QByteArray value() const { return m_bytes.mid(2); }

private:
    Pickler &op(int code)
    {
        m_bytes += static_cast<char>(code);
        return *this;
    }
    Pickler &little(quint64 value, int bytes)
    {
        for (int i = 0; i < bytes; ++i)
            m_bytes += static_cast<char>(value >> (8 * i) & 0xFF);
        return *this;
    }
    QByteArray m_bytes;
};

struct PickledFrame {
    const char *file;
    int line;
    const char *function;
};
using PickledFrames = std::initializer_list<PickledFrame>;

// A snapshot of PyTorch's allocator; blocks belong to the segment that was added last.
class SnapshotPickle {
public:
    static constexpr qint64 kMiB = qint64{1} << 20;

    // The history of the next device.
    SnapshotPickle &device()
    {
        m_traces << QByteArray();
        return *this;
    }
    SnapshotPickle &event(const char *action, qint64 address, qint64 bytes, std::optional<qint64> us, PickledFrames frames = {})
    {
        Pickler made;
        made.dict().named("action", action).field("addr", address).field("size", bytes).field("stream", 0);
        if (us)
            made.field("time_us", *us);
        m_traces.back() += addFrames(made, frames).endDict().value();
        return *this;
    }
    // `driver`: bytes that were free there.
    SnapshotPickle &outOfMemory(qint64 bytes, qint64 us, qint64 driver, PickledFrames frames = {})
    {
        Pickler made;
        made.dict().named("action", "oom").field("size", bytes).field("time_us", us).field("device_free", driver);
        m_traces.back() += addFrames(made, frames).endDict().value();
        return *this;
    }
    SnapshotPickle &freed(qint64 address, qint64 bytes, qint64 us)
    {
        return event("free_requested", address, bytes, us).event("free_completed", address, bytes, us);
    }
    SnapshotPickle &segment(int device, qint64 address, qint64 bytes, bool expandable = false)
    {
        endSegment();
        m_segment.dict().field("device", device).field("address", address).field("total_size", bytes);
        m_segment.field("is_expandable", expandable ? 1 : 0).text("blocks").list();
        m_open = true;
        return *this;
    }
    SnapshotPickle &block(qint64 address, qint64 bytes, const char *state, PickledFrames frames = {})
    {
        m_segment.dict().field("address", address).field("size", bytes).named("state", state);
        addFrames(m_segment, frames).endDict();
        return *this;
    }
    SnapshotPickle &used(qint64 address, qint64 bytes, PickledFrames frames = {})
    {
        return block(address, bytes, "active_allocated", frames);
    }
    SnapshotPickle &unused(qint64 address, qint64 bytes) { return block(address, bytes, "inactive"); }
    [[nodiscard]] QByteArray done()
    {
        endSegment();
        Pickler made;
        made.dict().text("device_traces").list();
        for (const QByteArray &trace : m_traces)
            made.list().raw(trace).endList();
        made.endList().text("segments").list().raw(m_segments).endList();
        return made.endDict().done();
    }

private:
    static Pickler &addFrames(Pickler &made, PickledFrames frames)
    {
        made.text("frames").list();
        for (const PickledFrame &frame : frames)
            made.dict().named("filename", frame.file).field("line", frame.line).named("name", frame.function).endDict();
        return made.endList();
    }
    void endSegment()
    {
        if (!m_open)
            return;
        m_segments += m_segment.endList().endDict().value();
        m_segment = Pickler();
        m_open = false;
    }

    QByteArrayList m_traces;
    Pickler m_segment;
    QByteArray m_segments;
    bool m_open = false;
};

} // namespace lamella::test

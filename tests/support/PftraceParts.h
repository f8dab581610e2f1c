// SPDX-License-Identifier: GPL-3.0-or-later
// Packets of Perfetto traces for tests that build small ones by hand, and what is read of them.
#pragma once

#include "core/model/TraceDocument.h"
#include "tests/support/PftraceOfTrace.h"

#include <map>
#include <memory>
#include <string>

namespace lamella::test::pb {

struct On { // what a packet is on; 0: it says nothing
    quint64 clock = 0;
    quint64 sequence = 1;
};
[[nodiscard]] QByteArray packet(quint64 time, const QByteArray &body, On on = {});
[[nodiscard]] QByteArray fixed64(int field, quint64 value);
[[nodiscard]] QByteArray deflated(const QByteArray &packets); // by zlib

// Fields of a packet: track events.
[[nodiscard]] QByteArray begin(const QByteArray &name, quint64 track = 1);
[[nodiscard]] QByteArray end(quint64 track = 1);
[[nodiscard]] QByteArray instant(const QByteArray &name, quint64 track = 1);
// A mention of a flow, as a field of a track event.
[[nodiscard]] QByteArray flow(quint64 id);

// Packets.
[[nodiscard]] QByteArray descriptor(quint64 track, const QByteArray &body);
[[nodiscard]] QByteArray mainThread(); // track 1: thread 8 of process 7
// A kernel with its queue and stage in the packet, so that there is GPU work.
[[nodiscard]] QByteArray kernel(quint64 time, quint64 duration, const QByteArray &queue = "stream 7", quint64 queueId = 5);

// The Chrome trace that is made of it.
[[nodiscard]] QByteArray textOf(const QByteArray &trace);
// The document of a file with this content; null if it cannot be opened.
[[nodiscard]] std::shared_ptr<const core::TraceDocument> documentOf(const QByteArray &trace);
[[nodiscard]] std::map<std::string, std::int64_t> durationsOf(const core::TraceDocument &document); // by name
[[nodiscard]] std::map<std::string, std::int64_t> startsOf(const core::TraceDocument &document); // by name

} // namespace lamella::test::pb

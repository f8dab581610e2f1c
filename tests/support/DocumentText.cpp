// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/DocumentText.h"

#include <sstream>

namespace lamella::test {

using namespace core;

namespace {

void writeEvents(std::ostream &out, const TraceDocument &document)
{
    for (std::uint32_t id = 0; id < document.events.size(); ++id) {
        const EventRow row = document.events.row(EventId{id});
        const auto [offset, length] = document.events.text(EventId{id});
        out << "event " << id << ' ' << (row.phase == 0 ? '0' : row.phase) << ' ' << row.start << ' ' << row.duration << " name "
            << row.name.value << " cat " << row.category.value << " track " << row.track.value << " at " << offset << '+'
            << length;
        for (std::size_t key = 0; key < kSparseKeys; ++key)
            if (const auto value = document.events.sparse(EventId{id}, static_cast<SparseKey>(key)))
                out << " s" << key << '=' << *value;
        out << '\n';
    }
}

void writeKernels(std::ostream &out, const KernelTable &kernels)
{
    for (std::uint32_t i = 0; i < kernels.size(); ++i)
        out << "kernel " << i << ' ' << kernels.start[i] << ' ' << kernels.duration[i] << " name " << kernels.name[i].value
            << " event " << kernels.event[i].value << " stream " << kernels.stream[i].value << " kind "
            << static_cast<int>(kernels.kind[i]) << " shape " << kernels.shape[i].value << " correlation "
            << kernels.correlation[i] << " launch " << kernels.launch[i].value << '\n';
    for (const LaunchShape &shape : kernels.shapes)
        out << "shape " << shape.grid[0] << ' ' << shape.grid[1] << ' ' << shape.grid[2] << " x " << shape.block[0] << ' '
            << shape.block[1] << ' ' << shape.block[2] << '\n';
}

} // namespace

std::string documentText(const TraceDocument &document)
{
    std::ostringstream out;
    for (std::uint32_t i = 0; i < document.strings.size(); ++i)
        out << "string " << i << ' ' << document.strings.view(StringId{i}) << '\n';
    writeEvents(out, document);
    for (const Track &track : document.tracks)
        out << "track " << track.process << '/' << track.thread << ' ' << track.processName << '/' << track.threadName << ' '
            << track.sortIndex << ' ' << static_cast<int>(track.kind) << ' ' << track.stream.value << '\n';
    for (const Device &device : document.devices)
        out << "device " << device.number << ' ' << device.name << '\n';
    for (const Stream &stream : document.streams)
        out << "stream " << stream.device.value << ' ' << stream.number << ' ' << stream.track.value << '\n';
    writeKernels(out, document.kernels);
    for (const Operation &o : document.operations)
        out << "operation " << o.scope.value << ' ' << o.longName.value << ' ' << o.category.value << ' ' << o.source.value << ' '
            << o.module.value << ' ' << o.flops << ' ' << o.bytes << '\n';
    const TraceBounds &bounds = document.bounds;
    out << "bounds " << bounds.exactBegin << ' ' << bounds.exactEnd << ' ' << bounds.perfettoBegin << ' ' << bounds.perfettoEnd
        << '\n';
    for (const Diagnostic &d : document.diagnostics.sorted())
        out << "diagnostic " << d.kind->id << ' ' << d.count << ' ' << d.firstOffset << ' ' << d.sample << '\n';
    for (const auto &[key, value] : document.metadata.other)
        out << "key " << key << ' ' << value << '\n';
    out << "producer " << document.metadata.producer << " raw " << document.source.rawBytes << '\n';
    return out.str();
}

} // namespace lamella::test

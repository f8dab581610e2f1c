// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/HostText.h"

#include <charconv>
#include <string>
#include <vector>

namespace lamella::test {

using namespace core;

namespace {

std::int64_t numberAfter(std::string_view text, std::size_t at)
{
    std::int64_t value = 0;
    if (at < text.size())
        std::from_chars(text.data() + at + 1, text.data() + text.size(), value);
    return value;
}

std::string_view categoryOf(std::string_view &name)
{
    for (const auto &[prefix, category] : {std::pair<std::string_view, std::string_view>("py:", "python_function"),
             std::pair<std::string_view, std::string_view>("range:", "user_annotation"),
             std::pair<std::string_view, std::string_view>("nccl:", "nvtx:NCCL")}) {
        if (name.substr(0, prefix.size()) == prefix) {
            name.remove_prefix(prefix.size());
            return category;
        }
    }
    return name.substr(0, 2) == "cu" || name.substr(0, 3) == "hip" ? "cuda_runtime" : "cpu_op";
}

class HostWriter {
public:
    explicit HostWriter(TraceDocument &document)
        : m_document(document)
    {
    }
    void addKernels()
    {
        for (std::uint32_t s = 0; s < m_document.streams.size(); ++s) {
            Track track;
            track.process = "gpu";
            track.thread = std::to_string(m_document.streams[s].number);
            track.kind = TrackKind::GpuStream;
            track.stream = StreamId(s);
            m_document.streams[s].track = TrackId(static_cast<std::uint32_t>(m_document.tracks.size()));
            m_document.tracks.push_back(track);
        }
        const KernelTable &kernels = m_document.kernels;
        for (std::uint32_t k = 0; k < kernels.size(); ++k)
            add(m_document.text(kernels.name[k]), "kernel", m_document.streams[kernels.stream[k].value].track, kernels.start[k],
                kernels.duration[k]);
    }
    void addThread(std::string_view text)
    {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos)
            return;
        Track track;
        track.process = "host";
        track.thread = std::string(text.substr(0, colon));
        track.kind = TrackKind::Cpu;
        m_document.tracks.push_back(track);
        text.remove_prefix(colon + 1);
        while (!text.empty()) {
            const std::size_t space = text.find(' ');
            if (const std::string_view call = text.substr(0, space); !call.empty())
                addCall(call);
            text = space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
        }
    }
    void finish()
    {
        std::vector<EventChunk> chunks;
        chunks.push_back(std::move(m_chunk));
        m_document.events = EventTable(std::move(chunks));
    }

private:
    void addCall(std::string_view call)
    {
        const std::size_t at = call.find('@');
        const std::size_t arrow = call.substr(0, at).find('>');
        std::string_view name = call.substr(0, std::min(at, arrow));
        const std::string_view category = categoryOf(name);
        const auto track = TrackId(static_cast<std::uint32_t>(m_document.tracks.size() - 1));
        const EventId event(m_chunk.size());
        add(name, category, track, numberAfter(call, at), numberAfter(call, call.find('+', at)));
        if (arrow == std::string_view::npos)
            return;
        const std::string_view range = call.substr(0, at);
        const std::int64_t first = numberAfter(range, arrow);
        const std::size_t dash = range.find('-', arrow);
        const std::int64_t last = dash == std::string_view::npos ? first : numberAfter(range, dash);
        for (std::int64_t k = first; k <= last; ++k)
            m_document.kernels.launch[static_cast<std::size_t>(k)] = event;
    }
    void add(std::string_view name, std::string_view category, TrackId track, std::int64_t start, std::int64_t duration)
    {
        m_chunk.start.push_back(start);
        m_chunk.duration.push_back(duration);
        m_chunk.name.push_back(m_document.strings.intern(name));
        m_chunk.category.push_back(m_document.strings.intern(category));
        m_chunk.track.push_back(track);
        m_chunk.offset.push_back(0);
        m_chunk.length.push_back(0);
        m_chunk.phase.push_back('X');
    }

    TraceDocument &m_document;
    EventChunk m_chunk;
};

} // namespace

void addHost(TraceDocument &document, std::string_view text)
{
    HostWriter writer(document);
    writer.addKernels();
    while (!text.empty()) {
        const std::size_t end = text.find(';');
        writer.addThread(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    writer.finish();
}

} // namespace lamella::test

// SPDX-License-Identifier: GPL-3.0-or-later
// Reads XSpace, the protobuf message that the XLA profiler writes (*.xplane.pb), into a DocumentBuilder. Field numbers as in the
// public definition of the message (tsl/profiler/protobuf/xplane.proto).
#pragma once

#include "core/import/DeviceSpans.h"
#include "core/import/DocumentBuilder.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lamella::core {

namespace xplane {
struct StatFacts;
class StatTexts;
} // namespace xplane

class XPlaneReader {
public:
    XPlaneReader(DocumentBuilder &builder, const JobControl &control);
    ~XPlaneReader();
    XPlaneReader(const XPlaneReader &) = delete;
    XPlaneReader &operator=(const XPlaneReader &) = delete;

    // False if stopped, or if there are more events or memory than the limits allow (limitHit()). Damage ends the current plane,
    // with a diagnostic.
    [[nodiscard]] bool read(std::string_view bytes);
    [[nodiscard]] bool limitHit() const { return m_limitHit; }
    [[nodiscard]] std::size_t planes() const { return m_planes; }

private:
    struct Plane;
    bool readPlane(std::string_view bytes, std::size_t offset);
    // Counts memory held by the reader itself. False if the limit is exceeded.
    bool keep(std::uint64_t bytes);
    void readPlaneHead(std::string_view bytes, Plane &plane);
    void readKind(std::string_view entry, Plane &plane);
    bool readLine(std::string_view bytes, Plane &plane);
    bool readEvent(std::string_view bytes, std::int64_t lineStartNs, TrackId track, Plane &plane);
    void setStats(EventId event, StringId name, const xplane::StatFacts *kind, OperationId operation, const Plane &plane);
    void setLaunch(EventId event, StringId name, const xplane::StatFacts &facts);
    void addWork();

    DocumentBuilder &m_builder;
    std::unique_ptr<xplane::StatTexts> m_texts;
    const JobControl &m_control;
    std::vector<std::vector<DeviceSpan>> m_spans; // by track
    struct DeviceFacts {
        std::string type;
        double peakFlopsPerSecond = 0;
        double peakBytesPerSecond = 0;
        std::int64_t computeMajor = 0;
        std::int64_t computeMinor = 0;
        std::int64_t multiprocessors = 0; // 0: not recorded
        std::int64_t memoryBytes = 0;
    };
    std::unordered_map<std::string, DeviceFacts> m_deviceFacts; // by name of the plane
    struct GpuLaunch { // how work on a GPU was launched
        EventId event; // the work
        std::int64_t correlation = 0;
        LaunchShape shape;
    };
    void recordDevices(const std::map<std::int64_t, const DeviceFacts *> &devices);
    std::vector<GpuLaunch> m_gpuLaunches; // in the order of their events
    enum class LineKind : std::uint8_t { Host, GpuStream, Other } m_line = LineKind::Other; // of the current line
    std::vector<std::string_view> m_stats; // of the current event
    const char *m_begin = nullptr; // start of the file
    StringId m_category{0}; // of the events of the current line
    std::size_t m_planes = 0;
    std::set<std::string, std::less<>> m_hosts; // recorded, at most two
    bool m_limitHit = false;
};

} // namespace lamella::core

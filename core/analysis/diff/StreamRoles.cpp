// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/StreamRoles.h"

#include <map>

namespace lamella::core {

namespace {

// Side streams of the device by number. Streams are sorted by (device, number).
std::map<std::int64_t, std::uint32_t> sideStreams(
    const TraceDocument &document, const Segmentation &segmentation, DeviceId device)
{
    std::map<std::int64_t, std::uint32_t> found;
    const StreamId main = segmentation.devices[device.value].mainStream;
    for (std::uint32_t s = 0; s < document.streams.size(); ++s)
        if (document.streams[s].device == device && StreamId(s) != main)
            found.emplace(document.streams[s].number, s);
    return found;
}

} // namespace

StreamRoles streamRoles(const TraceDocument &a, const Segmentation &segmentationA, DeviceId deviceA, const TraceDocument &b,
    const Segmentation &segmentationB, DeviceId deviceB)
{
    StreamRoles roles;
    roles.a.assign(a.streams.size(), 0);
    roles.b.assign(b.streams.size(), 0);
    auto sideA = sideStreams(a, segmentationA, deviceA);
    auto sideB = sideStreams(b, segmentationB, deviceB);
    for (auto it = sideA.begin(); it != sideA.end();) {
        const auto other = sideB.find(it->first);
        if (other == sideB.end()) {
            ++it;
            continue;
        }
        roles.a[it->second] = roles.b[other->second] = roles.count++;
        sideB.erase(other);
        it = sideA.erase(it);
    }
    auto itA = sideA.begin();
    auto itB = sideB.begin();
    while (itA != sideA.end() || itB != sideB.end()) {
        if (itA != sideA.end())
            roles.a[(itA++)->second] = roles.count;
        if (itB != sideB.end())
            roles.b[(itB++)->second] = roles.count;
        ++roles.count;
    }
    return roles;
}

} // namespace lamella::core

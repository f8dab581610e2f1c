// SPDX-License-Identifier: GPL-3.0-or-later
// Events of an XSpace message as JSON text: name, times and stats, including those of their kind.
#pragma once

#include "core/base/Result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// Names of a plane are indexed when its first event is asked for. Not thread-safe.
class XPlaneEvents {
public:
    explicit XPlaneEvents(std::string bytes); // the whole message
    XPlaneEvents(const XPlaneEvents &) = delete;
    XPlaneEvents &operator=(const XPlaneEvents &) = delete;
    ~XPlaneEvents();

    // The event at `offset`: {"name": …, "offset_ps": …, "duration_ps": …, "args": {…}}; stats of the event take precedence
    // over those of its kind. Errors: BadRequest if there is no such event, Syntax.
    [[nodiscard]] Result<std::string> json(std::int64_t offset, std::uint32_t length);

private:
    struct Plane;
    [[nodiscard]] Plane *planeOf(std::string_view event);

    std::string m_bytes;
    bool m_listed = false;
    std::vector<std::unique_ptr<Plane>> m_planes;
};

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
// The lines on which XLA records the launches of whole programs ("XLA Modules") and steps ("Steps") beside the operations of a
// device: the time on that device decides which operation ran in which of them.
#pragma once

#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/model/TraceDocument.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace lamella::core {

class ProgramLaunches {
public:
    explicit ProgramLaunches(const TraceDocument &document);
    // Keeps the event if it is on such a line; false for all others.
    bool take(const EventChunk &chunk, std::uint32_t row);
    // Launches of the main programs of each device, then its steps; each call once for every track of its device that contains
    // streams. A group of more than four million calls is left out.
    [[nodiscard]] std::vector<CallGroup> groups() const;

    // Names of the programs launched, with their fingerprints.
    [[nodiscard]] std::set<StringId> programs() const;

private:
    enum class Line : std::uint8_t { None, Modules, Steps };
    [[nodiscard]] std::vector<AnnotatedCall> mainPrograms() const;
    void add(const std::vector<AnnotatedCall> &launches, const char *label, std::vector<CallGroup> &groups) const;

    const TraceDocument &m_document;
    std::vector<Line> m_lines; // by TrackId
    std::map<std::string, std::vector<TrackId>> m_streams; // of a process
    std::vector<AnnotatedCall> m_modules;
    std::vector<AnnotatedCall> m_steps;
    bool m_any = false;
};

} // namespace lamella::core

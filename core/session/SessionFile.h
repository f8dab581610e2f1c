// SPDX-License-Identifier: GPL-3.0-or-later
// *.lamella: which traces, with which choices and notes, as JSON that diffs well. Other members (layout, view) may be added by
// later versions and are ignored here.
#pragma once

#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"
#include "core/session/Notes.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

struct SessionTrace {
    std::string path; // absolute after reading; written relative to the session file where it lies beside or below it
    std::string fingerprint; // empty = not known
    std::optional<SessionOptions> choices; // where this one was cut otherwise than SessionFile::choices say
};

// How the tracks of the timeline are arranged; keys of tracks as the window gives them.
struct SessionTracks {
    std::vector<std::string> pinned;
    std::vector<std::string> hidden;
    std::vector<std::string> order;
    std::vector<std::string> adopted = {}; // pairs: a track that stands in another group, and one of that group
    std::string grouping; // a word; empty = as recorded
    bool operator==(const SessionTracks &) const = default;
    [[nodiscard]] bool empty() const { return *this == SessionTracks{}; }
};
inline constexpr std::size_t kMaxSessionTracks = 20'000; // of each list; more is an error of the reader

struct SessionFile {
    std::vector<SessionTrace> traces; // several = ranks of one job
    SessionOptions choices;
    std::vector<Note> notes; // of the first trace
    SessionTracks tracks = {}; // of the first trace
};

// Choices by path, of those traces that have their own.
[[nodiscard]] std::map<std::string, SessionOptions> ownChoices(const SessionFile &session);

// Errors: Io.
Result<void> writeSessionFile(const std::string &path, const SessionFile &session);
// Errors: Io, Limit, Syntax (no session file, or damaged: with the byte), BadRequest (newer version).
Result<SessionFile> readSessionFile(const std::string &path);
// By content ("format": "lamella.session" near the beginning); false for anything that cannot be read.
[[nodiscard]] bool isSessionFile(const std::string &path);
// Sentences about traces that are missing or have changed since; empty = all as they were.
[[nodiscard]] std::vector<Message> sessionWarnings(const SessionFile &session);

} // namespace lamella::core

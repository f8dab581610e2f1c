// SPDX-License-Identifier: GPL-3.0-or-later
// *.lamella files: traces with choices and notes, as JSON that diffs well. Unknown members, which later versions may add, are
// ignored.
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
    std::string path; // absolute after reading; written relative to the session file if it is in or below its folder
    std::string fingerprint; // empty = unknown
    std::optional<SessionOptions> choices; // if different from SessionFile::choices
};

// Arrangement of the timeline's tracks; keys as the window defines them.
struct SessionTracks {
    std::vector<std::string> pinned;
    std::vector<std::string> hidden;
    std::vector<std::string> order;
    std::vector<std::string> adopted = {}; // pairs: a track that was moved to another group, and a track of that group
    std::string grouping; // identifier of the grouping; empty = as recorded
    bool operator==(const SessionTracks &) const = default;
    [[nodiscard]] bool empty() const { return *this == SessionTracks{}; }
};
inline constexpr std::size_t kMaxSessionTracks = 20'000; // per list; a longer one is an error

struct SessionFile {
    std::vector<SessionTrace> traces; // several = ranks of one job
    SessionOptions choices;
    std::vector<Note> notes; // of the first trace
    SessionTracks tracks = {}; // of the first trace
};

// Choices by path, for the traces that have their own.
[[nodiscard]] std::map<std::string, SessionOptions> ownChoices(const SessionFile &session);

// Errors: Io.
Result<void> writeSessionFile(const std::string &path, const SessionFile &session);
// Errors: Io, Limit, Syntax (not a session file, or damaged; with the offset), BadRequest (newer version).
Result<SessionFile> readSessionFile(const std::string &path);
// Detects the content ("format": "lamella.session" near the beginning); false for unreadable files.
[[nodiscard]] bool isSessionFile(const std::string &path);
// Sentences about traces that are missing or have changed; empty if there are none.
[[nodiscard]] std::vector<Message> sessionWarnings(const SessionFile &session);

} // namespace lamella::core

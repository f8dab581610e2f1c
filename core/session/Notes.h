// SPDX-License-Identifier: GPL-3.0-or-later
// The user's bookmarks and notes on ranges, kernels, passes and layers of a trace. In JSON each note is one line, in time order,
// so that two versions diff well. Times count from the zero of the trace, so notes stay in place when the segmentation changes.
#pragma once

#include "core/base/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct JsonValue;

enum class NoteKind : std::uint8_t { Range, Pass, Layer, Kernel };
[[nodiscard]] std::string_view noteKindName(NoteKind kind); // "range", "pass", "layer", "kernel"

struct Note {
    NoteKind kind = NoteKind::Range;
    std::int64_t startNs = 0; // from the zero of the trace
    std::int64_t durationNs = 0; // 0 = an instant
    std::int64_t device = -1; // number as recorded; -1 = none
    int pass = -1; // for Pass, Layer, and Kernel inside a pass
    int layer = -3; // for Layer and Kernel; may be kHeadLayer, kTailLayer or kNoLayer
    std::int64_t kernel = -1; // `index` of kernels --each
    std::string what; // name of the kernel, else empty
    std::string text; // empty = a bookmark
    bool operator==(const Note &) const = default;
};

// Limits of a file of notes; a larger one is an error.
inline constexpr std::size_t kMaxNotes = 10'000;
inline constexpr std::size_t kMaxNoteBytes = 64 << 10;

// In order of (start, longer first, kind, text).
void sortNotes(std::vector<Note> &notes);

// The notes as lines of a JSON array, each indented by `indent`: "[
//     {...},
//     {...}
//   ]"; "[]" for none.
[[nodiscard]] std::string notesJson(std::vector<Note> notes, std::string_view indent);
// Errors: Syntax with the offset: not a list of notes, a value out of range, too many. Unknown members are ignored.
Result<std::vector<Note>> notesFrom(const JsonValue &list, const std::string &path);

// Writes the notes of one trace: {"format":"lamella.notes","version":1,...}. Replaces the file atomically. Errors: Io.
Result<void> writeNotes(
    const std::string &path, const std::string &tracePath, const std::string &fingerprint, const std::vector<Note> &notes);
// Errors: Io, Limit, Syntax; BadRequest for a newer version of the format.
Result<std::vector<Note>> readNotes(const std::string &path);

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/Notes.h"

#include "core/base/Saturate.h"
#include "core/model/Selection.h"
#include "core/report/TableWriters.h"
#include "core/session/JsonText.h"
#include "core/system/AtomicFile.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace lamella::core {

namespace {

constexpr std::string_view kFormat = "lamella.notes";
constexpr int kVersion = 1;
constexpr std::array<std::string_view, 4> kKinds{"range", "pass", "layer", "kernel"};

Error wrong(const JsonValue &value, const std::string &path, std::string what)
{
    return {ErrorCode::Syntax, std::move(what), path, value.offset};
}

// A missing member keeps the default; an invalid one is an error.
template <class Number>
bool take(const JsonValue &object, std::string_view key, std::int64_t min, std::int64_t max, Number &target)
{
    if (!object.find(key))
        return true;
    const auto value = json::integer(object, key);
    if (!value || *value < min || *value > max)
        return false;
    target = static_cast<Number>(*value);
    return true;
}

Result<Note> noteFrom(const JsonValue &value, const std::string &path)
{
    Note note;
    if (!value.isObject())
        return wrong(value, path, "a note must be an object");
    const auto kind = std::find(kKinds.begin(), kKinds.end(), json::text(value, "kind").value_or("range"));
    if (kind == kKinds.end())
        return wrong(value, path, "kind of a note must be range, pass, layer or kernel");
    note.kind = static_cast<NoteKind>(kind - kKinds.begin());
    if (!take(value, "start_ns", INT64_MIN, INT64_MAX, note.startNs) || !take(value, "duration_ns", 0, INT64_MAX, note.durationNs)
        || !take(value, "device", -1, INT64_MAX, note.device) || !take(value, "pass", -1, INT32_MAX, note.pass)
        || !take(value, "layer", kNoLayer, INT32_MAX, note.layer) || !take(value, "kernel", -1, 0xFFFFFFFELL, note.kernel))
        return wrong(value, path, "a number of the note is out of range");
    note.durationNs = subtractSaturated(addSaturated(note.startNs, note.durationNs), note.startNs);
    note.what = json::text(value, "what").value_or("");
    note.text = json::text(value, "text").value_or("");
    if (note.what.size() + note.text.size() > kMaxNoteBytes)
        return wrong(value, path, "a note may hold 64 KiB of text");
    return note;
}

std::string noteJson(const Note &note)
{
    std::string out = "{\"kind\": " + json::quoted(noteKindName(note.kind)) + ", \"start_ns\": " + std::to_string(note.startNs)
        + ", \"duration_ns\": " + std::to_string(note.durationNs);
    const auto add = [&out](const char *key, std::int64_t value, std::int64_t none) {
        if (value != none)
            out += std::string(", \"") + key + "\": " + std::to_string(value);
    };
    add("device", note.device, -1);
    add("pass", note.pass, -1);
    add("layer", note.layer, kNoLayer);
    add("kernel", note.kernel, -1);
    if (!note.what.empty())
        out += ", \"what\": " + json::quoted(note.what);
    return out + ", \"text\": " + json::quoted(note.text) + "}";
}

} // namespace

std::string_view noteKindName(NoteKind kind)
{
    return kKinds[static_cast<std::size_t>(kind)];
}

void sortNotes(std::vector<Note> &notes)
{
    std::stable_sort(notes.begin(), notes.end(), [](const Note &a, const Note &b) {
        return std::tuple(a.startNs, -a.durationNs, a.kind, std::string_view(a.text))
            < std::tuple(b.startNs, -b.durationNs, b.kind, std::string_view(b.text));
    });
}

std::string notesJson(std::vector<Note> notes, std::string_view indent)
{
    sortNotes(notes);
    std::string out = "[";
    for (std::size_t i = 0; i < notes.size(); ++i)
        out += (i == 0 ? "\n" : ",\n") + std::string(indent) + "  " + noteJson(notes[i]);
    return out + (notes.empty() ? "]" : "\n" + std::string(indent) + "]");
}

Result<std::vector<Note>> notesFrom(const JsonValue &list, const std::string &path)
{
    if (!list.isArray())
        return wrong(list, path, "notes must be a list");
    if (list.items.size() > kMaxNotes)
        return wrong(list, path, "more than 10000 notes");
    std::vector<Note> notes;
    for (const JsonValue &value : list.items) {
        auto note = noteFrom(value, path);
        if (!note)
            return note.error();
        notes.push_back(std::move(*note));
    }
    sortNotes(notes);
    return notes;
}

Result<void> writeNotes(
    const std::string &path, const std::string &tracePath, const std::string &fingerprint, const std::vector<Note> &notes)
{
    const std::string text = "{\n  \"format\": " + json::quoted(kFormat) + ",\n  \"version\": " + std::to_string(kVersion)
        + ",\n  \"trace\": " + json::quoted(tracePath) + ",\n  \"fingerprint\": " + json::quoted(fingerprint)
        + ",\n  \"notes\": " + notesJson(notes, "  ") + "\n}\n";
    return writeFileAtomically(path, text);
}

Result<std::vector<Note>> readNotes(const std::string &path)
{
    const auto root = json::readFile(path);
    if (!root)
        return root.error();
    if (auto known = json::checkFormat(*root, kFormat, kVersion, path); !known)
        return known.error();
    const JsonValue *notes = root->find("notes");
    if (!notes)
        return std::vector<Note>{};
    return notesFrom(*notes, path);
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/SessionFile.h"

#include "core/base/Message.h"
#include "core/profile/UserChoices.h"
#include "core/report/TableWriters.h"
#include "core/session/Fingerprint.h"
#include "core/session/JsonText.h"
#include "core/system/AtomicFile.h"
#include "core/system/RegularFile.h"

#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace lamella::core {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFormat = "lamella.session";
constexpr int kVersion = 1;
constexpr std::size_t kMaxTraces = 1024;

// Without "." and "..", and without a trailing slash, so that reading and writing does not change a path.
fs::path normal(const fs::path &path)
{
    const fs::path clean = path.lexically_normal();
    return clean.has_filename() ? clean : clean.parent_path();
}

fs::path folderOf(const std::string &sessionPath)
{
    std::error_code code;
    const fs::path absolute = normal(fs::absolute(sessionPath, code));
    return code ? fs::path(".") : absolute.parent_path();
}

// Relative for files in or below the session's folder, so that both can be moved together.
std::string writtenPath(const std::string &path, const fs::path &folder)
{
    if (path.empty())
        return path;
    std::error_code code;
    const fs::path absolute = normal(fs::absolute(path, code));
    const fs::path relative = absolute.lexically_relative(folder);
    return code || relative.empty() || *relative.begin() == ".." ? absolute.string() : relative.string();
}

std::string readPath(const std::string &path, const fs::path &folder)
{
    return path.empty() ? path : normal(folder / path).string(); // operator/ keeps an absolute path
}

// A name of a device as it is; a file of hardware, by the rule of hardwareFor(), as the other paths.
bool isHardwareFile(const std::string &peaks)
{
    return peaks.find('/') != std::string::npos || peaks.ends_with(".json");
}

std::string writtenPeaks(const std::string &peaks, const fs::path &folder)
{
    if (!isHardwareFile(peaks))
        return peaks;
    const std::string path = writtenPath(peaks, folder);
    return isHardwareFile(path) ? path : "./" + path;
}

// Each with its name in the file.
template <class Paths> auto companionsOf(Paths &paths)
{
    return std::array{
        std::pair("capture", &paths.capture), std::pair("annotations", &paths.annotations), std::pair("eager", &paths.eager)};
}

// {"config":…,"capture":…,"yours":…,"peaks":…,"tokens":…,"profile":…,"profile_choices":false,"cut":{…}}; `cut` as in a user's profile.
// `indent`: spaces before the last line.
std::string choicesJson(const SessionOptions &choices, const fs::path &folder, int indent)
{
    std::string out;
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    const auto add = [&out, &margin](const char *key, const std::string &value) {
        out += (out.empty() ? "\n" : ",\n") + margin + "  \"" + key + "\": " + value;
    };
    if (!choices.configPath.empty())
        add("config", json::quoted(writtenPath(choices.configPath, folder)));
    for (const auto &[key, path] : companionsOf(choices.companions))
        if (!path->empty())
            add(key, json::quoted(writtenPath(*path, folder)));
    if (!choices.yours.empty())
        add("yours", json::quoted(choices.yours));
    if (!choices.roofline.peaks.empty())
        add("peaks", json::quoted(writtenPeaks(choices.roofline.peaks, folder)));
    if (choices.roofline.tokens > 0)
        add("tokens", std::to_string(choices.roofline.tokens));
    if (choices.roofline.context > 0)
        add("context", std::to_string(choices.roofline.context));
    if (!choices.profile.empty())
        add("profile", json::quoted(choices.profile));
    if (!choices.useProfileChoices && !choices.profile.empty()) // they are included in "cut", or were reset
        add("profile_choices", "false");
    const UserChoices userChoices{choices.anchor, choices.role, choices.blocksPerLayer, choices.layers, choices.selectedPass,
        choices.steadyPasses, choices.boundaries};
    if (!userChoices.empty())
        add("cut", userChoicesToJson(userChoices, indent + 2));
    return out.empty() ? "{}" : "{" + out + "\n" + margin + "}";
}

Error wrong(const JsonValue &value, const std::string &path, Message what)
{
    return {ErrorCode::Syntax, std::move(what), path, value.offset};
}

Result<SessionOptions> choicesFrom(const JsonValue &value, const std::string &path, const fs::path &folder)
{
    SessionOptions choices;
    if (!value.isObject())
        return wrong(value, path, "choices must be an object");
    choices.configPath = readPath(json::text(value, "config").value_or(""), folder);
    for (const auto &[key, file] : companionsOf(choices.companions))
        *file = readPath(json::text(value, key).value_or(""), folder);
    choices.yours = json::text(value, "yours").value_or("");
    choices.roofline.peaks = json::text(value, "peaks").value_or("");
    if (isHardwareFile(choices.roofline.peaks))
        choices.roofline.peaks = readPath(choices.roofline.peaks, folder);
    choices.roofline.tokens = std::max<std::int64_t>(0, json::integer(value, "tokens").value_or(0));
    choices.roofline.context = std::max<std::int64_t>(0, json::integer(value, "context").value_or(0));
    choices.profile = json::text(value, "profile").value_or("");
    if (const JsonValue *use = value.find("profile_choices"); use && use->kind == JsonValue::Kind::Bool)
        choices.useProfileChoices = use->boolean;
    if (const JsonValue *object = value.find("cut")) {
        auto userChoices = userChoicesFromJson(*object, "choices.cut", path);
        if (!userChoices)
            return userChoices.error();
        choices.anchor = std::move(userChoices->anchor);
        choices.role = userChoices->role;
        choices.blocksPerLayer = userChoices->blocksPerLayer;
        choices.layers = userChoices->layers;
        choices.selectedPass = userChoices->selectedPass;
        choices.steadyPasses = userChoices->steadyPasses;
        choices.boundaries = std::move(userChoices->boundaries);
    }
    return choices;
}

Result<std::vector<SessionTrace>> tracesFrom(const JsonValue &root, const std::string &path, const fs::path &folder)
{
    const JsonValue *list = root.find("traces");
    if (!list || !list->isArray() || list->items.empty())
        return wrong(root, path, "names no trace");
    if (list->items.size() > kMaxTraces)
        return wrong(*list, path, "names more than 1024 traces");
    std::vector<SessionTrace> traces;
    for (const JsonValue &value : list->items) {
        const auto file = value.isObject() ? json::text(value, "path") : std::nullopt;
        if (!file || file->empty())
            return wrong(value, path, "a trace must have a path");
        SessionTrace trace{readPath(*file, folder), json::text(value, "fingerprint").value_or(""), {}};
        if (const JsonValue *own = value.find("choices")) {
            auto choices = choicesFrom(*own, path, folder);
            if (!choices)
                return choices.error();
            trace.choices = std::move(*choices);
        }
        traces.push_back(std::move(trace));
    }
    return traces;
}

std::string listJson(const std::vector<std::string> &keys)
{
    std::string out = "[";
    for (std::size_t i = 0; i < keys.size(); ++i)
        out += (i == 0 ? "\n      " : ",\n      ") + json::quoted(keys[i]);
    return keys.empty() ? "[]" : out + "\n    ]";
}

std::string tracksJson(const SessionTracks &tracks)
{
    return "{\n    \"grouping\": " + json::quoted(tracks.grouping) + ",\n    \"pinned\": " + listJson(tracks.pinned)
        + ",\n    \"hidden\": " + listJson(tracks.hidden) + ",\n    \"order\": " + listJson(tracks.order)
        + (tracks.adopted.empty() ? std::string() : ",\n    \"adopted\": " + listJson(tracks.adopted)) + "\n  }";
}

Result<SessionTracks> tracksOf(const JsonValue &value, const std::string &path)
{
    if (!value.isObject())
        return wrong(value, path, "tracks must be an object");
    SessionTracks tracks;
    tracks.grouping = json::text(value, "grouping").value_or("");
    const std::pair<const char *, std::vector<std::string> *> lists[] = {
        {"pinned", &tracks.pinned}, {"hidden", &tracks.hidden}, {"order", &tracks.order}, {"adopted", &tracks.adopted}};
    for (const auto &[name, keys] : lists) {
        const JsonValue *list = value.find(name);
        if (!list)
            continue;
        if (!list->isArray() || list->items.size() > kMaxSessionTracks)
            return wrong(*list, path, msg("tracks.%1 must be a list of at most 20000 texts", std::string(name)));
        for (const JsonValue &key : list->items) {
            if (key.kind != JsonValue::Kind::String)
                return wrong(key, path, msg("tracks.%1 must hold texts", std::string(name)));
            keys->push_back(key.text);
        }
    }
    return tracks;
}

} // namespace

std::map<std::string, SessionOptions> ownChoices(const SessionFile &session)
{
    std::map<std::string, SessionOptions> own;
    for (const SessionTrace &trace : session.traces)
        if (trace.choices)
            own.emplace(trace.path, *trace.choices);
    return own;
}

Result<void> writeSessionFile(const std::string &path, const SessionFile &session)
{
    const fs::path folder = folderOf(path);
    std::string out =
        "{\n  \"format\": " + json::quoted(kFormat) + ",\n  \"version\": " + std::to_string(kVersion) + ",\n  \"traces\": [";
    for (std::size_t i = 0; i < session.traces.size(); ++i) {
        const SessionTrace &trace = session.traces[i];
        out += std::string(i == 0 ? "\n" : ",\n") + "    {\"path\": " + json::quoted(writtenPath(trace.path, folder));
        if (!trace.fingerprint.empty())
            out += ", \"fingerprint\": " + json::quoted(trace.fingerprint);
        if (trace.choices)
            out += ", \"choices\": " + choicesJson(*trace.choices, folder, 4);
        out += "}";
    }
    out += "\n  ],\n  \"choices\": " + choicesJson(session.choices, folder, 2)
        + (session.tracks.empty() ? "" : ",\n  \"tracks\": " + tracksJson(session.tracks))
        + ",\n  \"notes\": " + notesJson(session.notes, "  ") + "\n}\n";
    return writeFileAtomically(path, out);
}

Result<SessionFile> readSessionFile(const std::string &path)
{
    const auto root = json::readFile(path);
    if (!root)
        return root.error();
    if (auto known = json::checkFormat(*root, kFormat, kVersion, path); !known)
        return known.error();
    const fs::path folder = folderOf(path);
    SessionFile session;
    auto traces = tracesFrom(*root, path, folder);
    if (!traces)
        return traces.error();
    session.traces = std::move(*traces);
    // A session that names itself, or two that name each other, would be opened in an endless loop.
    for (const SessionTrace &trace : session.traces)
        if (isSessionFile(trace.path))
            return Error{ErrorCode::BadRequest,
                msg("names %1 as a trace, which is a session itself; a session can name traces only", trace.path), path, -1};
    if (const JsonValue *choices = root->find("choices")) {
        auto read = choicesFrom(*choices, path, folder);
        if (!read)
            return read.error();
        session.choices = std::move(*read);
    }
    if (const JsonValue *notes = root->find("notes")) {
        auto read = notesFrom(*notes, path);
        if (!read)
            return read.error();
        session.notes = std::move(*read);
    }
    if (const JsonValue *tracks = root->find("tracks")) {
        auto read = tracksOf(*tracks, path);
        if (!read)
            return read.error();
        session.tracks = std::move(*read);
    }
    return session;
}

bool isSessionFile(const std::string &path)
{
    constexpr std::size_t kHead = 256;
    const std::string head = firstBytes(path, kHead);
    const std::size_t format = head.find("\"format\"");
    return format != std::string::npos && head.find("\"lamella.session\"", format) != std::string::npos;
}

std::vector<Message> sessionWarnings(const SessionFile &session)
{
    std::vector<Message> warnings;
    for (const SessionTrace &trace : session.traces) {
        const auto now = fileFingerprint(trace.path);
        if (!now)
            warnings.push_back(msg("%1 cannot be read: %2", trace.path, now.error().detail));
        else if (!trace.fingerprint.empty() && *now != trace.fingerprint)
            warnings.push_back(msg("%1 has changed since the session was saved; notes may be misplaced.", trace.path));
    }
    return warnings;
}

} // namespace lamella::core

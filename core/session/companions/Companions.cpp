// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/companions/Companions.h"

#include "core/base/Message.h"
#include "core/import/EventTextReader.h"
#include "core/import/ImporterRegistry.h"
#include "core/import/chrome/ArgSearch.h"
#include "core/session/JsonText.h"
#include "core/system/Folder.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

namespace lamella::core {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxCaptures = 1024; // sizes of a server, times its ranks
constexpr std::string_view kDetails = "execution_details.json";
constexpr std::string_view kAnnotations = "kernel_annotations_rank";

bool isFolderPath(const std::string &path)
{
    std::error_code code;
    return fs::is_directory(path, code);
}

bool isFilePath(const fs::path &path)
{
    std::error_code code;
    return fs::is_regular_file(path, code);
}

std::int64_t wholeNumber(const JsonValue &object, std::string_view key)
{
    const JsonValue *value = object.find(key);
    if (value == nullptr)
        return 0;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value->text.data(), value->text.data() + value->text.size(), number);
    return error == std::errc() && end == value->text.data() + value->text.size() && number > 0 ? number : 0;
}

Result<std::vector<CaptureFile>> filesOfDetails(const fs::path &details)
{
    const auto root = json::readFile(details.string());
    if (!root)
        return root.error();
    const std::vector<JsonValue> entries = root->isArray() ? root->items : std::vector<JsonValue>{*root};
    std::vector<CaptureFile> files;
    for (const JsonValue &entry : entries) {
        const auto name = json::text(entry, "file");
        // Only files beside it: the path is that of another machine.
        const std::string file = name ? fs::path(*name).filename().string() : std::string();
        if (file.empty() || file == "." || file == "..")
            return Error{
                ErrorCode::Syntax, "has an entry without the name of a capture (\"file\")", details.string(), entry.offset};
        files.push_back({(details.parent_path() / file).string(), wholeNumber(entry, "batch_size")});
    }
    if (files.empty())
        return Error{ErrorCode::BadProfile, "names no capture", details.string(), -1};
    if (files.size() > kMaxCaptures)
        return Error{ErrorCode::Limit, "names more than 1024 captures; give those of one rank", details.string(), -1};
    return files;
}

Result<std::vector<CaptureFile>> filesOfFolder(const fs::path &folder)
{
    if (isFilePath(folder / kDetails))
        return filesOfDetails(folder / kDetails);
    std::vector<CaptureFile> files;
    for (const std::string_view ending : {std::string_view(".json"), std::string_view(".json.gz")})
        for (const std::string &name : fileNamesIn(folder.string(), "", ending))
            if (!name.ends_with("config.json") && !name.starts_with(kAnnotations))
                files.push_back({(folder / name).string(), 0});
    if (files.empty())
        return Error{ErrorCode::Io, "has no execution_details.json and no capture traces (.json, .json.gz)", folder.string(), -1};
    if (files.size() > kMaxCaptures)
        return Error{ErrorCode::Limit, "has more than 1024 files; give a folder of captures", folder.string(), -1};
    return files;
}

// The last word of a step or capture for each size, as the join will compare them.
std::set<std::int64_t> stepSizes(const TraceDocument &document, const JobControl &control)
{
    std::set<std::int64_t> sizes;
    for (const GraphReplay &replay : graphReplays(document, control))
        sizes.insert(replay.tokens);
    return sizes;
}

// Servers write a capture for each size, of which a trace replays a few.
bool mayServe(std::int64_t batch, const std::set<std::int64_t> &sizes)
{
    if (batch <= 0 || sizes.contains(0))
        return true;
    return std::any_of(sizes.begin(), sizes.end(), [batch](std::int64_t size) {
        return size <= batch && static_cast<std::uint64_t>(batch) <= std::bit_ceil(static_cast<std::uint64_t>(size));
    });
}

Result<std::shared_ptr<const TraceDocument>> opened(const std::string &path, const JobControl &control)
{
    JobControl quiet;
    quiet.stop = control.stop; // its bytes are not those of the trace, whose progress is shown
    auto document = openTrace(path, {}, quiet);
    if (!document) {
        Error error = document.error();
        error.source = error.source.empty() ? path : error.source;
        return error;
    }
    return document;
}

// Values of one arg, by event. `take` gets those of exactly this key.
template <class Take>
Result<void> eachArg(const TraceDocument &document, const std::string &key, const JobControl &control, Take take)
{
    if (!hasEventText(document))
        return {};
    ArgSearchOptions options;
    options.maxMatches = document.events.size();
    options.maxValueBytes = std::size_t{1} << 16; // names of templates are long
    const auto found = [&](std::vector<ArgMatch> &&matches) {
        for (ArgMatch &match : matches)
            if (match.key == key)
                take(match.event, std::move(match.value));
    };
    JobControl quiet;
    quiet.stop = control.stop;
    const auto searched = searchArgs(document, {key, {}}, options, found, quiet);
    if (!searched)
        return searched.error();
    return {};
}

Result<LaunchedNames> launchedNames(const TraceDocument &capture, const JobControl &control)
{
    LaunchedNames names;
    const auto read = eachArg(
        capture, "kernel", control, [&names](EventId event, std::string &&value) { names.emplace(event, std::move(value)); });
    if (!read)
        return read.error();
    return names;
}

Result<GraphNodes> graphNodes(const TraceDocument &document, const JobControl &control)
{
    GraphNodes nodes;
    const auto read = eachArg(document, "graph node id", control, [&nodes](EventId event, const std::string &value) {
        std::int64_t node = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), node);
        if (error == std::errc() && end == value.data() + value.size() && node != 0)
            nodes.emplace(event, node);
    });
    if (!read)
        return read.error();
    return nodes;
}

Result<void> openCaptures(
    const std::string &path, const TraceDocument &document, std::vector<Companion> &companions, const JobControl &control)
{
    const auto files = captureFiles(path);
    if (!files)
        return files.error();
    const std::set<std::int64_t> sizes = stepSizes(document, control);
    std::vector<CaptureFile> wanted;
    for (const CaptureFile &file : *files)
        if (mayServe(file.batch, sizes))
            wanted.push_back(file);
    if (wanted.empty() && !sizes.empty()) {
        std::string listed;
        for (const CaptureFile &file : *files)
            if (listed.size() < 80)
                listed += (listed.empty() ? "" : ", ") + std::to_string(file.batch);
        const std::string steps = *sizes.begin() == *sizes.rbegin()
            ? std::to_string(*sizes.begin())
            : std::to_string(*sizes.begin()) + " to " + std::to_string(*sizes.rbegin());
        return Error{ErrorCode::BadProfile,
            msg("captured for batch sizes %1 only; the steps that replay graphs here compute %2 tokens", listed, steps), path,
            -1};
    }
    if (wanted.empty())
        wanted = *files; // the trace replays nothing, which the join says
    std::vector<Companion> all;
    for (const CaptureFile &file : wanted) {
        auto trace = opened(file.path, control);
        if (!trace)
            return trace.error();
        auto names = launchedNames(**trace, control);
        if (!names)
            return names.error();
        all.push_back(
            {std::move(*trace), file.path, file.batch, false, std::make_shared<const LaunchedNames>(std::move(*names))});
    }
    const std::optional<int> rank = document.metadata.rank;
    const auto otherRank = [&rank](const Companion &c) { return c.document->metadata.rank && c.document->metadata.rank != rank; };
    if (rank && !std::all_of(all.begin(), all.end(), otherRank))
        std::erase_if(all, otherRank);
    companions.insert(companions.end(), all.begin(), all.end());
    return {};
}

// {"name": "qkv_proj", "module_fqn": "layers.0.attn"}, or a name alone.
void merge(GraphAnnotation &annotation, const JsonValue &value)
{
    if (value.isString())
        annotation.name = value.text;
    for (const char *key : {"layer", "fqn", "module", "module_fqn"})
        if (const auto text = json::text(value, key))
            annotation.module = *text;
    for (const char *key : {"annotation", "name"})
        if (const auto text = json::text(value, key))
            annotation.name = *text;
}

std::string annotationsFile(const std::string &path, std::optional<int> rank)
{
    if (!isFolderPath(path))
        return path;
    const std::vector<std::string> names =
        fileNamesIn(path, std::string(kAnnotations) + std::to_string(rank.value_or(0)), ".json");
    return names.empty() ? path : (fs::path(path) / names.front()).string();
}

} // namespace

Result<std::vector<CaptureFile>> captureFiles(const std::string &path)
{
    if (isFolderPath(path))
        return filesOfFolder(path);
    const fs::path file(path);
    if (file.filename().string().starts_with("execution_details"))
        return filesOfDetails(file);
    std::vector<CaptureFile> one{{path, 0}};
    if (isFilePath(file.parent_path() / kDetails))
        if (const auto listed = filesOfDetails(file.parent_path() / kDetails))
            for (const CaptureFile &entry : *listed)
                if (fs::path(entry.path).filename() == file.filename())
                    one.front().batch = entry.batch;
    return one;
}

Result<GraphAnnotations> readGraphAnnotations(const std::string &path)
{
    if (path.ends_with(".pkl") || path.ends_with(".pickle"))
        return Error{ErrorCode::BadProfile, "is a pickle; save the annotations as JSON (json.dump)", path, -1};
    const auto root = json::readFile(path);
    if (!root)
        return root.error();
    const JsonValue *nodes = root->find("annotations");
    nodes = nodes != nullptr && nodes->isObject() ? nodes : &*root;
    GraphAnnotations annotations;
    for (std::size_t i = 0; i < nodes->keys.size(); ++i) {
        const std::string &key = nodes->keys[i];
        std::int64_t node = 0;
        const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), node);
        if (error != std::errc() || end != key.data() + key.size())
            continue;
        GraphAnnotation &annotation = annotations[node];
        if (nodes->items[i].isArray())
            for (const JsonValue &scope : nodes->items[i].items)
                merge(annotation, scope);
        else
            merge(annotation, nodes->items[i]);
    }
    if (annotations.empty())
        return Error{ErrorCode::BadProfile, "has no annotations of graph nodes ({\"<node id>\": [{\"name\": …}]})", path, -1};
    return annotations;
}

Result<Origins> originsWith(const CompanionPaths &paths, std::shared_ptr<const TraceDocument> document,
    std::shared_ptr<const LaunchJoin> launches, const JobControl &control)
{
    Origins origins(document, std::move(launches));
    std::vector<Companion> companions;
    if (!paths.capture.empty())
        if (auto captures = openCaptures(paths.capture, *document, companions, control); !captures)
            return captures.error();
    if (!paths.eager.empty()) {
        auto trace = opened(paths.eager, control);
        if (!trace)
            return trace.error();
        companions.push_back({std::move(*trace), paths.eager, 0, true, nullptr});
    }
    if (!companions.empty()) {
        const auto mapping = joinCaptures(*document, companions, control);
        if (!mapping)
            return mapping.error();
        origins.addCompanions(companions, *mapping, control);
    }
    if (!paths.annotations.empty()) {
        const std::string file = annotationsFile(paths.annotations, document->metadata.rank);
        auto annotations = readGraphAnnotations(file);
        if (!annotations)
            return annotations.error();
        auto nodes = graphNodes(*document, control);
        if (!nodes)
            return nodes.error();
        if (auto fits = origins.addAnnotations(std::move(*annotations), std::move(*nodes), file); !fits)
            return fits.error();
    }
    if (control.stopRequested())
        return Error{ErrorCode::Cancelled, "stopped", {}, -1};
    return origins;
}

CompanionPaths companionsBeside(const std::string &trace, std::optional<int> rank)
{
    const fs::path folder = fs::path(trace).parent_path();
    CompanionPaths found;
    if (isFilePath(folder / "capture_traces" / kDetails))
        found.capture = (folder / "capture_traces").string();
    else if (isFilePath(folder / kDetails))
        if (const auto files = captureFiles((folder / kDetails).string())) {
            const bool itself = std::any_of(files->begin(), files->end(),
                [&trace](const CaptureFile &file) { return fs::path(file.path).filename() == fs::path(trace).filename(); });
            found.capture = itself ? std::string() : folder.string();
        }
    const std::string prefix = std::string(kAnnotations) + std::to_string(rank.value_or(0));
    for (const fs::path &where : {folder, folder.parent_path()}) {
        std::vector<std::string> names = fileNamesIn(where.empty() ? "." : where.string(), prefix, ".json");
        // rank1 is not rank12
        std::erase_if(names, [&prefix](const std::string &name) {
            const char next = name[prefix.size()];
            return next >= '0' && next <= '9';
        });
        if (!names.empty() && found.annotations.empty())
            found.annotations = (where / names.front()).string();
    }
    return found;
}

} // namespace lamella::core

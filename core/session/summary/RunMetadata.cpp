// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/summary/RunMetadata.h"

#include "core/profile/JsonValue.h"

#include <algorithm>
#include <filesystem>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxEntries = 64;

Result<RunMetadata> readFile(const std::string &path)
{
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return RunMetadata{};
    const Result<std::string> text = readSmallFile(path);
    if (!text)
        return text.error();
    const Result<JsonValue> json = parseJson(*text, path);
    if (!json)
        return json.error();
    const auto plain = [](const JsonValue &value) {
        return value.isString() || value.isNumber() || value.kind == JsonValue::Kind::Bool;
    };
    if (!json->isObject() || json->items.size() > kMaxEntries || !std::all_of(json->items.begin(), json->items.end(), plain))
        return Error{ErrorCode::Syntax,
            msg("holds no metadata of a run: write one object of at most %1 texts, numbers or booleans, or rename it",
                kMaxEntries),
            path, json->offset};
    RunMetadata metadata;
    for (std::size_t i = 0; i < json->items.size(); ++i) {
        const JsonValue &value = json->items[i];
        metadata.emplace_back(
            json->keys[i], value.kind == JsonValue::Kind::Bool ? (value.boolean ? "true" : "false") : value.text);
    }
    return metadata;
}

} // namespace

std::string runMetadataFile(const std::string &tracePath)
{
    return tracePath + ".meta.json";
}

Result<RunMetadata> runMetadata(const std::string &tracePath, const RunMetadata &given)
{
    Result<RunMetadata> all = readFile(runMetadataFile(tracePath));
    if (!all)
        return all;
    for (const auto &[key, value] : given) {
        const auto same =
            std::find_if(all->begin(), all->end(), [&name = key](const auto &entry) { return entry.first == name; });
        if (same != all->end())
            same->second = value;
        else
            all->emplace_back(key, value);
    }
    return all;
}

Message metadataSentence(const RunMetadata &metadata)
{
    std::string all;
    for (const auto &[key, value] : metadata)
        all += (all.empty() ? "" : "; ") + key + ": " + value;
    return all.empty() ? Message() : msg("Run: %1", all);
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/UserChoices.h"

#include "core/base/Message.h"
#include "core/model/Selection.h"
#include "core/profile/JsonValue.h"
#include "core/profile/ModelProfile.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxBoundaries = 100'000;
constexpr int kMaxBlocks = 16;
constexpr int kMaxLayers = 10'000;
constexpr int kMaxNumber = 1'000'000'000; // of a pass or layer

class ChoicesReader {
public:
    ChoicesReader(std::string field, std::string path)
        : m_field(std::move(field))
        , m_path(std::move(path))
    {
    }
    Result<UserChoices> read(const JsonValue &object);

private:
    bool fail(const JsonValue &at, const std::string &field, const Message &problem)
    {
        m_error = Error{ErrorCode::BadProfile, msg("%1: %2", field, problem), m_path, at.offset};
        return false;
    }
    bool knownKeys(const JsonValue &object, const std::string &field, std::initializer_list<std::string_view> keys);
    bool whole(const JsonValue &value, const std::string &field, std::int64_t min, std::int64_t max, std::int64_t &out);
    bool member(const JsonValue &object, const char *key, int min, int max, std::optional<int> &out);
    bool anchor(const JsonValue &object, UserChoices &out);
    bool steady(const JsonValue &object, UserChoices &out);
    bool boundary(const JsonValue &value, const std::string &field, BoundaryEdit &out);
    bool boundaries(const JsonValue &object, UserChoices &out);

    std::string m_field;
    std::string m_path;
    Error m_error;
};

// A misspelt key would otherwise silently drop a choice.
bool ChoicesReader::knownKeys(const JsonValue &object, const std::string &field, std::initializer_list<std::string_view> keys)
{
    if (!object.isObject())
        return fail(object, field, "must be an object");
    for (std::size_t i = 0; i < object.keys.size(); ++i) {
        if (std::find(keys.begin(), keys.end(), object.keys[i]) == keys.end() && object.keys[i] != "comment")
            return fail(object.items[i], field + '.' + object.keys[i].substr(0, 60), "unknown field");
    }
    return true;
}

// From the digits as written: a double would lose precision for times of a long trace.
bool ChoicesReader::whole(const JsonValue &value, const std::string &field, std::int64_t min, std::int64_t max, std::int64_t &out)
{
    const char *end = value.text.data() + value.text.size();
    const auto parsed = std::from_chars(value.text.data(), end, out);
    if (value.isNumber() && parsed.ec == std::errc{} && parsed.ptr == end && out >= min && out <= max)
        return true;
    return fail(value, field, msg("must be a whole number from %1 to %2", min, max));
}

bool ChoicesReader::member(const JsonValue &object, const char *key, int min, int max, std::optional<int> &out)
{
    const JsonValue *value = object.find(key);
    std::int64_t number = 0;
    if (value == nullptr)
        return true;
    if (!whole(*value, m_field + '.' + key, min, max, number))
        return false;
    out = static_cast<int>(number);
    return true;
}

bool ChoicesReader::anchor(const JsonValue &object, UserChoices &out)
{
    if (const JsonValue *value = object.find("anchor")) {
        if (!value->isString() || value->text.empty())
            return fail(*value, m_field + ".anchor", "must be a text or a /regular expression/");
        if (const auto pattern = NamePattern::parse(value->text); !pattern)
            return fail(*value, m_field + ".anchor", pattern.error().detail);
        out.anchor = value->text;
    }
    if (const JsonValue *value = object.find("role")) {
        out.role = value->isString() ? anchorRoleFromName(value->text) : std::nullopt;
        if (!out.role)
            return fail(*value, m_field + ".role", "must be begins, ends or within");
    }
    return true;
}

bool ChoicesReader::steady(const JsonValue &object, UserChoices &out)
{
    const JsonValue *value = object.find("steady_passes");
    if (value == nullptr)
        return true;
    const std::string field = m_field + ".steady_passes";
    std::int64_t first = 0;
    std::int64_t last = 0;
    if (!value->isArray() || value->items.size() != 2)
        return fail(*value, field, "must be the first and the last pass");
    if (!whole(value->items[0], field, 0, kMaxNumber, first) || !whole(value->items[1], field, first, kMaxNumber, last))
        return false;
    out.steadyPasses = {static_cast<int>(first), static_cast<int>(last)};
    return true;
}

bool ChoicesReader::boundary(const JsonValue &value, const std::string &field, BoundaryEdit &out)
{
    if (!knownKeys(value, field, {"device", "pass", "part", "layer", "start_ns"}))
        return false;
    const JsonValue *pass = value.find("pass");
    const JsonValue *part = value.find("part");
    const JsonValue *start = value.find("start_ns");
    if (pass == nullptr || part == nullptr || start == nullptr)
        return fail(value, field, "needs pass, part and start_ns");
    const auto known = part->isString() ? boundaryPartFromName(part->text) : std::nullopt;
    if (!known)
        return fail(*part, field + ".part", "must be pass_start, pass_end or layer_start");
    out.part = *known;
    std::int64_t number = 0;
    if (!whole(*pass, field + ".pass", 0, kMaxNumber, number)
        || !whole(*start, field + ".start_ns", INT64_MIN, INT64_MAX, out.startNs))
        return false;
    out.pass = static_cast<int>(number);
    if (const JsonValue *device = value.find("device"))
        if (!whole(*device, field + ".device", INT64_MIN, INT64_MAX, out.device))
            return false;
    const JsonValue *layer = value.find("layer");
    if (out.part != BoundaryPart::LayerStart)
        return layer == nullptr || fail(*layer, field + ".layer", "goes with layer_start only");
    if (layer == nullptr)
        return fail(value, field + ".layer", "is missing");
    if (layer->isString() && layer->text == "tail") {
        out.layer = kTailLayer;
        return true;
    }
    if (!whole(*layer, field + ".layer", 0, kMaxNumber, number))
        return false;
    out.layer = static_cast<int>(number);
    return true;
}

bool ChoicesReader::boundaries(const JsonValue &object, UserChoices &out)
{
    const JsonValue *value = object.find("boundaries");
    if (value == nullptr)
        return true;
    const std::string field = m_field + ".boundaries";
    if (!value->isArray() || value->items.size() > kMaxBoundaries)
        return fail(*value, field, msg("must be an array of at most %1 boundaries", kMaxBoundaries));
    for (std::size_t i = 0; i < value->items.size(); ++i)
        if (!boundary(value->items[i], field + '[' + std::to_string(i) + ']', out.boundaries.emplace_back()))
            return false;
    return true;
}

Result<UserChoices> ChoicesReader::read(const JsonValue &object)
{
    UserChoices choices;
    const bool good = knownKeys(object, m_field,
                          {"anchor", "role", "blocks_per_layer", "layers", "selected_pass", "steady_passes", "boundaries"})
        && anchor(object, choices) && member(object, "blocks_per_layer", 1, kMaxBlocks, choices.blocksPerLayer)
        && member(object, "layers", 1, kMaxLayers, choices.layers)
        && member(object, "selected_pass", 0, kMaxNumber, choices.selectedPass) && steady(object, choices)
        && boundaries(object, choices);
    if (!good)
        return m_error;
    return choices;
}

std::string boundaryToJson(const BoundaryEdit &edit)
{
    std::string out = "{ \"device\": " + std::to_string(edit.device) + ", \"pass\": " + std::to_string(edit.pass)
        + ", \"part\": \"" + std::string(boundaryPartName(edit.part)) + '"';
    if (edit.part == BoundaryPart::LayerStart)
        out += ", \"layer\": " + (edit.layer == kTailLayer ? std::string("\"tail\"") : std::to_string(edit.layer));
    return out + ", \"start_ns\": " + std::to_string(edit.startNs) + " }";
}

} // namespace

std::string jsonQuoted(std::string_view text)
{
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out += '\\';
        if (byte < 0x20)
            out += std::string("\\u00") + kHex[byte >> 4] + kHex[byte & 0xF];
        else
            out += c;
    }
    return out + '"';
}

bool UserChoices::empty() const
{
    return *this == UserChoices{};
}

Result<UserChoices> userChoicesFromJson(const JsonValue &object, const std::string &field, const std::string &path)
{
    return ChoicesReader(field, path).read(object);
}

std::string userChoicesToJson(const UserChoices &choices, int indent)
{
    const std::string margin(static_cast<std::size_t>(std::max(0, indent)), ' ');
    std::string body;
    const auto add = [&](const char *key, const std::string &value) {
        body += (body.empty() ? "\n" : ",\n") + margin + "  \"" + key + "\": " + value;
    };
    if (choices.anchor)
        add("anchor", jsonQuoted(*choices.anchor));
    if (choices.role)
        add("role", jsonQuoted(anchorRoleName(*choices.role)));
    if (choices.blocksPerLayer)
        add("blocks_per_layer", std::to_string(*choices.blocksPerLayer));
    if (choices.layers)
        add("layers", std::to_string(*choices.layers));
    if (choices.selectedPass)
        add("selected_pass", std::to_string(*choices.selectedPass));
    if (choices.steadyPasses)
        add("steady_passes",
            "[" + std::to_string(choices.steadyPasses->first) + ", " + std::to_string(choices.steadyPasses->second) + "]");
    if (!choices.boundaries.empty()) {
        std::string list = "[";
        for (std::size_t i = 0; i < choices.boundaries.size(); ++i)
            list += (i == 0 ? "\n" : ",\n") + margin + "    " + boundaryToJson(choices.boundaries[i]);
        add("boundaries", list + "\n" + margin + "  ]");
    }
    return body.empty() ? "{}" : "{" + body + "\n" + margin + "}";
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ProfileReader.h"

#include "core/profile/JsonValue.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxRules = 2000; // in one list; the built-in rules are a few hundred
constexpr std::size_t kMaxExpressions = 400; // in one file; each one is compiled
constexpr int kMaxBlocks = 16;
constexpr int kMaxLayers = 10'000;

class ProfileReader {
public:
    explicit ProfileReader(std::string path)
        : m_path(std::move(path))
    {
    }
    Result<ProfileFile> read(const JsonValue &root);

private:
    bool fail(const JsonValue &at, const std::string &field, const std::string &problem)
    {
        m_error = Error{ErrorCode::BadProfile, field + ": " + problem, m_path, at.offset};
        return false;
    }
    bool knownKeys(const JsonValue &object, const std::string &field, std::initializer_list<std::string_view> keys);
    bool text(const JsonValue &object, const std::string &field, std::string_view key, bool needed, std::string &out);
    bool number(const JsonValue &object, const std::string &field, std::string_view key, int min, int max, int &out);
    template <class T, class Read>
    bool list(const JsonValue &object, const std::string &field, std::string_view key, std::vector<T> &out, Read read);
    bool pattern(const JsonValue &value, const std::string &field, NamePattern &out);
    bool patternMember(const JsonValue &object, const std::string &field, NamePattern &out);
    bool plainText(const JsonValue &value, const std::string &field, std::string &out);
    bool anchor(const JsonValue &value, const std::string &field, AnchorRule &out);
    bool rule(const JsonValue &value, const std::string &field, CategoryRule &out);
    bool match(const JsonValue &object, const std::string &field, ModelProfile &out);
    bool profile(const JsonValue &object, const std::string &field, ModelProfile &out);
    bool choices(const JsonValue &object, const std::string &field, ModelProfile &out);
    bool several(const JsonValue &root, ProfileFile &out);

    std::string m_path;
    Error m_error;
    std::size_t m_expressions = 0;
};

std::string joined(const std::string &field, std::string_view key)
{
    return field.empty() ? std::string(key) : field + '.' + std::string(key);
}

// A misspelt key would silently change what the profile does.
bool ProfileReader::knownKeys(const JsonValue &object, const std::string &field, std::initializer_list<std::string_view> keys)
{
    if (!object.isObject())
        return fail(object, field.empty() ? "profile" : field, "must be an object");
    for (std::size_t i = 0; i < object.keys.size(); ++i) {
        if (std::find(keys.begin(), keys.end(), object.keys[i]) == keys.end() && object.keys[i] != "comment")
            return fail(object.items[i], joined(field, object.keys[i].substr(0, 60)), "unknown field");
    }
    return true;
}

bool ProfileReader::text(const JsonValue &object, const std::string &field, std::string_view key, bool needed, std::string &out)
{
    const JsonValue *value = object.find(key);
    if (!value)
        return !needed || fail(object, joined(field, key), "is missing");
    return plainText(*value, joined(field, key), out);
}

bool ProfileReader::plainText(const JsonValue &value, const std::string &field, std::string &out)
{
    if (!value.isString() || value.text.empty() || value.text.size() > 256)
        return fail(value, field, "must be a text of 1 to 256 bytes");
    out = value.text;
    return true;
}

bool ProfileReader::number(const JsonValue &object, const std::string &field, std::string_view key, int min, int max, int &out)
{
    const JsonValue *value = object.find(key);
    if (!value)
        return true;
    if (!value->isNumber() || value->number != std::floor(value->number) || value->number < min || value->number > max)
        return fail(
            *value, joined(field, key), "must be a whole number from " + std::to_string(min) + " to " + std::to_string(max));
    out = static_cast<int>(value->number);
    return true;
}

template <class T, class Read>
bool ProfileReader::list(const JsonValue &object, const std::string &field, std::string_view key, std::vector<T> &out, Read read)
{
    const JsonValue *value = object.find(key);
    if (!value)
        return true;
    const std::string name = joined(field, key);
    if (!value->isArray() || value->items.size() > kMaxRules)
        return fail(*value, name, "must be an array of at most " + std::to_string(kMaxRules) + " entries");
    for (std::size_t i = 0; i < value->items.size(); ++i) {
        if (!read(value->items[i], name + '[' + std::to_string(i) + ']', out.emplace_back()))
            return false;
    }
    return true;
}

bool ProfileReader::pattern(const JsonValue &value, const std::string &field, NamePattern &out)
{
    if (!value.isString())
        return fail(value, field, "must be a text or a /regular expression/");
    Result<NamePattern> parsed = NamePattern::parse(value.text);
    if (!parsed)
        return fail(value, field, parsed.error().detail);
    if (parsed->needle().empty() && ++m_expressions > kMaxExpressions)
        return fail(value, field, "more than " + std::to_string(kMaxExpressions) + " regular expressions in one file");
    out = *std::move(parsed);
    return true;
}

bool ProfileReader::patternMember(const JsonValue &object, const std::string &field, NamePattern &out)
{
    const JsonValue *value = object.find("pattern");
    return value ? pattern(*value, joined(field, "pattern"), out) : fail(object, joined(field, "pattern"), "is missing");
}

bool ProfileReader::anchor(const JsonValue &value, const std::string &field, AnchorRule &out)
{
    if (!knownKeys(value, field, {"pattern", "role", "blocks_per_layer", "lead_in"}) || !patternMember(value, field, out.pattern))
        return false;
    std::string role = "within";
    if (!text(value, field, "role", false, role))
        return false;
    const auto known = anchorRoleFromName(role);
    if (!known)
        return fail(*value.find("role"), joined(field, "role"), "must be begins, ends or within");
    out.role = *known;
    return number(value, field, "blocks_per_layer", 1, kMaxBlocks, out.blocksPerLayer)
        && list(value, field, "lead_in", out.leadIn,
            [this](const JsonValue &v, const std::string &f, NamePattern &p) { return pattern(v, f, p); });
}

bool ProfileReader::rule(const JsonValue &value, const std::string &field, CategoryRule &out)
{
    std::string id;
    if (!knownKeys(value, field, {"pattern", "category"}) || !patternMember(value, field, out.pattern)
        || !text(value, field, "category", true, id))
        return false;
    const auto category = categoryFromId(id);
    if (!category) {
        std::string known;
        for (const CategoryInfo &entry : categoryInfos())
            known += (known.empty() ? "" : ", ") + std::string(entry.id);
        return fail(*value.find("category"), joined(field, "category"), "unknown; known are " + known);
    }
    out.category = *category;
    return true;
}

bool ProfileReader::match(const JsonValue &object, const std::string &field, ModelProfile &out)
{
    const JsonValue *value = object.find("match");
    if (!value)
        return true;
    const std::string name = joined(field, "match");
    const auto plain = [this](const JsonValue &v, const std::string &f, std::string &s) { return plainText(v, f, s); };
    return knownKeys(*value, name, {"model_types", "config_keys", "kernels"})
        && list(*value, name, "model_types", out.modelTypes, plain) && list(*value, name, "config_keys", out.configKeys, plain)
        && list(*value, name, "kernels", out.kernels,
            [this](const JsonValue &v, const std::string &f, NamePattern &p) { return pattern(v, f, p); });
}

bool ProfileReader::profile(const JsonValue &object, const std::string &field, ModelProfile &out)
{
    out.file = m_path;
    return knownKeys(object, field, {"schema_version", "name", "title", "match", "anchors", "categories", "layers", "extends", "choices"})
        && text(object, field, "name", true, out.name) && text(object, field, "title", false, out.title)
        && match(object, field, out)
        && list(object, field, "anchors", out.anchors,
            [this](const JsonValue &v, const std::string &f, AnchorRule &a) { return anchor(v, f, a); })
        && list(object, field, "categories", out.categories,
            [this](const JsonValue &v, const std::string &f, CategoryRule &r) { return rule(v, f, r); })
        && number(object, field, "layers", 0, kMaxLayers, out.layers) && text(object, field, "extends", false, out.extends)
        && choices(object, field, out);
}

bool ProfileReader::choices(const JsonValue &object, const std::string &field, ModelProfile &out)
{
    const JsonValue *value = object.find("choices");
    if (!value)
        return true;
    Result<UserChoices> read = userChoicesFromJson(*value, joined(field, "choices"), m_path);
    if (!read) {
        m_error = read.error();
        return false;
    }
    out.choices = *std::move(read);
    out.hasChoices = true;
    return true;
}

bool ProfileReader::several(const JsonValue &root, ProfileFile &out)
{
    return knownKeys(root, "", {"schema_version", "name", "title", "profiles", "universal", "categories"})
        && list(root, "", "profiles", out.profiles,
            [this](const JsonValue &v, const std::string &f, ModelProfile &p) { return profile(v, f, p); })
        && list(root, "", root.find("universal") ? "universal" : "categories", out.universalRules,
            [this](const JsonValue &v, const std::string &f, CategoryRule &r) { return rule(v, f, r); });
}

Result<ProfileFile> ProfileReader::read(const JsonValue &root)
{
    ProfileFile file;
    const auto bad = [&](const JsonValue &at, const std::string &field, const std::string &problem) {
        fail(at, field, problem);
        return m_error;
    };
    if (!root.isObject())
        return bad(root, "profile", "must be an object");
    const JsonValue *version = root.find("schema_version");
    if (!version || !version->isNumber() || version->number != 1)
        return bad(version ? *version : root, "schema_version", "must be 1");
    const JsonValue *name = root.find("name");
    const bool rulesOnly = name && name->isString() && name->text == "universal";
    const bool ok = root.find("profiles") || root.find("universal") || rulesOnly
        ? several(root, file)
        : profile(root, "", file.profiles.emplace_back());
    if (!ok)
        return m_error;
    for (std::size_t i = 0; i < file.profiles.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            if (file.profiles[i].name == file.profiles[k].name)
                return bad(root, "profiles[" + std::to_string(i) + "].name", "stands twice in the file");
        }
    }
    return file;
}

} // namespace

Result<ProfileFile> readProfileFile(std::string_view json, const std::string &path)
{
    const Result<JsonValue> root = parseJson(json, path);
    if (!root)
        return root.error();
    return ProfileReader(path).read(*root);
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/ProfileReader.h"

#include "core/base/Message.h"
#include "core/profile/JsonValue.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxRules = 2000; // per list; the built-in rules are a few hundred
constexpr std::size_t kMaxExpressions = 400; // per file; each one is compiled
constexpr std::size_t kMaxFaults = 200;
constexpr std::size_t kMaxText = 512;
constexpr int kMaxBlocks = 16;
constexpr int kMaxLayers = 10'000;
constexpr int kMaxNth = 1000;

std::string child(const std::string &pointer, std::string_view key)
{
    std::string out = pointer + '/';
    for (const char c : key.substr(0, 60))
        c == '~' ? out += "~0" : c == '/' ? out += "~1" : out += c;
    return out;
}

std::string knownCategories()
{
    std::string known;
    for (const CategoryInfo &entry : categoryInfos())
        known += (known.empty() ? "" : ", ") + std::string(entry.id);
    return known;
}

class ProfileReader {
public:
    ProfileReader(std::string path, const PatternNames &known, std::vector<ProfileFault> &faults)
        : m_path(std::move(path))
        , m_patterns(known)
        , m_faults(faults)
    {
    }
    ProfileFile read(const JsonValue &root);

private:
    void fault(const JsonValue &at, const std::string &pointer, const Message &problem)
    {
        if (m_faults.size() < kMaxFaults)
            m_faults.push_back({m_path, pointer, problem, at.offset});
    }
    bool knownKeys(const JsonValue &object, const std::string &pointer, std::initializer_list<std::string_view> keys);
    void text(const JsonValue &object, const std::string &pointer, std::string_view key, bool needed, std::string &out);
    void number(const JsonValue &object, const std::string &pointer, std::string_view key, int min, int max, int &out);
    template <class Read> void list(const JsonValue &object, const std::string &pointer, std::string_view key, Read read);
    template <class Read> void members(const JsonValue &object, const std::string &pointer, std::string_view key, Read read);
    bool plainText(const JsonValue &value, const std::string &pointer, std::string &out, std::size_t min = 1);
    void pattern(const JsonValue &value, const std::string &pointer, NamePattern &out);
    void patternMember(const JsonValue &object, const std::string &pointer, NamePattern &out);
    void texts(const JsonValue &object, const std::string &pointer, std::string_view key, std::vector<std::string> &out);
    void patterns(const JsonValue &object, const std::string &pointer, std::string_view key, std::vector<NamePattern> &out);
    void anchor(const JsonValue &value, const std::string &pointer, AnchorRule &out);
    void rule(const JsonValue &value, const std::string &pointer, CategoryRule &out);
    void rules(const JsonValue &object, const std::string &pointer, std::string_view key, std::vector<CategoryRule> &out);
    void optionalPattern(
        const JsonValue &object, const std::string &pointer, std::string_view key, std::optional<NamePattern> &out);
    void flag(const JsonValue &object, const std::string &pointer, std::string_view key, bool &out);
    template <class Enum, std::size_t size>
    void choice(const JsonValue &object, const std::string &pointer, std::string_view key,
        const std::array<std::string_view, size> &names, Enum &out);
    template <class Add> void textOrList(const JsonValue &object, const std::string &pointer, std::string_view key, Add add);
    void roleCategories(const JsonValue &object, const std::string &pointer, std::uint32_t &out);
    void traits(const JsonValue &object, const std::string &pointer, std::string_view key, LayerTraits &out);
    void role(const JsonValue &value, const std::string &pointer, RoleRule &out);
    void roles(const JsonValue &object, const std::string &pointer, std::vector<RoleRule> &out);
    void shortNames(const JsonValue &object, const std::string &pointer, NameRules &out);
    void patternNames(const JsonValue &object, PatternNames &out);
    void choices(const JsonValue &object, const std::string &pointer, ModelProfile &out);
    void profile(const JsonValue &object, const std::string &pointer, ProfileFile &file);

    std::string m_path;
    PatternNames m_patterns;
    std::vector<ProfileFault> &m_faults;
    std::size_t m_expressions = 0;
};

// A misspelt key would otherwise silently change the profile's behaviour.
bool ProfileReader::knownKeys(const JsonValue &object, const std::string &pointer, std::initializer_list<std::string_view> keys)
{
    if (!object.isObject()) {
        fault(object, pointer, "must be an object");
        return false;
    }
    for (std::size_t i = 0; i < object.keys.size(); ++i) {
        if (std::find(keys.begin(), keys.end(), object.keys[i]) != keys.end() || object.keys[i] == "comment")
            continue;
        std::string allowed;
        for (const std::string_view key : keys)
            allowed += (allowed.empty() ? "" : ", ") + std::string(key);
        fault(object.items[i], child(pointer, object.keys[i]), msg("unknown member; allowed are %1, comment", allowed));
    }
    return true;
}

bool ProfileReader::plainText(const JsonValue &value, const std::string &pointer, std::string &out, std::size_t min)
{
    if (!value.isString() || value.text.size() < min || value.text.size() > kMaxText) {
        fault(value, pointer, msg("must be a text of %1 to 512 bytes", min));
        return false;
    }
    out = value.text;
    return true;
}

void ProfileReader::text(const JsonValue &object, const std::string &pointer, std::string_view key, bool needed, std::string &out)
{
    if (const JsonValue *value = object.find(key))
        plainText(*value, child(pointer, key), out);
    else if (needed)
        fault(object, child(pointer, key), "is missing; must be a text of 1 to 512 bytes");
}

void ProfileReader::number(const JsonValue &object, const std::string &pointer, std::string_view key, int min, int max, int &out)
{
    const JsonValue *value = object.find(key);
    if (!value)
        return;
    if (!value->isNumber() || value->number != std::floor(value->number) || value->number < min || value->number > max)
        return fault(*value, child(pointer, key), msg("must be a whole number from %1 to %2", min, max));
    out = static_cast<int>(value->number);
}

template <class Read>
void ProfileReader::list(const JsonValue &object, const std::string &pointer, std::string_view key, Read read)
{
    const JsonValue *value = object.find(key);
    if (!value)
        return;
    const std::string name = child(pointer, key);
    if (!value->isArray() || value->items.size() > kMaxRules)
        return fault(*value, name, msg("must be an array of at most %1 entries", kMaxRules));
    for (std::size_t i = 0; i < value->items.size(); ++i)
        read(value->items[i], name + '/' + std::to_string(i));
}

template <class Read>
void ProfileReader::members(const JsonValue &object, const std::string &pointer, std::string_view key, Read read)
{
    const JsonValue *value = object.find(key);
    if (!value)
        return;
    const std::string name = child(pointer, key);
    if (!value->isObject() || value->items.size() > kMaxRules)
        return fault(*value, name, msg("must be an object of at most %1 texts", kMaxRules));
    for (std::size_t i = 0; i < value->items.size(); ++i) {
        std::string word;
        if (plainText(value->items[i], child(name, value->keys[i]), word))
            read(value->keys[i], word, value->items[i], child(name, value->keys[i]));
    }
}

void ProfileReader::pattern(const JsonValue &value, const std::string &pointer, NamePattern &out)
{
    if (!value.isString())
        return fault(value, pointer, "must be a text, a /regular expression/ or @ and the name of a pattern");
    std::string_view text = value.text;
    if (!text.empty() && text.front() == '@') {
        const auto named = m_patterns.find(text.substr(1));
        if (named == m_patterns.end()) {
            std::string known;
            for (const auto &[name, meaning] : m_patterns)
                known += (known.empty() ? "" : ", ") + name;
            return fault(value, pointer,
                msg("names no pattern; known are %1", known.empty() ? Message("none") : Message::name(std::move(known))));
        }
        text = named->second;
    }
    Result<NamePattern> parsed = NamePattern::parse(text);
    if (!parsed)
        return fault(value, pointer, parsed.error().detail);
    if (parsed->needle().empty() && ++m_expressions > kMaxExpressions)
        return fault(value, pointer, msg("more than %1 regular expressions in one file", kMaxExpressions));
    out = *std::move(parsed);
}

void ProfileReader::patternMember(const JsonValue &object, const std::string &pointer, NamePattern &out)
{
    if (const JsonValue *value = object.find("pattern"))
        pattern(*value, child(pointer, "pattern"), out);
    else
        fault(object, child(pointer, "pattern"), "is missing; must be a text or a /regular expression/");
}

void ProfileReader::texts(
    const JsonValue &object, const std::string &pointer, std::string_view key, std::vector<std::string> &out)
{
    list(object, pointer, key, [&](const JsonValue &v, const std::string &p) { plainText(v, p, out.emplace_back()); });
}

void ProfileReader::patterns(
    const JsonValue &object, const std::string &pointer, std::string_view key, std::vector<NamePattern> &out)
{
    list(object, pointer, key, [&](const JsonValue &v, const std::string &p) { pattern(v, p, out.emplace_back()); });
}

void ProfileReader::anchor(const JsonValue &value, const std::string &pointer, AnchorRule &out)
{
    if (!knownKeys(value, pointer, {"pattern", "role", "blocks_per_layer", "lead_in"}))
        return;
    patternMember(value, pointer, out.pattern);
    const JsonValue *role = value.find("role");
    const auto known = role && role->isString() ? anchorRoleFromName(role->text) : std::nullopt;
    if (role && !known)
        fault(*role, child(pointer, "role"), "must be begins, ends or within");
    out.role = known.value_or(AnchorRole::Within);
    number(value, pointer, "blocks_per_layer", 1, kMaxBlocks, out.blocksPerLayer);
    patterns(value, pointer, "lead_in", out.leadIn);
}

void ProfileReader::rule(const JsonValue &value, const std::string &pointer, CategoryRule &out)
{
    if (!knownKeys(value, pointer, {"pattern", "category"}))
        return;
    patternMember(value, pointer, out.pattern);
    const JsonValue *id = value.find("category");
    const auto category = id && id->isString() ? categoryFromId(id->text) : std::nullopt;
    if (category) {
        out.category = *category;
        return;
    }
    fault(id ? *id : value, child(pointer, "category"),
        msg(id ? "must be one of %1" : "is missing; must be one of %1", knownCategories()));
}

void ProfileReader::rules(
    const JsonValue &object, const std::string &pointer, std::string_view key, std::vector<CategoryRule> &out)
{
    list(object, pointer, key, [&](const JsonValue &v, const std::string &p) { rule(v, p, out.emplace_back()); });
}

void ProfileReader::optionalPattern(
    const JsonValue &object, const std::string &pointer, std::string_view key, std::optional<NamePattern> &out)
{
    if (const JsonValue *value = object.find(key))
        pattern(*value, child(pointer, key), out.emplace());
}

void ProfileReader::flag(const JsonValue &object, const std::string &pointer, std::string_view key, bool &out)
{
    const JsonValue *value = object.find(key);
    if (value && !value->isBool())
        return fault(*value, child(pointer, key), "must be true or false");
    out = value && value->boolean;
}

template <class Enum, std::size_t size>
void ProfileReader::choice(const JsonValue &object, const std::string &pointer, std::string_view key,
    const std::array<std::string_view, size> &names, Enum &out)
{
    const JsonValue *value = object.find(key);
    if (!value)
        return;
    const auto known = std::find(names.begin(), names.end(), value->isString() ? std::string_view(value->text) : "");
    if (known != names.end()) {
        out = static_cast<Enum>(known - names.begin());
        return;
    }
    std::string all;
    for (const std::string_view name : names)
        all += (all.empty() ? "" : ", ") + std::string(name);
    fault(*value, child(pointer, key), msg("must be one of %1", all));
}

// One text, or an array of texts: add(text, value, pointer).
template <class Add>
void ProfileReader::textOrList(const JsonValue &object, const std::string &pointer, std::string_view key, Add add)
{
    const JsonValue *value = object.find(key);
    if (!value)
        return;
    const auto one = [&](const JsonValue &v, const std::string &p) {
        if (std::string word; plainText(v, p, word))
            add(word, v, p);
    };
    if (value->isArray())
        list(object, pointer, key, one);
    else
        one(*value, child(pointer, key));
}

void ProfileReader::roleCategories(const JsonValue &object, const std::string &pointer, std::uint32_t &out)
{
    textOrList(object, pointer, "category", [&](const std::string &word, const JsonValue &value, const std::string &at) {
        if (const auto category = categoryFromId(word))
            out |= 1U << static_cast<unsigned>(*category);
        else
            fault(value, at, msg("must be one of %1", knownCategories()));
    });
}

void ProfileReader::traits(const JsonValue &object, const std::string &pointer, std::string_view key, LayerTraits &out)
{
    textOrList(object, pointer, key, [&](const std::string &word, const JsonValue &value, const std::string &at) {
        const auto known = std::find(kLayerTraits.begin(), kLayerTraits.end(), word);
        if (known != kLayerTraits.end()) {
            out |= traitBit(static_cast<LayerTrait>(known - kLayerTraits.begin()));
            return;
        }
        std::string all;
        for (const std::string_view name : kLayerTraits)
            all += (all.empty() ? "" : ", ") + std::string(name);
        fault(value, at, msg("must be one of %1", all));
    });
}

void ProfileReader::role(const JsonValue &value, const std::string &pointer, RoleRule &out)
{
    if (!knownKeys(value, pointer,
            {"role", "roles", "joins", "core", "runs", "part", "stage", "section", "category", "pattern", "operator", "module",
                "columns", "after", "before", "previous", "next", "nth", "when", "unless"}))
        return;
    flag(value, pointer, "joins", out.joins);
    flag(value, pointer, "core", out.core);
    flag(value, pointer, "runs", out.runs);
    choice(value, pointer, "part", rolePartNames(), out.part);
    choice(value, pointer, "stage", roleStageNames(), out.stage);
    choice(value, pointer, "section", roleSectionNames(), out.section);
    out.list = value.find("roles") != nullptr;
    if (out.list)
        texts(value, pointer, "roles", out.roles);
    else if (!out.joins)
        text(value, pointer, "role", true, out.roles.emplace_back());
    if (out.list + out.joins + (value.find("role") != nullptr) != 1)
        fault(value, pointer, "must have one of role, roles and joins");
    roleCategories(value, pointer, out.categories);
    optionalPattern(value, pointer, "pattern", out.pattern);
    optionalPattern(value, pointer, "operator", out.op);
    optionalPattern(value, pointer, "module", out.module);
    text(value, pointer, "columns", false, out.columns);
    for (const auto &[key, names] : {std::pair<std::string_view, std::vector<std::string> *>{"after", &out.after},
             {"before", &out.before}, {"previous", &out.previous}, {"next", &out.next}})
        textOrList(value, pointer, key,
            [list = names](const std::string &word, const JsonValue &, const std::string &) { list->push_back(word); });
    number(value, pointer, "nth", -kMaxNth, kMaxNth, out.nth);
    traits(value, pointer, "when", out.when);
    traits(value, pointer, "unless", out.unless);
}

void ProfileReader::roles(const JsonValue &object, const std::string &pointer, std::vector<RoleRule> &out)
{
    list(object, pointer, "roles", [&](const JsonValue &v, const std::string &p) { role(v, p, out.emplace_back()); });
}

void ProfileReader::shortNames(const JsonValue &object, const std::string &pointer, NameRules &out)
{
    const JsonValue *names = object.find("short_names");
    const std::string at = child(pointer, "short_names");
    if (!names || !knownKeys(*names, at, {"replace", "drop_end", "types", "launchers", "wrapper_words", "functor_ends"}))
        return;
    list(*names, at, "replace", [&](const JsonValue &v, const std::string &p) {
        auto &[from, to] = out.replace.emplace_back();
        if (!knownKeys(v, p, {"from", "to"}))
            return;
        text(v, p, "from", true, from);
        if (const JsonValue *value = v.find("to"))
            plainText(*value, child(p, "to"), to, 0);
    });
    texts(*names, at, "drop_end", out.dropEnd);
    texts(*names, at, "functor_ends", out.functorEnds);
    members(*names, at, "types",
        [&](const std::string &from, const std::string &to, const JsonValue &, const std::string &) { out.types[from] = to; });
    std::vector<std::string> words;
    texts(*names, at, "launchers", words);
    out.launchers.insert(words.begin(), words.end());
    words.clear();
    texts(*names, at, "wrapper_words", words);
    out.wrapperWords.insert(words.begin(), words.end());
}

void ProfileReader::patternNames(const JsonValue &object, PatternNames &out)
{
    members(object, "", "patterns",
        [&](const std::string &name, const std::string &meaning, const JsonValue &value, const std::string &pointer) {
            if (const auto parsed = NamePattern::parse(meaning); !parsed)
                return fault(value, pointer, parsed.error().detail);
            out[name] = meaning;
            m_patterns[name] = meaning;
        });
}

void ProfileReader::choices(const JsonValue &object, const std::string &pointer, ModelProfile &out)
{
    const JsonValue *value = object.find("choices");
    if (!value)
        return;
    out.hasChoices = true;
    Result<UserChoices> read = userChoicesFromJson(*value, "choices", m_path);
    if (read) {
        out.choices = *std::move(read);
        return;
    }
    // "choices.boundaries[3].pass: must be …": the field path as a JSON pointer.
    const Error &error = read.error();
    const std::vector<Message> &parts = error.detail.arguments();
    std::string place = pointer + '/';
    for (const char c : parts.empty() ? std::string() : parts.front().english())
        place += c == '.' || c == '[' ? "/" : c == ']' ? "" : std::string(1, c);
    JsonValue at;
    at.offset = error.byteOffset;
    fault(at, place, parts.empty() ? error.detail : parts.back());
}

void ProfileReader::profile(const JsonValue &object, const std::string &pointer, ProfileFile &file)
{
    ModelProfile &out = file.profiles.emplace_back();
    const JsonValue *extends = object.find("extends");
    file.extendsOffsets.push_back(extends ? extends->offset : -1);
    file.pointers.push_back(pointer);
    out.file = m_path;
    if (!knownKeys(object, pointer,
            {"schema_version", "name", "aliases", "title", "extends", "match", "anchors", "categories", "roles", "short_names",
                "layers", "patterns", "choices"}))
        return;
    text(object, pointer, "name", true, out.name);
    texts(object, pointer, "aliases", out.aliases);
    text(object, pointer, "title", false, out.title);
    text(object, pointer, "extends", false, out.extends);
    if (const JsonValue *match = object.find("match")) {
        const std::string at = child(pointer, "match");
        if (knownKeys(*match, at, {"model_types", "config_keys", "traits", "kernels"})) {
            texts(*match, at, "model_types", out.modelTypes);
            texts(*match, at, "config_keys", out.configKeys);
            texts(*match, at, "traits", out.traits);
            patterns(*match, at, "kernels", out.kernels);
        }
    }
    list(object, pointer, "anchors", [&](const JsonValue &v, const std::string &p) { anchor(v, p, out.anchors.emplace_back()); });
    rules(object, pointer, "categories", out.categories);
    roles(object, pointer, out.roles);
    shortNames(object, pointer, out.names);
    number(object, pointer, "layers", 0, kMaxLayers, out.layers);
    choices(object, pointer, out);
}

ProfileFile ProfileReader::read(const JsonValue &root)
{
    ProfileFile file;
    if (!root.isObject()) {
        fault(root, "", "must be an object");
        return file;
    }
    const JsonValue *version = root.find("schema_version");
    if (!version || !version->isNumber() || version->number != 1)
        fault(version ? *version : root, "/schema_version", version ? "must be 1" : "is missing; must be 1");
    const JsonValue *name = root.find("name");
    const bool rulesOnly = name && name->isString() && name->text == "universal";
    patternNames(root, file.patterns);
    if (!root.find("profiles") && !root.find("universal") && !rulesOnly) {
        profile(root, "", file);
        return file;
    }
    knownKeys(
        root, "", {"schema_version", "name", "title", "patterns", "profiles", "universal", "categories", "roles", "short_names"});
    list(root, "", "profiles", [&](const JsonValue &v, const std::string &p) { profile(v, p, file); });
    rules(root, "", root.find("universal") ? "universal" : "categories", file.universalRules);
    roles(root, "", file.universalRoles);
    shortNames(root, "", file.names);
    for (std::size_t i = 0; i < file.profiles.size(); ++i) {
        const auto same = [&](const ModelProfile &p) { return !p.name.empty() && p.name == file.profiles[i].name; };
        if (std::any_of(file.profiles.begin(), file.profiles.begin() + static_cast<std::ptrdiff_t>(i), same))
            fault(root, file.pointers[i] + "/name", "is in the file twice");
    }
    return file;
}

} // namespace

Error ProfileFault::error(ErrorCode code) const
{
    return {code, pointer.empty() ? problem : msg("%1: %2", pointer, problem), file, offset};
}

Result<JsonValue> parseProfile(std::string_view json, const std::string &path)
{
    Result<JsonValue> root = parseJson(json, path);
    if (!root)
        if (const auto found = foundInstead(json))
            return Error{ErrorCode::Syntax,
                msg("not a model profile but %1; give the name of a profile or the path of its file", *found), path, -1};
    return root;
}

ProfileFile readProfileFile(
    std::string_view json, const std::string &path, const PatternNames &known, std::vector<ProfileFault> &faults)
{
    const Result<JsonValue> root = parseProfile(json, path);
    if (!root) {
        faults.push_back({path, "", root.error().detail, root.error().byteOffset});
        return {};
    }
    return ProfileReader(path, known, faults).read(*root);
}

Result<ProfileFile> readProfileFile(std::string_view json, const std::string &path)
{
    if (const Result<JsonValue> root = parseProfile(json, path); !root)
        return root.error();
    std::vector<ProfileFault> faults;
    ProfileFile file = readProfileFile(json, path, {}, faults);
    if (!faults.empty())
        return faults.front().error();
    return file;
}

} // namespace lamella::core

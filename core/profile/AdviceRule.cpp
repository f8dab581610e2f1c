// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/AdviceRule.h"

#include "core/base/Message.h"
#include "core/base/Resources.h"
#include "core/profile/JsonValue.h"
#include "core/profile/ModelProfile.h"
#include "core/system/Folder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxRules = 500;
constexpr std::size_t kMaxSteps = 16;
constexpr std::size_t kMaxText = 1000;
constexpr std::size_t kMaxFiles = 100;
constexpr std::array<std::string_view, 18> kKinds{"fuse", "remove", "idle", "outlier", "slow-pass", "exposed", "waiting",
    "precision", "sisters", "waves", "outlier-layer", "padding", "allocation", "fragmentation", "growth", "headroom",
    "out-of-memory", "churn"}; // in enum order
constexpr std::array<std::string_view, 3> kCertainties{"certain", "likely", "check"};

class Reader {
public:
    explicit Reader(std::string path)
        : m_path(std::move(path))
    {
    }
    Result<std::vector<AdviceRule>> read(const JsonValue &root);

private:
    void fault(const JsonValue &at, const std::string &pointer, const Message &problem)
    {
        if (!m_fault)
            m_fault = Error{ErrorCode::BadProfile, msg("%1: %2", pointer, problem), m_path, at.offset};
    }
    void keys(const JsonValue &object, const std::string &pointer, std::initializer_list<std::string_view> known);
    void text(const JsonValue &object, const std::string &pointer, std::string_view key, std::string &out, bool needed = false);
    void texts(const JsonValue &object, const std::string &pointer, std::string_view key, std::vector<std::string> &out);
    void flag(const JsonValue &object, const std::string &pointer, std::string_view key, bool &out);
    void number(const JsonValue &object, const std::string &pointer, std::string_view key, double min, double max, double &out);
    template <class Enum, std::size_t size>
    void choice(const JsonValue &object, const std::string &pointer, std::string_view key,
        const std::array<std::string_view, size> &names, Enum &out);
    void pattern(const JsonValue &object, const std::string &pointer, std::string_view key, std::optional<NamePattern> &out);
    AdviceStep step(const JsonValue &value, const std::string &pointer);
    AdviceRule rule(const JsonValue &value, const std::string &pointer);

    std::string m_path;
    std::optional<Error> m_fault;
};

void Reader::keys(const JsonValue &object, const std::string &pointer, std::initializer_list<std::string_view> known)
{
    if (!object.isObject())
        return fault(object, pointer, "must be an object");
    std::string all;
    for (const std::string_view key : known)
        all += (all.empty() ? "" : ", ") + std::string(key);
    for (std::size_t i = 0; i < object.keys.size(); ++i)
        if (std::find(known.begin(), known.end(), object.keys[i]) == known.end() && object.keys[i] != "comment")
            fault(object.items[i], pointer, msg("unknown member; allowed are %1, comment", all));
}

void Reader::text(const JsonValue &object, const std::string &pointer, std::string_view key, std::string &out, bool needed)
{
    const JsonValue *value = object.find(key);
    if (!value) {
        if (needed)
            fault(object, pointer + '/' + std::string(key), "is missing");
        return;
    }
    if (!value->isString() || value->text.empty() || value->text.size() > kMaxText)
        return fault(*value, pointer + '/' + std::string(key), msg("must be a text of 1 to %1 bytes", kMaxText));
    out = value->text;
}

void Reader::texts(const JsonValue &object, const std::string &pointer, std::string_view key, std::vector<std::string> &out)
{
    const JsonValue *value = object.find(key);
    if (!value)
        return;
    if (value->isString()) {
        out.push_back(value->text);
        return;
    }
    const bool good = value->isArray() && value->items.size() <= kMaxRules
        && std::all_of(value->items.begin(), value->items.end(), [](const JsonValue &v) { return v.isString(); });
    if (!good)
        return fault(*value, pointer + '/' + std::string(key), "must be a text or an array of texts");
    for (const JsonValue &item : value->items)
        out.push_back(item.text);
}

void Reader::flag(const JsonValue &object, const std::string &pointer, std::string_view key, bool &out)
{
    const JsonValue *value = object.find(key);
    if (value && !value->isBool())
        return fault(*value, pointer + '/' + std::string(key), "must be true or false");
    out = value && value->boolean;
}

void Reader::number(
    const JsonValue &object, const std::string &pointer, std::string_view key, double min, double max, double &out)
{
    const JsonValue *value = object.find(key);
    if (!value)
        return;
    if (!value->isNumber() || value->number < min || value->number > max)
        return fault(*value, pointer + '/' + std::string(key),
            msg("must be a number from %1 to %2", static_cast<std::int64_t>(min), static_cast<std::int64_t>(max)));
    out = value->number;
}

template <class Enum, std::size_t size>
void Reader::choice(const JsonValue &object, const std::string &pointer, std::string_view key,
    const std::array<std::string_view, size> &names, Enum &out)
{
    const JsonValue *value = object.find(key);
    const auto known = std::find(names.begin(), names.end(), value && value->isString() ? std::string_view(value->text) : "");
    if (known != names.end()) {
        out = static_cast<Enum>(known - names.begin());
        return;
    }
    std::string all;
    for (const std::string_view name : names)
        all += (all.empty() ? "" : ", ") + std::string(name);
    fault(value ? *value : object, pointer + '/' + std::string(key), msg("must be one of %1", all));
}

// "@name": a pattern of the profiles.
void Reader::pattern(const JsonValue &object, const std::string &pointer, std::string_view key, std::optional<NamePattern> &out)
{
    std::string asked;
    text(object, pointer, key, asked);
    if (asked.empty())
        return;
    const auto &known = builtinProfiles().patterns;
    const auto named = asked.front() == '@' ? known.find(asked.substr(1)) : known.end();
    Result<NamePattern> parsed = NamePattern::parse(named == known.end() ? asked : named->second);
    if (!parsed)
        fault(object, pointer + '/' + std::string(key), parsed.error().detail);
    else
        out = *std::move(parsed);
}

// A text is a role.
AdviceStep Reader::step(const JsonValue &value, const std::string &pointer)
{
    AdviceStep out;
    if (value.isString()) {
        out.roles.push_back(value.text);
        return out;
    }
    keys(value, pointer, {"role", "no_role", "category", "pattern", "optional", "many", "same"});
    texts(value, pointer, "role", out.roles);
    flag(value, pointer, "no_role", out.noRole);
    flag(value, pointer, "optional", out.optional);
    flag(value, pointer, "many", out.many);
    flag(value, pointer, "same", out.same);
    std::vector<std::string> categories;
    texts(value, pointer, "category", categories);
    for (const std::string &id : categories) {
        const auto category = categoryFromId(id);
        if (!category)
            fault(value, pointer + "/category", msg("%1 is no category", id));
        else
            out.categories |= 1U << static_cast<unsigned>(*category);
    }
    pattern(value, pointer, "pattern", out.pattern);
    return out;
}

AdviceRule Reader::rule(const JsonValue &value, const std::string &pointer)
{
    AdviceRule out;
    out.file = m_path;
    keys(value, pointer,
        {"id", "title", "kind", "steps", "contains", "min_kernels", "keep", "causes", "factor", "min_share", "min_bytes",
            "min_count", "calls", "certainty", "change", "source"});
    text(value, pointer, "id", out.id, true);
    text(value, pointer, "title", out.title, true);
    text(value, pointer, "change", out.change, true);
    text(value, pointer, "source", out.source);
    choice(value, pointer, "kind", kKinds, out.kind);
    choice(value, pointer, "certainty", kCertainties, out.certainty);
    texts(value, pointer, "contains", out.contains);
    texts(value, pointer, "causes", out.causes);
    pattern(value, pointer, "calls", out.calls);
    double kernels = out.minKernels;
    double keep = out.keep;
    double count = out.minCount;
    number(value, pointer, "min_kernels", 1, 100, kernels);
    number(value, pointer, "keep", -1, static_cast<double>(kMaxSteps), keep);
    number(value, pointer, "min_count", 1, 1e6, count);
    number(value, pointer, "factor", 0, 1e6, out.factor);
    number(value, pointer, "min_share", 0, 1, out.minShare);
    number(value, pointer, "min_bytes", 0, 1e15, out.minBytes);
    out.minKernels = static_cast<int>(kernels);
    out.keep = static_cast<int>(keep);
    out.minCount = static_cast<int>(count);
    if (const JsonValue *steps = value.find("steps")) {
        if (!steps->isArray() || steps->items.size() > kMaxSteps)
            fault(*steps, pointer + "/steps", msg("must be an array of at most %1 entries", kMaxSteps));
        else
            for (std::size_t i = 0; i < steps->items.size(); ++i)
                out.steps.push_back(step(steps->items[i], pointer + "/steps/" + std::to_string(i)));
    }
    if ((out.kind == AdviceKind::Fuse || out.kind == AdviceKind::Remove) && out.steps.empty())
        fault(value, pointer + "/steps", "is missing");
    if (out.kind == AdviceKind::Allocation && !out.calls)
        fault(value, pointer + "/calls", "is missing");
    return out;
}

Result<std::vector<AdviceRule>> Reader::read(const JsonValue &root)
{
    std::vector<AdviceRule> out;
    keys(root, "", {"schema_version", "rules"});
    const JsonValue *version = root.find("schema_version");
    if (!version || !version->isNumber() || version->number != 1)
        fault(version ? *version : root, "/schema_version", "must be 1");
    const JsonValue *rules = root.find("rules");
    if (!rules || !rules->isArray() || rules->items.size() > kMaxRules)
        fault(rules ? *rules : root, "/rules", msg("must be an array of at most %1 entries", kMaxRules));
    else
        for (std::size_t i = 0; i < rules->items.size() && !m_fault; ++i)
            out.push_back(rule(rules->items[i], "/rules/" + std::to_string(i)));
    if (m_fault)
        return *m_fault;
    return out;
}

void addRules(std::vector<AdviceRule> &all, std::vector<AdviceRule> rules)
{
    for (AdviceRule &rule : rules) {
        const auto same = std::find_if(all.begin(), all.end(), [&](const AdviceRule &r) { return r.id == rule.id; });
        if (same != all.end())
            *same = std::move(rule);
        else
            all.push_back(std::move(rule));
    }
}

} // namespace

bool isAboutMemory(AdviceKind kind)
{
    return kind >= AdviceKind::Fragmentation;
}

std::string_view certaintyName(Certainty certainty)
{
    return kCertainties[static_cast<std::size_t>(certainty)];
}

Result<std::vector<AdviceRule>> parseAdviceRules(std::string_view json, const std::string &path)
{
    const Result<JsonValue> root = parseJson(json, path);
    if (!root)
        return root.error();
    return Reader(path).read(*root);
}

const std::vector<AdviceRule> &builtinAdviceRules()
{
    static const std::vector<AdviceRule> rules = [] {
        std::vector<AdviceRule> all;
        for (const Resource &file : resourcesIn("advice/"))
            if (auto read = parseAdviceRules(file.bytes, ":/" + std::string(file.path)))
                addRules(all, *std::move(read));
        return all;
    }();
    return rules;
}

std::string userAdviceFolder()
{
    const std::string profiles = userProfileFolder();
    return profiles.substr(0, profiles.rfind('/')) + "/advice";
}

AdviceRules standardAdviceRules()
{
    AdviceRules all{builtinAdviceRules(), {}};
    const std::string folder = userAdviceFolder();
    std::vector<std::string> names = fileNamesIn(folder, "", ".json");
    names.resize(std::min(names.size(), kMaxFiles));
    for (const std::string &name : names) {
        const std::string path = folder + '/' + name;
        const Result<std::string> text = readSmallFile(path);
        auto read = text ? parseAdviceRules(*text, path) : Result<std::vector<AdviceRule>>(text.error());
        if (read)
            addRules(all.rules, *std::move(read));
        else
            all.faults.push_back(read.error());
    }
    return all;
}

} // namespace lamella::core

// SPDX-License-Identifier: GPL-3.0-or-later
// Writes profiles: members in the order of the schema, one entry per line, so that diffs of versions are minimal.
#include "core/profile/ModelProfile.h"
#include "core/profile/UserChoices.h"
#include "core/system/AtomicFile.h"

namespace lamella::core {

namespace {

std::string listOf(const std::vector<std::string> &quotedEntries)
{
    std::string out = "[";
    for (const std::string &entry : quotedEntries)
        out += (out.size() > 1 ? ", " : "") + entry;
    return out + "]";
}

template <class Texts> std::string quotedList(const Texts &texts)
{
    std::vector<std::string> entries;
    for (const std::string &text : texts)
        entries.push_back(jsonQuoted(text));
    return listOf(entries);
}

std::string patternList(const std::vector<NamePattern> &patterns)
{
    std::vector<std::string> entries;
    for (const NamePattern &pattern : patterns)
        entries.push_back(jsonQuoted(pattern.text()));
    return listOf(entries);
}

// "{\n  a,\n  b\n}" from members already written.
std::string block(const std::vector<std::string> &members, char open, char close, const std::string &indent)
{
    std::string out(1, open);
    for (std::size_t i = 0; i < members.size(); ++i)
        out += (i == 0 ? "\n" : ",\n") + indent + "  " + members[i];
    return out + "\n" + indent + close;
}

std::string matchText(const ModelProfile &profile)
{
    std::vector<std::string> members;
    if (!profile.modelTypes.empty())
        members.push_back("\"model_types\": " + quotedList(profile.modelTypes));
    if (!profile.configKeys.empty())
        members.push_back("\"config_keys\": " + quotedList(profile.configKeys));
    if (!profile.traits.empty())
        members.push_back("\"traits\": " + quotedList(profile.traits));
    if (!profile.kernels.empty())
        members.push_back("\"kernels\": " + patternList(profile.kernels));
    return members.empty() ? std::string() : "\"match\": " + block(members, '{', '}', "  ");
}

std::string anchorsText(const ModelProfile &profile)
{
    std::vector<std::string> entries;
    for (std::size_t i = 0; i + profile.inheritedAnchors < profile.anchors.size(); ++i) {
        const AnchorRule &rule = profile.anchors[i];
        std::string text = "{\"pattern\": " + jsonQuoted(rule.pattern.text()) + ", \"role\": "
            + jsonQuoted(anchorRoleName(rule.role)) + ", \"blocks_per_layer\": " + std::to_string(rule.blocksPerLayer);
        if (!rule.leadIn.empty())
            text += ", \"lead_in\": " + patternList(rule.leadIn);
        entries.push_back(text + "}");
    }
    return entries.empty() ? std::string() : "\"anchors\": " + block(entries, '[', ']', "  ");
}

std::string categoriesText(const ModelProfile &profile)
{
    std::vector<std::string> entries;
    for (std::size_t i = 0; i + profile.inheritedCategories < profile.categories.size(); ++i)
        entries.push_back("{\"pattern\": " + jsonQuoted(profile.categories[i].pattern.text())
            + ", \"category\": " + jsonQuoted(info(profile.categories[i].category).id) + "}");
    return entries.empty() ? std::string() : "\"categories\": " + block(entries, '[', ']', "  ");
}

// The members of a rule; those that are as if absent are left out.
std::string roleText(const RoleRule &rule)
{
    std::vector<std::string> members;
    const auto add = [&members](
                         std::string_view key, const std::string &json) { members.push_back(jsonQuoted(key) + ": " + json); };
    const auto oneOrMore = [&add](std::string_view key, const std::vector<std::string> &texts) {
        if (!texts.empty())
            add(key, texts.size() == 1 ? jsonQuoted(texts.front()) : quotedList(texts));
    };
    if (rule.list)
        add("roles", quotedList(rule.roles));
    else
        oneOrMore("role", rule.roles);
    for (const auto &[key, set] : {std::pair("joins", rule.joins), {"core", rule.core}, {"runs", rule.runs}})
        if (set)
            add(key, "true");
    if (rule.part != RolePart::Layer)
        add("part", jsonQuoted(rolePartNames()[static_cast<std::size_t>(rule.part)]));
    if (rule.stage != RoleStage::Forward)
        add("stage", jsonQuoted(roleStageNames()[static_cast<std::size_t>(rule.stage)]));
    if (rule.section != RoleSection::Anywhere)
        add("section", jsonQuoted(roleSectionNames()[static_cast<std::size_t>(rule.section)]));
    std::vector<std::string> categories;
    for (const CategoryInfo &entry : categoryInfos())
        if ((rule.categories >> static_cast<unsigned>(entry.category) & 1U) != 0)
            categories.emplace_back(entry.id);
    oneOrMore("category", categories);
    for (const auto &[key, pattern] : {std::pair("pattern", &rule.pattern), {"operator", &rule.op}, {"module", &rule.module}})
        if (*pattern)
            add(key, jsonQuoted((*pattern)->text()));
    if (!rule.columns.empty())
        add("columns", jsonQuoted(rule.columns));
    oneOrMore("after", rule.after);
    oneOrMore("before", rule.before);
    oneOrMore("previous", rule.previous);
    oneOrMore("next", rule.next);
    if (rule.nth != 0)
        add("nth", std::to_string(rule.nth));
    for (const auto &[key, bits] : {std::pair("when", rule.when), {"unless", rule.unless}}) {
        std::vector<std::string> traits;
        for (std::size_t t = 0; t < kLayerTraits.size(); ++t)
            if ((bits & traitBit(static_cast<LayerTrait>(t))) != 0)
                traits.emplace_back(kLayerTraits[t]);
        oneOrMore(key, traits);
    }
    std::string out = "{";
    for (const std::string &member : members)
        out += (out.size() > 1 ? ", " : "") + member;
    return out + "}";
}

std::string rolesText(const ModelProfile &profile)
{
    std::vector<std::string> entries;
    for (std::size_t i = 0; i + profile.inheritedRoles < profile.roles.size(); ++i)
        entries.push_back(roleText(profile.roles[i]));
    return entries.empty() ? std::string() : "\"roles\": " + block(entries, '[', ']', "  ");
}

std::string namesText(const NameRules &names)
{
    std::vector<std::string> members;
    std::vector<std::string> entries;
    for (const auto &[from, to] : names.replace)
        entries.push_back("{\"from\": " + jsonQuoted(from) + ", \"to\": " + jsonQuoted(to) + "}");
    if (!entries.empty())
        members.push_back("\"replace\": " + block(entries, '[', ']', "    "));
    if (!names.dropEnd.empty())
        members.push_back("\"drop_end\": " + quotedList(names.dropEnd));
    entries.clear();
    for (const auto &[from, to] : names.types)
        entries.push_back(jsonQuoted(from) + ": " + jsonQuoted(to));
    if (!entries.empty())
        members.push_back("\"types\": " + block(entries, '{', '}', "    "));
    if (!names.launchers.empty())
        members.push_back("\"launchers\": " + quotedList(names.launchers));
    if (!names.wrapperWords.empty())
        members.push_back("\"wrapper_words\": " + quotedList(names.wrapperWords));
    if (!names.functorEnds.empty())
        members.push_back("\"functor_ends\": " + quotedList(names.functorEnds));
    return members.empty() ? std::string() : "\"short_names\": " + block(members, '{', '}', "  ");
}

} // namespace

std::string profileText(const ModelProfile &profile)
{
    std::vector<std::string> members{"\"schema_version\": 1", "\"name\": " + jsonQuoted(profile.name)};
    const auto add = [&members](std::string text) {
        if (!text.empty())
            members.push_back(std::move(text));
    };
    add(profile.aliases.empty() ? "" : "\"aliases\": " + quotedList(profile.aliases));
    add(profile.title.empty() ? "" : "\"title\": " + jsonQuoted(profile.title));
    add(profile.extends.empty() ? "" : "\"extends\": " + jsonQuoted(profile.extends));
    add(matchText(profile));
    add(anchorsText(profile));
    add(categoriesText(profile));
    add(rolesText(profile));
    add(namesText(profile.names));
    add(profile.layers > 0 && !profile.inheritsLayers ? "\"layers\": " + std::to_string(profile.layers) : "");
    add(profile.hasChoices ? "\"choices\": " + userChoicesToJson(profile.choices, 2) : "");
    return block(members, '{', '}', "") + "\n";
}

Result<void> writeProfile(const ModelProfile &profile, const std::string &path)
{
    return writeFileAtomically(path, profileText(profile));
}

} // namespace lamella::core

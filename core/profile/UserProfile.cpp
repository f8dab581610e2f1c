// SPDX-License-Identifier: GPL-3.0-or-later
// Writes profile files; what is written here is read by ProfileReader.
#include "core/profile/ModelProfile.h"
#include "core/profile/UserChoices.h"

#include <vector>

namespace lamella::core {

namespace {

std::string listOf(const std::vector<std::string> &rows)
{
    std::string out = "[";
    for (std::size_t i = 0; i < rows.size(); ++i)
        out += (i == 0 ? "\n    " : ",\n    ") + rows[i];
    return out + "\n  ]";
}

std::string anchorText(const AnchorRule &rule)
{
    std::string out = "{ \"pattern\": " + jsonQuoted(rule.pattern.text()) + ", \"role\": " + jsonQuoted(anchorRoleName(rule.role))
        + ", \"blocks_per_layer\": " + std::to_string(rule.blocksPerLayer);
    for (std::size_t i = 0; i < rule.leadIn.size(); ++i)
        out += (i == 0 ? ", \"lead_in\": [" : ", ") + jsonQuoted(rule.leadIn[i].text());
    return out + (rule.leadIn.empty() ? " }" : "] }");
}

} // namespace

std::string userProfileToJson(const std::string &name, const std::string &title, const std::string &extends,
    const ModelProfile *whole, const UserChoices &choices)
{
    std::string out = "{\n  \"schema_version\": 1,\n  \"name\": " + jsonQuoted(name);
    const auto add = [&out](const char *key, const std::string &value) { out += std::string(",\n  \"") + key + "\": " + value; };
    if (!title.empty())
        add("title", jsonQuoted(title));
    if (!extends.empty())
        add("extends", jsonQuoted(extends));
    if (whole != nullptr && !whole->anchors.empty()) {
        std::vector<std::string> rows;
        for (const AnchorRule &rule : whole->anchors)
            rows.push_back(anchorText(rule));
        add("anchors", listOf(rows));
    }
    if (whole != nullptr && !whole->categories.empty()) {
        std::vector<std::string> rows;
        for (const CategoryRule &rule : whole->categories)
            rows.push_back("{ \"pattern\": " + jsonQuoted(rule.pattern.text())
                + ", \"category\": " + jsonQuoted(info(rule.category).id) + " }");
        add("categories", listOf(rows));
    }
    if (whole != nullptr && whole->layers > 0)
        add("layers", std::to_string(whole->layers));
    add("choices", userChoicesToJson(choices, 2));
    return out + "\n}\n";
}

} // namespace lamella::core

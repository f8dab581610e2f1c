// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/LayerTypeNames.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::string_view kMoe = "MoE";
constexpr std::string_view kDense = "dense";
constexpr std::string_view kAttention = "attention";
constexpr std::string_view kLinear = "linear attention";

bool isLetter(std::string_view name)
{
    return name.size() == 1 && name.front() >= 'A' && name.front() <= 'Z';
}

// Of the model: what its types differ in.
struct Differences {
    bool someExperts = false;
    bool allExperts = true;
    bool someLinear = false;
    bool allLinear = true;
    bool oneMixerEach = false; // a layer is a mixer or a feed-forward part, not both
};

Differences differencesOf(const std::vector<LayerContent> &types)
{
    Differences differences;
    for (const LayerContent &type : types) {
        differences.someExperts |= type.experts;
        differences.allExperts &= type.experts;
        differences.someLinear |= type.linear;
        differences.allLinear &= type.linear;
        differences.oneMixerEach |= !type.attention && !type.linear && type.activation;
    }
    return differences;
}

std::string wordsFor(const LayerContent &type, const Differences &of)
{
    std::string words;
    const auto add = [&words](std::string_view word) { words += (words.empty() ? "" : ", ") + std::string(word); };
    if (type.linear && !type.attention)
        add(kLinear);
    else if (type.attention && !type.linear && of.someLinear)
        add(kAttention);
    if (type.experts && (!of.allExperts || words.empty() || of.allLinear))
        add(kMoe);
    else if (!type.experts && (type.attention || type.linear) && type.activation && of.someExperts && !of.oneMixerEach)
        add(kDense);
    return words;
}

} // namespace

std::vector<std::string> layerTypeNames(const std::vector<LayerContent> &types)
{
    const Differences differences = differencesOf(types);
    std::vector<std::string> words;
    for (const LayerContent &type : types)
        words.push_back(wordsFor(type, differences));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string letter(1, static_cast<char>('A' + static_cast<int>(i)));
        const bool alone = std::count(words.begin(), words.end(), words[i]) == 1;
        names.push_back(words[i].empty() ? letter : alone ? words[i] : words[i] + ' ' + letter);
    }
    return names;
}

namespace {

bool endsWithLetter(std::string_view name) // "MoE B"
{
    return name.size() > 2 && name[name.size() - 2] == ' ' && isLetter(name.substr(name.size() - 1));
}

constexpr std::size_t kMaxParts = 8; // of a name that anybody would give

// Parts of "attention, MoE", and of a config's "FIRST+DENSE"; of a name of more than kMaxParts only the first ones.
std::vector<std::string_view> partsOf(std::string_view name)
{
    std::vector<std::string_view> parts;
    while (parts.size() <= kMaxParts) {
        const std::size_t end = std::min(name.find(", "), name.find('+'));
        parts.push_back(name.substr(0, end));
        if (end == std::string_view::npos)
            break;
        name.remove_prefix(end + (name[end] == ',' ? 2 : 1));
    }
    return parts;
}

Message wordMessage(std::string_view name)
{
    if (name == kDense || name == "DENSE")
        return msg("dense");
    if (name == kMoe)
        return msg("MoE");
    if (name == kAttention)
        return msg("attention");
    if (name == kLinear || name == "linear_attention")
        return msg("linear attention");
    if (name == "full_attention")
        return msg("full attention");
    if (name == "sliding_attention")
        return msg("sliding-window attention");
    if (name == "sparse_attention")
        return msg("sparse attention");
    if (name == "DRAFT")
        return msg("draft");
    if (name == "FIRST")
        return msg("first");
    if (name == "FINAL")
        return msg("last");
    return Message::name(std::string(name));
}

} // namespace

Message layerTypeMessage(std::string_view name)
{
    const std::vector<std::string_view> parts = partsOf(name);
    if (parts.size() > kMaxParts)
        return Message::name(std::string(name));
    const auto partMessage = [](std::string_view part) {
        return endsWithLetter(part)
            ? msg("%1 %2", wordMessage(part.substr(0, part.size() - 2)), std::string(part.substr(part.size() - 1)))
            : wordMessage(part);
    };
    Message message = partMessage(parts.back());
    for (std::size_t i = parts.size() - 1; i > 0; --i)
        message = msg("%1, %2", partMessage(parts[i - 1]), message);
    return message;
}

Message layerTypeReason(std::string_view name)
{
    if (isLetter(name))
        return msg("layers with the same kernels, which prove no word for them");
    std::string_view words = name;
    if (endsWithLetter(words))
        words.remove_suffix(2);
    const auto has = [&words](std::string_view word) {
        const std::string_view last = words.substr(words.find(", ") == std::string_view::npos ? 0 : words.find(", ") + 2);
        return last == word || words.substr(0, words.find(", ")) == word;
    };
    if (has(kLinear) && has(kMoe))
        return msg("its layers run kernels of linear attention or a state space, and of experts");
    if (has(kLinear))
        return msg("its layers run kernels of linear attention or a state space");
    if (has(kAttention))
        return msg("its layers run attention, those of other types linear attention or a state space");
    if (has(kMoe))
        return msg("its layers run kernels of experts or their routing");
    if (has(kDense))
        return msg("its layers run an MLP without experts, which those of other types have");
    return msg("named by the model config");
}

} // namespace lamella::core

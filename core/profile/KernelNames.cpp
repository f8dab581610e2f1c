// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/KernelNames.h"

#include "core/base/ParallelFor.h"
#include "core/base/StoppableSort.h"
#include "core/profile/CategoryMatcher.h"
#include "core/profile/NameText.h"
#include "core/profile/OperationCategories.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxShort = 60;
constexpr std::size_t kMaxMark = 18;

std::string hashMark(std::string_view text)
{
    std::uint32_t hash = 2166136261u; // FNV-1a: the same mark in every trace
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out;
    for (int shift = 12; shift >= 0; shift -= 4)
        out.push_back(kHex[(hash >> shift) & 0xF]);
    return out;
}

bool isWord(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

constexpr std::size_t kPollNames = 1024; // between two looks at the stop request

// What tells names of one group apart: from the first to the last byte in which they differ, whole words. Empty when stopped.
std::vector<std::string> marks(const std::vector<KernelName *> &group, const std::stop_token &stop)
{
    std::size_t seen = 0;
    const auto stopped = [&] { return ++seen % kPollNames == 0 && stop.stop_requested(); };
    const std::string &first = group.front()->full;
    std::size_t prefix = first.size();
    std::size_t suffix = first.size();
    for (const KernelName *name : group) {
        if (stopped())
            return {};
        const auto ahead = std::mismatch(first.begin(), first.end(), name->full.begin(), name->full.end());
        prefix = std::min(prefix, static_cast<std::size_t>(ahead.first - first.begin()));
        const auto back = std::mismatch(first.rbegin(), first.rend(), name->full.rbegin(), name->full.rend());
        suffix = std::min(suffix, static_cast<std::size_t>(back.first - first.rbegin()));
    }
    // Back to the start of a word only where the difference lies inside of it: "fusion" and "fusion.3" differ by ".3".
    const bool insideWord = std::any_of(group.begin(), group.end(),
        [prefix](const KernelName *name) { return prefix < name->full.size() && isWord(name->full[prefix]); });
    while (insideWord && prefix > 0 && isWord(first[prefix - 1]))
        --prefix;
    while (suffix > 0 && isWord(first[first.size() - suffix]))
        --suffix;
    std::vector<std::string> out;
    for (const KernelName *name : group) {
        if (stopped())
            return {};
        const std::size_t end = std::max(prefix, name->full.size() - std::min(suffix, name->full.size()));
        std::string_view middle = std::string_view(name->full).substr(prefix, end - prefix);
        std::size_t length = std::min(middle.size(), kMaxMark);
        out.emplace_back(middle.substr(0, length));
        if (out.back().empty() || middle.size() > kMaxMark)
            out.back() = hashMark(name->full);
    }
    auto sorted = out;
    if (!stoppableSort(sorted.begin(), sorted.end(), std::less<>(), stop))
        return {};
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
        for (std::size_t i = 0; i < group.size(); ++i) {
            if (stopped())
                return {};
            out[i] = hashMark(group[i]->full);
        }
    }
    return out;
}

void tellApart(std::unordered_map<StringId, KernelName> &names, const std::stop_token &stop)
{
    std::unordered_map<std::string_view, std::vector<KernelName *>> groups;
    std::size_t seen = 0;
    for (auto &[id, name] : names) {
        if (++seen % kPollNames == 0 && stop.stop_requested())
            return;
        groups[name.shortName].push_back(&name);
    }
    std::vector<std::pair<KernelName *, std::string>> changed;
    for (auto &[text, group] : groups) {
        if (stop.stop_requested())
            return;
        if (group.size() < 2)
            continue;
        // Text before marks: the map's order is not the same on every platform.
        const auto before = [](const KernelName *a, const KernelName *b) { return a->full < b->full; };
        if (!stoppableSort(group.begin(), group.end(), before, stop))
            return;
        const std::vector<std::string> mark = marks(group, stop);
        if (mark.size() != group.size())
            return;
        for (std::size_t i = 0; i < group.size(); ++i)
            changed.emplace_back(group[i], elidedMiddle(text, kMaxShort - kMaxMark - 2) + " ·" + mark[i]);
    }
    for (auto &[name, text] : changed)
        name->shortName = std::move(text);
}

// By name: what the compiler wrote beside the first operation of that name.
std::vector<OperationId> operationsOfNames(const TraceDocument &document)
{
    if (document.operations.empty())
        return {};
    std::vector<OperationId> found(document.strings.size());
    for (std::size_t k = 0; k < document.kernels.name.size(); ++k) {
        OperationId &operation = found[document.kernels.name[k].value];
        if (operation.valid())
            continue;
        const auto value = document.events.sparse(document.kernels.event[k], SparseKey::Operation);
        if (value)
            operation = OperationId{static_cast<std::uint32_t>(*value)};
    }
    return found;
}

// In order of their first kernel; ids that no text stands behind are left out.
std::vector<StringId> distinctNames(const TraceDocument &document)
{
    std::vector<std::uint8_t> seen(document.strings.size(), 0);
    std::vector<StringId> distinct;
    for (const StringId id : document.kernels.name)
        if (id.value < seen.size() && std::exchange(seen[id.value], std::uint8_t{1}) == 0)
            distinct.push_back(id);
    return distinct;
}

// A name takes microseconds: for a few thousand a thread is not worth its start.
constexpr std::size_t kNamesAtOnce = 256;
WorkersWanted workersFor(std::size_t names)
{
    return workersWanted(names < 8 * kNamesAtOnce ? 1 : 0);
}

} // namespace

KernelNames::KernelNames(
    const TraceDocument &document, const ProfileSet &profiles, const ModelProfile *profile, const std::stop_token &stop)
{
    const CategoryMatcher matcher(profiles, profile);
    NameRules rules = profile ? profile->names : NameRules{};
    if (profile)
        rules.append(profile->inheritedNames);
    rules.append(profiles.names);
    const std::vector<OperationId> operations = operationsOfNames(document);
    const std::vector<StringId> distinct = distinctNames(document);
    std::vector<KernelName> made(distinct.size());
    const auto makeName = [&](StringId id) {
        KernelName name;
        name.full = demangledName(document.text(id));
        name.shortName = shortKernelName(name.full, rules);
        auto category = matcher.match(lowerCasedText(name.full));
        if (!operations.empty() && operations[id.value].valid()) {
            const Operation &operation = document.operations[operations[id.value].value];
            // What the compiler says of its operation is worth more than a rule for names of kernels.
            if (const auto said = operationCategory({document.text(id), document.text(operation.category),
                    document.text(operation.longName), document.text(operation.scope)});
                said && (!category || !document.text(operation.category).empty()))
                category = said;
        }
        name.named = category.has_value();
        name.category = category.value_or(Category::Other);
        return name;
    };
    parallelFor(
        workersFor(distinct.size()), (distinct.size() + kNamesAtOnce - 1) / kNamesAtOnce, stop, [&](std::size_t step, unsigned) {
            const std::size_t end = std::min(distinct.size(), (step + 1) * kNamesAtOnce);
            for (std::size_t i = step * kNamesAtOnce; i < end && !stop.stop_requested(); ++i)
                made[i] = makeName(distinct[i]);
        });
    if (stop.stop_requested())
        return;
    m_names.reserve(distinct.size());
    for (std::size_t i = 0; i < distinct.size(); ++i)
        m_names.emplace(distinct[i], std::move(made[i]));
    tellApart(m_names, stop);
}

const KernelName &KernelNames::operator[](StringId name) const
{
    const auto it = m_names.find(name);
    return it == m_names.end() ? m_unknown : it->second;
}

} // namespace lamella::core

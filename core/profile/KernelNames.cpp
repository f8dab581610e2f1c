// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/KernelNames.h"

#include "core/base/ParallelFor.h"
#include "core/base/StoppableSort.h"
#include "core/profile/CategoryMatcher.h"
#include "core/profile/NameText.h"
#include "core/profile/NormScopes.h"
#include "core/profile/OperationCategories.h"

#include <algorithm>
#include <functional>
#include <set>
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

constexpr std::size_t kPollNames = 1024; // names between two checks for a stop request

using Group = std::vector<const std::string *>; // full names, canonical

// The part from the first to the last differing byte, extended to whole words.
std::vector<std::string> spanMarks(const Group &group, const std::stop_token &stop)
{
    std::size_t seen = 0;
    const auto stopped = [&] { return ++seen % kPollNames == 0 && stop.stop_requested(); };
    const std::string &first = *group.front();
    std::size_t prefix = first.size();
    std::size_t suffix = first.size();
    for (const std::string *name : group) {
        if (stopped())
            return {};
        const auto ahead = std::mismatch(first.begin(), first.end(), name->begin(), name->end());
        prefix = std::min(prefix, static_cast<std::size_t>(ahead.first - first.begin()));
        const auto back = std::mismatch(first.rbegin(), first.rend(), name->rbegin(), name->rend());
        suffix = std::min(suffix, static_cast<std::size_t>(back.first - first.rbegin()));
    }
    // Extended to the start of a word only if the difference is inside the word: "fusion" and "fusion.3" differ by ".3".
    const bool insideWord = std::any_of(group.begin(), group.end(),
        [prefix](const std::string *name) { return prefix < name->size() && isWord((*name)[prefix]); });
    while (insideWord && prefix > 0 && isWord(first[prefix - 1]))
        --prefix;
    while (suffix > 0 && isWord(first[first.size() - suffix]))
        --suffix;
    std::vector<std::string> out;
    out.reserve(group.size());
    for (const std::string *name : group) {
        if (stopped())
            return {};
        const std::size_t end = std::max(prefix, name->size() - std::min(suffix, name->size()));
        out.push_back(name->substr(prefix, std::min(end - prefix, kMaxMark + 1)));
    }
    return out;
}

// Identifiers; one too long for a mark is split at "_".
std::vector<std::string_view> wordsOf(std::string_view name)
{
    constexpr std::size_t kMaxWords = 256;
    std::vector<std::string_view> words;
    for (const std::string_view whole : identifiers(name, kMaxWords)) {
        for (std::size_t at = 0; at < whole.size() && words.size() < kMaxWords;) {
            const std::size_t end = whole.size() > kMaxMark ? std::min(whole.find('_', at), whole.size()) : whole.size();
            if (end > at)
                words.push_back(whole.substr(at, end - at));
            at = end + 1;
        }
    }
    return words;
}

// Words that not all names contain, at as few positions as distinguish them: "AUnaryFunctor" and "BinaryFunctor" of two that
// multiply. Best effort: the caller checks the result.
std::vector<std::string> wordMarks(const Group &group)
{
    constexpr std::size_t kMaxPlaces = 16;
    std::vector<std::vector<std::string_view>> words;
    std::unordered_map<std::string_view, std::size_t> holders;
    for (const std::string *name : group) {
        std::vector<std::string_view> &own = words.emplace_back();
        for (const std::string_view word : wordsOf(*name))
            if (std::find(own.begin(), own.end(), word) == own.end())
                own.push_back(word);
        for (const std::string_view word : own)
            ++holders[word];
    }
    for (std::vector<std::string_view> &own : words)
        std::erase_if(own, [&](std::string_view word) { return holders[word] == group.size(); });
    std::vector<std::string> out(group.size());
    std::size_t told = 1;
    for (std::size_t place = 0; place < kMaxPlaces && told < group.size(); ++place) {
        std::vector<std::string> longer = out;
        for (std::size_t i = 0; i < group.size(); ++i)
            if (place < words[i].size())
                longer[i].append(longer[i].empty() ? "" : " ").append(words[i][place]);
        const std::size_t distinct = std::set<std::string_view>(longer.begin(), longer.end()).size();
        if (distinct > told) {
            out = std::move(longer);
            told = distinct;
        }
    }
    return out;
}

// True if all marks differ, so that at most one name has an empty mark, and none is too long.
bool tellsApart(const std::vector<std::string> &marks, const std::stop_token &stop)
{
    std::vector<std::string_view> sorted(marks.begin(), marks.end());
    return stoppableSort(sorted.begin(), sorted.end(), std::less<>(), stop)
        && std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end()
        && std::all_of(sorted.begin(), sorted.end(), [](std::string_view mark) { return mark.size() <= kMaxMark; });
}

// What distinguishes the names of one group: the most readable mark, else a hash. Empty if stopped.
std::vector<std::string> marksOf(const std::vector<KernelName *> &group, const std::stop_token &stop)
{
    constexpr std::size_t kFewNames = 64; // for more names, words distinguish too little
    std::vector<std::string> canonical;
    canonical.reserve(group.size());
    for (const KernelName *name : group) {
        if (canonical.size() % kPollNames == 0 && stop.stop_requested())
            return {};
        canonical.push_back(canonicalName(name->full));
    }
    // Without return type and parameters, if that suffices.
    std::vector<std::string> qualified;
    for (const std::string &name : canonical)
        qualified.emplace_back(qualifiedName(name));
    if (std::set<std::string_view>(qualified.begin(), qualified.end()).size() == qualified.size())
        canonical = std::move(qualified);
    Group names;
    for (const std::string &name : canonical)
        names.push_back(&name);
    std::vector<std::string> marks = spanMarks(names, stop);
    if (tellsApart(marks, stop) || stop.stop_requested())
        return marks;
    if (group.size() <= kFewNames) {
        if (std::vector<std::string> words = wordMarks(names); tellsApart(words, stop))
            return words;
    }
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (marks[i].empty() || marks[i].size() > kMaxMark)
            marks[i] = hashMark(group[i]->full);
    if (!tellsApart(marks, stop))
        for (std::size_t i = 0; i < marks.size(); ++i)
            marks[i] = hashMark(group[i]->full);
    return marks;
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
        // Sorted by text before marking: the map's order depends on the platform.
        const auto before = [](const KernelName *a, const KernelName *b) { return a->full < b->full; };
        if (!stoppableSort(group.begin(), group.end(), before, stop))
            return;
        const std::vector<std::string> mark = marksOf(group, stop);
        if (stop.stop_requested())
            return;
        for (std::size_t i = 0; i < group.size(); ++i)
            if (!mark[i].empty())
                changed.emplace_back(group[i], elidedMiddle(text, kMaxShort - kMaxMark - 2) + " ·" + mark[i]);
    }
    for (auto &[name, text] : changed)
        name->shortName = std::move(text);
}

// By name: the compiler's metadata of the first operation with that name.
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

// By name: 1 if all work with that name copies or sets memory, according to the source.
std::vector<std::uint8_t> memoryNames(const TraceDocument &document)
{
    const KernelTable &kernels = document.kernels;
    std::vector<std::uint8_t> other(document.strings.size(), 0);
    std::vector<std::uint8_t> memory(document.strings.size(), 0);
    for (std::size_t k = 0; k < std::min(kernels.name.size(), kernels.kind.size()); ++k) {
        const bool copies = kernels.kind[k] == KernelKind::Memcpy || kernels.kind[k] == KernelKind::Memset;
        if (kernels.name[k].value < other.size())
            (copies ? memory : other)[kernels.name[k].value] = 1;
    }
    for (std::size_t id = 0; id < memory.size(); ++id)
        memory[id] = memory[id] != 0 && other[id] == 0 ? 1 : 0;
    return memory;
}

// In order of their first kernel; ids without text are omitted.
std::vector<StringId> distinctNames(const TraceDocument &document)
{
    std::vector<std::uint8_t> seen(document.strings.size(), 0);
    std::vector<StringId> distinct;
    for (const StringId id : document.kernels.name)
        if (id.value < seen.size() && std::exchange(seen[id.value], std::uint8_t{1}) == 0)
            distinct.push_back(id);
    return distinct;
}

// A name takes microseconds: below a few thousand, starting a thread does not pay off.
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
    const std::vector<std::uint8_t> memory = memoryNames(document);
    std::vector<KernelName> made(distinct.size());
    const auto makeName = [&](StringId id) {
        KernelName name;
        name.full = demangledName(document.text(id));
        name.shortName = shortKernelName(name.full, rules);
        auto category = matcher.match(lowerCasedText(name.full));
        if (!category && memory[id.value] != 0)
            category = Category::Memory;
        if (!operations.empty() && operations[id.value].valid()) {
            const Operation &operation = document.operations[operations[id.value].value];
            // The compiler's description of its operation takes precedence over rules for kernel names.
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
    const std::vector<std::uint8_t> norms = namesWithinNorms(document, stop);
    for (std::size_t i = 0; i < made.size() && !norms.empty(); ++i)
        if (norms[distinct[i].value] != 0 && made[i].named && made[i].category == Category::Elementwise)
            made[i].category = Category::Norm;
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/program/OpKinds.h"

#include "core/analysis/program/HloText.h"
#include "core/base/AsciiCase.h"

#include <algorithm>
#include <array>
#include <string>

namespace lamella::core {

namespace {

constexpr std::array<std::string_view, kOpKinds> kKindNames{"compute", "communication", "copy", "wait"};
constexpr std::array<std::string_view, 13> kCollectiveNames{"", "all-reduce", "all-gather", "reduce-scatter", "all-to-all",
    "collective-permute", "broadcast", "send-recv", "reduce", "gather", "scatter", "barrier", "other-collective"};

// Removes word separators: "all-reduce", "all_reduce" and "AllReduce" become equal.
std::string squeezed(std::string_view text)
{
    std::string out;
    for (const char c : text)
        if (c != '-' && c != '_')
            out += asciiLower(c);
    return out;
}

bool holds(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// True if `word` occurs as a whole word, delimited by '-', '_', '.', ':' or blanks.
bool holdsWord(std::string_view text, std::string_view word)
{
    const auto separates = [](char c) { return c == '-' || c == '_' || c == '.' || c == ' ' || c == ':'; };
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || separates(text[at - 1])) && (end == text.size() || separates(text[end])))
            return true;
    }
    return false;
}

bool saysWait(std::string_view lower)
{
    constexpr std::array kWords{std::string_view("wait"), std::string_view("barrier"), std::string_view("donation holds"),
        std::string_view("semaphore"), std::string_view("acquire"), std::string_view("idle"), std::string_view("blocked"),
        std::string_view("sleep")};
    return std::any_of(kWords.begin(), kWords.end(), [lower](std::string_view word) { return holds(lower, word); });
}

// The computation in ", calls=%all-gather.3.clone": what an asynchronous operation runs.
std::string_view calledComputation(std::string_view attributes)
{
    constexpr std::string_view kKey = "calls=";
    const std::size_t at = attributes.find(kKey);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = attributes.substr(at + kKey.size());
    return rest.substr(0, rest.find_first_of(", "));
}

// The operand that names the start of the operation; other operands are irrelevant.
std::string_view startWaitedFor(std::string_view operands)
{
    for (const std::string_view name : operandNames(operands))
        if (holds(name, "-start"))
            return name;
    return {};
}

} // namespace

std::string_view opKindName(OpKind kind)
{
    return kKindNames[static_cast<std::size_t>(kind)];
}

std::string_view collectiveKindName(CollectiveKind kind)
{
    return kCollectiveNames[static_cast<std::size_t>(kind)];
}

CollectiveKind collectiveKindFromName(std::string_view name)
{
    const std::string text = squeezed(name);
    if (holds(text, "reducescatter") || holds(text, "psumscatter"))
        return CollectiveKind::ReduceScatter;
    if (holds(text, "allreduce") || holds(text, "psum"))
        return CollectiveKind::AllReduce;
    if (holds(text, "allgather"))
        return CollectiveKind::AllGather;
    if (holds(text, "alltoall"))
        return CollectiveKind::AllToAll;
    if (holds(text, "collectivepermute") || holds(text, "ppermute"))
        return CollectiveKind::Permute;
    const bool library = holds(text, "nccl") || holds(text, "rccl") || holds(text, "hcom");
    if (holds(text, "collectivebroadcast") || (library && holds(text, "broadcast")))
        return CollectiveKind::Broadcast;
    const std::string lower = asciiLowered(name);
    if (holds(text, "sendrecv") || holdsWord(lower, "send") || holdsWord(lower, "recv") || (library && holds(text, "send"))
        || (library && holds(text, "recv")))
        return CollectiveKind::SendReceive;
    if (holds(text, "cclkernelreduce") || holds(text, "ccldevkernelreduce") || holds(text, "hcomreduce"))
        return CollectiveKind::Reduce;
    return holds(text, "collective") || library ? CollectiveKind::Other : CollectiveKind::None;
}

CollectiveKind collectiveKindFromRecord(std::string_view name)
{
    const CollectiveKind kind = collectiveKindFromName(name);
    if (kind != CollectiveKind::None && kind != CollectiveKind::Other)
        return kind;
    struct Word {
        std::string_view begins;
        CollectiveKind kind;
    };
    constexpr std::array kWords{Word{"broadcast", CollectiveKind::Broadcast}, Word{"reduce", CollectiveKind::Reduce},
        Word{"gather", CollectiveKind::Gather}, Word{"scatter", CollectiveKind::Scatter},
        Word{"barrier", CollectiveKind::Barrier}};
    const std::string text = squeezed(name);
    for (const Word &word : kWords)
        if (text.starts_with(word.begins))
            return word.kind;
    return kind;
}

OpTraits xlaTraits(std::string_view name, std::string_view hloCategory, std::string_view longName, bool asynchronous)
{
    const HloText hlo = parseHlo(longName);
    const std::string shown = asciiLowered(canonicalOpName(name));
    const std::string opcode = asciiLowered(hlo.opcode.empty() ? canonicalOpName(name) : hlo.opcode);
    const std::string category = asciiLowered(hloCategory);
    OpTraits traits;
    const auto ends = [&](std::string_view suffix) {
        return opcode.ends_with(suffix) || category.ends_with(suffix) || shown.ends_with(suffix);
    };
    traits.part = ends("-done") || ends("_done") ? OpPart::Done
        : ends("-start") || ends("_start")       ? OpPart::Start
                                                 : OpPart::Whole;
    const bool split = traits.part != OpPart::Whole || asynchronous;
    // The compiler's own classification first: a fusion named after a psum inside it is compute.
    const bool said = !hlo.opcode.empty() || !category.empty();
    traits.collective = collectiveKindFromName(category.empty() || split ? opcode : category);
    if (traits.collective == CollectiveKind::None && said && !split)
        traits.collective = collectiveKindFromName(opcode);
    const bool copies = opcode.starts_with("copy"); // whatever its name says it copies
    if (!copies
        && ((traits.collective == CollectiveKind::None && (!said || split)) || traits.collective == CollectiveKind::Other)) {
        for (const std::string_view text :
            {calledComputation(hlo.attributes), startWaitedFor(hlo.operands), std::string_view(shown)}) {
            const CollectiveKind kind = collectiveKindFromName(text);
            if (kind != CollectiveKind::None && (kind != CollectiveKind::Other || traits.collective == CollectiveKind::None))
                traits.collective = kind;
            if (traits.collective != CollectiveKind::None && traits.collective != CollectiveKind::Other)
                break;
        }
    }
    traits.transfer = split && traits.collective == CollectiveKind::None;
    if (asynchronous)
        traits.part = OpPart::Whole;
    if (traits.part == OpPart::Done || saysWait(shown) || saysWait(opcode))
        traits.kind = OpKind::Wait;
    else if (traits.collective != CollectiveKind::None)
        traits.kind = OpKind::Communication;
    else
        traits.kind = traits.transfer ? OpKind::Copy : OpKind::Compute;
    return traits;
}

OpTraits kernelTraits(std::string_view name, KernelKind kind, Category category)
{
    OpTraits traits;
    // Some drivers copy and fill with kernels (__amd_rocclr_copyBuffer).
    if (kind == KernelKind::Memcpy || kind == KernelKind::Memset || category == Category::Memory) {
        traits.kind = OpKind::Copy;
    } else if (category == Category::Communication) {
        traits.kind = OpKind::Communication;
        traits.collective = collectiveKindFromName(name);
        if (traits.collective == CollectiveKind::None)
            traits.collective = CollectiveKind::Other;
    }
    return traits;
}

} // namespace lamella::core

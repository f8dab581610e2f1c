// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGeneratorVocabulary.h"

#include "tests/support/TraceGeneratorRandom.h"
#include "tests/support/TraceGeneratorVocabularies.h"

namespace lamella::test {

namespace {

Vocabulary withEntries(Vocabulary vocabulary, const Entries &more)
{
    vocabulary.entries = joined({vocabulary.entries, more});
    return vocabulary;
}

// Batches of like size run the same GEMM tiles.
std::uint64_t sizeClass(const StepShape &shape)
{
    std::uint64_t result = 0;
    for (int tokens = shape.tokens; tokens > 4; tokens /= 4)
        ++result;
    return result;
}

} // namespace

const std::vector<Vocabulary> &vocabularies()
{
    static const std::vector<Vocabulary> all = [] {
        std::vector<Vocabulary> list;
        for (const Vocabulary &vocabulary : {sglangNvidia(), vllmNvidia(), tensorRtNvidia(), sglangAmd(), vllmAmd()})
            list.push_back(
                withEntries(vocabulary, joined({latentEntries(vocabulary.platform), blockEntries(vocabulary.platform)})));
        return list;
    }();
    return all;
}

const Vocabulary &eagerVocabulary()
{
    static const Vocabulary eager{"pytorch-eager", Platform::Nvidia, cublasGemms()};
    return eager;
}

const std::vector<Vocabulary> &trainingVocabularies()
{
    static const std::vector<Vocabulary> all = {megatronTraining(), eagerTraining(), compiledTraining(), amdTraining()};
    return all;
}

const Vocabulary &hyperConnectionVocabulary(std::uint64_t seed)
{
    static const std::vector<Vocabulary> both = {
        withEntries(sglangNvidia(), hyperConnectionEntries()), withEntries(vllmNvidia(), hyperConnectionEntries())};
    return both[Random::hashed(seed, "engine") % both.size()];
}

std::vector<const Names *> Dialect::alternatives(Role role, When when) const
{
    std::vector<const Names *> found;
    for (const VocabularyEntry &entry : m_vocabulary->entries)
        if (entry.role == role && entry.when == when)
            found.push_back(&entry.names);
    return found;
}

Names Dialect::names(Role role, const StepShape &shape) const
{
    const auto chosen = [&](When when) -> Names {
        std::vector<const Names *> list = alternatives(role, when);
        if (list.empty())
            list = alternatives(role, When::Always);
        return list.empty() ? Names{} : *list[Random::hashed(m_seed, "role", static_cast<std::uint64_t>(role)) % list.size()];
    };
    Names result = chosen(shape.prefillLike() ? When::Prefill : When::Decode);
    // A mixed step runs the attention of both kinds one after the other.
    const bool attention = role == Role::Attention || role == Role::LatentAttention;
    if (shape.stage == core::Stage::Mixed && attention && chosen(When::Decode) != result) {
        const Names decode = chosen(When::Decode);
        result.insert(result.end(), decode.begin(), decode.end());
    }
    return result;
}

Names Dialect::gemm(std::string_view site, const StepShape &shape) const
{
    std::vector<const Names *> pool = alternatives(Role::Gemm, shape.prefillLike() ? When::Prefill : When::Decode);
    if (pool.empty())
        pool = alternatives(Role::Gemm, When::Always);
    return *pool[Random::hashed(m_seed, site, sizeClass(shape)) % pool.size()];
}

bool Dialect::has(Role role) const
{
    for (const VocabularyEntry &entry : m_vocabulary->entries)
        if (entry.role == role)
            return true;
    return false;
}

} // namespace lamella::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/ParallelFacts.h"

#include <array>
#include <cctype>

namespace lamella::core {

namespace {

bool isLetter(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// The number right behind `word` (case-insensitive, at a word's start), with one of "-_=" or nothing between.
std::string numberBehind(std::string_view text, std::string_view word)
{
    for (std::size_t i = 0; i + word.size() < text.size(); ++i) {
        if (i > 0 && isLetter(text[i - 1]))
            continue;
        std::size_t k = 0;
        while (k < word.size() && std::tolower(static_cast<unsigned char>(text[i + k])) == word[k])
            ++k;
        if (k < word.size())
            continue;
        std::size_t from = i + k;
        if (from < text.size() && (text[from] == '-' || text[from] == '_' || text[from] == '='))
            ++from;
        std::size_t to = from;
        while (to < text.size() && isDigit(text[to]))
            ++to;
        if (to > from && to - from <= 6 && (to == text.size() || !isLetter(text[to])))
            return std::string(text.substr(from, to - from));
    }
    return {};
}

} // namespace

std::string parallelIndices(std::string_view fileName)
{
    static constexpr std::array<std::pair<const char *, const char *>, 4> kWords{
        {{"tp", "TP"}, {"ep", "EP"}, {"pp", "PP"}, {"dp", "DP"}}};
    std::string found;
    for (const auto &[word, label] : kWords)
        if (const std::string number = numberBehind(fileName, word); !number.empty())
            found += std::string(found.empty() ? "" : ", ") + label + " " + number;
    return found;
}

ParallelFacts parallelFacts(const TraceDocument &document)
{
    ParallelFacts facts;
    const std::string &path = document.source.path;
    const std::string_view name = std::string_view(path).substr(path.find_last_of('/') + 1);
    if (document.metadata.rank)
        facts.rank = std::to_string(*document.metadata.rank);
    else
        facts.rank = numberBehind(name, "rank");
    if (document.metadata.worldSize) {
        facts.parallel = "world " + std::to_string(*document.metadata.worldSize);
        facts.source = "distributed info of the file";
    }
    if (const std::string indices = parallelIndices(name); !indices.empty()) {
        facts.parallel += (facts.parallel.empty() ? "indices " : ", indices ") + indices;
        facts.source += facts.source.empty() ? "file name" : " and file name";
    }
    return facts;
}

} // namespace lamella::core

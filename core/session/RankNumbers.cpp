// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/RankNumbers.h"

#include "core/base/NumberBehind.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

namespace lamella::core {

namespace {

using Numbers = std::vector<std::optional<int>>;

constexpr std::size_t kMostDigits = 6; // longer ones are dates and process numbers
constexpr int kMostRanks = 1'000'000;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// File name, then its folder, then the folder above that; at least the name, however empty.
std::vector<std::string_view> partsOf(std::string_view path)
{
    std::vector<std::string_view> parts;
    do {
        const std::size_t slash = path.find_last_of('/');
        parts.push_back(slash == std::string_view::npos ? path : path.substr(slash + 1));
        path = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
    } while (!path.empty() && parts.size() < 3);
    return parts;
}

std::optional<int> wordNumber(const std::string &path, std::string_view word)
{
    for (const std::string_view part : partsOf(path))
        if (const auto number = numberBehindWord(part, word))
            return number;
    return std::nullopt;
}

Numbers ofWord(const std::vector<std::string> &paths, std::string_view word)
{
    Numbers numbers;
    for (const std::string &path : paths)
        numbers.push_back(wordNumber(path, word));
    return numbers;
}

// Mixed radix over the indices that vary.
Numbers ofLayout(const std::vector<std::string> &paths)
{
    Numbers numbers(paths.size());
    for (const std::string_view word : {"dp", "pp", "tp", "ep"}) {
        const Numbers indices = ofWord(paths, word);
        const std::set<std::optional<int>> distinct(indices.begin(), indices.end());
        if (distinct.count(std::nullopt) > 0 || (distinct.size() < 2 && paths.size() > 1))
            continue;
        const int size = **distinct.rbegin() + 1;
        for (std::size_t i = 0; i < paths.size(); ++i) {
            const long long number = static_cast<long long>(numbers[i].value_or(0)) * size + *indices[i];
            if (number > kMostRanks)
                return Numbers(paths.size());
            numbers[i] = static_cast<int>(number);
        }
    }
    return numbers;
}

struct NumberedName {
    std::string skeleton; // digits taken out
    std::vector<std::string> numbers;
};

NumberedName takenApart(std::string_view name)
{
    NumberedName apart;
    for (std::size_t i = 0; i < name.size();) {
        std::size_t k = i;
        while (k < name.size() && isDigit(name[k]))
            ++k;
        if (k > i) {
            apart.numbers.emplace_back(name.substr(i, k - i));
            apart.skeleton += '\1';
            i = k;
        } else {
            apart.skeleton += name[i++];
        }
    }
    return apart;
}

Numbers ofDifference(const std::vector<std::string> &paths)
{
    std::vector<NumberedName> names;
    for (const std::string &path : paths)
        names.push_back(takenApart(partsOf(path).front()));
    Numbers none(paths.size());
    for (const NumberedName &name : names)
        if (name.skeleton != names.front().skeleton)
            return none;
    for (std::size_t place = names.front().numbers.size(); place-- > 0;) {
        Numbers numbers;
        std::set<std::string> distinct;
        for (const NumberedName &name : names) {
            const std::string &digits = name.numbers[place];
            distinct.insert(digits);
            int value = 0;
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
            numbers.push_back(digits.size() <= kMostDigits ? std::optional(value) : std::nullopt);
        }
        if (distinct.size() == names.size() && std::find(numbers.begin(), numbers.end(), std::nullopt) == numbers.end())
            return numbers;
    }
    return none;
}

} // namespace

std::size_t distinctCount(const std::vector<std::optional<int>> &numbers)
{
    std::set<int> distinct;
    for (const auto &number : numbers)
        if (number)
            distinct.insert(*number);
    return distinct.size();
}

Numbers ranksFromNames(const std::vector<std::string> &paths)
{
    std::vector<Numbers> rules{
        ofWord(paths, "rank"), ofLayout(paths), ofWord(paths, "worker"), ofWord(paths, "gpu"), ofWord(paths, "device")};
    if (paths.size() > 1)
        rules.push_back(ofDifference(paths));
    const Numbers *best = nullptr;
    std::size_t most = paths.size() > 1 ? 1 : 0;
    for (const Numbers &rule : rules) {
        const std::size_t distinct = distinctCount(rule);
        if (distinct > most) {
            best = &rule;
            most = distinct;
        }
    }
    return best ? *best : Numbers(paths.size());
}

bool naturalLess(std::string_view a, std::string_view b)
{
    std::size_t i = 0;
    std::size_t k = 0;
    while (i < a.size() && k < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[k])) {
            if (a[i] != b[k])
                return a[i] < b[k];
            ++i;
            ++k;
            continue;
        }
        const auto digits = [](std::string_view text, std::size_t from) {
            while (from + 1 < text.size() && text[from] == '0' && isDigit(text[from + 1]))
                ++from;
            std::size_t to = from;
            while (to < text.size() && isDigit(text[to]))
                ++to;
            return std::pair(from, to);
        };
        const auto [fromA, toA] = digits(a, i);
        const auto [fromB, toB] = digits(b, k);
        const std::string_view numberA = a.substr(fromA, toA - fromA);
        const std::string_view numberB = b.substr(fromB, toB - fromB);
        if (numberA.size() != numberB.size())
            return numberA.size() < numberB.size();
        if (numberA != numberB)
            return numberA < numberB;
        i = toA;
        k = toB;
    }
    return a.size() - i != b.size() - k ? a.size() - i < b.size() - k : a < b;
}

} // namespace lamella::core

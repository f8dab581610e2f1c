// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/RankNumbers.h"

#include "core/base/FileName.h"
#include "core/base/JobName.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <utility>

namespace lamella::core {

namespace {

using Numbers = std::vector<std::optional<int>>;

constexpr std::size_t kMaxDigits = 6; // longer numbers are dates or process ids
constexpr int kMaxRanks = 1'000'000;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

using Jobs = std::vector<JobName>;

Numbers ofWord(const Jobs &jobs, std::optional<int> JobName::*word)
{
    Numbers numbers;
    for (const JobName &job : jobs)
        numbers.push_back(job.*word);
    return numbers;
}

// Indices of one axis. Numbers that look like sizes are indices if another file shows it, or if they count up.
Numbers ofAxis(const Jobs &jobs, JobAxis axis)
{
    Numbers numbers;
    bool anyIndex = false;
    for (const JobName &job : jobs) {
        const JobPlace &place = job.at(axis);
        anyIndex = anyIndex || place.index;
        numbers.push_back(place.index ? place.index : place.sizeIsOpen ? place.size : std::nullopt);
    }
    const std::set<std::optional<int>> distinct(numbers.begin(), numbers.end());
    if (distinct.count(std::nullopt) > 0)
        return Numbers(jobs.size());
    const bool countUp = distinct.size() > 2 && **distinct.rbegin() - **distinct.begin() + 1 == static_cast<int>(distinct.size());
    return anyIndex || countUp ? numbers : Numbers(jobs.size());
}

// One number from the indices that are needed to tell the files apart (mixed radix): with data-parallel attention, "TP-3-DP-1" is
// rank 3, because TP alone distinguishes the files.
Numbers ofLayout(const Jobs &jobs)
{
    std::map<JobAxis, Numbers> needed;
    std::vector<std::vector<int>> told(jobs.size());
    std::size_t apart = 1;
    for (const JobAxis axis : {JobAxis::Tensor, JobAxis::Pipeline, JobAxis::Data, JobAxis::Expert}) {
        const Numbers indices = ofAxis(jobs, axis);
        if (!indices.front())
            continue;
        std::vector<std::vector<int>> further = told;
        for (std::size_t i = 0; i < jobs.size(); ++i)
            further[i].push_back(*indices[i]);
        const std::size_t distinct = std::set(further.begin(), further.end()).size();
        if (distinct <= apart)
            continue;
        apart = distinct;
        told = std::move(further);
        needed[axis] = indices;
    }
    Numbers numbers(jobs.size());
    for (const JobAxis axis : {JobAxis::Data, JobAxis::Pipeline, JobAxis::Tensor, JobAxis::Expert}) {
        if (needed.count(axis) == 0)
            continue;
        const Numbers &indices = needed[axis];
        const std::int64_t size = std::int64_t{**std::max_element(indices.begin(), indices.end())} + 1;
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            const std::int64_t number = numbers[i].value_or(0) * size + *indices[i];
            if (number > kMaxRanks)
                return Numbers(jobs.size());
            numbers[i] = static_cast<int>(number);
        }
    }
    return numbers;
}

struct NumberedName {
    std::string skeleton; // the name without its digits
    std::vector<std::string> numbers;
    std::vector<bool> isOfAxis; // number belongs to an axis, as in "tp8": a size
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
            apart.isOfAxis.push_back(endsWithJobAxis(apart.skeleton));
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
        names.push_back(takenApart(fileNameOf(path)));
    Numbers none(paths.size());
    for (const NumberedName &name : names)
        if (name.skeleton != names.front().skeleton)
            return none;
    for (std::size_t place = names.front().numbers.size(); place-- > 0;) {
        if (names.front().isOfAxis[place])
            continue;
        Numbers numbers;
        std::set<std::string> distinct;
        for (const NumberedName &name : names) {
            const std::string &digits = name.numbers[place];
            distinct.insert(digits);
            int value = 0;
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
            numbers.push_back(digits.size() <= kMaxDigits ? std::optional(value) : std::nullopt);
        }
        if (distinct.size() == names.size() && std::find(numbers.begin(), numbers.end(), std::nullopt) == numbers.end())
            return numbers;
    }
    return none;
}

} // namespace

std::string hostFromPath(std::string_view path)
{
    constexpr std::size_t kStampDigits = 13; // ms or finer
    static constexpr std::array<std::pair<std::string_view, char>, 2> kForms{{{".pt.trace.json", '.'}, {"_ascend_pt", '_'}}};
    for (const auto &[ending, beforeStamp] : kForms) {
        const std::size_t end = path.rfind(ending);
        if (end == std::string_view::npos)
            continue;
        const std::string_view name = fileNameOf(path.substr(0, end)); // host, "_", process, a character, time
        std::size_t stamp = name.size();
        while (stamp > 0 && isDigit(name[stamp - 1]))
            --stamp;
        if (stamp == 0 || name.size() - stamp < kStampDigits || name[stamp - 1] != beforeStamp)
            continue;
        std::size_t process = stamp - 1;
        while (process > 0 && isDigit(name[process - 1]))
            --process;
        if (process < 2 || process == stamp - 1 || name[process - 1] != '_')
            continue;
        const JobName job = jobNameOf(name.substr(0, stamp - 1)); // "worker_3" is no host
        if (!job.rankNumber() && !job.worker && !job.device)
            return std::string(name.substr(0, process - 1));
    }
    return {};
}

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
    Jobs jobs;
    for (const std::string &path : paths)
        jobs.push_back(jobOfPath(path));
    if (jobs.size() == 1)
        return {jobs.front().rankNumber()};
    const std::vector<Numbers> rules{ofWord(jobs, &JobName::rank), ofLayout(jobs), ofWord(jobs, &JobName::worker),
        ofWord(jobs, &JobName::device), ofDifference(paths)};
    const Numbers *best = nullptr;
    std::size_t max = 1;
    for (const Numbers &rule : rules) {
        const std::size_t distinct = distinctCount(rule);
        if (distinct > max) {
            best = &rule;
            max = distinct;
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

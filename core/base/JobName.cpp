// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/JobName.h"

#include "core/base/AsciiCase.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxDigits = 6; // longer numbers are dates and process ids
constexpr int kMaxParts = 3;

struct AxisWord {
    std::string_view word;
    std::string_view label;
    int largest; // upper bound of any job so far: "pp512" is the length of a prompt, "cp310" a Python version
};
constexpr std::array<AxisWord, kJobAxes> kAxisWords{
    {{"tp", "TP", 256}, {"ep", "EP", 4096}, {"pp", "PP", 256}, {"dp", "DP", 65'536}, {"cp", "CP", 256}}};

// "lora_rank_16" and "local_rank_3" are not ranks of the job.
constexpr std::array<std::string_view, 6> kOtherRanks{"lora", "low", "local", "node", "group", "matrix"};

enum class Sort : std::uint8_t { Letters, Digits, Sign };

struct Piece {
    Sort sort;
    std::string_view text;
};

Sort sortOf(char c)
{
    if (c >= '0' && c <= '9')
        return Sort::Digits;
    const char lower = asciiLower(c);
    return lower >= 'a' && lower <= 'z' ? Sort::Letters : Sort::Sign;
}

// Runs of letters and runs of digits; every other character on its own.
std::vector<Piece> piecesOf(std::string_view name)
{
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < name.size();) {
        const Sort sort = sortOf(name[i]);
        std::size_t k = i + 1;
        while (k < name.size() && sort != Sort::Sign && sortOf(name[k]) == sort)
            ++k;
        pieces.push_back({sort, name.substr(i, k - i)});
        i = k;
    }
    return pieces;
}

bool isPowerOfTwo(int number)
{
    return number > 0 && (number & (number - 1)) == 0;
}

// Letters after a number that belong to a hash or a unit ("7f3", "8b") rather than start a word ("tp8bs32", "rank0of8").
bool looksLikeHash(std::string_view letters)
{
    return letters.size() == 1 || std::all_of(letters.begin(), letters.end(), [](char c) { return asciiLower(c) <= 'f'; });
}

class NameReader {
public:
    explicit NameReader(std::string_view name)
        : m_pieces(piecesOf(name))
    {
    }
    JobName read();

private:
    struct Open {
        JobAxis axis;
        int number;
    };
    [[nodiscard]] bool is(std::size_t i, Sort sort) const { return i < m_pieces.size() && m_pieces[i].sort == sort; }
    [[nodiscard]] bool isJoint(std::size_t i) const
    {
        return is(i, Sort::Sign) && std::string_view("-_=").find(m_pieces[i].text) != std::string_view::npos;
    }
    [[nodiscard]] bool isDate(std::size_t i) const;
    [[nodiscard]] std::optional<int> numberAt(std::size_t i) const;
    [[nodiscard]] std::optional<int> numberBehind(std::size_t i) { return numberFrom(isJoint(i + 1) ? i + 2 : i + 1); }
    std::optional<int> numberFrom(std::size_t i);
    void readRank(std::size_t i);
    void readAxis(std::size_t i, JobAxis axis, std::string_view rest);
    void resolveOpen();
    [[nodiscard]] bool openAreIndices() const;

    std::vector<Piece> m_pieces;
    std::size_t m_read = 0; // pieces before it belong to a parsed number
    JobName m_job;
    std::vector<Open> m_open;
};

// "2026-01-31"
bool NameReader::isDate(std::size_t i) const
{
    const std::string_view year = m_pieces[i].text;
    return year.size() == 4 && (year.starts_with("19") || year.starts_with("20")) && is(i + 1, Sort::Sign)
        && is(i + 2, Sort::Digits) && m_pieces[i + 2].text.size() == 2;
}

std::optional<int> NameReader::numberAt(std::size_t i) const
{
    if (!is(i, Sort::Digits) || m_pieces[i].text.size() > kMaxDigits || isDate(i))
        return std::nullopt;
    if (is(i + 1, Sort::Letters) && looksLikeHash(m_pieces[i + 1].text))
        return std::nullopt;
    int number = 0;
    std::from_chars(m_pieces[i].text.data(), m_pieces[i].text.data() + m_pieces[i].text.size(), number);
    return number;
}

std::optional<int> NameReader::numberFrom(std::size_t i)
{
    const auto number = numberAt(i);
    if (number)
        m_read = i + 1;
    return number;
}

void NameReader::readRank(std::size_t i)
{
    const bool other = i >= 2 && isJoint(i - 1)
        && std::find(kOtherRanks.begin(), kOtherRanks.end(), asciiLowered(m_pieces[i - 2].text)) != kOtherRanks.end();
    if (!other && !m_job.rank)
        m_job.rank = numberBehind(i);
}

// `rest`: what follows the axis word without a separator, as in "tprank3".
void NameReader::readAxis(std::size_t i, JobAxis axis, std::string_view rest)
{
    const std::string_view word = m_pieces[i].text;
    std::size_t at = i + 1;
    char sign = 0;
    if (isJoint(at))
        sign = m_pieces[at++].text.front();
    const std::string next = !rest.empty() ? std::string(rest) : is(at, Sort::Letters) ? asciiLowered(m_pieces[at].text) : "";
    const bool isIndex = next == "rank";
    const bool isSize = next == "size" || next == "degree";
    if (!next.empty() && !isIndex && !isSize)
        return;
    if (!next.empty() && rest.empty())
        at += isJoint(at + 1) ? 2 : 1;
    const auto number = numberFrom(at);
    if (!number || *number > kAxisWords[static_cast<std::size_t>(axis)].largest)
        return;
    JobPlace &place = m_job.at(axis);
    const bool capitals = std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a'; });
    if (isIndex || (!isSize && sign == '-' && capitals))
        place.index = place.index ? place.index : number;
    else if (isSize || sign == '=')
        place.size = place.size ? place.size : number;
    else
        m_open.push_back({axis, *number});
}

bool NameReader::openAreIndices() const
{
    std::array<std::int64_t, kJobAxes> sizes{};
    for (const auto &[axis, number] : m_open) {
        if (number == 0 || (axis == JobAxis::Tensor && !isPowerOfTwo(number)))
            return true;
        sizes[static_cast<std::size_t>(axis)] = number;
    }
    const std::int64_t world = sizes[static_cast<std::size_t>(JobAxis::Tensor)]
        * sizes[static_cast<std::size_t>(JobAxis::Pipeline)] * sizes[static_cast<std::size_t>(JobAxis::Data)];
    return world > 0 && m_job.rank && *m_job.rank >= world;
}

void NameReader::resolveOpen()
{
    const bool indices = openAreIndices();
    const std::array<JobPlace, kJobAxes> clear = m_job.axes;
    for (const auto &[axis, number] : m_open) {
        JobPlace &place = m_job.at(axis);
        const JobPlace &known = clear[static_cast<std::size_t>(axis)];
        const bool isIndex = known.size ? true : known.index ? false : indices;
        if (isIndex && !place.index) {
            place.index = number;
        } else if (!isIndex && !place.size) {
            place.size = number;
            place.sizeIsOpen = !known.index;
        }
    }
}

JobName NameReader::read()
{
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
        // A word begins after a separator or after a parsed number.
        if (!is(i, Sort::Letters) || i < m_read || (i > m_read && i > 0 && !is(i - 1, Sort::Sign)))
            continue;
        const std::string word = asciiLowered(m_pieces[i].text);
        if (word == "rank")
            readRank(i);
        else if (word == "worker" && !m_job.worker)
            m_job.worker = numberBehind(i);
        else if ((word == "gpu" || word == "device") && !m_job.device)
            m_job.device = numberBehind(i);
        for (std::size_t a = 0; a < kJobAxes; ++a) {
            const std::string_view rest =
                word.starts_with(kAxisWords[a].word) ? std::string_view(word).substr(2) : std::string_view("-");
            if (rest.empty() || rest == "rank" || rest == "size")
                readAxis(i, static_cast<JobAxis>(a), rest);
        }
    }
    resolveOpen();
    return m_job;
}

} // namespace

std::string_view jobAxisLabel(JobAxis axis)
{
    return kAxisWords[static_cast<std::size_t>(axis)].label;
}

std::optional<int> JobName::rankNumber() const
{
    const std::optional<int> &tensor = at(JobAxis::Tensor).index;
    return rank ? rank : tensor ? tensor : worker;
}

JobName jobNameOf(std::string_view name)
{
    return NameReader(name).read();
}

JobName jobOfPath(std::string_view path)
{
    const auto takeName = [&path] {
        const std::size_t slash = path.find_last_of('/');
        const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
        path = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
        return name;
    };
    JobName job = jobNameOf(takeName());
    for (int part = 1; part < kMaxParts && !path.empty(); ++part) {
        const JobName folder = jobNameOf(takeName());
        job.rank = job.rank ? job.rank : folder.rank;
        for (std::size_t a = 0; a < kJobAxes; ++a)
            if (!job.axes[a].index && !job.axes[a].size)
                job.axes[a] = folder.axes[a];
    }
    return job;
}

bool endsWithJobAxis(std::string_view text)
{
    while (!text.empty() && std::string_view("-_=").find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    std::size_t from = text.size();
    while (from > 0 && sortOf(text[from - 1]) == Sort::Letters)
        --from;
    const std::string word = asciiLowered(text.substr(from));
    return std::any_of(kAxisWords.begin(), kAxisWords.end(), [&word](const AxisWord &axis) { return axis.word == word; });
}

} // namespace lamella::core

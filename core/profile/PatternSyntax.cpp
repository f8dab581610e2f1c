// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/PatternSyntax.h"

#include <algorithm>
#include <optional>
#include <string>

namespace lamella::core {

namespace {

constexpr int kMaxDepth = 24;
constexpr int kMaxRepeat = 64;

ByteSet rangeSet(unsigned char from, unsigned char to)
{
    ByteSet set;
    for (unsigned c = from; c <= to; ++c)
        set.set(c);
    return set;
}

// The text is in lower case, so a capital in the pattern means its small letter.
ByteSet folded(ByteSet set)
{
    for (unsigned c = 'A'; c <= 'Z'; ++c) {
        if (set.test(c))
            set.set(c + ('a' - 'A'));
    }
    return set;
}

std::optional<ByteSet> classSet(char letter)
{
    const ByteSet digits = rangeSet('0', '9');
    const ByteSet word = digits | rangeSet('a', 'z') | rangeSet('A', 'Z') | rangeSet('_', '_');
    const ByteSet space = rangeSet('\t', '\r') | rangeSet(' ', ' ');
    switch (letter) {
    case 'd':
        return digits;
    case 'D':
        return ~digits;
    case 'w':
        return word;
    case 'W':
        return ~word;
    case 's':
        return space;
    case 'S':
        return ~space;
    default:
        return std::nullopt;
    }
}

class PatternParser {
public:
    explicit PatternParser(std::string_view body)
        : m_body(body)
    {
    }

    Result<PatternTree> parse()
    {
        m_tree.root = alternatives(0);
        if (m_problem.empty() && m_at != m_body.size())
            fail("')' without '('");
        if (!m_problem.empty())
            return Error{ErrorCode::BadProfile, m_problem, {}, static_cast<std::int64_t>(m_at)};
        return std::move(m_tree);
    }

private:
    int fail(std::string problem)
    {
        if (m_problem.empty())
            m_problem = std::move(problem);
        return 0;
    }
    int add(PatternNode node)
    {
        m_tree.nodes.push_back(std::move(node));
        return static_cast<int>(m_tree.nodes.size()) - 1;
    }
    int addSet(const ByteSet &set) { return add({PatternNode::Kind::Set, folded(set), {}, 0, -1}); }
    [[nodiscard]] bool more() const { return m_problem.empty() && m_at < m_body.size(); }
    bool take(char c)
    {
        if (m_at >= m_body.size() || m_body[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    int alternatives(int depth);
    int sequence(int depth);
    int atom(int depth);
    int escape();
    int bracket();
    std::optional<ByteSet> bracketItem(unsigned char &single);
    int repeated(int child);
    bool counts(int &min, int &max);

    std::string_view m_body;
    std::size_t m_at = 0;
    PatternTree m_tree;
    std::string m_problem;
};

int PatternParser::alternatives(int depth)
{
    if (depth > kMaxDepth)
        return fail("parentheses nested too deep");
    PatternNode node{PatternNode::Kind::Alternative, {}, {}, 0, -1};
    do {
        node.children.push_back(sequence(depth));
    } while (take('|'));
    return node.children.size() == 1 ? node.children.front() : add(std::move(node));
}

int PatternParser::sequence(int depth)
{
    PatternNode node{PatternNode::Kind::Concat, {}, {}, 0, -1};
    while (more() && m_body[m_at] != '|' && m_body[m_at] != ')') {
        const int child = atom(depth);
        node.children.push_back(repeated(child));
    }
    if (node.children.empty())
        node.kind = PatternNode::Kind::Empty;
    return add(std::move(node));
}

int PatternParser::atom(int depth)
{
    const char c = m_body[m_at++];
    switch (c) {
    case '(': {
        if (take('?') && !take(':'))
            return fail("look-around and named groups are not supported; use ( ) or (?: )");
        const int inner = alternatives(depth + 1);
        return take(')') ? inner : fail("'(' without ')'");
    }
    case '[':
        return bracket();
    case '.':
        return addSet(~rangeSet('\n', '\n'));
    case '^':
        return add({PatternNode::Kind::Begin, {}, {}, 0, -1});
    case '$':
        return add({PatternNode::Kind::End, {}, {}, 0, -1});
    case '\\':
        return escape();
    case '*':
    case '+':
    case '?':
        --m_at;
        return fail("nothing to repeat before this");
    default:
        return addSet(rangeSet(static_cast<unsigned char>(c), static_cast<unsigned char>(c)));
    }
}

int PatternParser::escape()
{
    if (!more())
        return fail("'\\' at the end");
    const char c = m_body[m_at];
    if (const auto set = classSet(c)) {
        ++m_at;
        return addSet(*set);
    }
    if (c >= '1' && c <= '9')
        return fail("back references are not supported");
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '0')
        return fail("this escape is not supported (known: \\d \\w \\s \\D \\W \\S and \\ before punctuation)");
    ++m_at;
    return addSet(rangeSet(static_cast<unsigned char>(c), static_cast<unsigned char>(c)));
}

std::optional<ByteSet> PatternParser::bracketItem(unsigned char &single)
{
    char c = m_body[m_at++];
    if (c == '\\') {
        if (!more()) {
            fail("'[' without ']'");
            return std::nullopt;
        }
        c = m_body[m_at++];
        if (auto set = classSet(c))
            return set;
    }
    single = static_cast<unsigned char>(c);
    return std::nullopt;
}

int PatternParser::bracket()
{
    ByteSet set;
    const bool inverted = take('^');
    for (bool first = true; more() && (first || m_body[m_at] != ']'); first = false) {
        unsigned char low = 0;
        if (const auto group = bracketItem(low)) {
            set |= *group;
            continue;
        }
        unsigned char high = low;
        if (m_at + 1 < m_body.size() && m_body[m_at] == '-' && m_body[m_at + 1] != ']') {
            ++m_at;
            if (bracketItem(high) || high < low)
                return fail("a range in [ ] that runs backwards");
        }
        set |= rangeSet(low, high);
    }
    if (!take(']'))
        return fail("'[' without ']'");
    set = folded(set);
    return add({PatternNode::Kind::Set, inverted ? ~set : set, {}, 0, -1});
}

bool PatternParser::counts(int &min, int &max)
{
    const std::size_t begin = m_at;
    const auto digits = [this](int &out) {
        const std::size_t from = m_at;
        out = 0;
        while (m_at < m_body.size() && m_body[m_at] >= '0' && m_body[m_at] <= '9')
            out = std::min(out * 10 + (m_body[m_at++] - '0'), kMaxRepeat + 1);
        return m_at != from;
    };
    bool known = take('{') && digits(min);
    max = min;
    if (known && take(',') && !digits(max))
        max = -1;
    known = known && take('}');
    if (!known)
        m_at = begin; // a plain '{'
    return known;
}

int PatternParser::repeated(int child)
{
    while (more()) {
        int min = 0;
        int max = -1;
        if (take('+')) {
            min = 1;
        } else if (take('?')) {
            max = 1;
        } else if (!take('*') && !(m_body[m_at] == '{' && counts(min, max))) {
            return child;
        }
        take('?'); // lazy or greedy: the same for "does it occur"
        if (min > kMaxRepeat || max > kMaxRepeat || (max >= 0 && max < min))
            return fail("a repeat count above 64, or backwards");
        child = add({PatternNode::Kind::Repeat, {}, {child}, min, max});
    }
    return child;
}

} // namespace

Result<PatternTree> parsePattern(std::string_view body)
{
    return PatternParser(body).parse();
}

} // namespace lamella::core

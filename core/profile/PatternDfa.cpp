// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/PatternDfa.h"

#include "core/profile/PatternSyntax.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lamella::core {

// Thompson's automaton from the tree, then subset construction. Both sizes are limited: that bounds time and memory of any
// pattern.
class DfaBuilder {
public:
    explicit DfaBuilder(const PatternTree &tree)
        : m_tree(tree)
    {
    }
    bool build(PatternDfa &out);

private:
    static constexpr std::size_t kMaxNfa = 1500;
    static constexpr std::size_t kMaxDfa = 400;
    static constexpr int kMaxEmitDepth = 256;

    struct State {
        enum class Kind : std::uint8_t { Split, Set, Begin, End, Accept } kind = Kind::Accept;
        const ByteSet *set = nullptr;
        int first = -1;
        int second = -1;
    };
    using StateSet = std::vector<int>;

    int add(State state)
    {
        m_states.push_back(state);
        return static_cast<int>(m_states.size()) - 1;
    }
    int emit(int node, int next, int depth);
    int emitRepeat(const PatternNode &node, int next, int depth);
    void follow(StateSet &into, int state, bool atBegin, bool atEnd);
    void classes(PatternDfa &out);
    std::uint8_t flags(const StateSet &set);

    void markDead(PatternDfa &out);
    void findLiteral(PatternDfa &out);

    const PatternTree &m_tree;
    std::vector<State> m_states;
    std::vector<std::uint8_t> m_seen;
    std::vector<unsigned char> m_sample; // one byte of each class
    bool m_tooBig = false;
};

int DfaBuilder::emit(int index, int next, int depth)
{
    if (m_states.size() > kMaxNfa || depth > kMaxEmitDepth) {
        m_tooBig = true;
        return next;
    }
    const PatternNode &node = m_tree.nodes[static_cast<std::size_t>(index)];
    using Kind = PatternNode::Kind;
    switch (node.kind) {
    case Kind::Empty:
        return next;
    case Kind::Set:
        return add({State::Kind::Set, &node.set, next, -1});
    case Kind::Begin:
        return add({State::Kind::Begin, nullptr, next, -1});
    case Kind::End:
        return add({State::Kind::End, nullptr, next, -1});
    case Kind::Concat:
        for (std::size_t i = node.children.size(); i-- > 0;)
            next = emit(node.children[i], next, depth + 1);
        return next;
    case Kind::Alternative: {
        int start = emit(node.children.front(), next, depth + 1);
        for (std::size_t i = 1; i < node.children.size(); ++i)
            start = add({State::Kind::Split, nullptr, start, emit(node.children[i], next, depth + 1)});
        return start;
    }
    case Kind::Repeat:
        return emitRepeat(node, next, depth);
    }
    return next;
}

int DfaBuilder::emitRepeat(const PatternNode &node, int next, int depth)
{
    const int child = node.children.front();
    int start = next;
    if (node.max < 0) {
        start = add({State::Kind::Split, nullptr, -1, next});
        const int body = emit(child, start, depth + 1);
        m_states[static_cast<std::size_t>(start)].first = body;
    }
    for (int i = node.min; i < node.max && !m_tooBig; ++i)
        start = add({State::Kind::Split, nullptr, emit(child, start, depth + 1), next});
    for (int i = 0; i < node.min && !m_tooBig; ++i)
        start = emit(child, start, depth + 1);
    return start;
}

// Everything reachable without a byte. Explicit stack: a chain of splits can be long.
void DfaBuilder::follow(StateSet &into, int state, bool atBegin, bool atEnd)
{
    StateSet open{state};
    while (!open.empty()) {
        const int at = open.back();
        open.pop_back();
        if (at < 0 || m_seen[static_cast<std::size_t>(at)])
            continue;
        m_seen[static_cast<std::size_t>(at)] = 1;
        into.push_back(at);
        const State &s = m_states[static_cast<std::size_t>(at)];
        if (s.kind == State::Kind::Split) {
            open.push_back(s.first);
            open.push_back(s.second);
        } else if ((s.kind == State::Kind::Begin && atBegin) || (s.kind == State::Kind::End && atEnd)) {
            open.push_back(s.first);
        }
    }
}

void DfaBuilder::classes(PatternDfa &out)
{
    std::array<int, 256> id{};
    for (const State &state : m_states) {
        if (state.kind != State::Kind::Set)
            continue;
        std::map<std::pair<int, bool>, int> split;
        for (std::size_t c = 0; c < 256; ++c) {
            const auto key = std::make_pair(id[c], state.set->test(c));
            id[c] = split.try_emplace(key, static_cast<int>(split.size())).first->second;
        }
    }
    std::array<int, 256> dense{};
    dense.fill(-1);
    for (std::size_t c = 0; c < 256; ++c) {
        int &number = dense[static_cast<std::size_t>(id[c])];
        if (number < 0) {
            number = static_cast<int>(m_sample.size());
            m_sample.push_back(static_cast<unsigned char>(c));
        }
        out.m_class[c] = static_cast<std::uint8_t>(number);
    }
    out.m_classes = m_sample.size();
}

std::uint8_t DfaBuilder::flags(const StateSet &set)
{
    const auto accepts = [this](const StateSet &states) {
        return std::any_of(states.begin(), states.end(),
            [this](int s) { return m_states[static_cast<std::size_t>(s)].kind == State::Kind::Accept; });
    };
    if (accepts(set))
        return PatternDfa::Accepts | PatternDfa::AcceptsAtEnd;
    StateSet end;
    std::fill(m_seen.begin(), m_seen.end(), std::uint8_t{0});
    for (const int s : set) {
        if (m_states[static_cast<std::size_t>(s)].kind == State::Kind::End)
            follow(end, s, false, true);
    }
    return accepts(end) ? PatternDfa::AcceptsAtEnd : PatternDfa::None;
}

// A state that can only stay what it is: patterns that begin with ^ need not read on.
void DfaBuilder::markDead(PatternDfa &out)
{
    for (std::size_t state = 0; state < out.m_flags.size(); ++state) {
        const auto row = out.m_next.begin() + static_cast<std::ptrdiff_t>(state * out.m_classes);
        if (out.m_flags[state] == PatternDfa::None
            && std::all_of(row, row + static_cast<std::ptrdiff_t>(out.m_classes), [state](auto to) { return to == state; }))
            out.m_flags[state] = PatternDfa::Dead;
    }
}

// The longest run of plain letters that every match holds. Looking for that first is several times faster than the table.
void DfaBuilder::findLiteral(PatternDfa &out)
{
    const PatternNode &root = m_tree.nodes[static_cast<std::size_t>(m_tree.root)];
    if (root.kind != PatternNode::Kind::Concat)
        return;
    ByteSet capitals;
    for (unsigned c = 'A'; c <= 'Z'; ++c)
        capitals.set(c);
    std::string run;
    for (const int child : root.children) {
        const PatternNode &node = m_tree.nodes[static_cast<std::size_t>(child)];
        const ByteSet set = node.set & ~capitals;
        if (node.kind == PatternNode::Kind::Set && set.count() == 1) {
            for (unsigned c = 0; c < 256; ++c) {
                if (set.test(c))
                    run.push_back(static_cast<char>(c));
            }
        } else {
            run.clear();
        }
        if (run.size() > out.m_literal.size())
            out.m_literal = run;
    }
}

bool DfaBuilder::build(PatternDfa &out)
{
    const int accept = add({});
    const int start = emit(m_tree.root, accept, 0);
    if (m_tooBig || m_states.size() > kMaxNfa)
        return false;
    m_seen.resize(m_states.size());
    classes(out);

    std::map<StateSet, std::uint16_t> known;
    std::vector<StateSet> sets;
    const auto number = [&](StateSet set) {
        std::sort(set.begin(), set.end());
        const auto [it, fresh] = known.try_emplace(set, static_cast<std::uint16_t>(sets.size()));
        if (fresh) {
            sets.push_back(it->first);
            out.m_flags.push_back(flags(it->first));
        }
        return it->second;
    };
    StateSet first;
    std::fill(m_seen.begin(), m_seen.end(), std::uint8_t{0});
    follow(first, start, true, false);
    number(std::move(first));
    for (std::size_t i = 0; i < sets.size(); ++i) {
        if (sets.size() > kMaxDfa)
            return false;
        const StateSet from = sets[i]; // number() may move the vector
        for (const unsigned char byte : m_sample) {
            StateSet to;
            std::fill(m_seen.begin(), m_seen.end(), std::uint8_t{0});
            for (const int s : from) {
                const State &state = m_states[static_cast<std::size_t>(s)];
                if (state.kind == State::Kind::Set && state.set->test(byte))
                    follow(to, state.first, false, false);
            }
            follow(to, start, false, false); // a match may begin at any byte
            out.m_next.push_back(number(std::move(to)));
        }
    }
    markDead(out);
    findLiteral(out);
    return true;
}

Result<PatternDfa> PatternDfa::compile(std::string_view body)
{
    const Result<PatternTree> tree = parsePattern(body);
    if (!tree)
        return tree.error();
    PatternDfa dfa;
    if (!DfaBuilder(*tree).build(dfa))
        return Error{ErrorCode::BadProfile, "the pattern is too complex; use smaller repeats or several rules", {}, -1};
    return dfa;
}

bool PatternDfa::search(std::string_view lowerCased) const
{
    if (!m_literal.empty() && lowerCased.find(m_literal) == std::string_view::npos)
        return false;
    std::size_t state = 0;
    for (const char c : lowerCased) {
        if (m_flags[state] & (Accepts | Dead))
            return (m_flags[state] & Accepts) != 0;
        state = m_next[state * m_classes + m_class[static_cast<unsigned char>(c)]];
    }
    return (m_flags[state] & AcceptsAtEnd) != 0;
}

} // namespace lamella::core
